/* SPDX-License-Identifier: MIT */
/* Boxes, rays and points asked about a broad phase, with and without its hierarchy, against every
 * box by itself. */
#include "support.h"

#include <math.h>
#include <string.h>

#define BOXES 300

typedef struct visits {
    uint32_t count, at[BOXES];
    double least;
    bool nearest_only;
} visits;

static double take(void *user, uint32_t id, double t) {
    visits *v = user;
    v->at[id]++;
    v->count++;
    v->least = fmin(v->least, t);
    return v->nearest_only ? t : HUGE_VAL;
}

/* Whether a point of the ray up to limit is well within the box, sampled; never true by rounding.
 */
static bool is_surely_hit(tact_ray ray, double limit, tact_box box) {
    double lo = 0, hi = limit;
    const double o[3] = {ray.origin.x, ray.origin.y, ray.origin.z};
    const double d[3] = {ray.direction.x, ray.direction.y, ray.direction.z};
    const double a[3] = {box.lo.x, box.lo.y, box.lo.z}, b[3] = {box.hi.x, box.hi.y, box.hi.z};
    for (int k = 0; k < 3; k++) {
        if (d[k] == 0) {
            if (o[k] < a[k] || o[k] > b[k])
                return false;
            continue;
        }
        long double s = ((long double)a[k] - o[k]) / d[k], t = ((long double)b[k] - o[k]) / d[k];
        lo = fmax(lo, (double)fminl(s, t));
        hi = fmin(hi, (double)fmaxl(s, t));
    }
    return lo + 1e-12 * fabs(lo) < hi;
}

static double true_distance(tact_vec3 p, tact_box box) {
    long double x = fmaxl(fmaxl((long double)box.lo.x - p.x, (long double)p.x - box.hi.x), 0);
    long double y = fmaxl(fmaxl((long double)box.lo.y - p.y, (long double)p.y - box.hi.y), 0);
    long double z = fmaxl(fmaxl((long double)box.lo.z - p.z, (long double)p.z - box.hi.z), 0);
    return (double)sqrtl(x * x + y * y + z * z);
}

static tact_vec3 random_vec(test_rng *rng, double size) {
    double x = test_rng_between(rng, -size, size), y = test_rng_between(rng, -size, size);
    return (tact_vec3){x, y, test_rng_between(rng, -size, size)};
}

static void make_boxes(test_rng *rng, tact_box boxes[BOXES]) {
    for (int i = 0; i < BOXES; i++) {
        tact_vec3 c = random_vec(rng, 5), h = random_vec(rng, 0.5);
        tact_vec3 half = {fabs(h.x), fabs(h.y), fabs(h.z)};
        boxes[i] = (tact_box){tact_vec3_sub(c, half), tact_vec3_add(c, half)};
        if (i % 50 == 7)
            boxes[i].hi.z = HUGE_VAL;
    }
}

static void check_ray(test_rng *rng, const tact_box *boxes, tact_broad *plain, tact_broad *built) {
    visits v[2] = {{.least = HUGE_VAL}, {.least = HUGE_VAL}}, first = {.least = HUGE_VAL};
    tact_ray ray = {random_vec(rng, 8), random_vec(rng, 1)};
    if (test_rng_below(rng, 4) == 0)
        ray.direction.y = 0;
    double limit = test_rng_below(rng, 2) == 0 ? HUGE_VAL : test_rng_between(rng, 0, 10);
    assert_int_equal(tact_broad_visit_ray(plain, ray, limit, take, &v[0]), TACT_OK);
    assert_int_equal(tact_broad_visit_ray(built, ray, limit, take, &v[1]), TACT_OK);
    assert_memory_equal(v[0].at, v[1].at, sizeof v[0].at);
    for (int i = 0; i < BOXES; i++)
        assert_true(v[0].at[i] == 1 || !is_surely_hit(ray, limit, boxes[i]));
    first.nearest_only = true;
    assert_int_equal(tact_broad_visit_ray(built, ray, limit, take, &first), TACT_OK);
    assert_true(first.least == v[0].least);
}

