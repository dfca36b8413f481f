/* SPDX-License-Identifier: MIT */
/* The terms of the inflation (frame/mesh_pair.c), each alone. A body here is one box of one node,
 * made around a chosen point as tightly as the bytes of a node allow. If two bodies share a
 * placed point, no computed gap of their boxes may exceed the inflation. Poses, offsets and
 * distances are chosen so that one term is needed and the others are far too small, or so that the
 * part of the inflation that one term adds can be told from the rest. */
#include "bodies.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

#include "frame/facing.h"
#include "frame/mesh_pair.h"
#include "frame/node_pair.h"
#include "frame/placing.h"

#define FLOAT_UNIT 0x1p-24

/* ---- Bodies ------------------------------------------------------------------------------- */

/* A hierarchy of one node with one child. */
typedef struct box_body {
    tacti_bvh bvh;
    tacti_node node;
    tact_vec3 vertex; /* the point that the box is made around, in the mesh's coordinates */
    tact_pose pose;
} box_body;

static const int8_t unturned[4] = {127, 0, 0, 0};

static void set_rotation(test_rng *rng, tacti_node *node) {
    do {
        for (int i = 0; i < 4; i++)
            node->rotation[i] = (int8_t)((int)test_rng_below(rng, 255) - 127);
    } while (node->rotation[0] == 0);
}

/* A body in units of 1 around a point that is local to a centre. Its box is not set yet. */
static void body_start(box_body *b, tact_vec3 center, tact_vec3 local, tact_pose pose) {
    memset(b, 0, sizeof *b);
    b->vertex = tact_vec3_add(center, local);
    b->pose = pose;
    b->bvh.nodes = &b->node;
    b->bvh.node_count = b->bvh.triangle_count = 1;
    b->bvh.center = center;
    b->bvh.reach = 1 + fmax(fmax(fabs(center.x), fabs(center.y)), fabs(center.z));
    b->node.child_count = 1;
    memcpy(b->node.rotation, unturned, sizeof unturned);
}

static tacti_placed placed(const box_body *b) {
    return (tacti_placed){&b->bvh, b->pose};
}

/* Row k of the node's rotation. */
static tact_vec3 axis_of(const tacti_node *node, int k) {
    float q[3][3];
    tacti_node_rotation(node, q);
    return (tact_vec3){(double)q[k][0], (double)q[k][1], (double)q[k][2]};
}

/* Makes the box reach from the point against a direction of the body's local frame, with random
 * extents. The point is within 2^-23 of the corner that is furthest along the direction. */
static void body_set_box(test_rng *rng, box_body *b, tact_vec3 direction) {
    tact_vec3 x = tact_vec3_sub(b->vertex, b->bvh.center);
    for (int k = 0; k < 3; k++) {
        tact_vec3 axis = axis_of(&b->node, k);
        double y = tact_vec3_dot(axis, x);
        int exponent = -22 + (int)test_rng_below(rng, 13);
        uint32_t steps = 1 + test_rng_below(rng, 255); /* 2^-22 or more */
        bool is_end = tact_vec3_dot(axis, direction) > 0;
        /* The rounding of y is far below 2^-48. */
        double end = is_end ? ceil((y + 0x1p-48) * 0x1p23) : floor((y - 0x1p-48) * 0x1p23);
        double origin = end * 0x1p-23 - (is_end ? steps * ldexp(1, exponent) : 0);
        b->node.origin[k] = (float)origin;
        assert_true((double)b->node.origin[k] == origin && fabs(origin) < 2);
        b->node.exponent[k] = (int8_t)exponent;
        b->node.hi[k][0] = b->node.extent[k] = (uint8_t)steps;
    }
}

static tact_vec3 random_local(test_rng *rng, double size) {
    return (tact_vec3){test_rng_between(rng, -size, size), test_rng_between(rng, -size, size),
                       test_rng_between(rng, -size, size)};
}

static tact_vec3 rounded_to(tact_vec3 v, double unit) {
    return (tact_vec3){nearbyint(v.x / unit) * unit, nearbyint(v.y / unit) * unit,
                       nearbyint(v.z / unit) * unit};
}

