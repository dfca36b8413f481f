/* SPDX-License-Identifier: MIT */
#include "hierarchies.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bvh/bvh.h"

const char *made_name(uint32_t which) {
    static const char *const names[MADE_COUNT] = {
        "icosphere", "uv sphere", "torus", "torus knot",    "box",  "cylinder", "tube",
        "plate",     "gear",      "bolt",  "menger sponge", "blob", "terrain"};
    return names[which];
}

tact_mesh *make_mesh(uint32_t which) {
    tact_mesh *mesh = NULL;
    tact_status status = TACT_INVALID_ARGUMENT;
    tact_torus_knot_desc knot = tact_torus_knot_desc_default();
    tact_gear_desc gear = tact_gear_desc_default();
    tact_bolt_desc bolt = tact_bolt_desc_default();
    tact_vec3 size = {1, 2, 0.01};
    switch (which) {
    case 0:
        status = tact_mesh_create_icosphere(NULL, 1, 30, &mesh);
        break;
    case 1:
        status = tact_mesh_create_uv_sphere(NULL, 3, 64, 40, &mesh);
        break;
    case 2:
        status = tact_mesh_create_torus(NULL, 1, 0.3, 100, 40, &mesh);
        break;
    case 3:
        status = tact_mesh_create_torus_knot(NULL, &knot, &mesh);
        break;
    case 4:
        status = tact_mesh_create_box(NULL, size, 40, &mesh);
        break;
    case 5:
        status = tact_mesh_create_cylinder(NULL, 1, 5, 50, 20, &mesh);
        break;
    case 6:
        status = tact_mesh_create_tube(NULL, 1, 0.9, 5, 50, 20, &mesh);
        break;
    case 7:
        status = tact_mesh_create_plate(NULL, size, 9, 7, 16, &mesh);
        break;
    case 8:
        status = tact_mesh_create_gear(NULL, &gear, &mesh);
        break;
    case 9:
        status = tact_mesh_create_bolt(NULL, &bolt, &mesh);
        break;
    case 10:
        status = tact_mesh_create_menger_sponge(NULL, 1, 3, &mesh);
        break;
    case 11:
        status = tact_mesh_create_blob(NULL, 1, 0.3, 20, 7, &mesh);
        break;
    case 12:
        status = tact_mesh_create_terrain(NULL, 10, 2, 90, 3, &mesh);
        break;
    default:
        break;
    }
    assert_int_equal(status, TACT_OK);
    return mesh;
}

/* ---- Soups -------------------------------------------------------------------------------- */

static tact_vec3 random_point(test_rng *rng, double reach) {
    double x = test_rng_between(rng, -reach, reach), y = test_rng_between(rng, -reach, reach);
    return (tact_vec3){x, y, test_rng_between(rng, -reach, reach)};
}

static tact_vec3 around(test_rng *rng, tact_vec3 center, double reach) {
    return tact_vec3_add(center, random_point(rng, reach));
}

static tact_vec3 whole_point(test_rng *rng) {
    return (tact_vec3){test_rng_below(rng, 3), test_rng_below(rng, 3), test_rng_below(rng, 3)};
}

/* Makes the corners of one triangle; first are those of the soup's first few triangles. */
static void make_triangle(test_rng *rng, soup_kind kind, uint32_t number, const tact_vec3 *first,
                          tact_vec3 v[3]) {
    tact_vec3 center = random_point(rng, 1);
    double size = 0.05;
    if (kind == SOUP_CLUSTERS) {
        size = ldexp(1, -(int)(number % 60));
        center = around(rng, (tact_vec3){size, size, size}, size / 8);
        size /= 16;
    }
    if (kind == SOUP_OUTLIER)
        size = number % 97 == 0 ? 1 : 0.01;
    if (kind == SOUP_CONCENTRIC)
        size = ldexp(1, -(int)test_rng_below(rng, 40));
    for (int k = 0; k < 3; k++) {
        double t = test_rng_between(rng, -1, 1), u = test_rng_between(rng, -1, 1);
        v[k] = around(rng, center, size);
        if (kind == SOUP_POINTS)
            v[k] = k == 0 ? center : v[0];
        if (kind == SOUP_LINE)
            v[k] = (tact_vec3){t, 2 * t, -t};
        if (kind == SOUP_PLANE)
            v[k] = (tact_vec3){t, u, t + 3 * u};
        if (kind == SOUP_LATTICE)
            v[k] = whole_point(rng);
    }
    if (kind == SOUP_CONCENTRIC) {
        v[0] = (tact_vec3){-size, -size, 0};
        v[1] = (tact_vec3){size, size, 0};
        v[2] = (tact_vec3){0, 0, size / 2};
    }
    if ((kind == SOUP_EQUAL && number > 0) || (kind == SOUP_FEW && number >= 5))
        memcpy(v, &first[kind == SOUP_EQUAL ? 0 : 3 * test_rng_below(rng, 5)], 3 * sizeof *v);
}

tact_mesh *make_soup(test_rng *rng, soup_kind kind, uint32_t count, double scale, double offset) {
    tact_vec3 *vertices = malloc(((size_t)3 * count + 1) * sizeof *vertices);
    assert_non_null(vertices);
    for (uint32_t i = 0; i < count; i++)
        make_triangle(rng, kind, i, vertices, vertices + (size_t)3 * i);
    for (size_t i = 0; i < (size_t)3 * count; i++) {
        tact_vec3 *v = &vertices[i];
        *v = (tact_vec3){v->x * scale + offset, v->y * scale - offset, v->z * scale + offset};
    }
    tact_mesh_arrays arrays = {
        .positions = vertices, .vertex_count = 3 * count, .triangle_count = count};
    tact_mesh *mesh = NULL;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
    free(vertices);
    return mesh;
}

/* ---- Hierarchies -------------------------------------------------------------------------- */

tacti_bvh *build(const tact_context *context, const tact_mesh *mesh, tact_bvh_builder builder) {
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.builder = builder;
    tacti_bvh *bvh = NULL;
    assert_int_equal(tacti_bvh_create(context, mesh, &desc, &bvh), TACT_OK);
    assert_non_null(bvh);
    return bvh;
}

void check_hierarchy(const tacti_bvh *bvh, const char *name) {
    tact_error error;
    if (tacti_bvh_validate(bvh, &error) != TACT_OK)
        fail_msg("%s: %s", name, error.text);
    tact_bvh_stats stats = tacti_bvh_measure(bvh);
    assert_true(stats.depth <= TACTI_BVH_MAX_DEPTH);
    assert_int_equal(stats.triangle_count, tact_mesh_triangle_count(tacti_bvh_mesh(bvh)));
    if (stats.triangle_count > 64 && stats.bytes > 24.0 * stats.triangle_count + 512)
        fail_msg("%s: %zu bytes for %u triangles", name, stats.bytes, stats.triangle_count);
}

bool is_same_hierarchy(const tacti_bvh *a, const tacti_bvh *b) {
    return a->node_count == b->node_count && a->triangle_count == b->triangle_count &&
           a->depth == b->depth &&
           memcmp(a->nodes, b->nodes, a->node_count * sizeof *a->nodes) == 0 &&
           memcmp(a->order, b->order, a->triangle_count * sizeof *a->order) == 0;
}
