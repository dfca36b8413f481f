/* SPDX-License-Identifier: MIT */
/* Pairs kept from frame to frame. The pairs of enlarged boxes are found once; as long as every box
 * is still within its enlarged one, no other pair can overlap, so a frame only compares the boxes
 * of the pairs that are kept. They are sorted already.
 *
 * An enlarged box exceeds the box by a part of its edge along each axis. There are two of them: the
 * near one, whose pairs are compared in each frame, and the far one. When a box has left its near
 * one, new near ones are made; while they are within the far ones, their pairs are among the pairs
 * of the far ones. When they are not, or when a box is new, box pruning finds pairs anew. */
#include "broad/broad.h"

#include <float.h>
#include <string.h>

#include "base/parallel.h"
#include "broad/boxes.h"
#include "math/vec.h"

/* Boxes are enlarged by these parts of their edges; wider margins last longer, but keep more pairs.
 * Leaves of the tree are enlarged also in the direction in which the box left the one before, by so
 * many times the way it went, up to an edge. */
#define NEAR 0.06
#define FAR 0.3
#define LEAF 0.1
#define AHEAD 2
/* Far boxes do not pay if the last search did not last for so many frames. */
#define LASTING 4
#define GRAIN 8192

static tacti_pairs_filter *const filters[] = TACTI_LEVEL_TABLE(tacti_pairs_filter);
static tacti_boxes_within *const withins[] = TACTI_LEVEL_TABLE(tacti_boxes_within);

void tacti_kept_make(tacti_kept *kept, const tact_context *context) {
    *kept =
        (tacti_kept){.near = tacti_boxes_make(context),
                     .far = tacti_boxes_make(context),
                     .pairs = {context, tacti_numbers_make(context), tacti_keys_make(context)},
                     .far_pairs = {context, tacti_numbers_make(context), tacti_keys_make(context)}};
}

void tacti_kept_release(tacti_kept *kept) {
    tacti_boxes_release(&kept->near);
    tacti_boxes_release(&kept->far);
    tacti_numbers_release(&kept->pairs.pairs);
    tacti_keys_release(&kept->pairs.scratch);
    tacti_numbers_release(&kept->far_pairs.pairs);
    tacti_keys_release(&kept->far_pairs.scratch);
}

/* ---- Comparing pairs ---------------------------------------------------------------------- */

typedef struct filtering {
    const tact_broad *broad;
    const tact_box *boxes;
    bool takes_all; /* that overlap, whether they are in use and wanted or not */
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

/* Copies the pairs that overlap and are wanted; returns how many. */
static size_t filter_wanted(const filtering *f, tacti_range range, uint32_t *out) {
    const tact_box *boxes = f->boxes;
    size_t count = 0;
    for (size_t k = range.begin; k < range.end; k++) {
        uint32_t i = f->from[2 * k], j = f->from[2 * k + 1];
        out[2 * count] = i;
        out[2 * count + 1] = j;
        if (tacti_boxes_meet(&boxes[i], &boxes[j]) && is_wanted(f->broad, i, j))
            count++;
    }
    return count;
}

static void filter_chunk(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)worker;
    filtering *f = data;
    uint32_t *out = f->out + 2 * range.begin;
    f->counts[chunk] =
        f->takes_all ? filters[tacti_simd_row(f->broad->level)](f->boxes, f->from + 2 * range.begin,
                                                                range.end - range.begin, out)
                     : filter_wanted(f, range, out);
}

