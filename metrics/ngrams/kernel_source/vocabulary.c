#include "vocabulary.h"

uint64_t hash_seed;

uint64_t long_token_key(const uint8_t *token, size_t length)
{
    uint64_t hash = mixed(hash_seed ^ length ^ token_key(token, 8, token + length));
    for (token += 8, length -= 8; length > 8; token += 8, length -= 8)
        hash = mixed(hash ^ token_key_behind(token, 8));
    return mixed(hash ^ token_key_behind(token, length));
}

static Status allocate_slots(Tokens *tokens, size_t slot_count)
{
    TokenSlot *slots = malloc(slot_count * sizeof(TokenSlot));
    if (!slots) return OUT_OF_MEMORY;
    memset(slots, 0xFF, slot_count * sizeof(TokenSlot));
    tokens->slots = slots;
    tokens->slot_count = slot_count;
    tokens->shift = 64;
    while (slot_count >>= 1) tokens->shift--;
    return FINE;
}

Status tokens_init(Tokens *tokens)
{
    memset(tokens, 0, sizeof *tokens);
    if (allocate_slots(tokens, 256) != FINE) return OUT_OF_MEMORY;
    if (reserve((void **)&tokens->offsets, &tokens->offsets_capacity, 1, sizeof(uint64_t)) != FINE)
        return OUT_OF_MEMORY;
    tokens->offsets[0] = 0;
    return FINE;
}

void tokens_free(Tokens *tokens)
{
    free(tokens->slots);
    free(tokens->bytes);
    free(tokens->offsets);
}

static Status grow(Tokens *tokens)
{
    TokenSlot *old = tokens->slots;
    size_t old_count = tokens->slot_count;
    if (allocate_slots(tokens, old_count * 2) != FINE) return OUT_OF_MEMORY;
    for (size_t i = 0; i < old_count; i++) {
        if (old[i].id == UNKNOWN) continue;
        size_t at = token_home(tokens, old[i].key, old[i].length);
        while (tokens->slots[at].id != UNKNOWN) at = (at + 1) & (tokens->slot_count - 1);
        tokens->slots[at] = old[i];
    }
    free(old);
    return FINE;
}

Status tokens_add(Tokens *tokens, TokenSlot *slot, const uint8_t *token, size_t length,
                  uint64_t key)
{
    if (length > UINT32_MAX) return LONG_TOKEN;
    if (tokens->size >= MOST_TOKENS) return MANY_TOKENS;
    uint64_t begin = tokens->offsets[tokens->size];
    if (reserve((void **)&tokens->offsets, &tokens->offsets_capacity, tokens->size + 2,
                sizeof(uint64_t)) != FINE ||
        reserve((void **)&tokens->bytes, &tokens->bytes_capacity, begin + length + 8, 1) != FINE)
        return OUT_OF_MEMORY;
    memcpy(tokens->bytes + begin, token, length);
    tokens->offsets[tokens->size + 1] = begin + length;
    slot->key = key;
    slot->length = (uint32_t)length;
    slot->id = (uint32_t)tokens->size++;
    return tokens->size * 8 > tokens->slot_count * 5 ? grow(tokens) : FINE;
}
