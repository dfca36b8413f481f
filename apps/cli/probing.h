/* SPDX-License-Identifier: MIT */
/* What ray and nearest have in common: one mesh or shape, and one question or a file of questions
 * with one line of numbers each. Each command provides functions that ask and answer. */
#ifndef TACT_CLI_PROBING_H
#define TACT_CLI_PROBING_H

#include <draw/scene.h>

#include "json.h"
#include "models.h"

typedef struct probing probing;

/* The functions and constants of a command. */
typedef struct probing_verbs {
    tact_question question; /* what --record records */
    const char *stream;     /* the option that names a file of questions */
    size_t numbers;         /* per question */
    const char *meaning;    /* of the numbers; completes the message "a line has 6: " */
    size_t answer_bytes;
    /* Answers the first count questions. */
    tact_status (*ask)(probing *p, size_t count);
    /* Decides the exit status: CLI_FOUND for a contact. */
    tact_outcome (*verdict)(const probing *p, size_t at);
    /* The answer as text, on several lines or on one. */
    void (*show)(probing *p, size_t at);
    void (*show_line)(probing *p, size_t at);
    /* Writes the members of the JSON object. */
    void (*write)(probing *p, size_t at, json_writer *json);
    /* Adds what was asked and found to a scene that has the model. */
    tact_status (*draw)(const probing *p, draw_scene *scene);
} probing_verbs;

struct probing {
    const probing_verbs *verbs;
    const cli_args *args;
    cli_output *output;
    model_pair models;
    tact_instance instance;
    tact_recording *recording; /* with --record */
    tact_options options;      /* with the limit from the command line */
    size_t capacity;
    double *numbers; /* of all questions */
    uint64_t *lines; /* line numbers; 0 without a file */
    void *answers;
    double seconds; /* spent on answers */
    uint64_t asked;
    bool found;
    bool undecided;
};

/* Runs a command with its options. numbers are those of the only question; NULL if a file has the
 * questions. */
cli_exit probing_run(probing *p, const double *numbers);

/* "mesh" or "shape". */
const char *probing_noun(const probing *p);
/* Prints before, and the feature and the triangle of a site; nothing at all for a shape. */
void probing_show_site(probing *p, const char *before, const tact_site *site);

/* Writes the members triangle, part (if the file has parts) and feature; null if no triangle was
 * hit. */
void probing_write_triangle(const probing *p, uint32_t triangle, tact_feature feature,
                            json_writer *json);

#endif
