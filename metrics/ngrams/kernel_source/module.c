/* The Python face of the kernel: checks what it is given, releases the GIL, calls the parts. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "match.h"
#include "tokenize.h"
#include "vocabulary.h"

static PyObject *raise_status(Status status)
{
    if (status == OUT_OF_MEMORY) return PyErr_NoMemory();
    PyErr_SetString(PyExc_OverflowError,
                    "more than 4,294,967,294 tokens or n-grams; score the corpus in parts");
    return NULL;
}

/* Buffers of numbers ----------------------------------------------------------------------- */

/* Offsets must begin at or above 0, never fall, and stay within `limit`. */
static int check_offsets(const Py_buffer *offsets, Py_ssize_t limit, const char *name)
{
    const int64_t *values = offsets->buf;
    Py_ssize_t count = offsets->len / (Py_ssize_t)sizeof(int64_t);
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

static int check_ids(const Py_buffer *ids, size_t bound, const char *name)
{
    const uint32_t *values = ids->buf;
    Py_ssize_t count = ids->len / (Py_ssize_t)sizeof(uint32_t);
    uint32_t highest = 0;
    for (Py_ssize_t i = 0; i < count; i++) highest = values[i] > highest ? values[i] : highest;
    if (ids->len % (Py_ssize_t)sizeof(uint32_t) || (count && highest >= bound)) {
        PyErr_Format(PyExc_ValueError, "%s are not uint32 below %zu", name, bound);
        return 0;
    }
    return 1;
}

static Py_ssize_t number_of(const Py_buffer *buffer, size_t item_size)
{
    return buffer->len / (Py_ssize_t)item_size;
}

static void release_all(Py_buffer *buffers, int count)
{
    for (int i = 0; i < count; i++)
        if (buffers[i].obj) PyBuffer_Release(&buffers[i]);
}

/* Strings are objects scattered over the memory: so many are fetched before they are read. */
enum { AHEAD = 8 };

/* types -------------------------------------------------------------------------------------- */

PyDoc_STRVAR(types_doc, "types(objects)\n--\n\nReturn the set of the types of objects.");

static PyObject *types(PyObject *Py_UNUSED(module), PyObject *objects)
{
    PyObject *sequence = PySequence_Fast(objects, "types() needs a sequence");
    PyObject *found = PySet_New(NULL), *last = NULL;
    if (!sequence || !found) goto failed;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(sequence); i++) {
        if (i + 2 * AHEAD < PySequence_Fast_GET_SIZE(sequence))
            PREFETCH(PySequence_Fast_GET_ITEM(sequence, i + 2 * AHEAD));
        PyObject *type = (PyObject *)Py_TYPE(PySequence_Fast_GET_ITEM(sequence, i));
        if (type == last) continue;
        Py_INCREF(type); /* a type can have a __hash__ that drops the object */
        int added = PySet_Add(found, type);
        Py_DECREF(type);
        if (added < 0) goto failed;
        last = type;
    }
    Py_DECREF(sequence);
    return found;
failed:
    Py_XDECREF(sequence);
    Py_XDECREF(found);
    return NULL;
}

/* pack --------------------------------------------------------------------------------------- */

static PyObject *index_and_type(Py_ssize_t index, PyObject *value)
{
    PyObject *arguments = Py_BuildValue("(ns)", index, Py_TYPE(value)->tp_name);
    if (arguments) PyErr_SetObject(PyExc_TypeError, arguments);
    Py_XDECREF(arguments);
    return NULL;
}

/* The UTF-8 bytes of a string: its own memory if it is ASCII, else those of `*temporary`. Either
 * way they stand behind the head of an object, so that some bytes before them can be read. */
static const char *utf8_of(PyObject *string, Py_ssize_t *length, PyObject **temporary)
{
    *temporary = NULL;
    if (PyUnicode_IS_COMPACT_ASCII(string)) {
        *length = PyUnicode_GET_LENGTH(string);
        return PyUnicode_DATA(string);
    }
    /* Not PyUnicode_AsUTF8AndSize: it would keep a copy in every string for good. */
    *temporary = PyUnicode_AsUTF8String(string);
    if (!*temporary) return NULL;
    *length = PyBytes_GET_SIZE(*temporary);
    return PyBytes_AS_STRING(*temporary);
}

PyDoc_STRVAR(pack_doc, "pack(lines)\n--\n\nEncode lines as UTF-8, back to back.");

