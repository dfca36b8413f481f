/* SPDX-License-Identifier: MIT */
/* The steps of the script, what they note, and contexts, meshes, hulls and files. Models and
 * questions are in script_models.c. */
#include "script.h"

#include <stdio.h>
#include <string.h>

/* ---- Steps -------------------------------------------------------------------------------- */

void script_begin(script *s, void *output, size_t bytes, const char *text) {
    assert_true(bytes <= sizeof s->before && s->step_count < SCRIPT_MOST_STEPS);
    s->text = text;
    s->output = output;
    s->bytes = bytes;
    if (output != NULL)
        memcpy(s->before, output, bytes);
    s->calls_before = s->memory.calls;
    s->texts[s->step_count] = text;
    s->digests[s->step_count] = 0;
    s->step_count++;
}

bool script_lacks_memory(script *s, tact_status status) {
    bool has_failed = s->memory.fail_at > s->calls_before && s->memory.fail_at <= s->memory.calls;
    tact_status expected = has_failed ? TACT_OUT_OF_MEMORY : TACT_OK;
    if (status != expected)
        fail_msg("%s returned %s, not %s", s->text, tact_status_name(status),
                 tact_status_name(expected));
    if (!has_failed)
        return false;
    s->failed_count++;
    if (s->output != NULL && memcmp(s->output, s->before, s->bytes) != 0)
        fail_msg("%s lacked memory and changed its output", s->text);
    return true;
}

void script_succeeds(script *s, tact_status status) {
    if (status != TACT_OK)
        fail_msg("%s returned %s the second time", s->text, tact_status_name(status));
}

/* ---- Notes -------------------------------------------------------------------------------- */

void script_note(script *s, const void *data, size_t bytes) {
    uint64_t *digest = &s->digests[s->step_count - 1];
    for (size_t i = 0; i < bytes; i++)
        *digest = (*digest ^ ((const unsigned char *)data)[i]) * UINT64_C(0x100000001b3) + 1;
}

void script_note_mesh(script *s, const tact_mesh *mesh) {
    uint32_t counts[2] = {tact_mesh_vertex_count(mesh), tact_mesh_triangle_count(mesh)};
    uint64_t print = tact_mesh_fingerprint(mesh);
    NOTE(s, counts);
    NOTE(s, print);
    for (uint32_t i = 0; i < counts[1]; i++) {
        uint32_t face = tact_mesh_source_face(mesh, i);
        NOTE(s, face);
    }
}

void script_note_list(script *s, const tact_contact_list *list) {
    tact_contact_view view = tact_contact_list_view(list);
    script_note(s, view.pairs, 2 * sizeof *view.pairs * view.count);
    if (view.contacts != NULL)
        script_note(s, view.contacts, sizeof *view.contacts * view.count);
    if (view.points != NULL)
        script_note(s, view.points, sizeof *view.points * view.point_count);
}

void script_note_curves(script *s, const tact_curve_set *set, const tact_curves_result *result) {
    tact_curve_view view = tact_curve_set_view(set);
    NOTE(s, result->summary.contact_count);
    NOTE(s, result->summary.length);
    NOTE(s, result->summary.patch_area);
    script_note(s, view.indices, sizeof *view.indices * view.index_count);
    script_note(s, view.points, sizeof *view.points * view.point_count);
    script_note(s, view.sources, sizeof *view.sources * view.point_count);
    for (uint32_t i = 0; i < view.curve_count; i++)
        NOTE(s, view.curves[i].length);
    for (uint32_t i = 0; i < view.patch_count; i++)
        NOTE(s, view.patches[i].count);
}

/* ---- Contexts and values ------------------------------------------------------------------ */

static void count_task(void *data, uint32_t index, uint32_t worker) {
    (void)worker;
    *(uint32_t *)data += index;
}

/* A context, a pool, and a context with the pool. One worker: with more of them, which allocation
 * is the n-th would depend on the threads. */
