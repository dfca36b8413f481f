/* SPDX-License-Identifier: MIT */
/* Signs at roots. A root of a polynomial p with simple roots is known by its number among the real
 * roots. The place of any number x among the roots of p follows from the signs of p, p' and p'' at
 * x (below). For a fraction x these are computed. For a root x of a quadratic q, a polynomial is
 * divided by q with a remainder, which is linear, and the sign of a linear polynomial at a root of
 * q is that of q and q' at a fraction.
 *
 * If the discriminant of a cubic or a quadratic is 0, all its real roots are fractions. */
#include "feature/algebraic.h"

#include <stddef.h>

#include "base/assert.h"

typedef tacti_dyadic number;

static number times(tacti_dyadic_store *s, number a, number b) {
    return tacti_dyadic_mul(s, a, b);
}

static number minus(tacti_dyadic_store *s, number a, number b) {
    return tacti_dyadic_sub(s, a, b);
}

static number multiple(tacti_dyadic_store *s, double factor, number a) {
    return tacti_dyadic_mul(s, tacti_dyadic_from(s, factor), a);
}

void tacti_polynomial_trim(tacti_polynomial *p) {
    while (p->degree >= 0 && p->c[p->degree].sign == 0)
        p->degree--;
}

static tacti_polynomial derive(tacti_dyadic_store *s, const tacti_polynomial *p) {
    tacti_polynomial d = {.degree = p->degree - 1};
    for (int i = 1; i <= p->degree; i++)
        d.c[i - 1] = multiple(s, i, p->c[i]);
    return d;
}

/* The sign of p at a fraction with a positive denominator. */
static int sign_at_fraction(tacti_dyadic_store *s, const tacti_polynomial *p, number top,
                            number bottom) {
    if (p->degree < 0)
        return 0;
    int used = s->used;
    number value = p->c[p->degree], power = bottom;
    for (int i = p->degree - 1; i >= 0; i--) {
        value = tacti_dyadic_add(s, times(s, value, top), times(s, p->c[i], power));
        if (i > 0)
            power = times(s, power, bottom);
    }
    int sign = value.sign;
    s->used = used;
    return sign;
}

/* The discriminant of a quadratic. */
static number discriminant2(tacti_dyadic_store *s, const tacti_polynomial *q) {
    return minus(s, times(s, q->c[1], q->c[1]), multiple(s, 4, times(s, q->c[2], q->c[0])));
}

/* Sign of c1 t + c0 at root `which` of a quadratic with two real roots. */
static int linear_at_root2(tacti_dyadic_store *s, number c1, number c0, const tacti_polynomial *q,
                           int which) {
    if (c1.sign == 0)
        return c0.sign;
    number top = c1.sign > 0 ? tacti_dyadic_negate(c0) : c0, bottom = tacti_dyadic_abs(c1);
    int lead = q->c[2].sign, value = lead * sign_at_fraction(s, q, top, bottom);
    if (value < 0) /* the zero of the linear polynomial is between the roots */
        return which == 0 ? -c1.sign : c1.sign;
    tacti_polynomial slope = derive(s, q);
    int side = lead * sign_at_fraction(s, &slope, top, bottom);
    TACTI_ASSERT(side != 0 || s->is_full);
    if (value == 0 && (which == 0) == (side < 0))
        return 0;
    return side < 0 ? c1.sign : -c1.sign;
}

/* Sign of p at root `which` of a quadratic with two real roots. Each step of the division by q
 * multiplies by |q2|, which does not change the sign. */
static int sign_at_root2(tacti_dyadic_store *s, const tacti_polynomial *p,
                         const tacti_polynomial *q, int which) {
    int used = s->used;
    tacti_polynomial r = *p;
    while (r.degree >= 2) {
        number size = tacti_dyadic_abs(q->c[2]), lead = r.c[r.degree];
        lead.sign *= q->c[2].sign;
        int shift = r.degree - 2;
        for (int i = 0; i < r.degree; i++) {
            r.c[i] = times(s, r.c[i], size);
            if (i >= shift)
                r.c[i] = minus(s, r.c[i], times(s, lead, q->c[i - shift]));
        }
        r.degree--;
        tacti_polynomial_trim(&r);
    }
    number zero = {0, 0, 0, NULL};
    int sign =
        r.degree < 0 ? 0 : linear_at_root2(s, r.degree == 1 ? r.c[1] : zero, r.c[0], q, which);
    s->used = used;
    return sign;
}

