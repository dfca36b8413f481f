/* SPDX-License-Identifier: MIT */
/* Winding numbers of closed meshes, compared with rays in whole numbers, with points on the surface
 * and rays through edges and vertices. Winding numbers of open meshes and soups, compared with the
 * sum of all solid angles. Signed distances, interiors, arguments and memory. */
#include "solids.h"

#include <tact/mesh_generators.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle_winding.h"
#include "bvh/bvh.h"
#include "inside/interior.h"
#include "inside/interiors.h"
#include "frame/placed.h"
#include "probe/points.h"

/* ---- Shapes ------------------------------------------------------------------------------- */

static soup make_sphere(uint32_t levels) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, 1, levels, &mesh), TACT_OK);
    return soup_take(mesh);
}

static soup make_box(double x, double y, double z, uint32_t cells) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){x, y, z}, cells, &mesh), TACT_OK);
    return soup_take(mesh);
}

static soup make_torus(uint32_t along, uint32_t around) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.25, along, around, &mesh), TACT_OK);
    return soup_take(mesh);
}

/* A box, a sphere or a torus with vertices rounded to whole coordinates, sometimes inside out. It
 * may cross itself, and rounding may leave it not closed. */
static soup random_lattice_shape(test_rng *rng) {
    soup s;
    switch (test_rng_below(rng, 3)) {
    case 0:
        s = make_box(2 * (1 + test_rng_below(rng, 3)), 2 * (1 + test_rng_below(rng, 3)),
                     2 * (1 + test_rng_below(rng, 3)), 1 + test_rng_below(rng, 2));
        break;
    case 1:
        s = make_sphere(1);
        soup_move(&s, 3, (tact_vec3){0, 0, 0});
        break;
    default:
        s = make_torus(6, 3);
        soup_move(&s, 4, (tact_vec3){0, 0, 0});
    }
    for (uint32_t i = 0; i < s.vertex_count; i++) {
        tact_vec3 *v = &s.vertices[i];
        *v = (tact_vec3){rint(v->x), rint(v->y), rint(v->z)};
    }
    if (test_rng_below(rng, 3) == 0)
        soup_turn_inside_out(&s);
    soup_move(&s, 1, (tact_vec3){test_rng_below(rng, 3), test_rng_below(rng, 3), 0});
    return s;
}

static tact_triangle *place_all(const soup *s, tact_pose pose) {
    tact_triangle *t = calloc(s->triangle_count + 1, sizeof *t);
    assert_non_null(t);
    for (uint32_t i = 0; i < 3 * s->triangle_count; i++)
        t[i / 3].v[i % 3] = tact_pose_place(pose, s->vertices[s->indices[i]]);
    return t;
}

/* a + t (b - a), rounded. */
static tact_vec3 between(tact_vec3 a, tact_vec3 b, double t) {
    return tact_vec3_add(a, tact_vec3_scale(tact_vec3_sub(b, a), t));
}

/* ---- Closed meshes ------------------------------------------------------------------------ */

/* Corners, rounded points of edges and of faces, and points of a lattice. */
static tact_vec3 random_point(test_rng *rng, const tact_triangle *t, uint32_t count) {
    const tact_triangle *some = &t[test_rng_below(rng, count)];
    uint32_t k = test_rng_below(rng, 3);
    switch (test_rng_below(rng, 8)) {
    case 0:
        return some->v[k];
    case 1:
        return between(some->v[k], some->v[(k + 1) % 3], 0.5);
    case 2: /* beside a corner, along the ray of the library */
        return tact_vec3_add(some->v[k], (tact_vec3){test_rng_between(rng, -4, 4), 0, 0});
    case 3:
        return between(between(some->v[0], some->v[1], test_rng_unit(rng)), some->v[2],
                       test_rng_unit(rng));
    default:
        return (tact_vec3){0.5 * test_rng_below(rng, 29) - 7, 0.5 * test_rng_below(rng, 29) - 7,
                           0.5 * test_rng_below(rng, 17) - 4};
    }
}

typedef struct tally {
    uint64_t closed, inside, on_surface;
} tally;

