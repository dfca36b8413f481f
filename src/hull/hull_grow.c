/* SPDX-License-Identifier: MIT */
/* Growing a hull, after C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The quickhull algorithm for
 * convex hulls" (1996), with exact decisions. The surface consists of triangles. Each triangle
 * keeps a list of points that lie strictly above it. Every point is in at most one list. A step
 * takes a point of a list, removes the triangles that the point lies strictly above, and joins the
 * point with the edges around the hole.
 *
 * Why the result is exact: the triangles of one plane are either all seen or all not seen, so the
 * step is that of a polytope with its true faces. A triangle whose plane contains the point stays,
 * and the new triangles continue its plane. No new triangle is flat: a point on the line of an edge
 * of the hole would lie in the plane of the triangle that was removed there, so not strictly above
 * that triangle. A point of the list of a removed triangle that is above no new triangle lies in
 * the new polytope: the ray to the point from the new vertex meets the old polytope only after it
 * has passed the plane of that removed triangle. So when no list is left, every point lies in the
 * polytope, and every corner is a point. Corners may lie inside faces or edges; hull_faces.c drops
 * these corners.
 *
 * The choice of the point changes the time of a step but not the result. */
#include "hull/hull_build.h"

#include "math/vec.h"

/* The mark of a triangle in step m: 2m if the point does not see it, 2m + 1 if it does. */
#define UNSEEN(m) (2 * (m))
#define SEEN(m) (2 * (m) + 1)

/* Triangles with at least this number of points come first, in the order in which they were made,
 * so the surface grows evenly. The others follow, the newest first, which is good for the cache. */
#define MANY_POINTS 64

/* ---- Triangles ---------------------------------------------------------------------------- */

/* In practice, planes perpendicular to an axis contain many points. A comparison decides them
 * exactly. */
static void set_level(const tacti_hull_build *build, tacti_facet *facet) {
    const tact_vec3 *a = &build->points[facet->corner[0]], *b = &build->points[facet->corner[1]],
                    *c = &build->points[facet->corner[2]];
    facet->level = TACTI_LEVEL_NONE;
    facet->up = 0;
    if (a->x == b->x && a->x == c->x)
        facet->level = 0;
    else if (a->y == b->y && a->y == c->y)
        facet->level = 1;
    else if (a->z == b->z && a->z == c->z)
        facet->level = 2;
    if (facet->level != TACTI_LEVEL_NONE)
        facet->up = (int8_t)tacti_orient2d_dropped(a, b, c, (unsigned)facet->level);
    if (build->dimension == 2 && facet->corner[0] != build->count &&
        facet->corner[1] != build->count && facet->corner[2] != build->count)
        facet->level = TACTI_LEVEL_BASE;
}

int tacti_facet_side_close(const tacti_hull_build *build, const tacti_facet *facet,
                           uint32_t point) {
    const tact_vec3 *p = &build->points[point];
    if (facet->level < TACTI_LEVEL_NONE) {
        double at = tacti_vec3_get(*p, (unsigned)facet->level);
        double plane = tacti_vec3_get(facet->anchor, (unsigned)facet->level);
        return facet->up * ((at > plane) - (at < plane));
    }
    if (facet->level == TACTI_LEVEL_BASE && point != build->count)
        return 0;
    return tacti_orient3d(&build->points[facet->corner[0]], &build->points[facet->corner[1]],
                          &build->points[facet->corner[2]], p);
}

static void set_plane(const tacti_hull_build *build, tacti_facet *facet) {
    const tact_vec3 *a = &build->points[facet->corner[0]], *b = &build->points[facet->corner[1]],
                    *c = &build->points[facet->corner[2]];
    double bx = b->x - a->x, by = b->y - a->y, bz = b->z - a->z;
    double cx = c->x - a->x, cy = c->y - a->y, cz = c->z - a->z;
    double b_sum = (fabs(bx) + fabs(by)) + fabs(bz);
    double c_sum = (fabs(cx) + fabs(cy)) + fabs(cz);
    facet->anchor = *a;
    facet->normal = (tact_vec3){by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx};
    /* The bound of the filter grows with the sum of magnitudes, and reach is the greatest sum. */
    facet->bound = tacti_det3_bound(b_sum * c_sum, build->reach);
}

