/* Inner products of the n-gram counts of hypotheses and references, order by order; and in how many
 * segments n-grams occur. */

#include "binding/binding.h"
#include "ngrams/slots.h"

/* The n-grams that occur several times in the texts of a segment are numbered from 1 at every
 * order. SINGLE is one that occurs once, in whatever text; every longer n-gram that contains it
 * occurs once, too. */
enum { SINGLE = 0 };

/* Texts, with the node of the n-gram of each order that starts at each token. UNKNOWN and nodes
 * that are not there have the weight of others. */
typedef struct {
    Texts texts;
    const Value *nodes;
} LocatedTexts;

/* What the count of an n-gram in a hypothesis is limited to: the count in the reference, or the
 * same share of all n-grams as in the reference. */
typedef enum { NO_LIMIT, LIMIT_COUNT, LIMIT_SHARE } Limit;

/* In the memory of a call, large enough for the longest segment and reused for all. */
typedef struct {
    LocatedTexts hypotheses, references;
    Limit limit;
    const double *weights; /* the weight of every node */
    size_t node_count;
    double weight_of_others;
    size_t vocabulary_size;
    size_t most;               /* tokens of a hypothesis and its references */
    uint32_t *numbers;         /* of the n-gram that starts at each token, the hypothesis first */
    uint32_t *totals;          /* by number: in all texts of the segment */
    uint32_t *hypothesis;      /* by number: in the hypothesis */
    uint32_t *current;         /* by number: in the text being read, if it has the number */
    uint32_t *number_of_token; /* all 0 between segments */
    Slots slots;
} Products;

/* One text of a segment: its tokens, where their numbers are, and its nodes. */
typedef struct {
    const uint32_t *ids;
    size_t begin, length;
    const uint32_t *nodes; /* of the current order, or NULL if none is known */
} Passage;

/* Give n-grams of the current order that occur once the number SINGLE. */
static void mark_single(Products *products, size_t tokens)
{
    for (size_t i = 0; i < tokens; i++) {
        CHECK(products->numbers[i] <= products->most);
        if (products->totals[products->numbers[i]] == 1) products->numbers[i] = SINGLE;
    }
}

/* Number the n-grams of a text, from those that are one token shorter; returns the highest
 * number. */
static uint32_t number_passage(Products *products, Passage passage, size_t order, uint32_t distinct)
{
    uint32_t *numbers = products->numbers + passage.begin, *totals = products->totals;
    const Slots slots = products->slots; /* a copy, which writing through a pointer cannot change */
    for (size_t i = 0; i + order <= passage.length; i++) {
        uint32_t before = distinct, number = SINGLE;
        CHECK(passage.ids[i] < products->vocabulary_size);
        if (order == 1)
            number = number_of_token(products->number_of_token, passage.ids[i], &distinct);
        else if (numbers[i] != SINGLE && numbers[i + 1] != SINGLE)
            number = number_of_pair(&slots, numbers[i], numbers[i + 1], &distinct);
        if (distinct != before) totals[number] = 0;
        totals[number]++;
        numbers[i] = number;
    }
    if (passage.length + 1 >= order) numbers[passage.length + 1 - order] = SINGLE; /* no start */
    return distinct;
}

static void forget_tokens(const Products *products, Passage passage)
{
    for (size_t i = 0; i < passage.length; i++) products->number_of_token[passage.ids[i]] = 0;
}

static double weight_at(const Products *products, const uint32_t *nodes, size_t at)
{
    uint32_t node = nodes ? nodes[at] : UNKNOWN;
    return node < products->node_count ? products->weights[node] : products->weight_of_others;
}

/* Count the n-grams of a text by number. Counts of other numbers do not change: emptying all would
 * take quadratic time if a segment has many references. */
static void count_passage(const Products *products, Passage passage, size_t order, uint32_t *counts)
{
    const uint32_t *numbers = products->numbers + passage.begin;
    for (size_t i = 0; i + order <= passage.length; i++) counts[numbers[i]] = 0;
    for (size_t i = 0; i + order <= passage.length; i++) counts[numbers[i]]++;
    counts[SINGLE] = 1;
}

