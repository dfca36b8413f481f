/* SPDX-License-Identifier: MIT */
/* Rays against meshes: equal to brute force over all triangles, to the bit, on random degenerate
 * soups and poses, aimed at vertices, along edges and in planes, from far away and at extreme
 * scales, at every SIMD level and in batches. No ray slips out of a closed mesh. */
#include "oracle_ray.h"

#include <tact/mesh_generators.h>
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include "frame/placed.h"
#include "probe/points.h"
#include "ray_hits.h"

enum { MOST_TRIANGLES = 60, RAYS = 8 };

/* ---- Rays --------------------------------------------------------------------------------- */

/* A corner, the middle of an edge, a point of an edge or of the face. */
static tact_vec3 point_of(test_rng *rng, const tact_triangle *t) {
    uint32_t kind = test_rng_below(rng, 4), first = test_rng_below(rng, 3);
    tact_vec3 a = t->v[first], b = t->v[(first + 1) % 3], c = t->v[(first + 2) % 3];
    if (kind == 0)
        return a;
    double w = kind == 1 ? 0.5 : test_rng_unit(rng);
    tact_vec3 p = tact_vec3_add(tact_vec3_scale(a, w), tact_vec3_scale(b, 1 - w));
    if (kind == 2)
        return p;
    w = test_rng_unit(rng);
    return tact_vec3_add(tact_vec3_scale(p, w), tact_vec3_scale(c, 1 - w));
}

static tact_ray ray_random(test_rng *rng, const scene *s) {
    tact_triangle t = scene_triangle(s, test_rng_below(rng, s->soup.triangle_count));
    tact_triangle u = scene_triangle(s, test_rng_below(rng, s->soup.triangle_count));
    tact_vec3 target = point_of(rng, &t), origin = point_of(rng, &u);
    tact_ray ray = {origin, tact_vec3_sub(target, origin)};
    switch (test_rng_below(rng, 8)) {
    case 0: /* from the surface to the surface */
        break;
    case 1: /* in a plane of a triangle, along an edge or across */
        ray.direction = tact_vec3_sub(point_of(rng, &u), point_of(rng, &u));
        break;
    case 2: /* a point */
        ray.direction = (tact_vec3){0, 0, 0};
        break;
    case 3: /* along an axis */
        ray.direction = (tact_vec3){0, 0, 0};
        (&ray.direction.x)[test_rng_below(rng, 3)] = test_rng_below(rng, 2) == 0 ? 1 : -1;
        if (test_rng_below(rng, 2) == 0)
            ray.origin = tact_vec3_sub(target, tact_vec3_scale(ray.direction, 16 * s->factor));
        break;
    case 4: /* from far away */
        ray.origin = tact_vec3_add(
            target, vec3_random_in_cube(rng, s->factor * exp2(test_rng_between(rng, 5, 60))));
        ray.direction = tact_vec3_sub(target, ray.origin);
        break;
    case 5: /* from anywhere to anywhere */
        ray.origin = tact_vec3_add(origin, vec3_random_in_cube(rng, 8 * s->factor));
        ray.direction = vec3_random_in_cube(rng, 1);
        break;
    default: /* at the target from near by */
        ray.origin = tact_vec3_add(target, vec3_random_in_cube(rng, 4 * s->factor));
        ray.direction = tact_vec3_sub(target, ray.origin);
        break;
    }
    if (test_rng_below(rng, 8) == 0)
        ray.direction = tact_vec3_scale(ray.direction, exp2(test_rng_between(rng, -600, 600)));
    if (!(fabs(ray.direction.x) + fabs(ray.direction.y) + fabs(ray.direction.z) < 1e300))
        ray.direction = (tact_vec3){1, 0, 0};
    return ray;
}

/* ---- The truth ---------------------------------------------------------------------------- */

