/* SPDX-License-Identifier: MIT */
/* Reads the shapes of regress_poses.txt into unions of convex hulls of placed points, and into
 * convex shapes of tact. Computes whether two of them meet and how far apart they are. */
#include "golden.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bvh/bvh.h"
#include "relation/classify.h"
#include "inside/interiors.h"
#include "surface/surface.h"
#include "object/object.h"

/* More than any case has; prevents overflow of sizes. */
#define MAX_COUNT 100000

static golden_shape one_hull(tact_vec3 *points, uint32_t count) {
    golden_shape shape = {0};
    shape.memory = points;
    shape.part_count = 1;
    shape.parts = golden_allocate(1, sizeof *shape.parts);
    shape.parts[0] = (golden_points){count, points};
    return shape;
}

static uint32_t read_size(golden_cursor *cursor) {
    uint64_t size = golden_read_count(cursor);
    if (size == 0 || size > MAX_COUNT)
        cursor->failed = true;
    return cursor->failed ? 1 : (uint32_t)size;
}

static golden_shape read_hull(golden_cursor *cursor, uint32_t count) {
    tact_vec3 *points = golden_allocate(count, sizeof *points);
    for (uint32_t i = 0; i < count; i++)
        points[i] = golden_read_vec3(cursor);
    return one_hull(points, count);
}

static golden_shape read_box(golden_cursor *cursor) {
    tact_vec3 half = golden_read_vec3(cursor);
    tact_vec3 *points = golden_allocate(8, sizeof *points);
    for (int i = 0; i < 8; i++)
        points[i] = (tact_vec3){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                i & 4 ? half.z : -half.z};
    golden_shape shape = one_hull(points, 8);
    shape.shape = tact_shape_box(half.x, half.y, half.z);
    shape.is_convex = true;
    return shape;
}

static golden_shape read_triangle(golden_cursor *cursor) {
    golden_shape shape = read_hull(cursor, 3);
    const tact_vec3 *v = shape.memory;
    shape.shape = tact_shape_triangle((tact_triangle){{v[0], v[1], v[2]}});
    shape.is_convex = true;
    return shape;
}

static golden_shape read_mesh(golden_cursor *cursor) {
    uint32_t vertex_count = read_size(cursor), face_count = read_size(cursor);
    golden_shape vertices = read_hull(cursor, vertex_count), shape = {0};
    shape.is_mesh = true;
    shape.part_count = face_count;
    shape.parts = golden_allocate(face_count, sizeof *shape.parts);
    shape.memory = golden_allocate(3 * (size_t)face_count, sizeof *shape.memory);
    for (uint32_t i = 0; i < face_count; i++) {
        shape.parts[i] = (golden_points){3, shape.memory + 3 * (size_t)i};
        for (int k = 0; k < 3; k++) {
            uint64_t index = golden_read_count(cursor);
            if (index >= vertex_count)
                cursor->failed = true;
            shape.parts[i].at[k] = vertices.memory[cursor->failed ? 0 : index];
        }
    }
    golden_shape_free(&vertices);
    return shape;
}

/* Reads a convex shape by its parameters. An unknown name gives no shape. */
static golden_shape read_round(golden_cursor *cursor, const char *name) {
    golden_shape shape = {0};
    shape.is_round = shape.is_convex = true;
    double p[3] = {golden_read_double(cursor), 0, 0};
    for (int i = 1; strcmp(name, "sphere") != 0 && i < (strcmp(name, "ellipsoid") == 0 ? 3 : 2);
         i++)
        p[i] = golden_read_double(cursor);
    if (strcmp(name, "sphere") == 0)
        shape.shape = tact_shape_sphere(p[0]);
    else if (strcmp(name, "capsule") == 0)
        shape.shape = tact_shape_capsule(p[0], p[1]);
    else if (strcmp(name, "cylinder") == 0)
        shape.shape = tact_shape_cylinder(p[0], p[1]);
    else if (strcmp(name, "cone") == 0)
        shape.shape = tact_shape_cone(p[0], p[1]);
    else if (strcmp(name, "ellipsoid") == 0)
        shape.shape = tact_shape_ellipsoid(p[0], p[1], p[2]);
    else
        cursor->failed = true;
    return shape;
}

