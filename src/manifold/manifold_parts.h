/* SPDX-License-Identifier: MIT */
/* The steps to a contact manifold: the normal and the deepest points of a pair (manifold.c); the
 * vertex, edge or face of each body that meets there (manifold_feature.c, manifold_hull.c); the
 * overlap of both, seen along the normal (manifold_clip.c); and the choice of its corners
 * (manifold_reduce.c). Gradients use the same steps to see whether the nearest points are unique.
 */
#ifndef TACTI_MANIFOLD_MANIFOLD_PARTS_H
#define TACTI_MANIFOLD_MANIFOLD_PARTS_H

#include "pair/pair.h"
#include "manifold/manifold.h"

#include "base/assert.h"
#include "base/inline.h"
#include "base/simd.h"
#include "shape/body.h"

/* Faces with more corners are reduced to this many. */
#define TACTI_CONTACT_CORNERS 16
/* The overlap of two such polygons has at most twice as many corners; rounding may add a few. */
#define TACTI_CONTACT_MOST 40

/* A pair of deepest or nearest points, and the frame in which features are compared: across the
 * normal, and along it. */
typedef struct tacti_contact_frame {
    tact_vec3 origin;  /* between the two points */
    tact_vec3 u, v, n; /* n is the normal, from a to b */
    double separation; /* of the two points along n */
    bool is_hint;      /* the points are those of a face's normal: if they are not above each
                          other, the deepest spot of the overlap takes their place */
    double rounding;   /* generous bound of the error of coordinates */
} tacti_contact_frame;

typedef struct tacti_corner {
    tact_vec2 at;    /* across the normal */
    double height;   /* along it, pushed out by the radius of the body */
    uint32_t vertex; /* as the caller sees it */
    uint32_t edge;   /* the one to the next corner */
} tacti_corner;

/* The lines of a polygon's edges, in the order of its corners: a place p is inside of one by
 * (x p.x + y p.y) - offset. */
typedef struct tacti_contact_lines {
    double x[TACTI_CONTACT_CORNERS], y[TACTI_CONTACT_CORNERS], offset[TACTI_CONTACT_CORNERS];
} tacti_contact_lines;

static inline double tacti_line_inside(const tacti_contact_lines *lines, uint32_t i, tact_vec2 at) {
    return (lines->x[i] * at.x + lines->y[i] * at.y) - lines->offset[i];
}

/* The feature of a body at its furthest point along the normal. */
typedef struct tacti_contact_feature {
    uint32_t count;  /* 0 a whole plane, 1 a point, 2 an edge, more a counterclockwise polygon */
    uint32_t face;   /* as the caller sees it */
    double extent;   /* the longer side of its bounding rectangle; infinite for a plane */
    double radius;   /* of an edge: radius of the curved surface around it */
    tact_vec2 slope; /* of a polygon: gradient of its height */
    tacti_corner anchor; /* of a polygon: its furthest corner along the normal */
    tacti_corner corner[TACTI_CONTACT_CORNERS];
    tacti_contact_lines lines; /* of a polygon */
} tacti_contact_feature;

/* A place where both features overlap, and their separation there. */
typedef struct tacti_contact_spot {
    tact_vec2 at;
    double height; /* of a */
    double separation;
    uint32_t feature[2];
} tacti_contact_spot;

typedef struct tacti_contact_spots {
    uint32_t count;
    tacti_contact_spot spot[TACTI_CONTACT_MOST];
} tacti_contact_spots;

/* What is known of the feature of a hull before it is searched for. */
#define TACTI_CONTACT_UNKNOWN UINT32_MAX
typedef struct tacti_contact_hint {
    uint32_t face;   /* the face, */
    uint32_t vertex; /* or the furthest vertex along the normal; TACTI_CONTACT_UNKNOWN if not known
                      */
} tacti_contact_hint;

/* The corners and the face of a hull of at least three vertices. m is the direction out, in the
 * frame of the hull. */
typedef void tacti_contact_hull_facer(const tacti_body *body, tact_vec3 m, int side,
                                      const tacti_contact_frame *frame, tacti_contact_hint hint,
                                      tacti_contact_feature *out);
TACTI_DECLARE_LEVELS(tacti_contact_hull_facer, tacti_contact_hull_face)

/* Adds a corner that is given in the body's own frame. */
TACTI_ALWAYS_INLINE void tacti_contact_add_corner(const tacti_body *body, int side,
                                                  const tacti_contact_frame *frame, tact_vec3 local,
                                                  tacti_contact_feature *out) {
    tact_vec3 p = tacti_vec3_sub(tacti_pose_place(body->pose, local), frame->origin);
    TACTI_ASSERT(out->count < TACTI_CONTACT_CORNERS);
    tacti_corner *corner = &out->corner[out->count++];
    corner->at.x = tacti_vec3_dot(frame->u, p);
    corner->at.y = tacti_vec3_dot(frame->v, p);
    corner->height = tacti_vec3_dot(frame->n, p) + (side == 0 ? body->radius : -body->radius);
}

