/* SPDX-License-Identifier: MIT */
/* Placed meshes for the tests of queries: random soups, poses, hierarchies over them at a chosen
 * SIMD level, and the truth about a pair by brute force over all pairs of triangles. */
#ifndef TACT_TEST_QUERY_BODIES_H
#define TACT_TEST_QUERY_BODIES_H

#include "support.h"
#include "bvh/bvh.h"
#include "frame/placed.h"

/* ---- Soups -------------------------------------------------------------------------------- */

/* Vertices and triangles in memory of its own. */
typedef struct soup {
    uint32_t vertex_count, triangle_count;
    tact_vec3 *vertices;
    uint32_t *indices;
} soup;

soup soup_make(uint32_t vertex_count, uint32_t triangle_count);
/* The triangles of a mesh, which is destroyed. */
soup soup_take(tact_mesh *mesh);
void soup_free(soup *s);
/* One to most triangles of some random kind: on a lattice, in the plane, sharing vertices, needles,
 * points, duplicates, of two sizes. */
soup soup_random(test_rng *rng, uint32_t most);
/* The same triangles and vertices in another order; order[i] is the old number of triangle i. */
soup soup_shuffled(test_rng *rng, const soup *s, uint32_t *order);
/* Every coordinate times factor, plus offset. */
void soup_move(soup *s, double factor, tact_vec3 offset);
/* Both in one; they are freed. */
soup soup_join(soup a, soup b);
/* Every triangle seen from its other side. */
void soup_turn_inside_out(soup *s);

/* ---- Poses -------------------------------------------------------------------------------- */

/* A shift alone. */
tact_pose pose_at(double x, double y, double z);
/* One of the 24 rotations that only exchange axes and signs. */
tact_pose pose_signed_permutation(test_rng *rng);
tact_pose pose_random(test_rng *rng, double reach);
/* A pose whose |R^T R - I| is nearly as large as a valid pose's may be: stretched or sheared. */
tact_pose pose_skewed(test_rng *rng, double reach);
/* Chooses the pose's translation such that from is placed exactly at to; false where rounding does
 * not allow it. */
bool pose_bring(tact_pose *pose, tact_vec3 from, tact_vec3 to);

/* ---- Contexts ----------------------------------------------------------------------------- */

/* A context for every level that this processor has, with the calling thread alone or with a pool
 * of two. */
typedef struct contexts {
    uint32_t level_count;
    tact_context *alone[3];
    tact_context *pooled[3];
    tact_pool *pool;
} contexts;

void contexts_make(contexts *all);
void contexts_free(contexts *all);
/* For a group of tests whose state they are. */
int contexts_set_up(void **state);
int contexts_tear_down(void **state);

/* ---- Bodies ------------------------------------------------------------------------------- */

typedef struct body {
    tact_mesh *mesh;
    tacti_bvh *bvh;
} body;

/* desc may be NULL. The hierarchy is validated. */
body body_make(const tact_context *context, const soup *s, const tacti_bvh_desc *desc);
void body_free(body *b);

/* ---- The truth ---------------------------------------------------------------------------- */

typedef struct truth {
    uint32_t count_a, count_b;
    tact_triangle *a, *b; /* placed */
    bool *touches;        /* touches[i * count_b + j] */
    uint32_t contact_count;
    double distance; /* least tact_triangle_distance(); infinite where there are no pairs */
    uint32_t nearest_a, nearest_b; /* the first pair that has it */
    double lower, upper;           /* the true distance is within */
} truth;

truth truth_find(const soup *a, tact_pose pose_a, const soup *b, tact_pose pose_b);
/* Verdicts alone: distance and bounds are left at 0. */
truth truth_find_contacts(const soup *a, tact_pose pose_a, const soup *b, tact_pose pose_b);
void truth_free(truth *t);

/* ---- Checks: each fails the test with what is wrong --------------------------------------- */

void check_collide(const truth *t, const tacti_placed *a, const tacti_placed *b,
                   tacti_pair_cache *cache);
void check_visit(const truth *t, const tacti_placed *a, const tacti_placed *b);
void check_list(const truth *t, const tacti_placed *a, const tacti_placed *b,
                tact_contact_list *list);
void check_distance(const truth *t, const tacti_placed *a, const tacti_placed *b,
                    tacti_pair_cache *cache);
/* Radii below, at and above the distance. */
void check_within(const truth *t, const tacti_placed *a, const tacti_placed *b,
                  tacti_pair_cache *cache);
void check_greedy(const truth *t, const tacti_placed *a, const tacti_placed *b,
                  tacti_pair_cache *cache);

#endif
