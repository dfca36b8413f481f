/* SPDX-License-Identifier: MIT */
/* Polynomials in time with GMP integers. A real root is an interval (a, b] of dyadic numbers that
 * holds one root of a polynomial without multiple roots. The sign of another polynomial there is 0
 * if the greatest common divisor has a root in the interval; otherwise the interval is halved until
 * the other one obviously has no root in it. */
#include "oracle_impact.h"

#include <assert.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_DEGREE = 9, POOL = 3000, MOST_ROOTS = 8, MOST_SEQUENCE = 12 };

typedef struct poly {
    int degree; /* -1 for 0 */
    mpz_t c[MOST_DEGREE + 1];
} poly;

typedef struct dyadic {
    mpz_t top;
    unsigned long shift; /* top / 2^shift */
} dyadic;

typedef struct real {
    const poly *f;
    dyadic a, b;
    int before; /* the sign of f at a */
} real;

static poly pool[POOL];
static int pool_used, pool_made;

static poly *take(void) {
    assert(pool_used < POOL);
    if (pool_used == pool_made) {
        for (int i = 0; i <= MOST_DEGREE; i++)
            mpz_init(pool[pool_made].c[i]);
        pool_made++;
    }
    poly *p = &pool[pool_used++];
    p->degree = -1;
    for (int i = 0; i <= MOST_DEGREE; i++)
        mpz_set_ui(p->c[i], 0);
    return p;
}

static poly *trim(poly *p) {
    p->degree = MOST_DEGREE;
    while (p->degree >= 0 && mpz_sgn(p->c[p->degree]) == 0)
        p->degree--;
    return p;
}

static poly *add(const poly *a, const poly *b, int sign) {
    poly *r = take();
    for (int i = 0; i <= MOST_DEGREE; i++) {
        if (sign > 0)
            mpz_add(r->c[i], a->c[i], b->c[i]);
        else
            mpz_sub(r->c[i], a->c[i], b->c[i]);
    }
    return trim(r);
}

static poly *mul(const poly *a, const poly *b) {
    poly *r = take();
    assert(a->degree < 0 || b->degree < 0 || a->degree + b->degree <= MOST_DEGREE);
    for (int i = 0; i <= a->degree; i++)
        for (int j = 0; j <= b->degree; j++)
            mpz_addmul(r->c[i + j], a->c[i], b->c[j]);
    return trim(r);
}

static poly *derive(const poly *a) {
    poly *r = take();
    for (int i = 1; i <= a->degree; i++)
        mpz_mul_ui(r->c[i - 1], a->c[i], (unsigned long)i);
    return trim(r);
}

static void reduce(poly *p) {
    mpz_t g;
    mpz_init(g);
    for (int i = 0; i <= p->degree; i++)
        mpz_gcd(g, g, p->c[i]);
    if (mpz_sgn(g) != 0)
        for (int i = 0; i <= p->degree; i++)
            mpz_divexact(p->c[i], p->c[i], g);
    mpz_clear(g);
}

/* A positive multiple of the remainder of a by b, without common factors. */
static poly *remainder_of(const poly *a, const poly *b) {
    poly *r = take();
    mpz_t lead, factor;
    mpz_inits(lead, factor, NULL);
    for (int i = 0; i <= a->degree; i++)
        mpz_set(r->c[i], a->c[i]);
    trim(r);
    mpz_abs(factor, b->c[b->degree]);
    while (r->degree >= b->degree) {
        int shift = r->degree - b->degree, top = r->degree;
        mpz_set(lead, r->c[top]);
        if (mpz_sgn(b->c[b->degree]) < 0)
            mpz_neg(lead, lead);
        for (int i = 0; i <= top; i++)
            mpz_mul(r->c[i], r->c[i], factor);
        for (int i = 0; i <= b->degree; i++)
            mpz_submul(r->c[i + shift], lead, b->c[i]);
        assert(mpz_sgn(r->c[top]) == 0);
        trim(r);
    }
    reduce(r);
    mpz_clears(lead, factor, NULL);
    return r;
}

