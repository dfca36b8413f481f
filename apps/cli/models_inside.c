/* SPDX-License-Identifier: MIT */
/* What the inside of a mesh is, and whether it is certain; see models.h.
 *
 * A mesh that is watertight but crosses itself has winding numbers, but they do not say what its
 * author meant: in the overlap of two shells, one of them inside out, the number is 0. So the tool
 * does not decide whether something enclosed by such a mesh is inside it. What is not enclosed is
 * outside for every reading. A connected piece of the other mesh that does not meet the surface is
 * not enclosed if one ray from one of its points reaches infinity without a hit. Rays are exact. */
#include <stdlib.h>

#include "files.h"
#include "models.h"

void models_learn(model *m) {
    tact_model_info info = tact_model_inspect(m->model);
    bool is_mesh = info.kind == TACT_KIND_MESH && info.triangle_count > 0;
    m->is_open = is_mesh && !(info.has_interior && info.is_watertight);
    m->crosses_itself = is_mesh && info.has_interior && info.is_watertight && info.crosses_itself;
}

/* ---- Pieces ------------------------------------------------------------------------------- */

static uint32_t root_of(uint32_t *parents, uint32_t at) {
    while (parents[at] != at) {
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    return at;
}

static void join(uint32_t *parents, uint32_t a, uint32_t b) {
    a = root_of(parents, a);
    b = root_of(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
}

/* Writes one vertex of each set that a triangle uses. Returns their number. */
static uint32_t list_pieces(const tact_mesh *mesh, uint32_t *parents, tact_vec3 *out) {
    const uint32_t *indices = tact_mesh_indices(mesh);
    size_t corners = 3 * (size_t)tact_mesh_triangle_count(mesh);
    uint32_t vertex_count = tact_mesh_vertex_count(mesh), count = 0;
    for (size_t i = 0; i < corners; i++)
        join(parents, indices[i - i % 3], indices[i]);
    /* The second half of the array marks roots that have been listed. */
    for (size_t i = 0; i < corners; i += 3) {
        uint32_t root = root_of(parents, indices[i]), *mark = &parents[vertex_count + root];
        if (*mark != 0)
            continue;
        *mark = 1;
        out[count++] = tact_mesh_vertices(mesh)[indices[i]];
    }
    return count;
}

/* One vertex of each piece: triangles that share a vertex are in one piece. */
static tact_status find_pieces(model *m) {
    tact_mesh *welded = NULL;
    tact_status status = tact_mesh_weld(NULL, models_mesh(m), &welded);
    if (status != TACT_OK)
        return status;
    uint32_t count = tact_mesh_vertex_count(welded);
    uint32_t *parents = calloc(2 * (size_t)count + 1, sizeof *parents);
    m->pieces = calloc((size_t)count + 1, sizeof *m->pieces);
    if (parents != NULL && m->pieces != NULL) {
        for (uint32_t i = 0; i < count; i++)
            parents[i] = i;
        m->piece_count = list_pieces(welded, parents, m->pieces);
    } else {
        free(m->pieces);
        m->pieces = NULL;
        status = TACT_OUT_OF_MEMORY;
    }
    free(parents);
    tact_mesh_destroy(welded);
    return status;
}

/* ---- What a mesh encloses ----------------------------------------------------------------- */

/* Whether one of a few rays from the point misses the mesh. */
static bool sees_infinity(const tact_instance *mesh, tact_vec3 point) {
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_ANY;
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++)
            for (int z = -1; z <= 1; z++) {
                tact_raycast_result hit;
                tact_ray ray = {point, {x, y, z}};
                if ((x != 0 || y != 0 || z != 0) &&
                    tact_raycast(mesh, ray, &options, &hit) == TACT_OK &&
                    hit.outcome == TACT_OUTCOME_APART)
                    return true;
            }
    return false;
}

/* A point of a placed shape, exactly. */
static tact_vec3 point_of_shape(const tact_shape *shape, tact_pose pose) {
    switch (shape->kind) {
    case TACT_SHAPE_SEGMENT:
        return tact_pose_place(pose, shape->core.segment.a);
    case TACT_SHAPE_TRIANGLE:
        return tact_pose_place(pose, shape->core.triangle.v[0]);
    case TACT_SHAPE_BOX:
        return tact_pose_place(pose, shape->core.half_extents);
    case TACT_SHAPE_HULL:
        return tact_pose_place(pose, tact_hull_vertices(shape->core.hull)[0]);
    case TACT_SHAPE_SPHERE:
    case TACT_SHAPE_CYLINDER:
    case TACT_SHAPE_CONE:
    case TACT_SHAPE_ELLIPSOID:
    case TACT_SHAPE_HALF_SPACE:
        break;
    }
    /* The others are around the origin. */
    return tact_vec3_make(pose.m[3], pose.m[7], pose.m[11]);
}

/* Whether the boxes of the two are apart. */
static bool are_far(const tact_instance *a, const tact_instance *b) {
    tact_box box[2];
    return tact_instance_bounds(a, &box[0]) == TACT_OK &&
           tact_instance_bounds(b, &box[1]) == TACT_OK && !tact_box_overlaps(box[0], box[1]);
}

tact_status models_may_enclose(const tact_instance *mesh, model *other, const tact_instance *at,
                               bool *out) {
    const tact_shape *shape = tact_model_shape(other->model);
    *out = false;
    if (are_far(mesh, at) || (shape != NULL && shape->kind == TACT_SHAPE_HALF_SPACE))
        return TACT_OK;
    if (shape != NULL) {
        *out = !sees_infinity(mesh, point_of_shape(shape, at->pose));
        return TACT_OK;
    }
    tact_status status = other->pieces == NULL ? find_pieces(other) : TACT_OK;
    for (uint32_t i = 0; i < other->piece_count && status == TACT_OK && !*out; i++)
        *out = !sees_infinity(mesh, tact_pose_place(at->pose, other->pieces[i]));
    return status;
}
