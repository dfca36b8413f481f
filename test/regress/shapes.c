/* SPDX-License-Identifier: MIT */
/* Boxes and brute-force queries for the regression tests; see shapes.h. */
#include "shapes.h"

#include "support.h"

#include <math.h>
#include "bvh/bvh.h"
#include "inside/interiors.h"

/* Corner i has the greater x, y, z if bit 0, 1, 2 of i is set. */
static const int box_faces[BOX_TRIANGLES][3] = {
    {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
    {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
};

void box_triangles(tact_vec3 lo, tact_vec3 hi, tact_triangle out[BOX_TRIANGLES]) {
    for (int i = 0; i < BOX_TRIANGLES; i++)
        for (int k = 0; k < 3; k++) {
            int corner = box_faces[i][k];
            out[i].v[k] = (tact_vec3){corner & 1 ? hi.x : lo.x, corner & 2 ? hi.y : lo.y,
                                      corner & 4 ? hi.z : lo.z};
        }
}

solid solid_make(const tact_triangle *triangles, uint32_t count) {
    tact_mesh_arrays arrays = {
        .positions = triangles, .vertex_count = 3 * count, .triangle_count = count};
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.solid = true;
    solid s;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &s.mesh), TACT_OK);
    assert_int_equal(tacti_bvh_create(NULL, s.mesh, &desc, &s.bvh), TACT_OK);
    assert_int_equal(tacti_interior_create(NULL, s.bvh, &s.interior), TACT_OK);
    return s;
}

void solid_free(solid *s) {
    tacti_interior_destroy(s->interior);
    tacti_bvh_destroy(s->bvh);
    tact_mesh_destroy(s->mesh);
}

uint32_t count_meeting(const tact_triangle *a, uint32_t count_a, const tact_triangle *b,
                       uint32_t count_b) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < count_a; i++)
        for (uint32_t j = 0; j < count_b; j++) {
            bool meets = tact_triangle_overlaps(&a[i], &b[j]);
            assert_int_equal(meets, tact_triangle_overlaps(&b[j], &a[i]));
            assert_int_equal(meets, tact_triangle_distance(&a[i], &b[j]).distance == 0);
            assert_int_equal(meets,
                             tact_triangle_intersect(&a[i], &b[j]).kind != TACT_OVERLAP_NONE);
            count += meets;
        }
    return count;
}

tact_gap least_gap(const tact_triangle *a, uint32_t count_a, const tact_triangle *b,
                   uint32_t count_b) {
    tact_gap least = {0};
    least.distance = HUGE_VAL;
    for (uint32_t i = 0; i < count_a; i++)
        for (uint32_t j = 0; j < count_b; j++) {
            tact_gap gap = tact_triangle_distance(&a[i], &b[j]);
            if (gap.distance < least.distance)
                least = gap;
        }
    return least;
}

bool share_corner(const tact_triangle *a, const tact_triangle *b) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (a->v[i].x == b->v[j].x && a->v[i].y == b->v[j].y && a->v[i].z == b->v[j].z)
                return true;
    return false;
}

void assert_gap(tact_gap gap, double truth) {
    if (!(gap.distance > 0 && gap.lower <= truth && truth <= gap.upper))
        fail_msg("distance %.17g in [%.17g, %.17g], expected %.17g", gap.distance, gap.lower,
                 gap.upper, truth);
}
