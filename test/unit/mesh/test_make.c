/* SPDX-License-Identifier: MIT */
/* Every generator at several low resolutions: counts, closedness, orientation, genus, volume and
 * freedom from self-intersection, all by brute force. */
#include "test_make_check.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

/* Checks a closed mesh and all its pairs of triangles, and destroys it. */
static void finish_closed(tact_mesh *mesh, const closed_mesh *expected) {
    check_closed(mesh, expected);
    assert_int_equal(count_self_intersections(mesh), 0);
    assert_true(has_distinct_vertices(mesh));
    tact_mesh_destroy(mesh);
}

/* A closed mesh whose volume is expected up to rounding. */
static closed_mesh exact_volume(const char *name, uint64_t vertices, uint64_t triangles,
                                int64_t genus, double volume) {
    return (closed_mesh){
        name, vertices, triangles, genus, volume * (1 - 1e-9), volume * (1 + 1e-9)};
}

/* The area of a regular polygon with corners on a circle of the given radius. */
static double polygon_area(double radius, uint32_t sides) {
    return 0.5 * sides * radius * radius * sin(2 * PI / sides);
}

static void assert_near(double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g is not within %g of %.17g", a, tolerance, b);
}

/* ---- Spheres ------------------------------------------------------------------------------- */

static void test_icosphere(void **state) {
    (void)state;
    const uint32_t frequencies[] = {1, 2, 3, 4, 5, 8, 13};
    for (size_t i = 0; i < sizeof frequencies / sizeof *frequencies; i++) {
        uint32_t f = frequencies[i];
        tact_mesh *mesh = NULL;
        assert_int_equal(tact_mesh_create_icosphere(NULL, 2, f, &mesh), TACT_OK);
        for (uint32_t k = 0; k < tact_mesh_vertex_count(mesh); k++)
            assert_near(tact_vec3_length(tact_mesh_vertices(mesh)[k]), 2, 1e-15);
        double ball = 4 * PI / 3 * 8;
        /* An icosahedron fills 0.6055 of its ball; the gap closes as the square of the edges. */
        double least = ball * (1 - 0.6 / ((double)f * f));
        closed_mesh expected = {"icosphere", 10u * f * f + 2, 20u * f * f, 0, least, ball};
        finish_closed(mesh, &expected);
    }
}

static void test_uv_sphere(void **state) {
    (void)state;
    const uint32_t counts[][2] = {{3, 2}, {4, 2}, {3, 3}, {7, 5}, {24, 12}, {5, 40}, {50, 3}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint32_t m = counts[i][0];
        uint32_t r = counts[i][1];
        tact_mesh *mesh = NULL;
        assert_int_equal(tact_mesh_create_uv_sphere(NULL, 1, m, r, &mesh), TACT_OK);
        for (uint32_t k = 0; k < tact_mesh_vertex_count(mesh); k++)
            assert_near(tact_vec3_length(tact_mesh_vertices(mesh)[k]), 1, 1e-15);
        /* Frustums over regular polygons, whose areas are those of discs times this. */
        double volume = 0;
        for (uint32_t k = 0; k < r; k++) {
            double a = PI * k / r;
            double b = PI * (k + 1) / r;
            volume += (cos(a) - cos(b)) / 3 * (sin(a) * sin(a) + sin(a) * sin(b) + sin(b) * sin(b));
        }
        volume *= polygon_area(1, m);
        closed_mesh expected =
            exact_volume("uv sphere", m * (r - 1) + 2, 2 * m * (r - 1), 0, volume);
        finish_closed(mesh, &expected);
    }
}

static void test_blob(void **state) {
    (void)state;
    for (uint32_t f = 1; f <= 11; f += 5)
        for (uint64_t seed = 0; seed < 4; seed++) {
            tact_mesh *mesh = NULL;
            assert_int_equal(tact_mesh_create_blob(NULL, 1, 0.49, f, seed, &mesh), TACT_OK);
            double least = 2;
            double most = 0;
            for (uint32_t k = 0; k < tact_mesh_vertex_count(mesh); k++) {
                double length = tact_vec3_length(tact_mesh_vertices(mesh)[k]);
                least = fmin(least, length);
                most = fmax(most, length);
            }
            assert_true(least >= 0.51 - 1e-15 && most <= 1.49 + 1e-15);
            assert_true(f == 1 || most - least > 0.2);
            closed_mesh expected = {"blob", 10u * f * f + 2, 20u * f * f, 0, 0.5, 12};
            finish_closed(mesh, &expected);
        }
}

