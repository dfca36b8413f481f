/* SPDX-License-Identifier: MIT */
/* Contact manifolds: invariants on random pairs of all kinds; stacks that settle; how much of the
 * area four points keep. */
#include "contact_pairs.h"
#include "convex_levels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "manifold/manifold.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "pair/pair_depth.h"

/* ---- What every manifold must be ------------------------------------------------------------- */

/* How far a point is from a shape. */
static double distance_to(const tacti_placed_shape *shape, tact_vec3 point) {
    tact_shape dot = tact_shape_sphere(0);
    tacti_placed_shape at = contact_placed(&dot, point.x, point.y, point.z);
    tacti_convex_distance_answer gap;
    assert_int_equal(tacti_convex_distance(shape, &at, NULL, &gap), TACT_OK);
    return gap.distance;
}

static bool is_before(const tacti_manifold_point *p, const tacti_manifold_point *q) {
    return p->feature_a != q->feature_a ? p->feature_a < q->feature_a : p->feature_b < q->feature_b;
}

/* The separation is that of distance and depth in one of both orders. False if the search for that
 * depth reached its limit. */
static bool check_separation(const convex_pair *pair, const tacti_manifold *manifold) {
    bool is_sure = true, is_same = false;
    for (int swap = 0; swap < 2; swap++) {
        tacti_convex_distance_answer gap;
        tacti_convex_depth_answer depth;
        const tacti_placed_shape *a = &pair->placed[swap], *b = &pair->placed[1 - swap];
        assert_int_equal(tacti_convex_distance(a, b, NULL, &gap), TACT_OK);
        assert_int_equal(tacti_convex_depth(a, b, NULL, &depth), TACT_OK);
        assert_int_equal(manifold->outcome == TACT_OUTCOME_APART,
                         gap.outcome == TACT_OUTCOME_APART);
        bool is_apart = gap.outcome == TACT_OUTCOME_APART;
        double separation = is_apart ? gap.distance : -depth.depth;
        is_same = is_same || manifold->separation == separation ||
                  fabs(manifold->separation - separation) <= 1e-14 * 8;
        is_sure = is_sure && (is_apart || depth.ending != TACTI_CONVEX_BY_LIMIT);
    }
    assert_true(is_same);
    return is_sure;
}

static void check_manifold(const convex_pair *pair, double margin, const tacti_manifold *manifold) {
    assert_true(fabs(tact_vec3_length(manifold->normal) - 1) <= 1e-14);
    assert_true(manifold->point_count <= 4);
    if (!isfinite(manifold->separation) || manifold->separation > margin) {
        assert_int_equal(manifold->point_count, 0);
        return;
    }
    assert_true(manifold->point_count >= 1);
    /* Round edges that count as parallel may part by a tenth of their radius. Nearest points of
     * smooth shapes are less precise. */
    bool is_sharp = true;
    for (int side = 0; side < 2; side++)
        is_sharp =
            is_sharp && tact_shape_is_polytope(&pair->shape[side]) && pair->shape[side].radius == 0;
    double slack = is_sharp ? 1e-11 : manifold->point_count == 2 ? 2e-2 : 1e-5;
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < manifold->point_count; i++) {
        const tacti_manifold_point *point = &manifold->points[i];
        assert_true(i == 0 || is_before(point - 1, point));
        assert_true(point->separation <= margin);
        tact_vec3 off = tact_vec3_sub(tact_vec3_sub(point->point_b, point->point_a),
                                      tact_vec3_scale(manifold->normal, point->separation));
        assert_true(tact_vec3_length(off) <= 1e-14 * 8);
        assert_true(distance_to(&pair->placed[0], point->point_a) <= slack);
        assert_true(distance_to(&pair->placed[1], point->point_b) <= slack);
        least = fmin(least, point->separation);
    }
    assert_true(least >= manifold->separation);
    assert_true(least <= manifold->separation + (manifold->point_count == 4 ? 4e-4 : 1e-12));
}

