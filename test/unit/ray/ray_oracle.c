/* SPDX-License-Identifier: MIT */
/* A ray and rounded polytopes by brute force; see ray_oracle.h. */
#include "ray_oracle.h"

/* ---- Numbers ------------------------------------------------------------------------------ */

void ray_oracle_init(ray_oracle *o) {
    for (int i = 0; i < RAY_ORACLE_MOST; i++)
        for (int k = 0; k < 3; k++)
            mpq_init(o->v[i][k]);
    for (int k = 0; k < 3; k++)
        mpq_init(o->d[k]);
    mpq_init(o->enter);
    mpq_init(o->exit);
    mpq_init(o->known);
    for (int i = 0; i < 24; i++)
        mpq_init(o->n[i]);
}

void ray_oracle_clear(ray_oracle *o) {
    for (int i = 0; i < RAY_ORACLE_MOST; i++)
        for (int k = 0; k < 3; k++)
            mpq_clear(o->v[i][k]);
    for (int k = 0; k < 3; k++)
        mpq_clear(o->d[k]);
    mpq_clear(o->enter);
    mpq_clear(o->exit);
    mpq_clear(o->known);
    for (int i = 0; i < 24; i++)
        mpq_clear(o->n[i]);
}

static void subtract(mpq_t *out, mpq_t *a, mpq_t *b) {
    for (int k = 0; k < 3; k++)
        mpq_sub(out[k], a[k], b[k]);
}

/* Uses n[0]. */
static void dot(ray_oracle *o, mpq_t out, mpq_t *a, mpq_t *b) {
    mpq_mul(out, a[0], b[0]);
    for (int k = 1; k < 3; k++) {
        mpq_mul(o->n[0], a[k], b[k]);
        mpq_add(out, out, o->n[0]);
    }
}

/* out is neither; uses n[0]. */
static void cross(ray_oracle *o, mpq_t *out, mpq_t *a, mpq_t *b) {
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        mpq_mul(out[k], a[l], b[m]);
        mpq_mul(o->n[0], a[m], b[l]);
        mpq_sub(out[k], out[k], o->n[0]);
    }
}

/* ---- The line and the core ---------------------------------------------------------------- */

static void cross_at(ray_oracle *o, mpq_t t) {
    if (!o->is_crossed || mpq_cmp(t, o->enter) < 0)
        mpq_set(o->enter, t);
    if (!o->is_crossed || mpq_cmp(t, o->exit) > 0)
        mpq_set(o->exit, t);
    o->is_crossed = true;
}

/* A triangle that the line crosses and does not lie in. */
static void cross_triangle(ray_oracle *o, uint32_t i, uint32_t j, uint32_t k) {
    int ij = o->side[i][j], jk = o->side[j][k], ki = o->side[k][i];
    bool is_left = ij >= 0 && jk >= 0 && ki >= 0, is_right = ij <= 0 && jk <= 0 && ki <= 0;
    if (!(is_left || is_right) || (ij == 0 && jk == 0 && ki == 0))
        return;
    mpq_t *e = &o->n[1], *f = &o->n[4], *normal = &o->n[7];
    subtract(e, o->v[j], o->v[i]);
    subtract(f, o->v[k], o->v[i]);
    cross(o, normal, e, f);
    dot(o, o->n[10], normal, o->v[i]);
    dot(o, o->n[11], normal, o->d);
    if (mpq_sgn(o->n[11]) == 0)
        return;
    mpq_div(o->n[12], o->n[10], o->n[11]);
    cross_at(o, o->n[12]);
}

/* An edge or vertex in one plane with the line: it crosses at w_i + x (w_j - w_i), x from the
 * distances to the line along an axis. */
