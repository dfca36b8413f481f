/* SPDX-License-Identifier: MIT */
/* The error terms of rays (probe/probe.c, probe/ray_walk.c), each alone: rays through the corners
 * of tight boxes (tight.h), past the corners of a mesh, along the edges of triangles and through
 * triangles that are seen edge-on, up to exactly where they hit. Meshes far out and rays from far
 * away make one term larger than all others. */
#include "scenes.h"
#include "tight.h"

#include <math.h>
#include <string.h>

#include "probe/points.h"

/* Compares the first and any hit of a ray with all triangles. */
static void check_ray(const tacti_placed *placed, tact_ray ray, double t_max) {
    const tacti_bvh *bvh = placed->bvh;
    tacti_mesh_hit first, any, known = {HUGE_VAL, TACT_NO_TRIANGLE, TACT_FEATURE_VERTEX_0};
    for (uint32_t i = 0; i < bvh->triangle_count; i++) {
        tact_triangle t;
        for (int k = 0; k < 3; k++)
            t.v[k] = bvh->vertices[bvh->indices[3 * i + (uint32_t)k]];
        t = tact_pose_place_triangle(placed->pose, &t);
        tact_ray_hit hit = tact_triangle_intersect_ray(&t, ray);
        if (hit.kind != TACT_OVERLAP_NONE && hit.t_enter <= t_max && hit.t_enter < known.t)
            known = (tacti_mesh_hit){hit.t_enter, i, hit.enter};
    }
    assert_int_equal(tacti_ray_first(placed, ray, t_max, NULL, &first), TACT_OK);
    assert_int_equal(tacti_ray_any(placed, ray, t_max, NULL, &any), TACT_OK);
    assert_int_equal(first.triangle, known.triangle);
    test_assert_same_bits(first.t, known.t);
    assert_int_equal(any.triangle == TACT_NO_TRIANGLE, known.triangle == TACT_NO_TRIANGLE);
}

static tact_vec3 rounded_to(tact_vec3 v, double unit) {
    return (tact_vec3){nearbyint(v.x / unit) * unit, nearbyint(v.y / unit) * unit,
                       nearbyint(v.z / unit) * unit};
}

/* ---- Boxes -------------------------------------------------------------------------------- */

/* Where the mesh is, and where rays come from. */
typedef enum place { NEAR, FROM_AFAR, FAR_OUT, PLACES } place;

/* A ray that goes exactly through a placed point, at parameter 1 or 2^40. */
static tact_ray ray_through(test_rng *rng, tact_vec3 p, place where) {
    tact_vec3 d = rounded_to(vec3_random_direction(rng, 1), where == NEAR ? 0x1p-20 : 0x1p-6);
    double by = where == FROM_AFAR ? 0x1p40 : 1;
    return (tact_ray){tact_vec3_sub(p, tact_vec3_scale(d, by)), d};
}

/* A point at a corner of its box. Along the axes of the box, the ray enters it there or leaves it
 * there. */
static void test_corners_of_boxes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("ray_corners_of_boxes");
    for (uint64_t i = 0; i < test_case_count(30000, 1000000); i++) {
        place where = (place)(i % PLACES);
        tight_mesh m;
        tight_mesh_start(&rng, 1, &m);
        tight_mesh_set_grid(&rng, where == NEAR ? -22 : -14, -0.57, 0.57, &m);
        double y[3];
        bool is_end[3];
        for (int k = 0; k < 3; k++) {
            is_end[k] = test_rng_below(&rng, 2) == 0;
            y[k] = tight_mesh_grid(&m, k, 50 + (int)test_rng_below(&rng, 150)) +
                   (is_end[k] ? -0x1p-44 : 0x1p-44);
        }
        /* Coarse enough that the ray is exact. */
        tact_vec3 p = rounded_to(tight_mesh_point(&m, y), where == FROM_AFAR ? 0x1p-12 : 0x1p-50);
        tight_mesh_coordinates(&m, p, y);
        for (int k = 0; k < 3; k++) {
            double step = tight_mesh_grid(&m, k, 1) - tight_mesh_grid(&m, k, 0);
            double at = (y[k] - tight_mesh_grid(&m, k, 0)) / step;
            int end = (int)(is_end[k] ? ceil(at) : floor(at));
            tight_mesh_set_box(&m, 0, k, is_end[k] ? end - 20 : end, is_end[k] ? end : end + 20);
        }
        tight_mesh_set_point(&m, 0, p);
        tight_mesh_check(&m);
        tacti_placed placed = {&m.bvh, tact_pose_identity()};
        if (where == FAR_OUT) {
            placed.pose = pose_random(&rng, 0);
            pose_set_shift(&placed.pose, vec3_random_direction(&rng, 0x1p43));
        }
        tact_vec3 w = tact_pose_place(placed.pose, p);
        tact_ray ray = ray_through(&rng, w, where);
        check_ray(&placed, ray, where == FROM_AFAR ? 0x1p40 : 1);
        check_ray(&placed, ray, HUGE_VAL);
        check_ray(&placed, (tact_ray){w, {0, 0, 0}}, HUGE_VAL);
    }
}

