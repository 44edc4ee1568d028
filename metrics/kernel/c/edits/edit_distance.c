/* Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic
 * programming", JACM 46(3), 1999, with the formulas of Hyyro, "A bit-vector algorithm for computing
 * Levenshtein and Damerau edit distances", Nordic Journal of Computing 10(1), 2003. A pattern longer
 * than a word is cut into strips, each of which passes the differences in its last row to the next. */

#include "edits/edit_distance.h"

enum { BITS = 64, RISES = 1, HALF = STRIPS_AT_ONCE / 2 };

#if COMPARES_AT_ONCE
typedef uint64_t Lanes __attribute__((vector_size(HALF * sizeof(uint64_t)), aligned(8), may_alias));

#define NUMBERS_FROM(first) ((Lanes){first, first + 1, first + 2, first + 3})
#define ALL_BITS_IF(condition) ((Lanes)(condition))
#define LAST(lanes) ((lanes)[HALF - 1])
#define AS_LAST(number) ((Lanes){0, 0, 0, number})
#ifdef __clang__
#define SHIFTED_IN(before, lanes) __builtin_shufflevector(before, lanes, 3, 4, 5, 6)
#else
#define SHIFTED_IN(before, lanes) __builtin_shuffle(before, lanes, NUMBERS_FROM(3))
#endif

#else /* a lane is a strip */
typedef uint64_t Lanes;

#define NUMBERS_FROM(first) ((Lanes)(first))
#define ALL_BITS_IF(condition) ((Lanes)0 - (condition))
#define LAST(lanes) (lanes)
#define AS_LAST(number) (number)
#define SHIFTED_IN(before, lanes) (before)
#endif

/* Half of the strips of a tile: the differences down a column, whether the distance rises or falls
 * by 1 along the last row, and along the row above at the next step. */
typedef struct {
    Lanes rising, falling, rises, falls, rises_above, falls_above;
} Half;

/* Go to the next column of each strip, at a symbol that occurs at the places `equal`. */
INLINED void advance(Half *half, const uint64_t *equal_at)
{
    Lanes rising = half->rising, falling = half->falling; /* from the row before to this one */
    Lanes equal = *(const Lanes *)equal_at | half->falls_above;
    Lanes unchanged = (((equal & rising) + rising) ^ rising) | equal | falling;
    Lanes rises = falling | ~(unchanged | rising); /* from the column before to this one */
    Lanes falls = unchanged & rising;
    half->rises = rises >> (BITS - 1);
    half->falls = falls >> (BITS - 1);
    rises = rises << 1 | half->rises_above;
    falls = falls << 1 | half->falls_above;
    half->rising = falls | ~(unchanged | rises);
    half->falling = rises & unchanged;
}

/* Undo that for strips that have not begun, or have ended after `length` columns. */
INLINED void keep_idle(Half *half, const Differences *before, size_t first, size_t step,
                       size_t length)
{
    Lanes begun = NUMBERS_FROM(first) * DELAY, now = NUMBERS_FROM(0) * 0 + step;
    Lanes active = ALL_BITS_IF(begun <= now) & ALL_BITS_IF(begun + length > now);
    half->rising = (half->rising & active) | (*(const Lanes *)&before->rising[first] & ~active);
    half->falling = (half->falling & active) | (*(const Lanes *)&before->falling[first] & ~active);
}

/* Take a step in each half, of which the second may have no strips; `are_idle` says whether strips
 * may be. */
INLINED void take_step(Tile *tile, Differences *column, Half *halves, size_t step, size_t length,
                       int are_two, int are_idle)
{
    Lanes rises = AS_LAST(tile->rises[step + 1]), falls = AS_LAST(tile->falls[step + 1]);
    for (size_t first = 0; first <= (are_two ? HALF : 0); first += HALF) {
        Half *half = &halves[first / HALF];
        Lanes rises_above = SHIFTED_IN(rises, half->rises);
        Lanes falls_above = SHIFTED_IN(falls, half->falls);
        rises = half->rises, falls = half->falls;
        advance(half, tile->equal[step] + first);
        half->rises_above = rises_above, half->falls_above = falls_above;
        if (are_idle) keep_idle(half, column - 1, first, step, length);
        *(Lanes *)(column->rising + first) = half->rising;
        *(Lanes *)(column->falling + first) = half->falling;
    }
    tile->rises[step] = LAST(halves[1].rises);
    tile->falls[step] = LAST(halves[1].falls);
}

/* Fill the columns of a tile from the second on. */
INLINED void fill_columns(Tile *tile, Differences *columns, size_t length, int are_two)
{
    Half halves[2] = {{.rising = NUMBERS_FROM(0) * 0}};
    for (size_t first = 0; first <= HALF; first += HALF) {
        halves[first / HALF].rising = *(const Lanes *)(columns->rising + first);
        halves[first / HALF].falling = *(const Lanes *)(columns->falling + first);
    }
    halves[0].rises_above = SHIFTED_IN(AS_LAST(tile->rises[0]), halves[0].rises);
    halves[0].falls_above = SHIFTED_IN(AS_LAST(tile->falls[0]), halves[0].falls);
    size_t step = 0;
    for (; step < LAST_DELAY; step++)
        take_step(tile, ++columns, halves, step, length, are_two, 1);
    for (; step < length; step++) take_step(tile, ++columns, halves, step, length, are_two, 0);
    for (; step < length + LAST_DELAY; step++)
        take_step(tile, ++columns, halves, step, length, are_two, 1);
}