static tact_vec3 turn_back(const tact_pose *pose, tact_vec3 v) {
    const double *m = pose->m;
    return (tact_vec3){(m[0] * v.x + m[4] * v.y) + m[8] * v.z,
                       (m[1] * v.x + m[5] * v.y) + m[9] * v.z,
                       (m[2] * v.x + m[6] * v.y) + m[10] * v.z};
}

/* A direction of the world from a to b: an axis of either node, a cross product of two, or any. */
static tact_vec3 choose_direction(test_rng *rng, const box_body *a, const box_body *b) {
    int i = (int)test_rng_below(rng, 3), j = (int)test_rng_below(rng, 3);
    tact_vec3 u = tact_pose_rotate(a->pose, axis_of(&a->node, i));
    tact_vec3 v = tact_pose_rotate(b->pose, axis_of(&b->node, j));
    double sign = test_rng_below(rng, 2) == 0 ? 1 : -1;
    switch (test_rng_below(rng, 4)) {
    case 0:
        return tact_vec3_scale(u, sign);
    case 1:
        return tact_vec3_scale(v, sign);
    case 2:
        return tact_vec3_scale(tact_vec3_normalize(tact_vec3_cross(u, v)), sign);
    default:
        return tact_vec3_normalize(random_local(rng, 1));
    }
}

/* Makes both boxes such that a ends and b begins at its point along a direction of the world. */
static void face_each_other(test_rng *rng, box_body *a, box_body *b, tact_vec3 direction) {
    body_set_box(rng, a, turn_back(&a->pose, direction));
    body_set_box(rng, b, turn_back(&b->pose, tact_vec3_scale(direction, -1)));
}

/* ---- What the walks compute --------------------------------------------------------------- */

static float most_of(float x, float y) {
    return x > y ? x : y;
}

static float first_lane(tacti_f16 x) {
    float lanes[16];
    tacti_f16_store(lanes, x);
    return lanes[0];
}

static float first_of_piece(tacti_float_piece x) {
    float lanes[16];
    tacti_fp_store(lanes, x);
    return lanes[0];
}

/* The largest gap of two boxes along the axes of both frames and their cross products, by all ways
 * that the walks have. */
static float kernel_gap(const tacti_pair *pair) {
    tacti_boxes boxes;
    tacti_own_box own[2];
    tacti_f16 here[3], there[3];
    tacti_boxes_open(pair, tacti_task_root().node, &boxes, own);
    tacti_boxes_decode(pair, own, &boxes);
    tacti_boxes_find_edges(&boxes);
    float most = tacti_own_gap(own);
    tacti_boxes_gaps_to_own(&boxes, own, here, there);
    most = most_of(most, first_lane(tacti_largest_gap(here, there)));
    for (int lane_side = 0; lane_side < 2; lane_side++) {
        uint32_t mask = 1;
        tacti_row row = tacti_next_row(lane_side, &mask);
        tacti_row_face_gaps(&boxes, &row, here, there);
        most = most_of(most, first_lane(tacti_largest_gap(here, there)));
        most = most_of(most, first_lane(tacti_row_edge_gap(&boxes, &row)));
    }
    tacti_lane_nodes nodes[2];
    tacti_node_pairs pairs;
    memset(nodes, 0, sizeof nodes);
    for (int side = 0; side < 2; side++)
        for (int lane = 0; lane < TACTI_PLACED_PAIRS; lane++)
            tacti_lane_nodes_set(&nodes[side], lane, &pair->bvh[side]->nodes[0]);
    tacti_node_pairs_place(pair, nodes, TACTI_PLACED_PAIRS, NULL, &pairs, NULL);
    tacti_piece_gaps gaps = tacti_node_pairs_own_gaps(&pairs, 0);
    return most_of(most, first_of_piece(tacti_piece_largest_gap(&gaps)));
}

/* The gap along a direction of the common frame. */
static float kernel_gap_along(const tacti_pair *pair, tacti_f4 direction) {
    tacti_boxes boxes;
    tacti_own_box own[2];
    tacti_boxes_open(pair, tacti_task_root().node, &boxes, own);
    tacti_boxes_decode(pair, own, &boxes);
    tacti_direction d = tacti_direction_make(&boxes, own, tacti_f4_turn(boxes.frame_a, direction));
    float most = most_of(d.reach[1] - d.reach[0], first_lane(tacti_boxes_project(&boxes, &d, 0)));
    uint32_t mask = 1;
    tacti_row row = tacti_next_row(0, &mask);
    return most_of(most, first_of_piece(tacti_row_direction_gap(&boxes, &row, 0, 0)));
}

