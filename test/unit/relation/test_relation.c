/* SPDX-License-Identifier: MIT */
/* Relations of solids: boxes at all offsets of a lattice, shells in shells, meshes turned inside
 * out, corners that touch from within, open meshes, and meshes that cross themselves. The order of
 * triangles and exact turns do not matter. Budgets, failure of each allocation, and arguments. */
#include "solids.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "relation/classify.h"
#include "inside/interiors.h"

/* ---- Solids ------------------------------------------------------------------------------- */

static soup make_box(tact_vec3 size, uint32_t cells) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_box(NULL, size, cells, &mesh), TACT_OK);
    return soup_take(mesh);
}

static soup make_cube(double size) {
    return make_box((tact_vec3){size, size, size}, 1);
}

static soup make_sphere(double radius) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, radius, 4, &mesh), TACT_OK);
    return soup_take(mesh);
}

static soup moved(soup s, double x, double y, double z) {
    soup_move(&s, 1, (tact_vec3){x, y, z});
    return s;
}

static soup inverted(soup s) {
    soup_turn_inside_out(&s);
    return s;
}

/* Without its last triangles. */
static soup opened(soup s, uint32_t count) {
    s.triangle_count -= count;
    return s;
}

/* ---- Asking ------------------------------------------------------------------------------- */

static tacti_classification ask(const solid *a, tact_pose pose_a, const solid *b,
                                tact_pose pose_b) {
    tacti_filled placed_a = {a->interior, pose_a}, placed_b = {b->interior, pose_b};
    tacti_classification got;
    assert_int_equal(tacti_mesh_classify(NULL, &placed_a, &placed_b, NULL, &got), TACT_OK);
    return got;
}

static tact_relation swap(tact_relation r) {
    return r == TACT_RELATION_A_IN_B   ? TACT_RELATION_B_IN_A
           : r == TACT_RELATION_B_IN_A ? TACT_RELATION_A_IN_B
                                       : r;
}

/* Checks what holds for every relation. */
static void check_answer(const tacti_classification *c) {
    assert_int_equal(c->reason == TACT_REASON_NONE, c->relation != TACT_RELATION_UNDECIDED);
    if (c->relation == TACT_RELATION_APART) {
        assert_int_equal(c->contact.outcome, TACT_OUTCOME_APART);
        assert_int_equal(c->contact.a, TACT_NO_TRIANGLE);
        assert_false(c->surfaces_meet);
    } else if (c->relation != TACT_RELATION_UNDECIDED) {
        assert_int_equal(c->contact.outcome, TACT_OUTCOME_CONTACT);
        assert_int_equal(c->contact.is_contained, c->contact.kind == TACT_OVERLAP_NONE);
    }
    if (!c->surfaces_meet && c->reason != TACT_REASON_BUDGET)
        assert_true(c->clearance.upper > 0 && c->clearance.lower <= c->clearance.upper);
}

/* Checks both orders, as they are and after exact quarter turns. Returns the first answer. */
static tacti_classification expect_at(const solid *a, tact_pose pose_a, const solid *b,
                                      tact_pose pose_b, tact_relation expected) {
    tacti_classification first = ask(a, pose_a, b, pose_b);
    if (first.relation != expected)
        fail_msg("expected %s, got %s", tact_relation_name(expected),
                 tact_relation_name(first.relation));
    check_answer(&first);
    test_rng rng = {(uint64_t)(pose_b.m[3] * 64) + 5};
    for (int i = 0; i < 3; i++) {
        tact_pose turn = i == 0 ? tact_pose_identity() : pose_signed_permutation(&rng);
        tact_pose turned_a = tact_pose_compose(turn, pose_a);
        tact_pose turned_b = tact_pose_compose(turn, pose_b);
        tacti_classification other = ask(b, turned_b, a, turned_a);
        check_answer(&other);
        assert_int_equal(other.surfaces_meet, first.surfaces_meet);
        assert_int_equal(other.relation, swap(expected));
        assert_int_equal(ask(a, turned_a, b, turned_b).relation, expected);
    }
    return first;
}

/* The same for soups at their own coordinates. The soups are freed. */
static tacti_classification expect(soup a, soup b, tact_relation expected) {
    solid solid_a = solid_make(NULL, a), solid_b = solid_make(NULL, b);
    tact_pose stay = tact_pose_identity();
    tacti_classification got = expect_at(&solid_a, stay, &solid_b, stay, expected);
    solid_free(&solid_a);
    solid_free(&solid_b);
    return got;
}

/* ---- Boxes -------------------------------------------------------------------------------- */

