#include "match.h"

/* The distinct n-grams of a hypothesis are numbered from 1 at every order; NONE is an n-gram that
 * cannot match. Arrays indexed by n-gram have an entry for NONE, so loops need not test for it. */
enum { NONE = 0 };

/* A slot is occupied only if its generation is the current one; the table is never cleared. */
typedef struct {
    uint64_t pair;
    uint32_t ngram;
    uint32_t generation;
} Slot;

/* Working memory, large enough for the longest segment and reused for all. */
typedef struct {
    uint32_t *hypothesis, *longer_hypothesis; /* the n-gram that starts at each token */
    uint32_t *references, *longer_references; /* the same for all references of the segment */
    uint32_t *candidates;                     /* tokens where a longer n-gram can start */
    uint32_t *occurrences;                    /* by n-gram: in the hypothesis */
    uint32_t *current;                        /* in the reference being read */
    uint32_t *highest;                        /* the maximum in any one reference */
    uint32_t *last_token;                     /* by n-gram: its last token */
    uint32_t *prefix;                         /* the n-gram without its last token */
    uint32_t *node, *shorter_node;            /* by n-gram: in the weight table, or UNKNOWN */
    uint32_t *branch, *shorter_branch;        /* by n-gram: the branch of that node */
    uint32_t *ngram_of_token;                 /* by token: at order 1 */
    uint32_t *memory;                         /* the block that holds all of the above */
    Slot *slots;
    size_t slot_capacity;
    uint32_t generation;
} Scratch;

static void scratch_free(Scratch *scratch)
{
    free(scratch->memory);
    free(scratch->ngram_of_token);
    free(scratch->slots);
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

static Status scratch_init(Scratch *scratch, const MatchInput *input)
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
    longest += 1;
    most += 1;
    size_t candidates = longest > most ? longest : most;
    scratch->memory = malloc((11 * longest + 2 * most + candidates) * sizeof(uint32_t));
    scratch->ngram_of_token = calloc(input->vocabulary_size + 1, sizeof(uint32_t));
    scratch->slot_capacity = power_of_two_from(2 * longest);
    scratch->slots = calloc(scratch->slot_capacity, sizeof(Slot));
    if (!scratch->memory || !scratch->ngram_of_token || !scratch->slots) {
        scratch_free(scratch);
        return OUT_OF_MEMORY;
    }
    uint32_t **by_ngram[] = {
        &scratch->hypothesis, &scratch->longer_hypothesis, &scratch->occurrences,
        &scratch->current,    &scratch->highest,           &scratch->last_token,
        &scratch->prefix,     &scratch->node,              &scratch->shorter_node,
        &scratch->branch,     &scratch->shorter_branch,
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

static void raise_highest(Scratch *scratch, size_t distinct)
{
    const uint32_t *current = scratch->current;
    uint32_t *highest = scratch->highest;
    for (size_t i = 1; i <= distinct; i++)
        highest[i] = current[i] > highest[i] ? current[i] : highest[i];
}

/* Order 1: number the distinct tokens of the hypothesis and count them in every reference. */
static size_t match_tokens(const MatchInput *input, size_t segment, Scratch *scratch)
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
            scratch->last_token[ngram] = ids[i];
            scratch->prefix[ngram] = NONE;
        }
        scratch->occurrences[ngram]++;
        scratch->hypothesis[i] = ngram;
    }
    memset(scratch->highest, 0, (distinct + 1) * sizeof(uint32_t));
    uint32_t *out = scratch->references;
    for (int64_t r = input->segment_offsets[segment]; r < input->segment_offsets[segment + 1];
         r++) {
        memset(scratch->current, 0, (distinct + 1) * sizeof(uint32_t));
        for (int64_t at = input->reference_offsets[r]; at < input->reference_offsets[r + 1]; at++) {
            CHECK(input->reference_ids[at] < input->vocabulary_size);
            uint32_t ngram = ngram_of_token[input->reference_ids[at]];
            scratch->current[ngram]++;
            *out++ = ngram;
        }
        raise_highest(scratch, distinct);
    }
    for (size_t ngram = 1; ngram <= distinct; ngram++)
        ngram_of_token[scratch->last_token[ngram]] = NONE;
    return distinct;
}

