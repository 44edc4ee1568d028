#include "tokenize.h"

/* Python's white space at `at`: the number of its bytes, or 0. */
static size_t space_at(const uint8_t *at, const uint8_t *end)
{
    if (*at < 0x80) return *at == ' ' || (*at >= '\t' && *at <= '\r') || (*at >= 0x1C && *at < ' ');
    size_t length = *at < 0xE0 ? 2 : 3;
    if (*at < FIRST_LEAD || *at >= 0xF0 || (size_t)(end - at) < length) return 0;
    uint32_t code = length == 2 ? (at[0] & 0x1Fu) << 6 | (at[1] & 0x3F)
                                : (at[0] & 0x0Fu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3F);
    return classes_of(code) & CLASS_WIDE_SPACE ? length : 0;
}

static const uint8_t *stripped_start(const uint8_t *line, const uint8_t *end)
{
    size_t length;
    while (line < end && (length = space_at(line, end))) line += length;
    return line;
}

static const uint8_t *stripped_end(const uint8_t *line, const uint8_t *end)
{
    while (end > line) {
        const uint8_t *last = end - 1;
        while (last > line && (*last & 0xC0) == 0x80) last--;
        if (space_at(last, end) != (size_t)(end - last)) break;
        end = last;
    }
    return end;
}

/* Replace every text, left to right, by one that is not longer; returns the new length. */
static size_t replace_all(uint8_t *line, size_t length, const Replacement *by)
{
    size_t text_length = strlen(by->text), replacement_length = strlen(by->replacement);
    size_t written = 0, at = 0;
    CHECK(replacement_length <= text_length);
    while (at < length) {
        if (length - at >= text_length && !memcmp(line + at, by->text, text_length)) {
            memcpy(line + written, by->replacement, replacement_length);
            written += replacement_length;
            at += text_length;
        } else {
            line[written++] = line[at++];
        }
    }
    return written;
}

/* Whether a line contains the first byte of a text to be replaced, or the last of "-\n". */
static int may_be_replaced(const Rules *rules, Folding folding, const uint8_t *line, size_t length)
{
    int is_done = folding == ALREADY_FOLDED && rules->folds_last;
    return rules->replacements && !is_done &&
           (memchr(line, '&', length) || memchr(line, '<', length) || memchr(line, '\n', length));
}

static void fold(uint8_t *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (line[i] >= 'A' && line[i] <= 'Z') line[i] |= 0x20;
}

/* Rewrite a line in place; returns the new length. */
static size_t rewrite(const Rules *rules, Folding folding, uint8_t *line, size_t length)
{
    if (folding == FOLD_ASCII && !rules->folds_last) fold(line, length);
    if (may_be_replaced(rules, folding, line, length))
        for (const Replacement *by = rules->replacements; by->text; by++)
            length = replace_all(line, length, by);
    if (folding == FOLD_ASCII && rules->folds_last) fold(line, length);
    return length;
}

static int starts_with(const uint8_t *at, const uint8_t *end, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(end - at) >= length && !memcmp(at, text, length);
}

static int is_space_before(const Tokenizer *tokenizer, const uint8_t *line, const uint8_t *at)
{
    size_t length;
    return at == line || role_at(tokenizer, character_before(at, line), at, &length) == SPACE;
}

/* The next word from `at` on that begins with http:// or https://; both ends are `end` if there is
 * none. */
static Span next_address(const Tokenizer *tokenizer, const uint8_t *line, const uint8_t *at,
                         const uint8_t *end)
{
    while (at < end && (at = memchr(at, 'h', (size_t)(end - at)))) {
        int found = starts_with(at, end, "http://") || starts_with(at, end, "https://");
        if (found && is_space_before(tokenizer, line, at)) {
            Span address = {at, at};
            size_t length = 0;
            while (address.end < end && role_at(tokenizer, address.end, end, &length) != SPACE)
                address.end += length;
            return address;
        }
        at++;
    }
    return (Span){end, end};
}

static void tokenize_part(const Tokenizer *tokenizer, Folding folding, const uint8_t *start,
                          const uint8_t *end, int is_copy, TokenizedLine *tokens)
{
    if (is_copy) {
        uint8_t *copy = tokens->rewritten + (start - tokens->rewritten);
        end = start + rewrite(tokenizer->rules, folding, copy, (size_t)(end - start));
    }
    CHECK((size_t)(end - start) <= tokens->capacity - tokens->count);
    tokens->count += scan(tokenizer, start, end, tokens->limit, tokens->spans + tokens->count);
}

/* Tokenize what is between addresses. White space ends it, so a rule finds there what it would find
 * if it were applied to one word at a time. */
static void tokenize_around_addresses(const Tokenizer *tokenizer, Folding folding,
                                      const uint8_t *line, const uint8_t *end, int is_copy,
                                      TokenizedLine *tokens)
{
    for (const uint8_t *at = line; at < end;) {
        Span address = next_address(tokenizer, line, at, end);
        tokenize_part(tokenizer, folding, at, address.start, is_copy, tokens);
        if (address.start < end) tokens->spans[tokens->count++] = address;
        at = address.end;
    }
}

Status tokenize_line(const Tokenizer *tokenizer, Folding folding, const uint8_t *line,
                     size_t length, const uint8_t *limit, TokenizedLine *tokens)
{
    const Rules *rules = tokenizer->rules;
    const uint8_t *end = line + length;
    if (rules->strips != STRIPS_NOTHING) end = stripped_end(line, end);
    if (rules->strips == STRIPS_BOTH_ENDS) line = stripped_start(line, end);
    length = (size_t)(end - line);
    tokens->count = 0;
    /* No more tokens than bytes. */
    if (reserve((void **)&tokens->spans, &tokens->capacity, length, sizeof(Span)) != FINE)
        return OUT_OF_MEMORY;
    if (!length) return FINE;
    int is_copy = folding == FOLD_ASCII || may_be_replaced(rules, folding, line, length);
    if (is_copy) {
        if (reserve((void **)&tokens->rewritten, &tokens->rewritten_capacity, length + BLOCK, 1) !=
            FINE)
            return OUT_OF_MEMORY;
        line = memcpy(tokens->rewritten, line, length);
        end = line + length;
        limit = line + tokens->rewritten_capacity;
    }
    tokens->limit = limit;
    if (rules->keeps_addresses)
        tokenize_around_addresses(tokenizer, folding, line, end, is_copy, tokens);
    else
        tokenize_part(tokenizer, folding, line, end, is_copy, tokens);
    return FINE;
}

void tokenized_line_free(TokenizedLine *tokens)
{
    free(tokens->spans);
    free(tokens->rewritten);
}
