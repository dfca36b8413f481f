/* SPDX-License-Identifier: MIT */
/* Curves and patches with known answers: cubes that share a face, part of one, an edge, a corner; a
 * bar through a block; curves that end, that close, that meet in a point. Also invalid arguments,
 * and a failure of every single allocation. */
#include "curve_truth.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "curve/curves.h"
#include "frame/placed.h"

/* ---- Scenes ------------------------------------------------------------------------------- */

static soup make_box(tact_vec3 size, uint32_t cells) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_box(NULL, size, cells, &mesh), TACT_OK);
    return soup_take(mesh);
}

/* Two boxes, the first around the origin. */
static curve_case make_boxes(tact_vec3 size_a, uint32_t cells_a, tact_vec3 size_b, uint32_t cells_b,
                             tact_pose pose_b) {
    soup a = make_box(size_a, cells_a), b = make_box(size_b, cells_b);
    curve_case c = curve_case_make(NULL, &a, tact_pose_identity(), &b, pose_b);
    soup_free(&a);
    soup_free(&b);
    return c;
}

/* Two meshes of two triangles each, given by their corners. */
static curve_case make_triangles(const tact_triangle *a, uint32_t count_a, const tact_triangle *b,
                                 uint32_t count_b) {
    soup s[2] = {soup_make(3 * count_a, count_a), soup_make(3 * count_b, count_b)};
    for (int side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < s[side].vertex_count; i++) {
            s[side].vertices[i] = (side == 0 ? a : b)[i / 3].v[i % 3];
            s[side].indices[i] = i;
        }
    }
    curve_case c = curve_case_make(NULL, &s[0], tact_pose_identity(), &s[1], tact_pose_identity());
    soup_free(&s[0]);
    soup_free(&s[1]);
    return c;
}

static void check_figures(const curve_case *c, uint32_t curves, uint32_t closed, uint32_t lone,
                          double length, double area) {
    assert_int_equal(c->summary.curve_count, curves);
    assert_int_equal(c->summary.closed_count, closed);
    assert_int_equal(c->summary.lone_count, lone);
    assert_true(fabs(c->summary.length - length) <= 1e-12);
    assert_true(fabs(c->summary.patch_area - area) <= 1e-12);
    assert_int_equal(tact_curve_set_view(c->set).curve_count, curves + lone);
}

/* ---- Boxes -------------------------------------------------------------------------------- */

static const tact_vec3 unit = {1, 1, 1};

static void test_flush_cubes(void **state) {
    (void)state;
    /* The whole face, whatever the cells: only patches. */
    for (uint32_t cells = 1; cells <= 4; cells++) {
        curve_case c = make_boxes(unit, cells, unit, 1 + cells % 3, pose_at(0, 0, 1));
        check_figures(&c, 0, 0, 0, 0, 1);
        for (uint32_t i = 0; i < c.summary.patch_count; i++)
            assert_false(tact_curve_set_view(c.set).patches[i].is_same_side);
        curve_case_free(&c);
    }
    /* A quarter of it. Then a shift by a third in both directions, which is not on the cells. */
    curve_case c = make_boxes(unit, 2, unit, 2, pose_at(0.5, 0.5, 1));
    check_figures(&c, 0, 0, 0, 0, 0.25);
    curve_case_free(&c);
    c = make_boxes(unit, 3, unit, 2, pose_at(-0.375, 0.125, 1));
    check_figures(&c, 0, 0, 0, 0, 0.625 * 0.875);
    curve_case_free(&c);
    /* A small one in the middle of a large one. */
    c = make_boxes(tact_vec3_make(3, 3, 1), 3, unit, 1, pose_at(0.25, 0.125, 1));
    check_figures(&c, 0, 0, 0, 0, 1);
    curve_case_free(&c);
}

/* A small cube in a large one, flush with its top: a patch of the top, on the same side. The
 * boundary of the patch is not a curve, and nothing else meets. Then the small cube is pushed half
 * out of a side, and a curve runs around it on that side. */
static void test_flush_from_inside(void **state) {
    (void)state;
    curve_case c = make_boxes(tact_vec3_make(3, 3, 3), 1, unit, 1, pose_at(0.25, 0.125, 1));
    check_figures(&c, 0, 0, 0, 0, 1);
    for (uint32_t i = 0; i < c.summary.patch_count; i++)
        assert_true(tact_curve_set_view(c.set).patches[i].is_same_side);
    curve_case_free(&c);
    /* Half out of the side at x = 1.5: the patch is 1/2 x 1. On the side, a curve runs from one of
     * the patch's corners down, along, and up again to another corner. */
    c = make_boxes(tact_vec3_make(3, 3, 3), 1, unit, 1, pose_at(1.5, 0.125, 1));
    check_figures(&c, 1, 0, 0, 3, 0.5);
    curve_case_free(&c);
}

