/* SPDX-License-Identifier: MIT */
/* A shape against a mesh: what the table of pairs calls. The shape is the first of both. */
#ifndef TACTI_OBJECT_OBJECT_MESH_H
#define TACTI_OBJECT_OBJECT_MESH_H

#include "inside/interiors.h"
#include "contacts/contacts.h"
#include "object/object.h"
#include "object/object_walk.h"

/* One question. */
typedef struct tacti_shape_mesh {
    tacti_placed_shape shape;
    tacti_placed mesh;
    const tacti_interior *interior; /* or NULL */
    tacti_body body;
    tacti_probe probe;
    bool is_far_out; /* placed coordinates of the mesh may be too large to be placed once more */
} tacti_shape_mesh;

/* A placed triangle as a shape. Where it stands is in the triangle itself and the pose is the
 * identity, which is faster, unless that is too far out. */
typedef struct tacti_mesh_triangle {
    tact_triangle placed;
    tact_shape shape;
    tact_pose pose;
} tacti_mesh_triangle;

void tacti_mesh_triangle_set(const tacti_shape_mesh *pair, uint32_t triangle,
                             tacti_mesh_triangle *out);

/* Checks both. out refers to itself, so it stays where it is. */
tact_status tacti_shape_mesh_make(const tacti_object *shape, const tacti_object *mesh,
                                  tacti_shape_mesh *out);

/* Whether they touch; b is the triangle. Here and below: undecided if the meter is stopped, before
 * or while it runs. */
void tacti_shape_mesh_collide(const tacti_shape_mesh *pair, tacti_meter *meter,
                              tacti_object_collision *out);

/* How far they are apart; b is the triangle. */
void tacti_shape_mesh_distance(const tacti_shape_mesh *pair, tacti_meter *meter,
                               tacti_object_distance_answer *out);

/* Takes a triangle that touches the shape; false ends the query. */
typedef bool tacti_take_triangle(void *user, uint32_t triangle);

/* All triangles that touch. */
void tacti_shape_mesh_contacts(const tacti_shape_mesh *pair, tacti_meter *meter,
                               tacti_take_triangle *take, void *user, tacti_contact_summary *out);

#endif