static int compare_hits(const void *pa, const void *pb) {
    const tacti_mesh_hit *a = pa, *b = pb;
    if (a->t != b->t)
        return a->t < b->t ? -1 : 1;
    return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

static size_t all_hits(const scene *s, tact_ray ray, double t_max, tacti_mesh_hit *hits) {
    size_t count = 0;
    for (uint32_t i = 0; i < s->soup.triangle_count; i++) {
        tact_triangle t = scene_triangle(s, i);
        tact_ray_hit hit = tact_triangle_intersect_ray(&t, ray);
        if (hit.kind != TACT_OVERLAP_NONE && hit.t_enter <= t_max)
            hits[count++] = (tacti_mesh_hit){hit.t_enter, i, hit.enter};
    }
    if (count > 1)
        qsort(hits, count, sizeof *hits, compare_hits);
    return count;
}

static void assert_same_hit(const tacti_mesh_hit *a, const tacti_mesh_hit *b) {
    test_assert_same_bits(a->t, b->t);
    assert_int_equal(a->triangle, b->triangle);
    assert_int_equal(a->feature, b->feature);
}

static void assert_miss(const tacti_mesh_hit *hit) {
    assert_true(hit->t == HUGE_VAL);
    assert_int_equal(hit->triangle, TACT_NO_TRIANGLE);
}

/* If a budget ends the query, all hits that are found are true, and all hits before the bound are
 * found. */
static void check_budget(test_rng *rng, const tacti_placed *placed, tact_ray ray, double t_max,
                         const tacti_mesh_hit *known, size_t known_count) {
    tacti_meter meter = tacti_meter_make(test_rng_below(rng, 80), NULL);
    tacti_ray_limits first_limits = {.meter = meter}, all_limits = {.meter = meter};
    tacti_mesh_hit first, hits[MOST_TRIANGLES];
    ray_hits list = {.hits = hits, .capacity = MOST_TRIANGLES};
    assert_int_equal(tacti_ray_first(placed, ray, t_max, &first_limits, &first), TACT_OK);
    assert_int_equal(ray_hits_collect(placed, ray, t_max, &all_limits, &list), TACT_OK);
    assert_true(known_count == 0 || first.t >= known[0].t);
    if (known_count > 0 && first_limits.meter.pace.stop != TACTI_STOP_NONE)
        assert_true(first_limits.lower <= known[0].t);
    else if (known_count > 0)
        assert_same_hit(&first, &known[0]);
    else
        assert_miss(&first);
    assert_true(list.count <= known_count);
    size_t found = 0;
    for (size_t i = 0; i < known_count; i++) {
        bool is_found = found < list.count && hits[found].triangle == known[i].triangle;
        if (is_found)
            assert_same_hit(&hits[found++], &known[i]);
        else
            assert_true(known[i].t >= all_limits.lower);
    }
    assert_int_equal(found, list.count);
    bool is_stopped = all_limits.meter.pace.stop != TACTI_STOP_NONE;
    assert_int_equal(is_stopped, all_limits.lower < HUGE_VAL);
    assert_true(is_stopped || list.count == known_count);
}

static void check_ray(test_rng *rng, const tacti_placed *placed, tact_ray ray, double t_max,
                      const tacti_mesh_hit *known, size_t known_count) {
    tacti_mesh_hit first, any, hits[MOST_TRIANGLES];
    size_t capacity = test_rng_below(rng, MOST_TRIANGLES + 1);
    assert_int_equal(tacti_ray_first(placed, ray, t_max, NULL, &first), TACT_OK);
    assert_int_equal(tacti_ray_any(placed, ray, t_max, NULL, &any), TACT_OK);
    ray_hits list = {.hits = hits, .capacity = capacity};
    assert_int_equal(ray_hits_collect(placed, ray, t_max, NULL, &list), TACT_OK);
    assert_int_equal(list.count, known_count);
    for (size_t i = 0; i < list.count && i < capacity; i++)
        assert_same_hit(&hits[i], &known[i]);
    check_budget(rng, placed, ray, t_max, known, known_count);
    if (known_count == 0) {
        assert_miss(&first);
        assert_miss(&any);
        return;
    }
    assert_same_hit(&first, &known[0]);
    bool is_known = false;
    for (size_t i = 0; i < known_count; i++)
        is_known = is_known || (known[i].triangle == any.triangle && known[i].t == any.t &&
                                known[i].feature == any.feature);
    assert_true(is_known);
}

static double random_end(test_rng *rng, const tacti_mesh_hit *known, size_t count) {
    if (count == 0 || test_rng_below(rng, 2) == 0)
        return HUGE_VAL;
    double t = known[test_rng_below(rng, (uint32_t)count)].t;
    static const double factors[] = {0, 0.5, 1 - 0x1p-53, 1, 1 + 0x1p-52, 2};
    return t * factors[test_rng_below(rng, 6)];
}

static void test_brute_force(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("rays_brute_force");
    uint64_t count = test_case_count(6000, 300000), hitting = 0;
    for (uint64_t i = 0; i < count; i++) {
        scene s = scene_random(&rng, MOST_TRIANGLES);
        body b = body_make(all->alone[i % all->level_count], &s.soup, NULL);
        tacti_placed placed = {b.bvh, s.pose};
        for (int k = 0; k < RAYS; k++) {
            tact_ray ray = ray_random(&rng, &s);
            tacti_mesh_hit known[MOST_TRIANGLES];
            size_t known_count = all_hits(&s, ray, HUGE_VAL, known);
            hitting += known_count > 0;
            double t_max = random_end(&rng, known, known_count);
            known_count = all_hits(&s, ray, t_max, known);
            check_ray(&rng, &placed, ray, t_max, known, known_count);
        }
        body_free(&b);
        soup_free(&s.soup);
    }
    assert_true(hitting > count && hitting < RAYS * count - count);
}

/* Hits and misses agree with an oracle in integers. */
static void test_oracle(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("rays_oracle");
    uint64_t count = test_case_count(300, 10000);
    mpq_t enter, leave;
    mpq_init(enter);
    mpq_init(leave);
    for (uint64_t i = 0; i < count; i++) {
        scene s = scene_random(&rng, MOST_TRIANGLES);
        body b = body_make(all->alone[i % all->level_count], &s.soup, NULL);
        tacti_placed placed = {b.bvh, s.pose};
        tact_ray ray = ray_random(&rng, &s);
        tacti_mesh_hit hits[MOST_TRIANGLES];
        size_t hit_count, known_count = 0;
        ray_hits list = {.hits = hits, .capacity = MOST_TRIANGLES};
        assert_int_equal(ray_hits_collect(&placed, ray, HUGE_VAL, NULL, &list), TACT_OK);
        hit_count = list.count;
        for (uint32_t k = 0; k < s.soup.triangle_count; k++) {
            tact_triangle t = scene_triangle(&s, k);
            oracle_hit known = oracle_triangle_intersect_ray(&t, ray, enter, leave);
            known_count += known.dimension >= 0;
            for (size_t j = 0; j < hit_count; j++)
                if (hits[j].triangle == k)
                    assert_int_equal(hits[j].feature, known.enter);
        }
        assert_int_equal(hit_count, known_count);
        body_free(&b);
        soup_free(&s.soup);
    }
    mpq_clear(enter);
    mpq_clear(leave);
}

/* ---- Levels and batches ------------------------------------------------------------------- */

static void test_levels_and_batches(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("rays_levels");
    uint64_t count = test_case_count(200, 10000);
    enum { MANY = 500 };
    tact_ray *rays = malloc(MANY * sizeof *rays);
    tacti_mesh_hit *first = malloc(MANY * sizeof *first), *found = malloc(MANY * sizeof *found);
    tacti_mesh_hit *any = malloc(MANY * sizeof *any);
    for (uint64_t i = 0; i < count; i++) {
        scene s = scene_random(&rng, MOST_TRIANGLES);
        for (int k = 0; k < MANY; k++)
            rays[k] = ray_random(&rng, &s);
        for (uint32_t level = 0; level < all->level_count; level++) {
            body b = body_make(all->alone[level], &s.soup, NULL);
            tacti_placed placed = {b.bvh, s.pose};
            assert_int_equal(tacti_ray_first_many(&placed, rays, MANY, HUGE_VAL, found), TACT_OK);
            for (int k = 0; k < MANY; k++) {
                tacti_mesh_hit hit;
                assert_int_equal(tacti_ray_any(&placed, rays[k], HUGE_VAL, NULL, &hit), TACT_OK);
                if (level == 0) {
                    any[k] = hit;
                    assert_int_equal(tacti_ray_first(&placed, rays[k], HUGE_VAL, NULL, &first[k]),
                                     TACT_OK);
                }
                assert_same_hit(&found[k], &first[k]);
                assert_same_hit(&hit, &any[k]);
            }
            body_free(&b);
        }
        soup_free(&s.soup);
    }
    free(rays);
    free(first);
    free(found);
    free(any);
}

/* ---- Closed meshes ------------------------------------------------------------------------ */

static void check_first(const scene *s, tact_ray ray, const tacti_mesh_hit *hit) {
    tacti_mesh_hit *known = malloc(s->soup.triangle_count * sizeof *known);
    assert_true(all_hits(s, ray, HUGE_VAL, known) > 0);
    assert_same_hit(hit, &known[0]);
    free(known);
}

/* Rays from points inside to vertices and edges: every ray must hit. */
static void check_closed(test_rng *rng, const tacti_placed *placed, const scene *s,
                         uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        double angle = test_rng_between(rng, 0, 6.283185307179586);
        tact_vec3 inside = {cos(angle), sin(angle), 0};
        inside =
            tact_vec3_add(inside, vec3_random_in_cube(rng, test_rng_below(rng, 2) == 0 ? 0 : 0.1));
        tact_vec3 origin = tact_pose_place(s->pose, inside);
        tact_triangle t = scene_triangle(s, test_rng_below(rng, s->soup.triangle_count));
        uint32_t first = test_rng_below(rng, 3);
        double w = test_rng_below(rng, 2) == 0 ? 1 : test_rng_unit(rng);
        tact_vec3 target = tact_vec3_add(tact_vec3_scale(t.v[first], w),
                                         tact_vec3_scale(t.v[(first + 1) % 3], 1 - w));
        tact_ray ray = {origin, tact_vec3_sub(target, origin)};
        tacti_mesh_hit hit, any;
        assert_int_equal(tacti_ray_first(placed, ray, HUGE_VAL, NULL, &hit), TACT_OK);
        assert_int_not_equal(hit.triangle, TACT_NO_TRIANGLE);
        /* Rounding may carry the ray past a target on a saddle, to the surface behind it. */
        if (hit.t > 1 + 0x1p-20 || i % 1000 == 0)
            check_first(s, ray, &hit);
        assert_int_equal(tacti_ray_any(placed, ray, HUGE_VAL, NULL, &any), TACT_OK);
        assert_int_not_equal(any.triangle, TACT_NO_TRIANGLE);
    }
}