/* The most bytes that a string can take in UTF-8. */
static size_t most_utf8(PyObject *string)
{
    size_t length = (size_t)PyUnicode_GET_LENGTH(string);
    if (PyUnicode_IS_COMPACT_ASCII(string)) return length;
    int kind = PyUnicode_KIND(string);
    return length * (kind == PyUnicode_1BYTE_KIND ? 2 : kind == PyUnicode_2BYTE_KIND ? 3 : 4);
}

static PyObject *pack(PyObject *Py_UNUSED(module), PyObject *lines)
{
    size_t capacity = 0, length = 0;
    PyObject *result = NULL, *text = NULL, *offsets = NULL;
    PyObject *sequence = PySequence_Tuple(lines); /* a copy that nobody else can change */
    if (!sequence) return NULL;
    Py_ssize_t count = PyTuple_GET_SIZE(sequence);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *line = PyTuple_GET_ITEM(sequence, i);
        if (i + AHEAD < count) PREFETCH(PyTuple_GET_ITEM(sequence, i + AHEAD));
        if (!PyUnicode_Check(line)) {
            index_and_type(i, line);
            goto done;
        }
        capacity += most_utf8(line);
    }
    text = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)capacity);
    offsets = PyBytes_FromStringAndSize(NULL, (count + 1) * (Py_ssize_t)sizeof(int64_t));
    if (!text || !offsets) goto done;
    int64_t *ends = (int64_t *)PyBytes_AS_STRING(offsets);
    ends[0] = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *temporary;
        Py_ssize_t size;
        const char *utf8 = utf8_of(PyTuple_GET_ITEM(sequence, i), &size, &temporary);
        if (!utf8) goto done;
        CHECK(length + (size_t)size <= capacity);
        memcpy(PyBytes_AS_STRING(text) + length, utf8, (size_t)size);
        Py_XDECREF(temporary);
        length += (size_t)size;
        ends[i + 1] = (int64_t)length;
    }
    if (_PyBytes_Resize(&text, (Py_ssize_t)length) == 0) result = PyTuple_Pack(2, text, offsets);
done:
    Py_XDECREF(text);
    Py_XDECREF(offsets);
    Py_DECREF(sequence);
    return result;
}

/* Vocabulary --------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    Tokens tokens;
    int busy; /* being changed without the GIL */
} Vocabulary;

static int refuse_busy(int busy, const char *what)
{
    if (busy) PyErr_Format(PyExc_RuntimeError, "%s is in use by another thread", what);
    return busy;
}

static PyObject *vocabulary_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "", names)) return NULL;
    Vocabulary *self = (Vocabulary *)type->tp_alloc(type, 0);
    if (self && tokens_init(&self->tokens) != FINE) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static void vocabulary_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    tokens_free(&((Vocabulary *)self)->tokens);
    type->tp_free(self);
    Py_DECREF(type);
}

static Py_ssize_t vocabulary_length(PyObject *self)
{
    return (Py_ssize_t)((Vocabulary *)self)->tokens.size;
}

static PyObject *token_string(const Tokens *tokens, size_t id)
{
    uint64_t begin = tokens->offsets[id], end = tokens->offsets[id + 1];
    return PyUnicode_DecodeUTF8((char *)tokens->bytes + begin, (Py_ssize_t)(end - begin), NULL);
}

static PyObject *vocabulary_token(PyObject *self, PyObject *argument)
{
    Vocabulary *vocabulary = (Vocabulary *)self;
    size_t id = PyLong_AsSize_t(argument);
    if (PyErr_Occurred() || refuse_busy(vocabulary->busy, "this vocabulary")) return NULL;
    if (id >= vocabulary->tokens.size) {
        PyErr_Format(PyExc_IndexError, "no token has the id %zu", id);
        return NULL;
    }
    return token_string(&vocabulary->tokens, id);
}

static PyObject *vocabulary_tokens(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    Vocabulary *vocabulary = (Vocabulary *)self;
    if (refuse_busy(vocabulary->busy, "this vocabulary")) return NULL;
    Py_ssize_t size = (Py_ssize_t)vocabulary->tokens.size;
    PyObject *list = PyList_New(size);
    for (Py_ssize_t id = 0; list && id < size; id++) {
        PyObject *token = token_string(&vocabulary->tokens, (size_t)id);
        if (!token) Py_CLEAR(list);
        else PyList_SET_ITEM(list, id, token);
    }
    return list;
}

/* A growing array of ids. */
typedef struct {
    uint32_t *ids;
    size_t count, capacity;
} Ids;

static PyObject *ids_and_offsets(const Ids *ids, PyObject *offsets)
{
    return Py_BuildValue("(y#O)", ids->ids ? (char *)ids->ids : "",
                         (Py_ssize_t)(ids->count * sizeof(uint32_t)), offsets);
}

