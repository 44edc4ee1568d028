#include "binding.h"

/* Raise an error of tallystick.errors. */
static void raise_own(const char *name, const char *message)
{
    PyObject *errors = PyImport_ImportModule("tallystick.errors");
    PyObject *type = errors ? PyObject_GetAttrString(errors, name) : NULL;
    if (type) PyErr_SetString(type, message);
    Py_XDECREF(type);
    Py_XDECREF(errors);
}

PyObject *raise_status(Status status)
{
    static const char *messages[] = {
        [LONG_TOKEN] = "a token has more than 4,294,967,295 bytes; split it",
        [MANY_TOKENS] = "there are more than 4,294,967,294 distinct tokens; score the corpus in "
                        "parts",
        [LONG_SEGMENT] = "a hypothesis, or the references of one segment together, have more than "
                         "536,870,910 tokens; split the segment",
        [LONG_TEXT] = "there are more than 4,294,967,295 tokens in which to count n-grams; count "
                      "those of a part of the segments",
        [MANY_NGRAMS] = "there are more distinct n-grams than can be numbered, 4,294,967,295 "
                        "divided by the parts that are counted apart; use one thread, fewer "
                        "segments or a lower order",
        [LONE_SURROGATE] = "a string contains a lone surrogate, which is not Unicode text",
    };
    if (status == OUT_OF_MEMORY) return PyErr_NoMemory();
    if (status == ENDED) return NULL; /* an exception is already set */
    raise_own("InputError", messages[status]);
    return NULL;
}

int refuse_busy(int busy)
{
    if (busy)
        raise_own("TallystickError", "this vocabulary or table is in use by another thread; threads "
                                     "that score at once need a Workspace each");
    return busy;
}

int refuse_busy_table(const NgramTable *table)
{
    int busy = 0;
    for (uint32_t i = 0; i < table->nodes.branch_count; i++) busy |= table->nodes.branches[i].busy;
    return refuse_busy(busy);
}

/* Run some Python code, because Python handles signals, and exceptions sent by other threads, when
 * code begins to run. (Not with PyRun_String, which treats every Ctrl-C as the end of Python.) */
static int exception_is_pending(void *context)
{
    PyThreadState **thread = context;
    PyEval_RestoreThread(*thread);
    PyObject *names = PyDict_New();
    PyObject *code = names ? Py_CompileString("None", "<watch>", Py_eval_input) : NULL;
    PyObject *nothing = code ? PyEval_EvalCode(code, names, names) : NULL;
    int pending = !nothing;
    Py_XDECREF(nothing);
    Py_XDECREF(code);
    Py_XDECREF(names);
    *thread = PyEval_SaveThread();
    return pending;
}

Watch watch_of(PyThreadState **thread)
{
    return (Watch){exception_is_pending, thread, 0};
}

int hold_still(Py_buffer *buffer)
{
    if (buffer->readonly) return 1;
    PyObject *copy = PyBytes_FromStringAndSize(buffer->buf, buffer->len);
    if (!copy) return 0;
    PyBuffer_Release(buffer);
    int failed = PyObject_GetBuffer(copy, buffer, PyBUF_SIMPLE);
    Py_DECREF(copy);
    return !failed;
}

int hold_lines(Py_buffer buffers[LINE_BUFFERS])
{
    for (int i = 0; i < LINE_BUFFERS; i++)
        if (!hold_still(&buffers[i])) return 0;
    const int64_t *starts = buffers[1].buf, *ends = buffers[2].buf;
    Py_ssize_t lines = number_of(&buffers[1], sizeof(int64_t));
    int fine = buffers[1].len == buffers[2].len && buffers[1].len % (Py_ssize_t)sizeof(int64_t) == 0;
    for (Py_ssize_t i = 0; i < lines && fine; i++)
        fine = 0 <= starts[i] && starts[i] <= ends[i] && ends[i] <= buffers[0].len;
    if (!fine)
        PyErr_SetString(PyExc_ValueError, "starts and ends are not the bounds of lines in text");
    return fine;
}

