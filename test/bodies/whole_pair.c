/* SPDX-License-Identifier: MIT */
/* Two polytopes in whole numbers; see whole_pair.h. */
#include "whole_pair.h"

#include "oracle_convex.h"

#include <math.h>

/* ---- Vectors ------------------------------------------------------------------------------ */

static void init3(whole3 v) {
    for (int k = 0; k < 3; k++)
        mpz_init(v[k]);
}

static void clear3(whole3 v) {
    for (int k = 0; k < 3; k++)
        mpz_clear(v[k]);
}

/* The exponent of the least double. */
#define LEAST (-1074)

/* x over 2^unit, without an intermediate double that overflows. x is a multiple of 2^unit. */
static void set_whole(mpz_t out, double x, int unit) {
    int exponent;
    double mantissa = frexp(x, &exponent); /* a multiple of 2^-53 */
    mpz_set_d(out, ldexp(mantissa, 53));
    int shift = exponent - 53 - unit;
    if (shift >= 0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)shift);
    else
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-shift); /* these bits are 0 */
}

static void set3(whole3 out, tact_vec3 v, int unit) {
    set_whole(out[0], v.x, unit);
    set_whole(out[1], v.y, unit);
    set_whole(out[2], v.z, unit);
}

/* The lesser of an exponent and one that the lowest bit of x is not below. */
static int lower_exponent(int least, double x) {
    int exponent;
    frexp(x, &exponent);
    int own = exponent - 53 > LEAST ? exponent - 53 : LEAST;
    return x != 0 && own < least ? own : least;
}

static void copy3(whole3 out, whole3 v) {
    for (int k = 0; k < 3; k++)
        mpz_set(out[k], v[k]);
}

static void sub3(whole3 out, whole3 u, whole3 v) {
    for (int k = 0; k < 3; k++)
        mpz_sub(out[k], u[k], v[k]);
}

static void dot3(mpz_t out, whole3 u, whole3 v) {
    mpz_mul(out, u[0], v[0]);
    mpz_addmul(out, u[1], v[1]);
    mpz_addmul(out, u[2], v[2]);
}

static void cross3(whole3 out, whole3 u, whole3 v) {
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        mpz_mul(out[k], u[i], v[j]);
        mpz_submul(out[k], u[j], v[i]);
    }
}

static bool is_zero3(whole3 v) {
    return mpz_sgn(v[0]) == 0 && mpz_sgn(v[1]) == 0 && mpz_sgn(v[2]) == 0;
}

void whole_pair_init(whole_pair *pair) {
    mpz_inits(pair->radius, pair->num, pair->den, NULL);
    for (int i = 0; i < WHOLE_MOST; i++) {
        init3(pair->vertex[0][i]);
        init3(pair->vertex[1][i]);
    }
    for (int i = 0; i < WHOLE_MOST * WHOLE_MOST; i++)
        init3(pair->w[i]);
    for (int i = 0; i < 12; i++) {
        init3(pair->scratch[i]);
        mpz_init(pair->number[i]);
    }
}

void whole_pair_clear(whole_pair *pair) {
    mpz_clears(pair->radius, pair->num, pair->den, NULL);
    for (int i = 0; i < WHOLE_MOST; i++) {
        clear3(pair->vertex[0][i]);
        clear3(pair->vertex[1][i]);
    }
    for (int i = 0; i < WHOLE_MOST * WHOLE_MOST; i++)
        clear3(pair->w[i]);
    for (int i = 0; i < 12; i++) {
        clear3(pair->scratch[i]);
        mpz_clear(pair->number[i]);
    }
}

/* ---- The nearest point -------------------------------------------------------------------- */

/* The point of the line through two differences nearest to the origin, if it is between them. x is
 * sum times the point. */
static bool on_edge(whole_pair *p, uint32_t i, uint32_t j, whole3 x, mpz_t sum) {
    whole3 *d = &p->scratch[0];
    mpz_t *at_i = &p->number[0], *at_j = &p->number[1];
    sub3(*d, p->w[j], p->w[i]);
    dot3(*at_i, p->w[j], *d);
    dot3(*at_j, p->w[i], *d);
    mpz_neg(*at_j, *at_j);
    if (mpz_sgn(*at_i) <= 0 || mpz_sgn(*at_j) <= 0)
        return false;
    for (int k = 0; k < 3; k++) {
        mpz_mul(x[k], p->w[i][k], *at_i);
        mpz_addmul(x[k], p->w[j][k], *at_j);
    }
    mpz_add(sum, *at_i, *at_j);
    return true;
}