/* The product of a text with itself, whose counts are in `counts`: every occurrence of an n-gram
 * adds its weight times its count. */
static double square(const Products *products, Passage passage, size_t order,
                     const uint32_t *counts)
{
    double sum = 0.0;
    const uint32_t *numbers = products->numbers + passage.begin;
    for (size_t i = 0; i + order <= passage.length; i++)
        sum += counts[numbers[i]] * weight_at(products, passage.nodes, i);
    return sum;
}

/* The product of the hypothesis with a reference, whose counts are in `current`. */
static double product(const Products *products, Passage reference, size_t order, double share)
{
    double sum = 0.0;
    const uint32_t *numbers = products->numbers + reference.begin;
    for (size_t i = 0; i + order <= reference.length; i++) {
        if (numbers[i] == SINGLE) continue;
        double count = products->hypothesis[numbers[i]];
        double most = products->current[numbers[i]] * share;
        if (products->limit != NO_LIMIT && count > most) count = most;
        if (count > 0) sum += count * weight_at(products, reference.nodes, i);
    }
    return sum;
}

static Passage passage_of(const LocatedTexts *located, int64_t text, size_t order, size_t begin)
{
    const Texts *texts = &located->texts;
    const Value *nodes = located->nodes;
    const uint32_t *of_order = NULL;
    if (order <= nodes->orders)
        of_order = (const uint32_t *)nodes->items + (order - 1) * nodes->stride +
                   texts->offsets[text];
    return (Passage){texts->ids + texts->offsets[text], begin, length_of(texts, text, text + 1),
                     of_order};
}

/* Fill the rows of a segment for one order: of each reference, the product of its hypothesis
 * with it and that with itself; and that of the hypothesis with itself. */
static void multiply_order(Products *products, const Segments *all, size_t segment, size_t order,
                           size_t orders, void *const found[])
{
    double *pairs = found[0], *reference_squares = found[1], *hypothesis_squares = found[2];
    const int64_t *references = all->offsets + segment;
    Passage hypothesis = passage_of(&products->hypotheses, (int64_t)segment, order, 0);
    size_t begin = hypothesis.length, tokens = begin + references_length(all, segment);
    slots_restart(&products->slots, tokens);
    products->totals[SINGLE] = 0;
    uint32_t distinct = number_passage(products, hypothesis, order, 0);
    for (int64_t r = references[0]; r < references[1]; r++) {
        Passage reference = passage_of(&products->references, r, order, begin);
        distinct = number_passage(products, reference, order, distinct);
        begin += reference.length;
    }
    if (order == 1) {
        forget_tokens(products, hypothesis);
        for (int64_t r = references[0]; r < references[1]; r++)
            forget_tokens(products, passage_of(&products->references, r, order, 0));
    }
    mark_single(products, tokens);
    CHECK(distinct <= products->most);
    memset(products->hypothesis, 0, (distinct + 1) * sizeof(uint32_t));
    count_passage(products, hypothesis, order, products->hypothesis);
    hypothesis_squares[segment * orders + order - 1] =
        square(products, hypothesis, order, products->hypothesis);
    begin = hypothesis.length;
    for (int64_t r = references[0]; r < references[1]; r++) {
        Passage reference = passage_of(&products->references, r, order, begin);
        begin += reference.length;
        if (reference.length < order) continue;
        size_t at = (size_t)(r - all->offsets[0]) * orders + order - 1;
        count_passage(products, reference, order, products->current);
        reference_squares[at] = square(products, reference, order, products->current);
        if (hypothesis.length < order) continue;
        double share = 1.0;
        if (products->limit == LIMIT_SHARE)
            share = (double)(hypothesis.length - order + 1) / (double)(reference.length - order + 1);
        pairs[at] = product(products, reference, order, share);
    }
}

