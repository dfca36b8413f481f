/* SPDX-License-Identifier: MIT */
/* tact_mesh_examine() on random triangles: against the oracle, under permutations, with every
 * layout, and with every number of workers. */
#include "doctor_oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tact_mesh_report examine(const tact_context *context, const hand_made *mesh) {
    tact_mesh_arrays arrays = hand_made_arrays(mesh);
    tact_mesh_report report;
    assert_int_equal(tact_mesh_examine(context, &arrays, &report), TACT_OK);
    return report;
}

static void expect_oracle(const hand_made *mesh) {
    tact_mesh_report report = examine(NULL, mesh), expected = doctor_oracle(mesh);
    assert_same_findings(&report, &expected);
    assert_true(isfinite(report.area) && report.area >= 0 && isfinite(report.volume));
}

/* Few vertices on a small grid, so that every defect occurs. */
static void make_soup(test_rng *rng, hand_made *mesh, bool with_bad) {
    mesh->vertex_count = mesh->triangle_count = 0;
    uint32_t vertices = 1 + test_rng_below(rng, 14), grid = 1 + test_rng_below(rng, 4);
    for (uint32_t i = 0; i < vertices; i++)
        hand_made_vertex(mesh, test_rng_below(rng, grid), -(double)test_rng_below(rng, grid),
                         test_rng_below(rng, grid));
    for (uint32_t i = test_rng_below(rng, 40); i > 0; i--)
        hand_made_triangle(mesh, test_rng_below(rng, vertices), test_rng_below(rng, vertices),
                           test_rng_below(rng, vertices));
    if (!with_bad || mesh->triangle_count == 0)
        return;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (uint32_t i = test_rng_below(rng, 3); i > 0; i--)
        *hand_made_coordinate(mesh, test_rng_below(rng, vertices), (int)test_rng_below(rng, 3)) =
            bad[test_rng_below(rng, 3)];
    for (uint32_t i = test_rng_below(rng, 3); i > 0; i--)
        mesh->indices[test_rng_below(rng, mesh->triangle_count)][test_rng_below(rng, 3)] =
            vertices + (test_rng_below(rng, 2) != 0 ? UINT32_MAX - vertices : 0);
}

static void random_triangles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("doctor soup");
    hand_made *mesh = hand_made_create();
    uint64_t cases = test_case_count(3000, 60000);
    for (uint64_t n = 0; n < cases; n++) {
        make_soup(&rng, mesh, n % 2 == 0);
        expect_oracle(mesh);
    }
    free(mesh);
}

/* Boundaries of tetrahedra between random vertices, also repeated ones, are watertight whatever
 * they share. Without one triangle of three different points they are not. */
static void random_boundaries(void **state) {
    (void)state;
    test_rng rng = test_rng_start("doctor boundaries");
    hand_made *mesh = hand_made_create();
    uint64_t cases = test_case_count(2000, 40000);
    for (uint64_t n = 0; n < cases; n++) {
        mesh->vertex_count = mesh->triangle_count = 0;
        uint32_t vertices = 4 + test_rng_below(&rng, 8);
        for (uint32_t i = 0; i < vertices; i++)
            hand_made_vertex(mesh, test_rng_below(&rng, 3), test_rng_below(&rng, 3),
                             test_rng_below(&rng, 3));
        for (uint32_t i = 1 + test_rng_below(&rng, 5); i > 0; i--) {
            uint32_t v[4];
            for (int k = 0; k < 4; k++)
                v[k] = test_rng_below(&rng, vertices);
            hand_made_triangle(mesh, v[0], v[1], v[2]);
            hand_made_triangle(mesh, v[0], v[3], v[1]);
            hand_made_triangle(mesh, v[1], v[3], v[2]);
            hand_made_triangle(mesh, v[2], v[3], v[0]);
        }
        hand_made_shuffle(mesh, &rng);
        expect_oracle(mesh);
        assert_true(examine(NULL, mesh).is_watertight);
        mesh->triangle_count--;
        expect_oracle(mesh);
    }
    free(mesh);
}

/* Closed shapes whose vertices are merged at random. Many stay closed, with several fans at a
 * vertex, and their genus must be right. */
static void run_together_shapes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("doctor pinched");
    hand_made *mesh = hand_made_create();
    uint64_t cases = test_case_count(300, 6000), closed = 0, pinched = 0;
    for (uint64_t n = 0; n < cases; n++) {
        mesh->vertex_count = mesh->triangle_count = 0;
        hand_made_add_torus(mesh, 3 + test_rng_below(&rng, 3), 3 + test_rng_below(&rng, 2));
        hand_made_move(mesh, (tact_vec3){0, 0, 0}, 64);
        hand_made_truncate(mesh);
        if (test_rng_below(&rng, 2) != 0)
            hand_made_add_tetrahedron(mesh, (tact_vec3){0, 0, 0}, 1);
        if (test_rng_below(&rng, 2) != 0)
            hand_made_add_box(mesh, (tact_vec3){9, 0, 0}, (tact_vec3){2, 1, 1});
        for (uint32_t i = test_rng_below(&rng, 4); i > 0; i--)
            hand_made_replace(mesh, test_rng_below(&rng, mesh->vertex_count),
                              test_rng_below(&rng, mesh->vertex_count));
        if (n % 2 == 0)
            hand_made_shuffle(mesh, &rng);
        expect_oracle(mesh);
        tact_mesh_report report = examine(NULL, mesh);
        closed += report.is_closed;
        pinched += report.is_closed && report.euler != 2 * (report.component_count - report.genus);
    }
    printf("%u of %u stayed closed, %u of them pinched\n", (unsigned)closed, (unsigned)cases,
           (unsigned)pinched);
    assert_true(pinched > 0 || cases < 100);
    free(mesh);
}

