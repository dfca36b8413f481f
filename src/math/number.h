/* SPDX-License-Identifier: MIT */
/* Numbers in text, correctly rounded in both directions and independent of the locale. */
#ifndef TACTI_MATH_NUMBER_H
#define TACTI_MATH_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a decimal number (sign, digits, fraction, exponent; also nan, inf, infinity in any case)
 * that starts at text and ends before end, rounded to the nearest double, ties to even. Returns the
 * first byte after it, or text itself if no number starts there. */
const unsigned char *tacti_read_double(const unsigned char *text, const unsigned char *end,
                                       double *out);

/* Longest text of a double: sign, 17 digits, point, exponent. */
#define TACTI_DOUBLE_TEXT 32

/* Writes the shortest decimal that reads back as x bit for bit ("nan", "inf", "-inf", "-0"),
 * terminated, and returns its length. */
size_t tacti_write_double(char text[TACTI_DOUBLE_TEXT], double x);

#endif
