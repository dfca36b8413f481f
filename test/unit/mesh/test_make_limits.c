/* SPDX-License-Identifier: MIT */
/* Generators: refused parameters, out of memory, time, and the same bits on every machine. */
#define _POSIX_C_SOURCE 200809L

#include "test_make_check.h"

#include <tact/mesh_generators.h>

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* ---- One of each ---------------------------------------------------------------------------- */

/* Makes a mesh with about the given number of triangles. */
typedef tact_status maker(const tact_context *context, double triangles, tact_mesh **out);

/* The side n for which each n^2 is about the given number of triangles. */
static uint32_t side_of(double triangles, double each) {
    return (uint32_t)fmax(1, round(sqrt(triangles / each)));
}

static tact_status make_icosphere(const tact_context *context, double triangles, tact_mesh **out) {
    return tact_mesh_create_icosphere(context, 1, side_of(triangles, 20), out);
}

static tact_status make_uv_sphere(const tact_context *context, double triangles, tact_mesh **out) {
    uint32_t side = side_of(triangles, 4) + 2;
    return tact_mesh_create_uv_sphere(context, 1, 2 * side, side, out);
}

static tact_status make_torus(const tact_context *context, double triangles, tact_mesh **out) {
    uint32_t side = side_of(triangles, 4) + 2;
    return tact_mesh_create_torus(context, 1, 0.3, 2 * side, side, out);
}

static tact_status make_torus_knot(const tact_context *context, double triangles, tact_mesh **out) {
    tact_torus_knot_desc desc = tact_torus_knot_desc_default();
    desc.around = side_of(triangles, 24) + 2;
    desc.along = 12 * desc.around;
    return tact_mesh_create_torus_knot(context, &desc, out);
}

static tact_status make_box(const tact_context *context, double triangles, tact_mesh **out) {
    return tact_mesh_create_box(context, (tact_vec3){1, 2, 3}, side_of(triangles, 12), out);
}

static tact_status make_cylinder(const tact_context *context, double triangles, tact_mesh **out) {
    uint32_t side = side_of(triangles, 2) + 2;
    return tact_mesh_create_cylinder(context, 1, 3, side, side, out);
}

static tact_status make_tube(const tact_context *context, double triangles, tact_mesh **out) {
    uint32_t side = side_of(triangles, 4) + 2;
    return tact_mesh_create_tube(context, 1, 0.8, 3, side, side, out);
}

static tact_status make_plate(const tact_context *context, double triangles, tact_mesh **out) {
    uint32_t side = side_of(triangles, 16 * 6);
    return tact_mesh_create_plate(context, (tact_vec3){4, 4, 0.2}, side, side, 16, out);
}

static tact_status make_gear(const tact_context *context, double triangles, tact_mesh **out) {
    tact_gear_desc desc = tact_gear_desc_default();
    desc.detail = side_of(triangles, 16 * 24);
    desc.rows = desc.detail;
    return tact_mesh_create_gear(context, &desc, out);
}

static tact_status make_bolt(const tact_context *context, double triangles, tact_mesh **out) {
    tact_bolt_desc desc = tact_bolt_desc_default();
    desc.segments = 6 * side_of(triangles, 2 * 6 * 24);
    desc.rows = 4 * desc.segments;
    return tact_mesh_create_bolt(context, &desc, out);
}

/* Levels 1 and 4. */
static tact_status make_sponge(const tact_context *context, double triangles, tact_mesh **out) {
    return tact_mesh_create_menger_sponge(context, 1, triangles > 1e5 ? 4 : 1, out);
}

static tact_status make_blob(const tact_context *context, double triangles, tact_mesh **out) {
    return tact_mesh_create_blob(context, 1, 0.4, side_of(triangles, 20), 7, out);
}

static tact_status make_terrain(const tact_context *context, double triangles, tact_mesh **out) {
    return tact_mesh_create_terrain(context, 10, 2, side_of(triangles, 2), 7, out);
}

static tact_status make_cloth(const tact_context *context, double triangles, tact_mesh **out) {
    uint32_t side = side_of(triangles, 2);
    return tact_mesh_create_cloth(context, 1, 2, side, side, out);
}

static const struct {
    const char *name;
    maker *make;
} makers[] = {
    {"icosphere", make_icosphere},
    {"uv_sphere", make_uv_sphere},
    {"torus", make_torus},
    {"torus_knot", make_torus_knot},
    {"box", make_box},
    {"cylinder", make_cylinder},
    {"tube", make_tube},
    {"plate", make_plate},
    {"gear", make_gear},
    {"bolt", make_bolt},
    {"menger_sponge", make_sponge},
    {"blob", make_blob},
    {"terrain", make_terrain},
    {"cloth", make_cloth},
};

