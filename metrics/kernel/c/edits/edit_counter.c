/* Each step of a comparison depends on the one before, so a processor is faster with several pairs
 * at once: each is a lane of a vector of 64-bit numbers. See edit_distance.c and alignment.c for one
 * pair. */

#include "edits/edit_counter.h"

#include "binding/binding.h"

#if KNOWS_AVX2
#include <immintrin.h>
#endif

#if COMPARES_AT_ONCE
typedef uint64_t Lanes __attribute__((vector_size(sizeof(LanePlaces)), aligned(8),
                                        may_alias));

/* The differences down a strip of a column of all matrices. At row 0 they end a path: it neither
 * rises, for a deletion, nor lets an insertion leave the row. */
typedef struct {
    Lanes rising, falling;
} LaneColumn;

INLINED void keep_column(const Lanes *rising, const Lanes *falling, int strips, LaneColumn *column)
{
    column[0] = (LaneColumn){rising[0] << 1, falling[0] << 1 | 1};
    for (int s = 1; s < strips; s++)
        column[s] = (LaneColumn){rising[s] << 1 | rising[s - 1] >> 63,
                                 falling[s] << 1 | falling[s - 1] >> 63};
}

/* Fill the columns from 0, the one before the first symbol of the hypotheses. */
INLINED void compare(const LanePlaces *equal_at, size_t length, int strips, LaneColumn *columns)
{
    const Lanes none = {0};
    Lanes rising[MOST_STRIPS], falling[MOST_STRIPS];
    for (int s = 0; s < strips; s++) rising[s] = ~none, falling[s] = none;
    keep_column(rising, falling, strips, columns);
    for (size_t j = 0; j < length; j++) {
        Lanes rises_above = none + 1, falls_above = none;
        for (int s = 0; s < strips; s++) {
            Lanes equal = *(const Lanes *)equal_at[j * (size_t)strips + (size_t)s] | falls_above;
            Lanes unchanged = (((equal & rising[s]) + rising[s]) ^ rising[s]) | equal | falling[s];
            Lanes rises = falling[s] | ~(unchanged | rising[s]), falls = unchanged & rising[s];
            Lanes next_rises = rises << 1 | rises_above, next_falls = falls << 1 | falls_above;
            rises_above = rises >> 63;
            falls_above = falls >> 63;
            rising[s] = next_falls | ~(unchanged | next_rises);
            falling[s] = next_rises & unchanged;
        }
        keep_column(rising, falling, strips, columns + (j + 1) * (size_t)strips);
    }
}

/* The strip of a row. */
INLINED unsigned strip_of(unsigned row, int strips) { return strips == 1 ? 0 : row / 64 % MOST_STRIPS; }

/* From a row of a column on, upwards: the rows that rise one after the other. */
INLINED unsigned risen_from(const LaneColumn *column, int strips, int lane, unsigned row)
{
    uint64_t others = ~column[strip_of(row, strips)].rising[lane] << (63 - row % 64);
    /* row 0 does not rise */
    if (strips == 1 || others) return (unsigned)__builtin_clzll(others);
    return row % 64 + 1 + (unsigned)__builtin_clzll(~column[0].rising[lane]);
}

/* Count the deletions of the alignments of `count_from_end`. In a column they come first, as long as
 * it rises; then an insertion or a substitution leads to the column before. */
INLINED void count_deletions(const LaneColumn *columns, const WaitingPairs *waiting, size_t length,
                             int strips, unsigned deletions[LANES])
{
    unsigned rows[LANES] = {0};
    for (int k = 0; k < LANES; k++) deletions[k] = 0;
    for (size_t j = length; j > 0; j--) {
        const LaneColumn *column = columns + j * (size_t)strips, *before = column - strips;
        for (int k = 0; k < LANES; k++) {
            unsigned row = waiting->hypothesis_lengths[k] == j
                               ? (unsigned)waiting->reference_lengths[k]
                               : rows[k];
            unsigned risen = risen_from(column, strips, k, row);
            row -= risen;
            deletions[k] += risen;
            rows[k] = row - 1 + (unsigned)(before[strip_of(row, strips)].falling[k] >> row % 64 & 1);
        }
    }
    for (int k = 0; k < LANES; k++) deletions[k] += rows[k];
}

