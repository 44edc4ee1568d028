/* The edits and hits of strings whose tokens are their characters, which are read where Python keeps
 * them. */

#ifndef TALLYSTICK_CHARACTER_EDITS_H
#define TALLYSTICK_CHARACTER_EDITS_H

#include "edits/text_edits.h"

/* What `count_text_edits` does, for strings, a tokenizer of all characters, and no folding. */
Status count_character_edits(const TextEdits *texts, int64_t (*found)[4], Watch *watch);

#endif
