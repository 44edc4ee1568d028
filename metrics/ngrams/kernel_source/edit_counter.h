/* The edits and hits of many pairs of sequences; short pairs are compared several at once. */

#ifndef TALLYSTICK_EDIT_COUNTER_H
#define TALLYSTICK_EDIT_COUNTER_H

#include "alignment.h"

/* Pairs wait until there are enough of similar length. */
enum { LANES = 4, WAITING_CLASSES = 32, LENGTHS_OF_A_CLASS = 8 };

typedef struct {
    Pair pair;      /* without what its sequences have in common at both ends */
    int64_t *found; /* its edits and hits, of which the hits at both ends are counted */
} WaitingPair;

/* Working memory. Make it once for all pairs. */
typedef struct {
    EditPattern pattern;
    Alignment alignment;
    WaitingPair waiting[WAITING_CLASSES][LANES]; /* by the length of the hypothesis */
    int counts[WAITING_CLASSES];
    uint64_t *places; /* by symbol and lane: where it occurs in the reference */
} EditCounter;

/* Compare by vector instructions from now on, if the processor has them. */
void use_vectors_for_edits(void);

/* All symbols must be below `symbol_count`. Free the counter even if this fails. */
Status edit_counter_init(EditCounter *counter, size_t symbol_count);
void edit_counter_free(EditCounter *counter);

/* Make room for more symbols, while no pair waits. */
Status edit_counter_widen(EditCounter *counter, size_t symbol_count);

/* Count the edits and hits of a pair in `found`, now or later: the sequences must stay in memory
 * until all pairs are finished. */
Status edit_counter_add(EditCounter *counter, Pair pair, Rule rule, int64_t found[2], Watch *watch);
Status edit_counter_finish(EditCounter *counter, Watch *watch);

#endif
