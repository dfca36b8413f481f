/* SPDX-License-Identifier: MIT */
/* Lent models: after each step, every question has the answer that a mesh made anew from the same
 * positions has. Worlds, interiors, bad input, lack of memory. */
#include "make_deform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static tact_deform *deform_of_scene(const tact_context *context, const scene_body *body) {
    tact_deform_topology t = {.vertex_count = body->vertex_count,
                              .triangle_count = body->triangle_count,
                              .triangles = (const uint32_t(*)[3])body->triangles};
    tact_deform *deform = NULL;
    assert_int_equal(tact_deform_create(context, &t, NULL, &deform), TACT_OK);
    return deform;
}

static tact_model *make_model(const scene_body *body, const tact_vec3 *at,
                              const tact_model_options *options) {
    tact_mesh_arrays arrays = {.positions = at,
                               .vertex_count = body->vertex_count,
                               .indices = &body->triangles[0][0],
                               .triangle_count = body->triangle_count};
    tact_model *model = NULL;
    assert_int_equal(tact_model_create_mesh(NULL, &arrays, options, NULL, &model), TACT_OK);
    return model;
}

static const tact_model *lend(tact_deform *deform, tact_deform_instant instant,
                              const tact_model_options *options) {
    const tact_model *model = NULL;
    assert_int_equal(tact_deform_lend(deform, instant, options, NULL, &model), TACT_OK);
    return model;
}

/* ---- The same answers --------------------------------------------------------------------- */

/* What other meshes, rays and points are asked about, and what is remembered of the last frame. */
typedef struct asking {
    test_rng rng;
    tact_model *other; /* near the sheet */
    uint64_t memory[2][TACT_CACHE_BYTES / 8];
    tact_contact_list *lists[2];
    size_t touching, apart, hits, self;
} asking;

static asking asking_make(const scene_body *ball, const char *name) {
    asking a = {.rng = test_rng_start(name), .other = make_model(ball, ball->rest, NULL)};
    for (int i = 0; i < 2; i++)
        assert_int_equal(tact_contact_list_create(NULL, &a.lists[i]), TACT_OK);
    return a;
}

static void asking_end(asking *a) {
    tact_model_destroy(a->other);
    tact_contact_list_destroy(a->lists[0]);
    tact_contact_list_destroy(a->lists[1]);
}

static void same_lists(const asking *a) {
    tact_contact_view x = tact_contact_list_view(a->lists[0]);
    tact_contact_view y = tact_contact_list_view(a->lists[1]);
    assert_int_equal(x.count, y.count);
    if (x.count > 0)
        assert_memory_equal(x.pairs, y.pairs, 2 * x.count * sizeof *x.pairs);
}

/* Questions about two models, without and with what is remembered of the frame before. */
static void compare_pair(asking *a, const tact_model *lent, const tact_model *fresh) {
    tact_instance models[2] = {tact_instance_make(lent), tact_instance_make(fresh)};
    tact_instance other = tact_instance_make(a->other);
    for (int i = 0; i < 3; i++)
        other.pose.m[4 * i + 3] = test_rng_between(&a->rng, -0.3, 0.3);
    tact_collide_result collide[3];
    tact_distance_result distance[3];
    tact_contacts_result contacts[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tact_collide(&models[i], &other, NULL, NULL, &collide[i]), TACT_OK);
        assert_int_equal(tact_distance(&other, &models[i], NULL, NULL, &distance[i]), TACT_OK);
        assert_int_equal(tact_contacts(&models[i], &other, NULL, a->lists[i], &contacts[i]),
                         TACT_OK);
    }
    same_lists(a);
    tact_cache cache[2] = {{a->memory[0], sizeof a->memory[0]},
                           {a->memory[1], sizeof a->memory[1]}};
    assert_int_equal(tact_collide(&models[0], &other, NULL, &cache[0], &collide[2]), TACT_OK);
    assert_int_equal(tact_distance(&other, &models[0], NULL, &cache[1], &distance[2]), TACT_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(collide[i].outcome, collide[1].outcome);
        assert_int_equal(collide[i].outcome, distance[i].outcome);
        test_assert_same_bits(distance[i].distance, distance[1].distance);
        test_assert_same_bits(distance[i].lower, distance[1].lower);
        test_assert_same_bits(distance[i].upper, distance[1].upper);
    }
    assert_int_equal(contacts[0].count > 0, collide[0].outcome == TACT_OUTCOME_CONTACT);
    a->touching += collide[0].outcome == TACT_OUTCOME_CONTACT;
    a->apart += collide[0].outcome == TACT_OUTCOME_APART;
}

