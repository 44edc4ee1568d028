/* The edits and hits of lines of text, whose tokens are only compared with those of one segment. */

#ifndef TALLYSTICK_TEXT_EDITS_H
#define TALLYSTICK_TEXT_EDITS_H

#include "binding/binding.h"
#include "tokenizing/tokenize.h"

typedef struct {
    const Tokenizer *tokenizer;
    Folding folding;
    Rule rule;
    Lines hypotheses, references; /* both of UTF-8, or both strings */
    const int64_t *segments; /* the first reference of each, and the end of the last */
    size_t segment_count;
} TextEdits;

/* Write for every reference the edits, the hits, the tokens of its hypothesis and its own. Works
 * without the GIL. */
Status count_text_edits(const TextEdits *texts, int64_t (*found)[4], Watch *watch);

#endif
