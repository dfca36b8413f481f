/* SPDX-License-Identifier: MIT */
/* The penetration depth of two ellipsoids, with bounds.
 *
 * The depth is the least value of h_a(n) + h_b(n) - n . d over all directions. Every direction
 * gives an upper bound, and Newton's method finds a local minimum. There may be several minima, so
 * another argument bounds the depth from below. For every orthogonal S,
 *     |(M_a + S M_b) n| <= |M_a n| + |M_b n|,
 * so the ellipsoid of M_a + S M_b is inside the difference of the two. The depth is at least the
 * depth of the point d in this inner ellipsoid, for which closed_ellipsoid.c has a proven bound. If
 * S takes M_b n to the direction of M_a n, both sides are equal at n, and the two surfaces touch
 * there. If n is also the best direction for the inner ellipsoid, the bounds meet. S is free to
 * rotate about that direction; the rotation is chosen that matches the components across it best.
 *
 * Whether n is the best direction for the inner ellipsoid Q = M^T M, too, is shown directly. As in
 * closed_ellipsoid.c, with C = Q - m I positive definite, the squared depth is at least
 * m (1 - d . C^-1 d). Let h = |M n|, f = n . d - h and m = -f h. Then z = n / h solves C z = d up
 * to a small residual r, and d . C^-1 d = d . z + r . z + r . C^-1 r. So the depth is at least -f -
 * |r| - h |r|^2 / (the least eigenvalue of C). If C is not positive definite, the inner ellipsoid
 * is measured. Its best direction is the start of the search for another minimum. */
#include "closed/ellipsoid.h"

#include <math.h>

#define MOST_TRIES 5

/* The search ends when the bounds differ by at most this fraction. */
#define ENOUGH 0x1p-40

/* Three vectors at right angles, of length 1 up to a few roundings, the first along v. */
static void set_frame(tact_vec3 v, double length, tact_vec3 out[3]) {
    out[0] = tacti_vec3_scale(v, 1 / length);
    tact_vec3 a = tacti_vec3_abs(out[0]);
    tact_vec3 axis = a.x <= a.y && a.x <= a.z ? (tact_vec3){1, 0, 0}
                     : a.y <= a.z             ? (tact_vec3){0, 1, 0}
                                              : (tact_vec3){0, 0, 1};
    tact_vec3 across = tacti_vec3_cross(out[0], axis);
    out[1] = tacti_vec3_scale(across, 1 / sqrt(tacti_vec3_dot(across, across)));
    out[2] = tacti_vec3_cross(out[0], out[1]);
}

/* Rotates or mirrors the last two vectors of p. Afterwards the images of directions across n under
 * M_a in p and under M_b in q agree as well as possible: the trace of K, the sum of products of
 * their coordinates, is greatest. */
static void match_frames(const tacti_ellipsoids *e, tact_vec3 n, tact_vec3 p[3],
                         const tact_vec3 q[3]) {
    tact_vec3 t[3];
    set_frame(n, 1, t);
    double k[2][2] = {{0, 0}, {0, 0}};
    for (int j = 1; j < 3; j++) {
        tact_vec3 a = tacti_rows_times(e->row[0], t[j]), b = tacti_rows_times(e->row[1], t[j]);
        for (int i = 0; i < 4; i++)
            k[i / 2][i % 2] += tacti_vec3_dot(q[1 + i / 2], b) * tacti_vec3_dot(p[1 + i % 2], a);
    }
    double turn_c = k[0][0] + k[1][1], turn_s = k[0][1] - k[1][0];
    double mirror_c = k[0][0] - k[1][1], mirror_s = k[0][1] + k[1][0];
    double turn = turn_c * turn_c + turn_s * turn_s;
    double mirror = mirror_c * mirror_c + mirror_s * mirror_s;
    bool is_turn = turn >= mirror;
    double length = sqrt(tacti_max(turn, mirror));
    if (!(length > 0))
        return;
    double c = (is_turn ? turn_c : mirror_c) / length, s = (is_turn ? turn_s : mirror_s) / length;
    /* Column i of the rotation is the image of q[1 + i] in terms of p. */
    tact_vec3 first = tacti_vec3_add(tacti_vec3_scale(p[1], c), tacti_vec3_scale(p[2], s));
    tact_vec3 second = tacti_vec3_sub(tacti_vec3_scale(p[2], c), tacti_vec3_scale(p[1], s));
    p[1] = first;
    p[2] = is_turn ? second : tacti_vec3_scale(second, -1);
}

/* The rows of M_a + S M_b for the direction n. */
static void set_inner(const tacti_ellipsoids *e, tact_vec3 n, const tacti_reach *reach,
                      tact_vec3 row[3]) {
    tact_vec3 p[3], q[3];
    set_frame(reach->turned[0], reach->h[0], p);
    set_frame(reach->turned[1], reach->h[1], q);
    match_frames(e, n, p, q);
    /* S = sum of p_i q_i^T; q_i^T M_b is a row vector. */
    for (int i = 0; i < 3; i++)
        row[i] = e->row[0][i];
    for (int i = 0; i < 3; i++) {
        tact_vec3 back = tacti_rows_back(e->row[1], q[i]);
        row[0] = tacti_vec3_add(row[0], tacti_vec3_scale(back, p[i].x));
        row[1] = tacti_vec3_add(row[1], tacti_vec3_scale(back, p[i].y));
        row[2] = tacti_vec3_add(row[2], tacti_vec3_scale(back, p[i].z));
    }
}

/* The depth of d in the ellipsoid of the rows, less all errors, and the direction out. The axes are
 * shortened by twice the residual of the eigenvalues and eigenvectors, so that the ellipsoid that
 * they describe is inside that of the rows. The vectors are a frame with a defect, as in
 * closed_point.c. */
