/* SPDX-License-Identifier: MIT */
/* The distance between two triangles, with a proven error bound.
 *
 * Triangles that share a point (decided exactly) have distance 0. Otherwise the least of fifteen
 * candidates is taken: nine pairs of edges, and three corners against the face of the other on each
 * side. A candidate is a pair of points of the triangles given by parameters, so its distance can
 * only be too long. The bound holds because the nearest candidate's parameters are accurate enough.
 * docs/prim.md has the proof; [P1] to [P4] below mark what it needs of the code.
 *
 * The usual formulas fail for nearly parallel edges and needle triangles: a Gram determinant loses
 * angles between two edges below 1e-8, and a needle's normal may tilt by any angle. Here edge pairs
 * use cross products, which keep angles down to 1e-16 [P2], and the face test measures along the
 * longest edge and at right angles to it [P3].
 *
 * Rounding treats the two sides differently: coordinates are relative to a corner of the first, and
 * an edge pair is measured from the first edge. So the triangles are ordered by their coordinates
 * before anything is computed, and swapping a and b swaps the answer, bit by bit. */
#include <tact/prim.h>

#include "base/assert.h"
#include "math/vec.h"
#include "math/vec3x2.h"
#include "prim/intersect.h"

#include <math.h>

/* Before it is rounded, the distance errs by at most this times S, the largest extent of all six
 * corners along an axis: 120 units of 2^-53. Rounding it and its bounds takes less than 8 more. */
#define DISTANCE_ERROR 0x78p-53

/* With S between these limits no product on the way overflows, and what underflows is far below the
 * error bound. */
#define LEAST_SIZE 0x1p-100
#define MOST_SIZE 0x1p100

/* ---- Local coordinates -------------------------------------------------------------------- */

/* Both triangles relative to a corner of a, with the edges that all candidates use [P1]. */
typedef struct local_triangle {
    tact_vec3 v[3];
    tact_vec3 edge[3];     /* v[(i + 1) % 3] - v[i] */
    double edge_square[3]; /* its squared length */
} local_triangle;

static double largest_extent(const tact_triangle *a, const tact_triangle *b) {
    tact_vec3 lo = a->v[0], hi = a->v[0];
    for (int i = 0; i < 3; i++) {
        lo = tacti_vec3_min(tacti_vec3_min(lo, a->v[i]), b->v[i]);
        hi = tacti_vec3_max(tacti_vec3_max(hi, a->v[i]), b->v[i]);
    }
    return tacti_max(tacti_max(hi.x - lo.x, hi.y - lo.y), hi.z - lo.z);
}

static local_triangle local_from(const tact_triangle *t, tact_vec3 origin, double scale) {
    local_triangle local;
    for (int i = 0; i < 3; i++)
        local.v[i] = tacti_vec3_scale(tacti_vec3_sub(t->v[i], origin), scale);
    for (int i = 0; i < 3; i++) {
        local.edge[i] = tacti_vec3_sub(local.v[(i + 1) % 3], local.v[i]);
        local.edge_square[i] = tacti_vec3_dot(local.edge[i], local.edge[i]);
    }
    return local;
}

/* ---- Candidates --------------------------------------------------------------------------- */

/* A point of a triangle: its part, and weights of the corners that sum to 1. */
typedef struct location {
    tact_feature feature;
    double weight[3];
} location;

typedef struct candidate {
    double square; /* squared distance of the two points */
    location at[2];
} candidate;

static location location_on_edge(int edge, double t) {
    TACTI_ASSERT(edge >= 0 && edge < 3);
    location at = {TACT_FEATURE_EDGE_0 + (tact_feature)edge, {0, 0, 0}};
    int next = (edge + 1) % 3;
    if (t == 0)
        at.feature = (tact_feature)edge;
    else if (t == 1)
        at.feature = (tact_feature)next;
    at.weight[edge] = 1 - t;
    at.weight[next] = t;
    return at;
}

/* The candidates are computed two at a time, in lanes, and all of them before the nearest is
 * chosen: a branch for each would be mispredicted. */
typedef struct candidates {
    double edge_square[10], s[10], t[10]; /* edge i of a and edge j of b at 3 i + j; 9 repeats 8 */
    double face_square[3][2];             /* corner i of side 1 - s and the face of s at [i][s] */
    double apex_weight[3][2], end_weight[3][2];
} candidates;

