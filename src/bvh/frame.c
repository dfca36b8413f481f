/* SPDX-License-Identifier: MIT */
/* Frames and boxes of nodes; see frame.h. Loops run over eight lanes, one per triangle or node, and
 * are written so that the compiler vectorises them. Sums are added lane by lane and then across
 * lanes in a fixed order, so every level gives the same bits.
 *
 * Principal axes are computed by Jacobi rotations, kept as quaternions, with the angle of each
 * rotation approximated (A. McAdams et al., "Computing the singular value decomposition of 3x3
 * matrices with minimal branching and elementary floating point operations", 2011). Eight bits per
 * coordinate need no more precision, and boxes are correct for any rotation. */
#include "bvh/frame.h"

#include "base/assert.h"
#include "base/inline.h"

#include <float.h>
#include <math.h>

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
    float a[6][LANES];
    float q[4][LANES];
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

/* Turns axes k and l = k + 1 around m = k + 2. If the half angle has the tangent b / (2 (a_k -
 * a_l)), their common entry b nearly vanishes. */
TACTI_ALWAYS_INLINE void rotate(jacobi *work, int k) {
    int l = (k + 1) % 3, m = (k + 2) % 3;
    float *ak = work->a[k], *al = work->a[l];
    float *kl = work->a[3 + k], *lm = work->a[3 + l], *mk = work->a[3 + m];
    float *qw = work->q[0], *qk = work->q[1 + k], *ql = work->q[1 + l], *qm = work->q[1 + m];
    for (int i = 0; i < LANES; i++) {
        float least = ak[i] < al[i] ? ak[i] : al[i];
        float b = fabsf(kl[i]) <= NEARLY_EVEN * least + NEARLY_ZERO ? 0 : kl[i];
        float ch = 2 * (ak[i] - al[i]), sh = b;
        int is_small = LARGEST_RATIO * sh * sh < ch * ch;
        float norm = ch * ch + sh * sh;
        float by = 1 / sqrtf(is_small ? norm : 1);
        float sign = sh < 0 ? -1.0F : 1.0F;
        ch = is_small ? ch * by : COS_PI_8;
        sh = is_small ? sh * by : sign * SIN_PI_8;
        ch = b == 0 ? 1 : ch;
        sh = b == 0 ? 0 : sh;
        float c = ch * ch - sh * sh, s = 2 * sh * ch;
        float k0 = ak[i], l0 = al[i], kl0 = kl[i], lm0 = lm[i], mk0 = mk[i];
        ak[i] = (c * c * k0 + 2 * c * s * kl0) + s * s * l0;
        al[i] = (s * s * k0 - 2 * c * s * kl0) + c * c * l0;
        kl[i] = (c * c - s * s) * kl0 - c * s * (k0 - l0);
        mk[i] = c * mk0 + s * lm0;
        lm[i] = c * lm0 - s * mk0;
        /* The quaternion times ch + sh m. */
        float w0 = qw[i], x0 = qk[i], y0 = ql[i], z0 = qm[i];
        qw[i] = w0 * ch - z0 * sh;
        qk[i] = x0 * ch + y0 * sh;
        ql[i] = y0 * ch - x0 * sh;
        qm[i] = z0 * ch + w0 * sh;
    }
}

#define JACOBI_SWEEPS 4

/* The covariance, scaled to a trace of 1, or 0 if all points coincide. */
static void load_covariance(jacobi *work, int lane, const tacti_moments *m) {
    double a[6], inverse = 1 / m->count;
    for (int k = 0; k < 3; k++) {
        int l = k == 2 ? 0 : k + 1;
        a[k] = m->second[k] - m->first[k] * m->first[k] * inverse;
        a[3 + k] = m->second[3 + k] - m->first[k] * m->first[l] * inverse;
    }
    double trace = (a[0] + a[1]) + a[2];
    double by = trace > 0x1p-200 ? 1 / trace : 0;
    for (int k = 0; k < 6; k++)
        work->a[k][lane] = (float)(a[k] * by);
}

/* Nearest whole number. */
TACTI_ALWAYS_INLINE int8_t round_to_byte(float x) {
    return (int8_t)(int)(x + (x < 0 ? -0.5F : 0.5F));
}

static void rotations(const tacti_moments *const sets[TACTI_BVH_WIDTH], uint32_t count,
                      int8_t out[TACTI_BVH_WIDTH][4]) {
    TACTI_ASSERT(count >= 1 && count <= LANES);
    jacobi work = {0};
    for (int i = 0; i < LANES; i++) {
        if ((uint32_t)i < count)
            load_covariance(&work, i, sets[i]);
        work.q[0][i] = 1;
    }
    for (int sweep = 0; sweep < JACOBI_SWEEPS; sweep++) {
        rotate(&work, 0);
        rotate(&work, 1);
        rotate(&work, 2);
    }
    for (uint32_t i = 0; i < count; i++) {
        float largest = 0;
        for (int k = 0; k < 4; k++)
            largest = fabsf(work.q[k][i]) > largest ? fabsf(work.q[k][i]) : largest;
        float by = 127 / largest;
        /* The inverse, since it maps into the axes. */
        out[i][0] = round_to_byte(work.q[0][i] * by);
        for (int k = 1; k < 4; k++)
            out[i][k] = round_to_byte(-work.q[k][i] * by);
    }
}

