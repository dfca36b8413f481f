/* SPDX-License-Identifier: MIT */
/* Casts of two shapes with radii, or with a separation; see cast.h. Compiled for each SIMD level.
 */
#include "rigid/cast.h"

#include "base/simd.h"
#include "rigid/cast_see.h"
#include "search/gjk_begin.h"
#include "search/gjk_simplex.h"

/* The state: a simplex of points of W. w of its pairs counts from the ray's point at `time`. */
typedef struct tacti_pursuit {
    tacti_cast *cast;
    tacti_gjk gjk;
    double time;
    tacti_cast_bodies bodies;
} tacti_pursuit;

/* Moves the simplex to the proven time, and finds its nearest point. */
TACTI_ALWAYS_INLINE void move_simplex(tacti_pursuit *p) {
    const tacti_cast *cast = p->cast;
    tacti_near_point nearest;
    bool is_certain;
    p->time = tacti_max(cast->lower, 0);
    tact_vec3 shift = tacti_vec3_scale(cast->way, p->time);
    for (int i = 0; i < p->gjk.count; i++) {
        tacti_point_pair *pair = &p->gjk.pair[i];
        pair->w = tacti_vec3_sub(tacti_vec3_sub(pair->a, pair->b), shift);
    }
    tacti_find_nearest(p->gjk.pair, p->gjk.count, &nearest, &is_certain);
    tacti_gjk_reduce(&p->gjk, &nearest);
}

/* Whether a point of the simplex shows contact within the precision after the proven time. The
 * combination y of the simplex errs by 28 u W (tacti_gjk_upper_bound()). |y - s d| is as small as
 * most = radius - error first at the lesser root s of a quadratic; what counts is the test of the
 * root. */
static bool find_upper(tacti_pursuit *p) {
    tacti_cast *cast = p->cast;
    const tacti_gjk *gjk = &p->gjk;
    tact_vec3 y = {0, 0, 0}, d = cast->way;
    double sum = 0, largest = 0;
    for (int i = 0; i < gjk->count; i++)
        sum += gjk->weight[i];
    double part = 1 / sum;
    for (int i = 0; i < gjk->count; i++) {
        y = tacti_vec3_add(y, tacti_vec3_scale(gjk->pair[i].w, gjk->weight[i] * part));
        largest = tacti_max(largest, tacti_largest(gjk->pair[i].w));
    }
    double most = cast->radius * (1 - 0x1p-48) - 2 * tacti_cast_error(cast) - 0x40p-53 * largest;
    double square = tacti_vec3_dot(d, d), along = tacti_vec3_dot(y, d);
    double rest = tacti_vec3_dot(y, y) - most * most, root = along * along - square * rest;
    if (!(most > 0 && along > 0 && root >= 0))
        return false;
    double s = rest > 0 ? rest / (along + tacti_sqrt(root)) * (1 + 0x1p-40) : 0;
    s += 0x1p-48 * (most / tacti_sqrt(square) + p->time);
    double latest = tacti_min(cast->lower + cast->precision * (1 - 0x1p-20), cast->length);
    tact_vec3 z = tacti_vec3_sub(y, tacti_vec3_scale(d, s));
    cast->upper = p->time + s;
    return cast->upper <= latest && tacti_vec3_dot(z, z) <= most * most * (1 - 0x1p-48);
}

tacti_cast_ending TACTI_LEVELED(tacti_cast_advance)(tacti_cast *cast) {
    tacti_pursuit p;
    p.cast = cast;
    tacti_cast_place(cast, &p.bodies);
    const tacti_body *body = cast->bodies->body;
    tact_vec3 x = tacti_vec3_sub(tacti_body_middle(&body[0]), tacti_body_middle(&body[1]));
    double speed = tacti_sqrt(tacti_vec3_dot(cast->way, cast->way));
    if (!(speed >= 0x1p-200 && speed <= 0x1p200))
        return TACTI_CAST_OPEN;
    p.gjk.count = 0;
    while (cast->steps < TACTI_CAST_STEPS) {
        if (!(tacti_largest(x) >= 0x1p-300))
            return TACTI_CAST_OPEN;
        tacti_point_pair *pair = &p.gjk.pair[p.gjk.count];
        double before = cast->lower;
        tacti_cast_support(cast, &p.bodies, x, &pair->a, &pair->w);
        pair->b = tacti_vec3_sub(pair->a, pair->w);
        tacti_cast_see(cast, x, pair->w);
        if (tacti_cast_is_free(cast))
            return TACTI_CAST_FREE;
        p.gjk.count++;
        move_simplex(&p);
        if (p.gjk.count > 3)
            return TACTI_CAST_OPEN;
        bool is_stuck = !(cast->lower > before) && tacti_vec3_is_equal(&x, &p.gjk.x);
        x = p.gjk.x;
        double far = tacti_sqrt(tacti_vec3_dot(x, x)), along = tacti_vec3_dot(x, cast->way);
        if (cast->lower > 0 && (far - cast->radius) * far <= cast->precision * along &&
            find_upper(&p)) {
            tacti_simplex_points_inline(&p.gjk, &cast->site[0], &cast->site[1]);
            return TACTI_CAST_HIT;
        }
        if (is_stuck)
            return TACTI_CAST_OPEN;
    }
    return TACTI_CAST_OPEN;
}
