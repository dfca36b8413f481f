/* SPDX-License-Identifier: MIT */
/* The expanding polytope, compiled for each SIMD level. A step adds the support point along the
 * normal of the nearest face, removes the faces that see it, and closes the hole by triangles to it
 * (van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", 2001).
 * See depth.h.
 *
 * A face sees a point if the exact sign of the volume is positive. A point that some face sees is
 * outside of the polytope. The faces that see it form a disc, as if faces in whose plane it lies
 * were tilted away. The point does not lie on the line of an edge around the disc, since it would
 * then be in the plane of the face inside. So the new triangles have an area, and with them the
 * surface is that of the hull of all points. For a recalled polytope none of this needs to hold;
 * see depth_cache.c. */
#include "depth/depth.h"

#include <math.h>

#include "base/assert.h"
#include "base/lanes.h"
#include "base/simd.h"
#include "search/gjk_support.h"
#include "exact/det.h"

/* The search ends when the bounds differ by less than this, relative to the depth. */
#define TOLERANCE 0x1p-33

/* A normal shorter than this, relative to the product of two sides, may be nothing but rounding. */
#define THINNEST 0x1p-40

/* Squares of shorter normals underflow, and so do products with them. */
#define LEAST_NORMAL 0x1p-400

/* ---- Planes of faces ----------------------------------------------------------------------
 *
 * u = 2^-53. With b and c the rounded sides from the apex p and B, C the sums of the magnitudes of
 * their coordinates, n = b x c errs by at most 4.01 u B C in the sum of its coordinates: four
 * roundings per product, and no two products take the same axes. n . p errs by at most that times
 * the largest coordinate of p, and by three roundings of terms that sum to at most B C times it; so
 * by less than 9 u B C |p|, and the length of n by a factor of 1 +- 4.01 u B C / |n| and some
 * roundings. Underflow is covered by the difference of 9 u and 7.01 u, and by 2^-1000. The latter
 * changes the quotient by less than 2^-600, since normals shorter than LEAST_NORMAL are computed
 * anew. */
typedef struct new_faces {
    double u[3][8], v[3][8], p[3][8]; /* corners, the apex last */
    uint8_t slot[8];
} new_faces;

TACTI_ALWAYS_INLINE tacti_d8 dot8(const tacti_d8 a[3], const tacti_d8 b[3]) {
    return tacti_d8_add(tacti_d8_add(tacti_d8_mul(a[0], b[0]), tacti_d8_mul(a[1], b[1])),
                        tacti_d8_mul(a[2], b[2]));
}

TACTI_ALWAYS_INLINE tacti_d8 sum8(const tacti_d8 a[3]) {
    return tacti_d8_add(tacti_d8_add(tacti_d8_abs(a[0]), tacti_d8_abs(a[1])), tacti_d8_abs(a[2]));
}

/* The planes of up to eight faces in the terms of tacti_expansion. */
typedef struct planes8 {
    tacti_d8 n[3], lower, reach, offset;
    uint32_t good; /* one bit per face that is not too thin */
} planes8;

