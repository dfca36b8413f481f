/* SPDX-License-Identifier: MIT */
/* The error terms of winding numbers, each alone: estimates of nodes as seen from viewpoints that
 * are known up to a given error, of surfaces that are known up to a given jitter, under poses of a
 * given defect, compared with solid angles of 200 bits; points on the border of a mesh; and rays
 * through the corners of tight boxes (tight.h). */
#include "scenes.h"
#include "solids.h"
#include "tight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inside/inside.h"
#include "inside/interiors.h"
#include "inside/moments.h"
#include "inside/solid_angle.h"
#include "oracle_angle.h"

/* ---- Estimates ---------------------------------------------------------------------------- */

enum { CLUSTERS = 3, EACH = 10 };

/* A cluster of any triangles, of triangles in one plane that face one way, or of single points. */
static void make_cluster(test_rng *rng, tact_vec3 *vertices) {
    uint32_t kind = test_rng_below(rng, 3);
    double size = ldexp(0.1, -(int)test_rng_below(rng, 36));
    tact_vec3 center = vec3_random_in_cube(rng, 0.6), n = vec3_random_direction(rng, 1);
    tact_vec3 u = tact_vec3_normalize(tact_vec3_cross(n, vec3_random_direction(rng, 1)));
    tact_vec3 v = tact_vec3_cross(n, u);
    for (uint32_t i = 0; i < 3 * EACH; i++) {
        tact_vec3 offset = vec3_random_in_cube(rng, size);
        if (kind == 1 && i % 3 != 0) /* u and v turn counterclockwise around the normal */
            offset = tact_vec3_scale(i % 3 == 1 ? u : v, size * (1 + test_rng_unit(rng)));
        if (kind == 1)
            offset = tact_vec3_sub(offset, tact_vec3_scale(n, tact_vec3_dot(n, offset)));
        vertices[i] = tact_vec3_add(center, offset);
        if (kind == 1 && i % 3 != 0)
            vertices[i] = tact_vec3_add(vertices[i - i % 3], offset);
        if (kind == 2)
            vertices[i] = vertices[i - i % 3];
    }
}

/* Clusters of very different sizes. Two single points make the local coordinates those of the
 * mesh. */
static soup make_clusters(test_rng *rng) {
    soup s = soup_make(3 * (CLUSTERS * EACH + 2), CLUSTERS * EACH + 2);
    for (uint32_t i = 0; i < 3 * s.triangle_count; i++)
        s.indices[i] = i;
    for (uint32_t c = 0; c < CLUSTERS; c++)
        make_cluster(rng, s.vertices + (size_t)3 * EACH * c);
    for (uint32_t i = 0; i < 6; i++) {
        double side = i < 3 ? -1 : 1;
        s.vertices[3 * CLUSTERS * EACH + i] = (tact_vec3){side, side, side};
    }
    return s;
}

/* The triangles below a node, in local coordinates. Returns how many there are. */
static uint32_t list_triangles(const tacti_bvh *bvh, uint32_t node, tact_triangle *out) {
    const tacti_node *n = &bvh->nodes[node];
    uint32_t count = 0;
    for (uint32_t i = 0; i < n->inner_count; i++)
        count += list_triangles(bvh, n->first_child + i, out + count);
    for (uint32_t i = 0; i < (uint32_t)n->child_count - n->inner_count; i++) {
        const uint32_t *corner = bvh->indices + 3 * (size_t)bvh->order[n->first_leaf + i];
        for (int k = 0; k < 3; k++)
            out[count].v[k] = tacti_bvh_local(bvh, bvh->vertices[corner[k]]);
        count++;
    }
    return count;
}

/* What is not known exactly. */
typedef enum unknown { NOTHING, VIEWPOINT, SURFACE, POSE, UNKNOWNS } unknown;

/* Changes what the viewpoint says it does not know, as much as it allows. */
static void disturb(test_rng *rng, unknown what, tacti_viewpoint *view, tact_triangle *t,
                    uint32_t count, tact_vec3 *from) {
    tact_pose pose = pose_skewed(rng, 0);
    *from = view->point;
    if (what == VIEWPOINT) { /* often straight to the surface */
        tact_vec3 way = tact_vec3_normalize(tact_vec3_sub(t[0].v[0], *from));
        if (test_rng_below(rng, 2) == 0)
            way = vec3_random_direction(rng, 1);
        *from = tact_vec3_add(*from, tact_vec3_scale(way, view->error * (1 - 0x1p-20)));
    }
    for (uint32_t i = 0; i < 3 * count; i++) {
        tact_vec3 *v = &t[i / 3].v[i % 3];
        if (what == SURFACE)
            *v = tact_vec3_add(*v, vec3_random_direction(rng, view->jitter * (1 - 0x1p-20)));
        else if (what == POSE)
            *v = tact_pose_place(pose, *v);
    }
    if (what == POSE) {
        *from = tact_pose_place(pose, *from);
        view->defect = 1e-6;    /* the largest that a pose may have */
        view->jitter = 0x1p-51; /* for the rounding of this placement */
        view->error = 0x1p-51 * tact_vec3_length(*from);
    }
}

