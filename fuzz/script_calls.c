/* SPDX-License-Identifier: MIT */
/* What must hold before and after each call of a script, and the objects that calls take. */
#include "script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATTERN 0xA5

void script_check(bool is_true, const char *file, int line, const char *text) {
    if (is_true)
        return;
    fprintf(stderr, "%s:%d: this does not hold: %s\n", file, line, text);
    abort();
}

/* ---- Before and after a call -------------------------------------------------------------- */

static uint64_t count_failures(const script *s) {
    uint64_t failures = 0;
    for (int i = 0; i < MOST_CONTEXTS; i++)
        failures += s->memory[i].failures;
    return failures;
}

static uint64_t count_calls(const script *s) {
    uint64_t calls = 0;
    for (int i = 0; i < MOST_CONTEXTS; i++)
        calls += s->memory[i].calls;
    return calls;
}

void script_begin_kept(script *s, void *output, size_t bytes) {
    script_require(bytes <= sizeof s->output_before);
    if (output != NULL)
        memcpy(s->output_before, output, bytes);
    s->output = output;
    s->output_bytes = bytes;
    s->failures_before = count_failures(s);
    s->calls_before = count_calls(s);
    memset(&s->error, PATTERN, sizeof s->error);
}

void script_begin(script *s, void *output, size_t bytes) {
    if (output != NULL)
        memset(output, PATTERN, bytes);
    script_begin_kept(s, output, bytes);
}

bool script_end(script *s, tact_status status, uint32_t may) {
    bool is_out_of_memory = count_failures(s) != s->failures_before;
    script_require((status == TACT_OUT_OF_MEMORY) == is_out_of_memory);
    if (status == TACT_OK)
        return true;
    script_require(is_out_of_memory || (may & MAY(status)) != 0);
    if (s->output != NULL)
        script_require(memcmp(s->output, s->output_before, s->output_bytes) == 0);
    return false;
}

static void check_error(const script *s, tact_status status) {
    if (status == TACT_OK)
        return;
    script_require(s->error.status == status);
    script_require(memchr(s->error.text, '\0', sizeof s->error.text) != NULL);
    script_require(s->error.text[0] != '\0');
}

bool script_end_error(script *s, tact_status status, uint32_t may) {
    check_error(s, status);
    return script_end(s, status, may);
}

bool script_end_question(script *s, tact_status status, const tact_options *options,
                         bool allocates) {
    if (options->error != NULL && options->size == sizeof *options)
        check_error(s, status);
    if (!allocates && options->proof == NULL)
        script_require(count_calls(s) == s->calls_before);
    return script_end(s, status, MAY_ANSWER | (allocates ? MAY(TACT_TOO_LARGE) : 0));
}

/* ---- Objects ------------------------------------------------------------------------------ */

void *script_take(script *s, void *const *slots, uint32_t count) {
    uint32_t first = script_below(s, count);
    for (uint32_t i = 0; i < count; i++)
        if (slots[(first + i) % count] != NULL)
            return slots[(first + i) % count];
    return NULL;
}

const tact_mesh *script_mesh(script *s) {
    if (TAKE(s, s->meshes) == NULL)
        act_mesh(s);
    return TAKE(s, s->meshes);
}

tact_contact_list *script_list(script *s) {
    if (TAKE(s, s->lists) == NULL)
        act_list(s);
    return TAKE(s, s->lists);
}

tact_curve_set *script_set(script *s) {
    if (TAKE(s, s->sets) == NULL)
        act_set(s);
    return TAKE(s, s->sets);
}

const tact_context *script_context(script *s) {
    return script_rarely(s) ? NULL : TAKE(s, s->contexts);
}

/* The first model of a script that made none: without one there is nothing to ask about. */
static void make_first_model(script *s) {
    for (int i = 0; i < MOST_MODELS; i++)
        if (s->models[i] != NULL)
            return;
    if (script_byte(s) % 2 == 0)
        act_model_mesh(s);
    else
        act_model_shape(s);
}

tact_instance script_instance(script *s) {
    make_first_model(s);
    tact_instance instance = tact_instance_make(TAKE(s, s->models));
    uint8_t flags = script_byte(s);
    instance.flags = flags == 255 ? 2 : flags % 4 == 3 ? TACT_INSTANCE_FILLED : 0;
    instance.pose = script_pose(s);
    return instance;
}

static bool cancel(void *user) {
    script *s = user;
    if (s->cancel_in == 0)
        return true;
    s->cancel_in--;
    return false;
}

