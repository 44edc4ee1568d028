/* Longest common subsequences of hypotheses and references, and unions of them over sentences. */

#ifndef TALLYSTICK_SUBSEQUENCES_H
#define TALLYSTICK_SUBSEQUENCES_H

#include "common.h"

/* The sentences of texts, as token ids. */
typedef struct {
    const uint32_t *ids;
    const int64_t *sentences; /* where each sentence begins in `ids`, and the end of the last */
    const int64_t *texts;     /* the first sentence of each text, and the end of the last */
} Sentences;

/* Hypotheses and references; every id is below `vocabulary_size`. */
typedef struct {
    Sentences hypotheses, references;
    const int64_t *segment_offsets; /* the references of each segment: segments + 1 */
    size_t segments, vocabulary_size;
} SubsequenceInput;

/* Write for every reference the number of its tokens that are in a longest common subsequence of
 * one of its sentences and a sentence of the hypothesis, each token of the vocabulary at most as
 * often as the hypothesis has it. For texts of one sentence, this is the length of the
 * subsequence. */
Status match_subsequences(const SubsequenceInput *input, Watch *watch, int64_t *matches);

#endif
