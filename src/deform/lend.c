/* SPDX-License-Identifier: MIT */
/* Models that a deformable lends: meshes of its faces at an end of the step. */
#include "deform/deform.h"
#include "model/model_bend.h"
#include "model/model_make.h"

const char *tact_deform_instant_name(tact_deform_instant instant) {
    static const char *const names[] = {"start", "end"};
    return (unsigned)instant < sizeof names / sizeof names[0] ? names[instant] : "unknown instant";
}

static const tact_vec3 *positions_at(const tact_deform *d, tact_deform_instant instant) {
    return instant == TACT_DEFORM_START ? d->start : d->end;
}

static tact_status make_model(tact_deform *d, tact_deform_instant instant,
                              const tact_model_options *options, tact_error *error) {
    tact_mesh_arrays arrays = {.positions = positions_at(d, instant),
                               .vertex_count = d->info.vertex_count,
                               .indices = &d->triangles[0][0],
                               .triangle_count = d->info.triangle_count};
    return tacti_model_create_bending(d->context, &arrays, options, error, &d->lent[instant]);
}

/* Reads the options of a call; those of a model that is there must be the same. */
static tact_status read_options(const tact_model_options *given, const tact_model *lent,
                                tact_error *error, tact_model_options *out) {
    tact_status status = tacti_model_options_read(given, error, out);
    if (status != TACT_OK)
        return status;
    if (out->flags != 0)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "a deformable lends models without flags only");
    if (lent != NULL && given != NULL &&
        (out->interior != lent->interior_mode || out->builder != lent->builder))
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "the model was lent with another interior mode or builder");
    return TACT_OK;
}

tact_status tact_deform_lend(tact_deform *d, tact_deform_instant instant,
                             const tact_model_options *options, tact_error *error,
                             const tact_model **out) {
    if (d == NULL || out == NULL || (unsigned)instant > TACT_DEFORM_END)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "an argument is missing, or the instant is unknown");
    tact_model_options chosen;
    tact_model *lent = d->lent[instant];
    tact_status status = read_options(options, lent, error, &chosen);
    if (status == TACT_OK && lent == NULL)
        status = make_model(d, instant, &chosen, error);
    else if (status == TACT_OK && d->lent_step[instant] != d->info.steps)
        status = tacti_model_bend(lent, positions_at(d, instant), error);
    if (status != TACT_OK)
        return status;
    d->lent_step[instant] = d->info.steps;
    *out = d->lent[instant];
    return TACT_OK;
}
