/* SPDX-License-Identifier: MIT */
/* Embree as a broad phase: user geometry, committed in every frame, and rtcCollide of the scene
 * with itself. One thread. */
#include "embree_broad.h"

#include <embree3/rtcore.h>

#include <stdlib.h>

typedef struct world {
    RTCDevice device;
    RTCScene scene;
    RTCGeometry geometry;
    const tact_box *boxes;
    broad_pairs *out;
} world;

static void find_bounds(const struct RTCBoundsFunctionArguments *args) {
    const world *w = args->geometryUserPtr;
    const tact_box *box = &w->boxes[args->primID];
    struct RTCBounds *out = args->bounds_o;
    out->lower_x = (float)box->lo.x;
    out->lower_y = (float)box->lo.y;
    out->lower_z = (float)box->lo.z;
    out->upper_x = (float)box->hi.x;
    out->upper_y = (float)box->hi.y;
    out->upper_z = (float)box->hi.z;
}

static void commit(world *w) {
    rtcCommitGeometry(w->geometry);
    rtcCommitScene(w->scene);
}

static void *create(const tact_box *boxes, size_t count) {
    world *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->boxes = boxes;
    w->device = rtcNewDevice("threads=1,user_threads=1");
    w->scene = rtcNewScene(w->device);
    rtcSetSceneFlags(w->scene, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(w->scene, RTC_BUILD_QUALITY_LOW);
    w->geometry = rtcNewGeometry(w->device, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryBuildQuality(w->geometry, RTC_BUILD_QUALITY_LOW);
    rtcSetGeometryUserPrimitiveCount(w->geometry, (unsigned)count);
    rtcSetGeometryUserData(w->geometry, w);
    rtcSetGeometryBoundsFunction(w->geometry, find_bounds, NULL);
    rtcAttachGeometry(w->scene, w->geometry);
    commit(w);
    return w;
}

static void destroy(void *object) {
    world *w = object;
    rtcReleaseGeometry(w->geometry);
    rtcReleaseScene(w->scene);
    rtcReleaseDevice(w->device);
    free(w);
}

static void take(void *user, struct RTCCollision *found, unsigned count) {
    world *w = user;
    for (unsigned k = 0; k < count; k++) {
        uint32_t i = found[k].primID0, j = found[k].primID1;
        const tact_box *a = &w->boxes[i], *b = &w->boxes[j];
        if (i < j && a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y &&
            b->lo.y <= a->hi.y && a->lo.z <= b->hi.z && b->lo.z <= a->hi.z)
            broad_pairs_add(w->out, i, j);
    }
}

static void frame(void *object, const tact_box *boxes, broad_pairs *out) {
    world *w = object;
    w->boxes = boxes;
    w->out = out;
    commit(w);
    rtcCollide(w->scene, w->scene, take, w);
}

const broad_contender peer_embree_broad = {.name = "embree",
                                           .about = "Embree 3, commit and rtcCollide",
                                           .create = create,
                                           .destroy = destroy,
                                           .frame = frame,
                                           .is_fat = false,
                                           .most_boxes = 0};
