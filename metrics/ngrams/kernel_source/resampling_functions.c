/* The Python functions draw_counts, draw_exchanges and weighted_sums. */

#include "binding.h"
#include "resampling.h"

typedef void (*Draw)(const uint64_t key[2], uint64_t start, uint64_t stop, size_t units,
                     int16_t *drawn);

static PyObject *drawn_with(Draw draw, PyObject *arguments)
{
    Py_buffer key = {0};
    Py_ssize_t start, stop, units;
    PyObject *drawn = NULL;
    if (!PyArg_ParseTuple(arguments, "y*nnn", &key, &start, &stop, &units)) return NULL;
    uint64_t words[2] = {0};
    if (key.len != sizeof words || units < 1 || start < 0 || stop < start ||
        stop > PY_SSIZE_T_MAX / units || stop - start > PY_SSIZE_T_MAX / 2 / units) {
        PyErr_SetString(PyExc_ValueError, "the key has 16 bytes, units is at least 1, and start is "
                                          "at least 0 and at most stop");
        goto done;
    }
    for (size_t i = 0; i < sizeof words; i++) /* little-endian */
        words[i / 8] |= (uint64_t)((const uint8_t *)key.buf)[i] << (8 * (i % 8));
    drawn = PyBytes_FromStringAndSize(NULL, (stop - start) * units * 2);
    if (!drawn) goto done;
    Py_BEGIN_ALLOW_THREADS
    draw(words, (uint64_t)start, (uint64_t)stop, (size_t)units,
         (int16_t *)PyBytes_AS_STRING(drawn));
    Py_END_ALLOW_THREADS
done:
    release_all(&key, 1);
    return drawn;
}

const char draw_counts_doc[] =
    "draw_counts(key, start, stop, units)\n--\n\n"
    "Count how often each unit is drawn in each resample, as int16.";

PyObject *draw_counts(PyObject *module, PyObject *arguments)
{
    return drawn_with(count_draws, arguments);
}

const char draw_exchanges_doc[] =
    "draw_exchanges(key, start, stop, units)\n--\n\n"
    "Return 1 for each unit that two systems exchange in a resample, else 0, as int16.";

PyObject *draw_exchanges(PyObject *module, PyObject *arguments)
{
    return drawn_with(mark_exchanges, arguments);
}

const char weighted_sums_doc[] =
    "weighted_sums(numbers, weights, units)\n--\n\n"
    "Add up the products of each row of numbers and each row of weights, modulo 2^32.";

PyObject *weighted_sums(PyObject *module, PyObject *arguments)
{
    Py_buffer buffers[2] = {{0}};
    Py_ssize_t units;
    PyObject *sums = NULL;
    if (!PyArg_ParseTuple(arguments, "y*y*n", &buffers[0], &buffers[1], &units)) return NULL;
    Py_ssize_t row_size = units < 1 || units > PY_SSIZE_T_MAX / 2 ? 0 : units * 2;
    if (!row_size || buffers[0].len % row_size || buffers[1].len % row_size) {
        PyErr_SetString(PyExc_ValueError, "numbers and weights are not rows of `units` int16");
        goto done;
    }
    Py_ssize_t rows = buffers[0].len / row_size, columns = buffers[1].len / row_size;
    if (columns && rows > PY_SSIZE_T_MAX / 4 / columns) {
        PyErr_NoMemory();
        goto done;
    }
    if (!hold_still(&buffers[0]) || !hold_still(&buffers[1])) goto done;
    sums = PyBytes_FromStringAndSize(NULL, rows * columns * 4);
    if (!sums) goto done;
    Py_BEGIN_ALLOW_THREADS
    add_up_weighted(buffers[0].buf, (size_t)rows, buffers[1].buf, (size_t)columns, (size_t)units,
                    (int32_t *)PyBytes_AS_STRING(sums));
    Py_END_ALLOW_THREADS
done:
    release_all(buffers, 2);
    return sums;
}