static void test_touching_edges(void **state) {
    (void)state;
    curve_case c = make_boxes(unit, 1, unit, 1, pose_at(1, 1, 0));
    check_figures(&c, 1, 0, 0, 1, 0);
    assert_int_equal(tact_curve_set_view(c.set).curves[0].count, 2);
    curve_case_free(&c);
    /* Different cells, shifted along the edge: one curve over all of their vertices. */
    c = make_boxes(unit, 2, unit, 1, pose_at(1, -1, 0.25));
    check_figures(&c, 1, 0, 0, 0.75, 0);
    assert_int_equal(tact_curve_set_view(c.set).curves[0].count, 3);
    curve_case_free(&c);
    /* An edge on a face: a box that stands on its edge. */
    tact_pose turned = pose_at(0, 0, 1.5);
    turned.m[5] = turned.m[10] = 0.6;
    turned.m[6] = -0.8;
    turned.m[9] = 0.8;
    soup a = make_box(unit, 1), b = make_box(tact_vec3_make(0.5, 1, 1), 1);
    double lowest = 2;
    for (uint32_t i = 0; i < b.vertex_count; i++)
        lowest = fmin(lowest, tact_pose_place(turned, b.vertices[i]).z);
    turned.m[11] += 0.5 - lowest;
    c = curve_case_make(NULL, &a, tact_pose_identity(), &b, turned);
    check_figures(&c, 1, 0, 0, 0.5, 0);
    curve_case_free(&c);
    soup_free(&a);
    soup_free(&b);
}

static void test_touching_corners(void **state) {
    (void)state;
    curve_case c = make_boxes(unit, 2, unit, 3, pose_at(1, 1, 1));
    check_figures(&c, 0, 0, 1, 0, 0);
    tact_curve_source source = tact_curve_set_view(c.set).sources[0];
    assert_int_equal(source.a[1], TACT_NO_VERTEX);
    assert_int_equal(source.b[1], TACT_NO_VERTEX);
    tact_vec3 p = tact_curve_set_view(c.set).points[0];
    assert_true(p.x == 0.5 && p.y == 0.5 && p.z == 0.5);
    curve_case_free(&c);
}

/* A bar through a block: one curve around its entry and one around its exit. */
static void test_bar(void **state) {
    (void)state;
    curve_case c = make_boxes(tact_vec3_make(2, 2, 2), 5, tact_vec3_make(1, 0.5, 4), 3,
                              pose_at(0.0413, 0.0271, 0.0119));
    check_figures(&c, 2, 2, 0, 6, 0);
    assert_true(fabs(tact_curve_set_view(c.set).curves[0].length - 3) <= 1e-12);
    curve_case_free(&c);
    /* The same box twice: its whole surface. */
    c = make_boxes(unit, 2, unit, 2, tact_pose_identity());
    check_figures(&c, 0, 0, 0, 0, 6);
    curve_case_free(&c);
}

/* ---- Triangles ---------------------------------------------------------------------------- */

static const tact_triangle floor_triangle = {{{-4, -4, 0}, {8, -4, 0}, {-4, 8, 0}}};

/* A curve that ends on an open mesh, and its points in order. */
static void test_open_curve(void **state) {
    (void)state;
    const tact_triangle wall[2] = {{{{0, 0, -1}, {1, 0, -1}, {0, 0, 1}}},
                                   {{{1, -0.0, -1}, {1, 0, 1}, {-0.0, 0, 1}}}};
    curve_case c = make_triangles(&floor_triangle, 1, wall, 2);
    check_figures(&c, 1, 0, 0, 1, 0);
    assert_int_equal(tact_curve_set_view(c.set).curves[0].count, 3);
    const uint32_t *order = tact_curve_set_view(c.set).indices;
    const tact_vec3 *points = tact_curve_set_view(c.set).points;
    assert_true(points[order[1]].x == 0.5);
    assert_true(fabs(points[order[0]].x - points[order[2]].x) == 1);
    /* The ends lie on edges of b with one triangle, the middle on the edge with two. All lie in the
     * face of a. The vertices 2 and 5 are one, and so are 1 and 3. */
    const tact_curve_source *middle = &tact_curve_set_view(c.set).sources[order[1]];
    const uint32_t face[3] = {0, 1, 2}, edge[3] = {1, 2, TACT_NO_VERTEX};
    assert_memory_equal(middle->a, face, sizeof face);
    assert_memory_equal(middle->b, edge, sizeof edge);
    curve_case_free(&c);
}