TACTI_ALWAYS_INLINE planes8 planes_of(const new_faces *faces) {
    planes8 out;
    tacti_d8 b[3], c[3], p[3];
    for (int k = 0; k < 3; k++) {
        p[k] = tacti_d8_load(faces->p[k]);
        b[k] = tacti_d8_sub(tacti_d8_load(faces->u[k]), p[k]);
        c[k] = tacti_d8_sub(tacti_d8_load(faces->v[k]), p[k]);
    }
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        out.n[k] = tacti_d8_sub(tacti_d8_mul(b[i], c[j]), tacti_d8_mul(b[j], c[i]));
    }
    out.reach = tacti_d8_mul(sum8(b), sum8(c));
    tacti_d8 length = tacti_d8_sqrt(dot8(out.n, out.n));
    tacti_d8 error = tacti_d8_mul(tacti_d8_mul(out.reach, sum8(p)), tacti_d8_set(0x9p-53));
    error = tacti_d8_add(error, tacti_d8_set(0x1p-1000));
    tacti_d8 inverse = tacti_d8_div(tacti_d8_set(1), length);
    out.offset = dot8(out.n, p);
    tacti_d8 lower = tacti_d8_mul(tacti_d8_sub(out.offset, error), inverse);
    tacti_d8 factor = tacti_d8_mul(tacti_d8_mul(out.reach, inverse), tacti_d8_set(0x5p-53));
    factor = tacti_d8_add(factor, tacti_d8_set(0x1p-50));
    out.lower = tacti_d8_sub(lower, tacti_d8_mul(tacti_d8_abs(lower), factor));
    tacti_d8 least = tacti_d8_mul(out.reach, tacti_d8_set(THINNEST));
    least = tacti_d8_max(least, tacti_d8_set(LEAST_NORMAL));
    out.good = tacti_m8_bits(tacti_d8_gt(length, least));
    return out;
}

/* Computes a plane anew if the origin is not known to be beneath it. */
static void check_plane(tacti_expansion *e, uint32_t face) {
    tacti_depth_thin_face(e, face);
    e->is_sound = e->is_sound && e->lower[face] > 0;
}

/* Sets the planes of up to eight new faces. Unused lanes may hold any numbers. */
TACTI_ALWAYS_INLINE void set_planes(tacti_expansion *e, const new_faces *faces, uint32_t count) {
    TACTI_ASSERT(count <= 8);
    planes8 planes = planes_of(faces);
    double out[6][8];
    for (int k = 0; k < 3; k++)
        tacti_d8_store(out[k], planes.n[k]);
    tacti_d8_store(out[3], planes.lower);
    tacti_d8_store(out[4], planes.reach);
    tacti_d8_store(out[5], planes.offset);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t face = faces->slot[i];
        e->normal[0][face] = out[0][i];
        e->normal[1][face] = out[1][i];
        e->normal[2][face] = out[2][i];
        e->lower[face] = out[3][i];
        e->reach[face] = out[4][i];
        e->offset[face] = out[5][i];
        if (!(planes.good >> i & 1))
            tacti_depth_thin_face(e, face);
        if (e->is_resumed && !(e->lower[face] > 0))
            check_plane(e, face);
    }
}

TACTI_ALWAYS_INLINE void put_point(double to[3][8], uint32_t lane, const tact_vec3 *w) {
    to[0][lane] = w->x;
    to[1][lane] = w->y;
    to[2][lane] = w->z;
}

/* ---- Seeing ------------------------------------------------------------------------------- */

/* Whether the face sees the point: it is beyond the plane, exactly. A resumed surface is not known
 * to be convex. Exact signs would gain nothing, so that the point counts as not seen. */
static bool sees_exactly(const tacti_expansion *e, uint32_t face, const tact_vec3 *w) {
    const uint8_t *corner = e->corner[face];
    if (e->is_resumed)
        return false;
    return tacti_orient3d_exact(&e->point[corner[0]].w, &e->point[corner[1]].w,
                                &e->point[corner[2]].w, w) > 0;
}

/* Error of n . w - offset per unit of reach. The errors of n from above and three roundings of
 * products, which sum to at most the reach times the largest coordinate, make 7.02 u times the
 * largest coordinates of w and of the corner. The difference rounds once more. */
TACTI_ALWAYS_INLINE double plane_error(const tacti_expansion *e, const tact_vec3 *w) {
    return 0x9p-53 * (tacti_sum_of(*w) + e->most);
}

TACTI_ALWAYS_INLINE bool face_sees(const tacti_expansion *e, uint32_t face, const tact_vec3 *w) {
    double above = tacti_vec3_dot(tacti_depth_normal(e, face), *w) - e->offset[face];
    double bound = e->reach[face] * plane_error(e, w) + 0x1p-1000;
    return tacti_abs(above) > bound ? above > 0 : sees_exactly(e, face, w);
}

