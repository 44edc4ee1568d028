/* The Python type Vocabulary: tokens numbered in the order of their first occurrence, compared
 * byte by byte. */

#ifndef TALLYSTICK_VOCABULARY_H
#define TALLYSTICK_VOCABULARY_H

#include "binding/binding.h"
#include "text/characters.h"

/* What tokens are compared by. A token of up to 15 bytes is its own key: its bytes, right-aligned
 * behind zeros, and its length in the first byte. A longer one has the mark LONG in its first byte,
 * a hash and the length; where two of these are equal, the bytes are compared too. */
typedef struct {
    uint64_t first, last;
} TokenKey;

enum { LONG = 0xFF };

typedef struct {
    Memory **memory;    /* that of an object or of a call */
    uint32_t *slots;   /* ids; UNKNOWN: the slot is free */
    size_t slot_count; /* a power of two */
    int shift;         /* 64 - log2(slot_count) */
    TokenKey *keys;    /* by id */
    size_t keys_capacity;
    uint8_t *bytes; /* all tokens, one after the other */
    size_t bytes_capacity;
    uint64_t *offsets; /* the start of each token in `bytes`, and the end of the last */
    size_t offsets_capacity;
    size_t size;
} Tokens;

static inline Span token_at(const Tokens *tokens, size_t id)
{
    return (Span){tokens->bytes + tokens->offsets[id], tokens->bytes + tokens->offsets[id + 1]};
}

void tokens_init(Tokens *tokens, Memory **memory, Work *work);

/* At an offset of n bytes, a mask of the last n bytes of a key. */
extern const uint8_t last_bytes[2 * KEY_BYTES];

TokenKey long_token_key(const uint8_t *token, size_t length);

/* The key of a token; bytes before it can be read from `begin` on. */
static inline TokenKey token_key(const uint8_t *token, size_t length, const uint8_t *begin)
{
    if (length >= KEY_BYTES) return long_token_key(token, length);
    const uint8_t *end = token + length;
#if LOWEST_BYTE_FIRST
    if (end - begin >= KEY_BYTES) { /* without a branch on the length */
        const uint8_t *kept = last_bytes + length;
        return (TokenKey){(load_8(end - 16) & load_8(kept)) | length,
                          load_8(end - 8) & load_8(kept + 8)};
    }
#endif
    (void)begin;
    TokenKey key = {length, 0};
    for (size_t i = 0; i < length; i++)
        *(i < 8 ? &key.last : &key.first) |= (uint64_t)end[-1 - (ptrdiff_t)i] << 8 * (7 - i % 8);
    return key;
}

/* The first slot to try of 2 to the power of 64 - `shift`. The high bits of a product depend on every
 * bit of its factors. */
static inline size_t key_home(TokenKey key, int shift)
{
    return (size_t)(((key.first ^ hash_seed) * UINT64_C(0x9E3779B97F4A7C15) +
                     (key.last ^ hash_seed) * UINT64_C(0xBF58476D1CE4E5B9)) >> shift);
}

static inline size_t token_home(const Tokens *tokens, TokenKey key)
{
    return key_home(key, tokens->shift);
}

static inline int is_token(const Tokens *tokens, uint32_t id, TokenKey key, const uint8_t *token,
                           size_t length)
{
    CHECK(id < tokens->size);
    const TokenKey *found = &tokens->keys[id];
    if ((found->first ^ key.first) | (found->last ^ key.last)) return 0;
    return length < KEY_BYTES || !memcmp(tokens->bytes + tokens->offsets[id], token, length);
}

/* The slot that holds a token, or the free slot for it. */
static inline uint32_t *token_slot(const Tokens *tokens, TokenKey key, const uint8_t *token,
                                   size_t length)
{
    size_t at = token_home(tokens, key);
    for (;;) {
        CHECK(at < tokens->slot_count);
        uint32_t *slot = &tokens->slots[at];
        if (*slot == UNKNOWN || is_token(tokens, *slot, key, token, length)) return slot;
        at = (at + 1) & (tokens->slot_count - 1);
    }
}

/* Put a new token into its free slot. Slots found before become invalid. */
void tokens_add(Tokens *tokens, uint32_t *slot, TokenKey key, const uint8_t *token, size_t length,
                Work *work);

/* The id of a token, which is added if it is new. */
static inline uint32_t tokens_intern(Tokens *tokens, TokenKey key, const uint8_t *token,
                                     size_t length, Work *work)
{
    uint32_t *slot = token_slot(tokens, key, token, length), id = *slot;
    if (id != UNKNOWN) return id;
    id = (uint32_t)tokens->size;
    tokens_add(tokens, slot, key, token, length, work);
    return id;
}

typedef struct {
    Shared shared;
    Memory *memory;
    Tokens tokens;
} Vocabulary;

static inline Tokens *tokens_of(PyObject *vocabulary)
{
    return &((Vocabulary *)vocabulary)->tokens;
}

#endif