/* The relation of two boxes, from the intervals that they cover along each axis. */
static tact_relation boxes_relation(const int size_a[3], const int size_b[3], const int shift[3]) {
    bool overlap = true, meets = true, a_in = true, b_in = true;
    for (int k = 0; k < 3; k++) {
        /* In halves: a is from -size to size, b from 2 shift - size to 2 shift + size. */
        int distance = abs(2 * shift[k]), sum = size_a[k] + size_b[k];
        overlap &= distance < sum;
        meets &= distance <= sum;
        a_in &= distance + size_a[k] <= size_b[k];
        b_in &= distance + size_b[k] <= size_a[k];
    }
    if (!overlap)
        return meets ? TACT_RELATION_TOUCHING : TACT_RELATION_APART;
    return a_in ? TACT_RELATION_A_IN_B : b_in ? TACT_RELATION_B_IN_A : TACT_RELATION_CROSSING;
}

static void check_boxes(const int size_a[3], const int size_b[3], uint32_t cells) {
    solid a = solid_make(NULL, make_box((tact_vec3){size_a[0], size_a[1], size_a[2]}, cells));
    solid b = solid_make(NULL, make_box((tact_vec3){size_b[0], size_b[1], size_b[2]}, 1));
    for (int x = -3; x <= 3; x++)
        for (int y = -3; y <= 3; y++)
            for (int z = -3; z <= 3; z++) {
                tact_relation right = boxes_relation(size_a, size_b, (int[3]){x, y, z});
                bool is_same =
                    right == TACT_RELATION_A_IN_B && memcmp(size_a, size_b, 3 * sizeof(int)) == 0;
                if (is_same && cells == 1)
                    right = TACT_RELATION_IDENTICAL;
                tact_pose pose = pose_at(x, y, z), stay = tact_pose_identity();
                tacti_classification got = ask(&a, stay, &b, pose);
                check_answer(&got);
                assert_int_equal(got.relation, right);
                got = ask(&b, pose, &a, stay);
                /* The same set of points with other triangles is a_in_b in both orders. */
                assert_int_equal(got.relation, is_same ? right : swap(right));
            }
    solid_free(&a);
    solid_free(&b);
}

static void test_boxes(void **state) {
    (void)state;
    static const int sizes[][3] = {{2, 2, 2}, {4, 4, 4}, {2, 4, 6}, {6, 2, 4}};
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++)
            check_boxes(sizes[i], sizes[j], i % 2 == 0 ? 1 : 3);
}

/* ---- Shells ------------------------------------------------------------------------------- */

static void test_shells(void **state) {
    (void)state;
    expect(make_cube(2), make_cube(1), TACT_RELATION_B_IN_A);
    /* Hollow solids: a solid in the cavity is apart, or touches from within. */
    expect(soup_join(make_sphere(3), inverted(make_sphere(2))), make_cube(1), TACT_RELATION_APART);
    expect(soup_join(make_sphere(3), inverted(make_sphere(2))), make_cube(3),
           TACT_RELATION_CROSSING);
    expect(soup_join(make_cube(6), inverted(make_cube(4))), make_cube(4), TACT_RELATION_TOUCHING);
    expect(soup_join(make_cube(6), inverted(make_cube(4))), make_cube(5), TACT_RELATION_CROSSING);
    expect(soup_join(make_cube(6), inverted(make_cube(4))), make_cube(6), TACT_RELATION_A_IN_B);
    expect(soup_join(make_cube(6), inverted(make_cube(4))), moved(make_cube(1), 2.5, 0, 0),
           TACT_RELATION_B_IN_A);
    expect(soup_join(make_cube(6), inverted(make_cube(4))),
           soup_join(make_cube(7), inverted(make_cube(3))), TACT_RELATION_A_IN_B);
    /* A shell inside a solid that is turned the same way bounds nothing. */
    expect(soup_join(make_cube(6), make_cube(4)), make_cube(3), TACT_RELATION_B_IN_A);
    expect(soup_join(make_cube(6), make_cube(4)), make_cube(4), TACT_RELATION_B_IN_A);
    expect(soup_join(make_cube(6), make_cube(4)), make_cube(5), TACT_RELATION_B_IN_A);
    expect(soup_join(make_cube(6), make_cube(4)), moved(make_cube(2), 2, 0, 0),
           TACT_RELATION_B_IN_A);
    expect(soup_join(make_cube(6), make_cube(4)), moved(make_cube(1), 2, 2, 2),
           TACT_RELATION_B_IN_A);
    expect(soup_join(make_cube(6), make_cube(4)), moved(make_cube(2), 3, 0, 0),
           TACT_RELATION_CROSSING);
    expect(soup_join(make_cube(6), make_cube(4)), moved(make_cube(2), 4, 0, 0),
           TACT_RELATION_TOUCHING);
    /* A ball in the cavity of a shell in the cavity of another. */
    expect(soup_join(soup_join(make_cube(8), inverted(make_cube(6))), make_cube(4)), make_cube(5),
           TACT_RELATION_CROSSING);
    expect(soup_join(soup_join(make_cube(8), inverted(make_cube(6))), make_cube(4)), make_cube(2),
           TACT_RELATION_B_IN_A);
    /* Solids in pieces: inside the other solid, beside it, and touching it. */
    expect(make_cube(4), soup_join(make_cube(1), moved(make_cube(1), 5, 0, 0)),
           TACT_RELATION_CROSSING);
    expect(make_cube(4), soup_join(make_cube(1), moved(make_cube(1), 2.5, 0, 0)),
           TACT_RELATION_CROSSING);
    expect(make_cube(4), soup_join(moved(make_cube(1), -2.5, 0, 0), moved(make_cube(1), 2.5, 0, 0)),
           TACT_RELATION_TOUCHING);
    expect(make_cube(4), soup_join(moved(make_cube(1), -1.5, 0, 0), moved(make_cube(1), 1.5, 0, 0)),
           TACT_RELATION_B_IN_A);
}

