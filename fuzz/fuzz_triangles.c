/* SPDX-License-Identifier: MIT */
/* Takes any bytes as two triangles: every function must return, and the results must be consistent.
 */
#include <tact/tact.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool is_true) {
    if (!is_true)
        abort();
}

static bool is_finite(const tact_triangle *t) {
    return tact_vec3_is_finite(t->v[0]) && tact_vec3_is_finite(t->v[1]) &&
           tact_vec3_is_finite(t->v[2]);
}

/* A pair of finite triangles: verdicts agree with each other and with the swapped pair. */
static void check_pair(const tact_triangle *a, const tact_triangle *b) {
    bool overlaps = tact_triangle_overlaps(a, b);
    tact_overlap ab = tact_triangle_intersect(a, b), ba = tact_triangle_intersect(b, a);
    tact_gap gap = tact_triangle_distance(a, b);
    require(overlaps == tact_triangle_overlaps(b, a));
    require(overlaps == (ab.kind != TACT_OVERLAP_NONE));
    require(ab.kind == ba.kind && ab.point_count == ba.point_count);
    require((gap.distance == 0) == overlaps);
    require(gap.lower <= gap.distance && gap.distance <= gap.upper);
    for (uint32_t i = 0; i < ab.point_count; i++) {
        bool is_in_other = false;
        for (uint32_t j = 0; j < ba.point_count; j++)
            is_in_other |= ab.points[i].a == ba.points[j].b && ab.points[i].b == ba.points[j].a;
        require(is_in_other);
    }
    if (overlaps)
        require(tact_triangle_overlaps_box(a, tact_box_of_triangle(b)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    double x[18];
    if (size < sizeof x / sizeof x[0])
        return 0;
    if (size >= sizeof x) {
        memcpy(x, data, sizeof x);
    } else {
        /* Short inputs are small integers: dense in degenerate cases. */
        for (size_t i = 0; i < sizeof x / sizeof x[0]; i++)
            x[i] = data[i] % 8;
    }
    tact_triangle t[2];
    memcpy(t, x, sizeof t);
    tact_ray ray = {t[1].v[0], t[1].v[1]};
    tact_ray_hit hit = tact_triangle_intersect_ray(&t[0], ray);
    require(hit.kind <= TACT_OVERLAP_SEGMENT);
    tact_feature feature = TACT_FEATURE_FACE;
    if (tact_triangle_contains(&t[0], t[1].v[0], &feature))
        require(feature <= TACT_FEATURE_FACE);
    if (is_finite(&t[0]) && is_finite(&t[1])) {
        require(hit.kind == TACT_OVERLAP_NONE || (hit.t_enter >= 0 && hit.t_enter <= hit.t_exit));
        check_pair(&t[0], &t[1]);
    } else {
        (void)tact_triangle_overlaps(&t[0], &t[1]);
        (void)tact_triangle_intersect(&t[0], &t[1]);
        (void)tact_triangle_distance(&t[0], &t[1]);
        (void)tact_triangle_overlaps_box(&t[0], tact_box_of_triangle(&t[1]));
    }
    return 0;
}
