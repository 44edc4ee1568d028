/* Edit distance between two sequences after two neighbouring parts of one trade places, from whole
 * matrices of distances. */

#include "alignments/banded_distance.h"

/* Columns of the matrix, in whole words. */
typedef struct {
    size_t first, words, columns; /* the first word, and their columns that are in the matrix */
} Slice;

/* The columns through which a path of at most `most` edits can go from a row to another: each column
 * away from the diagonal costs an edit, and one more on the way back. There are none if there is no
 * such path. */
static Slice slice_of(const Band *band, size_t from, size_t to, int64_t most)
{
    int64_t difference = (int64_t)band->columns - (int64_t)band->rows;
    if (most < difference || most < -difference) return (Slice){0, 0, 0};
    int64_t low = (int64_t)from - (most - difference) / 2, high = (int64_t)to + (most + difference) / 2;
    size_t first = low > 0 ? (size_t)low / BITS : 0;
    size_t last = high < (int64_t)band->columns ? (size_t)high : band->columns;
    size_t words = last / BITS + 1 - first, end = (first + words) * BITS;
    if (end > band->columns + 1) end = band->columns + 1;
    return (Slice){first, words, end - first * BITS};
}

/* The distance in a cell. The distance in column 0 is the number of the row. */
static int64_t distance_at(const Band *band, size_t row, size_t column)
{
    const uint64_t *rises = band->rises + row * band->row_words;
    const uint64_t *falls = band->falls + row * band->row_words;
    int64_t sum = (int64_t)row - (int64_t)(rises[0] & 1) + (int64_t)(falls[0] & 1);
    size_t whole = (column + 1) / BITS;
    for (size_t w = 0; w < whole; w++) sum += ones(rises[w]) - ones(falls[w]);
    uint64_t rest = lowest_bits((column + 1) % BITS);
    return rest ? sum + ones(rises[whole] & rest) - ones(falls[whole] & rest) : sum;
}

/* 64 columns of a row from `column` on, which can be below 0. */
static inline uint64_t bits_from(const uint64_t *row, size_t words, int64_t column)
{
    if (column < 0) return row[0] << -column;
    size_t at = (size_t)column / BITS;
    unsigned shift = (unsigned)(column % BITS);
    uint64_t next = at + 1 < words ? row[at + 1] : 0;
    return row[at] >> shift | next << 1 << (BITS - 1 - shift);
}

/* The least sum of the distances in the columns of a slice, `distance` in the first of them, and of
 * those of what follows: the rows from `row` on and the columns behind; or any number above `most`.
 */
static int64_t least_sum(const Band *ends, size_t row, Slice slice, const uint64_t *rises,
                         const uint64_t *falls, int64_t distance, int64_t most)
{
    size_t words = ends->row_words, column = slice.first * BITS, left = slice.columns;
    const uint64_t *end_rises = ends->rises + (ends->rows - row) * words;
    const uint64_t *end_falls = ends->falls + (ends->rows - row) * words;
    int64_t sum = distance + distance_at(ends, ends->rows - row, ends->columns - column);
    int64_t least = sum;
    for (size_t w = 0; w < slice.words; w++, column += BITS) {
        /* the columns of the ends are numbered from the other side */
        int64_t end_column = (int64_t)ends->columns - (int64_t)column - (BITS - 2);
        uint64_t up = rises[w], down = falls[w];
        uint64_t end_up = bits_from(end_rises, words, end_column);
        uint64_t end_down = bits_from(end_falls, words, end_column);
        size_t count = left < BITS ? left : BITS;
        left -= count;
        unsigned known = !w; /* the first column is in the sum */
        uint64_t inside = lowest_bits(count) >> known << known;
        uint64_t end_inside = ~lowest_bits(BITS - count) << known >> known;
        int64_t falling = ones(down & inside) + ones(end_up & end_inside);
        if (sum - falling > most) {
            sum += ones(up & inside) + ones(end_down & end_inside) - falling;
            continue;
        }
        for (size_t k = 0; k < count; k++) {
            if (w || k) {
                sum += (int64_t)(up & 1) - (int64_t)(down & 1);
                sum += (int64_t)(end_down >> (BITS - 1)) - (int64_t)(end_up >> (BITS - 1));
                if (sum < least) least = sum;
            }
            up >>= 1;
            down >>= 1;
            end_up <<= 1;
            end_down <<= 1;
        }
    }
    return least;
}

