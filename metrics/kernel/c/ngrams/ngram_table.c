#include <math.h>

#include "ngrams/ngram_table.h"

enum { LARGE_TABLE = 1 << 20 }; /* slots; larger tables grow by less, as memory is scarcer */

static void allocate_slots(Branch *branch, size_t slot_count, Work *work)
{
    if (slot_count > SIZE_MAX / sizeof(NodeSlot) || slot_count > UINT32_MAX)
        fail(work, OUT_OF_MEMORY);
    NodeSlot *slots = malloc(slot_count * sizeof(NodeSlot));
    if (!slots) fail(work, OUT_OF_MEMORY);
    memset(slots, 0xFF, slot_count * sizeof(NodeSlot));
    branch->slots = slots;
    branch->slot_count = slot_count;
}

static void make_room(const NodeTable *table, Branch *branch, size_t more, Work *work)
{
    size_t old_count = branch->slot_count;
    size_t needed = (branch->size + more) / 7 * 10 + 16;
    if (needed < LARGE_TABLE) needed = power_of_two_from(needed);
    if (needed <= old_count) return;
    NodeSlot *old = branch->slots;
    allocate_slots(branch, needed, work);
    for (size_t i = 0; i < old_count; i++) {
        if (old[i].node == UNKNOWN) continue;
        uint32_t prefix = longer_node(table, branch, old[i].node)->prefix;
        *node_slot(table, branch, prefix, old[i].token) = old[i];
    }
    free(old);
}

void nodes_init(NodeTable *table, size_t vocabulary_size, uint32_t branch_count, Work *work)
{
    memset(table, 0, sizeof *table);
    if (vocabulary_size > MOST_TOKENS) fail(work, MANY_TOKENS);
    table->vocabulary_size = vocabulary_size;
    table->token_counts = calloc(vocabulary_size + 1, sizeof(uint32_t));
    table->branches = calloc(branch_count, sizeof(Branch));
    if (!table->token_counts || !table->branches) fail(work, OUT_OF_MEMORY);
    table->branch_count = branch_count;
    for (uint32_t i = 0; i < branch_count; i++) allocate_slots(&table->branches[i], 16, work);
}

void nodes_free(NodeTable *table)
{
    for (uint32_t i = 0; i < table->branch_count; i++) {
        free(table->branches[i].slots);
        free_memory(table->branches[i].memory);
    }
    free(table->branches);
    free(table->token_counts);
}

size_t nodes_size(const NodeTable *table)
{
    size_t size = table->vocabulary_size;
    for (uint32_t i = 0; i < table->branch_count; i++) size += table->branches[i].size;
    return size;
}

static uint32_t *count_of(const NodeTable *table, const Branch *branch, uint32_t node)
{
    return node < table->vocabulary_size ? &table->token_counts[node]
                                         : &longer_node(table, branch, node)->count;
}

uint32_t nodes_extend(NodeTable *table, uint32_t branch_number, uint32_t prefix, uint32_t token,
                      Work *work)
{
    Branch *branch = &table->branches[branch_number];
    NodeSlot *slot = node_slot(table, branch, prefix, token);
    if (slot->node != UNKNOWN) return slot->node;
    /* The total over all branches must stay below UNKNOWN. */
    if (branch->size >= (UNKNOWN - table->vocabulary_size) / table->branch_count)
        fail(work, MANY_NGRAMS);
    RESERVE_IN(&branch->memory, work, branch->nodes, branch->nodes_capacity, branch->size + 1);
    branch->nodes[branch->size] = (Node){prefix, 0};
    uint32_t node = (uint32_t)(table->vocabulary_size + branch->size++);
    *slot = (NodeSlot){token, node};
    if (branch->size * 10 > branch->slot_count * 7)
        make_room(table, branch, branch->size / (branch->slot_count < LARGE_TABLE ? 1 : 4), work);
    return node;
}

void nodes_write(const NodeTable *table, uint32_t *prefixes, uint32_t *tokens, uint32_t *counts)
{
    for (size_t token = 0; token < table->vocabulary_size; token++) {
        prefixes[token] = UNKNOWN;
        tokens[token] = (uint32_t)token;
        counts[token] = table->token_counts[token];
    }
    size_t begin = table->vocabulary_size; /* where the numbers of the branch start */
    for (uint32_t b = 0; b < table->branch_count; b++) {
        const Branch *branch = &table->branches[b];
        size_t moved = begin - table->vocabulary_size;
        for (size_t i = 0; i < branch->size; i++) {
            Node node = branch->nodes[i];
            int single = node.prefix < table->vocabulary_size;
            prefixes[begin + i] = node.prefix + (single ? 0 : (uint32_t)moved);
            counts[begin + i] = node.count;
        }
        for (size_t at = 0; at < branch->slot_count; at++)
            if (branch->slots[at].node != UNKNOWN)
                tokens[moved + branch->slots[at].node] = branch->slots[at].token;
        begin += branch->size;
    }
}

