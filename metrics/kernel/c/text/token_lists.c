/* Lists of strings as numbers of tokens. The strings are scattered over memory. */

#include "text/utf8.h"
#include "words/vocabulary.h"

/* The key of a short string that is not ASCII is made without writing its bytes: bytes that are
 * written one by one and then read eight at once keep the processor waiting. */

/* Shift the bytes of every character into a key; returns their number, or 0 if it is above 15 or
 * there is a lone surrogate. */
static inline size_t shift_characters(int kind, const void *data, Py_ssize_t length, TokenKey *key)
{
    uint64_t first = 0, last = 0;
    unsigned bits = 0, surrogates = 0;
    for (Py_ssize_t i = 0; i < length; i++) {
        uint32_t code = PyUnicode_READ(kind, data, i);
        uint32_t two = 0x80C0 | code >> 6 | (code & 0x3F) << 8;
        uint32_t three = 0x8080E0 | code >> 12 | (code & 0xFC0) << 2 | (code & 0x3F) << 16;
        uint64_t bytes = code < 0x80 ? code : code < 0x800 ? two : three; /* without a branch */
        unsigned size = 8 + 8 * (code >= 0x80) + 8 * (code >= 0x800);
        first = first >> size | last << (64 - size);
        last = last >> size | bytes << (64 - size);
        bits += size;
        surrogates |= code - 0xD800 < 0x800;
    }
    *key = (TokenKey){first | bits / 8, last};
    return bits >= 8 * KEY_BYTES || surrogates ? 0 : bits / 8;
}

/* The key of at most seven characters of two bytes each, in a compact string, whose header is before
 * them; returns the number of bytes, or 0 if there are other characters. */
static inline size_t two_byte_key(const uint8_t *data, size_t length, TokenKey *key)
{
    const uint8_t *end = data + 2 * length, *kept = last_bytes + 2 * length;
    uint64_t keep_first = load_8(kept), keep_last = load_8(kept + 8);
    uint64_t first = load_8(end - 16) & keep_first, last = load_8(end - 8) & keep_last;
    if ((not_two_bytes(first) & keep_first) | (not_two_bytes(last) & keep_last)) return 0;
    *key = (TokenKey){(two_bytes_each(first) & keep_first) | 2 * length,
                      two_bytes_each(last) & keep_last};
    return 2 * length;
}

/* The key of a string, of which the last bytes are those of the string; returns their number, or 0
 * if the bytes must be written. */
static inline size_t short_string_key(PyObject *string, TokenKey *key)
{
#if LOWEST_BYTE_FIRST
    const void *data = PyUnicode_DATA(string);
    Py_ssize_t length = PyUnicode_GET_LENGTH(string);
    if (length > KEY_BYTES / 2) return 0;
    if (PyUnicode_KIND(string) == PyUnicode_2BYTE_KIND && length < KEY_BYTES / 2 &&
        PyUnicode_IS_COMPACT(string)) {
        size_t written = two_byte_key(data, (size_t)length, key);
        if (written) return written;
    }
    if (PyUnicode_KIND(string) == PyUnicode_1BYTE_KIND)
        return shift_characters(PyUnicode_1BYTE_KIND, data, length, key);
    if (PyUnicode_KIND(string) == PyUnicode_2BYTE_KIND)
        return shift_characters(PyUnicode_2BYTE_KIND, data, length, key);
#endif
    (void)string, (void)key;
    return 0;
}

/* Strings are numbered in blocks. While one is read, the strings of the next are fetched into the
 * processor's cache, and then the places where the vocabulary has the tokens. */
enum { AT_ONCE = 32, MOST_BYTES = 96 };

typedef struct {
    TokenKey key; /* 0 until it is known */
    const uint8_t *bytes;
    size_t length;
} StringToken;

typedef struct {
    StringToken tokens[AT_ONCE];
    size_t count;
    uint8_t memory[KEY_BYTES + AT_ONCE * MOST_BYTES]; /* for bytes that no string has */
    Utf8Buffer buffer;                                /* for those of a longer string, the last */
} StringBlock;

/* Fetch the header of a string, and its first characters, which can be in the next cache lines. */
static void fetch_string(PyObject *string)
{
    PREFETCH((char *)string + offsetof(PyObject, ob_type));
    PREFETCH((char *)string + sizeof(PyCompactUnicodeObject));
    PREFETCH((char *)string + sizeof(PyCompactUnicodeObject) + 24);
}

/* Find the bytes of a string; returns whether the block can have another one. Keys are made
 * later from bytes that are written here: the processor would wait until they can be read eight
 * at once. */
