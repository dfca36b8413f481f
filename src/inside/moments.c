/* SPDX-License-Identifier: MIT */
/* Solid angles of far nodes by a Taylor series, after G. Barill, N. G. Dickson, R. Schmidt,
 * D. I. W. Levin, A. Jacobson, "Fast winding numbers for soups and clouds" (2018). Their result is
 * an estimate; here each node comes with a proven bound of its error.
 *
 * The series. A surface S with normals n has at z the solid angle, integrated over x in S,
 *     W = int (x - z) . n / |x - z|^3.
 * With a centre c, r = c - z, x = c + y and g(v) = 1 / |v|, the integrand is -n . grad g(r + y).
 * The k-th derivative of g along a unit vector at r is k! P_k / |r|^(k + 1) with a Legendre
 * polynomial |P_k| <= 1. For a symmetric form, different directions give no more (Banach). So the
 * term of order k of the series in y is at most (k + 1) |y|^k / |r|^(k + 2). With s = |y| / |r| < 1
 * all terms from order 3 on are together at most
 *     (1 / (1 - s)^2 - 1 - 2 s - 3 s^2) / |r|^2 = h(s) |y|^3 / |r|^5
 * with
 *     h(s) = (4 - 3 s) / (1 - s)^2,
 * which grows with s, and int |y|^3 <= rho int |y|^2 with rho the largest |y|. Let N = int n, M and
 * T the symmetric parts of int n y and int n y y, and V the trace of T. Orders 0, 1 and 2 are
 *     N . r / |r|^3
 *     + tr M / |r|^3 - 3 M(r, r) / |r|^5
 *     - 9/2 V . r / |r|^5 + 15/2 T(r, r, r) / |r|^7.
 *
 * The surface. S consists of the triangles with rounded local vertices. The placed triangles, taken
 * back by the exact pose, have corners within the jitter of the local vertices. If a corner moves
 * by d, each edge of length l sweeps an area of at most d (l + 2 d), which is seen under at most
 * that area divided by the squared distance; what is enclosed does not contain z. With L the sum of
 * l + 2^-27 over all edges and a jitter of at most 2^-30, the solid angle changes by at most
 * jitter L / (|r| - rho)^2, if rho holds for both surfaces.
 *
 * The pose Q is not quite a rotation: areas along x - z change by det Q, distances by |Q v| / |v|.
 * |Q^T Q - 1| <= 3 defect in norm, so W changes by at most 12 defect times int 1 / |x - z|^2.
 * The viewpoint's error e adds to y. With A the area of S, it adds terms 2 e A / |r|^3 of order 1
 * and 3 (2 rho e + e^2) A / |r|^4 of order 2, and the rest has |y| + e instead of |y|.
 *
 * Rounding, u = 2^-53. A node's moments are added up from at most 8 children over at most 32
 * levels, and a child's centre is the mean of its area up to 2^-50. N errs by 2^8 u A for the sums
 * and by 6 u |e1||e2| <= 6 u rho l for each triangle. M errs by 2^8 u A rho likewise and by
 * 2^-50 A. The formula itself errs by 2^5 u A / |r|^2. All this is below
 * 2^-40 (A + rho L) / |r|^2 + 2^-44 A / |r|^3. */
#include "bvh/bvh.h"
#include "inside/moments.h"

#include <math.h>

#include "base/alloc.h"
#include "base/assert.h"
#include "bvh/node.h"
#include "math/vec.h"

/* Of the triangles below a node. */
typedef struct node_moments {
    tact_vec3 center; /* the mean of their area */
    double radius;    /* of a ball around the centre that contains them */
    tact_vec3 normal; /* N */
    double m[6];      /* M by the pairs of axes below */
    double t[10];     /* T by the triples of axes below */
    double area;      /* rounded up */
    double square;    /* int |y|^2, rounded up but for a relative 2^-40 */
    double perimeter; /* L */
} node_moments;

struct tacti_winding_moments {
    const tact_context *context;
    uint32_t count;
    node_moments *nodes;
};

/* The axes of the entries of a symmetric matrix and of a symmetric tensor. */
static const uint8_t pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {2, 0}, {0, 1}};
static const uint8_t triples[10][3] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {0, 0, 1}, {0, 0, 2},
                                       {1, 1, 0}, {1, 1, 2}, {2, 2, 0}, {2, 2, 1}, {0, 1, 2}};
/* The index into M for a pair of axes. */
static const uint8_t pair_at[3][3] = {{0, 5, 4}, {5, 1, 3}, {4, 3, 2}};

/* ---- Adding up ---------------------------------------------------------------------------- */

static tact_triangle local_triangle(const tacti_bvh *bvh, uint32_t position) {
    TACTI_ASSERT(position < bvh->triangle_count && bvh->order[position] < bvh->triangle_count);
    const uint32_t *corner = bvh->indices + 3 * (size_t)bvh->order[position];
    tact_triangle t;
    for (int i = 0; i < 3; i++)
        t.v[i] = tacti_bvh_local(bvh, bvh->vertices[corner[i]]);
    return t;
}

