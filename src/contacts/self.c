/* SPDX-License-Identifier: MIT */
/* The queries about one mesh and itself. The walk is in self_walk.c, the rule for two triangles in
 * self_pair.c. */
#include "base/assert.h"
#include "bvh/bvh.h"
#include "frame/placed.h"
#include "contacts/self_contacts.h"
#include "contacts/self.h"

#include "contacts/contacts.h"

static bool is_valid_desc(const tacti_query_desc *desc) {
    return desc == NULL || (desc->relative_error >= 0 && desc->absolute_error >= 0);
}

tact_status tacti_self_visit(const tacti_bvh *bvh, const tacti_query_desc *desc,
                             tacti_pair_visitor *visitor, void *user, tacti_contact_summary *out) {
    if (bvh == NULL || visitor == NULL || out == NULL || !is_valid_desc(desc))
        return TACT_INVALID_ARGUMENT;
    tact_pose pose = tact_pose_identity();
    tacti_pair pair;
    tacti_pair_make_self(bvh, &pose, &pair);
    tacti_visit_pairs(tacti_walk_self, &pair, desc, visitor, user, out);
    return TACT_OK;
}

tact_status tacti_self_fill(const tacti_bvh *bvh, const tacti_query_desc *desc,
                            tact_contact_detail detail, tact_contact_list *list,
                            tacti_contact_summary *out) {
    if (list == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tacti_contact_list_clear(list);
    if (bvh == NULL || !is_valid_desc(desc))
        return TACT_INVALID_ARGUMENT;
    tact_pose pose = tact_pose_identity();
    tacti_pair pair;
    tacti_pair_make_self(bvh, &pose, &pair);
    return tacti_fill_pairs(tacti_walk_self, &pair, desc, detail, list, out);
}

static bool stop(void *user, const tacti_triangle_batch *pairs) {
    (void)pairs;
    *(bool *)user = false;
    return false;
}

bool tacti_is_simple(const tacti_bvh *bvh) {
    TACTI_ASSERT(bvh != NULL);
    bool is_simple = true;
    tact_pose pose = tact_pose_identity();
    tacti_pair pair;
    tacti_pair_make_self(bvh, &pose, &pair);
    tacti_meter meter = tacti_meter_make(UINT64_MAX, NULL);
    tacti_contact_walk walk = {.pair = &pair, .take = stop, .user = &is_simple, .meter = &meter};
    tacti_walk_self(&walk);
    return is_simple;
}