static void test_no_ray_slips_through(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("rays_closed");
    uint64_t count = test_case_count(20000, 840000);
    for (int kind = 0; kind < 4; kind++) {
        tact_mesh *mesh;
        uint32_t fine = kind % 2 == 0 ? 24 : 160;
        assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.3, 2 * fine, fine, &mesh), TACT_OK);
        scene s = {soup_take(mesh), tact_pose_identity(), 1};
        if (kind >= 2)
            s.pose = kind == 2 ? pose_random(&rng, 5) : pose_skewed(&rng, 100);
        for (uint32_t level = 0; level < all->level_count; level++) {
            body b = body_make(all->alone[level], &s.soup, NULL);
            tacti_placed placed = {b.bvh, s.pose};
            check_closed(&rng, &placed, &s, count);
            body_free(&b);
        }
        soup_free(&s.soup);
    }
}

/* ---- Edges of the domain ------------------------------------------------------------------ */

static void test_empty_mesh(void **state) {
    (void)state;
    soup s = soup_make(0, 0);
    body b = body_make(NULL, &s, NULL);
    tacti_placed placed = {b.bvh, tact_pose_identity()};
    tact_ray ray = {{0, 0, 0}, {1, 2, 3}};
    tacti_mesh_hit hit;
    assert_int_equal(tacti_ray_first(&placed, ray, HUGE_VAL, NULL, &hit), TACT_OK);
    assert_miss(&hit);
    assert_int_equal(tacti_ray_any(&placed, ray, 1, NULL, &hit), TACT_OK);
    assert_miss(&hit);
    ray_hits list = {.count = 7};
    assert_int_equal(ray_hits_collect(&placed, ray, 1, NULL, &list), TACT_OK);
    assert_int_equal(list.count, 0);
    body_free(&b);
    soup_free(&s);
}