/* The same as a convex shape of tact: a hull of the points in their own frame. */
static void make_convex(golden_shape *shape) {
    golden_points points = shape->parts[0];
    if (tact_hull_create(NULL, points.at, points.count, &shape->hull) != TACT_OK)
        return;
    shape->shape = tact_shape_hull(shape->hull);
    shape->is_convex = true;
}

static golden_shape read_local(golden_cursor *cursor) {
    const char *name = golden_read_word(cursor);
    if (strcmp(name, "box") == 0)
        return read_box(cursor);
    if (strcmp(name, "triangle") == 0)
        return read_triangle(cursor);
    if (strcmp(name, "hull") == 0)
        return read_hull(cursor, read_size(cursor));
    if (strcmp(name, "mesh") == 0)
        return read_mesh(cursor);
    if (strcmp(name, "none") == 0)
        return (golden_shape){0};
    return read_round(cursor, name);
}

golden_shape golden_shape_read(golden_cursor *cursor) {
    golden_shape shape = read_local(cursor);
    tact_pose pose = golden_read_pose(cursor);
    shape.pose = pose;
    if (shape.part_count == 1 && !shape.is_mesh && !shape.is_convex)
        make_convex(&shape);
    for (uint32_t i = 0; i < shape.part_count; i++)
        for (uint32_t k = 0; k < shape.parts[i].count; k++)
            shape.parts[i].at[k] = tact_pose_place(pose, shape.parts[i].at[k]);
    return shape;
}

void golden_shape_free(golden_shape *shape) {
    free(shape->parts);
    free(shape->memory);
    tact_hull_destroy(shape->hull);
    *shape = (golden_shape){0};
}

/* A hierarchy over the triangles of a mesh, which are already placed. */
static tacti_bvh *make_hierarchy(const golden_shape *shape, tact_mesh **mesh) {
    tact_mesh_arrays arrays = {.positions = shape->memory,
                               .vertex_count = 3 * shape->part_count,
                               .triangle_count = shape->part_count};
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.solid = true;
    tacti_bvh *bvh = NULL;
    if (tact_mesh_create(NULL, &arrays, NULL, mesh) == TACT_OK)
        (void)tacti_bvh_create(NULL, *mesh, &desc, &bvh);
    return bvh;
}

/* Filled meshes collide if and only if their relation is not apart. */
static void compare_relation(golden_report *report, const tacti_placed *a, const tacti_placed *b,
                             tact_outcome outcome) {
    tacti_filled filled_a = {NULL, a->pose}, filled_b = {NULL, b->pose};
    tacti_interior *inside_a = NULL, *inside_b = NULL;
    tacti_classification got = {.relation = TACT_RELATION_UNDECIDED};
    tact_status status = tacti_interior_create(NULL, a->bvh, &inside_a);
    if (status == TACT_OK)
        status = tacti_interior_create(NULL, b->bvh, &inside_b);
    filled_a.interior = inside_a;
    filled_b.interior = inside_b;
    if (status == TACT_OK)
        status = tacti_mesh_classify(NULL, &filled_a, &filled_b, NULL, &got);
    if (status != TACT_OK || got.relation == TACT_RELATION_UNDECIDED ||
        (got.relation != TACT_RELATION_APART) != (outcome == TACT_OUTCOME_CONTACT))
        golden_fail(report, "relation %s, but collide says %s", tact_relation_name(got.relation),
                    tact_outcome_name(outcome));
    tacti_interior_destroy(inside_a);
    tacti_interior_destroy(inside_b);
}