void nodes_set_counts(NodeTable *table, const uint32_t *counts)
{
    for (size_t token = 0; token < table->vocabulary_size; token++)
        table->token_counts[token] = *counts++;
    for (uint32_t b = 0; b < table->branch_count; b++) {
        Branch *branch = &table->branches[b];
        for (size_t i = 0; i < branch->size; i++) branch->nodes[i].count = *counts++;
    }
}

/* Write for every node the ratio of the count of its prefix to its own count. */
static void write_ratios(const NodeTable *table, double total, uint32_t empty, double *ratios)
{
    for (size_t token = 0; token < table->vocabulary_size; token++) {
        uint32_t count = table->token_counts[token];
        ratios[token] = count ? total / count : 1.0;
    }
    double *out = ratios + table->vocabulary_size;
    for (uint32_t b = 0; b < table->branch_count; b++) {
        const Branch *branch = &table->branches[b];
        for (size_t i = 0; i < branch->size; i++) {
            Node node = branch->nodes[i];
            double whole = node.prefix == empty ? total : *count_of(table, branch, node.prefix);
            *out++ = node.count ? whole / node.count : 1.0;
        }
    }
}

typedef struct {
    double of, value;
} Logarithm;

/* Most counts are small, so that few ratios are frequent: their logarithms are kept. */
enum { KNOWN_BITS = 8 };

void nodes_logarithms(const NodeTable *table, double total, uint32_t empty, int as_quotients,
                      double *logarithms)
{
    Logarithm known[1 << KNOWN_BITS];
    for (size_t i = 0; i < LENGTH_OF(known); i++) known[i] = (Logarithm){1.0, 0.0};
    double *end = logarithms + nodes_size(table), log_2 = log(2.0);
    write_ratios(table, total, empty, logarithms);
    for (; logarithms < end; logarithms++) {
        uint64_t bits;
        double ratio = *logarithms;
        memcpy(&bits, &ratio, sizeof bits);
        Logarithm *one = &known[bits * UINT64_C(0x9E3779B97F4A7C15) >> (64 - KNOWN_BITS)];
        if (one->of != ratio)
            *one = (Logarithm){ratio, as_quotients ? log(ratio) / log_2 : log2(ratio)};
        *logarithms = one->value;
    }
}

enum {
    ROOM_FOR_ALL = 1 << 20,
    AHEAD = 12, /* slots to prefetch before they are read */
};

/* A position in the text where an n-gram of the current order starts. */
typedef struct {
    uint32_t node;
    uint32_t position;
} Start;

/* Keep the starts whose segment has room for an n-gram of `order`. */
static size_t keep_long_enough(Start *starts, size_t filled, const int64_t *offsets, size_t order)
{
    size_t kept = 0, segment = 0;
    for (size_t i = 0; i < filled; i++) {
        while (offsets[segment + 1] <= (int64_t)starts[i].position) segment++;
        starts[kept] = starts[i];
        kept += (int64_t)(starts[i].position + order) <= offsets[segment + 1];
    }
    return kept;
}

/* Add the n-grams that are one token longer than those of the starts. Their last tokens are at the
 * positions of the starts in `last_ids`. */
static void extend_starts(NodeTable *table, uint32_t branch_number, Start *starts, size_t filled,
                          const uint32_t *last_ids, uint32_t *nodes, Work *work)
{
    Branch *branch = &table->branches[branch_number];
    for (size_t i = 0; i < filled; i++) {
        if (i + AHEAD < filled) {
            Start next = starts[i + AHEAD];
            PREFETCH(&branch->slots[node_home(branch, next.node, last_ids[next.position])]);
        }
        if (i % WORK_BETWEEN_CHECKS == 0) watch(work, WORK_BETWEEN_CHECKS);
        uint32_t token = last_ids[starts[i].position];
        CHECK(token < table->vocabulary_size);
        starts[i].node = nodes_extend(table, branch_number, starts[i].node, token, work);
        ++*count_of(table, branch, starts[i].node);
        if (nodes) nodes[starts[i].position] = starts[i].node;
    }
}

