/* SPDX-License-Identifier: MIT */
/* Triangles and strokes as samples; see raster.h. A sample belongs to a triangle if its middle lies
 * in it; of several triangles the nearest wins, ties to the first. */
#include "raster.h"

#include <math.h>
#include <stdlib.h>

/* ---- Memory ------------------------------------------------------------------------------- */

static bool make_layer(size_t samples, draw_layer *out) {
    out->nearness = calloc(samples, sizeof *out->nearness);
    out->color = calloc(samples, sizeof *out->color);
    out->body = calloc(samples, sizeof *out->body);
    return out->nearness != NULL && out->color != NULL && out->body != NULL;
}

static void clear_layer(draw_layer *layer) {
    free(layer->nearness);
    free(layer->color);
    free(layer->body);
}

void draw_raster_clear(draw_raster *raster) {
    clear_layer(&raster->solid);
    clear_layer(&raster->glass);
    free(raster->strokes);
    *raster = (draw_raster){.width = 0};
}

tact_status draw_raster_make(uint32_t width, uint32_t height, bool has_glass, draw_raster *out) {
    size_t samples = (size_t)width * height;
    draw_raster made = {.width = width, .height = height};
    made.strokes = calloc(samples, 1);
    bool has_memory = make_layer(samples, &made.solid) && made.strokes != NULL;
    if (has_memory && has_glass)
        has_memory = make_layer(samples, &made.glass);
    if (!has_memory) {
        draw_raster_clear(&made);
        return TACT_OUT_OF_MEMORY;
    }
    *out = made;
    return TACT_OK;
}

/* ---- Shading ------------------------------------------------------------------------------ */

static float positive(float x) {
    return x > 0 ? x : 0;
}

static uint8_t to_byte(float x) {
    return x >= 255 ? 255 : x <= 0 ? 0 : (uint8_t)(x + 0.5f);
}

/* A key light from the upper left, a weak one from the right, light from the sky, and a highlight.
 */
static void shade(const float normal[3], draw_color color, uint8_t out[3]) {
    float length = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    float factor = length > 0 ? 1 / length : 0;
    bool is_back = normal[2] < 0;
    factor = is_back ? -factor : factor;
    float x = normal[0] * factor, y = normal[1] * factor, z = length > 0 ? normal[2] * factor : 1;
    float key = positive(-0.40f * x + 0.52f * y + 0.755f * z);
    float fill = positive(0.80f * x + 0.05f * y + 0.60f * z);
    float half = positive(-0.214f * x + 0.278f * y + 0.937f * z);
    float light = 0.40f + 0.10f * y + 0.54f * key + 0.14f * fill;
    float shine = half * half; /* 2, then 4, 8, 16, 32 */
    for (int i = 0; i < 4; i++)
        shine *= shine;
    if (is_back) {
        light *= 0.62f;
        shine = 0;
    }
    out[0] = to_byte((float)color.red * light + 40 * shine);
    out[1] = to_byte((float)color.green * light + 40 * shine);
    out[2] = to_byte((float)color.blue * light + 40 * shine);
}

/* ---- Triangles ---------------------------------------------------------------------------- */

/* A triangle counterclockwise in samples, with what is linear over it. */
typedef struct patch {
    double x[3], y[3], w[3];
    double area; /* twice the area */
    const float (*normals)[3];
    int order[3]; /* of the corners in normals */
    draw_color color;
    uint8_t body;
} patch;

/* The whole numbers from the first sample whose middle is at least lo to the last that is at most
 * hi, within 0 and most - 1. */
static bool clip_range(double lo, double hi, uint32_t most, uint32_t out[2]) {
    double from = ceil(lo - 0.5), to = floor(hi - 0.5);
    if (!(to >= 0) || !(from <= most - 1.0) || from > to)
        return false;
    out[0] = from < 0 ? 0 : (uint32_t)from;
    out[1] = to > most - 1.0 ? most - 1 : (uint32_t)to;
    return true;
}

static void fill_sample(const draw_layer *layer, const patch *p, size_t at, const double side[3]) {
    double weights[3] = {side[1] / p->area, side[2] / p->area, side[0] / p->area};
    float w = (float)(weights[0] * p->w[0] + weights[1] * p->w[1] + weights[2] * p->w[2]);
    if (w <= layer->nearness[at])
        return;
    float normal[3];
    for (int k = 0; k < 3; k++)
        normal[k] = (float)(weights[0] * (double)p->normals[p->order[0]][k] +
                            weights[1] * (double)p->normals[p->order[1]][k] +
                            weights[2] * (double)p->normals[p->order[2]][k]);
    layer->nearness[at] = w;
    layer->body[at] = p->body;
    shade(normal, p->color, layer->color[at]);
}

