/* The Python type Vocabulary. */

#include "binding.h"
#include "ngram_keys.h"
#include "character_ids.h"
#include "stems.h"
#include "token_lists.h"
#include "tokenize.h"
#include "utf8.h"
#include "vocabulary.h"

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

static PyObject *vocabulary_keys(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    Vocabulary *vocabulary = (Vocabulary *)self;
    if (refuse_busy(vocabulary->busy)) return NULL;
    const Tokens *tokens = &vocabulary->tokens;
    PyObject *keys = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(tokens->size * sizeof(WordKey)));
    if (!keys) return NULL;
    WordKey *out = (WordKey *)(void *)PyBytes_AS_STRING(keys);
    for (size_t id = 0; id < tokens->size; id++)
        out[id] = word_key(tokens->bytes + tokens->offsets[id],
                           (size_t)(tokens->offsets[id + 1] - tokens->offsets[id]));
    return keys;
}

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

PyDoc_STRVAR(encode_tokens_doc,
             "encode_tokens(segments, exact=False)\n--\n\n"
             "Number the tokens of every segment, adding new ones.\n\n"
             "If exact, strings of a subclass are refused.");

static PyObject *vocabulary_encode_tokens(PyObject *self, PyObject *arguments)
{
    Vocabulary *vocabulary = (Vocabulary *)self;
    PyObject *segments, *result = NULL, *offsets = NULL, *ids = NULL;
    int exact = 0;
    Strings strings = {0};
    if (!PyArg_ParseTuple(arguments, "O|p:encode_tokens", &segments, &exact)) return NULL;
    PyObject *sequence = still_segments(segments);
    if (!sequence) return NULL;
    /* Listing the segments may have run Python code, so check for use only now. From here on no
     * other code runs that could change the lists. */
    if (refuse_busy(vocabulary->busy)) goto done;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(sequence);
    offsets = PyBytes_FromStringAndSize(NULL, (count + 1) * (Py_ssize_t)sizeof(int64_t));
    if (!offsets) goto done;
    int64_t *ends = (int64_t *)PyBytes_AS_STRING(offsets);
    ends[0] = 0;
    Py_ssize_t lists = collect_strings(sequence, &strings, ends + 1);
    if (lists < 0) goto done;
    ids = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(strings.count * sizeof(uint32_t)));
    if (!ids) goto done;
    Py_ssize_t numbered =
        number_strings(&vocabulary->tokens, strings.items, (Py_ssize_t)strings.count, exact,
                       (uint32_t *)PyBytes_AS_STRING(ids));
    if (numbered < 0) goto done;
    if ((size_t)numbered < strings.count) {
        Py_ssize_t segment = 0;
        while (ends[segment + 1] <= numbered) segment++;
        type_at(segment, numbered - (Py_ssize_t)ends[segment], strings.items[numbered]);
    } else if (lists < count) {
        type_at(lists, -1, PySequence_Fast_GET_ITEM(sequence, lists));
    } else {
        result = PyTuple_Pack(2, ids, offsets);
    }
done:
    free(strings.items);
    Py_XDECREF(ids);
    Py_XDECREF(offsets);
    Py_DECREF(sequence);
    return result;
}

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

int folding_named(const char *lowercase, Folding *folding)
{
    static const char *const names[] = {
        [FOLD_NOTHING] = "none", [FOLD_ASCII] = "ascii", [FOLD_UNICODE] = "unicode"};
    for (*folding = FOLD_NOTHING; *folding <= FOLD_UNICODE; ++*folding)
        if (!strcmp(lowercase, names[*folding])) return 1;
    PyErr_Format(PyExc_ValueError, "lowercase is '%s'; expected none, ascii or unicode", lowercase);
    return 0;
}

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

static Status encode_lines(Tokens *tokens, const Tokenizer *tokenizer, Folding folding,
                           const uint8_t *text, size_t text_length, const int64_t *starts,
                           const int64_t *ends, size_t lines, Watch *watch, Ids *ids,
                           int64_t *offsets)
{
    TokenizedLine line = {.thread = watch->context};
    CharacterIds known;
    Status status = character_ids_init(&known);
    offsets[0] = 0;
    for (size_t i = 0; i < lines && status == FINE; i++) {
        Span one = {text + starts[i], text + ends[i]}, memory = {text, text + text_length};
        status = encode_line(tokens, tokenizer, folding, one, memory, &line, &known, ids);
        offsets[i + 1] = (int64_t)ids->count;
        size_t work = (size_t)(offsets[i + 1] - offsets[i]);
        if (status == FINE && watch_ends(watch, work)) status = ENDED;
    }
    character_ids_free(&known);
    tokenized_line_free(&line);
    return status;
}