static void check_estimate(const tacti_winding_moments *moments, uint32_t node,
                           const tacti_viewpoint *view, const tact_triangle *t, uint32_t count,
                           tact_vec3 from) {
    double error;
    double half = tacti_winding_moments_half_angle(moments, node, view, &error);
    if (!(error < 1))
        return;
    mpf_t angle, bound;
    mpf_init2(angle, ORACLE_ANGLE_BITS);
    mpf_init2(bound, ORACLE_ANGLE_BITS);
    mpf_set_d(angle, -half);
    for (uint32_t i = 0; i < count; i++)
        oracle_add_half_angle(angle, &t[i], from);
    mpf_abs(angle, angle);
    mpf_set_d(bound, error);
    if (mpf_cmp(angle, bound) > 0)
        fail_msg("node %u: off by %g, bound %g", node, mpf_get_d(angle), error);
    mpf_clear(angle);
    mpf_clear(bound);
}

static void check_node(test_rng *rng, const tacti_bvh *bvh, const tacti_winding_moments *moments,
                       uint32_t node) {
    tact_triangle t[32];
    uint32_t count = list_triangles(bvh, node, t);
    tact_vec3 middle = {0, 0, 0};
    double radius = 0;
    for (uint32_t i = 0; i < 3 * count; i++)
        middle = tact_vec3_add(middle, tact_vec3_scale(t[i / 3].v[i % 3], 1.0 / (3 * count)));
    for (uint32_t i = 0; i < 3 * count; i++)
        radius = fmax(radius, tact_vec3_length(tact_vec3_sub(t[i / 3].v[i % 3], middle)));
    radius = fmax(radius, 0x1p-40); /* a single point, too, is seen from somewhere */
    double distance = radius * exp2(test_rng_between(rng, 1, 22));
    unknown what = (unknown)test_rng_below(rng, UNKNOWNS);
    /* Along the normal of a triangle or from anywhere. */
    tact_vec3 way = tact_vec3_normalize(
        tact_vec3_cross(tact_vec3_sub(t[0].v[1], t[0].v[0]), tact_vec3_sub(t[0].v[2], t[0].v[0])));
    if (test_rng_below(rng, 2) == 0 || !(tact_vec3_length(way) > 0.5))
        way = vec3_random_direction(rng, 1);
    tacti_viewpoint view = {.point = tact_vec3_add(middle, tact_vec3_scale(way, distance))};
    if (what == VIEWPOINT)
        view.error = distance * exp2(test_rng_between(rng, -20, -0.1));
    if (what == SURFACE)
        view.jitter = 0x1p-30;
    tact_vec3 from;
    disturb(rng, what, &view, t, count, &from);
    check_estimate(moments, node, &view, t, count, from);
}

static void test_estimates(void **state) {
    (void)state;
    test_rng rng = test_rng_start("winding_estimates");
    for (uint64_t i = 0; i < test_case_count(200, 10000); i++) {
        soup s = make_clusters(&rng);
        body b = body_make(NULL, &s, NULL);
        tacti_winding_moments *moments;
        assert_int_equal(tacti_winding_moments_create(NULL, b.bvh, &moments), TACT_OK);
        assert_true(b.bvh->exponent == 0 && b.bvh->center.x == 0);
        for (uint32_t node = 0; node < b.bvh->node_count; node++)
            check_node(&rng, b.bvh, moments, node);
        tacti_winding_moments_destroy(moments);
        body_free(&b);
        soup_free(&s);
    }
}

/* ---- Single triangles --------------------------------------------------------------------- */

