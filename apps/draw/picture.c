/* SPDX-License-Identifier: MIT */
/* Scenes as pictures; see picture.h. Surfaces first, then strokes on top of them, then the outlines
 * of bodies; at the end the samples of each pixel are averaged. */
#include "picture.h"

#include <stdlib.h>

#include "normals.h"
#include "raster.h"

/* Sizes in pixels. */
#define STROKE_WIDTH 3.2f
#define BALL_WIDTH 9.0f

draw_picture_desc draw_picture_desc_default(void) {
    return (draw_picture_desc){.width = 1280, .height = 800, .view = draw_view_default()};
}

void draw_picture_clear(draw_picture *picture) {
    free(picture->pixels);
    *picture = (draw_picture){.pixels = NULL};
}

/* ---- Surfaces ----------------------------------------------------------------------------- */

/* A sheet that bends has the same colour on both sides. */
static void face_camera(float normals[3][3]) {
    if (normals[0][2] + normals[1][2] + normals[2][2] >= 0)
        return;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            normals[i][k] = -normals[i][k];
}

static void draw_triangles(const draw_raster *raster, const draw_body *body, uint8_t number,
                           const draw_seen *seen, const draw_normals *normals) {
    const draw_layer *layer = body->color.alpha < 255 ? &raster->glass : &raster->solid;
    uint32_t next = 0;
    for (uint32_t t = 0; t < body->triangle_count; t++) {
        const uint32_t *index = &body->indices[3 * (size_t)t];
        const draw_seen *corners[3] = {&seen[index[0]], &seen[index[1]], &seen[index[2]]};
        draw_color color = body->is_hit ? draw_color_hit(body->color) : body->color;
        float at[3][3];
        if (next < body->marked_count && body->marked[next] == t) {
            next++;
            color = draw_color_marked(body->color);
        }
        draw_normals_at(normals, t, at);
        if (body->frames != NULL)
            face_camera(at);
        draw_raster_triangle(raster, layer, corners, at, color, number);
    }
}

static tact_status draw_body_of(const draw_raster *raster, const draw_camera *camera,
                                const draw_body *body, uint8_t number) {
    draw_seen *seen = malloc(((size_t)body->point_count + 1) * sizeof *seen);
    draw_normals normals = {.indices = NULL};
    if (seen == NULL)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < body->point_count; i++)
        seen[i] = draw_camera_see(camera, body->points[i]);
    tact_status status = draw_normals_make(body, seen, &normals);
    if (status == TACT_OK)
        draw_triangles(raster, body, number, seen, &normals);
    draw_normals_clear(&normals);
    free(seen);
    return status;
}

static bool has_glass(const draw_scene *scene) {
    for (uint32_t i = 0; i < scene->body_count; i++)
        if (scene->bodies[i].color.alpha < 255)
            return true;
    return false;
}

/* ---- Strokes ------------------------------------------------------------------------------ */

/* The ends of a witness, of a ray and of a single point are balls. */
static void draw_path_of(const draw_raster *raster, const draw_camera *camera,
                         const draw_path *path, float samples) {
    bool has_balls = path->point_count == 1 || path->role == DRAW_ROLE_WITNESS;
    float width = samples * STROKE_WIDTH;
    for (uint32_t i = 0; i < path->point_count; i++) {
        draw_seen from = draw_camera_see(camera, path->points[i]);
        bool is_last = i + 1 == path->point_count;
        if (has_balls || (path->role == DRAW_ROLE_RAY && i == 0))
            draw_raster_stroke(raster, from, from, samples * BALL_WIDTH, path->role);
        if (path->point_count == 1 || (is_last && !path->is_closed))
            break;
        draw_seen to = draw_camera_see(camera, path->points[is_last ? 0 : i + 1]);
        draw_raster_stroke(raster, from, to, width, path->role);
    }
}

/* ---- Samples to pixels -------------------------------------------------------------------- */

/* Red, green, blue from 0 to 1, multiplied by the opacity. */
typedef struct premixed {
    float color[3], alpha;
} premixed;

static void mix(premixed *to, const float color[3], float alpha) {
    for (int i = 0; i < 3; i++)
        to->color[i] += (color[i] - to->color[i]) * alpha;
    to->alpha += (1 - to->alpha) * alpha;
}

/* How dark the outline is in a sample: dark if the body changes or the surface jumps. Over a
 * plane nearness is linear, so its second difference is 0 there. */
static float outline(const draw_layer *layer, size_t at, size_t step) {
    float w = layer->nearness[at], before = layer->nearness[at - step];
    float after = layer->nearness[at + step];
    if (layer->body[at] != layer->body[at - step] || layer->body[at] != layer->body[at + step])
        return 0.55f;
    float bend = before - 2 * w + after;
    float relative = (bend < 0 ? -bend : bend) / (w > 0 ? w : 1);
    return relative > 0.004f ? 0.45f : relative > 0.0008f ? 0.25f : 0;
}

static float outline_at(const draw_raster *raster, const draw_layer *layer, uint32_t x,
                        uint32_t y) {
    size_t at = (size_t)y * raster->width + x;
    if (x == 0 || y == 0 || x + 1 == raster->width || y + 1 == raster->height)
        return 0;
    float across = outline(layer, at, 1), down = outline(layer, at, raster->width);
    return across > down ? across : down;
}

