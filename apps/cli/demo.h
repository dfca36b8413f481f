/* SPDX-License-Identifier: MIT */
/* The parts of tact demo: the questions, how they are shown, and the plain arithmetic that they are
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
/* A question: its title, and what is asked (lines split by '\n'). */
void demo_ask(demo_show *show, const char *title, const char *asked);
/* A line of the answer. */
void demo_answer(demo_show *show, const char *label, const char *format, ...) CLI_PRINTF(3, 4);
/* The same for what plain arithmetic says, and whether it is right. */
void demo_plain(demo_show *show, bool right, const char *format, ...) CLI_PRINTF(3, 4);
/* Ends a question with why it is instructive. */
void demo_learn(demo_show *show, const char *why);
/* False where the JSON writer was misused. */
bool demo_finish(demo_show *show);

/* Asks all questions. */
void demo_ask_all(demo_show *show);

/* Makes, writes, reads back and inspects two models in a temporary folder, which it removes. False
 * where a file could not be written or read, with a line on stderr. */
bool demo_make_models(demo_show *show);

/* Lets two models of 100,000 triangles meet. False without memory, with a line on stderr. */
bool demo_meet(demo_show *show);

/* How textbook code without a tolerance decides: on which sides of the other's plane are the
 * corners? It calls two triangles apart where all three lie strictly on one side. */
bool plain_meet(const tact_triangle *a, const tact_triangle *b);
/* The value whose sign is the side of each corner of b to the plane of a: n . p - n . v0. */
void plain_sides(const tact_triangle *a, const tact_triangle *b, double sides[3]);
/* The distance of two segments by the usual two equations for the closest points of two lines. */
double plain_segment_distance(tact_segment a, tact_segment b);

#endif
