/* SPDX-License-Identifier: MIT */
/* Compares batches of triangle pairs with the functions for one pair, to the bit, at every SIMD
 * level that this processor has. */
#include "mixed_numbers.h"
#include "support.h"

#include "prim/batch.h"
#include "prim/ray.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Eight pairs as two meshes. The arrays end with the last triangle, so a sanitizer detects a load
 * beyond them. */
typedef struct pairs {
    tact_vec3 *vertices[2];
    uint32_t *indices[2];
    tact_pose pose[2];
    tacti_triangle_batch batch;
} pairs;

static void pairs_make(pairs *p) {
    for (int s = 0; s < 2; s++) {
        p->vertices[s] = malloc(24 * sizeof *p->vertices[s]);
        p->indices[s] = malloc(24 * sizeof *p->indices[s]);
        assert_true(p->vertices[s] != NULL && p->indices[s] != NULL);
        for (uint32_t i = 0; i < 24; i++)
            p->indices[s][i] = 23 - i;
        p->pose[s] = tact_pose_identity();
    }
}

static void pairs_free(pairs *p) {
    for (int s = 0; s < 2; s++) {
        free(p->vertices[s]);
        free(p->indices[s]);
    }
}

static tact_triangle *corners_of(pairs *p, int s, uint32_t i) {
    return (tact_triangle *)(p->vertices[s] + 3 * i);
}

static tact_triangle placed(const pairs *p, int s, uint32_t number) {
    tact_triangle t;
    for (int k = 0; k < 3; k++)
        t.v[k] = p->vertices[s][p->indices[s][3 * number + (uint32_t)k]];
    return tact_pose_place_triangle(p->pose[s], &t);
}

/* Pairs in any order; entries beyond the count must not be read. */
static void choose_pairs(pairs *p, test_rng *rng) {
    memset(&p->batch, 0xff, sizeof p->batch);
    p->batch.count = 1 + test_rng_below(rng, TACTI_BATCH);
    uint32_t turn = test_rng_below(rng, 8);
    for (uint32_t i = 0; i < p->batch.count; i++)
        p->batch.a[i] = p->batch.b[i] = (i + turn) % 8;
}

static void print_pair(const tact_triangle *a, const tact_triangle *b) {
    for (int i = 0; i < 6; i++) {
        tact_vec3 v = (i < 3 ? a : b)->v[i % 3];
        print_error("%s%d = {%a, %a, %a}\n", i < 3 ? "a" : "b", i % 3, v.x, v.y, v.z);
    }
}

static double largest_extent(const tact_triangle *a, const tact_triangle *b) {
    tact_box box = tact_box_union(tact_box_of_triangle(a), tact_box_of_triangle(b));
    tact_vec3 size = tact_vec3_sub(box.hi, box.lo);
    return fmax(fmax(size.x, size.y), size.z);
}

/* Returns how many pairs the filter left open, which is the same at every level. */
static uint64_t check_batch(const pairs *p) {
    const tacti_triangle_batch *batch = &p->batch;
    tacti_triangle_source a = {p->vertices[0], p->indices[0], &p->pose[0]};
    tacti_triangle_source b = {p->vertices[1], p->indices[1], &p->pose[1]};
    uint64_t first_open[2] = {0, 0};
    for (tact_simd_level level = TACT_SIMD_BASELINE; level <= tact_simd_level_best(); level++) {
        const tacti_batch_kernels *kernels = tacti_batch_kernels_at(level);
        uint64_t open[2] = {1000, 1000};
        double distance[TACTI_BATCH + 1], extent[TACTI_BATCH];
        for (int i = 0; i <= TACTI_BATCH; i++)
            distance[i] = -1;
        uint32_t meets = kernels->overlaps(&a, &b, batch, false, &open[0]);
        kernels->distances(&a, &b, batch, &open[1], distance, extent);
        assert_int_equal(meets >> batch->count, 0);
        uint64_t fewer = 0;
        uint32_t first = kernels->overlaps(&a, &b, batch, true, &fewer);
        assert_int_equal(first & ~meets, 0);
        assert_int_equal(first & (~first + 1), meets & (~meets + 1)); /* the lowest bits */
        assert_true(fewer <= open[0] - 1000);
        assert_true(distance[batch->count] == -1);
        for (uint32_t i = 0; i < batch->count; i++) {
            tact_triangle ta = placed(p, 0, batch->a[i]), tb = placed(p, 1, batch->b[i]);
            double expected = tact_triangle_distance(&ta, &tb).distance;
            assert_true(extent[i] == largest_extent(&ta, &tb));
            if (memcmp(&distance[i], &expected, sizeof expected) == 0 &&
                (meets >> i & 1) == tact_triangle_overlaps(&ta, &tb))
                continue;
            print_pair(&ta, &tb);
            fail_msg("%s, pair %u of %u: distance %a, not %a; meets %u",
                     tact_simd_level_name(level), i, batch->count, distance[i], expected,
                     meets >> i & 1);
        }
        for (int i = 0; i < 2; i++) {
            open[i] -= 1000;
            assert_true(open[i] <= batch->count);
            if (level == TACT_SIMD_BASELINE)
                first_open[i] = open[i];
            assert_int_equal(open[i], first_open[i]);
        }
        assert_true(open[0] <= open[1]);
    }
    return first_open[0];
}

