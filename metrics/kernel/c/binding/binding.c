#include "binding/binding.h"

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

/* Make a buffer readable without the GIL: a writable one is copied. Returns 0 with an exception set
 * if memory is exhausted. */
static int hold_still(Py_buffer *buffer)
{
    if (buffer->readonly) return 1;
    PyObject *copy = PyBytes_FromStringAndSize(buffer->buf, buffer->len);
    if (!copy) return 0;
    PyBuffer_Release(buffer);
    int failed = PyObject_GetBuffer(copy, buffer, PyBUF_SIMPLE);
    Py_DECREF(copy);
    return !failed;
}

/* Whether starts and ends are bounds of lines in the text before them. */
static int check_lines(const Value *text)
{
    const int64_t *starts = text[1].items, *ends = text[2].items;
    int fine = text[1].buffer.len == text[2].buffer.len &&
               text[1].buffer.len % (Py_ssize_t)sizeof(int64_t) == 0;
    for (size_t i = 0; i < text[1].count && fine; i++)
        fine = 0 <= starts[i] && starts[i] <= ends[i] && (size_t)ends[i] <= text->count;
    if (!fine)
        PyErr_SetString(PyExc_ValueError, "starts and ends are not the bounds of lines in text");
    return fine;
}

/* Whether offsets begin at or above 0, never fall, and stay within `limit`. */
static int check_offsets(const Value *offsets, size_t limit, const char *name)
{
    const int64_t *values = offsets->items;
    Py_ssize_t bytes = offsets->buffer.len, count = bytes / (Py_ssize_t)sizeof(int64_t);
    if (bytes % (Py_ssize_t)sizeof(int64_t) || count < 1) {
        PyErr_Format(PyExc_ValueError, "%s holds %zd bytes, which are not 1 or more int64", name,
                     bytes);
        return 0;
    }
    int fine = values[0] >= 0 && values[count - 1] <= (int64_t)limit;
    for (Py_ssize_t i = 1; i < count; i++) fine &= values[i - 1] <= values[i];
    if (!fine) PyErr_Format(PyExc_ValueError, "%s falls or leaves 0 to %zu", name, limit);
    return fine;
}

int check_ids(const Value *ids, size_t bound, const char *name)
{
    const uint32_t *values = ids->items;
    uint32_t last = bound > UINT32_MAX ? UINT32_MAX : (uint32_t)bound - 1, outside = 0;
    for (size_t i = 0; i < ids->count; i++) outside |= values[i] > last;
    if (ids->buffer.len % (Py_ssize_t)sizeof(uint32_t) || outside || (ids->count && !bound)) {
        PyErr_Format(PyExc_ValueError, "%s are not uint32 below %zu", name, bound);
        return 0;
    }
    return 1;
}

/* Whether an array has two axes and consists of uint32 in rows without gaps. */
static int check_nodes(const Py_buffer *nodes)
{
    const Py_ssize_t size = sizeof(uint32_t);
    return nodes->ndim == 2 && nodes->itemsize == size &&
           (nodes->shape[1] <= 1 || nodes->strides[1] == size) &&
           (nodes->shape[0] <= 1 || (nodes->strides[0] >= 0 && nodes->strides[0] % size == 0));
}

/* Whether `choices` has a name; else an exception that lists them is set. */
static int read_choice(const Parameter *parameter, Value *value)
{
    const char *const *choices = parameter->choices;
    for (value->whole = 0; choices[value->whole]; value->whole++)
        if (!strcmp(value->items, choices[value->whole])) return 1;
    char expected[100] = "";
    for (int i = 0; choices[i]; i++)
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s%s",
                 i == 0 ? "" : choices[i + 1] ? ", " : " or ", choices[i]);
    PyErr_Format(PyExc_ValueError, "%s is '%s'; expected %s", parameter->name,
                 (const char *)value->items, expected);
    return 0;
}

static int read_name(const Parameter *parameter, Value *value)
{
    Py_ssize_t length;
    const char *name = PyUnicode_AsUTF8AndSize(value->object, &length);
    value->items = name;
    if (!name) return 0;
    if (strlen(name) != (size_t)length) {
        PyErr_SetString(PyExc_ValueError, "embedded null character");
        return 0;
    }
    return parameter->kind == NAME || read_choice(parameter, value);
}

