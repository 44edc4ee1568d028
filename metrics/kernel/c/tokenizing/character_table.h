/* The classes of characters that tokenizers distinguish, frozen as in the Python tokenizers.
 *
 * The table has two stages: the number of a block of 64 code points, which share all but the last
 * byte of UTF-8, and the classes of the code points of each distinct block. */

#ifndef TALLYSTICK_CHARACTER_TABLE_H
#define TALLYSTICK_CHARACTER_TABLE_H

#include <stddef.h>
#include <stdint.h>

enum {
    CLASS_WIDE_SPACE = 1, /* white space outside ASCII */
    CLASS_NUMBER = 2,
    CLASS_PUNCTUATION = 4,
    CLASS_SYMBOL = 8,
    CLASS_CHINESE_OF_ZH = 16,
    CLASS_CHINESE_OF_ZH_2 = 32,
    CLASS_CJK = 64,    /* Chinese characters, kana and bopomofo */
    CLASS_TERCOM = 128, /* ideographs, Asian and full-width punctuation as tercom splits them off */
    CLASS_SETS = 256,   /* the number of sets of classes */
};

enum { FIRST_LEAD = 0xC0 }; /* bytes from here on begin a character of several bytes */

extern const size_t character_block_count; /* no later character has a class */
extern const uint16_t character_block[];
extern const uint8_t character_classes[];

/* The classes that some, and that all, of the characters have that begin with a byte, from
 * FIRST_LEAD on. */
extern const uint8_t lead_some[], lead_all[];

static inline uint8_t classes_of(uint32_t code)
{
    uint32_t block = code / 64;
    return block < character_block_count ? character_classes[character_block[block] * 64 + code % 64]
                                         : 0;
}

enum { LAST_WHITE_SPACE = 0x3000 };

/* Whether a character is white space as Python defines it. */
static inline int is_white_space(uint32_t code)
{
    if (code > LAST_WHITE_SPACE) return 0;
    if (code >= 0x80) return classes_of(code) & CLASS_WIDE_SPACE;
    return code == ' ' || (code >= '\t' && code <= '\r') || (code >= 0x1C && code < ' ');
}

#endif