int check_offsets(const Py_buffer *offsets, Py_ssize_t limit, const char *name)
{
    const int64_t *values = offsets->buf;
    Py_ssize_t count = number_of(offsets, sizeof(int64_t));
    if (offsets->len % (Py_ssize_t)sizeof(int64_t) || count < 1) {
        PyErr_Format(PyExc_ValueError, "%s holds %zd bytes, which are not 1 or more int64", name,
                     offsets->len);
        return 0;
    }
    int fine = values[0] >= 0 && values[count - 1] <= limit;
    for (Py_ssize_t i = 1; i < count; i++) fine &= values[i - 1] <= values[i];
    if (!fine) PyErr_Format(PyExc_ValueError, "%s falls or leaves 0 to %zd", name, limit);
    return fine;
}

int check_vocabulary_size(Py_ssize_t size)
{
    if (0 <= size && (size_t)size <= MOST_TOKENS) return 1;
    PyErr_Format(PyExc_ValueError, "vocabulary_size is %zd; expected 0 to 4,294,967,294", size);
    return 0;
}

int check_ids(const Py_buffer *ids, size_t bound, const char *name)
{
    const uint32_t *values = ids->buf;
    Py_ssize_t count = number_of(ids, sizeof(uint32_t));
    uint32_t last = bound > UINT32_MAX ? UINT32_MAX : (uint32_t)bound - 1, outside = 0;
    for (Py_ssize_t i = 0; i < count; i++) outside |= values[i] > last;
    if (ids->len % (Py_ssize_t)sizeof(uint32_t) || outside || (count && !bound)) {
        PyErr_Format(PyExc_ValueError, "%s are not uint32 below %zu", name, bound);
        return 0;
    }
    return 1;
}

int check_nodes(const Py_buffer *nodes, Py_ssize_t tokens)
{
    Py_ssize_t size = sizeof(uint32_t);
    return nodes->ndim == 2 && nodes->itemsize == size && nodes->shape[1] == tokens &&
           (tokens <= 1 || nodes->strides[1] == size) &&
           (nodes->shape[0] <= 1 || (nodes->strides[0] >= 0 && nodes->strides[0] % size == 0));
}

int hold_segments(Py_buffer buffers[SEGMENT_BUFFERS], Py_ssize_t vocabulary_size)
{
    if (!check_vocabulary_size(vocabulary_size)) return 0;
    for (int i = 0; i < SEGMENT_BUFFERS; i++)
        if (!hold_still(&buffers[i])) return 0;
    if (!check_ids(&buffers[HYPOTHESIS_IDS], (size_t)vocabulary_size, "hypothesis_ids") ||
        !check_ids(&buffers[REFERENCE_IDS], (size_t)vocabulary_size, "reference_ids") ||
        !check_offsets(&buffers[HYPOTHESIS_OFFSETS],
                       number_of(&buffers[HYPOTHESIS_IDS], sizeof(uint32_t)),
                       "hypothesis_offsets") ||
        !check_offsets(&buffers[REFERENCE_OFFSETS],
                       number_of(&buffers[REFERENCE_IDS], sizeof(uint32_t)),
                       "reference_offsets") ||
        !check_offsets(&buffers[SEGMENT_OFFSETS],
                       number_of(&buffers[REFERENCE_OFFSETS], sizeof(int64_t)) - 1,
                       "segment_offsets"))
        return 0;
    if (buffers[SEGMENT_OFFSETS].len == buffers[HYPOTHESIS_OFFSETS].len) return 1;
    PyErr_SetString(PyExc_ValueError, "segment_offsets and hypothesis_offsets differ in length");
    return 0;
}

void release_all(Py_buffer *buffers, int count)
{
    for (int i = 0; i < count; i++)
        if (buffers[i].obj) PyBuffer_Release(&buffers[i]);
}
