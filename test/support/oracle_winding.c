/* SPDX-License-Identifier: MIT */
/* With a, b, c the corners seen from the point and d the ray's direction, the ray's line goes
 * through the inside of a triangle if d . (a x b), d . (b x c) and d . (c x a) have the same sign.
 * The ray itself does if a . (b x c) has that sign too. */
#include "oracle_winding.h"

#include "mpz3.h"
#include "oracle_ray.h"
#include "oracle_triangle.h"

/* Working memory, made once; the tests that use it have one thread each. */
static struct {
    int is_ready;
    mpz_t v[3][3], point[3], direction[3], cross[3], x;
    mpq_t enter, exit;
} o;

static void make_ready(void) {
    if (o.is_ready)
        return;
    o.is_ready = 1;
    mpz_t *vectors[] = {o.v[0], o.v[1], o.v[2], o.point, o.direction, o.cross};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        mpz_inits(vectors[i][0], vectors[i][1], vectors[i][2], NULL);
    mpz_init(o.x);
    mpq_inits(o.enter, o.exit, NULL);
}

static void set_integers(mpz_t *out, tact_vec3 v, int exponent) {
    oracle_to_integer(out[0], v.x, exponent);
    oracle_to_integer(out[1], v.y, exponent);
    oracle_to_integer(out[2], v.z, exponent);
}

/* The sign of d . (u x v). */
static int volume_sign(mpz_t *d, mpz_t *u, mpz_t *v) {
    mpz3_cross(o.cross, u, v);
    mpz3_dot(o.x, d, o.cross);
    return mpz_sgn(o.x);
}

/* Adds what a triangle contributes; false if the line touches its edges. */
static bool add_triangle(const tact_triangle *t, tact_vec3 point, int *winding) {
    tact_triangle at = {{point, point, point}};
    int exponent = oracle_common_exponent(t, &at);
    set_integers(o.point, point, exponent);
    for (int i = 0; i < 3; i++) {
        set_integers(o.v[i], t->v[i], exponent);
        mpz3_subtract(o.v[i], o.v[i], o.point);
    }
    int below = 0, above = 0;
    for (int i = 0; i < 3; i++) {
        int sign = volume_sign(o.direction, o.v[i], o.v[(i + 1) % 3]);
        below += sign < 0;
        above += sign > 0;
    }
    if (below > 0 && above > 0)
        return true;
    if (below != 3 && above != 3)
        return false;
    int sign = above > 0 ? 1 : -1;
    if (volume_sign(o.v[0], o.v[1], o.v[2]) == sign)
        *winding += sign;
    return true;
}

static bool is_on(const tact_triangle *t, tact_vec3 point) {
    tact_ray ray = {point, {0, 0, 0}};
    return oracle_triangle_intersect_ray(t, ray, o.enter, o.exit).dimension >= 0;
}

oracle_winding oracle_winding_number(test_rng *rng, const tact_triangle *triangles, uint32_t count,
                                     tact_vec3 point) {
    make_ready();
    for (uint32_t i = 0; i < count; i++)
        if (is_on(&triangles[i], point))
            return (oracle_winding){0, true};
    for (;;) {
        for (int k = 0; k < 3; k++)
            mpz_set_si(o.direction[k], (long)test_rng_below(rng, 2000001) - 1000000);
        int winding = 0;
        uint32_t i = 0;
        while (i < count && add_triangle(&triangles[i], point, &winding))
            i++;
        if (i == count)
            return (oracle_winding){winding, false};
    }
}