/* ---- Bounds ------------------------------------------------------------------------------- */

TACTI_ALWAYS_INLINE float lesser(float a, float b) {
    return a < b ? a : b;
}

TACTI_ALWAYS_INLINE float greater(float a, float b) {
    return a > b ? a : b;
}

/* Extends bounds by the turned corners of eight triangles, one triangle per lane. */
TACTI_ALWAYS_INLINE void join_eight(const tacti_corners *corners, uint32_t position, float q[3][3],
                                    float lo[3][LANES], float hi[3][LANES]) {
    for (int c = 0; c < 3; c++) {
        const float *x = corners->coordinates + (size_t)(3 * c) * corners->stride + position;
        const float *y = x + corners->stride, *z = y + corners->stride;
        for (int k = 0; k < 3; k++) {
            float qx = q[k][0], qy = q[k][1], qz = q[k][2];
            for (int i = 0; i < LANES; i++) {
                float v = (qx * x[i] + qy * y[i]) + qz * z[i];
                lo[k][i] = lesser(lo[k][i], v);
                hi[k][i] = greater(hi[k][i], v);
            }
        }
    }
}

/* The same in an unturned frame. */
TACTI_ALWAYS_INLINE void join_eight_plain(const tacti_corners *corners, uint32_t position,
                                          float lo[3][LANES], float hi[3][LANES]) {
    for (int c = 0; c < 3; c++) {
        const float *x = corners->coordinates + (size_t)(3 * c) * corners->stride + position;
        for (int k = 0; k < 3; k++, x += corners->stride)
            for (int i = 0; i < LANES; i++) {
                lo[k][i] = lesser(lo[k][i], x[i]);
                hi[k][i] = greater(hi[k][i], x[i]);
            }
    }
}

static void start_bounds(float lo[3][LANES], float hi[3][LANES]) {
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < LANES; i++) {
            lo[k][i] = FLT_MAX;
            hi[k][i] = -FLT_MAX;
        }
}

