/* SPDX-License-Identifier: MIT */
/* The self pairs of a mesh (self_pair.h) against brute force with the functions on two triangles:
 * on random soups full of shared corners, folds and triangles of zero area, on known shapes, at
 * every SIMD level, with a budget, with a visitor that stops, and without memory. */
#include "bodies.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bvh/bvh.h"
#include "contacts/contacts.h"
#include "contacts/self_contacts.h"

enum { MOST_TRIANGLES = 60 };

/* ---- The truth ---------------------------------------------------------------------------- */

static bool same_point(tact_vec3 a, tact_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static tact_triangle triangle_of(const soup *s, uint32_t number) {
    tact_triangle t;
    for (uint32_t k = 0; k < 3; k++)
        t.v[k] = s->vertices[s->indices[3 * number + k]];
    return t;
}

/* The rule for self pairs, by the intersection itself and not by signs. */
static bool is_self_pair(const tact_triangle *a, const tact_triangle *b) {
    tact_overlap overlap = tact_triangle_intersect(a, b);
    if (overlap.kind == TACT_OVERLAP_NONE)
        return false;
    if (tact_is_collinear(&a->v[0], &a->v[1], &a->v[2]) ||
        tact_is_collinear(&b->v[0], &b->v[1], &b->v[2]))
        return true;
    int shared = 0;
    for (int i = 0; i < 9; i++)
        shared += same_point(a->v[i / 3], b->v[i % 3]);
    if (shared == 1)
        return overlap.kind != TACT_OVERLAP_POINT;
    if (shared == 2)
        return overlap.kind == TACT_OVERLAP_POLYGON;
    return true;
}

/* Returns found[i * n + j] for i < j: whether they are a self pair. */
static bool *find_truth(const soup *s, uint32_t *count) {
    uint32_t n = s->triangle_count;
    bool *found = calloc((size_t)n * n, sizeof *found);
    assert_non_null(found);
    *count = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++) {
            tact_triangle a = triangle_of(s, i), b = triangle_of(s, j);
            found[i * n + j] = is_self_pair(&a, &b);
            *count += found[i * n + j];
        }
    return found;
}

/* ---- Checks ------------------------------------------------------------------------------- */

typedef struct seen {
    uint32_t triangle_count;
    const bool *self_pairs;
    bool *is_seen;
    uint32_t stop_after;
    uint32_t count;
} seen;

static bool note_pair(void *user, uint32_t a, uint32_t b) {
    seen *s = user;
    assert_true(a < b && b < s->triangle_count);
    size_t at = (size_t)a * s->triangle_count + b;
    assert_true(s->self_pairs[at]);
    assert_false(s->is_seen[at]);
    s->is_seen[at] = true;
    return ++s->count != s->stop_after;
}

static tacti_contact_summary visit(const tacti_bvh *bvh, const tacti_query_desc *desc,
                                   const bool *self_pairs, uint32_t stop_after) {
    uint32_t n = tact_mesh_triangle_count(tacti_bvh_mesh(bvh));
    seen s = {n, self_pairs, calloc((size_t)n * n + 1, sizeof(bool)), stop_after, 0};
    tacti_contact_summary summary;
    assert_non_null(s.is_seen);
    assert_int_equal(tacti_self_visit(bvh, desc, note_pair, &s, &summary), TACT_OK);
    assert_int_equal(summary.pair_count, s.count);
    free(s.is_seen);
    return summary;
}

static void check_list_against(const tacti_bvh *bvh, const bool *self_pairs, uint32_t count,
                               tact_contact_list *list) {
    uint32_t n = tact_mesh_triangle_count(tacti_bvh_mesh(bvh)), at = 0;
    tacti_contact_summary summary;
    assert_int_equal(tacti_self_fill(bvh, NULL, TACT_CONTACT_GEOMETRY, list, &summary), TACT_OK);
    assert_int_equal(summary.pair_count, count);
    assert_int_equal(tact_contact_list_view(list).count, count);
    const uint32_t *pairs = tact_contact_list_view(list).pairs;
    const tact_contact *contacts = tact_contact_list_view(list).contacts;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++) {
            if (!self_pairs[i * n + j])
                continue;
            assert_int_equal(pairs[2 * at], i);
            assert_int_equal(pairs[2 * at + 1], j);
            tact_triangle a = tact_mesh_triangle(tacti_bvh_mesh(bvh), i);
            tact_triangle b = tact_mesh_triangle(tacti_bvh_mesh(bvh), j);
            tact_overlap overlap = tact_triangle_intersect(&a, &b);
            assert_int_equal(contacts[at].kind, overlap.kind);
            assert_memory_equal(tact_contact_list_view(list).points + contacts[at].first_point,
                                overlap.points, overlap.point_count * sizeof *overlap.points);
            at++;
        }
}

