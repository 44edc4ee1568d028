/* Clipped matches between hypotheses and their references, order by order. */

#include <math.h>

#include "binding/binding.h"
#include "ngrams/slots.h"
#include "text/encode_text.h"

/* Clipped and without weights, a hypothesis is matched with one reference by a table. An n-gram is the
 * number of its first n - 1 tokens and the number of its last token. Both are small within a
 * pair of segments, so together they are a place in a table. Only n-grams of the reference have
 * numbers; 0 is any other. */

/* The table has a row for every n-gram of n - 1 tokens and a column for every token. */
enum { MOST_PLACES = 1 << 20, MOST_NUMBERS = UINT16_MAX };

/* For pairs of segments of up to `longest` tokens, in the memory of a call. */
typedef struct {
    uint32_t *hypothesis, *reference; /* the numbers of their tokens */
    uint32_t *ngrams, *starts;        /* those of the hypothesis that are in the reference */
    uint32_t *reference_ngrams;       /* the n-gram that starts at each token */
    uint32_t *counts;                 /* by n-gram of the reference: those left to be matched */
    uint32_t *used;                   /* the places of the table that are set */
    uint32_t *number_of_token;        /* all 0 between calls, like the table */
    uint16_t *table;                  /* the n-gram of each row and column, or 0 */
    size_t longest, tokens, places;
} PairScratch;

/* Allocate it, unless that was done before; it is all 0 at first. */
static void pair_scratch_allocate(PairScratch *scratch, size_t longest, size_t vocabulary_size,
                                  Work *work)
{
    if (scratch->table) return;
    if (longest > MOST_NUMBERS) longest = MOST_NUMBERS;
    scratch->longest = longest;
    scratch->tokens = vocabulary_size;
    size_t places = (longest + 1) * (LESSER(longest, vocabulary_size) + 1);
    scratch->places = places < MOST_PLACES ? places : MOST_PLACES;
    uint32_t **arrays[] = {
        &scratch->hypothesis, &scratch->ngrams,           &scratch->starts, &scratch->used,
        &scratch->reference,  &scratch->reference_ngrams, &scratch->counts,
    };
    for (size_t i = 0; i < LENGTH_OF(arrays); i++) ALLOCATE(work, *arrays[i], longest + 1);
    ALLOCATE_ZEROS(work, scratch->number_of_token, vocabulary_size);
    ALLOCATE_ZEROS(work, scratch->table, scratch->places);
}

/* Take an n-gram from those of the reference that are left; returns whether there was one. */
static inline uint32_t take(uint32_t *counts, uint32_t ngram)
{
    uint32_t left = counts[ngram], taken = left != 0;
    counts[ngram] = left - taken;
    return taken;
}

/* Count the matches of every order up to the first without any; the rest of `matches` is left as
 * it is. Returns 0, without counting, if the pair does not fit the working memory. */
