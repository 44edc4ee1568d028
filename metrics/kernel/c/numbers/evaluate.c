/* Formulas as data. A few rows are computed at a time, so that all their numbers stay in the
 * cache. */

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
    const double *sums; /* of columns and rows */
    const uint32_t *results;
    size_t length, rows, kept;
    Numbers *values; /* of the steps */
} Formula;

INLINED void evaluate(const Formula *formula, double *found, Work *work)
{
    for (size_t start = 0; start < formula->rows; start += AT_ONCE) {
        size_t count = LESSER(AT_ONCE, formula->rows - start);
        for (size_t place = 0; place < formula->length; place++) {
            const Step *step = &formula->steps[place];
            double *to = formula->values[place];
            if (step->operation == COLUMN)
                memcpy(to, formula->sums + step->operands[0] * formula->rows + start,
                       count * sizeof *to);
            else take_step(step, (const Numbers *)formula->values, to, count);
        }
        for (size_t i = 0; i < formula->kept; i++)
            memcpy(found + i * formula->rows + start, formula->values[formula->results[i]],
                   count * sizeof *found);
        watch(work, formula->length * count);
    }
}

WITH_AVX2 static void evaluate_by_avx2(const Formula *formula, double *found, Work *work)
{
    evaluate(formula, found, work);
}

/* Whether steps read only columns, numbers and earlier steps. */
static int are_steps(const Step *steps, size_t length, size_t columns, size_t numbers)
{
    int fine = 1;
    for (size_t place = 0; place < length; place++)
        for (int i = 0; i < 3; i++) {
            uint32_t operation = steps[place].operation, operand = steps[place].operands[i];
            size_t limit = operation == COLUMN ? columns : operation == CONSTANT ? numbers : place;
            fine &= operation < OPERATIONS && operand < limit;
        }
    return fine;
}

static void evaluate_task(Call *call, const Value *given)
{
    enum { STEPS, CONSTANTS, RESULTS, SUMS, ROWS };
    const double *constants = given[CONSTANTS].items;
    size_t length = given[STEPS].bytes / sizeof(Step), rows = given[ROWS].count;
    Formula formula = {given[STEPS].items, given[SUMS].items, given[RESULTS].items, length, rows,
                       given[RESULTS].count, NULL};
    if (given[STEPS].bytes % sizeof(Step) || (rows ? given[SUMS].count % rows : given[SUMS].count))
        refuse(call, "steps have four numbers, and sums those of each row");
    if (!are_steps(formula.steps, length, rows ? given[SUMS].count / rows : UNKNOWN,
                   given[CONSTANTS].count))
        refuse(call, "steps read what is not before them");
    for (size_t i = 0; i < formula.kept; i++)
        if (formula.results[i] >= length) refuse(call, "results are not places of steps");
    ALLOCATE(&call->work, formula.values, length);
    for (size_t place = 0; place < length; place++)
        if (formula.steps[place].operation == CONSTANT)
            for (size_t i = 0; i < AT_ONCE; i++)
                formula.values[place][i] = constants[formula.steps[place].operands[0]];
    if (uses_avx2) evaluate_by_avx2(&formula, call->found[0], &call->work);
    else evaluate(&formula, call->found[0], &call->work);
}

TASK(evaluate, NOT_A_METHOD, OUTPUTS({ITEMS, 2, COUNT_OF(4), sizeof(double)}), {"steps", UINT32},
     {"numbers", FLOAT64}, {"results", UINT32}, {"sums", FLOAT64}, {"rows", LIMIT})