static PyObject *type_at(Py_ssize_t segment, Py_ssize_t position, PyObject *value)
{
    PyObject *arguments = Py_BuildValue("(nns)", segment, position, Py_TYPE(value)->tp_name);
    if (arguments) PyErr_SetObject(PyExc_TypeError, arguments);
    Py_XDECREF(arguments);
    return NULL;
}

static int is_token_list(PyObject *segment)
{
    return PyList_Check(segment) || PyTuple_Check(segment);
}

/* Fetch the first tokens of the segment that comes next, and the lists of those behind it. */
static void fetch_next(PyObject *sequence, Py_ssize_t index)
{
    Py_ssize_t count = PySequence_Fast_GET_SIZE(sequence);
    if (index + 4 >= count) return;
    PyObject **segments = PySequence_Fast_ITEMS(sequence) + index;
    PREFETCH(segments[4]);
    if (is_token_list(segments[2])) PREFETCH(PySequence_Fast_ITEMS(segments[2]));
    if (!is_token_list(segments[1])) return;
    PyObject **tokens = PySequence_Fast_ITEMS(segments[1]);
    Py_ssize_t size = PySequence_Fast_GET_SIZE(segments[1]);
    for (Py_ssize_t i = 0; i < size && i < AHEAD; i++) PREFETCH(tokens[i]);
}

static int encode_segment(Tokens *tokens, PyObject *segment, Py_ssize_t index, Ids *ids)
{
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(segment); i++) {
        PyObject *token = PySequence_Fast_GET_ITEM(segment, i);
        if (i + AHEAD < PySequence_Fast_GET_SIZE(segment))
            PREFETCH(PySequence_Fast_GET_ITEM(segment, i + AHEAD));
        if (!PyUnicode_Check(token)) {
            type_at(index, i, token);
            return 0;
        }
        PyObject *temporary;
        Py_ssize_t length;
        const uint8_t *utf8 = (const uint8_t *)utf8_of(token, &length, &temporary);
        if (!utf8) return 0;
        Status status =
            reserve((void **)&ids->ids, &ids->capacity, ids->count + 1, sizeof(uint32_t));
        if (status == FINE)
            status = tokens_intern(tokens, utf8, (size_t)length,
                                   token_key_behind(utf8, (size_t)length),
                                   &ids->ids[ids->count]);
        Py_XDECREF(temporary);
        if (status != FINE) {
            raise_status(status);
            return 0;
        }
        ids->count++;
    }
    return 1;
}

PyDoc_STRVAR(encode_tokens_doc,
             "encode_tokens(segments)\n--\n\nNumber the tokens of every segment, adding new ones.");

static PyObject *vocabulary_encode_tokens(PyObject *self, PyObject *segments)
{
    Vocabulary *vocabulary = (Vocabulary *)self;
    if (refuse_busy(vocabulary->busy, "this vocabulary")) return NULL;
    Ids ids = {0};
    PyObject *result = NULL, *offsets = NULL;
    PyObject *sequence = PySequence_Fast(segments, "segments must be a sequence of token lists");
    if (!sequence) return NULL;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(sequence);
    offsets = PyBytes_FromStringAndSize(NULL, (count + 1) * (Py_ssize_t)sizeof(int64_t));
    if (!offsets) goto done;
    int64_t *ends = (int64_t *)PyBytes_AS_STRING(offsets);
    ends[0] = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *segment = PySequence_Fast_GET_ITEM(sequence, i);
        if (!is_token_list(segment)) {
            type_at(i, -1, segment);
            goto done;
        }
        fetch_next(sequence, i);
        if (!encode_segment(&vocabulary->tokens, segment, i, &ids)) goto done;
        ends[i + 1] = (int64_t)ids.count;
    }
    result = ids_and_offsets(&ids, offsets);
done:
    free(ids.ids);
    Py_XDECREF(offsets);
    Py_DECREF(sequence);
    return result;
}

static const struct {
    const char *name;
    TokenizerKind kind;
} compiled_tokenizers[] = {
    {"none", TOKENIZER_NONE},
    {"char", TOKENIZER_CHAR},
    {"13a", TOKENIZER_13A},
    {"mteval-13a", TOKENIZER_MTEVAL_13A},
};

#define TOKENIZERS (sizeof compiled_tokenizers / sizeof compiled_tokenizers[0])

