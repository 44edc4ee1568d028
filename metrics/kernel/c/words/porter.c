/* Porter, "An algorithm for suffix stripping", Program 14(3), 1980, with the changes that the
 * stemmer of NLTK 3.10.4 makes by default. `python/porter.py` names them one by one. */

#include "words/vocabulary.h"

typedef struct {
    const char *suffix;
    size_t length; /* of the suffix */
    const char *replacement;
} Rule;

#define RULE(suffix, replacement) {suffix, sizeof suffix - 1, replacement}
#define END {NULL, 0, NULL}

typedef struct {
    uint32_t *letters;
    size_t length;
} Word;

static const Rule irregular[] = {
    RULE("sky", "sky"), RULE("skies", "sky"), RULE("dying", "die"), RULE("lying", "lie"),
    RULE("tying", "tie"), RULE("news", "news"), RULE("innings", "inning"),
    RULE("inning", "inning"), RULE("outings", "outing"), RULE("outing", "outing"),
    RULE("cannings", "canning"), RULE("canning", "canning"), RULE("howe", "howe"),
    RULE("proceed", "proceed"), RULE("exceed", "exceed"), RULE("succeed", "succeed"), END};

/* The rules of a step apply if what precedes the suffix has a measure above 0, in step 4 above
 * 1, in step 1a whatever it is. Only the first rule whose suffix fits is tried. */
static const Rule step_1a[] = {RULE("sses", "ss"), RULE("ss", "ss"), RULE("s", ""), END};
static const Rule step_2[] = {
    RULE("ational", "ate"), RULE("tional", "tion"), RULE("enci", "ence"), RULE("anci", "ance"),
    RULE("izer", "ize"), RULE("bli", "ble"), RULE("alli", "al"), RULE("entli", "ent"),
    RULE("eli", "e"), RULE("ousli", "ous"), RULE("ization", "ize"), RULE("ation", "ate"),
    RULE("ator", "ate"), RULE("alism", "al"), RULE("iveness", "ive"), RULE("fulness", "ful"),
    RULE("ousness", "ous"), RULE("aliti", "al"), RULE("iviti", "ive"), RULE("biliti", "ble"),
    RULE("fulli", "ful"), END};
static const Rule step_3[] = {
    RULE("icate", "ic"), RULE("ative", ""), RULE("alize", "al"), RULE("iciti", "ic"),
    RULE("ical", "ic"), RULE("ful", ""), RULE("ness", ""), END};
static const Rule step_4[] = {
    RULE("al", ""), RULE("ance", ""), RULE("ence", ""), RULE("er", ""), RULE("ic", ""),
    RULE("able", ""), RULE("ible", ""), RULE("ant", ""), RULE("ement", ""), RULE("ment", ""),
    RULE("ent", ""), RULE("ion", ""), RULE("ou", ""), RULE("ism", ""), RULE("ate", ""),
    RULE("iti", ""), RULE("ous", ""), RULE("ive", ""), RULE("ize", ""), END};

static int is_plain_vowel(uint32_t letter)
{
    return letter == 'a' || letter == 'e' || letter == 'i' || letter == 'o' || letter == 'u';
}

/* A y is a consonant unless one precedes it. */
static int next_is_consonant(uint32_t letter, int is_first, int after_consonant)
{
    if (letter == 'y') return is_first || !after_consonant;
    return !is_plain_vowel(letter);
}

/* Whether the letter at `at` is a consonant. */
static int is_consonant(const Word *word, size_t at)
{
    size_t run = at;
    while (run > 0 && word->letters[run] == 'y') run--;
    int consonant = next_is_consonant(word->letters[run], run == 0, 0);
    return (at - run) % 2 ? !consonant : consonant;
}

/* The number of times that a consonant follows a vowel. */
static size_t measure(const Word *word, size_t length)
{
    size_t found = 0;
    int consonant = 1;
    for (size_t i = 0; i < length; i++) {
        int next = next_is_consonant(word->letters[i], i == 0, consonant);
        found += next && !consonant;
        consonant = next;
    }
    return found;
}

static int has_vowel(const Word *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_consonant(word, i)) return 1;
    return 0;
}

/* Whether letters end in consonant, vowel, consonant other than w, x and y; or are a vowel and a
 * consonant. */
static int ends_short(const Word *word, size_t length)
{
    if (length == 2) return !is_consonant(word, 0) && is_consonant(word, 1);
    if (length < 3) return 0;
    uint32_t last = word->letters[length - 1];
    return is_consonant(word, length - 3) && !is_consonant(word, length - 2) &&
           is_consonant(word, length - 1) && last != 'w' && last != 'x' && last != 'y';
}

/* What remains before a suffix, or SIZE_MAX if the word does not end in it. */
static inline size_t before_suffix(const Word *word, const char *suffix, size_t length)
{
    if (length > word->length) return SIZE_MAX;
    size_t start = word->length - length;
    for (size_t i = length; i-- > 0;)
        if (word->letters[start + i] != (uint8_t)suffix[i]) return SIZE_MAX;
    return start;
}

static inline size_t before(const Word *word, const char *suffix)
{
    return before_suffix(word, suffix, strlen(suffix));
}

static void replace(Word *word, size_t start, const char *replacement)
{
    for (; *replacement; replacement++) word->letters[start++] = (uint8_t)*replacement;
    word->length = start;
}

static inline int ends_in(const Word *word, const char *suffix)
{
    return before(word, suffix) != SIZE_MAX;
}

static inline int replace_suffix(Word *word, const char *suffix, const char *replacement)
{
    int fits = ends_in(word, suffix);
    if (fits) replace(word, before(word, suffix), replacement);
    return fits;
}

