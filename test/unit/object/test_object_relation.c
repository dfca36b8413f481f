/* SPDX-License-Identifier: MIT */
/* How convex shapes relate to each other and to meshes. Polytopes on a lattice are compared with
 * tacti_mesh_classify() of the same polytopes as meshes, which is exact. Also cases of other shapes
 * whose relation is known. */
#include "solids.h"

#include <math.h>
#include <stdlib.h>
#include "relation/classify.h"
#include "object/object.h"

/* ---- Polytopes on a lattice --------------------------------------------------------------- */

/* A polytope as a shape and as a filled mesh. */
typedef struct polytope {
    tact_hull *hull;
    tact_shape shape;
    solid solid;
} polytope;

static polytope polytope_make(tact_hull *hull, tact_shape shape) {
    polytope p = {.hull = hull, .shape = shape};
    tact_mesh *mesh;
    assert_int_equal(tact_hull_to_mesh(NULL, hull, &mesh), TACT_OK);
    p.solid = solid_make_simple(soup_take(mesh));
    return p;
}

static tact_hull *hull_of(const tact_vec3 *points, size_t count) {
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, points, count, &hull), TACT_OK);
    return hull;
}

static polytope polytope_box(test_rng *rng) {
    double h[3];
    tact_vec3 corner[8];
    for (int i = 0; i < 3; i++)
        h[i] = 0.5 * (1 + test_rng_below(rng, 4));
    for (int i = 0; i < 8; i++)
        corner[i] = (tact_vec3){i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]};
    return polytope_make(hull_of(corner, 8), tact_shape_box(h[0], h[1], h[2]));
}

static polytope polytope_hull(test_rng *rng) {
    for (;;) {
        tact_vec3 points[9];
        uint32_t count = 4 + test_rng_below(rng, 6);
        for (uint32_t i = 0; i < count; i++)
            points[i] = (tact_vec3){(double)test_rng_below(rng, 4) - 1.5,
                                    (double)test_rng_below(rng, 4) - 1.5,
                                    (double)test_rng_below(rng, 4) - 1.5};
        tact_hull *hull = hull_of(points, count);
        if (tact_hull_inspect(hull).dimension == 3)
            return polytope_make(hull, tact_shape_hull(hull));
        tact_hull_destroy(hull);
    }
}

static polytope polytope_random(test_rng *rng) {
    return test_rng_below(rng, 2) == 0 ? polytope_box(rng) : polytope_hull(rng);
}

static void polytope_free(polytope *p) {
    solid_free(&p->solid);
    tact_hull_destroy(p->hull);
}

static tact_pose lattice_pose(test_rng *rng) {
    tact_pose pose = pose_signed_permutation(rng);
    for (int i = 0; i < 3; i++)
        pose.m[3 + 4 * i] = 0.5 * ((double)test_rng_below(rng, 9) - 4);
    return pose;
}

static tacti_object as_shape(const polytope *p, tact_pose pose) {
    return (tacti_object){.shape = &p->shape, .pose = pose};
}

static tacti_object as_mesh(const polytope *p, tact_pose pose) {
    return (tacti_object){.bvh = p->solid.body.bvh, .interior = p->solid.interior, .pose = pose};
}

static tact_relation relation_of(const tacti_object *a, const tacti_object *b) {
    tacti_object_relation r;
    assert_int_equal(tacti_object_classify(NULL, a, b, NULL, &r), TACT_OK);
    assert_int_equal(r.relation == TACT_RELATION_UNDECIDED, r.reason != TACT_REASON_NONE);
    if (r.relation == TACT_RELATION_UNDECIDED)
        assert_int_equal(r.reason, TACT_REASON_PRECISION);
    assert_false(r.is_estimate);
    return r.relation;
}

static tact_relation swapped(tact_relation relation) {
    return relation == TACT_RELATION_A_IN_B   ? TACT_RELATION_B_IN_A
           : relation == TACT_RELATION_B_IN_A ? TACT_RELATION_A_IN_B
                                              : relation;
}

/* For equal sets, either of a in b and b in a is right. */
static void check_same(tact_relation relation, tact_relation known, bool are_equal) {
    if (are_equal)
        assert_true(relation == TACT_RELATION_A_IN_B || relation == TACT_RELATION_B_IN_A);
    else
        assert_int_equal(relation, known);
}

