/* The Python function match. */

#include "binding.h"
#include "match.h"

enum { HYPOTHESIS_IDS, HYPOTHESIS_OFFSETS, REFERENCE_IDS, REFERENCE_OFFSETS, SEGMENT_OFFSETS,
       WEIGHTS, MAPPING, BUFFERS };

const char match_doc[] =
    "match(hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets, "
    "max_order, vocabulary_size, table=None, weights=None, mapping=None)\n--\n\n"
    "Count the clipped matches of every segment and order.";

PyObject *match(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"hypothesis_ids", "hypothesis_offsets", "reference_ids",
                            "reference_offsets", "segment_offsets", "max_order",
                            "vocabulary_size", "table", "weights", "mapping", NULL};
    ModuleState *state = PyModule_GetState(module);
    Py_buffer buffers[BUFFERS] = {{0}};
    int max_order;
    Py_ssize_t vocabulary_size;
    PyObject *table = Py_None, *weights = Py_None, *mapping = Py_None;
    PyObject *matches = NULL, *weighted = NULL, *result = NULL;
    if (!PyArg_ParseTupleAndKeywords(
            arguments, keywords, "y*y*y*y*y*in|OOO", names, &buffers[HYPOTHESIS_IDS],
            &buffers[HYPOTHESIS_OFFSETS], &buffers[REFERENCE_IDS], &buffers[REFERENCE_OFFSETS],
            &buffers[SEGMENT_OFFSETS], &max_order, &vocabulary_size, &table, &weights, &mapping))
        return NULL;
    Py_ssize_t segments = number_of(&buffers[HYPOTHESIS_OFFSETS], sizeof(int64_t)) - 1;
    if (max_order < 1 || vocabulary_size < 0) {
        PyErr_SetString(PyExc_ValueError, "max_order is at least 1 and vocabulary_size at least 0");
        goto done;
    }
    for (int i = HYPOTHESIS_IDS; i <= SEGMENT_OFFSETS; i++)
        if (!hold_still(&buffers[i])) goto done;
    if (!check_ids(&buffers[HYPOTHESIS_IDS], (size_t)vocabulary_size, "hypothesis_ids") ||
        !check_ids(&buffers[REFERENCE_IDS], (size_t)vocabulary_size, "reference_ids") ||
        !check_offsets(&buffers[HYPOTHESIS_OFFSETS],
                       number_of(&buffers[HYPOTHESIS_IDS], sizeof(uint32_t)),
                       "hypothesis_offsets") ||
        !check_offsets(&buffers[REFERENCE_OFFSETS],
                       number_of(&buffers[REFERENCE_IDS], sizeof(uint32_t)),
                       "reference_offsets") ||
        !check_offsets(&buffers[SEGMENT_OFFSETS],
                       number_of(&buffers[REFERENCE_OFFSETS], sizeof(int64_t)) - 1,
                       "segment_offsets"))
        goto done;
    if (buffers[SEGMENT_OFFSETS].len != buffers[HYPOTHESIS_OFFSETS].len) {
        PyErr_SetString(PyExc_ValueError, "segment_offsets and hypothesis_offsets differ in length");
        goto done;
    }
    if (table != Py_None) {
        if (!PyObject_TypeCheck(table, state->table_type)) {
            PyErr_SetString(PyExc_TypeError, "table must be an NgramTable");
            goto done;
        }
        if (PyObject_GetBuffer(weights, &buffers[WEIGHTS], PyBUF_SIMPLE) ||
            PyObject_GetBuffer(mapping, &buffers[MAPPING], PyBUF_SIMPLE) ||
            !hold_still(&buffers[WEIGHTS]) || !hold_still(&buffers[MAPPING]) ||
            refuse_busy_table((NgramTable *)table))
            goto done;
        const NodeTable *nodes = &((NgramTable *)table)->nodes;
        const uint32_t *targets = buffers[MAPPING].buf;
        int fine = buffers[WEIGHTS].len == (Py_ssize_t)(nodes_size(nodes) * sizeof(double)) &&
                   buffers[MAPPING].len % (Py_ssize_t)sizeof(uint32_t) == 0 &&
                   number_of(&buffers[MAPPING], sizeof(uint32_t)) >= vocabulary_size;
        for (Py_ssize_t i = 0; fine && i < vocabulary_size; i++)
            fine = targets[i] == UNKNOWN || targets[i] < nodes->vocabulary_size;
        if (!fine) {
            PyErr_SetString(PyExc_ValueError, "weights or mapping do not fit the table");
            goto done;
        }
    }
    if (segments && max_order > PY_SSIZE_T_MAX / 8 / segments) {
        PyErr_NoMemory();
        goto done;
    }
    Py_ssize_t size = segments * max_order * 8;
    matches = PyBytes_FromStringAndSize(NULL, size);
    weighted = PyBytes_FromStringAndSize(NULL, table == Py_None ? 0 : size);
    if (!matches || !weighted) goto done;
    MatchInput input = {
        .hypothesis_ids = buffers[HYPOTHESIS_IDS].buf,
        .hypothesis_offsets = buffers[HYPOTHESIS_OFFSETS].buf,
        .reference_ids = buffers[REFERENCE_IDS].buf,
        .reference_offsets = buffers[REFERENCE_OFFSETS].buf,
        .segment_offsets = buffers[SEGMENT_OFFSETS].buf,
        .segments = (size_t)segments,
        .vocabulary_size = (size_t)vocabulary_size,
        .max_order = max_order,
        .table = table == Py_None ? NULL : &((NgramTable *)table)->nodes,
        .weights = buffers[WEIGHTS].buf,
        .mapping = buffers[MAPPING].buf,
    };
    if (input.table) ((NgramTable *)table)->readers++;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = match_segments(&input, &watch, (int64_t *)PyBytes_AS_STRING(matches),
                                   (double *)PyBytes_AS_STRING(weighted));
    PyEval_RestoreThread(thread);
    if (input.table) ((NgramTable *)table)->readers--;
    result = status == FINE ? PyTuple_Pack(2, matches, weighted) : raise_status(status);
done:
    Py_XDECREF(matches);
    Py_XDECREF(weighted);
    release_all(buffers, BUFFERS);
    return result;
}
