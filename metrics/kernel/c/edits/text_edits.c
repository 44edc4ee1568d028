/* Texts have many distinct words, so the table of a vocabulary grows and leaves the processor's
 * caches. Here every hypothesis has a small table of its own, in which the words of its references
 * are looked up; a word that the hypothesis lacks is equal to none. Characters are their own
 * symbols, which are read where Python keeps them if they are neither folded nor left out. */

#include "binding/binding.h"
#include "edits/edit_counter.h"
#include "text/utf8.h"
#include "tokenizing/tokenize.h"
#include "words/vocabulary.h"

/* The symbol of a word that the hypothesis lacks; it has those from 1 on. */
enum { LACKING = 0 };

/* A slot is occupied only if its generation is the current one; the table is never cleared. */
typedef struct {
    TokenKey key;
    const uint8_t *word;
    uint32_t symbol, generation;
} WordSlot;

typedef struct {
    WordSlot *slots;
    size_t capacity, count; /* the slots in use are the first `count` */
    int shift;              /* 64 - log2(count) */
    uint32_t generation, symbols;
} WordTable;

/* Empty the table, and expect up to `most` words. */
static void restart(WordTable *table, size_t most, Work *work)
{
    size_t needed = power_of_two_from(2 * most);
    if (needed > table->capacity || table->generation == UINT32_MAX) {
        size_t capacity = needed > table->capacity ? needed : table->capacity;
        *table = (WordTable){.capacity = capacity};
        ALLOCATE_ZEROS(work, table->slots, capacity);
    }
    table->count = needed;
    for (table->shift = 64; needed > 1; needed /= 2) table->shift--;
    table->generation++;
    table->symbols = LACKING + 1;
}

/* The slot of a word, or the free slot for it. */
static inline WordSlot *slot_of(const WordTable *table, TokenKey key, const uint8_t *word,
                                size_t length)
{
    for (size_t at = key_home(key, table->shift);; at = (at + 1) & (table->count - 1)) {
        CHECK(at < table->count);
        WordSlot *slot = &table->slots[at];
        if (slot->generation != table->generation) return slot;
        if ((slot->key.first ^ key.first) | (slot->key.last ^ key.last)) continue;
        if (length < KEY_BYTES || !memcmp(slot->word, word, length)) return slot;
    }
}

/* A line of a hypothesis or a reference as symbols, with working memory that is reused. */
typedef struct {
    Sequence sequence;
    Utf8Buffer text; /* of a string */
    TokenizedLine tokens;
    uint32_t *symbols;
    size_t capacity;
} SymbolLine;

typedef struct {
    Work *work;
    const Tokenizer *tokenizer;
    int keeps_characters; /* the tokens of strings are their characters as they are */
    SymbolLine hypothesis, reference;
    WordTable table;
} TextEdits;

static void add_words(TextEdits *texts, SymbolLine *line)
{
    const TokenizedLine *tokens = &line->tokens;
    WordTable *table = &texts->table;
    int is_hypothesis = line == &texts->hypothesis;
    RESERVE(texts->work, line->symbols, line->capacity, tokens->count);
    if (is_hypothesis) restart(table, tokens->count, texts->work);
    for (size_t t = 0; t < tokens->count; t++) {
        const uint8_t *word = tokens->spans[t].start;
        size_t length = (size_t)(tokens->spans[t].end - word);
        TokenKey key = token_key(word, length, tokens->memory.start);
        WordSlot *slot = slot_of(table, key, word, length);
        uint32_t symbol = LACKING;
        if (slot->generation == table->generation) symbol = slot->symbol;
        else if (is_hypothesis) {
            symbol = table->symbols++;
            *slot = (WordSlot){key, word, symbol, table->generation};
        }
        line->symbols[t] = symbol;
    }
    line->sequence = sequence_of(line->symbols, tokens->count);
}

static void add_characters(const TextEdits *texts, SymbolLine *line, Span text)
{
    size_t length, count = 0;
    RESERVE(texts->work, line->symbols, line->capacity, (size_t)(text.end - text.start));
    for (const uint8_t *at = text.start; at < text.end; at += length) {
        uint32_t code = code_at(at, text.end, &length);
        line->symbols[count] = code;
        count += role_of_code(texts->tokenizer, code) != SPACE;
    }
    line->sequence = sequence_of(line->symbols, count);
}

