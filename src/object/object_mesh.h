/* SPDX-License-Identifier: MIT */
/* Queries about a shape and a mesh. The shape is a, the mesh is b. */
#ifndef TACTI_OBJECT_OBJECT_MESH_H
#define TACTI_OBJECT_OBJECT_MESH_H

#include "inside/interiors.h"
#include "contacts/contacts.h"
#include "object/object.h"
#include "object/object_walk.h"

/* A placed shape and a placed mesh. */
typedef struct tacti_shape_mesh {
    tacti_placed_shape shape; /* with the lower level as its limit */
    tact_simd_level level;    /* the lower of the shape's and the hierarchy's */
    tacti_placed mesh;
    const tacti_interior *interior; /* or NULL */
    tacti_body body;
    tacti_probe probe;
    bool is_far_out; /* placed coordinates of the mesh may be too large for a shape */
} tacti_shape_mesh;

/* A placed triangle as a shape. The shape holds the placed corners and the pose is the identity,
 * which is faster, unless the mesh is too far out. */
typedef struct tacti_mesh_triangle {
    tact_triangle placed;
    tact_shape shape;
    tact_pose pose;
} tacti_mesh_triangle;

void tacti_mesh_triangle_set(const tacti_shape_mesh *pair, uint32_t triangle,
                             tacti_mesh_triangle *out);

/* Checks both objects, and fills out. out must not be moved or copied, because it refers to itself.
 */
tact_status tacti_shape_mesh_make(const tacti_object *shape, const tacti_object *mesh,
                                  tacti_shape_mesh *out);

/* Whether shape and mesh touch. Here and below, the outcome is undecided if the meter is stopped
 * before or during the query. */
void tacti_shape_mesh_collide(const tacti_shape_mesh *pair, tacti_meter *meter,
                              tacti_object_collision *out);

/* The distance of shape and mesh. */
void tacti_shape_mesh_distance(const tacti_shape_mesh *pair, tacti_meter *meter,
                               tacti_object_distance_answer *out);

/* Takes a triangle that touches the shape. Returning false ends the query. */
typedef bool tacti_take_triangle(void *user, uint32_t triangle);

/* Calls take for all triangles that touch the shape. */
void tacti_shape_mesh_contacts(const tacti_shape_mesh *pair, tacti_meter *meter,
                               tacti_take_triangle *take, void *user, tacti_contact_summary *out);

#endif