static void start_facet(const tacti_hull_build *build, tacti_facet *facet, uint32_t a, uint32_t b,
                        uint32_t c) {
    facet->corner[0] = a;
    facet->corner[1] = b;
    facet->corner[2] = c;
    facet->first = facet->last = facet->best = TACTI_NONE;
    facet->best_height = 0;
    facet->size = 0;
    facet->mark = 0;
    set_plane(build, facet);
    set_level(build, facet);
}

/* Of two points of equal height, the one that is further away is less likely inside a face. */
static bool is_further(const tacti_hull_build *build, const tacti_facet *facet, uint32_t point) {
    tact_vec3 now = tacti_vec3_sub(build->points[facet->best], facet->anchor);
    tact_vec3 then = tacti_vec3_sub(build->points[point], facet->anchor);
    return tacti_vec3_dot(then, then) > tacti_vec3_dot(now, now);
}

/* Appends the point to the list. Lists keep the order of the input among equal points. */
void tacti_hull_give(tacti_hull_build *build, tacti_facet *facet, uint32_t point, double height) {
    TACTI_ASSERT(point < build->count);
    build->next[point] = TACTI_NONE;
    facet->size++;
    if (facet->first == TACTI_NONE) {
        facet->first = facet->last = facet->best = point;
        facet->best_height = height;
        return;
    }
    build->next[facet->last] = point;
    facet->last = point;
    if (height > facet->best_height ||
        (height == facet->best_height && is_further(build, facet, point))) {
        facet->best = point;
        facet->best_height = height;
    }
}

/* ---- The first tetrahedron ---------------------------------------------------------------- */

