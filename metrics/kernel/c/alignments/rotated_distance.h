/* Edit distance between two sequences after two neighbouring parts of one trade places, from whole
 * matrices of distances: between the starts of the sequences, and between their ends. */

#ifndef TALLYSTICK_ROTATED_DISTANCE_H
#define TALLYSTICK_ROTATED_DISTANCE_H

#include "alignments/banded_distance.h"

/* Both bands are without a beam and filled; that of the ends is that of the reversed sequences. */
typedef struct {
    const Band *starts, *ends;
} Matrices;

/* The distance if the symbols of the rows from `from` to before `middle` trade places with those up
 * to before `to`; or any number above `most` if it is above `most`. `scratch` has room for two rows;
 * `*work` is increased by the number of words computed. */
int64_t rotated_distance(Matrices matrices, const uint32_t *symbols, size_t from, size_t middle,
                         size_t to, int64_t most, uint64_t *scratch, size_t *work);

/* The distance without the rows from `from` to before `to`; or any number above `most`. */
int64_t distance_without(Matrices matrices, size_t from, size_t to, int64_t most, size_t *work);

#endif
