/* Inner products of the n-gram counts of hypotheses and references, order by order; and in how many
 * segments n-grams occur. */

#ifndef TALLYSTICK_COUNT_PRODUCTS_H
#define TALLYSTICK_COUNT_PRODUCTS_H

#include "common.h"

/* Segments as token ids, with the node of the n-gram of each order that starts at each token. */
typedef struct {
    const uint32_t *ids;
    const int64_t *offsets; /* segments + 1 */
    const uint32_t *nodes;  /* UNKNOWN and nodes that are not there have the weight of others */
    size_t node_stride;     /* the distance from one order to the next */
    size_t node_orders;
} LocatedTexts;

/* What the count of an n-gram in a hypothesis is limited to. */
typedef enum {
    NO_LIMIT,
    LIMIT_COUNT, /* the count in the reference */
    LIMIT_SHARE, /* the same share of all n-grams as in the reference */
    LIMITS
} Limit;

typedef struct {
    LocatedTexts hypotheses, references;
    const int64_t *segment_offsets; /* the references of each segment: segments + 1 */
    size_t segments, vocabulary_size;
    int max_order;
    Limit limit;
    const double *weights; /* the weight of every node */
    size_t node_count;
    double weight_of_others;
} ProductInput;

/* Arrays of the shape rows x max_order to be filled, which are 0. */
typedef struct {
    double *products;          /* a row for each reference: with its hypothesis */
    double *reference_squares; /* a row for each reference: with itself */
    double *hypothesis_squares;
} ProductOutput;

/* Add up, for every n-gram, its weight times its count in the hypothesis, up to the limit, times
 * its count in the reference; and the same of every text with itself, without a limit. */
Status multiply_counts(const ProductInput *input, Watch *watch, const ProductOutput *output);

/* `nodes` has the node of the n-gram of each order that starts at each token; an order is `stride`
 * numbers after the one before, and a node has one order. Adds 1 to `counts` for every node below
 * `node_count` in each segment. */
Status count_segments(const uint32_t *nodes, size_t orders, size_t stride, const int64_t *offsets,
                      size_t segments, size_t node_count, uint32_t *counts, Watch *watch);

#endif
