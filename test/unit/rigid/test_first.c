/* SPDX-License-Identifier: MIT */
/* First contact: known times, contact at the start, sliding, resting, grazing, tunnelling, many
 * turns, compounds, meshes, functions, casts, separation, budgets, levels, bad arguments. */
#include "levels.h"
#include "support.h"

#include <math.h>
#include <string.h>

static tact_vec3 vec(double x, double y, double z) {
    return (tact_vec3){x, y, z};
}

static const tact_vec3 zero = {0, 0, 0};

static tact_model *make(tact_shape shape) {
    tact_model *model;
    assert_int_equal(tact_model_create_shape(NULL, &shape, &model), TACT_OK);
    return model;
}

/* A mesh of a box with the given half extents. */
static tact_model *make_mesh(const tact_context *context, tact_vec3 half, uint32_t cells,
                             tact_interior_mode interior) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_box(NULL, tact_vec3_scale(half, 2), cells, &mesh), TACT_OK);
    tact_mesh_arrays arrays = {.positions = tact_mesh_vertices(mesh),
                               .vertex_count = tact_mesh_vertex_count(mesh),
                               .indices = tact_mesh_indices(mesh),
                               .triangle_count = tact_mesh_triangle_count(mesh)};
    tact_model_options options = tact_model_options_default();
    options.interior = interior;
    tact_model *model;
    assert_int_equal(tact_model_create_mesh(context, &arrays, &options, NULL, &model), TACT_OK);
    tact_mesh_destroy(mesh);
    return model;
}

/* At place, with a velocity and a spin about place. */
static tact_moving moving(const tact_model *model, tact_vec3 place, tact_vec3 velocity,
                          tact_vec3 spin) {
    tact_rigid_motion m;
    tact_pose pose = tact_pose_make(tact_mat3_identity(), place);
    assert_int_equal(tact_rigid_steady(pose, velocity, spin, place, &m), TACT_OK);
    return tact_moving_make(model, &m);
}

static tact_rigid_result ask(const tact_moving *a, const tact_moving *b) {
    tact_rigid_result r;
    memset(&r, 0x55, sizeof r);
    assert_int_equal(tact_first_contact(a, b, NULL, NULL, &r), TACT_OK);
    return r;
}

static void assert_contact(const tact_rigid_result *r, double time) {
    assert_int_equal(r->outcome, TACT_OUTCOME_CONTACT);
    assert_true(r->lower <= time + 1e-14 && r->upper >= time - 1e-14);
    assert_true(r->upper - r->lower <= 1e-9);
}

/* ---- Known answers ------------------------------------------------------------------------ */

static void test_start(void **state) {
    (void)state;
    tact_model *box = make(tact_shape_box(1, 1, 1)), *ball = make(tact_shape_sphere(1));
    tact_moving a = moving(box, zero, zero, zero),
                b = moving(box, vec(2, 0, 0), vec(1, 0, 0), zero);
    tact_rigid_result r = ask(&a, &b); /* touches, then leaves */
    assert_contact(&r, 0);
    assert_int_equal(r.ending, TACT_RIGID_ENDED_START);
    b = moving(box, vec(1, 0, 0), zero, zero); /* overlaps */
    r = ask(&a, &b);
    assert_contact(&r, 0);
    b = moving(box, vec(2.5, 0, 0), zero, zero); /* nothing moves */
    r = ask(&a, &b);
    assert_int_equal(r.outcome, TACT_OUTCOME_APART);
    assert_true(r.lower == HUGE_VAL && r.upper == HUGE_VAL);
    assert_int_equal(r.ending, TACT_RIGID_ENDED_LIMIT);
    /* Both move as one. */
    a = moving(box, zero, vec(3, 4, 5), zero);
    b = moving(box, vec(2.5, 0, 0), vec(3, 4, 5), zero);
    r = ask(&a, &b);
    assert_int_equal(r.outcome, TACT_OUTCOME_APART);
    assert_int_equal(r.distances, 1);
    a = moving(ball, zero, zero, vec(0, 0, 1e9)); /* a ball that turns in place */
    b = moving(ball, vec(5, 0, 0), vec(-4, 0, 0), zero);
    r = ask(&a, &b);
    assert_contact(&r, 0.75);
    assert_int_equal(r.ending, TACT_RIGID_ENDED_EXACT);
    for (int i = 0; i < 2; i++) { /* balls that keep their distance */
        a = moving(ball, zero, vec(i, 0, 0), zero);
        b = moving(ball, vec(2.5, 0, 0), vec(i, 0, 0), zero);
        r = ask(&a, &b);
        assert_int_equal(r.outcome, TACT_OUTCOME_APART);
        assert_int_equal(r.ending, TACT_RIGID_ENDED_EXACT);
    }
    tact_model_destroy(ball);
    tact_model_destroy(box);
}

