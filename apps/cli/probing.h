/* SPDX-License-Identifier: MIT */
/* What ray and nearest have in common: one mesh, and one question or a file of questions with one
 * line of numbers each. Each command provides functions that ask and answer. */
#ifndef TACT_CLI_PROBING_H
#define TACT_CLI_PROBING_H

#include <tact/tact.h>

#include "json.h"
#include "models.h"

typedef struct probing probing;

/* The functions and constants of a command. */
typedef struct probing_verbs {
    const char *stream;  /* the option that names a file of questions */
    size_t numbers;      /* per question */
    const char *meaning; /* of the numbers; completes the message "a line has 6: " */
    size_t answer_bytes;
    /* Answers the first count questions. */
    tact_status (*ask)(probing *p, size_t count);
    /* Whether the exit status is CLI_FOUND. */
    bool (*is_found)(const probing *p, size_t at);
    /* The answer as text, on several lines or on one. */
    void (*show)(probing *p, size_t at);
    void (*show_line)(probing *p, size_t at);
    /* Writes the members of the JSON object. */
    void (*write)(probing *p, size_t at, json_writer *json);
} probing_verbs;

struct probing {
    const probing_verbs *verbs;
    const cli_args *args;
    cli_output *output;
    model_pair models;
    tact_instance instance;
    tact_options options; /* with the limit from the command line */
    size_t capacity;
    double *numbers; /* of all questions */
    uint64_t *lines; /* line numbers; 0 without a file */
    void *answers;
    double seconds; /* spent on answers */
    uint64_t asked;
    bool found;
};

/* Runs a command with its options. numbers are those of the only question; NULL if a file has the
 * questions. */
cli_exit probing_run(probing *p, const double *numbers);

/* Writes the members triangle, part (if the file has parts) and feature; null if nothing was hit.
 */
void probing_write_triangle(const probing *p, uint32_t triangle, tact_feature feature,
                            json_writer *json);

#endif
