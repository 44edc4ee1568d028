/* Hyyro, "Bit-Parallel LCS-length Computation Revisited", AWOCA 2004.
 *
 * A strip is 64 tokens of a sentence of the reference. Its vector has a bit for each of them, which
 * is 0 where the longest common subsequence, with the tokens of the hypothesis read so far, is
 * longer by 1 than without this token of the reference. A strip passes a carry for every token of
 * the hypothesis to the next strip, so the memory does not depend on the number of strips.
 */

#include "edits/subsequences.h"

enum { STRIP = 64, NONE = 0 };

/* Working memory, reused for all segments. */
typedef struct {
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

static void scratch_free(Scratch *scratch)
{
    free(scratch->number_of_token);
    free(scratch->left_of_token);
    free(scratch->carries);
    free(scratch->vectors);
    free(scratch->matched);
}

static Status scratch_init(Scratch *scratch, size_t vocabulary_size)
{
    memset(scratch, 0, sizeof *scratch);
    scratch->number_of_token = calloc(vocabulary_size + 1, sizeof(uint32_t));
    scratch->left_of_token = calloc(vocabulary_size + 1, sizeof(uint32_t));
    if (scratch->number_of_token && scratch->left_of_token) return FINE;
    scratch_free(scratch);
    return OUT_OF_MEMORY;
}

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
static Status read_strips(const uint32_t *reference, size_t reference_length,
                          const uint32_t *hypothesis, const int64_t *sentences,
                          size_t sentence_count, Scratch *scratch, Watch *watch, uint64_t *vectors,
                          size_t *matched)
{
    size_t length = (size_t)(sentences[sentence_count] - sentences[0]);
    *matched = 0;
    uint8_t *carries = reference_length > STRIP ? scratch->carries : NULL;
    if (carries) memset(carries, 0, length);
    for (size_t start = 0; start < reference_length; start += STRIP) {
        const uint32_t *strip = reference + start;
        size_t width = reference_length - start < STRIP ? reference_length - start : STRIP;
        number_strip(strip, width, scratch);
        for (size_t s = 0; s < sentence_count; s++) {
            size_t from = (size_t)(sentences[s] - sentences[0]);
            *matched += read_sentence(hypothesis + sentences[s],
                                      (size_t)(sentences[s + 1] - sentences[s]), width, scratch,
                                      carries ? carries + from : NULL,
                                      vectors ? vectors + start / STRIP * length + from : NULL);
        }
        for (size_t i = 0; i < width; i++) scratch->number_of_token[strip[i]] = NONE;
        if (watch_ends(watch, length + width)) return ENDED;
    }
    return FINE;
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
static Status match_sentences(const SubsequenceInput *input, const int64_t *hypothesis_sentences,
                              size_t hypothesis_count, const int64_t *reference_sentences,
                              size_t reference_count, Scratch *scratch, Watch *watch,
                              int64_t *matches)
{
    const uint32_t *hypothesis = input->hypotheses.ids, *references = input->references.ids;
    size_t length = (size_t)(hypothesis_sentences[hypothesis_count] - hypothesis_sentences[0]);
    Status status = FINE;
    for (int64_t at = hypothesis_sentences[0]; at < hypothesis_sentences[hypothesis_count]; at++)
        scratch->left_of_token[hypothesis[at]]++;
    for (size_t r = 0; r < reference_count && status == FINE; r++) {
        const uint32_t *reference = references + reference_sentences[r];
        size_t reference_length = (size_t)(reference_sentences[r + 1] - reference_sentences[r]);
        size_t strips = strips_of(reference_length);
        if (strips > SIZE_MAX / sizeof(uint64_t) / (length + 1) ||
            RESERVE(scratch->vectors, scratch->vector_capacity, strips * length) != FINE ||
            RESERVE(scratch->matched, scratch->matched_capacity, strips) != FINE) {
            status = OUT_OF_MEMORY;
            break;
        }
        if (!strips || !length) continue;
        memset(scratch->matched, 0, strips * sizeof(uint64_t));
        size_t unused;
        status = read_strips(reference, reference_length, hypothesis, hypothesis_sentences,
                             hypothesis_count, scratch, watch, scratch->vectors, &unused);
        for (size_t s = 0; s < hypothesis_count && status == FINE; s++) {
            size_t from = (size_t)(hypothesis_sentences[s] - hypothesis_sentences[0]);
            mark_subsequence(reference, reference_length, hypothesis + hypothesis_sentences[s],
                             (size_t)(hypothesis_sentences[s + 1] - hypothesis_sentences[s]),
                             scratch->vectors + from, length, scratch->matched);
            if (watch_ends(watch, reference_length)) status = ENDED;
        }
        *matches += count_marked(reference, reference_length, scratch->matched,
                                 scratch->left_of_token);
    }
    for (int64_t at = hypothesis_sentences[0]; at < hypothesis_sentences[hypothesis_count]; at++)
        scratch->left_of_token[hypothesis[at]] = 0;
    return status;
}

static Status match_texts(const SubsequenceInput *input, size_t segment, size_t reference,
                          Scratch *scratch, Watch *watch, int64_t *matches)
{
    const Sentences *hypotheses = &input->hypotheses, *references = &input->references;
    const int64_t *ours = hypotheses->sentences + hypotheses->texts[segment];
    const int64_t *theirs = references->sentences + references->texts[reference];
    size_t our_count = (size_t)(hypotheses->texts[segment + 1] - hypotheses->texts[segment]);
    size_t their_count = (size_t)(references->texts[reference + 1] - references->texts[reference]);
    size_t our_length = (size_t)(ours[our_count] - ours[0]);
    size_t their_length = (size_t)(theirs[their_count] - theirs[0]);
    *matches = 0;
    if (RESERVE(scratch->carries, scratch->carry_capacity, our_length + 1) != FINE)
        return OUT_OF_MEMORY;
    if (our_count > 1 || their_count > 1)
        return match_sentences(input, ours, our_count, theirs, their_count, scratch, watch,
                               matches);
    size_t matched = 0;
    Status status = FINE;
    if (our_count && their_count)
        status = read_strips(references->ids + theirs[0], their_length, hypotheses->ids, ours,
                             our_count, scratch, watch, NULL, &matched);
    *matches = (int64_t)matched;
    return status;
}

Status match_subsequences(const SubsequenceInput *input, Watch *watch, int64_t *matches)
{
    Scratch scratch;
    Status status = scratch_init(&scratch, input->vocabulary_size);
    if (status != FINE) return status;
    const int64_t *offsets = input->segment_offsets;
    for (size_t segment = 0; segment < input->segments && status == FINE; segment++)
        for (int64_t r = offsets[segment]; r < offsets[segment + 1] && status == FINE; r++)
            status = match_texts(input, segment, (size_t)r, &scratch, watch,
                                 &matches[r - offsets[0]]);
    scratch_free(&scratch);
    return status;
}
