/* SPDX-License-Identifier: MIT */
/* All contacts of two instances, for a list or a visitor. Curves. Contacts of a mesh with itself.
 */
#include "base/assert.h"
#include "contacts/contacts.h"

#include "model/compound.h"
#include "curve/curves.h"
#include "object/object_mesh.h"
#include "object/object_pair.h"
#include "contacts/self_contacts.h"

/* Receives the contacts: a list or a visitor. */
typedef struct taker {
    const tact_options *options;
    tacti_asking asking;
    tact_contact_list *list; /* NULL: the visitor */
    tact_contact_visitor *visitor;
    void *user;
    bool has_parts; /* one instance is a compound */
    /* The current pair. */
    uint32_t part[2];
    bool is_swapped; /* the shape is b */
    bool is_stopped; /* by the visitor, or because memory ran out */
    tact_status status;
    tact_contacts_result result;
} taker;

static bool take(taker *t, uint32_t a, uint32_t b) {
    TACTI_ASSERT(t->list != NULL || t->visitor != NULL);
    bool goes_on = t->list != NULL ? tacti_contact_list_take(t->list, a, b)
                                   : t->visitor(t->user, (tact_element){t->part[0], a},
                                                (tact_element){t->part[1], b});
    t->is_stopped |= !goes_on;
    return goes_on;
}

static bool take_triangle(void *user, uint32_t triangle) {
    taker *t = user;
    return t->is_swapped ? take(t, triangle, TACT_NO_TRIANGLE)
                         : take(t, TACT_NO_TRIANGLE, triangle);
}

static bool take_pair(void *user, uint32_t a, uint32_t b) {
    return take(user, a, b);
}

/* ---- One pair of sides -------------------------------------------------------------------- */

static tact_status visit_shapes(const tacti_side *a, const tacti_side *b, taker *t,
                                tacti_contact_summary *out) {
    tact_collide_result found;
    tact_status status = tacti_sides_collide(a, b, &t->asking, NULL, &found);
    if (status != TACT_OK)
        return status;
    bool is_contact = found.outcome == TACT_OUTCOME_CONTACT;
    *out = (tacti_contact_summary){.outcome = found.outcome, .pair_count = is_contact};
    if (is_contact)
        (void)take(t, TACT_NO_TRIANGLE, TACT_NO_TRIANGLE);
    return TACT_OK;
}

static tact_status visit_mixed(const tacti_side *a, const tacti_side *b,
                               const tacti_query_desc *desc, taker *t, tacti_contact_summary *out) {
    t->is_swapped = !tacti_side_is_shape(a);
    tacti_object shape = tacti_side_object(t->is_swapped ? b : a);
    tacti_object mesh = tacti_side_object(t->is_swapped ? a : b);
    tacti_shape_mesh pair;
    tact_status status = tacti_shape_mesh_make(&shape, &mesh, &pair);
    if (status == TACT_OK) {
        tacti_meter meter = tacti_meter_make(desc->budget, desc->watch);
        tacti_shape_mesh_contacts(&pair, &meter, take_triangle, t, out);
    }
    return status;
}

static tact_status visit_sides(const tacti_side *a, const tacti_side *b, taker *t,
                               tacti_contact_summary *out) {
    const tacti_query_desc *desc = &t->asking.desc;
    bool is_shape[2] = {tacti_side_is_shape(a), tacti_side_is_shape(b)};
    if (!is_shape[0] && !is_shape[1]) {
        tacti_placed mesh[2] = {tacti_side_mesh(a), tacti_side_mesh(b)};
        if (t->list == NULL)
            return tacti_mesh_contacts_visit(&mesh[0], &mesh[1], desc, take_pair, t, out);
        tacti_fill fill = {.desc = desc,
                           .parts = t->has_parts ? t->part : NULL,
                           .has_geometry = (t->options->flags & TACT_OPTION_GEOMETRY) != 0};
        return tacti_mesh_contacts_append(&mesh[0], &mesh[1], &fill, t->list, out);
    }
    if (t->list != NULL)
        tacti_contact_list_begin(t->list);
    tact_status status =
        is_shape[0] && is_shape[1] ? visit_shapes(a, b, t, out) : visit_mixed(a, b, desc, t, out);
    bool wants_contacts = t->has_parts || (t->options->flags & TACT_OPTION_GEOMETRY) != 0;
    if (status == TACT_OK && t->list != NULL)
        status = tacti_contact_list_settle(t->list, wants_contacts ? t->part : NULL, NULL, NULL);
    return status;
}

