/* SPDX-License-Identifier: MIT */
/* Whether two placed meshes are made of the same triangles, in any order. Both lists are sorted by
 * a hash and then compared triangle by triangle. */
#include <string.h>

#include "frame/placed.h"
#include "base/alloc.h"
#include "base/assert.h"
#include "base/sort.h"
#include "mesh/weld.h"
#include "frame/placed_triangle.h"
#include "relation/classify_state.h"

/* ---- One triangle ------------------------------------------------------------------------- */

static int compare_points(const tact_vec3 *p, const tact_vec3 *q) {
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return (p->z > q->z) - (p->z < q->z);
}

static int compare_triangles(const tact_triangle *s, const tact_triangle *t) {
    int order = 0;
    for (int i = 0; i < 3 && order == 0; i++)
        order = compare_points(&s->v[i], &t->v[i]);
    return order;
}

/* The placed triangle, as the least of its three cyclic orders. */
static tact_triangle normal_form(const tacti_placed *placed, uint32_t number) {
    tact_triangle t = tacti_placed_triangle(placed, number), least = t;
    for (int i = 1; i < 3; i++) {
        tact_triangle turned = {{t.v[i], t.v[(i + 1) % 3], t.v[(i + 2) % 3]}};
        if (compare_triangles(&turned, &least) < 0)
            least = turned;
    }
    TACTI_ASSERT(compare_triangles(&least, &t) <= 0);
    return least;
}

static uint64_t hash_of(const tact_triangle *t) {
    uint64_t h = 0;
    for (int i = 0; i < 3; i++)
        h = tacti_weld_mix(h + tacti_weld_hash(t->v[i]));
    return h;
}

/* ---- Sorted lists ------------------------------------------------------------------------- */

/* The watch is polled once per this many triangles. */
#define TRIANGLES_PER_POLL 1024

static bool goes_on(tacti_pace *pace, uint32_t triangle) {
    return triangle % TRIANGLES_PER_POLL != 0 || tacti_pace_poll(pace);
}

typedef struct sorted {
    const tacti_placed *placed;
    uint32_t count;
    uint64_t *keys;
    uint32_t *numbers;
} sorted;

static bool is_after(const sorted *list, uint32_t s, uint32_t t) {
    tact_triangle first = normal_form(list->placed, s), second = normal_form(list->placed, t);
    return compare_triangles(&first, &second) > 0;
}

/* Sorts triangles of equal hash by insertion: they are equal, or there are few of them. */
static void sort_ties(sorted *list, tacti_pace *pace) {
    for (uint32_t i = 1; i < list->count && goes_on(pace, i); i++) {
        uint32_t number = list->numbers[i], at = i;
        for (; at > 0 && list->keys[at - 1] == list->keys[i] &&
               is_after(list, list->numbers[at - 1], number);
             at--)
            list->numbers[at] = list->numbers[at - 1];
        list->numbers[at] = number;
    }
}

/* False if the pace is stopped. */
static bool sort_list(sorted *list, tacti_pace *pace, void *scratch) {
    for (uint32_t t = 0; t < list->count; t++) {
        if (!goes_on(pace, t))
            return false;
        tact_triangle form = normal_form(list->placed, t);
        list->keys[t] = hash_of(&form);
        list->numbers[t] = t;
    }
    tacti_sort64(NULL, list->keys, list->numbers, list->count, scratch);
    sort_ties(list, pace);
    return pace->stop == TACTI_STOP_NONE;
}

static bool compare_lists(sorted list[2], tacti_pace *pace, void *scratch) {
    uint32_t count = list[0].count;
    TACTI_ASSERT(count == list[1].count);
    if (!sort_list(&list[0], pace, scratch) || !sort_list(&list[1], pace, scratch))
        return false;
    if (memcmp(list[0].keys, list[1].keys, count * sizeof(uint64_t)) != 0)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        tact_triangle a = normal_form(list[0].placed, list[0].numbers[i]);
        tact_triangle b = normal_form(list[1].placed, list[1].numbers[i]);
        if (compare_triangles(&a, &b) != 0 || !goes_on(pace, i))
            return false;
    }
    return true;
}

/* ---- Both meshes -------------------------------------------------------------------------- */

bool tacti_seems_identical(const tacti_placed placed[2]) {
    uint32_t count = placed[0].bvh->triangle_count;
    if (count != placed[1].bvh->triangle_count || count == 0)
        return false;
    tact_triangle a = normal_form(&placed[0], 0), b = normal_form(&placed[1], 0);
    return compare_triangles(&a, &b) == 0;
}

tact_status tacti_is_identical(const tact_context *context, const tacti_placed placed[2],
                               tacti_pace *pace, bool *out, uint32_t pair[2]) {
    uint32_t count = placed[0].bvh->triangle_count;
    *out = false;
    if (count != placed[1].bvh->triangle_count || count == 0)
        return TACT_OK;
    size_t scratch_bytes = tacti_sort64_scratch_bytes(count);
    void *scratch = tacti_allocate(context, scratch_bytes, 1, TACTI_CACHE_LINE);
    sorted list[2] = {{&placed[0], count, NULL, NULL}, {&placed[1], count, NULL, NULL}};
    tact_status status = scratch != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
    for (int side = 0; side < 2; side++) {
        list[side].keys = tacti_allocate(context, count, sizeof(uint64_t), _Alignof(uint64_t));
        list[side].numbers = tacti_allocate(context, count, sizeof(uint32_t), _Alignof(uint32_t));
        if (list[side].keys == NULL || list[side].numbers == NULL)
            status = TACT_OUT_OF_MEMORY;
    }
    if (status == TACT_OK)
        *out = compare_lists(list, pace, scratch);
    for (int side = 0; side < 2 && *out; side++)
        pair[side] = list[side].numbers[0];
    for (int side = 0; side < 2; side++) {
        tacti_release(context, list[side].keys, count, sizeof(uint64_t), _Alignof(uint64_t));
        tacti_release(context, list[side].numbers, count, sizeof(uint32_t), _Alignof(uint32_t));
    }
    tacti_release(context, scratch, scratch_bytes, 1, TACTI_CACHE_LINE);
    return status;
}