static inline int read_string(PyObject *string, uint8_t *memory, Utf8Buffer *buffer,
                              StringToken *token, Work *work)
{
    TokenKey key = {0};
    if (PyUnicode_IS_COMPACT_ASCII(string)) {
        token->bytes = PyUnicode_DATA(string); /* behind the header of the object */
        token->length = (size_t)PyUnicode_GET_LENGTH(string);
        token->key = token_key(token->bytes, token->length, token->bytes - KEY_BYTES);
        return 1;
    }
    token->length = short_string_key(string, &key);
    token->key = key;
    if (token->length) {
        token->bytes = (const uint8_t *)(&token->key + 1) - token->length;
        return 1;
    }
    token->key.first = 0;
    if (most_utf8(string) > MOST_BYTES) {
        token->bytes = utf8_in(buffer, string, &token->length, work);
        return 0;
    }
    Py_ssize_t length = write_utf8(string, memory);
    if (length < 0) fail(work, ENDED);
    token->bytes = memory;
    token->length = (size_t)length;
    return 1;
}

/* Read the next strings, up to the first object that is none. */
static void read_strings(StringBlock *block, PyObject *const *strings, size_t count, int exact,
                         Work *work)
{
    int goes_on = 1;
    for (block->count = 0; goes_on && block->count < count && block->count < AT_ONCE;) {
        size_t i = block->count;
        if (i + AT_ONCE < count) fetch_string(strings[i + AT_ONCE]);
        if (exact ? !PyUnicode_CheckExact(strings[i]) : !PyUnicode_Check(strings[i])) break;
        goes_on = read_string(strings[i], block->memory + KEY_BYTES + i * MOST_BYTES,
                              &block->buffer, &block->tokens[i], work);
        block->count++;
    }
}

static void intern_strings(Tokens *tokens, StringBlock *block, uint32_t *ids, Work *work)
{
    for (size_t i = 0; i < block->count; i++) {
        StringToken *token = &block->tokens[i];
        if (!token->key.first)
            token->key = token_key(token->bytes, token->length, token->bytes - KEY_BYTES);
        PREFETCH(&tokens->slots[token_home(tokens, token->key)]);
    }
    for (size_t i = 0; i < block->count; i++) {
        StringToken *token = &block->tokens[i];
        ids[i] = tokens_intern(tokens, token->key, token->bytes, token->length, work);
    }
}

/* Number strings, adding new tokens to a vocabulary; if `exact`, those of a subclass are not
 * strings. Returns how many were numbered, which is all of them unless the next one is not a
 * string. */
static size_t number_strings(Tokens *tokens, PyObject *const *strings, size_t count, int exact,
                             uint32_t *ids, Work *work)
{
    StringBlock block;
    memset(block.memory, 0, KEY_BYTES);
    block.buffer = (Utf8Buffer){0};
    size_t done = 0;
    for (size_t i = 0; i < count && i < AT_ONCE; i++) fetch_string(strings[i]);
    while (done < count) {
        read_strings(&block, strings + done, count - done, exact, work);
        intern_strings(tokens, &block, ids + done, work);
        if (!block.count) break; /* what is next is no string */
        done += block.count;
    }
    return done;
}

static int is_token_list(PyObject *segment)
{
    return PyList_Check(segment) || PyTuple_Check(segment);
}

/* Fetch a list of tokens that comes later, and the items of one that comes sooner. */
static void fetch_lists(PyObject *const *segments, size_t left)
{
    if (left <= 2 * OBJECTS_AHEAD) return;
    PREFETCH(segments[2 * OBJECTS_AHEAD]);
    if (is_token_list(segments[OBJECTS_AHEAD]))
        PREFETCH(PySequence_Fast_ITEMS(segments[OBJECTS_AHEAD]));
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
    size_t segments = given[0].count, lists = 0, strings = 0, capacity = 0, segment = 0;
    PyObject **items = NULL;
    call->kept = still_segments(given[0].copy);
    if (!call->kept) return NULL;
    PyObject *const *still = PySequence_Fast_ITEMS(call->kept);
    int64_t *ends = output(call, 1, segments + 1, 1, sizeof(int64_t));
    ends[0] = 0;
    for (; lists < segments && is_token_list(still[lists]); lists++) {
        fetch_lists(still + lists, segments - lists);
        size_t count = (size_t)PySequence_Fast_GET_SIZE(still[lists]);
        RESERVE(&call->work, items, capacity, strings + count);
        PyObject **tokens = PySequence_Fast_ITEMS(still[lists]);
        for (size_t i = 0; i < count; i++) items[strings++] = tokens[i];
        ends[lists + 1] = (int64_t)strings;
    }
    uint32_t *ids = output(call, 0, strings, 1, sizeof(uint32_t));
    size_t numbered = number_strings(tokens_of(call->self), items, strings, (int)given[1].whole,
                                     ids, &call->work);
    if (numbered < strings) {
        while (ends[segment + 1] <= (int64_t)numbered) segment++;
        refuse_type(call, Py_BuildValue("(nns)", (Py_ssize_t)segment,
                                        (Py_ssize_t)numbered - (Py_ssize_t)ends[segment],
                                        Py_TYPE(items[numbered])->tp_name));
    }
    if (lists < segments)
        refuse_type(call, Py_BuildValue("(nis)", (Py_ssize_t)lists, -1,
                                        Py_TYPE(still[lists])->tp_name));
    return finish(call);
}

METHOD(encode_tokens, CHANGES, {"segments", SEQUENCE}, {"exact", BOOLEAN, OPTIONAL})
