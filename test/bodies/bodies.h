/* SPDX-License-Identifier: MIT */
/* Placed meshes for the tests of queries: random soups, poses, hierarchies over them at a chosen
 * SIMD level, and the truth about a pair by brute force over all pairs of triangles. */
#ifndef TACT_TEST_QUERY_BODIES_H
#define TACT_TEST_QUERY_BODIES_H

#include "support.h"
#include "bvh/bvh.h"
#include "frame/placed.h"

/* ---- Soups -------------------------------------------------------------------------------- */

/* Vertices and triangles in their own memory. */
typedef struct soup {
    uint32_t vertex_count, triangle_count;
    tact_vec3 *vertices;
    uint32_t *indices;
} soup;

soup soup_make(uint32_t vertex_count, uint32_t triangle_count);
/* Takes the triangles of a mesh and destroys the mesh. */
soup soup_take(tact_mesh *mesh);
void soup_free(soup *s);
/* One to most triangles of a random kind: on a lattice, in a plane, with shared vertices, needles,
 * points, duplicates, of two sizes. */
soup soup_random(test_rng *rng, uint32_t most);
/* The same triangles and vertices in another order. order[i] is the old number of triangle i. */
soup soup_shuffled(test_rng *rng, const soup *s, uint32_t *order);
/* Every coordinate times factor, plus offset. */
void soup_move(soup *s, double factor, tact_vec3 offset);
/* Joins both into one soup and frees them. */
soup soup_join(soup a, soup b);
/* Turns over every triangle. */
void soup_turn_inside_out(soup *s);

/* ---- Poses -------------------------------------------------------------------------------- */

/* A translation without a rotation. */
tact_pose pose_at(double x, double y, double z);
/* One of the 24 rotations that only permute axes and change signs. */
tact_pose pose_signed_permutation(test_rng *rng);
tact_pose pose_random(test_rng *rng, double reach);
/* A stretched or sheared pose whose |R^T R - I| is nearly as large as a valid pose allows. */
tact_pose pose_skewed(test_rng *rng, double reach);
/* Sets the translation. */
void pose_set_shift(tact_pose *pose, tact_vec3 to);
/* Chooses the pose's translation such that from is placed exactly at to. Returns false if rounding
 * does not allow it. */
bool pose_bring(tact_pose *pose, tact_vec3 from, tact_vec3 to);

/* ---- Contexts ----------------------------------------------------------------------------- */

/* One context per SIMD level of this processor, with the calling thread alone or with a pool of
 * two.
 */
typedef struct contexts {
    uint32_t level_count;
    tact_context *alone[3];
    tact_context *pooled[3];
    tact_pool *pool;
} contexts;

void contexts_make(contexts *all);
void contexts_free(contexts *all);
/* Set-up and tear-down of a group of tests. The contexts are the state of the tests. */
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
    double distance; /* least tact_triangle_distance(); infinite if there are no pairs */
    uint32_t nearest_a, nearest_b; /* the first pair at this distance */
    double lower, upper;           /* bounds of the true distance */
} truth;

truth truth_find(const soup *a, tact_pose pose_a, const soup *b, tact_pose pose_b);
/* Computes verdicts alone. Distance and bounds are 0. */
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
/* Checks limits below, at and above the distance. */
void check_within(const truth *t, const tacti_placed *a, const tacti_placed *b,
                  tacti_pair_cache *cache);
void check_greedy(const truth *t, const tacti_placed *a, const tacti_placed *b,
                  tacti_pair_cache *cache);

#endif
