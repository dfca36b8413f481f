/* SPDX-License-Identifier: MIT */
/* What the files of the room share: the object, the lists, and the form of a method.
 *
 * A method takes an array of boxes and pushes the pairs that overlap, as keys: the smaller index in
 * the upper half, the greater in the lower. Each pair is pushed once, in any order and into any of
 * the buffers; sorting makes one list of them (sort.c). So the list cannot depend on the method or
 * on the number of threads. */
#ifndef TACTI_BROAD_BROAD_H
#define TACTI_BROAD_BROAD_H

#include <tact/broad.h>

#include "base/array.h"
#include "base/inline.h"
#include "base/simd.h"
#include "broad/hierarchy.h"
#include "broad/tree.h"

TACTI_ARRAY_DEFINE(tacti_keys, uint64_t);
TACTI_ARRAY_DEFINE(tacti_numbers, uint32_t);
TACTI_ARRAY_DEFINE(tacti_boxes, tact_box);
TACTI_ARRAY_DEFINE(tacti_bytes, unsigned char);
TACTI_ARRAY_DEFINE(tacti_filters, tact_broad_filter);

/* The boxes that a method works on: indices 0 to count - 1. */
typedef struct tacti_box_set {
    const tact_context *context;
    tact_simd_level level;
    const tact_box *boxes;
    uint32_t count;
} tacti_box_set;

/* A buffer of keys for one piece of parallel work. */
typedef struct tacti_key_set {
    tacti_keys keys;
    bool failed; /* keys are missing: no memory */
} tacti_key_set;

/* The buffers of all pieces. They are kept from frame to frame. */
typedef struct tacti_key_sets {
    const tact_context *context;
    tacti_key_set *sets;
    uint32_t count;    /* in use */
    uint32_t capacity; /* made */
} tacti_key_sets;

/* Makes count buffers and empties them. */
tact_status tacti_key_sets_begin(tacti_key_sets *sets, uint32_t count);
/* TACT_OUT_OF_MEMORY if a buffer failed. */
tact_status tacti_key_sets_status(const tacti_key_sets *sets);
void tacti_key_sets_release(tacti_key_sets *sets);

static inline uint64_t tacti_key(uint32_t i, uint32_t j) {
    return i < j ? (uint64_t)i << 32 | j : (uint64_t)j << 32 | i;
}

/* Appends the key of two different indices. */
static inline void tacti_push_pair(tacti_key_set *set, uint32_t i, uint32_t j) {
    if (tacti_keys_push(&set->keys, tacti_key(i, j)) != TACT_OK)
        set->failed = true;
}

/* Scratch memory that methods keep from frame to frame. */
typedef struct tacti_broad_work {
    tacti_key_sets found;
    tacti_bytes bytes, more_bytes; /* for what a method needs by itself */
} tacti_broad_work;

/* Finds all pairs of a set: fills work->found. */
typedef tact_status tacti_broad_search(const tacti_box_set *set, tacti_broad_work *work);

tacti_broad_search tacti_broad_brute, tacti_broad_buckets, tacti_broad_sweep, tacti_broad_grid,
    tacti_broad_cells, tacti_broad_levels;

struct tact_pair_list {
    const tact_context *context;
    tacti_numbers pairs; /* i, j, i, j, ... */
    tacti_keys scratch;
};

/* What becomes of indices. */
typedef struct tacti_numbering {
    uint32_t limit;                   /* first numbers of the keys are smaller */
    const uint32_t *ids;              /* by index, increasing; NULL: an index is its id */
    const tact_broad_filter *filters; /* by id; NULL: all pairs matter */
} tacti_numbering;

/* Sorts the keys of all buffers, which are lost, into a list. On failure the list is as it was. */
tact_status tacti_pair_list_sort(const tact_context *context, tacti_key_sets *found,
                                 const tacti_numbering *numbering, tact_pair_list *list);

/* What the method of the tree remembers. */
typedef struct tacti_proxies {
    tacti_tree tree;
    tacti_boxes fat;        /* by id: the boxes of the leaves */
    tacti_bytes is_pending; /* by id: whether its pairs are not known */
    tacti_numbers pending;  /* those ids */
    tacti_numbers changed;  /* scratch memory: leaves to put */
    tact_pair_list fresh;   /* scratch memory: pairs found in this frame */
    tacti_numbers pairs;    /* all pairs of leaves that are not pending: i, j, i, j, ... */
    tacti_numbers merged;   /* scratch memory */
    bool is_current;        /* each box in use is in its leaf, and no other leaf is there */
} tacti_proxies;

void tacti_proxies_make(tacti_proxies *proxies, const tact_context *context);
void tacti_proxies_release(tacti_proxies *proxies);

