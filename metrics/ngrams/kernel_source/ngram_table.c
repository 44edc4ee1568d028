#include "ngram_table.h"

static Status allocate_slots(NodeTable *table, size_t slot_count)
{
    if (slot_count > SIZE_MAX / sizeof(NodeSlot)) return OUT_OF_MEMORY;
    NodeSlot *slots = malloc(slot_count * sizeof(NodeSlot));
    if (!slots) return OUT_OF_MEMORY;
    memset(slots, 0xFF, slot_count * sizeof(NodeSlot));
    table->slots = slots;
    table->slot_count = slot_count;
    return FINE;
}

/* The slot that holds a prefix and a token, or the free one where they belong. */
static inline NodeSlot *slot_of(const NodeTable *table, uint32_t prefix, uint32_t token)
{
    size_t at = pair_home(pair_of(prefix, token), table->slot_count);
    for (;;) {
        CHECK(at < table->slot_count);
        NodeSlot *slot = &table->slots[at];
        if (slot->node == UNKNOWN || (slot->prefix == prefix && slot->token == token)) return slot;
        at = (at + 1) & (table->slot_count - 1);
    }
}

static Status make_room(NodeTable *table, size_t more)
{
    size_t used = table->size - table->vocabulary_size, old_count = table->slot_count;
    size_t needed = power_of_two_from((used + more) / 2 * 3 + 16);
    if (needed <= old_count) return FINE;
    NodeSlot *old = table->slots;
    if (allocate_slots(table, needed) != FINE) return OUT_OF_MEMORY;
    for (size_t i = 0; i < old_count; i++)
        if (old[i].node != UNKNOWN) *slot_of(table, old[i].prefix, old[i].token) = old[i];
    free(old);
    return FINE;
}

static Status reserve_counts(NodeTable *table, size_t nodes)
{
    if (nodes > UNKNOWN) return TOO_MANY;
    return reserve((void **)&table->counts, &table->counts_capacity, nodes, sizeof(uint32_t));
}

Status nodes_init(NodeTable *table, size_t vocabulary_size)
{
    memset(table, 0, sizeof *table);
    Status status = reserve_counts(table, vocabulary_size);
    if (status != FINE) return status;
    if (vocabulary_size) memset(table->counts, 0, vocabulary_size * sizeof(uint32_t));
    table->size = table->vocabulary_size = vocabulary_size;
    return allocate_slots(table, 16);
}

void nodes_free(NodeTable *table)
{
    free(table->slots);
    free(table->counts);
}

Status nodes_extend(NodeTable *table, uint32_t prefix, uint32_t token, uint32_t *node)
{
    NodeSlot *slot = slot_of(table, prefix, token);
    if (slot->node != UNKNOWN) {
        *node = slot->node;
        return FINE;
    }
    Status status = reserve_counts(table, table->size + 1);
    if (status != FINE) return status;
    table->counts[table->size] = 0;
    *node = (uint32_t)table->size++;
    *slot = (NodeSlot){prefix, token, *node};
    size_t used = table->size - table->vocabulary_size;
    return used * 10 > table->slot_count * 7 ? make_room(table, used) : FINE;
}

uint32_t nodes_find(const NodeTable *table, uint32_t prefix, uint32_t token)
{
    return slot_of(table, prefix, token)->node;
}

void nodes_parts(const NodeTable *table, uint32_t *prefixes, uint32_t *tokens)
{
    for (size_t token = 0; token < table->vocabulary_size; token++) {
        prefixes[token] = UNKNOWN;
        tokens[token] = (uint32_t)token;
    }
    for (size_t i = 0; i < table->slot_count; i++) {
        const NodeSlot *slot = &table->slots[i];
        if (slot->node == UNKNOWN) continue;
        CHECK(slot->node < table->size);
        prefixes[slot->node] = slot->prefix;
        tokens[slot->node] = slot->token;
    }
}

/* A place in the text where an n-gram of the present order begins. */
typedef struct {
    uint32_t node;
    uint32_t position;
} Start;

/* Keep the starts from which an n-gram of `order` can be read in the same segment. */
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

Status nodes_count(NodeTable *table, const uint32_t *ids, const int64_t *offsets, size_t segments,
                   int max_order, int prune, uint32_t always_extended)
{
    size_t begin = (size_t)offsets[0], end = (size_t)offsets[segments], filled = 0;
    if (end > UINT32_MAX) return TOO_MANY;
    Start *starts = malloc((end - begin) * sizeof(Start) + 1);
    if (!starts) return OUT_OF_MEMORY;
    for (size_t at = begin; at < end; at++) {
        CHECK(ids[at] < table->vocabulary_size);
        table->counts[ids[at]]++;
        starts[filled++] = (Start){ids[at], (uint32_t)at};
    }
    Status status = FINE;
    for (int order = 2; order <= max_order && status == FINE && filled; order++) {
        size_t kept = 0;
        for (size_t i = 0; i < filled; i++) {
            uint32_t node = starts[i].node;
            starts[kept] = starts[i];
            kept += !prune | (table->counts[node] != 1) | (node == always_extended);
        }
        filled = keep_long_enough(starts, kept, offsets, (size_t)order);
        status = make_room(table, filled / 4 * 3);
        for (size_t i = 0; i < filled && status == FINE; i++) {
            uint32_t token = ids[starts[i].position + (size_t)order - 1];
            CHECK(token < table->vocabulary_size);
            status = nodes_extend(table, starts[i].node, token, &starts[i].node);
            if (status == FINE) table->counts[starts[i].node]++;
        }
    }
    free(starts);
    return status;
}
