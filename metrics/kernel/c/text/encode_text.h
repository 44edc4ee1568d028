/* The tokens of lines as numbers. */

#ifndef TALLYSTICK_ENCODE_TEXT_H
#define TALLYSTICK_ENCODE_TEXT_H

#include "binding/binding.h"
#include "words/vocabulary.h"

/* Number the tokens of hypotheses and references, in the memory of a call: tuples of strings, which are
 * followed by the offsets of the segments. */
Segments encode_strings(const Value *given, const Tokenizer *tokenizer, Folding folding,
                        Tokens *tokens, Work *work);

#endif
