/* SPDX-License-Identifier: MIT */
/* A convex shape against the triangles of a mesh: contact, all contacts, distance. A placed
 * triangle is a polytope, so each triangle is tested against the shape by pair/pair.h. */
#include "pair/pair.h"
#include "inside/interiors.h"
#include "contacts/contacts.h"
#include "object/object.h"
#include "object/object_mesh.h"

#include <math.h>

#include "base/assert.h"
#include "math/vec.h"
#include "inside/interior.h"
#include "object/object_pair.h"
#include "frame/placed_triangle.h"

/* The state of a walk. */
typedef struct search {
    const tacti_shape_mesh *pair;
    /* A direction of length 1 along which the shape was last apart from a triangle, and a point of
     * the shape that is furthest along it. */
    bool has_direction;
    tact_vec3 direction, support;
    tacti_convex_cache cache;
    /* For contacts. */
    tacti_take_triangle *take;
    void *user;
    bool is_undecided; /* a triangle may or may not touch */
    uint64_t contact_count;
    /* For the distance. */
    bool is_contact;
    uint32_t triangle;
    tacti_convex_distance_answer best;
    double lower, upper; /* the least of all triangles that were measured */
} search;

tact_status tacti_shape_mesh_make(const tacti_object *shape, const tacti_object *mesh,
                                  tacti_shape_mesh *out) {
    tact_simd_level level =
        tacti_simd_lower(tacti_simd_level_within(shape->limit), mesh->bvh->simd_level);
    out->shape = (tacti_placed_shape){shape->shape, shape->pose, tacti_simd_limit_at(level)};
    out->mesh = (tacti_placed){mesh->bvh, mesh->pose};
    out->interior = mesh->interior;
    tacti_bodies bodies;
    tact_status status = tacti_bodies_make(&out->shape, &out->shape, &bodies);
    if (status == TACT_OK)
        status = tacti_probe_make(&out->mesh, &out->probe);
    if (status != TACT_OK)
        return status;
    out->level = level;
    out->body = bodies.body[0];
    const double *m = out->mesh.pose.m;
    double shift = tacti_largest((tact_vec3){m[3], m[7], m[11]});
    out->is_far_out = 3.01 * mesh->bvh->reach + shift > TACTI_CONVEX_MOST / 4;
    return TACT_OK;
}

/* ---- One triangle ------------------------------------------------------------------------- */

void tacti_mesh_triangle_set(const tacti_shape_mesh *pair, uint32_t triangle,
                             tacti_mesh_triangle *out) {
    TACTI_ASSERT(triangle < pair->mesh.bvh->triangle_count);
    out->placed = tacti_placed_triangle(&pair->mesh, triangle);
    out->shape = tact_shape_triangle(out->placed);
    out->pose = tact_pose_identity();
    if (!pair->is_far_out)
        return;
    tacti_bvh_corners(pair->mesh.bvh, triangle, out->shape.core.triangle.v);
    out->pose = pair->mesh.pose;
}

/* Of known_gap(). Three products there, six that compare two vertices for the support point and
 * nine that place it lose less than 2^-1074 each by underflow. What R^T n loses is far below the
 * slack. */
#define UNDERFLOW 0x1p-1060

/* A lower bound of the distance of the core from the triangle, by the last direction. It may be
 * negative. The error is as in tacti_gjk_error(): the slack of the support point, and four
 * roundings of each product. Unlike there, products may underflow. */
static double known_gap(const search *s, const tact_triangle *t) {
    TACTI_ASSERT(s->has_direction);
    tact_vec3 n = s->direction;
    double least = HUGE_VAL, products = 0;
    for (int i = 0; i < 3; i++) {
        tact_vec3 d = tacti_vec3_sub(t->v[i], s->support);
        double x = n.x * d.x, y = n.y * d.y, z = n.z * d.z;
        least = tacti_min(least, (x + y) + z);
        products = tacti_max(products, (tacti_abs(x) + tacti_abs(y)) + tacti_abs(z));
    }
    double error = tacti_sum_of(n) * s->pair->body.slack + 0x5p-53 * products;
    double gap = least - (error + UNDERFLOW);
    return gap - tacti_abs(gap) * 0x1p-50;
}

