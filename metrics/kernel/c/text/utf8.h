/* The UTF-8 bytes of Python strings, without an object for each. */

#ifndef TALLYSTICK_UTF8_H
#define TALLYSTICK_UTF8_H

#include "binding/binding.h"
#include "text/characters.h"

/* The UTF-8 bytes of four characters that take two bytes each, of which the first is the lowest. */
static inline uint64_t two_bytes_each(uint64_t characters)
{
    const uint64_t each = UINT64_C(0x0001000100010001);
    return each * 0x80C0 | (characters >> 6 & each * 0x1F) | (characters & each * 0x3F) << 8;
}

/* Bits that are set if any of four characters does not take two bytes. */
static inline uint64_t not_two_bytes(uint64_t characters)
{
    const uint64_t each = UINT64_C(0x0001000100010001);
    return (characters & each * 0xF800) | (~(characters + each * 0x7F80) & each * 0x8000);
}

/* Memory of a call for the bytes of one string at a time; starts as {0}. */
typedef struct {
    uint8_t *memory;
    size_t capacity;
} Utf8Buffer;

/* The bytes that writing a string as UTF-8 needs at most. */
size_t most_utf8(PyObject *string);

/* Write the bytes of a string to `out`, which has room for `most_utf8`; returns their end, or NULL if
 * there is a lone surrogate. Works without the GIL. */
uint8_t *write_characters(PyObject *string, uint8_t *out);

/* The same; returns their number, or -1 with an exception set. */
Py_ssize_t write_utf8(PyObject *string, uint8_t *out);

/* Room for `size` bytes in a buffer, behind KEY_BYTES more. */
uint8_t *room_in(Utf8Buffer *buffer, size_t size, Work *work);

/* The bytes of a string in a buffer. */
const uint8_t *utf8_in(Utf8Buffer *buffer, PyObject *string, size_t *length, Work *work);

/* Write a string to a buffer as a line, around which a tokenizer can read `memory`. Works without
 * the GIL. */
Span write_line(Utf8Buffer *buffer, PyObject *string, Span *memory, Work *work);

#endif