static tacti_sharp look_twice(const tacti_pair *pair, tacti_boxes *boxes, tacti_own_box own[2]) {
    tacti_sharp sharp;
    tacti_boxes_open(pair, tacti_task_root().node, boxes, own);
    tacti_boxes_sharpen(pair, boxes, own, &sharp);
    tacti_boxes_decode(pair, own, boxes);
    return sharp;
}

/* The same by a second look, and its inflation. */
static float sharp_gap(const tacti_pair *pair, float *inflation) {
    tacti_boxes boxes;
    tacti_own_box own[2];
    tacti_sharp sharp = look_twice(pair, &boxes, own);
    tacti_f16 here[3], there[3];
    tacti_boxes_find_edges(&boxes);
    float most = tacti_own_gap(own);
    tacti_boxes_gaps_to_own(&boxes, own, here, there);
    most = most_of(most, first_lane(tacti_largest_gap(here, there)));
    uint32_t mask = 1;
    tacti_row row = tacti_next_row(0, &mask);
    tacti_row_face_gaps(&boxes, &row, here, there);
    most = most_of(most, first_lane(tacti_largest_gap(here, there)));
    *inflation = sharp.inflation;
    return most_of(most, first_lane(tacti_row_edge_gap(&boxes, &row)));
}

static tacti_pair make_pair(const tacti_placed *a, const tacti_placed *b) {
    tacti_pair pair;
    assert_int_equal(tacti_pair_make(a, b, &pair), TACT_OK);
    return pair;
}

/* Checks two bodies with a common placed point. Returns the largest gap. */
static float check_common(const box_body *a, const box_body *b, tact_vec3 direction) {
    tacti_placed one = placed(a), other = placed(b);
    tacti_pair pair = make_pair(&one, &other);
    assert_false(pair.is_far);
    tact_vec3 d = tact_vec3_scale(turn_back(&a->pose, direction), 1 - 0x1p-18);
    float inflation, sharp = sharp_gap(&pair, &inflation);
    if (sharp > inflation)
        fail_msg("gap %g by a second look, inflation %g", (double)sharp, (double)inflation);
    float most = kernel_gap(&pair);
    most =
        most_of(most, kernel_gap_along(&pair, (tacti_f4){(float)d.x, (float)d.y, (float)d.z, 0}));
    if (most > pair.inflation)
        fail_msg("gap %g of boxes that share a point, inflation %g", (double)most,
                 (double)pair.inflation);
    return most;
}

/* ---- Float operations --------------------------------------------------------------------- */

/* The centres are at one place, so the term by distance is 0. Poses of rotations add less than
 * 2^-40. */
static void test_float(void **state) {
    (void)state;
    test_rng rng = test_rng_start("inflation_float");
    float most = 0;
    for (uint64_t i = 0; i < test_case_count(20000, 2000000); i++) {
        box_body a, b;
        tact_vec3 origin = {0, 0, 0};
        body_start(&b, origin, random_local(&rng, 0.57), pose_random(&rng, 0));
        body_start(&a, origin, tact_pose_place(b.pose, b.vertex), tact_pose_identity());
        set_rotation(&rng, &a.node);
        set_rotation(&rng, &b.node);
        tact_vec3 direction = choose_direction(&rng, &a, &b);
        face_each_other(&rng, &a, &b, direction);
        most = most_of(most, check_common(&a, &b, direction));
    }
    assert_true(most > 0); /* otherwise the test would not need the term */
}

