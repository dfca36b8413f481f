/* SPDX-License-Identifier: MIT */
/* Conservative advancement with certified gaps.
 *
 * Known: the pair is apart at some time, with a distance of at least d and a direction n. The time
 * that is free from there is the largest that a certificate of gap.h proves. The plain one is
 * d / speed. Along n, the gap at a later time is cheap to compute, so the search looks for the time
 * at which it ends by regula falsi, and takes the last time that is proven. Near a contact n hardly
 * changes, and the steps shrink by a factor of 64 or more, where plain advancement shrinks them by
 * the quotient of the true speed and its bound (B. Mirtich and J. Canny 1995; C2A, M. Tang et al.
 * 2009).
 *
 * If steps become shorter than the wanted precision, the pair is tested at the end of the interval
 * that may remain. A contact there ends the search. If the distance is within rounding, nothing
 * can be proven: the search looks for a contact at times further and further away. If it finds the
 * pair apart again, it goes on with `doubt`: what lies in between may be a touch. */
#include "rigid/search.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "model/model.h"
#include "rigid/cast.h"
#include "rigid/search_sweep.h"

/* Looks along one direction. */
#define MOST_LOOKS 2
/* Steps that are shorter than the precision before the search gives up proving them. */
#define MOST_SHORT_STEPS 256
/* Doublings of the time that is tested while nothing can be proven. */
#define MOST_DOUBLINGS 64
/* Distances of meshes need not be better than this: the walk finds the rest. */
#define COARSE 0.25
/* A walk is about a time in which points approach by this part of the length of an edge, or less
 * after walks that took too many steps. */
#define FIRST_STRETCH 1.0
#define MOST_STRETCH 4
/* It must go this much further than the distance alone allows. */
#define LEAST_GAIN 3
/* Steps of a walk before the search advances by the distance instead. */
#define WALK_STEPS 65536
/* Regions in doubt in one search. */
#define MOST_DOUBTS 32

/* ---- One instant -------------------------------------------------------------------------- */

static tact_status measure(tacti_search *search, double time, tacti_instant *out) {
    const tact_rigid_options *options = search->options;
    tact_status status = tacti_approach_place_both(&search->pair, time, out->instance);
    if (status != TACT_OK)
        return status;
    search->steps++;
    search->distances++;
    tact_options coarse = tact_options_default();
    coarse.relative_error = COARSE;
    bool is_coarse = search->is_walked && options->separation == 0;
    status = tact_distance(&out->instance[0], &out->instance[1], is_coarse ? &coarse : NULL,
                           search->cache, &out->at);
    if (status != TACT_OK)
        return status;
    out->time = time;
    bool is_apart = out->at.outcome == TACT_OUTCOME_APART;
    double lower = is_apart ? out->at.lower : 0;
    out->lower = lower < HUGE_VAL
                     ? (lower - options->separation) * (1 - 0x1p-50) - search->pair.noise
                     : lower;
    return TACT_OK;
}

static bool is_contact(const tacti_search *search, const tacti_instant *now) {
    if (now->at.outcome == TACT_OUTCOME_CONTACT)
        return true;
    double separation = search->options->separation;
    return separation > 0 && now->at.upper <= separation;
}

/* Whether the pair is in contact at a time. */
static tact_status test_contact(tacti_search *search, double time, bool *out) {
    if (search->options->separation > 0) {
        tacti_instant there;
        tact_status status = measure(search, time, &there);
        *out = status == TACT_OK && is_contact(search, &there);
        return status;
    }
    tact_instance instance[2];
    search->steps++;
    tact_status status = tacti_approach_place_both(&search->pair, time, instance);
    if (status != TACT_OK)
        return status;
    tact_collide_result found;
    status = tact_collide(&instance[0], &instance[1], NULL, search->cache, &found);
    *out = status == TACT_OK && found.outcome == TACT_OUTCOME_CONTACT;
    return status;
}

static bool is_spent(const tacti_search *search) {
    return search->steps >= search->options->budget;
}

/* ---- Steps -------------------------------------------------------------------------------- */

/* A search along one direction, between a time that is proven and one that is not. */
typedef struct tacti_look {
    tacti_along along;
    double gap;                    /* now */
    double proven, proven_gap;     /* the last time that is proven free, and its gap */
    double unproven, unproven_gap; /* a later time; infinite if none */
} tacti_look;