static void test_inverted(void **state) {
    (void)state;
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            solid outer = solid_make(NULL, a != 0 ? inverted(make_cube(4)) : make_cube(4));
            solid inner = solid_make(NULL, b != 0 ? inverted(make_cube(2)) : make_cube(2));
            tact_pose stay = tact_pose_identity();
            expect_at(&outer, stay, &inner, stay, TACT_RELATION_B_IN_A);
            expect_at(&outer, stay, &inner, pose_at(1, 0, 0), TACT_RELATION_B_IN_A);
            expect_at(&outer, stay, &inner, pose_at(1, 1, 1), TACT_RELATION_B_IN_A);
            expect_at(&outer, stay, &inner, pose_at(2, 1, 0), TACT_RELATION_CROSSING);
            expect_at(&outer, stay, &inner, pose_at(3, 1, 0), TACT_RELATION_TOUCHING);
            expect_at(&outer, stay, &inner, pose_at(3, 3, 3), TACT_RELATION_TOUCHING);
            expect_at(&outer, stay, &inner, pose_at(4, 3, 3), TACT_RELATION_APART);
            solid_free(&outer);
            solid_free(&inner);
        }
    /* A hollow solid that is inverted as a whole is still hollow. */
    expect(inverted(soup_join(make_cube(6), inverted(make_cube(4)))), make_cube(2),
           TACT_RELATION_APART);
}

static void check_info(soup s, uint32_t shells, uint32_t cavities) {
    solid made = solid_make(NULL, s);
    tacti_interior_info info = tacti_interior_inspect(made.interior);
    assert_true(info.is_closed && info.is_simple);
    assert_int_equal(info.shell_count, shells);
    assert_int_equal(info.cavity_count, cavities);
    assert_true(info.bytes > 0);
    solid_free(&made);
}

static void test_shell_counts(void **state) {
    (void)state;
    check_info(make_cube(1), 1, 0);
    check_info(inverted(make_sphere(1)), 1, 0);
    check_info(soup_join(make_cube(6), inverted(make_cube(4))), 2, 1);
    check_info(inverted(soup_join(make_cube(6), inverted(make_cube(4)))), 2, 1);
    check_info(soup_join(make_cube(6), make_cube(4)), 2, 0);
    check_info(soup_join(soup_join(make_cube(8), inverted(make_cube(6))), make_cube(4)), 3, 1);
    /* Cubes that share a corner. */
    check_info(soup_join(make_cube(2), moved(make_cube(2), 2, 2, 2)), 2, 0);
    check_info(
        soup_join(make_cube(6), inverted(soup_join(moved(make_cube(1), -1, -1, -1), make_cube(1)))),
        3, 2);
}

/* ---- Touching from within ----------------------------------------------------------------- */

static soup make_tetrahedron(double size) {
    static const uint32_t corners[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    soup s = soup_make(4, 4);
    double h = size / 2;
    s.vertices[0] = (tact_vec3){-h, -h, -h};
    s.vertices[1] = (tact_vec3){h, h, -h};
    s.vertices[2] = (tact_vec3){h, -h, h};
    s.vertices[3] = (tact_vec3){-h, h, h};
    memcpy(s.indices, corners, sizeof corners);
    return inverted(s);
}

/* All corners of an octahedron are on the sides of the cube around it. */
static soup make_octahedron(double size) {
    soup s = soup_make(6, 8);
    double h = size / 2;
    for (int i = 0; i < 6; i++) {
        double *c = &s.vertices[i].x;
        c[i / 2] = i % 2 == 0 ? h : -h;
    }
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t x = i & 1, y = 2 + (i >> 1 & 1), z = 4 + (i >> 2);
        bool is_even = ((i & 1) + (i >> 1 & 1) + (i >> 2)) % 2 == 0;
        uint32_t *c = s.indices + 3 * i;
        c[0] = x;
        c[1] = is_even ? y : z;
        c[2] = is_even ? z : y;
    }
    return s;
}

