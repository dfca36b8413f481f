/* SPDX-License-Identifier: MIT */
/* The adapter to ODE's trimesh against trimesh (OPCODE). ODE searches all pairs of triangles even
 * if one contact is requested; it has no cheaper query. Its boxes are float, its geometry is
 * double. */
#include "ode_mesh.h"

#include <ode/ode.h>

#include <stdlib.h>
#include <string.h>

typedef struct model {
    double *vertices;
    dTriIndex *indices;
    int vertex_count, index_count;
    dTriMeshDataID data;
} model;

typedef struct pair {
    dGeomID a, b;
} pair;

static void destroy(void *object) {
    model *m = object;
    if (m->data != NULL)
        dGeomTriMeshDataDestroy(m->data);
    free(m->vertices);
    free(m->indices);
    free(m);
}

static void *create(const tact_mesh *mesh) {
    /* ODE only counts the calls after the first one. */
    if (!dInitODE2(0) || !dAllocateODEDataForThread(dAllocateFlagCollisionData))
        return NULL;
    model *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    size_t vertices = tact_mesh_vertex_count(mesh), triangles = tact_mesh_triangle_count(mesh);
    m->vertex_count = (int)vertices;
    m->index_count = (int)(3 * triangles);
    m->vertices = malloc(3 * vertices * sizeof *m->vertices);
    m->indices = malloc(3 * triangles * sizeof *m->indices);
    if (m->vertices == NULL || m->indices == NULL) {
        destroy(m);
        return NULL;
    }
    memcpy(m->vertices, tact_mesh_vertices(mesh), 3 * vertices * sizeof *m->vertices);
    for (size_t i = 0; i < 3 * triangles; i++)
        m->indices[i] = tact_mesh_indices(mesh)[i];
    return m;
}

static bool build(void *object) {
    model *m = object;
    m->data = dGeomTriMeshDataCreate();
    if (m->data == NULL)
        return false;
    dGeomTriMeshDataBuildDouble(m->data, m->vertices, 3 * sizeof *m->vertices, m->vertex_count,
                                m->indices, m->index_count, 3 * sizeof *m->indices);
    return true;
}

static void *open_pair(void *a, void *b) {
    pair *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->a = dCreateTriMesh(NULL, ((model *)a)->data, NULL, NULL, NULL);
    p->b = dCreateTriMesh(NULL, ((model *)b)->data, NULL, NULL, NULL);
    return p;
}

static void close_pair(void *object) {
    pair *p = object;
    dGeomDestroy(p->a);
    dGeomDestroy(p->b);
    free(p);
}

static void place(dGeomID geom, const tact_pose *pose) {
    dMatrix3 rotation;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            rotation[4 * row + column] = pose->m[4 * row + column];
        rotation[4 * row + 3] = 0;
    }
    dGeomSetRotation(geom, rotation);
    dGeomSetPosition(geom, pose->m[3], pose->m[7], pose->m[11]);
}

static bool collide(void *object, const tact_pose *a, const tact_pose *b) {
    pair *p = object;
    place(p->a, a);
    place(p->b, b);
    dContactGeom contact;
    return dCollide(p->a, p->b, 1 | (int)CONTACTS_UNIMPORTANT, &contact, sizeof contact) > 0;
}

const mesh_contender peer_ode = {.name = "ode",
                                 .about =
                                     "ODE 0.16, trimesh against trimesh, one contact requested",
                                 .create = create,
                                 .build = build,
                                 .destroy = destroy,
                                 .open_pair = open_pair,
                                 .close_pair = close_pair,
                                 .collide = collide,
                                 .seconds = 0.5};