/* p / q clamped to [0, 1], or 0 if q is not positive. */
TACTI_ALWAYS_INLINE tacti_d2 unit_ratio(tacti_d2 p, tacti_d2 q) {
    tacti_d2 ratio = tacti_d2_min(tacti_d2_div(p, q), tacti_d2_set(1));
    return tacti_d2_where_positive(q, tacti_d2_max(tacti_d2_set(0), ratio));
}

/* Edge i of a against edge j of b, for two pairs: the parameter on a's line by cross products [P2],
 * then the nearest point of b's edge to it, then the nearest point of a's edge to that. */
TACTI_ALWAYS_INLINE void try_edges(const local_triangle *a, const local_triangle *b, int at,
                                   candidates *all) {
    TACTI_ASSERT(at >= 0 && at <= 8);
    int i0 = at / 3, j0 = at % 3, i1 = at < 8 ? (at + 1) / 3 : i0, j1 = at < 8 ? (at + 1) % 3 : j0;
    tacti_vec3x2 d = tacti_vec3x2_of(&a->edge[i0], &a->edge[i1]);
    tacti_vec3x2 e = tacti_vec3x2_of(&b->edge[j0], &b->edge[j1]);
    tacti_d2 d_square = tacti_d2_make(a->edge_square[i0], a->edge_square[i1]);
    tacti_d2 e_square = tacti_d2_make(b->edge_square[j0], b->edge_square[j1]);
    tacti_vec3x2 r = tacti_vec3x2_sub(tacti_vec3x2_of(&b->v[j0], &b->v[j1]),
                                      tacti_vec3x2_of(&a->v[i0], &a->v[i1]));
    tacti_vec3x2 normal = tacti_vec3x2_cross(d, e);
    tacti_d2 s = unit_ratio(tacti_vec3x2_dot(tacti_vec3x2_cross(r, e), normal),
                            tacti_vec3x2_dot(normal, normal));
    tacti_vec3x2 from_b = tacti_vec3x2_sub(tacti_vec3x2_scale(d, s), r);
    tacti_d2 t = unit_ratio(tacti_vec3x2_dot(from_b, e), e_square);
    tacti_vec3x2 from_a = tacti_vec3x2_add(tacti_vec3x2_scale(e, t), r);
    s = unit_ratio(tacti_vec3x2_dot(from_a, d), d_square);
    tacti_vec3x2 gap = tacti_vec3x2_sub(from_a, tacti_vec3x2_scale(d, s));
    tacti_d2_store(all->edge_square + at, tacti_vec3x2_dot(gap, gap));
    tacti_d2_store(all->s + at, s);
    tacti_d2_store(all->t + at, t);
}

/* Rectangular coordinates in a triangle's plane: along the longest edge, and at right angles to it
 * towards the opposite corner [P3]. */
typedef struct face_frame {
    int start, end, apex;      /* corners: the longest edge, and the third */
    double length, height;     /* of the longest edge, and of the apex over it */
    double apex_along;         /* the apex's coordinate along the edge */
    tact_vec3 along, across;   /* unit vectors */
    tact_vec3 to_end, to_apex; /* from the start */
} face_frame;

/* False if the triangle has nearly no area; the candidates of its edges are then enough. */
static bool face_frame_make(const local_triangle *t, face_frame *frame) {
    int longest = 0;
    for (int i = 1; i < 3; i++)
        if (t->edge_square[i] > t->edge_square[longest])
            longest = i;
    frame->start = longest;
    frame->end = (longest + 1) % 3;
    frame->apex = (longest + 2) % 3;
    frame->length = sqrt(t->edge_square[longest]);
    if (!(frame->length > 0))
        return false;
    frame->to_end = t->edge[longest];
    frame->to_apex = tacti_vec3_sub(t->v[frame->apex], t->v[frame->start]);
    frame->along = tacti_vec3_scale(frame->to_end, 1 / frame->length);
    /* Removing the part along the edge twice leaves a right angle even in a needle. */
    double along = tacti_vec3_dot(frame->to_apex, frame->along);
    tact_vec3 rest = tacti_vec3_sub(frame->to_apex, tacti_vec3_scale(frame->along, along));
    double more = tacti_vec3_dot(rest, frame->along);
    rest = tacti_vec3_sub(rest, tacti_vec3_scale(frame->along, more));
    frame->height = sqrt(tacti_vec3_dot(rest, rest));
    if (!(frame->height > 0))
        return false;
    frame->apex_along = along + more;
    frame->across = tacti_vec3_scale(rest, 1 / frame->height);
    return true;
}

