/* SPDX-License-Identifier: MIT */
/* Shapes as text: valid and invalid strings, their messages, and random shapes written and read. */
#include "support.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tact/shape_text.h>

#include "shape/placed.h"

/* ---- Valid texts -------------------------------------------------------------------------- */

typedef struct good_row {
    const char *text;
    tact_shape shape;
    const char *printed; /* NULL: the text itself */
} good_row;

/* The bytes of the core that a kind uses. */
static size_t core_bytes(tact_shape_kind kind) {
    switch (kind) {
    case TACT_SHAPE_SEGMENT:
        return 6 * sizeof(double);
    case TACT_SHAPE_TRIANGLE:
        return 9 * sizeof(double);
    case TACT_SHAPE_BOX:
    case TACT_SHAPE_ELLIPSOID:
        return 3 * sizeof(double);
    case TACT_SHAPE_CYLINDER:
    case TACT_SHAPE_CONE:
        return 2 * sizeof(double);
    case TACT_SHAPE_HALF_SPACE:
        return 4 * sizeof(double);
    default:
        return 0;
    }
}

static void assert_same_shape(const char *text, const tact_shape *a, const tact_shape *b) {
    char of_a[400], of_b[400];
    tact_shape_print(a, of_a, sizeof of_a);
    tact_shape_print(b, of_b, sizeof of_b);
    if (a->kind != b->kind || memcmp(&a->radius, &b->radius, sizeof a->radius) != 0 ||
        memcmp(&a->core, &b->core, core_bytes(a->kind)) != 0)
        fail_msg("'%s' is %s (kind %d), expected %s (kind %d)", text, of_a, (int)a->kind, of_b,
                 (int)b->kind);
}

static tact_shape rounded(tact_shape shape, double radius) {
    shape.radius = radius;
    return shape;
}