/* Swapped shapes have the same points, in another order. */
static void check_swapped(const convex_pair *pair, double margin, const tacti_manifold *manifold) {
    tacti_manifold other = contact_manifold(&pair->placed[1], &pair->placed[0], margin);
    assert_int_equal(other.outcome, manifold->outcome);
    assert_true(other.separation == manifold->separation);
    assert_int_equal(other.point_count, manifold->point_count);
    assert_true(tact_vec3_length(tact_vec3_add(other.normal, manifold->normal)) == 0);
    for (uint32_t i = 0; i < manifold->point_count; i++) {
        const tacti_manifold_point *p = &manifold->points[i];
        uint32_t found = 0;
        for (uint32_t k = 0; k < other.point_count; k++) {
            const tacti_manifold_point *q = &other.points[k];
            found += q->feature_a == p->feature_b && q->feature_b == p->feature_a &&
                     q->separation == p->separation &&
                     tact_vec3_length(tact_vec3_sub(q->point_a, p->point_b)) == 0 &&
                     tact_vec3_length(tact_vec3_sub(q->point_b, p->point_a)) == 0;
        }
        assert_int_equal(found, 1);
    }
}

static void all_kinds(void **state) {
    (void)state;
    test_rng rng = test_rng_start("manifolds");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t cases = test_case_count(40500, 1000000), counts[5] = {0}, unsure = 0;
    tacti_convex_cache cache = {0};
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        tact_shape_kind kind[2] = {(tact_shape_kind)(i % TACTI_SHAPE_KINDS),
                                   (tact_shape_kind)(i / TACTI_SHAPE_KINDS % TACTI_SHAPE_KINDS)};
        contact_pair_make(&rng, &pool, kind, test_rng_between(&rng, -0.3, 0.1), &pair);
        if (i % 3 == 0) /* parallel */
            for (int k = 0; k < 12; k++)
                if (k % 4 != 3)
                    pair.placed[1].pose.m[k] = pair.placed[0].pose.m[k];
        double margin = test_rng_below(&rng, 2) ? 0 : test_rng_between(&rng, 0, 0.2);
        tacti_manifold manifold = contact_manifold(&pair.placed[0], &pair.placed[1], margin),
                       cached;
        uint64_t is_sure = check_separation(&pair, &manifold);
        unsure += !is_sure;
        if (is_sure)
            check_manifold(&pair, margin, &manifold);
        check_swapped(&pair, margin, &manifold);
        check_some_levels(i / (TACTI_SHAPE_KINDS * TACTI_SHAPE_KINDS), 64, &pair.placed[0],
                          &pair.placed[1]);
        bool is_exact =
            tact_shape_is_polytope(&pair.shape[0]) && tact_shape_is_polytope(&pair.shape[1]);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(
                tacti_convex_manifold(&pair.placed[0], &pair.placed[1], margin, &cache, &cached),
                TACT_OK);
            bool is_like = fabs(cached.separation - manifold.separation) <= 1e-9;
            /* A face that is kept may be worse by 1e-3 of the thickness. The bodies are about 1 in
             * size; test_manifold_warm.c checks the bound itself. */
            bool is_near = fabs(cached.separation - manifold.separation) <= 2e-3;
            assert_true(is_near || !is_exact || !isfinite(manifold.separation));
            unsure += !is_like && isfinite(manifold.separation);
            if (is_sure && is_like)
                check_manifold(&pair, margin, &cached);
        }
        counts[manifold.point_count]++;
    }
    printf("points: %llu without, %llu %llu %llu %llu; %llu uncertain depths\n",
           (unsigned long long)counts[0], (unsigned long long)counts[1],
           (unsigned long long)counts[2], (unsigned long long)counts[3],
           (unsigned long long)counts[4], (unsigned long long)unsure);
    assert_true(unsure * 100 <= cases);
    for (int i = 0; i < 5; i++)
        assert_true(counts[i] > 0);
    pairs_pool_free(&pool);
}

