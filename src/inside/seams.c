/* SPDX-License-Identifier: MIT */
/* Makes the seams of a mesh: weights by sorting triangles, edges by sorting sides, partners by
 * traversing the hierarchy against itself, and what is beside each triangle.
 *
 * A triangle without partners has one constant winding number on each of its sides, because nothing
 * meets its inside. The numbers are the same for all triangles that are connected with it by edges
 * of exactly two sides. One ray gives both numbers for all of them. Around an edge of a triangle
 * with partners the numbers may change along the edge, so every piece of the edge is looked at
 * (around.h). */
#include "frame/placed.h"
#include "bvh/bvh.h"
#include "inside/seams.h"

#include "base/alloc.h"
#include "base/assert.h"
#include "base/union_find.h"
#include "base/sort.h"
#include "bvh/node.h"
#include "mesh/sides.h"
#include "mesh/weld.h"
#include "inside/inside.h"
#include "frame/placed_triangle.h"
#include "inside/shells.h"
#include "contacts/contacts_walk.h"
#include "inside/wedge.h"

/* The search for partners is quadratic in the number of triangles that lie on each other. It gives
 * up after this many tests or pairs: a number per triangle and a constant. */
#define TESTS_PER_TRIANGLE 512
#define TESTS_MORE (UINT64_C(1) << 23)
#define PAIRS_PER_TRIANGLE 64
#define PAIRS_MORE (UINT64_C(1) << 16)

/* Below this, the wide integers of cuts do not overflow. */
#define MOST_COORDINATE 0x1p500

static uint32_t *take(const tact_context *context, size_t count) {
    return tacti_allocate(context, count, sizeof(uint32_t), _Alignof(uint32_t));
}

static void give(const tact_context *context, uint32_t *memory, size_t count) {
    tacti_release(context, memory, count, sizeof(uint32_t), _Alignof(uint32_t));
}

static uint8_t *take_bytes(const tact_context *context, size_t count) {
    return tacti_allocate(context, count, 1, 1);
}

/* ---- Weights ------------------------------------------------------------------------------ */

/* The corners in increasing order. */
static void sort_corners(const uint32_t *corners, uint32_t sorted[3]) {
    uint32_t a = corners[0], b = corners[1], c = corners[2];
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    sorted[0] = low < c ? low : c;
    sorted[2] = high > c ? high : c;
    sorted[1] = c < low ? low : c > high ? high : c;
}

static uint64_t key_of(const uint32_t *corners) {
    uint32_t s[3];
    sort_corners(corners, s);
    return tacti_weld_mix(tacti_weld_mix((uint64_t)s[0] << 32 | s[1]) + s[2]);
}

/* 1 for the same corners in the same cyclic order, -1 in the opposite one, otherwise 0. */
static int compare_corners(const uint32_t *one, const uint32_t *other) {
    for (int i = 0; i < 3; i++)
        if (other[i] == one[0]) {
            uint32_t next = other[(i + 1) % 3], last = other[(i + 2) % 3];
            if (next == one[1] && last == one[2])
                return 1;
            return next == one[2] && last == one[1] ? -1 : 0;
        }
    return 0;
}

static bool has_area(const tacti_bvh *bvh, uint32_t triangle) {
    const uint32_t *corner = bvh->indices + 3 * (size_t)triangle;
    unsigned axis;
    return tacti_find_turn(&bvh->vertices[corner[0]], &bvh->vertices[corner[1]],
                           &bvh->vertices[corner[2]], &axis) != 0;
}

/* Adds up the weights of equal triangles among those with one key. Triangles with one key are
 * nearly always equal. The first of equal ones gets the whole weight. */
