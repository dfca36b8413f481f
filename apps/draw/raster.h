/* SPDX-License-Identifier: MIT */
/* Triangles and strokes as samples. A pixel is a square of several samples, which are averaged at
 * the end (picture.c). */
#ifndef TACT_DRAW_RASTER_H
#define TACT_DRAW_RASTER_H

#include "camera.h"

/* Opaque or translucent surfaces: of each sample the nearest. */
typedef struct draw_layer {
    float *nearness; /* 0: nothing */
    uint8_t (*color)[3];
    uint8_t *body; /* its number + 1, up to 255 */
} draw_layer;

/* What a stroke left in a sample: the role + 1, and these bits. */
#define DRAW_STROKE_ROLE 15u
#define DRAW_STROKE_SEEN 64u  /* in front of every opaque surface */
#define DRAW_STROKE_FRAME 32u /* the bright frame around a stroke */

typedef struct draw_raster {
    uint32_t width, height; /* in samples */
    draw_layer solid, glass;
    uint8_t *strokes;
} draw_raster;

/* Makes an empty raster; has_glass: some surface is translucent. */
tact_status draw_raster_make(uint32_t width, uint32_t height, bool has_glass, draw_raster *out);
void draw_raster_clear(draw_raster *raster);

/* A triangle in a layer. Both sides are shown; the back is darker. */
void draw_raster_triangle(const draw_raster *raster, const draw_layer *layer,
                          const draw_seen *const corners[3], float normals[3][3], draw_color color,
                          uint8_t body);

/* A stroke from one point to another, of a width in samples; a ball if both are one point. Strokes
 * behind surfaces are kept, too. */
void draw_raster_stroke(const draw_raster *raster, draw_seen from, draw_seen to, float width,
                        draw_role role);

#endif
