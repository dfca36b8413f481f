/* SPDX-License-Identifier: MIT */
/* A box that settles on a plane, as a physics engine sees it: where it touches, and which of the
 * points of this frame are those of the frame before, so that what was computed for them can be
 * used again. Then how its height over the plane changes with its pose. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <tact/tact.h>

/* What an engine would keep for each point; here only for how many frames it has been there. */
typedef struct contact {
    uint32_t feature_a, feature_b;
    int age;
} contact;

typedef struct contacts {
    uint32_t count;
    contact at[4];
} contacts;

static contacts follow(const contacts *before, const tacti_manifold *manifold) {
    contacts now = {manifold->point_count, {{0}}};
    for (uint32_t i = 0; i < now.count; i++) {
        const tacti_manifold_point *point = &manifold->points[i];
        now.at[i] = (contact){point->feature_a, point->feature_b, 1};
        for (uint32_t k = 0; k < before->count; k++)
            if (before->at[k].feature_a == point->feature_a &&
                before->at[k].feature_b == point->feature_b)
                now.at[i].age = before->at[k].age + 1;
    }
    return now;
}

static void print_points(int frame, const tacti_manifold *manifold, const contacts *now) {
    static const char *const kinds[] = {"vertex", "edge", "face"};
    printf("frame %d: %" PRIu32 " points, separation %.4f\n", frame, manifold->point_count,
           manifold->separation);
    for (uint32_t i = 0; i < manifold->point_count; i++) {
        const tacti_manifold_point *point = &manifold->points[i];
        uint32_t number;
        tact_feature_kind kind = tacti_manifold_feature(point->feature_b, &number);
        printf("  %s %" PRIu32 " of the box at (%6.3f, %6.3f, %7.4f), for %d frames\n", kinds[kind],
               number, point->point_b.x, point->point_b.y, point->point_b.z, now->at[i].age);
    }
}

/* It falls on a corner, rocks, and comes to rest. */
static bool place_box(int frame, tact_pose *out) {
    double tilt = 0.3 * exp(-0.06 * frame) * tact_cos(0.4 * frame);
    tact_vec3 axis = tact_vec3_normalize(tact_vec3_make(1, 0.6, 0));
    if (tact_pose_from_axis_angle(axis, tilt, tact_vec3_make(0, 0, 0), out) != TACT_OK)
        return false;
    /* So high that its lowest point is a little below the plane. */
    tact_shape box = tact_shape_box(1, 0.75, 0.5);
    tacti_placed_shape placed = {&box, *out};
    out->m[11] = -0.001 - tact_shape_bounds(&placed).lo.z;
    return true;
}

int main(void) {
    tact_shape floor = tact_shape_half_space(tact_vec3_make(0, 0, 1), 0);
    tact_shape box = tact_shape_box(1, 0.75, 0.5);
    tacti_placed_shape a = {&floor, tact_pose_identity()}, b = {&box, tact_pose_identity()};
    tacti_convex_cache cache = {0};
    contacts now = {0, {{0}}};
    for (int frame = 0; frame <= 120; frame++) {
        tacti_manifold manifold;
        if (!place_box(frame, &b.pose) ||
            tacti_convex_manifold(&a, &b, 0.01, &cache, &manifold) != TACT_OK)
            return 1;
        contacts next = follow(&now, &manifold);
        if (frame % 20 == 0)
            print_points(frame, &manifold, &next);
        now = next;
    }

    /* Lifted and turned, it is nearest with one corner, which each turn moves up or down. */
    if (tact_pose_from_axis_angle(tact_vec3_make(0, 1, 0), 0.2, tact_vec3_make(0, 0, 2), &b.pose) !=
        TACT_OK)
        return 1;
    tact_pose turned;
    if (tact_pose_from_axis_angle(tact_vec3_make(1, 0, 0), 0.1, tact_vec3_make(0, 0, 0), &turned) !=
        TACT_OK)
        return 1;
    b.pose = tact_pose_compose(turned, b.pose);
    b.pose.m[11] = 2;
    tacti_convex_gradient_answer gradient;
    if (tacti_convex_gradient(&a, &b, NULL, &gradient) != TACT_OK)
        return 1;
    printf("lifted: %.3f above; a turn about x changes that by %.3f a radian, about y by %.3f\n",
           gradient.separation, gradient.of_b.rotation.x, gradient.of_b.rotation.y);

    bool rests = now.count == 4;
    for (uint32_t i = 0; i < now.count; i++)
        rests = rests && now.at[i].age > 30 && now.at[i].feature_b == i;
    return rests && gradient.is_unique ? 0 : 1;
}