/* Sets one bit per face that sees the point. */
TACTI_ALWAYS_INLINE void find_seeing(const tacti_expansion *e, const tact_vec3 *w,
                                     uint64_t sees[TACTI_DEPTH_FACES / 64]) {
    tacti_d8 x = tacti_d8_set(w->x), y = tacti_d8_set(w->y), z = tacti_d8_set(w->z);
    tacti_d8 error = tacti_d8_set(plane_error(e, w)), least = tacti_d8_set(0x1p-1000);
    for (int i = 0; i < TACTI_DEPTH_FACES / 64; i++)
        sees[i] = 0;
    for (uint32_t i = 0; i < e->face_count; i += 8) {
        tacti_d8 above = tacti_d8_add(tacti_d8_mul(tacti_d8_load(e->normal[0] + i), x),
                                      tacti_d8_mul(tacti_d8_load(e->normal[1] + i), y));
        above = tacti_d8_add(above, tacti_d8_mul(tacti_d8_load(e->normal[2] + i), z));
        above = tacti_d8_sub(above, tacti_d8_load(e->offset + i));
        tacti_d8 bound = tacti_d8_add(tacti_d8_mul(tacti_d8_load(e->reach + i), error), least);
        uint64_t bits = tacti_m8_bits(tacti_d8_gt(above, bound));
        uint32_t open = tacti_m8_bits(tacti_d8_ge(bound, tacti_d8_abs(above)));
        for (; open != 0; open &= open - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(open);
            bits |= (uint64_t)sees_exactly(e, i + lane, w) << lane;
        }
        sees[i / 64] |= bits << i % 64;
    }
}

/* The face with the least lower bound. */
TACTI_ALWAYS_INLINE uint32_t nearest_face(const tacti_expansion *e) {
    tacti_d8 best = tacti_d8_load(e->lower), where = tacti_d8_set(0);
    for (uint32_t i = 8; i < e->face_count; i += 8) {
        tacti_d8 next = tacti_d8_load(e->lower + i);
        where = tacti_d8_select(tacti_d8_gt(best, next), tacti_d8_set((double)i), where);
        best = tacti_d8_min(next, best);
    }
    double v[8], block[8];
    tacti_d8_store(v, best);
    tacti_d8_store(block, where);
    double least = tacti_min(tacti_min(tacti_min(v[0], v[1]), tacti_min(v[2], v[3])),
                             tacti_min(tacti_min(v[4], v[5]), tacti_min(v[6], v[7])));
    uint32_t bits = tacti_m8_bits(tacti_d8_ge(tacti_d8_set(least), best));
    uint32_t lane = (uint32_t)__builtin_ctz(bits | 0x80);
    return (uint32_t)block[lane] + lane;
}

/* ---- Growing ------------------------------------------------------------------------------ */

/* A closed surface has three edges per two faces. */
#define RIM_EDGES (TACTI_DEPTH_FACES / 2 * 3)

/* The edges around the faces that see the new point. from and to are in the order of the removed
 * face. beyond is the face on the other side. */
typedef struct rim {
    uint32_t count;
    struct {
        uint8_t from, to, beyond, unused;
    } edge[RIM_EDGES + 1];
} rim;

/* Frees all faces that see the last point. */
TACTI_ALWAYS_INLINE void remove_seeing(tacti_expansion *e, rim *out) {
    uint64_t sees[TACTI_DEPTH_FACES / 64];
    find_seeing(e, &e->point[e->point_count].w, sees);
    out->count = 0;
    for (uint32_t word = 0; 64 * word < e->face_count; word++)
        for (uint64_t bits = sees[word]; bits != 0; bits &= bits - 1) {
            uint32_t face = 64 * word + (uint32_t)__builtin_ctzll(bits);
            const uint8_t *corner = e->corner[face];
            TACTI_ASSERT(face < e->face_count && e->free_count < e->face_count);
            e->free[e->free_count++] = (uint8_t)face;
            e->lower[face] = e->offset[face] = tacti_infinity();
            for (int i = 0; i < 3; i++) {
                uint8_t other = e->next[face][i];
                TACTI_ASSERT(out->count <= RIM_EDGES);
                out->edge[out->count].from = corner[i];
                out->edge[out->count].to = corner[i == 2 ? 0 : i + 1];
                out->edge[out->count].beyond = other;
                out->count += (sees[other / 64] >> other % 64 & 1) == 0;
            }
        }
}