/* A box slides over another at a gap, which may be 0. */
static void test_sliding(void **state) {
    (void)state;
    tact_model *box = make(tact_shape_box(1, 1, 1));
    static const double gaps[] = {0, 1e-9, 1e-6, 1e-3, 1};
    for (int i = 0; i < 5; i++) {
        tact_moving a = moving(box, zero, zero, zero);
        tact_moving b = moving(box, vec(-1.5, 0, 2 + gaps[i]), vec(3, 0, 0), zero);
        tact_rigid_result r = ask(&a, &b);
        if (i == 0)
            assert_contact(&r, 0);
        else
            assert_int_equal(r.outcome, TACT_OUTCOME_APART);
        assert_true(r.steps < 50);
        /* From the side. */
        b = moving(box, vec(-4, 0, 2 + gaps[i]), vec(8, 0, 0), zero);
        r = ask(&a, &b);
        if (i == 0)
            assert_contact(&r, 0.25);
        else
            assert_int_equal(r.outcome, TACT_OUTCOME_APART);
        assert_true(r.steps < 100);
    }
    tact_model_destroy(box);
}

/* A spinning top that rests on a half-space, a hair above it or in contact. */
static void test_resting(void **state) {
    (void)state;
    tact_model *top = make(tact_shape_cone(1, 1)), *floor;
    floor = make(tact_shape_half_space(vec(0, 0, 1), 0));
    tact_moving ground = moving(floor, zero, zero, zero);
    tact_moving a = moving(top, vec(0, 0, 1.0000001), zero, vec(0, 0, 40));
    tact_rigid_result r = ask(&a, &ground);
    assert_int_equal(r.outcome, TACT_OUTCOME_APART);
    a = moving(top, vec(0, 0, 0.99), zero, vec(0, 0, 40));
    r = ask(&ground, &a);
    assert_contact(&r, 0);
    tact_model_destroy(floor);
    tact_model_destroy(top);
}

/* A box turns in place; its corner passes a wall at a gap, reaches it just so, or hits it. */
static void test_grazing(void **state) {
    (void)state;
    tact_model *box = make(tact_shape_box(1, 1, 1)), *wall;
    static const double gaps[] = {1e-3, 1e-6, 1e-9, 1e-11, 0, -1e-9, -1e-6};
    for (int i = 0; i < 7; i++) {
        double reach = sqrt(2) + gaps[i];
        wall = make(tact_shape_half_space(vec(1, 0, 0), -reach));
        tact_moving a = moving(wall, zero, zero, zero);
        tact_moving b = moving(box, zero, zero, vec(0, 0, 1.5));
        tact_rigid_result r = ask(&a, &b);
        assert_true(r.steps < 200);
        if (gaps[i] >= 1e-11)
            assert_int_equal(r.outcome, TACT_OUTCOME_APART);
        double first = (atan(1) - acos(fmin(reach / sqrt(2), 1))) / 1.5;
        if (gaps[i] < 0) { /* the slower the approach, the wider the interval */
            assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
            assert_true(r.lower <= first && first <= r.upper + 1e-12);
            assert_true(r.upper - r.lower < (gaps[i] < -1e-8 ? 1e-9 : 1e-7));
        }
        if (gaps[i] == 0) { /* sqrt(2) is rounded: no answer is wrong, but times are */
            assert_int_not_equal(r.outcome, TACT_OUTCOME_APART);
            assert_true(r.lower < first && r.lower > first - 1e-5);
        }
        tact_model_destroy(wall);
    }
    tact_model_destroy(box);
}

