/* SPDX-License-Identifier: MIT */
/* The error terms of shapes against meshes (object/object_outline.c), each alone. Two points of a
 * mesh with tight boxes (tight.h) are at nearly the same distance from a shape. One is nearer by
 * less than a term covers, and the search must not leave it out. Also contacts that rounding hides,
 * and a smooth shape in another of the same size. */
#include "object/object_relation.h" /* before bodies.h, whose "body" would be shadowed */

#include "scenes.h"
#include "tight.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

#include "object/object.h"
#include "pair/pair.h"

/* ---- Distances ---------------------------------------------------------------------------- */

static tact_triangle triangle_of(const tight_mesh *m, uint32_t i, tact_pose pose) {
    tact_triangle t = {{m->vertices[3 * i], m->vertices[3 * i + 1], m->vertices[3 * i + 2]}};
    return tact_pose_place_triangle(pose, &t);
}

/* Compares the distance of a shape and a mesh with those of both triangles. */
static void compare_distance(const tact_shape *shape, tact_pose pose, const tight_mesh *m,
                             tact_pose mesh_pose) {
    tacti_object one = {.shape = shape, .pose = pose}, other = {.bvh = &m->bvh, .pose = mesh_pose};
    tacti_object_distance_answer got;
    double lower = HUGE_VAL, upper = HUGE_VAL;
    for (uint32_t i = 0; i < m->bvh.triangle_count; i++) {
        tact_shape t = tact_shape_triangle(triangle_of(m, i, mesh_pose));
        tacti_placed_shape a = {shape, pose}, b = {&t, tact_pose_identity()};
        tacti_convex_distance_answer found;
        assert_int_equal(tacti_convex_distance(&a, &b, NULL, &found), TACT_OK);
        lower = fmin(lower, found.lower);
        upper = fmin(upper, found.upper);
    }
    assert_int_equal(tacti_object_distance(&one, &other, NULL, &got), TACT_OK);
    if (got.lower > upper || got.upper < lower || got.distance > upper * (1 + 0x1p-40))
        fail_msg("distance %.17g in [%.17g, %.17g], truly in [%.17g, %.17g]", got.distance,
                 got.lower, got.upper, lower, upper);
}

static void check_distance_of(const tact_shape *shape, tact_pose pose, tight_mesh *m,
                              tact_pose mesh_pose) {
    tight_mesh_tighten(m);
    tight_mesh_check(m);
    compare_distance(shape, pose, m, mesh_pose);
}

/* A point, and two points of the mesh at nearly the same distance, each beyond a side of its box
 * along another axis. The second is nearer by a given length. Returns the point. */
static tact_vec3 stand_between(test_rng *rng, tight_mesh *m, const int at[3], double gap,
                               double by) {
    double y[2][3], from[3];
    int axis[2] = {(int)test_rng_below(rng, 3), 0};
    axis[1] = (axis[0] + 1 + (int)test_rng_below(rng, 2)) % 3;
    for (int k = 0; k < 3; k++) {
        double own = k == axis[1] ? gap - by : gap;
        bool is_above = test_rng_below(rng, 2) == 0;
        from[k] = tight_mesh_grid(m, k, at[k]) + (is_above ? -own : own);
        for (uint32_t i = 0; i < 2; i++) {
            y[i][k] = k == axis[i] ? tight_mesh_grid(m, k, at[k]) : from[k];
            int reach =
                k == axis[i]
                    ? 0
                    : 1 + (int)(gap / (tight_mesh_grid(m, k, 1) - tight_mesh_grid(m, k, 0)));
            tight_mesh_set_box(m, i, k, at[k] - reach, at[k] + reach);
        }
    }
    for (uint32_t i = 0; i < 2; i++)
        tight_mesh_set_point(m, i, tight_mesh_point(m, y[i]));
    return tight_mesh_point(m, from);
}

/* Near the mesh's centre, with an origin of the grid far from it: only sums are rounded. */
static void test_frames(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_frames");
    tact_shape point = tact_shape_sphere(0);
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tight_mesh m;
        int at[3];
        tight_mesh_start(&rng, 2, &m);
        tight_mesh_set_grid(&rng, -7, -1.9, -1.05, &m);
        for (int k = 0; k < 3; k++)
            at[k] = (int)nearbyint(-tight_mesh_grid(&m, k, 0) * 0x1p7);
        double gap = exp2(test_rng_between(&rng, -15, -12));
        tact_pose pose = tact_pose_identity();
        pose_set_shift(&pose, stand_between(&rng, &m, at, gap, 0x1p-27));
        check_distance_of(&point, pose, &m, tact_pose_identity());
    }
}

