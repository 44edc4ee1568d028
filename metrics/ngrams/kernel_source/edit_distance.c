/* Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic
 * programming", JACM 46(3), 1999, with the formulas of Hyyro, "A bit-vector algorithm for computing
 * Levenshtein and Damerau edit distances", Nordic Journal of Computing 10(1), 2003. A pattern longer
 * than a word is cut into strips, each of which passes the differences in its last row to the next. */

#include "edit_distance.h"

enum { BITS = 64, RISES = 1 };

Status edit_pattern_init(EditPattern *pattern, size_t symbol_count)
{
    memset(pattern, 0, sizeof *pattern);
    pattern->symbol_count = symbol_count;
    pattern->places = calloc(symbol_count + 1, sizeof(uint64_t));
    return pattern->places ? FINE : OUT_OF_MEMORY;
}

void edit_pattern_free(EditPattern *pattern)
{
    free(pattern->places);
    free(pattern->carries);
    free(pattern->columns);
}

static size_t strip_length(const EditPattern *pattern)
{
    size_t left = pattern->length - pattern->strip * BITS;
    return left < BITS ? left : BITS;
}

static void unmark(EditPattern *pattern)
{
    const uint32_t *symbols = pattern->symbols + pattern->strip * BITS;
    for (size_t i = 0, count = strip_length(pattern); i < count; i++)
        pattern->places[symbols[i]] = 0;
}

static void mark(EditPattern *pattern, size_t strip)
{
    pattern->strip = strip;
    const uint32_t *symbols = pattern->symbols + strip * BITS;
    for (size_t i = 0, count = strip_length(pattern); i < count; i++) {
        CHECK(symbols[i] < pattern->symbol_count);
        pattern->places[symbols[i]] |= UINT64_C(1) << i;
    }
}

void edit_pattern_set(EditPattern *pattern, const uint32_t *symbols, size_t length)
{
    if (pattern->length) unmark(pattern);
    pattern->symbols = symbols;
    pattern->length = length;
    pattern->strip = 0;
    if (length) mark(pattern, 0);
}

/* Go along the last row of the marked strip, which begins at `distance`, and return its end. With
 * `is_first`, the row before the strip is the first of the matrix, which rises at every symbol. The
 * differences of every column are kept in `columns`, unless that is NULL. */
static inline size_t compare_strip(EditPattern *pattern, const uint32_t *text, size_t length,
                                   size_t distance, int is_first, int passes_on,
                                   Differences *columns)
{
    const uint64_t *places = pattern->places;
    uint8_t *carries = pattern->carries;
    int last = (int)strip_length(pattern) - 1;
    uint64_t rising = UINT64_MAX, falling = 0; /* from the row before to this one */
    for (size_t j = 0; j < length; j++) {
        CHECK(text[j] < pattern->symbol_count);
        uint64_t equal = places[text[j]];
        unsigned above_rises = 1, above_falls = 0;
        if (!is_first) {
            above_rises = carries[j] & RISES;
            above_falls = carries[j] >> 1;
            equal |= above_falls;
        }
        uint64_t unchanged = (((equal & rising) + rising) ^ rising) | equal | falling;
        uint64_t rises = falling | ~(unchanged | rising); /* from the column before to this one */
        uint64_t falls = unchanged & rising;
        unsigned row_rises = (unsigned)(rises >> last) & 1, row_falls = (unsigned)(falls >> last) & 1;
        distance += row_rises;
        distance -= row_falls;
        if (passes_on) carries[j] = (uint8_t)(row_rises | row_falls << 1);
        rises = rises << 1 | above_rises;
        falls = falls << 1 | above_falls;
        rising = falls | ~(unchanged | rises);
        falling = rises & unchanged;
        if (columns) columns[j] = (Differences){rising, falling};
    }
    return distance;
}

static Status compare_strips(EditPattern *pattern, const uint32_t *text, size_t length,
                             int keeps_columns, Watch *watch, size_t *distance)
{
    if (reserve((void **)&pattern->carries, &pattern->carry_capacity, length, 1) != FINE)
        return OUT_OF_MEMORY;
    for (size_t strip = 0; strip * BITS < pattern->length; strip++) {
        if (pattern->strip != strip) {
            unmark(pattern);
            mark(pattern, strip);
        }
        size_t end = strip * BITS + strip_length(pattern);
        Differences *columns = keeps_columns ? pattern->columns + strip * length : NULL;
        *distance = strip ? compare_strip(pattern, text, length, end, 0, 1, columns)
                          : compare_strip(pattern, text, length, end, 1, 1, columns);
        if (watch_ends(watch, length)) return ENDED;
    }
    return FINE;
}

Status edit_distance(EditPattern *pattern, const uint32_t *text, size_t length, Watch *watch,
                     size_t *distance)
{
    *distance = length;
    if (!pattern->length) return FINE;
    if (pattern->length > BITS) return compare_strips(pattern, text, length, 0, watch, distance);
    *distance = compare_strip(pattern, text, length, pattern->length, 1, 0, NULL);
    return watch_ends(watch, length) ? ENDED : FINE;
}

Status edit_columns(EditPattern *pattern, const uint32_t *text, size_t length, Watch *watch,
                    size_t *distance)
{
    *distance = length;
    pattern->column_count = length;
    if (!pattern->length || !length) {
        *distance += pattern->length;
        return FINE;
    }
    size_t strips = (pattern->length + BITS - 1) / BITS;
    if (strips > SIZE_MAX / length) return OUT_OF_MEMORY;
    if (reserve((void **)&pattern->columns, &pattern->column_capacity, strips * length,
                sizeof(Differences)) != FINE)
        return OUT_OF_MEMORY;
    if (strips > 1) return compare_strips(pattern, text, length, 1, watch, distance);
    *distance = compare_strip(pattern, text, length, pattern->length, 1, 0, pattern->columns);
    return watch_ends(watch, length) ? ENDED : FINE;
}