/* The least of the vertices at one place names it, even if another is seen before. */
static void test_least_vertex(void **state) {
    (void)state;
    soup floor = soup_make(3, 1), wall = soup_make(6, 2);
    memcpy(floor.vertices, floor_triangle.v, sizeof floor_triangle.v);
    const tact_vec3 corners[6] = {{1, 0, -1}, {1, 0, 1},  {0, 0, 1},
                                  {0, 0, -1}, {1, 0, -1}, {0, 0, 1}};
    memcpy(wall.vertices, corners, sizeof corners);
    for (uint32_t i = 0; i < 6; i++)
        wall.indices[i] = (i + 3) % 6;
    for (uint32_t i = 0; i < 3; i++)
        floor.indices[i] = i;
    curve_case c = curve_case_make(NULL, &floor, tact_pose_identity(), &wall, tact_pose_identity());
    check_figures(&c, 1, 0, 0, 1, 0);
    const uint32_t *order = tact_curve_set_view(c.set).indices;
    const uint32_t edge[3] = {0, 2, TACT_NO_VERTEX};
    assert_memory_equal(tact_curve_set_view(c.set).sources[order[1]].b, edge, sizeof edge);
    curve_case_free(&c);
    soup_free(&floor);
    soup_free(&wall);
}

/* Three walls that meet in a line: three curves that end in one point. */
static void test_curves_meet(void **state) {
    (void)state;
    const tact_triangle walls[3] = {{{{0, 0, -1}, {0, 0, 1}, {2, 0, 0}}},
                                    {{{0, 0, -1}, {0, 0, 1}, {0, 2, 0}}},
                                    {{{0, 0, -1}, {0, 0, 1}, {-1, -1, 0}}}};
    curve_case c = make_triangles(&floor_triangle, 1, walls, 3);
    check_figures(&c, 3, 0, 0, 4 + sqrt(2), 0);
    curve_case_free(&c);
    /* Two loops through one point: walls around two triangles that share a corner. */
    const tact_vec3 ring[2][3] = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}},
                                  {{0, 0, 0}, {-1, 0, 0}, {-1, 1, 0}}};
    tact_triangle loops[12];
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++) {
            tact_vec3 p = ring[i][k], q = ring[i][(k + 1) % 3];
            tact_vec3 p_low = p, q_low = q;
            p.z = q.z = 1;
            p_low.z = q_low.z = -1;
            loops[6 * i + 2 * k] = (tact_triangle){{p_low, q_low, p}};
            loops[6 * i + 2 * k + 1] = (tact_triangle){{q_low, q, p}};
        }
    }
    c = make_triangles(&floor_triangle, 1, loops, 12);
    check_figures(&c, 2, 2, 0, 4 + 2 * sqrt(2), 0);
    const tact_curve *curves = tact_curve_set_view(c.set).curves;
    const uint32_t *order = tact_curve_set_view(c.set).indices;
    assert_int_equal(order[curves[0].first], order[curves[1].first]);
    curve_case_free(&c);
}

/* Triangles without area: a segment through the floor gives a point, a segment in the floor a line,
 * a point a point. The vertex in the middle of a line divides it. */
static void test_without_area(void **state) {
    (void)state;
    const tact_triangle through = {{{0, 0, -1}, {0, 0, 1}, {0, 0, 2}}};
    curve_case c = make_triangles(&floor_triangle, 1, &through, 1);
    check_figures(&c, 0, 0, 1, 0, 0);
    curve_case_free(&c);
    const tact_triangle lying = {{{0, 0, 0}, {3, 0, 0}, {1, 0, 0}}};
    c = make_triangles(&floor_triangle, 1, &lying, 1);
    check_figures(&c, 1, 0, 0, 3, 0);
    assert_int_equal(tact_curve_set_view(c.set).curves[0].count, 3);
    curve_case_free(&c);
    c = make_triangles(&lying, 1, &floor_triangle, 1);
    check_figures(&c, 1, 0, 0, 3, 0);
    curve_case_free(&c);
    const tact_triangle point = {{{1, 1, 0}, {1, 1, 0}, {1, 1, -0.0}}};
    c = make_triangles(&floor_triangle, 1, &point, 1);
    check_figures(&c, 0, 0, 1, 0, 0);
    assert_int_equal(tact_curve_set_view(c.set).sources[0].b[0], 0);
    curve_case_free(&c);
    /* Two lines that cross, each in the middle of the other. */
    const tact_triangle across = {{{1, -1, 0}, {1, 0, 0}, {1, 2, 0}}};
    c = make_triangles(&lying, 1, &across, 1);
    check_figures(&c, 0, 0, 1, 0, 0);
    const uint32_t middle[3] = {2, TACT_NO_VERTEX, TACT_NO_VERTEX};
    assert_memory_equal(tact_curve_set_view(c.set).sources[0].a, middle, sizeof middle);
    curve_case_free(&c);
}

