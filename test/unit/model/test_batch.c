/* SPDX-License-Identifier: MIT */
/* Batches give the same bits as single calls: with one thread and several, at any stride, with and
 * without poses, pairs, caches and statuses. Their arguments are checked in the order that
 * docs/model.md gives. */
#include "models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INSTANCES 10
#define POSES 7
#define PAIRS 12
#define COUNT (POSES * PAIRS)
#define BYTES 2048 /* of a result and the bytes after it */

typedef struct setting {
    tact_instance instances[INSTANCES];
    tact_pose poses[POSES * INSTANCES];
    uint32_t pairs[PAIRS][2];
    tact_batch batch;
} setting;

/* Shapes only, or all models that support every question together. */
static void setting_make(test_rng *rng, const zoo *z, bool are_shapes, setting *s) {
    for (uint32_t i = 0; i < INSTANCES; i++) {
        uint32_t which;
        do
            which = test_rng_below(rng, are_shapes ? ZOO_BALL_MESH : ZOO_COUNT + 1);
        while (which == ZOO_PLAIN);
        const tact_model *model = which < ZOO_COUNT ? z->model[which] : z->compound;
        s->instances[i] = instance_random(rng, model, 1.5);
    }
    for (uint32_t i = 0; i < POSES * INSTANCES; i++)
        s->poses[i] = pose_random(rng, 1.5);
    for (uint32_t i = 0; i < PAIRS; i++) {
        s->pairs[i][0] = test_rng_below(rng, INSTANCES);
        s->pairs[i][1] = test_rng_below(rng, INSTANCES);
    }
    s->batch = (tact_batch){.instances = s->instances,
                            .poses = s->poses,
                            .pairs = (const uint32_t(*)[2])s->pairs,
                            .instance_count = INSTANCES,
                            .pose_count = POSES,
                            .pair_count = PAIRS};
}

static tact_instance at_pose(const setting *s, uint32_t pose, uint32_t number) {
    tact_instance instance = s->instances[number];
    instance.pose = s->poses[pose * INSTANCES + number];
    return instance;
}

/* A question with a cache, as a single call and as a batch. */
typedef struct asker {
    tact_status (*one)(const tact_instance *, const tact_instance *, const tact_options *,
                       tact_cache *, void *);
    tact_status (*all)(const tact_context *, const tact_batch *, void *);
    size_t bytes;
} asker;

#define WRAP(name)                                                                                 \
    static tact_status one_##name(const tact_instance *a, const tact_instance *b,                  \
                                  const tact_options *options, tact_cache *cache, void *out) {     \
        return tact_##name(a, b, options, cache, out);                                             \
    }                                                                                              \
    static tact_status all_##name(const tact_context *context, const tact_batch *batch,            \
                                  void *out) {                                                     \
        return tact_##name##_batch(context, batch, out);                                           \
    }
WRAP(collide)
WRAP(distance)
WRAP(depth)
WRAP(manifold)
WRAP(gradient)