/* Corner i of each side against the face of the other. */
TACTI_ALWAYS_INLINE void try_corner_and_face(const local_triangle *const side[2],
                                             const face_frame frame[2], int i, candidates *all) {
    const face_frame *f = &frame[0], *g = &frame[1];
    tacti_vec3x2 corner = tacti_vec3x2_of(&side[1]->v[i], &side[0]->v[i]);
    tacti_vec3x2 start = tacti_vec3x2_of(&side[0]->v[f->start], &side[1]->v[g->start]);
    tacti_vec3x2 r = tacti_vec3x2_sub(corner, start);
    tacti_d2 x = tacti_vec3x2_dot(r, tacti_vec3x2_of(&f->along, &g->along));
    tacti_d2 y = tacti_vec3x2_dot(r, tacti_vec3x2_of(&f->across, &g->across));
    tacti_d2 apex_along = tacti_d2_make(f->apex_along, g->apex_along);
    tacti_d2 apex_weight = tacti_d2_div(y, tacti_d2_make(f->height, g->height));
    tacti_d2 end_weight = tacti_d2_div(tacti_d2_sub(x, tacti_d2_mul(apex_weight, apex_along)),
                                       tacti_d2_make(f->length, g->length));
    tacti_vec3x2 to_end = tacti_vec3x2_of(&f->to_end, &g->to_end);
    tacti_vec3x2 to_apex = tacti_vec3x2_of(&f->to_apex, &g->to_apex);
    tacti_vec3x2 foot = tacti_vec3x2_add(tacti_vec3x2_scale(to_end, end_weight),
                                         tacti_vec3x2_scale(to_apex, apex_weight));
    tacti_vec3x2 gap = tacti_vec3x2_sub(r, foot);
    tacti_d2_store(all->face_square[i], tacti_vec3x2_dot(gap, gap));
    tacti_d2_store(all->apex_weight[i], apex_weight);
    tacti_d2_store(all->end_weight[i], end_weight);
}

/* Whether the foot of corner i on the face of side s lies inside. */
static inline bool is_foot_inside(const candidates *all, int s, int i) {
    double apex_weight = all->apex_weight[i][s], end_weight = all->end_weight[i][s];
    return (apex_weight >= 0) & (end_weight >= 0) & (apex_weight + end_weight <= 1);
}

static candidate edge_candidate(const candidates *all, int at) {
    return (candidate){
        all->edge_square[at],
        {location_on_edge(at / 3, all->s[at]), location_on_edge(at % 3, all->t[at])}};
}

/* Corner i of side 1 - s and the face of s. */
static candidate face_candidate(const candidates *all, const face_frame *frame, int s, int i) {
    double apex_weight = all->apex_weight[i][s], end_weight = all->end_weight[i][s];
    candidate best = {all->face_square[i][s],
                      {{TACT_FEATURE_FACE, {0, 0, 0}}, {TACT_FEATURE_FACE, {0, 0, 0}}}};
    best.at[s].weight[frame->start] = 1 - (apex_weight + end_weight);
    best.at[s].weight[frame->end] = end_weight;
    best.at[s].weight[frame->apex] = apex_weight;
    best.at[1 - s] = location_on_edge(i, 0);
    return best;
}

/* The first of equally near candidates. */
static candidate nearest_candidate(const local_triangle *a, const local_triangle *b) {
    const local_triangle *const side[2] = {a, b};
    candidates all;
    for (int at = 0; at < 9; at += 2)
        try_edges(a, b, at, &all);
    face_frame frame[2] = {{0}, {0}};
    bool has_frame[2] = {face_frame_make(a, &frame[0]), face_frame_make(b, &frame[1])};
    for (int i = 0; i < 3; i++)
        try_corner_and_face(side, frame, i, &all);
    double least = HUGE_VAL;
    int nearest = -1;
    for (int at = 0; at < 15; at++) {
        int s = at / 12, i = at % 3;
        bool is_one = at < 9 || (has_frame[s] & is_foot_inside(&all, s, i));
        double square = at < 9 ? all.edge_square[at] : all.face_square[i][s];
        bool is_nearer = is_one & (square < least);
        least = is_nearer ? square : least;
        nearest = is_nearer ? at : nearest;
    }
    if (nearest < 0)
        return (candidate){HUGE_VAL,
                           {{TACT_FEATURE_FACE, {1, 0, 0}}, {TACT_FEATURE_FACE, {1, 0, 0}}}};
    if (nearest < 9)
        return edge_candidate(&all, nearest);
    return face_candidate(&all, &frame[nearest / 12], nearest / 12, nearest % 3);
}

