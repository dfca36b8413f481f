/* SPDX-License-Identifier: MIT */
/* Moving vertices: a move is accepted if the hull stays convex; otherwise it is refused and changes
 * nothing. The local check of large hulls agrees with the plain one. tact_hull_validate() finds
 * every fault that a test puts into a hull. */
#include "hull/hull.h"

#include "hull_inputs.h"

#include <math.h>
#include <string.h>

#define TURN 6.283185307179586

enum { MOST = 600 };

static tact_hull *make(hull_input kind, test_rng *rng, uint32_t count) {
    static tact_vec3 points[MOST];
    hull_input_make(kind, rng, points, count);
    tact_hull *hull = NULL;
    assert_int_equal(tact_hull_create(NULL, points, count, &hull), TACT_OK);
    return hull;
}

/* Whether the faces fit the positions: tests every vertex against every face. */
static bool is_convex(const tact_hull *hull, const tact_vec3 *at) {
    tact_hull_info info = tact_hull_inspect(hull);
    for (uint32_t f = 0; f < info.face_count; f++) {
        uint32_t count;
        const uint32_t *c = tact_hull_face(hull, f, &count);
        for (uint32_t v = 0; v < info.vertex_count; v++) {
            bool is_corner = false;
            for (uint32_t i = 0; i < count; i++)
                is_corner |= c[i] == v;
            if (tact_orient3d(&at[c[0]], &at[c[1]], &at[c[2]], &at[v]) != (is_corner ? 0 : -1))
                return false;
        }
    }
    return true;
}

static void small_moves(void **state) {
    (void)state;
    test_rng rng = test_rng_start("small_moves");
    uint64_t cases = test_case_count(200, 5000);
    uint32_t accepted = 0, refused = 0;
    for (uint64_t i = 0; i < cases; i++) {
        uint32_t count = 4 + test_rng_below(&rng, i % 4 == 0 ? 200 : 30);
        tact_hull *hull = make(i % 3 == 0 ? HULL_BALL : HULL_SPHERE, &rng, count);
        uint32_t n = tact_hull_inspect(hull).vertex_count;
        tact_vec3 before[MOST], after[MOST];
        memcpy(before, tact_hull_vertices(hull), n * sizeof *before);
        double size = ldexp(1, -(int)test_rng_below(&rng, 20));
        for (uint32_t v = 0; v < n; v++)
            after[v] = (tact_vec3){before[v].x + test_rng_between(&rng, -size, size),
                                   before[v].y + test_rng_between(&rng, -size, size),
                                   before[v].z + test_rng_between(&rng, -size, size)};
        bool expected = is_convex(hull, after);
        tact_status status = tact_hull_move_vertices(hull, after);
        assert_int_equal(status, expected ? TACT_OK : TACT_INVALID_ARGUMENT);
        assert_memory_equal(tact_hull_vertices(hull), expected ? after : before,
                            n * sizeof *before);
        assert_int_equal(tact_hull_validate(hull, NULL), TACT_OK);
        assert_true(tact_hull_support(hull, (tact_vec3){1, 2, 3}, 0) < n);
        accepted += expected;
        refused += !expected;
        tact_hull_destroy(hull);
    }
    assert_true(accepted > cases / 20 && refused > cases / 20);
}

/* Moves that keep planes exact: factors of powers of two, integer shifts, and exchanged axes. */
static void exact_moves(void **state) {
    (void)state;
    test_rng rng = test_rng_start("exact_moves");
    static const hull_input kinds[] = {HULL_LATTICE, HULL_COCIRCULAR, HULL_FEW_PLANES, HULL_FLAT,
                                       HULL_LINE,    HULL_EQUAL,      HULL_SPHERE};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        tact_hull *hull = make(kinds[k], &rng, 300);
        uint32_t n = tact_hull_inspect(hull).vertex_count;
        tact_vec3 at[MOST];
        for (uint32_t v = 0; v < n; v++) {
            tact_vec3 p = tact_hull_vertices(hull)[v];
            at[v] = (tact_vec3){p.y * 4, p.z * 4, p.x * 0.5};
        }
        assert_int_equal(tact_hull_move_vertices(hull, at), TACT_OK);
        assert_int_equal(tact_hull_validate(hull, NULL), TACT_OK);
        tact_box box = tact_hull_inspect(hull).bounds;
        for (uint32_t v = 0; v < n; v++)
            assert_true(tact_box_contains(box, at[v]));
        /* A mirror turns the faces inside out. Polygons, segments and points stay valid. */
        for (uint32_t v = 0; v < n; v++)
            at[v].x = -at[v].x;
        assert_int_equal(tact_hull_move_vertices(hull, at),
                         tact_hull_inspect(hull).dimension == 3 ? TACT_INVALID_ARGUMENT : TACT_OK);
        for (uint32_t v = 0; v < n; v++)
            at[v] = (tact_vec3){1, 1, 1};
        assert_int_equal(tact_hull_move_vertices(hull, at),
                         n == 1 ? TACT_OK : TACT_INVALID_ARGUMENT);
        at[0].y = NAN;
        assert_int_equal(tact_hull_move_vertices(hull, at), TACT_NOT_FINITE);
        assert_int_equal(tact_hull_validate(hull, NULL), TACT_OK);
        assert_int_equal(tact_hull_move_vertices(hull, NULL), TACT_INVALID_ARGUMENT);
        tact_hull_destroy(hull);
    }
}

