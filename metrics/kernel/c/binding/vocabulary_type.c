/* The Python type Vocabulary. */

#include "binding/binding.h"
#include "text/character_ids.h"
#include "words/stems.h"
#include "text/token_lists.h"
#include "tokenizing/tokenize.h"
#include "text/utf8.h"
#include "words/vocabulary.h"

typedef struct {
    PyObject_HEAD
    Tokens tokens;
    int busy; /* it is being changed without the GIL */
} Vocabulary;

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
    Py_ssize_t size;
    Py_BEGIN_CRITICAL_SECTION(self);
    size = (Py_ssize_t)((Vocabulary *)self)->tokens.size;
    Py_END_CRITICAL_SECTION();
    return size;
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
    if (PyErr_Occurred() || refuse_busy(vocabulary->busy)) return NULL;
    if (id >= vocabulary->tokens.size) {
        PyErr_Format(PyExc_IndexError, "no token has the id %zu", id);
        return NULL;
    }
    return token_string(&vocabulary->tokens, id);
}

static PyObject *vocabulary_tokens(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    Vocabulary *vocabulary = (Vocabulary *)self;
    if (refuse_busy(vocabulary->busy)) return NULL;
    Py_ssize_t size = (Py_ssize_t)vocabulary->tokens.size;
    PyObject *list = PyList_New(size);
    for (Py_ssize_t id = 0; list && id < size; id++) {
        PyObject *token = token_string(&vocabulary->tokens, (size_t)id);
        if (!token) Py_CLEAR(list);
        else PyList_SET_ITEM(list, id, token);
    }
    return list;
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

/* Segments whose tokens can be read in place, as in `still_sequence`. */
static PyObject *still_segments(PyObject *segments)
{
    PyObject *sequence = still_sequence(segments, "segments must be a sequence of token lists");
#ifdef Py_GIL_DISABLED
    for (Py_ssize_t i = 0; sequence && i < PyTuple_GET_SIZE(sequence); i++) {
        if (!PyList_Check(PyTuple_GET_ITEM(sequence, i))) continue;
        PyObject *lists = sequence;
        sequence = PyTuple_New(PyTuple_GET_SIZE(lists));
        for (Py_ssize_t k = 0; sequence && k < PyTuple_GET_SIZE(lists); k++) {
            PyObject *one = PyTuple_GET_ITEM(lists, k);
            PyObject *still = PyList_Check(one) ? PyList_AsTuple(one) : Py_NewRef(one);
            if (still) PyTuple_SET_ITEM(sequence, k, still);
            else Py_CLEAR(sequence);
        }
        Py_DECREF(lists);
        break;
    }
#endif
    return sequence;
}

/* Fetch a list of tokens that comes later, and the items of one that comes sooner. */
static void fetch_lists(PyObject *sequence, Py_ssize_t index)
{
    PyObject **segments = PySequence_Fast_ITEMS(sequence) + index;
    if (index + 2 * OBJECTS_AHEAD >= PySequence_Fast_GET_SIZE(sequence)) return;
    PREFETCH(segments[2 * OBJECTS_AHEAD]);
    if (is_token_list(segments[OBJECTS_AHEAD]))
        PREFETCH(PySequence_Fast_ITEMS(segments[OBJECTS_AHEAD]));
}

/* Strings of several lists; they are borrowed. */
typedef struct {
    PyObject **items;
    size_t count, capacity;
} Strings;

/* Collect the strings of lists, and write where each list ends; returns the number of lists, which
 * is all of them unless the next one is no list, or -1 with an exception set. */
static Py_ssize_t collect_strings(PyObject *sequence, Strings *strings, int64_t *ends)
{
    Py_ssize_t index = 0;
    for (; index < PySequence_Fast_GET_SIZE(sequence); index++) {
        PyObject *segment = PySequence_Fast_GET_ITEM(sequence, index);
        if (!is_token_list(segment)) break;
        fetch_lists(sequence, index);
        size_t count = (size_t)PySequence_Fast_GET_SIZE(segment);
        if (reserve((void **)&strings->items, &strings->capacity, strings->count + count,
                    sizeof(PyObject *)) != FINE) {
            PyErr_NoMemory();
            return -1;
        }
        PyObject **items = PySequence_Fast_ITEMS(segment);
        for (size_t i = 0; i < count; i++) strings->items[strings->count++] = items[i];
        ends[index] = (int64_t)strings->count;
    }
    return index;
}

/* Number the tokens of lists that no other code can change. */
static PyObject *encode_lists(Call *call, PyObject *sequence, int exact, Strings *strings)
{
    Tokens *tokens = &((Vocabulary *)call->self)->tokens;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(sequence);
    int64_t *ends = output(call, 1, (size_t)count + 1, 1, sizeof(int64_t));
    if (!ends) return NULL;
    ends[0] = 0;
    Py_ssize_t lists = collect_strings(sequence, strings, ends + 1);
    if (lists < 0) return NULL;
    uint32_t *ids = output(call, 0, strings->count, 1, sizeof(uint32_t));
    if (!ids) return NULL;
    Py_ssize_t numbered =
        number_strings(tokens, strings->items, (Py_ssize_t)strings->count, exact, ids);
    if (numbered < 0) return NULL;
    if ((size_t)numbered < strings->count) {
        Py_ssize_t segment = 0;
        while (ends[segment + 1] <= numbered) segment++;
        return type_at(segment, numbered - (Py_ssize_t)ends[segment], strings->items[numbered]);
    }
    if (lists < count) return type_at(lists, -1, PySequence_Fast_GET_ITEM(sequence, lists));
    return finish(call);
}

static PyObject *python_encode_tokens(Call *call, const Value *given)
{
    Strings strings = {0};
    PyObject *result = NULL, *sequence = still_segments(given[0].object);
    if (!sequence) return NULL;
    /* Listing the segments may have run Python code, so check for use only now. From here on no
     * other code runs that could change the lists. */
    if (!refuse_busy(((Vocabulary *)call->self)->busy))
        result = encode_lists(call, sequence, (int)given[1].whole, &strings);
    free(strings.items);
    Py_DECREF(sequence);
    return result;
}

METHOD(encode_tokens, {"segments", OBJECT}, {"exact", BOOLEAN, OPTIONAL})

PyObject *tokenizer_names(const ModuleState *state)
{
    PyObject *names = PyFrozenSet_New(NULL);
    for (size_t i = 0; names && i < TOKENIZERS; i++) {
        PyObject *name = PyUnicode_FromString(state->tokenizers[i].rules->name);
        if (!name || PySet_Add(names, name) < 0) Py_CLEAR(names);
        Py_XDECREF(name);
    }
    return names;
}

const Tokenizer *tokenizer_named(const ModuleState *state, const char *name)
{
    for (size_t i = 0; i < TOKENIZERS; i++)
        if (!strcmp(name, state->tokenizers[i].rules->name)) return &state->tokenizers[i];
    PyErr_Format(PyExc_ValueError, "no tokenizer named '%s' is compiled", name);
    return NULL;
}

const char *const folding_names[] = {
    [FOLD_NOTHING] = "none", [FOLD_ASCII] = "ascii", [FOLD_UNICODE] = "unicode", NULL};

static Status intern_line(Tokens *tokens, const TokenizedLine *line, Ids *ids)
{
    if (reserve((void **)&ids->ids, &ids->capacity, ids->count + line->count, sizeof(uint32_t)) !=
        FINE)
        return OUT_OF_MEMORY;
    for (size_t t = 0; t < line->count; t++) {
        const uint8_t *token = line->spans[t].start;
        size_t length = (size_t)(line->spans[t].end - token);
        TokenKey key = token_key(token, length, line->memory.start);
        Status status = tokens_intern(tokens, key, token, length, &ids->ids[ids->count++]);
        if (status != FINE) return status;
    }
    return FINE;
}

static Status encode_line(Tokens *tokens, const Tokenizer *tokenizer, Folding folding, Span text,
                          Span memory, TokenizedLine *line, CharacterIds *known, Ids *ids)
{
    Status status;
    if (tokenizer->rules->every_character) {
        status = fold_line(tokenizer, folding, &text, memory, line);
        return status == FINE
                   ? encode_characters(tokens, tokenizer, text, line->memory, known, ids)
                   : status;
    }
    status = tokenize_line(tokenizer, folding, text, memory, line);
    return status == FINE ? intern_line(tokens, line, ids) : status;
}

/* The arguments of `encode_text`. */
enum { TEXT, STARTS, ENDS, TOKENIZER, LOWERCASE };

static Status encode_lines(Tokens *tokens, const Tokenizer *tokenizer, const Value *given,
                           Watch *watch, Ids *ids, int64_t *offsets)
{
    const int64_t *starts = given[STARTS].items, *ends = given[ENDS].items;
    const uint8_t *text = given[TEXT].items;
    Span memory = {text, text + given[TEXT].count};
    TokenizedLine line = {.thread = watch->context};
    CharacterIds known;
    Status status = character_ids_init(&known);
    offsets[0] = 0;
    for (size_t i = 0; i < given[STARTS].count && status == FINE; i++) {
        Span one = {text + starts[i], text + ends[i]};
        status = encode_line(tokens, tokenizer, (Folding)given[LOWERCASE].whole, one, memory, &line,
                             &known, ids);
        offsets[i + 1] = (int64_t)ids->count;
        size_t work = (size_t)(offsets[i + 1] - offsets[i]);
        if (status == FINE && watch_ends(watch, work)) status = ENDED;
    }
    character_ids_free(&known);
    tokenized_line_free(&line);
    return status;
}

static PyObject *python_encode_text(Call *call, const Value *given)
{
    Vocabulary *vocabulary = (Vocabulary *)call->self;
    const Tokenizer *tokenizer =
        tokenizer_named(PyType_GetModuleState(Py_TYPE(call->self)), given[TOKENIZER].items);
    if (!tokenizer || refuse_busy(vocabulary->busy)) return NULL;
    int64_t *offsets = output(call, 1, given[STARTS].count + 1, 1, sizeof(int64_t));
    if (!offsets) return NULL;
    Ids ids = {0};
    vocabulary->busy = 1;
    WITHOUT_GIL(call, encode_lines(&vocabulary->tokens, tokenizer, given, &call->watch,
                                   &ids, offsets));
    vocabulary->busy = 0;
    return finish_with(call, ids.ids, ids.count * sizeof(uint32_t));
}

METHOD(encode_text, {"text", BYTES}, {"starts", LINE_STARTS}, {"ends", LINE_ENDS},
       {"tokenizer", NAME}, {"lowercase", CHOICE, .choices = folding_names})

static PyObject *map_tokens(Call *call, Vocabulary *vocabulary, const Vocabulary *other, int add)
{
    if (refuse_busy(vocabulary->busy || other->busy)) return NULL;
    size_t size = other->tokens.size;
    uint32_t *ids = output(call, 0, size, 1, sizeof(uint32_t));
    if (!ids) return NULL;
    for (size_t id = 0; id < size && call->status == FINE; id++) {
        if (vocabulary == other) {
            ids[id] = (uint32_t)id;
            continue;
        }
        const uint8_t *token = other->tokens.bytes + other->tokens.offsets[id];
        size_t length = (size_t)(other->tokens.offsets[id + 1] - other->tokens.offsets[id]);
        TokenKey key = other->tokens.keys[id];
        if (add) call->status = tokens_intern(&vocabulary->tokens, key, token, length, &ids[id]);
        else ids[id] = tokens_find(&vocabulary->tokens, key, token, length);
    }
    return finish(call);
}

static PyObject *python_map_from(Call *call, const Value *given)
{
    PyObject *result, *other = given[0].object;
    Py_BEGIN_CRITICAL_SECTION2(call->self, other);
    result = map_tokens(call, (Vocabulary *)call->self, (Vocabulary *)other, (int)given[1].whole);
    Py_END_CRITICAL_SECTION2();
    return result;
}

/* The object is locked together with the other. */
FUNCTION(map_from, {"other", LIKE_SELF}, {"add", BOOLEAN})

static int is_ascii(const uint8_t *token, size_t length)
{
    uint8_t all = 0;
    for (size_t i = 0; i < length; i++) all |= token[i];
    return all < 0x80;
}

/* The top bits of those of eight bytes that folding can change: capitals from A to Z, and bytes of
 * other characters than ASCII if `others` is the top bits. */
static inline uint64_t foldable(uint64_t bytes, uint64_t others)
{
    const uint64_t each = UINT64_C(0x0101010101010101), top = each * 0x80;
    uint64_t low = bytes & ~top;
    uint64_t capitals = (low + each * (0x80 - 'A')) & ~(low + each * (0x80 - 'Z' - 1)) & ~bytes;
    return (capitals | (bytes & others)) & top;
}

/* Whether a token can have another form in lower case. */
static int may_fold(TokenKey key, const uint8_t *token, size_t length, Folding folding)
{
    uint64_t others = folding == FOLD_UNICODE ? UINT64_C(0x8080808080808080) : 0;
    if (length < KEY_BYTES) return (foldable(key.first, others) | foldable(key.last, others)) != 0;
    uint64_t found = foldable(load_8(token + length - 8), others);
    for (size_t i = 0; i < length - 8; i += 8) found |= foldable(load_8(token + i), others);
    return found != 0;
}

/* A token of a vocabulary in lower case, as `utf8_of` gives the bytes of a string. */
static const uint8_t *folded_token(const Tokens *tokens, uint32_t id, Folding folding,
                                   Utf8Buffer *buffer, size_t *length)
{
    const uint8_t *token = tokens->bytes + tokens->offsets[id];
    *length = (size_t)(tokens->offsets[id + 1] - tokens->offsets[id]);
    uint8_t *folded = room_in(buffer, *length);
    if (!folded) return NULL;
    lower_ascii(token, *length, folded);
    if (folding == FOLD_ASCII || is_ascii(token, *length)) return folded;
    PyObject *string = token_string(tokens, id);
    PyObject *lower = string ? PyObject_CallMethod(string, "lower", NULL) : NULL;
    const uint8_t *utf8 = lower ? utf8_in(buffer, lower, length) : NULL;
    Py_XDECREF(string);
    Py_XDECREF(lower);
    return utf8;
}

/* The id of a token of another vocabulary, which is added if it is new; UNKNOWN with an exception
 * set if it fails. */
static uint32_t id_from(Tokens *tokens, const Tokens *other, uint32_t id, Folding folding,
                        Utf8Buffer *buffer)
{
    const uint8_t *token = other->bytes + other->offsets[id];
    size_t length = (size_t)(other->offsets[id + 1] - other->offsets[id]);
    TokenKey key = other->keys[id];
    if (folding != FOLD_NOTHING && may_fold(key, token, length, folding)) {
        token = folded_token(other, id, folding, buffer, &length);
        if (!token) return UNKNOWN;
        key = token_key(token, length, token - KEY_BYTES);
    }
    uint32_t found;
    Status status = tokens_intern(tokens, key, token, length, &found);
    if (status == FINE) return found;
    raise_status(status);
    return UNKNOWN;
}

/* Map the tokens that are the same in lower case to themselves, and others to UNKNOWN; returns
 * whether all are the same. */
static int map_lower_case(const Tokens *tokens, Folding folding, uint32_t *mapping)
{
    int all = 1;
    for (uint32_t id = 0; id < tokens->size; id++) {
        size_t length = (size_t)(tokens->offsets[id + 1] - tokens->offsets[id]);
        const uint8_t *token = tokens->bytes + tokens->offsets[id];
        int folds = folding != FOLD_NOTHING && may_fold(tokens->keys[id], token, length, folding);
        mapping[id] = folds ? UNKNOWN : id;
        all &= !folds;
    }
    return all;
}

/* Write the ids here of tokens of another vocabulary; `mapping` has room for each of its tokens.
 * Returns 0 with an exception set if it fails. */
static int renumber_ids(Tokens *tokens, const Tokens *other, const Value *ids, Folding folding,
                        uint32_t *mapping, uint32_t *found)
{
    const uint32_t *given = ids->items;
    Utf8Buffer buffer = {0};
    int fine = 1;
    if (tokens != other) {
        memset(mapping, 0xFF, other->size * sizeof(uint32_t)); /* UNKNOWN */
    } else if (map_lower_case(other, folding, mapping)) {
        memcpy(found, given, ids->count * sizeof(uint32_t));
        return 1;
    }
    for (size_t i = 0; i < ids->count && fine; i++) {
        uint32_t id = given[i];
        if (mapping[id] == UNKNOWN) mapping[id] = id_from(tokens, other, id, folding, &buffer);
        found[i] = mapping[id];
        fine = found[i] != UNKNOWN;
    }
    utf8_buffer_free(&buffer);
    return fine;
}

static PyObject *renumber(Call *call, Vocabulary *vocabulary, Vocabulary *other,
                          const Value *ids, Folding folding)
{
    size_t size = other->tokens.size;
    if (refuse_busy(vocabulary->busy || other->busy) || !check_ids(ids, size, "ids"))
        return NULL;
    uint32_t *found = output(call, 0, ids->count, 1, sizeof(uint32_t));
    uint32_t *mapping = found ? malloc(size * sizeof(uint32_t) + 1) : NULL;
    if (!mapping) return PyErr_NoMemory();
    int fine = renumber_ids(&vocabulary->tokens, &other->tokens, ids, folding, mapping, found);
    free(mapping);
    return fine ? finish(call) : NULL;
}

static PyObject *python_renumber(Call *call, const Value *given)
{
    PyObject *result, *other = given[0].object;
    Py_BEGIN_CRITICAL_SECTION2(call->self, other);
    result = renumber(call, (Vocabulary *)call->self, (Vocabulary *)other, &given[1],
                      (Folding)given[2].whole);
    Py_END_CRITICAL_SECTION2();
    return result;
}

FUNCTION(renumber, {"other", LIKE_SELF}, {"ids", UINT32},
         {"lowercase", CHOICE, .choices = folding_names})

static PyObject *python_stems(Call *call, const Value *Py_UNUSED(given))
{
    Vocabulary *vocabulary = (Vocabulary *)call->self;
    if (refuse_busy(vocabulary->busy)) return NULL;
    uint32_t *numbers = output(call, 0, vocabulary->tokens.size, 1, sizeof(uint32_t));
    if (!numbers) return NULL;
    vocabulary->busy = 1;
    WITHOUT_GIL(call, number_stems(&vocabulary->tokens, &call->watch, numbers));
    vocabulary->busy = 0;
    return finish(call);
}

METHOD(stems, {NULL})

LOCKED(vocabulary_token)
LOCKED(vocabulary_tokens)

static PyMethodDef vocabulary_methods[] = {
    {"token", locked_vocabulary_token, METH_O,
     "token(token_id)\n--\n\nReturn the token with this id."},
    {"tokens", locked_vocabulary_tokens, METH_NOARGS,
     "tokens()\n--\n\nReturn all tokens, in the order of their ids."},
    DEFINITION(encode_tokens, "encode_tokens(segments, exact=False)\n--\n\n"
                              "Number the tokens of every segment, adding new ones.\n\n"
                              "If exact, strings of a subclass are refused."),
    DEFINITION(encode_text, "encode_text(text, starts, ends, tokenizer, lowercase)\n--\n\n"
                            "Tokenize lines of UTF-8 and number their tokens, adding new ones."),
    DEFINITION(map_from,
               "map_from(other, add)\n--\n\n"
               "Return for each id of `other` the id here; tokens not here are added or UNKNOWN."),
    DEFINITION(renumber, "renumber(other, ids, lowercase)\n--\n\n"
                         "Return the ids here of tokens of `other` in lower case, adding new ones."),
    DEFINITION(stems, "stems()\n--\n\n"
                      "Return for each token the number of its stem, as Porter's stemmer finds it."),
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

PyType_Spec vocabulary_spec = {
    .name = "tallystick.metrics.kernel._kernel.Vocabulary",
    .basicsize = sizeof(Vocabulary),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = vocabulary_slots,
};
