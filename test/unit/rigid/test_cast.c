/* SPDX-License-Identifier: MIT */
/* Casts of two shapes that do not turn, against the step by step search (which proofs use), a gap
 * in closed form, and the same question asked in other ways: swapped, scaled, at another time, at
 * every level. Rays through edges, corners and middles; passes; separations; the range of numbers.
 */
#include "sampled.h"

#include "levels.h"

#include <math.h>
#include <string.h>

static const tact_vec3 zero = {0, 0, 0};

static tact_model *make(tact_shape shape) {
    tact_model *model;
    assert_int_equal(tact_model_create_shape(NULL, &shape, &model), TACT_OK);
    return model;
}

static tact_moving flying(const tact_model *model, tact_pose start, tact_vec3 velocity) {
    tact_rigid_motion motion;
    tact_vec3 center = {start.m[3], start.m[7], start.m[11]};
    assert_int_equal(tact_rigid_steady(start, velocity, zero, center, &motion), TACT_OK);
    return tact_moving_make(model, &motion);
}

static tact_pose at(double x, double y, double z) {
    return tact_pose_make(tact_mat3_identity(), (tact_vec3){x, y, z});
}

static tact_rigid_result ask(const tact_moving *a, const tact_moving *b,
                             const tact_rigid_options *options) {
    tact_rigid_result r;
    assert_int_equal(tact_first_contact(a, b, options, NULL, &r), TACT_OK);
    return r;
}

/* ---- Random pairs --------------------------------------------------------------------------- */

static tact_vec3 random_vec(test_rng *rng, double size) {
    tact_vec3 v;
    v.x = test_rng_between(rng, -size, size);
    v.y = test_rng_between(rng, -size, size);
    v.z = test_rng_between(rng, -size, size);
    return v;
}

/* One body flies towards the other one, and may miss it. */
static void make_pair(test_rng *rng, sampled_body body[2], tact_moving moving[2]) {
    for (int i = 0; i < 2; i++)
        sampled_body_random(rng, SAMPLED_SHAPE, 0.5, &body[i]);
    for (int i = 0; i < 2; i++) {
        tact_vec3 axis = random_vec(rng, 1), place = random_vec(rng, i == 0 ? 0.5 : 3);
        tact_vec3 goal = random_vec(rng, 0.75);
        double angle = test_rng_between(rng, -3, 3), way = test_rng_between(rng, 0.5, 2);
        tact_pose start;
        assert_int_equal(tact_pose_from_axis_angle(axis, angle, place, &start), TACT_OK);
        tact_vec3 velocity = tact_vec3_scale(tact_vec3_sub(goal, place), way);
        moving[i] = flying(body[i].model, start, velocity);
    }
}

static bool overlap(const tact_rigid_result *p, const tact_rigid_result *q) {
    return p->lower <= q->upper && q->lower <= p->upper;
}

/* The step by step search knows the same time. */
static void check_steps(const tact_moving moving[2], const tact_rigid_options *options,
                        tact_free_proof *proof, const tact_rigid_result *r) {
    tact_rigid_result steps;
    assert_int_equal(tact_free_prove(&moving[0], &moving[1], options, proof, &steps), TACT_OK);
    if (r->outcome == TACT_OUTCOME_UNDECIDED || steps.outcome == TACT_OUTCOME_UNDECIDED)
        return;
    assert_int_equal(r->outcome, steps.outcome);
    if (r->outcome == TACT_OUTCOME_CONTACT)
        assert_true(overlap(r, &steps));
}

static tact_moving scaled(const tact_moving *from, const tact_model *model, double by) {
    tact_moving out = *from;
    out.model = model;
    for (int i = 3; i < 12; i += 4)
        out.motion.start.m[i] *= by;
    out.motion.velocity = tact_vec3_scale(from->motion.velocity, by);
    return out;
}

