/* Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic
 * programming", JACM 46(3), 1999, with the formulas of Hyyro, "A bit-vector algorithm for computing
 * Levenshtein and Damerau edit distances", Nordic Journal of Computing 10(1), 2003. A pattern longer
 * than a word is cut into strips, each of which passes the differences in its last row to the next. */

#include "edit_distance.h"

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

/* Half of the strips of a tile: the differences down a column, and whether the distance rises or
 * falls by 1 along the last row. */
typedef struct {
    Lanes rising, falling, rises, falls;
} Half;

/* Go to the next column of each strip, at a symbol that occurs at the places `equal`; from how the
 * row above each strip changes to how its last row does. */
INLINED void advance(Half *half, const uint64_t *equal_at, const Lanes *rises_above,
                     const Lanes *falls_above)
{
    Lanes rising = half->rising, falling = half->falling; /* from the row before to this one */
    Lanes equal = *(const Lanes *)equal_at | *falls_above;
    Lanes unchanged = (((equal & rising) + rising) ^ rising) | equal | falling;
    Lanes rises = falling | ~(unchanged | rising); /* from the column before to this one */
    Lanes falls = unchanged & rising;
    half->rises = rises >> (BITS - 1);
    half->falls = falls >> (BITS - 1);
    rises = rises << 1 | *rises_above;
    falls = falls << 1 | *falls_above;
    half->rising = falls | ~(unchanged | rises);
    half->falling = rises & unchanged;
}

/* Undo that for strips that have not begun, or have ended after `length` columns. */
INLINED void keep_idle(Half *half, const Differences *before, size_t first, size_t step,
                       size_t length)
{
    Lanes begun = NUMBERS_FROM(first), now = NUMBERS_FROM(0) * 0 + step;
    Lanes active = ALL_BITS_IF(begun <= now) & ALL_BITS_IF(begun + length > now);
    half->rising = (half->rising & active) | (*(const Lanes *)&before->rising[first] & ~active);
    half->falling = (half->falling & active) | (*(const Lanes *)&before->falling[first] & ~active);
}

INLINED void take_step(Tile *tile, Half *upper, Half *lower, size_t step, size_t length, int are_idle)
{
    Lanes rises = AS_LAST(tile->rises[step]), falls = AS_LAST(tile->falls[step]);
    Lanes upper_rises = SHIFTED_IN(rises, upper->rises), upper_falls = SHIFTED_IN(falls, upper->falls);
    rises = SHIFTED_IN(upper->rises, lower->rises);
    falls = SHIFTED_IN(upper->falls, lower->falls);
    advance(upper, tile->equal[step], &upper_rises, &upper_falls);
    advance(lower, tile->equal[step] + HALF, &rises, &falls);
    if (are_idle) {
        keep_idle(upper, &tile->columns[step], 0, step, length);
        keep_idle(lower, &tile->columns[step], HALF, step, length);
    }
    tile->rises[step] = LAST(lower->rises);
    tile->falls[step] = LAST(lower->falls);
    Differences *column = &tile->columns[step + 1];
    *(Lanes *)column->rising = upper->rising;
    *(Lanes *)(column->rising + HALF) = lower->rising;
    *(Lanes *)column->falling = upper->falling;
    *(Lanes *)(column->falling + HALF) = lower->falling;
}

/* Fill the columns of a tile from the second on. */
INLINED void fill_columns(Tile *tile, size_t length)
{
    const Differences *left = tile->columns;
    Half upper = {.rising = *(const Lanes *)left->rising, .falling = *(const Lanes *)left->falling};
    Half lower = {.rising = *(const Lanes *)(left->rising + HALF),
                  .falling = *(const Lanes *)(left->falling + HALF)};
    const size_t last = STRIPS_AT_ONCE - 1; /* the steps by which the last strip is behind */
    size_t step = 0;
    for (; step < last; step++) take_step(tile, &upper, &lower, step, length, 1);
    for (; step < length; step++) take_step(tile, &upper, &lower, step, length, 0);
    for (; step < length + last; step++) take_step(tile, &upper, &lower, step, length, 1);
}

static void fill_portably(Tile *tile, size_t length) { fill_columns(tile, length); }

#if COMPARES_AT_ONCE && defined(__x86_64__)
__attribute__((target("avx2"))) static void fill_by_avx2(Tile *tile, size_t length)
{
    fill_columns(tile, length);
}

static void (*fill)(Tile *, size_t) = fill_portably;

void use_vectors_for_distances(void)
{
    if (__builtin_cpu_supports("avx2")) fill = fill_by_avx2;
}
#else
#define fill fill_portably

void use_vectors_for_distances(void) {}
#endif

void edit_matrix_free(EditMatrix *matrix)
{
    for (int depth = 0; depth <= MOST_DIVISIONS; depth++) {
        free(matrix->borders[depth].changes);
        free(matrix->borders[depth].left);
    }
    free(matrix->tile);
}