static int match_pair(const Pair *pair, int max_order, PairScratch *scratch, int64_t *matches)
{
    const uint32_t *hypothesis = pair->hypothesis, *reference = pair->reference;
    size_t length = pair->hypothesis_length, reference_length = pair->reference_length;
    if (length > scratch->longest || reference_length > scratch->longest) return 0;
    uint32_t *number_of_token = scratch->number_of_token, *counts = scratch->counts;
    uint32_t distinct = 0;
    for (size_t i = 0; i < reference_length; i++) {
        CHECK(reference[i] < scratch->tokens);
        uint32_t *number = &number_of_token[reference[i]];
        uint32_t is_new = *number == 0;
        distinct += is_new;
        *number = is_new ? distinct : *number;
        counts[*number] = is_new ? 1 : counts[*number] + 1;
        scratch->reference[i] = scratch->reference_ngrams[i] = *number;
    }
    counts[0] = 0;
    size_t columns = (size_t)distinct + 1;
    int fits = (reference_length + 1) * columns <= scratch->places;
    uint32_t matched = 0;
    size_t starts = 0;
    for (size_t i = 0; i < length; i++) {
        CHECK(hypothesis[i] < scratch->tokens);
        uint32_t number = number_of_token[hypothesis[i]];
        matched += take(counts, number);
        scratch->hypothesis[i] = scratch->ngrams[starts] = number;
        scratch->starts[starts] = (uint32_t)i;
        starts += number != 0;
    }
    for (size_t i = 0; i < reference_length; i++) number_of_token[reference[i]] = 0;
    if (!fits) return 0;
    matches[0] = matched;
    uint16_t *table = scratch->table;
    uint32_t *used = scratch->used;
    for (int order = 2; order <= max_order && matched; order++) {
        size_t more = (size_t)order - 1;
        uint32_t ngrams = 0;
        for (size_t i = 0; i + more < reference_length; i++) {
            uint32_t last = scratch->reference[i + more];
            uint32_t place = (uint32_t)(scratch->reference_ngrams[i] * columns + last);
            CHECK(place < scratch->places);
            uint32_t ngram = table[place], is_new = ngram == 0;
            ngrams += is_new;
            ngram = is_new ? ngrams : ngram;
            table[place] = (uint16_t)ngram;
            counts[ngram] = is_new ? 1 : counts[ngram] + 1;
            used[i] = place;
            scratch->reference_ngrams[i] = ngram;
        }
        matched = 0;
        size_t kept = 0;
        while (starts && scratch->starts[starts - 1] + more >= length) starts--;
        for (size_t i = 0; i < starts; i++) {
            uint32_t start = scratch->starts[i], last = scratch->hypothesis[start + more];
            CHECK(scratch->ngrams[i] * columns + last < scratch->places);
            uint32_t ngram = table[scratch->ngrams[i] * columns + last];
            matched += take(counts, ngram);
            scratch->ngrams[kept] = ngram;
            scratch->starts[kept] = start;
            kept += ngram != 0;
        }
        starts = kept;
        for (size_t i = 0; i + more < reference_length; i++) table[used[i]] = 0;
        matches[order - 1] = matched;
    }
    return 1;
}

/* Else the distinct n-grams of a hypothesis are numbered from 1 at every order; NONE is an
 * n-gram that cannot match. Arrays indexed by n-gram have an entry for NONE, so loops need not
 * test for it. */
enum { NONE = 0 };

/* How often an n-gram that matches counts. */
typedef enum { AS_THE_LESSER, AS_IN_HYPOTHESIS, AS_IN_REFERENCES } Clip;

static const char *const clip_names[] = {"lesser", "hypothesis", "references", NULL};

/* The references that a hypothesis is matched with at once. */
typedef struct {
    int64_t from, to;
} Range;

/* In the memory of a call, large enough for the longest segment and reused for all. The arrays are
 * allocated when they are first needed. */
typedef struct {
    Work *work;
    Segments all;
    size_t orders, columns, vocabulary_size; /* `columns`: of a row of results, or more than orders */
    int separately;        /* match every reference by itself: a row is a reference */
    Clip clip;
    const double *weights; /* the weight of every node of a table, or NULL */
    const double *others;  /* other weights, or NULL */
    int informative;       /* weights are the information of n-grams, see `add_information` */
    uint32_t empty;        /* a token that counts as the empty n-gram if it is a prefix */
    int compensated;       /* sums of the other weights are compensated */
    size_t node_count;
    const Value *nodes; /* the node of the n-gram of each order that starts at each token of the
                         * references; UNKNOWN and nodes that are not there have no weight */
    int64_t *matches;   /* by row and order, as the sums of weights, which may be NULL */
    double *weighted, *weighted_by_others;
    uint32_t *clipped; /* the clipped matches of each n-gram, at one of the places where it starts in
                        * the references of its segment: a row of zeros for each order, of one for
                        * each of their tokens; or NULL */
    size_t clipped_stride;
    size_t longest, most; /* tokens of a hypothesis, and of all references of a segment */
    size_t longest_of_pair; /* of a hypothesis or a single reference */
    PairScratch pair;
    uint32_t *hypothesis, *longer_hypothesis; /* the n-gram that starts at each token */
    uint32_t *references, *longer_references; /* the same for all references of the segment */
    uint32_t *candidates;                     /* tokens where a longer n-gram can start */
    uint32_t *occurrences;                    /* by n-gram: in the hypothesis */
    uint32_t *current;                        /* in the reference being read */
    uint32_t *highest;                        /* the maximum in any one reference */
    uint32_t *place;                          /* where it last starts in the references */
    uint32_t *distinct_tokens;                /* those of the hypothesis */
    uint32_t *ngram_of_token;                 /* by token: at order 1 */
    uint32_t *total, *total_of_prefix;        /* in all references, if these are informative */
    Slots slots;
} Matching;

