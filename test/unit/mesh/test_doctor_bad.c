/* SPDX-License-Identifier: MIT */
/* tact_mesh_examine() on non-finite numbers, missing vertices, coordinates of every magnitude, and
 * without memory; and the accuracy of area and volume. */
#include "doctor_oracle.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gmp.h>

static tact_mesh_report examine(const hand_made *mesh) {
    tact_mesh_arrays arrays = hand_made_arrays(mesh);
    tact_mesh_report report;
    assert_int_equal(tact_mesh_examine(NULL, &arrays, &report), TACT_OK);
    return report;
}

/* One bad vertex, used by one extra triangle, does not change anything else. */
static void one_bad_vertex_spoils_nothing_else(void **state) {
    (void)state;
    const double bad[] = {NAN, -NAN, INFINITY, -INFINITY};
    hand_made *mesh = hand_made_create();
    hand_made_add_box(mesh, (tact_vec3){1, 1, 1}, (tact_vec3){1, 1, 1});
    tact_mesh_report sound = examine(mesh);
    uint32_t extra = hand_made_vertex(mesh, 1, 1, 1.5);
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < 4; i++) {
            mesh->triangle_count = 12;
            mesh->vertices[extra] = (tact_vec3){1, 1, 1.5};
            *hand_made_coordinate(mesh, extra, axis) = bad[i];
            hand_made_triangle(mesh, 0, extra, 1);
            tact_mesh_report report = examine(mesh), expected = doctor_oracle(mesh);
            assert_same_findings(&report, &expected);
            assert_true(report.is_closed && report.genus == 0);
            assert_int_equal(report.not_finite.count, 1);
            assert_int_equal(report.not_finite.first, extra);
            assert_int_equal(report.not_finite_triangles.count, 1);
            assert_int_equal(report.not_finite_triangles.first, 12);
            test_assert_same_bits(report.volume, sound.volume);
            test_assert_same_bits(report.area, sound.area);
            assert_memory_equal(&report.bounds, &sound.bounds, sizeof sound.bounds);
            /* A bad vertex of the box removes its own triangles and no others. */
            tact_vec3 kept = mesh->vertices[0];
            mesh->triangle_count = 12;
            *hand_made_coordinate(mesh, 0, axis) = bad[i];
            report = examine(mesh);
            expected = doctor_oracle(mesh);
            assert_same_findings(&report, &expected);
            assert_true(isfinite(report.area) && isfinite(report.volume));
            assert_true(report.bounds.lo.x == 1 && report.bounds.hi.x == 2);
            mesh->vertices[0] = kept;
        }
    free(mesh);
}

static void all_bad(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    hand_made_add_torus(mesh, 10, 10);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        mesh->vertices[i] = (tact_vec3){NAN, INFINITY, 0};
    tact_mesh_report report = examine(mesh);
    assert_int_equal(report.not_finite.count, 100);
    assert_int_equal(report.not_finite_triangles.count, 200);
    assert_int_equal(report.duplicate_vertices.count, 0);
    assert_int_equal(report.unused_vertices.count, 100);
    assert_int_equal(report.edge_count, 0);
    assert_int_equal(report.component_count, 0);
    assert_true(tact_box_is_empty(report.bounds));
    assert_true(report.area == 0 && report.volume == 0);
    assert_false(report.is_closed);
    mesh->vertex_count = 0;
    report = examine(mesh);
    assert_int_equal(report.out_of_range.count, 200);
    assert_int_equal(report.out_of_range.first, 0);
    assert_int_equal(report.not_finite_triangles.count, 0);
    tact_mesh_arrays implied = {
        .positions = mesh->vertices, .vertex_count = 10, .triangle_count = 5};
    for (int i = 0; i < 10; i++)
        mesh->vertices[i] = (tact_vec3){i, i * i, 0};
    assert_int_equal(tact_mesh_examine(NULL, &implied, &report), TACT_OK);
    assert_int_equal(report.out_of_range.count, 2);
    assert_int_equal(report.out_of_range.first, 3);
    assert_int_equal(report.unused_vertices.count, 1);
    free(mesh);
}

