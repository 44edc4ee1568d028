/* The Python function count_by_side. */

#include "binding.h"
#include "side_counts.h"

/* Each side has three buffers: ids, texts and segments. */
enum { IDS, TEXTS, SEGMENTS, SIDE_BUFFERS };

const char count_by_side_doc[] =
    "count_by_side(sides, max_order, vocabulary_size)\n--\n\n"
    "Count every distinct n-gram of every segment and order in each side.";

/* Get the buffers of a side and check that they fit one another; if not, an exception is set. */
static int get_side(PyObject *given, Py_buffer side[SIDE_BUFFERS], Py_ssize_t vocabulary_size)
{
    if (!PyTuple_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "a side is a tuple of ids, texts and segments");
        return 0;
    }
    if (!PyArg_ParseTuple(given, "y*y*y*;a side is a tuple of ids, texts and segments", &side[IDS],
                          &side[TEXTS], &side[SEGMENTS]))
        return 0;
    for (int i = 0; i < SIDE_BUFFERS; i++)
        if (!hold_still(&side[i])) return 0;
    return check_ids(&side[IDS], (size_t)vocabulary_size, "ids") &&
           check_offsets(&side[TEXTS], number_of(&side[IDS], sizeof(uint32_t)), "texts") &&
           check_offsets(&side[SEGMENTS], number_of(&side[TEXTS], sizeof(int64_t)) - 1,
                         "segments");
}

PyObject *count_by_side(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    Py_buffer buffers[MOST_SIDES * SIDE_BUFFERS] = {{0}};
    PyObject *sides, *rows = NULL, *result = NULL;
    int max_order;
    Py_ssize_t vocabulary_size;
    if (!PyArg_ParseTuple(arguments, "O!in:count_by_side", &PyTuple_Type, &sides, &max_order,
                          &vocabulary_size))
        return NULL;
    Py_ssize_t count = PyTuple_GET_SIZE(sides);
    if (!check_vocabulary_size(vocabulary_size)) return NULL;
    if (max_order < 1 || count < 1 || count > MOST_SIDES) {
        PyErr_Format(PyExc_ValueError, "max_order is at least 1, and there are 1 to %d sides",
                     (int)MOST_SIDES);
        return NULL;
    }
    SideCountInput input = {
        .side_count = (size_t)count,
        .vocabulary_size = (size_t)vocabulary_size,
        .max_order = max_order,
    };
    SideCountOutput output = {0};
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_buffer *side = &buffers[i * SIDE_BUFFERS];
        if (!get_side(PyTuple_GET_ITEM(sides, i), side, vocabulary_size)) goto done;
        if (side[SEGMENTS].len != buffers[SEGMENTS].len) {
            PyErr_SetString(PyExc_ValueError, "the sides differ in their numbers of segments");
            goto done;
        }
        input.sides[i] = (Side){side[IDS].buf, side[TEXTS].buf, side[SEGMENTS].buf};
    }
    Py_ssize_t segments = number_of(&buffers[SEGMENTS], sizeof(int64_t)) - 1;
    if (segments && max_order > (PY_SSIZE_T_MAX / 8 - 1) / segments) {
        PyErr_NoMemory();
        goto done;
    }
    input.segments = (size_t)segments;
    rows = PyBytes_FromStringAndSize(NULL, (segments * max_order + 1) * 8);
    if (!rows) goto done;
    output.rows = (int64_t *)PyBytes_AS_STRING(rows);
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = count_sides(&input, &watch, &output);
    PyEval_RestoreThread(thread);
    if (status != FINE) {
        raise_status(status);
        goto done;
    }
    int64_t ngrams = output.rows[segments * max_order];
    PyObject *counts = PyBytes_FromStringAndSize((const char *)output.counts,
                                                 (Py_ssize_t)ngrams * count * 4);
    if (counts) result = PyTuple_Pack(2, counts, rows);
    Py_XDECREF(counts);
done:
    Py_XDECREF(rows);
    free(output.counts);
    release_all(buffers, MOST_SIDES * SIDE_BUFFERS);
    return result;
}
