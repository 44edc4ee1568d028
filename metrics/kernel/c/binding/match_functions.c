/* The Python functions that count n-grams and subsequences of encoded segments. */

#include "binding/binding.h"
#include "ngrams/count_products.h"
#include "ngrams/match.h"
#include "ngrams/segment_counts.h"
#include "ngrams/side_counts.h"
#include "edits/subsequences.h"

enum { MAX_ORDER = SEGMENT_BUFFERS, VOCABULARY, WEIGHTS };

static size_t orders_in(const Value *nodes)
{
    return nodes->object ? (size_t)nodes->buffer.shape[0] : 0;
}

static size_t stride_of(const Value *nodes)
{
    return nodes->object ? (size_t)nodes->buffer.strides[0] / sizeof(uint32_t) : 0;
}

static MatchInput match_input(const Value *given)
{
    return (MatchInput){
        .hypothesis_ids = given[HYPOTHESIS_IDS].items,
        .hypothesis_offsets = given[HYPOTHESIS_OFFSETS].items,
        .reference_ids = given[REFERENCE_IDS].items,
        .reference_offsets = given[REFERENCE_OFFSETS].items,
        .segment_offsets = given[SEGMENT_OFFSETS].items,
        .segments = given[SEGMENT_OFFSETS].count,
        .vocabulary_size = given[VOCABULARY].count,
        .max_order = (int)given[MAX_ORDER].whole,
    };
}

static PyObject *python_match(Call *call, const Value *given)
{
    enum { NODES = WEIGHTS + 1, SEPARATELY, OTHERS, COMPENSATED };
    PyObject *weights = given[WEIGHTS].object, *others = given[OTHERS].object;
    if (!weights != !given[NODES].object || (!weights && others)) {
        PyErr_SetString(PyExc_ValueError, "weights and nodes are given together");
        return NULL;
    }
    MatchInput input = match_input(given);
    input.separately = (int)given[SEPARATELY].whole;
    input.weights = given[WEIGHTS].items;
    input.others = given[OTHERS].items;
    input.compensated = (int)given[COMPENSATED].whole;
    input.node_count = given[WEIGHTS].count;
    input.nodes = given[NODES].items;
    input.node_orders = orders_in(&given[NODES]);
    input.node_stride = stride_of(&given[NODES]);
    size_t rows = input.separately ? references_in(&given[SEGMENT_OFFSETS]) : input.segments;
    size_t orders = given[MAX_ORDER].count;
    MatchOutput found = {
        .matches = zeros(call, 0, rows, orders, sizeof(int64_t)),
        .weighted = zeros(call, 1, weights ? rows : 0, orders, sizeof(double)),
        .others = zeros(call, 2, others ? rows : 0, orders, sizeof(double)),
    };
    if (!found.matches || !found.weighted || !found.others) return NULL;
    if (!weights) found.weighted = NULL;
    if (!others) found.others = NULL;
    WITHOUT_GIL(call, match_segments(&input, &call->watch, &found));
    return finish(call);
}

FUNCTION(match, PAIRS(VOCABULARY), {"max_order", POSITIVE}, {"vocabulary_size", VOCABULARY_SIZE},
         {"weights", NODE_WEIGHTS, OPTIONAL},
         {"nodes", NODE_ROWS, AS_MANY_AS(REFERENCE_IDS), OPTIONAL},
         {"separately", BOOLEAN, OPTIONAL},
         {"others", NODE_WEIGHTS, AS_MANY_AS(WEIGHTS), OPTIONAL},
         {"compensated", BOOLEAN, OPTIONAL})

static PyObject *python_match_places(Call *call, const Value *given)
{
    MatchInput input = match_input(given);
    size_t orders = given[MAX_ORDER].count, tokens = given[REFERENCE_IDS].count;
    MatchOutput found = {
        .matches = zeros(call, 0, input.segments, orders, sizeof(int64_t)),
        .clipped = zeros(call, 1, tokens, orders, sizeof(uint32_t)),
        .clipped_stride = tokens,
    };
    if (!found.matches || !found.clipped) return NULL;
    WITHOUT_GIL(call, match_segments(&input, &call->watch, &found));
    return finish(call);
}

FUNCTION(match_places, PAIRS(VOCABULARY), {"max_order", POSITIVE},
         {"vocabulary_size", VOCABULARY_SIZE})

static Sentences sentences_of(const Value *side)
{
    return (Sentences){.ids = side[0].items, .sentences = side[1].items, .texts = side[2].items};
}