bool golden_shapes_collide(golden_report *report, const golden_shape *a, const golden_shape *b,
                           bool solid) {
    tact_mesh *mesh_a = NULL, *mesh_b = NULL;
    tacti_query_desc desc = tacti_query_desc_default();
    desc.solid = solid;
    tacti_placed placed_a = {make_hierarchy(a, &mesh_a), tact_pose_identity()};
    tacti_placed placed_b = {make_hierarchy(b, &mesh_b), tact_pose_identity()};
    tacti_mesh_collision collision = {.outcome = TACT_OUTCOME_UNDECIDED};
    tacti_mesh_distance_answer separation = {0};
    tact_status status = tacti_mesh_collide(&placed_a, &placed_b, &desc, NULL, &collision);
    if (status == TACT_OK)
        status = tacti_mesh_distance(&placed_a, &placed_b, &desc, NULL, &separation);
    if (status != TACT_OK)
        golden_fail(report, "collide: %s", tact_status_text(status));
    else if ((separation.distance == 0) != (collision.outcome == TACT_OUTCOME_CONTACT))
        golden_fail(report, "collide says %s at distance %g", tact_outcome_name(collision.outcome),
                    separation.distance);
    if (status == TACT_OK && solid)
        compare_relation(report, &placed_a, &placed_b, collision.outcome);
    tacti_bvh_destroy((tacti_bvh *)placed_a.bvh);
    tacti_bvh_destroy((tacti_bvh *)placed_b.bvh);
    tact_mesh_destroy(mesh_a);
    tact_mesh_destroy(mesh_b);
    return collision.outcome == TACT_OUTCOME_CONTACT;
}

/* A mesh and what it needs to be filled. */
typedef struct object_memory {
    tact_mesh *mesh;
    tacti_bvh *bvh;
    tacti_interior *interior;
} object_memory;

static tacti_object make_object(const golden_shape *shape, bool is_filled, object_memory *memory) {
    tacti_object object = {.pose = shape->pose};
    if (!shape->is_mesh) {
        object.shape = &shape->shape;
        return object;
    }
    object.pose = tact_pose_identity();
    object.bvh = memory->bvh = make_hierarchy(shape, &memory->mesh);
    if (is_filled && tacti_interior_create(NULL, memory->bvh, &memory->interior) == TACT_OK)
        object.interior = memory->interior;
    return object;
}

static void free_object(object_memory *memory) {
    tacti_interior_destroy(memory->interior);
    tacti_bvh_destroy(memory->bvh);
    tact_mesh_destroy(memory->mesh);
}

golden_object_answer golden_objects_ask(golden_report *report, const golden_shape *a,
                                        const golden_shape *b, bool is_filled) {
    object_memory memory_a = {0}, memory_b = {0};
    tacti_object object_a = make_object(a, is_filled, &memory_a);
    tacti_object object_b = make_object(b, is_filled, &memory_b);
    golden_object_answer answer = {.outcome = TACT_OUTCOME_UNDECIDED};
    tacti_object_collision collision = {.outcome = TACT_OUTCOME_UNDECIDED};
    tact_status status = tacti_object_collide(&object_a, &object_b, NULL, &collision);
    answer.outcome = collision.outcome;
    if (status == TACT_OK && !is_filled)
        status = tacti_object_distance(&object_a, &object_b, NULL, &answer.separation);
    if (status != TACT_OK)
        golden_fail(report, "shape and mesh: %s", tact_status_text(status));
    else if (!is_filled &&
             ((answer.outcome == TACT_OUTCOME_CONTACT && answer.separation.lower > 0) ||
              (answer.outcome == TACT_OUTCOME_APART && answer.separation.distance == 0)))
        golden_fail(report, "shape and mesh: %s at distance %g in [%g, %g]",
                    tact_outcome_name(answer.outcome), answer.separation.distance,
                    answer.separation.lower, answer.separation.upper);
    free_object(&memory_a);
    free_object(&memory_b);
    return answer;
}

tact_gap golden_shapes_gap(const golden_shape *a, const golden_shape *b) {
    tact_gap least = {0};
    least.distance = least.lower = least.upper = HUGE_VAL;
    for (uint32_t i = 0; i < a->part_count; i++)
        for (uint32_t j = 0; j < b->part_count; j++)
            least = golden_gap_least(least, golden_polytopes_gap(a->parts[i], b->parts[j]));
    return least;
}