static bool measure_inner(const tacti_ellipsoids *e, const tact_vec3 row[3], double *depth,
                          tact_vec3 *n) {
    tacti_sym3 q = tacti_sym3_of(row);
    tact_eigen3 eigen = tact_mat3_symmetric_eigen(
        (tact_mat3){{{q.xx, q.xy, q.zx}, {q.xy, q.yy, q.yz}, {q.zx, q.yz, q.zz}}});
    double trace = (q.xx + q.yy) + q.zz, off = 0, defect = 0x20p-53;
    tact_vec3 v[3];
    double value[3] = {eigen.values.x, eigen.values.y, eigen.values.z}, half[3];
    tacti_sym3 rest = q;
    for (int i = 0; i < 3; i++) {
        v[i] = (tact_vec3){eigen.vectors.m[i][0], eigen.vectors.m[i][1], eigen.vectors.m[i][2]};
        tacti_sym3_add_square(&rest, v[i], -value[i]);
        for (int j = 0; j <= i; j++)
            defect += (i == j ? 1 : 2) * tacti_abs(tacti_vec3_dot(v[i], v[j]) - (i == j));
    }
    off = (tacti_abs(rest.xx) + tacti_abs(rest.yy)) + tacti_abs(rest.zz) +
          2 * ((tacti_abs(rest.xy) + tacti_abs(rest.yz)) + tacti_abs(rest.zx)) + 0x20p-53 * trace;
    for (int i = 0; i < 3; i++) {
        if (!(value[i] > 4 * off))
            return false;
        half[i] = sqrt(value[i] - 2.01 * off) * (1 - 0x1p-51);
    }
    tact_vec3 y = tacti_rows_times(v, e->d);
    tacti_point_gap gap;
    if (!tacti_point_ellipsoid((tact_vec3){half[0], half[1], half[2]}, y, &gap))
        return false;
    /* S is orthogonal, and the rows are exact, up to a few roundings. */
    double error = 2 * defect * (e->size + half[0]) + 0x60p-53 * e->size;
    *depth = -(gap.upper + error);
    *n = tacti_rows_back(v, gap.normal);
    return true;
}

/* A lower bound of the least eigenvalue of C, whose entries err by at most 8 u of trace + m. It is
 * 0 or less if no positive bound is known. The product of the other eigenvalues is at most a
 * quarter of the square of the trace. */
static double least_value(const tacti_sym3 *c, double m) {
    double trace = (c->xx + c->yy) + c->zz, minor = c->xx * c->yy - c->xy * c->xy;
    double xx = c->yy * c->zz - c->yz * c->yz, xy = c->yz * c->zx - c->xy * c->zz;
    double zx = c->xy * c->yz - c->yy * c->zx;
    double det = (c->xx * xx + c->xy * xy) + c->zx * zx;
    double square = trace * trace;
    if (!(c->xx > 0 && minor > 0x10p-53 * square && trace > 0))
        return 0;
    return 4 * (det - 0x20p-53 * (square * trace)) / square - 0x40p-53 * (trace + 4 * m);
}

/* A lower bound of the depth, if n is the best direction for the inner ellipsoid. */
static bool bound_at(const tacti_ellipsoids *e, const tact_vec3 row[3], tact_vec3 n,
                     double *depth) {
    tact_vec3 turned = tacti_rows_times(row, n);
    double h = sqrt(tacti_vec3_dot(turned, turned)), f = tacti_vec3_dot(n, e->d) - h, m = -f * h;
    tacti_sym3 c = tacti_sym3_of(row);
    c.xx -= m;
    c.yy -= m;
    c.zz -= m;
    double least = least_value(&c, m);
    if (!(least > 0 && f < 0))
        return false;
    tact_vec3 p = tacti_rows_back(row, tacti_vec3_scale(turned, 1 / h));
    tact_vec3 rest = tacti_vec3_sub(tacti_vec3_sub(e->d, p), tacti_vec3_scale(n, f));
    /* The roundings of the residual, of f and m, and the defect of S. */
    double r = sqrt(tacti_vec3_dot(rest, rest)) + 0x40p-53 * e->size;
    *depth = -f - r - h * (r * r) / least - 0x60p-53 * e->size;
    return true;
}

/* The lower bound of the depth at which the search ends. */
static double enough(const tacti_ellipsoids *e, const tacti_reach *best) {
    return -best->value * (1 - ENOUGH) - 0x1p-46 * e->size;
}

bool tacti_ellipsoids_depth(const tacti_ellipsoids *e, tact_vec3 n, tacti_closed *out) {
    tacti_reach reach, best = {.value = -tacti_infinity()};
    tacti_ellipsoids_unit(e, &n, &reach);
    tact_vec3 between, best_n = n;
    double lower = 0;
    for (int i = 0; i < MOST_TRIES; i++) {
        if (!tacti_ellipsoids_climb(e, &n, &reach, &between))
            return false;
        bool is_better = reach.value > best.value;
        if (is_better) {
            best = reach;
            best_n = n;
        }
        tact_vec3 row[3], next;
        double depth;
        set_inner(e, n, &reach, row);
        if (bound_at(e, row, n, &depth))
            lower = tacti_max(lower, depth);
        if (lower >= enough(e, &best) || !measure_inner(e, row, &depth, &next))
            break;
        lower = tacti_max(lower, depth);
        if (lower >= enough(e, &best) || !(i == 0 || is_better))
            break;
        n = next;
        tacti_ellipsoids_unit(e, &n, &reach);
    }
    tacti_ellipsoids_answer(e, best_n, &best, -lower, out);
    return true;
}
