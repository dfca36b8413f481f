/* SPDX-License-Identifier: MIT */
/* Numbers as text, in and out, the same whatever the locale. Printed numbers read back as the same
 * double. */
#ifndef TACT_CLI_NUMBER_H
#define TACT_CLI_NUMBER_H

#include <stddef.h>

typedef enum number_status {
    NUMBER_OK,
    NUMBER_EMPTY,      /* there is no text */
    NUMBER_SYNTAX,     /* it is not a number */
    NUMBER_NOT_FINITE, /* it is "nan" or "inf" in some spelling */
    NUMBER_TOO_LARGE,  /* it is beyond the largest double */
    NUMBER_NO_MEMORY
} number_status;

/* Reads a decimal or hexadecimal number (1, -2.5e-3, 0x1.8p-4) that fills the text, rounded to the
 * nearest double. *out is written only where the answer is NUMBER_OK. */
number_status number_read(const char *text, size_t length, double *out);

/* A list of numbers, or the number of it that is wrong. */
typedef struct number_list {
    size_t count;         /* how many were read, also those beyond the capacity */
    number_status status; /* NUMBER_OK, or what is wrong with number count */
    const char *text;     /* that number, */
    size_t length;        /* as it is written */
} number_list;

/* Reads numbers split by blanks, by a comma, or by a comma among blanks, and keeps the first
 * capacity of them in out. */
number_list number_read_list(const char *text, double *out, size_t capacity);

#define NUMBER_FAULT_SIZE 128

/* Says which number is wrong and why: "number 3 is not a number: 'x'". Returns text. */
const char *number_list_fault(const number_list *list, char text[NUMBER_FAULT_SIZE]);

/* What is wrong, as the end of a sentence that starts with the number: "is not a number". */
const char *number_status_text(number_status status);

#define NUMBER_TEXT_SIZE 32

/* Writes the value with 15, 16 or 17 digits, the fewest that read back as the same double. Returns
 * text. Not finite: "inf", "-inf", "nan". */
const char *number_write(double value, char text[NUMBER_TEXT_SIZE]);

#endif