static tact_vec3 random_point(asking *a) {
    double x = test_rng_between(&a->rng, -0.2, 1.2), y = test_rng_between(&a->rng, -0.2, 1.2);
    return (tact_vec3){x, y, test_rng_between(&a->rng, -0.7, 0.7)};
}

static void compare_one(asking *a, const tact_model *lent, const tact_model *fresh) {
    const tact_instance models[2] = {tact_instance_make(lent), tact_instance_make(fresh)};
    tact_contacts_result self[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(tact_self(models[i].model, NULL, a->lists[i], &self[i]), TACT_OK);
    same_lists(a);
    a->self += self[0].count > 0;
    for (int n = 0; n < 4; n++) {
        tact_vec3 from = random_point(a), to = random_point(a);
        tact_ray ray = {from, tact_vec3_sub(to, from)};
        tact_raycast_result hit[2], hits[2][16];
        tact_raycast_all_result all[2];
        tact_nearest_result near[2];
        for (int i = 0; i < 2; i++) {
            assert_int_equal(tact_raycast(&models[i], ray, NULL, &hit[i]), TACT_OK);
            assert_int_equal(tact_raycast_all(&models[i], ray, NULL, hits[i], 16, &all[i]),
                             TACT_OK);
            assert_int_equal(tact_nearest(&models[i], from, NULL, &near[i]), TACT_OK);
        }
        assert_int_equal(hit[0].outcome, hit[1].outcome);
        test_assert_same_bits(hit[0].t, hit[1].t);
        assert_int_equal(hit[0].site.element, hit[1].site.element);
        assert_int_equal(all[0].count, all[1].count);
        for (uint64_t i = 0; i < all[0].count && i < 16; i++)
            assert_int_equal(hits[0][i].site.element, hits[1][i].site.element);
        test_assert_same_bits(near[0].distance, near[1].distance);
        a->hits += hit[0].outcome == TACT_OUTCOME_CONTACT;
    }
}

static void compare(asking *a, const tact_model *lent, const tact_model *fresh) {
    tact_model_info x = tact_model_inspect(lent), y = tact_model_inspect(fresh);
    tact_error error = {0};
    assert_int_equal(tact_model_validate(lent, &error), TACT_OK);
    assert_true(x.serial == y.serial);
    assert_memory_equal(&x.bounds, &y.bounds, sizeof x.bounds);
    compare_pair(a, lent, fresh);
    compare_one(a, lent, fresh);
}

/* Frames of a motion: the models of the start and of the end of each step. */
static void run_motion(const tact_context *context, scene_motion motion, uint32_t size,
                       uint32_t frames, tact_bvh_builder builder) {
    scene_body sheet = scene_sheet(size), ball = scene_ball(10);
    asking a = asking_make(&ball, scene_motion_name(motion));
    tact_deform *deform = deform_of_scene(context, &sheet);
    tact_vec3 *at[2] = {calloc(sheet.vertex_count, sizeof(tact_vec3)),
                        calloc(sheet.vertex_count, sizeof(tact_vec3))};
    tact_model_options options = tact_model_options_default();
    const tact_model *first[2] = {NULL, NULL};
    uint64_t before = 0;
    options.builder = builder;
    for (uint32_t frame = 0; frame < frames; frame++) {
        scene_positions(&sheet, motion, 1.3 * frame / frames, at[0]);
        scene_positions(&sheet, motion, 1.3 * (frame + 1) / frames, at[1]);
        assert_int_equal(tact_deform_move(deform, at[0], at[1], NULL), TACT_OK);
        for (int i = 0; i < 2; i++) {
            const tact_model *lent = lend(deform, (tact_deform_instant)i, &options);
            tact_model *fresh = make_model(&sheet, at[i], &options);
            assert_true(frame == 0 || lent == first[i]);
            first[i] = lent;
            compare(&a, lent, fresh);
            tact_model_destroy(fresh);
        }
        uint64_t serial = tact_model_inspect(first[1]).serial;
        bool is_still = memcmp(at[0], at[1], sheet.vertex_count * sizeof *at[0]) == 0;
        assert_int_equal(frame > 0 && serial == before, frame > 0 && is_still);
        before = serial;
        assert_true(lend(deform, TACT_DEFORM_END, NULL) == first[1]);
        assert_true(tact_model_inspect(first[1]).serial == before);
    }
    assert_true(frames < 50 || (a.touching > 0 && a.apart > 0 && a.hits > 0));
    assert_true(frames < 50 || motion != SCENE_FOLD || a.self > 0);
    asking_end(&a);
    tact_deform_destroy(deform);
    scene_body_destroy(&sheet);
    scene_body_destroy(&ball);
    free(at[0]);
    free(at[1]);
}

static void test_motions(void **state) {
    (void)state;
    for (int m = 0; m < SCENE_MOTIONS; m++)
        run_motion(NULL, (scene_motion)m, 14, 100, TACT_BVH_BINNED);
    run_motion(NULL, SCENE_TWIST, 14, 10, TACT_BVH_SWEEP);
    run_motion(NULL, SCENE_CRUMPLE, 14, 10, TACT_BVH_MORTON);
}

/* More triangles than one worker builds at a time, on threads. */
static void test_large(void **state) {
    (void)state;
    tact_pool *pool;
    tact_context *context;
    tact_context_desc desc = tact_context_desc_default();
    assert_int_equal(tact_pool_create(NULL, 3, &pool), TACT_OK);
    desc.executor = tact_pool_executor(pool);
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    run_motion(context, SCENE_TWIST, 130, 3, TACT_BVH_BINNED);
    run_motion(NULL, SCENE_DRAPE, 130, 3, TACT_BVH_MORTON);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
}

/* Positions of all sizes, and vertices at one place: triangles become equal and differ again. */
static void test_random(void **state) {
    (void)state;
    static random_body body;
    test_rng rng = test_rng_start("lent bodies");
    scene_body ball = scene_ball(4);
    asking a = asking_make(&ball, "questions about lent bodies");
    for (uint64_t n = test_case_count(40, 2000); n > 0; n--) {
        make_random_body(&rng, n % 4 == 0 ? 400 : 60, &body);
        scene_body same = {body.topology.vertex_count, body.topology.triangle_count, body.start,
                           body.triangles};
        if (n % 3 == 0) /* triangles that occur many times */
            for (uint32_t i = 0; i < same.triangle_count; i++)
                memcpy(body.triangles[i], body.triangles[i % 3], sizeof body.triangles[i]);
        tact_deform *deform = deform_of_scene(NULL, &same);
        for (int frame = 0; frame < 5; frame++) {
            double scale = frame == 2 ? 0x1p-60 : frame == 3 ? 0 : 1;
            for (uint32_t i = 0; i < same.vertex_count; i++)
                body.start[i] = tact_vec3_scale(frame == 4 ? body.end[i] : body.start[i], scale);
            assert_int_equal(tact_deform_move(deform, body.start, NULL, NULL), TACT_OK);
            tact_model *fresh = make_model(&same, body.start, NULL);
            compare(&a, lend(deform, TACT_DEFORM_START, NULL), fresh);
            tact_model_destroy(fresh);
        }
        tact_deform_destroy(deform);
    }
    asking_end(&a);
    scene_body_destroy(&ball);
}

/* ---- Worlds ------------------------------------------------------------------------------- */

/* Whether the only pair of a world is active after a step. */
static bool step_world(tact_world *world) {
    tact_step_info info;
    assert_int_equal(tact_world_step(world, 0, NULL, &info), TACT_OK);
    return info.active_pairs > 0;
}

/* A sheet that bends as an object that sleeps, near a ball that rests: the world notices that its
 * model has changed, also if the pair was put off because it was far away. */
static void test_world(void **state) {
    (void)state;
    scene_body sheet = scene_sheet(12), ball = scene_ball(10);
    tact_deform *deform = deform_of_scene(NULL, &sheet);
    tact_vec3 *at = calloc(sheet.vertex_count, sizeof *at);
    tact_model *still = make_model(&ball, ball.rest, NULL);
    tact_world *world;
    tact_interest interest = tact_interest_default();
    interest.flags = TACT_INTEREST_DEADLINE;
    assert_int_equal(tact_world_create(NULL, &world), TACT_OK);
    assert_int_equal(tact_world_set_interest(world, 0, 0, &interest), TACT_OK);
    tact_object objects[2] = {tact_object_make(lend(deform, TACT_DEFORM_END, NULL)),
                              tact_object_make(still)};
    objects[0].motion = objects[1].motion = TACT_MOTION_SLEEPING;
    tact_object_id ids[2];
    assert_int_equal(tact_world_add(world, objects, 2, NULL, ids), TACT_OK);
    (void)step_world(world);
    size_t touching = 0, apart = 0;
    for (uint32_t frame = 0; frame < 120; frame++) {
        scene_positions(&sheet, SCENE_DRAPE, fabs(1.2 - 0.02 * frame), at);
        for (uint32_t i = 0; frame % 7 == 0 && i < sheet.vertex_count; i++)
            at[i].z += 5;
        assert_int_equal(tact_deform_move(deform, at, NULL, NULL), TACT_OK);
        tact_instance now = tact_instance_make(lend(deform, TACT_DEFORM_END, NULL));
        tact_instance other = tact_instance_make(still);
        tact_collide_result result;
        assert_int_equal(tact_collide(&now, &other, NULL, NULL, &result), TACT_OK);
        bool touches = result.outcome == TACT_OUTCOME_CONTACT;
        assert_int_equal(step_world(world), touches);
        assert_int_equal(step_world(world), touches);
        touching += touches;
        apart += !touches;
    }
    assert_true(touching > 10 && apart > 10);
    /* The world keeps the model, with its last positions. */
    tact_deform_destroy(deform);
    (void)step_world(world);
    tact_world_destroy(world);
    tact_model_destroy(still);
    scene_body_destroy(&sheet);
    scene_body_destroy(&ball);
    free(at);
}

/* ---- Interiors ---------------------------------------------------------------------------- */

static void test_interior(void **state) {
    (void)state;
    test_rng rng = test_rng_start("lent interiors");
    scene_body ball = scene_ball(8);
    tact_deform *deform = deform_of_scene(NULL, &ball);
    tact_vec3 *at = calloc(ball.vertex_count, sizeof *at);
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_REQUIRED;
    size_t inside = 0;
    for (int frame = 0; frame < 10; frame++) {
        for (uint32_t i = 0; i < ball.vertex_count; i++) {
            tact_vec3 p = ball.rest[i];
            at[i] = (tact_vec3){p.x * (1 + 0.1 * frame), p.y, p.z * (1 + frame)};
        }
        assert_int_equal(tact_deform_move(deform, at, NULL, NULL), TACT_OK);
        const tact_model *lent = lend(deform, TACT_DEFORM_START, &options);
        tact_model *fresh = make_model(&ball, at, &options);
        tact_instance models[2] = {tact_instance_make(lent), tact_instance_make(fresh)};
        assert_true(tact_model_inspect(lent).has_interior);
        assert_int_equal(tact_model_validate(lent, NULL), TACT_OK);
        for (int n = 0; n < 20; n++) {
            double x = test_rng_between(&rng, 0, 1), y = test_rng_between(&rng, 0, 1);
            tact_vec3 point = {x, y, test_rng_between(&rng, -1, 1)};
            tact_inside_result result[2];
            for (int i = 0; i < 2; i++)
                assert_int_equal(tact_inside(&models[i], point, NULL, &result[i]), TACT_OK);
            assert_int_equal(result[0].outcome, result[1].outcome);
            inside += result[0].outcome == TACT_OUTCOME_CONTACT;
        }
        tact_model_destroy(fresh);
    }
    assert_true(inside > 0);
    /* Torn open: the model keeps its positions. */
    const tact_model *lent = lend(deform, TACT_DEFORM_START, NULL), *again = NULL;
    uint64_t serial = tact_model_inspect(lent).serial;
    at[17 * 4].x += 1; /* two vertices are at one place on the seam */
    assert_int_equal(tact_deform_move(deform, at, NULL, NULL), TACT_OK);
    assert_int_equal(tact_deform_lend(deform, TACT_DEFORM_START, NULL, NULL, &again),
                     TACT_NOT_WATERTIGHT);
    assert_true(again == NULL && tact_model_inspect(lent).serial == serial);
    assert_int_equal(tact_model_validate(lent, NULL), TACT_OK);
    tact_deform_destroy(deform);
    scene_body_destroy(&ball);
    free(at);
}

/* ---- Bad input ---------------------------------------------------------------------------- */

static void test_refused(void **state) {
    (void)state;
    scene_body sheet = scene_sheet(3);
    tact_deform *deform = deform_of_scene(NULL, &sheet);
    const tact_model *model = NULL;
    tact_model_options options = tact_model_options_default();
    assert_int_equal(tact_deform_lend(NULL, TACT_DEFORM_START, NULL, NULL, &model),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_lend(deform, TACT_DEFORM_START, NULL, NULL, NULL),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_lend(deform, (tact_deform_instant)2, NULL, NULL, &model),
                     TACT_INVALID_ARGUMENT);
    options.flags = TACT_MODEL_BORROW;
    assert_int_equal(tact_deform_lend(deform, TACT_DEFORM_START, &options, NULL, &model),
                     TACT_INVALID_ARGUMENT);
    options.flags = 0;
    options.size = 1;
    assert_int_equal(tact_deform_lend(deform, TACT_DEFORM_START, &options, NULL, &model),
                     TACT_INVALID_ARGUMENT);
    assert_null(model);
    /* Before the first step, all vertices are at the origin. */
    model = lend(deform, TACT_DEFORM_START, NULL);
    options = tact_model_options_default();
    options.builder = TACT_BVH_SWEEP;
    const tact_model *other = NULL;
    assert_int_equal(tact_deform_lend(deform, TACT_DEFORM_START, &options, NULL, &other),
                     TACT_INVALID_ARGUMENT);
    assert_true(lend(deform, TACT_DEFORM_END, &options) != model);
    /* A step with a NaN is refused, and the lent model stays. */
    assert_int_equal(tact_deform_move(deform, sheet.rest, NULL, NULL), TACT_OK);
    uint64_t serial = tact_model_inspect(lend(deform, TACT_DEFORM_START, NULL)).serial;
    tact_error error = {0};
    sheet.rest[5].y = NAN;
    assert_int_equal(tact_deform_move(deform, sheet.rest, NULL, &error), TACT_NOT_FINITE);
    assert_int_equal(error.index, 5);
    assert_true(tact_model_inspect(lend(deform, TACT_DEFORM_START, NULL)).serial == serial);
    tact_instance part = tact_instance_make(model);
    tact_model *compound = NULL;
    assert_int_equal(tact_model_create_compound(NULL, &part, 1, &compound), TACT_INVALID_ARGUMENT);
    assert_string_equal(tact_deform_instant_name(TACT_DEFORM_START), "start");
    assert_string_equal(tact_deform_instant_name(TACT_DEFORM_END), "end");
    assert_string_equal(tact_deform_instant_name((tact_deform_instant)2), "unknown instant");
    /* A model that is retained outlives the deformable. */
    tact_model *kept = tact_model_retain(model);
    tact_deform_destroy(deform);
    assert_int_equal(tact_model_validate(kept, NULL), TACT_OK);
    assert_true(tact_model_inspect(kept).serial == serial);
    tact_model_destroy(kept);
    scene_body_destroy(&sheet);
}

static void test_empty(void **state) {
    (void)state;
    static const uint32_t point[] = {0};
    const tact_vec3 at[] = {{1, 2, 3}};
    tact_deform_topology t = {.vertex_count = 1, .point_count = 1, .points = point};
    tact_deform *deform;
    assert_int_equal(tact_deform_create(NULL, &t, NULL, &deform), TACT_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tact_deform_move(deform, at, NULL, NULL), TACT_OK);
        const tact_model *model = lend(deform, TACT_DEFORM_START, NULL);
        assert_int_equal(tact_model_validate(model, NULL), TACT_OK);
        assert_int_equal(tact_model_inspect(model).triangle_count, 0);
    }
    tact_deform_destroy(deform);
}

