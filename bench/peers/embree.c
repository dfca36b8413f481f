/* SPDX-License-Identifier: MIT */
/* The adapter to Embree 3: one triangle mesh, one ray per call, one thread. */
#include "embree.h"

#include <embree3/rtcore.h>

#include <math.h>
#include <stdlib.h>

typedef struct model {
    RTCDevice device;
    RTCScene scene;
} model;

static void add_mesh(model *m, const tact_mesh *mesh) {
    RTCGeometry geometry = rtcNewGeometry(m->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    size_t vertex_count = tact_mesh_vertex_count(mesh), count = tact_mesh_triangle_count(mesh);
    float *vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                              RTC_FORMAT_FLOAT3, 3 * sizeof(float), vertex_count);
    unsigned *indices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0,
                                                RTC_FORMAT_UINT3, 3 * sizeof(unsigned), count);
    const tact_vec3 *from = tact_mesh_vertices(mesh);
    for (size_t i = 0; i < vertex_count; i++) {
        vertices[3 * i] = (float)from[i].x;
        vertices[3 * i + 1] = (float)from[i].y;
        vertices[3 * i + 2] = (float)from[i].z;
    }
    for (size_t i = 0; i < 3 * count; i++)
        indices[i] = tact_mesh_indices(mesh)[i];
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(m->scene, geometry);
    rtcReleaseGeometry(geometry);
}

static void *create(const tact_mesh *mesh, enum RTCSceneFlags flags) {
    model *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->device = rtcNewDevice("threads=1");
    m->scene = rtcNewScene(m->device);
    rtcSetSceneFlags(m->scene, flags);
    add_mesh(m, mesh);
    rtcCommitScene(m->scene);
    return m;
}

static void *create_robust(const tact_mesh *mesh) {
    return create(mesh, RTC_SCENE_FLAG_ROBUST);
}

static void *create_fast(const tact_mesh *mesh) {
    return create(mesh, RTC_SCENE_FLAG_NONE);
}

static void destroy(void *object) {
    model *m = object;
    rtcReleaseScene(m->scene);
    rtcReleaseDevice(m->device);
    free(m);
}

static struct RTCRay convert(const tact_ray *ray) {
    struct RTCRay r = {.org_x = (float)ray->origin.x,
                       .org_y = (float)ray->origin.y,
                       .org_z = (float)ray->origin.z,
                       .dir_x = (float)ray->direction.x,
                       .dir_y = (float)ray->direction.y,
                       .dir_z = (float)ray->direction.z,
                       .tfar = HUGE_VALF,
                       .mask = 0xffffffff};
    return r;
}

static void rays(void *object, const tact_ray *from, size_t count, point_hit *hits) {
    model *m = object;
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (size_t i = 0; i < count; i++) {
        struct RTCRayHit r = {.ray = convert(&from[i])};
        r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(m->scene, &context, &r);
        bool is_hit = r.hit.geomID != RTC_INVALID_GEOMETRY_ID;
        hits[i].t = is_hit ? (double)r.ray.tfar : HUGE_VAL;
        hits[i].triangle = is_hit ? r.hit.primID : UINT32_MAX;
    }
}

static void blocked(void *object, const tact_ray *from, size_t count, point_hit *hits) {
    model *m = object;
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (size_t i = 0; i < count; i++) {
        struct RTCRay r = convert(&from[i]);
        rtcOccluded1(m->scene, &context, &r);
        hits[i].t = r.tfar < 0 ? 0 : HUGE_VAL;
        hits[i].triangle = UINT32_MAX;
    }
}

const point_contender peer_embree_robust = {.name = "embree robust",
                                            .about = "Embree 3, RTC_SCENE_FLAG_ROBUST",
                                            .create = create_robust,
                                            .destroy = destroy,
                                            .rays = rays,
                                            .blocked = blocked,
                                            .is_float = true};

const point_contender peer_embree_fast = {.name = "embree fast",
                                          .about = "Embree 3, RTC_SCENE_FLAG_NONE",
                                          .create = create_fast,
                                          .destroy = destroy,
                                          .rays = rays,
                                          .blocked = blocked,
                                          .is_float = true};
