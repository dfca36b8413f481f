/* SPDX-License-Identifier: MIT */
/* The signed distance of a point to an ellipsoid, in the frame of the ellipsoid.
 *
 * Let a be the half axes, a_k the least of them, y the point, and t > -a_k^2. Let
 *     n_i = y_i / (a_i^2 + t), p_i = a_i^2 n_i, so that y - p = t n.
 * If p is on the surface, n is an outward normal there. p is on the surface if the vector of the
 * n_i a_i has length 1, which is one equation for t: |n a| = 1. It has one root, unless the point
 * is so near to the middle plane across the least axis that p leaves the plane. Then t = -a_k^2,
 * and p_k is chosen such that p is on the surface. With s = t + a_k^2 and D_i = a_i^2 - a_k^2,
 * computed as a product, small s are as exact as large ones. The equation is solved for 1 / |n a|,
 * which is concave and nearly straight (More and Sorensen, 1983), by Newton's method from the left
 * of the root.
 *
 * The bounds hold for every t. Lower: the value n . y - |a n| for the unit normal. Upper, outside:
 * the distance to p, moved into the ellipsoid. Upper, inside: for 0 <= m < a_k^2 and all x with
 * sum (x_i / a_i)^2 >= 1,
 *     |x - y|^2 >= |x - y|^2 - m (sum (x_i / a_i)^2 - 1) >= m (1 - sum y_i^2 / (a_i^2 - m)),
 * which is the least value of the middle term over all x. With m = -t at the root it is the square
 * of the depth. */
#include "closed/closed.h"

#include <math.h>

#define MOST_STEPS 40

/* The search takes over for thinner ellipsoids. */
#define LEAST_ASPECT 0x1p-20

typedef struct root {
    double half[3], y[3]; /* y without signs */
    double excess[3];     /* D_i */
    double weight[3];     /* 1 / (D_i + s) */
    double s;
    double least; /* the least half axis */
    int k;        /* its number */
} root;

/* The sum of (a_i y_i / (D_i + s))^2. *slope is the same sum with another factor 1 / (D_i + s). */
static double sums(root *r, double *slope) {
    TACTI_ASSERT(!(r->s < 0));
    double sum = 0;
    *slope = 0;
    for (int i = 0; i < 3; i++) {
        double below = r->excess[i] + r->s;
        r->weight[i] = below > 0 ? 1 / below : 0;
        double q = r->half[i] * r->y[i] * r->weight[i];
        sum += q * q;
        *slope += q * q * r->weight[i];
    }
    return sum;
}

/* Finds the root and the normal, which may have any length. */
static double find_root(root *r, double normal[3]) {
    r->s = 0;
    for (int i = 0; i < 3; i++)
        r->s = tacti_max(r->s, r->half[i] * r->y[i] - r->excess[i]);
    double slope, sum = sums(r, &slope);
    if (r->s > 0 || sum > 1) {
        for (int i = 0; i < MOST_STEPS; i++) {
            double step = sum / slope * (sqrt(sum) - 1);
            if (!(tacti_abs(step) > 0x1p-52 * r->s))
                break;
            r->s = tacti_max(r->s + step, 0);
            sum = sums(r, &slope);
        }
    }
    for (int i = 0; i < 3; i++)
        normal[i] = r->y[i] * r->weight[i];
    if (r->s == 0 && sum < 1)
        normal[r->k] = sqrt(1 - sum) / r->least;
    return sum;
}

/* A lower bound of the squared depth that covers the roundings of m, of the sum and of their
 * product. It is 0 or less if the point is not certainly inside. */
static double square_of_depth(const root *r) {
    double least_square = r->least * r->least, m = least_square - r->s, sum = 0;
    for (int i = 0; i < 3; i++)
        sum += r->y[i] * r->y[i] * r->weight[i];
    if (!(m > 0))
        return 0;
    double rest = 1 - sum;
    return m * rest - (0x4p-53 * least_square * tacti_abs(rest) + 0x10p-53 * m);
}

static void set_root(tact_vec3 half, tact_vec3 y, root *r) {
    r->k = 0;
    for (unsigned i = 0; i < 3; i++) {
        r->half[i] = tacti_vec3_get(half, i);
        r->y[i] = tacti_abs(tacti_vec3_get(y, i));
        if (r->half[i] < r->half[r->k])
            r->k = (int)i;
    }
    r->least = r->half[r->k];
    TACTI_ASSERT(r->least >= 0);
    for (int i = 0; i < 3; i++)
        r->excess[i] = (r->half[i] - r->least) * (r->half[i] + r->least);
}

bool tacti_point_ellipsoid(tact_vec3 half, tact_vec3 y, tacti_point_gap *out) {
    root r;
    double normal[3];
    set_root(half, y, &r);
    double reach = tacti_largest(half), size = tacti_sum_of(y) + 2 * reach;
    if (!(r.least >= LEAST_ASPECT * reach && reach > 0x1p-200))
        return false;
    double sum = find_root(&r, normal);
    double length = sqrt((normal[0] * normal[0] + normal[1] * normal[1]) + normal[2] * normal[2]);
    double value = 0, square = 0, away = 0, draw = sum > 1 ? 1 / sqrt(sum) : 1;
    for (int i = 0; i < 3; i++) {
        double n = normal[i] / length, a = r.half[i];
        value += n * r.y[i];
        square += a * n * (a * n);
        double over = r.y[i] - draw * (a * a * normal[i]);
        away += over * over;
    }
    double error = 0x10p-53 * size, depth_square = square_of_depth(&r);
    out->lower = value - sqrt(square) - error;
    out->upper = depth_square > 0 ? -sqrt(depth_square) * (1 - 0x1p-51) : sqrt(away) + error;
    out->gap = tacti_min(tacti_max((r.s - r.least * r.least) * length, out->lower), out->upper);
    out->normal = (tact_vec3){tacti_has_sign(y.x) ? -normal[0] / length : normal[0] / length,
                              tacti_has_sign(y.y) ? -normal[1] / length : normal[1] / length,
                              tacti_has_sign(y.z) ? -normal[2] / length : normal[2] / length};
    return out->upper - out->lower <= tacti_max(0x100p-53 * size, 0x1p-40 * tacti_abs(out->lower));
}
