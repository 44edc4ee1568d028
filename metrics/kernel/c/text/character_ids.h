/* Number the characters of text in which each is a token. */

#ifndef TALLYSTICK_CHARACTER_IDS_H
#define TALLYSTICK_CHARACTER_IDS_H

#include "tokenizing/tokenize.h"
#include "words/vocabulary.h"

enum { CHARACTERS_IN_A_ROW = 64, CHARACTER_ROWS = 0x10000 / CHARACTERS_IN_A_ROW };

/* What is known of characters up to U+FFFF, so that each is looked up once in a vocabulary. */
typedef struct {
    uint16_t rows[CHARACTER_ROWS]; /* of 64 characters each; 0 for those that have none yet */
    uint32_t *ids;                 /* row by row; UNKNOWN if not known yet, as in all of row 0 */
    size_t row_count, capacity;
    uint32_t ascii[0x80]; /* the ids of these characters again */
} CharacterIds;

/* Free it even if this fails. */
Status character_ids_init(CharacterIds *known);
void character_ids_free(CharacterIds *known);

/* Add the ids of the characters of a line that `fold_line` has prepared, around which `memory` can
 * be read. */
Status encode_characters(Tokens *tokens, const Tokenizer *tokenizer, Span text, Span memory,
                         CharacterIds *known, Ids *ids);

#endif
