/* SPDX-License-Identifier: MIT */
/* The exact stage. The four vertices are in one plane at the real roots of the coplanarity cubic
 * (cubic.c). Its coefficients are exact, and so are the signs of the quadratics P, Q, R and N at a
 * root. With them a contact is decided along an axis on which the common plane is not seen from the
 * side. If there is no such axis, the face or the edges are on a line at that time, and the
 * features touch if and only if a vertex lies on an edge: if their cross product is 0 and their dot
 * product is not positive, both polynomials of degree 2.
 *
 * If the cubic is 0, the vertices are in one plane at all times. Then a first contact after time 0
 * is one of a vertex with an edge: inside a face, or at a crossing of edges, it would have begun
 * earlier. So it is at a root of a coordinate of the cross product; or of the dot product, if the
 * cross product is 0 at all times.
 *
 * How much room numbers take: let coordinates be multiples of an x and at most x 2^b. The cubic has
 * 3b bits and a few, its remainder modulo a quadratic 7b, and the value of that at a fraction 16b.
 * With b = 653, for coordinates between 2^-300 and 2^300, that is 330 digits for the longest and
 * less than 7000 digits for all that are in use at a time. test_generated.c tries the ends. */
#include "feature/stages.h"

#include "feature/algebraic.h"
#include "math/vec.h"

/* Bisection of a root ends at this width. */
#define NARROW 0x1p-44

typedef tacti_dyadic number;

/* A vector that moves from `at` by `speed`. */
typedef struct moving {
    number at[3], speed[3];
} moving;

typedef struct product3 {
    tacti_polynomial axis[3];
} product3;

typedef struct scene {
    tacti_dyadic_store store;
    tact_impact_kind kind;
    double limit;
    moving w[3];
    product3 pqr[3];
} scene;

typedef struct contact {
    bool is_contact;
    tact_feature a, b;
} contact;

static moving make_difference(tacti_dyadic_store *s, const moving *a, const moving *b) {
    moving d;
    for (int k = 0; k < 3; k++) {
        d.at[k] = tacti_dyadic_sub(s, a->at[k], b->at[k]);
        d.speed[k] = tacti_dyadic_sub(s, a->speed[k], b->speed[k]);
    }
    return d;
}

static moving load(tacti_dyadic_store *s, tact_vec3 start, tact_vec3 end) {
    moving m;
    for (unsigned k = 0; k < 3; k++) {
        m.at[k] = tacti_dyadic_from(s, tacti_vec3_get(start, k));
        m.speed[k] = tacti_dyadic_sub(s, tacti_dyadic_from(s, tacti_vec3_get(end, k)), m.at[k]);
    }
    return m;
}

/* Coefficient d of (a0 + a1 t) (b0 + b1 t). */
static number convolve(tacti_dyadic_store *s, int d, const number a[2], const number b[2]) {
    if (d != 1)
        return tacti_dyadic_mul(s, a[d / 2], b[d / 2]);
    return tacti_dyadic_add(s, tacti_dyadic_mul(s, a[0], b[1]), tacti_dyadic_mul(s, a[1], b[0]));
}

static tacti_polynomial make_quadratic(number c[3]) {
    tacti_polynomial p = {.degree = 2, .c = {c[0], c[1], c[2]}};
    tacti_polynomial_trim(&p);
    return p;
}

static product3 cross(tacti_dyadic_store *s, const moving *a, const moving *b) {
    product3 out;
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        number ai[2] = {a->at[i], a->speed[i]}, aj[2] = {a->at[j], a->speed[j]};
        number bi[2] = {b->at[i], b->speed[i]}, bj[2] = {b->at[j], b->speed[j]}, sum[3];
        for (int d = 0; d < 3; d++) {
            int used = s->used;
            sum[d] = tacti_dyadic_sub(s, convolve(s, d, ai, bj), convolve(s, d, aj, bi));
            sum[d] = tacti_dyadic_keep(s, used, sum[d]);
        }
        out.axis[k] = make_quadratic(sum);
    }
    return out;
}

