/* Edit distance between two sequences within a band around the diagonal, many columns at once.
 *
 * The rows of the matrix of distances belong to the words of one sequence, the columns to those of
 * the other, preceded by a row and a column for no word. A row is kept as bits: in which columns
 * the distance is one more, or one less, than in the column before. (Myers, "A fast bit-vector
 * algorithm for approximate string matching", JACM 1999; Hyyrö, "A bit-vector algorithm for
 * computing Levenshtein and Damerau edit distances", 2003.) Cells outside the band do not exist. */

#ifndef TALLYSTICK_BANDED_DISTANCE_H
#define TALLYSTICK_BANDED_DISTANCE_H

#include "common.h"

enum { BITS = 64 };

/* What a word of a row passes to the next one: whether the distance rises or falls by 1 from the
 * row before in its last column. */
typedef struct {
    uint64_t rises, falls;
} Passed;

/* Where the distance rises, falls or stays from the row before in 64 columns. */
typedef struct {
    uint64_t rises, falls, level;
} Vertical;

/* Turn 64 columns of a row into those of the next, at a word that equals those of the columns
 * `equal`. */
static inline Vertical advance_word(uint64_t *rises, uint64_t *falls, uint64_t equal,
                                    Passed *passed)
{
    uint64_t rise = *rises, fall = *falls, vertical = equal | fall, carried = equal | passed->falls;
    uint64_t level = (((carried & rise) + rise) ^ rise) | carried;
    Vertical found = {fall | ~(level | rise), rise & level, level};
    uint64_t rises_before = found.rises << 1 | passed->rises;
    *rises = (found.falls << 1 | passed->falls) | ~(vertical | rises_before);
    *falls = rises_before & vertical;
    *passed = (Passed){found.rises >> (BITS - 1), found.falls >> (BITS - 1)};
    return found;
}

/* Bit k of a row is column `low` + k. Bits behind the band rise. */
typedef struct {
    size_t rows, columns;            /* words of the two sequences */
    size_t row_words;                /* 64-bit words of a row */
    uint32_t *low, *high;            /* by row: the first and last column in the band */
    uint64_t *equal;                 /* by symbol: the columns that have it, from column 0 */
    size_t equal_words;              /* 64-bit words of a symbol */
    uint64_t *rises, *falls, *steep; /* by row; `steep`: one more than diagonally before */
    int64_t *last;                   /* by row: the distance in column `high` */
    uint64_t *bits; /* those of `rises`, `falls` and `steep` */
    size_t limits_capacity, last_capacity, bits_capacity, equal_capacity;
} Band;

/* How the words of the rows correspond to those of the columns, by the shortest path of which the
 * last steps are diagonal if possible, else down, else to the right. */
typedef struct {
    int64_t *row_of;                      /* by word of the columns: the last row so far, from 0 */
    uint32_t *row_errors, *column_errors; /* the words before each that do not match */
    uint8_t *operations; /* NULL, or those from the start: see `Operation` in edit_distance.h */
} BandPath;

/* Set the sizes. Symbols are below `symbols`; symbol 0 is in no column. Without a beam (0) the band
 * is the whole matrix; else it has `beam` columns on either side of the diagonal, or enough for the
 * rows to overlap. */
void band_set(Band *band, size_t rows, size_t columns, size_t beam, size_t symbols, Work *work);

/* Say which symbol the word of a column has, counted from 0. */
void band_set_symbol(Band *band, size_t column, uint32_t symbol);

/* Compute the rows behind row `known` for the symbols of the rows, and return the distance. */
int64_t band_fill(Band *band, const uint32_t *symbols, size_t known);

/* The distance if the symbols from `from` to before `middle` trade places with those up to before
 * `to`. `scratch` has room for two rows. */
int64_t band_distance_rotated(const Band *band, const uint32_t *symbols, size_t from,
                              size_t middle, size_t to, uint64_t *scratch, Work *work);

/* Whether every path with at most `distance` edits is within the band. */
int band_contains(const Band *band, size_t beam, int64_t distance);

/* Find the path; the operations may be NULL. Returns their number. */
size_t band_path(const Band *band, const uint32_t *symbols, const BandPath *path);

/* Whole matrices of distances: between the starts of two sequences, and between their ends. Both
 * bands are without a beam and filled; that of the ends is that of the reversed sequences. */
typedef struct {
    const Band *starts, *ends;
} Matrices;

/* The distance if the symbols of the rows from `from` to before `middle` trade places with those
 * up to before `to`; or any number above `most` if it is above `most`. `scratch` has room for
 * two rows. */
int64_t rotated_distance(Matrices matrices, const uint32_t *symbols, size_t from, size_t middle,
                         size_t to, int64_t most, uint64_t *scratch, Work *work);

/* The distance without the rows from `from` to before `to`; or any number above `most`. */
int64_t distance_without(Matrices matrices, size_t from, size_t to, int64_t most, Work *work);

/* The distance with a copy of the `words` rows from `start` on before row `row`; or any number above
 * `most`. `scratch` has room for two rows. */
int64_t distance_with(Matrices matrices, const uint32_t *symbols, size_t start, size_t words,
                      size_t row, int64_t most, uint64_t *scratch, Work *work);

#endif
