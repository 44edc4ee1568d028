/* Resamples of a test set: random draws, and sums of small whole numbers over them. And pairs of
 * numbers. */

#ifndef TALLYSTICK_NUMBERS_H
#define TALLYSTICK_NUMBERS_H

#include "common.h"

/* Count how often each unit is drawn in the resamples from `start` to `stop`, in rows of `units`
 * counts. Every resample reads its own section of the stream of random words of `key`. */
void count_draws(const uint64_t key[2], uint64_t start, uint64_t stop, size_t units,
                 int16_t *counts);

/* Write 1 for each unit that two systems exchange in the resamples from `start` to `stop`, else 0.
 * A unit takes one bit of the stream. */
void mark_exchanges(const uint64_t key[2], uint64_t start, uint64_t stop, size_t units,
                    int16_t *exchanged);

/* Multiply every row of numbers by every row of weights, both of `units` values, and add up the
 * products, modulo 2^32. */
void add_up_weighted(const int16_t *numbers, size_t rows, const int16_t *weights, size_t columns,
                     size_t units, int32_t *sums);

/* Count the pairs of each sequence in which the later number is greater. */
Status count_ascending_pairs(const uint32_t *numbers, const int64_t *offsets, size_t sequences,
                             int64_t *counts, Watch *watch);

#endif
