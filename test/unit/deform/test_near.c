/* SPDX-License-Identifier: MIT */
/* Pairs that are near at an instant: distances against those of triangles, points and segments,
 * which share no code with them; gradients against differences. */
#include "make_deform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct near_list {
    size_t count, room;
    tact_deform_near *items;
} near_list;

static bool take_near(void *user, const tact_deform_near *near) {
    near_list *list = user;
    if (list->count == list->room) {
        list->room = 2 * list->room + 100;
        list->items = realloc(list->items, list->room * sizeof *list->items);
        assert_non_null(list->items);
    }
    list->items[list->count++] = *near;
    return true;
}

/* The distance of the features with these vertices. */
static tact_gap oracle(tact_impact_kind kind, const tact_vec3 x[4]) {
    if (kind == TACT_IMPACT_VERTEX_FACE) {
        tact_triangle face = {{x[1], x[2], x[3]}};
        return tact_triangle_distance_point(&face, x[0]);
    }
    tact_triangle flat = {{x[2], x[3], x[3]}};
    return tact_triangle_distance_segment(&flat, (tact_segment){x[0], x[1]});
}

static double squared(tact_impact_kind kind, const tact_vec3 x[4]) {
    double distance = oracle(kind, x).distance;
    return distance * distance;
}

/* Closest points of parallel edges, and those in a face without area, are not unique, so there is
 * no gradient; nearly so, it changes within the step of a difference. */
static bool is_flat(tact_impact_kind kind, const tact_vec3 x[4]) {
    bool is_face = kind == TACT_IMPACT_VERTEX_FACE;
    tact_vec3 u = is_face ? tact_vec3_sub(x[2], x[1]) : tact_vec3_sub(x[1], x[0]);
    tact_vec3 v = is_face ? tact_vec3_sub(x[3], x[1]) : tact_vec3_sub(x[3], x[2]);
    double n = tact_vec3_length(tact_vec3_cross(u, v));
    return n < 0.1 * tact_vec3_length(u) * tact_vec3_length(v) || n < 1e-3;
}

static void check_gradient(const tact_deform_near *near, const tact_vec3 places[4]) {
    const double h = 1e-7;
    if (is_flat(near->kind, places))
        return;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            tact_vec3 x[4];
            memcpy(x, places, sizeof x);
            double *moved = &x[i].x + k, at = *moved;
            *moved = at + h;
            double more = squared(near->kind, x);
            *moved = at - h;
            double less = squared(near->kind, x);
            double expected = (more - less) / (2 * h), found = (&near->gradient[i].x)[k];
            assert_true(fabs(expected - found) < 1e-6);
        }
}

static void check_pair(const tact_deform_near *near, const tact_deform_info *first,
                       const tact_deform_info *second) {
    int sides = near->kind == TACT_IMPACT_VERTEX_FACE ? 1 : 2, used = 0;
    double sums[2] = {0, 0};
    tact_vec3 x[4];
    for (int i = 0; i < 4; i++) {
        x[i] = (i < sides ? first : second)->start[near->vertices[i]];
        sums[i >= sides] += near->weights[i];
        used += near->weights[i] != 0;
        assert_true(near->weights[i] >= 0 && near->weights[i] <= 1);
    }
    static const int parts[] = {2, 3, 4, 4};
    assert_int_equal(used, parts[near->closest]);
    assert_true(fabs(sums[0] - 1) < 1e-12 && fabs(sums[1] - 1) < 1e-12);
    tact_gap gap = oracle(near->kind, x);
    assert_true(fabs(sqrt(near->squared) - gap.distance) < 1e-7);
    if (gap.distance > 1e-3)
        assert_true(fabs(near->squared - gap.distance * gap.distance) < 1e-12);
    check_gradient(near, x);
}

static bool has_pair(const near_list *list, tact_impact_kind kind, bool swapped, uint32_t a,
                     uint32_t b) {
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].kind == kind && list->items[i].swapped == swapped &&
            list->items[i].a == a && list->items[i].b == b)
            return true;
    return false;
}

/* Every pair whose boxes are within the distance, found by brute force, is there unless it is
 * farther. */
static void check_whole(const near_list *found, const tact_deform *a, const tact_deform *b,
                        double distance) {
    tact_deform_info x = tact_deform_inspect(a), y = tact_deform_inspect(b != NULL ? b : a);
    pair_list all = {0};
    size_t expected = 0;
    find_candidates(a, b, distance, &all);
    for (size_t i = 0; i < all.count; i++) {
        tact_impact_kind kind = (tact_impact_kind)(all.items[i][0] / 2);
        bool swapped = all.items[i][0] % 2 != 0;
        uint32_t first = (uint32_t)(all.items[i][1] >> 32), second = (uint32_t)all.items[i][1];
        const tact_deform_info *p = swapped ? &y : &x, *q = swapped ? &x : &y;
        tact_vec3 at[4] = {p->start[first]};
        for (int k = 0; k < 3 && kind == TACT_IMPACT_VERTEX_FACE; k++)
            at[k + 1] = q->start[q->triangles[second][k]];
        for (int k = 0; k < 2 && kind == TACT_IMPACT_EDGE_EDGE; k++) {
            at[k] = p->start[p->edges[first][k]];
            at[k + 2] = q->start[q->edges[second][k]];
        }
        tact_gap gap = oracle(kind, at);
        bool is_there = has_pair(found, kind, swapped, first, second);
        assert_true(is_there || gap.distance > distance - 1e-9);
        assert_true(!is_there || gap.distance < distance + 1e-9);
        expected += is_there;
    }
    assert_int_equal(found->count, expected);
    pair_list_clear(&all);
}