static void test_corners(void **state) {
    (void)state;
    expect(make_tetrahedron(2), make_cube(2), TACT_RELATION_A_IN_B);
    expect(make_octahedron(2), make_cube(2), TACT_RELATION_A_IN_B);
    expect(make_octahedron(2), inverted(make_cube(2)), TACT_RELATION_A_IN_B);
    expect(make_octahedron(2), make_box((tact_vec3){2, 2, 2}, 2), TACT_RELATION_A_IN_B);
    expect(make_octahedron(2), make_tetrahedron(2), TACT_RELATION_A_IN_B);
    /* In a cavity, touching all its sides only with corners. */
    expect(soup_join(make_cube(4), inverted(make_cube(2))), make_octahedron(2),
           TACT_RELATION_TOUCHING);
    expect(soup_join(make_cube(4), inverted(make_cube(2))), make_tetrahedron(2),
           TACT_RELATION_TOUCHING);
    expect(soup_join(make_cube(4), inverted(make_octahedron(2))), make_octahedron(2),
           TACT_RELATION_TOUCHING);
    expect(make_octahedron(2), moved(make_octahedron(2), 2, 0, 0), TACT_RELATION_TOUCHING);
    expect(make_octahedron(2), moved(make_octahedron(2), 1, 0, 1), TACT_RELATION_TOUCHING);
    expect(make_octahedron(2), moved(make_octahedron(2), 1, 0, 0), TACT_RELATION_CROSSING);
    /* A corner on a corner, but the solids reach into each other. */
    expect(make_cube(2), moved(make_tetrahedron(2), 1, 1, 1), TACT_RELATION_CROSSING);
    expect(make_cube(2), moved(make_cube(2), 2, 2, 2), TACT_RELATION_TOUCHING);
    expect(make_cube(2), moved(make_cube(2), 2, 2, 0), TACT_RELATION_TOUCHING);
    expect(make_cube(2), moved(make_cube(2), 2, 1, 0), TACT_RELATION_TOUCHING);
    expect(make_cube(2), moved(make_cube(2), 1, 1, 0), TACT_RELATION_CROSSING);
    /* The same points with other triangles: a_in_b in either order. */
    solid a = solid_make(NULL, make_tetrahedron(2)),
          b = solid_make(NULL, inverted(make_tetrahedron(2)));
    tact_pose stay = tact_pose_identity();
    assert_int_equal(ask(&a, stay, &b, stay).relation, TACT_RELATION_A_IN_B);
    assert_int_equal(ask(&b, stay, &a, stay).relation, TACT_RELATION_A_IN_B);
    solid_free(&a);
    solid_free(&b);
}

/* ---- Shared faces ------------------------------------------------------------------------ */

/* A cube with a void. */
static soup make_hollow(double outer, double inner) {
    return soup_join(make_cube(outer), inverted(make_cube(inner)));
}

/* A cube that fills the void of make_hollow(6, 4), and a small cube beside it. Along x the wall is
 * from 2 to 3. */
static soup make_filler(double x) {
    return soup_join(make_cube(4), moved(make_cube(0.5), x, 0, 0));
}

/* The filler shares every face of the void, from the other side. Nothing but these faces shows that
 * it is outside the hollow cube: it has no boundary point there. */
