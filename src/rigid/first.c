/* SPDX-License-Identifier: MIT */
/* The first contact of two moving instances: checks, parts of compounds, and casts. */
#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "model/ask.h"
#include "model/model.h"
#include "rigid/cast.h"
#include "rigid/search.h"

static const char *const ending_names[] = {"limit", "start",     "contact",
                                           "exact", "precision", "budget"};

const char *tact_rigid_ending_name(tact_rigid_ending ending) {
    size_t count = sizeof ending_names / sizeof ending_names[0];
    return (size_t)ending < count ? ending_names[ending] : "unknown ending";
}

/* ---- Checks ------------------------------------------------------------------------------- */

static tact_status check_options(const tact_rigid_options *options) {
    if (options->size != sizeof *options || options->reserved != 0)
        return TACT_INVALID_ARGUMENT;
    if (!tacti_is_finite(options->start) || !tacti_is_finite(options->limit) ||
        !tacti_is_finite(options->precision) || !tacti_is_finite(options->separation))
        return TACT_NOT_FINITE;
    bool is_right =
        options->start <= options->limit && options->precision > 0 && options->separation >= 0;
    return is_right ? TACT_OK : TACT_INVALID_ARGUMENT;
}

static tact_status check_side(const tact_moving *moving) {
    if (moving == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_instance instance = {.model = moving->model, .flags = moving->flags};
    if (!tacti_is_instance(&instance))
        return TACT_INVALID_ARGUMENT;
    return tacti_rigid_check(&moving->motion);
}

uint32_t tacti_rigid_parts(const tact_moving *moving) {
    const tact_model *model = moving->model;
    return model->what == TACTI_MODEL_COMPOUND ? model->part_count : 1;
}

/* A mesh without an interior stays a surface in a filled compound. */
tact_status tacti_rigid_mover(const tact_moving *moving, uint32_t number, double from, double to,
                              tacti_mover *out) {
    bool is_compound = moving->model->what == TACTI_MODEL_COMPOUND;
    const tact_instance *part = is_compound ? &moving->model->parts[number] : NULL;
    tact_status status = tacti_mover_make(moving, part, from, to, out);
    if (status != TACT_OK || !is_compound)
        return status;
    bool has_interior = part->model->what != TACTI_MODEL_MESH || part->model->interior != NULL;
    out->flags = has_interior ? moving->flags | part->flags : 0;
    out->number = number;
    return TACT_OK;
}

/* ---- Pairs of parts ------------------------------------------------------------------------- */

static tact_status search_pair(const tact_moving *const moving[2], const uint32_t number[2],
                               tacti_search *search, tact_rigid_result *sum) {
    for (int i = 0; i < 2; i++) {
        tact_status status = tacti_rigid_mover(moving[i], number[i], search->start, search->limit,
                                               &search->pair.mover[i]);
        if (status != TACT_OK)
            return status;
    }
    tact_status status = tacti_approach_make(&search->pair, search->start, search->limit);
    tact_rigid_result found;
    memset(&found, 0, sizeof found);
    if (status == TACT_OK)
        status = tacti_search_run(search, &found);
    if (status != TACT_OK)
        return status;
    found.a.part = number[0];
    found.b.part = number[1];
    if (found.ending == TACT_RIGID_ENDED_START) {
        *sum = found; /* no other pair matters */
        return TACT_OK;
    }
    if (sum->ending == TACT_RIGID_ENDED_LIMIT)
        sum->ending = found.ending;
    tacti_rigid_join(sum, &found);
    if (sum->outcome == TACT_OUTCOME_CONTACT)
        search->limit = fmin(search->limit, sum->upper);
    return TACT_OK;
}

/* How the answer about all pairs ended. */
static void set_ending(const tacti_search *search, tact_rigid_result *sum, bool is_spent) {
    if (is_spent && sum->outcome == TACT_OUTCOME_APART) {
        *sum = tacti_rigid_nothing();
        sum->outcome = TACT_OUTCOME_UNDECIDED;
        sum->lower = search->start;
        sum->upper = search->limit;
    }
    if (is_spent) {
        sum->lower = fmin(sum->lower, search->start);
        sum->ending = TACT_RIGID_ENDED_BUDGET;
    } else if (sum->outcome == TACT_OUTCOME_CONTACT && sum->ending == TACT_RIGID_ENDED_CONTACT &&
               sum->upper - sum->lower > search->options->precision * (1 + 0x1p-20)) {
        sum->ending = TACT_RIGID_ENDED_PRECISION;
    }
    sum->steps = search->steps;
    sum->distances = search->distances;
}

tact_status tacti_rigid_first(const tact_moving *a, const tact_moving *b,
                              const tact_rigid_options *options, tact_cache *cache,
                              tact_free_proof *proof, tact_rigid_result *out) {
    const tact_moving *moving[2] = {a, b};
    uint32_t counts[2] = {tacti_rigid_parts(a), tacti_rigid_parts(b)};
    bool is_single = counts[0] == 1 && counts[1] == 1;
    tacti_search search = {.options = options,
                           .start = options->start,
                           .limit = options->limit,
                           .cache = is_single ? cache : NULL,
                           .proof = proof};
    tact_rigid_result sum = tacti_rigid_nothing();
    bool is_spent = false, is_over = false;
    for (uint32_t i = 0; i < counts[0] && !is_over; i++) {
        for (uint32_t j = 0; j < counts[1] && !is_over; j++) {
            is_spent = search.steps >= options->budget;
            is_over = is_spent;
            if (is_over)
                break;
            tact_status status = search_pair(moving, (uint32_t[2]){i, j}, &search, &sum);
            if (status != TACT_OK)
                return status;
            is_over = sum.ending == TACT_RIGID_ENDED_START;
        }
    }
    set_ending(&search, &sum, is_spent);
    *out = sum;
    return TACT_OK;
}

/* ---- Questions ------------------------------------------------------------------------------ */

/* Casts two shapes before anything else is set up. The rotations are checked when the shapes are
 * prepared for the search. */
static bool cast_at_once(const tact_moving *const moving[2], const tact_rigid_options *options,
                         tact_rigid_result *out) {
    tacti_mover bare[2];
    for (int i = 0; i < 2; i++) {
        const tact_moving *m = moving[i];
        if (m == NULL)
            return false;
        tact_instance instance = {.model = m->model, .flags = m->flags};
        if (!tacti_is_instance(&instance) || !tacti_cast_takes(m->model, &m->motion) ||
            !tacti_cast_is_plain(&m->motion))
            return false;
        bare[i].motion = &m->motion;
        bare[i].model = m->model;
        bare[i].part = NULL;
    }
    const tacti_mover *const mover[2] = {&bare[0], &bare[1]};
    return tacti_cast_run(mover, options, options->start, options->limit, out);
}

tact_status tacti_rigid_begin(const tact_moving *a, const tact_moving *b,
                              const tact_rigid_options **options, tact_rigid_options *room) {
    *room = tact_rigid_options_default();
    if (*options == NULL)
        *options = room;
    tact_status status = check_options(*options);
    if (status == TACT_OK)
        status = check_side(a);
    return status == TACT_OK ? check_side(b) : status;
}

tact_status tact_first_contact(const tact_moving *a, const tact_moving *b,
                               const tact_rigid_options *options, tact_cache *cache,
                               tact_rigid_result *out) {
    tact_rigid_options room = tact_rigid_options_default();
    if (options == NULL)
        options = &room;
    tact_status status = out == NULL ? TACT_INVALID_ARGUMENT : check_options(options);
    if (status != TACT_OK || cast_at_once((const tact_moving *const[2]){a, b}, options, out))
        return status;
    status = tacti_rigid_begin(a, b, &options, &room);
    return status == TACT_OK ? tacti_rigid_first(a, b, options, cache, NULL, out) : status;
}

tact_status tact_cast(const tact_instance *a, tact_vec3 displacement, const tact_instance *b,
                      const tact_rigid_options *options, tact_cache *cache,
                      tact_rigid_result *out) {
    if (a == NULL || b == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_vec3 none = {0, 0, 0};
    tact_vec3 origin[2] = {{a->pose.m[3], a->pose.m[7], a->pose.m[11]},
                           {b->pose.m[3], b->pose.m[7], b->pose.m[11]}};
    tact_rigid_motion motion[2];
    tact_status status = tact_rigid_steady(a->pose, displacement, none, origin[0], &motion[0]);
    if (status == TACT_OK)
        status = tact_rigid_steady(b->pose, none, none, origin[1], &motion[1]);
    if (status != TACT_OK)
        return status;
    tact_moving moving[2] = {tact_moving_make(a->model, &motion[0]),
                             tact_moving_make(b->model, &motion[1])};
    moving[0].flags = a->flags;
    moving[1].flags = b->flags;
    return tact_first_contact(&moving[0], &moving[1], options, cache, out);
}
