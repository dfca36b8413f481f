/* SPDX-License-Identifier: MIT */
/* Proofs that motions are free: near thin obstacles, past meshes and compounds. Every proof is
 * verified; a proof that was tampered with, or that belongs to another motion, is refused unless
 * the motion is free; free motions are sampled. */
#include "oracle_motion.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const tact_vec3 zero = {0, 0, 0};

static tact_vec3 random_vec(test_rng *rng, double size) {
    return (tact_vec3){test_rng_between(rng, -size, size), test_rng_between(rng, -size, size),
                       test_rng_between(rng, -size, size)};
}

/* A rod or a box that moves along a plate of 1 mm at a small gap, tilts and turns. */
static tact_rigid_motion near_plate(test_rng *rng, double half) {
    double gap = pow(10, test_rng_between(rng, -5, -1));
    tact_vec3 from = random_vec(rng, 0.6), to = random_vec(rng, 0.6);
    from.z = to.z = 0.0005 + half + gap;
    tact_pose start;
    assert_int_equal(
        tact_pose_from_axis_angle((tact_vec3){0, 0, 1}, test_rng_between(rng, -3, 3), from, &start),
        TACT_OK);
    tact_vec3 spin = {0, 0, test_rng_between(rng, -20, 20)};
    if (test_rng_below(rng, 2) == 0) /* it may hit */
        spin.x = gap * test_rng_between(rng, -20, 20);
    tact_rigid_motion motion;
    assert_int_equal(tact_rigid_steady(start, tact_vec3_sub(to, from), spin, from, &motion),
                     TACT_OK);
    return motion;
}

static bool is_verified(const tact_moving *a, const tact_moving *b,
                        const tact_free_interval *intervals, size_t count) {
    tact_free_verdict verdict;
    assert_int_equal(tact_free_verify(a, b, NULL, intervals, count, &verdict), TACT_OK);
    assert_true(verdict.first_wrong <= count);
    return verdict.is_proven;
}

/* Changes a proof so that it cannot hold any more. */
static size_t tamper(test_rng *rng, tact_free_interval *copy, size_t count) {
    size_t at = test_rng_below(rng, (uint32_t)count);
    switch (test_rng_below(rng, 6)) {
    case 0: /* a gap in the cover */
        memmove(&copy[at], &copy[at + 1], (count - at - 1) * sizeof *copy);
        return count - 1;
    case 1:
        copy[at].from = nextafter(copy[at].to, 2);
        break;
    case 2:
        copy[at].part_a++;
        break;
    case 3:
        copy[at].reason = TACT_FREE_DIRECTION;
        copy[at].direction = (tact_vec3){0, 0, 0.5};
        break;
    case 4:
        copy[at].to = 2;
        break;
    default:
        copy[at].reason = TACT_FREE_DIRECTION;
        copy[at].direction = (tact_vec3){NAN, 0, 0};
        break;
    }
    return count;
}

static void check_tampered(test_rng *rng, const tact_moving *a, const tact_moving *b,
                           const tact_free_proof *proof, uint64_t *refused) {
    size_t count;
    const tact_free_interval *intervals = tact_free_proof_view(proof, &count);
    tact_free_interval *copy = malloc(count * sizeof *copy);
    assert_non_null(copy);
    for (int i = 0; i < 10; i++) {
        memcpy(copy, intervals, count * sizeof *copy);
        size_t left = tamper(rng, copy, count);
        assert_false(is_verified(a, b, copy, left));
        (*refused)++;
    }
    /* Another motion, which goes through the plate. */
    tact_moving other = *b;
    other.motion.velocity.z -= 3;
    assert_false(is_verified(a, &other, intervals, count));
    free(copy);
}

/* A free motion, kept so that the closest ones can be sampled once more. */
typedef struct kept {
    tact_rigid_motion motion;
    int which; /* of the models */
    double near;
} kept;

static int compare_near(const void *p, const void *q) {
    double a = ((const kept *)p)->near, b = ((const kept *)q)->near;
    return (a > b) - (a < b);
}

/* The least distance at a few times. */
static double nearest(const tact_moving *a, const tact_moving *b) {
    double least = HUGE_VAL;
    for (int k = 0; k <= 32; k++) {
        tact_instance at[2] = {tact_instance_make(a->model), tact_instance_make(b->model)};
        tact_distance_result d;
        assert_int_equal(tact_rigid_pose_at(&a->motion, k / 32.0, &at[0].pose), TACT_OK);
        assert_int_equal(tact_rigid_pose_at(&b->motion, k / 32.0, &at[1].pose), TACT_OK);
        assert_int_equal(tact_distance(&at[0], &at[1], NULL, NULL, &d), TACT_OK);
        least = fmin(least, d.lower);
    }
    return least;
}

static void check_free(const tact_moving *a, const tact_moving *b, uint64_t samples) {
    for (uint64_t k = 0; k <= samples; k++)
        assert_int_equal(verdict_at(a, b, (double)k / (double)samples), TACT_OUTCOME_APART);
}

