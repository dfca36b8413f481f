/* SPDX-License-Identifier: MIT */
/* The curves along which two surfaces cross, and the area where they lie on each other. A bar goes
 * through a block, then stands on it. All results are known. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

static void print_curve(const tact_curve_view *view, const tact_curve *curve) {
    const uint32_t *indices = view->indices + curve->first;
    printf("  %s curve of %" PRIu32 " points, length %.12g:", curve->is_closed ? "closed" : "open",
           curve->count, curve->length);
    for (uint32_t i = 0; i < curve->count && i < 2; i++) {
        tact_vec3 p = view->points[indices[i]];
        printf(" (%.4g, %.4g, %.4g)", p.x, p.y, p.z);
    }
    printf(" ...\n");
}

/* The name of the feature that a point lies on, by its number of vertices. */
static const char *part_name(const uint32_t vertices[3]) {
    return vertices[1] == TACT_NO_VERTEX   ? "vertex"
           : vertices[2] == TACT_NO_VERTEX ? "edge"
                                           : "face";
}

/* Curves around the bar, where it enters and where it leaves: 2 (1 + 0.5) each. */
static bool cross(const tact_instance *block, const tact_instance *bar, tact_curve_set *set) {
    tact_curves_result found;
    if (tact_curves(block, bar, NULL, set, &found) != TACT_OK)
        return false;
    const tact_curve_summary *summary = &found.summary;
    printf("through it: %" PRIu32 " curves of length %.12g, %" PRIu32 " closed, from %" PRIu64
           " pairs of triangles\n",
           summary->curve_count, summary->length, summary->closed_count, summary->contact_count);
    tact_curve_view view = tact_curve_set_view(set);
    for (uint32_t i = 0; i < view.curve_count; i++)
        print_curve(&view, &view.curves[i]);
    const tact_curve_source *source = &view.sources[view.indices[0]];
    printf("  the first point is where the %s of a block's triangle meets the %s of a bar's\n",
           part_name(source->a), part_name(source->b));
    return summary->curve_count == 2 && summary->closed_count == 2 && summary->patch_count == 0 &&
           fabs(summary->length - 6) < 1e-12;
}

/* The bar's end lies on the block's top: an area, whose rim is not a curve. */
static bool stand(const tact_instance *block, const tact_instance *bar, tact_curve_set *set) {
    tact_curves_result found;
    if (tact_curves(block, bar, NULL, set, &found) != TACT_OK)
        return false;
    const tact_curve_summary *summary = &found.summary;
    printf("on it: %" PRIu32 " patches of area %.12g, %" PRIu32 " curves\n", summary->patch_count,
           summary->patch_area, summary->curve_count);
    tact_curve_view view = tact_curve_set_view(set);
    for (uint32_t i = 0; i < view.patch_count; i++)
        if (view.patches[i].is_same_side)
            return false; /* it stands on the outside */
    return summary->curve_count == 0 && fabs(summary->patch_area - 0.5) < 1e-12;
}

/* A model of a box. */
static tact_model *make_box(tact_vec3 size, uint32_t divisions) {
    tact_mesh *mesh;
    tact_model *model = NULL;
    if (tact_mesh_create_box(NULL, size, divisions, &mesh) != TACT_OK)
        return NULL;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    if (tact_model_create_mesh(NULL, &arrays, NULL, NULL, &model) != TACT_OK)
        model = NULL;
    tact_mesh_destroy(mesh);
    return model;
}

int main(void) {
    tact_model *block = make_box(tact_vec3_make(2, 2, 2), 12);
    tact_model *bar = make_box(tact_vec3_make(1, 0.5, 4), 7);
    tact_curve_set *set = NULL;
    bool fine = block != NULL && bar != NULL && tact_curve_set_create(NULL, &set) == TACT_OK;
    tact_instance a = tact_instance_make(block), b = tact_instance_make(bar);
    /* A little off the middle, so that no edge lies in a face. */
    b.pose.m[3] = 0.0413;
    b.pose.m[7] = 0.0271;
    b.pose.m[11] = 0.0119;
    fine = fine && cross(&a, &b, set);
    b.pose.m[11] = 3;
    fine = fine && stand(&a, &b, set);
    tact_curve_set_destroy(set);
    tact_model_destroy(bar);
    tact_model_destroy(block);
    return fine ? 0 : 1;
}
