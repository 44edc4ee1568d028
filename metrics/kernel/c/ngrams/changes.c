/* Which n-grams of a source text hypotheses and references keep and delete, and which they add.
 *
 * An n-gram is the pair of its two overlapping (n-1)-grams. Those of a segment are numbered from 1
 * at every order. */

#include "binding/binding.h"
#include "ngrams/slots.h"

enum { NONE = 0 };

/* Texts of the segments as token ids. */
typedef struct {
    Texts texts;
    const int64_t *segments; /* the first text of each segment, and the end of the last; NULL: a
                              * segment has one text */
} Side;

enum { SOURCE, HYPOTHESIS, REFERENCES_OF, SIDES };

/* The numbers by segment and order, which the twin describes. */
enum { CHANGES_COUNTED = 9, CHANGES_SHARED = 8 };

/* In the memory of a call, reused for all segments. */
typedef struct {
    Side sides[SIDES];
    size_t vocabulary_size;
    int unreferenced; /* what is deleted correctly: that much more than the references contain */
    int one_token;    /* a text without tokens has one, `vocabulary_size` */
    size_t most;               /* tokens of a segment */
    uint32_t *ngrams;          /* the n-gram that starts at each token of the segment */
    uint32_t *ngram_of_token;  /* by token: at order 1; all NONE between segments */
    uint32_t (*counts)[SIDES]; /* by n-gram */
    Slots slots;
} Changes;

/* The first text of a segment, or the end of those of the segment before. */
static inline int64_t first_text(const Side *side, size_t segment)
{
    return side->segments ? side->segments[segment] : (int64_t)segment;
}

/* Find the tokens of a text; returns their number. */
static inline size_t read_text(const Changes *changes, const Side *side, int64_t text,
                               const uint32_t *empty, const uint32_t **ids)
{
    size_t length = length_of(&side->texts, text, text + 1);
    int filled = !length && changes->one_token;
    *ids = filled ? empty : side->texts.ids + side->texts.offsets[text];
    return filled ? 1 : length;
}

/* The tokens of a segment, or a few more. */
static size_t tokens_of(const Changes *changes, size_t segment)
{
    size_t tokens = 0;
    for (size_t s = 0; s < SIDES; s++) {
        const Side *side = &changes->sides[s];
        int64_t first = first_text(side, segment), end = first_text(side, segment + 1);
        tokens += length_of(&side->texts, first, end);
        if (changes->one_token) tokens += (size_t)(end - first);
    }
    return tokens;
}

/* Count the n-grams of one order in each side. Returns the number of distinct n-grams, which have
 * the order in which they first occur. */
static uint32_t count_order(Changes *changes, size_t segment, size_t order)
{
    uint32_t *text = changes->ngrams, distinct = 0, empty = (uint32_t)changes->vocabulary_size;
    const Slots slots = changes->slots; /* a copy, which writing through a pointer cannot change */
    for (size_t s = 0; s < SIDES; s++) {
        const Side *side = &changes->sides[s];
        int64_t end = first_text(side, segment + 1);
        for (int64_t t = first_text(side, segment); t < end; t++) {
            const uint32_t *ids;
            size_t length = read_text(changes, side, t, &empty, &ids);
            for (size_t i = 0; i + order <= length; i++) {
                uint32_t before = distinct;
                CHECK(ids[i] < changes->vocabulary_size + (size_t)changes->one_token);
                uint32_t ngram =
                    order == 1 ? number_of_token(changes->ngram_of_token, ids[i], &distinct)
                               : number_of_pair(&slots, text[i], text[i + 1], &distinct);
                CHECK(ngram <= changes->most);
                uint32_t *of_ngram = changes->counts[ngram - 1];
                if (distinct != before) memset(of_ngram, 0, sizeof *changes->counts);
                of_ngram[s]++;
                text[i] = ngram;
            }
            text += length;
        }
    }
    return distinct;
}

static void forget_tokens(Changes *changes, size_t segment)
{
    for (size_t s = 0; s < SIDES; s++) {
        const Side *side = &changes->sides[s];
        const Texts *texts = &side->texts;
        int64_t end = texts->offsets[first_text(side, segment + 1)];
        for (int64_t i = texts->offsets[first_text(side, segment)]; i < end; i++)
            changes->ngram_of_token[texts->ids[i]] = NONE;
    }
    changes->ngram_of_token[changes->vocabulary_size] = NONE;
}

