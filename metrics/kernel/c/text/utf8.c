#include "text/utf8.h"

#include "text/characters.h"

size_t most_utf8(PyObject *string)
{
    size_t length = (size_t)PyUnicode_GET_LENGTH(string);
    if (PyUnicode_IS_COMPACT_ASCII(string)) return length;
    int kind = PyUnicode_KIND(string);
    size_t each = kind == PyUnicode_1BYTE_KIND ? 2 : kind == PyUnicode_2BYTE_KIND ? 3 : 4;
    return length * each + WRITTEN_BEHIND;
}

/* Write the characters of a kind in the eight bytes at `from` if all take one byte, or all take two
 * bytes. Returns how many bytes each takes, or 0. */
static inline Py_ssize_t write_alike(int kind, const void *from, uint8_t *out)
{
#if LOWEST_BYTE_FIRST
    uint64_t bytes = load_8(from);
    if (kind == PyUnicode_1BYTE_KIND) {
        if (bytes & UINT64_C(0x8080808080808080)) return 0;
        memcpy(out, &bytes, 8);
        return 1;
    }
    if (kind == PyUnicode_2BYTE_KIND) {
        const uint64_t each = UINT64_C(0x0001000100010001);
        if (!(bytes & each * 0xFF80)) {
            bytes = (bytes | bytes >> 8) & UINT64_C(0x0000FFFF0000FFFF);
            uint32_t four = (uint32_t)(bytes | bytes >> 16);
            memcpy(out, &four, 4);
            return 1;
        }
        if (not_two_bytes(bytes)) return 0;
        bytes = two_bytes_each(bytes);
        memcpy(out, &bytes, 8);
        return 2;
    }
#endif
    (void)kind, (void)from, (void)out;
    return 0;
}

/* Write characters of one kind; returns the end, or NULL if there is a lone surrogate. There is room
 * for all bytes that characters of the kind can need and WRITTEN_BEHIND more. */
static inline uint8_t *write_kind(int kind, const void *data, Py_ssize_t length, uint8_t *out)
{
    Py_ssize_t at_once = 8 / kind, i = 0;
    while (i < length) {
        if (write_blocks) {
            i += (Py_ssize_t)write_blocks(kind, (const uint8_t *)data + i * kind,
                                          (size_t)(length - i), &out);
        } else if (i + at_once <= length) {
            Py_ssize_t each = write_alike(kind, (const uint8_t *)data + i * kind, out);
            if (each) {
                out += each * at_once;
                i += at_once;
                continue;
            }
        }
        Py_ssize_t stop = length - i < at_once ? length : i + at_once;
        for (; i < stop; i++) {
            Py_UCS4 character = PyUnicode_READ(kind, data, i);
            if (kind == PyUnicode_1BYTE_KIND || character < 0x800) { /* without a branch */
                int two = character >= 0x80;
                out[0] = (uint8_t)(two ? 0xC0 | character >> 6 : character);
                out[1] = (uint8_t)(0x80 | (character & 0x3F));
                out += 1 + two;
                continue;
            }
            if (character - 0xD800 < 0x800) return NULL;
            out = write_character(character, out);
        }
    }
    return out;
}

uint8_t *write_characters(PyObject *string, uint8_t *out)
{
    const void *data = PyUnicode_DATA(string);
    Py_ssize_t length = PyUnicode_GET_LENGTH(string);
    if (PyUnicode_IS_COMPACT_ASCII(string)) {
        memcpy(out, data, (size_t)length);
        return out + length;
    }
    switch (PyUnicode_KIND(string)) {
    case PyUnicode_1BYTE_KIND: return write_kind(PyUnicode_1BYTE_KIND, data, length, out);
    case PyUnicode_2BYTE_KIND: return write_kind(PyUnicode_2BYTE_KIND, data, length, out);
    default: return write_kind(PyUnicode_4BYTE_KIND, data, length, out);
    }
}

Py_ssize_t write_utf8(PyObject *string, uint8_t *out)
{
    uint8_t *end = write_characters(string, out);
    if (end) {
        CHECK((size_t)(end - out) <= most_utf8(string));
        return end - out;
    }
    Py_XDECREF(PyUnicode_AsUTF8String(string)); /* raises the UnicodeEncodeError */
    return -1;
}

uint8_t *room_in(Utf8Buffer *buffer, size_t size, Work *work)
{
    RESERVE(work, buffer->memory, buffer->capacity, KEY_BYTES + size);
    memset(buffer->memory, 0, KEY_BYTES);
    return buffer->memory + KEY_BYTES;
}

const uint8_t *utf8_in(Utf8Buffer *buffer, PyObject *string, size_t *length, Work *work)
{
    uint8_t *out = room_in(buffer, most_utf8(string), work);
    Py_ssize_t written = write_utf8(string, out);
    if (written < 0) fail(work, ENDED);
    *length = (size_t)written;
    return out;
}

Span write_line(Utf8Buffer *buffer, PyObject *string, Span *memory, Work *work)
{
    size_t room = most_utf8(string) + BLOCK;
    uint8_t *start = room_in(buffer, room, work), *end = write_characters(string, start);
    if (!end) fail(work, LONE_SURROGATE);
    *memory = (Span){start - KEY_BYTES, start + room};
    return (Span){start, end};
}
