/* SPDX-License-Identifier: MIT */
/* Exact winding numbers of watertight meshes by a ray.
 *
 * The ray runs along +x. A triangle contributes if its projection to the (y, z) plane contains the
 * point and the triangle lies ahead. Rays through edges and corners are decided as if the point
 * were moved by (e, e^2) in that plane, with e infinitely small. The moved point is on no edge, and
 * neighbours agree about their common edge, so nothing is counted twice or missed. This is the
 * simulation of simplicity of H. Edelsbrunner and E. P. Muecke (1990) for one point.
 *
 * The moved ray meets no edge. So the sum of its crossings is the winding number of its start for
 * any number of triangles at an edge; duplicates count one by one (see bvh/solid.c). For a point
 * off the surface the move changes nothing. For a point on the surface, triangles that contain it
 * count as 0 if the ray leaves them at once. The sum is then the number at an infinitely near point
 * that is moved more along +x than in the plane.
 *
 * The hierarchy only skips boxes that the ray certainly misses. */
#include "bvh/bvh.h"
#include "inside/interiors.h"
#include "frame/placed.h"
#include "inside/inside.h"

#include <math.h>

#include "base/assert.h"
#include "bvh/node.h"
#include "exact/det.h"
#include "math/vec.h"
#include "frame/placed_triangle.h"

/* ---- One triangle ------------------------------------------------------------------------- */

/* The side of the line from a to b on which term i lies. */
static int side_of_line(const tact_vec3 *a, const tact_vec3 *b, const tacti_near *near, int i) {
    return i == 2 || near->cut[i] == NULL ? tacti_orient2d_dropped(a, b, &near->at[i], 0)
                                          : tacti_cut_orient2d(a, b, near->cut[i], 0);
}

static int side_of_plane(const tact_triangle *t, const tacti_near *near, int i) {
    return i == 2 || near->cut[i] == NULL
               ? tacti_orient3d(&t->v[0], &t->v[1], &t->v[2], &near->at[i])
               : tacti_cut_orient3d(&t->v[0], &t->v[1], &t->v[2], near->cut[i]);
}

/* The side of the line from a to b on which the moved point lies; 0 only if a and b are equal in
 * the projection. The determinant is linear in the point, so its first term that is not 0 decides.
 * The move comes last. */
static int moved_side(const tact_vec3 *a, const tact_vec3 *b, const tacti_near *near) {
    for (int i = 0; i < near->count; i++) {
        int side = side_of_line(a, b, near, i);
        if (side != 0)
            return side;
    }
    /* det(b - a, (e, e^2)) = (b - a).y e^2 - (b - a).z e. */
    if (a->z != b->z)
        return a->z < b->z ? -1 : 1;
    return (a->y < b->y) - (a->y > b->y);
}

/* What a triangle adds to the winding number. */
static int crossing_of(const tact_triangle *t, const tacti_near *near) {
    int side = moved_side(&t->v[0], &t->v[1], near);
    if (side == 0 || moved_side(&t->v[1], &t->v[2], near) != side ||
        moved_side(&t->v[2], &t->v[0], near) != side)
        return 0;
    /* The normal's x coordinate has the sign of side. So the point lies before the triangle if it
     * lies on the other side of the triangle's plane. */
    int above = 0;
    for (int i = 0; i < near->count && above == 0; i++)
        above = side_of_plane(t, near, i);
    return above == -side ? side : 0;
}

/* Whether a triangle contains the point. With several terms, a triangle without area contains no
 * point. */
static bool holds_near(const tact_triangle *t, const tacti_near *near) {
    TACTI_ASSERT(near->cut[0] == NULL && near->cut[1] == NULL);
    if (near->count == 1)
        return tacti_triangle_holds(t, &near->at[0]);
    for (int i = 0; i < near->count; i++)
        if (tacti_orient3d(&t->v[0], &t->v[1], &t->v[2], &near->at[i]) != 0)
            return false;
    unsigned axis = 0;
    int turn = 0;
    for (; axis < 3 && turn == 0; axis++)
        turn = tacti_orient2d_dropped(&t->v[0], &t->v[1], &t->v[2], axis);
    TACTI_ASSERT(axis >= 1 && axis <= 3);
    for (int k = 0; k < 3; k++) {
        int side = 0;
        for (int i = 0; i < near->count && side == 0; i++)
            side = tacti_orient2d_dropped(&t->v[k], &t->v[(k + 1) % 3], &near->at[i], axis - 1);
        if (side != 0 && side != turn)
            return false;
    }
    return turn != 0;
}

/* ---- The ray in the hierarchy ------------------------------------------------------------- */

/* origin + s direction for s >= 0, in local coordinates, with points known up to error. */
typedef struct local_ray {
    tact_vec3 origin, direction;
    double error;
} local_ray;

/* An upper bound of the length. */
static double length_bound(tact_vec3 v) {
    return (fabs(v.x) + fabs(v.y)) + fabs(v.z);
}

/* The ray from a point that is known up to slack along each axis. */
static local_ray make_ray(const tacti_placed *mesh, tact_vec3 point, double slack) {
    const double *m = mesh->pose.m;
    const tacti_bvh *bvh = mesh->bvh;
    double scale = tacti_power_of_two(-bvh->exponent);
    tact_vec3 center = tacti_pose_place(&mesh->pose, bvh->center);
    tact_vec3 d = tacti_vec3_scale(tacti_vec3_sub(point, center), scale);
    local_ray ray;
    ray.origin = tacti_turn_back(&mesh->pose, d);
    ray.direction = (tact_vec3){m[0], m[1], m[2]};
    double shift = tacti_max(tacti_max(fabs(m[3]), fabs(m[7])), fabs(m[11]));
    double reach = (3.01 * bvh->reach + shift) * scale + length_bound(d);
    /* The placement of the vertices and of the centre; the largest defect of an accepted pose on
     * vectors that reach the far side of the mesh; and the rounding of this computation. */
    ray.error = 0x1p-48 * reach + 16e-6 * (length_bound(d) + 4) + 4 * slack * scale;
    return ray;
}

