/* SPDX-License-Identifier: MIT */
/* The vertex, edge or face of a body at its furthest point along a normal, projected along that
 * normal; see manifold_parts.h. Faces of hulls are in manifold_hull.c. */
#include "manifold/manifold_parts.h"

#include <math.h>

#include "base/assert.h"

/* A steeper polygon becomes an edge, a steeper edge a point. The limit is the cosine between the
 * normals for a polygon, and the part across the normal over the part along it for an edge. */
#define STEEPEST 0.05
/* A thinner polygon becomes an edge: twice its area, relative to the square of its extent. */
#define THINNEST 1e-9
#define RIM_CORNERS 8

/* ---- Corners ------------------------------------------------------------------------------ */

/* tact_vec3_normalize(), with the same bits: powers of two leave no trace. */
static tact_vec3 unit_of(tact_vec3 v) {
    double square = tacti_vec3_dot(v, v);
    if (!(square > 0.25 && square < 4))
        return tact_vec3_normalize(v);
    double length = sqrt(square);
    return (tact_vec3){v.x / length, v.y / length, v.z / length};
}

/* The frame of two points that are deepest or nearest along a normal of length 1. */
static void set_frame(const tacti_bodies *bodies, const tact_vec3 point[2], tact_vec3 normal,
                      double separation, tacti_contact_frame *out) {
    out->origin = tacti_vec3_scale(tacti_vec3_add(point[0], point[1]), 0.5);
    /* u is at right angles to the axis that the normal is furthest from. */
    tact_vec3 size = tacti_vec3_abs(normal), axis = {0, 0, 0};
    if (size.x <= size.y && size.x <= size.z)
        axis.x = 1;
    else if (size.y <= size.z)
        axis.y = 1;
    else
        axis.z = 1;
    out->n = normal;
    out->u = unit_of(tacti_vec3_cross(axis, normal));
    out->v = tacti_vec3_cross(normal, out->u);
    out->separation = separation;
    out->is_hint = false;
    out->rounding = 0x1p-46 * (bodies->size + bodies->radius);
}

/* ---- What is left of a polygon seen along the normal ---------------------------------------- */

static void set_extent(tacti_contact_feature *feature) {
    tact_vec2 lo = feature->corner[0].at, hi = lo;
    for (uint32_t i = 1; i < feature->count; i++) {
        tact_vec2 p = feature->corner[i].at;
        lo.x = tacti_min(lo.x, p.x);
        lo.y = tacti_min(lo.y, p.y);
        hi.x = tacti_max(hi.x, p.x);
        hi.y = tacti_max(hi.y, p.y);
    }
    feature->extent = tacti_max(hi.x - lo.x, hi.y - lo.y);
}

static void turn_round(tacti_contact_feature *feature) {
    uint32_t last = feature->count - 1;
    for (uint32_t i = 0, j = last; i < j; i++, j--) {
        tacti_corner corner = feature->corner[i];
        feature->corner[i] = feature->corner[j];
        feature->corner[j] = corner;
    }
    /* Each edge now belongs to the corner that was its end. */
    uint32_t first = feature->corner[0].edge;
    for (uint32_t i = 0; i < last; i++)
        feature->corner[i].edge = feature->corner[i + 1].edge;
    feature->corner[last].edge = first;
}

/* The lines of a counterclockwise polygon. Two corners in one place make a line that cuts nothing.
 */
static void set_lines(tacti_contact_feature *feature) {
    for (uint32_t i = 0; i < feature->count; i++) {
        const tacti_corner *corner = &feature->corner[i];
        const tacti_corner *next = &feature->corner[i + 1 < feature->count ? i + 1 : 0];
        double x = next->at.x - corner->at.x, y = next->at.y - corner->at.y;
        double length = sqrt(x * x + y * y);
        double scale = length > 0 ? 1 / length : 0;
        tacti_contact_lines *lines = &feature->lines;
        lines->x[i] = -y * scale;
        lines->y[i] = x * scale;
        lines->offset[i] = lines->x[i] * corner->at.x + lines->y[i] * corner->at.y;
    }
}