/* Whether `place` is needed. */
static int with_places(const Matching *matching)
{
    return matching->weights || matching->clipped;
}

static void allocate_arrays(Matching *matching)
{
    if (matching->hypothesis) return;
    size_t longest = matching->longest + 1, most = matching->most + 1;
    Work *work = matching->work;
    uint32_t **by_ngram[] = {
        &matching->longer_hypothesis, &matching->occurrences,     &matching->current,
        &matching->highest,           &matching->distinct_tokens, &matching->place,
        &matching->hypothesis,
    };
    for (size_t i = 0; i < LENGTH_OF(by_ngram); i++) ALLOCATE(work, *by_ngram[i], longest);
    ALLOCATE(work, matching->references, most);
    ALLOCATE(work, matching->longer_references, most);
    ALLOCATE(work, matching->candidates, GREATER(longest, most));
    ALLOCATE_ZEROS(work, matching->ngram_of_token, matching->vocabulary_size);
    slots_allocate(&matching->slots, longest, work);
    if (!matching->informative) return;
    ALLOCATE(work, matching->total, longest);
    ALLOCATE(work, matching->total_of_prefix, longest);
}

static void swap(uint32_t **one, uint32_t **other)
{
    uint32_t *kept = *one;
    *one = *other;
    *other = kept;
}

/* Raise the maxima to the counts of a reference, of which `ngrams` are the n-grams, and empty the
 * counts. Those of all n-grams at once take less time, unless the reference is much shorter than the
 * hypothesis: many such references would take quadratic time. */
static void raise_highest(Matching *matching, const uint32_t *ngrams, size_t tokens,
                          size_t distinct)
{
    uint32_t *current = matching->current, *highest = matching->highest;
    if (distinct / 8 > tokens) {
        for (size_t i = 0; i < tokens; i++) {
            uint32_t ngram = ngrams[i];
            if (current[ngram] > highest[ngram]) highest[ngram] = current[ngram];
            current[ngram] = 0;
        }
        return;
    }
    for (size_t i = 1; i <= distinct; i++)
        highest[i] = current[i] > highest[i] ? current[i] : highest[i];
    memset(current, 0, (distinct + 1) * sizeof(uint32_t));
}

/* Order 1: number the distinct tokens of the hypothesis and count them in every reference. */
static size_t match_tokens(Matching *matching, size_t segment, Range references)
{
    const Texts *hypotheses = &matching->all.hypotheses, *others = &matching->all.references;
    const uint32_t *ids = hypotheses->ids + hypotheses->offsets[segment];
    size_t length = hypothesis_length(&matching->all, segment);
    uint32_t *ngram_of_token = matching->ngram_of_token;
    size_t distinct = 0;
    for (size_t i = 0; i < length; i++) {
        CHECK(ids[i] < matching->vocabulary_size);
        uint32_t ngram = ngram_of_token[ids[i]];
        if (ngram == NONE) {
            ngram = ngram_of_token[ids[i]] = (uint32_t)++distinct;
            matching->occurrences[ngram] = 0;
            matching->distinct_tokens[ngram] = ids[i];
        }
        matching->occurrences[ngram]++;
        matching->hypothesis[i] = ngram;
    }
    memset(matching->highest, 0, (distinct + 1) * sizeof(uint32_t));
    memset(matching->current, 0, (distinct + 1) * sizeof(uint32_t));
    int keeps_places = with_places(matching);
    uint32_t place = 0;
    for (int64_t r = references.from; r < references.to; r++) {
        const uint32_t *first = matching->references + place;
        for (int64_t at = others->offsets[r]; at < others->offsets[r + 1]; at++) {
            CHECK(others->ids[at] < matching->vocabulary_size);
            uint32_t ngram = ngram_of_token[others->ids[at]];
            matching->current[ngram]++;
            if (keeps_places) matching->place[ngram] = place;
            matching->references[place++] = ngram;
        }
        raise_highest(matching, first, (size_t)(matching->references + place - first), distinct);
    }
    for (size_t ngram = 1; ngram <= distinct; ngram++) {
        ngram_of_token[matching->distinct_tokens[ngram]] = NONE;
        if (matching->informative) matching->total_of_prefix[ngram] = place;
    }
    return distinct;
}