/* Add the shares of what is done, and of what is wanted, that are correct, and count both. */
static inline void add_shares(int64_t correct, int64_t done, int64_t wanted, double *sums)
{
    if (done) sums[0] += (double)correct / (double)done;
    sums[1] += done != 0;
    if (wanted) sums[2] += (double)correct / (double)wanted;
    sums[3] += wanted != 0;
}

/* Compare the counts of the n-grams of one order, and write the results `stride` numbers apart. */
static void write_changes(const Changes *changes, uint32_t distinct, int64_t references,
                          int64_t *counts, double *shares, size_t stride)
{
    int64_t sums[CHANGES_COUNTED] = {0};
    double sums_of_shares[CHANGES_SHARED] = {0};
    for (uint32_t n = 0; n < distinct; n++) {
        const uint32_t *of_ngram = changes->counts[n];
        int64_t hypothesis = of_ngram[HYPOTHESIS], pooled = of_ngram[REFERENCES_OF];
        if (!of_ngram[SOURCE]) {
            sums[0] += hypothesis && pooled;
            sums[1] += hypothesis != 0;
            sums[2] += pooled != 0;
            continue;
        }
        int64_t most = references * of_ngram[SOURCE];
        int64_t kept = LESSER(most, references * hypothesis), to_keep = LESSER(most, pooled);
        int64_t deleted = most - kept, to_delete = most - to_keep;
        int64_t kept_correctly = LESSER(kept, to_keep);
        int64_t deleted_correctly = LESSER(deleted, to_delete);
        if (changes->unreferenced) deleted_correctly = deleted > pooled ? deleted - pooled : 0;
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

static void count_changes_task(Call *call, const Value *given)
{
    enum { SOURCE_IDS = MORE, SOURCE_OFFSETS, UNREFERENCED, ONE_TOKEN };
    Segments all = segments_in(given);
    Work *work = &call->work;
    Changes changes = {
        .sides = {{texts_in(&given[SOURCE_IDS]), NULL}, {all.hypotheses, NULL},
                  {all.references, all.offsets}},
        .vocabulary_size = given[VOCABULARY].count,
        .unreferenced = (int)given[UNREFERENCED].whole,
        .one_token = (int)given[ONE_TOKEN].whole,
    };
    size_t orders = given[MAX_ORDER].count;
    int64_t *counts = call->found[0];
    double *shares = call->found[1];
    for (size_t segment = 0; segment < all.segments; segment++)
        changes.most = GREATER(changes.most, tokens_of(&changes, segment));
    if (changes.most > MOST_SEGMENT_TOKENS) fail(work, LONG_SEGMENT);
    ALLOCATE(work, changes.ngrams, changes.most);
    ALLOCATE_ZEROS(work, changes.ngram_of_token, changes.vocabulary_size + 1);
    ALLOCATE(work, changes.counts, changes.most);
    slots_allocate(&changes.slots, changes.most, work);
    for (size_t segment = 0; segment < all.segments; segment++) {
        int64_t references = all.offsets[segment + 1] - all.offsets[segment];
        size_t tokens = tokens_of(&changes, segment);
        uint32_t distinct = 1;
        for (size_t order = 0; order < orders && distinct; order++) {
            slots_restart(&changes.slots, tokens);
            distinct = count_order(&changes, segment, order + 1);
            if (!order) forget_tokens(&changes, segment);
            write_changes(&changes, distinct, references,
                          counts + segment * CHANGES_COUNTED * orders + order,
                          shares + segment * CHANGES_SHARED * orders + order, orders);
            watch(work, tokens);
        }
    }
}

TASK(count_changes, NOT_A_METHOD,
     OUTPUTS(BY_ORDER(ITEMS, SEGMENT_OFFSETS, int64_t[CHANGES_COUNTED]),
             BY_ORDER(ITEMS, SEGMENT_OFFSETS, double[CHANGES_SHARED])),
     PAIRS_AND_ORDER, {"source_ids", IDS_BELOW, VOCABULARY},
     {"source_offsets", OFFSETS_IN, MORE, AS_MANY_AS(SEGMENT_OFFSETS)},
     {"unreferenced", BOOLEAN, OPTIONAL}, {"one_token", BOOLEAN, OPTIONAL})
