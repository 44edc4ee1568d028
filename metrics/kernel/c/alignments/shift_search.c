/* Greedy search for the shifts of blocks of words, and the edits that remain, which turn a sequence
 * into another: Snover et al., "A Study of Translation Edit Rate with Targeted Human Annotation",
 * AMTA 2006, section 2. A shift costs as much as an edit. */

#include "alignments/banded_distance.h"
#include "binding/binding.h"

enum { NOWHERE = UINT32_MAX, CANDIDATES_AT_ONCE = 1 << 16 };

/* Which blocks are tried where, which `shift_path` of the twin describes. A distance is measured
 * to the position where a block occurs, or to the word with which that is aligned; the second
 * kind tries longer blocks only while shorter ones have a place. */
typedef enum { BY_POSITION, BY_ALIGNMENT, WHOLE_MATCHES, BLOCK_RULES } BlockRule;

/* Limits; 0 is no limit. `candidates` counts those of all shifts: the shift during whose search it
 * is reached is not carried out. */
typedef struct {
    BlockRule blocks;
    size_t beam, block_words, distance, candidates;
} ShiftRules;

/* A block of `words` words goes from one position to another. */
typedef struct {
    int64_t from, words, to;
} Shift;

/* The words from `from` to before `middle` trade places with those up to before `to`: this moves the
 * block that begins at `start` to another position. `rank` orders the shifts of a block. */
typedef struct {
    uint32_t start, words, rank, from, middle, to;
} Candidate;

/* The distance without the block that begins at `start`. */
typedef struct {
    size_t start;
    int64_t distance;
} Removal;

/* The distance with a further copy of a block of so many words before a row. */
typedef struct {
    size_t words;
    int64_t distance;
} Insertion;

/* In the memory of a call, reused for all pairs. */
typedef struct {
    Work *work;
    ShiftRules rules;
    size_t symbol_count; /* of the vocabulary */
    uint32_t *local;     /* by symbol of the vocabulary: that of the pair, 0 if in no column */
    size_t rows, columns;
    Band band;
    Band ends; /* that of the reversed sequences, without a beam and if a row is several words */
    int has_ends;
    int bounded; /* the band contains every path that is as short as that without a further shift */
    uint32_t *moved, *given, *targets; /* symbols: of the pair, and as given; those of the columns */
    uint32_t *first, *next;            /* by symbol, by column: the next column with the symbol */
    uint32_t *places;                  /* columns where a block occurs */
    uint32_t *reversed;                /* `moved`, reversed; or what a shift moves */
    Removal *removals;                 /* by length of the block */
    Insertion *insertions;             /* of whole matches: by row, that of a block before it, or
                                        * behind it, which has the columns there */
    uint32_t *tried, stamp;            /* by length and target */
    uint64_t *scratch;
    BandPath path;
    Candidate *candidates;
    size_t candidate_count, checked;
    Shift *shifts; /* those of the last pair */
    size_t shift_count;
    size_t tried_capacity, scratch_capacity, candidate_capacity, shift_capacity;
} ShiftSearch;

typedef struct {
    Candidate candidate;
    int64_t gain;
} Best;

static size_t longest_block(const ShiftSearch *search)
{
    size_t longest = LESSER(search->rows, search->columns);
    size_t limit = search->rules.block_words;
    return limit && limit < longest ? limit : longest;
}

/* Make room to try the blocks of a pair at all targets. */
static void make_room(ShiftSearch *search)
{
    if (search->rules.blocks == WHOLE_MATCHES) return;
    size_t tried = longest_block(search) * (search->rows + 1), known = search->tried_capacity;
    RESERVE(search->work, search->tried, search->tried_capacity, tried);
    if (search->tried_capacity != known) {
        memset(search->tried, 0, search->tried_capacity * sizeof(uint32_t));
        search->stamp = 0;
    }
}

/* Give the symbols of the pair small numbers, which begin at 1, and prepare the band. Returns the
 * number of words that the two sequences have in common. */
