/* Alignments of two sequences of symbols with the fewest edits. */

#ifndef TALLYSTICK_ALIGNMENT_H
#define TALLYSTICK_ALIGNMENT_H

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

#endif
