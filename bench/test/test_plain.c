/* SPDX-License-Identifier: MIT */
/* Tests the yardsticks. They must be right if rounding does not matter: on small integers every
 * determinant is exact, so plain and tact must agree. On other inputs they must be close. A wrong
 * but fast yardstick would make a false bar. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bench.h"
#include "inputs.h"
#include "plain.h"

#include <tact/prim.h>

#include <math.h>
#include <stdio.h>

#define SEED 20260101
#define COUNT 200000

static bench_rng start(const char *name) {
    printf("%s: seed %d, %d cases\n", name, SEED, COUNT);
    return (bench_rng){SEED};
}

static tact_vec3 grid_point(bench_rng *rng, int32_t size) {
    double x = bench_rng_integer(rng, 0, size), y = bench_rng_integer(rng, 0, size);
    return (tact_vec3){x, y, bench_rng_integer(rng, 0, size)};
}

/* A triangle on a grid, not degenerate. */
static tact_triangle grid_triangle(bench_rng *rng, int32_t size) {
    tact_triangle t;
    do {
        for (int i = 0; i < 3; i++)
            t.v[i] = grid_point(rng, size);
    } while (tact_is_collinear(&t.v[0], &t.v[1], &t.v[2]));
    return t;
}

static void orientations_agree_on_integers(void **state) {
    (void)state;
    bench_rng rng = start("orientations_agree_on_integers");
    int zeros = 0;
    for (int i = 0; i < COUNT; i++) {
        tact_vec3 p[4];
        for (int j = 0; j < 4; j++)
            p[j] = grid_point(&rng, 5);
        int sign = plain_orient3d(&p[0], &p[1], &p[2], &p[3]);
        zeros += sign == 0;
        assert_int_equal(sign, tact_orient3d(&p[0], &p[1], &p[2], &p[3]));
        tact_vec2 q[3];
        for (int j = 0; j < 3; j++)
            q[j] = (tact_vec2){p[j].x, p[j].y};
        assert_int_equal(plain_orient2d(&q[0], &q[1], &q[2]), tact_orient2d(&q[0], &q[1], &q[2]));
    }
    assert_true(zeros > COUNT / 50);
}

/* Checks the families whose inputs come with a known sign. */
static void known_signs_are_true(void **state) {
    (void)state;
    printf("known_signs_are_true: seed %d, 4 x 1000 cases\n", SEED);
    static points3 in_space[1000];
    static points2 in_plane[1000];
    static int32_t truth[1000];
    const bench_family *space[] = {&points3_near, &points3_degenerate};
    const bench_family *plane[] = {&points2_near, &points2_degenerate};
    for (int f = 0; f < 2; f++) {
        bench_rng rng = {SEED};
        space[f]->make(&rng, in_space, 1000, truth);
        int seen[3] = {0};
        for (int i = 0; i < 1000; i++) {
            points3 p = in_space[i];
            seen[truth[i] + 1]++;
            assert_int_equal(truth[i], tact_orient3d(&p.a, &p.b, &p.c, &p.d));
        }
        assert_true(f == 1 ? seen[1] == 1000 : seen[0] > 300 && seen[2] > 300);
        plane[f]->make(&rng, in_plane, 1000, truth);
        for (int i = 0; i < 1000; i++) {
            points2 p = in_plane[i];
            assert_int_equal(truth[i], tact_orient2d(&p.a, &p.b, &p.c));
        }
    }
}

static void overlaps_agree_on_integers(void **state) {
    (void)state;
    bench_rng rng = start("overlaps_agree_on_integers");
    int kinds[4] = {0};
    for (int i = 0; i < COUNT; i++) {
        /* On the small grid many triangles touch or are coplanar, on the large one few. */
        int32_t size = i % 2 == 0 ? 2 : 6;
        tact_triangle a = grid_triangle(&rng, size), b = grid_triangle(&rng, size);
        tact_overlap overlap = tact_triangle_intersect(&a, &b);
        kinds[overlap.kind]++;
        assert_int_equal(plain_triangle_overlaps(&a, &b), overlap.kind != TACT_OVERLAP_NONE);
        assert_int_equal(plain_triangle_overlaps(&b, &a), overlap.kind != TACT_OVERLAP_NONE);
    }
    printf("none %d, point %d, segment %d, polygon %d\n", kinds[0], kinds[1], kinds[2], kinds[3]);
    for (int kind = 0; kind < 4; kind++)
        assert_true(kinds[kind] > COUNT / 1000);
}

