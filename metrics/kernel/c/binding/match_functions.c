/* The Python functions that count n-grams and subsequences of encoded segments. */

#include "binding/binding.h"
#include "ngrams/changes.h"
#include "ngrams/count_products.h"
#include "ngrams/match.h"
#include "edits/subsequences.h"

enum { MAX_ORDER = SEGMENT_BUFFERS, VOCABULARY, WEIGHTS };

#define SIZE_AND_ORDER \
    {"max_order", POSITIVE}, {"vocabulary_size", VOCABULARY_SIZE}

/* Zeros for each order of each item or reference of an argument. */
#define BY_ORDER(rows, of, order, type) {rows, of, COUNT_OF(order), sizeof(type), .zeroed = 1}

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
    if (!weights != !given[NODES].object || (!weights && others))
        return raise_value_error("weights, nodes and others are not given together");
    MatchInput input = match_input(given);
    input.separately = (int)given[SEPARATELY].whole;
    input.weights = given[WEIGHTS].items;
    input.others = given[OTHERS].items;
    input.compensated = (int)given[COMPENSATED].whole;
    input.node_count = given[WEIGHTS].count;
    input.nodes = given[NODES].items;
    input.node_orders = given[NODES].orders;
    input.node_stride = given[NODES].stride;
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

FUNCTION(match, PAIRS(VOCABULARY), SIZE_AND_ORDER, {"weights", NODE_WEIGHTS, OPTIONAL},
         {"nodes", NODE_ROWS, AS_MANY_AS(REFERENCE_IDS), OPTIONAL},
         {"separately", BOOLEAN, OPTIONAL},
         {"others", NODE_WEIGHTS, AS_MANY_AS(WEIGHTS), OPTIONAL},
         {"compensated", BOOLEAN, OPTIONAL})

static Status match_places_task(Call *call, const Value *given)
{
    MatchInput input = match_input(given);
    MatchOutput found = {.matches = call->found[0], .clipped = call->found[1],
                         .clipped_stride = given[REFERENCE_IDS].count};
    return match_segments(&input, &call->watch, &found);
}

TASK(match_places, NOT_A_METHOD,
     OUTPUTS(BY_ORDER(ITEMS, SEGMENT_OFFSETS, MAX_ORDER, int64_t),
             BY_ORDER(ITEMS, REFERENCE_IDS, MAX_ORDER, uint32_t)),
     PAIRS(VOCABULARY), SIZE_AND_ORDER)

static Sentences sentences_of(const Value *side)
{
    return (Sentences){.ids = side[0].items, .sentences = side[1].items, .texts = side[2].items};
}

static Status match_subsequences_task(Call *call, const Value *given)
{
    enum { HYPOTHESES, REFERENCES_FROM = 3, SEGMENTS = 6, SIZE };
    SubsequenceInput input = {
        .hypotheses = sentences_of(&given[HYPOTHESES]),
        .references = sentences_of(&given[REFERENCES_FROM]),
        .segment_offsets = given[SEGMENTS].items,
        .segments = given[SEGMENTS].count,
        .vocabulary_size = given[SIZE].count,
    };
    return match_subsequences(&input, &call->watch, call->found[0]);
}

TASK(match_subsequences, NOT_A_METHOD, OUTPUTS({REFERENCES, 6, 1, sizeof(int64_t)}),
     {"hypothesis_ids", IDS_BELOW, 7}, {"hypothesis_sentences", OFFSETS_IN, 0},
     {"hypothesis_texts", OFFSETS_IN, 1}, {"reference_ids", IDS_BELOW, 7},
     {"reference_sentences", OFFSETS_IN, 3}, {"reference_texts", OFFSETS_IN, 4},
     {"segment_offsets", OFFSETS_IN, 5, AS_MANY_AS(2)}, {"vocabulary_size", VOCABULARY_SIZE})

