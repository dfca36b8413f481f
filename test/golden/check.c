/* SPDX-License-Identifier: MIT */
/* Whether single answers of tact hold what the headers promise: positions lie on their
 * features, bounds are in order and narrow enough, witnesses realise the distance. Computed in long
 * double, independently of the library, and compared with allowances that are a little wider than
 * the promises, to leave room for the rounding here. */
#include "golden.h"

#include <math.h>

#define UNIT 0x1p-53

typedef struct wide {
    long double x, y, z;
} wide;

static wide minus(tact_vec3 a, tact_vec3 b) {
    return (wide){(long double)a.x - (long double)b.x, (long double)a.y - (long double)b.y,
                  (long double)a.z - (long double)b.z};
}

static long double dot(wide a, wide b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static wide cross(wide a, wide b) {
    return (wide){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double segment_distance(tact_vec3 p, tact_vec3 a, tact_vec3 b) {
    wide ab = minus(b, a), ap = minus(p, a);
    long double square = dot(ab, ab);
    long double t = square > 0 ? dot(ap, ab) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    wide rest = {ap.x - t * ab.x, ap.y - t * ab.y, ap.z - t * ab.z};
    return (double)sqrtl(dot(rest, rest));
}

static double triangle_distance(tact_vec3 p, const tact_triangle *t) {
    double result = HUGE_VAL;
    bool above_all = true;
    wide normal = cross(minus(t->v[1], t->v[0]), minus(t->v[2], t->v[0]));
    for (int i = 0; i < 3; i++) {
        tact_vec3 a = t->v[i], b = t->v[(i + 1) % 3];
        result = fmin(result, segment_distance(p, a, b));
        above_all = above_all && dot(cross(normal, minus(b, a)), minus(p, a)) > 0;
    }
    if (above_all)
        result = fmin(result,
                      (double)fabsl(dot(normal, minus(p, t->v[0])) / sqrtl(dot(normal, normal))));
    return result;
}

static double feature_distance(tact_vec3 p, const tact_triangle *t, tact_feature feature) {
    if (feature <= TACT_FEATURE_VERTEX_2) { /* positions at corners are exact */
        tact_vec3 corner = t->v[feature];
        return p.x == corner.x && p.y == corner.y && p.z == corner.z ? 0 : HUGE_VAL;
    }
    if (feature <= TACT_FEATURE_EDGE_2) {
        int edge = (int)feature - (int)TACT_FEATURE_EDGE_0;
        return segment_distance(p, t->v[edge], t->v[(edge + 1) % 3]);
    }
    return triangle_distance(p, t);
}

static double largest_coordinate(const tact_triangle *a) {
    double result = 0;
    for (int i = 0; i < 3; i++)
        result = fmax(result, fmax(fabs(a->v[i].x), fmax(fabs(a->v[i].y), fabs(a->v[i].z))));
    return result;
}

double golden_extent(const tact_triangle *a, const tact_triangle *b) {
    tact_vec3 lo = a->v[0], hi = a->v[0];
    for (int i = 0; i < 6; i++) {
        tact_vec3 p = i < 3 ? a->v[i] : b->v[i - 3];
        lo = (tact_vec3){fmin(lo.x, p.x), fmin(lo.y, p.y), fmin(lo.z, p.z)};
        hi = (tact_vec3){fmax(hi.x, p.x), fmax(hi.y, p.y), fmax(hi.z, p.z)};
    }
    return fmax(hi.x - lo.x, fmax(hi.y - lo.y, hi.z - lo.z));
}

static bool count_fits_kind(const tact_overlap *overlap) {
    switch (overlap->kind) {
    case TACT_OVERLAP_NONE:
        return overlap->point_count == 0;
    case TACT_OVERLAP_POINT:
        return overlap->point_count == 1;
    case TACT_OVERLAP_SEGMENT:
        return overlap->point_count == 2;
    case TACT_OVERLAP_POLYGON:
        return overlap->point_count >= 3 && overlap->point_count <= TACT_OVERLAP_MAX_POINTS;
    }
    return false;
}

bool golden_overlap_is_sound(const tact_overlap *overlap, const tact_triangle *a,
                             const tact_triangle *b, const char **why) {
    *why = "the number of points does not match the kind";
    if (!count_fits_kind(overlap))
        return false;
    /* 8 units per coordinate, so 14 in length; two more for the sums above. */
    double allowance = 16 * UNIT * fmax(largest_coordinate(a), largest_coordinate(b));
    for (uint32_t i = 0; i < overlap->point_count; i++) {
        const tact_overlap_point *point = &overlap->points[i];
        *why = "a point is not on the part of a that its feature names";
        if (!(feature_distance(point->position, a, point->a) <= allowance))
            return false;
        *why = "a point is not on the part of b that its feature names";
        if (!(feature_distance(point->position, b, point->b) <= allowance))
            return false;
    }
    return true;
}

bool golden_gap_is_sound(const tact_gap *gap, const tact_triangle *a, const tact_triangle *b,
                         const char **why) {
    double extent = golden_extent(a, b);
    *why = "distance is not between its bounds";
    if (!(0 <= gap->lower && gap->lower <= gap->distance && gap->distance <= gap->upper))
        return false;
    *why = "the bounds are further apart than promised";
    if (!(gap->upper - gap->lower <= 0x1.01p-45 * extent))
        return false;
    /* Witnesses are rounded to double, so they carry the rounding of their own coordinates. */
    double allowance = 1e-14 * fmax(extent, fmax(largest_coordinate(a), largest_coordinate(b)));
    *why = "a witness is not on its triangle";
    if (!(triangle_distance(gap->point_a, a) <= allowance &&
          triangle_distance(gap->point_b, b) <= allowance))
        return false;
    *why = "the witnesses are not as far apart as the distance";
    double apart = segment_distance(gap->point_a, gap->point_b, gap->point_b);
    return fabs(apart - gap->distance) <= allowance;
}

bool golden_gap_contains(const tact_gap *gap, double truth) {
    return gap->lower <= truth * (1 + 1e-13) && gap->upper >= truth * (1 - 1e-13);
}