TACTI_ALWAYS_INLINE void clear_slot(tacti_expansion *e, uint32_t slot) {
    e->lower[slot] = e->offset[slot] = tacti_infinity();
    e->normal[0][slot] = e->normal[1][slot] = e->normal[2][slot] = e->reach[slot] = 0;
}

static uint32_t take_slot(tacti_expansion *e) {
    if (e->free_count > 0)
        return e->free[--e->free_count];
    TACTI_ASSERT(e->face_count < TACTI_DEPTH_FACES);
    if (e->face_count % 8 == 0)
        for (uint32_t i = e->face_count; i < e->face_count + 8; i++)
            clear_slot(e, i);
    return e->face_count++;
}

/* The edge of a face that begins at a corner. */
TACTI_ALWAYS_INLINE uint32_t edge_from(const tacti_expansion *e, uint32_t face, uint32_t corner) {
    return e->corner[face][0] == corner ? 0 : e->corner[face][1] == corner ? 1 : 2;
}

/* Closes the hole with triangles to the new point. */
static void close_hole(tacti_expansion *e, const rim *edges) {
    uint8_t begins[TACTI_DEPTH_POINTS + 1]; /* the new face on the edge from a point */
    uint8_t slots[TACTI_DEPTH_FACES];
    TACTI_ASSERT(e->point_count < TACTI_DEPTH_POINTS && edges->count <= e->point_count);
    uint32_t apex = e->point_count++;
    e->most = tacti_max(tacti_sum_of(e->point[apex].w), e->most);
    new_faces faces;
    for (uint32_t k = 0; k < 8; k++)
        put_point(faces.p, k, &e->point[apex].w);
    for (uint32_t begin = 0; begin < edges->count; begin += 8) {
        uint32_t filled = edges->count - begin < 8 ? edges->count - begin : 8;
        for (uint32_t k = 0; k < filled; k++) {
            uint32_t face = take_slot(e), beyond = edges->edge[begin + k].beyond;
            uint32_t from = edges->edge[begin + k].from, to = edges->edge[begin + k].to;
            TACTI_ASSERT(from < apex && to < apex && beyond < e->face_count);
            slots[begin + k] = begins[from] = faces.slot[k] = (uint8_t)face;
            e->corner[face][0] = (uint8_t)from;
            e->corner[face][1] = (uint8_t)to;
            e->corner[face][2] = (uint8_t)apex;
            e->next[face][0] = (uint8_t)beyond;
            e->next[beyond][edge_from(e, beyond, to)] = (uint8_t)face;
            put_point(faces.u, k, &e->point[from].w);
            put_point(faces.v, k, &e->point[to].w);
        }
        for (uint32_t k = filled; k < 8; k++) {
            put_point(faces.u, k, &e->point[apex].w);
            put_point(faces.v, k, &e->point[apex].w);
        }
        set_planes(e, &faces, filled);
    }
    for (uint32_t i = 0; i < edges->count; i++) {
        uint8_t face = slots[i], other = begins[e->corner[face][1]];
        e->next[face][1] = other;
        e->next[other][2] = face;
    }
}

/* Faces of the tetrahedron of the first four points. The last point is beneath the plane of the
 * first three, which are counterclockwise seen from outside. */