/* ---- Results ------------------------------------------------------------------------------ */

/* Clamped to the triangle's box, because rounded weights could give a point outside it. */
static tact_vec3 point_at(const tact_triangle *t, const location *at) {
    const tact_vec3 *v = t->v;
    tact_vec3 p = tacti_vec3_scale(v[0], at->weight[0]);
    p = tacti_vec3_add(p, tacti_vec3_scale(v[1], at->weight[1]));
    p = tacti_vec3_add(p, tacti_vec3_scale(v[2], at->weight[2]));
    tact_vec3 lo = tacti_vec3_min(v[0], tacti_vec3_min(v[1], v[2]));
    tact_vec3 hi = tacti_vec3_max(v[0], tacti_vec3_max(v[1], v[2]));
    return tacti_vec3_max(lo, tacti_vec3_min(hi, p));
}

static tact_gap gap_of_contact(const tact_triangle *a, const tact_triangle *b) {
    tact_overlap overlap = tact_triangle_intersect(a, b);
    const tact_overlap_point *p = &overlap.points[0];
    return (tact_gap){0, 0, 0, p->position, p->position, p->a, p->b};
}

/* The power of two that brings an extent into the range of the kernel; 1 if it is already there. */
static double scale_for(double extent) {
    if (extent >= LEAST_SIZE && extent <= MOST_SIZE)
        return 1;
    int exponent = tacti_exponent(extent);
    return tacti_power_of_two(exponent < -1022 ? 1022 : -exponent);
}

/* The gap of triangles that do not meet, from their nearest candidate in scaled coordinates. */
static tact_gap gap_from(const tact_triangle *a, const tact_triangle *b, const candidate *best,
                         double extent, double scale) {
    double distance = sqrt(best->square);
    double error = DISTANCE_ERROR * (extent * scale); /* [P4] */
    /* For so close a pair only the exact verdict shows that the distance is not 0. */
    if (distance == 0)
        distance = 0x1p-7 * error;
    double lower = distance > error ? distance - error : 0;
    tact_gap gap = {distance / scale,           lower / scale,
                    (distance + error) / scale, point_at(a, &best->at[0]),
                    point_at(b, &best->at[1]),  best->at[0].feature,
                    best->at[1].feature};
    if (scale != 1) {
        /* Scaling back may have rounded to a subnormal number. */
        gap.distance = tacti_max(gap.distance, tacti_next_up(0));
        gap.lower = tacti_max(0, tacti_next_down(gap.lower));
        gap.upper = tacti_next_up(gap.upper);
    }
    return gap;
}

/* The gap of triangles that do not meet and whose extent is finite and not 0. */
static tact_gap gap_of_separate(const tact_triangle *a, const tact_triangle *b, double extent) {
    double scale = scale_for(extent);
    local_triangle local_a = local_from(a, a->v[0], scale);
    local_triangle local_b = local_from(b, a->v[0], scale);
    candidate best = nearest_candidate(&local_a, &local_b);
    return gap_from(a, b, &best, extent, scale);
}

static tact_triangle quarter(const tact_triangle *t) {
    return (tact_triangle){{tacti_vec3_scale(t->v[0], 0.25), tacti_vec3_scale(t->v[1], 0.25),
                            tacti_vec3_scale(t->v[2], 0.25)}};
}

/* Whether b goes before a: by the first coordinate that differs, x of corner 0 first. */
static bool is_second_first(const tact_triangle *a, const tact_triangle *b) {
    const double *x = &a->v[0].x, *y = &b->v[0].x;
    for (int i = 0; i < 9; i++)
        if (x[i] != y[i])
            return y[i] < x[i];
    return false;
}

static tact_gap swapped(const tact_gap *gap) {
    return (tact_gap){gap->distance, gap->lower,     gap->upper,    gap->point_b,
                      gap->point_a,  gap->feature_b, gap->feature_a};
}