/* Points near the edges and the plane of a triangle: there the angle is hardest to compute. */
static void test_angles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("winding_angles");
    mpf_t angle, bound;
    mpf_init2(angle, ORACLE_ANGLE_BITS);
    mpf_init2(bound, ORACLE_ANGLE_BITS);
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        tact_triangle t;
        for (int k = 0; k < 3; k++)
            t.v[k] = vec3_random_in_cube(&rng, 1);
        double w = test_rng_between(&rng, -0.5, 1.5);
        tact_vec3 p = tact_vec3_add(tact_vec3_scale(t.v[0], w), tact_vec3_scale(t.v[1], 1 - w));
        p = tact_vec3_add(p, vec3_random_in_cube(&rng, exp2(test_rng_between(&rng, -45, 3))));
        tacti_angle_sum sum = {.count = 0};
        tacti_angle_sum_add(&sum, &t, &p);
        mpf_set_d(angle, -sum.sum.hi);
        mpf_set_d(bound, sum.sum.lo);
        mpf_sub(angle, angle, bound);
        oracle_add_half_angle(angle, &t, p);
        mpf_abs(angle, angle);
        mpf_set_d(bound, tacti_angle_sum_error(&sum));
        assert_true(mpf_cmp(angle, bound) <= 0);
    }
    mpf_clear(angle);
    mpf_clear(bound);
}

/* ---- Placed meshes ------------------------------------------------------------------------ */

/* A mesh that is placed so far out that its corners are rounded by some 2^-33, seen from so far
 * that this is all that an estimate gets wrong. */
static void test_placed_far_out(void **state) {
    (void)state;
    test_rng rng = test_rng_start("winding_placed_far_out");
    mpf_t angle, bound;
    mpf_init2(angle, ORACLE_ANGLE_BITS);
    mpf_init2(bound, ORACLE_ANGLE_BITS);
    for (uint64_t i = 0; i < test_case_count(300, 10000); i++) {
        soup shape = soup_make(12, 4);
        for (uint32_t k = 0; k < 12; k++) {
            shape.indices[k] = k;
            shape.vertices[k] = vec3_random_in_cube(&rng, 1);
        }
        solid s = solid_make(NULL, shape);
        tact_pose pose = pose_random(&rng, 0);
        tact_vec3 shift = vec3_random_direction(&rng, 0x1p19);
        pose.m[3] = shift.x;
        pose.m[7] = shift.y;
        pose.m[11] = shift.z;
        tact_vec3 p = tact_vec3_add(shift, vec3_random_direction(&rng, 0x1p13));
        tacti_filled filled = {s.interior, pose};
        tacti_winding w;
        assert_int_equal(tacti_winding_number(&filled, p, 0.01, NULL, &w), TACT_OK);
        mpf_set_ui(angle, 0);
        for (uint32_t k = 0; k < 4; k++) {
            tact_triangle t = {
                {s.soup.vertices[3 * k], s.soup.vertices[3 * k + 1], s.soup.vertices[3 * k + 2]}};
            t = tact_pose_place_triangle(pose, &t);
            oracle_add_half_angle(angle, &t, p);
        }
        mpf_set_d(bound, 0x1.921fb54442d18p2); /* 2 pi; its rounding is far below the bounds */
        mpf_div(angle, angle, bound);
        assert_true(mpf_cmp_d(angle, w.lower) >= 0 && mpf_cmp_d(angle, w.upper) <= 0);
        solid_free(&s);
    }
    mpf_clear(angle);
    mpf_clear(bound);
}

/* The corners of a cube are on its surface, whatever the pose rounds or stretches. */
static void test_border(void **state) {
    (void)state;
    test_rng rng = test_rng_start("winding_border");
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 1, &mesh), TACT_OK);
    solid s = solid_make(NULL, soup_take(mesh));
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        tact_pose pose = i % 3 == 0   ? pose_skewed(&rng, 1)
                         : i % 3 == 1 ? pose_random(&rng, 1)
                                      : pose_random(&rng, 0x1p40);
        if (i % 6 == 0) { /* corners are stretched by three times the largest defect */
            pose = tact_pose_identity();
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    pose.m[4 * k + l] = k == l ? 1 : 4.9e-7;
        }
        tacti_filled filled = {s.interior, pose};
        for (uint32_t k = 0; k < s.soup.vertex_count; k++) {
            tacti_winding w;
            tact_vec3 p = tact_pose_place(pose, s.soup.vertices[k]);
            assert_int_equal(tacti_winding_number(&filled, p, 0, NULL, &w), TACT_OK);
            assert_true(w.is_exact && w.is_on_surface);
        }
    }
    solid_free(&s);
}

/* ---- Rays --------------------------------------------------------------------------------- */

/* The winding number around a point of a mesh whose box is tight, and whose box holds everything:
 * they differ if the ray misses the tight box. */