/* Whether the last direction shows that the triangle is further from the core than a limit. */
static bool is_beyond(const search *s, const tact_triangle *t, double limit) {
    return s->has_direction && known_gap(s, t) > limit * (1 + 0x1p-50);
}

/* Makes a direction from the shape to a triangle the last one. */
static void turn(search *s, tacti_object_walk *walk, tact_vec3 direction) {
    const tacti_body *body = &s->pair->body;
    if (body->kind == TACT_SHAPE_HALF_SPACE)
        return;
    tact_vec3 n = tact_vec3_normalize(direction);
    if (!(tacti_sum_of(n) > 0.5))
        return;
    s->has_direction = true;
    s->direction = n;
    s->support = tacti_core_support(body, n);
    tacti_object_walk_aim(walk, body, n, s->support);
}

/* ---- Contacts ----------------------------------------------------------------------------- */

static bool take_touching(tacti_object_walk *walk, const uint32_t *triangles, const float *bounds,
                          uint32_t count) {
    search *s = walk->user;
    const tacti_shape_mesh *pair = s->pair;
    (void)bounds;
    for (uint32_t i = 0; i < count; i++) {
        tacti_mesh_triangle t;
        tacti_mesh_triangle_set(pair, triangles[i], &t);
        if (is_beyond(s, &t.placed, pair->body.radius))
            continue;
        tacti_placed_shape placed = {&t.shape, t.pose, TACTI_NO_LIMIT};
        tacti_convex_collision found;
        if (tacti_shapes_collide(&pair->shape, &placed, &s->cache, &found) != TACT_OK)
            found.outcome = TACT_OUTCOME_UNDECIDED;
        walk->meter->work.exact_tests += found.ending == TACTI_CONVEX_BY_EXACT;
        if (found.outcome == TACT_OUTCOME_APART)
            turn(s, walk, found.proof.direction);
        s->is_undecided |= found.outcome == TACT_OUTCOME_UNDECIDED;
        if (found.outcome != TACT_OUTCOME_CONTACT)
            continue;
        s->contact_count++;
        if (!s->take(s->user, triangles[i]))
            return false;
    }
    return true;
}

static tacti_walk_end walk_at_level(const tacti_shape_mesh *pair, tacti_object_walk *walk) {
    static tacti_object_walker *const table[] = TACTI_LEVEL_TABLE(tacti_walk_object);
    return table[tacti_simd_row(pair->level)](walk);
}

static tacti_walk_end walk_contacts(search *s, tacti_meter *meter) {
    const tacti_shape_mesh *pair = s->pair;
    tacti_object_walk walk;
    tacti_object_walk_begin(&pair->probe, &pair->body, &walk);
    walk.take = take_touching;
    walk.user = s;
    walk.meter = meter;
    walk.limit = pair->body.radius;
    return walk_at_level(pair, &walk);
}

void tacti_shape_mesh_contacts(const tacti_shape_mesh *pair, tacti_meter *meter,
                               tacti_take_triangle *take, void *user, tacti_contact_summary *out) {
    search s = {.pair = pair, .take = take, .user = user};
    tacti_walk_end end = walk_contacts(&s, meter);
    *out =
        (tacti_contact_summary){TACT_OUTCOME_APART, meter->pace.stop, s.contact_count, meter->work};
    if (end != TACTI_WALK_COMPLETE || s.is_undecided || tacti_meter_is_stopped(meter))
        out->outcome = TACT_OUTCOME_UNDECIDED;
    else if (s.contact_count > 0)
        out->outcome = TACT_OUTCOME_CONTACT;
}

/* ---- Filled meshes ------------------------------------------------------------------------ */

