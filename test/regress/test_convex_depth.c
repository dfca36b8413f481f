/* SPDX-License-Identifier: MIT */
/* Penetration depths on which other libraries threw, hung, or answered wrongly. Shapes and poses
 * are those of the named threads. The depth of two boxes is computed here by separating axes: it is
 * the least overlap along the 3 + 3 normals and the 9 products of edges. The other depths are
 * derived in the comments. */
#include "support.h"

#include <math.h>
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "pair/pair_depth.h"

typedef struct box_case {
    const char *source;
    double half[2][3], pose[2][12];
} box_case;

/* Tilted, flat, side by side, one along the other's edge: an expanding polytope fails because many
 * differences of corners lie in one plane. */
static const box_case boxes[] = {
    {"fcl#395: triangle of zero area",
     {{0.23, 0.24, 0.005}, {0.0247605, 0.073, 0.03625}},
     {{1, 0, 0, -0.721, 0, 1, 0, -0.772, 0, 0, 1, 0.81},
      {0.10758262492983037, -0.66248818500152129, -0.74130653817877357, -0.42677133002999479,
       0.22682184885125473, -0.70961404077525347, 0.66708302483147863, -0.76596851247746789,
       -0.96797615037608542, -0.23991106241273435, 0.07392465377049165, 0.80746731400091054}}},
    {"fcl#399: the origin is outside of the polytope",
     {{0.11884018778800964, 0.078511528670787811, 0.125}, {0.005, 0.39082854986190796, 0.125}},
     {{-0.099432387353076274, 0.99504432079443972, 0, 0.29526406526565552, -0.99504432079443972,
       -0.099432387353076274, 0, -0.013230856508016586, 0, 0, 1, 0},
      {0.99506598442099226, 0.09921535490175673, 0, 0.22759585694545215, -0.09921535490175673,
       0.99506598442099226, 0, 0.14974093549228112, 0, 0, 1, 0}}},
    {"fcl#415: new vertex is collinear with an edge",
     {{0.01, 0.165, 0.01}, {0.226, 0.135, 0.21}},
     {{1, 0, 0, 0.053999999999999937, 0, 1, 0, -0.772, 0, 0, 1, 0.405},
      {1, 0, 0, 0.121, 0, 1, 0, -0.62960505750432683, 0, 0, 1, 0.3}}},
    {"fcl#445: boxes that nearly stand on each other",
     {{0.15825, 0.1138, 0.0884}, {0.24715, 0.1773, 0.0376}},
     {{0.44540578475530235, 0.89532881496493399, -8.8937407685638679e-09, 1.2652949075960072,
       -0.89532881496493377, 0.4454057847553019, -2.8948680226084145e-08, 1.4551012423210101,
       -2.1957263975186326e-08, 2.0856732016652919e-08, 0.99999999999999956, 0.49480006232932938},
      {0.44171122913485861, 0.89715728278611906, -1.6227645148654682e-09, 1.1304016226141906,
       -0.89715728278611906, 0.44171122913485861, -5.162105395230608e-09, 1.8410802645284281,
       -3.914427141382999e-09, 3.7360349218094348e-09, 1, 0.44400006232932493}}},
    {"libccd#25: cubes on top of each other, neighbouring faces in one plane (fcl#305)",
     {{1, 1, 1}, {1, 1, 1}},
     {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1.9}}},
};
#define BOXES (sizeof boxes / sizeof *boxes)

static void column(const double *m, int i, long double out[3]) {
    for (int row = 0; row < 3; row++)
        out[row] = (long double)m[4 * row + i];
}

/* Twice the overlap of the boxes along an axis, or infinity if the axis is zero. */
static long double overlap(const box_case *c, const long double axis[3]) {
    long double length = 0, reach = 0, between = 0;
    for (int i = 0; i < 3; i++)
        length += axis[i] * axis[i];
    if (length < 1e-12L)
        return HUGE_VALL;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++) {
            long double u[3];
            column(c->pose[side], i, u);
            long double along = u[0] * axis[0] + u[1] * axis[1] + u[2] * axis[2];
            reach += (long double)c->half[side][i] * fabsl(along);
        }
    for (int i = 0; i < 3; i++)
        between +=
            axis[i] * ((long double)c->pose[1][4 * i + 3] - (long double)c->pose[0][4 * i + 3]);
    return (reach - fabsl(between)) / sqrtl(length);
}

static double depth_by_axes(const box_case *c) {
    long double least = HUGE_VALL;
    for (int i = 0; i < 3; i++) {
        long double u[3], v[3];
        column(c->pose[0], i, u);
        least = fminl(least, overlap(c, u));
        column(c->pose[1], i, v);
        least = fminl(least, overlap(c, v));
        for (int k = 0; k < 3; k++) {
            column(c->pose[1], k, v);
            const long double cross[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                                          u[0] * v[1] - u[1] * v[0]};
            least = fminl(least, overlap(c, cross));
        }
    }
    return (double)least;
}

