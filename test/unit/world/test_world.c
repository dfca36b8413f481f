/* SPDX-License-Identifier: MIT */
/* Objects and their ids, what is refused, queries compared with every object, and the clock. */
#include <math.h>
#include <string.h>

#include "../model/models.h"

static tact_world *new_world(void) {
    tact_world *world = NULL;
    assert_int_equal(tact_world_create(NULL, &world), TACT_OK);
    return world;
}

static tact_object object_at(const tact_model *model, double x, double y, double z) {
    tact_object object = tact_object_make(model);
    object.instance.pose.m[3] = x;
    object.instance.pose.m[7] = y;
    object.instance.pose.m[11] = z;
    return object;
}

static tact_object_id add(tact_world *world, const tact_object *object) {
    tact_object_id id = {0, 0};
    assert_int_equal(tact_world_add(world, object, 1, NULL, &id), TACT_OK);
    return id;
}

/* ---- Objects ------------------------------------------------------------------------------ */

static void test_ids(void **state) {
    const zoo *z = *state;
    tact_world *world = new_world();
    tact_object object = object_at(z->model[0], 1, 2, 3), read;
    tact_object_id none = {0, 0}, first = add(world, &object), second = add(world, &object);
    assert_false(tact_world_has(world, none));
    assert_true(tact_world_has(world, first));
    assert_true(first.slot != second.slot);
    assert_int_equal(tact_world_read(world, first, &read), TACT_OK);
    assert_memory_equal(&read.instance.pose, &object.instance.pose, sizeof read.instance.pose);
    assert_int_equal(tact_world_remove(world, &first, 1, NULL), TACT_OK);
    assert_false(tact_world_has(world, first));
    tact_object_id third = add(world, &object);
    assert_int_equal(third.slot, first.slot);
    assert_int_not_equal(third.generation, first.generation);
    tact_error error;
    assert_int_equal(tact_world_read(world, first, &read), TACT_STALE_ID);
    assert_int_equal(tact_world_write(world, first, &object, &error), TACT_STALE_ID);
    assert_int_equal(tact_world_move(world, &first, &object.instance.pose, 1, &error),
                     TACT_STALE_ID);
    assert_int_equal(error.index, 0);
    tact_object_id twice[3] = {second, third, second};
    assert_int_equal(tact_world_remove(world, twice, 3, &error), TACT_STALE_ID);
    assert_int_equal(error.index, 2);
    assert_true(tact_world_has(world, second) && tact_world_has(world, third));
    tact_interest interest = tact_interest_default();
    assert_int_equal(tact_world_set_pair_interest(world, first, second, &interest), TACT_STALE_ID);
    tact_world_destroy(world);
    tact_world_destroy(NULL);
}

