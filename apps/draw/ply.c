/* SPDX-License-Identifier: MIT */
/* Touching triangles as PLY; see ply.h. Bodies keep their vertices apart. Of each body, the
 * vertices of marked triangles are written once, in the order of their numbers. */
#include "ply.h"

#include <stdlib.h>
#include <string.h>

#include "buffer.h"

static void put_little(draw_buffer *to, uint64_t value, size_t bytes) {
    uint8_t *at = draw_buffer_extend(to, bytes);
    for (size_t k = 0; at != NULL && k < bytes; k++)
        at[k] = (uint8_t)(value >> (8 * k));
}

static void put_point(draw_buffer *to, tact_vec3 point) {
    const double xyz[3] = {point.x, point.y, point.z};
    for (int k = 0; k < 3; k++) {
        uint64_t bits;
        memcpy(&bits, &xyz[k], 8);
        put_little(to, bits, 8);
    }
}

static void put_face(draw_buffer *to, const draw_body *body, uint32_t triangle,
                     const uint32_t *numbers) {
    put_little(to, 3, 1);
    for (size_t k = 0; k < 3; k++)
        put_little(to, numbers[body->indices[3 * (size_t)triangle + k]], 4);
    put_little(to, body->color.red, 1);
    put_little(to, body->color.green, 1);
    put_little(to, body->color.blue, 1);
    put_little(to, body->side, 1);
    put_little(to, triangle, 4);
}

/* Adds the marked triangles of a body; count is the number of vertices so far. */
static void put_body(draw_buffer *vertices, draw_buffer *faces, const draw_body *body,
                     uint32_t *count) {
    uint32_t *numbers = calloc((size_t)body->point_count + 1, sizeof *numbers);
    if (numbers == NULL) {
        vertices->failed = true;
        return;
    }
    for (uint32_t i = 0; i < body->marked_count; i++)
        for (size_t k = 0; k < 3; k++)
            numbers[body->indices[3 * (size_t)body->marked[i] + k]] = 1;
    for (uint32_t i = 0; i < body->point_count; i++) {
        if (numbers[i] == 0)
            continue;
        numbers[i] = (*count)++;
        put_point(vertices, body->points[i]);
    }
    for (uint32_t i = 0; i < body->marked_count; i++)
        put_face(faces, body, body->marked[i], numbers);
    free(numbers);
}

tact_status draw_ply_make(const draw_scene *scene, uint8_t **out, size_t *bytes) {
    draw_buffer file = {.data = NULL}, vertices = {.data = NULL}, faces = {.data = NULL};
    uint32_t vertex_count = 0;
    unsigned long long face_count = 0;
    for (uint32_t i = 0; i < scene->body_count; i++) {
        put_body(&vertices, &faces, &scene->bodies[i], &vertex_count);
        face_count += scene->bodies[i].marked_count;
    }
    draw_buffer_text(&file, "ply\nformat binary_little_endian 1.0\n"
                            "comment triangles that touch, made by tact\n");
    draw_buffer_format(&file,
                       "element vertex %u\nproperty double x\nproperty double y\n"
                       "property double z\nelement face %llu\n",
                       vertex_count, face_count);
    draw_buffer_text(&file, "property list uchar uint vertex_indices\nproperty uchar red\n"
                            "property uchar green\nproperty uchar blue\nproperty uchar side\n"
                            "property uint triangle\nend_header\n");
    draw_buffer_bytes(&file, vertices.data, vertices.bytes);
    draw_buffer_bytes(&file, faces.data, faces.bytes);
    bool failed = file.failed || vertices.failed || faces.failed;
    free(vertices.data);
    free(faces.data);
    if (failed) {
        free(file.data);
        return TACT_OUT_OF_MEMORY;
    }
    *out = file.data;
    *bytes = file.bytes;
    return TACT_OK;
}