static const poly *gcd(const poly *a, const poly *b) {
    while (b->degree >= 0) {
        const poly *r = remainder_of(a, b);
        a = b;
        b = r;
    }
    return a;
}

/* a / b, up to a factor; b divides a. */
static poly *divide(const poly *a, const poly *b) {
    poly *rest = take(), *out = take();
    mpz_t factor;
    mpz_init(factor);
    for (int i = 0; i <= a->degree; i++)
        mpz_set(rest->c[i], a->c[i]);
    trim(rest);
    for (int shift = a->degree - b->degree; shift >= 0; shift--) {
        mpz_set(factor, b->c[b->degree]);
        for (int i = 0; i <= MOST_DEGREE; i++)
            mpz_mul(out->c[i], out->c[i], factor);
        mpz_set(out->c[shift], rest->c[shift + b->degree]);
        for (int i = 0; i <= MOST_DEGREE; i++)
            mpz_mul(rest->c[i], rest->c[i], factor);
        for (int i = 0; i <= b->degree; i++)
            mpz_submul(rest->c[i + shift], out->c[shift], b->c[i]);
    }
    trim(rest);
    assert(rest->degree < 0);
    mpz_clear(factor);
    trim(out);
    reduce(out);
    return out;
}

static int sign_at(const poly *p, const dyadic *x) {
    mpz_t value, term;
    mpz_inits(value, term, NULL);
    for (int i = p->degree; i >= 0; i--) {
        mpz_mul(value, value, x->top);
        mpz_mul_2exp(term, p->c[i], x->shift * (unsigned long)(p->degree - i));
        mpz_add(value, value, term);
    }
    int sign = mpz_sgn(value);
    mpz_clears(value, term, NULL);
    return sign;
}

typedef struct sequence {
    int count;
    const poly *p[MOST_SEQUENCE];
} sequence;

static sequence sturm(const poly *p) {
    sequence s = {1, {p}};
    const poly *next = derive(p);
    while (next->degree >= 0) {
        s.p[s.count++] = next;
        poly *r = remainder_of(s.p[s.count - 2], next);
        for (int i = 0; i <= r->degree; i++)
            mpz_neg(r->c[i], r->c[i]);
        next = r;
    }
    return s;
}

static int variations(const sequence *s, const dyadic *x) {
    int last = 0, count = 0;
    for (int i = 0; i < s->count; i++) {
        int sign = sign_at(s->p[i], x);
        if (sign != 0 && last != 0 && sign != last)
            count++;
        last = sign != 0 ? sign : last;
    }
    return count;
}

/* Distinct roots in (a, b]; the first of the sequence has no multiple roots. */
static int count_roots(const sequence *s, const dyadic *a, const dyadic *b) {
    return variations(s, a) - variations(s, b);
}

static void dyadic_set(dyadic *x, double value) {
    int exponent;
    double fraction = frexp(value, &exponent);
    mpz_init_set_d(x->top, ldexp(fraction, 53));
    exponent -= 53;
    x->shift = exponent < 0 ? (unsigned long)-exponent : 0;
    if (exponent > 0)
        mpz_mul_2exp(x->top, x->top, (unsigned long)exponent);
}

static void dyadic_copy(dyadic *out, const dyadic *x) {
    mpz_init_set(out->top, x->top);
    out->shift = x->shift;
}

static void dyadic_middle(dyadic *out, const dyadic *a, const dyadic *b) {
    unsigned long shift = a->shift > b->shift ? a->shift : b->shift;
    mpz_t other;
    mpz_init(out->top);
    mpz_init(other);
    mpz_mul_2exp(out->top, a->top, shift - a->shift);
    mpz_mul_2exp(other, b->top, shift - b->shift);
    mpz_add(out->top, out->top, other);
    out->shift = shift + 1;
    mpz_clear(other);
}

