/* SPDX-License-Identifier: MIT */
/* Curves and patches against brute force: solids in general position, whose curves are all closed,
 * and boxes on a lattice, whose faces, edges and vertices often coincide. Also what must not
 * matter: which mesh is a, shared vertices, the order of triangles, the SIMD level. */
#include "curve_truth.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "curve/curves.h"

/* ---- Solids ------------------------------------------------------------------------------- */

static tact_status make_gear(uint32_t n, tact_mesh **out) {
    tact_gear_desc desc = tact_gear_desc_default();
    desc.teeth = 5 + n % 4;
    desc.detail = 1;
    desc.rows = 1;
    return tact_mesh_create_gear(NULL, &desc, out);
}

static tact_status make_bolt(uint32_t n, tact_mesh **out) {
    tact_bolt_desc desc = tact_bolt_desc_default();
    desc.segments = 6 * (1 + n % 2);
    desc.rows = 6;
    desc.pitch = 1;
    return tact_mesh_create_bolt(NULL, &desc, out);
}

static tact_status make_knot(uint32_t n, tact_mesh **out) {
    tact_torus_knot_desc desc = tact_torus_knot_desc_default();
    desc.along = 40 + n;
    desc.around = 3;
    return tact_mesh_create_torus_knot(NULL, &desc, out);
}

/* A closed mesh of up to some 500 triangles, about as large as the unit sphere. */
static soup make_solid(test_rng *rng) {
    uint32_t n = test_rng_below(rng, 6);
    tact_mesh *mesh = NULL;
    tact_status status = TACT_INVALID_ARGUMENT;
    switch (test_rng_below(rng, 11)) {
    case 0:
        status = tact_mesh_create_icosphere(NULL, 1, 1 + n % 4, &mesh);
        break;
    case 1:
        status = tact_mesh_create_uv_sphere(NULL, 1, 5 + n, 4 + n, &mesh);
        break;
    case 2:
        status = tact_mesh_create_torus(NULL, 1, 0.35, 9 + n, 5 + n, &mesh);
        break;
    case 3:
        status = tact_mesh_create_box(NULL, tact_vec3_make(1.5, 1.2, 1), 1 + n, &mesh);
        break;
    case 4:
        status = tact_mesh_create_cylinder(NULL, 0.6, 1.5, 7 + n, 1 + n, &mesh);
        break;
    case 5:
        status = tact_mesh_create_tube(NULL, 0.9, 0.6, 1, 7 + n, 1 + n, &mesh);
        break;
    case 6:
        status = tact_mesh_create_plate(NULL, tact_vec3_make(2, 1.5, 0.3), 2, 1, 8, &mesh);
        break;
    case 7:
        status = make_gear(n, &mesh);
        break;
    case 8:
        status = make_bolt(n, &mesh);
        break;
    case 9:
        status = make_knot(n, &mesh);
        break;
    default:
        status = tact_mesh_create_blob(NULL, 1, 0.3, 2 + n % 3, n, &mesh);
        break;
    }
    assert_int_equal(status, TACT_OK);
    return soup_take(mesh);
}

static void test_closed_meshes_have_closed_curves(void **state) {
    (void)state;
    test_rng rng = test_rng_start("closed_meshes_have_closed_curves");
    uint64_t count = test_case_count(1000, 10000), meetings = 0;
    for (uint64_t i = 0; i < count; i++) {
        soup a = make_solid(&rng), b = make_solid(&rng);
        tact_pose pose_a = pose_random(&rng, 0.5), pose_b = pose_random(&rng, 0.5);
        curve_truth right = curve_truth_find(&a, pose_a, &b, pose_b, 1e-13);
        assert_true(right.is_general);
        curve_case c = curve_case_make(NULL, &a, pose_a, &b, pose_b);
        curve_check_truth(&c, &right);
        assert_int_equal(c.summary.closed_count, c.summary.curve_count);
        assert_int_equal(c.summary.closed_count, tact_curve_set_view(c.set).curve_count);
        meetings += c.summary.curve_count > 0;
        curve_case_free(&c);
        soup_free(&a);
        soup_free(&b);
    }
    assert_true(meetings > count / 2);
}