/* ---- Refusals, budgets, memory ------------------------------------------------------------ */

typedef struct spheres {
    body sphere, empty;
    tacti_placed a, b, nothing;
    tact_curve_set *set;
} spheres;

static spheres spheres_make(const tact_context *context) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, 1, 4, &mesh), TACT_OK);
    soup s = soup_take(mesh), nothing = soup_make(0, 0);
    spheres f = {.sphere = body_make(context, &s, NULL),
                 .empty = body_make(context, &nothing, NULL)};
    soup_free(&s);
    soup_free(&nothing);
    f.a = (tacti_placed){f.sphere.bvh, tact_pose_identity()};
    f.b = (tacti_placed){f.sphere.bvh, pose_at(0.7, 0.1, 0.2)};
    f.nothing = (tacti_placed){f.empty.bvh, tact_pose_identity()};
    assert_int_equal(tact_curve_set_create(context, &f.set), TACT_OK);
    return f;
}

static void spheres_free(spheres *f) {
    tact_curve_set_destroy(f->set);
    body_free(&f->sphere);
    body_free(&f->empty);
}

static void check_empty(const tact_curve_set *set) {
    assert_int_equal(tact_curve_set_view(set).curve_count, 0);
    assert_int_equal(tact_curve_set_view(set).patch_count, 0);
    assert_int_equal(tact_curve_set_view(set).point_count, 0);
    assert_null(tact_curve_set_view(set).curves);
    assert_null(tact_curve_set_view(set).patches);
    assert_null(tact_curve_set_view(set).indices);
    assert_null(tact_curve_set_view(set).points);
    assert_null(tact_curve_set_view(set).sources);
}

static void test_refusals(void **state) {
    (void)state;
    spheres f = spheres_make(NULL);
    tact_curve_summary summary, before;
    assert_int_equal(tact_curve_set_create(NULL, NULL), TACT_INVALID_ARGUMENT);
    tact_curve_set_destroy(NULL);
    memset(&before, 0x5a, sizeof before);
    tacti_placed none = {NULL, tact_pose_identity()}, mirrored = f.b, nowhere = f.b;
    mirrored.pose.m[0] = -1;
    nowhere.pose.m[3] = NAN;
    tacti_query_desc wrong = tacti_query_desc_default();
    wrong.relative_error = -1;
    const struct {
        const tacti_placed *a, *b;
        const tacti_query_desc *desc;
        tact_status status;
    } refused[] = {{&none, &f.b, NULL, TACT_INVALID_ARGUMENT},
                   {&f.a, NULL, NULL, TACT_INVALID_ARGUMENT},
                   {&f.a, &mirrored, NULL, TACT_INVALID_POSE},
                   {&nowhere, &f.b, NULL, TACT_NOT_FINITE},
                   {&f.a, &f.b, &wrong, TACT_INVALID_ARGUMENT}};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        assert_int_equal(tacti_curve_set_fill(&f.a, &f.b, NULL, f.set, &summary), TACT_OK);
        assert_true(tact_curve_set_view(f.set).curve_count > 0);
        summary = before;
        assert_int_equal(
            tacti_curve_set_fill(refused[i].a, refused[i].b, refused[i].desc, f.set, &summary),
            refused[i].status);
        assert_memory_equal(&summary, &before, sizeof before);
        check_empty(f.set);
    }
    assert_int_equal(tacti_curve_set_fill(&f.a, &f.b, NULL, NULL, &summary), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_curve_set_fill(&f.a, &f.b, NULL, f.set, NULL), TACT_INVALID_ARGUMENT);
    /* Empty meshes have no curves. */
    assert_int_equal(tacti_curve_set_fill(&f.a, &f.nothing, NULL, f.set, &summary), TACT_OK);
    assert_int_equal(summary.outcome, TACT_OUTCOME_APART);
    check_empty(f.set);
    spheres_free(&f);
}

