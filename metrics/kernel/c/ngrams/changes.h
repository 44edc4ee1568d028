/* Which n-grams of a source text hypotheses and references keep and delete, and which they add. */

#ifndef TALLYSTICK_CHANGES_H
#define TALLYSTICK_CHANGES_H

#include "common.h"

/* Texts of the segments as token ids below `vocabulary_size`. */
typedef struct {
    const uint32_t *ids;
    const int64_t *texts;    /* where each text begins in `ids`, and the end of the last */
    const int64_t *segments; /* the first text of each segment, and the end of the last; NULL: a
                              * segment has one text */
} Side;

enum { SOURCE, HYPOTHESIS, REFERENCES_OF, SIDES };

typedef struct {
    Side sides[SIDES];
    size_t segments, vocabulary_size;
    int max_order;
    int unreferenced; /* what is deleted correctly: that much more than the references contain */
    int one_token;    /* a text without tokens has one, `vocabulary_size` */
} ChangesInput;

/* The twin describes them. */
enum { CHANGES_COUNTED = 9, CHANGES_SHARED = 8 };

/* Arrays of the shape segments x CHANGES_COUNTED, or x CHANGES_SHARED, x max_order to be filled, which
 * are 0. */
typedef struct {
    int64_t *counts;
    double *shares;
} ChangesOutput;

Status count_changes(const ChangesInput *input, Watch *watch, const ChangesOutput *output);

#endif