/* A plate of 1 mm against a rod that flies through it at 10 m/s and turns at 50 rad/s. */
static void test_tunnel(void **state) {
    (void)state;
    tact_model *plate = make(tact_shape_box(0.5, 0.5, 0.0005));
    tact_model *rod = make(tact_shape_capsule(0.2, 0.01));
    tact_model *mesh = make_mesh(NULL, vec(0.5, 0.5, 0.0005), 3, TACT_INTERIOR_NONE);
    test_rng rng = test_rng_start("rigid tunnel");
    for (uint64_t i = test_case_count(200, 20000); i > 0; i--) {
        tact_vec3 spin = vec(test_rng_between(&rng, -1, 1), test_rng_between(&rng, -1, 1),
                             test_rng_between(&rng, -1, 1));
        spin = tact_vec3_scale(tact_vec3_normalize(spin), 50);
        tact_moving a = moving(plate, zero, zero, zero);
        tact_moving b =
            moving(rod, vec(test_rng_between(&rng, -0.2, 0.2), 0, test_rng_between(&rng, 0.5, 9)),
                   vec(0, 0, -10), spin);
        tact_rigid_result r = ask(&a, &b);
        assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
        assert_true(r.upper - r.lower <= 1e-9 && r.steps < 3000);
        if (i % 8 == 0) {
            a.model = mesh;
            tact_rigid_result other = ask(&a, &b);
            assert_int_equal(other.outcome, TACT_OUTCOME_CONTACT);
            assert_true(other.lower <= r.upper && r.lower <= other.upper);
        }
    }
    tact_model_destroy(mesh);
    tact_model_destroy(rod);
    tact_model_destroy(plate);
}

static void test_many_turns(void **state) {
    (void)state;
    tact_model *box = make(tact_shape_box(1, 1, 1)), *rod = make(tact_shape_capsule(3, 0.1));
    double turns = 6.283185307179586e6;
    tact_moving a = moving(box, zero, zero, zero);
    tact_moving b = moving(rod, vec(4, 0, 0), zero, vec(0, turns, 0)); /* hits at once */
    tact_rigid_result r = ask(&a, &b);
    assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
    assert_true(r.upper < 1e-6);
    b = moving(rod, vec(4.2, 0, 0), zero, vec(0, turns, 0)); /* never hits, in many steps */
    /* Both spin far from each other, and pass. */
    a = moving(box, zero, zero, vec(0, 1e9, 0));
    tact_moving far = moving(rod, vec(-9, 6, 0), vec(18, 0, 0), vec(1e9, turns, 0));
    r = ask(&a, &far);
    assert_int_equal(r.outcome, TACT_OUTCOME_APART);
    assert_true(r.steps < 100);
    a = moving(box, zero, zero, zero);
    tact_rigid_options options = tact_rigid_options_default();
    options.budget = 1000;
    assert_int_equal(tact_first_contact(&a, &b, &options, NULL, &r), TACT_OK);
    assert_int_equal(r.outcome, TACT_OUTCOME_UNDECIDED);
    assert_int_equal(r.ending, TACT_RIGID_ENDED_BUDGET);
    assert_true(r.steps >= 1000 && r.steps < 1100 && r.lower > 0 && r.upper == 1);
    tact_model_destroy(rod);
    tact_model_destroy(box);
}

