/* SPDX-License-Identifier: MIT */
/* The corners of all contacts, by what they are made of.
 *
 * A corner of the intersection of two triangles is the only common point of a part (vertex, edge
 * without ends, face without edges) of one and a part of the other. So the vertices of both parts
 * name the corner, and every pair of triangles that has these parts gives it the same name: no
 * coordinate is compared.
 *
 * Only a triangle without area has points with two names: a point inside its longest edge is also a
 * point of a shorter edge, or the vertex between those. A neighbour knows only one of the names.
 * The triangle without area holds the point, too, so it has a contact there. That contact says that
 * both names mean one point. */
#include <string.h>

#include "base/assert.h"
#include "frame/placed.h"
#include "base/union_find.h"
#include "mesh/weld.h"
#include "curve/curve.h"
#include "frame/placed_triangle.h"

/* A part of a triangle as a sorted list of vertices. */
typedef struct part {
    uint32_t vertex[3];
} part;

static void order_two(uint32_t *x, uint32_t *y) {
    uint32_t least = *x < *y ? *x : *y, most = *x < *y ? *y : *x;
    *x = least;
    *y = most;
}

static part part_of(const tacti_curve_side *side, const tacti_curve_triangle *triangle,
                    tact_feature feature) {
    TACTI_ASSERT(feature <= TACT_FEATURE_FACE);
    uint32_t v[3];
    for (int i = 0; i < 3; i++)
        v[i] = side->places.items[triangle->place[i]].vertex;
    if (feature <= TACT_FEATURE_VERTEX_2)
        return (part){{v[feature], TACT_NO_VERTEX, TACT_NO_VERTEX}};
    if (feature <= TACT_FEATURE_EDGE_2) {
        int first = (int)feature - TACT_FEATURE_EDGE_0;
        uint32_t from = v[first], to = v[first == 2 ? 0 : first + 1];
        order_two(&from, &to);
        return (part){{from, to, TACT_NO_VERTEX}};
    }
    order_two(&v[0], &v[1]);
    order_two(&v[1], &v[2]);
    order_two(&v[0], &v[1]);
    return (part){{v[0], v[1], v[2]}};
}

/* All parts that may stand for a feature in some triangle: one or two. */
static int parts_of(const tacti_curve_side *side, const tacti_curve_triangle *triangle,
                    tact_feature feature, part parts[2]) {
    parts[0] = part_of(side, triangle, feature);
    bool is_inside = feature == TACT_FEATURE_VERTEX_1 || feature == TACT_FEATURE_EDGE_0 ||
                     feature == TACT_FEATURE_EDGE_1;
    if (!triangle->has_middle || !is_inside)
        return 1;
    parts[1] = part_of(side, triangle, TACT_FEATURE_EDGE_2);
    return 2;
}

/* ---- Names -------------------------------------------------------------------------------- */

static tact_curve_source source_of(const part *a, const part *b) {
    return (tact_curve_source){{a->vertex[0], a->vertex[1], a->vertex[2]},
                               {b->vertex[0], b->vertex[1], b->vertex[2]}};
}

static uint64_t hash_source(const tact_curve_source *s) {
    uint64_t h = tacti_weld_mix((uint64_t)s->a[0] << 32 | s->a[1]);
    h = tacti_weld_mix(h + ((uint64_t)s->a[2] << 32 | s->b[0]));
    return tacti_weld_mix(h + ((uint64_t)s->b[1] << 32 | s->b[2]));
}

