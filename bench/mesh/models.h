/* SPDX-License-Identifier: MIT */
/* Models and poses: the inputs of the benchmark of mesh queries. Everything follows from a seed. */
#ifndef TACT_BENCH_MODELS_H
#define TACT_BENCH_MODELS_H

#include "bench.h"
#include "contender.h"

#include <tact/mesh.h>

/* ---- Models --------------------------------------------------------------------------------- */

typedef struct mesh_model {
    char name[32];
    const char *label; /* as name, whether or not it is a stand-in */
    bool is_stand_in;  /* generated, since the file is not there */
    tact_mesh *mesh;
    double size;      /* the largest extent of the bounding box */
    tact_vec3 center; /* of the bounding box */
    double radius;    /* of the ball around the centre that holds all vertices */
} mesh_model;

#define MESH_SUITE_COUNT 7
/* The suite's i-th name. */
const char *mesh_suite_name(size_t i);
/* The suite's i-th model: from the folder meshes of TACT_DATA, or generated at a similar number of
 * triangles. Says what is wrong and ends the program where neither can be had. */
mesh_model mesh_suite_load(size_t i);

/* Shapes that exist at every resolution. About so many triangles; the true number is in the mesh.
 */
typedef enum mesh_shape { MESH_KNOT, MESH_BLOB } mesh_shape;
mesh_model mesh_generate(mesh_shape shape, uint32_t triangles);

void mesh_model_destroy(mesh_model *model);

/* ---- Poses ---------------------------------------------------------------------------------- */

typedef struct pose_pair {
    tact_pose a, b;
} pose_pair;

/* Random rotations of both models about their centres, and a direction; b stands at t along it. */
typedef struct pose_line {
    tact_pose a, b; /* with the centres at the origin */
    tact_vec3 direction;
    double start; /* the models are surely apart at this t */
} pose_line;

/* Who tells distances while poses are made. */
typedef struct pose_oracle {
    const mesh_contender *contender;
    void *pair;
} pose_oracle;

pose_line pose_line_make(bench_rng *rng, const mesh_model *a, const mesh_model *b);
pose_pair pose_line_at(const pose_line *line, double t);
/* Moves b from t towards a until the surfaces are gap apart, within a hundredth of it. False where
 * the models pass each other without coming so near. */
bool pose_line_slide(const pose_line *line, const pose_oracle *oracle, double gap, double *t);

#define POSE_GAP_COUNT 4
#define POSE_DEPTH_COUNT 5
#define POSE_CELL_COUNT (POSE_GAP_COUNT + POSE_DEPTH_COUNT)
/* Gaps, then depths, as fractions of the size. */
extern const double pose_cells[POSE_CELL_COUNT];
/* "gap 1e-3" or "depth 5 %". */
const char *pose_cell_name(size_t cell);

/* Poses of all cells for one pair of models: of cell c, pose i is poses[c * count + i]. The lines
 * are the same in all cells. A depth is counted along the line from where the gap was the least
 * one. The caller frees the result. */
pose_pair *pose_cells_make(bench_rng *rng, const mesh_model *a, const mesh_model *b,
                           const pose_oracle *oracle, size_t count);

/* The frames of a motion: b turns about its centre, one degree a frame, and moves along a line so
 * that it stays at the gap (of the size) from a. */
void pose_spin_make(bench_rng *rng, const mesh_model *a, const mesh_model *b,
                    const pose_oracle *oracle, double gap, size_t count, pose_pair *out);

#endif