/* Another seed gives another blob. Amplitude 0 gives the icosphere. */
static void test_blob_seed(void **state) {
    (void)state;
    tact_mesh *a = NULL;
    tact_mesh *b = NULL;
    assert_int_equal(tact_mesh_create_blob(NULL, 1, 0.3, 6, 1, &a), TACT_OK);
    assert_int_equal(tact_mesh_create_blob(NULL, 1, 0.3, 6, 2, &b), TACT_OK);
    assert_true(hash_mesh(a) != hash_mesh(b));
    tact_mesh_destroy(b);
    assert_int_equal(tact_mesh_create_blob(NULL, 1, 0.3, 6, 1, &b), TACT_OK);
    assert_true(hash_mesh(a) == hash_mesh(b));
    tact_mesh_destroy(a);
    tact_mesh_destroy(b);
    assert_int_equal(tact_mesh_create_blob(NULL, 3, 0, 6, 1, &a), TACT_OK);
    assert_int_equal(tact_mesh_create_icosphere(NULL, 3, 6, &b), TACT_OK);
    assert_true(hash_mesh(a) == hash_mesh(b));
    tact_mesh_destroy(a);
    tact_mesh_destroy(b);
}

/* ---- Tori ---------------------------------------------------------------------------------- */

static void test_torus(void **state) {
    (void)state;
    const uint32_t counts[][2] = {{3, 3}, {3, 4}, {4, 3}, {7, 5}, {32, 16}, {4, 60}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int shape = 0; shape < 4; shape++) {
            uint32_t n = counts[i][0];
            uint32_t m = counts[i][1];
            /* The last two are as thin and as thick as allowed. */
            double minor = (double[]){0.25, 0.999, m * 0x1p-44, 1 - 0x1p-30}[shape];
            tact_mesh *mesh = NULL;
            assert_int_equal(tact_mesh_create_torus(NULL, 1, minor, n, m, &mesh), TACT_OK);
            /* A cut at any height has n / (2 pi) sin(2 pi / n) of the area that it would have if
             * the polygon went around in a circle, whose volume Pappus gives. */
            double volume = polygon_area(1, n) * 2 * polygon_area(minor, m);
            closed_mesh expected = exact_volume("torus", (uint64_t)n * m, 2u * n * m, 1, volume);
            if (shape == 2) { /* mostly rounding */
                expected.least_volume *= 0.9;
                expected.most_volume *= 1.1;
            }
            finish_closed(mesh, &expected);
        }
}

static void test_torus_knot(void **state) {
    (void)state;
    const uint32_t counts[][2] = {{48, 3}, {60, 6}, {100, 8}, {150, 12}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        tact_torus_knot_desc desc = tact_torus_knot_desc_default();
        desc.along = counts[i][0];
        desc.around = counts[i][1];
        tact_mesh *mesh = NULL;
        assert_int_equal(tact_mesh_create_torus_knot(NULL, &desc, &mesh), TACT_OK);
        closed_mesh expected = {
            "torus knot", (uint64_t)desc.along * desc.around, 2u * desc.along * desc.around, 1, 0.3,
            1.3};
        finish_closed(mesh, &expected);
    }
    const uint32_t windings[][2] = {{1, 1}, {3, 2}, {2, 5}, {1, 7}, {5, 1}, {3, 4}};
    for (size_t i = 0; i < sizeof windings / sizeof *windings; i++) {
        tact_torus_knot_desc desc = tact_torus_knot_desc_default();
        desc.p = windings[i][0];
        desc.q = windings[i][1];
        desc.tube_radius = 0.08;
        desc.along = 150;
        desc.around = 8;
        tact_mesh *mesh = NULL;
        assert_int_equal(tact_mesh_create_torus_knot(NULL, &desc, &mesh), TACT_OK);
        closed_mesh expected = {"torus knot", 1200, 2400, 1, 0.05, 1};
        finish_closed(mesh, &expected);
    }
}

