/* The substitutions that all tokenizers share:
 *
 * (1) Isolate ALONE characters. (2) Isolate PUNCTUATION after a non-number; the substitution
 * consumes both characters, so consumed punctuation is not a non-number before the next one.
 * (3) Isolate PUNCTUATION before a non-number. (4) Isolate a HYPHEN after a number. Then split at
 * SPACE.
 *
 * Thus punctuation remains part of a word only if a number follows and (2) did not consume it. The
 * ends of a line that is not padded behave like numbers in (2) and (3).
 */

#include "tokenizing/tokenizer.h"

/* Whether (2) consumes the punctuation that ends at `end`: every second one of a run. */
static int is_consumed(const Tokenizer *tokenizer, const uint8_t *line, const uint8_t *end)
{
    int consumed = tokenizer->rules->padded;
    int others = 0;
    for (const uint8_t *at = end; at > line; others++) {
        size_t length;
        const uint8_t *before = character_before(at, line);
        Role role = role_at(tokenizer, before, at, &length);
        if (role != PUNCTUATION) {
            consumed = role != NUMBER;
            break;
        }
        at = before;
    }
    return consumed ^ !(others & 1);
}

/* The number of bytes of the next block, which does not divide a character. */
static size_t block_length(const uint8_t *at, const uint8_t *end)
{
    size_t left = (size_t)(end - at), length = BLOCK;
    if (left <= BLOCK) return left;
    while (length > BLOCK - 3 && (at[length] & 0xC0) == 0x80) length--;
    return length;
}

/* Give the first bytes of the characters that must be looked up their roles. */
static void look_up(const Tokenizer *tokenizer, const uint8_t *at, size_t count, Block *block)
{
    for (uint64_t left = block->with[LOOKED_UP]; left; left &= left - 1) {
        int place = lowest_bit(left);
        size_t length;
        Role role = role_at(tokenizer, at + place, at + count, &length);
        block->with[role] |= UINT64_C(1) << place;
    }
}

/* Give all bytes of a character the role of its first: adding a bit to a run of ones clears it. */
static void extend_roles(Block *block)
{
    uint64_t rest = block->with[CONTINUATION];
    for (int role = SPACE; role <= NUMBER; role++)
        block->with[role] |= rest & ~(rest + (block->with[role] << 1));
}

/* Remove the punctuation that remains part of a word. */
static void join_punctuation(const Tokenizer *tokenizer, const uint8_t *line, const uint8_t *at,
                             size_t count, const uint8_t *end, Block *block)
{
    uint64_t before_number = block->with[NUMBER] >> 1;
    if (block->with[PUNCTUATION] >> (count - 1) & 1) {
        size_t length;
        int is_before = at + count == end
                            ? !tokenizer->rules->padded
                            : role_at(tokenizer, at + count, end, &length) == NUMBER;
        before_number |= (uint64_t)is_before << (count - 1);
    }
    uint64_t left = block->with[PUNCTUATION] & before_number;
    for (; left; left &= left - 1) {
        const uint8_t *last = at + lowest_bit(left);
        if (is_consumed(tokenizer, line, last + 1)) continue;
        size_t first = (size_t)(character_before(last + 1, at) - at);
        block->with[PUNCTUATION] &= lowest_bits(first) | ~lowest_bits((size_t)(last + 1 - at));
    }
}

size_t scan(const Tokenizer *tokenizer, const uint8_t *line, const uint8_t *end,
            const uint8_t *limit, Span *spans)
{
    uint64_t word_before = 0, alone_before = 0, number_before = 0;
    size_t started = 0, ended = 0, count;
    for (const uint8_t *at = line; at < end; at += count) {
        Block block;
        uint8_t copy[BLOCK];
        count = block_length(at, end);
        const uint8_t *bytes = at;
        if (limit - at < BLOCK) {
            memset(copy + count, 0, BLOCK - count);
            bytes = memcpy(copy, at, count);
        }
        classify(tokenizer, bytes, &block);
        uint64_t inside = lowest_bits(count);
        for (int role = 0; role < IN_WORD; role++) block.with[role] &= inside;
        if (block.with[LOOKED_UP]) look_up(tokenizer, at, count, &block);
        if (block.with[CONTINUATION]) extend_roles(&block);
        if (block.with[PUNCTUATION]) join_punctuation(tokenizer, line, at, count, end, &block);

        uint64_t after_number = block.with[NUMBER] << 1 | number_before;
        uint64_t alone = (block.with[ALONE] | block.with[PUNCTUATION] |
                          (block.with[HYPHEN] & after_number)) & inside;
        uint64_t word = ~(block.with[SPACE] | alone) & inside;
        uint64_t after_word = word << 1 | word_before;
        uint64_t after_alone = alone << 1 | alone_before;
        uint64_t starts = (word & ~after_word) | (alone & ~block.with[CONTINUATION]);
        uint64_t ends = (after_word & ~word) |
                        (after_alone & ~(alone & block.with[CONTINUATION]));
        for (; starts; starts &= starts - 1) spans[started++].start = at + lowest_bit(starts);
        for (ends &= inside; ends; ends &= ends - 1) spans[ended++].end = at + lowest_bit(ends);
        word_before = word >> (count - 1);
        alone_before = alone >> (count - 1);
        number_before = block.with[NUMBER] >> (count - 1);
        CHECK(started <= (size_t)(at + count - line) && ended <= started);
    }
    if (word_before | alone_before) spans[ended++].end = end;
    CHECK(ended == started);
    return started;
}