#define MAKERS (sizeof makers / sizeof *makers)

/* ---- Memory, time, bits ---------------------------------------------------------------------- */

static void test_out_of_memory(void **state) {
    (void)state;
    for (size_t i = 0; i < MAKERS; i++) {
        test_allocator counter = {0};
        tact_context *context = test_context_make(&counter);
        uint64_t live = counter.live;
        tact_mesh *mesh = NULL;
        uint64_t fail = 0;
        for (;;) {
            counter.fail_at = counter.calls + ++fail;
            tact_status status = makers[i].make(context, 300, &mesh);
            if (status == TACT_OK)
                break;
            assert_int_equal(status, TACT_OUT_OF_MEMORY);
            assert_null(mesh);
            assert_int_equal(counter.live, live);
        }
        printf("  %s: %" PRIu64 " allocations failed one by one\n", makers[i].name, fail - 1);
        assert_true(fail > 3);
        assert_non_null(mesh);
        tact_mesh_destroy(mesh);
        assert_int_equal(counter.live, live);
        tact_context_destroy(context);
        assert_int_equal(counter.live, 0);
    }
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A million triangles of each must take less than two seconds, if the build is optimised and the
 * run is not a quick one. */
static void test_million_triangles(void **state) {
    (void)state;
    bool is_quick = getenv("TACT_TEST_QUICK") != NULL;
    for (size_t i = 0; i < MAKERS; i++) {
        tact_mesh *mesh = NULL;
        double start = seconds_now();
        assert_int_equal(makers[i].make(NULL, is_quick ? 1e4 : 1e6, &mesh), TACT_OK);
        double seconds = seconds_now() - start;
        printf("  %s: %" PRIu32 " triangles in %.3f s\n", makers[i].name,
               tact_mesh_triangle_count(mesh), seconds);
        assert_true(is_quick || tact_mesh_triangle_count(mesh) > 600000);
#ifdef __OPTIMIZE__
        assert_true(is_quick || seconds < 2);
#endif
        /* In a quick run, check the mesh instead. */
        if (is_quick) {
            mesh_facts facts = mesh_facts_of(mesh);
            assert_int_equal(facts.bad_edges, 0);
            assert_int_equal(facts.bad_fans, 0);
            assert_int_equal(facts.zero_area, 0);
            assert_int_equal(facts.components, 1);
        }
        tact_mesh_destroy(mesh);
    }
}

/* tact_mesh_examine() agrees with the brute-force check for each generator. */
static void test_doctor_agrees(void **state) {
    (void)state;
    for (size_t i = 0; i < MAKERS; i++) {
        tact_mesh *mesh = NULL;
        assert_int_equal(makers[i].make(NULL, 5000, &mesh), TACT_OK);
        mesh_facts facts = mesh_facts_of(mesh);
        tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
        tact_mesh_report report;
        assert_int_equal(tact_mesh_examine(NULL, &arrays, &report), TACT_OK);
        assert_int_equal(report.edge_count, facts.edges);
        assert_int_equal(report.open_edges.count, facts.open_edges);
        assert_int_equal(report.nonmanifold_edges.count, 0);
        assert_int_equal(report.misoriented_edges.count, 0);
        assert_int_equal(report.zero_area.count, 0);
        assert_int_equal(report.duplicate_vertices.count, 0);
        assert_int_equal(report.unused_vertices.count, 0);
        assert_int_equal(report.component_count, 1);
        assert_int_equal(report.euler, facts.euler);
        assert_int_equal(report.is_closed, facts.open_edges == 0);
        if (report.is_closed) {
            assert_int_equal(report.genus, (2 - facts.euler) / 2);
            assert_true(fabs(report.volume - facts.volume) <= 1e-12 * facts.volume);
        }
        assert_true(fabs(report.area - facts.area) <= 1e-12 * facts.area);
        tact_mesh_destroy(mesh);
    }
}

/* Bits are a promise: the same for every compiler and level of optimisation. */
static void test_same_bits(void **state) {
    (void)state;
    uint64_t all = 0;
    for (size_t i = 0; i < MAKERS; i++) {
        tact_mesh *mesh = NULL;
        assert_int_equal(makers[i].make(NULL, 5000, &mesh), TACT_OK);
        uint64_t hash = hash_mesh(mesh);
        printf("  %s: %016" PRIx64 "\n", makers[i].name, hash);
        all = (all ^ hash) * 0x9E3779B97F4A7C15u;
        tact_mesh_destroy(mesh);
    }
    printf("  all: %016" PRIx64 "\n", all);
    assert_true(all == UINT64_C(0x85d5d08782d5b6bf));
}

/* Sizes multiplied by a power of two give the same triangles and vertices multiplied by that power.
 */
static void test_scales(void **state) {
    (void)state;
    const double scales[] = {0x1p-490, 0x1p-3, 0x1p490};
    for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
        double s = scales[k];
        tact_torus_knot_desc knot = tact_torus_knot_desc_default();
        knot.along = 60;
        tact_torus_knot_desc scaled = knot;
        scaled.major_radius *= s;
        scaled.minor_radius *= s;
        scaled.tube_radius *= s;
        tact_mesh *pairs[5][2];
        assert_int_equal(tact_mesh_create_torus_knot(NULL, &knot, &pairs[0][0]), TACT_OK);
        assert_int_equal(tact_mesh_create_torus_knot(NULL, &scaled, &pairs[0][1]), TACT_OK);
        for (int i = 0; i < 2; i++) {
            double u = i == 0 ? 1 : s;
            tact_vec3 size = {3 * u, 2 * u, u};
            assert_int_equal(tact_mesh_create_plate(NULL, size, 2, 3, 8, &pairs[1][i]), TACT_OK);
            assert_int_equal(tact_mesh_create_icosphere(NULL, u, 5, &pairs[2][i]), TACT_OK);
            assert_int_equal(tact_mesh_create_tube(NULL, u, 0.5 * u, u, 7, 2, &pairs[3][i]),
                             TACT_OK);
            assert_int_equal(tact_mesh_create_terrain(NULL, u, u, 9, 1, &pairs[4][i]), TACT_OK);
        }
        for (size_t pair = 0; pair < 5; pair++) {
            const tact_vec3 *a = tact_mesh_vertices(pairs[pair][0]);
            const tact_vec3 *b = tact_mesh_vertices(pairs[pair][1]);
            for (uint32_t i = 0; i < tact_mesh_vertex_count(pairs[pair][0]); i++) {
                test_assert_same_bits(b[i].x, a[i].x * s);
                test_assert_same_bits(b[i].y, a[i].y * s);
                test_assert_same_bits(b[i].z, a[i].z * s);
            }
            tact_mesh_destroy(pairs[pair][0]);
            tact_mesh_destroy(pairs[pair][1]);
        }
    }
}