/* A pose with the largest defect stretches the corner of the mesh at which the shape is. */
static void test_skewed_mesh(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_skewed_mesh");
    tact_shape point = tact_shape_sphere(0);
    tact_pose skewed = tact_pose_identity();
    for (int k = 0; k < 9; k++)
        skewed.m[4 * (k / 3) + k % 3] = k % 4 == 0 ? 1 : 4.9e-7;
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tight_mesh m;
        const int at[3] = {100, 100, 100};
        double y[3];
        tight_mesh_start(&rng, 2, &m);
        tight_mesh_set_grid(&rng, -17, 0, 0, &m);
        tight_mesh_coordinates(&m, (tact_vec3){0.9, 0.9, 0.9}, y);
        for (int k = 0; k < 3; k++)
            m.nodes[0].origin[k] = (float)(nearbyint(y[k] * 0x1p23) * 0x1p-23);
        tact_vec3 p = stand_between(&rng, &m, at, exp2(test_rng_between(&rng, -16, -13)), 0x1p-24);
        tact_pose pose = tact_pose_identity();
        pose_set_shift(&pose, tact_pose_place(skewed, p));
        check_distance_of(&point, pose, &m, skewed);
    }
}

/* The mesh is far out, where placed points are rounded by some 2^-10. */
static void test_mesh_far_out(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_mesh_far_out");
    tact_shape point = tact_shape_sphere(0);
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tight_mesh m;
        const int at[3] = {100, 100, 100};
        tight_mesh_start(&rng, 2, &m);
        tight_mesh_set_grid(&rng, -14, -0.5, 0.5, &m);
        tact_vec3 p = stand_between(&rng, &m, at, 0x1p-8, 0x1p-11);
        tact_pose pose = pose_random(&rng, 0), at_point = tact_pose_identity();
        pose_set_shift(&pose, vec3_random_direction(&rng, 0x1p43));
        pose_set_shift(&at_point, tact_pose_place(pose, p));
        check_distance_of(&point, at_point, &m, pose);
    }
}

/* The direction of the first triangle that was measured shows how far others are at least. Heights
 * along it are sums of products that cancel, and far out the points are rounded. */
static void test_aims(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_aims");
    tact_shape point = tact_shape_sphere(0);
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tight_mesh m;
        bool is_far = i % 2 == 1;
        tight_mesh_start(&rng, 2, &m);
        tight_mesh_set_grid(&rng, is_far ? -18 : -22, -0.57, 0.57, &m);
        double middle[3];
        for (int k = 0; k < 3; k++)
            middle[k] = tight_mesh_grid(&m, k, 100);
        tact_vec3 n = tact_vec3_normalize(
            tact_vec3_cross(tight_mesh_point(&m, middle), vec3_random_direction(&rng, 1)));
        tight_mesh_lie_side_by_side(&rng, &m, n, is_far ? 0x1p-13 : 0x1p-27);
        tact_vec3 x = m.vertices[3];
        x = tact_vec3_sub(x, tact_vec3_scale(n, is_far ? 0x1p-8 : 0x1p-11));
        tact_pose pose = tact_pose_identity(), mesh_pose = pose;
        if (is_far) {
            mesh_pose = pose_random(&rng, 0);
            pose_set_shift(&mesh_pose, vec3_random_direction(&rng, 0x1p43));
        }
        pose_set_shift(&pose, tact_pose_place(mesh_pose, x));
        check_distance_of(&point, pose, &m, mesh_pose);
    }
}

/* A segment far from its own origin, whose ends are rounded by some 2^-10, one point of the mesh at
 * an end, and one above the first end. Along the direction to the latter the ends are equally far,
 * or the second is less far by 2^-12. So it is not known which is further. The box of the point
 * above is large, so it is looked at first. */