/* An edge that is nearly along the normal, or too short, becomes its end that is furthest out. */
static void finish_edge(tacti_contact_feature *feature, int side,
                        const tacti_contact_frame *frame) {
    tacti_corner *end = feature->corner;
    double x = end[1].at.x - end[0].at.x, y = end[1].at.y - end[0].at.y;
    double across = sqrt(x * x + y * y), along = end[1].height - end[0].height;
    set_extent(feature);
    if (across > frame->rounding && across >= STEEPEST * tacti_abs(along))
        return;
    if (side == 0 ? along > 0 : along < 0)
        end[0] = end[1];
    feature->count = 1;
}

/* The edge at the furthest corner that lies flattest. */
static void keep_edge(tacti_contact_feature *feature, int side, const tacti_contact_frame *frame,
                      uint32_t top) {
    uint32_t count = feature->count;
    TACTI_ASSERT(count > 2 && top < count);
    uint32_t to[2] = {(top + count - 1) % count, (top + 1) % count};
    double score[2];
    for (int i = 0; i < 2; i++) {
        const tacti_corner *p = &feature->corner[top], *q = &feature->corner[to[i]];
        double x = q->at.x - p->at.x, y = q->at.y - p->at.y;
        score[i] = sqrt(x * x + y * y) - tacti_abs(q->height - p->height);
    }
    bool is_next = score[1] > score[0];
    tacti_corner first = feature->corner[is_next ? top : to[0]];
    tacti_corner second = feature->corner[is_next ? to[1] : top];
    feature->corner[0] = first;
    feature->corner[1] = second;
    feature->count = 2;
    finish_edge(feature, side, frame);
}

/* Sets the plane of a polygon by Newell's sums and makes it counterclockwise. */
static void finish_polygon(tacti_contact_feature *feature, int side,
                           const tacti_contact_frame *frame) {
    const tacti_corner *corner = feature->corner;
    double nx = 0, ny = 0, nz = 0;
    uint32_t top = 0;
    double lo = corner[0].height, hi = lo;
    for (uint32_t i = 0, j = feature->count - 1; i < feature->count; j = i++) {
        double x = corner[j].at.x - corner[i].at.x, y = corner[j].at.y - corner[i].at.y;
        double h = corner[j].height - corner[i].height;
        nx += y * ((corner[j].height - corner[0].height) + (corner[i].height - corner[0].height));
        ny += h * ((corner[j].at.x - corner[0].at.x) + (corner[i].at.x - corner[0].at.x));
        nz += x * ((corner[j].at.y - corner[0].at.y) + (corner[i].at.y - corner[0].at.y));
        if (side == 0 ? corner[i].height > corner[top].height
                      : corner[i].height < corner[top].height)
            top = i;
        hi = tacti_max(hi, corner[i].height);
        lo = tacti_min(lo, corner[i].height);
    }
    set_extent(feature);
    double extent = tacti_max(feature->extent, hi - lo);
    double length = sqrt((nx * nx + ny * ny) + nz * nz);
    if (!(tacti_abs(nz) > STEEPEST * length && length > THINNEST * extent * extent)) {
        keep_edge(feature, side, frame, top);
        return;
    }
    feature->slope = (tact_vec2){-nx / nz, -ny / nz};
    feature->anchor = corner[top];
    if (nz < 0)
        turn_round(feature);
    set_lines(feature);
}

static void finish(tacti_contact_feature *feature, int side, const tacti_contact_frame *frame) {
    if (feature->count > 2)
        finish_polygon(feature, side, frame);
    else if (feature->count == 2)
        finish_edge(feature, side, frame);
    if (feature->count == 1)
        feature->extent = 0;
}

/* ---- Kinds of shapes ------------------------------------------------------------------------ */

static uint32_t box_edge(uint32_t from, uint32_t to) {
    TACTI_ASSERT((from ^ to) == 1 || (from ^ to) == 2 || (from ^ to) == 4);
    uint32_t axis = (from ^ to) >> 1; /* of bit 1, 2 or 4 */
    uint32_t next = (axis + 1) % 3, last = (axis + 2) % 3;
    return TACTI_FEATURE_EDGE_BIT | (4 * axis + (from >> next & 1) + 2 * (from >> last & 1));
}

