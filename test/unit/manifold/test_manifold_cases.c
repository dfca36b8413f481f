/* SPDX-License-Identifier: MIT */
/* Contact manifolds of single cases: each kind of shape on a plane and a box, complaints of users
 * of other libraries, faces of many corners, extreme sizes and bad input. Invariants of all
 * manifolds are in test_manifold.c. */
#include "contact_pairs.h"

#include <math.h>
#include <stdlib.h>
#include "manifold/manifold.h"

/* ---- Kinds ---------------------------------------------------------------------------------- */

/* A shape whose lowest point is at 0, perhaps turned about x by a quarter of a turn. */
typedef struct kind_case {
    tact_shape shape;
    double quarters, height;
    uint32_t points;
} kind_case;

static void check_kind(const kind_case *kind) {
    tact_shape floor = tact_shape_half_space(tact_vec3_make(0, 0, 1), 0);
    tact_shape table = tact_shape_box(3, 3, 1);
    for (int on = 0; on < 2; on++)
        for (int i = 0; i < 20; i++) {
            double gap = 0.001 * (i % 5 - 2);
            tacti_placed_shape a = contact_placed(on ? &table : &floor, 0, 0, on ? -1 : 0);
            tacti_placed_shape b = contact_placed(&kind->shape, 0.1, 0.2, kind->height + gap);
            contact_turn(&b, 1.5707963267948966 * kind->quarters, 0, 0);
            contact_turn(&b, 0, 0, 0.3 * i);
            tacti_manifold manifold = contact_manifold(&a, &b, 0.01);
            assert_int_equal(manifold.point_count, kind->points);
            assert_true(fabs(manifold.normal.z - 1) <= 1e-9);
            assert_true(fabs(manifold.separation - gap) <= 1e-9);
            for (uint32_t k = 0; k < manifold.point_count; k++) {
                assert_true(fabs(manifold.points[k].point_a.z) <= 1e-6);
                assert_true(fabs(manifold.points[k].separation - gap) <= 1e-6);
            }
        }
}