/* The same for the plane through three: with n their normal, x is n (n . w) and sum is n . n. */
static bool on_face(whole_pair *p, const uint32_t at[3], whole3 x, mpz_t sum) {
    whole3 *d = &p->scratch[0], *e = &p->scratch[1], *n = &p->scratch[2];
    mpz_t *value = &p->number[0];
    sub3(*d, p->w[at[1]], p->w[at[0]]);
    sub3(*e, p->w[at[2]], p->w[at[0]]);
    cross3(*n, *d, *e);
    if (is_zero3(*n))
        return false;
    for (int i = 0; i < 3; i++) {
        cross3(*d, p->w[at[(i + 1) % 3]], p->w[at[(i + 2) % 3]]);
        dot3(*value, *n, *d);
        if (mpz_sgn(*value) <= 0)
            return false;
    }
    dot3(*value, *n, p->w[at[0]]);
    for (int k = 0; k < 3; k++)
        mpz_mul(x[k], (*n)[k], *value);
    dot3(sum, *n, *n);
    return true;
}

static bool is_inside(whole_pair *p, const uint32_t at[4]) {
    int sign = 0;
    for (int i = 0; i < 4; i++) {
        whole3 *d = &p->scratch[0], *e = &p->scratch[1], *f = &p->scratch[2], *n = &p->scratch[3];
        uint32_t a = at[(i + 1) % 4], b = at[(i + 2) % 4], c = at[(i + 3) % 4];
        mpz_t *of_corner = &p->number[0], *of_origin = &p->number[1];
        sub3(*d, p->w[b], p->w[a]);
        sub3(*e, p->w[c], p->w[a]);
        cross3(*n, *d, *e);
        sub3(*f, p->w[at[i]], p->w[a]);
        dot3(*of_corner, *n, *f);
        dot3(*of_origin, *n, p->w[a]);
        sign = mpz_sgn(*of_corner) * -mpz_sgn(*of_origin);
        if (sign <= 0)
            return false;
    }
    return true;
}

/* The nearest point of some corners of the simplex. False if it is not a combination of all of
 * them. */
static bool near_subset(whole_pair *p, const uint32_t *at, int count, whole3 x, mpz_t sum) {
    mpz_set_ui(sum, 1);
    if (count == 1) {
        copy3(x, p->w[at[0]]);
        return true;
    }
    if (count == 2)
        return on_edge(p, at[0], at[1], x, sum);
    if (count == 3)
        return on_face(p, at, x, sum);
    for (int k = 0; k < 3; k++)
        mpz_set_ui(x[k], 0);
    return is_inside(p, at);
}

/* The nearest point of the simplex is the shortest of the nearest points of its subsets. */
static int cut_down(whole_pair *p, uint32_t at[4], int count, whole3 x, mpz_t sum) {
    whole3 *own = &p->scratch[8];
    mpz_t *own_sum = &p->number[8], *left = &p->number[9], *right = &p->number[10];
    uint32_t best[4] = {0}, subset[4];
    int best_count = 0;
    for (unsigned bits = 1; bits < 1U << count; bits++) {
        int own_count = 0;
        for (int i = 0; i < count; i++)
            if (bits >> i & 1)
                subset[own_count++] = at[i];
        if (!near_subset(p, subset, own_count, *own, *own_sum))
            continue;
        /* |own|^2 / own_sum^2 < |x|^2 / sum^2 */
        dot3(*left, *own, *own);
        mpz_mul(*left, *left, sum);
        mpz_mul(*left, *left, sum);
        dot3(*right, x, x);
        mpz_mul(*right, *right, *own_sum);
        mpz_mul(*right, *right, *own_sum);
        if (best_count > 0 && mpz_cmp(*left, *right) >= 0)
            continue;
        copy3(x, *own);
        mpz_set(sum, *own_sum);
        best_count = own_count;
        for (int i = 0; i < own_count; i++)
            best[i] = subset[i];
    }
    for (int i = 0; i < best_count; i++)
        at[i] = best[i];
    return best_count;
}

/* Adds the difference that is least far along the nearest point until none is nearer than it: x . w
 * >= x . x for all w proves that it is the nearest of all. */
