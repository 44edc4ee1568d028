/* The edits and hits of many pairs of sequences; short pairs are compared several at once. */

#ifndef TALLYSTICK_EDIT_COUNTER_H
#define TALLYSTICK_EDIT_COUNTER_H

#include "alignments/alignment.h"

/* Pairs wait until there are enough of similar length. */
enum { LANES = 4, WAITING_CLASSES = 32, LENGTHS_OF_A_CLASS = 8 };

/* A column has as many rows as one or two words have bits, of which the first is for no symbol. */
enum { MOST_STRIPS = 2, MOST_IN_A_REFERENCE = 64 * MOST_STRIPS - 1,
       MOST_IN_A_HYPOTHESIS = WAITING_CLASSES * LENGTHS_OF_A_CLASS };

/* The places of a symbol in the references of several pairs. */
typedef uint64_t LanePlaces[LANES];

/* Pairs without what their sequences have in common at both ends. */
typedef struct {
    int count;
    size_t reference_lengths[LANES], hypothesis_lengths[LANES];
    int64_t *found[LANES]; /* the edits and hits, of which the hits at both ends are counted */
    LanePlaces *equal;     /* by symbol of the hypotheses and strip */
} WaitingPairs;

/* In the memory of a call. Make it once for all pairs. */
typedef struct {
    Work *work;
    Rule rule;
    Alignment alignment;
    uint32_t *symbols; /* those of a pair whose symbols are of different sizes, or short */
    size_t symbol_capacity;
    Places places[MOST_STRIPS]; /* between pairs, of none */
    WaitingPairs waiting[MOST_STRIPS][WAITING_CLASSES]; /* by the lengths of both sequences */
} EditCounter;

EditCounter *edit_counter_new(Work *work, Rule rule);

/* Count the edits and hits of a pair in `found`, at the latest when all pairs are finished. The
 * symbols of its sequences may differ in size. */
void edit_counter_add(EditCounter *counter, const Sequence *reference, const Sequence *hypothesis,
                      int64_t found[2]);

void edit_counter_finish(EditCounter *counter);

#endif
