/* SPDX-License-Identifier: MIT */
/* Keeps the polytope of a search for the depth for the next frame. See depth.h.
 *
 * The corners are pairs of vertices, which are placed anew. The old faces on the new corners need
 * not be convex, and the surface may even cut itself. The lower bound holds all the same. Let each
 * edge of each face be the edge of just one other, in the other direction, and let the origin be
 * beneath the planes of all faces, the nearest one at distance r. Seen from the origin the faces
 * then have solid angles of one sign, which sum to a multiple of the whole sphere as for every
 * closed surface: the surface winds around the origin once or more. It does not enter the ball of
 * radius r, so it winds as often around every point there; and it does not wind around points
 * outside of its corners' hull. So the ball is in the hull, and r is a lower bound of the depth.
 *
 * The expansion preserves these conditions: it replaces a set of faces by triangles from its rim to
 * a new point, the rim has each corner once, and new planes are checked. If a check fails, the
 * search begins anew. The contents of the cache have no other influence. */
#include "depth/depth.h"

#include <string.h>

#include "base/assert.h"

#define CORNERS TACTI_CONVEX_CACHE_CORNERS
#define FACES TACTI_CONVEX_CACHE_FACES
#define NONE 0xFF

_Static_assert(sizeof(tacti_convex_cache) == 504, "as documented");
_Static_assert(FACES <= 0x80 && FACES <= TACTI_DEPTH_FACES && CORNERS <= 64, "numbers fit");

void tacti_depth_keep(const tacti_expansion *e, tacti_convex_cache *cache) {
    uint8_t number[TACTI_DEPTH_POINTS];
    uint32_t corners = 0, faces = 0;
    cache->corner_count = 0;
    if (e->face_count - e->free_count > FACES)
        return;
    TACTI_ASSERT(e->point_count <= TACTI_DEPTH_POINTS);
    memset(number, NONE, e->point_count);
    for (uint32_t face = 0; face < e->face_count; face++) {
        if (!(e->lower[face] < tacti_infinity()))
            continue;
        TACTI_ASSERT(faces < FACES);
        for (int i = 0; i < 3; i++) {
            uint32_t at = e->corner[face][i];
            TACTI_ASSERT(at < e->point_count);
            if (number[at] == NONE) {
                const uint32_t *pair = e->point[at].at;
                if (corners == CORNERS || pair[0] > UINT16_MAX || pair[1] > UINT16_MAX)
                    return;
                cache->corner_a[corners] = (uint16_t)pair[0];
                cache->corner_b[corners] = (uint16_t)pair[1];
                number[at] = (uint8_t)corners++;
            }
            cache->faces[faces][i] = number[at];
        }
        faces++;
    }
    cache->corner_count = (uint8_t)corners;
    cache->face_count = (uint8_t)faces;
    cache->is_swapped = 0;
}

/* Finds the face beyond each edge. False if the surface is not closed. This needs no branches,
 * because NONE has all bits set and the highest bit of a face number is never set. */
static bool link_faces(tacti_expansion *e) {
    uint8_t beside[CORNERS][64]; /* the face with the edge from one corner to another */
    uint32_t before = NONE, after = 0;
    TACTI_ASSERT(e->point_count <= CORNERS && e->face_count <= FACES);
    memset(beside, NONE, e->point_count * sizeof beside[0]);
    for (uint32_t face = 0; face < e->face_count; face++) {
        const uint8_t *corner = e->corner[face];
        uint8_t *side[3] = {&beside[corner[0]][corner[1]], &beside[corner[1]][corner[2]],
                            &beside[corner[2]][corner[0]]};
        for (int i = 0; i < 3; i++) {
            before &= *side[i];
            *side[i] = (uint8_t)face;
        }
    }
    for (uint32_t face = 0; face < e->face_count; face++) {
        const uint8_t *corner = e->corner[face];
        uint8_t *next = e->next[face];
        next[0] = beside[corner[1]][corner[0]];
        next[1] = beside[corner[2]][corner[1]];
        next[2] = beside[corner[0]][corner[2]];
        after |= (uint32_t)next[0] | next[1] | next[2];
    }
    return before == NONE && (after & 0x80) == 0;
}

bool tacti_depth_recall(const tacti_convex_cache *cache, tacti_expansion *e) {
    TACTI_ASSERT(e->bodies->is_exact && e->point_count == 0);
    const tacti_body *body = e->bodies->body;
    const uint32_t corners = cache->corner_count, faces = cache->face_count;
    const bool is_swapped = (cache->is_swapped & 1) != 0;
    const uint16_t *a = is_swapped ? cache->corner_b : cache->corner_a;
    const uint16_t *b = is_swapped ? cache->corner_a : cache->corner_b;
    if (corners < 4 || corners > CORNERS || faces < 4 || faces > FACES)
        return false;
    const int first =
        is_swapped ? 1 : 0; /* seen from b the difference is mirrored, so that faces turn around */
    bool is_valid = true;
    for (uint32_t i = 0; i < corners; i++) {
        is_valid &= (a[i] < body[0].count) & (b[i] < body[1].count);
        e->point[i].at[0] = a[i];
        e->point[i].at[1] = b[i];
    }
    for (uint32_t face = 0; face < faces; face++) {
        const uint8_t *from = cache->faces[face];
        uint8_t *to = e->corner[face];
        to[0] = from[first];
        to[1] = from[1 - first];
        to[2] = from[2];
        is_valid &= (to[0] < corners) & (to[1] < corners) & (to[2] < corners);
    }
    if (!is_valid)
        return false;
    e->point_count = corners;
    e->face_count = faces;
    if (!link_faces(e))
        return false;
    e->is_resumed = true;
    return true;
}
