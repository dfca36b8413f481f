/* SPDX-License-Identifier: MIT */
/* Coplanar triangles in planes of every direction: kind, corners, and the order of the polygon's
 * corners; and positions that stay within the edge that they lie on, up to the greatest double. */
#include "support.h"

#include "oracle_triangle.h"

#include <float.h>
#include <math.h>

static void print_pair(const tact_triangle t[2]) {
    for (int i = 0; i < 6; i++) {
        tact_vec3 v = t[i / 3].v[i % 3];
        print_error("%s%d = {%a, %a, %a}\n", i < 3 ? "a" : "b", i % 3, v.x, v.y, v.z);
    }
}

static tact_vec3 cross_of(tact_vec3 p, tact_vec3 q, tact_vec3 r) {
    return tact_vec3_cross(tact_vec3_sub(q, p), tact_vec3_sub(r, p));
}

/* Coordinates are small whole numbers, and corners of the polygon are fractions with small
 * denominators, so the sign of a turn is clear in spite of rounding. */
static bool is_in_order(const tact_triangle *a, const tact_overlap *overlap) {
    tact_vec3 normal = cross_of(a->v[0], a->v[1], a->v[2]);
    uint32_t n = overlap->point_count;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 1; j + 1 < n; j++) {
            tact_vec3 p = overlap->points[i].position, q = overlap->points[(i + 1) % n].position;
            tact_vec3 r = overlap->points[(i + j + 1) % n].position;
            if (!(tact_vec3_dot(cross_of(p, q, r), normal) > 0))
                return false;
        }
    return true;
}

static bool has_corner(const tact_overlap *overlap, const oracle_corner *corner) {
    for (uint32_t i = 0; i < overlap->point_count; i++)
        if (overlap->points[i].a == corner->a && overlap->points[i].b == corner->b)
            return true;
    return false;
}

/* A plane through the origin, spanned by two vectors of small whole numbers; the first planes
 * contain an axis each, so that some edges have a coordinate that is constant along them. */
static void make_plane(test_rng *rng, tact_vec3 axis[2]) {
    static const double spans[][6] = {{1, 0, 0, 0, 1, 0}, {0, 1, 0, 0, 0, 1}, {0, 0, 1, 1, 0, 0},
                                      {1, 0, 0, 0, 1, 2}, {0, 1, 0, 3, 0, 1}, {0, 0, 1, 1, -1, 0}};
    uint32_t choice = test_rng_below(rng, 8);
    for (int i = 0; i < 6; i++)
        (&axis[i / 3].x)[i % 3] =
            choice < 6 ? spans[choice][i] : (double)test_rng_below(rng, 7) - 3;
}

static void test_coplanar_pairs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_coplanar_pairs");
    uint64_t count = test_case_count(120000, 3000000);
    uint64_t corners[TACT_OVERLAP_MAX_POINTS + 1] = {0}, nested = 0;
    for (uint64_t n = 0; n < count; n++) {
        tact_vec3 axis[2];
        make_plane(&rng, axis);
        tact_triangle t[2];
        int32_t u[6], v[6];
        for (int i = 0; i < 6; i++) {
            u[i] = (int32_t)test_rng_below(&rng, 7);
            v[i] = (int32_t)test_rng_below(&rng, 7);
        }
        if (n % 2 == 0) { /* an edge of one on the line of an edge of the other */
            int s = n % 4 == 0 ? 0 : 3;
            u[s] = u[s + 1] = u[3 - s] = u[4 - s] = 3;
        }
        for (int i = 0; i < 6; i++)
            t[i / 3].v[(i + (int)(n % 3)) % 3] =
                tact_vec3_add(tact_vec3_scale(axis[0], u[i]), tact_vec3_scale(axis[1], v[i]));
        oracle_overlap truth = oracle_triangle_intersect(&t[0], &t[1]);
        tact_overlap overlap = tact_triangle_intersect(&t[0], &t[1]);
        bool is_right = (int)overlap.kind == truth.dimension + 1 &&
                        (int)overlap.point_count == truth.count &&
                        tact_triangle_overlaps(&t[0], &t[1]) == (truth.dimension >= 0);
        for (int i = 0; is_right && i < truth.count; i++)
            is_right = has_corner(&overlap, &truth.corner[i]);
        is_right = is_right && (truth.dimension < 2 || is_in_order(&t[0], &overlap));
        if (!is_right) {
            print_pair(t);
            fail_msg("got %s with %u corners, expected dimension %d with %d",
                     tact_overlap_kind_name(overlap.kind), overlap.point_count, truth.dimension,
                     truth.count);
        }
        corners[overlap.kind == TACT_OVERLAP_POLYGON ? overlap.point_count : 0]++;
        nested += n % 2 == 0 && overlap.kind == TACT_OVERLAP_POLYGON;
    }
    print_message("polygons of 3 to 6 corners: %llu %llu %llu %llu, %llu along a common line\n",
                  (unsigned long long)corners[3], (unsigned long long)corners[4],
                  (unsigned long long)corners[5], (unsigned long long)corners[6],
                  (unsigned long long)nested);
    for (int i = 3; i <= TACT_OVERLAP_MAX_POINTS; i++)
        assert_true(count < 10000 || corners[i] > 0);
}