static void good_texts(void **state) {
    (void)state;
    const tact_vec3 p = {1, 2, 3}, q = {-4, 5e-3, 6};
    const good_row rows[] = {
        {"sphere:0.5", tact_shape_sphere(0.5), NULL},
        {"sphere:0", tact_shape_sphere(0), NULL},
        {"sphere:-0", tact_shape_sphere(-0.0), NULL},
        {"sphere: +.5e0\t", tact_shape_sphere(0.5), "sphere:0.5"},
        {"sphere:1e-400", tact_shape_sphere(0), "sphere:0"},
        {"sphere:5e-324", tact_shape_sphere(5e-324), NULL},
        {"sphere:1.7976931348623157e308", tact_shape_sphere(1.7976931348623157e308), NULL},
        {"capsule:2,0.5", tact_shape_capsule(1, 0.5), NULL},
        {"capsule:0,0.5", tact_shape_capsule(0, 0.5), NULL},
        {"capsule:2,0", tact_shape_capsule(1, 0), "segment:0,0,-1,0,0,1"},
        {"box:1,2,3", tact_shape_box(0.5, 1, 1.5), NULL},
        {"box: 1 , 2\t,3 ", tact_shape_box(0.5, 1, 1.5), "box:1,2,3"},
        {"box:1,2,3,r=0.1", rounded(tact_shape_box(0.5, 1, 1.5), 0.1), NULL},
        {"box:1,2,3, r= 0.1 ", rounded(tact_shape_box(0.5, 1, 1.5), 0.1), "box:1,2,3,r=0.1"},
        {"box:1,2,3,r=0", tact_shape_box(0.5, 1, 1.5), "box:1,2,3"},
        {"box:0,0,0", tact_shape_box(0, 0, 0), NULL},
        {"cylinder:1,3", tact_shape_cylinder(1, 1.5), NULL},
        {"cylinder:1,3,r=2", rounded(tact_shape_cylinder(1, 1.5), 2), NULL},
        {"cone:1,3", tact_shape_cone(1, 1.5), NULL},
        {"ellipsoid:1,2,3", tact_shape_ellipsoid(0.5, 1, 1.5), NULL},
        {"half-space:0,0,-1,5", tact_shape_half_space((tact_vec3){0, 0, -1}, 5), NULL},
        {"half-space:0,0,1,0,r=0.25", rounded(tact_shape_half_space((tact_vec3){0, 0, 1}, 0), 0.25),
         NULL},
        {"point:1,2,3", tact_shape_segment(p, p, 0), NULL},
        {"point:1,2,3,r=4", tact_shape_segment(p, p, 4), NULL},
        {"segment:1,2,3,-4,0.005,6", tact_shape_segment(p, q, 0), NULL},
        {"segment:1,2,3,-4,0.005,6,r=0.1", tact_shape_segment(p, q, 0.1), NULL},
        {"segment:0,0,-1,0,0,1,r=2",
         tact_shape_segment((tact_vec3){0, 0, -1}, (tact_vec3){0, 0, 1}, 2), "capsule:2,2"},
        {"triangle:1,2,3,-4,0.005,6,0,0,0", tact_shape_triangle((tact_triangle){{p, q, {0, 0, 0}}}),
         NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tact_shape_text found;
        tact_error error = {.text = ""};
        char printed[400];
        assert_true(tact_shape_text_begins(rows[i].text));
        if (tact_shape_parse(rows[i].text, &error, &found) != TACT_OK)
            fail_msg("'%s': %s", rows[i].text, error.text);
        assert_null(found.path);
        assert_int_equal(found.path_bytes, 0);
        size_t length = tact_shape_print(&found.shape, printed, sizeof printed);
        assert_int_equal(length, strlen(printed));
        tact_shape_text again;
        assert_int_equal(tact_shape_parse(printed, NULL, &again), TACT_OK);
        assert_same_shape(rows[i].text, &found.shape, &rows[i].shape);
        assert_same_shape(printed, &again.shape, &rows[i].shape);
        assert_string_equal(printed, rows[i].printed ? rows[i].printed : rows[i].text);
    }
}

static void hulls(void **state) {
    (void)state;
    static const struct {
        const char *text, *path;
        double radius;
    } rows[] = {
        {"hull:part.stl", "part.stl", 0},
        {"hull:part.stl,r=0.5", "part.stl", 0.5},
        {"hull:a,b:c.obj", "a,b:c.obj", 0},
        {"hull:odd,r=1.obj,r=0", "odd,r=1.obj", 0},
        {"hull: x ", " x ", 0},
        {"hull:-", "-", 0},
        {"hull:,", ",", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tact_shape_text found;
        assert_int_equal(tact_shape_parse(rows[i].text, NULL, &found), TACT_OK);
        assert_ptr_equal(found.path, rows[i].text + 5);
        assert_int_equal(found.path_bytes, strlen(rows[i].path));
        assert_memory_equal(found.path, rows[i].path, found.path_bytes);
        assert_int_equal(found.shape.kind, TACT_SHAPE_HULL);
        assert_null(found.shape.core.hull);
        assert_true(found.shape.radius == rows[i].radius);
    }
    tact_shape hull = tact_shape_hull(NULL);
    char printed[32];
    assert_int_equal(tact_shape_print(&hull, printed, sizeof printed), 5);
    assert_string_equal(printed, "hull:");
    hull.radius = 0.5;
    tact_shape_print(&hull, printed, sizeof printed);
    assert_string_equal(printed, "hull:,r=0.5");
}

/* ---- Invalid texts ------------------------------------------------------------------------ */

typedef struct bad_row {
    const char *text;
    tact_status status;
    uint64_t index;
    const char *says; /* a part of the message */
} bad_row;

static const bad_row bad_rows[] = {
    {"", TACT_INVALID_ARGUMENT, 0, "a shape is a kind, a colon and its sizes, as in box:1,2,3"},
    {"box", TACT_INVALID_ARGUMENT, 0, "not 'box'"},
    {"bx:1,2,3", TACT_INVALID_ARGUMENT, 0, "there is no shape 'bx'; there are sphere, capsule"},
    {"Box:1,2,3", TACT_INVALID_ARGUMENT, 0, "there is no shape 'Box'"},
    {":1", TACT_INVALID_ARGUMENT, 0, "there is no shape ''"},
    {"box :1,2,3", TACT_INVALID_ARGUMENT, 0, "there is no shape 'box '"},
    {"box:1,2", TACT_INVALID_ARGUMENT, 7,
     "a box takes 3 numbers (its sides X,Y,Z), here are 2: box:1,2"},
    {"box:", TACT_INVALID_ARGUMENT, 4, "a box takes 3 numbers (its sides X,Y,Z), here are 0: box:"},
    {"box: \t", TACT_INVALID_ARGUMENT, 6, "here are 0: box: ?"},
    {"box:1", TACT_INVALID_ARGUMENT, 5, "here is 1: box:1"},
    {"box:1,2,3,4", TACT_INVALID_ARGUMENT, 10, "here are 4: box:1,2,3,4"},
    {"box:1,2,3,4,5,6,7,8,9,10,11,12", TACT_INVALID_ARGUMENT, 10, "here are 12"},
    {"box:1,2,r=3", TACT_INVALID_ARGUMENT, 11, "here are 2"},
    {"sphere:", TACT_INVALID_ARGUMENT, 7, "a sphere takes 1 number (its RADIUS), here are 0"},
    {"capsule:1", TACT_INVALID_ARGUMENT, 9, "(the LENGTH of its axis and its RADIUS)"},
    {"triangle:1,2,3,4,5,6,7,8", TACT_INVALID_ARGUMENT, 24, "a triangle takes 9 numbers"},
    {"box:1,,3", TACT_INVALID_ARGUMENT, 6,
     "number 2 of a box is missing: '' (column 7 of box:1,,3)"},
    {"box:1,2,3,", TACT_INVALID_ARGUMENT, 10, "number 4 of a box is missing"},
    {"box:,1,2,3", TACT_INVALID_ARGUMENT, 4, "number 1 of a box is missing"},
    {"box:1,x,3", TACT_INVALID_ARGUMENT, 6,
     "number 2 of a box is not a number: 'x' (column 7 of box:1,x,3)"},
    {"box:1, 2y ,3", TACT_INVALID_ARGUMENT, 7, "is not a number: '2y' (column 8"},
    {"box:1 2 3", TACT_INVALID_ARGUMENT, 4, "number 1 of a box is not a number: '1 2 3'"},
    {"box:1;2;3", TACT_INVALID_ARGUMENT, 4, "is not a number: '1;2;3'"},
    {"box:0x1p3,1,1", TACT_INVALID_ARGUMENT, 4, "is not a number: '0x1p3'"},
    {"box:1e,1,1", TACT_INVALID_ARGUMENT, 4, "is not a number: '1e'"},
    {"box:--1,1,1", TACT_INVALID_ARGUMENT, 4, "is not a number: '--1'"},
    {"box:.,1,1", TACT_INVALID_ARGUMENT, 4, "is not a number: '.'"},
    {"box:1,-2,3", TACT_INVALID_ARGUMENT, 6, "number 2 of a box is negative: '-2'"},
    {"sphere:-1e-300", TACT_INVALID_ARGUMENT, 7, "is negative"},
    {"cylinder:1,-1", TACT_INVALID_ARGUMENT, 11, "number 2 of a cylinder is negative"},
    {"box:1,nan,3", TACT_NOT_FINITE, 6, "number 2 of a box is not finite: 'nan'"},
    {"box:1,+InFiNiTy,3", TACT_NOT_FINITE, 6, "is not finite: '+InFiNiTy'"},
    {"box:1,-inf,3", TACT_NOT_FINITE, 6, "is not finite: '-inf'"},
    {"point:1,-inf,3", TACT_NOT_FINITE, 8, "number 2 of a point is not finite: '-inf'"},
    {"box:1,1e309,3", TACT_NOT_FINITE, 6, "is beyond the range of double: '1e309'"},
    {"box:1,1.7976931348623159e308,3", TACT_NOT_FINITE, 6, "is beyond the range of double"},
    {"box:1,2,3,r=-1", TACT_INVALID_ARGUMENT, 12, "the radius r= of a box is negative: '-1'"},
    {"box:1,2,3,r=", TACT_INVALID_ARGUMENT, 12, "the radius r= of a box is missing"},
    {"box:1,2,3,r=x", TACT_INVALID_ARGUMENT, 12, "is not a number: 'x' (column 13"},
    {"box:1,2,3,r=nan", TACT_NOT_FINITE, 12, "is not finite"},
    {"box:1,2,r=1,3", TACT_INVALID_ARGUMENT, 8, "must be last: 'r=1'"},
    {"box:1,2,r=1 ,3", TACT_INVALID_ARGUMENT, 8, "must be last: 'r=1'"},
    {"box:1,2,3,r=1,r=2", TACT_INVALID_ARGUMENT, 10, "must be last"},
    {"box:1,2,3,R=1", TACT_INVALID_ARGUMENT, 10, "number 4 of a box is not a number: 'R=1'"},
    {"sphere:1,r=2", TACT_INVALID_ARGUMENT, 9, "has its own RADIUS"},
    {"capsule:1,2,r=2", TACT_INVALID_ARGUMENT, 12, "has its own RADIUS"},
    {"triangle:1,2,3,4,5,6,7,8,9,10", TACT_INVALID_ARGUMENT, 27,
     "a triangle takes 9 numbers (its corners X,Y,Z,X,Y,Z,X,Y,Z), here are 10"},
    {"half-space:0,-0,0,1", TACT_INVALID_ARGUMENT, 11, "it needs a direction"},
    {"hull:", TACT_INVALID_ARGUMENT, 5, "a hull takes a FILE, as in hull:part.stl"},
    {"hull:,r=1", TACT_INVALID_ARGUMENT, 5, "as in hull:part.stl: hull:,r=1"},
    {"hull:x,r=", TACT_INVALID_ARGUMENT, 9, "the radius r= of a hull is missing"},
    {"hull:x,r=1.obj", TACT_INVALID_ARGUMENT, 9, "is not a number: '1.obj'"},
    {"box:\x1b[2J,1,1", TACT_INVALID_ARGUMENT, 4, "is not a number: '?[2J'"},
    {"box:1\n,1,1", TACT_INVALID_ARGUMENT, 4, "is not a number: '1?'"},
};

static void bad_texts(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad_rows / sizeof bad_rows[0]; i++) {
        const bad_row *row = &bad_rows[i];
        tact_shape_text out, before;
        memset(&out, 0x5A, sizeof out);
        memcpy(&before, &out, sizeof out);
        tact_error error = {.text = ""};
        tact_status status = tact_shape_parse(row->text, &error, &out);
        if (status != row->status || error.status != status || error.line != 0 ||
            error.index != row->index || strstr(error.text, row->says) == NULL)
            fail_msg("'%s': status %d, index %d, '%s'", row->text, (int)status, (int)error.index,
                     error.text);
        assert_memory_equal(&out, &before, sizeof out);
        assert_int_equal(tact_shape_parse(row->text, NULL, &out), row->status);
        for (const char *c = error.text; *c != '\0'; c++)
            assert_true((unsigned char)*c >= 0x20);
    }
    tact_shape_text out;
    tact_error error;
    assert_int_equal(tact_shape_parse(NULL, &error, &out), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_shape_parse("sphere:1", &error, NULL), TACT_INVALID_ARGUMENT);
    assert_false(tact_shape_text_begins(NULL));
}

static void beginnings(void **state) {
    (void)state;
    static const char *const yes[] = {
        "sphere:",   "capsule:x", "point:1",    "segment:",    "triangle:", "box::",
        "cylinder:", "cone:",     "ellipsoid:", "half-space:", "hull:"};
    static const char *const no[] = {"",          "box",   "./box:1",   "boxes:1",
                                     "c:\\a.stl", "Box:1", "part.stl",  "box 1",
                                     " box:1",    ":",     "halfspace:"};
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++)
        assert_true(tact_shape_text_begins(yes[i]));
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
        assert_false(tact_shape_text_begins(no[i]));
}

