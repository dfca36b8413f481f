/* SPDX-License-Identifier: MIT */
/* On which side of a line is a point? A picture of the simplest formula going wrong: points of a
 * tiny grid around (0.5, 0.5), with neighbours one ulp apart, against the line y = x through (12,
 * 12) and (24, 24). The grid is that of Kettner, Mehlhorn, Pion, Schirra and Yap, "Classroom
 * examples of robustness problems in geometric computations". */
#include <stdio.h>

#include <tact/tact.h>

#define SIZE 32

/* The determinant in plain doubles. */
static int plain_orient2d(tact_vec2 a, tact_vec2 b, tact_vec2 c) {
    double value = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return (value > 0) - (value < 0);
}

int main(void) {
    const double ulp = 0x1p-53; /* the spacing of doubles from 0.5 to 1 */
    const tact_vec2 b = {12, 12};
    const tact_vec2 c = {24, 24};
    int wrong_plain = 0;
    int wrong_exact = 0;

    printf("Each character is a point; neighbours are one ulp apart.\n");
    printf("'/' left of the line, '.' right of it, 'O' on it.\n\n");
    printf("%-*s   %s\n", SIZE, "plain doubles", "tact_orient2d");
    for (int row = SIZE - 1; row >= 0; row--) {
        char plain_row[SIZE + 1] = {0};
        char exact_row[SIZE + 1] = {0};
        for (int column = 0; column < SIZE; column++) {
            tact_vec2 a = {0.5 + column * ulp, 0.5 + row * ulp};
            int truth = (row > column) - (row < column); /* the line is the diagonal */
            int plain = plain_orient2d(a, b, c);
            int exact = tact_orient2d(&a, &b, &c);
            plain_row[column] = ".O/"[plain + 1];
            exact_row[column] = ".O/"[exact + 1];
            wrong_plain += plain != truth;
            wrong_exact += exact != truth;
        }
        printf("%s   %s\n", plain_row, exact_row);
    }
    printf("\nwrong signs of %d: plain %d, tact %d\n", SIZE * SIZE, wrong_plain, wrong_exact);
    return wrong_exact == 0 && wrong_plain > 0 ? 0 : 1;
}
