/* Longest common subsequences of hypotheses and references, and unions of them over sentences:
 * Hyyro, "Bit-Parallel LCS-length Computation Revisited", AWOCA 2004.
 *
 * A strip is 64 tokens of a sentence of the reference. Its vector has a bit for each of them,
 * which is 0 where the longest common subsequence, with the tokens of the hypothesis read so
 * far, is longer by 1 than without this token of the reference. A strip passes a carry for every
 * token of the hypothesis to the next strip, so the memory does not depend on the number of
 * strips. */

#include "binding/binding.h"

enum { STRIP = 64, NONE = 0 };

/* The sentences of a text, as token ids. */
typedef struct {
    const uint32_t *ids;
    const int64_t *bounds; /* where each sentence begins in `ids`, and the end of the last */
    size_t count;
} Text;

static size_t tokens_in(Text text) { return (size_t)(text.bounds[text.count] - text.bounds[0]); }

static Text sentence_of(Text text, size_t number)
{
    return (Text){text.ids, text.bounds + number, 1};
}

/* In the memory of a call, reused for all segments. */
typedef struct {
    Work *work;
    uint32_t *number_of_token; /* by token: its number in the strip, or NONE */
    uint32_t *left_of_token;   /* by token: the occurrences in the hypothesis left to match */
    uint64_t masks[STRIP + 1]; /* by number: the places in the strip; those of NONE are 0 */
    uint8_t *carries;          /* by token of the hypothesis */
    size_t carry_capacity;
    uint64_t *vectors; /* after each token of the hypothesis, strip by strip */
    size_t vector_capacity;
    uint64_t *matched; /* the tokens of the reference's sentence in a subsequence */
    size_t matched_capacity;
} Scratch;

static void number_strip(const uint32_t *strip, size_t width, Scratch *scratch)
{
    uint32_t distinct = 0;
    for (size_t i = 0; i < width; i++) {
        uint32_t *number = &scratch->number_of_token[strip[i]];
        if (*number == NONE) {
            *number = ++distinct;
            scratch->masks[distinct] = 0;
        }
        scratch->masks[*number] |= UINT64_C(1) << i;
    }
}

/* Read a sentence of the hypothesis under a strip and return how many tokens of the strip are in
 * the subsequence. `carries` are those of the strip before, and become those of this strip; they
 * and `vectors` are NULL if they are not needed. */
static size_t read_sentence(const uint32_t *sentence, size_t length, size_t width,
                            const Scratch *scratch, uint8_t *carries, uint64_t *vectors)
{
    uint64_t vector = UINT64_MAX;
    for (size_t i = 0; i < length; i++) {
        uint64_t mask = scratch->masks[scratch->number_of_token[sentence[i]]];
        uint64_t sum = vector + (vector & mask);
        if (carries) {
            uint8_t carried = sum < vector;
            sum += carries[i];
            carries[i] = carried | (sum < carries[i]);
        }
        vector = sum | (vector & ~mask);
        if (vectors) vectors[i] = vector;
    }
    return (size_t)ones(~vector & lowest_bits(width));
}

/* Find the length of the longest common subsequence of a sentence with those of a hypothesis,
 * all in one strip after the other; and keep the vectors if `vectors` is not NULL. */
static size_t read_strips(Text sentence, Text hypothesis, Scratch *scratch, uint64_t *vectors)
{
    const uint32_t *reference = sentence.ids + sentence.bounds[0];
    size_t length = tokens_in(hypothesis), reference_length = tokens_in(sentence), matched = 0;
    uint8_t *carries = reference_length > STRIP ? scratch->carries : NULL;
    if (carries) memset(carries, 0, length);
    for (size_t start = 0; start < reference_length; start += STRIP) {
        const uint32_t *strip = reference + start;
        size_t width = reference_length - start < STRIP ? reference_length - start : STRIP;
        number_strip(strip, width, scratch);
        for (size_t s = 0; s < hypothesis.count; s++) {
            const int64_t *bounds = hypothesis.bounds + s;
            size_t from = (size_t)(bounds[0] - hypothesis.bounds[0]);
            matched += read_sentence(hypothesis.ids + bounds[0], (size_t)(bounds[1] - bounds[0]),
                                     width, scratch, carries ? carries + from : NULL,
                                     vectors ? vectors + start / STRIP * length + from : NULL);
        }
        for (size_t i = 0; i < width; i++) scratch->number_of_token[strip[i]] = NONE;
        watch(scratch->work, length + width);
    }
    return matched;
}

/* Mark the tokens of the reference in one longest common subsequence, the one that is found by
 * going back from both ends: past equal tokens on both sides; else past a token of the reference,
 * unless that would shorten the subsequence. */
