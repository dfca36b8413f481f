/* SPDX-License-Identifier: MIT */
/* The expanding polytope grows, compiled for each SIMD level: the support point along the normal of
 * the nearest face is added, faces that it sees are removed, and the hole is closed by triangles to
 * it (van den Bergen, "Proximity queries and penetration depth computation on 3D game objects",
 * 2001). See depth.h.
 *
 * A face sees a point where the sign of the volume is positive, exactly. A point that some face
 * sees is outside of the polytope; the faces that see it are a disc, as they would if faces in
 * whose plane it lies were tilted away; and it lies on the line of no edge around the disc, since
 * it would then be in the plane of the face inside. So the new triangles have an area, and with
 * them the surface is that of the hull of all points. */
#include "convex/depth.h"

#include <math.h>

#include "base/inline.h"
#include "base/lanes.h"
#include "base/simd.h"
#include "exact/det.h"

/* The search ends where the bounds differ by less than this of the depth. */
#define TOLERANCE 0x1p-33

/* Below this part of the product of two sides, plain rounding may leave nothing of a normal. */
#define THINNEST 0x1p-40

/* ---- Planes of faces ----------------------------------------------------------------------
 *
 * u = 2^-53. With b and c the rounded sides from the apex p and B, C the sums of the magnitudes of
 * their coordinates, n = b x c errs by at most 4.01 u B C in the sum of its coordinates: four
 * roundings of each product, of which no two take the same axes. n . p errs by at most that times
 * the largest coordinate of p, and by three roundings of terms that sum to at most B C times it; so
 * by less than 9 u B C |p|, and the length of n by a factor of 1 +- 4.01 u B C / |n| and some
 * roundings. Underflow is covered by what 9 u exceeds 7.01 u by, and by 2^-1000. */
typedef struct new_faces {
    double u[3][8], v[3][8]; /* corners besides the apex */
    uint8_t slot[8];
} new_faces;

TACTI_ALWAYS_INLINE tacti_d8 dot8(const tacti_d8 a[3], const tacti_d8 b[3]) {
    return tacti_d8_add(tacti_d8_add(tacti_d8_mul(a[0], b[0]), tacti_d8_mul(a[1], b[1])),
                        tacti_d8_mul(a[2], b[2]));
}

TACTI_ALWAYS_INLINE tacti_d8 sum8(const tacti_d8 a[3]) {
    return tacti_d8_add(tacti_d8_add(tacti_d8_abs(a[0]), tacti_d8_abs(a[1])), tacti_d8_abs(a[2]));
}

/* The planes of up to eight new faces with one apex, p. */
static void set_planes(tacti_expansion *e, const new_faces *faces, uint32_t count, tact_vec3 apex) {
    tacti_d8 p[3] = {tacti_d8_set(apex.x), tacti_d8_set(apex.y), tacti_d8_set(apex.z)};
    tacti_d8 b[3], c[3], n[3];
    for (int k = 0; k < 3; k++) {
        b[k] = tacti_d8_sub(tacti_d8_load(faces->u[k]), p[k]);
        c[k] = tacti_d8_sub(tacti_d8_load(faces->v[k]), p[k]);
    }
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = tacti_d8_sub(tacti_d8_mul(b[i], c[j]), tacti_d8_mul(b[j], c[i]));
    }
    tacti_d8 reach = tacti_d8_mul(sum8(b), sum8(c));
    tacti_d8 length = tacti_d8_sqrt(dot8(n, n));
    tacti_d8 error = tacti_d8_add(tacti_d8_mul(reach, tacti_d8_set(0x9p-53 * tacti_sum_of(apex))),
                                  tacti_d8_set(0x1p-1000));
    tacti_d8 inverse = tacti_d8_div(tacti_d8_set(1), length);
    tacti_d8 lower = tacti_d8_mul(tacti_d8_sub(dot8(n, p), error), inverse);
    tacti_d8 factor = tacti_d8_add(
        tacti_d8_mul(tacti_d8_mul(reach, inverse), tacti_d8_set(0x5p-53)), tacti_d8_set(0x1p-50));
    lower = tacti_d8_sub(lower, tacti_d8_mul(tacti_d8_abs(lower), factor));
    uint32_t good = tacti_m8_bits(tacti_d8_gt(length, tacti_d8_mul(reach, tacti_d8_set(THINNEST))));
    double out[5][8];
    for (int k = 0; k < 3; k++)
        tacti_d8_store(out[k], n[k]);
    tacti_d8_store(out[3], lower);
    tacti_d8_store(out[4], reach);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t face = faces->slot[i];
        for (int k = 0; k < 3; k++)
            e->normal[k][face] = out[k][i];
        e->lower[face] = out[3][i];
        e->reach[face] = out[4][i];
        if (!(good >> i & 1))
            tacti_depth_thin_face(e, face);
    }
}

