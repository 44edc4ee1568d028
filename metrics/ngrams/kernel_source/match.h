/* Clipped matches between hypotheses and their references, order by order. */

#ifndef TALLYSTICK_MATCH_H
#define TALLYSTICK_MATCH_H

#include "ngram_table.h"

/* Token ids of hypotheses and references; every id is below `vocabulary_size`. */
typedef struct {
    const uint32_t *hypothesis_ids;
    const int64_t *hypothesis_offsets; /* segments + 1 */
    const uint32_t *reference_ids;
    const int64_t *reference_offsets; /* references + 1 */
    const int64_t *segment_offsets;   /* the references of each segment: segments + 1 */
    size_t segments, vocabulary_size;
    int max_order;
    const NodeTable *table;  /* n-grams with weights, or NULL */
    const double *weights;   /* the weight of every node */
    const uint32_t *mapping; /* the table's id of each token here, or UNKNOWN */
} MatchInput;

/* Fill `matches` and, with a table, `weighted`, both segments x max_order. */
Status match_segments(const MatchInput *input, Watch *watch, int64_t *matches, double *weighted);

#endif
