/* SPDX-License-Identifier: MIT */
/* The parts of tact info: a file's report, shown to people or to programs. */
#ifndef TACT_CLI_INFO_H
#define TACT_CLI_INFO_H

#include <tact/tact.h>

#include "output.h"

/* How many pairs of triangles that meet where they should not are named. */
#define INFO_SELF_PAIRS 5

typedef struct info_pair {
    uint32_t a, b;
} info_pair;

/* What is known of a mesh against itself. */
typedef struct info_self {
    bool is_known; /* it was asked for, and a mesh could be made */
    bool has_more; /* the budget ended before all pairs were known */
    uint64_t budget;
    uint64_t count;
    size_t kept; /* of the first pairs */
    info_pair first[INFO_SELF_PAIRS];
} info_self;

/* What is known of a file. */
typedef struct info_file {
    const char *path;
    bool is_welded;
    tact_mesh_report report;
    info_self self;
} info_file;

/* Box and triangle tests that a mesh may take against itself if no budget is given: a fixed number
 * and more per triangle. Ordinary meshes take 20 to 90 per triangle, a soup of crossing triangles
 * 360, n equal ones n / 2. */
#define INFO_SELF_BUDGET UINT64_C(10000000)
#define INFO_SELF_BUDGET_EACH UINT64_C(1000)

/* Looks for pairs of triangles that meet where they should not. *budget is how many tests that may
 * take; NULL for the default. */
tact_status info_find_self(const tact_mesh_arrays *arrays, const uint64_t *budget,
                           tact_error *error, info_self *out);

/* The report for people. */
void info_show(const info_file *file, cli_output *output);

/* One line of JSON for a file, or for one that could not be read. False where the writer was
 * misused. */
bool info_write(const info_file *file, cli_output *output);
bool info_write_error(const char *path, const tact_error *error, cli_output *output);

#endif
