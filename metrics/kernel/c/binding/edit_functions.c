/* The Python functions that compare references with hypotheses: edits, alignments and shifts. */

#include "edits/character_edits.h"
#include "alignments/context_alignment.h"
#include "edits/edit_counter.h"
#include "alignments/shift_search.h"

#define RULE {"rule", CHOICE, .choices = rule_names}
const char *const rule_names[] = {[MOST_HITS] = "most_hits", [EDITS_LAST] = "edits_last", NULL};

/* What is done with the pairs of encoded segments, and what is found. */
typedef struct {
    EditCounter *counter;
    ContextAligner *aligner;
    ShiftSearch search;
    Rule rule;
    ContextRules contexts;
    int references_move;
    int64_t *rows;  /* by reference: edits, edits and hits, or where its items begin and end */
    uint8_t *items; /* operations or positions, of `item_size` bytes */
    size_t item_size, item_count, capacity;
} Task;

typedef Status DoPair(Task *task, Pair pair, size_t row, Watch *watch);

/* Do every pair of a hypothesis and a reference; `row` counts the references. */
static Status do_pairs(Task *task, DoPair *do_pair, const Value *given, Watch *watch)
{
    const uint32_t *hypotheses = given[HYPOTHESIS_IDS].items;
    const uint32_t *references = given[REFERENCE_IDS].items;
    const int64_t *hypothesis_offsets = given[HYPOTHESIS_OFFSETS].items;
    const int64_t *reference_offsets = given[REFERENCE_OFFSETS].items;
    const int64_t *segments = given[SEGMENT_OFFSETS].items;
    Status status = FINE;
    for (size_t s = 0; s < given[SEGMENT_OFFSETS].count && status == FINE; s++) {
        Pair pair = {.hypothesis = hypotheses + hypothesis_offsets[s],
                     .hypothesis_length =
                         (size_t)(hypothesis_offsets[s + 1] - hypothesis_offsets[s])};
        for (int64_t r = segments[s]; r < segments[s + 1] && status == FINE; r++) {
            pair.reference = references + reference_offsets[r];
            pair.reference_length = (size_t)(reference_offsets[r + 1] - reference_offsets[r]);
            status = do_pair(task, pair, (size_t)(r - segments[0]), watch);
        }
    }
    return status;
}

static Status append(Task *task, const void *items, size_t count, size_t row)
{
    size_t size = task->item_size, end = task->item_count + count;
    if (reserve((void **)&task->items, &task->capacity, end, size) != FINE) return OUT_OF_MEMORY;
    if (count) memcpy(task->items + task->item_count * size, items, count * size);
    task->item_count = end;
    task->rows[row + 1] = (int64_t)end;
    return FINE;
}

/* The items of all references, and where those of each begin and end. */
static PyObject *finish_items(Call *call, const Task *task)
{
    return finish_with(call, task->items, task->item_count * task->item_size);
}

/* Where the items of each reference begin and end, as the second output. */
static int64_t *bounds_of_items(Call *call, const Value *given)
{
    return zeros(call, 1, references_in(&given[SEGMENT_OFFSETS]) + 1, 1, sizeof(int64_t));
}

static int is_long(Pair pair)
{
    return pair.reference_length > MOST_SEGMENT_TOKENS ||
           pair.hypothesis_length > MOST_SEGMENT_TOKENS;
}

static Status count_pair(Task *task, Pair pair, size_t row, Watch *watch)
{
    if (is_long(pair)) return LONG_SEGMENT;
    return edit_counter_add(task->counter, pair, task->rule, task->rows + 2 * row, watch);
}

static Status align_pair(Task *task, Pair pair, size_t row, Watch *watch)
{
    if (is_long(pair)) return LONG_SEGMENT;
    Alignment *alignment = &task->counter->alignment;
    Status status = align(alignment, &task->counter->differences, pair, task->rule, watch);
    return status == FINE ? append(task, alignment->operations, alignment->operation_count, row)
                          : status;
}

static Status count_or_align(Task *task, DoPair *do_pair, const Value *given, Watch *watch)
{
    task->counter = edit_counter_new();
    Status status = task->counter ? do_pairs(task, do_pair, given, watch) : OUT_OF_MEMORY;
    if (status == FINE) status = edit_counter_finish(task->counter, watch);
    edit_counter_free(task->counter);
    return status;
}