static size_t number_symbols(ShiftSearch *search, const uint32_t *rows, const uint32_t *columns)
{
    size_t common = 0;
    uint32_t count = 0;
    for (size_t i = 0; i < search->columns; i++) {
        CHECK(columns[i] < search->symbol_count);
        uint32_t *local = &search->local[columns[i]];
        if (!*local) {
            *local = ++count;
            search->first[count] = NOWHERE;
        }
        search->targets[i] = *local;
    }
    band_set(&search->band, search->rows, search->columns, search->rules.beam, (size_t)count + 1,
             search->work);
    search->has_ends = !search->rules.beam && search->band.row_words > 1;
    if (search->has_ends)
        band_set(&search->ends, search->rows, search->columns, 0, (size_t)count + 1, search->work);
    for (size_t i = search->columns; i > 0; i--) {
        uint32_t symbol = search->targets[i - 1];
        search->next[i - 1] = search->first[symbol];
        search->first[symbol] = (uint32_t)i - 1;
        band_set_symbol(&search->band, i - 1, symbol);
        if (search->has_ends) band_set_symbol(&search->ends, search->columns - i, symbol);
    }
    for (size_t i = 0; i < search->rows; i++) {
        CHECK(rows[i] < search->symbol_count);
        search->given[i] = rows[i];
        search->moved[i] = search->local[rows[i]];
    }
    for (size_t i = 0; i < search->columns; i++) search->local[columns[i]] = 0;
    /* `places` counts how often each symbol is left */
    memset(search->places, 0, ((size_t)count + 1) * sizeof(uint32_t));
    for (size_t i = 0; i < search->columns; i++) search->places[search->targets[i]]++;
    for (size_t i = 0; i < search->rows; i++) {
        uint32_t *left = &search->places[search->moved[i]];
        common += *left != 0;
        *left -= *left != 0;
    }
    return common;
}

static int has_errors(const uint32_t *errors, size_t start, size_t words)
{
    return errors[start + words] != errors[start];
}

static void add_candidate(ShiftSearch *search, Candidate found)
{
    if (found.from == found.middle || found.middle == found.to) return; /* nothing would move */
    RESERVE(search->work, search->candidates, search->candidate_capacity,
            search->candidate_count + 1);
    search->candidates[search->candidate_count++] = found;
}

/* Add a shift unless the block has been tried at this target. */
static void add(ShiftSearch *search, size_t start, size_t words, size_t target, size_t rank)
{
    size_t at = (words - 1) * (search->rows + 1) + target;
    CHECK(at < search->tried_capacity && target <= search->rows);
    if (search->tried[at] == search->stamp) return;
    search->tried[at] = search->stamp;
    Candidate found = {(uint32_t)start, (uint32_t)words, (uint32_t)rank, 0, 0, 0};
    if (target <= start) {
        found.from = (uint32_t)target;
        found.middle = (uint32_t)start;
        found.to = (uint32_t)(start + words);
    } else {
        /* a target inside the block moves it to the right by the distance from its start */
        size_t inside = search->rules.blocks == BY_POSITION ? target : target - 1;
        size_t to = target > start + words ? target : words + inside;
        found.from = (uint32_t)start;
        found.middle = (uint32_t)(start + words);
        found.to = (uint32_t)(to < search->rows ? to : search->rows);
    }
    add_candidate(search, found);
}

/* The targets of a block that occurs at column `at`: before what it is aligned with, and behind each
 * of the words. */
static void add_targets(ShiftSearch *search, size_t start, size_t words, size_t at)
{
    const int64_t *row_of = search->path.row_of;
    size_t before = search->rows + 1;
    for (size_t behind = 0; behind <= words; behind++) {
        size_t target = at + behind ? (size_t)(row_of[at + behind - 1] + 1) : 0;
        if (target == before) continue;
        before = target;
        search->checked++;
        add(search, start, words, target, target);
    }
}

/* The same as tercom tries them: not those aligned with the start of the block, nor those aligned
 * with the first of the words but itself. */
static void add_aligned_targets(ShiftSearch *search, size_t start, size_t words, size_t at)
{
    const int64_t *row_of = search->path.row_of;
    for (size_t behind = 0; behind <= words; behind++) {
        if (!(at + behind)) {
            add(search, start, words, 0, search->checked++);
            continue;
        }
        int64_t aligned = row_of[at + behind - 1];
        if (aligned == (int64_t)start || (behind != 1 && aligned == row_of[at])) continue;
        add(search, start, words, (size_t)(aligned + 1), search->checked++);
    }
}