/* The distance in the last row of a column. */
INLINED size_t distance_at(const LaneColumn *column, int strips, int lane, size_t column_number,
                           size_t row)
{
    size_t distance = column_number;
    for (int s = 0; s < strips; s++) {
        size_t first = 64 * (size_t)s;
        if (row < first) break;
        uint64_t rows = lowest_bits(row - first + 1);
        if (!s) rows &= ~UINT64_C(1);
        distance += (size_t)ones(column[s].rising[lane] & rows);
        distance -= (size_t)ones(column[s].falling[lane] & rows);
    }
    return distance;
}

INLINED void compare_all(const WaitingPairs *waiting, size_t longest, int strips)
{
    LaneColumn columns[MOST_STRIPS * (MOST_IN_A_HYPOTHESIS + 1)];
    unsigned deletions[LANES];
    CHECK(longest <= MOST_IN_A_HYPOTHESIS);
    compare((const LanePlaces *)waiting->equal, longest, strips, columns);
    count_deletions(columns, waiting, longest, strips, deletions);
    for (int k = 0; k < waiting->count; k++) {
        size_t length = waiting->hypothesis_lengths[k];
        size_t edits = distance_at(columns + length * (size_t)strips, strips, k, length,
                                   waiting->reference_lengths[k]);
        waiting->found[k][0] = (int64_t)edits;
        waiting->found[k][1] += (int64_t)(length + deletions[k] - edits);
    }
}

INLINED void compare_strips(const WaitingPairs *waiting, size_t longest, int strips)
{
    if (strips == 1) compare_all(waiting, longest, 1);
    else compare_all(waiting, longest, 2);
}

WITH_AVX2 static void compare_by_avx2(const WaitingPairs *waiting, size_t longest, int strips)
{
    compare_strips(waiting, longest, strips);
}

static void compare_waiting(Work *work, WaitingPairs *waiting, int strips)
{
    size_t longest = 0;
    for (int k = waiting->count; k < LANES; k++)
        waiting->reference_lengths[k] = waiting->hypothesis_lengths[k] = 0;
    for (int k = 0; k < waiting->count; k++)
        if (waiting->hypothesis_lengths[k] > longest) longest = waiting->hypothesis_lengths[k];
    if (uses_avx2) compare_by_avx2(waiting, longest, strips);
    else compare_strips(waiting, longest, strips);
    waiting->count = 0;
    watch(work, LANES * longest * (size_t)strips);
}

#else

static void compare_waiting(Work *work, WaitingPairs *waiting, int strips)
{
    (void)work, (void)waiting, (void)strips;
}
#endif

EditCounter *edit_counter_new(Work *work, Rule rule)
{
    EditCounter *counter;
    ALLOCATE_ZEROS(work, counter, 1);
    counter->work = counter->alignment.differences.work = work;
    counter->rule = rule;
    return counter;
}

#if KNOWS_AVX2
/* 32 symbols. If they have two bytes, the first vector has symbols 0 to 7 and 16 to 23, so that the
 * bytes that are packed from both are in order. */
typedef struct {
    __m256i first, second;
} Half;

WITH_AVX2 INLINED Half half_of(const uint8_t *symbols, int size)
{
    __m256i low = _mm256_loadu_si256((const __m256i *)symbols);
    if (size == 1) return (Half){low, low};
    __m256i high = _mm256_loadu_si256((const __m256i *)(symbols + 32));
    return (Half){_mm256_permute2x128_si256(low, high, 0x20),
                  _mm256_permute2x128_si256(low, high, 0x31)};
}

/* The places of a symbol, of which a vector is full. */
WITH_AVX2 INLINED uint64_t places_in(Half half, __m256i symbol, int size)
{
    if (size == 1) return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(half.first, symbol));
    __m256i equal = _mm256_packs_epi16(_mm256_cmpeq_epi16(half.first, symbol),
                                       _mm256_cmpeq_epi16(half.second, symbol));
    return (uint32_t)_mm256_movemask_epi8(equal);
}

