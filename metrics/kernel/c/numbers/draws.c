/* Draws from the random words of Philox4x64-10 (Salmon, Moraes, Dror and Shaw,
 * "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011), word for word those of NumPy's Philox. */

#include "binding/binding.h"

enum {
    WORDS_OF_A_BLOCK = 4,
    ROUNDS = 10,
    BITS = 16, /* read at once, by instructions for several numbers of 16 bits */
};

static inline uint64_t product(uint64_t one, uint64_t other, uint64_t *high)
{
#ifdef __SIZEOF_INT128__
    __extension__ unsigned __int128 both = (unsigned __int128)one * other;
    *high = (uint64_t)(both >> 64);
    return (uint64_t)both;
#else
    uint64_t low_one = (uint32_t)one, high_one = one >> 32;
    uint64_t low_other = (uint32_t)other, high_other = other >> 32;
    uint64_t low = low_one * low_other;
    uint64_t middle = high_one * low_other + (low >> 32); /* at most 2^64 - 2^32 */
    uint64_t crossed = low_one * high_other + (uint32_t)middle;
    *high = high_one * high_other + (middle >> 32) + (crossed >> 32);
    return one * other;
#endif
}

static inline void random_block(const uint64_t key[2], uint64_t number,
                                uint64_t words[WORDS_OF_A_BLOCK])
{
    uint64_t first_key = key[0], second_key = key[1];
    uint64_t a = number, b = 0, c = 0, d = 0;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t high_a, high_c;
        uint64_t low_a = product(a, UINT64_C(0xD2E7470EE14C6C93), &high_a);
        uint64_t low_c = product(c, UINT64_C(0xCA5A826395121157), &high_c);
        a = high_c ^ b ^ first_key;
        b = low_c;
        c = high_a ^ d ^ second_key;
        d = low_a;
        first_key += UINT64_C(0x9E3779B97F4A7C15);
        second_key += UINT64_C(0xBB67AE8584CAA73B);
    }
    words[0] = a, words[1] = b, words[2] = c, words[3] = d;
}

static inline uint64_t blocks_for(size_t words)
{
    return words / WORDS_OF_A_BLOCK + (words % WORDS_OF_A_BLOCK != 0);
}

/* Count how often each unit is drawn in the resamples from `start` to `stop`. Every resample reads
 * its own section of the stream of random words of `key`. */
static void count_draws(const uint64_t key[2], uint64_t start, uint64_t stop, size_t units,
                        int16_t *counts)
{
    uint64_t blocks = blocks_for(units);
    memset(counts, 0, (size_t)(stop - start) * units * sizeof *counts);
    for (uint64_t resample = start; resample < stop; resample++, counts += units) {
        uint64_t number = resample * blocks;
        for (size_t drawn = 0; drawn < units; drawn += WORDS_OF_A_BLOCK) {
            uint64_t words[WORDS_OF_A_BLOCK];
            random_block(key, ++number, words); /* NumPy counts blocks from 1 */
            size_t left = units - drawn < WORDS_OF_A_BLOCK ? units - drawn : WORDS_OF_A_BLOCK;
            for (size_t i = 0; i < left; i++) {
                /* 53 bits make a double in [0, 1); its product with `units` is below `units` */
                double fraction = (double)(int64_t)(words[i] >> 11) * 0x1p-53;
                size_t unit = (size_t)(int64_t)(fraction * (double)units);
                CHECK(unit < units);
                /* with fewer units a count stays below the largest, with more it is as good as
                 * impossible that one is drawn so often */
                counts[unit] += counts[unit] < INT16_MAX;
            }
        }
    }
}

/* Mark the units that two systems exchange. A unit takes one bit of the stream. */
static void mark_exchanges(const uint64_t key[2], uint64_t start, uint64_t stop, size_t units,
                           int16_t *exchanged)
{
    uint64_t blocks = blocks_for(units / 64 + (units % 64 != 0));
    for (uint64_t resample = start; resample < stop; resample++, exchanged += units) {
        uint64_t number = resample * blocks;
        uint64_t words[WORDS_OF_A_BLOCK];
        for (size_t unit = 0; unit < units; unit += BITS) {
            size_t place = unit % (64 * WORDS_OF_A_BLOCK);
            if (place == 0) random_block(key, ++number, words);
            uint16_t bits = (uint16_t)(words[place / 64] >> (place % 64));
            int16_t marks[BITS];
            for (int i = 0; i < BITS; i++) marks[i] = (bits & (1 << i)) != 0;
            size_t left = units - unit < BITS ? units - unit : BITS;
            memcpy(exchanged + unit, marks, left * sizeof *marks);
        }
    }
}

static PyObject *python_draw(Call *call, const Value *given)
{
    enum { KEY, START, STOP, NUMBER_OF_UNITS, EXCHANGES };
    const uint8_t *key = given[KEY].items;
    int64_t start = given[START].whole, stop = given[STOP].whole;
    int64_t units = given[NUMBER_OF_UNITS].whole;
    uint64_t words[2] = {0};
    if (given[KEY].count != sizeof words || units < 1 || start < 0 || stop < start ||
        stop > PY_SSIZE_T_MAX / units)
        refuse(call, "the key has 16 bytes, units is at least 1, and start is at least 0 and at "
                     "most stop");
    for (size_t i = 0; i < sizeof words; i++) /* little-endian */
        words[i / 8] |= (uint64_t)key[i] << (8 * (i % 8));
    int16_t *drawn = output(call, 0, (size_t)(stop - start), (size_t)units, sizeof(int16_t));
    WITHOUT_GIL(call, (given[EXCHANGES].whole ? mark_exchanges : count_draws)(
                          words, (uint64_t)start, (uint64_t)stop, (size_t)units, drawn));
    return finish(call);
}

FUNCTION(draw, {"key", BYTES}, {"start", WHOLE}, {"stop", WHOLE}, {"units", WHOLE},
         {"exchanges", BOOLEAN})
