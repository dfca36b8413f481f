/* SPDX-License-Identifier: MIT */
/* How the triangles of a surface are connected.
 *
 * Edges are runs of the sorted sides. Duplicate triangles have all their edges in common, so
 * duplicates are searched within runs: at the edge of the two least vertex numbers of a triangle,
 * the third number decides. Only runs of many sides need another sort.
 *
 * The genus of a closed surface follows from the formula of Euler and Poincare, V - E + F = 2
 * (pieces - genus). If several fans of triangles touch in one vertex, the surface is not a manifold
 * there, and the formula does not hold. So V counts fans, and pieces are those connected by edges,
 * as if the fans were pulled apart. */
#include "mesh/surface.h"

#include "base/union_find.h"

/* Runs up to this many sides are searched for duplicates pair by pair. */
#define SMALL_RUN 16

static const unsigned next_corner[3] = {1, 2, 0};
static const unsigned previous_corner[3] = {2, 0, 1};

/* ---- Edges --------------------------------------------------------------------------------- */

typedef struct survey_work {
    const uint32_t *indices;
    tacti_sides *sides;
    tacti_edge_survey *out;
} survey_work;

static bool runs_upward(const uint32_t *indices, uint32_t side) {
    const uint32_t *v = indices + side / 3 * (size_t)3;
    unsigned i = side % 3;
    return v[i] < v[next_corner[i]];
}

/* The corner that is not on the side. */
static uint32_t third_vertex(const uint32_t *indices, uint32_t side) {
    return indices[side / 3 * (size_t)3 + previous_corner[side % 3]];
}

/* Whether a triangle is compared with others at this side: its first side between its two least
 * vertex numbers. */
static bool is_side_of_comparison(const uint32_t *indices, uint32_t side, uint32_t greater) {
    uint32_t third = third_vertex(indices, side);
    if (third != greater)
        return third > greater;
    const uint32_t *v = indices + side / 3 * (size_t)3;
    unsigned i = side % 3;
    for (unsigned j = 0; j < 3 && j != i; j++) {
        uint32_t a = v[j], b = v[next_corner[j]];
        if ((a == v[i] && b == v[next_corner[i]]) || (b == v[i] && a == v[next_corner[i]]))
            return false;
    }
    return true;
}

static void find_duplicates_in_small_run(survey_work *work, const tacti_edge_run *run) {
    uint32_t thirds[SMALL_RUN];
    TACTI_ASSERT(run->end - run->begin <= SMALL_RUN);
    uint32_t count = 0;
    for (uint32_t i = run->begin; i < run->end; i++) {
        uint32_t side = tacti_sides_number(work->sides, i);
        if (!is_side_of_comparison(work->indices, side, run->greater))
            continue;
        uint32_t third = third_vertex(work->indices, side), k = 0;
        while (k < count && thirds[k] != third)
            k++;
        if (k < count)
            tacti_finding_add(&work->out->duplicate_triangles, side / 3);
        else
            thirds[count++] = third;
    }
}

/* Sorts the run by third vertices, in place, since the run is no longer needed. */
static void find_duplicates_in_large_run(survey_work *work, const tacti_edge_run *run) {
    tacti_sides *sides = work->sides;
    uint64_t *entries = sides->entries + run->begin;
    uint32_t count = 0;
    for (uint32_t i = run->begin; i < run->end; i++) {
        uint32_t side = tacti_sides_number(sides, i);
        if (is_side_of_comparison(work->indices, side, run->greater))
            entries[count++] = (uint64_t)third_vertex(work->indices, side) << 32 | side;
    }
    tacti_sides_sort_part(sides, entries, count);
    for (uint32_t i = 1; i < count; i++)
        if (entries[i] >> 32 == entries[i - 1] >> 32)
            tacti_finding_add(&work->out->duplicate_triangles, (uint32_t)entries[i] / 3);
}

static void survey_edge(survey_work *work, const tacti_edge_run *run) {
    tacti_edge_survey *out = work->out;
    uint32_t count = run->end - run->begin, upward = 0;
    uint32_t first = tacti_sides_number(work->sides, run->begin) / 3;
    for (uint32_t i = run->begin; i < run->end; i++)
        upward += runs_upward(work->indices, tacti_sides_number(work->sides, i));
    out->edge_count++;
    out->is_balanced &= run->lesser == run->greater || upward == count - upward;
    if (count == 1)
        tacti_finding_add(&out->open, first);
    else if (count > 2)
        tacti_finding_add(&out->nonmanifold, first);
    else if (upward != 1)
        tacti_finding_add(&out->misoriented, first);
    if (count > SMALL_RUN)
        find_duplicates_in_large_run(work, run);
    else if (count > 1)
        find_duplicates_in_small_run(work, run);
}