static tact_status look_at(tacti_search *search, const tacti_instant *now, double time,
                           tacti_look *look) {
    tact_instance instance[2];
    search->steps++;
    tact_status status = tacti_approach_place_both(&search->pair, time, instance);
    if (status != TACT_OK)
        return status;
    double gap =
        tacti_approach_gap(&search->pair, instance, look->along.n) - search->options->separation;
    double h = (time - now->time) * TACTI_RIGID_UP;
    if (tacti_along_is_free(&look->along, look->gap, gap, h)) {
        look->proven = time;
        look->proven_gap = gap;
    } else {
        look->unproven = time;
        look->unproven_gap = gap;
    }
    return TACT_OK;
}

/* The speed of a point of a mover now; 0 for a function. */
static tact_vec3 velocity_at(const tacti_mover *mover, double time, tact_vec3 point) {
    const tact_rigid_motion *m = mover->motion;
    if (mover->is_function)
        return (tact_vec3){0, 0, 0};
    tact_vec3 v = m->velocity;
    if (m->rate != 0) {
        tact_vec3 spin = tacti_vec3_scale(tact_vec3_normalize(m->axis), m->rate);
        tact_vec3 arm = tacti_vec3_sub(point, tacti_rigid_center(m, time));
        v = tacti_vec3_add(v, tacti_vec3_cross(spin, arm));
    }
    return v;
}

/* The first time to look at: shortly before the nearest points would meet at their speed now. */
static double guess_time(const tacti_search *search, const tacti_instant *now,
                         const tacti_look *look, double last) {
    const tacti_mover *m = search->pair.mover;
    tact_vec3 u = velocity_at(&m[0], now->time, now->at.a.point);
    tact_vec3 v = velocity_at(&m[1], now->time, now->at.b.point);
    double closing = -tacti_vec3_dot(look->along.n, tacti_vec3_sub(v, u));
    double time = closing > 0 ? now->time + look->gap / closing * (1 - 0x1p-6) : last;
    return time > look->proven && time < last ? time : last;
}

/* The next time to look at. */
static double choose_time(const tacti_look *look) {
    double from = look->proven, way = look->unproven - from;
    if (look->unproven_gap < 0 && look->proven_gap > 0) {
        double part = look->proven_gap / (look->proven_gap - look->unproven_gap);
        return from + way * part * (1 - 0x1p-6);
    }
    return from + 0.5 * way;
}

/* Writes why the pair is free from now to a time. */
static tact_status record_step(const tacti_search *search, const tacti_instant *now, double to,
                               tact_free_reason reason, tact_vec3 direction) {
    if (search->proof == NULL || !(to > now->time))
        return TACT_OK;
    tact_free_interval interval = {.from = now->time,
                                   .to = to,
                                   .direction = direction,
                                   .part_a = search->pair.mover[0].number,
                                   .part_b = search->pair.mover[1].number,
                                   .reason = reason};
    return tacti_free_intervals_push(&search->proof->intervals, interval);
}

