/* SPDX-License-Identifier: MIT */
/* What tact sim draws: the objects at all steps, and the events. */
#ifndef TACT_CLI_SIM_DRAW_H
#define TACT_CLI_SIM_DRAW_H

#include <scene.h>

#include "drawing.h"

/* A drawing in the making; zero draws nothing. */
typedef struct sim_drawing {
    const cli_args *args;
    bool is_wanted;
    const scene *objects;
    uint32_t frame_count;
    draw_scene scene;
    uint32_t *active; /* active pairs per object */
    draw_touch
        *touching; /* objects with active pairs, by frames; body is the number of the object */
    uint32_t touching_count;
    tact_vec3 focus; /* the place of the first contact, */
    bool has_focus;  /* if it is known */
} sim_drawing;

/* An event of a step. */
typedef struct sim_event {
    uint32_t step;
    const tact_events *events;
    const tact_event *event;
    uint32_t a, b; /* numbers of the objects */
    bool is_listed;
    void (*write)(const void *data, json_writer *json);
    const void *data;
} sim_event;

/* Makes room for the steps of a scene. CLI_USAGE or CLI_IO, with a line on stderr. */
cli_exit sim_drawing_begin(sim_drawing *to, const cli_args *args, const scene *objects);
/* Takes an event. */
tact_status sim_drawing_add_event(sim_drawing *to, const sim_event *event);
/* Takes the objects after a step and its events. */
tact_status sim_drawing_add_step(sim_drawing *to, uint32_t step, const tact_world *world,
                                 const tact_object_id *ids);
/* Writes the files. CLI_IO, with a line on stderr. */
cli_exit sim_drawing_end(sim_drawing *to, void (*write)(const void *data, json_writer *json),
                         const void *data, const cli_output *output);
void sim_drawing_clear(sim_drawing *drawing);

#endif