static void test_shape_far_out(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_shape_far_out");
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tight_mesh m;
        tight_mesh_start(&rng, 2, &m);
        tight_mesh_set_grid(&rng, -9, -0.25, -0.2, &m);
        tact_pose pose = pose_random(&rng, 0);
        tact_vec3 local[2], end[2];
        pose_set_shift(&pose, vec3_random_direction(&rng, 0x1p43));
        for (uint32_t k = 0; k < 2; k++) {
            local[k] = tact_pose_place(tact_pose_inverse(pose), vec3_random_in_cube(&rng, 0.05));
            end[k] = tact_pose_place(pose, local[k]);
        }
        bool is_level = i % 2 == 0;
        tact_vec3 between = tact_vec3_sub(end[1], end[0]);
        double less = is_level ? 0 : 0x1p-12 / tact_vec3_dot(between, between);
        tact_vec3 n = tact_vec3_normalize(tact_vec3_cross(between, vec3_random_direction(&rng, 1)));
        n = tact_vec3_normalize(tact_vec3_sub(n, tact_vec3_scale(between, less)));
        tight_mesh_set_point(&m, 0, tact_vec3_add(end[0], tact_vec3_scale(n, 0x1p-4)));
        tight_mesh_set_point(&m, 1, end[is_level ? 1 : 0]);
        for (uint32_t k = 0; k < 2; k++) {
            double y[3];
            tight_mesh_coordinates(&m, m.vertices[3 * k], y);
            for (int axis = 0; axis < 3; axis++) {
                int at = (int)floor((y[axis] - tight_mesh_grid(&m, axis, 0)) * 0x1p9);
                tight_mesh_set_box(&m, k, axis, k == 0 ? 0 : at, k == 0 ? 255 : at + 1);
            }
        }
        tight_mesh_check(&m);
        tight_mesh_shrink_leaf(&m, 1);
        tact_shape segment = tact_shape_segment(local[0], local[1], 0);
        tacti_object one = {.shape = &segment, .pose = pose};
        tacti_object other = {.bvh = &m.bvh, .pose = tact_pose_identity()};
        tacti_object_collision got;
        assert_int_equal(tacti_object_collide(&one, &other, NULL, &got), TACT_OK);
        assert_int_equal(got.outcome, TACT_OUTCOME_CONTACT);
    }
}

/* A mesh far from its own origin, whose pose brings it back: placing rounds by some 2^-10 although
 * the shape is near the origin. The second point is the nearer one, and has a small box. */
static void test_mesh_brought_back(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_mesh_brought_back");
    tact_shape point = tact_shape_sphere(0);
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tight_mesh m;
        tight_mesh_start(&rng, 2, &m);
        tight_mesh_set_grid(&rng, -7, -1, -0.9, &m);
        tact_vec3 x[2], center = vec3_random_direction(&rng, 0x1p42);
        x[0] = tact_vec3_add(vec3_random_in_cube(&rng, 0.2), center);
        x[1] = tact_vec3_add(x[0], vec3_random_in_cube(&rng, 0x1p-8));
        tact_pose pose = pose_random(&rng, 0), at_point = tact_pose_identity();
        pose_set_shift(&pose, tact_vec3_scale(tact_pose_rotate(pose, center), -1));
        tact_vec3 placed = tact_pose_place(pose, x[0]);
        pose_set_shift(&at_point, tact_vec3_add(placed, vec3_random_direction(&rng, 0.5)));
        tact_vec3 p = {at_point.m[3], at_point.m[7], at_point.m[11]};
        tact_vec3 d[2] = {tact_vec3_sub(placed, p), tact_vec3_sub(tact_pose_place(pose, x[1]), p)};
        uint32_t nearer = tact_vec3_dot(d[0], d[0]) < tact_vec3_dot(d[1], d[1]) ? 0 : 1;
        for (uint32_t k = 0; k < 2; k++) { /* in local coordinates, which are exact */
            tight_mesh_set_point(&m, k, tact_vec3_sub(x[k == 1 ? nearer : 1 - nearer], center));
            double y[3];
            tight_mesh_coordinates(&m, m.vertices[3 * k], y);
            for (int axis = 0; axis < 3; axis++) {
                int at = (int)floor((y[axis] - tight_mesh_grid(&m, axis, 0)) * 0x1p7);
                tight_mesh_set_box(&m, k, axis, k == 0 ? 0 : at, k == 0 ? 255 : at + 1);
            }
        }
        tight_mesh_check(&m);
        tight_mesh_shrink_leaf(&m, 1);
        for (int k = 0; k < 6; k++)
            m.vertices[k] = tact_vec3_add(m.vertices[k], center);
        m.bvh.center = center;
        m.bvh.reach = 0x1p42 + 2;
        compare_distance(&point, at_point, &m, pose);
    }
}