static void refuses_what_is_no_input(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    hand_made_add_tetrahedron(mesh, (tact_vec3){0, 0, 0}, 1);
    tact_mesh_arrays arrays = hand_made_arrays(mesh);
    tact_mesh_report report = {.vertex_count = 77};
    assert_int_equal(tact_mesh_examine(NULL, NULL, &report), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_mesh_examine(NULL, &arrays, NULL), TACT_INVALID_ARGUMENT);
    arrays.positions = NULL;
    assert_int_equal(tact_mesh_examine(NULL, &arrays, &report), TACT_INVALID_ARGUMENT);
    arrays = hand_made_arrays(mesh);
    arrays.position_type = (tact_number_type)9;
    assert_int_equal(tact_mesh_examine(NULL, &arrays, &report), TACT_INVALID_ARGUMENT);
    arrays = hand_made_arrays(mesh);
    arrays.triangle_count = UINT32_MAX / 3 + 1;
    assert_int_equal(tact_mesh_examine(NULL, &arrays, &report), TACT_TOO_LARGE);
    assert_int_equal(report.vertex_count, 77);
    free(mesh);
}

static void counts_parts(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    hand_made_add_tetrahedron(mesh, (tact_vec3){0, 0, 0}, 1);
    tact_mesh_part parts[2] = {{"a", 0, 2}, {"b", 7, 9}};
    tact_mesh_arrays arrays = hand_made_arrays(mesh);
    arrays.parts = parts;
    arrays.part_count = 2;
    tact_mesh_report report;
    assert_int_equal(tact_mesh_examine(NULL, &arrays, &report), TACT_OK);
    assert_int_equal(report.part_count, 2);
    free(mesh);
}

/* ---- Sizes --------------------------------------------------------------------------------- */

static void every_scale_is_served(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    for (int k = -1074; k <= 1022; k++) {
        double size = ldexp(1, k);
        mesh->vertex_count = mesh->triangle_count = 0;
        hand_made_add_box(mesh, (tact_vec3){-size, 0, 0}, (tact_vec3){size, size, size});
        tact_mesh_report report = examine(mesh);
        assert_true(report.is_closed && report.zero_area.count == 0);
        test_assert_same_bits(report.area, ldexp(6, 2 * k));
        test_assert_same_bits(report.volume, ldexp(1, 3 * k));
    }
    free(mesh);
}

static void the_largest_numbers_overflow_cleanly(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    hand_made_add_box(mesh, (tact_vec3){0, 0, 0}, (tact_vec3){1, 1, 1});
    for (int i = 0; i < 8; i++)
        mesh->vertices[i] =
            (tact_vec3){(i & 1) != 0 ? DBL_MAX : -DBL_MAX, (i & 2) != 0 ? DBL_MAX : -DBL_MAX,
                        (i & 4) != 0 ? DBL_MAX : -DBL_MAX};
    tact_mesh_report report = examine(mesh);
    assert_true(report.area == INFINITY && report.volume == INFINITY);
    assert_true(report.bounds.lo.x == -DBL_MAX && report.bounds.hi.z == DBL_MAX);
    for (uint32_t i = 0; i < 12; i++)
        hand_made_flip(mesh, i);
    assert_true(examine(mesh).volume == -INFINITY);
    /* Numbers of every magnitude at once. */
    test_rng rng = test_rng_start("doctor sizes");
    uint64_t cases = test_case_count(2000, 20000);
    for (uint64_t n = 0; n < cases; n++) {
        for (uint32_t i = 0; i < 8; i++)
            for (int axis = 0; axis < 3; axis++)
                *hand_made_coordinate(mesh, i, axis) = test_rng_any_double(&rng);
        mesh->triangle_count = 12 - (uint32_t)(n & 1);
        report = examine(mesh);
        assert_false(isnan(report.area) || isnan(report.volume));
    }
    free(mesh);
}

