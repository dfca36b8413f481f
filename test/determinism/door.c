/* SPDX-License-Identifier: MIT */
/* The hash over the front door (the queries on models): every kind of model against every other, by
 * every batch, with caches that are kept from pose to pose. */
#include <math.h>
#include <stdlib.h>

#include "hash.h"
#include "rng.h"

enum { SHAPE_COUNT = 9, MODEL_COUNT = 12, POSE_COUNT = 4, PAIR_COUNT = 144, POINT_COUNT = 64 };

/* All models, their pairs and their poses. */
typedef struct scene {
    tact_context *context;
    tact_hull *hull;
    tact_model *models[MODEL_COUNT];
    tact_instance instances[MODEL_COUNT];
    tact_pose poses[POSE_COUNT * MODEL_COUNT];
    uint32_t pairs[PAIR_COUNT][2];
    uint64_t memory[PAIR_COUNT][TACT_CACHE_DEPTH_BYTES / sizeof(uint64_t)];
    tact_cache caches[PAIR_COUNT];
    tact_ray rays[POINT_COUNT];
    tact_vec3 points[POINT_COUNT];
    uint64_t hash; /* 0 once something failed */
} scene;

static double random_size(test_rng *rng) {
    return test_rng_between(rng, -1.5, 1.5);
}

static void mix(scene *s, double x) {
    s->hash = s->hash == 0 ? 0 : hash_number(s->hash, x);
}

static void mix_site(scene *s, const tact_site *site) {
    mix(s, site->part);
    mix(s, site->element);
    s->hash = s->hash == 0 ? 0 : hash_vector(s->hash, site->point);
}

static void expect(scene *s, tact_status status) {
    if (status != TACT_OK)
        s->hash = 0;
}

/* ---- Making ------------------------------------------------------------------------------- */

static void make_shapes(scene *s) {
    static const tact_vec3 corners[6] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                         {0, -1, 0}, {0, 0, 1},  {0, 0, -0.5}};
    tact_triangle triangle = {{{-1, -1, 0}, {1, -1, 0.25}, {0, 1, 0}}};
    expect(s, tact_hull_create(s->context, corners, 6, &s->hull));
    if (s->hash == 0)
        return;
    tact_shape shapes[SHAPE_COUNT] = {tact_shape_sphere(0.75),
                                      tact_shape_capsule(0.25, 0.5),
                                      tact_shape_triangle(triangle),
                                      tact_shape_box(0.5, 0.75, 1),
                                      tact_shape_hull(s->hull),
                                      tact_shape_cylinder(0.5, 0.75),
                                      tact_shape_cone(0.5, 0.75),
                                      tact_shape_ellipsoid(0.5, 0.75, 1),
                                      tact_shape_half_space((tact_vec3){0, 0, 1}, -1)};
    for (uint32_t i = 0; i < SHAPE_COUNT; i++)
        expect(s, tact_model_create_shape(s->context, &shapes[i], &s->models[i]));
}

static void make_mesh(scene *s, tact_mesh *mesh, tact_model **out) {
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_REQUIRED;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    expect(s, tact_model_create_mesh(s->context, &arrays, &options, NULL, out));
    tact_mesh_destroy(mesh);
}

static void make_others(scene *s) {
    tact_mesh *torus = NULL, *block = NULL;
    expect(s, tact_mesh_create_torus(s->context, 0.75, 0.25, 24, 12, &torus));
    expect(s, tact_mesh_create_box(s->context, (tact_vec3){1, 1, 1}, 3, &block));
    make_mesh(s, torus, &s->models[SHAPE_COUNT]);
    make_mesh(s, block, &s->models[SHAPE_COUNT + 1]);
    if (s->hash == 0)
        return;
    tact_instance parts[2] = {tact_instance_make(s->models[3]),
                              tact_instance_make(s->models[SHAPE_COUNT])};
    parts[1].pose.m[3] = 1;
    expect(s, tact_model_create_compound(s->context, parts, 2, &s->models[MODEL_COUNT - 1]));
}

static void place(scene *s) {
    test_rng rng = {17};
    for (uint32_t i = 0; i < MODEL_COUNT; i++) {
        s->instances[i] = tact_instance_make(s->models[i]);
        s->instances[i].flags = i % 2 == 0 ? TACT_INSTANCE_FILLED : 0;
    }
    for (uint32_t i = 0; i < POSE_COUNT * MODEL_COUNT; i++) {
        tact_vec3 axis = {random_size(&rng), random_size(&rng), 2};
        tact_vec3 shift = {random_size(&rng), random_size(&rng), random_size(&rng)};
        double angle = random_size(&rng);
        expect(s, tact_pose_from_axis_angle(axis, angle, shift, &s->poses[i]));
    }
    for (uint32_t i = 0; i < PAIR_COUNT; i++) {
        s->pairs[i][0] = i % MODEL_COUNT;
        s->pairs[i][1] = i / MODEL_COUNT;
        s->caches[i] = (tact_cache){s->memory[i], sizeof s->memory[i]};
    }
    for (uint32_t i = 0; i < POINT_COUNT; i++) {
        s->points[i] = (tact_vec3){random_size(&rng), random_size(&rng), random_size(&rng)};
        s->rays[i] =
            (tact_ray){s->points[i], {random_size(&rng), random_size(&rng), random_size(&rng)}};
    }
}

