/* SPDX-License-Identifier: MIT */
#include "make_deform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Bodies ------------------------------------------------------------------------------- */

/* Many coordinates are equal, and many vertices stay. */
static double random_coordinate(test_rng *rng) {
    return test_rng_below(rng, 3) == 0 ? test_rng_below(rng, 5) * 0.25
                                       : test_rng_between(rng, 0, 1);
}

void make_random_body(test_rng *rng, uint32_t size, random_body *out) {
    uint32_t n = 1 + test_rng_below(rng, size);
    double move = test_rng_below(rng, 2) * 0.1;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < n; i++) {
        out->start[i] =
            (tact_vec3){random_coordinate(rng), random_coordinate(rng), random_coordinate(rng)};
        out->end[i] = out->start[i];
        if (test_rng_below(rng, 4) != 0) {
            out->end[i].x += move * test_rng_between(rng, -1, 1);
            out->end[i].z += move * test_rng_between(rng, -1, 1);
        }
    }
    out->topology.vertex_count = n;
    out->topology.triangle_count = test_rng_below(rng, size + 1);
    out->topology.edge_count = test_rng_below(rng, size / 4 + 1);
    out->topology.point_count = test_rng_below(rng, size / 4 + 1);
    for (uint32_t i = 0; i < out->topology.triangle_count; i++)
        for (int k = 0; k < 3; k++)
            out->triangles[i][k] = test_rng_below(rng, n);
    for (uint32_t i = 0; i < out->topology.edge_count; i++)
        for (int k = 0; k < 2; k++)
            out->edges[i][k] = test_rng_below(rng, n);
    for (uint32_t i = 0; i < out->topology.point_count; i++)
        out->points[i] = test_rng_below(rng, n);
    out->topology.triangles = (const uint32_t(*)[3])out->triangles;
    out->topology.edges = (const uint32_t(*)[2])out->edges;
    out->topology.points = out->points;
}

tact_deform *deform_of(const tact_context *context, const random_body *body) {
    tact_deform *deform = NULL;
    assert_int_equal(tact_deform_create(context, &body->topology, NULL, &deform), TACT_OK);
    assert_int_equal(tact_deform_move(deform, body->start, body->end, NULL), TACT_OK);
    return deform;
}

/* ---- Lists -------------------------------------------------------------------------------- */

void pair_list_add(pair_list *list, tact_impact_kind kind, bool swapped, uint32_t a, uint32_t b) {
    if (list->count == list->room) {
        list->room = 2 * list->room + 1000;
        list->items = realloc(list->items, list->room * sizeof *list->items);
        assert_non_null(list->items);
    }
    list->items[list->count][0] = (uint64_t)kind * 2 + swapped;
    list->items[list->count++][1] = (uint64_t)a << 32 | b;
}

static int compare_items(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    if (x[0] != y[0])
        return x[0] < y[0] ? -1 : 1;
    return x[1] == y[1] ? 0 : x[1] < y[1] ? -1 : 1;
}

void pair_list_sort(pair_list *list) {
    if (list->count > 0)
        qsort(list->items, list->count, sizeof *list->items, compare_items);
}

void pair_list_clear(pair_list *list) {
    free(list->items);
    *list = (pair_list){0};
}

void assert_same_pairs(const pair_list *a, const pair_list *b) {
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_int_equal(compare_items(a->items[i], b->items[i]), 0);
}

static bool take_block(void *user, const tact_deform_block *block) {
    assert_true(block->count > 0);
    for (uint32_t i = 0; i < block->count; i++)
        pair_list_add(user, block->kind, block->swapped, block->pairs[i][0], block->pairs[i][1]);
    return true;
}

void ask_candidates(const tact_deform *a, const tact_deform *b, const tact_deform_options *options,
                    pair_list *out) {
    assert_int_equal(tact_deform_candidates(a, b, options, take_block, out), TACT_OK);
}

/* ---- Brute force -------------------------------------------------------------------------- */

static double float_below(double x) {
    float f = (float)x;
    while ((double)f > x)
        f = nextafterf(f, -INFINITY);
    return (double)f;
}

typedef struct part {
    uint32_t vertices[3];
    int count;
    double lo[3], hi[3];
} part;

static part part_of(const tact_deform_info *info, const uint32_t *vertices, int count,
                    bool rounds) {
    part p = {.count = count};
    memcpy(p.vertices, vertices, (size_t)count * sizeof *vertices);
    for (int k = 0; k < 3; k++) {
        double lo = HUGE_VAL, hi = -HUGE_VAL;
        for (int i = 0; i < count; i++) {
            double x = (&info->start[vertices[i]].x)[k], y = (&info->end[vertices[i]].x)[k];
            lo = fmin(lo, fmin(x, y));
            hi = fmax(hi, fmax(x, y));
        }
        p.lo[k] = rounds ? float_below(lo) : lo;
        p.hi[k] = rounds ? -float_below(-hi) : hi;
    }
    return p;
}

static bool are_candidates(const part *a, const part *b, bool is_one, double slack) {
    for (int k = 0; k < 3; k++)
        if (a->lo[k] - b->hi[k] > slack || b->lo[k] - a->hi[k] > slack)
            return false;
    for (int i = 0; is_one && i < a->count; i++)
        for (int j = 0; j < b->count; j++)
            if (a->vertices[i] == b->vertices[j])
                return false;
    return true;
}

/* Whether a vertex is an end of an edge of any kind. */
static bool is_used(const tact_deform_info *info, uint32_t vertex) {
    for (uint32_t i = 0; i < info->edge_count; i++)
        if (info->edges[i][0] == vertex || info->edges[i][1] == vertex)
            return true;
    return false;
}

static void add_vertices(const tact_deform_info *a, const tact_deform_info *b, bool is_one,
                         bool swapped, double slack, pair_list *out) {
    for (uint32_t v = 0; v < a->vertex_count; v++) {
        if (!is_used(a, v))
            continue;
        part vertex = part_of(a, &v, 1, slack == 0);
        for (uint32_t f = 0; f < b->triangle_count; f++) {
            part face = part_of(b, b->triangles[f], 3, slack == 0);
            if (are_candidates(&vertex, &face, is_one, slack))
                pair_list_add(out, TACT_IMPACT_VERTEX_FACE, swapped, v, f);
        }
    }
}

void find_candidates(const tact_deform *a, const tact_deform *b, double slack, pair_list *out) {
    tact_deform_info x = tact_deform_inspect(a), y = tact_deform_inspect(b != NULL ? b : a);
    bool is_one = b == NULL || a == b;
    add_vertices(&x, &y, is_one, false, slack, out);
    if (!is_one)
        add_vertices(&y, &x, false, true, slack, out);
    for (uint32_t i = 0; i < x.edge_count; i++) {
        part first = part_of(&x, x.edges[i], 2, slack == 0);
        for (uint32_t j = is_one ? i + 1 : 0; j < y.edge_count; j++) {
            part second = part_of(&y, y.edges[j], 2, slack == 0);
            if (are_candidates(&first, &second, is_one, slack))
                pair_list_add(out, TACT_IMPACT_EDGE_EDGE, false, i, j);
        }
    }
    pair_list_sort(out);
}
