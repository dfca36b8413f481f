/* SPDX-License-Identifier: MIT */
/* Proofs about two instances: checks them and writes them to files. */
#include "base/message.h"
#include "model/ask.h"
#include "verify/verify.h"

static tacti_placed_side side_of(const tact_instance *instance) {
    const tact_model *model = instance->model;
    return (tacti_placed_side){.mesh = model->mesh,
                               .shape = model->what == TACTI_MODEL_SHAPE ? &model->shape : NULL,
                               .pose = instance->pose};
}

static tact_status verify(const tact_instance *a, const tact_instance *b, const tact_proof *proof,
                          const tact_options *options, tact_verification *out) {
    if (tacti_is_compound(a) || tacti_is_compound(b))
        return TACT_UNSUPPORTED;
    tacti_placed_side side[2] = {side_of(a), side_of(b)};
    uint64_t budget = options->budget == UINT64_MAX ? tacti_proof_budget(proof) : options->budget;
    tacti_asking asking;
    tacti_asking_begin(&asking, options);
    tacti_pace pace = tacti_pace_make(budget, asking.desc.watch);
    return tacti_verify_sides(options->context, &side[0], &side[1], proof, &pace, out);
}

tact_status tact_verify(const tact_instance *a, const tact_instance *b, const tact_proof *proof,
                        const tact_options *options, tact_verification *out) {
    tact_options room;
    const tact_options *chosen = tacti_pair_begin(a, b, options, &room, out);
    tact_status status =
        chosen == NULL || proof == NULL ? TACT_INVALID_ARGUMENT : verify(a, b, proof, chosen, out);
    if (status == TACT_OK)
        return TACT_OK;
    return tacti_refuse(status, options, &(tacti_refusal){TACT_QUESTION_COLLIDE, {a, b}, out});
}

tact_status tact_proof_save(const tact_proof *proof, const tact_instance *a, const tact_instance *b,
                            const tact_proof_names *names, const char *path, tact_error *error) {
    if (proof == NULL || !tacti_is_instance(a) || !tacti_is_instance(b) || names == NULL ||
        path == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "saving a proof needs the proof, two instances, names and a path");
    if (a->model->mesh == NULL || b->model->mesh == NULL)
        return tacti_error_set(error, TACT_UNSUPPORTED, 0, TACT_NO_INDEX,
                               "only proofs about two meshes can be saved");
    tacti_placed_mesh mesh[2] = {{a->model->mesh, a->pose}, {b->model->mesh, b->pose}};
    return tacti_proof_save(proof, &mesh[0], &mesh[1], names, path, error);
}