static void test_opposed_faces(void **state) {
    (void)state;
    expect(make_hollow(6, 4), make_filler(2.5), TACT_RELATION_CROSSING);
    expect(make_hollow(6, 4), make_filler(2.75), TACT_RELATION_CROSSING);
    expect(make_hollow(6, 4), make_filler(3), TACT_RELATION_CROSSING);
    expect(make_hollow(6, 4), make_filler(3.25), TACT_RELATION_TOUCHING);
    expect(make_hollow(6, 4), make_filler(4), TACT_RELATION_TOUCHING);
    /* Other triangles on the same faces, and faces along no axis. */
    expect(soup_join(make_cube(6), inverted(make_box((tact_vec3){4, 4, 4}, 3))), make_filler(2.5),
           TACT_RELATION_CROSSING);
    expect(soup_join(make_cube(6), inverted(make_octahedron(4))),
           soup_join(make_octahedron(4), moved(make_cube(0.5), 2.5, 2.5, 2.5)),
           TACT_RELATION_CROSSING);
    /* Two voids: both filled, or one of them left partly empty. */
    soup voids = soup_join(inverted(make_cube(1)), inverted(moved(make_cube(1), 2, 0, 0)));
    soup fillers = soup_join(make_cube(1), moved(make_cube(1), 2, 0, 0));
    expect(soup_join(make_cube(6), voids), soup_join(fillers, moved(make_cube(1), -2, 0, 0)),
           TACT_RELATION_CROSSING);
    voids = soup_join(inverted(make_cube(1)), inverted(moved(make_cube(1), 2, 0, 0)));
    fillers = soup_join(make_cube(1), moved(make_cube(0.5), 2, 0, 0));
    expect(soup_join(make_cube(6), voids), fillers, TACT_RELATION_TOUCHING);
    /* One mesh touches itself: the small cube ends at the filler or at the outer side. */
    expect(make_hollow(6, 4), make_filler(2.25), TACT_RELATION_CROSSING);
    expect(soup_join(make_hollow(6, 4), moved(make_cube(1), 3.5, 0, 0)), make_filler(-2.5),
           TACT_RELATION_CROSSING);
    expect(soup_join(make_hollow(6, 4), moved(make_cube(1), 3.5, 0, 0)), make_cube(4),
           TACT_RELATION_TOUCHING);
    /* An open mesh, whose inside is an estimate. */
    tacti_classification c =
        expect(soup_join(opened(make_sphere(6), 1), inverted(make_cube(4))),
               soup_join(make_cube(4), moved(make_cube(0.5), 4, 0, 0)), TACT_RELATION_CROSSING);
    assert_true(c.is_estimate);
    expect(soup_join(opened(make_sphere(6), 1), inverted(make_cube(4))), make_cube(4),
           TACT_RELATION_TOUCHING);
}

/* Faces of the void that both solids have on the same side. */
static void test_flush_faces(void **state) {
    (void)state;
    expect(make_hollow(6, 4), make_hollow(5, 4), TACT_RELATION_B_IN_A);
    expect(make_hollow(6, 4), make_hollow(6, 5), TACT_RELATION_B_IN_A);
    expect(make_hollow(6, 4), soup_join(make_hollow(5, 4), make_cube(2)), TACT_RELATION_CROSSING);
    expect(make_hollow(6, 4), soup_join(make_hollow(5, 4), make_cube(4)), TACT_RELATION_CROSSING);
    /* Flush with the void, and the same outer faces with other triangles: one set of points. */
    solid a = solid_make(NULL, make_hollow(6, 4));
    solid b = solid_make(NULL, soup_join(make_box((tact_vec3){6, 6, 6}, 2),
                                         inverted(make_box((tact_vec3){4, 4, 4}, 3))));
    tact_pose stay = tact_pose_identity();
    assert_int_equal(ask(&a, stay, &b, stay).relation, TACT_RELATION_A_IN_B);
    assert_int_equal(ask(&b, stay, &a, stay).relation, TACT_RELATION_A_IN_B);
    solid_free(&a);
    solid_free(&b);
    /* Without a triangle. All corners are on the other surface, so only the faces show anything. */
    a = solid_make(NULL, opened(make_box((tact_vec3){6, 6, 6}, 4), 1));
    b = solid_make(NULL, make_cube(6));
    assert_int_equal(ask(&a, stay, &b, stay).relation, TACT_RELATION_A_IN_B);
    assert_int_equal(ask(&b, stay, &a, stay).relation, TACT_RELATION_A_IN_B);
    solid_free(&a);
    solid_free(&b);
}

/* Turning either mesh inside out turns its normals and not the solid. A common pose rounds shared
 * corners alike, so faces stay shared under every rotation. */
static void test_turned_faces(void **state) {
    (void)state;
    test_rng rng = test_rng_start("relation_turned_faces");
    for (int i = 0; i < 4; i++) {
        soup hollow = make_hollow(6, 4), fillers = make_filler(2.5), inner = make_hollow(5, 4);
        solid a = solid_make(NULL, (i & 1) != 0 ? inverted(hollow) : hollow);
        solid b = solid_make(NULL, (i & 2) != 0 ? inverted(fillers) : fillers);
        solid c = solid_make(NULL, (i & 2) != 0 ? inverted(inner) : inner);
        for (int k = 0; k < 4; k++) {
            tact_pose pose = k == 0 ? tact_pose_identity() : pose_random(&rng, 1);
            pose.m[3] = k;
            expect_at(&a, pose, &b, pose, TACT_RELATION_CROSSING);
            expect_at(&a, pose, &c, pose, TACT_RELATION_B_IN_A);
        }
        solid_free(&a);
        solid_free(&b);
        solid_free(&c);
    }
}

/* ---- Meshes that are not proper solids ---------------------------------------------------- */

