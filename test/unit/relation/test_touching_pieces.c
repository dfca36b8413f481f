/* SPDX-License-Identifier: MIT */
/* Filled meshes that touch themselves: winding numbers, contact and distance, compared with sums
 * of tetrahedra. */
#include "solids.h"
#include "touching_solids.h"

#include <math.h>
#include <stdlib.h>
#include "bvh/bvh.h"
#include "inside/interiors.h"
#include "surface/surface.h"
#include "object/object.h"

/* ---- Winding numbers ----------------------------------------------------------------------- */

/* A point with multiples of 1/64 as coordinates, in no plane of the subdivision. The residues of
 * the coordinates modulo 1/2 are not 0 and all different. A pose preserves this up to signs. */
static tact_vec3 point_off_planes(test_rng *rng) {
    double p[3];
    static const int residues[4] = {1, 3, 10, 13};
    uint32_t first = test_rng_below(rng, 4);
    for (uint32_t k = 0; k < 3; k++) {
        int cell = (int)test_rng_below(rng, 8) - 4;
        p[k] = cell * 0.5 + residues[(first + k) % 4] / 64.0;
    }
    return (tact_vec3){p[0], p[1], p[2]};
}

static void test_winding_numbers(void **state) {
    (void)state;
    test_rng rng = test_rng_start("touching_winding");
    uint64_t count = test_case_count(1000, 100000);
    uint32_t open = 0, many = 0;
    for (uint64_t i = 0; i < count; i++) {
        touching_solid t = touching_solid_make(&rng);
        solid s = solid_make(NULL, t.soup);
        tacti_interior_info info = tacti_interior_inspect(s.interior);
        assert_true(info.is_watertight && tacti_bvh_is_solid(s.body.bvh));
        open += !info.is_closed;
        tact_pose pose = touching_pose(&rng, 5);
        tacti_filled filled = {s.interior, pose};
        for (int k = 0; k < 16; k++) {
            tact_vec3 p = point_off_planes(&rng);
            int right = touching_winding(&t, p);
            tacti_winding got;
            assert_int_equal(tacti_winding_number(&filled, tact_pose_place(pose, p), 0, NULL, &got),
                             TACT_OK);
            assert_true(got.is_exact && !got.is_on_surface);
            if (got.number != right || got.lower != right || got.upper != right)
                fail_msg("case %d: winding number %g, expected %d", (int)i, got.number, right);
            many += abs(right) > 1;
            tacti_signed_nearest near;
            assert_int_equal(tacti_signed_distance(&filled, tact_pose_place(pose, p), NULL, &near),
                             TACT_OK);
            assert_true(near.is_exact && (near.distance < 0) == (right != 0));
        }
        solid_free(&s);
    }
    print_message("%u of %u have edges of four triangles or more; %u points of winding number 2\n",
                  open, (unsigned)count, many);
    assert_true(open > 0 && many > 0);
}

/* ---- The distance of triangles that are apart, in plain floating point --------------------- */

static double clamp(double x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* The squared distance of the segments p + s d and q + t e, with s and t from 0 to 1. It is
 * attained at an end of one of them, or with both perpendicular to the line between the nearest
 * points. */
static double segment_distance(tact_vec3 p, tact_vec3 d, tact_vec3 q, tact_vec3 e) {
    tact_vec3 r = tact_vec3_sub(q, p);
    double dd = tact_vec3_dot(d, d), ee = tact_vec3_dot(e, e), de = tact_vec3_dot(d, e);
    double dr = tact_vec3_dot(d, r), er = tact_vec3_dot(e, r), det = dd * ee - de * de;
    double s[5] = {0, 1, clamp(dr / dd), clamp((dr + de) / dd),
                   det > 0 ? clamp((dr * ee - er * de) / det) : 0};
    double least = HUGE_VAL;
    for (int i = 0; i < 5; i++) {
        double t = clamp((s[i] * de - er) / ee);
        tact_vec3 way =
            tact_vec3_sub(tact_vec3_add(r, tact_vec3_scale(e, t)), tact_vec3_scale(d, s[i]));
        least = fmin(least, tact_vec3_dot(way, way));
    }
    return least;
}

/* The squared distance of a point from the plane of a triangle; infinite if the foot of the
 * perpendicular is not in the triangle. */
static double foot_distance(const tact_triangle *t, tact_vec3 p) {
    tact_vec3 n = tact_vec3_cross(tact_vec3_sub(t->v[1], t->v[0]), tact_vec3_sub(t->v[2], t->v[0]));
    for (int k = 0; k < 3; k++) {
        tact_vec3 edge = tact_vec3_sub(t->v[(k + 1) % 3], t->v[k]);
        if (tact_vec3_dot(n, tact_vec3_cross(edge, tact_vec3_sub(p, t->v[k]))) < 0)
            return HUGE_VAL;
    }
    double height = tact_vec3_dot(n, tact_vec3_sub(p, t->v[0]));
    return height * height / tact_vec3_dot(n, n);
}

static double triangle_distance(const tact_triangle t[2]) {
    double least = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        least = fmin(least, foot_distance(&t[0], t[1].v[k]));
        least = fmin(least, foot_distance(&t[1], t[0].v[k]));
        for (int j = 0; j < 3; j++)
            least = fmin(
                least, segment_distance(t[0].v[k], tact_vec3_sub(t[0].v[(k + 1) % 3], t[0].v[k]),
                                        t[1].v[j], tact_vec3_sub(t[1].v[(j + 1) % 3], t[1].v[j])));
    }
    return least;
}