/* Hard polytopes: thin, flat, equal, touching, far away. */
static void hard_polytopes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("hard manifolds");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t cases = test_case_count(16000, 1000000);
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), i % 3 == 0, &pair);
        double margin = i % 5 == 0 ? 0 : 0.1;
        check_some_levels(i / PAIRS_FAMILIES, 64, &pair.placed[0], &pair.placed[1]);
        tacti_manifold manifold = contact_manifold(&pair.placed[0], &pair.placed[1], margin);
        assert_true(fabs(tact_vec3_length(manifold.normal) - 1) <= 1e-14);
        assert_int_equal(manifold.point_count > 0, manifold.separation <= margin);
        if (pair.shape[0].kind != pair.shape[1].kind ||
            memcmp(&pair.placed[0].pose, &pair.placed[1].pose, sizeof(tact_pose)) != 0)
            check_swapped(&pair, margin, &manifold);
        double least = (double)INFINITY;
        for (uint32_t k = 0; k < manifold.point_count; k++) {
            least = fmin(least, manifold.points[k].separation);
            assert_true(isfinite(tact_vec3_length(manifold.points[k].point_a)));
        }
        /* The deepest point is approximate if corners were left out or the pair is far from the
         * origin. */
        bool is_far = i % PAIRS_FAMILIES == PAIRS_FAR;
        double slack = manifold.point_count >= 3 ? 1e-3 : is_far ? 1e-7 : 1e-9;
        assert_true(manifold.point_count == 0 || least <= manifold.separation + slack);
    }
    pairs_pool_free(&pool);
}

/* Boxes that overlap, many of them nearly parallel, some far from the origin. */
static void depths_of_boxes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("depths of boxes");
    uint64_t cases = test_case_count(30000, 1000000), contacts = 0;
    double worst = 0;
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        for (int side = 0; side < 2; side++) {
            pair.shape[side] = contact_shape(&rng, NULL, TACT_SHAPE_BOX);
            pair.placed[side] = contact_placed(&pair.shape[side], 0, 0, 0);
        }
        tact_pose pose = pairs_random_pose(&rng, 0);
        pair.placed[0].pose = pair.placed[1].pose = pose;
        double angle = i % 4 == 0 ? 0 : pow(10, test_rng_between(&rng, -12, 0));
        tact_vec3 axis = tact_vec3_scale(pairs_random_direction(&rng), angle);
        contact_turn(&pair.placed[1], axis.x, axis.y, axis.z);
        double far = i % 7 == 0 ? 1e5 : 0;
        for (int k = 3; k < 12; k += 4) {
            pair.placed[0].pose.m[k] = far;
            pair.placed[1].pose.m[k] = far + test_rng_between(&rng, -1.5, 1.5);
        }
        tacti_manifold manifold = contact_manifold(&pair.placed[0], &pair.placed[1], 0);
        tacti_convex_depth_answer depth;
        assert_int_equal(tacti_convex_depth(&pair.placed[0], &pair.placed[1], NULL, &depth),
                         TACT_OK);
        assert_int_equal(manifold.outcome, depth.outcome);
        if (depth.outcome == TACT_OUTCOME_APART)
            continue;
        contacts++;
        double slack = 1e-13 * (1 + far);
        /* The manifold may have measured the other order, whose bounds overlap these. */
        assert_true(-manifold.separation >= depth.lower - (slack + 1e-9));
        assert_true(-manifold.separation <= depth.upper + (slack + 1e-9));
        worst = fmax(worst, fabs(manifold.separation + depth.depth));
        double least = 0;
        for (uint32_t k = 0; k < manifold.point_count; k++)
            least = fmin(least, manifold.points[k].separation);
        assert_true(fabs(least - manifold.separation) <= 4e-4);
        assert_true(manifold.point_count == 4 || fabs(least - manifold.separation) <= slack);
    }
    printf("%llu contacts, depths differ by up to %.1e\n", (unsigned long long)contacts, worst);
    assert_true(contacts * 5 > cases);
}

/* ---- Area ----------------------------------------------------------------------------------- */

typedef struct polygon {
    int count;
    double at[80][2];
} polygon;