WITH_AVX2 INLINED void find_by_avx2(const uint8_t *symbols, size_t count, const void *text,
                                    size_t length, int size, int are_two, uint64_t *found, size_t step)
{
    const Half low = half_of(symbols, size), high = half_of(symbols + 32 * size, size);
    const uint64_t inside = lowest_bits(count);
    for (size_t j = 0; j < length; j++) {
        __m256i symbol = size == 1 ? _mm256_set1_epi8(((const char *)text)[j])
                                   : _mm256_set1_epi16(((const short *)text)[j]);
        uint64_t places = places_in(low, symbol, size);
        if (are_two) places |= places_in(high, symbol, size) << 32;
        found[j * step] = places & inside;
    }
}

/* Write the places of every symbol of a text in a sequence of up to 64, the next `step` numbers after
 * the one before: a symbol is compared with all of the sequence at once. All symbols have `size`
 * bytes, 1 or 2. */
WITH_AVX2 static void find_equal_by_avx2(const uint8_t *sequence, size_t count, const void *text,
                                         size_t length, int size, uint64_t *found, size_t step)
{
    uint8_t symbols[2 * 64] = {0}; /* around a sequence nothing can be read */
    CHECK(count <= 64 && (size == 1 || size == 2));
    memcpy(symbols, sequence, count * (size_t)size);
    if (size == 1 && count <= 32) find_by_avx2(symbols, count, text, length, 1, 0, found, step);
    else if (size == 1) find_by_avx2(symbols, count, text, length, 1, 1, found, step);
    else if (count <= 32) find_by_avx2(symbols, count, text, length, 2, 0, found, step);
    else find_by_avx2(symbols, count, text, length, 2, 1, found, step);
}
#else
#define find_equal_by_avx2(...) ((void)0)
#endif

/* Find the places of the symbols of a hypothesis in the strips of its reference. */
INLINED void find_equal(Places *places, Sequence reference, Sequence hypothesis, int size, int bytes,
                        int strips, LanePlaces *equal, int lane)
{
    size_t own = strips > 1 ? 64 : reference.length, rest = reference.length - own;
    const uint8_t *first = reference.symbols, *second = first + (size_t)size * own;
    mark_places(&places[0], first, size, own, bytes);
    if (strips > 1) mark_places(&places[1], second, size, rest, bytes);
    for (size_t j = 0; j < hypothesis.length; j++) {
        uint32_t symbol = symbol_at(hypothesis.symbols, size, j);
        for (int s = 0; s < strips; s++)
            equal[j * (size_t)strips + (size_t)s][lane] = places_of(&places[s], symbol, bytes);
    }
    unmark_places(&places[0], first, size, own, bytes);
    if (strips > 1) unmark_places(&places[1], second, size, rest, bytes);
}

/* The same, with loops for each case that is usual. */
INLINED void find_in_strips(Places *places, Sequence reference, Sequence hypothesis, int strips,
                            LanePlaces *equal, int lane)
{
    if (uses_avx2 && reference.size <= 2) {
        size_t size = (size_t)reference.size;
        for (size_t s = 0; s < (size_t)strips; s++) {
            size_t count = reference.length - 64 * s < 64 ? reference.length - 64 * s : 64;
            find_equal_by_avx2(reference.symbols + 64 * s * size, count, hypothesis.symbols,
                               hypothesis.length, reference.size, &equal[s][lane],
                               (size_t)strips * LANES);
        }
        return;
    }
    if (reference.size < 4) {
        if (reference.size == 1) find_equal(places, reference, hypothesis, 1, 1, strips, equal, lane);
        else find_equal(places, reference, hypothesis, 2, 2, strips, equal, lane);
        return;
    }
    int bytes = distinctive_bytes(pair_with(reference, hypothesis));
    if (bytes == 1) find_equal(places, reference, hypothesis, 4, 1, strips, equal, lane);
    else if (bytes == 2) find_equal(places, reference, hypothesis, 4, 2, strips, equal, lane);
    else find_equal(places, reference, hypothesis, 4, bytes, strips, equal, lane);
}

