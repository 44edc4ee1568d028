/* An n-gram is the number of its first n - 1 tokens and the number of its last token. Both are
 * small within a pair of segments, so together they are a place in a table. Only n-grams of the
 * reference have numbers; 0 is any other. */

#include "ngrams/match_pair.h"

/* The table has a row for every n-gram of n - 1 tokens and a column for every token. */
enum { MOST_PLACES = 1 << 20, MOST_NUMBERS = UINT16_MAX };

void pair_scratch_allocate(PairScratch *scratch, size_t longest, size_t vocabulary_size, Work *work)
{
    if (scratch->table) return;
    if (longest > MOST_NUMBERS) longest = MOST_NUMBERS;
    scratch->longest = longest;
    scratch->tokens = vocabulary_size;
    size_t places = (longest + 1) * (longest + 1);
    scratch->places = places < MOST_PLACES ? places : MOST_PLACES;
    uint32_t **arrays[] = {
        &scratch->hypothesis, &scratch->ngrams,           &scratch->starts, &scratch->used,
        &scratch->reference,  &scratch->reference_ngrams, &scratch->counts,
    };
    for (size_t i = 0; i < LENGTH_OF(arrays); i++) ALLOCATE(work, *arrays[i], longest + 1);
    ALLOCATE_ZEROS(work, scratch->number_of_token, vocabulary_size);
    ALLOCATE_ZEROS(work, scratch->table, scratch->places);
}

/* Take an n-gram from those of the reference that are left; returns whether there was one. */
static inline uint32_t take(uint32_t *counts, uint32_t ngram)
{
    uint32_t left = counts[ngram], taken = left != 0;
    counts[ngram] = left - taken;
    return taken;
}

int match_pair(const Pair *pair, int max_order, PairScratch *scratch, int64_t *matches)
{
    const uint32_t *hypothesis = pair->hypothesis, *reference = pair->reference;
    size_t length = pair->hypothesis_length, reference_length = pair->reference_length;
    if (length > scratch->longest || reference_length > scratch->longest) return 0;
    uint32_t *number_of_token = scratch->number_of_token, *counts = scratch->counts;
    uint32_t distinct = 0;
    for (size_t i = 0; i < reference_length; i++) {
        CHECK(reference[i] < scratch->tokens);
        uint32_t *number = &number_of_token[reference[i]];
        uint32_t is_new = *number == 0;
        distinct += is_new;
        *number = is_new ? distinct : *number;
        counts[*number] = is_new ? 1 : counts[*number] + 1;
        scratch->reference[i] = scratch->reference_ngrams[i] = *number;
    }
    counts[0] = 0;
    size_t columns = (size_t)distinct + 1;
    int fits = (reference_length + 1) * columns <= scratch->places;
    uint32_t matched = 0;
    size_t starts = 0;
    for (size_t i = 0; i < length; i++) {
        CHECK(hypothesis[i] < scratch->tokens);
        uint32_t number = number_of_token[hypothesis[i]];
        matched += take(counts, number);
        scratch->hypothesis[i] = scratch->ngrams[starts] = number;
        scratch->starts[starts] = (uint32_t)i;
        starts += number != 0;
    }
    for (size_t i = 0; i < reference_length; i++) number_of_token[reference[i]] = 0;
    if (!fits) return 0;
    matches[0] = matched;
    uint16_t *table = scratch->table;
    uint32_t *used = scratch->used;
    for (int order = 2; order <= max_order && matched; order++) {
        size_t more = (size_t)order - 1;
        uint32_t ngrams = 0;
        for (size_t i = 0; i + more < reference_length; i++) {
            uint32_t last = scratch->reference[i + more];
            uint32_t place = (uint32_t)(scratch->reference_ngrams[i] * columns + last);
            CHECK(place < scratch->places);
            uint32_t ngram = table[place], is_new = ngram == 0;
            ngrams += is_new;
            ngram = is_new ? ngrams : ngram;
            table[place] = (uint16_t)ngram;
            counts[ngram] = is_new ? 1 : counts[ngram] + 1;
            used[i] = place;
            scratch->reference_ngrams[i] = ngram;
        }
        matched = 0;
        size_t kept = 0;
        while (starts && scratch->starts[starts - 1] + more >= length) starts--;
        for (size_t i = 0; i < starts; i++) {
            uint32_t start = scratch->starts[i], last = scratch->hypothesis[start + more];
            CHECK(scratch->ngrams[i] * columns + last < scratch->places);
            uint32_t ngram = table[scratch->ngrams[i] * columns + last];
            matched += take(counts, ngram);
            scratch->ngrams[kept] = ngram;
            scratch->starts[kept] = start;
            kept += ngram != 0;
        }
        starts = kept;
        for (size_t i = 0; i + more < reference_length; i++) table[used[i]] = 0;
        matches[order - 1] = matched;
    }
    return 1;
}
