/* Clipped matches of one hypothesis with one reference, without weights. */

#ifndef TALLYSTICK_MATCH_PAIR_H
#define TALLYSTICK_MATCH_PAIR_H

#include "common.h"

/* For pairs of segments of up to `longest` tokens, in the memory of a call. */
typedef struct {
    uint32_t *hypothesis, *reference; /* the numbers of their tokens */
    uint32_t *ngrams, *starts;        /* those of the hypothesis that are in the reference */
    uint32_t *reference_ngrams;       /* the n-gram that starts at each token */
    uint32_t *counts;                 /* by n-gram of the reference: those left to be matched */
    uint32_t *used;                   /* the places of the table that are set */
    uint32_t *number_of_token;        /* all 0 between calls, like the table */
    uint16_t *table;                  /* the n-gram of each row and column, or 0 */
    size_t longest, tokens, places;
} PairScratch;

/* Allocate it, unless that was done before; it is all 0 at first. */
void pair_scratch_allocate(PairScratch *scratch, size_t longest, size_t vocabulary_size, Work *work);

/* Count the matches of every order up to the first without any; the rest of `matches` is left as
 * it is. Returns 0, without counting, if the pair does not fit the working memory. */
int match_pair(const Pair *pair, int max_order, PairScratch *scratch, int64_t *matches);

#endif