static void test_refused_objects(void **state) {
    const zoo *z = *state;
    tact_world *world = new_world();
    tact_object good = object_at(z->model[0], 0, 0, 0);
    tact_object bad[6];
    tact_status statuses[6] = {TACT_INVALID_ARGUMENT, TACT_INVALID_ARGUMENT, TACT_NOT_FINITE,
                               TACT_INVALID_POSE,     TACT_NO_INTERIOR,      TACT_NOT_FINITE};
    for (int i = 0; i < 6; i++)
        bad[i] = good;
    bad[0].group = TACT_GROUP_COUNT;
    bad[1].instance.model = NULL;
    bad[2].velocity.y = NAN;
    bad[3].instance.pose.m[0] = 2;
    bad[4].instance.model = z->model[ZOO_PLAIN];
    bad[4].instance.flags = TACT_INSTANCE_FILLED;
    bad[5].instance.pose.m[3] = HUGE_VAL;
    for (int i = 0; i < 6; i++) {
        tact_object both[2] = {good, bad[i]};
        tact_object_id ids[2];
        tact_error error;
        assert_int_equal(tact_world_add(world, both, 2, &error, ids), statuses[i]);
        assert_int_equal(error.index, 1);
        assert_true(error.text[0] != 0);
    }
    tact_object_id id = add(world, &good);
    assert_int_equal(id.slot, 0);
    tact_object other = object_at(z->model[1], 0, 0, 0);
    assert_int_equal(tact_world_write(world, id, &other, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_world_step(world, NAN, NULL, NULL), TACT_NOT_FINITE);
    assert_int_equal(tact_world_step(world, -1, NULL, NULL), TACT_INVALID_ARGUMENT);
    good.velocity.x = 1e308;
    assert_int_equal(tact_world_write(world, id, &good, NULL), TACT_OK);
    tact_error error;
    assert_int_equal(tact_world_step(world, 1e10, &error, NULL), TACT_NOT_FINITE);
    assert_true(error.text[0] != 0);
    tact_object read;
    assert_int_equal(tact_world_read(world, id, &read), TACT_OK);
    assert_true(read.instance.pose.m[3] == 0);
    tact_world_destroy(world);
}

static void test_refused_interests(void **state) {
    (void)state;
    tact_world *world = new_world();
    tact_interest interest = tact_interest_default();
    assert_int_equal(tact_world_set_interest(world, 0, TACT_GROUP_COUNT, &interest),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_world_set_interest(world, 0, 0, NULL), TACT_INVALID_ARGUMENT);
    interest.radius = 1;
    assert_int_equal(tact_world_set_interest(world, 0, 0, &interest), TACT_INVALID_ARGUMENT);
    interest.question = TACT_QUESTION_DISTANCE;
    assert_int_equal(tact_world_set_interest(world, 0, 0, &interest), TACT_OK);
    interest.radius = NAN;
    assert_int_equal(tact_world_set_interest(world, 0, 0, &interest), TACT_NOT_FINITE);
    interest.radius = 0;
    interest.flags = TACT_INTEREST_DEADLINE;
    assert_int_equal(tact_world_set_interest(world, 0, 0, &interest), TACT_OK);
    interest.flags = 8;
    assert_int_equal(tact_world_set_interest(world, 0, 0, &interest), TACT_INVALID_ARGUMENT);
    interest.flags = 0;
    interest.remember = 100;
    assert_int_equal(tact_world_set_interest(world, 0, 0, &interest), TACT_INVALID_ARGUMENT);
    interest.remember = 0;
    interest.question = TACT_QUESTION_RAYCAST;
    assert_int_equal(tact_world_set_interest(world, 0, 0, &interest), TACT_INVALID_ARGUMENT);
    tact_world_destroy(world);
}

/* ---- Motion ------------------------------------------------------------------------------- */

static void test_motion(void **state) {
    const zoo *z = *state;
    tact_world *world = new_world();
    tact_object object = object_at(z->model[0], 1, 0, 0), read;
    object.velocity = (tact_vec3){0.5, -1, 2};
    object.spin = (tact_vec3){0, 0, 3};
    tact_object_id moving = add(world, &object);
    object.motion = TACT_MOTION_STATIC;
    object.instance.pose.m[3] = 50;
    tact_object_id fixed = add(world, &object);
    for (int i = 0; i < 100; i++)
        assert_int_equal(tact_world_step(world, 0.01, NULL, NULL), TACT_OK);
    assert_int_equal(tact_world_read(world, moving, &read), TACT_OK);
    const double *m = read.instance.pose.m;
    assert_true(fabs(m[3] - 1.5) < 1e-12 && fabs(m[7] + 1) < 1e-12 && fabs(m[11] - 2) < 1e-12);
    assert_true(fabs(m[0] - tact_cos(3)) < 1e-12 && fabs(m[4] - tact_sin(3)) < 1e-12);
    assert_int_equal(tact_world_read(world, fixed, &read), TACT_OK);
    assert_memory_equal(&read.instance.pose, &object.instance.pose, sizeof read.instance.pose);
    tact_world_destroy(world);
}

/* ---- Queries ------------------------------------------------------------------------------ */

#define CROWD 60

typedef struct crowd {
    tact_world *world;
    tact_object_id ids[CROWD];
    tact_object objects[CROWD];
} crowd;

/* A mesh without known pieces cannot meet a filled one. */
static tact_model *random_model(const zoo *z, test_rng *rng) {
    uint32_t kind = test_rng_below(rng, ZOO_COUNT);
    return z->model[kind == ZOO_PLAIN ? ZOO_EMPTY : kind];
}

static void make_crowd(crowd *c, const zoo *z, test_rng *rng) {
    c->world = new_world();
    for (int i = 0; i < CROWD; i++) {
        tact_model *model = i == 7 ? z->compound : random_model(z, rng);
        c->objects[i] = tact_object_make(model);
        c->objects[i].instance = instance_random(rng, model, 6);
        c->objects[i].group = test_rng_below(rng, 3);
        c->ids[i] = add(c->world, &c->objects[i]);
    }
    tact_interest none = tact_interest_default();
    none.flags = TACT_INTEREST_NONE;
    for (uint32_t a = 0; a < 3; a++)
        for (uint32_t b = a; b < 3; b++)
            assert_int_equal(tact_world_set_interest(c->world, a, b, &none), TACT_OK);
    assert_int_equal(tact_world_step(c->world, 0, NULL, NULL), TACT_OK);
}

static bool is_in(const crowd *c, int i, uint64_t groups) {
    return (groups >> c->objects[i].group & 1) != 0;
}

static void check_ray(const crowd *c, tact_ray ray, uint64_t groups) {
    tact_world_hit found;
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_SIGNED; /* means nothing here */
    assert_int_equal(tact_world_raycast(c->world, ray, groups, &options, &found), TACT_OK);
    double best = HUGE_VAL;
    int first = -1;
    for (int i = 0; i < CROWD; i++) {
        tact_raycast_result one;
        if (!is_in(c, i, groups))
            continue;
        assert_int_equal(tact_raycast(&c->objects[i].instance, ray, NULL, &one), TACT_OK);
        double t = one.outcome == TACT_OUTCOME_UNDECIDED ? one.lower : one.t;
        if (one.outcome != TACT_OUTCOME_APART && t < best) {
            best = t;
            first = i;
        }
    }
    if (first < 0) {
        assert_int_equal(found.id.generation, 0);
        assert_int_equal(found.result.outcome, TACT_OUTCOME_APART);
    } else {
        assert_int_equal(found.id.slot, c->ids[first].slot);
        assert_int_equal(found.id.generation, c->ids[first].generation);
    }
    tact_options any = tact_options_default();
    any.flags = TACT_OPTION_ANY;
    assert_int_equal(tact_world_raycast(c->world, ray, groups, &any, &found), TACT_OK);
    assert_int_equal(found.id.generation != 0, first >= 0);
}

static void check_point(const crowd *c, tact_vec3 point, uint64_t groups) {
    tact_world_near found;
    assert_int_equal(tact_world_nearest(c->world, point, groups, NULL, &found), TACT_OK);
    double best = HUGE_VAL;
    int first = -1;
    for (int i = 0; i < CROWD; i++) {
        tact_nearest_result one;
        if (!is_in(c, i, groups))
            continue;
        assert_int_equal(tact_nearest(&c->objects[i].instance, point, NULL, &one), TACT_OK);
        if (one.distance < best) {
            best = one.distance;
            first = i;
        }
    }
    if (first < 0)
        assert_int_equal(found.id.generation, 0);
    else
        assert_int_equal(found.id.slot, c->ids[first].slot);
}

static void check_touching(const crowd *c, const tact_instance *probe, uint64_t groups) {
    tact_object_id ids[CROWD];
    uint32_t count = 0, expected = 0;
    tact_instance bare = *probe;
    bare.flags = 0;
    assert_int_equal(tact_world_find_touching(c->world, &bare, groups, NULL, ids, CROWD, &count),
                     TACT_OK);
    for (int i = 0; i < CROWD; i++) {
        tact_collide_result one;
        if (!is_in(c, i, groups))
            continue;
        assert_int_equal(tact_collide(&bare, &c->objects[i].instance, NULL, NULL, &one), TACT_OK);
        if (one.outcome != TACT_OUTCOME_APART)
            assert_int_equal(ids[expected++].slot, c->ids[i].slot);
    }
    assert_int_equal(count, expected);
}

static void check_box(const crowd *c, tact_box box, uint64_t groups) {
    tact_object_id ids[2];
    uint32_t count = 0, expected = 0;
    assert_int_equal(tact_world_find_box(c->world, box, groups, ids, 2, &count), TACT_OK);
    for (int i = 0; i < CROWD; i++) {
        tact_box other;
        assert_int_equal(tact_instance_bounds(&c->objects[i].instance, &other), TACT_OK);
        if (!is_in(c, i, groups) || tact_box_is_empty(other) || !tact_box_overlaps(box, other))
            continue;
        if (expected < 2)
            assert_int_equal(ids[expected].slot, c->ids[i].slot);
        expected++;
    }
    assert_int_equal(count, expected);
}

static void test_queries(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("world_queries");
    for (uint64_t round = test_case_count(40, 2000); round-- > 0;) {
        crowd c;
        make_crowd(&c, z, &rng);
        for (int i = 0; i < 20; i++) {
            if (i == 10)
                assert_int_equal(tact_world_prepare(c.world), TACT_OK);
            uint64_t groups = i % 2 == 0 ? TACT_GROUPS_ALL : test_rng_below(&rng, 8);
            tact_ray ray = {vec3_random(&rng, 8), vec3_random(&rng, 1)};
            check_ray(&c, ray, groups);
            check_point(&c, vec3_random(&rng, 8), groups);
            tact_vec3 corner = vec3_random(&rng, 6), size = vec3_random(&rng, 3);
            check_box(
                &c,
                (tact_box){corner, tact_vec3_add(corner, (tact_vec3){fabs(size.x), fabs(size.y),
                                                                     fabs(size.z)})},
                groups);
            tact_instance probe = instance_random(&rng, random_model(z, &rng), 6);
            check_touching(&c, &probe, groups);
        }
        tact_world_destroy(c.world);
    }
}

static void test_wrong_queries(void **state) {
    const zoo *z = *state;
    tact_world *world = new_world();
    tact_object object = object_at(z->model[0], 0, 0, 0);
    add(world, &object);
    assert_int_equal(tact_world_step(world, 0, NULL, NULL), TACT_OK);
    tact_world_hit hit;
    tact_world_near near;
    uint32_t count = 7;
    tact_ray bad = {{NAN, 0, 0}, {1, 0, 0}}, good = {{-9, 0, 0}, {1, 0, 0}};
    assert_int_equal(tact_world_raycast(world, bad, TACT_GROUPS_ALL, NULL, &hit), TACT_NOT_FINITE);
    assert_int_equal(tact_world_raycast(NULL, good, TACT_GROUPS_ALL, NULL, &hit),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(
        tact_world_nearest(world, (tact_vec3){0, NAN, 0}, TACT_GROUPS_ALL, NULL, &near),
        TACT_NOT_FINITE);
    for (int i = 0; i < 6; i++) {
        tact_box box = {{0, 0, 0}, {1, 1, 1}};
        double *number[6] = {&box.lo.x, &box.lo.y, &box.lo.z, &box.hi.x, &box.hi.y, &box.hi.z};
        *number[i] = NAN;
        assert_int_equal(tact_world_find_box(world, box, TACT_GROUPS_ALL, NULL, 0, &count),
                         TACT_NOT_FINITE);
    }
    assert_int_equal(count, 7);
    assert_int_equal(tact_world_find_box(world, tact_box_empty(), TACT_GROUPS_ALL, NULL, 0, &count),
                     TACT_OK);
    assert_int_equal(count, 0);
    assert_int_equal(tact_world_raycast(world, good, TACT_GROUPS_ALL, NULL, &hit), TACT_OK);
    assert_int_not_equal(hit.id.generation, 0);
    assert_int_equal(tact_world_raycast(world, good, 2, NULL, &hit), TACT_OK);
    assert_int_equal(hit.id.generation, 0);
    tact_world_destroy(world);
}

/* A ball that falls on a row of three balls, two of which it meets. */
static void test_casts(void **state) {
    (void)state;
    tact_shape shape = tact_shape_sphere(0.5);
    tact_model *ball;
    assert_int_equal(tact_model_create_shape(NULL, &shape, &ball), TACT_OK);
    tact_world *world = new_world();
    for (int i = 0; i < 3; i++) {
        tact_object object = object_at(ball, 0.75 * i, 0, 0);
        add(world, &object);
    }
    assert_int_equal(tact_world_step(world, 0, NULL, NULL), TACT_OK);
    tact_instance probe = tact_instance_make(ball);
    probe.pose.m[11] = 4;
    tact_vec3 down = {0, 0, -4}, bad = {0, NAN, 0}, none = {0, 0, 0};
    tact_world_cast_hit met[3] = {{{0, 0}, 0, {0}}};
    uint32_t count = 7;
    uint64_t all = TACT_GROUPS_ALL;
    assert_int_equal(tact_world_cast_all(world, &probe, down, all, NULL, met, 3, &count), TACT_OK);
    assert_int_equal(count, 2);
    assert_int_equal(met[0].id.slot, 0);
    assert_int_equal(met[1].id.slot, 1);
    assert_true(met[0].result.lower <= 0.75 && met[0].result.upper >= 0.75);
    assert_true(met[0].result.normal.z < -0.999);
    assert_int_equal(tact_world_cast_all(world, &probe, down, all, NULL, NULL, 0, &count), TACT_OK);
    assert_int_equal(count, 2);
    assert_int_equal(tact_world_cast(world, &probe, down, all, NULL, &met[2]), TACT_OK);
    assert_int_equal(met[2].id.slot, 0);
    tact_rigid_options options = tact_rigid_options_default();
    options.limit = 0.5; /* of the way: it does not get there */
    assert_int_equal(tact_world_cast(world, &probe, down, all, &options, &met[2]), TACT_OK);
    assert_int_equal(met[2].id.generation, 0);
    assert_int_equal(met[2].result.outcome, TACT_OUTCOME_APART);
    assert_int_equal(tact_world_cast(world, &probe, down, 2, NULL, &met[2]), TACT_OK);
    assert_int_equal(met[2].id.generation, 0);
    probe.pose.m[11] = 0.25;
    assert_int_equal(tact_world_cast(world, &probe, none, all, NULL, &met[2]), TACT_OK);
    assert_int_equal(met[2].result.ending, TACT_RIGID_ENDED_START);
    options.precision = 0;
    assert_int_equal(tact_world_cast(world, &probe, down, all, &options, &met[2]),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_world_cast(world, &probe, bad, all, NULL, &met[2]), TACT_NOT_FINITE);
    assert_int_equal(tact_world_cast(world, NULL, down, all, NULL, &met[2]), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_world_cast(NULL, &probe, down, all, NULL, &met[2]),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_world_cast(world, &probe, down, all, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_world_cast_all(world, &probe, down, all, NULL, NULL, 1, &count),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_world_cast_all(world, &probe, down, all, NULL, met, 1, NULL),
                     TACT_INVALID_ARGUMENT);
    tact_world_destroy(world);
    tact_model_destroy(ball);
}

/* ---- The clock ---------------------------------------------------------------------------- */

static void test_clock(void **state) {
    (void)state;
    test_rng rng = test_rng_start("world_clock");
    for (int round = 0; round < 1000; round++) {
        uint64_t step = 1 + test_rng_below(&rng, 20000000);
        tact_clock clock = tact_clock_make(step, UINT32_MAX);
        uint64_t elapsed = 0, steps = 0;
        for (int frame = 0; frame < 20; frame++) {
            uint64_t now = test_rng_below(&rng, 40000000);
            elapsed += now;
            steps += tact_clock_advance(&clock, now);
            assert_true(clock.rest < step);
            assert_true(tact_clock_fraction(&clock) >= 0 && tact_clock_fraction(&clock) < 1);
        }
        assert_int_equal(steps, elapsed / step);
        assert_int_equal(clock.rest, elapsed % step);
        assert_int_equal(clock.steps, steps);
        assert_int_equal(clock.dropped, 0);
    }
    tact_clock slow = tact_clock_make(10, 3);
    assert_int_equal(tact_clock_advance(&slow, 75), 3);
    assert_int_equal(slow.dropped, 40);
    assert_int_equal(slow.rest, 5);
    assert_int_equal(tact_clock_advance(&slow, UINT64_MAX), 3);
    assert_int_equal(slow.rest, 0);
    assert_int_equal(tact_clock_advance(&slow, 9), 0);
    assert_int_equal(tact_clock_advance(&slow, 1), 1);
    tact_clock none = tact_clock_make(0, 0);
    assert_int_equal(none.step, 1);
    assert_int_equal(tact_clock_advance(&none, 5), 1);
    assert_int_equal(tact_clock_advance(NULL, 5), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids),     cmocka_unit_test(test_refused_objects),
        cmocka_unit_test(test_motion),  cmocka_unit_test(test_refused_interests),
        cmocka_unit_test(test_queries), cmocka_unit_test(test_wrong_queries),
        cmocka_unit_test(test_casts),   cmocka_unit_test(test_clock),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