PyDoc_STRVAR(encode_text_doc,
             "encode_text(text, starts, ends, tokenizer, lowercase)\n--\n\n"
             "Tokenize lines of UTF-8 and number their tokens, adding new ones.");

static PyObject *vocabulary_encode_text(PyObject *self, PyObject *arguments)
{
    Vocabulary *vocabulary = (Vocabulary *)self;
    Py_buffer buffers[LINE_BUFFERS] = {{0}};
    const char *name, *lowercase;
    Folding folding;
    PyObject *result = NULL, *offsets = NULL;
    Ids ids = {0};
    if (!PyArg_ParseTuple(arguments, "y*y*y*ss:encode_text", &buffers[0], &buffers[1], &buffers[2],
                          &name, &lowercase))
        return NULL;
    if (!folding_named(lowercase, &folding)) goto done;
    const Tokenizer *tokenizer = tokenizer_named(PyType_GetModuleState(Py_TYPE(self)), name);
    if (!tokenizer || !hold_lines(buffers)) goto done;
    const int64_t *starts = buffers[1].buf, *ends = buffers[2].buf;
    Py_ssize_t lines = number_of(&buffers[1], sizeof(int64_t));
    if (refuse_busy(vocabulary->busy)) goto done;
    offsets = PyBytes_FromStringAndSize(NULL, (lines + 1) * (Py_ssize_t)sizeof(int64_t));
    if (!offsets) goto done;
    vocabulary->busy = 1;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status =
        encode_lines(&vocabulary->tokens, tokenizer, folding, buffers[0].buf,
                     (size_t)buffers[0].len, starts, ends, (size_t)lines, &watch,
                     &ids, (int64_t *)PyBytes_AS_STRING(offsets));
    PyEval_RestoreThread(thread);
    vocabulary->busy = 0;
    result = status == FINE ? ids_and_offsets(&ids, offsets) : raise_status(status);
done:
    free(ids.ids);
    Py_XDECREF(offsets);
    release_all(buffers, LINE_BUFFERS);
    return result;
}

PyDoc_STRVAR(map_from_doc,
             "map_from(other, add)\n--\n\n"
             "Return for each id of `other` the id here; tokens not here are added or UNKNOWN.");

static PyObject *map_tokens(Vocabulary *vocabulary, const Vocabulary *other, int add)
{
    if (refuse_busy(vocabulary->busy || other->busy)) return NULL;
    size_t size = other->tokens.size;
    PyObject *mapping = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(size * sizeof(uint32_t)));
    if (!mapping) return NULL;
    uint32_t *ids = (uint32_t *)PyBytes_AS_STRING(mapping);
    for (size_t id = 0; id < size; id++) {
        if (vocabulary == other) {
            ids[id] = (uint32_t)id;
            continue;
        }
        const uint8_t *token = other->tokens.bytes + other->tokens.offsets[id];
        size_t length = (size_t)(other->tokens.offsets[id + 1] - other->tokens.offsets[id]);
        TokenKey key = other->tokens.keys[id];
        if (!add) {
            ids[id] = tokens_find(&vocabulary->tokens, key, token, length);
            continue;
        }
        Status status = tokens_intern(&vocabulary->tokens, key, token, length, &ids[id]);
        if (status != FINE) {
            Py_DECREF(mapping);
            return raise_status(status);
        }
    }
    return mapping;
}

static PyObject *vocabulary_map_from(PyObject *self, PyObject *arguments)
{
    PyObject *other, *result;
    int add;
    if (!PyArg_ParseTuple(arguments, "O!p:map_from", Py_TYPE(self), &other, &add)) return NULL;
    Py_BEGIN_CRITICAL_SECTION2(self, other);
    result = map_tokens((Vocabulary *)self, (Vocabulary *)other, add);
    Py_END_CRITICAL_SECTION2();
    return result;
}

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

PyDoc_STRVAR(renumber_doc,
             "renumber(other, ids, lowercase)\n--\n\n"
             "Return the ids here of tokens of `other` in lower case, adding new ones.");