static tacti_polynomial dot(tacti_dyadic_store *s, const moving *a, const moving *b) {
    number sum[3] = {{0}};
    for (int d = 0; d < 3; d++) {
        int used = s->used;
        for (int k = 0; k < 3; k++)
            sum[d] = tacti_dyadic_add(s, sum[d],
                                      convolve(s, d, (number[2]){a->at[k], a->speed[k]},
                                               (number[2]){b->at[k], b->speed[k]}));
        sum[d] = tacti_dyadic_keep(s, used, sum[d]);
    }
    return make_quadratic(sum);
}

static tacti_polynomial sum2(tacti_dyadic_store *s, const tacti_polynomial *a,
                             const tacti_polynomial *b) {
    number c[3] = {{0}};
    for (int i = 0; i <= a->degree; i++)
        c[i] = a->c[i];
    for (int i = 0; i <= b->degree; i++)
        c[i] = tacti_dyadic_add(s, c[i], b->c[i]);
    return make_quadratic(c);
}

static tacti_polynomial make_cubic(scene *m) {
    tacti_dyadic_store *s = &m->store;
    tacti_polynomial p = {.degree = 3};
    for (int d = 0; d < 4; d++) {
        int used = s->used;
        for (int k = 0; k < 3; k++) {
            const tacti_polynomial *q = &m->pqr[0].axis[k];
            if (d <= q->degree)
                p.c[d] = tacti_dyadic_add(s, p.c[d], tacti_dyadic_mul(s, m->w[0].at[k], q->c[d]));
            if (d > 0 && d - 1 <= q->degree)
                p.c[d] =
                    tacti_dyadic_add(s, p.c[d], tacti_dyadic_mul(s, m->w[0].speed[k], q->c[d - 1]));
        }
        p.c[d] = tacti_dyadic_keep(s, used, p.c[d]);
    }
    tacti_polynomial_trim(&p);
    return p;
}

/* ---- A contact at a root ------------------------------------------------------------------ */

static bool is_zero_at(scene *m, const tacti_root *root, const product3 *p) {
    for (int k = 0; k < 3; k++)
        if (tacti_root_sign(&m->store, root, &p->axis[k]) != 0)
            return false;
    return true;
}

static bool vanishes_at(scene *m, const tacti_root *root, const moving *v) {
    for (int k = 0; k < 3; k++) {
        tacti_polynomial p = {.degree = 1, .c = {v->at[k], v->speed[k]}};
        tacti_polynomial_trim(&p);
        if (tacti_root_sign(&m->store, root, &p) != 0)
            return false;
    }
    return true;
}

/* A vertex and an edge: the vectors from the vertex to the ends, and the features that they are. */
typedef struct vertex_edge {
    moving to[2];
    product3 cross;
    tact_feature a, b;    /* if it lies on the edge */
    bool is_of_second;    /* the edge belongs to the second feature */
    tact_feature ends[2]; /* of the edge */
} vertex_edge;

static vertex_edge make_pair(scene *m, int i) {
    tacti_dyadic_store *s = &m->store;
    vertex_edge e = {.is_of_second = true};
    if (m->kind == TACT_IMPACT_VERTEX_FACE) {
        int next = (i + 1) % 3;
        e.to[0] = m->w[i];
        e.to[1] = m->w[next];
        e.cross = m->pqr[(i + 2) % 3];
        e.a = TACT_FEATURE_VERTEX_0;
        e.b = (tact_feature)(TACT_FEATURE_EDGE_0 + i);
        e.ends[0] = (tact_feature)i;
        e.ends[1] = (tact_feature)next;
        return e;
    }
    moving zero = {{{0}}, {{0}}};
    const moving *first[2] = {&zero, &m->w[0]}, *second[2] = {&m->w[1], &m->w[2]};
    e.is_of_second = i < 2;
    const moving *vertex = i < 2 ? first[i] : second[i - 2];
    for (int k = 0; k < 2; k++) {
        e.to[k] = make_difference(s, e.is_of_second ? second[k] : first[k], vertex);
        e.ends[k] = (tact_feature)k;
    }
    e.cross = cross(s, &e.to[0], &e.to[1]);
    tact_feature end = (tact_feature)(i % 2);
    e.a = e.is_of_second ? end : TACT_FEATURE_EDGE_0;
    e.b = e.is_of_second ? TACT_FEATURE_EDGE_0 : end;
    return e;
}

