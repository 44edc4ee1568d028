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
    pattern->places = calloc(2 * (symbol_count + 1), sizeof(uint64_t));
    return pattern->places ? FINE : OUT_OF_MEMORY;
}

void edit_pattern_free(EditPattern *pattern)
{
    free(pattern->places);
    free(pattern->carries);
    free(pattern->columns);
}

static size_t strip_length(const EditPattern *pattern, size_t strip)
{
    size_t before = strip * BITS;
    if (before >= pattern->length) return 0;
    return pattern->length - before < BITS ? pattern->length - before : BITS;
}

static uint64_t *places_in(const EditPattern *pattern, size_t strip)
{
    return pattern->places + strip % 2 * (pattern->symbol_count + 1);
}

static void unmark(EditPattern *pattern)
{
    size_t first = pattern->strip * BITS, end = first + 2 * BITS;
    for (size_t i = first; i < end && i < pattern->length; i++)
        places_in(pattern, i / BITS)[pattern->symbols[i]] = 0;
}

/* Mark a strip of an even number, and the next. */
static void mark(EditPattern *pattern, size_t strip)
{
    pattern->strip = strip;
    size_t first = strip * BITS, end = first + 2 * BITS;
    for (size_t i = first; i < end && i < pattern->length; i++) {
        CHECK(pattern->symbols[i] < pattern->symbol_count);
        places_in(pattern, i / BITS)[pattern->symbols[i]] |= UINT64_C(1) << i % BITS;
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

/* How the distance changes along a row: whether it rises or falls by 1 at a symbol. */
typedef struct {
    unsigned rises, falls;
} Change;

/* Go to the next column of a strip, at a symbol that occurs at the places `equal`; from how the row
 * before the strip changes to how its row `last` does. */
static inline Change advance(Differences *column, uint64_t equal, Change above, int last)
{
    uint64_t rising = column->rising, falling = column->falling; /* from the row before to this one */
    equal |= above.falls;
    uint64_t unchanged = (((equal & rising) + rising) ^ rising) | equal | falling;
    uint64_t rises = falling | ~(unchanged | rising); /* from the column before to this one */
    uint64_t falls = unchanged & rising;
    Change change = {(unsigned)(rises >> last) & 1, (unsigned)(falls >> last) & 1};
    rises = rises << 1 | above.rises;
    falls = falls << 1 | above.falls;
    *column = (Differences){falls | ~(unchanged | rises), rises & unchanged};
    return change;
}

/* Go along the last row of a marked strip, or of two at once, which a processor can do in parallel,
 * and return the distance at its end. If the strip is the first, the row before it is the first of
 * the matrix, which rises at every symbol. The differences of every column are kept in `columns`,
 * unless that is NULL. */
static inline size_t compare_strip(EditPattern *pattern, const uint32_t *text, size_t length,
                                   size_t strip, int is_first, int are_two, int passes_on,
                                   Differences *columns)
{
    const uint64_t *places = places_in(pattern, strip), *others = places_in(pattern, strip + 1);
    uint8_t *carries = pattern->carries;
    size_t own = strip_length(pattern, strip), more = are_two ? strip_length(pattern, strip + 1) : 0;
    size_t distance = strip * BITS + own + more;
    Differences column = {UINT64_MAX, 0}, other = {UINT64_MAX, 0};
    for (size_t j = 0; j < length; j++) {
        CHECK(text[j] < pattern->symbol_count);
        Change change = {1, 0};
        if (!is_first) change = (Change){carries[j] & RISES, carries[j] >> 1};
        change = advance(&column, places[text[j]], change, (int)own - 1);
        if (columns) columns[j] = column;
        if (are_two) {
            change = advance(&other, others[text[j]], change, (int)more - 1);
            if (columns) columns[length + j] = other;
        }
        distance += change.rises;
        distance -= change.falls;
        if (passes_on) carries[j] = (uint8_t)(change.rises | change.falls << 1);
    }
    return distance;
}

static Status compare_strips(EditPattern *pattern, const uint32_t *text, size_t length,
                             int keeps_columns, Watch *watch, size_t *distance)
{
    if (reserve((void **)&pattern->carries, &pattern->carry_capacity, length, 1) != FINE)
        return OUT_OF_MEMORY;
    for (size_t strip = 0; strip * BITS < pattern->length; strip += 2) {
        if (pattern->strip != strip) {
            unmark(pattern);
            mark(pattern, strip);
        }
        int are_two = (strip + 1) * BITS < pattern->length;
        int passes_on = (strip + 2) * BITS < pattern->length;
        Differences *columns = keeps_columns ? pattern->columns + strip * length : NULL;
        if (!are_two) *distance = compare_strip(pattern, text, length, strip, 0, 0, 0, columns);
        else if (strip) *distance = compare_strip(pattern, text, length, strip, 0, 1, 1, columns);
        else if (passes_on) *distance = compare_strip(pattern, text, length, 0, 1, 1, 1, columns);
        else *distance = compare_strip(pattern, text, length, 0, 1, 1, 0, columns);
        if (watch_ends(watch, length * (are_two + 1))) return ENDED;
    }
    return FINE;
}

Status edit_distance(EditPattern *pattern, const uint32_t *text, size_t length, Watch *watch,
                     size_t *distance)
{
    *distance = length;
    if (!pattern->length) return FINE;
    if (pattern->length > BITS) return compare_strips(pattern, text, length, 0, watch, distance);
    *distance = compare_strip(pattern, text, length, 0, 1, 0, 0, NULL);
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
    *distance = compare_strip(pattern, text, length, 0, 1, 0, 0, pattern->columns);
    return watch_ends(watch, length) ? ENDED : FINE;
}
