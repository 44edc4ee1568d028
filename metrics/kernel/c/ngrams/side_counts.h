/* How often every n-gram of a segment occurs in each of the texts that are compared; and in how many
 * segments it occurs. */

#ifndef TALLYSTICK_SIDE_COUNTS_H
#define TALLYSTICK_SIDE_COUNTS_H

#include "common.h"

enum { MOST_SIDES = 8 };

/* One side of the segments, such as their references, as token ids below `vocabulary_size`. */
typedef struct {
    const uint32_t *ids;
    const int64_t *texts;    /* where each text begins in `ids`, and the end of the last */
    const int64_t *segments; /* the first text of each segment, and the end of the last */
} Side;

typedef struct {
    Side sides[MOST_SIDES];
    size_t side_count, segments, vocabulary_size;
    int max_order;
} SideCountInput;

/* A row is a segment and order. Its distinct n-grams have the order in which they first occur. */
typedef struct {
    uint32_t *counts; /* n-grams of all rows x sides; malloc'ed, to be freed by the caller */
    size_t capacity;
    int64_t *rows; /* the first n-gram of each row, and the end of the last */
} SideCountOutput;

/* Count the n-grams of all segments. The texts of a side are counted together. */
Status count_sides(const SideCountInput *input, Watch *watch, SideCountOutput *output);

/* `nodes` has the node of the n-gram of each order that starts at each token; an order is `stride`
 * numbers after the one before, and a node has one order. Adds 1 to `counts` for every node below
 * `node_count` in each segment. */
Status count_segments(const uint32_t *nodes, size_t orders, size_t stride, const int64_t *offsets,
                      size_t segments, size_t node_count, uint32_t *counts, Watch *watch);

#endif