/* A point against the triangles of a: the bits of the function for one triangle, and nothing
 * beyond. */
static void check_point(const pairs *p, tact_vec3 point) {
    const tacti_triangle_batch *batch = &p->batch;
    tacti_triangle_source a = {p->vertices[0], p->indices[0], &p->pose[0]};
    for (tact_simd_level level = TACT_SIMD_BASELINE; level <= tact_simd_level_best(); level++) {
        double distance[TACTI_BATCH + 1];
        for (int i = 0; i <= TACTI_BATCH; i++)
            distance[i] = -1;
        tacti_batch_kernels_at(level)->point_distances(&a, batch->a, batch->count, &point,
                                                       distance);
        assert_true(distance[batch->count] == -1);
        for (uint32_t i = 0; i < batch->count; i++) {
            tact_triangle t = placed(p, 0, batch->a[i]);
            double expected = tact_triangle_distance_point(&t, point).distance;
            if (memcmp(&distance[i], &expected, sizeof expected) == 0)
                continue;
            print_pair(&t, &(tact_triangle){{point, point, point}});
            fail_msg("%s, triangle %u of %u: distance %a, not %a", tact_simd_level_name(level), i,
                     batch->count, distance[i], expected);
        }
    }
}

/* ---- Families of pairs --------------------------------------------------------------------- */

static void fill_random(test_rng *rng, tact_triangle *a, tact_triangle *b) {
    for (int i = 0; i < 9; i++) {
        (&a->v[0].x)[i] = test_rng_between(rng, -1, 1);
        (&b->v[0].x)[i] = test_rng_between(rng, -1, 1);
    }
}

static void fill_apart(test_rng *rng, tact_triangle *a, tact_triangle *b) {
    fill_random(rng, a, b);
    double shift = test_rng_between(rng, 0, 4);
    for (int i = 0; i < 3; i++)
        b->v[i].y += shift;
}

/* Corners on a lattice of a few points, so that many pairs are coplanar, touching or degenerate. */
static void fill_lattice(test_rng *rng, tact_triangle *a, tact_triangle *b) {
    uint32_t side = 2 + test_rng_below(rng, 4);
    for (int i = 0; i < 9; i++) {
        (&a->v[0].x)[i] = test_rng_below(rng, side);
        (&b->v[0].x)[i] = test_rng_below(rng, side);
    }
}

static void fill_neighbours(test_rng *rng, tact_triangle *a, tact_triangle *b) {
    fill_random(rng, a, b);
    uint32_t shared = 1 + test_rng_below(rng, 3), turn = test_rng_below(rng, 3);
    for (uint32_t i = 0; i < shared; i++)
        b->v[i] = a->v[(i + turn) % 3];
}

static void fill_coplanar(test_rng *rng, tact_triangle *a, tact_triangle *b) {
    fill_random(rng, a, b);
    double height = test_rng_between(rng, -1, 1);
    uint32_t axis = test_rng_below(rng, 3);
    for (int i = 0; i < 3; i++)
        (&a->v[i].x)[axis] = (&b->v[i].x)[axis] = height;
}

