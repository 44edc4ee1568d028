#include <math.h>

#include "ngrams/match.h"
#include "ngrams/slots.h"

/* The distinct n-grams of a hypothesis are numbered from 1 at every order; NONE is an n-gram that
 * cannot match. Arrays indexed by n-gram have an entry for NONE, so loops need not test for it. */
enum { NONE = 0 };

/* The references that a hypothesis is matched with at once. */
typedef struct {
    int64_t from, to;
} Range;

/* Working memory, large enough for the longest segment and reused for all. All but that for pairs
 * is allocated when it is first needed. */
typedef struct {
    PairScratch pair;
    size_t longest, most; /* tokens of a hypothesis, and of all references of a segment */
    int with_places;      /* whether `place` is needed */
    uint32_t *hypothesis, *longer_hypothesis; /* the n-gram that starts at each token */
    uint32_t *references, *longer_references; /* the same for all references of the segment */
    uint32_t *candidates;                     /* tokens where a longer n-gram can start */
    uint32_t *occurrences;                    /* by n-gram: in the hypothesis */
    uint32_t *current;                        /* in the reference being read */
    uint32_t *highest;                        /* the maximum in any one reference */
    uint32_t *place;                          /* where it last starts in the references */
    uint32_t *distinct_tokens;                /* those of the hypothesis */
    uint32_t *ngram_of_token;                 /* by token: at order 1 */
    uint32_t *memory;                         /* the block that holds all of the above */
    Slots slots;
} Scratch;

static void scratch_free(Scratch *scratch)
{
    free(scratch->memory);
    free(scratch->ngram_of_token);
    free(scratch->slots.slots);
    pair_scratch_free(&scratch->pair);
}

static size_t hypothesis_length(const MatchInput *input, size_t segment)
{
    return (size_t)(input->hypothesis_offsets[segment + 1] - input->hypothesis_offsets[segment]);
}

/* The total over all references of a segment. */
static size_t references_length(const MatchInput *input, size_t segment)
{
    return (size_t)(input->reference_offsets[input->segment_offsets[segment + 1]] -
                    input->reference_offsets[input->segment_offsets[segment]]);
}

static Status scratch_init(Scratch *scratch, const MatchInput *input, const MatchOutput *output)
{
    size_t longest = 0, most = 0;
    for (size_t segment = 0; segment < input->segments; segment++) {
        size_t hypothesis = hypothesis_length(input, segment);
        size_t all = references_length(input, segment);
        if (hypothesis > longest) longest = hypothesis;
        if (all > most) most = all;
    }
    memset(scratch, 0, sizeof *scratch);
    if (longest > MOST_SEGMENT_TOKENS || most > MOST_SEGMENT_TOKENS) return LONG_SEGMENT;
    scratch->longest = longest;
    scratch->most = most;
    scratch->with_places = input->weights || output->clipped;
    return FINE;
}

