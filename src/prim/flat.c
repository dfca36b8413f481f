/* SPDX-License-Identifier: MIT */
/* Triangles reduced to the point, segment or triangle that they are, and where points lie in them.
 * Comparisons of coordinates and orientation signs decide everything, so it is exact. */
#include "prim/flat.h"

#include "base/assert.h"
#include "exact/det.h"
#include "math/vec.h"

/* Lexicographic order of the coordinates: along a line it is the order on the line. */
static bool is_less(const tact_vec3 *a, const tact_vec3 *b) {
    if (a->x != b->x)
        return a->x < b->x;
    if (a->y != b->y)
        return a->y < b->y;
    return a->z < b->z;
}

/* Finds the extreme ones of three corners on one line, and an axis along which they differ. */
static void find_ends(tacti_flat *flat) {
    const tact_vec3 *v = flat->triangle->v;
    int least = 0, most = 0;
    for (int i = 1; i < 3; i++) {
        if (is_less(&v[i], &v[least]))
            least = i;
        if (is_less(&v[most], &v[i]))
            most = i;
    }
    flat->dimension = tacti_vec3_is_equal(&v[least], &v[most]) ? 0 : 1;
    flat->corner[0] = least;
    flat->corner[1] = most;
    flat->axis = v[least].x != v[most].x ? 0 : v[least].y != v[most].y ? 1 : 2;
}

tacti_flat tacti_flat_make(const tact_triangle *triangle) {
    tacti_flat flat = {triangle, 2, {0, 1, 2}, 0, 0};
    const tact_vec3 *v = triangle->v;
    for (unsigned axis = 0; axis < 3; axis++) {
        int turn = tacti_orient2d_dropped(&v[0], &v[1], &v[2], axis);
        if (turn != 0) {
            flat.axis = axis;
            flat.turn = turn;
            return flat;
        }
    }
    find_ends(&flat);
    return flat;
}

/* Locates a point on the line of a degenerate triangle; the point is not a corner. */
static int locate_on_line(const tacti_flat *flat, const tact_vec3 *point) {
    TACTI_ASSERT(flat->dimension == 1);
    int side[3];
    double x = tacti_vec3_get(*point, flat->axis);
    for (int i = 0; i < 3; i++) {
        double corner = tacti_vec3_get(flat->triangle->v[i], flat->axis);
        side[i] = (corner > x) - (corner < x);
    }
    if (side[flat->corner[0]] == side[flat->corner[1]])
        return -1;
    return (int)tacti_flat_edge_feature(flat, 0, side);
}

/* The corner that equals the point, or -1. */
static int corner_at(const tacti_flat *flat, const tact_vec3 *point) {
    for (int i = 0; i < 3; i++)
        if (tacti_vec3_is_equal(point, &flat->triangle->v[i]))
            return TACT_FEATURE_VERTEX_0 + i;
    return -1;
}

int tacti_flat_locate_in_plane(const tacti_flat *flat, const tact_vec3 *point) {
    TACTI_ASSERT(flat->dimension == 2);
    const tact_vec3 *v = flat->triangle->v;
    int feature = corner_at(flat, point);
    if (feature >= 0)
        return feature;
    feature = TACT_FEATURE_FACE;
    for (int i = 2; i >= 0; i--) {
        int side = tacti_orient2d_dropped(&v[i], &v[(i + 1) % 3], point, flat->axis);
        if (side == -flat->turn)
            return -1;
        if (side == 0)
            feature = TACT_FEATURE_EDGE_0 + i;
    }
    return feature;
}

int tacti_flat_locate(const tacti_flat *flat, const tact_vec3 *point) {
    const tact_vec3 *v = flat->triangle->v;
    if (flat->dimension == 2)
        return tacti_orient3d(&v[0], &v[1], &v[2], point) == 0
                   ? tacti_flat_locate_in_plane(flat, point)
                   : -1;
    int corner = corner_at(flat, point);
    if (corner >= 0 || flat->dimension == 0)
        return corner;
    if (!tact_is_collinear(&v[flat->corner[0]], &v[flat->corner[1]], point))
        return -1;
    return locate_on_line(flat, point);
}

bool tacti_triangle_is_finite(const tact_triangle *triangle) {
    return tacti_vec3_is_finite(triangle->v[0]) && tacti_vec3_is_finite(triangle->v[1]) &&
           tacti_vec3_is_finite(triangle->v[2]);
}

tact_feature tacti_flat_edge_feature(const tacti_flat *flat, int edge, const int side[3]) {
    TACTI_ASSERT(edge >= 0 && edge < tacti_flat_edge_count(flat));
    if (flat->dimension == 2)
        return (tact_feature)(TACT_FEATURE_EDGE_0 + edge);
    for (int i = 0; i < 3; i++)
        if (side[i] == 0)
            return (tact_feature)(TACT_FEATURE_VERTEX_0 + i);
    /* Corners lie on both sides, so the point is inside edge 0 or edge 1. */
    return side[0] != side[1] ? TACT_FEATURE_EDGE_0 : TACT_FEATURE_EDGE_1;
}
