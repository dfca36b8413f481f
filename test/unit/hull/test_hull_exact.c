/* SPDX-License-Identifier: MIT */
/* Compares hulls of few points with brute force in integers: the same vertices, the same faces, and
 * the corners of each face in order. */
#include "hull_inputs.h"
#include "hull_oracle.h"

static uint32_t vertex_set(const tact_hull *hull, const uint32_t *vertices, uint32_t count) {
    uint32_t set = 0;
    for (uint32_t i = 0; i < count; i++)
        set |= UINT32_C(1) << tact_hull_sources(hull)[vertices[i]];
    return set;
}

/* Seen from outside, all corners of a face lie left of each side: a vertex off the face is below
 * every triangle of a side and another corner. */
static void check_order(const tact_hull *hull, const uint32_t *corner, uint32_t count,
                        uint32_t below) {
    const tact_vec3 *v = tact_hull_vertices(hull);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 2; j < count; j++)
            assert_true(hull_oracle_side(&v[corner[i]], &v[corner[(i + 1) % count]],
                                         &v[corner[(i + j) % count]], &v[below]) < 0);
}

static void check_faces(const tact_hull *hull, const hull_oracle *oracle) {
    tact_hull_info info = tact_hull_inspect(hull);
    assert_int_equal(info.face_count, oracle->face_count);
    uint32_t corners = 0;
    for (uint32_t f = 0; f < info.face_count; f++) {
        uint32_t count, matches = 0, below = 0;
        const uint32_t *corner = tact_hull_face(hull, f, &count);
        uint32_t set = vertex_set(hull, corner, count);
        for (uint32_t i = 0; i < oracle->face_count; i++)
            matches += oracle->faces[i] == set;
        assert_int_equal(matches, 1);
        while (set >> tact_hull_sources(hull)[below] & 1)
            below++;
        check_order(hull, corner, count, below);
        corners += count;
    }
    assert_int_equal(corners, 2 * info.edge_count);
}

/* The two sides of a polygon have all vertices, in opposite order. */
static void check_polygon(const tact_hull *hull, const hull_oracle *oracle) {
    tact_hull_info info = tact_hull_inspect(hull);
    assert_int_equal(info.face_count, 2);
    assert_int_equal(info.edge_count, info.vertex_count);
    uint32_t count, other;
    const uint32_t *front = tact_hull_face(hull, 0, &count);
    const uint32_t *back = tact_hull_face(hull, 1, &other);
    assert_int_equal(count, other);
    assert_int_equal(vertex_set(hull, front, count), oracle->vertices);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(front[i], back[(count - i) % count]);
}

/* The neighbours of a vertex are the ends of the sides that leave it. */
static void check_neighbours(const tact_hull *hull) {
    tact_hull_info info = tact_hull_inspect(hull);
    uint32_t total = 0;
    for (uint32_t v = 0; v < info.vertex_count; v++) {
        uint32_t count;
        const uint32_t *to = tact_hull_neighbours(hull, v, &count);
        total += count;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t found = 0;
            assert_true(i == 0 || to[0] < to[i]);
            for (uint32_t f = 0; f < info.face_count; f++) {
                uint32_t sides;
                const uint32_t *corner = tact_hull_face(hull, f, &sides);
                for (uint32_t s = 0; s < sides; s++)
                    found += corner[s] == v && corner[(s + 1) % sides] == to[i];
            }
            assert_int_equal(found, info.dimension >= 2 ? 1 : 0);
        }
    }
    assert_int_equal(total, 2 * info.edge_count);
}

