/* Word alignment by context, of hypotheses with references that have the same words: a word is
 * aligned by the shortest n-gram that begins or ends with it and occurs exactly once in both.
 *
 * The words that follow two positions are compared by the length of their common beginning. An
 * n-gram at a position of the hypothesis occurs nowhere else in it if it is longer than every
 * common beginning with another position, and exactly once in the reference if it is longer than
 * the second-longest common beginning with a position there, but not than the longest. These
 * lengths are found from the last position to the first: that of two positions with the same
 * word is one more than that of the positions behind them. Contexts on the left are those on the
 * right of the reversed texts. */

#include "binding/binding.h"

enum { HYPOTHESIS, REFERENCE, SIDES };

/* The end of a list of positions, and the row of positions that were in none. */
#define NOWHERE UINT32_MAX

/* A hypothesis or a reference, with the positions of each token as a list. */
typedef struct {
    const uint32_t *ids;
    size_t length;
    uint32_t *first_of_token; /* by token */
    uint32_t *next;           /* by position: the next one with the same token */
    uint32_t *common;         /* by position: the length of the last common beginning */
    uint32_t *row;            /* by position: the position it was compared with */
    uint32_t *reversed;
} Side;

/* The shortest n-gram that occurs exactly once in both; its length is 0 if there is none. */
typedef struct {
    uint32_t length, position;
} Context;

/* In the memory of a call, reused for all pairs. */
typedef struct {
    Work *work;
    int left_first; /* of two contexts of the same length, the one on the left */
    int whole_left; /* a context on the left may begin with the first word, also if at least two
                     * fewer words follow than precede */
    Side sides[SIDES];
    Context *right, *left;
    uint32_t *positions; /* in the reference, of the aligned words of the hypothesis */
} Aligner;

static void list_positions(Side *side, const uint32_t *ids, size_t length)
{
    side->ids = ids;
    side->length = length;
    for (size_t i = length; i-- > 0;) {
        uint32_t *first = &side->first_of_token[ids[i]];
        side->next[i] = *first;
        *first = (uint32_t)i;
        side->row[i] = NOWHERE;
    }
}

static void forget_positions(Side *side)
{
    for (size_t i = 0; i < side->length; i++) side->first_of_token[side->ids[i]] = NOWHERE;
}

static const uint32_t *reversed(Side *side, const uint32_t *ids, size_t length)
{
    for (size_t i = 0; i < length; i++) side->reversed[i] = ids[length - 1 - i];
    return side->reversed;
}

/* Return the length of the common beginning at `position` of a side and at `row` of the hypothesis,
 * where the tokens are equal. Positions must be taken in rising order, rows in falling order. */
static uint32_t common_beginning(Side *side, uint32_t position, uint32_t row)
{
    CHECK(position < side->length && side->ids[position] != NOWHERE);
    size_t behind = (size_t)position + 1;
    int continues = behind < side->length && side->row[behind] == row + 1;
    side->row[position] = row;
    return side->common[position] = 1 + (continues ? side->common[behind] : 0);
}

/* The two longest common beginnings with a row of the hypothesis, and where the first of them
 * is. */
typedef struct {
    uint32_t longest, second, position;
    size_t compared;
} Beginnings;

static inline Beginnings compare_with(Side *side, uint32_t row, uint32_t token, uint32_t skipped)
{
    Beginnings found = {0};
    for (uint32_t j = side->first_of_token[token]; j != NOWHERE; j = side->next[j]) {
        found.compared++;
        if (j == skipped) continue;
        uint32_t length = common_beginning(side, j, row);
        if (length > found.longest)
            found = (Beginnings){length, found.longest, j, found.compared};
        else if (length > found.second) found.second = length;
    }
    return found;
}

/* Find the context on the right of every word of the hypothesis. */
static void find_contexts(Aligner *aligner, Pair pair, Context *contexts)
{
    Side *own = &aligner->sides[HYPOTHESIS], *other = &aligner->sides[REFERENCE];
    list_positions(own, pair.hypothesis, pair.hypothesis_length);
    list_positions(other, pair.reference, pair.reference_length);
    for (size_t i = pair.hypothesis_length; i-- > 0;) {
        uint32_t row = (uint32_t)i, token = pair.hypothesis[i];
        Beginnings elsewhere = compare_with(own, row, token, row);
        Beginnings found = compare_with(other, row, token, NOWHERE);
        uint32_t needed = 1 + GREATER(elsewhere.longest, found.second);
        contexts[i] = needed <= found.longest ? (Context){needed, found.position} : (Context){0, 0};
        watch(aligner->work, elsewhere.compared + found.compared);
    }
    forget_positions(own);
    forget_positions(other);
}

static Context chosen(Context left, Context right, int left_first)
{
    if (!left.length) return right;
    if (!right.length) return left;
    if (left.length == right.length) return left_first ? left : right;
    return left.length < right.length ? left : right;
}

/* Align a hypothesis with a reference; returns the number of aligned words. */
static size_t align_pair(Aligner *aligner, Pair pair)
{
    size_t length = pair.hypothesis_length, count = 0;
    Side *sides = aligner->sides;
    find_contexts(aligner, pair, aligner->right);
    Pair backwards = {reversed(&sides[REFERENCE], pair.reference, pair.reference_length),
                      reversed(&sides[HYPOTHESIS], pair.hypothesis, length), pair.reference_length,
                      length};
    find_contexts(aligner, backwards, aligner->left);
    for (size_t i = 0; i < length; i++) {
        Context left = aligner->left[length - 1 - i];
        if (left.length) left.position = (uint32_t)pair.reference_length - 1 - left.position;
        if (!aligner->whole_left && left.length == i + 1 && 2 * i > length) left.length = 0;
        Context context = chosen(left, aligner->right[i], aligner->left_first);
        if (context.length) aligner->positions[count++] = context.position;
    }
    return count;
}

static void align_by_context_task(Call *call, const Value *given)
{
    enum { SIZE = SEGMENT_BUFFERS, LEFT_FIRST, WHOLE_LEFT };
    Segments all = segments_in(given);
    Aligner aligner = {&call->work, (int)given[LEFT_FIRST].whole, (int)given[WHOLE_LEFT].whole};
    Pair most = longest_pair(&all, &call->work);
    size_t longest[SIDES] = {most.hypothesis_length, most.reference_length};
    for (int i = 0; i < SIDES; i++) {
        Side *side = &aligner.sides[i];
        uint32_t **arrays[] = {&side->next, &side->common, &side->row, &side->reversed};
        for (size_t k = 0; k < LENGTH_OF(arrays); k++)
            ALLOCATE(&call->work, *arrays[k], longest[i]);
        ALLOCATE(&call->work, side->first_of_token, given[SIZE].count);
        memset(side->first_of_token, 0xFF, given[SIZE].count * sizeof(uint32_t)); /* NOWHERE */
    }
    ALLOCATE(&call->work, aligner.right, longest[HYPOTHESIS]);
    ALLOCATE(&call->work, aligner.left, longest[HYPOTHESIS]);
    ALLOCATE(&call->work, aligner.positions, longest[HYPOTHESIS]);
    FOR_EACH_REFERENCE(at, all.offsets, all.segments) {
        size_t count = align_pair(&aligner, pair_in(&all, at.segment, at.reference));
        append_items(call, aligner.positions, count, sizeof(uint32_t), at.number);
    }
}

TASK(align_by_context, NOT_A_METHOD, ITEMS_AND_BOUNDS, SIZED_PAIRS, {"left_first", BOOLEAN},
     {"whole_left", BOOLEAN})