static void find_nearest(whole_pair *p) {
    uint32_t at[4] = {0}, all = p->count[0] * p->count[1];
    int count = 1;
    whole3 *x = &p->scratch[6];
    mpz_t *sum = &p->number[6], *least = &p->number[4], *value = &p->number[5];
    for (;;) {
        count = cut_down(p, at, count, *x, *sum);
        dot3(p->num, *x, *x);
        mpz_mul(p->den, *sum, *sum);
        if (mpz_sgn(p->num) == 0)
            return;
        uint32_t next = 0;
        for (uint32_t i = 0; i < all; i++) {
            dot3(*value, *x, p->w[i]);
            if (i == 0 || mpz_cmp(*value, *least) < 0) {
                mpz_set(*least, *value);
                next = i;
            }
        }
        /* In multiples of sum: x . w sum >= x . x. */
        mpz_mul(*least, *least, *sum);
        if (mpz_cmp(*least, p->num) >= 0)
            return;
        assert_true(count < 4);
        at[count++] = next;
    }
}

void whole_pair_set(whole_pair *pair, const tacti_placed_shape *a, const tacti_placed_shape *b) {
    const tacti_placed_shape *side[2] = {a, b};
    tact_vec3 vertices[2][WHOLE_MOST];
    int unit = lower_exponent(lower_exponent(0, a->shape->radius), b->shape->radius);
    for (int i = 0; i < 2; i++) {
        pair->count[i] = oracle_vertices(side[i], vertices[i], WHOLE_MOST);
        assert_true(pair->count[i] <= WHOLE_MOST);
        for (uint32_t k = 0; k < pair->count[i]; k++) {
            tact_vec3 v = vertices[i][k];
            unit = lower_exponent(lower_exponent(lower_exponent(unit, v.x), v.y), v.z);
        }
    }
    pair->unit = unit;
    for (int i = 0; i < 2; i++)
        for (uint32_t k = 0; k < pair->count[i]; k++)
            set3(pair->vertex[i][k], vertices[i][k], unit);
    set_whole(pair->radius, a->shape->radius, unit);
    set_whole(pair->number[0], b->shape->radius, unit);
    mpz_add(pair->radius, pair->radius, pair->number[0]);
    for (uint32_t i = 0; i < pair->count[0]; i++)
        for (uint32_t k = 0; k < pair->count[1]; k++)
            sub3(pair->w[i * pair->count[1] + k], pair->vertex[0][i], pair->vertex[1][k]);
    find_nearest(pair);
}

bool whole_pair_cores_meet(const whole_pair *pair) {
    return mpz_sgn(pair->num) == 0;
}

/* The sign of sqrt(num / den), in units of the pair, less x, in units of the least double. */
static int compare_root(whole_pair *p, const mpz_t num, const mpz_t den, const mpz_t x) {
    if (mpz_sgn(x) < 0)
        return 1;
    mpz_mul(p->number[10], x, x);
    mpz_mul(p->number[10], p->number[10], den);
    mpz_mul_2exp(p->number[11], num, 2 * (mp_bitcnt_t)(p->unit - LEAST));
    return mpz_cmp(p->number[11], p->number[10]);
}

/* out = x plus the radius, or less it, in units of the least double. */
static void set_limit(whole_pair *p, double x, int sign, mpz_t out) {
    set_whole(out, x, LEAST);
    mpz_mul_2exp(p->number[10], p->radius, (mp_bitcnt_t)(p->unit - LEAST));
    if (sign > 0)
        mpz_add(out, out, p->number[10]);
    else
        mpz_sub(out, out, p->number[10]);
}

int whole_pair_compare_distance(whole_pair *pair, double x) {
    set_limit(pair, x, 1, pair->number[9]);
    return compare_root(pair, pair->num, pair->den, pair->number[9]);
}

/* ---- Depth -------------------------------------------------------------------------------- */

