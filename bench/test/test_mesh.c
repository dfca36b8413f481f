/* SPDX-License-Identifier: MIT */
/* Tests the parts of bench_mesh: arguments, poses at a gap that a simple oracle knows, figures,
 * report. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- A contender that answers for two balls of radius 1 -------------------------------------- */

static int asked;

static void *balls_open(void *a, void *b) {
    (void)a;
    (void)b;
    return &asked;
}

static double balls_distance(void *pair, const tact_pose *a, const tact_pose *b) {
    (void)pair;
    asked++;
    double x = b->m[3] - a->m[3], y = b->m[7] - a->m[7], z = b->m[11] - a->m[11];
    return fmax(0, sqrt(x * x + y * y + z * z) - 2);
}

static bool balls_collide(void *pair, const tact_pose *a, const tact_pose *b) {
    return balls_distance(pair, a, b) <= 0;
}

/* Wrong if the distance is more than 1. */
static double balls_cut(void *pair, const tact_pose *a, const tact_pose *b) {
    return fmin(1, balls_distance(pair, a, b));
}

static const mesh_contender balls = {.name = "balls",
                                     .open_pair = balls_open,
                                     .collide = balls_collide,
                                     .distance = balls_distance,
                                     .seconds = HUGE_VAL};
static const mesh_contender cut_balls = {
    .name = "cut", .open_pair = balls_open, .distance = balls_cut, .seconds = HUGE_VAL};

/* Takes 3 ms of the processor, so that a turn asks it once or twice. */
static double balls_slowly(void *pair, const tact_pose *a, const tact_pose *b) {
    clock_t begin = clock();
    while ((double)(clock() - begin) < 3e-3 * (double)CLOCKS_PER_SEC)
        continue;
    return balls_distance(pair, a, b);
}

static mesh_model ball(void) {
    mesh_model model = {.size = 2, .radius = 1};
    return model;
}