/* Adds the contacts of one pair to the result. Returns false if the question ends. */
static bool add_pair(taker *t, const tacti_contact_summary *summary) {
    tact_contacts_result *r = &t->result;
    tacti_asking_spend(&t->asking, &summary->work);
    r->count += summary->pair_count;
    tacti_work_add(&r->work, &summary->work);
    if (t->is_stopped)
        r->ending = TACT_ENDING_CANCELLED;
    else if (summary->stop != TACTI_STOP_NONE)
        r->ending = tacti_ending_of_stop(summary->stop);
    if (summary->outcome == TACT_OUTCOME_UNDECIDED || t->is_stopped)
        r->outcome = TACT_OUTCOME_UNDECIDED;
    else if (summary->outcome == TACT_OUTCOME_CONTACT && r->outcome == TACT_OUTCOME_APART)
        r->outcome = TACT_OUTCOME_CONTACT;
    return r->ending < TACT_ENDING_BUDGET;
}

static bool visit_parts(void *user, const tacti_part *a, const tacti_part *b) {
    taker *t = user;
    tacti_contact_summary summary;
    bool is_far = a->box.hi.x < b->box.lo.x || b->box.hi.x < a->box.lo.x ||
                  a->box.hi.y < b->box.lo.y || b->box.hi.y < a->box.lo.y ||
                  a->box.hi.z < b->box.lo.z || b->box.hi.z < a->box.lo.z;
    if (is_far)
        return true;
    t->part[0] = a->side.part;
    t->part[1] = b->side.part;
    t->status = visit_sides(&a->side, &b->side, t, &summary);
    return t->status == TACT_OK && add_pair(t, &summary);
}

/* ---- The question ------------------------------------------------------------------------- */

static tact_status run(const tact_instance *a, const tact_instance *b, taker *t) {
    t->result = (tact_contacts_result){.outcome = TACT_OUTCOME_APART};
    if (t->options->proof != NULL)
        return TACT_UNSUPPORTED;
    tacti_asking_begin(&t->asking, t->options);
    if (t->list != NULL)
        tacti_contact_list_clear(t->list);
    t->has_parts = tacti_is_compound(a) || tacti_is_compound(b);
    tact_status status;
    if (t->has_parts) {
        status = tacti_parts_walk(a, b, visit_parts, t);
        if (status == TACT_OK)
            status = t->status;
    } else {
        tacti_side side[2] = {tacti_side_of(a), tacti_side_of(b)};
        tacti_contact_summary summary;
        status = visit_sides(&side[0], &side[1], t, &summary);
        if (status == TACT_OK)
            (void)add_pair(t, &summary);
    }
    if (status != TACT_OK && t->list != NULL)
        tacti_contact_list_clear(t->list);
    return status;
}

static tact_status ask(const tact_instance *a, const tact_instance *b, const tact_options *options,
                       taker *t, tact_contacts_result *out) {
    tact_options room;
    t->options = tacti_pair_begin(a, b, options, &room, out);
    bool has_taker = t->list != NULL || t->visitor != NULL;
    tact_status status = t->options == NULL || !has_taker ? TACT_INVALID_ARGUMENT : run(a, b, t);
    if (status != TACT_OK)
        return tacti_refuse(status, options, &(tacti_refusal){TACT_QUESTION_CONTACTS, {a, b}, out});
    *out = t->result;
    return TACT_OK;
}