static PyObject *renumber_ids(Vocabulary *vocabulary, const Vocabulary *other, const Py_buffer *ids,
                              Folding folding)
{
    Utf8Buffer buffer = {0};
    if (refuse_busy(vocabulary->busy || other->busy) ||
        !check_ids(ids, other->tokens.size, "ids"))
        return NULL;
    PyObject *result = PyBytes_FromStringAndSize(NULL, ids->len);
    uint32_t *mapping = malloc(other->tokens.size * sizeof(uint32_t) + 1);
    if (!result || !mapping) {
        Py_CLEAR(result);
        PyErr_NoMemory();
        goto done;
    }
    const uint32_t *given = ids->buf;
    if (vocabulary != other) {
        memset(mapping, 0xFF, other->tokens.size * sizeof(uint32_t)); /* UNKNOWN */
    } else if (map_lower_case(&other->tokens, folding, mapping)) {
        memcpy(PyBytes_AS_STRING(result), given, (size_t)ids->len);
        goto done;
    }
    uint32_t *found = (uint32_t *)PyBytes_AS_STRING(result);
    for (Py_ssize_t i = 0; i < number_of(ids, sizeof(uint32_t)); i++) {
        uint32_t id = given[i];
        if (mapping[id] == UNKNOWN)
            mapping[id] = id_from(&vocabulary->tokens, &other->tokens, id, folding, &buffer);
        if (mapping[id] == UNKNOWN) {
            Py_CLEAR(result);
            goto done;
        }
        found[i] = mapping[id];
    }
done:
    free(mapping);
    utf8_buffer_free(&buffer);
    return result;
}

static PyObject *vocabulary_renumber(PyObject *self, PyObject *arguments)
{
    PyObject *other, *result = NULL;
    Py_buffer ids = {0};
    const char *lowercase;
    Folding folding;
    if (!PyArg_ParseTuple(arguments, "O!y*s:renumber", Py_TYPE(self), &other, &ids, &lowercase))
        return NULL;
    if (folding_named(lowercase, &folding) && hold_still(&ids)) {
        Py_BEGIN_CRITICAL_SECTION2(self, other);
        result = renumber_ids((Vocabulary *)self, (Vocabulary *)other, &ids, folding);
        Py_END_CRITICAL_SECTION2();
    }
    release_all(&ids, 1);
    return result;
}

PyDoc_STRVAR(stems_doc,
             "stems()\n--\n\n"
             "Return for each token the number of its stem, as Porter's stemmer finds it.");

static PyObject *vocabulary_stems(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    Vocabulary *vocabulary = (Vocabulary *)self;
    if (refuse_busy(vocabulary->busy)) return NULL;
    size_t size = vocabulary->tokens.size;
    PyObject *numbers = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(size * sizeof(uint32_t)));
    if (!numbers) return NULL;
    vocabulary->busy = 1;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status =
        number_stems(&vocabulary->tokens, &watch, (uint32_t *)PyBytes_AS_STRING(numbers));
    PyEval_RestoreThread(thread);
    vocabulary->busy = 0;
    if (status == FINE) return numbers;
    Py_DECREF(numbers);
    return raise_status(status);
}

LOCKED(vocabulary_token)
LOCKED(vocabulary_tokens)
LOCKED(vocabulary_keys)
LOCKED(vocabulary_encode_tokens)
LOCKED(vocabulary_encode_text)
LOCKED(vocabulary_stems)

static PyMethodDef vocabulary_methods[] = {
    {"token", locked_vocabulary_token, METH_O, "token(token_id)\n--\n\nReturn the token with this id."},
    {"tokens", locked_vocabulary_tokens, METH_NOARGS,
     "tokens()\n--\n\nReturn all tokens, in the order of their ids."},
    {"keys", locked_vocabulary_keys, METH_NOARGS,
     "keys()\n--\n\nReturn two independent numbers for each token, made from its characters."},
    {"encode_tokens", locked_vocabulary_encode_tokens, METH_VARARGS, encode_tokens_doc},
    {"encode_text", locked_vocabulary_encode_text, METH_VARARGS, encode_text_doc},
    {"map_from", vocabulary_map_from, METH_VARARGS, map_from_doc},
    {"renumber", vocabulary_renumber, METH_VARARGS, renumber_doc},
    {"stems", locked_vocabulary_stems, METH_NOARGS, stems_doc},
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
    .name = "tallystick.metrics.ngrams._kernel.Vocabulary",
    .basicsize = sizeof(Vocabulary),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = vocabulary_slots,
};
