/* The roles of 64 bytes at once: a bit mask for each role but IN_WORD, with a bit for each byte; and
 * words of ASCII, which need no roles. */

#ifndef TALLYSTICK_BLOCK_H
#define TALLYSTICK_BLOCK_H

#include "tokenizing/tokenizer.h"

enum { BLOCK = 64 };

typedef struct {
    uint64_t with[ROLES];
} Block;

/* Read the roles of BLOCK bytes, from tables made of `Tokenizer.role_of_byte`. */
void classify(const Tokenizer *tokenizer, const uint8_t *bytes, Block *block);

/* Find words of the characters A to Z, a to z and 0 to 9 between `line` and `end`, in order, and
 * return their number, which is at most half of the number of bytes, rounded up. Bytes after the line
 * can be read up to `limit`. `*may_lower` is 0 unless another character can become one of a to z in
 * lower case. */
size_t find_words(const uint8_t *line, const uint8_t *end, const uint8_t *limit, Span *words,
                  int *may_lower);

/* Find the tokens between `line` and `end`, in order, and return their number, which is at most
 * the number of bytes. Bytes after the line can be read up to `limit`. */
size_t scan(const Tokenizer *tokenizer, const uint8_t *line, const uint8_t *end,
            const uint8_t *limit, Span *spans);

#endif
