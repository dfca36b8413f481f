/* SPDX-License-Identifier: MIT */
/* Compounds against brute force: every question is asked for all pairs of parts, one by one, and
 * the answers are combined as for a union. */
#include "models.h"

#include <math.h>
#include <stdlib.h>

/* ---- Random compounds --------------------------------------------------------------------- */

#define MOST_PARTS 5

/* Models that support the questions in every combination. */
static const tact_model *part_random(test_rng *rng, const zoo *z) {
    uint32_t i;
    do
        i = test_rng_below(rng, ZOO_COUNT);
    while (i == ZOO_PLAIN || (i == TACT_KIND_HALF_SPACE && test_rng_below(rng, 4) != 0));
    return z->model[i];
}

/* A compound of 0 to MOST_PARTS parts. One of them may be a compound. */
static tact_model *compound_random(test_rng *rng, const zoo *z) {
    tact_instance parts[MOST_PARTS];
    uint32_t count = test_rng_below(rng, MOST_PARTS + 1);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = instance_random(rng, part_random(rng, z), 2.5);
    if (count > 0 && test_rng_below(rng, 3) == 0)
        parts[test_rng_below(rng, count)] = instance_random(rng, z->compound, 2);
    return model_of_parts(parts, count);
}

typedef struct pair {
    tact_instance a, b;
    tact_model *own[2]; /* to be destroyed; may be NULL */
} pair;

static pair pair_random(test_rng *rng, const zoo *z) {
    pair p = {.own = {compound_random(rng, z), NULL}};
    double reach = test_rng_below(rng, 2) == 0 ? 1 : 5;
    p.a = instance_random(rng, p.own[0], reach);
    if (test_rng_below(rng, 3) > 0)
        p.own[1] = compound_random(rng, z);
    p.b = instance_random(rng, p.own[1] != NULL ? p.own[1] : part_random(rng, z), reach);
    if (test_rng_below(rng, 2) == 0) {
        tact_instance old = p.a;
        p.a = p.b;
        p.b = old;
    }
    return p;
}

static void pair_free(pair *p) {
    tact_model_destroy(p->own[0]);
    tact_model_destroy(p->own[1]);
}

/* ---- Contact ------------------------------------------------------------------------------ */

static void check_verdict(const pair *p, tact_cache *cache) {
    tact_outcome outcome = TACT_OUTCOME_APART;
    tact_collide_result first = {.outcome = TACT_OUTCOME_APART}, got, warm;
    for (uint32_t i = 0; i < instance_part_count(&p->a); i++)
        for (uint32_t j = 0; j < instance_part_count(&p->b); j++) {
            tact_instance a = instance_part(&p->a, i), b = instance_part(&p->b, j);
            tact_collide_result found;
            assert_int_equal(tact_collide(&a, &b, NULL, NULL, &found), TACT_OK);
            if (found.outcome == TACT_OUTCOME_CONTACT && outcome != TACT_OUTCOME_CONTACT) {
                first = found;
                first.a.part = i;
                first.b.part = j;
            }
            if (outcome == TACT_OUTCOME_APART || found.outcome == TACT_OUTCOME_CONTACT)
                outcome = found.outcome;
        }
    assert_int_equal(tact_collide(&p->a, &p->b, NULL, NULL, &got), TACT_OK);
    assert_int_equal(got.outcome, outcome);
    if (outcome == TACT_OUTCOME_CONTACT) {
        assert_same_site(&got.a, &first.a);
        assert_same_site(&got.b, &first.b);
        assert_int_equal(got.flags, first.flags);
        assert_int_equal(got.kind, first.kind);
    }
    assert_int_equal(tact_collide(&p->a, &p->b, NULL, cache, &warm), TACT_OK);
    assert_int_equal(warm.outcome, outcome);
    if (outcome != TACT_OUTCOME_CONTACT)
        return;
    tact_instance a = instance_part(&p->a, warm.a.part), b = instance_part(&p->b, warm.b.part);
    assert_int_equal(tact_collide(&a, &b, NULL, NULL, &got), TACT_OK);
    assert_int_equal(got.outcome, TACT_OUTCOME_CONTACT);
}

/* ---- Distance ----------------------------------------------------------------------------- */

