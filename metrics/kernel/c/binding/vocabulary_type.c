/* The Python type Vocabulary. */

#include "binding/binding.h"
#include "text/encode.h"
#include "text/utf8.h"

typedef struct {
    Shared shared;
    Tokens tokens;
} Vocabulary;

static Tokens *tokens_of(PyObject *vocabulary)
{
    return &((Vocabulary *)vocabulary)->tokens;
}

static PyObject *vocabulary_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "", names)) return NULL;
    PyObject *self = type->tp_alloc(type, 0);
    if (!self || tokens_init(tokens_of(self)) == FINE) return self;
    Py_DECREF(self);
    return PyErr_NoMemory();
}

SHARED_TYPE(vocabulary, Vocabulary, tokens_free(tokens_of(self)), tokens_of(self)->size)

static Span token_at(const Tokens *tokens, size_t id)
{
    return (Span){tokens->bytes + tokens->offsets[id], tokens->bytes + tokens->offsets[id + 1]};
}

static PyObject *token_string(const Tokens *tokens, size_t id)
{
    Span token = token_at(tokens, id);
    return PyUnicode_DecodeUTF8((char *)token.start, token.end - token.start, NULL);
}

static PyObject *python_token(Call *call, const Value *given)
{
    const Tokens *tokens = tokens_of(call->self);
    int64_t id = given->whole;
    if (0 <= id && (size_t)id < tokens->size) return token_string(tokens, (size_t)id);
    return PyErr_Format(PyExc_IndexError, "no token has the id %lld", (long long)id);
}

METHOD(token, READS, {"token_id", WHOLE})

static PyObject *python_tokens(Call *call, const Value *Py_UNUSED(given))
{
    const Tokens *tokens = tokens_of(call->self);
    PyObject *list = PyList_New((Py_ssize_t)tokens->size);
    for (size_t id = 0; list && id < tokens->size; id++) {
        PyObject *token = token_string(tokens, id);
        if (token) PyList_SET_ITEM(list, (Py_ssize_t)id, token);
        else Py_CLEAR(list);
    }
    return list;
}

METHOD(tokens, READS, {NULL})

/* Number the tokens of lists that no other code can change. */
static PyObject *encode_lists(Call *call, PyObject *const *segments, size_t count, int exact,
                              Strings *strings)
{
    int64_t *ends = output(call, 1, count + 1, 1, sizeof(int64_t));
    if (!ends) return NULL;
    ends[0] = 0;
    Py_ssize_t lists = collect_strings(segments, count, strings, ends + 1), segment = 0;
    uint32_t *ids = lists < 0 ? NULL : output(call, 0, strings->count, 1, sizeof(uint32_t));
    Py_ssize_t numbered = ids ? number_strings(tokens_of(call->self), strings->items,
                                               (Py_ssize_t)strings->count, exact, ids)
                              : -1;
    if (numbered < 0) return NULL;
    PyObject *wrong = (size_t)numbered < strings->count ? strings->items[numbered] : NULL;
    if (wrong)
        while (ends[segment + 1] <= numbered) segment++;
    else if ((size_t)lists == count) return finish(call);
    return raise_type_error(
        wrong ? Py_BuildValue("(nns)", segment, numbered - (Py_ssize_t)ends[segment],
                              Py_TYPE(wrong)->tp_name)
              : Py_BuildValue("(nis)", lists, -1, Py_TYPE(segments[lists])->tp_name));
}

/* The segments as tuples in a list, if other threads could change their tokens meanwhile; they are
 * changed by no other code with the GIL. */
static PyObject *still_segments(PyObject *segments)
{
#ifdef Py_GIL_DISABLED
    PyObject *still = PySequence_List(segments);
    for (Py_ssize_t i = 0; still && i < PyList_GET_SIZE(still); i++) {
        if (!PyList_Check(PyList_GET_ITEM(still, i))) continue;
        PyObject *tokens = PyList_AsTuple(PyList_GET_ITEM(still, i));
        if (tokens) PyList_SetItem(still, i, tokens);
        else Py_CLEAR(still);
    }
    return still;
#else
    return Py_NewRef(segments);
#endif
}

static PyObject *python_encode_tokens(Call *call, const Value *given)
{
    Strings strings = {0};
    PyObject *result = NULL, *still = still_segments(given[0].copy);
    if (still)
        result = encode_lists(call, PySequence_Fast_ITEMS(still), given[0].count,
                              (int)given[1].whole, &strings);
    free(strings.items);
    Py_XDECREF(still);
    return result;
}

METHOD(encode_tokens, CHANGES, {"segments", SEQUENCE}, {"exact", BOOLEAN, OPTIONAL})

const char *const folding_names[] = {
    [FOLD_NOTHING] = "none", [FOLD_ASCII] = "ascii", [FOLD_UNICODE] = "unicode", NULL};

static Status encode_text_task(Call *call, const Value *given)
{
    enum { TEXT, STARTS, ENDS, NAME, LOWERCASE };
    Ids ids = {0};
    Status status = encode_lines(tokens_of(call->self), given[NAME].items,
                                 (Folding)given[LOWERCASE].whole, lines_in(&given[TEXT]),
                                 given[STARTS].count, &ids, call->found[1], &call->watch);
    call->memory = ids.ids;
    call->bytes = ids.count * sizeof(uint32_t);
    return status;
}

