/* Wagner and Fischer, "The string-to-string correction problem", JACM 21(1), 1974, on the diagonals
 * that an alignment with so many edits can reach: Ukkonen, "Algorithms for approximate string
 * matching", Information and Control 64, 1985. */

#include "binding/binding.h"
#include "edits/edit_counter.h"

const char *const rule_names[] = {[MOST_HITS] = "most_hits", [EDITS_LAST] = "edits_last", NULL};

/* A cost counts edits in its high half and substitutions in its low half, so that the lowest has
 * the fewest edits and then, because the lengths are fixed, the most hits. */
#define EDIT (UINT64_C(1) << 32)
#define UNREACHED (UINT64_MAX / 2)

/* The costs of the paths from the ends of both sequences on, row by row, in the columns that are
 * reached: from `row` - `before` to `row` + `after`. Behind the last no path is known. */
typedef struct {
    Pair pair;
    size_t before, after;
    uint64_t *costs;
    size_t stride; /* from a row to the next, or 0 if a row replaces the one before */
} Matrix;

/* Where a cost is; that of the column before in the row before has the same place in its row. */
static inline uint64_t *cost_at(const Matrix *matrix, size_t row, size_t column)
{
    size_t place = column + matrix->before - row;
    CHECK(place <= matrix->before + matrix->after + 1);
    return &matrix->costs[row * matrix->stride + place];
}

/* Whether the symbols of a row and a column, both counted from 1 and from the end, are the same. */
static inline int is_hit(Pair pair, size_t i, size_t j)
{
    CHECK(i >= 1 && i <= pair.reference_length && j >= 1 && j <= pair.hypothesis_length);
    return pair.reference[pair.reference_length - i] == pair.hypothesis[pair.hypothesis_length - j];
}

/* The matrix for alignments with so many edits, which are the fewest; keep all rows, or the
 * last. */
static Matrix filled(Alignment *alignment, Pair pair, size_t edits, int keeps_all)
{
    Work *work = alignment->differences.work;
    size_t rows = pair.reference_length + 1, columns = pair.hypothesis_length + 1;
    CHECK(edits + rows >= columns && edits + columns >= rows);
    Matrix matrix = {pair, (edits + rows - columns) / 2, (edits + columns - rows) / 2, NULL, 0};
    size_t width = matrix.before + matrix.after + 2, kept = keeps_all ? rows : 1;
    if (kept > SIZE_MAX / width) fail(work, OUT_OF_MEMORY);
    RESERVE(work, alignment->costs, alignment->cost_capacity, kept * width);
    matrix.costs = alignment->costs;
    matrix.stride = keeps_all ? width : 0;
    for (size_t j = 0; j <= matrix.after; j++) *cost_at(&matrix, 0, j) = j * EDIT;
    *cost_at(&matrix, 0, matrix.after + 1) = UNREACHED;
    for (size_t i = 1; i < rows; i++) {
        size_t j = i < matrix.before ? 0 : i - matrix.before, last = i + matrix.after;
        uint64_t *cost = cost_at(&matrix, i, j), left = UNREACHED;
        *cost_at(&matrix, i, last + 1) = UNREACHED;
        if (!j) {
            *cost++ = left = i * EDIT;
            j = 1;
        }
        const uint64_t *above = cost - matrix.stride;
        uint64_t diagonal = *above++;
        for (; j < columns && j <= last; j++) {
            uint64_t across = diagonal + (is_hit(pair, i, j) ? 0 : EDIT + 1);
            diagonal = *above++;
            uint64_t deleted = LESSER(across, diagonal + EDIT);
            *cost++ = left = LESSER(deleted, left + EDIT);
        }
        watch(work, width);
    }
    CHECK(*cost_at(&matrix, rows - 1, columns - 1) / EDIT == edits);
    return matrix;
}

/* Write the operations of the alignment with the lowest cost, and return their number. */
static size_t read_from_start(const Matrix *matrix, uint8_t *operations)
{
    Pair pair = matrix->pair;
    size_t i = pair.reference_length, j = pair.hypothesis_length, count = 0;
    while (i || j) {
        uint64_t cost = *cost_at(matrix, i, j);
        Operation operation = INSERTION;
        int hit = i && j && is_hit(pair, i, j);
        if (i && j && *cost_at(matrix, i - 1, j - 1) + (hit ? 0 : EDIT + 1) == cost)
            operation = hit ? HIT : SUBSTITUTION;
        else if (i && *cost_at(matrix, i - 1, j) + EDIT == cost)
            operation = DELETION;
        operations[count++] = (uint8_t)operation;
        i -= operation != INSERTION;
        j -= operation != DELETION;
    }
    return count;
}

/* Write the operations by which the reference becomes the hypothesis; returns their number. */
static size_t align(Alignment *alignment, Pair pair, Rule rule)
{
    Work *work = alignment->differences.work;
    size_t start, end, most = pair.reference_length + pair.hypothesis_length;
    if (pair.reference_length > MOST_SEGMENT_TOKENS || pair.hypothesis_length > MOST_SEGMENT_TOKENS)
        fail(work, LONG_SEGMENT);
    RESERVE(work, alignment->operations, alignment->operation_capacity, most);
    Sequence reference = sequence_of(pair.reference, pair.reference_length);
    Sequence hypothesis = sequence_of(pair.hypothesis, pair.hypothesis_length);
    remove_common(&reference, &hypothesis, &start, &end);
    Pair middle = pair_with(reference, hypothesis);
    uint8_t *operations = alignment->operations;
    PathLength length = edit_path(&alignment->differences, middle, operations + most);
    if (rule == EDITS_LAST) {
        memmove(operations + start, operations + most - length.count, length.count);
    } else {
        Matrix matrix = filled(alignment, middle, length.count - length.hits, 1);
        length.count = read_from_start(&matrix, operations + start);
    }
    CHECK(start + length.count + end <= most);
    if (start) memset(operations, HIT, start);
    if (end) memset(operations + start + length.count, HIT, end);
    return start + length.count + end;
}

PathLength count_operations(Alignment *alignment, Pair pair, Rule rule)
{
    PathLength length = edit_path(&alignment->differences, pair, NULL);
    if (rule == EDITS_LAST) return length;
    size_t edits = length.count - length.hits;
    Matrix matrix = filled(alignment, pair, edits, 0);
    uint64_t cost = *cost_at(&matrix, pair.reference_length, pair.hypothesis_length);
    size_t both = pair.reference_length + pair.hypothesis_length;
    length.hits = (both - edits - (size_t)(cost % EDIT)) / 2;
    length.count = edits + length.hits;
    return length;
}

static void align_task(Call *call, const Value *given)
{
    Segments all = segments_in(given);
    Alignment alignment = {.differences.work = &call->work};
    FOR_EACH_REFERENCE(at, all.offsets, all.segments) {
        size_t count = align(&alignment, pair_in(&all, at.segment, at.reference),
                             (Rule)given[SEGMENT_BUFFERS + 1].whole);
        append_items(call, alignment.operations, count, 1, at.number);
    }
}

TASK(align, NOT_A_METHOD, ITEMS_AND_BOUNDS, SIZED_PAIRS, RULE)
