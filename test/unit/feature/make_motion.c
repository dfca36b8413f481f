/* SPDX-License-Identifier: MIT */
#include "make_motion.h"

#include <math.h>

static const char *const names[MOTION_FAMILIES] = {"touch at a dyadic time",
                                                   "near miss by ulps",
                                                   "near miss by a ratio",
                                                   "lattice",
                                                   "small lattice",
                                                   "coplanar",
                                                   "parallel",
                                                   "degenerate",
                                                   "static",
                                                   "random"};

const char *motion_family_name(unsigned family) {
    return names[family];
}

static double *coordinate(tact_impact_motion *m, int i) {
    return i < 12 ? &m->start[0].x + i : &m->end[0].x + (i - 12);
}

static tact_vec3 whole_point(test_rng *rng, int most) {
    uint32_t range = (uint32_t)(2 * most + 1);
    tact_vec3 p = {test_rng_below(rng, range), test_rng_below(rng, range),
                   test_rng_below(rng, range)};
    return (tact_vec3){p.x - most, p.y - most, p.z - most};
}

static tact_vec3 blend(tact_vec3 a, double s, tact_vec3 b, double t) {
    return (tact_vec3){s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z};
}

/* Four vertices that touch: quarters and halves of whole numbers, often at corners and on edges. */
static void make_touching(test_rng *rng, tact_impact_kind kind, tact_vec3 v[4]) {
    for (int i = 0; i < 4; i++)
        v[i] = whole_point(rng, 6);
    if (kind == TACT_IMPACT_VERTEX_FACE) {
        double b = 0.25 * test_rng_below(rng, 5), c = (1 - b) * 0.25 * test_rng_below(rng, 5);
        v[0] = blend(blend(v[1], (1 - b) - c, v[2], b), 1, v[3], c);
        return;
    }
    double u = 0.25 * test_rng_below(rng, 5), longer = test_rng_below(rng, 4);
    tact_vec3 meeting = blend(v[0], 1 - u, v[1], u);
    v[3] = blend(meeting, 1 + longer, v[2], -longer);
}

/* A contact at time 0, 1, 2^-k or 1 - 2^-k; all coordinates are exact. */
static tact_impact_motion make_touch(test_rng *rng, tact_impact_kind kind) {
    tact_impact_motion m;
    tact_vec3 v[4];
    make_touching(rng, kind, v);
    double ratio = (double)(1u << test_rng_below(rng, 5));
    bool at_start = test_rng_below(rng, 5) == 0, is_reverse = test_rng_below(rng, 2) == 0;
    for (int i = 0; i < 4; i++) {
        tact_vec3 start = at_start ? v[i] : whole_point(rng, 6);
        tact_vec3 end = at_start ? whole_point(rng, 6) : blend(start, 1 - ratio, v[i], ratio);
        m.start[i] = is_reverse ? end : start;
        m.end[i] = is_reverse ? start : end;
    }
    return m;
}

static tact_impact_motion make_lattice(test_rng *rng, int most) {
    tact_impact_motion m;
    for (int i = 0; i < 4; i++) {
        m.start[i] = whole_point(rng, most);
        m.end[i] = whole_point(rng, most);
    }
    return m;
}

static void nudge(test_rng *rng, tact_impact_motion *m, bool by_ratio) {
    double *x = coordinate(m, (int)test_rng_below(rng, 24));
    double way = test_rng_below(rng, 2) == 0 ? -INFINITY : INFINITY;
    if (by_ratio) {
        double ratio = ldexp(1, -(int)(10 + test_rng_below(rng, 42)));
        *x += way > 0 ? ratio : -ratio;
        return;
    }
    for (uint32_t i = test_rng_below(rng, 3) + 1; i > 0; i--)
        *x = nextafter(*x == 0 ? 0x1p-52 : *x, way);
}

/* All vertices on a plane that moves, or on one with a whole normal. */
static void flatten(test_rng *rng, tact_impact_motion *m) {
    int axis = (int)test_rng_below(rng, 3), other = (axis + 1) % 3;
    double slope = test_rng_below(rng, 3), speed = test_rng_below(rng, 3);
    for (int i = 0; i < 8; i++) {
        double *p = coordinate(m, 3 * i);
        p[axis] = slope * p[other] + (i >= 4 ? speed : 0);
    }
}