void script_make_contexts(script *s) {
    tact_context_desc desc = tact_context_desc_default();
    uint64_t fail_at = s->memory.fail_at;
    desc.allocator = test_allocator_make(&s->memory);
    s->memory.fail_at = fail_at;
    STEP_ONLY(s, tact_float_mode_check());
    STEP(s, &s->context, tact_context_create(&desc, &s->context));
    STEP(s, &s->pool, tact_pool_create(s->context, 1, &s->pool));
    desc.executor = tact_pool_executor(s->pool);
    STEP(s, &s->pooled, tact_context_create(&desc, &s->pooled));
    uint32_t sum = 0;
    tact_context_run(s->pooled, 5, count_task, &sum);
    NOTE(s, sum);
}

/* These never allocate. */
void script_use_values(script *s) {
    tact_vec3 axis = {1, 2, 3};
    tact_quat quat = tact_quat_identity();
    tact_pose pose = tact_pose_identity();
    STEP(s, &quat, tact_quat_from_axis_angle(axis, 0.5, &quat));
    NOTE(s, quat);
    STEP(s, &pose, tact_pose_from_quat(quat, axis, &pose));
    NOTE(s, pose);
    STEP(s, &pose, tact_pose_from_axis_angle(axis, 0.25, axis, &pose));
    NOTE(s, pose);
    STEP_ONLY(s, tact_pose_validate(pose, NULL));
    tact_shape_text read;
    memset(&read, 0, sizeof read);
    STEP(s, &read, tact_shape_parse("box:1,2,3,r=0.5", NULL, &read));
    NOTE(s, read.shape.core.half_extents);
    STEP_ONLY(s, tact_shape_validate(&read.shape));
}

/* ---- Meshes ------------------------------------------------------------------------------- */

static void make_round_meshes(script *s, tact_mesh **mesh) {
    tact_torus_knot_desc knot = tact_torus_knot_desc_default();
    knot.along = 10;
    knot.around = 3;
    const tact_context *context = s->context;
    STEP(s, mesh, tact_mesh_create_icosphere(context, 1, 1, mesh));
    script_note_mesh(s, *mesh++);
    STEP(s, mesh, tact_mesh_create_uv_sphere(context, 1, 4, 3, mesh));
    script_note_mesh(s, *mesh++);
    STEP(s, mesh, tact_mesh_create_torus(context, 2, 0.5, 4, 3, mesh));
    script_note_mesh(s, *mesh++);
    STEP(s, mesh, tact_mesh_create_torus_knot(context, &knot, mesh));
    script_note_mesh(s, *mesh++);
    STEP(s, mesh, tact_mesh_create_cylinder(context, 1, 1, 3, 1, mesh));
    script_note_mesh(s, *mesh++);
    STEP(s, mesh, tact_mesh_create_tube(context, 1, 0.5, 1, 3, 1, mesh));
    script_note_mesh(s, *mesh++);
    STEP(s, mesh, tact_mesh_create_blob(context, 1, 0.125, 1, 7, mesh));
    script_note_mesh(s, *mesh++);
}

static void make_other_meshes(script *s, tact_mesh **mesh) {
    tact_gear_desc gear = tact_gear_desc_default();
    tact_bolt_desc bolt = tact_bolt_desc_default();
    gear.teeth = 3;
    gear.detail = gear.rows = 1;
    bolt.segments = 6;
    bolt.rows = 2;
    const tact_context *context = s->context;
    STEP(s, mesh, tact_mesh_create_box(context, (tact_vec3){1, 1, 1}, 1, mesh));
    script_note_mesh(s, *mesh++);
    STEP(s, mesh, tact_mesh_create_plate(context, (tact_vec3){1, 1, 0.25}, 1, 1, 8, mesh));
    script_note_mesh(s, *mesh++);
    STEP(s, mesh, tact_mesh_create_gear(context, &gear, mesh));
    script_note_mesh(s, *mesh++);
    STEP(s, mesh, tact_mesh_create_bolt(context, &bolt, mesh));
    script_note_mesh(s, *mesh++);
    STEP(s, mesh, tact_mesh_create_menger_sponge(context, 1, 1, mesh));
    script_note_mesh(s, *mesh++);
    STEP(s, mesh, tact_mesh_create_terrain(context, 1, 0.25, 2, 7, mesh));
    script_note_mesh(s, *mesh++);
    STEP(s, mesh, tact_mesh_create_cloth(context, 1, 1, 2, 2, mesh));
    script_note_mesh(s, *mesh++);
}

