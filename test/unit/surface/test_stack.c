/* SPDX-License-Identifier: MIT */
/* How much stack queries take, and that the threads of a pool have it. A thread whose stack was
 * painted before asks every question about soups of all sizes. The stack was used as far as the
 * paint is gone. Then a pool answers on a system whose threads start with 128 KiB, as with musl. */
#define _GNU_SOURCE /* pthread_setattr_default_np */
#include "bodies.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "painted.h"
#include "scenes.h"
#include "bvh/bvh.h"
#include "relation/classify.h"
#include "curve/curves.h"
#include "inside/interiors.h"
#include "surface/surface.h"
#include "contacts/contacts.h"
#include "probe/points.h"
#include "contacts/self_contacts.h"

#define SMALL_STACK ((size_t)128 << 10)

/* docs/surface.md tells callers to give threads 96 KiB. The stack that a pool gives its threads,
 * 1 MiB, must be enough in every build. */
#define STACK_LIMIT (PAINTED_IS_PLAIN ? (size_t)96 << 10 : (size_t)1 << 20)

static bool visit(void *user, uint32_t a, uint32_t b) {
    (void)user, (void)a, (void)b;
    return true;
}

/* ---- Painted stack ------------------------------------------------------------------------ */

/* One pair of soups, and the answers about it. */
typedef struct questions {
    tacti_placed a, b;
    tacti_interior *interior_a, *interior_b;
    tact_contact_list *list;
    tact_curve_set *curves;
    bool all_served;
} questions;

static void ask_all(void *data) {
    questions *q = data;
    tacti_mesh_collision collision;
    tacti_mesh_distance_answer separation;
    tacti_contact_summary summary;
    tact_curve_summary curves;
    tacti_mesh_hit hit;
    tacti_nearest nearest;
    tact_outcome outcome;
    tacti_classification relation;
    tact_ray ray = {{q->a.pose.m[3], q->a.pose.m[7], q->a.pose.m[11]}, {0.6, 0.5, 0.1}};
    tacti_filled filled_a = {q->interior_a, q->a.pose}, filled_b = {q->interior_b, q->b.pose};
    bool served = tacti_mesh_collide(&q->a, &q->b, NULL, NULL, &collision) == TACT_OK;
    served &= tacti_mesh_contacts_visit(&q->a, &q->b, NULL, visit, NULL, &summary) == TACT_OK;
    served &= tacti_mesh_contacts_fill(&q->a, &q->b, NULL, TACT_CONTACT_GEOMETRY, q->list,
                                       &summary) == TACT_OK;
    served &= tacti_mesh_distance(&q->a, &q->b, NULL, NULL, &separation) == TACT_OK;
    served &=
        tacti_mesh_within(&q->a, &q->b, separation.distance, NULL, NULL, &outcome, NULL) == TACT_OK;
    served &= tacti_mesh_lower_bound(&q->a, &q->b, NULL, NULL, &separation) == TACT_OK;
    served &= tacti_curve_set_fill(&q->a, &q->b, NULL, q->curves, &curves) == TACT_OK;
    served &= tacti_self_visit(q->a.bvh, NULL, visit, NULL, &summary) == TACT_OK;
    served &= tacti_ray_first(&q->a, ray, HUGE_VAL, NULL, &hit) == TACT_OK;
    served &= tacti_closest_point(&q->a, ray.origin, HUGE_VAL, NULL, &nearest) == TACT_OK;
    served &= tacti_mesh_classify(NULL, &filled_a, &filled_b, NULL, &relation) == TACT_OK;
    q->all_served = served;
}

static questions questions_make(const body *a, tact_pose pose_a, const body *b, tact_pose pose_b) {
    questions q = {.a = {a->bvh, pose_a}, .b = {b->bvh, pose_b}};
    assert_int_equal(tacti_interior_create(NULL, a->bvh, &q.interior_a), TACT_OK);
    assert_int_equal(tacti_interior_create(NULL, b->bvh, &q.interior_b), TACT_OK);
    assert_int_equal(tact_contact_list_create(NULL, &q.list), TACT_OK);
    assert_int_equal(tact_curve_set_create(NULL, &q.curves), TACT_OK);
    return q;
}

static void questions_free(questions *q) {
    tact_curve_set_destroy(q->curves);
    tact_contact_list_destroy(q->list);
    tacti_interior_destroy(q->interior_b);
    tacti_interior_destroy(q->interior_a);
}

