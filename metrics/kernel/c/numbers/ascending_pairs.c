/* Pairs of numbers of which the later one is greater, the statistic of Kendall's tau. */

#include "numbers/numbers.h"

/* Up to here, comparing all pairs takes less time than sorting. */
enum { SHORT = 256 };

static int64_t compare_all(const uint32_t *sequence, size_t length)
{
    int64_t count = 0;
    for (size_t later = 1; later < length; later++) {
        uint32_t number = sequence[later], smaller = 0;
        for (size_t i = 0; i < later; i++) smaller += sequence[i] < number;
        count += smaller;
    }
    return count;
}

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
static Status sort(const uint32_t *sequence, size_t length, uint32_t *sorted, uint32_t *other,
                   Watch *watch, int64_t *count)
{
    memcpy(sorted, sequence, length * sizeof(uint32_t));
    for (size_t width = 1; width < length; width *= 2) {
        for (size_t start = 0; start < length; start += 2 * width) {
            size_t rest = length - start;
            *count += merge(sorted + start, width < rest ? width : rest,
                            2 * width < rest ? 2 * width : rest, other + start);
        }
        uint32_t *swapped = sorted;
        sorted = other;
        other = swapped;
        if (watch_ends(watch, length)) return ENDED;
    }
    return FINE;
}

Status count_ascending_pairs(const uint32_t *numbers, const int64_t *offsets, size_t sequences,
                             int64_t *counts, Watch *watch)
{
    uint32_t *memory = NULL;
    size_t capacity = 0;
    Status status = FINE;
    for (size_t s = 0; s < sequences && status == FINE; s++) {
        const uint32_t *sequence = numbers + offsets[s];
        size_t length = (size_t)(offsets[s + 1] - offsets[s]);
        counts[s] = 0;
        if (length <= SHORT) {
            counts[s] = compare_all(sequence, length);
            if (watch_ends(watch, length * length / 16 + 1)) status = ENDED;
            continue;
        }
        status = RESERVE(memory, capacity, 2 * length);
        if (status == FINE)
            status = sort(sequence, length, memory, memory + length, watch, &counts[s]);
    }
    free(memory);
    return status;
}
