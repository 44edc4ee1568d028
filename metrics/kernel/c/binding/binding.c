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

PyObject *raise_failure(const Call *call)
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
    Failure failure = call->work.failure;
    if (failure == OUT_OF_MEMORY) return PyErr_NoMemory();
    if (call->refusal) PyErr_SetString(PyExc_ValueError, call->refusal);
    else if (failure != ENDED) raise_own("InputError", messages[failure]);
    return NULL;
}

_Noreturn void refuse_type(Call *call, PyObject *arguments)
{
    if (arguments) PyErr_SetObject(PyExc_TypeError, arguments);
    Py_XDECREF(arguments);
    fail(&call->work, ENDED);
}

/* Run some Python code, because Python handles signals, and exceptions sent by other threads, when
 * code begins to run. (Not with PyRun_String, which treats every Ctrl-C as the end of Python.) */
static int exception_is_pending(void *state)
{
    PyThreadState **thread = state;
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

/* Whether starts and ends are bounds of lines in the text before them. */
static int check_lines(const Value *text)
{
    const int64_t *starts = text[1].items, *ends = text[2].items;
    int fine = text[1].bytes == text[2].bytes && text[1].bytes % sizeof(int64_t) == 0;
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
    size_t count = offsets->bytes / sizeof(int64_t);
    if (offsets->bytes % sizeof(int64_t) || count < 1) {
        PyErr_Format(PyExc_ValueError, "%s holds %zu bytes, which are not 1 or more int64", name,
                     offsets->bytes);
        return 0;
    }
    int fine = values[0] >= 0 && values[count - 1] <= (int64_t)limit;
    for (size_t i = 1; i < count; i++) fine &= values[i - 1] <= values[i];
    if (!fine) PyErr_Format(PyExc_ValueError, "%s falls or leaves 0 to %zu", name, limit);
    return fine;
}

int check_ids(const Value *ids, size_t bound, const char *name)
{
    const uint32_t *values = ids->items;
    uint32_t last = bound > UINT32_MAX ? UINT32_MAX : (uint32_t)bound - 1, outside = 0;
    for (size_t i = 0; i < ids->count; i++) outside |= values[i] > last;
    int fine = !(ids->bytes % sizeof(uint32_t) || outside || (ids->count && !bound));
    if (!fine) PyErr_Format(PyExc_ValueError, "%s are not uint32 below %zu", name, bound);
    return fine;
}

/* Whether an argument fits those before it. */
static int check_value(const Parameter *parameter, const Value *values, const Value *value)
{
    size_t limit = values[parameter->of].count;
    switch (parameter->kind) {
    case IDS_BELOW: return check_ids(value, limit, parameter->name);
    case OFFSETS_IN: return check_offsets(value, limit, parameter->name);
    case LINE_ENDS: return check_lines(value - 2);
    default: return 1;
    }
}

/* Whether an argument is the name of a tokenizer, or one of the choices. */
static int read_name(const Parameter *parameter, Value *value)
{
    const char *const *choices = parameter->choices;
    Py_ssize_t length;
    const char *name = PyUnicode_AsUTF8AndSize(value->object, &length);
    if (!name) return 0;
    if (strlen(name) != (size_t)length) name = ""; /* no name has a null character */
    if (parameter->kind == TOKENIZER) {
        value->items = tokenizer_named(name);
        if (!value->items)
            PyErr_Format(PyExc_ValueError, "no tokenizer named %R is compiled", value->object);
        return value->items != NULL;
    }
    for (value->whole = 0; choices[value->whole]; value->whole++)
        if (!strcmp(name, choices[value->whole])) return 1;
    char expected[100] = "";
    for (int i = 0; choices[i]; i++)
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s%s",
                 i == 0 ? "" : choices[i + 1] ? ", " : " or ", choices[i]);
    PyErr_Format(PyExc_ValueError, "%s is %R; expected %s", parameter->name, value->object,
                 expected);
    return 0;
}

