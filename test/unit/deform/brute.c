/* SPDX-License-Identifier: MIT */
#include "brute.h"

#include <stdlib.h>

static void add_contact(contact_list *list, const tact_deform_contact *contact) {
    if (list->count == list->room) {
        list->room = 2 * list->room + 100;
        list->items = realloc(list->items, list->room * sizeof *list->items);
        assert_non_null(list->items);
    }
    list->items[list->count++] = *contact;
}

void take_contacts(void *user, const tact_deform_contact *contacts, size_t count) {
    contact_list *list = user;
    list->calls++;
    for (size_t i = 0; i < count; i++)
        add_contact(list, &contacts[i]);
}

/* ---- Brute force -------------------------------------------------------------------------- */

typedef struct pair_question {
    const tact_deform_info *first, *second;
    const uint32_t *a, *b;
    int a_count, b_count;
    bool is_one;
    const tact_impact_options *options;
    tact_deform_contact contact;
} pair_question;

static void ask_pair(const pair_question *q, contact_list *out) {
    tact_impact_motion m;
    tact_deform_contact c = q->contact;
    for (int i = 0; q->is_one && i < q->a_count; i++)
        for (int j = 0; j < q->b_count; j++)
            if (q->a[i] == q->b[j])
                return;
    for (int i = 0; i < 4; i++) {
        const tact_deform_info *info = i < q->a_count ? q->first : q->second;
        uint32_t v = i < q->a_count ? q->a[i] : q->b[i - q->a_count];
        m.start[i] = info->start[v];
        m.end[i] = info->end[v];
    }
    tact_status status = c.kind == TACT_IMPACT_VERTEX_FACE
                             ? tact_impact_vertex_face(&m, q->options, &c.impact)
                             : tact_impact_edge_edge(&m, q->options, &c.impact);
    assert_int_equal(status, TACT_OK);
    if (c.impact.outcome != TACT_OUTCOME_APART)
        add_contact(out, &c);
}

static bool is_used(const tact_deform_info *info, uint32_t vertex) {
    for (uint32_t i = 0; i < info->edge_count; i++)
        if (info->edges[i][0] == vertex || info->edges[i][1] == vertex)
            return true;
    return false;
}

static void ask_vertices(pair_question q, contact_list *out) {
    q.a_count = 1;
    q.b_count = 3;
    for (uint32_t v = 0; v < q.first->vertex_count; v++)
        for (uint32_t f = 0; is_used(q.first, v) && f < q.second->triangle_count; f++) {
            q.a = &v;
            q.b = q.second->triangles[f];
            q.contact.a = v;
            q.contact.b = f;
            ask_pair(&q, out);
        }
}

static int compare_contacts(const void *x, const void *y) {
    const tact_deform_contact *a = x, *b = y;
    if (a->impact.lower != b->impact.lower)
        return a->impact.lower < b->impact.lower ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->swapped != b->swapped)
        return b->swapped ? -1 : 1;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : 1;
}

contact_list find_contacts(const tact_deform *a, const tact_deform *b,
                           const tact_impact_options *options) {
    tact_deform_info x = tact_deform_inspect(a), y = tact_deform_inspect(b != NULL ? b : a);
    contact_list out = {0};
    pair_question q = {.first = &x, .second = &y, .is_one = b == NULL, .options = options};
    ask_vertices(q, &out);
    if (!q.is_one) {
        pair_question other = q;
        other.first = &y;
        other.second = &x;
        other.contact.swapped = true;
        ask_vertices(other, &out);
    }
    q.contact.kind = TACT_IMPACT_EDGE_EDGE;
    q.a_count = q.b_count = 2;
    for (uint32_t i = 0; i < x.edge_count; i++)
        for (uint32_t j = q.is_one ? i + 1 : 0; j < y.edge_count; j++) {
            q.a = x.edges[i];
            q.b = y.edges[j];
            q.contact.a = i;
            q.contact.b = j;
            ask_pair(&q, &out);
        }
    if (out.count > 0)
        qsort(out.items, out.count, sizeof *out.items, compare_contacts);
    return out;
}

/* ---- Comparisons -------------------------------------------------------------------------- */

void assert_same_contacts(const contact_list *a, const contact_list *b) {
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const tact_deform_contact *x = &a->items[i], *y = &b->items[i];
        assert_true(x->kind == y->kind && x->swapped == y->swapped && x->a == y->a && x->b == y->b);
        assert_int_equal(x->impact.outcome, y->impact.outcome);
        test_assert_same_bits(x->impact.lower, y->impact.lower);
        test_assert_same_bits(x->impact.upper, y->impact.upper);
        test_assert_same_bits(x->impact.u, y->impact.u);
        test_assert_same_bits(x->impact.v, y->impact.v);
    }
}

contact_list ask_culled(const tact_deform *deform, uint32_t culling, tact_deform_saved *saved) {
    contact_list list = {0};
    tact_deform_options options = tact_deform_options_default();
    options.culling = culling;
    options.saved = saved;
    assert_int_equal(tact_deform_contacts(deform, NULL, &options, NULL, take_contacts, &list),
                     TACT_OK);
    return list;
}
