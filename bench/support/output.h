/* SPDX-License-Identifier: MIT */
/* Files that programs write, and the parts of JSON in them. */
#ifndef TACT_BENCH_OUTPUT_H
#define TACT_BENCH_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/* Opens a file for writing. Prints a message on stderr and returns NULL if that fails. */
FILE *bench_output_open(const char *path);
/* Closes a file. Prints a message on stderr and returns false if a write failed. */
bool bench_output_close(FILE *file, const char *path);

/* A string with its quotes. */
void bench_write_text(FILE *file, const char *text);
/* A number, or null for one that is not finite. */
void bench_write_number(FILE *file, double x);
/* A member of an object: its name, and a string or a number. */
void bench_write_text_member(FILE *file, const char *name, const char *text);
void bench_write_number_member(FILE *file, const char *name, double x);
/* What separates one item of a list from the next: a comma, unless the item is the last one. */
void bench_write_list_break(FILE *file, bool is_last);

#endif
