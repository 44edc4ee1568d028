/* The Python functions count_hits and align. */

#include "binding.h"
#include "edit_counter.h"

const char count_hits_doc[] =
    "count_hits(hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, "
    "segment_offsets, vocabulary_size, rule)\n--\n\n"
    "Return the edits and hits of the alignment of every reference with its hypothesis.";
const char align_doc[] =
    "align(hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets, "
    "vocabulary_size, rule)\n--\n\n"
    "Return the operations by which every reference becomes its hypothesis.";

/* What is done with every reference, and what is found. */
typedef struct {
    int aligns;
    Rule rule;
    int64_t *edits;   /* and hits, by reference; or NULL */
    int64_t *offsets; /* of the operations of each reference; or NULL */
    uint8_t *operations;
    size_t operation_count, operation_capacity;
} Task;

static Status append_operations(Task *task, const Alignment *alignment)
{
    size_t count = alignment->operation_count;
    if (reserve((void **)&task->operations, &task->operation_capacity,
                task->operation_count + count, 1) != FINE)
        return OUT_OF_MEMORY;
    if (count) memcpy(task->operations + task->operation_count, alignment->operations, count);
    task->operation_count += count;
    return FINE;
}

/* `row` counts the references. */
static Status do_pair(Task *task, EditCounter *counter, Pair pair, size_t row, Watch *watch)
{
    Alignment *alignment = &counter->alignment;
    if (pair.reference_length > MOST_SEGMENT_TOKENS || pair.hypothesis_length > MOST_SEGMENT_TOKENS)
        return LONG_SEGMENT;
    if (!task->aligns)
        return edit_counter_add(counter, pair, task->rule, task->edits + 2 * row, watch);
    Status status = align(alignment, &counter->differences, pair, task->rule, watch);
    if (status == FINE) status = append_operations(task, alignment);
    task->offsets[row + 1] = (int64_t)task->operation_count;
    return status;
}

static Status do_all(Task *task, const Py_buffer *buffers, Watch *watch)
{
    const uint32_t *hypotheses = buffers[HYPOTHESIS_IDS].buf;
    const uint32_t *references = buffers[REFERENCE_IDS].buf;
    const int64_t *hypothesis_offsets = buffers[HYPOTHESIS_OFFSETS].buf;
    const int64_t *reference_offsets = buffers[REFERENCE_OFFSETS].buf;
    const int64_t *segment_offsets = buffers[SEGMENT_OFFSETS].buf;
    Py_ssize_t segments = number_of(&buffers[SEGMENT_OFFSETS], sizeof(int64_t)) - 1;
    EditCounter *counter = edit_counter_new();
    Status status = counter ? FINE : OUT_OF_MEMORY;
    for (Py_ssize_t s = 0; s < segments && status == FINE; s++) {
        Pair pair = {.hypothesis = hypotheses + hypothesis_offsets[s],
                     .hypothesis_length =
                         (size_t)(hypothesis_offsets[s + 1] - hypothesis_offsets[s])};
        for (int64_t r = segment_offsets[s]; r < segment_offsets[s + 1] && status == FINE; r++) {
            pair.reference = references + reference_offsets[r];
            pair.reference_length = (size_t)(reference_offsets[r + 1] - reference_offsets[r]);
            status = do_pair(task, counter, pair, (size_t)(r - segment_offsets[0]), watch);
        }
    }
    if (status == FINE) status = edit_counter_finish(counter, watch);
    edit_counter_free(counter);
    return status;
}

/* Do the task without the GIL; releases the arrays. */
static PyObject *run(Task *task, Py_buffer *buffers, Py_ssize_t vocabulary_size)
{
    PyObject *numbers = NULL, *result = NULL;
    if (!hold_segments(buffers, vocabulary_size)) goto done;
    const int64_t *segment_offsets = buffers[SEGMENT_OFFSETS].buf;
    Py_ssize_t segments = number_of(&buffers[SEGMENT_OFFSETS], sizeof(int64_t)) - 1;
    Py_ssize_t rows = (Py_ssize_t)(segment_offsets[segments] - segment_offsets[0]);
    Py_ssize_t columns = task->aligns ? 1 : 2;
    numbers = PyBytes_FromStringAndSize(
        NULL, (rows * columns + task->aligns) * (Py_ssize_t)sizeof(int64_t));
    if (!numbers) goto done;
    int64_t *found = (int64_t *)PyBytes_AS_STRING(numbers);
    if (task->aligns) found[0] = 0;
    *(task->aligns ? &task->offsets : &task->edits) = found;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = do_all(task, buffers, &watch);
    PyEval_RestoreThread(thread);
    if (status != FINE) raise_status(status);
    else if (task->aligns)
        result = Py_BuildValue("(y#O)", task->operations ? (char *)task->operations : "",
                               (Py_ssize_t)task->operation_count, numbers);
    else result = Py_NewRef(numbers);
done:
    free(task->operations);
    Py_XDECREF(numbers);
    release_all(buffers, SEGMENT_BUFFERS);
    return result;
}

int alignment_rule_named(const char *name, Rule *rule)
{
    static const char *const names[] = {[MOST_HITS] = "most_hits", [EDITS_LAST] = "edits_last"};
    for (*rule = 0; *rule < RULES; ++*rule)
        if (!strcmp(name, names[*rule])) return 1;
    PyErr_Format(PyExc_ValueError, "rule is '%s'; expected most_hits or edits_last", name);
    return 0;
}

static PyObject *run_with_rule(Task task, PyObject *arguments)
{
    Py_buffer b[SEGMENT_BUFFERS] = {{0}};
    Py_ssize_t vocabulary_size;
    const char *rule;
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*y*ns", &b[0], &b[1], &b[2], &b[3], &b[4],
                          &vocabulary_size, &rule))
        return NULL;
    if (alignment_rule_named(rule, &task.rule)) return run(&task, b, vocabulary_size);
    release_all(b, SEGMENT_BUFFERS);
    return NULL;
}

PyObject *count_hits(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    return run_with_rule((Task){0}, arguments);
}

PyObject *align_pairs(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    return run_with_rule((Task){.aligns = 1}, arguments);
}