static void tokenize(TextEdits *texts, const Lines *lines, int64_t number, SymbolLine *line)
{
    Span text, memory = lines->memory;
    if (lines->strings)
        text = write_line(&line->text, lines->strings[number], &memory, texts->work);
    else text = (Span){memory.start + lines->starts[number], memory.start + lines->ends[number]};
    if (texts->tokenizer->rules->every_character) {
        add_characters(texts, line, fold_line(text, memory, &line->tokens));
    } else {
        tokenize_line(text, memory, &line->tokens);
        add_words(texts, line);
    }
}

static inline Sequence characters_of(PyObject *string, Stripping strips)
{
    const uint8_t *data = PyUnicode_DATA(string);
    size_t length = (size_t)PyUnicode_GET_LENGTH(string), spaces = 0;
    int size = PyUnicode_KIND(string);
    if (strips == STRIPS_BOTH_ENDS) {
        while (length && is_white_space(symbol_at(data, size, length - 1))) length--;
        while (spaces < length && is_white_space(symbol_at(data, size, spaces))) spaces++;
    }
    return (Sequence){data + spaces * (size_t)size, length - spaces, size};
}

static inline void read_line(TextEdits *texts, const Lines *lines, int64_t number, SymbolLine *line)
{
    if (texts->keeps_characters)
        line->sequence = characters_of(lines->strings[number], texts->tokenizer->rules->strips);
    else tokenize(texts, lines, number, line);
}

/* Write for every reference the edits, the hits, the tokens of its hypothesis and its own. After
 * the segments come the tokenizer, the folding and the rule. */
static void count_edits(Call *call, Lines hypotheses, Lines references, const Value *segments)
{
    Work *work = &call->work;
    const int64_t *offsets = segments->items;
    int64_t(*found)[4] = call->found[0];
    TextEdits texts = {work, segments[1].items};
    Folding folding = (Folding)segments[2].whole;
    EditCounter *counter = edit_counter_new(work, (Rule)segments[3].whole);
    const Rules *rules = texts.tokenizer->rules;
    const Sequence *hypothesis = &texts.hypothesis.sequence;
    const Sequence *reference = &texts.reference.sequence;
    texts.keeps_characters = hypotheses.strings && rules->every_character &&
                             rules->spaces == NO_SPACES && folding == FOLD_NOTHING;
    texts.hypothesis.tokens = texts.reference.tokens =
        (TokenizedLine){.work = work, .tokenizer = texts.tokenizer, .folding = folding};
    FOR_EACH_REFERENCE(at, offsets, segments->count) {
        int64_t *row = found[at.number];
        if (at.reference == offsets[at.segment])
            read_line(&texts, &hypotheses, (int64_t)at.segment, &texts.hypothesis);
        read_line(&texts, &references, at.reference, &texts.reference);
        row[2] = (int64_t)hypothesis->length;
        row[3] = (int64_t)reference->length;
        edit_counter_add(counter, reference, hypothesis, row);
        watch(work, hypothesis->length + reference->length);
    }
    edit_counter_finish(counter);
}

#define TEXT_OPTIONS {"tokenizer", TOKENIZER}, {"lowercase", CHOICE, .choices = folding_names}, RULE

static void count_text_edits_task(Call *call, const Value *given)
{
    count_edits(call, lines_in(&given[0]), lines_in(&given[3]), &given[6]);
}

TASK(count_text_edits, NOT_A_METHOD, OUTPUTS({REFERENCES, 6, 4, sizeof(int64_t)}),
     {"hypothesis_text", BYTES}, {"hypothesis_starts", LINE_STARTS}, {"hypothesis_ends", LINE_ENDS},
     {"reference_text", BYTES}, {"reference_starts", LINE_STARTS}, {"reference_ends", LINE_ENDS},
     {"segment_offsets", OFFSETS_IN, 4, AS_MANY_AS(1)}, TEXT_OPTIONS)

static void count_string_edits_task(Call *call, const Value *given)
{
    Lines hypotheses = {.strings = given[0].items}, references = {.strings = given[1].items};
    count_edits(call, hypotheses, references, &given[2]);
}

TASK(count_string_edits, NOT_A_METHOD, OUTPUTS({REFERENCES, 2, 4, sizeof(int64_t)}),
     {"hypotheses", STRINGS}, {"references", STRINGS},
     {"segment_offsets", OFFSETS_IN, 1, AS_MANY_AS(0)}, TEXT_OPTIONS)
