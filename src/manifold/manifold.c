/* SPDX-License-Identifier: MIT */
/* Contact manifolds: the normal comes from the distance or the depth, the points from the features
 * that meet along it. The steps are in manifold_feature.c, manifold_clip.c and manifold_reduce.c.
 */
#include "manifold/manifold.h"
#include "base/assert.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "manifold/manifold_parts.h"
#include "shape/traits.h"

#include "depth/depth.h"
#include "pair/pair_depth.h"

tact_feature_kind tacti_manifold_feature(uint32_t feature, uint32_t *number) {
    bool is_edge = (feature & TACTI_FEATURE_EDGE_BIT) != 0;
    bool is_face = !is_edge && (feature & TACTI_FEATURE_FACE_BIT) != 0;
    if (number != NULL)
        *number = is_edge   ? feature & ~TACTI_FEATURE_EDGE_BIT
                  : is_face ? feature & ~TACTI_FEATURE_FACE_BIT
                            : feature;
    return is_edge   ? TACT_FEATURE_KIND_EDGE
           : is_face ? TACT_FEATURE_KIND_FACE
                     : TACT_FEATURE_KIND_VERTEX;
}

/* ---- Normal and depth ----------------------------------------------------------------------- */

static void take_distance(const tacti_convex_distance_answer *gap, tacti_contact_measure *out) {
    out->outcome = gap->outcome;
    out->separation = gap->distance;
    out->lower = gap->outcome == TACT_OUTCOME_APART ? gap->lower : 0;
    out->normal = gap->direction;
    out->point[0] = gap->point_a;
    out->point[1] = gap->point_b;
    out->is_sure = gap->ending != TACTI_CONVEX_BY_LIMIT;
}

static void take_depth(const tacti_convex_depth_answer *depth, tacti_contact_measure *out) {
    out->outcome = depth->outcome;
    out->separation = 0 - depth->depth;
    out->lower = 0;
    out->normal = depth->direction;
    out->point[0] = depth->point_a;
    out->point[1] = depth->point_b;
    out->is_sure = depth->ending != TACTI_CONVEX_BY_LIMIT;
}

/* If rounding hides whether smooth shapes touch, there may be no direction. The direction between
 * their middles is then as good as any. */
static void mend_normal(const tacti_shape_at *a, const tacti_shape_at *b,
                        tacti_contact_measure *out) {
    tacti_body body[2];
    tacti_body_set_at(a, &body[0]);
    tacti_body_set_at(b, &body[1]);
    out->normal = tact_vec3_normalize(
        tacti_vec3_sub(tacti_body_middle(&body[1]), tacti_body_middle(&body[0])));
    if (!(tacti_largest(out->normal) > 0))
        out->normal = (tact_vec3){0, 0, 1};
}

/* Asks first for what the pair was last time: apart or in contact. The depth of boxes costs no more
 * than their distance. */
tact_status tacti_contact_measure_pair(const tacti_shape_at *a, const tacti_shape_at *b,
                                       tacti_convex_cache *cache, tacti_contact_measure *out) {
    tacti_convex_distance_answer gap;
    tacti_convex_depth_answer depth = {.outcome = TACT_OUTCOME_APART};
    tacti_convex_cache none;
    bool keeps = cache != NULL;
    bool are_boxes = a->shape->kind == TACT_SHAPE_BOX && b->shape->kind == TACT_SHAPE_BOX;
    bool depth_first = cache == NULL ? are_boxes : cache->outcome == TACT_OUTCOME_CONTACT;
    if (cache == NULL) { /* the search for the depth starts from that for the distance */
        none.outcome = TACT_OUTCOME_APART;
        none.direction = (tact_vec3){0, 0, 0};
        none.pair_count = none.extreme_a = none.extreme_b = 0;
        none.corner_count = 0; /* the arrays are not read while the counts are 0 */
        cache = &none;
    }
    tact_status status = TACT_OK;
    if (depth_first)
        status = tacti_convex_depth_keep(a, b, keeps, cache, &depth);
    if (status == TACT_OK && depth.outcome != TACT_OUTCOME_CONTACT)
        status = tacti_convex_distance_at(a, b, cache, &gap);
    if (status != TACT_OK)
        return status;
    if (depth.outcome != TACT_OUTCOME_CONTACT)
        take_distance(&gap, out);
    if (depth.outcome != TACT_OUTCOME_CONTACT && gap.outcome != TACT_OUTCOME_APART && !depth_first)
        status = tacti_convex_depth_keep(a, b, keeps, cache, &depth);
    if (status == TACT_OK && depth.outcome != TACT_OUTCOME_APART)
        take_depth(&depth, out);
    if (!(tacti_largest(out->normal) > 0))
        mend_normal(a, b, out);
    return status;
}

