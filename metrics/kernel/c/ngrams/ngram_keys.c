#include "ngrams/ngram_keys.h"

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

static inline uint32_t times(const KeysInput *input, int64_t at)
{
    return input->repeats ? input->repeats[at] : 1;
}

/* The highest order of an n-gram that starts at a token and ends in its segment. */
static inline int highest_order(const KeysInput *input, int64_t at, int64_t end)
{
    return end - at < input->max_order ? (int)(end - at) : input->max_order;
}

uint64_t number_of_ngrams(const KeysInput *input, size_t *places)
{
    uint64_t number = 0;
    *places = 0;
    for (size_t segment = 0; segment < input->segments; segment++) {
        int64_t end = input->offsets[segment + 1];
        for (int64_t at = input->offsets[segment]; at < end; at++) {
            int orders = highest_order(input, at, end) - input->min_order + 1;
            if (orders <= 0 || !times(input, at)) continue;
            number += (uint64_t)orders * times(input, at);
            *places += (size_t)orders;
        }
    }
    return number;
}

/* Keys with counts, in which a key can occur several times. */
typedef struct {
    uint64_t *keys;
    uint32_t *counts;
    size_t *bounds; /* of groups of them, with the end */
} Keys;

static void keys_free(Keys *keys)
{
    free(keys->keys), free(keys->counts), free(keys->bounds);
}

static Status keys_init(Keys *keys, size_t number, size_t groups)
{
    keys->keys = malloc(number * sizeof(uint64_t) + 1);
    keys->counts = malloc(number * sizeof(uint32_t) + 1);
    keys->bounds = calloc(groups + 1, sizeof(size_t));
    return keys->keys && keys->counts && keys->bounds ? FINE : OUT_OF_MEMORY;
}

/* Turn the sizes of groups, each of which is one place behind its group, into bounds. */
static void add_up(size_t *bounds, size_t groups)
{
    for (size_t i = 1; i <= groups; i++) bounds[i] += bounds[i - 1];
}

/* Turn bounds back that were moved to the ends of their groups by writing these. */
static void move_back(size_t *bounds, size_t groups)
{
    memmove(bounds + 1, bounds, groups * sizeof(size_t));
    bounds[0] = 0;
}

/* Make the keys of all n-grams, in the order of the text, with their classes. */
static Status make_keys(const KeysInput *input, Keys *out, uint16_t *classes, Watch *watch)
{
    size_t filled = 0;
    int shift = 64;
    for (int left = input->class_count; left > 1; left /= 2) shift--;
    for (size_t segment = 0; segment < input->segments; segment++) {
        int64_t begin = input->offsets[segment], end = input->offsets[segment + 1];
        for (int64_t at = begin; at < end; at++) {
            uint32_t count = times(input, at);
            if (!count) continue;
            WordKey ngram = {0, 0};
            for (int order = 1, last = highest_order(input, at, end); order <= last; order++) {
                uint32_t id = input->ids[at + order - 1];
                CHECK(id < input->word_count);
                ngram = extended(ngram, input->words[id]);
                if (order < input->min_order) continue;
                out->keys[filled] = ngram.key;
                out->counts[filled] = count;
                classes[filled++] = (uint16_t)(ngram.class_bits >> shift);
            }
        }
        if (watch_ends(watch, (size_t)(end - begin) * (size_t)input->max_order)) return ENDED;
    }
    out->bounds[1] = filled;
    return FINE;
}

/* Sort keys by class. */
static Status sort_by_class(const Keys *keys, const uint16_t *classes, size_t class_count,
                            Keys *out)
{
    size_t number = keys->bounds[1];
    if (keys_init(out, number, class_count) != FINE) return OUT_OF_MEMORY;
    for (size_t i = 0; i < number; i++) out->bounds[classes[i] + 1]++;
    add_up(out->bounds, class_count);
    for (size_t i = 0; i < number; i++) {
        size_t at = out->bounds[classes[i]]++;
        out->keys[at] = keys->keys[i];
        out->counts[at] = keys->counts[i];
    }
    move_back(out->bounds, class_count);
    return FINE;
}

/* A key with a number that is not 0; without one, the slot is free. */
typedef struct {
    uint64_t key, number;
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
    while (table->slots[at].number && table->slots[at].key != key) at = (at + 1) & table->mask;
    return &table->slots[at];
}

/* Empty the table, and expect some distinct keys. */
static Status restart(KeyTable *table, size_t expected)
{
    if (expected > KEYS_IN_A_BUCKET) expected = KEYS_IN_A_BUCKET;
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
    size_t slots = 2 * (table->mask + 1);
    KeyTable larger = {calloc(slots, sizeof(KeySlot)), slots, slots - 1, table->filled};
    if (!larger.slots) return OUT_OF_MEMORY;
    for (size_t at = 0; at <= table->mask; at++)
        if (table->slots[at].number) *key_slot(&larger, table->slots[at].key) = table->slots[at];
    free(table->slots);
    *table = larger;
    return FINE;
}

/* Fill the free slot of a key. */
static inline Status fill(KeyTable *table, KeySlot *slot, uint64_t key, uint64_t number)
{
    *slot = (KeySlot){key, number};
    return ++table->filled > table->mask / 2 ? double_slots(table) : FINE;
}