static void weigh_run(tacti_seams *seams, const uint32_t *indices, const uint32_t *numbers,
                      uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        uint32_t t = numbers[i];
        int same = 0;
        for (uint32_t j = 0; j < i && same == 0 && seams->weights[t] != 0; j++) {
            same = compare_corners(indices + 3 * (size_t)t, indices + 3 * (size_t)numbers[j]);
            seams->weights[numbers[j]] += same;
        }
        if (same != 0)
            seams->weights[t] = 0;
    }
}

static tact_status weigh(tacti_seams *seams, const tacti_bvh *bvh, const uint32_t *indices) {
    uint32_t count = seams->triangle_count;
    const tact_context *context = seams->context;
    size_t scratch_bytes = tacti_sort64_scratch_bytes(count);
    void *scratch = tacti_allocate(context, scratch_bytes, 1, TACTI_CACHE_LINE);
    uint64_t *keys = tacti_allocate(context, count, sizeof *keys, _Alignof(uint64_t));
    uint32_t *numbers = take(context, count);
    bool has_memory = scratch != NULL && keys != NULL && numbers != NULL;
    for (uint32_t t = 0; t < count && has_memory; t++) {
        seams->weights[t] = has_area(bvh, t);
        keys[t] = key_of(indices + 3 * (size_t)t);
        numbers[t] = t;
    }
    if (has_memory) {
        tacti_sort64(NULL, keys, numbers, count, scratch);
        for (uint32_t begin = 0, end; begin < count; begin = end) {
            for (end = begin + 1; end < count && keys[end] == keys[begin]; end++) {
            }
            weigh_run(seams, indices, numbers + begin, end - begin);
        }
    }
    give(context, numbers, count);
    tacti_release(context, keys, count, sizeof *keys, _Alignof(uint64_t));
    tacti_release(context, scratch, scratch_bytes, 1, TACTI_CACHE_LINE);
    return has_memory ? TACT_OK : TACT_OUT_OF_MEMORY;
}

/* ---- Edges -------------------------------------------------------------------------------- */

/* Overwrites the indices of triangles without a weight by one vertex, so that their sides are left
 * out. */
static tact_status list_edges(tacti_seams *seams, const tacti_bvh *bvh, uint32_t *indices) {
    for (uint32_t t = 0; t < seams->triangle_count; t++)
        for (size_t i = 0; i < 3 && seams->weights[t] == 0; i++)
            indices[(size_t)3 * t + i] = indices[(size_t)3 * t];
    tacti_sides sorted;
    tact_status status = tacti_sides_create(seams->context, bvh->triangle_count,
                                            tact_mesh_vertex_count(bvh->mesh), &sorted);
    if (status != TACT_OK)
        return status;
    status = tacti_sides_sort(&sorted, indices, bvh->triangle_count, false);
    tacti_edge_run run = {0};
    uint32_t listed = 0;
    while (status == TACT_OK && tacti_sides_next_edge(&sorted, &run)) {
        seams->edge_starts[seams->edge_count] = listed;
        for (uint32_t i = run.begin; i < run.end; i++) {
            uint32_t side = tacti_sides_number(&sorted, i);
            TACTI_ASSERT(side < 3 * seams->triangle_count && listed < 3 * seams->triangle_count);
            seams->edges[side] = seams->edge_count;
            seams->sides[listed++] = side;
        }
        seams->edge_starts[++seams->edge_count] = listed;
        TACTI_ASSERT(seams->edge_count <= 3 * seams->triangle_count);
    }
    tacti_sides_release(&sorted);
    return status;
}

static tact_status find_edges(tacti_seams *seams, const tacti_bvh *bvh) {
    size_t corners = (size_t)3 * seams->triangle_count;
    uint32_t *indices = take(seams->context, corners);
    if (indices == NULL)
        return TACT_OUT_OF_MEMORY;
    tact_status status = tacti_weld_triangles(seams->context, bvh, indices);
    if (status == TACT_OK)
        status = weigh(seams, bvh, indices);
    if (status == TACT_OK)
        status = list_edges(seams, bvh, indices);
    give(seams->context, indices, corners);
    return status;
}