static tact_shape grown(const tact_shape *shape, double by) {
    tact_shape out = *shape;
    out.radius *= by;
    if (shape->kind == TACT_SHAPE_SEGMENT) {
        out.core.segment.a = tact_vec3_scale(shape->core.segment.a, by);
        out.core.segment.b = tact_vec3_scale(shape->core.segment.b, by);
    } else if (shape->kind == TACT_SHAPE_TRIANGLE) {
        for (int i = 0; i < 3; i++)
            out.core.triangle.v[i] = tact_vec3_scale(shape->core.triangle.v[i], by);
    } else if (shape->kind == TACT_SHAPE_BOX || shape->kind == TACT_SHAPE_ELLIPSOID) {
        out.core.half_extents = tact_vec3_scale(shape->core.half_extents, by);
    } else if (shape->kind == TACT_SHAPE_CYLINDER || shape->kind == TACT_SHAPE_CONE) {
        out.core.round.radius *= by;
        out.core.round.half_height *= by;
    }
    return out;
}

/* Scaling by a power of two scales every number, and changes no bit of a time. */
static void check_scale(const sampled_body body[2], const tact_moving moving[2],
                        const tact_rigid_options *options, const tact_rigid_result *r) {
    static const double scales[] = {0x1p-20, 0x1p30};
    for (int i = 0; i < 2; i++)
        if (body[i].pieces[0].shape.kind == TACT_SHAPE_HULL)
            return;
    for (int k = 0; k < 2; k++) {
        tact_model *model[2];
        tact_moving big[2];
        for (int i = 0; i < 2; i++) {
            model[i] = make(grown(&body[i].pieces[0].shape, scales[k]));
            big[i] = scaled(&moving[i], model[i], scales[k]);
        }
        tact_rigid_options wide = *options;
        wide.separation *= scales[k];
        tact_rigid_result s = ask(&big[0], &big[1], &wide);
        assert_int_equal(s.outcome, r->outcome);
        if (r->ending == TACT_RIGID_ENDED_CONTACT)
            assert_true(s.lower == r->lower && s.upper == r->upper);
        tact_model_destroy(model[0]);
        tact_model_destroy(model[1]);
    }
}

/* At upper they touch, before lower they do not, and the points are as far apart as the separation.
 */
static void check_answer(const tact_moving moving[2], const tact_rigid_options *options,
                         const tact_rigid_result *r) {
    if (r->ending != TACT_RIGID_ENDED_CONTACT)
        return;
    assert_true(r->upper - r->lower <= options->precision * (1 + 0x1p-19));
    for (int end = 0; end < 2; end++) {
        tact_instance instance[2];
        tact_distance_result d;
        for (int i = 0; i < 2; i++) {
            instance[i] = tact_instance_make(moving[i].model);
            assert_int_equal(tact_rigid_pose_at(&moving[i].motion, end == 0 ? r->lower : r->upper,
                                                &instance[i].pose),
                             TACT_OK);
        }
        assert_int_equal(tact_distance(&instance[0], &instance[1], NULL, NULL, &d), TACT_OK);
        if (end == 1) {
            assert_true(d.outcome == TACT_OUTCOME_CONTACT || d.lower <= options->separation);
            continue;
        }
        /* At a gap of some 1e-12, the distance of smooth shapes leaves the verdict open. */
        assert_true(d.outcome != TACT_OUTCOME_CONTACT && d.upper >= options->separation);
        tact_vec3 between = tact_vec3_sub(r->b.point, r->a.point);
        double speed =
            tact_vec3_length(tact_vec3_sub(moving[1].motion.velocity, moving[0].motion.velocity));
        double slack = 2 * options->precision * speed + 1e-9;
        /* A search step by step has the nearest points of tact_distance(), of an earlier time too.
         */
        assert_true(r->distances > 0 ||
                    fabs(tact_vec3_length(between) - options->separation) <= slack);
        assert_true(fabs(tact_vec3_length(r->normal) - 1) < 1e-12);
    }
}