static void check_shape(test_rng *rng, const tact_context *context, tact_pose pose, tally *seen) {
    soup made = random_lattice_shape(rng);
    if (test_rng_below(rng, 2) == 0)
        made = soup_join(made, random_lattice_shape(rng));
    solid s = solid_make(context, made);
    if (tacti_interior_inspect(s.interior).is_closed) {
        tacti_filled filled = {s.interior, pose};
        tact_triangle *t = place_all(&s.soup, pose);
        seen->closed++;
        for (int i = 0; i < 10; i++) {
            tact_vec3 p = random_point(rng, t, s.soup.triangle_count);
            oracle_winding right = oracle_winding_number(rng, t, s.soup.triangle_count, p);
            tacti_winding w;
            assert_int_equal(tacti_winding_number(&filled, p, 0.25, NULL, &w), TACT_OK);
            assert_true(w.is_exact);
            assert_int_equal(w.is_on_surface, right.is_on_surface);
            assert_true(w.lower == w.number && w.upper == w.number);
            if (!right.is_on_surface)
                assert_true(w.number == right.number);
            seen->inside += w.number != 0;
            seen->on_surface += w.is_on_surface;
        }
        free(t);
    }
    solid_free(&s);
}

static void test_closed(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("query_winding_closed");
    uint64_t count = test_case_count(600, 20000);
    tally seen = {0};
    for (uint64_t i = 0; i < count; i++) {
        tact_pose pose = tact_pose_identity();
        if (i % 3 == 1)
            pose = pose_signed_permutation(&rng);
        else if (i % 3 == 2)
            pose = i % 2 == 0 ? pose_skewed(&rng, 2) : pose_random(&rng, 2);
        check_shape(&rng, all->alone[i % all->level_count], pose, &seen);
    }
    /* Some shapes are not closed after rounding; enough others must remain. */
    assert_true(seen.closed > count / 2);
    assert_true(seen.inside > seen.closed && seen.on_surface > seen.closed);
}

/* Far away, and next to a large sphere. */
static void test_closed_anywhere(void **state) {
    (void)state;
    solid s = solid_make(NULL, make_sphere(4));
    tacti_filled filled = {s.interior, tact_pose_identity()};
    const double far[] = {2, 1e6, 1e100, 1e300, DBL_MAX};
    tacti_winding w;
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        for (int k = 0; k < 3; k++) {
            tact_vec3 p = {k == 0 ? -far[i] : 0, k == 1 ? far[i] : 0, k == 2 ? far[i] : 0};
            assert_int_equal(tacti_winding_number(&filled, p, 0, NULL, &w), TACT_OK);
            assert_true(w.number == 0 && w.is_exact && !w.is_on_surface);
        }
    assert_int_equal(tacti_winding_number(&filled, (tact_vec3){0, 0, 0}, 0, NULL, &w), TACT_OK);
    assert_true(w.number == 1);
    solid_free(&s);
}

/* ---- Open meshes -------------------------------------------------------------------------- */

typedef struct angles {
    long double number, error;
    bool is_on_surface;
} angles;