/* ---- Partners ----------------------------------------------------------------------------- */

/* The pairs found so far, two triangle numbers each. */
typedef struct pair_list {
    tacti_seams *seams;
    const tacti_pair *pair;
    uint32_t *pairs;
    size_t count, capacity; /* of numbers */
    bool is_out_of_memory;
} pair_list;

static bool add_pair(pair_list *list, uint32_t a, uint32_t b) {
    const tact_context *context = list->seams->context;
    TACTI_ASSERT(a < list->seams->triangle_count && b < list->seams->triangle_count);
    if (list->count == list->capacity) {
        size_t more = list->capacity == 0 ? 256 : 2 * list->capacity;
        uint32_t *grown = take(context, more);
        if (grown == NULL) {
            list->is_out_of_memory = true;
            return false;
        }
        for (size_t i = 0; i < list->count; i++)
            grown[i] = list->pairs[i];
        give(context, list->pairs, list->capacity);
        list->pairs = grown;
        list->capacity = more;
    }
    TACTI_ASSERT(list->count + 2 <= list->capacity);
    list->pairs[list->count++] = a;
    list->pairs[list->count++] = b;
    return list->count / 2 <
           PAIRS_PER_TRIANGLE * (uint64_t)list->seams->triangle_count + PAIRS_MORE;
}

static bool take_pairs(void *user, const tacti_triangle_batch *pairs) {
    pair_list *list = user;
    const int32_t *weights = list->seams->weights;
    const tacti_triangle_source *source = &list->pair->source[0];
    for (uint32_t i = 0; i < pairs->count; i++) {
        uint32_t a = pairs->a[i], b = pairs->b[i];
        if (weights[a] == 0 || weights[b] == 0)
            continue;
        tact_triangle first = tacti_triangle_place(source, a);
        tact_triangle second = tacti_triangle_place(source, b);
        tact_overlap overlap = tact_triangle_intersect(&first, &second);
        if (tacti_is_through(&overlap) || !add_pair(list, a, b))
            return false;
    }
    return true;
}

/* Sorts the pairs into a list of partners per triangle. */
static tact_status sort_pairs(tacti_seams *seams, const pair_list *list) {
    uint32_t *starts = seams->partner_starts;
    seams->partners = take(seams->context, list->count);
    if (seams->partners == NULL)
        return TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < list->count; i++)
        starts[(size_t)list->pairs[i] + 1]++;
    for (uint32_t t = 0; t < seams->triangle_count; t++)
        starts[(size_t)t + 1] += starts[t];
    /* Each range is filled from its end, which moves its start down to the final place. */
    for (uint32_t t = 0; t < seams->triangle_count; t++)
        starts[t] = starts[(size_t)t + 1];
    for (size_t i = 0; i < list->count; i++)
        seams->partners[--starts[list->pairs[i]]] = list->pairs[i ^ 1];
    return TACT_OK;
}

static tact_status find_partners(tacti_seams *seams, const tacti_bvh *bvh) {
    tact_pose pose = tact_pose_identity();
    tacti_pair pair;
    tacti_pair_make_self(bvh, &pose, &pair);
    pair_list list = {.seams = seams, .pair = &pair};
    tacti_meter meter =
        tacti_meter_make(TESTS_PER_TRIANGLE * (uint64_t)seams->triangle_count + TESTS_MORE, NULL);
    tacti_contact_walk walk = {.pair = &pair, .take = take_pairs, .user = &list, .meter = &meter};
    tacti_walk_end end = tacti_walk_self(&walk);
    tact_status status = list.is_out_of_memory ? TACT_OUT_OF_MEMORY : TACT_OK;
    seams->is_crossing = end != TACTI_WALK_COMPLETE;
    if (!seams->is_crossing)
        status = sort_pairs(seams, &list);
    give(seams->context, list.pairs, list.capacity);
    return status;
}

