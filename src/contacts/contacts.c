/* SPDX-License-Identifier: MIT */
/* All contacts of two meshes: handed to a visitor, or in a list, which is sorted and may hold the
 * intersection of each pair. */
#include "contacts/contacts.h"

#include <string.h>

#include "base/array.h"
#include "base/assert.h"
#include "base/sort.h"
#include "frame/begin.h"

/* ---- Visiting ----------------------------------------------------------------------------- */

/* Hands pairs from a walk to a visitor. */
typedef struct visit {
    tacti_pair_visitor *visitor;
    void *user;
    uint64_t count;
} visit;

static bool take_for_visitor(void *user, const tacti_triangle_batch *pairs) {
    visit *v = user;
    TACTI_ASSERT(pairs->count <= TACTI_BATCH);
    for (uint32_t i = 0; i < pairs->count; i++) {
        v->count++;
        if (!v->visitor(v->user, pairs->a[i], pairs->b[i]))
            return false;
    }
    return true;
}

static void summarise(const tacti_meter *meter, tacti_walk_end end, uint64_t count,
                      tacti_contact_summary *out) {
    *out = (tacti_contact_summary){TACT_OUTCOME_APART, meter->pace.stop, count, meter->work};
    if (end != TACTI_WALK_COMPLETE || tacti_meter_is_stopped(meter))
        out->outcome = TACT_OUTCOME_UNDECIDED;
    else if (count > 0)
        out->outcome = TACT_OUTCOME_CONTACT;
}

static tacti_meter meter_of(const tacti_query_desc *desc) {
    return desc == NULL ? tacti_meter_make(UINT64_MAX, NULL)
                        : tacti_meter_make(desc->budget, desc->watch);
}

void tacti_visit_pairs(tacti_pair_walk *run, const tacti_pair *pair, const tacti_query_desc *desc,
                       tacti_pair_visitor *visitor, void *user, tacti_contact_summary *out) {
    visit v = {visitor, user, 0};
    tacti_meter meter = meter_of(desc);
    tacti_contact_walk walk = {.pair = pair, .take = take_for_visitor, .user = &v, .meter = &meter};
    tacti_walk_end end = run(&walk);
    summarise(&meter, end, v.count, out);
}

tact_status tacti_mesh_contacts_visit(const tacti_placed *a, const tacti_placed *b,
                                      const tacti_query_desc *desc, tacti_pair_visitor *visitor,
                                      void *user, tacti_contact_summary *out) {
    tacti_pair pair;
    if (visitor == NULL || out == NULL || (desc != NULL && desc->proof != NULL))
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_query_begin(a, b, desc, &pair);
    if (status != TACT_OK)
        return status;
    tacti_visit_pairs(tacti_walk_contacts, &pair, desc, visitor, user, out);
    return TACT_OK;
}

/* ---- Lists -------------------------------------------------------------------------------- */

TACTI_ARRAY_DEFINE(key_array, uint64_t);
TACTI_ARRAY_DEFINE(index_array, uint32_t);
TACTI_ARRAY_DEFINE(contact_array, tact_contact);
TACTI_ARRAY_DEFINE(point_array, tact_overlap_point);

struct tact_contact_list {
    const tact_context *context;
    key_array keys;    /* a in the upper half, b in the lower */
    index_array pairs; /* a, b, a, b, ...; unused values while sorting */
    contact_array contacts;
    point_array points;
    key_array scratch; /* of the sort */
    tact_status status;
};

tact_status tact_contact_list_create(const tact_context *context, tact_contact_list **out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_contact_list *list =
        tacti_allocate(context, 1, sizeof(tact_contact_list), _Alignof(tact_contact_list));
    if (list == NULL)
        return TACT_OUT_OF_MEMORY;
    *list = (tact_contact_list){.context = context,
                                .keys = key_array_make(context),
                                .pairs = index_array_make(context),
                                .contacts = contact_array_make(context),
                                .points = point_array_make(context),
                                .scratch = key_array_make(context)};
    *out = list;
    return TACT_OK;
}

void tact_contact_list_destroy(tact_contact_list *list) {
    if (list == NULL)
        return;
    key_array_release(&list->keys);
    index_array_release(&list->pairs);
    contact_array_release(&list->contacts);
    point_array_release(&list->points);
    key_array_release(&list->scratch);
    tacti_release(list->context, list, 1, sizeof(tact_contact_list), _Alignof(tact_contact_list));
}

