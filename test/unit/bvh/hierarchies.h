/* SPDX-License-Identifier: MIT */
/* Meshes to build hierarchies over, and what the tests ask of every hierarchy. */
#ifndef TACT_TEST_HIERARCHIES_H
#define TACT_TEST_HIERARCHIES_H

#include <stdbool.h>

#include "bvh/node.h"
#include "support.h"
#include "bvh/bvh.h"

/* How many meshes the generators of tact make for these tests, none larger than 40000 triangles. */
#define MADE_COUNT 13
tact_mesh *make_mesh(uint32_t which);
const char *made_name(uint32_t which);

/* Kinds of random soups: each is hard in a way of its own. */
typedef enum soup_kind {
    SOUP_UNIFORM,    /* small triangles all over a cube */
    SOUP_EQUAL,      /* one triangle again and again */
    SOUP_FEW,        /* a few triangles again and again */
    SOUP_POINTS,     /* all corners of a triangle the same */
    SOUP_LINE,       /* all corners on one line */
    SOUP_PLANE,      /* all corners in one plane that is not along the axes */
    SOUP_CONCENTRIC, /* all centres the same, sizes from 2^-40 to 1 */
    SOUP_CLUSTERS,   /* points that crowd towards a corner, each half as far as the one before */
    SOUP_OUTLIER,    /* small triangles and a few as large as all */
    SOUP_LATTICE,    /* corners on few whole numbers */
    SOUP_KINDS
} soup_kind;

/* A soup of count triangles; coordinates times scale, then plus offset. */
tact_mesh *make_soup(test_rng *rng, soup_kind kind, uint32_t count, double scale, double offset);

/* Builds, or fails the test. */
tacti_bvh *build(const tact_context *context, const tact_mesh *mesh, tact_bvh_builder builder);

/* Fails the test unless the hierarchy is valid, no deeper than allowed and, above 64 triangles, no
 * larger. */
void check_hierarchy(const tacti_bvh *bvh, const char *name);

/* Whether nodes and order are the same, byte for byte. */
bool is_same_hierarchy(const tacti_bvh *a, const tacti_bvh *b);

#endif