static void test_open(void **state) {
    (void)state;
    uint32_t hole = 1;
    tacti_classification c =
        expect(opened(make_sphere(2), hole), make_cube(1), TACT_RELATION_B_IN_A);
    assert_true(c.is_estimate);
    c = expect(opened(make_sphere(2), hole), moved(make_cube(1), 5, 0, 0), TACT_RELATION_APART);
    assert_true(c.is_estimate);
    expect(opened(make_sphere(2), hole), moved(make_cube(1), 2, 0, 0), TACT_RELATION_CROSSING);
    expect(opened(make_sphere(2), hole), make_cube(6), TACT_RELATION_A_IN_B);
    expect(opened(make_sphere(2), hole), opened(make_sphere(3), hole), TACT_RELATION_A_IN_B);
    c = expect(opened(make_sphere(2), hole), opened(make_sphere(2), hole), TACT_RELATION_IDENTICAL);
    assert_false(c.is_estimate);
    /* Half a sphere: at its centre the winding number is one half. */
    soup half = make_sphere(2);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < half.triangle_count; i++) {
        const uint32_t *t = half.indices + 3 * i;
        double z = half.vertices[t[0]].z + half.vertices[t[1]].z + half.vertices[t[2]].z;
        if (z > 0)
            memcpy(half.indices + 3 * kept++, t, 3 * sizeof *t);
    }
    half.triangle_count = kept;
    soup point = moved(make_cube(0x1p-20), 0, 0, 0);
    solid a = solid_make(NULL, half), b = solid_make(NULL, point);
    c = ask(&a, tact_pose_identity(), &b, tact_pose_identity());
    assert_int_equal(c.relation, TACT_RELATION_UNDECIDED);
    assert_int_equal(c.reason, TACT_REASON_OPEN);
    assert_true(c.is_estimate);
    solid_free(&a);
    solid_free(&b);
}

/* A cube without its upper face, and a tiny cube on its axis. From a point at distance d from the
 * centre of a square with half side 1, the square is seen under 4 atan(1 / (d sqrt(2 + d^2))). The
 * winding number is off by that angle over 4 pi. This is 1/4 if d sqrt(2 + d^2) = 1, that is,
 * d = 0.6436. */
static void test_margin(void **state) {
    (void)state;
    const struct {
        double height;
        tact_relation relation;
    } cases[] = {{1 - 0.66, TACT_RELATION_B_IN_A},    {1 - 0.65, TACT_RELATION_B_IN_A},
                 {1 - 0.63, TACT_RELATION_UNDECIDED}, {1 - 0.1, TACT_RELATION_UNDECIDED},
                 {1 + 0.1, TACT_RELATION_UNDECIDED},  {1 + 0.63, TACT_RELATION_UNDECIDED},
                 {1 + 0.65, TACT_RELATION_APART},     {1 + 0.66, TACT_RELATION_APART}};
    soup open = make_cube(2);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < open.triangle_count; i++) {
        const uint32_t *t = open.indices + 3 * i;
        double z = open.vertices[t[0]].z + open.vertices[t[1]].z + open.vertices[t[2]].z;
        if (z < 3)
            memmove(open.indices + 3 * kept++, t, 3 * sizeof *t);
    }
    open.triangle_count = kept;
    solid a = solid_make(NULL, open), b = solid_make(NULL, make_cube(0x1p-10));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tact_pose pose = pose_at(0, 0, cases[i].height);
        tacti_classification c = ask(&a, tact_pose_identity(), &b, pose);
        assert_int_equal(c.relation, cases[i].relation);
        assert_int_equal(c.reason, c.relation == TACT_RELATION_UNDECIDED ? TACT_REASON_OPEN
                                                                         : TACT_REASON_NONE);
        assert_true(c.is_estimate && !c.surfaces_meet);
    }
    solid_free(&a);
    solid_free(&b);
}

/* Two boxes that cross, in one mesh. */
static soup make_crossed(void) {
    return soup_join(make_cube(2), moved(make_cube(2), 1, 1, 1));
}

static void test_not_simple(void **state) {
    (void)state;
    expect(make_crossed(), moved(make_cube(1), 5, 0, 0), TACT_RELATION_APART);
    expect(make_crossed(), moved(make_cube(0.5), 0.5, 0.5, 0.5), TACT_RELATION_B_IN_A);
    expect(make_crossed(), make_cube(8), TACT_RELATION_A_IN_B);
    expect(make_crossed(), moved(make_cube(1), 1.75, 1.75, 1.75), TACT_RELATION_CROSSING);
    expect(make_crossed(), make_crossed(), TACT_RELATION_IDENTICAL);
    tacti_classification c =
        expect(make_crossed(), moved(make_cube(2), -2, 0, 0), TACT_RELATION_UNDECIDED);
    assert_int_equal(c.reason, TACT_REASON_NOT_SIMPLE);
    assert_true(c.surfaces_meet);
}

