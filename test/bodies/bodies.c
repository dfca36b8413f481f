/* SPDX-License-Identifier: MIT */
/* Soups, poses, contexts and hierarchies for the tests of queries; see bodies.h. The truth and the
 * checks are in truth.c. */
#include "bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bvh/bvh.h"

/* ---- Soups -------------------------------------------------------------------------------- */

static void *get_memory(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    assert_non_null(memory);
    return memory;
}

soup soup_make(uint32_t vertex_count, uint32_t triangle_count) {
    return (soup){vertex_count, triangle_count, get_memory(vertex_count, sizeof(tact_vec3)),
                  get_memory(3 * (size_t)triangle_count, sizeof(uint32_t))};
}

soup soup_take(tact_mesh *mesh) {
    soup s = soup_make(tact_mesh_vertex_count(mesh), tact_mesh_triangle_count(mesh));
    memcpy(s.vertices, tact_mesh_vertices(mesh), s.vertex_count * sizeof *s.vertices);
    memcpy(s.indices, tact_mesh_indices(mesh), 3 * s.triangle_count * sizeof *s.indices);
    tact_mesh_destroy(mesh);
    return s;
}

void soup_free(soup *s) {
    free(s->vertices);
    free(s->indices);
}

/* A vertex of the soup's kind. */
static tact_vec3 random_vertex(test_rng *rng, uint32_t kind) {
    double lattice = 5;
    tact_vec3 v = {test_rng_below(rng, 5), test_rng_below(rng, 5), test_rng_below(rng, 5)};
    switch (kind) {
    case 0: /* lattice */
        return v;
    case 1: /* in a plane */
        v.z = 2;
        return v;
    case 2: /* general */
        return (tact_vec3){test_rng_between(rng, 0, lattice), test_rng_between(rng, 0, lattice),
                           test_rng_between(rng, 0, lattice)};
    case 3: /* nearly on a line */
        return (tact_vec3){test_rng_between(rng, 0, lattice), 1e-9 * test_rng_unit(rng),
                           1e-9 * test_rng_unit(rng)};
    case 4: /* lattice with noise of a few units in the last place */
        v.x += 0x1p-51 * test_rng_below(rng, 3);
        v.y += 0x1p-51 * test_rng_below(rng, 3);
        return v;
    default: /* two sizes */
        return test_rng_below(rng, 2) == 0
                   ? v
                   : (tact_vec3){2 + 0x1p-20 * v.x, 2 + 0x1p-20 * v.y, 2 + 0x1p-20 * v.z};
    }
}

soup soup_random(test_rng *rng, uint32_t most) {
    uint32_t count = 1 + test_rng_below(rng, test_rng_below(rng, 4) == 0 ? most : most / 4 + 1);
    uint32_t vertex_count = 1 + test_rng_below(rng, 2 * count + 3);
    soup s = soup_make(vertex_count, count);
    uint32_t kind = test_rng_below(rng, 6);
    for (uint32_t i = 0; i < vertex_count; i++)
        s.vertices[i] = random_vertex(rng, kind);
    bool is_local = test_rng_below(rng, 2) == 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *corner = s.indices + 3 * i, first = test_rng_below(rng, vertex_count);
        for (uint32_t k = 0; k < 3; k++)
            corner[k] = is_local ? (first + k) % vertex_count : test_rng_below(rng, vertex_count);
        uint32_t special = test_rng_below(rng, 12);
        if (special == 0)
            corner[1] = corner[0]; /* a segment */
        else if (special == 1)
            corner[1] = corner[2] = corner[0]; /* a point */
        else if (special == 2 && i > 0)
            memcpy(corner, corner - 3, 3 * sizeof *corner); /* a duplicate */
    }
    return s;
}

static void shuffle(test_rng *rng, uint32_t *order, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = test_rng_below(rng, i), kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

soup soup_shuffled(test_rng *rng, const soup *s, uint32_t *order) {
    soup out = soup_make(s->vertex_count, s->triangle_count);
    uint32_t *vertex_order = get_memory(s->vertex_count, sizeof *vertex_order);
    uint32_t *place = get_memory(s->vertex_count, sizeof *place);
    shuffle(rng, vertex_order, s->vertex_count);
    shuffle(rng, order, s->triangle_count);
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        out.vertices[i] = s->vertices[vertex_order[i]];
        place[vertex_order[i]] = i;
    }
    for (uint32_t i = 0; i < s->triangle_count; i++)
        for (uint32_t k = 0; k < 3; k++)
            out.indices[3 * i + k] = place[s->indices[3 * order[i] + k]];
    free(vertex_order);
    free(place);
    return out;
}

void soup_move(soup *s, double factor, tact_vec3 offset) {
    for (uint32_t i = 0; i < s->vertex_count; i++)
        s->vertices[i] = tact_vec3_add(tact_vec3_scale(s->vertices[i], factor), offset);
}

soup soup_join(soup a, soup b) {
    soup s = soup_make(a.vertex_count + b.vertex_count, a.triangle_count + b.triangle_count);
    memcpy(s.vertices, a.vertices, a.vertex_count * sizeof *s.vertices);
    memcpy(s.vertices + a.vertex_count, b.vertices, b.vertex_count * sizeof *s.vertices);
    memcpy(s.indices, a.indices, 3 * a.triangle_count * sizeof *s.indices);
    for (uint32_t i = 0; i < 3 * b.triangle_count; i++)
        s.indices[3 * a.triangle_count + i] = b.indices[i] + a.vertex_count;
    soup_free(&a);
    soup_free(&b);
    return s;
}