void nodes_count(NodeTable *table, uint32_t branch_number, const uint32_t *ids,
                 const int64_t *offsets, size_t segments, int max_order, int prune, uint32_t empty,
                 uint32_t *nodes, size_t tokens, Work *work)
{
    Branch *branch = &table->branches[branch_number];
    size_t begin = (size_t)offsets[0], end = (size_t)offsets[segments], filled = 0;
    Start *starts;
    if (end > UINT32_MAX) fail(work, LONG_TEXT);
    ALLOCATE(work, starts, end - begin);
    for (size_t at = begin; at < end; at++) {
        watch(work, 1);
        CHECK(ids[at] < table->vocabulary_size);
        if (branch_of(table, ids[at]) != branch_number) continue;
        table->token_counts[ids[at]]++;
        if (nodes) nodes[at] = ids[at];
        starts[filled++] = (Start){ids[at], (uint32_t)at};
    }
    for (int order = 2; order <= max_order && filled; order++) {
        size_t kept = 0;
        for (size_t i = 0; i < filled; i++) {
            uint32_t node = starts[i].node;
            starts[kept] = starts[i];
            kept += !prune | (*count_of(table, branch, node) != 1) | (node == empty);
        }
        filled = keep_long_enough(starts, kept, offsets, (size_t)order);
        /* In a small text most n-grams occur once or twice: reserving space for all of them avoids
         * moving them later. In a large text most of that space would be unused. */
        if (filled < ROOM_FOR_ALL)
            make_room(table, branch, order == 2 ? filled : filled / 4 * 3, work);
        if (nodes) nodes += tokens;
        extend_starts(table, branch_number, starts, filled, ids + order - 1, nodes, work);
    }
}

void nodes_globalize(const NodeTable *table, uint32_t *nodes, size_t tokens, size_t orders,
                     Work *work)
{
    if (table->branch_count == 1) return;
    uint32_t *before, count = 0; /* longer n-grams */
    ALLOCATE(work, before, table->branch_count);
    for (uint32_t b = 0; b < table->branch_count; b++) {
        before[b] = count;
        count += (uint32_t)table->branches[b].size;
    }
    for (size_t at = 0; at < tokens; at++) {
        uint32_t more = before[branch_of(table, nodes[at])];
        for (size_t order = 1; order < orders; order++) {
            uint32_t *node = &nodes[order * tokens + at];
            if (*node == UNKNOWN) break;
            *node += more;
        }
        watch(work, orders);
    }
}

/* Write the n-grams of one order from those of the order below; returns whether any is known. */
static int locate_longer(const NodeTable *table, const uint32_t *ids, const int64_t *offsets,
                         size_t from, size_t to, size_t order, const uint32_t *mapping,
                         const uint32_t *tokens, const uint32_t *shorter, uint32_t *longer)
{
    const uint32_t *last_ids = ids + order - 1;
    int known = 0;
    for (size_t at = from; at + order <= to; at++) {
        size_t ahead = at + AHEAD;
        if (ahead + order <= to && shorter[ahead] != UNKNOWN) {
            const Branch *branch = &table->branches[branch_of(table, tokens[ahead])];
            PREFETCH(&branch->slots[node_home(branch, shorter[ahead], mapping[last_ids[ahead]])]);
        }
        while (*offsets <= (int64_t)at) offsets++; /* the end of the segment */
        uint32_t token = mapping[last_ids[at]];
        if ((int64_t)(at + order) > *offsets || shorter[at] == UNKNOWN || token == UNKNOWN) continue;
        longer[at] = nodes_find(table, branch_of(table, tokens[at]), shorter[at], token);
        known |= longer[at] != UNKNOWN;
    }
    return known;
}

size_t nodes_locate(const NodeTable *table, const uint32_t *ids, const int64_t *offsets,
                    size_t segments, int max_order, const uint32_t *mapping, uint32_t *nodes,
                    size_t tokens, Work *work)
{
    size_t orders = 1;
    for (size_t at = 0; at < tokens; at++) nodes[at] = mapping[ids[at]];
    for (int known = 1; known && orders < (size_t)max_order; orders++) {
        const uint32_t *shorter = nodes + (orders - 1) * tokens;
        uint32_t *longer = nodes + orders * tokens;
        memset(longer, 0xFF, tokens * sizeof(uint32_t)); /* UNKNOWN */
        known = locate_longer(table, ids, offsets, (size_t)offsets[0], (size_t)offsets[segments],
                              orders + 1, mapping, nodes, shorter, longer);
        watch(work, tokens);
    }
    nodes_globalize(table, nodes, tokens, orders, work);
    return orders;
}
