/* SPDX-License-Identifier: MIT */
/* tact info --levels: the levels of the hierarchy that questions about a mesh use. */
#include <stdlib.h>

#include "info.h"

static double surface(const tact_bvh_box *box) {
    tact_vec3 h = box->half;
    return 8 * (h.x * h.y + h.y * h.z + h.z * h.x);
}

/* Boxes of single triangles are part of all deeper levels; they are not nodes. */
static tact_status add_level(const tact_model *model, uint32_t level, info_hierarchy *to) {
    uint32_t count = tact_model_boxes(model, level, NULL, 0);
    tact_bvh_box *boxes = calloc((size_t)count + 1, sizeof *boxes);
    if (boxes == NULL)
        return TACT_OUT_OF_MEMORY;
    (void)tact_model_boxes(model, level, boxes, count);
    for (uint32_t i = 0; i < count; i++) {
        if (boxes[i].triangle != TACT_NO_TRIANGLE)
            continue;
        to->levels[level].nodes++;
        to->levels[level].cost += surface(&boxes[i]);
    }
    free(boxes);
    return TACT_OK;
}

tact_status info_find_levels(const tact_mesh_arrays *arrays, tact_error *error,
                             info_hierarchy *out) {
    tact_model *model = NULL;
    tact_status status = tact_model_create_mesh(NULL, arrays, NULL, error, &model);
    if (status != TACT_OK)
        return status;
    *out = (info_hierarchy){.is_known = true, .stats = tact_model_measure(model)};
    out->level_count = out->stats.depth < INFO_LEVELS ? out->stats.depth : INFO_LEVELS;
    for (uint32_t i = 0; i < out->level_count && status == TACT_OK; i++)
        status = add_level(model, i, out);
    double whole = out->level_count > 0 ? out->levels[0].cost : 0;
    for (uint32_t i = 0; i < out->level_count; i++)
        out->levels[i].cost = whole > 0 ? out->levels[i].cost / whole : 0;
    tact_model_destroy(model);
    return status;
}
