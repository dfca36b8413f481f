/* SPDX-License-Identifier: MIT */
/* Claims that plain arithmetic cannot tell from true ones, for each error term of the verifier:
 * edges that lie on a face or a rounding inside it, corners that are nearly equally far along a
 * direction, products that underflow, distances that are stated a few units in the last place too
 * long. Rational numbers say which claims hold. The verifier must accept these and refuse the
 * others. */
#include "support.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "proof/proof.h"
#include "verify/verify.h"
#include "verify/verify_parts.h"

/* Two sets of triangles, a direction that is claimed to separate all of a from all of b, and how
 * far. */
typedef struct claim {
    uint32_t count[2];
    tact_vec3 corner[2][12];
    uint32_t term_count;
    double terms[3 * TACTI_PROOF_TERMS];
    bool is_distance;
    double lower;
} claim;

/* ---- The verifier ------------------------------------------------------------------------- */

static tact_mesh *mesh_of(const claim *c, int side) {
    static const uint32_t indices[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    tact_mesh_arrays arrays = {.positions = c->corner[side],
                               .position_type = TACT_NUMBER_FLOAT64,
                               .vertex_count = 3 * c->count[side],
                               .indices = indices,
                               .triangle_count = c->count[side]};
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
    return mesh;
}

static bool is_accepted(const claim *c) {
    static const uint32_t order[4] = {0, 1, 2, 3};
    tact_mesh *mesh[2] = {mesh_of(c, 0), mesh_of(c, 1)};
    uint32_t words[5] = {1 | 1 << 8 | 1 << 16, 0, c->term_count, 1, 0};
    double terms[3 * TACTI_PROOF_TERMS];
    memcpy(terms, c->terms, sizeof terms);
    const tact_proof proof = {.kind = TACT_PROOF_OF_MESHES,
                              .claim = c->is_distance ? TACT_CLAIM_DISTANCE : TACT_CLAIM_APART,
                              .lower = c->lower,
                              .count = {c->count[0], c->count[1]},
                              .order = {order, order},
                              .words = {.items = words, .count = 5},
                              .numbers = {.items = terms, .count = 3 * (size_t)c->term_count}};
    tacti_placed_mesh placed[2] = {{mesh[0], tact_pose_identity()},
                                   {mesh[1], tact_pose_identity()}};
    tact_verification found;
    assert_int_equal(tacti_verify_proof(NULL, &placed[0], &placed[1], &proof, &found), TACT_OK);
    assert_false(found.is_out_of_budget);
    tact_mesh_destroy(mesh[0]);
    tact_mesh_destroy(mesh[1]);
    return found.is_proven;
}

/* ---- The truth ---------------------------------------------------------------------------- */

typedef struct oracle {
    mpq_t d[3], most, least, value, term;
} oracle;

static void oracle_init(oracle *o) {
    mpq_inits(o->d[0], o->d[1], o->d[2], o->most, o->least, o->value, o->term, NULL);
}

static void oracle_clear(oracle *o) {
    mpq_clears(o->d[0], o->d[1], o->d[2], o->most, o->least, o->value, o->term, NULL);
}

/* o->value = d . p. */
static void set_along(oracle *o, tact_vec3 p) {
    const double x[3] = {p.x, p.y, p.z};
    mpq_set_ui(o->value, 0, 1);
    for (int i = 0; i < 3; i++) {
        mpq_set_d(o->term, x[i]);
        mpq_mul(o->term, o->term, o->d[i]);
        mpq_add(o->value, o->value, o->term);
    }
}

/* o->most = the greatest d . p of a, o->least = the least d . q of b. */
static void set_extremes(oracle *o, const claim *c) {
    for (uint32_t i = 0; i < 3; i++) {
        mpq_set_ui(o->d[i], 0, 1);
        for (uint32_t k = 0; k < c->term_count; k++) {
            mpq_set_d(o->term, c->terms[i * c->term_count + k]);
            mpq_add(o->d[i], o->d[i], o->term);
        }
    }
    for (uint32_t i = 0; i < 3 * c->count[0]; i++) {
        set_along(o, c->corner[0][i]);
        if (i == 0 || mpq_cmp(o->value, o->most) > 0)
            mpq_set(o->most, o->value);
    }
    for (uint32_t i = 0; i < 3 * c->count[1]; i++) {
        set_along(o, c->corner[1][i]);
        if (i == 0 || mpq_cmp(o->value, o->least) < 0)
            mpq_set(o->least, o->value);
    }
}

static bool holds(oracle *o, const claim *c) {
    set_extremes(o, c);
    mpq_sub(o->value, o->least, o->most);
    if (mpq_sgn(o->value) <= 0)
        return false;
    mpq_mul(o->value, o->value, o->value); /* gap^2 >= lower^2 d^2 */
    for (int i = 0; i < 3; i++) {
        mpq_set_d(o->term, c->lower);
        mpq_mul(o->term, o->term, o->d[i]);
        mpq_mul(o->term, o->term, o->term);
        mpq_sub(o->value, o->value, o->term);
    }
    return mpq_sgn(o->value) >= 0;
}

/* ---- Cases -------------------------------------------------------------------------------- */

static tact_vec3 random_vector(test_rng *rng) {
    return (tact_vec3){test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                       test_rng_between(rng, -1, 1)};
}

/* A direction of 1 to 16 terms per coordinate. Many terms cancel, so that their sum is rounded
 * much. Returns the direction, rounded. */
static tact_vec3 choose_direction(test_rng *rng, claim *c) {
    tact_vec3 sum = {0, 0, 0};
    c->term_count = test_rng_below(rng, 2) == 0 ? 1 : 1 + test_rng_below(rng, TACTI_PROOF_TERMS);
    for (uint32_t i = 0; i < 3; i++) {
        double *x = i == 0 ? &sum.x : i == 1 ? &sum.y : &sum.z;
        for (uint32_t k = 0; k < c->term_count; k++) {
            double *term = &c->terms[i * c->term_count + k];
            *term = test_rng_between(rng, -1, 1);
            *x += *term;
        }
    }
    return sum;
}

/* A point of the plane through 0 at right angles to a direction, up to rounding, and one at a
 * height above the plane. */
static tact_vec3 point_over_plane(test_rng *rng, tact_vec3 d, double height) {
    tact_vec3 p = random_vector(rng), n = tact_vec3_normalize(d);
    p = tact_vec3_sub(p, tact_vec3_scale(n, tact_vec3_dot(p, n)));
    p = tact_vec3_sub(p, tact_vec3_scale(n, tact_vec3_dot(p, n)));
    return tact_vec3_add(p, tact_vec3_scale(n, height));
}

static void scale_corners(claim *c, double factor) {
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 12; i++)
            c->corner[side][i] = tact_vec3_scale(c->corner[side][i], factor);
}

