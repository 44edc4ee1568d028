#include "edits/equal_vectors.h"

#if FINDS_EQUAL_BY_AVX2

#include <immintrin.h>

#define WITH_AVX2 __attribute__((target("avx2")))
#define INLINED static inline __attribute__((always_inline))

/* 32 symbols. If they have two bytes, the first vector has symbols 0 to 7 and 16 to 23, so that the
 * bytes that are packed from both are in order. */
typedef struct {
    __m256i first, second;
} Half;

WITH_AVX2 INLINED Half half_of(const uint8_t *symbols, int size)
{
    __m256i low = _mm256_loadu_si256((const __m256i *)symbols);
    if (size == 1) return (Half){low, low};
    __m256i high = _mm256_loadu_si256((const __m256i *)(symbols + 32));
    return (Half){_mm256_permute2x128_si256(low, high, 0x20),
                  _mm256_permute2x128_si256(low, high, 0x31)};
}

/* The places of a symbol, of which a vector is full. */
WITH_AVX2 INLINED uint64_t places_in(Half half, __m256i symbol, int size)
{
    if (size == 1) return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(half.first, symbol));
    __m256i equal = _mm256_packs_epi16(_mm256_cmpeq_epi16(half.first, symbol),
                                       _mm256_cmpeq_epi16(half.second, symbol));
    return (uint32_t)_mm256_movemask_epi8(equal);
}

WITH_AVX2 INLINED void find(const uint8_t *symbols, size_t count, const void *text, size_t length,
                            int size, int are_two, uint64_t *found, size_t step)
{
    const Half low = half_of(symbols, size), high = half_of(symbols + 32 * size, size);
    const uint64_t inside = count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
    for (size_t j = 0; j < length; j++) {
        __m256i symbol = size == 1 ? _mm256_set1_epi8(((const char *)text)[j])
                                   : _mm256_set1_epi16(((const short *)text)[j]);
        uint64_t places = places_in(low, symbol, size);
        if (are_two) places |= places_in(high, symbol, size) << 32;
        found[j * step] = places & inside;
    }
}

WITH_AVX2 void find_equal_by_avx2(const void *sequence, size_t count, const void *text,
                                  size_t length, int size, uint64_t *found, size_t step)
{
    uint8_t symbols[2 * 64] = {0}; /* around a sequence nothing can be read */
    CHECK(count <= 64 && (size == 1 || size == 2));
    memcpy(symbols, sequence, count * (size_t)size);
    if (size == 1 && count <= 32) find(symbols, count, text, length, 1, 0, found, step);
    else if (size == 1) find(symbols, count, text, length, 1, 1, found, step);
    else if (count <= 32) find(symbols, count, text, length, 2, 0, found, step);
    else find(symbols, count, text, length, 2, 1, found, step);
}

#else

void find_equal_by_avx2(const void *sequence, size_t count, const void *text, size_t length,
                        int size, uint64_t *found, size_t step)
{
    (void)sequence, (void)count, (void)text, (void)length, (void)size, (void)found, (void)step;
}

#endif
