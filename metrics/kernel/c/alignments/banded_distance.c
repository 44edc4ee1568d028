#include <math.h>

#include "alignments/banded_distance.h"
#include "edits/edit_distance.h"

/* Set the band of every row, with the arithmetic of sacreBLEU's lib_ter.py. Row 0 has all columns.
 * The last row ends with the last column. */
static void set_limits(Band *band, size_t beam)
{
    size_t rows = band->rows, columns = band->columns, widest = 0;
    double ratio = rows ? (double)columns / (double)rows : 1.0;
    double half = (double)beam;
    if (half < ratio / 2) half = ceil(ratio / 2 + half);
    band->low[0] = 0;
    band->high[0] = (uint32_t)columns;
    for (size_t row = 1; row <= rows; row++) {
        double diagonal = floor((double)row * ratio);
        double low = diagonal - half, end = diagonal + half;
        int narrow = beam != 0;
        band->low[row] = narrow && low > 0 ? (uint32_t)low : 0;
        band->high[row] = narrow && row < rows && end <= (double)columns
                              ? (uint32_t)end - 1
                              : (uint32_t)columns;
        size_t width = (size_t)(band->high[row] - band->low[row]);
        if (width > widest) widest = width;
    }
    band->row_words = widest / BITS + 1;
}

void band_set(Band *band, size_t rows, size_t columns, size_t beam, size_t symbols, Work *work)
{
    RESERVE(work, band->low, band->limits_capacity, 2 * (rows + 1));
    RESERVE(work, band->last, band->last_capacity, rows + 1);
    band->high = band->low + rows + 1;
    band->rows = rows;
    band->columns = columns;
    set_limits(band, beam);
    size_t words = band->row_words;
    band->equal_words = columns / BITS + words + 1;
    if (rows + 1 > SIZE_MAX / 3 / words || symbols > SIZE_MAX / band->equal_words)
        fail(work, OUT_OF_MEMORY);
    RESERVE(work, band->bits, band->bits_capacity, 3 * (rows + 1) * words);
    band->rises = band->bits;
    band->falls = band->rises + (rows + 1) * words;
    band->steep = band->falls + (rows + 1) * words;
    RESERVE(work, band->equal, band->equal_capacity, symbols * band->equal_words);
    memset(band->equal, 0, symbols * band->equal_words * sizeof(uint64_t));
    memset(band->rises, 0xFF, words * sizeof(uint64_t));
    memset(band->falls, 0, words * sizeof(uint64_t));
    band->last[0] = (int64_t)columns;
}

void band_set_symbol(Band *band, size_t column, uint32_t symbol)
{
    size_t place = column + 1;
    CHECK(place <= band->columns && (symbol + 1) * band->equal_words <= band->equal_capacity);
    band->equal[symbol * band->equal_words + place / BITS] |= UINT64_C(1) << place % BITS;
}

/* 64 columns, as bits, with the symbol. */
static inline uint64_t equal_from(const Band *band, uint32_t symbol, size_t column)
{
    const uint64_t *at = band->equal + symbol * band->equal_words + column / BITS;
    unsigned shift = column % BITS;
    CHECK(column / BITS + 1 < band->equal_words);
    return at[0] >> shift | at[1] << 1 << (BITS - 1 - shift);
}

/* Shift a row to the right by a number of columns, filling it with ones or zeros. */
static inline void move_bits(uint64_t *bits, size_t words, size_t by, uint64_t fill)
{
    size_t whole = by / BITS;
    unsigned shift = by % BITS;
    for (size_t w = 0; w < words; w++) {
        uint64_t here = w + whole < words ? bits[w + whole] : fill;
        uint64_t next = w + whole + 1 < words ? bits[w + whole + 1] : fill;
        bits[w] = here >> shift | next << 1 << (BITS - 1 - shift);
    }
}

/* Turn the row before `row` into `row`; returns how much the distance in its last column changes.
 *
 * A cell outside the band must not help one inside. In the row above, the columns that are new in
 * this row rise, so that a step down is no shorter than a step to the right, and only the first of
 * them can be reached diagonally. The column before the first is one more than the first, unless it
 * is still known from the row above; in this row it is one more again. */
static inline int64_t advance(const Band *band, size_t words, size_t row, uint32_t symbol,
                              uint64_t *rises, uint64_t *falls, uint64_t *steep)
{
    size_t low = band->low[row], high = band->high[row], high_before = band->high[row - 1];
    size_t moved = low - band->low[row - 1], top = high - low;
    size_t reached = (high_before < high ? high_before + 1 : high) - low;
    if (moved) {
        move_bits(rises, words, moved, UINT64_MAX);
        move_bits(falls, words, moved, 0);
    } else {
        rises[0] &= ~UINT64_C(1);
        falls[0] |= 1;
    }
    Passed passed = {1, 0};
    int64_t change = (int64_t)high - (int64_t)high_before;
    for (size_t w = 0; w < words; w++) {
        uint64_t equal = equal_from(band, symbol, low + w * BITS), fall = falls[w];
        if (reached < (w + 1) * BITS - 1)
            equal &= reached < w * BITS ? 0 : lowest_bits(reached - w * BITS + 1);
        Vertical found = advance_word(&rises[w], &falls[w], equal, &passed);
        if (steep) steep[w] = ~(found.level | fall);
        if (top / BITS == w)
            change += (int64_t)(found.rises >> top % BITS & 1) -
                      (int64_t)(found.falls >> top % BITS & 1);
        uint64_t inside = top < w * BITS ? 0 : lowest_bits(top - w * BITS + 1);
        rises[w] |= ~inside;
        falls[w] &= inside;
    }
    return change;
}