/* Apply the first rule whose suffix fits, if the rest has at least a measure. */
static void apply(Word *word, const Rule *rules, size_t least)
{
    uint32_t last = word->length ? word->letters[word->length - 1] : 0;
    for (; rules->suffix; rules++) {
        if ((uint8_t)rules->suffix[rules->length - 1] != last) continue;
        size_t start = before_suffix(word, rules->suffix, rules->length);
        if (start == SIZE_MAX) continue;
        if (measure(word, start) >= least) replace(word, start, rules->replacement);
        return;
    }
}

static void plurals(Word *word)
{
    if (!replace_suffix(word, "ies", word->length == 4 ? "ie" : "i")) apply(word, step_1a, 0);
}

/* After -ed or -ing was removed. */
static void restore_ending(Word *word)
{
    size_t length = word->length;
    uint32_t last = word->letters[length - 1];
    int needs_e = ends_in(word, "at") || ends_in(word, "bl") || ends_in(word, "iz");
    if (!needs_e && length >= 2 && last == word->letters[length - 2] &&
        is_consonant(word, length - 1)) {
        if (last != 'l' && last != 's' && last != 'z') word->length--;
        return;
    }
    if (needs_e || (measure(word, length) == 1 && ends_short(word, length)))
        replace(word, length, "e");
}

static void past_and_progressive(Word *word)
{
    if (replace_suffix(word, "ied", word->length == 4 ? "ie" : "i")) return;
    size_t start = before(word, "eed");
    if (start != SIZE_MAX) {
        if (measure(word, start)) replace(word, start, "ee");
        return;
    }
    start = before(word, "ed");
    if (start == SIZE_MAX) start = before(word, "ing");
    if (start == SIZE_MAX || !has_vowel(word, start)) return;
    word->length = start;
    restore_ending(word);
}

static void double_suffixes(Word *word)
{
    size_t start = before(word, "alli");
    while (start != SIZE_MAX && measure(word, start)) {
        replace(word, start, "al");
        start = before(word, "alli");
    }
    start = before(word, "logi");
    if (start == SIZE_MAX) apply(word, step_2, 1);
    else if (measure(word, start + 1)) replace(word, start, "log");
}

static void single_suffixes(Word *word)
{
    size_t start = before(word, "ion");
    if (start != SIZE_MAX && (!start || (word->letters[start - 1] != 's' &&
                                         word->letters[start - 1] != 't')))
        return;
    apply(word, step_4, 2);
}

static void final_letters(Word *word)
{
    size_t start = before(word, "e");
    if (start != SIZE_MAX) {
        size_t found = measure(word, start);
        if (found > 1 || (found == 1 && !ends_short(word, start))) word->length = start;
    }
    if (ends_in(word, "ll") && measure(word, word->length - 1) > 1) word->length--;
}

/* Replace a word, given as code points, by its stem, which is not longer; returns its length.
 * Capital letters are not folded, and end no suffix. */
static size_t porter_stem(uint32_t *letters, size_t length)
{
    Word word = {letters, length};
    for (const Rule *rule = irregular; rule->suffix; rule++) {
        if (before_suffix(&word, rule->suffix, rule->length) != 0) continue;
        replace(&word, 0, rule->replacement);
        return word.length;
    }
    if (length <= 2) return length;
    plurals(&word);
    past_and_progressive(&word);
    if (word.length > 2 && ends_in(&word, "y") && is_consonant(&word, word.length - 2))
        replace_suffix(&word, "y", "i");
    double_suffixes(&word);
    apply(&word, step_3, 1);
    single_suffixes(&word);
    final_letters(&word);
    CHECK(word.length <= length);
    return word.length;
}

enum { LONGEST_UNCHANGED = 3 };

/* Write the stem of a token that is long enough to `bytes`; returns its length, or 0. */
static size_t write_stem(Span token, uint32_t *letters, uint8_t *bytes)
{
    size_t count = 0, size;
    for (const uint8_t *at = token.start; at < token.end; at += size) {
        size = 1;
        letters[count++] = *at < 0x80 ? *at : code_at(at, token.end, &size);
    }
    if (count <= LONGEST_UNCHANGED) return 0;
    uint8_t *out = bytes;
    count = porter_stem(letters, count);
    for (size_t i = 0; i < count; i++) out = write_character(letters[i], out);
    return (size_t)(out - bytes);
}

static void stems_task(Call *call, const Value *Py_UNUSED(given))
{
    const Tokens *tokens = tokens_of(call->self);
    uint32_t *numbers = call->found[0];
    Work *work = &call->work;
    Tokens stems;
    uint32_t *letters = NULL;
    uint8_t *bytes = NULL;
    size_t letter_capacity = 0, byte_capacity = 0;
    tokens_init(&stems, &work->memory, work);
    for (size_t id = 0; id < tokens->size; id++) {
        Span token = token_at(tokens, id);
        const uint8_t *stem = token.start;
        size_t length = (size_t)(token.end - token.start), written = 0;
        if (length > LONGEST_UNCHANGED) {
            RESERVE(work, letters, letter_capacity, length);
            RESERVE(work, bytes, byte_capacity, 4 * length);
            written = write_stem(token, letters, bytes);
        }
        if (written) stem = bytes, length = written;
        numbers[id] = tokens_intern(&stems, token_key(stem, length, stem), stem, length, work);
        watch(work, 1);
    }
}

TASK(stems, READS, OUTPUTS({OF_SELF, 0, 1, sizeof(uint32_t)}), {NULL})
