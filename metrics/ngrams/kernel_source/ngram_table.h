/* N-grams numbered as nodes of a tree: a node is a prefix node and one more token. */

#ifndef TALLYSTICK_NGRAM_TABLE_H
#define TALLYSTICK_NGRAM_TABLE_H

#include "common.h"

typedef struct {
    uint32_t prefix, token;
    uint32_t node; /* UNKNOWN: the slot is free */
} NodeSlot;

static inline uint64_t pair_of(uint32_t first, uint32_t second)
{
    return (uint64_t)first << 32 | second;
}

static inline size_t pair_home(uint64_t pair, size_t slot_count)
{
    pair ^= pair >> 32;
    return (size_t)(pair * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (slot_count - 1);
}

/* The nodes of the tokens come first, so a token id is its own node; the slots hold the others. */
typedef struct {
    NodeSlot *slots;
    size_t slot_count; /* a power of two */
    uint32_t *counts;  /* by node */
    size_t counts_capacity;
    size_t size; /* nodes */
    size_t vocabulary_size;
} NodeTable;

Status nodes_init(NodeTable *table, size_t vocabulary_size);
void nodes_free(NodeTable *table);

/* The node of a prefix and a token, which is added if it is new. */
Status nodes_extend(NodeTable *table, uint32_t prefix, uint32_t token, uint32_t *node);

/* The node of a prefix and a token, or UNKNOWN. */
uint32_t nodes_find(const NodeTable *table, uint32_t prefix, uint32_t token);

/* Add the n-grams of orders 1 to `max_order` of every segment, order by order. With `prune`,
 * n-grams whose prefix occurs once (and is not `always_extended`) are left out. */
Status nodes_count(NodeTable *table, const uint32_t *ids, const int64_t *offsets, size_t segments,
                   int max_order, int prune, uint32_t always_extended);

/* Write the prefix node (UNKNOWN for a token) and the last token of every node. */
void nodes_parts(const NodeTable *table, uint32_t *prefixes, uint32_t *tokens);

#endif
