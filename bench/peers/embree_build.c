/* SPDX-License-Identifier: MIT */
/* The adapter to Embree 3 that builds the hierarchy of one triangle mesh, on one thread and with
 * RTC_SCENE_FLAG_ROBUST. The arrays are shared. Its bytes include its copy of the triangles. */
#include "embree_build.h"

#include <embree3/rtcore.h>

#include <math.h>
#include <stdlib.h>

typedef struct model {
    RTCDevice device;
    RTCScene scene;
    float *vertices;
    const tact_mesh *mesh;
    ssize_t bytes;
} model;

static bool count_bytes(void *user, ssize_t bytes, bool post) {
    (void)post;
    ((model *)user)->bytes += bytes;
    return true;
}

static void *create(const tact_mesh *mesh) {
    model *m = calloc(1, sizeof *m);
    size_t count = tact_mesh_vertex_count(mesh);
    if (m == NULL || (m->vertices = malloc((3 * count + 1) * sizeof(float))) == NULL) {
        free(m);
        return NULL;
    }
    const tact_vec3 *from = tact_mesh_vertices(mesh);
    for (size_t i = 0; i < count; i++) {
        m->vertices[3 * i] = (float)from[i].x;
        m->vertices[3 * i + 1] = (float)from[i].y;
        m->vertices[3 * i + 2] = (float)from[i].z;
    }
    m->mesh = mesh;
    m->device = rtcNewDevice("threads=1");
    rtcSetDeviceMemoryMonitorFunction(m->device, count_bytes, m);
    return m;
}

static bool build(model *m, enum RTCBuildQuality quality) {
    m->scene = rtcNewScene(m->device);
    rtcSetSceneFlags(m->scene, RTC_SCENE_FLAG_ROBUST);
    rtcSetSceneBuildQuality(m->scene, quality);
    RTCGeometry geometry = rtcNewGeometry(m->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetGeometryBuildQuality(geometry, quality);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, m->vertices,
                               0, 3 * sizeof(float), tact_mesh_vertex_count(m->mesh));
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                               tact_mesh_indices(m->mesh), 0, 3 * sizeof(uint32_t),
                               tact_mesh_triangle_count(m->mesh));
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(m->scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(m->scene);
    return rtcGetDeviceError(m->device) == RTC_ERROR_NONE;
}

static bool build_morton(void *data) {
    return build(data, RTC_BUILD_QUALITY_LOW);
}

static bool build_medium(void *data) {
    return build(data, RTC_BUILD_QUALITY_MEDIUM);
}

static double bytes(const void *data) {
    return (double)((const model *)data)->bytes;
}

static void destroy(void *data) {
    model *m = data;
    rtcReleaseScene(m->scene);
    rtcReleaseDevice(m->device);
    free(m->vertices);
    free(m);
}

const mesh_contender peer_embree_morton = {.name = "embree-morton",
                                           .about = "Embree 3, RTC_BUILD_QUALITY_LOW",
                                           .create = create,
                                           .build = build_morton,
                                           .destroy = destroy,
                                           .bytes = bytes,
                                           .seconds = HUGE_VAL};
const mesh_contender peer_embree_medium = {.name = "embree-medium",
                                           .about = "Embree 3, RTC_BUILD_QUALITY_MEDIUM",
                                           .create = create,
                                           .build = build_medium,
                                           .destroy = destroy,
                                           .bytes = bytes,
                                           .seconds = HUGE_VAL};
