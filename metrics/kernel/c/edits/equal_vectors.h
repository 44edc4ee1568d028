/* Where symbols of one or two bytes occur in a sequence of up to 64, by vector instructions: a symbol
 * is compared with all of the sequence at once. See places.h for any processor. */

#ifndef TALLYSTICK_EQUAL_VECTORS_H
#define TALLYSTICK_EQUAL_VECTORS_H

#include "common.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define FINDS_EQUAL_BY_AVX2 1
#else
#define FINDS_EQUAL_BY_AVX2 0
#endif

/* Write the places of every symbol of a text, the next `step` numbers after the one before. All
 * symbols have `size` bytes, 1 or 2. Only for processors with AVX2. */
void find_equal_by_avx2(const void *sequence, size_t count, const void *text, size_t length,
                        int size, uint64_t *found, size_t step);

#endif
