/* SPDX-License-Identifier: MIT */
/* Pairs kept from frame to frame. The pairs of enlarged boxes are found once; as long as every box
 * is still within its enlarged one, no other pair can overlap, so a frame only compares the boxes
 * of the pairs that are kept. They are sorted already. When a box has left, or a new one has come,
 * pairs are found anew by box pruning.
 *
 * An enlarged box exceeds the box by a part of its edge along each axis. */
#include "broad/broad.h"

#include <string.h>

#include "base/parallel.h"
#include "math/vec.h"

/* Wider margins last longer, but keep more pairs: 1.2^3 = 1.7 times as many for this one. */
#define MARGIN 0.1
#define GRAIN 8192

/* ---- Whether the pairs still hold --------------------------------------------------------- */

static bool is_within(const tact_box *box, const tact_box *fat) {
    return (fat->lo.x <= box->lo.x) & (fat->lo.y <= box->lo.y) & (fat->lo.z <= box->lo.z) &
           (box->hi.x <= fat->hi.x) & (box->hi.y <= fat->hi.y) & (box->hi.z <= fat->hi.z);
}

static bool still_holds(const tact_broad *broad) {
    if (!broad->kept_is_valid)
        return false;
    for (uint32_t id = 0; id < broad->limit; id++)
        if (broad->in_use.items[id] != 0 &&
            !is_within(&broad->boxes.items[id], &broad->fat.items[id]))
            return false;
    return true;
}

/* ---- Finding them ------------------------------------------------------------------------- */

/* Never smaller than the box, since rounding keeps order; infinite ends stay as they are. */
static tact_box enlarge(const tact_box *box) {
    tact_vec3 margin = tacti_vec3_scale(tacti_vec3_sub(box->hi, box->lo), MARGIN);
    tact_box fat = {tacti_vec3_sub(box->lo, margin), tacti_vec3_add(box->hi, margin)};
    return is_within(box, &fat) ? fat : *box;
}

static tact_status find_again(tact_broad *broad) {
    broad->kept_is_valid = false;
    if (tacti_boxes_reserve(&broad->fat, broad->limit) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t id = 0; id < broad->limit; id++)
        if (broad->in_use.items[id] != 0)
            broad->fat.items[id] = enlarge(&broad->boxes.items[id]);
    tacti_box_set set;
    tacti_numbering numbering = {.limit = broad->count};
    if (tacti_broad_pack(broad, broad->fat.items, &set, &numbering.ids) != TACT_OK ||
        tacti_broad_buckets(&set, &broad->work) != TACT_OK ||
        tacti_pair_list_sort(broad->context, &broad->work.found, &numbering, &broad->kept) !=
            TACT_OK)
        return TACT_OUT_OF_MEMORY;
    broad->kept_is_valid = true;
    return TACT_OK;
}

/* ---- Comparing them ----------------------------------------------------------------------- */

typedef struct filtering {
    const tact_broad *broad;
    uint32_t *out;  /* as long as the kept pairs; a chunk writes at its place */
    size_t *counts; /* pairs that a chunk wrote */
} filtering;

static bool is_wanted(const tact_broad *broad, uint32_t i, uint32_t j) {
    if (!(broad->in_use.items[i] & broad->in_use.items[j]))
        return false;
    if (!broad->has_filters)
        return true;
    const tact_broad_filter *a = &broad->filters.items[i], *b = &broad->filters.items[j];
    return (a->group & b->mask) != 0 && (b->group & a->mask) != 0;
}

static void filter_chunk(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)worker;
    filtering *f = data;
    const tact_broad *broad = f->broad;
    const tact_box *boxes = broad->boxes.items;
    const uint32_t *from = broad->kept.pairs.items;
    uint32_t *out = f->out + 2 * range.begin;
    size_t count = 0;
    for (size_t k = range.begin; k < range.end; k++) {
        uint32_t i = from[2 * k], j = from[2 * k + 1];
        out[2 * count] = i;
        out[2 * count + 1] = j;
        /* Without a branch, which would be mispredicted for every other pair. */
        size_t meets = tacti_boxes_meet(&boxes[i], &boxes[j]), wanted = is_wanted(broad, i, j);
        count += meets & wanted;
    }
    f->counts[chunk] = count;
}

tact_status tacti_broad_kept(tact_broad *broad, tact_pair_list *list) {
    if (!still_holds(broad) && find_again(broad) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    size_t total = broad->kept.pairs.count / 2, count = 0;
    uint32_t chunks = tacti_chunk_count(total, GRAIN);
    filtering f = {.broad = broad};
    list->scratch.count = 0;
    if (tacti_numbers_reserve(&list->pairs, 2 * total) != TACT_OK ||
        tacti_keys_reserve(&list->scratch, chunks) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    f.out = list->pairs.items;
    f.counts = (size_t *)list->scratch.items;
    tacti_parallel_for(broad->context, total, GRAIN, filter_chunk, &f);
    for (uint32_t chunk = 0; chunk < chunks; chunk++) {
        size_t begin = tacti_chunk_range(total, chunks, chunk).begin;
        if (f.counts[chunk] > 0)
            memmove(f.out + 2 * count, f.out + 2 * begin, 2 * f.counts[chunk] * sizeof *f.out);
        count += f.counts[chunk];
    }
    list->pairs.count = 2 * count;
    return TACT_OK;
}
