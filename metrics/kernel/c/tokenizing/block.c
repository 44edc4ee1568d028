#include "tokenizing/block.h"

void classify_portably(const Tokenizer *tokenizer, const uint8_t *bytes, Block *block)
{
    memset(block, 0, sizeof *block);
    for (int group = 0; group < BLOCK; group += 8) {
        uint64_t roles = 0;
        for (int i = 0; i < 8; i++) roles |= tokenizer->spread[bytes[group + i]] << i;
        for (int role = 0; role < IN_WORD; role++)
            block->with[role] |= (roles >> 8 * role & 0xFF) << group;
    }
}

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#include <immintrin.h>

/* For each role, a shuffle by the low half of a byte gives the high halves, as bits, with which a
 * byte has the role: one shuffle for the high halves 0 to 7, and one for 8 to 15. */
__attribute__((target("avx2"))) static void classify_by_avx2(const Tokenizer *tokenizer,
                                                             const uint8_t *bytes, Block *block)
{
    const __m256i half = _mm256_set1_epi8(0x0F), top = _mm256_set1_epi8((char)0x80);
    const __m256i bit = _mm256_set1_epi64x((int64_t)0x8040201008040201);
    const __m256i zero = _mm256_setzero_si256();
    memset(block, 0, sizeof *block);
    for (int part = 0; part < BLOCK; part += 32) {
        __m256i read = _mm256_loadu_si256((const __m256i *)(bytes + part));
        __m256i high = _mm256_and_si256(_mm256_srli_epi16(read, 4), half);
        __m256i high_bit = _mm256_shuffle_epi8(bit, high);
        __m256i other_half = _mm256_xor_si256(read, top); /* a set top bit makes a shuffle give 0 */
        int is_ascii = !_mm256_movemask_epi8(read);
        for (int role = 0; role < (is_ascii ? LOOKED_UP : IN_WORD); role++) {
            if (!tokenizer->has_role[role]) continue;
            const uint8_t *rows = tokenizer->rows[role];
            __m256i found = _mm256_shuffle_epi8(
                _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)rows)), read);
            if (!is_ascii) {
                __m256i behind = _mm256_shuffle_epi8(
                    _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(rows + 16))),
                    other_half);
                found = _mm256_or_si256(found, behind);
            }
            __m256i none = _mm256_cmpeq_epi8(_mm256_and_si256(found, high_bit), zero);
            block->with[role] |= (uint64_t)(uint32_t)~_mm256_movemask_epi8(none) << part;
        }
    }
}

Classify *fastest_classify(void)
{
    return __builtin_cpu_supports("avx2") ? classify_by_avx2 : classify_portably;
}

#else

Classify *fastest_classify(void)
{
    return classify_portably;
}

#endif
