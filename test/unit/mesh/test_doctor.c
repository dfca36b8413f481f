/* SPDX-License-Identifier: MIT */
/* tact_mesh_examine() on shapes whose findings are easy to count, and on triangles with one defect
 * each. */
#include "doctor_oracle.h"

#include <stdlib.h>
#include <string.h>

static tact_mesh_report examine(const hand_made *mesh) {
    tact_mesh_arrays arrays = hand_made_arrays(mesh);
    tact_mesh_report report;
    assert_int_equal(tact_mesh_examine(NULL, &arrays, &report), TACT_OK);
    tact_mesh_report expected = doctor_oracle(mesh);
    assert_same_findings(&report, &expected);
    return report;
}

static void add_unit_box(hand_made *mesh, double x, double y, double z) {
    hand_made_add_box(mesh, (tact_vec3){x, y, z}, (tact_vec3){1, 1, 1});
}

static void expect_sound(const tact_mesh_report *report) {
    assert_true(report->is_closed && report->is_closed_when_welded);
    assert_int_equal(report->zero_area.count, 0);
    assert_int_equal(report->zero_area.first, UINT32_MAX);
    assert_int_equal(report->duplicate_triangles.count, 0);
    assert_int_equal(report->coincident_triangles.count, 0);
    assert_int_equal(report->unused_vertices.count, 0);
    assert_int_equal(report->duplicate_vertices.count, 0);
}

static void closed_shapes(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    hand_made_add_tetrahedron(mesh, (tact_vec3){0, 0, 0}, 6);
    tact_mesh_report report = examine(mesh);
    expect_sound(&report);
    assert_int_equal(report.edge_count, 6);
    assert_int_equal(report.euler, 2);
    assert_int_equal(report.genus, 0);
    assert_true(report.volume == 36);
    add_unit_box(mesh, 10, 0, 0);
    report = examine(mesh);
    expect_sound(&report);
    assert_int_equal(report.component_count, 2);
    assert_int_equal(report.euler, 4);
    assert_int_equal(report.genus, 0);
    assert_true(report.volume == 37);
    assert_true(report.bounds.hi.x == 11 && report.bounds.hi.y == 6 && report.bounds.lo.z == 0);
    mesh->vertex_count = mesh->triangle_count = 0;
    hand_made_add_bipyramid(mesh, 100);
    hand_made_move(mesh, (tact_vec3){0, 0, 0}, 1000);
    hand_made_truncate(mesh);
    report = examine(mesh);
    expect_sound(&report);
    assert_int_equal(report.edge_count, 300);
    assert_int_equal(report.genus, 0);
    mesh->vertex_count = mesh->triangle_count = 0;
    add_unit_box(mesh, 2, 3, 4);
    report = examine(mesh);
    assert_true(report.area == 6 && report.volume == 1);
    free(mesh);
}

static void rings_have_a_genus(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    hand_made_add_torus(mesh, 7, 5);
    hand_made_move(mesh, (tact_vec3){0, 0, 0}, 1000);
    hand_made_truncate(mesh); /* the oracle wants integers */
    tact_mesh_report report = examine(mesh);
    expect_sound(&report);
    assert_int_equal(report.genus, 1);
    assert_int_equal(report.euler, 0);
    assert_true(report.volume > 0);
    /* Merge two of its vertices: still one handle, and one vertex with two fans. */
    hand_made_replace(mesh, 17, 3);
    report = examine(mesh);
    assert_true(report.is_closed);
    assert_int_equal(report.genus, 1);
    assert_int_equal(report.euler, -1);
    assert_int_equal(report.unused_vertices.count, 1);
    assert_int_equal(report.unused_vertices.first, 17);
    hand_made_add_torus(mesh, 3, 3);
    hand_made_move(mesh, (tact_vec3){0, 0, 0}, 0);
    report = examine(mesh);
    assert_int_equal(report.genus, 2);
    assert_int_equal(report.component_count, 2);
    assert_int_equal(report.zero_area.count, report.triangle_count);
    free(mesh);
}

static void a_moebius_strip_is_open_and_one_sided(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    hand_made_add_moebius(mesh, 12);
    hand_made_move(mesh, (tact_vec3){0, 0, 0}, 4096);
    hand_made_truncate(mesh); /* the oracle wants integers */
    tact_mesh_report report = examine(mesh);
    assert_false(report.is_closed || report.is_watertight);
    assert_int_equal(report.open_edges.count, 24);
    assert_int_equal(report.misoriented_edges.count, 1);
    assert_int_equal(report.nonmanifold_edges.count, 0);
    assert_int_equal(report.euler, 0);
    assert_int_equal(report.genus, -1);
    assert_int_equal(report.component_count, 1);
    free(mesh);
}