/* Megabytes of digits, commas and letters are refused with a message that fits. */
static void long_texts(void **state) {
    (void)state;
    const size_t size = 1 << 20;
    char *text = malloc(size + 1);
    assert_non_null(text);
    static const char *const fills[] = {"1",  "0",   "1,",       ",",    "x", " ",
                                        "r=", ",r=", "\xC3\xA4", "\x80", ":"};
    for (size_t i = 0; i < sizeof fills / sizeof fills[0]; i++) {
        size_t period = strlen(fills[i]);
        memcpy(text, "box:", 4);
        for (size_t k = 4; k < size; k++)
            text[k] = fills[i][(k - 4) % period];
        text[size] = '\0';
        tact_shape_text out;
        tact_error error = {.text = ""};
        tact_status status = tact_shape_parse(text, &error, &out);
        assert_int_not_equal(status, TACT_OK);
        assert_true(error.text[0] != '\0' && strlen(error.text) < sizeof error.text);
    }
    /* A number may have a million digits. */
    memset(text, '0', size);
    memcpy(text, "sphere:0.", 9);
    memcpy(text + size - 1, "5", 1);
    tact_shape_text out;
    assert_int_equal(tact_shape_parse(text, NULL, &out), TACT_OK);
    assert_true(out.shape.radius == 0);
    text[9] = '5';
    assert_int_equal(tact_shape_parse(text, NULL, &out), TACT_OK);
    assert_true(out.shape.radius == 0.5);
    free(text);
}