/* ---- Kinds of models ------------------------------------------------------------------------ */

/* A model of each kind with the same box around it. */
static void test_kinds(void **state) {
    (void)state;
    tact_vec3 points[4] = {{-1, -1, 1}, {1, 1, 1}, {1, -1, -1}, {-1, 1, -1}};
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, points, 4, &hull), TACT_OK);
    tact_triangle face = {{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}};
    tact_model *all[] = {make(tact_shape_sphere(1)),
                         make(tact_shape_capsule(0.5, 0.5)),
                         make(tact_shape_triangle(face)),
                         make(tact_shape_box(1, 1, 1)),
                         make(tact_shape_hull(hull)),
                         make(tact_shape_cylinder(1, 1)),
                         make(tact_shape_cone(1, 1)),
                         make(tact_shape_ellipsoid(1, 0.5, 0.75)),
                         make(tact_shape_half_space(vec(0, 0, 1), 0)),
                         make_mesh(NULL, vec(1, 1, 1), 3, TACT_INTERIOR_REQUIRED),
                         NULL};
    enum { KINDS = sizeof all / sizeof all[0] };
    tact_instance parts[2] = {tact_instance_make(all[0]), tact_instance_make(all[9])};
    parts[1].pose.m[3] = 3;
    assert_int_equal(tact_model_create_compound(NULL, parts, 2, &all[KINDS - 1]), TACT_OK);
    for (int i = 0; i < KINDS; i++) {
        for (int j = 0; j < KINDS; j++) {
            tact_moving a = moving(all[i], zero, zero, vec(0, 0, 1));
            tact_moving b = moving(all[j], vec(0.1, 0.2, 6), vec(0.25, 0, -8), vec(0.25, 0.5, 0));
            if (i == 8 || j == 8)
                a.motion.rate = b.motion.rate = 0;
            if (j == 8) /* the half-space looks down, away from a */
                assert_int_equal(tact_pose_from_axis_angle(vec(1, 0, 0), 3.141592653589793,
                                                           vec(0, 0, 6), &b.motion.start),
                                 TACT_OK);
            tact_rigid_result r = ask(&a, &b), s = ask(&b, &a);
            bool are_planes = i == 8 && j == 8;
            if (r.outcome != TACT_OUTCOME_CONTACT && !are_planes)
                fail_msg("kinds %d and %d: %s", i, j, tact_rigid_ending_name(r.ending));
            assert_int_equal(r.outcome, s.outcome);
            if (r.outcome == TACT_OUTCOME_CONTACT) {
                assert_true(r.lower <= s.upper && s.lower <= r.upper);
                assert_true(r.upper - r.lower <= 1e-9);
            }
            /* Moving away. */
            b.motion.velocity = vec(0, 0, 5);
            r = ask(&a, &b);
            if (!are_planes)
                assert_int_equal(r.outcome, TACT_OUTCOME_APART);
        }
    }
    for (int i = KINDS - 1; i >= 0; i--)
        tact_model_destroy(all[i]);
    tact_hull_destroy(hull);
}

/* A filled mesh around a ball is in contact at the start; its surface is not. */
static void test_filled(void **state) {
    (void)state;
    tact_model *mesh = make_mesh(NULL, vec(2, 2, 2), 2, TACT_INTERIOR_REQUIRED);
    tact_model *ball = make(tact_shape_sphere(0.5));
    tact_moving a = moving(mesh, zero, zero, zero), b = moving(ball, zero, vec(4, 0, 0), zero);
    tact_rigid_result r = ask(&a, &b);
    assert_contact(&r, 0.375);
    a.flags = TACT_INSTANCE_FILLED;
    r = ask(&a, &b);
    assert_contact(&r, 0);
    tact_model_destroy(ball);
    tact_model_destroy(mesh);
}