static void boxes_that_share_an_edge_or_a_vertex(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    add_unit_box(mesh, 0, 0, 0);
    add_unit_box(mesh, 1, 1, 0);
    tact_mesh_report report = examine(mesh);
    assert_int_equal(report.component_count, 2);
    assert_int_equal(report.duplicate_vertices.count, 2);
    assert_int_equal(report.duplicate_vertices.first, 8);
    assert_true(report.is_closed && !report.is_closed_when_welded && report.is_watertight);
    hand_made_replace(mesh, 8, 3);
    hand_made_replace(mesh, 12, 7);
    report = examine(mesh);
    assert_true(!report.is_closed && report.is_watertight);
    assert_int_equal(report.nonmanifold_edges.count, 1);
    assert_int_equal(report.edge_count, 35);
    assert_int_equal(report.component_count, 1);
    assert_int_equal(report.genus, -1);
    assert_true(report.volume == 2);
    mesh->vertex_count = mesh->triangle_count = 0;
    add_unit_box(mesh, 0, 0, 0);
    add_unit_box(mesh, 1, 1, 1);
    hand_made_replace(mesh, 8, 7);
    report = examine(mesh);
    assert_true(report.is_closed && report.is_closed_when_welded && report.is_watertight);
    assert_int_equal(report.component_count, 1);
    assert_int_equal(report.euler, 3);
    assert_int_equal(report.genus, 0);
    free(mesh);
}

static void an_open_box(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    add_unit_box(mesh, 0, 0, 0);
    mesh->triangle_count = 10;
    tact_mesh_report report = examine(mesh);
    assert_false(report.is_closed || report.is_watertight);
    assert_int_equal(report.open_edges.count, 4);
    assert_int_equal(report.euler, 1);
    assert_true(report.area == 5);
    free(mesh);
}

static void a_flipped_triangle(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    add_unit_box(mesh, 0, 0, 0);
    hand_made_flip(mesh, 5);
    tact_mesh_report report = examine(mesh);
    assert_false(report.is_closed || report.is_watertight);
    assert_int_equal(report.misoriented_edges.count, 3);
    assert_int_equal(report.open_edges.count, 0);
    assert_int_equal(report.nonmanifold_edges.count, 0);
    for (uint32_t i = 0; i < 12; i++)
        if (i != 5)
            hand_made_flip(mesh, i);
    report = examine(mesh);
    assert_true(report.is_closed);
    assert_true(report.volume == -1);
    free(mesh);
}

static void loose_triangles_close_when_welded(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    add_unit_box(mesh, 5, 5, 5);
    hand_made_take_apart(mesh);
    tact_mesh_report report = examine(mesh);
    assert_true(!report.is_closed && report.is_closed_when_welded && report.is_watertight);
    assert_int_equal(report.open_edges.count, 36);
    assert_int_equal(report.component_count, 12);
    assert_int_equal(report.duplicate_vertices.count, 28);
    assert_int_equal(report.coincident_triangles.count, 0);
    assert_int_equal(report.genus, -1);
    assert_true(report.volume == 1);
    tact_mesh_arrays arrays = hand_made_arrays(mesh);
    arrays.indices = NULL;
    tact_mesh_report implied;
    assert_int_equal(tact_mesh_examine(NULL, &arrays, &implied), TACT_OK);
    assert_same_findings(&implied, &report);
    free(mesh);
}

static void triangles_that_are_there_twice(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    add_unit_box(mesh, 0, 0, 0);
    memcpy(&mesh->indices[12], &mesh->indices[0], 12 * sizeof mesh->indices[0]);
    mesh->triangle_count = 24;
    for (uint32_t i = 12; i < 18; i++)
        hand_made_flip(mesh, i);
    tact_mesh_report report = examine(mesh);
    assert_int_equal(report.duplicate_triangles.count, 12);
    assert_int_equal(report.duplicate_triangles.first, 12);
    assert_int_equal(report.nonmanifold_edges.count, 18);
    assert_false(report.is_closed);
    mesh->vertex_count = mesh->triangle_count = 0;
    add_unit_box(mesh, 0, 0, 0);
    add_unit_box(mesh, 0, 0, 0);
    report = examine(mesh);
    assert_true(report.is_closed && !report.is_closed_when_welded && report.is_watertight);
    assert_int_equal(report.duplicate_triangles.count, 0);
    assert_int_equal(report.coincident_triangles.count, 12);
    assert_int_equal(report.coincident_triangles.first, 12);
    assert_true(report.volume == 2);
    free(mesh);
}

static void one_triangle_many_times(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    hand_made_vertex(mesh, 0, 0, 0);
    hand_made_vertex(mesh, 1, 0, 0);
    hand_made_vertex(mesh, 0, 1, 0);
    for (int count = 1; count < 200; count++) {
        hand_made_triangle(mesh, 0, 1, 2);
        if (count % 2 == 0)
            hand_made_flip(mesh, mesh->triangle_count - 1);
        tact_mesh_report report = examine(mesh);
        assert_int_equal(report.duplicate_triangles.count, count - 1);
        assert_int_equal(report.is_closed, count == 2);
        assert_int_equal(report.is_watertight, count % 2 == 0);
        assert_true(report.area == 0.5 * count);
        assert_true(report.volume == 0);
    }
    free(mesh);
}

