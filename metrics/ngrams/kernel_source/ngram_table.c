#include "ngram_table.h"

static Status allocate_pairs(PairMap *map, size_t slot_count)
{
    PairSlot *slots = malloc(slot_count * sizeof(PairSlot));
    if (!slots) return OUT_OF_MEMORY;
    memset(slots, 0xFF, slot_count * sizeof(PairSlot));
    map->slots = slots;
    map->slot_count = slot_count;
    return FINE;
}

static PairSlot *pair_slot(const PairMap *map, uint64_t pair)
{
    size_t at = pair_home(pair, map->slot_count);
    for (;;) {
        CHECK(at < map->slot_count);
        PairSlot *slot = &map->slots[at];
        if (slot->value == UNKNOWN || slot->pair == pair) return slot;
        at = (at + 1) & (map->slot_count - 1);
    }
}

static Status make_room(PairMap *map, size_t more)
{
    size_t needed = power_of_two_from((map->used + more) / 2 * 3 + 16);
    if (needed <= map->slot_count) return FINE;
    PairMap grown = {.used = map->used};
    if (allocate_pairs(&grown, needed) != FINE) return OUT_OF_MEMORY;
    for (size_t i = 0; i < map->slot_count; i++)
        if (map->slots[i].value != UNKNOWN) *pair_slot(&grown, map->slots[i].pair) = map->slots[i];
    free(map->slots);
    *map = grown;
    return FINE;
}

static Status reserve_nodes(NodeTable *table, size_t needed)
{
    if (needed > UNKNOWN) return TOO_MANY;
    Status prefixes = reserve((void **)&table->prefixes, &table->prefixes_capacity, needed,
                              sizeof(uint32_t));
    Status tokens = reserve((void **)&table->tokens, &table->tokens_capacity, needed,
                            sizeof(uint32_t));
    Status counts = reserve((void **)&table->counts, &table->counts_capacity, needed,
                            sizeof(int64_t));
    return prefixes | tokens | counts ? OUT_OF_MEMORY : FINE;
}

Status nodes_init(NodeTable *table, size_t vocabulary_size)
{
    memset(table, 0, sizeof *table);
    Status status = reserve_nodes(table, vocabulary_size);
    if (status != FINE) return status;
    for (size_t token = 0; token < vocabulary_size; token++) {
        table->prefixes[token] = UNKNOWN;
        table->tokens[token] = (uint32_t)token;
        table->counts[token] = 0;
    }
    table->size = table->vocabulary_size = vocabulary_size;
    return allocate_pairs(&table->longer, 16);
}

void nodes_free(NodeTable *table)
{
    free(table->longer.slots);
    free(table->prefixes);
    free(table->tokens);
    free(table->counts);
}

Status nodes_extend(NodeTable *table, uint32_t prefix, uint32_t token, uint32_t *node)
{
    PairMap *map = &table->longer;
    uint64_t pair = pair_of(prefix, token);
    PairSlot *slot = pair_slot(map, pair);
    if (slot->value != UNKNOWN) {
        *node = slot->value;
        return FINE;
    }
    Status status = reserve_nodes(table, table->size + 1);
    if (status != FINE) return status;
    table->prefixes[table->size] = prefix;
    table->tokens[table->size] = token;
    table->counts[table->size] = 0;
    slot->pair = pair;
    slot->value = *node = (uint32_t)table->size++;
    map->used++;
    return map->used * 10 > map->slot_count * 7 ? make_room(map, map->used) : FINE;
}

uint32_t nodes_find(const NodeTable *table, uint32_t prefix, uint32_t token)
{
    return pair_slot(&table->longer, pair_of(prefix, token))->value;
}

/* A place in the text where an n-gram of the present order begins. */
typedef struct {
    uint32_t node;
    uint32_t left; /* tokens from here to the end of the segment */
    int64_t position;
} Start;

Status nodes_count(NodeTable *table, const uint32_t *ids, const int64_t *offsets, size_t segments,
                   int max_order, int prune, uint32_t always_extended)
{
    size_t count = segments ? (size_t)(offsets[segments] - offsets[0]) : 0;
    Start *starts = malloc(count * sizeof(Start) + 1);
    if (!starts) return OUT_OF_MEMORY;
    size_t filled = 0;
    for (size_t segment = 0; segment < segments; segment++) {
        int64_t end = offsets[segment + 1];
        if (end - offsets[segment] > UINT32_MAX) {
            free(starts);
            return TOO_MANY;
        }
        for (int64_t at = offsets[segment]; at < end; at++) {
            CHECK(filled < count && ids[at] < table->vocabulary_size);
            table->counts[ids[at]]++;
            starts[filled++] = (Start){ids[at], (uint32_t)(end - at), at};
        }
    }
    Status status = FINE;
    for (int order = 2; order <= max_order && status == FINE && filled; order++) {
        size_t kept = 0;
        for (size_t i = 0; i < filled; i++) {
            Start start = starts[i];
            if (start.left < (uint32_t)order) continue;
            if (prune && table->counts[start.node] == 1 && start.node != always_extended) continue;
            starts[kept++] = start;
        }
        filled = kept;
        status = make_room(&table->longer, filled / 2);
        for (size_t i = 0; i < filled && status == FINE; i++) {
            uint32_t token = ids[starts[i].position + order - 1];
            CHECK(token < table->vocabulary_size);
            status = nodes_extend(table, starts[i].node, token, &starts[i].node);
            if (status == FINE) table->counts[starts[i].node]++;
        }
    }
    free(starts);
    return status;
}
