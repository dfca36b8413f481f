/* SPDX-License-Identifier: MIT */
/* What tact deform draws: the bodies at all frames, and the contacts as events. */
#ifndef TACT_CLI_DEFORM_DRAW_H
#define TACT_CLI_DEFORM_DRAW_H

#include "drawing.h"

/* A drawing in the making; zero draws nothing. */
typedef struct deform_drawing {
    const cli_args *args;
    bool is_wanted;
    draw_scene scene;
    tact_vec3 focus; /* the first contact, */
    bool has_focus;  /* if there is one */
} deform_drawing;

/* Writes a contact as JSON. */
typedef void deform_contact_writer(json_writer *json, const void *user,
                                   const tact_deform_contact *contact);

/* The contacts of a step, and how to write them. */
typedef struct deform_step {
    uint32_t number;             /* of the step, from 0 */
    const tact_deform *sides[2]; /* B is NULL if A is compared with itself */
    const tact_deform_contact *contacts;
    size_t count;
    double safe; /* the part of the step without contacts; proven */
    deform_contact_writer *write;
    const void *user;
} deform_step;

/* Takes the options, and makes room for so many frames. CLI_USAGE or CLI_IO, with a line on stderr.
 */
cli_exit deform_drawing_begin(deform_drawing *to, const cli_args *args, const cli_output *output,
                              size_t frame_count);
/* Takes a frame of a side; all frames of A have the same triangles. CLI_IO, with a line on stderr.
 */
cli_exit deform_drawing_add_frame(deform_drawing *to, uint32_t side, uint32_t frame,
                                  const char *name, const tact_mesh *mesh);
/* Takes a step. */
tact_status deform_drawing_add_step(deform_drawing *to, const deform_step *step);
/* Writes the files. answer is the answer as JSON. CLI_IO, with a line on stderr. */
cli_exit deform_drawing_end(deform_drawing *to, const char *answer, const cli_output *output);
void deform_drawing_clear(deform_drawing *drawing);

#endif
