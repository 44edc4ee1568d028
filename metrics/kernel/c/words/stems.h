/* The stems of the tokens of a vocabulary, as numbers; and Porter's stemmer of English words. */

#ifndef TALLYSTICK_STEMS_H
#define TALLYSTICK_STEMS_H

#include "words/vocabulary.h"

/* Write for every token the number of its stem; stems are numbered in the order of their first
 * occurrence. Tokens of up to 3 characters are their own stems. */
Status number_stems(const Tokens *tokens, Watch *watch, uint32_t *numbers);

/* Replace a word, given as code points, by its stem, which is not longer; returns its length.
 * Capital letters are not folded, and end no suffix. */
size_t porter_stem(uint32_t *word, size_t length);

#endif