/* ---- The order of the pair -------------------------------------------------------------------
 *
 * Both orders of a pair must get the same answer. So ties are broken in an order that depends on
 * the shapes and, as little as possible, on their places. */

static int compare(double a, double b) {
    return (a > b) - (a < b);
}

static int compare_shapes(const tacti_body *a, const tacti_body *b) {
    int order = (int)a->kind - (int)b->kind;
    if (order == 0)
        order = compare(a->count, b->count);
    if (order == 0)
        order = compare(a->reach, b->reach);
    return order != 0 ? order : compare(a->radius, b->radius);
}

/* Compares all numbers of two cores of the same kind. Hulls have the same number of vertices. */
static int compare_cores(const tacti_body *a, const tacti_body *b) {
    bool are_hulls = a->hull != NULL;
    const double *x = are_hulls ? &a->hull->vertices[0].x : tacti_core_numbers(a->shape);
    const double *y = are_hulls ? &b->hull->vertices[0].x : tacti_core_numbers(b->shape);
    uint32_t count = are_hulls ? 3 * a->count : tacti_shape_traits_of(a->kind)->number_count;
    int order = 0;
    for (uint32_t i = 0; order == 0 && i < count; i++)
        order = compare(x[i], y[i]);
    return order;
}

static bool is_in_order(const tacti_bodies *bodies) {
    const tacti_body *body = bodies->body;
    const double *a = body[0].pose->m, *b = body[1].pose->m;
    int order = compare_shapes(&body[0], &body[1]);
    double furthest = 0;
    for (int i = 3; order == 0 && i < 12; i += 4)
        furthest = tacti_abs(b[i] - a[i]) > tacti_abs(furthest) ? b[i] - a[i] : furthest;
    if (order == 0)
        order = -compare(furthest, 0);
    for (int i = 0; order == 0 && i < 12; i++)
        order = compare(a[i], b[i]);
    if (order == 0)
        order = compare_cores(&body[0], &body[1]);
    return order <= 0;
}

static void swap_cache(tacti_convex_cache *cache) {
    cache->direction = tacti_vec3_scale(cache->direction, -1);
    for (int i = 0; i < 4; i++) {
        uint32_t a = cache->a[i];
        cache->a[i] = cache->b[i];
        cache->b[i] = a;
    }
    uint32_t a = cache->extreme_a;
    cache->extreme_a = cache->extreme_b;
    cache->extreme_b = a;
    cache->is_swapped ^= 1;
    if (cache->reference != 0 && cache->reference != TACTI_CONTACT_EDGES)
        cache->reference = ((cache->reference - 1) ^ 1) + 1;
}

static bool is_point_before(const tacti_manifold_point *p, const tacti_manifold_point *q) {
    return p->feature_a != q->feature_a ? p->feature_a < q->feature_a : p->feature_b < q->feature_b;
}

/* Exchanges the roles of a and b. */
static void swap_manifold(tacti_manifold *out) {
    out->normal = (tact_vec3){0 - out->normal.x, 0 - out->normal.y, 0 - out->normal.z};
    for (uint32_t i = 0; i < out->point_count; i++) {
        tacti_manifold_point from = out->points[i];
        tacti_manifold_point to = {from.point_b, from.point_a, from.separation, from.feature_b,
                                   from.feature_a};
        uint32_t at = i;
        for (; at > 0 && is_point_before(&to, &out->points[at - 1]); at--)
            out->points[at] = out->points[at - 1];
        out->points[at] = to;
    }
}