/* Proves motions until `wanted` of them are free. Every proof is verified and every free motion
 * sampled; tampered proofs are refused. */
static void prove_motions(tact_model *const models[3], kept *list, uint64_t wanted,
                          uint64_t samples) {
    static const double half[3] = {0, 0.02, 0.03};
    tact_free_proof *proof;
    assert_int_equal(tact_free_proof_create(NULL, &proof), TACT_OK);
    test_rng rng = test_rng_start("rigid free");
    uint64_t count = 0, refused = 0, intervals = 0, tried = 0;
    while (count < wanted) {
        int which = 1 + (int)(tried++ % 2);
        assert_true(tried < 100 + 4 * wanted);
        tact_rigid_motion rest, motion = near_plate(&rng, half[which]);
        assert_int_equal(tact_rigid_steady(tact_pose_identity(), zero, zero, zero, &rest), TACT_OK);
        tact_moving a = tact_moving_make(models[0], &rest);
        tact_moving b = tact_moving_make(models[which], &motion);
        tact_rigid_result r;
        assert_int_equal(tact_free_prove(&a, &b, NULL, proof, &r), TACT_OK);
        size_t length;
        const tact_free_interval *found = tact_free_proof_view(proof, &length);
        assert_true((length > 0) == (r.outcome == TACT_OUTCOME_APART));
        if (r.outcome != TACT_OUTCOME_APART)
            continue;
        assert_true(is_verified(&a, &b, found, length));
        check_free(&a, &b, samples);
        check_tampered(&rng, &a, &b, proof, &refused);
        list[count++] = (kept){motion, which, nearest(&a, &b)};
        intervals += length;
    }
    printf("%" PRIu64 " motions free of %" PRIu64 ", %.1f intervals each, %" PRIu64
           " tampered proofs refused\n",
           count, tried, (double)intervals / (double)count, refused);
    assert_true(refused == 10 * count);
    tact_free_proof_destroy(proof);
}

/* 1,000 free motions with 10,000 samples each, and 100,000 of the 100 closest; or a tenth of the
 * motions, with a tenth of the samples. */
static void test_plates(void **state) {
    (void)state;
    tact_shape shapes[3] = {tact_shape_box(0.5, 0.5, 0.0005), tact_shape_box(0.1, 0.05, 0.02),
                            tact_shape_cylinder(0.1, 0.03)};
    tact_model *models[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(tact_model_create_shape(NULL, &shapes[i], &models[i]), TACT_OK);
    uint64_t wanted = test_case_count(100, 1000), samples = test_case_count(1000, 10000);
    kept *list = malloc((size_t)wanted * sizeof *list);
    assert_non_null(list);
    prove_motions(models, list, wanted, samples);
    qsort(list, (size_t)wanted, sizeof *list, compare_near);
    tact_rigid_motion rest;
    assert_int_equal(tact_rigid_steady(tact_pose_identity(), zero, zero, zero, &rest), TACT_OK);
    for (uint64_t i = 0; i < wanted / 10; i++) {
        tact_moving a = tact_moving_make(models[0], &rest);
        tact_moving b = tact_moving_make(models[list[i].which], &list[i].motion);
        check_free(&a, &b, 10 * samples);
    }
    printf("the closest came as near as %.3g\n", list[0].near);
    free(list);
    for (int i = 0; i < 3; i++)
        tact_model_destroy(models[i]);
}

/* A ring of triangles whose coordinates are floats; a compact one stores them as such. */
static tact_model *make_ring(uint32_t flags) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.2, 12, 6, &mesh), TACT_OK);
    uint32_t count = tact_mesh_vertex_count(mesh);
    float positions[3 * 72];
    assert_int_equal(count, 72);
    for (uint32_t i = 0; i < count; i++) {
        tact_vec3 p = tact_mesh_vertex(mesh, i);
        float *to = &positions[3 * (size_t)i];
        to[0] = (float)p.x;
        to[1] = (float)p.y;
        to[2] = (float)p.z;
    }
    tact_mesh_arrays arrays = {.positions = positions,
                               .position_type = TACT_NUMBER_FLOAT32,
                               .vertex_count = count,
                               .indices = tact_mesh_indices(mesh),
                               .triangle_count = tact_mesh_triangle_count(mesh)};
    tact_model_options options = tact_model_options_default();
    options.flags = flags;
    tact_model *ring;
    assert_int_equal(tact_model_create_mesh(NULL, &arrays, &options, NULL, &ring), TACT_OK);
    assert_true((tact_mesh_vertices(tact_model_mesh(ring)) == NULL) == (flags != 0));
    tact_mesh_destroy(mesh);
    return ring;
}