/* The time up to which the pair is proven free from now on; at least now->time. */
static tact_status find_free_time(tacti_search *search, const tacti_instant *now, double *out) {
    const tacti_approach *pair = &search->pair;
    double room = search->limit - now->time;
    double safe =
        now->lower < HUGE_VAL && pair->speed > 0 ? now->lower / pair->speed * (1 - 0x1p-40) : room;
    double by_balls =
        tacti_approach_ball_time(pair, now->instance, now->time, search->options->separation);
    tact_free_reason reason = by_balls > safe ? TACT_FREE_BALLS : TACT_FREE_DISTANCE;
    const tact_vec3 none = {0, 0, 0};
    safe = fmax(safe, by_balls);
    if (!(safe < room)) {
        *out = search->limit;
        return record_step(search, now, *out, reason, none);
    }
    *out = fmax(tacti_next_down(now->time + safe) - 0x1p-52 * fabs(now->time), now->time);
    tacti_look look = {.along = tacti_approach_along(pair, now->instance, now->at.direction),
                       .unproven = HUGE_VAL};
    look.gap = tacti_approach_gap(pair, now->instance, look.along.n) - search->options->separation;
    if (!(look.gap > 0))
        return record_step(search, now, *out, reason, none);
    look.proven = *out;
    look.proven_gap = look.gap; /* or less: it only leads to the next time to look at */
    double bend = look.along.bend, closing = look.along.closing;
    double along = closing > 0 ? look.gap / closing * (1 - 0x1p-40) : room;
    look.proven =
        along < room
            ? fmax(tacti_next_down(now->time + along) - 0x1p-52 * fabs(now->time), look.proven)
            : search->limit;
    if (bend == 0 || look.proven >= search->limit) { /* nothing is gained by looking */
        bool is_further = look.proven > *out;
        *out = look.proven;
        return record_step(search, now, *out, is_further ? TACT_FREE_DIRECTION : reason,
                           is_further ? look.along.n : none);
    }
    double most = bend < HUGE_VAL ? 4 * sqrt(look.gap / bend) : 4 * safe;
    double last = fmin(search->limit, now->time + fmax(most, 2 * safe));
    double first = look.proven, time = guess_time(search, now, &look, last);
    for (int i = 0; i < MOST_LOOKS && time > look.proven; i++) {
        tact_status status = look_at(search, now, time, &look);
        if (status != TACT_OK)
            return status;
        if (look.proven >= last || (look.proven > first && look.proven_gap < 0x1p-5 * look.gap))
            break;
        time = look.unproven < HUGE_VAL ? choose_time(&look) : last;
    }
    if (!(look.proven > *out))
        return record_step(search, now, *out, reason, none);
    *out = look.proven;
    return record_step(search, now, *out, TACT_FREE_DIRECTION, look.along.n);
}

/* ---- Answers ------------------------------------------------------------------------------ */

typedef struct tacti_progress {
    tacti_instant now;
    tacti_instant free; /* the last instant at which the pair is proven apart, if has_free */
    bool has_free;
    double lower;     /* everything before is free */
    bool is_doubtful; /* lower does not move any more */
    int doubts;
    int short_steps;
    double tested; /* the pair was tested at this time and is not in contact */
    double until;  /* the pair is known to touch at this time; infinite if none is known */
    double stretch;
    uint32_t element[2]; /* whose contact `until` was looked for */
} tacti_progress;

static tact_rigid_result answer(const tacti_progress *progress, tact_outcome outcome,
                                tact_rigid_ending ending, double upper) {
    tact_rigid_result out = {
        .outcome = outcome, .ending = ending, .lower = progress->lower, .upper = upper};
    const tacti_instant *place = progress->has_free ? &progress->free : &progress->now;
    if (outcome == TACT_OUTCOME_APART) {
        out.lower = HUGE_VAL;
        out.a = out.b = (tact_site){.element = TACT_NO_TRIANGLE, .feature = TACT_NO_FEATURE};
        return out;
    }
    out.normal = place->at.direction;
    bool is_there = progress->has_free && place->time == progress->lower;
    out.distance = is_there ? fmax(place->at.lower, 0) : 0;
    out.a = place->at.a;
    out.b = place->at.b;
    return out;
}

/* Halves the time between an instant without contact and one with contact. */
static tact_status narrow(tacti_search *search, double before, double *contact) {
    for (int i = 0; i<MOST_DOUBLINGS && * contact - before> search->options->precision; i++) {
        double middle = before + 0.5 * (*contact - before);
        if (!(middle > before) || !(middle < *contact) || is_spent(search))
            break;
        bool touches;
        tact_status status = test_contact(search, middle, &touches);
        if (status != TACT_OK)
            return status;
        if (touches)
            *contact = middle;
        else
            before = middle;
    }
    return TACT_OK;
}

/* The pair is in contact at a time after progress->lower. */
static tact_status finish(tacti_search *search, const tacti_progress *progress, double before,
                          double contact, tact_rigid_result *out) {
    tact_status status = narrow(search, before, &contact);
    bool is_narrow = contact - progress->lower <= search->options->precision * (1 + 0x1p-20);
    *out = answer(progress, TACT_OUTCOME_CONTACT,
                  is_narrow ? TACT_RIGID_ENDED_CONTACT : TACT_RIGID_ENDED_PRECISION, contact);
    return status;
}