/* A point that certainly belongs to the shape, which is not a half-space. */
static tact_vec3 point_of(const tacti_body *body) {
    const double *m = body->pose->m;
    return body->count > 0 ? tacti_body_vertex(body, 0) : (tact_vec3){m[3], m[7], m[11]};
}

/* Whether the shape, which does not touch the surface, lies inside. Returns what
 * tacti_point_in_filled() does. */
static int is_shape_inside(const tacti_shape_mesh *pair, tacti_meter *meter) {
    if (pair->interior == NULL || pair->body.kind == TACT_SHAPE_HALF_SPACE ||
        pair->mesh.bvh->triangle_count == 0)
        return -1;
    tacti_filled filled = {pair->interior, pair->mesh.pose};
    return tacti_point_in_filled(&filled, point_of(&pair->body), meter, NULL);
}

/* ---- Contact or not ----------------------------------------------------------------------- */

static bool take_first(void *user, uint32_t triangle) {
    *(uint32_t *)user = triangle;
    return false;
}

/* A common point of the shape and a triangle that touches it. */
static tact_vec3 common_point(const tacti_shape_mesh *pair, uint32_t triangle) {
    tacti_mesh_triangle t;
    tacti_mesh_triangle_set(pair, triangle, &t);
    tacti_placed_shape placed = {&t.shape, t.pose, TACTI_NO_LIMIT};
    tacti_convex_distance_answer found = {0};
    (void)tacti_shapes_distance(&pair->shape, &placed, NULL, &found);
    return found.point_b;
}

void tacti_shape_mesh_collide(const tacti_shape_mesh *pair, tacti_meter *meter,
                              tacti_object_collision *out) {
    uint32_t triangle = TACT_NO_TRIANGLE;
    search s = {.pair = pair, .take = take_first, .user = &triangle};
    *out = (tacti_object_collision){
        .outcome = TACT_OUTCOME_APART, .a = TACT_NO_TRIANGLE, .b = TACT_NO_TRIANGLE};
    tacti_walk_end end = walk_contacts(&s, meter);
    if (triangle != TACT_NO_TRIANGLE) {
        out->outcome = TACT_OUTCOME_CONTACT;
        out->b = triangle;
        out->point = common_point(pair, triangle);
    } else if (end == TACTI_WALK_INTERRUPTED || s.is_undecided) {
        out->outcome = TACT_OUTCOME_UNDECIDED;
    } else {
        int side = is_shape_inside(pair, meter);
        out->outcome = side > 0   ? TACT_OUTCOME_CONTACT
                       : side < 0 ? TACT_OUTCOME_APART
                                  : TACT_OUTCOME_UNDECIDED;
        out->is_contained = side > 0;
        if (side > 0)
            out->point = point_of(&pair->body);
    }
    out->stop = meter->pace.stop;
    out->work = meter->work;
}

/* ---- Distance ----------------------------------------------------------------------------- */

/* Takes a measured triangle. Returns false if the distance is 0. */
static bool note_distance(search *s, tacti_object_walk *walk, uint32_t triangle,
                          const tacti_convex_distance_answer *found) {
    s->is_undecided |= found->outcome == TACT_OUTCOME_UNDECIDED;
    s->lower = tacti_min(s->lower, found->lower);
    s->upper = tacti_min(s->upper, found->upper);
    bool is_contact = found->outcome == TACT_OUTCOME_CONTACT;
    bool is_better = found->distance < s->best.distance || s->triangle == TACT_NO_TRIANGLE ||
                     (found->distance == s->best.distance && triangle < s->triangle);
    if (is_contact || is_better) {
        s->best = *found;
        s->triangle = triangle;
        if (found->outcome == TACT_OUTCOME_APART)
            turn(s, walk, found->direction);
    }
    double limit = s->upper + s->pair->body.radius;
    walk->limit = limit + limit * 0x1p-50;
    s->is_contact |= is_contact;
    return !is_contact;
}