/* Options that few questions need. */
static void choose_rare_options(script *s, tact_options *options) {
    /* Where the options of an older caller may end. */
    static const uint32_t sizes[] = {8, 16, 24, 56, sizeof(tact_options), 0, 4, 1000};
    options->margin = script_number(s);
    options->relative_error = script_number(s);
    options->absolute_error = script_number(s);
    switch (script_below(s, 6)) {
    case 0:
        options->seconds = script_number(s);
        break;
    case 1:
        options->cancel = cancel;
        options->user = s;
        s->cancel_in = script_byte(s);
        break;
    case 2:
        options->error = NULL;
        break;
    case 3:
        options->size = sizes[script_below(s, sizeof sizes / sizeof *sizes)];
        break;
    case 4:
        options->flags = script_byte(s);
        break;
    default:
        break;
    }
}

tact_options script_options(script *s) {
    tact_options options = tact_options_default();
    uint8_t how = script_byte(s);
    options.error = &s->error;
    options.context = script_context(s);
    options.flags = how & 63u;
    if (how < 64)
        return options;
    options.budget = how < 128 ? script_byte(s) : 64u * script_byte(s);
    if (how < 192)
        return options;
    options.limit = script_number(s);
    if (how >= 224)
        choose_rare_options(s, &options);
    return options;
}

tact_cache script_cache(script *s) {
    static const size_t sizes[] = {TACT_CACHE_BYTES, TACT_CACHE_DEPTH_BYTES, 8, 64,
                                   TACT_CACHE_BYTES, TACT_CACHE_DEPTH_BYTES, 0, 200};
    uint32_t slot = script_below(s, MOST_OBJECTS);
    return (tact_cache){s->caches[slot], sizes[script_below(s, 8)]};
}

void script_put_mesh(script *s, tact_mesh *mesh) {
    uint32_t slot = script_below(s, MOST_OBJECTS);
    script_read_mesh(mesh);
    tact_mesh_destroy(s->meshes[slot]);
    s->meshes[slot] = mesh;
}

void script_put_model(script *s, tact_model *model) {
    uint32_t slot = script_below(s, MOST_MODELS);
    tact_model_destroy(s->models[slot]);
    s->models[slot] = model;
}

/* ---- Reading ------------------------------------------------------------------------------ */

void script_read_bytes(const void *data, size_t bytes) {
    static volatile unsigned char sink;
    unsigned char sum = 0;
    for (size_t i = 0; i < bytes; i++)
        sum ^= ((const unsigned char *)data)[i];
    sink = sum;
    (void)sink;
}

void script_read_arrays(const tact_mesh_arrays *arrays) {
    size_t vertex_bytes =
        3 * (arrays->position_type == TACT_NUMBER_FLOAT64 ? sizeof(double) : sizeof(float));
    script_require(arrays->position_stride == 0 || arrays->position_stride == vertex_bytes);
    script_read_bytes(arrays->positions, arrays->vertex_count * vertex_bytes);
    if (arrays->indices != NULL)
        for (uint32_t i = 0; i < 3 * arrays->triangle_count; i++)
            script_require(arrays->indices[i] < arrays->vertex_count);
    if (arrays->source_faces != NULL)
        script_read_bytes(arrays->source_faces, arrays->triangle_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < arrays->part_count; i++)
        if (arrays->parts[i].name != NULL)
            script_read_bytes(arrays->parts[i].name, strlen(arrays->parts[i].name) + 1);
}

void script_read_mesh(const tact_mesh *mesh) {
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    uint32_t triangles = tact_mesh_triangle_count(mesh), parts = tact_mesh_part_count(mesh);
    script_read_arrays(&arrays);
    if (arrays.triangle_count > 0) {
        script_require(arrays.vertex_count == tact_mesh_vertex_count(mesh));
        script_require(arrays.triangle_count == triangles && arrays.part_count == parts);
        script_require(arrays.indices == tact_mesh_indices(mesh));
    }
    if (tact_mesh_vertices(mesh) != NULL && arrays.triangle_count > 0)
        script_require(arrays.positions == tact_mesh_vertices(mesh));
    tact_box box = tact_mesh_bounds(mesh);
    for (uint32_t i = 0; i < triangles; i++) {
        tact_triangle triangle = tact_mesh_triangle(mesh, i);
        uint32_t corners[3];
        tact_mesh_corners(mesh, i, corners);
        tact_vec3 first = tact_mesh_vertex(mesh, corners[0]);
        script_require(memcmp(&first, &triangle.v[0], sizeof first) == 0);
        (void)tact_mesh_source_face(mesh, i);
        script_require(tact_mesh_part_of(mesh, i) <= parts);
        for (int k = 0; k < 3; k++)
            script_require(tact_box_contains(box, triangle.v[k]));
    }
    for (uint32_t i = 0; i < parts; i++) {
        tact_mesh_part part = tact_mesh_part_at(mesh, i);
        script_require(part.name != NULL && part.first + part.count <= triangles);
    }
    (void)tact_mesh_fingerprint(mesh);
}
