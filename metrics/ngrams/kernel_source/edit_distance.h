/* Edit distance (Levenshtein): the fewest insertions, deletions and substitutions of symbols that
 * turn one sequence into another. */

#ifndef TALLYSTICK_EDIT_DISTANCE_H
#define TALLYSTICK_EDIT_DISTANCE_H

#include "common.h"

/* A sequence that is compared with others, and working memory that is reused for all. Make it once,
 * set it to one sequence after the other, and compare each with any number of texts. */
typedef struct {
    const uint32_t *symbols; /* the sequence, which must stay in memory while it is set */
    size_t length;
    uint64_t *places;  /* by symbol: where it occurs in the strip that was marked last */
    size_t strip;      /* that strip: 64 symbols, from 64 * strip on */
    uint8_t *carries;  /* by symbol of the text: what a strip passes on to the next */
    size_t carry_capacity;
    size_t symbol_count;
} EditPattern;

/* All symbols must be below `symbol_count`. Free the pattern even if this fails. */
Status edit_pattern_init(EditPattern *pattern, size_t symbol_count);
void edit_pattern_set(EditPattern *pattern, const uint32_t *symbols, size_t length);
void edit_pattern_free(EditPattern *pattern);

/* The distance between the pattern that is set and a text. */
Status edit_distance(EditPattern *pattern, const uint32_t *text, size_t length, Watch *watch,
                     size_t *distance);

#endif
