/* SPDX-License-Identifier: MIT */
/* Rays and polytopes of every kind against brute force in rational numbers: verdicts and bounds of
 * the parameter are compared exactly. Smooth shapes and half-spaces are in test_ray_smooth.c. */
#include "ray/ray.h"

#include <float.h>
#include <math.h>

#include "convex_levels.h"
#include "convex_pairs.h"
#include "mixed_pairs.h"
#include "oracle_convex.h"
#include "ray_oracle.h"

/* ---- Rays --------------------------------------------------------------------------------- */

static tact_vec3 pick(test_rng *rng, const tact_vec3 *v, uint32_t count) {
    return v[test_rng_below(rng, count)];
}

static double pick_whole(test_rng *rng, int most) {
    return (double)test_rng_below(rng, 2 * (uint32_t)most + 1) - most;
}

static tact_vec3 axis_direction(test_rng *rng) {
    tact_vec3 d = {0, 0, 0};
    double length = test_rng_below(rng, 2) ? 1 : -1;
    (&d.x)[test_rng_below(rng, 3)] = length;
    if (test_rng_below(rng, 4) == 0)
        (&d.x)[test_rng_below(rng, 3)] = test_rng_below(rng, 2) ? 1 : -1;
    return d;
}

static tact_vec3 blend(tact_vec3 a, tact_vec3 b, double t) {
    return tact_vec3_add(a, tact_vec3_scale(tact_vec3_sub(b, a), t));
}

/* A direction to a place of the shape: a vertex, the middle of two, or a point between three. */
static tact_vec3 aim(test_rng *rng, const tact_vec3 *v, uint32_t count) {
    tact_vec3 p = pick(rng, v, count), q = pick(rng, v, count), r = pick(rng, v, count);
    switch (test_rng_below(rng, 3)) {
    case 0:
        return p;
    case 1:
        return blend(p, q, 0.5);
    default:
        return blend(blend(p, q, test_rng_unit(rng)), r, test_rng_unit(rng));
    }
}

/* An origin: anywhere, with whole coordinates, with coordinates of vertices, on the surface, or so
 * far beside a vertex that the ray grazes a rounded shape. */
static tact_vec3 pick_origin(test_rng *rng, const tact_vec3 *v, uint32_t count, double radius) {
    tact_vec3 o = {test_rng_between(rng, -3, 3), test_rng_between(rng, -3, 3),
                   test_rng_between(rng, -3, 3)};
    tact_vec3 near = pick(rng, v, count);
    switch (test_rng_below(rng, 6)) {
    case 0:
        return (tact_vec3){pick_whole(rng, 4), pick_whole(rng, 4), pick_whole(rng, 4)};
    case 1:
        for (int k = 0; k < 3; k++)
            (&o.x)[k] = (&v[test_rng_below(rng, count)].x)[k] + pick_whole(rng, 1);
        return o;
    case 2:
        return aim(rng, v, count);
    case 3:
        (&near.x)[test_rng_below(rng, 3)] += test_rng_below(rng, 2) ? radius : -radius;
        return tact_vec3_add(near, tact_vec3_scale(axis_direction(rng), pick_whole(rng, 3)));
    default:
        return tact_vec3_add(near, o);
    }
}

static tact_ray pick_ray(test_rng *rng, const tact_vec3 *v, uint32_t count, double radius) {
    tact_ray ray = {pick_origin(rng, v, count, radius), {0, 0, 0}};
    switch (test_rng_below(rng, 8)) {
    case 0:
    case 1:
        ray.direction = axis_direction(rng);
        break;
    case 2:
        ray.direction = tact_vec3_sub(pick(rng, v, count), pick(rng, v, count));
        break;
    case 3:
        ray.direction = pairs_random_direction(rng);
        break;
    case 4:
        ray.direction = (tact_vec3){pick_whole(rng, 2), pick_whole(rng, 2), pick_whole(rng, 2)};
        break;
    default:
        ray.direction = tact_vec3_sub(aim(rng, v, count), ray.origin);
        break;
    }
    if (test_rng_below(rng, 4) == 0)
        ray.direction = tact_vec3_scale(ray.direction, ldexp(1, (int)pick_whole(rng, 600)));
    return ray;
}

