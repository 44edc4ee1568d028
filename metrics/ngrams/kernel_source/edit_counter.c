/* Each step of a comparison depends on the one before, so a processor is faster with several pairs
 * at once: each is a lane of a vector of 64-bit numbers. See edit_distance.c and alignment.c for one
 * pair. */

#include "edit_counter.h"

static int uses_avx2;

#if COMPARES_AT_ONCE
#define INLINED static inline __attribute__((always_inline))

typedef uint64_t Lanes __attribute__((vector_size(sizeof(LanePlaces)), aligned(8),
                                        may_alias));

/* The differences down a column of all matrices. At row 0 they end a path: it neither rises, for a
 * deletion, nor lets an insertion leave the row. */
typedef struct {
    Lanes rising, falling;
} LaneColumn;

/* Fill the columns from 0, the one before the first symbol of the hypotheses. */
INLINED void compare(const LanePlaces *equal_at, size_t length, LaneColumn *columns)
{
    Lanes rising = {0}, falling = {0};
    rising = ~rising;
    columns[0] = (LaneColumn){rising << 1, falling | 1};
    for (size_t j = 0; j < length; j++) {
        Lanes equal = *(const Lanes *)equal_at[j];
        Lanes unchanged = (((equal & rising) + rising) ^ rising) | equal | falling;
        Lanes rises = falling | ~(unchanged | rising), falls = unchanged & rising;
        rises = rises << 1 | 1;
        falls = falls << 1;
        rising = falls | ~(unchanged | rises);
        falling = rises & unchanged;
        columns[j + 1] = (LaneColumn){rising << 1, falling << 1 | 1};
    }
}

/* Count the deletions of the alignments of `count_from_end`. In a column they come first, as long as
 * it rises; then an insertion or a substitution leads to the column before. */
INLINED void count_deletions(const LaneColumn *columns, const WaitingPairs *waiting,
                             size_t length, unsigned deletions[LANES])
{
    unsigned rows[LANES] = {0};
    for (int k = 0; k < LANES; k++) deletions[k] = 0;
    for (size_t j = length; j > 0; j--) {
        for (int k = 0; k < LANES; k++) {
            unsigned row = waiting->hypothesis_lengths[k] == j
                               ? (unsigned)waiting->reference_lengths[k]
                               : rows[k];
            unsigned risen = (unsigned)__builtin_clzll(~columns[j].rising[k] << (63 - row));
            row -= risen;
            deletions[k] += risen;
            rows[k] = row - 1 + (unsigned)(columns[j - 1].falling[k] >> row & 1);
        }
    }
    for (int k = 0; k < LANES; k++) deletions[k] += rows[k];
}

INLINED size_t compare_all(const WaitingPairs *waiting)
{
    LaneColumn columns[MOST_IN_A_HYPOTHESIS + 1];
    unsigned deletions[LANES];
    size_t longest = 0;
    for (int k = 0; k < LANES; k++)
        if (waiting->hypothesis_lengths[k] > longest) longest = waiting->hypothesis_lengths[k];
    CHECK(longest <= MOST_IN_A_HYPOTHESIS);
    compare((const LanePlaces *)waiting->equal, longest, columns);
    count_deletions(columns, waiting, longest, deletions);
    for (int k = 0; k < waiting->count; k++) {
        const LaneColumn *last = &columns[waiting->hypothesis_lengths[k]];
        uint64_t rows = (UINT64_C(2) << waiting->reference_lengths[k]) - 2;
        size_t edits = waiting->hypothesis_lengths[k];
        edits += (size_t)__builtin_popcountll(last->rising[k] & rows);
        edits -= (size_t)__builtin_popcountll(last->falling[k] & rows);
        waiting->found[k][0] = (int64_t)edits;
        waiting->found[k][1] += (int64_t)(waiting->hypothesis_lengths[k] + deletions[k] - edits);
    }
    return longest;
}

static size_t compare_portably(const WaitingPairs *waiting)
{
    return compare_all(waiting);
}

#if defined(__x86_64__)
#include <cpuid.h>

__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))) static size_t
compare_by_avx2(const WaitingPairs *waiting)
{
    return compare_all(waiting);
}

static int has_avx2_and_lzcnt(void)
{
    unsigned a, b, c = 0, d; /* a virtual machine takes long to answer, so ask once */
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
           __get_cpuid(0x80000001, &a, &b, &c, &d) && c >> 5 & 1;
}
#else
#define compare_by_avx2 compare_portably

