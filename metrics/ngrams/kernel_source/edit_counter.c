/* Each step of a comparison depends on the one before, so a processor is faster with several pairs
 * at once: each is a lane of a vector of 64-bit numbers. See edit_distance.c and alignment.c for one
 * pair. */

#include "edit_counter.h"

static int uses_avx2;

/* The first bit of a column stands for row 0. */
enum { MOST_IN_A_REFERENCE = 63, MOST_IN_A_HYPOTHESIS = WAITING_CLASSES * LENGTHS_OF_A_CLASS };

#if defined(__GNUC__) || defined(__clang__)
#define COMPARES_AT_ONCE 1
#define INLINED static inline __attribute__((always_inline))

typedef uint64_t Lanes __attribute__((vector_size(8 * LANES)));

/* The differences down a column of all matrices. At row 0 they end a path: it neither rises, for a
 * deletion, nor lets an insertion leave the row. */
typedef struct {
    Lanes rising, falling;
} LaneColumn;

/* Fill the columns from 0, the one before the first symbol of the hypotheses. */
INLINED void compare(const uint64_t (*places)[LANES], const uint32_t (*texts)[LANES], size_t length,
                     LaneColumn *columns)
{
    Lanes rising = {0}, falling = {0};
    rising = ~rising;
    columns[0] = (LaneColumn){rising << 1, falling | 1};
    for (size_t j = 0; j < length; j++) {
        const uint32_t *text = texts[j];
        Lanes equal = {places[text[0]][0], places[text[1]][1], places[text[2]][2],
                       places[text[3]][3]};
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
INLINED void count_deletions(const LaneColumn *columns, const WaitingPair *waiting, size_t length,
                             unsigned deletions[LANES])
{
    unsigned rows[LANES] = {0};
    for (int k = 0; k < LANES; k++) deletions[k] = 0;
    for (size_t j = length; j > 0; j--) {
        for (int k = 0; k < LANES; k++) {
            const Pair *pair = &waiting[k].pair;
            unsigned row = pair->hypothesis_length == j ? (unsigned)pair->reference_length : rows[k];
            unsigned risen = (unsigned)__builtin_clzll(~columns[j].rising[k] << (63 - row));
            row -= risen;
            deletions[k] += risen;
            rows[k] = row - 1 + (unsigned)(columns[j - 1].falling[k] >> row & 1);
        }
    }
    for (int k = 0; k < LANES; k++) deletions[k] += rows[k];
}

/* Arrange symbols by column and lane, and mark where they occur in the references. */
INLINED size_t arrange(EditCounter *counter, const WaitingPair *waiting, uint64_t (*places)[LANES],
                       uint32_t (*texts)[LANES])
{
    size_t longest = 0;
    for (int k = 0; k < LANES; k++) {
        Pair pair = waiting[k].pair;
        if (pair.hypothesis_length > longest) longest = pair.hypothesis_length;
        for (size_t i = 0; i < pair.reference_length; i++) {
            CHECK(pair.reference[i] < counter->pattern.symbol_count);
            places[pair.reference[i]][k] |= UINT64_C(1) << i;
        }
    }
    CHECK(longest <= MOST_IN_A_HYPOTHESIS);
    for (int k = 0; k < LANES; k++) {
        Pair pair = waiting[k].pair;
        size_t j = 0;
        for (; j < pair.hypothesis_length; j++) {
            CHECK(pair.hypothesis[j] < counter->pattern.symbol_count);
            texts[j][k] = pair.hypothesis[j];
        }
        for (; j < longest; j++) texts[j][k] = 0;
    }
    return longest;
}

INLINED size_t compare_all(EditCounter *counter, const WaitingPair *waiting)
{
    uint64_t(*places)[LANES] = (uint64_t(*)[LANES])counter->places;
    uint32_t texts[MOST_IN_A_HYPOTHESIS][LANES];
    LaneColumn columns[MOST_IN_A_HYPOTHESIS + 1];
    unsigned deletions[LANES];
    size_t longest = arrange(counter, waiting, places, texts);
    compare((const uint64_t(*)[LANES])places, (const uint32_t(*)[LANES])texts, longest, columns);
    count_deletions(columns, waiting, longest, deletions);
    for (int k = 0; k < LANES; k++) {
        Pair pair = waiting[k].pair;
        const LaneColumn *last = &columns[pair.hypothesis_length];
        uint64_t rows = (UINT64_C(2) << pair.reference_length) - 2;
        size_t edits = pair.hypothesis_length;
        edits += (size_t)__builtin_popcountll(last->rising[k] & rows);
        edits -= (size_t)__builtin_popcountll(last->falling[k] & rows);
        for (size_t i = 0; i < pair.reference_length; i++) places[pair.reference[i]][k] = 0;
        if (!waiting[k].found) continue;
        waiting[k].found[0] = (int64_t)edits;
        waiting[k].found[1] += (int64_t)(pair.hypothesis_length + deletions[k] - edits);
    }
    return longest;
}

static size_t compare_portably(EditCounter *counter, const WaitingPair *waiting)
{
    return compare_all(counter, waiting);
}

#if defined(__x86_64__)
#include <cpuid.h>

__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))) static size_t
compare_by_avx2(EditCounter *counter, const WaitingPair *waiting)
{
    return compare_all(counter, waiting);
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

static Status compare_waiting(EditCounter *counter, WaitingPair *waiting, int count, Watch *watch)
{
    for (int k = count; k < LANES; k++) waiting[k] = (WaitingPair){0};
    size_t longest = uses_avx2 ? compare_by_avx2(counter, waiting)
                               : compare_portably(counter, waiting);
    return watch_ends(watch, LANES * longest) ? ENDED : FINE;
}

#else
#define COMPARES_AT_ONCE 0

static Status compare_waiting(EditCounter *counter, WaitingPair *waiting, int count, Watch *watch)
{
    (void)counter, (void)waiting, (void)count, (void)watch;
    return FINE;
}

static int has_avx2_and_lzcnt(void) { return 0; }
#endif

void use_vectors_for_edits(void)
{
    uses_avx2 = has_avx2_and_lzcnt();
}

Status edit_counter_init(EditCounter *counter, size_t symbol_count)
{
    memset(counter, 0, sizeof *counter);
    counter->places = calloc(symbol_count + 1, LANES * sizeof(uint64_t));
    Status status = edit_pattern_init(&counter->pattern, symbol_count);
    return counter->places ? status : OUT_OF_MEMORY;
}

void edit_counter_free(EditCounter *counter)
{
    free(counter->places);
    alignment_free(&counter->alignment);
    edit_pattern_free(&counter->pattern);
}

Status edit_counter_widen(EditCounter *counter, size_t symbol_count)
{
    if (symbol_count <= counter->pattern.symbol_count) return FINE;
    edit_counter_free(counter);
    return edit_counter_init(counter, 2 * symbol_count);
}

/* Count a pair that needs no comparison, because one of its sequences is empty, or let it wait. */
static Status add_middle(EditCounter *counter, Pair middle, int64_t *found, Watch *watch)
{
    if (!middle.reference_length || !middle.hypothesis_length) {
        found[0] = (int64_t)(middle.reference_length + middle.hypothesis_length);
        return FINE;
    }
    size_t number = (middle.hypothesis_length - 1) / LENGTHS_OF_A_CLASS;
    WaitingPair *waiting = counter->waiting[number];
    waiting[counter->counts[number]++] = (WaitingPair){middle, found};
    if (counter->counts[number] < LANES) return FINE;
    counter->counts[number] = 0;
    return compare_waiting(counter, waiting, LANES, watch);
}

Status edit_counter_add(EditCounter *counter, Pair pair, Rule rule, int64_t found[2], Watch *watch)
{
    if (rule == EDITS_LAST) {
        size_t start, end;
        Pair middle = middle_of(pair, &start, &end);
        found[1] = (int64_t)(start + end);
        if (COMPARES_AT_ONCE && middle.reference_length <= MOST_IN_A_REFERENCE &&
            middle.hypothesis_length <= MOST_IN_A_HYPOTHESIS)
            return add_middle(counter, middle, found, watch);
    }
    size_t edits = 0, hits = 0;
    Status status = count_operations(&counter->alignment, &counter->pattern, pair, rule, watch,
                                     &edits, &hits);
    found[0] = (int64_t)edits;
    found[1] = (int64_t)hits;
    return status;
}

Status edit_counter_finish(EditCounter *counter, Watch *watch)
{
    Status status = FINE;
    for (int number = 0; number < WAITING_CLASSES && status == FINE; number++) {
        int count = counter->counts[number];
        counter->counts[number] = 0;
        if (count) status = compare_waiting(counter, counter->waiting[number], count, watch);
    }
    edit_pattern_set(&counter->pattern, NULL, 0); /* the sequences may leave memory now */
    return status;
}
