/* SPDX-License-Identifier: MIT */
/* The relative placement of two hierarchies, and the proof that culling with it is safe.
 *
 * Notation. u = 2^-53, f = 2^-24. A vertex of mesh m in {a, b} has exact local coordinates x with
 * |x_i| <= 1, so |x| < 1.74, and stands in the mesh at c + s x (c its centre, s = 2^exponent_m).
 * Its placed position is w = R (c + s x) + t + d, where d is the error of placement. All lengths
 * below are in units of 2^exponent, so s <= 1 for both.
 *
 * 1. Placement. Each coordinate of w passes through at most four roundings of terms whose
 *    magnitudes sum to at most 3.01 reach + |t|, since entries of R are below 1 + 10^-6 + 10^-15:
 *    |d_i| <= 4.01 u (3.01 reach + |t_i|) =: P_m. (An underflow errs by 2^-1074, which is below
 *    2^-70 units, because units are at least 2^-1000. The last constants below leave room for it.)
 *
 * 2. The centres' difference D = (R_b c_b + t_b) - (R_a c_a + t_a) is computed by the same
 *    operations and one subtraction: each coordinate errs by at most 1.25 (P_a + P_b). With the
 *    errors of the vertices themselves the whole error in world coordinates is at most
 *    2.25 (P_a + P_b) per coordinate, below 4 (P_a + P_b) as a vector: PLACEMENT_ERRORS.
 *
 * 3. Turned back by R_a^T, a common point obeys
 *        s_a (1 + E_a) x_a = s_b R_a^T R_b x_b + R_a^T D + e.
 *    Here |e| is the error of step 2 times 1 + 10^-6, and E_a = R_a^T R_a - 1 has norm at most
 *    three times its largest entry, the defect. The matrix R_a^T R_b is not orthogonal either: its
 *    defect is at most the sum of both. A defect acts on vectors of length at most
 *    1.74 + 1.74 + |T|. For a verdict the centres' distance T is below 3.6, otherwise nothing is
 *    walked; for distances the slack grows with T. A defect acts in each of: x_a itself, going to
 *    b's frame by the transposed matrix, and the identities |L . b_k| = |M_ij| of the edge axes.
 *    3 (defect_a + defect_b) times 16 covers all of them: DEFECT_ERRORS.
 *
 * 4. Float. Decoded rotations Q of node frames are orthonormal up to 16 f in norm: with
 *    s = fl(2 / n) relative error f, a scaled quaternion matrix changes Q Q^T by at most 4 f, and
 *    entries are then rounded by at most 2 f each (12 f in norm). Boxes bound Q x with the decoded
 *    Q, so this error matters only when Q^T is taken for the inverse of Q: 16 f 1.74 < 28 f per
 *    side.
 *    Entries of M = Q_a R Q_b^T err by at most 12 f (R rounded: f; a product of rows of length one:
 *    3 f each time, the first error times 1.74), 36 f in norm, times 1.74: 63 f.
 *    Centres, translations and their sums of magnitude at most |T| + 3.5 pass at most ten roundings
 *    and twice the error of M: (10 + 36) f (|T| + 3.5).
 *    Half extents and radii are sums of three products: below 12 f 1.74. Edge axes use differences
 *    of two such products: at most twice.
 *    In all below 2 (28 + 28 + 63 + 21) f + 2 * 46 f (3.5 + |T|) < (602 + 92 |T|) f in the worst
 *    case of every rounding at once: FLOAT_ERRORS and FLOAT_ERRORS_BY_DISTANCE, rounded up.
 *
 * 5. Boxes hold their triangles up to TACTI_NODE_RESIDUAL. It is far below f and covered by what
 *    step 4 rounds up. */
#include "bvh/bvh.h"
#include "frame/placed.h"
#include "frame/fitted.h"
#include "frame/mesh_pair.h"

#include <math.h>

#include "base/assert.h"
#include "math/pose_pair.h"
#include "math/vec.h"

#define PLACEMENT_ERRORS 4.0
#define DEFECT_ERRORS 48.0
#define FLOAT_ERRORS 0x280p-24
#define FLOAT_ERRORS_BY_DISTANCE 0x60p-24

