/* The Python type Vocabulary. */

#include "binding/vocabulary_type.h"
#include "text/lowercase.h"
#include "text/utf8.h"

static PyObject *vocabulary_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "", names)) return NULL;
    Call call = {.self = type->tp_alloc(type, 0)};
    if (!call.self) return NULL;
    if (setjmp(call.work.on_failure)) {
        Py_DECREF(call.self);
        return raise_failure(&call);
    }
    tokens_init(tokens_of(call.self), &((Vocabulary *)call.self)->memory, &call.work);
    return call.self;
}

SHARED_TYPE(vocabulary, Vocabulary, free_memory(((Vocabulary *)self)->memory), tokens_of(self)->size)

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

const char *const folding_names[] = {
    [FOLD_NOTHING] = "none", [FOLD_ASCII] = "ascii", [FOLD_UNICODE] = "unicode", NULL};

static PyObject *python_map_from(Call *call, const Value *given)
{
    Tokens *tokens = tokens_of(call->self);
    const Tokens *other = tokens_of(given[0].object);
    uint32_t *ids = output(call, 0, other->size, 1, sizeof(uint32_t));
    for (size_t id = 0; id < other->size; id++) {
        Span token = token_at(other, id);
        size_t length = (size_t)(token.end - token.start);
        if (tokens == other) ids[id] = (uint32_t)id;
        else if (!given[1].whole) ids[id] = tokens_find(tokens, other->keys[id], token.start, length);
        else ids[id] = tokens_intern(tokens, other->keys[id], token.start, length, &call->work);
    }
    return finish(call);
}

METHOD(map_from, CHANGES, {"other", LIKE_SELF}, {"add", BOOLEAN})

/* A token in lower case, with memory before it as a key needs. */
static Span folded(Call *call, Span token, Folding folding, Utf8Buffer *buffer)
{
    size_t length = (size_t)(token.end - token.start);
    int is_ascii = 1;
    for (size_t i = 0; i < length; i++) is_ascii &= token.start[i] < 0x80;
    if (folding == FOLD_ASCII || is_ascii) {
        uint8_t *lower = room_in(buffer, length, &call->work);
        lower_ascii(token.start, length, lower);
        return (Span){lower, lower + length};
    }
    PyObject *string = PyUnicode_DecodeUTF8((char *)token.start, (Py_ssize_t)length, NULL);
    Py_XSETREF(call->kept, string ? PyObject_CallMethod(string, "lower", NULL) : NULL);
    Py_XDECREF(string);
    if (!call->kept) fail(&call->work, ENDED);
    const uint8_t *utf8 = utf8_in(buffer, call->kept, &length, &call->work);
    return (Span){utf8, utf8 + length};
}

/* The id of a token of another vocabulary, which is added if it is new. */
static uint32_t id_from(Call *call, const Tokens *other, uint32_t id, Folding folding,
                        Utf8Buffer *buffer)
{
    Tokens *tokens = tokens_of(call->self);
    Span token = token_at(other, id);
    TokenKey key = other->keys[id];
    if (folding == FOLD_NOTHING && tokens == other) return id;
    if (folding != FOLD_NOTHING) {
        token = folded(call, token, folding, buffer);
        key = token_key(token.start, (size_t)(token.end - token.start), token.start - KEY_BYTES);
    }
    return tokens_intern(tokens, key, token.start, (size_t)(token.end - token.start), &call->work);
}

static PyObject *python_renumber(Call *call, const Value *given)
{
    enum { OTHER, IDS, LOWERCASE };
    const Tokens *other = tokens_of(given[OTHER].object);
    const uint32_t *ids = given[IDS].items;
    uint32_t *mapping, *found = output(call, 0, given[IDS].count, 1, sizeof(uint32_t));
    ALLOCATE(&call->work, mapping, other->size);
    memset(mapping, 0xFF, other->size * sizeof(uint32_t)); /* UNKNOWN */
    Utf8Buffer buffer = {0};
    for (size_t i = 0; i < given[IDS].count; i++) {
        uint32_t *id = &mapping[ids[i]];
        if (*id == UNKNOWN)
            *id = id_from(call, other, ids[i], (Folding)given[LOWERCASE].whole, &buffer);
        found[i] = *id;
    }
    return finish(call);
}

METHOD(renumber, CHANGES, {"other", LIKE_SELF}, {"ids", IDS_BELOW, 0},
       {"lowercase", CHOICE, .choices = folding_names})

CALLED(encode_text);
CALLED(encode_tokens);
CALLED(stems);

PyMethodDef vocabulary_methods[] = {
    DEFINITION(encode_text), DEFINITION(encode_tokens), DEFINITION(map_from),
    DEFINITION(renumber), DEFINITION(stems), DEFINITION(token), DEFINITION(tokens), {0},
};
