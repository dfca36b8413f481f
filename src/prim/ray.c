/* SPDX-License-Identifier: MIT */
/* A ray against a triangle, exactly for the ray's own numbers. The direction enters determinants
 * unchanged, so nothing is rounded before signs are taken. Only the parameters in the result are
 * rounded. */
#include <tact/prim.h>

#include "exact/det.h"
#include "math/vec.h"
#include "prim/flat.h"
#include "prim/ray.h"

static const tact_vec3 zero_vector = {0, 0, 0};

/* A common point of the ray and the triangle. */
typedef struct hit {
    double t;
    tact_feature feature;
    int order; /* -1: the ray enters here, 1: it leaves here, 0: this hit alone does not show it */
    const tact_vec3 *corner; /* the corner of the triangle that was hit, or NULL */
} hit;

typedef struct hits {
    int count;
    hit hit[2];
} hits;

static void add_hit(hits *all, hit next) {
    if (all->count < 2)
        all->hit[all->count++] = next;
}

static tact_ray_hit no_hit(void) {
    return (tact_ray_hit){TACT_OVERLAP_NONE, 0, 0, TACT_FEATURE_VERTEX_0, TACT_FEATURE_VERTEX_0};
}

static tact_ray_hit point_hit(double t, tact_feature feature) {
    return (tact_ray_hit){TACT_OVERLAP_POINT, t, t, feature, feature};
}

/* The axis along which the direction is longest. */
static unsigned main_axis(tact_vec3 direction) {
    tact_vec3 d = tacti_vec3_abs(direction);
    if (d.x >= d.y && d.x >= d.z)
        return 0;
    return d.y >= d.z ? 1 : 2;
}

/* A parameter from accurate values. A parameter beyond every double becomes the greatest double. */
static double parameter(tacti_scaled numerator, tacti_scaled denominator) {
    return tacti_min(fabs(tacti_scaled_ratio(numerator, denominator)), DBL_MAX);
}

/* ---- In one plane ------------------------------------------------------------------------- */

/* Extreme corners of the triangle that lie on the ray, except at its origin. */
static void add_corners(const tacti_flat *flat, const tact_ray *ray, hits *all) {
    unsigned main = main_axis(ray->direction);
    double along = tacti_vec3_get(ray->direction, main);
    for (int i = 0; i <= flat->dimension; i++) {
        const tact_vec3 *corner = &flat->triangle->v[flat->corner[i]];
        bool is_on_line = true;
        for (unsigned axis = 0; axis < 3; axis++) {
            tacti_diff2 to_corner = {tacti_drop_axis(*corner, axis),
                                     tacti_drop_axis(ray->origin, axis)};
            tacti_diff2 direction = {tacti_drop_axis(ray->direction, axis), {0, 0}};
            is_on_line = is_on_line && tacti_det2_sign(&to_corner, &direction) == 0;
        }
        double from = tacti_vec3_get(ray->origin, main), to = tacti_vec3_get(*corner, main);
        if (!is_on_line || from == to || (to > from) != (along > 0))
            continue;
        double t = (to - from) / along;
        if (!(t <= DBL_MAX)) /* the difference may overflow even if the quotient does not */
            t = tacti_min((0.5 * to - 0.5 * from) / along * 2, DBL_MAX);
        add_hit(all, (hit){t, (tact_feature)flat->corner[i], 0, corner});
    }
}

/* Adds the point in which the ray crosses the inside of an edge p q that is not parallel to it. The
 * origin of the ray does not count. */
static void add_edge_crossing(const tacti_flat *flat, int edge, const tact_ray *ray, hits *all) {
    const tact_vec3 *p = &flat->triangle->v[flat->corner[edge]];
    const tact_vec3 *q = &flat->triangle->v[flat->corner[edge == flat->dimension ? 0 : edge + 1]];
    for (unsigned axis = 0; axis < 3; axis++) {
        tacti_diff2 direction = {tacti_drop_axis(ray->direction, axis), {0, 0}};
        tacti_diff2 pq = {tacti_drop_axis(*q, axis), tacti_drop_axis(*p, axis)};
        tacti_diff2 op = {tacti_drop_axis(*p, axis), tacti_drop_axis(ray->origin, axis)};
        int turn = tacti_det2_sign(&direction, &pq);
        if (turn == 0)
            continue;
        /* The corners must lie on both sides of the ray's line, the crossing ahead of its origin.
         */
        int side[3];
        for (int i = 0; i < 3; i++) {
            tacti_diff2 to_corner = {tacti_drop_axis(flat->triangle->v[i], axis), op.from};
            side[i] = tacti_det2_sign(&direction, &to_corner);
        }
        int p_side = side[flat->corner[edge]];
        int q_side = side[flat->corner[edge == flat->dimension ? 0 : edge + 1]];
        if (p_side * q_side >= 0 || tacti_det2_sign(&op, &pq) != turn)
            return;
        double t = parameter(tacti_det2_value(&op, &pq), tacti_det2_value(&direction, &pq));
        int order = 0;
        if (flat->dimension == 2) /* it enters if the origin lies outside of the edge */
            order = tacti_orient2d_dropped(p, q, &ray->origin, flat->axis) == flat->turn ? 1 : -1;
        add_hit(all, (hit){t, tacti_flat_edge_feature(flat, edge, side), order, NULL});
        return;
    }
}