static tacti_convex_depth_answer measure(const tacti_placed_shape *a, const tacti_placed_shape *b) {
    tacti_convex_depth_answer answer;
    assert_int_equal(tacti_convex_depth(a, b, NULL, &answer), TACT_OK);
    return answer;
}

static void check(const tacti_convex_depth_answer *answer, double truth, double tolerance) {
    assert_int_equal(answer->outcome, TACT_OUTCOME_CONTACT);
    assert_true(answer->lower <= truth + tolerance && truth - tolerance <= answer->upper);
    assert_true(fabs(answer->depth - truth) <= tolerance);
    assert_true(fabs(tact_vec3_length(answer->direction) - 1) < 1e-14);
}

static void test_boxes_have_the_least_overlap_of_all_axes(void **state) {
    (void)state;
    for (size_t i = 0; i < BOXES; i++) {
        tact_shape shape[2];
        tacti_placed_shape placed[2];
        for (int side = 0; side < 2; side++) {
            const double *half = boxes[i].half[side];
            shape[side] = tact_shape_box(half[0], half[1], half[2]);
            placed[side] = (tacti_placed_shape){.shape = &shape[side]};
            for (int k = 0; k < 12; k++)
                placed[side].pose.m[k] = boxes[i].pose[side][k];
        }
        double truth = depth_by_axes(&boxes[i]);
        tacti_convex_depth_answer answer = measure(&placed[0], &placed[1]);
        check(&answer, truth, 2e-15);
        answer = measure(&placed[1], &placed[0]);
        check(&answer, truth, 2e-15);
    }
}

static tacti_placed_shape moved(const tact_shape *shape, double x, double y, double z) {
    tacti_placed_shape placed = {shape, tact_pose_identity()};
    placed.pose.m[3] = x;
    placed.pose.m[7] = y;
    placed.pose.m[11] = z;
    return placed;
}

/* fcl#493, fcl#495: tilted cubes in kissing contact. The verdict is that of exact arithmetic.
 * Whichever it is, depth and distance are of the size of rounding errors. */
static void test_kissing_cubes_touch_or_not(void **state) {
    (void)state;
    tact_shape cube = tact_shape_box(0.125, 0.125, 0.125);
    tact_pose lower = {{0.94096063217417758, 0.29296840037289501, 0.16959541586174812, 0,
                        -0.23569836841299879, 0.92661523595848427, -0.29296840037289507, 0,
                        -0.2429801799032639, 0.23569836841299885, 0.94096063217417758, 1.25}};
    for (int gap = -8; gap <= 8; gap++) {
        tacti_placed_shape a = {&cube, lower}, b = {&cube, lower};
        for (int row = 0; row < 3; row++)
            b.pose.m[4 * row + 3] += lower.m[4 * row + 1] * (0.25 + gap * 1e-16);
        tacti_convex_depth_answer answer = measure(&a, &b);
        tacti_convex_distance_answer other;
        assert_int_equal(tacti_convex_distance(&a, &b, NULL, &other), TACT_OK);
        assert_int_equal(answer.outcome, other.outcome);
        assert_true(answer.depth < 4e-15 && answer.upper < 1e-13);
        if (answer.outcome == TACT_OUTCOME_CONTACT) {
            double along = answer.direction.x * lower.m[1] + answer.direction.y * lower.m[5] +
                           answer.direction.z * lower.m[9];
            assert_true(along > 0.99);
        }
    }
}

/* fcl#319: a cylinder beside a box, its axis tilted by 6.3e-6. In the middle, the side of the
 * cylinder is 9.757e-8 beyond the box. Where the box begins, 0.01788 from the middle, it reaches
 * 1.131e-7 less far. So they are 1.55e-8 apart. */
static void test_cylinder_beside_a_box(void **state) {
    (void)state;
    tact_shape cylinder = tact_shape_cylinder(0.05, 0.03), box = tact_shape_box(0.175, 0.0125, 1);
    tacti_placed_shape b = moved(&box, 0.8, -0.4575, 1), a = {&cylinder, {{0}}};
    const double pose[12] = {-0.99999999997999022838,   6.2572835802045040178e-10,
                             6.3260669852976095481e-06, 0.57500009756757608503,
                             6.3260669851683709551e-06, -6.3943303429958554955e-10,
                             0.99999999997999056145,    -0.42711963046787942977,
                             6.2573180158128459924e-10, 1,
                             6.3942912945996747041e-10, 1.1867093358746836351};
    for (int i = 0; i < 12; i++)
        a.pose.m[i] = pose[i];
    assert_int_equal(measure(&a, &b).outcome, TACT_OUTCOME_APART);
    /* 1.55e-8 and 1e-6 nearer. */
    double gap = 6.326066985e-6 * (0.445 - 0.42711963046787943) - 9.756757608e-8;
    b.pose.m[3] -= gap + 1e-6;
    tacti_convex_depth_answer answer = measure(&a, &b);
    check(&answer, 1e-6, 1e-11);
    assert_true(answer.direction.x > 0.9999);
}

