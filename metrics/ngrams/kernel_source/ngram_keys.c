#include "ngram_keys.h"

/* The numbers of an n-gram, from those of its prefix and its last word. Those of words are as good
 * as random, so that it suffices that no two steps undo each other. */
static inline WordKey extended(WordKey prefix, WordKey word)
{
    return (WordKey){(prefix.key ^ word.key) * UINT64_C(0xD1342543DE82EF95),
                     (prefix.class_bits ^ word.class_bits) * UINT64_C(0xAF251AF3B0F025B5)};
}

WordKey word_key(const uint8_t *token, size_t length)
{
    uint64_t one = UINT64_C(0x243F6A8885A308D3) + length, other = UINT64_C(0x13198A2E03707344);
    for (size_t begin = 0; begin < length; begin += 16) {
        uint8_t block[16] = {0};
        memcpy(block, token + begin, length - begin < 16 ? length - begin : 16);
        uint64_t first = load_8(block), last = load_8(block + 8);
        one = mixed(mixed(one ^ first) ^ last);
        other = mixed(mixed(other ^ last) + first);
    }
    return (WordKey){one, mixed(other + one)};
}

static inline size_t times(const KeysInput *input, int64_t at)
{
    return input->repeats ? input->repeats[at] : 1;
}

/* The highest order of an n-gram that starts at a token and ends in its segment. */
static inline int highest_order(const KeysInput *input, int64_t at, int64_t end)
{
    return end - at < input->max_order ? (int)(end - at) : input->max_order;
}

uint64_t number_of_keys(const KeysInput *input)
{
    uint64_t number = 0;
    for (size_t segment = 0; segment < input->segments; segment++) {
        int64_t end = input->offsets[segment + 1];
        for (int64_t at = input->offsets[segment]; at < end; at++) {
            int orders = highest_order(input, at, end) - input->min_order + 1;
            if (orders > 0) number += (uint64_t)orders * times(input, at);
        }
    }
    return number;
}

typedef struct {
    uint64_t *keys;
    uint16_t *classes;
    size_t filled;
} Unsorted;

/* Make the keys, in the order of the text. */
static Status make_keys(const KeysInput *input, Unsorted *out, Watch *watch)
{
    int shift = 64;
    for (int classes = input->class_count; classes > 1; classes /= 2) shift--;
    for (size_t segment = 0; segment < input->segments; segment++) {
        int64_t begin = input->offsets[segment], end = input->offsets[segment + 1];
        for (int64_t at = begin; at < end; at++) {
            size_t repeated = times(input, at);
            if (!repeated) continue;
            WordKey ngram = {0, 0};
            for (int order = 1, last = highest_order(input, at, end); order <= last; order++) {
                uint32_t id = input->ids[at + order - 1];
                CHECK(id < input->word_count);
                ngram = extended(ngram, input->words[id]);
                if (order < input->min_order) continue;
                for (size_t i = 0; i < repeated; i++) {
                    out->keys[out->filled] = ngram.key;
                    out->classes[out->filled++] = (uint16_t)(ngram.class_bits >> shift);
                }
            }
        }
        if (watch_ends(watch, (size_t)(end - begin) * (size_t)input->max_order)) return ENDED;
    }
    return FINE;
}

Status write_keys(const KeysInput *input, size_t number, uint64_t *keys, int64_t *bounds,
                  Watch *watch)
{
    Unsorted made = {malloc(number * sizeof(uint64_t) + 1), malloc(number * sizeof(uint16_t) + 1),
                     0};
    Status status = made.keys && made.classes ? make_keys(input, &made, watch) : OUT_OF_MEMORY;
    if (status == FINE) {
        CHECK(made.filled == number);
        size_t classes = (size_t)input->class_count;
        memset(bounds, 0, (classes + 1) * sizeof(int64_t));
        for (size_t i = 0; i < number; i++) bounds[made.classes[i] + 1]++;
        for (size_t i = 1; i <= classes; i++) bounds[i] += bounds[i - 1];
        /* Each class is written from its start on, which ends at the start of the next. */
        for (size_t i = 0; i < number; i++) keys[bounds[made.classes[i]]++] = made.keys[i];
        memmove(bounds + 1, bounds, classes * sizeof(int64_t));
        bounds[0] = 0;
    }
    free(made.keys);
    free(made.classes);
    return status;
}

/* A key with its count; without a count, the slot is free. */
typedef struct {
    uint64_t key;
    int64_t count;
} KeySlot;

typedef struct {
    KeySlot *slots;
    size_t capacity, mask; /* the slots in use, a power of two, are mask + 1 */
    size_t filled;
} KeyTable;

enum { FEW_SLOTS = 1 << 9, KEYS_IN_A_BUCKET = 1 << 13, MOST_BUCKETS = 1 << 12, COUNT_BITS = 40 };

/* Keys are mixed already, but those of a text that was made to have slow keys may be alike. */
static inline uint64_t scrambled(uint64_t key)
{
    return (key ^ hash_seed) * UINT64_C(0x9E3779B97F4A7C15);
}

static inline KeySlot *key_slot(const KeyTable *table, uint64_t key)
{
    size_t at = (size_t)(scrambled(key) >> 20) & table->mask;
    while (table->slots[at].count && table->slots[at].key != key) at = (at + 1) & table->mask;
    return &table->slots[at];
}

/* Empty the table, and expect some distinct keys. */
static Status restart(KeyTable *table, size_t expected)
{
    size_t slots = power_of_two_from(2 * expected > FEW_SLOTS ? 2 * expected : FEW_SLOTS);
    if (slots > table->capacity) {
        free(table->slots);
        table->slots = malloc(slots * sizeof(KeySlot));
        table->capacity = table->slots ? slots : 0;
        if (!table->slots) return OUT_OF_MEMORY;
    }
    memset(table->slots, 0, slots * sizeof(KeySlot));
    table->mask = slots - 1;
    table->filled = 0;
    return FINE;
}

