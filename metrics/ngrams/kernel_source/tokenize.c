#include "tokenize.h"

enum {
    SPACE_IN_PYTHON = 1, /* str.split() breaks here */
    SPACE_IN_PERL = 2,   /* \s of a decoded string matches here */
    MAYBE_WIDE_SPACE = 4,
    DIGIT = 8,
    PERIOD_OR_COMMA = 16,
    HYPHEN = 32,
    ISOLATED = 64, /* ASCII punctuation and symbols that are always single tokens in 13a */
};

#define BOTH_SPACES (SPACE_IN_PYTHON | SPACE_IN_PERL)

static const uint8_t byte_class[256] = {
    ['\t'] = BOTH_SPACES, ['\n'] = BOTH_SPACES, ['\v'] = BOTH_SPACES, ['\f'] = BOTH_SPACES,
    ['\r'] = BOTH_SPACES, [' '] = BOTH_SPACES,
    [0x1C] = SPACE_IN_PYTHON, [0x1D] = SPACE_IN_PYTHON,
    [0x1E] = SPACE_IN_PYTHON, [0x1F] = SPACE_IN_PYTHON,
    [0xC2] = MAYBE_WIDE_SPACE, [0xE1] = MAYBE_WIDE_SPACE,
    [0xE2] = MAYBE_WIDE_SPACE, [0xE3] = MAYBE_WIDE_SPACE,
    ['0'] = DIGIT, ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT,
    ['5'] = DIGIT, ['6'] = DIGIT, ['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT,
    ['.'] = PERIOD_OR_COMMA, [','] = PERIOD_OR_COMMA, ['-'] = HYPHEN,
    ['!'] = ISOLATED, ['"'] = ISOLATED, ['#'] = ISOLATED, ['$'] = ISOLATED, ['%'] = ISOLATED,
    ['&'] = ISOLATED, ['('] = ISOLATED, [')'] = ISOLATED, ['*'] = ISOLATED, ['+'] = ISOLATED,
    ['/'] = ISOLATED, [':'] = ISOLATED, [';'] = ISOLATED, ['<'] = ISOLATED, ['='] = ISOLATED,
    ['>'] = ISOLATED, ['?'] = ISOLATED, ['@'] = ISOLATED, ['['] = ISOLATED, ['\\'] = ISOLATED,
    [']'] = ISOLATED, ['^'] = ISOLATED, ['_'] = ISOLATED, ['`'] = ISOLATED, ['{'] = ISOLATED,
    ['|'] = ISOLATED, ['}'] = ISOLATED, ['~'] = ISOLATED,
};

/* The number of bytes of the non-ASCII white space character at `at`, or 0. */
static size_t wide_space(const uint8_t *at, const uint8_t *end)
{
    size_t left = (size_t)(end - at);
    if (at[0] == 0xC2) return left >= 2 && (at[1] == 0x85 || at[1] == 0xA0) ? 2 : 0;
    if (left < 3) return 0;
    if (at[0] == 0xE1) return at[1] == 0x9A && at[2] == 0x80 ? 3 : 0; /* U+1680 */
    if (at[0] == 0xE3) return at[1] == 0x80 && at[2] == 0x80 ? 3 : 0; /* U+3000 */
    if (at[1] == 0x81) return at[2] == 0x9F ? 3 : 0;                  /* U+205F */
    if (at[1] != 0x80) return 0;
    /* U+2000 to U+200A, U+2028, U+2029, U+202F */
    return at[2] <= 0x8A || at[2] == 0xA8 || at[2] == 0xA9 || at[2] == 0xAF ? 3 : 0;
}

static size_t space_at(const uint8_t *at, const uint8_t *end, uint8_t space)
{
    uint8_t class = byte_class[*at];
    if (class & space) return 1;
    return class & MAYBE_WIDE_SPACE ? wide_space(at, end) : 0;
}

static size_t character_at(const uint8_t *at, const uint8_t *end)
{
    size_t length = *at < 0x80 ? 1 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
    return length <= (size_t)(end - at) ? length : (size_t)(end - at);
}

/* The length of a line without trailing white space. */
static size_t stripped_length(const uint8_t *line, size_t length)
{
    const uint8_t *end = line + length;
    while (end > line) {
        const uint8_t *last = end - 1;
        while (last > line && (*last & 0xC0) == 0x80) last--;
        if (space_at(last, end, SPACE_IN_PYTHON) != (size_t)(end - last)) break;
        end = last;
    }
    return (size_t)(end - line);
}

/* Replace every `pattern`, left to right, by a text that is not longer; returns the new length. */
static size_t replace_all(uint8_t *line, size_t length, const char *pattern, const char *by)
{
    size_t pattern_length = strlen(pattern), by_length = strlen(by);
    size_t written = 0, at = 0;
    CHECK(by_length <= pattern_length);
    while (at < length) {
        if (length - at >= pattern_length && !memcmp(line + at, pattern, pattern_length)) {
            memcpy(line + written, by, by_length);
            written += by_length;
            at += pattern_length;
        } else {
            line[written++] = line[at++];
        }
    }
    return written;
}

static inline void add(TokenizedLine *tokens, const uint8_t *start, const uint8_t *end)
{
    CHECK(start < end && tokens->count < tokens->capacity);
    tokens->spans[tokens->count].start = start;
    tokens->spans[tokens->count].length = (size_t)(end - start);
    tokens->count++;
}

static void split_into_characters(const uint8_t *at, const uint8_t *end, TokenizedLine *tokens)
{
    while (at < end) {
        size_t space = space_at(at, end, SPACE_IN_PYTHON);
        size_t length = space ? space : character_at(at, end);
        if (!space) add(tokens, at, at + length);
        at += length;
    }
}

/* The number of ASCII letters at `at`, up to 8; also 0 if fewer than 8 bytes can be read. */
static inline size_t leading_letters(const uint8_t *at, const uint8_t *limit)
{
#if EIGHT_BYTES_AT_ONCE
    const uint64_t each = UINT64_C(0x0101010101010101), high = each * 0x80;
    if (limit - at < 8) return 0;
    uint64_t bytes = load_8(at);
    uint64_t lower = (bytes | each * 0x20) & ~high;
    uint64_t from_a = lower + each * (0x80 - 'a');
    uint64_t behind_z = lower + each * (0x7F - 'z');
    uint64_t others = (~from_a | behind_z | bytes) & high;
    return others ? (size_t)__builtin_ctzll(others) / 8 : 8;
#else
    (void)at, (void)limit;
    return 0;
#endif
}

/* Split at white space only (if `relevant` holds no other class), or apply the four substitutions
 * of 13a in one pass:
 *
 * (1) Isolate ISOLATED characters. (2) Isolate a period or comma after a non-digit; the
 * substitution consumes both characters, so a consumed period is not a non-digit before the next
 * one. (3) Isolate a period or comma before a non-digit. (4) Isolate a hyphen after a digit. The
 * line is treated as padded with a space at both ends.
 *
 * Bytes after the line can be read up to `limit`.
 */
static void split(const uint8_t *at, const uint8_t *end, const uint8_t *limit, uint8_t relevant,
                  TokenizedLine *tokens)
{
    const uint8_t *token = NULL;
    int after_unconsumed_non_digit = 1; /* the padding */
    int after_digit = 0;
    while (at < end) {
        size_t letters = leading_letters(at, limit);
        if (letters) { /* most bytes are in runs of letters */
            if (!token) token = at;
            after_digit = 0;
            after_unconsumed_non_digit = 1;
            at += letters;
            if (at >= end) break;
            if (letters == 8) continue;
        }
        uint8_t class = byte_class[*at] & relevant;
        size_t length = 1;
        int alone = 0, is_space = 0, is_digit = 0, consumed = 0;
        if (class & BOTH_SPACES) {
            is_space = 1;
        } else if (class & ISOLATED) {
            alone = 1;
        } else if (class & PERIOD_OR_COMMA) {
            consumed = after_unconsumed_non_digit;
            alone = consumed || at + 1 == end || !(byte_class[at[1]] & DIGIT);
        } else if (class & HYPHEN) {
            alone = after_digit;
        } else if (class & DIGIT) {
            is_digit = 1;
        } else if (class & MAYBE_WIDE_SPACE) {
            size_t wide = wide_space(at, end);
            is_space = wide != 0;
            if (wide) length = wide;
        }
        if (alone || is_space) {
            if (token) add(tokens, token, at);
            token = NULL;
            if (alone) add(tokens, at, at + 1);
        } else if (!token) {
            token = at;
        }
        after_digit = is_digit;
        after_unconsumed_non_digit = !is_digit && !consumed;
        at += length;
    }
    if (token) add(tokens, token, end);
}

/* Apply the deletions and entities of 13a that precede its splits; returns the new length. */
static size_t decode_13a(uint8_t *line, size_t length)
{
    length = replace_all(line, length, "<skipped>", "");
    length = replace_all(line, length, "-\n", "");
    length = replace_all(line, length, "&quot;", "\"");
    length = replace_all(line, length, "&amp;", "&");
    length = replace_all(line, length, "&lt;", "<");
    return replace_all(line, length, "&gt;", ">");
}

static void fold(uint8_t *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (line[i] >= 'A' && line[i] <= 'Z') line[i] |= 0x20;
}

Status tokenize_line(TokenizerKind kind, int fold_ascii, const uint8_t *line, size_t length,
                     const uint8_t *limit, TokenizedLine *tokens)
{
    int is_13a = kind == TOKENIZER_13A || kind == TOKENIZER_MTEVAL_13A;
    tokens->count = 0;
    if (kind != TOKENIZER_MTEVAL_13A) length = stripped_length(line, length);
    /* No more tokens than bytes. */
    if (reserve((void **)&tokens->spans, &tokens->capacity, length, sizeof(Span)) != FINE)
        return OUT_OF_MEMORY;
    if (!length) return FINE;
    int decode = is_13a && (memchr(line, '&', length) || memchr(line, '<', length) ||
                            memchr(line, '\n', length));
    if (decode || fold_ascii) {
        if (reserve((void **)&tokens->rewritten, &tokens->rewritten_capacity, length + 8, 1) != FINE)
            return OUT_OF_MEMORY;
        memcpy(tokens->rewritten, line, length);
        line = tokens->rewritten;
        limit = line + tokens->rewritten_capacity;
        /* sacreBLEU folds the raw line; mteval folds the decoded line. */
        if (fold_ascii && kind != TOKENIZER_MTEVAL_13A) fold(tokens->rewritten, length);
        if (decode) length = decode_13a(tokens->rewritten, length);
        if (fold_ascii && kind == TOKENIZER_MTEVAL_13A) fold(tokens->rewritten, length);
    }
    tokens->limit = limit;
    switch (kind) {
    case TOKENIZER_NONE:
        split(line, line + length, limit, SPACE_IN_PYTHON | MAYBE_WIDE_SPACE, tokens);
        break;
    case TOKENIZER_CHAR:
        split_into_characters(line, line + length, tokens);
        break;
    case TOKENIZER_13A:
        split(line, line + length, limit, (uint8_t)~SPACE_IN_PERL, tokens);
        break;
    case TOKENIZER_MTEVAL_13A:
        split(line, line + length, limit, (uint8_t)~SPACE_IN_PYTHON, tokens);
        break;
    }
    return FINE;
}

void tokenized_line_free(TokenizedLine *tokens)
{
    free(tokens->spans);
    free(tokens->rewritten);
}
