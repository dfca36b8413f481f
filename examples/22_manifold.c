/* SPDX-License-Identifier: MIT */
/* A box settles on a plane, as in a physics engine: the contact manifold of each frame, and which
 * of its points existed in the frame before, so that an engine can reuse what it computed for them.
 * Then how the height of the box above the plane changes with its pose. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <tact/tact.h>

/* What an engine would keep per point; here only the number of frames that it has existed. */
typedef struct contact {
    uint32_t feature_a, feature_b;
    int age;
} contact;

typedef struct contacts {
    uint32_t count;
    contact at[4];
} contacts;

static contacts follow(const contacts *before, const tact_manifold_result *manifold) {
    contacts now = {manifold->point_count, {{0}}};
    for (uint32_t i = 0; i < now.count; i++) {
        const tact_contact_point *point = &manifold->points[i];
        now.at[i] = (contact){point->feature_a, point->feature_b, 1};
        for (uint32_t k = 0; k < before->count; k++)
            if (before->at[k].feature_a == point->feature_a &&
                before->at[k].feature_b == point->feature_b)
                now.at[i].age = before->at[k].age + 1;
    }
    return now;
}

static void print_points(int frame, const tact_manifold_result *manifold, const contacts *now) {
    static const char *const kinds[] = {"vertex", "edge", "face"};
    printf("frame %d: %" PRIu32 " points, separation %.4f\n", frame, manifold->point_count,
           manifold->separation);
    for (uint32_t i = 0; i < manifold->point_count; i++) {
        const tact_contact_point *point = &manifold->points[i];
        printf("  %s %" PRIu32 " of the box at (%6.3f, %6.3f, %7.4f), for %d frames\n",
               kinds[tact_feature_kind_of(point->feature_b)], tact_feature_number(point->feature_b),
               point->point_b.x, point->point_b.y, point->point_b.z, now->at[i].age);
    }
}

/* It falls on a corner, rocks, and comes to rest. */
static bool place_box(int frame, tact_instance *box) {
    double tilt = 0.3 * exp(-0.06 * frame) * tact_cos(0.4 * frame);
    tact_vec3 axis = tact_vec3_normalize(tact_vec3_make(1, 0.6, 0));
    tact_box bounds;
    if (tact_pose_from_axis_angle(axis, tilt, tact_vec3_make(0, 0, 0), &box->pose) != TACT_OK ||
        tact_instance_bounds(box, &bounds) != TACT_OK)
        return false;
    /* Places the lowest point slightly below the plane. */
    box->pose.m[11] = -0.001 - bounds.lo.z;
    return true;
}

static bool settle(const tact_instance *floor, tact_instance *box) {
    uint64_t memory[TACT_CACHE_DEPTH_BYTES / 8] = {0};
    tact_cache cache = {memory, sizeof memory};
    tact_options options = tact_options_default();
    options.margin = 0.01;
    contacts now = {0, {{0}}};
    for (int frame = 0; frame <= 120; frame++) {
        tact_manifold_result manifold;
        if (!place_box(frame, box) ||
            tact_manifold(floor, box, &options, &cache, &manifold) != TACT_OK)
            return false;
        contacts next = follow(&now, &manifold);
        if (frame % 20 == 0)
            print_points(frame, &manifold, &next);
        now = next;
    }
    bool rests = now.count == 4;
    for (uint32_t i = 0; i < now.count; i++)
        rests = rests && now.at[i].age > 30 && now.at[i].feature_b == i;
    return rests;
}

/* If the box is lifted and turned, one corner is nearest, and each rotation moves it up or down. */
static bool lift(const tact_instance *floor, tact_instance *box) {
    tact_pose turned;
    tact_gradient_result gradient;
    if (tact_pose_from_axis_angle(tact_vec3_make(0, 1, 0), 0.2, tact_vec3_make(0, 0, 2),
                                  &box->pose) != TACT_OK ||
        tact_pose_from_axis_angle(tact_vec3_make(1, 0, 0), 0.1, tact_vec3_make(0, 0, 0), &turned) !=
            TACT_OK)
        return false;
    box->pose = tact_pose_compose(turned, box->pose);
    box->pose.m[11] = 2;
    if (tact_gradient(floor, box, NULL, NULL, &gradient) != TACT_OK)
        return false;
    printf("lifted: %.3f above; a turn about x changes that by %.3f per radian, about y by %.3f\n",
           gradient.separation, gradient.of_b.rotation.x, gradient.of_b.rotation.y);
    return (gradient.flags & TACT_RESULT_UNIQUE) != 0;
}

int main(void) {
    tact_shape shapes[] = {tact_shape_half_space(tact_vec3_make(0, 0, 1), 0),
                           tact_shape_box(1, 0.75, 0.5)};
    tact_model *models[2] = {NULL, NULL};
    bool fine = tact_model_create_shape(NULL, &shapes[0], &models[0]) == TACT_OK &&
                tact_model_create_shape(NULL, &shapes[1], &models[1]) == TACT_OK;
    tact_instance floor = tact_instance_make(models[0]), box = tact_instance_make(models[1]);
    fine = fine && settle(&floor, &box) && lift(&floor, &box);
    tact_model_destroy(models[1]);
    tact_model_destroy(models[0]);
    return fine ? 0 : 1;
}
