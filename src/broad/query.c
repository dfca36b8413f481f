/* SPDX-License-Identifier: MIT */
/* Questions into a set of boxes: which overlap others, which a ray or a box that moves meets, which
 * are near a point.
 *
 * The arithmetic for a box is a sequence of rounded operations that all keep order. So a box that
 * contains another one never gives a later start, an earlier end or a greater distance: nodes of a
 * hierarchy may be asked with the same arithmetic, and no rounding lets them drop a box that would
 * pass by itself. Which boxes are visited is therefore the same with a hierarchy and without. */
#include "broad/query.h"

#include <float.h>

#include "math/bits.h"
#include "math/vec.h"

/* ---- Boxes -------------------------------------------------------------------------------- */

tact_status tact_broad_prepare(tact_broad *broad) {
    if (broad == NULL)
        return TACT_INVALID_ARGUMENT;
    if (broad->used == TACT_BROAD_TREE)
        return tacti_proxies_update(broad);
    if (broad->hierarchy.is_valid)
        return TACT_OK;
    return tacti_hierarchy_build(&broad->hierarchy, broad->context, broad->boxes.items,
                                 broad->in_use.items, broad->limit);
}

static tact_status push_hits(const tacti_hierarchy *h, const tact_box *query, uint32_t number,
                             tacti_keys *keys) {
    tacti_place places[TACTI_MOST_PLACES];
    uint32_t count = 0;
    if (h->level_count > 0)
        places[count++] = (tacti_place){0, h->level_count - 1, 0};
    while (count > 0) {
        tacti_place at = places[--count];
        if (!tacti_boxes_meet(query, tacti_hierarchy_box(h, at.level, at.index)))
            continue;
        if (at.level == 0) {
            if (tacti_keys_push(keys, (uint64_t)number << 32 | h->ids.items[at.index]) != TACT_OK)
                return TACT_OUT_OF_MEMORY;
            continue;
        }
        for (uint32_t k = 0, child = 8 * at.index; k < 8 && child + k < h->count[at.level - 1]; k++)
            places[count++] = (tacti_place){0, at.level - 1, child + k};
        TACTI_ASSERT(count <= TACTI_MOST_PLACES);
    }
    return TACT_OK;
}

static tact_status push_tree_hits(const tact_broad *broad, const tact_box *query, uint32_t number,
                                  tacti_keys *keys) {
    const tacti_tree_node *nodes = broad->proxies.tree.nodes.items;
    uint32_t places[TACTI_TREE_PLACES], count = 0;
    if (broad->proxies.tree.root != TACTI_NO_NODE)
        places[count++] = broad->proxies.tree.root;
    while (count > 0) {
        const tacti_tree_node *n = &nodes[places[--count]];
        if (!tacti_boxes_meet(query, &n->box))
            continue;
        if (!tacti_tree_is_leaf(n)) {
            places[count++] = n->child[0];
            places[count++] = n->child[1];
        } else if (tacti_boxes_meet(query, &broad->boxes.items[n->child[1]]) &&
                   tacti_keys_push(keys, (uint64_t)number << 32 | n->child[1]) != TACT_OK) {
            return TACT_OUT_OF_MEMORY;
        }
    }
    return TACT_OK;
}

/* The keys of one query are sorted: there are few. */
static void sort_keys(uint64_t *keys, size_t count) {
    for (size_t gap = count / 2; gap > 0; gap /= 2)
        for (size_t k = gap; k < count; k++) {
            uint64_t key = keys[k];
            size_t to = k;
            for (; to >= gap && keys[to - gap] > key; to -= gap)
                keys[to] = keys[to - gap];
            keys[to] = key;
        }
}

/* Pushes (number of the query, id) in increasing order. */
static tact_status find_overlaps(const tact_broad *broad, const tact_box *query, uint32_t number,
                                 tacti_keys *keys) {
    if (broad->hierarchy.is_valid || broad->proxies.is_current) {
        size_t before = keys->count;
        tact_status status = broad->hierarchy.is_valid
                                 ? push_hits(&broad->hierarchy, query, number, keys)
                                 : push_tree_hits(broad, query, number, keys);
        if (keys->count > before) /* an empty array has no place to point to */
            sort_keys(keys->items + before, keys->count - before);
        return status;
    }
    for (uint32_t id = 0; id < broad->limit; id++)
        if (broad->in_use.items[id] != 0 && tacti_boxes_meet(query, &broad->boxes.items[id]) &&
            tacti_keys_push(keys, (uint64_t)number << 32 | id) != TACT_OK)
            return TACT_OUT_OF_MEMORY;
    return TACT_OK;
}