/* Keeps the part to the left of the line from p to q. */
static polygon cut(const polygon *in, const double p[2], const double q[2]) {
    polygon out = {0};
    for (int i = 0; i < in->count; i++) {
        const double *from = in->at[i], *to = in->at[(i + 1) % in->count];
        double side[2];
        for (int k = 0; k < 2; k++) {
            const double *r = k == 0 ? from : to;
            side[k] = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        }
        if (side[0] >= 0) {
            out.at[out.count][0] = from[0];
            out.at[out.count++][1] = from[1];
        }
        if ((side[0] >= 0) != (side[1] >= 0)) {
            double t = side[0] / (side[0] - side[1]);
            out.at[out.count][0] = from[0] + t * (to[0] - from[0]);
            out.at[out.count++][1] = from[1] + t * (to[1] - from[1]);
        }
    }
    return out;
}

static polygon common(const polygon *a, const polygon *b) {
    polygon out = *a;
    for (int i = 0; i < b->count; i++)
        out = cut(&out, b->at[i], b->at[(i + 1) % b->count]);
    return out;
}

static double triangle_area(const double *p, const double *q, const double *r) {
    return 0.5 * ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
}

static double area_of(const polygon *p) {
    double area = 0;
    for (int i = 2; i < p->count; i++)
        area += triangle_area(p->at[0], p->at[i - 1], p->at[i]);
    return area;
}

/* The largest quadrangle of corners. */
static double largest_quad(const polygon *p) {
    double most = 0;
    for (int i = 0; i < p->count; i++)
        for (int j = i + 1; j < p->count; j++) {
            double side[2] = {0, 0};
            for (int k = 0; k < p->count; k++) {
                double area = triangle_area(p->at[i], p->at[j], p->at[k]);
                side[area > 0] = fmax(side[area > 0], fabs(area));
            }
            most = fmax(most, side[0] + side[1]);
        }
    return most;
}

/* The area that the points of a manifold (at most four) span, seen along z. */
static double manifold_area(const tacti_manifold *manifold) {
    polygon p = {(int)manifold->point_count, {{0}}};
    for (int i = 0; i < p.count; i++) {
        p.at[i][0] = manifold->points[i].point_a.x;
        p.at[i][1] = manifold->points[i].point_a.y;
    }
    return largest_quad(&p);
}

/* The outline of a regular prism, or of a rectangle (sides 0), turned and shifted. */
static polygon outline(int sides, double x, double y, const tact_pose *pose) {
    polygon p = {sides == 0 ? 4 : sides, {{0}}};
    for (int i = 0; i < p.count; i++) {
        double angle = 6.283185307179586 * i / p.count;
        tact_vec3 at = sides == 0 ? tact_vec3_make(i == 0 || i == 3 ? x : -x, i < 2 ? y : -y, 0)
                                  : tact_vec3_make(x * cos(angle), y * sin(angle), 0);
        at = tact_pose_place(*pose, at);
        p.at[i][0] = at.x;
        p.at[i][1] = at.y;
    }
    return p;
}

/* A body that stands on an outline. */
static tact_hull *prism(int sides, double x, double y) {
    tact_vec3 points[160];
    tact_pose none = tact_pose_identity();
    polygon p = outline(sides, x, y, &none);
    for (int i = 0; i < 2 * p.count; i++)
        points[i] = tact_vec3_make(p.at[i / 2][0], p.at[i / 2][1], i % 2 ? 1 : -1);
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, points, (size_t)(2 * p.count), &hull), TACT_OK);
    return hull;
}

/* Four points of eight or more corners cannot always span three quarters of the area (0.707 for a
 * square on a square turned by an eighth), but they span nearly as much as any four corners. */