/* A prism over a polygon that runs around twice is convex at every edge but is not a polytope. */
static void runs_around_twice(void **state) {
    (void)state;
    enum { SIDES = 101 };
    tact_vec3 points[2 * SIDES];
    for (int i = 0; i < SIDES; i++)
        for (int k = 0; k < 2; k++)
            points[2 * i + k] = (tact_vec3){cos(TURN * i / SIDES), sin(TURN * i / SIDES), k};
    tact_hull *prism = NULL, *polygon = NULL;
    assert_int_equal(tact_hull_create(NULL, points, 2 * SIDES, &prism), TACT_OK);
    assert_int_equal(tact_hull_inspect(prism).vertex_count, 2 * SIDES);
    for (int i = 0; i < SIDES; i++)
        for (int k = 0; k < 2; k++)
            points[2 * i + k] =
                (tact_vec3){cos(2 * TURN * i / SIDES), sin(2 * TURN * i / SIDES), k};
    assert_int_equal(tact_hull_move_vertices(prism, points), TACT_INVALID_ARGUMENT);
    tact_hull_destroy(prism);
    tact_vec3 flat[SIDES];
    for (int i = 0; i < SIDES; i++)
        flat[i] = (tact_vec3){cos(TURN * i / SIDES), 3, sin(TURN * i / SIDES)};
    assert_int_equal(tact_hull_create(NULL, flat, SIDES, &polygon), TACT_OK);
    for (int i = 0; i < SIDES; i++)
        flat[i] = (tact_vec3){cos(2 * TURN * i / SIDES), 3, sin(2 * TURN * i / SIDES)};
    assert_int_equal(tact_hull_move_vertices(polygon, flat), TACT_INVALID_ARGUMENT);
    tact_hull_destroy(polygon);
}

/* Two pyramids on a ring of corners that runs around some times; the tips are at z. */
enum { RING = 101 };

static void make_ring(tact_vec3 points[RING + 2], int times, double top, double bottom) {
    for (int i = 0; i < RING; i++)
        points[i] = (tact_vec3){cos(times * TURN * i / RING), sin(times * TURN * i / RING), 0};
    points[RING] = (tact_vec3){0, 0, top};
    points[RING + 1] = (tact_vec3){0, 0, bottom};
}

/* On a ring that runs around twice, every edge is convex and every face has the right orientation
 * seen from the middle. The only fault is that the surface winds around the middle twice. A hull
 * that is flat at an edge is not convex there. */
static void pyramids(void **state) {
    (void)state;
    tact_vec3 points[RING + 2];
    make_ring(points, 1, 1, -1);
    tact_hull *hull = NULL;
    assert_int_equal(tact_hull_create(NULL, points, RING + 2, &hull), TACT_OK);
    assert_int_equal(tact_hull_inspect(hull).face_count, 2 * RING);
    assert_int_equal(tact_hull_move_vertices(hull, points), TACT_OK);
    make_ring(points, 1, 0x1p-60, -1);
    assert_int_equal(tact_hull_move_vertices(hull, points), TACT_OK);
    make_ring(points, 1, 0, -1);
    assert_int_equal(tact_hull_move_vertices(hull, points), TACT_INVALID_ARGUMENT);
    make_ring(points, 1, -0x1p-60, -1);
    assert_int_equal(tact_hull_move_vertices(hull, points), TACT_INVALID_ARGUMENT);
    make_ring(points, 2, 1, -1);
    assert_int_equal(tact_hull_move_vertices(hull, points), TACT_INVALID_ARGUMENT);
    make_ring(points, -1, 1, -1);
    assert_int_equal(tact_hull_move_vertices(hull, points), TACT_INVALID_ARGUMENT);
    make_ring(points, -1, -1, 1);
    assert_int_equal(tact_hull_move_vertices(hull, points), TACT_OK);
    tact_hull_destroy(hull);
}

