/* Alignment of the tokens of hypotheses with those of references in three stages: of equal tokens,
 * of tokens of the same class, and of tokens with those of a class that theirs accepts.
 *
 * A stage has, for each class, a list of the positions that are left in the reference, from the last
 * to the first. In the first stage, every token is a class. */

#include "binding/binding.h"

/* The end of a list, and the position of a token that is not aligned. */
#define NOWHERE UNKNOWN

typedef struct {
    Work *work;
    const uint32_t *classes;  /* by token, in this stage */
    const uint32_t *accepted; /* by pair: a class that another accepts; NULL before the last stage */
    uint32_t *first_pair;     /* by class */
    uint32_t *next_pair;      /* by pair: the next one of the same class */
    uint32_t *last_left;      /* by class: the last position that is left in the reference */
    uint32_t *before;         /* by position in the reference: the one before in its list */
    uint8_t *is_aligned;      /* by position in the reference */
} Aligner;

/* Where the list begins whose position a token of the hypothesis is aligned with. In the last stage,
 * its own class has no position left. */
static uint32_t *list_for(const Aligner *aligner, uint32_t token)
{
    uint32_t own = aligner->classes[token], *best = &aligner->last_left[own];
    if (!aligner->accepted) return best;
    for (uint32_t pair = aligner->first_pair[own]; pair != NOWHERE; pair = aligner->next_pair[pair]) {
        uint32_t *list = &aligner->last_left[aligner->accepted[pair]];
        watch(aligner->work, 1);
        if (*list != NOWHERE && (*best == NOWHERE || *list > *best)) best = list;
    }
    return best;
}

/* Align what is left of both sides; `positions` are those in the reference, by position in the
 * hypothesis. */
static void align_stage(Aligner *aligner, Pair pair, uint32_t *positions)
{
    for (size_t j = 0; j < pair.reference_length; j++) {
        if (aligner->is_aligned[j]) continue;
        uint32_t *list = &aligner->last_left[aligner->classes[pair.reference[j]]];
        aligner->before[j] = *list;
        *list = (uint32_t)j;
    }
    for (size_t i = pair.hypothesis_length; i-- > 0;) {
        if (positions[i] != NOWHERE) continue;
        uint32_t *list = list_for(aligner, pair.hypothesis[i]), position = *list;
        if (position == NOWHERE) continue;
        CHECK(position < pair.reference_length);
        positions[i] = position;
        aligner->is_aligned[position] = 1;
        *list = aligner->before[position];
    }
    for (size_t j = 0; j < pair.reference_length; j++)
        aligner->last_left[aligner->classes[pair.reference[j]]] = NOWHERE;
}

/* Count the aligned tokens, and the runs of them that are adjacent and in order on both sides; mark
 * the tokens of the hypothesis that are left. */
static void write_results(Pair pair, const uint32_t *positions, int64_t *counts, uint8_t *is_left)
{
    uint32_t following = NOWHERE;
    for (size_t i = 0; i < pair.hypothesis_length; i++) {
        if (positions[i] == NOWHERE) {
            is_left[pair.hypothesis[i]] = 1;
            following = NOWHERE;
            continue;
        }
        counts[0]++;
        counts[1] += positions[i] != following;
        following = positions[i] + 1;
    }
}

static void align_in_stages_task(Call *call, const Value *given)
{
    enum { SIZE = SEGMENT_BUFFERS, CLASSES, ACCEPTING, ACCEPTED };
    Work *work = &call->work;
    Segments all = segments_in(given);
    size_t size = given[SIZE].count, pairs = given[ACCEPTING].count, count = 0;
    size_t longest = longest_pair(&all, work).reference_length;
    const uint32_t *accepting = given[ACCEPTING].items;
    Aligner aligner = {work};
    uint32_t *tokens, *positions;
    if (pairs > MOST_SEGMENT_TOKENS) fail(work, LONG_SEGMENT);
    ALLOCATE(work, tokens, size);
    ALLOCATE(work, aligner.first_pair, size);
    ALLOCATE(work, aligner.last_left, size);
    ALLOCATE(work, aligner.next_pair, pairs);
    ALLOCATE(work, aligner.before, longest);
    ALLOCATE(work, aligner.is_aligned, longest);
    for (size_t token = 0; token < size; token++) {
        tokens[token] = (uint32_t)token;
        aligner.first_pair[token] = aligner.last_left[token] = NOWHERE;
    }
    for (size_t pair = pairs; pair-- > 0;) {
        aligner.next_pair[pair] = aligner.first_pair[accepting[pair]];
        aligner.first_pair[accepting[pair]] = (uint32_t)pair;
    }
    FOR_EACH_REFERENCE(at, all.offsets, all.segments) count += hypothesis_length(&all, at.segment);
    ALLOCATE(work, positions, count);
    memset(positions, 0xFF, count * sizeof(uint32_t)); /* NOWHERE */
    call->grown = positions;
    call->bytes = count * sizeof(uint32_t);
    FOR_EACH_REFERENCE(at, all.offsets, all.segments) {
        Pair pair = pair_in(&all, at.segment, at.reference);
        memset(aligner.is_aligned, 0, pair.reference_length);
        aligner.accepted = NULL;
        aligner.classes = tokens;
        align_stage(&aligner, pair, positions);
        aligner.classes = given[CLASSES].items;
        align_stage(&aligner, pair, positions);
        aligner.accepted = given[ACCEPTED].items;
        if (pairs) align_stage(&aligner, pair, positions);
        write_results(pair, positions, (int64_t *)call->found[1] + 2 * at.number, call->found[2]);
        positions += pair.hypothesis_length;
        watch(work, pair.hypothesis_length + pair.reference_length);
    }
}

TASK(align_in_stages, NOT_A_METHOD,
     OUTPUTS({GROWING}, {REFERENCES, SEGMENT_OFFSETS, 2, sizeof(int64_t), .zeroed = 1},
             {ITEMS, SEGMENT_BUFFERS + 1, 1, 1, .zeroed = 1}),
     SIZED_PAIRS, {"classes", IDS_BELOW, SEGMENT_BUFFERS, AS_MANY_AS(SEGMENT_BUFFERS)},
     {"accepting", IDS_BELOW, SEGMENT_BUFFERS},
     {"accepted", IDS_BELOW, SEGMENT_BUFFERS, AS_MANY_AS(SEGMENT_BUFFERS + 2)})
