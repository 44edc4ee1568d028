/* Edit distance (Levenshtein): the fewest insertions, deletions and substitutions of symbols that
 * turn one sequence into another. */

#ifndef TALLYSTICK_EDIT_DISTANCE_H
#define TALLYSTICK_EDIT_DISTANCE_H

#include "common.h"

/* 64 differences down a column of the matrix of distances between the starts of two sequences: the
 * places where the distance rises by 1, and where it falls by 1, from one row to the next. */
typedef struct {
    uint64_t rising, falling;
} Differences;

/* A sequence that is compared with others, and working memory that is reused for all. Make it once,
 * set it to one sequence after the other, and compare each with any number of texts. */
typedef struct {
    const uint32_t *symbols; /* the sequence, which must stay in memory while it is set */
    size_t length;
    uint64_t *places;  /* by symbol: where it occurs in the first of the two strips that were marked
                        * last, and then the same of the second */
    size_t strip;      /* the first of them: 64 symbols, from 64 * strip on */
    uint8_t *carries;  /* by symbol of the text: what two strips pass on to the next */
    size_t carry_capacity;
    Differences *columns; /* see `edit_columns` */
    size_t column_count, column_capacity;
    size_t symbol_count;
} EditPattern;

/* All symbols must be below `symbol_count`. Free the pattern even if this fails. */
Status edit_pattern_init(EditPattern *pattern, size_t symbol_count);
void edit_pattern_set(EditPattern *pattern, const uint32_t *symbols, size_t length);
void edit_pattern_free(EditPattern *pattern);

/* The distance between the pattern that is set and a text. */
Status edit_distance(EditPattern *pattern, const uint32_t *text, size_t length, Watch *watch,
                     size_t *distance);

/* The same, and keep the matrix, of which a row is a symbol of the pattern and a column one of the
 * text. It is as large as a sixty-fourth of the product of the lengths. */
Status edit_columns(EditPattern *pattern, const uint32_t *text, size_t length, Watch *watch,
                    size_t *distance);

/* The differences at a row and column of this matrix, both counted from 0. */
static inline int distance_rises(const EditPattern *pattern, size_t row, size_t column)
{
    size_t at = row / 64 * pattern->column_count + column;
    CHECK(at < pattern->column_capacity && column < pattern->column_count);
    return pattern->columns[at].rising >> row % 64 & 1;
}

static inline int distance_falls(const EditPattern *pattern, size_t row, size_t column)
{
    size_t at = row / 64 * pattern->column_count + column;
    CHECK(at < pattern->column_capacity && column < pattern->column_count);
    return pattern->columns[at].falling >> row % 64 & 1;
}

#endif
