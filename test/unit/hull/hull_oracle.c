/* SPDX-License-Identifier: MIT */
/* See hull_oracle.h. A double times 2^1074 is an integer. */
#include "hull_oracle.h"
#include "mpz3.h"

#include <math.h>

typedef struct whole {
    mpz_t v[3];
} whole;

typedef struct scene {
    uint32_t count;
    uint32_t same[HULL_ORACLE_MOST]; /* the first point that is equal to it */
    whole p[HULL_ORACLE_MOST];
    whole u, w, n, d; /* scratch */
    mpz_t t;
} scene;

static void whole_init(whole *x) {
    for (int k = 0; k < 3; k++)
        mpz_init(x->v[k]);
}

static void whole_clear(whole *x) {
    for (int k = 0; k < 3; k++)
        mpz_clear(x->v[k]);
}

static void whole_from_double(mpz_t out, double x) {
    int exponent;
    double mantissa = frexp(x, &exponent);
    mpz_set_d(out, ldexp(mantissa, 53));
    exponent += 1074 - 53;
    if (exponent >= 0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)exponent);
    else
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-exponent);
}

static void whole_set(whole *out, const tact_vec3 *p) {
    whole_from_double(out->v[0], p->x);
    whole_from_double(out->v[1], p->y);
    whole_from_double(out->v[2], p->z);
}

static void scene_make(scene *s, const tact_vec3 *points, uint32_t count) {
    s->count = count;
    for (uint32_t i = 0; i < count; i++) {
        whole_init(&s->p[i]);
        whole_set(&s->p[i], &points[i]);
        s->same[i] = i;
        for (uint32_t j = i; j-- > 0;)
            if (points[i].x == points[j].x && points[i].y == points[j].y &&
                points[i].z == points[j].z)
                s->same[i] = j;
    }
    whole_init(&s->u);
    whole_init(&s->w);
    whole_init(&s->n);
    whole_init(&s->d);
    mpz_init(s->t);
}

static void scene_end(scene *s) {
    for (uint32_t i = 0; i < s->count; i++)
        whole_clear(&s->p[i]);
    whole_clear(&s->u);
    whole_clear(&s->w);
    whole_clear(&s->n);
    whole_clear(&s->d);
    mpz_clear(s->t);
}

/* n = (j - i) x (k - i). False if n is 0. */
static bool set_normal(scene *s, uint32_t i, uint32_t j, uint32_t k) {
    mpz3_subtract(s->u.v, s->p[j].v, s->p[i].v);
    mpz3_subtract(s->w.v, s->p[k].v, s->p[i].v);
    mpz3_cross(s->n.v, s->u.v, s->w.v);
    return mpz_sgn(s->n.v[0]) != 0 || mpz_sgn(s->n.v[1]) != 0 || mpz_sgn(s->n.v[2]) != 0;
}

/* The sign of n . (x - origin). */
static int side(scene *s, uint32_t origin, uint32_t x) {
    mpz3_subtract(s->d.v, s->p[x].v, s->p[origin].v);
    mpz3_dot(s->t, s->n.v, s->d.v);
    return mpz_sgn(s->t);
}

/* The points in the plane of n through origin, as bits, of equal points only the first; 0 if the
 * plane has points on both sides. *is_all: all points lie in the plane. */
static uint32_t support(scene *s, uint32_t origin, bool *is_all) {
    uint32_t in = 0;
    int least = 0, most = 0;
    for (uint32_t x = 0; x < s->count; x++) {
        int where = side(s, origin, x);
        least = where < least ? where : least;
        most = where > most ? where : most;
        if (where == 0 && s->same[x] == x)
            in |= UINT32_C(1) << x;
    }
    *is_all = least == 0 && most == 0;
    return least < 0 && most > 0 ? 0 : in;
}

static void add_set(uint32_t *sets, uint32_t *count, uint32_t set) {
    for (uint32_t i = 0; i < *count; i++)
        if (sets[i] == set)
            return;
    assert_true(*count < HULL_ORACLE_MOST * HULL_ORACLE_MOST);
    sets[(*count)++] = set;
}

