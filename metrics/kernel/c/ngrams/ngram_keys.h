/* N-grams as keys of 64 bits, which do not depend on a vocabulary or table, and their counts. */

#ifndef TALLYSTICK_NGRAM_KEYS_H
#define TALLYSTICK_NGRAM_KEYS_H

#include "common.h"

/* Two independent numbers for every word, made from its bytes, from which those of n-grams are made:
 * the first is the key, the high bits of the second are its class. */
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
    const uint32_t *repeats; /* how often the n-grams that start at each token count, or NULL for
                              * once */
    int class_count;         /* a power of two from 2 to MOST_CLASSES */
} KeysInput;

enum { MOST_CLASSES = 1 << 16 };

typedef struct {
    uint64_t *keys;
    uint32_t *counts; /* of each key */
    size_t number;
    int64_t *bounds; /* of classes or groups, with the end */
} CountedKeys;

/* The number of n-grams that `write_keys` counts, and of orders and places where they start. */
uint64_t number_of_ngrams(const KeysInput *input, size_t *places);

/* Write the distinct keys of every class with their counts, in the order of the text. There are less
 * than 2^32 n-grams, and the arrays have room for as many keys as there are places. */
Status write_keys(const KeysInput *input, size_t places, CountedKeys *out, Watch *watch);

/* Of the wanted keys of a group, so many have a count. */
typedef struct {
    int64_t group, count, number;
} CountOfKeys;

enum { MOST_GROUPS = 1 << 23 };

/* Add up the counts of keys, less than 2^40. Returns in `found`, which the caller frees, how many of
 * the wanted keys of each group have which sum, ordered by group and sum. */
Status count_keys(const CountedKeys *keys, const CountedKeys *wanted, size_t groups,
                  CountOfKeys **found, size_t *found_number, Watch *watch);

#endif