static void check_ray(tight_mesh *m, tact_pose pose, const tacti_near *near, int *crossings) {
    tacti_placed placed = {&m->bvh, pose};
    tacti_near_winding tight = tacti_winding_near(&placed, near, NULL);
    tacti_node root = m->nodes[0];
    m->nodes[0] = m->nodes[1]; /* the leaf's box is large */
    tacti_near_winding loose = tacti_winding_near(&placed, near, NULL);
    m->nodes[0] = root;
    assert_int_equal(tight.all, loose.all);
    *crossings += loose.all != 0;
}

/* A triangle in a tight box, one of whose corners is at a corner of the box. */
static void make_corner(test_rng *rng, tight_mesh *m) {
    tight_mesh_start(rng, 1, m);
    tight_mesh_set_grid(rng, -14, -0.55, 0.55, m);
    double y[3][3];
    for (int k = 0; k < 3; k++) {
        bool is_end = test_rng_below(rng, 2) == 0;
        int n = is_end ? 200 : 50;
        double step = is_end ? -0x1p-14 : 0x1p-14;
        for (int i = 0; i < 3; i++)
            y[i][k] =
                tight_mesh_grid(m, k, n) + step * (i == 0 ? 0x1p-24 : test_rng_unit(rng) * 40);
        tight_mesh_set_box(m, 0, k, is_end ? n - 41 : n, is_end ? n : n + 41);
    }
    for (int i = 0; i < 3; i++)
        m->vertices[i] = tight_mesh_point(m, y[i]);
    tight_mesh_check(m);
}

/* Rays that pass the corner within a rounding of the placed triangle. */
static void test_rays_at_corners(void **state) {
    (void)state;
    test_rng rng = test_rng_start("winding_rays_at_corners");
    int crossings = 0;
    for (uint64_t i = 0; i < test_case_count(40000, 1000000); i++) {
        tight_mesh m;
        make_corner(&rng, &m);
        tact_pose pose = i % 2 == 0 ? pose_skewed(&rng, 0) : pose_random(&rng, 0);
        double near = 0x1p-22;
        if (i % 2 == 1) { /* far out, where corners are rounded by some 2^-10 */
            tact_vec3 shift = vec3_random_direction(&rng, 0x1p43);
            pose.m[3] = shift.x;
            pose.m[7] = shift.y;
            pose.m[11] = shift.z;
            near = 0x1p-10;
        }
        tact_vec3 corner = tact_pose_place(pose, m.vertices[0]);
        /* From the side of minus x, a little beside the corner. */
        tact_vec3 start = tact_vec3_add(corner, vec3_random_in_cube(&rng, near));
        start.x -= test_rng_unit(&rng);
        tacti_near point = {.at = {start}, .count = 1, .except = TACT_NO_TRIANGLE};
        check_ray(&m, pose, &point, &crossings);
    }
    assert_true(crossings > 10);
}

/* Rays from points of very long segments, which are rounded by more than the mesh's own errors. */
static void test_rays_of_cuts(void **state) {
    (void)state;
    test_rng rng = test_rng_start("winding_rays_of_cuts");
    int crossings = 0;
    for (uint64_t i = 0; i < test_case_count(40000, 1000000); i++) {
        tight_mesh m;
        make_corner(&rng, &m);
        tact_vec3 corner = m.vertices[0], start = corner;
        start.x -= 0.5;
        tact_vec3 along = vec3_random_direction(&rng, 0x1p40);
        /* A segment through the start, up to rounding, and a plane through it. */
        tact_vec3 end[2] = {tact_vec3_sub(start, along), tact_vec3_add(start, along)};
        tact_vec3 by[3] = {start, tact_vec3_add(start, vec3_random_in_cube(&rng, 1)),
                           tact_vec3_add(start, vec3_random_in_cube(&rng, 1))};
        int sign = tact_orient3d(&by[0], &by[1], &by[2], &end[0]);
        if (sign * tact_orient3d(&by[0], &by[1], &by[2], &end[1]) >= 0)
            continue;
        tacti_cut cut = tacti_cut_by_plane(end, by);
        tacti_near point = {.cut = {&cut}, .at = {start}, .count = 1, .except = TACT_NO_TRIANGLE};
        check_ray(&m, tact_pose_identity(), &point, &crossings);
    }
    assert_true(crossings > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_estimates),       cmocka_unit_test(test_angles),
        cmocka_unit_test(test_placed_far_out),  cmocka_unit_test(test_border),
        cmocka_unit_test(test_rays_at_corners), cmocka_unit_test(test_rays_of_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
