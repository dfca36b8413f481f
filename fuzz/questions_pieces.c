/* SPDX-License-Identifier: MIT */
/* The meshes and shapes of an instance at their composed poses, as placed triangles and points. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "questions.h"

bool is_smooth(tact_kind kind) {
    return kind == TACT_KIND_CYLINDER || kind == TACT_KIND_CONE || kind == TACT_KIND_ELLIPSOID;
}

bool is_polytope(tact_kind kind) {
    return kind <= TACT_KIND_HULL;
}

static double greatest(tact_vec3 p) {
    return fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z)));
}

/* ---- Meshes ------------------------------------------------------------------------------- */

static void place_mesh(piece *p) {
    const tact_mesh *mesh = tact_model_mesh(p->at.model);
    p->count = tact_mesh_triangle_count(mesh);
    p->triangles = calloc(p->count + 1, sizeof *p->triangles);
    REQUIRE(p->triangles != NULL);
    for (uint32_t i = 0; i < p->count; i++)
        for (int k = 0; k < 3; k++)
            p->triangles[i].v[k] = tact_pose_place(p->at.pose, tact_mesh_triangle(mesh, i).v[k]);
    for (uint32_t i = 0; i < tact_mesh_vertex_count(mesh); i++)
        p->size = fmax(p->size, greatest(tact_mesh_vertices(mesh)[i]));
}

/* ---- Polytopes ---------------------------------------------------------------------------- */

static void add_triangle(piece *p, uint32_t a, uint32_t b, uint32_t c) {
    p->triangles[p->count++] = (tact_triangle){{p->points[a], p->points[b], p->points[c]}};
}

/* Each face of a hull as a fan. */
static void add_faces(piece *p, const tact_hull *hull) {
    tact_hull_info info = tact_hull_inspect(hull);
    for (uint32_t i = 0; i < info.face_count; i++) {
        uint32_t count = 0;
        const uint32_t *corners = tact_hull_face(hull, i, &count);
        for (uint32_t k = 2; k < count; k++)
            add_triangle(p, corners[0], corners[k - 1], corners[k]);
    }
    if (info.dimension < 2)
        add_triangle(p, 0, info.vertex_count - 1, 0);
}

static void add_box_faces(piece *p) {
    static const uint8_t quads[6][4] = {{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                        {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}};
    for (int i = 0; i < 6; i++) {
        add_triangle(p, quads[i][0], quads[i][1], quads[i][2]);
        add_triangle(p, quads[i][0], quads[i][2], quads[i][3]);
    }
}

static void add_point(piece *p, tact_vec3 local) {
    p->points[p->point_count++] = tact_pose_place(p->at.pose, local);
    p->size = fmax(p->size, greatest(local));
}

/* The placed vertices, and triangles over them that cover the surface, up to rounding. */
static void place_polytope(piece *p, const tact_shape *shape) {
    p->triangles = calloc(64, sizeof *p->triangles);
    REQUIRE(p->triangles != NULL);
    tact_vec3 h = shape->core.half_extents;
    switch (shape->kind) {
    case TACT_SHAPE_SEGMENT:
        add_point(p, shape->core.segment.a);
        add_point(p, shape->core.segment.b);
        add_triangle(p, 0, 1, 0);
        break;
    case TACT_SHAPE_TRIANGLE:
        for (int i = 0; i < 3; i++)
            add_point(p, shape->core.triangle.v[i]);
        add_triangle(p, 0, 1, 2);
        break;
    case TACT_SHAPE_BOX:
        for (int i = 0; i < 8; i++)
            add_point(p, (tact_vec3){i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
        add_box_faces(p);
        break;
    case TACT_SHAPE_HULL:
        for (uint32_t i = 0; i < tact_hull_inspect(shape->core.hull).vertex_count; i++)
            add_point(p, tact_hull_vertices(shape->core.hull)[i]);
        add_faces(p, shape->core.hull);
        break;
    default:
        add_point(p, (tact_vec3){0, 0, 0});
        add_triangle(p, 0, 0, 0);
    }
}

static void measure_smooth(piece *p, const tact_shape *shape) {
    if (p->kind == TACT_KIND_ELLIPSOID)
        p->size = greatest(shape->core.half_extents);
    else if (p->kind == TACT_KIND_HALF_SPACE)
        p->size = 0;
    else
        p->size = fmax(shape->core.round.radius, shape->core.round.half_height);
}

/* ---- Pieces ------------------------------------------------------------------------------- */

static void make_piece(const tact_instance *at, uint32_t part, piece *out) {
    *out = (piece){.at = *at, .part = part};
    tact_model_info info = tact_model_inspect(at->model);
    out->kind = info.kind;
    out->is_watertight = info.has_interior && info.is_watertight;
    const tact_shape *shape = tact_model_shape(at->model);
    if (shape == NULL) {
        out->is_filled = info.has_interior && (at->flags & TACT_INSTANCE_FILLED) != 0;
        place_mesh(out);
    } else {
        out->radius = shape->radius;
        if (is_polytope(out->kind))
            place_polytope(out, shape);
        else
            measure_smooth(out, shape);
    }
    tact_vec3 t = {at->pose.m[3], at->pose.m[7], at->pose.m[11]};
    out->size = fmax(fmax(out->size, greatest(t)), out->radius);
}

void pieces_make(const tact_instance *instance, pieces *out) {
    tact_model_info info = tact_model_inspect(instance->model);
    bool is_compound = info.kind == TACT_KIND_COMPOUND;
    out->count = is_compound ? info.part_count : 1;
    out->are_valid = tact_pose_validate(instance->pose, NULL) == TACT_OK;
    REQUIRE(out->count <= MOST_PARTS);
    for (uint32_t i = 0; i < out->count; i++) {
        tact_instance at = *instance;
        if (is_compound) {
            at = *tact_model_part(instance->model, i);
            at.pose = tact_pose_compose(instance->pose, at.pose);
            at.flags |= instance->flags & TACT_INSTANCE_FILLED;
            if (!tact_model_inspect(at.model).has_interior)
                at.flags = 0;
        }
        make_piece(&at, i, &out->piece[i]);
        out->are_valid = out->are_valid && tact_pose_validate(at.pose, NULL) == TACT_OK &&
                         out->piece[i].size < 0x1p490;
    }
}

void pieces_free(pieces *p) {
    for (uint32_t i = 0; i < p->count; i++)
        free(p->piece[i].triangles);
    p->count = 0;
}

void check_box(const tact_instance *instance, const pieces *p) {
    tact_box box;
    tact_status status = tact_instance_bounds(instance, &box);
    bool is_right = instance->flags <= TACT_INSTANCE_FILLED;
    REQUIRE(status == TACT_OK || !p->are_valid || !is_right);
    for (uint32_t i = 0; status == TACT_OK && i < p->count; i++)
        for (uint32_t k = 0; k < p->piece[i].count; k++)
            for (int c = 0; c < 3; c++)
                REQUIRE(tact_box_contains(box, p->piece[i].triangles[k].v[c]));
}