/* The greatest n . w of all differences and n . n, or the least times -1. */
static void reach_along(whole_pair *p, whole3 n, int sign, mpz_t reach, mpz_t square) {
    mpz_t *value = &p->number[0], *most = &p->number[1];
    mpz_set_ui(reach, 0);
    for (int side = 0; side < 2; side++) {
        bool wants_most = (side == 0) == (sign > 0);
        for (uint32_t i = 0; i < p->count[side]; i++) {
            dot3(*value, n, p->vertex[side][i]);
            int order = i == 0 ? 1 : mpz_cmp(*value, *most) * (wants_most ? 1 : -1);
            if (order > 0)
                mpz_set(*most, *value);
        }
        if (wants_most)
            mpz_add(reach, reach, *most);
        else
            mpz_sub(reach, reach, *most);
    }
    dot3(square, n, n);
}

/* The sign of reach / |n| - (x - radius). reach is not negative. */
static int compare_reach(whole_pair *p, const mpz_t reach, const mpz_t square, double x) {
    mpz_t *limit = &p->number[9], *num = &p->number[8];
    set_limit(p, x, -1, *limit);
    mpz_mul(*num, reach, reach);
    return compare_root(p, *num, square, *limit);
}

bool whole_pair_parts_along(whole_pair *pair, tact_vec3 direction, double x) {
    whole3 *n = &pair->scratch[4];
    set3(*n, direction, LEAST);
    if (is_zero3(*n))
        return false;
    reach_along(pair, *n, 1, pair->number[2], pair->number[3]);
    return compare_reach(pair, pair->number[2], pair->number[3], x) <= 0;
}

/* Direction number i of all. False if it is 0. */
static bool set_direction(whole_pair *p, const uint32_t begin[4], uint32_t i, whole3 n) {
    static const int sides[3][2] = {{0, 0}, {1, 1}, {0, 1}};
    int group = i < begin[1] ? 0 : i < begin[2] ? 1 : 2;
    uint32_t number = i - begin[group];
    whole3 *d = &p->scratch[0], *e = &p->scratch[1];
    int first = sides[group][0], last = sides[group][1];
    uint32_t count = p->count[first], other = p->count[last];
    if (group < 2) { /* three vertices of a side */
        uint32_t a = number % count, b = number / count % count, c = number / count / count;
        if (!(a < b && b < c))
            return false;
        sub3(*d, p->vertex[first][b], p->vertex[first][a]);
        sub3(*e, p->vertex[first][c], p->vertex[first][a]);
    } else { /* two vertices of each */
        uint32_t a = number % count, b = number / count % count;
        uint32_t c = number / count / count % other, f = number / count / count / other;
        if (!(a < b && c < f))
            return false;
        sub3(*d, p->vertex[first][b], p->vertex[first][a]);
        sub3(*e, p->vertex[last][f], p->vertex[last][c]);
    }
    cross3(n, *d, *e);
    return !is_zero3(n);
}

bool whole_pair_is_less_deep(whole_pair *pair, double x, double upper, uint32_t limit,
                             test_rng *rng, bool *proves) {
    uint32_t a = pair->count[0], b = pair->count[1];
    const uint32_t begin[4] = {0, a * a * a, a * a * a + b * b * b,
                               a * a * a + b * b * b + a * a * b * b};
    uint32_t looked = 0, stride = 1;
    /* Numbers below a prime are visited in steps of any length. Most of them do not give a
     * direction. */
    const uint32_t prime = 79999;
    assert_true(begin[3] < prime);
    uint32_t at = 0;
    if (begin[3] > 20 * limit) {
        at = test_rng_below(rng, prime);
        stride = 1 + test_rng_below(rng, prime - 1);
    }
    *proves = false;
    bool is_less = false;
    for (uint32_t i = 0; i < prime && looked < limit; i++, at = (at + stride) % prime) {
        whole3 *n = &pair->scratch[4];
        if (at >= begin[3] || !set_direction(pair, begin, at, *n))
            continue;
        looked++;
        for (int sign = -1; sign < 2; sign += 2) {
            reach_along(pair, *n, sign, pair->number[2], pair->number[3]);
            is_less = is_less || compare_reach(pair, pair->number[2], pair->number[3], x) < 0;
            *proves = *proves || compare_reach(pair, pair->number[2], pair->number[3], upper) <= 0;
        }
    }
    if (looked ==
        0) { /* all differences are on one line: a motion of length 0 separates the cores */
        set_limit(pair, x, -1, pair->number[9]);
        is_less = mpz_sgn(pair->number[9]) > 0;
        set_limit(pair, upper, -1, pair->number[9]);
        *proves = mpz_sgn(pair->number[9]) >= 0;
    }
    return is_less;
}
