/* SPDX-License-Identifier: MIT */
/* tact info --self: the pairs of triangles that meet where they should not. They come in no
 * particular order, so the least ones are kept. */
#include "info.h"

static bool is_less(const info_pair *a, const info_pair *b) {
    return a->a != b->a ? a->a < b->a : a->b < b->b;
}

static bool take_pair(void *user, uint32_t a, uint32_t b) {
    info_self *self = user;
    info_pair pair = {a, b};
    if (self->kept < INFO_SELF_PAIRS)
        self->kept++;
    else if (!is_less(&pair, &self->first[INFO_SELF_PAIRS - 1]))
        return true;
    size_t at = self->kept - 1;
    for (; at > 0 && is_less(&pair, &self->first[at - 1]); at--)
        self->first[at] = self->first[at - 1];
    self->first[at] = pair;
    return true;
}

tact_status info_find_self(const tact_mesh_arrays *arrays, const uint64_t *budget,
                           tact_error *error, info_self *out) {
    tacti_query_desc desc = tacti_query_desc_default();
    desc.budget = budget != NULL
                      ? *budget
                      : INFO_SELF_BUDGET + INFO_SELF_BUDGET_EACH * arrays->triangle_count;
    tact_mesh *mesh = NULL;
    tacti_bvh *bvh = NULL;
    tacti_contact_summary summary;
    info_self self = {.is_known = true, .budget = desc.budget};
    tact_status status = tact_mesh_create(NULL, arrays, error, &mesh);
    if (status == TACT_OK)
        status = tacti_bvh_create(NULL, mesh, NULL, &bvh);
    if (status == TACT_OK)
        status = tacti_self_visit(bvh, &desc, take_pair, &self, &summary);
    if (status == TACT_OK) {
        self.count = summary.pair_count;
        self.has_more = summary.outcome == TACT_UNDECIDED;
        *out = self;
    }
    tacti_bvh_destroy(bvh);
    tact_mesh_destroy(mesh);
    return status;
}