static Status encode_lines(Tokens *tokens, TokenizerKind kind, int fold_ascii, const uint8_t *text,
                           size_t text_length, const int64_t *starts, const int64_t *ends,
                           size_t lines, Ids *ids, int64_t *offsets)
{
    TokenizedLine line = {0};
    Status status = FINE;
    offsets[0] = 0;
    for (size_t i = 0; i < lines && status == FINE; i++) {
        status = tokenize_line(kind, fold_ascii, text + starts[i], (size_t)(ends[i] - starts[i]),
                               text + text_length, &line);
        if (status == FINE)
            status = reserve((void **)&ids->ids, &ids->capacity, ids->count + line.count,
                             sizeof(uint32_t));
        for (size_t t = 0; t < line.count && status == FINE; t++) {
            const Span *span = &line.spans[t];
            uint64_t key = token_key(span->start, span->length, line.limit);
            status = tokens_intern(tokens, span->start, span->length, key, &ids->ids[ids->count]);
            ids->count += status == FINE;
        }
        offsets[i + 1] = (int64_t)ids->count;
    }
    tokenized_line_free(&line);
    return status;
}

PyDoc_STRVAR(encode_text_doc,
             "encode_text(text, starts, ends, tokenizer, fold_ascii)\n--\n\n"
             "Tokenize lines of UTF-8 and number their tokens, adding new ones.");

static PyObject *vocabulary_encode_text(PyObject *self, PyObject *arguments)
{
    Vocabulary *vocabulary = (Vocabulary *)self;
    Py_buffer buffers[3] = {{0}};
    const char *name;
    int fold_ascii;
    PyObject *result = NULL, *offsets = NULL;
    Ids ids = {0};
    if (!PyArg_ParseTuple(arguments, "y*y*y*sp:encode_text", &buffers[0], &buffers[1], &buffers[2],
                          &name, &fold_ascii))
        return NULL;
    size_t tokenizer = 0;
    while (tokenizer < TOKENIZERS && strcmp(name, compiled_tokenizers[tokenizer].name)) tokenizer++;
    if (tokenizer == TOKENIZERS) {
        PyErr_Format(PyExc_ValueError, "no tokenizer named '%s' is compiled", name);
        goto done;
    }
    const int64_t *starts = buffers[1].buf, *ends = buffers[2].buf;
    Py_ssize_t lines = number_of(&buffers[1], sizeof(int64_t));
    int fine = buffers[1].len == buffers[2].len && buffers[1].len % (Py_ssize_t)sizeof(int64_t) == 0;
    for (Py_ssize_t i = 0; fine && i < lines; i++)
        fine = 0 <= starts[i] && starts[i] <= ends[i] && ends[i] <= buffers[0].len;
    if (!fine) {
        PyErr_SetString(PyExc_ValueError, "starts and ends are not the bounds of lines in text");
        goto done;
    }
    if (refuse_busy(vocabulary->busy, "this vocabulary")) goto done;
    offsets = PyBytes_FromStringAndSize(NULL, (lines + 1) * (Py_ssize_t)sizeof(int64_t));
    if (!offsets) goto done;
    Status status;
    vocabulary->busy = 1;
    Py_BEGIN_ALLOW_THREADS
    status = encode_lines(&vocabulary->tokens, compiled_tokenizers[tokenizer].kind, fold_ascii,
                          buffers[0].buf, (size_t)buffers[0].len, starts, ends, (size_t)lines,
                          &ids, (int64_t *)PyBytes_AS_STRING(offsets));
    Py_END_ALLOW_THREADS
    vocabulary->busy = 0;
    result = status == FINE ? ids_and_offsets(&ids, offsets) : raise_status(status);
done:
    free(ids.ids);
    Py_XDECREF(offsets);
    release_all(buffers, 3);
    return result;
}

PyDoc_STRVAR(map_from_doc,
             "map_from(other, add)\n--\n\n"
             "Return for each id of `other` the id here; tokens not here are added or UNKNOWN.");

static PyObject *vocabulary_map_from(PyObject *self, PyObject *arguments)
{
    Vocabulary *vocabulary = (Vocabulary *)self;
    PyObject *other_object;
    int add;
    if (!PyArg_ParseTuple(arguments, "O!p:map_from", Py_TYPE(self), &other_object, &add))
        return NULL;
    Vocabulary *other = (Vocabulary *)other_object;
    if (refuse_busy(vocabulary->busy || other->busy, "this vocabulary")) return NULL;
    size_t size = other->tokens.size;
    PyObject *mapping = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(size * sizeof(uint32_t)));
    if (!mapping) return NULL;
    uint32_t *ids = (uint32_t *)PyBytes_AS_STRING(mapping);
    for (size_t id = 0; id < size; id++) {
        if (self == other_object) {
            ids[id] = (uint32_t)id;
            continue;
        }
        const uint8_t *token = other->tokens.bytes + other->tokens.offsets[id];
        size_t length = (size_t)(other->tokens.offsets[id + 1] - other->tokens.offsets[id]);
        uint64_t key = token_key(token, length, token + length);
        if (!add) {
            ids[id] = tokens_find(&vocabulary->tokens, token, length, key);
            continue;
        }
        Status status = tokens_intern(&vocabulary->tokens, token, length, key, &ids[id]);
        if (status != FINE) {
            Py_DECREF(mapping);
            return raise_status(status);
        }
    }
    return mapping;
}

