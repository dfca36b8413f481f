/* SPDX-License-Identifier: MIT */
/* Positions at rest, and the thresholds of energy certificates; energy.h has the proof. Near
 * features are found with a deformable of its own. Resistances are those of paths from
 * breadth-first searches within a patch. */
#include <math.h>
#include <string.h>

#include "deform/energy.h"
#include "math/bits.h"
#include "math/vec.h"

/* D in units of the mean length of a side (the root of the mean square). */
#define NEAR_SIDES 1.5
/* How many springs away a search looks; what is farther counts as far apart as anything. */
#define REACH 6
/* A pair with a resistance of at most this is not searched again in patches that contain that
 * patch, as the resistance is at most as large there. It is that of two springs with a triangle
 * on both sides. */
#define SMALL_RESISTANCE 1.0
/* Less than the relative rounding of thresholds: a few divisions, and sums of at most as many
 * resistances as vertices, of doubles that are off by 2^-53 of what is added up so far. */
#define ROUNDED (1 - 0x1p-20)

/* Two near features. */
typedef struct near_pair {
    uint32_t a, b; /* a vertex and a face, or two edges */
    uint32_t home; /* the first face of the patch that the resistance was found in, by place */
    double square; /* of their distance at rest, rounded down */
    double resistance;
} near_pair;

TACTI_ARRAY_DEFINE(near_pairs, near_pair);

/* What a search reached. */
typedef struct reach {
    uint64_t search;    /* the search that these are of, */
    uint64_t *stamp;    /* per vertex: and the last one that reached it, */
    double *resistance; /* from its start */
} reach;

typedef struct measurer {
    const tact_context *context;
    const tact_deform *deform;
    tacti_rest *rest;
    tact_status status;
    near_pairs pairs[2];  /* by kind, sorted by a */
    uint32_t *first[2];   /* by kind and a, where they begin; one more */
    uint32_t *edge_first; /* per vertex: its edges; one more */
    uint32_t *edge_list;
    uint32_t *vertex_patch, *edge_patch; /* the last patch, plus 1, that each was part of */
    uint32_t *edge_sides;                /* triangles of that patch at an edge */
    uint32_t *queue;                     /* vertices */
    reach reach[2];
} measurer;

/* ---- Memory ------------------------------------------------------------------------------- */

static uint32_t *numbers(const measurer *m, size_t count) {
    uint32_t *of = tacti_allocate(m->context, count, sizeof *of, _Alignof(uint32_t));
    if (of != NULL)
        memset(of, 0, count * sizeof *of);
    return of;
}

static void release_numbers(const measurer *m, uint32_t *of, size_t count) {
    tacti_release(m->context, of, count, sizeof *of, _Alignof(uint32_t));
}

static bool allocate(measurer *m) {
    size_t vertices = m->deform->info.vertex_count, edges = m->deform->info.edge_count;
    m->first[0] = numbers(m, vertices + 1);
    m->first[1] = numbers(m, edges + 1);
    m->edge_first = numbers(m, vertices + 1);
    m->edge_list = numbers(m, 2 * edges);
    m->vertex_patch = numbers(m, vertices);
    m->edge_patch = numbers(m, edges);
    m->edge_sides = numbers(m, edges);
    m->queue = numbers(m, vertices);
    bool is_there = m->first[0] != NULL && m->first[1] != NULL && m->edge_first != NULL &&
                    m->edge_list != NULL && m->vertex_patch != NULL && m->edge_patch != NULL &&
                    m->edge_sides != NULL && m->queue != NULL;
    for (int k = 0; k < 2; k++) {
        reach *r = &m->reach[k];
        r->stamp = tacti_allocate(m->context, vertices, sizeof *r->stamp, _Alignof(uint64_t));
        r->resistance =
            tacti_allocate(m->context, vertices, sizeof *r->resistance, _Alignof(double));
        is_there = is_there && r->stamp != NULL && r->resistance != NULL;
        for (size_t i = 0; i < vertices && is_there; i++)
            r->stamp[i] = 0;
    }
    return is_there;
}

