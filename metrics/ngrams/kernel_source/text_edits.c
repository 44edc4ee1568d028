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

/* The end of the symbols of a line, and the characters without symbols that it has in common with
 * the other line of its segment, at both ends. */
typedef struct {
    size_t symbols, common;
} LineEnd;

static size_t shorter_length(Span one, Span other)
{
    size_t length = (size_t)(one.end - one.start), more = (size_t)(other.end - other.start);
    return more < length ? more : length;
}

/* The bytes that two lines have in common at the start. */
static size_t common_start(Span one, Span other)
{
    size_t at = 0, most = shorter_length(one, other);
    for (; at + 8 <= most; at += 8) {
        uint64_t differing = load_8(one.start + at) ^ load_8(other.start + at);
        if (!differing) continue;
#if LOWEST_BYTE_FIRST
        return at + (size_t)__builtin_ctzll(differing) / 8;
#endif
        break;
    }
    while (at < most && one.start[at] == other.start[at]) at++;
    return at;
}

/* The bytes that two lines have in common at the end. */
static size_t common_end(Span one, Span other)
{
    size_t at = 0, most = shorter_length(one, other);
    for (; at + 8 <= most; at += 8) {
        uint64_t differing = load_8(one.end - at - 8) ^ load_8(other.end - at - 8);
        if (!differing) continue;
#if LOWEST_BYTE_FIRST
        return at + (size_t)__builtin_clzll(differing) / 8;
#endif
        break;
    }
    while (at < most && one.end[-1 - (ptrdiff_t)at] == other.end[-1 - (ptrdiff_t)at]) at++;
    return at;
}

static int continues(uint8_t byte) { return (byte & 0xC0) == 0x80; }

static size_t characters_in(const uint8_t *at, size_t length)
{
    size_t count = length, i = 0;
    for (; i + 8 <= length; i += 8) {
        uint64_t bytes = load_8(at + i), each = UINT64_C(0x0101010101010101);
        uint64_t continuing = bytes >> 7 & ~(bytes >> 6) & each;
        count -= (size_t)(continuing * each >> 56);
    }
    for (; i < length; i++) count -= (size_t)continues(at[i]);
    return count;
}

/* Remove the characters that two lines have in common at both ends, and return their number. */
static size_t remove_common(Span *one, Span *other)
{
    size_t start = common_start(*one, *other);
    while (start && ((one->start + start < one->end && continues(one->start[start])) ||
                     (other->start + start < other->end && continues(other->start[start]))))
        start--;
    size_t count = characters_in(one->start, start);
    one->start += start;
    other->start += start;
    size_t end = common_end(*one, *other);
    while (end && continues(one->end[-(ptrdiff_t)end])) end--;
    one->end -= end;
    other->end -= end;
    return count + characters_in(one->end, end);
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
    LineEnd *ends; /* of each hypothesis and of its references, which follow it */
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

static Span line_of(const Lines *lines, int64_t number)
{
    const uint8_t *begin = lines->memory.start;
    return (Span){begin + lines->starts[number], begin + lines->ends[number]};
}

/* Strip and fold a line whose characters are its tokens. */
static Status prepare_line(Work *work, const Lines *lines, TokenizedLine *line, Span *text)
{
    const TextEdits *texts = work->texts;
    if (!texts->tokenizer->rules->every_character) return FINE;
    return fold_line(texts->tokenizer, texts->folding, text, lines->memory, line);
}

/* Add the symbols of a prepared line, of which `common` characters were removed. */
static Status add_line(Work *work, const Lines *lines, TokenizedLine *line, Span text,
                       size_t common, Watch *watch)
{
    const TextEdits *texts = work->texts;
    size_t before = work->symbols.count;
    Status status;
    if (texts->tokenizer->rules->every_character) {
        status = encode_characters(&work->characters, texts->tokenizer, text, line->memory,
                                   &work->known, &work->symbols);
        work->symbol_count = (uint32_t)work->characters.size;
    } else {
        status = tokenize_line(texts->tokenizer, texts->folding, text, lines->memory, line);
        if (status == FINE) status = add_words(work, line, line == &work->hypothesis);
    }
    if (status != FINE) return status;
    size_t length = work->symbols.count - before;
    if (length + common > MOST_SEGMENT_TOKENS) return LONG_SEGMENT;
    if (reserve((void **)&work->ends, &work->line_capacity, work->line_count + 1,
                sizeof(LineEnd)) != FINE)
        return OUT_OF_MEMORY;
    work->ends[work->line_count++] = (LineEnd){work->symbols.count, common};
    return watch_ends(watch, length) ? ENDED : FINE;
}

/* Add the symbols of a hypothesis and its references. */
static Status add_segment(Work *work, size_t segment, Watch *watch)
{
    const TextEdits *texts = work->texts;
    const Rules *rules = texts->tokenizer->rules;
    const Lines *hypotheses = &texts->hypotheses, *references = &texts->references;
    int64_t first = texts->segments[segment], end = texts->segments[segment + 1];
    int is_only = end - first == 1 && rules->every_character && rules->spaces == NO_SPACES;
    size_t common = 0;
    Span text = line_of(hypotheses, (int64_t)segment), other;
    Status status = prepare_line(work, hypotheses, &work->hypothesis, &text);
    for (int64_t r = first; r < end && status == FINE; r++) {
        other = line_of(references, r);
        status = prepare_line(work, references, &work->reference, &other);
        if (status == FINE && is_only) common = remove_common(&text, &other);
        if (status == FINE && r == first)
            status = add_line(work, hypotheses, &work->hypothesis, text, common, watch);
        if (status == FINE)
            status = add_line(work, references, &work->reference, other, common, watch);
    }
    return status;
}

/* Compare the segments from `first` to before `end`, whose symbols were added. */
static Status compare(Work *work, size_t first, size_t end, int64_t (*found)[4], Watch *watch)
{
    const TextEdits *texts = work->texts;
    const uint32_t *symbols = work->symbols.ids;
    Status status = edit_counter_widen(&work->counter, work->symbol_count);
    size_t line = 0, at = 0;
    for (size_t s = first; s < end && status == FINE; s++) {
        if (texts->segments[s] == texts->segments[s + 1]) continue; /* it has no lines */
        LineEnd end_of_line = work->ends[line++];
        size_t length = end_of_line.symbols - at, common = end_of_line.common;
        Pair pair = {.hypothesis = symbols + at, .hypothesis_length = length};
        at += length;
        for (int64_t r = texts->segments[s]; r < texts->segments[s + 1] && status == FINE; r++) {
            int64_t *row = found[r - texts->segments[0]];
            pair.reference = symbols + at;
            pair.reference_length = work->ends[line++].symbols - at;
            at += pair.reference_length;
            row[2] = (int64_t)(common + length);
            row[3] = (int64_t)(common + pair.reference_length);
            status = edit_counter_add(&work->counter, pair, texts->rule, row, watch);
            row[1] += (int64_t)common; /* hits of a pair that waits are added later */
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
        status = add_segment(work, s, watch);
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