static PyObject *python_match_subsequences(Call *call, const Value *given)
{
    enum { HYPOTHESES, REFERENCES = 3, SEGMENTS = 6, SIZE };
    SubsequenceInput input = {
        .hypotheses = sentences_of(&given[HYPOTHESES]),
        .references = sentences_of(&given[REFERENCES]),
        .segment_offsets = given[SEGMENTS].items,
        .segments = given[SEGMENTS].count,
        .vocabulary_size = given[SIZE].count,
    };
    int64_t *matches = output(call, 0, references_in(&given[SEGMENTS]), 1, sizeof(int64_t));
    if (!matches) return NULL;
    WITHOUT_GIL(call, match_subsequences(&input, &call->watch, matches));
    return finish(call);
}

FUNCTION(match_subsequences, {"hypothesis_ids", IDS_BELOW, 7},
         {"hypothesis_sentences", OFFSETS_IN, 0}, {"hypothesis_texts", OFFSETS_IN, 1},
         {"reference_ids", IDS_BELOW, 7}, {"reference_sentences", OFFSETS_IN, 3},
         {"reference_texts", OFFSETS_IN, 4}, {"segment_offsets", OFFSETS_IN, 5, AS_MANY_AS(2)},
         {"vocabulary_size", VOCABULARY_SIZE})

static const Function a_side = {
    .name = "count_by_side",
    .parameters = {{"ids", UINT32}, {"texts", OFFSETS_IN, 0}, {"segments", OFFSETS_IN, 1}},
};
enum { SIDE_PARAMETERS = 3 };

/* Read a side, which is a tuple, and check that it fits the first side. */
static int read_side(PyObject *side, size_t vocabulary_size, Value *values, const Value *first)
{
    if (!PyTuple_Check(side)) {
        PyErr_SetString(PyExc_TypeError, "a side is a tuple of ids, texts and segments");
        return 0;
    }
    if (!read_arguments(&a_side, NULL, ((PyTupleObject *)side)->ob_item, PyTuple_GET_SIZE(side),
                        NULL, values) ||
        !check_ids(&values[0], vocabulary_size, "ids"))
        return 0;
    if (values[2].count == first[2].count) return 1;
    PyErr_SetString(PyExc_ValueError, "the sides differ in their numbers of segments");
    return 0;
}

static PyObject *count_by_side(Call *call, SideCountInput *input)
{
    size_t rows = input->segments * (size_t)input->max_order;
    SideCountOutput found = {.rows = output(call, 1, rows + 1, 1, sizeof(int64_t))};
    if (!found.rows) return NULL;
    WITHOUT_GIL(call, count_sides(input, &call->watch, &found));
    size_t counts = call->status == FINE ? (size_t)found.rows[rows] * input->side_count : 0;
    return finish_with(call, found.counts, counts * sizeof(uint32_t));
}

static PyObject *python_count_by_side(Call *call, const Value *given)
{
    enum { SIDES, ORDER, SIZE };
    SideCountInput input = {
        .side_count = given[SIDES].count,
        .vocabulary_size = given[SIZE].count,
        .max_order = (int)given[ORDER].whole,
    };
    if (input.side_count < 1 || input.side_count > MOST_SIDES) {
        PyErr_Format(PyExc_ValueError, "there are 1 to %d sides", (int)MOST_SIDES);
        return NULL;
    }
    PyObject *const *sides = given[SIDES].items, *result = NULL;
    Value values[MOST_SIDES][SIDE_PARAMETERS] = {{{0}}};
    size_t side = 0;
    for (; side < input.side_count; side++) {
        if (!read_side(sides[side], input.vocabulary_size, values[side], values[0])) break;
        input.sides[side] =
            (Side){values[side][0].items, values[side][1].items, values[side][2].items};
    }
    input.segments = values[0][2].count;
    if (side == input.side_count) {
        if (input.segments <= (PY_SSIZE_T_MAX / 8 - 1) / given[ORDER].count)
            result = count_by_side(call, &input);
        else PyErr_NoMemory();
    }
    for (size_t i = 0; i < MOST_SIDES; i++) release_values(&a_side, values[i]);
    return result;
}

FUNCTION(count_by_side, {"sides", TUPLE}, {"max_order", POSITIVE},
         {"vocabulary_size", VOCABULARY_SIZE})

static PyObject *python_count_segments(Call *call, const Value *given)
{
    enum { NODES, OFFSETS, NODE_COUNT };
    size_t node_count = given[NODE_COUNT].count;
    if (node_count > UNKNOWN) {
        PyErr_Format(PyExc_ValueError, "node_count is %lld; expected 0 to 4,294,967,295",
                     (long long)given[NODE_COUNT].whole);
        return NULL;
    }
    uint32_t *counts = zeros(call, 0, node_count, 1, sizeof(uint32_t));
    if (!counts) return NULL;
    WITHOUT_GIL(call, count_segments(given[NODES].items, orders_in(&given[NODES]),
                                     stride_of(&given[NODES]), given[OFFSETS].items,
                                     given[OFFSETS].count, node_count, counts,
                                     &call->watch));
    return finish(call);
}