/* The default knot: the volume of a tube is its length times its cross-section. */
static void test_torus_knot_default(void **state) {
    (void)state;
    tact_torus_knot_desc desc = tact_torus_knot_desc_default();
    tact_mesh *mesh = NULL;
    assert_int_equal(tact_mesh_create_torus_knot(NULL, &desc, &mesh), TACT_OK);
    double length = 0;
    for (int i = 0; i < 100000; i++) {
        double theta = 2 * PI * 3 * i / 100000;
        double ring = desc.major_radius + desc.minor_radius * cos(theta);
        length += 2 * PI * hypot(2 * ring, 3 * desc.minor_radius) / 100000;
    }
    double volume = length * PI * desc.tube_radius * desc.tube_radius;
    closed_mesh expected = {"default torus knot", 9600, 19200, 1, 0.98 * volume, volume};
    check_closed(mesh, &expected);
    assert_int_equal(count_self_intersections(mesh), 0);
    tact_mesh_destroy(mesh);
}

/* The brute-force check finds what the header warns of: a tube that is too thick intersects itself.
 */
static void test_torus_knot_too_thick(void **state) {
    (void)state;
    tact_torus_knot_desc desc = tact_torus_knot_desc_default();
    desc.tube_radius = 0.45;
    desc.along = 60;
    desc.around = 8;
    tact_mesh *mesh = NULL;
    assert_int_equal(tact_mesh_create_torus_knot(NULL, &desc, &mesh), TACT_OK);
    assert_int_equal(mesh_facts_of(mesh).euler, 0);
    uint64_t found = count_self_intersections(mesh);
    printf("  %u pairs meet\n", (unsigned)found);
    assert_true(found > 0);
    tact_mesh_destroy(mesh);
}

/* ---- Prisms -------------------------------------------------------------------------------- */

static void test_cylinder(void **state) {
    (void)state;
    const uint32_t counts[][2] = {{3, 1}, {4, 1}, {5, 3}, {32, 8}, {100, 1}, {3, 50}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint32_t s = counts[i][0];
        uint32_t r = counts[i][1];
        tact_mesh *mesh = NULL;
        assert_int_equal(tact_mesh_create_cylinder(NULL, 2, 3, s, r, &mesh), TACT_OK);
        closed_mesh expected =
            exact_volume("cylinder", s * (r + 1) + 2, 2 * s * (r + 1), 0, 3 * polygon_area(2, s));
        finish_closed(mesh, &expected);
    }
}

static void test_tube(void **state) {
    (void)state;
    const uint32_t counts[][2] = {{3, 1}, {4, 1}, {5, 3}, {32, 8}, {100, 1}, {3, 50}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int thin = 0; thin < 2; thin++) {
            uint32_t s = counts[i][0];
            uint32_t r = counts[i][1];
            double inner = thin ? 2 - 0x1p-29 : 1;
            tact_mesh *mesh = NULL;
            assert_int_equal(tact_mesh_create_tube(NULL, 2, inner, 3, s, r, &mesh), TACT_OK);
            double volume = 3 * polygon_area(1, s) * (2 - inner) * (2 + inner);
            closed_mesh expected = {"tube", 2 * s * (r + 1), 4 * s * (r + 1),
                                    1,      0.99 * volume,   1.01 * volume};
            finish_closed(mesh, &expected);
        }
}

static void test_gear(void **state) {
    (void)state;
    const uint32_t counts[][3] = {{3, 1, 1}, {3, 4, 2}, {8, 1, 1}, {24, 3, 2}, {40, 2, 1}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int shape = 0; shape < 3; shape++) {
            tact_gear_desc desc = tact_gear_desc_default();
            desc.teeth = counts[i][0];
            desc.detail = counts[i][1];
            desc.rows = counts[i][2];
            if (shape == 1) { /* hardly any body */
                desc.root_radius = 0.31;
            } else if (shape == 2) { /* hardly any teeth */
                desc.root_radius = 1 - 0x1p-29;
                desc.bore_radius = 0.999;
            }
            tact_mesh *mesh = NULL;
            assert_int_equal(tact_mesh_create_gear(NULL, &desc, &mesh), TACT_OK);
            uint64_t ring = 4u * desc.teeth * desc.detail;
            double most = PI * (1 - desc.bore_radius * desc.bore_radius) * desc.thickness;
            closed_mesh expected = {
                "gear", 2 * ring * (desc.rows + 1), 4 * ring * (desc.rows + 1), 1, 0.05 * most,
                most};
            finish_closed(mesh, &expected);
        }
}

