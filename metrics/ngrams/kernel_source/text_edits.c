/* Texts have many distinct words, so the table of a vocabulary grows and leaves the processor's
 * caches. Here every hypothesis has a small table of its own, in which the words of its references
 * are looked up; a word that the hypothesis lacks is equal to none. Characters are few, and keep
 * their numbers. */

#include "text_edits.h"

#include "character_ids.h"
#include "edit_counter.h"

/* The symbol of a word that the hypothesis lacks; it has those from 1 on. */
enum { LACKING = 0 };

/* Symbols are compared when there are so many, which fit into a cache. */
enum { SYMBOLS_AT_ONCE = 1 << 14 };

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

/* Working memory, and the symbols of the segments that have not been compared yet. */
typedef struct {
    const TextEdits *texts;
    TokenizedLine hypothesis, reference;
    WordTable table;
    Tokens characters;
    CharacterIds known;
    uint32_t symbol_count;
    Ids symbols;
    size_t *ends; /* of the symbols of each hypothesis and of its references, which follow it */
    size_t line_count, line_capacity;
    EditCounter counter;
} Work;

static Status add_words(Work *work, TokenizedLine *line, int is_hypothesis)
{
    Ids *symbols = &work->symbols;
    WordTable *table = &work->table;
    if (reserve((void **)&symbols->ids, &symbols->capacity, symbols->count + line->count,
                sizeof(uint32_t)) != FINE ||
        (is_hypothesis && restart(table, line->count) != FINE))
        return OUT_OF_MEMORY;
    for (size_t t = 0; t < line->count; t++) {
        const uint8_t *word = line->spans[t].start;
        size_t length = (size_t)(line->spans[t].end - word);
        TokenKey key = token_key(word, length, line->memory.start);
        WordSlot *slot = slot_of(table, key, word, length);
        uint32_t symbol = LACKING;
        if (slot->generation == table->generation) symbol = slot->symbol;
        else if (is_hypothesis) {
            symbol = table->symbols++;
            *slot = (WordSlot){key, word, symbol, table->generation};
        }
        symbols->ids[symbols->count++] = symbol;
    }
    if (table->symbols > work->symbol_count) work->symbol_count = table->symbols;
    return FINE;
}

/* Add the symbols of a line of text. */
static Status add_line(Work *work, const Lines *lines, int64_t number, Watch *watch)
{
    const TextEdits *texts = work->texts;
    int is_hypothesis = lines == &texts->hypotheses;
    TokenizedLine *line = is_hypothesis ? &work->hypothesis : &work->reference;
    const uint8_t *begin = lines->memory.start;
    Span text = {begin + lines->starts[number], begin + lines->ends[number]};
    size_t before = work->symbols.count;
    Status status;
    if (texts->tokenizer->rules->every_character) {
        status = encode_characters(&work->characters, texts->tokenizer, texts->folding, text,
                                   lines->memory, line, &work->known, &work->symbols);
        work->symbol_count = (uint32_t)work->characters.size;
    } else {
        status = tokenize_line(texts->tokenizer, texts->folding, text, lines->memory, line);
        if (status == FINE) status = add_words(work, line, is_hypothesis);
    }
    if (status != FINE) return status;
    if (work->symbols.count - before > MOST_SEGMENT_TOKENS) return LONG_SEGMENT;
    if (reserve((void **)&work->ends, &work->line_capacity, work->line_count + 1,
                sizeof(size_t)) != FINE)
        return OUT_OF_MEMORY;
    work->ends[work->line_count++] = work->symbols.count;
    return watch_ends(watch, work->symbols.count - before) ? ENDED : FINE;
}

/* Compare the segments from `first` to before `end`, whose symbols were added. */
static Status compare(Work *work, size_t first, size_t end, int64_t (*found)[4], Watch *watch)
{
    const TextEdits *texts = work->texts;
    const uint32_t *symbols = work->symbols.ids;
    Status status = edit_counter_widen(&work->counter, work->symbol_count);
    size_t line = 0, at = 0;
    for (size_t s = first; s < end && status == FINE; s++) {
        size_t length = work->ends[line++] - at;
        Pair pair = {.hypothesis = symbols + at, .hypothesis_length = length};
        at += length;
        for (int64_t r = texts->segments[s]; r < texts->segments[s + 1] && status == FINE; r++) {
            int64_t *row = found[r - texts->segments[0]];
            pair.reference = symbols + at;
            pair.reference_length = work->ends[line++] - at;
            at += pair.reference_length;
            row[2] = (int64_t)length;
            row[3] = (int64_t)pair.reference_length;
            status = edit_counter_add(&work->counter, pair, texts->rule, row, watch);
        }
    }
    work->line_count = work->symbols.count = work->symbol_count = 0;
    return status == FINE ? edit_counter_finish(&work->counter, watch) : status;
}

static Status count_all(Work *work, int64_t (*found)[4], Watch *watch)
{
    const TextEdits *texts = work->texts;
    Status status = FINE;
    size_t compared = 0;
    for (size_t s = 0; s < texts->segment_count && status == FINE; s++) {
        status = add_line(work, &texts->hypotheses, (int64_t)s, watch);
        for (int64_t r = texts->segments[s]; r < texts->segments[s + 1] && status == FINE; r++)
            status = add_line(work, &texts->references, r, watch);
        int is_last = s + 1 == texts->segment_count;
        if (status == FINE && (is_last || work->symbols.count >= SYMBOLS_AT_ONCE)) {
            status = compare(work, compared, s + 1, found, watch);
            compared = s + 1;
        }
    }
    return status;
}

Status count_text_edits(const TextEdits *texts, int64_t (*found)[4], Watch *watch)
{
    Work work = {.texts = texts, .hypothesis = {.thread = watch->context},
                 .reference = {.thread = watch->context}};
    int fine = tokens_init(&work.characters) == FINE;
    fine &= character_ids_init(&work.known) == FINE;
    fine &= edit_counter_init(&work.counter, 0) == FINE;
    Status status = fine ? count_all(&work, found, watch) : OUT_OF_MEMORY;
    edit_counter_free(&work.counter);
    character_ids_free(&work.known);
    tokens_free(&work.characters);
    tokenized_line_free(&work.hypothesis);
    tokenized_line_free(&work.reference);
    free(work.table.slots);
    free(work.symbols.ids);
    free(work.ends);
    return status;
}