/* The squared distance of the boxes of two triangles. */
static double box_distance(const tact_triangle t[2]) {
    tact_box box[2] = {tact_box_empty(), tact_box_empty()};
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 3; k++)
            box[side] = tact_box_add_point(box[side], t[side].v[k]);
    double x = fmax(0, fmax(box[0].lo.x - box[1].hi.x, box[1].lo.x - box[0].hi.x));
    double y = fmax(0, fmax(box[0].lo.y - box[1].hi.y, box[1].lo.y - box[0].hi.y));
    double z = fmax(0, fmax(box[0].lo.z - box[1].hi.z, box[1].lo.z - box[0].hi.z));
    return x * x + y * y + z * z;
}

static tact_triangle placed_triangle(const soup *s, tact_pose pose, uint32_t i) {
    tact_triangle t;
    for (uint32_t k = 0; k < 3; k++)
        t.v[k] = tact_pose_place(pose, s->vertices[s->indices[3 * i + k]]);
    return t;
}

static double surface_distance(const soup *a, tact_pose pose_a, const soup *b, tact_pose pose_b) {
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (uint32_t j = 0; j < b->triangle_count; j++) {
            tact_triangle t[2] = {placed_triangle(a, pose_a, i), placed_triangle(b, pose_b, j)};
            if (box_distance(t) < least)
                least = fmin(least, triangle_distance(t));
        }
    return sqrt(least);
}

/* ---- Pairs --------------------------------------------------------------------------------- */

/* A solid with its ground truth; both share one soup. */
typedef struct case_solid {
    touching_solid truth;
    solid solid;
    tact_pose pose;
} case_solid;

static case_solid make_case(test_rng *rng, int reach) {
    case_solid c = {.truth = touching_solid_make(rng), .pose = touching_pose(rng, reach)};
    c.solid = solid_make(NULL, c.truth.soup);
    return c;
}

static void check_verdicts(const case_solid *a, const case_solid *b, bool meets) {
    tacti_placed placed_a = {a->solid.body.bvh, a->pose}, placed_b = {b->solid.body.bvh, b->pose};
    tacti_query_desc desc = tacti_query_desc_default();
    desc.solid = true;
    tact_outcome right = meets ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART, outcome;
    tacti_mesh_collision c;
    assert_int_equal(tacti_mesh_collide(&placed_a, &placed_b, &desc, NULL, &c), TACT_OK);
    assert_int_equal(c.outcome, right);
    assert_int_equal(tacti_mesh_within(&placed_a, &placed_b, 0, &desc, NULL, &outcome, NULL),
                     TACT_OK);
    assert_int_equal(outcome, right);
    tacti_object object_a = {
        .bvh = a->solid.body.bvh, .interior = a->solid.interior, .pose = a->pose};
    tacti_object object_b = {
        .bvh = b->solid.body.bvh, .interior = b->solid.interior, .pose = b->pose};
    tacti_object_collision found;
    assert_int_equal(tacti_object_collide(&object_a, &object_b, NULL, &found), TACT_OK);
    assert_int_equal(found.outcome, right);
    tacti_object_distance_answer near;
    assert_int_equal(tacti_object_distance(&object_a, &object_b, NULL, &near), TACT_OK);
    assert_int_equal(near.outcome, right);
}

static void check_distance_of(const case_solid *a, const case_solid *b, bool meets) {
    tacti_placed placed_a = {a->solid.body.bvh, a->pose}, placed_b = {b->solid.body.bvh, b->pose};
    tacti_query_desc desc = tacti_query_desc_default();
    desc.solid = true;
    tacti_mesh_distance_answer d;
    assert_int_equal(tacti_mesh_distance(&placed_a, &placed_b, &desc, NULL, &d), TACT_OK);
    assert_true(d.lower <= d.distance && d.distance <= d.upper);
    if (meets) {
        assert_true(d.distance == 0);
        return;
    }
    double right = surface_distance(&a->solid.soup, a->pose, &b->solid.soup, b->pose);
    assert_true(d.lower > 0 && d.lower <= right * (1 + 1e-14) && d.upper >= right * (1 - 1e-14));
    assert_true(fabs(d.distance - right) <= 1e-12 * right);
}

