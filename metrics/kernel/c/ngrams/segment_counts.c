#include "ngrams/segment_counts.h"

Status count_segments(const uint32_t *nodes, size_t orders, size_t stride, const int64_t *offsets,
                      size_t segments, size_t node_count, uint32_t *counts, Watch *watch)
{
    if (segments >= UINT32_MAX) return LONG_TEXT;
    uint32_t *latest = calloc(node_count + 1, sizeof(uint32_t)); /* the segment, from 1 */
    if (!latest) return OUT_OF_MEMORY;
    Status status = FINE;
    for (size_t order = 0; order < orders && status == FINE; order++, nodes += stride) {
        for (size_t segment = 0; segment < segments && status == FINE; segment++) {
            for (int64_t at = offsets[segment]; at < offsets[segment + 1]; at++) {
                uint32_t node = nodes[at];
                if (node >= node_count || latest[node] == segment + 1) continue;
                latest[node] = (uint32_t)(segment + 1);
                counts[node]++;
            }
            size_t tokens = (size_t)(offsets[segment + 1] - offsets[segment]);
            if (watch_ends(watch, tokens)) status = ENDED;
        }
    }
    free(latest);
    return status;
}
