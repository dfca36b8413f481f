/* SPDX-License-Identifier: MIT */
/* Which objects are refused, what a budget does, and filled meshes around shapes and meshes. */
#include "scenes.h"
#include "solids.h"

#include <math.h>
#include <string.h>
#include "manifold/manifold.h"
#include "depth/depth_answer.h"
#include "contacts/contacts.h"
#include "object/object.h"

static const tact_vec3 corners[8] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                     {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};

static soup cube_soup(double half) {
    static const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    soup s = soup_make(8, 12);
    memcpy(s.vertices, corners, sizeof corners);
    memcpy(s.indices, faces, sizeof faces);
    soup_move(&s, half, (tact_vec3){0, 0, 0});
    return s;
}

static bool count_contact(void *user, uint32_t a, uint32_t b) {
    uint32_t *count = user;
    (void)a;
    (void)b;
    ++*count;
    return true;
}

/* Asks all questions. Returns the status that all of them return. */
static tact_status status_of(const tacti_object *a, const tacti_object *b) {
    tacti_object_collision c;
    tacti_object_distance_answer d;
    tacti_contact_summary s;
    uint32_t count = 0;
    tact_status status = tacti_object_collide(a, b, NULL, &c);
    assert_int_equal(tacti_object_distance(a, b, NULL, &d), status);
    assert_int_equal(tacti_object_contacts(a, b, NULL, count_contact, &count, &s), status);
    return status;
}

/* Asks in both orders. */
static void check_status(const tacti_object *a, const tacti_object *b, tact_status status) {
    assert_int_equal(status_of(a, b), status);
    assert_int_equal(status_of(b, a), status);
}

static void test_refused(void **state) {
    (void)state;
    solid cube = solid_make_simple(cube_soup(1));
    tact_shape box = tact_shape_box(1, 1, 1), bad = box, wild = box;
    tacti_object mesh = {.bvh = cube.body.bvh, .pose = tact_pose_identity()};
    tacti_object shape = {.shape = &box, .pose = tact_pose_identity()}, o;
    check_status(&mesh, &shape, TACT_OK);
    check_status(&mesh, NULL, TACT_INVALID_ARGUMENT);
    check_status(&shape, NULL, TACT_INVALID_ARGUMENT);
    o = (tacti_object){.pose = tact_pose_identity()};
    check_status(&mesh, &o, TACT_INVALID_ARGUMENT); /* nothing */
    check_status(&shape, &o, TACT_INVALID_ARGUMENT);
    o = mesh;
    o.shape = &box;
    check_status(&mesh, &o, TACT_INVALID_ARGUMENT); /* both */
    o = shape;
    o.interior = cube.interior;
    check_status(&mesh, &o, TACT_INVALID_ARGUMENT); /* a shape needs none */
    bad.core.half_extents.x = (double)NAN;
    o = (tacti_object){.shape = &bad, .pose = tact_pose_identity()};
    check_status(&mesh, &o, TACT_NOT_FINITE);
    bad.core.half_extents.x = -1;
    check_status(&mesh, &o, TACT_INVALID_ARGUMENT);
    wild.kind = (tact_shape_kind)99;
    o.shape = &wild;
    check_status(&mesh, &o, TACT_INVALID_ARGUMENT);
    check_status(&shape, &o, TACT_INVALID_ARGUMENT);
    solid_free(&cube);
}