static void areas(void **state) {
    (void)state;
    test_rng rng = test_rng_start("areas of manifolds");
    const int sides[2][8] = {{0, 0, 0, 3, 5, 6, 12, 40}, {0, 0, 3, 4, 5, 0, 20, 64}};
    uint64_t cases = test_case_count(4000, 200000), good[2] = {0}, counted[2] = {0};
    double least = 1, least_of_best = 1;
    for (uint64_t i = 0; i < cases; i++) {
        tact_hull *hull[2];
        tact_shape shape[2];
        tacti_placed_shape at[2];
        polygon outlines[2];
        for (int side = 0; side < 2; side++) {
            double x = test_rng_between(&rng, 0.5, 1), y = test_rng_between(&rng, 0.5, 1);
            hull[side] = prism(sides[side][i % 8], x, y);
            bool is_box = sides[side][i % 8] == 0 && i % 16 < 8;
            shape[side] = is_box ? tact_shape_box(x, y, 1) : tact_shape_hull(hull[side]);
            at[side] = contact_placed(&shape[side], 0, 0, 0);
            contact_turn(&at[side], 0, 0, test_rng_between(&rng, -3, 3));
            outlines[side] = outline(sides[side][i % 8], x, y, &at[side].pose);
        }
        double gap = test_rng_between(&rng, -0.01, 0.01);
        double shift[2] = {test_rng_between(&rng, -0.5, 0.5), test_rng_between(&rng, -0.5, 0.5)};
        at[1].pose.m[3] += shift[0];
        at[1].pose.m[7] += shift[1];
        at[1].pose.m[11] += 2 + gap;
        for (int k = 0; k < outlines[1].count; k++)
            for (int axis = 0; axis < 2; axis++)
                outlines[1].at[k][axis] += shift[axis];
        tacti_manifold manifold = contact_manifold(&at[0], &at[1], 0.02);
        polygon all = common(&outlines[0], &outlines[1]);
        double whole = area_of(&all), quad = largest_quad(&all), got = manifold_area(&manifold);
        if (whole > 0.02) { /* otherwise another side may be nearer */
            assert_true(fabs(fabs(manifold.normal.z) - 1) <= 1e-12);
            assert_true(fabs(manifold.separation - gap) <= 1e-12);
            assert_true(got <= whole * (1 + 1e-9));
            least = fmin(least, got / whole);
            least_of_best = fmin(least_of_best, got / quad);
            bool are_boxes = sides[0][i % 8] == 0 && sides[1][i % 8] == 0;
            good[are_boxes] += got >= 0.75 * whole;
            counted[are_boxes]++;
        }
        tact_hull_destroy(hull[0]);
        tact_hull_destroy(hull[1]);
    }
    printf("area kept: at least %.3f, of the best four corners %.3f; three quarters in %.1f %% of "
           "boxes, %.1f %% of prisms\n",
           least, least_of_best, 100.0 * (double)good[1] / (double)counted[1],
           100.0 * (double)good[0] / (double)counted[0]);
    assert_true(least_of_best >= 0.9 && least >= 0.6);
    assert_true((double)good[1] >= 0.97 * (double)counted[1]);
}

/* ---- Boxes on a plane and on each other --------------------------------------------------------
 */

/* A box lies on its four lower corners, however it is turned. */
static void box_on_plane(void **state) {
    (void)state;
    tact_shape floor = tact_shape_half_space(tact_vec3_make(0, 0, 1), 0);
    tact_shape box = tact_shape_box(1, 0.5, 0.25);
    tacti_placed_shape a = contact_placed(&floor, 0, 0, 0);
    for (int i = 0; i < 1000; i++) {
        double yaw = 0.00628 * i, tilt = 1e-3 * sin(1.7 * i);
        tacti_placed_shape b = contact_placed(&box, 10 * cos(i), 10, 0.25 - 0.002);
        contact_turn(&b, tilt, 0.5 * tilt, 0);
        contact_turn(&b, 0, 0, yaw);
        tacti_manifold manifold = contact_manifold(&a, &b, 0.01);
        assert_int_equal(manifold.point_count, 4);
        assert_true(manifold.normal.x == 0 && manifold.normal.y == 0 && manifold.normal.z == 1);
        double least = 1;
        for (uint32_t k = 0; k < 4; k++) {
            const tacti_manifold_point *point = &manifold.points[k];
            uint32_t number;
            assert_int_equal(tacti_manifold_feature(point->feature_a, &number),
                             TACT_FEATURE_KIND_FACE);
            assert_int_equal(number, 0);
            assert_int_equal(tacti_manifold_feature(point->feature_b, &number),
                             TACT_FEATURE_KIND_VERTEX);
            assert_int_equal(number, k);
            tact_vec3 corner =
                tact_pose_place(b.pose, tact_vec3_make(k & 1 ? 1 : -1, k & 2 ? 0.5 : -0.5, -0.25));
            assert_true(tact_vec3_length(tact_vec3_sub(corner, point->point_b)) <= 1e-13);
            assert_true(fabs(point->separation - corner.z) <= 1e-14);
            assert_true(fabs(point->point_a.z) <= 1e-14);
            least = fmin(least, point->separation);
        }
        assert_true(fabs(least - manifold.separation) <= 1e-14);
    }
}

