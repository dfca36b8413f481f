/* SPDX-License-Identifier: MIT */
/* A plane between two sets of points: (n, d) with n . p - d <= -1 for all p of a and
 * n . q - d >= 1 for all q of b, a program in four variables without a goal, in coordinates around
 * the middle and of size 1. A plane is accepted only if its four doubles separate the points
 * exactly. If the program finds no plane, the hulls of both sets and tacti_convex_collide() decide;
 * the direction of that answer may still give a plane. */
#include "pair/pair.h"

#include "base/assert.h"
#include "shape/body.h"
#include "lp/lp.h"
#include "decide/exact_search.h"

/* The greatest coordinate of a normal in the program. Gaps down to 2^-49 of the size are found. */
#define STEEPEST 0x1p50

typedef struct cloud {
    const tact_vec3 *points;
    size_t count;
} cloud;

/* ---- Planes, exactly ---------------------------------------------------------------------- */

/* Whether all points are strictly on the side `sign` of a plane. rounding bounds the error of
 * floating-point products. */
static bool is_beside(const cloud *set, const tact_plane *plane, int sign, double rounding) {
    for (size_t i = 0; i < set->count; i++) {
        double value = sign * (tacti_vec3_dot(plane->normal, set->points[i]) - plane->offset);
        if (!(value > rounding) && tacti_plane_side(plane, set->points[i]) != sign)
            return false;
    }
    return true;
}

/* Finds an offset with which the normal separates the sets. False if none was found. The largest
 * coordinate of the normal is about 1. */
static bool find_plane(const cloud set[2], tact_vec3 normal, double size, tact_plane *out) {
    double below = -tacti_infinity(), above = tacti_infinity();
    for (size_t i = 0; i < set[0].count; i++)
        below = tacti_max(tacti_vec3_dot(normal, set[0].points[i]), below);
    for (size_t i = 0; i < set[1].count; i++)
        above = tacti_min(tacti_vec3_dot(normal, set[1].points[i]), above);
    double rounding = 0x1p-49 * tacti_sum_of(normal) * size + 0x1p-1060;
    if (!(above - below > -rounding))
        return false;
    double middle = below + (above - below) / 2;
    const double offsets[3] = {middle, tacti_next_up(middle), tacti_next_down(middle)};
    for (int i = 0; i < 3; i++) {
        *out = (tact_plane){normal, offsets[i]};
        if (is_beside(&set[0], out, -1, rounding) && is_beside(&set[1], out, 1, rounding))
            return true;
    }
    return false;
}

/* Tries find_plane() with multiples of the normal: in a gap of a few units in the last place, some
 * multiples have an offset and others do not. */
static bool find_any_plane(const cloud set[2], tact_vec3 normal, double size, tact_plane *out) {
    static const double factors[] = {1, 0.75, 0.625, 0.875, 0.5625};
    double largest = tacti_largest(normal);
    if (!(largest > 0x1p-1000 && largest < 0x1p1000))
        return false;
    normal = tacti_vec3_scale(normal, tacti_power_of_two(-tacti_exponent(largest)));
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
        if (find_plane(set, tacti_vec3_scale(normal, factors[i]), size, out))
            return true;
    return false;
}

/* ---- The program -------------------------------------------------------------------------- */

static double size_of(const cloud set[2]) {
    double size = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < set[side].count; i++)
            size = tacti_max(tacti_largest(set[side].points[i]), size);
    return size;
}

/* Sets the rows of all points, and the box. */
static void fill(const cloud set[2], tacti_lp *lp) {
    TACTI_ASSERT(set[0].count > 0 && set[1].count > 0);
    tact_vec3 lo = set[0].points[0], hi = lo;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < set[side].count; i++) {
            lo = tacti_vec3_min(set[side].points[i], lo);
            hi = tacti_vec3_max(set[side].points[i], hi);
        }
    tact_vec3 half = tacti_vec3_sub(tacti_vec3_scale(hi, 0.5), tacti_vec3_scale(lo, 0.5));
    tact_vec3 middle = tacti_vec3_add(lo, half);
    double extent = tacti_largest(half);
    int power = extent > 0x1p-1000 ? tacti_exponent(extent) : -1000;
    double scale = tacti_power_of_two(-power);
    size_t at = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < set[side].count; i++, at++) {
            double sign = side == 0 ? scale : -scale;
            tact_vec3 p = tacti_vec3_sub(set[side].points[i], middle);
            lp->rows[at] = (tacti_lp_row){
                .c = {p.x * sign, p.y * sign, p.z * sign, side == 0 ? -1 : 1}, .limit = -1};
        }
    TACTI_ASSERT(at == lp->count);
    lp->box = STEEPEST;
}

/* ---- Hulls -------------------------------------------------------------------------------- */

/* tacti_convex_collide() accepts hulls up to this size in every pose. */
#define MOST_COLLIDED 0x1p498

