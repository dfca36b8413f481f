/* SPDX-License-Identifier: MIT */
/* The gap between two bodies along a direction, in exact arithmetic; see touch.h.
 *
 * Degrees. Let the direction have degree k in the input numbers. Support values have degree k + 1
 * for a polytope and k + 2 for a smooth core. The sign of a number less three square roots has
 * eight times the degree of the number; less two roots four times, less one root two times. */
#include "decide/touch.h"

#include <math.h>

#include "base/assert.h"

/* Hulls with more vertices are filtered by floating-point products before exact ones are formed. */
#define FEW_VERTICES 16

/* ---- Vectors ------------------------------------------------------------------------------ */

tacti_dyadic3 tacti_dyadic3_from(tacti_dyadic_store *store, tact_vec3 v) {
    tacti_dyadic3 out;
    out.c[0] = tacti_dyadic_from(store, v.x);
    out.c[1] = tacti_dyadic_from(store, v.y);
    out.c[2] = tacti_dyadic_from(store, v.z);
    return out;
}

tacti_dyadic3 tacti_dyadic3_negate(tacti_dyadic3 u) {
    for (int i = 0; i < 3; i++)
        u.c[i] = tacti_dyadic_negate(u.c[i]);
    return u;
}

tacti_dyadic3 tacti_dyadic3_sub(tacti_dyadic_store *store, tacti_dyadic3 u, tacti_dyadic3 v) {
    for (int i = 0; i < 3; i++)
        u.c[i] = tacti_dyadic_sub(store, u.c[i], v.c[i]);
    return u;
}

/* a b - c d. */
static tacti_dyadic minor(tacti_dyadic_store *store, tacti_dyadic a, tacti_dyadic b, tacti_dyadic c,
                          tacti_dyadic d) {
    int used = store->used;
    tacti_dyadic left = tacti_dyadic_mul(store, a, b), right = tacti_dyadic_mul(store, c, d);
    return tacti_dyadic_keep(store, used, tacti_dyadic_sub(store, left, right));
}

tacti_dyadic3 tacti_dyadic3_cross(tacti_dyadic_store *store, tacti_dyadic3 u, tacti_dyadic3 v) {
    tacti_dyadic3 out;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out.c[i] = minor(store, u.c[j], v.c[k], u.c[k], v.c[j]);
    }
    return out;
}

tacti_dyadic tacti_dyadic3_dot(tacti_dyadic_store *store, tacti_dyadic3 u, tacti_dyadic3 v) {
    int used = store->used;
    tacti_dyadic sum = tacti_dyadic_mul(store, u.c[0], v.c[0]);
    for (int i = 1; i < 3; i++)
        sum = tacti_dyadic_add(store, sum, tacti_dyadic_mul(store, u.c[i], v.c[i]));
    return tacti_dyadic_keep(store, used, sum);
}

/* The exponent of the power of 2^32 that is above all coordinates; 0 for 0. */
static int top_of(tacti_dyadic3 u) {
    bool has_any = false;
    int top = 0;
    for (int i = 0; i < 3; i++) {
        int own = u.c[i].exponent + u.c[i].count;
        if (u.c[i].sign != 0 && (!has_any || own > top)) {
            top = own;
            has_any = true;
        }
    }
    return top;
}

static double estimate_below(tacti_dyadic a, int top) {
    a.exponent -= top;
    return tacti_dyadic_estimate(a);
}

tact_vec3 tacti_dyadic3_rough(tacti_dyadic3 u) {
    int top = top_of(u);
    tact_vec3 v = {estimate_below(u.c[0], top), estimate_below(u.c[1], top),
                   estimate_below(u.c[2], top)};
    /* The largest coordinate is between 2^-32 and 1. */
    double most = tacti_largest(v);
    int exponent;
    if (most > 0) {
        frexp(most, &exponent);
        v = tacti_vec3_scale(v, ldexp(1, -exponent));
    }
    return v;
}

/* ---- Poses -------------------------------------------------------------------------------- */

static tacti_dyadic3 row_of(tacti_dyadic_store *store, const tact_pose *pose, int i) {
    const double *m = pose->m + 4 * i;
    return tacti_dyadic3_from(store, (tact_vec3){m[0], m[1], m[2]});
}

tacti_dyadic3 tacti_touch_normal(tacti_dyadic_store *store, const tact_pose *pose, tact_vec3 n) {
    tacti_dyadic3 row[3], out, m = tacti_dyadic3_from(store, n);
    for (int i = 0; i < 3; i++)
        row[i] = row_of(store, pose, i);
    for (int i = 0; i < 3; i++) {
        int used = store->used;
        tacti_dyadic3 cross = tacti_dyadic3_cross(store, row[(i + 1) % 3], row[(i + 2) % 3]);
        out.c[i] = tacti_dyadic_keep(store, used, tacti_dyadic3_dot(store, cross, m));
    }
    return out;
}

tacti_dyadic tacti_touch_det(tacti_dyadic_store *store, const tact_pose *pose) {
    int used = store->used;
    tacti_dyadic3 first = row_of(store, pose, 0);
    tacti_dyadic3 cross =
        tacti_dyadic3_cross(store, row_of(store, pose, 1), row_of(store, pose, 2));
    return tacti_dyadic_keep(store, used, tacti_dyadic3_dot(store, first, cross));
}