/* Whether a position lies between the ends of an edge that holds it; true if no edge does. */
static bool is_within_edge(const tact_triangle t[2], const tact_overlap_point *p) {
    bool is_on_an_edge = false, is_within_one = false;
    for (int s = 0; s < 2; s++) {
        tact_feature f = s == 0 ? p->a : p->b;
        if (f < TACT_FEATURE_EDGE_0 || f == TACT_FEATURE_FACE)
            continue;
        is_on_an_edge = true;
        bool is_within = true;
        for (int k = 0; k < 3; k++) {
            double from = (&t[s].v[(int)f - TACT_FEATURE_EDGE_0].x)[k];
            double to = (&t[s].v[((int)f - TACT_FEATURE_EDGE_0 + 1) % 3].x)[k];
            double x = (&p->position.x)[k];
            is_within = is_within && fmin(from, to) <= x && x <= fmax(from, to);
        }
        is_within_one = is_within_one || is_within;
    }
    return !is_on_an_edge || is_within_one;
}

/* Edges with a constant coordinate: 0.1, 1/3, and the greatest double. Weights that do not sum to 1
 * would leave the edge, and overflow at the greatest double. */
static void test_positions_stay_on_edges(void **state) {
    (void)state;
    static const double level[] = {0.1, 1.0 / 3, -0.7, DBL_MAX, -DBL_MAX};
    test_rng rng = test_rng_start("test_positions_stay_on_edges");
    uint64_t count = test_case_count(20000, 500000);
    uint64_t points = 0;
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        double z = level[n % 50 == 0 ? 3 + test_rng_below(&rng, 2) : test_rng_below(&rng, 3)];
        for (int i = 0; i < 18; i++)
            (&t[i / 9].v[0].x)[i % 9] = z * test_rng_between(&rng, -1, 1);
        for (int i = 0; i < 3; i++)
            t[0].v[i].z = z;
        if (n % 2 == 0)
            for (int i = 0; i < 3; i++)
                t[1].v[i].z = z;
        tact_overlap overlap = tact_triangle_intersect(&t[n % 4 / 2], &t[1 - n % 4 / 2]);
        tact_triangle given[2] = {t[n % 4 / 2], t[1 - n % 4 / 2]};
        for (uint32_t i = 0; i < overlap.point_count; i++, points++)
            if (!is_within_edge(given, &overlap.points[i])) {
                print_pair(given);
                fail_msg("{%a, %a, %a} leaves the edge", overlap.points[i].position.x,
                         overlap.points[i].position.y, overlap.points[i].position.z);
            }
    }
    print_message("%llu positions\n", (unsigned long long)points);
    assert_true(points > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coplanar_pairs),
        cmocka_unit_test(test_positions_stay_on_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