static void test_pairs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("rigid casts");
    tact_free_proof *proof;
    assert_int_equal(tact_free_proof_create(NULL, &proof), TACT_OK);
    uint64_t count = test_case_count(2000, 200000), contacts = 0, quick = 0;
    for (uint64_t i = 0; i < count; i++) {
        sampled_body body[2];
        tact_moving moving[2];
        make_pair(&rng, body, moving);
        tact_rigid_options options = tact_rigid_options_default();
        options.precision = i % 3 == 0 ? 1e-4 : i % 3 == 1 ? 1e-2 : 0x1p-30;
        options.separation = i % 4 == 0 ? 0.01 : 0;
        tact_rigid_result r = ask(&moving[0], &moving[1], &options);
        tact_rigid_result swapped = ask(&moving[1], &moving[0], &options);
        contacts += r.ending == TACT_RIGID_ENDED_CONTACT;
        quick += r.distances == 0;
        if (r.outcome != TACT_OUTCOME_UNDECIDED && swapped.outcome != TACT_OUTCOME_UNDECIDED) {
            assert_int_equal(swapped.outcome, r.outcome);
            assert_true(r.outcome == TACT_OUTCOME_APART || overlap(&r, &swapped));
        }
        check_answer(moving, &options, &r);
        check_steps(moving, &options, proof, &r);
        check_scale(body, moving, &options, &r);
        sampled_body_free(&body[0]);
        sampled_body_free(&body[1]);
    }
    print_message("%d contacts, %d without a distance\n", (int)contacts, (int)quick);
    assert_true(contacts > count / 10 && quick > count / 2);
    tact_free_proof_destroy(proof);
}

/* ---- Known times ---------------------------------------------------------------------------- */

/* Boxes whose faces, edges and corners meet, also exactly in the middle. */
static void test_aligned(void **state) {
    (void)state;
    tact_model *box = make(tact_shape_box(0.5, 0.5, 0.5));
    static const double offset[] = {0, 0.25, 0.5, -0.5, 0.875, 0.75};
    tact_moving rest = flying(box, at(0, 0, 0), zero);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            for (int k = 0; k < 2; k++) { /* straight down, or across */
                tact_vec3 velocity = {k == 0 ? 0 : -4 * offset[i], k == 0 ? 0 : -4 * offset[j], -4};
                tact_moving b = flying(box, at(offset[i], offset[j], 3), velocity);
                tact_rigid_result r = ask(&rest, &b, NULL);
                assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
                assert_true(r.lower <= 0.5 && r.upper >= 0.5 && r.upper - r.lower < 1e-8);
            }
        }
    }
    tact_moving passes = flying(box, at(1.0000001, 0, 3), (tact_vec3){0, 0, -6});
    assert_int_equal(ask(&rest, &passes, NULL).outcome, TACT_OUTCOME_APART);
    tact_model_destroy(box);
}

/* A ball against a rod, from far away and nearly past it: the time is in closed form. */
static void test_rod(void **state) {
    (void)state;
    tact_model *ball = make(tact_shape_sphere(0.25));
    tact_model *rod = make(tact_shape_capsule(2, 0.125));
    tact_moving rest = flying(rod, at(0, 0, 0), zero);
    static const double beside[] = {0, 0.1, 0.25, 0.37, 0.3749999, 0.375001, 0.5};
    for (int i = 0; i < 7; i++) {
        double y = beside[i];
        tact_moving b = flying(ball, at(100, y, 0.5), (tact_vec3){-200, 0, 0});
        tact_rigid_result r = ask(&rest, &b, NULL);
        if (y > 0.375) {
            assert_int_equal(r.outcome, TACT_OUTCOME_APART);
            continue;
        }
        double time = (100 - sqrt(0.375 * 0.375 - y * y)) / 200;
        assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
        assert_true(r.lower <= time + 1e-12 && r.upper >= time - 1e-12);
        assert_true(r.upper - r.lower <= 1e-8);
    }
    tact_model_destroy(rod);
    tact_model_destroy(ball);
}