/* Faces of a in a plane, and edges of b in the same plane or a rounding above it, with the rest of
 * b beyond it. */
static void lay_edges_on_faces(test_rng *rng, claim *c) {
    tact_vec3 d = choose_direction(rng, c);
    double lift = test_rng_below(rng, 4) * 0x1p-54;
    for (int side = 0; side < 2; side++) {
        c->count[side] = 1 + test_rng_below(rng, 4);
        for (uint32_t i = 0; i < 12; i++) {
            double height = side == 0 ? 0 : i % 3 == 2 ? test_rng_unit(rng) : lift;
            c->corner[side][i] = point_over_plane(rng, d, height);
        }
    }
}

static void check(oracle *o, const claim *c, uint32_t number[2]) {
    bool is_true = holds(o, c);
    assert_int_equal(is_accepted(c), is_true);
    number[is_true]++;
}

/* ---- Edges on faces ----------------------------------------------------------------------- */

/* Rounding puts each corner a little above the plane or below it. */
static void test_edges_on_faces(void **state) {
    (void)state;
    test_rng rng = test_rng_start("verify_edges_on_faces");
    oracle o;
    oracle_init(&o);
    uint32_t number[2] = {0, 0};
    for (uint64_t i = 0; i < test_case_count(8000, 400000); i++) {
        claim c = {.is_distance = false};
        lay_edges_on_faces(&rng, &c);
        check(&o, &c, number);
        c.is_distance = true; /* by more than 0 */
        check(&o, &c, number);
    }
    assert_true(number[0] > 10 && number[1] > 10);
    oracle_clear(&o);
}