static pose_pair apart_by(double distance) {
    pose_pair pose = {tact_pose_identity(), tact_pose_identity()};
    pose.b.m[3] = distance + 2;
    return pose;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static bool parse(mesh_options *out, const char *first, const char *second) {
    /* Static, because options point into the arguments. */
    static char program[] = "bench_mesh", one[64], two[64];
    snprintf(one, sizeof one, "%s", first);
    snprintf(two, sizeof two, "%s", second != NULL ? second : "");
    char *arguments[] = {program, one, two, NULL};
    int code;
    return mesh_options_read(second != NULL ? 3 : 2, arguments, out, &code);
}

static void test_arguments(void **state) {
    (void)state;
    mesh_options options;
    assert_true(parse(&options, "--poses", "7"));
    assert_int_equal(options.poses, 7);
    assert_int_equal(options.reps, 5);
    assert_true(parse(&options, "--only=boolean", "--quick"));
    assert_string_equal(options.only, "boolean");
    assert_true(options.quick);
    assert_int_equal(options.poses, 3);
    assert_false(parse(&options, "--poses", "0"));
    assert_false(parse(&options, "--reps", "4"));
    assert_false(parse(&options, "--reps", "5x"));
    assert_false(parse(&options, "--poses", NULL));
    assert_false(parse(&options, "--nothing", NULL));
    assert_false(parse(&options, "--quick=1", NULL));
}

static void test_lists(void **state) {
    (void)state;
    assert_true(bench_is_listed(NULL, "bunny"));
    assert_true(bench_is_listed("bunny", "bunny"));
    assert_true(bench_is_listed("teapot,bunny", "bunny"));
    assert_false(bench_is_listed("teapot,bunny", "bun"));
    assert_false(bench_is_listed("bun,teapot", "bunny"));
    assert_false(bench_is_listed("", "bunny"));
}

/* ---- Poses ----------------------------------------------------------------------------------- */

static void test_poses_have_their_gap(void **state) {
    (void)state;
    enum { COUNT = 20 };
    mesh_model model = ball();
    pose_oracle oracle = {&balls, &asked};
    bench_rng rng = {1};
    pose_pair *poses = pose_cells_make(&rng, &model, &model, &oracle, COUNT);
    for (size_t cell = 0; cell < POSE_CELL_COUNT; cell++) {
        double wanted = pose_cells[cell] * model.size;
        for (size_t i = 0; i < COUNT; i++) {
            pose_pair *pose = &poses[cell * COUNT + i];
            double distance = balls_distance(NULL, &pose->a, &pose->b);
            assert_int_equal(tact_pose_validate(pose->a, NULL), TACT_OK);
            assert_int_equal(tact_pose_validate(pose->b, NULL), TACT_OK);
            if (cell < POSE_GAP_COUNT)
                assert_true(fabs(distance - wanted) <= 0.011 * wanted);
            else
                assert_true(distance <= 0);
        }
    }
    free(poses);
}

/* b slides past a at a distance of 3 or more. */
static double passing_distance(void *pair, const tact_pose *a, const tact_pose *b) {
    return balls_distance(pair, a, b) + 3;
}

static void test_passing_by(void **state) {
    (void)state;
    static const mesh_contender passing = {.name = "passing", .distance = passing_distance};
    mesh_model model = ball();
    pose_oracle oracle = {&passing, &asked};
    bench_rng rng = {2};
    pose_line line = pose_line_make(&rng, &model, &model);
    double t = line.start;
    assert_false(pose_line_slide(&line, &oracle, 0.5, &t));
}

static void test_spin(void **state) {
    (void)state;
    enum { COUNT = 10 };
    mesh_model model = ball();
    pose_oracle oracle = {&balls, &asked};
    bench_rng rng = {3};
    pose_pair frames[COUNT];
    pose_spin_make(&rng, &model, &oracle, 0.1, COUNT, frames);
    for (size_t i = 0; i < COUNT; i++) {
        double distance = balls_distance(NULL, &frames[i].a, &frames[i].b);
        assert_true(fabs(distance - 0.2) <= 0.003);
    }
    /* Each frame turns by one degree: the trace of a rotation is 1 + 2 cos(angle). */
    for (size_t i = 1; i < COUNT; i++) {
        tact_pose turn = tact_pose_compose(frames[i].b, tact_pose_inverse(frames[i - 1].b));
        double trace = turn.m[0] + turn.m[5] + turn.m[10];
        assert_true(fabs(acos((trace - 1) / 2) * 180 / 3.14159265358979 - 1) < 1e-6);
    }
}

/* ---- Figures --------------------------------------------------------------------------------- */

static void test_cells(void **state) {
    (void)state;
    mesh_match match = {.count = 2, .contenders = {&balls, &cut_balls}, .pairs = {&asked, &asked}};
    pose_pair poses[] = {apart_by(0.5), apart_by(2), apart_by(0.25), apart_by(3)};
    asked = 0;
    mesh_cell cell = mesh_cell_measure(&match, MESH_DISTANCE, poses, 4, 5);
    /* Per pose and contender: once for the answer, then at least twice in each of five turns. */
    assert_true(asked >= 4 * 2 * (1 + 5 * 2));
    assert_int_equal(cell.figures[0].count, 4);
    assert_int_equal(mesh_cell_differ(&cell, 1, 1e-9), 2);
    assert_int_equal(mesh_cell_differ(&cell, 1, 1.5), 1);
    assert_true(fabs(mesh_figures_mean_answer(&cell.figures[0]) - 5.75 / 4) < 1e-12);
    assert_true(cell.figures[0].mean > 0 && cell.figures[0].max >= cell.figures[0].mean);
    assert_true(mesh_cell_ratio(&cell, 1) > 0);
    assert_true(fabs(mesh_cell_ratio(&cell, 1) * mesh_cell_ratio_to(&cell, 0, 1) - 1) < 1e-9);
    mesh_cell_free(&cell);

    /* The second contender does not answer this question. */
    cell = mesh_cell_measure(&match, MESH_COLLIDE, poses, 4, 5);
    assert_int_equal(cell.figures[1].count, 0);
    assert_true(isnan(mesh_cell_ratio(&cell, 1)));
    mesh_cell_free(&cell);
}

static int count_slow_asks(double pose_seconds) {
    mesh_contender slow = {.name = "slow",
                           .open_pair = balls_open,
                           .distance = balls_slowly,
                           .seconds = HUGE_VAL,
                           .pose_seconds = pose_seconds};
    mesh_match match = {.count = 1, .contenders = {&slow}, .pairs = {&asked}};
    pose_pair poses[] = {apart_by(0.5), apart_by(2)};
    asked = 0;
    mesh_cell cell = mesh_cell_measure(&match, MESH_DISTANCE, poses, 2, 5);
    assert_int_equal(cell.figures[0].count, 2);
    mesh_cell_free(&cell);
    return asked;
}

/* A limit per pose leaves out rounds, but no pose. */
static void test_limit_per_pose(void **state) {
    (void)state;
    assert_true(count_slow_asks(0) >= 2 * (1 + 5));
    assert_true(count_slow_asks(1e-3) <= 2 * (1 + 2));
}

static void test_ratios(void **state) {
    (void)state;
    bench_ratios ratios = {0};
    assert_true(isnan(bench_ratios_mean(&ratios)));
    bench_ratios_add(&ratios, 2);
    bench_ratios_add(&ratios, BENCH_NONE);
    bench_ratios_add(&ratios, 8);
    assert_int_equal(ratios.count, 2);
    assert_true(fabs(bench_ratios_mean(&ratios) - 4) < 1e-12);
    assert_true(fabs(bench_ratios_least(&ratios) - 2) < 1e-12);
    double values[] = {5, 1, 4, 2, 3};
    assert_true(fabs(bench_mean(values, 5) - 3) < 1e-12);
    assert_true(fabs(bench_percentile_of(values, 5, 95) - 5) < 1e-12);
    assert_true(fabs(values[0] - 5) < 1e-12);
}

/* ---- Report ---------------------------------------------------------------------------------- */

static void write_report(const bench_report *report, bool is_json, char *text, size_t size) {
    static char program[] = "bench_mesh", quick[] = "--quick";
    char *arguments[] = {program, quick, NULL};
    bench_report_head head = {
        .program = "bench_mesh", .argc = 2, .argv = arguments, .inputs = "generated"};
    FILE *file = tmpfile();
    assert_non_null(file);
    if (is_json)
        bench_report_json(report, &head, file);
    else
        bench_report_markdown(report, &head, file);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void test_report(void **state) {
    (void)state;
    bench_report *report = bench_report_create();
    bench_report_at_least(report, "high", 9, 8);
    bench_report_at_least(report, "low", 7, 8);
    bench_report_at_most(report, "few", 3, 4);
    bench_report_at_most(report, "unknown", BENCH_NONE, 4);
    bench_report_must(report, "true", true);
    assert_int_equal(bench_report_missed(report), 1);
    assert_int_equal(bench_report_broken(report), 0);
    bench_report_must(report, "false", false);
    assert_int_equal(bench_report_broken(report), 1);

    bench_table *table = bench_report_table(report, "A table", "About it.");
    bench_table_cell(table, "name");
    bench_table_cell(table, "time");
    bench_table_head_end(table);
    bench_table_cell(table, "one \"x\"");
    bench_table_number(table, 12.345);
    bench_table_cell(table, "two");
    bench_table_number(table, BENCH_NONE);
    static char text[16384];
    write_report(report, false, text, sizeof text);
    assert_non_null(strstr(text, "| low | 7.00 | at least 8 | MISSED |\n"));
    assert_non_null(strstr(text, "| unknown | - | at most 4 | not measured |\n"));
    assert_non_null(strstr(text, "| false | no | must hold | BROKEN |\n"));
    assert_non_null(
        strstr(text, "| name | time |\n|---|---:|\n| one \"x\" | 12.3 |\n| two | - |\n"));
    assert_non_null(strstr(text, "- arguments: --quick\n- models: generated\n"));
    write_report(report, true, text, sizeof text);
    assert_non_null(
        strstr(text, "{\"name\": \"low\", \"figure\": 7, \"at_least\": 8, \"met\": false}"));
    assert_non_null(strstr(text, "[\"one \\\"x\\\"\", \"12.3\"]"));
    bench_report_destroy(report);
}

/* The exit code of a program whose report has one missed bar, or a condition that does not hold. */
static int end_report(bool holds, bench_report_head head) {
    bench_report *report = bench_report_create();
    bench_report_at_least(report, "low", 7, 8);
    bench_report_must(report, "condition", holds);
    return bench_report_end(report, &head);
}

static void test_exit_codes(void **state) {
    (void)state;
    assert_int_equal(end_report(true, (bench_report_head){.program = "p"}), 0);
    assert_int_equal(end_report(true, (bench_report_head){.program = "p", .is_check = true}), 1);
    assert_int_equal(end_report(false, (bench_report_head){.program = "p"}), 1);
    bench_report_head unwritable = {.program = "p", .inputs = "none", .json = "/no/such/folder/x"};
    assert_int_equal(end_report(true, unwritable), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_poses_have_their_gap),
        cmocka_unit_test(test_passing_by),
        cmocka_unit_test(test_spin),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_limit_per_pose),
        cmocka_unit_test(test_ratios),
        cmocka_unit_test(test_report),
        cmocka_unit_test(test_exit_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