static double pick_t_max(test_rng *rng, double t) {
    switch (test_rng_below(rng, 8)) {
    case 0:
        return t;
    case 1:
        return nextafter(t, 0);
    case 2:
        return nextafter(t, HUGE_VAL);
    case 3:
        return 2 * t * test_rng_unit(rng);
    case 4:
        return test_rng_below(rng, 3);
    default:
        return HUGE_VAL;
    }
}

static void print_case(const tacti_placed_shape *shape, tact_ray ray, double t_max) {
    print_error("%s radius %a, pose", tact_shape_kind_name(shape->shape->kind),
                shape->shape->radius);
    for (int i = 0; i < 12; i++)
        print_error(" %a", shape->pose.m[i]);
    tact_vec3 v[RAY_ORACLE_MOST];
    uint32_t count = oracle_vertices(shape, v, RAY_ORACLE_MOST);
    for (uint32_t i = 0; i < count; i++)
        print_error("\n  %a %a %a", v[i].x, v[i].y, v[i].z);
    print_error("\norigin %a %a %a direction %a %a %a t_max %a\n", ray.origin.x, ray.origin.y,
                ray.origin.z, ray.direction.x, ray.direction.y, ray.direction.z, t_max);
}

/* ---- Checks ------------------------------------------------------------------------------- */

/* The sign of a double less a rational number; the double may be infinite. */
static int compare(double x, mpq_t q, mpq_t scratch) {
    if (x > DBL_MAX)
        return 1;
    mpq_set_d(scratch, x);
    return mpq_cmp(scratch, q);
}

static bool is_plain_answer(const tacti_shape_hit *hit, tact_ray ray) {
    if (hit->outcome == TACT_OUTCOME_APART)
        return !hit->is_inside && hit->t == HUGE_VAL && hit->lower == HUGE_VAL &&
               hit->upper == HUGE_VAL;
    bool is_ordered = 0 <= hit->lower && hit->lower <= hit->t && hit->t <= hit->upper;
    double length = tact_vec3_length(hit->normal);
    if (hit->is_inside)
        return is_ordered && hit->upper == 0 && length == 0 && hit->point.x == ray.origin.x;
    tact_vec3 d = tact_vec3_normalize(ray.direction);
    return is_ordered && fabs(length - 1) <= 1e-12 && tact_vec3_dot(hit->normal, d) <= 1e-9;
}

typedef struct fixture {
    ray_oracle oracle;
    mpq_t q[3];
    uint64_t count, hits, inside, undecided;
    double widest; /* upper less lower, relative to upper */
} fixture;

/* Without a radius everything is known exactly. */
static bool check_sharp(fixture *f, tact_ray ray, double t_max, const tacti_shape_hit *hit) {
    ray_oracle *o = &f->oracle;
    bool is_hit = o->is_crossed && mpq_sgn(o->exit) >= 0;
    bool is_inside = is_hit && mpq_sgn(o->enter) <= 0;
    is_hit = is_inside || (is_hit && compare(t_max, o->enter, f->q[0]) >= 0);
    if (hit->outcome != (is_hit ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART) ||
        hit->is_inside != is_inside)
        return false;
    if (!is_hit || is_inside)
        return true;
    /* Hulls of more vertices are bounded by rounded planes; subnormal distances lose digits. */
    double away = tact_vec3_length(tact_vec3_scale(ray.direction, hit->upper));
    if (o->count <= 32 && away > 1e-290)
        f->widest = fmax(f->widest, (hit->upper - hit->lower) / hit->upper);
    return compare(hit->lower, o->enter, f->q[0]) <= 0 &&
           compare(hit->upper, o->enter, f->q[0]) >= 0;
}

/* With a radius: the verdict is exact except for the end of the ray. The ray is in the shape from t
 * to a parameter at or beyond the known one, so that lower is right if it is before the known one
 * and not inside, and upper if it is beyond it or in the shape. */