static void release(measurer *m) {
    size_t vertices = m->deform->info.vertex_count, edges = m->deform->info.edge_count;
    release_numbers(m, m->first[0], vertices + 1);
    release_numbers(m, m->first[1], edges + 1);
    release_numbers(m, m->edge_first, vertices + 1);
    release_numbers(m, m->edge_list, 2 * edges);
    release_numbers(m, m->vertex_patch, vertices);
    release_numbers(m, m->edge_patch, edges);
    release_numbers(m, m->edge_sides, edges);
    release_numbers(m, m->queue, vertices);
    for (int k = 0; k < 2; k++) {
        reach *r = &m->reach[k];
        tacti_release(m->context, r->stamp, vertices, sizeof *r->stamp, _Alignof(uint64_t));
        tacti_release(m->context, r->resistance, vertices, sizeof *r->resistance, _Alignof(double));
        near_pairs_release(&m->pairs[k]);
    }
}

/* ---- Near pairs --------------------------------------------------------------------------- */

/* The squared distance of two features at rest, rounded down. */
static double square_at_rest(const measurer *m, tact_impact_kind kind, const uint32_t pair[2]) {
    const tact_deform *d = m->deform;
    const tact_vec3 *at = m->rest->at;
    tact_gap gap;
    if (kind == TACT_IMPACT_VERTEX_FACE) {
        const uint32_t *c = d->triangles[pair[1]];
        tact_triangle face = {{at[c[0]], at[c[1]], at[c[2]]}};
        gap = tact_triangle_distance_point(&face, at[pair[0]]);
    } else {
        const uint32_t *a = d->edges[pair[0]], *b = d->edges[pair[1]];
        tact_triangle flat = {{at[a[0]], at[a[1]], at[a[1]]}};
        gap = tact_triangle_distance_segment(&flat, (tact_segment){at[b[0]], at[b[1]]});
    }
    return gap.lower * gap.lower * (1 - 0x1p-50);
}

static bool take_block(void *user, const tact_deform_block *block) {
    measurer *m = user;
    for (uint32_t i = 0; i < block->count; i++) {
        near_pair pair = {block->pairs[i][0], block->pairs[i][1], 0, 0, tacti_infinity()};
        pair.square = square_at_rest(m, block->kind, block->pairs[i]);
        if (pair.square >= m->rest->near * m->rest->near)
            continue;
        m->status = near_pairs_push(&m->pairs[block->kind], pair);
        if (m->status != TACT_OK)
            return false;
    }
    return true;
}

/* Sorts pairs by their first features. */
static tact_status sort_pairs(measurer *m, int kind, uint32_t features) {
    near_pairs *pairs = &m->pairs[kind], sorted = near_pairs_make(m->context);
    uint32_t *first = m->first[kind];
    if (pairs->count >= UINT32_MAX)
        return TACT_TOO_LARGE;
    near_pair *to = near_pairs_extend(&sorted, pairs->count);
    if (to == NULL)
        return TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < pairs->count; i++)
        first[pairs->items[i].a]++;
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= features; i++) {
        sum += first[i];
        first[i] = sum;
    }
    for (size_t i = pairs->count; i-- > 0;)
        to[--first[pairs->items[i].a]] = pairs->items[i];
    near_pairs_release(pairs);
    *pairs = sorted;
    return TACT_OK;
}

/* Boxes that grow by D / 2 meet if features are at most D apart. */
static tact_status find_pairs(measurer *m) {
    const tact_deform_info *info = &m->deform->info;
    tact_deform_topology topology = {.vertex_count = info->vertex_count,
                                     .triangle_count = info->triangle_count,
                                     .triangles = info->triangles};
    tact_deform_options options = tact_deform_options_default();
    tact_deform *still = NULL;
    options.thickness = m->rest->near;
    tact_status status = tact_deform_create(m->context, &topology, NULL, &still);
    if (status == TACT_OK)
        status = tact_deform_move(still, m->rest->at, NULL, NULL);
    if (status == TACT_OK)
        status = tact_deform_candidates(still, NULL, &options, take_block, m);
    tact_deform_destroy(still);
    if (status == TACT_OK)
        status = m->status;
    if (status == TACT_OK)
        status = sort_pairs(m, TACT_IMPACT_VERTEX_FACE, info->vertex_count);
    return status == TACT_OK ? sort_pairs(m, TACT_IMPACT_EDGE_EDGE, info->edge_count) : status;
}

