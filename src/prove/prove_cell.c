/* SPDX-License-Identifier: MIT */
/* Separates two convex polytopes for a proof. The first direction is that of the search in
 * pair/pair.h, in doubles. If it does not show the claim, the exact search (decide/exact_search.h)
 * finds the pairs of vertices whose hulls hold the nearest points. These pairs define the direction
 * from one nearest point to the other without rounding, and that direction shows every true lower
 * bound. So a proof never fails.
 *
 * Plain arithmetic takes differences from a corner of b. The largest coordinate of a direction is
 * between 1 and 2. So a dot product errs by at most 4 roundings of the sum of its terms'
 * magnitudes, which is below 2^-50 of that sum, and by less than 2^-1070 from underflow. */
#include "prove/prove_cell.h"
#include "base/assert.h"

#include <math.h>

#include "decide/exact_search.h"
#include "math/vec.h"
#include "verify/verify_parts.h"

#define PLAIN_ERROR 0x1p-49
#define UNDERFLOW 0x1p-1060

/* ---- Checks ------------------------------------------------------------------------------- */

/* The most that corners can reach along a direction from an origin. Sign -1 reverses the direction.
 */
static double reach_along(const tact_vec3 *corners, uint32_t count, tact_vec3 origin, tact_vec3 d,
                          double sign) {
    double most = -HUGE_VAL, products = 0;
    for (uint32_t i = 0; i < count; i++) {
        tact_vec3 v = tacti_vec3_sub(corners[i], origin);
        double x = v.x * d.x, y = v.y * d.y, z = v.z * d.z;
        most = fmax(most, sign * ((x + y) + z));
        products = fmax(products, (fabs(x) + fabs(y)) + fabs(z));
    }
    return most + (PLAIN_ERROR * products + UNDERFLOW);
}

static bool holds_plainly(const tacti_proof_cell *cell, tact_vec3 d) {
    TACTI_ASSERT(cell->count[0] > 0 && cell->count[1] > 0);
    tact_vec3 origin = cell->corners[1][0];
    double forward = reach_along(cell->corners[0], cell->count[0], origin, d, 1);
    double back = reach_along(cell->corners[1], cell->count[1], origin, d, -1);
    double margin = cell->shape[0].shape->radius + cell->shape[1].shape->radius + cell->lower;
    double length = sqrt(tacti_vec3_dot(d, d));
    double gap = -back - forward;
    gap -= (fabs(back) + fabs(forward)) * 0x1p-50;
    return gap > 0 && gap > margin * length * (1 + 0x1p-48);
}

/* The verifier's exact test. An infinite size makes every corner a candidate for the extremes. */
static bool holds_exactly(const tacti_proof_cell *cell, const tacti_cell_answer *found) {
    const double terms[3] = {found->direction.x, found->direction.y, found->direction.z};
    bool is_simplex = found->simplex.count > 0;
    tacti_pace pace = tacti_pace_make(UINT64_MAX, NULL);
    tacti_verify_scene scene = {
        .is_distance = cell->is_distance,
        .lower = cell->lower,
        .radius = {cell->shape[0].shape->radius, cell->shape[1].shape->radius},
        .pace = &pace};
    for (int side = 0; side < 2; side++)
        scene.side[side] = (tacti_corner_list){
            .corners = cell->corners[side], .size = cell->count[side], .count = 1};
    const tacti_verify_direction direction = {.terms = is_simplex ? NULL : terms,
                                              .term_count = is_simplex ? 0 : 1,
                                              .simplex = is_simplex ? &found->simplex : NULL,
                                              .size = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
                                              .error = HUGE_VAL,
                                              .length = HUGE_VAL};
    static const uint32_t cuts[2] = {0, 1};
    const tacti_verify_cells all = {cuts, cuts, 1};
    return tacti_verify_exactly(&scene, &direction, &all) == 1;
}

/* ---- Candidates --------------------------------------------------------------------------- */

/* Tries a direction of any length. Returns false if it does not show the claim. */
static bool try_direction(const tacti_proof_cell *cell, tact_vec3 d, tacti_cell_answer *out) {
    double most = fmax(fmax(fabs(d.x), fabs(d.y)), fabs(d.z));
    if (!(most > 0 && most < HUGE_VAL))
        return false;
    int exponent = -ilogb(most);
    out->simplex.count = 0;
    out->direction = (tact_vec3){ldexp(d.x, exponent), ldexp(d.y, exponent), ldexp(d.z, exponent)};
    return holds_plainly(cell, out->direction) || holds_exactly(cell, out);
}

/* Tries the direction of pairs of vertices. */
static bool try_simplex(const tacti_proof_cell *cell, uint32_t count, const uint32_t a[],
                        const uint32_t b[], tacti_cell_answer *out) {
    if (count < 1 || count > 3)
        return false;
    out->simplex.count = count;
    for (uint32_t i = 0; i < 3; i++) {
        TACTI_ASSERT(i >= count || (a[i] < cell->count[0] && b[i] < cell->count[1]));
        out->simplex.a[i] = i < count ? a[i] : 0;
        out->simplex.b[i] = i < count ? b[i] : 0;
    }
    return holds_exactly(cell, out);
}

static bool try_exact_search(const tacti_proof_cell *cell, tacti_cell_answer *out) {
    tacti_bodies bodies;
    if (tacti_bodies_make(&cell->shape[0], &cell->shape[1], &bodies) != TACT_OK)
        return false;
    tacti_exact_pair pair = {.bodies = &bodies, .wants_distance = true};
    tacti_exact_search(&pair);
    if (pair.outcome != TACT_OUTCOME_APART)
        return false;
    uint32_t a[4], b[4];
    TACTI_ASSERT(pair.count >= 1 && pair.count <= 4);
    for (int i = 0; i < pair.count; i++) {
        a[i] = pair.at[i][0];
        b[i] = pair.at[i][1];
    }
    return try_direction(cell, pair.direction, out) ||
           try_simplex(cell, (uint32_t)pair.count, a, b, out);
}

static tacti_separable take_contact(const tacti_proof_cell *cell,
                                    const tacti_convex_collision *found, tacti_cell_answer *out) {
    bool holds = false;
    if (tacti_convex_check(&cell->shape[0], &cell->shape[1], found, &holds) != TACT_OK || !holds)
        return TACTI_NOT_SEPARATED;
    out->contact = found->proof;
    return TACTI_TOUCHING;
}

tacti_separable tacti_cell_separate(const tacti_proof_cell *cell, tacti_convex_cache *cache,
                                    tacti_cell_answer *out) {
    const tacti_placed_shape *a = &cell->shape[0], *b = &cell->shape[1];
    tacti_convex_distance_answer near = {.outcome = TACT_OUTCOME_UNDECIDED};
    tacti_convex_collision found;
    if (cell->is_distance && tacti_convex_distance(a, b, cache, &near) == TACT_OK &&
        near.outcome == TACT_OUTCOME_APART && try_direction(cell, near.direction, out))
        return TACTI_SEPARATED;
    if (near.outcome != TACT_OUTCOME_APART) {
        if (tacti_convex_collide(a, b, cache, &found) != TACT_OK)
            return TACTI_NOT_SEPARATED;
        if (found.outcome == TACT_OUTCOME_CONTACT)
            return take_contact(cell, &found, out);
        if (found.proof.pair_count == 0
                ? try_direction(cell, found.proof.direction, out)
                : try_simplex(cell, found.proof.pair_count, found.proof.a, found.proof.b, out))
            return TACTI_SEPARATED;
    }
    return try_exact_search(cell, out) ? TACTI_SEPARATED : TACTI_NOT_SEPARATED;
}
