/* SPDX-License-Identifier: MIT */
/* How do two solids relate? A small cube moves through the wall of a large one, a cube lies in the
 * hole of a ring, and a part occurs twice. */
#include <stdio.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

/* Makes a solid model of a mesh and destroys the mesh, which is NULL if creating it failed. */
static tact_model *take(tact_mesh *mesh) {
    if (mesh == NULL)
        return NULL;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_REQUIRED;
    tact_model *model = NULL;
    if (tact_model_create_mesh(NULL, &arrays, &options, NULL, &model) != TACT_OK)
        model = NULL;
    tact_mesh_destroy(mesh);
    return model;
}

static tact_instance at(const tact_model *model, double x) {
    tact_instance instance = tact_instance_make(model);
    instance.pose.m[3] = x;
    return instance;
}

static bool ask(const char *title, tact_instance a, tact_instance b, tact_relation expected) {
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_CLEARANCE;
    tact_classify_result found;
    tact_status status = tact_classify(&a, &b, &options, &found);
    if (status != TACT_OK) {
        printf("%s: %s\n", title, tact_status_text(status));
        return false;
    }
    printf("%-30s %s", title, tact_relation_name(found.relation));
    if ((found.flags & TACT_RESULT_SURFACES_MEET) == 0)
        printf(", clearance %g", found.clearance);
    printf("\n");
    return found.relation == expected;
}

/* The small cube moves out of the large one, whose wall is at x = 1. All results are exact: one
 * double makes the difference. */
static bool show_way_out(const tact_model *large, const tact_model *small) {
    tact_instance a = at(large, 0);
    return ask("small cube in the middle:", a, at(small, 0), TACT_RELATION_B_IN_A) &&
           ask("at the wall, from within:", a, at(small, 0.75), TACT_RELATION_B_IN_A) &&
           ask("one double further:", a, at(small, 0.75 + 0x1p-52), TACT_RELATION_CROSSING) &&
           ask("half way out:", a, at(small, 1), TACT_RELATION_CROSSING) &&
           ask("at the wall, from outside:", a, at(small, 1.25), TACT_RELATION_TOUCHING) &&
           ask("one double further:", a, at(small, 1.25 + 0x1p-52), TACT_RELATION_APART);
}

/* An object in the hole of a ring is not inside the ring. */
static bool show_hole(const tact_model *ring, const tact_model *small) {
    return ask("small cube in a ring's hole:", at(ring, 0), at(small, 0), TACT_RELATION_APART);
}

static bool show_twice(const tact_model *ring) {
    return ask("a part that is there twice:", at(ring, 3), at(ring, 3), TACT_RELATION_IDENTICAL);
}

int main(void) {
    tact_mesh *meshes[3] = {NULL, NULL, NULL};
    bool fine =
        tact_mesh_create_box(NULL, tact_vec3_make(2, 2, 2), 10, &meshes[0]) == TACT_OK &&
        tact_mesh_create_box(NULL, tact_vec3_make(0.5, 0.5, 0.5), 4, &meshes[1]) == TACT_OK &&
        tact_mesh_create_torus(NULL, 1, 0.25, 64, 16, &meshes[2]) == TACT_OK;
    tact_model *large = take(meshes[0]), *small = take(meshes[1]), *ring = take(meshes[2]);
    fine = fine && large != NULL && small != NULL && ring != NULL;
    fine = fine && show_way_out(large, small);
    fine = fine && show_hole(ring, small);
    fine = fine && show_twice(ring);
    tact_model_destroy(ring);
    tact_model_destroy(small);
    tact_model_destroy(large);
    return fine ? 0 : 1;
}