static void test_sharp(void **state) {
    (void)state;
    test_rng rng = test_rng_start("inflation_sharp");
    float most = -1;
    for (uint64_t i = 0; i < test_case_count(20000, 2000000); i++) {
        box_body a, b;
        tact_vec3 origin = {0, 0, 0};
        /* Points beside the grid of a box that is not turned are corners of it. */
        bool is_turned = i % 2 == 0;
        double grid = is_turned ? 0x1p-50 : 0x1p-23;
        tact_vec3 aside = {0x1p-45, 0x1p-45, 0x1p-45},
                  local = rounded_to(random_local(&rng, 0.99), grid);
        body_start(&b, origin, tact_vec3_add(local, aside), pose_random(&rng, 0));
        local = rounded_to(random_local(&rng, 0.99), grid);
        body_start(&a, origin, tact_vec3_sub(local, aside), pose_random(&rng, 0));
        if (!pose_bring(&b.pose, b.vertex, tact_pose_place(a.pose, a.vertex)))
            continue;
        if (is_turned) {
            set_rotation(&rng, &a.node);
            set_rotation(&rng, &b.node);
        }
        face_each_other(&rng, &a, &b, choose_direction(&rng, &a, &b));
        tacti_placed one = placed(&a), other = placed(&b);
        tacti_pair pair = make_pair(&one, &other);
        float inflation, gap = sharp_gap(&pair, &inflation);
        assert_true(gap <= inflation);
        assert_true(pair.blurred > 0 && pair.sharp_inflation < 0x1p-34F);
        most = most_of(most, gap - pair.sharp_inflation);
    }
    assert_true(most > 0);
}

/* A triangle of one body and a box of the other that touches it from one side. */
static void test_facing(void **state) {
    (void)state;
    test_rng rng = test_rng_start("inflation_facing");
    uint64_t nearly = 0;
    for (uint64_t i = 0; i < test_case_count(20000, 2000000); i++) {
        int side = (int)(i & 1);
        box_body both[2];
        tact_vec3 origin = {0, 0, 0};
        for (int k = 0; k < 2; k++) {
            body_start(&both[k], origin, random_local(&rng, 0.99), pose_random(&rng, 0));
            set_rotation(&rng, &both[k].node);
        }
        if (!pose_bring(&both[1].pose, both[1].vertex,
                        tact_pose_place(both[0].pose, both[0].vertex)))
            continue;
        tact_vec3 direction = choose_direction(&rng, &both[0], &both[1]);
        face_each_other(&rng, &both[0], &both[1], direction);
        tact_vec3 normal = turn_back(&both[side].pose, direction);
        if (side == 1)
            normal = tact_vec3_scale(normal, -1);
        tact_vec3 corners[3] = {both[side].vertex, random_local(&rng, 0.99),
                                random_local(&rng, 0.99)};
        static const uint32_t indices[3] = {0, 1, 2};
        for (int k = 1; k < 3; k++) {
            tact_vec3 by = tact_vec3_sub(corners[k], corners[0]);
            double above = tact_vec3_dot(by, normal);
            if (above > 0 || test_rng_below(&rng, 2) == 0)
                corners[k] = tact_vec3_sub(corners[k], tact_vec3_scale(normal, above));
        }
        both[side].bvh.vertices = corners;
        both[side].bvh.indices = indices;
        tacti_placed one = placed(&both[0]), other = placed(&both[1]);
        tacti_pair pair = make_pair(&one, &other);
        tacti_boxes boxes;
        tacti_own_box own[2];
        tacti_sharp sharp = look_twice(&pair, &boxes, own);
        float size = tacti_f4_sum(own[1 - side].half);
        assert_int_equal(tacti_facing_apart(&pair, &boxes, &sharp, side, 0, size) & 1, 0);
        pair.sharp_inflation = -0x1p-21F - TACTI_SHARP_ERRORS * (size + size);
        nearly += tacti_facing_apart(&pair, &boxes, &sharp, side, 0, size) & 1;
    }
    assert_true(nearly > test_case_count(20000, 2000000) / 20);
}

/* One hierarchy with itself: two nodes whose boxes share a point. */
static void test_self(void **state) {
    (void)state;
    test_rng rng = test_rng_start("inflation_self");
    float most = 0;
    for (uint64_t i = 0; i < test_case_count(20000, 2000000); i++) {
        box_body a, b;
        tact_vec3 origin = {0, 0, 0};
        tact_pose stay = tact_pose_identity();
        body_start(&a, origin, random_local(&rng, 1), stay);
        body_start(&b, origin, a.vertex, stay);
        set_rotation(&rng, &a.node);
        set_rotation(&rng, &b.node);
        face_each_other(&rng, &a, &b, choose_direction(&rng, &a, &b));
        tacti_pair pair;
        tacti_pair_make_self(&a.bvh, &stay, &pair);
        pair.bvh[1] = &b.bvh; /* the gaps look at the first node of either side */
        float gap = kernel_gap(&pair);
        assert_true(gap <= pair.inflation);
        most = most_of(most, gap);
    }
    assert_true(most > 0);
}