static void real_clear(real *x) {
    mpz_clears(x->a.top, x->b.top, NULL);
}

/* f without multiple roots. */
static const poly *simple(const poly *f) {
    const poly *common = gcd(f, derive(f));
    return common->degree > 0 ? divide(f, common) : f;
}

static void isolate(const poly *f, const sequence *s, const dyadic *a, const dyadic *b, int *count,
                    real roots[]) {
    int here = count_roots(s, a, b);
    if (here == 0)
        return;
    if (here == 1) {
        roots[*count].f = f;
        dyadic_copy(&roots[*count].a, a);
        dyadic_copy(&roots[*count].b, b);
        roots[*count].before = sign_at(f, a);
        ++*count;
        return;
    }
    dyadic middle;
    dyadic_middle(&middle, a, b);
    isolate(f, s, a, &middle, count, roots);
    isolate(f, s, &middle, b, count, roots);
    mpz_clear(middle.top);
}

/* Halves the interval of x. If f is not 0 at its start, the sign in the middle tells which half has
 * the root, because f has no multiple roots. */
static void refine(real *x, const sequence *s) {
    dyadic middle;
    dyadic_middle(&middle, &x->a, &x->b);
    int here = sign_at(x->f, &middle);
    bool is_first = x->before != 0 ? here != x->before : count_roots(s, &x->a, &middle) == 1;
    dyadic *end = is_first ? &x->b : &x->a;
    if (!is_first)
        x->before = here;
    mpz_swap(end->top, middle.top);
    end->shift = middle.shift;
    mpz_clear(middle.top);
}

/* The roots in (-1, 1]. */
static int find_roots(const poly *p, real roots[]) {
    int count = 0;
    if (p->degree < 1)
        return 0;
    const poly *f = simple(p);
    sequence s = sturm(f);
    dyadic a, b;
    dyadic_set(&a, -1);
    dyadic_set(&b, 1);
    isolate(f, &s, &a, &b, &count, roots);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 12; k++)
            refine(&roots[i], &s);
    mpz_clears(a.top, b.top, NULL);
    return count;
}

/* The sign of p on all of [a, b], or 0 if that is not obvious: with p(a + (b - a) s) as a sum of
 * powers of s, the constant outweighs all other coefficients of the opposite sign. */
static int obvious_sign(const poly *p, const dyadic *a, const dyadic *b) {
    int used = pool_used;
    poly *q = take();
    unsigned long shift = a->shift > b->shift ? a->shift : b->shift;
    mpz_t from, width, power;
    mpz_inits(from, width, power, NULL);
    mpz_mul_2exp(from, a->top, shift - a->shift);
    mpz_mul_2exp(width, b->top, shift - b->shift);
    mpz_sub(width, width, from);
    for (int i = 0; i <= p->degree; i++)
        mpz_mul_2exp(q->c[i], p->c[i], shift * (unsigned long)(p->degree - i));
    for (int i = 0; i < p->degree; i++)
        for (int k = p->degree - 1; k >= i; k--)
            mpz_addmul(q->c[k], q->c[k + 1], from);
    int sign = mpz_sgn(q->c[0]);
    mpz_set_ui(power, 1);
    for (int i = 1; i <= p->degree; i++) {
        mpz_mul(power, power, width);
        if (mpz_sgn(q->c[i]) == -sign)
            mpz_addmul(q->c[0], q->c[i], power);
    }
    if (mpz_sgn(q->c[0]) != sign)
        sign = 0;
    mpz_clears(from, width, power, NULL);
    pool_used = used;
    return sign;
}