WITH_AVX2 static void fill_by_avx2(Tile *tile, Differences *columns, size_t length, int are_two)
{
    fill_columns(tile, columns, length, are_two);
}

/* The strips of a row of tiles. */
static size_t strips_of(Pair pair, size_t row)
{
    return LESSER((pair.reference_length - row * TILE_ROWS + BITS - 1) / BITS, STRIPS_AT_ONCE);
}

/* Mark or forget the places of the symbols of a row of tiles. */
static void set_places(EditMatrix *matrix, Pair pair, size_t row, int are_marked)
{
    for (size_t k = 0; k < strips_of(pair, row); k++) {
        size_t first = row * TILE_ROWS + k * BITS;
        size_t count = LESSER(pair.reference_length - first, BITS);
        Places *places = &matrix->tile->places[k];
        if (are_marked) mark_places(places, pair.reference + first, 4, count, matrix->bytes);
        else unmark_places(places, pair.reference + first, 4, count, matrix->bytes);
    }
}

/* Find the places of a text in half of the strips. */
INLINED void find_equal(Tile *tile, const uint32_t *text, size_t length, size_t first, int bytes)
{
    for (size_t j = 0; j < length; j++)
        for (size_t k = first; k < first + HALF; k++)
            tile->equal[j + DELAY * k][k] = places_of(&tile->places[k], text[j], bytes);
}

static size_t rows_of(Pair pair) { return (pair.reference_length + TILE_ROWS - 1) / TILE_ROWS; }

static size_t columns_of(Pair pair)
{
    return (pair.hypothesis_length + TILE_COLUMNS - 1) / TILE_COLUMNS;
}

/* The tiles along a side of the parts of a block that is divided so many times. */
static size_t side_of_part(int divisions)
{
    size_t tiles = 1;
    while (--divisions > 0) tiles *= PARTS;
    return tiles;
}

/* Where the columns of a tile of a block are kept. */
static Differences *columns_of_tile(Tile *tile, size_t down, size_t right)
{
    return tile->columns[down % KEPT_SIDE * KEPT_SIDE + right % KEPT_SIDE];
}

/* Go through a tile of the marked row, from what is on its left and above it. */
static size_t compare_tile(EditMatrix *matrix, Pair pair, size_t row, size_t column,
                           Differences *columns)
{
    Tile *tile = matrix->tile;
    Differences *left = &matrix->borders[0].left[row];
    uint8_t *changes = matrix->borders[0].changes + column * TILE_COLUMNS;
    const uint32_t *text = pair.hypothesis + column * TILE_COLUMNS;
    size_t length = LESSER(pair.hypothesis_length - column * TILE_COLUMNS, TILE_COLUMNS);
    int are_two = strips_of(pair, row) > HALF;
    for (size_t first = 0; first <= (are_two ? HALF : 0); first += HALF)
        if (matrix->bytes == 1) find_equal(tile, text, length, first, 1);
        else if (matrix->bytes == 2) find_equal(tile, text, length, first, 2);
        else find_equal(tile, text, length, first, matrix->bytes);
    for (size_t j = 0; j < length; j++) {
        tile->rises[j] = changes[j] & RISES;
        tile->falls[j] = changes[j] >> 1;
    }
    columns[0] = *left;
    if (uses_avx2) fill_by_avx2(tile, columns, length, are_two);
    else fill_columns(tile, columns, length, are_two);
    *left = columns[length + LAST_DELAY];
    const uint64_t *rises = tile->rises + LAST_DELAY, *falls = tile->falls + LAST_DELAY;
    for (size_t j = 0; j < length; j++) changes[j] = (uint8_t)(rises[j] | falls[j] << 1);
    return length * STRIPS_AT_ONCE;
}

static void reserve_borders(Work *work, Borders *borders, size_t changes, size_t left)
{
    RESERVE(work, borders->changes, borders->change_capacity, changes);
    RESERVE(work, borders->left, borders->left_capacity, left);
}

/* Go through a block, which is all tiles from a row and column on, and keep what it is to be divided
 * by, or the columns of its tiles. */
