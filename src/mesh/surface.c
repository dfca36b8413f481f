/* SPDX-License-Identifier: MIT */
/* How the triangles of a surface hang together.
 *
 * Edges are runs of equal keys among the sorted sides. A triangle that is there twice has all its
 * edges in common with the other one, so duplicates are looked for within runs: at the edge of the
 * two least of a triangle's numbers, its third number tells. No further sort is needed, but for
 * runs of many sides.
 *
 * The genus of a closed surface follows from the formula of Euler and Poincare, V - E + F =
 * 2 (pieces - genus). Where several fans of triangles touch in one vertex, the surface is not
 * a manifold there and the formula does not hold; so V counts fans, and pieces are those that hang
 * together over edges, as if the fans were pulled apart. */
#include "mesh/surface.h"

#include "base/sort.h"

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

/* Whether a triangle is to be compared with others at this side: it is the first one between the
 * two least of its numbers. */
static bool is_side_of_comparison(const uint32_t *indices, uint32_t side, uint32_t greater) {
    uint32_t third = third_vertex(indices, side);
    if (third != greater)
        return third > greater;
    const uint32_t *v = indices + side / 3 * (size_t)3;
    unsigned i = side % 3;
    for (unsigned j = 0; j < i; j++) {
        uint32_t a = v[j], b = v[next_corner[j]];
        if ((a == v[i] && b == v[next_corner[i]]) || (b == v[i] && a == v[next_corner[i]]))
            return false;
    }
    return true;
}

static void find_duplicates_in_small_run(survey_work *work, uint32_t begin, uint32_t end,
                                         uint32_t greater) {
    uint32_t thirds[SMALL_RUN];
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t side = work->sides->numbers[i];
        if (!is_side_of_comparison(work->indices, side, greater))
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

/* Sorts the run by third vertices in its own place, which is not needed any more. */
static void find_duplicates_in_large_run(survey_work *work, uint32_t begin, uint32_t end,
                                         uint32_t greater) {
    tacti_sides *sides = work->sides;
    uint64_t *keys = sides->keys + begin;
    uint32_t *numbers = sides->numbers + begin;
    uint32_t count = 0;
    for (uint32_t i = 0; i < end - begin; i++) {
        uint32_t side = numbers[i];
        if (!is_side_of_comparison(work->indices, side, greater))
            continue;
        keys[count] = third_vertex(work->indices, side);
        numbers[count++] = side;
    }
    tacti_sort64(sides->context, keys, numbers, count, sides->scratch);
    for (uint32_t i = 1; i < count; i++)
        if (keys[i] == keys[i - 1])
            tacti_finding_add(&work->out->duplicate_triangles, numbers[i] / 3);
}

static void survey_run(survey_work *work, uint32_t begin, uint32_t end) {
    const tacti_sides *sides = work->sides;
    tacti_edge_survey *out = work->out;
    uint32_t count = end - begin, upward = 0;
    uint32_t first = sides->numbers[begin] / 3;
    uint32_t greater = tacti_sides_greater(sides, sides->keys[begin]);
    bool is_loop = tacti_sides_lesser(sides, sides->keys[begin]) == greater;
    for (uint32_t i = begin; i < end; i++)
        upward += runs_upward(work->indices, sides->numbers[i]);
    out->edge_count++;
    out->is_balanced &= is_loop || upward == count - upward;
    if (count == 1)
        tacti_finding_add(&out->open, first);
    else if (count > 2)
        tacti_finding_add(&out->nonmanifold, first);
    else if (upward != 1)
        tacti_finding_add(&out->misoriented, first);
    if (count > SMALL_RUN)
        find_duplicates_in_large_run(work, begin, end, greater);
    else if (count > 1)
        find_duplicates_in_small_run(work, begin, end, greater);
}

void tacti_surface_survey(const tacti_surface *surface, tacti_sides *sides,
                          tacti_edge_survey *out) {
    tacti_sides_sort(sides, &(tacti_sides_input){.indices = surface->indices,
                                                 .triangle_count = surface->triangle_count,
                                                 .vertex_count = surface->vertex_count,
                                                 .with_loops = true});
    *out = (tacti_edge_survey){.open = tacti_finding_none(),
                               .nonmanifold = tacti_finding_none(),
                               .misoriented = tacti_finding_none(),
                               .duplicate_triangles = tacti_finding_none(),
                               .is_balanced = true};
    survey_work work = {surface->indices, sides, out};
    for (uint32_t begin = 0, end; begin < sides->count; begin = end) {
        end = tacti_sides_run_end(sides, begin);
        survey_run(&work, begin, end);
    }
    out->is_closed = surface->triangle_count > 0 && out->open.count == 0 &&
                     out->nonmanifold.count == 0 && out->misoriented.count == 0;
}

/* ---- Components ---------------------------------------------------------------------------- */

/* The root of a vertex's set; halves the way there for the next one who asks. */
static uint32_t find_root(uint32_t *parents, uint32_t v) {
    while (parents[v] != v) {
        parents[v] = parents[parents[v]];
        v = parents[v];
    }
    return v;
}

/* Makes the sets of a and b one; 1 where they were two. */
static uint32_t join(uint32_t *parents, uint32_t a, uint32_t b) {
    a = find_root(parents, a);
    b = find_root(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
    return a != b;
}

tact_status tacti_surface_components(const tacti_surface *surface, tacti_arena *arena,
                                     uint32_t *out) {
    const size_t word = sizeof(uint32_t);
    tacti_arena_mark mark = tacti_arena_save(arena);
    uint32_t *parents = tacti_arena_allocate(arena, surface->vertex_count, word, word);
    if (parents == NULL)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < surface->vertex_count; i++)
        parents[i] = i;
    /* Every vertex in use starts as a set of its own. */
    uint32_t sets = surface->used_count;
    for (uint32_t t = 0; t < surface->triangle_count; t++) {
        const uint32_t *v = surface->indices + 3 * (size_t)t;
        sets -= join(parents, v[0], v[1]);
        sets -= join(parents, v[0], v[2]);
    }
    tacti_arena_rewind(arena, mark);
    *out = sets;
    return TACT_OK;
}

/* ---- Genus --------------------------------------------------------------------------------- */

/* For each side the other side of its edge. */
static void pair_sides(const tacti_sides *sides, uint32_t *mates) {
    for (uint32_t i = 0; i + 1 < sides->count; i += 2) {
        mates[sides->numbers[i]] = sides->numbers[i + 1];
        mates[sides->numbers[i + 1]] = sides->numbers[i];
    }
}

/* Gives each corner the number of its fan; returns how many fans there are. Corner c begins side c;
 * the side that ends there leads, across its edge, to the next corner around the vertex. */
static uint32_t number_fans(const uint32_t *mates, uint32_t side_count, uint32_t *fans) {
    uint32_t fan_count = 0;
    for (uint32_t i = 0; i < side_count; i++)
        fans[i] = UINT32_MAX;
    for (uint32_t i = 0; i < side_count; i++) {
        if (fans[i] != UINT32_MAX)
            continue;
        for (uint32_t c = i; fans[c] == UINT32_MAX;) {
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
        /* One fan a vertex: pieces over vertices and pieces over edges are the same. */
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
