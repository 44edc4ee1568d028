/* Longest common subsequences of hypotheses and references, and unions of them over sentences: Hyyro,
 * "Bit-Parallel LCS-length Computation Revisited", AWOCA 2004.
 *
 * A strip is 64 tokens of a sentence of the reference. Its vector has a bit for each of them, which
 * is 0 where the longest common subsequence, with the tokens of the hypothesis read so far, is
 * longer by 1 than without this token of the reference. A strip passes a carry for every token of
 * the hypothesis to the next strip, so the memory does not depend on the number of strips.
 */

#include "binding/binding.h"

enum { STRIP = 64, NONE = 0 };

/* The sentences of texts, as token ids. */
typedef struct {
    Texts sentences;
    const int64_t *texts; /* the first sentence of each text, and the end of the last */
} Sentences;

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

static size_t strips_of(size_t length)
{
    return (length + STRIP - 1) / STRIP;
}

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

/* Find the length of the longest common subsequence of the tokens of a reference with those of a
 * hypothesis, all in one strip after the other; and keep the vectors if `vectors` is not NULL. */
static size_t read_strips(const uint32_t *reference, size_t reference_length,
                          const uint32_t *hypothesis, const int64_t *sentences,
                          size_t sentence_count, Scratch *scratch, uint64_t *vectors)
{
    size_t length = (size_t)(sentences[sentence_count] - sentences[0]), matched = 0;
    uint8_t *carries = reference_length > STRIP ? scratch->carries : NULL;
    if (carries) memset(carries, 0, length);
    for (size_t start = 0; start < reference_length; start += STRIP) {
        const uint32_t *strip = reference + start;
        size_t width = reference_length - start < STRIP ? reference_length - start : STRIP;
        number_strip(strip, width, scratch);
        for (size_t s = 0; s < sentence_count; s++) {
            size_t from = (size_t)(sentences[s] - sentences[0]);
            matched += read_sentence(hypothesis + sentences[s],
                                     (size_t)(sentences[s + 1] - sentences[s]), width, scratch,
                                     carries ? carries + from : NULL,
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
static void mark_subsequence(const uint32_t *reference, size_t reference_length,
                             const uint32_t *sentence, size_t length, const uint64_t *vectors,
                             size_t stride, uint64_t *matched)
{
    size_t i = reference_length, j = length;
    while (i > 0 && j > 0) {
        size_t strip = (i - 1) / STRIP, place = (i - 1) % STRIP;
        if (reference[i - 1] == sentence[j - 1]) {
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
static int64_t match_sentences(const uint32_t *hypothesis, const int64_t *hypothesis_sentences,
                               size_t hypothesis_count, const uint32_t *references,
                               const int64_t *reference_sentences, size_t reference_count,
                               Scratch *scratch)
{
    size_t length = (size_t)(hypothesis_sentences[hypothesis_count] - hypothesis_sentences[0]);
    int64_t matches = 0;
    for (int64_t at = hypothesis_sentences[0]; at < hypothesis_sentences[hypothesis_count]; at++)
        scratch->left_of_token[hypothesis[at]]++;
    for (size_t r = 0; r < reference_count; r++) {
        const uint32_t *reference = references + reference_sentences[r];
        size_t reference_length = (size_t)(reference_sentences[r + 1] - reference_sentences[r]);
        size_t strips = strips_of(reference_length);
        if (!strips || !length) continue;
        if (strips > SIZE_MAX / length) fail(scratch->work, OUT_OF_MEMORY);
        RESERVE(scratch->work, scratch->vectors, scratch->vector_capacity, strips * length);
        RESERVE(scratch->work, scratch->matched, scratch->matched_capacity, strips);
        memset(scratch->matched, 0, strips * sizeof(uint64_t));
        read_strips(reference, reference_length, hypothesis, hypothesis_sentences, hypothesis_count,
                    scratch, scratch->vectors);
        for (size_t s = 0; s < hypothesis_count; s++) {
            size_t from = (size_t)(hypothesis_sentences[s] - hypothesis_sentences[0]);
            mark_subsequence(reference, reference_length, hypothesis + hypothesis_sentences[s],
                             (size_t)(hypothesis_sentences[s + 1] - hypothesis_sentences[s]),
                             scratch->vectors + from, length, scratch->matched);
            watch(scratch->work, reference_length);
        }
        matches += count_marked(reference, reference_length, scratch->matched,
                                scratch->left_of_token);
    }
    for (int64_t at = hypothesis_sentences[0]; at < hypothesis_sentences[hypothesis_count]; at++)
        scratch->left_of_token[hypothesis[at]] = 0;
    return matches;
}

/* Return the number of tokens of a reference that are in a longest common subsequence of one of its
 * sentences and a sentence of the hypothesis, each token of the vocabulary at most as often as the
 * hypothesis has it. For texts of one sentence, this is the length of the subsequence. */
static int64_t match_texts(const Sentences *hypotheses, size_t hypothesis,
                           const Sentences *references, int64_t reference, Scratch *scratch)
{
    const int64_t *texts = hypotheses->texts + hypothesis, *others = references->texts + reference;
    const int64_t *ours = hypotheses->sentences.offsets + texts[0];
    const int64_t *theirs = references->sentences.offsets + others[0];
    size_t our_count = (size_t)(texts[1] - texts[0]), their_count = (size_t)(others[1] - others[0]);
    RESERVE(scratch->work, scratch->carries, scratch->carry_capacity,
            (size_t)(ours[our_count] - ours[0]) + 1);
    if (our_count > 1 || their_count > 1)
        return match_sentences(hypotheses->sentences.ids, ours, our_count,
                               references->sentences.ids, theirs, their_count, scratch);
    if (!our_count || !their_count) return 0;
    return (int64_t)read_strips(references->sentences.ids + theirs[0],
                                (size_t)(theirs[1] - theirs[0]), hypotheses->sentences.ids, ours, 1,
                                scratch, NULL);
}

static void match_subsequences_task(Call *call, const Value *given)
{
    Sentences hypotheses = {texts_in(&given[0]), given[2].items};
    Sentences references = {texts_in(&given[3]), given[5].items};
    Scratch scratch = {.work = &call->work};
    ALLOCATE_ZEROS(&call->work, scratch.number_of_token, given[7].count + 1);
    ALLOCATE_ZEROS(&call->work, scratch.left_of_token, given[7].count + 1);
    FOR_EACH_REFERENCE(at, (const int64_t *)given[6].items, given[6].count)
        ((int64_t *)call->found[0])[at.number] =
            match_texts(&hypotheses, at.segment, &references, at.reference, &scratch);
}

TASK(match_subsequences, NOT_A_METHOD, OUTPUTS({REFERENCES, 6, 1, sizeof(int64_t)}),
     {"hypothesis_ids", IDS_BELOW, 7}, {"hypothesis_sentences", OFFSETS_IN, 0},
     {"hypothesis_texts", OFFSETS_IN, 1}, {"reference_ids", IDS_BELOW, 7},
     {"reference_sentences", OFFSETS_IN, 3}, {"reference_texts", OFFSETS_IN, 4},
     {"segment_offsets", OFFSETS_IN, 5, AS_MANY_AS(2)}, {"vocabulary_size", VOCABULARY_SIZE})