/* Half-spaces whose pose is far away beside the mesh, and a mesh that is far out. */
static void test_half_spaces(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_half_spaces");
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tight_mesh m;
        tight_mesh_start(&rng, 2, &m);
        tight_mesh_set_grid(&rng, -18, -0.1, 0, &m);
        bool is_mesh_far = i % 2 == 0;
        tact_vec3 n = vec3_random_direction(&rng, 1);
        tact_pose pose = pose_random(&rng, 0), mesh_pose = tact_pose_identity();
        if (is_mesh_far) {
            mesh_pose = pose_random(&rng, 0);
            pose_set_shift(&mesh_pose, vec3_random_direction(&rng, 0x1p43));
        }
        tact_vec3 own = tact_pose_rotate(tact_pose_inverse(mesh_pose), n);
        tight_mesh_lie_side_by_side(&rng, &m, own, is_mesh_far ? 0x1p-13 : 0x1p-16);
        tact_vec3 x = tact_vec3_sub(m.vertices[3], tact_vec3_scale(own, 0x1p-7));
        x = tact_pose_place(mesh_pose, x);
        if (!is_mesh_far)
            x = tact_vec3_add(x, tact_vec3_scale(tact_vec3_normalize(tact_vec3_cross(
                                                     n, vec3_random_direction(&rng, 1))),
                                                 0x1p42));
        pose_set_shift(&pose, x);
        tact_shape half = tact_shape_half_space(tact_pose_rotate(tact_pose_inverse(pose), n), 0);
        check_distance_of(&half, pose, &m, mesh_pose);
    }
}

/* ---- Contacts ----------------------------------------------------------------------------- */

/* A point of the mesh at the border of a half-space whose pose is far away beside it. The border is
 * rounded by some 2^-10 there. */
static void test_borders_of_half_spaces(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_borders_of_half_spaces");
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tight_mesh m;
        tight_mesh_start(&rng, 1, &m);
        tight_mesh_set_point(&m, 0, vec3_random_in_cube(&rng, 0.5));
        tight_mesh_shrink_leaf(&m, 0);
        m.nodes[0] = m.nodes[1];
        tact_pose pose = pose_random(&rng, 0);
        tact_vec3 n = vec3_random_direction(&rng, 1);
        tact_vec3 beside = tact_vec3_normalize(tact_vec3_cross(n, vec3_random_direction(&rng, 1)));
        pose_set_shift(&pose, tact_vec3_add(m.vertices[0], tact_vec3_scale(beside, 0x1p42)));
        tact_shape half = tact_shape_half_space(tact_pose_rotate(tact_pose_inverse(pose), n), 0);
        tact_shape t = tact_shape_triangle(triangle_of(&m, 0, tact_pose_identity()));
        tacti_placed_shape a = {&half, pose}, b = {&t, tact_pose_identity()};
        tacti_object one = {.shape = &half, .pose = pose};
        tacti_object other = {.bvh = &m.bvh, .pose = tact_pose_identity()};
        tacti_convex_collision known;
        tacti_object_collision got;
        assert_int_equal(tacti_convex_collide(&a, &b, NULL, &known), TACT_OK);
        assert_int_equal(tacti_object_collide(&one, &other, NULL, &got), TACT_OK);
        assert_int_equal(got.outcome, known.outcome);
    }
}

/* A box, a triangle just above one of its faces, and one whose corner is at a corner of that face.
 * The direction of the first must not hide that the second touches. */