static void check_near(const tact_deform *a, const tact_deform *b, double distance) {
    tact_deform_info x = tact_deform_inspect(a), y = tact_deform_inspect(b != NULL ? b : a);
    near_list found = {0};
    assert_int_equal(tact_deform_near_pairs(a, b, distance, NULL, take_near, &found), TACT_OK);
    for (size_t i = 0; i < found.count; i++) {
        const tact_deform_near *near = &found.items[i];
        check_pair(near, near->swapped ? &y : &x, near->swapped ? &x : &y);
    }
    check_whole(&found, a, b, distance);
    free(found.items);
}

static void test_random(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deform near");
    uint64_t cases = test_case_count(40, 1000);
    for (uint64_t i = 0; i < cases; i++) {
        static random_body bodies[2];
        tact_deform *deforms[2];
        for (int k = 0; k < 2; k++) {
            make_random_body(&rng, 14, &bodies[k]);
            memcpy(bodies[k].end, bodies[k].start, sizeof bodies[k].end);
            deforms[k] = deform_of(NULL, &bodies[k]);
        }
        check_near(deforms[0], NULL, test_rng_between(&rng, 0.01, 0.3));
        check_near(deforms[0], deforms[1], test_rng_between(&rng, 0.01, 0.3));
        for (int k = 0; k < 2; k++)
            tact_deform_destroy(deforms[k]);
    }
}

static bool stop(void *user, const tact_deform_near *near) {
    (void)near;
    ++*(int *)user;
    return false;
}

/* A point above a face, one beside its side, one beside its corner. */
static void test_known(void **state) {
    (void)state;
    static const uint32_t triangles[][3] = {{0, 1, 2}}, points[] = {3, 4, 5};
    static const tact_vec3 at[] = {{0, 0, 0},   {4, 0, 0},     {0, 4, 0},
                                   {1, 1, 0.5}, {2, -0.25, 0}, {-3, -4, 0}};
    static const tact_deform_closest parts[] = {TACT_DEFORM_POINT_FACE, TACT_DEFORM_POINT_EDGE,
                                                TACT_DEFORM_POINT_POINT};
    static const double distances[] = {0.5, 0.25, 5};
    tact_deform_topology topology = {6, 1, 0, 3, triangles, NULL, points};
    tact_deform_options options = tact_deform_options_default();
    tact_deform *deform;
    near_list list = {0};
    int calls = 0;
    assert_int_equal(tact_deform_create(NULL, &topology, NULL, &deform), TACT_OK);
    assert_int_equal(tact_deform_move(deform, at, NULL, NULL), TACT_OK);
    options.kinds = TACT_DEFORM_VERTEX_FACE;
    assert_int_equal(tact_deform_near_pairs(deform, NULL, 5, &options, take_near, &list), TACT_OK);
    assert_int_equal(list.count, 3);
    for (int i = 0; i < 3; i++) {
        const tact_deform_near *near = &list.items[i];
        assert_int_equal(near->closest, parts[near->a - 3]);
        assert_true(near->squared == distances[near->a - 3] * distances[near->a - 3]);
    }
    assert_string_equal(tact_deform_closest_name(TACT_DEFORM_POINT_FACE), "point-face");
    assert_string_equal(tact_deform_closest_name((tact_deform_closest)7), "unknown parts");
    assert_int_equal(tact_deform_near_pairs(deform, NULL, 5, NULL, stop, &calls), TACT_OK);
    assert_int_equal(calls, 1);
    assert_int_equal(tact_deform_near_pairs(deform, NULL, -1, NULL, stop, &calls),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_near_pairs(deform, NULL, NAN, NULL, stop, &calls),
                     TACT_NOT_FINITE);
    assert_int_equal(tact_deform_near_pairs(deform, NULL, 1, NULL, NULL, NULL),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_near_pairs(NULL, NULL, 1, NULL, stop, &calls),
                     TACT_INVALID_ARGUMENT);
    options.kinds = 9;
    assert_int_equal(tact_deform_near_pairs(deform, NULL, 1, &options, stop, &calls),
                     TACT_INVALID_ARGUMENT);
    free(list.items);
    tact_deform_destroy(deform);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests_name("deform near", tests, NULL, NULL);
}