/* ---- Both ways ---------------------------------------------------------------------------- */

/* Any finite double whose double is finite too, also tiny and huge ones. */
static double random_number(test_rng *rng) {
    switch (test_rng_below(rng, 4)) {
    case 0:
        return (double)((int64_t)test_rng_below(rng, 41) - 20);
    case 1:
        return test_rng_between(rng, -1, 1);
    default:
        break;
    }
    double x;
    do
        x = test_rng_any_double(rng);
    while (!isfinite(x) || fabs(x) >= 0x1p1023);
    return x;
}

static tact_vec3 random_point(test_rng *rng) {
    return (tact_vec3){random_number(rng), random_number(rng), random_number(rng)};
}

static double random_size(test_rng *rng) {
    return fabs(random_number(rng));
}

static tact_shape random_shape(test_rng *rng) {
    tact_vec3 p = random_point(rng), q = random_point(rng), r = random_point(rng);
    double x = random_size(rng), y = random_size(rng), z = random_size(rng);
    switch (test_rng_below(rng, 10)) {
    case 0:
        return tact_shape_sphere(x);
    case 1:
        return tact_shape_capsule(x, y);
    case 2:
        return tact_shape_segment(p, p, 0);
    case 3:
        return tact_shape_segment(p, q, 0);
    case 4:
        return tact_shape_triangle((tact_triangle){{p, q, r}});
    case 5:
        return tact_shape_box(x, y, z);
    case 6:
        return tact_shape_cylinder(x, y);
    case 7:
        return tact_shape_cone(x, y);
    case 8:
        return tact_shape_ellipsoid(x, y, z);
    default:
        return tact_shape_half_space(p, random_number(rng));
    }
}

