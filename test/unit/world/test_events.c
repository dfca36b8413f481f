/* SPDX-License-Identifier: MIT */
/* Interest, motion, events, callbacks, deadlines and paths, in scenes whose events are known. */
#include <math.h>
#include <string.h>

#include "../model/models.h"

/* Two or more unit cubes (or other models) along the x axis. */
typedef struct row {
    tact_world *world;
    tact_object objects[8];
    tact_object_id ids[8];
} row;

static void make_row(row *r, const tact_model *model, uint32_t count, double spacing) {
    assert_int_equal(tact_world_create(NULL, &r->world), TACT_OK);
    for (uint32_t i = 0; i < count; i++) {
        r->objects[i] = tact_object_make(model);
        r->objects[i].instance.pose.m[3] = spacing * i;
        assert_int_equal(tact_world_add(r->world, &r->objects[i], 1, NULL, &r->ids[i]), TACT_OK);
    }
}

static void put(row *r, uint32_t i, double x) {
    r->objects[i].instance.pose.m[3] = x;
    assert_int_equal(tact_world_move(r->world, &r->ids[i], &r->objects[i].instance.pose, 1, NULL),
                     TACT_OK);
}

static void write(row *r, uint32_t i) {
    assert_int_equal(tact_world_write(r->world, r->ids[i], &r->objects[i], NULL), TACT_OK);
}

static tact_events step(row *r, double seconds, tact_step_info *info) {
    assert_int_equal(tact_world_step(r->world, seconds, NULL, info), TACT_OK);
    return tact_world_events(r->world);
}

static void expect_one(tact_events events, tact_event_kind kind, uint32_t a, uint32_t b) {
    assert_int_equal(events.count, 1);
    assert_int_equal(events.events[0].kind, kind);
    assert_int_equal(events.events[0].a.slot, a);
    assert_int_equal(events.events[0].b.slot, b);
}

static tact_model *unit_box(void) {
    return model_of_shape(tact_shape_box(0.5, 0.5, 0.5));
}

/* ---- Begin, stay, end --------------------------------------------------------------------- */

static void test_begin_stay_end(void **state) {
    (void)state;
    tact_model *box = unit_box();
    row r;
    make_row(&r, box, 2, 1 + 0x1p-52);
    assert_int_equal(step(&r, 0, NULL).count, 0);
    put(&r, 1, 1);
    expect_one(step(&r, 0, NULL), TACT_EVENT_BEGIN, 0, 1);
    expect_one(step(&r, 0, NULL), TACT_EVENT_STAY, 0, 1);
    put(&r, 1, 1 + 0x1p-52);
    expect_one(step(&r, 0, NULL), TACT_EVENT_END, 0, 1);
    assert_int_equal(step(&r, 0, NULL).count, 0);
    put(&r, 1, 0.5);
    expect_one(step(&r, 0, NULL), TACT_EVENT_BEGIN, 0, 1);
    put(&r, 1, 50);
    tact_events events = step(&r, 0, NULL);
    expect_one(events, TACT_EVENT_END, 0, 1);
    assert_int_equal(events.events[0].result, TACT_NO_RESULT);
    tact_world_destroy(r.world);
    tact_model_destroy(box);
}

/* A removed object ends its pairs; one that takes its place begins new ones. */
static void test_removal(void **state) {
    (void)state;
    tact_model *box = unit_box();
    row r;
    make_row(&r, box, 3, 0.75);
    assert_int_equal(step(&r, 0, NULL).count, 2);
    tact_object_id old = r.ids[1];
    assert_int_equal(tact_world_remove(r.world, &old, 1, NULL), TACT_OK);
    assert_int_equal(tact_world_add(r.world, &r.objects[1], 1, NULL, &r.ids[1]), TACT_OK);
    assert_int_equal(r.ids[1].slot, old.slot);
    tact_events events = step(&r, 0, NULL);
    assert_int_equal(events.count, 4);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(events.events[i].kind, i % 2 == 0 ? TACT_EVENT_END : TACT_EVENT_BEGIN);
    assert_int_equal(events.events[0].b.generation, old.generation);
    assert_int_equal(events.events[1].b.generation, r.ids[1].generation);
    /* The models live as long as the world needs them. */
    tact_model_destroy(box);
    step(&r, 0, NULL);
    tact_world_destroy(r.world);
}

/* ---- Interest ----------------------------------------------------------------------------- */