tact_status tact_broad_overlaps(const tact_broad *broad, const tact_box *boxes, uint32_t count,
                                tact_error *error, tact_pair_list *list) {
    if (broad == NULL || list == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_check_boxes(broad->level, boxes, count, error);
    if (status != TACT_OK)
        return status;
    tacti_keys *keys = &list->scratch;
    keys->count = 0;
    for (uint32_t i = 0; i < count && status == TACT_OK; i++)
        status = find_overlaps(broad, &boxes[i], i, keys);
    if (status == TACT_OK)
        status = tacti_numbers_reserve(&list->pairs, 2 * keys->count);
    if (status != TACT_OK)
        return tacti_error_set(error, status, 0, TACT_NO_INDEX, "no memory for the pairs");
    for (size_t k = 0; k < keys->count; k++) {
        list->pairs.items[2 * k] = (uint32_t)(keys->items[k] >> 32);
        list->pairs.items[2 * k + 1] = (uint32_t)keys->items[k];
    }
    list->pairs.count = 2 * keys->count;
    return TACT_OK;
}

/* ---- Rays and boxes that move --------------------------------------------------------------- */

/* A start, an end and a distance carry at most six roundings: a relative 2^-50 covers 6 * 2^-53 of
 * both sides of a comparison, and the additive term covers what underflows. */
#define WIDER (1 + 0x1p-50)
#define LEAST_NORMAL 0x1p-1022

/* Kinds of a direction along an axis. A reciprocal of less than 2^-1000 may overflow; such a
 * direction cuts nothing, so more boxes are visited. */
enum { NONE, TINY, RISING, FALLING };
#define LEAST_DIRECTION 0x1p-1000

static void set_place(tacti_visit *v, tact_box box) {
    for (unsigned k = 0; k < 3; k++) {
        v->lo[k] = tacti_vec3_get(box.lo, k);
        v->hi[k] = tacti_vec3_get(box.hi, k);
    }
}

static void set_direction(tacti_visit *v, tact_vec3 direction) {
    v->is_moving = true;
    for (unsigned k = 0; k < 3; k++) {
        double d = tacti_vec3_get(direction, k);
        v->kind[k] = d == 0                           ? NONE
                     : tacti_abs(d) < LEAST_DIRECTION ? TINY
                     : d > 0                          ? RISING
                                                      : FALLING;
        v->inverse[k] = v->kind[k] >= RISING ? 1 / d : 0;
    }
}

/* Cuts [*start, *end] with the range of an axis; false if what moves is beside the box. The side in
 * front arrives first, the side behind leaves last. A difference that overflows counts as the
 * greatest double if it limits the range. */
static bool cut(const tacti_visit *v, unsigned k, double lo, double hi, double *start,
                double *end) {
    if (v->kind[k] == NONE)
        return lo <= v->hi[k] && v->lo[k] <= hi;
    if (v->kind[k] == TINY)
        return true;
    double first, last;
    if (v->kind[k] == RISING) {
        first = tacti_min(lo - v->hi[k], DBL_MAX);
        last = tacti_max(hi - v->lo[k], -DBL_MAX);
    } else {
        first = tacti_max(hi - v->lo[k], -DBL_MAX);
        last = tacti_min(lo - v->hi[k], DBL_MAX);
    }
    *start = tacti_max(first * v->inverse[k], *start);
    *end = tacti_min(last * v->inverse[k], *end);
    return true;
}

static double first_meeting(const tacti_visit *v, const tact_box *box) {
    double start = 0, end = tacti_infinity();
    if (!cut(v, 0, box->lo.x, box->hi.x, &start, &end) ||
        !cut(v, 1, box->lo.y, box->hi.y, &start, &end) ||
        !cut(v, 2, box->lo.z, box->hi.z, &start, &end) || start > end * WIDER + LEAST_NORMAL)
        return -1;
    return start;
}

/* ---- Points ------------------------------------------------------------------------------- */

/* How far x is outside of [lo, hi]; 0 within. */
static double outside(double x, double lo, double hi) {
    return tacti_max(tacti_max(lo - x, x - hi), 0);
}

static double point_distance(const tacti_visit *v, const tact_box *box) {
    tact_vec3 way = {outside(v->lo[0], box->lo.x, box->hi.x),
                     outside(v->lo[1], box->lo.y, box->hi.y),
                     outside(v->lo[2], box->lo.z, box->hi.z)};
    return tact_vec3_length(way);
}

/* ---- Visiting ----------------------------------------------------------------------------- */

double tacti_visit_measure(const tacti_visit *visit, const tact_box *box) {
    return visit->is_moving ? first_meeting(visit, box) : point_distance(visit, box);
}

bool tacti_visit_wants(const tacti_visit *visit, double t) {
    return t >= 0 && t <= visit->limit * WIDER + LEAST_NORMAL && visit->limit >= 0;
}

static void visit_one(tacti_visit *v, uint32_t id, double t) {
    v->limit = tacti_min(v->limit, v->visitor(v->user, id, t));
}

/* The children of a place that are wanted, the nearest on top. */
static uint32_t push_children(const tacti_visit *v, tacti_place at, tacti_place *places,
                              uint32_t count) {
    const tacti_hierarchy *h = &v->broad->hierarchy;
    uint32_t first = count, level = at.level - 1;
    for (uint32_t k = 0, child = 8 * at.index; k < 8 && child + k < h->count[level]; k++) {
        double t = tacti_visit_measure(v, tacti_hierarchy_box(h, level, child + k));
        if (!tacti_visit_wants(v, t))
            continue;
        uint32_t to = count++;
        for (; to > first && places[to - 1].t < t; to--)
            places[to] = places[to - 1];
        places[to] = (tacti_place){t, level, child + k};
    }
    TACTI_ASSERT(count <= TACTI_MOST_PLACES);
    return count;
}

static void visit_hierarchy(tacti_visit *v) {
    const tacti_hierarchy *h = &v->broad->hierarchy;
    tacti_place places[TACTI_MOST_PLACES];
    uint32_t count = 0;
    if (h->level_count > 0) {
        tacti_place top = {0, h->level_count - 1, 0};
        top.t = tacti_visit_measure(v, tacti_hierarchy_box(h, top.level, 0));
        places[count++] = top;
    }
    while (count > 0) {
        tacti_place at = places[--count];
        if (!tacti_visit_wants(v, at.t))
            continue;
        if (at.level == 0)
            visit_one(v, h->ids.items[at.index], at.t);
        else
            count = push_children(v, at, places, count);
    }
}

/* The same in the tree, whose leaves are larger than their boxes. */
static void visit_tree(tacti_visit *v) {
    const tact_broad *broad = v->broad;
    const tacti_tree_node *nodes = broad->proxies.tree.nodes.items;
    tacti_place places[TACTI_TREE_PLACES];
    uint32_t count = 0;
    if (broad->proxies.tree.root != TACTI_NO_NODE)
        places[count++] = (tacti_place){0, 0, broad->proxies.tree.root};
    while (count > 0) {
        tacti_place at = places[--count];
        if (!tacti_visit_wants(v, at.t))
            continue;
        const tacti_tree_node *n = &nodes[at.index];
        if (tacti_tree_is_leaf(n)) {
            double t = tacti_visit_measure(v, &broad->boxes.items[n->child[1]]);
            if (tacti_visit_wants(v, t))
                visit_one(v, n->child[1], t);
            continue;
        }
        tacti_place a = {tacti_visit_measure(v, &nodes[n->child[0]].box), 0, n->child[0]};
        tacti_place b = {tacti_visit_measure(v, &nodes[n->child[1]].box), 0, n->child[1]};
        bool is_a_first = a.t <= b.t;
        places[count++] = is_a_first ? b : a;
        places[count++] = is_a_first ? a : b;
    }
}

static void visit_all(tacti_visit *v) {
    const tact_broad *broad = v->broad;
    if (broad->hierarchy.is_valid) {
        visit_hierarchy(v);
        return;
    }
    if (broad->proxies.is_current) {
        visit_tree(v);
        return;
    }
    for (uint32_t id = 0; id < broad->limit && v->limit >= 0; id++) {
        if (broad->in_use.items[id] == 0)
            continue;
        double t = tacti_visit_measure(v, &broad->boxes.items[id]);
        if (tacti_visit_wants(v, t))
            visit_one(v, id, t);
    }
}

tact_status tact_broad_visit_ray(const tact_broad *broad, tact_ray ray, double limit,
                                 tact_broad_visitor *visitor, void *user) {
    if (broad == NULL || visitor == NULL)
        return TACT_INVALID_ARGUMENT;
    if (!tact_vec3_is_finite(ray.origin) || !tact_vec3_is_finite(ray.direction) || limit != limit)
        return TACT_NOT_FINITE;
    tacti_visit v = {.broad = broad, .visitor = visitor, .user = user, .limit = limit};
    set_place(&v, (tact_box){ray.origin, ray.origin});
    set_direction(&v, ray.direction);
    visit_all(&v);
    return TACT_OK;
}

tact_status tact_broad_visit_sweep(const tact_broad *broad, tact_box box, tact_vec3 displacement,
                                   double limit, tact_broad_visitor *visitor, void *user) {
    if (broad == NULL || visitor == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_vec3 lo = box.lo, hi = box.hi;
    bool is_number = lo.x == lo.x && lo.y == lo.y && lo.z == lo.z && hi.x == hi.x && hi.y == hi.y &&
                     hi.z == hi.z && limit == limit;
    if (!is_number || !tact_vec3_is_finite(displacement))
        return TACT_NOT_FINITE;
    if (tact_box_is_empty(box))
        return TACT_OK;
    tacti_visit v = {.broad = broad, .visitor = visitor, .user = user, .limit = limit};
    set_place(&v, box);
    set_direction(&v, displacement);
    visit_all(&v);
    return TACT_OK;
}

tact_status tact_broad_visit_nearest(const tact_broad *broad, tact_vec3 point, double limit,
                                     tact_broad_visitor *visitor, void *user) {
    if (broad == NULL || visitor == NULL)
        return TACT_INVALID_ARGUMENT;
    if (!tact_vec3_is_finite(point) || limit != limit)
        return TACT_NOT_FINITE;
    tacti_visit v = {.broad = broad, .visitor = visitor, .user = user, .limit = limit};
    set_place(&v, (tact_box){point, point});
    visit_all(&v);
    return TACT_OK;
}
