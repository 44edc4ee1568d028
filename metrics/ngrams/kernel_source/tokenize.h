/* Tokenizers over UTF-8 bytes; each equals the Python tokenizer of its name. */

#ifndef TALLYSTICK_TOKENIZE_H
#define TALLYSTICK_TOKENIZE_H

#include "common.h"

typedef struct {
    const uint8_t *start;
    size_t length;
} Span;

typedef enum { TOKENIZER_NONE, TOKENIZER_CHAR, TOKENIZER_13A, TOKENIZER_MTEVAL_13A } TokenizerKind;

/* The spans of the tokens of one line, and a buffer to rewrite the line. Reused line by line. */
typedef struct {
    Span *spans;
    size_t count, capacity;
    uint8_t *rewritten;
    size_t rewritten_capacity;
    const uint8_t *limit; /* the end of the memory that the spans point into */
} TokenizedLine;

/* Find the tokens of a line. Bytes after it can be read up to `limit`. The spans point into the
 * line or into `tokens->rewritten`. */
Status tokenize_line(TokenizerKind kind, int fold_ascii, const uint8_t *line, size_t length,
                     const uint8_t *limit, TokenizedLine *tokens);

void tokenized_line_free(TokenizedLine *tokens);

#endif
