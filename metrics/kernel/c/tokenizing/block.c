#include "tokenizing/tokenizer.h"


#if KNOWS_AVX2
#include <immintrin.h>
#endif

static void classify_portably(const Tokenizer *tokenizer, const uint8_t *bytes, Block *block)
{
    memset(block, 0, sizeof *block);
    for (int group = 0; group < BLOCK; group += 8) {
        uint64_t roles = 0;
        for (int i = 0; i < 8; i++) roles |= tokenizer->spread[bytes[group + i]] << i;
        for (int role = 0; role < IN_WORD; role++)
            block->with[role] |= (roles >> 8 * role & 0xFF) << group;
    }
}

#if KNOWS_AVX2

/* For each role, a shuffle by the low half of a byte gives the high halves, as bits, with which a
 * byte has the role: one shuffle for the high halves 0 to 7, and one for 8 to 15. */
WITH_AVX2 static void classify_by_avx2(const Tokenizer *tokenizer, const uint8_t *bytes,
                                       Block *block)
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

#else
#define classify_by_avx2 classify_portably
#endif

void classify(const Tokenizer *tokenizer, const uint8_t *bytes, Block *block)
{
    if (uses_avx2) classify_by_avx2(tokenizer, bytes, block);
    else classify_portably(tokenizer, bytes, block);
}

/* Bits of 64 bytes. Two characters outside ASCII lower to letters from a to z, U+0130 and the Kelvin
 * sign U+212A: `firsts` and `seconds` are the last two bytes of either. */
typedef struct {
    uint64_t words, firsts, seconds;
} Bits;

typedef Bits BitsOf(const uint8_t *bytes);

INLINED size_t find_words_by(BitsOf *bits_of, const uint8_t *line, const uint8_t *end,
                             const uint8_t *limit, Span *words, int *may_lower)
{
    uint64_t word_before = 0, first_before = 0, lowered = 0;
    size_t started = 0, ended = 0;
    for (const uint8_t *at = line; at < end; at += BLOCK) {
        size_t count = end - at < BLOCK ? (size_t)(end - at) : BLOCK;
        uint8_t copy[BLOCK];
        const uint8_t *bytes = at;
        if (limit - at < BLOCK) {
            memset(copy, 0, BLOCK);
            bytes = memcpy(copy, at, count);
        }
        Bits bits = bits_of(bytes);
        uint64_t word = bits.words & lowest_bits(count);
        lowered |= (bits.firsts << 1 | first_before) & bits.seconds & lowest_bits(count);
        first_before = bits.firsts >> (BLOCK - 1);
        if (!(word | word_before)) continue;
        uint64_t after_word = word << 1 | word_before;
        uint64_t starts = word & ~after_word, ends = after_word & ~word & lowest_bits(count);
        for (; starts; starts &= starts - 1) words[started++].start = at + lowest_bit(starts);
        for (; ends; ends &= ends - 1) words[ended++].end = at + lowest_bit(ends);
        word_before = word >> (count - 1);
    }
    if (word_before) words[ended++].end = end;
    CHECK(ended == started && started <= (size_t)(end - line + 1) / 2);
    *may_lower = lowered != 0;
    return started;
}

INLINED int is_word(uint8_t byte)
{
    return (uint8_t)((byte | 0x20) - 'a') < 26 || (uint8_t)(byte - '0') < 10;
}

INLINED Bits bits_portably(const uint8_t *bytes)
{
    Bits bits = {0};
    for (int i = 0; i < BLOCK; i++) {
        bits.words |= (uint64_t)is_word(bytes[i]) << i;
        bits.firsts |= (uint64_t)(bytes[i] == 0xC4 || bytes[i] == 0x84) << i;
        bits.seconds |= (uint64_t)(bytes[i] == 0xB0 || bytes[i] == 0xAA) << i;
    }
    return bits;
}

#if KNOWS_AVX2

/* Of 32 bytes: those from `first` to `last`, and those that are one or the other. */
WITH_AVX2 INLINED __m256i between(__m256i bytes, uint8_t first, uint8_t last)
{
    __m256i from_first = _mm256_sub_epi8(bytes, _mm256_set1_epi8((char)first));
    __m256i most = _mm256_set1_epi8((char)(last - first));
    return _mm256_cmpeq_epi8(_mm256_min_epu8(from_first, most), from_first);
}

WITH_AVX2 INLINED __m256i either(__m256i bytes, uint8_t one, uint8_t other)
{
    return _mm256_or_si256(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8((char)one)),
                           _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8((char)other)));
}

WITH_AVX2 INLINED uint64_t mask_of(__m256i bytes)
{
    return (uint32_t)_mm256_movemask_epi8(bytes);
}

WITH_AVX2 INLINED Bits bits_by_avx2(const uint8_t *bytes)
{
    Bits bits = {0};
    for (int part = 0; part < BLOCK; part += 32) {
        __m256i read = _mm256_loadu_si256((const __m256i *)(bytes + part));
        __m256i lower = _mm256_or_si256(read, _mm256_set1_epi8(0x20));
        __m256i word = _mm256_or_si256(between(lower, 'a', 'z'), between(read, '0', '9'));
        bits.words |= mask_of(word) << part;
        bits.firsts |= mask_of(either(read, 0xC4, 0x84)) << part;
        bits.seconds |= mask_of(either(read, 0xB0, 0xAA)) << part;
    }
    return bits;
}

#else
#define bits_by_avx2 bits_portably
#endif

WITH_AVX2 static size_t find_words_by_avx2(const uint8_t *line, const uint8_t *end,
                                           const uint8_t *limit, Span *words, int *may_lower)
{
    return find_words_by(bits_by_avx2, line, end, limit, words, may_lower);
}

size_t find_words(const uint8_t *line, const uint8_t *end, const uint8_t *limit, Span *words,
                  int *may_lower)
{
    return uses_avx2 ? find_words_by_avx2(line, end, limit, words, may_lower)
                     : find_words_by(bits_portably, line, end, limit, words, may_lower);
}