static PyMethodDef vocabulary_methods[] = {
    {"token", vocabulary_token, METH_O, "token(token_id)\n--\n\nReturn the token with this id."},
    {"tokens", vocabulary_tokens, METH_NOARGS,
     "tokens()\n--\n\nReturn all tokens, in the order of their ids."},
    {"encode_tokens", vocabulary_encode_tokens, METH_O, encode_tokens_doc},
    {"encode_text", vocabulary_encode_text, METH_VARARGS, encode_text_doc},
    {"map_from", vocabulary_map_from, METH_VARARGS, map_from_doc},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot vocabulary_slots[] = {
    {Py_tp_doc, "Vocabulary()\n--\n\nTokens numbered in the order of their first occurrence."},
    {Py_tp_new, vocabulary_new},
    {Py_tp_dealloc, vocabulary_dealloc},
    {Py_tp_methods, vocabulary_methods},
    {Py_sq_length, vocabulary_length},
    {0, NULL},
};

static PyType_Spec vocabulary_spec = {
    .name = "tallystick.metrics.ngrams._kernel.Vocabulary",
    .basicsize = sizeof(Vocabulary),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = vocabulary_slots,
};

/* NgramTable --------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    NodeTable nodes;
    int readers; /* matches that read the table without the GIL */
} NgramTable;

static int table_busy(const NgramTable *table)
{
    int busy = 0;
    for (uint32_t i = 0; i < table->nodes.branch_count; i++) busy |= table->nodes.branches[i].busy;
    return refuse_busy(busy, "this table");
}

static PyObject *table_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"vocabulary_size", "branches", NULL};
    Py_ssize_t size;
    int branches = 1;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "n|i", names, &size, &branches))
        return NULL;
    if (size < 0 || branches < 1) {
        PyErr_Format(PyExc_ValueError, "vocabulary_size is %zd and branches %d; expected 0 and 1 "
                     "or more", size, branches);
        return NULL;
    }
    NgramTable *self = (NgramTable *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    Status status = nodes_init(&self->nodes, (size_t)size, (uint32_t)branches);
    if (status != FINE) {
        Py_DECREF(self);
        return raise_status(status);
    }
    return (PyObject *)self;
}

static void table_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    nodes_free(&((NgramTable *)self)->nodes);
    type->tp_free(self);
    Py_DECREF(type);
}

static Py_ssize_t table_length(PyObject *self)
{
    return (Py_ssize_t)nodes_size(&((NgramTable *)self)->nodes);
}

PyDoc_STRVAR(count_doc,
             "count(ids, offsets, max_order, prune=False, always_extended=UNKNOWN, branch=0)\n--\n\n"
             "Add the n-grams of one branch of every segment, order by order.");

static PyObject *table_count(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"ids", "offsets", "max_order", "prune", "always_extended", "branch",
                            NULL};
    NgramTable *table = (NgramTable *)self;
    Py_buffer buffers[2] = {{0}};
    int max_order, prune = 0;
    long long always_extended = UNKNOWN, number = 0;
    PyObject *result = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "y*y*i|pLL", names, &buffers[0],
                                     &buffers[1], &max_order, &prune, &always_extended, &number))
        return NULL;
    if (!check_ids(&buffers[0], table->nodes.vocabulary_size, "ids") ||
        !check_offsets(&buffers[1], number_of(&buffers[0], sizeof(uint32_t)), "offsets"))
        goto done;
    if (always_extended < 0 || always_extended > UNKNOWN) {
        PyErr_Format(PyExc_ValueError, "no token has the id %lld", always_extended);
        goto done;
    }
    if (refuse_busy(table->readers, "this table")) goto done;
    if (max_order < 1 || number < 0 || number >= table->nodes.branch_count ||
        table->nodes.branches[number].counted) {
        PyErr_SetString(PyExc_ValueError,
                        "every branch of an n-gram table counts once, with max_order 1 or more");
        goto done;
    }
    Branch *branch = &table->nodes.branches[number];
    Status status;
    branch->busy = branch->counted = 1;
    Py_BEGIN_ALLOW_THREADS
    status = nodes_count(&table->nodes, (uint32_t)number, buffers[0].buf, buffers[1].buf,
                         (size_t)number_of(&buffers[1], sizeof(int64_t)) - 1, max_order, prune,
                         (uint32_t)always_extended);
    Py_END_ALLOW_THREADS
    branch->busy = 0;
    if (status == FINE) result = Py_NewRef(Py_None);
    else raise_status(status);