static Status allocate(Scratch *scratch, const MatchInput *input)
{
    if (scratch->memory) return FINE;
    size_t longest = scratch->longest + 1, most = scratch->most + 1;
    size_t candidates = longest > most ? longest : most;
    scratch->memory = malloc((7 * longest + 2 * most + candidates) * sizeof(uint32_t));
    scratch->ngram_of_token = calloc(input->vocabulary_size + 1, sizeof(uint32_t));
    if (!scratch->memory || !scratch->ngram_of_token ||
        slots_allocate(&scratch->slots, longest) != FINE)
        return OUT_OF_MEMORY;
    uint32_t **by_ngram[] = {
        &scratch->hypothesis, &scratch->longer_hypothesis, &scratch->occurrences,
        &scratch->current,    &scratch->highest,           &scratch->place,
        &scratch->distinct_tokens,
    };
    uint32_t *at = scratch->memory;
    for (size_t i = 0; i < sizeof by_ngram / sizeof by_ngram[0]; i++, at += longest)
        *by_ngram[i] = at;
    scratch->references = at;
    scratch->longer_references = at + most;
    scratch->candidates = at + 2 * most;
    return FINE;
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
static void raise_highest(Scratch *scratch, const uint32_t *ngrams, size_t tokens, size_t distinct)
{
    uint32_t *current = scratch->current, *highest = scratch->highest;
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
static size_t match_tokens(const MatchInput *input, size_t segment, Range references,
                           Scratch *scratch)
{
    const uint32_t *ids = input->hypothesis_ids + input->hypothesis_offsets[segment];
    size_t length = hypothesis_length(input, segment);
    uint32_t *ngram_of_token = scratch->ngram_of_token;
    size_t distinct = 0;
    for (size_t i = 0; i < length; i++) {
        CHECK(ids[i] < input->vocabulary_size);
        uint32_t ngram = ngram_of_token[ids[i]];
        if (ngram == NONE) {
            ngram = ngram_of_token[ids[i]] = (uint32_t)++distinct;
            scratch->occurrences[ngram] = 0;
            scratch->distinct_tokens[ngram] = ids[i];
        }
        scratch->occurrences[ngram]++;
        scratch->hypothesis[i] = ngram;
    }
    memset(scratch->highest, 0, (distinct + 1) * sizeof(uint32_t));
    memset(scratch->current, 0, (distinct + 1) * sizeof(uint32_t));
    int with_places = scratch->with_places;
    uint32_t place = 0;
    for (int64_t r = references.from; r < references.to; r++) {
        const uint32_t *first = scratch->references + place;
        for (int64_t at = input->reference_offsets[r]; at < input->reference_offsets[r + 1]; at++) {
            CHECK(input->reference_ids[at] < input->vocabulary_size);
            uint32_t ngram = ngram_of_token[input->reference_ids[at]];
            scratch->current[ngram]++;
            if (with_places) scratch->place[ngram] = place;
            scratch->references[place++] = ngram;
        }
        raise_highest(scratch, first, (size_t)(scratch->references + place - first), distinct);
    }
    for (size_t ngram = 1; ngram <= distinct; ngram++)
        ngram_of_token[scratch->distinct_tokens[ngram]] = NONE;
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
static size_t match_longer(const MatchInput *input, size_t segment, Range references, size_t order,
                           Scratch *scratch)
{
    size_t length = hypothesis_length(input, segment);
    if (length < order) return 0;
    uint32_t *candidates = scratch->candidates;
    uint32_t *hypothesis = scratch->hypothesis, *longer = scratch->longer_hypothesis;
    /* NONE never matches; `highest` still holds the values of the order below. */
    scratch->highest[NONE] = 0;
    size_t count = find_candidates(hypothesis, length - order + 1, scratch->highest, candidates);
    if (!count) return 0;

    slots_restart(&scratch->slots, count);
    const Slots slots = scratch->slots; /* a copy, which writing through a pointer cannot change */
    size_t distinct = 0;
    memset(longer, 0, length * sizeof(uint32_t));
    for (size_t c = 0; c < count; c++) {
        size_t i = candidates[c];
        CHECK(i + order <= length);
        uint64_t pair = pair_of(hypothesis[i], hypothesis[i + 1]);
        Slot *slot = slot_of(&slots, pair);
        if (slot_is_free(&slots, slot)) {
            *slot = (Slot){pair, (uint32_t)++distinct, slots.generation};
            scratch->occurrences[distinct] = 0;
        }
        longer[i] = slot->ngram;
        scratch->occurrences[slot->ngram]++;
    }
    swap(&scratch->hypothesis, &scratch->longer_hypothesis);

    /* In the references, every n-gram other than NONE has matched. */
    uint32_t *reference = scratch->references, *longer_reference = scratch->longer_references;
    memset(scratch->highest, 0, (distinct + 1) * sizeof(uint32_t));
    memset(scratch->current, 0, (distinct + 1) * sizeof(uint32_t));
    for (int64_t r = references.from; r < references.to; r++) {
        size_t tokens = (size_t)(input->reference_offsets[r + 1] - input->reference_offsets[r]);
        memset(longer_reference, 0, tokens * sizeof(uint32_t));
        count = 0;
        for (size_t i = 0; i + order <= tokens; i++) {
            candidates[count] = (uint32_t)i;
            count += (reference[i] != NONE) & (reference[i + 1] != NONE);
        }
        uint32_t first = (uint32_t)(reference - scratch->references);
        int with_places = scratch->with_places;
        for (size_t c = 0; c < count; c++) {
            size_t i = candidates[c];
            uint64_t pair = pair_of(reference[i], reference[i + 1]);
            const Slot *slot = slot_of(&slots, pair);
            uint32_t ngram = slot_is_free(&slots, slot) ? NONE : slot->ngram;
            longer_reference[i] = ngram;
            scratch->current[ngram]++;
            if (with_places) scratch->place[ngram] = first + candidates[c];
        }
        raise_highest(scratch, longer_reference, tokens, distinct);
        reference += tokens;
        longer_reference += tokens;
    }
    swap(&scratch->references, &scratch->longer_references);
    return distinct;
}

static int64_t sum_of_matches(const Scratch *scratch, size_t distinct)
{
    const uint32_t *occurrences = scratch->occurrences, *highest = scratch->highest;
    uint32_t sum = 0; /* at most the number of tokens of the hypothesis */
    for (size_t i = 1; i <= distinct; i++)
        sum += occurrences[i] < highest[i] ? occurrences[i] : highest[i];
    return sum;
}

/* Add the weights of the matched n-grams, in the order of the hypothesis. A matched n-gram is in a
 * reference, where its node is known. */
static void add_weights(const MatchInput *input, Range references, size_t order,
                        const Scratch *scratch, size_t distinct, double *weighted, double *others)
{
    if (order > input->node_orders) return;
    const uint32_t *nodes = input->nodes + (order - 1) * input->node_stride +
                            input->reference_offsets[references.from];
    double sum = 0.0, other = 0.0, lost = 0.0;
    for (size_t i = 1; i <= distinct; i++) {
        uint32_t occurrences = scratch->occurrences[i], highest = scratch->highest[i];
        if (!highest) continue;
        uint32_t clipped = occurrences < highest ? occurrences : highest;
        uint32_t node = nodes[scratch->place[i]];
        if (node >= input->node_count) continue;
        sum += clipped * input->weights[node];
        if (!others) continue;
        double number = clipped * input->others[node], rounded = other + number;
        /* Neumaier's correction, as in Python's sum() from 3.12 on */
        lost += fabs(other) >= fabs(number) ? other - rounded + number : number - rounded + other;
        other = rounded;
    }
    *weighted = sum;
    if (others) *others = input->compensated ? other + lost : other;
}

static void write_clipped(const Scratch *scratch, size_t distinct, uint32_t *clipped)
{
    for (size_t i = 1; i <= distinct; i++) {
        uint32_t occurrences = scratch->occurrences[i], highest = scratch->highest[i];
        if (highest) clipped[scratch->place[i]] = occurrences < highest ? occurrences : highest;
    }
}

/* Fill one row of the output. */
static Status match_row(const MatchInput *input, size_t segment, Range references,
                        Scratch *scratch, Watch *watch, const MatchOutput *output, size_t row)
{
    size_t orders = (size_t)input->max_order;
    size_t tokens = hypothesis_length(input, segment) +
                    (size_t)(input->reference_offsets[references.to] -
                             input->reference_offsets[references.from]);
    if (allocate(scratch, input) != FINE) return OUT_OF_MEMORY;
    size_t distinct = match_tokens(input, segment, references, scratch);
    for (size_t order = 1; distinct; order++) {
        int64_t matched = sum_of_matches(scratch, distinct);
        size_t at = row * orders + order - 1;
        output->matches[at] = matched;
        if (!matched) break;
        if (input->weights)
            add_weights(input, references, order, scratch, distinct, &output->weighted[at],
                        output->others ? &output->others[at] : NULL);
        if (output->clipped)
            write_clipped(scratch, distinct,
                          output->clipped + (order - 1) * output->clipped_stride +
                              input->reference_offsets[references.from]);
        if (order == orders) break;
        if (watch_ends(watch, tokens)) return ENDED;
        distinct = match_longer(input, segment, references, order + 1, scratch);
    }
    return watch_ends(watch, tokens) ? ENDED : FINE;
}

/* Match without weights, where there is one reference. */
static Status match_one(const MatchInput *input, size_t segment, int64_t reference,
                        Scratch *scratch, Watch *watch, const MatchOutput *output, size_t row)
{
    const int64_t *hypotheses = input->hypothesis_offsets, *references = input->reference_offsets;
    Pair pair = {
        .hypothesis = input->hypothesis_ids + hypotheses[segment],
        .hypothesis_length = hypothesis_length(input, segment),
        .reference = input->reference_ids + references[reference],
        .reference_length = (size_t)(references[reference + 1] - references[reference]),
    };
    size_t longest = scratch->longest > scratch->most ? scratch->longest : scratch->most;
    if (pair_scratch_allocate(&scratch->pair, longest, input->vocabulary_size) != FINE)
        return OUT_OF_MEMORY;
    int64_t *matches = output->matches + row * (size_t)input->max_order;
    if (!match_pair(&pair, input->max_order, &scratch->pair, matches)) {
        Range only = {reference, reference + 1};
        return match_row(input, segment, only, scratch, watch, output, row);
    }
    size_t work = (pair.hypothesis_length + pair.reference_length) * (size_t)input->max_order;
    return watch_ends(watch, work) ? ENDED : FINE;
}

Status match_segments(const MatchInput *input, Watch *watch, const MatchOutput *output)
{
    Scratch scratch;
    Status status = scratch_init(&scratch, input, output);
    if (status != FINE) return status;
    for (size_t segment = 0; segment < input->segments && status == FINE; segment++) {
        Range all = {input->segment_offsets[segment], input->segment_offsets[segment + 1]};
        if (!input->separately && (scratch.with_places || all.to != all.from + 1)) {
            status = match_row(input, segment, all, &scratch, watch, output, segment);
            continue;
        }
        for (int64_t r = all.from; r < all.to && status == FINE; r++) {
            size_t row = input->separately ? (size_t)(r - input->segment_offsets[0]) : segment;
            Range only = {r, r + 1};
            status = input->weights
                         ? match_row(input, segment, only, &scratch, watch, output, row)
                         : match_one(input, segment, r, &scratch, watch, output, row);
        }
    }
    scratch_free(&scratch);
    return status;
}
