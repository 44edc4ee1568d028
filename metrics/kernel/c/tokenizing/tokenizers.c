/* The compiled tokenizers. Each equals the Python tokenizer of its name. */

#include "tokenizing/tokenizer.h"

#define END {NULL, NULL}
#define MARKUP_AND_ENTITIES \
    {"&quot;", "\""}, {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}

static const Replacement of_13a[] = {
    {"<skipped>", ""}, {"-\n", ""}, MARKUP_AND_ENTITIES, END};
static const Replacement of_11b[] = {{"<skipped>", ""}, MARKUP_AND_ENTITIES, END};
static const Replacement of_tercom[] = {{"\n-", ""}, MARKUP_AND_ENTITIES, END};
static const Replacement of_intl[] = {
    {"<skipped>", ""}, MARKUP_AND_ENTITIES, {"&apos;", "'"}, END};
static const Replacement of_nltk[] = {
    {"<skipped>", ""}, {"&gt;", ">"},   {"&lt;", "<"},   {"&apos;", "'"}, {"&quot;", "\""},
    {"&#124;", "|"},   {"&#91;", "["}, {"&#93;", "]"}, {"&amp;", "&"},  END};

#define INTERNATIONAL \
    .punctuation = CLASS_PUNCTUATION, .number = CLASS_NUMBER, .alone = CLASS_SYMBOL
#define NORMALIZED_BY_TERCOM \
    .replacements = of_tercom, .western = 1, .padded = 1, .detaches_possessives = 1

static const Rules all_rules[TOKENIZERS] = {
    {.name = "none"},
    {.name = "ascii-space", .spaces = ASCII_SPACES},
    {.name = "char", .every_character = 1},
    {.name = "char-perl", .spaces = PERL_SPACES, .every_character = 1},
    {.name = "char-spaces", .spaces = SPACE_ALONE, .strips = STRIPS_BOTH_ENDS,
     .every_character = 1},
    {.name = "char-stripped", .spaces = NO_SPACES, .strips = STRIPS_BOTH_ENDS,
     .every_character = 1},
    {.name = "char-all", .spaces = NO_SPACES, .every_character = 1},
    {.name = "chrf-words", .detaches_punctuation = 1},
    {.name = "jiwer", .strips = STRIPS_BOTH_ENDS, .joins_at_one_space = 1},
    {.name = "werx", .spaces = PERL_SPACES},
    {.name = "13a", .strips = STRIPS_END, .replacements = of_13a, .western = 1, .padded = 1},
    {.name = "tercom-norm", .strips = STRIPS_END, NORMALIZED_BY_TERCOM},
    {.name = "tercom-norm-asian", .strips = STRIPS_END, NORMALIZED_BY_TERCOM,
     .alone = CLASS_TERCOM},
    {.name = "tercom-norm-nopunct", .strips = STRIPS_END, NORMALIZED_BY_TERCOM,
     .deletes_punctuation = 1},
    {.name = "tercom-nopunct", .strips = STRIPS_END, .deletes_punctuation = 1},
    {.name = "intl", .strips = STRIPS_END, INTERNATIONAL},
    {.name = "zh", .strips = STRIPS_BOTH_ENDS, .western = 1, .alone = CLASS_CHINESE_OF_ZH},
    {.name = "zh-2", .strips = STRIPS_BOTH_ENDS, .western = 1, .padded = 1,
     .alone = CLASS_CHINESE_OF_ZH_2},
    {.name = "mteval-11b", .spaces = ASCII_SPACES, .replacements = of_11b, .folds_last = 1,
     .western = 1, .padded = 1},
    {.name = "mteval-13a", .spaces = PERL_SPACES, .replacements = of_13a, .folds_last = 1,
     .western = 1, .padded = 1},
    {.name = "mteval-14c", .spaces = PERL_SPACES, .replacements = of_11b, .folds_last = 1,
     .western = 1, .padded = 1, .keeps_addresses = 1},
    {.name = "mteval-intl", .spaces = PERL_SPACES, .replacements = of_intl, .folds_last = 1,
     .folds_without_context = 1,
     INTERNATIONAL},
    {.name = "nltk-nist", .replacements = of_nltk, .folds_last = 1, .western = 1, .padded = 1},
    {.name = "rouge-score", .ascii_words = 1},
    {.name = "unicode-words", .separators = CLASS_PUNCTUATION | CLASS_SYMBOL, .alone = CLASS_CJK},
};

uint16_t character_block[CHARACTER_BLOCKS];
uint8_t character_classes[CHARACTER_BLOCKS][64];

/* The classes that some of the characters have, and those that some lack, that begin with a byte. */
static uint8_t lead_has[0x100], lead_lacks[0x100];

