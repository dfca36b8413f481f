/* SPDX-License-Identifier: MIT */
/* Shapes and meshes alike as objects: a box and a capsule against the mesh of a torus, and the
 * table that says what can be asked about which two kinds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <tact/tact.h>

static tact_object stand(const tact_shape *shape, double x, double y, double z) {
    tact_object object = {.shape = shape, .pose = tact_pose_identity()};
    object.pose.m[3] = x;
    object.pose.m[7] = y;
    object.pose.m[11] = z;
    return object;
}

static bool count_triangle(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    ++*(uint32_t *)user;
    return true;
}

/* Asks all there is about a shape and the ring. */
static bool show(const char *name, const tact_object *shape, const tact_object *ring) {
    tact_object_separation gap;
    tact_object_relation relation;
    tact_contact_summary summary;
    uint32_t touching = 0;
    if (tact_object_distance(shape, ring, NULL, &gap) != TACT_OK ||
        tact_object_contacts(shape, ring, NULL, count_triangle, &touching, &summary) != TACT_OK ||
        tact_object_classify(NULL, shape, ring, &relation) != TACT_OK)
        return false;
    printf("%-22s %-8s distance %.6f, %3" PRIu32 " triangles touch it, as solids: %s\n", name,
           tact_outcome_name(gap.outcome), gap.distance, touching,
           tact_relation_name(relation.relation));
    return (gap.outcome == TACT_APART) == (relation.relation == TACT_RELATION_APART);
}

static bool show_shapes(const tact_object *ring) {
    tact_shape box = tact_shape_box(0.5, 0.5, 0.25), capsule = tact_shape_capsule(1, 0.25);
    tact_shape bead = tact_shape_sphere(0.125),
               floor = tact_shape_half_space((tact_vec3){0, 0, 1}, -0.75);
    tact_object on_top = stand(&box, 2, 0, 1), through = stand(&capsule, 0, 0, 0);
    tact_object bumped = stand(&capsule, 1.5, 0, 0), inside = stand(&bead, 0, 2, 0);
    tact_object below = stand(&floor, 0, 0, 0);
    bool fine = show("a box above the ring", &on_top, ring);
    fine = show("a capsule through it", &through, ring) && fine;
    fine = show("a capsule in its way", &bumped, ring) && fine;
    fine = show("a bead inside of it", &inside, ring) && fine;
    return show("the floor", &below, ring) && fine;
}

/* The table: E is exact, B has proven bounds, - is not served. */
static void show_table(tact_question question, const char *name) {
    printf("%s:\n", name);
    for (int a = 0; a < TACT_OBJECT_KINDS; a++) {
        printf("  %-11s", tact_object_kind_name((tact_object_kind)a));
        for (int b = 0; b < TACT_OBJECT_KINDS; b++)
            printf(" %c",
                   "-EB"[tact_pair_serves(question, (tact_object_kind)a, (tact_object_kind)b)]);
        printf("\n");
    }
}

int main(void) {
    tact_mesh *mesh = NULL;
    tact_bvh *bvh = NULL;
    tact_interior *interior = NULL;
    tact_bvh_desc desc = tact_bvh_desc_default();
    desc.solid = true;
    bool fine = tact_mesh_create_torus(NULL, 2, 0.5, 96, 48, &mesh) == TACT_OK &&
                tact_bvh_create(NULL, mesh, &desc, &bvh) == TACT_OK &&
                tact_interior_create(NULL, bvh, &interior) == TACT_OK;
    if (fine) {
        tact_object ring = {.bvh = bvh, .interior = interior, .pose = tact_pose_identity()};
        fine = show_shapes(&ring);
        show_table(TACT_ASK_COLLIDE, "collide");
        show_table(TACT_ASK_DEPTH, "depth");
    }
    tact_interior_destroy(interior);
    tact_bvh_destroy(bvh);
    tact_mesh_destroy(mesh);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
