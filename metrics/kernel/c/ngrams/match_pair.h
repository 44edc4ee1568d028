/* Clipped matches of one hypothesis with one reference, order by order. */

#ifndef TALLYSTICK_MATCH_PAIR_H
#define TALLYSTICK_MATCH_PAIR_H

#include "common.h"

typedef struct {
    const uint32_t *hypothesis_ids, *reference_ids;
    size_t hypothesis_length, reference_length;
    int max_order;
} PairInput;

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
int match_pair(const PairInput *pair, PairScratch *scratch, int64_t *matches);

#endif