/* Of a second look: see frame/sharp.h. Nodes whose half extent is at most this times the inflation
 * are worth one, if it is sharper by that much. Found by trial. */
#define SHARP_ERRORS 0x1p-36
#define BLURRED 32.0F
#define SHARPER 8

/* A mesh is much smaller than another if it is this many times smaller. */
#define UNEVEN 16.0F

/* Poses that carry a coordinate further than this are refused. This keeps products of three
 * differences in range. */
#define MOST_COORDINATE 0x1p500

/* Meshes whose centres are more sizes apart than this are brought near. */
#define FAR_APART 1024.0

/* ---- Pieces of the bound ------------------------------------------------------------------ */

/* P_m of the proof, in world coordinates. Returns false if a coordinate may exceed the limit. */
static bool placement_error(const tacti_placed *placed, double *error) {
    const double *m = placed->pose.m;
    double shift = tacti_max(tacti_max(fabs(m[3]), fabs(m[7])), fabs(m[11]));
    double reach = 3.01 * placed->bvh->reach + shift;
    *error = 0x4.1p-53 * reach;
    return reach <= MOST_COORDINATE;
}

/* The slow check, for poses that a tacti_poses_examiner does not accept. */
static tact_status check_pose(const tact_pose *pose, double *defect) {
    *defect = tacti_pose_defect(pose);
    return tact_pose_validate(*pose, NULL);
}

/* The level of a query about two meshes. */
static tact_simd_level level_of(const tacti_placed *a, const tacti_placed *b) {
    return tacti_simd_lower(a->bvh->simd_level, b->bvh->simd_level);
}

static tact_status check_poses(const tacti_placed *a, const tacti_placed *b, double defect[2]) {
    if (tacti_poses_examiner_at(level_of(a, b))(&a->pose, &b->pose, defect))
        return TACT_OK;
    tact_status status = check_pose(&a->pose, &defect[0]);
    return status == TACT_OK ? check_pose(&b->pose, &defect[1]) : status;
}

static bool set_placement(const tacti_placed *placed, double defect, tacti_placement *out) {
    out->defect = defect + 0x1p-50;
    return placement_error(placed, &out->error);
}

/* Whether a pose is the identity, bit by bit. */
static bool is_identity(const tact_pose *pose) {
    static const tact_pose identity = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    uint64_t difference = 0;
    for (int i = 0; i < 12; i++)
        difference |= tacti_bits_from_double(pose->m[i]) ^ tacti_bits_from_double(identity.m[i]);
    return difference == 0;
}

tact_status tacti_placed_check(const tacti_placed *placed, tacti_placement *out) {
    if (placed == NULL || placed->bvh == NULL)
        return TACT_INVALID_ARGUMENT;
    if (is_identity(&placed->pose)) /* many meshes are never moved */
        return set_placement(placed, 0, out) ? TACT_OK : TACT_INVALID_POSE;
    double defect[2];
    tact_status status = check_poses(placed, placed, defect);
    if (status != TACT_OK)
        return status;
    return set_placement(placed, defect[0], out) ? TACT_OK : TACT_INVALID_POSE;
}

/* tacti_placed_check() for two meshes at once. */
static tact_status check_pair(const tacti_placed *a, const tacti_placed *b,
                              tacti_placement out[2]) {
    if (a == NULL || a->bvh == NULL || b == NULL || b->bvh == NULL)
        return TACT_INVALID_ARGUMENT;
    double defect[2];
    tact_status status = check_poses(a, b, defect);
    if (status != TACT_OK)
        return status;
    return set_placement(a, defect[0], &out[0]) && set_placement(b, defect[1], &out[1])
               ? TACT_OK
               : TACT_INVALID_POSE;
}

static tacti_triangle_source source_of(const tacti_placed *placed) {
    return (tacti_triangle_source){placed->bvh->vertices, placed->bvh->indices, &placed->pose,
                                   placed->bvh->compact};
}

