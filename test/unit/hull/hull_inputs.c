/* SPDX-License-Identifier: MIT */
/* See hull_inputs.h. */
#include "hull_inputs.h"

#include <math.h>

const char *hull_input_text(hull_input kind) {
    static const char *const texts[] = {
#define HULL_INPUT_TEXT(name, text) text,
        HULL_INPUT_LIST(HULL_INPUT_TEXT)
#undef HULL_INPUT_TEXT
    };
    return texts[kind];
}

static tact_vec3 in_ball(test_rng *rng) {
    for (;;) {
        tact_vec3 p = {test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                       test_rng_between(rng, -1, 1)};
        if (tact_vec3_dot(p, p) <= 1)
            return p;
    }
}

static double step(test_rng *rng) {
    return (double)test_rng_below(rng, 4);
}

static double nudge(test_rng *rng, double x) {
    for (uint32_t i = test_rng_below(rng, 4); i > 0; i--)
        x = nextafter(x, test_rng_below(rng, 2) == 0 ? -HUGE_VAL : HUGE_VAL);
    return x;
}

static double signed_of(test_rng *rng, double x) {
    return test_rng_below(rng, 2) == 0 ? x : -x;
}

/* Integer points of the circle of radius 65. */
static tact_vec3 on_circle(test_rng *rng) {
    static const double pair[][2] = {{16, 63}, {25, 60}, {33, 56}, {39, 52}, {0, 65}};
    uint32_t i = test_rng_below(rng, 5), swap = test_rng_below(rng, 2);
    return (tact_vec3){signed_of(rng, pair[i][swap]), signed_of(rng, pair[i][1 - swap]),
                       test_rng_below(rng, 2) == 0 ? -7 : 9};
}

/* Integer points of the sphere of radius 15. */
static tact_vec3 on_sphere(test_rng *rng) {
    static const double triple[][3] = {
        {2, 5, 14}, {2, 10, 11}, {5, 10, 10}, {0, 9, 12}, {0, 0, 15}};
    const double *t = triple[test_rng_below(rng, 5)];
    uint32_t i = test_rng_below(rng, 3), j = (i + 1 + test_rng_below(rng, 2)) % 3;
    return (tact_vec3){signed_of(rng, t[i]), signed_of(rng, t[j]), signed_of(rng, t[3 - i - j])};
}

/* An integer point on one of four planes with small integer coefficients. */
static tact_vec3 on_few_planes(test_rng *rng) {
    double x = (double)test_rng_below(rng, 16) - 8, y = (double)test_rng_below(rng, 16) - 8;
    switch (test_rng_below(rng, 4)) {
    case 0:
        return (tact_vec3){x, y, 3 * x + 2 * y + 60};
    case 1:
        return (tact_vec3){x, y, -8};
    case 2:
        return (tact_vec3){x, 9, y};
    default:
        return (tact_vec3){2 * x - y + 40, x, y};
    }
}

static tact_vec3 on_box(test_rng *rng) {
    double p[3] = {(double)test_rng_below(rng, 11) * 0.1, (double)test_rng_below(rng, 11) * 0.1,
                   (double)test_rng_below(rng, 11) * 0.1};
    p[test_rng_below(rng, 3)] = test_rng_below(rng, 2) == 0 ? 0 : 1;
    return (tact_vec3){p[0], p[1], p[2]};
}

static tact_vec3 scaled(tact_vec3 p, double x, double y, double z) {
    return (tact_vec3){p.x * x, p.y * y, p.z * z};
}

static tact_vec3 make_plain(hull_input kind, test_rng *rng) {
    tact_vec3 p = in_ball(rng);
    switch (kind) {
    case HULL_SPHERE:
        return tact_vec3_normalize(p);
    case HULL_LATTICE:
        return (tact_vec3){step(rng), step(rng), step(rng)};
    case HULL_FEW_PLANES:
        return on_few_planes(rng);
    case HULL_ULPS:
        return (tact_vec3){nudge(rng, 1 + step(rng)), nudge(rng, 1 + step(rng)),
                           nudge(rng, 1 + step(rng))};
    case HULL_COCIRCULAR:
        return on_circle(rng);
    case HULL_COSPHERICAL:
        return on_sphere(rng);
    case HULL_BOX_GRID:
        return on_box(rng);
    case HULL_NEEDLE:
        return scaled(p, 1e-6, 1, 1e-6);
    case HULL_SHEET:
        return scaled(p, 1, 1e-6, 1);
    default:
        return p;
    }
}

