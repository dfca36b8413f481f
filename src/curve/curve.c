/* SPDX-License-Identifier: MIT */
/* Curves and patches of two placed meshes: the set, its patches, and how it is filled. The files
 * that curve.h lists name the points and link them. */
#include "curve/curves.h"
#include "contacts/contacts.h"
#include "curve/curve.h"

#include "base/assert.h"
#include "exact/det.h"
#include "math/twofold.h"
#include "math/vec.h"
#include "prim/flat.h"
#include "frame/placed_triangle.h"

/* Linking this many contacts takes some milliseconds. */
#define FEW_CONTACTS 4096

/* ---- Sets --------------------------------------------------------------------------------- */

static tacti_curve_side make_side(const tact_context *context) {
    return (tacti_curve_side){tacti_curve_triangles_make(context),
                              tacti_curve_places_make(context)};
}

tact_status tact_curve_set_create(const tact_context *context, tact_curve_set **out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_curve_set *set =
        tacti_allocate(context, 1, sizeof(tact_curve_set), _Alignof(tact_curve_set));
    if (set == NULL)
        return TACT_OUT_OF_MEMORY;
    *set = (tact_curve_set){.context = context,
                            .curves = tacti_curves_make(context),
                            .patches = tacti_patches_make(context),
                            .order = tacti_curve_indices_make(context),
                            .points = tacti_curve_points_make(context),
                            .sources = tacti_curve_sources_make(context),
                            .sides = {make_side(context), make_side(context)},
                            .members = tacti_curve_indices_make(context),
                            .corners = tacti_curve_indices_make(context),
                            .parents = tacti_curve_indices_make(context),
                            .splits = tacti_curve_splits_make(context),
                            .segments = tacti_curve_segments_make(context),
                            .links = tacti_curve_links_make(context),
                            .pending = tacti_curve_indices_make(context),
                            .table = {.context = context},
                            .split_table = {.context = context}};
    tact_status status = tact_contact_list_create(context, &set->list);
    if (status != TACT_OK) {
        tact_curve_set_destroy(set);
        return status;
    }
    *out = set;
    return TACT_OK;
}

void tact_curve_set_destroy(tact_curve_set *set) {
    if (set == NULL)
        return;
    tact_contact_list_destroy(set->list);
    tacti_curves_release(&set->curves);
    tacti_patches_release(&set->patches);
    tacti_curve_indices_release(&set->order);
    tacti_curve_points_release(&set->points);
    tacti_curve_sources_release(&set->sources);
    for (int s = 0; s < 2; s++) {
        tacti_curve_triangles_release(&set->sides[s].triangles);
        tacti_curve_places_release(&set->sides[s].places);
    }
    tacti_curve_indices_release(&set->members);
    tacti_curve_indices_release(&set->corners);
    tacti_curve_indices_release(&set->parents);
    tacti_curve_splits_release(&set->splits);
    tacti_curve_segments_release(&set->segments);
    tacti_curve_links_release(&set->links);
    tacti_curve_indices_release(&set->pending);
    tacti_curve_table_release(&set->table);
    tacti_curve_table_release(&set->split_table);
    tacti_release(set->context, set, 1, sizeof(tact_curve_set), _Alignof(tact_curve_set));
}

static void clear(tact_curve_set *set) {
    set->curves.count = 0;
    set->patches.count = 0;
    set->order.count = 0;
    set->points.count = 0;
    set->sources.count = 0;
    for (int s = 0; s < 2; s++) {
        set->sides[s].triangles.count = 0;
        set->sides[s].places.count = 0;
    }
    set->members.count = 0;
    set->corners.count = 0;
    set->parents.count = 0;
    set->splits.count = 0;
    set->segments.count = 0;
    set->links.count = 0;
}

tact_curve_view tact_curve_set_view(const tact_curve_set *set) {
    return (tact_curve_view){
        .curve_count = (uint32_t)set->curves.count,
        .patch_count = (uint32_t)set->patches.count,
        .point_count = (uint32_t)set->points.count,
        .index_count = (uint32_t)set->order.count,
        .curves = set->curves.count > 0 ? set->curves.items : NULL,
        .patches = set->patches.count > 0 ? set->patches.items : NULL,
        .indices = set->order.count > 0 ? set->order.items : NULL,
        .points = set->points.count > 0 ? set->points.items : NULL,
        .sources = set->sources.count > 0 ? set->sources.items : NULL,
    };
}

/* ---- Patches ------------------------------------------------------------------------------ */

/* Whether the normals of two proper triangles of one plane point the same way. */
static bool is_same_side(const tact_triangle *a, const tact_triangle *b) {
    tacti_flat flat = tacti_flat_make(a);
    TACTI_ASSERT(flat.dimension == 2);
    return tacti_orient2d_dropped(&b->v[0], &b->v[1], &b->v[2], flat.axis) == flat.turn;
}

