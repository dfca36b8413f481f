/* SPDX-License-Identifier: MIT */
/* The table of commands: the only place where they are listed. Help is made from it. */
#include "command.h"

#define ROWS(array) array, sizeof(array) / sizeof((array)[0])
#define NO_ROWS NULL, 0

static const cli_example demo_examples[] = {
    {"tact demo", "the questions and what tact answers"},
    {"tact demo --color always | less -R", "page by page, in colour"},
};

static const char triangle_details[] =
    "A and B are nine numbers each: three corners, x y z of each, split by commas or blanks.\n"
    "Numbers are decimal or hexadecimal (1.5, 2e-3, 0x1.8p-4) and rounded to the nearest double.\n"
    "For these doubles the verdict, the kind of overlap and the features are exact. A triangle\n"
    "without area is the segment or the point that it is. Touching is contact.\n"
    "\n"
    "Corners of a triangle are vertex 0, 1, 2; edge i runs from vertex i to the next; the face is\n"
    "what lies inside. Positions are rounded; the true distance lies between its two bounds.\n"
    "\n"
    "The exit status is 1 where the triangles have a point in common, 0 where they are apart.\n";

static const cli_example triangle_examples[] = {
    {"tact triangle \"0,0,0 4,0,0 0,4,0\" \"1,1,-1 1,1,2 3,1,2\"", "they cross in a segment"},
    {"tact triangle \"0 0 0 4 0 0 0 4 0\" \"1 1 2 1 2 3 2 1 3\"", "they are 2 apart"},
    {"tact triangle --json \"0,0,0 4,0,0 0,4,0\" \"1,1,0x1p-1074 1,2,3 2,1,3\"",
     "apart, by the least double there is"},
    {"tact triangle --quiet \"$A\" \"$B\" || echo contact", "in a script"},
};

static const cli_example help_examples[] = {
    {"tact help", "the commands"},
    {"tact help triangle", "the same as tact triangle --help"},
    {"tact help --json", "all commands and options, for programs"},
};

static const cli_command commands[] = {
    {"demo", "answer a few instructive questions about triangles", "", 0, 0,
     "Shows what the library answers where plain floating-point arithmetic goes wrong. Every\n"
     "answer is computed while you wait.\n",
     NO_ROWS, ROWS(demo_examples), command_demo},
    {"triangle", "where two triangles meet, or how far apart they are", "A B", 2, 2,
     triangle_details, NO_ROWS, ROWS(triangle_examples), command_triangle},
    {"help", "list the commands, or explain one", "[COMMAND]", 0, 1,
     "Without a command: what there is. With one: what it does, its options and examples.\n",
     NO_ROWS, ROWS(help_examples), command_help},
};

size_t cli_command_count(void) {
    return sizeof commands / sizeof commands[0];
}

const cli_command *cli_command_at(size_t index) {
    return &commands[index];
}