/* Whether the ray's line and a segment lie in one plane; true for a proper triangle. */
static bool is_coplanar(const tacti_flat *flat, const tact_ray *ray) {
    if (flat->dimension != 1)
        return true;
    tacti_diff3 direction = {ray->direction, zero_vector};
    tacti_diff3 to_start = {flat->triangle->v[flat->corner[0]], ray->origin};
    tacti_diff3 to_end = {flat->triangle->v[flat->corner[1]], ray->origin};
    return tacti_det3_sign(&direction, &to_start, &to_end) == 0;
}

/* Whether the ray meets a before b. */
static bool is_first(const hit *a, const hit *b, unsigned axis, double along) {
    if (a->order != 0)
        return a->order < 0;
    if (b->order != 0)
        return b->order > 0;
    if (a->corner != NULL && b->corner != NULL)
        return (tacti_vec3_get(*a->corner, axis) < tacti_vec3_get(*b->corner, axis)) == (along > 0);
    return true;
}

/* The ray runs in the plane of the triangle, or the triangle has zero area. */
static tact_ray_hit hit_in_plane(const tacti_flat *flat, const tact_ray *ray) {
    hits all = {0, {{0, TACT_FEATURE_VERTEX_0, 0, NULL}, {0, TACT_FEATURE_VERTEX_0, 0, NULL}}};
    int where = tacti_flat_locate(flat, &ray->origin);
    if (where >= 0)
        add_hit(&all, (hit){0, (tact_feature)where, -1, NULL});
    add_corners(flat, ray, &all);
    for (int i = 0; is_coplanar(flat, ray) && i < tacti_flat_edge_count(flat); i++)
        add_edge_crossing(flat, i, ray, &all);
    if (all.count == 0)
        return no_hit();
    if (all.count == 1)
        return point_hit(all.hit[0].t, all.hit[0].feature);
    unsigned axis = main_axis(ray->direction);
    bool in_order = is_first(&all.hit[0], &all.hit[1], axis, tacti_vec3_get(ray->direction, axis));
    const hit *enter = &all.hit[in_order ? 0 : 1], *leave = &all.hit[in_order ? 1 : 0];
    /* Rounding must not reverse the order of close parameters. */
    return (tact_ray_hit){TACT_OVERLAP_SEGMENT, tacti_min(enter->t, leave->t),
                          tacti_max(enter->t, leave->t), enter->feature, leave->feature};
}

/* ---- Through a plane ---------------------------------------------------------------------- */

/* The part of a proper triangle that the ray's line goes through, or -1. toward is the sign of the
 * direction along the normal. */
static int pierced_feature(const tact_triangle *t, const tact_ray *ray, int toward) {
    int feature = TACT_FEATURE_FACE;
    tacti_diff3 direction = {ray->direction, zero_vector};
    for (int i = 0; i < 3; i++) {
        tacti_diff3 to_start = {t->v[i], ray->origin}, to_end = {t->v[(i + 1) % 3], ray->origin};
        int side = tacti_det3_sign(&direction, &to_start, &to_end);
        if (side == -toward)
            return -1;
        if (side != 0)
            continue;
        /* Two edges at once mean the corner that they share: 0 for edges 0 and 2, otherwise the
         * later edge's. */
        if (feature == TACT_FEATURE_FACE)
            feature = TACT_FEATURE_EDGE_0 + i;
        else
            feature = feature == TACT_FEATURE_EDGE_0 && i == 2 ? TACT_FEATURE_VERTEX_0
                                                               : TACT_FEATURE_VERTEX_0 + i;
    }
    return feature;
}

double tacti_ray_face_parameter(const tact_triangle *t, const tact_ray *ray) {
    const tact_vec3 *v = t->v;
    const tacti_diff3 rows[2] = {{v[0], ray->origin}, {ray->direction, zero_vector}};
    tacti_diff3 b = {v[1], v[0]}, c = {v[2], v[0]};
    tacti_scaled value[2];
    tacti_det3_two_values(rows, &b, &c, value);
    return parameter(value[0], value[1]);
}

static tact_ray_hit hit_through_plane(const tacti_flat *flat, const tact_ray *ray, int side,
                                      int toward) {
    if (side == toward)
        return no_hit();
    if (side == 0) {
        int where = tacti_flat_locate(flat, &ray->origin);
        return where < 0 ? no_hit() : point_hit(0, (tact_feature)where);
    }
    int feature = pierced_feature(flat->triangle, ray, toward);
    if (feature < 0)
        return no_hit();
    return point_hit(tacti_ray_face_parameter(flat->triangle, ray), (tact_feature)feature);
}

tact_ray_hit tact_triangle_intersect_ray(const tact_triangle *a, tact_ray ray) {
    const tact_vec3 *v = a->v;
    if (!tacti_triangle_is_finite(a) || !tacti_vec3_is_finite(ray.origin) ||
        !tacti_vec3_is_finite(ray.direction))
        return no_hit();
    tacti_flat flat = tacti_flat_make(a);
    if (ray.direction.x == 0 && ray.direction.y == 0 && ray.direction.z == 0) {
        int where = tacti_flat_locate(&flat, &ray.origin);
        return where < 0 ? no_hit() : point_hit(0, (tact_feature)where);
    }
    if (flat.dimension < 2)
        return hit_in_plane(&flat, &ray);
    tacti_diff3 direction = {ray.direction, zero_vector}, b = {v[1], v[0]}, c = {v[2], v[0]};
    int side = tacti_orient3d(&v[0], &v[1], &v[2], &ray.origin);
    int toward = tacti_det3_sign(&direction, &b, &c);
    if (toward != 0)
        return hit_through_plane(&flat, &ray, side, toward);
    return side == 0 ? hit_in_plane(&flat, &ray) : no_hit();
}