static tact_status make_tetrahedron(tacti_hull_build *build) {
    tacti_facet *facets = tacti_facets_extend(&build->facets, 4);
    if (facets == NULL)
        return TACT_OUT_OF_MEMORY;
    uint32_t v[4];
    for (int i = 0; i < 4; i++)
        v[i] = build->corner[i];
    const tact_vec3 *p = build->points;
    /* The fourth corner lies below the first triangle. */
    if (tacti_orient3d(&p[v[0]], &p[v[1]], &p[v[2]], &p[v[3]]) > 0) {
        v[1] = build->corner[2];
        v[2] = build->corner[1];
    }
    start_facet(build, &facets[0], v[0], v[1], v[2]);
    start_facet(build, &facets[1], v[1], v[0], v[3]);
    start_facet(build, &facets[2], v[2], v[1], v[3]);
    start_facet(build, &facets[3], v[0], v[2], v[3]);
    static const uint32_t neighbour[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    for (int f = 0; f < 4; f++)
        for (int i = 0; i < 3; i++)
            facets[f].neighbour[i] = neighbour[f][i];
    return TACT_OK;
}

void tacti_hull_place(tacti_hull_build *build, const uint32_t *among, size_t count,
                      uint32_t point) {
    for (size_t i = 0; i < count; i++) {
        TACTI_ASSERT(among[i] < build->facets.count);
        tacti_facet *facet = &build->facets.items[among[i]];
        double height;
        if (tacti_facet_side(build, facet, point, &height) > 0) {
            tacti_hull_give(build, facet, point, height);
            return;
        }
    }
}

tact_status tacti_hull_queue(tacti_hull_build *build, const uint32_t *facets, size_t count) {
    tact_status status = TACT_OK;
    for (size_t i = 0; status == TACT_OK && i < count; i++) {
        uint32_t size = build->facets.items[facets[i]].size;
        if (size > 0)
            status =
                tacti_numbers_push(size >= MANY_POINTS ? &build->pending : &build->late, facets[i]);
    }
    return status;
}

/* ---- A step ------------------------------------------------------------------------------- */

/* Finds the triangles that a point sees, beginning with one of them, and the edges around them. */
static tact_status find_visible(tacti_hull_build *build, uint32_t start, uint32_t point) {
    tacti_facet *facets = build->facets.items;
    tacti_numbers *visible = &build->visible;
    uint32_t mark = ++build->mark;
    visible->count = build->horizon.count = 0;
    facets[start].mark = SEEN(mark);
    tact_status status = tacti_numbers_push(visible, start);
    for (size_t i = 0; status == TACT_OK && i < visible->count; i++) {
        uint32_t number = visible->items[i];
        for (uint32_t edge = 0; status == TACT_OK && edge < 3; edge++) {
            uint32_t across = facets[number].neighbour[edge];
            tacti_facet *other = &facets[across];
            if (other->mark == SEEN(mark))
                continue;
            double height;
            if (other->mark != UNSEEN(mark) && tacti_facet_side(build, other, point, &height) > 0) {
                other->mark = SEEN(mark);
                status = tacti_numbers_push(visible, across);
            } else {
                other->mark = UNSEEN(mark);
                status = tacti_numbers_push(&build->horizon, 4 * number + edge);
            }
        }
    }
    return status;
}

static uint32_t take_facet(tacti_hull_build *build) {
    if (build->spare.count > 0)
        return build->spare.items[--build->spare.count];
    TACTI_ASSERT(build->facets.count < build->facets.capacity);
    return (uint32_t)build->facets.count++;
}

/* The edge of a triangle that begins at a corner. */
static uint32_t edge_from(const tacti_facet *facet, uint32_t corner) {
    return facet->corner[0] == corner ? 0 : facet->corner[1] == corner ? 1 : 2;
}

/* Joins the point with every edge of the horizon. The new triangles replace the edges in the list.
 * at[corner] is the new triangle whose edge begins at that corner. */
static tact_status join_horizon(tacti_hull_build *build, uint32_t point) {
    tacti_numbers *horizon = &build->horizon;
    if (tacti_facets_reserve(&build->facets, build->facets.count + horizon->count) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    tacti_facet *facets = build->facets.items;
    for (size_t i = 0; i < horizon->count; i++) {
        uint32_t old = horizon->items[i] / 4, edge = horizon->items[i] % 4;
        uint32_t from = facets[old].corner[edge], to = facets[old].corner[(edge + 1) % 3];
        uint32_t across = facets[old].neighbour[edge];
        uint32_t number = take_facet(build);
        start_facet(build, &facets[number], from, to, point);
        facets[number].neighbour[0] = across;
        facets[across].neighbour[edge_from(&facets[across], to)] = number;
        build->at[from] = number;
        horizon->items[i] = number;
    }
    for (size_t i = 0; i < horizon->count; i++) {
        uint32_t number = horizon->items[i];
        uint32_t after = build->at[facets[number].corner[1]];
        facets[number].neighbour[1] = after;
        facets[after].neighbour[2] = number;
    }
    return TACT_OK;
}

/* Gives the points of the removed triangles to the new ones. */
static tact_status pass_points(tacti_hull_build *build, uint32_t point) {
    const tacti_numbers *fresh = &build->horizon;
    for (size_t i = 0; i < build->visible.count; i++) {
        tacti_facet *old = &build->facets.items[build->visible.items[i]];
        for (uint32_t p = old->first; p != TACTI_NONE;) {
            uint32_t next = build->next[p];
            if (p != point)
                tacti_hull_place(build, fresh->items, fresh->count, p);
            p = next;
        }
        old->mark = TACTI_FACET_DEAD;
        old->size = 0;
        if (tacti_numbers_push(&build->spare, build->visible.items[i]) != TACT_OK)
            return TACT_OUT_OF_MEMORY;
    }
    return tacti_hull_queue(build, fresh->items, fresh->count);
}

static tact_status add_point(tacti_hull_build *build, uint32_t facet) {
    uint32_t point = build->facets.items[facet].best;
    TACTI_ASSERT(point < build->count);
    tact_status status = find_visible(build, facet, point);
    if (status == TACT_OK)
        status = join_horizon(build, point);
    if (status == TACT_OK)
        status = pass_points(build, point);
    return status;
}

/* A number in the queues may belong to a dead triangle, or to a newer one that reuses the number.
 * It is enough that every triangle with points is in a queue. */
tact_status tacti_hull_settle_points(tacti_hull_build *build) {
    tact_status status = TACT_OK;
    size_t done = 0;
    while (status == TACT_OK && (done < build->pending.count || build->late.count > 0)) {
        uint32_t facet = done < build->pending.count ? build->pending.items[done++]
                                                     : build->late.items[--build->late.count];
        if (build->facets.items[facet].size > 0)
            status = add_point(build, facet);
    }
    build->pending.count = 0;
    return status;
}

tact_status tacti_hull_grow(tacti_hull_build *build) {
    tact_status status = make_tetrahedron(build);
    if (status == TACT_OK)
        status = tacti_hull_seed(build);
    if (status == TACT_OK)
        status = tacti_hull_settle_points(build);
    return status;
}