static void add_face(const tacti_seams *seams, const tacti_placed *placed, uint32_t triangle,
                     int of, tacti_around *around) {
    tacti_face face = {tacti_placed_triangle(placed, triangle), of, seams->weights[triangle]};
    tacti_around_add(around, &face);
}

void tacti_seams_add_faces(const tacti_seams *seams, const tacti_placed *placed, uint32_t side,
                           int of, tacti_around *around) {
    const uint32_t *starts = seams->partner_starts;
    uint32_t edge = seams->edges[side], triangle = side / 3;
    TACTI_ASSERT(triangle < seams->triangle_count && seams->weights[triangle] != 0);
    TACTI_ASSERT(edge < seams->edge_count && !seams->is_crossing);
    for (uint32_t i = seams->edge_starts[edge]; i < seams->edge_starts[edge + 1]; i++)
        add_face(seams, placed, seams->sides[i] / 3, of, around);
    for (uint32_t i = starts[triangle]; i < starts[triangle + 1]; i++) {
        const uint32_t *edges = seams->edges + 3 * (size_t)seams->partners[i];
        /* A partner at this edge (folded onto the triangle) was already added. */
        if (edges[0] != edge && edges[1] != edge && edges[2] != edge)
            add_face(seams, placed, seams->partners[i], of, around);
    }
}

/* ---- What is beside ----------------------------------------------------------------------- */

/* What is beside a triangle without partners. The ray gives the winding number on the side of the
 * triangle to which (1, e, e^2) points. */
static uint8_t look_beside(const tacti_seams *seams, const tacti_placed *mesh, uint32_t triangle) {
    tact_triangle t = tacti_placed_triangle(mesh, triangle);
    tacti_near near = {.at = {t.v[0], t.v[1], t.v[2]}, .count = 3, .except = TACT_NO_TRIANGLE};
    int number = tacti_winding_near(mesh, &near, NULL).all;
    unsigned axis;
    bool is_ahead = tacti_find_turn(&t.v[0], &t.v[1], &t.v[2], &axis) > 0;
    int ahead = is_ahead ? number : number - seams->weights[triangle];
    int behind = ahead + seams->weights[triangle];
    return (uint8_t)((ahead != 0 || behind != 0 ? TACTI_SHOWS_INSIDE : 0) |
                     (ahead == 0 || behind == 0 ? TACTI_SHOWS_OUTSIDE : 0) |
                     (ahead != 0 ? TACTI_SHOWS_INSIDE_AHEAD : 0));
}

/* Joins triangles without partners across edges of two sides. The sides have opposite directions
 * if the weights are equal; otherwise the normals point to different sides. */
static void join_plain(const tacti_seams *seams, uint32_t *parents) {
    for (uint32_t t = 0; t < seams->triangle_count; t++)
        parents[t] = t;
    for (uint32_t e = 0; e < seams->edge_count; e++) {
        uint32_t begin = seams->edge_starts[e];
        if (seams->edge_starts[e + 1] - begin != 2)
            continue;
        uint32_t one = seams->sides[begin] / 3, other = seams->sides[begin + 1] / 3;
        if (seams->weights[one] == seams->weights[other] && !tacti_seams_has_partners(seams, one) &&
            !tacti_seams_has_partners(seams, other))
            tacti_union_find_join(parents, one, other);
    }
}

/* Marks an edge that was looked at, in addition to what it shows. */
#define WAS_LOOKED_AT 0x80

/* What is beside an edge of a triangle with partners. A triangle that meets the inside of the edge
 * is a partner of every triangle at the edge, so all of them give the same answer. */