/* The points that are in at least `least` of the sets. */
static uint32_t in_many(const uint32_t *sets, uint32_t count, uint32_t least) {
    uint32_t found = 0;
    for (uint32_t x = 0; x < HULL_ORACLE_MOST; x++) {
        uint32_t times = 0;
        for (uint32_t i = 0; i < count; i++)
            times += sets[i] >> x & 1;
        found |= times >= least ? UINT32_C(1) << x : 0;
    }
    return found;
}

static uint32_t bits(uint32_t set) {
    uint32_t count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

/* The polygon of points that all lie in the plane with this normal. Its sides are lines through two
 * points with all others on one side. */
static void make_polygon(scene *s, hull_oracle *out) {
    uint32_t sets[HULL_ORACLE_MOST * HULL_ORACLE_MOST], count = 0;
    whole normal;
    whole_init(&normal);
    for (int k = 0; k < 3; k++)
        mpz_set(normal.v[k], s->n.v[k]);
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t j = 0; j < i; j++) {
            bool is_all;
            if (s->same[i] == s->same[j])
                continue;
            mpz3_subtract(s->u.v, s->p[j].v, s->p[i].v);
            mpz3_cross(s->n.v, s->u.v, normal.v);
            uint32_t set = support(s, i, &is_all);
            if (set != 0)
                add_set(sets, &count, set);
        }
    whole_clear(&normal);
    out->dimension = 2;
    out->vertices = in_many(sets, count, 2);
    out->face_count = 1;
    out->faces[0] = out->vertices;
}

/* The ends of a segment are the least and the greatest point in lexicographic order. */
static void make_thin(scene *s, hull_oracle *out) {
    uint32_t least = 0, most = 0;
    for (uint32_t x = 0; x < s->count; x++)
        for (int k = 0; k < 3; k++) {
            int below = mpz_cmp(s->p[x].v[k], s->p[least].v[k]);
            if (below != 0) {
                least = below < 0 ? x : least;
                break;
            }
        }
    for (uint32_t x = 0; x < s->count; x++)
        for (int k = 0; k < 3; k++) {
            int above = mpz_cmp(s->p[x].v[k], s->p[most].v[k]);
            if (above != 0) {
                most = above > 0 ? x : most;
                break;
            }
        }
    out->vertices = UINT32_C(1) << s->same[least] | UINT32_C(1) << s->same[most];
    out->dimension = s->same[least] != s->same[most];
}

static bool make_polytope(scene *s, hull_oracle *out) {
    uint32_t sets[HULL_ORACLE_MOST * HULL_ORACLE_MOST], count = 0;
    bool has_plane = false;
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t j = 0; j < i; j++)
            for (uint32_t k = 0; k < j; k++) {
                bool is_all;
                if (s->same[i] != i || s->same[j] != j || s->same[k] != k ||
                    !set_normal(s, i, j, k))
                    continue;
                has_plane = true;
                uint32_t set = support(s, i, &is_all);
                if (is_all) {
                    make_polygon(s, out);
                    return true;
                }
                if (set != 0)
                    add_set(sets, &count, set);
            }
    if (!has_plane)
        return false;
    out->dimension = 3;
    out->vertices = in_many(sets, count, 3);
    assert_true(count <= sizeof out->faces / sizeof *out->faces);
    out->face_count = count;
    for (uint32_t i = 0; i < count; i++) {
        out->faces[i] = sets[i] & out->vertices;
        assert_true(bits(out->faces[i]) >= 3);
    }
    return true;
}

hull_oracle hull_oracle_make(const tact_vec3 *points, uint32_t count) {
    assert_true(count > 0 && count <= HULL_ORACLE_MOST);
    static scene s;
    scene_make(&s, points, count);
    hull_oracle out = {0};
    if (!make_polytope(&s, &out))
        make_thin(&s, &out);
    scene_end(&s);
    return out;
}

int hull_oracle_side(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c,
                     const tact_vec3 *d) {
    const tact_vec3 points[4] = {*a, *b, *c, *d};
    static scene s;
    scene_make(&s, points, 4);
    set_normal(&s, 0, 1, 2);
    int where = side(&s, 0, 3);
    scene_end(&s);
    return where;
}