/* What the method of three sorted axes remembers. */
typedef struct tacti_axes {
    tacti_keys ends[3];     /* by axis, sorted: see axes.c */
    tacti_numbers keys;     /* by id: where its starts and ends are */
    tacti_boxes rounded;    /* scratch memory */
    tacti_bytes is_tracked; /* by id: whether its ends are there */
    tacti_numbers added;    /* scratch memory: ids that are new */
    tact_pair_list fresh;   /* scratch memory: pairs found in this frame */
    tacti_numbers pairs;    /* all pairs, whatever their filters */
    tacti_numbers merged;   /* scratch memory */
    bool is_valid;          /* ends and pairs are complete */
} tacti_axes;

void tacti_axes_make(tacti_axes *axes, const tact_context *context);
void tacti_axes_release(tacti_axes *axes);

/* What the method that keeps pairs remembers. */
typedef struct tacti_kept {
    bool is_valid;            /* every box in use was there when pairs were found */
    bool has_far;             /* the pairs are among those of the far boxes */
    uint32_t count;           /* boxes in use when they were found, */
    uint32_t frames;          /* and frames since then */
    tacti_boxes near, far;    /* by id: enlarged boxes */
    tact_pair_list pairs;     /* of the near ones */
    tact_pair_list far_pairs; /* of the far ones */
} tacti_kept;

void tacti_kept_make(tacti_kept *kept, const tact_context *context);
void tacti_kept_release(tacti_kept *kept);

struct tact_broad {
    const tact_context *context;
    tact_simd_level level;
    tact_broad_method method, used;
    const char *reason;
    uint32_t count;     /* boxes */
    uint32_t limit;     /* ids in use are smaller; one more than the greatest */
    uint32_t next_free; /* no smaller id is free */
    bool has_filters;
    uint32_t changes;      /* boxes added, moved and removed since the last frame, at most */
    uint32_t calm;         /* frames in a row in which few have changed; see pairs.c */
    tacti_boxes boxes;     /* by id, those not in use are arbitrary */
    tacti_bytes in_use;    /* by id, 0 or 1 */
    tacti_filters filters; /* by id, if there are any */
    tacti_boxes packed;    /* the boxes in use, if not all ids below the limit are */
    tacti_numbers ids;     /* and their ids */
    tacti_broad_work work;
    tacti_kept kept;
    tacti_hierarchy hierarchy; /* for queries, if nothing changed since it was built */
    tacti_proxies proxies;
    tacti_axes axes;
};

/* Boxes change: what was derived from them does not hold any more. */
static inline void tacti_broad_change(tact_broad *broad, uint32_t count) {
    broad->changes += count < UINT32_MAX - broad->changes ? count : UINT32_MAX - broad->changes;
    broad->hierarchy.is_valid = false;
    broad->proxies.is_current = false;
}

/* The boxes in use, taken from an array by id, without holes; and their ids if there are holes. */
tact_status tacti_broad_pack(tact_broad *broad, const tact_box *boxes, tacti_box_set *set,
                             const uint32_t **ids);

/* The methods that keep pairs: they fill a list at once. */
tact_status tacti_broad_kept(tact_broad *broad, tact_pair_list *list);
tact_status tacti_broad_tree(tact_broad *broad, tact_pair_list *list);
tact_status tacti_broad_axes(tact_broad *broad, tact_pair_list *list);

/* Fills a list with those pairs of a sorted array that are in use, overlap and are wanted. */
tact_status tacti_filter_pairs(const tact_broad *broad, const tacti_numbers *kept, bool are_in_use,
                               tact_pair_list *list);

/* A box that holds the box for a while. The one before, or the box itself, says where it goes. */
tact_box tacti_enlarge_box(const tact_box *box, const tact_box *before);

/* Merges two sorted arrays of pairs into the first; a pair may be in both, or twice in the second.
 * There is room for all of them in the scratch array. */
void tacti_merge_pairs(tacti_numbers *pairs, const tacti_numbers *more, tacti_numbers *scratch);

/* Brings the tree up to date, as far as queries need it. */
tact_status tacti_proxies_update(tact_broad *broad);

/* Whether two closed boxes, neither of them empty, share a point. */
TACTI_ALWAYS_INLINE bool tacti_boxes_meet(const tact_box *a, const tact_box *b) {
    return (a->lo.x <= b->hi.x) & (b->lo.x <= a->hi.x) & (a->lo.y <= b->hi.y) &
           (b->lo.y <= a->hi.y) & (a->lo.z <= b->hi.z) & (b->lo.z <= a->hi.z);
}

TACTI_ALWAYS_INLINE bool tacti_box_is_within(const tact_box *box, const tact_box *fat) {
    return (fat->lo.x <= box->lo.x) & (fat->lo.y <= box->lo.y) & (fat->lo.z <= box->lo.z) &
           (box->hi.x <= fat->hi.x) & (box->hi.y <= fat->hi.y) & (box->hi.z <= fat->hi.z);
}

/* Refuses NaN and inverted boxes. */
tact_status tacti_check_boxes(tact_simd_level level, const tact_box *boxes, uint32_t count,
                              tact_error *error);

static inline bool tacti_id_in_use(const tact_broad *broad, uint32_t id) {
    return id < broad->limit && broad->in_use.items[id] != 0;
}

#endif