typedef struct least {
    tact_outcome outcome;
    double distance, lower, upper;
    uint32_t part_a, part_b;
} least;

static least measure(const pair *p) {
    least all = {TACT_OUTCOME_APART, HUGE_VAL, HUGE_VAL, HUGE_VAL, 0, 0};
    for (uint32_t i = 0; i < instance_part_count(&p->a); i++)
        for (uint32_t j = 0; j < instance_part_count(&p->b); j++) {
            tact_instance a = instance_part(&p->a, i), b = instance_part(&p->b, j);
            tact_distance_result found;
            assert_int_equal(tact_distance(&a, &b, NULL, NULL, &found), TACT_OK);
            if (all.outcome == TACT_OUTCOME_APART || found.outcome == TACT_OUTCOME_CONTACT)
                all.outcome = found.outcome;
            all.lower = fmin(all.lower, found.lower);
            all.upper = fmin(all.upper, found.upper);
            if (found.distance < all.distance) {
                all.distance = found.distance;
                all.part_a = i;
                all.part_b = j;
            }
        }
    return all;
}

static void check_gap(const pair *p, tact_cache *cache) {
    least want = measure(p);
    for (int is_warm = 0; is_warm < 2; is_warm++) {
        tact_distance_result got;
        assert_int_equal(tact_distance(&p->a, &p->b, NULL, is_warm ? cache : NULL, &got), TACT_OK);
        assert_int_equal(got.outcome, want.outcome);
        assert_true(got.lower <= got.upper && got.lower <= want.upper && want.lower <= got.upper);
        if (is_warm) /* the last bits of convex shapes may differ */
            continue;
        test_assert_same_bits(got.distance, want.distance);
        assert_true(got.upper == want.upper || want.outcome != TACT_OUTCOME_APART);
        if (want.outcome == TACT_OUTCOME_APART) {
            assert_true(got.lower >= want.lower);
            assert_int_equal(got.a.part, want.part_a);
            assert_int_equal(got.b.part, want.part_b);
        }
        assert_int_equal(got.within, TACT_OUTCOME_CONTACT);
    }
}

static void check_limit(test_rng *rng, const pair *p) {
    least want = measure(p);
    tact_options options = tact_options_default();
    options.limit = test_rng_between(rng, 0, 2);
    tact_distance_result got;
    assert_int_equal(tact_distance(&p->a, &p->b, &options, NULL, &got), TACT_OK);
    if (got.within == TACT_OUTCOME_CONTACT)
        assert_true(want.lower <= options.limit);
    if (got.within == TACT_OUTCOME_APART)
        assert_true(want.upper > options.limit);
    if (want.upper < options.limit * (1 - 1e-9))
        assert_int_equal(got.within, TACT_OUTCOME_CONTACT);
    if (want.lower > options.limit * (1 + 1e-9))
        assert_int_equal(got.within, TACT_OUTCOME_APART);
    if (got.outcome != TACT_OUTCOME_UNDECIDED)
        assert_int_equal(got.outcome, want.outcome);
}

static void test_pairs(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model compounds");
    for (uint64_t i = test_case_count(1000, 100000); i > 0; i--) {
        pair p = pair_random(&rng, z);
        uint64_t words[16] = {0};
        tact_cache cache = {words, sizeof words};
        for (int frame = 0; frame < 3; frame++) {
            check_verdict(&p, &cache);
            check_gap(&p, &cache);
            check_limit(&rng, &p);
            instance_nudge(&rng, &p.a, 0.2);
        }
        pair_free(&p);
    }
}

/* A budget ends a question about parts with bounds that hold. */
static void test_budget(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model compound budget");
    for (uint64_t i = test_case_count(1000, 100000); i > 0; i--) {
        pair p = pair_random(&rng, z);
        least want = measure(&p);
        tact_options options = tact_options_default();
        options.budget = test_rng_below(&rng, 200);
        tact_collide_result verdict;
        tact_distance_result got;
        assert_int_equal(tact_collide(&p.a, &p.b, &options, NULL, &verdict), TACT_OK);
        if (verdict.outcome != TACT_OUTCOME_UNDECIDED)
            assert_int_equal(verdict.outcome, want.outcome);
        else if (want.outcome != TACT_OUTCOME_UNDECIDED)
            assert_int_equal(verdict.ending, TACT_ENDING_BUDGET);
        assert_int_equal(tact_distance(&p.a, &p.b, &options, NULL, &got), TACT_OK);
        if (got.outcome != TACT_OUTCOME_UNDECIDED)
            assert_int_equal(got.outcome, want.outcome);
        else if (want.outcome != TACT_OUTCOME_UNDECIDED)
            assert_int_equal(got.ending, TACT_ENDING_BUDGET);
        assert_true(got.lower <= want.upper && got.upper >= want.lower);
        assert_true(got.distance >= got.lower);
        if (got.ending >= TACT_ENDING_BUDGET && got.distance > 0)
            assert_true(got.distance <= got.upper * (1 + 1e-9) + 1e-9);
        pair_free(&p);
    }
}

