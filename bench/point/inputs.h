/* SPDX-License-Identifier: MIT */
/* Rays and points about a model. Everything follows from a seed. */
#ifndef TACT_BENCH_POINT_INPUTS_H
#define TACT_BENCH_POINT_INPUTS_H

#include "models.h"

/* From points of the bounding sphere to points inside it: no two rays have much in common. */
void point_make_rays_about(bench_rng *rng, const mesh_model *model, size_t count, tact_ray *rays);
/* From one eye through the cells of a picture, row by row. */
void point_make_rays_of_eye(bench_rng *rng, const mesh_model *model, size_t count, tact_ray *rays);
/* At most a hundredth of the size off the surface. */
void point_make_near(bench_rng *rng, const mesh_model *model, size_t count, tact_vec3 *points);
/* Uniform in a box twice as large as the model's. */
void point_make_about(bench_rng *rng, const mesh_model *model, size_t count, tact_vec3 *points);

#endif