static void test_masks(void **state) {
    const zoo *z = *state;
    row r;
    make_row(&r, z->model[ZOO_BALL_MESH], 3, 0.25);
    tact_interest interest = tact_interest_default();
    /* The depth of meshes is not supported, so a pair that is asked fails the step. */
    interest.question = TACT_QUESTION_DEPTH;
    assert_int_equal(tact_world_set_interest(r.world, 0, 0, &interest), TACT_OK);
    uint64_t before = tact_world_hash(r.world);
    tact_error error;
    assert_int_equal(tact_world_step(r.world, 0, &error, NULL), TACT_UNSUPPORTED);
    assert_true(strstr(error.text, "depth") != NULL);
    assert_int_equal(tact_world_hash(r.world), before);
    interest.flags = TACT_INTEREST_NONE;
    assert_int_equal(tact_world_set_interest(r.world, 0, 0, &interest), TACT_OK);
    tact_step_info info;
    assert_int_equal(step(&r, 0, &info).count, 0);
    assert_int_equal(info.box_pairs, 3);
    assert_int_equal(info.matter_pairs, 0);
    assert_int_equal(info.asked_pairs, 0);
    /* One pair matters all the same. */
    interest = tact_interest_default();
    assert_int_equal(tact_world_set_pair_interest(r.world, r.ids[2], r.ids[0], &interest), TACT_OK);
    expect_one(step(&r, 0, &info), TACT_EVENT_BEGIN, 0, 2);
    assert_int_equal(info.asked_pairs, 1);
    assert_int_equal(tact_world_set_pair_interest(r.world, r.ids[0], r.ids[2], NULL), TACT_OK);
    expect_one(step(&r, 0, &info), TACT_EVENT_END, 0, 2);
    assert_int_equal(tact_world_set_pair_interest(r.world, r.ids[0], r.ids[0], &interest),
                     TACT_INVALID_ARGUMENT);
    tact_world_destroy(r.world);
}

typedef struct heard {
    uint32_t count;
    tact_event last;
} heard;

static void hear(void *user, const tact_event *event, const tact_events *events) {
    heard *h = user;
    h->count++;
    h->last = *event;
    assert_true(event >= events->events && event < events->events + events->count);
}

static void test_callbacks(void **state) {
    (void)state;
    tact_model *box = unit_box();
    row r;
    make_row(&r, box, 3, 0.75);
    heard of_groups = {0}, of_pair = {0};
    tact_interest interest = tact_interest_default();
    interest.notify = hear;
    interest.user = &of_groups;
    assert_int_equal(tact_world_set_interest(r.world, 0, 0, &interest), TACT_OK);
    interest.user = &of_pair;
    assert_int_equal(tact_world_set_pair_interest(r.world, r.ids[1], r.ids[2], &interest), TACT_OK);
    step(&r, 0, NULL);
    assert_int_equal(of_groups.count, 1);
    assert_int_equal(of_pair.count, 1);
    assert_int_equal(of_pair.last.b.slot, 2);
    assert_int_equal(tact_world_remove(r.world, &r.ids[2], 1, NULL), TACT_OK);
    step(&r, 0, NULL);
    assert_int_equal(of_pair.count, 2);
    assert_int_equal(of_pair.last.kind, TACT_EVENT_END);
    assert_int_equal(of_groups.count, 2);
    tact_world_destroy(r.world);
    tact_model_destroy(box);
}

static void test_questions(void **state) {
    (void)state;
    tact_model *box = unit_box();
    row r;
    make_row(&r, box, 2, 1.25);
    tact_interest interest = tact_interest_default();
    interest.question = TACT_QUESTION_DISTANCE;
    interest.radius = 0.25;
    assert_int_equal(tact_world_set_interest(r.world, 0, 0, &interest), TACT_OK);
    tact_events events = step(&r, 0, NULL);
    expect_one(events, TACT_EVENT_BEGIN, 0, 1);
    assert_true(events.distances[events.events[0].result].distance == 0.25);
    put(&r, 1, 1.25 + 0x1p-50);
    expect_one(step(&r, 0, NULL), TACT_EVENT_END, 0, 1);
    interest.question = TACT_QUESTION_MANIFOLD;
    interest.remember = TACT_CACHE_DEPTH_BYTES;
    assert_int_equal(tact_world_set_interest(r.world, 0, 0, &interest), TACT_OK);
    put(&r, 1, 1.125);
    events = step(&r, 0, NULL);
    expect_one(events, TACT_EVENT_BEGIN, 0, 1);
    assert_int_equal(events.manifolds[events.events[0].result].point_count, 4);
    interest.question = TACT_QUESTION_DEPTH;
    interest.radius = 0;
    assert_int_equal(tact_world_set_interest(r.world, 0, 0, &interest), TACT_OK);
    put(&r, 1, 0.75);
    events = step(&r, 0, NULL);
    expect_one(events, TACT_EVENT_STAY, 0, 1);
    assert_true(fabs(events.depths[events.events[0].result].depth - 0.25) < 1e-12);
    tact_world_destroy(r.world);
    tact_model_destroy(box);
}