/* 2^k in float, 0 below its range: a mesh so much smaller than the other counts as a point. */
static float power_or_zero(int k) {
    return k < -126 ? 0 : tacti_float_power_of_two(k);
}

/* The larger of the meshes' units. If the meshes are so far apart that squares in float would
 * overflow, it is a still larger unit: errors are then in proportion to the distance anyway. */
static int common_exponent(const tacti_bvh *a, const tacti_bvh *b, tact_vec3 difference) {
    int exponent = a->exponent > b->exponent ? a->exponent : b->exponent;
    double most = tacti_max(tacti_max(fabs(difference.x), fabs(difference.y)), fabs(difference.z));
    int far = most > 0 ? ilogb(most) - 40 : exponent;
    return far > exponent ? far : exponent;
}

/* The inflation of the proof for centres that are TACTI_NEARBY sizes of the larger mesh apart. */
static double inflation_nearby(double errors, double defects, const tacti_pair *pair) {
    double size = tacti_max((double)pair->scale[0], (double)pair->scale[1]);
    double placement = PLACEMENT_ERRORS * (errors / pair->unit);
    double nearby = 1.74 * TACTI_NEARBY;
    return placement +
           size * (DEFECT_ERRORS * defects + FLOAT_ERRORS + FLOAT_ERRORS_BY_DISTANCE * nearby);
}

/* Only meshes that are brought near need the line between their centres, which takes a division and
 * a root. distance is at least that of the centres. */
static void set_center_line(tact_vec3 shift, double distance, double inflation, tacti_pair *out) {
    TACTI_ASSERT(inflation >= 0);
    double size = tacti_max((double)out->scale[0], (double)out->scale[1]);
    out->along_inflation = (float)(inflation * (1 + 0x1p-20));
    out->center_distance = 0;
    if (distance < FAR_APART / 2 * size)
        return;
    tact_vec3 d = tact_vec3_normalize(shift);
    out->center_direction = (tacti_f4){(float)d.x, (float)d.y, (float)d.z, 0};
    d = (tact_vec3){(double)out->center_direction[0], (double)out->center_direction[1],
                    (double)out->center_direction[2]};
    out->center_length = sqrt(tacti_vec3_dot(d, d)) * (1 + 0x1p-50);
    out->center_distance = tacti_vec3_dot(d, shift) * (1 - 0x1p-50);
}

/* The gap of the fitted boxes, less all errors. */
static void set_clearance(double placement, double distance, tacti_pair *out) {
    const tacti_bvh *a = out->bvh[0], *b = out->bvh[1];
    out->clearance = 0;
    if (a->triangle_count == 0 || b->triangle_count == 0)
        return;
    double error = placement * (1 + distance) + TACTI_FITTED_ERROR * (1 + distance);
    double gap = tacti_fitted_gap(&a->box, &b->box, &out->placement) - error;
    if (gap > 0)
        out->clearance = gap;
}

/* What a second look costs pays only if it is much sharper than the first. */
static void set_sharpness(double placement, tacti_pair *out) {
    double sharp = (placement + SHARP_ERRORS) * (1 + 0x1p-20);
    out->sharp_inflation = (float)sharp;
    float a = out->scale[0], b = out->scale[1];
    out->is_uneven = a > UNEVEN * b || b > UNEVEN * a;
    out->blurred = SHARPER * sharp < (double)out->inflation ? BLURRED * out->inflation : 0;
}

/* ---- The pair ----------------------------------------------------------------------------- */