/* What numbers of a kind are, or the items of a buffer and, if they must fit, what it holds. */
static const struct {
    int64_t least, most;
    size_t size;
    const char *text;
} kinds[] = {
    [WHOLE] = {INT64_MIN, INT64_MAX, 0, ""},
    [LIMIT] = {0, MOST_SEGMENT_TOKENS, 0, "0 to 536,870,910"},
    [POSITIVE] = {1, INT_MAX, 0, "1 to 2,147,483,647"},
    [VOCABULARY_SIZE] = {0, MOST_TOKENS, 0, "0 to 4,294,967,294"},
    [NODE] = {0, UNKNOWN, 0, "0 to 4,294,967,295"},
    [BYTES] = {.size = 1},
    [UINT32] = {.size = 4, .text = "uint32"},
    [FLOAT64] = {.size = 8, .text = "float64"},
    [NODE_WEIGHTS] = {.size = 8, .text = "up to 4,294,967,295 float64"},
    [IDS_BELOW] = {.size = 4},
    [OFFSETS_IN] = {.size = 8},
    [LINE_STARTS] = {.size = 8},
    [LINE_ENDS] = {.size = 8},
    [WRITABLE] = {.size = 1},
};

static int read_whole(const Parameter *parameter, Value *value)
{
    value->whole = PyLong_AsLongLong(value->object);
    value->count = (size_t)value->whole;
    if (value->whole == -1 && PyErr_Occurred()) return 0;
    if (value->whole >= kinds[parameter->kind].least && value->whole <= kinds[parameter->kind].most)
        return 1;
    PyErr_Format(PyExc_ValueError, "%s is %lld; expected %s", parameter->name,
                 (long long)value->whole, kinds[parameter->kind].text);
    return 0;
}

static int read_tuple(const Parameter *parameter, Value *value)
{
    PyObject *tuple = value->object;
    if (parameter->kind == SEQUENCE) tuple = value->copy = PySequence_Tuple(tuple);
    if (!tuple) return 0;
    int fits = PyTuple_Check(tuple);
    value->items = fits ? ((PyTupleObject *)tuple)->ob_item : NULL;
    value->count = fits ? (size_t)PyTuple_GET_SIZE(tuple) : 0;
    for (size_t i = 0; parameter->kind == STRINGS && i < value->count && fits; i++)
        fits = PyUnicode_Check(PyTuple_GET_ITEM(tuple, (Py_ssize_t)i));
    if (!fits)
        PyErr_Format(PyExc_TypeError, "%s is not a tuple%s", parameter->name,
                     parameter->kind == STRINGS ? " of strings" : "");
    return fits;
}

static int read_like_self(const Parameter *parameter, PyObject *self, Value *value)
{
    if (!PyObject_TypeCheck(value->object, Py_TYPE(self))) {
        PyErr_Format(PyExc_TypeError, "%s is not a %s", parameter->name, Py_TYPE(self)->tp_name);
        return 0;
    }
    value->count = (size_t)PyObject_Size(value->object);
    return 1;
}

/* Whether an array has two axes and consists of uint32 in rows without gaps. */
static int read_node_rows(const Parameter *parameter, Value *value)
{
    const Py_ssize_t size = sizeof(uint32_t);
    const Py_buffer *nodes = &value->buffer;
    if (nodes->ndim != 2 || nodes->itemsize != size ||
        (nodes->shape[1] > 1 && nodes->strides[1] != size) ||
        (nodes->shape[0] > 1 && (nodes->strides[0] < 0 || nodes->strides[0] % size))) {
        PyErr_Format(PyExc_ValueError, "%s is not uint32 of the shape (orders, tokens)",
                     parameter->name);
        return 0;
    }
    value->count = (size_t)nodes->shape[1];
    value->orders = (size_t)nodes->shape[0];
    value->stride = (size_t)(nodes->strides[0] / size);
    return 1;
}

/* Read the memory of a buffer; if others can write it, a copy, unless the function writes it or
 * checks what it reads. */
