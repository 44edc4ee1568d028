/* Instructions for several numbers at once, where the processor has them. Code for any processor
 * has equal results. */

#ifndef TALLYSTICK_VECTORS_H
#define TALLYSTICK_VECTORS_H

#include "common.h"

#if defined(__GNUC__) || defined(__clang__)
#define INLINED static inline __attribute__((always_inline))
#else
#define INLINED static inline
#endif

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define KNOWS_AVX2 1
#define WITH_AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#else
#define KNOWS_AVX2 0
#define WITH_AVX2
#endif

/* Whether functions WITH_AVX2 can be called. */
extern int uses_avx2;

/* So many bytes behind those that characters need at most can be written. */
enum { WRITTEN_BEHIND = 32 };

/* Write characters of 1, 2 or 4 bytes each, as Python keeps them, as UTF-8, and move `*out` behind
 * their bytes. Returns how many were written: all, or those before a block that contains a surrogate
 * or a character above U+FFFF; perhaps none if there is no whole block. NULL without such
 * instructions. */
typedef size_t WriteBlocks(int kind, const void *characters, size_t length, uint8_t **out);
extern WriteBlocks *write_blocks;

/* Use such instructions from now on, before any others of these functions are called. */
void use_vectors(void);

#endif
