/* SPDX-License-Identifier: MIT */
/* A world after some seconds of fixed steps: its hash depends neither on how the time was cut into
 * frames, nor on threads, nor on the SIMD level of the world and its models. */
#include <string.h>

#include "../model/models.h"

#define COUNT 40
#define STEP 8333333u
#define SECONDS 2

/* How a world is run. */
typedef struct way {
    uint32_t workers;
    tact_simd_level level;
    uint32_t rate; /* frames per second; 0 for frames of any length */
} way;

static tact_model *make_model(const tact_context *context, uint32_t kind) {
    tact_model *model = NULL;
    tact_shape shape = kind == 0 ? tact_shape_box(0.3, 0.2, 0.4) : tact_shape_capsule(0.3, 0.2);
    if (kind < 2) {
        assert_int_equal(tact_model_create_shape(context, &shape, &model), TACT_OK);
        return model;
    }
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_torus(context, 0.35, 0.15, 16, 10, &mesh), TACT_OK);
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    assert_int_equal(tact_model_create_mesh(context, &arrays, NULL, NULL, &model), TACT_OK);
    tact_mesh_destroy(mesh);
    return model;
}

/* Shapes collide, meshes list their contacts, and both are measured from each other. */
static tact_world *make_world(const tact_context *context, test_rng rng, tact_model *models[3]) {
    tact_world *world;
    assert_int_equal(tact_world_create(context, &world), TACT_OK);
    for (uint32_t kind = 0; kind < 3; kind++)
        models[kind] = make_model(context, kind);
    tact_interest interest = tact_interest_default();
    interest.question = TACT_QUESTION_MANIFOLD;
    interest.radius = 0.01;
    interest.remember = TACT_CACHE_DEPTH_BYTES;
    interest.flags = TACT_INTEREST_DEADLINE;
    assert_int_equal(tact_world_set_interest(world, 0, 0, &interest), TACT_OK);
    interest = tact_interest_default();
    interest.question = TACT_QUESTION_CONTACTS;
    assert_int_equal(tact_world_set_interest(world, 1, 1, &interest), TACT_OK);
    interest.question = TACT_QUESTION_DISTANCE;
    interest.radius = 0.05;
    assert_int_equal(tact_world_set_interest(world, 0, 1, &interest), TACT_OK);
    for (uint32_t i = 0; i < COUNT; i++) {
        tact_object object = tact_object_make(models[i % 3]);
        tact_object_id id;
        object.group = i % 3 == 2;
        object.instance.pose = instance_random(&rng, models[i % 3], 1.5).pose;
        object.velocity = vec3_random(&rng, 0.3);
        object.spin = vec3_random(&rng, 2);
        object.flags = i % 5 == 0 ? TACT_OBJECT_CONTINUOUS : 0;
        assert_int_equal(tact_world_add(world, &object, 1, NULL, &id), TACT_OK);
    }
    return world;
}

/* The length of the next frame in nanoseconds, and at last what is left. */
static uint64_t next_frame(test_rng *rng, uint32_t rate, uint64_t left) {
    uint64_t frame = rate == 0 ? test_rng_below(rng, 60000000) : 1000000000 / rate;
    return frame < left ? frame : left;
}

static uint64_t play(way w, test_rng scene, test_rng *frames) {
    tact_context_desc desc = tact_context_desc_default();
    tact_pool *pool = NULL;
    tact_context *context;
    tact_model *models[3];
    if (w.workers > 1) {
        assert_int_equal(tact_pool_create(NULL, w.workers, &pool), TACT_OK);
        desc.executor = tact_pool_executor(pool);
    }
    desc.simd_level = w.level;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    tact_world *world = make_world(context, scene, models);
    tact_clock clock = tact_clock_make(STEP, 1000);
    uint64_t sum = 0;
    for (uint64_t left = SECONDS * UINT64_C(1000000000); left > 0;) {
        uint64_t frame = next_frame(frames, w.rate, left);
        left -= frame;
        for (uint32_t n = tact_clock_advance(&clock, frame); n > 0; n--) {
            assert_int_equal(tact_world_step(world, STEP * 1e-9, NULL, NULL), TACT_OK);
            sum = 31 * sum + tact_world_hash(world);
        }
    }
    assert_int_equal(clock.steps, SECONDS * UINT64_C(1000000000) / STEP);
    assert_int_equal(clock.dropped, 0);
    tact_world_destroy(world);
    for (int kind = 0; kind < 3; kind++)
        tact_model_destroy(models[kind]);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
    return sum;
}

static void test_same_hash(void **state) {
    (void)state;
    const tact_simd_level best = tact_simd_level_best();
    const way ways[] = {{1, best, 60},
                        {3, best, 24},
                        {2, TACT_SIMD_BASELINE, 144},
                        {1, TACT_SIMD_AVX2, 0},
                        {4, TACT_SIMD_BASELINE, 7}};
    test_rng frames = test_rng_start("world_rates");
    for (uint64_t round = test_case_count(4, 100); round-- > 0;) {
        test_rng scene = frames;
        uint64_t expected = 0;
        (void)test_rng_below(&frames, 2);
        for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
            uint64_t sum = play(ways[i], scene, &frames);
            expected = i == 0 ? sum : expected;
            assert_int_equal(sum, expected);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_hash)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
