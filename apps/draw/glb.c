/* SPDX-License-Identifier: MIT */
/* Scenes as GLB; see glb.h. The numbers of all meshes lie in one buffer, in the order of the JSON:
 * for each mesh its points, then its indices. Every part is a multiple of four bytes. */
#include "glb.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "motion.h"

/* The kinds of primitives and numbers, from the specification. */
#define MODE_POINTS 0
#define MODE_LINES 1
#define MODE_TRIANGLES 4
#define TYPE_FLOAT 5126
#define TYPE_UINT32 5125
#define TARGET_VERTICES 34962
#define TARGET_INDICES 34963

typedef struct glb_writer {
    const draw_scene *scene;
    tact_vec3 center;
    draw_buffer numbers;
    draw_buffer nodes, meshes, materials, accessors, views, samplers, channels;
    uint32_t sampler_count, times; /* the accessor of the times, if there is a motion */
    uint32_t weights;              /* that of the weights of morph targets, */
    bool has_weights;              /* if it is there */
    uint32_t node_count, mesh_count, material_count, accessor_count, view_count;
} glb_writer;

/* Accessors of points, and of those of morph targets, which follow each other. */
typedef struct glb_points {
    uint32_t base, first, targets;
} glb_points;

/* ---- Numbers ------------------------------------------------------------------------------ */

static void put_vector(draw_buffer *to, const char *name, tact_vec3 v) {
    const double xyz[3] = {v.x, v.y, v.z};
    draw_buffer_format(to, "\"%s\":[", name);
    for (int i = 0; i < 3; i++) {
        draw_buffer_text(to, i > 0 ? "," : "");
        draw_buffer_number(to, xyz[i]);
    }
    draw_buffer_text(to, "]");
}

static void put_word(draw_buffer *to, uint32_t word) {
    uint8_t *at = draw_buffer_extend(to, 4);
    for (int k = 0; at != NULL && k < 4; k++)
        at[k] = (uint8_t)(word >> (8 * k));
}

static void put_float(draw_buffer *to, double value) {
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, 4);
    put_word(to, bits);
}

static void begin_item(draw_buffer *to, uint32_t count) {
    draw_buffer_text(to, count > 0 ? ",{" : "{");
}

/* A view of the bytes that were added since start; target 0: for no vertices and no indices. */
static uint32_t add_view(glb_writer *w, size_t start, int target) {
    begin_item(&w->views, w->view_count);
    draw_buffer_format(&w->views, "\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu", start,
                       w->numbers.bytes - start);
    if (target != 0)
        draw_buffer_format(&w->views, ",\"target\":%d", target);
    draw_buffer_text(&w->views, "}");
    return w->view_count++;
}

/* An accessor of floats that were added since start. */
static uint32_t add_floats(glb_writer *w, size_t start, uint32_t count, const char *type) {
    uint32_t view = add_view(w, start, 0);
    begin_item(&w->accessors, w->accessor_count);
    draw_buffer_format(&w->accessors,
                       "\"bufferView\":%u,\"componentType\":%d,\"count\":%u,\"type\":\"%s\"", view,
                       TYPE_FLOAT, count, type);
    draw_buffer_text(&w->accessors, "}");
    return w->accessor_count++;
}

/* The same for single numbers from lo to hi. */
static uint32_t add_scalars(glb_writer *w, size_t start, uint32_t count, double lo, double hi) {
    uint32_t view = add_view(w, start, 0);
    begin_item(&w->accessors, w->accessor_count);
    draw_buffer_format(&w->accessors,
                       "\"bufferView\":%u,\"componentType\":%d,\"count\":%u,\"type\":\"SCALAR\"",
                       view, TYPE_FLOAT, count);
    draw_buffer_text(&w->accessors, ",\"min\":[");
    draw_buffer_number(&w->accessors, (double)(float)lo);
    draw_buffer_text(&w->accessors, "],\"max\":[");
    draw_buffer_number(&w->accessors, (double)(float)hi);
    draw_buffer_text(&w->accessors, "]}");
    return w->accessor_count++;
}