/* Thin hulls whose rounded middle is not inside: the plain check decides. */
static void thin_hulls_are_accepted(void **state) {
    (void)state;
    test_rng rng = test_rng_start("thin_hulls_are_accepted");
    static const hull_input kinds[] = {HULL_NEARLY_FLAT, HULL_ULPS, HULL_NEARLY_LINE, HULL_FAR,
                                       HULL_SUBNORMAL};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        tact_hull *hull = make(kinds[k], &rng, MOST);
        uint32_t n = tact_hull_inspect(hull).vertex_count;
        tact_vec3 at[MOST];
        memcpy(at, tact_hull_vertices(hull), n * sizeof *at);
        assert_int_equal(tact_hull_validate(hull, NULL), TACT_OK);
        assert_int_equal(tact_hull_move_vertices(hull, at), TACT_OK);
        tact_hull_destroy(hull);
    }
}

/* ---- Faults -------------------------------------------------------------------------------- */

static void expect_fault(tact_hull *hull) {
    tact_error error = {0};
    assert_int_equal(tact_hull_validate(hull, &error), TACT_INVALID_ARGUMENT);
    assert_int_equal(error.status, TACT_INVALID_ARGUMENT);
    assert_true(strlen(error.text) > 5);
}

static void finds_faults(void **state) {
    (void)state;
    test_rng rng = test_rng_start("finds_faults");
    for (uint32_t count = 8; count <= 512; count *= 8) {
        tact_hull *hull = make(HULL_SPHERE, &rng, count);
        assert_int_equal(tact_hull_validate(hull, NULL), TACT_OK);
        for (uint32_t i = 0; i < hull->corner_count; i += 1 + count / 16) {
            uint32_t old = hull->corners[i];
            hull->corners[i] = (old + 1) % hull->vertex_count;
            expect_fault(hull);
            hull->corners[i] = hull->vertex_count;
            expect_fault(hull);
            hull->corners[i] = old;
            old = hull->neighbours[i];
            hull->neighbours[i] = (old + 1) % hull->vertex_count;
            expect_fault(hull);
            hull->neighbours[i] = old;
        }
        for (uint32_t v = 0; v < hull->vertex_count; v += 1 + count / 16) {
            tact_vec3 old = hull->vertices[v];
            hull->vertices[v] = (tact_vec3){0, 0, 0};
            expect_fault(hull);
            hull->vertices[v] = tact_vec3_scale(old, -3);
            expect_fault(hull);
            hull->vertices[v] = old;
        }
        for (uint32_t i = 0; i < hull->corner_count; i += 1 + count / 16) {
            uint32_t face = hull->neighbour_face[i];
            hull->neighbour_face[i] = (face + 1) % hull->face_count;
            expect_fault(hull);
            hull->neighbour_face[i] = hull->face_count;
            expect_fault(hull);
            hull->neighbour_face[i] = face;
            hull->neighbour_length[i] *= 2;
            expect_fault(hull);
            hull->neighbour_length[i] /= 2;
            hull->corner_edge[i] ^= 1;
            expect_fault(hull);
            hull->corner_edge[i] ^= 1;
        }
        for (uint32_t f = 0; f < hull->face_count; f += 1 + count / 16) {
            hull->face_normal[f].x += 1;
            expect_fault(hull);
            tacti_hull_settle_sides(hull);
            hull->face_sides[f] ^= TACTI_HULL_FACE_IS_FLAT;
            expect_fault(hull);
            hull->face_sides[f] ^= TACTI_HULL_FACE_IS_FLAT;
        }
        hull->face_start[1]--;
        expect_fault(hull);
        hull->face_start[1]++;
        assert_int_equal(tact_hull_validate(hull, NULL), TACT_OK);
        tact_hull_destroy(hull);
    }
}

/* Whether the faces around a face fall is the same from what is known as from the faces, whether
 * the face counts as flat or not. */
static void known_sides(void **state) {
    (void)state;
    test_rng rng = test_rng_start("known sides");
    uint32_t falling = 0, level = 0;
    for (int kind = 0; kind < HULL_INPUTS; kind++) {
        tact_hull *hull = make((hull_input)kind, &rng, 40);
        for (uint32_t f = 0; hull->dimension == 3 && f < hull->face_count; f++) {
            uint8_t known = hull->face_sides[f];
            bool falls = tacti_hull_compare_sides(hull, f) == TACTI_HULL_SIDES_FALL;
            const uint8_t flags[4] = {known, known ^ TACTI_HULL_FACE_IS_FLAT,
                                      TACTI_HULL_SIDES_UNKNOWN, TACTI_HULL_FACE_IS_FLAT};
            for (int i = 0; i < 4; i++) {
                hull->face_sides[f] = flags[i];
                assert_int_equal(tacti_hull_sides_fall(hull, f), falls);
            }
            hull->face_sides[f] = known;
            *(falls ? &falling : &level) += 1;
        }
        tact_hull_destroy(hull);
    }
    assert_true(falling > 0 && level > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_moves),
        cmocka_unit_test(exact_moves),
        cmocka_unit_test(runs_around_twice),
        cmocka_unit_test(pyramids),
        cmocka_unit_test(thin_hulls_are_accepted),
        cmocka_unit_test(finds_faults),
        cmocka_unit_test(known_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
