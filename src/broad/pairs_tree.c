/* SPDX-License-Identifier: MIT */
/* Pairs from the tree of boxes, kept from frame to frame. A leaf is larger than its box, and stays
 * while the box is in it. Each frame, leaves that were left are inserted anew and only they ask the
 * tree whom they meet; pairs of the others are known. The boxes of all known pairs are compared. */
#include "broad/broad.h"

#include "base/parallel.h"

/* Leaves are put one by one if at most one of so many changes; otherwise parts are built anew. */
#define MANY_CHANGES 8
/* Leaves that ask per piece of work. */
#define GRAIN 128

void tacti_proxies_make(tacti_proxies *p, const tact_context *context) {
    *p = (tacti_proxies){.tree = tacti_tree_make(context),
                         .fat = tacti_boxes_make(context),
                         .is_pending = tacti_bytes_make(context),
                         .pending = tacti_numbers_make(context),
                         .changed = tacti_numbers_make(context),
                         .fresh = {context, tacti_numbers_make(context), tacti_keys_make(context)},
                         .pairs = tacti_numbers_make(context),
                         .merged = tacti_numbers_make(context)};
}

void tacti_proxies_release(tacti_proxies *p) {
    tacti_tree_release(&p->tree);
    tacti_boxes_release(&p->fat);
    tacti_bytes_release(&p->is_pending);
    tacti_numbers_release(&p->pending);
    tacti_numbers_release(&p->changed);
    tacti_numbers_release(&p->fresh.pairs);
    tacti_keys_release(&p->fresh.scratch);
    tacti_numbers_release(&p->pairs);
    tacti_numbers_release(&p->merged);
}

/* ---- Leaves ------------------------------------------------------------------------------- */