static void test_pairs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("touching_pairs");
    uint64_t count = test_case_count(1000, 100000);
    uint32_t apart = 0;
    for (uint64_t i = 0; i < count; i++) {
        case_solid a = make_case(&rng, 3), b = make_case(&rng, 6);
        bool meets = touching_truth_find(&a.truth, a.pose, &b.truth, b.pose).meets;
        check_verdicts(&a, &b, meets);
        check_verdicts(&b, &a, meets);
        check_distance_of(&a, &b, meets);
        apart += !meets;
        solid_free(&a.solid);
        solid_free(&b.solid);
    }
    print_message("%u of %u apart\n", apart, (unsigned)count);
    assert_true(apart > 0 && apart < count);
}

/* A tiny solid at a point off the planes of the subdivision touches no surface. So it is in contact
 * if and only if the point is inside. */
static void test_tiny_ones(void **state) {
    (void)state;
    test_rng rng = test_rng_start("touching_tiny");
    uint64_t count = test_case_count(300, 20000);
    uint32_t inside = 0;
    for (uint64_t i = 0; i < count; i++) {
        case_solid a = make_case(&rng, 3);
        case_solid b = {.truth = touching_solid_make(&rng)};
        soup_move(&b.truth.soup, 0x1p-10, (tact_vec3){0, 0, 0});
        b.solid = solid_make(NULL, b.truth.soup);
        for (int k = 0; k < 8; k++) {
            tact_vec3 p = point_off_planes(&rng);
            tact_vec3 at = tact_pose_place(a.pose, p);
            b.pose = pose_at(at.x, at.y, at.z);
            bool meets = touching_winding(&a.truth, p) != 0;
            check_verdicts(&a, &b, meets);
            check_verdicts(&b, &a, meets);
            if (k == 0 && i % 16 == 0)
                check_distance_of(&a, &b, meets);
            inside += meets;
        }
        solid_free(&a.solid);
        solid_free(&b.solid);
    }
    print_message("%u of %u inside\n", inside, 8 * (unsigned)count);
    assert_true(inside > 0);
}

/* ---- Hand-made cases ----------------------------------------------------------------------- */

static void add_face(soup *s, const int p[3][3]) {
    for (uint32_t k = 0; k < 3; k++) {
        s->vertices[s->vertex_count] = (tact_vec3){p[k][0], p[k][1], p[k][2]};
        s->indices[s->vertex_count] = s->vertex_count;
        s->vertex_count++;
    }
    s->triangle_count++;
}

static void add_box(soup *s, const int lo[3], const int hi[3]) {
    for (int axis = 0; axis < 3; axis++)
        for (int up = 0; up < 2; up++) {
            int q[4][3], u = (axis + 1) % 3, w = (axis + 2) % 3;
            for (int i = 0; i < 4; i++) {
                q[i][axis] = up == 1 ? hi[axis] : lo[axis];
                q[i][u] = i == 1 || i == 2 ? hi[u] : lo[u];
                q[i][w] = i >= 2 ? hi[w] : lo[w];
            }
            for (int half = 0; half < 2; half++) {
                int p[3][3];
                for (int k = 0; k < 3; k++)
                    for (int c = 0; c < 3; c++)
                        p[up == 1 ? k : 2 - k][c] = q[k == 0 ? 0 : k + half][c];
                add_face(s, (const int(*)[3])p);
            }
        }
}

/* Two boxes in one mesh that share an edge, a vertex, a face, a part of a face, or a part of an
 * edge. The winding number is 1 in each box and 0 elsewhere. */
static void test_boxes(void **state) {
    (void)state;
    static const struct {
        int lo[3], hi[3];
    } second[] = {{{4, 4, 0}, {8, 8, 4}},
                  {{4, 4, 4}, {8, 8, 8}},
                  {{4, 0, 0}, {8, 4, 4}},
                  {{4, 1, 1}, {6, 3, 3}},
                  {{4, 4, 1}, {8, 8, 3}}};
    for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
        soup s = soup_make(72, 24);
        s.vertex_count = s.triangle_count = 0;
        add_box(&s, (int[3]){0, 0, 0}, (int[3]){4, 4, 4});
        add_box(&s, second[i].lo, second[i].hi);
        solid made = solid_make(NULL, s);
        assert_true(tacti_bvh_is_solid(made.body.bvh));
        tacti_filled filled = {made.interior, tact_pose_identity()};
        for (int n = 0; n < 9 * 9 * 9; n++) {
            tact_vec3 p = {n / 81 + 0.5, n / 9 % 9 + 0.25, n % 9 + 0.75};
            double at[3] = {p.x, p.y, p.z};
            bool is_in[2] = {true, true};
            for (int k = 0; k < 3; k++) {
                is_in[0] &= at[k] < 4;
                is_in[1] &= at[k] > second[i].lo[k] && at[k] < second[i].hi[k];
            }
            tacti_winding w;
            assert_int_equal(tacti_winding_number(&filled, p, 0, NULL, &w), TACT_OK);
            assert_true(w.is_exact && w.number == (is_in[0] || is_in[1] ? 1 : 0));
        }
        solid_free(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_tiny_ones),
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_winding_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