/* Finds the number of a name. A new name gets the position. */
static tact_status find_name(tact_curve_set *set, tact_curve_source source, tact_vec3 position,
                             uint32_t *out) {
    tacti_curve_table *table = &set->table;
    size_t slot = (size_t)hash_source(&source) & table->mask;
    while (table->slots[slot] != TACTI_CURVE_NONE) {
        *out = table->slots[slot];
        if (memcmp(&set->sources.items[*out], &source, sizeof source) == 0)
            return TACT_OK;
        slot = (slot + 1) & table->mask;
    }
    if (set->sources.count >= TACTI_CURVE_NONE)
        return TACT_TOO_LARGE;
    /* The table is at most half full, so a search always meets an empty slot. */
    TACTI_ASSERT(set->sources.count <= table->mask / 2);
    *out = table->slots[slot] = (uint32_t)set->sources.count;
    if (tacti_curve_sources_push(&set->sources, source) != TACT_OK ||
        tacti_curve_points_push(&set->points, position) != TACT_OK ||
        tacti_curve_indices_push(&set->parents, *out) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    return TACT_OK;
}

/* A pair of triangles that meet. */
typedef struct meeting {
    const tacti_curve_triangle *a, *b;
} meeting;

/* Names a corner. If it has several names, they are joined. */
static tact_status name_corner(tact_curve_set *set, const meeting *pair,
                               const tact_overlap_point *corner, uint32_t *out) {
    part a[2], b[2];
    int count_a = parts_of(&set->sides[0], pair->a, corner->a, a);
    int count_b = parts_of(&set->sides[1], pair->b, corner->b, b);
    tact_status status = find_name(set, source_of(&a[0], &b[0]), corner->position, out);
    for (int i = 1; i < count_a * count_b && status == TACT_OK; i++) {
        uint32_t other;
        const part *other_a = &a[count_a == 2 ? i & 1 : 0];
        const part *other_b = &b[count_a == 2 ? i >> 1 : i];
        status = find_name(set, source_of(other_a, other_b), corner->position, &other);
        if (status == TACT_OK)
            tacti_union_find_join(set->parents.items, *out, other);
    }
    return status;
}

/* ---- Triangles without area --------------------------------------------------------------- */

static tact_triangle ordered_triangle(const tacti_placed *placed,
                                      const tacti_curve_triangle *triangle) {
    tact_triangle t = tacti_placed_triangle(placed, triangle->number);
    return (tact_triangle){
        {t.v[triangle->order[0]], t.v[triangle->order[1]], t.v[triangle->order[2]]}};
}

/* Notes a segment that runs along a triangle of side s, over the vertex in its middle. Neighbours
 * know the parts on both sides of that vertex, so the segment will be divided there. */
static tact_status note_split(tact_curve_set *set, const meeting *pair, int s,
                              const tact_triangle *other, const tact_overlap_point corner[2],
                              const uint32_t name[2]) {
    const tacti_curve_triangle *own = s == 0 ? pair->a : pair->b;
    tact_overlap_point middle = {.position = set->sides[s].places.items[own->place[1]].at};
    tact_feature where;
    if (!own->has_middle)
        return TACT_OK;
    for (int i = 0; i < 2; i++)
        if ((s == 0 ? corner[i].a : corner[i].b) == TACT_FEATURE_VERTEX_1)
            return TACT_OK;
    if (!tact_triangle_contains(other, middle.position, &where))
        return TACT_OK;
    middle.a = s == 0 ? TACT_FEATURE_VERTEX_1 : where;
    middle.b = s == 0 ? where : TACT_FEATURE_VERTEX_1;
    uint32_t number;
    tact_status status = name_corner(set, pair, &middle, &number);
    if (status != TACT_OK)
        return status;
    return tacti_curve_splits_push(&set->splits, (tacti_curve_split){{name[0], name[1]}, number});
}

/* Names the corners of a contact with a triangle whose corners were brought into order. The
 * features have to be computed again for that order. */
static tact_status name_flat(tact_curve_set *set, const meeting *pair, const tacti_placed *a,
                             const tacti_placed *b, uint32_t *names) {
    tact_triangle ta = ordered_triangle(a, pair->a), tb = ordered_triangle(b, pair->b);
    tact_overlap overlap = tact_triangle_intersect(&ta, &tb);
    tact_status status = TACT_OK;
    for (uint32_t i = 0; i < overlap.point_count && status == TACT_OK; i++)
        status = name_corner(set, pair, &overlap.points[i], &names[i]);
    if (overlap.kind != TACT_OVERLAP_SEGMENT)
        return status;
    if (status == TACT_OK)
        status = note_split(set, pair, 0, &tb, overlap.points, names);
    if (status == TACT_OK)
        status = note_split(set, pair, 1, &ta, overlap.points, names);
    return status;
}

/* ---- Points ------------------------------------------------------------------------------- */

static tact_status name_all(tact_curve_set *set, const tacti_placed *a, const tacti_placed *b) {
    const tact_contact *contacts = tact_contact_list_view(set->list).contacts;
    const tact_overlap_point *points = tact_contact_list_view(set->list).points;
    uint32_t count = tact_contact_list_view(set->list).count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *member = set->members.items + 2 * (size_t)i;
        meeting pair = {&set->sides[0].triangles.items[member[0]],
                        &set->sides[1].triangles.items[member[1]]};
        uint32_t first = contacts[i].first_point;
        uint32_t *names = set->corners.items + first;
        tact_status status = TACT_OK;
        TACTI_ASSERT((size_t)first + contacts[i].point_count <= set->corners.count);
        if (pair.a->has_middle || pair.b->has_middle)
            status = name_flat(set, &pair, a, b, names);
        else
            for (uint32_t k = 0; k < contacts[i].point_count && status == TACT_OK; k++)
                status = name_corner(set, &pair, &points[first + k], &names[k]);
        if (status != TACT_OK)
            return status;
    }
    return TACT_OK;
}