/* ---- Points --------------------------------------------------------------------------------- */

/* Only the deepest point of a, if sizes are so extreme that products overflow or underflow. That of
 * b may then be known along the normal alone, so it is put opposite. */
static void fill_one(const tacti_contact_measure *measure, tacti_manifold *out) {
    tact_vec3 opposite =
        tacti_vec3_add(measure->point[0], tacti_vec3_scale(measure->normal, measure->separation));
    out->point_count = 1;
    out->points[0] = (tacti_manifold_point){measure->point[0], opposite, measure->separation,
                                            TACTI_FEATURE_FACE_BIT, TACTI_FEATURE_FACE_BIT};
}

static void take_measure(const tacti_contact_measure *measure, tacti_manifold *out) {
    *out = (tacti_manifold){
        .outcome = measure->outcome, .normal = measure->normal, .separation = measure->separation};
}

/* The manifold of bodies in order, as if there were no earlier one; the cache may save time. */
static tact_status search(const tacti_bodies *bodies, const tacti_shape_at *a,
                          const tacti_shape_at *b, double margin, tacti_convex_cache *cache,
                          tacti_manifold *out) {
    tacti_contact_measure measure;
    tact_status status = tacti_contact_measure_pair(a, b, cache, &measure);
    if (cache != NULL)
        cache->reference = 0;
    if (status != TACT_OK)
        return status;
    take_measure(&measure, out);
    if (measure.separation > margin || !tacti_is_finite(measure.separation)) {
        out->lower = measure.lower;
        return TACT_OK;
    }
    if (!bodies->is_in_float_range) {
        fill_one(&measure, out);
        return TACT_OK;
    }
    tacti_contact_overlap overlap;
    tacti_contact_overlap_set(bodies, &measure, NULL, false, &overlap);
    if (cache != NULL)
        tacti_contact_keep(bodies, &overlap, cache);
    tacti_contact_fill_at(bodies->level)(&overlap, margin, out);
    return TACT_OK;
}

/* The manifold along the face or the edges of the last frame. False if that is not proven to be
 * good. */
static bool recall(const tacti_bodies *bodies, double margin, tacti_convex_cache *cache,
                   tacti_manifold *out) {
    tacti_contact_measure measure;
    tacti_contact_overlap overlap;
    if (!tacti_contact_recall(bodies, cache, margin, &measure, &overlap))
        return false;
    cache->outcome = measure.outcome;
    cache->direction = measure.normal;
    take_measure(&measure, out);
    tacti_contact_fill_at(bodies->level)(&overlap, margin, out);
    return true;
}

tact_status tacti_convex_manifold(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                  double margin, tacti_convex_cache *cache, tacti_manifold *out) {
    if (a == NULL || b == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tacti_shape_at at[2];
    tacti_at_both(a, b, at);
    return tacti_convex_manifold_at(&at[0], &at[1], margin, cache, out);
}

tact_status tacti_convex_manifold_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                     double margin, tacti_convex_cache *cache,
                                     tacti_manifold *out) {
    tacti_bodies bodies;
    if (!(margin >= 0))
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_bodies_make_at(a, b, &bodies);
    if (status != TACT_OK)
        return status;
    bool is_swapped = !is_in_order(&bodies);
    if (is_swapped) {
        tacti_body first = bodies.body[0];
        bodies.body[0] = bodies.body[1];
        bodies.body[1] = first;
        if (cache != NULL)
            swap_cache(cache);
    }
    if (cache == NULL || cache->reference == 0 || !recall(&bodies, margin, cache, out))
        status = search(&bodies, is_swapped ? b : a, is_swapped ? a : b, margin, cache, out);
    if (is_swapped && cache != NULL)
        swap_cache(cache);
    if (is_swapped && status == TACT_OK)
        swap_manifold(out);
    return status;
}