/* The answer about compounds is the earliest of the parts. */
static void test_compounds(void **state) {
    (void)state;
    tact_model *box = make(tact_shape_box(0.5, 0.5, 0.5)), *compound;
    tact_instance parts[8];
    for (int i = 0; i < 8; i++) {
        parts[i] = tact_instance_make(box);
        parts[i].pose.m[3] = 1.5 * i;
        parts[i].pose.m[11] = 0.25 * ((i * 5) % 8);
    }
    assert_int_equal(tact_model_create_compound(NULL, parts, 8, &compound), TACT_OK);
    tact_moving a = moving(compound, zero, zero, zero);
    tact_moving b = moving(box, vec(12, 0, 8), vec(-12, 0, -6), vec(0.5, 0, 0));
    tact_rigid_result r = ask(&a, &b);
    double first = 2;
    int best = -1;
    for (int i = 0; i < 8; i++) {
        tact_moving part = moving(box, vec(parts[i].pose.m[3], 0, parts[i].pose.m[11]), zero, zero);
        tact_rigid_result one = ask(&part, &b);
        if (one.outcome == TACT_OUTCOME_CONTACT && one.upper < first) {
            first = one.upper;
            best = i;
        }
    }
    assert_true(best >= 0);
    assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
    assert_true(r.lower <= first && fabs(r.upper - first) <= 1e-9);
    assert_int_equal(r.a.part, best);
    tact_model_destroy(compound);
    tact_model_destroy(box);
}

/* ---- Functions, casts, options -------------------------------------------------------------- */

static bool swing(void *user, double time, tact_pose *out) {
    double angle = *(double *)user * tact_sin(time);
    return tact_pose_from_axis_angle(vec(0, 1, 0), angle, zero, out) == TACT_OK;
}

static bool refuse(void *user, double time, tact_pose *out) {
    (void)user, (void)out;
    *out = tact_pose_identity();
    return time < 0.5;
}

static void test_functions(void **state) {
    (void)state;
    tact_model *rod = make(tact_shape_segment(zero, vec(0, 0, -2), 0.125));
    tact_model *wall = make(tact_shape_half_space(vec(1, 0, 0), -1.5));
    double amplitude = -1.5;
    tact_rigid_motion m;
    assert_int_equal(tact_rigid_function(swing, &amplitude, 0, 1.5, &m), TACT_OK);
    m.deviation = 1e-15;
    tact_moving a = moving(wall, zero, zero, zero), b = tact_moving_make(rod, &m);
    /* The end (2 sin(angle), with the radius) reaches x = -1.5 at 2 |sin| = 1.375. The wall is
     * everything below. */
    amplitude = 1.5;
    double time = asin(asin(1.375 / 2) / 1.5);
    tact_rigid_result r = ask(&a, &b);
    assert_contact(&r, time);
    amplitude = 0.7; /* too short a swing */
    r = ask(&a, &b);
    assert_int_equal(r.outcome, TACT_OUTCOME_APART);
    assert_int_equal(tact_rigid_function(refuse, NULL, 100, 0, &m), TACT_OK);
    b.motion = m;
    assert_int_equal(tact_first_contact(&a, &b, NULL, NULL, &r), TACT_INVALID_ARGUMENT);
    tact_model_destroy(wall);
    tact_model_destroy(rod);
}