/* ---- What must not matter ----------------------------------------------------------------- */

/* Gives every triangle its own vertices. */
static soup unwelded(const soup *s) {
    soup out = soup_make(3 * s->triangle_count, s->triangle_count);
    for (uint32_t i = 0; i < 3 * s->triangle_count; i++) {
        out.vertices[i] = s->vertices[s->indices[i]];
        out.indices[i] = i;
    }
    return out;
}

static soup shuffled(test_rng *rng, const soup *s) {
    uint32_t *order = calloc(s->triangle_count + 1, sizeof *order);
    assert_non_null(order);
    soup out = soup_shuffled(rng, s, order);
    free(order);
    return out;
}

static void check_variants(test_rng *rng, const soup *a, tact_pose pose_a, const soup *b,
                           tact_pose pose_b) {
    curve_case c = curve_case_make(NULL, a, pose_a, b, pose_b);
    curve_case swapped = curve_case_make(NULL, b, pose_b, a, pose_a);
    curve_check_same_figures(&c.summary, &swapped.summary);
    soup loose_a = unwelded(a), loose_b = unwelded(b);
    curve_case loose = curve_case_make(NULL, &loose_a, pose_a, &loose_b, pose_b);
    curve_check_same_bytes(c.set, loose.set, false);
    soup mixed_a = shuffled(rng, a), mixed_b = shuffled(rng, &loose_b);
    curve_case mixed = curve_case_make(NULL, &mixed_a, pose_a, &mixed_b, pose_b);
    curve_check_same_figures(&c.summary, &mixed.summary);
    curve_case_free(&c);
    curve_case_free(&swapped);
    curve_case_free(&loose);
    curve_case_free(&mixed);
    soup_free(&loose_a);
    soup_free(&loose_b);
    soup_free(&mixed_a);
    soup_free(&mixed_b);
}

static void test_what_does_not_matter(void **state) {
    (void)state;
    test_rng rng = test_rng_start("what_does_not_matter");
    uint64_t count = test_case_count(200, 2000);
    for (uint64_t i = 0; i < count; i++) {
        soup a = make_solid(&rng), b = make_solid(&rng);
        check_variants(&rng, &a, pose_random(&rng, 0.5), &b, pose_random(&rng, 0.5));
        soup_free(&a);
        soup_free(&b);
    }
}

/* Every level and a pool give the same bytes. So does a set that was used before. */
static void test_levels(void **state) {
    (void)state;
    test_rng rng = test_rng_start("levels");
    contexts all;
    contexts_make(&all);
    tact_curve_set *used;
    assert_int_equal(tact_curve_set_create(NULL, &used), TACT_OK);
    uint64_t count = test_case_count(60, 600);
    for (uint64_t i = 0; i < count; i++) {
        soup a = make_solid(&rng), b = make_solid(&rng);
        tact_pose pose_a = pose_random(&rng, 0.5), pose_b = pose_random(&rng, 0.5);
        curve_case first = curve_case_make(NULL, &a, pose_a, &b, pose_b);
        tact_curve_summary summary;
        assert_int_equal(
            tacti_curve_set_fill(&first.placed_a, &first.placed_b, NULL, used, &summary), TACT_OK);
        curve_check_same_bytes(first.set, used, true);
        for (uint32_t level = 0; level < all.level_count; level++) {
            for (int pooled = 0; pooled < 2; pooled++) {
                const tact_context *context = pooled ? all.pooled[level] : all.alone[level];
                curve_case c = curve_case_make(context, &a, pose_a, &b, pose_b);
                curve_check_same_bytes(first.set, c.set, true);
                test_assert_same_bits(c.summary.length, first.summary.length);
                curve_case_free(&c);
            }
        }
        curve_case_free(&first);
        soup_free(&a);
        soup_free(&b);
    }
    tact_curve_set_destroy(used);
    contexts_free(&all);
}

