/* SPDX-License-Identifier: MIT */
/* Pairs kept from frame to frame. The pairs of enlarged boxes are found once; as long as every box
 * is still within its enlarged one, no other pair can overlap, so a frame only compares the boxes
 * of the pairs that are kept. They are sorted already. When a box has left, or a new one has come,
 * pairs are found anew by box pruning.
 *
 * An enlarged box exceeds the box by a part of its edge along each axis. */
#include "broad/broad.h"

#include <float.h>
#include <string.h>

#include "base/parallel.h"
#include "math/vec.h"

/* A box is enlarged by this part of its edge, and in the direction in which it left the one before
 * by so many times the way it went, up to an edge. Wider margins last longer, but keep more pairs.
 */
#define MARGIN 0.1
#define AHEAD 2
#define GRAIN 8192

/* ---- Whether the pairs still hold --------------------------------------------------------- */

static bool still_holds(const tact_broad *broad) {
    if (!broad->kept_is_valid)
        return false;
    for (uint32_t id = 0; id < broad->limit; id++)
        if (broad->in_use.items[id] != 0 &&
            !tacti_box_is_within(&broad->boxes.items[id], &broad->fat.items[id]))
            return false;
    return true;
}

/* ---- Finding them ------------------------------------------------------------------------- */

/* Extends one axis of a box, unless its edge is infinite. A way that is NaN does not count. */
static void extend(double *lo, double *hi, double old_lo, double old_hi) {
    double edge = *hi - *lo, margin = MARGIN * edge;
    if (!(edge <= DBL_MAX))
        return;
    double way = AHEAD * 0.5 * ((*lo - old_lo) + (*hi - old_hi));
    double below = margin + tacti_min(tacti_max(-way, 0), edge);
    double above = margin + tacti_min(tacti_max(way, 0), edge);
    double new_lo = *lo - below, new_hi = *hi + above;
    *lo = new_lo <= *lo ? new_lo : *lo;
    *hi = new_hi >= *hi ? new_hi : *hi;
}

/* Never smaller than the box, since rounding keeps order. */
tact_box tacti_enlarge_box(const tact_box *box, const tact_box *old) {
    tact_box fat = *box;
    extend(&fat.lo.x, &fat.hi.x, old->lo.x, old->hi.x);
    extend(&fat.lo.y, &fat.hi.y, old->lo.y, old->hi.y);
    extend(&fat.lo.z, &fat.hi.z, old->lo.z, old->hi.z);
    return fat;
}

static tact_status find_again(tact_broad *broad) {
    broad->kept_is_valid = false;
    if (tacti_boxes_reserve(&broad->fat, broad->limit) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t id = 0; id < broad->limit; id++)
        if (broad->in_use.items[id] != 0)
            broad->fat.items[id] =
                tacti_enlarge_box(&broad->boxes.items[id], &broad->boxes.items[id]);
    tacti_box_set set;
    tacti_numbering numbering = {.limit = broad->count};
    if (tacti_broad_pack(broad, broad->fat.items, &set, &numbering.ids) != TACT_OK ||
        tacti_broad_buckets(&set, &broad->work) != TACT_OK ||
        tacti_pair_list_sort(broad->context, &broad->work.found, &numbering, &broad->kept) !=
            TACT_OK)
        return TACT_OUT_OF_MEMORY;
    broad->kept_is_valid = true;
    broad->kept_count = broad->count;
    return TACT_OK;
}

/* ---- Comparing them ----------------------------------------------------------------------- */

typedef struct filtering {
    const tact_broad *broad;
    bool takes_all; /* that overlap: all are in use, and there are no filters */
    const uint32_t *from;
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

/* Copies the pairs that overlap; returns how many. Without a branch, which would be mispredicted
 * for every other pair. */
TACTI_ALWAYS_INLINE size_t filter_range(const filtering *f, tacti_range range, uint32_t *out,
                                        bool takes_all) {
    const tact_box *boxes = f->broad->boxes.items;
    size_t count = 0;
    for (size_t k = range.begin; k < range.end; k++) {
        uint32_t i = f->from[2 * k], j = f->from[2 * k + 1];
        out[2 * count] = i;
        out[2 * count + 1] = j;
        size_t meets = tacti_boxes_meet(&boxes[i], &boxes[j]);
        count += takes_all ? meets : meets & is_wanted(f->broad, i, j);
    }
    return count;
}

static void filter_chunk(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)worker;
    filtering *f = data;
    uint32_t *out = f->out + 2 * range.begin;
    f->counts[chunk] =
        f->takes_all ? filter_range(f, range, out, true) : filter_range(f, range, out, false);
}

tact_status tacti_filter_pairs(const tact_broad *broad, const tacti_numbers *kept, bool are_in_use,
                               tact_pair_list *list) {
    size_t total = kept->count / 2, count = 0;
    uint32_t chunks = tacti_chunk_count(total, GRAIN);
    filtering f = {
        .broad = broad, .takes_all = are_in_use && !broad->has_filters, .from = kept->items};
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

tact_status tacti_broad_kept(tact_broad *broad, tact_pair_list *list) {
    if (!still_holds(broad) && find_again(broad) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    bool are_in_use = broad->kept_count == broad->count;
    return tacti_filter_pairs(broad, &broad->kept.pairs, are_in_use, list);
}
