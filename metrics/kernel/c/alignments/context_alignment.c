/* The words that follow two positions are compared by the length of their common beginning. An
 * n-gram at a position of the hypothesis occurs nowhere else in it if it is longer than every common
 * beginning with another position, and exactly once in the reference if it is longer than the
 * second-longest common beginning with a position there, but not than the longest. These lengths
 * are found from the last position to the first: that of two positions with the same word is one
 * more than that of the positions behind them. Contexts on the left are those on the right of the
 * reversed texts. */

#include "alignments/context_alignment.h"

enum { HYPOTHESIS, REFERENCE, SIDES };

/* The end of a list of positions, and the row of positions that were in none. */
#define NOWHERE UINT32_MAX

/* A hypothesis or a reference, as token ids. */
typedef struct {
    const uint32_t *ids;
    size_t length;
} Words;

/* One side, with the positions of each token as a list. */
typedef struct {
    Words words;
    uint32_t *first_of_token; /* by token */
    uint32_t *next;           /* by position: the next one with the same token */
    uint32_t *common;         /* by position: the length of the last common beginning */
    uint32_t *row;            /* by position: the position it was compared with */
    uint32_t *reversed;
    size_t capacity; /* of these four */
} Side;

/* The shortest n-gram that occurs exactly once in both; its length is 0 if there is none. */
typedef struct {
    uint32_t length, position;
} Context;

struct ContextAligner {
    Side sides[SIDES];
    Context *right, *left;
    uint32_t *ranks;
    size_t capacity; /* of these three */
};

void context_aligner_free(ContextAligner *aligner)
{
    if (!aligner) return;
    for (int i = 0; i < SIDES; i++) {
        Side *side = &aligner->sides[i];
        free(side->first_of_token);
        free(side->next);
        free(side->common);
        free(side->row);
        free(side->reversed);
    }
    free(aligner->right);
    free(aligner->left);
    free(aligner->ranks);
    free(aligner);
}

ContextAligner *context_aligner_new(size_t vocabulary_size)
{
    ContextAligner *aligner = calloc(1, sizeof *aligner);
    if (!aligner) return NULL;
    for (int i = 0; i < SIDES; i++) {
        size_t size = (vocabulary_size + 1) * sizeof(uint32_t);
        aligner->sides[i].first_of_token = malloc(size);
        if (!aligner->sides[i].first_of_token) {
            context_aligner_free(aligner);
            return NULL;
        }
        memset(aligner->sides[i].first_of_token, 0xFF, size); /* NOWHERE */
    }
    return aligner;
}

static Status reserve_side(Side *side, size_t length)
{
    const Array arrays[] = {ARRAY(side->next), ARRAY(side->common), ARRAY(side->row),
                            ARRAY(side->reversed)};
    return reserve_all(arrays, LENGTH_OF(arrays), &side->capacity, length);
}

static void list_positions(Side *side, Words words)
{
    side->words = words;
    for (size_t i = words.length; i-- > 0;) {
        uint32_t *first = &side->first_of_token[words.ids[i]];
        side->next[i] = *first;
        *first = (uint32_t)i;
        side->row[i] = NOWHERE;
    }
}

static void forget_positions(Side *side)
{
    for (size_t i = 0; i < side->words.length; i++)
        side->first_of_token[side->words.ids[i]] = NOWHERE;
}

static Words reversed(Side *side, Words words)
{
    for (size_t i = 0; i < words.length; i++) side->reversed[i] = words.ids[words.length - 1 - i];
    return (Words){side->reversed, words.length};
}

/* Return the length of the common beginning at `position` of a side and at `row` of the hypothesis,
 * where the tokens are equal. Positions must be taken in rising order, rows in falling order. */
static uint32_t common_beginning(Side *side, uint32_t position, uint32_t row)
{
    CHECK(position < side->words.length && side->words.ids[position] != NOWHERE);
    size_t behind = (size_t)position + 1;
    uint32_t rest = behind < side->words.length && side->row[behind] == row + 1
                        ? side->common[behind] : 0;
    side->row[position] = row;
    return side->common[position] = rest + 1;
}

/* Find the context on the right of every word of the hypothesis. */
static Status find_contexts(Side sides[SIDES], Words hypothesis, Words reference, Context *contexts,
                            Watch *watch)
{
    Side *own = &sides[HYPOTHESIS], *other = &sides[REFERENCE];
    Status status = FINE;
    list_positions(own, hypothesis);
    list_positions(other, reference);
    for (size_t i = hypothesis.length; i-- > 0 && status == FINE;) {
        uint32_t row = (uint32_t)i, token = hypothesis.ids[i], position = 0;
        uint32_t elsewhere = 0, longest = 0, second = 0;
        size_t work = 1;
        for (uint32_t j = own->first_of_token[token]; j != NOWHERE; j = own->next[j], work++) {
            if (j == row) continue;
            uint32_t length = common_beginning(own, j, row);
            if (length > elsewhere) elsewhere = length;
        }
        for (uint32_t j = other->first_of_token[token]; j != NOWHERE; j = other->next[j], work++) {
            uint32_t length = common_beginning(other, j, row);
            if (length > longest) {
                second = longest;
                longest = length;
                position = j;
            } else if (length > second) second = length;
        }
        uint32_t needed = 1 + (elsewhere > second ? elsewhere : second);
        contexts[i] = needed <= longest ? (Context){needed, position} : (Context){0, 0};
        if (watch_ends(watch, work)) status = ENDED;
    }
    forget_positions(own);
    forget_positions(other);
    return status;
}

static Context chosen(Context left, Context right, int left_first)
{
    if (!left.length) return right;
    if (!right.length) return left;
    if (left.length == right.length) return left_first ? left : right;
    return left.length < right.length ? left : right;
}

Status align_by_context(ContextAligner *aligner, Pair pair, ContextRules rules, Watch *watch,
                        const uint32_t **ranks, size_t *count)
{
    Words hypothesis = {pair.hypothesis, pair.hypothesis_length};
    Words reference = {pair.reference, pair.reference_length};
    const Array contexts[] = {ARRAY(aligner->right), ARRAY(aligner->left), ARRAY(aligner->ranks)};
    size_t length = hypothesis.length;
    Side *sides = aligner->sides;
    if (length > MOST_SEGMENT_TOKENS || reference.length > MOST_SEGMENT_TOKENS) return LONG_SEGMENT;
    if (reserve_side(&sides[HYPOTHESIS], length) != FINE ||
        reserve_side(&sides[REFERENCE], reference.length) != FINE ||
        reserve_all(contexts, LENGTH_OF(contexts), &aligner->capacity, length) != FINE)
        return OUT_OF_MEMORY;
    Status status = find_contexts(sides, hypothesis, reference, aligner->right, watch);
    if (status == FINE)
        status = find_contexts(sides, reversed(&sides[HYPOTHESIS], hypothesis),
                               reversed(&sides[REFERENCE], reference), aligner->left, watch);
    *ranks = aligner->ranks;
    *count = 0;
    for (size_t i = 0; i < length && status == FINE; i++) {
        Context left = aligner->left[length - 1 - i];
        if (left.length) left.position = (uint32_t)reference.length - 1 - left.position;
        if (!rules.whole_left && left.length == i + 1 && 2 * i > length) left.length = 0;
        Context context = chosen(left, aligner->right[i], rules.left_first);
        if (context.length) aligner->ranks[(*count)++] = context.position;
    }
    return status;
}