/* Bounds of the triangles begin to end in lane child of out. */
static void bound_child(const tacti_corners *corners, float q[3][3], uint32_t begin, uint32_t end,
                        uint32_t child, tacti_child_bounds *out) {
    float lo[3][LANES], hi[3][LANES];
    start_bounds(lo, hi);
    TACTI_ASSERT(begin < end && child < LANES);
    uint32_t lanes = LANES;
    if (end - begin < LANES) {
        join_eight(corners, begin, q, lo, hi);
        lanes = end - begin;
    } else {
        for (; begin + LANES <= end; begin += LANES)
            join_eight(corners, begin, q, lo, hi);
        if (begin < end)
            join_eight(corners, end - LANES, q, lo, hi);
    }
    for (int k = 0; k < 3; k++) {
        float least = lo[k][0], most = hi[k][0];
        for (uint32_t i = 1; i < lanes; i++) {
            least = lesser(least, lo[k][i]);
            most = greater(most, hi[k][i]);
        }
        out->lo[k][child] = least;
        out->hi[k][child] = most;
    }
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

/* Copies the first child into lanes without a child. */
static void fill_lanes(float x[LANES], uint32_t count) {
    for (uint32_t i = count; i < LANES; i++)
        x[i] = x[0];
}

TACTI_ALWAYS_INLINE void quantise_axis(tacti_node *node, int k, const float lo[LANES],
                                       const float hi[LANES], double middle, double scale) {
    float least = lo[0], most = hi[0];
    for (int i = 1; i < LANES; i++) {
        least = lesser(least, lo[i]);
        most = greater(most, hi[i]);
    }
    double origin = round_down(middle + scale * ((double)least - (double)TACTI_FRAME_MARGIN));
    float from = (float)((origin - middle) / scale);
    float length = (most + TACTI_FRAME_MARGIN) - from;
    int exponent = step_exponent((double)length * scale);
    TACTI_ASSERT(exponent >= TACTI_NODE_LEAST_EXPONENT && exponent <= TACTI_NODE_MOST_EXPONENT);
    float by = (float)(scale * tacti_power_of_two(-exponent));
    node->origin[k] = (float)origin;
    node->exponent[k] = (int8_t)exponent;
    int32_t first[LANES], last[LANES];
    for (int i = 0; i < LANES; i++)
        first[i] = (int32_t)(((lo[i] - TACTI_FRAME_MARGIN) - from) * by);
    for (int i = 0; i < LANES; i++) {
        float end = ((hi[i] + TACTI_FRAME_MARGIN) - from) * by;
        int32_t whole = (int32_t)end;
        last[i] = whole + ((float)whole < end);
    }
    for (int i = 0; i < LANES; i++)
        node->lo[k][i] = (uint8_t)first[i];
    for (int i = 0; i < LANES; i++)
        node->hi[k][i] = (uint8_t)last[i];
    float end = length * by; /* the same rounding as for the farthest child */
    int32_t whole = (int32_t)end;
    node->extent[k] = (uint8_t)(whole + ((float)whole < end));
}

static void quantise(tacti_node *node, tacti_child_bounds *bounds, const tacti_frame_units *units) {
    float q[3][3];
    tacti_node_rotation(node, q);
    TACTI_ASSERT(node->child_count >= 1 && node->child_count <= LANES);
    for (int k = 0; k < 3; k++) {
        double middle = ((double)q[k][0] * units->center.x + (double)q[k][1] * units->center.y) +
                        (double)q[k][2] * units->center.z;
        fill_lanes(bounds->lo[k], node->child_count);
        fill_lanes(bounds->hi[k], node->child_count);
        quantise_axis(node, k, bounds->lo[k], bounds->hi[k], middle, units->scale);
        for (int i = node->child_count; i < LANES; i++)
            node->lo[k][i] = node->hi[k][i] = 0;
    }
}

/* Bounds of all children in the frame of q. */
static void bound_children(const tacti_node *node, const tacti_node_plan *plan,
                           const tacti_corners *corners, float q[3][3], tacti_child_bounds *out) {
    if (node->inner_count == 0) {
        start_bounds(out->lo, out->hi);
        join_eight(corners, plan->cut[0], q, out->lo, out->hi);
        return;
    }
    for (uint32_t i = 0; i < node->child_count; i++)
        bound_child(corners, q, plan->cut[i], plan->cut[i + 1], i, out);
}

/* The sum of half the surfaces of the children's boxes. */
static float total_area(const tacti_child_bounds *bounds, uint32_t count) {
    float total = 0;
    for (uint32_t i = 0; i < count; i++) {
        float x = bounds->hi[0][i] - bounds->lo[0][i];
        float y = bounds->hi[1][i] - bounds->lo[1][i];
        float z = bounds->hi[2][i] - bounds->lo[2][i];
        total += (x * y + y * z) + z * x;
    }
    return total;
}

/* Bounds of all children in an unturned frame, from the known boxes of inner children. */
static void bound_children_plain(const tacti_node *node, const tacti_node_plan *plan,
                                 const tacti_corners *corners, const tacti_plain_box *inner,
                                 tacti_child_bounds *out) {
    if (node->inner_count == 0) {
        start_bounds(out->lo, out->hi);
        join_eight_plain(corners, plan->cut[0], out->lo, out->hi);
        return;
    }
    for (uint32_t i = 0; i < node->child_count; i++)
        for (int k = 0; k < 3; k++) {
            out->lo[k][i] = inner[i].lo[k];
            out->hi[k][i] = inner[i].hi[k];
        }
}

static tacti_plain_box plain_box_of(const tacti_child_bounds *bounds, uint32_t count) {
    tacti_plain_box box;
    for (int k = 0; k < 3; k++) {
        box.lo[k] = bounds->lo[k][0];
        box.hi[k] = bounds->hi[k][0];
        for (uint32_t i = 1; i < count; i++) {
            box.lo[k] = lesser(box.lo[k], bounds->lo[k][i]);
            box.hi[k] = greater(box.hi[k], bounds->hi[k][i]);
        }
    }
    return box;
}

static tacti_plain_box boxes(tacti_node *node, const tacti_node_plan *plan,
                             const tacti_corners *corners, const tacti_frame_units *units,
                             const tacti_plain_box *inner) {
    static const int8_t unturned[4] = {127, 0, 0, 0};
    uint32_t count = node->child_count;
    tacti_child_bounds turned, plain, *chosen = &plain;
    bound_children_plain(node, plan, corners, inner, &plain);
    tacti_plain_box box = plain_box_of(&plain, count);
    if (memcmp(node->rotation, unturned, sizeof unturned) != 0) {
        float q[3][3];
        tacti_node_rotation(node, q);
        bound_children(node, plan, corners, q, &turned);
        if (total_area(&turned, count) < total_area(&plain, count))
            chosen = &turned;
        else
            memcpy(node->rotation, unturned, sizeof unturned);
    }
    quantise(node, chosen, units);
    return box;
}

const tacti_frame_kernels TACTI_LEVELED(tacti_frame_kernels) = {moments, rotations, boxes,
                                                                quantise};
