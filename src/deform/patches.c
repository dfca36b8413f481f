/* SPDX-License-Identifier: MIT */
/* The hierarchy of patches. At first each triangle is a group by itself. From level to level each
 * group joins the neighbour with which it makes the roundest group (least square of the perimeter
 * over the area, both in triangles), as matchings do in multilevel partitioning (G. Karypis and
 * V. Kumar, 1998). Neighbours share an edge that is a side of no third triangle, and that their
 * corners pass in opposite directions. */
#include "deform/patches.h"

#include <string.h>

#include "base/sort.h"

#define NONE UINT32_MAX
/* Groups smaller than this on average are not kept as patches. */
#define LEAST_FACES 12
/* A level needs at least an eighth fewer groups than the one below, so there are at most eight
 * patches per group of the lowest level. */
#define MOST_LEVELS 128

/* Two groups and how many edges they share. */
typedef struct link {
    uint32_t a, b, weight;
} link;

TACTI_ARRAY_DEFINE(link_array, link);

typedef struct builder {
    const tact_context *context;
    tacti_patches *out;
    const uint32_t (*triangles)[3];
    uint32_t room;    /* sides */
    uint64_t *keys;   /* room */
    uint32_t *values; /* room */
    void *sort;
    uint32_t link_count;
    link *links;                /* room */
    uint32_t count;             /* groups of this level */
    uint32_t *size;             /* faces per group */
    uint32_t *rim;              /* sides per group that are on its boundary */
    uint32_t *group;            /* per group of this level: its group of the next one */
    uint32_t *first;            /* per group: its neighbours, face_count + 1 */
    uint32_t *near[2];          /* neighbours and weights, room each */
    uint32_t *of_face;          /* the group of each face, on the lowest level that is kept */
    tacti_number_array parents; /* per level that is kept but the last: groups of the next level */
    tacti_number_array counts;  /* groups per level that is kept */
} builder;

/* ---- Memory ------------------------------------------------------------------------------- */

static bool allocate(builder *b) {
    const tact_context *c = b->context;
    uint32_t faces = b->out->face_count, room = b->room;
    b->keys = tacti_allocate(c, room, sizeof *b->keys, _Alignof(uint64_t));
    b->values = tacti_allocate(c, room, sizeof *b->values, _Alignof(uint32_t));
    b->sort = tacti_allocate(c, tacti_sort64_scratch_bytes(room), 1, TACTI_CACHE_LINE);
    b->links = tacti_allocate(c, room, sizeof *b->links, _Alignof(link));
    b->size = tacti_allocate(c, faces, sizeof *b->size, _Alignof(uint32_t));
    b->rim = tacti_allocate(c, faces, sizeof *b->rim, _Alignof(uint32_t));
    b->group = tacti_allocate(c, faces, sizeof *b->group, _Alignof(uint32_t));
    b->first = tacti_allocate(c, (size_t)faces + 1, sizeof *b->first, _Alignof(uint32_t));
    b->near[0] = tacti_allocate(c, room, sizeof *b->near[0], _Alignof(uint32_t));
    b->near[1] = tacti_allocate(c, room, sizeof *b->near[1], _Alignof(uint32_t));
    b->of_face = tacti_allocate(c, faces, sizeof *b->of_face, _Alignof(uint32_t));
    return b->keys != NULL && b->values != NULL && b->sort != NULL && b->links != NULL &&
           b->size != NULL && b->rim != NULL && b->group != NULL && b->first != NULL &&
           b->near[0] != NULL && b->near[1] != NULL && b->of_face != NULL;
}

static void release(builder *b) {
    const tact_context *c = b->context;
    uint32_t faces = b->out->face_count, room = b->room;
    tacti_release(c, b->keys, room, sizeof *b->keys, _Alignof(uint64_t));
    tacti_release(c, b->values, room, sizeof *b->values, _Alignof(uint32_t));
    tacti_release(c, b->sort, tacti_sort64_scratch_bytes(room), 1, TACTI_CACHE_LINE);
    tacti_release(c, b->links, room, sizeof *b->links, _Alignof(link));
    tacti_release(c, b->size, faces, sizeof *b->size, _Alignof(uint32_t));
    tacti_release(c, b->rim, faces, sizeof *b->rim, _Alignof(uint32_t));
    tacti_release(c, b->group, faces, sizeof *b->group, _Alignof(uint32_t));
    tacti_release(c, b->first, (size_t)faces + 1, sizeof *b->first, _Alignof(uint32_t));
    tacti_release(c, b->near[0], room, sizeof *b->near[0], _Alignof(uint32_t));
    tacti_release(c, b->near[1], room, sizeof *b->near[1], _Alignof(uint32_t));
    tacti_release(c, b->of_face, faces, sizeof *b->of_face, _Alignof(uint32_t));
    tacti_number_array_release(&b->parents);
    tacti_number_array_release(&b->counts);
}

