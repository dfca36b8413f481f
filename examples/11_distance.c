/* SPDX-License-Identifier: MIT */
/* How far apart are two meshes? The distance with its proven bounds, a cheaper one with an error
 * that you allow, nearer than a radius or not, a quick lower bound, and motion with a cache. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <tact/tact.h>

static uint64_t work_of(const tacti_mesh_distance_answer *s) {
    return s->work.box_tests + s->work.triangle_tests;
}

static tacti_placed moved(const tacti_bvh *bvh, double x, double y, double z) {
    tacti_placed placed = {bvh, tact_pose_identity()};
    placed.pose.m[3] = x;
    placed.pose.m[7] = y;
    placed.pose.m[11] = z;
    return placed;
}

/* The distance is the least over all pairs of triangles, to the bit; bounds enclose the truth. */
static bool show_distance(const tacti_bvh *cube, const tacti_bvh *knot) {
    tacti_placed a = moved(cube, 0, 0, 0), b = moved(cube, 3, 0, 0), c = moved(knot, 2.5, 0.3, 0.1);
    tacti_mesh_distance_answer known, gap, loose;
    tacti_query_desc rough = tacti_query_desc_default();
    rough.relative_error = 0.1;
    if (tacti_mesh_distance(&a, &b, NULL, NULL, &known) != TACT_OK ||
        tacti_mesh_distance(&a, &c, NULL, NULL, &gap) != TACT_OK ||
        tacti_mesh_distance(&a, &c, &rough, NULL, &loose) != TACT_OK)
        return false;
    printf("cubes: %.17g, proven from %.17g to %.17g\n", known.distance, known.lower, known.upper);
    printf("cube and knot: %.17g, triangles %" PRIu32 " and %" PRIu32 ", %" PRIu64 " tests\n",
           gap.distance, gap.a, gap.b, work_of(&gap));
    printf("  proven: from %.17g to %.17g\n", gap.lower, gap.upper);
    printf("  a tenth too large at most: %.17g, proven from %.17g, %" PRIu64 " tests\n",
           loose.distance, loose.lower, work_of(&loose));
    double between = tact_vec3_length(tact_vec3_sub(gap.point_b, gap.point_a));
    return known.lower <= 2 && 2 <= known.upper && fabs(known.distance - 2) < 1e-15 &&
           gap.lower <= gap.distance && gap.distance <= gap.upper &&
           gap.upper - gap.lower < 1e-12 && fabs(between - gap.distance) < 1e-12 &&
           loose.lower <= gap.distance && loose.distance >= gap.distance &&
           loose.distance <= gap.distance / 0.9 + 1e-12 && work_of(&loose) <= work_of(&gap);
}

/* Often the number is not needed. */
static bool show_cheaper(const tacti_bvh *cube, const tacti_bvh *knot) {
    tacti_placed a = moved(cube, 0, 0, 0), c = moved(knot, 2.5, 0.3, 0.1);
    tacti_mesh_distance_answer gap, bound;
    tact_outcome near, far;
    if (tacti_mesh_distance(&a, &c, NULL, NULL, &gap) != TACT_OK ||
        tacti_mesh_within(&a, &c, 0.7, NULL, NULL, &far, NULL) != TACT_OK ||
        tacti_mesh_within(&a, &c, 0.75, NULL, NULL, &near, NULL) != TACT_OK ||
        tacti_mesh_lower_bound(&a, &c, NULL, NULL, &bound) != TACT_OK)
        return false;
    printf("within 0.7: %s; within 0.75: %s\n", far == TACT_CONTACT ? "yes" : "no",
           near == TACT_CONTACT ? "yes" : "no");
    printf("at least %.17g, after %" PRIu64 " tests\n", bound.lower, work_of(&bound));
    return far == (gap.distance <= 0.7 ? TACT_CONTACT : TACT_APART) &&
           near == (gap.distance <= 0.75 ? TACT_CONTACT : TACT_APART) && bound.lower > 0 &&
           bound.lower <= gap.distance && work_of(&bound) <= work_of(&gap);
}

/* Whoever stops early still knows something: bounds that hold. */
static bool show_budget(const tacti_bvh *cube, const tacti_bvh *knot) {
    tacti_placed a = moved(cube, 0, 0, 0), c = moved(knot, 2.5, 0.3, 0.1);
    tacti_mesh_distance_answer gap, cut;
    tacti_query_desc little = tacti_query_desc_default();
    little.budget = 200;
    if (tacti_mesh_distance(&a, &c, NULL, NULL, &gap) != TACT_OK ||
        tacti_mesh_distance(&a, &c, &little, NULL, &cut) != TACT_OK)
        return false;
    printf("after %" PRIu64 " tests: from %.4g to %.4g, %s\n", work_of(&cut), cut.lower, cut.upper,
           cut.is_complete ? "complete" : "not complete");
    return cut.lower <= gap.upper && gap.lower <= cut.upper && gap.is_complete && !cut.is_complete;
}

/* In motion the last answer is a good start. A cache changes the cost, never a bit of the answer.
 */
static bool show_motion(const tacti_bvh *cube, const tacti_bvh *knot) {
    tacti_pair_cache *cache;
    if (tacti_pair_cache_create(NULL, &cache) != TACT_OK)
        return false;
    tacti_placed a = moved(cube, 0, 0, 0), c = {knot, tact_pose_identity()};
    uint64_t cold_work = 0, warm_work = 0;
    double least = HUGE_VAL;
    bool fine = true;
    for (int frame = 0; frame < 200 && fine; frame++) {
        tacti_mesh_distance_answer cold, warm;
        fine = tact_pose_from_axis_angle(tact_vec3_make(1, 2, 3), 0.01 * frame,
                                         tact_vec3_make(2.5, 0.3, 0.1), &c.pose) == TACT_OK &&
               tacti_mesh_distance(&a, &c, NULL, NULL, &cold) == TACT_OK &&
               tacti_mesh_distance(&a, &c, NULL, cache, &warm) == TACT_OK &&
               cold.distance == warm.distance && cold.a == warm.a && cold.b == warm.b;
        if (!fine)
            break;
        least = cold.distance < least ? cold.distance : least;
        cold_work += work_of(&cold);
        warm_work += work_of(&warm);
    }
    tacti_pair_cache_destroy(cache);
    printf("200 frames: nearest %.17g; %" PRIu64 " tests, %" PRIu64 " with a cache\n", least,
           cold_work, warm_work);
    return fine && least > 0 && warm_work < cold_work;
}

int main(void) {
    tact_torus_knot_desc desc = tact_torus_knot_desc_default();
    tact_mesh *cube = NULL, *knot = NULL;
    tacti_bvh *cube_bvh = NULL, *knot_bvh = NULL;
    bool fine = tact_mesh_create_box(NULL, tact_vec3_make(1, 1, 1), 20, &cube) == TACT_OK &&
                tact_mesh_create_torus_knot(NULL, &desc, &knot) == TACT_OK &&
                tacti_bvh_create(NULL, cube, NULL, &cube_bvh) == TACT_OK &&
                tacti_bvh_create(NULL, knot, NULL, &knot_bvh) == TACT_OK;
    fine = fine && show_distance(cube_bvh, knot_bvh);
    fine = fine && show_cheaper(cube_bvh, knot_bvh);
    fine = fine && show_budget(cube_bvh, knot_bvh);
    fine = fine && show_motion(cube_bvh, knot_bvh);
    tacti_bvh_destroy(knot_bvh);
    tacti_bvh_destroy(cube_bvh);
    tact_mesh_destroy(knot);
    tact_mesh_destroy(cube);
    return fine ? 0 : 1;
}
