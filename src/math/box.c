/* SPDX-License-Identifier: MIT */
/* Axis-aligned boxes. To every function, a box that is empty in a single coordinate is empty. All
 * but the middle is computed by comparisons, so only the middle is rounded. */
#include <tact/math.h>

#include "math/vec.h"

tact_box tact_box_empty(void) {
    double inf = tacti_infinity();
    return (tact_box){{inf, inf, inf}, {-inf, -inf, -inf}};
}

bool tact_box_is_empty(tact_box a) {
    return !(a.lo.x <= a.hi.x && a.lo.y <= a.hi.y && a.lo.z <= a.hi.z);
}

tact_box tact_box_add_point(tact_box a, tact_vec3 point) {
    return tact_box_union(a, (tact_box){point, point});
}

tact_box tact_box_union(tact_box a, tact_box b) {
    if (tact_box_is_empty(a))
        return b;
    if (tact_box_is_empty(b))
        return a;
    return (tact_box){tacti_vec3_min(a.lo, b.lo), tacti_vec3_max(a.hi, b.hi)};
}

tact_box tact_box_of_triangle(const tact_triangle *triangle) {
    const tact_vec3 *v = triangle->v;
    return (tact_box){tacti_vec3_min(v[0], tacti_vec3_min(v[1], v[2])),
                      tacti_vec3_max(v[0], tacti_vec3_max(v[1], v[2]))};
}

/* Whether [a_lo, a_hi] and [b_lo, b_hi] share a number; each is checked for emptiness too. */
static bool ranges_overlap(double a_lo, double a_hi, double b_lo, double b_hi) {
    return a_lo <= b_hi && b_lo <= a_hi && a_lo <= a_hi && b_lo <= b_hi;
}

bool tact_box_overlaps(tact_box a, tact_box b) {
    return ranges_overlap(a.lo.x, a.hi.x, b.lo.x, b.hi.x) &&
           ranges_overlap(a.lo.y, a.hi.y, b.lo.y, b.hi.y) &&
           ranges_overlap(a.lo.z, a.hi.z, b.lo.z, b.hi.z);
}

bool tact_box_contains(tact_box a, tact_vec3 point) {
    return a.lo.x <= point.x && point.x <= a.hi.x && a.lo.y <= point.y && point.y <= a.hi.y &&
           a.lo.z <= point.z && point.z <= a.hi.z;
}

/* (lo + hi) / 2 rounded once. Rounding keeps order, so the middle is between the two. */
static double middle(double lo, double hi) {
    double sum = lo + hi;
    if (tacti_is_finite(sum))
        return 0.5 * sum;
    return 0.5 * lo + 0.5 * hi; /* such large halves are exact */
}

tact_vec3 tact_box_center(tact_box a) {
    return (tact_vec3){middle(a.lo.x, a.hi.x), middle(a.lo.y, a.hi.y), middle(a.lo.z, a.hi.z)};
}
