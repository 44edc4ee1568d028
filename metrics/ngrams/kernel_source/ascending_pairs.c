/* The Python function ascending_pairs: pairs of numbers of which the later one is greater, the
 * statistic of Kendall's tau. */

#include "binding.h"

const char ascending_pairs_doc[] =
    "ascending_pairs(numbers, offsets)\n--\n\n"
    "Count the pairs of each sequence in which the later number is greater.";

static Status count_pairs(const uint32_t *numbers, const int64_t *offsets, size_t sequences,
                          int64_t *counts, Watch *watch)
{
    for (size_t s = 0; s < sequences; s++) {
        const uint32_t *sequence = numbers + offsets[s];
        size_t length = (size_t)(offsets[s + 1] - offsets[s]);
        counts[s] = 0;
        for (size_t later = 1; later < length; later++) {
            uint32_t number = sequence[later], smaller = 0;
            for (size_t i = 0; i < later; i++) smaller += sequence[i] < number;
            counts[s] += smaller;
            if (watch_ends(watch, later / 8 + 1)) return ENDED;
        }
    }
    return FINE;
}

PyObject *ascending_pairs(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    Py_buffer buffers[2] = {{0}}, *numbers = &buffers[0], *offsets = &buffers[1];
    PyObject *found = NULL, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "y*y*:ascending_pairs", numbers, offsets)) return NULL;
    if (!hold_still(numbers) || !hold_still(offsets)) goto done;
    if (numbers->len % (Py_ssize_t)sizeof(uint32_t)) {
        PyErr_SetString(PyExc_ValueError, "numbers must be unsigned 32-bit numbers");
        goto done;
    }
    Py_ssize_t length = number_of(numbers, sizeof(uint32_t));
    if (length > (Py_ssize_t)MOST_TOKENS) {
        PyErr_SetString(PyExc_ValueError, "there are more than 4,294,967,294 numbers");
        goto done;
    }
    if (!check_offsets(offsets, length, "offsets")) goto done;
    Py_ssize_t sequences = number_of(offsets, sizeof(int64_t)) - 1;
    found = PyBytes_FromStringAndSize(NULL, sequences * (Py_ssize_t)sizeof(int64_t));
    if (!found) goto done;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = count_pairs(numbers->buf, offsets->buf, (size_t)sequences,
                                (int64_t *)PyBytes_AS_STRING(found), &watch);
    PyEval_RestoreThread(thread);
    if (status == FINE) result = Py_NewRef(found);
    else raise_status(status);
done:
    Py_XDECREF(found);
    release_all(buffers, 2);
    return result;
}