static int read_memory(Kind kind, Value *value)
{
    PyObject *bytes = value->object;
    if (!PyBytes_CheckExact(bytes) || kind >= NODE_ROWS) {
        int flags = kind == NODE_ROWS  ? PyBUF_STRIDES
                    : kind == WRITABLE ? PyBUF_WRITABLE
                                       : PyBUF_SIMPLE;
        if (PyObject_GetBuffer(bytes, &value->buffer, flags)) return 0;
        value->is_buffer = 1;
        value->items = value->buffer.buf;
        value->bytes = (size_t)value->buffer.len;
        if (flags != PyBUF_SIMPLE || value->buffer.readonly) return 1;
        bytes = value->copy = PyBytes_FromStringAndSize(value->items, value->buffer.len);
        PyBuffer_Release(&value->buffer);
        value->is_buffer = 0;
        if (!bytes) return 0;
    }
    value->items = PyBytes_AS_STRING(bytes);
    value->bytes = (size_t)PyBytes_GET_SIZE(bytes);
    return 1;
}

static int read_buffer(const Parameter *parameter, Value *value)
{
    Kind kind = parameter->kind;
    size_t size = kinds[kind].size;
    if (!read_memory(kind, value)) return 0;
    if (kind == NODE_ROWS) return read_node_rows(parameter, value);
    value->count = value->bytes / size;
    if (kind == OFFSETS_IN && value->count) value->count--; /* of spans */
    int fits = value->bytes % size == 0 && (kind != NODE_WEIGHTS || value->count <= UNKNOWN);
    if (fits || !kinds[kind].text) return 1;
    PyErr_Format(PyExc_ValueError, "%s are not %s", parameter->name, kinds[kind].text);
    return 0;
}

static int read_value(const Parameter *parameter, PyObject *self, Value *value)
{
    switch (parameter->kind) {
    case SEQUENCE:
    case STRINGS: return read_tuple(parameter, value);
    case LIKE_SELF: return read_like_self(parameter, self, value);
    case TOKENIZER:
    case CHOICE: return read_name(parameter, value);
    case BOOLEAN: return (value->whole = PyObject_IsTrue(value->object)) >= 0;
    case REAL:
        value->real = PyFloat_AsDouble(value->object);
        return value->real != -1 || !PyErr_Occurred();
    case WHOLE:
    case LIMIT:
    case POSITIVE:
    case VOCABULARY_SIZE:
    case NODE: return read_whole(parameter, value);
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
        memset(&values[i], 0, offsetof(Value, buffer)); /* a buffer is large and rare */
        values[i].object = is_left_out ? NULL : object;
    }
    if (fit && used == count + named) return 1;
    PyErr_Format(PyExc_TypeError, "%s() does not have these %zd arguments", function->name,
                 count + named);
    return 0;
}