/* The tokens where an n-gram starts whose two (n-1)-grams can both match. */
static size_t find_candidates(const uint32_t *ngrams, size_t starts, const uint32_t *highest,
                              uint32_t *candidates)
{
    size_t count = 0;
    for (size_t i = 0; i < starts; i++) {
        candidates[count] = (uint32_t)i;
        count += (highest[ngrams[i]] != 0) & (highest[ngrams[i + 1]] != 0);
    }
    return count;
}

/* Order n from order n - 1: an n-gram is the pair of its two overlapping (n-1)-grams, and only
 * pairs of n-grams that matched can match. Returns the number of distinct candidates. */
static size_t match_longer(Matching *matching, size_t segment, Range references, size_t order)
{
    size_t length = hypothesis_length(&matching->all, segment);
    if (length < order) return 0;
    uint32_t *candidates = matching->candidates;
    uint32_t *hypothesis = matching->hypothesis, *longer = matching->longer_hypothesis;
    /* NONE never matches; `highest` still holds the values of the order below. */
    matching->highest[NONE] = 0;
    size_t count = find_candidates(hypothesis, length - order + 1, matching->highest, candidates);
    if (!count) return 0;

    slots_restart(&matching->slots, count);
    const Slots slots = matching->slots; /* a copy, which writing through a pointer cannot change */
    uint32_t distinct = 0;
    memset(longer, 0, length * sizeof(uint32_t));
    for (size_t c = 0; c < count; c++) {
        size_t i = candidates[c];
        CHECK(i + order <= length);
        uint32_t before = distinct;
        longer[i] = number_of_pair(&slots, hypothesis[i], hypothesis[i + 1], &distinct);
        if (distinct != before) matching->occurrences[distinct] = 0;
        if (distinct != before && matching->informative)
            matching->total_of_prefix[distinct] = matching->total[hypothesis[i]];
        matching->occurrences[longer[i]]++;
    }
    swap(&matching->hypothesis, &matching->longer_hypothesis);

    /* In the references, every n-gram other than NONE has matched. */
    uint32_t *reference = matching->references, *longer_reference = matching->longer_references;
    memset(matching->highest, 0, (distinct + 1) * sizeof(uint32_t));
    memset(matching->current, 0, (distinct + 1) * sizeof(uint32_t));
    for (int64_t r = references.from; r < references.to; r++) {
        size_t tokens = length_of(&matching->all.references, r, r + 1);
        memset(longer_reference, 0, tokens * sizeof(uint32_t));
        count = 0;
        for (size_t i = 0; i + order <= tokens; i++) {
            candidates[count] = (uint32_t)i;
            count += (reference[i] != NONE) & (reference[i + 1] != NONE);
        }
        uint32_t first = (uint32_t)(reference - matching->references);
        int keeps_places = with_places(matching);
        for (size_t c = 0; c < count; c++) {
            size_t i = candidates[c];
            uint64_t pair = pair_of(reference[i], reference[i + 1]);
            const Slot *slot = slot_of(&slots, pair);
            uint32_t ngram = slot_is_free(&slots, slot) ? NONE : slot->ngram;
            longer_reference[i] = ngram;
            matching->current[ngram]++;
            if (keeps_places) matching->place[ngram] = first + candidates[c];
        }
        raise_highest(matching, longer_reference, tokens, distinct);
        reference += tokens;
        longer_reference += tokens;
    }
    swap(&matching->references, &matching->longer_references);
    return distinct;
}

