/* SPDX-License-Identifier: MIT */
/* Segments, each once, and the curves that they form. A curve goes on through a point where exactly
 * two segments meet, and ends at any other point. Sides of patches are not segments here. */
#include "math/twofold.h"
#include "math/vec.h"
#include "mesh/weld.h"
#include "base/assert.h"
#include "curve/curve.h"

/* ---- Splits ------------------------------------------------------------------------------- */

/* A pair of points, the lesser first. */
typedef struct ends {
    uint32_t lo, hi;
} ends;

static ends ends_of(uint32_t p, uint32_t q) {
    return p < q ? (ends){p, q} : (ends){q, p};
}

static uint64_t hash_ends(ends e) {
    return tacti_weld_mix((uint64_t)e.lo << 32 | e.hi);
}

static bool is_between(const uint32_t end[2], ends e) {
    ends own = ends_of(end[0], end[1]);
    return own.lo == e.lo && own.hi == e.hi;
}

/* The slot of the split between two points, or the empty slot that it would take. */
static uint32_t *split_slot(tact_curve_set *set, ends e) {
    tacti_curve_table *table = &set->split_table;
    size_t at = (size_t)hash_ends(e) & table->mask;
    while (table->slots[at] != TACTI_CURVE_NONE &&
           !is_between(set->splits.items[table->slots[at]].end, e))
        at = (at + 1) & table->mask;
    return &table->slots[at];
}

static tact_status number_splits(tact_curve_set *set) {
    if (set->splits.count == 0)
        return TACT_OK;
    if (tacti_curve_table_start(&set->split_table, set->splits.count) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < set->splits.count; i++) {
        const uint32_t *end = set->splits.items[i].end;
        uint32_t *slot = split_slot(set, ends_of(end[0], end[1]));
        if (*slot == TACTI_CURVE_NONE)
            *slot = (uint32_t)i;
    }
    return TACT_OK;
}

/* ---- Segments ----------------------------------------------------------------------------- */

/* Sides of patches are in the table before any segment comes. They have no links. */
typedef enum span_kind { SPAN_SEGMENT, SPAN_SIDE } span_kind;

static void join(tact_curve_set *set, uint32_t point, uint32_t segment) {
    TACTI_ASSERT(point < set->links.count && segment < set->segments.count);
    tacti_curve_link *link = &set->links.items[point];
    if (link->degree < 2)
        link->segment[link->degree] = segment;
    link->degree++;
}

