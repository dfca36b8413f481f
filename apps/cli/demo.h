/* SPDX-License-Identifier: MIT */
/* The parts of tact demo: the questions, how they are shown, and the plain arithmetic that tact is
 * compared with. */
#ifndef TACT_CLI_DEMO_H
#define TACT_CLI_DEMO_H

#include <tact/tact.h>

#include "json.h"
#include "output.h"

/* Shows questions as text or as JSON. */
typedef struct demo_show {
    cli_output *output;
    json_writer json;
    unsigned count;
} demo_show;

demo_show demo_start(cli_output *output);
/* Begins a question: its title, and what is asked (one or more lines). */
void demo_ask(demo_show *show, const char *title, const char *asked);
/* A line of the answer. */
void demo_answer(demo_show *show, const char *label, const char *format, ...) CLI_PRINTF(3, 4);
/* The answer of plain arithmetic, and whether it is right. */
void demo_plain(demo_show *show, bool right, const char *format, ...) CLI_PRINTF(3, 4);
/* Closes a question with what it teaches. */
void demo_learn(demo_show *show, const char *why);
/* False if the JSON writer was misused. */
bool demo_finish(demo_show *show);

/* Asks all questions. */
void demo_ask_all(demo_show *show);

/* Makes, writes, reads back and examines two models in a temporary folder, which it removes. False,
 * with a line on stderr, if a file cannot be written or read. */
bool demo_make_models(demo_show *show);

/* Collides two models of 100,000 triangles. False, with a line on stderr, if memory runs out. */
bool demo_meet(demo_show *show);

/* How textbook code without a tolerance decides: two triangles are apart if all three corners of
 * one lie strictly on one side of the other's plane. */
bool plain_meet(const tact_triangle *a, const tact_triangle *b);
/* n . p - n . v0 for each corner p of b: its sign is the side of the plane of a. */
void plain_sides(const tact_triangle *a, const tact_triangle *b, double sides[3]);
/* The distance of two segments from the two linear equations for the closest points of lines. */
double plain_segment_distance(tact_segment a, tact_segment b);

#endif
