/* SPDX-License-Identifier: MIT */
/* Every generator of meshes, mostly with few triangles. Counts may be anything, so memory comes
 * only from a context whose allocator has a limit. */
#include "script.h"

static tact_status make_round(script *s, const tact_context *context, uint32_t kind,
                              tact_mesh **out) {
    double size[2] = {script_size(s), script_size(s)};
    uint32_t count[2] = {script_count(s, 6), script_count(s, 5)};
    switch (kind) {
    case 0:
        return tact_mesh_create_icosphere(context, size[0], count[0] < 7 ? count[0] % 3 : count[0],
                                          out);
    case 1:
        return tact_mesh_create_uv_sphere(context, size[0], count[0], count[1], out);
    case 2:
        return tact_mesh_create_torus(context, size[0], size[1], count[0], count[1], out);
    case 3:
        return tact_mesh_create_cylinder(context, size[0], size[1], count[0], count[1], out);
    case 4:
        return tact_mesh_create_blob(context, size[0], size[1],
                                     count[0] < 7 ? count[0] % 3 : count[0], count[1], out);
    default: {
        tact_torus_knot_desc desc = tact_torus_knot_desc_default();
        desc.p = script_count(s, 3);
        desc.q = script_count(s, 3);
        if (script_rarely(s))
            desc.major_radius = size[0];
        desc.tube_radius = size[1];
        desc.along = count[0];
        desc.around = count[1];
        return tact_mesh_create_torus_knot(context, &desc, out);
    }
    }
}

static tact_status make_machine(script *s, const tact_context *context, uint32_t kind,
                                tact_mesh **out) {
    double size[3] = {script_size(s), script_size(s), script_size(s)};
    uint32_t count[3] = {script_count(s, 4), script_count(s, 2), script_count(s, 2)};
    switch (kind) {
    case 0:
        return tact_mesh_create_tube(context, size[0], size[1], size[2], count[0], count[1], out);
    case 1:
        return tact_mesh_create_plate(context, (tact_vec3){size[0], size[1], size[2]}, count[1],
                                      count[2], 4 * count[0], out);
    case 2: {
        tact_gear_desc desc = tact_gear_desc_default();
        desc.teeth = count[0];
        desc.detail = count[1];
        desc.rows = count[2];
        desc.outer_radius = size[0] + 1;
        return tact_mesh_create_gear(context, &desc, out);
    }
    default: {
        tact_bolt_desc desc = tact_bolt_desc_default();
        desc.segments = 6 * count[0];
        desc.rows = count[1];
        desc.length = size[0];
        desc.pitch = size[1];
        return tact_mesh_create_bolt(context, &desc, out);
    }
    }
}

static tact_status make_flat(script *s, const tact_context *context, uint32_t kind,
                             tact_mesh **out) {
    double size[3] = {script_size(s), script_size(s), script_size(s)};
    uint32_t count[2] = {script_count(s, 3), script_count(s, 3)};
    switch (kind) {
    case 0:
        return tact_mesh_create_box(context, (tact_vec3){size[0], size[1], size[2]}, count[0], out);
    case 1:
        return tact_mesh_create_menger_sponge(context, size[0],
                                              count[0] < 4 ? count[0] % 2 : count[0], out);
    case 2:
        return tact_mesh_create_terrain(context, size[0], size[1], count[0], count[1], out);
    default:
        return tact_mesh_create_cloth(context, size[0], size[1], count[0], count[1], out);
    }
}

void act_generate(script *s) {
    const tact_context *context = TAKE(s, s->contexts);
    if (context == NULL)
        return;
    tact_mesh *mesh;
    uint32_t kind = script_below(s, 14);
    script_begin(s, &mesh, sizeof mesh);
    tact_status status = kind < 6    ? make_round(s, context, kind, &mesh)
                         : kind < 10 ? make_machine(s, context, kind - 6, &mesh)
                                     : make_flat(s, context, kind - 10, &mesh);
    if (!script_end(s, status, MAY_REFUSE | MAY(TACT_TOO_LARGE)))
        return;
    /* Later steps would take long with large meshes. */
    if (tact_mesh_triangle_count(mesh) > 150)
        tact_mesh_destroy(mesh);
    else
        script_put_mesh(s, mesh);
}