static void cross_edge(ray_oracle *o, uint32_t i, uint32_t j) {
    if (o->side[i][j] != 0)
        return;
    mpq_t *p = &o->n[1], *q = &o->n[4];
    cross(o, p, o->d, o->v[i]);
    cross(o, q, o->d, o->v[j]);
    int k = 0;
    while (k < 3 && mpq_sgn(p[k]) == 0 && mpq_sgn(q[k]) == 0)
        k++;
    mpq_t *square = &o->n[10], *along = &o->n[11];
    dot(o, *square, o->d, o->d);
    if (k == 3) { /* both on the line */
        for (int end = 0; end < 2; end++) {
            dot(o, *along, o->d, o->v[end == 0 ? i : j]);
            mpq_div(o->n[12], *along, *square);
            cross_at(o, o->n[12]);
        }
        return;
    }
    if (mpq_sgn(p[k]) * mpq_sgn(q[k]) > 0)
        return;
    /* x = p / (p - q) */
    mpq_sub(o->n[7], p[k], q[k]);
    mpq_div(o->n[7], p[k], o->n[7]);
    dot(o, o->n[8], o->d, o->v[i]);
    dot(o, o->n[9], o->d, o->v[j]);
    mpq_sub(o->n[9], o->n[9], o->n[8]);
    mpq_mul(o->n[9], o->n[9], o->n[7]);
    mpq_add(o->n[8], o->n[8], o->n[9]);
    mpq_div(o->n[12], o->n[8], *square);
    cross_at(o, o->n[12]);
}

void ray_oracle_set(ray_oracle *o, tact_ray ray, const tact_vec3 *vertices, uint32_t count,
                    double radius) {
    const double from[3] = {ray.origin.x, ray.origin.y, ray.origin.z};
    const double d[3] = {ray.direction.x, ray.direction.y, ray.direction.z};
    assert_true(count <= RAY_ORACLE_MOST);
    o->count = count;
    o->radius = radius;
    for (int k = 0; k < 3; k++)
        mpq_set_d(o->d[k], d[k]);
    for (uint32_t i = 0; i < count; i++) {
        const double at[3] = {vertices[i].x, vertices[i].y, vertices[i].z};
        for (int k = 0; k < 3; k++) {
            mpq_set_d(o->v[i][k], at[k]);
            mpq_set_d(o->n[0], from[k]);
            mpq_sub(o->v[i][k], o->v[i][k], o->n[0]);
        }
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i; j < count; j++) {
            cross(o, &o->n[1], o->v[i], o->v[j]);
            dot(o, o->n[4], o->d, &o->n[1]);
            o->side[i][j] = mpq_sgn(o->n[4]);
            o->side[j][i] = -o->side[i][j];
        }
    o->is_crossed = false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i; j < count; j++) {
            cross_edge(o, i, j);
            for (uint32_t k = j + 1; k < count; k++)
                cross_triangle(o, i, j, k);
        }
}

/* ---- Radii -------------------------------------------------------------------------------- */

/* The sign of radius^2 unit - square; both are not negative. Uses n[0]. */
static int within(ray_oracle *o, mpq_t square, mpq_t unit) {
    mpq_set_d(o->n[0], o->radius);
    mpq_mul(o->n[0], o->n[0], o->n[0]);
    mpq_mul(o->n[0], o->n[0], unit);
    return mpq_cmp(o->n[0], square);
}

/* w_i - t d. */
static void relative(ray_oracle *o, mpq_t *out, uint32_t i, mpq_t t) {
    for (int k = 0; k < 3; k++) {
        mpq_mul(o->n[0], t, o->d[k]);
        mpq_sub(out[k], o->v[i][k], o->n[0]);
    }
}

static int where_vertex(ray_oracle *o, uint32_t i, mpq_t t) {
    relative(o, &o->n[1], i, t);
    dot(o, o->n[4], &o->n[1], &o->n[1]);
    mpq_set_ui(o->n[5], 1, 1);
    return within(o, o->n[4], o->n[5]);
}

/* An edge whose nearest point to the ray's point lies between its ends. */
static int where_edge(ray_oracle *o, uint32_t i, uint32_t j, mpq_t t) {
    mpq_t *w = &o->n[1], *e = &o->n[4], *normal = &o->n[7];
    relative(o, w, i, t);
    subtract(e, o->v[j], o->v[i]);
    dot(o, o->n[10], w, e);
    dot(o, o->n[11], e, e);
    mpq_neg(o->n[10], o->n[10]);
    if (mpq_sgn(o->n[10]) <= 0 || mpq_cmp(o->n[10], o->n[11]) >= 0)
        return -1;
    cross(o, normal, w, e);
    dot(o, o->n[10], normal, normal);
    return within(o, o->n[10], o->n[11]);
}

