/* SPDX-License-Identifier: MIT */
/* Each question about each two kinds of objects is asked of real objects whose answer is known, in
 * both orders. Depths and manifolds of meshes are unsupported and leave the answer alone. */
#include "solids.h"

#include <math.h>
#include <string.h>
#include "manifold/manifold.h"
#include "depth/depth_answer.h"
#include "contacts/contacts.h"
#include "object/object.h"

/* The kinds of shapes, and after them a filled mesh. */
#define MESH_KIND TACTI_SHAPE_KINDS
#define KIND_COUNT (MESH_KIND + 1)

/* One object of each kind, each on the z axis from -1 to 1 (a half-space from below to 1). The
 * objects are wide enough that the nearest points of two that are stacked lie on the axis. */
typedef struct zoo {
    tact_shape shape[TACTI_SHAPE_KINDS];
    tact_hull *hull;
    solid cube;
} zoo;

static const tact_vec3 corners[8] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                     {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};

static soup cube_soup(void) {
    static const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    soup s = soup_make(8, 12);
    memcpy(s.vertices, corners, sizeof corners);
    memcpy(s.indices, faces, sizeof faces);
    return s;
}

static int zoo_set_up(void **state) {
    static zoo z;
    assert_int_equal(tact_hull_create(NULL, corners, 8, &z.hull), TACT_OK);
    z.cube = solid_make_simple(cube_soup());
    z.shape[TACT_SHAPE_SPHERE] = tact_shape_sphere(1);
    z.shape[TACT_SHAPE_SEGMENT] = tact_shape_capsule(0.5, 0.5);
    z.shape[TACT_SHAPE_TRIANGLE] =
        tact_shape_triangle((tact_triangle){{{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}}});
    z.shape[TACT_SHAPE_BOX] = tact_shape_box(1, 1, 1);
    z.shape[TACT_SHAPE_HULL] = tact_shape_hull(z.hull);
    z.shape[TACT_SHAPE_CYLINDER] = tact_shape_cylinder(0.75, 1);
    z.shape[TACT_SHAPE_CONE] = tact_shape_cone(0.75, 1);
    z.shape[TACT_SHAPE_ELLIPSOID] = tact_shape_ellipsoid(0.5, 0.75, 1);
    z.shape[TACT_SHAPE_HALF_SPACE] = tact_shape_half_space((tact_vec3){0, 0, 1}, 1);
    *state = &z;
    return 0;
}

static int zoo_tear_down(void **state) {
    zoo *z = *state;
    tact_hull_destroy(z->hull);
    solid_free(&z->cube);
    return 0;
}

/* The object of a kind with its middle at a height, rotated by 90 degrees about z, so that no two
 * flat objects lie in one plane. A half-space comes from above instead. */
static tacti_object stand(const zoo *z, int kind, double height, bool is_upper) {
    tacti_object object = {.pose = pose_at(0, 0, height)};
    if (kind == MESH_KIND) {
        object.bvh = z->cube.body.bvh;
        object.interior = z->cube.interior;
    } else {
        object.shape = &z->shape[kind];
    }
    if (is_upper && kind == TACT_SHAPE_HALF_SPACE) {
        static const double turned[12] = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0};
        memcpy(object.pose.m, turned, sizeof turned);
        object.pose.m[11] = height;
    } else if (is_upper) {
        static const double turned[12] = {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0};
        memcpy(object.pose.m, turned, sizeof turned);
        object.pose.m[11] = height;
    }
    return object;
}

/* ---- Questions ---------------------------------------------------------------------------- */

/* Two objects, one above the other; overlap is negative if they are apart. */
typedef struct stack {
    tacti_object a, b; /* in the order in which they are asked about */
    int kind[2];
    double overlap;
} stack;

static bool has_mesh(const stack *s) {
    return s->kind[0] == MESH_KIND || s->kind[1] == MESH_KIND;
}

static tact_outcome expected(const stack *s) {
    return s->overlap > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
}

static void ask_collide(const stack *s) {
    tacti_object_collision c;
    assert_int_equal(tacti_object_collide(&s->a, &s->b, NULL, &c), TACT_OK);
    assert_int_equal(c.outcome, expected(s));
    assert_false(c.is_contained);
    bool is_contact = c.outcome == TACT_OUTCOME_CONTACT;
    assert_int_equal(c.a != TACT_NO_TRIANGLE, is_contact && s->kind[0] == MESH_KIND);
    assert_int_equal(c.b != TACT_NO_TRIANGLE, is_contact && s->kind[1] == MESH_KIND);
}

static void ask_distance(const stack *s) {
    tacti_object_distance_answer d;
    assert_int_equal(tacti_object_distance(&s->a, &s->b, NULL, &d), TACT_OK);
    assert_int_equal(d.outcome, expected(s));
    assert_true(d.is_complete);
    double known = s->overlap > 0 ? 0 : -s->overlap;
    assert_true(d.lower <= known && known <= d.upper);
    assert_true(fabs(d.distance - known) <= 1e-9);
    if (d.outcome == TACT_OUTCOME_APART)
        assert_true(fabs(fabs(d.point_a.z - d.point_b.z) - known) <= 1e-6);
}

