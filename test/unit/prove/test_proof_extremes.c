/* SPDX-License-Identifier: MIT */
/* Proofs about meshes at the ends of the exponent range: coordinates from 2^-1074 to 2^490 in one
 * triangle, triangles that are segments or points, duplicates, gaps from one unit in the last place
 * to the whole range. Every proof of every question is verified. A sample is saved, and the file is
 * verified again in whole numbers of unlimited size by code of the tests. */
#define _POSIX_C_SOURCE 200809L
#include "proofs.h"
#include "oracle_cover.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "bvh/bvh.h"
#include "verify/verify.h"
#include "surface/surface.h"

#define LEAST_EXPONENT (-1074)
#define MOST_EXPONENT 489

typedef struct fixture {
    contexts all;
    tact_proof *proof; /* written again and again */
    char path[64];     /* of the files that are saved */
    uint64_t apart, pairs;
} fixture;

/* ---- Soups -------------------------------------------------------------------------------- */

/* How the coordinates of a soup are made. */
typedef struct family {
    uint32_t kind;
    int exponent;     /* of a soup whose coordinates have one size */
    int exponents[3]; /* of a soup with three sizes */
} family;

static int random_exponent(test_rng *rng) {
    return LEAST_EXPONENT + (int)test_rng_below(rng, MOST_EXPONENT - LEAST_EXPONENT + 1);
}

static family random_family(test_rng *rng) {
    family f = {test_rng_below(rng, 6), random_exponent(rng) - 3, {0}};
    for (int i = 0; i < 3; i++)
        f.exponents[i] = random_exponent(rng);
    if (test_rng_below(rng, 3) == 0)
        f.exponents[0] = 0;
    return f;
}

static double random_mantissa(test_rng *rng) {
    double m = test_rng_below(rng, 2) == 0 ? 1 : 1 + test_rng_unit(rng);
    return test_rng_below(rng, 2) == 0 ? m : -m;
}

static double random_coordinate(test_rng *rng, const family *f) {
    static const double odd[] = {5e-274, 0x1p-1074, -0x1p-1021, 0x1p-400, -0x1p300, 0x1p489};
    double lattice = 0.5 * ((double)test_rng_below(rng, 9) - 4);
    switch (f->kind) {
    case 0: /* every size at once */
        return ldexp(random_mantissa(rng), random_exponent(rng));
    case 1: /* three sizes */
        return ldexp(random_mantissa(rng), f->exponents[test_rng_below(rng, 3)]);
    case 2: /* a lattice of one size */
        return ldexp(lattice, f->exponent < LEAST_EXPONENT + 1 ? LEAST_EXPONENT + 1 : f->exponent);
    case 3: /* a lattice with a few coordinates out of it */
        return test_rng_below(rng, 12) == 0 ? odd[test_rng_below(rng, 4)] : lattice;
    case 4: /* the same, with huge ones */
        return test_rng_below(rng, 12) == 0 ? odd[test_rng_below(rng, 6)] : lattice;
    default: /* one size */
        return ldexp(random_mantissa(rng), f->exponent);
    }
}

/* Makes a triangle a segment, a point or an earlier triangle, or leaves it. */
static void spoil_triangle(test_rng *rng, soup *s, uint32_t number) {
    tact_vec3 *v = s->vertices + (size_t)3 * number;
    switch (test_rng_below(rng, 8)) {
    case 0:
        v[1] = v[0];
        break;
    case 1:
        v[2] = v[1] = v[0];
        break;
    case 2: /* collinear: exactly on a lattice, nearly elsewhere */
        v[2] = tact_vec3_add(tact_vec3_scale(v[0], 0.5), tact_vec3_scale(v[1], 0.5));
        break;
    case 3:
        if (number > 0) {
            const tact_vec3 *from = s->vertices + (size_t)3 * test_rng_below(rng, number);
            for (int k = 0; k < 3; k++)
                v[k] = from[(k + 1) % 3];
        }
        break;
    default:
        break;
    }
}

static soup random_extreme_soup(test_rng *rng, const family *f, uint32_t most) {
    uint32_t count = 1 + test_rng_below(rng, most);
    soup s = soup_make(3 * count, count);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            s.vertices[3 * i + k] = (tact_vec3){
                random_coordinate(rng, f), random_coordinate(rng, f), random_coordinate(rng, f)};
            s.indices[3 * i + k] = 3 * i + k;
        }
        spoil_triangle(rng, &s, i);
    }
    return s;
}

/* Moves each coordinate along an axis up by some units in the last place. */
static void nudge(test_rng *rng, soup *s, int axis, int steps) {
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        double *x = &s->vertices[i].x + axis;
        for (int k = 0; k < steps; k++)
            *x = nextafter(*x, HUGE_VAL);
        if (steps > 0 && test_rng_below(rng, 8) == 0)
            *x = nextafter(*x, HUGE_VAL);
    }
}

static void clear_axis(soup *s, int axis) {
    for (uint32_t i = 0; i < s->vertex_count; i++)
        (&s->vertices[i].x)[axis] = 0;
}

/* ---- Pairs -------------------------------------------------------------------------------- */

static double largest_coordinate(const soup *s) {
    double most = 0x1p-1074;
    for (size_t i = 0; i < (size_t)s->vertex_count; i++)
        for (int k = 0; k < 3; k++)
            most = fmax(most, fabs((&s->vertices[i].x)[k]));
    return most;
}

