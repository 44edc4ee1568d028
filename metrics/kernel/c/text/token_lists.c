#include "text/encode.h"
#include "text/utf8.h"

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
    Py_ssize_t count;
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

/* Find the bytes of a string; returns whether the block can have another one, or -1 with an
 * exception set. Keys are made later from bytes that are written here: the processor would wait
 * until they can be read eight at once. */
static inline int read_string(PyObject *string, uint8_t *memory, Utf8Buffer *buffer,
                              StringToken *token)
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
        token->bytes = utf8_in(buffer, string, &token->length);
        return token->bytes ? 0 : -1;
    }
    Py_ssize_t length = write_utf8(string, memory);
    token->bytes = memory;
    token->length = (size_t)length;
    return length < 0 ? -1 : 1;
}

/* Read the next strings, up to the first object that is none; returns 0 with an exception set if
 * that fails. */
static int read_strings(StringBlock *block, PyObject *const *strings, Py_ssize_t count, int exact)
{
    int goes_on = 1;
    for (block->count = 0; goes_on > 0 && block->count < count && block->count < AT_ONCE;) {
        Py_ssize_t i = block->count;
        if (i + AT_ONCE < count) fetch_string(strings[i + AT_ONCE]);
        if (exact ? !PyUnicode_CheckExact(strings[i]) : !PyUnicode_Check(strings[i])) break;
        goes_on = read_string(strings[i], block->memory + KEY_BYTES + i * MOST_BYTES,
                              &block->buffer, &block->tokens[i]);
        block->count++;
    }
    return goes_on >= 0;
}

static Status intern_strings(Tokens *tokens, StringBlock *block, uint32_t *ids)
{
    for (Py_ssize_t i = 0; i < block->count; i++) {
        StringToken *token = &block->tokens[i];
        if (!token->key.first)
            token->key = token_key(token->bytes, token->length, token->bytes - KEY_BYTES);
        PREFETCH(&tokens->slots[token_home(tokens, token->key)]);
    }
    Status status = FINE;
    for (Py_ssize_t i = 0; i < block->count && status == FINE; i++) {
        StringToken *token = &block->tokens[i];
        status = tokens_intern(tokens, token->key, token->bytes, token->length, &ids[i]);
    }
    return status;
}

Py_ssize_t number_strings(Tokens *tokens, PyObject *const *strings, Py_ssize_t count, int exact,
                          uint32_t *ids)
{
    StringBlock block;
    memset(block.memory, 0, KEY_BYTES);
    block.buffer = (Utf8Buffer){0};
    Py_ssize_t done = 0;
    Status status = FINE;
    for (Py_ssize_t i = 0; i < count && i < AT_ONCE; i++) fetch_string(strings[i]);
    while (done < count && status == FINE) {
        if (!read_strings(&block, strings + done, count - done, exact)) {
            done = -1;
            break;
        }
        status = intern_strings(tokens, &block, ids + done);
        if (!block.count) break; /* what is next is no string */
        done += block.count;
    }
    utf8_buffer_free(&block.buffer);
    if (status == FINE) return done;
    raise_status(status);
    return -1;
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

Py_ssize_t collect_strings(PyObject *const *segments, size_t number, Strings *strings,
                           int64_t *ends)
{
    size_t index = 0;
    for (; index < number && is_token_list(segments[index]); index++) {
        fetch_lists(segments + index, number - index);
        size_t count = (size_t)PySequence_Fast_GET_SIZE(segments[index]);
        if (RESERVE(strings->items, strings->capacity, strings->count + count) != FINE) {
            PyErr_NoMemory();
            return -1;
        }
        PyObject **items = PySequence_Fast_ITEMS(segments[index]);
        for (size_t i = 0; i < count; i++) strings->items[strings->count++] = items[i];
        ends[index] = (int64_t)strings->count;
    }
    return (Py_ssize_t)index;
}
