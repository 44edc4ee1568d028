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

static void set_slots(Tokens *tokens, size_t count, Work *work)
{
    size_t capacity = tokens->slot_count;
    RESERVE_IN(tokens->memory, work, tokens->slots, capacity, count);
    memset(tokens->slots, 0xFF, count * sizeof(uint32_t)); /* UNKNOWN */
    tokens->slot_count = count;
    for (tokens->shift = 64; count > 1; count /= 2) tokens->shift--;
}

void tokens_init(Tokens *tokens, Memory **memory, Work *work)
{
    *tokens = (Tokens){.memory = memory};
    set_slots(tokens, FIRST_SLOTS, work);
    RESERVE_IN(memory, work, tokens->offsets, tokens->offsets_capacity, 1);
    tokens->offsets[0] = 0;
}

static void grow(Tokens *tokens, Work *work)
{
    set_slots(tokens, tokens->slot_count * 4, work);
    for (uint32_t id = 0; id < tokens->size; id++) {
        size_t at = token_home(tokens, tokens->keys[id]);
        while (tokens->slots[at] != UNKNOWN) at = (at + 1) & (tokens->slot_count - 1);
        tokens->slots[at] = id;
    }
}

void tokens_add(Tokens *tokens, uint32_t *slot, TokenKey key, const uint8_t *token, size_t length,
                Work *work)
{
    if (length > UINT32_MAX) fail(work, LONG_TOKEN);
    if (tokens->size >= MOST_TOKENS) fail(work, MANY_TOKENS);
    uint64_t begin = tokens->offsets[tokens->size];
    RESERVE_IN(tokens->memory, work, tokens->keys, tokens->keys_capacity, tokens->size + 1);
    RESERVE_IN(tokens->memory, work, tokens->offsets, tokens->offsets_capacity, tokens->size + 2);
    RESERVE_IN(tokens->memory, work, tokens->bytes, tokens->bytes_capacity, begin + length + 1);
    memcpy(tokens->bytes + begin, token, length);
    tokens->keys[tokens->size] = key;
    tokens->offsets[tokens->size + 1] = begin + length;
    *slot = (uint32_t)tokens->size++;
    if (tokens->size * 4 > tokens->slot_count) grow(tokens, work);
}
