/* SPDX-License-Identifier: MIT */
/* MESHES.txt: what is known of each mesh. Judged are the sizes, the degenerate triangles and the
 * bounds; edges, solids and volumes need more than triangles. */
#include "golden.h"

#include <inttypes.h>
#include <string.h>

/* name nv nf boundary nonmanifold closed degenerate duplicate self_pairs solid volume lo[3] hi[3]
 * log2scale */
#define MESH_FIELDS 18

typedef struct mesh_line {
    const char *name;
    uint64_t vertices, faces, degenerate;
    tact_box box;
} mesh_line;

static bool parse_line(const golden_lines *lines, mesh_line *out) {
    golden_cursor c = golden_cursor_at(lines, 0);
    out->name = golden_read_word(&c);
    out->vertices = golden_read_count(&c);
    out->faces = golden_read_count(&c);
    for (int i = 0; i < 3; i++)
        golden_read_count(&c);
    out->degenerate = golden_read_count(&c);
    for (int i = 0; i < 3; i++)
        golden_read_count(&c);
    golden_read_double(&c);
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

static void judge_line(golden_report *report, const mesh_line *line) {
    const golden_mesh *mesh = golden_mesh_find(report, line->name);
    if (mesh == NULL)
        return;
    if (mesh->vertex_count != line->vertices || mesh->face_count != line->faces)
        golden_fail(report, "vertices and faces expected %" PRIu64 " %" PRIu64 ", got %u %u",
                    line->vertices, line->faces, mesh->vertex_count, mesh->face_count);
    tact_box box = tact_box_empty();
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        box = tact_box_add_point(box, mesh->vertices[i]);
    if (!same_box(box, line->box))
        golden_fail(report, "bounds expected (%g %g %g) (%g %g %g), got (%g %g %g) (%g %g %g)",
                    line->box.lo.x, line->box.lo.y, line->box.lo.z, line->box.hi.x, line->box.hi.y,
                    line->box.hi.z, box.lo.x, box.lo.y, box.lo.z, box.hi.x, box.hi.y, box.hi.z);
    uint64_t degenerate = 0;
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const uint32_t *face = mesh->faces[i];
        degenerate += tact_is_collinear(&mesh->vertices[face[0]], &mesh->vertices[face[1]],
                                        &mesh->vertices[face[2]]);
    }
    if (degenerate != line->degenerate)
        golden_fail(report, "degenerate triangles expected %" PRIu64 ", got %" PRIu64,
                    line->degenerate, degenerate);
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
    golden_remark(report, "edges, duplicates, solids and volumes are not judged yet");
}