static contact touch_at(scene *m, const tacti_root *root, const vertex_edge *e) {
    if (!is_zero_at(m, root, &e->cross))
        return (contact){.is_contact = false};
    tacti_polynomial product = dot(&m->store, &e->to[0], &e->to[1]);
    int sign = tacti_root_sign(&m->store, root, &product);
    contact found = {sign <= 0, e->a, e->b};
    if (sign == 0) { /* the vertex is one of the ends */
        int end = vanishes_at(m, root, &e->to[0]) ? 0 : 1;
        *(e->is_of_second ? &found.b : &found.a) = e->ends[end];
    }
    return found;
}

static contact touch_in_line(scene *m, const tacti_root *root) {
    int pairs = m->kind == TACT_IMPACT_VERTEX_FACE ? 3 : 4;
    for (int i = 0; i < pairs; i++) {
        int used = m->store.used;
        vertex_edge e = make_pair(m, i);
        contact found = touch_at(m, root, &e);
        m->store.used = used;
        if (found.is_contact)
            return found;
    }
    return (contact){.is_contact = false};
}

/* The part of the face on which the signs of the three areas put the vertex; each has the sign of
 * the whole or is 0. */
static contact face_contact(const int sign[3]) {
    contact found = {true, TACT_FEATURE_VERTEX_0, TACT_FEATURE_FACE};
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3;
        if (sign[(i + 2) % 3] == 0)
            found.b = (tact_feature)(TACT_FEATURE_EDGE_0 + i);
        if (sign[i] != 0 && sign[next] == 0 && sign[(i + 2) % 3] == 0)
            return (contact){true, TACT_FEATURE_VERTEX_0, (tact_feature)i};
    }
    return found;
}

static contact face_at(const int sign[4]) {
    for (int i = 0; i < 3; i++)
        if (sign[i] == -sign[3])
            return (contact){.is_contact = false};
    return face_contact(sign);
}

static contact edges_at(const int sign[4]) {
    contact found = {sign[1] * sign[2] >= 0 && sign[0] * sign[3] <= 0, TACT_FEATURE_EDGE_0,
                     TACT_FEATURE_EDGE_0};
    if (sign[0] == 0 || sign[3] == 0)
        found.a = sign[0] == 0 ? TACT_FEATURE_VERTEX_0 : TACT_FEATURE_VERTEX_1;
    if (sign[1] == 0 || sign[2] == 0)
        found.b = sign[2] == 0 ? TACT_FEATURE_VERTEX_0 : TACT_FEATURE_VERTEX_1;
    return found;
}

/* Whether the features touch at a root. All vertices are in one plane then. */
static contact contact_at(scene *m, const tacti_root *root) {
    bool is_face = m->kind == TACT_IMPACT_VERTEX_FACE;
    for (int k = 0; k < 3; k++) {
        int used = m->store.used;
        const tacti_polynomial *p = &m->pqr[0].axis[k], *q = &m->pqr[1].axis[k],
                               *r = &m->pqr[2].axis[k];
        tacti_polynomial qr = sum2(&m->store, q, r), n = sum2(&m->store, p, &qr);
        int normal = tacti_root_sign(&m->store, root, is_face ? &n : &qr);
        if (normal == 0) {
            m->store.used = used;
            continue;
        }
        int sign[4] = {tacti_root_sign(&m->store, root, p), tacti_root_sign(&m->store, root, q),
                       tacti_root_sign(&m->store, root, r),
                       is_face ? normal : tacti_root_sign(&m->store, root, &n)};
        m->store.used = used;
        return is_face ? face_at(sign) : edges_at(sign);
    }
    return touch_in_line(m, root);
}

/* ---- Times -------------------------------------------------------------------------------- */

static bool is_in_time(scene *m, const tacti_root *root) {
    return tacti_root_compare(&m->store, root, 0) >= 0 &&
           tacti_root_compare(&m->store, root, m->limit) <= 0;
}