static size_t fewer(size_t one, size_t other) { return one < other ? one : other; }

/* The strips of a row of tiles. */
static size_t strips_of(Pair pair, size_t row)
{
    return fewer((pair.reference_length - row * TILE_ROWS + BITS - 1) / BITS, STRIPS_AT_ONCE);
}

/* Mark or forget the places of the symbols of a row of tiles. */
static void set_places(Tile *tile, Pair pair, size_t row, int bytes, int are_marked)
{
    for (size_t k = 0; k < strips_of(pair, row); k++) {
        size_t first = row * TILE_ROWS + k * BITS;
        size_t count = fewer(pair.reference_length - first, BITS);
        if (are_marked) mark_places(&tile->places[k], pair.reference + first, 4, count, bytes);
        else unmark_places(&tile->places[k], pair.reference + first, 4, count, bytes);
    }
}

INLINED void find_equal(Tile *tile, const uint32_t *text, size_t length, int bytes)
{
    for (size_t j = 0; j < length; j++)
        for (size_t k = 0; k < STRIPS_AT_ONCE; k++)
            tile->equal[j + k][k] = places_of(&tile->places[k], text[j], bytes);
}

/* Go through a tile of the marked row, from what is on its left and above it. */
static size_t compare_tile(EditMatrix *matrix, Pair pair, size_t row, size_t column, int bytes)
{
    Tile *tile = matrix->tile;
    Differences *left = &matrix->borders[0].left[row];
    uint8_t *changes = matrix->borders[0].changes + column * TILE_COLUMNS;
    const uint32_t *text = pair.hypothesis + column * TILE_COLUMNS;
    size_t length = fewer(pair.hypothesis_length - column * TILE_COLUMNS, TILE_COLUMNS);
    if (bytes == 1) find_equal(tile, text, length, 1);
    else if (bytes == 2) find_equal(tile, text, length, 2);
    else find_equal(tile, text, length, bytes);
    for (size_t j = 0; j < length; j++) {
        tile->rises[j] = changes[j] & RISES;
        tile->falls[j] = changes[j] >> 1;
    }
    tile->columns[0] = *left;
    fill(tile, length);
    *left = tile->columns[length + STRIPS_AT_ONCE - 1];
    const uint64_t *rises = tile->rises + STRIPS_AT_ONCE - 1;
    const uint64_t *falls = tile->falls + STRIPS_AT_ONCE - 1;
    for (size_t j = 0; j < length; j++) changes[j] = (uint8_t)(rises[j] | falls[j] << 1);
    return length * STRIPS_AT_ONCE;
}

static size_t rows_of(Pair pair) { return (pair.reference_length + TILE_ROWS - 1) / TILE_ROWS; }

static size_t columns_of(Pair pair)
{
    return (pair.hypothesis_length + TILE_COLUMNS - 1) / TILE_COLUMNS;
}

static Status reserve_borders(Borders *borders, size_t changes, size_t left)
{
    Status status = reserve((void **)&borders->changes, &borders->change_capacity, changes, 1);
    if (status != FINE) return status;
    return reserve((void **)&borders->left, &borders->left_capacity, left, sizeof(Differences));
}

/* The tiles along a side of a part of the matrix. */
static size_t tiles_of_part(int depth)
{
    size_t tiles = 1;
    while (--depth > 0) tiles *= PARTS;
    return tiles;
}

/* Go through all tiles from a row and column on, and keep the borders of their parts unless the
 * depth is 0, when there is one tile for a path. */
static Status compare(EditMatrix *matrix, Pair pair, size_t row, size_t column, int depth,
                      Watch *watch)
{
    const Borders *current = &matrix->borders[0];
    Borders *kept = &matrix->borders[depth];
    size_t rows = rows_of(pair), columns = columns_of(pair), part = tiles_of_part(depth);
    size_t start = column * TILE_COLUMNS;
    if (depth) {
        kept->width = pair.hypothesis_length - start;
        kept->height = rows - row;
        if (reserve_borders(kept, PARTS * kept->width, PARTS * kept->height) != FINE)
            return OUT_OF_MEMORY;
    }
    int bytes = distinctive_bytes_of(pair);
    Status status = FINE;
    for (size_t r = row; r < rows && status == FINE; r++) {
        if (depth && (r - row) % part == 0)
            memcpy(kept->changes + (r - row) / part * kept->width, current->changes + start,
                   kept->width);
        set_places(matrix->tile, pair, r, bytes, 1);
        for (size_t c = column; c < columns && status == FINE; c++) {
            if (depth && (c - column) % part == 0)
                kept->left[(c - column) / part * kept->height + r - row] = current->left[r];
            if (watch_ends(watch, compare_tile(matrix, pair, r, c, bytes))) status = ENDED;
        }
        set_places(matrix->tile, pair, r, bytes, 0);
    }
    return status;
}