static tact_status find_patches(tact_curve_set *set, const tacti_placed *a, const tacti_placed *b) {
    const tact_contact *contacts = tact_contact_list_view(set->list).contacts;
    uint32_t count = tact_contact_list_view(set->list).count;
    for (uint32_t i = 0; i < count; i++) {
        const tact_contact *contact = &contacts[i];
        if (contact->kind != TACT_OVERLAP_POLYGON)
            continue;
        tact_triangle ta = tacti_placed_triangle(a, contact->a);
        tact_triangle tb = tacti_placed_triangle(b, contact->b);
        tact_patch patch = {contact->a, contact->b, (uint32_t)set->order.count,
                            contact->point_count, is_same_side(&ta, &tb)};
        uint32_t *order = tacti_curve_indices_extend(&set->order, contact->point_count);
        TACTI_ASSERT(contact->first_point + contact->point_count <= set->corners.count);
        if (order == NULL || tacti_patches_push(&set->patches, patch) != TACT_OK)
            return TACT_OUT_OF_MEMORY;
        for (uint32_t k = 0; k < contact->point_count; k++)
            order[k] = set->corners.items[contact->first_point + k];
    }
    return TACT_OK;
}

/* ---- Figures ------------------------------------------------------------------------------ */

static void add_to(tacti_twofold *sum, double term) {
    tacti_twofold exact = tacti_twofold_sum(sum->hi, term);
    *sum = (tacti_twofold){exact.hi, sum->lo + exact.lo};
}

static double patch_area(const tact_curve_set *set, const tact_patch *patch) {
    TACTI_ASSERT(patch->count >= 3 && patch->first + patch->count <= set->order.count);
    const uint32_t *order = set->order.items + patch->first;
    tact_vec3 origin = set->points.items[order[0]], sum = {0, 0, 0};
    for (uint32_t i = 1; i + 1 < patch->count; i++) {
        tact_vec3 p = tacti_vec3_sub(set->points.items[order[i]], origin);
        tact_vec3 q = tacti_vec3_sub(set->points.items[order[i + 1]], origin);
        sum = tacti_vec3_add(sum, tacti_vec3_cross(p, q));
    }
    return tact_vec3_length(sum) / 2;
}

static void summarise(const tact_curve_set *set, tact_curve_summary *out) {
    const tacti_contact_summary *contacts = &set->found;
    tacti_twofold length = {0, 0}, area = {0, 0};
    *out = (tact_curve_summary){.outcome = contacts->outcome,
                                .contact_count = contacts->pair_count,
                                .patch_count = (uint32_t)set->patches.count};
    for (size_t i = 0; i < set->curves.count; i++) {
        const tact_curve *curve = &set->curves.items[i];
        out->curve_count += curve->count > 1;
        out->lone_count += curve->count == 1;
        out->closed_count += curve->is_closed;
        add_to(&length, curve->length);
    }
    for (size_t i = 0; i < set->patches.count; i++)
        add_to(&area, patch_area(set, &set->patches.items[i]));
    out->length = length.hi + length.lo;
    out->patch_area = area.hi + area.lo;
}

/* The steps from contacts to curves. If the watch ends them, the set is empty. */
static tact_status link_contacts(tact_curve_set *set, const tacti_placed *a, const tacti_placed *b,
                                 const tacti_watch *watch) {
    tact_status status = TACT_OK;
    /* A few contacts are linked even if the watch has ended the walk: they are what it left. */
    if (set->found.pair_count <= FEW_CONTACTS)
        watch = NULL;
    for (int step = 0; step < 4 && status == TACT_OK; step++) {
        tacti_stop stop = tacti_watch_poll(watch);
        if (stop != TACTI_STOP_NONE) {
            set->found.outcome = TACT_OUTCOME_UNDECIDED;
            set->found.stop = stop;
            clear(set);
            return TACT_OK;
        }
        status = step == 0   ? tacti_curve_find_places(set, a, b)
                 : step == 1 ? tacti_curve_find_points(set, a, b)
                 : step == 2 ? find_patches(set, a, b)
                             : tacti_curve_find_curves(set);
    }
    return status;
}

tacti_contact_summary tacti_curve_set_contacts(const tact_curve_set *set) {
    return set->found;
}

tact_status tacti_curve_set_fill(const tacti_placed *a, const tacti_placed *b,
                                 const tacti_query_desc *desc, tact_curve_set *set,
                                 tact_curve_summary *out) {
    if (set == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    clear(set);
    set->found = (tacti_contact_summary){.outcome = TACT_OUTCOME_UNDECIDED};
    tact_status status =
        tacti_mesh_contacts_fill(a, b, desc, TACT_CONTACT_GEOMETRY, set->list, &set->found);
    if (status == TACT_OK && set->found.pair_count > 0)
        status = link_contacts(set, a, b, desc != NULL ? desc->watch : NULL);
    if (status != TACT_OK) {
        clear(set);
        return status;
    }
    summarise(set, out);
    return TACT_OK;
}