/* ---- Refusals -------------------------------------------------------------------------------- */

/* Expects a status and an unchanged output. */
#define REFUSES(expected, call)                                                                    \
    do {                                                                                           \
        tact_mesh *mesh = NULL;                                                                    \
        tact_mesh **out = &mesh;                                                                   \
        assert_int_equal(call, expected);                                                          \
        assert_null(mesh);                                                                         \
    } while (0)
#define INVALID(call) REFUSES(TACT_INVALID_ARGUMENT, call)
#define TOO_LARGE(call) REFUSES(TACT_TOO_LARGE, call)

/* Numbers that are not valid lengths. */
static const double no_lengths[] = {0,         -0.0,    -1,       NAN,     INFINITY,
                                    -INFINITY, DBL_MIN, 0x1p-501, 0x1p501, DBL_MAX};
#define NO_LENGTHS (sizeof no_lengths / sizeof *no_lengths)

static void test_no_lengths(void **state) {
    (void)state;
    for (size_t i = 0; i < NO_LENGTHS; i++) {
        double x = no_lengths[i];
        INVALID(tact_mesh_create_icosphere(NULL, x, 2, out));
        INVALID(tact_mesh_create_uv_sphere(NULL, x, 4, 4, out));
        INVALID(tact_mesh_create_torus(NULL, x, 1, 4, 4, out));
        INVALID(tact_mesh_create_torus(NULL, 1, x, 4, 4, out));
        INVALID(tact_mesh_create_box(NULL, (tact_vec3){x, 1, 1}, 1, out));
        INVALID(tact_mesh_create_box(NULL, (tact_vec3){1, x, 1}, 1, out));
        INVALID(tact_mesh_create_box(NULL, (tact_vec3){1, 1, x}, 1, out));
        INVALID(tact_mesh_create_cylinder(NULL, x, 1, 4, 1, out));
        INVALID(tact_mesh_create_cylinder(NULL, 1, x, 4, 1, out));
        INVALID(tact_mesh_create_tube(NULL, x, 0x1p-500, 1, 4, 1, out));
        INVALID(tact_mesh_create_tube(NULL, 1, x, 1, 4, 1, out));
        INVALID(tact_mesh_create_tube(NULL, 1, 0.5, x, 4, 1, out));
        INVALID(tact_mesh_create_plate(NULL, (tact_vec3){x, 1, 1}, 1, 1, 8, out));
        INVALID(tact_mesh_create_plate(NULL, (tact_vec3){1, x, 1}, 1, 1, 8, out));
        INVALID(tact_mesh_create_plate(NULL, (tact_vec3){1, 1, x}, 1, 1, 8, out));
        INVALID(tact_mesh_create_menger_sponge(NULL, x, 1, out));
        INVALID(tact_mesh_create_blob(NULL, x, 0, 2, 0, out));
        INVALID(tact_mesh_create_terrain(NULL, x, 1, 2, 0, out));
        INVALID(tact_mesh_create_cloth(NULL, x, 1, 2, 2, out));
        INVALID(tact_mesh_create_cloth(NULL, 1, x, 2, 2, out));
        if (x != 0) { /* a flat terrain and a plain sphere are valid */
            INVALID(tact_mesh_create_terrain(NULL, 1, x, 2, 0, out));
            INVALID(tact_mesh_create_blob(NULL, 1, x, 2, 0, out));
        }
    }
}

