/* SPDX-License-Identifier: MIT */
/* What queries refuse, and how: bad arguments, invalid poses, poses too far out. Also meshes
 * without triangles, failures of every allocation, and lists that are used again. Refused calls
 * leave their outputs as they were. */
#include "bodies.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bvh/bvh.h"
#include "surface/surface.h"
#include "contacts/contacts.h"

typedef struct fixture {
    soup s;
    body sphere, empty;
    tact_contact_list *list;
    tacti_pair_cache memory;
    tacti_pair_cache *cache;
} fixture;

static int set_up(void **state) {
    fixture *f = malloc(sizeof *f);
    assert_non_null(f);
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, 1, 3, &mesh), TACT_OK);
    f->s = soup_take(mesh);
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.solid = true;
    f->sphere = body_make(NULL, &f->s, &desc);
    soup nothing = soup_make(0, 0);
    f->empty = body_make(NULL, &nothing, &desc);
    soup_free(&nothing);
    assert_int_equal(tact_contact_list_create(NULL, &f->list), TACT_OK);
    f->memory = tacti_pair_cache_empty();
    f->cache = &f->memory;
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    tact_contact_list_destroy(f->list);
    body_free(&f->sphere);
    body_free(&f->empty);
    soup_free(&f->s);
    free(f);
    return 0;
}

static bool never(void *user, uint32_t a, uint32_t b) {
    (void)user;
    (void)a;
    (void)b;
    fail_msg("a visitor was called");
    return false;
}

static bool go_on(void *user, uint32_t a, uint32_t b) {
    (void)user;
    (void)a;
    (void)b;
    return true;
}

/* ---- Refusals ----------------------------------------------------------------------------- */

/* All outputs of all queries, filled with a pattern to see that nothing is written. */
typedef struct outputs {
    tacti_mesh_collision collision;
    tacti_contact_summary summary;
    tacti_mesh_distance_answer separation;
    tact_outcome outcome;
    tacti_mesh_distance_answer near;
} outputs;

/* Every query with these arguments returns status and writes nothing. */
static void check_refused(fixture *f, const tacti_placed *a, const tacti_placed *b,
                          const tacti_query_desc *desc, tact_status status) {
    outputs before, o;
    memset(&before, 0x5a, sizeof before);
    memcpy(&o, &before, sizeof o);
    assert_int_equal(tacti_mesh_collide(a, b, desc, f->cache, &o.collision), status);
    assert_int_equal(tacti_mesh_contacts_visit(a, b, desc, never, NULL, &o.summary), status);
    assert_int_equal(
        tacti_mesh_contacts_fill(a, b, desc, TACT_CONTACT_GEOMETRY, f->list, &o.summary), status);
    assert_int_equal(tact_contact_list_view(f->list).count, 0);
    assert_int_equal(tacti_mesh_distance(a, b, desc, f->cache, &o.separation), status);
    assert_int_equal(tacti_mesh_lower_bound(a, b, desc, f->cache, &o.separation), status);
    assert_int_equal(tacti_mesh_within(a, b, 1, desc, f->cache, &o.outcome, &o.near), status);
    assert_memory_equal(&o, &before, sizeof o);
}

static void test_bad_poses(void **state) {
    fixture *f = *state;
    for (int i = 0; i < 12; i++) {
        const double numbers[] = {NAN, HUGE_VAL, -HUGE_VAL};
        for (int k = 0; k < 3; k++) {
            tacti_placed good = {f->sphere.bvh, tact_pose_identity()}, bad = good;
            bad.pose.m[i] = numbers[k];
            check_refused(f, &good, &bad, NULL, TACT_NOT_FINITE);
            check_refused(f, &bad, &good, NULL, TACT_NOT_FINITE);
        }
    }
    tacti_placed good = {f->sphere.bvh, tact_pose_identity()}, bad = good;
    bad.pose.m[0] = -1; /* a mirror image */
    check_refused(f, &good, &bad, NULL, TACT_INVALID_POSE);
    check_refused(f, &bad, &good, NULL, TACT_INVALID_POSE);
    bad.pose.m[0] = 1.000001; /* squared it is beyond 1e-6 */
    check_refused(f, &good, &bad, NULL, TACT_INVALID_POSE);
    bad.pose = (tact_pose){{0}};
    check_refused(f, &bad, &good, NULL, TACT_INVALID_POSE);
}