/* Decides larger hulls in exact arithmetic, and sets the direction that separates them. The pose is
 * the identity, so no placed coordinate exceeds 2^500. */
static tact_outcome search_exactly(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                   tact_vec3 *direction) {
    tacti_bodies bodies = {.is_exact = true};
    tacti_body_set(a, &bodies.body[0]);
    tacti_body_set(b, &bodies.body[1]);
    tacti_exact_pair pair = {.bodies = &bodies};
    tacti_exact_search(&pair);
    *direction = pair.direction;
    return pair.outcome;
}

/* Decides by the hulls, and searches for a plane along the direction that separates them. */
static void decide(const tact_context *context, tact_hull *const hull[2], const cloud set[2],
                   double size, tact_lp_separating_result *out) {
    tact_shape shape[2] = {tact_shape_hull(hull[0]), tact_shape_hull(hull[1])};
    tacti_simd_limit limit = tacti_simd_limit_at(tacti_simd_level(context));
    tacti_placed_shape a = {&shape[0], tact_pose_identity(), limit};
    tacti_placed_shape b = {&shape[1], tact_pose_identity(), limit};
    tact_vec3 direction;
    if (size <= MOST_COLLIDED) {
        tacti_convex_collision answer;
        if (tacti_convex_collide(&a, &b, NULL, &answer) != TACT_OK)
            return;
        out->outcome = answer.outcome;
        direction = answer.proof.direction;
    } else {
        out->outcome = search_exactly(&a, &b, &direction);
    }
    out->has_plane =
        out->outcome == TACT_OUTCOME_APART && find_any_plane(set, direction, size, &out->plane);
}

static tact_status decide_by_hulls(const tact_context *context, const cloud set[2], double size,
                                   tact_lp_separating_result *out) {
    tact_hull *hull[2] = {NULL, NULL};
    tact_status status = tact_hull_create(context, set[0].points, set[0].count, &hull[0]);
    if (status == TACT_OK)
        status = tact_hull_create(context, set[1].points, set[1].count, &hull[1]);
    if (status == TACT_OK)
        decide(context, hull, set, size, out);
    tact_hull_destroy(hull[0]);
    tact_hull_destroy(hull[1]);
    return status;
}

/* ---- The query ---------------------------------------------------------------------------- */

static tact_status check(const cloud set[2]) {
    for (int side = 0; side < 2; side++) {
        if (set[side].points == NULL && set[side].count > 0)
            return TACT_INVALID_ARGUMENT;
        for (size_t i = 0; i < set[side].count; i++)
            if (!tacti_vec3_is_finite(set[side].points[i]))
                return TACT_NOT_FINITE;
    }
    return set[0].count > SIZE_MAX - set[1].count ? TACT_TOO_LARGE : TACT_OK;
}

/* One of the sets is empty: sets a plane that has all points on the side of the other set. */
static void set_beside(const cloud set[2], tact_lp_separating_result *out) {
    double most = 1;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < set[side].count; i++)
            most = tacti_max(2 * tacti_abs(set[side].points[i].x), most);
    out->outcome = TACT_OUTCOME_APART;
    out->has_plane = true;
    out->plane = (tact_plane){{1, 0, 0}, set[0].count > 0 ? most : -most};
}

static tact_status separate(const tact_context *context, const cloud set[2], double size,
                            tact_lp_separating_result *out) {
    tacti_lp lp;
    tact_status status = tacti_lp_begin(context, 4, set[0].count + set[1].count, &lp);
    if (status != TACT_OK)
        return status;
    fill(set, &lp);
    tacti_lp_run(&lp);
    out->evaluations = lp.evaluations;
    tact_vec3 normal = {lp.x[0], lp.x[1], lp.x[2]};
    bool is_found = lp.ending == TACT_LP_OPTIMAL && find_any_plane(set, normal, size, &out->plane);
    tacti_lp_end(&lp);
    if (!is_found)
        return decide_by_hulls(context, set, size, out);
    out->outcome = TACT_OUTCOME_APART;
    out->has_plane = true;
    return TACT_OK;
}

tact_status tact_lp_separating_plane(const tact_context *context, const tact_vec3 *a,
                                     size_t a_count, const tact_vec3 *b, size_t b_count,
                                     tact_lp_separating_result *out) {
    const cloud set[2] = {{a, a_count}, {b, b_count}};
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = check(set);
    if (status != TACT_OK)
        return status;
    tact_lp_separating_result answer = {.outcome = TACT_OUTCOME_UNDECIDED};
    double size = size_of(set);
    if (!(size <= TACTI_CONVEX_MOST))
        answer.outcome = TACT_OUTCOME_UNDECIDED;
    else if (a_count == 0 || b_count == 0)
        set_beside(set, &answer);
    else
        status = separate(context, set, size, &answer);
    if (status != TACT_OK)
        return status;
    if (!answer.has_plane)
        answer.plane = (tact_plane){{0, 0, 0}, 0};
    *out = answer;
    return TACT_OK;
}