static void fill(const draw_raster *raster, const draw_layer *layer, const patch *p) {
    uint32_t columns[2], rows[2];
    double step_x[3], step_y[3], start[3];
    double lo_x = fmin(p->x[0], fmin(p->x[1], p->x[2])),
           hi_x = fmax(p->x[0], fmax(p->x[1], p->x[2]));
    double lo_y = fmin(p->y[0], fmin(p->y[1], p->y[2])),
           hi_y = fmax(p->y[0], fmax(p->y[1], p->y[2]));
    if (!clip_range(lo_x, hi_x, raster->width, columns) ||
        !clip_range(lo_y, hi_y, raster->height, rows))
        return;
    /* side[i] is twice the area over edge i, from corner i to the next one. */
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        step_x[i] = p->y[i] - p->y[j];
        step_y[i] = p->x[j] - p->x[i];
        start[i] = step_x[i] * (columns[0] + 0.5 - p->x[i]) + step_y[i] * (rows[0] + 0.5 - p->y[i]);
    }
    for (uint32_t y = rows[0]; y <= rows[1]; y++) {
        double side[3];
        for (int i = 0; i < 3; i++)
            side[i] = start[i] + step_y[i] * (y - rows[0]);
        size_t at = (size_t)y * raster->width + columns[0];
        for (uint32_t x = columns[0]; x <= columns[1]; x++, at++) {
            if (side[0] >= 0 && side[1] >= 0 && side[2] >= 0)
                fill_sample(layer, p, at, side);
            for (int i = 0; i < 3; i++)
                side[i] += step_x[i];
        }
    }
}

void draw_raster_triangle(const draw_raster *raster, const draw_layer *layer,
                          const draw_seen *const corners[3], float normals[3][3], draw_color color,
                          uint8_t body) {
    double ux = corners[1]->x - corners[0]->x, uy = corners[1]->y - corners[0]->y;
    double vx = corners[2]->x - corners[0]->x, vy = corners[2]->y - corners[0]->y;
    double area = ux * vy - uy * vx;
    if (area == 0 || !isfinite(area))
        return;
    patch p = {.area = fabs(area),
               .normals = (const float(*)[3])normals,
               .order = {0, area > 0 ? 1 : 2, area > 0 ? 2 : 1},
               .color = color,
               .body = body};
    for (int i = 0; i < 3; i++) {
        p.x[i] = corners[p.order[i]]->x;
        p.y[i] = corners[p.order[i]]->y;
        p.w[i] = corners[p.order[i]]->nearness;
    }
    fill(raster, layer, &p);
}

/* ---- Strokes ------------------------------------------------------------------------------ */

/* A stroke wins over its frame, what is seen over what is hidden. */
static void put_stroke(uint8_t *to, uint8_t value) {
    bool is_frame = (value & DRAW_STROKE_FRAME) != 0, was_frame = (*to & DRAW_STROKE_FRAME) != 0;
    bool is_seen = (value & DRAW_STROKE_SEEN) != 0, was_seen = (*to & DRAW_STROKE_SEEN) != 0;
    if (*to == 0 || (is_seen && !was_seen && !is_frame) || (!is_frame && was_frame) ||
        (is_seen == was_seen && !is_frame && value > *to))
        *to = value;
}

/* A stroke on a surface is seen, although both are equally near up to rounding. */
#define BIAS 1.004

void draw_raster_stroke(const draw_raster *raster, draw_seen from, draw_seen to, float width,
                        draw_role role) {
    uint32_t columns[2], rows[2];
    double radius = (double)width / 2, frame = radius * 1.5 + 1;
    double ux = to.x - from.x, uy = to.y - from.y, square = ux * ux + uy * uy;
    if (!isfinite(square) ||
        !clip_range(fmin(from.x, to.x) - frame, fmax(from.x, to.x) + frame, raster->width,
                    columns) ||
        !clip_range(fmin(from.y, to.y) - frame, fmax(from.y, to.y) + frame, raster->height, rows))
        return;
    for (uint32_t y = rows[0]; y <= rows[1]; y++)
        for (uint32_t x = columns[0]; x <= columns[1]; x++) {
            double px = x + 0.5 - from.x, py = y + 0.5 - from.y;
            double t = square > 0 ? (px * ux + py * uy) / square : 0;
            t = t < 0 ? 0 : t > 1 ? 1 : t;
            double dx = px - t * ux, dy = py - t * uy, distance = dx * dx + dy * dy;
            if (distance > frame * frame)
                continue;
            size_t at = (size_t)y * raster->width + x;
            double w = from.nearness + t * (to.nearness - from.nearness);
            bool is_seen = w * BIAS >= (double)raster->solid.nearness[at];
            unsigned value = ((unsigned)role + 1) | (is_seen ? DRAW_STROKE_SEEN : 0u) |
                             (distance > radius * radius ? DRAW_STROKE_FRAME : 0u);
            put_stroke(&raster->strokes[at], (uint8_t)value);
        }
}