done:
    release_all(buffers, 2);
    return result;
}

/* Walk along an n-gram; returns the number of its node, UNKNOWN, or -1 with an exception set. */
static int64_t walk(NgramTable *table, PyObject *ngram, int add)
{
    uint32_t node = UNKNOWN, branch = 0;
    if (table_busy(table) || (add && refuse_busy(table->readers, "this table"))) return -1;
    PyObject *sequence = PySequence_Fast(ngram, "an n-gram is a sequence of token ids");
    if (!sequence) return -1;
    Py_ssize_t order = PySequence_Fast_GET_SIZE(sequence);
    if (!order) PyErr_SetString(PyExc_ValueError, "an n-gram has at least one token");
    for (Py_ssize_t i = 0; i < order; i++) {
        unsigned long token = PyLong_AsUnsignedLong(PySequence_Fast_GET_ITEM(sequence, i));
        if (PyErr_Occurred()) break;
        int known = token < table->nodes.vocabulary_size;
        if (!known && add) {
            PyErr_Format(PyExc_ValueError, "no token has the id %lu", token);
            break;
        }
        if (!i) {
            node = known ? (uint32_t)token : UNKNOWN;
            branch = known ? branch_of(&table->nodes, node) : 0;
        } else if (add) {
            Status status =
                nodes_extend(&table->nodes, branch, node, (uint32_t)token, &node);
            if (status != FINE) {
                raise_status(status);
                break;
            }
        } else if (node != UNKNOWN) {
            node = known ? nodes_find(&table->nodes, branch, node, (uint32_t)token) : UNKNOWN;
        }
    }
    Py_DECREF(sequence);
    if (PyErr_Occurred()) return -1;
    return node == UNKNOWN ? UNKNOWN : nodes_number(&table->nodes, branch, node);
}

static PyObject *table_insert(PyObject *self, PyObject *ngram)
{
    if (((NgramTable *)self)->nodes.branch_count > 1) {
        PyErr_SetString(PyExc_ValueError, "only a table of one branch takes single n-grams");
        return NULL;
    }
    int64_t node = walk((NgramTable *)self, ngram, 1);
    return node < 0 ? NULL : PyLong_FromLongLong(node);
}

static PyObject *table_find(PyObject *self, PyObject *ngram)
{
    int64_t node = walk((NgramTable *)self, ngram, 0);
    return node < 0 ? NULL : PyLong_FromLongLong(node);
}

static PyObject *table_nodes(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    NgramTable *table = (NgramTable *)self;
    if (table_busy(table)) return NULL;
    Py_ssize_t bytes = (Py_ssize_t)(nodes_size(&table->nodes) * sizeof(uint32_t));
    PyObject *prefixes = PyBytes_FromStringAndSize(NULL, bytes);
    PyObject *tokens = PyBytes_FromStringAndSize(NULL, bytes);
    PyObject *counts = PyBytes_FromStringAndSize(NULL, bytes);
    PyObject *result = NULL;
    if (prefixes && tokens && counts) {
        nodes_write(&table->nodes, (uint32_t *)PyBytes_AS_STRING(prefixes),
                    (uint32_t *)PyBytes_AS_STRING(tokens),
                    (uint32_t *)PyBytes_AS_STRING(counts));
        result = PyTuple_Pack(3, prefixes, tokens, counts);
    }
    Py_XDECREF(prefixes);
    Py_XDECREF(tokens);
    Py_XDECREF(counts);
    return result;
}

PyDoc_STRVAR(ratios_doc,
             "ratios(total, without_prefix)\n--\n\n"
             "Return the count of every node's prefix over its own, float64, writable.");

static PyObject *table_ratios(PyObject *self, PyObject *arguments)
{
    NgramTable *table = (NgramTable *)self;
    double total;
    unsigned long without_prefix;
    if (!PyArg_ParseTuple(arguments, "dk:ratios", &total, &without_prefix)) return NULL;
    if (without_prefix > UNKNOWN) {
        PyErr_Format(PyExc_ValueError, "%lu is no node", without_prefix);
        return NULL;
    }
    if (table_busy(table)) return NULL;
    size_t bytes = nodes_size(&table->nodes) * sizeof(double);
    PyObject *ratios = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)bytes);
    if (ratios)
        nodes_ratios(&table->nodes, total, (uint32_t)without_prefix,
                     (double *)(void *)PyByteArray_AS_STRING(ratios));
    return ratios;
}

