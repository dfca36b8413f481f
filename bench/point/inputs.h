/* SPDX-License-Identifier: MIT */
/* Rays and points around a model. A seed determines all of them. */
#ifndef TACT_BENCH_POINT_INPUTS_H
#define TACT_BENCH_POINT_INPUTS_H

#include "models.h"

/* From points of the bounding sphere to points inside it: incoherent rays. */
void point_make_rays_about(bench_rng *rng, const mesh_model *model, size_t count, tact_ray *rays);
/* From one eye through the cells of a picture, row by row: coherent rays. */
void point_make_rays_of_eye(bench_rng *rng, const mesh_model *model, size_t count, tact_ray *rays);
/* Points at most a hundredth of the size from the surface. */
void point_make_near(bench_rng *rng, const mesh_model *model, size_t count, tact_vec3 *points);
/* Points uniform in a box twice as large as that of the model. */
void point_make_about(bench_rng *rng, const mesh_model *model, size_t count, tact_vec3 *points);

#endif