static uint8_t look_around_edge(const tacti_seams *seams, const tacti_placed *mesh, uint32_t side,
                                tacti_around *around) {
    tact_triangle t = tacti_placed_triangle(mesh, side / 3);
    const tact_vec3 end[2] = {t.v[side % 3], t.v[(side % 3 + 1) % 3]};
    around->seen[0][0] = around->seen[1][0] = false;
    tacti_seams_add_faces(seams, mesh, side, 0, around);
    tacti_around_look(around, end);
    return (uint8_t)((around->seen[1][0] ? TACTI_SHOWS_INSIDE : 0) |
                     (around->seen[0][0] ? TACTI_SHOWS_OUTSIDE : 0));
}

/* What is beside the edges of a triangle with partners. Each edge is looked at once, since many
 * triangles may share one. */
static uint8_t look_around(const tacti_seams *seams, const tacti_placed *mesh, uint32_t triangle,
                           tacti_around *around, uint8_t *edge_shows) {
    const unsigned all = TACTI_SHOWS_INSIDE | TACTI_SHOWS_OUTSIDE;
    unsigned shows = 0;
    for (uint32_t i = 0; i < 3 && shows != all; i++) {
        uint32_t side = 3 * triangle + i;
        TACTI_ASSERT(seams->edges[side] < seams->edge_count);
        uint8_t *edge = &edge_shows[seams->edges[side]];
        if (*edge == 0)
            *edge = (uint8_t)(look_around_edge(seams, mesh, side, around) | WAS_LOOKED_AT);
        shows |= *edge & all;
    }
    return (uint8_t)shows;
}

static void look_at_triangles(tacti_seams *seams, const tacti_placed *mesh, uint32_t *parents,
                              uint8_t *edge_shows, tacti_around *around) {
    join_plain(seams, parents);
    for (uint32_t e = 0; e < seams->edge_count; e++)
        edge_shows[e] = 0;
    for (uint32_t t = 0; t < seams->triangle_count && !around->is_out_of_memory; t++) {
        uint32_t root = tacti_union_find_root(parents, t);
        seams->shows[t] = 0;
        if (seams->weights[t] == 0)
            continue;
        if (tacti_seams_has_partners(seams, t))
            seams->shows[t] = look_around(seams, mesh, t, around, edge_shows);
        else /* the root is the least of its set, so it was looked at before */
            seams->shows[t] = root == t ? look_beside(seams, mesh, t) : seams->shows[root];
    }
}

static tact_status look_everywhere(tacti_seams *seams, const tacti_bvh *bvh) {
    const tact_context *context = seams->context;
    tacti_placed mesh = {bvh, tact_pose_identity()};
    uint32_t *parents = take(context, seams->triangle_count);
    uint8_t *edge_shows = take_bytes(context, seams->edge_count);
    tacti_around around = tacti_around_begin(context, &mesh, NULL);
    around.is_out_of_memory = parents == NULL || edge_shows == NULL;
    if (!around.is_out_of_memory)
        look_at_triangles(seams, &mesh, parents, edge_shows, &around);
    tacti_around_end(&around);
    tacti_release(context, edge_shows, seams->edge_count, 1, 1);
    give(context, parents, seams->triangle_count);
    return around.is_out_of_memory ? TACT_OUT_OF_MEMORY : TACT_OK;
}

/* ---- Shells ------------------------------------------------------------------------------- */

static void number_shells(tacti_seams *seams) {
    uint32_t *of = seams->of;
    for (uint32_t t = 0; t < seams->triangle_count; t++)
        of[t] = t;
    for (uint32_t e = 0; e < seams->edge_count; e++)
        for (uint32_t i = seams->edge_starts[e] + 1; i < seams->edge_starts[e + 1]; i++)
            tacti_union_find_join(of, seams->sides[i - 1] / 3, seams->sides[i] / 3);
    for (uint32_t t = 0; t < seams->triangle_count; t++)
        of[t] = tacti_union_find_root(of, t);
    for (uint32_t t = 0; t < seams->triangle_count; t++) {
        if (seams->weights[t] == 0)
            continue;
        if (of[t] == t) {
            TACTI_ASSERT(seams->shell_count < seams->triangle_count);
            seams->first[seams->shell_count] = t;
            seams->shell_shows[seams->shell_count] = 0;
            of[t] = seams->shell_count++;
        } else {
            of[t] = of[of[t]];
        }
        TACTI_ASSERT(of[t] < seams->shell_count);
        seams->shell_shows[of[t]] |= seams->shows[t];
    }
}