/* fcl#346: the solver runs nearly forever if centres coincide. fcl#578: an endless loop. Cylinders
 * and ellipsoids inside each other: the depth is r + s sideways, or h + k lengthwise. */
static void test_centres_that_coincide(void **state) {
    (void)state;
    tact_shape a = tact_shape_cylinder(1, 3), b = tact_shape_cylinder(0.25, 0.5);
    tact_shape c = tact_shape_ellipsoid(1, 2, 3), d = tact_shape_ellipsoid(2, 3, 4);
    tacti_placed_shape cylinders[2] = {moved(&a, 1, 1, 1), moved(&b, 1, 1, 1)};
    tacti_convex_depth_answer answer = measure(&cylinders[0], &cylinders[1]);
    assert_int_equal(answer.outcome, TACT_OUTCOME_CONTACT);
    assert_true(answer.lower <= 1.25 && 1.25 <= answer.upper + 1e-15);
    assert_true(answer.lower >= 1.2 && answer.upper <= 1.25 + 1e-9);
    tacti_placed_shape eggs[2] = {moved(&c, -1, 0, 1), moved(&d, -1, 0, 1)};
    answer = measure(&eggs[0], &eggs[1]);
    check(&answer, 3, 1e-4);
    assert_true(fabs(answer.direction.x) > 0.999);
}

/* libccd#71: a small box sunk into a plate near its rim comes out upwards. fcl#545: a small cube on
 * the diagonal of a large one comes out of a face, not of the corner. */
static void test_directions_are_those_of_the_least_way(void **state) {
    (void)state;
    tact_shape plate = tact_shape_box(2, 0.5, 2), cube = tact_shape_box(0.25, 0.25, 0.25);
    tacti_placed_shape a = moved(&plate, 0, 0, 0), b = moved(&cube, 1.5, 0.625, 1.25);
    tacti_convex_depth_answer answer = measure(&a, &b);
    check(&answer, 0.125, 1e-15);
    assert_true(answer.direction.y > 1 - 1e-15);
    tact_shape large = tact_shape_box(0.5, 0.5, 0.5), small = tact_shape_box(0.05, 0.05, 0.05);
    tacti_placed_shape c = moved(&large, 0, 0, 0), d = moved(&small, 0.4, 0.4, 0.4);
    answer = measure(&c, &d);
    check(&answer, 0.15, 1e-15);
    double most = fmax(fmax(answer.direction.x, answer.direction.y), answer.direction.z);
    assert_true(most > 1 - 1e-15);
}

/* mujoco#2206: the depth of a sphere that is entirely inside a box. coal#307: its centre on a
 * face. */
static void test_spheres_in_boxes(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1), ball = tact_shape_sphere(0.5);
    for (int i = 0; i <= 12; i++) {
        double z = i * 0.125;
        tacti_placed_shape a = moved(&box, 0, 0, 0), b = moved(&ball, 0, 0, z);
        tacti_convex_depth_answer answer = measure(&a, &b);
        check(&answer, 1.5 - z, 1e-14);
        assert_true(i == 0 || answer.direction.z > 1 - 1e-12);
    }
}

/* Half-spaces that meet are infinitely deep in each other, and no direction leads out. With a pose
 * that is not quite rigid the direction was a normal whose length was not 1. */
static void test_half_spaces_have_no_way_out(void **state) {
    (void)state;
    tact_shape plane = tact_shape_half_space((tact_vec3){3, -3, -4}, 1);
    tact_model *model;
    assert_int_equal(tact_model_create_shape(NULL, &plane, &model), TACT_OK);
    tact_instance a = tact_instance_make(model), b = a;
    a.pose.m[4] = 0x1p-23;
    b.pose.m[3] = -4;
    tact_depth_result got;
    assert_int_equal(tact_depth(&a, &b, NULL, NULL, &got), TACT_OK);
    assert_true(got.depth == HUGE_VAL && got.lower == HUGE_VAL && got.upper == HUGE_VAL);
    assert_true(got.direction.x == 0 && got.direction.y == 0 && got.direction.z == 0);
    tact_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes_have_the_least_overlap_of_all_axes),
        cmocka_unit_test(test_kissing_cubes_touch_or_not),
        cmocka_unit_test(test_cylinder_beside_a_box),
        cmocka_unit_test(test_centres_that_coincide),
        cmocka_unit_test(test_directions_are_those_of_the_least_way),
        cmocka_unit_test(test_spheres_in_boxes),
        cmocka_unit_test(test_half_spaces_have_no_way_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
