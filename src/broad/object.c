/* SPDX-License-Identifier: MIT */
/* The object: boxes under ids. Every batch is checked, then memory is made for it, then it is done:
 * so a batch that is refused changes nothing. */
#include "broad/broad.h"

#include <string.h>

#include "broad/boxes.h"
#include "math/bits.h"
#include "math/vec.h"

/* ---- Making ------------------------------------------------------------------------------- */

static const char *const names[] = {"auto",  "brute", "buckets", "sweep", "grid",
                                    "cells", "kept",  "tree",    "axes",  "levels"};
#define METHODS (sizeof names / sizeof *names)

const char *tact_broad_method_name(tact_broad_method method) {
    return (unsigned)method < METHODS ? names[method] : "unknown method";
}

tact_status tact_broad_create(const tact_context *context, const tact_broad_options *options,
                              tact_broad **out) {
    tact_broad_options defaults = tact_broad_options_default();
    if (options == NULL)
        options = &defaults;
    if (out == NULL || options->size != sizeof *options || (unsigned)options->method >= METHODS)
        return TACT_INVALID_ARGUMENT;
    tact_broad *broad = tacti_allocate(context, 1, sizeof *broad, _Alignof(tact_broad));
    if (broad == NULL)
        return TACT_OUT_OF_MEMORY;
    *broad = (tact_broad){.context = context,
                          .level = tacti_simd_level(context),
                          .method = options->method,
                          .used = options->method,
                          .reason = "no pairs were asked for yet",
                          .boxes = tacti_boxes_make(context),
                          .in_use = tacti_bytes_make(context),
                          .filters = tacti_filters_make(context),
                          .packed = tacti_boxes_make(context),
                          .ids = tacti_numbers_make(context)};
    broad->work.found.context = context;
    broad->work.bytes = tacti_bytes_make(context);
    broad->work.more_bytes = tacti_bytes_make(context);
    tacti_kept_make(&broad->kept, context);
    broad->hierarchy = tacti_hierarchy_make(context);
    tacti_proxies_make(&broad->proxies, context);
    tacti_axes_make(&broad->axes, context);
    *out = broad;
    return TACT_OK;
}

void tact_broad_destroy(tact_broad *broad) {
    if (broad == NULL)
        return;
    tacti_boxes_release(&broad->boxes);
    tacti_bytes_release(&broad->in_use);
    tacti_filters_release(&broad->filters);
    tacti_boxes_release(&broad->packed);
    tacti_numbers_release(&broad->ids);
    tacti_key_sets_release(&broad->work.found);
    tacti_bytes_release(&broad->work.bytes);
    tacti_bytes_release(&broad->work.more_bytes);
    tacti_kept_release(&broad->kept);
    tacti_hierarchy_release(&broad->hierarchy);
    tacti_proxies_release(&broad->proxies);
    tacti_axes_release(&broad->axes);
    tacti_release(broad->context, broad, 1, sizeof *broad, _Alignof(tact_broad));
}

/* ---- Checking ----------------------------------------------------------------------------- */

static bool is_fine(const tact_box *b) {
    return (b->lo.x <= b->hi.x) & (b->lo.y <= b->hi.y) & (b->lo.z <= b->hi.z);
}

tact_status tacti_check_boxes(tact_simd_level level, const tact_box *boxes, uint32_t count,
                              tact_error *error) {
    static tacti_boxes_fine *const checks[] = TACTI_LEVEL_TABLE(tacti_boxes_fine);
    if (boxes == NULL && count > 0)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "there is no array of boxes");
    if (checks[tacti_simd_row(level)](boxes, count))
        return TACT_OK;
    for (uint32_t i = 0; i < count; i++) {
        if (is_fine(&boxes[i]))
            continue;
        const tact_box *b = &boxes[i];
        bool is_nan = !(b->lo.x == b->lo.x && b->lo.y == b->lo.y && b->lo.z == b->lo.z &&
                        b->hi.x == b->hi.x && b->hi.y == b->hi.y && b->hi.z == b->hi.z);
        if (is_nan)
            return tacti_error_set(error, TACT_NOT_FINITE, 0, i, "box %lu has a NaN",
                                   (unsigned long)i);
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, i,
                               "box %lu is inverted: lo exceeds hi", (unsigned long)i);
    }
    return TACT_OK;
}