/* ---- Contacts ----------------------------------------------------------------------------- */

typedef struct visited {
    uint64_t count;
    const pair *p;
} visited;

static bool count_contact(void *user, tact_element a, tact_element b) {
    visited *v = user;
    v->count++;
    assert_true(a.part < instance_part_count(&v->p->a));
    assert_true(b.part < instance_part_count(&v->p->b));
    return true;
}

static void check_contacts(const pair *p, tact_contact_list *lists[2], uint32_t flags) {
    tact_options options = tact_options_default();
    options.flags = flags;
    tact_contacts_result got, found;
    assert_int_equal(tact_contacts(&p->a, &p->b, &options, lists[0], &got), TACT_OK);
    tact_contact_view view = tact_contact_list_view(lists[0]);
    assert_int_equal(view.count, got.count);
    uint32_t next = 0;
    bool is_open = false;
    for (uint32_t i = 0; i < instance_part_count(&p->a); i++)
        for (uint32_t j = 0; j < instance_part_count(&p->b); j++) {
            tact_instance a = instance_part(&p->a, i), b = instance_part(&p->b, j);
            assert_int_equal(tact_contacts(&a, &b, &options, lists[1], &found), TACT_OK);
            is_open |= found.outcome == TACT_OUTCOME_UNDECIDED;
            tact_contact_view one = tact_contact_list_view(lists[1]);
            for (uint32_t k = 0; k < one.count; k++, next++) {
                assert_true(next < view.count);
                const tact_contact *contact = &view.contacts[next];
                assert_int_equal(contact->part_a, i);
                assert_int_equal(contact->part_b, j);
                assert_int_equal(contact->a, one.pairs[2 * k]);
                assert_int_equal(contact->b, one.pairs[2 * k + 1]);
                assert_int_equal(view.pairs[2 * next], one.pairs[2 * k]);
                assert_int_equal(view.pairs[2 * next + 1], one.pairs[2 * k + 1]);
                if (flags == 0 || one.contacts == NULL)
                    continue;
                assert_int_equal(contact->kind, one.contacts[k].kind);
                assert_int_equal(contact->point_count, one.contacts[k].point_count);
                for (uint32_t c = 0; c < contact->point_count; c++)
                    assert_same_vec3(view.points[contact->first_point + c].position,
                                     one.points[one.contacts[k].first_point + c].position);
            }
        }
    assert_int_equal(next, view.count);
    assert_int_equal(got.outcome, is_open    ? TACT_OUTCOME_UNDECIDED
                                  : next > 0 ? TACT_OUTCOME_CONTACT
                                             : TACT_OUTCOME_APART);
    visited v = {0, p};
    assert_int_equal(tact_contacts_visit(&p->a, &p->b, NULL, count_contact, &v, &found), TACT_OK);
    assert_int_equal(v.count, view.count);
    assert_int_equal(found.count, view.count);
}

