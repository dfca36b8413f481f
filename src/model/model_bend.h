/* SPDX-License-Identifier: MIT */
/* Mesh models whose vertices are replaced: those that deformables lend. */
#ifndef TACTI_MODEL_MODEL_BEND_H
#define TACTI_MODEL_MODEL_BEND_H

#include "model/model.h"

/* Creates such a model from packed doubles, which are copied, as tact_model_create_mesh() does. The
 * options may not have flags. */
tact_status tacti_model_create_bending(const tact_context *context, const tact_mesh_arrays *arrays,
                                       const tact_model_options *options, tact_error *error,
                                       tact_model **out);

/* Replaces all vertices; positions has as many, all finite. Nobody else may use the model
 * meanwhile. Without an interior, the hierarchy is refitted, or built anew if it has decayed and
 * there is memory for that; this never fails. An interior is made anew with the hierarchy, with the
 * statuses of tact_model_create_mesh(); on failure the model is as it was. */
tact_status tacti_model_bend(tact_model *model, const tact_vec3 *positions, tact_error *error);

/* How often the hierarchy of such a model was built. */
uint64_t tacti_bending_builds(const tact_model *model);

/* For tact_model_destroy() and tact_model_inspect(). bending may be NULL. */
void tacti_bending_destroy(const tact_model *model, tacti_bending *bending);
size_t tacti_bending_bytes(const tact_model *model);

#endif