static void test_no_lengths_in_descs(void **state) {
    (void)state;
    for (size_t i = 0; i < NO_LENGTHS; i++) {
        double x = no_lengths[i];
        for (int field = 0; field < 6; field++) {
            tact_torus_knot_desc knot = tact_torus_knot_desc_default();
            double *knot_fields[] = {&knot.major_radius, &knot.minor_radius, &knot.tube_radius};
            *knot_fields[field % 3] = x;
            INVALID(tact_mesh_create_torus_knot(NULL, &knot, out));
            tact_gear_desc gear = tact_gear_desc_default();
            double *gear_fields[] = {&gear.outer_radius, &gear.root_radius, &gear.bore_radius,
                                     &gear.thickness};
            *gear_fields[field % 4] = x;
            INVALID(tact_mesh_create_gear(NULL, &gear, out));
            tact_bolt_desc bolt = tact_bolt_desc_default();
            double *bolt_fields[] = {&bolt.radius, &bolt.length,      &bolt.thread_depth,
                                     &bolt.pitch,  &bolt.head_radius, &bolt.head_height};
            *bolt_fields[field] = x;
            if (x != 0 || field != 2) /* a plain shaft is valid */
                INVALID(tact_mesh_create_bolt(NULL, &bolt, out));
        }
    }
}

/* Lengths that are valid alone but not together. */
static void test_proportions(void **state) {
    (void)state;
    double nearly = 1 - 0x1p-31;
    INVALID(tact_mesh_create_torus(NULL, 1, 1, 4, 4, out));
    INVALID(tact_mesh_create_torus(NULL, 1, nearly, 4, 4, out));
    INVALID(tact_mesh_create_torus(NULL, 1, 0x1p-43, 4, 4, out));
    INVALID(tact_mesh_create_tube(NULL, 1, 1, 1, 4, 1, out));
    INVALID(tact_mesh_create_tube(NULL, 1, nearly, 1, 4, 1, out));
    INVALID(tact_mesh_create_plate(NULL, (tact_vec3){0x1p42, 1, 1}, 1, 1, 8, out));
    INVALID(tact_mesh_create_plate(NULL, (tact_vec3){1, 0x1p42, 1}, 1, 1, 8, out));
    INVALID(tact_mesh_create_blob(NULL, 1, 0.5, 2, 0, out));
    tact_gear_desc gear = tact_gear_desc_default();
    gear.root_radius = nearly;
    INVALID(tact_mesh_create_gear(NULL, &gear, out));
    gear = tact_gear_desc_default();
    gear.bore_radius = gear.root_radius;
    INVALID(tact_mesh_create_gear(NULL, &gear, out));
    tact_bolt_desc bolt = tact_bolt_desc_default();
    bolt.head_radius = (bolt.radius + bolt.thread_depth) / 0.8661;
    INVALID(tact_mesh_create_bolt(NULL, &bolt, out));
    bolt = tact_bolt_desc_default();
    bolt.pitch = 0x1p-30;
    INVALID(tact_mesh_create_bolt(NULL, &bolt, out));
    tact_torus_knot_desc knot = tact_torus_knot_desc_default();
    knot.minor_radius = 0.9;
    INVALID(tact_mesh_create_torus_knot(NULL, &knot, out));
    knot = tact_torus_knot_desc_default();
    knot.tube_radius = 0x1p-40;
    INVALID(tact_mesh_create_torus_knot(NULL, &knot, out));
}

