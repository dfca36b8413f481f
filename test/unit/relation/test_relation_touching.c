/* SPDX-License-Identifier: MIT */
/* Relations of watertight solids that touch themselves: edges of four and more faces, inner walls
 * that fit and that do not, duplicates, cavities flush with sides, and triangles without area. They
 * are compared with samples of a lattice (lattice_solids.h). */
#include "lattice_solids.h"

#include <tact/mesh_generators.h>
#include "touching_solids.h"

#include <stdlib.h>
#include <string.h>
#include "relation/classify.h"
#include "inside/interiors.h"

static tact_relation swapped(tact_relation r) {
    return r == TACT_RELATION_A_IN_B   ? TACT_RELATION_B_IN_A
           : r == TACT_RELATION_B_IN_A ? TACT_RELATION_A_IN_B
                                       : r;
}

static tacti_classification classify(const solid *a, tact_pose pose_a, const solid *b,
                                     tact_pose pose_b) {
    tacti_filled placed_a = {a->interior, pose_a}, placed_b = {b->interior, pose_b};
    tacti_classify_desc desc = tacti_classify_desc_default();
    desc.wants_clearance = false;
    tacti_classification got;
    assert_int_equal(tacti_mesh_classify(NULL, &placed_a, &placed_b, &desc, &got), TACT_OK);
    return got;
}

/* Quarter turns with shifts by coarse cells or by quarters of coarse cells. */
static tact_pose random_pose(test_rng *rng, int reach) {
    tact_pose pose = pose_signed_permutation(rng);
    bool is_coarse = test_rng_below(rng, 2) == 0;
    for (int k = 0; k < 3; k++) {
        int shift = (int)test_rng_below(rng, (uint32_t)(2 * reach + 1)) - reach;
        pose.m[4 * k + 3] = is_coarse ? shift / 4 * 4 : shift;
        /* The turn is around the centre. */
        for (int j = 0; j < 3; j++)
            pose.m[4 * k + 3] -= pose.m[4 * k + j] * (LATTICE_SIZE / 2);
    }
    return pose;
}