/* Sets progress->now to the pair at a time. *is_done if there is a contact, which out then has. */
static tact_status test_at(tacti_search *search, tacti_progress *progress, double time,
                           tacti_instant *there, bool *is_done, tact_rigid_result *out) {
    tact_status status = measure(search, time, there);
    if (status != TACT_OK)
        return status;
    *is_done = is_contact(search, there);
    double before = progress->is_doubtful ? progress->tested : progress->lower;
    if (*is_done)
        return finish(search, progress, before, time, out);
    progress->tested = time;
    return TACT_OK;
}

/* Nothing can be proven from now on: looks further and further ahead. */
static tact_status leave_doubt(tacti_search *search, tacti_progress *progress, bool *is_done,
                               tact_rigid_result *out) {
    progress->is_doubtful = true;
    progress->tested = fmax(progress->tested, progress->now.time);
    double h = search->options->precision;
    bool is_lost = progress->doubts++ >= MOST_DOUBTS;
    for (int i = 0; i < MOST_DOUBLINGS && !is_lost && !is_spent(search); i++, h *= 2) {
        double time = fmin(search->limit, progress->now.time + h);
        if (!(time > progress->tested) && time < search->limit)
            continue;
        tacti_instant there;
        tact_status status = test_at(search, progress, time, &there, is_done, out);
        if (status != TACT_OK || *is_done)
            return status;
        if (time >= search->limit)
            break;
        if (there.lower > 0) {
            progress->now = there;
            progress->short_steps = 0;
            return TACT_OK;
        }
    }
    *is_done = true;
    *out = answer(progress, TACT_OUTCOME_UNDECIDED,
                  is_spent(search) ? TACT_RIGID_ENDED_BUDGET : TACT_RIGID_ENDED_PRECISION,
                  search->limit);
    return TACT_OK;
}

/* The pair is free up to `time`. */
static tact_status move_on(tacti_search *search, tacti_progress *progress, double time,
                           bool *is_done, tact_rigid_result *out) {
    if (time >= search->limit) {
        *is_done = true;
        *out = progress->is_doubtful
                   ? answer(progress, TACT_OUTCOME_UNDECIDED, TACT_RIGID_ENDED_PRECISION,
                            search->limit)
                   : answer(progress, TACT_OUTCOME_APART, TACT_RIGID_ENDED_LIMIT, HUGE_VAL);
        return TACT_OK;
    }
    double precision = search->options->precision;
    progress->short_steps =
        time - progress->now.time < 0.5 * precision ? progress->short_steps + 1 : 0;
    tacti_instant there;
    tact_status status;
    /* The contact may lie within the precision. */
    double end = fmin(progress->now.time + precision, search->limit);
    if (progress->short_steps > 0 && progress->tested < end && !search->is_walked) {
        status = test_contact(search, end, is_done);
        if (status != TACT_OK)
            return status;
        double before = progress->is_doubtful ? progress->tested : progress->lower;
        if (*is_done)
            return finish(search, progress, before, end, out);
        progress->tested = end;
    }
    bool is_stuck = !(time > progress->now.time) || progress->short_steps > MOST_SHORT_STEPS;
    if (is_stuck)
        return leave_doubt(search, progress, is_done, out);
    status = measure(search, time, &there);
    if (status != TACT_OK)
        return status;
    progress->now = there;
    if (!progress->is_doubtful)
        progress->lower = time;
    return TACT_OK;
}

/* ---- Meshes ------------------------------------------------------------------------------- */

/* The nearest triangles now may tell a time at which the pair touches. */
static tact_status look_for_contact(tacti_search *search, tacti_progress *progress) {
    const tact_distance_result *at = &progress->now.at;
    uint32_t element[2] = {at->a.element, at->b.element};
    for (int i = 0; i < 2; i++) {
        bool is_shape = search->pair.mover[i].model->kind != TACT_KIND_MESH;
        if (!is_shape && element[i] == TACT_NO_TRIANGLE)
            return TACT_OK;
    }
    if (element[0] == progress->element[0] && element[1] == progress->element[1])
        return TACT_OK;
    progress->element[0] = element[0];
    progress->element[1] = element[1];
    tact_rigid_result found;
    memset(&found, 0, sizeof found);
    tact_status status = tacti_sweep_elements(search, element, progress->now.time,
                                              fmin(search->limit, progress->until), &found);
    if (status == TACT_OK && found.outcome == TACT_OUTCOME_CONTACT)
        progress->until = found.upper;
    return status;
}