/* Contact at the start, moving away, a start that is not 0, and speeds from small to huge. */
static void test_times(void **state) {
    (void)state;
    tact_model *box = make(tact_shape_box(0.5, 0.5, 0.5));
    tact_model *cone = make(tact_shape_cone(0.5, 0.5));
    tact_moving rest = flying(box, at(0, 0, 0), zero);
    tact_moving inside = flying(cone, at(0.25, 0, 0.5), (tact_vec3){1, 0, 0});
    assert_int_equal(ask(&rest, &inside, NULL).ending, TACT_RIGID_ENDED_START);
    tact_moving leaves = flying(cone, at(0, 0, 2), (tact_vec3){0, 0, 3});
    assert_int_equal(ask(&rest, &leaves, NULL).outcome, TACT_OUTCOME_APART);
    tact_rigid_options options = tact_rigid_options_default();
    options.start = 10;
    options.limit = 12;
    tact_moving late = flying(cone, at(0, 0, 23), (tact_vec3){0, 0, -2});
    tact_rigid_result r = ask(&rest, &late, &options);
    assert_true(r.lower <= 11 && r.upper >= 11 && r.upper - r.lower < 1e-8);
    for (int e = -300; e <= 300; e += 20) {
        double speed = ldexp(1, e);
        tact_moving b = flying(cone, at(0, 0, 3), (tact_vec3){0, 0, -speed});
        r = ask(&rest, &b, NULL);
        assert_true((r.outcome == TACT_OUTCOME_APART) == (speed < 2));
        /* Beyond that, rounded poses are further from each other than the shapes are large. */
        assert_true(r.outcome != TACT_OUTCOME_UNDECIDED || e > 40);
        assert_true(speed < 2 || (r.lower <= 2 / speed && r.upper >= 2 / speed));
    }
    options = tact_rigid_options_default();
    options.budget = 3;
    tact_moving b = flying(cone, at(0.1, 0.2, 3), (tact_vec3){0, 0, -4});
    assert_true(ask(&rest, &b, &options).steps <= 3 + 64);
    tact_model_destroy(cone);
    tact_model_destroy(box);
}

/* ---- Levels --------------------------------------------------------------------------------- */

static uint64_t ask_level(const void *about, const tact_context *context) {
    (void)about;
    tact_vec3 points[20];
    test_rng rng = {5};
    for (int i = 0; i < 20; i++)
        points[i] = random_vec(&rng, 0.75);
    tact_hull *hull;
    assert_int_equal(tact_hull_create(context, points, 20, &hull), TACT_OK);
    tact_shape shapes[5] = {tact_shape_box(0.5, 0.25, 1), tact_shape_hull(hull),
                            tact_shape_cylinder(0.5, 0.5), tact_shape_capsule(0.5, 0.25),
                            tact_shape_ellipsoid(0.5, 0.25, 0.75)};
    tact_model *models[5];
    for (int i = 0; i < 5; i++)
        assert_int_equal(tact_model_create_shape(context, &shapes[i], &models[i]), TACT_OK);
    uint64_t hash = 1;
    for (int i = 0; i < 100; i++) {
        tact_vec3 place = random_vec(&rng, 2), off = random_vec(&rng, 0.5);
        tact_vec3 velocity = tact_vec3_scale(tact_vec3_sub(off, place), 2);
        tact_moving a = flying(models[i % 5], at(0, 0, 0), off);
        tact_moving b = flying(models[i / 5 % 5], at(place.x, place.y, place.z), velocity);
        tact_rigid_result r = ask(&a, &b, NULL);
        hash = hash_bytes(hash, &r, sizeof r);
    }
    for (int i = 0; i < 5; i++)
        tact_model_destroy(models[i]);
    tact_hull_destroy(hull);
    return hash;
}

static void test_levels(void **state) {
    (void)state;
    test_levels_agree(ask_level, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs), cmocka_unit_test(test_aligned),
                                       cmocka_unit_test(test_rod), cmocka_unit_test(test_times),
                                       cmocka_unit_test(test_levels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