static PyMethodDef table_methods[] = {
    {"count", (PyCFunction)(void (*)(void))table_count, METH_VARARGS | METH_KEYWORDS, count_doc},
    {"insert", table_insert, METH_O,
     "insert(ngram)\n--\n\nReturn the node of an n-gram, adding it and its missing prefixes."},
    {"find", table_find, METH_O, "find(ngram)\n--\n\nReturn the node of an n-gram, or UNKNOWN."},
    {"ratios", table_ratios, METH_VARARGS, ratios_doc},
    {"nodes", table_nodes, METH_NOARGS,
     "nodes()\n--\n\nReturn prefix nodes, last tokens and counts of all nodes, uint32 each."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot table_slots[] = {
    {Py_tp_doc, "NgramTable(vocabulary_size, branches=1)\n--\n\nN-grams numbered as nodes."},
    {Py_tp_new, table_new},
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_methods, table_methods},
    {Py_sq_length, table_length},
    {0, NULL},
};

static PyType_Spec table_spec = {
    .name = "tallystick.metrics.ngrams._kernel.NgramTable",
    .basicsize = sizeof(NgramTable),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = table_slots,
};

/* match -------------------------------------------------------------------------------------- */

enum { HYPOTHESIS_IDS, HYPOTHESIS_OFFSETS, REFERENCE_IDS, REFERENCE_OFFSETS, SEGMENT_OFFSETS,
       WEIGHTS, MAPPING, BUFFERS };

typedef struct {
    PyTypeObject *vocabulary_type, *table_type;
} ModuleState;

PyDoc_STRVAR(match_doc,
             "match(hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, "
             "segment_offsets, max_order, vocabulary_size, table=None, weights=None, "
             "mapping=None)\n--\n\nCount the clipped matches of every segment and order.");

static PyObject *match(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"hypothesis_ids", "hypothesis_offsets", "reference_ids",
                            "reference_offsets", "segment_offsets", "max_order",
                            "vocabulary_size", "table", "weights", "mapping", NULL};
    ModuleState *state = PyModule_GetState(module);
    Py_buffer buffers[BUFFERS] = {{0}};
    int max_order;
    Py_ssize_t vocabulary_size;
    PyObject *table = Py_None, *weights = Py_None, *mapping = Py_None;
    PyObject *matches = NULL, *weighted = NULL, *result = NULL;
    if (!PyArg_ParseTupleAndKeywords(
            arguments, keywords, "y*y*y*y*y*in|OOO", names, &buffers[HYPOTHESIS_IDS],
            &buffers[HYPOTHESIS_OFFSETS], &buffers[REFERENCE_IDS], &buffers[REFERENCE_OFFSETS],
            &buffers[SEGMENT_OFFSETS], &max_order, &vocabulary_size, &table, &weights, &mapping))
        return NULL;
    Py_ssize_t segments = number_of(&buffers[HYPOTHESIS_OFFSETS], sizeof(int64_t)) - 1;
    if (max_order < 1 || vocabulary_size < 0) {
        PyErr_SetString(PyExc_ValueError, "max_order is at least 1 and vocabulary_size at least 0");
        goto done;
    }
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
        goto done;
    if (buffers[SEGMENT_OFFSETS].len != buffers[HYPOTHESIS_OFFSETS].len) {
        PyErr_SetString(PyExc_ValueError, "segment_offsets and hypothesis_offsets differ in length");
        goto done;
    }
    if (table != Py_None) {
        if (!PyObject_TypeCheck(table, state->table_type)) {
            PyErr_SetString(PyExc_TypeError, "table must be an NgramTable");
            goto done;
        }
        if (PyObject_GetBuffer(weights, &buffers[WEIGHTS], PyBUF_SIMPLE) ||
            PyObject_GetBuffer(mapping, &buffers[MAPPING], PyBUF_SIMPLE) ||
            table_busy((NgramTable *)table))
            goto done;
        const NodeTable *nodes = &((NgramTable *)table)->nodes;
        const uint32_t *targets = buffers[MAPPING].buf;
        int fine = buffers[WEIGHTS].len == (Py_ssize_t)(nodes_size(nodes) * sizeof(double)) &&
                   buffers[MAPPING].len % (Py_ssize_t)sizeof(uint32_t) == 0 &&
                   number_of(&buffers[MAPPING], sizeof(uint32_t)) >= vocabulary_size;
        for (Py_ssize_t i = 0; fine && i < vocabulary_size; i++)
            fine = targets[i] == UNKNOWN || targets[i] < nodes->vocabulary_size;
        if (!fine) {
            PyErr_SetString(PyExc_ValueError, "weights or mapping do not fit the table");
            goto done;
        }
    }
    if (segments && max_order > PY_SSIZE_T_MAX / 8 / segments) {
        PyErr_NoMemory();
        goto done;
    }
    Py_ssize_t size = segments * max_order * 8;
    matches = PyBytes_FromStringAndSize(NULL, size);
    weighted = PyBytes_FromStringAndSize(NULL, table == Py_None ? 0 : size);
    if (!matches || !weighted) goto done;
    MatchInput input = {
        .hypothesis_ids = buffers[HYPOTHESIS_IDS].buf,
        .hypothesis_offsets = buffers[HYPOTHESIS_OFFSETS].buf,
        .reference_ids = buffers[REFERENCE_IDS].buf,
        .reference_offsets = buffers[REFERENCE_OFFSETS].buf,
        .segment_offsets = buffers[SEGMENT_OFFSETS].buf,
        .segments = (size_t)segments,
        .vocabulary_size = (size_t)vocabulary_size,
        .max_order = max_order,
        .table = table == Py_None ? NULL : &((NgramTable *)table)->nodes,
        .weights = buffers[WEIGHTS].buf,
        .mapping = buffers[MAPPING].buf,
    };
    Status status;
    if (input.table) ((NgramTable *)table)->readers++;
    Py_BEGIN_ALLOW_THREADS
    status = match_segments(&input, (int64_t *)PyBytes_AS_STRING(matches),
                            (double *)PyBytes_AS_STRING(weighted));
    Py_END_ALLOW_THREADS
    if (input.table) ((NgramTable *)table)->readers--;
    result = status == FINE ? PyTuple_Pack(2, matches, weighted) : raise_status(status);
done:
    Py_XDECREF(matches);
    Py_XDECREF(weighted);
    release_all(buffers, BUFFERS);
    return result;
}

