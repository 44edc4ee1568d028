#include "words/vocabulary.h"

#include "text/utf8.h"

uint64_t hash_seed;

enum { FIRST_SLOTS = 1024 };

const uint8_t last_bytes[2 * KEY_BYTES] = {
    [KEY_BYTES] = 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};

TokenKey long_token_key(const uint8_t *token, size_t length)
{
    uint64_t one = hash_seed, other = ~hash_seed;
    const uint8_t *last = token + length - 16; /* can overlap the 16 bytes before */
    for (; token < last; token += 16) {
        one = mixed(one ^ load_8(token));
        other = mixed(other ^ load_8(token + 8));
    }
    one = mixed(one ^ load_8(last)) + mixed(other ^ load_8(last + 8));
    return (TokenKey){one | LONG, length};
}

static void set_slots(Tokens *tokens, size_t count, Work *work)
{
    size_t capacity = tokens->slot_count;
    RESERVE_IN(tokens->memory, work, tokens->slots, capacity, count);
    memset(tokens->slots, 0xFF, count * sizeof(uint32_t)); /* UNKNOWN */
    tokens->slot_count = count;
    for (tokens->shift = 64; count > 1; count /= 2) tokens->shift--;
}

void tokens_init(Tokens *tokens, Memory **memory, Work *work)
{
    *tokens = (Tokens){.memory = memory};
    set_slots(tokens, FIRST_SLOTS, work);
    RESERVE_IN(memory, work, tokens->offsets, tokens->offsets_capacity, 1);
    tokens->offsets[0] = 0;
}

static void grow(Tokens *tokens, Work *work)
{
    set_slots(tokens, tokens->slot_count * 4, work);
    for (uint32_t id = 0; id < tokens->size; id++) {
        size_t at = token_home(tokens, tokens->keys[id]);
        while (tokens->slots[at] != UNKNOWN) at = (at + 1) & (tokens->slot_count - 1);
        tokens->slots[at] = id;
    }
}

void tokens_add(Tokens *tokens, uint32_t *slot, TokenKey key, const uint8_t *token, size_t length,
                Work *work)
{
    if (length > UINT32_MAX) fail(work, LONG_TOKEN);
    if (tokens->size >= MOST_TOKENS) fail(work, MANY_TOKENS);
    uint64_t begin = tokens->offsets[tokens->size];
    RESERVE_IN(tokens->memory, work, tokens->keys, tokens->keys_capacity, tokens->size + 1);
    RESERVE_IN(tokens->memory, work, tokens->offsets, tokens->offsets_capacity, tokens->size + 2);
    RESERVE_IN(tokens->memory, work, tokens->bytes, tokens->bytes_capacity, begin + length + 1);
    memcpy(tokens->bytes + begin, token, length);
    tokens->keys[tokens->size] = key;
    tokens->offsets[tokens->size + 1] = begin + length;
    *slot = (uint32_t)tokens->size++;
    if (tokens->size * 4 > tokens->slot_count) grow(tokens, work);
}

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

SHARED_TYPE(vocabulary, Vocabulary, free_memory(((Vocabulary *)self)->memory),
            tokens_of(self)->size)

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

static PyObject *python_map_from(Call *call, const Value *given)
{
    Tokens *tokens = tokens_of(call->self);
    const Tokens *other = tokens_of(given[0].object);
    uint32_t *ids = output(call, 0, other->size, 1, sizeof(uint32_t));
    for (size_t id = 0; id < other->size; id++) {
        Span token = token_at(other, id);
        size_t length = (size_t)(token.end - token.start);
        ids[id] = given[1].whole ? id_from(call, other, (uint32_t)id, FOLD_NOTHING, NULL)
                                 : *token_slot(tokens, other->keys[id], token.start, length);
    }
    return finish(call);
}

METHOD(map_from, CHANGES, {"other", LIKE_SELF}, {"add", BOOLEAN})

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

CALLED(encode_strings);
CALLED(encode_text);
CALLED(encode_tokens);
CALLED(stems);

PyMethodDef vocabulary_methods[] = {
    DEFINITION(encode_strings), DEFINITION(encode_text), DEFINITION(encode_tokens),
    DEFINITION(map_from), DEFINITION(renumber), DEFINITION(stems), DEFINITION(token),
    DEFINITION(tokens), {0},
};
