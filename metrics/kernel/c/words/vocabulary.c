#include "words/vocabulary.h"

uint64_t hash_seed;

enum { FIRST_SLOTS = 1024 };

const uint8_t last_bytes[2 * KEY_BYTES] = {
    [KEY_BYTES] = 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};

TokenKey long_token_key(const uint8_t *token, size_t length)
{
    uint64_t one = hash_seed, other = ~hash_seed;
    const uint8_t *last = token + length - 16; /* can overlap the 16 bytes before */
    for (; token < last; token += 16) {
        one = mixed(one ^ load_8(token));
        other = mixed(other ^ load_8(token + 8));
    }
    one = mixed(one ^ load_8(last)) + mixed(other ^ load_8(last + 8));
    return (TokenKey){one | LONG, length};
}

static Status allocate_slots(Tokens *tokens, size_t slot_count)
{
    uint32_t *slots = malloc(slot_count * sizeof(uint32_t));
    if (!slots) return OUT_OF_MEMORY;
    memset(slots, 0xFF, slot_count * sizeof(uint32_t));
    tokens->slots = slots;
    tokens->slot_count = slot_count;
    tokens->shift = 64;
    while (slot_count >>= 1) tokens->shift--;
    return FINE;
}

Status tokens_init(Tokens *tokens)
{
    memset(tokens, 0, sizeof *tokens);
    if (allocate_slots(tokens, FIRST_SLOTS) != FINE) return OUT_OF_MEMORY;
    if (RESERVE(tokens->offsets, tokens->offsets_capacity, 1) != FINE) return OUT_OF_MEMORY;
    tokens->offsets[0] = 0;
    return FINE;
}

void tokens_free(Tokens *tokens)
{
    free(tokens->slots);
    free(tokens->keys);
    free(tokens->bytes);
    free(tokens->offsets);
}

static Status grow(Tokens *tokens)
{
    uint32_t *old = tokens->slots;
    if (allocate_slots(tokens, tokens->slot_count * 4) != FINE) return OUT_OF_MEMORY;
    for (uint32_t id = 0; id < tokens->size; id++) {
        size_t at = token_home(tokens, tokens->keys[id]);
        while (tokens->slots[at] != UNKNOWN) at = (at + 1) & (tokens->slot_count - 1);
        tokens->slots[at] = id;
    }
    free(old);
    return FINE;
}

Status tokens_add(Tokens *tokens, uint32_t *slot, TokenKey key, const uint8_t *token,
                  size_t length)
{
    if (length > UINT32_MAX) return LONG_TOKEN;
    if (tokens->size >= MOST_TOKENS) return MANY_TOKENS;
    uint64_t begin = tokens->offsets[tokens->size];
    if (RESERVE(tokens->keys, tokens->keys_capacity, tokens->size + 1) != FINE ||
        RESERVE(tokens->offsets, tokens->offsets_capacity, tokens->size + 2) != FINE ||
        RESERVE(tokens->bytes, tokens->bytes_capacity, begin + length + 1) != FINE)
        return OUT_OF_MEMORY;
    memcpy(tokens->bytes + begin, token, length);
    tokens->keys[tokens->size] = key;
    tokens->offsets[tokens->size + 1] = begin + length;
    *slot = (uint32_t)tokens->size++;
    return tokens->size * 4 > tokens->slot_count ? grow(tokens) : FINE;
}
