/* SPDX-License-Identifier: MIT */
/* Hulls of many points: every point against every face, exactly; known hulls of grids and balls;
 * arguments; failing allocations; every SIMD level. */
#include "hull_inputs.h"
#include "levels.h"

#include <math.h>
#include <stdlib.h>

static tact_hull *make(const tact_vec3 *points, size_t count) {
    tact_hull *hull = NULL;
    assert_int_equal(tact_hull_create(NULL, points, count, &hull), TACT_OK);
    return hull;
}

static void every_point_lies_inside(void **state) {
    (void)state;
    test_rng rng = test_rng_start("every_point_lies_inside");
    uint64_t cases = test_case_count(3, 100);
    enum { MOST = 700 };
    static tact_vec3 points[MOST];
    for (int kind = 0; kind < HULL_INPUTS; kind++)
        for (uint64_t i = 0; i < cases; i++) {
            uint32_t count =
                kind == HULL_ANY || kind == HULL_MIXED ? 60 : 20 + test_rng_below(&rng, MOST - 20);
            hull_input_make((hull_input)kind, &rng, points, count);
            tact_hull *hull = make(points, count);
            hull_input_check(hull, points, count);
            tact_hull_destroy(hull);
        }
}

/* So many points that a hull of a few of them comes first. Every point is there twice, so the test
 * sees whether the first of equal points is the vertex. */
static void many_points_lie_inside(void **state) {
    (void)state;
    test_rng rng = test_rng_start("many_points_lie_inside");
    enum { HALF = 1200 };
    static tact_vec3 points[2 * HALF + 5];
    for (int kind = 0; kind < HULL_INPUTS; kind++) {
        if (kind == HULL_ANY || kind == HULL_MIXED)
            continue;
        uint32_t count = 2 * HALF + test_rng_below(&rng, 5);
        hull_input_make((hull_input)kind, &rng, points, HALF);
        for (uint32_t i = HALF; i < count; i++)
            points[i] = points[test_rng_below(&rng, HALF)];
        for (uint32_t i = 0; i < count; i++) {
            uint32_t other = test_rng_below(&rng, count);
            tact_vec3 swap = points[i];
            points[i] = points[other];
            points[other] = swap;
        }
        tact_hull *hull = make(points, count);
        hull_input_check(hull, points, count);
        tact_hull_destroy(hull);
    }
}

/* Far more points than vertices, each point many times: the first of equal points is the vertex,
 * also if the hull of a sample comes first. */
static void first_of_equal_points(void **state) {
    (void)state;
    test_rng rng = test_rng_start("first_of_equal_points");
    static const hull_input kinds[] = {HULL_LATTICE, HULL_COCIRCULAR, HULL_COSPHERICAL};
    enum { COUNT = 30011 };
    tact_vec3 *points = malloc(COUNT * sizeof *points);
    assert_non_null(points);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        hull_input_make(kinds[k], &rng, points, COUNT);
        tact_hull *hull = make(points, COUNT);
        hull_input_check(hull, points, COUNT);
        tact_hull_destroy(hull);
    }
    free(points);
}

/* Points of several kinds at once. */
static void mixtures_lie_inside(void **state) {
    (void)state;
    test_rng rng = test_rng_start("mixtures_lie_inside");
    uint64_t cases = test_case_count(40, 2000);
    enum { MOST = 300 };
    static tact_vec3 points[MOST];
    for (uint64_t i = 0; i < cases; i++) {
        uint32_t count = 0;
        while (count < MOST) {
            uint32_t some = 1 + test_rng_below(&rng, 100);
            some = some < MOST - count ? some : MOST - count;
            hull_input kind = (hull_input)test_rng_below(&rng, HULL_INPUTS);
            if (kind == HULL_ANY || kind == HULL_MIXED || kind == HULL_LARGEST || kind == HULL_HUGE)
                kind = HULL_BALL;
            hull_input_make(kind, &rng, points + count, some);
            count += some;
        }
        tact_hull *hull = make(points, count);
        hull_input_check(hull, points, count);
        tact_hull_destroy(hull);
    }
}

/* Points, and directions for support points. */
typedef struct hull_question {
    const tact_vec3 *points;
    uint32_t count;
    tact_vec3 directions[16];
} hull_question;

static uint64_t ask_hull(const void *about, const tact_context *context) {
    const hull_question *q = about;
    tact_hull *hull = NULL;
    assert_int_equal(tact_hull_create(context, q->points, q->count, &hull), TACT_OK);
    tact_hull_info info = tact_hull_inspect(hull);
    uint64_t hash = hash_integer(hash_integer(1, info.dimension), info.vertex_count);
    hash = hash_bytes(hash, tact_hull_sources(hull), info.vertex_count * sizeof(uint32_t));
    for (uint32_t f = 0; f < info.face_count; f++) {
        uint32_t sides;
        const uint32_t *corners = tact_hull_face(hull, f, &sides);
        hash = hash_bytes(hash, corners, sides * sizeof *corners);
    }
    for (int i = 0; i < 16; i++)
        hash = hash_integer(hash, tact_hull_support(hull, q->directions[i], 0));
    tact_hull_destroy(hull);
    return hash;
}