static uint32_t clipped_matches(const Matching *matching, size_t ngram)
{
    uint32_t occurrences = matching->occurrences[ngram], highest = matching->highest[ngram];
    switch (matching->clip) {
    case AS_IN_HYPOTHESIS: return highest ? occurrences : 0;
    case AS_IN_REFERENCES: return highest;
    default: return LESSER(occurrences, highest);
    }
}

static int64_t sum_of_matches(const Matching *matching, size_t distinct)
{
    uint32_t sum = 0; /* at most the number of tokens of a side */
    for (size_t i = 1; i <= distinct; i++) sum += clipped_matches(matching, i);
    return sum;
}

/* Add the weights of the matched n-grams, in the order of the hypothesis. A matched n-gram is in a
 * reference, where its node is known. */
static void add_weights(const Matching *matching, Range references, size_t order, size_t distinct,
                        size_t at)
{
    const Value *all_nodes = matching->nodes;
    if (order > all_nodes->orders) return;
    const uint32_t *nodes = (const uint32_t *)all_nodes->items + (order - 1) * all_nodes->stride +
                            matching->all.references.offsets[references.from];
    double sum = 0.0, other = 0.0, lost = 0.0;
    for (size_t i = 1; i <= distinct; i++) {
        uint32_t clipped = clipped_matches(matching, i);
        if (!clipped) continue;
        uint32_t node = nodes[matching->place[i]];
        if (node >= matching->node_count) continue;
        sum += clipped * matching->weights[node];
        if (!matching->others) continue;
        double number = clipped * matching->others[node], rounded = other + number;
        /* Neumaier's correction, as in Python's sum() from 3.12 on */
        lost += fabs(other) >= fabs(number) ? other - rounded + number : number - rounded + other;
        other = rounded;
    }
    matching->weighted[at] = sum;
    if (matching->others)
        matching->weighted_by_others[at] = matching->compensated ? other + lost : other;
}

/* Add the information of the matched n-grams: log2 of the ratio of the count of their first tokens,
 * all but the last, to their own count, in all references of the segment. */
static void add_information(const Matching *matching, Range references, size_t order,
                            size_t distinct, size_t at)
{
    size_t tokens = length_of(&matching->all.references, references.from, references.to);
    uint32_t *total = matching->total;
    double sum = 0.0;
    memset(total, 0, (distinct + 1) * sizeof(uint32_t));
    for (size_t i = 0; i < tokens; i++) total[matching->references[i]]++;
    for (size_t i = 1; i <= distinct; i++) {
        uint32_t clipped = clipped_matches(matching, i);
        if (clipped) sum += clipped * log2((double)matching->total_of_prefix[i] / total[i]);
        if (order == 1 && matching->distinct_tokens[i] == matching->empty)
            total[i] = (uint32_t)tokens; /* for the bigrams that begin with it */
    }
    matching->weighted[at] = sum;
}

static void write_clipped(const Matching *matching, Range references, size_t order, size_t distinct)
{
    uint32_t *clipped = matching->clipped + (order - 1) * matching->clipped_stride +
                        matching->all.references.offsets[references.from];
    for (size_t i = 1; i <= distinct; i++)
        if (matching->highest[i]) clipped[matching->place[i]] = clipped_matches(matching, i);
}

/* Fill one row of the output. */
static void match_row(Matching *matching, size_t segment, Range references, size_t row)
{
    size_t tokens = hypothesis_length(&matching->all, segment) +
                    length_of(&matching->all.references, references.from, references.to);
    allocate_arrays(matching);
    size_t distinct = match_tokens(matching, segment, references);
    for (size_t order = 1; distinct; order++) {
        int64_t matched = sum_of_matches(matching, distinct);
        size_t at = row * matching->columns + order - 1;
        matching->matches[at] = matched;
        if (!matched) break;
        if (matching->weights) add_weights(matching, references, order, distinct, at);
        if (matching->informative) add_information(matching, references, order, distinct, at);
        if (matching->clipped) write_clipped(matching, references, order, distinct);
        if (order == matching->orders) break;
        watch(matching->work, tokens);
        distinct = match_longer(matching, segment, references, order + 1);
    }
    watch(matching->work, tokens);
}