/* Whether a row is one of the words of a block. */
static int within(int64_t row, size_t start, size_t words)
{
    return row >= (int64_t)start && row < (int64_t)(start + words);
}

static int is_far(const ShiftSearch *search, int64_t one, int64_t other)
{
    int64_t distance = one > other ? one - other : other - one;
    return search->rules.distance && distance > (int64_t)search->rules.distance;
}

/* The word behind a block of `words` words also occurs behind it at column `at`. */
static int continues(const ShiftSearch *search, size_t start, size_t words, size_t at)
{
    return start + words < search->rows && at + words < search->columns &&
           search->moved[start + words] == search->targets[at + words];
}

static int limit_is_reached(const ShiftSearch *search)
{
    return search->rules.candidates && search->checked >= search->rules.candidates;
}

static void collect_by_position(ShiftSearch *search, size_t start)
{
    size_t longest = longest_block(search);
    const BandPath *path = &search->path;
    for (uint32_t at = search->first[search->moved[start]]; at != NOWHERE; at = search->next[at]) {
        if (is_far(search, at, (int64_t)start)) continue;
        for (size_t words = 1; words <= longest; words++) {
            if (has_errors(path->row_errors, start, words) &&
                has_errors(path->column_errors, at, words) &&
                !within(path->row_of[at], start, words)) {
                add_targets(search, start, words, at);
                if (limit_is_reached(search)) return;
            }
            if (!continues(search, start, words, at)) break;
        }
    }
}

static void collect_by_alignment(ShiftSearch *search, size_t start)
{
    const BandPath *path = &search->path;
    size_t places = 0, longest = longest_block(search);
    int is_near = 0;
    for (uint32_t at = search->first[search->moved[start]]; at != NOWHERE; at = search->next[at]) {
        int64_t row = path->row_of[at], of_block = (int64_t)start;
        search->places[places++] = at;
        /* to the left, the distance is measured to the row behind */
        is_near |= row != of_block && !is_far(search, row < of_block ? row + 1 : row, of_block);
    }
    for (size_t words = 1; is_near && places && words <= longest; words++) {
        if (has_errors(path->row_errors, start, words)) {
            is_near = 0;
            for (size_t i = 0; i < places; i++) {
                uint32_t at = search->places[i];
                if (within(path->row_of[at], start, words) ||
                    is_far(search, path->row_of[at], (int64_t)start))
                    continue;
                is_near = 1;
                if (!has_errors(path->column_errors, at, words)) continue;
                add_aligned_targets(search, start, words, at);
                if (limit_is_reached(search)) return;
            }
        }
        size_t left = 0;
        for (size_t i = 0; i < places; i++) {
            search->places[left] = search->places[i];
            left += (size_t)continues(search, start, words, search->places[i]);
        }
        places = left;
    }
}

static void collect_whole_matches(ShiftSearch *search, size_t start)
{
    for (uint32_t at = search->first[search->moved[start]]; at != NOWHERE; at = search->next[at]) {
        if (at == start) continue;
        size_t words = 1;
        while (continues(search, start, words, at)) words++;
        size_t rows = search->rows, end = at + words < rows ? at + words : rows;
        Candidate found = {(uint32_t)start, (uint32_t)words, at, at, (uint32_t)start,
                           (uint32_t)(start + words)};
        if (at > start)
            found = (Candidate){(uint32_t)start, (uint32_t)words, at, (uint32_t)start,
                                (uint32_t)(start + words), (uint32_t)end};
        search->checked++;
        add_candidate(search, found);
        if (limit_is_reached(search)) return;
    }
}

/* The given symbol at a row after a shift. */
static uint32_t symbol_after(const ShiftSearch *search, const Candidate *shift, size_t row)
{
    size_t second = shift->to - shift->middle;
    if (row < shift->from || row >= shift->to) return search->given[row];
    if (row - shift->from < second) return search->given[shift->middle + (row - shift->from)];
    return search->given[row - second];
}

