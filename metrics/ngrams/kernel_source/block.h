/* The roles of 64 bytes at once: a bit mask for each role but IN_WORD, with a bit for each byte.
 *
 * Portable code does this, or vector instructions where the processor has them, with equal results.
 * Both read tables made from `Tokenizer.role_of_byte`. */

#ifndef TALLYSTICK_BLOCK_H
#define TALLYSTICK_BLOCK_H

#include "tokenizer.h"

enum { BLOCK = 64 };

struct Block {
    uint64_t with[ROLES];
};

/* Read the roles of BLOCK bytes by the fastest code for this processor, or by portable code. */
Classify *fastest_classify(void);
void classify_portably(const Tokenizer *tokenizer, const uint8_t *bytes, Block *block);

#endif
