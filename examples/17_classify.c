/* SPDX-License-Identifier: MIT */
/* How do two solids relate? A small cube on its way through the wall of a large one, a cube in the
 * hole of a ring, and a part that is there twice. */
#include <stdio.h>

#include <tact/tact.h>

/* A mesh, its hierarchy, and what is known about its inside. */
typedef struct body {
    tact_mesh *mesh;
    tacti_bvh *bvh;
    tacti_interior *interior;
} body;

/* Takes a mesh, which may be NULL where making it failed. */
static bool make_body(tact_mesh *mesh, body *out) {
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.solid = true; /* insides are wanted */
    *out = (body){mesh, NULL, NULL};
    return mesh != NULL && tacti_bvh_create(NULL, mesh, &desc, &out->bvh) == TACT_OK &&
           tacti_interior_create(NULL, out->bvh, &out->interior) == TACT_OK;
}

static void end_body(body *b) {
    tacti_interior_destroy(b->interior);
    tacti_bvh_destroy(b->bvh);
    tact_mesh_destroy(b->mesh);
}

static tacti_filled at(const body *b, double x) {
    tacti_filled filled = {b->interior, tact_pose_identity()};
    filled.pose.m[3] = x;
    return filled;
}

static bool ask(const char *title, tacti_filled a, tacti_filled b, tact_relation expected) {
    tacti_classification c;
    tact_status status = tacti_mesh_classify(NULL, &a, &b, NULL, &c);
    if (status != TACT_OK) {
        printf("%s: %s\n", title, tact_status_text(status));
        return false;
    }
    printf("%-30s %s", title, tact_relation_name(c.relation));
    if (!c.surfaces_meet)
        printf(", clearance %g", c.clearance.distance);
    printf("\n");
    return c.relation == expected;
}

/* The small cube moves out of the large one, whose wall is at x = 1. All answers are exact: one
 * double makes the difference. */
static bool show_way_out(const body *large, const body *small) {
    tacti_filled a = at(large, 0);
    return ask("small cube in the middle:", a, at(small, 0), TACT_RELATION_B_IN_A) &&
           ask("at the wall, from within:", a, at(small, 0.75), TACT_RELATION_B_IN_A) &&
           ask("one double further:", a, at(small, 0.75 + 0x1p-52), TACT_RELATION_CROSSING) &&
           ask("half way out:", a, at(small, 1), TACT_RELATION_CROSSING) &&
           ask("at the wall, from outside:", a, at(small, 1.25), TACT_RELATION_TOUCHING) &&
           ask("one double further:", a, at(small, 1.25 + 0x1p-52), TACT_RELATION_APART);
}

/* What is in the hole of a ring is not in the ring. */
static bool show_hole(const body *ring, const body *small) {
    return ask("small cube in a ring's hole:", at(ring, 0), at(small, 0), TACT_RELATION_APART);
}

static bool show_twice(const body *ring) {
    return ask("a part that is there twice:", at(ring, 3), at(ring, 3), TACT_RELATION_IDENTICAL);
}

int main(void) {
    tact_mesh *meshes[3] = {NULL, NULL, NULL};
    bool made =
        tact_mesh_create_box(NULL, tact_vec3_make(2, 2, 2), 10, &meshes[0]) == TACT_OK &&
        tact_mesh_create_box(NULL, tact_vec3_make(0.5, 0.5, 0.5), 4, &meshes[1]) == TACT_OK &&
        tact_mesh_create_torus(NULL, 1, 0.25, 64, 16, &meshes[2]) == TACT_OK;
    body large, small, ring;
    made = make_body(meshes[0], &large) && made;
    made = make_body(meshes[1], &small) && made;
    made = make_body(meshes[2], &ring) && made;
    bool fine = made && show_way_out(&large, &small);
    fine = fine && show_hole(&ring, &small);
    fine = fine && show_twice(&ring);
    end_body(&large);
    end_body(&small);
    end_body(&ring);
    return fine ? 0 : 1;
}