/* R^T d. */
static tacti_dyadic3 turn_back(tacti_dyadic_store *store, const tact_pose *pose, tacti_dyadic3 d) {
    const double *m = pose->m;
    tacti_dyadic3 out;
    for (int k = 0; k < 3; k++) {
        int used = store->used;
        tacti_dyadic3 column = tacti_dyadic3_from(store, (tact_vec3){m[k], m[4 + k], m[8 + k]});
        out.c[k] = tacti_dyadic_keep(store, used, tacti_dyadic3_dot(store, column, d));
    }
    return out;
}

/* ---- Numbers with roots ------------------------------------------------------------------- */

static void take_plain(tacti_dyadic_store *store, tacti_dyadic value, tacti_gap *gap) {
    gap->plain = tacti_dyadic_sub(store, gap->plain, value);
}

void tacti_gap_take_length(tacti_dyadic_store *store, tacti_dyadic factor, const tacti_dyadic v[],
                           int count, tacti_gap *gap) {
    TACTI_ASSERT(count >= 1 && count <= 3);
    tacti_dyadic part[3], sum = {0};
    int filled = 0, last = 0, used = store->used;
    for (int i = 0; i < count; i++) {
        part[i] = tacti_dyadic_mul(store, factor, v[i]);
        if (part[i].sign != 0) {
            filled++;
            last = i;
        }
    }
    if (filled <= 1) {
        /* The root of a single square is rational. */
        if (filled == 1)
            take_plain(store, tacti_dyadic_abs(part[last]), gap);
        return;
    }
    for (int i = 0; i < count; i++)
        sum = tacti_dyadic_add(store, sum, tacti_dyadic_mul(store, part[i], part[i]));
    TACTI_ASSERT(gap->root_count >= 0 && gap->root_count < 3);
    gap->root[gap->root_count++] = tacti_dyadic_keep(store, used, sum);
}

/* The sign of a - sqrt(s) for s >= 0. */
static int sign_one(tacti_dyadic_store *store, tacti_dyadic a, tacti_dyadic s) {
    if (a.sign < 0)
        return -1;
    return tacti_dyadic_sub(store, tacti_dyadic_mul(store, a, a), s).sign;
}

/* The sign of a - sqrt(s) - sqrt(t): with a >= 0 that of a^2 - s - t - sqrt(4 s t). */
static int sign_two(tacti_dyadic_store *store, tacti_dyadic a, tacti_dyadic s, tacti_dyadic t) {
    if (a.sign < 0)
        return -1;
    tacti_dyadic rest = tacti_dyadic_mul(store, a, a);
    rest = tacti_dyadic_sub(store, tacti_dyadic_sub(store, rest, s), t);
    tacti_dyadic four = tacti_dyadic_from(store, 4);
    return sign_one(store, rest, tacti_dyadic_mul(store, four, tacti_dyadic_mul(store, s, t)));
}

/* The sign of a - sqrt(r) - sqrt(s) - sqrt(t). If a >= sqrt(r), it is the sign of the difference of
 * the squares of a - sqrt(r) and of sqrt(s) + sqrt(t):
 *     a^2 + r - s - t - sqrt(4 a^2 r) - sqrt(4 s t). */
static int sign_three(tacti_dyadic_store *store, tacti_dyadic a, const tacti_dyadic root[3]) {
    int first = sign_one(store, a, root[0]);
    if (first < 0)
        return -1;
    tacti_dyadic four = tacti_dyadic_from(store, 4), square = tacti_dyadic_mul(store, a, a);
    tacti_dyadic rest = tacti_dyadic_add(store, square, root[0]);
    rest = tacti_dyadic_sub(store, tacti_dyadic_sub(store, rest, root[1]), root[2]);
    tacti_dyadic left = tacti_dyadic_mul(store, four, tacti_dyadic_mul(store, square, root[0]));
    tacti_dyadic right = tacti_dyadic_mul(store, four, tacti_dyadic_mul(store, root[1], root[2]));
    return sign_two(store, rest, left, right);
}

int tacti_gap_sign(tacti_dyadic_store *store, const tacti_gap *gap) {
    switch (gap->root_count) {
    case 0:
        return gap->plain.sign;
    case 1:
        return sign_one(store, gap->plain, gap->root[0]);
    case 2:
        return sign_two(store, gap->plain, gap->root[0], gap->root[1]);
    default:
        TACTI_ASSERT(gap->root_count == 3);
        return sign_three(store, gap->plain, gap->root);
    }
}

/* An estimate of a dyadic number errs by 4 u, that of a root by half as much and a rounding, the
 * length by 8 u. There are at most four terms. Underflow costs less than 2^-1070, for roots less
 * than 2^-535, before the division by the length, which is at least 2^-33. */