static int has_avx2_and_lzcnt(void) { return 0; }
#endif

static Status compare_waiting(WaitingPairs *waiting, Watch *watch)
{
    for (int k = waiting->count; k < LANES; k++)
        waiting->reference_lengths[k] = waiting->hypothesis_lengths[k] = 0;
    size_t longest = uses_avx2 ? compare_by_avx2(waiting) : compare_portably(waiting);
    waiting->count = 0;
    return watch_ends(watch, LANES * longest) ? ENDED : FINE;
}

#else

static Status compare_waiting(WaitingPairs *waiting, Watch *watch)
{
    (void)waiting, (void)watch;
    return FINE;
}

static int has_avx2_and_lzcnt(void) { return 0; }
#endif

void use_vectors_for_edits(void)
{
    uses_avx2 = has_avx2_and_lzcnt();
}

EditCounter *edit_counter_new(void)
{
    return calloc(1, sizeof(EditCounter));
}

void edit_counter_free(EditCounter *counter)
{
    if (!counter) return;
    alignment_free(&counter->alignment);
    edit_matrix_free(&counter->differences);
    for (int number = 0; number < WAITING_CLASSES; number++) free(counter->waiting[number].equal);
    free(counter);
}

/* Find the places of the symbols of a hypothesis in its reference. */
static inline void find_equal(Places *places, const Middle *middle, int size, int bytes,
                              LanePlaces *equal, int lane)
{
    mark_places(places, middle->reference, size, middle->reference_length, bytes);
    for (size_t j = 0; j < middle->hypothesis_length; j++)
        equal[j][lane] = places_of(places, symbol_at(middle->hypothesis, size, j), bytes);
    unmark_places(places, middle->reference, size, middle->reference_length, bytes);
}

Status edit_counter_add_middle(EditCounter *counter, const Middle *middle, int64_t found[2],
                               Watch *watch)
{
    CHECK(edit_counter_takes(middle->reference_length, middle->hypothesis_length));
    if (!middle->reference_length || !middle->hypothesis_length) {
        found[0] = (int64_t)(middle->reference_length + middle->hypothesis_length);
        return FINE;
    }
    size_t number = (middle->hypothesis_length - 1) / LENGTHS_OF_A_CLASS;
    WaitingPairs *waiting = &counter->waiting[number];
    if (!waiting->equal) {
        waiting->equal = calloc((number + 1) * LENGTHS_OF_A_CLASS, sizeof(LanePlaces));
        if (!waiting->equal) return OUT_OF_MEMORY;
    }
    int k = waiting->count++;
    waiting->found[k] = found;
    waiting->reference_lengths[k] = middle->reference_length;
    waiting->hypothesis_lengths[k] = middle->hypothesis_length;
    Places *places = &counter->places;
    if (middle->size == 1) find_equal(places, middle, 1, 1, waiting->equal, k);
    else if (middle->size == 2) find_equal(places, middle, 2, 2, waiting->equal, k);
    else if (middle->bytes == 1) find_equal(places, middle, 4, 1, waiting->equal, k);
    else if (middle->bytes == 2) find_equal(places, middle, 4, 2, waiting->equal, k);
    else find_equal(places, middle, 4, middle->bytes, waiting->equal, k);
    return waiting->count < LANES ? FINE : compare_waiting(waiting, watch);
}

Status edit_counter_add(EditCounter *counter, Pair pair, Rule rule, int64_t found[2], Watch *watch)
{
    if (rule == EDITS_LAST) {
        size_t start, end;
        Pair middle = middle_of(pair, &start, &end);
        found[1] = (int64_t)(start + end);
        if (edit_counter_takes(middle.reference_length, middle.hypothesis_length)) {
            Middle short_one = {middle.reference, middle.hypothesis, middle.reference_length,
                                middle.hypothesis_length, 4, distinctive_bytes_of(middle)};
            return edit_counter_add_middle(counter, &short_one, found, watch);
        }
    }
    size_t edits = 0, hits = 0;
    Status status = count_operations(&counter->alignment, &counter->differences, pair, rule, watch,
                                     &edits, &hits);
    found[0] = (int64_t)edits;
    found[1] = (int64_t)hits;
    return status;
}

Status edit_counter_finish(EditCounter *counter, Watch *watch)
{
    Status status = FINE;
    for (int number = 0; number < WAITING_CLASSES && status == FINE; number++) {
        WaitingPairs *waiting = &counter->waiting[number];
        if (waiting->count) status = compare_waiting(waiting, watch);
    }
    return status;
}