static double length(tact_vec3 v) {
    return sqrt(tacti_vec3_dot(v, v));
}

/* Adds the symmetric part of n y y to T. */
static void add_normal_square(node_moments *s, tact_vec3 n, tact_vec3 y) {
    const double nv[3] = {n.x, n.y, n.z}, yv[3] = {y.x, y.y, y.z};
    for (int k = 0; k < 10; k++) {
        int a = triples[k][0], b = triples[k][1], c = triples[k][2];
        s->t[k] += ((nv[a] * yv[b] * yv[c] + nv[b] * yv[c] * yv[a]) + nv[c] * yv[a] * yv[b]) / 3;
    }
}

/* The moments of one triangle; the radius is not used. */
static node_moments moments_of_triangle(const tacti_bvh *bvh, uint32_t position) {
    node_moments s = {.radius = 0};
    tact_triangle t = local_triangle(bvh, position);
    tact_vec3 e[3];
    for (int i = 0; i < 3; i++)
        e[i] = tacti_vec3_sub(t.v[(i + 1) % 3], t.v[i]);
    double l[3] = {length(e[0]), length(e[1]), length(e[2])};
    s.center = tacti_vec3_scale(tacti_vec3_add(tacti_vec3_add(t.v[0], t.v[1]), t.v[2]), 1.0 / 3);
    s.normal = tacti_vec3_scale(tacti_vec3_cross(e[0], e[1]), 0.5);
    s.area = length(s.normal) + 0x1p-48 * (l[0] * l[1]);
    s.perimeter = ((l[0] + l[1]) + l[2]) + 0x3p-27;
    /* int y y of a triangle around its mean is area / 12 times the sum of y y over its corners. */
    for (int i = 0; i < 3; i++) {
        tact_vec3 y = tacti_vec3_sub(t.v[i], s.center);
        s.square += s.area / 12 * tacti_vec3_dot(y, y);
        add_normal_square(&s, tacti_vec3_scale(s.normal, 1.0 / 12), y);
    }
    return s;
}

/* Adds the moments of a child, moved to the centre of its parent: y becomes y + d. */
static void add_child(node_moments *s, const node_moments *child) {
    tact_vec3 d = tacti_vec3_sub(child->center, s->center), n = child->normal;
    const double dv[3] = {d.x, d.y, d.z}, nv[3] = {n.x, n.y, n.z};
    s->normal = tacti_vec3_add(s->normal, n);
    for (int k = 0; k < 6; k++) {
        int i = pairs[k][0], j = pairs[k][1];
        s->m[k] += child->m[k] + 0.5 * (nv[i] * dv[j] + nv[j] * dv[i]);
    }
    for (int k = 0; k < 10; k++) {
        int a = triples[k][0], b = triples[k][1], c = triples[k][2];
        s->t[k] +=
            child->t[k] + 2.0 / 3 *
                              ((child->m[pair_at[a][b]] * dv[c] + child->m[pair_at[b][c]] * dv[a]) +
                               child->m[pair_at[c][a]] * dv[b]);
    }
    add_normal_square(s, n, d);
    /* The child's centre is not quite the mean of its area. */
    double rounding = 0x1p-44 * ((fabs(d.x) + fabs(d.y)) + fabs(d.z));
    s->square += child->square + child->area * (tacti_vec3_dot(d, d) + rounding);
    s->perimeter += child->perimeter;
}

/* The greatest squared distance of a corner below a node from a point. */
static double farthest_square(const tacti_bvh *bvh, uint32_t node, tact_vec3 from) {
    const tacti_node *n = &bvh->nodes[node];
    double most = 0;
    for (uint32_t i = 0; i < n->inner_count; i++)
        most = tacti_max(most, farthest_square(bvh, n->first_child + i, from));
    for (uint32_t i = 0; i < (uint32_t)n->child_count - n->inner_count; i++) {
        tact_triangle t = local_triangle(bvh, n->first_leaf + i);
        for (int k = 0; k < 3; k++) {
            tact_vec3 d = tacti_vec3_sub(t.v[k], from);
            most = tacti_max(most, tacti_vec3_dot(d, d));
        }
    }
    return most;
}

/* Computes the moments of a node. Its inner children must have theirs. */
static void add_up(tacti_winding_moments *moments, const tacti_bvh *bvh, uint32_t node) {
    const tacti_node *n = &bvh->nodes[node];
    node_moments child[TACTI_BVH_WIDTH] = {{.radius = 0}}, s = {.radius = 0};
    tact_vec3 mean = {0, 0, 0};
    TACTI_ASSERT(n->inner_count <= n->child_count && n->child_count <= TACTI_BVH_WIDTH);
    TACTI_ASSERT(n->inner_count == 0 || n->first_child > node);
    for (uint32_t i = 0; i < n->child_count; i++) {
        child[i] = i < n->inner_count
                       ? moments->nodes[n->first_child + i]
                       : moments_of_triangle(bvh, n->first_leaf + i - n->inner_count);
        s.area += child[i].area;
        mean = tacti_vec3_add(mean, tacti_vec3_scale(child[i].center, child[i].area));
    }
    /* If there is hardly any area, every point will do. */
    s.center = s.area > 0x1p-900 ? tacti_vec3_scale(mean, 1 / s.area) : child[0].center;
    for (uint32_t i = 0; i < n->child_count; i++)
        add_child(&s, &child[i]);
    s.radius = sqrt(farthest_square(bvh, node, s.center)) * (1 + 0x1p-50);
    moments->nodes[node] = s;
}