/* The same for a box that moves. A ray that hits the sum of both boxes is its middle. */
static void check_sweep(test_rng *rng, const tact_box *boxes, tact_broad *plain,
                        tact_broad *built) {
    visits v[2] = {{.least = HUGE_VAL}, {.least = HUGE_VAL}}, first = {.least = HUGE_VAL};
    tact_vec3 c = random_vec(rng, 8), h = random_vec(rng, 0.5), way = random_vec(rng, 6);
    tact_vec3 half = {fabs(h.x), fabs(h.y), fabs(h.z)};
    if (test_rng_below(rng, 4) == 0)
        way.z = 0;
    tact_box box = {tact_vec3_sub(c, half), tact_vec3_add(c, half)};
    double limit = test_rng_between(rng, 0, 2);
    assert_int_equal(tact_broad_visit_sweep(plain, box, way, limit, take, &v[0]), TACT_OK);
    assert_int_equal(tact_broad_visit_sweep(built, box, way, limit, take, &v[1]), TACT_OK);
    assert_memory_equal(v[0].at, v[1].at, sizeof v[0].at);
    for (int i = 0; i < BOXES; i++) {
        tact_box sum = {tact_vec3_sub(boxes[i].lo, half), tact_vec3_add(boxes[i].hi, half)};
        tact_box wider = {{sum.lo.x - 1e-9, sum.lo.y - 1e-9, sum.lo.z - 1e-9},
                          {sum.hi.x + 1e-9, sum.hi.y + 1e-9, sum.hi.z + 1e-9}};
        tact_ray ray = {c, way};
        assert_true(v[0].at[i] == 1 || !is_surely_hit(ray, limit * (1 - 1e-9), sum));
        assert_true(v[0].at[i] == 0 || is_surely_hit(ray, limit * (1 + 1e-9) + 1e-9, wider));
    }
    first.nearest_only = true;
    assert_int_equal(tact_broad_visit_sweep(built, box, way, limit, take, &first), TACT_OK);
    assert_true(first.least == v[0].least);
}

static void check_point(test_rng *rng, const tact_box *boxes, tact_broad *plain,
                        tact_broad *built) {
    visits v[2] = {{.least = HUGE_VAL}, {.least = HUGE_VAL}}, first = {.least = HUGE_VAL};
    tact_vec3 point = random_vec(rng, 8);
    double limit = test_rng_between(rng, 0, 3);
    assert_int_equal(tact_broad_visit_nearest(plain, point, limit, take, &v[0]), TACT_OK);
    assert_int_equal(tact_broad_visit_nearest(built, point, limit, take, &v[1]), TACT_OK);
    assert_memory_equal(v[0].at, v[1].at, sizeof v[0].at);
    double least = HUGE_VAL;
    for (int i = 0; i < BOXES; i++) {
        double distance = true_distance(point, boxes[i]);
        least = fmin(least, distance);
        assert_true(v[0].at[i] == 1 ? distance <= limit * 1.0001 : distance > limit);
    }
    first.nearest_only = true;
    assert_int_equal(tact_broad_visit_nearest(built, point, HUGE_VAL, take, &first), TACT_OK);
    assert_true(fabs(first.least - least) <= 1e-15 * least);
}

static void check_overlaps(test_rng *rng, const tact_box *boxes, tact_broad *broad,
                           tact_pair_list *list) {
    tact_box queries[BOXES];
    make_boxes(rng, queries);
    assert_int_equal(tact_broad_overlaps(broad, queries, 8, NULL, list), TACT_OK);
    tact_pair_view view = tact_pair_list_view(list);
    size_t at = 0;
    for (uint32_t q = 0; q < 8; q++)
        for (uint32_t i = 0; i < BOXES; i++)
            if (tact_box_overlaps(queries[q], boxes[i])) {
                assert_true(at < view.count && view.pairs[at][0] == q && view.pairs[at][1] == i);
                at++;
            }
    assert_int_equal(at, view.count);
}