/* Whether the rows have higher symbols after a shift than after another: above 0; or lower ones. */
static int compared_symbols(const ShiftSearch *search, const Candidate *one, const Candidate *other)
{
    size_t end = GREATER(one->to, other->to);
    for (size_t row = LESSER(one->from, other->from); row < end; row++) {
        uint32_t symbol = symbol_after(search, one, row), compared = symbol_after(search, other, row);
        if (symbol != compared) return symbol > compared ? 1 : -1;
    }
    return 0;
}

/* Whether a shift is chosen rather than another that saves as much. */
static int precedes(const ShiftSearch *search, const Candidate *one, const Candidate *other)
{
    if (search->rules.blocks == WHOLE_MATCHES) {
        int compared = compared_symbols(search, one, other);
        if (compared) return compared > 0;
    } else if (one->words != other->words) return one->words > other->words;
    if (one->start != other->start) return one->start < other->start;
    return one->rank < other->rank;
}

/* How much a shift saves; or any number below `least`, which falls by at most 1 while shifts are
 * compared, if that is below it. A shift deletes and inserts words, those of the block or those that
 * it passes, and each of both saves at most as many edits. */
static int64_t gain_of(ShiftSearch *search, const Candidate *candidate, int64_t distance,
                       int64_t least)
{
    Work *work = search->work;
    size_t start = candidate->start, count = candidate->words;
    size_t from = candidate->from, middle = candidate->middle, to = candidate->to;
    if (search->bounded && 2 * (int64_t)LESSER(middle - from, to - middle) < least)
        return least - 1;
    if (!search->has_ends)
        return distance - band_distance_rotated(&search->band, search->moved, from, middle, to,
                                                search->scratch, work);
    Matrices matrices = {&search->band, &search->ends};
    int64_t most = distance + (int64_t)count - least; /* with one half of the shift */
    Removal *removal = &search->removals[count];
    CHECK(count <= search->rows);
    if (removal->start != start)
        *removal = (Removal){
            start, distance_without(matrices, start, start + count, most + 1, work)};
    if (removal->distance > most) return least - 1;
    if (search->rules.blocks == WHOLE_MATCHES && to != search->rows) {
        size_t left = start == middle, row = left ? from : to;
        Insertion *insertion = &search->insertions[2 * row + left];
        if (insertion->words != count)
            *insertion = (Insertion){
                count, distance_with(matrices, search->moved, start, count, row, most + 1,
                                     search->scratch, work)};
        if (insertion->distance > most) return least - 1;
    }
    return distance - rotated_distance(matrices, search->moved, from, middle, to, distance - least,
                                       search->scratch, work);
}

/* Compare the candidates of one length with the best so far. Returns the next length. */
static size_t compare_candidates(ShiftSearch *search, size_t words, int64_t distance, Best *best)
{
    size_t next = 0;
    for (size_t i = 0; i < search->candidate_count; i++) {
        const Candidate *candidate = &search->candidates[i];
        if (candidate->words < words && candidate->words > next) next = candidate->words;
        if (candidate->words != words) continue;
        int64_t least = best->gain + !(best->gain && precedes(search, candidate, &best->candidate));
        int64_t gain = gain_of(search, candidate, distance, least);
        if (gain >= least) *best = (Best){*candidate, gain};
        watch(search->work, 1);
    }
    return next;
}

/* Compare all candidates, longest first, and empty the list. Long blocks can save most, unless the
 * distance was raised by the band. */
static void compare_all(ShiftSearch *search, int64_t distance, Best *best)
{
    size_t words = 0;
    int whole = search->rules.blocks == WHOLE_MATCHES;
    search->bounded = band_contains(&search->band, search->rules.beam, distance);
    for (size_t i = 0; i < search->candidate_count; i++)
        if (search->candidates[i].words > words) words = search->candidates[i].words;
    while (words) {
        int64_t most = 2 * (int64_t)words;
        if (search->bounded && (best->gain > most ||
                                (best->gain == most && !whole && best->candidate.words > words)))
            break;
        words = compare_candidates(search, words, distance, best);
    }
    search->candidate_count = 0;
}