static void set_first_faces(tacti_expansion *e) {
    static const uint8_t corners[4][3] = {{1, 2, 0}, {0, 2, 3}, {2, 1, 3}, {1, 0, 3}};
    static const uint8_t next[4][3] = {{2, 1, 3}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
    new_faces faces;
    TACTI_ASSERT(e->point_count == 4);
    e->face_count = e->free_count = 0;
    e->most = 0;
    for (uint32_t i = 0; i < 4; i++)
        e->most = tacti_max(tacti_sum_of(e->point[i].w), e->most);
    for (uint32_t i = 0; i < 8; i++) {
        const uint8_t *at = corners[i % 4];
        put_point(faces.u, i, &e->point[at[0]].w);
        put_point(faces.v, i, &e->point[at[1]].w);
        put_point(faces.p, i, &e->point[at[2]].w);
        if (i >= 4)
            continue;
        uint32_t face = take_slot(e);
        faces.slot[i] = (uint8_t)face;
        for (int k = 0; k < 3; k++) {
            e->corner[face][k] = at[k];
            e->next[face][k] = next[i][k];
        }
    }
    set_planes(e, &faces, 4);
}

/* Whether the hole around a new point can be closed with one face on each side of each edge: no
 * corner begins two edges of the rim, and there are slots for the new faces. Both always hold for a
 * convex polytope. */
static bool can_be_closed(const tacti_expansion *e, const rim *edges) {
    uint64_t seen[2] = {0, 0};
    for (uint32_t i = 0; i < edges->count; i++) {
        uint32_t from = edges->edge[i].from;
        if (seen[from / 64] >> from % 64 & 1)
            return false;
        seen[from / 64] |= UINT64_C(1) << from % 64;
    }
    return edges->count > 0 && edges->count <= TACTI_DEPTH_FACES - (e->face_count - e->free_count);
}

/* ---- Support pairs ------------------------------------------------------------------------ */

/* If there are more points than this, a climb begins at a corner of the face that is to grow. */
#define FEW_POINTS 8

typedef struct supporter {
    bool is_placed[2];
    tacti_placed_few placed[2];
} supporter;

static void begin_support(const tacti_bodies *bodies, supporter *s) {
    for (int side = 0; side < 2; side++) {
        const tacti_body *body = &bodies->body[side];
        s->is_placed[side] =
            bodies->is_in_float_range && (tacti_has_eight(body) || tacti_has_few(body));
        if (s->is_placed[side])
            tacti_place_few(body, &s->placed[side]);
    }
}

TACTI_ALWAYS_INLINE tact_vec3 find_support(const tacti_expansion *e, const supporter *s, int side,
                                           tact_vec3 n, uint32_t *at) {
    const tacti_body *body = &e->bodies->body[side];
    if (s->is_placed[side])
        return tacti_support_few(body, &s->placed[side], n, at);
    return tacti_placed_support(body, n, e->point_count > FEW_POINTS, at);
}

/* ---- A polytope that was recalled --------------------------------------------------------- */

TACTI_ALWAYS_INLINE tact_vec3 place(const tacti_body *body, const supporter *s, int side,
                                    uint32_t at) {
    const tacti_placed_few *p = &s->placed[side];
    return s->is_placed[side] ? (tact_vec3){p->x[at], p->y[at], p->z[at]}
                              : tacti_body_vertex(body, at);
}

/* Places the corners and copies their coordinates to columns. */
static void place_corners(tacti_expansion *e, const supporter *s,
                          double column[3][TACTI_CONVEX_CACHE_CORNERS]) {
    const tacti_body *body = e->bodies->body;
    TACTI_ASSERT(e->point_count <= TACTI_CONVEX_CACHE_CORNERS);
    double most = 0;
    for (uint32_t i = 0; i < e->point_count; i++) {
        tacti_point_pair *point = &e->point[i];
        point->a = place(&body[0], s, 0, point->at[0]);
        point->b = place(&body[1], s, 1, point->at[1]);
        tact_vec3 w = tacti_vec3_scale(tacti_vec3_sub(point->a, point->b), e->scale);
        most = tacti_max(tacti_sum_of(w), most);
        column[0][i] = w.x;
        column[1][i] = w.y;
        column[2][i] = w.z;
        point->w = w;
    }
    e->most = most;
}

/* Stores eight planes in the slots from begin on. Slots from face_count on become free. */
TACTI_ALWAYS_INLINE void store_planes(tacti_expansion *e, const planes8 *planes, uint32_t begin) {
    static const double lane[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    tacti_d8 filled = tacti_d8_set((double)(e->face_count - begin));
    tacti_m8 is_used = tacti_d8_gt(filled, tacti_d8_load(lane));
    tacti_d8 none = tacti_d8_set(tacti_infinity());
    for (int axis = 0; axis < 3; axis++)
        tacti_d8_store(e->normal[axis] + begin, planes->n[axis]);
    tacti_d8_store(e->lower + begin, tacti_d8_select(is_used, planes->lower, none));
    tacti_d8_store(e->offset + begin, tacti_d8_select(is_used, planes->offset, none));
    tacti_d8_store(e->reach + begin, planes->reach);
    uint32_t sure = tacti_m8_bits(tacti_d8_gt(planes->lower, tacti_d8_set(0))) & planes->good;
    for (uint32_t open = tacti_m8_bits(is_used) & ~sure; open != 0; open &= open - 1)
        check_plane(e, begin + (uint32_t)__builtin_ctz(open));
}

/* Sets the planes of all faces. All corners are looked up first, so that the stores have completed
 * when the lanes are loaded. */
static void set_recalled_faces(tacti_expansion *e, const supporter *s) {
    double column[3][TACTI_CONVEX_CACHE_CORNERS];
    new_faces faces[(TACTI_CONVEX_CACHE_FACES + 7) / 8];
    TACTI_ASSERT(e->face_count > 0 && e->face_count <= TACTI_CONVEX_CACHE_FACES);
    uint32_t padded = (e->face_count + 7) / 8 * 8;
    place_corners(e, s, column);
    e->free_count = 0;
    for (uint32_t i = 0; i < padded; i++) {
        const uint8_t *at = e->corner[i < e->face_count ? i : 0];
        new_faces *to = &faces[i / 8];
        for (int axis = 0; axis < 3; axis++) {
            to->u[axis][i % 8] = column[axis][at[0]];
            to->v[axis][i % 8] = column[axis][at[1]];
            to->p[axis][i % 8] = column[axis][at[2]];
        }
    }
    for (uint32_t begin = 0; begin < padded; begin += 8) {
        planes8 planes = planes_of(&faces[begin / 8]);
        store_planes(e, &planes, begin);
    }
}

/* The vertex of a face's three corners that is furthest along n: the start of a climb. */
static uint32_t best_corner(const tacti_expansion *e, uint32_t face, int side, tact_vec3 n) {
    uint32_t best = 0;
    double most = -tacti_infinity();
    for (int i = 0; i < 3; i++) {
        const tacti_point_pair *p = &e->point[e->corner[face][i]];
        double value = tacti_vec3_dot(n, side == 0 ? p->a : p->b);
        best = value > most ? p->at[side] : best;
        most = tacti_max(value, most);
    }
    return best;
}

/* Writes the support pair along a face's normal to point[point_count], and keeps the direction if
 * it is better than the best so far. tacti_gjk_certify() is not called yet. Returns n . w / |n|. */
TACTI_ALWAYS_INLINE double probe(tacti_expansion *e, const supporter *s, uint32_t face,
                                 tact_vec3 n) {
    TACTI_ASSERT(face < e->face_count && e->point_count <= TACTI_DEPTH_POINTS);
    tacti_point_pair *pair = &e->point[e->point_count];
    n = tacti_depth_direction(e, n);
    tact_vec3 back = {-n.x, -n.y, -n.z};
    pair->at[0] = pair->at[1] = UINT32_MAX;
    if (e->bodies->is_climbed) {
        pair->at[0] = best_corner(e, face, 0, n);
        pair->at[1] = best_corner(e, face, 1, back);
    }
    e->steps++;
    pair->a = find_support(e, s, 0, n, &pair->at[0]);
    pair->b = find_support(e, s, 1, back, &pair->at[1]);
    pair->w = tacti_vec3_scale(tacti_vec3_sub(pair->a, pair->b), e->scale);
    double value, upper = tacti_depth_bound(e, n, pair->w, &value);
    if (upper < e->upper) {
        e->upper = upper;
        e->best_value = value;
        e->best_direction = n;
        e->best = *pair;
        e->is_certain = !e->bodies->is_climbed;
    }
    return value;
}

/* Completes the climbs of the best direction. False if that changed the bound. */
static bool settle(tacti_expansion *e) {
    tact_vec3 n = e->best_direction;
    if (e->is_certain)
        return true;
    e->is_certain = true;
    if (tacti_gjk_certify(e->bodies, (tact_vec3){-n.x, -n.y, -n.z}, &e->best))
        return true;
    e->best.w = tacti_vec3_scale(e->best.w, e->scale);
    e->upper = tacti_depth_bound(e, n, e->best.w, &e->best_value);
    return false;
}

/* Completes the climbs of the last support pair, which seems to end the search. False if it was the
 * furthest already. */
static bool improve(tacti_expansion *e, tact_vec3 n) {
    tacti_point_pair *pair = &e->point[e->point_count];
    if (!e->bodies->is_climbed)
        return false;
    if (tacti_gjk_certify(e->bodies, (tact_vec3){-n.x, -n.y, -n.z}, pair)) {
        /* Mostly it is also the best pair, which then needs no climb of its own. */
        if (tacti_vec3_is_equal(&e->best_direction, &n) && e->best.at[0] == pair->at[0] &&
            e->best.at[1] == pair->at[1])
            e->is_certain = true;
        return false;
    }
    pair->w = tacti_vec3_scale(pair->w, e->scale);
    return true;
}

/* ---- The search --------------------------------------------------------------------------- */

/* Whether the last support point lets the polytope grow beyond a face by more than the tolerance
 * and by more than rounding errors. */
TACTI_ALWAYS_INLINE bool grows(const tacti_expansion *e, uint32_t face, double value) {
    double more = value - e->lower[face];
    return more > TOLERANCE * e->upper && more > 2 * e->slack &&
           face_sees(e, face, &e->point[e->point_count].w);
}

tacti_depth_ending TACTI_LEVELED(tacti_depth_expand)(tacti_expansion *e, double *lower) {
    supporter s;
    begin_support(e->bodies, &s);
    if (e->is_resumed)
        set_recalled_faces(e, &s);
    else
        set_first_faces(e);
    while (e->is_sound) {
        uint32_t face = nearest_face(e);
        tact_vec3 n = tacti_depth_normal(e, face);
        *lower = e->lower[face];
        if (tacti_depth_is_thin(e, face)) {
            tacti_depth_thin_face(e, face);
            continue;
        }
        e->last = face;
        if (e->upper - *lower <= TOLERANCE * e->upper) {
            if (settle(e))
                return TACTI_DEPTH_CONVERGED;
            continue;
        }
        double value = probe(e, &s, face, n);
        if (!grows(e, face, value)) {
            bool is_better = improve(e, n);
            if (is_better)
                tacti_depth_bound(e, n, e->point[e->point_count].w, &value);
            if (!is_better || !grows(e, face, value)) {
                settle(e);
                return TACTI_DEPTH_CONVERGED;
            }
        }
        if (e->point_count == TACTI_DEPTH_POINTS) {
            settle(e);
            return TACTI_DEPTH_FULL;
        }
        rim edges;
        remove_seeing(e, &edges);
        if (e->is_resumed && !can_be_closed(e, &edges))
            break;
        close_hole(e, &edges);
    }
    return TACTI_DEPTH_LOST;
}