int64_t band_fill(Band *band, const uint32_t *symbols, size_t known)
{
    size_t words = band->row_words;
    for (size_t row = known + 1; row <= band->rows; row++) {
        size_t at = row * words;
        CHECK(3 * (at + words) <= band->bits_capacity);
        memcpy(band->rises + at, band->rises + at - words, words * sizeof(uint64_t));
        memcpy(band->falls + at, band->falls + at - words, words * sizeof(uint64_t));
        /* the compiler makes a loop without inner loop of the first */
        int64_t change =
            words == 1 ? advance(band, 1, row, symbols[row - 1], band->rises + at,
                                 band->falls + at, band->steep + at)
                       : advance(band, words, row, symbols[row - 1], band->rises + at,
                                 band->falls + at, band->steep + at);
        band->last[row] = band->last[row - 1] + change;
    }
    return band->last[band->rows];
}

static inline int64_t rotated(const Band *band, size_t words, const uint32_t *symbols, size_t from,
                              size_t middle, size_t to, uint64_t *rises, uint64_t *falls,
                              Work *work)
{
    CHECK(from <= middle && middle <= to && to <= band->rows);
    size_t row = from, size = words * sizeof(uint64_t);
    int64_t last = band->last[from];
    memcpy(rises, band->rises + from * words, size);
    memcpy(falls, band->falls + from * words, size);
    for (size_t i = middle; i < to; i++)
        last += advance(band, words, ++row, symbols[i], rises, falls, NULL);
    for (size_t i = from; i < middle; i++)
        last += advance(band, words, ++row, symbols[i], rises, falls, NULL);
    /* From here on the symbols are the same as before; so is the rest, if the row is. */
    while (row < band->rows) {
        if (!memcmp(rises, band->rises + row * words, size) &&
            !memcmp(falls, band->falls + row * words, size)) {
            last += band->last[band->rows] - band->last[row];
            break;
        }
        last += advance(band, words, row + 1, symbols[row], rises, falls, NULL);
        row++;
    }
    watch(work, (row - from) * words);
    return last;
}

int64_t band_distance_rotated(const Band *band, const uint32_t *symbols, size_t from,
                              size_t middle, size_t to, uint64_t *scratch, Work *work)
{
    size_t words = band->row_words;
    if (words == 1)
        return rotated(band, 1, symbols, from, middle, to, scratch, scratch + 1, work);
    return rotated(band, words, symbols, from, middle, to, scratch, scratch + words, work);
}

int band_contains(const Band *band, size_t beam, int64_t distance)
{
    int64_t difference = (int64_t)band->columns - (int64_t)band->rows;
    if (difference < 0) difference = -difference;
    return !beam || (distance + difference) / 2 < (int64_t)beam;
}

static inline int bit_of(const Band *band, const uint64_t *rows, size_t row, size_t column)
{
    size_t place = column - band->low[row];
    CHECK(place / BITS < band->row_words);
    return rows[row * band->row_words + place / BITS] >> place % BITS & 1;
}

/* The last step of the shortest path to a cell. */
static Operation last_step(const Band *band, const uint32_t *symbols, size_t row, size_t column)
{
    if (!row || column > (size_t)band->high[row - 1] + 1) return DELETION;
    if (column == band->low[row] && column == band->low[row - 1]) return INSERTION;
    if (equal_from(band, symbols[row - 1], column) & 1) return HIT;
    if (bit_of(band, band->steep, row, column)) return SUBSTITUTION;
    /* row 0, which falls nowhere, can have more columns than are kept */
    int down = row > 1 && column <= band->high[row - 1] && bit_of(band, band->falls, row - 1, column);
    return down ? INSERTION : DELETION;
}

size_t band_path(const Band *band, const uint32_t *symbols, const BandPath *path)
{
    size_t row = band->rows, column = band->columns, count = 0;
    memset(path->row_errors, 0, (row + 1) * sizeof(uint32_t));
    memset(path->column_errors, 0, (column + 1) * sizeof(uint32_t));
    while (row || column) {
        Operation step = last_step(band, symbols, row, column);
        if (path->operations) path->operations[count] = (uint8_t)step;
        count++;
        if (step != INSERTION) {
            path->row_of[column - 1] = (int64_t)row - 1;
            path->column_errors[column] = step != HIT;
            column--;
        }
        if (step != DELETION) {
            path->row_errors[row] = step != HIT;
            row--;
        }
    }
    for (size_t i = 1; i <= band->rows; i++) path->row_errors[i] += path->row_errors[i - 1];
    for (size_t i = 1; i <= band->columns; i++)
        path->column_errors[i] += path->column_errors[i - 1];
    for (size_t i = 0; path->operations && i < count / 2; i++) {
        uint8_t kept = path->operations[i];
        path->operations[i] = path->operations[count - 1 - i];
        path->operations[count - 1 - i] = kept;
    }
    return count;
}