/* Match one reference by a table, if it fits. */
static void match_one(Matching *matching, size_t segment, int64_t reference, size_t row)
{
    Pair pair = pair_in(&matching->all, segment, reference);
    pair_scratch_allocate(&matching->pair, matching->longest_of_pair, matching->vocabulary_size,
                          matching->work);
    if (match_pair(&pair, (int)matching->orders, &matching->pair,
                   matching->matches + row * matching->columns))
        watch(matching->work, (pair.hypothesis_length + pair.reference_length) * matching->orders);
    else match_row(matching, segment, (Range){reference, reference + 1}, row);
}

static void match_segments(Matching *matching)
{
    const Segments *all = &matching->all;
    for (size_t segment = 0; segment < all->segments; segment++) {
        matching->longest = GREATER(matching->longest, hypothesis_length(all, segment));
        matching->most = GREATER(matching->most, references_length(all, segment));
    }
    if (matching->longest > MOST_SEGMENT_TOKENS || matching->most > MOST_SEGMENT_TOKENS)
        fail(matching->work, LONG_SEGMENT);
    Pair pair = longest_pair(all, matching->work);
    matching->longest_of_pair = GREATER(pair.hypothesis_length, pair.reference_length);
    for (size_t segment = 0; segment < all->segments; segment++) {
        Range range = {all->offsets[segment], all->offsets[segment + 1]};
        int by_table = !with_places(matching) && !matching->clip && !matching->informative;
        if (!matching->separately && (!by_table || range.to != range.from + 1)) {
            match_row(matching, segment, range, segment);
            continue;
        }
        for (int64_t r = range.from; r < range.to; r++) {
            size_t row = matching->separately ? (size_t)(r - all->offsets[0]) : segment;
            if (by_table) match_one(matching, segment, r, row);
            else match_row(matching, segment, (Range){r, r + 1}, row);
        }
    }
}

static PyObject *python_match(Call *call, const Value *given)
{
    enum { WEIGHTS = MORE, NODES, SEPARATELY, OTHERS, COMPENSATED, CLIP, PLACES };
    PyObject *weights = given[WEIGHTS].object, *others = given[OTHERS].object;
    if (!weights != !given[NODES].object || (!weights && others))
        refuse(call, "weights, nodes and others are not given together");
    size_t orders = given[MAX_ORDER].count, rows = given[SEGMENT_OFFSETS].count;
    Matching matching = {
        .work = &call->work,
        .all = segments_in(given),
        .orders = orders,
        .columns = orders,
        .vocabulary_size = given[VOCABULARY].count,
        .separately = (int)given[SEPARATELY].whole,
        .clip = (Clip)given[CLIP].whole,
        .weights = given[WEIGHTS].items,
        .others = given[OTHERS].items,
        .compensated = (int)given[COMPENSATED].whole,
        .node_count = given[WEIGHTS].count,
        .nodes = &given[NODES],
    };
    if (matching.separately) rows = references_in(&given[SEGMENT_OFFSETS]);
    matching.matches = zeros(call, 0, rows, orders, sizeof(int64_t));
    matching.weighted = zeros(call, 1, weights ? rows : 0, orders, sizeof(double));
    matching.weighted_by_others = zeros(call, 2, others ? rows : 0, orders, sizeof(double));
    matching.clipped_stride = given[REFERENCE_IDS].count;
    if (given[PLACES].whole)
        matching.clipped = zeros(call, 3, orders, matching.clipped_stride, sizeof(uint32_t));
    WITHOUT_GIL(call, match_segments(&matching));
    return finish(call);
}

