/* SPDX-License-Identifier: MIT */
/* Two ellipsoids: whether they meet, and how far apart they are.
 *
 * Whether they meet (after Perram and Wertheim, 1985). For weights g_a, g_b > 0 let
 *     n = (Q_a / g_a + Q_b / g_b)^-1 d, with Q = M^T M.
 * Then d = x_a + x_b with x = Q n / g = M^T (M n / g). So the point c_a + x_a = c_b - x_b is in
 * both ellipsoids if |M_a n| <= g_a and |M_b n| <= g_b, and n separates them if f(n) > 0. At the
 * right ratio of the weights one of the two tests holds, unless the ellipsoids just touch. The
 * ratio is right if |M_a n| / g_a = |M_b n| / g_b. Taking |M n| for the next weights leads there.
 *
 * How far apart. On the set of directions with f > 0, f is concave. Its gradient is d - s_a - s_b,
 * with the support points s. Its second derivative on the sphere is -(H_a + H_b + f I), with
 * H = (Q - s s^T) / h. Newton's method, with steps that are shortened until f grows, takes four to
 * six steps. */
#include "closed/ellipsoid.h"

#include <math.h>

#define MOST_WEIGHTS 24
#define MOST_CLIMBS 40

/* Products of smaller pairs underflow. */
#define LEAST_SIZE 0x1p-200

/* ---- Matrices ----------------------------------------------------------------------------- */

tacti_sym3 tacti_sym3_of(const tact_vec3 row[3]) {
    tact_vec3 a = row[0], b = row[1], c = row[2];
    return (tacti_sym3){(a.x * a.x + b.x * b.x) + c.x * c.x, (a.y * a.y + b.y * b.y) + c.y * c.y,
                        (a.z * a.z + b.z * b.z) + c.z * c.z, (a.x * a.y + b.x * b.y) + c.x * c.y,
                        (a.y * a.z + b.y * b.z) + c.y * c.z, (a.z * a.x + b.z * b.x) + c.z * c.x};
}

static tacti_sym3 combine(const tacti_sym3 *a, double s, const tacti_sym3 *b, double t) {
    return (tacti_sym3){a->xx * s + b->xx * t, a->yy * s + b->yy * t, a->zz * s + b->zz * t,
                        a->xy * s + b->xy * t, a->yz * s + b->yz * t, a->zx * s + b->zx * t};
}

void tacti_sym3_add_square(tacti_sym3 *a, tact_vec3 v, double s) {
    tact_vec3 w = tacti_vec3_scale(v, s);
    a->xx += v.x * w.x;
    a->yy += v.y * w.y;
    a->zz += v.z * w.z;
    a->xy += v.x * w.y;
    a->yz += v.y * w.z;
    a->zx += v.z * w.x;
}

static void add_unit(tacti_sym3 *a, double s) {
    a->xx += s;
    a->yy += s;
    a->zz += s;
}

bool tacti_sym3_solve(const tacti_sym3 *a, tact_vec3 v, tact_vec3 *out) {
    double xx = a->yy * a->zz - a->yz * a->yz, xy = a->yz * a->zx - a->xy * a->zz;
    double zx = a->xy * a->yz - a->yy * a->zx, yy = a->xx * a->zz - a->zx * a->zx;
    double yz = a->xy * a->zx - a->xx * a->yz, zz = a->xx * a->yy - a->xy * a->xy;
    double det = (a->xx * xx + a->xy * xy) + a->zx * zx;
    double trace = (a->xx + a->yy) + a->zz;
    if (!(det > 0x1p-48 * (trace * trace * trace)))
        return false;
    double s = 1 / det;
    *out =
        (tact_vec3){((xx * v.x + xy * v.y) + zx * v.z) * s, ((xy * v.x + yy * v.y) + yz * v.z) * s,
                    ((zx * v.x + yz * v.y) + zz * v.z) * s};
    return true;
}

/* ---- Reach -------------------------------------------------------------------------------- */

static inline void set_ellipsoids(const tacti_bodies *bodies, tacti_ellipsoids *out) {
    const double *a = bodies->body[0].pose->m, *b = bodies->body[1].pose->m;
    out->bodies = bodies;
    out->d = (tact_vec3){b[3] - a[3], b[7] - a[7], b[11] - a[11]};
    out->size = tacti_sum_of(out->d) + (bodies->body[0].reach + bodies->body[1].reach);
}