/* ---- On a lattice ------------------------------------------------------------------------- */

/* A box of whole cells, sometimes a sponge. */
static soup make_lattice_box(test_rng *rng) {
    if (test_rng_below(rng, 30) == 0) {
        tact_mesh *sponge;
        assert_int_equal(tact_mesh_create_menger_sponge(NULL, 3, 1, &sponge), TACT_OK);
        return soup_take(sponge);
    }
    uint32_t cells = 1 + test_rng_below(rng, 3);
    double scale = 1 + test_rng_below(rng, 2);
    tact_mesh *mesh;
    tact_vec3 size = {cells * scale, cells * (1.0 + test_rng_below(rng, 2)), cells * 1.0};
    assert_int_equal(tact_mesh_create_box(NULL, size, cells, &mesh), TACT_OK);
    return soup_take(mesh);
}

static tact_pose lattice_pose(test_rng *rng) {
    tact_pose pose = pose_signed_permutation(rng);
    for (int i = 0; i < 3; i++)
        pose.m[4 * i + 3] = 0.5 * ((int)test_rng_below(rng, 11) - 5);
    return pose;
}

/* Puts a vertex on the longest edge of some triangles, but not of the neighbour. A triangle without
 * area lies between. Only edges whose middle is a double are taken; on a lattice all are. */
static soup with_slivers(test_rng *rng, const soup *s, uint32_t divisions, double where) {
    soup out = soup_make(s->vertex_count + divisions, s->triangle_count + 2 * divisions);
    memcpy(out.vertices, s->vertices, s->vertex_count * sizeof *s->vertices);
    memcpy(out.indices, s->indices, 3 * (size_t)s->triangle_count * sizeof *s->indices);
    out.vertex_count = s->vertex_count;
    out.triangle_count = s->triangle_count;
    for (uint32_t i = 0; i < divisions; i++) {
        uint32_t *t = &out.indices[3 * test_rng_below(rng, out.triangle_count)];
        uint32_t turn = test_rng_below(rng, 3);
        uint32_t p = t[turn], q = t[(turn + 1) % 3], r = t[(turn + 2) % 3];
        uint32_t m = out.vertex_count++;
        tact_vec3 step = tact_vec3_sub(out.vertices[q], out.vertices[p]);
        out.vertices[m] = tact_vec3_add(out.vertices[p], tact_vec3_scale(step, where));
        uint32_t made[9] = {p, m, r, m, q, r, p, q, m};
        memcpy(t, made, 3 * sizeof *t);
        memcpy(&out.indices[3 * out.triangle_count], made + 3, 6 * sizeof *t);
        out.triangle_count += 2;
    }
    return out;
}

static void test_lattice(void **state) {
    (void)state;
    test_rng rng = test_rng_start("lattice");
    uint64_t count = test_case_count(1000, 10000), patches = 0, lines = 0;
    for (uint64_t i = 0; i < count; i++) {
        soup a = make_lattice_box(&rng), b = make_lattice_box(&rng);
        tact_pose pose_a = lattice_pose(&rng), pose_b = lattice_pose(&rng);
        curve_truth right = curve_truth_find(&a, pose_a, &b, pose_b, 1e-9);
        curve_case c = curve_case_make(NULL, &a, pose_a, &b, pose_b);
        curve_check_truth(&c, &right);
        patches += c.summary.patch_count > 0;
        lines += c.summary.curve_count > 0;
        check_variants(&rng, &a, pose_a, &b, pose_b);
        curve_case_free(&c);
        soup_free(&a);
        soup_free(&b);
    }
    assert_true(patches > count / 10 && lines > count / 10);
}

/* ---- Triangles without area --------------------------------------------------------------- */

