/* SPDX-License-Identifier: MIT */
/* Is a point inside? Exact answers for a solid with a cavity, also on its surface; the generalised
 * winding number with proven bounds if a hole is torn into it; and signed distances. */
#include <inttypes.h>
#include <stdio.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

/* A box of size 2 around the origin with a cubic cavity of size 1, whose triangles are turned
 * inside out. The last left_out triangles are missing. */
static tact_model *make_solid(uint32_t left_out) {
    tact_mesh *box;
    tact_vec3 vertices[16];
    uint32_t indices[72];
    if (tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 1, &box) != TACT_OK)
        return NULL;
    for (uint32_t i = 0; i < 8; i++) {
        vertices[i] = tact_mesh_vertices(box)[i];
        vertices[8 + i] = tact_vec3_scale(vertices[i], 0.5);
    }
    for (uint32_t i = 0; i < 36; i++) {
        const uint32_t *from = tact_mesh_indices(box);
        indices[36 + i] = from[i];
        indices[i] = 8 + from[i - i % 3 + (3 - i % 3) % 3]; /* turned inside out */
    }
    tact_mesh_destroy(box);
    tact_mesh_arrays arrays = {.positions = vertices,
                               .vertex_count = 16,
                               .indices = indices,
                               .triangle_count = 24 - left_out};
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_ESTIMATE; /* also for open meshes */
    tact_model *model;
    return tact_model_create_mesh(NULL, &arrays, &options, NULL, &model) == TACT_OK ? model : NULL;
}

static bool describe(const char *title, const tact_model *model) {
    tact_model_info info = tact_model_inspect(model);
    printf("%s: %s, %s, %" PRIu32 " shells, %" PRIu32 " of them cavities\n", title,
           info.is_closed ? "closed" : "open", info.is_simple ? "simple" : "meets itself",
           info.shell_count, info.cavity_count);
    return info.is_simple;
}

/* Computes the winding number, up to an error, and the distance at a point. */
static bool ask(const char *where, const tact_model *model, tact_vec3 point, double error,
                tact_inside_result *out) {
    tact_instance instance = tact_instance_make(model);
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_SIGNED;
    options.absolute_error = error;
    if (tact_inside(&instance, point, &options, out) != TACT_OK)
        return false;
    bool is_on_surface = (out->flags & TACT_RESULT_ON_SURFACE) != 0;
    printf("  %-16s winding %.3f in [%.3f, %.3f]%s, signed distance %g\n", where, out->winding,
           out->winding_lower, out->winding_upper, is_on_surface ? ", on the surface" : "",
           out->distance);
    return is_on_surface == (out->distance == 0);
}

static bool is_exact(const tact_inside_result *result) {
    return (result->flags & TACT_RESULT_EXACT) != 0;
}

int main(void) {
    const tact_vec3 wall = {0.75, 0, 0}, cavity = {0, 0, 0}, face = {1, 0.25, 0.5};
    tact_model *whole = make_solid(0), *torn = make_solid(2);
    tact_inside_result w;
    bool fine = whole != NULL && torn != NULL && describe("a box with a cavity", whole);
    fine = fine && ask("in the wall", whole, wall, 0, &w) && is_exact(&w) && w.winding == 1 &&
           w.outcome == TACT_OUTCOME_CONTACT;
    fine = fine && ask("in the cavity", whole, cavity, 0, &w) && is_exact(&w) && w.winding == 0 &&
           w.outcome == TACT_OUTCOME_APART;
    fine = fine && ask("on a face", whole, face, 0, &w) && (w.flags & TACT_RESULT_ON_SURFACE) != 0;

    /* Without two of its triangles it is not closed, but for most points it is nearly so. */
    fine = fine && describe("the same, torn", torn);
    fine = fine && ask("in the wall", torn, wall, 0.01, &w) && !is_exact(&w) &&
           w.winding_upper - w.winding_lower <= 0.02;
    fine = fine && ask("in the cavity", torn, cavity, 0.01, &w) && w.winding_upper < 0.5;
    tact_model_destroy(torn);
    tact_model_destroy(whole);
    return fine ? 0 : 1;
}
