/* The roles of 64 bytes at once: one bit mask for each role, with a bit for each byte. */

#ifndef TALLYSTICK_BLOCK_H
#define TALLYSTICK_BLOCK_H

#include "tokenizer.h"

enum { BLOCK = 64 };

typedef struct {
    uint64_t with[ROLES];
} Block;

/* Read the roles of BLOCK bytes. */
void classify(const Tokenizer *tokenizer, const uint8_t *bytes, Block *block);

#endif