static void set_box(const tacti_body *body, tact_vec3 m, int side, const tacti_contact_frame *frame,
                    tacti_contact_feature *out) {
    tact_vec3 size = tacti_vec3_abs(m);
    uint32_t axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    uint32_t positive = tacti_vec3_get(m, axis) > 0;
    uint32_t next = (axis + 1) % 3, last = (axis + 2) % 3, at[4];
    for (uint32_t i = 0; i < 4; i++)
        at[i] =
            positive << axis | (uint32_t)(i == 1 || i == 2) << next | (uint32_t)(i >= 2) << last;
    for (uint32_t i = 0; i < 4; i++) {
        tacti_contact_add_corner(body, side, frame, tacti_body_local(body, at[i]), out);
        out->corner[i].vertex = at[i];
        out->corner[i].edge = box_edge(at[i], at[(i + 1) % 4]);
    }
    out->face = TACTI_FEATURE_FACE_BIT | (2 * axis + positive);
}

/* A segment, a triangle, or a hull of one or two vertices: all vertices in order. */
static void set_flat(const tacti_body *body, tact_vec3 m, int side,
                     const tacti_contact_frame *frame, tacti_contact_feature *out) {
    TACTI_ASSERT(body->count <= 3);
    for (uint32_t i = 0; i < body->count; i++) {
        tacti_contact_add_corner(body, side, frame, tacti_body_local(body, i), out);
        out->corner[i].vertex = i;
        out->corner[i].edge = TACTI_FEATURE_EDGE_BIT | i;
    }
    out->face = TACTI_FEATURE_FACE_BIT;
    if (body->count < 3)
        return;
    tact_vec3 v = tacti_body_local(body, 0);
    tact_vec3 normal = tacti_vec3_cross(tacti_vec3_sub(tacti_body_local(body, 1), v),
                                        tacti_vec3_sub(tacti_body_local(body, 2), v));
    out->face |= tacti_vec3_dot(normal, m) < 0;
}

/* Corners around a circle at fixed angles, except that the one next to the point that is furthest
 * along m is moved there. So the polygon contains that point, and corners keep their names. */
static void add_rim(const tacti_body *body, double z, tact_vec3 m, int side,
                    const tacti_contact_frame *frame, tacti_contact_feature *out) {
    const double half = 0.70710678118654752;
    const double angle[RIM_CORNERS][2] = {{1, 0},  {half, half},   {0, 1},  {-half, half},
                                          {-1, 0}, {-half, -half}, {0, -1}, {half, -half}};
    double radius = body->shape->core.round.radius, across = sqrt(m.x * m.x + m.y * m.y);
    uint32_t nearest = 0;
    for (uint32_t i = 1; i < RIM_CORNERS; i++)
        if (m.x * angle[i][0] + m.y * angle[i][1] >
            m.x * angle[nearest][0] + m.y * angle[nearest][1])
            nearest = i;
    uint32_t first = body->kind == TACT_SHAPE_CYLINDER && z > 0 ? RIM_CORNERS : 0;
    for (uint32_t i = 0; i < RIM_CORNERS; i++) {
        tact_vec3 p = {radius * angle[i][0], radius * angle[i][1], z};
        if (i == nearest && across > 0x1p-50)
            p = (tact_vec3){radius * (m.x / across), radius * (m.y / across), z};
        tacti_contact_add_corner(body, side, frame, p, out);
        out->corner[i].vertex = first + i;
        out->corner[i].edge = TACTI_FEATURE_EDGE_BIT | (first + i);
    }
    out->face = TACTI_FEATURE_FACE_BIT | (first != 0);
}

/* A line on the side of a cylinder or cone. */
static void add_line(const tacti_body *body, const tact_vec3 end[2], uint32_t vertex, int side,
                     const tacti_contact_frame *frame, tacti_contact_feature *out) {
    for (uint32_t i = 0; i < 2; i++) {
        tacti_contact_add_corner(body, side, frame, end[i], out);
        out->corner[i].vertex = vertex + i;
        out->corner[i].edge = TACTI_FEATURE_EDGE_BIT | vertex;
    }
    out->radius = body->radius + body->shape->core.round.radius;
}