static Status double_slots(KeyTable *table)
{
    KeyTable larger = {0};
    if (restart(&larger, table->mask + 1) != FINE) return OUT_OF_MEMORY;
    larger.filled = table->filled;
    for (size_t at = 0; at <= table->mask; at++)
        if (table->slots[at].count) *key_slot(&larger, table->slots[at].key) = table->slots[at];
    free(table->slots);
    *table = larger;
    return FINE;
}

static inline Status add_key(KeyTable *table, uint64_t key)
{
    KeySlot *slot = key_slot(table, key);
    if (slot->count++) return FINE;
    slot->key = key;
    return ++table->filled > table->mask / 2 ? double_slots(table) : FINE;
}

/* Keys by buckets, each of which has few distinct keys, so that their slots fit the caches. */
typedef struct {
    uint64_t *keys;
    size_t *bounds; /* buckets + 1 */
} Bucketed;

static Status put_into_buckets(const uint64_t *keys, size_t number, size_t buckets, int shift,
                               Bucketed *out)
{
    out->keys = malloc(number * sizeof(uint64_t) + 1);
    out->bounds = calloc(buckets + 1, sizeof(size_t));
    if (!out->keys || !out->bounds) return OUT_OF_MEMORY;
    for (size_t i = 0; i < number; i++) out->bounds[(scrambled(keys[i]) >> 1 >> shift) + 1]++;
    for (size_t i = 1; i <= buckets; i++) out->bounds[i] += out->bounds[i - 1];
    for (size_t i = 0; i < number; i++)
        out->keys[out->bounds[scrambled(keys[i]) >> 1 >> shift]++] = keys[i];
    memmove(out->bounds + 1, out->bounds, buckets * sizeof(size_t));
    out->bounds[0] = 0;
    return FINE;
}

/* Count the keys of a bucket, and add 1 to `numbers` at the group and count of each wanted key. */
static Status count_bucket(const Bucketed *keys, const Bucketed *wanted, size_t groups,
                           size_t bucket, KeyTable *table, KeyTable *numbers)
{
    size_t begin = keys->bounds[bucket], end = keys->bounds[bucket + 1];
    Status status = restart(table, end - begin < KEYS_IN_A_BUCKET ? end - begin : KEYS_IN_A_BUCKET);
    for (size_t i = begin; i < end && status == FINE; i++) status = add_key(table, keys->keys[i]);
    for (size_t group = 0; group < groups; group++) {
        const Bucketed *of_group = &wanted[group];
        for (size_t i = of_group->bounds[bucket];
             i < of_group->bounds[bucket + 1] && status == FINE; i++) {
            uint64_t count = (uint64_t)key_slot(table, of_group->keys[i])->count;
            status = add_key(numbers, (uint64_t)group << COUNT_BITS | count);
        }
    }
    return status;
}

static int by_key(const void *one, const void *other)
{
    uint64_t first = ((const KeySlot *)one)->key, second = ((const KeySlot *)other)->key;
    return (first > second) - (first < second);
}

/* Move the occupied slots to the front and sort them. */
static void sort_slots(KeyTable *table)
{
    size_t kept = 0;
    for (size_t at = 0; at <= table->mask; at++)
        if (table->slots[at].count) table->slots[kept++] = table->slots[at];
    qsort(table->slots, kept, sizeof(KeySlot), by_key);
}

Status count_keys(const uint64_t *keys, size_t number, const uint64_t *wanted,
                  const int64_t *bounds, size_t groups, CountOfKeys **found, size_t *found_number,
                  Watch *watch)
{
    size_t buckets = 1;
    int shift = 63;
    for (; buckets < MOST_BUCKETS && number / buckets > KEYS_IN_A_BUCKET / 2; buckets *= 2) shift--;
    Bucketed all = {0}, *some = calloc(groups + 1, sizeof(Bucketed));
    KeyTable table = {0}, numbers = {0};
    Status status = some ? restart(&numbers, 0) : OUT_OF_MEMORY;
    if (status == FINE) status = put_into_buckets(keys, number, buckets, shift, &all);
    for (size_t group = 0; group < groups && status == FINE; group++)
        status = put_into_buckets(wanted + bounds[group],
                                  (size_t)(bounds[group + 1] - bounds[group]), buckets, shift,
                                  &some[group]);
    for (size_t bucket = 0; bucket < buckets && status == FINE; bucket++) {
        status = count_bucket(&all, some, groups, bucket, &table, &numbers);
        if (status == FINE && watch_ends(watch, KEYS_IN_A_BUCKET)) status = ENDED;
    }
    if (status == FINE) {
        sort_slots(&numbers);
        *found = malloc(numbers.filled * sizeof(CountOfKeys) + 1);
        status = *found ? FINE : OUT_OF_MEMORY;
        *found_number = numbers.filled;
        for (size_t i = 0; i < numbers.filled && *found; i++) {
            KeySlot slot = numbers.slots[i];
            int64_t count = (int64_t)(slot.key & ((UINT64_C(1) << COUNT_BITS) - 1));
            (*found)[i] = (CountOfKeys){(int64_t)(slot.key >> COUNT_BITS), count, slot.count};
        }
    }
    for (size_t group = 0; some && group < groups; group++)
        free(some[group].keys), free(some[group].bounds);
    free(all.keys), free(all.bounds), free(some);
    free(table.slots), free(numbers.slots);
    return status;
}