static void test_bolt(void **state) {
    (void)state;
    const uint32_t counts[][2] = {{6, 1}, {6, 20}, {12, 30}, {24, 48}, {36, 60}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int deep = 0; deep < 3; deep++) {
            tact_bolt_desc desc = tact_bolt_desc_default();
            desc.segments = counts[i][0];
            desc.rows = counts[i][1];
            if (deep == 1) {
                desc.thread_depth = 2;
                desc.head_radius = 3;
                desc.pitch = 0.5;
            } else if (deep == 2) {
                desc.thread_depth = 0;
            }
            tact_mesh *mesh = NULL;
            assert_int_equal(tact_mesh_create_bolt(NULL, &desc, &mesh), TACT_OK);
            double head = polygon_area(desc.head_radius, 6) * desc.head_height;
            double widest = desc.radius + desc.thread_depth;
            uint64_t count = (uint64_t)desc.segments * (desc.rows + 3);
            closed_mesh expected = {
                "bolt",
                count + 2,
                2 * count,
                0,
                (1 - 1e-9) * (head + desc.length * polygon_area(desc.radius, desc.segments)),
                head + desc.length * PI * widest * widest};
            finish_closed(mesh, &expected);
        }
}

/* ---- Boxes --------------------------------------------------------------------------------- */

static void test_box(void **state) {
    (void)state;
    for (uint32_t n = 1; n <= 12; n += n < 5 ? 1 : 7) {
        tact_mesh *mesh = NULL;
        tact_vec3 size = {1, 2, 3};
        assert_int_equal(tact_mesh_create_box(NULL, size, n, &mesh), TACT_OK);
        closed_mesh expected = exact_volume("box", 6u * n * n + 2, 12u * n * n, 0, 6);
        finish_closed(mesh, &expected);
    }
}

static void test_plate(void **state) {
    (void)state;
    const uint32_t counts[][3] = {{1, 1, 8},  {1, 1, 12}, {2, 1, 8}, {1, 3, 20},
                                  {3, 2, 16}, {4, 4, 8},  {1, 1, 64}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int shape = 0; shape < 5; shape++) {
            uint32_t columns = counts[i][0];
            uint32_t rows = counts[i][1];
            uint32_t segments = counts[i][2];
            tact_vec3 size = {3, 2, 0.25};
            if (shape == 1)
                size.x = 1000;
            else if (shape == 2)
                size.y = 1000;
            else if (shape == 3) /* as long as allowed */
                size = (tact_vec3){0x1p44 / (segments * rows), 1, 1};
            else if (shape == 4)
                size = (tact_vec3){1, 0x1p44 / (segments * columns), 1};
            tact_mesh *mesh = NULL;
            assert_int_equal(tact_mesh_create_plate(NULL, size, columns, rows, segments, &mesh),
                             TACT_OK);
            double radius = 0.3 * fmin(size.x / columns, size.y / rows);
            double area = size.x * size.y - columns * rows * polygon_area(radius, segments);
            uint32_t cells = columns * rows;
            uint32_t side = segments / 4;
            uint32_t rim = (rows + 1) * (columns * side + 1) + rows * (columns + 1) * (side - 1);
            closed_mesh expected =
                exact_volume("plate", 2 * (rim + cells * segments),
                             segments * (6 * cells + columns + rows), cells, area * size.z);
            finish_closed(mesh, &expected);
        }
}

static void test_menger_sponge(void **state) {
    (void)state;
    const int64_t genus[] = {0, 5, 81, 1409, 26433, 514625};
    double volume = 8;
    uint64_t squares[2] = {2, 4};
    uint64_t last = test_case_count(4, 5);
    for (uint32_t level = 0; level <= last; level++) {
        tact_mesh *mesh = NULL;
        assert_int_equal(tact_mesh_create_menger_sponge(NULL, 2, level, &mesh), TACT_OK);
        uint64_t count = squares[0] + squares[1];
        closed_mesh expected = exact_volume("Menger sponge", count + 2 - 2 * (uint64_t)genus[level],
                                            2 * count, genus[level], volume);
        check_closed(mesh, &expected);
        if (level <= 2)
            assert_int_equal(count_self_intersections(mesh), 0);
        tact_mesh_destroy(mesh);
        volume *= 20.0 / 27;
        squares[0] *= 20;
        squares[1] *= 8;
    }
}

/* ---- Sheets -------------------------------------------------------------------------------- */

