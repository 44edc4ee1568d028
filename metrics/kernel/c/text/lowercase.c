#include "text/characters.h"
#include "text/utf8.h"

enum { CAPITAL_SIGMA = 0x3A3, DOTTED_CAPITAL_I = 0x130, TWO_BYTES_END = 0x800 };

/* The lower case of characters of two bytes, or 0 if it has another length or special rules. */
static uint16_t lower_of[TWO_BYTES_END];

void prepare_lowercase(void)
{
    for (uint32_t code = 0x80; code < TWO_BYTES_END; code++) {
        uint32_t lower = Py_UNICODE_TOLOWER(code);
        int is_plain = lower >= 0x80 && lower < TWO_BYTES_END && code != CAPITAL_SIGMA &&
                       code != DOTTED_CAPITAL_I;
        lower_of[code] = is_plain ? (uint16_t)lower : 0;
    }
}

/* Whether a byte begins three-byte characters of scripts without case: U+0800 to U+0FFF (of India
 * and South-East Asia), U+3000 to U+9FFF (of China and Japan) and U+B000 to U+DFFF (of Korea). */
static inline int begins_without_case(uint8_t lead)
{
    return lead == 0xE0 || (lead >= 0xE3 && lead <= 0xE9) || (lead >= 0xEB && lead <= 0xED);
}

void lower_ascii(const uint8_t *text, size_t length, uint8_t *out)
{
    for (size_t i = 0; i < length; i++)
        out[i] = (uint8_t)(text[i] | ((uint8_t)(text[i] - 'A') < 26) << 5);
}

/* Lower one character at a time; returns the end, or NULL at a capital sigma whose context matters.
 * Of all letters, only the dotted capital I becomes two characters. */
static uint8_t *lower_characters(const uint8_t *text, size_t length, int in_context, uint8_t *out)
{
    const uint8_t *end = text + length;
    while (text < end) {
        size_t left = (size_t)(end - text), ascii = 0;
        while (left - ascii >= 8 && !(load_8(text + ascii) & UINT64_C(0x8080808080808080)))
            ascii += 8;
        while (ascii < left && text[ascii] < 0x80) ascii++;
        if (ascii) {
            lower_ascii(text, ascii, out);
            text += ascii;
            out += ascii;
            continue;
        }
        if (left >= 3 && begins_without_case(*text)) {
            memcpy(out, text, 3);
            out += 3;
            text += 3;
            continue;
        }
        size_t size;
        uint32_t code = code_at(text, end, &size);
        if (size == 1) { /* not UTF-8 */
            *out++ = *text++;
            continue;
        }
        if (size == 2 && lower_of[code]) {
            *out++ = (uint8_t)(0xC0 | lower_of[code] >> 6);
            *out++ = (uint8_t)(0x80 | (lower_of[code] & 0x3F));
            text += 2;
            continue;
        }
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

static uint8_t *lower_by_python(const uint8_t *text, size_t length, uint8_t *out, Work *work)
{
    PyThreadState **thread = work->thread;
    PyEval_RestoreThread(*thread);
    PyObject *string = PyUnicode_DecodeUTF8((const char *)text, (Py_ssize_t)length, NULL);
    PyObject *lower = string ? PyObject_CallMethod(string, "lower", NULL) : NULL;
    CHECK(!lower || most_utf8(lower) <= LOWERING_ROOM * length + WRITTEN_BEHIND);
    Py_ssize_t size = lower ? write_utf8(lower, out) : -1;
    Py_XDECREF(string);
    Py_XDECREF(lower);
    *thread = PyEval_SaveThread();
    if (size < 0) fail(work, ENDED);
    return out + size;
}

uint8_t *lower_text(const uint8_t *text, size_t length, int in_context, uint8_t *out, Work *work)
{
    uint8_t *end = lower_characters(text, length, in_context, out);
    CHECK(!end || (size_t)(end - out) <= LOWERED_BYTES * length);
    return end ? end : lower_by_python(text, length, out, work);
}
