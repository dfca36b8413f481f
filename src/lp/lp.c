/* SPDX-License-Identifier: MIT */
/* The public function for linear programs: checks, copies and solves a program, and reports. */
#include "lp/lp.h"

#include "base/assert.h"
#include "math/vec.h"

const char *tact_lp_ending_name(tact_lp_ending ending) {
    switch (ending) {
    case TACT_LP_OPTIMAL:
        return "optimal";
    case TACT_LP_INFEASIBLE:
        return "infeasible";
    case TACT_LP_UNBOUNDED:
        return "unbounded";
    case TACT_LP_OPEN:
        return "open";
    }
    return "unknown ending";
}

static bool are_finite(const double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!tacti_is_finite(x[i]))
            return false;
    return true;
}

static tact_status check(const tact_lp *lp) {
    if (lp->variables < 1 || lp->variables > TACT_LP_MOST_VARIABLES || lp->goal == NULL ||
        (lp->count > 0 && (lp->rows == NULL || lp->limits == NULL)))
        return TACT_INVALID_ARGUMENT;
    if (lp->count > SIZE_MAX / TACT_LP_MOST_VARIABLES)
        return TACT_TOO_LARGE;
    if (!tacti_is_finite(lp->box) || !are_finite(lp->goal, lp->variables) ||
        !are_finite(lp->limits, lp->count) || !are_finite(lp->rows, lp->count * lp->variables))
        return TACT_NOT_FINITE;
    return lp->box > 0 ? TACT_OK : TACT_INVALID_ARGUMENT;
}

static void report(const tact_lp *lp, const tacti_lp *solved, tact_lp_result *out) {
    const tacti_lp_level *level = &solved->level[0];
    *out = (tact_lp_result){.ending = solved->ending, .evaluations = solved->evaluations};
    if (solved->ending == TACT_LP_INFEASIBLE)
        return;
    for (uint32_t j = 0; j < lp->variables; j++) {
        out->x[j] = solved->x[j];
        out->value += lp->goal[j] * solved->x[j];
    }
    for (int i = 0; i < level->tight_count && solved->ending != TACT_LP_OPEN; i++)
        if (level->tight[i] < solved->count) {
            TACTI_ASSERT(out->tight_count < TACT_LP_MOST_VARIABLES);
            out->tight[out->tight_count++] = level->tight[i];
        }
}

tact_status tact_lp_solve(const tact_context *context, const tact_lp *lp, tact_lp_result *out) {
    if (lp == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = check(lp);
    tacti_lp state;
    if (status == TACT_OK)
        status = tacti_lp_begin(context, (int)lp->variables, lp->count, &state);
    if (status != TACT_OK)
        return status;
    state.box = lp->box;
    for (uint32_t j = 0; j < lp->variables; j++)
        state.goal[j] = lp->goal[j];
    for (size_t i = 0; i < lp->count; i++) {
        for (uint32_t j = 0; j < lp->variables; j++)
            state.rows[i].c[j] = lp->rows[i * lp->variables + j];
        state.rows[i].limit = lp->limits[i];
    }
    tacti_lp_run(&state);
    report(lp, &state, out);
    tacti_lp_end(&state);
    return TACT_OK;
}