static void mark_subsequence(Text reference, Text sentence, const uint64_t *vectors, size_t stride,
                             uint64_t *matched)
{
    const uint32_t *ours = sentence.ids + sentence.bounds[0];
    const uint32_t *theirs = reference.ids + reference.bounds[0];
    size_t i = tokens_in(reference), j = tokens_in(sentence);
    while (i > 0 && j > 0) {
        size_t strip = (i - 1) / STRIP, place = (i - 1) % STRIP;
        if (theirs[i - 1] == ours[j - 1]) {
            matched[strip] |= UINT64_C(1) << place;
            i--;
            j--;
        } else if (vectors[strip * stride + j - 1] >> place & 1) {
            i--;
        } else {
            j--;
        }
    }
}

/* Count the marked tokens, each token of the vocabulary as often as the hypothesis has it left. */
static int64_t count_marked(const uint32_t *reference, size_t length, const uint64_t *matched,
                            uint32_t *left_of_token)
{
    int64_t count = 0;
    for (size_t i = 0; i < length; i++) {
        if (!(matched[i / STRIP] >> i % STRIP & 1) || !left_of_token[reference[i]]) continue;
        left_of_token[reference[i]]--;
        count++;
    }
    return count;
}

/* Match the sentences of one reference with several sentences, or several with one. */
static int64_t match_sentences(Text hypothesis, Text reference, Scratch *scratch)
{
    const uint32_t *ids = hypothesis.ids;
    size_t length = tokens_in(hypothesis);
    int64_t from = hypothesis.bounds[0], end = hypothesis.bounds[hypothesis.count], matches = 0;
    for (int64_t at = from; at < end; at++) scratch->left_of_token[ids[at]]++;
    for (size_t r = 0; r < reference.count; r++) {
        Text sentence = sentence_of(reference, r);
        size_t strips = (tokens_in(sentence) + STRIP - 1) / STRIP;
        if (!strips || !length) continue;
        if (strips > SIZE_MAX / length) fail(scratch->work, OUT_OF_MEMORY);
        RESERVE(scratch->work, scratch->vectors, scratch->vector_capacity, strips * length);
        RESERVE(scratch->work, scratch->matched, scratch->matched_capacity, strips);
        memset(scratch->matched, 0, strips * sizeof(uint64_t));
        read_strips(sentence, hypothesis, scratch, scratch->vectors);
        for (size_t s = 0; s < hypothesis.count; s++) {
            mark_subsequence(sentence, sentence_of(hypothesis, s),
                             scratch->vectors + (hypothesis.bounds[s] - from), length,
                             scratch->matched);
            watch(scratch->work, tokens_in(sentence));
        }
        matches += count_marked(sentence.ids + sentence.bounds[0], tokens_in(sentence),
                                scratch->matched, scratch->left_of_token);
    }
    for (int64_t at = from; at < end; at++) scratch->left_of_token[ids[at]] = 0;
    return matches;
}

/* Return the number of tokens of a reference that are in a longest common subsequence of one of its
 * sentences and a sentence of the hypothesis, each token of the vocabulary at most as often as the
 * hypothesis has it. For texts of one sentence, this is the length of the subsequence. */
static int64_t match_texts(Text hypothesis, Text reference, Scratch *scratch)
{
    RESERVE(scratch->work, scratch->carries, scratch->carry_capacity, tokens_in(hypothesis) + 1);
    if (hypothesis.count > 1 || reference.count > 1)
        return match_sentences(hypothesis, reference, scratch);
    if (!hypothesis.count || !reference.count) return 0;
    return (int64_t)read_strips(reference, hypothesis, scratch, NULL);
}

/* A text of ids, which the bounds of sentences and the first sentences of texts follow. */
static Text text_in(const Value *ids, int64_t number)
{
    const int64_t *first = (const int64_t *)ids[2].items + number;
    return (Text){ids[0].items, (const int64_t *)ids[1].items + first[0],
                  (size_t)(first[1] - first[0])};
}

static void match_subsequences_task(Call *call, const Value *given)
{
    Scratch scratch = {.work = &call->work};
    ALLOCATE_ZEROS(&call->work, scratch.number_of_token, given[7].count + 1);
    ALLOCATE_ZEROS(&call->work, scratch.left_of_token, given[7].count + 1);
    FOR_EACH_REFERENCE(at, (const int64_t *)given[6].items, given[6].count)
        ((int64_t *)call->found[0])[at.number] =
            match_texts(text_in(&given[0], (int64_t)at.segment), text_in(&given[3], at.reference),
                        &scratch);
}

TASK(match_subsequences, NOT_A_METHOD, OUTPUTS({REFERENCES, 6, 1, sizeof(int64_t)}),
     {"hypothesis_ids", IDS_BELOW, 7}, {"hypothesis_sentences", OFFSETS_IN, 0},
     {"hypothesis_texts", OFFSETS_IN, 1}, {"reference_ids", IDS_BELOW, 7},
     {"reference_sentences", OFFSETS_IN, 3}, {"reference_texts", OFFSETS_IN, 4},
     {"segment_offsets", OFFSETS_IN, 5, AS_MANY_AS(2)}, {"vocabulary_size", VOCABULARY_SIZE})
