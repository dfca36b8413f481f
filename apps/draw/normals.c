/* SPDX-License-Identifier: MIT */
/* Normals for smooth shading; see normals.h. */
#include "normals.h"

#include <math.h>
#include <stdlib.h>

/* The cosine of 40 degrees: edges of boxes and teeth stay sharp, facets of curved surfaces do not.
 */
#define CREASE 0.766f

static void set_face(const draw_seen *a, const draw_seen *b, const draw_seen *c, float out[4]) {
    double u[3], v[3];
    for (int i = 0; i < 3; i++) {
        u[i] = b->at[i] - a->at[i];
        v[i] = c->at[i] - a->at[i];
    }
    double x = u[1] * v[2] - u[2] * v[1], y = u[2] * v[0] - u[0] * v[2];
    double z = u[0] * v[1] - u[1] * v[0], length = sqrt(x * x + y * y + z * z);
    double factor = length > 0 ? 1 / length : 0;
    out[0] = (float)(x * factor);
    out[1] = (float)(y * factor);
    out[2] = (float)(z * factor);
    out[3] = (float)length;
}

void draw_normals_clear(draw_normals *normals) {
    free(normals->faces);
    free(normals->firsts);
    free(normals->around);
    *normals = (draw_normals){.indices = NULL};
}

tact_status draw_normals_make(const draw_body *body, const draw_seen *seen, draw_normals *out) {
    size_t corners = 3 * (size_t)body->triangle_count;
    const uint32_t *indices = body->indices;
    draw_normals made = {.indices = indices,
                         .faces = malloc((body->triangle_count + (size_t)1) * sizeof *made.faces),
                         .firsts = calloc((size_t)body->point_count + 2, sizeof *made.firsts),
                         .around = malloc((corners + 1) * sizeof *made.around)};
    if (made.faces == NULL || made.firsts == NULL || made.around == NULL) {
        draw_normals_clear(&made);
        return TACT_OUT_OF_MEMORY;
    }
    for (uint32_t t = 0; t < body->triangle_count; t++)
        set_face(&seen[indices[3 * (size_t)t]], &seen[indices[3 * (size_t)t + 1]],
                 &seen[indices[3 * (size_t)t + 2]], made.faces[t]);
    /* Counts, sums, then places; afterwards firsts[v] is where vertex v begins. */
    for (size_t k = 0; k < corners; k++)
        made.firsts[indices[k] + 2]++;
    for (size_t v = 2; v < (size_t)body->point_count + 2; v++)
        made.firsts[v] += made.firsts[v - 1];
    for (size_t k = 0; k < corners; k++)
        made.around[made.firsts[indices[k] + 1]++] = (uint32_t)(k / 3);
    *out = made;
    return TACT_OK;
}

void draw_normals_at(const draw_normals *normals, uint32_t triangle, float out[3][3]) {
    const float *own = normals->faces[triangle];
    for (int corner = 0; corner < 3; corner++) {
        uint32_t vertex = normals->indices[3 * (size_t)triangle + (size_t)corner];
        float sum[3] = {0, 0, 0};
        for (uint32_t i = normals->firsts[vertex]; i < normals->firsts[vertex + 1]; i++) {
            const float *n = normals->faces[normals->around[i]];
            if (own[0] * n[0] + own[1] * n[1] + own[2] * n[2] < CREASE)
                continue;
            for (int k = 0; k < 3; k++)
                sum[k] += n[k] * n[3];
        }
        float length = sqrtf(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
        for (int k = 0; k < 3; k++)
            out[corner][k] = length > 0 ? sum[k] / length : own[k];
    }
}