static bool check_round(fixture *f, tact_ray ray, double t_max, const tacti_shape_hit *endless,
                        const tacti_shape_hit *hit) {
    ray_oracle *o = &f->oracle;
    mpq_set_ui(f->q[1], 0, 1);
    bool is_inside = ray_oracle_where(o, f->q[1]) >= 0, is_hit = ray_oracle_hits(o);
    if (endless->outcome != (is_hit ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART) ||
        endless->is_inside != is_inside || hit->is_inside != is_inside)
        return false;
    if (!is_hit || is_inside)
        return hit->outcome == endless->outcome;
    if ((endless->upper <= t_max && hit->outcome != TACT_OUTCOME_CONTACT) ||
        (endless->lower > t_max && hit->outcome != TACT_OUTCOME_APART))
        return false;
    tact_vec3 end = tact_vec3_add(ray.origin, tact_vec3_scale(ray.direction, t_max));
    double most = fmax(fmax(fabs(end.x), fabs(end.y)), fabs(end.z));
    if (hit->outcome == TACT_OUTCOME_UNDECIDED && most <= 0x1p500)
        return false;
    mpq_set_d(f->q[1], endless->lower);
    if (ray_oracle_where(o, f->q[1]) > 0 || mpq_cmp(f->q[1], o->known) > 0)
        return false;
    if (compare(endless->upper, o->known, f->q[1]) >= 0)
        return true;
    return ray_oracle_where(o, f->q[1]) >= 0;
}

static void check_case(fixture *f, const tacti_placed_shape *shape, tact_ray ray, test_rng *rng) {
    tact_vec3 v[RAY_ORACLE_MOST];
    uint32_t count = oracle_vertices(shape, v, RAY_ORACLE_MOST);
    tacti_shape_hit endless, hit;
    assert_int_equal(tacti_shape_ray(shape, ray, HUGE_VAL, &endless), TACT_OK);
    double t_max = pick_t_max(rng, endless.outcome == TACT_OUTCOME_APART ? 1 : endless.t);
    assert_int_equal(tacti_shape_ray(shape, ray, t_max, &hit), TACT_OK);
    bool is_good = is_plain_answer(&endless, ray) && is_plain_answer(&hit, ray);
    double radius = shape->shape->radius;
    ray_oracle *o = &f->oracle;
    bool has_direction = ray.direction.x != 0 || ray.direction.y != 0 || ray.direction.z != 0;
    tact_ray any = ray;
    if (!has_direction)
        any.direction.x = 1;
    ray_oracle_set(o, any, v, count, radius);
    if (!has_direction) {
        mpq_set_ui(f->q[1], 0, 1);
        bool is_inside = ray_oracle_where(o, f->q[1]) >= 0;
        is_good = is_good &&
                  hit.outcome == (is_inside ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART) &&
                  hit.is_inside == is_inside && endless.outcome == hit.outcome;
    } else if (radius == 0) {
        is_good =
            is_good && check_sharp(f, ray, t_max, &hit) && check_sharp(f, ray, HUGE_VAL, &endless);
    } else {
        is_good = is_good && check_round(f, ray, t_max, &endless, &hit);
    }
    if (!is_good) {
        print_case(shape, ray, t_max);
        print_error("endless %d %d %a [%a %a], hit %d %d %a [%a %a]\n", endless.outcome,
                    endless.is_inside, endless.t, endless.lower, endless.upper, hit.outcome,
                    hit.is_inside, hit.t, hit.lower, hit.upper);
    }
    assert_true(is_good);
    if (f->count++ % 32 == 0) {
        check_ray_levels(shape, ray, HUGE_VAL);
        check_ray_levels(shape, ray, t_max);
    }
    f->hits += endless.outcome == TACT_OUTCOME_CONTACT;
    f->inside += endless.is_inside;
}

static void fixture_init(fixture *f) {
    *f = (fixture){.hits = 0};
    ray_oracle_init(&f->oracle);
    for (int i = 0; i < 3; i++)
        mpq_init(f->q[i]);
}

static void fixture_clear(fixture *f) {
    ray_oracle_clear(&f->oracle);
    for (int i = 0; i < 3; i++)
        mpq_clear(f->q[i]);
}

/* ---- Tests -------------------------------------------------------------------------------- */

static void run_families(const char *name, bool radii, uint32_t most, size_t count) {
    test_rng rng = test_rng_start(name);
    static fixture f;
    fixture_init(&f);
    pairs_pool pool = pairs_pool_make(&rng);
    for (size_t i = 0; i < count; i++) {
        convex_pair pair;
        pairs_family family = (pairs_family)(i % PAIRS_FAMILIES);
        pairs_make(&rng, &pool, family, radii, &pair);
        tact_vec3 v[RAY_ORACLE_MOST];
        uint32_t vertices = oracle_vertices(&pair.placed[0], v, RAY_ORACLE_MOST);
        if (vertices > most || (radii && pair.shape[0].radius == 0))
            continue;
        tact_ray ray = pick_ray(&rng, v, vertices, pair.shape[0].radius);
        check_case(&f, &pair.placed[0], ray, &rng);
    }
    pairs_pool_free(&pool);
    assert_true(f.hits > count / 50 && f.inside > count / 200);
    if (!radii)
        assert_true(f.widest <= 0x1p-43);
    fixture_clear(&f);
}