static void check_soup(const tact_context *context, const soup *s, tact_contact_list *list,
                       uint32_t *count) {
    bool *self_pairs = find_truth(s, count);
    body b = body_make(context, s, NULL);
    tacti_contact_summary summary = visit(b.bvh, NULL, self_pairs, 0);
    assert_int_equal(summary.pair_count, *count);
    assert_int_equal(summary.outcome, *count > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
    check_list_against(b.bvh, self_pairs, *count, list);
    body_free(&b);
    free(self_pairs);
}

/* ---- Random soups ------------------------------------------------------------------------- */

/* The same triangles with a separate vertex per corner: corners are shared by coordinates alone. */
static soup unwelded(const soup *s) {
    soup out = soup_make(3 * s->triangle_count, s->triangle_count);
    for (uint32_t i = 0; i < 3 * s->triangle_count; i++) {
        out.vertices[i] = s->vertices[s->indices[i]];
        out.indices[i] = i;
    }
    return out;
}

static soup random_soup(test_rng *rng) {
    soup s = soup_random(rng, MOST_TRIANGLES);
    static const double factors[] = {1, 1, 0x1p-1040, 0x1p600, 0x1p1015, 1e-3};
    uint32_t kind = test_rng_below(rng, 12);
    if (kind < 6)
        soup_move(&s, factors[kind], (tact_vec3){0, 0, 0});
    else if (kind == 6)
        soup_move(&s, 1, (tact_vec3){0x1p30, -0x1p31, 0x1p29});
    if (test_rng_below(rng, 2) == 0) {
        soup apart = unwelded(&s);
        soup_free(&s);
        s = apart;
    }
    return s;
}

static void test_brute_force(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("query_self");
    uint64_t count = test_case_count(1500, 100000), self_pairs = 0, pairs = 0;
    tact_contact_list *list;
    assert_int_equal(tact_contact_list_create(NULL, &list), TACT_OK);
    for (uint64_t i = 0; i < count; i++) {
        soup s = random_soup(&rng);
        uint32_t found;
        check_soup(all->alone[i % all->level_count], &s, list, &found);
        self_pairs += found;
        pairs += (uint64_t)s.triangle_count * (s.triangle_count - 1) / 2;
        soup_free(&s);
    }
    tact_contact_list_destroy(list);
    /* Neither verdict is rare. */
    assert_true(self_pairs > pairs / 10 && self_pairs < pairs - pairs / 10);
}

/* Fans around one corner and strips along edges on a small lattice: nearly all pairs share
 * corners, and planes, edges and cones often coincide. */
static soup random_fan(test_rng *rng) {
    uint32_t side = 2 + test_rng_below(rng, 2), vertex_count = side * side * side;
    bool is_flat = test_rng_below(rng, 3) == 0;
    soup s = soup_make(vertex_count, 1 + test_rng_below(rng, 12));
    tact_pose turn = test_rng_below(rng, 2) == 0 ? tact_pose_identity() : pose_random(rng, 1);
    for (uint32_t i = 0; i < vertex_count; i++) {
        tact_vec3 v = {i % side, i / side % side, is_flat ? 0 : i / side / side};
        s.vertices[i] = tact_pose_place(turn, v);
    }
    uint32_t hub = test_rng_below(rng, vertex_count), other = test_rng_below(rng, vertex_count);
    for (uint32_t i = 0; i < s.triangle_count; i++) {
        uint32_t *corner = s.indices + 3 * i, first = test_rng_below(rng, 3);
        corner[first] = hub;
        corner[(first + 1) % 3] =
            test_rng_below(rng, 3) == 0 ? other : test_rng_below(rng, vertex_count);
        corner[(first + 2) % 3] = test_rng_below(rng, vertex_count);
    }
    return s;
}

static void test_fans(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("query_self_fans");
    uint64_t count = test_case_count(4000, 300000);
    tact_contact_list *list;
    assert_int_equal(tact_contact_list_create(NULL, &list), TACT_OK);
    for (uint64_t i = 0; i < count; i++) {
        soup s = random_fan(&rng);
        uint32_t found;
        check_soup(all->alone[i % all->level_count], &s, list, &found);
        soup_free(&s);
    }
    tact_contact_list_destroy(list);
}

/* Pairs and work are the same at all levels. */
static void test_levels(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("query_self_levels");
    uint64_t count = test_case_count(200, 10000);
    for (uint64_t i = 0; i < count; i++) {
        soup s = random_soup(&rng);
        uint32_t found;
        bool *self_pairs = find_truth(&s, &found);
        tacti_contact_summary first = {0};
        for (uint32_t level = 0; level < all->level_count; level++) {
            body b = body_make(all->alone[level], &s, NULL);
            tacti_contact_summary summary = visit(b.bvh, NULL, self_pairs, 0);
            if (level == 0)
                first = summary;
            assert_int_equal(summary.pair_count, first.pair_count);
            assert_memory_equal(&summary.work, &first.work, sizeof first.work);
            body_free(&b);
        }
        free(self_pairs);
        soup_free(&s);
    }
}

/* ---- Known shapes ------------------------------------------------------------------------- */

/* A closed surface does not meet itself. Two of them in one mesh meet as two meshes do. */
static void test_shapes(void **state) {
    (void)state;
    tact_mesh *sphere_mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, 1, 4, &sphere_mesh), TACT_OK);
    soup s = soup_take(sphere_mesh);
    body sphere = body_make(NULL, &s, NULL);
    tacti_contact_summary summary, pair;
    seen none = {.triangle_count = s.triangle_count};
    assert_int_equal(tacti_self_visit(sphere.bvh, NULL, note_pair, &none, &summary), TACT_OK);
    assert_int_equal(summary.outcome, TACT_OUTCOME_APART);
    soup both = soup_make(2 * s.vertex_count, 2 * s.triangle_count);
    for (uint32_t i = 0; i < s.vertex_count; i++) {
        both.vertices[i] = s.vertices[i];
        both.vertices[s.vertex_count + i] =
            tact_vec3_add(s.vertices[i], (tact_vec3){0.5, 0.25, 0.125});
    }
    for (uint32_t i = 0; i < 3 * s.triangle_count; i++) {
        both.indices[i] = s.indices[i];
        both.indices[3 * s.triangle_count + i] = s.indices[i] + s.vertex_count;
    }
    body whole = body_make(NULL, &both, NULL);
    tact_contact_list *list;
    assert_int_equal(tact_contact_list_create(NULL, &list), TACT_OK);
    tacti_placed a = {sphere.bvh, tact_pose_identity()}, b = a;
    b.pose.m[3] = 0.5;
    b.pose.m[7] = 0.25;
    b.pose.m[11] = 0.125;
    assert_int_equal(tacti_mesh_contacts_fill(&a, &b, NULL, TACT_CONTACT_PAIRS, list, &pair),
                     TACT_OK);
    assert_int_equal(tacti_self_fill(whole.bvh, NULL, TACT_CONTACT_PAIRS, list, &summary), TACT_OK);
    assert_true(pair.pair_count > 50);
    assert_int_equal(summary.pair_count, pair.pair_count);
    tact_contact_list_destroy(list);
    body_free(&whole);
    body_free(&sphere);
    soup_free(&both);
    soup_free(&s);
}