static double distance_of(tact_vec3 a, tact_vec3 b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

static void intersections_agree_on_random(void **state) {
    (void)state;
    bench_rng rng = start("intersections_agree_on_random");
    int met = 0;
    for (int i = 0; i < COUNT; i++) {
        tact_triangle a = inputs_triangle(&rng), b = inputs_triangle(&rng);
        tact_overlap exact = tact_triangle_intersect(&a, &b);
        plain_overlap plain = plain_triangle_intersect(&a, &b);
        assert_int_equal(plain.kind, exact.kind);
        if (exact.kind != TACT_OVERLAP_SEGMENT)
            continue;
        met++;
        tact_vec3 p = exact.points[0].position, q = exact.points[1].position;
        double same = fmax(distance_of(p, plain.points[0]), distance_of(q, plain.points[1]));
        double turned = fmax(distance_of(q, plain.points[0]), distance_of(p, plain.points[1]));
        assert_true(fmin(same, turned) < 1e-6);
    }
    assert_true(met > COUNT / 10);
}

static void distances_agree(void **state) {
    (void)state;
    bench_rng rng = start("distances_agree");
    int apart = 0, missed_touches = 0;
    for (int i = 0; i < COUNT; i++) {
        tact_triangle a = i % 2 == 0 ? inputs_triangle(&rng) : grid_triangle(&rng, 4);
        tact_triangle b = i % 2 == 0 ? inputs_triangle(&rng) : grid_triangle(&rng, 4);
        tact_gap exact = tact_triangle_distance(&a, &b);
        plain_gap plain = plain_triangle_distance(&a, &b);
        if (exact.distance == 0) {
            missed_touches += plain.distance > 1e-9;
            continue;
        }
        apart++;
        assert_true(fabs(plain.distance - exact.distance) < 1e-9);
        assert_true(fabs(distance_of(plain.point_a, plain.point_b) - exact.distance) < 1e-9);
    }
    assert_true(missed_touches < COUNT / 1000);
    assert_true(apart > COUNT / 4 && apart < COUNT);
}

static void rays_agree(void **state) {
    (void)state;
    bench_rng rng = start("rays_agree");
    int hits = 0;
    for (int i = 0; i < COUNT; i++) {
        tact_triangle a = inputs_triangle(&rng);
        tact_vec3 from = inputs_point(&rng), to = inputs_point(&rng);
        tact_ray ray = {from, {to.x - from.x, to.y - from.y, to.z - from.z}};
        tact_ray_hit exact = tact_triangle_intersect_ray(&a, ray);
        double t;
        bool hit = plain_triangle_hit_by_ray(&a, ray, &t);
        assert_int_equal(hit, exact.kind != TACT_OVERLAP_NONE);
        if (!hit)
            continue;
        hits++;
        assert_true(fabs(t - exact.t_enter) <= 1e-9 * fmax(1, fabs(t)));
    }
    assert_true(hits > COUNT / 50);
}

static void boxes_agree_on_integers(void **state) {
    (void)state;
    bench_rng rng = start("boxes_agree_on_integers");
    int met = 0;
    for (int i = 0; i < COUNT; i++) {
        tact_triangle a = grid_triangle(&rng, 6);
        tact_vec3 lo = grid_point(&rng, 5), size = grid_point(&rng, 2);
        tact_box box = {lo, {lo.x + size.x, lo.y + size.y, lo.z + size.z}};
        bool exact = tact_triangle_overlaps_box(&a, box);
        met += exact;
        assert_int_equal(plain_triangle_overlaps_box(&a, box), exact);
    }
    assert_true(met > COUNT / 20 && met < COUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orientations_agree_on_integers),
        cmocka_unit_test(known_signs_are_true),
        cmocka_unit_test(overlaps_agree_on_integers),
        cmocka_unit_test(intersections_agree_on_random),
        cmocka_unit_test(distances_agree),
        cmocka_unit_test(rays_agree),
        cmocka_unit_test(boxes_agree_on_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
