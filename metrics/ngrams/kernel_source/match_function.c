/* The Python functions match and match_places. */

#include "binding.h"
#include "match.h"

enum { WEIGHTS = SEGMENT_BUFFERS, OTHERS, NODES, BUFFERS };

const char match_doc[] =
    "match(hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets, "
    "max_order, vocabulary_size, weights=None, nodes=None, separately=False, others=None, "
    "compensated=False)\n--\n\n"
    "Count the clipped matches of every segment, or of every reference, and order.";

/* Get the weights and nodes and check that they fit. Nodes may change during the match: each is
 * checked when it is used. */
static int get_weights(Py_buffer *buffers, PyObject *weights, PyObject *nodes, PyObject *others)
{
    if (PyObject_GetBuffer(weights, &buffers[WEIGHTS], PyBUF_SIMPLE) ||
        !hold_still(&buffers[WEIGHTS]) ||
        PyObject_GetBuffer(nodes, &buffers[NODES], PyBUF_STRIDES))
        return 0;
    if (others != Py_None && (PyObject_GetBuffer(others, &buffers[OTHERS], PyBUF_SIMPLE) ||
                              !hold_still(&buffers[OTHERS])))
        return 0;
    if (check_nodes(&buffers[NODES], number_of(&buffers[REFERENCE_IDS], sizeof(uint32_t))) &&
        buffers[WEIGHTS].len % (Py_ssize_t)sizeof(double) == 0 &&
        buffers[WEIGHTS].len / (Py_ssize_t)sizeof(double) <= UNKNOWN &&
        (others == Py_None || buffers[OTHERS].len == buffers[WEIGHTS].len))
        return 1;
    PyErr_SetString(PyExc_ValueError, "weights and nodes do not fit each other or the references");
    return 0;
}

/* An array for the output, filled with zeros. */
static PyObject *zero_bytes(Py_ssize_t size)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, size);
    if (bytes) memset(PyBytes_AS_STRING(bytes), 0, (size_t)size);
    return bytes;
}

PyObject *match(PyObject *Py_UNUSED(module), PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"hypothesis_ids", "hypothesis_offsets", "reference_ids",
                            "reference_offsets", "segment_offsets", "max_order",
                            "vocabulary_size", "weights", "nodes", "separately", "others",
                            "compensated", NULL};
    Py_buffer buffers[BUFFERS] = {{0}};
    int max_order, separately = 0, compensated = 0;
    Py_ssize_t vocabulary_size;
    PyObject *weights = Py_None, *nodes = Py_None, *others = Py_None;
    PyObject *found[3] = {NULL}, *result = NULL;
    if (!PyArg_ParseTupleAndKeywords(
            arguments, keywords, "y*y*y*y*y*in|OOpOp", names, &buffers[HYPOTHESIS_IDS],
            &buffers[HYPOTHESIS_OFFSETS], &buffers[REFERENCE_IDS], &buffers[REFERENCE_OFFSETS],
            &buffers[SEGMENT_OFFSETS], &max_order, &vocabulary_size, &weights, &nodes, &separately,
            &others, &compensated))
        return NULL;
    if (max_order < 1) {
        PyErr_SetString(PyExc_ValueError, "max_order is at least 1");
        goto done;
    }
    if (!hold_segments(buffers, vocabulary_size)) goto done;
    if ((weights == Py_None) != (nodes == Py_None) || (weights == Py_None && others != Py_None)) {
        PyErr_SetString(PyExc_ValueError, "weights and nodes are given together");
        goto done;
    }
    if (weights != Py_None && !get_weights(buffers, weights, nodes, others)) goto done;
    Py_ssize_t segments = number_of(&buffers[HYPOTHESIS_OFFSETS], sizeof(int64_t)) - 1;
    const int64_t *segment_offsets = buffers[SEGMENT_OFFSETS].buf;
    Py_ssize_t rows =
        separately ? (Py_ssize_t)(segment_offsets[segments] - segment_offsets[0]) : segments;
    if (rows && max_order > PY_SSIZE_T_MAX / 8 / rows) {
        PyErr_NoMemory();
        goto done;
    }
    found[0] = zero_bytes(rows * max_order * 8);
    found[1] = zero_bytes(weights == Py_None ? 0 : rows * max_order * 8);
    found[2] = zero_bytes(others == Py_None ? 0 : rows * max_order * 8);
    if (!found[0] || !found[1] || !found[2]) goto done;
    MatchInput input = {
        .hypothesis_ids = buffers[HYPOTHESIS_IDS].buf,
        .hypothesis_offsets = buffers[HYPOTHESIS_OFFSETS].buf,
        .reference_ids = buffers[REFERENCE_IDS].buf,
        .reference_offsets = buffers[REFERENCE_OFFSETS].buf,
        .segment_offsets = segment_offsets,
        .segments = (size_t)segments,
        .vocabulary_size = (size_t)vocabulary_size,
        .max_order = max_order,
        .separately = separately,
        .weights = buffers[WEIGHTS].buf,
        .others = buffers[OTHERS].buf,
        .compensated = compensated,
        .node_count = (size_t)number_of(&buffers[WEIGHTS], sizeof(double)),
    };
    if (weights != Py_None) {
        input.nodes = buffers[NODES].buf;
        input.node_orders = (size_t)buffers[NODES].shape[0];
        input.node_stride = (size_t)buffers[NODES].strides[0] / sizeof(uint32_t);
    }
    MatchOutput output = {
        .matches = (int64_t *)PyBytes_AS_STRING(found[0]),
        .weighted = weights == Py_None ? NULL : (double *)PyBytes_AS_STRING(found[1]),
        .others = others == Py_None ? NULL : (double *)PyBytes_AS_STRING(found[2]),
    };
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = match_segments(&input, &watch, &output);
    PyEval_RestoreThread(thread);
    result = status == FINE ? PyTuple_Pack(3, found[0], found[1], found[2]) : raise_status(status);