static void test_beyond_the_range(void **state) {
    fixture *f = *state;
    tacti_placed good = {f->sphere.bvh, tact_pose_identity()}, bad = good;
    for (int axis = 0; axis < 3; axis++) {
        bad.pose = tact_pose_identity();
        /* The largest coordinate is 2^500; the size of the mesh is less than its rounding. */
        tacti_mesh_distance_answer furthest;
        bad.pose.m[4 * axis + 3] = -0x1p500;
        assert_int_equal(tacti_mesh_distance(&good, &bad, NULL, NULL, &furthest), TACT_OK);
        bad.pose.m[4 * axis + 3] = -nextafter(0x1p500, HUGE_VAL);
        check_refused(f, &good, &bad, NULL, TACT_INVALID_POSE);
        bad.pose.m[4 * axis + 3] = axis == 1 ? -0x1p501 : 0x1p501;
        check_refused(f, &good, &bad, NULL, TACT_INVALID_POSE);
        check_refused(f, &bad, &good, NULL, TACT_INVALID_POSE);
        bad.pose.m[4 * axis + 3] = 1.7e308;
        check_refused(f, &good, &bad, NULL, TACT_INVALID_POSE);
        bad.pose.m[4 * axis + 3] = 0x1p499;
        tacti_mesh_distance_answer d;
        assert_int_equal(tacti_mesh_distance(&good, &bad, NULL, NULL, &d), TACT_OK);
        assert_true(fabs(d.distance - 0x1p499) < 0x1p460);
    }
    /* A mesh that is itself too large has no valid pose. */
    soup large = soup_make(3, 1);
    large.vertices[0] = (tact_vec3){1.7e308, 0, 0};
    large.vertices[1] = (tact_vec3){-1.7e308, 1, 0};
    large.vertices[2] = (tact_vec3){0, 0, 1e308};
    for (uint32_t i = 0; i < 3; i++)
        large.indices[i] = i;
    body b = body_make(NULL, &large, NULL);
    tacti_placed placed = {b.bvh, tact_pose_identity()};
    check_refused(f, &good, &placed, NULL, TACT_INVALID_POSE);
    check_refused(f, &placed, &good, NULL, TACT_INVALID_POSE);
    body_free(&b);
    soup_free(&large);
}