static void random_shapes_come_back(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape text");
    for (uint64_t i = 0, count = test_case_count(20000, 1000000); i < count; i++) {
        tact_shape shape = random_shape(&rng);
        if (shape.kind != TACT_SHAPE_SPHERE && test_rng_below(&rng, 2) == 0)
            shape.radius = random_size(&rng);
        if (tact_shape_validate(&shape) != TACT_OK)
            continue;
        char text[400], cut[400];
        size_t length = tact_shape_print(&shape, text, sizeof text);
        assert_true(length > 0 && length < sizeof text && length == strlen(text));
        tact_error error = {.text = ""};
        tact_shape_text found;
        if (tact_shape_parse(text, &error, &found) != TACT_OK)
            fail_msg("%s", error.text);
        assert_same_shape(text, &found.shape, &shape);
        /* Cut like the text of snprintf(). */
        size_t room = test_rng_below(&rng, (uint32_t)length + 2);
        memset(cut, '#', sizeof cut);
        assert_int_equal(tact_shape_print(&shape, cut, room), length);
        if (room > 0) {
            assert_int_equal(strlen(cut), room <= length ? room - 1 : length);
            assert_memory_equal(cut, text, strlen(cut));
        }
        assert_true(cut[room] == '#');
        assert_int_equal(tact_shape_print(&shape, NULL, 0), length);
    }
}