typedef struct box_stack {
    int count;
    double yaw[8], x[8], y[8]; /* final places of the boxes of the stack */
    tact_shape box[8];
} box_stack;

/* The part of the frames in which the features of all contacts equal those of the previous frame.
 * sway is how far boxes move and tilt, at random or as a swing that dies out. */
static double stability(test_rng *rng, const box_stack *stack, double sway, bool is_swing) {
    int frames = 600, same = 0, total = 0;
    tacti_manifold last[8] = {{0}};
    double phase[8][6], height = 0;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 6; k++)
            phase[i][k] = test_rng_between(rng, 0, 6);
    for (int frame = 0; frame < frames; frame++) {
        tacti_placed_shape at[8];
        for (int i = 0; i < stack->count; i++) {
            double by[6];
            for (int k = 0; k < 6; k++)
                by[k] = is_swing ? sway * exp(-0.05 * frame) * sin(0.3 * frame + phase[i][k])
                                 : test_rng_between(rng, -sway, sway);
            height = i == 0 ? 0 : height + 1 - 0.002;
            at[i] =
                contact_placed(&stack->box[i], stack->x[i] + by[3], stack->y[i] + by[4], height);
            contact_turn(&at[i], 0, 0, stack->yaw[i] + by[2]);
            contact_turn(&at[i], by[0], by[1], 0);
        }
        for (int i = 1; i < stack->count; i++) {
            tacti_manifold manifold = contact_manifold(&at[i - 1], &at[i], 0.02);
            bool is_same = manifold.point_count == last[i].point_count;
            for (uint32_t k = 0; is_same && k < manifold.point_count; k++)
                is_same = manifold.points[k].feature_a == last[i].points[k].feature_a &&
                          manifold.points[k].feature_b == last[i].points[k].feature_b;
            same += is_same || frame == 0;
            total++;
            last[i] = manifold;
        }
    }
    return (double)same / total;
}

static void settling_stack(void **state) {
    (void)state;
    test_rng rng = test_rng_start("settling stacks");
    static const char *const names[4] = {"equal, straight", "equal, by an eighth of a turn",
                                         "equal, any turn", "any size, shift and turn"};
    for (int kind = 0; kind < 4; kind++)
        for (int swing = 0; swing < 2; swing++) {
            double sum = 0;
            for (int i = 0; i < 10; i++) {
                box_stack stack = {.count = 6};
                for (int k = 0; k < 6; k++) {
                    stack.box[k] = tact_shape_box(0.5, 0.5, 0.5);
                    if (kind == 3)
                        stack.box[k] = tact_shape_box(test_rng_between(&rng, 0.4, 0.6),
                                                      test_rng_between(&rng, 0.4, 0.6), 0.5);
                    stack.x[k] = kind == 3 ? test_rng_between(&rng, -0.1, 0.1) : 0;
                    stack.y[k] = kind == 3 ? test_rng_between(&rng, -0.1, 0.1) : 0;
                    stack.yaw[k] = kind == 0   ? 0
                                   : kind == 1 ? 0.7853981633974483 * k
                                               : test_rng_between(&rng, -3, 3);
                }
                sum += stability(&rng, &stack, swing ? 0.005 : 1e-5, swing);
            }
            printf("%-30s %s: %.2f %% of the frames keep their features\n", names[kind],
                   swing ? "swinging" : "shaking ", 10 * sum);
            assert_true(sum >= 9.9);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds),       cmocka_unit_test(hard_polytopes),
        cmocka_unit_test(depths_of_boxes), cmocka_unit_test(areas),
        cmocka_unit_test(box_on_plane),    cmocka_unit_test(settling_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
