/* Fold the case of UTF-8 text. */

#ifndef TALLYSTICK_LOWERCASE_H
#define TALLYSTICK_LOWERCASE_H

#include "common.h"

/* FOLD_ASCII lowers A-Z, FOLD_UNICODE every letter as `str.lower` does. */
typedef enum { FOLD_NOTHING, FOLD_ASCII, FOLD_UNICODE } Folding;

/* The bytes that `lower_text` needs per byte of text, beside WRITTEN_BEHIND, and those that it writes
 * at most. */
enum { LOWERING_ROOM = 4, LOWERED_BYTES = 2 };

/* Prepare what `lower_text` reads. */
void prepare_lowercase(void);

void lower_ascii(const uint8_t *text, size_t length, uint8_t *out);

/* Lower every letter, and return the end; without `in_context`, a capital sigma as if it were alone.
 * The context asks Python, for which the GIL is reacquired. */
uint8_t *lower_text(const uint8_t *text, size_t length, int in_context, uint8_t *out, Work *work);

#endif