/* A radius of one pair widens the boxes of its objects only. */
static void test_pair_radius(void **state) {
    (void)state;
    tact_model *box = unit_box();
    row r;
    make_row(&r, box, 3, 3);
    tact_interest interest = tact_interest_default();
    interest.question = TACT_QUESTION_DISTANCE;
    interest.radius = 2;
    assert_int_equal(tact_world_set_pair_interest(r.world, r.ids[0], r.ids[1], &interest), TACT_OK);
    expect_one(step(&r, 0, NULL), TACT_EVENT_BEGIN, 0, 1);
    tact_world_destroy(r.world);
    tact_model_destroy(box);
}

static void test_contacts(void **state) {
    const zoo *z = *state;
    row r;
    make_row(&r, z->model[ZOO_BALL_MESH], 3, 0.5);
    tact_interest interest = tact_interest_default();
    interest.question = TACT_QUESTION_CONTACTS;
    assert_int_equal(tact_world_set_interest(r.world, 0, 0, &interest), TACT_OK);
    tact_events events = step(&r, 0, NULL);
    assert_int_equal(events.count, 3);
    tact_contact_list *list;
    assert_int_equal(tact_contact_list_create(NULL, &list), TACT_OK);
    for (uint32_t i = 0; i < events.count; i++) {
        const tact_event_contacts *found = &events.contacts[events.events[i].result];
        tact_contacts_result result;
        assert_int_equal(tact_contacts(&r.objects[events.events[i].a.slot].instance,
                                       &r.objects[events.events[i].b.slot].instance, NULL, list,
                                       &result),
                         TACT_OK);
        tact_contact_view view = tact_contact_list_view(list);
        assert_int_equal(found->count, view.count);
        for (uint32_t k = 0; k < view.count; k++) {
            assert_int_equal(events.elements[found->first + k].a.element, view.pairs[2 * k]);
            assert_int_equal(events.elements[found->first + k].b.element, view.pairs[2 * k + 1]);
        }
    }
    tact_contact_list_destroy(list);
    tact_world_destroy(r.world);
}

/* ---- Motion ------------------------------------------------------------------------------- */

static void test_static_and_sleeping(void **state) {
    (void)state;
    tact_model *box = unit_box();
    row r;
    make_row(&r, box, 3, 0.75);
    r.objects[0].motion = TACT_MOTION_STATIC;
    r.objects[1].motion = TACT_MOTION_SLEEPING;
    r.objects[2].motion = TACT_MOTION_SLEEPING;
    for (uint32_t i = 0; i < 3; i++)
        write(&r, i);
    tact_step_info info;
    assert_int_equal(step(&r, 0, &info).count, 2);
    assert_int_equal(step(&r, 1, &info).count, 0);
    assert_int_equal(info.asked_pairs, 0);
    assert_int_equal(info.active_pairs, 2);
    put(&r, 1, 0.7);
    assert_int_equal(step(&r, 0, &info).count, 2);
    r.objects[1].motion = TACT_MOTION_STATIC;
    write(&r, 1);
    tact_events events = step(&r, 0, NULL);
    assert_int_equal(events.count, 2);
    assert_int_equal(events.events[0].kind, TACT_EVENT_END); /* two static objects */
    assert_int_equal(events.events[1].kind, TACT_EVENT_STAY);
    tact_world_destroy(r.world);
    tact_model_destroy(box);
}