/* Bodies up to 1000 sizes apart: a gap less the inflation is at most the distance of two points in
 * the boxes. The term for nearby bodies alone would not be enough. */
static void test_float_by_distance(void **state) {
    (void)state;
    test_rng rng = test_rng_start("inflation_by_distance");
    double most = 0;
    for (uint64_t i = 0; i < test_case_count(20000, 2000000); i++) {
        box_body a, b;
        tact_vec3 origin = {0, 0, 0};
        tact_pose stay = tact_pose_identity(), pose = pose_random(&rng, 0);
        body_start(&a, origin, random_local(&rng, 1), stay);
        body_start(&b, origin, random_local(&rng, 1), pose);
        set_rotation(&rng, &a.node);
        set_rotation(&rng, &b.node);
        tact_vec3 direction = choose_direction(&rng, &a, &b);
        tact_vec3 to =
            tact_vec3_add(a.vertex, tact_vec3_scale(direction, test_rng_between(&rng, 900, 1000)));
        to = tact_vec3_sub(to, tact_pose_rotate(pose, b.vertex));
        b.pose.m[3] = to.x;
        b.pose.m[7] = to.y;
        b.pose.m[11] = to.z;
        face_each_other(&rng, &a, &b, direction);
        tacti_placed one = placed(&a), other = placed(&b);
        tacti_pair pair = make_pair(&one, &other);
        double distance = tact_vec3_length(
            tact_vec3_sub(tact_pose_place(b.pose, b.vertex), tact_pose_place(a.pose, a.vertex)));
        tact_vec3 d = tact_vec3_scale(direction, 1 - 0x1p-18);
        float gap =
            most_of(kernel_gap(&pair),
                    kernel_gap_along(&pair, (tacti_f4){(float)d.x, (float)d.y, (float)d.z, 0}));
        double excess = (double)gap - distance * (1 + 0x1p-48);
        assert_true(excess <= (double)pair.inflation);
        most = fmax(most, excess);
    }
    assert_true(most > 0x280 * FLOAT_UNIT); /* more than the term without distance */
}

/* ---- Defects ------------------------------------------------------------------------------ */

/* What gaps are without float rounding, of boxes in unturned frames: the formulas of frame/boxes.h
 * in double. Only the defects of the poses make them wrong. */
static double exact_gap(const box_body *a, const box_body *b) {
    double m[3][3], ca[3], cb[3], ha[3], hb[3], seen[3], most = -HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        float center, half;
        tacti_node_box(&a->node, i, a->node.lo[i][0], a->node.hi[i][0], &center, &half);
        ca[i] = (double)center, ha[i] = (double)half;
        tacti_node_box(&b->node, i, b->node.lo[i][0], b->node.hi[i][0], &center, &half);
        cb[i] = (double)center, hb[i] = (double)half;
        const double *r = a->pose.m, *s = b->pose.m;
        for (int j = 0; j < 3; j++)
            m[i][j] = (r[i] * s[j] + r[4 + i] * s[4 + j]) + r[8 + i] * s[8 + j];
    }
    for (int i = 0; i < 3; i++)
        seen[i] = (m[i][0] * cb[0] + m[i][1] * cb[1]) + m[i][2] * cb[2] - ca[i];
    for (int i = 0; i < 3; i++) {
        double here = fabs(seen[i]) - ha[i], there = -hb[i], back = cb[i];
        for (int j = 0; j < 3; j++) {
            here -= fabs(m[i][j]) * hb[j];
            there -= fabs(m[j][i]) * ha[j];
            back -= m[j][i] * ca[j];
        }
        most = fmax(most, fmax(here, fabs(back) + there));
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            double reach = (ha[i1] * fabs(m[i2][j]) + ha[i2] * fabs(m[i1][j])) +
                           (hb[j1] * fabs(m[i][j2]) + hb[j2] * fabs(m[i][j1]));
            most = fmax(most, fabs(seen[i2] * m[i1][j] - seen[i1] * m[i2][j]) - reach);
        }
    }
    return most;
}

/* One pose has the largest defect, the other is the identity, and both centres are at the origin.
 * So what the inflation exceeds that of two identities by is the share of the one defect. */