/* A box with two sides that the ray passes at known t. */
static void test_both_sides(void **state) {
    (void)state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 5, &mesh), TACT_OK);
    soup s = soup_take(mesh);
    body b = body_make(NULL, &s, NULL);
    tacti_placed placed = {b.bvh, tact_pose_identity()};
    tact_ray ray = {{-3, 0.11, 0.07}, {2, 0, 0}};
    tacti_mesh_hit hits[2], far;
    ray_hits list = {.hits = hits, .capacity = 2};
    assert_int_equal(ray_hits_collect(&placed, ray, HUGE_VAL, NULL, &list), TACT_OK);
    assert_int_equal(list.count, 2);
    assert_true(hits[0].t == 1 && hits[1].t == 2);
    assert_true(hits[0].feature == TACT_FEATURE_FACE && hits[1].feature == TACT_FEATURE_FACE);
    list = (ray_hits){.hits = &far, .capacity = 1};
    assert_int_equal(ray_hits_collect(&placed, ray, HUGE_VAL, NULL, &list), TACT_OK);
    assert_true(list.count == 2 && far.t == 1);
    assert_int_equal(tacti_ray_first(&placed, ray, 0.5, NULL, hits), TACT_OK);
    assert_miss(&hits[0]);
    assert_int_equal(tacti_ray_first(&placed, ray, 1, NULL, hits), TACT_OK);
    assert_true(hits[0].t == 1);
    body_free(&b);
    soup_free(&s);
}

