/* Sequences of symbols, and where each symbol occurs in one of up to 64, as bits.
 *
 * A table of all symbols would be large, and slow to read. Here every byte of a symbol has a small
 * table of its own: the places of the symbols that have this byte. A symbol occurs where all of its
 * bytes do. */

#ifndef TALLYSTICK_PLACES_H
#define TALLYSTICK_PLACES_H

#include "common.h"

typedef struct {
    uint64_t with[sizeof(uint32_t)][0x100]; /* from the lowest byte of a symbol on */
} Places;

/* Symbols of 1, 2 or 4 bytes each. */
typedef struct {
    const uint8_t *symbols;
    size_t length;
    int size;
} Sequence;

/* The bytes that two arrays have in common at the start, of so many. */
static inline size_t bytes_at_start(const uint8_t *one, const uint8_t *other, size_t length)
{
    size_t at = 0;
    for (; at + 8 <= length; at += 8) {
        uint64_t differing = load_8(one + at) ^ load_8(other + at);
        if (!differing) continue;
#if LOWEST_BYTE_FIRST
        return at + (size_t)__builtin_ctzll(differing) / 8;
#endif
        break;
    }
    while (at < length && one[at] == other[at]) at++;
    return at;
}

/* The same before their ends. */
static inline size_t bytes_at_end(const uint8_t *end, const uint8_t *other_end, size_t length)
{
    size_t at = 0;
    for (; at + 8 <= length; at += 8) {
        uint64_t differing = load_8(end - at - 8) ^ load_8(other_end - at - 8);
        if (!differing) continue;
#if LOWEST_BYTE_FIRST
        return at + (size_t)__builtin_clzll(differing) / 8;
#endif
        break;
    }
    while (at < length && end[-1 - (ptrdiff_t)at] == other_end[-1 - (ptrdiff_t)at]) at++;
    return at;
}

/* Remove what sequences of symbols of the same size have in common at both ends: so many symbols at
 * each. */
static inline void remove_common(Sequence *one, Sequence *other, size_t *start, size_t *end)
{
    size_t size = (size_t)one->size;
    size_t shorter = one->length < other->length ? one->length : other->length;
    CHECK(one->size == other->size);
    *start = bytes_at_start(one->symbols, other->symbols, shorter * size) / size;
    *end = bytes_at_end(one->symbols + one->length * size, other->symbols + other->length * size,
                        (shorter - *start) * size) / size;
    one->symbols += *start * size;
    other->symbols += *start * size;
    one->length -= *start + *end;
    other->length -= *start + *end;
}

/* A symbol of an array of symbols of 1, 2 or 4 bytes. */
static inline uint32_t symbol_at(const void *symbols, int size, size_t place)
{
    if (size == 1) return ((const uint8_t *)symbols)[place];
    return size == 2 ? ((const uint16_t *)symbols)[place] : ((const uint32_t *)symbols)[place];
}

/* Mark the places of up to 64 symbols, while none are marked. */
static inline void mark_places(Places *places, const void *symbols, int size, size_t count,
                               int bytes)
{
    CHECK(count <= 64);
    for (size_t i = 0; i < count; i++)
        for (int byte = 0; byte < bytes; byte++)
            places->with[byte][symbol_at(symbols, size, i) >> 8 * byte & 0xFF] |= UINT64_C(1) << i;
}

/* Forget the places of these symbols. */
static inline void unmark_places(Places *places, const void *symbols, int size, size_t count,
                                 int bytes)
{
    for (size_t i = 0; i < count; i++)
        for (int byte = 0; byte < bytes; byte++)
            places->with[byte][symbol_at(symbols, size, i) >> 8 * byte & 0xFF] = 0;
}

/* The places of a symbol. */
static inline uint64_t places_of(const Places *places, uint32_t symbol, int bytes)
{
    uint64_t found = places->with[0][symbol & 0xFF];
    for (int byte = 1; byte < bytes; byte++)
        found &= places->with[byte][symbol >> 8 * byte & 0xFF];
    return found;
}

#endif
