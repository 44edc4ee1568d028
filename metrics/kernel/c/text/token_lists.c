#include "text/token_lists.h"
#include "text/string_key.h"
#include "text/utf8.h"

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
        token->bytes = utf8_of(string, &token->length, buffer);
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
    Py_ssize_t length = write_string(string, memory);
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
