/* SPDX-License-Identifier: MIT */
/* The overlap of the features of two bodies, seen along the normal: one polygon, edge or point cut
 * by the other. Each corner of the overlap is a spot of contact, with the separation of both
 * features there and with the names of the vertices, edges or faces that it lies on.
 *
 * Names depend on nearness, not on how a corner came about: if two squares lie on each other up to
 * rounding, rounding decides whether a corner of the overlap is a vertex of the one, of the other,
 * or a crossing of edges. All of these are named by both vertices and become one. */
#include "base/lanes.h"
#include "base/simd.h"

#include "manifold/manifold_parts.h"

#include <math.h>

#include "base/assert.h"

/* A place is on a vertex or edge if it is nearer than this, relative to the extent of the smaller
 * feature. */
#define NEAR 0.0078125
/* Edges count as parallel if the sine of their directions is at most this and if they part by at
 * most CURVED of the radii of their surfaces. */
#define PARALLEL 0.02
#define CURVED 0.1
#define STRICTLY_PARALLEL 1e-6
/* TACTI_CONTACT_MOST, rounded up to whole vectors. */
#define PLACES 48
/* Up to this many places are taken one by one: they were just stored one by one, and a wide load
 * waits until such stores reach the cache. */
#define FEW 8

static double cross2(tact_vec2 a, tact_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

static double dot2(tact_vec2 a, tact_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

static tact_vec2 sub2(tact_vec2 a, tact_vec2 b) {
    return (tact_vec2){a.x - b.x, a.y - b.y};
}

/* The point at t on the way from a to b. */
static tact_vec2 between(tact_vec2 a, tact_vec2 b, double t) {
    return (tact_vec2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

static void add_spot(tacti_contact_spots *spots, tact_vec2 at) {
    if (spots->count < TACTI_CONTACT_MOST)
        spots->spot[spots->count++].at = at;
}

/* ---- Cuts ----------------------------------------------------------------------------------- */

/* Places beyond count are not set. */
typedef struct flat_polygon {
    uint32_t count;
    double x[PLACES], y[PLACES];
} flat_polygon;

static void add_corner(flat_polygon *polygon, double x, double y) {
    if (polygon->count < TACTI_CONTACT_MOST) {
        polygon->x[polygon->count] = x;
        polygon->y[polygon->count++] = y;
    }
}

/* cut() for at most FEW corners, whose order tells nothing about which of them are outside: both
 * corners that may follow are written, and branches do not depend on which of them count. */
static bool cut_few(const flat_polygon *in, const tacti_contact_lines *lines, uint32_t edge,
                    double slack, flat_polygon *out) {
    TACTI_ASSERT(in->count > 0 && in->count <= FEW && 2 * FEW <= TACTI_CONTACT_MOST);
    double by[FEW];
    bool is_any_out = false;
    const uint32_t count = in->count;
    for (uint32_t i = 0; i < count; i++) {
        by[i] = tacti_line_inside(lines, edge, (tact_vec2){in->x[i], in->y[i]}) + slack;
        is_any_out |= by[i] < 0;
    }
    if (!is_any_out)
        return false;
    uint32_t kept = 0, j = count - 1;
    double x = in->x[j], y = in->y[j], before = by[j];
    for (uint32_t i = 0; i < count; i++) {
        bool is_out = by[i] < 0;
        double t = before / (before - by[i]);
        out->x[kept] = x + t * (in->x[i] - x);
        out->y[kept] = y + t * (in->y[i] - y);
        kept += is_out != (before < 0);
        x = out->x[kept] = in->x[i];
        y = out->y[kept] = in->y[i];
        kept += !is_out;
        before = by[i];
    }
    out->count = kept;
    return true;
}

/* Cuts a polygon by an edge. Parts that are outside by less than slack stay. False, with out not
 * set, if nothing is outside. */
static bool cut(const flat_polygon *in, const tacti_contact_lines *lines, uint32_t edge,
                double slack, flat_polygon *out) {
    TACTI_ASSERT(in->count > 0 && in->count <= TACTI_CONTACT_MOST && in != out);
    if (in->count <= FEW)
        return cut_few(in, lines, edge, slack, out);
    const tacti_d8 x = tacti_d8_set(lines->x[edge]), y = tacti_d8_set(lines->y[edge]);
    const tacti_d8 offset = tacti_d8_set(lines->offset[edge]), more = tacti_d8_set(slack);
    double by[PLACES];
    uint64_t outside = 0;
    for (uint32_t i = 0; i < in->count; i += 8) {
        tacti_d8 along = tacti_d8_add(tacti_d8_mul(x, tacti_d8_load(in->x + i)),
                                      tacti_d8_mul(y, tacti_d8_load(in->y + i)));
        along = tacti_d8_add(tacti_d8_sub(along, offset), more);
        tacti_d8_store(by + i, along);
        outside |= (uint64_t)tacti_m8_bits(tacti_d8_gt(tacti_d8_set(0), along)) << i;
    }
    outside &= (UINT64_C(1) << in->count) - 1;
    if (outside == 0)
        return false;
    out->count = 0;
    for (uint32_t i = 0, j = in->count - 1; i < in->count; j = i++) {
        bool is_out = (outside >> i & 1) != 0;
        if (is_out != ((outside >> j & 1) != 0)) {
            double t = by[j] / (by[j] - by[i]);
            add_corner(out, in->x[j] + t * (in->x[i] - in->x[j]),
                       in->y[j] + t * (in->y[i] - in->y[j]));
        }
        if (!is_out)
            add_corner(out, in->x[i], in->y[i]);
    }
    return true;
}

static void cut_polygon(const tacti_contact_feature *a, const tacti_contact_feature *b,
                        double slack, tacti_contact_spots *out) {
    flat_polygon both[2], *in = &both[0], *next = &both[1];
    TACTI_ASSERT(a->count <= TACTI_CONTACT_CORNERS && b->count <= TACTI_CONTACT_CORNERS);
    in->count = a->count;
    for (uint32_t i = 0; i < a->count; i++) {
        in->x[i] = a->corner[i].at.x;
        in->y[i] = a->corner[i].at.y;
    }
    for (uint32_t i = 0; i < b->count && in->count > 0; i++)
        if (cut(in, &b->lines, i, slack, next)) {
            flat_polygon *swap = in;
            in = next;
            next = swap;
        }
    for (uint32_t i = 0; i < in->count; i++)
        add_spot(out, (tact_vec2){in->x[i], in->y[i]});
}

/* The part of an edge inside a polygon. */
static void cut_edge(const tacti_contact_feature *edge, const tacti_contact_feature *polygon,
                     double slack, tacti_contact_spots *out) {
    tact_vec2 from = edge->corner[0].at, to = edge->corner[1].at;
    double begin = 0, end = 1;
    for (uint32_t i = 0; i < polygon->count; i++) {
        double first = tacti_line_inside(&polygon->lines, i, from) + slack;
        double last = tacti_line_inside(&polygon->lines, i, to) + slack;
        if (first < 0 && last < 0)
            return;
        if (first < 0)
            begin = tacti_max(begin, first / (first - last));
        else if (last < 0)
            end = tacti_min(end, first / (first - last));
    }
    if (!(begin <= end))
        return;
    add_spot(out, begin > 0 ? between(from, to, begin) : from);
    add_spot(out, end < 1 ? between(from, to, end) : to);
}

/* The two ends of the overlap of parallel edges. Adds nothing for edges that are not parallel. */
static void cut_edges(const tacti_contact_feature *a, const tacti_contact_feature *b, bool strictly,
                      double slack, tacti_contact_spots *out) {
    tact_vec2 from = a->corner[0].at, way = sub2(a->corner[1].at, from);
    tact_vec2 other = sub2(b->corner[1].at, b->corner[0].at);
    double length = sqrt(dot2(way, way)), other_length = sqrt(dot2(other, other));
    double sine = tacti_abs(cross2(way, other)) / (length * other_length);
    if (!(sine <= (strictly ? STRICTLY_PARALLEL : PARALLEL)))
        return;
    double near = tacti_max(slack, strictly ? 0 : CURVED * (a->radius + b->radius));
    near = tacti_max(near, STRICTLY_PARALLEL * tacti_min(length, other_length));
    double t[2];
    for (int i = 0; i < 2; i++)
        t[i] = dot2(way, sub2(b->corner[i].at, from)) / (length * length);
    double begin = tacti_max(tacti_min(t[0], t[1]), 0), end = tacti_min(tacti_max(t[0], t[1]), 1);
    if (!(begin < end))
        return;
    tact_vec2 ends[2] = {between(from, a->corner[1].at, begin),
                         between(from, a->corner[1].at, end)};
    for (int i = 0; i < 2; i++)
        if (!(tacti_abs(cross2(other, sub2(ends[i], b->corner[0].at))) <= near * other_length))
            return;
    add_spot(out, ends[0]);
    add_spot(out, ends[1]);
}

static void find_spots(const tacti_contact_feature feature[2], bool strictly, double slack,
                       tacti_contact_spots *out) {
    const tacti_contact_feature *a = &feature[0], *b = &feature[1];
    if (a->count == 1 || b->count == 1 || (a->count == 0 && b->count == 0))
        return;
    if (a->count == 0 || b->count == 0) {
        const tacti_contact_feature *other = a->count == 0 ? b : a;
        for (uint32_t i = 0; i < other->count; i++)
            add_spot(out, other->corner[i].at);
    } else if (a->count == 2 && b->count == 2)
        cut_edges(a, b, strictly, slack, out);
    else if (a->count == 2)
        cut_edge(a, b, slack, out);
    else if (b->count == 2)
        cut_edge(b, a, slack, out);
    else
        cut_polygon(a, b, slack, out);
}

/* ---- Heights and names ---------------------------------------------------------------------- */

static double height_at(const tacti_contact_feature *feature, tact_vec2 at) {
    const tacti_corner *corner = feature->corner;
    TACTI_ASSERT(feature->count >= 2);
    if (feature->count == 2) {
        tact_vec2 way = sub2(corner[1].at, corner[0].at);
        double t = dot2(way, sub2(at, corner[0].at)) / dot2(way, way);
        return corner[0].height + t * (corner[1].height - corner[0].height);
    }
    return feature->anchor.height + dot2(feature->slope, sub2(at, feature->anchor.at));
}

/* The nearest vertex that a place is on, of the corners in mask; or UINT32_MAX. */
static uint32_t vertex_at(const tacti_contact_feature *feature, tact_vec2 at, uint32_t mask,
                          double near) {
    double least = near * near;
    uint32_t name = UINT32_MAX;
    for (; mask != 0; mask &= mask - 1) {
        const tacti_corner *corner = &feature->corner[__builtin_ctz(mask)];
        tact_vec2 way = sub2(at, corner->at);
        double square = dot2(way, way);
        name = square <= least ? corner->vertex : name;
        least = square <= least ? square : least;
    }
    return name;
}

/* The edges that a place is on, as bits. *nearest is the last one of those that are nearest. */
static uint32_t edges_at(const tacti_contact_feature *feature, tact_vec2 at, double near,
                         uint32_t *nearest) {
    const uint32_t count = feature->count;
    double least = near;
    uint32_t edges = 0;
    TACTI_ASSERT(count <= TACTI_CONTACT_CORNERS);
    if (count <= FEW) {
        for (uint32_t i = 0; i < count; i++) {
            double off = tacti_abs(tacti_line_inside(&feature->lines, i, at));
            edges |= (uint32_t)(off <= near) << i;
            *nearest = off <= least ? i : *nearest;
            least = off <= least ? off : least;
        }
        return edges;
    }
    const tacti_d8 x = tacti_d8_set(at.x), y = tacti_d8_set(at.y), limit = tacti_d8_set(near);
    for (uint32_t i = 0; i < count; i += 8) {
        tacti_d8 along = tacti_d8_add(tacti_d8_mul(tacti_d8_load(feature->lines.x + i), x),
                                      tacti_d8_mul(tacti_d8_load(feature->lines.y + i), y));
        tacti_d8 off = tacti_d8_abs(tacti_d8_sub(along, tacti_d8_load(feature->lines.offset + i)));
        edges |= tacti_m8_bits(tacti_d8_ge(limit, off)) << i;
    }
    edges &= (1U << count) - 1;
    for (uint32_t rest = edges; rest != 0; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(rest);
        double off = tacti_abs(tacti_line_inside(&feature->lines, i, at));
        *nearest = off <= least ? i : *nearest;
        least = off <= least ? off : least;
    }
    return edges;
}

/* The vertex or edge that a place is on, else the face. A place on a vertex is near both edges of
 * it. */
static uint32_t name_of(const tacti_contact_feature *feature, tact_vec2 at, double near) {
    const tacti_corner *corner = feature->corner;
    uint32_t count = feature->count, nearest = 0;
    if (count <= 1)
        return count == 0 ? feature->face : corner[0].vertex;
    if (count == 2) {
        uint32_t end = vertex_at(feature, at, 3, near);
        return end != UINT32_MAX ? end : corner[0].edge;
    }
    uint32_t edges = edges_at(feature, at, near, &nearest);
    uint32_t name = edges == 0 ? feature->face : corner[nearest].edge;
    uint32_t vertices = edges & (edges << 1 | edges >> (count - 1));
    if (vertices == 0)
        return name;
    uint32_t vertex = vertex_at(feature, at, vertices, near);
    return vertex != UINT32_MAX ? vertex : name;
}

void TACTI_LEVELED(tacti_contact_name)(const tacti_contact_feature feature[2],
                                       tacti_contact_spots *spots) {
    double near = NEAR * tacti_contact_extent(feature);
    for (uint32_t i = 0; i < spots->count; i++)
        for (int side = 0; side < 2; side++)
            spots->spot[i].feature[side] = name_of(&feature[side], spots->spot[i].at, near);
}

/* ---- All of it ------------------------------------------------------------------------------ */

void TACTI_LEVELED(tacti_contact_clip)(const tacti_contact_frame *frame,
                                       const tacti_contact_feature feature[2], bool strictly,
                                       tacti_contact_spots *out) {
    double least = tacti_infinity();
    out->count = 0;
    find_spots(feature, strictly, frame->rounding, out);
    for (uint32_t i = 0; i < out->count; i++) {
        tacti_contact_spot *spot = &out->spot[i];
        /* The deepest points give the height of a whole plane. */
        double height[2];
        for (int side = 0; side < 2; side++)
            height[side] = feature[side].count > 0 ? height_at(&feature[side], spot->at)
                                                   : (side - 0.5) * frame->separation;
        spot->height = height[0];
        /* No two points are deeper than the deepest. */
        spot->separation = tacti_max(height[1] - height[0], frame->separation);
        least = tacti_min(least, spot->separation);
    }
    if (least <= frame->separation + frame->rounding || (frame->is_hint && out->count > 0))
        return;
    /* The deepest points are not among the spots: edges cross, a feature is a point, or a rim is
     * curved. */
    if (out->count == TACTI_CONTACT_MOST)
        out->count--;
    TACTI_ASSERT(out->count < TACTI_CONTACT_MOST);
    out->spot[out->count++] =
        (tacti_contact_spot){{0, 0}, -0.5 * frame->separation, frame->separation, {0, 0}};
}
