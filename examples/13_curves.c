/* SPDX-License-Identifier: MIT */
/* The curves along which two surfaces cross, and the area where they lie on each other: a bar goes
 * through a block, then stands on it. All answers are known. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <tact/tact.h>

static void print_curve(const tact_curve_set *set, const tact_curve *curve) {
    const uint32_t *order = tact_curve_set_view(set).indices + curve->first;
    const tact_vec3 *points = tact_curve_set_view(set).points;
    printf("  %s curve of %" PRIu32 " points, length %.12g:", curve->is_closed ? "closed" : "open",
           curve->count, curve->length);
    for (uint32_t i = 0; i < curve->count && i < 2; i++) {
        tact_vec3 p = points[order[i]];
        printf(" (%.4g, %.4g, %.4g)", p.x, p.y, p.z);
    }
    printf(" ...\n");
}

/* The parts of a and b that a point lies on, by how many vertices they have. */
static const char *part_name(const uint32_t vertices[3]) {
    return vertices[1] == TACT_NO_VERTEX   ? "vertex"
           : vertices[2] == TACT_NO_VERTEX ? "edge"
                                           : "face";
}

/* Around the bar, where it goes in and where it comes out: 2 (1 + 0.5) each. */
static bool cross(const tacti_placed *block, const tacti_placed *bar, tact_curve_set *set) {
    tact_curve_summary summary;
    if (tacti_curve_set_fill(block, bar, NULL, set, &summary) != TACT_OK)
        return false;
    printf("through it: %" PRIu32 " curves of length %.12g, %" PRIu32 " closed, from %" PRIu64
           " pairs of triangles\n",
           summary.curve_count, summary.length, summary.closed_count, summary.contact_count);
    for (uint32_t i = 0; i < tact_curve_set_view(set).curve_count; i++)
        print_curve(set, &tact_curve_set_view(set).curves[i]);
    const tact_curve_source *source =
        &tact_curve_set_view(set).sources[tact_curve_set_view(set).indices[0]];
    printf("  the first point is where the %s of a block's triangle meets the %s of a bar's\n",
           part_name(source->a), part_name(source->b));
    return summary.curve_count == 2 && summary.closed_count == 2 && summary.patch_count == 0 &&
           fabs(summary.length - 6) < 1e-12;
}

/* The bar's end lies on the block's top: an area, whose rim is no curve. */
static bool stand(const tacti_placed *block, const tacti_placed *bar, tact_curve_set *set) {
    tact_curve_summary summary;
    if (tacti_curve_set_fill(block, bar, NULL, set, &summary) != TACT_OK)
        return false;
    printf("on it: %" PRIu32 " patches of area %.12g, %" PRIu32 " curves\n", summary.patch_count,
           summary.patch_area, summary.curve_count);
    for (uint32_t i = 0; i < tact_curve_set_view(set).patch_count; i++)
        if (tact_curve_set_view(set).patches[i].is_same_side)
            return false; /* it stands on the outside */
    return summary.curve_count == 0 && fabs(summary.patch_area - 0.5) < 1e-12;
}

int main(void) {
    tact_mesh *block = NULL, *bar = NULL;
    tacti_bvh *block_bvh = NULL, *bar_bvh = NULL;
    tact_curve_set *set = NULL;
    bool fine = tact_mesh_create_box(NULL, tact_vec3_make(2, 2, 2), 12, &block) == TACT_OK &&
                tact_mesh_create_box(NULL, tact_vec3_make(1, 0.5, 4), 7, &bar) == TACT_OK &&
                tacti_bvh_create(NULL, block, NULL, &block_bvh) == TACT_OK &&
                tacti_bvh_create(NULL, bar, NULL, &bar_bvh) == TACT_OK &&
                tact_curve_set_create(NULL, &set) == TACT_OK;
    tacti_placed a = {block_bvh, tact_pose_identity()};
    tacti_placed b = {bar_bvh, tact_pose_identity()};
    /* A little off the middle, so that no edge lies in a face. */
    b.pose.m[3] = 0.0413;
    b.pose.m[7] = 0.0271;
    b.pose.m[11] = 0.0119;
    fine = fine && cross(&a, &b, set);
    b.pose.m[11] = 3;
    fine = fine && stand(&a, &b, set);
    tact_curve_set_destroy(set);
    tacti_bvh_destroy(bar_bvh);
    tacti_bvh_destroy(block_bvh);
    tact_mesh_destroy(bar);
    tact_mesh_destroy(block);
    return fine ? 0 : 1;
}
