/* SPDX-License-Identifier: MIT */
/* Random calls, compared with brute force over all pairs and all objects: events, ids, queries and
 * hashes, with one and several threads and two SIMD levels. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../model/models.h"

#define MOST 24

typedef struct twin {
    tact_context *context;
    tact_pool *pool;
    tact_world *world;
} twin;

typedef struct play {
    const zoo *z;
    test_rng rng;
    twin twins[2]; /* the same world with one worker and with three */
    tact_object objects[MOST];
    tact_object_id ids[MOST];
    bool is_there[MOST];
    bool is_changed[MOST];
    tact_object_id gone;
    bool was_active[MOST][MOST];
    tact_object_id old_ids[MOST]; /* of the last step, */
    tact_pose old_poses[MOST];    /* which is what queries see */
    bool matters[4][4];
} play;

static void make_twin(twin *t, uint32_t workers) {
    tact_context_desc desc = tact_context_desc_default();
    if (workers > 1)
        desc.simd_level = TACT_SIMD_BASELINE;
    t->pool = NULL;
    if (workers > 1) {
        assert_int_equal(tact_pool_create(NULL, workers, &t->pool), TACT_OK);
        desc.executor = tact_pool_executor(t->pool);
    }
    assert_int_equal(tact_context_create(&desc, &t->context), TACT_OK);
    assert_int_equal(tact_world_create(t->context, &t->world), TACT_OK);
}

static void end_twin(twin *t) {
    tact_world_destroy(t->world);
    tact_context_destroy(t->context);
    tact_pool_destroy(t->pool);
}

static tact_object random_object(play *p) {
    /* A mesh without known pieces cannot meet a filled one, such as the compound's. */
    uint32_t kind = test_rng_below(&p->rng, ZOO_COUNT + 1);
    if (kind == ZOO_PLAIN)
        kind = ZOO_EMPTY;
    tact_model *model = kind == ZOO_COUNT ? p->z->compound : p->z->model[kind];
    tact_object object = tact_object_make(model);
    object.instance = instance_random(&p->rng, model, 2);
    object.instance.flags = 0;
    object.group = test_rng_below(&p->rng, 4);
    object.motion = (tact_motion)test_rng_below(&p->rng, 3);
    object.velocity = vec3_random(&p->rng, 1);
    if (test_rng_below(&p->rng, 2) == 0)
        object.spin = vec3_random(&p->rng, 4);
    return object;
}

static void add_one(play *p) {
    uint32_t i = test_rng_below(&p->rng, MOST);
    if (p->is_there[i])
        return;
    p->objects[i] = random_object(p);
    tact_object_id ids[2];
    for (int t = 0; t < 2; t++)
        assert_int_equal(tact_world_add(p->twins[t].world, &p->objects[i], 1, NULL, &ids[t]),
                         TACT_OK);
    assert_memory_equal(&ids[0], &ids[1], sizeof ids[0]);
    p->ids[i] = ids[0];
    p->is_there[i] = true;
    p->is_changed[i] = true;
}

static void remove_one(play *p) {
    uint32_t i = test_rng_below(&p->rng, MOST);
    if (!p->is_there[i])
        return;
    for (int t = 0; t < 2; t++)
        assert_int_equal(tact_world_remove(p->twins[t].world, &p->ids[i], 1, NULL), TACT_OK);
    p->gone = p->ids[i];
    p->is_there[i] = false;
}

static void move_one(play *p) {
    uint32_t i = test_rng_below(&p->rng, MOST);
    if (!p->is_there[i])
        return;
    instance_nudge(&p->rng, &p->objects[i].instance, 0.3);
    for (int t = 0; t < 2; t++)
        assert_int_equal(
            tact_world_move(p->twins[t].world, &p->ids[i], &p->objects[i].instance.pose, 1, NULL),
            TACT_OK);
    p->is_changed[i] = true;
}

static void write_one(play *p) {
    uint32_t i = test_rng_below(&p->rng, MOST);
    if (!p->is_there[i])
        return;
    const tact_model *model = p->objects[i].instance.model;
    p->objects[i] = random_object(p);
    p->objects[i].instance.model = model;
    for (int t = 0; t < 2; t++)
        assert_int_equal(tact_world_write(p->twins[t].world, p->ids[i], &p->objects[i], NULL),
                         TACT_OK);
    p->is_changed[i] = true;
}

