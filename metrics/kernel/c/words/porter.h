/* Porter's stemmer of English words. */

#ifndef TALLYSTICK_PORTER_H
#define TALLYSTICK_PORTER_H

#include "common.h"

/* Replace a word, given as code points, by its stem, which is not longer; returns its length.
 * Capital letters are not folded, and end no suffix. */
size_t porter_stem(uint32_t *word, size_t length);

#endif