static long double dot(const long double *a, const long double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The sum of all solid angles in long double. Its error bound also holds if long double is no more
 * precise than double. Triangles that contain the point count as 0. */
static angles sum_angles(const tact_triangle *t, uint32_t count, tact_vec3 p) {
    angles sum = {0};
    const long double unit = LDBL_EPSILON, pi = 3.14159265358979323846264338327950288L;
    for (uint32_t i = 0; i < count; i++) {
        long double v[3][3], length[3];
        int side = tact_orient3d(&t[i].v[0], &t[i].v[1], &t[i].v[2], &p);
        sum.is_on_surface = sum.is_on_surface || tact_triangle_contains(&t[i], p, NULL);
        if (side == 0)
            continue;
        for (int k = 0; k < 3; k++) {
            v[k][0] = (long double)t[i].v[k].x - (long double)p.x;
            v[k][1] = (long double)t[i].v[k].y - (long double)p.y;
            v[k][2] = (long double)t[i].v[k].z - (long double)p.z;
            length[k] = sqrtl(dot(v[k], v[k]));
        }
        long double normal[3] = {v[1][1] * v[2][2] - v[1][2] * v[2][1],
                                 v[1][2] * v[2][0] - v[1][0] * v[2][2],
                                 v[1][0] * v[2][1] - v[1][1] * v[2][0]};
        long double product = length[0] * length[1] * length[2];
        long double y = fabsl(dot(v[0], normal));
        long double x = product + dot(v[0], v[1]) * length[2] + dot(v[1], v[2]) * length[0] +
                        dot(v[2], v[0]) * length[1];
        long double angle = atan2l(y, x);
        sum.number -= (long double)side * angle / (2 * pi);
        /* The bound of the library's own proof for this precision, and that of the sum. */
        sum.error +=
            16 * unit * product / sqrtl(x * x + y * y) + 4 * unit * (angle + fabsl(sum.number));
    }
    return sum;
}

static const double allowed[] = {0.5, 0.1, 0.01, 1e-3, 1e-5, 0};

static void check_open(const solid *s, tact_pose pose, const tact_triangle *t, tact_vec3 p) {
    tacti_filled filled = {s->interior, pose};
    angles right = sum_angles(t, s->soup.triangle_count, p);
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        tacti_winding w;
        assert_int_equal(tacti_winding_number(&filled, p, allowed[i], NULL, &w), TACT_OK);
        /* A random soup of few triangles may be watertight. */
        assert_int_equal(w.is_exact, tacti_interior_inspect(s->interior).is_watertight);
        assert_int_equal(w.is_on_surface, right.is_on_surface);
        assert_true(w.lower <= w.number && w.number <= w.upper);
        assert_true((long double)w.lower <= right.number + right.error);
        assert_true((long double)w.upper >= right.number - right.error);
        /* Only points next to an edge have wider bounds than was asked for. */
        if (right.error < 1e-14L)
            assert_true(w.upper - w.lower <= 2 * allowed[i] + 1e-9);
    }
}

/* Whether a point is inside, as the number says that the solid angles add up to. Numbers that are
 * too near to a margin prove nothing. Returns whether the number proved something. */
static bool check_side(const solid *s, tact_pose pose, const tact_triangle *t, tact_vec3 p) {
    const long double sure = 1e-3L, margin = TACTI_WINDING_MARGIN;
    tacti_filled filled = {s->interior, pose};
    angles right = sum_angles(t, s->soup.triangle_count, p);
    long double whole = floorl(right.number + 0.5L), off = fabsl(right.number - whole);
    if (right.is_on_surface || !(right.error < 1e-9L) || fabsl(off - margin) < sure)
        return false;
    bool is_on_surface = true;
    int expected = off > margin ? 0 : whole != 0 ? 1 : -1;
    assert_int_equal(tacti_point_in_filled(&filled, p, NULL, &is_on_surface), expected);
    assert_false(is_on_surface);
    return true;
}

static soup random_open_shape(test_rng *rng, uint64_t number) {
    if (number % 4 == 0)
        return soup_random(rng, 200);
    soup s = number % 4 == 1   ? make_sphere(2 + test_rng_below(rng, 2))
             : number % 4 == 2 ? make_torus(40, 12)
                               : soup_join(make_sphere(2), make_box(1, 1.5, 0.25, 8));
    s.triangle_count -= 1 + test_rng_below(rng, s.triangle_count / 3);
    return s;
}

static void test_open(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("query_winding_open");
    uint64_t count = test_case_count(60, 3000);
    for (uint64_t i = 0; i < count; i++) {
        soup shape = random_open_shape(&rng, i);
        static const double factors[] = {1, 1, 0x1p-300, 0x1p300, 1e-3};
        double factor = factors[test_rng_below(&rng, 5)];
        soup_move(&shape, factor, (tact_vec3){0, 0, 0});
        tact_pose pose = i % 3 == 0   ? tact_pose_identity()
                         : i % 3 == 1 ? pose_random(&rng, 2 * factor)
                                      : pose_skewed(&rng, 1e5 * factor);
        solid s = solid_make(all->alone[i % all->level_count], shape);
        tact_triangle *t = place_all(&s.soup, pose);
        assert_false(tacti_interior_inspect(s.interior).is_closed);
        for (int k = 0; k < 20; k++) {
            const tact_triangle *near = &t[test_rng_below(&rng, s.soup.triangle_count)];
            double reach = factor * (k < 10 ? 1 : k < 15 ? 1e-3 : k < 18 ? 10 : 0);
            tact_vec3 p =
                tact_vec3_add(near->v[0], (tact_vec3){test_rng_between(&rng, -reach, reach),
                                                      test_rng_between(&rng, -reach, reach),
                                                      test_rng_between(&rng, -reach, reach)});
            check_open(&s, pose, t, p);
        }
        free(t);
        solid_free(&s);
    }
}