/* Random bodies, a mesh and a compound among them. */
static void test_bodies(void **state) {
    (void)state;
    test_rng rng = test_rng_start("rigid free bodies");
    tact_model *ring = make_ring(TACT_MODEL_PACKED), *plain_ring = make_ring(0), *pair;
    tact_instance parts[2] = {tact_instance_make(plain_ring), tact_instance_make(ring)};
    parts[1].pose.m[11] = 0.6;
    assert_int_equal(tact_model_create_compound(NULL, parts, 2, &pair), TACT_OK);
    tact_model_destroy(plain_ring);
    tact_free_proof *proof;
    assert_int_equal(tact_free_proof_create(NULL, &proof), TACT_OK);
    uint64_t free_count = 0;
    uint64_t tried = test_case_count(200, 10000);
    for (uint64_t i = tried; i > 0; i--) {
        oracle_body x = oracle_body_random(&rng, 1), y = oracle_body_random(&rng, 0.3);
        tact_model *made;
        assert_int_equal(tact_model_create_shape(NULL, &y.shape, &made), TACT_OK);
        tact_moving a = tact_moving_make(i % 2 == 0 ? ring : pair, &x.motion);
        tact_moving b = tact_moving_make(made, &y.motion);
        tact_rigid_result r, plain;
        size_t count;
        assert_int_equal(tact_free_prove(&a, &b, NULL, proof, &r), TACT_OK);
        assert_int_equal(tact_first_contact(&a, &b, NULL, NULL, &plain), TACT_OK);
        if (r.outcome != TACT_OUTCOME_UNDECIDED && plain.outcome != TACT_OUTCOME_UNDECIDED)
            assert_int_equal(r.outcome, plain.outcome);
        const tact_free_interval *found = tact_free_proof_view(proof, &count);
        if (r.outcome == TACT_OUTCOME_APART) {
            assert_true(is_verified(&a, &b, found, count));
            assert_false(is_verified(&a, &b, found, count - 1));
            for (int k = 0; k <= 100; k++)
                assert_int_equal(verdict_at(&a, &b, k / 100.0), TACT_OUTCOME_APART);
            free_count++;
        }
        tact_model_destroy(made);
        oracle_body_free(&x);
        oracle_body_free(&y);
    }
    assert_true(free_count > 0 && free_count * 20 > tried);
    tact_free_proof_destroy(proof);
    tact_model_destroy(pair);
    tact_model_destroy(ring);
}

static void test_bad(void **state) {
    (void)state;
    tact_shape shape = tact_shape_box(1, 1, 1);
    tact_model *box;
    assert_int_equal(tact_model_create_shape(NULL, &shape, &box), TACT_OK);
    tact_rigid_motion rest;
    assert_int_equal(tact_rigid_steady(tact_pose_identity(), zero, zero, zero, &rest), TACT_OK);
    tact_moving a = tact_moving_make(box, &rest);
    tact_free_proof *proof;
    tact_free_verdict verdict;
    tact_rigid_result r;
    size_t count = 7;
    test_allocator memory;
    tact_context *context = test_context_make(&memory);
    assert_int_equal(tact_free_proof_create(context, NULL), TACT_INVALID_ARGUMENT);
    memory.fail_at = memory.calls + 1;
    assert_int_equal(tact_free_proof_create(context, &proof), TACT_OUT_OF_MEMORY);
    assert_int_equal(tact_free_proof_create(context, &proof), TACT_OK);
    assert_null(tact_free_proof_view(proof, &count));
    assert_int_equal(count, 0);
    assert_int_equal(tact_free_prove(&a, &a, NULL, proof, &r), TACT_OK); /* in contact */
    assert_int_equal(r.ending, TACT_RIGID_ENDED_START);
    assert_false(is_verified(&a, &a, NULL, 0));
    tact_moving b = a;
    b.motion.start.m[3] = 5;
    memory.fail_at = memory.calls + 1;
    assert_int_equal(tact_free_prove(&a, &b, NULL, proof, &r), TACT_OUT_OF_MEMORY);
    assert_int_equal(tact_free_prove(&a, &b, NULL, proof, &r), TACT_OK);
    const tact_free_interval *found = tact_free_proof_view(proof, &count);
    assert_true(count == 1 && is_verified(&a, &b, found, count));
    assert_int_equal(tact_free_prove(&a, &b, NULL, NULL, &r), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_free_prove(&a, NULL, NULL, proof, &r), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_free_verify(&a, &b, NULL, NULL, 1, &verdict), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_free_verify(&a, &b, NULL, found, 1, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_free_verify(NULL, &b, NULL, found, 1, &verdict), TACT_INVALID_ARGUMENT);
    tact_free_proof_destroy(proof);
    tact_free_proof_destroy(NULL);
    assert_null(tact_free_proof_view(NULL, NULL));
    tact_context_destroy(context);
    assert_int_equal(memory.live, 0);
    tact_model_destroy(box);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plates), cmocka_unit_test(test_bodies),
                                       cmocka_unit_test(test_bad)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
