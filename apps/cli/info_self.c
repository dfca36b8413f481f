/* SPDX-License-Identifier: MIT */
/* tact info --self: the pairs of triangles that intersect each other. They are counted first, so
 * the size of the list is known before it is made. */
#include "info.h"

/* The longest list, in pairs. Only meshes with many equal triangles have more; the list then holds
 * the pairs that this many tests find. */
#define LONGEST_LIST (UINT64_C(1) << 24)

/* Keeps the first pairs; the list is sorted. */
static tact_status keep_first(const tact_model *model, tact_options options, info_self *self) {
    tact_contact_list *list = NULL;
    tact_contacts_result found;
    if (self->count > LONGEST_LIST)
        options.budget = LONGEST_LIST;
    tact_status status = tact_contact_list_create(NULL, &list);
    if (status == TACT_OK)
        status = tact_self(model, &options, list, &found);
    if (status == TACT_OK) {
        tact_contact_view view = tact_contact_list_view(list);
        self->kept = view.count < INFO_SELF_PAIRS ? view.count : INFO_SELF_PAIRS;
        for (size_t i = 0; i < self->kept; i++)
            self->first[i] = (info_pair){view.pairs[2 * i], view.pairs[2 * i + 1]};
    }
    tact_contact_list_destroy(list);
    return status;
}

tact_status info_find_self(const tact_mesh_arrays *arrays, const uint64_t *budget,
                           tact_error *error, info_self *out) {
    tact_options options = tact_options_default();
    options.budget = budget != NULL
                         ? *budget
                         : INFO_SELF_BUDGET + INFO_SELF_BUDGET_EACH * arrays->triangle_count;
    tact_model *model = NULL;
    tact_contacts_result found;
    tact_status status = tact_model_create_mesh(NULL, arrays, NULL, error, &model);
    if (status == TACT_OK)
        status = tact_self(model, &options, NULL, &found);
    if (status == TACT_OK) {
        *out = (info_self){.is_known = true,
                           .has_more = found.outcome == TACT_OUTCOME_UNDECIDED,
                           .budget = options.budget,
                           .count = found.count};
        if (found.count > 0)
            status = keep_first(model, options, out);
    }
    tact_model_destroy(model);
    return status;
}
