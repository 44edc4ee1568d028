/* Weighted sums of small whole numbers modulo 2^32, a product of two matrices without rounding.
 * Compilers turn the inner loop into instructions that multiply pairs of 16-bit numbers and add
 * the products. */

#include "binding/binding.h"

enum {
    ROWS = 4, /* with two columns, all sums are kept in registers */
    UNITS = 1 << 10, /* parts of as many rows and columns are kept in the cache */
};

INLINED uint32_t times(int16_t one, int16_t other)
{
    return (uint32_t)((int32_t)one * other); /* unsigned: the sum wraps */
}

INLINED uint32_t added(int32_t sum, uint32_t more)
{
    return (uint32_t)sum + more;
}

INLINED void add_four_by_two(const int16_t *numbers, const int16_t *weights, size_t units,
                             size_t length, int32_t *sums, size_t columns)
{
    const int16_t *a = numbers, *b = a + units, *c = b + units, *d = c + units;
    const int16_t *one = weights, *other = weights + units;
    uint32_t a1 = 0, a2 = 0, b1 = 0, b2 = 0, c1 = 0, c2 = 0, d1 = 0, d2 = 0;
    for (size_t i = 0; i < length; i++) {
        a1 += times(a[i], one[i]), a2 += times(a[i], other[i]);
        b1 += times(b[i], one[i]), b2 += times(b[i], other[i]);
        c1 += times(c[i], one[i]), c2 += times(c[i], other[i]);
        d1 += times(d[i], one[i]), d2 += times(d[i], other[i]);
    }
    const uint32_t found[ROWS][2] = {{a1, a2}, {b1, b2}, {c1, c2}, {d1, d2}};
    for (size_t row = 0; row < ROWS; row++, sums += columns)
        for (size_t column = 0; column < 2; column++)
            sums[column] = (int32_t)added(sums[column], found[row][column]);
}

INLINED void add_one(const int16_t *numbers, const int16_t *weights, size_t length, int32_t *sum)
{
    uint32_t found = 0;
    for (size_t i = 0; i < length; i++) found += times(numbers[i], weights[i]);
    *sum = (int32_t)added(*sum, found);
}

INLINED void add_up(const int16_t *numbers, size_t rows, const int16_t *weights, size_t columns,
                    size_t units, int32_t *sums)
{
    memset(sums, 0, rows * columns * sizeof *sums);
    for (size_t start = 0; start < units; start += UNITS) {
        size_t length = units - start < UNITS ? units - start : UNITS;
        for (size_t row = 0; row < rows; row += ROWS)
            for (size_t column = 0; column < columns; column += 2) {
                const int16_t *of_rows = numbers + row * units + start;
                const int16_t *of_columns = weights + column * units + start;
                int32_t *found = sums + row * columns + column;
                if (rows - row >= ROWS && columns - column >= 2) {
                    add_four_by_two(of_rows, of_columns, units, length, found, columns);
                    continue;
                }
                for (size_t i = 0; i < ROWS && i < rows - row; i++)
                    for (size_t j = 0; j < 2 && j < columns - column; j++)
                        add_one(of_rows + i * units, of_columns + j * units, length,
                                found + i * columns + j);
            }
    }
}

WITH_AVX2 static void add_up_by_avx2(const int16_t *numbers, size_t rows, const int16_t *weights,
                                     size_t columns, size_t units, int32_t *sums)
{
    add_up(numbers, rows, weights, columns, units, sums);
}

static PyObject *python_weighted_sums(Call *call, const Value *given)
{
    enum { NUMBERS, ROWS_OF_WEIGHTS, LENGTH };
    int64_t units = given[LENGTH].whole;
    size_t row_size = units < 1 || units > PY_SSIZE_T_MAX / 2 ? 0 : (size_t)units * sizeof(int16_t);
    if (!row_size || given[NUMBERS].count % row_size || given[ROWS_OF_WEIGHTS].count % row_size)
        refuse(call, "numbers and weights are not rows of `units` int16");
    size_t rows = given[NUMBERS].count / row_size, columns = given[ROWS_OF_WEIGHTS].count / row_size;
    int32_t *sums = output(call, 0, rows, columns, sizeof(int32_t));
    const int16_t *numbers = given[NUMBERS].items, *weights = given[ROWS_OF_WEIGHTS].items;
    WITHOUT_GIL(call,
                if (uses_avx2) add_up_by_avx2(numbers, rows, weights, columns, (size_t)units, sums);
                else add_up(numbers, rows, weights, columns, (size_t)units, sums));
    return finish(call);
}

FUNCTION(weighted_sums, {"numbers", BYTES}, {"weights", BYTES}, {"units", WHOLE})
