/* SPDX-License-Identifier: MIT */
/* A half-space against sphere, capsule, box, hull, triangle and segment, and two half-spaces: every
 * verdict of every query, in both orders, is that of rational arithmetic. Placements touch by
 * construction, are a few units in the last place from touching, or cross. Rotations are arbitrary
 * or swap axes. */
#include <math.h>
#include <string.h>

#include "decide/touch.h"
#include "convex_levels.h"
#include "convex_pairs.h"
#include "oracle_convex.h"
#include "oracle_touch.h"
#include "bvh/bvh.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "object/object.h"
#include "pair/pair_depth.h"

enum { KINDS = 6, MOST_CORNERS = 64 };

/* ---- Questions ---------------------------------------------------------------------------- */

static void ask_depth(const tacti_placed_shape *a, const tacti_placed_shape *b,
                      tact_outcome expected) {
    tacti_convex_depth_answer deep;
    assert_int_equal(tacti_convex_depth(a, b, NULL, &deep), TACT_OK);
    assert_int_equal(deep.outcome, expected);
    assert_true(deep.lower <= deep.upper);
    if (expected == TACT_OUTCOME_APART)
        assert_true(deep.depth == 0 && deep.upper == 0);
}

static void ask_objects(const tacti_placed_shape *a, const tacti_placed_shape *b,
                        tact_outcome expected) {
    tacti_object p = {.shape = a->shape, .pose = a->pose}, q = {.shape = b->shape, .pose = b->pose};
    tacti_object_collision hit;
    tacti_object_distance_answer gap;
    assert_int_equal(tacti_object_collide(&p, &q, NULL, &hit), TACT_OK);
    assert_int_equal(hit.outcome, expected);
    assert_int_equal(tacti_object_distance(&p, &q, NULL, &gap), TACT_OK);
    assert_int_equal(gap.outcome, expected);
}

static void ask_all(const tacti_placed_shape *a, const tacti_placed_shape *b, bool meet) {
    tact_outcome expected = meet ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
    for (int order = 0; order < 2; order++) {
        const tacti_placed_shape *p = order == 0 ? a : b, *q = order == 0 ? b : a;
        tacti_convex_collision hit;
        tacti_convex_distance_answer gap;
        assert_int_equal(tacti_convex_collide(p, q, NULL, &hit), TACT_OK);
        assert_int_equal(hit.outcome, expected);
        assert_int_equal(tacti_convex_distance(p, q, NULL, &gap), TACT_OK);
        assert_int_equal(gap.outcome, expected);
        assert_true((gap.distance > 0) == !meet);
        assert_true(gap.lower <= gap.distance && gap.distance <= gap.upper);
        if (!meet)
            assert_true(fabs(tact_vec3_length(gap.direction) - 1) < 1e-12);
        ask_depth(p, q, expected);
        ask_objects(p, q, expected);
    }
}

/* ---- Shapes ------------------------------------------------------------------------------- */

/* Whole numbers, so that exact poses place them exactly, or any. */
static double random_length(test_rng *rng, bool is_whole) {
    return is_whole ? 1 + test_rng_below(rng, 9) : test_rng_between(rng, 0.1, 3);
}

static tact_vec3 random_corner(test_rng *rng, bool is_whole) {
    if (is_whole)
        return (tact_vec3){(double)test_rng_below(rng, 9) - 4, (double)test_rng_below(rng, 9) - 4,
                           (double)test_rng_below(rng, 9) - 4};
    return tact_vec3_scale(pairs_random_direction(rng), test_rng_between(rng, 0.1, 3));
}

static tact_shape make_shape(test_rng *rng, const pairs_pool *pool, int kind, bool is_whole) {
    double size = random_length(rng, is_whole);
    tact_vec3 a = random_corner(rng, is_whole), b = random_corner(rng, is_whole);
    switch (kind) {
    case 0:
        return tact_shape_sphere(size);
    case 1:
        return tact_shape_segment(a, b, size);
    case 2:
        return tact_shape_box(size, random_length(rng, is_whole), random_length(rng, is_whole));
    case 3:
        return tact_shape_hull(pool->hull[test_rng_below(rng, PAIRS_HULLS)]);
    case 4:
        return tact_shape_triangle((tact_triangle){{a, b, random_corner(rng, is_whole)}});
    default:
        return tact_shape_segment(a, b, 0);
    }
}