/* A triangle above which the ray's point lies. */
static int where_triangle(ray_oracle *o, const uint32_t at[3], mpq_t t) {
    mpq_t *w = &o->n[1], *e = &o->n[4], *f = &o->n[7], *normal = &o->n[10], *edge = &o->n[13];
    subtract(e, o->v[at[1]], o->v[at[0]]);
    subtract(f, o->v[at[2]], o->v[at[0]]);
    cross(o, normal, e, f);
    for (int i = 0; i < 3; i++) {
        relative(o, w, at[i], t);
        subtract(e, o->v[at[(i + 1) % 3]], o->v[at[i]]);
        cross(o, edge, w, e); /* (a - x) x e has the side of e x (x - a) */
        dot(o, o->n[16], edge, normal);
        if (mpq_sgn(o->n[16]) <= 0)
            return -1;
    }
    dot(o, o->n[16], normal, w);
    mpq_mul(o->n[16], o->n[16], o->n[16]);
    dot(o, o->n[17], normal, normal);
    return within(o, o->n[16], o->n[17]);
}

int ray_oracle_where(ray_oracle *o, mpq_t t) {
    bool is_in_core = o->is_crossed && mpq_cmp(o->enter, t) <= 0 && mpq_cmp(t, o->exit) <= 0;
    if (is_in_core || o->radius == 0)
        return !is_in_core ? -1 : o->radius > 0 ? 1 : 0;
    int best = -1;
    for (uint32_t i = 0; best < 1 && i < o->count; i++) {
        int found = where_vertex(o, i, t);
        best = found > best ? found : best;
        for (uint32_t j = i + 1; best < 1 && j < o->count; j++) {
            found = where_edge(o, i, j, t);
            best = found > best ? found : best;
            for (uint32_t k = j + 1; best < 1 && k < o->count; k++) {
                found = where_triangle(o, (uint32_t[3]){i, j, k}, t);
                best = found > best ? found : best;
            }
        }
    }
    return best < 0 ? -1 : best > 0 ? 1 : 0;
}

/* Whether the ray, except its origin, comes within the radius of a vertex. */
static bool hits_vertex(ray_oracle *o, uint32_t i) {
    dot(o, o->n[10], o->d, o->v[i]);
    if (mpq_sgn(o->n[10]) <= 0)
        return false;
    cross(o, &o->n[1], o->d, o->v[i]);
    dot(o, o->n[4], &o->n[1], &o->n[1]);
    dot(o, o->n[5], o->d, o->d);
    mpq_div(o->known, o->n[10], o->n[5]);
    return within(o, o->n[4], o->n[5]) >= 0;
}

/* The same for an edge: at x between its ends, and t > 0. With n = d x e, w + x e - t d = y n:
 * t n^2 = det(w, e, n) and x n^2 = det(w, d, n), up to signs that n^2 settles. */
static bool hits_edge(ray_oracle *o, uint32_t i, uint32_t j) {
    mpq_t *e = &o->n[1], *normal = &o->n[4], *c = &o->n[7];
    subtract(e, o->v[j], o->v[i]);
    cross(o, normal, o->d, e);
    dot(o, o->n[10], normal, normal);
    if (mpq_sgn(o->n[10]) == 0)
        return false;
    cross(o, c, e, normal); /* w . (e x n) = t d . (e x n), d . (e x n) = n . n */
    dot(o, o->n[11], o->v[i], c);
    if (mpq_sgn(o->n[11]) <= 0)
        return false;
    mpq_div(o->known, o->n[11], o->n[10]);
    cross(o, c, o->d, normal); /* w . (d x n) = -x e . (d x n) = x n . n */
    dot(o, o->n[11], o->v[i], c);
    if (mpq_sgn(o->n[11]) <= 0 || mpq_cmp(o->n[11], o->n[10]) >= 0)
        return false;
    dot(o, o->n[11], o->v[i], normal);
    mpq_mul(o->n[11], o->n[11], o->n[11]);
    return within(o, o->n[11], o->n[10]) >= 0;
}

bool ray_oracle_hits(ray_oracle *o) {
    mpq_set(o->known, o->exit);
    if (o->is_crossed && mpq_sgn(o->exit) >= 0)
        return true;
    mpq_set_ui(o->n[23], 0, 1);
    mpq_set(o->known, o->n[23]);
    if (o->radius == 0 || ray_oracle_where(o, o->n[23]) >= 0)
        return o->radius > 0;
    for (uint32_t i = 0; i < o->count; i++) {
        if (hits_vertex(o, i))
            return true;
        for (uint32_t j = i + 1; j < o->count; j++)
            if (hits_edge(o, i, j))
                return true;
    }
    return false;
}