#define ASKER(name)                                                                                \
    { one_##name, all_##name, sizeof(tact_##name##_result) }
static const asker askers[5] = {ASKER(collide), ASKER(distance), ASKER(depth), ASKER(manifold),
                                ASKER(gradient)};

static void check_asker(const asker *q, const contexts *all, setting *s, bool has_caches) {
    static char expected[COUNT][BYTES], got[COUNT * BYTES], packed[COUNT * BYTES];
    uint64_t words[PAIRS][64];
    tact_cache caches[PAIRS];
    memset(words, 0, sizeof words);
    for (uint32_t i = 0; i < PAIRS; i++)
        caches[i] = (tact_cache){words[i], sizeof words[i]};
    for (uint32_t pose = 0; pose < POSES; pose++)
        for (uint32_t i = 0; i < PAIRS; i++) {
            tact_instance a = at_pose(s, pose, s->pairs[i][0]),
                          b = at_pose(s, pose, s->pairs[i][1]);
            assert_int_equal(
                q->one(&a, &b, NULL, has_caches ? &caches[i] : NULL, expected[pose * PAIRS + i]),
                TACT_OK);
        }
    for (int run = 0; run < 4; run++) {
        memset(words, 0, sizeof words);
        memset(got, 0x5A, sizeof got);
        s->batch.caches = has_caches ? caches : NULL;
        s->batch.result_stride = run % 2 == 0 ? 0 : BYTES;
        size_t stride = run % 2 == 0 ? q->bytes : BYTES;
        const tact_context *context = run < 2 ? all->alone[0] : all->pooled[0];
        assert_int_equal(q->all(context, &s->batch, got), TACT_OK);
        for (uint32_t i = 0; i < COUNT; i++) {
            assert_memory_equal(got + i * stride, expected[i], q->bytes);
            if (run % 2 == 1)
                assert_int_equal(got[i * stride + q->bytes], 0x5A);
        }
        if (run == 0)
            memcpy(packed, got, COUNT * q->bytes);
        else if (run == 2)
            assert_memory_equal(packed, got, COUNT * q->bytes);
    }
    s->batch.caches = NULL;
    s->batch.result_stride = 0;
}

static void test_pairs(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model batch");
    contexts all;
    contexts_make(&all);
    for (uint64_t i = test_case_count(40, 4000); i > 0; i--) {
        setting s;
        for (int k = 0; k < 5; k++) {
            setting_make(&rng, z, k >= 2 || i % 2 == 0, &s);
            check_asker(&askers[k], &all, &s, i % 4 < 2);
        }
    }
    contexts_free(&all);
}

/* Without poses and pairs: 0 1, 2 3, ... at their own poses. */
static void test_defaults(void **state) {
    test_rng rng = test_rng_start("model batch defaults");
    setting s;
    setting_make(&rng, *state, false, &s);
    s.batch.poses = NULL;
    s.batch.pairs = NULL;
    s.batch.pose_count = 1;
    s.batch.pair_count = INSTANCES / 2;
    tact_collide_result got[INSTANCES / 2], one;
    assert_int_equal(tact_collide_batch(NULL, &s.batch, got), TACT_OK);
    for (uint32_t i = 0; i < INSTANCES / 2; i++) {
        assert_int_equal(
            tact_collide(&s.instances[2 * i], &s.instances[2 * i + 1], NULL, NULL, &one), TACT_OK);
        assert_memory_equal(&got[i], &one, sizeof one);
    }
}

/* Without pairs or poses nothing else is read. */
static void test_empty(void **state) {
    const zoo *z = *state;
    tact_options wrong = {.size = 8};
    uint64_t words[16] = {0};
    tact_cache cache = {words, sizeof words};
    tact_batch batch = {.pose_count = 1, .options = &wrong, .caches = &cache};
    assert_int_equal(tact_collide_batch(NULL, &batch, NULL), TACT_OK);
    batch.pair_count = 1;
    batch.pose_count = 0;
    assert_int_equal(tact_collide_batch(NULL, &batch, NULL), TACT_OK);
    assert_int_equal(tact_collide_batch(NULL, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_raycast_batch(NULL, NULL, NULL, 0, NULL, NULL), TACT_OK);
    tact_instance instance = tact_instance_make(z->model[ZOO_TORUS]);
    assert_int_equal(tact_raycast_batch(NULL, &instance, NULL, 0, &wrong, NULL),
                     TACT_INVALID_ARGUMENT);
}

/* A batch that is refused as a whole asks no question. */
static void test_refused(void **state) {
    const zoo *z = *state;
    tact_instance pair[2] = {tact_instance_make(z->model[ZOO_TORUS]),
                             tact_instance_make(z->model[ZOO_BLOCK])};
    tact_collide_result got, untouched;
    memset(&got, 0x5A, sizeof got);
    untouched = got;
    uint8_t status = 99;
    tact_error error = {.text = ""};
    tact_options options = tact_options_default();
    options.error = &error;
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    const tact_batch right = {.instances = pair,
                              .instance_count = 2,
                              .pose_count = 1,
                              .pair_count = 1,
                              .options = &options,
                              .statuses = &status};
    for (int wrong = 0; wrong < 5; wrong++) {
        tact_batch batch = right;
        error.text[0] = 0;
        options.proof = wrong == 3 ? proof : NULL;
        options.size = wrong == 4 ? 8 : sizeof options;
        batch.instances = wrong == 0 ? NULL : pair;
        batch.pose_count = wrong == 1 ? 2 : 1;
        assert_int_equal(tact_collide_batch(NULL, &batch, wrong == 2 ? NULL : &got),
                         TACT_INVALID_ARGUMENT);
        assert_int_equal(error.text[0] != 0, wrong != 4);
        assert_memory_equal(&got, &untouched, sizeof got);
        assert_int_equal(status, 99);
    }
    options = tact_options_default();
    options.limit = -1; /* the value of an option is checked per question */
    assert_int_equal(tact_collide_batch(NULL, &right, &got), TACT_OK);
    assert_int_equal(status, TACT_INVALID_ARGUMENT);
    options = tact_options_default();
    options.proof = proof;
    tact_ray ray = {{-4, 0, 0}, {1, 0, 0}};
    tact_raycast_result hit;
    assert_int_equal(tact_raycast_batch(NULL, &pair[0], &ray, 1, &options, &hit), TACT_UNSUPPORTED);
    tact_proof_destroy(proof);
}

static void test_statuses(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model batch statuses");
    setting s;
    setting_make(&rng, z, true, &s);
    s.pairs[3][0] = INSTANCES;
    s.instances[s.pairs[5][0] % INSTANCES].flags = 2;
    uint32_t bad = s.pairs[5][0];
    tact_options options = tact_options_default();
    tact_error error = {.text = ""};
    options.error = &error;
    s.batch.options = &options;
    static tact_distance_result got[COUNT], one;
    uint8_t statuses[COUNT];
    memset(got, 0x5A, sizeof got);
    s.batch.statuses = statuses;
    assert_int_equal(tact_distance_batch(NULL, &s.batch, got), TACT_OK);
    uint32_t first = COUNT;
    for (uint32_t i = COUNT; i-- > 0;) {
        const uint32_t *pair = s.pairs[i % PAIRS];
        bool is_bad = pair[0] >= INSTANCES || pair[0] == bad || pair[1] == bad;
        assert_int_equal(statuses[i], is_bad ? TACT_INVALID_ARGUMENT : TACT_OK);
        if (is_bad) {
            first = i;
            assert_int_equal(((const unsigned char *)&got[i])[0], 0x5A);
            continue;
        }
        tact_instance a = at_pose(&s, i / PAIRS, pair[0]), b = at_pose(&s, i / PAIRS, pair[1]);
        assert_int_equal(tact_distance(&a, &b, NULL, NULL, &one), TACT_OK);
        assert_memory_equal(&got[i], &one, sizeof one);
    }
    s.batch.statuses = NULL;
    assert_int_equal(tact_distance_batch(NULL, &s.batch, got), TACT_INVALID_ARGUMENT);
    assert_int_equal(error.index, first);
    char wanted[64];
    snprintf(wanted, sizeof wanted, "question %u of the batch: pair %u at pose %u: ", first,
             first % PAIRS, first / PAIRS);
    assert_int_equal(strncmp(error.text, wanted, strlen(wanted)), 0);
}

/* The error of a batch names the pair, the pose and the reason. */
static void test_reasons(void **state) {
    const zoo *z = *state;
    tact_instance instances[4];
    tact_pose poses[12];
    tact_distance_result got[6];
    for (int i = 0; i < 4; i++)
        instances[i] = tact_instance_make(z->model[i % 2 == 0 ? ZOO_BLOCK : ZOO_TORUS]);
    for (int i = 0; i < 12; i++)
        poses[i] = tact_pose_identity();
    tact_options options = tact_options_default();
    tact_error error = {.text = ""};
    options.error = &error;
    tact_batch batch = {.instances = instances,
                        .poses = poses,
                        .instance_count = 4,
                        .pose_count = 3,
                        .pair_count = 2,
                        .options = &options};
    poses[11].m[3] = 0x1p600; /* the second instance of pair 1 at pose 2 */
    assert_int_equal(tact_distance_batch(NULL, &batch, got), TACT_INVALID_POSE);
    assert_int_equal(error.index, 5);
    assert_string_equal(error.text,
                        "question 5 of the batch: pair 1 at pose 2: instance b: a placed "
                        "coordinate or a radius exceeds the supported range, 2^500");
    poses[8].m[0] = 2; /* the first instance of pair 0 at pose 2 */
    assert_int_equal(tact_distance_batch(NULL, &batch, got), TACT_INVALID_POSE);
    assert_int_equal(error.index, 4);
    assert_non_null(strstr(error.text, "pair 0 at pose 2: instance a: column 0"));
    const uint32_t pairs[2][2] = {{0, 1}, {2, 9}};
    batch.pairs = pairs;
    assert_int_equal(tact_distance_batch(NULL, &batch, got), TACT_INVALID_ARGUMENT);
    assert_string_equal(error.text, "question 1 of the batch: pair 1 at pose 0: there is no "
                                    "instance 9, only 4");
}

static void test_lists(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model batch lists");
    contexts all;
    contexts_make(&all);
    setting s;
    setting_make(&rng, z, false, &s);
    tact_contact_list *lists[COUNT], *single;
    static tact_contacts_result got[COUNT], one;
    assert_int_equal(tact_contact_list_create(NULL, &single), TACT_OK);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(tact_contact_list_create(NULL, &lists[i]), TACT_OK);
    for (int run = 0; run < 2; run++) {
        const tact_context *context = run == 0 ? all.alone[0] : all.pooled[0];
        assert_int_equal(tact_contacts_batch(context, &s.batch, lists, got), TACT_OK);
        for (uint32_t i = 0; i < COUNT; i++) {
            const uint32_t *pair = s.pairs[i % PAIRS];
            tact_instance a = at_pose(&s, i / PAIRS, pair[0]), b = at_pose(&s, i / PAIRS, pair[1]);
            assert_int_equal(tact_contacts(&a, &b, NULL, single, &one), TACT_OK);
            assert_memory_equal(&got[i], &one, sizeof one);
            tact_contact_view view = tact_contact_list_view(lists[i]);
            tact_contact_view want = tact_contact_list_view(single);
            assert_int_equal(view.count, want.count);
            for (uint32_t k = 0; k < 2 * want.count; k++)
                assert_int_equal(view.pairs[k], want.pairs[k]);
        }
    }
    for (uint32_t i = 0; i < COUNT; i++)
        tact_contact_list_destroy(lists[i]);
    tact_contact_list_destroy(single);
    contexts_free(&all);
}

/* ---- Rays and points ---------------------------------------------------------------------- */

#define RAYS 300

static void test_rays_and_points(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model batch rays");
    contexts all;
    contexts_make(&all);
    /* Other rays and points lie before those of the batch, which would be a wrong answer. */
    static tact_ray ray_room[2 * RAYS], *const rays = ray_room + RAYS;
    static tact_vec3 point_room[2 * RAYS], *const points = point_room + RAYS;
    static tact_raycast_result hits[RAYS], hit;
    static tact_nearest_result nearest[RAYS], near;
    static tact_inside_result insides[RAYS], inside;
    for (uint32_t i = 0; i < 2 * RAYS; i++) {
        point_room[i] = vec3_random(&rng, 2);
        ray_room[i] = (tact_ray){point_room[i], vec3_random(&rng, 1)};
    }
    for (uint32_t which = 0; which <= ZOO_COUNT; which++) {
        if (which == ZOO_PLAIN)
            continue;
        const tact_model *model = which < ZOO_COUNT ? z->model[which] : z->compound;
        tact_instance instance = instance_random(&rng, model, 0.5);
        for (int run = 0; run < 2; run++) {
            const tact_context *context = run == 0 ? all.alone[0] : all.pooled[0];
            assert_int_equal(tact_raycast_batch(context, &instance, rays, RAYS, NULL, hits),
                             TACT_OK);
            assert_int_equal(tact_nearest_batch(context, &instance, points, RAYS, NULL, nearest),
                             TACT_OK);
            assert_int_equal(tact_inside_batch(context, &instance, points, RAYS, NULL, insides),
                             TACT_OK);
            for (uint32_t i = 0; i < RAYS; i++) {
                assert_int_equal(tact_raycast(&instance, rays[i], NULL, &hit), TACT_OK);
                assert_memory_equal(&hits[i], &hit, sizeof hit);
                assert_int_equal(tact_nearest(&instance, points[i], NULL, &near), TACT_OK);
                assert_memory_equal(&nearest[i], &near, sizeof near);
                assert_int_equal(tact_inside(&instance, points[i], NULL, &inside), TACT_OK);
                assert_memory_equal(&insides[i], &inside, sizeof inside);
            }
        }
    }
    tact_options options = tact_options_default();
    tact_error error = {.text = ""};
    options.error = &error;
    tact_instance instance = tact_instance_make(z->model[ZOO_TORUS]);
    points[77].x = points[200].y = HUGE_VAL;
    assert_int_equal(tact_nearest_batch(NULL, &instance, points, RAYS, &options, nearest),
                     TACT_NOT_FINITE);
    assert_int_equal(error.index, 77);
    contexts_free(&all);
}

static void test_self(void **state) {
    const zoo *z = *state;
    const tact_model *models[3] = {z->model[ZOO_OPEN], z->model[ZOO_TORUS], z->model[ZOO_BLOCK]};
    tact_contacts_result got[3], one;
    assert_int_equal(tact_self_batch(NULL, models, 3, NULL, NULL, got), TACT_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tact_self(models[i], NULL, NULL, &one), TACT_OK);
        assert_memory_equal(&got[i], &one, sizeof one);
    }
    assert_int_equal(got[0].outcome, TACT_OUTCOME_CONTACT);
    assert_int_equal(got[1].outcome, TACT_OUTCOME_APART);
    models[1] = z->model[0];
    assert_int_equal(tact_self_batch(NULL, models, 3, NULL, NULL, got), TACT_UNSUPPORTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),           cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_empty),           cmocka_unit_test(test_refused),
        cmocka_unit_test(test_statuses),        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_rays_and_points), cmocka_unit_test(test_self),
        cmocka_unit_test(test_reasons),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
