/* SPDX-License-Identifier: MIT */
/* Compact models answer every question with the bits of plain ones: closed and open meshes, with
 * coordinates that are floats and that are not, with vertices in random order, created and
 * borrowed, against each other and against shapes. Their meshes read back as they were. Their
 * memory is what tact_model_inspect() says, and has the documented size. */
#include "models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stack_questions.h"

/* ---- Models ------------------------------------------------------------------------------- */

/* The vertices rounded to floats; free() them. */
static float *floats_of(const soup *s) {
    float *out = malloc(3 * s->vertex_count * sizeof *out + 1);
    assert_non_null(out);
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        out[3 * i] = (float)s->vertices[i].x;
        out[3 * i + 1] = (float)s->vertices[i].y;
        out[3 * i + 2] = (float)s->vertices[i].z;
    }
    return out;
}

/* Rounds the vertices of a soup, through other memory: gcc 12 would drop conversions to float and
 * back if it could see both. */
static void round_to_floats(soup *s) {
    float *floats = floats_of(s);
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        const volatile float *from = floats + 3 * i;
        s->vertices[i] = (tact_vec3){(double)from[0], (double)from[1], (double)from[2]};
    }
    free(floats);
}

static tact_model *model_with(const tact_context *context, const soup *s, tact_interior_mode mode,
                              uint32_t flags, const float *floats) {
    static const uint32_t faces[2] = {1, 0};
    static const tact_mesh_part parts[2] = {{"one", 0, 1}, {"all", 0, 2}};
    tact_mesh_arrays arrays = {.positions = floats != NULL ? (const void *)floats : s->vertices,
                               .position_type =
                                   floats != NULL ? TACT_NUMBER_FLOAT32 : TACT_NUMBER_FLOAT64,
                               .vertex_count = s->vertex_count,
                               .indices = s->indices,
                               .triangle_count = s->triangle_count};
    if (s->triangle_count == 2) {
        arrays.source_faces = faces;
        arrays.parts = parts;
        arrays.part_count = 2;
    }
    tact_model_options options = tact_model_options_default();
    options.interior = mode;
    options.flags = flags;
    tact_model *model;
    assert_int_equal(tact_model_create_mesh(context, &arrays, &options, NULL, &model), TACT_OK);
    return model;
}

/* A mesh for a run: its kind decides whether coordinates are floats and vertices in order. */
static soup soup_for(test_rng *rng, uint32_t kind, tact_interior_mode *mode) {
    tact_mesh *mesh;
    *mode = TACT_INTERIOR_IF_WATERTIGHT;
    switch (kind % 5) {
    case 0:
        assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.3, 24, 16, &mesh), TACT_OK);
        break;
    case 1:
        assert_int_equal(tact_mesh_create_icosphere(NULL, 1, 4, &mesh), TACT_OK);
        break;
    case 2:
        assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 2, &mesh), TACT_OK);
        break;
    case 3:
        *mode = TACT_INTERIOR_ESTIMATE;
        return soup_random(rng, 60);
    default: {
        /* Two triangles, with parts, and a vertex that nothing uses. */
        *mode = TACT_INTERIOR_NONE;
        soup s = soup_make(5, 2);
        static const uint32_t indices[6] = {0, 1, 2, 2, 1, 4};
        memcpy(s.indices, indices, sizeof indices);
        for (uint32_t i = 0; i < 5; i++)
            s.vertices[i] = vec3_random(rng, 1);
        s.vertices[1].x = -0.0;
        return s;
    }
    }
    soup s = soup_take(mesh);
    if (kind % 2 == 0) {
        uint32_t *order = malloc(s.triangle_count * sizeof *order);
        assert_non_null(order);
        soup shuffled = soup_shuffled(rng, &s, order);
        free(order);
        soup_free(&s);
        s = shuffled;
    }
    return s;
}

/* ---- Meshes ------------------------------------------------------------------------------- */