static PyObject *python_count_hits(Call *call, const Value *given)
{
    Task task = {.rule = (Rule)given[SEGMENT_BUFFERS + 1].whole};
    task.rows = output(call, 0, references_in(&given[SEGMENT_OFFSETS]), 2, sizeof(int64_t));
    if (!task.rows) return NULL;
    WITHOUT_GIL(call, count_or_align(&task, count_pair, given, &call->watch));
    return finish(call);
}

FUNCTION(count_hits, PAIRS(5), {"vocabulary_size", VOCABULARY_SIZE}, RULE)

static PyObject *python_align(Call *call, const Value *given)
{
    Task task = {.rule = (Rule)given[SEGMENT_BUFFERS + 1].whole, .item_size = 1};
    task.rows = bounds_of_items(call, given);
    if (!task.rows) return NULL;
    WITHOUT_GIL(call, count_or_align(&task, align_pair, given, &call->watch));
    return finish_items(call, &task);
}

FUNCTION(align, PAIRS(5), {"vocabulary_size", VOCABULARY_SIZE}, RULE)

static Status align_pair_by_context(Task *task, Pair pair, size_t row, Watch *watch)
{
    size_t count;
    Words hypothesis = {pair.hypothesis, pair.hypothesis_length};
    Words reference = {pair.reference, pair.reference_length};
    Status status = align_by_context(task->aligner, hypothesis, reference, task->contexts, watch);
    const uint32_t *ranks = context_ranks(task->aligner, &count);
    return status == FINE ? append(task, ranks, count, row) : status;
}

static Status align_pairs_by_context(Task *task, const Value *given, Watch *watch)
{
    task->aligner = context_aligner_new(given[SEGMENT_BUFFERS].count);
    if (!task->aligner) return OUT_OF_MEMORY;
    Status status = do_pairs(task, align_pair_by_context, given, watch);
    context_aligner_free(task->aligner);
    return status;
}

static PyObject *python_align_by_context(Call *call, const Value *given)
{
    enum { LEFT_FIRST = SEGMENT_BUFFERS + 1, WHOLE_LEFT };
    Task task = {.contexts = {(int)given[LEFT_FIRST].whole, (int)given[WHOLE_LEFT].whole},
                 .item_size = sizeof(uint32_t)};
    task.rows = bounds_of_items(call, given);
    if (!task.rows) return NULL;
    WITHOUT_GIL(call, align_pairs_by_context(&task, given, &call->watch));
    return finish_items(call, &task);
}

FUNCTION(align_by_context, PAIRS(5), {"vocabulary_size", VOCABULARY_SIZE}, {"left_first", BOOLEAN},
         {"whole_left", BOOLEAN})

/* Read the tokenizer, the folding and the rule, which follow one another; whether there are these. */
static int read_text_options(TextEdits *texts, const Call *call, const Value *options)
{
    texts->tokenizer = tokenizer_named(PyModule_GetState(call->self), options[0].items);
    texts->folding = (Folding)options[1].whole;
    texts->rule = (Rule)options[2].whole;
    return texts->tokenizer != NULL;
}

#define TEXT_OPTIONS {"tokenizer", NAME}, {"lowercase", CHOICE, .choices = folding_names}, RULE

static Lines lines_in(const Value *text)
{
    const uint8_t *bytes = text[0].items;
    return (Lines){{bytes, bytes + text[0].count}, text[1].items, text[2].items, NULL};
}

static PyObject *python_count_text_edits(Call *call, const Value *given)
{
    enum { HYPOTHESES, REFERENCES = 3, SEGMENTS = 6, OPTIONS };
    TextEdits texts = {
        .hypotheses = lines_in(&given[HYPOTHESES]),
        .references = lines_in(&given[REFERENCES]),
        .segments = given[SEGMENTS].items,
        .segment_count = given[SEGMENTS].count,
    };
    if (!read_text_options(&texts, call, &given[OPTIONS])) return NULL;
    int64_t(*rows)[4] = output(call, 0, references_in(&given[SEGMENTS]), 4, sizeof(int64_t));
    if (!rows) return NULL;
    WITHOUT_GIL(call, count_text_edits(&texts, rows, &call->watch));
    return finish(call);
}

