/* The stems of the tokens of a vocabulary, as numbers. */

#ifndef TALLYSTICK_STEMS_H
#define TALLYSTICK_STEMS_H

#include "words/vocabulary.h"

/* Write for every token the number of its stem; stems are numbered in the order of their first
 * occurrence. Tokens of up to 3 characters are their own stems. */
Status number_stems(const Tokens *tokens, Watch *watch, uint32_t *numbers);

#endif