static void test_defect(void **state) {
    (void)state;
    test_rng rng = test_rng_start("inflation_defect");
    double most[2] = {0, 0};
    for (uint64_t i = 0; i < test_case_count(20000, 2000000); i++) {
        int skewed = (int)(i & 1);
        box_body both[2];
        tact_vec3 origin = {0, 0, 0};
        tact_pose stay = tact_pose_identity();
        body_start(&both[skewed], origin, random_local(&rng, 0.57), pose_skewed(&rng, 0));
        body_start(&both[1 - skewed], origin,
                   tact_pose_place(both[skewed].pose, both[skewed].vertex), stay);
        face_each_other(&rng, &both[0], &both[1], choose_direction(&rng, &both[0], &both[1]));
        tacti_placed one = placed(&both[0]), other = placed(&both[1]);
        tacti_pair pair = make_pair(&one, &other), rigid;
        one.pose = other.pose = stay;
        rigid = make_pair(&one, &other);
        double gap = exact_gap(&both[0], &both[1]);
        assert_true(gap <= (double)pair.inflation - (double)rigid.inflation);
        assert_true(gap <= (double)pair.along_inflation - (double)rigid.along_inflation);
        most[skewed] = fmax(most[skewed], gap);
    }
    assert_true(most[0] > 1e-8 && most[1] > 1e-8);
}

/* The sum of products of numbers, without rounding. */
static void set_dot(mpq_t out, const double *x, const double *y, int stride) {
    mpq_t factor, product;
    mpq_inits(factor, product, NULL);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < 3; i++) {
        mpq_set_d(product, x[i * stride]);
        mpq_set_d(factor, y[i * stride]);
        mpq_mul(product, product, factor);
        mpq_add(out, out, product);
    }
    mpq_clears(factor, product, NULL);
}

/* The stated defect is not below the exact one, whatever was rounded. */
static void test_defect_is_rounded_up(void **state) {
    (void)state;
    test_rng rng = test_rng_start("inflation_defect_rounded_up");
    mpq_t dot, one, stated;
    mpq_inits(dot, one, stated, NULL);
    mpq_set_ui(one, 1, 1);
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        box_body a;
        tact_pose pose = i % 2 == 0 ? pose_skewed(&rng, 0) : pose_random(&rng, 0);
        body_start(&a, (tact_vec3){0, 0, 0}, (tact_vec3){0, 0, 0}, pose);
        tacti_placed it = placed(&a);
        tacti_placement placement;
        assert_int_equal(tacti_placed_check(&it, &placement), TACT_OK);
        mpq_set_d(stated, placement.defect);
        for (int k = 0; k < 3; k++)
            for (int l = k; l < 3; l++) {
                set_dot(dot, &a.pose.m[k], &a.pose.m[l], 4);
                if (k == l)
                    mpq_sub(dot, dot, one);
                mpq_abs(dot, dot);
                assert_true(mpq_cmp(dot, stated) <= 0);
            }
    }
    mpq_clears(dot, one, stated, NULL);
}

/* ---- Placement ---------------------------------------------------------------------------- */

/* Where the bodies are far out, in exponents of 2: their centres in their own meshes. */
typedef struct far_out {
    double center[2]; /* of either body */
    bool is_back;     /* the poses bring the centres back to the origin */
    double shift;     /* of both poses, otherwise */
} far_out;

static void set_shift(tact_pose *pose, tact_vec3 to) {
    pose->m[3] = to.x;
    pose->m[7] = to.y;
    pose->m[11] = to.z;
}

/* Two bodies whose points are placed at the same place, which rounding does not always allow. */
static bool make_far_out(test_rng *rng, const far_out *where, box_body both[2]) {
    tact_vec3 world = tact_vec3_scale(tact_vec3_normalize(random_local(rng, 1)), where->shift);
    tact_pose pose[2] = {pose_random(rng, 0), pose_random(rng, 0)};
    for (int side = 0; side < 2; side++) {
        tact_vec3 far = turn_back(&pose[side], tact_vec3_normalize((tact_vec3){3, 2, 1}));
        far = tact_vec3_scale(far, where->center[side]);
        /* All coordinates are multiples of a unit, so that local points are exact. */
        double unit = fmax(0x1p-30, ldexp(1, ilogb(fmax(where->center[side], 1)) - 51));
        tact_vec3 center = rounded_to(far, unit), local = rounded_to(random_local(rng, 0.9), unit);
        set_shift(&pose[side], where->is_back
                                   ? tact_vec3_scale(tact_pose_rotate(pose[side], center), -1)
                                   : world);
        body_start(&both[side], center, local, pose[side]);
        set_rotation(rng, &both[side].node);
    }
    /* The body that is nearer to its own origin has the finer coordinates. */
    int near = where->center[0] < where->center[1] ? 0 : 1;
    return pose_bring(&both[near].pose, both[near].vertex,
                      tact_pose_place(both[1 - near].pose, both[1 - near].vertex));
}