static void assert_same_arrays(const tact_mesh *mesh, const tact_mesh *plain) {
    uint32_t vertices = tact_mesh_vertex_count(plain), triangles = tact_mesh_triangle_count(plain);
    assert_int_equal(tact_mesh_vertex_count(mesh), vertices);
    assert_int_equal(tact_mesh_triangle_count(mesh), triangles);
    for (uint32_t i = 0; i < vertices; i++)
        assert_same_vec3(tact_mesh_vertex(mesh, i), tact_mesh_vertices(plain)[i]);
    for (uint32_t i = 0; i < triangles; i++) {
        uint32_t corners[3];
        tact_mesh_corners(mesh, i, corners);
        assert_memory_equal(corners, tact_mesh_indices(plain) + 3 * (size_t)i, sizeof corners);
        tact_triangle t = tact_mesh_triangle(mesh, i), u = tact_mesh_triangle(plain, i);
        assert_memory_equal(&t, &u, sizeof t);
        assert_int_equal(tact_mesh_source_face(mesh, i), tact_mesh_source_face(plain, i));
        assert_int_equal(tact_mesh_part_of(mesh, i), tact_mesh_part_of(plain, i));
    }
    assert_int_equal(tact_mesh_part_count(mesh), tact_mesh_part_count(plain));
    for (uint32_t i = 0; i < tact_mesh_part_count(plain); i++)
        assert_string_equal(tact_mesh_part_at(mesh, i).name, tact_mesh_part_at(plain, i).name);
    assert_true(tact_mesh_fingerprint(mesh) == tact_mesh_fingerprint(plain));
    tact_box a = tact_mesh_bounds(mesh), b = tact_mesh_bounds(plain);
    assert_memory_equal(&a, &b, sizeof a);
}

/* What is derived from a mesh: welded, its edges, its convex hull. */
static void assert_same_derived(const tact_mesh *mesh, const tact_mesh *plain) {
    tact_mesh *welded[2];
    tact_topology *topology[2];
    tact_hull *hull[2] = {NULL, NULL};
    assert_int_equal(tact_mesh_weld(NULL, mesh, &welded[0]), TACT_OK);
    assert_int_equal(tact_mesh_weld(NULL, plain, &welded[1]), TACT_OK);
    assert_same_arrays(welded[0], welded[1]);
    assert_int_equal(tact_topology_create(NULL, mesh, &topology[0]), TACT_OK);
    assert_int_equal(tact_topology_create(NULL, plain, &topology[1]), TACT_OK);
    assert_int_equal(tact_topology_edge_count(topology[0]), tact_topology_edge_count(topology[1]));
    assert_int_equal(tact_hull_create_from_mesh(NULL, mesh, &hull[0]),
                     tact_hull_create_from_mesh(NULL, plain, &hull[1]));
    if (hull[0] != NULL)
        assert_int_equal(tact_hull_inspect(hull[0]).vertex_count,
                         tact_hull_inspect(hull[1]).vertex_count);
    for (int i = 0; i < 2; i++) {
        tact_mesh_destroy(welded[i]);
        tact_topology_destroy(topology[i]);
        tact_hull_destroy(hull[i]);
    }
}

static void check_mesh(const tact_model *compact, const tact_model *plain) {
    const tact_mesh *mesh = tact_model_mesh(compact), *from = tact_model_mesh(plain);
    tact_mesh *expanded;
    assert_int_equal(tact_model_validate(compact, NULL), TACT_OK);
    assert_true(tact_model_inspect(compact).serial == tact_model_inspect(plain).serial);
    assert_same_arrays(mesh, from);
    assert_same_derived(mesh, from);
    assert_int_equal(tact_mesh_expand(NULL, mesh, &expanded), TACT_OK);
    assert_non_null(tact_mesh_vertices(expanded));
    assert_same_arrays(expanded, from);
    tact_mesh_destroy(expanded);
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    assert_int_equal(arrays.triangle_count,
                     tact_mesh_indices(mesh) != NULL ? tact_mesh_triangle_count(mesh) : 0);
    if (arrays.triangle_count == 0)
        return;
    tact_mesh *copy;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &copy), TACT_OK);
    assert_same_arrays(copy, from);
    tact_mesh_destroy(copy);
}

/* ---- Questions ---------------------------------------------------------------------------- */

static void assert_same_lists(const stack_world *a, const stack_world *b) {
    tact_contact_view x = tact_contact_list_view(a->list), y = tact_contact_list_view(b->list);
    assert_int_equal(x.count, y.count);
    assert_int_equal(x.point_count, y.point_count);
    assert_memory_equal(x.pairs, y.pairs, x.count * sizeof *x.pairs);
    if (x.point_count > 0)
        assert_memory_equal(x.points, y.points, x.point_count * sizeof *x.points);
    assert_int_equal(tact_curve_set_view(a->set).point_count,
                     tact_curve_set_view(b->set).point_count);
}