/* The points relative to an origin. */
static uint32_t add_points(glb_writer *w, const tact_vec3 *points, uint32_t count,
                           tact_vec3 origin) {
    size_t start = w->numbers.bytes;
    double lo[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, hi[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (uint32_t i = 0; i < count; i++) {
        tact_vec3 p = tact_vec3_sub(points[i], origin);
        const float xyz[3] = {(float)p.x, (float)p.y, (float)p.z};
        for (int k = 0; k < 3; k++) {
            uint32_t bits;
            memcpy(&bits, &xyz[k], 4);
            put_word(&w->numbers, bits);
            lo[k] = (double)xyz[k] < lo[k] ? (double)xyz[k] : lo[k];
            hi[k] = (double)xyz[k] > hi[k] ? (double)xyz[k] : hi[k];
        }
    }
    uint32_t view = add_view(w, start, TARGET_VERTICES);
    begin_item(&w->accessors, w->accessor_count);
    draw_buffer_format(&w->accessors,
                       "\"bufferView\":%u,\"componentType\":%d,\"count\":%u,\"type\":\"VEC3\",",
                       view, TYPE_FLOAT, count);
    put_vector(&w->accessors, "min", tact_vec3_make(lo[0], lo[1], lo[2]));
    draw_buffer_text(&w->accessors, ",");
    put_vector(&w->accessors, "max", tact_vec3_make(hi[0], hi[1], hi[2]));
    draw_buffer_text(&w->accessors, "}");
    return w->accessor_count++;
}

/* How far the points of a body that bends are from those of its first frame. */
static uint32_t add_differences(glb_writer *w, const draw_body *body, uint32_t frame) {
    const tact_vec3 *at = body->frames + (size_t)frame * body->point_count;
    tact_vec3 *differences = calloc(body->point_count, sizeof *differences);
    uint32_t accessor = 0;
    if (differences == NULL) {
        w->numbers.failed = true;
        return 0;
    }
    for (uint32_t i = 0; i < body->point_count; i++)
        differences[i] = tact_vec3_sub(at[i], body->frames[i]);
    accessor = add_points(w, differences, body->point_count, tact_vec3_make(0, 0, 0));
    free(differences);
    return accessor;
}

/* The accessor of indices that were added since start. */
static uint32_t add_indices(glb_writer *w, size_t start) {
    size_t count = (w->numbers.bytes - start) / 4;
    uint32_t view = add_view(w, start, TARGET_INDICES);
    begin_item(&w->accessors, w->accessor_count);
    draw_buffer_format(&w->accessors,
                       "\"bufferView\":%u,\"componentType\":%d,\"count\":%zu,\"type\":\"SCALAR\"}",
                       view, TYPE_UINT32, count);
    return w->accessor_count++;
}

/* ---- Materials, meshes, nodes ------------------------------------------------------------- */

/* The linear light of a byte of sRGB (IEC 61966-2-1). */
static double linear(uint8_t byte) {
    double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static uint32_t add_material(glb_writer *w, draw_color color, bool is_lit) {
    begin_item(&w->materials, w->material_count);
    draw_buffer_text(&w->materials, "\"pbrMetallicRoughness\":{\"baseColorFactor\":[");
    const uint8_t bytes[3] = {color.red, color.green, color.blue};
    for (int i = 0; i < 3; i++) {
        draw_buffer_number(&w->materials, (double)(float)linear(bytes[i]));
        draw_buffer_text(&w->materials, ",");
    }
    draw_buffer_number(&w->materials, color.alpha / 255.0);
    draw_buffer_format(&w->materials,
                       "],\"metallicFactor\":0,\"roughnessFactor\":0.7},\"doubleSided\":true%s%s}",
                       color.alpha < 255 ? ",\"alphaMode\":\"BLEND\"" : "",
                       is_lit ? "" : ",\"extensions\":{\"KHR_materials_unlit\":{}}");
    return w->material_count++;
}

static uint32_t add_mesh(glb_writer *w, glb_points points, uint32_t indices, uint32_t material,
                         int mode) {
    begin_item(&w->meshes, w->mesh_count);
    draw_buffer_format(&w->meshes,
                       "\"primitives\":[{\"attributes\":{\"POSITION\":%u},\"indices\":%u,"
                       "\"material\":%u,\"mode\":%d",
                       points.base, indices, material, mode);
    draw_buffer_text(&w->meshes, points.targets > 0 ? ",\"targets\":[" : "");
    for (uint32_t i = 0; i < points.targets; i++)
        draw_buffer_format(&w->meshes, "%s{\"POSITION\":%u}", i > 0 ? "," : "", points.first + i);
    draw_buffer_text(&w->meshes, points.targets > 0 ? "]}]}" : "}]}");
    return w->mesh_count++;
}

/* Begins a node; the caller adds extras and ends both. */
static void begin_node(glb_writer *w, const char *name, uint32_t mesh, const char *kind) {
    begin_item(&w->nodes, w->node_count++);
    draw_buffer_text(&w->nodes, "\"name\":");
    draw_buffer_string(&w->nodes, name);
    if (mesh != UINT32_MAX)
        draw_buffer_format(&w->nodes, ",\"mesh\":%u", mesh);
    draw_buffer_text(&w->nodes, ",\"extras\":{\"kind\":");
    draw_buffer_string(&w->nodes, kind);
}

/* ---- Motion ------------------------------------------------------------------------------- */

static bool has_motion(const glb_writer *w) {
    return w->scene->motion.frame_count > 1;
}

static void add_times(glb_writer *w) {
    const draw_motion *motion = &w->scene->motion;
    size_t start = w->numbers.bytes;
    for (uint32_t i = 0; i < motion->frame_count; i++)
        put_float(&w->numbers, motion->times[i]);
    w->times = add_scalars(w, start, motion->frame_count, motion->times[0],
                           motion->times[motion->frame_count - 1]);
}

static void add_channel(glb_writer *w, uint32_t node, const char *path, uint32_t output) {
    begin_item(&w->samplers, w->sampler_count);
    draw_buffer_format(&w->samplers, "\"input\":%u,\"output\":%u}", w->times, output);
    begin_item(&w->channels, w->sampler_count);
    draw_buffer_format(&w->channels, "\"sampler\":%u,\"target\":{\"node\":%u,\"path\":\"%s\"}}",
                       w->sampler_count++, node, path);
}

/* The moves of a mover as tracks of a node. Moves are about the origin, nodes about the middle of
 * the scene. What does not move has no tracks. */
static void add_tracks(glb_writer *w, uint32_t node, uint32_t mover) {
    const draw_motion *motion = &w->scene->motion;
    if (!has_motion(w) || !draw_motion_moves(motion, mover))
        return;
    tact_quat q = tact_quat_identity();
    size_t start = w->numbers.bytes;
    for (uint32_t i = 0; i < motion->frame_count; i++) {
        tact_vec3 shift = draw_motion_shift(motion, i, mover, w->center);
        put_float(&w->numbers, shift.x);
        put_float(&w->numbers, shift.y);
        put_float(&w->numbers, shift.z);
    }
    add_channel(w, node, "translation", add_floats(w, start, motion->frame_count, "VEC3"));
    start = w->numbers.bytes;
    for (uint32_t i = 0; i < motion->frame_count; i++) {
        q = draw_motion_turn(motion, i, mover, q);
        put_float(&w->numbers, q.x);
        put_float(&w->numbers, q.y);
        put_float(&w->numbers, q.z);
        put_float(&w->numbers, q.w);
    }
    add_channel(w, node, "rotation", add_floats(w, start, motion->frame_count, "VEC4"));
}

/* The points of a body that bends: those of its first frame, and one morph target per later frame,
 * with the differences from the first one. */
static glb_points add_bend(glb_writer *w, const draw_body *body) {
    uint32_t frames = w->scene->motion.frame_count;
    glb_points points = {.base = add_points(w, body->frames, body->point_count, w->center)};
    for (uint32_t i = 1; i < frames; i++) {
        uint32_t target = add_differences(w, body, i);
        points.first = i == 1 ? target : points.first;
    }
    points.targets = frames - 1;
    return points;
}

/* At each frame the weight of its own target is 1. Between frames weights change linearly, and so
 * do points. */
static void add_weights(glb_writer *w, uint32_t node, uint32_t targets) {
    if (targets == 0)
        return;
    if (!w->has_weights) {
        size_t start = w->numbers.bytes;
        for (uint32_t frame = 0; frame <= targets; frame++)
            for (uint32_t i = 1; i <= targets; i++)
                put_float(&w->numbers, i == frame ? 1 : 0);
        w->weights = add_scalars(w, start, (targets + 1) * targets, 0, 1);
        w->has_weights = true;
    }
    add_channel(w, node, "weights", w->weights);
}

/* ---- The scene ---------------------------------------------------------------------------- */

/* The tracks of the node that comes next. */
static void add_body_tracks(glb_writer *w, const draw_body *body, glb_points points) {
    if (points.targets > 0)
        add_weights(w, w->node_count, points.targets);
    else
        add_tracks(w, w->node_count, body->mover);
}

static void add_marks(glb_writer *w, const draw_body *body, glb_points points) {
    size_t start = w->numbers.bytes;
    for (uint32_t i = 0; i < body->marked_count; i++)
        for (size_t k = 0; k < 3; k++)
            put_word(&w->numbers, body->indices[3 * (size_t)body->marked[i] + k]);
    uint32_t indices = add_indices(w, start);
    uint32_t material = add_material(w, draw_color_marked(body->color), true);
    add_body_tracks(w, body, points);
    begin_node(w, "touching triangles", add_mesh(w, points, indices, material, MODE_TRIANGLES),
               "marked");
    draw_buffer_format(&w->nodes, ",\"side\":%u,\"triangles\":[", body->side);
    for (uint32_t i = 0; i < body->marked_count; i++)
        draw_buffer_format(&w->nodes, i > 0 ? ",%u" : "%u", body->marked[i]);
    draw_buffer_text(&w->nodes, "]}}");
}

static void add_body(glb_writer *w, const draw_body *body) {
    if (body->triangle_count == 0 || body->point_count == 0)
        return;
    bool bends = has_motion(w) && body->frames != NULL;
    glb_points points = {.targets = 0};
    if (bends)
        points = add_bend(w, body);
    else
        points.base = add_points(w, body->points, body->point_count, w->center);
    size_t start = w->numbers.bytes;
    for (size_t i = 0; i < 3 * (size_t)body->triangle_count; i++)
        put_word(&w->numbers, body->indices[i]);
    uint32_t indices = add_indices(w, start),
             material =
                 add_material(w, body->is_hit ? draw_color_hit(body->color) : body->color, true);
    add_body_tracks(w, body, points);
    begin_node(w, body->name, add_mesh(w, points, indices, material, MODE_TRIANGLES), "body");
    draw_buffer_format(&w->nodes, ",\"side\":%u,\"triangles\":%u}}", body->side,
                       body->triangle_count);
    if (body->marked_count > 0)
        add_marks(w, body, points);
}

static void add_path(glb_writer *w, const draw_path *path) {
    if (path->point_count == 0)
        return;
    bool is_point = path->point_count == 1;
    glb_points points = {.base = add_points(w, path->points, path->point_count, w->center)};
    uint32_t last = path->is_closed ? path->point_count : path->point_count - 1;
    size_t start = w->numbers.bytes;
    if (is_point)
        put_word(&w->numbers, 0);
    for (uint32_t i = 0; i < last && !is_point; i++) {
        put_word(&w->numbers, i);
        put_word(&w->numbers, (i + 1) % path->point_count);
    }
    uint32_t indices = add_indices(w, start), material = add_material(w, path->color, false);
    add_tracks(w, w->node_count, path->mover);
    begin_node(w, path->name,
               add_mesh(w, points, indices, material, is_point ? MODE_POINTS : MODE_LINES),
               draw_role_name(path->role));
    draw_buffer_format(&w->nodes, ",\"closed\":%s,", path->is_closed ? "true" : "false");
    put_vector(&w->nodes, "first", path->points[0]);
    draw_buffer_text(&w->nodes, ",");
    put_vector(&w->nodes, "last", path->points[path->point_count - 1]);
    draw_buffer_text(&w->nodes, "}}");
}

/* The root, which moves the scene to its place, and has the answer. */
static void add_root(glb_writer *w) {
    uint32_t children = w->node_count;
    begin_item(&w->nodes, w->node_count++);
    draw_buffer_text(&w->nodes, "\"name\":");
    draw_buffer_string(&w->nodes, w->scene->title != NULL ? w->scene->title : "tact");
    draw_buffer_text(&w->nodes, ",");
    put_vector(&w->nodes, "translation", w->center);
    draw_buffer_text(&w->nodes, ",\"extras\":{\"answer\":");
    draw_buffer_text(&w->nodes, w->scene->answer != NULL ? w->scene->answer : "null");
    draw_buffer_text(&w->nodes, ",\"command\":");
    draw_buffer_string(&w->nodes, w->scene->command);
    draw_buffer_text(&w->nodes, "},\"children\":[");
    for (uint32_t i = 0; i < children; i++)
        draw_buffer_format(&w->nodes, i > 0 ? ",%u" : "%u", i);
    draw_buffer_text(&w->nodes, "]}");
}

static void put_list(draw_buffer *to, const char *name, const draw_buffer *list) {
    draw_buffer_format(to, ",\"%s\":[", name);
    draw_buffer_bytes(to, list->data, list->bytes);
    draw_buffer_text(to, "]");
}

static void put_json(const glb_writer *w, draw_buffer *to) {
    draw_buffer_text(to, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"tact\"},"
                         "\"extensionsUsed\":[\"KHR_materials_unlit\"],\"scene\":0");
    draw_buffer_format(to, ",\"scenes\":[{\"nodes\":[%u]}]", w->node_count - 1);
    put_list(to, "nodes", &w->nodes);
    put_list(to, "meshes", &w->meshes);
    put_list(to, "materials", &w->materials);
    put_list(to, "accessors", &w->accessors);
    put_list(to, "bufferViews", &w->views);
    if (has_motion(w)) {
        draw_buffer_text(to, ",\"animations\":[{\"name\":\"motion\"");
        put_list(to, "samplers", &w->samplers);
        put_list(to, "channels", &w->channels);
        draw_buffer_text(to, "}]");
    }
    draw_buffer_format(to, ",\"buffers\":[{\"byteLength\":%zu}]}", w->numbers.bytes);
    while (to->bytes % 4 != 0 && !to->failed)
        draw_buffer_text(to, " ");
}

/* ---- Files -------------------------------------------------------------------------------- */

static tact_status finish(glb_writer *w, uint8_t **out, size_t *bytes) {
    draw_buffer json = {.data = NULL}, file = {.data = NULL};
    put_json(w, &json);
    bool failed = w->numbers.failed || w->nodes.failed || w->meshes.failed || w->materials.failed ||
                  w->accessors.failed || w->views.failed || w->samplers.failed ||
                  w->channels.failed || json.failed;
    uint64_t total = 28 + (uint64_t)json.bytes + w->numbers.bytes;
    tact_status status = failed               ? TACT_OUT_OF_MEMORY
                         : total > UINT32_MAX ? TACT_TOO_LARGE
                                              : TACT_OK;
    if (status == TACT_OK) {
        const uint32_t head[5] = {0x46546C67, 2, (uint32_t)total, (uint32_t)json.bytes, 0x4E4F534A};
        for (int i = 0; i < 5; i++)
            put_word(&file, head[i]);
        draw_buffer_bytes(&file, json.data, json.bytes);
        put_word(&file, (uint32_t)w->numbers.bytes);
        put_word(&file, 0x004E4942);
        draw_buffer_bytes(&file, w->numbers.data, w->numbers.bytes);
        status = file.failed ? TACT_OUT_OF_MEMORY : TACT_OK;
    }
    free(json.data);
    if (status != TACT_OK) {
        free(file.data);
        return status;
    }
    *out = file.data;
    *bytes = file.bytes;
    return TACT_OK;
}

tact_status draw_glb_make(const draw_scene *scene, uint8_t **out, size_t *bytes) {
    tact_box box = draw_scene_bounds(scene);
    double size = tact_vec3_length(tact_vec3_sub(box.hi, box.lo));
    if (tact_box_is_empty(box) || !(size < 1e38))
        return TACT_INVALID_ARGUMENT;
    glb_writer w = {.scene = scene, .center = tact_box_center(box)};
    if (has_motion(&w))
        add_times(&w);
    for (uint32_t i = 0; i < scene->body_count; i++)
        add_body(&w, &scene->bodies[i]);
    for (uint32_t i = 0; i < scene->path_count; i++)
        add_path(&w, &scene->paths[i]);
    add_root(&w);
    tact_status status = finish(&w, out, bytes);
    free(w.numbers.data);
    free(w.nodes.data);
    free(w.meshes.data);
    free(w.materials.data);
    free(w.accessors.data);
    free(w.views.data);
    free(w.samplers.data);
    free(w.channels.data);
    return status;
}