static void far_away_is_as_good_as_here(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    for (int k = 0; k <= 50; k++) {
        double far = ldexp(1, k);
        mesh->vertex_count = mesh->triangle_count = 0;
        hand_made_add_box(mesh, (tact_vec3){far, -3 * far, 2 * far}, (tact_vec3){1, 2, 4});
        test_assert_same_bits(examine(mesh).volume, 8);
        hand_made_take_apart(mesh);
        test_assert_same_bits(examine(mesh).volume, 8);
        test_assert_same_bits(examine(mesh).area, 28);
    }
    free(mesh);
}

/* ---- Accuracy ------------------------------------------------------------------------------ */

/* (a . (b x c)) added to sum, exactly. */
static void add_determinant(mpq_t sum, const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c) {
    const double rows[3][3] = {{a->x, a->y, a->z}, {b->x, b->y, b->z}, {c->x, c->y, c->z}};
    mpq_t product, factor;
    mpq_inits(product, factor, NULL);
    for (int i = 0; i < 6; i++) {
        int first = i % 3, second = (first + (i < 3 ? 1 : 2)) % 3, third = 3 - first - second;
        mpq_set_d(product, rows[0][first]);
        mpq_set_d(factor, rows[1][second]);
        mpq_mul(product, product, factor);
        mpq_set_d(factor, rows[2][third]);
        mpq_mul(product, product, factor);
        if (i < 3)
            mpq_add(sum, sum, product);
        else
            mpq_sub(sum, sum, product);
    }
    mpq_clears(product, factor, NULL);
}

/* The promised error of the volume over a point. */
static double volume_bound(const hand_made *mesh, tact_vec3 origin) {
    double sum = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *v = mesh->indices[i];
        tact_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
        sum += tact_vec3_length(tact_vec3_sub(a, origin)) * tact_vec3_length(tact_vec3_sub(b, a)) *
               tact_vec3_length(tact_vec3_sub(c, a));
    }
    return ldexp(sum, -52);
}

/* Compares closed and open surfaces with rationals, in units of the promised error and of the
 * result. */
static void volume_is_as_right_as_promised(void **state) {
    (void)state;
    test_rng rng = test_rng_start("doctor volume");
    hand_made *mesh = hand_made_create();
    mpq_t exact, found;
    mpq_inits(exact, found, NULL);
    double worst_share = 0, worst_relative = 0;
    uint64_t cases = test_case_count(300, 3000);
    for (uint64_t n = 0; n < cases; n++) {
        mesh->vertex_count = mesh->triangle_count = 0;
        hand_made_add_torus(mesh, 3 + test_rng_below(&rng, 10), 3 + test_rng_below(&rng, 10));
        double shift = ldexp(test_rng_unit(&rng), (int)test_rng_below(&rng, 30));
        hand_made_move(mesh, (tact_vec3){shift, -shift, 2 * shift}, test_rng_unit(&rng) + 0.5);
        bool is_open = n % 2 != 0;
        mesh->triangle_count -= is_open;
        mpq_set_ui(exact, 0, 1);
        for (uint32_t i = 0; i < mesh->triangle_count; i++) {
            const uint32_t *v = mesh->indices[i];
            add_determinant(exact, &mesh->vertices[v[0]], &mesh->vertices[v[1]],
                            &mesh->vertices[v[2]]);
        }
        tact_mesh_report report = examine(mesh);
        assert_int_equal(report.is_closed, !is_open);
        tact_vec3 origin = is_open ? (tact_vec3){0, 0, 0} : tact_box_center(report.bounds);
        mpq_set_d(found, report.volume * 6); /* rounds once more */
        mpq_sub(found, found, exact);
        double error = fabs(mpq_get_d(found)) / 6, bound = volume_bound(mesh, origin);
        bound += fabs(report.volume) * 0x1p-51;
        worst_share = fmax(worst_share, error / bound);
        if (!is_open)
            worst_relative = fmax(worst_relative, error / fabs(report.volume));
        assert_true(error <= bound);
    }
    printf("volume: at most %.3f of the promised error; closed: relative %.3g\n", worst_share,
           worst_relative);
    mpq_clears(exact, found, NULL);
    free(mesh);
}

