#include "common.h"

int uses_avx2;
WriteBlocks *write_blocks;

#if KNOWS_AVX2

#include <cpuid.h>
#include <immintrin.h>

enum { BLOCK = 8 };

/* By the eight bits of a mask: the places of the set ones. */
static uint8_t places_of[256][8];

/* Write those of 16 bytes whose bits are set. */
WITH_AVX2 static inline uint8_t *write_kept(__m128i bytes, unsigned kept, uint8_t *out)
{
    for (int half = 0; half < 2; half++) {
        __m128i places = _mm_loadl_epi64((const __m128i *)places_of[kept & 0xFF]);
        _mm_storel_epi64((__m128i *)out, _mm_shuffle_epi8(bytes, places));
        out += __builtin_popcount(kept & 0xFF);
        bytes = _mm_srli_si128(bytes, 8);
        kept >>= 8;
    }
    return out;
}

/* Write eight characters below U+0800. */
WITH_AVX2 static inline uint8_t *write_short(__m128i characters, uint8_t *out)
{
    __m128i ascii = _mm_cmpgt_epi16(_mm_set1_epi16(0x80), characters);
    __m128i lead = _mm_srli_epi16(characters, 6);
    __m128i rest = _mm_slli_epi16(_mm_and_si128(characters, _mm_set1_epi16(0x3F)), 8);
    __m128i two = _mm_or_si128(_mm_or_si128(lead, rest), _mm_set1_epi16((short)0x80C0));
    unsigned kept = 0xFFFF & ~((unsigned)_mm_movemask_epi8(ascii) & 0xAAAA);
    return write_kept(_mm_blendv_epi8(two, characters, ascii), kept, out);
}

/* Write four characters of up to three bytes, which become the first three of each lane. */
WITH_AVX2 static inline uint8_t *write_four(__m128i characters, uint8_t *out)
{
    const __m128i six = _mm_set1_epi32(0x3F);
    __m128i first = _mm_srli_epi32(characters, 12);
    __m128i middle = _mm_slli_epi32(_mm_and_si128(_mm_srli_epi32(characters, 6), six), 8);
    __m128i last = _mm_slli_epi32(_mm_and_si128(characters, six), 16);
    __m128i bytes = _mm_or_si128(_mm_or_si128(first, middle),
                                 _mm_or_si128(last, _mm_set1_epi32(0x8080E0)));
    __m128i below_800 = _mm_cmpgt_epi32(_mm_set1_epi32(0x800), characters);
    if (_mm_testz_si128(below_800, below_800)) {
        const __m128i places = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
        _mm_storeu_si128((__m128i *)out, _mm_shuffle_epi8(bytes, places));
        return out + 12;
    }
    __m128i ascii = _mm_cmpgt_epi32(_mm_set1_epi32(0x80), characters);
    bytes = _mm_or_si128(bytes, _mm_and_si128(below_800, _mm_set1_epi32(0x4000)));
    bytes = _mm_blendv_epi8(bytes, _mm_slli_epi32(characters, 16), ascii);
    unsigned kept = 0x7777 & ~((unsigned)_mm_movemask_epi8(below_800) & 0x1111) &
                    ~((unsigned)_mm_movemask_epi8(ascii) & 0x2222);
    return write_kept(bytes, kept, out);
}

/* Read a block as two bytes a character; returns 0 if one is above U+FFFF. */
WITH_AVX2 static inline int read_block(int kind, const uint8_t *at, __m128i *characters)
{
    if (kind == 1) {
        *characters = _mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)at));
        return 1;
    }
    *characters = _mm_loadu_si128((const __m128i *)at);
    if (kind == 2) return 1;
    __m128i high = _mm_loadu_si128((const __m128i *)(at + 16));
    __m128i wide = _mm_or_si128(*characters, high);
    *characters = _mm_packus_epi32(*characters, high);
    return _mm_testz_si128(wide, _mm_set1_epi32((int)0xFFFF0000));
}

/* Drop the first `count` characters of a block and put as many of U+0000 behind the others. */
WITH_AVX2 static inline __m128i dropped(__m128i characters, size_t count)
{
    static const uint8_t places[32] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128};
    return _mm_shuffle_epi8(characters,
                            _mm_loadu_si128((const __m128i *)(places + 2 * count)));
}

WITH_AVX2 static inline size_t write_blocks_of(int kind, const uint8_t *from, size_t length,
                                                  uint8_t **written)
{
    const __m128i not_ascii = _mm_set1_epi16((short)0xFF80), top = _mm_set1_epi16((short)0xF800);
    uint8_t *out = *written;
    size_t i = 0;
    if (length < BLOCK) return 0;
    while (i < length) {
        size_t left = length - i, known = left < BLOCK ? BLOCK - left : 0;
        const uint8_t *at = from + (i - known) * (size_t)kind;
        __m128i characters, next;
        if (!read_block(kind, at, &characters)) break;
        /* one block in ASCII is too short to pay for a branch that is hard to predict */
        if (left >= 2 * BLOCK && read_block(kind, at + BLOCK * kind, &next) &&
            _mm_testz_si128(_mm_or_si128(characters, next), not_ascii)) {
            _mm_storeu_si128((__m128i *)out, _mm_packus_epi16(characters, next));
            out += 2 * BLOCK;
            i += 2 * BLOCK;
            continue;
        }
        if (known) characters = dropped(characters, known);
        if (kind == 1 || _mm_testz_si128(characters, top)) {
            out = write_short(characters, out);
        } else {
            __m128i surrogates =
                _mm_cmpeq_epi16(_mm_and_si128(characters, top), _mm_set1_epi16((short)0xD800));
            if (!_mm_testz_si128(surrogates, surrogates)) break;
            out = write_four(_mm_cvtepu16_epi32(characters), out);
            out = write_four(_mm_cvtepu16_epi32(_mm_srli_si128(characters, 8)), out);
        }
        out -= known; /* each U+0000 is one byte */
        i += BLOCK - known;
    }
    *written = out;
    return i;
}

WITH_AVX2 static size_t write_blocks_by_avx2(int kind, const void *characters, size_t length,
                                             uint8_t **out)
{
    switch (kind) {
    case 1: return write_blocks_of(1, characters, length, out);
    case 2: return write_blocks_of(2, characters, length, out);
    default: return write_blocks_of(4, characters, length, out);
    }
}

void use_vectors(void)
{
    unsigned a, b, c = 0, d;
    for (unsigned mask = 0; mask < 256; mask++)
        for (unsigned place = 0, count = 0; place < 8; place++)
            if (mask >> place & 1) places_of[mask][count++] = (uint8_t)place;
    uses_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
                __get_cpuid(0x80000001, &a, &b, &c, &d) && c >> 5 & 1; /* lzcnt */
    write_blocks = uses_avx2 ? write_blocks_by_avx2 : NULL;
}

#else

void use_vectors(void) {}

#endif
