/* SPDX-License-Identifier: MIT */
/* Runs the code that docs/model.md shows for each question. The build takes the code from the page.
 * Its variables are set here: `ring` and `block` are instances of watertight meshes, `box` and
 * `ball` are instances of shapes. */
#include <stdio.h>
#include <stdlib.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

static tact_instance ring, block, box, ball;

#include "model_questions.h"

static tact_model *make_mesh(tact_mesh *mesh) {
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_REQUIRED;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_model *model = NULL;
    if (tact_model_create_mesh(NULL, &arrays, &options, NULL, &model) != TACT_OK)
        exit(1);
    tact_mesh_destroy(mesh);
    return model;
}

static tact_model *make_shape(tact_shape shape) {
    tact_model *model = NULL;
    if (tact_model_create_shape(NULL, &shape, &model) != TACT_OK)
        exit(1);
    return model;
}

int main(void) {
    tact_mesh *torus = NULL, *cuboid = NULL;
    if (tact_mesh_create_torus(NULL, 2, 0.5, 96, 48, &torus) != TACT_OK ||
        tact_mesh_create_box(NULL, (tact_vec3){1, 1, 1}, 8, &cuboid) != TACT_OK)
        return 1;
    tact_model *models[] = {make_mesh(torus), make_mesh(cuboid),
                            make_shape(tact_shape_box(0.5, 0.5, 0.5)),
                            make_shape(tact_shape_sphere(0.75))};
    ring = tact_instance_make(models[0]);
    block = tact_instance_make(models[1]);
    box = tact_instance_make(models[2]);
    ball = tact_instance_make(models[3]);
    block.pose.m[3] = 1.75;
    ball.pose.m[3] = 1.125;
    ask_all();
    for (int i = 0; i < 4; i++)
        tact_model_destroy(models[i]);
    return 0;
}
