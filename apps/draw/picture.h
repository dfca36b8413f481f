/* SPDX-License-Identifier: MIT */
/* Pictures of scenes. The same scene gives the same bytes on every run and on every machine. */
#ifndef TACT_DRAW_PICTURE_H
#define TACT_DRAW_PICTURE_H

#include "camera.h"

/* The most pixels of a picture. */
#define DRAW_MOST_PIXELS 67108864u

typedef struct draw_picture {
    uint32_t width, height;
    uint8_t (*pixels)[4]; /* red, green, blue, opacity; row by row from the top */
} draw_picture;

typedef struct draw_picture_desc {
    uint32_t width, height;
    draw_view view;
    bool is_transparent; /* no background */
} draw_picture_desc;

/* 1280 x 800, white background. */
draw_picture_desc draw_picture_desc_default(void);

/* Draws a scene. TACT_INVALID_ARGUMENT if there is nothing to draw or if sizes are out of range. */
tact_status draw_picture_make(const draw_scene *scene, const draw_picture_desc *desc,
                              draw_picture *out);
void draw_picture_clear(draw_picture *picture);

/* The picture as a PNG file in memory, to be freed. */
tact_status draw_picture_to_png(const draw_picture *picture, uint8_t **out, size_t *bytes);

#endif