/* A ray past the middle of a mesh through its outermost corner. */
static void test_outermost_corners(void **state) {
    (void)state;
    test_rng rng = test_rng_start("ray_outermost_corners");
    for (uint64_t i = 0; i < test_case_count(4000, 200000); i++) {
        place where = i % 2 == 0 ? NEAR : FAR_OUT;
        tight_mesh m;
        tight_mesh_start(&rng, 1, &m);
        m.nodes[0] = m.nodes[1]; /* a box that holds everything */
        tight_mesh_set_point(&m, 0, (tact_vec3){1, 1, 1});
        tacti_placed placed = {&m.bvh, tact_pose_identity()};
        if (where == FAR_OUT) {
            placed.pose = pose_random(&rng, 0);
            pose_set_shift(&placed.pose, vec3_random_direction(&rng, 0x1p43));
        }
        tact_vec3 w = tact_pose_place(placed.pose, m.vertices[0]);
        tact_vec3 out = tact_pose_rotate(placed.pose, m.vertices[0]);
        tact_vec3 d = tact_vec3_cross(out, vec3_random_direction(&rng, 1));
        d = rounded_to(d, where == NEAR ? 0x1p-30 : 0x1p-6);
        check_ray(&placed, (tact_ray){tact_vec3_sub(w, d), d}, HUGE_VAL);
    }
}

/* ---- Triangles ---------------------------------------------------------------------------- */

static body make_triangle(const tact_triangle *t) {
    soup s = soup_make(3, 1);
    for (uint32_t k = 0; k < 3; k++) {
        s.indices[k] = k;
        s.vertices[k] = t->v[k];
    }
    body b = body_make(NULL, &s, NULL);
    soup_free(&s);
    return b;
}

/* Checks a ray up to where it hits, to just before and to just behind. */
static void check_ends(const tacti_placed *placed, const tact_triangle *t, tact_ray ray) {
    check_ray(placed, ray, HUGE_VAL);
    tact_ray_hit hit = tact_triangle_intersect_ray(t, ray);
    if (hit.kind == TACT_OVERLAP_NONE)
        return;
    check_ray(placed, ray, hit.t_enter);
    check_ray(placed, ray, nextafter(hit.t_enter, 0));
    check_ray(placed, ray, nextafter(hit.t_enter, HUGE_VAL));
}

/* Rays that pass an edge within a few roundings, from near and far, and triangles far out. */
static void test_edges(void **state) {
    (void)state;
    test_rng rng = test_rng_start("ray_edges");
    for (uint64_t i = 0; i < test_case_count(10000, 500000); i++) {
        place where = (place)(i % PLACES);
        tact_triangle t;
        for (int k = 0; k < 3; k++)
            t.v[k] = vec3_random_in_cube(&rng, 1);
        tacti_placed placed = {NULL, pose_random(&rng, 0)};
        if (where == FAR_OUT)
            pose_set_shift(&placed.pose, vec3_random_direction(&rng, 0x1p43));
        body b = make_triangle(&t);
        placed.bvh = b.bvh;
        t = tact_pose_place_triangle(placed.pose, &t);
        double w = test_rng_unit(&rng), off = where == NEAR ? 0x1p-51 : 0x1p-9;
        tact_vec3 p = tact_vec3_add(tact_vec3_scale(t.v[0], w), tact_vec3_scale(t.v[1], 1 - w));
        p = tact_vec3_add(p, vec3_random_in_cube(&rng, off));
        tact_vec3 d = vec3_random_direction(&rng, 1);
        double by = where == FROM_AFAR ? 0x1p40 : 1;
        check_ends(&placed, &t, (tact_ray){tact_vec3_sub(p, tact_vec3_scale(d, by)), d});
        body_free(&b);
    }
}

/* Triangles at right angles to the ray: only the end of the ray is rounded. Triangles that are seen
 * nearly edge-on: a little to the side is a long way along the ray. */