static void make_parallel(tact_impact_motion *m, tact_impact_kind kind, double factor) {
    int to = kind == TACT_IMPACT_VERTEX_FACE ? 1 : 0, from = 2;
    for (int time = 0; time < 2; time++) {
        tact_vec3 *v = time == 0 ? m->start : m->end;
        tact_vec3 direction = blend(v[to + 1], 1, v[to], -1);
        v[from + 1] = blend(v[kind == TACT_IMPACT_VERTEX_FACE ? to : from], 1, direction, factor);
    }
}

static void make_degenerate(test_rng *rng, tact_impact_motion *m) {
    for (uint32_t i = test_rng_below(rng, 2) + 1; i > 0; i--) {
        uint32_t a = test_rng_below(rng, 4), b = test_rng_below(rng, 4);
        m->start[a] = m->start[b];
        if (test_rng_below(rng, 3) > 0)
            m->end[a] = m->end[b];
    }
}

static void make_static(test_rng *rng, tact_impact_motion *m) {
    uint32_t still = test_rng_below(rng, 15) + 1;
    for (uint32_t i = 0; i < 4; i++)
        if ((still >> i & 1) != 0)
            m->end[i] = m->start[i];
}

/* Scales by powers of two and by others, from 2^-20 to 2^30, and offsets of 1e6. Some round. */
static void transform(test_rng *rng, tact_impact_motion *m) {
    uint32_t choice = test_rng_below(rng, 8);
    double scale = ldexp(1, (int)test_rng_below(rng, 50) - 20);
    double offset = choice >= 6 ? scale * 1048576.0 * test_rng_below(rng, 3) : 0;
    if (choice == 0)
        scale *= 1.0 / 3;
    if (choice == 1)
        scale *= 0.1;
    for (int i = 0; i < 24; i++)
        *coordinate(m, i) = *coordinate(m, i) * scale + offset;
}

tact_impact_motion make_motion(test_rng *rng, unsigned family, tact_impact_kind kind) {
    tact_impact_motion m =
        family <= 2 ? make_touch(rng, kind) : make_lattice(rng, family == 4 ? 1 : 3);
    switch (family) {
    case 1:
    case 2:
        nudge(rng, &m, family == 2);
        break;
    case 5:
        flatten(rng, &m);
        break;
    case 6:
        make_parallel(&m, kind, (double)test_rng_below(rng, 5) - 2);
        break;
    case 7:
        make_degenerate(rng, &m);
        break;
    case 8:
        make_static(rng, &m);
        break;
    case 9:
        for (int i = 0; i < 24; i++)
            *coordinate(&m, i) = test_rng_between(rng, -1, 1);
        break;
    default:
        break;
    }
    transform(rng, &m);
    if (family > 2 && test_rng_below(rng, 4) == 0)
        nudge(rng, &m, false);
    return m;
}

static void swap_vertices(tact_impact_motion *m, int i, int j) {
    tact_vec3 start = m->start[i], end = m->end[i];
    m->start[i] = m->start[j];
    m->end[i] = m->end[j];
    m->start[j] = start;
    m->end[j] = end;
}

tact_impact_motion shuffle_motion(test_rng *rng, const tact_impact_motion *motion,
                                  tact_impact_kind kind) {
    tact_impact_motion m = *motion;
    uint32_t how = test_rng_below(rng, 8);
    if (kind == TACT_IMPACT_VERTEX_FACE) {
        swap_vertices(&m, 1, 1 + (int)(how % 3));
        swap_vertices(&m, 2, 2 + (int)(how / 4));
        return m;
    }
    swap_vertices(&m, 0, (int)(how & 1));
    swap_vertices(&m, 2, 2 + (int)(how >> 1 & 1));
    if ((how & 4) != 0) {
        swap_vertices(&m, 0, 2);
        swap_vertices(&m, 1, 3);
    }
    return m;
}

tact_status ask_impact(tact_impact_kind kind, const tact_impact_motion *motion,
                       const tact_impact_options *options, tact_impact_result *out) {
    return kind == TACT_IMPACT_VERTEX_FACE ? tact_impact_vertex_face(motion, options, out)
                                           : tact_impact_edge_edge(motion, options, out);
}