tact_contact_view tact_contact_list_view(const tact_contact_list *list) {
    TACTI_ASSERT(list->pairs.count % 2 == 0 && list->points.count <= UINT32_MAX);
    return (tact_contact_view){
        .count = (uint32_t)(list->pairs.count / 2),
        .point_count = (uint32_t)list->points.count,
        .pairs = list->pairs.count > 0 ? list->pairs.items : NULL,
        .contacts = list->contacts.count > 0 ? list->contacts.items : NULL,
        .points = list->points.count > 0 ? list->points.items : NULL,
    };
}

void tacti_contact_list_clear(tact_contact_list *list) {
    list->keys.count = 0;
    list->pairs.count = 0;
    list->contacts.count = 0;
    list->points.count = 0;
    list->status = TACT_OK;
}

void tacti_contact_list_begin(tact_contact_list *list) {
    list->keys.count = 0;
}

bool tacti_contact_list_take(tact_contact_list *list, uint32_t a, uint32_t b) {
    if (list->keys.count + list->pairs.count / 2 >= UINT32_MAX) {
        list->status = TACT_TOO_LARGE;
        return false;
    }
    if (key_array_push(&list->keys, (uint64_t)a << 32 | b) != TACT_OK) {
        list->status = TACT_OUT_OF_MEMORY;
        return false;
    }
    return true;
}

static bool take_for_list(void *user, const tacti_triangle_batch *pairs) {
    tact_contact_list *list = user;
    if (list->keys.count + list->pairs.count / 2 + pairs->count > UINT32_MAX) {
        list->status = TACT_TOO_LARGE;
        return false;
    }
    uint64_t *keys = key_array_extend(&list->keys, pairs->count);
    if (keys == NULL) {
        list->status = TACT_OUT_OF_MEMORY;
        return false;
    }
    for (uint32_t i = 0; i < pairs->count; i++)
        keys[i] = (uint64_t)pairs->a[i] << 32 | pairs->b[i];
    return true;
}