/* One of the 24 turns that only swap axes. */
static void turn_exactly(test_rng *rng, tact_pose *pose) {
    static const int swaps[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                    {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    int which = (int)test_rng_below(rng, 6);
    double sign[3];
    for (int i = 0; i < 2; i++)
        sign[i] = test_rng_below(rng, 2) ? 1 : -1;
    sign[2] = sign[0] * sign[1] * (which < 3 ? 1 : -1);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            pose->m[4 * i + k] = swaps[which][i] == k ? sign[i] : 0;
}

static tact_pose make_pose(test_rng *rng, bool is_whole) {
    tact_pose pose = pairs_random_pose(rng, 2);
    if (is_whole) {
        turn_exactly(rng, &pose);
        for (int i = 0; i < 3; i++)
            pose.m[4 * i + 3] = (double)test_rng_below(rng, 21) - 10;
    }
    return pose;
}

/* Normals of which some have a whole length. */
static tact_vec3 make_normal(test_rng *rng, bool is_whole) {
    static const tact_vec3 normals[8] = {{1, 0, 0},  {0, -1, 0}, {0, 0, 3},   {3, 4, 0},
                                         {0, -4, 3}, {2, -1, 2}, {-2, -3, 6}, {1, 1, 1}};
    return is_whole ? normals[test_rng_below(rng, 8)] : pairs_random_direction(rng);
}

static double step_ulps(double x, int steps) {
    for (int i = 0; i < (steps < 0 ? -steps : steps); i++)
        x = nextafter(x, steps < 0 ? -HUGE_VAL : HUGE_VAL);
    return x;
}

/* ---- Placements --------------------------------------------------------------------------- */

/* The offset with which the plane passes through the least point of the shape, up to rounding. */
static double offset_at(const tacti_placed_shape *half_space, const tacti_placed_shape *other) {
    static tact_vec3 v[4096];
    uint32_t count = oracle_vertices(other, v, 4096);
    const double *m = half_space->pose.m;
    tact_vec3 n = half_space->shape->core.plane.normal;
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < count; i++) {
        double d[3] = {v[i].x - m[3], v[i].y - m[7], v[i].z - m[11]}, sum = 0;
        for (int k = 0; k < 3; k++)
            sum += (k == 0   ? n.x
                    : k == 1 ? n.y
                             : n.z) *
                   (m[k] * d[0] + m[4 + k] * d[1] + m[8 + k] * d[2]);
        least = fmin(least, sum);
    }
    return least - (other->shape->radius + half_space->shape->radius) * tact_vec3_length(n);
}

/* The plane's own origin at the vertex that is least far: it touches in any pose. */
static void put_origin_at_vertex(tacti_placed_shape *half_space, const tacti_placed_shape *other) {
    static tact_vec3 v[4096];
    uint32_t count = oracle_vertices(other, v, 4096), best = 0;
    tact_vec3 n = tact_pose_rotate(half_space->pose, half_space->shape->core.plane.normal);
    for (uint32_t i = 1; i < count; i++)
        if (tact_vec3_dot(n, v[i]) < tact_vec3_dot(n, v[best]))
            best = i;
    half_space->pose.m[3] = v[best].x;
    half_space->pose.m[7] = v[best].y;
    half_space->pose.m[11] = v[best].z;
}

/* A hull as a mesh: the half-space touches a triangle if and only if it touches the hull. */
typedef struct hull_mesh {
    tact_mesh *mesh;
    tacti_bvh *bvh; /* NULL for hulls without triangles */
} hull_mesh;

static void make_meshes(const pairs_pool *pool, hull_mesh out[PAIRS_HULLS]) {
    for (int i = 0; i < PAIRS_HULLS; i++) {
        assert_int_equal(tact_hull_to_mesh(NULL, pool->hull[i], &out[i].mesh), TACT_OK);
        out[i].bvh = NULL;
        if (tact_mesh_triangle_count(out[i].mesh) > 0)
            assert_int_equal(tacti_bvh_create(NULL, out[i].mesh, NULL, &out[i].bvh), TACT_OK);
    }
}

static void free_meshes(hull_mesh meshes[PAIRS_HULLS]) {
    for (int i = 0; i < PAIRS_HULLS; i++) {
        tacti_bvh_destroy(meshes[i].bvh);
        tact_mesh_destroy(meshes[i].mesh);
    }
}

static void ask_mesh(const tacti_placed_shape *half_space, const tacti_placed_shape *hull,
                     const pairs_pool *pool, const hull_mesh *meshes, bool meet) {
    for (int i = 0; i < PAIRS_HULLS; i++) {
        if (pool->hull[i] != hull->shape->core.hull || meshes[i].bvh == NULL)
            continue;
        tacti_object a = {.shape = half_space->shape, .pose = half_space->pose};
        tacti_object b = {.bvh = meshes[i].bvh, .pose = hull->pose};
        tacti_object_collision hit;
        tacti_object_distance_answer gap;
        assert_int_equal(tacti_object_collide(&a, &b, NULL, &hit), TACT_OK);
        assert_int_equal(hit.outcome, meet ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
        assert_int_equal(tacti_object_distance(&b, &a, NULL, &gap), TACT_OK);
        assert_int_equal(gap.outcome, meet ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
    }
}

static void test_touching(void **state) {
    (void)state;
    test_rng rng = test_rng_start("half_space_touch");
    pairs_pool pool = pairs_pool_make(&rng);
    hull_mesh meshes[PAIRS_HULLS];
    make_meshes(&pool, meshes);
    size_t count = test_case_count(1000, 100000);
    size_t met = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_whole = test_rng_below(&rng, 2), is_rounded = test_rng_below(&rng, 4) == 0;
        tact_shape shape = make_shape(&rng, &pool, (int)(i % KINDS), is_whole);
        tact_shape floor = tact_shape_half_space(make_normal(&rng, is_whole), 0);
        if (is_rounded)
            shape.radius = random_length(&rng, is_whole);
        if (is_rounded && test_rng_below(&rng, 2))
            floor.radius = random_length(&rng, is_whole);
        tacti_placed_shape a = {&floor, make_pose(&rng, is_whole)};
        tacti_placed_shape b = {&shape, make_pose(&rng, is_whole)};
        if (shape.radius == 0 && floor.radius == 0 && test_rng_below(&rng, 2))
            put_origin_at_vertex(&a, &b);
        else
            floor.core.plane.offset = offset_at(&a, &b);
        /* Touching, a few units away, crossing, or apart. */
        double *offset = &floor.core.plane.offset;
        switch (test_rng_below(&rng, 4)) {
        case 0:
            break;
        case 1:
            *offset = step_ulps(*offset, (int)test_rng_below(&rng, 9) - 4);
            break;
        case 2:
            *offset += test_rng_between(&rng, -1, 1) * pow(2, -(double)test_rng_below(&rng, 60));
            break;
        default:
            b.pose.m[3] = step_ulps(b.pose.m[3], test_rng_below(&rng, 2) ? 1 : -1);
        }
        bool meet = oracle_half_space_meets(&a, &b);
        met += meet;
        ask_all(&a, &b, meet);
        check_some_levels(i, 16, &a, &b);
        if (shape.kind == TACT_SHAPE_HULL && shape.radius == 0)
            ask_mesh(&a, &b, &pool, meshes, meet);
    }
    assert_true(met > count / 4 && met < count - count / 20);
    free_meshes(meshes);
    pairs_pool_free(&pool);
}

/* Normals that are opposite exactly, by construction or by turns that swap axes, and others. */
static void test_two_half_spaces(void **state) {
    (void)state;
    test_rng rng = test_rng_start("half_spaces_touch");
    size_t count = test_case_count(1000, 100000);
    size_t apart = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_whole = test_rng_below(&rng, 2);
        tact_vec3 n = make_normal(&rng, is_whole);
        double k = is_whole ? 1 + test_rng_below(&rng, 3) : 1;
        tact_shape below = tact_shape_half_space(n, random_length(&rng, is_whole));
        tact_shape above = tact_shape_half_space(tact_vec3_scale(n, -k), 0);
        tacti_placed_shape a = {&below, make_pose(&rng, is_whole)}, b = {&above, a.pose};
        if (is_whole && test_rng_below(&rng, 2)) {
            /* The same normal in the common frame from another frame: n turned there and back. */
            turn_exactly(&rng, &b.pose);
            tact_vec3 placed = tact_pose_rotate(a.pose, n);
            above.core.plane.normal =
                tact_vec3_scale(tact_pose_rotate(tact_pose_inverse(b.pose), placed), -k);
        }
        if (is_whole && test_rng_below(&rng, 2))
            below.radius = random_length(&rng, is_whole);
        for (int axis = 0; axis < 3; axis++)
            b.pose.m[4 * axis + 3] += is_whole ? (double)test_rng_below(&rng, 5) - 2 : 0;
        /* The planes coincide if b's offset is -k times that of a, moved. */
        tact_vec3 shift = {a.pose.m[3] - b.pose.m[3], a.pose.m[7] - b.pose.m[7],
                           a.pose.m[11] - b.pose.m[11]};
        double moved = tact_vec3_dot(tact_pose_rotate(a.pose, n), shift) + below.core.plane.offset;
        double touching = -k * (moved + below.radius * tact_vec3_length(n));
        above.core.plane.offset = step_ulps(touching, (int)test_rng_below(&rng, 5) - 2);
        bool meet = oracle_half_spaces_meet(&a, &b);
        apart += !meet;
        ask_all(&a, &b, meet);
        check_some_levels(i, 16, &a, &b);
    }
    assert_true(apart > count / 8 && apart < count - count / 8);
}

/* ---- The whole range of exponents --------------------------------------------------------- */

static double any_size(test_rng *rng, int least, int most) {
    int exponent = least + (int)test_rng_below(rng, (uint32_t)(most - least));
    double x = ldexp(test_rng_between(rng, 1, 2), exponent);
    return test_rng_below(rng, 8) == 0 ? 0 : test_rng_below(rng, 2) ? x : -x;
}

/* The exact stage alone decides for every finite normal and offset and all coordinates in range:
 * its store is never too small. */
static void test_every_exponent(void **state) {
    (void)state;
    test_rng rng = test_rng_start("half_space_exponents");
    size_t count = test_case_count(1000, 100000);
    for (size_t i = 0; i < count; i++) {
        tact_vec3 n = {any_size(&rng, -1074, 1023), any_size(&rng, -1074, 1023),
                       any_size(&rng, -1074, 1023)};
        n.y = n.x == 0 && n.y == 0 && n.z == 0 ? 0x1p-1074 : n.y;
        tact_triangle t;
        for (int k = 0; k < 3; k++)
            t.v[k] = (tact_vec3){any_size(&rng, -1074, 490), any_size(&rng, -1074, 490),
                                 any_size(&rng, -1074, 490)};
        tact_shape floor = tact_shape_half_space(n, any_size(&rng, -1074, 1023));
        tact_shape shape = tact_shape_triangle(t);
        shape.radius = fabs(any_size(&rng, -1074, 490));
        floor.radius = fabs(any_size(&rng, -1074, 490));
        tacti_placed_shape a = {&floor, tact_pose_identity()}, b = {&shape, tact_pose_identity()};
        /* Entries of a rotation that are as small as they may be. */
        for (int k = 0; k < 12; k++)
            a.pose.m[k] += k % 4 == 3 ? any_size(&rng, -1074, 490) : any_size(&rng, -1074, -30);
        tacti_bodies bodies;
        assert_int_equal(tacti_bodies_make(&a, &b, &bodies), TACT_OK);
        tacti_touch touch;
        tacti_touch_decide(&bodies, &touch);
        bool meet = oracle_half_space_meets(&a, &b);
        assert_int_equal(touch.outcome, meet ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
        tact_shape back =
            tact_shape_half_space(tact_vec3_scale(n, -1), any_size(&rng, -1074, 1023));
        back.radius = shape.radius;
        tacti_placed_shape c = {&back, a.pose};
        c.pose.m[3] = any_size(&rng, -1074, 490);
        assert_int_equal(tacti_bodies_make(&a, &c, &bodies), TACT_OK);
        tacti_touch_decide(&bodies, &touch);
        meet = oracle_half_spaces_meet(&a, &c);
        assert_int_equal(touch.outcome, meet ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_touching),
        cmocka_unit_test(test_two_half_spaces),
        cmocka_unit_test(test_every_exponent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
