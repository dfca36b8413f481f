/* SPDX-License-Identifier: MIT */
/* The rule for two features of one body, in exact arithmetic. Let A and B be the features and S
 * what their common vertices span; S is part of both. They intersect if A and B have a common point
 * outside S.
 *
 * If all vertices of one are common, it is S, and nothing else is common. If none is, S is empty.
 * If S is a point, the common points are convex and contain it, so there are others if and only if
 * they form a segment or a polygon. If S is a segment between vertices p and q, each feature has
 * one more vertex. A polygon is more than S. If the common points form a segment, it contains S. If
 * a feature is not on the line of S, its points on that line are those of S, so there are no
 * others. If both are on it, there are others if both go on beyond the same end. */
#include "deform/self.h"

#include "base/assert.h"
#include "contacts/self_pair.h"
#include "prim/flat.h"

tact_triangle tacti_row_triangle(const tact_vec3 *at, const uint32_t row[3]) {
    return (tact_triangle){{at[row[0]], at[row[1]], at[row[2]]}};
}

/* The different numbers of a row. Returns how many. */
static uint32_t list_vertices(const uint32_t row[3], uint32_t out[3]) {
    uint32_t count = 0;
    for (int i = 0; i < 3; i++) {
        bool is_new = true;
        for (uint32_t k = 0; k < count; k++)
            is_new = is_new && out[k] != row[i];
        if (is_new)
            out[count++] = row[i];
    }
    return count;
}

/* Moves common vertices to the front of both lists. Returns how many there are. */
static uint32_t find_common(uint32_t a[3], uint32_t count_a, uint32_t b[3], uint32_t count_b) {
    uint32_t common = 0;
    for (uint32_t i = 0; i < count_a; i++)
        for (uint32_t j = common; j < count_b; j++)
            if (a[i] == b[j]) {
                uint32_t vertex = a[i];
                TACTI_ASSERT(common < 3);
                a[i] = a[common];
                b[j] = b[common];
                a[common] = b[common] = vertex;
                common++;
                break;
            }
    return common;
}

/* Of four points on a line, p and q different: whether x and y are beyond the same end of the
 * segment from p to q. Some coordinate tells p from q, and it orders the points of the line. */
static bool go_on(const tact_vec3 *p, const tact_vec3 *q, const tact_vec3 *x, const tact_vec3 *y) {
    const double *from = &p->x, *to = &q->x, *of_x = &x->x, *of_y = &y->x;
    int k = from[0] != to[0] ? 0 : from[1] != to[1] ? 1 : 2;
    double lo = from[k] < to[k] ? from[k] : to[k], hi = from[k] < to[k] ? to[k] : from[k];
    return (of_x[k] > hi && of_y[k] > hi) || (of_x[k] < lo && of_y[k] < lo);
}

bool tacti_meets_beyond(const tact_vec3 *at, const uint32_t a[3], const uint32_t b[3]) {
    uint32_t of_a[3], of_b[3];
    uint32_t count_a = list_vertices(a, of_a), count_b = list_vertices(b, of_b);
    uint32_t common = find_common(of_a, count_a, of_b, count_b);
    if (common == count_a || common == count_b)
        return false;
    tact_triangle first = tacti_row_triangle(at, a), second = tacti_row_triangle(at, b);
    tact_overlap_kind kind = tact_triangle_intersect(&first, &second).kind;
    if (common < 2)
        return kind > (common == 0 ? TACT_OVERLAP_NONE : TACT_OVERLAP_POINT);
    const tact_vec3 *p = &at[of_a[0]], *q = &at[of_a[1]];
    if (p->x == q->x && p->y == q->y && p->z == q->z)
        return kind > TACT_OVERLAP_POINT;
    if (kind != TACT_OVERLAP_SEGMENT)
        return kind == TACT_OVERLAP_POLYGON;
    return tacti_flat_make(&first).dimension < 2 && tacti_flat_make(&second).dimension < 2 &&
           go_on(p, q, &at[of_a[2]], &at[of_b[2]]);
}

bool tacti_plain_meets_beyond(const tact_vec3 *at, const uint32_t a[3], const uint32_t b[3]) {
    tact_triangle first = tacti_row_triangle(at, a), second = tacti_row_triangle(at, b);
    if (tact_is_collinear(&first.v[0], &first.v[1], &first.v[2]) ||
        tact_is_collinear(&second.v[0], &second.v[1], &second.v[2]))
        return tacti_meets_beyond(at, a, b);
    return tacti_is_self_pair(&first, &second);
}
