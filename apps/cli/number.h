/* SPDX-License-Identifier: MIT */
/* Reads and writes numbers as text, independent of the locale. Printed numbers read back as the
 * same double. */
#ifndef TACT_CLI_NUMBER_H
#define TACT_CLI_NUMBER_H

#include <stddef.h>

typedef enum number_status {
    NUMBER_OK,
    NUMBER_EMPTY,      /* the text is empty */
    NUMBER_SYNTAX,     /* not a number */
    NUMBER_NOT_FINITE, /* "nan" or "inf" in any spelling */
    NUMBER_TOO_LARGE,  /* beyond the largest double */
    NUMBER_NO_MEMORY
} number_status;

/* Reads the whole text as a decimal or hexadecimal number (1, -2.5e-3, 0x1.8p-4), rounded to the
 * nearest double. *out is written only on NUMBER_OK. */
number_status number_read(const char *text, size_t length, double *out);

/* The result of reading a list of numbers. */
typedef struct number_list {
    size_t count;         /* how many were read, including those beyond the capacity */
    number_status status; /* NUMBER_OK, or what is wrong with the number at index count */
    const char *text;     /* that number */
    size_t length;        /* of text */
} number_list;

/* Reads numbers separated by blanks, by a comma, or by a comma with blanks around it, and stores
 * the first capacity of them in out. */
number_list number_read_list(const char *text, double *out, size_t capacity);

#define NUMBER_FAULT_SIZE 128

/* Which number is wrong and why: "number 3 is not a number: 'x'". Returns text. */
const char *number_list_fault(const number_list *list, char text[NUMBER_FAULT_SIZE]);

/* What is wrong, as the end of a sentence about the number: "is not a number". */
const char *number_status_text(number_status status);

#define NUMBER_TEXT_SIZE 32

/* Writes the value with 15, 16 or 17 digits, the fewest that read back as the same double, or
 * "inf",
 * "-inf" or "nan". Returns text. */
const char *number_write(double value, char text[NUMBER_TEXT_SIZE]);

#endif
