/* Tokenize a line of UTF-8: rewrite it where a tokenizer does, then find the tokens. */

#ifndef TALLYSTICK_TOKENIZE_H
#define TALLYSTICK_TOKENIZE_H

#include "tokenizing/tokenizer.h"

/* The tokens of one line, and a buffer to rewrite the line, in the memory of a call. Reused line by
 * line. */
typedef struct {
    Span *spans;
    size_t count, capacity;
    uint8_t *rewritten;
    size_t rewritten_length, rewritten_capacity;
    Span memory; /* what can be read around the spans */
    const Tokenizer *tokenizer;
    Folding folding;
    Work *work;
} TokenizedLine;

/* Find the tokens of a line, around which `memory` can be read. The spans point into the line or
 * into `tokens->rewritten`. */
void tokenize_line(Span line, Span memory, TokenizedLine *tokens);

/* Strip and fold a line whose tokenizer makes every character a token; `tokens` has no spans. */
Span fold_line(Span line, Span memory, TokenizedLine *tokens);

#endif
