/* SPDX-License-Identifier: MIT */
/* The models, questions, batches and proofs of the script. */
#include "script.h"

#include <stdio.h>
#include <string.h>

#define PROOF_NAME "test_model_script.proof"

tact_instance script_instance(const script *s, int model) {
    tact_instance instance = tact_instance_make(s->models[model]);
    instance.pose.m[3] = 0.5 * model;
    return instance;
}

tact_options script_options(const script *s, uint32_t flags) {
    tact_options options = tact_options_default();
    options.context = s->context;
    options.flags = flags;
    return options;
}

/* ---- Models ------------------------------------------------------------------------------- */

static void note_model(script *s, const tact_model *model) {
    tact_model_info info = tact_model_inspect(model);
    STEP_ONLY(s, tact_model_validate(model, NULL));
    NOTE(s, info.serial);
    NOTE(s, info.bounds);
    NOTE(s, info.bytes);
    NOTE(s, info.shell_count);
    tact_instance instance = tact_instance_make(model);
    tact_box box = tact_box_empty();
    STEP(s, &box, tact_instance_bounds(&instance, &box));
    NOTE(s, box);
}

static void make_mesh_model(script *s, const tact_context *context, int number,
                            const tact_model_options *options) {
    /* The meshes that the first four models are made of. */
    static const int sources[] = {0, 7, 3, 1};
    tact_mesh_arrays arrays = tact_mesh_as_arrays(s->meshes[sources[number]]);
    tact_model **out = &s->models[number];
    STEP(s, out, tact_model_create_mesh(context, &arrays, options, NULL, out));
    note_model(s, *out);
}

/* A compound of a compound and of models that nobody else holds. */
static void make_compound(script *s) {
    tact_shape ball = tact_shape_sphere(0.5);
    tact_model *sphere = NULL, *inner = NULL, **out = &s->models[SCRIPT_COMPOUND];
    STEP(s, &sphere, tact_model_create_shape(s->context, &ball, &sphere));
    tact_instance parts[3] = {tact_instance_make(sphere), script_instance(s, SCRIPT_BLOCK),
                              tact_instance_make(sphere)};
    parts[2].pose.m[7] = 2;
    STEP(s, &inner, tact_model_create_compound(s->context, parts, 3, &inner));
    parts[0].model = inner;
    STEP(s, out, tact_model_create_compound(s->context, parts, 3, out));
    tact_model_destroy(sphere);
    tact_model_destroy(inner);
    note_model(s, *out);
}

/* A compact model, whose mesh is turned back. A proof about it holds an order of its own. */
static void use_compact(script *s) {
    tact_model_options options = tact_model_options_default();
    options.flags = TACT_MODEL_PACKED;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(s->meshes[0]);
    tact_model *model = NULL;
    tact_mesh *plain = NULL, *welded = NULL;
    tact_topology *topology = NULL;
    tact_hull *hull = NULL;
    tact_proof *proof = NULL;
    STEP(s, &model, tact_model_create_mesh(s->context, &arrays, &options, NULL, &model));
    note_model(s, model);
    STEP(s, &plain, tact_mesh_expand(s->context, tact_model_mesh(model), &plain));
    script_note_mesh(s, plain);
    STEP(s, &welded, tact_mesh_weld(s->context, tact_model_mesh(model), &welded));
    script_note_mesh(s, welded);
    STEP(s, &topology, tact_topology_create(s->context, tact_model_mesh(model), &topology));
    STEP(s, &hull, tact_hull_create_from_mesh(s->context, tact_model_mesh(model), &hull));
    STEP(s, &proof, tact_proof_create(s->context, &proof));
    tact_instance a = tact_instance_make(model), b = a, box = script_instance(s, SCRIPT_BOX);
    tact_options asked = script_options(s, 0);
    asked.proof = proof;
    b.pose.m[3] = box.pose.m[3] = 9;
    tact_distance_result gap;
    memset(&gap, 0, sizeof gap);
    STEP(s, &gap, tact_distance(&a, &b, &asked, NULL, &gap));
    NOTE(s, gap.lower);
    STEP(s, &gap, tact_distance(&a, &box, &asked, NULL, &gap));
    NOTE(s, gap.lower);
    tact_proof_destroy(proof);
    tact_hull_destroy(hull);
    tact_topology_destroy(topology);
    tact_mesh_destroy(welded);
    tact_mesh_destroy(plain);
    tact_model_destroy(model);
}