static bool take_near(tacti_object_walk *walk, const uint32_t *triangles, const float *bounds,
                      uint32_t count) {
    search *s = walk->user;
    const tacti_shape_mesh *pair = s->pair;
    float threshold = tacti_object_threshold(walk);
    for (uint32_t i = 0; i < count; i++) {
        if (bounds[i] > threshold)
            continue;
        tacti_mesh_triangle t;
        tacti_mesh_triangle_set(pair, triangles[i], &t);
        if (is_beyond(s, &t.placed, walk->limit))
            continue;
        tacti_placed_shape placed = {&t.shape, t.pose, TACTI_NO_LIMIT};
        tacti_convex_distance_answer found;
        if (tacti_shapes_distance(&pair->shape, &placed, &s->cache, &found) != TACT_OK)
            found = (tacti_convex_distance_answer){.outcome = TACT_OUTCOME_UNDECIDED,
                                                   .upper = HUGE_VAL};
        walk->meter->work.exact_tests += found.ending == TACTI_CONVEX_BY_EXACT;
        if (!note_distance(s, walk, triangles[i], &found))
            return false;
        threshold = tacti_object_threshold(walk);
    }
    return true;
}

static void set_contained(const tacti_shape_mesh *pair, tacti_object_distance_answer *out) {
    out->outcome = TACT_OUTCOME_CONTACT;
    out->is_contained = true;
    out->distance = out->lower = out->upper = 0;
    out->b = TACT_NO_TRIANGLE;
    out->point_a = out->point_b = point_of(&pair->body);
}

/* Sets the answer to what a walk found. */
static void set_separation(const search *s, const tacti_object_walk *walk, bool is_complete,
                           tacti_object_distance_answer *out) {
    double left_out = walk->least_left_out;
    left_out = tacti_max(0, left_out - s->pair->body.radius);
    left_out -= left_out * 0x1p-50;
    *out = (tacti_object_distance_answer){.outcome = TACT_OUTCOME_APART,
                                          .distance = HUGE_VAL,
                                          .lower = tacti_min(left_out, s->lower),
                                          .upper = HUGE_VAL,
                                          .a = TACT_NO_TRIANGLE,
                                          .b = TACT_NO_TRIANGLE,
                                          .is_complete = is_complete};
    if (s->is_undecided || (!is_complete && !(out->lower > 0)))
        out->outcome = TACT_OUTCOME_UNDECIDED;
    if (s->triangle != TACT_NO_TRIANGLE) {
        out->distance = s->best.distance;
        out->upper = s->upper;
        out->b = s->triangle;
        out->point_a = s->best.point_a;
        out->point_b = s->best.point_b;
    }
    if (s->is_contact) {
        out->outcome = TACT_OUTCOME_CONTACT;
        out->distance = out->lower = out->upper = 0;
        out->is_complete = true;
    }
}

void tacti_shape_mesh_distance(const tacti_shape_mesh *pair, tacti_meter *meter,
                               tacti_object_distance_answer *out) {
    search s = {.pair = pair, .triangle = TACT_NO_TRIANGLE, .lower = HUGE_VAL, .upper = HUGE_VAL};
    tacti_object_walk walk;
    tacti_object_walk_begin(&pair->probe, &pair->body, &walk);
    walk.take = take_near;
    walk.user = &s;
    walk.meter = meter;
    walk.limit = HUGE_VAL;
    tacti_walk_end end = walk_at_level(pair, &walk);
    set_separation(&s, &walk, end != TACTI_WALK_INTERRUPTED, out);
    if (out->outcome == TACT_OUTCOME_APART && pair->interior != NULL) {
        int side = out->is_complete ? is_shape_inside(pair, meter) : 0;
        out->is_complete &= !tacti_meter_is_stopped(meter);
        if (side > 0)
            set_contained(pair, out);
        else if (side == 0)
            out->outcome = TACT_OUTCOME_UNDECIDED;
    }
    out->stop = meter->pace.stop;
    out->work = meter->work;
    if (out->outcome == TACT_OUTCOME_UNDECIDED)
        out->distance = out->lower = 0;
}