static void set_matrices(tacti_ellipsoids *out) {
    for (int side = 0; side < 2; side++) {
        const tacti_body *body = &out->bodies->body[side];
        const double *m = body->pose->m;
        tact_vec3 half = body->shape->core.half_extents;
        out->row[side][0] = tacti_vec3_scale((tact_vec3){m[0], m[4], m[8]}, half.x);
        out->row[side][1] = tacti_vec3_scale((tact_vec3){m[1], m[5], m[9]}, half.y);
        out->row[side][2] = tacti_vec3_scale((tact_vec3){m[2], m[6], m[10]}, half.z);
        out->least[side] = tacti_min(tacti_min(half.x, half.y), half.z);
        out->q[side] = tacti_sym3_of(out->row[side]);
    }
}

/* The reach along the line between the centres, without the matrices. */
static inline void set_first_reach(const tacti_ellipsoids *e, tacti_reach *out) {
    for (int side = 0; side < 2; side++) {
        const tacti_body *body = &e->bodies->body[side];
        tact_vec3 m = tacti_turn_back(body->pose, e->d), half = body->shape->core.half_extents;
        out->turned[side] = (tact_vec3){half.x * m.x, half.y * m.y, half.z * m.z};
        out->h[side] = sqrt(tacti_vec3_dot(out->turned[side], out->turned[side]));
    }
    out->value = tacti_vec3_dot(e->d, e->d) - (out->h[0] + out->h[1]);
}

static inline void set_reach(const tacti_ellipsoids *e, tact_vec3 n, tacti_reach *out) {
    for (int side = 0; side < 2; side++) {
        tact_vec3 m = tacti_rows_times(e->row[side], n);
        out->turned[side] = m;
        out->h[side] = sqrt(tacti_vec3_dot(m, m));
    }
    out->value = tacti_vec3_dot(n, e->d) - (out->h[0] + out->h[1]);
}

/* ---- Climbing ----------------------------------------------------------------------------- */

/* The support points relative to the centres, of a along n and of b against it (times -1). */
static inline void set_supports(const tacti_ellipsoids *e, const tacti_reach *reach,
                                tact_vec3 out[2]) {
    for (int side = 0; side < 2; side++)
        out[side] = tacti_rows_back(e->row[side],
                                    tacti_vec3_scale(reach->turned[side], 1 / reach->h[side]));
}

/* The step of Newton's method on the sphere. If the second derivative is not negative, f is left
 * out of it, which leads upward, too; if that fails, the step is along the gradient. */
static tact_vec3 find_step(const tacti_ellipsoids *e, const tacti_reach *reach, tact_vec3 n,
                           const tact_vec3 support[2], tact_vec3 gradient) {
    double s = 1 / reach->h[0], t = 1 / reach->h[1];
    tacti_sym3 a = combine(&e->q[0], s, &e->q[1], t);
    tacti_sym3_add_square(&a, support[0], -s);
    tacti_sym3_add_square(&a, support[1], -t);
    /* n itself is an eigenvector for 0. A value of the size of the others makes the matrix regular.
     */
    double trace = (a.xx + a.yy) + a.zz;
    tacti_sym3_add_square(&a, n, trace);
    tact_vec3 step;
    add_unit(&a, reach->value);
    if (tacti_sym3_solve(&a, gradient, &step) && tacti_vec3_dot(step, gradient) > 0)
        return step;
    add_unit(&a, -reach->value);
    if (tacti_sym3_solve(&a, gradient, &step) && tacti_vec3_dot(step, gradient) > 0)
        return step;
    return tacti_vec3_scale(gradient, 1 / (trace + tacti_abs(reach->value)));
}