static void test_poses(void **state) {
    (void)state;
    solid cube = solid_make_simple(cube_soup(1));
    tact_shape box = tact_shape_box(1, 1, 1);
    tacti_object mesh = {.bvh = cube.body.bvh, .pose = tact_pose_identity()};
    tacti_object shape = {.shape = &box, .pose = tact_pose_identity()}, o;
    for (int i = 0; i < 2; i++) {
        const tacti_object *other = i == 0 ? &shape : &mesh;
        o = i == 0 ? mesh : shape;
        o.pose.m[0] = 2;
        check_status(&o, other, TACT_INVALID_POSE);
        o = i == 0 ? mesh : shape;
        o.pose.m[3] = (double)NAN;
        check_status(&o, other, TACT_NOT_FINITE);
        o = i == 0 ? mesh : shape;
        o.pose.m[3] = 0x1p600;
        check_status(&o, other, TACT_INVALID_POSE);
    }
    tacti_object_relation r;
    assert_int_equal(tacti_object_classify(NULL, &mesh, &shape, NULL, &r), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_object_classify(NULL, &shape, &shape, NULL, NULL),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_object_collide(&shape, &shape, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_object_distance(&shape, &mesh, NULL, NULL), TACT_INVALID_ARGUMENT);
    tacti_convex_depth_answer p;
    tacti_manifold m;
    assert_int_equal(tacti_object_depth(&shape, NULL, &p), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_object_depth(&shape, &mesh, &p), TACT_UNSUPPORTED);
    assert_int_equal(tacti_object_manifold(&mesh, &mesh, 0, &m), TACT_UNSUPPORTED);
    assert_int_equal(tacti_object_contacts(&shape, &mesh, NULL, NULL, NULL, NULL),
                     TACT_INVALID_ARGUMENT);
    solid_free(&cube);
}

static void test_empty(void **state) {
    (void)state;
    soup none = soup_make(0, 0);
    body b = body_make(NULL, &none, NULL);
    tact_shape box = tact_shape_box(1, 1, 1);
    tacti_object mesh = {.bvh = b.bvh, .pose = tact_pose_identity()};
    tacti_object shape = {.shape = &box, .pose = tact_pose_identity()};
    tacti_object_collision c;
    tacti_object_distance_answer d;
    assert_int_equal(tacti_object_collide(&mesh, &shape, NULL, &c), TACT_OK);
    assert_int_equal(c.outcome, TACT_OUTCOME_APART);
    assert_int_equal(tacti_object_distance(&shape, &mesh, NULL, &d), TACT_OK);
    assert_int_equal(d.outcome, TACT_OUTCOME_APART);
    assert_true(d.distance == HUGE_VAL && d.lower == HUGE_VAL && d.is_complete);
    assert_int_equal(d.b, TACT_NO_TRIANGLE);
    body_free(&b);
    soup_free(&none);
}

/* ---- Budget ------------------------------------------------------------------------------- */

/* With every budget the answer is that without one, or undecided, and bounds hold. */
static void check_budgets(const tacti_object *a, const tacti_object *b) {
    tacti_object_collision c, known;
    tacti_object_distance_answer d, measured;
    tacti_query_desc desc = tacti_query_desc_default();
    assert_int_equal(tacti_object_collide(a, b, NULL, &known), TACT_OK);
    assert_int_equal(tacti_object_distance(a, b, NULL, &measured), TACT_OK);
    bool was_open = false, was_known = false, was_bounded = false;
    for (desc.budget = 0; desc.budget < 4000; desc.budget = desc.budget * 5 / 4 + 1) {
        assert_int_equal(tacti_object_collide(a, b, &desc, &c), TACT_OK);
        if (c.outcome != TACT_OUTCOME_UNDECIDED)
            assert_int_equal(c.outcome, known.outcome);
        assert_true(c.work.box_tests + c.work.triangle_tests < desc.budget + 17);
        was_open |= c.outcome == TACT_OUTCOME_UNDECIDED;
        was_known |= c.outcome != TACT_OUTCOME_UNDECIDED;
        assert_int_equal(tacti_object_distance(a, b, &desc, &d), TACT_OK);
        assert_true(d.lower <= measured.upper && d.upper >= measured.lower);
        if (d.is_complete)
            assert_true(d.distance == measured.distance);
        if (d.outcome != TACT_OUTCOME_UNDECIDED)
            assert_int_equal(d.outcome, measured.outcome);
        assert_true((d.distance == 0) == (d.outcome != TACT_OUTCOME_APART));
        was_bounded |= !d.is_complete && d.lower > 0.5 * measured.distance;
    }
    assert_true(was_open && was_known);
    /* What is left out has a useful bound long before the search ends. */
    assert_true(was_bounded == (measured.distance > 0));
}

static void test_budget(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_budget");
    soup s = soup_make(1200, 400);
    for (uint32_t i = 0; i < 1200; i++) {
        tact_vec3 near = vec3_random_direction(&rng, 0.1);
        tact_vec3 at = {(double)(i / 3 % 20) - 10, (double)(i / 60) - 10, 0};
        s.vertices[i] = tact_vec3_add(at, near);
        s.indices[i] = i;
    }
    body b = body_make(NULL, &s, NULL);
    tact_shape box = tact_shape_box(2, 3, 0.5), ball = tact_shape_sphere(2);
    tacti_object mesh = {.bvh = b.bvh, .pose = tact_pose_identity()}, shape = {0};
    for (int i = 0; i < 4; i++) {
        shape.shape = i % 2 == 0 ? &box : &ball;
        shape.pose = pose_at(0.3, 0.2, i < 2 ? 0.4 : 4);
        check_budgets(&shape, &mesh);
    }
    body_free(&b);
    soup_free(&s);
}

/* ---- Filled meshes ------------------------------------------------------------------------ */

typedef struct filled_case {
    double x;             /* where the content is */
    bool is_filled;       /* the outer mesh has its interior */
    tact_outcome outcome; /* the truth */
} filled_case;

static const filled_case filled_cases[] = {
    {0, true, TACT_OUTCOME_CONTACT},  {0, false, TACT_OUTCOME_APART},
    {9, true, TACT_OUTCOME_APART},    {4, true, TACT_OUTCOME_CONTACT},
    {4, false, TACT_OUTCOME_CONTACT},
};

static void check_filled(const tacti_object *content, const tacti_object *outer,
                         const filled_case *known) {
    for (int order = 0; order < 2; order++) {
        const tacti_object *a = order == 0 ? content : outer, *b = order == 0 ? outer : content;
        tacti_object_collision c;
        tacti_object_distance_answer d;
        assert_int_equal(tacti_object_collide(a, b, NULL, &c), TACT_OK);
        assert_int_equal(c.outcome, known->outcome);
        assert_int_equal(c.is_contained, known->is_filled && known->x == 0);
        assert_int_equal(tacti_object_distance(a, b, NULL, &d), TACT_OK);
        assert_int_equal(d.outcome, known->outcome);
        assert_true((d.distance == 0) == (known->outcome == TACT_OUTCOME_CONTACT));
        if (c.is_contained)
            assert_true(fabs(c.point.x) <= 1 && fabs(c.point.y) <= 1 && fabs(c.point.z) <= 1);
    }
}

static void test_filled(void **state) {
    (void)state;
    solid outer = solid_make_simple(cube_soup(4)), inner = solid_make_simple(cube_soup(1));
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, corners, 8, &hull), TACT_OK);
    tact_shape shapes[] = {tact_shape_sphere(1), tact_shape_box(1, 1, 1), tact_shape_cone(1, 1),
                           tact_shape_hull(hull), tact_shape_ellipsoid(1, 0.5, 1)};
    for (size_t i = 0; i < sizeof filled_cases / sizeof *filled_cases; i++) {
        const filled_case *known = &filled_cases[i];
        tacti_object mesh = {.bvh = outer.body.bvh, .pose = tact_pose_identity()};
        mesh.interior = known->is_filled ? outer.interior : NULL;
        for (size_t k = 0; k < 5; k++) {
            tacti_object shape = {.shape = &shapes[k], .pose = pose_at(known->x, 0, 0)};
            check_filled(&shape, &mesh, known);
        }
        tacti_object content = {.bvh = inner.body.bvh, .pose = pose_at(known->x, 0, 0)};
        check_filled(&content, &mesh, known);
    }
    /* The pieces of a mesh are not known if its hierarchy is not made for solids. */
    body plain = body_make(NULL, &inner.soup, NULL);
    tacti_object mesh = {.bvh = outer.body.bvh, .interior = outer.interior};
    tacti_object content = {.bvh = plain.bvh, .pose = tact_pose_identity()};
    mesh.pose = tact_pose_identity();
    tacti_object_collision c;
    assert_int_equal(tacti_object_collide(&content, &mesh, NULL, &c), TACT_INVALID_ARGUMENT);
    /* The interior of another hierarchy. */
    content.interior = outer.interior;
    assert_int_equal(tacti_object_collide(&content, &mesh, NULL, &c), TACT_INVALID_ARGUMENT);
    body_free(&plain);
    tact_hull_destroy(hull);
    solid_free(&inner);
    solid_free(&outer);
}