/* Few points, many, and so many that most are sifted out. */
static void hulls_at_every_level(void **state) {
    (void)state;
    test_rng rng = test_rng_start("hulls_at_every_level");
    static const uint32_t counts[] = {5, 12, 60, 300, 5000};
    static tact_vec3 points[5000];
    for (int kind = 0; kind < HULL_INPUTS; kind++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            bool is_slow = kind == HULL_ANY || kind == HULL_MIXED;
            hull_question question = {points, is_slow && counts[c] > 60 ? 60 : counts[c]};
            hull_input_make((hull_input)kind, &rng, points, question.count);
            for (int i = 0; i < 16; i++)
                question.directions[i] = (tact_vec3){
                    (double)test_rng_below(&rng, 5) - 2, (double)test_rng_below(&rng, 5) - 2,
                    i % 2 == 0 ? (double)test_rng_below(&rng, 5) - 2
                               : test_rng_between(&rng, -2, 2)};
            test_levels_agree(ask_hull, &question);
        }
}

static void check_counts(tact_hull *hull, uint32_t vertices, uint32_t edges, uint32_t faces) {
    tact_hull_info info = tact_hull_inspect(hull);
    assert_int_equal(info.vertex_count, vertices);
    assert_int_equal(info.edge_count, edges);
    assert_int_equal(info.face_count, faces);
    assert_int_equal(tact_hull_validate(hull, NULL), TACT_OK);
    tact_hull_destroy(hull);
}

static void grids_are_boxes(void **state) {
    (void)state;
    enum { SIDE = 30, COUNT = SIDE * SIDE * SIDE };
    tact_vec3 *points = malloc(COUNT * sizeof *points);
    assert_non_null(points);
    static const double steps[] = {1, 0.1, 0x1p-300, 0x1p300};
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
        for (int i = 0; i < COUNT; i++)
            points[i] = (tact_vec3){i % SIDE * steps[s], i / SIDE % SIDE * steps[s],
                                    i / SIDE / SIDE * steps[s]};
        check_counts(make(points, COUNT), 8, 12, 6);
        /* One layer alone is a square, one row a segment. */
        check_counts(make(points, SIDE * SIDE), 4, 4, 2);
        check_counts(make(points, SIDE), 2, 1, 0);
        check_counts(make(points, 1), 1, 0, 0);
    }
    free(points);
}

/* A hundred thousand points in one plane, and with one more point above. */
static void flat_crowds(void **state) {
    (void)state;
    test_rng rng = test_rng_start("flat_crowds");
    const uint32_t count = (uint32_t)test_case_count(30000, 1000000);
    tact_vec3 *points = malloc((count + 5) * sizeof *points);
    assert_non_null(points);
    for (uint32_t i = 0; i < count; i++)
        points[i] = (tact_vec3){test_rng_unit(&rng), 0.7, test_rng_unit(&rng)};
    for (uint32_t i = 0; i < 4; i++)
        points[count + i] = (tact_vec3){i % 2 * 1.0, 0.7, i / 2 * 1.0};
    points[count + 4] = (tact_vec3){0.5, 1.7, 0.5};
    check_counts(make(points, count + 4), 4, 4, 2);
    check_counts(make(points, count + 5), 5, 8, 5);
    free(points);
}

/* Points on a sphere are all vertices. A thousand times as many points inside change nothing. */
static void inner_points_do_not_matter(void **state) {
    (void)state;
    test_rng rng = test_rng_start("inner_points_do_not_matter");
    enum { OUTER = 200, INNER = 20000 };
    static tact_vec3 points[OUTER + INNER];
    hull_input_make(HULL_SPHERE, &rng, points, OUTER);
    hull_input_make(HULL_BALL, &rng, points + OUTER, INNER);
    for (int i = 0; i < INNER; i++)
        points[OUTER + i] = tact_vec3_scale(points[OUTER + i], 0.7);
    tact_hull *a = make(points, OUTER), *b = make(points, OUTER + INNER);
    tact_hull_info info = tact_hull_inspect(a);
    assert_int_equal(info.vertex_count, OUTER);
    assert_int_equal(tact_hull_inspect(b).vertex_count, OUTER);
    assert_int_equal(tact_hull_inspect(b).face_count, info.face_count);
    for (uint32_t f = 0; f < info.face_count; f++) {
        uint32_t count, other;
        const uint32_t *corners = tact_hull_face(a, f, &count);
        assert_memory_equal(corners, tact_hull_face(b, f, &other), count * sizeof *corners);
        assert_int_equal(count, other);
    }
    tact_hull_destroy(a);
    tact_hull_destroy(b);
}