/* Points in and around spheres and boxes with holes of every size: inside, outside, or neither. */
static void test_side_of_open(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_winding_side");
    uint64_t count = test_case_count(40, 2000), judged = 0;
    for (uint64_t i = 0; i < count; i++) {
        soup shape = i % 2 == 0 ? make_sphere(2) : make_box(2, 2, 2, 6);
        shape.triangle_count -= 1 + test_rng_below(&rng, shape.triangle_count / 2);
        solid s = solid_make(NULL, shape);
        tact_pose pose = i % 4 < 2 ? tact_pose_identity() : pose_random(&rng, 2);
        tact_triangle *t = place_all(&s.soup, pose);
        for (int k = 0; k < 40; k++) {
            tact_vec3 p = {test_rng_between(&rng, -1.2, 1.2), test_rng_between(&rng, -1.2, 1.2),
                           test_rng_between(&rng, -1.2, 1.2)};
            judged += check_side(&s, pose, t, tact_pose_place(pose, p));
        }
        free(t);
        solid_free(&s);
    }
    assert_true(judged >= 35 * count);
}

/* From far away the whole mesh is one estimate with narrow bounds. A series with a wrong
 * coefficient, or one that ignores the pose, would be outside the bounds. */
static void test_open_from_afar(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_winding_afar");
    uint64_t count = test_case_count(500, 20000);
    for (uint64_t i = 0; i < count; i++) {
        solid s = solid_make(NULL, soup_random(&rng, 30));
        tact_pose pose = i % 2 == 0 ? tact_pose_identity() : pose_skewed(&rng, 1);
        tact_triangle *t = place_all(&s.soup, pose);
        tacti_filled filled = {s.interior, pose};
        for (int k = 0; k < 4; k++) {
            double reach = ldexp(1, 5 + (int)test_rng_below(&rng, 8));
            tact_vec3 p = {test_rng_between(&rng, -reach, reach),
                           test_rng_between(&rng, -reach, reach),
                           test_rng_between(&rng, -reach, reach)};
            angles right = sum_angles(t, s.soup.triangle_count, p);
            tacti_winding w;
            assert_int_equal(tacti_winding_number(&filled, p, 0.01, NULL, &w), TACT_OK);
            assert_true((long double)w.lower <= right.number + right.error);
            assert_true((long double)w.upper >= right.number - right.error);
        }
        free(t);
        solid_free(&s);
    }
}

/* A number is the same at every SIMD level and with any number of workers. Far away it is 0. */
static void test_open_same_bits(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("query_winding_same");
    for (int i = 0; i < 20; i++) {
        tact_vec3 p = {test_rng_between(&rng, -2, 2), test_rng_between(&rng, -2, 2), 0.1};
        double first = 0;
        for (uint32_t level = 0; level < 2 * all->level_count; level++) {
            const tact_context *context =
                level % 2 == 0 ? all->alone[level / 2] : all->pooled[level / 2];
            soup shape = make_torus(40, 12);
            shape.triangle_count -= 100;
            solid s = solid_make(context, shape);
            tacti_filled filled = {s.interior, tact_pose_identity()};
            tacti_winding w;
            assert_int_equal(tacti_winding_number(&filled, p, 0.01, NULL, &w), TACT_OK);
            if (level == 0)
                first = w.number;
            test_assert_same_bits(w.number, first);
            assert_int_equal(
                tacti_winding_number(&filled, (tact_vec3){-DBL_MAX, 1e300, 3}, 0.01, NULL, &w),
                TACT_OK);
            assert_true(fabs(w.number) < 1e-9 && w.lower <= 0 && w.upper >= 0);
            solid_free(&s);
        }
    }
}

/* ---- Signed distances --------------------------------------------------------------------- */