static void list_edges(measurer *m) {
    const tact_deform_info *info = &m->deform->info;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < info->edge_count; i++)
        for (int k = 0; k < 2; k++)
            m->edge_first[info->edges[i][k]]++;
    for (uint32_t v = 0; v <= info->vertex_count; v++) {
        sum += m->edge_first[v];
        m->edge_first[v] = sum;
    }
    for (uint32_t i = info->edge_count; i-- > 0;)
        for (int k = 0; k < 2; k++)
            m->edge_list[--m->edge_first[info->edges[i][k]]] = i;
}

/* ---- Searches ----------------------------------------------------------------------------- */

/* Reaches the vertices of a patch that are at most so many springs away. Returns the greatest
 * resistance; *count gets how many vertices were reached. */
static double search(measurer *m, reach *r, uint32_t start, uint32_t patch, uint32_t springs,
                     uint32_t *count) {
    uint32_t begin = 0, end = 1;
    double most = 0;
    r->search++;
    r->stamp[start] = r->search;
    r->resistance[start] = 0;
    m->queue[0] = start;
    for (uint32_t level = 0; level < springs && begin < end; level++) {
        uint32_t level_end = end;
        for (; begin < level_end; begin++) {
            uint32_t v = m->queue[begin];
            for (uint32_t i = m->edge_first[v]; i < m->edge_first[v + 1]; i++) {
                uint32_t edge = m->edge_list[i], to = m->deform->edges[edge][0];
                to = to == v ? m->deform->edges[edge][1] : to;
                if (m->edge_patch[edge] != patch || r->stamp[to] == r->search)
                    continue;
                r->stamp[to] = r->search;
                r->resistance[to] = r->resistance[v] + 1.0 / m->edge_sides[edge];
                most = r->resistance[to] > most ? r->resistance[to] : most;
                m->queue[end++] = to;
            }
        }
    }
    *count = end;
    return most;
}

/* The greatest resistance to a feature, whose vertices are of the patch; all if it was not reached.
 */
static double resistance_to(const reach *r, const uint32_t *vertices, uint32_t count, double all) {
    double most = 0;
    for (uint32_t i = 0; i < count; i++) {
        double x = r->stamp[vertices[i]] == r->search ? r->resistance[vertices[i]] : all;
        most = x > most ? x : most;
    }
    return most;
}

/* ---- Patches ------------------------------------------------------------------------------ */

/* Marks the vertices and edges of a patch. Returns the number of vertices. */
static uint32_t mark_patch(measurer *m, const tacti_patch *patch, uint32_t mark) {
    const tacti_patches *p = &m->deform->patches;
    uint32_t vertices = 0;
    for (uint32_t i = patch->face_begin; i < patch->face_end; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t v = m->deform->triangles[p->faces[i]][k], edge = p->sides[p->faces[i]][k];
            vertices += m->vertex_patch[v] != mark;
            m->vertex_patch[v] = mark;
            if (edge == UINT32_MAX)
                continue;
            m->edge_sides[edge] = m->edge_patch[edge] == mark ? m->edge_sides[edge] + 1 : 1;
            m->edge_patch[edge] = mark;
        }
    return vertices;
}

/* Whether the second feature of a pair is of a patch, whose edges are marked. */
static bool has_second(const measurer *m, int kind, const near_pair *pair, const tacti_patch *patch,
                       uint32_t mark, const uint32_t *place) {
    if (kind == TACT_IMPACT_EDGE_EDGE)
        return m->edge_patch[pair->b] == mark;
    return place[pair->b] >= patch->face_begin && place[pair->b] < patch->face_end;
}