/* ---- Permutations -------------------------------------------------------------------------- */

static bool is_near(double a, double b) {
    return fabs(a - b) <= 1e-13 * (1 + fabs(a));
}

static void forget_firsts(tact_mesh_report *report) {
    tact_finding *findings[] = {
        &report->not_finite,         &report->not_finite_triangles, &report->out_of_range,
        &report->zero_area,          &report->duplicate_triangles,  &report->coincident_triangles,
        &report->duplicate_vertices, &report->unused_vertices,      &report->open_edges,
        &report->nonmanifold_edges,  &report->misoriented_edges};
    for (size_t i = 0; i < sizeof findings / sizeof findings[0]; i++) {
        assert_true((findings[i]->count == 0) == (findings[i]->first == UINT32_MAX));
        findings[i]->first = 0;
    }
}

static void order_changes_no_count(void **state) {
    (void)state;
    test_rng rng = test_rng_start("doctor order");
    hand_made *mesh = hand_made_create();
    uint64_t cases = test_case_count(1000, 20000);
    for (uint64_t n = 0; n < cases; n++) {
        make_soup(&rng, mesh, n % 2 == 0);
        tact_mesh_report before = examine(NULL, mesh);
        hand_made_shuffle(mesh, &rng);
        tact_mesh_report after = examine(NULL, mesh);
        assert_true(is_near(before.area, after.area) && is_near(before.volume, after.volume));
        /* The first of each kind may differ; only the counts must be equal. */
        forget_firsts(&before);
        forget_firsts(&after);
        assert_same_findings(&after, &before);
    }
    free(mesh);
}

/* ---- Layouts and workers ------------------------------------------------------------------- */

static void assert_same_report(const tact_mesh_report *a, const tact_mesh_report *b) {
    assert_same_findings(a, b);
    test_assert_same_bits(a->area, b->area);
    test_assert_same_bits(a->volume, b->volume);
}

static void layout_does_not_matter(void **state) {
    (void)state;
    test_rng rng = test_rng_start("doctor layout");
    hand_made *mesh = hand_made_create();
    unsigned char positions[64 * 40], indices[64 * 40];
    uint64_t cases = test_case_count(500, 5000);
    for (uint64_t n = 0; n < cases; n++) {
        make_soup(&rng, mesh, n % 2 == 0);
        tact_mesh_report expected = examine(NULL, mesh);
        bool is_float = n % 4 < 2;
        size_t stride = (is_float ? 12 : 24) + test_rng_below(&rng, 16);
        size_t index_stride = 12 + test_rng_below(&rng, 20);
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            tact_vec3 p = mesh->vertices[i];
            float f[3] = {(float)p.x, (float)p.y, (float)p.z};
            memcpy(positions + i * stride, is_float ? (void *)f : &p, is_float ? 12 : 24);
        }
        for (uint32_t i = 0; i < mesh->triangle_count; i++)
            memcpy(indices + i * index_stride, mesh->indices[i], 12);
        tact_mesh_arrays arrays = {.positions = positions,
                                   .position_type =
                                       is_float ? TACT_NUMBER_FLOAT32 : TACT_NUMBER_FLOAT64,
                                   .position_stride = stride,
                                   .vertex_count = mesh->vertex_count,
                                   .indices = (const uint32_t *)(const void *)indices,
                                   .index_stride = index_stride,
                                   .triangle_count = mesh->triangle_count};
        tact_mesh_report report;
        assert_int_equal(tact_mesh_examine(NULL, &arrays, &report), TACT_OK);
        assert_same_report(&report, &expected);
    }
    free(mesh);
}

/* A large torus of loose triangles, some of them with defects. */
static void worker_count_does_not_matter(void **state) {
    (void)state;
    test_rng rng = test_rng_start("doctor workers");
    hand_made *mesh = hand_made_create();
    hand_made_add_torus(mesh, 60, 30);
    const uint32_t copies = 30, count = copies * mesh->triangle_count;
    tact_vec3 *vertices = malloc((size_t)count * 3 * sizeof *vertices);
    for (uint32_t i = 0; i < 3 * count; i++) {
        const uint32_t *v = &mesh->indices[0][0];
        vertices[i] = mesh->vertices[v[i % (3 * mesh->triangle_count)]];
        vertices[i].z += i / (3 * mesh->triangle_count) / 4;
        if (test_rng_below(&rng, 10000) == 0)
            vertices[i].y = NAN;
    }
    tact_mesh_arrays arrays = {
        .positions = vertices, .vertex_count = 3 * count, .triangle_count = count};
    tact_mesh_report alone;
    assert_int_equal(tact_mesh_examine(NULL, &arrays, &alone), TACT_OK);
    assert_true(alone.coincident_triangles.count > 0 && alone.not_finite.count > 0);
    for (uint32_t workers = 2; workers <= 4; workers++) {
        pool_context pooled = pool_context_create(workers);
        tact_mesh_report together;
        assert_int_equal(tact_mesh_examine(pooled.context, &arrays, &together), TACT_OK);
        assert_same_report(&together, &alone);
        pool_context_destroy(pooled);
    }
    free(vertices);
    free(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_triangles),       cmocka_unit_test(random_boundaries),
        cmocka_unit_test(run_together_shapes),    cmocka_unit_test(order_changes_no_count),
        cmocka_unit_test(layout_does_not_matter), cmocka_unit_test(worker_count_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