/* Points and segments. */
static void fill_degenerate(test_rng *rng, tact_triangle *a, tact_triangle *b) {
    (test_rng_below(rng, 2) == 0 ? fill_random : fill_lattice)(rng, a, b);
    a->v[test_rng_below(rng, 3)] = a->v[test_rng_below(rng, 3)];
    if (test_rng_below(rng, 2) == 0)
        b->v[1] = b->v[2] = b->v[0];
}

/* Lattice pairs moved off by a few units in the last place. */
static void fill_nearly(test_rng *rng, tact_triangle *a, tact_triangle *b) {
    fill_lattice(rng, a, b);
    for (int i = 0; i < 18; i++) {
        double *x = i < 9 ? &a->v[0].x + i : &b->v[0].x + (i - 9);
        *x = (*x + 0.25) / 3 * (1 + 0x1p-52 * test_rng_below(rng, 4));
    }
}

/* All magnitudes, each pair with its own. */
static void fill_scaled(test_rng *rng, tact_triangle *a, tact_triangle *b) {
    static const int powers[6] = {-400, 400, -1050, 1020, -100, 100};
    (test_rng_below(rng, 2) == 0 ? fill_random : fill_lattice)(rng, a, b);
    int power = powers[test_rng_below(rng, 6)] + (int)test_rng_below(rng, 3) - 1;
    for (int i = 0; i < 9; i++) {
        (&a->v[0].x)[i] = ldexp((&a->v[0].x)[i], power);
        (&b->v[0].x)[i] = ldexp((&b->v[0].x)[i], power);
    }
}

/* Triangles in one plane up to rounding, that share a corner. */
static void fill_flat(test_rng *rng, tact_triangle *a, tact_triangle *b) {
    fill_random(rng, a, b);
    double s = test_rng_between(rng, -1, 1), t = test_rng_between(rng, -1, 1);
    for (int i = 0; i < 3; i++) {
        a->v[i].z = s * a->v[i].x + t * a->v[i].y;
        b->v[i].z = s * b->v[i].x + t * b->v[i].y;
    }
    b->v[test_rng_below(rng, 3)] = a->v[test_rng_below(rng, 3)];
}

static tact_vec3 random_coarse(test_rng *rng) {
    double x[3];
    for (int i = 0; i < 3; i++)
        x[i] = 0x1p-20 * (double)((int)test_rng_below(rng, 1U << 21) - (1 << 20));
    return (tact_vec3){x[0], x[1], x[2]};
}

/* Triangles in one plane up to rounding. A corner of b is the middle of an edge of a, exactly, and
 * the rest of b is beyond that edge or, now and then, not. */
static void fill_middle(test_rng *rng, tact_triangle *a, tact_triangle *b) {
    tact_vec3 start = random_coarse(rng), step = random_coarse(rng), apex = random_coarse(rng);
    tact_vec3 middle = tact_vec3_add(start, step);
    *a = (tact_triangle){{start, tact_vec3_add(middle, step), apex}};
    tact_vec3 out = tact_vec3_scale(tact_vec3_sub(middle, apex),
                                    test_rng_below(rng, 8) == 0 ? -0.3 : test_rng_unit(rng) / 3);
    b->v[0] = middle;
    for (int i = 1; i < 3; i++)
        b->v[i] = tact_vec3_add(tact_vec3_add(middle, out),
                                tact_vec3_scale(step, test_rng_between(rng, -0.9, 0.9)));
    if (test_rng_below(rng, 4) == 0)
        for (int i = 0; i < 3; i++) /* apart by a little */
            b->v[i] = tact_vec3_add(b->v[i], tact_vec3_scale(out, 0x1p-40 * test_rng_unit(rng)));
}

/* Flat pairs whose determinants are a few units of the least double. */
static void fill_least(test_rng *rng, tact_triangle *a, tact_triangle *b) {
    fill_flat(rng, a, b);
    int power = -340 - (int)test_rng_below(rng, 20);
    for (int i = 0; i < 9; i++) {
        (&a->v[0].x)[i] = ldexp((&a->v[0].x)[i], power);
        (&b->v[0].x)[i] = ldexp((&b->v[0].x)[i], power);
    }
}

