/* An n-gram is the pair of its two overlapping (n-1)-grams. Those of a segment are numbered from 1
 * at every order. */

#include "ngrams/side_counts.h"
#include "ngrams/slots.h"

enum { NONE = 0 };

/* Working memory, reused for all segments. */
typedef struct {
    uint32_t *ngrams;         /* the n-gram that starts at each token of the segment */
    uint32_t *ngram_of_token; /* by token: at order 1; all NONE between segments */
    Slots slots;
} Scratch;

static size_t tokens_of(const SideCountInput *input, size_t segment)
{
    size_t tokens = 0;
    for (size_t s = 0; s < input->side_count; s++) {
        const Side *side = &input->sides[s];
        tokens += (size_t)(side->texts[side->segments[segment + 1]] -
                           side->texts[side->segments[segment]]);
    }
    return tokens;
}

static void scratch_free(Scratch *scratch)
{
    free(scratch->ngrams);
    free(scratch->ngram_of_token);
    free(scratch->slots.slots);
}

static Status scratch_init(Scratch *scratch, const SideCountInput *input)
{
    size_t most = 0;
    for (size_t segment = 0; segment < input->segments; segment++) {
        size_t tokens = tokens_of(input, segment);
        if (tokens > most) most = tokens;
    }
    memset(scratch, 0, sizeof *scratch);
    if (most > MOST_SEGMENT_TOKENS) return LONG_SEGMENT;
    scratch->ngrams = malloc((most + 1) * sizeof(uint32_t));
    scratch->ngram_of_token = calloc(input->vocabulary_size + 1, sizeof(uint32_t));
    if (scratch->ngrams && scratch->ngram_of_token) return slots_allocate(&scratch->slots, most);
    return OUT_OF_MEMORY;
}

/* The n-gram of one token or of two shorter n-grams; `distinct` is raised if it is a new one. */
static inline uint32_t number_of_token(uint32_t token, Scratch *scratch, uint32_t *distinct)
{
    uint32_t *ngram = &scratch->ngram_of_token[token];
    if (*ngram == NONE) *ngram = ++*distinct;
    return *ngram;
}

static inline uint32_t number_of_pair(const uint32_t *pair, const Slots *slots, uint32_t *distinct)
{
    uint64_t key = pair_of(pair[0], pair[1]);
    Slot *slot = slot_of(slots, key);
    if (slot_is_free(slots, slot)) *slot = (Slot){key, ++*distinct, slots->generation};
    return slot->ngram;
}

/* Count the n-grams of one order; `counts` has room for one row of sides per token. Returns the
 * number of distinct n-grams. */
static uint32_t count_order(const SideCountInput *input, size_t segment, size_t order,
                            Scratch *scratch, uint32_t *counts)
{
    size_t sides = input->side_count;
    uint32_t *text = scratch->ngrams, distinct = 0;
    const Slots slots = scratch->slots; /* a copy, which writing through a pointer cannot change */
    for (size_t s = 0; s < sides; s++) {
        const Side *side = &input->sides[s];
        for (int64_t t = side->segments[segment]; t < side->segments[segment + 1]; t++) {
            const uint32_t *ids = side->ids + side->texts[t];
            size_t length = (size_t)(side->texts[t + 1] - side->texts[t]);
            for (size_t i = 0; i + order <= length; i++) {
                uint32_t before = distinct;
                CHECK(ids[i] < input->vocabulary_size);
                uint32_t ngram = order == 1 ? number_of_token(ids[i], scratch, &distinct)
                                            : number_of_pair(&text[i], &slots, &distinct);
                uint32_t *of_ngram = counts + (ngram - 1) * sides;
                if (distinct != before) memset(of_ngram, 0, sides * sizeof(uint32_t));
                of_ngram[s]++;
                text[i] = ngram;
            }
            text += length;
        }
    }
    return distinct;
}

static void forget_tokens(const SideCountInput *input, size_t segment, Scratch *scratch)
{
    for (size_t s = 0; s < input->side_count; s++) {
        const Side *side = &input->sides[s];
        const int64_t *bounds = &side->segments[segment];
        for (int64_t i = side->texts[bounds[0]]; i < side->texts[bounds[1]]; i++)
            scratch->ngram_of_token[side->ids[i]] = NONE;
    }
}

Status count_sides(const SideCountInput *input, Watch *watch, SideCountOutput *output)
{
    Scratch scratch;
    Status status = scratch_init(&scratch, input);
    size_t orders = (size_t)input->max_order, sides = input->side_count, found = 0;
    int64_t *row = output->rows;
    *row = 0;
    for (size_t segment = 0; segment < input->segments && status == FINE; segment++) {
        size_t tokens = tokens_of(input, segment);
        uint32_t distinct = 1;
        for (size_t order = 1; order <= orders && status == FINE; order++) {
            if (distinct) {
                status = reserve((void **)&output->counts, &output->capacity,
                                 (found + tokens + 1) * sides, sizeof(uint32_t));
                if (status != FINE) break;
                slots_restart(&scratch.slots, tokens);
                distinct = count_order(input, segment, order, &scratch,
                                       output->counts + found * sides);
                if (order == 1) forget_tokens(input, segment, &scratch);
                if (watch_ends(watch, tokens)) status = ENDED;
            }
            found += distinct;
            *++row = (int64_t)found;
        }
    }
    scratch_free(&scratch);
    return status;
}

Status count_segments(const uint32_t *nodes, size_t orders, size_t stride, const int64_t *offsets,
                      size_t segments, size_t node_count, uint32_t *counts, Watch *watch)
{
    if (segments >= UINT32_MAX) return LONG_TEXT;
    uint32_t *latest = calloc(node_count + 1, sizeof(uint32_t)); /* the segment, from 1 */
    if (!latest) return OUT_OF_MEMORY;
    Status status = FINE;
    for (size_t order = 0; order < orders && status == FINE; order++, nodes += stride) {
        for (size_t segment = 0; segment < segments && status == FINE; segment++) {
            for (int64_t at = offsets[segment]; at < offsets[segment + 1]; at++) {
                uint32_t node = nodes[at];
                if (node >= node_count || latest[node] == segment + 1) continue;
                latest[node] = (uint32_t)(segment + 1);
                counts[node]++;
            }
            size_t tokens = (size_t)(offsets[segment + 1] - offsets[segment]);
            if (watch_ends(watch, tokens)) status = ENDED;
        }
    }
    free(latest);
    return status;
}
