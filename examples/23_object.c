/* SPDX-License-Identifier: MIT */
/* Shapes and meshes alike as objects: a box and a capsule against the mesh of a torus, and the
 * table that says what can be asked about which two kinds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <tact/tact.h>

static tacti_object stand(const tact_shape *shape, double x, double y, double z) {
    tacti_object object = {.shape = shape, .pose = tact_pose_identity()};
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
static bool show(const char *name, const tacti_object *shape, const tacti_object *ring) {
    tacti_object_distance_answer gap;
    tacti_object_relation relation;
    tacti_contact_summary summary;
    uint32_t touching = 0;
    if (tacti_object_distance(shape, ring, NULL, &gap) != TACT_OK ||
        tacti_object_contacts(shape, ring, NULL, count_triangle, &touching, &summary) != TACT_OK ||
        tacti_object_classify(NULL, shape, ring, &relation) != TACT_OK)
        return false;
    printf("%-22s %-8s distance %.6f, %3" PRIu32 " triangles touch it, as solids: %s\n", name,
           tact_outcome_name(gap.outcome), gap.distance, touching,
           tact_relation_name(relation.relation));
    return (gap.outcome == TACT_APART) == (relation.relation == TACT_RELATION_APART);
}

static bool show_shapes(const tacti_object *ring) {
    tact_shape box = tact_shape_box(0.5, 0.5, 0.25), capsule = tact_shape_capsule(1, 0.25);
    tact_shape bead = tact_shape_sphere(0.125),
               floor = tact_shape_half_space((tact_vec3){0, 0, 1}, -0.75);
    tacti_object on_top = stand(&box, 2, 0, 1), through = stand(&capsule, 0, 0, 0);
    tacti_object bumped = stand(&capsule, 1.5, 0, 0), inside = stand(&bead, 0, 2, 0);
    tacti_object below = stand(&floor, 0, 0, 0);
    bool fine = show("a box above the ring", &on_top, ring);
    fine = show("a capsule through it", &through, ring) && fine;
    fine = show("a capsule in its way", &bumped, ring) && fine;
    fine = show("a bead inside of it", &inside, ring) && fine;
    return show("the floor", &below, ring) && fine;
}

/* The table: E is exact, B has proven bounds, - is not served. */
static void show_table(tact_question question, const char *name) {
    printf("%s:\n", name);
    for (int a = 0; a < TACTI_OBJECT_KINDS; a++) {
        printf("  %-11s", tacti_object_kind_name((tacti_object_kind)a));
        for (int b = 0; b < TACTI_OBJECT_KINDS; b++)
            printf(" %c",
                   "-EB"[tacti_pair_serves(question, (tacti_object_kind)a, (tacti_object_kind)b)]);
        printf("\n");
    }
}

int main(void) {
    tact_mesh *mesh = NULL;
    tacti_bvh *bvh = NULL;
    tacti_interior *interior = NULL;
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.solid = true;
    bool fine = tact_mesh_create_torus(NULL, 2, 0.5, 96, 48, &mesh) == TACT_OK &&
                tacti_bvh_create(NULL, mesh, &desc, &bvh) == TACT_OK &&
                tacti_interior_create(NULL, bvh, &interior) == TACT_OK;
    if (fine) {
        tacti_object ring = {.bvh = bvh, .interior = interior, .pose = tact_pose_identity()};
        fine = show_shapes(&ring);
        show_table(TACT_QUESTION_COLLIDE, "collide");
        show_table(TACT_QUESTION_DEPTH, "depth");
    }
    tacti_interior_destroy(interior);
    tacti_bvh_destroy(bvh);
    tact_mesh_destroy(mesh);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