/* The module --------------------------------------------------------------------------------- */

static PyMethodDef functions[] = {
    {"types", types, METH_O, types_doc},
    {"pack", pack, METH_O, pack_doc},
    {"match", (PyCFunction)(void (*)(void))match, METH_VARARGS | METH_KEYWORDS, match_doc},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject *add_type(PyObject *module, PyType_Spec *spec, const char *name)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    if (!type || PyModule_AddObjectRef(module, name, type) < 0) Py_CLEAR(type);
    return (PyTypeObject *)type;
}

/* glibc hands freed blocks back to the system, page by page, until it has once seen a large block
 * freed; a scoring run then spends a quarter of its time on fetching the same pages again. One
 * block that is never touched, allocated and freed, teaches it to keep them. */
static void keep_freed_memory(void)
{
#ifdef __GLIBC__
    void *volatile block = malloc((size_t)16 << 20); /* volatile: the compiler may not skip it */
    free(block);
#endif
}

static int execute(PyObject *module)
{
    keep_freed_memory();
    ModuleState *state = PyModule_GetState(module);
    state->vocabulary_type = add_type(module, &vocabulary_spec, "Vocabulary");
    state->table_type = add_type(module, &table_spec, "NgramTable");
    if (!state->vocabulary_type || !state->table_type) return -1;
    PyObject *names = PyFrozenSet_New(NULL);
    for (size_t i = 0; names && i < TOKENIZERS; i++) {
        PyObject *name = PyUnicode_FromString(compiled_tokenizers[i].name);
        if (!name || PySet_Add(names, name) < 0) Py_CLEAR(names);
        Py_XDECREF(name);
    }
    int added = names ? PyModule_AddObjectRef(module, "COMPILED_TOKENIZERS", names) : -1;
    Py_XDECREF(names);
    return added;
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    ModuleState *state = PyModule_GetState(module);
    Py_VISIT(state->vocabulary_type);
    Py_VISIT(state->table_type);
    return 0;
}

static int clear(PyObject *module)
{
    ModuleState *state = PyModule_GetState(module);
    Py_CLEAR(state->vocabulary_type);
    Py_CLEAR(state->table_type);
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tallystick.metrics.ngrams._kernel",
    .m_doc = "The compiled n-gram kernel; `_kernel_python` is its readable twin.",
    .m_size = sizeof(ModuleState),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&definition);
}