/* If a budget ends the query, the curves are those of the contacts that were found. */
static void test_budgets(void **state) {
    (void)state;
    spheres f = spheres_make(NULL);
    tacti_query_desc desc = tacti_query_desc_default();
    tact_curve_summary all, some;
    assert_int_equal(tacti_curve_set_fill(&f.a, &f.b, NULL, f.set, &all), TACT_OK);
    bool was_part = false;
    for (desc.budget = 0; desc.budget < 4000; desc.budget += 100) {
        assert_int_equal(tacti_curve_set_fill(&f.a, &f.b, &desc, f.set, &some), TACT_OK);
        assert_true(some.length <= all.length * (1 + 1e-12));
        assert_true(some.outcome == TACT_OUTCOME_UNDECIDED || some.length == all.length);
        was_part = was_part || (some.outcome == TACT_OUTCOME_UNDECIDED && some.curve_count > 0);
    }
    assert_true(was_part);
    spheres_free(&f);
}

static void check_memory(const soup *a, tact_pose pose_a, const soup *b, tact_pose pose_b) {
    body body_a = body_make(NULL, a, NULL), body_b = body_make(NULL, b, NULL);
    tacti_placed placed_a = {body_a.bvh, pose_a}, placed_b = {body_b.bvh, pose_b};
    bool is_done = false;
    for (uint64_t fail_at = 1; !is_done; fail_at++) {
        test_allocator allocator;
        tact_context *context = test_context_make(&allocator);
        allocator.fail_at = allocator.calls + fail_at;
        tact_curve_set *set = NULL;
        tact_curve_summary summary, before;
        memset(&before, 0x5a, sizeof before);
        summary = before;
        tact_status status = tact_curve_set_create(context, &set);
        assert_int_equal(set != NULL, status == TACT_OK);
        if (status == TACT_OK) {
            status = tacti_curve_set_fill(&placed_a, &placed_b, NULL, set, &summary);
            if (status != TACT_OK) {
                assert_memory_equal(&summary, &before, sizeof before);
                check_empty(set);
            }
            /* The set can be used again, and then takes no more memory. */
            assert_int_equal(tacti_curve_set_fill(&placed_a, &placed_b, NULL, set, &summary),
                             TACT_OK);
            uint64_t calls = allocator.calls;
            assert_int_equal(tacti_curve_set_fill(&placed_a, &placed_b, NULL, set, &summary),
                             TACT_OK);
            assert_int_equal(allocator.calls, calls);
        }
        is_done = status == TACT_OK;
        assert_true(is_done || status == TACT_OUT_OF_MEMORY);
        assert_true(!is_done || fail_at > 15);
        tact_curve_set_destroy(set);
        tact_context_destroy(context);
        assert_int_equal(allocator.live, 0);
    }
    body_free(&body_a);
    body_free(&body_b);
}

static void test_memory_ends_at_every_allocation(void **state) {
    (void)state;
    soup a = make_box(unit, 4), b = make_box(unit, 3);
    check_memory(&a, tact_pose_identity(), &b, pose_at(0.3, 0.2, 0.1));
    check_memory(&a, tact_pose_identity(), &b, pose_at(0.25, 0.5, 1));
    soup_free(&a);
    soup_free(&b);
    /* Several triangles without area on one line. */
    soup floor = soup_make(3, 1), lines = soup_make(6, 4);
    memcpy(floor.vertices, floor_triangle.v, sizeof floor_triangle.v);
    for (uint32_t i = 0; i < 3; i++)
        floor.indices[i] = i;
    for (uint32_t i = 0; i < 6; i++)
        lines.vertices[i] = tact_vec3_make(0.5 * i, 0, 0);
    const uint32_t fan[12] = {0, 5, 1, 1, 5, 2, 2, 5, 3, 3, 5, 4};
    memcpy(lines.indices, fan, sizeof fan);
    check_memory(&floor, tact_pose_identity(), &lines, tact_pose_identity());
    curve_case c =
        curve_case_make(NULL, &floor, tact_pose_identity(), &lines, tact_pose_identity());
    check_figures(&c, 1, 0, 0, 2.5, 0);
    assert_int_equal(tact_curve_set_view(c.set).curves[0].count, 6);
    curve_case_free(&c);
    soup_free(&floor);
    soup_free(&lines);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flush_cubes),
        cmocka_unit_test(test_flush_from_inside),
        cmocka_unit_test(test_touching_edges),
        cmocka_unit_test(test_touching_corners),
        cmocka_unit_test(test_bar),
        cmocka_unit_test(test_open_curve),
        cmocka_unit_test(test_least_vertex),
        cmocka_unit_test(test_curves_meet),
        cmocka_unit_test(test_without_area),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_memory_ends_at_every_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