static void test_queries(void **state) {
    (void)state;
    test_rng rng = test_rng_start("broad_query");
    tact_pair_list *list;
    assert_int_equal(tact_pair_list_create(NULL, &list), TACT_OK);
    for (uint64_t round = test_case_count(20, 1000); round > 0; round--) {
        tact_box boxes[BOXES];
        make_boxes(&rng, boxes);
        tact_broad *plain, *built;
        tact_broad_options options = tact_broad_options_default();
        options.method = round % 2 == 0 ? TACT_BROAD_TREE : TACT_BROAD_AUTO;
        assert_int_equal(tact_broad_create(NULL, NULL, &plain), TACT_OK);
        assert_int_equal(tact_broad_create(NULL, &options, &built), TACT_OK);
        assert_int_equal(tact_broad_add(plain, boxes, BOXES, NULL, NULL), TACT_OK);
        assert_int_equal(tact_broad_add(built, boxes, BOXES, NULL, NULL), TACT_OK);
        assert_int_equal(tact_broad_prepare(built), TACT_OK);
        if (round % 4 < 2) { /* a few have moved since */
            make_boxes(&rng, boxes);
            assert_int_equal(tact_broad_move(plain, NULL, boxes, BOXES / 50, NULL), TACT_OK);
            assert_int_equal(tact_broad_move(built, NULL, boxes, BOXES / 50, NULL), TACT_OK);
            for (uint32_t i = 0; i < BOXES; i++)
                assert_int_equal(tact_broad_get(plain, i, &boxes[i]), TACT_OK);
            assert_int_equal(tact_broad_prepare(built), TACT_OK);
        }
        for (int i = 0; i < 20; i++) {
            check_ray(&rng, boxes, plain, built);
            check_sweep(&rng, boxes, plain, built);
            check_point(&rng, boxes, plain, built);
        }
        check_overlaps(&rng, boxes, plain, list);
        check_overlaps(&rng, boxes, built, list);
        tact_broad_destroy(plain);
        tact_broad_destroy(built);
    }
    tact_pair_list_destroy(list);
}

