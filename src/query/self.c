/* SPDX-License-Identifier: MIT */
/* One mesh and itself: the queries. The walk is in walk_self.c, the rule for two triangles in
 * improper.c. */
#include "query/self.h"

#include "query/contacts.h"

static bool is_valid_desc(const tact_query_desc *desc) {
    return desc == NULL || (desc->relative_error >= 0 && desc->absolute_error >= 0);
}

tact_status tact_self_visit(const tact_bvh *bvh, const tact_query_desc *desc,
                            tact_pair_visitor *visitor, void *user, tact_contact_summary *out) {
    if (bvh == NULL || visitor == NULL || out == NULL || !is_valid_desc(desc))
        return TACT_INVALID_ARGUMENT;
    tact_pose pose = tact_pose_identity();
    tacti_pair pair;
    tacti_pair_make_self(bvh, &pose, &pair);
    tacti_visit_pairs(tacti_walks_at(pair.level)->self, &pair, desc, visitor, user, out);
    return TACT_OK;
}

tact_status tact_self_fill(const tact_bvh *bvh, const tact_query_desc *desc,
                           tact_contact_detail detail, tact_contact_list *list,
                           tact_contact_summary *out) {
    if (list == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tacti_contact_list_clear(list);
    if (bvh == NULL || !is_valid_desc(desc))
        return TACT_INVALID_ARGUMENT;
    tact_pose pose = tact_pose_identity();
    tacti_pair pair;
    tacti_pair_make_self(bvh, &pose, &pair);
    return tacti_fill_pairs(tacti_walks_at(pair.level)->self, &pair, desc, detail, list, out);
}

static bool stop(void *user, const tacti_triangle_batch *pairs) {
    (void)pairs;
    *(bool *)user = false;
    return false;
}

bool tacti_is_simple(const tact_bvh *bvh) {
    bool is_simple = true;
    tact_pose pose = tact_pose_identity();
    tacti_pair pair;
    tacti_pair_make_self(bvh, &pose, &pair);
    tacti_contact_walk walk = {
        .pair = &pair, .take = stop, .user = &is_simple, .budget = UINT64_MAX};
    tacti_walks_at(pair.level)->self(&walk);
    return is_simple;
}
