/* Word alignment by context, of hypotheses with references that have the same words. */

#ifndef TALLYSTICK_CONTEXT_ALIGNMENT_H
#define TALLYSTICK_CONTEXT_ALIGNMENT_H

#include "common.h"

/* A hypothesis or a reference, as token ids. */
typedef struct {
    const uint32_t *ids;
    size_t length;
} Words;

/* Which contexts are tried. */
typedef struct {
    int left_first; /* of two contexts of the same length, the one on the left */
    int whole_left; /* a context on the left may begin with the first word, also if at least two
                     * fewer words follow than precede */
} ContextRules;

/* The alignment of one hypothesis with one reference: for each aligned word of the hypothesis, in
 * order, its position in the reference. The memory is reused for the next pair. */
typedef struct ContextAligner ContextAligner;

ContextAligner *context_aligner_new(size_t vocabulary_size);
void context_aligner_free(ContextAligner *aligner);

/* Align a hypothesis with a reference. Afterwards `context_ranks` are the positions. A word is
 * aligned by the shortest n-gram that begins or ends with it and occurs exactly once in both. */
Status align_by_context(ContextAligner *aligner, Words hypothesis, Words reference,
                        ContextRules rules, Watch *watch);
const uint32_t *context_ranks(const ContextAligner *aligner, size_t *count);

#endif