static void refuses_bad_arguments(void **state) {
    (void)state;
    tact_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    tact_hull *hull = NULL;
    assert_int_equal(tact_hull_create(NULL, NULL, 4, &hull), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_hull_create(NULL, points, 0, &hull), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_hull_create(NULL, points, 4, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_hull_create(NULL, points, SIZE_MAX, &hull), TACT_TOO_LARGE);
    assert_int_equal(tact_hull_create_from_mesh(NULL, NULL, &hull), TACT_INVALID_ARGUMENT);
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 12; i++)
        for (int b = 0; b < 3; b++) {
            tact_vec3 copy[4] = {points[0], points[1], points[2], points[3]};
            double *x = i % 3 == 0 ? &copy[i / 3].x : i % 3 == 1 ? &copy[i / 3].y : &copy[i / 3].z;
            *x = bad[b];
            assert_int_equal(tact_hull_create(NULL, copy, 4, &hull), TACT_NOT_FINITE);
        }
    assert_null(hull);
    assert_int_equal(tact_hull_to_mesh(NULL, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_hull_validate(NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_hull_move_vertices(NULL, points), TACT_INVALID_ARGUMENT);
    tact_hull_destroy(NULL);
}

static tact_context *counting_context(test_allocator *counter) {
    *counter = (test_allocator){0};
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = test_allocator_make(counter);
    tact_context *context = NULL;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    return context;
}

/* Makes, checks and meshes a hull with each allocation failing in turn. Returns their number. */
static uint64_t fail_each(const tact_vec3 *points, uint32_t count) {
    for (uint64_t fail_at = 1;; fail_at++) {
        test_allocator counter;
        tact_context *context = counting_context(&counter);
        counter.fail_at = counter.calls + fail_at;
        tact_hull *hull = NULL;
        tact_mesh *mesh = NULL;
        tact_status status = tact_hull_create(context, points, count, &hull);
        assert_true((hull == NULL) == (status != TACT_OK));
        if (status == TACT_OK)
            status = tact_hull_validate(hull, NULL);
        if (status == TACT_OK)
            status = tact_hull_to_mesh(context, hull, &mesh);
        assert_true((mesh == NULL) == (status != TACT_OK));
        assert_true(status == TACT_OK || status == TACT_OUT_OF_MEMORY);
        tact_hull_destroy(hull);
        tact_mesh_destroy(mesh);
        assert_int_equal(counter.live, 1);
        tact_context_destroy(context);
        if (status == TACT_OK)
            return fail_at - 1;
    }
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    test_rng rng = test_rng_start("survives_every_failing_allocation");
    static const hull_input kinds[] = {HULL_SPHERE, HULL_LATTICE, HULL_FLAT, HULL_LINE, HULL_EQUAL};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        enum { COUNT = 2100 };
        tact_vec3 points[COUNT];
        hull_input_make(kinds[k], &rng, points, COUNT);
        assert_true(fail_each(points, 300) >= 4);
        assert_true(fail_each(points, COUNT) >= 4);
    }
    /* Hulls of many sizes: each array is once the first that does not fit into a block of memory.
     */
    for (uint32_t count = 4; count < 400; count += 1 + count / 16) {
        tact_vec3 points[400];
        hull_input_make(HULL_SPHERE, &rng, points, count);
        fail_each(points, count);
    }
}

static void meshes_are_closed(void **state) {
    (void)state;
    test_rng rng = test_rng_start("meshes_are_closed");
    for (int kind = 0; kind < HULL_INPUTS; kind++) {
        enum { COUNT = 100 };
        tact_vec3 points[COUNT];
        hull_input_make((hull_input)kind, &rng, points, COUNT);
        tact_hull *hull = make(points, COUNT), *again = NULL;
        tact_mesh *mesh = NULL;
        assert_int_equal(tact_hull_to_mesh(NULL, hull, &mesh), TACT_OK);
        tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
        tact_mesh_report report;
        assert_int_equal(tact_mesh_examine(NULL, &arrays, &report), TACT_OK);
        tact_hull_info info = tact_hull_inspect(hull);
        assert_int_equal(report.vertex_count, info.vertex_count);
        assert_int_equal(report.is_closed, info.dimension >= 2);
        if (info.dimension >= 2)
            assert_int_equal(report.genus, 0);
        for (uint32_t t = 0; t < report.triangle_count; t++)
            assert_true(tact_mesh_source_face(mesh, t) < info.face_count);
        assert_int_equal(tact_hull_create_from_mesh(NULL, mesh, &again), TACT_OK);
        assert_int_equal(tact_hull_inspect(again).face_count, info.face_count);
        tact_hull_destroy(hull);
        tact_hull_destroy(again);
        tact_mesh_destroy(mesh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_point_lies_inside),
        cmocka_unit_test(many_points_lie_inside),
        cmocka_unit_test(first_of_equal_points),
        cmocka_unit_test(mixtures_lie_inside),
        cmocka_unit_test(hulls_at_every_level),
        cmocka_unit_test(grids_are_boxes),
        cmocka_unit_test(flat_crowds),
        cmocka_unit_test(inner_points_do_not_matter),
        cmocka_unit_test(refuses_bad_arguments),
        cmocka_unit_test(survives_every_failing_allocation),
        cmocka_unit_test(meshes_are_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