static void what_is_no_shape_is_empty(void **state) {
    (void)state;
    char text[8] = "x";
    tact_shape none = {.kind = TACTI_SHAPE_KINDS};
    assert_int_equal(tact_shape_print(&none, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_int_equal(tact_shape_print(NULL, text, sizeof text), 0);
    /* A size beyond the largest double is refused, not read back as another number. */
    tact_shape huge = tact_shape_box(0x1p1023, 1, 1);
    char longer[64];
    tact_shape_print(&huge, longer, sizeof longer);
    tact_shape_text out;
    assert_int_equal(tact_shape_parse(longer, NULL, &out), TACT_NOT_FINITE);
}

/* The decimal point is a point in a locale with a comma too, if the system has one. */
static void no_locale_matters(void **state) {
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (setlocale(LC_ALL, names[i]) != NULL)
            break;
    good_texts(state);
    bad_texts(state);
    setlocale(LC_ALL, "C");
}

/* A long name is cut after 48 bytes, before a character that does not fit, and followed by dots. A
 * name of 48 bytes is repeated as it is. */
static void long_names(void **state) {
    (void)state;
    static const char *const characters[] = {"x", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x81"};
    for (size_t i = 0; i < 4; i++)
        for (size_t before = 40; before <= 48; before++) {
            size_t bytes = strlen(characters[i]), after = before + bytes;
            char text[64], wanted[80];
            memset(text, 'y', sizeof text);
            memcpy(text + before, characters[i], bytes);
            for (size_t length = after; length <= 54; length++) {
                size_t kept = length <= 48 ? length : after <= 48 || before == 48 ? 48 : before;
                text[length] = '\0';
                snprintf(wanted, sizeof wanted, "not '%.*s%s'", (int)kept, text,
                         kept < length ? "..." : "");
                tact_error error;
                assert_int_equal(tact_shape_parse(text, &error, &(tact_shape_text){0}),
                                 TACT_INVALID_ARGUMENT);
                if (strstr(error.text, wanted) == NULL)
                    fail_msg("%s: %s", wanted, error.text);
                text[length] = 'y';
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_texts),
        cmocka_unit_test(hulls),
        cmocka_unit_test(bad_texts),
        cmocka_unit_test(beginnings),
        cmocka_unit_test(long_texts),
        cmocka_unit_test(long_names),
        cmocka_unit_test(random_shapes_come_back),
        cmocka_unit_test(what_is_no_shape_is_empty),
        cmocka_unit_test(no_locale_matters),
    };
    return cmocka_run_group_tests_name("shape_text", tests, NULL, NULL);
}