/* The rounding of placed points is some 2^-9 units here, and the other terms are below 2^-13. */
static void check_placement(const char *name, const far_out *where) {
    test_rng rng = test_rng_start(name);
    float most = 0;
    for (uint64_t i = 0; i < test_case_count(4000, 400000); i++) {
        box_body both[2];
        if (!make_far_out(&rng, where, both))
            continue;
        tact_vec3 direction = choose_direction(&rng, &both[0], &both[1]);
        face_each_other(&rng, &both[0], &both[1], direction);
        most = most_of(most, check_common(&both[0], &both[1], direction));
    }
    assert_true(most > 0x1p-13F);
}

static void test_placement(void **state) {
    (void)state;
    check_placement("inflation_a_far_out", &(far_out){{0x1p43, 0}, true, 0});
    check_placement("inflation_b_far_out", &(far_out){{0, 0x1p43}, true, 0});
    check_placement("inflation_both_far_out", &(far_out){{0x1p43, 0x1p43}, false, 0});
    check_placement("inflation_shifted", &(far_out){{0, 0}, false, 0x1p43});
}

/* Opposite corners of two cubes of side 2 share a point, so far out that the distance of the
 * placed centres may exceed both bounding spheres. */
static void test_spheres(void **state) {
    (void)state;
    test_rng rng = test_rng_start("inflation_spheres");
    double most = 0;
    for (uint64_t i = 0; i < test_case_count(4000, 400000); i++) {
        box_body both[2];
        tact_vec3 world = tact_vec3_scale(tact_vec3_normalize(random_local(&rng, 1)), 0x1p48);
        for (int side = 0; side < 2; side++) {
            tact_pose pose = tact_pose_identity();
            if (side == 0)
                pose = pose_random(&rng, 0);
            set_shift(&pose, world);
            body_start(&both[side], (tact_vec3){0, 0, 0}, (tact_vec3){1, 1, 1}, pose);
        }
        /* b is turned such that its corner points against a's. */
        tact_vec3 corner =
            tact_vec3_normalize(tact_pose_rotate(both[0].pose, (tact_vec3){1, 1, 1}));
        tact_vec3 own = tact_vec3_normalize((tact_vec3){1, 1, 1});
        tact_vec3 axis = tact_vec3_cross(own, corner);
        double cosine = -tact_vec3_dot(own, corner);
        tact_pose turn;
        if (tact_pose_from_quat((tact_quat){1 + cosine, -axis.x, -axis.y, -axis.z}, world, &turn) !=
            TACT_OK)
            continue;
        both[1].pose = turn;
        if (!pose_bring(&both[1].pose, both[1].vertex,
                        tact_pose_place(both[0].pose, both[0].vertex)))
            continue;
        tacti_placed one = placed(&both[0]), other = placed(&both[1]);
        tacti_pair pair = make_pair(&one, &other);
        assert_false(pair.is_far);
        most = fmax(most, tact_vec3_length(
                              tact_vec3_sub(tact_pose_place(both[0].pose, both[0].bvh.center),
                                            tact_pose_place(both[1].pose, both[1].bvh.center))));
    }
    assert_true(most > 3.48);
}

/* ---- Bodies that are brought near --------------------------------------------------------- */

/* The bound that surface/distance_walk.c takes from bodies that are many sizes apart. Returns by
 * how much it exceeds the distance of two points in the boxes, in units. */
