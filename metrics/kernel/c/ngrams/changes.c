/* An n-gram is the pair of its two overlapping (n-1)-grams. Those of a segment are numbered from 1
 * at every order. */

#include "ngrams/changes.h"
#include "ngrams/slots.h"

enum { NONE = 0 };

/* Working memory, reused for all segments. */
typedef struct {
    size_t most;              /* tokens of a segment */
    uint32_t *ngrams;         /* the n-gram that starts at each token of the segment */
    uint32_t *ngram_of_token; /* by token: at order 1; all NONE between segments */
    uint32_t (*counts)[SIDES]; /* by n-gram */
    Slots slots;
} Scratch;

/* The first text of a segment, or the end of those of the segment before. */
static inline int64_t first_text(const Side *side, size_t segment)
{
    return side->segments ? side->segments[segment] : (int64_t)segment;
}

/* Find the tokens of a text; returns their number. */
static inline size_t read_text(const ChangesInput *input, const Side *side, int64_t text,
                               const uint32_t *empty, const uint32_t **ids)
{
    size_t length = (size_t)(side->texts[text + 1] - side->texts[text]);
    int filled = !length && input->one_token;
    *ids = filled ? empty : side->ids + side->texts[text];
    return filled ? 1 : length;
}

/* The tokens of a segment, or a few more. */
static size_t tokens_of(const ChangesInput *input, size_t segment)
{
    size_t tokens = 0;
    for (size_t s = 0; s < SIDES; s++) {
        const Side *side = &input->sides[s];
        int64_t first = first_text(side, segment), end = first_text(side, segment + 1);
        tokens += (size_t)(side->texts[end] - side->texts[first]);
        if (input->one_token) tokens += (size_t)(end - first);
    }
    return tokens;
}

static void scratch_free(Scratch *scratch)
{
    free(scratch->ngrams);
    free(scratch->ngram_of_token);
    free(scratch->counts);
    free(scratch->slots.slots);
}