static void use_stale(play *p) {
    tact_object object;
    if (p->gone.generation == 0)
        return;
    for (int t = 0; t < 2; t++) {
        tact_world *world = p->twins[t].world;
        assert_int_equal(tact_world_read(world, p->gone, &object), TACT_STALE_ID);
        assert_int_equal(tact_world_remove(world, &p->gone, 1, NULL), TACT_STALE_ID);
        object = tact_object_make(p->z->model[0]);
        assert_int_equal(tact_world_write(world, p->gone, &object, NULL), TACT_STALE_ID);
        assert_int_equal(tact_world_move(world, &p->gone, &object.instance.pose, 1, NULL),
                         TACT_STALE_ID);
        assert_false(tact_world_has(world, p->gone));
    }
}

static void change_interest(play *p) {
    uint32_t a = test_rng_below(&p->rng, 4), b = test_rng_below(&p->rng, 4);
    bool matters = test_rng_below(&p->rng, 3) != 0;
    tact_interest interest = tact_interest_default();
    interest.flags = matters ? 0 : TACT_INTEREST_NONE;
    interest.remember = test_rng_below(&p->rng, 2) * TACT_CACHE_BYTES;
    for (int t = 0; t < 2; t++)
        assert_int_equal(tact_world_set_interest(p->twins[t].world, a, b, &interest), TACT_OK);
    p->matters[a][b] = p->matters[b][a] = matters;
    for (int i = 0; i < MOST; i++) {
        if (p->objects[i].group == a || p->objects[i].group == b)
            p->is_changed[i] = true;
    }
}

/* ---- Queries ------------------------------------------------------------------------------ */

/* The object as queries see it; false if they do not. */
static bool see(const play *p, int i, uint64_t groups, tact_instance *out) {
    *out = p->objects[i].instance;
    out->pose = p->old_poses[i];
    return p->is_there[i] && memcmp(&p->ids[i], &p->old_ids[i], sizeof p->ids[i]) == 0 &&
           (groups >> p->objects[i].group & 1) != 0;
}

static void query_ray(const play *p, tact_ray ray, uint64_t groups, const tact_world *world) {
    tact_world_hit found;
    assert_int_equal(tact_world_raycast(world, ray, groups, NULL, &found), TACT_OK);
    double best = HUGE_VAL;
    for (int i = 0; i < MOST; i++) {
        tact_instance seen;
        tact_raycast_result one;
        if (!see(p, i, groups, &seen))
            continue;
        assert_int_equal(tact_raycast(&seen, ray, NULL, &one), TACT_OK);
        if (one.outcome != TACT_OUTCOME_APART)
            best = fmin(best, one.outcome == TACT_OUTCOME_UNDECIDED ? one.lower : one.t);
    }
    assert_int_equal(found.id.generation != 0, best < HUGE_VAL);
    if (best < HUGE_VAL)
        assert_true(found.result.outcome == TACT_OUTCOME_UNDECIDED ? found.result.lower == best
                                                                   : found.result.t == best);
}

static void query_point(const play *p, tact_vec3 point, uint64_t groups, const tact_world *world) {
    tact_world_near found;
    assert_int_equal(tact_world_nearest(world, point, groups, NULL, &found), TACT_OK);
    double best = HUGE_VAL;
    for (int i = 0; i < MOST; i++) {
        tact_instance seen;
        tact_nearest_result one;
        if (!see(p, i, groups, &seen))
            continue;
        assert_int_equal(tact_nearest(&seen, point, NULL, &one), TACT_OK);
        best = fmin(best, one.outcome == TACT_OUTCOME_UNDECIDED ? one.lower : one.distance);
    }
    assert_int_equal(found.id.generation != 0, best < HUGE_VAL);
}