tact_status tacti_winding_moments_create(const tact_context *context, const tacti_bvh *bvh,
                                         tacti_winding_moments **out) {
    tacti_winding_moments *moments =
        tacti_allocate(context, 1, sizeof *moments, _Alignof(tacti_winding_moments));
    if (moments == NULL)
        return TACT_OUT_OF_MEMORY;
    *moments = (tacti_winding_moments){.context = context, .count = bvh->node_count};
    moments->nodes =
        tacti_allocate(context, moments->count, sizeof *moments->nodes, _Alignof(node_moments));
    if (moments->nodes == NULL) {
        tacti_winding_moments_destroy(moments);
        return TACT_OUT_OF_MEMORY;
    }
    /* Children come after their parents, so they are computed first. */
    for (uint32_t node = bvh->triangle_count > 0 ? moments->count : 0; node > 0; node--)
        add_up(moments, bvh, node - 1);
    *out = moments;
    return TACT_OK;
}

void tacti_winding_moments_destroy(tacti_winding_moments *moments) {
    if (moments == NULL)
        return;
    tacti_release(moments->context, moments->nodes, moments->count, sizeof *moments->nodes,
                  _Alignof(node_moments));
    tacti_release(moments->context, moments, 1, sizeof *moments, _Alignof(tacti_winding_moments));
}

size_t tacti_winding_moments_bytes(const tacti_winding_moments *moments) {
    return sizeof *moments + moments->count * sizeof *moments->nodes;
}

/* ---- Looking at a node -------------------------------------------------------------------- */

#define MOST_JITTER 0x1p-30

/* Orders 0 to 2 of the solid angle, times |r|^3. */
static double series(const node_moments *s, tact_vec3 r, double inverse2) {
    const double *m = s->m, *t = s->t;
    double xx = r.x * r.x, yy = r.y * r.y, zz = r.z * r.z;
    double yz = r.y * r.z, zx = r.z * r.x, xy = r.x * r.y;
    double order1 = ((m[0] + m[1]) + m[2]) - 3 * inverse2 *
                                                 (((xx * m[0] + yy * m[1]) + zz * m[2]) +
                                                  2 * ((yz * m[3] + zx * m[4]) + xy * m[5]));
    double trace =
        ((t[0] + t[5] + t[7]) * r.x + (t[1] + t[3] + t[8]) * r.y) + (t[2] + t[4] + t[6]) * r.z;
    double cube = ((xx * r.x * t[0] + yy * r.y * t[1]) + zz * r.z * t[2]) +
                  3 * (((xx * (r.y * t[3] + r.z * t[4]) + yy * (r.x * t[5] + r.z * t[6])) +
                        zz * (r.x * t[7] + r.y * t[8])) +
                       2 * xy * r.z * t[9]);
    double order2 = inverse2 * (7.5 * inverse2 * cube - 4.5 * trace);
    return (tacti_vec3_dot(s->normal, r) + order1) + order2;
}

double tacti_winding_moments_half_angle(const tacti_winding_moments *moments, uint32_t node,
                                        const tacti_viewpoint *view, double *error) {
    TACTI_ASSERT(node < moments->count);
    const node_moments *s = &moments->nodes[node];
    tact_vec3 r = tacti_vec3_sub(s->center, view->point);
    double d2 = tacti_vec3_dot(r, r), inverse = 1 / sqrt(d2);
    double e = view->error, ratio = (s->radius + e + view->jitter) * inverse * (1 + 0x1p-40);
    if (!(ratio < 0.96875) || !(view->jitter <= MOST_JITTER)) {
        *error = HUGE_VAL;
        return 0;
    }
    double inverse2 = 1 / d2, clear = 1 / ((1 - ratio) * (1 - ratio));
    double beside = e * (2 * s->radius + e) * s->area; /* by which (|y| + e)^2 exceeds |y|^2 */
    double shifted = (2 * e * s->area + 3 * beside * inverse) * inverse;
    double rest = (4 - 3 * ratio) * clear * ratio * inverse2 * (s->square + beside);
    double swept = clear * (view->jitter * s->perimeter + 12 * view->defect * s->area);
    double rounding = 0x1p-40 * (s->area + s->radius * s->perimeter) + 0x1p-44 * s->area * inverse;
    *error = 0.5 * inverse2 * (((shifted + rest) + swept) + rounding) * (1 + 0x1p-20);
    return 0.5 * series(s, r, inverse2) * inverse * inverse2;
}