tact_status tacti_pair_make(const tacti_placed *a, const tacti_placed *b, tacti_pair *out) {
    tacti_placement of[2];
    tact_status status = check_pair(a, b, of);
    if (status != TACT_OK)
        return status;
    tact_vec3 difference = tacti_vec3_sub(tacti_pose_place(&b->pose, b->bvh->center),
                                          tacti_pose_place(&a->pose, a->bvh->center));
    int exponent = common_exponent(a->bvh, b->bvh, difference);
    double scale = tacti_power_of_two(-exponent);
    out->bvh[0] = a->bvh;
    out->bvh[1] = b->bvh;
    out->level = level_of(a, b);
    out->source[0] = source_of(a);
    out->source[1] = source_of(b);
    out->unit = tacti_power_of_two(exponent);
    out->scale[0] = power_or_zero(a->bvh->exponent - exponent);
    out->scale[1] = power_or_zero(b->bvh->exponent - exponent);
    tacti_placement_pair *placed = &out->placement;
    placed->scale[0] = (double)out->scale[0];
    placed->scale[1] = (double)out->scale[1];
    for (int column = 0; column < 3; column++) {
        const double *m = b->pose.m;
        tact_vec3 turned =
            tacti_turn_back(&a->pose, (tact_vec3){m[column], m[4 + column], m[8 + column]});
        out->columns[column] = (tacti_f4){(float)turned.x, (float)turned.y, (float)turned.z, 0};
        placed->rotation[0][column] = turned.x;
        placed->rotation[1][column] = turned.y;
        placed->rotation[2][column] = turned.z;
    }
    tact_vec3 shift = tacti_vec3_scale(tacti_turn_back(&a->pose, difference), scale);
    double distance = (fabs(shift.x) + fabs(shift.y)) + fabs(shift.z);
    double defects = of[0].defect + of[1].defect, errors = of[0].error + of[1].error;
    double placement = PLACEMENT_ERRORS * (errors * scale) + DEFECT_ERRORS * defects;
    double inflation = placement + (FLOAT_ERRORS + FLOAT_ERRORS_BY_DISTANCE * distance);
    /* Turning back by R_a^T stretches by at most the square root of 1 + 3 defect_a. Going on to b's
     * frame by R_b^T R_a stretches by that once more and by the same of b. */
    out->slack = 1 + 4 * defects;
    out->inflation = (float)(inflation * (1 + 0x1p-20));
    /* The sum of coordinates is up to 1.74 times the distance. Both spheres together reach less
     * than 3.48. NaN (from infinities) compares false, so the pair then counts as far. */
    double squared = tacti_vec3_dot(shift, shift);
    double radii = 1.74 * ((double)out->scale[0] + (double)out->scale[1]) + inflation;
    out->is_far = !(squared <= radii * radii);
    out->shift = (tacti_f4){(float)shift.x, (float)shift.y, (float)shift.z, 0};
    placed->shift[0] = shift.x;
    placed->shift[1] = shift.y;
    placed->shift[2] = shift.z;
    set_clearance(placement, distance, out);
    set_sharpness(placement, out);
    out->is_apart = out->is_far || out->clearance > 0;
    set_center_line(shift, distance, inflation_nearby(errors, defects, out), out);
    return TACT_OK;
}

/* Nothing is moved, so placement has no errors. The identity has no defect. */
void tacti_pair_make_self(const tacti_bvh *bvh, const tact_pose *pose, tacti_pair *out) {
    TACTI_ASSERT(bvh != NULL && pose != NULL);
    tacti_triangle_source source = {bvh->vertices, bvh->indices, pose, bvh->compact};
    *out = (tacti_pair){.bvh = {bvh, bvh},
                        .source = {source, source},
                        .level = bvh->simd_level,
                        .scale = {1, 1},
                        .columns = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}},
                        .inflation = (float)FLOAT_ERRORS,
                        .unit = tacti_power_of_two(bvh->exponent),
                        .slack = 1};
}

bool tacti_pair_bring_near(const tacti_pair *pair, tacti_pair *moved, double *by) {
    float size = pair->scale[0] > pair->scale[1] ? pair->scale[0] : pair->scale[1];
    TACTI_ASSERT(moved != pair);
    *by = 0;
    if (!(pair->center_distance > FAR_APART * (double)size))
        return false;
    double nearby = TACTI_NEARBY * (double)size;
    float nearby_float = (float)nearby;
    *moved = *pair;
    moved->shift =
        pair->center_direction * (tacti_f4){nearby_float, nearby_float, nearby_float, nearby_float};
    moved->inflation = pair->along_inflation;
    moved->blurred = 0;
    *by = pair->center_distance - nearby * (pair->center_length * pair->center_length);
    return true;
}
