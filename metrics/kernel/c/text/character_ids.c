#include "text/character_ids.h"

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

Status character_ids_init(CharacterIds *known)
{
    memset(known, 0, sizeof *known);
    memset(known->ascii, 0xFF, sizeof known->ascii); /* UNKNOWN */
    return add_row(known);
}

void character_ids_free(CharacterIds *known)
{
    free(known->ids);
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

Status encode_characters(Tokens *tokens, const Tokenizer *tokenizer, Span text, Span memory,
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
