/* The Python functions that compare references with hypotheses: edits, alignments and shifts. */

#include "alignments/context_alignment.h"
#include "alignments/shift_search.h"
#include "edits/edit_counter.h"
#include "edits/text_edits.h"

#define RULE {"rule", CHOICE, .choices = rule_names}
static const char *const rule_names[] = {
    [MOST_HITS] = "most_hits", [EDITS_LAST] = "edits_last", NULL};

#define SIZED_PAIRS PAIRS(5), {"vocabulary_size", VOCABULARY_SIZE}

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

/* The outputs of functions that append items. */
#define ITEMS_AND_BOUNDS \
    OUTPUTS({GROWING}, {REFERENCES, SEGMENT_OFFSETS, 1, sizeof(int64_t), .and_end = 1, .zeroed = 1})

typedef Status DoPair(Task *task, Pair pair, size_t row, Watch *watch);

/* Do every pair of a hypothesis and a reference; `row` counts the references. */
static Status do_pairs(Task *task, DoPair *do_pair, Call *call, const Value *given)
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
            status = do_pair(task, pair, (size_t)(r - segments[0]), &call->watch);
        }
    }
    call->memory = task->items;
    call->bytes = task->item_count * task->item_size;
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

static Status count_pair(Task *task, Pair pair, size_t row, Watch *watch)
{
    Sequence reference = sequence_of(pair.reference, pair.reference_length);
    Sequence hypothesis = sequence_of(pair.hypothesis, pair.hypothesis_length);
    return edit_counter_add(task->counter, &reference, &hypothesis, task->rule,
                            task->rows + 2 * row, watch);
}

static Status align_pair(Task *task, Pair pair, size_t row, Watch *watch)
{
    Alignment *alignment = &task->counter->alignment;
    Status status = align(alignment, pair, task->rule, watch);
    return status == FINE ? append(task, alignment->operations, alignment->operation_count, row)
                          : status;
}

static Status count_or_align(Task *task, DoPair *do_pair, Call *call, const Value *given)
{
    task->rule = (Rule)given[SEGMENT_BUFFERS + 1].whole;
    task->counter = edit_counter_new();
    Status status = task->counter ? do_pairs(task, do_pair, call, given) : OUT_OF_MEMORY;
    if (status == FINE) status = edit_counter_finish(task->counter, &call->watch);
    edit_counter_free(task->counter);
    return status;
}

static Status count_hits_task(Call *call, const Value *given)
{
    Task task = {.rows = call->found[0]};
    return count_or_align(&task, count_pair, call, given);
}

TASK(count_hits, NOT_A_METHOD, OUTPUTS({REFERENCES, SEGMENT_OFFSETS, 2, sizeof(int64_t)}),
     SIZED_PAIRS, RULE)

static Status align_task(Call *call, const Value *given)
{
    Task task = {.rows = call->found[1], .item_size = 1};
    return count_or_align(&task, align_pair, call, given);
}

TASK(align, NOT_A_METHOD, ITEMS_AND_BOUNDS, SIZED_PAIRS, RULE)

static Status align_pair_by_context(Task *task, Pair pair, size_t row, Watch *watch)
{
    const uint32_t *ranks;
    size_t count;
    Status status = align_by_context(task->aligner, pair, task->contexts, watch, &ranks, &count);
    return status == FINE ? append(task, ranks, count, row) : status;
}

static Status align_by_context_task(Call *call, const Value *given)
{
    enum { SIZE = SEGMENT_BUFFERS, LEFT_FIRST, WHOLE_LEFT };
    Task task = {.rows = call->found[1],
                 .contexts = {(int)given[LEFT_FIRST].whole, (int)given[WHOLE_LEFT].whole},
                 .aligner = context_aligner_new(given[SIZE].count),
                 .item_size = sizeof(uint32_t)};
    if (!task.aligner) return OUT_OF_MEMORY;
    Status status = do_pairs(&task, align_pair_by_context, call, given);
    context_aligner_free(task.aligner);
    return status;
}

TASK(align_by_context, NOT_A_METHOD, ITEMS_AND_BOUNDS, SIZED_PAIRS, {"left_first", BOOLEAN},
     {"whole_left", BOOLEAN})

#define TEXT_OPTIONS {"tokenizer", TOKENIZER}, {"lowercase", CHOICE, .choices = folding_names}, RULE

