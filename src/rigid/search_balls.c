/* SPDX-License-Identifier: MIT */
/* The first contact of two balls whose centres move on straight lines, in exact arithmetic.
 *
 * With w the difference of the centres at time 0, v that of the velocities and R the sum of the
 * radii and of the separation, they touch while f(t) = a t^2 + 2 b t + c <= 0, a = v . v, b = w .
 * v, c = w . w - R^2. All coefficients are exact. A time t is before the first contact if f(t) > 0
 * and f'(t) < 0, given that f has a root. This is decided exactly for every double, so the answer
 * is two neighbouring doubles around the root, double roots too. */
#include <math.h>

#include "exact/dyadic.h"
#include "math/vec.h"
#include "model/model.h"
#include "rigid/search.h"

/* Steps of the search for neighbouring doubles. */
#define MOST_STEPS 2200

typedef struct tacti_parabola {
    tacti_dyadic a, b, c;
    tacti_dyadic_store *store;
} tacti_parabola;

static bool is_ball(const tacti_mover *mover) {
    if (mover->is_function || mover->part != NULL || mover->model->kind != TACT_KIND_SPHERE)
        return false;
    const tact_rigid_motion *m = mover->motion;
    tact_vec3 origin = {m->start.m[3], m->start.m[7], m->start.m[11]};
    return m->rate == 0 || tacti_vec3_is_equal(&origin, &m->center);
}

static tact_vec3 origin_of(const tacti_mover *mover) {
    const double *m = mover->motion->start.m;
    return (tact_vec3){m[3], m[7], m[11]};
}

static void set_parabola(const tacti_search *search, tacti_parabola *f) {
    tacti_dyadic_store *s = f->store;
    const tacti_mover *a = &search->pair.mover[0], *b = &search->pair.mover[1];
    tact_vec3 p = origin_of(a), q = origin_of(b);
    tact_vec3 u = a->motion->velocity, v = b->motion->velocity;
    f->a = f->b = f->c = tacti_dyadic_from(s, 0);
    for (unsigned i = 0; i < 3; i++) {
        tacti_dyadic w = tacti_dyadic_sub(s, tacti_dyadic_from(s, tacti_vec3_get(q, i)),
                                          tacti_dyadic_from(s, tacti_vec3_get(p, i)));
        tacti_dyadic d = tacti_dyadic_sub(s, tacti_dyadic_from(s, tacti_vec3_get(v, i)),
                                          tacti_dyadic_from(s, tacti_vec3_get(u, i)));
        f->a = tacti_dyadic_add(s, f->a, tacti_dyadic_mul(s, d, d));
        f->b = tacti_dyadic_add(s, f->b, tacti_dyadic_mul(s, w, d));
        f->c = tacti_dyadic_add(s, f->c, tacti_dyadic_mul(s, w, w));
    }
    tacti_dyadic r = tacti_dyadic_from(s, a->model->shape.radius);
    r = tacti_dyadic_add(s, r, tacti_dyadic_from(s, b->model->shape.radius));
    r = tacti_dyadic_add(s, r, tacti_dyadic_from(s, search->options->separation));
    f->c = tacti_dyadic_sub(s, f->c, tacti_dyadic_mul(s, r, r));
}

/* The signs of f and of f' at a time. */
static void signs_at(const tacti_parabola *f, double time, int *value, int *slope) {
    tacti_dyadic_store *s = f->store;
    int used = s->used;
    tacti_dyadic t = tacti_dyadic_from(s, time);
    tacti_dyadic half_slope = tacti_dyadic_add(s, tacti_dyadic_mul(s, f->a, t), f->b);
    tacti_dyadic inner = tacti_dyadic_add(s, half_slope, f->b);
    tacti_dyadic whole = tacti_dyadic_add(s, tacti_dyadic_mul(s, inner, t), f->c);
    *value = whole.sign;
    *slope = half_slope.sign;
    s->used = used;
}

static bool is_before(const tacti_parabola *f, double time) {
    int value, slope;
    signs_at(f, time, &value, &slope);
    return value > 0 && slope < 0;
}

static double estimate_root(const tacti_parabola *f) {
    double a = tacti_dyadic_estimate(f->a), b = tacti_dyadic_estimate(f->b);
    double c = tacti_dyadic_estimate(f->c);
    double root = sqrt(fmax(b * b - a * c, 0));
    return c > 0 ? c / (root - b) : (-b - root) / a;
}

/* Neighbouring doubles: *lower is before the contact, *upper is not. */
static void find_neighbours(const tacti_parabola *f, double *lower, double *upper) {
    double guess = estimate_root(f), width = 0x1p-50 * fabs(guess);
    for (int i = 0; i < MOST_STEPS && tacti_next_up(*lower) < *upper; i++) {
        double middle = *lower + 0.5 * (*upper - *lower);
        if (i < 8 && guess - width > *lower && guess - width < *upper)
            middle = guess - width;
        else if (i < 8 && guess + width > *lower && guess + width < *upper)
            middle = guess + width;
        if (!(middle > *lower) || !(middle < *upper))
            break;
        *(is_before(f, middle) ? lower : upper) = middle;
    }
}

static void finish_balls(const tacti_search *search, double lower, double upper,
                         tact_rigid_result *out) {
    *out = (tact_rigid_result){.outcome = TACT_OUTCOME_CONTACT,
                               .ending = TACT_RIGID_ENDED_EXACT,
                               .lower = lower,
                               .upper = upper};
    tact_instance instance[2];
    tact_distance_result at;
    bool is_placed = true;
    for (int i = 0; i < 2; i++)
        is_placed =
            is_placed && tacti_approach_place(&search->pair, i, lower, &instance[i]) == TACT_OK;
    if (!is_placed || tact_distance(&instance[0], &instance[1], NULL, NULL, &at) != TACT_OK)
        return;
    out->normal = at.direction;
    out->a = at.a;
    out->b = at.b;
}

/* Out of line, because the numbers need a large stack. */
TACTI_NEVER_INLINE bool decide(const tacti_search *search, tact_rigid_result *out) {
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    tacti_parabola f = {.store = &store};
    set_parabola(search, &f);
    double lower = search->start, upper = search->limit;
    int value, slope, last_value, last_slope;
    signs_at(&f, lower, &value, &slope);
    signs_at(&f, upper, &last_value, &last_slope);
    tacti_dyadic root = tacti_dyadic_sub(&store, tacti_dyadic_mul(&store, f.b, f.b),
                                         tacti_dyadic_mul(&store, f.a, f.c));
    bool is_hit =
        value <= 0 || (slope < 0 && root.sign >= 0 && (last_value <= 0 || last_slope >= 0));
    if (is_hit && value > 0)
        find_neighbours(&f, &lower, &upper);
    if (store.is_full)
        return false;
    if (!is_hit)
        *out = (tact_rigid_result){.outcome = TACT_OUTCOME_APART,
                                   .ending = TACT_RIGID_ENDED_EXACT,
                                   .lower = HUGE_VAL,
                                   .upper = HUGE_VAL,
                                   .a = {.element = TACT_NO_TRIANGLE, .feature = TACT_NO_FEATURE},
                                   .b = {.element = TACT_NO_TRIANGLE, .feature = TACT_NO_FEATURE}};
    else
        finish_balls(search, lower, value <= 0 ? lower : upper, out);
    return true;
}

bool tacti_search_balls(const tacti_search *search, tact_rigid_result *out) {
    const tacti_mover *mover = search->pair.mover;
    return is_ball(&mover[0]) && is_ball(&mover[1]) && decide(search, out);
}