static void place(test_rng *rng, soup_pair *pair) {
    double size = fmax(largest_coordinate(&pair->a), largest_coordinate(&pair->b));
    size = fmin(size, 0x1p490);
    pair->pose_a = pair->pose_b = tact_pose_identity();
    switch (test_rng_below(rng, 5)) {
    case 0:
        pair->pose_a = pose_random(rng, size);
        pair->pose_b = pose_skewed(rng, 2 * size);
        break;
    case 1:
        pair->pose_b.m[3 + 4 * test_rng_below(rng, 3)] = ldexp(1, random_exponent(rng));
        break;
    case 2: /* just beyond, or far beyond */
        pair->pose_b.m[3 + 4 * test_rng_below(rng, 3)] = 2 * size * (1 + test_rng_unit(rng));
        break;
    default:
        break;
    }
}

static soup_pair random_pair(test_rng *rng) {
    uint32_t most = test_rng_below(rng, 40) == 0 ? 30 : 6;
    family f = random_family(rng), g = random_family(rng);
    soup_pair pair = {.a = random_extreme_soup(rng, &f, most)};
    pair.b = random_extreme_soup(rng, test_rng_below(rng, 3) == 0 ? &g : &f, most);
    int axis = (int)test_rng_below(rng, 3);
    switch (test_rng_below(rng, 4)) {
    case 0: /* b is a again, some units in the last place beside it; flat ones are then apart */
        soup_free(&pair.b);
        pair.b = soup_make(pair.a.vertex_count, pair.a.triangle_count);
        for (size_t i = 0; i < (size_t)3 * pair.a.triangle_count; i++)
            pair.b.indices[i] = pair.a.indices[i];
        if (test_rng_below(rng, 2) == 0)
            clear_axis(&pair.a, axis);
        for (uint32_t i = 0; i < pair.a.vertex_count; i++)
            pair.b.vertices[i] = pair.a.vertices[i];
        nudge(rng, &pair.b, axis, 1 + (int)test_rng_below(rng, 3));
        break;
    case 1: /* on both sides of a plane */
        for (uint32_t i = 0; i < pair.a.vertex_count; i++)
            (&pair.a.vertices[i].x)[axis] = -fabs((&pair.a.vertices[i].x)[axis]);
        for (uint32_t i = 0; i < pair.b.vertex_count; i++)
            (&pair.b.vertices[i].x)[axis] = fabs((&pair.b.vertices[i].x)[axis]);
        nudge(rng, &pair.b, axis, (int)test_rng_below(rng, 3));
        break;
    default:
        break;
    }
    place(rng, &pair);
    return pair;
}

/* ---- Checks ------------------------------------------------------------------------------- */

static void check_file(const fixture *f, const tacti_placed *a, const tacti_placed *b) {
    tacti_placed_mesh ma = placed_mesh(a), mb = placed_mesh(b);
    tact_proof_names names = {"a.obj", "b.obj"};
    assert_int_equal(tacti_proof_save(f->proof, &ma, &mb, &names, f->path, NULL), TACT_OK);
    assert_true(oracle_cover_holds(f->path, &ma, &mb));
    tact_proof_file file;
    assert_int_equal(tact_proof_load(NULL, f->path, NULL, &file), TACT_OK);
    assert_true(is_proven(a, b, file.proof));
    tact_proof_destroy(file.proof);
}

/* Every question once more, each proof checked from its file in whole numbers. */
static void check_files(const fixture *f, const tacti_placed *a, const tacti_placed *b) {
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = f->proof;
    tacti_mesh_collision collision;
    tacti_mesh_distance_answer gap, near;
    tact_outcome outcome;
    assert_int_equal(tacti_mesh_collide(a, b, &desc, NULL, &collision), TACT_OK);
    check_file(f, a, b);
    assert_int_equal(tacti_mesh_distance(a, b, &desc, NULL, &gap), TACT_OK);
    check_file(f, a, b);
    assert_int_equal(tacti_mesh_within(a, b, 0.7 * gap.distance, &desc, NULL, &outcome, &near),
                     TACT_OK);
    check_file(f, a, b);
    assert_int_equal(tacti_mesh_lower_bound(a, b, &desc, NULL, &near), TACT_OK);
    check_file(f, a, b);
}

static void test_extreme_pairs(void **state) {
    fixture *f = *state;
    test_rng rng = test_rng_start("proof_extremes");
    uint64_t count = test_case_count(1000, 100000);
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = random_pair(&rng);
        truth t = truth_find_contacts(&pair.a, pair.pose_a, &pair.b, pair.pose_b);
        tacti_bvh_desc desc = tacti_bvh_desc_default();
        desc.builder = i % 2 == 0 ? TACT_BVH_BINNED : TACT_BVH_SWEEP;
        tact_context *context = f->all.alone[i % f->all.level_count];
        body a = body_make(context, &pair.a, &desc), b = body_make(context, &pair.b, &desc);
        tacti_placed placed_a = {a.bvh, pair.pose_a}, placed_b = {b.bvh, pair.pose_b};
        check_proofs(&t, &placed_a, &placed_b, f->proof);
        if (i % 10 == 0)
            check_files(f, &placed_a, &placed_b);
        f->apart += t.contact_count == 0;
        f->pairs++;
        body_free(&a);
        body_free(&b);
        truth_free(&t);
        soup_pair_free(&pair);
    }
    /* The family is worth little unless both answers are common. */
    assert_true(f->apart > f->pairs / 4 && f->apart < f->pairs * 19 / 20);
}

/* ---- The group ---------------------------------------------------------------------------- */

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    contexts_make(&f->all);
    assert_int_equal(tact_proof_create(NULL, &f->proof), TACT_OK);
    snprintf(f->path, sizeof f->path, "/tmp/tact_extremes_XXXXXX");
    int descriptor = mkstemp(f->path);
    assert_true(descriptor >= 0);
    close(descriptor);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    unlink(f->path);
    tact_proof_destroy(f->proof);
    contexts_free(&f->all);
    free(f);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_extreme_pairs),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
