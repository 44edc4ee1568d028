/* Shared by all files of the kernel: the memory of a call and how it ends early, hashing, and
 * checks for the debug build. */

#ifndef TALLYSTICK_COMMON_H
#define TALLYSTICK_COMMON_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* With TALLYSTICK_CHECKED array accesses are checked, and a violation aborts the process. */
#ifdef TALLYSTICK_CHECKED
#include <stdio.h>
#define CHECK(condition)                                                                  \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: out of bounds: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                      \
        }                                                                                 \
    } while (0)
#else
#define CHECK(condition) ((void)0)
#endif

/* The id of a token or n-gram that is not in a vocabulary or table. */
#define UNKNOWN UINT32_MAX

/* Why a call ends early. */
typedef enum {
    OUT_OF_MEMORY = 1,
    ENDED, /* an exception is set */
    LONG_TOKEN,
    MANY_TOKENS,
    LONG_SEGMENT,
    LONG_TEXT,
    MANY_NGRAMS,
    LONE_SURROGATE,
} Failure;

/* The maximum number of tokens in a vocabulary or table (UNKNOWN is not a token), and in a segment
 * or all of its references, for which `match` needs arrays of several numbers per token. */
#define MOST_TOKENS ((size_t)UINT32_MAX - 1)
#define MOST_SEGMENT_TOKENS ((size_t)UINT32_MAX / 8 - 1)

/* A reference and a hypothesis, as token ids. */
typedef struct {
    const uint32_t *reference, *hypothesis;
    size_t reference_length, hypothesis_length;
} Pair;

/* Blocks of memory that are freed together. The items of a block follow what links it. */
typedef struct Memory {
    struct Memory *next, **linked_from;
} Memory;

/* The work of a call. Its memory is freed when it ends. */
typedef struct {
    int (*is_interrupted)(void *thread); /* for example by Ctrl-C */
    void *thread;                        /* where the state of the thread is, without the GIL */
    size_t since_check;                  /* tokens */
    Memory *memory;
    Failure failure;
    jmp_buf on_failure;
} Work;

/* End the call. */
static inline _Noreturn void fail(Work *work, Failure failure)
{
    work->failure = failure;
    longjmp(work->on_failure, 1);
}

enum { WORK_BETWEEN_CHECKS = 1 << 20 }; /* a few hundredths of a second */

/* Long loops regularly check whether to end. */
static inline void watch(Work *work, size_t tokens)
{
    work->since_check += tokens;
    if (work->since_check < WORK_BETWEEN_CHECKS) return;
    work->since_check = 0;
    if (work->is_interrupted(work->thread)) fail(work, ENDED);
}

static inline void link_block(Memory *block, Memory **from)
{
    block->linked_from = from;
    *from = block;
    if (block->next) block->next->linked_from = &block->next;
}

static inline void *allocate(Work *work, size_t count, size_t item_size, int are_zeros)
{
    if (count > (SIZE_MAX - sizeof(Memory)) / item_size) fail(work, OUT_OF_MEMORY);
    size_t size = sizeof(Memory) + count * item_size;
    Memory *block = are_zeros ? calloc(1, size) : malloc(size);
    if (!block) fail(work, OUT_OF_MEMORY);
    block->next = work->memory;
    link_block(block, &work->memory);
    return block + 1;
}

/* Arrays for the time of the call, of as many items. */
#define ALLOCATE(work, items, count) ((items) = allocate(work, count, sizeof *(items), 0))
#define ALLOCATE_ZEROS(work, items, count) ((items) = allocate(work, count, sizeof *(items), 1))

static inline void free_memory(Memory *block)
{
    while (block) {
        Memory *next = block->next;
        free(block);
        block = next;
    }
}

static inline void grow_array(Work *work, Memory **memory, void **items, size_t *capacity,
                              size_t needed, size_t item_size)
{
    size_t grown = *capacity + *capacity / 2 + 64;
    if (grown < needed) grown = needed;
    if (grown > (SIZE_MAX - sizeof(Memory)) / item_size) fail(work, OUT_OF_MEMORY);
    Memory *old = *items ? (Memory *)*items - 1 : NULL;
    Memory **from = old ? old->linked_from : memory;
    Memory *block = realloc(old, sizeof(Memory) + grown * item_size);
    if (!block) fail(work, OUT_OF_MEMORY);
    if (!old) block->next = *memory;
    link_block(block, from);
    *items = block + 1;
    *capacity = grown;
}

