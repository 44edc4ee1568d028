/* N-grams as keys of 64 bits, which do not depend on a vocabulary or table, and their counts. */

#ifndef TALLYSTICK_NGRAM_KEYS_H
#define TALLYSTICK_NGRAM_KEYS_H

#include "common.h"

/* Two independent numbers for every word, made from its bytes, from which those of n-grams are made: the first is the
 * key, the high bits of the second are its class. */
typedef struct {
    uint64_t key, class_bits;
} WordKey;

WordKey word_key(const uint8_t *token, size_t length);

typedef struct {
    const uint32_t *ids;
    const int64_t *offsets; /* segments + 1 */
    size_t segments;
    const WordKey *words; /* by id */
    size_t word_count;
    int min_order, max_order;
    const uint32_t *repeats; /* how often the n-grams that start at each token are written, or NULL
                              * for once */
    int class_count;         /* a power of two from 2 to MOST_CLASSES */
} KeysInput;

enum { MOST_CLASSES = 1 << 16 };

/* The number of keys that `write_keys` writes. */
uint64_t number_of_keys(const KeysInput *input);

/* Write the keys of all n-grams of the orders, class by class, and in `bounds` where each class
 * starts, with the end: class_count + 1 numbers. Within a class they are in the order of the text. */
Status write_keys(const KeysInput *input, size_t number, uint64_t *keys, int64_t *bounds,
                  Watch *watch);

/* Of the wanted keys of a group, so many occur so often. */
typedef struct {
    int64_t group, count, number;
} CountOfKeys;

enum { MOST_GROUPS = 1 << 23 };

/* Count the keys. Returns in `found`, which the caller frees, how many of the wanted keys of each
 * group are among them how often, ordered by group and count. `bounds` has the start of each group
 * in the wanted keys, with the end. */
Status count_keys(const uint64_t *keys, size_t number, const uint64_t *wanted,
                  const int64_t *bounds, size_t groups, CountOfKeys **found, size_t *found_number,
                  Watch *watch);

#endif
