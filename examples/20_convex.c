/* SPDX-License-Identifier: MIT */
/* Two convex shapes: whether they touch, with a proof; how far apart they are; and what a cache
 * saves for shapes in motion. */
#include <math.h>
#include <stdio.h>

#include <tact/tact.h>

/* An instance of a new model of a shape; model is NULL if that failed. */
static tact_instance make(tact_shape shape, double x, double y, double z) {
    tact_model *model = NULL;
    if (tact_model_create_shape(NULL, &shape, &model) != TACT_OK)
        model = NULL;
    tact_instance instance = tact_instance_make(model);
    instance.pose.m[3] = x;
    instance.pose.m[7] = y;
    instance.pose.m[11] = z;
    return instance;
}

static void drop(tact_instance instance) {
    tact_model_destroy((tact_model *)instance.model);
}

/* Verdicts are exact: touching is contact, and one rounding step away is not. On request each
 * verdict has a proof, which is checked in exact arithmetic. */
static bool show_proof(void) {
    tact_instance box = make(tact_shape_box(1, 1, 1), 0, 0, 0);
    tact_instance ball = make(tact_shape_sphere(0.5), 0, 0, 0);
    tact_options options = tact_options_default();
    bool fine = tact_proof_create(NULL, &options.proof) == TACT_OK;
    const double places[] = {1.25, 1.5, nextafter(1.5, 2), 3};
    for (size_t i = 0; i < sizeof places / sizeof *places && fine; i++) {
        ball.pose.m[3] = places[i];
        tact_collide_result plain, hit;
        tact_verification found;
        fine = tact_collide(&box, &ball, NULL, NULL, &plain) == TACT_OK &&
               tact_collide(&box, &ball, &options, NULL, &hit) == TACT_OK &&
               tact_verify(&box, &ball, options.proof, NULL, &found) == TACT_OK &&
               found.is_proven && plain.outcome == hit.outcome &&
               (hit.outcome == TACT_OUTCOME_CONTACT) == (places[i] <= 1.5);
        if (fine)
            printf("a ball at %.17g: %s, ending: %s, proven\n", places[i],
                   tact_outcome_name(hit.outcome), tact_ending_name(plain.ending));
    }
    tact_proof_destroy(options.proof);
    drop(ball);
    drop(box);
    return fine;
}

/* Distances have proven bounds and nearest points, also for smooth shapes. */
static bool show_distance(void) {
    tact_instance cone = make(tact_shape_cone(1, 1), 0, 0, 0);
    tact_instance egg = make(tact_shape_ellipsoid(0.5, 0.5, 1), 0, 0, 2.25);
    tact_distance_result gap;
    bool fine = tact_distance(&cone, &egg, NULL, NULL, &gap) == TACT_OK;
    if (fine) {
        tact_vec3 p = gap.a.point, q = gap.b.point;
        printf("cone and ellipsoid: %.17g, proven from %.17g to %.17g\n", gap.distance, gap.lower,
               gap.upper);
        printf("  nearest points (%g, %g, %g) and (%g, %g, %g)\n", p.x, p.y, p.z, q.x, q.y, q.z);
        fine = gap.lower <= 0.25 + 1e-15 && 0.25 <= gap.upper + 1e-15 &&
               gap.outcome == TACT_OUTCOME_APART;
    }
    drop(egg);
    drop(cone);
    return fine;
}

/* A drum of forty corners. The model has its own copy of the hull. */
static tact_instance make_drum(void) {
    tact_vec3 points[40];
    for (int i = 0; i < 40; i++)
        points[i] = tact_vec3_make(tact_cos(2.4 * i), tact_sin(2.4 * i), (i - 19.5) / 20);
    tact_hull *hull;
    if (tact_hull_create(NULL, points, 40, &hull) != TACT_OK)
        return tact_instance_make(NULL);
    tact_instance drum = make(tact_shape_hull(hull), 0, 0, 0);
    tact_hull_destroy(hull);
    return drum;
}

/* In motion the last result is a good start. Verdicts are the same without a cache. */
static bool show_motion(void) {
    tact_instance box = make(tact_shape_box(1, 2, 0.5), 0, 0, 0), drum = make_drum();
    uint64_t memory[TACT_CACHE_BYTES / 8] = {0};
    tact_cache cache = {memory, sizeof memory};
    int by_cache = 0, contacts = 0;
    bool fine = true;
    for (int frame = 0; frame < 360 && fine; frame++) {
        tact_collide_result warm, cold;
        fine = tact_pose_from_axis_angle(tact_vec3_make(1, 2, 0), 0.01745 * frame,
                                         tact_vec3_make(2.3, 0, 0), &drum.pose) == TACT_OK &&
               tact_collide(&box, &drum, NULL, &cache, &warm) == TACT_OK &&
               tact_collide(&box, &drum, NULL, NULL, &cold) == TACT_OK &&
               warm.outcome == cold.outcome;
        if (!fine)
            break;
        by_cache += warm.ending == TACT_ENDING_CACHE;
        contacts += warm.outcome == TACT_OUTCOME_CONTACT;
    }
    drop(drum);
    drop(box);
    printf("360 frames: %d in contact, %d answered by the cache\n", contacts, by_cache);
    return fine && by_cache > 180;
}

int main(void) {
    bool fine = show_proof();
    fine = show_distance() && fine;
    fine = show_motion() && fine;
    return fine ? 0 : 1;
}