static void check_contact(test_rng *rng, double shift) {
    tact_vec3 half = {1, 1, 1};
    tact_shape box = tact_shape_box(half.x, half.y, half.z);
    tact_pose pose = pose_random(rng, 0);
    pose_set_shift(&pose, vec3_random_direction(rng, shift));
    double unit = fmax(0x1p-52, ldexp(1, ilogb(fmax(shift, 1)) - 50));
    soup s = soup_make(6, 2);
    tact_vec3 n = {pose.m[2], pose.m[6], pose.m[10]}; /* of the face z = 1 */
    for (uint32_t i = 0; i < 6; i++) {
        s.indices[i] = i;
        tact_vec3 x = {test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1), 1};
        double height = i < 3 ? 4 * unit : 1 + test_rng_unit(rng);
        s.vertices[i] = tact_vec3_add(tact_pose_place(pose, x), tact_vec3_scale(n, height));
    }
    s.vertices[3] = tact_pose_place(pose, (tact_vec3){test_rng_below(rng, 2) == 0 ? 1 : -1,
                                                      test_rng_below(rng, 2) == 0 ? 1 : -1, 1});
    body b = body_make(NULL, &s, NULL);
    tacti_object one = {.shape = &box, .pose = pose};
    tacti_object other = {.bvh = b.bvh, .pose = tact_pose_identity()};
    tacti_object_collision got;
    assert_int_equal(tacti_object_collide(&one, &other, NULL, &got), TACT_OK);
    assert_int_equal(got.outcome, TACT_OUTCOME_CONTACT);
    body_free(&b);
    soup_free(&s);
}

/* A small box, a large triangle just above its uppermost corner, and a parallel one whose middle is
 * exactly at that corner. Along their normal the second triangle's corners are as high as the
 * box's corner but for rounding. */
static void check_flat_contact(test_rng *rng) {
    tact_shape box = tact_shape_box(0x1p-12, 0x1p-12, 0x1p-12);
    tact_pose pose = pose_random(rng, 0);
    tact_vec3 corner = tact_pose_place(pose, (tact_vec3){0x1p-12, 0x1p-12, 0x1p-12});
    tact_vec3 n = tact_vec3_normalize(corner), e[3];
    soup s = soup_make(6, 2);
    e[0] = tact_vec3_normalize(tact_vec3_cross(n, vec3_random_direction(rng, 1)));
    e[1] = tact_vec3_cross(n, e[0]);
    for (int i = 0; i < 2; i++) /* coarse, so that sums with the corner are exact */
        e[i] =
            (tact_vec3){nearbyint(e[i].x * 0x1p50) * 0x1p-50, nearbyint(e[i].y * 0x1p50) * 0x1p-50,
                        nearbyint(e[i].z * 0x1p50) * 0x1p-50};
    e[2] = tact_vec3_scale(tact_vec3_add(e[0], e[1]), -1);
    for (uint32_t i = 0; i < 6; i++) {
        s.indices[i] = i;
        s.vertices[i] = tact_vec3_add(corner, e[i % 3]);
        if (i < 3)
            s.vertices[i] = tact_vec3_add(s.vertices[i], tact_vec3_scale(n, 0x1p-40));
    }
    tact_triangle t = {{s.vertices[3], s.vertices[4], s.vertices[5]}};
    body b = body_make(NULL, &s, NULL);
    tacti_object one = {.shape = &box, .pose = pose};
    tacti_object other = {.bvh = b.bvh, .pose = tact_pose_identity()};
    tacti_object_collision got;
    assert_int_equal(tacti_object_collide(&one, &other, NULL, &got), TACT_OK);
    if (tact_triangle_contains(&t, corner, NULL))
        assert_int_equal(got.outcome, TACT_OUTCOME_CONTACT);
    body_free(&b);
    soup_free(&s);
}

/* A point, a needle just above it, and a parallel needle exactly through it. Along their normal the
 * ends of the second are as high as the point but for rounding. */
static void check_needle(test_rng *rng) {
    tact_vec3 zero = {0, 0, 0};
    tact_shape point = tact_shape_triangle((tact_triangle){{zero, zero, zero}});
    tact_vec3 n = vec3_random_direction(rng, 1);
    tact_vec3 e = tact_vec3_normalize(tact_vec3_cross(n, vec3_random_direction(rng, 1)));
    /* Coarse, so that three times it is exact. */
    e = (tact_vec3){nearbyint(e.x * 0x1p51) * 0x1p-51, nearbyint(e.y * 0x1p51) * 0x1p-51,
                    nearbyint(e.z * 0x1p51) * 0x1p-51};
    soup s = soup_make(6, 2);
    for (uint32_t i = 0; i < 6; i++) {
        s.indices[i] = i;
        s.vertices[i] = tact_vec3_scale(e, i % 3 == 0 ? 1 : -3);
        if (i < 3)
            s.vertices[i] = tact_vec3_add(s.vertices[i], tact_vec3_scale(n, 0x1p-30));
    }
    body b = body_make(NULL, &s, NULL);
    tacti_object one = {.shape = &point, .pose = tact_pose_identity()};
    tacti_object other = {.bvh = b.bvh, .pose = tact_pose_identity()};
    tacti_object_collision got;
    assert_int_equal(tacti_object_collide(&one, &other, NULL, &got), TACT_OK);
    assert_int_equal(got.outcome, TACT_OUTCOME_CONTACT);
    body_free(&b);
    soup_free(&s);
}