/* Pages around one edge: too many sides to compare pair by pair. */
static void a_book_of_many_pages(void **state) {
    (void)state;
    test_rng rng = test_rng_start("book");
    hand_made *mesh = hand_made_create();
    for (int i = 0; i < 60; i++)
        hand_made_vertex(mesh, i, i * i, i % 7);
    for (int i = 0; i < 250; i++) {
        uint32_t a = 30 + test_rng_below(&rng, 2), page = test_rng_below(&rng, 60);
        hand_made_triangle(mesh, a, page, 61 - a);
    }
    tact_mesh_report report = examine(mesh);
    assert_true(report.duplicate_triangles.count >= 190);
    free(mesh);
}

static void triangles_of_fewer_vertices(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    for (int i = 0; i < 3; i++)
        hand_made_vertex(mesh, i, 0, 0);
    hand_made_triangle(mesh, 1, 1, 1); /* a loop with three sides */
    tact_mesh_report report = examine(mesh);
    assert_int_equal(report.edge_count, 1);
    assert_int_equal(report.nonmanifold_edges.count, 1);
    assert_int_equal(report.open_edges.count, 0);
    assert_int_equal(report.euler, 1);
    mesh->triangle_count = 0;
    hand_made_triangle(mesh, 0, 0, 1); /* a loop with one side, and an edge with two */
    report = examine(mesh);
    assert_int_equal(report.edge_count, 2);
    assert_int_equal(report.open_edges.count, 1);
    assert_int_equal(report.zero_area.count, 1);
    assert_false(report.is_closed);
    hand_made_triangle(mesh, 1, 0, 0);
    hand_made_triangle(mesh, 0, 1, 1);
    hand_made_triangle(mesh, 0, 1, 0);
    report = examine(mesh);
    assert_int_equal(report.duplicate_triangles.count, 2);
    assert_int_equal(report.duplicate_triangles.first, 1);
    free(mesh);
}

/* (a, a, b) runs from a to b and back, so its sides cancel. (a, a, a) has only loops. A collinear
 * triangle of three vertices has three sides like any other: it closes the gap at a vertex in the
 * middle of an edge. */
static void zero_area_keeps_a_mesh_watertight(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    hand_made_add_tetrahedron(mesh, (tact_vec3){0, 0, 0}, 2);
    hand_made_triangle(mesh, 0, 0, 1);
    hand_made_triangle(mesh, 2, 2, 2);
    tact_mesh_report report = examine(mesh);
    assert_true(!report.is_closed && report.is_watertight);
    /* The first triangle is cut in two at the middle of its first side. */
    const uint32_t *v = mesh->indices[0];
    uint32_t a = v[0], b = v[1], c = v[2];
    tact_vec3 p = mesh->vertices[a], q = mesh->vertices[b];
    hand_made_vertex(mesh, (p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2);
    uint32_t middle = mesh->vertex_count - 1;
    mesh->indices[0][1] = middle;
    hand_made_triangle(mesh, middle, b, c);
    assert_false(examine(mesh).is_watertight);
    hand_made_triangle(mesh, a, b, middle);
    assert_true(examine(mesh).is_watertight);
    free(mesh);
}

static void nothing_at_all(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    tact_mesh_report report = examine(mesh);
    assert_false(report.is_closed || report.is_closed_when_welded || report.is_watertight);
    assert_true(tact_box_is_empty(report.bounds));
    assert_true(report.area == 0 && report.volume == 0);
    assert_int_equal(report.genus, -1);
    tact_mesh_arrays none = {0};
    tact_mesh_report same;
    assert_int_equal(tact_mesh_examine(NULL, &none, &same), TACT_OK);
    assert_same_findings(&same, &report);
    hand_made_vertex(mesh, 1, 2, 3);
    report = examine(mesh);
    assert_int_equal(report.unused_vertices.count, 1);
    assert_true(tact_box_is_empty(report.bounds));
    free(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_shapes),
        cmocka_unit_test(rings_have_a_genus),
        cmocka_unit_test(a_moebius_strip_is_open_and_one_sided),
        cmocka_unit_test(boxes_that_share_an_edge_or_a_vertex),
        cmocka_unit_test(an_open_box),
        cmocka_unit_test(a_flipped_triangle),
        cmocka_unit_test(loose_triangles_close_when_welded),
        cmocka_unit_test(triangles_that_are_there_twice),
        cmocka_unit_test(one_triangle_many_times),
        cmocka_unit_test(a_book_of_many_pages),
        cmocka_unit_test(triangles_of_fewer_vertices),
        cmocka_unit_test(zero_area_keeps_a_mesh_watertight),
        cmocka_unit_test(nothing_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
