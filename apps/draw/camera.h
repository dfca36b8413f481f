/* SPDX-License-Identifier: MIT */
/* Where a scene is seen from: a perspective view whose camera stands outside of the sphere around
 * the scene, so that nothing has to be clipped. */
#ifndef TACT_DRAW_CAMERA_H
#define TACT_DRAW_CAMERA_H

#include "scene.h"

/* What the caller chooses. Angles are in degrees. */
typedef struct draw_view {
    double azimuth;   /* around z, from -y towards x */
    double elevation; /* above the xy plane */
    double zoom;      /* 1: the scene fills the picture */
    bool is_focused;  /* the picture is centred on focus, otherwise on the scene */
    tact_vec3 focus;
} draw_view;

/* From the front, right and above: azimuth 30, elevation 25, zoom 1. */
draw_view draw_view_default(void);

typedef struct draw_camera {
    tact_vec3 center; /* of the scene's box, */
    double scale;     /* and 1 / the radius of the sphere around it */
    tact_vec3 right, up, toward;
    double pixels; /* per unit at distance 1 */
    double middle_x, middle_y;
    double shift_x, shift_y; /* slopes that are in the middle of the picture */
} draw_camera;

/* A point as the camera sees it. */
typedef struct draw_seen {
    double x, y;     /* in samples, from the upper left corner */
    double nearness; /* 1 / depth, which is linear in the picture over a plane */
    double at[3];    /* right, up and toward the camera, in radii of the scene */
} draw_seen;

/* A camera for a picture of this size. TACT_INVALID_ARGUMENT if the scene is empty or too large for
 * the range of double. */
tact_status draw_camera_make(const draw_scene *scene, const draw_view *view, uint32_t width,
                             uint32_t height, draw_camera *out);
draw_seen draw_camera_see(const draw_camera *camera, tact_vec3 point);

#endif