static double far_excess(test_rng *rng, box_body *a, box_body *b) {
    tact_vec3 between =
        tact_vec3_sub(tact_pose_place(b->pose, b->vertex), tact_pose_place(a->pose, a->vertex));
    face_each_other(rng, a, b, tact_vec3_normalize(between));
    tacti_placed one = placed(a), other = placed(b);
    tacti_pair pair = make_pair(&one, &other), moved;
    double by;
    assert_true(tacti_pair_bring_near(&pair, &moved, &by));
    double gap = (double)kernel_gap_along(&moved, pair.center_direction);
    double true_gap = tact_vec3_length(between) * pair.center_length * pair.slack;
    double excess = (gap + by) - true_gap;
    assert_true(excess <= (double)moved.inflation);
    return excess;
}

typedef struct far_apart {
    double distance; /* of the centres */
    double shift;    /* of both poses */
    bool is_skewed;  /* the poses have the largest defect */
} far_apart;

/* Returns the largest excess. */
static double check_far(const char *name, const far_apart *where) {
    test_rng rng = test_rng_start(name);
    double most = -HUGE_VAL;
    for (uint64_t i = 0; i < test_case_count(4000, 400000); i++) {
        box_body both[2];
        tact_vec3 direction = tact_vec3_normalize(random_local(&rng, 1));
        tact_vec3 world = tact_vec3_scale(tact_vec3_normalize(random_local(&rng, 1)), where->shift);
        for (int side = 0; side < 2; side++) {
            tact_pose pose = where->is_skewed ? pose_skewed(&rng, 0) : pose_random(&rng, 0);
            double by = side == 0 ? 0 : where->distance;
            set_shift(&pose, tact_vec3_add(world, tact_vec3_scale(direction, by)));
            /* The points are on the line of the centres, so that nothing beside it is lost. */
            tact_vec3 local =
                tact_vec3_scale(turn_back(&pose, direction), test_rng_between(&rng, -0.99, 0.99));
            body_start(&both[side], (tact_vec3){0, 0, 0}, local, pose);
            set_rotation(&rng, &both[side].node);
        }
        most = fmax(most, far_excess(&rng, &both[0], &both[1]));
    }
    return most;
}

/* The length of the centres' direction is not below the true one, and the distance of the centres
 * along it is not above. */
static void test_center_line(void **state) {
    (void)state;
    test_rng rng = test_rng_start("inflation_center_line");
    mpq_t exact, stated;
    mpq_inits(exact, stated, NULL);
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        box_body a, b;
        tact_vec3 origin = {0, 0, 0}, shift = random_local(&rng, 3000);
        body_start(&a, origin, origin, tact_pose_identity());
        body_start(&b, origin, origin, pose_at(shift.x, shift.y, shift.z));
        tacti_placed one = placed(&a), other = placed(&b);
        tacti_pair pair = make_pair(&one, &other);
        tacti_f4 f = pair.center_direction;
        const double d[3] = {(double)f[0], (double)f[1], (double)f[2]};
        set_dot(exact, d, d, 1);
        mpq_set_d(stated, pair.center_length);
        mpq_mul(stated, stated, stated);
        assert_true(mpq_cmp(stated, exact) >= 0);
        const double t[3] = {shift.x, shift.y, shift.z};
        set_dot(exact, d, t, 1);
        mpq_set_d(stated, pair.center_distance);
        assert_true(mpq_cmp(stated, exact) <= 0);
    }
    mpq_clears(exact, stated, NULL);
}

/* The float operations near by; the placement of bodies that are far from the origin; and the
 * slack, for poses that stretch the distance by more than the bodies' sizes. */
static void test_brought_near(void **state) {
    (void)state;
    assert_true(check_far("inflation_near_float", &(far_apart){0x1p15, 0, false}) > 0);
    assert_true(check_far("inflation_near_shift", &(far_apart){0x1p12, 0x1p43, false}) > 0x1p-13);
    check_far("inflation_near_slack", &(far_apart){0x1p30, 0, true});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_float),
        cmocka_unit_test(test_sharp),
        cmocka_unit_test(test_facing),
        cmocka_unit_test(test_self),
        cmocka_unit_test(test_float_by_distance),
        cmocka_unit_test(test_defect),
        cmocka_unit_test(test_defect_is_rounded_up),
        cmocka_unit_test(test_placement),
        cmocka_unit_test(test_spheres),
        cmocka_unit_test(test_center_line),
        cmocka_unit_test(test_brought_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
