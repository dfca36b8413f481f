/* SPDX-License-Identifier: MIT */
/* Proofs about polytopes with each other and with meshes: every answer has one, and both the
 * verifier and an oracle in rational numbers accept it. The scenes are random, near and far,
 * touching, with radii, with gaps of units in the last place, and with coordinates of all
 * exponents.
 */
#include "shape_proofs.h"

#include <math.h>
#include <stdlib.h>

#include "bvh/bvh.h"
#include "mixed_numbers.h"
#include "object_shapes.h"
#include "object/object.h"

enum { MOST_TRIANGLES = 40, LARGE = 3000 };

typedef struct fixture {
    contexts all;
    tact_proof *proof; /* written again and again */
} fixture;

static void print_counts(const char *name, const shape_proof_counts *c) {
    print_message("%s: %.0f contact, %.0f apart, %.0f distance; %.0f cells, %.0f directions, %.0f "
                  "simplices\n",
                  name, (double)c->contact, (double)c->apart, (double)c->distance, (double)c->cells,
                  (double)c->directions, (double)c->simplices);
}

static tact_shape_kind polytope_kind(test_rng *rng) {
    return (tact_shape_kind)test_rng_below(rng, TACT_SHAPE_HULL + 1);
}

/* ---- Shapes and meshes -------------------------------------------------------------------- */

static void check_near(test_rng *rng, fixture *f, const shapes_pool *pool, const scene *s,
                       const tacti_bvh *bvh, shape_proof_counts *counts) {
    double size = s->factor * exp2(test_rng_between(rng, -8, 3));
    tact_shape shape = shape_random(rng, pool, polytope_kind(rng), size);
    tacti_object a = {.shape = &shape, .pose = shape_pose_near(rng, &shape, s)};
    tacti_object b = {.bvh = bvh, .pose = s->pose};
    if (test_rng_below(rng, 2) == 0)
        check_object_proofs(&a, &b, f->proof, counts);
    else
        check_object_proofs(&b, &a, f->proof, counts);
}

static void test_scenes(void **state) {
    fixture *f = *state;
    test_rng rng = test_rng_start("shape_proof_scenes");
    shapes_pool pool = shapes_pool_make(&rng);
    shape_proof_counts counts = {0};
    uint64_t count = test_case_count(1000, 100000);
    for (uint64_t i = 0; i < count; i++) {
        scene s = scene_random(&rng, MOST_TRIANGLES);
        body b = body_make(f->all.alone[i % f->all.level_count], &s.soup, NULL);
        check_near(&rng, f, &pool, &s, b.bvh, &counts);
        body_free(&b);
        soup_free(&s.soup);
    }
    print_counts("scenes", &counts);
    assert_true(counts.contact > count / 8 && counts.apart > count / 8);
    shapes_pool_free(&pool);
}

/* Small triangles on a bumpy ball, so that the hierarchy has several levels. */
static void test_large(void **state) {
    fixture *f = *state;
    test_rng rng = test_rng_start("shape_proof_large");
    shapes_pool pool = shapes_pool_make(&rng);
    shape_proof_counts counts = {0};
    uint64_t count = test_case_count(30, 1000);
    scene s = {.soup = soup_make(3 * LARGE, LARGE), .factor = 1, .pose = pose_random(&rng, 3)};
    for (uint32_t i = 0; i < 3 * LARGE; i++) {
        if (i % 3 == 0)
            s.soup.vertices[i] = vec3_random_direction(&rng, test_rng_between(&rng, 0.9, 1));
        else
            s.soup.vertices[i] =
                tact_vec3_add(s.soup.vertices[i - i % 3], vec3_random_direction(&rng, 0.05));
        s.soup.indices[i] = i;
    }
    body b = body_make(f->all.alone[0], &s.soup, NULL);
    for (uint64_t i = 0; i < count; i++)
        check_near(&rng, f, &pool, &s, b.bvh, &counts);
    print_counts("large", &counts);
    body_free(&b);
    soup_free(&s.soup);
    shapes_pool_free(&pool);
}

/* ---- Two shapes --------------------------------------------------------------------------- */

static void test_shapes(void **state) {
    fixture *f = *state;
    test_rng rng = test_rng_start("shape_proof_shapes");
    shapes_pool pool = shapes_pool_make(&rng);
    shape_proof_counts counts = {0};
    uint64_t count = test_case_count(1000, 100000);
    for (uint64_t i = 0; i < count; i++) {
        scene s = scene_random(&rng, 1); /* the other shape is placed at its triangle */
        tact_shape shape[2];
        for (int k = 0; k < 2; k++)
            shape[k] = shape_random(&rng, &pool, polytope_kind(&rng),
                                    s.factor * exp2(test_rng_between(&rng, -4, 2)));
        tacti_object a = {.shape = &shape[0], .pose = shape_pose_near(&rng, &shape[0], &s)};
        tacti_object b = {.shape = &shape[1], .pose = shape_pose_near(&rng, &shape[1], &s)};
        check_object_proofs(&a, &b, f->proof, &counts);
        soup_free(&s.soup);
    }
    print_counts("shapes", &counts);
    assert_true(counts.contact > count / 8 && counts.apart > count / 8);
    shapes_pool_free(&pool);
}

/* ---- All exponents ------------------------------------------------------------------------ */

/* Placed coordinates stay within the range that shapes support. */
#define TOP_EXPONENT 496