static int read_whole(const Parameter *parameter, Value *value)
{
    value->whole = PyLong_AsLongLong(value->object);
    value->count = (size_t)value->whole;
    if (value->whole == -1 && PyErr_Occurred()) return 0;
    int is_size = parameter->kind == VOCABULARY_SIZE;
    int64_t least = !is_size, most = is_size ? (int64_t)MOST_TOKENS : INT_MAX;
    if (parameter->kind == WHOLE || (least <= value->whole && value->whole <= most)) return 1;
    PyErr_Format(PyExc_ValueError, "%s is %lld; expected %s", parameter->name,
                 (long long)value->whole, is_size ? "0 to 4,294,967,294" : "1 to 2,147,483,647");
    return 0;
}

static int read_tuple(const Function *function, int number, PyTypeObject *type, Value *value)
{
    if (PyObject_TypeCheck(value->object, type)) {
        if (type != &PyTuple_Type) return 1;
        value->items = ((PyTupleObject *)value->object)->ob_item;
        value->count = (size_t)PyTuple_GET_SIZE(value->object);
        return 1;
    }
    PyErr_Format(PyExc_TypeError, "%s() argument %d must be %s, not %s", function->name, number + 1,
                 type->tp_name, Py_TYPE(value->object)->tp_name);
    return 0;
}

static int read_buffer(const Parameter *parameter, Value *value)
{
    static const uint8_t sizes[] = {
        [BYTES] = 1, [UINT32] = 4, [FLOAT64] = 8,
        [NODE_WEIGHTS] = 8, [IDS_BELOW] = 4,
        [OFFSETS_IN] = 8, [LINE_STARTS] = 8, [LINE_ENDS] = 8, [WRITABLE] = 1};
    static const char *const types[WRITABLE + 1] = {
        [UINT32] = "uint32", [FLOAT64] = "float64",
        [NODE_WEIGHTS] = "up to 4,294,967,295 float64"};
    Kind kind = parameter->kind;
    Py_buffer *buffer = &value->buffer;
    int flags = kind == NODE_ROWS  ? PyBUF_STRIDES
                : kind == WRITABLE ? PyBUF_WRITABLE
                                   : PyBUF_SIMPLE;
    if (PyObject_GetBuffer(value->object, buffer, flags)) return 0;
    if (flags == PyBUF_SIMPLE && !hold_still(buffer)) return 0;
    value->items = buffer->buf;
    if (kind == NODE_ROWS) {
        value->count = buffer->ndim == 2 ? (size_t)buffer->shape[1] : 0;
        if (check_nodes(buffer)) return 1;
        PyErr_Format(PyExc_ValueError, "%s is not uint32 of the shape (orders, tokens)",
                     parameter->name);
        return 0;
    }
    value->count = (size_t)buffer->len / sizes[kind];
    if (!types[kind]) return 1;
    if (!(buffer->len % sizes[kind]) && (kind != NODE_WEIGHTS || value->count <= UNKNOWN)) return 1;
    PyErr_Format(PyExc_ValueError, "%s are not %s", parameter->name, types[kind]);
    return 0;
}

static int read_value(const Function *function, int number, PyObject *self, Value *value)
{
    const Parameter *parameter = &function->parameters[number];
    switch (parameter->kind) {
    case OBJECT: return 1;
    case TUPLE: return read_tuple(function, number, &PyTuple_Type, value);
    case LIKE_SELF: return read_tuple(function, number, Py_TYPE(self), value);
    case NAME:
    case CHOICE: return read_name(parameter, value);
    case BOOLEAN: return (value->whole = PyObject_IsTrue(value->object)) >= 0;
    case REAL:
        value->real = PyFloat_AsDouble(value->object);
        return value->real != -1 || !PyErr_Occurred();
    case WHOLE:
    case POSITIVE:
    case VOCABULARY_SIZE: return read_whole(parameter, value);
    default: return read_buffer(parameter, value);
    }
}

/* Find the arguments; those that are left out have no object. */
static int find_arguments(const Function *function, PyObject *const *arguments, Py_ssize_t count,
                          PyObject *keywords, Value *values)
{
    const Parameter *parameters = function->parameters;
    Py_ssize_t named = keywords ? PyTuple_GET_SIZE(keywords) : 0, used = 0;
    int fit = 1;
    for (int i = 0; parameters[i].name; i++) {
        const Parameter *parameter = &parameters[i];
        PyObject *object = i < count ? arguments[i] : NULL;
        for (Py_ssize_t k = 0; k < named && !object; k++)
            if (!PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(keywords, k), parameter->name))
                object = arguments[count + k];
        used += object != NULL;
        fit &= object || parameter->optional;
        int is_left_out = object == Py_None && parameter->optional && parameter->kind >= BYTES;
        values[i] = (Value){.object = is_left_out ? NULL : object};
    }
    if (fit && used == count + named) return 1;
    PyErr_Format(PyExc_TypeError, "%s() does not have these %zd arguments", function->name,
                 count + named);
    return 0;
}

