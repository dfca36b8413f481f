/* SPDX-License-Identifier: MIT */
/* What ray and nearest have in common: one mesh, and one question or a stream of them, a line of
 * numbers each. A command says how it asks and answers. */
#ifndef TACT_CLI_PROBING_H
#define TACT_CLI_PROBING_H

#include <tact/tact.h>

#include "json.h"
#include "models.h"

typedef struct probing probing;

/* How a command asks and answers. */
typedef struct probing_verbs {
    const char *stream;  /* the option that names a file of questions */
    size_t numbers;      /* of a question */
    const char *meaning; /* of them, after "a line has 6: " */
    size_t answer_bytes;
    /* Answers the first count questions. */
    tact_status (*ask)(probing *p, size_t count);
    /* Whether the answer is what was asked for: the exit status. */
    bool (*is_found)(const probing *p, size_t at);
    /* For people: several lines, or one. */
    void (*show)(probing *p, size_t at);
    void (*show_line)(probing *p, size_t at);
    /* The members of an object. */
    void (*write)(probing *p, size_t at, json_writer *json);
} probing_verbs;

struct probing {
    const probing_verbs *verbs;
    const cli_args *args;
    cli_output *output;
    model_pair models;
    tact_instance instance;
    tact_options options; /* with the limit of the command */
    size_t capacity;
    double *numbers; /* of all questions */
    uint64_t *lines; /* of the file; 0 without */
    void *answers;
    double seconds; /* that answering took */
    uint64_t asked;
    bool found;
};

/* Runs a command with its options. numbers are those of the only question, NULL where a file has
 * them.
 */
cli_exit probing_run(probing *p, const double *numbers);

/* Reads an option of so many numbers; CLI_USAGE, with a line on stderr, where it has others. */
cli_exit probing_read(const cli_args *args, const char *option, double *out, size_t count,
                      const char *what);
/* Reads an option that is a number of 0 or more; *out stays where it is not given. */
cli_exit probing_read_amount(const cli_args *args, const char *option, double *out);

/* The first line for people. */
void probing_show_title(probing *p, const char *text);
/* The members triangle, part (where the file has parts) and feature; null where there is none. */
void probing_write_triangle(const probing *p, uint32_t triangle, tact_feature feature,
                            json_writer *json);

#endif
