/* Write characters as UTF-8 in blocks, by vector instructions. */

#ifndef TALLYSTICK_UTF8_VECTORS_H
#define TALLYSTICK_UTF8_VECTORS_H

#include <stddef.h>
#include <stdint.h>

/* So many bytes behind those that characters need at most can be written. */
enum { WRITTEN_BEHIND = 32 };

/* Write characters of 1, 2 or 4 bytes each, as Python keeps them, and move `*out` behind their
 * bytes. Returns how many were written: all, or those before a block that contains a surrogate or a
 * character above U+FFFF; perhaps none if there is no whole block. */
typedef size_t WriteBlocks(int kind, const void *characters, size_t length, uint8_t **out);

/* The function for this processor, or NULL if it has no such instructions. */
WriteBlocks *fastest_write_blocks(void);

#endif
