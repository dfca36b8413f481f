/* SPDX-License-Identifier: MIT */
/* MESHES.txt: what is known about each mesh, compared with the report of tact's mesh doctor: sizes,
 * open and non-manifold edges, whether the mesh is closed, degenerate and duplicate triangles,
 * volume and bounds. All counts are by vertex numbers. A duplicate is a triangle with the vertex
 * numbers of an earlier one, in any order. tacti_self_visit() must find the known number of pairs
 * of triangles that cut each other. A closed mesh without such pairs is a solid. Each mesh must
 * also survive writing and reading in every file format, bit for bit. */
#include "golden.h"
#include "round_trip.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "contacts/contacts.h"
#include "contacts/self_contacts.h"

/* name nv nf boundary nonmanifold closed degenerate duplicate self_pairs solid volume lo[3] hi[3]
 * log2scale */
#define MESH_FIELDS 18

/* Both sides round; the data's side sums in plain doubles for some meshes. */
#define VOLUME_TOLERANCE 1e-12

typedef struct mesh_line {
    const char *name;
    uint64_t vertices, faces, boundary, nonmanifold, closed, degenerate, duplicate, self_pairs,
        solid;
    double volume;
    tact_box box;
} mesh_line;

static bool parse_line(const golden_lines *lines, mesh_line *out) {
    golden_cursor c = golden_cursor_at(lines, 0);
    out->name = golden_read_word(&c);
    out->vertices = golden_read_count(&c);
    out->faces = golden_read_count(&c);
    out->boundary = golden_read_count(&c);
    out->nonmanifold = golden_read_count(&c);
    out->closed = golden_read_count(&c);
    out->degenerate = golden_read_count(&c);
    out->duplicate = golden_read_count(&c);
    out->self_pairs = golden_read_count(&c);
    out->solid = golden_read_count(&c);
    out->volume = golden_read_double(&c);
    out->box.lo = golden_read_vec3(&c);
    out->box.hi = golden_read_vec3(&c);
    golden_read_double(&c);
    return !c.failed && lines->field_count == MESH_FIELDS;
}

bool golden_is_meshes(const char *name, const golden_lines *first) {
    mesh_line line;
    return strcmp(name, "MESHES.txt") == 0 && parse_line(first, &line);
}

static bool same_box(tact_box a, tact_box b) {
    return a.lo.x == b.lo.x && a.lo.y == b.lo.y && a.lo.z == b.lo.z && a.hi.x == b.hi.x &&
           a.hi.y == b.hi.y && a.hi.z == b.hi.z;
}

static void judge_bounds(golden_report *report, tact_box expected, tact_box got) {
    if (!same_box(got, expected))
        golden_fail(report, "bounds expected (%g %g %g) (%g %g %g), got (%g %g %g) (%g %g %g)",
                    expected.lo.x, expected.lo.y, expected.lo.z, expected.hi.x, expected.hi.y,
                    expected.hi.z, got.lo.x, got.lo.y, got.lo.z, got.hi.x, got.hi.y, got.hi.z);
}

static void expect(golden_report *report, const char *what, uint64_t expected, uint64_t got) {
    if (expected != got)
        golden_fail(report, "%s expected %" PRIu64 ", got %" PRIu64, what, expected, got);
}

static bool pass(void *user, uint32_t a, uint32_t b) {
    (void)user, (void)a, (void)b;
    return true;
}

static void judge_self(golden_report *report, const golden_mesh *mesh, const mesh_line *line,
                       bool is_closed) {
    tacti_contact_summary summary;
    if (tacti_self_visit(mesh->bvh, NULL, pass, NULL, &summary) != TACT_OK) {
        golden_fail(report, "self_visit failed");
        return;
    }
    expect(report, "pairs that cut each other", line->self_pairs, summary.pair_count);
    expect(report, "solid", line->solid, is_closed && summary.pair_count == 0);
}

static void judge_line(golden_report *report, const mesh_line *line) {
    const golden_mesh *mesh = golden_mesh_find(report, line->name);
    if (mesh == NULL)
        return;
    tact_mesh_arrays arrays = {.positions = mesh->vertices,
                               .vertex_count = mesh->vertex_count,
                               .indices = &mesh->faces[0][0],
                               .triangle_count = mesh->face_count};
    tact_mesh_report found;
    tact_status status = tact_mesh_examine(NULL, &arrays, &found);
    if (status != TACT_OK) {
        golden_fail(report, "examining the mesh failed: %s", tact_status_name(status));
        return;
    }
    expect(report, "vertices", line->vertices, found.vertex_count);
    expect(report, "faces", line->faces, found.triangle_count);
    expect(report, "boundary edges", line->boundary, found.open_edges.count);
    expect(report, "non-manifold edges", line->nonmanifold, found.nonmanifold_edges.count);
    expect(report, "closed and oriented", line->closed, found.is_closed);
    expect(report, "degenerate triangles", line->degenerate, found.zero_area.count);
    expect(report, "duplicate triangles", line->duplicate, found.duplicate_triangles.count);
    if (!(fabs(found.volume - line->volume) <= VOLUME_TOLERANCE * fabs(line->volume)))
        golden_fail(report, "volume expected %.17g, got %.17g", line->volume, found.volume);
    judge_bounds(report, line->box, found.bounds);
    judge_self(report, mesh, line, found.is_closed);
    char why[160];
    if (!round_trip_is_exact(&arrays, why))
        golden_fail(report, "round trip: %s", why);
}

void golden_judge_meshes(golden_report *report, golden_lines *lines) {
    do {
        golden_case_begin(report, lines->fields[0]);
        mesh_line line;
        if (parse_line(lines, &line))
            judge_line(report, &line);
        else
            golden_fail(report, "line %" PRIu64 " cannot be read", lines->number);
        golden_case_end(report);
    } while (golden_lines_next(lines));
}
