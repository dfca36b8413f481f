/* SPDX-License-Identifier: MIT */
/* self_intersections.txt: each mesh with itself. Checks the number of degenerate triangles, the
 * number of intersecting pairs in total and by shared corners, and which of them intersect
 * improperly: once by tacti_self_visit(), once by the functions for two triangles on all pairs
 * whose boxes meet. */
#include "golden.h"

#include <inttypes.h>
#include <string.h>
#include "contacts/contacts.h"
#include "contacts/self_contacts.h"

/* name nv nf ndegenerate all_ordered n0 n1 n2 n3 self_pairs hash */
#define SELF_FIELDS 11

typedef struct self_line {
    const char *name;
    uint64_t vertices, faces, degenerate, ordered, shared[4], self_pairs, hash;
} self_line;

static bool parse_line(const golden_lines *lines, self_line *out) {
    golden_cursor c = golden_cursor_at(lines, 0);
    out->name = golden_read_word(&c);
    out->vertices = golden_read_count(&c);
    out->faces = golden_read_count(&c);
    out->degenerate = golden_read_count(&c);
    out->ordered = golden_read_count(&c);
    for (int i = 0; i < 4; i++)
        out->shared[i] = golden_read_count(&c);
    out->self_pairs = golden_read_count(&c);
    out->hash = golden_read_hash(&c);
    return !c.failed && lines->field_count == SELF_FIELDS;
}

bool golden_is_self(const char *name, const golden_lines *first) {
    self_line line;
    return strcmp(name, "self_intersections.txt") == 0 && parse_line(first, &line);
}

typedef struct self_count {
    golden_report *report;
    uint64_t shared[4], self_pairs, hash;
} self_count;

static bool same_point(tact_vec3 a, tact_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* How many corners of a and b are equal, each matched with at most one of the other triangle: a
 * corner that both repeat counts twice, one that only a repeats counts once. */
static uint32_t shared_corners(const tact_triangle *a, const tact_triangle *b) {
    bool is_taken[3] = {false, false, false};
    uint32_t count = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (!is_taken[j] && same_point(a->v[i], b->v[j])) {
                is_taken[j] = true;
                count++;
                break;
            }
        }
    }
    return count;
}

static bool is_degenerate(const tact_triangle *t) {
    return tact_is_collinear(&t->v[0], &t->v[1], &t->v[2]);
}

/* A single common point at a shared corner is proper, and so is a common segment at a shared
 * edge. */
static bool is_improper(golden_report *report, const tact_triangle *a, const tact_triangle *b,
                        uint32_t shared) {
    if (shared == 0 || shared == 3 || is_degenerate(a) || is_degenerate(b))
        return true;
    tact_overlap overlap = tact_triangle_intersect(a, b);
    const char *why;
    if (overlap.kind == TACT_OVERLAP_NONE)
        golden_fail(report, "overlaps says yes, intersect finds nothing");
    if (!golden_overlap_is_sound(&overlap, a, b, &why))
        golden_fail(report, "intersect: %s", why);
    if (shared == 1)
        return overlap.kind != TACT_OVERLAP_POINT;
    if (overlap.kind == TACT_OVERLAP_POINT)
        golden_fail(report, "triangles with a common edge meet only in a point");
    return overlap.kind == TACT_OVERLAP_POLYGON;
}

static void count_pair(void *user, uint32_t i, uint32_t j, const tact_triangle *a,
                       const tact_triangle *b) {
    self_count *found = user;
    uint32_t shared = shared_corners(a, b);
    if (!tact_triangle_overlaps(a, b)) {
        if (shared > 0)
            golden_fail(found->report, "triangles %u and %u share a corner but do not meet", i, j);
        return;
    }
    found->shared[shared]++;
    if (is_improper(found->report, a, b, shared)) {
        found->self_pairs++;
        found->hash += golden_pair_hash(i, j);
    }
}

/* What tacti_self_visit() finds. */
static bool count_visited(void *user, uint32_t a, uint32_t b) {
    self_count *found = user;
    if (a >= b)
        golden_fail(found->report, "self_visit: triangle %u comes before %u", a, b);
    found->self_pairs++;
    found->hash += golden_pair_hash(a, b);
    return true;
}

static void expect(golden_report *report, const char *what, uint64_t expected, uint64_t got) {
    if (expected != got)
        golden_fail(report, "%s expected %" PRIu64 ", got %" PRIu64, what, expected, got);
}

static void expect_hash(golden_report *report, const char *what, uint64_t expected, uint64_t got) {
    if (expected != got)
        golden_fail(report, "%s: hash expected %016" PRIx64 ", got %016" PRIx64, what, expected,
                    got);
}

static void judge_query(golden_report *report, const golden_mesh *mesh, const self_line *line) {
    self_count found = {report, {0}, 0, 0};
    tacti_contact_summary summary;
    if (tacti_self_visit(mesh->bvh, NULL, count_visited, &found, &summary) != TACT_OK) {
        golden_fail(report, "self_visit failed");
        return;
    }
    expect(report, "self_visit: pairs", line->self_pairs, found.self_pairs);
    expect(report, "self_visit: pair_count", line->self_pairs, summary.pair_count);
    expect_hash(report, "self_visit", line->hash, found.hash);
    tact_outcome outcome = line->self_pairs > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
    if (summary.outcome != outcome)
        golden_fail(report, "self_visit: outcome is %s", tact_outcome_name(summary.outcome));
}

static uint64_t count_degenerate(const golden_body *body) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < body->mesh->face_count; i++)
        count += is_degenerate(&body->triangles[i]);
    return count;
}

static void judge_line(golden_report *report, const self_line *line) {
    const golden_mesh *mesh = golden_mesh_find(report, line->name);
    if (mesh == NULL)
        return;
    expect(report, "vertices", line->vertices, mesh->vertex_count);
    expect(report, "faces", line->faces, mesh->face_count);
    golden_body body = golden_body_make(report, mesh, tact_pose_identity());
    self_count found = {report, {0}, 0, 0};
    golden_self_pairs_visit(&body, count_pair, &found);
    uint64_t *n = found.shared;
    expect(report, "degenerate triangles", line->degenerate, count_degenerate(&body));
    expect(report, "ordered pairs", line->ordered,
           mesh->face_count + 2 * (n[0] + n[1] + n[2] + n[3]));
    expect(report, "n0", line->shared[0], n[0]);
    expect(report, "n1", line->shared[1], n[1]);
    expect(report, "n2", line->shared[2], n[2]);
    expect(report, "n3", line->shared[3], n[3]);
    expect(report, "self_pairs", line->self_pairs, found.self_pairs);
    expect_hash(report, "all pairs", line->hash, found.hash);
    golden_body_free(&body);
    judge_query(report, mesh, line);
}

void golden_judge_self(golden_report *report, golden_lines *lines) {
    do {
        golden_case_begin(report, lines->fields[0]);
        self_line line;
        if (parse_line(lines, &line))
            judge_line(report, &line);
        else
            golden_fail(report, "line %" PRIu64 " cannot be read", lines->number);
        golden_case_end(report);
    } while (golden_lines_next(lines));
}