/* ---- Memory ------------------------------------------------------------------------------- */

/* Lends, and bends so far that the hierarchy is built anew. */
static tact_status use(const tact_context *context, const scene_body *sheet,
                       const tact_vec3 *crumpled, test_allocator *memory, uint64_t fail_at,
                       uint64_t *calls) {
    tact_deform *deform = deform_of_scene(context, sheet);
    const tact_model *model = NULL;
    assert_int_equal(tact_deform_move(deform, sheet->rest, NULL, NULL), TACT_OK);
    uint64_t before = memory->calls;
    memory->fail_at = fail_at > 0 ? before + fail_at : 0;
    tact_status status = tact_deform_lend(deform, TACT_DEFORM_START, NULL, NULL, &model);
    assert_int_equal(tact_deform_move(deform, crumpled, NULL, NULL), TACT_OK);
    if (status == TACT_OK) {
        assert_int_equal(tact_deform_lend(deform, TACT_DEFORM_START, NULL, NULL, &model), TACT_OK);
        *calls = memory->calls - before;
        tact_model *fresh = make_model(sheet, crumpled, NULL);
        memory->fail_at = 0;
        assert_int_equal(tact_model_validate(model, NULL), TACT_OK);
        assert_true(tact_model_inspect(model).serial == tact_model_inspect(fresh).serial);
        tact_model_destroy(fresh);
    } else {
        assert_int_equal(status, TACT_OUT_OF_MEMORY);
    }
    memory->fail_at = 0;
    tact_deform_destroy(deform);
    return status;
}

