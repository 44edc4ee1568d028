/* The Python functions exp and log: those of the C library, of every number of an array. NumPy has
 * others for some processors, which differ in the last bit from those of Python's module math. */

#include "binding.h"

#include <math.h>

static PyObject *of_each(PyObject *numbers, double (*function)(double))
{
    Py_buffer buffer = {0};
    PyObject *results = NULL;
    if (PyObject_GetBuffer(numbers, &buffer, PyBUF_SIMPLE) < 0) return NULL;
    if (buffer.len % (Py_ssize_t)sizeof(double)) {
        PyErr_SetString(PyExc_ValueError, "numbers are not float64");
        goto done;
    }
    if (!hold_still(&buffer)) goto done;
    results = PyBytes_FromStringAndSize(NULL, buffer.len);
    if (!results) goto done;
    const double *from = buffer.buf;
    double *to = (double *)(void *)PyBytes_AS_STRING(results);
    Py_ssize_t count = number_of(&buffer, sizeof(double));
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < count; i++) to[i] = function(from[i]);
    Py_END_ALLOW_THREADS
done:
    release_all(&buffer, 1);
    return results;
}

const char exp_of_each_doc[] =
    "exp(numbers)\n--\n\nReturn e to the power of each number, float64, as math.exp rounds it.";

PyObject *exp_of_each(PyObject *module, PyObject *numbers)
{
    return of_each(numbers, exp);
}

const char log_of_each_doc[] =
    "log(numbers)\n--\n\n"
    "Return the natural logarithm of each number, float64, as math.log rounds it.";

PyObject *log_of_each(PyObject *module, PyObject *numbers)
{
    return of_each(numbers, log);
}
