/* SPDX-License-Identifier: MIT */
/* Support points: the vertex of a hull that is furthest along a direction. Without a start, rounded
 * products of all vertices of a small hull, or of a few seeds of a large one, give the vertex to
 * begin with. A climb from neighbour to neighbour follows. Each comparison is exact. In a convex
 * polytope, a vertex that no neighbour exceeds is exceeded by no vertex. */
#include "hull/hull.h"

#include "base/simd.h"
#include "exact/det.h"
#include "math/bits.h"
#include "math/vec.h"

tacti_hull_scan_kernel *tacti_hull_scan_at(tact_simd_level level) {
    static tacti_hull_scan_kernel *const kernels[] = TACTI_LEVEL_TABLE(tacti_hull_scan);
    return kernels[tacti_simd_row(level)];
}

/* Points of a spiral from pole to pole: heights in equal steps, each turned by the golden angle. */
tact_vec3 tacti_hull_seed_direction(uint32_t number) {
    TACTI_ASSERT(number < TACTI_HULL_SEEDS);
    /* The cosine and sine of the golden angle. */
    const double cosine = -0.73736887807831985, sine = 0.67549029426152362;
    double x = 1, y = 0;
    for (uint32_t i = 0; i < number; i++) {
        double turned = x * cosine - y * sine;
        y = x * sine + y * cosine;
        x = turned;
    }
    double z = (2.0 * number + 1) / TACTI_HULL_SEEDS - 1;
    double radius = sqrt(1 - z * z);
    return (tact_vec3){x * radius, y * radius, z};
}

tact_vec3 tacti_hull_scale_direction(tact_vec3 direction) {
    double most = tacti_max(tacti_max(fabs(direction.x), fabs(direction.y)), fabs(direction.z));
    if ((most >= 0x1p-200 && most <= 0x1p200) || !(most > 0) || !tacti_is_finite(most))
        return direction;
    /* Scaling up is exact. Scaling down may round coordinates below 2^-1000 of the largest. */
    int power = -tacti_exponent(most);
    return (tact_vec3){tacti_scale_by_power(direction.x, power),
                       tacti_scale_by_power(direction.y, power),
                       tacti_scale_by_power(direction.z, power)};
}

/* The sign of direction . (to - from), exactly. With a the axis along which the direction is
 * longest and b, c the next ones, it is that of d_a det(to - from, u, w), where u x w = d_a d. */
static int compare_exactly(const tact_vec3 *from, const tact_vec3 *to, tact_vec3 direction) {
    double d[3] = {direction.x, direction.y, direction.z};
    unsigned a = fabs(d[0]) >= fabs(d[1]) ? 0 : 1;
    a = fabs(d[a]) >= fabs(d[2]) ? a : 2;
    /* An edge along an axis, perpendicular to the direction, is common and exactly 0. */
    if ((d[0] == 0 || from->x == to->x) && (d[1] == 0 || from->y == to->y) &&
        (d[2] == 0 || from->z == to->z))
        return 0;
    unsigned b = (a + 1) % 3, c = (a + 2) % 3;
    tacti_diff3 edge = {*to, *from}, u = {{0, 0, 0}, {0, 0, 0}}, w = u;
    tacti_vec3_set(&u.to, b, d[a]);
    tacti_vec3_set(&u.to, a, -d[b]);
    tacti_vec3_set(&w.to, c, d[a]);
    tacti_vec3_set(&w.to, a, -d[c]);
    return tacti_sign(d[a]) * tacti_det3_sign(&edge, &u, &w);
}

/* Returns a neighbour that is exactly better, or the vertex itself if there is none. Called if
 * rounded numbers do not decide. */
static uint32_t best_of_close(const tact_hull *hull, tact_vec3 direction, uint32_t vertex) {
    uint32_t end = hull->neighbour_start[vertex + 1];
    for (uint32_t i = hull->neighbour_start[vertex]; i < end; i++) {
        uint32_t other = hull->neighbours[i];
        if (compare_exactly(&hull->vertices[vertex], &hull->vertices[other], direction) > 0)
            return other;
    }
    return vertex;
}

/* Products of differences have an error relative to the length of an edge: a difference, a product
 * and two sums are rounded, so the error is below 5u times the sum of magnitudes of the products.
 * Columns and direction may each have lost 2^-1074 to scaling, and products as much to underflow.
 * The other factor is below 2^202, so these errors are far below 2^-800. */
uint32_t tacti_hull_climb(const tact_hull *hull, tact_vec3 direction, uint32_t vertex) {
    TACTI_ASSERT(vertex < hull->vertex_count);
    const double *x = hull->column[0], *y = hull->column[1], *z = hull->column[2];
    for (;;) {
        double best = 0;
        uint32_t next = vertex;
        bool is_close = false;
        uint32_t end = hull->neighbour_start[vertex + 1];
        for (uint32_t i = hull->neighbour_start[vertex]; i < end; i++) {
            uint32_t other = hull->neighbours[i];
            double px = (x[other] - x[vertex]) * direction.x;
            double py = (y[other] - y[vertex]) * direction.y;
            double pz = (z[other] - z[vertex]) * direction.z;
            double gain = (px + py) + pz;
            double error = 0x6p-53 * ((fabs(px) + fabs(py)) + fabs(pz)) + 0x1p-800;
            is_close |= !(fabs(gain) > error);
            if (gain > best && gain > error) {
                best = gain;
                next = other;
            }
        }
        if (next == vertex && is_close)
            next = best_of_close(hull, direction, vertex);
        if (next == vertex)
            return vertex;
        vertex = next;
    }
}

uint32_t tact_hull_support(const tact_hull *hull, tact_vec3 direction, uint32_t start) {
    direction = tacti_hull_scale_direction(direction);
    if (start == 0 || start >= hull->vertex_count) {
        const double *column[3] = {hull->seed_column[0], hull->seed_column[1],
                                   hull->seed_column[2]};
        start = hull->seed_count == 0
                    ? tacti_hull_scan(hull, direction)
                    : hull->seeds[hull->scan(column, TACTI_HULL_SEEDS, direction)];
    }
    return tacti_hull_climb(hull, direction, start);
}