void script_make_models(script *s) {
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_REQUIRED;
    make_mesh_model(s, s->context, SCRIPT_BALL, &options);
    options.builder = TACT_BVH_SWEEP;
    make_mesh_model(s, s->pooled, SCRIPT_BLOCK, &options);
    options.interior = TACT_INTERIOR_ESTIMATE;
    make_mesh_model(s, s->pooled, SCRIPT_OPEN, &options);
    options = tact_model_options_default();
    options.flags = TACT_MODEL_BORROW;
    options.builder = TACT_BVH_MORTON;
    make_mesh_model(s, s->context, SCRIPT_BORROWED, &options);
    tact_shape shape = tact_shape_box(0.5, 0.5, 0.5);
    tact_model **model = &s->models[SCRIPT_BOX];
    STEP(s, model, tact_model_create_shape(s->context, &shape, model));
    shape = tact_shape_hull(s->hulls[0]);
    model = &s->models[SCRIPT_HULL];
    STEP(s, model, tact_model_create_shape(s->context, &shape, model));
    note_model(s, *model);
    make_compound(s);
    use_compact(s);
    for (int i = 0; i < 2; i++) {
        STEP(s, &s->lists[i], tact_contact_list_create(s->context, &s->lists[i]));
        STEP(s, &s->sets[i], tact_curve_set_create(s->context, &s->sets[i]));
        STEP(s, &s->proofs[i], tact_proof_create(s->context, &s->proofs[i]));
    }
}

/* ---- Questions ---------------------------------------------------------------------------- */

/* Questions about two shapes, which never allocate. */
static void ask_shapes(script *s) {
    tact_instance a = script_instance(s, SCRIPT_BOX), b = script_instance(s, SCRIPT_HULL);
    tact_options options = script_options(s, TACT_OPTION_POINT);
    tact_depth_result depth = {0};
    tact_manifold_result manifold = {0};
    tact_gradient_result gradient = {0};
    STEP(s, &depth, tact_depth(&a, &b, &options, NULL, &depth));
    NOTE(s, depth);
    STEP(s, &manifold, tact_manifold(&a, &b, &options, NULL, &manifold));
    NOTE(s, manifold);
    STEP(s, &gradient, tact_gradient(&a, &b, &options, NULL, &gradient));
    NOTE(s, gradient);
}

static void ask_relations(script *s) {
    tact_options options = script_options(s, TACT_OPTION_CLEARANCE);
    /* Two meshes that cross, one with itself, a shape and a mesh. */
    static const int pairs[][2] = {{SCRIPT_BALL, SCRIPT_BLOCK},
                                   {SCRIPT_BLOCK, SCRIPT_BLOCK},
                                   {SCRIPT_LOADED, SCRIPT_BALL},
                                   {SCRIPT_BOX, SCRIPT_BALL}};
    for (int i = 0; i < 4; i++) {
        tact_instance a = script_instance(s, pairs[i][0]), b = script_instance(s, pairs[i][1]);
        tact_classify_result result = {0};
        STEP(s, &result, tact_classify(&a, &b, &options, &result));
        NOTE(s, result);
    }
}

static bool count_contact(void *user, tact_element a, tact_element b) {
    (void)a;
    (void)b;
    ++*(uint64_t *)user;
    return true;
}

static void ask_contacts(script *s, int first, int second, uint32_t flags) {
    tact_instance a = script_instance(s, first), b = script_instance(s, second);
    tact_options options = script_options(s, flags);
    tact_contacts_result result = {0};
    STEP(s, &result, tact_contacts(&a, &b, &options, s->lists[0], &result));
    NOTE(s, result);
    script_note_list(s, s->lists[0]);
    uint64_t count = 0;
    memset(&result, 0, sizeof result);
    STEP(s, &result, tact_contacts_visit(&a, &b, &options, count_contact, &count, &result));
    NOTE(s, count);
}

void script_ask_pairs(script *s) {
    tact_options options = script_options(s, 0);
    tact_instance a = script_instance(s, SCRIPT_BALL);
    for (int i = 1; i < SCRIPT_MODELS; i++) {
        tact_instance b = script_instance(s, i);
        tact_collide_result touch = {0};
        tact_distance_result gap = {0};
        STEP(s, &touch, tact_collide(&a, &b, &options, NULL, &touch));
        NOTE(s, touch);
        STEP(s, &gap, tact_distance(&a, &b, &options, NULL, &gap));
        NOTE(s, gap);
    }
    ask_shapes(s);
    ask_relations(s);
    ask_contacts(s, SCRIPT_BALL, SCRIPT_BLOCK, 0);
    ask_contacts(s, SCRIPT_BALL, SCRIPT_BLOCK, TACT_OPTION_GEOMETRY);
    ask_contacts(s, SCRIPT_COMPOUND, SCRIPT_BALL, TACT_OPTION_GEOMETRY);
    ask_contacts(s, SCRIPT_BOX, SCRIPT_BALL, 0);
    tact_instance b = script_instance(s, SCRIPT_BLOCK);
    for (int i = 0; i < 2; i++) {
        tact_curves_result result;
        memset(&result, 0, sizeof result);
        STEP(s, &result, tact_curves(&a, i == 0 ? &b : &a, &options, s->sets[0], &result));
        script_note_curves(s, s->sets[0], &result);
    }
}

