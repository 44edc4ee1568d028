#include "lowercase.h"

#include "utf8.h"

enum { CAPITAL_SIGMA = 0x3A3, DOTTED_CAPITAL_I = 0x130 };

void lower_ascii(const uint8_t *text, size_t length, uint8_t *out)
{
    for (size_t i = 0; i < length; i++)
        out[i] = (uint8_t)(text[i] | ((uint8_t)(text[i] - 'A') < 26) << 5);
}

static uint8_t *write_character(uint32_t code, uint8_t *out)
{
    if (code < 0x80) {
        *out++ = (uint8_t)code;
        return out;
    }
    if (code < 0x800) {
        *out++ = (uint8_t)(0xC0 | code >> 6);
    } else {
        if (code < 0x10000) {
            *out++ = (uint8_t)(0xE0 | code >> 12);
        } else {
            *out++ = (uint8_t)(0xF0 | code >> 18);
            *out++ = (uint8_t)(0x80 | (code >> 12 & 0x3F));
        }
        *out++ = (uint8_t)(0x80 | (code >> 6 & 0x3F));
    }
    *out++ = (uint8_t)(0x80 | (code & 0x3F));
    return out;
}

/* Lower one character at a time; returns the end, or NULL at a capital sigma whose context matters.
 * Of all letters, only the dotted capital I becomes two characters. */
static uint8_t *lower_characters(const uint8_t *text, size_t length, int in_context, uint8_t *out)
{
    const uint8_t *end = text + length;
    while (text < end) {
        size_t left = (size_t)(end - text), ascii = 0;
        while (ascii < left && text[ascii] < 0x80) ascii++;
        lower_ascii(text, ascii, out);
        text += ascii;
        out += ascii;
        if (ascii == left) break;
        size_t size = *text < 0xE0 ? 2 : *text < 0xF0 ? 3 : 4;
        if (*text < 0xC0 || left - ascii < size) { /* not UTF-8 */
            *out++ = *text++;
            continue;
        }
        uint32_t code = *text & 0x7Fu >> size;
        for (size_t i = 1; i < size; i++) code = code << 6 | (text[i] & 0x3F);
        if (code == CAPITAL_SIGMA && in_context) return NULL;
        if (code == DOTTED_CAPITAL_I) {
            *out++ = 'i';
            out = write_character(0x307, out); /* a dot above */
        } else {
            uint32_t lower = code <= 0x10FFFF ? Py_UNICODE_TOLOWER(code) : code;
            if (lower == code) memcpy(out, text, size);
            out = lower == code ? out + size : write_character(lower, out);
        }
        text += size;
    }
    return out;
}

static Status lower_by_python(const uint8_t *text, size_t length, PyThreadState **thread,
                              uint8_t *out, size_t *written)
{
    PyEval_RestoreThread(*thread);
    PyObject *string = PyUnicode_DecodeUTF8((const char *)text, (Py_ssize_t)length, NULL);
    PyObject *lower = string ? PyObject_CallMethod(string, "lower", NULL) : NULL;
    CHECK(!lower || most_utf8(lower) <= LOWERING_ROOM * length + WRITTEN_BEHIND);
    Py_ssize_t size = lower ? write_utf8(lower, out) : -1;
    Py_XDECREF(string);
    Py_XDECREF(lower);
    *thread = PyEval_SaveThread();
    *written = (size_t)size;
    return size < 0 ? ENDED : FINE;
}

Status lower_text(const uint8_t *text, size_t length, int in_context, void *thread, uint8_t *out,
                  size_t *written)
{
    uint8_t *end = lower_characters(text, length, in_context, out);
    if (!end) return lower_by_python(text, length, thread, out, written);
    *written = (size_t)(end - out);
    CHECK(*written <= LOWERED_BYTES * length);
    return FINE;
}