static void test_counts(void **state) {
    (void)state;
    tact_vec3 size = {1, 1, 1};
    INVALID(tact_mesh_create_icosphere(NULL, 1, 0, out));
    INVALID(tact_mesh_create_icosphere(NULL, 1, 10001, out));
    INVALID(tact_mesh_create_blob(NULL, 1, 0.1, 0, 0, out));
    INVALID(tact_mesh_create_blob(NULL, 1, 0.1, 10001, 0, out));
    INVALID(tact_mesh_create_uv_sphere(NULL, 1, 2, 4, out));
    INVALID(tact_mesh_create_uv_sphere(NULL, 1, 4, 1, out));
    INVALID(tact_mesh_create_torus(NULL, 1, 0.5, 2, 4, out));
    INVALID(tact_mesh_create_torus(NULL, 1, 0.5, 4, 2, out));
    INVALID(tact_mesh_create_box(NULL, size, 0, out));
    INVALID(tact_mesh_create_cylinder(NULL, 1, 1, 2, 1, out));
    INVALID(tact_mesh_create_cylinder(NULL, 1, 1, 4, 0, out));
    INVALID(tact_mesh_create_tube(NULL, 1, 0.5, 1, 2, 1, out));
    INVALID(tact_mesh_create_tube(NULL, 1, 0.5, 1, 4, 0, out));
    INVALID(tact_mesh_create_plate(NULL, size, 0, 1, 8, out));
    INVALID(tact_mesh_create_plate(NULL, size, 1, 0, 8, out));
    INVALID(tact_mesh_create_plate(NULL, size, 1, 1, 4, out));
    INVALID(tact_mesh_create_plate(NULL, size, 1, 1, 10, out));
    INVALID(tact_mesh_create_terrain(NULL, 1, 1, 0, 0, out));
    INVALID(tact_mesh_create_cloth(NULL, 1, 1, 0, 1, out));
    INVALID(tact_mesh_create_cloth(NULL, 1, 1, 1, 0, out));
    const uint32_t knots[][4] = {{0, 3, 9, 9}, {2, 0, 9, 9}, {2, 4, 9, 9},
                                 {3, 3, 9, 9}, {2, 3, 2, 9}, {2, 3, 9, 2}};
    for (size_t i = 0; i < sizeof knots / sizeof *knots; i++) {
        tact_torus_knot_desc knot = tact_torus_knot_desc_default();
        knot.p = knots[i][0];
        knot.q = knots[i][1];
        knot.along = knots[i][2];
        knot.around = knots[i][3];
        INVALID(tact_mesh_create_torus_knot(NULL, &knot, out));
    }
    const uint32_t gears[][3] = {{2, 1, 1}, {3, 0, 1}, {3, 1, 0}};
    for (size_t i = 0; i < sizeof gears / sizeof *gears; i++) {
        tact_gear_desc gear = tact_gear_desc_default();
        gear.teeth = gears[i][0];
        gear.detail = gears[i][1];
        gear.rows = gears[i][2];
        INVALID(tact_mesh_create_gear(NULL, &gear, out));
    }
    const uint32_t bolts[][2] = {{0, 1}, {3, 1}, {8, 1}, {6, 0}};
    for (size_t i = 0; i < sizeof bolts / sizeof *bolts; i++) {
        tact_bolt_desc bolt = tact_bolt_desc_default();
        bolt.segments = bolts[i][0];
        bolt.rows = bolts[i][1];
        INVALID(tact_mesh_create_bolt(NULL, &bolt, out));
    }
}

static void test_missing_pointers(void **state) {
    (void)state;
    for (size_t i = 0; i < MAKERS; i++)
        assert_int_equal(makers[i].make(NULL, 300, NULL), TACT_INVALID_ARGUMENT);
    INVALID(tact_mesh_create_torus_knot(NULL, NULL, out));
    INVALID(tact_mesh_create_gear(NULL, NULL, out));
    INVALID(tact_mesh_create_bolt(NULL, NULL, out));
}