FUNCTION(count_text_edits, {"hypothesis_text", BYTES}, {"hypothesis_starts", LINE_STARTS},
         {"hypothesis_ends", LINE_ENDS}, {"reference_text", BYTES},
         {"reference_starts", LINE_STARTS}, {"reference_ends", LINE_ENDS},
         {"segment_offsets", OFFSETS_IN, 4, AS_MANY_AS(1)}, TEXT_OPTIONS)

/* Whether objects are strings; if not, an exception is set. */
static int are_strings(PyObject *const *objects, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (PyUnicode_Check(objects[i])) continue;
        PyErr_SetString(PyExc_TypeError, "hypotheses and references are not tuples of strings");
        return 0;
    }
    return 1;
}

/* Whether the tokens of strings are their characters as they are. */
static int keeps_characters(const TextEdits *texts)
{
    const Rules *rules = texts->tokenizer->rules;
    return rules->every_character && rules->spaces == NO_SPACES && texts->folding == FOLD_NOTHING;
}

static PyObject *python_count_string_edits(Call *call, const Value *given)
{
    enum { HYPOTHESES, REFERENCES, SEGMENTS, OPTIONS };
    TextEdits texts = {
        .hypotheses.strings = given[HYPOTHESES].items,
        .references.strings = given[REFERENCES].items,
        .segments = given[SEGMENTS].items,
        .segment_count = given[SEGMENTS].count,
    };
    size_t count = references_in(&given[SEGMENTS]);
    if (!read_text_options(&texts, call, &given[OPTIONS]) ||
        !are_strings(texts.hypotheses.strings, texts.segment_count) ||
        !are_strings(texts.references.strings + texts.segments[0], count))
        return NULL;
    int64_t(*rows)[4] = output(call, 0, count, 4, sizeof(int64_t));
    if (!rows) return NULL;
    WITHOUT_GIL(call, keeps_characters(&texts)
                          ? count_character_edits(&texts, rows, &call->watch)
                          : count_text_edits(&texts, rows, &call->watch));
    return finish(call);
}

FUNCTION(count_string_edits, {"hypotheses", TUPLE}, {"references", TUPLE},
         {"segment_offsets", OFFSETS_IN, 1, AS_MANY_AS(0)}, TEXT_OPTIONS)

#define SHIFT_RULES                                                                      \
    {"blocks", CHOICE, .choices = block_names}, {"beam", WHOLE}, {"block_words", WHOLE}, \
        {"distance", WHOLE}, {"candidates", WHOLE}
static const char *const block_names[] = {[BY_POSITION] = "position",
                                          [BY_ALIGNMENT] = "alignment",
                                          [WHOLE_MATCHES] = "whole_matches", NULL};

/* Whether the rules, which follow one another, are right; if not, an exception is set. */
static int read_shift_rules(const Value *given, ShiftRules *rules)
{
    *rules = (ShiftRules){(BlockRule)given[0].whole, given[1].count, given[2].count, given[3].count,
                          given[4].count};
    for (int i = 1; i < 5; i++) {
        if (given[i].count <= MOST_SEGMENT_TOKENS) continue;
        PyErr_SetString(PyExc_ValueError, "a limit is below 0 or too high");
        return 0;
    }
    return 1;
}

static Status shift_pair(Task *task, Pair pair, size_t row, Watch *watch)
{
    ShiftSearch *search = &task->search;
    int64_t *edits = &task->rows[row];
    return task->references_move
               ? search_shifts(search, pair.reference, pair.reference_length, pair.hypothesis,
                               pair.hypothesis_length, watch, edits)
               : search_shifts(search, pair.hypothesis, pair.hypothesis_length, pair.reference,
                               pair.reference_length, watch, edits);
}

static Status shift_pairs(Task *task, ShiftRules rules, const Value *given, Watch *watch)
{
    Status status = shift_search_init(&task->search, rules, given[SEGMENT_BUFFERS].count);
    if (status == FINE) status = do_pairs(task, shift_pair, given, watch);
    shift_search_free(&task->search);
    return status;
}

static PyObject *python_shift_edits(Call *call, const Value *given)
{
    enum { LIMITS = SEGMENT_BUFFERS + 1, REFERENCES_MOVE = LIMITS + 5 };
    Task task = {.references_move = (int)given[REFERENCES_MOVE].whole};
    ShiftRules rules;
    if (!read_shift_rules(&given[LIMITS], &rules)) return NULL;
    task.rows = output(call, 0, references_in(&given[SEGMENT_OFFSETS]), 1, sizeof(int64_t));
    if (!task.rows) return NULL;
    WITHOUT_GIL(call, shift_pairs(&task, rules, given, &call->watch));
    return finish(call);
}