static void test_casts(void **state) {
    (void)state;
    tact_model *box = make(tact_shape_box(1, 1, 1)), *ball = make(tact_shape_sphere(0.5));
    tact_instance a = tact_instance_make(ball), b = tact_instance_make(box);
    a.pose.m[3] = 5;
    tact_rigid_result r;
    assert_int_equal(tact_cast(&a, vec(-10, 0, 0), &b, NULL, NULL, &r), TACT_OK);
    assert_contact(&r, 0.35);
    assert_true(fabs(r.normal.x + 1) < 1e-9 && fabs(r.b.point.x - 1) < 1e-6);
    assert_int_equal(tact_cast(&a, vec(-3, 0, 0), &b, NULL, NULL, &r), TACT_OK);
    assert_int_equal(r.outcome, TACT_OUTCOME_APART);
    tact_rigid_options options = tact_rigid_options_default();
    options.separation = 0.5;
    assert_int_equal(tact_cast(&a, vec(-2.9, 0, 0), &b, &options, NULL, &r), TACT_OK);
    assert_int_equal(r.outcome, TACT_OUTCOME_APART);
    assert_int_equal(tact_cast(&a, vec(-4, 0, 0), &b, &options, NULL, &r), TACT_OK);
    assert_contact(&r, 0.75);
    options.limit = 0.5;
    assert_int_equal(tact_cast(&a, vec(-4, 0, 0), &b, &options, NULL, &r), TACT_OK);
    assert_int_equal(r.outcome, TACT_OUTCOME_APART);
    options = tact_rigid_options_default();
    options.start = 0.5; /* inside by then */
    assert_int_equal(tact_cast(&a, vec(-10, 0, 0), &b, &options, NULL, &r), TACT_OK);
    assert_contact(&r, 0.5);
    assert_int_equal(r.ending, TACT_RIGID_ENDED_START);
    options.start = 0;
    options.precision = 1e-3;
    assert_int_equal(tact_cast(&a, vec(-10, 0, 0), &b, &options, NULL, &r), TACT_OK);
    assert_true(r.lower <= 0.35 && r.upper >= 0.35 && r.upper - r.lower <= 1.001e-3);
    assert_int_equal(tact_cast(NULL, zero, &b, NULL, NULL, &r), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_cast(&a, vec(NAN, 0, 0), &b, NULL, NULL, &r), TACT_NOT_FINITE);
    tact_model_destroy(ball);
    tact_model_destroy(box);
}

static void test_cache(void **state) {
    (void)state;
    tact_model *a_model = make(tact_shape_box(1, 2, 3)), *b_model = make(tact_shape_box(3, 2, 1));
    uint64_t memory[TACT_CACHE_BYTES / 8];
    tact_cache cache = {memory, sizeof memory};
    for (int garbage = 0; garbage < 2; garbage++) {
        memset(memory, garbage ? 0xa5 : 0, sizeof memory);
        for (int i = 0; i < 20; i++) {
            tact_moving a = moving(a_model, vec(0.1 * i, 0, 0), zero, vec(0, 0.25, 1));
            tact_moving b = moving(b_model, vec(0, 0, 9), vec(0.5, 0, -7), vec(1, 0, 0));
            tact_rigid_result r, cold = ask(&a, &b);
            assert_int_equal(tact_first_contact(&a, &b, NULL, &cache, &r), TACT_OK);
            assert_int_equal(r.outcome, cold.outcome);
            assert_true(r.lower <= cold.upper && cold.lower <= r.upper);
        }
    }
    tact_model_destroy(b_model);
    tact_model_destroy(a_model);
}

static uint64_t ask_level(const void *about, const tact_context *context) {
    const tact_moving *m = about;
    tact_model *mesh = make_mesh(context, vec(1, 1, 1), 4, TACT_INTERIOR_NONE), *box;
    tact_shape shape = tact_shape_box(0.5, 1, 0.75);
    assert_int_equal(tact_model_create_shape(context, &shape, &box), TACT_OK);
    tact_model *models[2] = {mesh, box};
    uint64_t hash = 1;
    for (int i = 0; i < 4; i++) {
        tact_moving a = m[0], b = m[1];
        a.model = models[i % 2];
        b.model = models[i / 2];
        tact_rigid_result r = ask(&a, &b);
        hash = hash_bytes(hash, &r, sizeof r);
    }
    tact_model_destroy(box);
    tact_model_destroy(mesh);
    return hash;
}