FUNCTION(count_segments, {"nodes", NODE_ROWS}, {"offsets", OFFSETS_IN, 0}, {"node_count", WHOLE})

static LocatedTexts texts_of(const Value *ids, const Value *nodes)
{
    return (LocatedTexts){
        .ids = ids->items,
        .offsets = ids[1].items,
        .nodes = nodes->items,
        .node_stride = stride_of(nodes),
        .node_orders = orders_in(nodes),
    };
}

static PyObject *python_multiply_counts(Call *call, const Value *given)
{
    enum { WEIGHT_OF_OTHERS = WEIGHTS + 1, HYPOTHESIS_NODES, REFERENCE_NODES, LIMIT };
    ProductInput input = {
        .hypotheses = texts_of(&given[HYPOTHESIS_IDS], &given[HYPOTHESIS_NODES]),
        .references = texts_of(&given[REFERENCE_IDS], &given[REFERENCE_NODES]),
        .segment_offsets = given[SEGMENT_OFFSETS].items,
        .segments = given[SEGMENT_OFFSETS].count,
        .vocabulary_size = given[VOCABULARY].count,
        .max_order = (int)given[MAX_ORDER].whole,
        .limit = (Limit)given[LIMIT].whole,
        .weights = given[WEIGHTS].items,
        .node_count = given[WEIGHTS].count,
        .weight_of_others = given[WEIGHT_OF_OTHERS].real,
    };
    size_t rows = references_in(&given[SEGMENT_OFFSETS]), orders = given[MAX_ORDER].count;
    ProductOutput found = {
        .products = zeros(call, 0, rows, orders, sizeof(double)),
        .reference_squares = zeros(call, 1, rows, orders, sizeof(double)),
        .hypothesis_squares = zeros(call, 2, input.segments, orders, sizeof(double)),
    };
    if (!found.products || !found.reference_squares || !found.hypothesis_squares) return NULL;
    WITHOUT_GIL(call, multiply_counts(&input, &call->watch, &found));
    return finish(call);
}

static const char *const limit_names[] = {
    [NO_LIMIT] = "none", [LIMIT_COUNT] = "count", [LIMIT_SHARE] = "share", NULL};
FUNCTION(multiply_counts, PAIRS(VOCABULARY), {"max_order", POSITIVE},
         {"vocabulary_size", VOCABULARY_SIZE}, {"weights", NODE_WEIGHTS},
         {"weight_of_others", REAL},
         {"hypothesis_nodes", NODE_ROWS, AS_MANY_AS(HYPOTHESIS_IDS)},
         {"reference_nodes", NODE_ROWS, AS_MANY_AS(REFERENCE_IDS)},
         {"limit", CHOICE, .choices = limit_names})

PyMethodDef match_functions[] = {
    DEFINITION(match,
               "match(hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, "
               "segment_offsets, max_order, vocabulary_size, weights=None, nodes=None, "
               "separately=False, others=None, compensated=False)\n--\n\n"
               "Count the clipped matches of every segment, or of every reference, and order."),
    DEFINITION(match_places,
               "match_places(hypothesis_ids, hypothesis_offsets, reference_ids, "
               "reference_offsets, segment_offsets, max_order, vocabulary_size)\n--\n\n"
               "Count the clipped matches of every segment and order, and of the n-grams of the "
               "references."),
    DEFINITION(match_subsequences,
               "match_subsequences(hypothesis_ids, hypothesis_sentences, hypothesis_texts, "
               "reference_ids, reference_sentences, reference_texts, segment_offsets, "
               "vocabulary_size)\n--\n\n"
               "Count the tokens of every reference in longest common subsequences with the "
               "hypothesis."),
    DEFINITION(count_by_side,
               "count_by_side(sides, max_order, vocabulary_size)\n--\n\n"
               "Count every distinct n-gram of every segment and order in each side."),
    DEFINITION(count_segments, "count_segments(nodes, offsets, node_count)\n--\n\n"
                               "Count the segments in which each node occurs."),
    DEFINITION(multiply_counts,
               "multiply_counts(hypothesis_ids, hypothesis_offsets, reference_ids, "
               "reference_offsets, segment_offsets, max_order, vocabulary_size, weights, "
               "weight_of_others, hypothesis_nodes, reference_nodes, limit)\n--\n\n"
               "Return the inner products of the n-gram counts of hypotheses and references."),
    {NULL, NULL, 0, NULL},
};