static int sign_of(real *x, const poly *p) {
    if (p->degree <= 0)
        return p->degree < 0 ? 0 : mpz_sgn(p->c[0]);
    int used = pool_used, sign = obvious_sign(p, &x->a, &x->b);
    if (sign != 0)
        return sign;
    const poly *common = gcd(x->f, p);
    if (common->degree > 0) {
        sequence of_common = sturm(common);
        if (count_roots(&of_common, &x->a, &x->b) > 0) {
            pool_used = used;
            return 0;
        }
    }
    sequence of_f = sturm(x->f);
    do {
        refine(x, &of_f);
        sign = obvious_sign(p, &x->a, &x->b);
    } while (sign == 0);
    pool_used = used;
    return sign;
}

/* ---- Geometry ----------------------------------------------------------------------------- */

typedef struct vector {
    const poly *k[3];
} vector;

static vector vector_sub(vector a, vector b) {
    return (vector){{add(a.k[0], b.k[0], -1), add(a.k[1], b.k[1], -1), add(a.k[2], b.k[2], -1)}};
}

static const poly *vector_dot(vector a, vector b) {
    return add(add(mul(a.k[0], b.k[0]), mul(a.k[1], b.k[1]), 1), mul(a.k[2], b.k[2]), 1);
}

static vector vector_cross(vector a, vector b) {
    vector r;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        r.k[i] = add(mul(a.k[j], b.k[k]), mul(a.k[k], b.k[j]), -1);
    }
    return r;
}

static int least_exponent(const tact_impact_motion *motion) {
    int least = 1024;
    for (int i = 0; i < 24; i++) {
        int exponent;
        double x = i < 12 ? (&motion->start[0].x)[i] : (&motion->end[0].x)[i - 12];
        if (x != 0 && (frexp(x, &exponent), exponent - 53 < least))
            least = exponent - 53;
    }
    return least;
}

static void to_integer(double x, int least, mpz_t out) {
    int exponent;
    double fraction = frexp(x, &exponent);
    mpz_set_d(out, ldexp(fraction, 53));
    if (x != 0)
        mpz_mul_2exp(out, out, (unsigned long)(exponent - 53 - least));
}

static vector vertex(const tact_impact_motion *motion, int i, int least) {
    vector v;
    for (int k = 0; k < 3; k++) {
        poly *p = take();
        to_integer((&motion->start[i].x)[k], least, p->c[0]);
        to_integer((&motion->end[i].x)[k], least, p->c[1]);
        mpz_sub(p->c[1], p->c[1], p->c[0]);
        v.k[k] = trim(p);
    }
    return v;
}

/* Whether p lies between a and b. */
static bool is_on_segment(real *x, vector p, vector a, vector b) {
    vector pa = vector_sub(a, p), pb = vector_sub(b, p), n = vector_cross(pa, pb);
    return sign_of(x, vector_dot(n, n)) == 0 && sign_of(x, vector_dot(pa, pb)) <= 0;
}

static bool is_on_any(real *x, tact_impact_kind kind, const vector v[4]) {
    if (kind == TACT_IMPACT_VERTEX_FACE)
        return is_on_segment(x, v[0], v[1], v[2]) || is_on_segment(x, v[0], v[2], v[3]) ||
               is_on_segment(x, v[0], v[3], v[1]);
    return is_on_segment(x, v[0], v[2], v[3]) || is_on_segment(x, v[1], v[2], v[3]) ||
           is_on_segment(x, v[2], v[0], v[1]) || is_on_segment(x, v[3], v[0], v[1]);
}