/* Corners that are exactly in the plane: the coordinates and the direction are whole numbers, and
 * far too large for products to be exact in double. */
static void test_edges_exactly_on_faces(void **state) {
    (void)state;
    test_rng rng = test_rng_start("verify_edges_exactly_on_faces");
    oracle o;
    oracle_init(&o);
    uint32_t number[2] = {0, 0};
    for (uint64_t i = 0; i < test_case_count(8000, 400000); i++) {
        claim c = {.count = {1, 1}, .term_count = 1};
        double d[3], x[2];
        for (int k = 0; k < 3; k++)
            d[k] = c.terms[k] = nearbyint(test_rng_between(&rng, 0x1p24, 0x1p25));
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 3; k++) {
                /* u (d1, -d0, 0) + v (0, d2, -d1), whose products have some 75 bits. */
                for (int j = 0; j < 2; j++)
                    x[j] = nearbyint(test_rng_between(&rng, -0x1p25, 0x1p25));
                c.corner[side][k] =
                    (tact_vec3){x[0] * d[1], x[1] * d[2] - x[0] * d[0], -x[1] * d[1]};
            }
        c.corner[1][2].z += test_rng_unit(&rng) * 0x1p20;
        if (i % 2 == 1) /* one unit inside the face or outside it */
            c.corner[1][0].x += test_rng_below(&rng, 2) == 0 ? 1 : -1;
        if (i % 4 == 3)
            c.corner[1][1].x += 1;
        check(&o, &c, number);
    }
    assert_true(number[0] > 20 && number[1] > 5);
    oracle_clear(&o);
}

/* Products of coordinates and directions are below the least double. */
static void test_underflow(void **state) {
    (void)state;
    test_rng rng = test_rng_start("verify_underflow");
    oracle o;
    oracle_init(&o);
    uint32_t number[2] = {0, 0};
    for (uint64_t i = 0; i < test_case_count(8000, 400000); i++) {
        claim c = {.is_distance = false};
        lay_edges_on_faces(&rng, &c);
        int exponent = -500 - (int)test_rng_below(&rng, 40);
        for (uint32_t k = 0; k < 3 * c.term_count; k++)
            c.terms[k] = ldexp(c.terms[k], exponent);
        scale_corners(&c, ldexp(1, -1074 - exponent + (int)test_rng_below(&rng, 8)));
        check(&o, &c, number);
    }
    assert_true(number[0] > 10 && number[1] > 10);
    oracle_clear(&o);
}

/* ---- Distances ---------------------------------------------------------------------------- */

/* The length of the gap along the direction, as the greatest double that is not above it. */
static double gap_length(oracle *o, const claim *c) {
    claim other = *c;
    set_extremes(o, c);
    mpq_sub(o->value, o->least, o->most);
    double gap = mpq_get_d(o->value),
           d[3] = {mpq_get_d(o->d[0]), mpq_get_d(o->d[1]), mpq_get_d(o->d[2])};
    other.lower = gap / sqrt((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2]);
    while (!holds(o, &other))
        other.lower = nextafter(other.lower, 0);
    for (double next = nextafter(other.lower, HUGE_VAL);; next = nextafter(next, HUGE_VAL)) {
        other.lower = next;
        if (!holds(o, &other))
            return nextafter(next, 0);
    }
}

/* Triangles that are far smaller or larger than the gap between them, and claims of the greatest
 * distance that is true, of the next double, and of a few more. */