/* The least d^2 / (2 r) of the pairs of a vertex or an edge of a patch. all is at least any
 * resistance in it. */
static double feature_threshold(measurer *m, int kind, uint32_t a, const tacti_patch *patch,
                                uint32_t mark, const uint32_t *place, double all) {
    bool is_edge = kind == TACT_IMPACT_EDGE_EDGE, has_searched = false;
    double least = tacti_infinity();
    for (uint32_t i = m->first[kind][a]; i < m->first[kind][a + 1]; i++) {
        near_pair *pair = &m->pairs[kind].items[i];
        if (!has_second(m, kind, pair, patch, mark, place))
            continue;
        if (pair->resistance > SMALL_RESISTANCE || pair->home < patch->face_begin ||
            pair->home >= patch->face_end) {
            const uint32_t *to =
                is_edge ? m->deform->edges[pair->b] : m->deform->triangles[pair->b];
            uint32_t count;
            pair->resistance = 0;
            pair->home = patch->face_begin;
            for (uint32_t k = 0; k < (is_edge ? 2u : 1u); k++) {
                uint32_t from = is_edge ? m->deform->edges[a][k] : a;
                if (!has_searched)
                    search(m, &m->reach[k], from, mark, REACH, &count);
                double r = resistance_to(&m->reach[k], to, is_edge ? 2 : 3, all);
                pair->resistance = r > pair->resistance ? r : pair->resistance;
            }
            has_searched = true;
        }
        double threshold = pair->square / (2 * pair->resistance);
        least = threshold < least ? threshold : least;
    }
    return least;
}

static double patch_threshold(measurer *m, uint32_t index, const uint32_t *place) {
    const tacti_patches *p = &m->deform->patches;
    const tacti_patch *patch = &p->patches.items[index];
    uint32_t mark = index + 1, reached, vertices = mark_patch(m, patch, mark);
    double least = tacti_infinity();
    double all = 2 * search(m, &m->reach[0], m->deform->triangles[p->faces[patch->face_begin]][0],
                            mark, vertices, &reached);
    if (reached < vertices)
        return 0; /* triangles without sides; their corners hang on nothing */
    for (uint32_t i = patch->face_begin; i < patch->face_end; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t v = m->deform->triangles[p->faces[i]][k], edge = p->sides[p->faces[i]][k];
            if (m->vertex_patch[v] == mark) {
                double of_vertex =
                    feature_threshold(m, TACT_IMPACT_VERTEX_FACE, v, patch, mark, place, all);
                least = of_vertex < least ? of_vertex : least;
                m->vertex_patch[v] = 0; /* once is enough */
            }
            if (edge == UINT32_MAX)
                continue;
            double of_edge =
                feature_threshold(m, TACT_IMPACT_EDGE_EDGE, edge, patch, mark, place, all);
            least = of_edge < least ? of_edge : least;
        }
    return least < 0x1p900 ? least * ROUNDED : 0x1p900;
}

static void find_depths(const tacti_patches *p, uint32_t *depth) {
    for (size_t i = 0; i < p->patches.count; i++) {
        const tacti_patch *patch = &p->patches.items[i];
        depth[i] = 3 * (patch->face_end - patch->face_begin);
        if (patch->child_begin == patch->child_end)
            continue;
        depth[i] = 0;
        for (uint32_t k = patch->child_begin; k < patch->child_end; k++)
            depth[i] = depth[k] > depth[i] ? depth[k] : depth[i];
        depth[i] += patch->child_end - patch->child_begin;
    }
}

static double mean_side(const tact_deform *d, const tact_vec3 *at) {
    double sum = 0;
    for (uint32_t i = 0; i < d->info.edge_count; i++) {
        tact_vec3 side = tacti_vec3_sub(at[d->edges[i][0]], at[d->edges[i][1]]);
        sum += tacti_vec3_dot(side, side) / d->info.edge_count;
    }
    return sqrt(sum);
}