/* ---- Order, budget, arguments ------------------------------------------------------------- */

static void test_shuffled(void **state) {
    (void)state;
    test_rng rng = test_rng_start("relation_shuffled");
    uint64_t count = test_case_count(100, 1000);
    for (uint64_t i = 0; i < count; i++) {
        soup s = make_sphere(1), box = make_box((tact_vec3){1, 1, 1}, 2);
        uint32_t *order = malloc(s.triangle_count * sizeof *order);
        solid a = solid_make(NULL, soup_shuffled(&rng, &s, order));
        free(order);
        solid plain = solid_make(NULL, s), b = solid_make(NULL, box);
        tact_pose pose = pose_random(&rng, 2);
        tact_pose stay = tact_pose_identity();
        assert_int_equal(ask(&a, stay, &b, pose).relation, ask(&plain, stay, &b, pose).relation);
        assert_int_equal(ask(&a, stay, &plain, stay).relation, TACT_RELATION_IDENTICAL);
        assert_int_equal(ask(&a, pose, &plain, pose).relation, TACT_RELATION_IDENTICAL);
        solid_free(&a);
        solid_free(&b);
        solid_free(&plain);
    }
}

static void test_budget(void **state) {
    (void)state;
    solid a = solid_make(NULL, make_sphere(2)), b = solid_make(NULL, make_sphere(1.5));
    for (int i = 0; i < 3; i++) {
        tacti_filled one = {a.interior, tact_pose_identity()};
        tacti_filled other = {b.interior, pose_at(i * 1.75, 0, 0)};
        tacti_classification whole, cut;
        assert_int_equal(tacti_mesh_classify(NULL, &one, &other, NULL, &whole), TACT_OK);
        tacti_classify_desc desc = tacti_classify_desc_default();
        bool was_cut = false;
        for (desc.budget = 0; desc.budget < 4000; desc.budget += 16) {
            assert_int_equal(tacti_mesh_classify(NULL, &one, &other, &desc, &cut), TACT_OK);
            check_answer(&cut);
            if (cut.relation == TACT_RELATION_UNDECIDED)
                assert_int_equal(cut.reason, TACT_REASON_BUDGET);
            else
                assert_int_equal(cut.relation, whole.relation);
            was_cut |= cut.relation == TACT_RELATION_UNDECIDED;
        }
        /* The last pair is so far apart that it needs no tests. */
        assert_true(i == 2 || was_cut);
    }
    solid_free(&a);
    solid_free(&b);
}

/* The same triangles in the opposite order. */
static soup backwards(soup s) {
    soup other = soup_make(s.vertex_count, s.triangle_count);
    memcpy(other.vertices, s.vertices, s.vertex_count * sizeof *s.vertices);
    for (uint32_t t = 0; t < s.triangle_count; t++)
        memcpy(other.indices + 3 * t, s.indices + 3 * (s.triangle_count - 1 - t),
               3 * sizeof *s.indices);
    soup_free(&s);
    return other;
}

static void test_memory(void **state) {
    (void)state;
    test_allocator counter = {0};
    tact_context *context = test_context_make(&counter);
    solid a = solid_make(NULL, make_cube(2)), b = solid_make(NULL, opened(make_cube(2), 1));
    solid c = solid_make(NULL, backwards(make_cube(2)));
    soup many = make_cube(0.5), same = make_cube(0.5);
    for (int i = 1; i < 70; i++) {
        many = soup_join(many, moved(make_cube(0.5), i, 0, 0));
        same = soup_join(moved(make_cube(0.5), i, 0, 0), same);
    }
    solid d = solid_make(NULL, many), e = solid_make(NULL, same);
    const solid *solids[4][2] = {{&a, &c}, {&b, &b}, {&a, &a}, {&d, &e}};
    for (int i = 0; i < 4; i++) {
        tacti_filled one = {solids[i][0]->interior, tact_pose_identity()};
        tacti_filled other = {solids[i][1]->interior, tact_pose_identity()};
        tacti_classification out;
        memset(&out, 0x5a, sizeof out);
        tacti_classification before = out;
        uint64_t live = counter.live, fail_at = 1;
        for (;; fail_at++) {
            counter.fail_at = counter.calls + fail_at;
            tact_status status = tacti_mesh_classify(context, &one, &other, NULL, &out);
            assert_int_equal(counter.live, live);
            if (status == TACT_OK)
                break;
            assert_int_equal(status, TACT_OUT_OF_MEMORY);
            assert_memory_equal(&out, &before, sizeof out);
        }
        counter.fail_at = 0;
        assert_int_equal(fail_at, i == 3 ? 8 : 6);
        assert_int_equal(out.relation, TACT_RELATION_IDENTICAL);
    }
    /* Every allocation of the interior itself fails once. */
    uint64_t live = counter.live, fail_at = 1;
    for (;; fail_at++) {
        tacti_interior *made = NULL;
        counter.fail_at = counter.calls + fail_at;
        tact_status status = tacti_interior_create(context, a.body.bvh, &made);
        if (status == TACT_OK) {
            tacti_interior_destroy(made);
            break;
        }
        assert_int_equal(status, TACT_OUT_OF_MEMORY);
        assert_null(made);
        assert_int_equal(counter.live, live);
    }
    counter.fail_at = 0;
    assert_true(fail_at > 6);
    solid_free(&a);
    solid_free(&b);
    solid_free(&c);
    solid_free(&d);
    solid_free(&e);
    tact_context_destroy(context);
    assert_int_equal(counter.live, 0);
}