/* ---- Seeing ------------------------------------------------------------------------------- */

/* Whether the face sees the point: it is beyond the plane, exactly. The bound is that of
 * tacti_orient3d(), whose arithmetic this is (exact/det.h); thin faces have a normal with a better
 * one. */
TACTI_ALWAYS_INLINE bool face_sees(const tacti_expansion *e, uint32_t face, const tact_vec3 *w) {
    const uint8_t *corner = e->corner[face];
    tact_vec3 d = tacti_vec3_sub(*w, e->point[corner[2]].w);
    double det = tacti_vec3_dot(tacti_depth_normal(e, face), d);
    if (tacti_abs(det) > tacti_det3_bound(e->reach[face], tacti_sum_of(d)))
        return det > 0;
    return tacti_orient3d_exact(&e->point[corner[0]].w, &e->point[corner[1]].w,
                                &e->point[corner[2]].w, w) > 0;
}

/* The face with the least lower bound. */
TACTI_ALWAYS_INLINE uint32_t nearest_face(const tacti_expansion *e) {
    tacti_d8 best = tacti_d8_load(e->lower), where = tacti_d8_set(0);
    for (uint32_t i = 8; i < e->face_count; i += 8) {
        tacti_d8 next = tacti_d8_load(e->lower + i);
        where = tacti_d8_select(tacti_d8_gt(best, next), tacti_d8_set((double)i), where);
        best = tacti_d8_min(next, best);
    }
    double value[8], block[8];
    tacti_d8_store(value, best);
    tacti_d8_store(block, where);
    uint32_t at = (uint32_t)block[0];
    double least = value[0];
    for (uint32_t i = 1; i < 8; i++) {
        at = value[i] < least ? (uint32_t)block[i] + i : at;
        least = tacti_min(value[i], least);
    }
    return at;
}

/* ---- Growing ------------------------------------------------------------------------------ */

/* The edges around the faces that see the new point: from and to in the order of the face that is
 * removed, and the face beyond. */
typedef struct rim {
    uint32_t count;
    struct {
        uint8_t from, to, beyond;
    } edge[TACTI_DEPTH_FACES];
} rim;

/* Finds all faces that see the point, beginning with one, and frees them. */
static void remove_seeing(tacti_expansion *e, uint32_t first, rim *out) {
    uint16_t sees = (uint16_t)(2 * e->point_count), not_sees = (uint16_t)(sees + 1);
    const tact_vec3 *w = &e->point[e->point_count].w;
    uint32_t begin = e->free_count, done = begin;
    out->count = 0;
    e->mark[first] = sees;
    e->free[e->free_count++] = (uint8_t)first;
    while (done < e->free_count) {
        uint32_t face = e->free[done++];
        e->lower[face] = tacti_infinity();
        for (int i = 0; i < 3; i++) {
            uint32_t other = e->next[face][i];
            if (e->mark[other] == sees)
                continue;
            if (e->mark[other] != not_sees) {
                if (face_sees(e, other, w)) {
                    e->mark[other] = sees;
                    e->free[e->free_count++] = (uint8_t)other;
                    continue;
                }
                e->mark[other] = not_sees;
            }
            out->edge[out->count].from = e->corner[face][i];
            out->edge[out->count].to = e->corner[face][i == 2 ? 0 : i + 1];
            out->edge[out->count].beyond = (uint8_t)other;
            out->count++;
        }
    }
}

static uint32_t take_slot(tacti_expansion *e) {
    if (e->free_count > 0)
        return e->free[--e->free_count];
    if (e->face_count % 8 == 0)
        for (uint32_t i = 0; i < 8; i++)
            e->lower[e->face_count + i] = tacti_infinity();
    return e->face_count++;
}

/* The edge of a face that begins at a corner. */
TACTI_ALWAYS_INLINE uint32_t edge_from(const tacti_expansion *e, uint32_t face, uint32_t corner) {
    return e->corner[face][0] == corner ? 0 : e->corner[face][1] == corner ? 1 : 2;
}

