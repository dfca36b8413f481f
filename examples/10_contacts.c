/* SPDX-License-Identifier: MIT */
/* All contacts of two meshes: the pairs of triangles, as they are found and as a sorted list, and
 * the curve along which the surfaces cross. A bar pierces a block; the curve is known. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <tact/tact.h>

/* What a visitor keeps between calls. */
typedef struct tally {
    uint64_t pairs;
    uint64_t most; /* ends the query when this many are found */
} tally;

static bool count_pair(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    tally *t = user;
    return ++t->pairs < t->most;
}

/* Pairs one by one, in no particular order, without any memory. */
static bool visit(const tacti_placed *a, const tacti_placed *b, uint64_t *pairs) {
    tally all = {0, UINT64_MAX}, few = {0, 5};
    tacti_contact_summary whole, cut;
    if (tacti_mesh_contacts_visit(a, b, NULL, count_pair, &all, &whole) != TACT_OK ||
        tacti_mesh_contacts_visit(a, b, NULL, count_pair, &few, &cut) != TACT_OK)
        return false;
    printf("visited %" PRIu64 " pairs: %s; ended after %" PRIu64 ": %s\n", all.pairs,
           tact_outcome_name(whole.outcome), few.pairs, tact_outcome_name(cut.outcome));
    *pairs = all.pairs;
    return whole.outcome == TACT_CONTACT && whole.pair_count == all.pairs && few.pairs == 5 &&
           cut.outcome == TACT_UNDECIDED;
}

static tact_triangle placed_triangle(const tacti_placed *placed, uint32_t triangle) {
    tact_triangle t = tact_mesh_triangle(tacti_bvh_mesh(placed->bvh), triangle);
    return tact_pose_place_triangle(placed->pose, &t);
}

/* Pairs alone, sorted; every one of them is true, and it does not matter who is a. */
static bool list_pairs(const tacti_placed *a, const tacti_placed *b, tact_contact_list *list,
                       uint64_t expected) {
    tacti_contact_summary summary;
    if (tacti_mesh_contacts_fill(b, a, NULL, TACT_CONTACT_PAIRS, list, &summary) != TACT_OK ||
        summary.pair_count != expected)
        return false;
    if (tacti_mesh_contacts_fill(a, b, NULL, TACT_CONTACT_PAIRS, list, &summary) != TACT_OK ||
        tact_contact_list_view(list).count != expected)
        return false;
    const uint32_t *pairs = tact_contact_list_view(list).pairs;
    for (uint64_t i = 0; i < expected; i++) {
        const uint32_t *pair = &pairs[2 * i];
        if (i > 0 && (pair[-2] > pair[0] || (pair[-2] == pair[0] && pair[-1] >= pair[1])))
            return false;
        tact_triangle ta = placed_triangle(a, pair[0]), tb = placed_triangle(b, pair[1]);
        if (!tact_triangle_overlaps(&ta, &tb))
            return false;
    }
    printf("the list has them in order, from (%" PRIu32 ", %" PRIu32 ") to (%" PRIu32 ", %" PRIu32
           ")\n",
           pairs[0], pairs[1], pairs[2 * expected - 2], pairs[2 * expected - 1]);
    return true;
}

/* What each pair has in common: here segments, which form two rectangles of 1 by 0.5. */
static bool measure_curve(const tacti_placed *a, const tacti_placed *b, tact_contact_list *list) {
    tacti_contact_summary summary;
    if (tacti_mesh_contacts_fill(a, b, NULL, TACT_CONTACT_GEOMETRY, list, &summary) != TACT_OK)
        return false;
    const tact_contact *contacts = tact_contact_list_view(list).contacts;
    const tact_overlap_point *points = tact_contact_list_view(list).points;
    double length = 0;
    for (uint32_t i = 0; i < tact_contact_list_view(list).count; i++) {
        if (contacts[i].kind != TACT_OVERLAP_SEGMENT)
            continue;
        const tact_overlap_point *end = &points[contacts[i].first_point];
        length += tact_vec3_length(tact_vec3_sub(end[1].position, end[0].position));
    }
    printf("the surfaces cross along a curve of length %.12g\n", length);
    return fabs(length - 6) < 1e-12;
}

int main(void) {
    tact_mesh *block = NULL, *bar = NULL;
    tacti_bvh *block_bvh = NULL, *bar_bvh = NULL;
    tact_contact_list *list = NULL;
    bool fine = tact_mesh_create_box(NULL, tact_vec3_make(2, 2, 2), 12, &block) == TACT_OK &&
                tact_mesh_create_box(NULL, tact_vec3_make(1, 0.5, 4), 7, &bar) == TACT_OK &&
                tacti_bvh_create(NULL, block, NULL, &block_bvh) == TACT_OK &&
                tacti_bvh_create(NULL, bar, NULL, &bar_bvh) == TACT_OK &&
                tact_contact_list_create(NULL, &list) == TACT_OK;
    tacti_placed a = {block_bvh, tact_pose_identity()};
    tacti_placed b = {bar_bvh, tact_pose_identity()};
    /* A little off the middle, so that no edge lies in a face. */
    b.pose.m[3] = 0.0413;
    b.pose.m[7] = 0.0271;
    b.pose.m[11] = 0.0119;
    uint64_t pairs = 0;
    fine = fine && visit(&a, &b, &pairs);
    fine = fine && list_pairs(&a, &b, list, pairs);
    fine = fine && measure_curve(&a, &b, list);
    tact_contact_list_destroy(list);
    tacti_bvh_destroy(bar_bvh);
    tacti_bvh_destroy(block_bvh);
    tact_mesh_destroy(bar);
    tact_mesh_destroy(block);
    return fine ? 0 : 1;
}