static void test_lattice(void **state) {
    (void)state;
    test_rng rng = test_rng_start("relation_touching");
    uint64_t count = test_case_count(1000, 100000);
    lattice_solid *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    assert_true(a != NULL && b != NULL);
    uint32_t seen[TACT_RELATION_UNDECIDED + 1] = {0}, simple_count = 0;
    for (uint64_t i = 0; i < count; i++) {
        bool is_part = test_rng_below(&rng, 4) == 0;
        lattice_solid_make(&rng, NULL, a);
        lattice_solid_make(&rng, is_part ? a : NULL, b);
        solid solid_a = solid_make(NULL, a->soup), solid_b = solid_make(NULL, b->soup);
        tacti_interior_info info = tacti_interior_inspect(solid_a.interior);
        assert_true(info.is_watertight && !info.crosses_itself);
        simple_count += info.is_closed && info.is_simple;
        tact_pose pose_a = random_pose(&rng, 4);
        tact_pose pose_b = is_part ? pose_a : random_pose(&rng, 8);
        bool is_one_set;
        tact_relation right = lattice_relation(a, pose_a, b, pose_b, &is_one_set);
        tacti_classification got = classify(&solid_a, pose_a, &solid_b, pose_b);
        tacti_classification other = classify(&solid_b, pose_b, &solid_a, pose_a);
        if (is_one_set && got.relation == TACT_RELATION_IDENTICAL)
            right = TACT_RELATION_IDENTICAL;
        seen[right]++;
        if (got.relation != right || got.is_estimate || other.is_estimate ||
            other.relation != (is_one_set ? right : swapped(right)) ||
            got.surfaces_meet != other.surfaces_meet)
            fail_msg("case %d: expected %s, got %s and, swapped, %s", (int)i,
                     tact_relation_name(right), tact_relation_name(got.relation),
                     tact_relation_name(other.relation));
        assert_int_equal(got.contact.outcome,
                         right == TACT_RELATION_APART ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
        solid_free(&solid_a);
        solid_free(&solid_b);
    }
    free(a);
    free(b);
    print_message("simple: %u\n", simple_count);
    for (int r = 0; r < TACT_RELATION_IDENTICAL; r++) {
        print_message("%s: %u\n", tact_relation_name((tact_relation)r), seen[r]);
        if (count >= 500)
            assert_true(seen[r] > 0);
    }
}

/* Another family of such solids, with sheets without volume, and with its own ground truth. */
static void test_blocks(void **state) {
    (void)state;
    test_rng rng = test_rng_start("relation_touching_blocks");
    uint64_t count = test_case_count(1000, 100000);
    for (uint64_t i = 0; i < count; i++) {
        touching_solid a = touching_solid_make(&rng), b = touching_solid_make(&rng);
        tact_pose pose_a = touching_pose(&rng, 2), pose_b = touching_pose(&rng, 6);
        touching_truth facts = touching_truth_find(&a, pose_a, &b, pose_b);
        bool is_one_set = facts.has_common && !facts.has_only_a && !facts.has_only_b;
        tact_relation right = !facts.has_common
                                  ? (facts.meets ? TACT_RELATION_TOUCHING : TACT_RELATION_APART)
                              : !facts.has_only_a ? TACT_RELATION_A_IN_B
                              : facts.has_only_b  ? TACT_RELATION_CROSSING
                                                  : TACT_RELATION_B_IN_A;
        solid solid_a = solid_make(NULL, a.soup), solid_b = solid_make(NULL, b.soup);
        tacti_classification got = classify(&solid_a, pose_a, &solid_b, pose_b);
        tacti_classification other = classify(&solid_b, pose_b, &solid_a, pose_a);
        if (is_one_set && got.relation == TACT_RELATION_IDENTICAL)
            right = TACT_RELATION_IDENTICAL;
        if (got.relation != right || got.is_estimate || other.is_estimate ||
            other.relation != (is_one_set ? right : swapped(right)))
            fail_msg("case %d: expected %s, got %s and, swapped, %s", (int)i,
                     tact_relation_name(right), tact_relation_name(got.relation),
                     tact_relation_name(other.relation));
        solid_free(&solid_a); /* with its soup */
        solid_free(&solid_b);
    }
}

/* The product of two poses, rounded. */
static tact_pose product(tact_pose p, tact_pose q) {
    tact_pose r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            r.m[4 * i + j] = j == 3 ? p.m[4 * i + 3] : 0;
            for (int k = 0; k < 3; k++)
                r.m[4 * i + j] += p.m[4 * i + k] * q.m[4 * k + j];
        }
    return r;
}

/* Both solids turned by a random rotation. Each vertex is then rounded on its own. So solids that
 * touch may cross or be apart, and a mesh that touches itself may cross itself. A relation that is
 * clear by more than rounding stays the same. */
static void test_turned(void **state) {
    (void)state;
    test_rng rng = test_rng_start("relation_touching_turned");
    uint64_t count = test_case_count(300, 20000);
    lattice_solid *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    assert_true(a != NULL && b != NULL);
    uint32_t clear_count = 0;
    for (uint64_t i = 0; i < count; i++) {
        lattice_solid_make(&rng, NULL, a);
        lattice_solid_make(&rng, test_rng_below(&rng, 4) == 0 ? a : NULL, b);
        solid solid_a = solid_make(NULL, a->soup), solid_b = solid_make(NULL, b->soup);
        tact_pose pose_a = random_pose(&rng, 4);
        tact_pose pose_b = test_rng_below(&rng, 4) == 0 ? pose_a : random_pose(&rng, 8);
        tact_pose turn = pose_random(&rng, 10);
        bool is_one_set;
        tact_relation right = lattice_relation(a, pose_a, b, pose_b, &is_one_set);
        bool meets = classify(&solid_a, pose_a, &solid_b, pose_b).surfaces_meet;
        tact_relation got =
            classify(&solid_a, product(turn, pose_a), &solid_b, product(turn, pose_b)).relation;
        assert_int_not_equal(got, TACT_RELATION_UNDECIDED);
        bool is_clear = !meets || right == TACT_RELATION_CROSSING;
        clear_count += is_clear;
        if (is_clear && got != right)
            fail_msg("case %d: expected %s, got %s", (int)i, tact_relation_name(right),
                     tact_relation_name(got));
        /* Insides that meet still meet. */
        if (right != TACT_RELATION_APART && right != TACT_RELATION_TOUCHING)
            assert_true(got != TACT_RELATION_APART && got != TACT_RELATION_TOUCHING);
        solid_free(&solid_a);
        solid_free(&solid_b);
    }
    assert_true(clear_count > count / 3);
    free(a);
    free(b);
}

