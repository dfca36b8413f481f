/* SPDX-License-Identifier: MIT */
/* The meshes of the data folder, each read once, and the order of their triangles along a Morton
 * curve with a balanced binary tree over it. The order determines how fast pairs are found, not
 * which pairs. */
#include "golden.h"

#include <tact/math_morton.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bvh/bvh.h"
#include "inside/interiors.h"

#define LEAF_TRIANGLES 4

static golden_mesh *meshes;

void golden_mesh_free(golden_mesh *mesh) {
    free(mesh->path);
    free(mesh->vertices);
    free(mesh->faces);
    free(mesh->order);
    free(mesh->nodes);
    tacti_interior_destroy(mesh->interior);
    tacti_bvh_destroy(mesh->bvh);
    tact_mesh_destroy(mesh->mesh);
    *mesh = (golden_mesh){0};
}

void golden_meshes_release(void) {
    while (meshes != NULL) {
        golden_mesh *next = meshes->next;
        golden_mesh_free(meshes);
        free(meshes);
        meshes = next;
    }
}

typedef struct keyed_triangle {
    uint64_t key;
    uint32_t face;
} keyed_triangle;

static int compare_keys(const void *a, const void *b) {
    const keyed_triangle *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->face < y->face ? -1 : x->face > y->face;
}

static void order_triangles(golden_mesh *mesh) {
    tact_box box = tact_box_empty();
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        box = tact_box_add_point(box, mesh->vertices[i]);
    keyed_triangle *keyed = golden_allocate(mesh->face_count, sizeof *keyed);
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const uint32_t *face = mesh->faces[i];
        tact_vec3 a = mesh->vertices[face[0]], b = mesh->vertices[face[1]];
        tact_vec3 c = mesh->vertices[face[2]];
        tact_vec3 middle = {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3};
        keyed[i] = (keyed_triangle){tact_morton_of_point(middle, box), i};
    }
    qsort(keyed, mesh->face_count, sizeof *keyed, compare_keys);
    mesh->order = golden_allocate(mesh->face_count, sizeof *mesh->order);
    for (uint32_t i = 0; i < mesh->face_count; i++)
        mesh->order[i] = keyed[i].face;
    free(keyed);
}

static void build_node(golden_mesh *mesh, uint32_t first, uint32_t count) {
    golden_node *node = &mesh->nodes[mesh->node_count++];
    *node = (golden_node){first, count, 0};
    if (count <= LEAF_TRIANGLES)
        return;
    build_node(mesh, first, count / 2);
    node->right = mesh->node_count;
    build_node(mesh, first + count / 2, count - count / 2);
}

void golden_mesh_arrange(golden_mesh *mesh) {
    order_triangles(mesh);
    mesh->nodes = golden_allocate(2 * (size_t)mesh->face_count + 1, sizeof *mesh->nodes);
    if (mesh->face_count > 0)
        build_node(mesh, 0, mesh->face_count);
}

/* The mesh for tact's own queries; false with a static text in why. */
static bool make_hierarchy(golden_mesh *mesh, const char **why) {
    tact_mesh_arrays arrays = {.positions = mesh->vertices,
                               .vertex_count = mesh->vertex_count,
                               .indices = mesh->faces[0],
                               .triangle_count = mesh->face_count};
    *why = "tact cannot create the mesh";
    if (tact_mesh_create(NULL, &arrays, NULL, &mesh->mesh) != TACT_OK)
        return false;
    *why = "tact cannot build its hierarchy";
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.solid = true;
    if (tacti_bvh_create(NULL, mesh->mesh, &desc, &mesh->bvh) != TACT_OK)
        return false;
    *why = "tact cannot determine its inside";
    if (tacti_interior_create(NULL, mesh->bvh, &mesh->interior) != TACT_OK)
        return false;
    tact_mesh_report report;
    *why = "tact cannot examine it";
    if (tact_mesh_examine(NULL, &arrays, &report) != TACT_OK)
        return false;
    mesh->volume = fabs(report.volume);
    *why = "its hierarchy is not valid";
    return tacti_bvh_validate(mesh->bvh, NULL) == TACT_OK;
}

/* FOLDER/meshes/NAME.ply, to be freed; folder is the first length characters of its text. */
static char *mesh_path(const char *folder, size_t length, const char *name) {
    size_t size = length + strlen(name) + sizeof "/meshes/.ply";
    char *path = golden_allocate(size, 1);
    snprintf(path, size, "%.*s/meshes/%s.ply", (int)length, folder, name);
    return path;
}

/* Takes ownership of the path. */
static const golden_mesh *find_or_read(char *path, const char **why) {
    for (const golden_mesh *m = meshes; m != NULL; m = m->next) {
        if (strcmp(m->path, path) == 0) {
            free(path);
            return m;
        }
    }
    golden_mesh *mesh = golden_allocate(1, sizeof *mesh);
    if (!golden_ply_read(path, mesh, why) || !make_hierarchy(mesh, why)) {
        golden_mesh_free(mesh);
        free(path);
        free(mesh);
        return NULL;
    }
    mesh->path = path;
    golden_mesh_arrange(mesh);
    mesh->next = meshes;
    meshes = mesh;
    return mesh;
}

const golden_mesh *golden_mesh_find(golden_report *report, const char *name) {
    char *file = golden_join(report->root, report->path);
    size_t folder_length = (size_t)(strrchr(file, '/') - file);
    const char *why;
    const golden_mesh *mesh = find_or_read(mesh_path(file, folder_length, name), &why);
    if (mesh == NULL && strcmp(why, GOLDEN_NO_FILE) == 0)
        mesh = find_or_read(mesh_path(report->root, strlen(report->root), name), &why);
    if (mesh == NULL)
        golden_fail(report, "meshes/%s.ply: %s", name, why);
    free(file);
    return mesh;
}