/* Where a number lies among the real roots of a polynomial: how many are less, and whether it is
 * the next one. */
typedef struct position {
    int less;
    bool is_root;
} position;

/* From the signs of p, p' and p'' at the number, times that of the leading coefficient. For three
 * roots: p > 0 beyond the last root, where p' and p'' are positive, and between the first two,
 * where p' > 0 only left of the maximum and hence of the inflection. Likewise for p < 0, mirrored;
 * and at the roots themselves p' is positive at the first and the last, which p'' tells apart. */
static position locate(int degree, int real_count, int p, int slope, int bend) {
    if (real_count == 1)
        return (position){p > 0, p == 0};
    if (degree == 2) {
        int less = slope > 0 ? 1 : 0;
        return (position){p > 0 ? 2 * less : p < 0 ? 1 : less, p == 0};
    }
    if (p > 0)
        return (position){slope > 0 && bend > 0 ? 3 : 1, false};
    if (p < 0)
        return (position){slope > 0 && bend < 0 ? 0 : 2, false};
    return (position){slope < 0 ? 1 : bend < 0 ? 0 : 2, true};
}

/* The sign of root - x, from x's position among the roots. */
static int compare_position(const tacti_root *root, position at) {
    if (root->number < at.less)
        return -1;
    return at.is_root && root->number == at.less ? 0 : 1;
}

/* A number to compare with: a fraction, or a root of a quadratic. */
typedef struct other {
    number top, bottom;
    const tacti_polynomial *of;
    int which;
} other;

static int sign_at_other(tacti_dyadic_store *s, const tacti_polynomial *p, const other *x) {
    return x->of != NULL ? sign_at_root2(s, p, x->of, x->which)
                         : sign_at_fraction(s, p, x->top, x->bottom);
}

static int compare(tacti_dyadic_store *s, const tacti_root *root, const other *x) {
    int used = s->used;
    const tacti_polynomial *p = root->of;
    int lead = p->c[p->degree].sign, slope = 0, bend = 0;
    int value = lead * sign_at_other(s, p, x);
    if (root->real_count > 1) {
        tacti_polynomial first = derive(s, p);
        slope = lead * sign_at_other(s, &first, x);
        if (p->degree == 3) {
            tacti_polynomial second = derive(s, &first);
            bend = lead * sign_at_other(s, &second, x);
        }
    }
    s->used = used;
    return compare_position(root, locate(p->degree, root->real_count, value, slope, bend));
}

static tacti_root fraction(number top, number bottom, bool is_odd) {
    if (bottom.sign < 0) {
        top = tacti_dyadic_negate(top);
        bottom = tacti_dyadic_negate(bottom);
    }
    return (tacti_root){.numerator = top, .denominator = bottom, .is_odd = is_odd};
}

static int roots2(tacti_dyadic_store *s, const tacti_polynomial *p, tacti_root roots[3]) {
    number d = discriminant2(s, p);
    if (d.sign < 0)
        return 0;
    if (d.sign == 0) {
        roots[0] = fraction(tacti_dyadic_negate(p->c[1]), multiple(s, 2, p->c[2]), false);
        return 1;
    }
    for (int i = 0; i < 2; i++)
        roots[i] = (tacti_root){.of = p, .number = i, .real_count = 2, .is_odd = true};
    return 2;
}

/* a t^3 + b t^2 + c t + d with discriminant 0: with e = b^2 - 3ac, the triple root -b / (3a) if
 * e = 0, otherwise the double root (9ad - bc) / (2e) and the simple root
 * (4abc - 9a^2 d - b^3) / (a e). */