/* Fills a list with those pairs of a sorted array whose boxes overlap. */
static tact_status filter_pairs(filtering *f, size_t total, tact_pair_list *list) {
    const tact_context *context = f->broad->context;
    uint32_t chunks = tacti_chunk_count(total, GRAIN);
    size_t count = 0;
    list->scratch.count = 0;
    if (tacti_numbers_reserve(&list->pairs, 2 * total) != TACT_OK ||
        tacti_keys_reserve(&list->scratch, chunks) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    f->out = list->pairs.items;
    f->counts = (size_t *)list->scratch.items;
    tacti_parallel_for(context, total, GRAIN, filter_chunk, f);
    for (uint32_t chunk = 0; chunk < chunks; chunk++) {
        size_t begin = tacti_chunk_range(total, chunks, chunk).begin;
        if (f->counts[chunk] > 0 && begin > count)
            memmove(f->out + 2 * count, f->out + 2 * begin, 2 * f->counts[chunk] * sizeof *f->out);
        count += f->counts[chunk];
    }
    list->pairs.count = 2 * count;
    return TACT_OK;
}

tact_status tacti_filter_pairs(const tact_broad *broad, const tacti_numbers *kept, bool are_in_use,
                               tact_pair_list *list) {
    filtering f = {.broad = broad,
                   .boxes = broad->boxes.items,
                   .takes_all = are_in_use && !broad->has_filters,
                   .from = kept->items};
    return filter_pairs(&f, kept->count / 2, list);
}

/* ---- Enlarged boxes ----------------------------------------------------------------------- */

/* Whether all boxes in use are within others. */
static bool are_within(const tact_broad *broad, const tact_box *boxes, const tact_box *others) {
    if (broad->count == broad->limit)
        return withins[tacti_simd_row(broad->level)](boxes, others, broad->limit);
    for (uint32_t id = 0; id < broad->limit; id++)
        if (broad->in_use.items[id] != 0 && !tacti_box_is_within(&boxes[id], &others[id]))
            return false;
    return true;
}

/* Extends one axis of a box, unless its edge is infinite. A way that is NaN does not count. */
static void extend(double *lo, double *hi, double part, double way) {
    double edge = *hi - *lo, margin = part * edge;
    if (!(edge <= DBL_MAX))
        return;
    double below = margin + tacti_min(tacti_max(-way, 0), edge);
    double above = margin + tacti_min(tacti_max(way, 0), edge);
    double new_lo = *lo - below, new_hi = *hi + above;
    *lo = new_lo <= *lo ? new_lo : *lo;
    *hi = new_hi >= *hi ? new_hi : *hi;
}

static double way_ahead(double lo, double hi, double old_lo, double old_hi) {
    return AHEAD * 0.5 * ((lo - old_lo) + (hi - old_hi));
}

/* Never smaller than the box, since rounding keeps order. */
tact_box tacti_enlarge_box(const tact_box *box, const tact_box *old) {
    tact_box fat = *box;
    extend(&fat.lo.x, &fat.hi.x, LEAF, way_ahead(box->lo.x, box->hi.x, old->lo.x, old->hi.x));
    extend(&fat.lo.y, &fat.hi.y, LEAF, way_ahead(box->lo.y, box->hi.y, old->lo.y, old->hi.y));
    extend(&fat.lo.z, &fat.hi.z, LEAF, way_ahead(box->lo.z, box->hi.z, old->lo.z, old->hi.z));
    return fat;
}

/* Enlarges all boxes in use by a part of their edges. */
static void enlarge_all(const tact_broad *broad, double part, tact_box *out) {
    for (uint32_t id = 0; id < broad->limit; id++) {
        if (broad->in_use.items[id] == 0)
            continue;
        tact_box fat = broad->boxes.items[id];
        extend(&fat.lo.x, &fat.hi.x, part, 0);
        extend(&fat.lo.y, &fat.hi.y, part, 0);
        extend(&fat.lo.z, &fat.hi.z, part, 0);
        out[id] = fat;
    }
}

/* Finds the pairs of enlarged boxes. */
static tact_status search(tact_broad *broad, const tact_box *boxes, tact_pair_list *pairs) {
    tacti_box_set set;
    tacti_numbering numbering = {.limit = broad->count};
    if (tacti_broad_pack(broad, boxes, &set, &numbering.ids) != TACT_OK ||
        tacti_broad_buckets(&set, &broad->work) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    return tacti_pair_list_sort(broad->context, &broad->work.found, &numbering, pairs);
}

/* ---- From frame to frame ------------------------------------------------------------------ */

/* The pairs of near boxes, out of those of far ones. */
static tact_status take_near(const tact_broad *broad, tacti_kept *kept) {
    filtering f = {.broad = broad,
                   .boxes = kept->near.items,
                   .takes_all = true,
                   .from = kept->far_pairs.pairs.items};
    return filter_pairs(&f, kept->far_pairs.pairs.count / 2, &kept->pairs);
}

static tact_status find_again(tact_broad *broad) {
    tacti_kept *kept = &broad->kept;
    bool has_far = kept->is_valid && kept->has_far, lasted = kept->frames >= LASTING;
    kept->is_valid = false;
    if (tacti_boxes_reserve(&kept->near, broad->limit) != TACT_OK ||
        tacti_boxes_reserve(&kept->far, broad->limit) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    enlarge_all(broad, NEAR, kept->near.items);
    if (!has_far || !are_within(broad, kept->near.items, kept->far.items)) {
        kept->has_far = lasted;
        kept->frames = 0;
        kept->count = broad->count;
        if (lasted)
            enlarge_all(broad, FAR, kept->far.items);
        if (search(broad, lasted ? kept->far.items : kept->near.items,
                   lasted ? &kept->far_pairs : &kept->pairs) != TACT_OK)
            return TACT_OUT_OF_MEMORY;
    }
    if (kept->has_far && take_near(broad, kept) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    kept->is_valid = true;
    return TACT_OK;
}

tact_status tacti_broad_kept(tact_broad *broad, tact_pair_list *list) {
    tacti_kept *kept = &broad->kept;
    bool holds = kept->is_valid && are_within(broad, broad->boxes.items, kept->near.items);
    if (!holds && find_again(broad) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    kept->frames += kept->frames < UINT32_MAX;
    return tacti_filter_pairs(broad, &kept->pairs.pairs, kept->count == broad->count, list);
}
