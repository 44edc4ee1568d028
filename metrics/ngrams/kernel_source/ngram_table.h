/* N-grams numbered as nodes of a tree: a node consists of a prefix node and one more token.
 *
 * N-grams that start with different tokens are never compared. The table therefore has one or more
 * branches, among which the tokens are distributed, and each branch can be counted by a separate
 * thread. Inside a branch a token is its own node, and the longer n-grams follow.
 */

#ifndef TALLYSTICK_NGRAM_TABLE_H
#define TALLYSTICK_NGRAM_TABLE_H

#include "common.h"

typedef struct {
    uint32_t prefix, token;
    uint32_t node; /* UNKNOWN: the slot is free */
} NodeSlot;

typedef struct {
    uint32_t prefix, token;
} NodeParts;

typedef struct {
    NodeSlot *slots;
    size_t slot_count; /* a power of two */
    NodeParts *parts;  /* of the longer n-grams, in the order of their nodes */
    uint32_t *counts;  /* the same */
    size_t parts_capacity, counts_capacity;
    size_t size; /* longer n-grams */
    int busy, counted;
} Branch;

typedef struct {
    uint32_t *token_counts;
    size_t vocabulary_size;
    Branch *branches;
    uint32_t branch_count;
} NodeTable;

static inline uint64_t pair_of(uint32_t first, uint32_t second)
{
    return (uint64_t)first << 32 | second;
}

static inline size_t pair_home(uint64_t pair, size_t slot_count)
{
    pair ^= hash_seed;
    pair ^= pair >> 32;
    return (size_t)(pair * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (slot_count - 1);
}

static inline uint32_t branch_of(const NodeTable *table, uint32_t first_token)
{
    return first_token % table->branch_count;
}

/* The slot that holds a prefix and a token, or the free slot for them. */
static inline NodeSlot *node_slot(const Branch *branch, uint32_t prefix, uint32_t token)
{
    size_t at = pair_home(pair_of(prefix, token), branch->slot_count);
    for (;;) {
        CHECK(at < branch->slot_count);
        NodeSlot *slot = &branch->slots[at];
        if (slot->node == UNKNOWN || (slot->prefix == prefix && slot->token == token)) return slot;
        at = (at + 1) & (branch->slot_count - 1);
    }
}

/* The node of a prefix and a token, or UNKNOWN. */
static inline uint32_t nodes_find(const NodeTable *table, uint32_t branch,
                                  uint32_t prefix, uint32_t token)
{
    CHECK(branch < table->branch_count);
    return node_slot(&table->branches[branch], prefix, token)->node;
}

/* The global number of a node of a branch; the branches are numbered one after the other. */
static inline uint32_t nodes_number(const NodeTable *table, uint32_t branch,
                                    uint32_t node)
{
    if (node < table->vocabulary_size) return node;
    for (uint32_t i = 0; i < branch; i++) node += (uint32_t)table->branches[i].size;
    return node;
}

Status nodes_init(NodeTable *table, size_t vocabulary_size, uint32_t branch_count);
void nodes_free(NodeTable *table);

/* The number of tokens and longer n-grams of all branches. */
size_t nodes_size(const NodeTable *table);

/* The node of a prefix and a token, which is added if it is new. */
Status nodes_extend(NodeTable *table, uint32_t branch, uint32_t prefix, uint32_t token,
                    uint32_t *node);

/* Add the n-grams of orders 1 to `max_order` of every segment that start with a token of the
 * branch, order by order. With `prune`, n-grams whose prefix occurs once are omitted, unless the
 * prefix is the token `empty`. */
Status nodes_count(NodeTable *table, uint32_t branch, const uint32_t *ids, const int64_t *offsets,
                   size_t segments, int max_order, int prune, uint32_t empty, Watch *watch);

/* Write for every node the ratio of the count of its prefix to its own count. The prefix of a token
 * is the empty n-gram, which occurs `total` times; the token `empty` is treated as the empty n-gram
 * if it is a prefix. A token that does not occur has the ratio 1; any other n-gram that does not
 * occur is treated as occurring once. */
void nodes_ratios(const NodeTable *table, double total, uint32_t empty, double *ratios);

/* Write the prefix (UNKNOWN for a token), the last token and the count of every node. */
void nodes_write(const NodeTable *table, uint32_t *prefixes, uint32_t *tokens, uint32_t *counts);

#endif
