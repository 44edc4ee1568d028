/* Pairs of numbers of which the later one is greater, the statistic of Kendall's tau. */

#include "binding/binding.h"

/* Merge two sorted halves, and count the pairs of a number of the first half with a greater one of
 * the second. */
static int64_t merge(const uint32_t *numbers, size_t middle, size_t length, uint32_t *merged)
{
    int64_t count = 0;
    size_t i = 0;
    for (size_t j = middle; j < length; j++) {
        while (i < middle && numbers[i] < numbers[j]) *merged++ = numbers[i++];
        *merged++ = numbers[j];
        count += (int64_t)i;
    }
    memcpy(merged, numbers + i, (middle - i) * sizeof(uint32_t));
    return count;
}

/* Count the pairs while sorting the numbers. `sorted` and `other` have room for all. */
static int64_t sort(const uint32_t *sequence, size_t length, uint32_t *sorted, uint32_t *other,
                    Work *work)
{
    int64_t count = 0;
    memcpy(sorted, sequence, length * sizeof(uint32_t));
    for (size_t width = 1; width < length; width *= 2) {
        for (size_t start = 0; start < length; start += 2 * width) {
            size_t rest = length - start;
            count += merge(sorted + start, width < rest ? width : rest,
                           2 * width < rest ? 2 * width : rest, other + start);
        }
        uint32_t *swapped = sorted;
        sorted = other;
        other = swapped;
        watch(work, length);
    }
    return count;
}

static void ascending_pairs_task(Call *call, const Value *given)
{
    const int64_t *offsets = given[1].items;
    int64_t *counts = call->found[0];
    uint32_t *memory = NULL;
    size_t capacity = 0;
    if (given[0].count > MOST_TOKENS) refuse(call, "there are more than 4,294,967,294 numbers");
    for (size_t s = 0; s < given[1].count; s++) {
        const uint32_t *sequence = (const uint32_t *)given[0].items + offsets[s];
        size_t length = (size_t)(offsets[s + 1] - offsets[s]);
        RESERVE(&call->work, memory, capacity, 2 * length);
        counts[s] = sort(sequence, length, memory, memory + length, &call->work);
    }
}

TASK(ascending_pairs, NOT_A_METHOD, OUTPUTS({ITEMS, 1, 1, sizeof(int64_t)}), {"numbers", UINT32},
     {"offsets", OFFSETS_IN, 0})
