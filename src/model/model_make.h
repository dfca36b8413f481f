/* SPDX-License-Identifier: MIT */
/* What the functions that create models share. */
#ifndef TACTI_MODEL_MODEL_MAKE_H
#define TACTI_MODEL_MODEL_MAKE_H

#include "model/model.h"

/* Returns an empty model with one reference; NULL if memory runs out. */
tact_model *tacti_model_allocate(const tact_context *context, tacti_model_class what,
                                 tact_kind kind);

/* TACT_INVALID_FLOAT_MODE, with a message, if this thread does not compute as the proofs need it.
 * Every function that creates a model asks first: without a context, nobody asked before. */
tact_status tacti_model_check_mode(tact_error *error);

/* Reads the options of a mesh model; given may be NULL. */
tact_status tacti_model_options_read(const tact_model_options *given, tact_error *error,
                                     tact_model_options *out);

/* Builds the rest of a model that has its mesh: hierarchy, serial number, bounds, interior. */
tact_status tacti_model_finish_mesh(tact_model *model, const tact_model_options *options,
                                    tact_error *error);

/* Replaces the mesh of a finished model by a compact copy, and packs the order of its hierarchy.
 * The copy refers to the borrowed arrays if they are not NULL: tacti_mesh_make_compact(). */
tact_status tacti_model_make_compact(tact_model *model, const tact_mesh_arrays *borrowed,
                                     bool is_packed, tact_error *error);

/* Makes a finished model compact if the options ask for it. */
tact_status tacti_model_apply_flags(tact_model *model, const tact_model_options *options,
                                    tact_error *error);

#endif
