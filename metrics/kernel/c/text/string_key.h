/* The key of a short string that is not ASCII, made without writing its bytes: bytes that are
 * written one by one and then read eight at once keep the processor waiting. */

#ifndef TALLYSTICK_STRING_KEY_H
#define TALLYSTICK_STRING_KEY_H

#include "text/utf8.h"
#include "words/vocabulary.h"

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

/* Write the bytes of a string as `write_utf8` does, and faster if each character takes two. */
static inline Py_ssize_t write_string(PyObject *string, uint8_t *out)
{
#if LOWEST_BYTE_FIRST
    const uint8_t *data = PyUnicode_DATA(string);
    Py_ssize_t length = PyUnicode_GET_LENGTH(string);
    uint64_t others = PyUnicode_KIND(string) != PyUnicode_2BYTE_KIND || length < 4;
    for (Py_ssize_t i = 0; i < length && !others; i += 4) {
        Py_ssize_t at = i + 4 < length ? i : length - 4; /* the last four can overlap others */
        uint64_t characters = load_8(data + 2 * at), bytes = two_bytes_each(characters);
        others = not_two_bytes(characters);
        memcpy(out + 2 * at, &bytes, 8);
    }
    if (!others) return 2 * length;
#endif
    return write_utf8(string, out);
}

#endif
