/* SPDX-License-Identifier: MIT */
/* Solid angles of far nodes by a Taylor series, after G. Barill, N. G. Dickson, R. Schmidt,
 * D. I. W. Levin, A. Jacobson, "Fast winding numbers for soups and clouds" (2018). Theirs is an
 * estimate; here each node comes with a proven bound of its error.
 *
 * The series. A surface S with normals n has at z the solid angle, integrated over x in S,
 *     W = int (x - z) . n / |x - z|^3.
 * With a centre c, r = c - z, x = c + y and g(v) = 1 / |v| the integrand is -n . grad g(r + y). The
 * k-th derivative of g along a unit vector at r is k! P_k / |r|^(k + 1) with a Legendre polynomial
 * |P_k| <= 1, and for a symmetric form different directions give no more (Banach). So the term of
 * order k of the series in y is at most (k + 1) |y|^k / |r|^(k + 2), and with s = |y| / |r| < 1 all
 * terms from order 2 on are together at most
 *     (1 / (1 - s)^2 - 1 - 2 s) / |r|^2 = h(s) |y|^2 / |r|^4,  h(s) = (3 - 2 s) / (1 - s)^2,
 * where h grows with s. Orders 0 and 1 are, with N = int n and M = int n y^T,
 *     N . r / |r|^3 + tr M / |r|^3 - 3 r^T M r / |r|^5,
 * so that the symmetric part of M is enough.
 *
 * The surface. S consists of the triangles with local vertices as rounded. The placed triangles,
 * taken back by the exact pose, have corners within the jitter of these. Moving a corner by d lets
 * each edge of length l sweep an area of at most d (l + 2 d), seen under at most that by the
 * squared distance; what is enclosed does not hold z. With L the sum of l + 2^-27 of all edges and
 * a jitter of at most 2^-30 the solid angle changes by at most jitter L / (|r| - rho)^2, rho
 * including both.
 *
 * The pose A is not quite a rotation: areas along x - z change by det A, distances by |A v| / |v|.
 * |A^T A - 1| <= 3 defect in norm, so that W changes by at most 12 defect times int 1 / |x - z|^2.
 * The viewpoint's error e adds to y: one more term 2 e A / |r|^3 of order 1, and |y| + e instead of
 * |y| in the rest.
 *
 * Rounding, u = 2^-53. A node's sums are added up from at most 8 children over at most 32 levels,
 * and a child's centre is the mean of its area up to 2^-50: N errs by 2^8 u A for the sums and by
 * 6 u |e1||e2| <= 6 u rho l for each triangle; M by 2^8 u A rho likewise and by 2^-50 A. The
 * formula itself errs by 2^5 u A / |r|^2. All this is below 2^-40 (A + rho L) / |r|^2 + 2^-44 A /
 * |r|^3. */
#include "query/sums.h"

#include <math.h>

#include "base/alloc.h"
#include "bvh/node.h"
#include "math/vec.h"

/* Of the triangles below a node. */
typedef struct node_sums {
    tact_vec3 center; /* the mean of their area */
    double radius;    /* of a ball around it that holds them */
    tact_vec3 normal; /* N */
    double moment[6]; /* M, symmetric part: xx, yy, zz, yz, zx, xy */
    double area;      /* rounded up */
    double square;    /* int |y|^2, rounded up but for 2^-40 of it */
    double perimeter; /* L */
} node_sums;

struct tacti_sums {
    const tact_context *context;
    uint32_t count;
    node_sums *nodes;
};

/* ---- Adding up ---------------------------------------------------------------------------- */

static tact_triangle local_triangle(const tact_bvh *bvh, uint32_t position) {
    const uint32_t *corner = bvh->indices + 3 * (size_t)bvh->order[position];
    tact_triangle t;
    for (int i = 0; i < 3; i++)
        t.v[i] = tacti_bvh_local(bvh, bvh->vertices[corner[i]]);
    return t;
}

static double length(tact_vec3 v) {
    return sqrt(tacti_vec3_dot(v, v));
}

/* The sums of one triangle; the radius is not used. */
static node_sums sums_of_triangle(const tact_bvh *bvh, uint32_t position) {
    node_sums s = {.radius = 0};
    tact_triangle t = local_triangle(bvh, position);
    tact_vec3 e[3];
    for (int i = 0; i < 3; i++)
        e[i] = tacti_vec3_sub(t.v[(i + 1) % 3], t.v[i]);
    double l[3] = {length(e[0]), length(e[1]), length(e[2])};
    s.center = tacti_vec3_scale(tacti_vec3_add(tacti_vec3_add(t.v[0], t.v[1]), t.v[2]), 1.0 / 3);
    s.normal = tacti_vec3_scale(tacti_vec3_cross(e[0], e[1]), 0.5);
    s.area = length(s.normal) + 0x1p-48 * (l[0] * l[1]);
    s.perimeter = ((l[0] + l[1]) + l[2]) + 0x3p-27;
    /* int |y|^2 of a triangle around its mean is area / 12 times the sum of the corners' |y|^2. */
    for (int i = 0; i < 3; i++) {
        tact_vec3 y = tacti_vec3_sub(t.v[i], s.center);
        s.square += s.area / 12 * tacti_vec3_dot(y, y);
    }
    return s;
}