static void query_lists(const play *p, tact_instance probe, uint64_t groups,
                        const tact_world *world) {
    tact_object_id ids[MOST];
    uint32_t boxes = 0, touching = 0, near_boxes, near_touching;
    tact_box box;
    assert_int_equal(tact_instance_bounds(&probe, &box), TACT_OK);
    assert_int_equal(tact_world_find_box(world, box, groups, ids, MOST, &near_boxes), TACT_OK);
    assert_int_equal(
        tact_world_find_touching(world, &probe, groups, NULL, ids, MOST, &near_touching), TACT_OK);
    for (int i = 0; i < MOST; i++) {
        tact_instance seen;
        tact_box other;
        tact_collide_result one;
        if (!see(p, i, groups, &seen))
            continue;
        assert_int_equal(tact_instance_bounds(&seen, &other), TACT_OK);
        boxes += !tact_box_is_empty(other) && tact_box_overlaps(box, other);
        assert_int_equal(tact_collide(&probe, &seen, NULL, NULL, &one), TACT_OK);
        touching += one.outcome != TACT_OUTCOME_APART;
    }
    assert_int_equal(near_boxes, boxes);
    assert_int_equal(near_touching, touching);
}

/* The same bits as tact_cast() of each object, in the order of time. */
static void query_casts(const play *p, tact_instance probe, tact_vec3 way, uint64_t groups,
                        const tact_world *world) {
    tact_world_cast_hit met[MOST], first, few[2];
    uint32_t count, again, expected = 0;
    assert_int_equal(tact_world_cast_all(world, &probe, way, groups, NULL, met, MOST, &count),
                     TACT_OK);
    assert_int_equal(tact_world_cast_all(world, &probe, way, groups, NULL, few, 2, &again),
                     TACT_OK);
    assert_int_equal(again, count);
    for (uint32_t i = 0; i < count; i++) {
        const tact_world_cast_hit *m = &met[i], *before = i > 0 ? &met[i - 1] : m;
        assert_true(before->time <= m->time);
        assert_true(before == m || before->time < m->time || before->id.slot < m->id.slot);
        assert_true(i >= 2 || (few[i].id.slot == m->id.slot && few[i].time == m->time));
    }
    for (int i = 0; i < MOST; i++) {
        tact_instance seen;
        tact_rigid_result one;
        if (!see(p, i, groups, &seen))
            continue;
        assert_int_equal(tact_cast(&probe, way, &seen, NULL, NULL, &one), TACT_OK);
        if (one.outcome == TACT_OUTCOME_APART)
            continue;
        expected++;
        bool is_found = false;
        for (uint32_t k = 0; k < count; k++)
            is_found =
                is_found || (met[k].result.lower == one.lower && met[k].result.upper == one.upper &&
                             met[k].result.outcome == one.outcome);
        assert_true(is_found);
    }
    assert_int_equal(count, expected);
    assert_int_equal(tact_world_cast(world, &probe, way, groups, NULL, &first), TACT_OK);
    assert_int_equal(first.id.generation != 0, count > 0);
    if (count > 0)
        assert_true(first.id.slot == met[0].id.slot && first.time == met[0].time);
}

static void ask_queries(play *p) {
    uint64_t groups = test_rng_below(&p->rng, 16);
    tact_ray ray = {vec3_random(&p->rng, 4), vec3_random(&p->rng, 1)};
    tact_vec3 point = vec3_random(&p->rng, 4);
    tact_instance probe = random_object(p).instance;
    tact_vec3 way = vec3_random(&p->rng, 3);
    for (int t = 0; t < 2; t++) {
        if (test_rng_below(&p->rng, 4) == 0)
            assert_int_equal(tact_world_prepare(p->twins[t].world), TACT_OK);
        query_ray(p, ray, groups, p->twins[t].world);
        query_point(p, point, groups, p->twins[t].world);
        query_lists(p, probe, groups, p->twins[t].world);
        query_casts(p, probe, way, groups, p->twins[t].world);
    }
}

/* ---- Brute force -------------------------------------------------------------------------- */

static bool is_asked(const play *p, int i, int j) {
    return p->objects[i].motion == TACT_MOTION_MOVING || p->is_changed[i] ||
           p->objects[j].motion == TACT_MOTION_MOVING || p->is_changed[j];
}

/* Whether the pair is active after the step. */
static bool is_active(const play *p, int i, int j) {
    if (!p->is_there[i] || !p->is_there[j] ||
        !p->matters[p->objects[i].group][p->objects[j].group] ||
        (p->objects[i].motion == TACT_MOTION_STATIC && p->objects[j].motion == TACT_MOTION_STATIC))
        return false;
    tact_collide_result found;
    assert_int_equal(
        tact_collide(&p->objects[i].instance, &p->objects[j].instance, NULL, NULL, &found),
        TACT_OK);
    return found.outcome != TACT_OUTCOME_APART;
}