/* Room for everything that changes, so that nothing fails halfway. */
static tact_status reserve(tact_broad *broad) {
    tacti_proxies *p = &broad->proxies;
    size_t known = p->is_pending.count, limit = broad->limit > known ? broad->limit : known;
    uint32_t leaves = tacti_tree_leaf_count(&p->tree);
    leaves = leaves > broad->count ? leaves : broad->count;
    if (tacti_tree_reserve(&p->tree, (uint32_t)limit, leaves) != TACT_OK ||
        tacti_boxes_reserve(&p->fat, limit) != TACT_OK ||
        tacti_numbers_reserve(&p->pending, limit) != TACT_OK ||
        tacti_numbers_reserve(&p->changed, broad->count) != TACT_OK ||
        tacti_bytes_reserve(&p->is_pending, limit) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    while (p->is_pending.count < limit)
        p->is_pending.items[p->is_pending.count++] = 0;
    p->fat.count = limit; /* growing keeps those that are counted */
    return TACT_OK;
}

static void set_pending(tacti_proxies *p, uint32_t id) {
    if (p->is_pending.items[id] == 0)
        p->pending.items[p->pending.count++] = id;
    p->is_pending.items[id] = 1;
}

/* Removes leaves without a box, and lists the boxes that have no leaf or left it. */
static void find_changes(tact_broad *broad) {
    tacti_proxies *p = &broad->proxies;
    p->changed.count = 0;
    for (uint32_t id = 0; id < p->is_pending.count; id++) {
        bool has_leaf = p->tree.leaves.items[id] != TACTI_NO_NODE;
        const tact_box *box = &broad->boxes.items[id];
        if (!tacti_id_in_use(broad, id)) {
            if (has_leaf) {
                tacti_tree_remove(&p->tree, id);
                set_pending(p, id);
            }
            continue;
        }
        if (has_leaf && tacti_box_is_within(box, &p->fat.items[id]))
            continue;
        p->changed.items[p->changed.count++] = id;
        p->fat.items[id] = tacti_enlarge_box(box, has_leaf ? &p->fat.items[id] : box);
        set_pending(p, id);
    }
}

static void place_changes(tacti_proxies *p) {
    tacti_tree *tree = &p->tree;
    uint32_t count = (uint32_t)p->changed.count;
    const uint32_t *ids = p->changed.items;
    bool are_many = count > tacti_tree_leaf_count(tree) / MANY_CHANGES;
    if (are_many)
        tacti_tree_begin(tree);
    for (uint32_t k = 0; k < count; k++) {
        const tact_box *fat = &p->fat.items[ids[k]];
        if (are_many) {
            tacti_tree_put(tree, ids[k], fat);
            continue;
        }
        if (tree->leaves.items[ids[k]] != TACTI_NO_NODE)
            tacti_tree_remove(tree, ids[k]);
        tacti_tree_insert(tree, ids[k], fat);
    }
    if (are_many)
        tacti_tree_end(tree);
}

tact_status tacti_proxies_update(tact_broad *broad) {
    tacti_proxies *p = &broad->proxies;
    if (p->is_current)
        return TACT_OK;
    if (reserve(broad) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    find_changes(broad);
    place_changes(p);
    p->is_current = true;
    return TACT_OK;
}

/* ---- Pairs -------------------------------------------------------------------------------- */

/* Whom one leaf meets. Of two that ask, the smaller id finds the pair. */
static void ask(const tacti_proxies *p, uint32_t id, tacti_key_set *out) {
    const tacti_tree_node *nodes = p->tree.nodes.items;
    const tact_box *box = &p->fat.items[id];
    uint32_t stack[TACTI_TREE_PLACES], used = 0;
    stack[used++] = p->tree.root;
    while (used > 0) {
        const tacti_tree_node *n = &nodes[stack[--used]];
        uint32_t other = n->child[1];
        if (!tacti_tree_is_leaf(n)) {
            for (int k = 0; k < 2; k++)
                if (tacti_boxes_meet(box, &nodes[n->child[k]].box))
                    stack[used++] = n->child[k];
        } else if (other != id && (p->is_pending.items[other] == 0 || other > id)) {
            tacti_push_pair(out, id, other);
        }
    }
}

typedef struct asking {
    const tacti_proxies *proxies;
    tacti_key_sets *found;
} asking;

static void ask_range(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)worker;
    const asking *a = data;
    const tacti_proxies *p = a->proxies;
    for (size_t k = range.begin; k < range.end; k++)
        if (p->tree.leaves.items[p->pending.items[k]] != TACTI_NO_NODE)
            ask(p, p->pending.items[k], &a->found->sets[chunk]);
}

/* Drops the pairs of leaves that changed. */
static void drop_pairs(tacti_proxies *p) {
    uint32_t *pairs = p->pairs.items;
    size_t kept = 0;
    for (size_t k = 0; k < p->pairs.count; k += 2) {
        uint32_t i = pairs[k], j = pairs[k + 1];
        pairs[kept] = i;
        pairs[kept + 1] = j;
        kept += (p->is_pending.items[i] | p->is_pending.items[j]) != 0 ? 0 : 2;
    }
    p->pairs.count = kept;
}

/* Brings the known pairs up to date. If memory is missing, the leaves are asked again next time. */
static tact_status update_pairs(tact_broad *broad) {
    tacti_proxies *p = &broad->proxies;
    tacti_key_sets *found = &broad->work.found;
    size_t count = p->pending.count;
    tacti_numbering numbering = {.limit = (uint32_t)p->is_pending.count};
    if (count == 0)
        return TACT_OK;
    if (tacti_key_sets_begin(found, tacti_chunk_count(count, GRAIN)) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    asking a = {p, found};
    tacti_parallel_for(broad->context, count, GRAIN, ask_range, &a);
    if (tacti_key_sets_status(found) != TACT_OK ||
        tacti_pair_list_sort(broad->context, found, &numbering, &p->fresh) != TACT_OK ||
        tacti_numbers_reserve(&p->merged, p->pairs.count + p->fresh.pairs.count) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    drop_pairs(p);
    tacti_merge_pairs(&p->pairs, &p->fresh.pairs, &p->merged);
    for (size_t k = 0; k < count; k++)
        p->is_pending.items[p->pending.items[k]] = 0;
    p->pending.count = 0;
    return TACT_OK;
}

tact_status tacti_broad_tree(tact_broad *broad, tact_pair_list *list) {
    if (tacti_proxies_update(broad) != TACT_OK || update_pairs(broad) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    return tacti_filter_pairs(broad, &broad->proxies.pairs, true, list);
}