/* Go to the next row of a slice. What is before its first column is one more, so that it helps none
 * of the paths inside. */
static inline void advance(const uint64_t *equals, size_t words, uint64_t *rises, uint64_t *falls)
{
    Passed passed = {1, 0};
    rises[0] &= ~UINT64_C(1);
    falls[0] |= 1;
    for (size_t w = 0; w < words; w++) advance_word(&rises[w], &falls[w], equals[w], &passed);
}

/* Copy a row of a slice, with room for the next ones. */
static uint64_t *copied_row(const Band *starts, size_t row, Slice slice, uint64_t *rises)
{
    size_t at = row * starts->row_words + slice.first, size = slice.words * sizeof(uint64_t);
    uint64_t *falls = rises + slice.words;
    memcpy(rises, starts->rises + at, size);
    memcpy(falls, starts->falls + at, size);
    return falls;
}

/* Go to the rows of symbols from `from` to before `to`, one after the other. */
static inline void advance_to(const Band *starts, Slice slice, const uint32_t *symbols, size_t from,
                              size_t to, uint64_t *rises, uint64_t *falls)
{
    const uint64_t *equals = starts->equal + slice.first;
    for (size_t i = from; i < to; i++)
        advance(equals + symbols[i] * starts->equal_words, slice.words, rises, falls);
}

int64_t rotated_distance(Matrices matrices, const uint32_t *symbols, size_t from, size_t middle,
                         size_t to, int64_t most, uint64_t *scratch, Work *work)
{
    const Band *starts = matrices.starts;
    CHECK(from <= middle && middle <= to && to <= starts->rows);
    Slice slice = slice_of(starts, from, to, most);
    if (!slice.words) return most + 1;
    uint64_t *falls = copied_row(starts, from, slice, scratch);
    advance_to(starts, slice, symbols, middle, to, scratch, falls);
    advance_to(starts, slice, symbols, from, middle, scratch, falls);
    watch(work, (to - from + 8) * slice.words);
    int64_t distance = distance_at(starts, from, slice.first * BITS) + (int64_t)(to - from);
    return least_sum(matrices.ends, to, slice, scratch, falls, distance, most);
}

int64_t distance_without(Matrices matrices, size_t from, size_t to, int64_t most, Work *work)
{
    const Band *starts = matrices.starts;
    Slice slice = slice_of(starts, from, to, most);
    if (!slice.words) return most + 1;
    size_t at = from * starts->row_words + slice.first;
    watch(work, 8 * slice.words);
    return least_sum(matrices.ends, to, slice, starts->rises + at, starts->falls + at,
                     distance_at(starts, from, slice.first * BITS), most);
}

int64_t distance_with(Matrices matrices, const uint32_t *symbols, size_t start, size_t words,
                      size_t row, int64_t most, uint64_t *scratch, Work *work)
{
    const Band *starts = matrices.starts;
    Slice slice = slice_of(starts, row, row, most + (int64_t)words);
    if (!slice.words) return most + 1;
    uint64_t *falls = copied_row(starts, row, slice, scratch);
    advance_to(starts, slice, symbols, start, start + words, scratch, falls);
    watch(work, (words + 8) * slice.words);
    int64_t distance = distance_at(starts, row, slice.first * BITS) + (int64_t)words;
    return least_sum(matrices.ends, row, slice, scratch, falls, distance, most);
}