static void compare(EditMatrix *matrix, Pair pair, size_t row, size_t column, int divisions)
{
    const Borders *current = &matrix->borders[0];
    Borders *kept = &matrix->borders[divisions];
    size_t rows = rows_of(pair), columns = columns_of(pair), start = column * TILE_COLUMNS;
    size_t part = side_of_part(divisions);
    if (divisions) {
        kept->width = pair.hypothesis_length - start;
        kept->height = rows - row;
        reserve_borders(matrix->work, kept, PARTS * kept->width, PARTS * kept->height);
    }
    for (size_t r = row; r < rows; r++) {
        size_t down = r - row;
        if (divisions && down % part == 0)
            memcpy(kept->changes + down / part * kept->width, current->changes + start, kept->width);
        set_places(matrix, pair, r, 1);
        for (size_t c = column; c < columns; c++) {
            size_t right = c - column;
            if (divisions && right % part == 0)
                kept->left[right / part * kept->height + down] = current->left[r];
            Differences *filled = columns_of_tile(matrix->tile, divisions ? 0 : down,
                                                  divisions ? 0 : right);
            watch(matrix->work, compare_tile(matrix, pair, r, c, filled));
        }
        set_places(matrix, pair, r, 0);
    }
}

/* The end of a path, as the starts of the sequences that it has not reached. */
typedef struct {
    Pair rest;
    PathLength length;
    uint8_t *operations;
} Path;

INLINED void add_operation(Path *path, Operation operation)
{
    Pair *rest = &path->rest;
    if (operation == SUBSTITUTION && rest->reference[rest->reference_length - 1] ==
                                         rest->hypothesis[rest->hypothesis_length - 1])
        operation = HIT;
    if (path->operations) *--path->operations = (uint8_t)operation;
    path->length.count++;
    path->length.hits += operation == HIT;
    rest->reference_length -= operation != INSERTION;
    rest->hypothesis_length -= operation != DELETION;
}

/* Follow a path backwards through a tile. The rule follows from differences alone: where the distance
 * rises down a column, a deletion is the last edit; else, where it falls down the column before, the
 * symbols are the same and an insertion is; else a substitution is, or it is a hit. */
static void read_tile(const Differences *columns, size_t row, size_t column, Path *path)
{
    size_t first_row = row * TILE_ROWS, first_column = column * TILE_COLUMNS;
    while (path->rest.reference_length > first_row && path->rest.hypothesis_length > first_column) {
        size_t i = path->rest.reference_length - 1 - first_row, k = i / BITS;
        size_t at = path->rest.hypothesis_length - first_column + DELAY * k;
        CHECK(k < STRIPS_AT_ONCE && at <= TILE_STEPS);
        if (columns[at].rising[k] >> i % BITS & 1) add_operation(path, DELETION);
        else if (columns[at - 1].falling[k] >> i % BITS & 1) add_operation(path, INSERTION);
        else add_operation(path, SUBSTITUTION);
    }
}

/* Follow a path backwards through a block that has been compared. */
static void follow(EditMatrix *matrix, size_t row, size_t column, int divisions, Path *path)
{
    const Borders *current = &matrix->borders[0], *kept = &matrix->borders[divisions];
    size_t start = column * TILE_COLUMNS, part = side_of_part(divisions);
    while (path->rest.reference_length > row * TILE_ROWS && path->rest.hypothesis_length > start) {
        size_t down = (rows_of(path->rest) - 1 - row) / part;
        size_t right = (columns_of(path->rest) - 1 - column) / part;
        size_t r = row + down * part, c = column + right * part, first = c * TILE_COLUMNS;
        if (!divisions) {
            read_tile(columns_of_tile(matrix->tile, down, right), r, c, path);
            continue;
        }
        memcpy(current->changes + first, kept->changes + down * kept->width + first - start,
               path->rest.hypothesis_length - first);
        memcpy(current->left + r, kept->left + right * kept->height + down * part,
               (rows_of(path->rest) - r) * sizeof(Differences));
        compare(matrix, path->rest, r, c, divisions - 1);
        follow(matrix, r, c, divisions - 1, path);
    }
}

PathLength edit_path(EditMatrix *matrix, Pair pair, uint8_t *end)
{
    Borders *first = &matrix->borders[0];
    Path path = {.rest = pair, .operations = end};
    size_t rows = rows_of(pair), longer = rows > columns_of(pair) ? rows : columns_of(pair);
    int divisions = longer > KEPT_SIDE;
    while (divisions && longer > PARTS * side_of_part(divisions)) divisions++;
    CHECK(divisions <= MOST_DIVISIONS);
    if (!matrix->tile) {
        ALLOCATE(matrix->work, matrix->tile, 1); /* clearing all of it takes longer */
        memset(matrix->tile->places, 0, sizeof matrix->tile->places);
    }
    reserve_borders(matrix->work, first, pair.hypothesis_length, rows);
    memset(first->changes, RISES, pair.hypothesis_length);
    for (size_t r = 0; r < rows; r++) {
        memset(first->left[r].rising, 0xFF, sizeof first->left[r].rising);
        memset(first->left[r].falling, 0, sizeof first->left[r].falling);
    }
    matrix->bytes = distinctive_bytes(pair);
    compare(matrix, pair, 0, 0, divisions);
    follow(matrix, 0, 0, divisions, &path);
    while (path.rest.reference_length) add_operation(&path, DELETION);
    while (path.rest.hypothesis_length) add_operation(&path, INSERTION);
    return path.length;
}