/* ---- Edges and the links of triangles ----------------------------------------------------- */

/* Whether a side goes from its smaller to its greater vertex. */
static bool goes_up(const builder *b, uint32_t side) {
    const uint32_t *c = b->triangles[side / 3];
    return c[side % 3] < c[(side % 3 + 1) % 3];
}

static void link_sides(builder *b, const uint32_t *sides, uint32_t count) {
    if (count != 2 || sides[0] / 3 == sides[1] / 3 || goes_up(b, sides[0]) == goes_up(b, sides[1]))
        return;
    b->links[b->link_count++] = (link){sides[0] / 3, sides[1] / 3, 1};
}

/* Sides sorted by their vertices: equal ones are one edge, under the number that it has in a
 * deformable. */
static void read_sides(builder *b) {
    uint32_t count = 0, edge = 0;
    for (uint32_t side = 0; side < b->room; side++) {
        const uint32_t *c = b->triangles[side / 3];
        uint32_t x = c[side % 3], y = c[(side % 3 + 1) % 3];
        b->out->sides[side / 3][side % 3] = NONE;
        if (x == y)
            continue;
        b->keys[count] = x < y ? (uint64_t)x << 32 | y : (uint64_t)y << 32 | x;
        b->values[count++] = side;
    }
    tacti_sort64(b->context, b->keys, b->values, count, b->sort);
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i; end < count && b->keys[end] == b->keys[i]; end++)
            b->out->sides[b->values[end] / 3][b->values[end] % 3] = edge;
        edge++;
        link_sides(b, b->values + i, end - i);
    }
}

/* ---- Levels ------------------------------------------------------------------------------- */

static void list_neighbours(builder *b) {
    memset(b->first, 0, ((size_t)b->count + 1) * sizeof *b->first);
    for (uint32_t i = 0; i < b->link_count; i++) {
        b->first[b->links[i].a]++;
        b->first[b->links[i].b]++;
    }
    uint32_t sum = 0;
    for (uint32_t g = 0; g <= b->count; g++) {
        sum += b->first[g];
        b->first[g] = sum;
    }
    for (uint32_t i = b->link_count; i-- > 0;) {
        const link *l = &b->links[i];
        uint32_t at[2] = {--b->first[l->a], --b->first[l->b]};
        b->near[0][at[0]] = l->b;
        b->near[0][at[1]] = l->a;
        b->near[1][at[0]] = b->near[1][at[1]] = l->weight;
    }
}

/* The neighbour that makes the roundest group; if it has to be free, one without a group. */
static uint32_t best_neighbour(const builder *b, uint32_t g, bool is_free) {
    uint32_t best = NONE;
    double least = 0;
    for (uint32_t i = b->first[g]; i < b->first[g + 1]; i++) {
        uint32_t other = b->near[0][i];
        if (is_free && b->group[other] != NONE)
            continue;
        double rim = (double)b->rim[g] + b->rim[other] - 2.0 * b->near[1][i];
        double cost = rim * rim / ((double)b->size[g] + b->size[other]);
        if (best != NONE && !(cost < least))
            continue;
        best = other;
        least = cost;
    }
    return best;
}

/* Returns the number of groups of the next level. */
static uint32_t match(builder *b) {
    uint32_t count = 0;
    for (uint32_t g = 0; g < b->count; g++)
        b->group[g] = NONE;
    for (uint32_t g = 0; g < b->count; g++) {
        uint32_t other = b->group[g] == NONE ? best_neighbour(b, g, true) : NONE;
        if (other != NONE)
            b->group[g] = b->group[other] = count++;
    }
    /* Whoever is left has neighbours with groups only. */
    for (uint32_t g = 0; g < b->count; g++) {
        if (b->group[g] != NONE)
            continue;
        uint32_t other = best_neighbour(b, g, false);
        b->group[g] = other != NONE && b->group[other] != NONE ? b->group[other] : count++;
    }
    return count;
}

