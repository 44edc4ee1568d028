/* The number of segments in which each n-gram occurs. */

#ifndef TALLYSTICK_SEGMENT_COUNTS_H
#define TALLYSTICK_SEGMENT_COUNTS_H

#include "common.h"

/* `nodes` has the node of the n-gram of each order that starts at each token; an order is `stride`
 * numbers after the one before, and a node has one order. Adds 1 to `counts` for every node below
 * `node_count` in each segment. */
Status count_segments(const uint32_t *nodes, size_t orders, size_t stride, const int64_t *offsets,
                      size_t segments, size_t node_count, uint32_t *counts, Watch *watch);

#endif