static void test_signed_distance(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_signed_distance");
    soup cut = make_sphere(3);
    cut.triangle_count -= 5;
    solid shapes[] = {solid_make(NULL, make_sphere(3)), solid_make(NULL, make_torus(24, 8)),
                      solid_make(NULL, cut)};
    for (int i = 0; i < 300; i++) {
        const solid *s = &shapes[i % 3];
        tacti_filled filled = {s->interior, pose_random(&rng, 1)};
        tacti_placed placed = {s->body.bvh, filled.pose};
        tact_vec3 p = {test_rng_between(&rng, -1.5, 1.5), test_rng_between(&rng, -1.5, 1.5),
                       test_rng_between(&rng, -1.5, 1.5)};
        if (i % 10 == 0)
            p = tact_pose_place(filled.pose, s->soup.vertices[s->soup.indices[(uint32_t)i]]);
        tacti_winding w;
        tacti_nearest nearest;
        tacti_signed_nearest out;
        assert_int_equal(tacti_winding_number(&filled, p, 0, NULL, &w), TACT_OK);
        assert_int_equal(tacti_closest_point(&placed, p, HUGE_VAL, NULL, &nearest), TACT_OK);
        assert_int_equal(tacti_signed_distance(&filled, p, NULL, &out), TACT_OK);
        assert_int_equal(out.is_exact, i % 3 != 2);
        assert_int_equal(out.nearest.triangle, nearest.triangle);
        bool is_inside = fabs(w.number) >= 0.5 && nearest.distance > 0;
        test_assert_same_bits(out.distance, is_inside ? -nearest.distance : nearest.distance);
        assert_true(out.lower <= out.distance && out.distance <= out.upper);
        assert_true(is_inside ? out.upper <= 0 : out.lower >= 0);
        assert_int_equal(out.distance == 0, i % 10 == 0);
    }
    for (int i = 0; i < 3; i++)
        solid_free(&shapes[i]);
}

/* ---- Interiors, arguments, memory --------------------------------------------------------- */

static void test_interiors(void **state) {
    (void)state;
    solid simple = solid_make(NULL, make_sphere(2));
    tacti_interior_info info = tacti_interior_inspect(simple.interior);
    assert_true(info.is_closed && info.is_simple && info.shell_count == 1);
    assert_true(info.bytes > 0);
    assert_ptr_equal(tacti_interior_bvh(simple.interior), simple.body.bvh);
    soup other = make_sphere(2);
    soup_move(&other, 1, (tact_vec3){0.3, 0.2, 0.1});
    solid crossed = solid_make(NULL, soup_join(make_sphere(2), other));
    info = tacti_interior_inspect(crossed.interior);
    assert_true(info.is_closed && !info.is_simple && info.shell_count == 2);
    solid empty = solid_make(NULL, (soup){0});
    info = tacti_interior_inspect(empty.interior);
    assert_true(!info.is_closed && info.is_simple && info.shell_count == 0);
    tacti_filled filled = {empty.interior, tact_pose_identity()};
    tacti_winding w;
    tacti_signed_nearest d;
    assert_int_equal(tacti_winding_number(&filled, (tact_vec3){1, 2, 3}, 0.1, NULL, &w), TACT_OK);
    assert_true(w.number == 0 && w.lower == 0 && w.upper == 0 && !w.is_on_surface);
    assert_int_equal(tacti_signed_distance(&filled, (tact_vec3){1, 2, 3}, NULL, &d), TACT_OK);
    assert_true(d.distance == HUGE_VAL && d.nearest.triangle == TACT_NO_TRIANGLE);
    solid_free(&simple);
    solid_free(&crossed);
    solid_free(&empty);
    tacti_interior_destroy(NULL);
}