static void test_distances(void **state) {
    (void)state;
    test_rng rng = test_rng_start("verify_distances");
    oracle o;
    oracle_init(&o);
    uint32_t number[2] = {0, 0};
    for (uint64_t i = 0; i < test_case_count(1000, 50000); i++) {
        claim c = {.is_distance = true};
        tact_vec3 d = choose_direction(&rng, &c);
        double height = ldexp(1 + test_rng_unit(&rng), (int)test_rng_below(&rng, 50) - 45);
        for (int side = 0; side < 2; side++) {
            c.count[side] = 1 + test_rng_below(&rng, 4);
            for (uint32_t k = 0; k < 12; k++)
                c.corner[side][k] = point_over_plane(&rng, d, side == 1 ? height : 0);
        }
        set_extremes(&o, &c);
        if (mpq_cmp(o.least, o.most) <= 0)
            continue;
        double longest = gap_length(&o, &c);
        c.lower = longest;
        check(&o, &c, number);
        for (int k = 0; k < 8; k++) {
            c.lower = k < 2 ? nextafter(c.lower, HUGE_VAL)
                            : longest * (1 + test_rng_unit(&rng) * ldexp(1, -52 + k));
            check(&o, &c, number);
        }
    }
    assert_true(number[0] > 10 && number[1] > 10);
    oracle_clear(&o);
}

/* The squares of a direction's coordinates underflow, so that its length would seem to be 0. */
static void test_short_directions(void **state) {
    (void)state;
    test_rng rng = test_rng_start("verify_short_directions");
    oracle o;
    oracle_init(&o);
    uint32_t number[2] = {0, 0};
    for (uint64_t i = 0; i < test_case_count(1000, 50000); i++) {
        claim c = {.count = {1, 1}, .is_distance = true};
        tact_vec3 d = choose_direction(&rng, &c);
        for (uint32_t k = 0; k < 12; k++) {
            c.corner[0][k] = point_over_plane(&rng, d, 0);
            c.corner[1][k] = point_over_plane(&rng, d, 1 + test_rng_unit(&rng));
        }
        int exponent = -540 - (int)test_rng_below(&rng, 60);
        for (uint32_t k = 0; k < 3 * c.term_count; k++)
            c.terms[k] = ldexp(c.terms[k], exponent);
        c.lower = test_rng_between(&rng, 0.5, 2);
        check(&o, &c, number);
    }
    assert_true(number[0] > 10 && number[1] > 10);
    oracle_clear(&o);
}

/* ---- Reach -------------------------------------------------------------------------------- */

static void check_reach(tact_vec3 corner, tact_vec3 origin, tact_vec3 reach, mpq_t distance,
                        mpq_t other) {
    for (unsigned axis = 0; axis < 3; axis++) {
        mpq_set_d(distance, tacti_vec3_get(corner, axis));
        mpq_set_d(other, tacti_vec3_get(origin, axis));
        mpq_sub(distance, distance, other);
        mpq_abs(distance, distance);
        mpq_set_d(other, tacti_vec3_get(reach, axis));
        assert_true(mpq_cmp(distance, other) <= 0);
    }
}

/* No coordinate of a corner is further from the origin than the reach, exactly. */
static void test_reach(void **state) {
    (void)state;
    test_rng rng = test_rng_start("verify_reach");
    mpq_t distance, other;
    mpq_inits(distance, other, NULL);
    for (uint64_t i = 0; i < test_case_count(4000, 100000); i++) {
        tact_vec3 corners[2][3];
        tacti_verify_scene scene = {.side = {{.corners = corners[0], .size = 3, .count = 1},
                                             {.corners = corners[1], .size = 3, .count = 1}}};
        for (int k = 0; k < 6; k++)
            corners[k / 3][k % 3] = tact_vec3_add(
                random_vector(&rng), (tact_vec3){k < 3 ? 0 : 0x1p20, 0, k < 3 ? 0 : 0x1p-20});
        tacti_verify_find_origins(&scene);
        for (int k = 0; k < 6; k++) {
            const tacti_corner_list *own = &scene.side[k / 3];
            check_reach(corners[k / 3][k % 3], own->origin, own->reach, distance, other);
            check_reach(corners[k / 3][k % 3], scene.origin, scene.reach, distance, other);
        }
    }
    mpq_clears(distance, other, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges_on_faces),   cmocka_unit_test(test_edges_exactly_on_faces),
        cmocka_unit_test(test_underflow),        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_short_directions), cmocka_unit_test(test_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