static void test_lattice(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_relation_lattice");
    uint64_t count = test_case_count(4000, 200000), seen[TACT_RELATION_UNDECIDED + 1] = {0};
    for (uint64_t i = 0; i < count; i++) {
        polytope a = polytope_random(&rng), b = polytope_random(&rng);
        tact_pose pose_a = lattice_pose(&rng), pose_b = lattice_pose(&rng);
        tacti_object shape_a = as_shape(&a, pose_a), shape_b = as_shape(&b, pose_b);
        tacti_object mesh_a = as_mesh(&a, pose_a), mesh_b = as_mesh(&b, pose_b);
        tact_relation known = relation_of(&mesh_a, &mesh_b), back = relation_of(&mesh_b, &mesh_a);
        /* Each is part of the other, so they are the same set. */
        bool are_equal = known == TACT_RELATION_IDENTICAL ||
                         (known == TACT_RELATION_A_IN_B && back == TACT_RELATION_A_IN_B);
        check_same(relation_of(&shape_a, &shape_b), known, are_equal);
        check_same(relation_of(&shape_b, &shape_a), swapped(known), are_equal);
        check_same(relation_of(&shape_a, &mesh_b), known, are_equal);
        check_same(relation_of(&mesh_b, &shape_a), swapped(known), are_equal);
        seen[known]++;
        polytope_free(&a);
        polytope_free(&b);
    }
    for (int r = 0; r < TACT_RELATION_IDENTICAL; r++)
        assert_true(count < 1000 || seen[r] > 0);
}

/* ---- Plain cases -------------------------------------------------------------------------- */

typedef struct plain {
    tact_shape a, b;
    double x, y, z; /* position of b */
    tact_relation relation;
} plain;

static void test_plain(void **state) {
    (void)state;
    tact_shape ball1 = tact_shape_sphere(1), ball2 = tact_shape_sphere(2);
    tact_shape ball3 = tact_shape_sphere(3), box = tact_shape_box(1, 1, 1);
    tact_shape capsule = tact_shape_capsule(1, 0.5), cylinder = tact_shape_cylinder(1, 1);
    tact_shape cone = tact_shape_cone(1, 1), egg = tact_shape_ellipsoid(0.5, 1, 0.75);
    tact_shape floor = tact_shape_half_space((tact_vec3){0, 0, 1}, 0);
    tact_shape big = tact_shape_box(2, 2, 2),
               stick = tact_shape_segment((tact_vec3){0, 0, -3}, (tact_vec3){0, 0, 3}, 0);
    const plain cases[] = {
        {ball1, ball2, 2, 2, 1, TACT_RELATION_TOUCHING}, /* 2^2 + 2^2 + 1^2 = 3^2 */
        {ball1, ball2, 2, 2, 1.5, TACT_RELATION_APART},
        {ball1, ball2, 2, 2, 0, TACT_RELATION_CROSSING},
        {ball1, ball2, 1, 0, 0, TACT_RELATION_A_IN_B}, /* touching from inside */
        {ball1, ball2, 1.0625, 0, 0, TACT_RELATION_CROSSING},
        {ball3, ball2, 0.5, 0.5, 0.5, TACT_RELATION_B_IN_A},
        {ball1, box, 0, 2, 0.25, TACT_RELATION_TOUCHING},
        {ball1, box, 3, 3, 0, TACT_RELATION_APART},
        {capsule, box, 1.5, 0, 0, TACT_RELATION_TOUCHING},
        {capsule, box, 1.25, 0, 0, TACT_RELATION_CROSSING},
        {capsule, big, 0, 0.25, 0, TACT_RELATION_A_IN_B},
        {box, ball3, 0.5, 0, 0, TACT_RELATION_A_IN_B},
        {box, ball3, 2, 0, 0, TACT_RELATION_CROSSING},
        {cylinder, ball2, 0, 0, 0, TACT_RELATION_A_IN_B},
        {cylinder, ball2, 3, 0, 0.125, TACT_RELATION_UNDECIDED}, /* they touch */
        {cylinder, ball2, 2, 0, 0, TACT_RELATION_CROSSING},
        {cone, big, 0.5, 0.5, 0.5, TACT_RELATION_A_IN_B},
        {egg, cylinder, 0, 0, 4, TACT_RELATION_APART},
        {egg, ball2, 0.5, 0.5, 0.5, TACT_RELATION_A_IN_B},
        {egg, egg, 0.75, 0, 0, TACT_RELATION_CROSSING},
        {big, cone, 0.25, 0, 0, TACT_RELATION_B_IN_A},
        {floor, box, 0, 0, 3, TACT_RELATION_APART},
        {floor, box, 0, 0, 0.5, TACT_RELATION_CROSSING},
        {floor, box, 0, 0, -3, TACT_RELATION_B_IN_A},
        {floor, box, 0.1, 0.3, 1, TACT_RELATION_TOUCHING},
        {floor, box, 0.1, 0.3, -1, TACT_RELATION_B_IN_A}, /* touching from inside */
        {floor, box, 0, 0, 0x1.fffffffffffffp-1, TACT_RELATION_CROSSING},
        {floor, ball2, 0, 0, 2, TACT_RELATION_TOUCHING},
        {floor, cylinder, 0, 0, 1, TACT_RELATION_TOUCHING},
        {floor, egg, 0, 0, -0.75, TACT_RELATION_B_IN_A},
        {egg, floor, 0, 0, 2, TACT_RELATION_A_IN_B},
        {floor, floor, 0, 0, 1, TACT_RELATION_A_IN_B},
        {stick, box, 0, 0, 0, TACT_RELATION_CROSSING}, /* through it */
        {stick, box, 1, 0, 0, TACT_RELATION_TOUCHING}, /* along its face */
        {stick, box, 0, 0, 4, TACT_RELATION_TOUCHING}, /* its end on a face */
        {stick, ball3, 0, 0, 0, TACT_RELATION_A_IN_B},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const plain *p = &cases[i];
        tacti_object a = {.shape = &p->a, .pose = tact_pose_identity()};
        tacti_object b = {.shape = &p->b, .pose = pose_at(p->x, p->y, p->z)};
        assert_int_equal(relation_of(&a, &b), p->relation);
        assert_int_equal(relation_of(&b, &a), swapped(p->relation));
    }
}

