/* Find words of the characters A to Z, a to z and 0 to 9, which all other characters separate. */

#ifndef TALLYSTICK_ASCII_WORDS_H
#define TALLYSTICK_ASCII_WORDS_H

#include "tokenizing/block.h"

/* Find the words between `line` and `end`, in order, and return their number, which is at most half
 * of the number of bytes, rounded up. Bytes after the line can be read up to `limit`. `*may_lower`
 * is 0 unless another character can become one of a to z in lower case. By the fastest code for this
 * processor, or by portable code. */
FindWords *fastest_find_words(void);
FindWords find_words_portably;

#endif