void script_ask_singles(script *s) {
    tact_ray ray = {{-9, 0.125, 0.25}, {1, 0, 0}};
    tact_options options = script_options(s, TACT_OPTION_SIGNED | TACT_OPTION_GEOMETRY);
    for (int i = 0; i < SCRIPT_MODELS; i++) {
        tact_instance a = script_instance(s, i);
        tact_raycast_result hit = {0}, hits[4] = {{0}};
        tact_raycast_all_result all = {0};
        tact_nearest_result nearest = {0};
        tact_inside_result inside = {0};
        tact_contacts_result self = {0};
        STEP(s, &hit, tact_raycast(&a, ray, &options, &hit));
        NOTE(s, hit);
        STEP(s, &all, tact_raycast_all(&a, ray, &options, hits, 4, &all));
        NOTE(s, all);
        STEP(s, &nearest, tact_nearest(&a, ray.origin, &options, &nearest));
        NOTE(s, nearest);
        if (tact_model_inspect(a.model).has_interior) {
            STEP(s, &inside, tact_inside(&a, ray.origin, &options, &inside));
            NOTE(s, inside);
        }
        if (tact_model_mesh(a.model) != NULL) {
            STEP(s, &self, tact_self(a.model, &options, s->lists[1], &self));
            NOTE(s, self);
            script_note_list(s, s->lists[1]);
        }
    }
}

/* ---- Batches ------------------------------------------------------------------------------ */

/* The first status of a batch that stores them. */
static tact_status first_of(tact_status status, const uint8_t statuses[2]) {
    return status != TACT_OK ? status : statuses[0] != TACT_OK ? statuses[0] : statuses[1];
}

static void ask_shape_batches(script *s, tact_batch batch) {
    tact_instance shapes[4] = {script_instance(s, SCRIPT_BOX), script_instance(s, SCRIPT_HULL),
                               script_instance(s, SCRIPT_HULL), script_instance(s, SCRIPT_BOX)};
    batch.instances = shapes;
    tact_depth_result depths[2];
    tact_manifold_result manifolds[2];
    tact_gradient_result gradients[2];
    STEP_ONLY(s, tact_depth_batch(s->pooled, &batch, depths));
    NOTE(s, depths);
    STEP_ONLY(s, tact_manifold_batch(s->pooled, &batch, manifolds));
    NOTE(s, manifolds);
    STEP_ONLY(s, tact_gradient_batch(s->pooled, &batch, gradients));
    NOTE(s, gradients);
}

