/* SPDX-License-Identifier: MIT */
/* Models and poses: the inputs of the benchmark of mesh queries. A seed determines them. */
#ifndef TACT_BENCH_MODELS_H
#define TACT_BENCH_MODELS_H

#include "bench.h"
#include "contender.h"

#include <tact/model.h>

/* ---- Models --------------------------------------------------------------------------------- */

typedef struct mesh_model {
    char name[32];
    const char *label; /* the same for a file and for the model that replaces it */
    bool is_stand_in;  /* generated because the file is not there */
    tact_mesh *mesh;
    double size;      /* the largest extent of the bounding box */
    tact_vec3 center; /* the center of the bounding box */
    double radius;    /* the radius of the ball around the center that contains all vertices */
} mesh_model;

#define MESH_SUITE_COUNT 7
/* The suite's i-th name. */
const char *mesh_suite_name(size_t i);
/* Whether the suite's i-th model is one of the small ones, which long measurements use. */
bool mesh_suite_is_small(size_t i);
/* The suite's i-th model: from the folder meshes of TACT_DATA, or generated with a similar number
 * of triangles. Fails if neither can be had. */
mesh_model mesh_suite_load(size_t i);
/* For a report: where the models of the suite come from. */
const char *mesh_suite_origin(size_t stand_ins);

/* Shapes that exist at every resolution. The number of triangles is approximate. */
typedef enum mesh_shape { MESH_KNOT, MESH_BLOB } mesh_shape;
mesh_model mesh_generate(mesh_shape shape, uint32_t triangles);

/* A model of a mesh that the caller made. The model owns the mesh. */
mesh_model mesh_describe(const char *name, tact_mesh *mesh);
void mesh_model_destroy(mesh_model *model);

/* A model of tact that borrows the arrays of a mesh, so that only its hierarchy is built and, if
 * requested, its interior. Returns NULL on failure. */
tact_model *mesh_build(const tact_context *context, const tact_mesh *mesh,
                       tact_interior_mode interior);
/* The same with a builder of the caller's choice and no interior. */
tact_model *mesh_build_with(const tact_context *context, const tact_mesh *mesh,
                            tact_bvh_builder builder);
/* Sets the builder of mesh_build() from here on: "binned", "sweep" or "morton"; NULL changes
 * nothing. Returns false for other names. */
bool mesh_choose_builder(const char *name);
#define MESH_BUILDERS "binned, sweep or morton"

/* ---- Poses ---------------------------------------------------------------------------------- */

typedef struct pose_pair {
    tact_pose a, b;
} pose_pair;

/* Uniform on the sphere. */
tact_vec3 pose_random_direction(bench_rng *rng);
/* Of any length but 0. */
tact_quat pose_random_rotation(bench_rng *rng);

/* Random rotations of both models about their centers, and a direction along which b moves. */
typedef struct pose_line {
    tact_pose a, b; /* with the centers at the origin */
    tact_vec3 direction;
    double start; /* at this distance along the direction the models are apart */
} pose_line;

/* The contender that computes distances while poses are made. */
typedef struct pose_oracle {
    const mesh_contender *contender;
    void *pair;
} pose_oracle;

pose_line pose_line_make(bench_rng *rng, const mesh_model *a, const mesh_model *b);
pose_pair pose_line_at(const pose_line *line, double t);
/* Moves b from *t towards a until the distance is the gap, up to a hundredth of the gap. Returns
 * false if the models pass each other at a greater distance. */
bool pose_line_slide(const pose_line *line, const pose_oracle *oracle, double gap, double *t);

#define POSE_GAP_COUNT 4
#define POSE_DEPTH_COUNT 5
#define POSE_CELL_COUNT (POSE_GAP_COUNT + POSE_DEPTH_COUNT)
/* Gaps, then depths, as fractions of the size. */
extern const double pose_cells[POSE_CELL_COUNT];
/* "gap 1e-3" or "depth 5 %". */
const char *pose_cell_name(size_t cell);

/* Poses of all cells for one pair of models: pose i of cell c is poses[c * count + i]. The lines
 * are the same in all cells. A depth is measured along the line from the pose with the least gap.
 * The caller frees the result. */
pose_pair *pose_cells_make(bench_rng *rng, const mesh_model *a, const mesh_model *b,
                           const pose_oracle *oracle, size_t count);

/* The frames of a motion of a model against itself: b turns about its center by one degree per
 * frame, and moves along a line so that its distance from a stays at the gap, a fraction of the
 * size. */
void pose_spin_make(bench_rng *rng, const mesh_model *model, const pose_oracle *oracle, double gap,
                    size_t count, pose_pair *out);

#endif
