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
    free(alignment->costs);
    free(alignment->operations);
}

static inline uint64_t lower(uint64_t one, uint64_t other) { return one < other ? one : other; }

static size_t shorter_length(Pair pair)
{
    return pair.reference_length < pair.hypothesis_length ? pair.reference_length
                                                          : pair.hypothesis_length;
}

static size_t common_start(Pair pair)
{
    size_t count = 0, shorter = shorter_length(pair);
    while (count < shorter && pair.reference[count] == pair.hypothesis[count]) count++;
    return count;
}

static size_t common_end(Pair pair)
{
    const uint32_t *reference = pair.reference + pair.reference_length;
    const uint32_t *hypothesis = pair.hypothesis + pair.hypothesis_length;
    size_t count = 0, shorter = shorter_length(pair);
    while (count < shorter && reference[-1 - (ptrdiff_t)count] == hypothesis[-1 - (ptrdiff_t)count])
        count++;
    return count;
}

Pair middle_of(Pair pair, size_t *start, size_t *end)
{
    *start = common_start(pair);
    pair.reference += *start;
    pair.hypothesis += *start;
    pair.reference_length -= *start;
    pair.hypothesis_length -= *start;
    *end = common_end(pair);
    pair.reference_length -= *end;
    pair.hypothesis_length -= *end;
    return pair;
}

/* The columns of a row that are reached: from `row` - `before` to `row` + `after`. */
typedef struct {
    size_t before, after;
} Band;

static Band band_of(Pair pair, size_t edits)
{
    size_t reference = pair.reference_length, hypothesis = pair.hypothesis_length;
    CHECK(edits + reference >= hypothesis && edits + hypothesis >= reference);
    return (Band){(edits + reference - hypothesis) / 2, (edits + hypothesis - reference) / 2};
}

static size_t first_column(Band band, size_t row) { return row < band.before ? 0 : row - band.before; }

static size_t last_column(Band band, size_t row, Pair pair)
{
    size_t last = row + band.after;
    return last < pair.hypothesis_length ? last : pair.hypothesis_length;
}

/* The most hits of any alignment with so many edits, which are the fewest. */
static Status most_hits(Alignment *alignment, Pair pair, size_t edits, Watch *watch, size_t *hits)
{
    size_t total = pair.reference_length + pair.hypothesis_length;
    Band band = band_of(pair, edits);
    size_t columns = pair.hypothesis_length + 1;
    if (reserve((void **)&alignment->costs, &alignment->cost_capacity, columns, sizeof(uint64_t)) !=
        FINE)
        return OUT_OF_MEMORY;
    uint64_t *costs = alignment->costs;
    for (size_t j = 0; j < columns; j++) costs[j] = j <= band.after ? j * EDIT : UNREACHED;
    for (size_t i = 1; i <= pair.reference_length; i++) {
        uint32_t symbol = pair.reference[i - 1];
        size_t j = first_column(band, i), last = last_column(band, i, pair);
        uint64_t left = UNREACHED, diagonal;
        if (j == 0) {
            diagonal = costs[0];
            costs[0] = left = i * EDIT;
            j = 1;
        } else {
            diagonal = costs[j - 1];
        }
        for (; j <= last; j++) {
            CHECK(j < columns);
            uint64_t above = costs[j];
            uint64_t across = diagonal + (symbol == pair.hypothesis[j - 1] ? 0 : EDIT + 1);
            left = lower(lower(across, above + EDIT), left + EDIT);
            diagonal = above;
            costs[j] = left;
        }
        if (watch_ends(watch, last - first_column(band, i) + 1)) return ENDED;
    }
    uint64_t cost = costs[columns - 1];
    CHECK(cost / EDIT == edits);
    *hits = (total - edits - (size_t)(cost % EDIT)) / 2;
    return FINE;
}

/* The costs of a path, row by row: for each row, those of the columns of the band. */
typedef struct {
    uint64_t *costs;
    size_t width;
    Band band;
} Matrix;

static inline uint64_t cost_at(const Matrix *matrix, size_t row, size_t column)
{
    if (column + matrix->band.before < row || column > row + matrix->band.after) return UNREACHED;
    return matrix->costs[row * matrix->width + column + matrix->band.before - row];
}