bool tacti_ellipsoids_climb(const tacti_ellipsoids *e, tact_vec3 *n, tacti_reach *reach,
                            tact_vec3 *between) {
    tact_vec3 support[2], at = *n;
    int last_steps = 0; /* steps that gain no more than rounding; they still improve the points */
    for (int i = 0; i < MOST_CLIMBS; i++) {
        if (!(reach->h[0] > 0 && reach->h[1] > 0))
            return false;
        set_supports(e, reach, support);
        *between = tacti_vec3_sub(tacti_vec3_sub(e->d, support[0]), support[1]);
        tact_vec3 gradient =
            tacti_vec3_sub(*between, tacti_vec3_scale(at, tacti_vec3_dot(*between, at)));
        double square = tacti_vec3_dot(gradient, gradient);
        /* The distance of the support points exceeds f by half of this. */
        double excess = square / (tacti_abs(reach->value) + 0x1p-60 * e->size);
        if (last_steps > 3 || (last_steps > 0 && excess <= 0x1p-52 * e->size))
            break;
        tact_vec3 step = find_step(e, reach, at, support, gradient);
        double gain = 0.5 * tacti_vec3_dot(step, gradient);
        last_steps += gain <= 0x1p-50 * e->size;
        double loss = gain <= 0x1p-42 * e->size ? 0x1p-50 * e->size : 0; /* rounding */
        tacti_reach next;
        tact_vec3 to;
        int tries = 0;
        for (; tries < 12; tries++) {
            to = tacti_vec3_add(at, step);
            to = tacti_vec3_scale(to, 1 / sqrt(tacti_vec3_dot(to, to)));
            set_reach(e, to, &next);
            if (next.value > reach->value - loss)
                break;
            step = tacti_vec3_scale(step, 0.25);
        }
        if (tries == 12)
            break;
        at = to;
        *reach = next;
    }
    *n = at;
    return true;
}

/* ---- The pair ----------------------------------------------------------------------------- */

typedef enum verdict { APART, MEETING, OPEN, FAILED } verdict;

/* Whether the point that the weights give is in both ellipsoids. With |M n| = k g and k < 1, the
 * ellipsoid scaled by 1 - k around that point is inside, and so is a ball whose radius is nearly
 * the least half axis of the scaled ellipsoid. */
static bool shows_meeting(const tacti_ellipsoids *e, const tacti_reach *reach, const double g[2],
                          tact_vec3 *point) {
    tact_vec3 x[2];
    double room = 0;
    for (int side = 0; side < 2; side++) {
        double rest = (1 - 0x10p-53) - reach->h[side] / g[side];
        if (!(rest > 0))
            return false;
        room = tacti_max(room, rest * e->least[side] * 0.999);
        x[side] = tacti_rows_back(e->row[side], tacti_vec3_scale(reach->turned[side], 1 / g[side]));
    }
    tact_vec3 off = tacti_vec3_sub(tacti_vec3_sub(e->d, x[0]), x[1]);
    if (!(tacti_largest(off) * 1.8 + 0x20p-53 * e->size < room))
        return false;
    const double *m = e->bodies->body[0].pose->m;
    *point = tacti_vec3_add((tact_vec3){m[3], m[7], m[11]}, x[0]);
    return true;
}

/* Looks for the right weights, beginning with the reach along any direction. Sets n and its reach
 * to those of the last weights; n may have any length. */
static verdict find_verdict(const tacti_ellipsoids *e, tact_vec3 *n, tacti_reach *reach,
                            tact_vec3 *point) {
    for (int i = 0; i < MOST_WEIGHTS; i++) {
        double g[2] = {reach->h[0], reach->h[1]};
        if (!(g[0] > 0 && g[1] > 0))
            return FAILED;
        tacti_sym3 c = combine(&e->q[0], 1 / g[0], &e->q[1], 1 / g[1]);
        if (!tacti_sym3_solve(&c, e->d, n))
            return FAILED;
        set_reach(e, *n, reach);
        if (reach->value > 0) {
            double length = sqrt(tacti_vec3_dot(*n, *n));
            if (reach->value * (1 - 0x1p-50) > tacti_reach_error(e) * length)
                return APART;
        } else if (shows_meeting(e, reach, g, point))
            return MEETING;
        /* The last change of the ratio is too small to decide anything. */
        if (tacti_abs(reach->h[0] * g[1] - reach->h[1] * g[0]) <= 0x1p-48 * (g[0] * reach->h[1]))
            return OPEN;
    }
    return OPEN;
}

void tacti_ellipsoids_answer(const tacti_ellipsoids *e, tact_vec3 n, const tacti_reach *reach,
                             double upper, tacti_closed *out) {
    const tacti_bodies *bodies = e->bodies;
    tact_vec3 support[2];
    set_supports(e, reach, support);
    double lower = reach->value - tacti_reach_error(e);
    lower -= 0x1p-50 * tacti_abs(lower);
    const double *a = bodies->body[0].pose->m, *b = bodies->body[1].pose->m;
    out->direction = n;
    out->point[0] = tacti_vec3_add((tact_vec3){a[3], a[7], a[11]}, support[0]);
    out->point[1] = tacti_vec3_sub((tact_vec3){b[3], b[7], b[11]}, support[1]);
    if (lower > 0) {
        out->core[0] = out->point[0];
        out->core[1] = out->point[1];
    }
    tacti_closed_finish(bodies, lower, upper, out);
}

