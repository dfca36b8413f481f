/* SPDX-License-Identifier: MIT */
/* Pieces of the lines of the library's own text files (io/checksum.h): keywords, counts, numbers,
 * and words of 64 bits. All skip the blanks before them; all set the error with the line. */
#ifndef TACTI_IO_LINE_H
#define TACTI_IO_LINE_H

#include "io/scan.h"

/* Reads one certain word. */
tact_status tacti_line_keyword(tacti_scan *scan, const char *word);
/* Reads the end of the line. */
tact_status tacti_line_end(tacti_scan *scan);
/* Reads a whole number from 0 to most, which is below 2^32. */
tact_status tacti_line_count(tacti_scan *scan, const char *what, int64_t most, uint32_t *out);
/* Reads a double; it may be infinite or NaN. */
tact_status tacti_line_number(tacti_scan *scan, const char *what, double *out);
/* Reads 16 hexadecimal digits. */
tact_status tacti_line_bits(tacti_scan *scan, const char *what, uint64_t *out);
/* The value of a hexadecimal digit in lower case; -1 for other characters. */
int tacti_hex_digit(unsigned char c);
/* Reads the rest of the line without its blanks at the start: text of less than bytes bytes, which
 * is stored with a terminator. */
tact_status tacti_line_rest(tacti_scan *scan, const char *what, char *out, size_t bytes);

#endif