/* ---- Asking ------------------------------------------------------------------------------- */

/* Calls a batch; statuses of unsupported queries are part of the hash. */
#define RESULTS(type) type *results = calloc(POSE_COUNT * PAIR_COUNT, sizeof(type))
#define EACH(i) for (size_t i = 0; i < POSE_COUNT * PAIR_COUNT; i++)

static void ask_pairs(scene *s, tact_batch *batch) {
    RESULTS(tact_distance_result);
    expect(s, tact_distance_batch(s->context, batch, results));
    EACH(i) {
        mix(s, results[i].outcome);
        mix(s, results[i].distance);
        mix(s, results[i].lower);
        mix(s, results[i].upper);
        mix_site(s, &results[i].a);
        mix_site(s, &results[i].b);
    }
    free(results);
}

static void ask_contact(scene *s, tact_batch *batch) {
    RESULTS(tact_collide_result);
    expect(s, tact_collide_batch(s->context, batch, results));
    EACH(i) {
        mix(s, results[i].outcome);
        mix_site(s, &results[i].a);
        mix_site(s, &results[i].b);
    }
    free(results);
}

static void ask_depth(scene *s, tact_batch *batch) {
    RESULTS(tact_depth_result);
    expect(s, tact_depth_batch(s->context, batch, results));
    EACH(i) {
        mix(s, batch->statuses[i]);
        mix(s, results[i].depth);
        mix(s, results[i].lower);
        mix(s, results[i].upper);
    }
    free(results);
}

static void ask_manifold(scene *s, tact_batch *batch) {
    RESULTS(tact_manifold_result);
    expect(s, tact_manifold_batch(s->context, batch, results));
    EACH(i) {
        mix(s, results[i].point_count);
        mix(s, results[i].separation);
        for (uint32_t k = 0; k < results[i].point_count; k++)
            mix(s, results[i].points[k].separation);
    }
    free(results);
}

static void ask_gradient(scene *s, tact_batch *batch) {
    RESULTS(tact_gradient_result);
    expect(s, tact_gradient_batch(s->context, batch, results));
    EACH(i)
    mix(s, results[i].of_b.rotation.x);
    free(results);
}

static void ask_classify(scene *s, tact_batch *batch) {
    RESULTS(tact_classify_result);
    expect(s, tact_classify_batch(s->context, batch, results));
    EACH(i) {
        mix(s, batch->statuses[i]);
        mix(s, results[i].relation);
    }
    free(results);
}

static void ask_points(scene *s, const tact_instance *instance) {
    static tact_raycast_result hits[POINT_COUNT];
    static tact_nearest_result nearest[POINT_COUNT];
    static tact_inside_result inside[POINT_COUNT];
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_SIGNED;
    const tact_context *context = s->context;
    expect(s, tact_raycast_batch(context, instance, s->rays, POINT_COUNT, &options, hits));
    expect(s, tact_nearest_batch(context, instance, s->points, POINT_COUNT, &options, nearest));
    expect(s, tact_inside_batch(context, instance, s->points, POINT_COUNT, &options, inside));
    for (uint32_t i = 0; i < POINT_COUNT; i++) {
        mix(s, hits[i].t);
        mix(s, hits[i].lower);
        mix_site(s, &hits[i].site);
        mix(s, nearest[i].distance);
        mix_site(s, &nearest[i].site);
        mix(s, inside[i].winding);
        mix(s, inside[i].distance);
    }
}

static void ask_all(scene *s) {
    static uint8_t statuses[POSE_COUNT * PAIR_COUNT];
    tact_batch batch = {.instances = s->instances,
                        .poses = s->poses,
                        .pairs = (const uint32_t(*)[2])s->pairs,
                        .instance_count = MODEL_COUNT,
                        .pose_count = POSE_COUNT,
                        .pair_count = PAIR_COUNT,
                        .caches = s->caches,
                        .statuses = statuses};
    ask_contact(s, &batch);
    ask_pairs(s, &batch);
    ask_depth(s, &batch);
    ask_manifold(s, &batch);
    ask_gradient(s, &batch);
    ask_classify(s, &batch);
    batch.caches = NULL;
    ask_pairs(s, &batch);
    for (uint32_t i = 0; i < MODEL_COUNT; i++)
        ask_points(s, &s->instances[i]);
}

static uint64_t hash_level(tact_executor executor, tact_simd_level level) {
    static scene s;
    s = (scene){.hash = 1};
    tact_context_desc desc = tact_context_desc_default();
    desc.executor = executor;
    desc.simd_level = level;
    expect(&s, tact_context_create(&desc, &s.context));
    if (s.hash != 0)
        make_shapes(&s);
    if (s.hash != 0)
        make_others(&s);
    if (s.hash != 0) {
        place(&s);
        ask_all(&s);
    }
    for (uint32_t i = 0; i < MODEL_COUNT; i++)
        tact_model_destroy(s.models[i]);
    tact_hull_destroy(s.hull);
    tact_context_destroy(s.context);
    return s.hash;
}

uint64_t hash_door(tact_executor executor) {
    uint64_t hash = hash_level(executor, TACT_SIMD_BASELINE);
    for (int level = 1; level <= (int)tact_simd_level_best(); level++)
        if (hash_level(executor, (tact_simd_level)level) != hash)
            return 0;
    return hash;
}
