/* SPDX-License-Identifier: MIT */
/* The scenes of bench_hard: pairs of meshes on which searches that usually do well have to look at
 * much, with the poses of each variant. A seed determines the poses. */
#ifndef TACT_BENCH_HARD_SCENES_H
#define TACT_BENCH_HARD_SCENES_H

#include "fail.h"
#include "figures.h"
#include "measure.h"

#include <math.h>

/* How a pair is placed. */
typedef struct hard_variant {
    const char *name;
    double value; /* what the name says as a number; its meaning depends on the scene */
    double gap; /* the true distance as a fraction of the scene's size; 0 in contact; NaN if unknown
                 */
    bool is_tied; /* many pairs of triangles have nearly the least distance */
} hard_variant;

typedef struct hard_scene hard_scene;

/* What the poses of a variant are made from. */
typedef struct hard_stage {
    const hard_scene *scene;
    const hard_variant *variant;
    const mesh_model *a, *b;
    const pose_oracle *oracle;
} hard_stage;

struct hard_scene {
    const char *name;
    double value; /* a parameter of make() and place() */
    const hard_variant *variants;
    size_t count;
    bool is_motion; /* the poses are frames of a motion; only wiped caches are asked */
    /* Creates both meshes, small ones if quick. */
    void (*make)(const hard_scene *scene, bool quick, mesh_model *a, mesh_model *b);
    void (*place)(const hard_stage *stage, bench_rng *rng, size_t count, pose_pair *out);
};

/* All scenes, in the order of the report. */
extern const hard_scene *const hard_scenes[];
extern const size_t hard_scene_count;

extern const hard_scene hard_plates_flat, hard_plates_tilted;
extern const hard_scene hard_tiny_2, hard_tiny_3, hard_tiny_4;
extern const hard_scene hard_nested_2, hard_nested_3, hard_socket;
extern const hard_scene hard_needles;
extern const hard_scene hard_voxels;
extern const hard_scene hard_wiped_blob, hard_wiped_knot;

/* Makes one pose. Returns false if chance did not give one. */
typedef bool hard_place_once(const hard_stage *stage, bench_rng *rng, pose_pair *out);
/* Makes all poses, each with as many tries as it takes. Fails after many. */
void hard_place_each(const hard_stage *stage, bench_rng *rng, hard_place_once *once, size_t count,
                     pose_pair *out);

/* The greater of the two sizes. Gaps are fractions of it. */
double hard_size(const mesh_model *a, const mesh_model *b);
/* A random rigid motion. */
tact_pose hard_motion(bench_rng *rng);
/* a at a common motion, and b at the same motion after its own pose. */
pose_pair hard_pair_at(tact_pose common, tact_pose b);
tact_pose hard_shift(tact_vec3 by);
/* The mesh with every vertex at its place. Destroys the mesh that is passed. */
tact_mesh *hard_mesh_placed(tact_mesh *mesh, tact_pose pose);

#endif
