/* SPDX-License-Identifier: MIT */
/* Scenes as pages; see page.h. The data is a manifest in JSON and numbers in a fixed order, packed
 * and in base64; page/data.js reads it. Numbers are written as planes, which are packed well: all
 * first bytes, then all second bytes, and so on. */
#include "page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "deflate.h"
#include "page_motion.h"
#include "page_parts.h"

bool draw_page_is_built(void) {
    return draw_page_head_bytes > 0;
}

/* ---- The manifest ------------------------------------------------------------------------- */

static void put_color(draw_buffer *to, draw_color color) {
    draw_buffer_format(to, ",\"color\":[%d,%d,%d,%d]", color.red, color.green, color.blue,
                       color.alpha);
}

static void put_mover(draw_buffer *to, uint32_t mover) {
    if (mover != DRAW_STILL)
        draw_buffer_format(to, ",\"mover\":%u", mover);
}

static void put_level_ends(draw_buffer *to, const draw_levels *levels) {
    draw_buffer_text(to, ",\"levels\":[");
    for (uint32_t i = 0; i < levels->count; i++)
        draw_buffer_format(to, i > 0 ? ",%u" : "%u", levels->ends[i]);
    draw_buffer_text(to, "]");
}

static void put_bodies(draw_buffer *to, const draw_scene *scene) {
    draw_buffer_text(to, ",\"bodies\":[");
    for (uint32_t i = 0; i < scene->body_count; i++) {
        const draw_body *body = &scene->bodies[i];
        draw_buffer_text(to, i > 0 ? ",{\"name\":" : "{\"name\":");
        draw_buffer_string(to, body->name);
        draw_buffer_format(to, ",\"side\":%u,\"points\":%u,\"triangles\":%u,\"marked\":%u",
                           body->side, body->point_count, body->triangle_count, body->marked_count);
        put_color(to, body->color);
        put_mover(to, body->mover);
        put_level_ends(to, &body->levels);
        draw_buffer_text(to, body->frames != NULL ? ",\"bends\":true}" : "}");
    }
    draw_buffer_text(to, "]");
}

static void put_paths(draw_buffer *to, const draw_scene *scene) {
    draw_buffer_text(to, ",\"paths\":[");
    for (uint32_t i = 0; i < scene->path_count; i++) {
        const draw_path *path = &scene->paths[i];
        draw_buffer_text(to, i > 0 ? ",{\"name\":" : "{\"name\":");
        draw_buffer_string(to, path->name);
        draw_buffer_format(to, ",\"role\":\"%s\",\"closed\":%s,\"points\":%u",
                           draw_role_name(path->role), path->is_closed ? "true" : "false",
                           path->point_count);
        put_color(to, path->color);
        put_mover(to, path->mover);
        draw_buffer_text(to, "}");
    }
    draw_buffer_text(to, "]");
}

static void put_triangle(draw_buffer *to, const char *name, uint32_t triangle) {
    if (triangle == TACT_NO_TRIANGLE)
        draw_buffer_format(to, ",\"%s\":null", name);
    else
        draw_buffer_format(to, ",\"%s\":%u", name, triangle);
}

static void put_findings(draw_buffer *to, const draw_scene *scene) {
    draw_buffer_format(to, ",\"more\":%llu,\"findings\":[", (unsigned long long)scene->more);
    for (uint32_t i = 0; i < scene->finding_count; i++) {
        const draw_finding *finding = &scene->findings[i];
        draw_buffer_text(to, i > 0 ? ",{\"kind\":" : "{\"kind\":");
        draw_buffer_string(to, finding->kind);
        put_triangle(to, "a", finding->a);
        put_triangle(to, "b", finding->b);
        for (int k = 0; k < 2; k++)
            if (finding->movers[k] != DRAW_STILL)
                draw_buffer_format(to, ",\"mover%d\":%u", k, finding->movers[k]);
        draw_buffer_text(to, ",\"details\":");
        draw_buffer_text(to, finding->details != NULL ? finding->details : "null");
        draw_buffer_text(to, "}");
    }
    draw_buffer_text(to, "]");
}

static void put_manifest(draw_buffer *to, const draw_scene *scene) {
    draw_buffer_text(to, "{\"format\":1,\"title\":");
    draw_buffer_string(to, scene->title);
    draw_buffer_text(to, ",\"command\":");
    draw_buffer_string(to, scene->command);
    draw_buffer_text(to, ",\"answer\":");
    draw_buffer_text(to, scene->answer != NULL ? scene->answer : "null");
    put_bodies(to, scene);
    put_paths(to, scene);
    put_findings(to, scene);
    draw_buffer_format(to, ",\"level\":%u", scene->level);
    draw_buffer_format(to, ",\"frames\":%u,\"movers\":%u,\"spans\":%u,\"touchCount\":%u",
                       scene->motion.frame_count, scene->motion.mover_count,
                       scene->motion.span_count, scene->motion.touch_count);
    draw_buffer_format(to, ",\"touches\":%s,\"world\":%s}",
                       scene->motion.has_contact ? "true" : "false",
                       scene->is_world ? "true" : "false");
}

/* ---- Numbers ------------------------------------------------------------------------------ */

static void put_word(uint8_t *planes, size_t count, size_t at, uint32_t value) {
    for (size_t k = 0; k < 4; k++)
        planes[k * count + at] = (uint8_t)(value >> (8 * k));
}