tact_status tacti_surface_survey(const tacti_surface *surface, tacti_sides *sides,
                                 tacti_edge_survey *out) {
    tact_status status = tacti_sides_sort(sides, surface->indices, surface->triangle_count, true);
    if (status != TACT_OK)
        return status;
    *out = (tacti_edge_survey){.open = tacti_finding_none(),
                               .nonmanifold = tacti_finding_none(),
                               .misoriented = tacti_finding_none(),
                               .duplicate_triangles = tacti_finding_none(),
                               .is_balanced = true};
    survey_work work = {surface->indices, sides, out};
    tacti_edge_run run = {0};
    while (tacti_sides_next_edge(sides, &run))
        survey_edge(&work, &run);
    out->is_closed = surface->triangle_count > 0 && out->open.count == 0 &&
                     out->nonmanifold.count == 0 && out->misoriented.count == 0;
    out->is_watertight = surface->triangle_count > 0 && out->is_balanced;
    return TACT_OK;
}

/* ---- Components ---------------------------------------------------------------------------- */

tact_status tacti_surface_components(const tacti_surface *surface, tacti_arena *arena,
                                     uint32_t *out) {
    const size_t word = sizeof(uint32_t);
    tacti_arena_mark mark = tacti_arena_save(arena);
    uint32_t *parents = tacti_arena_allocate(arena, surface->vertex_count, word, word);
    if (parents == NULL)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < surface->vertex_count; i++)
        parents[i] = i;
    /* Every vertex in use starts as its own set. */
    uint32_t sets = surface->used_count;
    for (uint32_t t = 0; t < surface->triangle_count; t++) {
        const uint32_t *v = surface->indices + 3 * (size_t)t;
        sets -= tacti_union_find_join(parents, v[0], v[1]);
        sets -= tacti_union_find_join(parents, v[0], v[2]);
    }
    tacti_arena_rewind(arena, mark);
    *out = sets;
    return TACT_OK;
}

/* ---- Genus --------------------------------------------------------------------------------- */

/* Sets, for each side, the other side of its edge. */
static void pair_sides(const tacti_sides *sides, uint32_t *mates) {
    TACTI_ASSERT(sides->count % 2 == 0);
    for (uint32_t i = 0; i + 1 < sides->count; i += 2) {
        uint32_t one = tacti_sides_number(sides, i), other = tacti_sides_number(sides, i + 1);
        mates[one] = other;
        mates[other] = one;
    }
}

/* Gives each corner the number of its fan. Returns the number of fans. Side c starts at corner c.
 * The side that ends there leads, across its edge, to the next corner around the vertex. */
static uint32_t number_fans(const uint32_t *mates, uint32_t side_count, uint32_t *fans) {
    uint32_t fan_count = 0;
    for (uint32_t i = 0; i < side_count; i++)
        fans[i] = UINT32_MAX;
    for (uint32_t i = 0; i < side_count; i++) {
        if (fans[i] != UINT32_MAX)
            continue;
        for (uint32_t c = i; fans[c] == UINT32_MAX;) {
            TACTI_ASSERT(c < side_count);
            fans[c] = fan_count;
            c = mates[c / 3 * 3 + previous_corner[c % 3]];
        }
        fan_count++;
    }
    return fan_count;
}

tact_status tacti_surface_genus(const tacti_surface *surface, const tacti_sides *sides,
                                tacti_arena *arena, uint32_t components, int64_t *out) {
    const size_t word = sizeof(uint32_t);
    uint32_t side_count = sides->count;
    tacti_arena_mark mark = tacti_arena_save(arena);
    uint32_t *mates = tacti_arena_allocate(arena, side_count, word, word);
    uint32_t *fans = tacti_arena_allocate(arena, side_count, word, word);
    tact_status status = mates != NULL && fans != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
    if (status == TACT_OK) {
        pair_sides(sides, mates);
        uint32_t fan_count = number_fans(mates, side_count, fans);
        /* With one fan per vertex, pieces over vertices and pieces over edges are the same. */
        tacti_surface apart = {fans, surface->triangle_count, fan_count, fan_count};
        if (fan_count != surface->used_count)
            status = tacti_surface_components(&apart, arena, &components);
        int64_t euler = (int64_t)fan_count - side_count / 2 + surface->triangle_count;
        if (status == TACT_OK)
            *out = components - euler / 2;
    }
    tacti_arena_rewind(arena, mark);
    return status;
}
