/* Edit distance (Levenshtein): the fewest insertions, deletions and substitutions of symbols that
 * turn one sequence into another. */

#ifndef TALLYSTICK_EDIT_DISTANCE_H
#define TALLYSTICK_EDIT_DISTANCE_H

#include "common.h"

/* Where each symbol occurs in a sequence of up to 64, as bits.
 *
 * A table of all symbols would be large, and slow to read. Here every byte of a symbol has a small
 * table of its own: the places of the symbols that have this byte. A symbol occurs where all of its
 * bytes do. */
typedef struct {
    uint64_t with[sizeof(uint32_t)][0x100]; /* from the lowest byte of a symbol on */
} Places;

/* Symbols of 1, 2 or 4 bytes each. */
typedef struct {
    const uint8_t *symbols;
    size_t length;
    int size;
} Sequence;

/* The bytes that two arrays have in common, of so many from the start, or before their ends. */
INLINED size_t common_bytes(const uint8_t *one, const uint8_t *other, size_t length, int at_end)
{
    size_t at = 0;
    for (; at + 8 <= length; at += 8) {
        ptrdiff_t place = at_end ? -(ptrdiff_t)at - 8 : (ptrdiff_t)at;
        uint64_t differing = load_8(one + place) ^ load_8(other + place);
        if (!differing) continue;
#if LOWEST_BYTE_FIRST
        return at + (size_t)(at_end ? __builtin_clzll(differing) : __builtin_ctzll(differing)) / 8;
#endif
        break;
    }
    for (; at < length; at++) {
        ptrdiff_t place = at_end ? -(ptrdiff_t)at - 1 : (ptrdiff_t)at;
        if (one[place] != other[place]) break;
    }
    return at;
}

/* Remove what sequences of symbols of the same size have in common at both ends: so many symbols at
 * each. */
static inline void remove_common(Sequence *one, Sequence *other, size_t *start, size_t *end)
{
    size_t size = (size_t)one->size;
    size_t shorter = one->length < other->length ? one->length : other->length;
    CHECK(one->size == other->size);
    *start = common_bytes(one->symbols, other->symbols, shorter * size, 0) / size;
    *end = common_bytes(one->symbols + one->length * size, other->symbols + other->length * size,
                        (shorter - *start) * size, 1) / size;
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

#if defined(__GNUC__) || defined(__clang__)
#define COMPARES_AT_ONCE 1
#else
#define COMPARES_AT_ONCE 0
#endif

/* The matrix of distances between the starts of two sequences, of which a row is a symbol of the
 * reference and a column one of the hypothesis, is cut into strips of 64 rows, and these into tiles.
 * The strips of a tile are compared at once, where each is a column behind the one above. */
enum { STRIPS_AT_ONCE = COMPARES_AT_ONCE ? 8 : 2, TILE_ROWS = 64 * STRIPS_AT_ONCE,
       TILE_COLUMNS = 512, KEPT_SIDE = 2, DELAY = 2, LAST_DELAY = DELAY * (STRIPS_AT_ONCE - 1),
       TILE_STEPS = TILE_COLUMNS + LAST_DELAY };

/* The differences down a column of each strip: the rows where the distance rises by 1, and where it
 * falls by 1, from the row before. */
typedef struct {
    uint64_t rising[STRIPS_AT_ONCE], falling[STRIPS_AT_ONCE];
} Differences;

typedef struct {
    Places places[STRIPS_AT_ONCE]; /* in the strips; between pairs, of none */
    uint64_t equal[TILE_STEPS][STRIPS_AT_ONCE];
    uint64_t rises[TILE_STEPS + 1], falls[TILE_STEPS + 1]; /* of the row above, then of the last row */
    Differences columns[KEPT_SIDE * KEPT_SIDE][TILE_STEPS + 1]; /* of tiles, by step */
} Tile;

static inline Sequence sequence_of(const uint32_t *symbols, size_t length)
{
    return (Sequence){(const uint8_t *)symbols, length, sizeof *symbols};
}

/* Sequences of symbols of 4 bytes as a pair. */
static inline Pair pair_with(Sequence reference, Sequence hypothesis)
{
    CHECK(reference.size == sizeof(uint32_t) && hypothesis.size == sizeof(uint32_t));
    return (Pair){(const uint32_t *)(const void *)reference.symbols,
                  (const uint32_t *)(const void *)hypothesis.symbols, reference.length,
                  hypothesis.length};
}

/* The number of bytes that tell the symbols of both sequences apart, from the lowest on. */
static inline int distinctive_bytes(Pair pair)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < pair.reference_length; i++) bits |= pair.reference[i];
    for (size_t i = 0; i < pair.hypothesis_length; i++) bits |= pair.hypothesis[i];
    return 1 + (bits > 0xFF) + (bits > 0xFFFF) + (bits > 0xFFFFFF);
}

/* What is known before a part of the matrix: how the distance changes along the row above it, by
 * column, and down the column on its left, by row of tiles. */
typedef struct {
    uint8_t *changes;
    Differences *left;
    size_t change_capacity, left_capacity;
    size_t width, height; /* of those before one of several parts */
} Borders;

/* The whole matrix is as large as the product of the lengths, so it is not kept. To find a path it is
 * divided, and the borders of its parts are kept; then the parts on the path are compared again, and
 * divided in turn, as often as the longest sequences need. */
enum { PARTS = 16, MOST_DIVISIONS = 5 };

/* In the memory of a call, reused for all pairs. */
typedef struct {
    Work *work;
    Tile *tile;
    Borders borders[1 + MOST_DIVISIONS]; /* the first are those of the next tiles */
    int bytes;                           /* that tell the symbols of both sequences apart */
} EditMatrix;

typedef enum { HIT, SUBSTITUTION, DELETION, INSERTION } Operation;

/* The number of operations, and of the hits among them. */
typedef struct {
    size_t count, hits;
} PathLength;

/* Find the alignment with the fewest edits that, from the end, has a deletion before a
 * substitution, before an insertion, before a hit. Write its operations before `end`, unless
 * that is NULL. Memory grows with the sum of the lengths. */
PathLength edit_path(EditMatrix *matrix, Pair pair, uint8_t *end);

#endif
