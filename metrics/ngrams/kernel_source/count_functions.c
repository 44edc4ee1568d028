/* The Python functions count_segments and multiply_counts. */

#include "binding.h"
#include "count_products.h"
#include "segment_counts.h"

const char count_segments_doc[] =
    "count_segments(nodes, offsets, node_count)\n--\n\n"
    "Count the segments in which each node occurs.";

PyObject *count_segments_of_nodes(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    enum { NODES, OFFSETS, BUFFERS };
    Py_buffer buffers[BUFFERS] = {{0}};
    PyObject *nodes, *counts = NULL, *result = NULL;
    Py_ssize_t node_count;
    if (!PyArg_ParseTuple(arguments, "Oy*n:count_segments", &nodes, &buffers[OFFSETS],
                          &node_count))
        return NULL;
    if (node_count < 0 || (size_t)node_count > UNKNOWN) {
        PyErr_Format(PyExc_ValueError, "node_count is %zd; expected 0 to 4,294,967,295",
                     node_count);
        goto done;
    }
    if (PyObject_GetBuffer(nodes, &buffers[NODES], PyBUF_STRIDES) ||
        !hold_still(&buffers[OFFSETS]))
        goto done;
    const Py_buffer *array = &buffers[NODES];
    if (array->ndim != 2 || !check_nodes(array, array->shape[1])) {
        PyErr_SetString(PyExc_ValueError, "nodes is not uint32 of the shape (orders, tokens)");
        goto done;
    }
    if (!check_offsets(&buffers[OFFSETS], array->shape[1], "offsets")) goto done;
    Py_ssize_t bytes = node_count * (Py_ssize_t)sizeof(uint32_t);
    counts = PyBytes_FromStringAndSize(NULL, bytes);
    if (!counts) goto done;
    memset(PyBytes_AS_STRING(counts), 0, (size_t)bytes);
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = count_segments(
        array->buf, (size_t)array->shape[0], (size_t)array->strides[0] / sizeof(uint32_t),
        buffers[OFFSETS].buf, (size_t)number_of(&buffers[OFFSETS], sizeof(int64_t)) - 1,
        (size_t)node_count, (uint32_t *)(void *)PyBytes_AS_STRING(counts), &watch);
    PyEval_RestoreThread(thread);
    result = status == FINE ? Py_NewRef(counts) : raise_status(status);
done:
    Py_XDECREF(counts);
    release_all(buffers, BUFFERS);
    return result;
}

const char multiply_counts_doc[] =
    "multiply_counts(hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, "
    "segment_offsets, max_order, vocabulary_size, weights, weight_of_others, hypothesis_nodes, "
    "reference_nodes, limit)\n--\n\n"
    "Return the inner products of the n-gram counts of hypotheses and references.";

static const char *const limit_names[LIMITS] = {"none", "count", "share"};

/* The limit with a name; LIMITS, with an exception set, if there is none. */
static Limit limit_named(const char *name)
{
    for (int limit = 0; limit < LIMITS; limit++)
        if (!strcmp(name, limit_names[limit])) return (Limit)limit;
    PyErr_Format(PyExc_ValueError, "limit is %s; expected none, count or share", name);
    return LIMITS;
}

static LocatedTexts texts_of(const Py_buffer *ids, const Py_buffer *offsets, const Py_buffer *nodes)
{
    return (LocatedTexts){
        .ids = ids->buf,
        .offsets = offsets->buf,
        .nodes = nodes->buf,
        .node_stride = (size_t)nodes->strides[0] / sizeof(uint32_t),
        .node_orders = (size_t)nodes->shape[0],
    };
}

static PyObject *zero_bytes(int64_t rows, int orders)
{
    if (rows && orders > PY_SSIZE_T_MAX / 8 / rows) return PyErr_NoMemory();
    Py_ssize_t bytes = (Py_ssize_t)rows * orders * 8;
    PyObject *found = PyBytes_FromStringAndSize(NULL, bytes);
    if (found) memset(PyBytes_AS_STRING(found), 0, (size_t)bytes);
    return found;
}