static void fill_arbitrary(test_rng *rng, tact_triangle *a, tact_triangle *b) {
    for (int i = 0; i < 9; i++) {
        (&a->v[0].x)[i] = test_rng_any_double(rng);
        (&b->v[0].x)[i] = test_rng_any_double(rng);
    }
}

/* Coordinates from the mixed family. */
static void fill_mixed(test_rng *rng, tact_triangle *a, tact_triangle *b) {
    mixed_palette palette = mixed_palette_make(rng, 1024);
    *a = mixed_triangle(rng, &palette, 1024);
    *b = mixed_triangle_beside(rng, &palette, 1024, a);
}

typedef void fill(test_rng *rng, tact_triangle *a, tact_triangle *b);

static fill *const families[] = {fill_random,     fill_apart,      fill_lattice,   fill_coplanar,
                                 fill_neighbours, fill_degenerate, fill_nearly,    fill_scaled,
                                 fill_flat,       fill_least,      fill_arbitrary, fill_mixed,
                                 fill_middle};

#define FAMILY_COUNT (sizeof families / sizeof families[0])

/* ---- Tests --------------------------------------------------------------------------------- */

/* Each family alone, then all mixed, so that lanes of one batch take different paths. */
static void test_every_level_agrees(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_every_level_agrees");
    pairs p;
    pairs_make(&p);
    uint64_t count = test_case_count(6000, 200000);
    for (uint64_t n = 0; n < count; n++) {
        for (uint32_t i = 0; i < TACTI_BATCH; i++) {
            uint64_t family =
                n % 2 == 0 ? n / 2 % FAMILY_COUNT : test_rng_below(&rng, FAMILY_COUNT);
            families[family](&rng, corners_of(&p, 0, i), corners_of(&p, 1, i));
        }
        choose_pairs(&p, &rng);
        check_batch(&p);
        check_point(&p, placed(&p, 1, p.batch.b[0]).v[0]);
    }
    pairs_free(&p);
}

/* Points of the triangles, and points in their planes, which no rounded distance tells apart from
 * points beside them. */
static void test_points(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_points");
    pairs p;
    pairs_make(&p);
    uint64_t count = test_case_count(4000, 200000);
    for (uint64_t n = 0; n < count; n++) {
        tact_vec3 point = {0, 0, 0};
        for (uint32_t i = 0; i < TACTI_BATCH; i++) {
            tact_triangle *t = corners_of(&p, 0, i);
            families[n % FAMILY_COUNT](&rng, t, corners_of(&p, 1, i));
            double u = test_rng_unit(&rng), v = (1 - u) * test_rng_unit(&rng);
            point = tact_vec3_add(tact_vec3_scale(t->v[0], u), tact_vec3_scale(t->v[1], v));
            point = tact_vec3_add(point, tact_vec3_scale(t->v[2], 1 - u - v));
            if (families[n % FAMILY_COUNT] == fill_coplanar && t->v[0].z == t->v[1].z)
                point.z = t->v[0].z;
        }
        choose_pairs(&p, &rng);
        check_point(&p, point);
        check_point(&p, corners_of(&p, 0, 0)->v[0]);
        check_point(&p, corners_of(&p, 1, 0)->v[0]);
    }
    pairs_free(&p);
}

/* Rays that run nearly in the plane of their triangle, so that few digits of the determinants are
 * left: the bits of the function for one triangle. */
