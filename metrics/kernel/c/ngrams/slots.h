/* A hash table from pairs of n-grams to the n-gram that they make, which is emptied at no cost. */

#ifndef TALLYSTICK_SLOTS_H
#define TALLYSTICK_SLOTS_H

#include "common.h"

/* A slot is occupied only if its generation is the current one; the table is never cleared. */
typedef struct {
    uint64_t pair;
    uint32_t ngram;
    uint32_t generation;
} Slot;

typedef struct {
    Slot *slots;
    size_t capacity, count; /* the slots in use are the first `count` */
    uint32_t generation;
} Slots;

/* Allocate slots for up to `most` pairs at a time. */
static inline void slots_allocate(Slots *slots, size_t most, Work *work)
{
    slots->capacity = power_of_two_from(2 * most);
    ALLOCATE_ZEROS(work, slots->slots, slots->capacity);
}

/* Empty the slots, and expect up to `most` pairs. */
static inline void slots_restart(Slots *slots, size_t most)
{
    slots->count = power_of_two_from(2 * most);
    CHECK(slots->count <= slots->capacity);
    if (slots->generation == UINT32_MAX) {
        memset(slots->slots, 0, slots->capacity * sizeof(Slot));
        slots->generation = 0;
    }
    slots->generation++;
}

static inline int slot_is_free(const Slots *slots, const Slot *slot)
{
    return slot->generation != slots->generation;
}

/* The slot that holds a pair, or the free slot for it. */
static inline Slot *slot_of(const Slots *slots, uint64_t pair)
{
    size_t at = (size_t)pair_hash(pair) & (slots->count - 1);
    while (!slot_is_free(slots, &slots->slots[at]) && slots->slots[at].pair != pair)
        at = (at + 1) & (slots->count - 1);
    return &slots->slots[at];
}

/* The number of a token, or of the n-gram that a pair makes; a new one gets the next, and raises
 * `last`. */
static inline uint32_t number_of_token(uint32_t *number_of, uint32_t token, uint32_t *last)
{
    if (!number_of[token]) number_of[token] = ++*last;
    return number_of[token];
}

static inline uint32_t number_of_pair(const Slots *slots, uint32_t first, uint32_t second,
                                      uint32_t *last)
{
    uint64_t pair = pair_of(first, second);
    Slot *slot = slot_of(slots, pair);
    if (slot_is_free(slots, slot)) *slot = (Slot){pair, ++*last, slots->generation};
    return slot->ngram;
}

#endif
