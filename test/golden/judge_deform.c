/* SPDX-License-Identifier: MIT */
/* cloth_ball92.ply and cloth_ball93.ply: a step of a cloth. The numbers of candidates are published
 * in a public test of others; every method must find as many. */
#include "golden.h"

#include <inttypes.h>
#include <stdlib.h>
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

/* Contacts of one kind: how many, and a sum over their features. */
typedef struct contact_sums {
    const tact_deform *deform;
    uint64_t counts[2], sums[2];
    bool failed;
} contact_sums;

static void add_contact(contact_sums *s, tact_impact_kind kind, uint32_t a, uint32_t b) {
    s->counts[kind]++;
    s->sums[kind] += (a + UINT64_C(0x9E3779B97F4A7C15)) * (b + UINT64_C(0xBF58476D1CE4E5B9));
}

static void write_vertices(const tact_deform_info *info, tact_impact_kind kind,
                           const uint32_t pair[2], uint32_t out[4]) {
    if (kind == TACT_IMPACT_VERTEX_FACE) {
        out[0] = pair[0];
        memcpy(out + 1, info->triangles[pair[1]], 3 * sizeof *out);
    } else {
        memcpy(out, info->edges[pair[0]], 2 * sizeof *out);
        memcpy(out + 2, info->edges[pair[1]], 2 * sizeof *out);
    }
}

/* Asks about all candidates, found by a sweep. */
static bool test_block(void *user, const tact_deform_block *block) {
    contact_sums *s = user;
    tact_deform_info info = tact_deform_inspect(s->deform);
    uint32_t(*vertices)[4] = golden_allocate(block->count, sizeof *vertices);
    tact_impact_result *results = golden_allocate(block->count, sizeof *results);
    for (uint32_t i = 0; i < block->count; i++)
        write_vertices(&info, block->kind, block->pairs[i], vertices[i]);
    tact_impact_batch batch = {.start = info.start,
                               .end = info.end,
                               .vertices = (const uint32_t(*)[4])vertices,
                               .vertex_count = info.vertex_count,
                               .count = block->count,
                               .kind = block->kind};
    s->failed |= tact_impact_batch_run(NULL, &batch, results) != TACT_OK;
    for (uint32_t i = 0; i < block->count; i++)
        if (results[i].outcome != TACT_OUTCOME_APART)
            add_contact(s, block->kind, block->pairs[i][0], block->pairs[i][1]);
    free(vertices);
    free(results);
    return !s->failed;
}

static void take_contacts(void *user, const tact_deform_contact *contacts, size_t count) {
    for (size_t i = 0; i < count; i++)
        add_contact(user, contacts[i].kind, contacts[i].a, contacts[i].b);
}

static void judge_contacts(golden_report *report, const tact_deform *deform) {
    contact_sums expected = {.deform = deform}, found = {0};
    tact_deform_options options = tact_deform_options_default();
    options.method = TACT_DEFORM_SWEEP;
    golden_case_begin(report, "contacts");
    if (tact_deform_candidates(deform, NULL, &options, test_block, &expected) != TACT_OK ||
        expected.failed)
        golden_fail(report, "the candidates cannot be tested");
    if (tact_deform_contacts(deform, NULL, NULL, NULL, take_contacts, &found) != TACT_OK)
        golden_fail(report, "contacts cannot be found");
    for (int kind = 0; kind < 2; kind++)
        if (found.counts[kind] != expected.counts[kind] || found.sums[kind] != expected.sums[kind])
            golden_fail(report, "%" PRIu64 " %s contacts, %" PRIu64 " among the candidates",
                        found.counts[kind], tact_impact_kind_name((tact_impact_kind)kind),
                        expected.counts[kind]);
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
    if (tact_deform_create(NULL, &topology, NULL, &deform) != TACT_OK ||
        tact_deform_move(deform, tact_mesh_vertices(from), tact_mesh_vertices(to), NULL) != TACT_OK)
        golden_case_skip(report, "out of memory");
    else {
        for (int method = 0; method <= TACT_DEFORM_SWEEP; method++)
            judge_method(report, deform, (tact_deform_method)method);
        judge_contacts(report, deform);
    }
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
