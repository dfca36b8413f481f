/* SPDX-License-Identifier: MIT */
/* Files NAME_pairs.txt: two placed meshes a line. Judged are the verdict, the number and the hash
 * of the intersecting triangle pairs, and for meshes apart the distance: the stored triangle pair
 * attains it and no other comes nearer. A sample of the pairs is intersected in full. The volume
 * of the intersection is not judged: it needs more than triangles. */
#include "golden.h"

#include <inttypes.h>
#include <string.h>

/* id meshA meshB kind MA[12] MB[12] intersect npairs hash dist ta tb p[3] q[3] vol */
#define PAIR_FIELDS 41

/* About so many pairs of a line are looked at in full. */
#define SAMPLE 500

typedef struct pair_line {
    const char *name_a, *name_b;
    tact_pose pose_a, pose_b;
    bool intersect;
    uint64_t pair_count, hash;
    double distance;
    uint64_t face_a, face_b;
} pair_line;

static bool parse_line(const golden_lines *lines, pair_line *out) {
    golden_cursor c = golden_cursor_at(lines, 1);
    out->name_a = golden_read_word(&c);
    out->name_b = golden_read_word(&c);
    golden_read_word(&c);
    out->pose_a = golden_read_pose(&c);
    out->pose_b = golden_read_pose(&c);
    uint64_t intersect = golden_read_count(&c);
    out->intersect = intersect == 1;
    out->pair_count = golden_read_count(&c);
    out->hash = golden_read_hash(&c);
    out->distance = golden_read_double(&c);
    out->face_a = golden_read_count(&c);
    out->face_b = golden_read_count(&c);
    golden_read_vec3(&c);
    golden_read_vec3(&c);
    golden_read_double(&c);
    return !c.failed && intersect <= 1 && lines->field_count == PAIR_FIELDS;
}

bool golden_is_pairs(const char *name, const golden_lines *first) {
    size_t length = strlen(name), suffix = strlen("_pairs.txt");
    pair_line line;
    return length > suffix && strcmp(name + length - suffix, "_pairs.txt") == 0 &&
           parse_line(first, &line);
}

/* ---- Intersecting pairs ------------------------------------------------------------------- */

typedef struct pair_count {
    golden_report *report;
    uint64_t count, hash;
    uint64_t sample_mask; /* a pair is looked at in full where its hash has none of these bits */
} pair_count;

static void look_closely(golden_report *report, const tact_triangle *a, const tact_triangle *b,
                         bool overlaps) {
    tact_overlap overlap = tact_triangle_intersect(a, b);
    if ((overlap.kind != TACT_OVERLAP_NONE) != overlaps)
        golden_fail(report, "overlaps says %d but intersect finds a %s", overlaps,
                    tact_overlap_kind_name(overlap.kind));
    const char *why;
    if (!golden_overlap_is_sound(&overlap, a, b, &why))
        golden_fail(report, "intersect: %s", why);
    if (tact_triangle_overlaps(b, a) != overlaps)
        golden_fail(report, "overlaps changes its mind when a and b are swapped");
}

static void count_pair(void *user, uint32_t i, uint32_t j, const tact_triangle *a,
                       const tact_triangle *b) {
    pair_count *found = user;
    uint64_t hash = golden_pair_hash(i, j);
    bool overlaps = tact_triangle_overlaps(a, b);
    if (overlaps) {
        found->count++;
        found->hash += hash;
    }
    if ((hash & found->sample_mask) == 0)
        look_closely(found->report, a, b, overlaps);
}

static uint64_t sample_mask(uint64_t expected) {
    uint64_t mask = 0;
    while (expected / SAMPLE > mask)
        mask = 2 * mask + 1;
    return mask;
}

static void judge_overlap(golden_report *report, const pair_line *line, const golden_body *a,
                          const golden_body *b) {
    pair_count found = {report, 0, 0, sample_mask(line->pair_count)};
    golden_pairs_visit(a, b, count_pair, &found);
    if ((found.count > 0) != line->intersect)
        golden_fail(report, "intersect expected %d, got %d", line->intersect, found.count > 0);
    if (found.count != line->pair_count)
        golden_fail(report, "pairs expected %" PRIu64 ", got %" PRIu64, line->pair_count,
                    found.count);
    if (found.hash != line->hash)
        golden_fail(report, "hash expected %016" PRIx64 ", got %016" PRIx64, line->hash,
                    found.hash);
}

/* ---- Distance ----------------------------------------------------------------------------- */

typedef struct nearest {
    golden_report *report;
    double truth;
} nearest;

static void check_not_nearer(void *user, uint32_t i, uint32_t j, const tact_triangle *a,
                             const tact_triangle *b) {
    nearest *n = user;
    tact_gap gap = tact_triangle_distance(a, b);
    const char *why;
    if (gap.upper < n->truth * (1 - 1e-13))
        golden_fail(n->report, "distance expected %.17g, triangles %u and %u are at [%.17g, %.17g]",
                    n->truth, i, j, gap.lower, gap.upper);
    if (!golden_gap_is_sound(&gap, a, b, &why))
        golden_fail(n->report, "distance of triangles %u and %u: %s", i, j, why);
}

/* The stored pair must attain the stored distance, and every pair that could be as near is asked.
 * Which those are follows from the boxes alone. */
static void judge_distance(golden_report *report, const pair_line *line, const golden_body *a,
                           const golden_body *b) {
    tact_triangle ta = golden_body_triangle(report, a->mesh, line->pose_a, (uint32_t)line->face_a);
    tact_triangle tb = golden_body_triangle(report, b->mesh, line->pose_b, (uint32_t)line->face_b);
    tact_gap gap = tact_triangle_distance(&ta, &tb);
    if (line->intersect) {
        if (gap.distance != 0 || gap.lower != 0 || !tact_triangle_overlaps(&ta, &tb))
            golden_fail(report, "stored triangles meet, got distance %.17g", gap.distance);
        return;
    }
    if (!(gap.distance > 0))
        golden_fail(report, "distance expected %.17g, got %.17g", line->distance, gap.distance);
    if (!golden_gap_contains(&gap, line->distance))
        golden_fail(report, "distance expected %.17g, got [%.17g, %.17g]", line->distance,
                    gap.lower, gap.upper);
    nearest n = {report, line->distance};
    golden_near_pairs_visit(a, b, line->distance, check_not_nearer, &n);
}

/* ---- Lines -------------------------------------------------------------------------------- */

static void judge_line(golden_report *report, const pair_line *line) {
    const golden_mesh *mesh_a = golden_mesh_find(report, line->name_a);
    const golden_mesh *mesh_b = golden_mesh_find(report, line->name_b);
    if (mesh_a == NULL || mesh_b == NULL)
        return;
    if (line->face_a >= mesh_a->face_count || line->face_b >= mesh_b->face_count) {
        golden_fail(report, "the stored triangles are not there");
        return;
    }
    golden_body a = golden_body_make(report, mesh_a, line->pose_a);
    golden_body b = golden_body_make(report, mesh_b, line->pose_b);
    judge_overlap(report, line, &a, &b);
    judge_distance(report, line, &a, &b);
    golden_body_free(&a);
    golden_body_free(&b);
}

void golden_judge_pairs(golden_report *report, golden_lines *lines) {
    do {
        golden_case_begin(report, lines->fields[0]);
        pair_line line;
        if (parse_line(lines, &line))
            judge_line(report, &line);
        else
            golden_fail(report, "line %" PRIu64 " cannot be read", lines->number);
        golden_case_end(report);
    } while (golden_lines_next(lines));
    golden_remark(report, "volumes are not judged yet");
}