/* The slot that holds a pair, or the free slot for it. */
static inline Slot *slot_of(Slot *slots, size_t slot_count, uint32_t generation, uint64_t pair)
{
    size_t at = pair_home(pair, slot_count);
    while (slots[at].generation == generation && slots[at].pair != pair)
        at = (at + 1) & (slot_count - 1);
    return &slots[at];
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
static size_t match_longer(const MatchInput *input, size_t segment, size_t order,
                           Scratch *scratch)
{
    const uint32_t *ids = input->hypothesis_ids + input->hypothesis_offsets[segment];
    size_t length = hypothesis_length(input, segment);
    if (length < order) return 0;
    uint32_t *candidates = scratch->candidates;
    uint32_t *hypothesis = scratch->hypothesis, *longer = scratch->longer_hypothesis;
    /* NONE never matches; `highest` still holds the values of the order below. */
    scratch->highest[NONE] = 0;
    size_t count = find_candidates(hypothesis, length - order + 1, scratch->highest, candidates);
    if (!count) return 0;

    size_t slot_count = power_of_two_from(2 * count);
    CHECK(slot_count <= scratch->slot_capacity);
    Slot *slots = scratch->slots;
    if (scratch->generation == UINT32_MAX) {
        memset(slots, 0, scratch->slot_capacity * sizeof(Slot));
        scratch->generation = 0;
    }
    uint32_t generation = ++scratch->generation;
    size_t distinct = 0;
    memset(longer, 0, length * sizeof(uint32_t));
    swap(&scratch->node, &scratch->shorter_node);
    swap(&scratch->branch, &scratch->shorter_branch);
    for (size_t c = 0; c < count; c++) {
        size_t i = candidates[c];
        CHECK(i + order <= length);
        uint64_t pair = pair_of(hypothesis[i], hypothesis[i + 1]);
        Slot *slot = slot_of(slots, slot_count, generation, pair);
        if (slot->generation != generation) {
            *slot = (Slot){pair, (uint32_t)++distinct, generation};
            scratch->occurrences[distinct] = 0;
            scratch->last_token[distinct] = ids[i + order - 1];
            scratch->prefix[distinct] = hypothesis[i];
        }
        longer[i] = slot->ngram;
        scratch->occurrences[slot->ngram]++;
    }
    swap(&scratch->hypothesis, &scratch->longer_hypothesis);

    /* In the references, every n-gram other than NONE has matched. */
    uint32_t *reference = scratch->references, *longer_reference = scratch->longer_references;
    memset(scratch->highest, 0, (distinct + 1) * sizeof(uint32_t));
    for (int64_t r = input->segment_offsets[segment]; r < input->segment_offsets[segment + 1];
         r++) {
        size_t tokens = (size_t)(input->reference_offsets[r + 1] - input->reference_offsets[r]);
        memset(longer_reference, 0, tokens * sizeof(uint32_t));
        memset(scratch->current, 0, (distinct + 1) * sizeof(uint32_t));
        count = 0;
        for (size_t i = 0; i + order <= tokens; i++) {
            candidates[count] = (uint32_t)i;
            count += (reference[i] != NONE) & (reference[i + 1] != NONE);
        }
        for (size_t c = 0; c < count; c++) {
            size_t i = candidates[c];
            uint64_t pair = pair_of(reference[i], reference[i + 1]);
            const Slot *slot = slot_of(slots, slot_count, generation, pair);
            uint32_t ngram = slot->generation == generation ? slot->ngram : NONE;
            longer_reference[i] = ngram;
            scratch->current[ngram]++;
        }
        raise_highest(scratch, distinct);
        reference += tokens;
        longer_reference += tokens;
    }
    swap(&scratch->references, &scratch->longer_references);
    return distinct;
}

/* Find a matched n-gram in the weight table by its prefix, which has also matched. */
static void find_node(const MatchInput *input, Scratch *scratch, size_t ngram)
{
    uint32_t token = input->mapping[scratch->last_token[ngram]];
    uint32_t prefix = scratch->prefix[ngram];
    if (prefix == NONE) {
        scratch->node[ngram] = token;
        scratch->branch[ngram] = token == UNKNOWN ? 0 : branch_of(input->table, token);
        return;
    }
    uint32_t branch = scratch->shorter_branch[prefix], node = scratch->shorter_node[prefix];
    scratch->branch[ngram] = branch;
    scratch->node[ngram] = node == UNKNOWN || token == UNKNOWN
                               ? UNKNOWN
                               : nodes_find(input->table, branch, node, token);
}

/* The sum of the weights of the matched n-grams, in the order of the hypothesis. */
static double sum_of_weights(const MatchInput *input, Scratch *scratch, size_t distinct)
{
    double sum = 0.0;
    for (size_t i = 1; i <= distinct; i++) {
        uint32_t occurrences = scratch->occurrences[i], highest = scratch->highest[i];
        if (!highest) continue;
        find_node(input, scratch, i);
        if (scratch->node[i] == UNKNOWN) continue;
        uint32_t number = nodes_number(input->table, scratch->branch[i], scratch->node[i]);
        sum += (occurrences < highest ? occurrences : highest) * input->weights[number];
    }
    return sum;
}

static int64_t sum_of_matches(const Scratch *scratch, size_t distinct)
{
    const uint32_t *occurrences = scratch->occurrences, *highest = scratch->highest;
    uint32_t sum = 0; /* at most the number of tokens of the hypothesis */
    for (size_t i = 1; i <= distinct; i++)
        sum += occurrences[i] < highest[i] ? occurrences[i] : highest[i];
    return sum;
}

Status match_segments(const MatchInput *input, Watch *watch, int64_t *matches, double *weighted)
{
    Scratch scratch;
    Status status = scratch_init(&scratch, input);
    if (status != FINE) return status;
    size_t orders = (size_t)input->max_order;
    memset(matches, 0, input->segments * orders * sizeof(int64_t));
    if (input->table) memset(weighted, 0, input->segments * orders * sizeof(double));
    for (size_t segment = 0; segment < input->segments && status == FINE; segment++) {
        size_t tokens = hypothesis_length(input, segment) + references_length(input, segment);
        size_t distinct = match_tokens(input, segment, &scratch);
        for (size_t order = 1; distinct; order++) {
            int64_t matched = sum_of_matches(&scratch, distinct);
            matches[segment * orders + order - 1] = matched;
            if (input->table)
                weighted[segment * orders + order - 1] =
                    sum_of_weights(input, &scratch, distinct);
            if (order == orders || !matched) break;
            if (watch_ends(watch, tokens)) {
                status = ENDED;
                break;
            }
            distinct = match_longer(input, segment, order + 1, &scratch);
        }
        if (status == FINE && watch_ends(watch, tokens)) status = ENDED;
    }
    scratch_free(&scratch);
    return status;
}