done:
    for (int i = 0; i < 3; i++) Py_XDECREF(found[i]);
    release_all(buffers, BUFFERS);
    return result;
}

const char match_places_doc[] =
    "match_places(hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, "
    "segment_offsets, max_order, vocabulary_size)\n--\n\n"
    "Count the clipped matches of every segment and order, and of the n-grams of the references.";

PyObject *match_places(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    Py_buffer buffers[SEGMENT_BUFFERS] = {{0}};
    int max_order;
    Py_ssize_t vocabulary_size;
    PyObject *matches = NULL, *clipped = NULL, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*y*in:match_places", &buffers[HYPOTHESIS_IDS],
                          &buffers[HYPOTHESIS_OFFSETS], &buffers[REFERENCE_IDS],
                          &buffers[REFERENCE_OFFSETS], &buffers[SEGMENT_OFFSETS], &max_order,
                          &vocabulary_size))
        return NULL;
    if (max_order < 1) {
        PyErr_SetString(PyExc_ValueError, "max_order is at least 1");
        goto done;
    }
    if (!hold_segments(buffers, vocabulary_size)) goto done;
    Py_ssize_t segments = number_of(&buffers[HYPOTHESIS_OFFSETS], sizeof(int64_t)) - 1;
    Py_ssize_t tokens = number_of(&buffers[REFERENCE_IDS], sizeof(uint32_t));
    if (max_order > PY_SSIZE_T_MAX / 8 / (segments + tokens + 1)) {
        PyErr_NoMemory();
        goto done;
    }
    matches = zero_bytes(segments * max_order * (Py_ssize_t)sizeof(int64_t));
    clipped = zero_bytes(tokens * max_order * (Py_ssize_t)sizeof(uint32_t));
    if (!matches || !clipped) goto done;
    MatchInput input = {
        .hypothesis_ids = buffers[HYPOTHESIS_IDS].buf,
        .hypothesis_offsets = buffers[HYPOTHESIS_OFFSETS].buf,
        .reference_ids = buffers[REFERENCE_IDS].buf,
        .reference_offsets = buffers[REFERENCE_OFFSETS].buf,
        .segment_offsets = buffers[SEGMENT_OFFSETS].buf,
        .segments = (size_t)segments,
        .vocabulary_size = (size_t)vocabulary_size,
        .max_order = max_order,
    };
    MatchOutput output = {
        .matches = (int64_t *)(void *)PyBytes_AS_STRING(matches),
        .clipped = (uint32_t *)(void *)PyBytes_AS_STRING(clipped),
        .clipped_stride = (size_t)tokens,
    };
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = match_segments(&input, &watch, &output);
    PyEval_RestoreThread(thread);
    result = status == FINE ? PyTuple_Pack(2, matches, clipped) : raise_status(status);
done:
    Py_XDECREF(matches);
    Py_XDECREF(clipped);
    release_all(buffers, SEGMENT_BUFFERS);
    return result;
}