static void ask_one_batches(script *s, const tact_options *options) {
    tact_instance ball = script_instance(s, SCRIPT_BALL);
    const tact_model *models[2] = {s->models[SCRIPT_OPEN], s->models[SCRIPT_BALL]};
    tact_ray rays[2] = {{{-9, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {0, 1, 0}}};
    tact_vec3 points[2] = {{0, 0, 0}, {3, 3, 3}};
    tact_raycast_result hits[2];
    tact_nearest_result nearest[2];
    tact_inside_result inside[2];
    tact_contacts_result self[2];
    STEP_ONLY(s, tact_raycast_batch(s->pooled, &ball, rays, 2, options, hits));
    NOTE(s, hits);
    STEP_ONLY(s, tact_nearest_batch(s->pooled, &ball, points, 2, options, nearest));
    NOTE(s, nearest);
    STEP_ONLY(s, tact_inside_batch(s->pooled, &ball, points, 2, options, inside));
    NOTE(s, inside);
    STEP_ONLY(s, tact_self_batch(s->pooled, models, 2, options, s->lists, self));
    NOTE(s, self);
    script_note_list(s, s->lists[0]);
}

void script_ask_batches(script *s) {
    tact_options options = script_options(s, TACT_OPTION_GEOMETRY);
    tact_instance meshes[4] = {script_instance(s, SCRIPT_BALL), script_instance(s, SCRIPT_BLOCK),
                               script_instance(s, SCRIPT_BLOCK), script_instance(s, SCRIPT_BLOCK)};
    uint8_t statuses[2] = {0, 0};
    tact_batch batch = {.instances = meshes,
                        .instance_count = 4,
                        .pose_count = 1,
                        .pair_count = 2,
                        .options = &options};
    tact_collide_result touches[2];
    tact_distance_result gaps[2];
    tact_classify_result relations[2];
    tact_contacts_result contacts[2];
    tact_curves_result curves[2];
    STEP_ONLY(s, tact_collide_batch(s->pooled, &batch, touches));
    NOTE(s, touches);
    STEP_ONLY(s, tact_distance_batch(s->pooled, &batch, gaps));
    NOTE(s, gaps);
    STEP_ONLY(s, tact_classify_batch(s->pooled, &batch, relations));
    NOTE(s, relations);
    ask_shape_batches(s, batch);
    ask_one_batches(s, &options);
    STEP_ONLY(s, tact_contacts_batch(s->pooled, &batch, s->lists, contacts));
    NOTE(s, contacts);
    batch.statuses = statuses;
    STEP_ONLY(s, first_of(tact_contacts_batch(s->context, &batch, s->lists, contacts), statuses));
    script_note_list(s, s->lists[1]);
    STEP_ONLY(s, first_of(tact_curves_batch(s->context, &batch, s->sets, curves), statuses));
    script_note_curves(s, s->sets[1], &curves[1]);
    STEP_ONLY(s, first_of(tact_classify_batch(s->context, &batch, relations), statuses));
    NOTE(s, relations);
}

/* ---- Proofs ------------------------------------------------------------------------------- */

static void verify(script *s, const tact_instance *a, const tact_instance *b,
                   const tact_proof *proof) {
    tact_options options = script_options(s, 0);
    tact_verification found;
    memset(&found, 0, sizeof found);
    STEP(s, &found, tact_verify(a, b, proof, &options, &found));
    assert_true(found.is_proven);
    NOTE(s, found.work);
}

/* Saves the proof, reads it from its file and from memory, and verifies what was read. */
static void use_proof_file(script *s, const tact_instance *a, const tact_instance *b) {
    tact_proof_names names = {"a.ply", "b.ply"};
    static char bytes[65536];
    STEP_ONLY(s, tact_proof_save(s->proofs[0], a, b, &names, PROOF_NAME, NULL));
    FILE *file = fopen(PROOF_NAME, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    assert_int_equal(fclose(file), 0);
    assert_true(size > 0 && size < sizeof bytes);
    script_note(s, bytes, size);
    STEP(s, &s->file, tact_proof_load(s->context, PROOF_NAME, NULL, &s->file));
    verify(s, a, b, s->file.proof);
    tact_proof_destroy(s->file.proof);
    s->file.proof = NULL;
    STEP(s, &s->file, tact_proof_parse(s->context, bytes, size, NULL, &s->file));
    verify(s, a, b, s->file.proof);
    tact_proof_destroy(s->file.proof);
    s->file.proof = NULL;
    assert_int_equal(remove(PROOF_NAME), 0);
}

void script_use_proofs(script *s) {
    static const int pairs[][2] = {{SCRIPT_BALL, SCRIPT_BLOCK},
                                   {SCRIPT_BOX, SCRIPT_HULL},
                                   {SCRIPT_BOX, SCRIPT_BALL},
                                   {SCRIPT_OPEN, SCRIPT_HULL}};
    tact_options options = script_options(s, 0);
    for (int i = 0; i < 8; i++) {
        tact_instance a = script_instance(s, pairs[i / 2][0]);
        tact_instance b = script_instance(s, pairs[i / 2][1]);
        if (i % 2 == 1)
            b.pose.m[7] = 5; /* apart */
        tact_collide_result touch = {0};
        tact_distance_result gap = {0};
        options.proof = s->proofs[0];
        STEP(s, &touch, tact_collide(&a, &b, &options, NULL, &touch));
        NOTE(s, touch);
        verify(s, &a, &b, s->proofs[0]);
        if (i < 2)
            use_proof_file(s, &a, &b);
        if (i % 2 == 0)
            continue;
        options.proof = s->proofs[1];
        STEP(s, &gap, tact_distance(&a, &b, &options, NULL, &gap));
        NOTE(s, gap);
        verify(s, &a, &b, s->proofs[1]);
    }
}