PyObject *multiply_counts_of_pairs(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    enum { WEIGHTS = SEGMENT_BUFFERS, HYPOTHESIS_NODES, REFERENCE_NODES, BUFFERS };
    Py_buffer buffers[BUFFERS] = {{0}};
    int max_order;
    Py_ssize_t vocabulary_size;
    double weight_of_others;
    const char *name;
    PyObject *nodes[2], *found[3] = {NULL}, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*y*iny*dOOs:multiply_counts",
                          &buffers[HYPOTHESIS_IDS], &buffers[HYPOTHESIS_OFFSETS],
                          &buffers[REFERENCE_IDS], &buffers[REFERENCE_OFFSETS],
                          &buffers[SEGMENT_OFFSETS], &max_order, &vocabulary_size,
                          &buffers[WEIGHTS], &weight_of_others, &nodes[0], &nodes[1], &name))
        return NULL;
    if (max_order < 1) {
        PyErr_SetString(PyExc_ValueError, "max_order is at least 1");
        goto done;
    }
    Limit limit = limit_named(name);
    if (limit == LIMITS || !hold_segments(buffers, vocabulary_size) ||
        !hold_still(&buffers[WEIGHTS]) ||
        PyObject_GetBuffer(nodes[0], &buffers[HYPOTHESIS_NODES], PyBUF_STRIDES) ||
        PyObject_GetBuffer(nodes[1], &buffers[REFERENCE_NODES], PyBUF_STRIDES))
        goto done;
    if (buffers[WEIGHTS].len % (Py_ssize_t)sizeof(double) ||
        (size_t)number_of(&buffers[WEIGHTS], sizeof(double)) > UNKNOWN ||
        !check_nodes(&buffers[HYPOTHESIS_NODES],
                     number_of(&buffers[HYPOTHESIS_IDS], sizeof(uint32_t))) ||
        !check_nodes(&buffers[REFERENCE_NODES],
                     number_of(&buffers[REFERENCE_IDS], sizeof(uint32_t)))) {
        PyErr_SetString(PyExc_ValueError, "weights and nodes do not fit each other or the texts");
        goto done;
    }
    ProductInput input = {
        .hypotheses = texts_of(&buffers[HYPOTHESIS_IDS], &buffers[HYPOTHESIS_OFFSETS],
                               &buffers[HYPOTHESIS_NODES]),
        .references = texts_of(&buffers[REFERENCE_IDS], &buffers[REFERENCE_OFFSETS],
                               &buffers[REFERENCE_NODES]),
        .segment_offsets = buffers[SEGMENT_OFFSETS].buf,
        .segments = (size_t)number_of(&buffers[HYPOTHESIS_OFFSETS], sizeof(int64_t)) - 1,
        .vocabulary_size = (size_t)vocabulary_size,
        .max_order = max_order,
        .limit = limit,
        .weights = buffers[WEIGHTS].buf,
        .node_count = (size_t)number_of(&buffers[WEIGHTS], sizeof(double)),
        .weight_of_others = weight_of_others,
    };
    int64_t rows = input.segment_offsets[input.segments] - input.segment_offsets[0];
    found[0] = zero_bytes(rows, max_order);
    found[1] = zero_bytes(rows, max_order);
    found[2] = zero_bytes((int64_t)input.segments, max_order);
    if (!found[0] || !found[1] || !found[2]) goto done;
    ProductOutput output = {
        .products = (double *)(void *)PyBytes_AS_STRING(found[0]),
        .reference_squares = (double *)(void *)PyBytes_AS_STRING(found[1]),
        .hypothesis_squares = (double *)(void *)PyBytes_AS_STRING(found[2]),
    };
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = multiply_counts(&input, &watch, &output);
    PyEval_RestoreThread(thread);
    result = status == FINE ? PyTuple_Pack(3, found[0], found[1], found[2]) : raise_status(status);
done:
    for (int i = 0; i < 3; i++) Py_XDECREF(found[i]);
    release_all(buffers, BUFFERS);
    return result;
}
