/* The Python functions on arrays of numbers. */

#include "binding/binding.h"
#include "numbers/numbers.h"

#include <math.h>

/* Apply functions of the C library. NumPy has others for some processors, which differ in the last
 * bit from those of Python's module math. */
static Status apply(double (*function)(double), const double *from, double *to, size_t count)
{
    for (size_t i = 0; i < count; i++) to[i] = function(from[i]);
    return FINE;
}

static Status exp_task(Call *call, const Value *given)
{
    return apply(exp, given->items, call->found[0], given->count);
}

static Status log_task(Call *call, const Value *given)
{
    return apply(log, given->items, call->found[0], given->count);
}

#define OF_EACH OUTPUTS({ITEMS, 0, 1, sizeof(double)})
TASK(exp, NOT_A_METHOD, OF_EACH, {"numbers", FLOAT64})
TASK(log, NOT_A_METHOD, OF_EACH, {"numbers", FLOAT64})

static Status ascending_pairs_task(Call *call, const Value *given)
{
    if (given[0].count > MOST_TOKENS)
        return refuse(call, "there are more than 4,294,967,294 numbers");
    return count_ascending_pairs(given[0].items, given[1].items, given[1].count, call->found[0],
                                 &call->watch);
}

TASK(ascending_pairs, NOT_A_METHOD, OUTPUTS({ITEMS, 1, 1, sizeof(int64_t)}), {"numbers", UINT32},
     {"offsets", OFFSETS_IN, 0})

typedef void (*Draw)(const uint64_t key[2], uint64_t start, uint64_t stop, size_t units,
                     int16_t *drawn);

static PyObject *drawn_with(Draw draw, Call *call, const Value *given)
{
    const Value *key = &given[0];
    int64_t start = given[1].whole, stop = given[2].whole, units = given[3].whole;
    uint64_t words[2] = {0};
    if (key->count != sizeof words || units < 1 || start < 0 || stop < start ||
        stop > PY_SSIZE_T_MAX / units)
        return raise_value_error("the key has 16 bytes, units is at least 1, and start is at least "
                                 "0 and at most stop");
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
    if (!row_size || given[NUMBERS].count % row_size || given[ROWS_OF_WEIGHTS].count % row_size)
        return raise_value_error("numbers and weights are not rows of `units` int16");
    size_t rows = given[NUMBERS].count / row_size, columns = given[ROWS_OF_WEIGHTS].count / row_size;
    int32_t *sums = output(call, 0, rows, columns, sizeof(int32_t));
    if (!sums) return NULL;
    WITHOUT_GIL(call, (add_up_weighted(given[NUMBERS].items, rows, given[ROWS_OF_WEIGHTS].items,
                                       columns, (size_t)units, sums),
                       FINE));
    return finish(call);
}

FUNCTION(draw_counts, {"key", BYTES}, {"start", WHOLE}, {"stop", WHOLE}, {"units", WHOLE})
FUNCTION(draw_exchanges, {"key", BYTES}, {"start", WHOLE}, {"stop", WHOLE}, {"units", WHOLE})
FUNCTION(weighted_sums, {"numbers", BYTES}, {"weights", BYTES}, {"units", WHOLE})

PyMethodDef number_functions[] = {
    DEFINITION(ascending_pairs), DEFINITION(draw_counts), DEFINITION(draw_exchanges),
    DEFINITION(exp), DEFINITION(log), DEFINITION(weighted_sums), {0},
};
