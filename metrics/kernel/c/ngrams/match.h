/* Clipped matches between hypotheses and their references, order by order. */

#ifndef TALLYSTICK_MATCH_H
#define TALLYSTICK_MATCH_H

#include "common.h"

/* Token ids of hypotheses and references; every id is below `vocabulary_size`. */
typedef struct {
    const uint32_t *hypothesis_ids;
    const int64_t *hypothesis_offsets; /* segments + 1 */
    const uint32_t *reference_ids;
    const int64_t *reference_offsets; /* references + 1 */
    const int64_t *segment_offsets;   /* the references of each segment: segments + 1 */
    size_t segments, vocabulary_size;
    int max_order;
    int separately;        /* match every reference by itself: a row is a reference */
    const double *weights; /* the weight of every node of a table, or NULL */
    const double *others;  /* other weights, or NULL */
    int compensated;       /* sums of the other weights are compensated */
    size_t node_count;
    const uint32_t *nodes; /* the node of the n-gram of each order that starts at each token of the
                            * references; UNKNOWN and nodes that are not there have no weight */
    size_t node_stride;    /* the distance from one order to the next */
    size_t node_orders;
} MatchInput;

/* Arrays of the shape rows x max_order to be filled; the sums may be NULL. */
typedef struct {
    int64_t *matches;
    double *weighted; /* the sums of the weights of the matched n-grams */
    double *others;   /* the same of the other weights */
    uint32_t *clipped; /* the clipped matches of each n-gram, at one of the places where it starts in
                        * the references of its segment: max_order rows of one number for each of
                        * their tokens, filled with zeros before; or NULL */
    size_t clipped_stride;
} MatchOutput;

/* Match every hypothesis. A row is a segment or, separately, a reference. */
Status match_segments(const MatchInput *input, Watch *watch, const MatchOutput *output);

/* Working memory for pairs of segments of up to `longest` tokens. */
typedef struct {
    uint32_t *hypothesis, *reference; /* the numbers of their tokens */
    uint32_t *ngrams, *starts;        /* those of the hypothesis that are in the reference */
    uint32_t *reference_ngrams;       /* the n-gram that starts at each token */
    uint32_t *counts;                 /* by n-gram of the reference: those left to be matched */
    uint32_t *used;                   /* the places of the table that are set */
    uint32_t *memory;                 /* the block that holds all of the above */
    uint32_t *number_of_token;        /* all 0 between calls, like the table */
    uint16_t *table;                  /* the n-gram of each row and column, or 0 */
    size_t longest, tokens, places;
} PairScratch;

/* Allocate it, unless that was done before; it is all 0 at first. */
Status pair_scratch_allocate(PairScratch *scratch, size_t longest, size_t vocabulary_size);
void pair_scratch_free(PairScratch *scratch);

/* Count the matches of every order up to the first without any; the rest of `matches` is left as
 * it is. Returns 0, without counting, if the pair does not fit the working memory. */
int match_pair(const Pair *pair, int max_order, PairScratch *scratch, int64_t *matches);

#endif
