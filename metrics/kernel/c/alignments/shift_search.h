/* Greedy search for the shifts of blocks of words, and the edits that remain, which turn a sequence
 * into another: Snover et al., "A Study of Translation Edit Rate with Targeted Human Annotation",
 * AMTA 2006, section 2. A shift costs as much as an edit. */

#ifndef TALLYSTICK_SHIFT_SEARCH_H
#define TALLYSTICK_SHIFT_SEARCH_H

#include "alignments/banded_distance.h"

/* Which blocks are tried where. A block must occur in the other sequence.
 * BY_POSITION, BY_ALIGNMENT: one of its words, and of those there, is not aligned with an equal word,
 * and its first word is not aligned with a word of the block. It is tried before the place that is
 * aligned with those words, and behind each of them. Its distance is measured between its own
 * position and theirs, or that of the word with which the first of them is aligned; the second kind
 * tries longer blocks only while shorter ones have a place. Of shifts that save equally much, the
 * longest block is chosen, then the first, then the leftmost target, or the first that was tried.
 * WHOLE_MATCHES: the longest block at each pair of different positions, tried at the position of the
 * other, where among equals the one with the highest symbols is chosen. */
typedef enum { BY_POSITION, BY_ALIGNMENT, WHOLE_MATCHES, BLOCK_RULES } BlockRule;

/* Limits; 0 is no limit. `candidates` counts those of all shifts: the shift during whose search it
 * is reached is not carried out. */
typedef struct {
    BlockRule blocks;
    size_t beam, block_words, distance, candidates;
} ShiftRules;

/* A block of `words` words goes from one position to another. */
typedef struct {
    int64_t from, words, to;
} Shift;

typedef struct Candidate Candidate;

/* The distance without the block that begins at `start`. */
typedef struct {
    size_t start;
    int64_t distance;
} Removal;

/* Working memory, reused for all pairs. */
typedef struct {
    ShiftRules rules;
    size_t symbol_count; /* of the vocabulary */
    uint32_t *local;     /* by symbol of the vocabulary: that of the pair, 0 if in no column */
    size_t rows, columns;
    Band band;
    Band ends; /* that of the reversed sequences, without a beam and if a row is several words */
    int has_ends;
    uint32_t *moved, *given, *targets; /* symbols: of the pair, and as given; those of the columns */
    uint32_t *first, *next;            /* by symbol, by column: the next column with the symbol */
    uint32_t *places;                  /* columns where a block occurs */
    uint32_t *reversed;                /* `moved`, reversed */
    Removal *removals;                 /* by length of the block */
    uint32_t *tried, stamp;            /* by length and target */
    uint64_t *scratch;
    BandPath path;
    Candidate *candidates;
    size_t candidate_count, checked;
    Shift *shifts; /* those of the last pair */
    size_t shift_count;
    size_t row_capacity, column_capacity, path_capacity, tried_capacity, scratch_capacity,
        candidate_capacity, shift_capacity, operation_capacity;
} ShiftSearch;

/* All symbols must be below `symbol_count`. Free the search even if this fails. */
Status shift_search_init(ShiftSearch *search, ShiftRules rules, size_t symbol_count);
void shift_search_free(ShiftSearch *search);

/* Shift the words of the hypothesis, which are those of the rows; returns the shifts and edits
 * together. */
Status search_shifts(ShiftSearch *search, Pair pair, Watch *watch, int64_t *edits);

/* The path of the last pair after its shifts, in `path.operations`; returns the number of steps. */
Status shifted_path(ShiftSearch *search, size_t *steps);

#endif