/* Point i of total / 3. */
static void put_point(uint8_t *planes, size_t total, size_t i, tact_vec3 point, tact_vec3 center,
                      double scale) {
    tact_vec3 p = tact_vec3_scale(tact_vec3_sub(point, center), scale);
    const float xyz[3] = {(float)p.x, (float)p.y, (float)p.z};
    for (size_t k = 0; k < 3; k++) {
        uint32_t bits;
        memcpy(&bits, &xyz[k], 4);
        put_word(planes, total, 3 * i + k, bits);
    }
}

/* Points relative to the centre of the scene, in its radii. */
static void put_points(draw_buffer *to, const tact_vec3 *points, uint32_t count, tact_vec3 center,
                       double scale) {
    size_t total = 3 * (size_t)count;
    uint8_t *planes = draw_buffer_extend(to, total * 4);
    for (uint32_t i = 0; planes != NULL && i < count; i++)
        put_point(planes, total, i, points[i], center, scale);
}

/* Four rows of three coordinates per box. */
static void put_boxes(draw_buffer *to, const draw_levels *levels, tact_vec3 center, double scale) {
    uint32_t count = levels->count > 0 ? levels->ends[levels->count - 1] : 0;
    const tact_vec3 zero = {0, 0, 0};
    size_t total = 12 * (size_t)count;
    uint8_t *planes = draw_buffer_extend(to, total * 4);
    for (size_t i = 0; planes != NULL && i < 4 * (size_t)count; i++) {
        const draw_box *box = &levels->boxes[i / 4];
        put_point(planes, total, i, i % 4 == 0 ? box->center : box->half[i % 4 - 1],
                  i % 4 == 0 ? center : zero, scale);
    }
}

static void put_numbers(draw_buffer *to, const draw_scene *scene, tact_vec3 center, double scale) {
    const double frame[4] = {center.x, center.y, center.z, scale};
    draw_buffer_doubles(to, frame, 4);
    for (uint32_t i = 0; i < scene->body_count; i++) {
        const draw_body *body = &scene->bodies[i];
        put_points(to, body->points, body->point_count, center, scale);
        draw_buffer_steps(to, body->indices, 3 * (size_t)body->triangle_count);
        draw_buffer_steps(to, body->marked, body->marked_count);
        put_boxes(to, &body->levels, center, scale);
    }
    for (uint32_t i = 0; i < scene->path_count; i++)
        put_points(to, scene->paths[i].points, scene->paths[i].point_count, center, scale);
    for (uint32_t i = 0; i < scene->finding_count; i++) {
        tact_vec3 p = scene->findings[i].point;
        const double xyz[3] = {p.x, p.y, p.z};
        draw_buffer_doubles(to, xyz, 3);
        draw_buffer_doubles(to, &scene->findings[i].time, 1);
    }
    draw_page_put_motion(to, scene, center, scale);
}

/* ---- The page ----------------------------------------------------------------------------- */

static void put_base64(draw_buffer *to, const uint8_t *data, size_t bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t *out = draw_buffer_extend(to, (bytes + 2) / 3 * 4);
    for (size_t i = 0; out != NULL && i < bytes; i += 3, out += 4) {
        size_t count = bytes - i < 3 ? bytes - i : 3;
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (k < count ? data[i + k] : 0u);
        for (size_t k = 0; k < 4; k++)
            out[k] = (uint8_t)(k <= count ? digits[bits >> (18 - 6 * k) & 63u] : '=');
    }
}

/* The packed data of a scene. */
static tact_status pack(const draw_scene *scene, uint8_t **out, size_t *bytes) {
    tact_box box = draw_scene_bounds(scene);
    double radius = tact_vec3_length(tact_vec3_sub(box.hi, box.lo)) / 2;
    if (tact_box_is_empty(box) || !isfinite(radius))
        return TACT_INVALID_ARGUMENT;
    double scale = radius > 0 && isfinite(1 / radius) ? 1 / radius : 1;
    draw_buffer manifest = {.data = NULL}, all = {.data = NULL};
    put_manifest(&manifest, scene);
    uint8_t *length = draw_buffer_extend(&all, 4);
    if (length != NULL)
        put_word(length, 1, 0, (uint32_t)manifest.bytes);
    draw_buffer_bytes(&all, manifest.data, manifest.bytes);
    put_numbers(&all, scene, tact_box_center(box), scale);
    tact_status status = manifest.failed || all.failed ? TACT_OUT_OF_MEMORY : TACT_OK;
    if (status == TACT_OK)
        status = draw_deflate(all.data, all.bytes, out, bytes);
    free(manifest.data);
    free(all.data);
    return status;
}

tact_status draw_page_make(const draw_scene *scene, uint8_t **out, size_t *bytes) {
    uint8_t *packed = NULL;
    size_t packed_bytes = 0;
    if (!draw_page_is_built())
        return TACT_UNSUPPORTED;
    tact_status status = pack(scene, &packed, &packed_bytes);
    if (status != TACT_OK)
        return status;
    draw_buffer page = {.data = NULL};
    draw_buffer_bytes(&page, draw_page_head, draw_page_head_bytes);
    put_base64(&page, packed, packed_bytes);
    draw_buffer_bytes(&page, draw_page_tail, draw_page_tail_bytes);
    free(packed);
    if (page.failed) {
        free(page.data);
        return TACT_OUT_OF_MEMORY;
    }
    *out = page.data;
    *bytes = page.bytes;
    return TACT_OK;
}
