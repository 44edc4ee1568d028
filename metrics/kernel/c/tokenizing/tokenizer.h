/* What a tokenizer is: a row of a table, and what is prepared from it to scan text; the classes of
 * characters from which it is prepared; and scanning itself. */

#ifndef TALLYSTICK_TOKENIZER_H
#define TALLYSTICK_TOKENIZER_H

#include "text/characters.h"

/* The classes of characters that tokenizers distinguish, frozen as in the Python tokenizers. */
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

enum { CLASSIFIED = 0x40000 }; /* no later character has a class */

/* Two numbers for each run of characters with the same classes: how many they are, and the classes. */
extern const size_t class_run_count;
extern const uint32_t class_runs[];

/* Made of these when tokenizers are prepared: the block of every 64 characters, which share all but
 * the last byte of UTF-8, and the classes of the characters of each, of which few are distinct. */
enum { CHARACTER_BLOCKS = CLASSIFIED / 64 };
extern uint16_t character_block[CHARACTER_BLOCKS];
extern uint8_t character_classes[CHARACTER_BLOCKS][64];

static inline uint8_t classes_of(uint32_t code)
{
    return code < CLASSIFIED ? character_classes[character_block[code / 64]][code % 64] : 0;
}

enum { LAST_WHITE_SPACE = 0x3000 };

/* Whether a character is white space as Python defines it. */
static inline int is_white_space(uint32_t code)
{
    if (code > LAST_WHITE_SPACE) return 0;
    if (code >= 0x80) return classes_of(code) & CLASS_WIDE_SPACE;
    return code == ' ' || (code >= '\t' && code <= '\r') || (code >= 0x1C && code < ' ');
}

/* What a byte does in a line: the role of the character that it begins, unless that is unknown. */
typedef enum {
    SPACE,
    ALONE,       /* always a single token */
    PUNCTUATION, /* a single token unless it is between numbers; see scan.c */
    NUMBER,
    HYPHEN,       /* a single token after a number */
    LOOKED_UP,    /* it begins characters of different roles */
    CONTINUATION, /* it begins no character */
    IN_WORD,      /* anything else */
    ROLES,
} Role;

typedef struct {
    const char *text, *replacement; /* the replacement is not longer */
} Replacement;

typedef enum { STRIPS_NOTHING, STRIPS_END, STRIPS_BOTH_ENDS } Stripping;
/* The last two: U+0020 alone, and nothing. */
typedef enum { PYTHON_SPACES, PERL_SPACES, ASCII_SPACES, SPACE_ALONE, NO_SPACES } Spaces;

typedef struct {
    const char *name;
    Spaces spaces;
    Stripping strips;                 /* white space as Python defines it, before all else */
    const Replacement *replacements;  /* ends with {NULL, NULL}; NULL if there are none */
    int folds_last;                   /* case is folded after the replacements */
    int folds_without_context;        /* a capital sigma is folded as if it were alone */
    int keeps_addresses;              /* words that begin with http:// or https:// are kept */
    int western;                      /* ASCII has the roles of 13a, not those of its classes */
    int padded;                       /* the line is between spaces, not between numbers */
    uint8_t punctuation, number, alone; /* the classes that have these roles */
    uint8_t separators;                 /* the classes that have the role SPACE */
    int ascii_words;                    /* see `find_words`; without other rules and roles */
    int every_character;              /* all characters have the role ALONE */
    int joins_at_one_space;           /* one white space does not split, unless it is U+0020 */
    int detaches_punctuation;         /* ASCII punctuation at one end of a word is a token */
    int detaches_possessives;         /* 's is a token before U+0020 or ASCII that is ALONE */
    int deletes_punctuation;          /* the characters . , ? : ; ! " ( and ) of tokens, at last */
} Rules;

/* A tokenizer prepared for scanning. Never changes, so threads can share it. */
typedef struct {
    const Rules *rules;
    uint8_t role_of_byte[256];
    uint8_t role_of_classes[CLASS_SETS];
    /* For each byte, 1 << 8 * role, which gathers the roles of 8 bytes. */
    uint64_t spread[256];
    /* For each role and low half of a byte, the high halves with which a byte has the role, as the
     * bits of two bytes, 16 places apart. */
    uint8_t rows[ROLES][32];
    uint8_t has_role[ROLES]; /* whether any byte has it */
} Tokenizer;

enum { TOKENIZERS = 25 };
/* Prepare all tokenizers, which is the same every time. */
void prepare_tokenizers(void);

/* The name of a tokenizer by its number, below TOKENIZERS. */
const char *tokenizer_name(size_t number);

/* The tokenizer with a name, or NULL. */
const Tokenizer *tokenizer_named(const char *name);

static inline Role role_of_code(const Tokenizer *tokenizer, uint32_t code)
{
    return code < 0x80 ? tokenizer->role_of_byte[code] : tokenizer->role_of_classes[classes_of(code)];
}

/* The role of the character at `at`, of which `*length` bytes are set. */
static inline Role role_at(const Tokenizer *tokenizer, const uint8_t *at, const uint8_t *end,
                           size_t *length)
{
    uint32_t code = code_at(at, end, length);
    if (*at < FIRST_LEAD) return tokenizer->role_of_byte[*at];
    if (*length == 1) return IN_WORD; /* not UTF-8 */
    return tokenizer->role_of_classes[classes_of(code)];
}

/* The roles of 64 bytes at once: a bit mask for each role but IN_WORD, with a bit for each byte. */
enum { BLOCK = 64 };

typedef struct {
    uint64_t with[ROLES];
} Block;

/* Read the roles of BLOCK bytes, from tables made of `Tokenizer.role_of_byte`. */
void classify(const Tokenizer *tokenizer, const uint8_t *bytes, Block *block);

/* Find words of the characters A to Z, a to z and 0 to 9 between `line` and `end`, in order, and
 * return their number, which is at most half of the number of bytes, rounded up. Bytes after the line
 * can be read up to `limit`. `*may_lower` is 0 unless another character can become one of a to z in
 * lower case. */
size_t find_words(const uint8_t *line, const uint8_t *end, const uint8_t *limit, Span *words,
                  int *may_lower);

/* Find the tokens between `line` and `end`, in order, and return their number, which is at most
 * the number of bytes. Bytes after the line can be read up to `limit`. */
size_t scan(const Tokenizer *tokenizer, const uint8_t *line, const uint8_t *end,
            const uint8_t *limit, Span *spans);

#endif