static void kinds(void **state) {
    (void)state;
    tact_triangle corners = {{{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    tact_triangle behind = {{{-1, 0, 0}, {0, 1, 0}, {1, 0, 0}}};
    const tact_vec3 pyramid[5] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}};
    tact_hull *hull, *flat, *line;
    assert_int_equal(tact_hull_create(NULL, pyramid, 5, &hull), TACT_OK);
    assert_int_equal(tact_hull_create(NULL, pyramid, 4, &flat), TACT_OK);
    assert_int_equal(tact_hull_create(NULL, pyramid, 2, &line), TACT_OK);
    const kind_case cases[] = {
        {tact_shape_sphere(0.5), 0, 0.5, 1},
        {tact_shape_capsule(1, 0.25), 0, 1.25, 1},
        {tact_shape_capsule(1, 0.25), 1, 0.25, 2},
        {tact_shape_triangle(corners), 0, 0, 3},
        {tact_shape_triangle(behind), 0, 0, 3},
        {tact_shape_box(1, 0.5, 0.25), 0, 0.25, 4},
        {tact_shape_box(1, 0.5, 0.25), 1, 0.5, 4},
        {tact_shape_box(1, 0.5, 0.25), 0.5, 0.75 * 0.70710678118654752, 2},
        {tact_shape_hull(hull), 0, 0, 4},
        {tact_shape_hull(hull), 2, 1, 1},
        {tact_shape_hull(flat), 0, 0, 4},
        {tact_shape_hull(flat), 1, 1, 2},
        {tact_shape_hull(line), 0, 0, 2},
        {tact_shape_cylinder(0.5, 1), 0, 1, 4},
        {tact_shape_cylinder(0.5, 1), 1, 0.5, 2},
        {tact_shape_cone(0.5, 1), 0, 1, 4},
        {tact_shape_cone(0.5, 1), 2, 1, 1},
        {tact_shape_ellipsoid(0.5, 0.75, 1), 0, 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_kind(&cases[i]);
        kind_case rounded = cases[i];
        rounded.shape.radius += 0.125;
        rounded.height += 0.125;
        check_kind(&rounded);
    }
    tact_hull_destroy(hull);
    tact_hull_destroy(flat);
    tact_hull_destroy(line);
}

/* ---- Complaints ----------------------------------------------------------------------------- */

/* A body from a file rarely has faces that are flat up to the last digit: its squares are two
 * triangles, and the contact must not be only one of these. */
static void faces_cut_by_rounding(void **state) {
    (void)state;
    test_rng rng = test_rng_start("faces cut by rounding");
    tact_shape floor = tact_shape_half_space(tact_vec3_make(0, 0, 1), 0);
    tact_shape table = tact_shape_box(3, 3, 1);
    int cut = 0;
    for (int i = 0; i < 200; i++) {
        tact_vec3 points[8];
        tact_pose pose = pairs_random_pose(&rng, 0), back = tact_pose_inverse(pose);
        for (int k = 0; k < 8; k++) {
            tact_vec3 p = tact_pose_place(
                pose, tact_vec3_make(k & 1 ? 1 : -1, k & 2 ? 0.75 : -0.75, k & 4 ? 0.5 : -0.5));
            points[k] = i % 2 == 0 ? p
                                   : tact_vec3_make((double)(float)p.x, (double)(float)p.y,
                                                    (double)(float)p.z);
        }
        tact_hull *hull;
        assert_int_equal(tact_hull_create(NULL, points, 8, &hull), TACT_OK);
        cut += tact_hull_inspect(hull).face_count > 6;
        tact_shape shape = tact_shape_hull(hull);
        tacti_placed_shape a = {&shape, back}, b[2] = {contact_placed(&floor, 0, 0, -0.499),
                                                       contact_placed(&table, 0, 0, -1.499)};
        for (int on = 0; on < 2; on++) {
            tacti_manifold manifold = contact_manifold(&b[on], &a, 0.01);
            assert_int_equal(manifold.point_count, 4);
            for (uint32_t k = 0; k < 4; k++) {
                tact_vec3 p = manifold.points[k].point_b;
                assert_true(fabs(fabs(p.x) - 1) <= 1e-5 && fabs(fabs(p.y) - 0.75) <= 1e-5);
                assert_int_equal(tacti_manifold_feature(manifold.points[k].feature_b, NULL),
                                 TACT_FEATURE_KIND_VERTEX);
            }
        }
        tact_hull_destroy(hull);
    }
    assert_true(cut > 150);
}

/* Two cylinders on one axis that slide apart: there are four points and a steady normal all the
 * way, and points that keep their features move no faster than the bodies. The same holds for
 * boxes. */
static void check_slide(const tact_shape *lower, const tact_shape *upper, double height) {
    tacti_manifold last = {0};
    for (int i = 0; i <= 1800; i++) {
        tacti_placed_shape a = contact_placed(lower, 0, 0, 0),
                           b = contact_placed(upper, 0.001 * i, 0, height);
        tacti_manifold manifold = contact_manifold(&a, &b, 0.01);
        assert_int_equal(manifold.point_count, 4);
        assert_true(manifold.normal.z >= 1 - 1e-12);
        assert_true(fabs(manifold.separation - (height - 2)) <= 1e-12);
        for (uint32_t k = 0; k < last.point_count; k++)
            for (uint32_t j = 0; j < manifold.point_count; j++) {
                const tacti_manifold_point *p = &last.points[k], *q = &manifold.points[j];
                if (p->feature_a != q->feature_a || p->feature_b != q->feature_b)
                    continue;
                /* Points may jump within the distance at which features are named. */
                double moved = tact_vec3_length(tact_vec3_sub(p->point_a, q->point_a));
                assert_true(moved <= 0.05);
            }
        last = manifold;
    }
}

static void slides(void **state) {
    (void)state;
    tact_shape drum = tact_shape_cylinder(1, 1), box = tact_shape_box(1, 1, 1);
    tact_shape plate = tact_shape_box(5, 5, 1);
    for (int i = 0; i < 2; i++) {
        double height = i == 0 ? 1.995 : 2.005;
        check_slide(&drum, &drum, height);
        check_slide(&box, &box, height);
        check_slide(&plate, &drum, height);
        check_slide(&plate, &box, height);
    }
}

/* Two cubes that share a face, exactly, up to one unit in the last place, and far away. */
static void shared_faces(void **state) {
    (void)state;
    tact_shape cube = tact_shape_box(0.5, 0.5, 0.5);
    const double places[] = {0, 5000, 50000};
    for (int i = 0; i < 3; i++)
        for (int k = -1; k <= 1; k++) {
            double x = places[i] + 1;
            x = k == 0 ? x : nextafter(x, k * 1e9);
            tacti_placed_shape a = contact_placed(&cube, places[i], 0, 0),
                               b = contact_placed(&cube, x, 0, 0);
            tacti_manifold manifold = contact_manifold(&a, &b, 1e-6);
            assert_int_equal(manifold.point_count, 4);
            assert_int_equal(manifold.outcome,
                             x - places[i] > 1 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
            assert_true(manifold.normal.x >= 1 - 1e-9);
            for (uint32_t p = 0; p < 4; p++) {
                tact_vec3 at = manifold.points[p].point_a;
                assert_true(fabs(fabs(at.y) - 0.5) <= 1e-9 && fabs(fabs(at.z) - 0.5) <= 1e-9);
                uint32_t corner = 1 | (uint32_t)(at.y > 0) << 1 | (uint32_t)(at.z > 0) << 2;
                assert_int_equal(manifold.points[p].feature_a, corner);
                assert_int_equal(manifold.points[p].feature_b, corner - 1);
            }
        }
}

/* ---- Faces of many corners ------------------------------------------------------------------ */

static void large_faces(void **state) {
    (void)state;
    tact_shape floor = tact_shape_half_space(tact_vec3_make(0, 0, 1), 0);
    tact_vec3 *points = malloc(6000 * sizeof *points);
    assert_non_null(points);
    for (int width = 1; width <= 1000; width *= 10)
        for (int count = 20; count <= 2000; count *= 10) {
            for (int i = 0; i < count; i++) {
                double angle = 6.283185307179586 * i / count;
                tact_vec3 p = {width * cos(angle), sin(angle), 0};
                points[3 * i] = p;
                points[3 * i + 1] = tact_vec3_make(0.5 * p.x, 0.5 * p.y, 1);
                points[3 * i + 2] = tact_vec3_make(0.1 * p.x, 0.1 * p.y, 1.5);
            }
            tact_hull *hull;
            assert_int_equal(tact_hull_create(NULL, points, (size_t)(3 * count), &hull), TACT_OK);
            tact_shape shape = tact_shape_hull(hull);
            tacti_placed_shape a = contact_placed(&floor, 0, 0, 0),
                               b = contact_placed(&shape, 0, 0, -0.001);
            contact_turn(&b, 0, 0, 0.5);
            tacti_manifold manifold = contact_manifold(&a, &b, 0);
            assert_int_equal(manifold.point_count, 4);
            /* Four points of an ellipse with half axes width and 1 can span 2 width. */
            double most = 0;
            for (int i = 1; i < 4; i++) {
                tact_vec3 side[2];
                for (int k = 0; k < 2; k++) /* the other two, relative to the first */
                    side[k] =
                        tact_vec3_sub(manifold.points[k == 0 ? 1 + i % 3 : 1 + (i + 1) % 3].point_b,
                                      manifold.points[0].point_b);
                tact_vec3 diagonal =
                    tact_vec3_sub(manifold.points[i].point_b, manifold.points[0].point_b);
                most = fmax(most, 0.5 * (fabs(tact_vec3_cross(diagonal, side[0]).z) +
                                         fabs(tact_vec3_cross(diagonal, side[1]).z)));
            }
            assert_true(most >= 1.9 * width);
            tact_hull_destroy(hull);
        }
    free(points);
}

/* ---- Extremes ------------------------------------------------------------------------------- */

static void extreme_sizes(void **state) {
    (void)state;
    const double sizes[] = {1e-250, 1e-100, 1e-40, 1e40, 1e100, 1e140};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double s = sizes[i];
        tact_shape box = tact_shape_box(s, s, s);
        tacti_placed_shape a = contact_placed(&box, 0, 0, 0),
                           b = contact_placed(&box, 0.5 * s, 0, 1.75 * s);
        tacti_manifold manifold = contact_manifold(&a, &b, 0);
        assert_int_equal(manifold.outcome, TACT_OUTCOME_CONTACT);
        assert_true(manifold.point_count == 4 ||
                    (manifold.point_count == 1 && (s < 1e-50 || s > 1e50)));
        b.pose.m[11] = 4 * s;
        manifold = contact_manifold(&a, &b, s);
        assert_true(manifold.outcome == TACT_OUTCOME_APART && manifold.point_count == 0);
        assert_int_equal(contact_manifold(&a, &b, (double)INFINITY).point_count > 0, true);
    }
}

/* A small box deep in a large one: its face keeps four corners, however deep. */
static void small_and_deep(void **state) {
    (void)state;
    tact_shape table = tact_shape_box(10, 10, 10);
    for (double size = 1e-7; size < 2; size *= 10)
        for (double depth = 1e-3; depth < 5; depth *= 4)
            for (int swap = 0; swap < 2; swap++) {
                tact_shape box = tact_shape_box(size, size, size);
                tacti_placed_shape a = contact_placed(&table, 0, 0, 0),
                                   b = contact_placed(&box, 0.5, 0.25, 10 + size - depth);
                tacti_manifold manifold =
                    contact_manifold(swap == 0 ? &a : &b, swap == 0 ? &b : &a, 0);
                assert_int_equal(manifold.outcome, TACT_OUTCOME_CONTACT);
                assert_true(fabs(manifold.separation + depth) <= 1e-9);
                assert_int_equal(manifold.point_count, 4);
            }
}

static void bad_input(void **state) {
    (void)state;
    tact_shape ball = tact_shape_sphere(0.5),
               floor = tact_shape_half_space(tact_vec3_make(0, 0, 1), 0);
    tacti_placed_shape a = contact_placed(&ball, 0, 0, 0), b = contact_placed(&floor, 0, 0, 0);
    tacti_manifold manifold;
    assert_int_equal(tacti_convex_manifold(&a, &b, (double)NAN, NULL, &manifold),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_convex_manifold(&a, &b, -1e-9, NULL, &manifold), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_convex_manifold(&a, &b, 0, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_convex_manifold(&a, NULL, 0, NULL, &manifold), TACT_INVALID_ARGUMENT);
    /* Two half-spaces never come apart. */
    assert_int_equal(tacti_convex_manifold(&b, &b, 0, NULL, &manifold), TACT_OK);
    assert_true(manifold.point_count == 0 && manifold.separation == -(double)INFINITY);
    a.pose.m[0] = 2;
    assert_int_equal(tacti_convex_manifold(&a, &b, 0, NULL, &manifold), TACT_INVALID_POSE);
    a.pose.m[0] = (double)NAN;
    assert_int_equal(tacti_convex_manifold(&a, &b, 0, NULL, &manifold), TACT_NOT_FINITE);
}

static void features(void **state) {
    (void)state;
    uint32_t number;
    assert_int_equal(tacti_manifold_feature(7, &number), TACT_FEATURE_KIND_VERTEX);
    assert_int_equal(number, 7);
    assert_int_equal(tacti_manifold_feature(TACTI_FEATURE_FACE_BIT | 5, &number),
                     TACT_FEATURE_KIND_FACE);
    assert_int_equal(number, 5);
    assert_int_equal(tacti_manifold_feature(TACTI_FEATURE_EDGE_BIT | 0x7FFFFFFF, &number),
                     TACT_FEATURE_KIND_EDGE);
    assert_int_equal(number, 0x7FFFFFFF);
    assert_int_equal(tacti_manifold_feature(TACTI_FEATURE_FACE_BIT, NULL), TACT_FEATURE_KIND_FACE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),          cmocka_unit_test(faces_cut_by_rounding),
        cmocka_unit_test(slides),         cmocka_unit_test(shared_faces),
        cmocka_unit_test(large_faces),    cmocka_unit_test(extreme_sizes),
        cmocka_unit_test(small_and_deep), cmocka_unit_test(bad_input),
        cmocka_unit_test(features),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