tact_status tacti_rest_find_thresholds(const tact_deform *d, tacti_rest *rest) {
    const tacti_patches *p = &d->patches;
    measurer m = {.context = d->context, .deform = d, .rest = rest};
    double side = mean_side(d, rest->at);
    rest->near = NEAR_SIDES * side;
    find_depths(p, rest->depth);
    for (uint32_t i = 0; i < rest->patch_count; i++)
        rest->threshold[i] = 0;
    if (!(side > 0x1p-400 && side < 0x1p400))
        return TACT_OK; /* proves nothing */
    m.pairs[0] = near_pairs_make(d->context);
    m.pairs[1] = near_pairs_make(d->context);
    uint32_t *place = numbers(&m, p->face_count);
    tact_status status = allocate(&m) && place != NULL ? find_pairs(&m) : TACT_OUT_OF_MEMORY;
    if (status == TACT_OK) {
        list_edges(&m);
        for (uint32_t i = 0; i < p->face_count; i++)
            place[p->faces[i]] = i;
        for (uint32_t i = 0; i < rest->patch_count; i++)
            rest->threshold[i] = patch_threshold(&m, i, place);
    }
    release_numbers(&m, place, p->face_count);
    release(&m);
    return status;
}

/* ---- The question ------------------------------------------------------------------------- */

void tacti_rest_destroy(tacti_rest *rest) {
    if (rest == NULL)
        return;
    const tact_context *context = rest->context;
    tacti_release(context, rest->at, rest->vertex_count, sizeof *rest->at, _Alignof(tact_vec3));
    tacti_release(context, rest->threshold, rest->patch_count, sizeof *rest->threshold,
                  _Alignof(double));
    tacti_release(context, rest->depth, rest->patch_count, sizeof *rest->depth, _Alignof(uint32_t));
    tacti_release(context, rest, 1, sizeof *rest, _Alignof(tacti_rest));
}

static size_t count_bytes(const tacti_rest *rest) {
    return rest == NULL ? 0
                        : sizeof *rest + rest->vertex_count * sizeof *rest->at +
                              rest->patch_count * (sizeof *rest->threshold + sizeof *rest->depth);
}

static tact_status make_rest(const tact_deform *d, const tact_vec3 *at, tacti_rest **out) {
    tacti_rest *rest = tacti_allocate(d->context, 1, sizeof *rest, _Alignof(tacti_rest));
    if (rest == NULL)
        return TACT_OUT_OF_MEMORY;
    *rest = (tacti_rest){.context = d->context,
                         .vertex_count = d->info.vertex_count,
                         .patch_count = (uint32_t)d->patches.patches.count};
    rest->at = tacti_allocate(d->context, rest->vertex_count, sizeof *at, _Alignof(tact_vec3));
    rest->threshold =
        tacti_allocate(d->context, rest->patch_count, sizeof *rest->threshold, _Alignof(double));
    rest->depth =
        tacti_allocate(d->context, rest->patch_count, sizeof *rest->depth, _Alignof(uint32_t));
    tact_status status = TACT_OUT_OF_MEMORY;
    if (rest->at != NULL && rest->threshold != NULL && rest->depth != NULL) {
        if (rest->vertex_count > 0)
            memcpy(rest->at, at, rest->vertex_count * sizeof *at);
        status = tacti_rest_find_thresholds(d, rest);
    }
    if (status == TACT_OK)
        *out = rest;
    else
        tacti_rest_destroy(rest);
    return status;
}

tact_status tact_deform_set_rest(tact_deform *d, const tact_vec3 *at, tact_error *error) {
    tacti_rest *rest = NULL;
    if (d == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "an argument is missing");
    tact_status status = at != NULL ? tacti_deform_check_positions(d, at, error) : TACT_OK;
    if (status == TACT_OK && at != NULL) {
        status = make_rest(d, at, &rest);
        if (status != TACT_OK)
            return tacti_error_set(error, status, 0, TACT_NO_INDEX,
                                   "positions at rest need more memory than there is");
    }
    if (status != TACT_OK)
        return status;
    d->info.bytes += count_bytes(rest) - count_bytes(d->rest);
    tacti_rest_destroy(d->rest);
    d->rest = rest;
    return TACT_OK;
}
