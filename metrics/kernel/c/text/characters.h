/* Characters of UTF-8, and folding their case. */

#ifndef TALLYSTICK_CHARACTERS_H
#define TALLYSTICK_CHARACTERS_H

#include "common.h"

typedef struct {
    const uint8_t *start, *end;
} Span;

enum { FIRST_LEAD = 0xC0 }; /* bytes from here on begin a character of several bytes */

/* The character at `at`, of which `*length` bytes are set; a byte that begins none is one. */
static inline uint32_t code_at(const uint8_t *at, const uint8_t *end, size_t *length)
{
    size_t needed = *at < FIRST_LEAD ? 1 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
    *length = (size_t)(end - at) < needed ? 1 : needed;
    if (*length == 1) return *at;
    uint32_t code = *at & 0x7Fu >> needed;
    for (size_t i = 1; i < needed; i++) code = code << 6 | (at[i] & 0x3Fu);
    return code;
}

/* The start of the character before `at`, which is behind `line`. */
static inline const uint8_t *character_before(const uint8_t *at, const uint8_t *line)
{
    do at--;
    while (at > line && (*at & 0xC0) == 0x80);
    return at;
}

/* Write a character, in up to four bytes, and return their end. */
static inline uint8_t *write_character(uint32_t code, uint8_t *out)
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

/* FOLD_ASCII lowers A-Z, FOLD_UNICODE every letter as `str.lower` does. */
typedef enum { FOLD_NOTHING, FOLD_ASCII, FOLD_UNICODE } Folding;

/* The bytes that `lower_text` needs per byte of text, beside WRITTEN_BEHIND, and those that it writes
 * at most. */
enum { LOWERING_ROOM = 4, LOWERED_BYTES = 2 };

/* Prepare what `lower_text` reads. */
void prepare_lowercase(void);

void lower_ascii(const uint8_t *text, size_t length, uint8_t *out);

/* Lower every letter, and return the end; without `in_context`, a capital sigma as if it were
 * alone. The context asks Python, for which the GIL is reacquired. */
uint8_t *lower_text(const uint8_t *text, size_t length, int in_context, uint8_t *out, Work *work);

#endif