TASK(encode_text, CHANGES, OUTPUTS({GROWING}, {ITEMS, 1, 1, sizeof(int64_t), .and_end = 1}),
     {"text", BYTES}, {"starts", LINE_STARTS}, {"ends", LINE_ENDS}, {"tokenizer", TOKENIZER},
     {"lowercase", CHOICE, .choices = folding_names})

static PyObject *python_map_from(Call *call, const Value *given)
{
    Tokens *tokens = tokens_of(call->self);
    const Tokens *other = tokens_of(given[0].object);
    uint32_t *ids = output(call, 0, other->size, 1, sizeof(uint32_t));
    for (size_t id = 0; ids && id < other->size && call->status == FINE; id++) {
        Span token = token_at(other, id);
        size_t length = (size_t)(token.end - token.start);
        if (tokens == other) ids[id] = (uint32_t)id;
        else if (!given[1].whole) ids[id] = tokens_find(tokens, other->keys[id], token.start, length);
        else call->status = tokens_intern(tokens, other->keys[id], token.start, length, &ids[id]);
    }
    return ids ? finish(call) : NULL;
}

METHOD(map_from, CHANGES, {"other", LIKE_SELF}, {"add", BOOLEAN})

/* A token in lower case, with memory before it as a key needs; without a start and with an exception
 * set if that fails. */
static Span folded(Span token, Folding folding, Utf8Buffer *buffer)
{
    size_t length = (size_t)(token.end - token.start);
    int is_ascii = 1;
    for (size_t i = 0; i < length; i++) is_ascii &= token.start[i] < 0x80;
    if (folding == FOLD_ASCII || is_ascii) {
        uint8_t *lower = room_in(buffer, length);
        if (!lower) return (Span){NULL, NULL};
        lower_ascii(token.start, length, lower);
        return (Span){lower, lower + length};
    }
    PyObject *string = PyUnicode_DecodeUTF8((char *)token.start, (Py_ssize_t)length, NULL);
    PyObject *lower = string ? PyObject_CallMethod(string, "lower", NULL) : NULL;
    const uint8_t *utf8 = lower ? utf8_in(buffer, lower, &length) : NULL;
    Py_XDECREF(string);
    Py_XDECREF(lower);
    return (Span){utf8, utf8 ? utf8 + length : NULL};
}

/* The id of a token of another vocabulary, which is added if it is new; UNKNOWN with an exception
 * set if it fails. */
static uint32_t id_from(Tokens *tokens, const Tokens *other, uint32_t id, Folding folding,
                        Utf8Buffer *buffer)
{
    uint32_t found;
    Span token = token_at(other, id);
    TokenKey key = other->keys[id];
    if (folding != FOLD_NOTHING) {
        token = folded(token, folding, buffer);
        if (!token.start) return UNKNOWN;
        key = token_key(token.start, (size_t)(token.end - token.start), token.start - KEY_BYTES);
    } else if (tokens == other) {
        return id;
    }
    Status status =
        tokens_intern(tokens, key, token.start, (size_t)(token.end - token.start), &found);
    if (status == FINE) return found;
    raise_status(status);
    return UNKNOWN;
}

static PyObject *python_renumber(Call *call, const Value *given)
{
    enum { OTHER, IDS, LOWERCASE };
    Tokens *tokens = tokens_of(call->self);
    const Tokens *other = tokens_of(given[OTHER].object);
    const uint32_t *ids = given[IDS].items;
    Folding folding = (Folding)given[LOWERCASE].whole;
    uint32_t *found = output(call, 0, given[IDS].count, 1, sizeof(uint32_t));
    uint32_t *mapping = found ? malloc(other->size * sizeof(uint32_t) + 1) : NULL;
    if (!mapping) return PyErr_NoMemory();
    memset(mapping, 0xFF, other->size * sizeof(uint32_t)); /* UNKNOWN */
    Utf8Buffer buffer = {0};
    int fine = 1;
    for (size_t i = 0; i < given[IDS].count && fine; i++) {
        uint32_t *id = &mapping[ids[i]];
        if (*id == UNKNOWN) *id = id_from(tokens, other, ids[i], folding, &buffer);
        found[i] = *id;
        fine = *id != UNKNOWN;
    }
    utf8_buffer_free(&buffer);
    free(mapping);
    return fine ? finish(call) : NULL;
}

METHOD(renumber, CHANGES, {"other", LIKE_SELF}, {"ids", IDS_BELOW, 0},
       {"lowercase", CHOICE, .choices = folding_names})

static Status stems_task(Call *call, const Value *Py_UNUSED(given))
{
    return number_stems(tokens_of(call->self), &call->watch, call->found[0]);
}

TASK(stems, READS, OUTPUTS({OF_SELF, 0, 1, sizeof(uint32_t)}), {NULL})

PyMethodDef vocabulary_methods[] = {
    DEFINITION(encode_text), DEFINITION(encode_tokens), DEFINITION(map_from),
    DEFINITION(renumber), DEFINITION(stems), DEFINITION(token), DEFINITION(tokens), {0},
};
