/* N-grams numbered as nodes of a tree: a node consists of a prefix node and one more token.
 *
 * N-grams that start with different tokens are never compared. The table therefore has one or more
 * branches, among which the tokens are distributed, and each branch can be counted by a separate
 * thread. Inside a branch a token is its own node, and the longer n-grams follow.
 */

#ifndef TALLYSTICK_NGRAM_TABLE_H
#define TALLYSTICK_NGRAM_TABLE_H

#include "common.h"

/* The n-gram of a slot has the prefix of its node: slots of 8 bytes fit the caches better. */
typedef struct {
    uint32_t token;
    uint32_t node; /* UNKNOWN: the slot is free */
} NodeSlot;

typedef struct {
    uint32_t prefix, count;
} Node;

typedef struct {
    NodeSlot *slots;
    size_t slot_count; /* below 2^32 */
    Node *nodes;       /* the longer n-grams */
    Memory *memory;     /* of these */
    size_t nodes_capacity;
    size_t size; /* longer n-grams */
    int counted;
} Branch;

typedef struct {
    uint32_t *token_counts;
    size_t vocabulary_size;
    Branch *branches;
    uint32_t branch_count;
} NodeTable;

/* The first slot to try, for any number of slots below 2^32. */
static inline size_t node_home(const Branch *branch, uint32_t prefix, uint32_t token)
{
    return (size_t)(pair_hash(pair_of(prefix, token)) * branch->slot_count >> 32);
}

static inline uint32_t branch_of(const NodeTable *table, uint32_t first_token)
{
    return first_token % table->branch_count;
}

static inline Node *longer_node(const NodeTable *table, const Branch *branch, uint32_t node)
{
    CHECK(table->vocabulary_size <= node && node < table->vocabulary_size + branch->size);
    return &branch->nodes[node - table->vocabulary_size];
}

/* The slot that holds a prefix and a token, or the free slot for them. */
static inline NodeSlot *node_slot(const NodeTable *table, const Branch *branch, uint32_t prefix,
                                  uint32_t token)
{
    size_t at = node_home(branch, prefix, token);
    for (;;) {
        CHECK(at < branch->slot_count);
        NodeSlot *slot = &branch->slots[at];
        if (slot->node == UNKNOWN) return slot;
        if (slot->token == token && longer_node(table, branch, slot->node)->prefix == prefix)
            return slot;
        if (++at == branch->slot_count) at = 0;
    }
}

/* The node of a prefix and a token, or UNKNOWN. */
static inline uint32_t nodes_find(const NodeTable *table, uint32_t branch,
                                  uint32_t prefix, uint32_t token)
{
    CHECK(branch < table->branch_count);
    return node_slot(table, &table->branches[branch], prefix, token)->node;
}

/* The global number of a node of a branch; the branches are numbered one after the other. */
static inline uint32_t nodes_number(const NodeTable *table, uint32_t branch,
                                    uint32_t node)
{
    if (node < table->vocabulary_size) return node;
    for (uint32_t i = 0; i < branch; i++) node += (uint32_t)table->branches[i].size;
    return node;
}

void nodes_init(NodeTable *table, size_t vocabulary_size, uint32_t branch_count, Work *work);
void nodes_free(NodeTable *table);

/* The number of tokens and longer n-grams of all branches. */
size_t nodes_size(const NodeTable *table);

/* The node of a prefix and a token, which is added if it is new. */
uint32_t nodes_extend(NodeTable *table, uint32_t branch, uint32_t prefix, uint32_t token, Work *work);

/* Add the n-grams of orders 1 to `max_order` of every segment that start with a token of the
 * branch, order by order. With `prune`, n-grams whose prefix occurs once are omitted, unless the
 * prefix is the token `empty`.
 *
 * If `nodes` is not NULL, write the node in the branch of every n-gram where it starts; `nodes` has
 * `tokens` places for each order. */
void nodes_count(NodeTable *table, uint32_t branch, const uint32_t *ids, const int64_t *offsets,
                 size_t segments, int max_order, int prune, uint32_t empty, uint32_t *nodes,
                 size_t tokens, Work *work);

/* Replace nodes that `nodes_count` wrote by their global numbers. */
void nodes_globalize(const NodeTable *table, uint32_t *nodes, size_t tokens, size_t orders,
                     Work *work);

/* Write the global number, or UNKNOWN, of the n-gram of every order that starts at each token of
 * the segments; `mapping` has the table's id of each token. Returns how many orders have been
 * written; no n-gram of a higher order is known. */
size_t nodes_locate(const NodeTable *table, const uint32_t *ids, const int64_t *offsets,
                    size_t segments, int max_order, const uint32_t *mapping, uint32_t *nodes,
                    size_t tokens, Work *work);

/* Write for every node log2 of the ratio of the count of its prefix to its own count. The prefix of
 * a token is the empty n-gram, which occurs `total` times; the token `empty` is treated as the empty
 * n-gram if it is a prefix. An n-gram that does not occur has the ratio 1. As quotients of two
 * natural logarithms, they are what Python's math.log(ratio, 2) computes. */
void nodes_logarithms(const NodeTable *table, double total, uint32_t empty, int as_quotients,
                      double *logarithms);

/* Replace the count of every node, in the order in which `nodes_write` writes them. */
void nodes_set_counts(NodeTable *table, const uint32_t *counts);

/* Write the prefix (UNKNOWN for a token), the last token and the count of every node. */
void nodes_write(const NodeTable *table, uint32_t *prefixes, uint32_t *tokens, uint32_t *counts);

#endif