static tact_vec3 make_far_out(hull_input kind, test_rng *rng) {
    tact_vec3 p = in_ball(rng);
    switch (kind) {
    case HULL_FAR:
        return (tact_vec3){1e9 + p.x * 1e-6, p.y * 1e-6 - 1e9, 1e9 + p.z};
    case HULL_TINY:
        return scaled(p, 0x1p-400, 0x1p-400, 0x1p-400);
    case HULL_HUGE:
        return scaled(p, 0x1p400, 0x1p400, 0x1p400);
    case HULL_SUBNORMAL:
        return scaled(p, 0x1p-1069, 0x1p-1069, 0x1p-1069);
    case HULL_LARGEST:
        return scaled(p, 0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023);
    case HULL_ANY:
        return (tact_vec3){test_rng_any_double(rng), test_rng_any_double(rng),
                           test_rng_any_double(rng)};
    default:
        return make_plain(kind, rng);
    }
}

static tact_vec3 make_degenerate(hull_input kind, test_rng *rng) {
    double x = (double)test_rng_below(rng, 32) * 0x1p-3,
           y = (double)test_rng_below(rng, 32) * 0x1p-3;
    double u = test_rng_unit(rng), v = test_rng_unit(rng);
    switch (kind) {
    case HULL_FLAT:
        return (tact_vec3){x, 3 * x + 5 * y + 1, y};
    case HULL_NEARLY_FLAT:
        return (tact_vec3){u, v, 0.3 * u + 0.7 * v};
    case HULL_LINE:
        return (tact_vec3){3 * x - 1, 7 - x, 5 * x};
    case HULL_NEARLY_LINE:
        return (tact_vec3){u, 0.3 * u, 0.7 * u};
    case HULL_EQUAL:
        return (tact_vec3){0.1, -0.2, 0.3};
    default:
        return make_far_out(kind, rng);
    }
}

void hull_input_make(hull_input kind, test_rng *rng, tact_vec3 *points, uint32_t count) {
    mixed_palette palette = {0};
    if (kind == HULL_MIXED)
        palette = mixed_palette_make(rng, 1024);
    for (uint32_t i = 0; i < count; i++)
        points[i] =
            kind == HULL_MIXED ? mixed_point(rng, &palette, 1024) : make_degenerate(kind, rng);
}

/* ---- Checks that hold for every hull ------------------------------------------------------- */

static bool is_equal(const tact_vec3 *a, const tact_vec3 *b) {
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

static void check_sources(const tact_hull *hull, const tact_vec3 *points, uint32_t count) {
    tact_hull_info info = tact_hull_inspect(hull);
    const uint32_t *sources = tact_hull_sources(hull);
    const tact_vec3 *vertices = tact_hull_vertices(hull);
    for (uint32_t v = 0; v < info.vertex_count; v++) {
        assert_true(sources[v] < count);
        assert_true(v == 0 || sources[v - 1] < sources[v]);
        assert_memory_equal(&vertices[v], &points[sources[v]], sizeof *vertices);
        for (uint32_t i = 0; i < sources[v]; i++)
            assert_false(is_equal(&points[i], &vertices[v]));
        assert_true(tact_box_contains(info.bounds, vertices[v]));
    }
}

void hull_input_check(const tact_hull *hull, const tact_vec3 *points, uint32_t count) {
    tact_hull_info info = tact_hull_inspect(hull);
    const tact_vec3 *vertices = tact_hull_vertices(hull);
    tact_error error;
    if (tact_hull_validate(hull, &error) != TACT_OK)
        fail_msg("%s", error.text);
    check_sources(hull, points, count);
    for (uint32_t f = 0; f < info.face_count; f++) {
        uint32_t corner_count;
        const uint32_t *corner = tact_hull_face(hull, f, &corner_count);
        assert_true(corner_count >= 3);
        for (uint32_t i = 0; i < count; i++)
            assert_true(tact_orient3d(&vertices[corner[0]], &vertices[corner[1]],
                                      &vertices[corner[2]], &points[i]) <= 0);
    }
    for (uint32_t i = 0; i < count; i++)
        assert_true(tact_box_contains(info.bounds, points[i]));
    if (info.dimension >= 2)
        assert_int_equal((int64_t)info.vertex_count - info.edge_count + info.face_count, 2);
    for (uint32_t i = 0; info.dimension == 1 && i < count; i++)
        assert_true(tact_is_collinear(&vertices[0], &vertices[1], &points[i]));
}
