/* SPDX-License-Identifier: MIT */
/* The triangles that take part in contacts, each once, and the places of their vertices. Vertices
 * with equal placed coordinates have one place. Only vertices of touching triangles are looked at,
 * so the time depends on the contacts and not on the meshes. The hash tables of all steps are here,
 * too. */
#include <string.h>

#include "base/assert.h"
#include "frame/placed.h"
#include "mesh/weld.h"
#include "prim/flat.h"
#include "curve/curve.h"
#include "frame/placed_triangle.h"

/* ---- Tables ------------------------------------------------------------------------------- */

tact_status tacti_curve_table_start(tacti_curve_table *table, size_t count) {
    size_t size = 16;
    while (size / 2 < count)
        size *= 2;
    if (size > table->capacity) {
        uint32_t *slots =
            tacti_allocate(table->context, size, sizeof(uint32_t), _Alignof(uint32_t));
        if (slots == NULL)
            return TACT_OUT_OF_MEMORY;
        tacti_curve_table_release(table);
        table->slots = slots;
        table->capacity = size;
    }
    TACTI_ASSERT((size & (size - 1)) == 0 && size <= table->capacity);
    table->mask = size - 1;
    memset(table->slots, 0xff, size * sizeof(uint32_t));
    return TACT_OK;
}

void tacti_curve_table_release(tacti_curve_table *table) {
    tacti_release(table->context, table->slots, table->capacity, sizeof(uint32_t),
                  _Alignof(uint32_t));
    table->slots = NULL;
    table->capacity = 0;
}

/* ---- Triangles ---------------------------------------------------------------------------- */

/* Contacts are sorted by the triangle of a, so one that differs from the one before is new. */
static tact_status number_triangles_of_a(tact_curve_set *set) {
    tacti_curve_triangles *triangles = &set->sides[0].triangles;
    const tact_contact *contacts = tact_contact_list_view(set->list).contacts;
    uint32_t count = tact_contact_list_view(set->list).count;
    for (uint32_t i = 0; i < count; i++) {
        if ((i == 0 || contacts[i].a != contacts[i - 1].a) &&
            tacti_curve_triangles_push(triangles,
                                       (tacti_curve_triangle){.number = contacts[i].a}) != TACT_OK)
            return TACT_OUT_OF_MEMORY;
        TACTI_ASSERT(triangles->count > 0 && 2 * (size_t)i + 1 < set->members.count);
        set->members.items[2 * (size_t)i] = (uint32_t)triangles->count - 1;
    }
    return TACT_OK;
}

static tact_status number_triangles_of_b(tact_curve_set *set) {
    tacti_curve_triangles *triangles = &set->sides[1].triangles;
    const tact_contact *contacts = tact_contact_list_view(set->list).contacts;
    uint32_t count = tact_contact_list_view(set->list).count;
    tacti_curve_table *table = &set->table;
    if (tacti_curve_table_start(table, count) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = contacts[i].b;
        size_t at = (size_t)tacti_weld_mix(number) & table->mask;
        while (table->slots[at] != TACTI_CURVE_NONE &&
               triangles->items[table->slots[at]].number != number)
            at = (at + 1) & table->mask;
        if (table->slots[at] == TACTI_CURVE_NONE) {
            table->slots[at] = (uint32_t)triangles->count;
            if (tacti_curve_triangles_push(triangles, (tacti_curve_triangle){.number = number}) !=
                TACT_OK)
                return TACT_OUT_OF_MEMORY;
        }
        set->members.items[2 * (size_t)i + 1] = table->slots[at];
    }
    return TACT_OK;
}

/* ---- Places ------------------------------------------------------------------------------- */

/* The number of the place of a vertex. There must be room for one more place. */
static uint32_t place_of(tacti_curve_places *places, tacti_curve_table *table, tact_vec3 at,
                         uint32_t vertex) {
    size_t slot = (size_t)tacti_weld_hash(at) & table->mask;
    while (table->slots[slot] != TACTI_CURVE_NONE) {
        tacti_curve_place *place = &places->items[table->slots[slot]];
        if (tacti_vec3_is_equal(&place->at, &at)) {
            if (vertex < place->vertex)
                place->vertex = vertex;
            return table->slots[slot];
        }
        slot = (slot + 1) & table->mask;
    }
    TACTI_ASSERT(places->count < places->capacity && places->count < table->mask);
    uint32_t number = (uint32_t)places->count++;
    places->items[number] = (tacti_curve_place){at, vertex};
    table->slots[slot] = number;
    return number;
}

/* If a triangle is a segment, brings its corners into the order of the line. If two corners are at
 * one place, there is no middle: every part that holds a point then has one name. */
static void order_corners(const tact_triangle *placed, tacti_curve_triangle *triangle) {
    tacti_flat flat = tacti_flat_make(placed);
    const uint32_t *place = triangle->place;
    if (flat.dimension != 1 || place[0] == place[1] || place[1] == place[2] || place[2] == place[0])
        return;
    int order[3] = {flat.corner[0], 3 - flat.corner[0] - flat.corner[1], flat.corner[1]};
    uint32_t ordered[3] = {place[order[0]], place[order[1]], place[order[2]]};
    for (int i = 0; i < 3; i++) {
        triangle->place[i] = ordered[i];
        triangle->order[i] = (uint8_t)order[i];
    }
    triangle->has_middle = true;
}

static tact_status find_side(tact_curve_set *set, tacti_curve_side *side,
                             const tacti_placed *placed) {
    size_t count = side->triangles.count;
    if (3 * (uint64_t)count >= TACTI_CURVE_NONE)
        return TACT_TOO_LARGE;
    if (tacti_curve_table_start(&set->table, 3 * count) != TACT_OK ||
        tacti_curve_places_reserve(&side->places, 3 * count) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++) {
        tacti_curve_triangle *triangle = &side->triangles.items[i];
        uint32_t vertex[3];
        tacti_bvh_indices(placed->bvh, triangle->number, vertex);
        tact_triangle corners = tacti_placed_triangle(placed, triangle->number);
        for (int k = 0; k < 3; k++) {
            triangle->place[k] = place_of(&side->places, &set->table, corners.v[k], vertex[k]);
            triangle->order[k] = (uint8_t)k;
        }
        order_corners(&corners, triangle);
    }
    return TACT_OK;
}

tact_status tacti_curve_find_places(tact_curve_set *set, const tacti_placed *a,
                                    const tacti_placed *b) {
    size_t count = tact_contact_list_view(set->list).count;
    if (tacti_curve_indices_extend(&set->members, 2 * count) == NULL)
        return TACT_OUT_OF_MEMORY;
    tact_status status = number_triangles_of_a(set);
    if (status == TACT_OK)
        status = number_triangles_of_b(set);
    if (status == TACT_OK)
        status = find_side(set, &set->sides[0], a);
    if (status == TACT_OK)
        status = find_side(set, &set->sides[1], b);
    return status;
}
