/* SPDX-License-Identifier: MIT */
/* The parts of tact info: a file's report, as text and as JSON. */
#ifndef TACT_CLI_INFO_H
#define TACT_CLI_INFO_H

#include <tact/tact.h>

#include "output.h"

/* How many intersecting pairs of triangles are named. */
#define INFO_SELF_PAIRS 5

typedef struct info_pair {
    uint32_t a, b;
} info_pair;

/* The self-intersections of a mesh. */
typedef struct info_self {
    bool is_known; /* --self was given, and all coordinates are finite */
    bool has_more; /* the budget ran out before all pairs were found */
    uint64_t budget;
    uint64_t count;
    size_t kept; /* how many of first are set */
    info_pair first[INFO_SELF_PAIRS];
} info_self;

/* The most levels of a hierarchy that are told. */
#define INFO_LEVELS 128

/* The boxes of a level that have boxes in the next one. */
typedef struct info_level {
    uint64_t nodes;
    double cost; /* sum of their surfaces, divided by that of the box of level 0: how many of them a
                    random ray that meets that box meets */
} info_level;

/* The hierarchy of a mesh. */
typedef struct info_hierarchy {
    bool is_known; /* it was asked for, and all coordinates are finite */
    tact_bvh_stats stats;
    uint32_t level_count;
    info_level levels[INFO_LEVELS];
} info_hierarchy;

typedef struct info_file {
    const char *path;
    bool is_welded;
    tact_mesh_report report;
    info_self self;
    info_hierarchy hierarchy;
} info_file;

/* The default budget of --self, in box and triangle tests: a fixed number plus a number per
 * triangle. Ordinary meshes need 20 to 90 tests per triangle, a soup of crossing triangles 360,
 * n equal triangles n / 2. */
#define INFO_SELF_BUDGET UINT64_C(10000000)
#define INFO_SELF_BUDGET_EACH UINT64_C(1000)

/* Looks for pairs of triangles that intersect each other. *budget limits the number of tests; NULL
 * for the default. */
tact_status info_find_self(const tact_mesh_arrays *arrays, const uint64_t *budget,
                           tact_error *error, info_self *out);

/* Builds the hierarchy and looks at its levels. */
tact_status info_find_levels(const tact_mesh_arrays *arrays, tact_error *error,
                             info_hierarchy *out);

/* The report as text. */
void info_show(const info_file *file, cli_output *output);

/* One line of JSON for a file, or for a file that cannot be read. False if the JSON writer was
 * misused. */
bool info_write(const info_file *file, cli_output *output);
bool info_write_error(const char *path, const tact_error *error, cli_output *output);

#endif
