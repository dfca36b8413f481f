/* SPDX-License-Identifier: MIT */
/* Casts into a world, compared with a cast at every object. */
#include <math.h>
#include <string.h>

#include "../model/models.h"
#include "world/world.h"

#define OBJECTS 60

typedef struct scene {
    tact_world *world;
    tact_object objects[OBJECTS];
    tact_object_id ids[OBJECTS];
} scene;

/* Objects of all kinds but half-spaces, some of them filled. */
static void make_scene(const zoo *z, test_rng *rng, scene *s) {
    assert_int_equal(tact_world_create(NULL, &s->world), TACT_OK);
    for (int i = 0; i < OBJECTS; i++) {
        uint32_t kind = test_rng_below(rng, ZOO_COUNT);
        bool is_solid = kind != TACT_SHAPE_HALF_SPACE;
        s->objects[i] = tact_object_make(z->model[is_solid ? kind : TACT_SHAPE_BOX]);
        s->objects[i].instance = instance_random(rng, s->objects[i].instance.model, 8);
        s->objects[i].group = test_rng_below(rng, 3);
        if (kind >= ZOO_BALL_MESH) /* filled meshes and open ones make no pairs */
            s->objects[i].instance.flags = 0;
    }
    assert_int_equal(tact_world_add(s->world, s->objects, OBJECTS, NULL, s->ids), TACT_OK);
    assert_int_equal(tact_world_step(s->world, 0, NULL, NULL), TACT_OK);
}

static tact_rigid_options random_options(test_rng *rng) {
    tact_rigid_options options = tact_rigid_options_default();
    options.precision = 1e-6;
    if (test_rng_below(rng, 3) == 0)
        options.separation = test_rng_between(rng, 0, 0.5);
    if (test_rng_below(rng, 3) == 0) {
        options.start = test_rng_between(rng, -1, 0.5);
        options.limit = options.start + test_rng_between(rng, 0, 1);
    }
    return options;
}

/* Every object by itself: contacts must be there, and only what may be met may be there. Returns
 * the least time at which something is certainly met. */
static double check_hits(const scene *s, const tact_instance *moving, tact_vec3 way,
                         uint64_t groups, const tact_rigid_options *options,
                         const tact_world_cast_hit *hits, uint32_t count) {
    uint32_t found = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < OBJECTS; i++) {
        tact_rigid_result alone;
        const tact_world_cast_hit *hit = NULL;
        for (uint32_t k = 0; k < count; k++)
            if (hits[k].id.slot == s->ids[i].slot)
                hit = &hits[k];
        bool is_asked = (groups >> s->objects[i].group & 1) != 0;
        assert_true(hit == NULL || is_asked);
        if (!is_asked)
            continue;
        assert_int_equal(tact_cast(moving, way, &s->objects[i].instance, options, NULL, &alone),
                         TACT_OK);
        assert_true(hit != NULL || alone.outcome != TACT_OUTCOME_CONTACT);
        if (hit == NULL)
            continue;
        found++;
        assert_true(alone.outcome != TACT_OUTCOME_APART);
        assert_true(memcmp(&alone, &hit->result, sizeof alone) == 0);
        assert_true(alone.lower <= hit->time && hit->time <= alone.upper);
        if (alone.outcome == TACT_OUTCOME_CONTACT)
            least = fmin(least, alone.upper);
    }
    assert_int_equal(found, count);
    return least;
}

static void check_cast(const zoo *z, test_rng *rng, const scene *s, uint64_t *met) {
    uint32_t kind = test_rng_below(rng, 10);
    tact_instance moving = instance_random(rng, z->model[kind], 8);
    if (kind == ZOO_BALL_MESH)
        moving.flags = 0;
    tact_vec3 way = vec3_random(rng, 10);
    if (kind == TACT_SHAPE_HALF_SPACE)
        moving.pose.m[11] -= 10;
    tact_rigid_options options = random_options(rng);
    uint64_t groups = test_rng_below(rng, 2) == 0 ? TACT_GROUPS_ALL : 5;
    tact_world_cast_hit hits[OBJECTS], few[3], first;
    uint32_t count = 0, again = 0;
    assert_int_equal(
        tact_world_cast_all(s->world, &moving, way, groups, &options, hits, OBJECTS, &count),
        TACT_OK);
    double least = check_hits(s, &moving, way, groups, &options, hits, count);
    for (uint32_t k = 1; k < count; k++)
        assert_true(hits[k - 1].time < hits[k].time ||
                    (hits[k - 1].time == hits[k].time && hits[k - 1].id.slot < hits[k].id.slot));
    assert_int_equal(tact_world_cast(s->world, &moving, way, groups, &options, &first), TACT_OK);
    assert_int_equal(first.id.generation != 0, count > 0);
    assert_true(first.time <= least);
    if (count > 0)
        assert_memory_equal(&first, &hits[0], sizeof first);
    assert_int_equal(tact_world_cast_all(s->world, &moving, way, groups, &options, few, 3, &again),
                     TACT_OK);
    assert_int_equal(again, count);
    for (uint32_t k = 0; k < count && k < 3; k++)
        assert_memory_equal(&few[k], &hits[k], sizeof few[k]);
    *met += count;
}

static void test_all_objects(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("world_cast");
    uint64_t met = 0;
    for (uint64_t round = test_case_count(8, 800); round > 0; round--) {
        scene s;
        make_scene(z, &rng, &s);
        for (int i = 0; i < 12; i++) {
            if (i == 6)
                assert_int_equal(tact_world_prepare(s.world), TACT_OK);
            check_cast(z, &rng, &s, &met);
        }
        tact_world_destroy(s.world);
    }
    assert_true(met > 0);
}

