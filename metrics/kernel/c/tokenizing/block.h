/* The roles of 64 bytes at once: a bit mask for each role but IN_WORD, with a bit for each byte.
 *
 * Portable code does this, or vector instructions where the processor has them, with equal results.
 * Both read tables made from `Tokenizer.role_of_byte`. */

#ifndef TALLYSTICK_BLOCK_H
#define TALLYSTICK_BLOCK_H

#include "tokenizing/tokenizer.h"

enum { BLOCK = 64 };

static inline int lowest_bit(uint64_t bits)
{
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(bits);
#else
    int number = 0;
    for (; !(bits & 0xFF); bits >>= 8) number += 8;
    for (; !(bits & 1); bits >>= 1) number++;
    return number;
#endif
}

static inline uint64_t lowest_bits(size_t count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

struct Block {
    uint64_t with[ROLES];
};

/* Read the roles of BLOCK bytes by the fastest code for this processor, or by portable code. */
Classify *fastest_classify(void);
void classify_portably(const Tokenizer *tokenizer, const uint8_t *bytes, Block *block);

#endif