static void area_is_as_right_as_promised(void **state) {
    (void)state;
    test_rng rng = test_rng_start("doctor area");
    hand_made *mesh = hand_made_create();
    double worst_share = 0;
    uint64_t cases = test_case_count(300, 3000);
    for (uint64_t n = 0; n < cases; n++) {
        mesh->vertex_count = mesh->triangle_count = 0;
        for (int i = 0; i < 60; i++)
            hand_made_vertex(mesh, test_rng_between(&rng, -1, 1), test_rng_between(&rng, 9, 10),
                             ldexp(test_rng_unit(&rng), -(int)test_rng_below(&rng, 40)));
        long double exact = 0;
        double bound = 0;
        for (uint32_t i = 0; i < 60; i += 3) {
            hand_made_triangle(mesh, i, i + 1, i + 2);
            const tact_vec3 *p = &mesh->vertices[i];
            long double x1 = (long double)p[1].x - p[0].x, x2 = (long double)p[2].x - p[0].x;
            long double y1 = (long double)p[1].y - p[0].y, y2 = (long double)p[2].y - p[0].y;
            long double z1 = (long double)p[1].z - p[0].z, z2 = (long double)p[2].z - p[0].z;
            long double nx = y1 * z2 - z1 * y2, ny = z1 * x2 - x1 * z2, nz = x1 * y2 - y1 * x2;
            exact += sqrtl(nx * nx + ny * ny + nz * nz) / 2;
            bound += tact_vec3_length(tact_vec3_sub(p[1], p[0])) *
                     tact_vec3_length(tact_vec3_sub(p[2], p[0]));
        }
        double error = (double)fabsl(exact - examine(mesh).area);
        worst_share = fmax(worst_share, error / ldexp(bound, -50));
        assert_true(error <= ldexp(bound, -50));
    }
    printf("area: at most %.3f of the promised error\n", worst_share);
    free(mesh);
}

static void an_open_surface_has_the_volume_of_its_cone(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    hand_made_add_sheet(mesh, 4, 8);
    hand_made_move(mesh, (tact_vec3){100, 200, 3}, 1);
    test_assert_same_bits(examine(mesh).volume, 32);
    free(mesh);
}

/* ---- Out of memory ------------------------------------------------------------------------- */

/* Closed and loose parts, so that every step is taken. */
static void survives_every_failing_allocation(void **state) {
    (void)state;
    hand_made *mesh = hand_made_create();
    hand_made_add_torus(mesh, 12, 10);
    hand_made_replace(mesh, 60, 0);    /* pinched */
    hand_made_add_bipyramid(mesh, 90); /* many sides at one vertex */
    hand_made_add_box(mesh, (tact_vec3){9, 9, 9}, (tact_vec3){1, 1, 1});
    hand_made_add_box(mesh, (tact_vec3){9, 9, 9}, (tact_vec3){1, 1, 1});
    tact_mesh_arrays arrays = hand_made_arrays(mesh);
    uint64_t fail_at = 1;
    for (;; fail_at++) {
        test_allocator counter;
        tact_context *context = test_context_make(&counter);
        counter.fail_at = counter.calls + fail_at;
        tact_mesh_report report = {.vertex_count = 77};
        tact_status status = tact_mesh_examine(context, &arrays, &report);
        bool failed = status == TACT_OUT_OF_MEMORY;
        assert_true(failed || status == TACT_OK);
        assert_int_equal(report.vertex_count, failed ? 77 : mesh->vertex_count);
        assert_int_equal(counter.live, 1);
        tact_context_destroy(context);
        if (!failed)
            break;
    }
    assert_true(fail_at > 8);
    free(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_bad_vertex_spoils_nothing_else),
        cmocka_unit_test(all_bad),
        cmocka_unit_test(refuses_what_is_no_input),
        cmocka_unit_test(counts_parts),
        cmocka_unit_test(every_scale_is_served),
        cmocka_unit_test(the_largest_numbers_overflow_cleanly),
        cmocka_unit_test(far_away_is_as_good_as_here),
        cmocka_unit_test(volume_is_as_right_as_promised),
        cmocka_unit_test(area_is_as_right_as_promised),
        cmocka_unit_test(an_open_surface_has_the_volume_of_its_cone),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
