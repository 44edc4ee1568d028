/* Word alignment by context, of hypotheses with references that have the same words. */

#ifndef TALLYSTICK_CONTEXT_ALIGNMENT_H
#define TALLYSTICK_CONTEXT_ALIGNMENT_H

#include "common.h"

/* Which contexts are tried. */
typedef struct {
    int left_first; /* of two contexts of the same length, the one on the left */
    int whole_left; /* a context on the left may begin with the first word, also if at least two
                     * fewer words follow than precede */
} ContextRules;

/* Working memory, reused for all pairs. */
typedef struct ContextAligner ContextAligner;

ContextAligner *context_aligner_new(size_t vocabulary_size);
void context_aligner_free(ContextAligner *aligner);

/* Align a hypothesis with a reference: `*ranks` are the positions in the reference of the `*count`
 * aligned words of the hypothesis, in order, until the next pair. A word is aligned by the shortest
 * n-gram that begins or ends with it and occurs exactly once in both. */
Status align_by_context(ContextAligner *aligner, Pair pair, ContextRules rules, Watch *watch,
                        const uint32_t **ranks, size_t *count);

#endif