static void test_missing_arguments(void **state) {
    fixture *f = *state;
    tacti_placed good = {f->sphere.bvh, tact_pose_identity()}, none = good;
    none.bvh = NULL;
    check_refused(f, &good, &none, NULL, TACT_INVALID_ARGUMENT);
    check_refused(f, &none, &good, NULL, TACT_INVALID_ARGUMENT);
    check_refused(f, NULL, &good, NULL, TACT_INVALID_ARGUMENT);
    check_refused(f, &good, NULL, NULL, TACT_INVALID_ARGUMENT);
    const double wrong[] = {-1, -0x1p-1074, NAN, -HUGE_VAL};
    for (int i = 0; i < 4; i++) {
        tacti_query_desc desc = tacti_query_desc_default();
        desc.relative_error = wrong[i];
        check_refused(f, &good, &good, &desc, TACT_INVALID_ARGUMENT);
        desc = tacti_query_desc_default();
        desc.absolute_error = wrong[i];
        check_refused(f, &good, &good, &desc, TACT_INVALID_ARGUMENT);
        tact_outcome outcome;
        assert_int_equal(tacti_mesh_within(&good, &good, wrong[i], NULL, NULL, &outcome, NULL),
                         TACT_INVALID_ARGUMENT);
    }
    tacti_contact_summary summary;
    tact_outcome outcome;
    assert_int_equal(tacti_mesh_collide(&good, &good, NULL, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_mesh_distance(&good, &good, NULL, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_mesh_lower_bound(&good, &good, NULL, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_mesh_within(&good, &good, 1, NULL, NULL, NULL, NULL),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_mesh_within(&good, &good, 1, NULL, NULL, &outcome, NULL), TACT_OK);
    assert_int_equal(tacti_mesh_contacts_visit(&good, &good, NULL, never, NULL, NULL),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_mesh_contacts_visit(&good, &good, NULL, NULL, NULL, &summary),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(
        tacti_mesh_contacts_fill(&good, &good, NULL, TACT_CONTACT_PAIRS, NULL, &summary),
        TACT_INVALID_ARGUMENT);
    assert_int_equal(
        tacti_mesh_contacts_fill(&good, &good, NULL, TACT_CONTACT_PAIRS, f->list, NULL),
        TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_contact_list_create(NULL, NULL), TACT_INVALID_ARGUMENT);
    tact_contact_list_destroy(NULL);
}

static void test_names(void **state) {
    (void)state;
    assert_string_equal(tact_outcome_name(TACT_OUTCOME_APART), "apart");
    assert_string_equal(tact_outcome_name(TACT_OUTCOME_CONTACT), "contact");
    assert_string_equal(tact_outcome_name(TACT_OUTCOME_UNDECIDED), "undecided");
    assert_string_equal(tact_outcome_name((tact_outcome)77), "unknown outcome");
}

/* ---- Nothing ------------------------------------------------------------------------------ */

static void check_empty(fixture *f, const tacti_placed *a, const tacti_placed *b) {
    tacti_query_desc desc = tacti_query_desc_default();
    for (int solid = 0; solid < 2; solid++) {
        desc.solid = solid == 1;
        tacti_mesh_collision c;
        assert_int_equal(tacti_mesh_collide(a, b, &desc, f->cache, &c), TACT_OK);
        assert_int_equal(c.outcome, TACT_OUTCOME_APART);
        tacti_mesh_distance_answer d;
        assert_int_equal(tacti_mesh_distance(a, b, &desc, f->cache, &d), TACT_OK);
        assert_true(d.distance == HUGE_VAL && d.lower == HUGE_VAL && d.upper == HUGE_VAL);
        assert_int_equal(d.a, TACT_NO_TRIANGLE);
        assert_int_equal(d.b, TACT_NO_TRIANGLE);
        assert_true(d.is_complete);
        assert_int_equal(tacti_mesh_lower_bound(a, b, &desc, f->cache, &d), TACT_OK);
        assert_true(d.lower == HUGE_VAL);
        const double radii[] = {0, 1, 1.7e308, HUGE_VAL};
        for (int i = 0; i < 4; i++) {
            tact_outcome outcome;
            assert_int_equal(tacti_mesh_within(a, b, radii[i], &desc, f->cache, &outcome, NULL),
                             TACT_OK);
            assert_int_equal(outcome, TACT_OUTCOME_APART);
        }
        tacti_contact_summary summary;
        assert_int_equal(tacti_mesh_contacts_visit(a, b, &desc, never, NULL, &summary), TACT_OK);
        assert_int_equal(summary.outcome, TACT_OUTCOME_APART);
        assert_int_equal(
            tacti_mesh_contacts_fill(a, b, &desc, TACT_CONTACT_GEOMETRY, f->list, &summary),
            TACT_OK);
        assert_int_equal(tact_contact_list_view(f->list).count, 0);
    }
}

static void test_empty_meshes(void **state) {
    fixture *f = *state;
    tacti_placed sphere = {f->sphere.bvh, tact_pose_identity()};
    tacti_placed empty = {f->empty.bvh, tact_pose_identity()};
    check_empty(f, &sphere, &empty);
    check_empty(f, &empty, &sphere);
    check_empty(f, &empty, &empty);
}

/* ---- Memory ------------------------------------------------------------------------------- */

static void test_memory_ends_at_every_allocation(void **state) {
    fixture *f = *state;
    for (uint64_t fail_at = 1;; fail_at++) {
        test_allocator allocator;
        tact_context *context = test_context_make(&allocator);
        allocator.fail_at = allocator.calls + fail_at;
        tact_contact_list *list = NULL;
        tacti_contact_summary summary;
        tacti_placed a = {f->sphere.bvh, tact_pose_identity()}, b = a;
        b.pose.m[3] = 0.1;
        tact_status status = tact_contact_list_create(context, &list);
        bool is_good = status == TACT_OK;
        assert_int_equal(list != NULL, is_good);
        if (is_good) {
            memset(&summary, 0x5a, sizeof summary);
            tacti_contact_summary before = summary;
            status = tacti_mesh_contacts_fill(&a, &b, NULL, TACT_CONTACT_GEOMETRY, list, &summary);
            is_good = status == TACT_OK;
            if (!is_good) {
                assert_memory_equal(&summary, &before, sizeof summary);
                assert_int_equal(tact_contact_list_view(list).count, 0);
                assert_null(tact_contact_list_view(list).pairs);
                /* The list can still be used. */
                allocator.fail_at = 0;
                assert_int_equal(
                    tacti_mesh_contacts_fill(&a, &b, NULL, TACT_CONTACT_GEOMETRY, list, &summary),
                    TACT_OK);
                assert_int_equal(tact_contact_list_view(list).count, summary.pair_count);
            }
            assert_true(summary.pair_count > 20);
        }
        assert_true(is_good || status == TACT_OUT_OF_MEMORY);
        tact_contact_list_destroy(list);
        tact_context_destroy(context);
        assert_int_equal(allocator.live, 0);
        if (is_good) {
            assert_true(fail_at > 5);
            return;
        }
    }
}

/* Queries allocate no memory, nor does a list that has grown. */
static void test_queries_do_not_allocate(void **state) {
    fixture *f = *state;
    test_allocator allocator;
    tact_context *context = test_context_make(&allocator);
    body a = body_make(context, &f->s, NULL);
    tact_contact_list *list;
    assert_int_equal(tact_contact_list_create(context, &list), TACT_OK);
    tacti_placed here = {a.bvh, tact_pose_identity()}, there = here;
    there.pose.m[3] = 0.1;
    tacti_contact_summary first, second;
    assert_int_equal(
        tacti_mesh_contacts_fill(&here, &there, NULL, TACT_CONTACT_GEOMETRY, list, &first),
        TACT_OK);
    uint64_t calls = allocator.calls;
    tacti_mesh_collision c;
    tacti_mesh_distance_answer d;
    tact_outcome outcome;
    assert_int_equal(tacti_mesh_collide(&here, &there, NULL, NULL, &c), TACT_OK);
    assert_int_equal(tacti_mesh_distance(&here, &there, NULL, NULL, &d), TACT_OK);
    assert_int_equal(tacti_mesh_within(&here, &there, 1, NULL, NULL, &outcome, NULL), TACT_OK);
    assert_int_equal(tacti_mesh_lower_bound(&here, &there, NULL, NULL, &d), TACT_OK);
    assert_int_equal(tacti_mesh_contacts_visit(&here, &there, NULL, go_on, NULL, &second), TACT_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(
            tacti_mesh_contacts_fill(&here, &there, NULL, TACT_CONTACT_GEOMETRY, list, &second),
            TACT_OK);
        assert_int_equal(second.pair_count, first.pair_count);
    }
    assert_int_equal(allocator.calls, calls);
    /* Fewer contacts, none, and many again. */
    there.pose.m[3] = 1.9;
    assert_int_equal(
        tacti_mesh_contacts_fill(&here, &there, NULL, TACT_CONTACT_PAIRS, list, &second), TACT_OK);
    assert_int_equal(tact_contact_list_view(list).count, second.pair_count);
    assert_true(second.pair_count < first.pair_count);
    there.pose.m[3] = 3;
    assert_int_equal(
        tacti_mesh_contacts_fill(&here, &there, NULL, TACT_CONTACT_GEOMETRY, list, &second),
        TACT_OK);
    assert_int_equal(tact_contact_list_view(list).count, 0);
    assert_null(tact_contact_list_view(list).contacts);
    assert_null(tact_contact_list_view(list).points);
    assert_null(tact_contact_list_view(list).pairs);
    tact_contact_list_destroy(list);
    body_free(&a);
    tact_context_destroy(context);
    assert_int_equal(allocator.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_poses),
        cmocka_unit_test(test_beyond_the_range),
        cmocka_unit_test(test_missing_arguments),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_empty_meshes),
        cmocka_unit_test(test_memory_ends_at_every_allocation),
        cmocka_unit_test(test_queries_do_not_allocate),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
