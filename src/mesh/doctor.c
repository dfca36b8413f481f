/* SPDX-License-Identifier: MIT */
/* The mesh doctor, tact_mesh_examine(): what is wrong with raw arrays. First the arrays are copied,
 * and triangles that name missing or non-finite vertices are counted and removed. The rest of the
 * report is about the remaining triangles, so that a bad vertex affects only its own triangles.
 * Edges, duplicates, pieces and genus come from surface.c, area and volume from measure.c, equal
 * vertices from weld.c. Intersections of triangles are not examined here. */
#include "base/arena.h"
#include "math/vec.h"
#include "mesh/arrays.h"
#include "mesh/measure.h"
#include "mesh/surface.h"
#include "mesh/weld.h"

/* Vertices or triangles copied and examined at a time. */
#define BLOCK 1024

/* Marks of a vertex. */
#define IS_FINITE 1
#define IS_USED 2

typedef struct patient {
    const tact_mesh_arrays *arrays;
    tacti_arena arena;
    tact_vec3 *vertices;
    unsigned char *marks; /* one per vertex: IS_FINITE, IS_USED */
    uint32_t *indices;    /* of the remaining triangles */
    uint32_t *numbers;    /* their numbers in the arrays */
    uint32_t *map;        /* the first vertex equal to each */
    tacti_surface surface;
} patient;

static tact_status allocate_patient(patient *p) {
    const size_t word = sizeof(uint32_t);
    size_t vertices = p->arrays->vertex_count, triangles = p->arrays->triangle_count;
    p->vertices = tacti_arena_allocate(&p->arena, vertices, sizeof(tact_vec3), _Alignof(tact_vec3));
    p->marks = tacti_arena_allocate(&p->arena, vertices, 1, 1);
    p->indices = tacti_arena_allocate(&p->arena, triangles, 3 * word, word);
    p->numbers = tacti_arena_allocate(&p->arena, triangles, word, word);
    p->map = tacti_arena_allocate(&p->arena, vertices, word, word);
    bool has_memory = p->vertices != NULL && p->marks != NULL && p->indices != NULL &&
                      p->numbers != NULL && p->map != NULL;
    return has_memory ? TACT_OK : TACT_OUT_OF_MEMORY;
}

/* ---- Taking the arrays in ------------------------------------------------------------------ */

static void take_vertices(patient *p, tact_mesh_report *report) {
    uint32_t count = p->arrays->vertex_count;
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        end = count - begin > BLOCK ? begin + BLOCK : count;
        tacti_arrays_copy_positions(p->arrays, begin, end, p->vertices + begin);
        for (uint32_t i = begin; i < end; i++) {
            p->marks[i] = tacti_vec3_is_finite(p->vertices[i]) ? IS_FINITE : 0;
            if (p->marks[i] == 0)
                tacti_finding_add(&report->not_finite, i);
        }
    }
}

/* Whether a triangle is kept; counts its defects. */
static bool admit_triangle(const patient *p, const uint32_t *v, uint32_t number,
                           tact_mesh_report *report) {
    bool is_in_range = true, is_finite = true;
    for (int i = 0; i < 3; i++) {
        if (v[i] >= p->arrays->vertex_count)
            is_in_range = false;
        else if ((p->marks[v[i]] & IS_FINITE) == 0)
            is_finite = false;
    }
    if (!is_in_range)
        tacti_finding_add(&report->out_of_range, number);
    if (!is_finite)
        tacti_finding_add(&report->not_finite_triangles, number);
    return is_in_range && is_finite;
}

static void take_triangles(patient *p, tact_mesh_report *report) {
    uint32_t count = p->arrays->triangle_count, kept = 0;
    uint32_t block[3 * BLOCK];
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        end = count - begin > BLOCK ? begin + BLOCK : count;
        tacti_arrays_copy_indices(p->arrays, begin, end, block);
        for (uint32_t i = begin; i < end; i++) {
            const uint32_t *v = block + 3 * (i - begin);
            if (!admit_triangle(p, v, i, report))
                continue;
            for (unsigned k = 0; k < 3; k++) {
                p->indices[3 * (size_t)kept + k] = v[k];
                p->marks[v[k]] |= IS_USED;
            }
            p->numbers[kept++] = i;
        }
    }
    p->surface.indices = p->indices;
    p->surface.triangle_count = kept;
    p->surface.vertex_count = p->arrays->vertex_count;
}

static void look_at_use(patient *p, tact_mesh_report *report) {
    for (uint32_t i = 0; i < p->arrays->vertex_count; i++) {
        if ((p->marks[i] & IS_USED) == 0) {
            tacti_finding_add(&report->unused_vertices, i);
            continue;
        }
        report->bounds.lo = tacti_vec3_min(p->vertices[i], report->bounds.lo);
        report->bounds.hi = tacti_vec3_max(p->vertices[i], report->bounds.hi);
    }
    p->surface.used_count = p->arrays->vertex_count - report->unused_vertices.count;
}