static void test_stack_of_queries(void **state) {
    (void)state;
    static const int exponents[] = {-1000, -480, -40, 0, 40, 480};
    test_rng rng = test_rng_start("stack_of_queries");
    uint64_t count = test_case_count(400, 20000);
    painted_stack stack = painted_make();
    size_t deepest = 0;
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = i % 2 == 0 ? soup_pair_sized(&rng, exponents, 6, 4)
                                    : soup_pair_nearly_touching(&rng, true);
        tacti_bvh_desc desc = tacti_bvh_desc_default();
        desc.solid = true;
        body a = body_make(NULL, &pair.a, &desc), b = body_make(NULL, &pair.b, &desc);
        questions q = questions_make(&a, pair.pose_a, &b, pair.pose_b);
        size_t used = painted_run(&stack, ask_all, &q);
        assert_true(q.all_served);
        deepest = used > deepest ? used : deepest;
        questions_free(&q);
        body_free(&a);
        body_free(&b);
        soup_pair_free(&pair);
    }
    painted_free(&stack);
    printf("deepest stack: %zu KiB of %zu\n", deepest >> 10, STACK_LIMIT >> 10);
    assert_true(deepest <= STACK_LIMIT);
}

/* ---- Pool --------------------------------------------------------------------------------- */

static void set_default_stack(size_t bytes) {
    pthread_attr_t attributes;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, bytes), 0);
    assert_int_equal(pthread_setattr_default_np(&attributes), 0);
    pthread_attr_destroy(&attributes);
}

/* Each worker reports how large its stack is. Tasks are small, so that a thread other than the
 * caller certainly takes part. */
static void note_stack(void *data, uint32_t index, uint32_t worker) {
    (void)index;
    size_t *least = data;
    pthread_attr_t attributes;
    size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstacksize(&attributes, &bytes);
        pthread_attr_destroy(&attributes);
    }
    if (worker > 0 && bytes < least[worker])
        least[worker] = bytes;
}

/* Distances of two meshes of spheres on the threads of a pool. */
static void test_pool_on_small_stacks(void **state) {
    (void)state;
    enum { PAIRS = 2000, WORKERS = 4 };
    test_rng rng = test_rng_start("pool_on_small_stacks");
    set_default_stack(SMALL_STACK);
    tact_pool *pool = NULL;
    tact_context *context = NULL;
    tact_context_desc desc = tact_context_desc_default();
    assert_int_equal(tact_pool_create(NULL, WORKERS, &pool), TACT_OK);
    desc.executor = tact_pool_executor(pool);
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    size_t least[WORKERS];
    for (uint32_t i = 0; i < WORKERS; i++)
        least[i] = SIZE_MAX;
    tact_context_run(context, 100000, note_stack, least);
    for (uint32_t i = 0; i < WORKERS; i++)
        assert_true(least[i] >= (size_t)1 << 20);

    tact_mesh *mesh = NULL;
    tact_model *model = NULL;
    assert_int_equal(tact_mesh_create_icosphere(context, 1, 8, &mesh), TACT_OK);
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    assert_int_equal(tact_model_create_mesh(context, &arrays, NULL, NULL, &model), TACT_OK);
    tact_instance *instances = calloc(2 * PAIRS, sizeof *instances);
    tact_distance_result *results = calloc(PAIRS, sizeof *results);
    assert_true(instances != NULL && results != NULL);
    for (int i = 0; i < 2 * PAIRS; i++) {
        instances[i] = tact_instance_make(model);
        instances[i].pose = pose_random(&rng, 0.1);
        instances[i].pose.m[3] += i % 2 == 0 ? 0 : 3;
    }
    tact_batch batch = {
        .instances = instances, .instance_count = 2 * PAIRS, .pose_count = 1, .pair_count = PAIRS};
    assert_int_equal(tact_distance_batch(context, &batch, results), TACT_OK);
    /* The same pairs on this thread give the same bits. */
    for (int i = 0; i < PAIRS; i += 100) {
        tact_distance_result alone;
        assert_int_equal(
            tact_distance(&instances[2 * i], &instances[2 * i + 1], NULL, NULL, &alone), TACT_OK);
        test_assert_same_bits(results[i].distance, alone.distance);
    }
    free(instances);
    free(results);
    tact_model_destroy(model);
    tact_mesh_destroy(mesh);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stack_of_queries),
        cmocka_unit_test(test_pool_on_small_stacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
