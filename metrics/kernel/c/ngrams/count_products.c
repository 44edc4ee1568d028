#include "ngrams/count_products.h"
#include "ngrams/slots.h"

/* The n-grams that occur several times in the texts of a segment are numbered from 1 at every
 * order. SINGLE is one that occurs once, in whatever text; every longer n-gram that contains it
 * occurs once, too. */
enum { SINGLE = 0 };

/* Working memory, large enough for the longest segment and reused for all. */
typedef struct {
    size_t most;               /* tokens of a hypothesis and its references */
    uint32_t *ids;             /* of all texts of the segment, the hypothesis first */
    uint32_t *numbers;         /* of the n-gram that starts at each token */
    uint32_t *totals;          /* by number: in all texts of the segment */
    uint32_t *hypothesis;      /* by number: in the hypothesis */
    uint32_t *current;         /* by number: in the text being read, if it has the number */
    uint32_t *memory;          /* the block that holds all of the above */
    uint32_t *number_of_token; /* all 0 between segments */
    Slots slots;
} Scratch;

/* One text of a segment: its tokens, where they are in the working memory, and its nodes. */
typedef struct {
    size_t begin, length;
    const uint32_t *nodes; /* of the current order, or NULL if none is known */
} Passage;

static size_t length_of(const LocatedTexts *texts, int64_t from, int64_t to)
{
    return (size_t)(texts->offsets[to] - texts->offsets[from]);
}

static Status scratch_init(Scratch *scratch, const ProductInput *input)
{
    size_t most = 0;
    for (size_t segment = 0; segment < input->segments; segment++) {
        const int64_t *references = input->segment_offsets + segment;
        size_t hypothesis = length_of(&input->hypotheses, (int64_t)segment, (int64_t)segment + 1);
        size_t all = length_of(&input->references, references[0], references[1]);
        if (hypothesis > MOST_SEGMENT_TOKENS || all > MOST_SEGMENT_TOKENS) return LONG_SEGMENT;
        if (hypothesis + all > most) most = hypothesis + all;
    }
    scratch->most = most;
    scratch->memory = malloc(5 * (most + 1) * sizeof(uint32_t));
    scratch->number_of_token = calloc(input->vocabulary_size + 1, sizeof(uint32_t));
    if (!scratch->memory || !scratch->number_of_token) return OUT_OF_MEMORY;
    uint32_t **arrays[] = {&scratch->ids, &scratch->numbers, &scratch->totals,
                           &scratch->hypothesis, &scratch->current};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        *arrays[i] = scratch->memory + i * (most + 1);
    return slots_allocate(&scratch->slots, most);
}

static void scratch_free(Scratch *scratch)
{
    free(scratch->memory);
    free(scratch->number_of_token);
    free(scratch->slots.slots);
}

/* Give n-grams of the current order that occur once the number SINGLE. */
static void mark_single(Scratch *scratch, size_t tokens)
{
    for (size_t i = 0; i < tokens; i++) {
        CHECK(scratch->numbers[i] <= scratch->most);
        if (scratch->totals[scratch->numbers[i]] == 1) scratch->numbers[i] = SINGLE;
    }
}

/* Number the tokens of a segment; returns how many numbers there are. */
static size_t number_tokens(Scratch *scratch, size_t vocabulary_size, size_t tokens)
{
    uint32_t *number_of_token = scratch->number_of_token;
    size_t distinct = 0;
    scratch->totals[SINGLE] = 0;
    for (size_t i = 0; i < tokens; i++) {
        CHECK(scratch->ids[i] < vocabulary_size);
        uint32_t *number = &number_of_token[scratch->ids[i]];
        if (!*number) {
            *number = (uint32_t)++distinct;
            scratch->totals[distinct] = 0;
        }
        scratch->totals[*number]++;
        scratch->numbers[i] = *number;
    }
    for (size_t i = 0; i < tokens; i++) number_of_token[scratch->ids[i]] = 0;
    (void)vocabulary_size;
    mark_single(scratch, tokens);
    return distinct;
}

/* Number the n-grams of a text from those that are one token shorter. */
static size_t number_passage(Scratch *scratch, Passage passage, size_t order, size_t distinct)
{
    uint32_t *numbers = scratch->numbers + passage.begin;
    const uint32_t *ids = scratch->ids + passage.begin;
    const Slots slots = scratch->slots; /* a copy, which writing through a pointer cannot change */
    for (size_t i = 0; i + order <= passage.length; i++) {
        if (numbers[i] == SINGLE || numbers[i + 1] == SINGLE) {
            numbers[i] = SINGLE;
            continue;
        }
        uint64_t pair = pair_of(numbers[i], ids[i + order - 1]);
        Slot *slot = slot_of(&slots, pair);
        if (slot_is_free(&slots, slot)) {
            *slot = (Slot){pair, (uint32_t)++distinct, slots.generation};
            scratch->totals[distinct] = 0;
        }
        scratch->totals[slot->ngram]++;
        numbers[i] = slot->ngram;
    }
    if (passage.length + 1 >= order) numbers[passage.length + 1 - order] = SINGLE; /* no start */
    return distinct;
}

static double weight_at(const ProductInput *input, const uint32_t *nodes, size_t at)
{
    uint32_t node = nodes ? nodes[at] : UNKNOWN;
    return node < input->node_count ? input->weights[node] : input->weight_of_others;
}

/* Count the n-grams of a text by number. Counts of other numbers do not change: emptying all would
 * take quadratic time if a segment has many references. */