/* A bullet passes a thin wall between two steps. */
static void test_paths(void **state) {
    (void)state;
    tact_model *wall = model_of_shape(tact_shape_box(0.001, 5, 5));
    tact_model *ball = model_of_shape(tact_shape_sphere(0.01));
    for (int is_continuous = 0; is_continuous < 2; is_continuous++) {
        row r;
        make_row(&r, wall, 1, 0);
        tact_object bullet = tact_object_make(ball);
        bullet.instance.pose.m[3] = -5.3;
        bullet.velocity.x = 10;
        bullet.spin.z = 100;
        bullet.flags = is_continuous ? TACT_OBJECT_CONTINUOUS : 0;
        assert_int_equal(tact_world_add(r.world, &bullet, 1, NULL, &r.ids[1]), TACT_OK);
        uint32_t begun = 0, ended = 0;
        for (int i = 0; i < 4; i++) {
            tact_events events = step(&r, i == 0 ? 0 : 1, NULL);
            for (uint32_t k = 0; k < events.count; k++) {
                begun += events.events[k].kind == TACT_EVENT_BEGIN;
                ended += events.events[k].kind == TACT_EVENT_END;
                if (events.events[k].kind == TACT_EVENT_BEGIN)
                    assert_int_equal(events.events[k].flags, TACT_EVENT_ON_THE_WAY);
            }
        }
        assert_int_equal(begun, is_continuous);
        assert_int_equal(ended, is_continuous);
        tact_world_destroy(r.world);
    }
    tact_model_destroy(wall);
    tact_model_destroy(ball);
}

/* Bullets on many lines through a wall, and beside it: each that hits has an event with the time,
 * and no other has an event. */
static void test_impacts(void **state) {
    (void)state;
    tact_model *wall = model_of_shape(tact_shape_box(0.001, 5, 5));
    tact_model *ball = model_of_shape(tact_shape_sphere(0.01));
    row r;
    make_row(&r, wall, 1, 0);
    tact_interest interest = tact_interest_default();
    interest.flags = TACT_INTEREST_IMPACT;
    assert_int_equal(tact_world_set_interest(r.world, 0, 1, &interest), TACT_OK);
    interest.flags = TACT_INTEREST_NONE;
    assert_int_equal(tact_world_set_interest(r.world, 1, 1, &interest), TACT_OK);
    test_rng rng = test_rng_start("world impacts");
    enum { BULLETS = 100 };
    double expected[BULLETS];
    uint32_t hits = 0, found = 0;
    for (int i = 0; i < BULLETS; i++) {
        tact_object bullet = tact_object_make(ball);
        tact_vec3 to = {0, test_rng_between(&rng, -6, 6), test_rng_between(&rng, -4, 4)};
        bullet.group = 1;
        bullet.velocity.x = test_rng_between(&rng, 500, 1000);
        bullet.instance.pose.m[3] = -bullet.velocity.x * test_rng_between(&rng, 0.1, 0.9);
        bullet.instance.pose.m[7] = to.y;
        bullet.instance.pose.m[11] = to.z;
        bullet.flags = TACT_OBJECT_CONTINUOUS;
        double y = fabs(to.y) - 5;
        bool is_hit = y <= 0.01;
        double gap = y > 0 ? sqrt(0.0001 - y * y) : 0.01;
        expected[i] = is_hit ? (-bullet.instance.pose.m[3] - 0.001 - gap) / bullet.velocity.x : -1;
        hits += is_hit;
        tact_object_id id;
        assert_int_equal(tact_world_add(r.world, &bullet, 1, NULL, &id), TACT_OK);
        assert_int_equal(id.slot, i + 1);
    }
    assert_int_equal(step(&r, 0, NULL).count, 0);
    tact_events events = step(&r, 1, NULL);
    for (uint32_t k = 0; k < events.count; k++) {
        const tact_event *event = &events.events[k];
        double time = expected[event->b.slot - 1];
        assert_int_equal(event->flags, TACT_EVENT_ON_THE_WAY | TACT_EVENT_IMPACT);
        assert_true(event->earliest <= time + 1e-12 && event->latest >= time - 1e-12);
        assert_true(event->latest - event->earliest < 1e-8);
        found++;
    }
    assert_int_equal(found, hits);
    assert_true(hits > BULLETS / 2 && hits < BULLETS);
    tact_world_destroy(r.world);
    tact_model_destroy(wall);
    tact_model_destroy(ball);
}

/* Rods that turn about their middles, side by side. */
static void make_rods(test_rng *rng, const tact_model *rod, tact_interest interest, row rows[2]) {
    for (int i = 0; i < 2; i++) {
        make_row(&rows[i], rod, 8, 1.3);
        interest.flags = i == 0 ? TACT_INTEREST_DEADLINE : 0;
        assert_int_equal(tact_world_set_interest(rows[i].world, 0, 0, &interest), TACT_OK);
    }
    for (uint32_t i = 0; i < 8; i++) {
        tact_object *object = &rows[0].objects[i];
        object->spin = (tact_vec3){0, test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1)};
        object->velocity = vec3_random(rng, 0.02);
        rows[1].objects[i] = *object;
        write(&rows[0], i);
        write(&rows[1], i);
    }
}

