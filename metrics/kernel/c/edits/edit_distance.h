/* Edit distance (Levenshtein): the fewest insertions, deletions and substitutions of symbols that
 * turn one sequence into another. */

#ifndef TALLYSTICK_EDIT_DISTANCE_H
#define TALLYSTICK_EDIT_DISTANCE_H

#include "edits/places.h"
#include "vectors.h"

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

/* Find the alignment with the fewest edits that, from the end, has a deletion before a substitution,
 * before an insertion, before a hit. Write its operations before `end`, unless that is NULL. Memory
 * grows with the sum of the lengths. */
PathLength edit_path(EditMatrix *matrix, Pair pair, uint8_t *end);

#endif
