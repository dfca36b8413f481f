/* SPDX-License-Identifier: MIT */
/* Half-spaces in exact arithmetic; see touch.h. The placed half-space is the image of
 * {x : n . x <= c} under y = R x + t in real numbers: with N = cof(R) n and D = det R > 0,
 *     {y : N . y <= C},  C = c D + N . t,
 * and with a radius all points within that distance of it. It meets a bounded body if and only if
 * the gap along N is not positive.
 *
 * The most digits that the store needs if the other body is a polytope. A double has 3. The bits of
 * n and c span 2098, those of an entry of R 1076 (up to 2), those of coordinates and radii 1577. A
 * sum of products has as many digits as its bits span, and 2 for the ends. Entries of cof(R): 70.
 * N: 136 per coordinate. D: 103. C and a product N . v: 186. The radius: 52, times a coordinate of
 * N: 188, squared: 376, their sum 377. In use at once: N and rows of R 460, D 103, C with its terms
 * 3 * 140 + 3 * 186 + 110, a product N . v and the best one 3 * 140 + 4 * 186 + 9, the differences
 * 4 * 186, radii 60, factors 3 * 188, their squares and sums 6 * 377, the square of the gap and a
 * difference 2 * 377. Together these are below 7600. Two half-spaces: normals 820, offsets 380,
 * their products with normals and the sum 980, the direction 816, its products with the radius 972,
 * squared 1944, sums 1300. Together these are below 7300. Later steps need less. */
#include "decide/touch.h"

#include "base/assert.h"

tacti_exact_plane tacti_touch_plane(tacti_dyadic_store *store, const tacti_body *body) {
    const double *m = body->pose->m;
    tact_plane plane = body->shape->core.plane;
    tacti_exact_plane out;
    out.normal = tacti_touch_normal(store, body->pose, plane.normal);
    int used = store->used;
    tacti_dyadic3 shift = tacti_dyadic3_from(store, (tact_vec3){m[3], m[7], m[11]});
    tacti_dyadic own = tacti_dyadic_mul(store, tacti_dyadic_from(store, plane.offset),
                                        tacti_touch_det(store, body->pose));
    tacti_dyadic moved = tacti_dyadic3_dot(store, out.normal, shift);
    out.offset = tacti_dyadic_keep(store, used, tacti_dyadic_add(store, own, moved));
    return out;
}

static tacti_dyadic sum_of_radii(tacti_dyadic_store *store, const tacti_bodies *bodies) {
    return tacti_dyadic_add(store, tacti_dyadic_from(store, bodies->body[0].radius),
                            tacti_dyadic_from(store, bodies->body[1].radius));
}

/* Sets the outcome from the gap along the only direction that counts. */
static void finish(tacti_dyadic_store *store, const tacti_gap *gap, tacti_dyadic3 direction,
                   tacti_touch *out) {
    int sign = tacti_gap_sign(store, gap);
    if (store->is_full)
        return;
    out->outcome = sign > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT;
    out->direction = tact_vec3_normalize(tacti_dyadic3_rough(direction));
    out->gap = tacti_gap_estimate(gap, direction, &out->error);
    out->is_distance = true;
    out->sign = sign;
}

/* The intersection of two half-spaces is unbounded unless N_b = -k N_a with k > 0. Let i be a
 * coordinate in which the normals are not 0. Then |N_a,i| C_b and |N_b,i| C_a are the offsets for
 * normals that are exactly opposite. */
static void decide_two(tacti_dyadic_store *store, const tacti_bodies *bodies, tacti_touch *out) {
    tacti_exact_plane a = tacti_touch_plane(store, &bodies->body[0]);
    tacti_exact_plane b = tacti_touch_plane(store, &bodies->body[1]);
    int used = store->used;
    tacti_dyadic3 cross = tacti_dyadic3_cross(store, a.normal, b.normal);
    bool is_parallel = cross.c[0].sign == 0 && cross.c[1].sign == 0 && cross.c[2].sign == 0;
    store->used = used;
    int i = a.normal.c[0].sign != 0 ? 0 : a.normal.c[1].sign != 0 ? 1 : 2;
    bool is_opposite = is_parallel && a.normal.c[i].sign == -b.normal.c[i].sign;
    if (!is_opposite) {
        if (!store->is_full) {
            out->outcome = TACT_OUTCOME_CONTACT;
            out->is_endless = true;
        }
        return;
    }
    TACTI_ASSERT(store->is_full || a.normal.c[i].sign != 0);
    tacti_dyadic of_a = tacti_dyadic_abs(a.normal.c[i]), of_b = tacti_dyadic_abs(b.normal.c[i]);
    tacti_gap gap = {.plain = tacti_dyadic_negate(
                         tacti_dyadic_add(store, tacti_dyadic_mul(store, of_a, b.offset),
                                          tacti_dyadic_mul(store, of_b, a.offset)))};
    tacti_dyadic3 direction;
    for (int k = 0; k < 3; k++)
        direction.c[k] = tacti_dyadic_mul(store, of_b, a.normal.c[k]);
    tacti_gap_take_length(store, sum_of_radii(store, bodies), direction.c, 3, &gap);
    finish(store, &gap, direction, out);
}

void tacti_touch_half_space(const tacti_bodies *bodies, tacti_touch *out) {
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    int side = bodies->body[0].kind == TACT_SHAPE_HALF_SPACE ? 0 : 1;
    if (bodies->body[1 - side].kind == TACT_SHAPE_HALF_SPACE) {
        decide_two(&store, bodies, out);
        return;
    }
    TACTI_ASSERT(bodies->body[side].kind == TACT_SHAPE_HALF_SPACE);
    tacti_exact_plane plane = tacti_touch_plane(&store, &bodies->body[side]);
    tacti_gap gap = {.plain = tacti_dyadic_negate(plane.offset)};
    tacti_gap_take_body(&store, &bodies->body[1 - side], tacti_dyadic3_negate(plane.normal), &gap);
    tacti_gap_take_length(&store, sum_of_radii(&store, bodies), plane.normal.c, 3, &gap);
    finish(&store, &gap, side == 0 ? plane.normal : tacti_dyadic3_negate(plane.normal), out);
}

bool tacti_touch_sign(const tacti_placed_shape *a, const tacti_placed_shape *b, int *sign) {
    tacti_bodies bodies;
    if (tacti_bodies_make(a, b, &bodies) != TACT_OK ||
        (bodies.body[0].kind != TACT_SHAPE_HALF_SPACE &&
         bodies.body[1].kind != TACT_SHAPE_HALF_SPACE))
        return false;
    tacti_touch touch = {.outcome = TACT_OUTCOME_UNDECIDED};
    tacti_touch_half_space(&bodies, &touch);
    *sign = touch.is_endless ? -1 : touch.sign;
    return touch.outcome != TACT_OUTCOME_UNDECIDED;
}
