/* SPDX-License-Identifier: MIT */
/* Filled meshes: one inside the other, in a hole or a cavity, in several pieces, touching from
 * inside, and not closed. Winding numbers are compared with the sum of solid angles, also with rays
 * through edges and vertices. */
#include "bodies.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <stdlib.h>

#include "inside/inside.h"
#include "bvh/bvh.h"
#include "inside/interiors.h"
#include "surface/surface.h"

/* ---- Shapes ------------------------------------------------------------------------------- */

static soup make_sphere(double radius) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, radius, 3, &mesh), TACT_OK);
    return soup_take(mesh);
}

static soup make_torus(void) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.25, 24, 10, &mesh), TACT_OK);
    return soup_take(mesh);
}

static soup make_box(double size, uint32_t cells) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){size, size, size}, cells, &mesh),
                     TACT_OK);
    return soup_take(mesh);
}

static body make_solid(const soup *s) {
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.solid = true;
    return body_make(NULL, s, &desc);
}

/* ---- Verdicts ----------------------------------------------------------------------------- */

typedef enum expectation { APART, TOUCHING, CONTAINED } expectation;

/* Checks one order: verdict, witness, distance, radii. */
static void check_order(const tacti_placed *a, const tacti_placed *b, expectation expected) {
    tacti_query_desc desc = tacti_query_desc_default();
    desc.solid = true;
    tacti_mesh_collision c;
    assert_int_equal(tacti_mesh_collide(a, b, &desc, NULL, &c), TACT_OK);
    assert_int_equal(c.outcome, expected == APART ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
    assert_int_equal(c.is_contained, expected == CONTAINED);
    if (expected == CONTAINED)
        assert_true((c.a == TACT_NO_TRIANGLE) != (c.b == TACT_NO_TRIANGLE));
    tacti_mesh_distance_answer d, surface;
    assert_int_equal(tacti_mesh_distance(a, b, &desc, NULL, &d), TACT_OK);
    assert_int_equal(tacti_mesh_distance(a, b, NULL, NULL, &surface), TACT_OK);
    assert_int_equal(surface.distance == 0, expected == TOUCHING);
    assert_int_equal(d.distance == 0, expected != APART);
    assert_true(d.lower <= d.distance && d.distance <= d.upper);
    if (expected == APART)
        test_assert_same_bits(d.distance, surface.distance);
    if (expected != TOUCHING) {
        assert_int_equal(tacti_mesh_collide(a, b, NULL, NULL, &c), TACT_OK);
        assert_int_equal(c.outcome, TACT_OUTCOME_APART);
    }
    /* A distance within rounding of the radius is undecided; this one is far above the radius. */
    const double radii[] = {0, surface.distance * 0.5};
    for (int i = 0; i < (surface.lower > 0 ? 2 : 1); i++) {
        tact_outcome outcome;
        assert_int_equal(tacti_mesh_within(a, b, radii[i], &desc, NULL, &outcome, NULL), TACT_OK);
        assert_int_equal(outcome, expected == APART ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
    }
    assert_int_equal(tacti_mesh_lower_bound(a, b, &desc, NULL, &d), TACT_OK);
    assert_int_equal(d.lower == 0, expected != APART);
    /* A budget never makes an answer wrong. */
    for (uint64_t budget = 0; budget < 3000; budget += 1 + budget / 4) {
        desc.budget = budget;
        assert_int_equal(tacti_mesh_collide(a, b, &desc, NULL, &c), TACT_OK);
        assert_true(c.outcome == TACT_OUTCOME_UNDECIDED ||
                    c.outcome == (expected == APART ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT));
        assert_int_equal(tacti_mesh_distance(a, b, &desc, NULL, &d), TACT_OK);
        if (expected != APART)
            assert_true(d.lower == 0);
    }
}

static void check(soup sa, tact_pose pose_a, soup sb, tact_pose pose_b, expectation expected) {
    body a = make_solid(&sa), b = make_solid(&sb);
    tacti_placed placed_a = {a.bvh, pose_a}, placed_b = {b.bvh, pose_b};
    check_order(&placed_a, &placed_b, expected);
    check_order(&placed_b, &placed_a, expected);
    body_free(&a);
    body_free(&b);
    soup_free(&sa);
    soup_free(&sb);
}

static void test_nested(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_nested");
    for (int i = 0; i < 20; i++) {
        tact_pose turned = pose_random(&rng, 0.3), other = pose_skewed(&rng, 0.1);
        check(make_sphere(1), other, make_sphere(0.3), turned, CONTAINED);
        tact_pose away = pose_random(&rng, 1);
        away.m[3] += 5;
        check(make_sphere(1), other, make_sphere(0.3), away, APART);
        /* In the hole of a torus, beside it, in its tube. */
        check(make_torus(), pose_at(0, 0, 0), make_sphere(0.5), pose_random(&rng, 0.05), APART);
        tact_pose in_tube = pose_random(&rng, 0.05);
        in_tube.m[3] += 1;
        check(make_torus(), pose_at(0, 0, 0), make_sphere(0.1), in_tube, CONTAINED);
        in_tube.m[11] += 2;
        check(make_torus(), pose_at(0, 0, 0), make_sphere(0.1), in_tube, APART);
    }
}

/* Far from the origin the ray's error is large compared with the mesh. */
static void test_nested_far_out(void **state) {
    (void)state;
    for (double offset = 1; offset < 1e13; offset *= 10) {
        check(make_sphere(1), pose_at(offset, -offset, offset), make_sphere(0.3),
              pose_at(offset, -offset, offset), CONTAINED);
        check(make_sphere(1), pose_at(offset, -offset, offset), make_sphere(0.3),
              pose_at(offset, 2 - offset, offset), APART);
    }
    for (int e = -400; e <= 400; e += 100) {
        soup big = make_sphere(1), small = make_sphere(0.3);
        soup_move(&big, ldexp(1, e), (tact_vec3){0, 0, 0});
        soup_move(&small, ldexp(1, e), (tact_vec3){0, 0, 0});
        check(big, pose_at(0, 0, 0), small, pose_at(0, 0, 0), CONTAINED);
        /* Exact tests over such a wide range take long, so the meshes are coarse. */
        tact_mesh *mesh;
        assert_int_equal(tact_mesh_create_icosphere(NULL, 1, 1, &mesh), TACT_OK);
        big = soup_take(mesh);
        assert_int_equal(tact_mesh_create_icosphere(NULL, 0.3, 1, &mesh), TACT_OK);
        small = soup_take(mesh);
        soup_move(&big, 0x1p400, (tact_vec3){0, 0, 0});
        soup_move(&small, ldexp(1, e - 1), (tact_vec3){0, 0, 0});
        check(big, pose_at(0, 0, 0), small, pose_at(0, 0, 0), CONTAINED);
    }
}

static void test_pieces_and_cavities(void **state) {
    (void)state;
    /* One of two pieces is inside. */
    soup far = make_sphere(0.2), near = make_sphere(0.2);
    soup_move(&far, 1, (tact_vec3){10, 0, 0});
    check(make_sphere(1), pose_at(0, 0, 0), soup_join(far, near), pose_at(0, 0, 0), CONTAINED);
    far = make_sphere(0.2);
    near = make_sphere(0.2);
    soup_move(&far, 1, (tact_vec3){10, 0, 0});
    soup_move(&near, 1, (tact_vec3){-3, 0, 0});
    check(make_sphere(1), pose_at(0, 0, 0), soup_join(far, near), pose_at(0, 0, 0), APART);
    /* A wall between two spheres: a sphere in the cavity, in the wall, and outside. */
    soup hole = make_sphere(1);
    soup_turn_inside_out(&hole);
    check(soup_join(make_sphere(3), hole), pose_at(0, 0, 0), make_sphere(0.3), pose_at(0, 0, 0),
          APART);
    hole = make_sphere(1);
    soup_turn_inside_out(&hole);
    check(soup_join(make_sphere(3), hole), pose_at(0, 0, 0), make_sphere(0.3), pose_at(0, 2, 0),
          CONTAINED);
    hole = make_sphere(1);
    soup_turn_inside_out(&hole);
    check(soup_join(make_sphere(3), hole), pose_at(0, 0, 0), make_sphere(0.3), pose_at(0, 0, 4),
          APART);
    /* A mesh that is wholly inside out is filled too. */
    soup reversed = make_sphere(1);
    soup_turn_inside_out(&reversed);
    check(reversed, pose_at(0, 0, 0), make_sphere(0.3), pose_at(0, 0, 0), CONTAINED);
}

/* Boxes whose vertices are aligned along +x: the worst case for a ray. */
static void test_aligned_boxes(void **state) {
    (void)state;
    for (uint32_t cells = 1; cells <= 4; cells++) {
        check(make_box(4, cells), pose_at(0, 0, 0), make_box(2, cells), pose_at(0, 0, 0),
              CONTAINED);
        check(make_box(4, cells), pose_at(0, 0, 0), make_box(2, cells), pose_at(1, 0, 0), TOUCHING);
        check(make_box(4, cells), pose_at(0, 0, 0), make_box(2, cells), pose_at(0, 1, 1), TOUCHING);
        check(make_box(4, cells), pose_at(0, 0, 0), make_box(2, cells), pose_at(-4, 0, 0), APART);
        check(make_box(4, cells), pose_at(0, 0, 0), make_box(4, cells), pose_at(-5, 0, 0), APART);
        check(make_box(4, cells), pose_at(0, 0, 0), make_box(4, cells), pose_at(5, 0, 0), APART);
        check(make_box(4, 1), pose_at(0, 0, 0), make_box(1, 1), pose_at(0.5, 0.5, 0.5), CONTAINED);
        /* One unit in the last place away from touching, from inside and from outside. */
        check(make_box(4, cells), pose_at(0, 0, 0), make_box(2, cells), pose_at(1 - 0x1p-52, 0, 0),
              CONTAINED);
        check(make_box(4, cells), pose_at(0, 0, 0), make_box(2, cells),
              pose_at(nextafter(3, 4), 0, 0), APART);
    }
}

static void test_open_meshes_are_surfaces(void **state) {
    (void)state;
    soup open = make_sphere(2);
    open.triangle_count--;
    check(open, pose_at(0, 0, 0), make_sphere(0.5), pose_at(0, 0, 0), APART);
    /* An open surface inside a closed one is inside it. */
    open = make_sphere(0.5);
    open.triangle_count--;
    check(make_sphere(2), pose_at(0, 0, 0), open, pose_at(0, 0, 0), CONTAINED);
    /* With equal vertices taken as one, a soup without shared vertices is closed. */
    soup box = make_box(2, 1), apart = soup_make(3 * box.triangle_count, box.triangle_count);
    for (uint32_t i = 0; i < 3 * box.triangle_count; i++) {
        apart.vertices[i] = box.vertices[box.indices[i]];
        apart.indices[i] = i;
    }
    soup_free(&box);
    check(apart, pose_at(0, 0, 0), make_box(1, 1), pose_at(0.25, 0.25, 0.25), CONTAINED);
}

static void test_hierarchies_that_are_not_for_it(void **state) {
    (void)state;
    soup s = make_sphere(1);
    body plain = body_make(NULL, &s, NULL), solid = make_solid(&s);
    assert_true(tacti_bvh_is_solid(solid.bvh));
    assert_false(tacti_bvh_is_solid(plain.bvh));
    tacti_query_desc desc = tacti_query_desc_default();
    desc.solid = true;
    tacti_placed p = {plain.bvh, tact_pose_identity()}, q = {solid.bvh, tact_pose_identity()};
    tacti_mesh_collision c;
    tacti_mesh_distance_answer d;
    assert_int_equal(tacti_mesh_collide(&p, &q, &desc, NULL, &c), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_mesh_collide(&q, &p, &desc, NULL, &c), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_mesh_distance(&p, &q, &desc, NULL, &d), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_mesh_distance(&q, &p, &desc, NULL, &d), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_mesh_collide(&q, &q, &desc, NULL, &c), TACT_OK);
    assert_int_equal(c.outcome, TACT_OUTCOME_CONTACT);
    body_free(&plain);
    body_free(&solid);
    soup_free(&s);
}

/* ---- Winding numbers ---------------------------------------------------------------------- */

/* The sum of the solid angles of all triangles (A. van Oosterom, J. Strackee, 1983). */
static int winding_by_angles(const soup *s, tact_pose pose, tact_vec3 point) {
    double sum = 0;
    for (uint32_t i = 0; i < s->triangle_count; i++) {
        tact_vec3 v[3];
        double length[3];
        for (int k = 0; k < 3; k++) {
            v[k] = tact_vec3_sub(
                tact_pose_place(pose, s->vertices[s->indices[3 * i + (uint32_t)k]]), point);
            length[k] = tact_vec3_length(v[k]);
        }
        double det = tact_vec3_dot(v[0], tact_vec3_cross(v[1], v[2]));
        double sides = length[0] * length[1] * length[2] + tact_vec3_dot(v[0], v[1]) * length[2] +
                       tact_vec3_dot(v[1], v[2]) * length[0] +
                       tact_vec3_dot(v[2], v[0]) * length[1];
        sum += 2 * atan2(det, sides);
    }
    return (int)lround(sum / (4 * 3.14159265358979323846));
}

static void test_winding_numbers(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_winding");
    uint64_t count = test_case_count(100, 3000), inside = 0;
    for (uint64_t i = 0; i < count; i++) {
        soup s = i % 3 == 0   ? make_torus()
                 : i % 3 == 1 ? make_sphere(1)
                              : soup_join(make_sphere(1), make_sphere(0.5));
        body b = make_solid(&s);
        tacti_placed placed = {b.bvh, i % 2 == 0 ? pose_skewed(&rng, 3) : tact_pose_identity()};
        for (int k = 0; k < 50; k++) {
            tact_vec3 center = {placed.pose.m[3], placed.pose.m[7], placed.pose.m[11]};
            tact_vec3 point = {center.x + test_rng_between(&rng, -1.5, 1.5),
                               center.y + test_rng_between(&rng, -1.5, 1.5),
                               center.z + test_rng_between(&rng, -0.5, 0.5)};
            int expected = winding_by_angles(&s, placed.pose, point);
            assert_int_equal(tacti_whole_winding(&placed, point, NULL), expected);
            inside += expected != 0;
        }
        body_free(&b);
        soup_free(&s);
    }
    assert_true(inside > 10 * count);
}

/* Lattice points in and around boxes whose vertices and edges lie on the same lattice. */
static void test_winding_numbers_on_a_lattice(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_winding_lattice");
    for (int turn = 0; turn < 24; turn++) {
        uint32_t cells = 1 + (uint32_t)turn % 4;
        soup s = make_box(4, cells);
        body b = make_solid(&s);
        tacti_placed placed = {b.bvh,
                               turn == 0 ? tact_pose_identity() : pose_signed_permutation(&rng)};
        for (int i = 0; i < 17 * 17 * 17; i++) {
            tact_vec3 p = {i % 17 * 0.5 - 4, i / 17 % 17 * 0.5 - 4, i / 289 * 0.5 - 4};
            double most = fmax(fmax(fabs(p.x), fabs(p.y)), fabs(p.z));
            if (most != 2)
                assert_int_equal(tacti_whole_winding(&placed, p, NULL), most < 2);
        }
        body_free(&b);
        soup_free(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_nested_far_out),
        cmocka_unit_test(test_pieces_and_cavities),
        cmocka_unit_test(test_aligned_boxes),
        cmocka_unit_test(test_open_meshes_are_surfaces),
        cmocka_unit_test(test_hierarchies_that_are_not_for_it),
        cmocka_unit_test(test_winding_numbers),
        cmocka_unit_test(test_winding_numbers_on_a_lattice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
