/* SPDX-License-Identifier: MIT */
#include "motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

/* ---- Bodies ------------------------------------------------------------------------------- */

static scene_body allocate(uint32_t vertices, uint32_t triangles) {
    scene_body body = {.vertex_count = vertices, .triangle_count = triangles};
    body.rest = calloc(vertices, sizeof *body.rest);
    body.triangles = calloc(triangles, sizeof *body.triangles);
    if (body.rest == NULL || body.triangles == NULL)
        scene_body_destroy(&body);
    return body;
}

/* columns x rows squares. */
static void connect(scene_body *body, uint32_t columns, uint32_t rows) {
    uint32_t row = columns + 1;
    for (uint32_t i = 0; i < columns * rows; i++) {
        uint32_t at = i / columns * row + i % columns;
        const uint32_t corners[6] = {at, at + 1, at + row, at + 1, at + row + 1, at + row};
        memcpy(body->triangles[2 * (size_t)i], corners, sizeof corners);
    }
}

scene_body scene_sheet(uint32_t n) {
    scene_body body = allocate((n + 1) * (n + 1), 2 * n * n);
    if (body.rest == NULL)
        return body;
    for (uint32_t i = 0; i < body.vertex_count; i++)
        body.rest[i] = (tact_vec3){(double)(i % (n + 1)) / n, (double)(i / (n + 1)) / n, 0};
    connect(&body, n, n);
    return body;
}

#define RADIUS 0.25

scene_body scene_ball(uint32_t n) {
    scene_body body = allocate((2 * n + 1) * (n + 1), 4 * n * n);
    if (body.rest == NULL)
        return body;
    for (uint32_t i = 0; i < body.vertex_count; i++) {
        double around = PI / n * (i % (2 * n + 1) % (2 * n)), down = PI / n * (i / (2 * n + 1));
        double ring = RADIUS * tact_sin(down);
        body.rest[i] = (tact_vec3){0.5 + ring * tact_cos(around), 0.5 + ring * tact_sin(around),
                                   RADIUS * tact_cos(down)};
    }
    connect(&body, 2 * n, n);
    return body;
}

void scene_body_destroy(scene_body *body) {
    free(body->rest);
    free(body->triangles);
    memset(body, 0, sizeof *body);
}

/* ---- Motions ------------------------------------------------------------------------------ */

const char *scene_motion_name(scene_motion motion) {
    static const char *const names[] = {"twist", "fold", "crumple", "drape"};
    return (unsigned)motion < SCENE_MOTIONS ? names[motion] : "unknown motion";
}

static tact_vec3 twist(tact_vec3 p, double time) {
    double angle = 2 * PI * time * p.x, r = p.y - 0.5;
    return (tact_vec3){p.x * (1 - 0.2 * time), 0.5 + r * tact_cos(angle), r * tact_sin(angle)};
}

/* About the line x = 1/2, with a bend of radius 1/50 so that the halves lie on each other with a
 * gap, which closes at time 1. */
static tact_vec3 fold(tact_vec3 p, double time) {
    double bend = 0.02, half = PI / 2 * bend, s = p.x - 0.5;
    if (s <= -half)
        return (tact_vec3){p.x, p.y, 0};
    double most = PI * (1.02 * time < 1.1 ? 1.02 * time : 1.1);
    double part = s >= half ? 1 : (s + half) / (2 * half), angle = most * part;
    double r = most > 0 ? 2 * half / most : 0, x = 0.5 - half, z = 0;
    x += most > 0 ? r * tact_sin(angle) : 2 * half * part;
    z += r * (1 - tact_cos(angle));
    if (s > half) {
        x += (s - half) * tact_cos(angle);
        z += (s - half) * tact_sin(angle);
    }
    return (tact_vec3){x, p.y, z};
}

static tact_vec3 crumple(tact_vec3 p, double time) {
    double shrink = 1 - 0.7 * time, wave = 0.15 * time;
    double a = tact_sin(23 * p.x + 5 * p.y), b = tact_sin(19 * p.y - 7 * p.x);
    double c = tact_cos(31 * (p.x + p.y)), d = tact_sin(41 * (p.x - p.y));
    return (tact_vec3){0.5 + shrink * (p.x - 0.5) + wave * (a * d + 0.5 * c),
                       0.5 + shrink * (p.y - 0.5) + wave * (b * c - 0.5 * d),
                       wave * (a + b + c * d)};
}

/* A vertex falls straight down from z = 0.3 until its distance along the sheet from the top of the
 * ball has been laid along the ball; what is longer than a quarter of a circle hangs down. */
static tact_vec3 drape(tact_vec3 p, double time) {
    double dx = p.x - 0.5, dy = p.y - 0.5, s = sqrt(dx * dx + dy * dy), r = RADIUS + 0.002;
    double way = time < 1 ? time : 1, quarter = PI / 2 * r;
    double angle = s < quarter ? s / r : PI / 2, over = s < quarter ? 0 : s - quarter;
    double ring = r * tact_sin(angle), z = r * tact_cos(angle) - over;
    double from = 0.3, scale = s > 0 ? (s + way * (ring - s)) / s : 1;
    /* Folds of the part that hangs. */
    double ripple = 1 + 0.3 * way * over * tact_sin(40 * dx) * tact_cos(40 * dy);
    return (tact_vec3){0.5 + dx * scale * ripple, 0.5 + dy * scale * ripple,
                       from + way * (z - from)};
}

void scene_positions(const scene_body *sheet, scene_motion motion, double time, tact_vec3 *out) {
    static tact_vec3 (*const motions[])(tact_vec3, double) = {twist, fold, crumple, drape};
    for (uint32_t i = 0; i < sheet->vertex_count; i++)
        out[i] = motions[motion](sheet->rest[i], time);
}