static void test_contacts(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model compound contacts");
    tact_contact_list *lists[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(tact_contact_list_create(NULL, &lists[i]), TACT_OK);
    for (uint64_t i = test_case_count(1000, 100000); i > 0; i--) {
        pair p = pair_random(&rng, z);
        check_contacts(&p, lists, i % 2 == 0 ? TACT_OPTION_GEOMETRY : 0);
        pair_free(&p);
    }
    for (int i = 0; i < 2; i++)
        tact_contact_list_destroy(lists[i]);
}

/* ---- Rays and points ---------------------------------------------------------------------- */

static void check_ray(const tact_instance *instance, tact_ray ray, const tact_options *options) {
    tact_raycast_result want = {.outcome = TACT_OUTCOME_APART, .t = HUGE_VAL}, got, hits[8];
    tact_raycast_all_result all;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < instance_part_count(instance); i++) {
        tact_instance part = instance_part(instance, i);
        tact_raycast_result found;
        assert_int_equal(tact_raycast(&part, ray, options, &found), TACT_OK);
        if (found.outcome == TACT_OUTCOME_CONTACT && found.t < want.t) {
            want = found;
            want.site.part = i;
        }
        assert_int_equal(tact_raycast_all(&part, ray, options, NULL, 0, &all), TACT_OK);
        sum += all.count;
    }
    assert_int_equal(tact_raycast(instance, ray, options, &got), TACT_OK);
    if (got.outcome == TACT_OUTCOME_UNDECIDED || got.ending == TACT_ENDING_PRECISION)
        return;
    assert_int_equal(got.outcome, want.outcome);
    test_assert_same_bits(got.t, want.t);
    if (want.outcome == TACT_OUTCOME_CONTACT)
        assert_same_site(&got.site, &want.site);
    assert_int_equal(tact_raycast_all(instance, ray, options, hits, 8, &all), TACT_OK);
    assert_int_equal(all.count, sum);
    assert_int_equal(all.outcome, want.outcome);
    assert_true(all.lower == HUGE_VAL);
    if (all.count > 0) {
        test_assert_same_bits(hits[0].t, want.t);
        assert_same_site(&hits[0].site, &want.site);
    }
    for (size_t i = 1; i < all.count && i < 8; i++)
        assert_true(hits[i - 1].t <= hits[i].t);
}

static void check_nearest(const tact_instance *instance, tact_vec3 point,
                          const tact_options *options) {
    tact_nearest_result want = {
        .outcome = TACT_OUTCOME_APART, .distance = HUGE_VAL, .upper = HUGE_VAL};
    tact_nearest_result got;
    for (uint32_t i = 0; i < instance_part_count(instance); i++) {
        tact_instance part = instance_part(instance, i);
        tact_nearest_result found;
        assert_int_equal(tact_nearest(&part, point, options, &found), TACT_OK);
        double upper = fmin(want.upper, found.upper);
        if (found.distance < want.distance ||
            (want.outcome == TACT_OUTCOME_UNDECIDED && found.outcome == TACT_OUTCOME_CONTACT)) {
            want = found;
            want.site.part = i;
        }
        want.upper = upper;
    }
    assert_int_equal(tact_nearest(instance, point, options, &got), TACT_OK);
    assert_int_equal(got.outcome, want.outcome);
    test_assert_same_bits(got.distance, want.distance);
    if (want.outcome == TACT_OUTCOME_APART && want.distance < HUGE_VAL)
        assert_same_site(&got.site, &want.site);
    assert_true(got.lower <= want.upper);
    assert_true(got.lower <= got.upper);
}

static bool can_be_inside(const tact_instance *instance) {
    return tact_model_inspect(instance->model).has_interior;
}

static void check_inside(const tact_instance *instance, tact_vec3 point) {
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_SIGNED;
    tact_inside_result got;
    tact_outcome outcome = TACT_OUTCOME_APART;
    double winding = 0, distance = HUGE_VAL;
    for (uint32_t i = 0; i < instance_part_count(instance); i++) {
        tact_instance part = instance_part(instance, i);
        tact_inside_result found;
        assert_int_equal(tact_inside(&part, point, &options, &found), TACT_OK);
        if (found.outcome == TACT_OUTCOME_CONTACT || outcome == TACT_OUTCOME_APART)
            outcome = found.outcome;
        winding += found.winding;
        distance = fmin(distance, found.distance);
    }
    assert_int_equal(tact_inside(instance, point, &options, &got), TACT_OK);
    assert_int_equal(got.outcome, outcome);
    test_assert_same_bits(got.winding, winding);
    test_assert_same_bits(got.distance, distance);
}

