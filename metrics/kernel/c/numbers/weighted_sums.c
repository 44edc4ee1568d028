/* Weighted sums of small whole numbers, a product of two matrices without rounding. Compilers turn
 * the inner loop into instructions that multiply pairs of 16-bit numbers and add the products. */

#include "numbers/numbers.h"

#include "vectors.h"

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

void add_up_weighted(const int16_t *numbers, size_t rows, const int16_t *weights, size_t columns,
                     size_t units, int32_t *sums)
{
    if (uses_avx2) add_up_by_avx2(numbers, rows, weights, columns, units, sums);
    else add_up(numbers, rows, weights, columns, units, sums);
}