/* Find the best shift; its gain is 0 if there is none. */
static Best best_shift(ShiftSearch *search, int64_t distance)
{
    static void (*const collect[BLOCK_RULES])(ShiftSearch *, size_t) = {
        collect_by_position, collect_by_alignment, collect_whole_matches};
    Best best = {{0}, 0};
    search->candidate_count = 0;
    size_t kept = search->has_ends ? search->rows + 1 : 0;
    for (size_t words = 0; words < kept; words++) search->removals[words].start = NOWHERE;
    memset(search->insertions, 0, 2 * kept * sizeof(Insertion));
    for (size_t start = 0; start < search->rows; start++) {
        if (!search->moved[start]) continue;
        if (++search->stamp == 0) {
            memset(search->tried, 0, search->tried_capacity * sizeof(uint32_t));
            search->stamp = 1;
        }
        collect[search->rules.blocks](search, start);
        if (limit_is_reached(search)) return (Best){{0}, 0};
        /* with a limit, all candidates are found before the first is compared: most searches that
         * reach the limit have nothing else to do */
        if (!search->rules.candidates && search->candidate_count >= CANDIDATES_AT_ONCE)
            compare_all(search, distance, &best);
        watch(search->work, search->columns);
    }
    compare_all(search, distance, &best);
    return best;
}

static void rotate(const ShiftSearch *search, uint32_t *symbols, const Candidate *shift)
{
    size_t first = shift->middle - shift->from, second = shift->to - shift->middle;
    uint32_t *start = symbols + shift->from, *kept = search->reversed;
    memcpy(kept, start, first * sizeof *kept);
    memmove(start, start + first, second * sizeof *kept);
    memcpy(start + second, kept, first * sizeof *kept);
}

static void carry_out(ShiftSearch *search, const Candidate *shift)
{
    RESERVE(search->work, search->shifts, search->shift_capacity, search->shift_count + 1);
    int left = shift->start == shift->middle;
    size_t to = left ? shift->from : shift->start + (shift->to - shift->middle);
    search->shifts[search->shift_count++] =
        (Shift){(int64_t)shift->start, (int64_t)shift->words, (int64_t)to};
    rotate(search, search->moved, shift);
    rotate(search, search->given, shift);
}

/* Compute the distances after a change of the rows from `from` to before `to`. */
static int64_t fill(ShiftSearch *search, size_t from, size_t to)
{
    size_t rows = search->rows;
    if (search->has_ends) {
        for (size_t i = 0; i < rows; i++) search->reversed[i] = search->moved[rows - 1 - i];
        band_fill(&search->ends, search->reversed, rows - to);
    }
    return band_fill(&search->band, search->moved, from);
}

/* Shift the words of the hypothesis, which are those of the rows; returns the shifts and edits
 * together. */
static int64_t search_shifts(ShiftSearch *search, Pair pair)
{
    size_t row_count = pair.hypothesis_length, column_count = pair.reference_length;
    search->rows = row_count;
    search->columns = column_count;
    search->shift_count = search->checked = 0;
    make_room(search);
    size_t common = number_symbols(search, pair.hypothesis, pair.reference);
    RESERVE(search->work, search->scratch, search->scratch_capacity, 2 * search->band.row_words);
    int64_t distance = fill(search, 0, row_count);
    /* in any order of the words */
    int64_t least = (int64_t)GREATER(row_count, column_count) - (int64_t)common;
    while (distance > least && column_count) {
        watch(search->work, (row_count + 1) * search->band.row_words);
        band_path(&search->band, search->moved, &search->path);
        Best best = best_shift(search, distance);
        if (best.gain <= 0) break;
        carry_out(search, &best.candidate);
        distance = fill(search, best.candidate.from, best.candidate.to);
    }
    watch(search->work, row_count + column_count);
    return distance + (int64_t)search->shift_count;
}

#define SHIFT_RULES                                                                      \
    {"blocks", CHOICE, .choices = block_names}, {"beam", LIMIT}, {"block_words", LIMIT}, \
        {"distance", LIMIT}, {"candidates", LIMIT}
static const char *const block_names[] = {[BY_POSITION] = "position",
                                          [BY_ALIGNMENT] = "alignment",
                                          [WHOLE_MATCHES] = "whole_matches", NULL};