/* All ids are in use; NULL stands for 0 to count - 1. */
static tact_status check_ids(const tact_broad *broad, const uint32_t *ids, uint32_t count,
                             tact_error *error) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = ids == NULL ? i : ids[i];
        if (!tacti_id_in_use(broad, id))
            return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, i, "the id %lu is not in use",
                                   (unsigned long)id);
    }
    return TACT_OK;
}

/* ---- Adding, moving, removing ------------------------------------------------------------- */

static const tact_broad_filter every = {UINT32_MAX, UINT32_MAX};

/* Makes room for ids below limit. Those that are new are free. */
static tact_status make_room(tact_broad *broad, uint32_t limit, tact_error *error) {
    size_t old = broad->in_use.count;
    if (limit <= old)
        return TACT_OK;
    if (tacti_bytes_reserve(&broad->in_use, limit) != TACT_OK ||
        tacti_boxes_reserve(&broad->boxes, limit) != TACT_OK ||
        (broad->has_filters && tacti_filters_reserve(&broad->filters, limit) != TACT_OK))
        return tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX,
                               "no memory for ids below %lu", (unsigned long)limit);
    size_t added = limit - old;
    memset(tacti_bytes_extend(&broad->in_use, added), 0, added);
    broad->boxes.count = limit;
    for (size_t i = old; broad->has_filters && i < limit; i++)
        broad->filters.items[i] = every;
    if (broad->has_filters)
        broad->filters.count = limit;
    return TACT_OK;
}

static void put_one(tact_broad *broad, uint32_t id, const tact_box *box) {
    broad->boxes.items[id] = *box;
    if (broad->in_use.items[id] != 0)
        return;
    broad->in_use.items[id] = 1;
    broad->kept.is_valid = false;
    broad->count++;
    if (id >= broad->limit)
        broad->limit = id + 1;
    if (broad->has_filters)
        broad->filters.items[id] = every;
}

/* The smallest free id from start on. */
static uint32_t find_free(const tact_broad *broad, uint32_t start) {
    while (start < broad->limit && broad->in_use.items[start] != 0)
        start++;
    return start;
}

tact_status tact_broad_add(tact_broad *broad, const tact_box *boxes, uint32_t count,
                           tact_error *error, uint32_t *ids) {
    if (broad == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_check_boxes(broad->level, boxes, count, error);
    if (status != TACT_OK)
        return status;
    uint32_t holes = broad->limit - broad->count, behind = count > holes ? count - holes : 0;
    if (behind > TACT_BROAD_NO_ID - broad->limit)
        return tacti_error_set(error, TACT_TOO_LARGE, 0, TACT_NO_INDEX, "there are no more ids");
    status = make_room(broad, broad->limit + behind, error);
    if (status != TACT_OK)
        return status;
    tacti_broad_change(broad, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = find_free(broad, broad->next_free);
        put_one(broad, id, &boxes[i]);
        broad->next_free = id + 1;
        if (ids != NULL)
            ids[i] = id;
    }
    return TACT_OK;
}

tact_status tact_broad_put(tact_broad *broad, const uint32_t *ids, const tact_box *boxes,
                           uint32_t count, tact_error *error) {
    if (broad == NULL || (ids == NULL && count > 0))
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_check_boxes(broad->level, boxes, count, error);
    if (status != TACT_OK)
        return status;
    uint32_t limit = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (ids[i] == TACT_BROAD_NO_ID)
            return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, i, "%lu is not an id",
                                   (unsigned long)ids[i]);
        if (ids[i] >= limit)
            limit = ids[i] + 1;
    }
    status = make_room(broad, limit, error);
    if (status != TACT_OK)
        return status;
    tacti_broad_change(broad, count);
    for (uint32_t i = 0; i < count; i++)
        put_one(broad, ids[i], &boxes[i]);
    return TACT_OK;
}