static Status count_changes_task(Call *call, const Value *given)
{
    enum { SOURCE_IDS = VOCABULARY + 1, SOURCE_OFFSETS, UNREFERENCED, ONE_TOKEN };
    ChangesInput input = {
        .sides[SOURCE] = {given[SOURCE_IDS].items, given[SOURCE_OFFSETS].items, NULL},
        .sides[HYPOTHESIS] = {given[HYPOTHESIS_IDS].items, given[HYPOTHESIS_OFFSETS].items, NULL},
        .sides[REFERENCES_OF] = {given[REFERENCE_IDS].items, given[REFERENCE_OFFSETS].items,
                                 given[SEGMENT_OFFSETS].items},
        .segments = given[SEGMENT_OFFSETS].count,
        .vocabulary_size = given[VOCABULARY].count,
        .max_order = (int)given[MAX_ORDER].whole,
        .unreferenced = (int)given[UNREFERENCED].whole,
        .one_token = (int)given[ONE_TOKEN].whole,
    };
    ChangesOutput found = {call->found[0], call->found[1]};
    return count_changes(&input, &call->watch, &found);
}

TASK(count_changes, NOT_A_METHOD,
     OUTPUTS(BY_ORDER(ITEMS, SEGMENT_OFFSETS, MAX_ORDER, int64_t[CHANGES_COUNTED]),
             BY_ORDER(ITEMS, SEGMENT_OFFSETS, MAX_ORDER, double[CHANGES_SHARED])),
     PAIRS(VOCABULARY), SIZE_AND_ORDER, {"source_ids", IDS_BELOW, VOCABULARY},
     {"source_offsets", OFFSETS_IN, VOCABULARY + 1, AS_MANY_AS(SEGMENT_OFFSETS)},
     {"unreferenced", BOOLEAN, OPTIONAL}, {"one_token", BOOLEAN, OPTIONAL})

static Status count_segments_task(Call *call, const Value *given)
{
    return count_segments(given[0].items, given[0].orders, given[0].stride, given[1].items,
                          given[1].count, given[2].count, call->found[0], &call->watch);
}

TASK(count_segments, NOT_A_METHOD, OUTPUTS({ITEMS, 2, 1, sizeof(uint32_t), .zeroed = 1}),
     {"nodes", NODE_ROWS}, {"offsets", OFFSETS_IN, 0}, {"node_count", NODE})

static LocatedTexts texts_of(const Value *ids, const Value *nodes)
{
    return (LocatedTexts){
        .ids = ids->items,
        .offsets = ids[1].items,
        .nodes = nodes->items,
        .node_stride = nodes->stride,
        .node_orders = nodes->orders,
    };
}

static Status multiply_counts_task(Call *call, const Value *given)
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
    ProductOutput found = {call->found[0], call->found[1], call->found[2]};
    return multiply_counts(&input, &call->watch, &found);
}

static const char *const limit_names[] = {
    [NO_LIMIT] = "none", [LIMIT_COUNT] = "count", [LIMIT_SHARE] = "share", NULL};
TASK(multiply_counts, NOT_A_METHOD,
     OUTPUTS(BY_ORDER(REFERENCES, SEGMENT_OFFSETS, MAX_ORDER, double),
             BY_ORDER(REFERENCES, SEGMENT_OFFSETS, MAX_ORDER, double),
             BY_ORDER(ITEMS, SEGMENT_OFFSETS, MAX_ORDER, double)),
     PAIRS(VOCABULARY), SIZE_AND_ORDER, {"weights", NODE_WEIGHTS}, {"weight_of_others", REAL},
     {"hypothesis_nodes", NODE_ROWS, AS_MANY_AS(HYPOTHESIS_IDS)},
     {"reference_nodes", NODE_ROWS, AS_MANY_AS(REFERENCE_IDS)},
     {"limit", CHOICE, .choices = limit_names})

PyMethodDef match_functions[] = {
    DEFINITION(match), DEFINITION(match_places), DEFINITION(match_subsequences),
    DEFINITION(count_changes), DEFINITION(count_segments), DEFINITION(multiply_counts), {0},
};
