/* SPDX-License-Identifier: MIT */
/* Hierarchies with tight boxes; see tight.h. */
#include "tight.h"

#include <math.h>
#include <string.h>

/* A node whose box of child 0 holds everything. */
static void make_leaf(tacti_node *node, uint32_t leaf) {
    *node = (tacti_node){.rotation = {127, 0, 0, 0}, .first_leaf = leaf, .child_count = 1};
    for (int k = 0; k < 3; k++) {
        node->origin[k] = -1.984375F;
        node->exponent[k] = -6;
        node->hi[k][0] = node->extent[k] = 254;
    }
}

void tight_mesh_start(test_rng *rng, uint32_t triangle_count, tight_mesh *m) {
    memset(m, 0, sizeof *m);
    m->bvh = (tacti_bvh){.vertices = m->vertices,
                         .indices = m->indices,
                         .nodes = m->nodes,
                         .order = m->order,
                         .node_count = 1 + triangle_count,
                         .triangle_count = triangle_count,
                         .depth = 2,
                         .reach = 1};
    tacti_node *root = &m->nodes[0];
    root->first_child = 1;
    root->child_count = root->inner_count = (uint8_t)triangle_count;
    do {
        for (int i = 0; i < 4; i++)
            root->rotation[i] = (int8_t)((int)test_rng_below(rng, 255) - 127);
    } while (root->rotation[0] <= 0); /* negative ones mark equal triangles */
    for (uint32_t i = 0; i < triangle_count; i++) {
        make_leaf(&m->nodes[1 + i], i);
        m->order[i] = i;
        for (uint32_t k = 0; k < 3; k++)
            m->indices[3 * i + k] = 3 * i + k;
    }
}

void tight_mesh_set_grid(test_rng *rng, int exponent, double least, double most, tight_mesh *m) {
    for (int k = 0; k < 3; k++) {
        double origin = nearbyint(test_rng_between(rng, least, most) * 0x1p23) * 0x1p-23;
        m->nodes[0].origin[k] = (float)origin;
        m->nodes[0].exponent[k] = (int8_t)exponent;
    }
}

double tight_mesh_grid(const tight_mesh *m, int axis, int n) {
    return (double)m->nodes[0].origin[axis] + n * ldexp(1, m->nodes[0].exponent[axis]);
}

void tight_mesh_set_box(tight_mesh *m, uint32_t triangle, int axis, int lo, int hi) {
    tacti_node *root = &m->nodes[0];
    assert_true(lo >= 0 && lo <= hi && hi <= 255);
    root->lo[axis][triangle] = (uint8_t)lo;
    root->hi[axis][triangle] = (uint8_t)hi;
    root->extent[axis] = root->extent[axis] > hi ? root->extent[axis] : (uint8_t)hi;
}

void tight_mesh_coordinates(const tight_mesh *m, tact_vec3 x, double y[3]) {
    float q[3][3];
    tacti_node_rotation(&m->nodes[0], q);
    for (int k = 0; k < 3; k++)
        y[k] = ((double)q[k][0] * x.x + (double)q[k][1] * x.y) + (double)q[k][2] * x.z;
}

/* The frame is orthonormal up to some 2^-20, so the transpose is nearly the inverse, and each step
 * leaves 2^-20 of what was missing. */
tact_vec3 tight_mesh_point(const tight_mesh *m, const double y[3]) {
    float q[3][3];
    tacti_node_rotation(&m->nodes[0], q);
    tact_vec3 x = {0, 0, 0};
    for (int step = 0; step < 5; step++) {
        double at[3];
        tight_mesh_coordinates(m, x, at);
        for (int k = 0; k < 3; k++) {
            double missing = y[k] - at[k];
            x.x += (double)q[k][0] * missing;
            x.y += (double)q[k][1] * missing;
            x.z += (double)q[k][2] * missing;
        }
    }
    return x;
}

void tight_mesh_set_point(tight_mesh *m, uint32_t triangle, tact_vec3 x) {
    for (uint32_t k = 0; k < 3; k++)
        m->vertices[3 * triangle + k] = x;
}

void tight_mesh_tighten(tight_mesh *m) {
    const tacti_node *root = &m->nodes[0];
    for (uint32_t i = 0; i < m->bvh.triangle_count; i++) {
        tacti_node *leaf = &m->nodes[1 + i];
        memcpy(leaf->rotation, root->rotation, sizeof leaf->rotation);
        for (int k = 0; k < 3; k++) {
            leaf->origin[k] = root->origin[k];
            leaf->exponent[k] = root->exponent[k];
            leaf->lo[k][0] = root->lo[k][i];
            leaf->hi[k][0] = leaf->extent[k] = root->hi[k][i];
        }
    }
}

void tight_mesh_shrink_leaf(tight_mesh *m, uint32_t triangle) {
    tacti_node *leaf = &m->nodes[1 + triangle];
    double y[3];
    tight_mesh_coordinates(m, m->vertices[3 * triangle], y);
    memcpy(leaf->rotation, m->nodes[0].rotation, sizeof leaf->rotation);
    for (int k = 0; k < 3; k++) {
        leaf->origin[k] = (float)(floor(y[k] * 0x1p22) * 0x1p-22);
        leaf->exponent[k] = -22;
        leaf->lo[k][0] = 0;
        leaf->hi[k][0] = leaf->extent[k] = 1;
    }
}

void tight_mesh_lie_side_by_side(test_rng *rng, tight_mesh *m, tact_vec3 direction, double by) {
    double y[2][3];
    tact_vec3 x[2];
    for (int k = 0; k < 3; k++) {
        y[0][k] = tight_mesh_grid(m, k, 90 + (int)test_rng_below(rng, 20));
        y[1][k] = tight_mesh_grid(m, k, 100);
        tight_mesh_set_box(m, 1, k, 100, 100);
    }
    for (uint32_t i = 0; i < 2; i++)
        x[i] = tight_mesh_point(m, y[i]);
    double height = tact_vec3_dot(direction, tact_vec3_sub(x[1], x[0])) + by;
    x[0] = tact_vec3_add(x[0], tact_vec3_scale(direction, height));
    tight_mesh_coordinates(m, x[0], y[0]);
    for (int k = 0; k < 3; k++) {
        double step = tight_mesh_grid(m, k, 1) - tight_mesh_grid(m, k, 0);
        double at = (y[0][k] - tight_mesh_grid(m, k, 0)) / step;
        tight_mesh_set_box(m, 0, k, (int)floor(at), (int)ceil(at));
    }
    for (uint32_t i = 0; i < 2; i++)
        tight_mesh_set_point(m, i, x[i]);
}

void tight_mesh_check(const tight_mesh *m) {
    for (uint32_t i = 0; i < 3 * m->bvh.triangle_count; i++) {
        double y[3];
        tact_vec3 x = m->vertices[i];
        assert_true(fabs(x.x) <= 1 && fabs(x.y) <= 1 && fabs(x.z) <= 1);
        tight_mesh_coordinates(m, x, y);
        for (int k = 0; k < 3; k++)
            assert_true(y[k] >= tight_mesh_grid(m, k, m->nodes[0].lo[k][i / 3]) - 0x1p-49 &&
                        y[k] <= tight_mesh_grid(m, k, m->nodes[0].hi[k][i / 3]) + 0x1p-49);
    }
}