static void ask_depth(const stack *s) {
    tacti_convex_depth_answer p, before;
    memset(&p, 7, sizeof p);
    memcpy(&before, &p, sizeof p);
    tact_status status = tacti_object_depth(&s->a, &s->b, &p);
    if (has_mesh(s)) {
        assert_int_equal(status, TACT_UNSUPPORTED);
        assert_memory_equal(&p, &before, sizeof p);
        return;
    }
    assert_int_equal(status, TACT_OK);
    assert_int_equal(p.outcome, expected(s));
    /* Moving them by overlap along z parts them. There may be a shorter way, but not of length 0.
     */
    if (p.outcome == TACT_OUTCOME_CONTACT)
        assert_true(p.lower > 0 && p.lower <= s->overlap && p.depth <= s->overlap + 1e-4);
    if (p.outcome == TACT_OUTCOME_APART)
        assert_true(p.upper == 0);
}

static void ask_manifold(const stack *s) {
    tacti_manifold m, before;
    memset(&m, 7, sizeof m);
    memcpy(&before, &m, sizeof m);
    tact_status status = tacti_object_manifold(&s->a, &s->b, 0, &m);
    if (has_mesh(s)) {
        assert_int_equal(status, TACT_UNSUPPORTED);
        assert_memory_equal(&m, &before, sizeof m);
        return;
    }
    assert_int_equal(status, TACT_OK);
    assert_int_equal(m.outcome, expected(s));
    if (m.outcome == TACT_OUTCOME_APART)
        assert_int_equal(m.point_count, 0);
    if (m.outcome == TACT_OUTCOME_CONTACT)
        assert_true(m.point_count > 0 && m.separation < 0);
}

static bool count_contact(void *user, uint32_t a, uint32_t b) {
    uint32_t *count = user;
    (void)a;
    (void)b;
    ++*count;
    return true;
}

static void ask_contacts(const stack *s) {
    tacti_contact_summary summary;
    uint32_t count = 0;
    assert_int_equal(tacti_object_contacts(&s->a, &s->b, NULL, count_contact, &count, &summary),
                     TACT_OK);
    assert_int_equal(summary.outcome, expected(s));
    assert_int_equal(summary.pair_count, count);
    assert_int_equal(count > 0, summary.outcome == TACT_OUTCOME_CONTACT);
    assert_true(has_mesh(s) || count <= 1);
}

static void ask_classify(const stack *s) {
    tacti_object_relation r;
    assert_int_equal(tacti_object_classify(NULL, &s->a, &s->b, NULL, &r), TACT_OK);
    tact_relation known = s->overlap > 0 ? TACT_RELATION_CROSSING : TACT_RELATION_APART;
    assert_int_equal(r.relation, known);
    assert_int_equal(r.reason, TACT_REASON_NONE);
    assert_false(r.is_estimate);
}

static void ask_all(const stack *s) {
    ask_collide(s);
    ask_distance(s);
    ask_depth(s);
    ask_manifold(s);
    ask_contacts(s);
    ask_classify(s);
}

/* ---- Tests -------------------------------------------------------------------------------- */

static void test_every_cell(void **state) {
    const zoo *z = *state;
    static const double overlaps[] = {-6, -0.125, 0.25};
    for (int lower = 0; lower < KIND_COUNT; lower++)
        for (int upper = 0; upper < KIND_COUNT; upper++)
            for (int i = 0; i < 3; i++) {
                stack s = {.kind = {lower, upper}, .overlap = overlaps[i]};
                s.a = stand(z, s.kind[0], 0, false);
                s.b = stand(z, s.kind[1], 2 - overlaps[i], true);
                ask_all(&s);
                stack swapped = {s.b, s.a, {s.kind[1], s.kind[0]}, s.overlap};
                ask_all(&swapped);
            }
}

/* The same stacks, touching in a point or face of the axis: collide, distance and depth say so for
 * every two shapes, and collide and distance for shapes and a mesh. */
static void test_touching_cells(void **state) {
    const zoo *z = *state;
    for (int lower = 0; lower < KIND_COUNT; lower++)
        for (int upper = 0; upper < KIND_COUNT; upper++) {
            tacti_object a = stand(z, lower, 0, false);
            tacti_object b = stand(z, upper, 2, true);
            for (int order = 0; order < 2; order++) {
                const tacti_object *p = order == 0 ? &a : &b, *q = order == 0 ? &b : &a;
                tacti_object_collision c;
                tacti_object_distance_answer d;
                tacti_convex_depth_answer deep;
                assert_int_equal(tacti_object_collide(p, q, NULL, &c), TACT_OK);
                assert_int_equal(c.outcome, TACT_OUTCOME_CONTACT);
                assert_int_equal(tacti_object_distance(p, q, NULL, &d), TACT_OK);
                assert_int_equal(d.outcome, TACT_OUTCOME_CONTACT);
                assert_true(d.distance == 0 && d.upper == 0);
                if (tacti_object_depth(p, q, &deep) == TACT_UNSUPPORTED)
                    continue;
                assert_int_equal(deep.outcome, TACT_OUTCOME_CONTACT);
                assert_true(deep.lower == 0 && deep.depth <= 1e-12);
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_cell),
        cmocka_unit_test(test_touching_cells),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