/* A search among symbols below a number, which the rules follow, for pairs up to the longest. */
static ShiftSearch search_with(Call *call, const Value *symbol_count, Pair longest)
{
    size_t rows = longest.hypothesis_length, columns = longest.reference_length;
    const Value *rules = symbol_count + 1;
    ShiftSearch search = {.work = &call->work, .symbol_count = symbol_count->count,
                          .rules = {(BlockRule)rules[0].whole, rules[1].count, rules[2].count,
                                    rules[3].count, rules[4].count}};
    uint32_t **of_rows[] = {&search.moved, &search.given, &search.reversed,
                            &search.path.row_errors};
    uint32_t **of_columns[] = {&search.targets, &search.first, &search.next, &search.places,
                               &search.path.column_errors};
    for (size_t i = 0; i < LENGTH_OF(of_rows); i++) ALLOCATE(&call->work, *of_rows[i], rows + 1);
    for (size_t i = 0; i < LENGTH_OF(of_columns); i++)
        ALLOCATE(&call->work, *of_columns[i], columns + 2);
    ALLOCATE(&call->work, search.removals, rows + 1);
    ALLOCATE(&call->work, search.insertions, 2 * (rows + 1));
    ALLOCATE(&call->work, search.path.row_of, columns);
    ALLOCATE_ZEROS(&call->work, search.local, search.symbol_count);
    return search;
}

static Pair swapped(Pair pair)
{
    return (Pair){pair.hypothesis, pair.reference, pair.hypothesis_length, pair.reference_length};
}

static void shift_edits_task(Call *call, const Value *given)
{
    enum { SIZE = SEGMENT_BUFFERS, REFERENCES_MOVE = SIZE + 6 };
    Segments all = segments_in(given);
    int references_move = (int)given[REFERENCES_MOVE].whole;
    Pair longest = longest_pair(&all, &call->work);
    ShiftSearch search = search_with(call, &given[SIZE],
                                     references_move ? swapped(longest) : longest);
    FOR_EACH_REFERENCE(at, all.offsets, all.segments) {
        Pair pair = pair_in(&all, at.segment, at.reference);
        ((int64_t *)call->found[0])[at.number] =
            search_shifts(&search, references_move ? swapped(pair) : pair);
    }
}

TASK(shift_edits, NOT_A_METHOD, OUTPUTS({REFERENCES, SEGMENT_OFFSETS, 1, sizeof(int64_t)}),
     SIZED_PAIRS, SHIFT_RULES, {"references_move", BOOLEAN})

/* The shifts of the last pair, as tuples of numbers. */
static PyObject *list_of_shifts(const ShiftSearch *search)
{
    PyObject *shifts = PyList_New((Py_ssize_t)search->shift_count);
    for (size_t i = 0; shifts && i < search->shift_count; i++) {
        const Shift *shift = &search->shifts[i];
        PyObject *numbers = Py_BuildValue("LLL", (long long)shift->from, (long long)shift->words,
                                          (long long)shift->to);
        if (numbers) PyList_SET_ITEM(shifts, (Py_ssize_t)i, numbers);
        else Py_CLEAR(shifts);
    }
    return shifts;
}

/* The path after the shifts, in `path.operations`; returns the number of steps. */
static size_t find_path(ShiftSearch *search, Pair pair)
{
    search_shifts(search, pair);
    ALLOCATE(search->work, search->path.operations, search->rows + search->columns);
    return band_path(&search->band, search->moved, &search->path);
}

static PyObject *python_shift_path(Call *call, const Value *given)
{
    if (given[0].count > MOST_SEGMENT_TOKENS || given[1].count > MOST_SEGMENT_TOKENS)
        fail(&call->work, LONG_SEGMENT);
    Pair pair = {given[1].items, given[0].items, given[1].count, given[0].count};
    ShiftSearch search = search_with(call, &given[2], pair);
    size_t steps;
    WITHOUT_GIL(call, steps = find_path(&search, pair));
    call->outputs[0] = list_of_shifts(&search);
    if (!call->outputs[0]) return NULL;
    memcpy(output(call, 1, steps, 1, 1), search.path.operations, steps);
    return finish(call);
}

FUNCTION(shift_path, {"moving_ids", IDS_BELOW, 2}, {"fixed_ids", IDS_BELOW, 2},
         {"vocabulary_size", VOCABULARY_SIZE}, SHIFT_RULES)