static int roots3_multiple(tacti_dyadic_store *s, const tacti_polynomial *p, number e,
                           tacti_root roots[3]) {
    number a = p->c[3], b = p->c[2], c = p->c[1], d = p->c[0];
    if (e.sign == 0) {
        roots[0] = fraction(tacti_dyadic_negate(b), multiple(s, 3, a), true);
        return 1;
    }
    number ad9 = multiple(s, 9, times(s, a, d)), bc = times(s, b, c);
    roots[0] = fraction(minus(s, ad9, bc), multiple(s, 2, e), false);
    number top = minus(s, multiple(s, 4, times(s, a, bc)), times(s, a, ad9));
    roots[1] = fraction(minus(s, top, times(s, times(s, b, b), b)), times(s, a, e), true);
    return 2;
}

/* The discriminant is (4 e^3 - f^2) / (27 a^2) with e = b^2 - 3ac, f = 2b^3 - 9abc + 27a^2 d. */
static int roots3(tacti_dyadic_store *s, const tacti_polynomial *p, tacti_root roots[3]) {
    number a = p->c[3], b = p->c[2], c = p->c[1], d = p->c[0];
    number e = minus(s, times(s, b, b), multiple(s, 3, times(s, a, c)));
    int used = s->used;
    number f = minus(s, multiple(s, 2, times(s, times(s, b, b), b)),
                     multiple(s, 9, times(s, a, times(s, b, c))));
    f = tacti_dyadic_add(s, f, multiple(s, 27, times(s, times(s, a, a), d)));
    int sign = minus(s, multiple(s, 4, times(s, times(s, e, e), e)), times(s, f, f)).sign;
    s->used = used;
    if (sign == 0)
        return roots3_multiple(s, p, e, roots);
    int count = sign > 0 ? 3 : 1;
    for (int i = 0; i < count; i++)
        roots[i] = (tacti_root){.of = p, .number = i, .real_count = count, .is_odd = true};
    return count;
}

int tacti_polynomial_roots(tacti_dyadic_store *store, const tacti_polynomial *p,
                           tacti_root roots[3]) {
    switch (p->degree) {
    case 1:
        roots[0] = fraction(tacti_dyadic_negate(p->c[0]), p->c[1], true);
        return 1;
    case 2:
        return roots2(store, p, roots);
    case 3:
        return roots3(store, p, roots);
    default:
        return 0;
    }
}

int tacti_root_compare(tacti_dyadic_store *store, const tacti_root *root, double x) {
    int used = store->used;
    number at = tacti_dyadic_from(store, x);
    int sign;
    if (root->of == NULL) {
        sign = minus(store, root->numerator, times(store, at, root->denominator)).sign;
    } else {
        other number_x = {at, tacti_dyadic_from(store, 1), NULL, 0};
        sign = compare(store, root, &number_x);
    }
    store->used = used;
    return sign;
}

/* The sign of a quadratic from where its roots are: outside of them that of its leading
 * coefficient, between them the opposite one. */
static int quadratic_at_root(tacti_dyadic_store *s, const tacti_root *root,
                             const tacti_polynomial *p) {
    tacti_root roots[3];
    int count = roots2(s, p, roots), lead = p->c[2].sign;
    if (count == 0)
        return lead;
    if (count == 1) {
        other x = {roots[0].numerator, roots[0].denominator, NULL, 0};
        return compare(s, root, &x) == 0 ? 0 : lead;
    }
    other x = {.of = p, .which = 0};
    int first = compare(s, root, &x);
    if (first <= 0)
        return first < 0 ? lead : 0;
    x.which = 1;
    return compare(s, root, &x) * lead;
}

int tacti_root_sign(tacti_dyadic_store *store, const tacti_root *root, const tacti_polynomial *p) {
    TACTI_ASSERT(p->degree <= 2);
    if (p->degree <= 0)
        return p->degree < 0 ? 0 : p->c[0].sign;
    if (root->of == NULL)
        return sign_at_fraction(store, p, root->numerator, root->denominator);
    int used = store->used, sign;
    if (p->degree == 1) {
        tacti_root zero = fraction(tacti_dyadic_negate(p->c[0]), p->c[1], true);
        other x = {zero.numerator, zero.denominator, NULL, 0};
        sign = compare(store, root, &x) * p->c[1].sign;
    } else {
        sign = quadratic_at_root(store, root, p);
    }
    store->used = used;
    return sign;
}
