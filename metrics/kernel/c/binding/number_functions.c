/* The Python functions exp, log, draw_counts, draw_exchanges and weighted_sums. */

#include "binding/binding.h"
#include "numbers/resampling.h"

#include <math.h>

/* Apply functions of the C library. NumPy has others for some processors, which differ in the last
 * bit from those of Python's module math. */
static Status apply(double (*function)(double), const double *from, double *to, size_t count)
{
    for (size_t i = 0; i < count; i++) to[i] = function(from[i]);
    return FINE;
}

static PyObject *of_each(Call *call, const Value *numbers, double (*function)(double))
{
    double *to = output(call, 0, numbers->count, 1, sizeof(double));
    if (!to) return NULL;
    WITHOUT_GIL(call, apply(function, numbers->items, to, numbers->count));
    return finish(call);
}

static PyObject *python_exp(Call *call, const Value *given)
{
    return of_each(call, given, exp);
}

static PyObject *python_log(Call *call, const Value *given)
{
    return of_each(call, given, log);
}

typedef void (*Draw)(const uint64_t key[2], uint64_t start, uint64_t stop, size_t units,
                     int16_t *drawn);

static PyObject *drawn_with(Draw draw, Call *call, const Value *given)
{
    const Value *key = &given[0];
    int64_t start = given[1].whole, stop = given[2].whole, units = given[3].whole;
    uint64_t words[2] = {0};
    if (key->count != sizeof words || units < 1 || start < 0 || stop < start ||
        stop > PY_SSIZE_T_MAX / units) {
        PyErr_SetString(PyExc_ValueError, "the key has 16 bytes, units is at least 1, and start is "
                                          "at least 0 and at most stop");
        return NULL;
    }
    for (size_t i = 0; i < sizeof words; i++) /* little-endian */
        words[i / 8] |= (uint64_t)((const uint8_t *)key->items)[i] << (8 * (i % 8));
    int16_t *drawn = output(call, 0, (size_t)(stop - start), (size_t)units, sizeof(int16_t));
    if (!drawn) return NULL;
    WITHOUT_GIL(call, (draw(words, (uint64_t)start, (uint64_t)stop, (size_t)units, drawn), FINE));
    return finish(call);
}

static PyObject *python_draw_counts(Call *call, const Value *given)
{
    return drawn_with(count_draws, call, given);
}

static PyObject *python_draw_exchanges(Call *call, const Value *given)
{
    return drawn_with(mark_exchanges, call, given);
}

static PyObject *python_weighted_sums(Call *call, const Value *given)
{
    enum { NUMBERS, ROWS_OF_WEIGHTS, UNITS };
    int64_t units = given[UNITS].whole;
    size_t row_size = units < 1 || units > PY_SSIZE_T_MAX / 2 ? 0 : (size_t)units * sizeof(int16_t);
    if (!row_size || given[NUMBERS].count % row_size || given[ROWS_OF_WEIGHTS].count % row_size) {
        PyErr_SetString(PyExc_ValueError, "numbers and weights are not rows of `units` int16");
        return NULL;
    }
    size_t rows = given[NUMBERS].count / row_size, columns = given[ROWS_OF_WEIGHTS].count / row_size;
    int32_t *sums = output(call, 0, rows, columns, sizeof(int32_t));
    if (!sums) return NULL;
    WITHOUT_GIL(call, (add_up_weighted(given[NUMBERS].items, rows, given[ROWS_OF_WEIGHTS].items,
                                       columns, (size_t)units, sums),
                       FINE));
    return finish(call);
}

FUNCTION(exp, {"numbers", FLOAT64})
FUNCTION(log, {"numbers", FLOAT64})
FUNCTION(draw_counts, {"key", BYTES}, {"start", WHOLE}, {"stop", WHOLE}, {"units", WHOLE})
FUNCTION(draw_exchanges, {"key", BYTES}, {"start", WHOLE}, {"stop", WHOLE}, {"units", WHOLE})
FUNCTION(weighted_sums, {"numbers", BYTES}, {"weights", BYTES}, {"units", WHOLE})

PyMethodDef number_functions[] = {
    DEFINITION(exp, "exp(numbers)\n--\n\n"
                    "Return e to the power of each number, float64, as math.exp rounds it."),
    DEFINITION(log, "log(numbers)\n--\n\n"
                    "Return the natural logarithm of each number, float64, as math.log rounds it."),
    DEFINITION(draw_counts, "draw_counts(key, start, stop, units)\n--\n\n"
                            "Count how often each unit is drawn in each resample, as int16."),
    DEFINITION(draw_exchanges,
               "draw_exchanges(key, start, stop, units)\n--\n\n"
               "Return 1 for each unit that two systems exchange in a resample, else 0, as int16."),
    DEFINITION(weighted_sums,
               "weighted_sums(numbers, weights, units)\n--\n\n"
               "Add up the products of each row of numbers and each row of weights, modulo 2^32."),
    {NULL, NULL, 0, NULL},
};
