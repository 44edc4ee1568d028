/* Tokens numbered in the order of their first occurrence, compared byte by byte. */

#ifndef TALLYSTICK_VOCABULARY_H
#define TALLYSTICK_VOCABULARY_H

#include "common.h"

/* A token of up to 8 bytes is its own key; a longer one has a hash as key and is compared whole. */
typedef struct {
    uint64_t key;
    uint32_t length;
    uint32_t id; /* UNKNOWN: the slot is free */
} TokenSlot;

typedef struct {
    TokenSlot *slots;
    size_t slot_count; /* a power of two */
    int shift;         /* 64 - log2(slot_count) */
    uint8_t *bytes;    /* all tokens, one after the other */
    size_t bytes_capacity;
    uint64_t *offsets; /* the start of each token in `bytes`, and the end of the last */
    size_t offsets_capacity;
    size_t size;
} Tokens;

Status tokens_init(Tokens *tokens);
void tokens_free(Tokens *tokens);

uint64_t long_token_key(const uint8_t *token, size_t length);

/* The key of a token; at least 8 bytes before it can be read. */
static inline uint64_t token_key_behind(const uint8_t *token, size_t length)
{
    if (length > 8) return long_token_key(token, length);
    if (!length) return 0;
#if EIGHT_BYTES_AT_ONCE
    return load_8(token + length - 8) >> (64 - 8 * length);
#else
    uint64_t key = 0;
    while (length--) key = key << 8 | token[length];
    return key;
#endif
}

/* The key of a token; bytes after it can be read up to `limit`. */
static inline uint64_t token_key(const uint8_t *token, size_t length, const uint8_t *limit)
{
#if EIGHT_BYTES_AT_ONCE
    if (length - 1 < 8 && limit - token >= 8) /* one load; bytes after the token are masked */
        return load_8(token) & (UINT64_MAX >> (64 - 8 * length));
#endif
    if (length > 8) return long_token_key(token, length);
    if (length >= 4) { /* two halves, which overlap below 8 */
        uint64_t first = 0, last = 0;
        for (int i = 0; i < 4; i++) {
            first |= (uint64_t)token[i] << 8 * i;
            last |= (uint64_t)token[length - 4 + i] << 8 * i;
        }
        return first | last << 8 * (length - 4);
    }
    if (!length) return 0;
    return token[0] | (uint64_t)token[length / 2] << 8 * (length / 2) |
           (uint64_t)token[length - 1] << 8 * (length - 1);
}

/* Fibonacci hashing: the high bits of the product depend on every bit of the key. */
static inline size_t token_home(const Tokens *tokens, uint64_t key, size_t length)
{
    key ^= hash_seed;
    return (size_t)(((key ^ key >> 32) + length) * UINT64_C(0x9E3779B97F4A7C15) >> tokens->shift);
}

static inline int slot_holds(const Tokens *tokens, const TokenSlot *slot, uint64_t key,
                             const uint8_t *token, size_t length)
{
    if (slot->key != key || slot->length != length) return 0;
    return length <= 8 || !memcmp(tokens->bytes + tokens->offsets[slot->id], token, length);
}

/* The slot that holds a token, or the free slot for it. */
static inline TokenSlot *token_slot(const Tokens *tokens, uint64_t key, const uint8_t *token,
                                    size_t length)
{
    size_t at = token_home(tokens, key, length);
    for (;;) {
        CHECK(at < tokens->slot_count);
        TokenSlot *slot = &tokens->slots[at];
        if (slot->id == UNKNOWN || slot_holds(tokens, slot, key, token, length)) return slot;
        at = (at + 1) & (tokens->slot_count - 1);
    }
}

/* Put a new token into its free slot. Slots found before become invalid. */
Status tokens_add(Tokens *tokens, TokenSlot *slot, const uint8_t *token, size_t length,
                  uint64_t key);

/* The id of a token, which is added if it is new. */
static inline Status tokens_intern(Tokens *tokens, const uint8_t *token, size_t length,
                                   uint64_t key, uint32_t *id)
{
    TokenSlot *slot = token_slot(tokens, key, token, length);
    if (slot->id != UNKNOWN) {
        *id = slot->id;
        return FINE;
    }
    *id = (uint32_t)tokens->size;
    return tokens_add(tokens, slot, token, length, key);
}

/* The id of a token, or UNKNOWN. */
static inline uint32_t tokens_find(const Tokens *tokens, const uint8_t *token, size_t length,
                                   uint64_t key)
{
    return token_slot(tokens, key, token, length)->id;
}

#endif