static void test_rays_and_points(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model compound points");
    for (uint64_t i = test_case_count(2000, 200000); i > 0; i--) {
        tact_model *model = compound_random(&rng, z);
        tact_instance instance = instance_random(&rng, model, 2);
        tact_ray ray = {{0, 0, 0}, {0, 0, 0}};
        ray.origin = (tact_vec3){test_rng_between(&rng, -4, 4), test_rng_between(&rng, -4, 4),
                                 test_rng_between(&rng, -4, 4)};
        ray.direction = (tact_vec3){test_rng_between(&rng, -1, 1), test_rng_between(&rng, -1, 1),
                                    test_rng_between(&rng, -1, 1)};
        tact_options options = tact_options_default();
        if (test_rng_below(&rng, 2) == 0)
            options.limit = test_rng_between(&rng, 0, 4);
        check_ray(&instance, ray, &options);
        check_nearest(&instance, ray.origin, &options);
        if (can_be_inside(&instance))
            check_inside(&instance, ray.origin);
        tact_model_destroy(model);
    }
}

/* ---- What a compound is made of ----------------------------------------------------------- */

static void test_nesting(void **state) {
    const zoo *z = *state;
    tact_instance part = tact_instance_make(z->compound);
    part.pose = pose_at(0, 0, 3);
    tact_instance both[2] = {part, tact_instance_make(z->model[ZOO_PLAIN])};
    both[0].flags = TACT_INSTANCE_FILLED;
    tact_model *outer = model_of_parts(both, 2);
    tact_model_info info = tact_model_inspect(outer);
    assert_int_equal(info.kind, TACT_KIND_COMPOUND);
    assert_int_equal(info.part_count, 4);
    assert_false(info.has_interior);
    for (uint32_t i = 0; i < 3; i++) {
        const tact_instance *inner = tact_model_part(z->compound, i);
        const tact_instance *flat = tact_model_part(outer, i);
        assert_ptr_equal(flat->model, inner->model);
        assert_memory_equal(flat->pose.m, tact_pose_compose(part.pose, inner->pose).m,
                            sizeof flat->pose.m);
    }
    assert_int_equal(tact_model_part(outer, 1)->flags, TACT_INSTANCE_FILLED);
    assert_null(tact_model_part(outer, 4));
    assert_null(tact_model_mesh(outer));
    assert_null(tact_model_shape(outer));
    assert_int_equal(tact_model_validate(outer, NULL), TACT_OK);
    tact_model_destroy(outer);
}

static void test_empty(void **state) {
    const zoo *z = *state;
    tact_model *none = model_of_parts(NULL, 0);
    tact_instance empty = tact_instance_make(none), sphere = tact_instance_make(z->model[0]);
    tact_collide_result verdict;
    tact_distance_result gap;
    tact_nearest_result near;
    tact_box box;
    assert_int_equal(tact_collide(&empty, &sphere, NULL, NULL, &verdict), TACT_OK);
    assert_int_equal(verdict.outcome, TACT_OUTCOME_APART);
    assert_int_equal(tact_distance(&sphere, &empty, NULL, NULL, &gap), TACT_OK);
    assert_true(gap.distance == HUGE_VAL && gap.lower == HUGE_VAL);
    assert_int_equal(gap.outcome, TACT_OUTCOME_APART);
    assert_int_equal(gap.a.feature, TACT_NO_FEATURE);
    assert_int_equal(tact_nearest(&empty, (tact_vec3){0, 0, 0}, NULL, &near), TACT_OK);
    assert_true(near.distance == HUGE_VAL);
    assert_int_equal(tact_instance_bounds(&empty, &box), TACT_OK);
    assert_true(tact_box_is_empty(box));
    empty.pose.m[0] = NAN;
    tact_contact_list *list;
    tact_contacts_result contacts;
    assert_int_equal(tact_contact_list_create(NULL, &list), TACT_OK);
    assert_int_equal(tact_contacts(&empty, &sphere, NULL, list, &contacts), TACT_NOT_FINITE);
    assert_int_equal(tact_collide(&empty, &sphere, NULL, NULL, &verdict), TACT_NOT_FINITE);
    assert_int_equal(tact_nearest(&empty, (tact_vec3){0, 0, 0}, NULL, &near), TACT_NOT_FINITE);
    tact_contact_list_destroy(list);
    tact_model_destroy(none);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),    cmocka_unit_test(test_budget),
        cmocka_unit_test(test_contacts), cmocka_unit_test(test_rays_and_points),
        cmocka_unit_test(test_nesting),  cmocka_unit_test(test_empty),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