/* Read and check arguments; the values are released even if this fails. */
static int read_arguments(const Function *function, PyObject *self, PyObject *const *arguments,
                          Py_ssize_t count, PyObject *keywords, Value *values)
{
    const Parameter *parameters = function->parameters;
    if (!find_arguments(function, arguments, count, keywords, values)) return 0;
    for (int i = 0; parameters[i].name; i++)
        if (values[i].object && !read_value(&parameters[i], self, &values[i])) return 0;
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

static void release_values(const Function *function, Value *values)
{
    for (int i = 0; function->parameters[i].name; i++) {
        Py_XDECREF(values[i].copy);
        if (values[i].is_buffer) PyBuffer_Release(&values[i].buffer);
    }
}

static void allocate_outputs(const Function *function, Call *call, const Value *given)
{
    for (int i = 0; i < MOST_OUTPUTS; i++) {
        const Output *one = &function->outputs[i];
        if (one->rows == NO_ROWS || one->rows == GROWING) continue;
        size_t rows = one->rows == ITEMS        ? given[one->of].count
                      : one->rows == REFERENCES ? references_in(&given[one->of])
                                                : (size_t)PyObject_Size(call->self);
        size_t columns = one->columns < 0 ? given[-1 - one->columns].count : (size_t)one->columns;
        void *(*made)(Call *, int, size_t, size_t, size_t) = one->zeroed ? zeros : output;
        call->found[i] = made(call, i, rows + (size_t)one->and_end, columns, one->item_size);
    }
}

static PyObject *run(const Function *function, Call *call, const Value *given)
{
    if (setjmp(call->work.on_failure)) {
        if (call->thread) PyEval_RestoreThread(call->thread);
        return raise_failure(call);
    }
    if (function->run) return function->run(call, given);
    allocate_outputs(function, call, given);
    WITHOUT_GIL(call, function->task(call, given));
    if (function->outputs[0].rows == GROWING)
        memcpy(output(call, 0, call->bytes, 1, 1), call->grown ? call->grown : "", call->bytes);
    else if (call->bytes) shorten(call, 0, call->bytes);
    return finish(call);
}

/* Whether an object cannot be used, because another thread uses it; then an exception is set. */
static int refuse_use(const Shared *object, Use use)
{
    int refused = (object->writers && use != CHANGES_PART) || (object->readers && use != READS);
    if (refused)
        raise_own("TallystickError", "this vocabulary or table is in use by another thread; threads "
                                     "that score at once need a Workspace each");
    return refused;
}

/* Run a method, for which its object and one that it reads are locked. */
static PyObject *run_method(const Function *function, Call *call, const Value *given)
{
    Shared *self = (Shared *)call->self;
    int has_other = function->parameters[0].kind == LIKE_SELF;
    Shared *other = has_other ? (Shared *)given[0].object : self;
    int *users = function->use == READS ? &self->readers : &self->writers;
    PyObject *result = NULL;
    Py_BEGIN_CRITICAL_SECTION2((PyObject *)self, (PyObject *)other);
    if (!refuse_use(self, function->use) && (other == self || !refuse_use(other, READS))) {
        ++*users;
        result = run(function, call, given);
        --*users;
    }
    Py_END_CRITICAL_SECTION2();
    return result;
}

PyObject *call_function(const Function *function, PyObject *self, PyObject *const *arguments,
                        Py_ssize_t count, PyObject *keywords)
{
    Value values[MOST_PARAMETERS];
    Call call = {.self = self};
    call.work.is_interrupted = exception_is_pending;
    call.work.thread = &call.thread;
    PyObject *result = NULL;
    if (read_arguments(function, self, arguments, count, keywords, values))
        result = function->use ? run_method(function, &call, values)
                               : run(function, &call, values);
    for (int i = 0; i < MOST_OUTPUTS; i++) Py_XDECREF(call.outputs[i]);
    Py_XDECREF(call.kept);
    free_memory(call.work.memory);
    release_values(function, values);
    return result;
}

void *output(Call *call, int number, size_t rows, size_t columns, size_t item_size)
{
    if (rows && columns > PY_SSIZE_T_MAX / item_size / rows) fail(&call->work, OUT_OF_MEMORY);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(rows * columns * item_size));
    if (!bytes) fail(&call->work, ENDED);
    call->outputs[number] = bytes;
    return PyBytes_AS_STRING(bytes);
}

void *zeros(Call *call, int number, size_t rows, size_t columns, size_t item_size)
{
    void *items = output(call, number, rows, columns, item_size);
    return memset(items, 0, rows * columns * item_size);
}

void shorten(Call *call, int number, size_t bytes)
{
    if (_PyBytes_Resize(&call->outputs[number], (Py_ssize_t)bytes)) fail(&call->work, ENDED);
}

PyObject *finish(Call *call)
{
    PyObject **outputs = call->outputs;
    if (!outputs[0]) Py_RETURN_NONE;
    if (!outputs[1]) return Py_NewRef(outputs[0]);
    if (!outputs[2]) return PyTuple_Pack(2, outputs[0], outputs[1]);
    return outputs[3] ? PyTuple_Pack(4, outputs[0], outputs[1], outputs[2], outputs[3])
                      : PyTuple_Pack(3, outputs[0], outputs[1], outputs[2]);
}

void append_items(Call *call, const void *items, size_t count, size_t item_size, size_t number)
{
    size_t bytes = call->bytes + count * item_size;
    reserve(&call->work, &call->work.memory, &call->grown, &call->capacity, bytes, 1);
    if (count) memcpy((uint8_t *)call->grown + call->bytes, items, count * item_size);
    call->bytes = bytes;
    ((int64_t *)call->found[1])[number + 1] = (int64_t)(bytes / item_size);
}
