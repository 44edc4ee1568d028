/* Texts have many distinct words, so the table of a vocabulary grows and leaves the processor's
 * caches. Here every hypothesis has a small table of its own, in which the words of its references
 * are looked up; a word that the hypothesis lacks is equal to none. Characters are their own
 * symbols, which are read where Python keeps them if they are neither folded nor left out. */

#include "edits/text_edits.h"

#include "tokenizing/block.h"
#include "edits/edit_counter.h"
#include "text/utf8.h"
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
static Status restart(WordTable *table, size_t most)
{
    size_t needed = power_of_two_from(2 * most);
    if (needed > table->capacity || table->generation == UINT32_MAX) {
        if (needed < table->capacity) needed = table->capacity;
        free(table->slots);
        *table = (WordTable){.slots = calloc(needed, sizeof(WordSlot)), .capacity = needed};
        if (!table->slots) return OUT_OF_MEMORY;
    }
    table->count = needed;
    for (table->shift = 64; needed > 1; needed /= 2) table->shift--;
    table->generation++;
    table->symbols = LACKING + 1;
    return FINE;
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
    uint8_t *text; /* of a string, as UTF-8 */
    size_t text_capacity;
    TokenizedLine tokens;
    uint32_t *symbols;
    size_t capacity;
} SymbolLine;

typedef struct {
    const TextEdits *texts;
    int keeps_characters; /* the tokens of strings are their characters as they are */
    SymbolLine hypothesis, reference;
    WordTable table;
    EditCounter *counter;
} Work;

static Status add_words(WordTable *table, SymbolLine *line, int is_hypothesis)
{
    const TokenizedLine *tokens = &line->tokens;
    if (RESERVE(line->symbols, line->capacity, tokens->count) != FINE ||
        (is_hypothesis && restart(table, tokens->count) != FINE))
        return OUT_OF_MEMORY;
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
    return FINE;
}

static Status add_characters(const Tokenizer *tokenizer, SymbolLine *line, Span text)
{
    size_t length, count = 0;
    if (RESERVE(line->symbols, line->capacity, (size_t)(text.end - text.start)) != FINE)
        return OUT_OF_MEMORY;
    for (const uint8_t *at = text.start; at < text.end; at += length) {
        uint32_t code = code_at(at, text.end, &length);
        line->symbols[count] = code;
        count += role_of_code(tokenizer, code) != SPACE;
    }
    line->sequence = sequence_of(line->symbols, count);
    return FINE;
}

/* Write a string as a line, around which the tokenizer can read. */
static Status write_line(PyObject *string, SymbolLine *line, Span *text, Span *memory)
{
    size_t room = KEY_BYTES + most_utf8(string) + BLOCK;
    if (RESERVE(line->text, line->text_capacity, room) != FINE) return OUT_OF_MEMORY;
    memset(line->text, 0, KEY_BYTES);
    text->start = line->text + KEY_BYTES;
    text->end = write_characters(string, line->text + KEY_BYTES);
    if (!text->end) return LONE_SURROGATE;
    *memory = (Span){line->text, line->text + room};
    return FINE;
}

static Status tokenize(Work *work, const Lines *lines, int64_t number, SymbolLine *line)
{
    const TextEdits *texts = work->texts;
    const Tokenizer *tokenizer = texts->tokenizer;
    Span text, memory = lines->memory;
    Status status = FINE;
    if (lines->strings) status = write_line(lines->strings[number], line, &text, &memory);
    else text = (Span){memory.start + lines->starts[number], memory.start + lines->ends[number]};
    if (status != FINE) return status;
    if (tokenizer->rules->every_character) {
        status = fold_line(tokenizer, texts->folding, &text, memory, &line->tokens);
        if (status == FINE) status = add_characters(tokenizer, line, text);
    } else {
        status = tokenize_line(tokenizer, texts->folding, text, memory, &line->tokens);
        if (status == FINE) status = add_words(&work->table, line, line == &work->hypothesis);
    }
    return status;
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

static inline Status add_line(Work *work, const Lines *lines, int64_t number, SymbolLine *line)
{
    if (!work->keeps_characters) return tokenize(work, lines, number, line);
    line->sequence = characters_of(lines->strings[number], work->texts->tokenizer->rules->strips);
    return FINE;
}

static Status count_segment(Work *work, size_t segment, int64_t (*found)[4], Watch *watch)
{
    const TextEdits *texts = work->texts;
    const Sequence *hypothesis = &work->hypothesis.sequence, *reference = &work->reference.sequence;
    int64_t first = texts->segments[segment], end = texts->segments[segment + 1];
    if (first == end) return FINE;
    Status status = add_line(work, &texts->hypotheses, (int64_t)segment, &work->hypothesis);
    for (int64_t r = first; r < end && status == FINE; r++) {
        int64_t *row = found[r - texts->segments[0]];
        status = add_line(work, &texts->references, r, &work->reference);
        if (status != FINE) break;
        row[2] = (int64_t)hypothesis->length;
        row[3] = (int64_t)reference->length;
        status = edit_counter_add(work->counter, reference, hypothesis, texts->rule, row, watch);
        if (watch_ends(watch, hypothesis->length + reference->length)) return ENDED;
    }
    return status;
}

static void symbol_line_free(SymbolLine *line)
{
    tokenized_line_free(&line->tokens);
    free(line->text);
    free(line->symbols);
}

Status count_text_edits(const TextEdits *texts, int64_t (*found)[4], Watch *watch)
{
    const Rules *rules = texts->tokenizer->rules;
    Work work = {.texts = texts, .counter = edit_counter_new()};
    work.keeps_characters = texts->hypotheses.strings && rules->every_character &&
                            rules->spaces == NO_SPACES && texts->folding == FOLD_NOTHING;
    work.hypothesis.tokens.thread = work.reference.tokens.thread = watch->context;
    Status status = work.counter ? FINE : OUT_OF_MEMORY;
    for (size_t s = 0; s < texts->segment_count && status == FINE; s++)
        status = count_segment(&work, s, found, watch);
    if (status == FINE) status = edit_counter_finish(work.counter, watch);
    edit_counter_free(work.counter);
    symbol_line_free(&work.hypothesis);
    symbol_line_free(&work.reference);
    free(work.table.slots);
    return status;
}