static void count_passage(const Scratch *scratch, Passage passage, size_t order, uint32_t *counts)
{
    const uint32_t *numbers = scratch->numbers + passage.begin;
    for (size_t i = 0; i + order <= passage.length; i++) counts[numbers[i]] = 0;
    for (size_t i = 0; i + order <= passage.length; i++) counts[numbers[i]]++;
    counts[SINGLE] = 1;
}

/* The product of a text with itself, whose counts are in `counts`: every occurrence of an n-gram
 * adds its weight times its count. */
static double square(const ProductInput *input, const Scratch *scratch, Passage passage,
                     size_t order, const uint32_t *counts)
{
    double sum = 0.0;
    const uint32_t *numbers = scratch->numbers + passage.begin;
    for (size_t i = 0; i + order <= passage.length; i++)
        sum += counts[numbers[i]] * weight_at(input, passage.nodes, i);
    return sum;
}

/* The product of the hypothesis with a reference, whose counts are in `current`. */
static double product(const ProductInput *input, const Scratch *scratch, Passage reference,
                      size_t order, double share)
{
    double sum = 0.0;
    const uint32_t *numbers = scratch->numbers + reference.begin;
    for (size_t i = 0; i + order <= reference.length; i++) {
        if (numbers[i] == SINGLE) continue;
        double count = scratch->hypothesis[numbers[i]];
        double most = scratch->current[numbers[i]] * share;
        if (input->limit != NO_LIMIT && count > most) count = most;
        if (count > 0) sum += count * weight_at(input, reference.nodes, i);
    }
    return sum;
}

static Passage passage_of(const LocatedTexts *texts, int64_t text, size_t order, size_t begin)
{
    const uint32_t *nodes = NULL;
    if (order <= texts->node_orders)
        nodes = texts->nodes + (order - 1) * texts->node_stride + texts->offsets[text];
    return (Passage){begin, length_of(texts, text, text + 1), nodes};
}

static void copy_ids(Scratch *scratch, const LocatedTexts *texts, int64_t from, int64_t to,
                     size_t begin)
{
    size_t length = length_of(texts, from, to);
    CHECK(begin + length <= scratch->most);
    if (length)
        memcpy(scratch->ids + begin, texts->ids + texts->offsets[from], length * sizeof(uint32_t));
}

/* Fill the rows of a segment for one order. */
static void multiply_order(const ProductInput *input, size_t segment, size_t order,
                           Scratch *scratch, const ProductOutput *output)
{
    const int64_t *references = input->segment_offsets + segment;
    size_t orders = (size_t)input->max_order, distinct = 0;
    Passage hypothesis = passage_of(&input->hypotheses, (int64_t)segment, order, 0);
    size_t tokens = hypothesis.length + length_of(&input->references, references[0], references[1]);
    if (order == 1) distinct = number_tokens(scratch, input->vocabulary_size, tokens);
    else {
        slots_restart(&scratch->slots, tokens);
        scratch->totals[SINGLE] = 0;
        distinct = number_passage(scratch, hypothesis, order, 0);
        size_t begin = hypothesis.length;
        for (int64_t r = references[0]; r < references[1]; r++) {
            Passage reference = passage_of(&input->references, r, order, begin);
            distinct = number_passage(scratch, reference, order, distinct);
            begin += reference.length;
        }
        mark_single(scratch, tokens);
    }
    CHECK(distinct <= scratch->most);
    memset(scratch->hypothesis, 0, (distinct + 1) * sizeof(uint32_t));
    count_passage(scratch, hypothesis, order, scratch->hypothesis);
    output->hypothesis_squares[segment * orders + order - 1] =
        square(input, scratch, hypothesis, order, scratch->hypothesis);
    size_t begin = hypothesis.length;
    for (int64_t r = references[0]; r < references[1]; r++) {
        Passage reference = passage_of(&input->references, r, order, begin);
        begin += reference.length;
        if (reference.length < order) continue;
        size_t at = (size_t)(r - input->segment_offsets[0]) * orders + order - 1;
        count_passage(scratch, reference, order, scratch->current);
        output->reference_squares[at] = square(input, scratch, reference, order, scratch->current);
        if (hypothesis.length < order) continue;
        double share = 1.0;
        if (input->limit == LIMIT_SHARE)
            share = (double)(hypothesis.length - order + 1) / (double)(reference.length - order + 1);
        output->products[at] = product(input, scratch, reference, order, share);
    }
}

Status multiply_counts(const ProductInput *input, Watch *watch, const ProductOutput *output)
{
    Scratch scratch = {0};
    Status status = scratch_init(&scratch, input);
    for (size_t segment = 0; segment < input->segments && status == FINE; segment++) {
        const int64_t *references = input->segment_offsets + segment;
        size_t hypothesis = length_of(&input->hypotheses, (int64_t)segment, (int64_t)segment + 1);
        size_t tokens = hypothesis + length_of(&input->references, references[0], references[1]);
        copy_ids(&scratch, &input->hypotheses, (int64_t)segment, (int64_t)segment + 1, 0);
        copy_ids(&scratch, &input->references, references[0], references[1], hypothesis);
        for (int order = 1; order <= input->max_order && status == FINE; order++) {
            if ((size_t)order > tokens) break;
            multiply_order(input, segment, (size_t)order, &scratch, output);
            if (watch_ends(watch, 4 * tokens)) status = ENDED;
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