/* Their boxes overlap all the time, but they are seldom asked, and never a step too late. */
static void test_deadlines(void **state) {
    (void)state;
    static const struct {
        tact_question question;
        double radius;
    } kinds[] = {{TACT_QUESTION_COLLIDE, 0},     {TACT_QUESTION_CONTACTS, 0},
                 {TACT_QUESTION_DEPTH, 0},       {TACT_QUESTION_MANIFOLD, 0.05},
                 {TACT_QUESTION_DISTANCE, 0.05}, {TACT_QUESTION_DISTANCE, 0}};
    test_rng rng = test_rng_start("world_deadlines");
    tact_model *rod = model_of_shape(tact_shape_box(2, 0.05, 0.05));
    for (uint64_t round = test_case_count(24, 600); round-- > 0;) {
        tact_interest interest = tact_interest_default();
        interest.question = kinds[round % 6].question;
        interest.radius = kinds[round % 6].radius;
        row rows[2];
        make_rods(&rng, rod, interest, rows);
        uint64_t asked = 0, all = 0, deferred = 0;
        for (int i = 0; i < 100; i++) {
            tact_step_info info, plain_info;
            tact_events events = step(&rows[0], 0.01, &info);
            tact_events expected = step(&rows[1], 0.01, &plain_info);
            asked += info.asked_pairs;
            deferred += info.deferred_pairs;
            all += plain_info.asked_pairs;
            assert_int_equal(info.asked_pairs + info.deferred_pairs, plain_info.asked_pairs);
            assert_int_equal(events.count, expected.count);
            for (uint32_t k = 0; k < events.count; k++) {
                assert_int_equal(events.events[k].kind, expected.events[k].kind);
                assert_int_equal(events.events[k].a.slot, expected.events[k].a.slot);
                assert_int_equal(events.events[k].b.slot, expected.events[k].b.slot);
            }
        }
        assert_true(deferred > 0);
        assert_true(asked < all);
        tact_world_destroy(rows[0].world);
        tact_world_destroy(rows[1].world);
    }
    tact_model_destroy(rod);
}

/* ---- What is remembered ------------------------------------------------------------------- */

/* A pair that loses its cache, gets another one or none, has the same answers as without. */
static void test_other_caches(void **state) {
    (void)state;
    static const uint32_t bytes[] = {TACT_CACHE_BYTES,       0, TACT_CACHE_BYTES,
                                     TACT_CACHE_DEPTH_BYTES, 0, TACT_CACHE_DEPTH_BYTES,
                                     TACT_CACHE_BYTES,       0};
    tact_model *box = unit_box();
    row r, plain;
    make_row(&r, box, 2, 0.75);
    make_row(&plain, box, 2, 0.75);
    tact_interest interest = tact_interest_default();
    interest.question = TACT_QUESTION_DEPTH;
    interest.remember = 0;
    assert_int_equal(tact_world_set_interest(plain.world, 0, 0, &interest), TACT_OK);
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        interest.remember = bytes[i];
        assert_int_equal(tact_world_set_interest(r.world, 0, 0, &interest), TACT_OK);
        put(&r, 1, 0.75 - 0.0625 * i);
        put(&plain, 1, 0.75 - 0.0625 * i);
        tact_event_kind kind = i == 0 ? TACT_EVENT_BEGIN : TACT_EVENT_STAY;
        expect_one(step(&r, 0, NULL), kind, 0, 1);
        expect_one(step(&plain, 0, NULL), kind, 0, 1);
        assert_true(tact_world_hash(r.world) == tact_world_hash(plain.world));
    }
    tact_world_destroy(r.world);
    tact_world_destroy(plain.world);
    tact_model_destroy(box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_begin_stay_end), cmocka_unit_test(test_removal),
        cmocka_unit_test(test_masks),          cmocka_unit_test(test_callbacks),
        cmocka_unit_test(test_questions),      cmocka_unit_test(test_pair_radius),
        cmocka_unit_test(test_contacts),       cmocka_unit_test(test_static_and_sleeping),
        cmocka_unit_test(test_paths),          cmocka_unit_test(test_impacts),
        cmocka_unit_test(test_deadlines),      cmocka_unit_test(test_other_caches),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
