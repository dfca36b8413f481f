/* SPDX-License-Identifier: MIT */
/* All contacts of two meshes: the pairs of triangles, as they are found and as a sorted list, and
 * the curve along which the surfaces cross. A bar pierces a block; the curve is known. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

/* The state of a visitor between calls. */
typedef struct tally {
    uint64_t pairs;
    uint64_t most; /* stops after this many pairs */
} tally;

static bool count_pair(void *user, tact_element a, tact_element b) {
    (void)a;
    (void)b;
    tally *t = user;
    return ++t->pairs < t->most;
}

/* Visits pairs one by one, in no particular order, without allocating. */
static bool visit(const tact_instance *a, const tact_instance *b, uint64_t *pairs) {
    tally all = {0, UINT64_MAX}, few = {0, 5};
    tact_contacts_result whole, cut;
    if (tact_contacts_visit(a, b, NULL, count_pair, &all, &whole) != TACT_OK ||
        tact_contacts_visit(a, b, NULL, count_pair, &few, &cut) != TACT_OK)
        return false;
    printf("visited %" PRIu64 " pairs: %s; ended after %" PRIu64 ": %s\n", all.pairs,
           tact_outcome_name(whole.outcome), few.pairs, tact_ending_name(cut.ending));
    *pairs = all.pairs;
    return whole.outcome == TACT_OUTCOME_CONTACT && whole.count == all.pairs && few.pairs == 5 &&
           cut.outcome == TACT_OUTCOME_UNDECIDED;
}

static tact_triangle placed_triangle(const tact_instance *instance, uint32_t triangle) {
    tact_triangle t = tact_mesh_triangle(tact_model_mesh(instance->model), triangle);
    return tact_pose_place_triangle(instance->pose, &t);
}

/* Lists pairs, sorted. Every pair is a real contact, and the order of a and b does not matter. */
static bool list_pairs(const tact_instance *a, const tact_instance *b, tact_contact_list *list,
                       uint64_t expected) {
    tact_contacts_result found;
    if (tact_contacts(b, a, NULL, list, &found) != TACT_OK || found.count != expected ||
        tact_contacts(a, b, NULL, list, &found) != TACT_OK)
        return false;
    tact_contact_view view = tact_contact_list_view(list);
    if (view.count != expected)
        return false;
    for (uint64_t i = 0; i < expected; i++) {
        const uint32_t *pair = &view.pairs[2 * i];
        if (i > 0 && (pair[-2] > pair[0] || (pair[-2] == pair[0] && pair[-1] >= pair[1])))
            return false;
        tact_triangle ta = placed_triangle(a, pair[0]), tb = placed_triangle(b, pair[1]);
        if (!tact_triangle_overlaps(&ta, &tb))
            return false;
    }
    printf("the list has them in order, from (%" PRIu32 ", %" PRIu32 ") to (%" PRIu32 ", %" PRIu32
           ")\n",
           view.pairs[0], view.pairs[1], view.pairs[2 * expected - 2],
           view.pairs[2 * expected - 1]);
    return true;
}

/* The intersection of each pair: here segments, which form two rectangles of 1 by 0.5. */
static bool measure_curve(const tact_instance *a, const tact_instance *b, tact_contact_list *list) {
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_GEOMETRY;
    tact_contacts_result found;
    if (tact_contacts(a, b, &options, list, &found) != TACT_OK)
        return false;
    tact_contact_view view = tact_contact_list_view(list);
    double length = 0;
    for (uint32_t i = 0; i < view.count; i++) {
        if (view.contacts[i].kind != TACT_OVERLAP_SEGMENT)
            continue;
        const tact_overlap_point *end = &view.points[view.contacts[i].first_point];
        length += tact_vec3_length(tact_vec3_sub(end[1].position, end[0].position));
    }
    printf("the surfaces cross along a curve of length %.12g\n", length);
    return fabs(length - 6) < 1e-12;
}

/* A model of a box. */
static tact_model *make_box(tact_vec3 size, uint32_t divisions) {
    tact_mesh *mesh;
    tact_model *model = NULL;
    if (tact_mesh_create_box(NULL, size, divisions, &mesh) != TACT_OK)
        return NULL;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    if (tact_model_create_mesh(NULL, &arrays, NULL, NULL, &model) != TACT_OK)
        model = NULL;
    tact_mesh_destroy(mesh);
    return model;
}

int main(void) {
    tact_model *block = make_box(tact_vec3_make(2, 2, 2), 12);
    tact_model *bar = make_box(tact_vec3_make(1, 0.5, 4), 7);
    tact_contact_list *list = NULL;
    bool fine = block != NULL && bar != NULL && tact_contact_list_create(NULL, &list) == TACT_OK;
    tact_instance a = tact_instance_make(block), b = tact_instance_make(bar);
    /* A little off the middle, so that no edge lies in a face. */
    b.pose.m[3] = 0.0413;
    b.pose.m[7] = 0.0271;
    b.pose.m[11] = 0.0119;
    uint64_t pairs = 0;
    fine = fine && visit(&a, &b, &pairs);
    fine = fine && list_pairs(&a, &b, list, pairs);
    fine = fine && measure_curve(&a, &b, list);
    tact_contact_list_destroy(list);
    tact_model_destroy(bar);
    tact_model_destroy(block);
    return fine ? 0 : 1;
}