static void examine(script *s, const tact_mesh_arrays *arrays) {
    tact_mesh_report report;
    memset(&report, 0, sizeof report);
    STEP(s, &report, tact_mesh_examine(s->context, arrays, &report));
    NOTE(s, report.area);
    NOTE(s, report.volume);
    NOTE(s, report.euler);
    NOTE(s, report.edge_count);
    NOTE(s, report.duplicate_vertices);
}

void script_make_meshes(script *s) {
    /* Two triangles that share no vertex numbers, one of them stored as float, in named parts. */
    static const float corners[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                        {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    static const tact_mesh_part parts[2] = {{"one", 0, 1}, {"two", 1, 1}};
    static const uint32_t faces[2] = {7, 7};
    tact_mesh_arrays arrays = {.positions = corners,
                               .position_type = TACT_NUMBER_FLOAT32,
                               .vertex_count = 6,
                               .triangle_count = 2,
                               .source_faces = faces,
                               .parts = parts,
                               .part_count = 2};
    make_round_meshes(s, s->meshes);
    make_other_meshes(s, s->meshes + 7);
    STEP(s, &s->soups[0], tact_soup_create(s->context, &arrays, NULL, &s->soups[0]));
    STEP(s, &s->meshes[14], tact_mesh_create(s->context, &arrays, NULL, &s->meshes[14]));
    script_note_mesh(s, s->meshes[14]);
    STEP(s, &s->meshes[15], tact_mesh_weld(s->context, s->meshes[14], &s->meshes[15]));
    script_note_mesh(s, s->meshes[15]);
    STEP(s, &s->topology, tact_topology_create(s->context, s->meshes[15], &s->topology));
    uint32_t edges = tact_topology_edge_count(s->topology);
    NOTE(s, edges);
    examine(s, &arrays);
    arrays = tact_mesh_as_arrays(s->meshes[0]);
    examine(s, &arrays);
}

/* ---- Hulls and linear programs ------------------------------------------------------------ */

static void solve_programs(script *s) {
    static const double rows[6] = {1, 0, 0, 1, -1, -1}, limits[3] = {1, 1, 1}, goal[2] = {1, 2};
    static const tact_plane planes[4] = {
        {{1, 0, 0}, 1}, {{0, 1, 0}, 1}, {{0, 0, 1}, 1}, {{-1, -1, -1}, 1}};
    static const tact_vec3 below[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, -1}};
    static const tact_vec3 above[3] = {{0, 0, 1}, {1, 0, 1}, {0, 1, 2}};
    tact_lp lp = {2, 3, rows, limits, goal, 100};
    tact_lp_result best;
    tact_lp_deepest_result deepest;
    tact_lp_separating_result between;
    memset(&best, 0, sizeof best);
    memset(&deepest, 0, sizeof deepest);
    memset(&between, 0, sizeof between);
    STEP(s, &best, tact_lp_solve(s->context, &lp, &best));
    NOTE(s, best.value);
    STEP(s, &deepest, tact_lp_deepest_point(s->context, planes, 4, 10, &deepest));
    NOTE(s, deepest.point);
    STEP(s, &between, tact_lp_separating_plane(s->context, below, 4, above, 3, &between));
    NOTE(s, between.plane);
    /* Hulls that touch: exact arithmetic decides. */
    STEP(s, &between, tact_lp_separating_plane(s->context, below, 4, below, 4, &between));
    NOTE(s, between.outcome);
}

static void move_features(script *s) {
    static const tact_impact_motion motion = {{{0.25, 0.25, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                              {{0.25, 0.25, -1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    static const uint32_t vertices[1][4] = {{0, 1, 2, 3}};
    tact_impact_batch batch = {motion.start,          motion.end, vertices, 4, 1,
                               TACT_IMPACT_EDGE_EDGE, NULL};
    tact_impact_result found;
    memset(&found, 0, sizeof found);
    STEP(s, &found, tact_impact_vertex_face(&motion, NULL, &found));
    NOTE(s, found);
    STEP(s, &found, tact_impact_edge_edge(&motion, NULL, &found));
    NOTE(s, found);
    STEP(s, &found, tact_impact_batch_run(s->context, &batch, &found));
    NOTE(s, found);
}

void script_make_hulls(script *s) {
    const tact_vec3 *points = tact_mesh_vertices(s->meshes[1]);
    size_t count = tact_mesh_vertex_count(s->meshes[1]);
    STEP(s, &s->hulls[0], tact_hull_create(s->context, points, count, &s->hulls[0]));
    STEP(s, &s->hulls[1], tact_hull_create_from_mesh(s->context, s->meshes[0], &s->hulls[1]));
    tact_vec3 moved[64];
    count = tact_hull_inspect(s->hulls[1]).vertex_count;
    assert_true(count <= 64);
    for (size_t i = 0; i < count; i++)
        moved[i] = tact_vec3_scale(tact_hull_vertices(s->hulls[1])[i], 2);
    STEP_ONLY(s, tact_hull_move_vertices(s->hulls[1], moved));
    STEP_ONLY(s, tact_hull_validate(s->hulls[1], NULL));
    tact_mass mass = tact_hull_mass(s->hulls[1]);
    NOTE(s, mass);
    STEP(s, &s->meshes[16], tact_hull_to_mesh(s->context, s->hulls[1], &s->meshes[16]));
    script_note_mesh(s, s->meshes[16]);
    solve_programs(s);
    move_features(s);
}

/* ---- Files -------------------------------------------------------------------------------- */

#define FILE_NAME "test_model_script"

/* Writes a mesh, reads it as a file, and reads it from memory. */
static void use_format(script *s, const char *path, tact_write_desc desc) {
    tact_mesh_arrays arrays = tact_mesh_as_arrays(s->meshes[14]), read;
    static char bytes[8192];
    STEP_ONLY(s, tact_write_file(s->context, path, &arrays, &desc, NULL));
    STEP(s, &s->soups[1], tact_read_file(s->context, path, TACT_FORMAT_AUTO, NULL, &s->soups[1]));
    read = tact_soup_arrays(s->soups[1]);
    examine(s, &read);
    tact_soup_destroy(s->soups[1]);
    s->soups[1] = NULL;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    assert_int_equal(fclose(file), 0);
    assert_true(size > 0 && size < sizeof bytes);
    STEP(s, &s->soups[1],
         tact_read_memory(s->context, bytes, size, desc.format, path, NULL, &s->soups[1]));
    script_note(s, bytes, size);
    tact_soup_destroy(s->soups[1]);
    s->soups[1] = NULL;
    assert_int_equal(remove(path), 0);
}

void script_use_files(script *s) {
    tact_write_desc desc = tact_write_desc_default();
    desc.format = TACT_FORMAT_OBJ;
    use_format(s, FILE_NAME ".obj", desc);
    desc.format = TACT_FORMAT_OFF;
    use_format(s, FILE_NAME ".off", desc);
    for (int i = 0; i < 4; i++) {
        desc.is_text = i % 2 == 1;
        desc.is_single = i / 2 == 1;
        desc.format = TACT_FORMAT_STL;
        use_format(s, FILE_NAME ".stl", desc);
        desc.format = TACT_FORMAT_PLY;
        use_format(s, FILE_NAME ".ply", desc);
    }
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                               "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    const char *path = FILE_NAME ".obj";
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_REQUIRED;
    tact_model **model = &s->models[SCRIPT_LOADED];
    STEP_ONLY(s, tact_write_bytes(s->context, path, text, sizeof text - 1, NULL));
    STEP(s, model, tact_model_load(s->context, path, &options, NULL, model));
    script_note_mesh(s, tact_model_mesh(*model));
    assert_int_equal(remove(path), 0);
}

/* ---- The end ------------------------------------------------------------------------------ */

void script_end(script *s) {
    tact_proof_destroy(s->file.proof);
    for (int i = 0; i < 2; i++) {
        tact_proof_destroy(s->proofs[i]);
        tact_contact_list_destroy(s->lists[i]);
        tact_curve_set_destroy(s->sets[i]);
        tact_hull_destroy(s->hulls[i]);
        tact_soup_destroy(s->soups[i]);
    }
    for (int i = 0; i < SCRIPT_MODELS; i++)
        tact_model_destroy(s->models[i]);
    for (int i = 0; i < SCRIPT_MESHES; i++)
        tact_mesh_destroy(s->meshes[i]);
    tact_topology_destroy(s->topology);
    tact_context_destroy(s->pooled);
    tact_pool_destroy(s->pool);
    tact_context_destroy(s->context);
}
