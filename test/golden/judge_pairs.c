/* SPDX-License-Identifier: MIT */
/* Files NAME_pairs.txt: two placed meshes per line, queried in both orders. Checks the verdict, the
 * number and the hash of the intersecting triangle pairs, the distance with its bounds, that both
 * orders give the same bits of the distance, and curves. A sample of the pairs is intersected in
 * full, and the stored triangles must attain the stored distance. The volume of the intersection is
 * compared with the relation of the solids. */
#include "golden.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "bvh/bvh.h"
#include "surface/surface.h"
#include "contacts/contacts.h"

/* id meshA meshB kind MA[12] MB[12] intersect npairs hash dist ta tb p[3] q[3] vol */
#define PAIR_FIELDS 41

/* About this many pairs per line are checked in full. */
#define SAMPLE 500

typedef struct pair_line {
    const char *name_a, *name_b;
    tact_pose pose_a, pose_b;
    bool intersect;
    uint64_t pair_count, hash;
    double distance;
    uint64_t face_a, face_b;
    double volume;
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
    out->volume = golden_read_double(&c);
    return !c.failed && intersect <= 1 && lines->field_count == PAIR_FIELDS;
}

bool golden_is_pairs(const char *name, const golden_lines *first) {
    size_t length = strlen(name), suffix = strlen("_pairs.txt");
    pair_line line;
    return length > suffix && strcmp(name + length - suffix, "_pairs.txt") == 0 &&
           parse_line(first, &line);
}

/* ---- Intersecting pairs ------------------------------------------------------------------- */

/* A line with its meshes in one of the two orders. */
typedef struct question {
    golden_report *report;
    const pair_line *line;
    tacti_placed a, b;
    bool is_swapped;
} question;

static tact_triangle placed_triangle(const tacti_placed *placed, uint32_t triangle) {
    tact_triangle t = tact_mesh_triangle(tacti_bvh_mesh(placed->bvh), triangle);
    return tact_pose_place_triangle(placed->pose, &t);
}

static void look_closely(golden_report *report, const tact_triangle *a, const tact_triangle *b) {
    tact_overlap overlap = tact_triangle_intersect(a, b);
    if (overlap.kind == TACT_OVERLAP_NONE)
        golden_fail(report, "contacts has a pair that intersect finds apart");
    const char *why;
    if (!golden_overlap_is_sound(&overlap, a, b, &why))
        golden_fail(report, "intersect: %s", why);
    if (!tact_triangle_overlaps(a, b) || !tact_triangle_overlaps(b, a))
        golden_fail(report, "contacts has a pair that overlaps finds apart");
}

typedef struct pair_count {
    const question *q;
    uint64_t count, hash;
    uint64_t sample_mask; /* a pair is checked in full if its hash has none of these bits */
} pair_count;

static bool count_pair(void *user, uint32_t i, uint32_t j) {
    pair_count *found = user;
    const question *q = found->q;
    uint64_t hash = q->is_swapped ? golden_pair_hash(j, i) : golden_pair_hash(i, j);
    found->count++;
    found->hash += hash;
    if ((hash & found->sample_mask) == 0) {
        tact_triangle a = placed_triangle(&q->a, i), b = placed_triangle(&q->b, j);
        look_closely(q->report, &a, &b);
    }
    return true;
}

static uint64_t sample_mask(uint64_t expected) {
    uint64_t mask = 0;
    while (expected / SAMPLE > mask)
        mask = 2 * mask + 1;
    return mask;
}

static void judge_overlap(const question *q) {
    const pair_line *line = q->line;
    tact_outcome right = line->intersect ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
    tacti_mesh_collision collision;
    if (tacti_mesh_collide(&q->a, &q->b, NULL, NULL, &collision) != TACT_OK ||
        collision.outcome != right)
        golden_fail(q->report, "intersect expected %d, got %s", line->intersect,
                    tact_outcome_name(collision.outcome));
    pair_count found = {q, 0, 0, sample_mask(line->pair_count)};
    tacti_contact_summary summary;
    if (tacti_mesh_contacts_visit(&q->a, &q->b, NULL, count_pair, &found, &summary) != TACT_OK ||
        summary.outcome != right || summary.pair_count != found.count)
        golden_fail(q->report, "contacts returned %s with %" PRIu64 " pairs",
                    tact_outcome_name(summary.outcome), summary.pair_count);
    if (found.count != line->pair_count)
        golden_fail(q->report, "pairs expected %" PRIu64 ", got %" PRIu64, line->pair_count,
                    found.count);
    if (found.hash != line->hash)
        golden_fail(q->report, "hash expected %016" PRIx64 ", got %016" PRIx64, line->hash,
                    found.hash);
}

/* ---- Distance ----------------------------------------------------------------------------- */

/* The stored pair must attain the stored distance. */
static void judge_stored_pair(const question *q) {
    const pair_line *line = q->line;
    tact_triangle ta = placed_triangle(&q->a, (uint32_t)line->face_a);
    tact_triangle tb = placed_triangle(&q->b, (uint32_t)line->face_b);
    tact_gap gap = tact_triangle_distance(&ta, &tb);
    const char *why;
    if (!golden_gap_contains(&gap, line->distance))
        golden_fail(q->report, "distance expected %.17g, stored triangles are at [%.17g, %.17g]",
                    line->distance, gap.lower, gap.upper);
    if (!golden_gap_is_sound(&gap, &ta, &tb, &why))
        golden_fail(q->report, "distance of the stored triangles: %s", why);
}

