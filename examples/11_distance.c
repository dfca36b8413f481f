/* SPDX-License-Identifier: MIT */
/* How far apart are two meshes? The distance with its proven bounds, a cheaper one with an allowed
 * error, a comparison with a limit, a quick lower bound, and motion with a cache. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

static uint64_t work_of(const tact_distance_result *gap) {
    return gap->work.box_tests + gap->work.triangle_tests;
}

static tact_instance moved(const tact_model *model, double x, double y, double z) {
    tact_instance instance = tact_instance_make(model);
    instance.pose.m[3] = x;
    instance.pose.m[7] = y;
    instance.pose.m[11] = z;
    return instance;
}

/* The distance is the least over all pairs of triangles, to the bit. The bounds enclose the exact
 * value. */
static bool show_distance(const tact_model *cube, const tact_model *knot) {
    tact_instance a = moved(cube, 0, 0, 0), b = moved(cube, 3, 0, 0),
                  c = moved(knot, 2.5, 0.3, 0.1);
    tact_distance_result known, gap, loose;
    tact_options rough = tact_options_default();
    rough.relative_error = 0.1;
    if (tact_distance(&a, &b, NULL, NULL, &known) != TACT_OK ||
        tact_distance(&a, &c, NULL, NULL, &gap) != TACT_OK ||
        tact_distance(&a, &c, &rough, NULL, &loose) != TACT_OK)
        return false;
    printf("cubes: %.17g, proven from %.17g to %.17g\n", known.distance, known.lower, known.upper);
    printf("cube and knot: %.17g, triangles %" PRIu32 " and %" PRIu32 ", %" PRIu64 " tests\n",
           gap.distance, gap.a.element, gap.b.element, work_of(&gap));
    printf("  proven: from %.17g to %.17g\n", gap.lower, gap.upper);
    printf("  a tenth too large at most: %.17g, proven from %.17g, %" PRIu64 " tests\n",
           loose.distance, loose.lower, work_of(&loose));
    double between = tact_vec3_length(tact_vec3_sub(gap.b.point, gap.a.point));
    return known.lower <= 2 && 2 <= known.upper && fabs(known.distance - 2) < 1e-15 &&
           gap.lower <= gap.distance && gap.distance <= gap.upper &&
           gap.upper - gap.lower < 1e-12 && fabs(between - gap.distance) < 1e-12 &&
           loose.lower <= gap.distance && loose.distance >= gap.distance &&
           loose.distance <= gap.distance / 0.9 + 1e-12 && work_of(&loose) <= work_of(&gap);
}

/* Often the number is not needed. */
static bool show_cheaper(const tact_model *cube, const tact_model *knot) {
    tact_instance a = moved(cube, 0, 0, 0), c = moved(knot, 2.5, 0.3, 0.1);
    tact_distance_result gap, nearer, further, bound;
    tact_options narrow = tact_options_default(), wide = narrow, quick = narrow;
    narrow.limit = 0.7;
    wide.limit = 0.75;
    quick.flags = TACT_OPTION_LOWER_BOUND;
    if (tact_distance(&a, &c, NULL, NULL, &gap) != TACT_OK ||
        tact_distance(&a, &c, &narrow, NULL, &further) != TACT_OK ||
        tact_distance(&a, &c, &wide, NULL, &nearer) != TACT_OK ||
        tact_distance(&a, &c, &quick, NULL, &bound) != TACT_OK)
        return false;
    printf("within 0.7: %s; within 0.75: %s\n",
           further.within == TACT_OUTCOME_CONTACT ? "yes" : "no",
           nearer.within == TACT_OUTCOME_CONTACT ? "yes" : "no");
    printf("at least %.17g, after %" PRIu64 " tests\n", bound.lower, work_of(&bound));
    return further.within == (gap.distance <= 0.7 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART) &&
           nearer.within == (gap.distance <= 0.75 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART) &&
           bound.lower > 0 && bound.lower <= gap.distance && work_of(&bound) <= work_of(&gap);
}

/* A query that stops early still returns valid bounds. */
static bool show_budget(const tact_model *cube, const tact_model *knot) {
    tact_instance a = moved(cube, 0, 0, 0), c = moved(knot, 2.5, 0.3, 0.1);
    tact_distance_result gap, cut;
    tact_options little = tact_options_default();
    little.budget = 200;
    if (tact_distance(&a, &c, NULL, NULL, &gap) != TACT_OK ||
        tact_distance(&a, &c, &little, NULL, &cut) != TACT_OK)
        return false;
    printf("after %" PRIu64 " tests: from %.4g to %.4g, ended by the %s\n", work_of(&cut),
           cut.lower, cut.upper, tact_ending_name(cut.ending));
    return cut.lower <= gap.upper && gap.lower <= cut.upper && gap.ending == TACT_ENDING_COMPLETE &&
           cut.ending == TACT_ENDING_BUDGET;
}

/* In motion the last result is a good start. A cache changes the cost, never a bit of the result.
 *
 */
static bool show_motion(const tact_model *cube, const tact_model *knot) {
    uint64_t memory[TACT_CACHE_BYTES / 8] = {0};
    tact_cache cache = {memory, sizeof memory};
    tact_instance a = moved(cube, 0, 0, 0), c = tact_instance_make(knot);
    uint64_t cold_work = 0, warm_work = 0;
    double least = HUGE_VAL;
    bool fine = true;
    for (int frame = 0; frame < 200 && fine; frame++) {
        tact_distance_result cold, warm;
        fine = tact_pose_from_axis_angle(tact_vec3_make(1, 2, 3), 0.01 * frame,
                                         tact_vec3_make(2.5, 0.3, 0.1), &c.pose) == TACT_OK &&
               tact_distance(&a, &c, NULL, NULL, &cold) == TACT_OK &&
               tact_distance(&a, &c, NULL, &cache, &warm) == TACT_OK &&
               cold.distance == warm.distance && cold.a.element == warm.a.element &&
               cold.b.element == warm.b.element;
        if (!fine)
            break;
        least = cold.distance < least ? cold.distance : least;
        cold_work += work_of(&cold);
        warm_work += work_of(&warm);
    }
    printf("200 frames: nearest %.17g; %" PRIu64 " tests, %" PRIu64 " with a cache\n", least,
           cold_work, warm_work);
    return fine && least > 0 && warm_work < cold_work;
}

/* Makes a model of a mesh and destroys the mesh, which is NULL if creating it failed. */
static tact_model *take(tact_mesh *mesh) {
    if (mesh == NULL)
        return NULL;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_model *model = NULL;
    if (tact_model_create_mesh(NULL, &arrays, NULL, NULL, &model) != TACT_OK)
        model = NULL;
    tact_mesh_destroy(mesh);
    return model;
}

int main(void) {
    tact_torus_knot_desc desc = tact_torus_knot_desc_default();
    tact_mesh *meshes[2] = {NULL, NULL};
    bool fine = tact_mesh_create_box(NULL, tact_vec3_make(1, 1, 1), 20, &meshes[0]) == TACT_OK &&
                tact_mesh_create_torus_knot(NULL, &desc, &meshes[1]) == TACT_OK;
    tact_model *cube = take(meshes[0]), *knot = take(meshes[1]);
    fine = fine && cube != NULL && knot != NULL;
    fine = fine && show_distance(cube, knot);
    fine = fine && show_cheaper(cube, knot);
    fine = fine && show_budget(cube, knot);
    fine = fine && show_motion(cube, knot);
    tact_model_destroy(knot);
    tact_model_destroy(cube);
    return fine ? 0 : 1;
}