/* Whether the symbols of a row and a column, both counted from 1 and from the end, are the same. */
static inline int is_hit(Pair pair, size_t i, size_t j)
{
    CHECK(i >= 1 && i <= pair.reference_length && j >= 1 && j <= pair.hypothesis_length);
    return pair.reference[pair.reference_length - i] == pair.hypothesis[pair.hypothesis_length - j];
}

static Status fill(Alignment *alignment, Matrix *matrix, Pair pair, Watch *watch)
{
    size_t rows = pair.reference_length + 1;
    matrix->width = matrix->band.before + matrix->band.after + 1;
    if (rows > SIZE_MAX / matrix->width) return OUT_OF_MEMORY;
    if (reserve((void **)&alignment->costs, &alignment->cost_capacity, rows * matrix->width,
                sizeof(uint64_t)) != FINE)
        return OUT_OF_MEMORY;
    matrix->costs = alignment->costs;
    for (size_t i = 0; i < rows; i++) {
        size_t first = first_column(matrix->band, i), last = last_column(matrix->band, i, pair);
        for (size_t j = first; j <= last; j++) {
            uint64_t cost = i || j ? UNREACHED : 0;
            if (i && j) cost = cost_at(matrix, i - 1, j - 1) + (is_hit(pair, i, j) ? 0 : EDIT + 1);
            if (i) cost = lower(cost, cost_at(matrix, i - 1, j) + EDIT);
            if (j) cost = lower(cost, cost_at(matrix, i, j - 1) + EDIT);
            matrix->costs[i * matrix->width + j + matrix->band.before - i] = cost;
        }
        if (watch_ends(watch, matrix->width)) return ENDED;
    }
    return FINE;
}

/* Write the operations of the alignment with the lowest cost, and return their number. */
static size_t read_from_start(const Matrix *matrix, Pair pair, uint8_t *operations)
{
    size_t i = pair.reference_length, j = pair.hypothesis_length, count = 0;
    while (i || j) {
        uint64_t cost = cost_at(matrix, i, j);
        Operation operation = INSERTION;
        int hit = i && j && is_hit(pair, i, j);
        if (i && j && cost_at(matrix, i - 1, j - 1) + (hit ? 0 : EDIT + 1) == cost)
            operation = hit ? HIT : SUBSTITUTION;
        else if (i && cost_at(matrix, i - 1, j) + EDIT == cost)
            operation = DELETION;
        operations[count++] = (uint8_t)operation;
        i -= operation != INSERTION;
        j -= operation != DELETION;
    }
    return count;
}

Status align(Alignment *alignment, EditMatrix *differences, Pair pair, Rule rule, Watch *watch)
{
    size_t start, end, count, hits;
    size_t most = pair.reference_length + pair.hypothesis_length;
    if (reserve((void **)&alignment->operations, &alignment->operation_capacity, most, 1) != FINE)
        return OUT_OF_MEMORY;
    Pair middle = middle_of(pair, &start, &end);
    uint8_t *operations = alignment->operations;
    Status status = edit_path(differences, middle, watch, &count, &hits, operations + most);
    if (status != FINE) return status;
    if (rule == EDITS_LAST) {
        memmove(operations + start, operations + most - count, count);
    } else {
        Matrix matrix = {.band = band_of(middle, count - hits)};
        status = fill(alignment, &matrix, middle, watch);
        if (status != FINE) return status;
        count = read_from_start(&matrix, middle, operations + start);
    }
    CHECK(start + count + end <= most);
    if (start) memset(operations, HIT, start);
    if (end) memset(operations + start + count, HIT, end);
    alignment->operation_count = start + count + end;
    return FINE;
}

Status count_operations(Alignment *alignment, EditMatrix *differences, Pair pair, Rule rule,
                        Watch *watch, size_t *edits, size_t *hits)
{
    size_t start, end, count;
    Pair middle = middle_of(pair, &start, &end);
    Status status = edit_path(differences, middle, watch, &count, hits, NULL);
    if (status != FINE) return status;
    *edits = count - *hits;
    if (rule == MOST_HITS) status = most_hits(alignment, middle, *edits, watch, hits);
    *hits += start + end;
    return status;
}
