/* SPDX-License-Identifier: MIT */
/* Meshes to build hierarchies over, and what the tests ask of every hierarchy. */
#ifndef TACT_TEST_HIERARCHIES_H
#define TACT_TEST_HIERARCHIES_H

#include <stdbool.h>

#include "bvh/node.h"
#include "support.h"
#include "bvh/bvh.h"

/* The number of generated meshes in these tests. None has more than 40000 triangles. */
#define MADE_COUNT 13
tact_mesh *make_mesh(uint32_t which);
const char *made_name(uint32_t which);

/* Kinds of random soups. Each is hard in its own way. */
typedef enum soup_kind {
    SOUP_UNIFORM,    /* small triangles all over a cube */
    SOUP_EQUAL,      /* one triangle many times */
    SOUP_FEW,        /* a few triangles many times */
    SOUP_POINTS,     /* all corners of a triangle equal */
    SOUP_LINE,       /* all corners on one line */
    SOUP_PLANE,      /* all corners in one plane that is not along the axes */
    SOUP_CONCENTRIC, /* all centres equal, sizes from 2^-40 to 1 */
    SOUP_CLUSTERS,   /* points that crowd towards a corner, each half as far as the one before */
    SOUP_OUTLIER,    /* small triangles and a few as large as the soup */
    SOUP_LATTICE,    /* corners on a small integer lattice */
    SOUP_KINDS
} soup_kind;

/* A soup of count triangles. Coordinates are multiplied by scale, then offset is added. */
tact_mesh *make_soup(test_rng *rng, soup_kind kind, uint32_t count, double scale, double offset);

/* Builds, or fails the test. */
tacti_bvh *build(const tact_context *context, const tact_mesh *mesh, tact_bvh_builder builder);

/* Fails the test unless the hierarchy is valid, no deeper than allowed and, above 64 triangles, no
 * larger than allowed. */
void check_hierarchy(const tacti_bvh *bvh, const char *name);

/* Whether nodes and order are equal, byte for byte. */
bool is_same_hierarchy(const tacti_bvh *a, const tacti_bvh *b);

#endif