/* m has length 1 up to rounding. */
static void set_round(const tacti_body *body, tact_vec3 m, int side,
                      const tacti_contact_frame *frame, tacti_contact_feature *out) {
    double radius = body->shape->core.round.radius, height = body->shape->core.round.half_height;
    double across = sqrt(m.x * m.x + m.y * m.y);
    bool is_cone = body->kind == TACT_SHAPE_CONE;
    if (is_cone ? -m.z >= across : tacti_abs(m.z) >= across) {
        add_rim(body, m.z > 0 ? height : -height, m, side, frame, out);
        return;
    }
    /* Along the axis of a cone there is no foot: all lines end in the apex. */
    tact_vec3 foot = {0, 0, -height}, head = {0, 0, height};
    if (across > 0x1p-50) {
        foot.x = radius * (m.x / across);
        foot.y = radius * (m.y / across);
    }
    if (!is_cone) {
        head.x = foot.x;
        head.y = foot.y;
        add_line(body, (tact_vec3[2]){foot, head}, 2 * RIM_CORNERS, side, frame, out);
        return;
    }
    add_line(body, (tact_vec3[2]){head, foot}, RIM_CORNERS, side, frame, out);
    /* Near the axis rounding decides which line is furthest out, so that only the apex counts. */
    if (0.5 * height * m.z > radius * across)
        out->count = 1;
}

/* Sets the feature of body 0 or 1. */
static void set_feature(const tacti_bodies *bodies, int side, const tacti_contact_frame *frame,
                        tacti_contact_hint hint, tacti_contact_feature *out) {
    TACTI_ASSERT(side == 0 || side == 1);
    const tacti_body *body = &bodies->body[side];
    tact_vec3 out_of = side == 0 ? frame->n : tacti_vec3_scale(frame->n, -1);
    tact_vec3 m = tacti_turn_back(body->pose, out_of);
    out->count = 0;
    out->face = TACTI_FEATURE_FACE_BIT;
    out->radius = body->radius;
    switch (body->kind) {
    case TACT_SHAPE_BOX:
        set_box(body, m, side, frame, out);
        break;
    case TACT_SHAPE_SEGMENT:
    case TACT_SHAPE_TRIANGLE:
        set_flat(body, m, side, frame, out);
        break;
    case TACT_SHAPE_HULL:
        if (body->count < 3)
            set_flat(body, m, side, frame, out);
        else
            TACTI_LEVELED(tacti_contact_hull_face)(body, m, side, frame, hint, out);
        break;
    case TACT_SHAPE_CYLINDER:
    case TACT_SHAPE_CONE:
        set_round(body, m, side, frame, out);
        break;
    case TACT_SHAPE_HALF_SPACE:
        out->extent = tacti_infinity();
        return;
    default:
        out->count = 1;
        out->corner[0].vertex = 0;
        break;
    }
    finish(out, side, frame);
}

/* ---- All of it ------------------------------------------------------------------------------ */

void TACTI_LEVELED(tacti_contact_overlap_set)(const tacti_bodies *bodies,
                                              const tacti_contact_measure *measure,
                                              const tacti_contact_hint hint[2], bool strictly,
                                              tacti_contact_overlap *out) {
    const tacti_contact_hint none = {TACTI_CONTACT_UNKNOWN, TACTI_CONTACT_UNKNOWN};
    set_frame(bodies, measure->point, measure->normal, measure->separation, &out->frame);
    out->frame.is_hint = hint != NULL && (hint[0].face != TACTI_CONTACT_UNKNOWN ||
                                          hint[1].face != TACTI_CONTACT_UNKNOWN);
    for (int side = 0; side < 2; side++)
        set_feature(bodies, side, &out->frame, hint == NULL ? none : hint[side],
                    &out->feature[side]);
    TACTI_LEVELED(tacti_contact_clip)(&out->frame, out->feature, strictly, &out->spots);
}