FUNCTION(match, PAIRS_AND_ORDER, {"weights", NODE_WEIGHTS, OPTIONAL},
         {"nodes", NODE_ROWS, AS_MANY_AS(REFERENCE_IDS), OPTIONAL},
         {"separately", BOOLEAN, OPTIONAL},
         {"others", NODE_WEIGHTS, AS_MANY_AS(MORE), OPTIONAL},
         {"compensated", BOOLEAN, OPTIONAL}, {"clip", CHOICE, OPTIONAL, .choices = clip_names},
         {"places", BOOLEAN, OPTIONAL})

/* Write the n-grams of each order in texts, in rows like those of the matches. */
static void write_ngrams(const Matching *matching, const Texts *texts, int64_t from, int64_t to,
                         int64_t *ngrams)
{
    for (int64_t text = from; text < to; text++, ngrams += matching->columns) {
        size_t length = length_of(texts, text, text + 1);
        for (size_t less = 0; less < matching->orders && less < length; less++)
            ngrams[less] = (int64_t)(length - less);
    }
}

enum { LOWERCASED = 3, SEPARATED, LEVEL, OTHER_LEVEL = LEVEL + 2, LEVELS_END = OTHER_LEVEL + 2,
       INFORMATIVE = LEVELS_END, ZERO_IS_EMPTY };

/* Match by one kind of tokens, and by another if there is one. */
static void match_levels(Matching matching, const Value *given, int64_t *const found[])
{
    static const uint8_t zero[] = "0";
    Folding folding = (Folding)given[LOWERCASED].whole;
    for (size_t level = LEVEL, before = 0; level < LEVELS_END && given[level].items; level += 2) {
        Matching of_level = matching;
        Tokens tokens;
        Segments all = encode_strings(given, given[level].items, folding, &tokens, matching.work);
        of_level.all = all;
        of_level.vocabulary_size = tokens.size;
        of_level.orders = given[level + 1].count;
        of_level.matches = found[0] + before;
        of_level.weighted = matching.weighted + (matching.informative ? before : 0);
        if (given[ZERO_IS_EMPTY].whole)
            of_level.empty = *token_slot(&tokens, token_key(zero, 1, zero), zero, 1);
        match_segments(&of_level);
        write_ngrams(&of_level, &all.hypotheses, 0, (int64_t)all.segments, found[1] + before);
        write_ngrams(&of_level, &all.references, all.offsets[0], all.offsets[all.segments],
                     found[2] + before);
        before += of_level.orders;
    }
}

static PyObject *python_match_strings(Call *call, const Value *given)
{
    if (!given[OTHER_LEVEL].object != !given[OTHER_LEVEL + 1].object)
        refuse(call, "other_tokenizer and other_order are not given together");
    Matching matching = {.work = &call->work, .separately = (int)given[SEPARATED].whole,
                         .informative = (int)given[INFORMATIVE].whole, .empty = UNKNOWN,
                         .columns = given[LEVEL + 1].count + given[OTHER_LEVEL + 1].count};
    size_t references = references_in(&given[2]), segments = given[2].count;
    size_t rows[] = {matching.separately ? references : segments, segments, references};
    int64_t *found[LENGTH_OF(rows)];
    for (int i = 0; i < (int)LENGTH_OF(rows); i++)
        found[i] = zeros(call, i, rows[i], matching.columns, sizeof(int64_t));
    size_t informative = matching.informative ? rows[0] : 0;
    matching.weighted = zeros(call, LENGTH_OF(rows), informative, matching.columns, sizeof(double));
    WITHOUT_GIL(call, match_levels(matching, given, found));
    return finish(call);
}

FUNCTION(match_strings, {"hypotheses", STRINGS}, {"references", STRINGS},
         {"segment_offsets", OFFSETS_IN, 1, AS_MANY_AS(0)},
         {"lowercase", CHOICE, .choices = folding_names}, {"separately", BOOLEAN},
         {"tokenizer", TOKENIZER}, {"max_order", POSITIVE},
         {"other_tokenizer", TOKENIZER, OPTIONAL}, {"other_order", POSITIVE, OPTIONAL},
         {"informative", BOOLEAN, OPTIONAL}, {"zero_is_empty", BOOLEAN, OPTIONAL})
