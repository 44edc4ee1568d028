/* Functions of arrays of numbers. */

#include "binding/binding.h"

#include <math.h>

/* Apply functions of the C library. NumPy has others for some processors, which differ in the last
 * bit from those of Python's module math. */
static void apply(double (*function)(double), const double *from, double *to, size_t count)
{
    for (size_t i = 0; i < count; i++) to[i] = function(from[i]);
}

static void exp_task(Call *call, const Value *given)
{
    apply(exp, given->items, call->found[0], given->count);
}

static void log_task(Call *call, const Value *given)
{
    apply(log, given->items, call->found[0], given->count);
}

#define OF_EACH OUTPUTS({ITEMS, 0, 1, sizeof(double)})
TASK(exp, NOT_A_METHOD, OF_EACH, {"numbers", FLOAT64})
TASK(log, NOT_A_METHOD, OF_EACH, {"numbers", FLOAT64})
