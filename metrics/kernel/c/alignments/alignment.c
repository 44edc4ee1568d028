/* Wagner and Fischer, "The string-to-string correction problem", JACM 21(1), 1974, on the diagonals
 * that an alignment with so many edits can reach: Ukkonen, "Algorithms for approximate string
 * matching", Information and Control 64, 1985. */

#include "alignments/alignment.h"

/* A cost counts edits in its high half and substitutions in its low half, so that the lowest has
 * the fewest edits and then, because the lengths are fixed, the most hits. */
#define EDIT (UINT64_C(1) << 32)
#define UNREACHED (UINT64_MAX / 2)

void alignment_free(Alignment *alignment)
{
    edit_matrix_free(&alignment->differences);
    free(alignment->costs);
    free(alignment->operations);
}

static inline uint64_t lower(uint64_t one, uint64_t other) { return one < other ? one : other; }

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

/* Fill the matrix for alignments with so many edits, which are the fewest; keep all rows, or the
 * last. */
static Status fill(Alignment *alignment, Matrix *matrix, Pair pair, size_t edits, int keeps_all,
                   Watch *watch)
{
    size_t rows = pair.reference_length + 1, columns = pair.hypothesis_length + 1;
    CHECK(edits + rows >= columns && edits + columns >= rows);
    *matrix = (Matrix){pair, (edits + rows - columns) / 2, (edits + columns - rows) / 2, NULL, 0};
    size_t width = matrix->before + matrix->after + 2, kept = keeps_all ? rows : 1;
    if (kept > SIZE_MAX / width) return OUT_OF_MEMORY;
    if (RESERVE(alignment->costs, alignment->cost_capacity, kept * width) != FINE)
        return OUT_OF_MEMORY;
    matrix->costs = alignment->costs;
    matrix->stride = keeps_all ? width : 0;
    for (size_t j = 0; j <= matrix->after; j++) *cost_at(matrix, 0, j) = j * EDIT;
    *cost_at(matrix, 0, matrix->after + 1) = UNREACHED;
    for (size_t i = 1; i < rows; i++) {
        size_t j = i < matrix->before ? 0 : i - matrix->before, last = i + matrix->after;
        uint64_t *cost = cost_at(matrix, i, j), left = UNREACHED;
        *cost_at(matrix, i, last + 1) = UNREACHED;
        if (!j) {
            *cost++ = left = i * EDIT;
            j = 1;
        }
        const uint64_t *above = cost - matrix->stride;
        uint64_t diagonal = *above++;
        for (; j < columns && j <= last; j++) {
            uint64_t across = diagonal + (is_hit(pair, i, j) ? 0 : EDIT + 1);
            diagonal = *above++;
            *cost++ = left = lower(lower(across, diagonal + EDIT), left + EDIT);
        }
        if (watch_ends(watch, width)) return ENDED;
    }
    CHECK(*cost_at(matrix, rows - 1, columns - 1) / EDIT == edits);
    return FINE;
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

Status align(Alignment *alignment, Pair pair, Rule rule, Watch *watch)
{
    size_t start, end, count, hits;
    size_t most = pair.reference_length + pair.hypothesis_length;
    if (pair.reference_length > MOST_SEGMENT_TOKENS || pair.hypothesis_length > MOST_SEGMENT_TOKENS)
        return LONG_SEGMENT;
    if (RESERVE(alignment->operations, alignment->operation_capacity, most) != FINE)
        return OUT_OF_MEMORY;
    Sequence reference = sequence_of(pair.reference, pair.reference_length);
    Sequence hypothesis = sequence_of(pair.hypothesis, pair.hypothesis_length);
    remove_common(&reference, &hypothesis, &start, &end);
    Pair middle = pair_with(reference, hypothesis);
    uint8_t *operations = alignment->operations;
    Status status = edit_path(&alignment->differences, middle, watch, &count, &hits,
                              operations + most);
    if (status != FINE) return status;
    if (rule == EDITS_LAST) {
        memmove(operations + start, operations + most - count, count);
    } else {
        Matrix matrix;
        status = fill(alignment, &matrix, middle, count - hits, 1, watch);
        if (status != FINE) return status;
        count = read_from_start(&matrix, operations + start);
    }
    CHECK(start + count + end <= most);
    if (start) memset(operations, HIT, start);
    if (end) memset(operations + start + count, HIT, end);
    alignment->operation_count = start + count + end;
    return FINE;
}

Status count_operations(Alignment *alignment, Pair pair, Rule rule, Watch *watch, size_t *edits,
                        size_t *hits)
{
    size_t count;
    Status status = edit_path(&alignment->differences, pair, watch, &count, hits, NULL);
    if (status != FINE) return status;
    *edits = count - *hits;
    if (rule == EDITS_LAST) return FINE;
    Matrix matrix;
    status = fill(alignment, &matrix, pair, *edits, 0, watch);
    if (status != FINE) return status;
    uint64_t cost = *cost_at(&matrix, pair.reference_length, pair.hypothesis_length);
    *hits = (pair.reference_length + pair.hypothesis_length - *edits - (size_t)(cost % EDIT)) / 2;
    return FINE;
}