/* Whether an argument fits those before it. */
static int check_value(const Parameter *parameter, const Value *values, const Value *value)
{
    size_t limit = values[parameter->of].count;
    const char *name = parameter->name;
    switch (parameter->kind) {
    case IDS_BELOW: return check_ids(value, limit, name);
    case OFFSETS_IN: return check_offsets(value, limit, name);
    case LINE_ENDS: return check_lines(value - 2);
    default: return 1;
    }
}

int read_arguments(const Function *function, PyObject *self, PyObject *const *arguments,
                   Py_ssize_t count, PyObject *keywords, Value *values)
{
    const Parameter *parameters = function->parameters;
    if (!find_arguments(function, arguments, count, keywords, values)) return 0;
    for (int i = 0; parameters[i].name; i++) {
        Value *value = &values[i];
        if (value->object && !read_value(function, i, self, value)) return 0;
        if (parameters[i].kind == OFFSETS_IN && value->count) value->count--; /* now of spans */
    }
    for (int i = 0; parameters[i].name; i++) {
        const Parameter *parameter = &parameters[i];
        if (!values[i].object) continue;
        if (!check_value(parameter, values, &values[i])) return 0;
        if (!parameter->like || values[i].count == values[parameter->like - 1].count) continue;
        PyErr_Format(PyExc_ValueError, "%s and %s differ in length", parameter->name,
                     parameters[parameter->like - 1].name);
        return 0;
    }
    return 1;
}

void release_values(const Function *function, Value *values)
{
    for (int i = 0; function->parameters[i].name; i++)
        if (values[i].buffer.obj) PyBuffer_Release(&values[i].buffer);
}

PyObject *call_function(const Function *function, PyObject *self, PyObject *const *arguments,
                        Py_ssize_t count, PyObject *keywords)
{
    Value values[MOST_PARAMETERS];
    Call call = {.self = self};
    call.watch = (Watch){exception_is_pending, &call.thread, 0};
    PyObject *result = NULL;
    if (!read_arguments(function, self, arguments, count, keywords, values)) goto done;
    if (function->locks) {
        Py_BEGIN_CRITICAL_SECTION(self);
        result = function->run(&call, values);
        Py_END_CRITICAL_SECTION();
    } else {
        result = function->run(&call, values);
    }
done:
    for (int i = 0; i < MOST_OUTPUTS; i++) Py_XDECREF(call.outputs[i]);
    release_values(function, values);
    return result;
}

void *output(Call *call, int number, size_t rows, size_t columns, size_t item_size)
{
    if (rows && columns > PY_SSIZE_T_MAX / item_size / rows) return PyErr_NoMemory();
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(rows * columns * item_size));
    call->outputs[number] = bytes;
    return bytes ? PyBytes_AS_STRING(bytes) : NULL;
}

void *zeros(Call *call, int number, size_t rows, size_t columns, size_t item_size)
{
    void *items = output(call, number, rows, columns, item_size);
    if (items) memset(items, 0, rows * columns * item_size);
    return items;
}

int shorten(Call *call, int number, size_t bytes)
{
    return _PyBytes_Resize(&call->outputs[number], (Py_ssize_t)bytes) == 0;
}

PyObject *finish(Call *call)
{
    if (call->status != FINE) return raise_status(call->status);
    PyObject **outputs = call->outputs;
    if (!outputs[0]) Py_RETURN_NONE;
    if (!outputs[1]) return Py_NewRef(outputs[0]);
    return outputs[2] ? PyTuple_Pack(3, outputs[0], outputs[1], outputs[2])
                      : PyTuple_Pack(2, outputs[0], outputs[1]);
}

PyObject *finish_with(Call *call, void *memory, size_t bytes)
{
    if (call->status == FINE)
        call->outputs[0] = PyBytes_FromStringAndSize(memory ? memory : "", (Py_ssize_t)bytes);
    free(memory);
    return call->status == FINE && !call->outputs[0] ? NULL : finish(call);
}