FUNCTION(shift_edits, PAIRS(5), {"vocabulary_size", VOCABULARY_SIZE}, SHIFT_RULES,
         {"references_move", BOOLEAN})

/* The shifts of the last pair, as tuples of numbers. */
static PyObject *list_of_shifts(const ShiftSearch *search)
{
    PyObject *shifts = PyList_New((Py_ssize_t)search->shift_count);
    for (size_t i = 0; shifts && i < search->shift_count; i++) {
        const Shift *shift = &search->shifts[i];
        PyObject *numbers = Py_BuildValue("LLL", (long long)shift->from, (long long)shift->words,
                                          (long long)shift->to);
        if (numbers) PyList_SET_ITEM(shifts, (Py_ssize_t)i, numbers);
        else Py_CLEAR(shifts);
    }
    return shifts;
}

static Status find_path(ShiftSearch *search, ShiftRules rules, const Value *given, Watch *watch,
                        size_t *steps)
{
    int64_t edits;
    Status status = shift_search_init(search, rules, given[2].count);
    if (status == FINE)
        status = search_shifts(search, given[0].items, given[0].count, given[1].items,
                               given[1].count, watch, &edits);
    return status == FINE ? shifted_path(search, steps) : status;
}

static PyObject *python_shift_path(Call *call, const Value *given)
{
    enum { LIMITS = 3 };
    ShiftRules rules;
    ShiftSearch search;
    size_t steps = 0;
    if (!read_shift_rules(&given[LIMITS], &rules)) return NULL;
    WITHOUT_GIL(call, find_path(&search, rules, given, &call->watch, &steps));
    if (call->status == FINE) {
        call->outputs[0] = list_of_shifts(&search);
        call->outputs[1] = PyBytes_FromStringAndSize((const char *)search.path.operations,
                                                     (Py_ssize_t)steps);
    }
    shift_search_free(&search);
    return call->status != FINE || (call->outputs[0] && call->outputs[1]) ? finish(call) : NULL;
}

FUNCTION(shift_path, {"moving_ids", IDS_BELOW, 2}, {"fixed_ids", IDS_BELOW, 2},
         {"vocabulary_size", VOCABULARY_SIZE}, SHIFT_RULES)

PyMethodDef edit_functions[] = {
    DEFINITION(count_hits,
               "count_hits(hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, "
               "segment_offsets, vocabulary_size, rule)\n--\n\n"
               "Return the edits and hits of the alignment of every reference with its "
               "hypothesis."),
    DEFINITION(align,
               "align(hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, "
               "segment_offsets, vocabulary_size, rule)\n--\n\n"
               "Return the operations by which every reference becomes its hypothesis."),
    DEFINITION(align_by_context,
               "align_by_context(hypothesis_ids, hypothesis_offsets, reference_ids, "
               "reference_offsets, segment_offsets, vocabulary_size, left_first, whole_left)\n--\n\n"
               "Return the positions of aligned words in every reference, and where those of each "
               "begin."),
    DEFINITION(count_text_edits,
               "count_text_edits(hypothesis_text, hypothesis_starts, hypothesis_ends, "
               "reference_text, reference_starts, reference_ends, segment_offsets, tokenizer, "
               "lowercase, rule)\n--\n\n"
               "Return edits, hits, tokens of the hypothesis and of the reference for every "
               "reference."),
    DEFINITION(count_string_edits,
               "count_string_edits(hypotheses, references, segment_offsets, tokenizer, lowercase, "
               "rule)\n--\n\n"
               "Return edits, hits, tokens of the hypothesis and of the reference for every "
               "reference."),
    DEFINITION(shift_edits,
               "shift_edits(hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, "
               "segment_offsets, vocabulary_size, blocks, beam, block_words, distance, candidates, "
               "references_move)\n--\n\n"
               "Count the shifts and edits between every reference and its hypothesis."),
    DEFINITION(shift_path,
               "shift_path(moving_ids, fixed_ids, vocabulary_size, blocks, beam, block_words, "
               "distance, candidates)\n--\n\n"
               "Return the shifts of one sequence, and the edits that remain."),
    {NULL, NULL, 0, NULL},
};
