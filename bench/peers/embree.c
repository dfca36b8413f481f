/* SPDX-License-Identifier: MIT */
/* The adapter to Embree 3: one triangle mesh, one ray or point per call, one thread. Embree leaves
 * the distance of a point and a triangle to the caller; here it is in float, by the regions of the
 * triangle's plane (C. Ericson, "Real-Time Collision Detection", 5.1.5). */
#include "embree.h"

#include <embree3/rtcore.h>

#include <math.h>
#include <stdlib.h>

typedef struct model {
    RTCDevice device;
    RTCScene scene;
    const float *vertices; /* those of the scene */
    const unsigned *indices;
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
    m->vertices = vertices;
    m->indices = indices;
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

/* ---- Nearest points ----------------------------------------------------------------------- */

typedef struct vec {
    float x, y, z;
} vec;

static vec sub(vec a, vec b) {
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static float dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* a + s u + t v. */
static vec at(vec a, vec u, float s, vec v, float t) {
    return (vec){a.x + s * u.x + t * v.x, a.y + s * u.y + t * v.y, a.z + s * u.z + t * v.z};
}

static vec nearest_of_triangle(vec p, vec a, vec b, vec c) {
    vec ab = sub(b, a), ac = sub(c, a), ap = sub(p, a), bp = sub(p, b), cp = sub(p, c);
    float d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp);
    float d4 = dot(ac, bp), d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d1 <= 0 && d2 <= 0)
        return a;
    if (d3 >= 0 && d4 <= d3)
        return b;
    if (d6 >= 0 && d5 <= d6)
        return c;
    float vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (vc <= 0 && d1 >= 0 && d3 <= 0)
        return at(a, ab, d1 / (d1 - d3), ac, 0);
    if (vb <= 0 && d2 >= 0 && d6 <= 0)
        return at(a, ab, 0, ac, d2 / (d2 - d6));
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
        float w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return at(a, ab, 1 - w, ac, w);
    }
    float by = 1 / (va + vb + vc);
    return at(a, ab, vb * by, ac, vc * by);
}

static bool visit(struct RTCPointQueryFunctionArguments *args) {
    const model *m = args->userPtr;
    const unsigned *t = m->indices + 3 * (size_t)args->primID;
    vec v[3], p = {args->query->x, args->query->y, args->query->z};
    for (int i = 0; i < 3; i++) {
        const float *from = m->vertices + 3 * (size_t)t[i];
        v[i] = (vec){from[0], from[1], from[2]};
    }
    vec way = sub(p, nearest_of_triangle(p, v[0], v[1], v[2]));
    float distance = sqrtf(dot(way, way));
    if (!(distance < args->query->radius))
        return false;
    args->query->radius = distance;
    return true;
}

static void points(void *object, const tact_vec3 *from, size_t count, double *distances) {
    model *m = object;
    struct RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    for (size_t i = 0; i < count; i++) {
        struct RTCPointQuery query = {.x = (float)from[i].x,
                                      .y = (float)from[i].y,
                                      .z = (float)from[i].z,
                                      .radius = HUGE_VALF};
        rtcPointQuery(m->scene, &query, &context, visit, m);
        distances[i] = (double)query.radius;
    }
}

const point_contender peer_embree_robust = {.name = "embree robust",
                                            .about = "Embree 3, RTC_SCENE_FLAG_ROBUST",
                                            .create = create_robust,
                                            .destroy = destroy,
                                            .rays = rays,
                                            .blocked = blocked,
                                            .points = points,
                                            .is_float = true};

const point_contender peer_embree_fast = {.name = "embree fast",
                                          .about = "Embree 3, RTC_SCENE_FLAG_NONE",
                                          .create = create_fast,
                                          .destroy = destroy,
                                          .rays = rays,
                                          .blocked = blocked,
                                          .is_float = true};