/* Keep the classes of a block; those that repeat the block before are kept once. */
static void keep_block(uint32_t number, const uint8_t classes[64], int repeats)
{
    uint32_t kept = number ? character_block[number - 1] : 0;
    CHECK(number < CHARACTER_BLOCKS);
    if (!repeats && number && memcmp(classes, character_classes[kept], 64)) kept++;
    if (!repeats) memcpy(character_classes[kept], classes, 64);
    character_block[number] = (uint16_t)kept;
}

static void prepare_characters(void)
{
    uint8_t classes[64];
    uint32_t code = 0, part;
    for (size_t r = 0; r < class_run_count; r++)
        for (uint32_t left = class_runs[2 * r]; left; left -= part, code += part) {
            uint32_t block = code / 64, room = 64 - code % 64;
            uint8_t of_run = (uint8_t)class_runs[2 * r + 1];
            part = left < room ? left : room;
            memset(classes + code % 64, of_run, part);
            int repeats = part == 64 && class_runs[2 * r] - left >= 64;
            if (part == room) keep_block(block, classes, repeats);
            if (code < 0x80) continue;
            uint32_t lead = code < 0x800     ? 0xC0 + block
                            : code < 0x10000 ? 0xE0 + block / 64
                                             : 0xF0 + block / (64 * 64);
            lead_has[lead] |= of_run;
            lead_lacks[lead] |= (uint8_t)~of_run;
        }
    CHECK(code == CLASSIFIED);
}

/* Whether white space outside ASCII separates tokens. */
static int has_wide_spaces(const Rules *rules)
{
    return rules->spaces == PYTHON_SPACES || rules->spaces == PERL_SPACES;
}

static Role role_of_set(const Rules *rules, unsigned classes)
{
    if (classes & CLASS_WIDE_SPACE && has_wide_spaces(rules)) return SPACE;
    if (classes & rules->separators) return SPACE;
    if (classes & rules->alone || rules->every_character) return ALONE;
    if (classes & rules->punctuation) return PUNCTUATION;
    return classes & rules->number ? NUMBER : IN_WORD;
}

static Role role_of_ascii(const Tokenizer *tokenizer, uint8_t byte)
{
    const Rules *rules = tokenizer->rules;
    if (byte == ' ' && rules->spaces != NO_SPACES) return SPACE;
    if (byte >= '\t' && byte <= '\r' && rules->spaces <= ASCII_SPACES) return SPACE;
    if (byte >= 0x1C && byte < ' ' && rules->spaces == PYTHON_SPACES) return SPACE;
    int letter = (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
    if (!rules->western) return tokenizer->role_of_classes[classes_of(byte)];
    if (byte >= '0' && byte <= '9') return NUMBER;
    if (byte == '.' || byte == ',') return PUNCTUATION;
    if (byte == '-') return HYPHEN;
    if (byte < ' ' || byte == '\'' || byte == 0x7F) return IN_WORD;
    return letter ? IN_WORD : ALONE;
}

static Role role_of_lead(const Tokenizer *tokenizer, uint8_t byte)
{
    const Rules *rules = tokenizer->rules;
    unsigned matters = rules->alone | rules->punctuation | rules->number | rules->separators;
    if (has_wide_spaces(rules)) matters |= CLASS_WIDE_SPACE;
    unsigned some = lead_has[byte] & matters;
    return some & lead_lacks[byte] ? LOOKED_UP : tokenizer->role_of_classes[some];
}

static void prepare(Tokenizer *tokenizer, const Rules *rules)
{
    memset(tokenizer, 0, sizeof *tokenizer);
    tokenizer->rules = rules;
    for (unsigned classes = 0; classes < CLASS_SETS; classes++)
        tokenizer->role_of_classes[classes] = (uint8_t)role_of_set(rules, classes);
    for (unsigned byte = 0; byte < 256; byte++) {
        Role role = byte < 0x80         ? role_of_ascii(tokenizer, (uint8_t)byte)
                    : byte < FIRST_LEAD ? CONTINUATION
                                        : role_of_lead(tokenizer, (uint8_t)byte);
        tokenizer->role_of_byte[byte] = (uint8_t)role;
        tokenizer->has_role[role] = 1;
        tokenizer->spread[byte] = UINT64_C(1) << 8 * role;
        tokenizer->rows[role][byte / 0x80 * 16 + byte % 16] |= (uint8_t)(1 << byte / 16 % 8);
    }
}

static Tokenizer tokenizers[TOKENIZERS];

void prepare_tokenizers(void)
{
    prepare_characters();
    for (size_t i = 0; i < TOKENIZERS; i++) prepare(&tokenizers[i], &all_rules[i]);
}

const char *tokenizer_name(size_t number)
{
    return all_rules[number].name;
}

const Tokenizer *tokenizer_named(const char *name)
{
    for (size_t i = 0; i < TOKENIZERS; i++)
        if (!strcmp(name, all_rules[i].name)) return &tokenizers[i];
    return NULL;
}