/* Walks from now to a time beyond *time, and moves *time there if no pair of triangles touches. If
 * one does, out has the answer. */
static tact_status walk_on(tacti_search *search, tacti_progress *progress, double *time,
                           bool *is_done, tact_rigid_result *out) {
    double now = progress->now.time, way = progress->stretch * search->edge;
    double step = search->pair.speed > 0 ? way / search->pair.speed : HUGE_VAL;
    if (*time - now > LEAST_GAIN * step)
        return TACT_OK;
    tact_status status = look_for_contact(search, progress);
    if (status == TACT_OK && !progress->is_doubtful &&
        progress->until - now <= search->options->precision) {
        *is_done = true;
        *out = answer(progress, TACT_OUTCOME_CONTACT, TACT_RIGID_ENDED_CONTACT, progress->until);
        return TACT_OK;
    }
    double to = fmin(fmin(search->limit, progress->until), now + step);
    bool is_last = to >= fmin(search->limit, progress->until);
    if (status != TACT_OK || !(is_last || to - now > LEAST_GAIN * (*time - now)))
        return status;
    tacti_sweep_answer answer;
    status = tacti_sweep(search, now, to, WALK_STEPS, &answer);
    if (status != TACT_OK)
        return status;
    if (!answer.is_complete) {
        progress->stretch *= 0.25;
        return TACT_OK;
    }
    progress->stretch = fmin(2 * progress->stretch, MOST_STRETCH);
    if (answer.found.outcome == TACT_OUTCOME_CONTACT) {
        *is_done = true;
        *out = answer.found;
        if (progress->is_doubtful)
            out->lower = progress->lower;
    } else if (answer.found.outcome == TACT_OUTCOME_APART) {
        *time = to;
    }
    return TACT_OK;
}

/* One step from progress->now, without a contact there. */
static tact_status take_step(tacti_search *search, tacti_progress *progress, bool *is_done,
                             tact_rigid_result *out) {
    if (!(progress->now.lower > 0))
        return leave_doubt(search, progress, is_done, out);
    if (!progress->is_doubtful) {
        progress->free = progress->now;
        progress->has_free = true;
        progress->lower = progress->now.time;
    }
    double time;
    tact_status status = find_free_time(search, &progress->now, &time);
    if (status == TACT_OK && search->is_walked && time < search->limit)
        status = walk_on(search, progress, &time, is_done, out);
    return status == TACT_OK && !*is_done ? move_on(search, progress, time, is_done, out) : status;
}

tact_status tacti_search_run(tacti_search *search, tact_rigid_result *out) {
    const tacti_mover *const mover[2] = {&search->pair.mover[0], &search->pair.mover[1]};
    if (search->proof == NULL &&
        tacti_cast_run(mover, search->options, search->start, search->limit, out)) {
        search->steps += out->steps;
        return TACT_OK;
    }
    tacti_progress progress = {.lower = search->start,
                               .tested = search->start,
                               .until = HUGE_VAL,
                               .stretch = FIRST_STRETCH,
                               .element = {TACT_NO_TRIANGLE, TACT_NO_TRIANGLE}};
    search->edge = tacti_sweep_edge(search);
    search->is_walked = search->edge > 0 && search->proof == NULL;
    tact_status status = measure(search, search->start, &progress.now);
    if (status != TACT_OK)
        return status;
    if (is_contact(search, &progress.now)) {
        *out = answer(&progress, TACT_OUTCOME_CONTACT, TACT_RIGID_ENDED_START, search->start);
        return TACT_OK;
    }
    if (search->proof == NULL && tacti_search_balls(search, out))
        return TACT_OK;
    bool is_done = false;
    while (!is_done) {
        if (is_spent(search)) {
            *out =
                answer(&progress, TACT_OUTCOME_UNDECIDED, TACT_RIGID_ENDED_BUDGET, search->limit);
            return TACT_OK;
        }
        status = take_step(search, &progress, &is_done, out);
        if (status != TACT_OK)
            return status;
        /* A step may end in contact, if the proof is about less than the whole: then lower is the
         * last free time. */
        if (!is_done && is_contact(search, &progress.now)) {
            status = finish(search, &progress, progress.lower, progress.now.time, out);
            is_done = true;
        }
    }
    return status;
}