/* ---- The whole ---------------------------------------------------------------------------- */

static tact_status allocate(tacti_seams *seams) {
    size_t count = seams->triangle_count;
    const tact_context *context = seams->context;
    seams->weights = tacti_allocate(context, count, sizeof(int32_t), _Alignof(int32_t));
    seams->edges = take(context, 3 * count);
    seams->edge_starts = take(context, 3 * count + 1);
    seams->sides = take(context, 3 * count);
    seams->partner_starts = take(context, count + 1);
    seams->shows = take_bytes(context, count);
    seams->of = take(context, count);
    seams->first = take(context, count);
    seams->shell_shows = take_bytes(context, count);
    bool has_memory = seams->weights != NULL && seams->edges != NULL &&
                      seams->edge_starts != NULL && seams->sides != NULL &&
                      seams->partner_starts != NULL && seams->shows != NULL && seams->of != NULL &&
                      seams->first != NULL && seams->shell_shows != NULL;
    for (size_t i = 0; i <= count && has_memory; i++)
        seams->partner_starts[i] = 0;
    return has_memory ? TACT_OK : TACT_OUT_OF_MEMORY;
}

static tact_status build(tacti_seams *seams, const tacti_bvh *bvh) {
    tact_status status = allocate(seams);
    seams->is_crossing = bvh->reach > MOST_COORDINATE;
    if (status != TACT_OK || seams->is_crossing)
        return status;
    status = find_edges(seams, bvh);
    if (status == TACT_OK)
        status = find_partners(seams, bvh);
    if (status != TACT_OK || seams->is_crossing)
        return status;
    status = look_everywhere(seams, bvh);
    if (status == TACT_OK)
        number_shells(seams);
    return status;
}

tact_status tacti_seams_create(const tact_context *context, const tacti_bvh *bvh,
                               tacti_seams **out) {
    tacti_seams *seams = tacti_allocate(context, 1, sizeof *seams, _Alignof(tacti_seams));
    if (seams == NULL)
        return TACT_OUT_OF_MEMORY;
    *seams = (tacti_seams){.context = context, .triangle_count = bvh->triangle_count};
    tact_status status = build(seams, bvh);
    if (status != TACT_OK) {
        tacti_seams_destroy(seams);
        return status;
    }
    *out = seams;
    return TACT_OK;
}

static size_t partner_count(const tacti_seams *seams) {
    return seams->partners == NULL ? 0 : seams->partner_starts[seams->triangle_count];
}

void tacti_seams_destroy(tacti_seams *seams) {
    if (seams == NULL)
        return;
    const tact_context *context = seams->context;
    size_t count = seams->triangle_count;
    give(context, seams->partners, partner_count(seams));
    tacti_release(context, seams->weights, count, sizeof(int32_t), _Alignof(int32_t));
    give(context, seams->edges, 3 * count);
    give(context, seams->edge_starts, 3 * count + 1);
    give(context, seams->sides, 3 * count);
    give(context, seams->partner_starts, count + 1);
    tacti_release(context, seams->shows, count, 1, 1);
    give(context, seams->of, count);
    give(context, seams->first, count);
    tacti_release(context, seams->shell_shows, count, 1, 1);
    tacti_release(context, seams, 1, sizeof *seams, _Alignof(tacti_seams));
}

size_t tacti_seams_bytes(const tacti_seams *seams) {
    size_t count = seams->triangle_count;
    return sizeof *seams + (13 * count + 2 + partner_count(seams)) * sizeof(uint32_t) + 2 * count;
}