/* Add to the number of a key. */
static inline Status add_to_key(KeyTable *table, uint64_t key, uint64_t number)
{
    KeySlot *slot = key_slot(table, key);
    if (!slot->number) return fill(table, slot, key, number);
    slot->number += number;
    return FINE;
}

/* Write the distinct keys of every class with the sums of their counts. */
static Status write_distinct(const Keys *sorted, size_t class_count, CountedKeys *out,
                             Watch *watch)
{
    KeyTable table = {0};
    Status status = FINE;
    out->number = 0;
    for (size_t c = 0; c < class_count && status == FINE; c++) {
        size_t begin = sorted->bounds[c], end = sorted->bounds[c + 1];
        out->bounds[c] = (int64_t)out->number;
        status = restart(&table, end - begin);
        for (size_t i = begin; i < end && status == FINE; i++) {
            KeySlot *slot = key_slot(&table, sorted->keys[i]);
            if (slot->number) {
                out->counts[slot->number - 1] += sorted->counts[i];
                continue;
            }
            out->keys[out->number] = sorted->keys[i];
            out->counts[out->number++] = sorted->counts[i];
            status = fill(&table, slot, sorted->keys[i], out->number);
        }
        if (status == FINE && watch_ends(watch, end - begin)) status = ENDED;
    }
    out->bounds[class_count] = (int64_t)out->number;
    free(table.slots);
    return status;
}

Status write_keys(const KeysInput *input, size_t places, CountedKeys *out, Watch *watch)
{
    size_t class_count = (size_t)input->class_count;
    uint16_t *classes = malloc(places * sizeof(uint16_t) + 1);
    Keys made = {0}, sorted = {0};
    Status status = classes ? keys_init(&made, places, 1) : OUT_OF_MEMORY;
    if (status == FINE) status = make_keys(input, &made, classes, watch);
    if (status == FINE) status = sort_by_class(&made, classes, class_count, &sorted);
    if (status == FINE) status = write_distinct(&sorted, class_count, out, watch);
    free(classes);
    keys_free(&made);
    keys_free(&sorted);
    return status;
}

/* Put keys into buckets, each of which has few distinct keys, so that their slots fit the caches. */
static Status put_into_buckets(const uint64_t *keys, const uint32_t *counts, size_t number,
                               size_t buckets, int shift, Keys *out)
{
    if (keys_init(out, number, buckets) != FINE) return OUT_OF_MEMORY;
    for (size_t i = 0; i < number; i++) out->bounds[(scrambled(keys[i]) >> 1 >> shift) + 1]++;
    add_up(out->bounds, buckets);
    for (size_t i = 0; i < number; i++) {
        size_t at = out->bounds[scrambled(keys[i]) >> 1 >> shift]++;
        out->keys[at] = keys[i];
        out->counts[at] = counts[i];
    }
    move_back(out->bounds, buckets);
    return FINE;
}

/* Count the keys of a bucket, and add to `numbers` at the group and count of each wanted key. */
static Status count_bucket(const Keys *keys, const Keys *wanted, size_t groups, size_t bucket,
                           KeyTable *table, KeyTable *numbers)
{
    size_t begin = keys->bounds[bucket], end = keys->bounds[bucket + 1];
    Status status = restart(table, end - begin);
    for (size_t i = begin; i < end && status == FINE; i++)
        if (keys->counts[i]) status = add_to_key(table, keys->keys[i], keys->counts[i]);
    for (size_t group = 0; group < groups; group++) {
        const Keys *of_group = &wanted[group];
        for (size_t i = of_group->bounds[bucket];
             i < of_group->bounds[bucket + 1] && status == FINE; i++) {
            uint64_t count = key_slot(table, of_group->keys[i])->number;
            if (of_group->counts[i])
                status = add_to_key(numbers, (uint64_t)group << COUNT_BITS | count,
                                    of_group->counts[i]);
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
        if (table->slots[at].number) table->slots[kept++] = table->slots[at];
    qsort(table->slots, kept, sizeof(KeySlot), by_key);
}

Status count_keys(const CountedKeys *keys, const CountedKeys *wanted, size_t groups,
                  CountOfKeys **found, size_t *found_number, Watch *watch)
{
    size_t buckets = 1;
    int shift = 63;
    for (; buckets < MOST_BUCKETS && keys->number / buckets > KEYS_IN_A_BUCKET / 2; buckets *= 2)
        shift--;
    Keys all = {0}, *some = calloc(groups + 1, sizeof(Keys));
    KeyTable table = {0}, numbers = {0};
    Status status = some ? restart(&numbers, 0) : OUT_OF_MEMORY;
    if (status == FINE)
        status = put_into_buckets(keys->keys, keys->counts, keys->number, buckets, shift, &all);
    for (size_t group = 0; group < groups && status == FINE; group++) {
        size_t begin = (size_t)wanted->bounds[group], end = (size_t)wanted->bounds[group + 1];
        status = put_into_buckets(wanted->keys + begin, wanted->counts + begin, end - begin,
                                  buckets, shift, &some[group]);
    }
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
            uint64_t count = slot.key & ((UINT64_C(1) << COUNT_BITS) - 1);
            (*found)[i] = (CountOfKeys){(int64_t)(slot.key >> COUNT_BITS), (int64_t)count,
                                        (int64_t)slot.number};
        }
    }
    for (size_t group = 0; some && group < groups; group++) keys_free(&some[group]);
    keys_free(&all);
    free(some);
    free(table.slots);
    free(numbers.slots);
    return status;
}