/* The same bits before and after the world was prepared, at ties too: boxes side by side. */
static void test_ties(void **state) {
    (void)state;
    tact_world *world;
    tact_model *box = model_of_shape(tact_shape_box(0.5, 0.5, 0.5));
    tact_object objects[OBJECTS];
    tact_object_id ids[OBJECTS];
    assert_int_equal(tact_world_create(NULL, &world), TACT_OK);
    for (int i = 0; i < OBJECTS; i++) {
        objects[i] = tact_object_make(box);
        objects[i].instance.pose.m[3] = 4;
        objects[i].instance.pose.m[7] = i - OBJECTS / 2;
    }
    assert_int_equal(tact_world_add(world, objects, OBJECTS, NULL, ids), TACT_OK);
    assert_int_equal(tact_world_step(world, 0, NULL, NULL), TACT_OK);
    tact_instance moving = tact_instance_make(box);
    tact_vec3 way = {8, 0, 0};
    tact_world_cast_hit first[2];
    assert_int_equal(tact_world_cast(world, &moving, way, TACT_GROUPS_ALL, NULL, &first[0]),
                     TACT_OK);
    assert_int_equal(tact_world_prepare(world), TACT_OK);
    assert_int_equal(tact_world_cast(world, &moving, way, TACT_GROUPS_ALL, NULL, &first[1]),
                     TACT_OK);
    assert_memory_equal(&first[0], &first[1], sizeof first[0]);
    /* It touches three boxes at the time 3/8. The one with the least slot comes first if they have
     * one time. */
    assert_true(first[0].time <= 0.375 && first[0].result.upper >= 0.375);
    assert_true(first[0].time > 0.3749);
    tact_model_destroy(box);
    tact_world_destroy(world);
}

/* Far away, a point rises by less than rounding can tell. The exact path passes above the box, the
 * rounded poses touch it: the world finds what a cast at the object finds. */
static void test_rounded_poses(void **state) {
    (void)state;
    tact_world *world;
    tact_model *box = model_of_shape(tact_shape_box(1, 1, 1));
    tact_model *point = model_of_shape(tact_shape_sphere(0));
    tact_object object = tact_object_make(box);
    object.instance.pose.m[7] = 0x1p27 - 1;
    object.instance.pose.m[3] = 3;
    tact_object_id id;
    assert_int_equal(tact_world_create(NULL, &world), TACT_OK);
    assert_int_equal(tact_world_add(world, &object, 1, NULL, &id), TACT_OK);
    assert_int_equal(tact_world_step(world, 0, NULL, NULL), TACT_OK);
    tact_instance moving = tact_instance_make(point);
    moving.pose.m[7] = 0x1p27;
    tact_vec3 way = {5, 0x1p-30, 0};
    tact_rigid_result alone;
    tact_world_cast_hit hit;
    assert_int_equal(tact_cast(&moving, way, &object.instance, NULL, NULL, &alone), TACT_OK);
    assert_true(alone.outcome != TACT_OUTCOME_APART);
    assert_int_equal(tact_world_cast(world, &moving, way, TACT_GROUPS_ALL, NULL, &hit), TACT_OK);
    assert_int_equal(hit.id.generation, id.generation);
    assert_memory_equal(&hit.result, &alone, sizeof alone);
    tact_world_destroy(world);
    tact_model_destroy(box);
    tact_model_destroy(point);
}

static void test_refused(void **state) {
    const zoo *z = *state;
    tact_world *world;
    tact_world_cast_hit hit = {.time = 5};
    uint32_t count = 7;
    tact_instance moving = tact_instance_make(z->model[TACT_SHAPE_BOX]), bad = moving;
    tact_vec3 way = {1, 0, 0}, wild = {NAN, 0, 0};
    tact_rigid_options options = tact_rigid_options_default();
    assert_int_equal(tact_world_create(NULL, &world), TACT_OK);
    assert_int_equal(tact_world_cast(NULL, &moving, way, 1, NULL, &hit), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_world_cast(world, NULL, way, 1, NULL, &hit), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_world_cast(world, &moving, way, 1, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_world_cast(world, &moving, wild, 1, NULL, &hit), TACT_NOT_FINITE);
    assert_int_equal(tact_world_cast_all(world, &moving, way, 1, NULL, NULL, 1, &count),
                     TACT_INVALID_ARGUMENT);
    bad.pose.m[0] = 3;
    assert_int_equal(tact_world_cast(world, &bad, way, 1, NULL, &hit), TACT_INVALID_POSE);
    options.size = 8;
    assert_int_equal(tact_world_cast(world, &moving, way, 1, &options, &hit),
                     TACT_INVALID_ARGUMENT);
    options.size = sizeof options;
    options.precision = 0;
    assert_int_equal(tact_world_cast(world, &moving, way, 1, &options, &hit),
                     TACT_INVALID_ARGUMENT);
    assert_true(hit.time == 5 && count == 7);
    /* Nothing to meet. */
    assert_int_equal(tact_world_cast(world, &moving, way, 1, NULL, &hit), TACT_OK);
    assert_true(hit.id.generation == 0 && hit.time == HUGE_VAL);
    assert_int_equal(tact_world_cast_all(world, &moving, way, 1, NULL, NULL, 0, &count), TACT_OK);
    assert_int_equal(count, 0);
    tact_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_objects),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_rounded_poses),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