/* Sizes, boundaries and links of the next level. */
static void step_up(builder *b, uint32_t next) {
    uint32_t *sums[2] = {b->first, b->near[0]}; /* both are free now and long enough */
    memset(sums[0], 0, next * sizeof *sums[0]);
    memset(sums[1], 0, next * sizeof *sums[1]);
    for (uint32_t g = 0; g < b->count; g++) {
        sums[0][b->group[g]] += b->size[g];
        sums[1][b->group[g]] += b->rim[g];
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < b->link_count; i++) {
        const link *l = &b->links[i];
        uint32_t x = b->group[l->a], y = b->group[l->b];
        if (x == y) {
            sums[1][x] -= 2 * l->weight;
            continue;
        }
        b->keys[kept] = x < y ? (uint64_t)x << 32 | y : (uint64_t)y << 32 | x;
        b->values[kept] = l->weight;
        kept++;
    }
    memcpy(b->size, sums[0], next * sizeof *sums[0]);
    memcpy(b->rim, sums[1], next * sizeof *sums[1]);
    tacti_sort64(b->context, b->keys, b->values, kept, b->sort);
    b->link_count = 0;
    for (uint32_t i = 0, end; i < kept; i = end) {
        link l = {(uint32_t)(b->keys[i] >> 32), (uint32_t)b->keys[i], 0};
        for (end = i; end < kept && b->keys[end] == b->keys[i]; end++)
            l.weight += b->values[end];
        b->links[b->link_count++] = l;
    }
    b->count = next;
}

/* Levels are kept from the first one with groups that are large enough; if there is none, the last
 * one is. */
static tact_status keep_level(builder *b) {
    return tacti_number_array_push(&b->counts, b->count);
}

static tact_status keep_parents(builder *b) {
    uint32_t *to = tacti_number_array_extend(&b->parents, b->count);
    if (to == NULL)
        return TACT_OUT_OF_MEMORY;
    memcpy(to, b->group, b->count * sizeof *to);
    return TACT_OK;
}

static tact_status make_levels(builder *b) {
    uint32_t faces = b->out->face_count;
    tact_status status = TACT_OK;
    b->count = faces;
    for (uint32_t i = 0; i < faces; i++) {
        b->size[i] = 1;
        b->rim[i] = 3;
        b->of_face[i] = i;
    }
    for (int level = 0; level < MOST_LEVELS && status == TACT_OK; level++) {
        bool is_kept = b->count <= faces / LEAST_FACES;
        list_neighbours(b);
        uint32_t next = match(b);
        bool ends = next > b->count - b->count / 8 || next == b->count;
        if (is_kept || ends)
            status = keep_level(b);
        if (ends || status != TACT_OK)
            break;
        if (is_kept)
            status = keep_parents(b);
        for (uint32_t i = 0; i < faces && !is_kept; i++)
            b->of_face[i] = b->group[b->of_face[i]];
        step_up(b, next);
    }
    return status;
}

/* ---- From groups to patches --------------------------------------------------------------- */

/* Sorts members by the ranks of their owners: order[] gets the members, begin[] the place of the
 * first one of each rank, and the end. The order of equal ranks is kept. rank is NULL if owners are
 * ranks. */
static void sort_members(const uint32_t *owner, uint32_t count, const uint32_t *rank,
                         uint32_t owners, uint32_t *begin, uint32_t *order) {
    memset(begin, 0, ((size_t)owners + 1) * sizeof *begin);
    for (uint32_t i = 0; i < count; i++)
        begin[rank != NULL ? rank[owner[i]] : owner[i]]++;
    uint32_t sum = 0;
    for (uint32_t k = 0; k <= owners; k++) {
        sum += begin[k];
        begin[k] = sum;
    }
    for (uint32_t i = count; i-- > 0;)
        order[--begin[rank != NULL ? rank[owner[i]] : owner[i]]] = i;
}

/* The groups of a level become patches, sorted by the ranks of their parents. Writes the ranks of
 * the groups of a level to b->rim, given those of the level above in b->size. */