/* Go through the whole matrix. */
static Status compare_all(EditMatrix *matrix, Pair pair, int depth, Watch *watch, size_t *distance)
{
    Borders *current = &matrix->borders[0];
    if (!matrix->tile) matrix->tile = calloc(1, sizeof(Tile));
    if (!matrix->tile ||
        reserve_borders(current, pair.hypothesis_length, rows_of(pair)) != FINE)
        return OUT_OF_MEMORY;
    memset(current->changes, RISES, pair.hypothesis_length);
    for (size_t r = 0; r < rows_of(pair); r++)
        for (size_t k = 0; k < STRIPS_AT_ONCE; k++) {
            current->left[r].rising[k] = UINT64_MAX;
            current->left[r].falling[k] = 0;
        }
    Status status = compare(matrix, pair, 0, 0, depth, watch);
    *distance = pair.hypothesis_length;
    for (size_t i = 0; i < pair.reference_length; i++) {
        const Differences *last = &current->left[i / TILE_ROWS];
        size_t k = i % TILE_ROWS / BITS;
        *distance += last->rising[k] >> i % BITS & 1;
        *distance -= last->falling[k] >> i % BITS & 1;
    }
    return status;
}

Status edit_distance(EditMatrix *matrix, Pair pair, Watch *watch, size_t *distance)
{
    return compare_all(matrix, pair, 0, watch, distance);
}

/* The end of a path, and the starts of the sequences that it has not reached. */
typedef struct {
    Pair rest;
    size_t count;
    uint8_t *operations;
} Path;

INLINED void add_operation(Path *path, Operation operation)
{
    Pair *rest = &path->rest;
    if (path->operations) {
        if (operation == SUBSTITUTION && rest->reference[rest->reference_length - 1] ==
                                             rest->hypothesis[rest->hypothesis_length - 1])
            operation = HIT;
        path->operations[path->count] = (uint8_t)operation;
    }
    path->count++;
    rest->reference_length -= operation != INSERTION;
    rest->hypothesis_length -= operation != DELETION;
}

/* Go through the tile that was compared last, backwards. The rule follows from differences alone:
 * where the distance rises down a column, a deletion is the last edit; else, where it falls down the
 * column before, the symbols are the same and an insertion is; else a substitution is, or a hit. */
static void read_tile(const Tile *tile, size_t row, size_t column, Path *path)
{
    size_t first_row = row * TILE_ROWS, first_column = column * TILE_COLUMNS;
    while (path->rest.reference_length > first_row && path->rest.hypothesis_length > first_column) {
        size_t i = path->rest.reference_length - 1 - first_row, k = i / BITS;
        size_t at = path->rest.hypothesis_length - first_column + k;
        CHECK(k < STRIPS_AT_ONCE && at <= TILE_STEPS);
        if (tile->columns[at].rising[k] >> i % BITS & 1) add_operation(path, DELETION);
        else if (tile->columns[at - 1].falling[k] >> i % BITS & 1) add_operation(path, INSERTION);
        else add_operation(path, SUBSTITUTION);
    }
}

/* Follow a path backwards through all tiles from a row and column on. */
static Status follow(EditMatrix *matrix, size_t row, size_t column, int depth, Path *path,
                     Watch *watch)
{
    Borders *current = &matrix->borders[0], *kept = &matrix->borders[depth];
    size_t start = column * TILE_COLUMNS, part = tiles_of_part(depth);
    Status status = FINE;
    if (!depth) read_tile(matrix->tile, row, column, path);
    else while (path->rest.reference_length > row * TILE_ROWS &&
                path->rest.hypothesis_length > start && status == FINE) {
        size_t down = (rows_of(path->rest) - 1 - row) / part;
        size_t right = (columns_of(path->rest) - 1 - column) / part;
        size_t r = row + down * part, c = column + right * part, first = c * TILE_COLUMNS;
        memcpy(current->changes + first, kept->changes + down * kept->width + first - start,
               path->rest.hypothesis_length - first);
        memcpy(current->left + r, kept->left + right * kept->height + r - row,
               (rows_of(path->rest) - r) * sizeof(Differences));
        status = compare(matrix, path->rest, r, c, depth - 1, watch);
        if (status == FINE) status = follow(matrix, r, c, depth - 1, path, watch);
    }
    return status;
}

Status edit_path(EditMatrix *matrix, Pair pair, Watch *watch, size_t *distance, size_t *count,
                 uint8_t *operations)
{
    Path path = {.rest = pair, .operations = operations};
    size_t longer = rows_of(pair) > columns_of(pair) ? rows_of(pair) : columns_of(pair);
    int depth = 0;
    while (longer > tiles_of_part(depth + 1)) depth++;
    Status status = compare_all(matrix, pair, depth, watch, distance);
    if (status == FINE) status = follow(matrix, 0, 0, depth, &path, watch);
    while (path.rest.reference_length) add_operation(&path, DELETION);
    while (path.rest.hypothesis_length) add_operation(&path, INSERTION);
    *count = path.count;
    return status;
}
