/* Differences between two scores after exchanges, from formulas as data. A few exchanges are
 * computed at a time, so that all their numbers stay in the cache. */

#include "binding/binding.h"

#include <math.h>

enum { AT_ONCE = 64 };

/* In the order of `OPERATIONS` in the twin. */
typedef enum {
    COLUMN, CONSTANT, ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, AND, OR, EQUAL, UNEQUAL, LESS,
    AT_MOST, MORE_THAN, AT_LEAST, NOT, EXP, LOG, WHERE, RATIO, OPERATIONS,
} Operation;

typedef struct {
    uint32_t operation, operands[3]; /* the column or number, or the places of earlier steps */
} Step;

typedef double Numbers[AT_ONCE];

#define EACH(value)                                \
    for (size_t i = 0; i < count; i++) to[i] = (value); \
    break

INLINED void take_step(const Step *step, const Numbers *of, double *restrict to, size_t count)
{
    const double *a = of[step->operands[0]], *b = of[step->operands[1]];
    const double *c = of[step->operands[2]];
    switch ((Operation)step->operation) {
    case ADD: EACH(a[i] + b[i]);
    case SUBTRACT: EACH(a[i] - b[i]);
    case MULTIPLY: EACH(a[i] * b[i]);
    case DIVIDE: EACH(a[i] / b[i]);
    case POWER: EACH(pow(a[i], b[i]));
    case AND: EACH(a[i] * b[i]);
    case OR: EACH(a[i] > b[i] ? a[i] : b[i]);
    case EQUAL: EACH(a[i] == b[i] ? 1.0 : 0.0);
    case UNEQUAL: EACH(a[i] != b[i] ? 1.0 : 0.0);
    case LESS: EACH(a[i] < b[i] ? 1.0 : 0.0);
    case AT_MOST: EACH(a[i] <= b[i] ? 1.0 : 0.0);
    case MORE_THAN: EACH(a[i] > b[i] ? 1.0 : 0.0);
    case AT_LEAST: EACH(a[i] >= b[i] ? 1.0 : 0.0);
    case NOT: EACH(1.0 - a[i]);
    case EXP: EACH(exp(a[i]));
    case LOG: EACH(log(a[i]));
    case WHERE: EACH(a[i] != 0 ? b[i] : c[i]);
    case RATIO:
        for (size_t i = 0; i < count; i++) to[i] = a[i] / b[i];
        EACH(b[i] == 0 ? c[i] : to[i]);
    default: break; /* columns and numbers are there */
    }
}

typedef struct {
    const Step *steps;
    const double *totals, *moved; /* of columns and systems; of columns, systems and exchanges */
    size_t length, systems, exchanges;
    Numbers *values; /* of the steps */
} Formula;

/* Compute the scores of one system with what it gets from another, in some exchanges. */
INLINED const double *scores(const Formula *formula, size_t system, size_t other, size_t start,
                             size_t count)
{
    for (size_t place = 0; place < formula->length; place++) {
        const Step *step = &formula->steps[place];
        double *restrict to = formula->values[place];
        if (step->operation != COLUMN) {
            take_step(step, (const Numbers *)formula->values, to, count);
            continue;
        }
        size_t own = step->operands[0] * formula->systems + system, got = own - system + other;
        const double *gone = formula->moved + own * formula->exchanges + start;
        const double *come = formula->moved + got * formula->exchanges + start;
        for (size_t i = 0; i < count; i++) to[i] = formula->totals[own] - gone[i] + come[i];
    }
    return formula->values[formula->length - 1];
}

INLINED void subtract(const Formula *formula, const uint32_t *pairs, size_t count, double *found,
                      Work *work)
{
    for (size_t pair = 0; pair < count; pair++, found += formula->exchanges) {
        uint32_t one = pairs[2 * pair], other = pairs[2 * pair + 1];
        for (size_t start = 0; start < formula->exchanges; start += AT_ONCE) {
            size_t length = LESSER(AT_ONCE, formula->exchanges - start);
            memcpy(found + start, scores(formula, one, other, start, length), length * sizeof *found);
            const double *less = scores(formula, other, one, start, length);
            for (size_t i = 0; i < length; i++) found[start + i] -= less[i];
        }
        watch(work, formula->length * formula->exchanges);
    }
}

WITH_AVX2 static void subtract_by_avx2(const Formula *formula, const uint32_t *pairs, size_t count,
                                       double *found, Work *work)
{
    subtract(formula, pairs, count, found, work);
}

/* Whether steps read only columns, numbers and earlier steps. */
static int are_steps(const Step *steps, size_t length, size_t columns, size_t numbers)
{
    int fine = length > 0;
    for (size_t place = 0; place < length; place++)
        for (int i = 0; i < 3; i++) {
            uint32_t operation = steps[place].operation, operand = steps[place].operands[i];
            size_t limit = operation == COLUMN ? columns : operation == CONSTANT ? numbers : place;
            fine &= operation < OPERATIONS && operand < limit;
        }
    return fine;
}

static PyObject *python_exchanged_differences(Call *call, const Value *given)
{
    enum { STEPS, CONSTANTS, TOTALS, MOVED, SYSTEMS, PAIRS_OF_SYSTEMS };
    size_t systems = given[SYSTEMS].count, totals = given[TOTALS].count;
    if (!totals || totals % systems || given[MOVED].count % totals)
        refuse(call, "totals and moved are not sums of all systems");
    if (given[STEPS].bytes % sizeof(Step) || given[PAIRS_OF_SYSTEMS].count % 2)
        refuse(call, "steps have four numbers, and pairs two");
    Formula formula = {given[STEPS].items, given[TOTALS].items, given[MOVED].items,
                       given[STEPS].bytes / sizeof(Step), systems, given[MOVED].count / totals, NULL};
    if (!are_steps(formula.steps, formula.length, totals / systems, given[CONSTANTS].count))
        refuse(call, "steps read what is not before them");
    size_t pairs = given[PAIRS_OF_SYSTEMS].count / 2;
    double *found = output(call, 0, pairs, formula.exchanges, sizeof *found);
    const uint32_t *of_pairs = given[PAIRS_OF_SYSTEMS].items;
    const double *constants = given[CONSTANTS].items;
    ALLOCATE(&call->work, formula.values, formula.length);
    for (size_t place = 0; place < formula.length; place++)
        if (formula.steps[place].operation == CONSTANT)
            for (size_t i = 0; i < AT_ONCE; i++)
                formula.values[place][i] = constants[formula.steps[place].operands[0]];
    WITHOUT_GIL(call, if (uses_avx2) subtract_by_avx2(&formula, of_pairs, pairs, found, &call->work);
                else subtract(&formula, of_pairs, pairs, found, &call->work));
    return finish(call);
}

FUNCTION(exchanged_differences, {"steps", UINT32}, {"numbers", FLOAT64}, {"totals", FLOAT64},
         {"moved", FLOAT64}, {"systems", POSITIVE}, {"pairs", IDS_BELOW, 4})
