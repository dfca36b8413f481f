/* SPDX-License-Identifier: MIT */
/* The camera; see camera.h. */
#include "camera.h"

#include <math.h>

/* Distance from the middle of the scene, in radii: a long lens, which keeps shapes true. */
#define DISTANCE 5.0
/* The part of the picture that the scene fills. */
#define FILL 0.90
#define RADIANS (3.141592653589793 / 180)

draw_view draw_view_default(void) {
    return (draw_view){.azimuth = 30, .elevation = 25, .zoom = 1};
}

static void aim(draw_camera *camera, const draw_view *view) {
    double a = view->azimuth * RADIANS, e = view->elevation * RADIANS;
    double sine = tact_sin(a), cosine = tact_cos(a), high = tact_sin(e), level = tact_cos(e);
    camera->toward = tact_vec3_make(sine * level, -cosine * level, high);
    camera->right = tact_vec3_make(cosine, sine, 0);
    camera->up = tact_vec3_make(-sine * high, cosine * high, level);
}

draw_seen draw_camera_see(const draw_camera *camera, tact_vec3 point) {
    tact_vec3 p = tact_vec3_scale(tact_vec3_sub(point, camera->center), camera->scale);
    double x = tact_vec3_dot(p, camera->right), y = tact_vec3_dot(p, camera->up);
    double z = tact_vec3_dot(p, camera->toward);
    double nearness = 1 / (DISTANCE - z);
    return (draw_seen){.x = camera->middle_x + camera->pixels * (x * nearness - camera->shift_x),
                       .y = camera->middle_y - camera->pixels * (y * nearness - camera->shift_y),
                       .nearness = nearness,
                       .at = {x, y, z}};
}

/* The range of slopes of some points. */
typedef struct extent {
    double lo[2], hi[2];
} extent;

static void include(const draw_camera *camera, tact_vec3 point, extent *to) {
    draw_seen seen = draw_camera_see(camera, point);
    double slope[2] = {seen.x, -seen.y};
    for (int i = 0; i < 2; i++) {
        to->lo[i] = slope[i] < to->lo[i] ? slope[i] : to->lo[i];
        to->hi[i] = slope[i] > to->hi[i] ? slope[i] : to->hi[i];
    }
}

/* Fits what is seen into the picture. */
static void fit(draw_camera *camera, const draw_scene *scene, uint32_t width, uint32_t height) {
    extent all = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    camera->pixels = 1;
    for (uint32_t i = 0; i < scene->body_count; i++)
        for (size_t k = 0; k < 3 * (size_t)scene->bodies[i].triangle_count; k++)
            include(camera, scene->bodies[i].points[scene->bodies[i].indices[k]], &all);
    for (uint32_t i = 0; i < scene->path_count; i++)
        for (uint32_t k = 0; k < scene->paths[i].point_count; k++)
            include(camera, scene->paths[i].points[k], &all);
    camera->shift_x = (all.lo[0] + all.hi[0]) / 2;
    camera->shift_y = (all.lo[1] + all.hi[1]) / 2;
    double least = 0.02; /* a scene of one point has no extent */
    double wide = fmax(all.hi[0] - all.lo[0], least), high = fmax(all.hi[1] - all.lo[1], least);
    camera->pixels = FILL * fmin(width / wide, height / high);
}

tact_status draw_camera_make(const draw_scene *scene, const draw_view *view, uint32_t width,
                             uint32_t height, draw_camera *out) {
    tact_box box = draw_scene_bounds(scene);
    double radius = tact_vec3_length(tact_vec3_sub(box.hi, box.lo)) / 2;
    if (tact_box_is_empty(box) || !isfinite(radius))
        return TACT_INVALID_ARGUMENT;
    draw_camera camera = {.center = tact_box_center(box)};
    camera.scale = radius > 0 && isfinite(1 / radius) ? 1 / radius : 1;
    aim(&camera, view);
    fit(&camera, scene, width, height);
    camera.pixels *= view->zoom;
    camera.middle_x = width / 2.0;
    camera.middle_y = height / 2.0;
    if (view->is_focused) {
        draw_camera plain = camera;
        plain.pixels = 1;
        plain.middle_x = plain.middle_y = plain.shift_x = plain.shift_y = 0;
        draw_seen seen = draw_camera_see(&plain, view->focus);
        camera.shift_x = seen.x;
        camera.shift_y = -seen.y;
    }
    *out = camera;
    return TACT_OK;
}