static void nudge(test_rng *rng, tact_vec3 *p) {
    double *x = &p->x + test_rng_below(rng, 3);
    for (uint32_t k = test_rng_below(rng, 3); k > 0; k--)
        *x = nextafter(*x, test_rng_below(rng, 2) ? HUGE_VAL : -HUGE_VAL);
}

/* Points, some of which are corners or middles of a triangle, or a few units beside one. */
static tact_vec3 point_beside(test_rng *rng, const mixed_palette *palette, const tact_triangle *t) {
    tact_vec3 p = t->v[test_rng_below(rng, 3)], q = t->v[test_rng_below(rng, 3)];
    switch (test_rng_below(rng, 5)) {
    case 0:
        nudge(rng, &p);
        return p;
    case 1:
        p = tact_vec3_add(tact_vec3_scale(p, 0.5), tact_vec3_scale(q, 0.5));
        nudge(rng, &p);
        return p;
    default:
        return mixed_point(rng, palette, TOP_EXPONENT);
    }
}

/* A shape. The caller destroys its hull, if it has one. */
static tact_shape mixed_shape(test_rng *rng, const mixed_palette *palette, const tact_triangle *t) {
    tact_vec3 p[12];
    for (int i = 0; i < 12; i++)
        p[i] = point_beside(rng, palette, t);
    tact_hull *hull;
    tact_shape shape = tact_shape_sphere(0);
    switch (test_rng_below(rng, 5)) {
    case 0:
        break;
    case 1:
        shape = tact_shape_segment(p[0], p[1], 0);
        break;
    case 2:
        shape = tact_shape_triangle((tact_triangle){{p[0], p[1], p[2]}});
        break;
    case 3:
        shape = tact_shape_box(fabs(p[0].x), fabs(p[0].y), fabs(p[0].z));
        break;
    default:
        assert_int_equal(tact_hull_create(NULL, p, 4 + test_rng_below(rng, 9), &hull), TACT_OK);
        shape = tact_shape_hull(hull);
        break;
    }
    if (test_rng_below(rng, 3) == 0)
        shape.radius =
            test_rng_below(rng, 2) ? mixed_magnitude(rng, TOP_EXPONENT) : palette->value[0];
    return shape;
}

static void mixed_shape_free(tact_shape *shape) {
    if (shape->kind == TACT_SHAPE_HULL)
        tact_hull_destroy((tact_hull *)shape->core.hull);
}

/* The identity, mostly with a translation that brings the shape onto a corner of a triangle, or
 * some units beside it. */
static tact_pose mixed_pose(test_rng *rng, const mixed_palette *palette, const tact_triangle *t) {
    tact_pose pose = test_rng_below(rng, 2) ? tact_pose_identity() : pose_signed_permutation(rng);
    tact_vec3 shift = {0, 0, 0};
    if (test_rng_below(rng, 2))
        shift = point_beside(rng, palette, t);
    pose.m[3] = shift.x;
    pose.m[7] = shift.y;
    pose.m[11] = shift.z;
    return pose;
}

static void test_mixed(void **state) {
    fixture *f = *state;
    test_rng rng = test_rng_start("shape_proof_mixed");
    shape_proof_counts counts = {0}, shape_counts = {0};
    uint64_t count = test_case_count(1000, 100000);
    for (uint64_t i = 0; i < count; i++) {
        mixed_palette palette = mixed_palette_make(&rng, TOP_EXPONENT);
        uint32_t triangles = 1 + test_rng_below(&rng, test_rng_below(&rng, 8) == 0 ? 20 : 3);
        soup s = soup_make(3 * triangles, triangles);
        tact_triangle t = mixed_triangle(&rng, &palette, TOP_EXPONENT);
        for (uint32_t k = 0; k < triangles; k++) {
            for (uint32_t j = 0; j < 3; j++) {
                s.vertices[3 * k + j] = t.v[j];
                s.indices[3 * k + j] = 3 * k + j;
            }
            t = mixed_triangle_beside(&rng, &palette, TOP_EXPONENT, &t);
        }
        body m = body_make(f->all.alone[i % f->all.level_count], &s, NULL);
        tact_shape shape = mixed_shape(&rng, &palette, &t), other = mixed_shape(&rng, &palette, &t);
        tacti_object a = {.shape = &shape, .pose = mixed_pose(&rng, &palette, &t)};
        tacti_object b = {.bvh = m.bvh, .pose = tact_pose_identity()};
        tacti_object c = {.shape = &other, .pose = mixed_pose(&rng, &palette, &t)};
        check_object_proofs(i % 2 ? &a : &b, i % 2 ? &b : &a, f->proof, &counts);
        check_object_proofs(&a, &c, f->proof, &shape_counts);
        mixed_shape_free(&shape);
        mixed_shape_free(&other);
        body_free(&m);
        soup_free(&s);
    }
    print_counts("mixed with meshes", &counts);
    print_counts("mixed shapes", &shape_counts);
    assert_true(counts.contact > count / 20 && counts.apart > count / 8 && counts.simplices > 0);
}

/* ---- The group ---------------------------------------------------------------------------- */

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    contexts_make(&f->all);
    assert_int_equal(tact_proof_create(NULL, &f->proof), TACT_OK);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    tact_proof_destroy(f->proof);
    contexts_free(&f->all);
    free(f);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_mixed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
