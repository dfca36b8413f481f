/* SPDX-License-Identifier: MIT */
/* Frames and boxes of nodes; see frame.h. Eight lanes at a time, one per triangle or node. Sums are
 * added lane by lane and then across lanes in a fixed order, so every level gives the same bits.
 *
 * Principal axes are computed by Jacobi rotations, kept as quaternions, with the angle of each
 * rotation approximated (A. McAdams et al., "Computing the singular value decomposition of 3x3
 * matrices with minimal branching and elementary floating point operations", 2011). Eight bits per
 * coordinate need no more precision, and boxes are correct for any rotation. */
#include "bvh/frame.h"

#include "base/assert.h"
#include "base/inline.h"
#include "bvh/lanes8.h"

#include <float.h>

#define LANES 8

/* ---- Moments ------------------------------------------------------------------------------ */

/* Adds eight lanes in a fixed order. */
TACTI_ALWAYS_INLINE float across(const float x[LANES]) {
    return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

/* Sums are taken relative to the first corner, so that floats are precise enough, and then shifted
 * to the origin. */
static void moments(const tacti_corners *corners, uint32_t position, uint32_t count,
                    tacti_moments *out) {
    TACTI_ASSERT(count >= 1 && count <= LANES);
    float sum[9][LANES] = {{0}}, used[LANES], base[3];
    for (int i = 0; i < LANES; i++)
        used[i] = (uint32_t)i < count ? 1.0F : 0.0F;
    for (int k = 0; k < 3; k++)
        base[k] = corners->coordinates[(size_t)k * corners->stride + position];
    for (int c = 0; c < 3; c++) {
        const float *x = corners->coordinates + (size_t)(3 * c) * corners->stride + position;
        const float *y = x + corners->stride, *z = y + corners->stride;
        for (int i = 0; i < LANES; i++) {
            float dx = (x[i] - base[0]) * used[i];
            float dy = (y[i] - base[1]) * used[i];
            float dz = (z[i] - base[2]) * used[i];
            sum[0][i] += dx, sum[1][i] += dy, sum[2][i] += dz;
            sum[3][i] += dx * dx, sum[4][i] += dy * dy, sum[5][i] += dz * dz;
            sum[6][i] += dx * dy, sum[7][i] += dy * dz, sum[8][i] += dz * dx;
        }
    }
    double n = 3 * (double)count, b[3], s[3];
    out->count = n;
    for (int k = 0; k < 3; k++) {
        b[k] = (double)base[k];
        s[k] = (double)across(sum[k]);
        out->first[k] = s[k] + n * b[k];
    }
    for (int k = 0; k < 3; k++) {
        int l = k == 2 ? 0 : k + 1;
        out->second[k] = (double)across(sum[3 + k]) + (2 * s[k] + n * b[k]) * b[k];
        out->second[3 + k] =
            (double)across(sum[6 + k]) + ((s[k] * b[l] + s[l] * b[k]) + n * b[k] * b[l]);
    }
}

/* ---- Principal axes ----------------------------------------------------------------------- */

/* Symmetric matrices and quaternions, one per lane: a[0..2] the diagonal, a[3 + k] the entry of
 * axes k and k + 1. */
typedef struct jacobi {
    tacti_f8 a[6];
    tacti_f8 q[4];
} jacobi;

/* An off-diagonal entry below this fraction of both diagonal entries is kept. Turning axes of
 * nearly equal extent gains nothing, and boxes along the axes should stay there. */
#define NEARLY_EVEN 0.1F
/* Eight bits cannot express the angle of a smaller entry. */
#define NEARLY_ZERO 0x1p-12F

#define COS_PI_8 0.92387953F
#define SIN_PI_8 0.38268343F
/* 3 + 2 sqrt(2). Beyond this ratio the approximate angle exceeds pi/4, and pi/4 is used instead. */
#define LARGEST_RATIO 5.8284271F

/* a b + c d, and a b - c d. */
TACTI_ALWAYS_INLINE tacti_f8 mul_add(tacti_f8 a, tacti_f8 b, tacti_f8 c, tacti_f8 d) {
    return tacti_f8_add(tacti_f8_mul(a, b), tacti_f8_mul(c, d));
}

TACTI_ALWAYS_INLINE tacti_f8 mul_sub(tacti_f8 a, tacti_f8 b, tacti_f8 c, tacti_f8 d) {
    return tacti_f8_sub(tacti_f8_mul(a, b), tacti_f8_mul(c, d));
}

/* Cosine and sine of half the angle that turns axes of variances ak and al such that their common
 * entry kl nearly vanishes: the tangent of half the angle is kl / (2 (ak - al)). */
TACTI_ALWAYS_INLINE void half_angle(tacti_f8 ak, tacti_f8 al, tacti_f8 kl, tacti_f8 *ch,
                                    tacti_f8 *sh) {
    const tacti_f8 zero = tacti_f8_set(0), one = tacti_f8_set(1), two = tacti_f8_set(2);
    tacti_f8 even = tacti_f8_add(tacti_f8_mul(tacti_f8_set(NEARLY_EVEN), tacti_f8_min(ak, al)),
                                 tacti_f8_set(NEARLY_ZERO));
    tacti_b8 is_kept = tacti_f8_le(tacti_f8_abs(kl), even);
    tacti_f8 b = tacti_f8_select(is_kept, zero, kl);
    tacti_f8 c = tacti_f8_mul(two, tacti_f8_sub(ak, al));
    tacti_f8 cc = tacti_f8_mul(c, c), bb = tacti_f8_mul(b, b);
    tacti_b8 is_small =
        tacti_f8_lt(tacti_f8_mul(tacti_f8_mul(tacti_f8_set(LARGEST_RATIO), b), b), cc);
    tacti_f8 norm = tacti_f8_select(is_small, tacti_f8_add(cc, bb), one);
    tacti_f8 by = tacti_f8_div(one, tacti_f8_sqrt(norm));
    tacti_f8 sine =
        tacti_f8_select(tacti_f8_lt(b, zero), tacti_f8_set(-SIN_PI_8), tacti_f8_set(SIN_PI_8));
    c = tacti_f8_select(is_small, tacti_f8_mul(c, by), tacti_f8_set(COS_PI_8));
    tacti_f8 s = tacti_f8_select(is_small, tacti_f8_mul(b, by), sine);
    tacti_b8 is_zero = tacti_f8_le(tacti_f8_abs(b), zero);
    *ch = tacti_f8_select(is_zero, one, c);
    *sh = tacti_f8_select(is_zero, zero, s);
}

/* Turns axes k and l = k + 1 around m = k + 2. */
TACTI_ALWAYS_INLINE void rotate(jacobi *work, int k) {
    int l = (k + 1) % 3, m = (k + 2) % 3;
    tacti_f8 *a = work->a, *qk = &work->q[1 + k], *ql = &work->q[1 + l], *qm = &work->q[1 + m];
    tacti_f8 k0 = a[k], l0 = a[l], kl0 = a[3 + k], lm0 = a[3 + l], mk0 = a[3 + m];
    tacti_f8 w0 = work->q[0], x0 = *qk, y0 = *ql, z0 = *qm, ch, sh;
    const tacti_f8 two = tacti_f8_set(2);
    half_angle(k0, l0, kl0, &ch, &sh);
    tacti_f8 c = mul_sub(ch, ch, sh, sh), s = tacti_f8_mul(tacti_f8_mul(two, sh), ch);
    tacti_f8 cc = tacti_f8_mul(c, c), ss = tacti_f8_mul(s, s);
    tacti_f8 cross = tacti_f8_mul(tacti_f8_mul(tacti_f8_mul(two, c), s), kl0);
    a[k] = tacti_f8_add(tacti_f8_add(tacti_f8_mul(cc, k0), cross), tacti_f8_mul(ss, l0));
    a[l] = tacti_f8_add(tacti_f8_sub(tacti_f8_mul(ss, k0), cross), tacti_f8_mul(cc, l0));
    a[3 + k] = mul_sub(tacti_f8_sub(cc, ss), kl0, tacti_f8_mul(c, s), tacti_f8_sub(k0, l0));
    a[3 + m] = mul_add(c, mk0, s, lm0);
    a[3 + l] = mul_sub(c, lm0, s, mk0);
    /* The quaternion times ch + sh m. */
    work->q[0] = mul_sub(w0, ch, z0, sh);
    *qk = mul_add(x0, ch, y0, sh);
    *ql = mul_sub(y0, ch, x0, sh);
    *qm = mul_add(z0, ch, w0, sh);
}

/* The covariance, scaled to a trace of 1, or 0 if all points coincide. */
static void load_covariance(const tacti_moments *m, int lane, float out[6][LANES]) {
    double a[6], inverse = 1 / m->count;
    for (int k = 0; k < 3; k++) {
        int l = k == 2 ? 0 : k + 1;
        a[k] = m->second[k] - m->first[k] * m->first[k] * inverse;
        a[3 + k] = m->second[3 + k] - m->first[k] * m->first[l] * inverse;
    }
    double trace = (a[0] + a[1]) + a[2];
    double by = trace > 0x1p-200 ? 1 / trace : 0;
    for (int k = 0; k < 6; k++)
        out[k][lane] = (float)(a[k] * by);
}

/* Nearest whole number. */
TACTI_ALWAYS_INLINE int8_t round_to_byte(float x) {
    return (int8_t)(int)(x + (x < 0 ? -0.5F : 0.5F));
}

static void rotations(const tacti_moments *const sets[TACTI_BVH_WIDTH], uint32_t count,
                      uint32_t sweeps, int8_t out[TACTI_BVH_WIDTH][4]) {
    TACTI_ASSERT(count >= 1 && count <= LANES);
    float covariance[6][LANES] = {{0}}, q[4][LANES];
    jacobi work;
    for (uint32_t i = 0; i < count; i++)
        load_covariance(sets[i], (int)i, covariance);
    for (int k = 0; k < 6; k++)
        work.a[k] = tacti_f8_load(covariance[k]);
    for (int k = 0; k < 4; k++)
        work.q[k] = tacti_f8_set(k == 0 ? 1 : 0);
    for (uint32_t sweep = 0; sweep < sweeps; sweep++) {
        rotate(&work, 0);
        rotate(&work, 1);
        rotate(&work, 2);
    }
    tacti_f8 largest = tacti_f8_set(0);
    for (int k = 0; k < 4; k++)
        largest = tacti_f8_max(tacti_f8_abs(work.q[k]), largest);
    tacti_f8 by = tacti_f8_div(tacti_f8_set(127), largest);
    for (int k = 0; k < 4; k++)
        tacti_f8_store(q[k], tacti_f8_mul(work.q[k], by));
    for (uint32_t i = 0; i < count; i++) {
        /* The inverse, since it maps into the axes. */
        out[i][0] = round_to_byte(q[0][i]);
        for (int k = 1; k < 4; k++)
            out[i][k] = round_to_byte(-q[k][i]);
    }
}

/* ---- Bounds ------------------------------------------------------------------------------- */

/* Eight boxes, one per lane. */
typedef struct bounds8 {
    tacti_f8 lo[3], hi[3];
} bounds8;

TACTI_ALWAYS_INLINE bounds8 empty_bounds(void) {
    tacti_f8 most = tacti_f8_set(FLT_MAX), least = tacti_f8_set(-FLT_MAX);
    return (bounds8){{most, most, most}, {least, least, least}};
}

TACTI_ALWAYS_INLINE void join_point(bounds8 *b, int k, tacti_f8 x) {
    b->lo[k] = tacti_f8_min(b->lo[k], x);
    b->hi[k] = tacti_f8_max(b->hi[k], x);
}

/* Extends bounds by the turned corners of eight triangles, one triangle per lane. */
TACTI_ALWAYS_INLINE void join_eight(const tacti_corners *corners, uint32_t position, float q[3][3],
                                    bounds8 *out) {
    TACTI_NO_UNROLL
    for (int c = 0; c < 3; c++) {
        const float *from = corners->coordinates + (size_t)(3 * c) * corners->stride + position;
        tacti_f8 x = tacti_f8_load(from), y = tacti_f8_load(from + corners->stride);
        tacti_f8 z = tacti_f8_load(from + (size_t)2 * corners->stride);
        TACTI_UNROLL
        for (int k = 0; k < 3; k++) {
            tacti_f8 v = mul_add(tacti_f8_set(q[k][0]), x, tacti_f8_set(q[k][1]), y);
            join_point(out, k, tacti_f8_add(v, tacti_f8_mul(tacti_f8_set(q[k][2]), z)));
        }
    }
}

/* The same in an unturned frame. */
TACTI_ALWAYS_INLINE void join_eight_plain(const tacti_corners *corners, uint32_t position,
                                          bounds8 *out) {
    TACTI_UNROLL
    for (int c = 0; c < 3; c++) {
        const float *x = corners->coordinates + (size_t)(3 * c) * corners->stride + position;
        TACTI_UNROLL
        for (int k = 0; k < 3; k++)
            join_point(out, k, tacti_f8_load(x + (size_t)k * corners->stride));
    }
}

/* The box around the first count of eight. */
TACTI_ALWAYS_INLINE void join_lanes(const bounds8 *b, uint32_t count, float lo[3], float hi[3]) {
    TACTI_ASSERT(count >= 1 && count <= LANES);
    TACTI_UNROLL
    for (int k = 0; k < 3; k++) {
        if (count == LANES) {
            lo[k] = tacti_f8_least(b->lo[k]);
            hi[k] = tacti_f8_greatest(b->hi[k]);
            continue;
        }
        float least[LANES], most[LANES];
        tacti_f8_store(least, b->lo[k]);
        tacti_f8_store(most, b->hi[k]);
        lo[k] = least[0], hi[k] = most[0];
        for (uint32_t i = 1; i < count; i++) {
            lo[k] = least[i] < lo[k] ? least[i] : lo[k];
            hi[k] = most[i] > hi[k] ? most[i] : hi[k];
        }
    }
}

/* Bounds of the triangles begin to end in lane child of out. */
static void bound_child(const tacti_corners *corners, float q[3][3], uint32_t begin, uint32_t end,
                        uint32_t child, tacti_child_bounds *out) {
    bounds8 all = empty_bounds();
    TACTI_ASSERT(begin < end && child < LANES);
    uint32_t lanes = end - begin < LANES ? end - begin : LANES;
    for (uint32_t i = begin; i < end; i += LANES)
        join_eight(corners, i + LANES > end && lanes == LANES ? end - LANES : i, q, &all);
    float lo[3], hi[3];
    join_lanes(&all, lanes, lo, hi);
    for (int k = 0; k < 3; k++) {
        out->lo[k][child] = lo[k];
        out->hi[k][child] = hi[k];
    }
}

/* Copies the first child into lanes without a child. */
static void fill_lanes(tacti_child_bounds *b, uint32_t count) {
    for (int k = 0; k < 3; k++)
        for (uint32_t i = count; i < LANES; i++) {
            b->lo[k][i] = b->lo[k][0];
            b->hi[k][i] = b->hi[k][0];
        }
}

TACTI_ALWAYS_INLINE bounds8 load_bounds(tacti_child_bounds *b, uint32_t count) {
    bounds8 r;
    fill_lanes(b, count);
    TACTI_UNROLL
    for (int k = 0; k < 3; k++) {
        r.lo[k] = tacti_f8_load(b->lo[k]);
        r.hi[k] = tacti_f8_load(b->hi[k]);
    }
    return r;
}

/* Copies the first lane into those from count on. */
TACTI_ALWAYS_INLINE void fill_bounds(bounds8 *b, uint32_t count) {
    if (count == LANES)
        return;
    tacti_child_bounds all;
    for (int k = 0; k < 3; k++) {
        tacti_f8_store(all.lo[k], b->lo[k]);
        tacti_f8_store(all.hi[k], b->hi[k]);
    }
    *b = load_bounds(&all, count);
}

/* Bounds of all children in the frame of q. */
TACTI_ALWAYS_INLINE bounds8 bound_children(const tacti_node *node, const tacti_node_plan *plan,
                                           const tacti_corners *corners, float q[3][3]) {
    if (node->inner_count == 0) {
        bounds8 all = empty_bounds();
        join_eight(corners, plan->cut[0], q, &all);
        fill_bounds(&all, node->child_count);
        return all;
    }
    tacti_child_bounds each;
    for (uint32_t i = 0; i < node->child_count; i++)
        bound_child(corners, q, plan->cut[i], plan->cut[i + 1], i, &each);
    return load_bounds(&each, node->child_count);
}

/* Bounds of all children in an unturned frame, from the known boxes of inner children. */
TACTI_ALWAYS_INLINE bounds8 bound_children_plain(const tacti_node *node,
                                                 const tacti_node_plan *plan,
                                                 const tacti_corners *corners,
                                                 const tacti_plain_box *inner) {
    if (node->inner_count == 0) {
        bounds8 all = empty_bounds();
        join_eight_plain(corners, plan->cut[0], &all);
        fill_bounds(&all, node->child_count);
        return all;
    }
    tacti_child_bounds each;
    for (uint32_t i = 0; i < node->child_count; i++)
        for (int k = 0; k < 3; k++) {
            each.lo[k][i] = inner[i].lo[k];
            each.hi[k][i] = inner[i].hi[k];
        }
    return load_bounds(&each, node->child_count);
}

/* The sum of half the surfaces of the first count boxes, in order. */
TACTI_ALWAYS_INLINE float total_area(const bounds8 *b, uint32_t count) {
    tacti_f8 x = tacti_f8_sub(b->hi[0], b->lo[0]);
    tacti_f8 y = tacti_f8_sub(b->hi[1], b->lo[1]);
    tacti_f8 z = tacti_f8_sub(b->hi[2], b->lo[2]);
    float area[LANES], total = 0;
    tacti_f8_store(area, tacti_f8_add(mul_add(x, y, y, z), tacti_f8_mul(z, x)));
    for (uint32_t i = 0; i < count; i++)
        total += area[i];
    return total;
}

/* ---- Bytes -------------------------------------------------------------------------------- */

/* The greatest multiple of 2^-23 that is at most x, |x| < 2. */
static double round_down(double x) {
    double scaled = x * 0x1p23;
    int32_t whole = (int32_t)scaled;
    return (double)(whole - (whole > scaled)) * 0x1p-23;
}

/* The least exponent whose 255 steps reach length. */
static int step_exponent(double length) {
    if (!(length > 255 * 0x1p-22))
        return TACTI_NODE_LEAST_EXPONENT;
    int exponent = tacti_exponent(length) - 7;
    return 255 * tacti_power_of_two(exponent) < length ? exponent + 1 : exponent;
}

/* The scale of units, a power of two, and its inverse. */
typedef struct scale2 {
    double up, down;
} scale2;

/* Lanes from child_count on must be copies of others. */
TACTI_ALWAYS_INLINE void quantise_axis(tacti_node *node, int k, tacti_f8 lo, tacti_f8 hi,
                                       double middle, scale2 scale) {
    const tacti_f8 margin = tacti_f8_set(TACTI_FRAME_MARGIN);
    float least = tacti_f8_least(lo), most = tacti_f8_greatest(hi);
    double origin = round_down(middle + scale.up * ((double)least - (double)TACTI_FRAME_MARGIN));
    float from = (float)((origin - middle) * scale.down);
    float length = (most + TACTI_FRAME_MARGIN) - from;
    int exponent = step_exponent((double)length * scale.up);
    TACTI_ASSERT(exponent >= TACTI_NODE_LEAST_EXPONENT && exponent <= TACTI_NODE_MOST_EXPONENT);
    float by = (float)(scale.up * tacti_power_of_two(-exponent));
    node->origin[k] = (float)origin;
    node->exponent[k] = (int8_t)exponent;
    tacti_f8 start = tacti_f8_set(from), steps = tacti_f8_set(by);
    tacti_f8 first = tacti_f8_mul(tacti_f8_sub(tacti_f8_sub(lo, margin), start), steps);
    tacti_f8 end = tacti_f8_mul(tacti_f8_sub(tacti_f8_add(hi, margin), start), steps);
    tacti_f8 last = tacti_f8_whole(end);
    tacti_f8 next = tacti_f8_add(last, tacti_f8_set(1));
    tacti_f8_store_bytes(node->lo[k], first);
    tacti_f8_store_bytes(node->hi[k], tacti_f8_select(tacti_f8_lt(last, end), next, last));
    float own = length * by; /* the same rounding as for the farthest child */
    int32_t whole = (int32_t)own;
    node->extent[k] = (uint8_t)(whole + ((float)whole < own));
}

TACTI_ALWAYS_INLINE void quantise_bounds(tacti_node *node, const bounds8 *bounds,
                                         const tacti_frame_units *units) {
    float q[3][3];
    tacti_node_rotation(node, q);
    TACTI_ASSERT(node->child_count >= 1 && node->child_count <= LANES);
    const scale2 scale = {units->scale, 1 / units->scale};
    for (int k = 0; k < 3; k++) {
        double middle = ((double)q[k][0] * units->center.x + (double)q[k][1] * units->center.y) +
                        (double)q[k][2] * units->center.z;
        quantise_axis(node, k, bounds->lo[k], bounds->hi[k], middle, scale);
        for (int i = node->child_count; i < LANES; i++)
            node->lo[k][i] = node->hi[k][i] = 0;
    }
}

static void quantise(tacti_node *node, tacti_child_bounds *bounds, const tacti_frame_units *units) {
    bounds8 all = load_bounds(bounds, node->child_count);
    quantise_bounds(node, &all, units);
}

/* ---- Nodes -------------------------------------------------------------------------------- */

static tacti_plain_box boxes(tacti_node *node, const tacti_node_plan *plan,
                             const tacti_corners *corners, const tacti_frame_units *units,
                             const tacti_plain_box *inner) {
    static const int8_t unturned[4] = {127, 0, 0, 0};
    uint32_t count = node->child_count;
    bounds8 chosen = bound_children_plain(node, plan, corners, inner);
    tacti_plain_box box;
    join_lanes(&chosen, LANES, box.lo, box.hi);
    if (memcmp(node->rotation, unturned, sizeof unturned) != 0) {
        float q[3][3];
        tacti_node_rotation(node, q);
        bounds8 turned = bound_children(node, plan, corners, q);
        if (total_area(&turned, count) < total_area(&chosen, count))
            chosen = turned;
        else
            memcpy(node->rotation, unturned, sizeof unturned);
    }
    quantise_bounds(node, &chosen, units);
    return box;
}

const tacti_frame_kernels TACTI_LEVELED(tacti_frame_kernels) = {moments, rotations, boxes,
                                                                quantise};
