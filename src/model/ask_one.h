/* SPDX-License-Identifier: MIT */
/* What questions about one instance share. */
#ifndef TACTI_MODEL_ASK_ONE_H
#define TACTI_MODEL_ASK_ONE_H

#include "model/ask.h"

/* Returns the options to use for a question about one instance; NULL if an argument is wrong or a
 * proof is asked for. */
const tact_options *tacti_one_begin(const tact_instance *instance, const tact_options *options,
                                    tact_options *room, const void *out);
/* Writes the reason to options->error and returns the status, TACT_UNSUPPORTED if a proof is asked
 * for. */
tact_status tacti_one_refuse(tact_status status, tact_question question,
                             const tact_options *options, const tact_instance *instance,
                             const void *out);

/* Whether something may end a question early. */
static inline bool tacti_has_limits(const tact_options *options) {
    return options->budget != UINT64_MAX || options->cancel != NULL || options->seconds < HUGE_VAL;
}

/* What all parts of an instance together may spend on a question. */
typedef struct tacti_allowance {
    tacti_asking asking;
    tacti_meter meter;
    tacti_meter *used; /* meter, or NULL if nothing ends the question */
} tacti_allowance;

static inline void tacti_allowance_begin(tacti_allowance *allowance, const tact_options *options) {
    allowance->used = NULL;
    if (!tacti_has_limits(options))
        return;
    tacti_asking_begin(&allowance->asking, options);
    allowance->meter = tacti_meter_make(options->budget, allowance->asking.desc.watch);
    allowance->used = &allowance->meter;
}

/* How the question ended; TACT_ENDING_COMPLETE if nothing ended it early. */
static inline tact_ending tacti_allowance_ending(const tacti_allowance *allowance) {
    return allowance->used == NULL ? TACT_ENDING_COMPLETE
                                   : tacti_ending_of_stop(allowance->used->pace.stop);
}

/* Checks the pose of a compound and a point or direction. The parts would, but there may be none.
 */
static inline tact_status tacti_compound_check(const tact_instance *instance, tact_vec3 point) {
    tact_status status = tact_pose_validate(instance->pose, NULL);
    return status == TACT_OK && !tact_vec3_is_finite(point) ? TACT_NOT_FINITE : status;
}

/* An unknown site. */
static inline tact_site tacti_no_site(void) {
    return (tact_site){.element = TACT_NO_TRIANGLE, .feature = TACT_NO_FEATURE};
}

/* Convert answers about meshes to results. */
void tacti_raycast_of_hit(const tacti_mesh_hit *hit, uint32_t part, tact_raycast_result *out);
tact_nearest_result tacti_nearest_of(const tacti_nearest *found, uint32_t part);

#endif
