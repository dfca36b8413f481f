/* SPDX-License-Identifier: MIT */
/* cloth_ball92.ply and cloth_ball93.ply: a step of a cloth. The numbers of candidates are published
 * in a public test of others; every method must find as many. */
#include "golden.h"

#include <inttypes.h>
#include <string.h>

#define START "cloth_ball92.ply"
#define END "cloth_ball93.ply"

/* By tact_impact_kind. */
static const uint64_t published[2] = {1655541, 5197332};

bool golden_is_deform(const char *name, const golden_lines *first) {
    return strcmp(name, START) == 0 && first->field_count == 1 &&
           strcmp(first->fields[0], "ply") == 0;
}

static bool count_block(void *user, const tact_deform_block *block) {
    ((uint64_t *)user)[block->kind] += block->count;
    return true;
}

static void judge_method(golden_report *report, const tact_deform *deform,
                         tact_deform_method method) {
    tact_deform_options options = tact_deform_options_default();
    uint64_t counts[2] = {0, 0};
    options.method = method;
    golden_case_begin(report, tact_deform_method_name(method));
    tact_status status = tact_deform_candidates(deform, NULL, &options, count_block, counts);
    if (status != TACT_OK)
        golden_fail(report, "%s", tact_status_name(status));
    for (int kind = 0; kind < 2; kind++)
        if (counts[kind] != published[kind])
            golden_fail(report, "%" PRIu64 " %s candidates, expected %" PRIu64, counts[kind],
                        tact_impact_kind_name((tact_impact_kind)kind), published[kind]);
    golden_case_end(report);
}

static tact_mesh *read_frame(const golden_report *report, const char *name) {
    char path[4096];
    size_t folder = strlen(report->path) - strlen(START);
    tact_soup *soup = NULL;
    tact_mesh *mesh = NULL;
    int length =
        snprintf(path, sizeof path, "%s/%.*s%s", report->root, (int)folder, report->path, name);
    if (length < 0 || (size_t)length >= sizeof path ||
        tact_read_file(NULL, path, TACT_FORMAT_PLY, NULL, &soup) != TACT_OK)
        return NULL;
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    (void)tact_mesh_create(NULL, &arrays, NULL, &mesh);
    tact_soup_destroy(soup);
    return mesh;
}

static void judge_step(golden_report *report, const tact_mesh *from, const tact_mesh *to) {
    tact_deform_topology topology = {.vertex_count = tact_mesh_vertex_count(from),
                                     .triangle_count = tact_mesh_triangle_count(from),
                                     .triangles = (const uint32_t(*)[3])tact_mesh_indices(from)};
    tact_deform *deform = NULL;
    if (tact_deform_create(NULL, &topology, NULL, &deform) == TACT_OK &&
        tact_deform_move(deform, tact_mesh_vertices(from), tact_mesh_vertices(to), NULL) == TACT_OK)
        for (int method = 0; method <= TACT_DEFORM_SWEEP; method++)
            judge_method(report, deform, (tact_deform_method)method);
    else
        golden_case_skip(report, "out of memory");
    tact_deform_destroy(deform);
}

void golden_judge_deform(golden_report *report, golden_lines *lines) {
    (void)lines;
    tact_mesh *from = read_frame(report, START), *to = read_frame(report, END);
    if (from != NULL && to != NULL && tact_mesh_vertex_count(from) == tact_mesh_vertex_count(to))
        judge_step(report, from, to);
    else
        golden_case_skip(report, GOLDEN_NO_FILE);
    tact_mesh_destroy(from);
    tact_mesh_destroy(to);
}