/* ---- Ends ---------------------------------------------------------------------------------- */

static void test_budget(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_self_budget");
    for (int i = 0; i < 20; i++) {
        soup s = soup_random(&rng, 200);
        uint32_t count;
        bool *self_pairs = find_truth(&s, &count);
        body b = body_make(NULL, &s, NULL);
        tacti_query_desc desc = tacti_query_desc_default();
        bool was_decided = false;
        for (desc.budget = 0; !was_decided; desc.budget += 1 + desc.budget / 8) {
            tacti_contact_summary summary = visit(b.bvh, &desc, self_pairs, 0);
            was_decided = summary.outcome != TACT_OUTCOME_UNDECIDED;
            assert_true(desc.budget != 0 || !was_decided);
            uint64_t done = summary.work.box_tests + summary.work.triangle_tests;
            assert_true(done < desc.budget + 160 || desc.budget == 0);
            if (was_decided)
                assert_int_equal(summary.pair_count, count);
        }
        if (count > 0) {
            tacti_contact_summary summary = visit(b.bvh, NULL, self_pairs, 1);
            assert_int_equal(summary.outcome, TACT_OUTCOME_UNDECIDED);
            assert_int_equal(summary.pair_count, 1);
        }
        body_free(&b);
        free(self_pairs);
        soup_free(&s);
    }
}