/* Whether f along n exceeds the radii; n may have any length. Sets an answer for TACTI_CLOSED_SIGN.
 */
static bool shows_apart(const tacti_ellipsoids *e, tact_vec3 n, const tacti_reach *reach,
                        tacti_closed *out) {
    double square = tacti_vec3_dot(n, n);
    double limit = (tacti_reach_error(e) + e->bodies->radius) * sqrt(square);
    out->direction = n;
    out->lower = 0x1p-1000; /* above 0 */
    out->upper = tacti_infinity();
    return reach->value * (1 - 0x1p-50) > limit && square > 0x1p-800;
}

static bool set_apart(const tacti_ellipsoids *e, tact_vec3 n, tacti_reach *reach,
                      tacti_closed *out) {
    tact_vec3 between;
    if (!tacti_ellipsoids_climb(e, &n, reach, &between))
        return false;
    double upper = sqrt(tacti_vec3_dot(between, between)) + 0x20p-53 * e->size;
    tacti_ellipsoids_answer(e, n, reach, upper, out);
    /* If the bounds leave open whether the cores meet, these are the best points known. */
    out->core[0] = out->point[0];
    out->core[1] = out->point[1];
    return upper - reach->value <= tacti_max(0x80p-53 * e->size, 0x1p-40 * upper);
}

/* A better direction than n, the line between the centres. It would be right if the reaches and the
 * separation along it were those along n. */
static tact_vec3 guess(const tacti_ellipsoids *e, tact_vec3 n, const tacti_reach *reach) {
    if (!(reach->h[0] > 0 && reach->h[1] > 0))
        return n;
    double length = sqrt(tacti_vec3_dot(n, n));
    tacti_sym3 c = combine(&e->q[0], length / reach->h[0], &e->q[1], length / reach->h[1]);
    add_unit(&c, reach->value / length);
    tact_vec3 z;
    return tacti_sym3_solve(&c, e->d, &z) ? z : n;
}

void tacti_ellipsoids_unit(const tacti_ellipsoids *e, tact_vec3 *n, tacti_reach *reach) {
    double length = sqrt(tacti_vec3_dot(*n, *n));
    *n = length > 0x1p-300 ? tacti_vec3_scale(*n, 1 / length) : (tact_vec3){1, 0, 0};
    set_reach(e, *n, reach);
}

/* Measures cores that are not apart along the line between their centres. */
static bool measure_near(tacti_ellipsoids *e, tacti_closed_aim aim, tacti_reach *reach,
                         tacti_closed *out) {
    tact_vec3 n = e->d;
    if (!(tacti_largest(n) > 0x1p-300)) {
        n = (tact_vec3){1, 0, 0};
        set_reach(e, n, reach);
    }
    verdict found = find_verdict(e, &n, reach, &out->core[0]);
    bool wants_sign = aim == TACTI_CLOSED_SIGN;
    if (found == FAILED)
        return false;
    if (wants_sign && found == APART && shows_apart(e, n, reach, out))
        return true;
    out->core[1] = out->core[0];
    if (wants_sign && found == MEETING) {
        out->lower = -tacti_infinity();
        out->upper = 0;
        return true;
    }
    tacti_ellipsoids_unit(e, &n, reach);
    if (found != MEETING)
        return set_apart(e, n, reach, out);
    if (aim == TACTI_CLOSED_DEPTH)
        return tacti_ellipsoids_depth(e, n, out);
    tacti_ellipsoids_answer(e, n, reach, 0, out);
    return true;
}

bool tacti_closed_ellipsoids(const tacti_bodies *bodies, tacti_closed_aim aim, tacti_closed *out) {
    TACTI_ASSERT(bodies->body[0].kind == TACT_SHAPE_ELLIPSOID &&
                 bodies->body[1].kind == TACT_SHAPE_ELLIPSOID);
    tacti_ellipsoids e;
    tacti_reach reach;
    set_ellipsoids(bodies, &e);
    if (!(e.size >= LEAST_SIZE))
        return false;
    set_first_reach(&e, &reach);
    bool is_apart = shows_apart(&e, e.d, &reach, out);
    if (is_apart && aim == TACTI_CLOSED_SIGN)
        return true;
    set_matrices(&e);
    if (!is_apart)
        return measure_near(&e, aim, &reach, out);
    tact_vec3 n = guess(&e, e.d, &reach);
    tacti_ellipsoids_unit(&e, &n, &reach);
    return set_apart(&e, n, &reach, out);
}