static const tact_event *find_event(tact_events events, tact_object_id a, tact_object_id b) {
    tact_object_id low = a.slot < b.slot ? a : b, high = a.slot < b.slot ? b : a;
    for (uint32_t i = 0; i < events.count; i++) {
        const tact_event *e = &events.events[i];
        if (memcmp(&e->a, &low, sizeof low) == 0 && memcmp(&e->b, &high, sizeof high) == 0)
            return e;
    }
    return NULL;
}

/* Compares the events with what must have happened to each pair. */
static void check_events(play *p, tact_events events) {
    uint32_t expected = 0;
    bool now[MOST][MOST];
    for (int i = 0; i < MOST; i++) {
        for (int j = i + 1; j < MOST; j++) {
            bool is_same = memcmp(&p->ids[i], &p->old_ids[i], sizeof p->ids[i]) == 0 &&
                           memcmp(&p->ids[j], &p->old_ids[j], sizeof p->ids[j]) == 0;
            bool was = p->was_active[i][j];
            now[i][j] = is_active(p, i, j);
            if (was && !is_same) {
                const tact_event *e = find_event(events, p->old_ids[i], p->old_ids[j]);
                assert_non_null(e);
                assert_int_equal(e->kind, TACT_EVENT_END);
                expected++;
                was = false;
            }
            if (!was && !now[i][j])
                continue;
            const tact_event *e = find_event(events, p->ids[i], p->ids[j]);
            if (was && now[i][j] && !is_asked(p, i, j)) {
                assert_null(e);
                continue;
            }
            assert_non_null(e);
            assert_int_equal(e->kind, !was        ? TACT_EVENT_BEGIN
                                      : now[i][j] ? TACT_EVENT_STAY
                                                  : TACT_EVENT_END);
            expected++;
        }
    }
    assert_int_equal(events.count, expected);
    for (uint32_t i = 1; i < events.count; i++) {
        const tact_event *a = &events.events[i - 1], *b = &events.events[i];
        assert_true(a->a.slot < b->a.slot || (a->a.slot == b->a.slot && a->b.slot <= b->b.slot));
    }
    memcpy(p->was_active, now, sizeof now);
}

static void step(play *p) {
    double seconds = test_rng_below(&p->rng, 3) == 0 ? 0 : test_rng_between(&p->rng, 0, 0.2);
    for (int t = 0; t < 2; t++)
        assert_int_equal(tact_world_step(p->twins[t].world, seconds, NULL, NULL), TACT_OK);
    assert_int_equal(tact_world_hash(p->twins[0].world), tact_world_hash(p->twins[1].world));
    for (int i = 0; i < MOST; i++) {
        if (p->is_there[i])
            assert_int_equal(tact_world_read(p->twins[0].world, p->ids[i], &p->objects[i]),
                             TACT_OK);
        else
            p->ids[i] = (tact_object_id){0, 0};
    }
    check_events(p, tact_world_events(p->twins[0].world));
    memcpy(p->old_ids, p->ids, sizeof p->ids);
    for (int i = 0; i < MOST; i++)
        p->old_poses[i] = p->objects[i].instance.pose;
    memset(p->is_changed, 0, sizeof p->is_changed);
}

static void test_random_calls(void **state) {
    play p = {.z = *state, .rng = test_rng_start("world_random")};
    make_twin(&p.twins[0], 1);
    make_twin(&p.twins[1], 3);
    memset(p.matters, true, sizeof p.matters);
    for (uint64_t call = test_case_count(10000, 1000000); call-- > 0;) {
        switch (test_rng_below(&p.rng, 11)) {
        case 0:
        case 1:
        case 2:
            add_one(&p);
            break;
        case 3:
            remove_one(&p);
            break;
        case 4:
        case 5:
            move_one(&p);
            break;
        case 6:
            write_one(&p);
            break;
        case 7:
            use_stale(&p);
            break;
        case 8:
            if (test_rng_below(&p.rng, 5) == 0)
                change_interest(&p);
            break;
        case 9:
            ask_queries(&p);
            break;
        default:
            step(&p);
        }
    }
    end_twin(&p.twins[0]);
    end_twin(&p.twins[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_calls)};
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