static void test_arguments(void **state) {
    (void)state;
    solid a = solid_make(NULL, make_cube(2)), empty = solid_make(NULL, soup_make(0, 0));
    tacti_filled placed = {a.interior, tact_pose_identity()}, none = {NULL, tact_pose_identity()};
    tacti_filled nothing = {empty.interior, tact_pose_identity()};
    tacti_classification out;
    assert_int_equal(tacti_mesh_classify(NULL, NULL, &placed, NULL, &out), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_mesh_classify(NULL, &placed, NULL, NULL, &out), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_mesh_classify(NULL, &placed, &none, NULL, &out), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_mesh_classify(NULL, &none, &placed, NULL, &out), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_mesh_classify(NULL, &placed, &placed, NULL, NULL),
                     TACT_INVALID_ARGUMENT);
    tacti_filled bad = placed;
    bad.pose.m[0] = 2;
    assert_int_equal(tacti_mesh_classify(NULL, &bad, &placed, NULL, &out), TACT_INVALID_POSE);
    bad.pose.m[0] = (double)NAN;
    assert_int_equal(tacti_mesh_classify(NULL, &placed, &bad, NULL, &out), TACT_NOT_FINITE);
    bad = placed;
    bad.pose.m[3] = 1e300;
    assert_int_equal(tacti_mesh_classify(NULL, &placed, &bad, NULL, &out), TACT_INVALID_POSE);
    /* An empty mesh is apart from everything, also from itself. */
    assert_int_equal(tacti_mesh_classify(NULL, &placed, &nothing, NULL, &out), TACT_OK);
    assert_int_equal(out.relation, TACT_RELATION_APART);
    assert_false(out.is_estimate);
    assert_true(isinf(out.clearance.distance));
    assert_int_equal(tacti_mesh_classify(NULL, &nothing, &nothing, NULL, &out), TACT_OK);
    assert_int_equal(out.relation, TACT_RELATION_APART);
    /* Without the clearance nothing is measured. */
    tacti_classify_desc desc = tacti_classify_desc_default();
    desc.wants_clearance = false;
    bad = placed;
    bad.pose.m[3] = 7;
    assert_int_equal(tacti_mesh_classify(NULL, &placed, &bad, &desc, &out), TACT_OK);
    assert_int_equal(out.relation, TACT_RELATION_APART);
    assert_false(out.clearance.is_complete);
    assert_int_equal(tacti_mesh_classify(NULL, &placed, &bad, NULL, &out), TACT_OK);
    assert_true(out.clearance.distance == 5);
    solid_free(&a);
    solid_free(&empty);
}

static void test_names(void **state) {
    (void)state;
    for (int i = 0; i <= TACT_RELATION_UNDECIDED; i++)
        assert_null(strstr(tact_relation_name((tact_relation)i), "unknown"));
    for (int i = 0; i <= TACT_REASON_PRECISION; i++)
        assert_null(strstr(tact_reason_text((tact_reason)i), "unknown"));
    assert_string_equal(tact_relation_name((tact_relation)99), "unknown relation");
    assert_string_equal(tact_reason_text((tact_reason)99), "unknown reason");
    assert_string_equal(tact_relation_name(TACT_RELATION_B_IN_A), "b_in_a");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes),         cmocka_unit_test(test_shells),
        cmocka_unit_test(test_inverted),      cmocka_unit_test(test_shell_counts),
        cmocka_unit_test(test_opposed_faces), cmocka_unit_test(test_flush_faces),
        cmocka_unit_test(test_turned_faces),  cmocka_unit_test(test_corners),
        cmocka_unit_test(test_open),          cmocka_unit_test(test_margin),
        cmocka_unit_test(test_not_simple),    cmocka_unit_test(test_shuffled),
        cmocka_unit_test(test_budget),        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_arguments),     cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
