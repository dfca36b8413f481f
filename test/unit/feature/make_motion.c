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
                                                   "random",
                                                   "double and two roots",
                                                   "in one line",
                                                   "small steps",
                                                   "touch with all digits"};

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

/* Vertices in coordinates of a frame of whole numbers, which may be singular, that moves. */
static void move_frame(test_rng *rng, tact_impact_motion *m) {
    tact_vec3 axis[3], speed = whole_point(rng, 3);
    for (int i = 0; i < 3; i++)
        axis[i] = whole_point(rng, 2);
    for (int i = 0; i < 8; i++) {
        tact_vec3 *p = i < 4 ? &m->start[i] : &m->end[i - 4];
        tact_vec3 q = blend(blend(axis[0], p->x, axis[1], p->y), 1, axis[2], p->z);
        *p = i < 4 ? q : blend(q, 1, speed, 1);
    }
}

/* Three vertices are 0, (1, 0, 0) and (0, 1, st + c); the fourth is over x and y(t) in their plane,
 * at a height of -s y1 (t - first) (t - second), where y1 is the speed of y(t), and y(first) is y.
 * Both times are dyadic and often the same: then the features touch and part. */
static tact_impact_motion make_two_roots(test_rng *rng, tact_impact_kind kind) {
    double s = test_rng_below(rng, 5), c = test_rng_below(rng, 5), y1 = test_rng_below(rng, 7);
    double first = 0.125 * test_rng_below(rng, 9), second = 0.125 * test_rng_below(rng, 9);
    double x = 0.25 * test_rng_below(rng, 6), y = 0.25 * test_rng_below(rng, 6);
    s -= 2;
    c -= 2;
    y1 -= 3;
    if (test_rng_below(rng, 2) == 0)
        second = first;
    double y0 = y - y1 * first, z0 = y0 * c - y1 * s * first * second;
    double z1 = y1 * c + y0 * s + y1 * s * (first + second);
    tact_vec3 zero = {0, 0, 0}, one = {1, 0, 0};
    tact_impact_motion m = {{zero, {x, y0, z0}, one, {0, 1, c}},
                            {zero, {x, y0 + y1, z0 + z1}, one, {0, 1, s + c}}};
    if (kind == TACT_IMPACT_VERTEX_FACE) { /* the moving one is the vertex */
        tact_vec3 start = m.start[0], end = m.end[0];
        m.start[0] = m.start[1];
        m.end[0] = m.end[1];
        m.start[1] = start;
        m.end[1] = end;
    }
    move_frame(rng, &m);
    return m;
}

/* All vertices on one line at a dyadic time, or at all times: on the first axis, with the first
 * feature or vertex moving across along the second. */
static tact_impact_motion make_in_line(test_rng *rng, tact_impact_kind kind) {
    tact_impact_motion m;
    double crossing = 0.25 * test_rng_below(rng, 5), speed = test_rng_below(rng, 3);
    for (int i = 0; i < 4; i++) {
        bool is_first = kind == TACT_IMPACT_VERTEX_FACE ? i == 0 : i < 2;
        double across = is_first ? speed : 0;
        m.start[i] = (tact_vec3){test_rng_below(rng, 6), -across * crossing, 0};
        m.end[i] = (tact_vec3){test_rng_below(rng, 6), across * (1 - crossing), 0};
    }
    move_frame(rng, &m);
    return m;
}

/* A step as of cloth: short, and along the short side of what it meets. */
static tact_impact_motion make_small_step(test_rng *rng) {
    tact_impact_motion m;
    double step = ldexp(1, -(int)test_rng_below(rng, 20));
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            double size = k == 2 ? step : 1, x = size * test_rng_between(rng, -1, 1);
            *coordinate(&m, 3 * i + k) = x;
            *coordinate(&m, 12 + 3 * i + k) = x + step * test_rng_between(rng, -1, 1);
        }
    }
    return m;
}

/* A multiple of 2^-52 between -1/4 and 1/4. */
static double long_number(test_rng *rng) {
    return (double)(int64_t)(test_rng_next(rng) >> 13) * 0x1p-52 - 0.25;
}

/* Vertex 0 is in the middle of the face, or the edges meet in their middles, with coordinates that
 * have as many digits as can be added exactly. So products of them are rounded. */
static void make_long_touch(test_rng *rng, tact_impact_kind kind, tact_vec3 v[4]) {
    tact_vec3 a = {long_number(rng), long_number(rng), long_number(rng)};
    tact_vec3 b = {long_number(rng), long_number(rng), long_number(rng)};
    tact_vec3 sum = blend(a, 1, b, 1);
    bool is_face = kind == TACT_IMPACT_VERTEX_FACE;
    v[0] = (tact_vec3){0, 0, 0};
    v[1] = is_face ? blend(sum, -1, v[0], 1) : sum;
    v[2] = a;
    v[3] = b;
}

/* A touch that stays as it is, lasts, or is at one end. */
static tact_impact_motion make_long(test_rng *rng, tact_impact_kind kind) {
    tact_impact_motion m, other = make_lattice(rng, 3);
    uint32_t how = test_rng_below(rng, 4);
    make_long_touch(rng, kind, m.start);
    make_long_touch(rng, kind, m.end);
    for (int i = 0; i < 4; i++) {
        if (how == 0)
            m.end[i] = m.start[i];
        if (how == 1)
            m.start[i] = other.start[i];
        if (how == 2)
            m.end[i] = other.end[i];
    }
    return m;
}

/* Scales by powers of two and by others, from 2^-20 to 2^30, and offsets of 1e6. Some round. */
static void transform(test_rng *rng, tact_impact_motion *m) {
    uint32_t choice = test_rng_below(rng, 8);
    double scale = ldexp(1, (int)test_rng_below(rng, 51) - 20);
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
    case 10:
        m = make_two_roots(rng, kind);
        break;
    case 11:
        m = make_in_line(rng, kind);
        break;
    case 12:
        m = make_small_step(rng);
        break;
    case 13:
        m = make_long(rng, kind);
        break;
    default:
        break;
    }
    transform(rng, &m);
    if (family > 2 && test_rng_below(rng, 4) == 0)
        nudge(rng, &m, false);
    return m;
}

void spread_exponents(test_rng *rng, tact_impact_motion *motion, int most) {
    uint32_t how = test_rng_below(rng, 3), range = (uint32_t)(2 * most);
    for (int i = 0; i < 24; i++) {
        double *x = coordinate(motion, i);
        int exponent, end = test_rng_below(rng, 2) == 0 ? most : 1 - most;
        double fraction = frexp(*x, &exponent);
        if (fraction == 0)
            continue;
        if (how == 0)
            exponent = (int)test_rng_below(rng, range) - most + 1;
        if (how == 1 || (how == 2 && test_rng_below(rng, 6) == 0))
            exponent = end;
        if (test_rng_below(rng, 4) == 0)
            fraction = test_rng_between(rng, 0.5, 1);
        *x = ldexp(fraction, exponent);
        if (test_rng_below(rng, 5) == 0)
            *coordinate(motion, (int)test_rng_below(rng, 24)) = *x;
    }
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