static bool ray_misses(const tacti_node *node, int child, const double origin[3],
                       const double direction[3], double error) {
    double enter = 0, leave = HUGE_VAL;
    for (int axis = 0; axis < 3; axis++) {
        float center, half;
        tacti_node_box(node, axis, node->lo[axis][child], node->hi[axis][child], &center, &half);
        double lo = (double)center - (double)half - error - origin[axis];
        double hi = (double)center + (double)half + error - origin[axis];
        double d = direction[axis];
        if (fabs(d) < 0x1p-40) {
            /* Too small to divide by: over the whole mesh the ray drifts by less than the error. */
            if (lo > 0 || hi < 0)
                return true;
            continue;
        }
        double s = (d > 0 ? lo : hi) / d, t = (d > 0 ? hi : lo) / d;
        enter = tacti_max(enter, s - 0x1p-40 * fabs(s));
        leave = tacti_min(leave, t + 0x1p-40 * fabs(t));
    }
    return enter > leave;
}

/* The state of the walk along a ray. */
typedef struct ray_walk {
    const tacti_placed *mesh;
    local_ray ray;
    const tacti_near *near;
    tacti_meter *meter;
    tacti_near_winding winding; /* so far */
} ray_walk;

static void count_triangle(ray_walk *walk, uint32_t triangle) {
    const tacti_near *near = walk->near;
    TACTI_ASSERT(triangle < walk->mesh->bvh->triangle_count);
    if (triangle == near->except)
        return;
    walk->meter->work.triangle_tests++;
    tact_triangle t = tacti_placed_triangle(walk->mesh, triangle);
    int crossing = crossing_of(&t, near);
    /* The ray starts in the box of every triangle that contains the point: none is missed. */
    if (near->tests_surface && !walk->winding.is_on_surface)
        walk->winding.is_on_surface = holds_near(&t, near);
    walk->winding.all += crossing;
    if (near->labels != NULL && near->labels[triangle] == near->label)
        walk->winding.labelled += crossing;
}

static void walk_node(ray_walk *walk, const tacti_node *node) {
    const tacti_bvh *bvh = walk->mesh->bvh;
    if (!tacti_meter_goes_on(walk->meter))
        return;
    TACTI_ASSERT(node->inner_count <= node->child_count && node->child_count <= TACTI_BVH_WIDTH);
    walk->meter->work.box_tests += node->child_count;
    float q[3][3];
    tacti_node_rotation(node, q);
    double origin[3], direction[3];
    for (int i = 0; i < 3; i++) {
        tact_vec3 row = {(double)q[i][0], (double)q[i][1], (double)q[i][2]};
        origin[i] = tacti_vec3_dot(row, walk->ray.origin);
        direction[i] = tacti_vec3_dot(row, walk->ray.direction);
    }
    for (int child = 0; child < node->child_count; child++) {
        if (ray_misses(node, child, origin, direction, walk->ray.error))
            continue;
        if (child < node->inner_count)
            walk_node(walk, &bvh->nodes[node->first_child + (uint32_t)child]);
        else
            count_triangle(walk, tacti_bvh_triangle_at(bvh, node->first_leaf + (uint32_t)child -
                                                                node->inner_count));
    }
}

tacti_near_winding tacti_winding_near(const tacti_placed *mesh, const tacti_near *near,
                                      tacti_meter *meter) {
    TACTI_ASSERT(near->count >= 1 && near->count <= 3);
    tacti_meter unlimited = tacti_meter_make(UINT64_MAX, NULL);
    ray_walk walk = {.mesh = mesh, .near = near, .meter = meter != NULL ? meter : &unlimited};
    if (mesh->bvh->triangle_count == 0)
        return walk.winding;
    double slack = 0;
    tact_vec3 start = near->cut[0] == NULL ? near->at[0] : tacti_cut_round(near->cut[0], &slack);
    walk.ray = make_ray(mesh, start, slack);
    walk_node(&walk, &mesh->bvh->nodes[0]);
    return walk.winding;
}

int tacti_whole_winding(const tacti_placed *mesh, tact_vec3 point, tacti_meter *meter) {
    tacti_near near = {.at = {point}, .count = 1, .except = TACT_NO_TRIANGLE};
    return tacti_winding_near(mesh, &near, meter).all;
}

/* ---- One mesh inside the other ------------------------------------------------------------ */

uint32_t tacti_find_inside(const tacti_placed *content, const tacti_placed *filled,
                           tacti_meter *meter) {
    if (!filled->bvh->is_watertight)
        return TACT_NO_TRIANGLE;
    for (uint32_t i = 0; i < content->bvh->piece_count && !tacti_meter_is_stopped(meter); i++) {
        uint32_t triangle = content->bvh->piece_triangles[i];
        TACTI_ASSERT(triangle < content->bvh->triangle_count);
        tact_vec3 point = tacti_placed_triangle(content, triangle).v[0];
        bool is_inside = tacti_whole_winding(filled, point, meter) != 0;
        if (is_inside && !tacti_meter_is_stopped(meter))
            return triangle;
    }
    return TACT_NO_TRIANGLE;
}
