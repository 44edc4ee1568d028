/* Find the tokens of a line whose characters have roles. */

#ifndef TALLYSTICK_SCAN_H
#define TALLYSTICK_SCAN_H

#include "tokenizing/block.h"

/* Find the tokens between `line` and `end`, in order, and return their number, which is at most
 * the number of bytes. Bytes after the line can be read up to `limit`. */
size_t scan(const Tokenizer *tokenizer, const uint8_t *line, const uint8_t *end,
            const uint8_t *limit, Span *spans);

#endif