static Status scratch_init(Scratch *scratch, const ChangesInput *input)
{
    size_t most = 0;
    for (size_t segment = 0; segment < input->segments; segment++) {
        size_t tokens = tokens_of(input, segment);
        if (tokens > most) most = tokens;
    }
    memset(scratch, 0, sizeof *scratch);
    if (most > MOST_SEGMENT_TOKENS) return LONG_SEGMENT;
    scratch->most = most;
    scratch->ngrams = malloc((most + 1) * sizeof(uint32_t));
    scratch->ngram_of_token = calloc(input->vocabulary_size + 1, sizeof(uint32_t));
    scratch->counts = malloc((most + 1) * sizeof *scratch->counts);
    if (scratch->ngrams && scratch->ngram_of_token && scratch->counts)
        return slots_allocate(&scratch->slots, most);
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

/* Count the n-grams of one order in each side. Returns the number of distinct n-grams, which have
 * the order in which they first occur. */
static uint32_t count_order(const ChangesInput *input, size_t segment, size_t order,
                            Scratch *scratch)
{
    uint32_t *text = scratch->ngrams, distinct = 0, empty = (uint32_t)input->vocabulary_size;
    const Slots slots = scratch->slots; /* a copy, which writing through a pointer cannot change */
    for (size_t s = 0; s < SIDES; s++) {
        const Side *side = &input->sides[s];
        int64_t end = first_text(side, segment + 1);
        for (int64_t t = first_text(side, segment); t < end; t++) {
            const uint32_t *ids;
            size_t length = read_text(input, side, t, &empty, &ids);
            for (size_t i = 0; i + order <= length; i++) {
                uint32_t before = distinct;
                CHECK(ids[i] < input->vocabulary_size + (size_t)input->one_token);
                uint32_t ngram = order == 1 ? number_of_token(ids[i], scratch, &distinct)
                                            : number_of_pair(&text[i], &slots, &distinct);
                CHECK(ngram <= scratch->most);
                uint32_t *of_ngram = scratch->counts[ngram - 1];
                if (distinct != before) memset(of_ngram, 0, sizeof *scratch->counts);
                of_ngram[s]++;
                text[i] = ngram;
            }
            text += length;
        }
    }
    return distinct;
}

static void forget_tokens(const ChangesInput *input, size_t segment, Scratch *scratch)
{
    for (size_t s = 0; s < SIDES; s++) {
        const Side *side = &input->sides[s];
        int64_t end = side->texts[first_text(side, segment + 1)];
        for (int64_t i = side->texts[first_text(side, segment)]; i < end; i++)
            scratch->ngram_of_token[side->ids[i]] = NONE;
    }
    scratch->ngram_of_token[input->vocabulary_size] = NONE;
}

/* Add the shares of what is done, and of what is wanted, that are correct, and count both. */
static inline void add_shares(int64_t correct, int64_t done, int64_t wanted, double *sums)
{
    if (done) sums[0] += (double)correct / (double)done;
    sums[1] += done != 0;
    if (wanted) sums[2] += (double)correct / (double)wanted;
    sums[3] += wanted != 0;
}

static inline int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Compare the counts of the n-grams of one order, and write the results `stride` numbers apart. */
static void write_changes(const ChangesInput *input, const Scratch *scratch, uint32_t distinct,
                          int64_t references, int64_t *counts, double *shares, size_t stride)
{
    int64_t sums[CHANGES_COUNTED] = {0};
    double sums_of_shares[CHANGES_SHARED] = {0};
    for (uint32_t n = 0; n < distinct; n++) {
        const uint32_t *of_ngram = scratch->counts[n];
        int64_t hypothesis = of_ngram[HYPOTHESIS], pooled = of_ngram[REFERENCES_OF];
        if (!of_ngram[SOURCE]) {
            sums[0] += hypothesis && pooled;
            sums[1] += hypothesis != 0;
            sums[2] += pooled != 0;
            continue;
        }
        int64_t most = references * of_ngram[SOURCE];
        int64_t kept = least(most, references * hypothesis), to_keep = least(most, pooled);
        int64_t deleted = most - kept, to_delete = most - to_keep;
        int64_t kept_correctly = least(kept, to_keep), deleted_correctly = least(deleted, to_delete);
        if (input->unreferenced) deleted_correctly = deleted > pooled ? deleted - pooled : 0;
        sums[3] += kept_correctly;
        sums[4] += kept;
        sums[5] += to_keep;
        sums[6] += deleted_correctly;
        sums[7] += deleted;
        sums[8] += to_delete;
        add_shares(kept_correctly, kept, to_keep, sums_of_shares);
        add_shares(deleted_correctly, deleted, to_delete, sums_of_shares + CHANGES_SHARED / 2);
    }
    for (size_t i = 0; i < CHANGES_COUNTED; i++) counts[i * stride] = sums[i];
    for (size_t i = 0; i < CHANGES_SHARED; i++) shares[i * stride] = sums_of_shares[i];
}

Status count_changes(const ChangesInput *input, Watch *watch, const ChangesOutput *output)
{
    Scratch scratch;
    Status status = scratch_init(&scratch, input);
    size_t orders = (size_t)input->max_order;
    for (size_t segment = 0; segment < input->segments && status == FINE; segment++) {
        const Side *side = &input->sides[REFERENCES_OF];
        int64_t references = first_text(side, segment + 1) - first_text(side, segment);
        size_t tokens = tokens_of(input, segment);
        uint32_t distinct = 1;
        for (size_t order = 0; order < orders && distinct && status == FINE; order++) {
            slots_restart(&scratch.slots, tokens);
            distinct = count_order(input, segment, order + 1, &scratch);
            if (!order) forget_tokens(input, segment, &scratch);
            write_changes(input, &scratch, distinct, references,
                          output->counts + segment * CHANGES_COUNTED * orders + order,
                          output->shares + segment * CHANGES_SHARED * orders + order, orders);
            if (watch_ends(watch, tokens)) status = ENDED;
        }
    }
    scratch_free(&scratch);
    return status;
}