/* Triangles without area do not change the curves that cross them. */
static void test_slivers_crossed(void **state) {
    (void)state;
    test_rng rng = test_rng_start("slivers_crossed");
    uint64_t count = test_case_count(300, 3000);
    for (uint64_t i = 0; i < count; i++) {
        soup a = make_lattice_box(&rng), b = make_solid(&rng);
        soup sliver_a = with_slivers(&rng, &a, 1 + test_rng_below(&rng, 20), 0.5);
        tact_pose pose_a = lattice_pose(&rng), pose_b = pose_random(&rng, 2);
        curve_case plain = curve_case_make(NULL, &a, pose_a, &b, pose_b);
        curve_case c = curve_case_make(NULL, &sliver_a, pose_a, &b, pose_b);
        assert_int_equal(c.summary.closed_count, c.summary.curve_count);
        assert_int_equal(c.summary.curve_count, plain.summary.curve_count);
        assert_int_equal(c.summary.lone_count, 0);
        assert_true(fabs(c.summary.length - plain.summary.length) <= 1e-12 * plain.summary.length);
        check_variants(&rng, &sliver_a, pose_a, &b, pose_b);
        curve_case_free(&plain);
        curve_case_free(&c);
        soup_free(&a);
        soup_free(&b);
        soup_free(&sliver_a);
    }
}

/* One sliver in each box changes no figure, even if all faces coincide. */
static void test_slivers_on_a_lattice(void **state) {
    (void)state;
    test_rng rng = test_rng_start("slivers_on_a_lattice");
    uint64_t count = test_case_count(1000, 10000);
    for (uint64_t i = 0; i < count; i++) {
        soup a = make_lattice_box(&rng), b = make_lattice_box(&rng);
        soup sliver_a = with_slivers(&rng, &a, 1, 0.5);
        tact_pose pose_a = lattice_pose(&rng), pose_b = lattice_pose(&rng);
        curve_case plain = curve_case_make(NULL, &a, pose_a, &b, pose_b);
        curve_case c = curve_case_make(NULL, &sliver_a, pose_a, &b, pose_b);
        assert_int_equal(c.summary.lone_count, plain.summary.lone_count);
        assert_true(fabs(c.summary.length - plain.summary.length) <= 1e-12 * plain.summary.length);
        assert_true(fabs(c.summary.patch_area - plain.summary.patch_area) <=
                    1e-12 * plain.summary.patch_area);
        curve_case_free(&plain);
        curve_case_free(&c);
        soup_free(&a);
        soup_free(&b);
        soup_free(&sliver_a);
    }
}

/* Some vertices are so near to others that both are placed at one point. Edges and triangles
 * collapse. */
static void test_collapsed(void **state) {
    (void)state;
    test_rng rng = test_rng_start("collapsed");
    uint64_t count = test_case_count(300, 3000);
    for (uint64_t i = 0; i < count; i++) {
        soup a = make_lattice_box(&rng), b = make_solid(&rng);
        soup near_a = with_slivers(&rng, &a, 1 + test_rng_below(&rng, 20), 0x1p-48);
        tact_pose pose_a = lattice_pose(&rng), pose_b = pose_random(&rng, 2);
        for (int k = 0; k < 3; k++) {
            pose_a.m[4 * k + 3] += 1088;
            pose_b.m[4 * k + 3] += 1088;
        }
        curve_case plain = curve_case_make(NULL, &a, pose_a, &b, pose_b);
        curve_case c = curve_case_make(NULL, &near_a, pose_a, &b, pose_b);
        assert_int_equal(c.summary.closed_count, c.summary.curve_count);
        assert_int_equal(c.summary.curve_count, plain.summary.curve_count);
        assert_int_equal(tact_curve_set_view(c.set).point_count,
                         tact_curve_set_view(plain.set).point_count);
        assert_true(fabs(c.summary.length - plain.summary.length) <= 1e-12 * plain.summary.length);
        curve_case_free(&plain);
        curve_case_free(&c);
        soup_free(&a);
        soup_free(&b);
        soup_free(&near_a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_meshes_have_closed_curves),
        cmocka_unit_test(test_what_does_not_matter),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_lattice),
        cmocka_unit_test(test_slivers_crossed),
        cmocka_unit_test(test_slivers_on_a_lattice),
        cmocka_unit_test(test_collapsed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