static void mix_layer(const draw_raster *raster, const draw_layer *layer, uint32_t x, uint32_t y,
                      float alpha, premixed *to) {
    size_t at = (size_t)y * raster->width + x;
    if (layer->body[at] != 0) {
        float color[3];
        for (int i = 0; i < 3; i++)
            color[i] = (float)layer->color[at][i] / 255;
        mix(to, color, alpha);
    }
    float dark = outline_at(raster, layer, x, y);
    if (dark > 0 && layer->body[at] != 0)
        mix(to, (const float[3]){0.08f, 0.10f, 0.14f}, dark);
}

static void mix_stroke(uint8_t stroke, const draw_color colors[16], premixed *to) {
    bool is_seen = (stroke & DRAW_STROKE_SEEN) != 0;
    if ((stroke & DRAW_STROKE_FRAME) != 0) {
        mix(to, (const float[3]){1, 1, 1}, is_seen ? 0.75f : 0.15f);
        return;
    }
    draw_color c = colors[(stroke & DRAW_STROKE_ROLE) - 1];
    const float color[3] = {c.red / 255.0f, c.green / 255.0f, c.blue / 255.0f};
    mix(to, color, is_seen ? 1.0f : 0.45f);
}

static premixed sample(const draw_raster *raster, const draw_color colors[16], bool is_transparent,
                       uint32_t x, uint32_t y) {
    premixed to = {{1, 1, 1}, 1};
    size_t at = (size_t)y * raster->width + x;
    if (is_transparent)
        to = (premixed){{0, 0, 0}, 0};
    mix_layer(raster, &raster->solid, x, y, 1, &to);
    if (raster->glass.nearness != NULL && raster->glass.nearness[at] > raster->solid.nearness[at])
        mix_layer(raster, &raster->glass, x, y, 0.38f, &to);
    if (raster->strokes[at] != 0)
        mix_stroke(raster->strokes[at], colors, &to);
    return to;
}

static void put_pixel(const premixed *sum, float samples, uint8_t out[4]) {
    float alpha = sum->alpha / samples;
    for (int i = 0; i < 3; i++)
        out[i] = sum->alpha > 0 ? (uint8_t)(sum->color[i] / sum->alpha * 255 + 0.5f) : 0;
    out[3] = (uint8_t)(alpha * 255 + 0.5f);
}

static void average(const draw_raster *raster, const draw_color colors[16], bool is_transparent,
                    uint32_t factor, const draw_picture *to) {
    for (uint32_t y = 0; y < to->height; y++)
        for (uint32_t x = 0; x < to->width; x++) {
            premixed sum = {{0, 0, 0}, 0};
            for (uint32_t k = 0; k < factor * factor; k++) {
                premixed s = sample(raster, colors, is_transparent, x * factor + k % factor,
                                    y * factor + k / factor);
                for (int i = 0; i < 3; i++)
                    sum.color[i] += s.color[i];
                sum.alpha += s.alpha;
            }
            put_pixel(&sum, (float)(factor * factor), to->pixels[(size_t)y * to->width + x]);
        }
}

/* ---- Pictures ----------------------------------------------------------------------------- */

static void collect_colors(const draw_scene *scene, draw_color colors[16]) {
    for (int i = 0; i < 16; i++)
        colors[i] = draw_color_found();
    for (uint32_t i = 0; i < scene->path_count; i++)
        colors[scene->paths[i].role] = scene->paths[i].color;
}

static tact_status draw_all(const draw_scene *scene, const draw_picture_desc *desc, uint32_t factor,
                            const draw_picture *to) {
    draw_raster raster = {.width = 0};
    draw_camera camera;
    draw_color colors[16];
    uint32_t width = factor * desc->width, height = factor * desc->height;
    tact_status status = draw_camera_make(scene, &desc->view, width, height, &camera);
    if (status == TACT_OK)
        status = draw_raster_make(width, height, has_glass(scene), &raster);
    for (uint32_t i = 0; i < scene->body_count && status == TACT_OK; i++)
        status = draw_body_of(&raster, &camera, &scene->bodies[i], (uint8_t)(i % 255 + 1));
    for (uint32_t i = 0; i < scene->path_count && status == TACT_OK; i++)
        draw_path_of(&raster, &camera, &scene->paths[i], (float)factor);
    collect_colors(scene, colors);
    if (status == TACT_OK)
        average(&raster, colors, desc->is_transparent, factor, to);
    draw_raster_clear(&raster);
    return status;
}

tact_status draw_picture_make(const draw_scene *scene, const draw_picture_desc *desc,
                              draw_picture *out) {
    uint64_t pixels = (uint64_t)desc->width * desc->height;
    if (pixels == 0 || pixels > DRAW_MOST_PIXELS)
        return TACT_INVALID_ARGUMENT;
    /* Nine samples per pixel take 110 bytes. Large pictures have fewer. */
    uint32_t factor = pixels <= 4194304 ? 3 : pixels <= 16777216 ? 2 : 1;
    draw_picture made = {desc->width, desc->height, calloc(pixels, sizeof *made.pixels)};
    tact_status status = made.pixels == NULL ? TACT_OUT_OF_MEMORY : TACT_OK;
    if (status == TACT_OK)
        status = draw_all(scene, desc, factor, &made);
    if (status == TACT_OK)
        *out = made;
    else
        draw_picture_clear(&made);
    return status;
}