/* Closes the hole with triangles to the new point. */
static void close_hole(tacti_expansion *e, const rim *edges) {
    uint8_t begins[TACTI_DEPTH_POINTS]; /* the new face on the edge from a point */
    uint8_t slots[TACTI_DEPTH_FACES];
    uint32_t apex = e->point_count++;
    tact_vec3 p = e->point[apex].w;
    new_faces faces;
    uint32_t filled = 0;
    for (uint32_t i = 0; i < edges->count; i++) {
        uint32_t face = take_slot(e), beyond = edges->edge[i].beyond;
        uint32_t from = edges->edge[i].from, to = edges->edge[i].to;
        slots[i] = (uint8_t)face;
        begins[from] = (uint8_t)face;
        e->corner[face][0] = (uint8_t)from;
        e->corner[face][1] = (uint8_t)to;
        e->corner[face][2] = (uint8_t)apex;
        e->next[face][0] = (uint8_t)beyond;
        e->mark[face] = 0;
        e->next[beyond][edge_from(e, beyond, to)] = (uint8_t)face;
        const tact_vec3 *u = &e->point[from].w, *v = &e->point[to].w;
        faces.u[0][filled] = u->x, faces.u[1][filled] = u->y, faces.u[2][filled] = u->z;
        faces.v[0][filled] = v->x, faces.v[1][filled] = v->y, faces.v[2][filled] = v->z;
        faces.slot[filled++] = (uint8_t)face;
        if (filled == 8 || i + 1 == edges->count) {
            for (uint32_t k = filled; k < 8; k++)
                for (int axis = 0; axis < 3; axis++) {
                    faces.u[axis][k] = faces.u[axis][0];
                    faces.v[axis][k] = faces.v[axis][0];
                }
            set_planes(e, &faces, filled, p);
            filled = 0;
        }
    }
    for (uint32_t i = 0; i < edges->count; i++) {
        uint8_t face = slots[i], other = begins[e->corner[face][1]];
        e->next[face][1] = other;
        e->next[other][2] = face;
    }
}

/* ---- The search --------------------------------------------------------------------------- */

/* Faces of the tetrahedron of the first four points; the last is beneath the plane of the others,
 * in whose order they are counterclockwise seen from outside. */
static void set_first_faces(tacti_expansion *e) {
    static const uint8_t corners[4][3] = {{1, 2, 0}, {0, 2, 3}, {2, 1, 3}, {1, 0, 3}};
    static const uint8_t next[4][3] = {{2, 1, 3}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
    e->face_count = e->free_count = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t face = take_slot(e);
        new_faces one;
        const tact_vec3 *u = &e->point[corners[i][0]].w, *v = &e->point[corners[i][1]].w;
        for (int k = 0; k < 8; k++) {
            one.u[0][k] = u->x, one.u[1][k] = u->y, one.u[2][k] = u->z;
            one.v[0][k] = v->x, one.v[1][k] = v->y, one.v[2][k] = v->z;
        }
        one.slot[0] = (uint8_t)face;
        for (int k = 0; k < 3; k++) {
            e->corner[face][k] = corners[i][k];
            e->next[face][k] = next[i][k];
        }
        e->mark[face] = 0;
        set_planes(e, &one, 1, e->point[corners[i][2]].w);
    }
}

tacti_depth_ending TACTI_LEVELED(tacti_depth_expand)(tacti_expansion *e, double *lower) {
    set_first_faces(e);
    for (;;) {
        uint32_t face = nearest_face(e);
        tact_vec3 n = tacti_depth_normal(e, face);
        *lower = e->lower[face];
        if (e->upper - *lower <= TOLERANCE * e->upper)
            return TACTI_DEPTH_CONVERGED;
        double length = sqrt(tacti_vec3_dot(n, n));
        if (tacti_depth_is_thin(e, face)) {
            tacti_depth_thin_face(e, face);
            continue;
        }
        const uint8_t *corner = e->corner[face];
        e->start[0] = e->point[corner[2]].at[0];
        e->start[1] = e->point[corner[2]].at[1];
        double value = tacti_depth_probe(e, n) / length;
        /* What is left to gain, or what rounding hides. */
        double more = value - *lower;
        if (more <= TOLERANCE * e->upper || more <= 2 * e->slack ||
            !face_sees(e, face, &e->point[e->point_count].w))
            return TACTI_DEPTH_CONVERGED;
        if (e->point_count == TACTI_DEPTH_POINTS)
            return TACTI_DEPTH_FULL;
        rim edges;
        remove_seeing(e, face, &edges);
        close_hole(e, &edges);
    }
}