static void check_case(const tact_vec3 *points, uint32_t count, hull_input kind) {
    hull_oracle oracle = hull_oracle_make(points, count);
    tact_hull *hull = NULL;
    assert_int_equal(tact_hull_create(NULL, points, count, &hull), TACT_OK);
    tact_hull_info info = tact_hull_inspect(hull);
    uint32_t set = 0;
    for (uint32_t v = 0; v < info.vertex_count; v++)
        set |= UINT32_C(1) << tact_hull_sources(hull)[v];
    if (info.dimension != oracle.dimension || set != oracle.vertices) {
        for (uint32_t i = 0; i < count; i++)
            print_message("%a %a %a\n", points[i].x, points[i].y, points[i].z);
        fail_msg("points %s: dimension %u, not %u; vertices %x, not %x", hull_input_text(kind),
                 info.dimension, oracle.dimension, set, oracle.vertices);
    }
    if (info.dimension == 3)
        check_faces(hull, &oracle);
    if (info.dimension == 2)
        check_polygon(hull, &oracle);
    check_neighbours(hull);
    hull_input_check(hull, points, count);
    tact_hull_destroy(hull);
}

static void agrees_with_brute_force(void **state) {
    (void)state;
    test_rng rng = test_rng_start("agrees_with_brute_force");
    uint64_t cases = test_case_count(60, 3000);
    for (int kind = 0; kind < HULL_INPUTS; kind++) {
        for (uint64_t i = 0; i < cases; i++) {
            tact_vec3 points[HULL_ORACLE_MOST];
            uint32_t most = kind == HULL_ANY || kind == HULL_MIXED || i % 4 != 0 ? 10 : 18;
            uint32_t count = 1 + test_rng_below(&rng, most);
            hull_input_make((hull_input)kind, &rng, points, count);
            check_case(points, count, (hull_input)kind);
        }
    }
}

/* Every hull of up to five corners and middle points of a cube. These include all small degenerate
 * cases. */
static void small_lattices(void **state) {
    (void)state;
    test_rng rng = test_rng_start("small_lattices");
    uint64_t cases = test_case_count(2000, 100000);
    for (uint64_t i = 0; i < cases; i++) {
        tact_vec3 points[HULL_ORACLE_MOST];
        uint32_t count = 1 + test_rng_below(&rng, 7);
        for (uint32_t k = 0; k < count; k++)
            points[k] =
                (tact_vec3){(double)test_rng_below(&rng, 3), (double)test_rng_below(&rng, 3),
                            (double)test_rng_below(&rng, 3)};
        check_case(points, count, HULL_LATTICE);
    }
}

/* Coordinates from a few numbers of any exponents, so that points share lines and planes. */
static void mixed_exponents(void **state) {
    (void)state;
    test_rng rng = test_rng_start("mixed_exponents");
    uint64_t cases = test_case_count(1000, 100000);
    for (uint64_t i = 0; i < cases; i++) {
        tact_vec3 points[HULL_ORACLE_MOST];
        uint32_t count = 1 + test_rng_below(&rng, 7);
        hull_input_make(HULL_MIXED, &rng, points, count);
        check_case(points, count, HULL_MIXED);
    }
}

/* The order of the points changes the numbers of the vertices only. */
static void order_does_not_matter(void **state) {
    (void)state;
    test_rng rng = test_rng_start("order_does_not_matter");
    for (int kind = 0; kind < HULL_INPUTS; kind++) {
        enum { COUNT = 60 };
        tact_vec3 points[COUNT], backwards[COUNT];
        hull_input_make((hull_input)kind, &rng, points, COUNT);
        for (uint32_t i = 0; i < COUNT; i++)
            backwards[i] = points[COUNT - 1 - i];
        tact_hull *a = NULL, *b = NULL;
        assert_int_equal(tact_hull_create(NULL, points, COUNT, &a), TACT_OK);
        assert_int_equal(tact_hull_create(NULL, backwards, COUNT, &b), TACT_OK);
        tact_hull_info ia = tact_hull_inspect(a), ib = tact_hull_inspect(b);
        assert_int_equal(ia.vertex_count, ib.vertex_count);
        assert_int_equal(ia.edge_count, ib.edge_count);
        assert_int_equal(ia.face_count, ib.face_count);
        tact_hull_destroy(a);
        tact_hull_destroy(b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_brute_force),
        cmocka_unit_test(small_lattices),
        cmocka_unit_test(mixed_exponents),
        cmocka_unit_test(order_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