/* Doubles around a root in [0, limit]; the same one if it is one. A full store ends it early. */
static void bracket(scene *m, const tacti_root *root, double *lower, double *upper) {
    *lower = 0;
    *upper = m->limit;
    if (tacti_root_compare(&m->store, root, 0) == 0)
        *upper = 0;
    while (*upper - *lower > NARROW && !m->store.is_full) {
        double middle = *lower + (*upper - *lower) / 2;
        int sign = tacti_root_compare(&m->store, root, middle);
        if (sign <= 0)
            *upper = middle;
        if (sign >= 0)
            *lower = middle;
    }
}

static void keep_first(scene *m, const tacti_root *root, const contact *found,
                       tacti_impact_verdict *best) {
    double lower, upper;
    bracket(m, root, &lower, &upper);
    if (best->outcome != TACT_OUTCOME_CONTACT || lower < best->lower) {
        best->a = found->a;
        best->b = found->b;
    }
    best->outcome = TACT_OUTCOME_CONTACT;
    best->lower = tacti_min(best->lower, lower);
    best->upper = tacti_min(best->upper, upper);
}

/* Features that are coplanar at all times. */
static void decide_coplanar(scene *m, tacti_impact_verdict *best) {
    tacti_dyadic_store *s = &m->store;
    tacti_root start = {.denominator = tacti_dyadic_from(s, 1)};
    contact found = contact_at(m, &start);
    if (found.is_contact) {
        keep_first(m, &start, &found, best);
        return;
    }
    int pairs = m->kind == TACT_IMPACT_VERTEX_FACE ? 3 : 4;
    for (int i = 0; i < pairs && !s->is_full; i++) {
        int used = s->used;
        vertex_edge e = make_pair(m, i);
        tacti_polynomial p = dot(s, &e.to[0], &e.to[1]);
        for (int k = 0; k < 3; k++)
            if (e.cross.axis[k].degree >= 0)
                p = e.cross.axis[k];
        tacti_root roots[3];
        int count = p.degree < 0 ? 0 : tacti_polynomial_roots(s, &p, roots);
        for (int j = 0; j < count; j++) {
            if (!is_in_time(m, &roots[j]))
                continue;
            found = touch_at(m, &roots[j], &e);
            if (found.is_contact)
                keep_first(m, &roots[j], &found, best);
        }
        s->used = used;
    }
}

static void decide_at_roots(scene *m, const tacti_polynomial *cubic, bool by_parity,
                            tacti_impact_verdict *best) {
    tacti_root roots[3];
    int count = tacti_polynomial_roots(&m->store, cubic, roots);
    bool is_odd = false;
    for (int i = 0; i < count && !m->store.is_full; i++) {
        if (!is_in_time(m, &roots[i]))
            continue;
        contact found = contact_at(m, &roots[i]);
        if (!found.is_contact)
            continue;
        is_odd ^= roots[i].is_odd;
        keep_first(m, &roots[i], &found, best);
        if (!by_parity && roots[i].of != NULL)
            break; /* such roots ascend */
    }
    if (by_parity && !is_odd)
        *best = tacti_impact_apart(TACT_IMPACT_ENDED_EXACT);
}

tacti_impact_verdict tacti_impact_exact(const tacti_impact_question *question, bool by_parity) {
    scene m;
    m.kind = question->kind;
    m.limit = question->options->limit;
    tacti_dyadic_start(&m.store);
    moving origin = load(&m.store, question->start[0], question->end[0]);
    for (int i = 0; i < 3; i++) {
        moving other = load(&m.store, question->start[i + 1], question->end[i + 1]);
        m.w[i] = make_difference(&m.store, &other, &origin);
    }
    for (int i = 0; i < 3; i++)
        m.pqr[i] = cross(&m.store, &m.w[(i + 1) % 3], &m.w[(i + 2) % 3]);
    tacti_polynomial cubic = make_cubic(&m);
    tacti_impact_verdict best = tacti_impact_apart(TACT_IMPACT_ENDED_EXACT);
    if (cubic.degree >= 0)
        decide_at_roots(&m, &cubic, by_parity, &best);
    else if (!by_parity)
        decide_coplanar(&m, &best);
    if (m.store.is_full)
        best = (tacti_impact_verdict){.outcome = TACT_OUTCOME_UNDECIDED,
                                      .ending = TACT_IMPACT_ENDED_PRECISION,
                                      .upper = question->options->limit};
    return best;
}