/* ---- Shapes and a mesh -------------------------------------------------------------------- */

static void test_with_mesh(void **state) {
    (void)state;
    tact_vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = (tact_vec3){i & 1 ? 2 : -2, i & 2 ? 2 : -2, i & 4 ? 2 : -2};
    polytope cube = polytope_make(hull_of(corner, 8), tact_shape_box(2, 2, 2));
    tact_shape ball1 = tact_shape_sphere(1), ball4 = tact_shape_sphere(4);
    tact_shape cylinder = tact_shape_cylinder(1, 1), cone = tact_shape_cone(4, 4);
    tact_shape floor = tact_shape_half_space((tact_vec3){0, 0, 1}, 0);
    tact_shape capsule = tact_shape_capsule(1, 1);
    const plain cases[] = {
        {ball1, cube.shape, 0, 0, 0, TACT_RELATION_A_IN_B},
        {ball1, cube.shape, 1, 0.25, 0, TACT_RELATION_A_IN_B}, /* touching from inside */
        {ball1, cube.shape, 3, 0.25, 0, TACT_RELATION_TOUCHING},
        {ball1, cube.shape, 2.5, 0, 0, TACT_RELATION_CROSSING},
        {ball1, cube.shape, 5, 0, 0, TACT_RELATION_APART},
        {ball4, cube.shape, 0, 0, 0.25, TACT_RELATION_B_IN_A},
        {ball4, cube.shape, 0, 0, 3, TACT_RELATION_CROSSING},
        {cylinder, cube.shape, 0.5, 0.5, 0.5, TACT_RELATION_A_IN_B},
        {cylinder, cube.shape, 2, 0.5, 0.5, TACT_RELATION_CROSSING},
        {cone, cube.shape, 0, 0, 9, TACT_RELATION_APART},
        {capsule, cube.shape, 3, 0, 0, TACT_RELATION_TOUCHING},
        {capsule, cube.shape, 0, 0, 0, TACT_RELATION_A_IN_B},
        {floor, cube.shape, 0, 0, 0.5, TACT_RELATION_CROSSING},
        {floor, cube.shape, 0, 0, -5, TACT_RELATION_B_IN_A},
        {floor, cube.shape, 0, 0, 5, TACT_RELATION_APART},
        {floor, cube.shape, 0, 0, 2, TACT_RELATION_TOUCHING},
        {floor, cube.shape, 0, 0, -2, TACT_RELATION_B_IN_A}, /* touching from inside */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const plain *p = &cases[i];
        tacti_object a = {.shape = &p->a, .pose = tact_pose_identity()};
        tacti_object b = as_mesh(&cube, pose_at(p->x, p->y, p->z));
        assert_int_equal(relation_of(&a, &b), p->relation);
        assert_int_equal(relation_of(&b, &a), swapped(p->relation));
    }
    polytope_free(&cube);
}