/* Space for at least `needed` items in an array of `memory`, which is then not NULL, even for
 * none: C does not define NULL + 0. */
static inline void reserve(Work *work, Memory **memory, void **items, size_t *capacity,
                           size_t needed, size_t item_size)
{
    if (needed > *capacity || !*items)
        grow_array(work, memory, items, capacity, needed, item_size);
}

/* The same for the items of a pointer to them, for the time of the call. */
#define RESERVE(work, items, capacity, needed) \
    RESERVE_IN(&(work)->memory, work, items, capacity, needed)
#define RESERVE_IN(memory, work, items, capacity, needed) \
    reserve(work, memory, (void **)&(items), &(capacity), needed, sizeof *(items))

#define LESSER(one, other) ((one) < (other) ? (one) : (other))
#define GREATER(one, other) ((one) > (other) ? (one) : (other))
#define LENGTH_OF(array) (sizeof(array) / sizeof *(array))

#if defined(__GNUC__) || defined(__clang__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)0)
#endif

/* The number of the lowest bit that is set, of which there is one. */
static inline int lowest_bit(uint64_t bits)
{
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(bits);
#else
    int number = 0;
    for (; !(bits & 0xFF); bits >>= 8) number += 8;
    for (; !(bits & 1); bits >>= 1) number++;
    return number;
#endif
}

/* A mask of so many bits; of all if there are fewer. */
static inline uint64_t lowest_bits(size_t count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

static inline int ones(uint64_t bits)
{
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_popcountll(bits);
#else
    int count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
#endif
}

/* Eight bytes as a number, which depends on the machine's byte order. */
static inline uint64_t load_8(const uint8_t *at)
{
    uint64_t value;
    memcpy(&value, at, 8);
    return value;
}

/* Whether the first of eight bytes is the lowest byte of their number. */
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LOWEST_BYTE_FIRST 1
#else
#define LOWEST_BYTE_FIRST 0
#endif

/* The bytes of the key of a token. Before text that the kernel writes, as many can be read, so that
 * a key can be read from the end of a token. */
enum { KEY_BYTES = 16 };

/* Hashes differ between processes, so a text cannot be crafted to put all its tokens or n-grams
 * into one slot. No result depends on the seed. Set once, before the first table is made. */
extern uint64_t hash_seed;

static inline uint64_t mixed(uint64_t key)
{
    key ^= key >> 32;
    key *= UINT64_C(0x9E3779B97F4A7C15);
    key ^= key >> 29;
    key *= UINT64_C(0xBF58476D1CE4E5B9);
    return key ^ (key >> 32);
}

static inline uint64_t pair_of(uint32_t first, uint32_t second)
{
    return (uint64_t)first << 32 | second;
}

static inline uint64_t pair_hash(uint64_t pair)
{
    pair ^= hash_seed;
    pair ^= pair >> 32;
    return pair * UINT64_C(0x9E3779B97F4A7C15) >> 32;
}

static inline size_t power_of_two_from(size_t at_least)
{
    size_t power = 16;
    while (power < at_least) power *= 2;
    return power;
}

/* Instructions for several numbers at once, where the processor has them. Code for any processor
 * has equal results. */

#if defined(__GNUC__) || defined(__clang__)
#define INLINED static inline __attribute__((always_inline))
#else
#define INLINED static inline
#endif

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define KNOWS_AVX2 1
#define WITH_AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#else
#define KNOWS_AVX2 0
#define WITH_AVX2
#endif

/* Whether functions WITH_AVX2 can be called. */
extern int uses_avx2;

/* So many bytes behind those that characters need at most can be written. */
enum { WRITTEN_BEHIND = 32 };

/* Write characters of 1, 2 or 4 bytes each, as Python keeps them, as UTF-8, and move `*out` behind
 * their bytes. Returns how many were written: all, or those before a block that contains a surrogate
 * or a character above U+FFFF; perhaps none if there is no whole block. NULL without such
 * instructions. */
typedef size_t WriteBlocks(int kind, const void *characters, size_t length, uint8_t **out);
extern WriteBlocks *write_blocks;

/* Use such instructions from now on, before any others of these functions are called. */
void use_vectors(void);

#endif