static void test_ray_parameters(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_ray_parameters");
    pairs p;
    pairs_make(&p);
    uint64_t count = test_case_count(4000, 200000);
    for (uint64_t n = 0; n < count; n++) {
        tact_ray rays[TACTI_BATCH];
        tacti_ray_batch batch = {.count = TACTI_BATCH};
        tacti_triangle_source source = {p.vertices[0], p.indices[0], &p.pose[0]};
        for (uint32_t i = 0; i < TACTI_BATCH; i++)
            families[n % FAMILY_COUNT](&rng, corners_of(&p, 0, i), corners_of(&p, 1, i));
        for (uint32_t i = 0; i < TACTI_BATCH; i++) {
            tact_triangle t = placed(&p, 0, i);
            double off = ldexp(1, -(int)test_rng_below(&rng, 60));
            tact_vec3 e = tact_vec3_sub(t.v[1], t.v[0]), f = tact_vec3_sub(t.v[2], t.v[0]);
            e = tact_vec3_scale(e, test_rng_between(&rng, -1, 1));
            e = tact_vec3_add(e, tact_vec3_scale(f, test_rng_between(&rng, -1, 1)));
            f = (tact_vec3){off * e.y, off * e.z, off * e.x};
            rays[i].direction = tact_vec3_add(e, f);
            rays[i].origin = tact_vec3_add(tact_vec3_add(t.v[0], f), e);
            batch.triangle[i] = i;
            batch.ray[i] = &rays[i];
        }
        for (tact_simd_level level = TACT_SIMD_BASELINE; level <= tact_simd_level_best(); level++) {
            double found[TACTI_BATCH];
            tacti_batch_kernels_at(level)->face_parameters(&source, &batch, found);
            for (uint32_t i = 0; i < TACTI_BATCH; i++) {
                tact_triangle t = placed(&p, 0, i);
                double expected = tacti_ray_face_parameter(&t, &rays[i]);
                if (isnan(expected))
                    continue;
                test_assert_same_bits(found[i], expected);
                double alone = tacti_batch_kernels_at(level)->face_parameter(&source, i, &rays[i]);
                test_assert_same_bits(alone, expected);
            }
        }
    }
    pairs_free(&p);
}

/* Poses of any kind: placing must round as the function for one triangle does. */
static void test_poses(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_poses");
    pairs p;
    pairs_make(&p);
    uint64_t count = test_case_count(6000, 200000);
    for (uint64_t n = 0; n < count; n++) {
        for (uint32_t i = 0; i < TACTI_BATCH; i++)
            families[n % 7](&rng, corners_of(&p, 0, i), corners_of(&p, 1, i));
        for (int s = 0; s < 2; s++)
            for (int i = 0; i < 12; i++) {
                bool is_shift = i % 4 == 3;
                p.pose[s].m[i] = n % 3 == 0 ? (double)(i % 5 == 0) + is_shift
                                            : test_rng_between(&rng, -1, 1) * (is_shift ? 0.5 : 1);
            }
        choose_pairs(&p, &rng);
        check_batch(&p);
        check_point(&p, placed(&p, 1, p.batch.b[0]).v[0]);
    }
    pairs_free(&p);
}

/* The filter decides pairs in general position, and cannot decide pairs that touch. */
static void test_open_pairs_are_counted(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_open_pairs_are_counted");
    pairs p;
    pairs_make(&p);
    uint64_t open_random = 0, open_coplanar = 0, coplanar = 0;
    for (int n = 0; n < 500; n++)
        for (int k = 0; k < 2; k++) {
            for (uint32_t i = 0; i < TACTI_BATCH; i++)
                (k == 0 ? fill_random : fill_coplanar)(&rng, corners_of(&p, 0, i),
                                                       corners_of(&p, 1, i));
            choose_pairs(&p, &rng);
            uint64_t open = check_batch(&p);
            if (k == 0)
                open_random += open;
            else
                open_coplanar += open;
            coplanar += k == 0 ? 0 : p.batch.count;
        }
    assert_int_equal(open_random, 0);
    /* Those that meet stay open. The edges separate nearly all others. */
    assert_in_range(open_coplanar, coplanar / 10, coplanar - coplanar / 10);
    pairs_free(&p);
}

static void test_unknown_level_is_baseline(void **state) {
    (void)state;
    assert_ptr_equal(tacti_batch_kernels_at((tact_simd_level)99),
                     tacti_batch_kernels_at(TACT_SIMD_BASELINE));
#if TACTI_SIMD_LEVELS == 3
    assert_ptr_not_equal(tacti_batch_kernels_at(TACT_SIMD_AVX2),
                         tacti_batch_kernels_at(TACT_SIMD_AVX512));
#endif
}

int main(void) {
    print_message("levels up to %s\n", tact_simd_level_name(tact_simd_level_best()));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_level_agrees),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_ray_parameters),
        cmocka_unit_test(test_poses),
        cmocka_unit_test(test_open_pairs_are_counted),
        cmocka_unit_test(test_unknown_level_is_baseline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
