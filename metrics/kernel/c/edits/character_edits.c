/* The edits and hits of strings whose tokens are their characters, which are read where Python keeps
 * them. */

#include "edits/edit_counter.h"
#include "edits/text_edits.h"

/* Characters of one, two or four bytes each, where Python keeps them. */
typedef struct {
    const uint8_t *bytes;
    size_t length;
    int kind;
} Characters;

static Characters characters_of(PyObject *string)
{
    return (Characters){PyUnicode_DATA(string), (size_t)PyUnicode_GET_LENGTH(string),
                        PyUnicode_KIND(string)};
}

static uint32_t character_at(const Characters *text, size_t place)
{
    CHECK(place < text->length);
    return PyUnicode_READ(text->kind, text->bytes, (Py_ssize_t)place);
}

static void remove_from_start(Characters *text, size_t count)
{
    text->bytes += count * (size_t)text->kind;
    text->length -= count;
}

static void strip(Characters *text)
{
    size_t spaces = 0;
    while (text->length && is_white_space(character_at(text, text->length - 1))) text->length--;
    while (spaces < text->length && is_white_space(character_at(text, spaces))) spaces++;
    remove_from_start(text, spaces);
}

static const uint8_t *end_of(const Characters *text)
{
    return text->bytes + text->length * (size_t)text->kind;
}

/* Remove the characters that texts of the same kind have in common at both ends, and return their
 * number. */
static size_t remove_common(Characters *one, Characters *other)
{
    size_t each = (size_t)one->kind, shorter = one->length < other->length ? one->length : other->length;
    size_t start = bytes_at_start(one->bytes, other->bytes, shorter * each) / each;
    remove_from_start(one, start);
    remove_from_start(other, start);
    size_t end = bytes_at_end(end_of(one), end_of(other), (shorter - start) * each) / each;
    one->length -= end;
    other->length -= end;
    return start + end;
}

/* The characters of two texts as symbols, reused for all. */
typedef struct {
    uint32_t *symbols;
    size_t capacity;
} Scratch;

static void write_symbols(const Characters *text, uint32_t *symbols)
{
    const uint16_t *two = (const uint16_t *)text->bytes;
    const uint32_t *four = (const uint32_t *)text->bytes;
    if (text->kind == PyUnicode_1BYTE_KIND)
        for (size_t i = 0; i < text->length; i++) symbols[i] = text->bytes[i];
    else if (text->kind == PyUnicode_2BYTE_KIND)
        for (size_t i = 0; i < text->length; i++) symbols[i] = two[i];
    else
        for (size_t i = 0; i < text->length; i++) symbols[i] = four[i];
}

/* Compare texts without what they have in common at both ends, by any way. */
static Status compare(EditCounter *counter, Scratch *scratch, const Characters *hypothesis,
                      const Characters *reference, Rule rule, int64_t found[2], Watch *watch)
{
    size_t length = reference->length, all = length + hypothesis->length;
    if (RESERVE(scratch->symbols, scratch->capacity, all) != FINE) return OUT_OF_MEMORY;
    write_symbols(reference, scratch->symbols);
    write_symbols(hypothesis, scratch->symbols + length);
    Pair pair = {scratch->symbols, scratch->symbols + length, length, hypothesis->length};
    return edit_counter_add(counter, pair, rule, found, watch);
}

static Status count_pair(EditCounter *counter, Scratch *scratch, Characters hypothesis,
                         Characters reference, Rule rule, int64_t found[4], Watch *watch)
{
    if (hypothesis.length > MOST_SEGMENT_TOKENS || reference.length > MOST_SEGMENT_TOKENS)
        return LONG_SEGMENT;
    found[2] = (int64_t)hypothesis.length;
    found[3] = (int64_t)reference.length;
    size_t common = 0;
    int kind = hypothesis.kind == reference.kind ? hypothesis.kind : 0;
    if (kind) common = remove_common(&hypothesis, &reference);
    if (kind && kind <= 2 && rule == EDITS_LAST &&
        edit_counter_takes(reference.length, hypothesis.length)) {
        found[1] = (int64_t)common;
        Middle middle = {reference.bytes, hypothesis.bytes, reference.length, hypothesis.length,
                         kind, kind};
        return edit_counter_add_middle(counter, &middle, found, watch);
    }
    Status status = compare(counter, scratch, &hypothesis, &reference, rule, found, watch);
    found[1] += (int64_t)common; /* hits of a pair that waits are added later */
    return status;
}

static Status count_all(const TextEdits *texts, EditCounter *counter, Scratch *scratch,
                        int64_t (*found)[4], Watch *watch)
{
    const int64_t *segments = texts->segments;
    int strips = texts->tokenizer->rules->strips == STRIPS_BOTH_ENDS;
    Status status = FINE;
    for (size_t s = 0; s < texts->segment_count && status == FINE; s++) {
        Characters hypothesis = characters_of(texts->hypotheses.strings[s]);
        if (strips) strip(&hypothesis);
        for (int64_t r = segments[s]; r < segments[s + 1] && status == FINE; r++) {
            Characters reference = characters_of(texts->references.strings[r]);
            if (strips) strip(&reference);
            status = count_pair(counter, scratch, hypothesis, reference, texts->rule,
                                found[r - segments[0]], watch);
        }
    }
    return status == FINE ? edit_counter_finish(counter, watch) : status;
}

Status count_character_edits(const TextEdits *texts, int64_t (*found)[4], Watch *watch)
{
    Scratch scratch = {0};
    EditCounter *counter = edit_counter_new();
    Status status = counter ? count_all(texts, counter, &scratch, found, watch) : OUT_OF_MEMORY;
    edit_counter_free(counter);
    free(scratch.symbols);
    return status;
}
