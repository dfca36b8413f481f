/* SPDX-License-Identifier: MIT */
/* Every allocation of a world fails once. A call that lacks memory changes nothing, and succeeds
 * when it is made again. */
#include "../model/models.h"

#define COUNT 12

/* A crowd with all questions, in a world whose memory may fail. */
typedef struct scene {
    const zoo *z;
    test_allocator memory;
    tact_context *context;
    tact_world *world;
    tact_object_id ids[COUNT];
    uint64_t failures;
    uint64_t fail_at;
} scene;

/* Makes a call; if it lacks memory, makes it again. */
#define TRY(s, call)                                                                               \
    do {                                                                                           \
        tact_status tried_ = (call);                                                               \
        if (tried_ == TACT_OUT_OF_MEMORY) {                                                        \
            (s)->failures++;                                                                       \
            tried_ = (call);                                                                       \
        }                                                                                          \
        assert_int_equal(tried_, TACT_OK);                                                         \
    } while (0)

static void step(scene *s) {
    uint64_t before = tact_world_hash(s->world);
    tact_error error;
    tact_status status = tact_world_step(s->world, 0.05, &error, NULL);
    if (status == TACT_OUT_OF_MEMORY) {
        s->failures++;
        assert_int_equal(tact_world_hash(s->world), before);
        status = tact_world_step(s->world, 0.05, &error, NULL);
    }
    assert_int_equal(status, TACT_OK);
}

static void set_interests(scene *s) {
    static const tact_question questions[3] = {TACT_QUESTION_CONTACTS, TACT_QUESTION_MANIFOLD,
                                               TACT_QUESTION_DISTANCE};
    for (uint32_t g = 0; g < 3; g++) {
        tact_interest interest = tact_interest_default();
        interest.question = questions[g];
        interest.radius = g == 0 ? 0 : 0.25;
        interest.remember = g == 1 ? TACT_CACHE_DEPTH_BYTES : TACT_CACHE_BYTES;
        TRY(s, tact_world_set_interest(s->world, g, g, &interest));
    }
    tact_interest depth = tact_interest_default();
    depth.question = TACT_QUESTION_DEPTH;
    TRY(s, tact_world_set_pair_interest(s->world, s->ids[1], s->ids[4], &depth));
}

/* Plays a scene and returns its hash. */
static uint64_t run(scene *s) {
    tact_object objects[COUNT];
    for (int i = 0; i < COUNT; i++) {
        uint32_t group = (uint32_t)i % 3;
        objects[i] = tact_object_make(s->z->model[group == 0 ? ZOO_BALL_MESH : i % 5]);
        objects[i].instance.pose.m[3] = 0.4 * i;
        objects[i].velocity.x = 0.3 * (i % 4);
        objects[i].group = group;
    }
    TRY(s, tact_world_add(s->world, objects, COUNT, NULL, s->ids));
    set_interests(s);
    uint64_t sum = 0;
    for (int i = 0; i < 4; i++) {
        step(s);
        sum ^= tact_world_hash(s->world) + (uint64_t)i;
    }
    assert_int_equal(tact_world_remove(s->world, &s->ids[3], 1, NULL), TACT_OK);
    TRY(s, tact_world_prepare(s->world));
    uint32_t count;
    tact_box all = {{-9, -9, -9}, {9, 9, 9}};
    TRY(s, tact_world_find_box(s->world, all, TACT_GROUPS_ALL, NULL, 0, &count));
    assert_int_equal(count, COUNT - 1);
    TRY(s, tact_world_find_touching(s->world, &objects[0].instance, TACT_GROUPS_ALL, NULL, NULL, 0,
                                    &count));
    tact_vec3 way = {1, 0, 0};
    TRY(s, tact_world_cast_all(s->world, &objects[0].instance, way, TACT_GROUPS_ALL, NULL, NULL, 0,
                               &count));
    step(s);
    return sum ^ tact_world_hash(s->world);
}

static void test_every_allocation_fails(void **state) {
    uint64_t expected = 0, needed = 1;
    for (uint64_t fail = 0; fail <= needed; fail++) {
        scene s = {.z = *state};
        s.context = test_context_make(&s.memory);
        uint64_t live = s.memory.live, calls = s.memory.calls;
        s.memory.fail_at = fail == 0 ? 0 : calls + fail;
        TRY(&s, tact_world_create(s.context, &s.world));
        uint64_t hash = run(&s);
        if (fail == 0) {
            expected = hash;
            needed = s.memory.calls - calls;
            assert_true(needed > 10);
        } else {
            assert_int_equal(s.failures, 1);
        }
        assert_int_equal(hash, expected);
        tact_world_destroy(s.world);
        assert_int_equal(s.memory.live, live);
        tact_context_destroy(s.context);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_allocation_fails)};
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