static void assert_same_proofs(const stack_world *a, const stack_world *b) {
    tact_proof_summary x = tact_proof_inspect(a->proof), y = tact_proof_inspect(b->proof);
    assert_memory_equal(&x, &y, sizeof x);
}

/* Asks every question about both pairs of instances. Returns how many were supported. */
static uint32_t compare(stack_world w[2]) {
    uint32_t asked = 0;
    for (size_t i = 0; i < stack_question_count; i++) {
        const stack_question *q = &stack_questions[i];
        for (int k = 0; k < 2; k++) {
            memset(&w[k].out, 0, sizeof w[k].out);
            memset(w[k].hits, 0, sizeof w[k].hits);
        }
        bool can[2] = {stack_question_prepare(&w[0], q), stack_question_prepare(&w[1], q)};
        assert_int_equal(can[0], can[1]);
        if (!can[0])
            continue;
        for (int k = 0; k < 2; k++)
            stack_question_ask(&w[k]);
        assert_int_equal(w[0].status, w[1].status);
        if (w[0].status != TACT_OK)
            continue;
        if (memcmp(&w[0].out, &w[1].out, sizeof w[0].out) != 0)
            fail_msg("the answers to \"%s\" differ", q->name);
        assert_memory_equal(w[0].hits, w[1].hits, sizeof w[0].hits);
        assert_same_lists(&w[0], &w[1]);
        assert_same_proofs(&w[0], &w[1]);
        asked++;
    }
    return asked;
}

static void test_answers_keep_their_bits(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("compact_models");
    stack_world w[2];
    stack_world_make(&w[0]);
    stack_world_make(&w[1]);
    uint64_t asked = 0, runs = test_case_count(120, 6000);
    for (uint64_t run = 0; run < runs; run++) {
        tact_interior_mode mode;
        soup s = soup_for(&rng, (uint32_t)run, &mode);
        uint32_t how = test_rng_below(&rng, 4);
        if (how > 0)
            round_to_floats(&s);
        float *floats = floats_of(&s);
        uint32_t flags = how == 3                       ? TACT_MODEL_BORROW
                         : test_rng_below(&rng, 2) == 0 ? TACT_MODEL_FLOATS
                                                        : TACT_MODEL_PACKED;
        tact_model *plain = model_with(NULL, &s, mode, 0, NULL);
        tact_model *compact = model_with(NULL, &s, mode, flags, how == 3 ? floats : NULL);
        check_mesh(compact, plain);
        if (how > 0) /* boxes have floats anyway */
            assert_null(tact_mesh_vertices(tact_model_mesh(compact)));
        assert_int_equal(tact_mesh_indices(tact_model_mesh(compact)) == NULL,
                         flags == TACT_MODEL_PACKED);
        if (how == 3)
            assert_ptr_equal(tact_mesh_as_arrays(tact_model_mesh(compact)).positions, floats);
        for (int k = 0; k < 4; k++) {
            w[0].a = instance_random(&rng, plain, 1);
            uint32_t other = test_rng_below(&rng, ZOO_COUNT + 2);
            w[0].b = instance_random(&rng, other < ZOO_COUNT ? z->model[other] : plain, 1);
            w[0].point = vec3_random(&rng, 1.5);
            w[0].ray = (tact_ray){vec3_random(&rng, 3), vec3_random(&rng, 1)};
            w[1].a = w[0].a;
            w[1].b = w[0].b;
            w[1].a.model = compact;
            w[1].b.model = other < ZOO_COUNT ? w[0].b.model : compact;
            w[1].point = w[0].point;
            w[1].ray = w[0].ray;
            asked += compare(w);
        }
        tact_model_destroy(plain);
        tact_model_destroy(compact);
        free(floats);
        soup_free(&s);
    }
    assert_true(asked > 20 * runs);
    stack_world_free(&w[0]);
    stack_world_free(&w[1]);
}

/* ---- Memory ------------------------------------------------------------------------------- */