/* The corners of the overlap of both features, with separations. If strictly, edges count as
 * parallel only up to a millionth. Compiled per SIMD level. */
typedef void tacti_contact_clip(const tacti_contact_frame *frame,
                                const tacti_contact_feature feature[2], bool strictly,
                                tacti_contact_spots *out);
TACTI_DECLARE_LEVELS(tacti_contact_clip, tacti_contact_clip)

/* Names the vertex, edge or face of each feature that a spot lies on. */
typedef void tacti_contact_namer(const tacti_contact_feature feature[2],
                                 tacti_contact_spots *spots);
TACTI_DECLARE_LEVELS(tacti_contact_namer, tacti_contact_name)

/* The distance or depth of a pair as one signed measure. */
typedef struct tacti_contact_measure {
    tact_outcome outcome;
    double separation;  /* the distance, or the depth times -1; -infinity for two half-spaces */
    double lower;       /* apart: a proven lower bound of the distance; else 0 */
    tact_vec3 normal;   /* from a to b, of length 1 */
    tact_vec3 point[2]; /* nearest or deepest, of a and of b */
    bool is_sure;       /* the search did not reach its limit */
} tacti_contact_measure;

/* Measures two valid shapes. Returns the statuses of tacti_convex_collide(). */
tact_status tacti_contact_measure_pair(const tacti_shape_at *a, const tacti_shape_at *b,
                                       tacti_convex_cache *cache, tacti_contact_measure *out);

/* The features that meet along a normal, and their overlap. */
typedef struct tacti_contact_overlap {
    tacti_contact_frame frame;
    tacti_contact_feature feature[2];
    tacti_contact_spots spots;
} tacti_contact_overlap;

/* The overlap of two bodies along the normal of a measure. If strictly, edges count as parallel
 * only up to a millionth. hint has what is known of each body; NULL if nothing is. */
typedef void tacti_contact_overlapper(const tacti_bodies *bodies,
                                      const tacti_contact_measure *measure,
                                      const tacti_contact_hint hint[2], bool strictly,
                                      tacti_contact_overlap *out);
TACTI_DECLARE_LEVELS(tacti_contact_overlapper, tacti_contact_overlap_set)
tacti_contact_overlapper tacti_contact_overlap_set;

/* Sets the points of a manifold and their number from an overlap. */
typedef void tacti_contact_filler(tacti_contact_overlap *overlap, double margin,
                                  tacti_manifold *out);
TACTI_DECLARE_LEVELS(tacti_contact_filler, tacti_contact_fill)
tacti_contact_filler *tacti_contact_fill_at(tact_simd_level level);

/* ---- A warm manifold ------------------------------------------------------------------------ */

/* What gives the normal again: a face, or an edge of each body. The cache receives it as its
 * reference; 0 if there is none. Edges are kept as the vertices of a simplex. */
void tacti_contact_keep(const tacti_bodies *bodies, const tacti_contact_overlap *overlap,
                        tacti_convex_cache *cache);

/* The reference of a cache that has edges: from vertex a[0] to a[1] of a, and from b[0] to b[1] of
 * b. */
#define TACTI_CONTACT_EDGES 0x80000000u

/* Measures two bodies along the normal that the reference of a cache gives, which is not 0. False
 * unless that proves the outcome, and that the separation is within TACTI_CONTACT_WARM of the best
 * one, relative to the thinner body; see manifold_warm.c and manifold_edges.c. */
typedef bool tacti_contact_recaller(const tacti_bodies *bodies, const tacti_convex_cache *cache,
                                    double margin, tacti_contact_measure *measure,
                                    tacti_contact_overlap *overlap);
TACTI_DECLARE_LEVELS(tacti_contact_recaller, tacti_contact_recall)
tacti_contact_recaller tacti_contact_recall;
/* The part of it for edges. */
TACTI_DECLARE_LEVELS(tacti_contact_recaller, tacti_contact_recall_edges)

/* Whether a body is a box or a hull with a volume. */
static inline bool tacti_contact_has_faces(const tacti_body *body) {
    return body->kind == TACT_SHAPE_BOX || (body->hull != NULL && body->hull->dimension == 3);
}

/* Sets the outcome from proven bounds of the cores' separation. False if they leave it open. */
static inline bool tacti_contact_decide(double radius, double lower, double upper,
                                        tact_outcome *out) {
    bool is_apart = lower > radius * (1 + 0x1p-50);
    *out = is_apart ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT;
    return is_apart || upper < radius * (1 - 0x1p-50);
}

/* How far a warm separation may be from the best one, relative to the lesser of the lengths from
 * each body's middle to its furthest point along the normal, measured along the normal. */
#define TACTI_CONTACT_WARM 1e-3

static inline double tacti_contact_extent(const tacti_contact_feature feature[2]) {
    return tacti_min(feature[0].extent, feature[1].extent);
}

#endif
