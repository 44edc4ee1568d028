/* The Python function align_by_context. */

#include "binding.h"
#include "context_alignment.h"

const char context_ranks_doc[] =
    "align_by_context(hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, "
    "segment_offsets, vocabulary_size, left_first, whole_left)\n--\n\n"
    "Return the positions of aligned words in every reference, and where those of each begin.";

typedef struct {
    uint32_t *ranks;
    size_t count, capacity;
    int64_t *offsets; /* of the ranks of each reference */
} Found;

static Status append_ranks(Found *found, const ContextAligner *aligner)
{
    size_t count;
    const uint32_t *ranks = context_ranks(aligner, &count);
    if (reserve((void **)&found->ranks, &found->capacity, found->count + count,
                sizeof(uint32_t)) != FINE)
        return OUT_OF_MEMORY;
    if (count) memcpy(found->ranks + found->count, ranks, count * sizeof(uint32_t));
    found->count += count;
    return FINE;
}

static Words words_at(const Py_buffer *ids, const Py_buffer *offsets, int64_t number)
{
    const int64_t *bounds = (const int64_t *)offsets->buf + number;
    return (Words){(const uint32_t *)ids->buf + bounds[0], (size_t)(bounds[1] - bounds[0])};
}

static Status align_all(Found *found, const Py_buffer *buffers, size_t vocabulary_size,
                        ContextRules rules, Watch *watch)
{
    const int64_t *segments = buffers[SEGMENT_OFFSETS].buf;
    Py_ssize_t count = number_of(&buffers[SEGMENT_OFFSETS], sizeof(int64_t)) - 1;
    ContextAligner *aligner = context_aligner_new(vocabulary_size);
    if (!aligner) return OUT_OF_MEMORY;
    Status status = FINE;
    for (Py_ssize_t s = 0; s < count && status == FINE; s++) {
        Words hypothesis = words_at(&buffers[HYPOTHESIS_IDS], &buffers[HYPOTHESIS_OFFSETS], s);
        for (int64_t r = segments[s]; r < segments[s + 1] && status == FINE; r++) {
            Words reference = words_at(&buffers[REFERENCE_IDS], &buffers[REFERENCE_OFFSETS], r);
            status = align_by_context(aligner, hypothesis, reference, rules, watch);
            if (status == FINE) status = append_ranks(found, aligner);
            found->offsets[r - segments[0] + 1] = (int64_t)found->count;
        }
    }
    context_aligner_free(aligner);
    return status;
}

PyObject *align_words_by_context(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    Py_buffer b[SEGMENT_BUFFERS] = {{0}};
    Py_ssize_t vocabulary_size;
    ContextRules rules;
    Found found = {0};
    PyObject *offsets = NULL, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*y*npp:align_by_context", &b[0], &b[1], &b[2],
                          &b[3], &b[4], &vocabulary_size, &rules.left_first, &rules.whole_left))
        return NULL;
    if (!hold_segments(b, vocabulary_size)) goto done;
    const int64_t *segments = b[SEGMENT_OFFSETS].buf;
    Py_ssize_t count = number_of(&b[SEGMENT_OFFSETS], sizeof(int64_t)) - 1;
    Py_ssize_t rows = (Py_ssize_t)(segments[count] - segments[0]);
    offsets = PyBytes_FromStringAndSize(NULL, (rows + 1) * (Py_ssize_t)sizeof(int64_t));
    if (!offsets) goto done;
    found.offsets = (int64_t *)PyBytes_AS_STRING(offsets);
    found.offsets[0] = 0;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = align_all(&found, b, (size_t)vocabulary_size, rules, &watch);
    PyEval_RestoreThread(thread);
    if (status != FINE) raise_status(status);
    else
        result = Py_BuildValue("(y#O)", found.ranks ? (char *)found.ranks : "",
                               (Py_ssize_t)(found.count * sizeof(uint32_t)), offsets);
done:
    free(found.ranks);
    Py_XDECREF(offsets);
    release_all(b, SEGMENT_BUFFERS);
    return result;
}
