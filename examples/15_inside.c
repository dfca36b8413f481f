/* SPDX-License-Identifier: MIT */
/* Is a point inside? A solid with a cavity, exactly, on its surface too; the same with a hole torn
 * into it, by the generalised winding number with a proven bound; and signed distances. */
#include <inttypes.h>
#include <stdio.h>

#include <tact/tact.h>

typedef struct solid {
    tact_mesh *mesh;
    tacti_bvh *bvh;
    tacti_interior *interior;
} solid;

/* A box of size 2 around the origin with a cubic cavity of size 1, whose triangles are turned; the
 * last ones are left out. */
static bool make_solid(uint32_t left_out, solid *out) {
    tact_mesh *box;
    tact_vec3 vertices[16];
    uint32_t indices[72];
    *out = (solid){NULL, NULL, NULL};
    if (tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 1, &box) != TACT_OK)
        return false;
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
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.solid = true;
    return tact_mesh_create(NULL, &arrays, NULL, &out->mesh) == TACT_OK &&
           tacti_bvh_create(NULL, out->mesh, &desc, &out->bvh) == TACT_OK &&
           tacti_interior_create(NULL, out->bvh, &out->interior) == TACT_OK;
}

static void end_solid(solid *s) {
    tacti_interior_destroy(s->interior);
    tacti_bvh_destroy(s->bvh);
    tact_mesh_destroy(s->mesh);
}

static bool describe(const char *title, const solid *s) {
    tacti_interior_info info = tacti_interior_inspect(s->interior);
    printf("%s: %s, %s, %" PRIu32 " shells, %" PRIu32 " of them cavities\n", title,
           info.is_closed ? "closed" : "open", info.is_simple ? "simple" : "meets itself",
           info.shell_count, info.cavity_count);
    return info.is_simple && tacti_interior_bvh(s->interior) == s->bvh;
}

/* The winding number and the distance at a point. */
static bool ask(const char *where, const solid *s, tact_vec3 point, double error,
                tacti_winding *winding) {
    tacti_filled filled = {s->interior, tact_pose_identity()};
    tacti_signed_nearest nearest;
    if (tacti_winding_number(&filled, point, error, winding) != TACT_OK ||
        tacti_signed_distance(&filled, point, &nearest) != TACT_OK)
        return false;
    printf("  %-16s winding %.3f in [%.3f, %.3f]%s, signed distance %g\n", where, winding->number,
           winding->lower, winding->upper, winding->is_on_surface ? ", on the surface" : "",
           nearest.distance);
    return winding->is_on_surface == (nearest.distance == 0);
}

int main(void) {
    const tact_vec3 wall = {0.75, 0, 0}, cavity = {0, 0, 0}, face = {1, 0.25, 0.5};
    solid whole, torn;
    tacti_winding w;
    bool good = make_solid(0, &whole) && describe("a box with a cavity", &whole);
    good = good && ask("in the wall", &whole, wall, 0, &w) && w.is_exact && w.number == 1;
    good = good && ask("in the cavity", &whole, cavity, 0, &w) && w.is_exact && w.number == 0;
    good = good && ask("on a face", &whole, face, 0, &w) && w.is_on_surface;
    end_solid(&whole);

    /* Without two of its triangles it is not closed, and still nearly so for most points. */
    good = make_solid(2, &torn) && describe("the same, torn", &torn) && good;
    good = good && ask("in the wall", &torn, wall, 0.01, &w) && !w.is_exact &&
           w.upper - w.lower <= 0.02;
    good = good && ask("in the cavity", &torn, cavity, 0.01, &w) && w.upper < 0.5;
    end_solid(&torn);
    return good ? 0 : 1;
}