static void test_needles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_needles");
    for (uint64_t i = 0; i < test_case_count(10000, 500000); i++)
        check_needle(&rng);
}

static void test_contacts(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_contacts");
    for (uint64_t i = 0; i < test_case_count(4000, 200000); i++)
        if (i % 4 < 2)
            check_flat_contact(&rng);
        else
            check_contact(&rng, i % 4 == 2 ? 0 : 0x1p30);
}

/* ---- Inside ------------------------------------------------------------------------------- */

/* The determinant of some rows and columns of a symmetric matrix. */
static int sign_of_minor(mpq_t m[3][3], unsigned mask) {
    int at[3], count = 0;
    for (int i = 0; i < 3; i++)
        if ((mask >> i & 1) != 0)
            at[count++] = i;
    mpq_t sum, term;
    mpq_inits(sum, term, NULL);
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int p = 0; p < 6; p++) {
        bool is_smaller = true;
        for (int i = count; i < 3; i++)
            is_smaller &= orders[p][i] == i;
        if (!is_smaller)
            continue;
        mpq_set_si(term, p < 3 ? 1 : -1, 1);
        for (int i = 0; i < count; i++)
            mpq_mul(term, term, m[at[i]][at[orders[p][i]]]);
        mpq_add(sum, sum, term);
    }
    int sign = mpq_sgn(sum);
    mpq_clears(sum, term, NULL);
    return sign;
}

/* Whether no vector is longer after a pose's rotation: 1 - R^T R has no negative minor. */
static bool never_lengthens(const tact_pose *pose) {
    mpq_t m[3][3], term, factor;
    mpq_inits(term, factor, NULL);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            mpq_init(m[i][j]);
            mpq_set_si(m[i][j], i == j ? 1 : 0, 1);
            for (int k = 0; k < 3; k++) {
                mpq_set_d(term, pose->m[4 * k + i]);
                mpq_set_d(factor, pose->m[4 * k + j]);
                mpq_mul(term, term, factor);
                mpq_sub(m[i][j], m[i][j], term);
            }
        }
    bool is_never = true;
    for (unsigned mask = 1; mask < 8; mask++)
        is_never &= sign_of_minor(m, mask) >= 0;
    for (int i = 0; i < 9; i++)
        mpq_clear(m[i / 3][i % 3]);
    mpq_clears(term, factor, NULL);
    return is_never;
}

/* An ellipsoid with equal axes is a ball but for the rounding of its pose. */
static void test_inside(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_inside");
    for (uint64_t i = 0; i < test_case_count(100, 5000); i++) {
        tact_shape ball = tact_shape_sphere(1), round = tact_shape_ellipsoid(1, 1, 1);
        tact_pose pose = pose_random(&rng, 0);
        tacti_placed_shape a = {&round, pose}, b = {&ball, tact_pose_identity()};
        int is_inside = tacti_shape_is_inside(&a, &b);
        bool is_truly = never_lengthens(&pose);
        assert_false(is_inside > 0 && !is_truly);
        assert_false(is_inside < 0 && is_truly);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames),        cmocka_unit_test(test_skewed_mesh),
        cmocka_unit_test(test_mesh_far_out),  cmocka_unit_test(test_aims),
        cmocka_unit_test(test_shape_far_out), cmocka_unit_test(test_mesh_brought_back),
        cmocka_unit_test(test_half_spaces),   cmocka_unit_test(test_borders_of_half_spaces),
        cmocka_unit_test(test_contacts),      cmocka_unit_test(test_needles),
        cmocka_unit_test(test_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
