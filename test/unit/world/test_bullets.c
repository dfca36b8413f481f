/* SPDX-License-Identifier: MIT */
/* 10,000 bodies. 100 of them are bullets that fly through walls thinner than a hundredth of their
 * step: continuous ones pass none unnoticed, and the time of impact is that of the formula. Others
 * notice nothing, so the test can fail. */
#include <math.h>

#include "../model/models.h"
#include <tact/world.h>

#define BODIES 10000
#define BULLETS 100
#define FLIGHT 10.0
#define HALF_THICKNESS 0.02

enum { MOVERS, WALLS, SHOTS };

typedef struct range {
    tact_world *world;
    tact_model *models[3];
    tact_object_id bullets[BULLETS], walls[BULLETS];
    double wall[BULLETS]; /* the place of its middle */
} range;

static tact_object_id add(range *r, uint32_t group, tact_vec3 at, tact_vec3 velocity,
                          uint32_t flags) {
    tact_object object = tact_object_make(r->models[group]);
    object.group = group;
    object.flags = flags;
    object.velocity = velocity;
    object.instance.pose = tact_pose_make(tact_mat3_identity(), at);
    object.motion = group == WALLS ? TACT_MOTION_STATIC : TACT_MOTION_MOVING;
    tact_object_id id;
    assert_int_equal(tact_world_add(r->world, &object, 1, NULL, &id), TACT_OK);
    return id;
}

static void make(range *r, uint32_t flags) {
    tact_shape shapes[3] = {tact_shape_box(0.1, 0.15, 0.2), tact_shape_box(1, 1, HALF_THICKNESS),
                            tact_shape_capsule(0.05, 0.02)};
    for (int i = 0; i < 3; i++)
        assert_int_equal(tact_model_create_shape(NULL, &shapes[i], &r->models[i]), TACT_OK);
    assert_int_equal(tact_world_create(NULL, &r->world), TACT_OK);
    tact_interest interest = tact_interest_default();
    interest.flags = TACT_INTEREST_IMPACT;
    for (uint32_t group = MOVERS; group <= WALLS; group++)
        assert_int_equal(tact_world_set_interest(r->world, SHOTS, group, &interest), TACT_OK);
    test_rng rng = test_rng_start("world bullets");
    tact_vec3 none = {0, 0, 0}, flight = {0, 0, FLIGHT};
    for (int i = 0; i < BULLETS; i++) {
        tact_vec3 at = {2.5 * (i % 10) - 12, 2.5 * (i / 10) - 12, 0};
        at.z = r->wall[i] = test_rng_between(&rng, -4, 4);
        r->walls[i] = add(r, WALLS, at, none, 0);
        at.z = -0.5 * FLIGHT;
        r->bullets[i] = add(r, SHOTS, at, flight, flags);
    }
    for (int i = 2 * BULLETS; i < BODIES; i++) {
        tact_vec3 at = vec3_random(&rng, 14), velocity = vec3_random(&rng, 0.01);
        add(r, MOVERS, at, velocity, 0);
    }
    assert_int_equal(tact_world_step(r->world, 0, NULL, NULL), TACT_OK);
}

/* The impacts of bullets on their own walls. */
static int count_impacts(const range *r) {
    int found = 0;
    tact_events events = tact_world_events(r->world);
    for (uint32_t i = 0; i < events.count; i++) {
        const tact_event *e = &events.events[i];
        for (int k = 0; k < BULLETS; k++) {
            if (e->a.slot != r->walls[k].slot || e->b.slot != r->bullets[k].slot ||
                (e->flags & TACT_EVENT_IMPACT) == 0)
                continue;
            /* The end of the capsule is 0.07 ahead of its middle. */
            double time = (r->wall[k] - HALF_THICKNESS - 0.07 + 0.5 * FLIGHT) / FLIGHT;
            assert_true(e->earliest <= time + 1e-12 && e->latest >= time - 1e-12);
            assert_true(e->latest - e->earliest < 1e-8);
            found++;
        }
    }
    return found;
}

static void test_bullets(void **state) {
    (void)state;
    for (int is_continuous = 0; is_continuous < 2; is_continuous++) {
        range r;
        make(&r, is_continuous ? TACT_OBJECT_CONTINUOUS : 0);
        assert_int_equal(tact_world_step(r.world, 1, NULL, NULL), TACT_OK);
        assert_int_equal(count_impacts(&r), is_continuous ? BULLETS : 0);
        tact_world_destroy(r.world);
        for (int i = 0; i < 3; i++)
            tact_model_destroy(r.models[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bullets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