/* An open sheet of columns x rows squares: one component, a rim of the right length, a disc. */
static void finish_sheet(tact_mesh *mesh, uint32_t columns, uint32_t rows) {
    mesh_facts facts = mesh_facts_of(mesh);
    printf("  sheet: %u x %u, area %.6g\n", columns, rows, facts.area);
    assert_int_equal(tact_mesh_vertex_count(mesh), (columns + 1) * (rows + 1));
    assert_int_equal(tact_mesh_triangle_count(mesh), 2 * columns * rows);
    assert_int_equal(facts.open_edges, 2 * (columns + rows));
    assert_int_equal(facts.bad_edges, 0);
    assert_int_equal(facts.unused, 0);
    assert_int_equal(facts.zero_area, 0);
    assert_int_equal(facts.components, 1);
    assert_int_equal(facts.euler, 1);
    assert_int_equal(count_self_intersections(mesh), 0);
    for (uint32_t i = 0; i < tact_mesh_triangle_count(mesh); i++) {
        tact_triangle t = tact_mesh_triangle(mesh, i);
        assert_true(
            tact_vec3_cross(tact_vec3_sub(t.v[1], t.v[0]), tact_vec3_sub(t.v[2], t.v[0])).z > 0);
    }
    tact_mesh_destroy(mesh);
}

static void test_terrain(void **state) {
    (void)state;
    for (uint32_t cells = 1; cells <= 33; cells = 2 * cells + 1) {
        tact_mesh *mesh = NULL;
        assert_int_equal(tact_mesh_create_terrain(NULL, 10, 2, cells, cells, &mesh), TACT_OK);
        double least = 2;
        double most = 0;
        for (uint32_t i = 0; i < tact_mesh_vertex_count(mesh); i++) {
            tact_vec3 p = tact_mesh_vertices(mesh)[i];
            assert_true(fabs(p.x) <= 5 && fabs(p.y) <= 5);
            least = fmin(least, p.z);
            most = fmax(most, p.z);
        }
        assert_true(least >= 0 && most <= 2 && most > least);
        assert_true(cells < 31 || most - least > 0.6);
        finish_sheet(mesh, cells, cells);
    }
}

/* A finer terrain passes through the vertices of a coarser one. */
static void test_terrain_resolutions(void **state) {
    (void)state;
    tact_mesh *coarse = NULL;
    tact_mesh *fine = NULL;
    assert_int_equal(tact_mesh_create_terrain(NULL, 10, 2, 16, 5, &coarse), TACT_OK);
    assert_int_equal(tact_mesh_create_terrain(NULL, 10, 2, 64, 5, &fine), TACT_OK);
    for (uint32_t row = 0; row <= 16; row++)
        for (uint32_t column = 0; column <= 16; column++)
            test_assert_same_bits(tact_mesh_vertices(coarse)[row * 17 + column].z,
                                  tact_mesh_vertices(fine)[4 * row * 65 + 4 * column].z);
    tact_mesh_destroy(coarse);
    tact_mesh_destroy(fine);
}

static void test_cloth(void **state) {
    (void)state;
    const uint32_t counts[][2] = {{1, 1}, {1, 2}, {2, 2}, {5, 3}, {20, 30}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        tact_mesh *mesh = NULL;
        assert_int_equal(tact_mesh_create_cloth(NULL, 2, 3, counts[i][0], counts[i][1], &mesh),
                         TACT_OK);
        assert_near(mesh_facts_of(mesh).area, 6, 1e-12);
        finish_sheet(mesh, counts[i][0], counts[i][1]);
    }
    /* Diagonals alternate: of the 3 x 3 vertices, the one in the middle is in eight triangles. */
    tact_mesh *mesh = NULL;
    assert_int_equal(tact_mesh_create_cloth(NULL, 2, 2, 2, 2, &mesh), TACT_OK);
    uint32_t at_middle = 0;
    for (uint32_t i = 0; i < 24; i++)
        at_middle += tact_mesh_indices(mesh)[i] == 4;
    assert_int_equal(at_middle, 8);
    tact_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_icosphere),
        cmocka_unit_test(test_uv_sphere),
        cmocka_unit_test(test_blob),
        cmocka_unit_test(test_blob_seed),
        cmocka_unit_test(test_torus),
        cmocka_unit_test(test_torus_knot),
        cmocka_unit_test(test_torus_knot_default),
        cmocka_unit_test(test_torus_knot_too_thick),
        cmocka_unit_test(test_cylinder),
        cmocka_unit_test(test_tube),
        cmocka_unit_test(test_gear),
        cmocka_unit_test(test_bolt),
        cmocka_unit_test(test_box),
        cmocka_unit_test(test_plate),
        cmocka_unit_test(test_menger_sponge),
        cmocka_unit_test(test_terrain),
        cmocka_unit_test(test_terrain_resolutions),
        cmocka_unit_test(test_cloth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