/* ---- Memory and budgets ------------------------------------------------------------------- */

/* A small box on a large one, with all triangles of both. */
static soup make_tower(void) {
    tact_mesh *large, *small;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){4, 4, 2}, 1, &large), TACT_OK);
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 1, &small), TACT_OK);
    soup top = soup_take(small);
    soup_move(&top, 1, (tact_vec3){0, 0, 2});
    return soup_join(soup_take(large), top);
}

/* A box within a solid that touches itself, turned the same way, bounds nothing: what crosses the
 * box and stays in the solid is inside. */
static void test_box_within(void **state) {
    (void)state;
    for (int at = 0; at < 2; at++) {
        soup inner = make_tower();
        soup_move(&inner, 0.25, (tact_vec3){0, 0, 0});
        soup outer = soup_join(make_tower(), inner);
        tact_mesh *small;
        assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){0.25, 0.25, 0.25}, 1, &small),
                         TACT_OK);
        solid a = solid_make(NULL, outer), b = solid_make(NULL, soup_take(small));
        assert_false(tacti_interior_inspect(a.interior).crosses_itself);
        /* Around a corner of the inner tower, and through its side. */
        tact_pose pose = at == 0 ? pose_at(0.5, 0.5, 0.25) : pose_at(0.5, 0.125, 0);
        assert_int_equal(classify(&a, pose_at(0, 0, 0), &b, pose).relation, TACT_RELATION_B_IN_A);
        assert_int_equal(classify(&b, pose, &a, pose_at(0, 0, 0)).relation, TACT_RELATION_A_IN_B);
        solid_free(&a);
        solid_free(&b);
    }
}

static void test_memory(void **state) {
    (void)state;
    test_allocator counter = {0};
    tact_context *context = test_context_make(&counter);
    solid a = solid_make(NULL, make_tower()), b = solid_make(NULL, make_tower());
    tacti_interior_info info = tacti_interior_inspect(a.interior);
    assert_true(info.is_closed && !info.is_simple && !info.crosses_itself);
    const tact_pose poses[3] = {pose_at(0, 0, 0), pose_at(4, 0, 0), pose_at(1, 0, 0)};
    const tact_relation right[3] = {TACT_RELATION_IDENTICAL, TACT_RELATION_TOUCHING,
                                    TACT_RELATION_CROSSING};
    for (int i = 0; i < 3; i++) {
        tacti_filled one = {a.interior, pose_at(0, 0, 0)}, other = {b.interior, poses[i]};
        tacti_classification out;
        memset(&out, 0x5a, sizeof out);
        tacti_classification before = out;
        uint64_t live = counter.live, fail_at = 1;
        for (;; fail_at++) {
            counter.fail_at = counter.calls + fail_at;
            tact_status status = tacti_mesh_classify(context, &one, &other, NULL, &out);
            assert_int_equal(counter.live, live);
            if (status == TACT_OK)
                break;
            assert_int_equal(status, TACT_OUT_OF_MEMORY);
            assert_memory_equal(&out, &before, sizeof out);
        }
        counter.fail_at = 0;
        assert_true(i == 2 || fail_at > 4); /* a crossing is found early */
        assert_int_equal(out.relation, right[i]);
    }
    uint64_t live = counter.live, fail_at = 1;
    for (;; fail_at++) {
        tacti_interior *made = NULL;
        counter.fail_at = counter.calls + fail_at;
        tact_status status = tacti_interior_create(context, a.body.bvh, &made);
        if (status == TACT_OK) {
            tacti_interior_destroy(made);
            break;
        }
        assert_int_equal(status, TACT_OUT_OF_MEMORY);
        assert_null(made);
        assert_int_equal(counter.live, live);
    }
    assert_true(fail_at > 20);
    counter.fail_at = 0;
    solid_free(&a);
    solid_free(&b);
    tact_context_destroy(context);
    assert_int_equal(counter.live, 0);
}