/* Counts whose products overflow 64 bits, and the first counts beyond the limit. */
static void test_too_large(void **state) {
    (void)state;
    const uint32_t huge = UINT32_MAX;
    tact_vec3 size = {1, 1, 1};
    TOO_LARGE(tact_mesh_create_uv_sphere(NULL, 1, huge, huge, out));
    TOO_LARGE(tact_mesh_create_uv_sphere(NULL, 1, 32769, 32769, out));
    TOO_LARGE(tact_mesh_create_torus(NULL, 1, 0.5, huge, huge, out));
    TOO_LARGE(tact_mesh_create_torus(NULL, 1, 0.5, 32769, 32768, out));
    TOO_LARGE(tact_mesh_create_box(NULL, size, huge, out));
    TOO_LARGE(tact_mesh_create_box(NULL, size, 13378, out));
    TOO_LARGE(tact_mesh_create_cylinder(NULL, 1, 1, huge, huge, out));
    TOO_LARGE(tact_mesh_create_cylinder(NULL, 1, 1, 32769, 32767, out));
    TOO_LARGE(tact_mesh_create_tube(NULL, 1, 0.5, 1, huge, huge, out));
    TOO_LARGE(tact_mesh_create_tube(NULL, 1, 0.5, 1, 32769, 16383, out));
    TOO_LARGE(tact_mesh_create_plate(NULL, size, 1, 1, huge - 3, out));
    TOO_LARGE(tact_mesh_create_plate(NULL, size, 100000, 100000, 8, out));
    TOO_LARGE(tact_mesh_create_terrain(NULL, 1, 1, huge, 0, out));
    TOO_LARGE(tact_mesh_create_terrain(NULL, 1, 1, 32769, 0, out));
    TOO_LARGE(tact_mesh_create_cloth(NULL, 1, 1, huge, huge, out));
    TOO_LARGE(tact_mesh_create_cloth(NULL, 1, 1, 32769, 32768, out));
    TOO_LARGE(tact_mesh_create_cloth(NULL, 1, 1, huge, 1, out));
    TOO_LARGE(tact_mesh_create_menger_sponge(NULL, 1, 7, out));
    TOO_LARGE(tact_mesh_create_menger_sponge(NULL, 1, huge, out));
    tact_torus_knot_desc knot = tact_torus_knot_desc_default();
    knot.along = knot.around = huge;
    TOO_LARGE(tact_mesh_create_torus_knot(NULL, &knot, out));
    tact_gear_desc gear = tact_gear_desc_default();
    gear.teeth = gear.detail = gear.rows = huge;
    TOO_LARGE(tact_mesh_create_gear(NULL, &gear, out));
    tact_bolt_desc bolt = tact_bolt_desc_default();
    bolt.segments = huge / 6 * 6;
    bolt.rows = huge;
    TOO_LARGE(tact_mesh_create_bolt(NULL, &bolt, out));
}

/* The largest meshes are not refused for their size: they request memory, which fails here. */
static void test_largest(void **state) {
    (void)state;
    test_allocator counter = {0};
    tact_context *context = test_context_make(&counter);
#define ASKS_FOR_MEMORY(call)                                                                      \
    do {                                                                                           \
        counter.fail_at = counter.calls + 1;                                                       \
        REFUSES(TACT_OUT_OF_MEMORY, call);                                                         \
    } while (0)
    ASKS_FOR_MEMORY(tact_mesh_create_icosphere(context, 1, 10000, out));
    ASKS_FOR_MEMORY(tact_mesh_create_uv_sphere(context, 1, 32768, 32769, out));
    ASKS_FOR_MEMORY(tact_mesh_create_torus(context, 1, 0.5, 32768, 32768, out));
    ASKS_FOR_MEMORY(tact_mesh_create_box(context, (tact_vec3){1, 1, 1}, 13377, out));
    ASKS_FOR_MEMORY(tact_mesh_create_cylinder(context, 1, 1, 32768, 32767, out));
    ASKS_FOR_MEMORY(tact_mesh_create_tube(context, 1, 0.5, 1, 32768, 16383, out));
    ASKS_FOR_MEMORY(tact_mesh_create_cloth(context, 1, 1, 32768, 32768, out));
    ASKS_FOR_MEMORY(tact_mesh_create_menger_sponge(context, 1, 6, out));
    tact_context_destroy(context);
    assert_int_equal(counter.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_million_triangles),
        cmocka_unit_test(test_doctor_agrees),
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_no_lengths),
        cmocka_unit_test(test_no_lengths_in_descs),
        cmocka_unit_test(test_proportions),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_missing_pointers),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_largest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