static void test_arguments(void **state) {
    (void)state;
    solid s = solid_make(NULL, make_sphere(1));
    body plain = body_make(NULL, &s.soup, NULL);
    tacti_interior *interior = NULL;
    const tact_status wrong = TACT_INVALID_ARGUMENT;
    assert_int_equal(tacti_interior_create(NULL, plain.bvh, &interior), wrong);
    assert_int_equal(tacti_interior_create(NULL, NULL, &interior), wrong);
    assert_int_equal(tacti_interior_create(NULL, s.body.bvh, NULL), wrong);
    assert_null(interior);
    tacti_filled filled = {s.interior, tact_pose_identity()}, none = {NULL, filled.pose};
    tacti_filled bent = filled, far = filled, lost = filled;
    bent.pose.m[0] = 1.1;
    far.pose.m[3] = 0x1p501;
    lost.pose.m[3] = (double)NAN;
    tact_vec3 p = {0, 0, 0}, nowhere = {0, HUGE_VAL, 0};
    tacti_winding w;
    tacti_signed_nearest d;
    memset(&w, 0x5a, sizeof w);
    memset(&d, 0x5a, sizeof d);
    tacti_winding w_before = w;
    tacti_signed_nearest d_before = d;
    assert_int_equal(tacti_winding_number(NULL, p, 0, NULL, &w), wrong);
    assert_int_equal(tacti_winding_number(&none, p, 0, NULL, &w), wrong);
    assert_int_equal(tacti_winding_number(&filled, p, 0, NULL, NULL), wrong);
    assert_int_equal(tacti_winding_number(&filled, p, -1, NULL, &w), wrong);
    assert_int_equal(tacti_winding_number(&filled, p, (double)NAN, NULL, &w), wrong);
    assert_int_equal(tacti_winding_number(&filled, nowhere, 0, NULL, &w), TACT_NOT_FINITE);
    assert_int_equal(tacti_winding_number(&bent, p, 0, NULL, &w), TACT_INVALID_POSE);
    assert_int_equal(tacti_winding_number(&far, p, 0, NULL, &w), TACT_INVALID_POSE);
    assert_int_equal(tacti_winding_number(&lost, p, 0, NULL, &w), TACT_NOT_FINITE);
    assert_int_equal(tacti_signed_distance(NULL, p, NULL, &d), wrong);
    assert_int_equal(tacti_signed_distance(&none, p, NULL, &d), wrong);
    assert_int_equal(tacti_signed_distance(&filled, p, NULL, NULL), wrong);
    assert_int_equal(tacti_signed_distance(&filled, nowhere, NULL, &d), TACT_NOT_FINITE);
    assert_int_equal(tacti_signed_distance(&bent, p, NULL, &d), TACT_INVALID_POSE);
    assert_memory_equal(&w, &w_before, sizeof w);
    assert_memory_equal(&d, &d_before, sizeof d);
    body_free(&plain);
    solid_free(&s);
}

/* Every allocation fails once, for a closed and for an open mesh. */
static void test_memory(void **state) {
    (void)state;
    for (int is_open = 0; is_open < 2; is_open++) {
        soup shape = make_sphere(2);
        shape.triangle_count -= is_open ? 3 : 0;
        tacti_bvh_desc bvh_desc = tacti_bvh_desc_default();
        bvh_desc.solid = true;
        body b = body_make(NULL, &shape, &bvh_desc);
        bool is_good = false;
        for (uint64_t fail_at = 1; !is_good; fail_at++) {
            test_allocator allocator;
            tact_context *context = test_context_make(&allocator);
            tacti_interior *interior = NULL;
            uint64_t before = allocator.live_bytes;
            allocator.fail_at = allocator.calls + fail_at;
            tact_status status = tacti_interior_create(context, b.bvh, &interior);
            is_good = status == TACT_OK;
            assert_int_equal(interior != NULL, is_good);
            if (is_good)
                assert_int_equal(allocator.live_bytes - before,
                                 tacti_interior_inspect(interior).bytes);
            else
                assert_int_equal(status, TACT_OUT_OF_MEMORY);
            tacti_interior_destroy(interior);
            tact_context_destroy(context);
            assert_int_equal(allocator.live, 0);
            assert_true(!is_good || fail_at > 2);
        }
        body_free(&b);
        soup_free(&shape);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed),
        cmocka_unit_test(test_closed_anywhere),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_side_of_open),
        cmocka_unit_test(test_open_from_afar),
        cmocka_unit_test(test_open_same_bits),
        cmocka_unit_test(test_signed_distance),
        cmocka_unit_test(test_interiors),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("inside/winding", tests, contexts_set_up,
                                       contexts_tear_down);
}
