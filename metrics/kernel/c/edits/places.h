/* Where each symbol occurs in a sequence of up to 64, as bits.
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

/* The number of bytes that tell symbols apart, from the lowest on. */
static inline int distinctive_bytes(const uint32_t *symbols, size_t count)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < count; i++) bits |= symbols[i];
    return 1 + (bits > 0xFF) + (bits > 0xFFFF) + (bits > 0xFFFFFF);
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