static void test_levels(void **state) {
    (void)state;
    tact_moving pair[2] = {moving(NULL, zero, zero, vec(0.5, 1, 0.25)),
                           moving(NULL, vec(0.25, 0.5, 5), vec(0, 0.25, -6), vec(2, 1, 0))};
    test_levels_agree(ask_level, pair);
}

static void test_bad(void **state) {
    (void)state;
    tact_model *box = make(tact_shape_box(1, 1, 1));
    tact_moving a = moving(box, zero, zero, zero), b = moving(box, vec(5, 0, 0), zero, zero);
    tact_rigid_result r, kept;
    memset(&r, 0x55, sizeof r);
    kept = r;
    tact_rigid_options options = tact_rigid_options_default();
    assert_int_equal(tact_first_contact(NULL, &b, NULL, NULL, &r), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_first_contact(&a, NULL, NULL, NULL, &r), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_first_contact(&a, &b, NULL, NULL, NULL), TACT_INVALID_ARGUMENT);
    options.size = 4;
    assert_int_equal(tact_first_contact(&a, &b, &options, NULL, &r), TACT_INVALID_ARGUMENT);
    static const struct {
        double start, limit, precision, separation;
        tact_status status;
    } bad[] = {{1, 0, 1, 0, TACT_INVALID_ARGUMENT},  {0, 1, 0, 0, TACT_INVALID_ARGUMENT},
               {0, 1, -1, 0, TACT_INVALID_ARGUMENT}, {0, 1, 1, -1, TACT_INVALID_ARGUMENT},
               {NAN, 1, 1, 0, TACT_NOT_FINITE},      {0, HUGE_VAL, 1, 0, TACT_NOT_FINITE},
               {0, 1, NAN, 0, TACT_NOT_FINITE},      {0, 1, 1, HUGE_VAL, TACT_NOT_FINITE}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        options = tact_rigid_options_default();
        options.start = bad[i].start;
        options.limit = bad[i].limit;
        options.precision = bad[i].precision;
        options.separation = bad[i].separation;
        assert_int_equal(tact_first_contact(&a, &b, &options, NULL, &r), bad[i].status);
    }
    b.motion.velocity.x = HUGE_VAL;
    assert_int_equal(tact_first_contact(&a, &b, NULL, NULL, &r), TACT_NOT_FINITE);
    b.motion.velocity.x = 1e308;
    b.motion.velocity.y = 1e308;
    assert_int_equal(tact_first_contact(&a, &b, NULL, NULL, &r), TACT_NOT_FINITE);
    b.motion.velocity = zero;
    b.motion.start.m[0] = 3;
    assert_int_equal(tact_first_contact(&a, &b, NULL, NULL, &r), TACT_INVALID_POSE);
    b.model = NULL;
    assert_int_equal(tact_first_contact(&a, &b, NULL, NULL, &r), TACT_INVALID_ARGUMENT);
    b = a;
    b.flags = 8;
    assert_int_equal(tact_first_contact(&a, &b, NULL, NULL, &r), TACT_INVALID_ARGUMENT);
    assert_memory_equal(&r, &kept, sizeof r);
    assert_string_equal(tact_rigid_ending_name(TACT_RIGID_ENDED_EXACT), "exact");
    assert_string_equal(tact_rigid_ending_name((tact_rigid_ending)99), "unknown ending");
    tact_model_destroy(box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),     cmocka_unit_test(test_sliding),
        cmocka_unit_test(test_resting),   cmocka_unit_test(test_grazing),
        cmocka_unit_test(test_tunnel),    cmocka_unit_test(test_many_turns),
        cmocka_unit_test(test_kinds),     cmocka_unit_test(test_filled),
        cmocka_unit_test(test_compounds), cmocka_unit_test(test_functions),
        cmocka_unit_test(test_casts),     cmocka_unit_test(test_cache),
        cmocka_unit_test(test_levels),    cmocka_unit_test(test_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