tact_status tact_contacts(const tact_instance *a, const tact_instance *b,
                          const tact_options *options, tact_contact_list *list,
                          tact_contacts_result *out) {
    return ask(a, b, options, &(taker){.list = list}, out);
}

tact_status tact_contacts_visit(const tact_instance *a, const tact_instance *b,
                                const tact_options *options, tact_contact_visitor *visitor,
                                void *user, tact_contacts_result *out) {
    return ask(a, b, options, &(taker){.visitor = visitor, .user = user}, out);
}

/* ---- Curves ------------------------------------------------------------------------------- */

static tact_status fill_curves(const tact_instance *a, const tact_instance *b,
                               const tact_options *options, tact_curve_set *set,
                               tact_curves_result *out) {
    bool are_meshes = a->model->what == TACTI_MODEL_MESH && b->model->what == TACTI_MODEL_MESH;
    if (!are_meshes || options->proof != NULL)
        return TACT_UNSUPPORTED;
    tacti_asking asking;
    tacti_asking_begin(&asking, options);
    tacti_side side[2] = {tacti_side_of(a), tacti_side_of(b)};
    tacti_placed mesh[2] = {tacti_side_mesh(&side[0]), tacti_side_mesh(&side[1])};
    tact_curve_summary summary;
    tact_status status = tacti_curve_set_fill(&mesh[0], &mesh[1], &asking.desc, set, &summary);
    if (status == TACT_OK)
        *out = (tact_curves_result){
            .summary = summary, .ending = tacti_ending_of_stop(tacti_curve_set_contacts(set).stop)};
    return status;
}

tact_status tact_curves(const tact_instance *a, const tact_instance *b, const tact_options *options,
                        tact_curve_set *set, tact_curves_result *out) {
    tact_options room;
    const tact_options *chosen = tacti_pair_begin(a, b, options, &room, out);
    tact_status status =
        chosen == NULL || set == NULL ? TACT_INVALID_ARGUMENT : fill_curves(a, b, chosen, set, out);
    if (status == TACT_OK)
        return TACT_OK;
    return tacti_refuse(status, options, &(tacti_refusal){TACT_QUESTION_CURVES, {a, b}, out});
}

/* ---- A mesh with itself ------------------------------------------------------------------- */

static bool go_on(void *user, uint32_t a, uint32_t b) {
    (void)user;
    (void)a;
    (void)b;
    return true;
}

tact_status tact_self(const tact_model *model, const tact_options *options, tact_contact_list *list,
                      tact_contacts_result *out) {
    tact_options room;
    const tact_options *chosen = tacti_options_read(options, &room);
    tacti_contact_summary summary;
    tacti_asking asking;
    tact_status status = TACT_INVALID_ARGUMENT;
    if (out != NULL && model != NULL && chosen != NULL) {
        tacti_asking_begin(&asking, chosen);
        tact_contact_detail detail = (chosen->flags & TACT_OPTION_GEOMETRY) != 0
                                         ? TACT_CONTACT_GEOMETRY
                                         : TACT_CONTACT_PAIRS;
        if (model->what != TACTI_MODEL_MESH || chosen->proof != NULL)
            status = TACT_UNSUPPORTED;
        else if (list == NULL)
            status = tacti_self_visit(model->bvh, &asking.desc, go_on, NULL, &summary);
        else
            status = tacti_self_fill(model->bvh, &asking.desc, detail, list, &summary);
    }
    if (status != TACT_OK) {
        tact_instance instance = tact_instance_make(model);
        return tacti_refuse(status, options,
                            &(tacti_refusal){TACT_QUESTION_SELF, {&instance, NULL}, out});
    }
    *out = (tact_contacts_result){.outcome = summary.outcome,
                                  .ending = tacti_ending_of_stop(summary.stop),
                                  .count = summary.pair_count,
                                  .work = summary.work};
    return TACT_OK;
}