static void test_angles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("ray_angles");
    for (uint64_t i = 0; i < test_case_count(10000, 500000); i++) {
        place where = i % 4 < 2 ? NEAR : FAR_OUT;
        double along = i % 2 == 0 ? 0 : 1;
        double across = i % 2 == 0 ? 1 : exp2(test_rng_between(&rng, -45, -5));
        tact_vec3 d = vec3_random_direction(&rng, 1);
        tact_vec3 u = tact_vec3_normalize(tact_vec3_cross(d, vec3_random_direction(&rng, 1)));
        tact_vec3 v = tact_vec3_cross(d, u);
        tact_triangle t;
        for (int k = 0; k < 3; k++) { /* around the ray, with any heights along it */
            double x = cos(2.1 * k), y = sin(2.1 * k);
            t.v[k] = tact_vec3_scale(d, along * test_rng_between(&rng, -1, 1));
            t.v[k] = tact_vec3_add(t.v[k], tact_vec3_scale(u, across * x));
            t.v[k] = tact_vec3_add(t.v[k], tact_vec3_scale(v, y));
        }
        body b = make_triangle(&t);
        tacti_placed placed = {b.bvh, tact_pose_identity()};
        if (where == FAR_OUT)
            pose_set_shift(&placed.pose, vec3_random_direction(&rng, 0x1p43));
        t = tact_pose_place_triangle(placed.pose, &t);
        tact_vec3 start = tact_pose_place(placed.pose, tact_vec3_scale(d, -2));
        check_ends(&placed, &t, (tact_ray){start, d});
        body_free(&b);
    }
}

/* A triangle in a plane of two axes of the mesh, at right angles to the main axis of the ray. So
 * its corners are equally far along that axis, and their weights do not matter. */
static void test_flat_triangles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("ray_flat_triangles");
    for (uint64_t i = 0; i < test_case_count(10000, 500000); i++) {
        place where = (place)(i % PLACES);
        tact_vec3 d = vec3_random_direction(&rng, 1);
        double most = fmax(fmax(fabs(d.x), fabs(d.y)), fabs(d.z)), height = test_rng_unit(&rng);
        int axis = fabs(d.x) == most ? 0 : fabs(d.y) == most ? 1 : 2;
        tact_triangle t;
        for (int k = 0; k < 3; k++) {
            double x[3];
            x[axis] = height;
            x[(axis + 1) % 3] = cos(2.1 * k);
            x[(axis + 2) % 3] = sin(2.1 * k);
            t.v[k] = (tact_vec3){x[0], x[1], x[2]};
        }
        body b = make_triangle(&t);
        tacti_placed placed = {b.bvh, tact_pose_identity()};
        if (where == FAR_OUT)
            pose_set_shift(&placed.pose, vec3_random_direction(&rng, 0x1p43));
        t = tact_pose_place_triangle(placed.pose, &t);
        tact_vec3 p =
            tact_vec3_scale(tact_vec3_add(tact_vec3_add(t.v[0], t.v[1]), t.v[2]), 1.0 / 3);
        double by = where == FROM_AFAR ? 0x1p40 : 2;
        check_ends(&placed, &t, (tact_ray){tact_vec3_sub(p, tact_vec3_scale(d, by)), d});
        body_free(&b);
    }
}

/* Meshes so small that products of two coordinates underflow, and as large as they may be. Rays go
 * past the sides of triangles, nearer than what underflows. */
static void test_extreme_sizes(void **state) {
    (void)state;
    static const int exponents[] = {-537, -530, -520, -500, -450, 480};
    test_rng rng = test_rng_start("ray_extreme_sizes");
    for (uint64_t i = 0; i < test_case_count(300, 30000); i++) {
        double size = ldexp(1, exponents[i % 6]);
        soup s = soup_random(&rng, 12);
        soup_move(&s, size, (tact_vec3){0, 0, 0});
        body b = body_make(NULL, &s, NULL);
        tacti_placed placed = {b.bvh, tact_pose_identity()};
        for (int k = 0; k < 40; k++) {
            uint32_t corner = test_rng_below(&rng, 3 * s.triangle_count);
            uint32_t next = corner - corner % 3 + (corner + 1) % 3;
            tact_vec3 p = s.vertices[s.indices[corner]], q = s.vertices[s.indices[next]];
            double part = test_rng_unit(&rng), off = ldexp(size, -10 - 2 * k);
            tact_vec3 to = tact_vec3_add(p, tact_vec3_scale(tact_vec3_sub(q, p), part));
            to = tact_vec3_add(to, vec3_random_direction(&rng, off));
            tact_vec3 d = vec3_random_direction(&rng, size);
            check_ray(&placed, (tact_ray){tact_vec3_sub(to, tact_vec3_scale(d, 2)), d}, HUGE_VAL);
        }
        body_free(&b);
        soup_free(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corners_of_boxes),
        cmocka_unit_test(test_outermost_corners),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_angles),
        cmocka_unit_test(test_flat_triangles),
        cmocka_unit_test(test_extreme_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