tact_status tact_broad_move(tact_broad *broad, const uint32_t *ids, const tact_box *boxes,
                            uint32_t count, tact_error *error) {
    if (broad == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_check_boxes(broad->level, boxes, count, error);
    if (status == TACT_OK)
        status = check_ids(broad, ids, count, error);
    if (status != TACT_OK)
        return status;
    tacti_broad_change(broad, count);
    if (ids == NULL && count > 0)
        memcpy(broad->boxes.items, boxes, count * sizeof *boxes);
    for (uint32_t i = 0; ids != NULL && i < count; i++)
        broad->boxes.items[ids[i]] = boxes[i];
    return TACT_OK;
}

tact_status tact_broad_remove(tact_broad *broad, const uint32_t *ids, uint32_t count,
                              tact_error *error) {
    if (broad == NULL || (ids == NULL && count > 0))
        return TACT_INVALID_ARGUMENT;
    for (uint32_t i = 0; i < count; i++) {
        if (tacti_id_in_use(broad, ids[i])) {
            broad->in_use.items[ids[i]] = 0;
            continue;
        }
        for (uint32_t k = 0; k < i; k++)
            broad->in_use.items[ids[k]] = 1;
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, i,
                               "the id %lu is not in use, or twice in the batch",
                               (unsigned long)ids[i]);
    }
    tacti_broad_change(broad, count);
    broad->count -= count;
    for (uint32_t i = 0; i < count; i++)
        if (ids[i] < broad->next_free)
            broad->next_free = ids[i];
    while (broad->limit > 0 && broad->in_use.items[broad->limit - 1] == 0)
        broad->limit--;
    return TACT_OK;
}

tact_status tact_broad_filter_pairs(tact_broad *broad, const uint32_t *ids,
                                    const tact_broad_filter *filters, uint32_t count,
                                    tact_error *error) {
    if (broad == NULL || (filters == NULL && count > 0))
        return TACT_INVALID_ARGUMENT;
    tact_status status = check_ids(broad, ids, count, error);
    if (status != TACT_OK)
        return status;
    if (!broad->has_filters) {
        size_t limit = broad->in_use.count;
        if (tacti_filters_reserve(&broad->filters, limit) != TACT_OK)
            return tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX,
                                   "no memory for filters");
        for (size_t i = 0; i < limit; i++)
            broad->filters.items[i] = every;
        broad->filters.count = limit;
        broad->has_filters = true;
    }
    for (uint32_t i = 0; i < count; i++)
        broad->filters.items[ids == NULL ? i : ids[i]] = filters[i];
    return TACT_OK;
}

/* ---- Looking ------------------------------------------------------------------------------ */

tact_broad_info tact_broad_inspect(const tact_broad *broad) {
    if (broad == NULL)
        return (tact_broad_info){.reason = "there is no broad phase"};
    return (tact_broad_info){.count = broad->count,
                             .id_limit = broad->limit,
                             .method = broad->used,
                             .reason = broad->reason};
}

tact_status tact_broad_get(const tact_broad *broad, uint32_t id, tact_box *out) {
    if (broad == NULL || out == NULL || !tacti_id_in_use(broad, id))
        return TACT_INVALID_ARGUMENT;
    *out = broad->boxes.items[id];
    return TACT_OK;
}

/* x + d for one axis, rounded away from x: the exact sum differs from the rounded one by less than
 * the distance to the next double. A rounding that is right costs nothing but a next double. */
static void sweep_axis(double *lo, double *hi, double d) {
    if (d != d)
        *lo = d;
    else if (d < 0)
        *lo = tacti_next_down(*lo + d);
    else if (d > 0)
        *hi = tacti_next_up(*hi + d);
}

tact_box tact_broad_swept_box(tact_box box, tact_vec3 displacement) {
    sweep_axis(&box.lo.x, &box.hi.x, displacement.x);
    sweep_axis(&box.lo.y, &box.hi.y, displacement.y);
    sweep_axis(&box.lo.z, &box.hi.z, displacement.z);
    return box;
}