/* What is compared, where the segments are followed by the tokenizer, the folding and the rule. */
static TextEdits texts_with(Lines hypotheses, Lines references, const Value *segments)
{
    return (TextEdits){
        .hypotheses = hypotheses,
        .references = references,
        .segments = segments->items,
        .segment_count = segments->count,
        .tokenizer = segments[1].items,
        .folding = (Folding)segments[2].whole,
        .rule = (Rule)segments[3].whole,
    };
}

static Status count_text_edits_task(Call *call, const Value *given)
{
    TextEdits texts = texts_with(lines_in(&given[0]), lines_in(&given[3]), &given[6]);
    return count_text_edits(&texts, call->found[0], &call->watch);
}

TASK(count_text_edits, NOT_A_METHOD, OUTPUTS({REFERENCES, 6, 4, sizeof(int64_t)}),
     {"hypothesis_text", BYTES}, {"hypothesis_starts", LINE_STARTS}, {"hypothesis_ends", LINE_ENDS},
     {"reference_text", BYTES}, {"reference_starts", LINE_STARTS}, {"reference_ends", LINE_ENDS},
     {"segment_offsets", OFFSETS_IN, 4, AS_MANY_AS(1)}, TEXT_OPTIONS)

static Status count_string_edits_task(Call *call, const Value *given)
{
    Lines hypotheses = {.strings = given[0].items}, references = {.strings = given[1].items};
    TextEdits texts = texts_with(hypotheses, references, &given[2]);
    return count_text_edits(&texts, call->found[0], &call->watch);
}

TASK(count_string_edits, NOT_A_METHOD, OUTPUTS({REFERENCES, 2, 4, sizeof(int64_t)}),
     {"hypotheses", STRINGS}, {"references", STRINGS},
     {"segment_offsets", OFFSETS_IN, 1, AS_MANY_AS(0)}, TEXT_OPTIONS)

#define SHIFT_RULES                                                                      \
    {"blocks", CHOICE, .choices = block_names}, {"beam", LIMIT}, {"block_words", LIMIT}, \
        {"distance", LIMIT}, {"candidates", LIMIT}
static const char *const block_names[] = {[BY_POSITION] = "position",
                                          [BY_ALIGNMENT] = "alignment",
                                          [WHOLE_MATCHES] = "whole_matches", NULL};

/* The rules, which follow one another. */
static ShiftRules shift_rules(const Value *given)
{
    return (ShiftRules){(BlockRule)given[0].whole, given[1].count, given[2].count, given[3].count,
                        given[4].count};
}

static Status shift_pair(Task *task, Pair pair, size_t row, Watch *watch)
{
    Pair swapped = {pair.hypothesis, pair.reference, pair.hypothesis_length, pair.reference_length};
    return search_shifts(&task->search, task->references_move ? swapped : pair, watch,
                         &task->rows[row]);
}

static Status shift_edits_task(Call *call, const Value *given)
{
    enum { SIZE = SEGMENT_BUFFERS, RULES, REFERENCES_MOVE = RULES + 5 };
    Task task = {.rows = call->found[0], .references_move = (int)given[REFERENCES_MOVE].whole};
    Status status = shift_search_init(&task.search, shift_rules(&given[RULES]), given[SIZE].count);
    if (status == FINE) status = do_pairs(&task, shift_pair, call, given);
    shift_search_free(&task.search);
    return status;
}

TASK(shift_edits, NOT_A_METHOD, OUTPUTS({REFERENCES, SEGMENT_OFFSETS, 1, sizeof(int64_t)}),
     SIZED_PAIRS, SHIFT_RULES, {"references_move", BOOLEAN})

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

static Status find_path(ShiftSearch *search, const Value *given, Watch *watch, size_t *steps)
{
    int64_t edits;
    Pair pair = {given[1].items, given[0].items, given[1].count, given[0].count};
    Status status = shift_search_init(search, shift_rules(&given[3]), given[2].count);
    if (status == FINE) status = search_shifts(search, pair, watch, &edits);
    return status == FINE ? shifted_path(search, steps) : status;
}

static PyObject *python_shift_path(Call *call, const Value *given)
{
    ShiftSearch search;
    size_t steps = 0;
    WITHOUT_GIL(call, find_path(&search, given, &call->watch, &steps));
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
    DEFINITION(align), DEFINITION(align_by_context), DEFINITION(count_hits),
    DEFINITION(count_string_edits), DEFINITION(count_text_edits), DEFINITION(shift_edits),
    DEFINITION(shift_path), {0},
};
