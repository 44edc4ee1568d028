#include "words/stems.h"

enum { LONGEST_UNCHANGED = 3 };

/* Working memory for one token. */
typedef struct {
    uint32_t *letters;
    size_t letter_capacity;
    uint8_t *bytes;
    size_t byte_capacity;
} Scratch;

static size_t decode(const uint8_t *token, size_t length, uint32_t *letters)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        uint8_t byte = token[i];
        if (byte < 0x80) letters[count++] = byte;
        else if (byte >= 0xC0) letters[count++] = byte & (byte < 0xE0 ? 0x1F : byte < 0xF0 ? 0x0F : 7);
        else if (count) letters[count - 1] = letters[count - 1] << 6 | (byte & 0x3F);
    }
    return count;
}

static size_t encode(const uint32_t *letters, size_t count, uint8_t *out)
{
    uint8_t *at = out;
    for (size_t i = 0; i < count; i++) {
        uint32_t letter = letters[i];
        int rest = letter < 0x80 ? 0 : letter < 0x800 ? 1 : letter < 0x10000 ? 2 : 3;
        static const uint8_t leads[] = {0, 0xC0, 0xE0, 0xF0};
        *at++ = (uint8_t)(leads[rest] | letter >> 6 * rest);
        while (rest-- > 0) *at++ = (uint8_t)(0x80 | (letter >> 6 * rest & 0x3F));
    }
    return (size_t)(at - out);
}

static Status number_stem(Tokens *stems, const uint8_t *token, size_t length, Scratch *scratch,
                          uint32_t *number)
{
    const uint8_t *stem = token;
    if (length > LONGEST_UNCHANGED) {
        if (RESERVE(scratch->letters, scratch->letter_capacity, length) != FINE ||
            RESERVE(scratch->bytes, scratch->byte_capacity, length) != FINE)
            return OUT_OF_MEMORY;
        size_t count = decode(token, length, scratch->letters);
        if (count > LONGEST_UNCHANGED) {
            length = encode(scratch->letters, porter_stem(scratch->letters, count), scratch->bytes);
            stem = scratch->bytes;
        }
    }
    return tokens_intern(stems, token_key(stem, length, stem), stem, length, number);
}

Status number_stems(const Tokens *tokens, Watch *watch, uint32_t *numbers)
{
    Tokens stems;
    Scratch scratch = {0};
    Status status = tokens_init(&stems);
    for (size_t id = 0; id < tokens->size && status == FINE; id++) {
        uint64_t begin = tokens->offsets[id];
        status = number_stem(&stems, tokens->bytes + begin,
                             (size_t)(tokens->offsets[id + 1] - begin), &scratch, &numbers[id]);
        if (status == FINE && watch_ends(watch, 1)) status = ENDED;
    }
    free(scratch.letters);
    free(scratch.bytes);
    tokens_free(&stems);
    return status;
}