double tacti_gap_estimate(const tacti_gap *gap, tacti_dyadic3 direction, double *error) {
    int top = top_of(direction);
    double value = estimate_below(gap->plain, top), square = 0, sum = fabs(value);
    for (int i = 0; i < gap->root_count; i++) {
        double root = sqrt(estimate_below(gap->root[i], 2 * top));
        value -= root;
        sum += root;
    }
    for (int i = 0; i < 3; i++) {
        double c = estimate_below(direction.c[i], top);
        square += c * c;
    }
    double length = sqrt(square);
    *error = 0x40p-53 * (sum / length) + (gap->root_count > 0 ? 0x1p-500 : 0x1p-1030);
    return value / length;
}

/* ---- Bodies ------------------------------------------------------------------------------- */

/* A bound of the error of the products of a body's vertices with a direction whose largest
 * coordinate is about 1: five roundings of products, and the rounding of the direction. Infinite if
 * products may underflow. */
static double sift_error(const tacti_body *body) {
    double most = 3.01 * body->reach + body->shift;
    return most > 0x1p-900 ? 0x1p-46 * most : tacti_infinity();
}

/* The greatest product of a polytope's placed vertices with a direction. */
static tacti_dyadic greatest(tacti_dyadic_store *store, const tacti_body *body, tacti_dyadic3 d) {
    tact_vec3 rough = tacti_dyadic3_rough(d);
    double most = -tacti_infinity(), error = sift_error(body);
    bool is_sifted = body->count > FEW_VERTICES && error < tacti_infinity();
    for (uint32_t i = 0; is_sifted && i < body->count; i++)
        most = tacti_max(most, tacti_vec3_dot(rough, tacti_body_vertex(body, i)));
    int used = store->used;
    tacti_dyadic best = {0};
    bool has_best = false;
    for (uint32_t i = 0; i < body->count; i++) {
        tact_vec3 v = tacti_body_vertex(body, i);
        if (is_sifted && tacti_vec3_dot(rough, v) < most - 2 * error)
            continue;
        tacti_dyadic value = tacti_dyadic3_dot(store, d, tacti_dyadic3_from(store, v));
        if (!has_best || tacti_dyadic_sub(store, value, best).sign > 0)
            best = tacti_dyadic_keep(store, used, value);
        has_best = true;
        store->used = used + best.count;
    }
    TACTI_ASSERT(has_best);
    return best;
}

static void take_round(tacti_dyadic_store *store, const tact_shape *shape, tacti_dyadic3 m,
                       tacti_gap *gap) {
    tacti_dyadic radius = tacti_dyadic_from(store, shape->core.round.radius);
    tacti_dyadic height = tacti_dyadic_from(store, shape->core.round.half_height);
    tacti_dyadic up = tacti_dyadic_mul(store, height, m.c[2]);
    if (shape->kind == TACT_SHAPE_CYLINDER) {
        take_plain(store, tacti_dyadic_abs(up), gap);
        tacti_gap_take_length(store, radius, m.c, 2, gap);
        return;
    }
    /* The furthest point is the apex, unless the rim of the base is further. */
    tacti_gap lead = {.plain = tacti_dyadic_add(store, up, up)};
    tacti_gap_take_length(store, radius, m.c, 2, &lead);
    if (tacti_gap_sign(store, &lead) >= 0) {
        take_plain(store, up, gap);
        return;
    }
    take_plain(store, tacti_dyadic_negate(up), gap);
    tacti_gap_take_length(store, radius, m.c, 2, gap);
}

void tacti_gap_take_body(tacti_dyadic_store *store, const tacti_body *body, tacti_dyadic3 direction,
                         tacti_gap *gap) {
    TACTI_ASSERT(body->kind != TACT_SHAPE_HALF_SPACE);
    if (body->count > 0) {
        take_plain(store, greatest(store, body, direction), gap);
        return;
    }
    const double *p = body->pose->m;
    tacti_dyadic3 shift = tacti_dyadic3_from(store, (tact_vec3){p[3], p[7], p[11]});
    take_plain(store, tacti_dyadic3_dot(store, direction, shift), gap);
    tacti_dyadic3 m = turn_back(store, body->pose, direction);
    if (body->kind != TACT_SHAPE_ELLIPSOID) {
        take_round(store, body->shape, m, gap);
        return;
    }
    tacti_dyadic3 half = tacti_dyadic3_from(store, body->shape->core.half_extents);
    for (int i = 0; i < 3; i++)
        m.c[i] = tacti_dyadic_mul(store, half.c[i], m.c[i]);
    tacti_gap_take_length(store, tacti_dyadic_from(store, 1), m.c, 3, gap);
}

void tacti_gap_along(tacti_dyadic_store *store, const tacti_bodies *bodies, tacti_dyadic3 direction,
                     tacti_gap *out) {
    *out = (tacti_gap){.root_count = 0};
    tacti_gap_take_body(store, &bodies->body[0], direction, out);
    tacti_gap_take_body(store, &bodies->body[1], tacti_dyadic3_negate(direction), out);
    tacti_dyadic radius = tacti_dyadic_add(store, tacti_dyadic_from(store, bodies->body[0].radius),
                                           tacti_dyadic_from(store, bodies->body[1].radius));
    tacti_gap_take_length(store, radius, direction.c, 3, out);
}