/* Whether the features touch at x. They are coplanar then. */
static bool touches_at(real *x, tact_impact_kind kind, const vector v[4]) {
    bool is_face = kind == TACT_IMPACT_VERTEX_FACE;
    vector d1 = is_face ? vector_sub(v[2], v[1]) : vector_sub(v[1], v[0]);
    vector d2 = is_face ? vector_sub(v[3], v[1]) : vector_sub(v[3], v[2]);
    vector r = is_face ? vector_sub(v[0], v[1]) : vector_sub(v[2], v[0]);
    vector n = vector_cross(d1, d2);
    const poly *square = vector_dot(n, n);
    if (sign_of(x, square) == 0)
        return is_on_any(x, kind, v);
    const poly *first = vector_dot(vector_cross(r, d2), n);
    const poly *second = vector_dot(is_face ? vector_cross(d1, r) : vector_cross(r, d1), n);
    if (sign_of(x, first) < 0 || sign_of(x, second) < 0)
        return false;
    if (is_face)
        return sign_of(x, add(square, add(first, second, 1), -1)) >= 0;
    return sign_of(x, add(square, first, -1)) >= 0 && sign_of(x, add(square, second, -1)) >= 0;
}

typedef struct query {
    int count;
    const double *ends;
    const bool *is_open;
    bool *touches;
} query;

/* Notes a contact at x, unless x is negative. */
static void note(real *x, const query *q) {
    poly *t = take();
    mpz_set_ui(t->c[1], 1);
    if (sign_of(x, trim(t)) < 0)
        return;
    for (int i = 0; i < q->count; i++) {
        dyadic end;
        dyadic_set(&end, q->ends[i]);
        poly *p = take();
        mpz_neg(p->c[0], end.top);
        mpz_set_ui(p->c[1], 1);
        mpz_mul_2exp(p->c[1], p->c[1], end.shift);
        int sign = sign_of(x, trim(p));
        q->touches[i] = q->touches[i] || sign < 0 || (sign == 0 && !q->is_open[i]);
        mpz_clear(end.top);
    }
}

static void note_coplanar(tact_impact_kind kind, const vector v[4], const query *q) {
    poly *time = take();
    mpz_set_ui(time->c[1], 1);
    real roots[MOST_ROOTS];
    int count = find_roots(trim(time), roots);
    if (touches_at(&roots[0], kind, v))
        note(&roots[0], q);
    real_clear(&roots[0]);
    assert(count == 1);
    static const int faces[3][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}};
    static const int edges[4][3] = {{0, 2, 3}, {1, 2, 3}, {2, 0, 1}, {3, 0, 1}};
    bool is_face = kind == TACT_IMPACT_VERTEX_FACE;
    for (int i = 0; i < (is_face ? 3 : 4); i++) {
        const int *pick = is_face ? faces[i] : edges[i];
        vector p = v[pick[0]], a = v[pick[1]], b = v[pick[2]];
        vector pa = vector_sub(a, p), pb = vector_sub(b, p), n = vector_cross(pa, pb);
        const poly *square = vector_dot(n, n);
        count = find_roots(square->degree >= 0 ? square : vector_dot(pa, pb), roots);
        for (int j = 0; j < count; j++) {
            if (is_on_segment(&roots[j], p, a, b))
                note(&roots[j], q);
            real_clear(&roots[j]);
        }
    }
}

void oracle_impact(tact_impact_kind kind, const tact_impact_motion *motion, int count,
                   const double ends[], const bool is_open[], bool touches[]) {
    query q = {count, ends, is_open, touches};
    for (int i = 0; i < count; i++)
        touches[i] = false;
    pool_used = 0;
    int least = least_exponent(motion);
    vector v[4];
    for (int i = 0; i < 4; i++)
        v[i] = vertex(motion, i, least);
    vector a = vector_sub(v[1], v[0]), b = vector_sub(v[2], v[0]), c = vector_sub(v[3], v[0]);
    const poly *cubic = vector_dot(a, vector_cross(b, c));
    if (cubic->degree < 0) {
        note_coplanar(kind, v, &q);
        return;
    }
    real roots[MOST_ROOTS];
    int root_count = find_roots(cubic, roots), used = pool_used;
    for (int i = 0; i < root_count; i++) {
        if (touches_at(&roots[i], kind, v))
            note(&roots[i], &q);
        real_clear(&roots[i]);
        pool_used = used;
    }
}
