#include "tokenizing/tokenize.h"

/* Python's white space at `at`: the number of its bytes, or 0. */
static size_t space_at(const uint8_t *at, const uint8_t *end)
{
    size_t length;
    uint32_t code = code_at(at, end, &length);
    int is_character = code < 0x80 || length == 2 || length == 3; /* of those that can be spaces */
    return is_character && is_white_space(code) ? length : 0;
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
        const uint8_t *last = character_before(end, line);
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
static int may_be_replaced(const Rules *rules, const uint8_t *line, size_t length)
{
    return rules->replacements &&
           (memchr(line, '&', length) || memchr(line, '<', length) || memchr(line, '\n', length));
}

/* Append text to what was rewritten. */
static Span append(Span text, TokenizedLine *tokens)
{
    size_t length = (size_t)(text.end - text.start);
    CHECK(length <= tokens->rewritten_capacity - tokens->rewritten_length);
    uint8_t *out = tokens->rewritten + tokens->rewritten_length;
    memcpy(out, text.start, length);
    tokens->rewritten_length += length;
    return (Span){out, out + length};
}

static Span fold(TokenizedLine *tokens, Span text)
{
    size_t length = (size_t)(text.end - text.start);
    int in_context = !tokens->tokenizer->rules->folds_without_context;
    if (tokens->folding == FOLD_NOTHING) return text;
    uint8_t *out = tokens->rewritten + tokens->rewritten_length, *end = out + length;
    CHECK(LOWERING_ROOM * length + WRITTEN_BEHIND <=
          tokens->rewritten_capacity - tokens->rewritten_length);
    if (tokens->folding == FOLD_ASCII) lower_ascii(text.start, length, out);
    else end = lower_text(text.start, length, in_context, out, tokens->work);
    tokens->rewritten_length += (size_t)(end - out);
    return (Span){out, end};
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

/* Join the words between which there is a single white space other than U+0020; returns the number
 * of words. */
static size_t join_words(Span *spans, size_t count)
{
    size_t kept = 0;
    for (size_t i = 1; i < count; i++) {
        const uint8_t *gap = spans[kept].end;
        size_t length = (size_t)(spans[i].start - gap);
        if (*gap != ' ' && space_at(gap, spans[i].start) == length) spans[kept].end = spans[i].end;
        else spans[++kept] = spans[i];
    }
    return count ? kept + 1 : 0;
}

static int is_ascii_punctuation(uint8_t byte)
{
    return (byte > ' ' && byte < '0') || (byte > '9' && byte < 'A') ||
           (byte > 'Z' && byte < 'a') || (byte > 'z' && byte < 0x7F);
}

/* The bytes of what is before punctuation at the end of a word, or else of punctuation at its
 * beginning; 0 if there is none. */
static size_t before_punctuation(const Span *word)
{
    size_t length = (size_t)(word->end - word->start);
    if (length == 1) return 0;
    if (is_ascii_punctuation(word->end[-1])) return length - 1;
    return is_ascii_punctuation(*word->start);
}

/* The bytes of what is before 's at the end of a word; 0 if that is not a possessive. The line ends
 * at `end`. */
static size_t before_possessive(const Tokenizer *tokenizer, const Span *word, const uint8_t *end)
{
    size_t length = (size_t)(word->end - word->start);
    if (length < 3 || word->end[-2] != '\'' || word->end[-1] != 's') return 0;
    int is_before = word->end == end || *word->end == ' ' || *word->end == '\n' ||
                    (*word->end < 0x80 && tokenizer->role_of_byte[*word->end] == ALONE);
    return is_before ? length - 2 : 0;
}

/* The bytes of the first of the two tokens of a word; 0 if the word is one token. */
static size_t first_part(const Tokenizer *tokenizer, const Span *word, const uint8_t *end)
{
    return tokenizer->rules->detaches_punctuation ? before_punctuation(word)
                                                  : before_possessive(tokenizer, word, end);
}

/* Divide words in place, from the last one on; returns the number of tokens. */
static size_t divide(const Tokenizer *tokenizer, Span *spans, size_t count, const uint8_t *end)
{
    size_t total = count;
    for (size_t i = 0; i < count; i++) total += first_part(tokenizer, &spans[i], end) != 0;
    for (size_t at = total; at > count;) {
        Span word = spans[--count];
        size_t first = first_part(tokenizer, &word, end);
        spans[--at] = (Span){word.start + first, word.end};
        if (first) spans[--at] = (Span){word.start, word.start + first};
    }
    return total;
}

/* Delete punctuation from tokens in place, and tokens without other characters; returns the number
 * of those that are left. */
static size_t delete_punctuation(const TokenizedLine *tokens, Span *spans, size_t count)
{
    static const char deleted[] = {'.', ',', '?', ':', ';', '!', '"', '(', ')'};
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t *start = tokens->rewritten + (spans[i].start - tokens->rewritten), *out = start;
        for (const uint8_t *at = start; at < spans[i].end; at++)
            if (*at > '?' || !memchr(deleted, *at, sizeof deleted)) *out++ = *at;
        if (out > start) spans[kept++] = (Span){start, out};
    }
    return kept;
}

static void tokenize_part(int replaces, Span text, TokenizedLine *tokens)
{
    const Tokenizer *tokenizer = tokens->tokenizer;
    const Rules *rules = tokenizer->rules;
    if (!rules->folds_last) text = fold(tokens, text);
    if (replaces || rules->deletes_punctuation) text = append(text, tokens);
    if (replaces) {
        uint8_t *copy = tokens->rewritten + (text.start - tokens->rewritten);
        size_t length = (size_t)(text.end - text.start);
        for (const Replacement *by = rules->replacements; by->text; by++)
            length = replace_all(copy, length, by);
        text.end = text.start + length;
    }
    if (rules->folds_last) text = fold(tokens, text);
    /* No more tokens than bytes. */
    RESERVE(tokens->work, tokens->spans, tokens->capacity,
            tokens->count + (size_t)(text.end - text.start) + 1);
    Span *found = tokens->spans + tokens->count;
    size_t count = scan(tokenizer, text.start, text.end, tokens->memory.end, found);
    if (rules->detaches_punctuation || rules->detaches_possessives)
        count = divide(tokenizer, found, count, text.end);
    if (rules->joins_at_one_space) count = join_words(found, count);
    if (rules->deletes_punctuation) count = delete_punctuation(tokens, found, count);
    tokens->count += count;
}

/* Tokenize what is between addresses. White space ends it, so a rule finds there what it would find
 * if it were applied to one word at a time. */
static void tokenize_around_addresses(int replaces, Span line, TokenizedLine *tokens)
{
    for (const uint8_t *at = line.start; at < line.end;) {
        Span address = next_address(tokens->tokenizer, line.start, at, line.end);
        tokenize_part(replaces, (Span){at, address.start}, tokens);
        at = address.end;
        if (address.start == line.end) break;
        if (replaces || tokens->folding != FOLD_NOTHING) address = append(address, tokens);
        tokens->spans[tokens->count++] = address; /* there is room for one more than bytes */
    }
}

/* Strip a line, and make room to rewrite it if that is needed. */
static Span begin_line(Span text, Span memory, TokenizedLine *tokens, int *replaces)
{
    const Rules *rules = tokens->tokenizer->rules;
    if (rules->strips != STRIPS_NOTHING) text.end = stripped_end(text.start, text.end);
    if (rules->strips == STRIPS_BOTH_ENDS) text.start = stripped_start(text.start, text.end);
    size_t length = (size_t)(text.end - text.start);
    tokens->count = 0;
    *replaces = may_be_replaced(rules, text.start, length);
    if (*replaces || tokens->folding != FOLD_NOTHING || rules->deletes_punctuation) {
        /* Every part is written twice at most, and the last one with more room. */
        size_t room = KEY_BYTES + (2 * LOWERED_BYTES + LOWERING_ROOM) * length + WRITTEN_BEHIND +
                      BLOCK;
        RESERVE(tokens->work, tokens->rewritten, tokens->rewritten_capacity, room);
        memset(tokens->rewritten, 0, KEY_BYTES);
        tokens->rewritten_length = KEY_BYTES;
        memory = (Span){tokens->rewritten, tokens->rewritten + tokens->rewritten_capacity};
    }
    tokens->memory = memory;
    return text;
}

Span fold_line(Span text, Span memory, TokenizedLine *tokens)
{
    int replaces;
    text = begin_line(text, memory, tokens, &replaces);
    CHECK(!replaces);
    return fold(tokens, text);
}

/* Copy the part of a line that has tokens in lower case. */
static void lower_tokens(TokenizedLine *tokens)
{
    const uint8_t *first = tokens->spans[0].start;
    size_t length = (size_t)(tokens->spans[tokens->count - 1].end - first);
    RESERVE(tokens->work, tokens->rewritten, tokens->rewritten_capacity, KEY_BYTES + length);
    uint8_t *out = memset(tokens->rewritten, 0, KEY_BYTES);
    out += KEY_BYTES;
    lower_ascii(first, length, out);
    tokens->memory = (Span){tokens->rewritten, out + length};
    for (size_t i = 0; i < tokens->count; i++)
        tokens->spans[i] = (Span){out + (tokens->spans[i].start - first),
                                  out + (tokens->spans[i].end - first)};
}

/* Words are found before they are lowered, because text in other scripts has few. */
static void tokenize_ascii_words(Span text, Span memory, TokenizedLine *tokens)
{
    int may_lower;
    /* No more words than bytes, also in lower case. */
    RESERVE(tokens->work, tokens->spans, tokens->capacity, (size_t)(text.end - text.start) + 1);
    tokens->memory = memory;
    tokens->count = find_words(text.start, text.end, memory.end, tokens->spans, &may_lower);
    if (tokens->folding == FOLD_UNICODE && may_lower) {
        text = fold_line(text, memory, tokens);
        tokens->count =
            find_words(text.start, text.end, tokens->memory.end, tokens->spans, &may_lower);
    } else if (tokens->count && tokens->folding != FOLD_NOTHING) lower_tokens(tokens);
}

void tokenize_line(Span text, Span memory, TokenizedLine *tokens)
{
    const Rules *rules = tokens->tokenizer->rules;
    int replaces;
    if (rules->ascii_words) {
        tokenize_ascii_words(text, memory, tokens);
        return;
    }
    text = begin_line(text, memory, tokens, &replaces);
    if (text.start == text.end) return;
    if (rules->keeps_addresses) tokenize_around_addresses(replaces, text, tokens);
    else tokenize_part(replaces, text, tokens);
}