static bool take_none(void *user, uint32_t a, uint32_t b) {
    (void)user, (void)a, (void)b;
    return true;
}

static void test_arguments(void **state) {
    (void)state;
    soup s = {0};
    body b = body_make(NULL, &s, NULL);
    tact_contact_list *list;
    tacti_contact_summary summary;
    tacti_query_desc bad = tacti_query_desc_default(), negative = bad;
    bad.relative_error = (double)NAN;
    negative.absolute_error = -0x1p-1074;
    assert_int_equal(tact_contact_list_create(NULL, &list), TACT_OK);
    assert_int_equal(tacti_self_visit(b.bvh, NULL, take_none, NULL, &summary), TACT_OK);
    assert_int_equal(summary.outcome, TACT_OUTCOME_APART);
    assert_int_equal(summary.pair_count, 0);
    assert_int_equal(tacti_self_fill(b.bvh, NULL, TACT_CONTACT_GEOMETRY, list, &summary), TACT_OK);
    assert_int_equal(tact_contact_list_view(list).count, 0);
    const tact_status wrong = TACT_INVALID_ARGUMENT;
    assert_int_equal(tacti_self_visit(NULL, NULL, take_none, NULL, &summary), wrong);
    assert_int_equal(tacti_self_visit(b.bvh, NULL, NULL, NULL, &summary), wrong);
    assert_int_equal(tacti_self_visit(b.bvh, NULL, take_none, NULL, NULL), wrong);
    assert_int_equal(tacti_self_visit(b.bvh, &bad, take_none, NULL, &summary), wrong);
    assert_int_equal(tacti_self_visit(b.bvh, &negative, take_none, NULL, &summary), wrong);
    assert_int_equal(tacti_self_fill(NULL, NULL, TACT_CONTACT_PAIRS, list, &summary), wrong);
    assert_int_equal(tacti_self_fill(b.bvh, NULL, TACT_CONTACT_PAIRS, NULL, &summary), wrong);
    assert_int_equal(tacti_self_fill(b.bvh, NULL, TACT_CONTACT_PAIRS, list, NULL), wrong);
    assert_int_equal(tacti_self_fill(b.bvh, &bad, TACT_CONTACT_PAIRS, list, &summary), wrong);
    tact_contact_list_destroy(list);
    body_free(&b);
}

static void test_memory(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_self_memory");
    soup s = soup_make(90, 60);
    for (uint32_t i = 0; i < s.vertex_count; i++)
        s.vertices[i] = (tact_vec3){test_rng_unit(&rng), test_rng_unit(&rng), test_rng_unit(&rng)};
    for (uint32_t i = 0; i < 3 * s.triangle_count; i++)
        s.indices[i] = i % s.vertex_count;
    body b = body_make(NULL, &s, NULL);
    bool is_good = false;
    for (uint64_t fail_at = 1; !is_good; fail_at++) {
        test_allocator allocator;
        tact_context *context = test_context_make(&allocator);
        tact_contact_list *list;
        assert_int_equal(tact_contact_list_create(context, &list), TACT_OK);
        allocator.fail_at = allocator.calls + fail_at;
        tacti_contact_summary summary;
        memset(&summary, 0x5a, sizeof summary);
        tacti_contact_summary before = summary;
        tact_status status = tacti_self_fill(b.bvh, NULL, TACT_CONTACT_GEOMETRY, list, &summary);
        is_good = status == TACT_OK;
        if (!is_good) {
            assert_int_equal(status, TACT_OUT_OF_MEMORY);
            assert_memory_equal(&summary, &before, sizeof summary);
            assert_int_equal(tact_contact_list_view(list).count, 0);
        }
        tact_contact_list_destroy(list);
        tact_context_destroy(context);
        assert_int_equal(allocator.live, 0);
        assert_true(!is_good || fail_at > 3);
    }
    body_free(&b);
    soup_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force), cmocka_unit_test(test_fans),
        cmocka_unit_test(test_levels),      cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_budget),      cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("query/self", tests, contexts_set_up, contexts_tear_down);
}