/* Bytes per triangle of docs/model.md, all in. */
static void test_memory(void **state) {
    (void)state;
    static const struct {
        uint32_t flags;
        double most;
    } rows[] = {{0, 42}, {TACT_MODEL_FLOATS, 34}, {TACT_MODEL_PACKED, 28}, {TACT_MODEL_BORROW, 16}};
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, 1, 64, &mesh), TACT_OK);
    soup s = soup_take(mesh);
    round_to_floats(&s);
    float *floats = floats_of(&s);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_allocator memory;
        tact_context *context = test_context_make(&memory);
        uint64_t before = memory.live_bytes;
        bool borrows = rows[i].flags == TACT_MODEL_BORROW;
        tact_model *model =
            model_with(context, &s, TACT_INTERIOR_NONE, rows[i].flags, borrows ? floats : NULL);
        tact_model_info info = tact_model_inspect(model);
        assert_int_equal(info.bytes, memory.live_bytes - before);
        assert_true((double)info.bytes <= rows[i].most * (double)s.triangle_count);
        printf("flags %u: %.2f bytes per triangle (mesh %.2f, hierarchy %.2f)\n", rows[i].flags,
               (double)info.bytes / s.triangle_count, (double)info.mesh_bytes / s.triangle_count,
               (double)info.hierarchy_bytes / s.triangle_count);
        tact_model_destroy(model);
        assert_int_equal(memory.live_bytes, before);
        tact_context_destroy(context);
    }
    free(floats);
    soup_free(&s);
}

/* A compact model has no order of triangles that a proof can refer to: the proof makes its own, and
 * each of its allocations fails once. */
static void test_proofs_lack_memory(void **state) {
    (void)state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, 1, 2, &mesh), TACT_OK);
    soup s = soup_take(mesh);
    tact_model *model = model_with(NULL, &s, TACT_INTERIOR_NONE, TACT_MODEL_PACKED, NULL);
    tact_instance a = tact_instance_make(model), b = a;
    b.pose.m[3] = 2.5;
    tact_status status = TACT_OUT_OF_MEMORY;
    uint64_t fail = 1;
    for (; status == TACT_OUT_OF_MEMORY && fail < 100; fail++) {
        test_allocator memory;
        tact_context *context = test_context_make(&memory);
        tact_options options = tact_options_default();
        tact_distance_result found;
        tact_verification verdict;
        assert_int_equal(tact_proof_create(context, &options.proof), TACT_OK);
        memory.fail_at = memory.calls + fail;
        status = tact_distance(&a, &b, &options, NULL, &found);
        assert_int_equal(tact_proof_inspect(options.proof).claim,
                         status == TACT_OK ? TACT_CLAIM_DISTANCE : TACT_CLAIM_NOTHING);
        assert_int_equal(tact_verify(&a, &b, options.proof, NULL, &verdict), TACT_OK);
        assert_int_equal(verdict.is_proven, status == TACT_OK);
        tact_proof_destroy(options.proof);
        tact_context_destroy(context);
    }
    assert_int_equal(status, TACT_OK);
    assert_true(fail > 4);
    tact_model_destroy(model);
    soup_free(&s);
}

static void test_refused(void **state) {
    (void)state;
    soup s = soup_make(3, 1);
    tact_mesh_arrays arrays = {
        .positions = s.vertices, .vertex_count = 3, .indices = s.indices, .triangle_count = 0};
    tact_model_options options = tact_model_options_default();
    tact_error error = {.text = ""};
    tact_model *model = NULL;
    options.flags = TACT_MODEL_BORROW | TACT_MODEL_PACKED;
    assert_int_equal(tact_model_create_mesh(NULL, &arrays, &options, &error, &model),
                     TACT_INVALID_ARGUMENT);
    assert_non_null(strstr(error.text, "borrowed"));
    options.flags = 8;
    assert_int_equal(tact_model_create_mesh(NULL, &arrays, &options, &error, &model),
                     TACT_INVALID_ARGUMENT);
    options.flags = TACT_MODEL_PACKED; /* an empty mesh */
    assert_int_equal(tact_model_create_mesh(NULL, &arrays, &options, &error, &model), TACT_OK);
    assert_int_equal(tact_model_validate(model, NULL), TACT_OK);
    tact_mesh *out = NULL;
    assert_int_equal(tact_mesh_expand(NULL, NULL, &out), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_mesh_expand(NULL, tact_model_mesh(model), NULL), TACT_INVALID_ARGUMENT);
    tact_model_destroy(model);
    soup_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_keep_their_bits),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_proofs_lack_memory),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
