/* Edit distance (Levenshtein): the fewest insertions, deletions and substitutions of symbols that
 * turn one sequence into another. */

#ifndef TALLYSTICK_EDIT_DISTANCE_H
#define TALLYSTICK_EDIT_DISTANCE_H

#include "places.h"

/* 64 differences down a column of the matrix of distances between the starts of two sequences: the
 * places where the distance rises by 1, and where it falls by 1, from one row to the next. */
typedef struct {
    uint64_t rising, falling;
} Differences;

typedef struct {
    const uint32_t *reference, *hypothesis;
    size_t reference_length, hypothesis_length;
} Pair;

/* The number of bytes that tell the symbols of both sequences apart. */
static inline int distinctive_bytes_of(Pair pair)
{
    int one = distinctive_bytes(pair.reference, pair.reference_length);
    int other = distinctive_bytes(pair.hypothesis, pair.hypothesis_length);
    return one > other ? one : other;
}

/* Working memory, reused for all pairs; starts as {0}. */
typedef struct {
    Places places[2];     /* in two strips of 64 symbols of the reference; between pairs, of none */
    uint8_t *carries;     /* by symbol of the hypothesis: what two strips pass on to the next */
    size_t carry_capacity;
    Differences *columns; /* see `edit_columns` */
    size_t column_count, column_capacity;
} EditMatrix;

void edit_matrix_free(EditMatrix *matrix);

/* The distance between the sequences of a pair. */
Status edit_distance(EditMatrix *matrix, Pair pair, Watch *watch, size_t *distance);

/* The same, and keep the matrix, of which a row is a symbol of the reference and a column one of the
 * hypothesis. It is as large as a sixty-fourth of the product of the lengths. */
Status edit_columns(EditMatrix *matrix, Pair pair, Watch *watch, size_t *distance);

/* The differences at a row and column of this matrix, both counted from 0. */
static inline int distance_rises(const EditMatrix *matrix, size_t row, size_t column)
{
    size_t at = row / 64 * matrix->column_count + column;
    CHECK(at < matrix->column_capacity && column < matrix->column_count);
    return matrix->columns[at].rising >> row % 64 & 1;
}

static inline int distance_falls(const EditMatrix *matrix, size_t row, size_t column)
{
    size_t at = row / 64 * matrix->column_count + column;
    CHECK(at < matrix->column_capacity && column < matrix->column_count);
    return matrix->columns[at].falling >> row % 64 & 1;
}

#endif
