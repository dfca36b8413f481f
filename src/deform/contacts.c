/* SPDX-License-Identifier: MIT */
/* The public questions about a step. */
#include "base/sort.h"
#include "deform/cull.h"
#include "deform/step.h"
#include "math/bits.h"

static tact_status make_step(const tact_deform *a, const tact_deform *b,
                             const tact_deform_options *options, const tact_impact_options *impact,
                             tacti_deform_question *question, tacti_deform_step *out) {
    *out = (tacti_deform_step){.question = question};
    tact_status status = tacti_impact_options_read(impact, &out->options);
    if (status == TACT_OK)
        status = tacti_deform_question_make(a, b, options, out->options.separation, question);
    if (status == TACT_OK)
        out->filter = tacti_impact_first_at(tacti_simd_level(question->context));
    return status;
}

/* Contours prove that features do not touch, not that they keep a distance. Features that share no
 * vertex are apart if their patch does not touch itself, so an exact test would say so too; one of
 * another kind may leave them undecided. */
static bool may_cull(const tacti_deform_step *step) {
    return step->question->a == step->question->b && step->options.separation == 0 &&
           step->options.method == TACT_IMPACT_EXACT;
}

/* Runs a step with what can be culled. */
static tact_status run_step(tacti_deform_step *step, tacti_deform_question *q,
                            tacti_deform_found *found) {
    tacti_culling culling;
    tact_status status = tacti_culling_make(q->a, may_cull(step) ? q->culling : 0, &culling);
    if (status != TACT_OK)
        return status;
    for (uint32_t i = 0; i < q->join_count && culling.labels != NULL; i++) {
        bool is_edges = q->joins[i].kind == TACT_IMPACT_EDGE_EDGE;
        q->joins[i].walk.a_labels = culling.tree[is_edges ? TACTI_EDGES : TACTI_VERTICES];
        q->joins[i].walk.b_labels = culling.tree[is_edges ? TACTI_EDGES : TACTI_FACES];
    }
    status = tacti_deform_step_run(step, found);
    tacti_culling_release(&culling);
    if (status != TACT_OK || q->saved == NULL)
        return status;
    culling.saved.visits = found->visits;
    culling.saved.subtrees = found->culled;
    culling.saved.tested = found->first.candidates;
    *q->saved = culling.saved;
    return status;
}

tact_status tact_deform_first_contact(const tact_deform *a, const tact_deform *b,
                                      const tact_deform_options *options,
                                      const tact_impact_options *impact, tact_deform_first *out) {
    tacti_deform_question question;
    tacti_deform_step step;
    tacti_deform_found found;
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = make_step(a, b, options, impact, &question, &step);
    if (status == TACT_OK)
        status = run_step(&step, &question, &found);
    if (status == TACT_OK)
        *out = found.first; /* no contacts are kept, so there is no list to release */
    return status;
}

tact_status tact_deform_safe_fraction(const tact_deform *a, const tact_deform *b,
                                      const tact_deform_options *options,
                                      const tact_impact_options *impact, double *out) {
    tact_impact_options read;
    tact_deform_first first;
    tact_status status = tacti_impact_options_read(impact, &read);
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    if (status == TACT_OK)
        status = tact_deform_first_contact(a, b, options, impact, &first);
    if (status == TACT_OK)
        *out = first.lower < read.limit ? first.lower : read.limit;
    return status;
}

/* ---- In the order of time ----------------------------------------------------------------- */

typedef struct sorter {
    const tact_context *context;
    uint32_t count;
    uint64_t *keys;
    uint32_t *values;
    void *scratch;
    tact_deform_contact *sorted;
} sorter;

static bool allocate(sorter *s) {
    s->keys = tacti_allocate(s->context, s->count, sizeof *s->keys, _Alignof(uint64_t));
    s->values = tacti_allocate(s->context, s->count, sizeof *s->values, _Alignof(uint32_t));
    s->scratch =
        tacti_allocate(s->context, tacti_sort64_scratch_bytes(s->count), 1, TACTI_CACHE_LINE);
    s->sorted =
        tacti_allocate(s->context, s->count, sizeof *s->sorted, _Alignof(tact_deform_contact));
    return s->keys != NULL && s->values != NULL && s->scratch != NULL && s->sorted != NULL;
}

static void release(sorter *s) {
    tacti_release(s->context, s->keys, s->count, sizeof *s->keys, _Alignof(uint64_t));
    tacti_release(s->context, s->values, s->count, sizeof *s->values, _Alignof(uint32_t));
    tacti_release(s->context, s->scratch, tacti_sort64_scratch_bytes(s->count), 1,
                  TACTI_CACHE_LINE);
    tacti_release(s->context, s->sorted, s->count, sizeof *s->sorted,
                  _Alignof(tact_deform_contact));
}

/* Times are at least 0, so their bits are in their order once -0 is 0. */
static uint64_t key_of(const tact_deform_contact *c, int pass) {
    if (pass == 0)
        return (uint64_t)c->a << 32 | c->b;
    if (pass == 1)
        return (uint64_t)c->kind << 1 | c->swapped;
    return tacti_bits_from_double(c->impact.lower + 0.0);
}

/* Stable sorts, the least important key first. */
static void sort_contacts(sorter *s, const tact_deform_contact *contacts) {
    for (uint32_t i = 0; i < s->count; i++)
        s->values[i] = i;
    for (int pass = 0; pass < 3; pass++) {
        for (uint32_t i = 0; i < s->count; i++)
            s->keys[i] = key_of(&contacts[s->values[i]], pass);
        tacti_sort64(s->context, s->keys, s->values, s->count, s->scratch);
    }
    for (uint32_t i = 0; i < s->count; i++)
        s->sorted[i] = contacts[s->values[i]];
}

static tact_status visit_sorted(const tact_context *context, const tacti_deform_contacts *contacts,
                                tact_deform_contact_visitor *visitor, void *user) {
    if (contacts->count > UINT32_MAX)
        return TACT_TOO_LARGE;
    sorter s = {.context = context, .count = (uint32_t)contacts->count};
    bool is_there = allocate(&s);
    if (is_there) {
        sort_contacts(&s, contacts->items);
        visitor(user, s.sorted, s.count);
    }
    release(&s);
    return is_there ? TACT_OK : TACT_OUT_OF_MEMORY;
}

tact_status tact_deform_contacts(const tact_deform *a, const tact_deform *b,
                                 const tact_deform_options *options,
                                 const tact_impact_options *impact,
                                 tact_deform_contact_visitor *visitor, void *user) {
    tacti_deform_question question;
    tacti_deform_step step;
    tacti_deform_found found;
    if (visitor == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = make_step(a, b, options, impact, &question, &step);
    step.keeps_all = true;
    if (status == TACT_OK)
        status = run_step(&step, &question, &found);
    if (status != TACT_OK)
        return status;
    status = visit_sorted(question.context, &found.contacts, visitor, user);
    tacti_deform_contacts_release(&found.contacts);
    return status;
}