/* Adds a segment, or the side of a patch, unless it is known. */
static tact_status add_whole(tact_curve_set *set, uint32_t p, uint32_t q, span_kind kind) {
    tacti_curve_table *table = &set->table;
    TACTI_ASSERT(p < set->links.count && q < set->links.count);
    ends e = ends_of(p, q);
    size_t at = (size_t)hash_ends(e) & table->mask;
    if (kind == SPAN_SIDE)
        set->links.items[p].is_on_patch = set->links.items[q].is_on_patch = true;
    while (table->slots[at] != TACTI_CURVE_NONE) {
        if (is_between(set->segments.items[table->slots[at]].end, e))
            return TACT_OK;
        at = (at + 1) & table->mask;
    }
    /* The table is at most half full, so a search always meets an empty slot. */
    TACTI_ASSERT(set->segments.count <= table->mask / 2);
    uint32_t number = (uint32_t)set->segments.count;
    table->slots[at] = number;
    if (tacti_curve_segments_push(&set->segments,
                                  (tacti_curve_segment){{p, q}, kind == SPAN_SIDE}) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    if (kind == SPAN_SEGMENT) {
        join(set, p, number);
        join(set, q, number);
    }
    return TACT_OK;
}

/* The same in pieces, divided at the middle vertices of triangles without area. A piece may have to
 * be divided again. It becomes shorter each time. */
static tact_status add_span(tact_curve_set *set, uint32_t p, uint32_t q, span_kind kind) {
    if (set->splits.count == 0)
        return add_whole(set, p, q, kind);
    tacti_curve_indices *pending = &set->pending;
    pending->count = 0;
    for (;;) {
        uint32_t split = *split_slot(set, ends_of(p, q));
        if (split != TACTI_CURVE_NONE) {
            uint32_t middle = set->splits.items[split].middle;
            uint32_t *later = tacti_curve_indices_extend(pending, 2);
            if (later == NULL)
                return TACT_OUT_OF_MEMORY;
            later[0] = middle;
            later[1] = q;
            q = middle;
            continue;
        }
        if (add_whole(set, p, q, kind) != TACT_OK)
            return TACT_OUT_OF_MEMORY;
        if (pending->count == 0)
            return TACT_OK;
        TACTI_ASSERT(pending->count >= 2);
        pending->count -= 2;
        p = pending->items[pending->count];
        q = pending->items[pending->count + 1];
    }
}

static tact_status add_sides(tact_curve_set *set) {
    for (size_t i = 0; i < set->patches.count; i++) {
        const tact_patch *patch = &set->patches.items[i];
        const uint32_t *order = set->order.items + patch->first;
        for (uint32_t k = 0; k < patch->count; k++) {
            uint32_t next = order[k + 1 == patch->count ? 0 : k + 1];
            if (add_span(set, order[k], next, SPAN_SIDE) != TACT_OK)
                return TACT_OUT_OF_MEMORY;
        }
    }
    return TACT_OK;
}

static tact_status find_segments(tact_curve_set *set) {
    const tact_contact *contacts = tact_contact_list_view(set->list).contacts;
    uint32_t count = tact_contact_list_view(set->list).count;
    size_t spans = set->corners.count + 2 * set->splits.count;
    if (spans >= TACTI_CURVE_NONE)
        return TACT_TOO_LARGE;
    size_t points = set->points.count;
    tacti_curve_link *links = tacti_curve_links_extend(&set->links, points);
    if (links == NULL || tacti_curve_table_start(&set->table, spans) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < points; i++)
        links[i] = (tacti_curve_link){{TACTI_CURVE_NONE, TACTI_CURVE_NONE}, 0, false};
    tact_status status = number_splits(set);
    if (status == TACT_OK)
        status = add_sides(set);
    for (uint32_t i = 0; i < count && status == TACT_OK; i++) {
        if (contacts[i].kind != TACT_OVERLAP_SEGMENT)
            continue;
        const uint32_t *end = set->corners.items + contacts[i].first_point;
        status = add_span(set, end[0], end[1], SPAN_SEGMENT);
    }
    return status;
}

/* ---- Curves ------------------------------------------------------------------------------- */

/* A position on a curve: a segment, and the end of it that the walk goes to. */
typedef struct walk {
    uint32_t segment;
    uint32_t point;
} walk;

static uint32_t other_end(const tact_curve_set *set, uint32_t segment, uint32_t point) {
    const uint32_t *end = set->segments.items[segment].end;
    return end[0] == point ? end[1] : end[0];
}

/* Goes on to the next segment. Returns false if the curve ends at the point. */
static bool step(const tact_curve_set *set, walk *w) {
    TACTI_ASSERT(w->point < set->links.count);
    const tacti_curve_link *link = &set->links.items[w->point];
    if (link->degree != 2)
        return false;
    w->segment = link->segment[link->segment[0] == w->segment ? 1 : 0];
    w->point = other_end(set, w->segment, w->point);
    return true;
}

static double segment_length(const tact_curve_set *set, uint32_t segment) {
    const uint32_t *end = set->segments.items[segment].end;
    return tact_vec3_length(tacti_vec3_sub(set->points.items[end[1]], set->points.items[end[0]]));
}

/* Adds the curve of a segment that no curve has yet. The curve starts at the end that is found by
 * walking against the segment's direction, or with the segment itself if the curve has no end. */
static tact_status add_curve(tact_curve_set *set, uint32_t segment) {
    walk w = {segment, set->segments.items[segment].end[0]};
    while (step(set, &w) && w.segment != segment) {
    }
    uint32_t start = w.point;
    tact_curve curve = {.first = (uint32_t)set->order.count};
    tacti_twofold length = {0, 0};
    w.point = other_end(set, w.segment, start);
    if (tacti_curve_indices_push(&set->order, start) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    do {
        set->segments.items[w.segment].is_used = true;
        tacti_twofold sum = tacti_twofold_sum(length.hi, segment_length(set, w.segment));
        length = (tacti_twofold){sum.hi, length.lo + sum.lo};
        if (w.point == start)
            curve.is_closed = true;
        else if (tacti_curve_indices_push(&set->order, w.point) != TACT_OK)
            return TACT_OUT_OF_MEMORY;
    } while (!curve.is_closed && step(set, &w));
    if (set->order.count > UINT32_MAX)
        return TACT_TOO_LARGE;
    curve.count = (uint32_t)set->order.count - curve.first;
    curve.length = length.hi + length.lo;
    return tacti_curves_push(&set->curves, curve);
}

static tact_status add_lone_point(tact_curve_set *set, uint32_t point) {
    if (set->order.count >= UINT32_MAX)
        return TACT_TOO_LARGE;
    tact_curve curve = {.first = (uint32_t)set->order.count, .count = 1};
    if (tacti_curve_indices_push(&set->order, point) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    return tacti_curves_push(&set->curves, curve);
}

tact_status tacti_curve_find_curves(tact_curve_set *set) {
    tact_status status = find_segments(set);
    for (size_t i = 0; i < set->segments.count && status == TACT_OK; i++)
        if (!set->segments.items[i].is_used)
            status = add_curve(set, (uint32_t)i);
    for (size_t i = 0; i < set->points.count && status == TACT_OK; i++)
        if (set->links.items[i].degree == 0 && !set->links.items[i].is_on_patch)
            status = add_lone_point(set, (uint32_t)i);
    return status;
}
