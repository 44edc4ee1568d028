#include "text/encode.h"

enum { CHARACTERS_IN_A_ROW = 64, CHARACTER_ROWS = 0x10000 / CHARACTERS_IN_A_ROW };

/* What is known of characters up to U+FFFF, so that each is looked up once in a vocabulary. */
typedef struct {
    uint16_t rows[CHARACTER_ROWS]; /* of 64 characters each; 0 for those that have none yet */
    uint32_t *ids;                 /* row by row; UNKNOWN if not known yet, as in all of row 0 */
    size_t row_count, capacity;
    uint32_t ascii[0x80]; /* the ids of these characters again */
} CharacterIds;

/* Marks white space, which is no token. No id is as high. */
#define SEPARATOR (UNKNOWN - 1)

static Status add_row(CharacterIds *known)
{
    size_t begin = known->row_count * CHARACTERS_IN_A_ROW;
    if (RESERVE(known->ids, known->capacity, begin + CHARACTERS_IN_A_ROW) != FINE)
        return OUT_OF_MEMORY;
    memset(known->ids + begin, 0xFF, CHARACTERS_IN_A_ROW * sizeof(uint32_t)); /* UNKNOWN */
    known->row_count++;
    return FINE;
}

static Status learn(CharacterIds *known, uint32_t code, uint32_t id)
{
    uint16_t *row = &known->rows[code / CHARACTERS_IN_A_ROW];
    if (!*row) {
        *row = (uint16_t)known->row_count;
        if (add_row(known) != FINE) return OUT_OF_MEMORY;
    }
    known->ids[*row * CHARACTERS_IN_A_ROW + code % CHARACTERS_IN_A_ROW] = id;
    if (code < 0x80) known->ascii[code] = id;
    return FINE;
}

/* Add the ids of the characters of a line that `fold_line` has prepared, around which `memory` can
 * be read. */
static Status encode_characters(Tokens *tokens, const Tokenizer *tokenizer, Span text, Span memory,
                                CharacterIds *known, Ids *all)
{
    if (RESERVE(all->ids, all->capacity, all->count + (size_t)(text.end - text.start)) != FINE)
        return OUT_OF_MEMORY;
    uint32_t *ids = all->ids;
    size_t written = all->count, length;
    for (const uint8_t *at = text.start; at < text.end; at += length) {
        if (*at < 0x80 && known->ascii[*at] != UNKNOWN) {
            ids[written] = known->ascii[*at];
            written += ids[written] != SEPARATOR;
            length = 1;
            continue;
        }
        uint32_t code = code_at(at, text.end, &length), id = UNKNOWN;
        int is_kept = length == 1 ? code < 0x80 : length <= 3;
        if (is_kept) {
            size_t row = known->rows[code / CHARACTERS_IN_A_ROW];
            CHECK(row < known->row_count);
            id = known->ids[row * CHARACTERS_IN_A_ROW + code % CHARACTERS_IN_A_ROW];
        }
        if (id == UNKNOWN) {
            Status status = FINE;
            id = SEPARATOR;
            if (role_at(tokenizer, at, text.end, &length) != SPACE) {
                TokenKey key = token_key(at, length, memory.start);
                status = tokens_intern(tokens, key, at, length, &id);
            }
            if (status == FINE && is_kept) status = learn(known, code, id);
            if (status != FINE) return status;
        }
        ids[written] = id;
        written += id != SEPARATOR;
    }
    all->count = written;
    return FINE;
}

static Status intern_line(Tokens *tokens, const TokenizedLine *line, Ids *ids)
{
    if (RESERVE(ids->ids, ids->capacity, ids->count + line->count) != FINE) return OUT_OF_MEMORY;
    for (size_t t = 0; t < line->count; t++) {
        const uint8_t *token = line->spans[t].start;
        size_t length = (size_t)(line->spans[t].end - token);
        TokenKey key = token_key(token, length, line->memory.start);
        Status status = tokens_intern(tokens, key, token, length, &ids->ids[ids->count++]);
        if (status != FINE) return status;
    }
    return FINE;
}

static Status encode_line(Tokens *tokens, const Tokenizer *tokenizer, Folding folding, Span text,
                          Span memory, TokenizedLine *line, CharacterIds *known, Ids *ids)
{
    Status status;
    if (tokenizer->rules->every_character) {
        status = fold_line(tokenizer, folding, &text, memory, line);
        return status == FINE
                   ? encode_characters(tokens, tokenizer, text, line->memory, known, ids)
                   : status;
    }
    status = tokenize_line(tokenizer, folding, text, memory, line);
    return status == FINE ? intern_line(tokens, line, ids) : status;
}

Status encode_lines(Tokens *tokens, const Tokenizer *tokenizer, Folding folding, Lines lines,
                    size_t count, Ids *ids, int64_t *offsets, Watch *watch)
{
    const uint8_t *text = lines.memory.start;
    TokenizedLine line = {.thread = watch->context};
    CharacterIds known;
    memset(&known, 0, sizeof known);
    memset(known.ascii, 0xFF, sizeof known.ascii); /* UNKNOWN */
    Status status = add_row(&known);
    offsets[0] = 0;
    for (size_t i = 0; i < count && status == FINE; i++) {
        Span one = {text + lines.starts[i], text + lines.ends[i]};
        status = encode_line(tokens, tokenizer, folding, one, lines.memory, &line, &known, ids);
        offsets[i + 1] = (int64_t)ids->count;
        size_t work = (size_t)(offsets[i + 1] - offsets[i]);
        if (status == FINE && watch_ends(watch, work)) status = ENDED;
    }
    free(known.ids);
    tokenized_line_free(&line);
    return status;
}