static void test_memory(void **state) {
    (void)state;
    test_rng rng = test_rng_start("lent memory");
    scene_body sheet = scene_sheet(12);
    tact_vec3 *mixed = calloc(sheet.vertex_count, sizeof *mixed);
    for (uint32_t i = 0; i < sheet.vertex_count; i++) {
        double x = test_rng_between(&rng, 0, 1), y = test_rng_between(&rng, 0, 1);
        mixed[i] = (tact_vec3){x, y, test_rng_between(&rng, 0, 1)};
    }
    test_allocator memory;
    tact_context *context = test_context_make(&memory);
    uint64_t live = memory.live, all = 0, calls = 0, failed = 0, survived = 0;
    assert_int_equal(use(context, &sheet, mixed, &memory, 0, &all), TACT_OK);
    for (uint64_t i = 1; i <= all; i++) {
        bool fails = use(context, &sheet, mixed, &memory, i, &calls) != TACT_OK;
        failed += fails;
        survived += !fails;
        assert_true(memory.live == live);
    }
    assert_true(failed > 10 && survived > 10);
    tact_context_destroy(context);
    scene_body_destroy(&sheet);
    free(mixed);
}

/* With an interior, all is made anew; without memory, the model keeps its positions. */
static void test_interior_memory(void **state) {
    (void)state;
    scene_body ball = scene_ball(5);
    test_allocator memory;
    tact_context *context = test_context_make(&memory);
    tact_deform *deform = deform_of_scene(context, &ball);
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_IF_WATERTIGHT;
    assert_int_equal(tact_deform_move(deform, ball.rest, NULL, NULL), TACT_OK);
    const tact_model *model = lend(deform, TACT_DEFORM_START, &options);
    uint64_t serial = tact_model_inspect(model).serial, live = memory.live;
    for (uint32_t i = 0; i < ball.vertex_count; i++)
        ball.rest[i].z *= 2;
    assert_int_equal(tact_deform_move(deform, ball.rest, NULL, NULL), TACT_OK);
    tact_status status = TACT_OUT_OF_MEMORY;
    for (uint64_t i = 1; status == TACT_OUT_OF_MEMORY; i++) {
        memory.fail_at = memory.calls + i;
        status = tact_deform_lend(deform, TACT_DEFORM_START, NULL, NULL, &model);
        memory.fail_at = 0;
        assert_true(memory.live == live);
        assert_int_equal(tact_model_inspect(model).serial == serial, status != TACT_OK);
        assert_int_equal(tact_model_validate(model, NULL), TACT_OK);
    }
    assert_int_equal(status, TACT_OK);
    assert_true(tact_model_inspect(model).has_interior);
    tact_deform_destroy(deform);
    tact_context_destroy(context);
    scene_body_destroy(&ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_motions),         cmocka_unit_test(test_large),
        cmocka_unit_test(test_random),          cmocka_unit_test(test_world),
        cmocka_unit_test(test_interior),        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_empty),           cmocka_unit_test(test_memory),
        cmocka_unit_test(test_interior_memory),
    };
    return cmocka_run_group_tests_name("deform lend", tests, NULL, NULL);
}