static void rank_level(builder *b, const uint32_t *parents, uint32_t count, uint32_t above,
                       tacti_patch *level, tacti_patch *parent_level, uint32_t offset) {
    sort_members(parents, count, b->size, above, b->first, b->values);
    for (uint32_t k = 0; k < above; k++) {
        parent_level[k].child_begin = offset + b->first[k];
        parent_level[k].child_end = offset + b->first[k + 1];
    }
    for (uint32_t i = 0; i < count; i++) {
        level[i] = (tacti_patch){0};
        b->rim[b->values[i]] = i;
    }
    memcpy(b->size, b->rim, count * sizeof *b->size);
}

static tact_status make_patches(builder *b) {
    tacti_patches *out = b->out;
    const uint32_t *counts = b->counts.items;
    uint32_t levels = (uint32_t)b->counts.count, top = counts[levels - 1], sum = 0;
    for (uint32_t k = 0; k < levels; k++)
        sum += counts[k];
    tacti_patch *patches = tacti_patch_array_extend(&out->patches, sum);
    if (patches == NULL)
        return TACT_OUT_OF_MEMORY;
    uint32_t offset = sum - top;
    for (uint32_t i = 0; i < top; i++) {
        patches[offset + i] = (tacti_patch){0};
        b->size[i] = i;
    }
    const uint32_t *parents = b->parents.items + b->parents.count;
    for (uint32_t k = levels - 1; k-- > 0;) {
        parents -= counts[k];
        uint32_t above = offset;
        offset -= counts[k];
        rank_level(b, parents, counts[k], counts[k + 1], patches + offset, patches + above, offset);
    }
    sort_members(b->of_face, out->face_count, b->size, counts[0], b->first, out->faces);
    for (uint32_t i = 0; i < counts[0]; i++) {
        patches[i].face_begin = b->first[i];
        patches[i].face_end = b->first[i + 1];
    }
    for (uint32_t i = counts[0]; i < sum; i++) {
        patches[i].face_begin = patches[patches[i].child_begin].face_begin;
        patches[i].face_end = patches[patches[i].child_end - 1].face_end;
    }
    return TACT_OK;
}

tact_status tacti_patches_create(const tact_context *context, const uint32_t (*triangles)[3],
                                 uint32_t face_count, uint32_t vertex_count, tacti_patches *out) {
    tacti_patches patches = {.context = context,
                             .face_count = face_count,
                             .patches = tacti_patch_array_make(context),
                             .contour = tacti_number_array_make(context)};
    builder b = {.context = context,
                 .out = &patches,
                 .triangles = triangles,
                 .room = 3 * face_count,
                 .parents = tacti_number_array_make(context),
                 .counts = tacti_number_array_make(context)};
    patches.faces = tacti_allocate(context, face_count, sizeof *patches.faces, _Alignof(uint32_t));
    patches.sides = tacti_allocate(context, face_count, sizeof *patches.sides, _Alignof(uint32_t));
    bool is_there = allocate(&b) && patches.faces != NULL && patches.sides != NULL;
    tact_status status = is_there ? TACT_OK : TACT_OUT_OF_MEMORY;
    if (status == TACT_OK && face_count > 0) {
        read_sides(&b);
        status = make_levels(&b);
        if (status == TACT_OK)
            status = make_patches(&b);
    }
    release(&b);
    if (status == TACT_OK)
        status = tacti_patches_find_contours(&patches, triangles, vertex_count);
    if (status == TACT_OK)
        *out = patches;
    else
        tacti_patches_destroy(&patches);
    return status;
}

void tacti_patches_destroy(tacti_patches *p) {
    tacti_release(p->context, p->faces, p->face_count, sizeof *p->faces, _Alignof(uint32_t));
    tacti_release(p->context, p->sides, p->face_count, sizeof *p->sides, _Alignof(uint32_t));
    tacti_patch_array_release(&p->patches);
    tacti_number_array_release(&p->contour);
}

size_t tacti_patches_bytes(const tacti_patches *p) {
    return p->face_count * (sizeof *p->faces + sizeof *p->sides) +
           p->patches.capacity * sizeof *p->patches.items +
           p->contour.capacity * sizeof *p->contour.items;
}