/* Sorts the keys and appends them to the pairs. */
static tact_status sort_pairs(tact_contact_list *list) {
    TACTI_ASSERT(list->keys.count <= UINT32_MAX);
    uint32_t count = (uint32_t)list->keys.count;
    size_t words = tacti_sort64_scratch_bytes(count) / sizeof(uint64_t) + 1;
    /* The sort wants its scratch on a cache line. */
    words += TACTI_CACHE_LINE / sizeof(uint64_t);
    if (key_array_reserve(&list->scratch, words) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    uint32_t *pairs = index_array_extend(&list->pairs, 2 * (size_t)count);
    if (pairs == NULL)
        return TACT_OUT_OF_MEMORY;
    uintptr_t start = (uintptr_t)list->scratch.items;
    size_t past = start % TACTI_CACHE_LINE;
    char *scratch = (char *)list->scratch.items + (past == 0 ? 0 : TACTI_CACHE_LINE - past);
    TACTI_ASSERT((uintptr_t)scratch % TACTI_CACHE_LINE == 0);
    tacti_sort64(NULL, list->keys.items, pairs, count, scratch);
    for (uint32_t i = 0; i < count; i++) {
        pairs[2 * (size_t)i] = (uint32_t)(list->keys.items[i] >> 32);
        pairs[2 * (size_t)i + 1] = (uint32_t)list->keys.items[i];
    }
    return TACT_OK;
}

/* The watch is polled once per this many contacts. A contact takes about a microsecond. */
#define CONTACTS_PER_POLL 1024

/* Forgets the last count contacts. */
static void drop_last(tact_contact_list *list, size_t count) {
    TACTI_ASSERT(count <= list->keys.count && count <= list->contacts.count);
    TACTI_ASSERT(2 * count <= list->pairs.count);
    list->keys.count -= count;
    list->pairs.count -= 2 * count;
    list->contacts.count -= count;
}

/* Computes the intersection of each of the last pairs. If the watch ends this, the finished
 * contacts stay. If the watch ended the walk already, the first contacts are still finished. */
static tact_status find_geometry(const tacti_pair *pair, tacti_pace *pace, tact_contact *contacts,
                                 tact_contact_list *list) {
    tact_triangle ta = {{{0}}};
    uint32_t placed = TACT_NO_TRIANGLE;
    size_t count = list->keys.count;
    for (size_t i = 0; i < count; i++) {
        tact_contact *contact = &contacts[i];
        tacti_stop stop = i % CONTACTS_PER_POLL == CONTACTS_PER_POLL - 1
                              ? tacti_watch_poll(pace->watch)
                              : TACTI_STOP_NONE;
        if (stop != TACTI_STOP_NONE) {
            pace->stop = stop;
            drop_last(list, count - i);
            break;
        }
        /* Pairs are sorted, so the triangle of a is often that of the pair before. */
        if (contact->a != placed)
            ta = tacti_triangle_place(&pair->source[0], contact->a);
        placed = contact->a;
        tact_triangle tb = tacti_triangle_place(&pair->source[1], contact->b);
        tact_overlap overlap = tact_triangle_intersect(&ta, &tb);
        contact->kind = overlap.kind;
        contact->point_count = overlap.point_count;
        contact->first_point = (uint32_t)list->points.count;
        tact_overlap_point *points = point_array_extend(&list->points, overlap.point_count);
        if (points == NULL)
            return TACT_OUT_OF_MEMORY;
        memcpy(points, overlap.points, overlap.point_count * sizeof *points);
        if (list->points.count > UINT32_MAX)
            return TACT_TOO_LARGE;
    }
    return TACT_OK;
}

tact_status tacti_contact_list_settle(tact_contact_list *list, const uint32_t parts[2],
                                      const tacti_pair *geometry, tacti_pace *pace) {
    tact_status status = list->status;
    size_t count = list->keys.count;
    if (status == TACT_OK && count > 0)
        status = sort_pairs(list);
    if (status != TACT_OK || count == 0 || (parts == NULL && geometry == NULL))
        return status;
    tact_contact *contacts = contact_array_extend(&list->contacts, count);
    if (contacts == NULL)
        return TACT_OUT_OF_MEMORY;
    TACTI_ASSERT(list->pairs.count >= 2 * count);
    const uint32_t *pairs = list->pairs.items + (list->pairs.count - 2 * count);
    for (size_t i = 0; i < count; i++)
        contacts[i] = (tact_contact){.part_a = parts != NULL ? parts[0] : 0,
                                     .part_b = parts != NULL ? parts[1] : 0,
                                     .a = pairs[2 * i],
                                     .b = pairs[2 * i + 1]};
    return geometry == NULL ? TACT_OK : find_geometry(geometry, pace, contacts, list);
}

tact_status tacti_append_pairs(tacti_pair_walk *run, const tacti_pair *pair, const tacti_fill *fill,
                               tact_contact_list *list, tacti_contact_summary *out) {
    list->keys.count = 0;
    tacti_meter meter = meter_of(fill->desc);
    tacti_contact_walk walk = {.pair = pair, .take = take_for_list, .user = list, .meter = &meter};
    tacti_walk_end end = run(&walk);
    tact_status status =
        tacti_contact_list_settle(list, fill->parts, fill->has_geometry ? pair : NULL, &meter.pace);
    if (status != TACT_OK) {
        tacti_contact_list_clear(list);
        return status;
    }
    summarise(&meter, end, list->keys.count, out);
    return TACT_OK;
}

tact_status tacti_fill_pairs(tacti_pair_walk *run, const tacti_pair *pair,
                             const tacti_query_desc *desc, tact_contact_detail detail,
                             tact_contact_list *list, tacti_contact_summary *out) {
    tacti_contact_list_clear(list);
    tacti_fill fill = {.desc = desc, .has_geometry = detail == TACT_CONTACT_GEOMETRY};
    return tacti_append_pairs(run, pair, &fill, list, out);
}

tact_status tacti_mesh_contacts_append(const tacti_placed *a, const tacti_placed *b,
                                       const tacti_fill *fill, tact_contact_list *list,
                                       tacti_contact_summary *out) {
    tacti_pair pair;
    tact_status status = tacti_query_begin(a, b, fill->desc, &pair);
    if (status != TACT_OK)
        return status;
    return tacti_append_pairs(tacti_walk_contacts, &pair, fill, list, out);
}

tact_status tacti_mesh_contacts_fill(const tacti_placed *a, const tacti_placed *b,
                                     const tacti_query_desc *desc, tact_contact_detail detail,
                                     tact_contact_list *list, tacti_contact_summary *out) {
    tacti_pair pair;
    if (list == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tacti_contact_list_clear(list);
    if (desc != NULL && desc->proof != NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_query_begin(a, b, desc, &pair);
    if (status != TACT_OK)
        return status;
    return tacti_fill_pairs(tacti_walk_contacts, &pair, desc, detail, list, out);
}