static void test_extreme_queries(void **state) {
    (void)state;
    tact_broad *broad;
    visits v = {.least = HUGE_VAL};
    tact_box boxes[3] = {{{-1e308, -1e308, -1e308}, {-1e307, 1e308, 1e308}},
                         {{0, 0, 0}, {0, 0, 0}},
                         {{-HUGE_VAL, -HUGE_VAL, 5}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}}};
    assert_int_equal(tact_broad_create(NULL, NULL, &broad), TACT_OK);
    tact_ray ray = {{1e308, 0, 0}, {-1e300, 0, 0}};
    assert_int_equal(tact_broad_visit_ray(broad, ray, 1e300, take, &v), TACT_OK);
    assert_int_equal(v.count, 0);
    assert_int_equal(tact_broad_prepare(broad), TACT_OK);
    assert_int_equal(tact_broad_visit_ray(broad, ray, 1e300, take, &v), TACT_OK);
    assert_int_equal(v.count, 0);
    assert_int_equal(tact_broad_add(broad, boxes, 3, NULL, NULL), TACT_OK);
    for (int i = 0; i < 2; i++) {
        memset(&v, 0, sizeof v);
        assert_int_equal(tact_broad_visit_ray(broad, ray, 1e300, take, &v), TACT_OK);
        assert_true(v.at[0] == 1 && v.at[1] == 1 && v.at[2] == 0);
        memset(&v, 0, sizeof v);
        tact_ray tiny = {{0, 0, 0}, {0, 0, 0x1p-1050}};
        assert_int_equal(tact_broad_visit_ray(broad, tiny, HUGE_VAL, take, &v), TACT_OK);
        assert_true(v.at[1] == 1 && v.at[2] == 1);
        memset(&v, 0, sizeof v);
        assert_int_equal(tact_broad_visit_nearest(broad, ray.origin, HUGE_VAL, take, &v), TACT_OK);
        assert_int_equal(v.count, 3);
        assert_int_equal(tact_broad_prepare(broad), TACT_OK);
    }
    ray.direction.x = NAN;
    assert_int_equal(tact_broad_visit_ray(broad, ray, 1, take, &v), TACT_NOT_FINITE);
    assert_int_equal(tact_broad_visit_nearest(broad, ray.direction, 1, take, &v), TACT_NOT_FINITE);
    assert_int_equal(tact_broad_visit_nearest(broad, ray.origin, NAN, take, &v), TACT_NOT_FINITE);
    assert_int_equal(tact_broad_visit_nearest(broad, ray.origin, 1, NULL, &v),
                     TACT_INVALID_ARGUMENT);
    tact_box all = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}}, bad = all;
    bad.lo.y = NAN;
    tact_vec3 way = {1, -1, 0};
    assert_int_equal(tact_broad_visit_sweep(broad, bad, way, 1, take, &v), TACT_NOT_FINITE);
    assert_int_equal(tact_broad_visit_sweep(broad, all, way, NAN, take, &v), TACT_NOT_FINITE);
    way.z = HUGE_VAL;
    assert_int_equal(tact_broad_visit_sweep(broad, all, way, 1, take, &v), TACT_NOT_FINITE);
    way.z = 1e300;
    assert_int_equal(tact_broad_visit_sweep(NULL, all, way, 1, take, &v), TACT_INVALID_ARGUMENT);
    uint32_t before = v.count;
    assert_int_equal(tact_broad_visit_sweep(broad, tact_box_empty(), way, 1, take, &v), TACT_OK);
    assert_int_equal(v.count, before);
    assert_int_equal(tact_broad_visit_sweep(broad, all, way, 1, take, &v), TACT_OK);
    assert_true(v.count > before); /* a box that is everywhere meets all of them at once */
    tact_broad_destroy(broad);
}

/* Rays through a corner of a box, which they meet there alone. */
static void test_grazing_rays(void **state) {
    (void)state;
    test_rng rng = test_rng_start("broad_grazing");
    for (uint64_t i = test_case_count(20000, 1000000); i > 0; i--) {
        double x[9];
        for (int k = 0; k < 9; k++)
            x[k] = 1 + test_rng_below(&rng, 1 << 20);
        /* The corner is the last point of the box along x and the first along y. */
        tact_vec3 o = {0, 0, 0}, c = {x[0], x[1], x[2]};
        tact_box box = {{c.x - x[3], c.y, c.z - x[5]}, {c.x, c.y + x[4], c.z + x[6]}};
        tact_broad *broad;
        visits v = {.least = HUGE_VAL};
        tact_ray ray = {o, tact_vec3_scale(c, 3)}; /* exact: the parameter is 1/3 */
        assert_int_equal(tact_broad_create(NULL, NULL, &broad), TACT_OK);
        assert_int_equal(tact_broad_add(broad, &box, 1, NULL, NULL), TACT_OK);
        assert_int_equal(tact_broad_visit_ray(broad, ray, HUGE_VAL, take, &v), TACT_OK);
        assert_int_equal(v.count, 1);
        double times = 1 + test_rng_below(&rng, 30);
        box = (tact_box){tact_vec3_scale(box.lo, times), tact_vec3_scale(box.hi, times)};
        ray.direction = c; /* the parameter is a whole number */
        assert_int_equal(tact_broad_move(broad, NULL, &box, 1, NULL), TACT_OK);
        assert_int_equal(tact_broad_visit_ray(broad, ray, times, take, &v), TACT_OK);
        assert_int_equal(v.count, 2);
        tact_broad_destroy(broad);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_queries),
        cmocka_unit_test(test_extreme_queries),
        cmocka_unit_test(test_grazing_rays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