static void test_sharp(void **state) {
    (void)state;
    run_families("shape_ray_sharp", false, RAY_ORACLE_MOST, test_case_count(10000, 1000000));
}

static void test_round(void **state) {
    (void)state;
    run_families("shape_ray_round", true, 9, test_case_count(10000, 1000000));
}

/* Exponents from the least subnormal to the documented end. */
static void test_mixed(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape_ray_mixed");
    static fixture f;
    fixture_init(&f);
    size_t count = test_case_count(2000, 200000);
    mixed_pool pool = mixed_pool_make(&rng);
    for (size_t i = 0; i < count; i++) {
        mixed_pair pair;
        mixed_pair_make(&rng, &pool, false, &pair);
        tact_vec3 v[RAY_ORACLE_MOST];
        uint32_t vertices = oracle_vertices(&pair.placed[0], v, RAY_ORACLE_MOST);
        mixed_palette palette = mixed_palette_make(&rng, 498);
        tact_ray ray = {mixed_point(&rng, &palette, 498), mixed_point(&rng, &palette, 1023)};
        if (test_rng_below(&rng, 2))
            ray.origin = tact_vec3_scale(aim(&rng, v, vertices), 0.5);
        if (test_rng_below(&rng, 2))
            ray.direction = tact_vec3_sub(aim(&rng, v, vertices), ray.origin);
        check_case(&f, &pair.placed[0], ray, &rng);
    }
    mixed_pool_free(&pool);
    fixture_clear(&f);
}

/* The first hit of a ray with the faces of a hull in its own place, cut into triangles. */
static double first_face(const tact_hull *hull, tact_ray ray) {
    double least = HUGE_VAL;
    tact_hull_info info = tact_hull_inspect(hull);
    const tact_vec3 *v = tact_hull_vertices(hull);
    for (uint32_t f = 0; f < info.face_count; f++) {
        uint32_t count;
        const uint32_t *corner = tact_hull_face(hull, f, &count);
        for (uint32_t i = 2; i < count; i++) {
            tact_triangle t = {{v[corner[0]], v[corner[i - 1]], v[corner[i]]}};
            tact_ray_hit hit = tact_triangle_intersect_ray(&t, ray);
            if (hit.kind != TACT_OVERLAP_NONE)
                least = fmin(least, hit.t_enter);
        }
    }
    return least;
}

/* Hulls of many vertices, which are climbed, against all faces. Also hulls of lattices, whose faces
 * have many vertices, and rays from and to vertices. */
static void test_many_vertices(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape_ray_many");
    size_t count = test_case_count(40, 2000), hits = 0;
    for (size_t i = 0; i < count; i++) {
        static tact_vec3 points[600];
        uint32_t all = 40 + test_rng_below(&rng, 560);
        for (uint32_t k = 0; k < all; k++) {
            points[k] = pairs_random_direction(&rng);
            if (i % 2 == 0) /* on a grid of steps of 1/64 */
                for (int axis = 0; axis < 3; axis++)
                    (&points[k].x)[axis] = rint(64 * (&points[k].x)[axis]) / 64;
        }
        tact_hull *hull;
        assert_int_equal(tact_hull_create(NULL, points, all, &hull), TACT_OK);
        tact_shape shape = tact_shape_hull(hull);
        tacti_placed_shape placed = {&shape, tact_pose_identity()};
        const tact_vec3 *v = tact_hull_vertices(hull);
        uint32_t vertices = tact_hull_inspect(hull).vertex_count;
        for (int k = 0; k < 50; k++) {
            tact_ray ray = pick_ray(&rng, v, vertices, 0);
            tacti_shape_hit hit;
            assert_int_equal(tacti_shape_ray(&placed, ray, HUGE_VAL, &hit), TACT_OK);
            double t = first_face(hull, ray);
            bool is_good = hit.is_inside || hit.outcome == (t <= DBL_MAX ? TACT_OUTCOME_CONTACT
                                                                         : TACT_OUTCOME_APART);
            if (hit.outcome == TACT_OUTCOME_CONTACT && !hit.is_inside)
                is_good = is_good && hit.lower <= t * (1 + 1e-15) && t * (1 - 1e-15) <= hit.upper;
            if (!is_good)
                print_case(&placed, ray, t);
            assert_true(is_good);
            hits += t <= DBL_MAX;
            if (k == 0)
                check_ray_levels(&placed, ray, HUGE_VAL);
        }
        tact_hull_destroy(hull);
    }
    assert_true(hits > count * 10);
}