static soup cube_soup(double half) {
    tact_vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = (tact_vec3){i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half};
    tact_hull *hull = hull_of(corner, 8);
    tact_mesh *mesh;
    assert_int_equal(tact_hull_to_mesh(NULL, hull, &mesh), TACT_OK);
    tact_hull_destroy(hull);
    return soup_take(mesh);
}

/* A shell inside another one. If it is turned the same way, it bounds nothing. Otherwise it is a
 * cavity, and a shape through its walls crosses them. */
static void test_shell_inside(void **state) {
    (void)state;
    tact_shape ball = tact_shape_sphere(1.25), box = tact_shape_box(2, 2, 2);
    for (int is_cavity = 0; is_cavity < 2; is_cavity++) {
        soup inner = cube_soup(1);
        if (is_cavity)
            soup_turn_inside_out(&inner);
        solid s = solid_make_simple(soup_join(cube_soup(4), inner));
        tacti_object m = {
            .bvh = s.body.bvh, .interior = s.interior, .pose = pose_at(0.5, 0.5, 0.75)};
        tacti_object a = {.shape = &ball, .pose = tact_pose_identity()};
        tacti_object b = {.shape = &box, .pose = m.pose};
        tact_relation known = is_cavity ? TACT_RELATION_CROSSING : TACT_RELATION_A_IN_B;
        assert_int_equal(relation_of(&a, &m), known);
        assert_int_equal(relation_of(&b, &m), known);
        solid_free(&s);
    }
}

/* An open mesh gives an estimate or nothing. */
static void test_open_mesh(void **state) {
    (void)state;
    soup s = soup_make(4, 3);
    static const uint32_t faces[9] = {0, 1, 2, 0, 3, 1, 1, 3, 2};
    s.vertices[0] = (tact_vec3){0, 0, 0};
    s.vertices[1] = (tact_vec3){4, 0, 0};
    s.vertices[2] = (tact_vec3){0, 4, 0};
    s.vertices[3] = (tact_vec3){0, 0, 4};
    for (int i = 0; i < 9; i++)
        s.indices[i] = faces[i];
    solid open = solid_make(NULL, s);
    tact_shape ball = tact_shape_sphere(0.125);
    tacti_object mesh = {
        .bvh = open.body.bvh, .interior = open.interior, .pose = tact_pose_identity()};
    tacti_object far = {.shape = &ball, .pose = pose_at(9, 9, 9)};
    tacti_object on = {.shape = &ball, .pose = pose_at(1, 1, 0)};
    tacti_object_relation r;
    assert_int_equal(tacti_object_classify(NULL, &far, &mesh, NULL, &r), TACT_OK);
    assert_int_equal(r.relation, TACT_RELATION_APART);
    assert_true(r.is_estimate);
    assert_int_equal(tacti_object_classify(NULL, &on, &mesh, NULL, &r), TACT_OK);
    assert_int_equal(r.relation, TACT_RELATION_UNDECIDED);
    assert_int_equal(r.reason, TACT_REASON_OPEN);
    solid_free(&open);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lattice),   cmocka_unit_test(test_plain),
        cmocka_unit_test(test_with_mesh), cmocka_unit_test(test_shell_inside),
        cmocka_unit_test(test_open_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