/* Small budgets leave the relation undecided, larger ones decide it. */
static void test_budget(void **state) {
    (void)state;
    solid a = solid_make(NULL, make_tower()), b = solid_make(NULL, make_tower());
    tacti_filled one = {a.interior, pose_at(0, 0, 0)}, other = {b.interior, pose_at(4, 0, 0)};
    tacti_classify_desc desc = tacti_classify_desc_default();
    uint32_t undecided = 0, decided = 0;
    for (desc.budget = 0; desc.budget < 100000; desc.budget += 16 + desc.budget / 16) {
        tacti_classification got;
        assert_int_equal(tacti_mesh_classify(NULL, &one, &other, &desc, &got), TACT_OK);
        if (got.relation == TACT_RELATION_UNDECIDED) {
            assert_int_equal(got.reason, TACT_REASON_BUDGET);
            assert_int_equal(decided, 0);
            undecided++;
        } else {
            assert_int_equal(got.relation, TACT_RELATION_TOUCHING);
            decided++;
        }
    }
    assert_true(undecided > 0 && decided > 0);
    solid_free(&a);
    solid_free(&b);
}

/* ---- Sheets, and meshes that cross themselves --------------------------------------------- */

/* A triangle and its back: a sheet without volume. The sheet belongs to the solid, so a solid that
 * touches or contains the sheet touches the solid. A sheet has no inside. */
static void test_sheet(void **state) {
    (void)state;
    soup sheet = soup_make(3, 2);
    const tact_vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    memcpy(sheet.vertices, corners, sizeof corners);
    const uint32_t indices[6] = {0, 1, 2, 0, 2, 1};
    memcpy(sheet.indices, indices, sizeof indices);
    solid a = solid_make(NULL, sheet), b = solid_make(NULL, make_tower());
    assert_true(tacti_interior_inspect(a.interior).is_watertight);
    assert_int_equal(classify(&a, pose_at(0, 0, 0), &b, pose_at(0, 0, 0)).relation,
                     TACT_RELATION_TOUCHING);
    assert_int_equal(classify(&a, pose_at(1.5, 0, 0), &b, pose_at(0, 0, 0)).relation,
                     TACT_RELATION_TOUCHING);
    assert_int_equal(classify(&a, pose_at(9, 0, 0), &b, pose_at(0, 0, 0)).relation,
                     TACT_RELATION_APART);
    solid_free(&a);
    solid_free(&b);
}

/* Two boxes in one mesh that go through each other: undecided if the mesh touches another. */
static void test_crossing_itself(void **state) {
    (void)state;
    soup crossed = make_tower();
    for (uint32_t i = 0; i < crossed.vertex_count; i++)
        if (crossed.vertices[i].z > 1 || crossed.vertices[i].x * crossed.vertices[i].x == 1)
            crossed.vertices[i].z -= 1;
    solid a = solid_make(NULL, crossed), b = solid_make(NULL, make_tower());
    assert_true(tacti_interior_inspect(a.interior).crosses_itself);
    tacti_classification got = classify(&a, pose_at(0, 0, 0), &b, pose_at(4, 0, 0));
    assert_int_equal(got.relation, TACT_RELATION_UNDECIDED);
    assert_int_equal(got.reason, TACT_REASON_NOT_SIMPLE);
    solid_free(&a);
    solid_free(&b);
}

/* Very many equal triangles: the search for touching triangles gives up, and soon. */
static void test_many_equal(void **state) {
    (void)state;
    enum { COUNT = 5000 };
    soup many = soup_make(4, 4 * COUNT);
    const tact_vec3 corners[4] = {{0, 0, 0}, {4, 4, 0}, {4, 0, 4}, {0, 4, 4}};
    static const uint32_t sides[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    memcpy(many.vertices, corners, sizeof corners);
    for (uint32_t i = 0; i < 12 * COUNT; i++)
        many.indices[i] = sides[i % 12];
    solid a = solid_make(NULL, many);
    tacti_interior_info info = tacti_interior_inspect(a.interior);
    assert_true(info.is_watertight && info.crosses_itself);
    solid_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lattice),    cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_turned),     cmocka_unit_test(test_memory),
        cmocka_unit_test(test_budget),     cmocka_unit_test(test_sheet),
        cmocka_unit_test(test_box_within), cmocka_unit_test(test_crossing_itself),
        cmocka_unit_test(test_many_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