/* A prism over the twelve whole points at the distance 5 from an axis, rounded by 5 or by a unit in
 * the last place less or more. Rays beside its upright edges touch it, or just do not. A search
 * looks at many other vertices first. */
static void test_tangents(void **state) {
    (void)state;
    static const double corner[12][2] = {{5, 0},  {4, 3},   {3, 4},   {0, 5},  {-3, 4}, {-4, 3},
                                         {-5, 0}, {-4, -3}, {-3, -4}, {0, -5}, {3, -4}, {4, -3}};
    fixture f;
    fixture_init(&f);
    test_rng rng = test_rng_start("shape_ray_tangents");
    for (uint64_t i = 0; i < test_case_count(400, 20000); i++) {
        uint32_t side = test_rng_below(&rng, 12), rotation = test_rng_below(&rng, 12);
        tact_vec3 points[24];
        for (uint32_t k = 0; k < 24; k++) {
            const double *c = corner[(k + rotation) % 12];
            points[k] = (tact_vec3){c[0], c[1], k < 12 ? -1 : 1};
        }
        tact_hull *hull;
        assert_int_equal(tact_hull_create(NULL, points, 24, &hull), TACT_OK);
        tact_shape shape = tact_shape_hull(hull);
        shape.radius = i % 3 == 0 ? 5 : nextafter(5, i % 3 == 1 ? 0 : 9);
        tacti_placed_shape placed = {&shape, tact_pose_identity()};
        double x = corner[side][0], y = corner[side][1], z = pick_whole(&rng, 4) / 4;
        double turn = test_rng_below(&rng, 2) == 0 ? 1 : -1, back = test_rng_below(&rng, 4);
        tact_vec3 d = {-turn * y, turn * x, pick_whole(&rng, 3)};
        tact_ray ray = {tact_vec3_sub((tact_vec3){2 * x, 2 * y, z}, tact_vec3_scale(d, back)), d};
        check_case(&f, &placed, ray, &rng);
        tact_hull_destroy(hull);
    }
    assert_true(f.hits > 0 && f.hits < f.count);
    fixture_clear(&f);
}

static void test_arguments(void **state) {
    (void)state;
    tact_shape ball = tact_shape_sphere(1);
    tacti_placed_shape placed = {&ball, tact_pose_identity()};
    tact_ray ray = {{-3, 0, 0}, {1, 0, 0}};
    tacti_shape_hit hit;
    assert_int_equal(tacti_shape_ray(&placed, ray, 2, &hit), TACT_OK);
    assert_int_equal(hit.outcome, TACT_OUTCOME_CONTACT);
    assert_true(fabs(hit.t - 2) < 1e-14 && fabs(hit.normal.x + 1) < 1e-14);
    assert_int_equal(tacti_shape_ray(&placed, ray, -1, &hit), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_shape_ray(&placed, ray, NAN, &hit), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_shape_ray(NULL, ray, 2, &hit), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_shape_ray(&placed, ray, 2, NULL), TACT_INVALID_ARGUMENT);
    ray.direction.y = NAN;
    assert_int_equal(tacti_shape_ray(&placed, ray, 2, &hit), TACT_NOT_FINITE);
    ray = (tact_ray){{0x1p501, 0, 0}, {1, 0, 0}};
    assert_int_equal(tacti_shape_ray(&placed, ray, 2, &hit), TACT_INVALID_POSE);
    /* A parameter beyond every double. */
    ray = (tact_ray){{-0x1p400, 0, 0}, {0x1p-1000, 0, 0}};
    assert_int_equal(tacti_shape_ray(&placed, ray, HUGE_VAL, &hit), TACT_OK);
    assert_int_equal(hit.outcome, TACT_OUTCOME_CONTACT);
    assert_true(hit.t == DBL_MAX && hit.lower == DBL_MAX && hit.upper == HUGE_VAL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tangents),      cmocka_unit_test(test_sharp),
        cmocka_unit_test(test_round),         cmocka_unit_test(test_mixed),
        cmocka_unit_test(test_many_vertices), cmocka_unit_test(test_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