static int count_vertices(const uint32_t v[3]) {
    return (v[1] != TACT_NO_VERTEX) + (v[2] != TACT_NO_VERTEX);
}

/* Orders parts: fewer vertices first, then smaller vertex numbers. */
static bool is_less(const uint32_t v[3], const uint32_t w[3]) {
    if (count_vertices(v) != count_vertices(w))
        return count_vertices(v) < count_vertices(w);
    for (int i = 0; i < 2; i++)
        if (v[i] != w[i])
            return v[i] < w[i];
    return v[2] < w[2];
}

/* Merges all names of a point into one, which has the least part of either side. All triangles of a
 * at the point meet all of b there. So the names are all combinations of both sides' parts, and the
 * two least parts together are a name, too. */
static void merge_names(tact_curve_set *set) {
    uint32_t *parents = set->parents.items;
    tact_curve_source *sources = set->sources.items;
    size_t count = set->sources.count, kept = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t root = tacti_union_find_root(parents, (uint32_t)i);
        if (is_less(sources[i].a, sources[root].a))
            memcpy(sources[root].a, sources[i].a, sizeof sources[i].a);
        if (is_less(sources[i].b, sources[root].b))
            memcpy(sources[root].b, sources[i].b, sizeof sources[i].b);
    }
    for (size_t i = 0; i < count; i++)
        parents[i] = tacti_union_find_root(parents, (uint32_t)i);
    /* A root is the least of its tree, so it has its new number before others ask for it. */
    for (size_t i = 0; i < count; i++) {
        if (parents[i] != i) {
            parents[i] = parents[parents[i]];
            continue;
        }
        TACTI_ASSERT(kept <= i);
        sources[kept] = sources[i];
        set->points.items[kept] = set->points.items[i];
        parents[i] = (uint32_t)kept++;
    }
    set->sources.count = set->points.count = kept;
}

/* The largest number of names that the corners can have. In a contact with a triangle without area,
 * a corner has up to four names, and so has a vertex in the middle of a or of b. */
static size_t count_names(const tact_curve_set *set, size_t corners) {
    const tact_contact *contacts = tact_contact_list_view(set->list).contacts;
    size_t count = corners;
    for (uint32_t i = 0; i < tact_contact_list_view(set->list).count; i++) {
        const uint32_t *member = set->members.items + 2 * (size_t)i;
        if (set->sides[0].triangles.items[member[0]].has_middle ||
            set->sides[1].triangles.items[member[1]].has_middle)
            count += 11 * (size_t)contacts[i].point_count;
    }
    return count;
}

tact_status tacti_curve_find_points(tact_curve_set *set, const tacti_placed *a,
                                    const tacti_placed *b) {
    const tact_contact *contacts = tact_contact_list_view(set->list).contacts;
    TACTI_ASSERT(tact_contact_list_view(set->list).count > 0);
    const tact_contact *last = &contacts[tact_contact_list_view(set->list).count - 1];
    size_t count = (size_t)last->first_point + last->point_count;
    size_t names = count_names(set, count);
    if (tacti_curve_table_start(&set->table, names) != TACT_OK ||
        tacti_curve_indices_extend(&set->corners, count) == NULL)
        return TACT_OUT_OF_MEMORY;
    tact_status status = name_all(set, a, b);
    if (status != TACT_OK)
        return status;
    merge_names(set);
    for (size_t i = 0; i < count; i++)
        set->corners.items[i] = set->parents.items[set->corners.items[i]];
    for (size_t i = 0; i < set->splits.count; i++) {
        tacti_curve_split *split = &set->splits.items[i];
        split->middle = set->parents.items[split->middle];
        for (int k = 0; k < 2; k++)
            split->end[k] = set->parents.items[split->end[k]];
    }
    return TACT_OK;
}
