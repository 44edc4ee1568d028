/* Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic
 * programming", JACM 46(3), 1999, with the formulas of Hyyro, "A bit-vector algorithm for computing
 * Levenshtein and Damerau edit distances", Nordic Journal of Computing 10(1), 2003. A pattern longer
 * than a word is cut into strips, each of which passes the differences in its last row to the next. */

#include "edit_distance.h"

enum { BITS = 64, RISES = 1 };

void edit_matrix_free(EditMatrix *matrix)
{
    free(matrix->carries);
    free(matrix->columns);
}

static size_t strip_length(Pair pair, size_t strip)
{
    size_t before = strip * BITS;
    if (before >= pair.reference_length) return 0;
    return pair.reference_length - before < BITS ? pair.reference_length - before : BITS;
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
 * unless that is NULL. `bytes` of a symbol tell all apart. */
static inline size_t compare_strip(EditMatrix *matrix, Pair pair, size_t strip, int is_first,
                                   int are_two, int passes_on, int bytes, Differences *columns)
{
    const Places *places = &matrix->places[0], *others = &matrix->places[1];
    const uint32_t *text = pair.hypothesis;
    uint8_t *carries = matrix->carries;
    size_t length = pair.hypothesis_length;
    size_t own = strip_length(pair, strip), more = are_two ? strip_length(pair, strip + 1) : 0;
    size_t distance = strip * BITS + own + more;
    Differences column = {UINT64_MAX, 0}, other = {UINT64_MAX, 0};
    for (size_t j = 0; j < length; j++) {
        Change change = {1, 0};
        if (!is_first) change = (Change){carries[j] & RISES, carries[j] >> 1};
        change = advance(&column, places_of(places, text[j], bytes), change, (int)own - 1);
        if (columns) columns[j] = column;
        if (are_two) {
            change = advance(&other, places_of(others, text[j], bytes), change, (int)more - 1);
            if (columns) columns[length + j] = other;
        }
        distance += change.rises;
        distance -= change.falls;
        if (passes_on) carries[j] = (uint8_t)(change.rises | change.falls << 1);
    }
    return distance;
}

/* Go along one or two strips from `strip` on, with loops for each case that is usual. */
static inline size_t compare_marked(EditMatrix *matrix, Pair pair, size_t strip, int bytes,
                                    Differences *columns)
{
    int are_two = (strip + 1) * BITS < pair.reference_length;
    int passes_on = (strip + 2) * BITS < pair.reference_length;
    if (!are_two) return compare_strip(matrix, pair, strip, !strip, 0, 0, bytes, columns);
    if (strip) return compare_strip(matrix, pair, strip, 0, 1, 1, bytes, columns);
    if (passes_on) return compare_strip(matrix, pair, 0, 1, 1, 1, bytes, columns);
    return compare_strip(matrix, pair, 0, 1, 1, 0, bytes, columns);
}

static Status compare(EditMatrix *matrix, Pair pair, int keeps_columns, Watch *watch,
                      size_t *distance)
{
    size_t length = pair.hypothesis_length;
    *distance = length;
    if (pair.reference_length > 2 * BITS &&
        reserve((void **)&matrix->carries, &matrix->carry_capacity, length, 1) != FINE)
        return OUT_OF_MEMORY;
    int bytes = distinctive_bytes_of(pair);
    for (size_t strip = 0; strip * BITS < pair.reference_length; strip += 2) {
        const uint32_t *first = pair.reference + strip * BITS;
        size_t own = strip_length(pair, strip), others = strip_length(pair, strip + 1);
        mark_places(&matrix->places[0], first, 4, own, bytes);
        if (others) mark_places(&matrix->places[1], first + own, 4, others, bytes);
        Differences *columns = keeps_columns ? matrix->columns + strip * length : NULL;
        if (bytes == 1) *distance = compare_marked(matrix, pair, strip, 1, columns);
        else if (bytes == 2) *distance = compare_marked(matrix, pair, strip, 2, columns);
        else *distance = compare_marked(matrix, pair, strip, bytes, columns);
        unmark_places(&matrix->places[0], first, 4, own, bytes);
        if (others) unmark_places(&matrix->places[1], first + own, 4, others, bytes);
        if (watch_ends(watch, length * (1 + (others > 0)))) return ENDED;
    }
    return FINE;
}

Status edit_distance(EditMatrix *matrix, Pair pair, Watch *watch, size_t *distance)
{
    return compare(matrix, pair, 0, watch, distance);
}

Status edit_columns(EditMatrix *matrix, Pair pair, Watch *watch, size_t *distance)
{
    size_t length = pair.hypothesis_length;
    size_t strips = (pair.reference_length + BITS - 1) / BITS;
    matrix->column_count = length;
    if (length && strips > SIZE_MAX / length) return OUT_OF_MEMORY;
    if (reserve((void **)&matrix->columns, &matrix->column_capacity, strips * length,
                sizeof(Differences)) != FINE)
        return OUT_OF_MEMORY;
    return compare(matrix, pair, 1, watch, distance);
}