/* Add a short pair, which waits for others. */
static void add_waiting(EditCounter *counter, Sequence reference, Sequence hypothesis,
                        int64_t found[2])
{
    if (!reference.length || !hypothesis.length) {
        found[0] = (int64_t)(reference.length + hypothesis.length);
        return;
    }
    int strips = reference.length < 64 ? 1 : 2;
    size_t number = (hypothesis.length - 1) / LENGTHS_OF_A_CLASS;
    WaitingPairs *waiting = &counter->waiting[strips - 1][number];
    if (!waiting->equal)
        ALLOCATE_ZEROS(counter->work, waiting->equal,
                       (number + 1) * LENGTHS_OF_A_CLASS * (size_t)strips);
    int k = waiting->count++;
    waiting->found[k] = found;
    waiting->reference_lengths[k] = reference.length;
    waiting->hypothesis_lengths[k] = hypothesis.length;
    Places *places = counter->places;
    if (strips == 1) find_in_strips(places, reference, hypothesis, 1, waiting->equal, k);
    else find_in_strips(places, reference, hypothesis, 2, waiting->equal, k);
    if (waiting->count == LANES) compare_waiting(counter->work, waiting, strips);
}

/* Write the symbols of a sequence as 4 bytes each. */
static Sequence widened(Sequence sequence, uint32_t *symbols)
{
    for (size_t i = 0; i < sequence.length; i++)
        symbols[i] = symbol_at(sequence.symbols, sequence.size, i);
    return sequence_of(symbols, sequence.length);
}

static void widen(EditCounter *counter, Sequence *reference, Sequence *hypothesis)
{
    size_t both = reference->length + hypothesis->length;
    RESERVE(counter->work, counter->symbols, counter->symbol_capacity, both);
    *reference = widened(*reference, counter->symbols);
    *hypothesis = widened(*hypothesis, counter->symbols + reference->length);
}

void edit_counter_add(EditCounter *counter, const Sequence *one, const Sequence *other,
                      int64_t found[2])
{
    /* member by member: a copy of all at once waits for what was just written */
    Sequence reference = {one->symbols, one->length, one->size};
    Sequence hypothesis = {other->symbols, other->length, other->size};
    size_t start, end;
    if (reference.length > MOST_SEGMENT_TOKENS || hypothesis.length > MOST_SEGMENT_TOKENS)
        fail(counter->work, LONG_SEGMENT);
    if (reference.size != hypothesis.size) widen(counter, &reference, &hypothesis);
    remove_common(&reference, &hypothesis, &start, &end);
    found[1] = (int64_t)(start + end); /* hits of a pair that waits are added later */
    if (COMPARES_AT_ONCE && counter->rule == EDITS_LAST &&
        reference.length <= MOST_IN_A_REFERENCE && hypothesis.length <= MOST_IN_A_HYPOTHESIS) {
        add_waiting(counter, reference, hypothesis, found);
        return;
    }
    if (reference.size < 4) widen(counter, &reference, &hypothesis);
    PathLength length = count_operations(&counter->alignment, pair_with(reference, hypothesis),
                                         counter->rule);
    found[0] = (int64_t)(length.count - length.hits);
    found[1] += (int64_t)length.hits;
}

void edit_counter_finish(EditCounter *counter)
{
    for (int strips = 1; strips <= MOST_STRIPS; strips++)
        for (int number = 0; number < WAITING_CLASSES; number++) {
            WaitingPairs *waiting = &counter->waiting[strips - 1][number];
            if (waiting->count) compare_waiting(counter->work, waiting, strips);
        }
}

static void count_hits_task(Call *call, const Value *given)
{
    Segments all = segments_in(given);
    int64_t(*found)[2] = call->found[0];
    EditCounter *counter = edit_counter_new(&call->work, (Rule)given[SEGMENT_BUFFERS + 1].whole);
    FOR_EACH_REFERENCE(at, all.offsets, all.segments) {
        Pair pair = pair_in(&all, at.segment, at.reference);
        Sequence reference = sequence_of(pair.reference, pair.reference_length);
        Sequence hypothesis = sequence_of(pair.hypothesis, pair.hypothesis_length);
        edit_counter_add(counter, &reference, &hypothesis, found[at.number]);
    }
    edit_counter_finish(counter);
}

TASK(count_hits, NOT_A_METHOD, OUTPUTS({REFERENCES, SEGMENT_OFFSETS, 2, sizeof(int64_t)}),
     SIZED_PAIRS, RULE)