void soup_turn_inside_out(soup *s) {
    for (uint32_t i = 0; i < s->triangle_count; i++) {
        uint32_t kept = s->indices[3 * i];
        s->indices[3 * i] = s->indices[3 * i + 1];
        s->indices[3 * i + 1] = kept;
    }
}

/* ---- Poses -------------------------------------------------------------------------------- */

tact_pose pose_at(double x, double y, double z) {
    tact_pose pose = tact_pose_identity();
    pose.m[3] = x;
    pose.m[7] = y;
    pose.m[11] = z;
    return pose;
}

tact_pose pose_signed_permutation(test_rng *rng) {
    for (;;) {
        uint32_t order[3];
        shuffle(rng, order, 3);
        tact_pose pose = {{0}};
        for (uint32_t row = 0; row < 3; row++)
            pose.m[4 * row + order[row]] = test_rng_below(rng, 2) == 0 ? 1 : -1;
        if (tact_pose_validate(pose, NULL) == TACT_OK)
            return pose;
    }
}

static tact_vec3 random_shift(test_rng *rng, double reach) {
    return (tact_vec3){test_rng_between(rng, -reach, reach), test_rng_between(rng, -reach, reach),
                       test_rng_between(rng, -reach, reach)};
}

tact_pose pose_random(test_rng *rng, double reach) {
    tact_quat q = {test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                   test_rng_between(rng, -1, 1), test_rng_between(rng, 0.1, 1)};
    tact_pose pose;
    assert_int_equal(tact_pose_from_quat(q, random_shift(rng, reach), &pose), TACT_OK);
    return pose;
}

void pose_set_shift(tact_pose *pose, tact_vec3 to) {
    pose->m[3] = to.x;
    pose->m[7] = to.y;
    pose->m[11] = to.z;
}

tact_pose pose_skewed(test_rng *rng, double reach) {
    tact_pose pose = pose_random(rng, reach);
    /* R (1 + S / 2) has R^T R - I = S up to squares. */
    double s[3][3];
    uint32_t kind = test_rng_below(rng, 4);
    double sign = test_rng_below(rng, 2) == 0 ? 1 : -1;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            double free_sign = test_rng_below(rng, 2) == 0 ? 1 : -1;
            double entry = kind == 0 ? sign : kind == 1 ? free_sign : i == j ? sign : 0;
            if (kind == 3)
                entry = i == j ? 0 : free_sign;
            s[i][j] = s[j][i] = entry * 0.9999e-6 / 2;
        }
    tact_pose skewed = pose;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                skewed.m[4 * i + j] += pose.m[4 * i + k] * s[k][j];
    assert_int_equal(tact_pose_validate(skewed, NULL), TACT_OK);
    return skewed;
}

bool pose_bring(tact_pose *pose, tact_vec3 from, tact_vec3 to) {
    const double *target = &to.x;
    for (int i = 0; i < 3; i++) {
        const double *row = pose->m + 4 * i;
        double sum = (row[0] * from.x + row[1] * from.y) + row[2] * from.z;
        double shift = target[i] - sum;
        /* If the sum is far smaller than the shift, a neighbouring number may be the right one. */
        for (int attempt = 0; sum + shift != target[i]; attempt++) {
            if (attempt == 8)
                return false;
            shift = nextafter(shift, sum + shift < target[i] ? HUGE_VAL : -HUGE_VAL);
        }
        pose->m[4 * i + 3] = shift;
    }
    return true;
}

/* ---- Contexts ----------------------------------------------------------------------------- */

void contexts_make(contexts *all) {
    *all = (contexts){.level_count = (uint32_t)tact_simd_level_best() + 1};
    assert_int_equal(tact_pool_create(NULL, 2, &all->pool), TACT_OK);
    for (uint32_t i = 0; i < all->level_count; i++) {
        tact_context_desc desc = tact_context_desc_default();
        desc.simd_level = (tact_simd_level)i;
        assert_int_equal(tact_context_create(&desc, &all->alone[i]), TACT_OK);
        desc.executor = tact_pool_executor(all->pool);
        assert_int_equal(tact_context_create(&desc, &all->pooled[i]), TACT_OK);
    }
}

void contexts_free(contexts *all) {
    for (uint32_t i = 0; i < all->level_count; i++) {
        tact_context_destroy(all->alone[i]);
        tact_context_destroy(all->pooled[i]);
    }
    tact_pool_destroy(all->pool);
}

int contexts_set_up(void **state) {
    contexts *all = get_memory(1, sizeof *all);
    contexts_make(all);
    *state = all;
    return 0;
}

int contexts_tear_down(void **state) {
    contexts_free(*state);
    free(*state);
    return 0;
}

/* ---- Bodies ------------------------------------------------------------------------------- */

body body_make(const tact_context *context, const soup *s, const tacti_bvh_desc *desc) {
    tact_mesh_arrays arrays = {.positions = s->vertices,
                               .vertex_count = s->vertex_count,
                               .indices = s->indices,
                               .triangle_count = s->triangle_count};
    body b;
    tact_error error;
    assert_int_equal(tact_mesh_create(context, &arrays, NULL, &b.mesh), TACT_OK);
    assert_int_equal(tacti_bvh_create(context, b.mesh, desc, &b.bvh), TACT_OK);
    if (tacti_bvh_validate(b.bvh, &error) != TACT_OK)
        fail_msg("%s", error.text);
    return b;
}

void body_free(body *b) {
    tacti_bvh_destroy(b->bvh);
    tact_mesh_destroy(b->mesh);
}