static void multiply_counts_task(Call *call, const Value *given)
{
    enum { WEIGHTS = MORE, WEIGHT_OF_OTHERS, HYPOTHESIS_NODES, REFERENCE_NODES, LIMITED };
    Work *work = &call->work;
    Segments all = segments_in(given);
    Products products = {
        .hypotheses = {all.hypotheses, &given[HYPOTHESIS_NODES]},
        .references = {all.references, &given[REFERENCE_NODES]},
        .limit = (Limit)given[LIMITED].whole,
        .weights = given[WEIGHTS].items,
        .node_count = given[WEIGHTS].count,
        .weight_of_others = given[WEIGHT_OF_OTHERS].real,
        .vocabulary_size = given[VOCABULARY].count,
    };
    size_t orders = given[MAX_ORDER].count;
    for (size_t segment = 0; segment < all.segments; segment++) {
        size_t hypothesis = hypothesis_length(&all, segment);
        size_t references = references_length(&all, segment);
        if (hypothesis > MOST_SEGMENT_TOKENS || references > MOST_SEGMENT_TOKENS)
            fail(work, LONG_SEGMENT);
        products.most = GREATER(products.most, hypothesis + references);
    }
    uint32_t **arrays[] = {&products.numbers, &products.totals, &products.hypothesis,
                           &products.current};
    for (size_t i = 0; i < LENGTH_OF(arrays); i++) ALLOCATE(work, *arrays[i], products.most + 1);
    ALLOCATE_ZEROS(work, products.number_of_token, products.vocabulary_size);
    slots_allocate(&products.slots, products.most, work);
    for (size_t segment = 0; segment < all.segments; segment++) {
        size_t tokens = hypothesis_length(&all, segment) + references_length(&all, segment);
        for (size_t order = 1; order <= orders && order <= tokens; order++) {
            multiply_order(&products, &all, segment, order, orders, call->found);
            watch(work, 4 * tokens);
        }
    }
}

static const char *const limit_names[] = {
    [NO_LIMIT] = "none", [LIMIT_COUNT] = "count", [LIMIT_SHARE] = "share", NULL};
TASK(multiply_counts, NOT_A_METHOD,
     OUTPUTS(BY_ORDER(REFERENCES, SEGMENT_OFFSETS, double),
             BY_ORDER(REFERENCES, SEGMENT_OFFSETS, double),
             BY_ORDER(ITEMS, SEGMENT_OFFSETS, double)),
     PAIRS_AND_ORDER, {"weights", NODE_WEIGHTS}, {"weight_of_others", REAL},
     {"hypothesis_nodes", NODE_ROWS, AS_MANY_AS(HYPOTHESIS_IDS)},
     {"reference_nodes", NODE_ROWS, AS_MANY_AS(REFERENCE_IDS)},
     {"limit", CHOICE, .choices = limit_names})

static void count_segments_task(Call *call, const Value *given)
{
    const int64_t *offsets = given[1].items;
    size_t segments = given[1].count, node_count = given[2].count;
    uint32_t *latest, *counts = call->found[0]; /* by node: the last segment, from 1 */
    if (segments >= UINT32_MAX) fail(&call->work, LONG_TEXT);
    ALLOCATE_ZEROS(&call->work, latest, node_count);
    for (size_t order = 0; order < given->orders; order++) {
        const uint32_t *nodes = (const uint32_t *)given->items + order * given->stride;
        for (size_t segment = 0; segment < segments; segment++) {
            for (int64_t at = offsets[segment]; at < offsets[segment + 1]; at++) {
                uint32_t node = nodes[at];
                if (node >= node_count || latest[node] == segment + 1) continue;
                latest[node] = (uint32_t)(segment + 1);
                counts[node]++;
            }
            watch(&call->work, (size_t)(offsets[segment + 1] - offsets[segment]));
        }
    }
}

TASK(count_segments, NOT_A_METHOD, OUTPUTS({ITEMS, 2, 1, sizeof(uint32_t), .zeroed = 1}),
     {"nodes", NODE_ROWS}, {"offsets", OFFSETS_IN, 0}, {"node_count", NODE})
