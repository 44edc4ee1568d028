/* Alignments of two sequences of symbols with the fewest edits, and the edits and hits of many
 * pairs, of which short ones are compared several at once. */

#ifndef TALLYSTICK_EDIT_COUNTER_H
#define TALLYSTICK_EDIT_COUNTER_H

#include "edits/edit_distance.h"

/* Which of the alignments with the fewest edits: the one with the most hits, where, from the start,
 * a hit or substitution goes before a deletion, and that before an insertion; or, from the end, a
 * deletion before a substitution, before an insertion, before a hit. In both, what the sequences
 * have in common at the start and at the end is aligned first. */
typedef enum { MOST_HITS, EDITS_LAST, RULES } Rule;

/* In the memory of a call, reused for all pairs. */
typedef struct {
    EditMatrix differences;
    uint64_t *costs;
    size_t cost_capacity;
    uint8_t *operations; /* those of the last path */
    size_t operation_capacity;
} Alignment;

/* Count the operations of this alignment of sequences that have nothing in common at both ends. */
PathLength count_operations(Alignment *alignment, Pair pair, Rule rule);

/* The argument that names a rule. */
#define RULE {"rule", CHOICE, .choices = rule_names}
extern const char *const rule_names[];

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