/* The gap of triangles that are already ordered. */
static tact_gap distance_in_order(const tact_triangle *a, const tact_triangle *b) {
    if (tact_triangle_overlaps(a, b))
        return gap_of_contact(a, b);
    double extent = largest_extent(a, b);
    if (extent <= DBL_MAX)
        return gap_of_separate(a, b, extent);
    /* The extent overflows, so all coordinates are divided by four. */
    tact_triangle small_a = quarter(a), small_b = quarter(b);
    tact_gap gap = gap_of_separate(&small_a, &small_b, largest_extent(&small_a, &small_b));
    gap.distance *= 4;
    gap.lower = tacti_min(gap.lower * 4, DBL_MAX); /* the true distance may be beyond it */
    gap.upper *= 4;
    gap.point_a = tacti_vec3_scale(gap.point_a, 4);
    gap.point_b = tacti_vec3_scale(gap.point_b, 4);
    return gap;
}

tact_gap tact_triangle_distance(const tact_triangle *a, const tact_triangle *b) {
    if (!is_second_first(a, b))
        return distance_in_order(a, b);
    tact_gap gap = distance_in_order(b, a);
    return swapped(&gap);
}

/* ---- A point ------------------------------------------------------------------------------ */

/* nearest_candidate() for a triangle that is one point, p. Its edges are 0, so only the three edges
 * of a and its face are left. The operations are the same. */
static candidate nearest_to_point(const local_triangle *a, tact_vec3 p) {
    const location corner = {TACT_FEATURE_VERTEX_0, {1, 0, 0}};
    candidate best = {HUGE_VAL, {{TACT_FEATURE_FACE, {1, 0, 0}}, {TACT_FEATURE_FACE, {1, 0, 0}}}};
    for (int i = 0; i < 3; i++) {
        tact_vec3 r = tacti_vec3_sub(p, a->v[i]), d = a->edge[i];
        double s = 0;
        if (a->edge_square[i] > 0)
            s = tacti_max(0, tacti_min(tacti_vec3_dot(r, d) / a->edge_square[i], 1));
        tact_vec3 gap = tacti_vec3_sub(r, tacti_vec3_scale(d, s));
        double square = tacti_vec3_dot(gap, gap);
        if (square < best.square)
            best = (candidate){square, {location_on_edge(i, s), corner}};
    }
    face_frame frame;
    if (!face_frame_make(a, &frame))
        return best;
    tact_vec3 r = tacti_vec3_sub(p, a->v[frame.start]);
    double apex = tacti_vec3_dot(r, frame.across) / frame.height;
    double end = (tacti_vec3_dot(r, frame.along) - apex * frame.apex_along) / frame.length;
    tact_vec3 foot =
        tacti_vec3_add(tacti_vec3_scale(frame.to_end, end), tacti_vec3_scale(frame.to_apex, apex));
    tact_vec3 gap = tacti_vec3_sub(r, foot);
    double square = tacti_vec3_dot(gap, gap);
    if (apex >= 0 && end >= 0 && apex + end <= 1 && square < best.square) {
        best = (candidate){square, {{TACT_FEATURE_FACE, {0, 0, 0}}, corner}};
        best.at[0].weight[frame.start] = 1 - (apex + end);
        best.at[0].weight[frame.end] = end;
        best.at[0].weight[frame.apex] = apex;
    }
    return best;
}

tact_gap tact_triangle_distance_point(const tact_triangle *a, tact_vec3 point) {
    tact_triangle flat = {{point, point, point}};
    double extent = largest_extent(a, &flat);
    if (extent >= LEAST_SIZE && extent <= MOST_SIZE) {
        local_triangle local = local_from(a, a->v[0], 1);
        candidate best = nearest_to_point(&local, tacti_vec3_sub(point, a->v[0]));
        /* A distance beyond the error proves that they do not meet. */
        if (best.square > (2 * DISTANCE_ERROR * extent) * (2 * DISTANCE_ERROR * extent))
            return gap_from(a, &flat, &best, extent, 1);
    }
    tact_gap gap = distance_in_order(a, &flat);
    gap.feature_b = TACT_FEATURE_VERTEX_0;
    return gap;
}

/* ---- A segment ---------------------------------------------------------------------------- */

tact_gap tact_triangle_distance_segment(const tact_triangle *a, tact_segment segment) {
    tact_triangle flat = {{segment.a, segment.b, segment.b}};
    tact_gap gap = tact_triangle_distance(a, &flat);
    /* Corner 2 is the same as corner 1, and every other part is the segment's only edge. */
    if (gap.feature_b == TACT_FEATURE_VERTEX_2)
        gap.feature_b = TACT_FEATURE_VERTEX_1;
    else if (gap.feature_b > TACT_FEATURE_VERTEX_2)
        gap.feature_b = TACT_FEATURE_EDGE_0;
    return gap;
}