/* A node of up to eight parallel triangles, all of which the ray hits: each is one test. */
static void test_work(void **state) {
    (void)state;
    for (uint32_t count = 1; count <= 8; count++) {
        soup s = soup_make(3 * count, count);
        for (uint32_t i = 0; i < 3 * count; i++) {
            s.vertices[i] = (tact_vec3){i / 3, i % 3 == 1 ? 4 : -1, i % 3 == 2 ? 4 : -1};
            s.indices[i] = i;
        }
        body b = body_make(NULL, &s, NULL);
        tacti_placed placed = {b.bvh, tact_pose_identity()};
        tact_ray ray = {{-1, 0.25, 0.125}, {1, 0, 0}};
        tacti_ray_limits limits = {.meter = tacti_meter_make(UINT64_MAX, NULL)};
        tacti_mesh_hit hits[8];
        ray_hits list = {.hits = hits, .capacity = 8};
        assert_int_equal(ray_hits_collect(&placed, ray, HUGE_VAL, &limits, &list), TACT_OK);
        assert_int_equal(list.count, count);
        assert_int_equal(limits.meter.work.node_pairs, 1);
        assert_int_equal(limits.meter.work.box_tests, count);
        assert_int_equal(limits.meter.work.triangle_tests, count);
        body_free(&b);
        soup_free(&s);
    }
}

static void test_bad_arguments(void **state) {
    (void)state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.3, 8, 8, &mesh), TACT_OK);
    soup s = soup_take(mesh);
    body b = body_make(NULL, &s, NULL);
    tacti_placed placed = {b.bvh, tact_pose_identity()}, bad = placed, none = placed, far = placed;
    tact_ray ray = {{-3, 0, 0}, {1, 0, 0}}, lost = {{NAN, 0, 0}, {1, 0, 0}};
    tact_ray endless = {{0, 0, 0}, {HUGE_VAL, 0, 0}};
    tacti_mesh_hit hit = {7, 7, TACT_FEATURE_FACE};
    bad.pose.m[0] = NAN;
    far.pose.m[3] = 0x1p600;
    none.bvh = NULL;
    assert_int_equal(tacti_ray_first(NULL, ray, 1, NULL, &hit), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_ray_first(&none, ray, 1, NULL, &hit), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_ray_first(&placed, ray, 1, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_ray_first(&placed, ray, -1, NULL, &hit), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_ray_first(&placed, ray, NAN, NULL, &hit), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_ray_first(&bad, ray, 1, NULL, &hit), TACT_NOT_FINITE);
    assert_int_equal(tacti_ray_first(&far, ray, 1, NULL, &hit), TACT_INVALID_POSE);
    assert_int_equal(tacti_ray_first(&placed, lost, 1, NULL, &hit), TACT_NOT_FINITE);
    assert_int_equal(tacti_ray_any(&placed, endless, 1, NULL, &hit), TACT_NOT_FINITE);
    assert_int_equal(tacti_ray_any(&placed, ray, 1, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_ray_any(&placed, ray, -1, NULL, &hit), TACT_INVALID_ARGUMENT);
    ray_hits list = {.hits = &hit, .capacity = 1, .count = 7};
    assert_int_equal(tacti_ray_visit(&placed, ray, 1, NULL, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(ray_hits_collect(&placed, ray, -1, NULL, &list), TACT_INVALID_ARGUMENT);
    assert_int_equal(ray_hits_collect(&placed, lost, 1, NULL, &list), TACT_NOT_FINITE);
    assert_true(hit.t == 7 && list.count == 7);
    tact_ray rays[3] = {ray, lost, endless};
    tacti_mesh_hit results[3];
    assert_int_equal(tacti_ray_first_many(&placed, rays, 3, 1, results), TACT_NOT_FINITE);
    assert_int_equal(tacti_ray_first_many(&placed, rays, 3, 1, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_ray_first_many(&placed, rays, 1, -1, results), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_ray_first_many(&bad, rays, 1, 1, results), TACT_NOT_FINITE);
    assert_int_equal(tacti_ray_first_many(&placed, NULL, 0, 1, NULL), TACT_OK);
    body_free(&b);
    soup_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_oracle),
        cmocka_unit_test(test_levels_and_batches),
        cmocka_unit_test(test_no_ray_slips_through),
        cmocka_unit_test(test_empty_mesh),
        cmocka_unit_test(test_both_sides),
        cmocka_unit_test(test_work),
        cmocka_unit_test(test_bad_arguments),
    };
    return cmocka_run_group_tests(tests, contexts_set_up, contexts_tear_down);
}