/* Adds the sums of a child, whose centre is moved to that of its parent. */
static void add_child(node_sums *s, const node_sums *child) {
    tact_vec3 d = tacti_vec3_sub(child->center, s->center), n = child->normal;
    const double shifted[6] = {n.x * d.x,
                               n.y * d.y,
                               n.z * d.z,
                               0.5 * (n.y * d.z + n.z * d.y),
                               0.5 * (n.z * d.x + n.x * d.z),
                               0.5 * (n.x * d.y + n.y * d.x)};
    s->normal = tacti_vec3_add(s->normal, n);
    for (int i = 0; i < 6; i++)
        s->moment[i] += child->moment[i] + shifted[i];
    /* The child's centre is not quite the mean of its area. */
    double rounding = 0x1p-44 * ((fabs(d.x) + fabs(d.y)) + fabs(d.z));
    s->square += child->square + child->area * (tacti_vec3_dot(d, d) + rounding);
    s->perimeter += child->perimeter;
}

/* The greatest squared distance of a corner below a node from a point. */
static double farthest_square(const tact_bvh *bvh, uint32_t node, tact_vec3 from) {
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

/* Sums of a node whose children that are nodes have theirs. */
static void add_up(tacti_sums *sums, const tact_bvh *bvh, uint32_t node) {
    const tacti_node *n = &bvh->nodes[node];
    node_sums child[TACTI_BVH_WIDTH] = {{.radius = 0}}, s = {.radius = 0};
    tact_vec3 mean = {0, 0, 0};
    for (uint32_t i = 0; i < n->child_count; i++) {
        child[i] = i < n->inner_count ? sums->nodes[n->first_child + i]
                                      : sums_of_triangle(bvh, n->first_leaf + i - n->inner_count);
        s.area += child[i].area;
        mean = tacti_vec3_add(mean, tacti_vec3_scale(child[i].center, child[i].area));
    }
    /* Where there is no area to speak of, any point will do. */
    s.center = s.area > 0x1p-900 ? tacti_vec3_scale(mean, 1 / s.area) : child[0].center;
    for (uint32_t i = 0; i < n->child_count; i++)
        add_child(&s, &child[i]);
    s.radius = sqrt(farthest_square(bvh, node, s.center)) * (1 + 0x1p-50);
    sums->nodes[node] = s;
}

tact_status tacti_sums_create(const tact_context *context, const tact_bvh *bvh, tacti_sums **out) {
    tacti_sums *sums = tacti_allocate(context, 1, sizeof *sums, _Alignof(tacti_sums));
    if (sums == NULL)
        return TACT_OUT_OF_MEMORY;
    *sums = (tacti_sums){.context = context, .count = bvh->node_count};
    sums->nodes = tacti_allocate(context, sums->count, sizeof *sums->nodes, _Alignof(node_sums));
    if (sums->nodes == NULL) {
        tacti_sums_destroy(sums);
        return TACT_OUT_OF_MEMORY;
    }
    /* Children come after their parents. */
    for (uint32_t node = bvh->triangle_count > 0 ? sums->count : 0; node > 0; node--)
        add_up(sums, bvh, node - 1);
    *out = sums;
    return TACT_OK;
}

void tacti_sums_destroy(tacti_sums *sums) {
    if (sums == NULL)
        return;
    tacti_release(sums->context, sums->nodes, sums->count, sizeof *sums->nodes,
                  _Alignof(node_sums));
    tacti_release(sums->context, sums, 1, sizeof *sums, _Alignof(tacti_sums));
}

size_t tacti_sums_bytes(const tacti_sums *sums) {
    return sizeof *sums + sums->count * sizeof *sums->nodes;
}

/* ---- Looking at a node -------------------------------------------------------------------- */

#define MOST_JITTER 0x1p-30

double tacti_sums_half_angle(const tacti_sums *sums, uint32_t node, const tacti_viewpoint *view,
                             double *error) {
    const node_sums *s = &sums->nodes[node];
    tact_vec3 r = tacti_vec3_sub(s->center, view->point);
    double d2 = tacti_vec3_dot(r, r), inverse = 1 / sqrt(d2);
    double e = view->error, ratio = (s->radius + e + view->jitter) * inverse * (1 + 0x1p-40);
    if (!(ratio < 0.96875) || !(view->jitter <= MOST_JITTER)) {
        *error = HUGE_VAL;
        return 0;
    }
    double inverse2 = 1 / d2, clear = 1 / ((1 - ratio) * (1 - ratio));
    double first = 2 * e * inverse;
    double second =
        (3 - 2 * ratio) * clear * inverse2 * (s->square + s->area * e * (2 * s->radius + e));
    double swept = clear * (view->jitter * s->perimeter + 12 * view->defect * s->area);
    double rounding = 0x1p-40 * (s->area + s->radius * s->perimeter) + 0x1p-44 * s->area * inverse;
    *error = 0.5 * inverse2 * (((first * s->area + second) + swept) + rounding) * (1 + 0x1p-20);
    const double *m = s->moment;
    double trace = (m[0] + m[1]) + m[2];
    double turned = ((r.x * r.x * m[0] + r.y * r.y * m[1]) + r.z * r.z * m[2]) +
                    2 * ((r.y * r.z * m[3] + r.z * r.x * m[4]) + r.x * r.y * m[5]);
    double sum = (tacti_vec3_dot(s->normal, r) + trace) - 3 * turned * inverse2;
    return 0.5 * sum * inverse * inverse2;
}