static double size_of(const tacti_bvh *bvh) {
    tact_box box = tact_mesh_bounds(tacti_bvh_mesh(bvh));
    return tact_vec3_length(tact_vec3_sub(box.hi, box.lo));
}

static void judge_radii(const question *q) {
    double truth = q->line->distance;
    const double radii[] = {0, truth * 0.5, truth * 2 + 1e-9};
    for (int i = 0; i < 3; i++) {
        /* A radius below the truth only if rounding cannot matter. */
        if (i == 1 && truth < 1e-9)
            continue;
        bool within = i == 2 || q->line->intersect;
        tact_outcome outcome;
        if (tacti_mesh_within(&q->a, &q->b, radii[i], NULL, NULL, &outcome, NULL) != TACT_OK ||
            outcome != (within ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART))
            golden_fail(q->report, "within %g: %s, at distance %.17g", radii[i],
                        tact_outcome_name(outcome), truth);
    }
    tacti_mesh_distance_answer greedy;
    if (tacti_mesh_lower_bound(&q->a, &q->b, NULL, NULL, &greedy) != TACT_OK ||
        (greedy.lower == 0) != q->line->intersect || greedy.lower > truth * (1 + 1e-13))
        golden_fail(q->report, "greedy distance %.17g, at distance %.17g", greedy.lower, truth);
}

static void judge_distance(const question *q) {
    const pair_line *line = q->line;
    tacti_mesh_distance_answer got;
    if (tacti_mesh_distance(&q->a, &q->b, NULL, NULL, &got) != TACT_OK || !got.is_complete) {
        golden_fail(q->report, "the distance query failed or is incomplete");
        return;
    }
    if ((got.distance == 0) != line->intersect)
        golden_fail(q->report, "distance %.17g, but intersect is %d", got.distance,
                    line->intersect);
    double size = size_of(q->a.bvh) + size_of(q->b.bvh) + line->distance;
    tact_gap gap = {.distance = got.distance, .lower = got.lower, .upper = got.upper};
    if (fabs(got.distance - line->distance) > 1e-12 * size ||
        !golden_gap_contains(&gap, line->distance))
        golden_fail(q->report, "distance expected %.17g, got %.17g in [%.17g, %.17g]",
                    line->distance, got.distance, got.lower, got.upper);
    judge_radii(q);
}

static bool has_same_bits(double x, double y) {
    return memcmp(&x, &y, sizeof x) == 0;
}

/* Which mesh is called a changes no bit of the distance and its bounds. */
static void judge_symmetry(const question *q) {
    tacti_mesh_distance_answer ab, ba;
    if (tacti_mesh_distance(&q->a, &q->b, NULL, NULL, &ab) != TACT_OK ||
        tacti_mesh_distance(&q->b, &q->a, NULL, NULL, &ba) != TACT_OK ||
        !has_same_bits(ab.distance, ba.distance) || !has_same_bits(ab.lower, ba.lower) ||
        !has_same_bits(ab.upper, ba.upper))
        golden_fail(q->report, "distance %a in [%a, %a], swapped %a in [%a, %a]", ab.distance,
                    ab.lower, ab.upper, ba.distance, ba.lower, ba.upper);
}

/* ---- Lines -------------------------------------------------------------------------------- */

static void judge_line(golden_report *report, const pair_line *line) {
    const golden_mesh *mesh_a = golden_mesh_find(report, line->name_a);
    const golden_mesh *mesh_b = golden_mesh_find(report, line->name_b);
    if (mesh_a == NULL || mesh_b == NULL)
        return;
    if (line->face_a >= mesh_a->face_count || line->face_b >= mesh_b->face_count) {
        golden_fail(report, "the stored triangles do not exist");
        return;
    }
    question q = {report, line, {mesh_a->bvh, line->pose_a}, {mesh_b->bvh, line->pose_b}, false};
    golden_placement_judge(report, mesh_a, line->pose_a);
    golden_placement_judge(report, mesh_b, line->pose_b);
    judge_stored_pair(&q);
    judge_overlap(&q);
    judge_distance(&q);
    question swapped = {report, line, q.b, q.a, true};
    judge_overlap(&swapped);
    judge_distance(&swapped);
    judge_symmetry(&q);
    golden_judge_curves(report, (const golden_mesh *const[2]){mesh_a, mesh_b},
                        (const tacti_placed[2]){q.a, q.b});
    golden_solids solids = {{mesh_a->interior, line->pose_a},
                            {mesh_b->interior, line->pose_b},
                            line->intersect,
                            line->volume,
                            {mesh_a->volume, mesh_b->volume}};
    golden_judge_relation(report, &solids);
    golden_solids other = {
        solids.b, solids.a, line->intersect, line->volume, {mesh_b->volume, mesh_a->volume}};
    golden_judge_relation(report, &other);
    golden_judge_proofs(report, &q.a, &q.b);
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
}
