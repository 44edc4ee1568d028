#include "text/encode_text.h"

#include "text/utf8.h"
#include "tokenizing/tokenize.h"

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

typedef struct {
    Work *work;
    Tokens *tokens;
    TokenizedLine line;
    CharacterIds known;
    uint32_t *ids; /* of all tokens so far */
    size_t count, capacity;
} Encoding;

static void add_row(CharacterIds *known, Work *work)
{
    size_t begin = known->row_count * CHARACTERS_IN_A_ROW;
    RESERVE(work, known->ids, known->capacity, begin + CHARACTERS_IN_A_ROW);
    memset(known->ids + begin, 0xFF, CHARACTERS_IN_A_ROW * sizeof(uint32_t)); /* UNKNOWN */
    known->row_count++;
}

static void learn(CharacterIds *known, uint32_t code, uint32_t id, Work *work)
{
    uint16_t *row = &known->rows[code / CHARACTERS_IN_A_ROW];
    if (!*row) {
        *row = (uint16_t)known->row_count;
        add_row(known, work);
    }
    known->ids[*row * CHARACTERS_IN_A_ROW + code % CHARACTERS_IN_A_ROW] = id;
    if (code < 0x80) known->ascii[code] = id;
}

/* Add the ids of the characters of a line that `fold_line` has prepared. */
static void encode_characters(Encoding *encoding, Span text)
{
    RESERVE(encoding->work, encoding->ids, encoding->capacity,
            encoding->count + (size_t)(text.end - text.start));
    CharacterIds *known = &encoding->known;
    uint32_t *ids = encoding->ids;
    size_t written = encoding->count, length;
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
            id = SEPARATOR;
            if (role_at(encoding->line.tokenizer, at, text.end, &length) != SPACE)
                id = tokens_intern(encoding->tokens,
                                   token_key(at, length, encoding->line.memory.start), at, length,
                                   encoding->work);
            if (is_kept) learn(known, code, id, encoding->work);
        }
        ids[written] = id;
        written += id != SEPARATOR;
    }
    encoding->count = written;
}

static void encode_words(Encoding *encoding)
{
    const TokenizedLine *line = &encoding->line;
    RESERVE(encoding->work, encoding->ids, encoding->capacity, encoding->count + line->count);
    uint32_t *ids = encoding->ids + encoding->count;
    Tokens *tokens = encoding->tokens;
    for (size_t t = 0; t < line->count; t++) {
        const uint8_t *token = line->spans[t].start;
        size_t length = (size_t)(line->spans[t].end - token);
        TokenKey key = token_key(token, length, line->memory.start);
        ids[t] = tokens_intern(tokens, key, token, length, encoding->work);
    }
    encoding->count += line->count;
}

static void start_encoding(Encoding *encoding, Tokens *tokens, const Tokenizer *tokenizer,
                           Folding folding, Work *work)
{
    *encoding = (Encoding){.work = work, .tokens = tokens};
    encoding->line = (TokenizedLine){.work = work, .tokenizer = tokenizer, .folding = folding};
    memset(encoding->known.ascii, 0xFF, sizeof encoding->known.ascii); /* UNKNOWN */
    add_row(&encoding->known, work);
}

/* Add the tokens of a line; returns how many there are of all lines. */
static int64_t encode_line(Encoding *encoding, Span text, Span memory)
{
    size_t before = encoding->count;
    if (encoding->line.tokenizer->rules->every_character) {
        encode_characters(encoding, fold_line(text, memory, &encoding->line));
    } else {
        tokenize_line(text, memory, &encoding->line);
        encode_words(encoding);
    }
    watch(encoding->work, encoding->count - before);
    return (int64_t)encoding->count;
}

/* Add the tokens of strings, and write where those of each end. */
static void encode_objects(Encoding *encoding, const Value *strings, int64_t *ends)
{
    PyObject *const *objects = strings->items;
    Utf8Buffer buffer = {0};
    for (size_t i = 0; i < strings->count; i++) {
        Span memory, line = write_line(&buffer, objects[i], &memory, encoding->work);
        ends[i] = encode_line(encoding, line, memory);
    }
}

static void encode_text_task(Call *call, const Value *given)
{
    enum { TEXT, STARTS, ENDS, TOKENIZED_BY };
    Encoding encoding;
    Lines lines = lines_in(&given[TEXT]);
    int64_t *offsets = call->found[1];
    start_encoding(&encoding, tokens_of(call->self), given[TOKENIZED_BY].items,
                   (Folding)given[TOKENIZED_BY + 1].whole, &call->work);
    offsets[0] = 0;
    for (size_t i = 0; i < given[STARTS].count; i++) {
        Span text = {lines.memory.start + lines.starts[i], lines.memory.start + lines.ends[i]};
        offsets[i + 1] = encode_line(&encoding, text, lines.memory);
    }
    call->grown = encoding.ids;
    call->bytes = encoding.count * sizeof(uint32_t);
}

TASK(encode_text, CHANGES, OUTPUTS({GROWING}, {ITEMS, 1, 1, sizeof(int64_t), .and_end = 1}),
     {"text", BYTES}, {"starts", LINE_STARTS}, {"ends", LINE_ENDS}, {"tokenizer", TOKENIZER},
     {"lowercase", CHOICE, .choices = folding_names})

static void encode_strings_task(Call *call, const Value *given)
{
    Encoding encoding;
    int64_t *offsets = call->found[1];
    start_encoding(&encoding, tokens_of(call->self), given[1].items, (Folding)given[2].whole,
                   &call->work);
    offsets[0] = 0;
    encode_objects(&encoding, &given[0], offsets + 1);
    call->grown = encoding.ids;
    call->bytes = encoding.count * sizeof(uint32_t);
}

TASK(encode_strings, CHANGES, OUTPUTS({GROWING}, {ITEMS, 0, 1, sizeof(int64_t), .and_end = 1}),
     {"strings", STRINGS}, {"tokenizer", TOKENIZER},
     {"lowercase", CHOICE, .choices = folding_names})

Segments encode_strings(const Value *given, const Tokenizer *tokenizer, Folding folding,
                        Tokens *tokens, Work *work)
{
    enum { OWN, OTHERS, OFFSETS };
    Encoding encoding;
    int64_t *offsets;
    size_t hypotheses = given[OWN].count;
    ALLOCATE(work, offsets, hypotheses + given[OTHERS].count + 1);
    tokens_init(tokens, &work->memory, work);
    start_encoding(&encoding, tokens, tokenizer, folding, work);
    offsets[0] = 0;
    encode_objects(&encoding, &given[OWN], offsets + 1);
    encode_objects(&encoding, &given[OTHERS], offsets + hypotheses + 1);
    return (Segments){{encoding.ids, offsets}, {encoding.ids, offsets + hypotheses},
                      given[OFFSETS].items, given[OFFSETS].count};
}