static tact_status look_at_equal_vertices(patient *p, tact_mesh_report *report) {
    uint32_t count = p->arrays->vertex_count;
    uint32_t duplicates;
    tact_status status = tacti_weld_map(p->arena.context, p->vertices, count, p->map, &duplicates);
    if (status != TACT_OK || duplicates == 0)
        return status;
    uint32_t first = 0;
    while (p->map[first] == first)
        first++;
    report->duplicate_vertices = (tact_finding){duplicates, first};
    return TACT_OK;
}

/* ---- Edges and pieces ---------------------------------------------------------------------- */

/* Converts a finding among the remaining triangles to the caller's triangle numbers. */
static tact_finding renumber(const patient *p, tact_finding finding) {
    if (finding.count > 0)
        finding.first = p->numbers[finding.first];
    return finding;
}

static tact_status look_at_pieces(patient *p, const tacti_sides *sides, tact_mesh_report *report) {
    const tacti_surface *surface = &p->surface;
    tact_status status = tacti_surface_components(surface, &p->arena, &report->component_count);
    report->euler = (int64_t)surface->used_count - report->edge_count + surface->triangle_count;
    if (status == TACT_OK && report->is_closed)
        status =
            tacti_surface_genus(surface, sides, &p->arena, report->component_count, &report->genus);
    return status;
}

/* Surveys edges by vertex numbers, then again after replacing equal vertices by the first of them.
 * Afterwards p->indices are the welded ones. */
static tact_status look_at_edges(patient *p, tacti_sides *sides, tact_mesh_report *report,
                                 bool *is_balanced) {
    tacti_edge_survey survey;
    tact_status status = tacti_surface_survey(&p->surface, sides, &survey);
    if (status != TACT_OK)
        return status;
    report->edge_count = survey.edge_count;
    report->open_edges = renumber(p, survey.open);
    report->nonmanifold_edges = renumber(p, survey.nonmanifold);
    report->misoriented_edges = renumber(p, survey.misoriented);
    report->duplicate_triangles = renumber(p, survey.duplicate_triangles);
    report->is_closed = survey.is_closed;
    status = look_at_pieces(p, sides, report);
    if (status != TACT_OK)
        return status;
    if (report->duplicate_vertices.count > 0) {
        for (size_t i = 0; i < 3 * (size_t)p->surface.triangle_count; i++)
            p->indices[i] = p->map[p->indices[i]];
        status = tacti_surface_survey(&p->surface, sides, &survey);
        if (status != TACT_OK)
            return status;
    }
    report->coincident_triangles = renumber(p, survey.duplicate_triangles);
    report->is_closed_when_welded = survey.is_closed;
    report->is_watertight = survey.is_watertight;
    *is_balanced = survey.is_balanced;
    return TACT_OK;
}

static tact_status look_at_surface(patient *p, tact_mesh_report *report) {
    tacti_sides sides;
    tact_status status = tacti_sides_create(p->arena.context, p->surface.triangle_count,
                                            p->surface.vertex_count, &sides);
    if (status != TACT_OK)
        return status;
    bool is_balanced;
    status = look_at_edges(p, &sides, report, &is_balanced);
    tacti_sides_release(&sides);
    if (status != TACT_OK)
        return status;
    tacti_measures measures;
    status = tacti_surface_measure(&p->surface, p->vertices, report->bounds, is_balanced, &p->arena,
                                   &measures);
    if (status != TACT_OK)
        return status;
    report->zero_area = renumber(p, measures.zero_area);
    report->area = measures.area;
    report->volume = measures.volume;
    return TACT_OK;
}

/* ---- The whole ----------------------------------------------------------------------------- */

static tact_mesh_report empty_report(const tact_mesh_arrays *arrays) {
    tact_finding none = tacti_finding_none();
    return (tact_mesh_report){
        .vertex_count = arrays->vertex_count,
        .triangle_count = arrays->triangle_count,
        .part_count = arrays->part_count,
        .not_finite = none,
        .not_finite_triangles = none,
        .out_of_range = none,
        .zero_area = none,
        .duplicate_triangles = none,
        .coincident_triangles = none,
        .duplicate_vertices = none,
        .unused_vertices = none,
        .open_edges = none,
        .nonmanifold_edges = none,
        .misoriented_edges = none,
        .genus = -1,
        .bounds = tact_box_empty(),
    };
}

tact_status tact_mesh_examine(const tact_context *context, const tact_mesh_arrays *arrays,
                              tact_mesh_report *out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_arrays_check(arrays, NULL);
    if (status != TACT_OK)
        return status;
    if (arrays->triangle_count > TACTI_SIDES_MAX_TRIANGLES)
        return TACT_TOO_LARGE;
    tact_mesh_report report = empty_report(arrays);
    patient p = {.arrays = arrays, .arena = tacti_arena_make(context, 4096)};
    status = allocate_patient(&p);
    if (status == TACT_OK) {
        take_vertices(&p, &report);
        take_triangles(&p, &report);
        look_at_use(&p, &report);
        status = look_at_equal_vertices(&p, &report);
    }
    if (status == TACT_OK)
        status = look_at_surface(&p, &report);
    tacti_arena_release(&p.arena);
    if (status == TACT_OK)
        *out = report;
    return status;
}