/* ---- Exactly touching --------------------------------------------------------------------- */

static void check_touch(const tact_shape *shape, const tacti_object *mesh, tact_pose pose,
                        bool touches) {
    tacti_object object = {.shape = shape, .pose = pose};
    tacti_object_collision c;
    tacti_object_distance_answer d;
    assert_int_equal(tacti_object_collide(&object, mesh, NULL, &c), TACT_OK);
    assert_int_equal(c.outcome, touches ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
    assert_int_equal(tacti_object_distance(mesh, &object, NULL, &d), TACT_OK);
    assert_int_equal(d.outcome, c.outcome);
    assert_true((d.distance == 0) == touches);
}

static void test_exact_touch(void **state) {
    (void)state;
    solid cube = solid_make_simple(cube_soup(1));
    tacti_object mesh = {.bvh = cube.body.bvh, .pose = tact_pose_identity()};
    tact_shape ball = tact_shape_sphere(3), box = tact_shape_box(1, 2, 0.25);
    tact_shape capsule = tact_shape_capsule(1, 0.5);
    double up = nextafter(2, 3), more = nextafter(3, 4);
    /* From the corner (1, 1, 1): 3^2 = 2^2 + 2^2 + 1^2. */
    check_touch(&ball, &mesh, pose_at(3, 3, 2), true);
    check_touch(&ball, &mesh, pose_at(more, 3, 2), false);
    /* Flush on a face. */
    check_touch(&box, &mesh, pose_at(2, 0.5, 0), true);
    check_touch(&box, &mesh, pose_at(up, 0.5, 0), false);
    check_touch(&capsule, &mesh, pose_at(0, 1.5, 0), true);
    check_touch(&capsule, &mesh, pose_at(0, nextafter(1.5, 2), 0), false);
    solid_free(&cube);
}

/* At the end of the range, at which coordinates can be placed only once. */
static void test_far_out(void **state) {
    (void)state;
    double unit = 0x1p498;
    soup s = cube_soup(unit);
    body b = body_make(NULL, &s, NULL);
    tacti_object mesh = {.bvh = b.bvh, .pose = tact_pose_identity()};
    tact_shape box = tact_shape_box(0.25 * unit, 0.25 * unit, 0.25 * unit);
    check_touch(&box, &mesh, pose_at(1.25 * unit, 0, 0), true);
    check_touch(&box, &mesh, pose_at(nextafter(1.25, 2) * unit, 0, 0), false);
    check_touch(&box, &mesh, pose_at(0, 0, 0), false);
    body_free(&b);
    soup_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused), cmocka_unit_test(test_poses),
        cmocka_unit_test(test_empty),   cmocka_unit_test(test_budget),
        cmocka_unit_test(test_filled),  cmocka_unit_test(test_exact_touch),
        cmocka_unit_test(test_far_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
