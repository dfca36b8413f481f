/* SPDX-License-Identifier: MIT */
/* The questions of a step, on the executor. Each answer has its place before the first question is
 * asked, so the order in which they are asked does not matter. */
#include <math.h>

#include "base/inline.h"
#include "base/message.h"
#include "base/parallel.h"
#include "model/model.h"
#include "world/world.h"

/* Questions per task at least. */
#define GRAIN 8
/* The cache of a pair is fetched this number of questions ahead: caches are larger than what the
 * processor keeps near from step to step. */
#define AHEAD 4
/* Steps of a search for the time of impact. */
#define IMPACT_BUDGET 65536

/* ---- Places for the answers --------------------------------------------------------------- */

/* Gives each question the place of its answer. */
static tact_status make_places(tact_world *world) {
    tacti_step_output *out = &world->next_output;
    for (size_t i = 0; i < world->asks.count; i++) {
        tacti_ask *ask = &world->asks.items[i];
        const tacti_world_pair *pair = &world->next_pairs.items[ask->pair];
        bool is_there = false;
        switch (tacti_interest_at(world, pair->interest)->question) {
        case TACT_QUESTION_COLLIDE:
            ask->result = (uint32_t)out->collides.count;
            is_there = tacti_collides_extend(&out->collides, 1) != NULL;
            break;
        case TACT_QUESTION_DISTANCE:
            ask->result = (uint32_t)out->distances.count;
            is_there = tacti_distances_extend(&out->distances, 1) != NULL;
            break;
        case TACT_QUESTION_DEPTH:
            ask->result = (uint32_t)out->depths.count;
            is_there = tacti_depths_extend(&out->depths, 1) != NULL;
            break;
        case TACT_QUESTION_MANIFOLD:
            ask->result = (uint32_t)out->manifolds.count;
            is_there = tacti_manifolds_extend(&out->manifolds, 1) != NULL;
            break;
        default:
            ask->result = (uint32_t)out->contacts.count;
            is_there = tacti_event_contacts_extend(&out->contacts, 1) != NULL;
            break;
        }
        if (!is_there)
            return TACT_OUT_OF_MEMORY;
    }
    return TACT_OK;
}

/* One list and one buffer per worker, made when contacts are asked for the first time. */
static tact_status make_workers(tact_world *world) {
    uint32_t count = tacti_worker_count(world->context);
    if (world->next_output.contacts.count == 0)
        return TACT_OK;
    while (world->workers.count < count) {
        tacti_contact_worker made = {NULL, tacti_element_pairs_make(world->context)};
        tact_status status = tact_contact_list_create(world->context, &made.list);
        if (status != TACT_OK)
            return status;
        status = tacti_contact_workers_push(&world->workers, made);
        if (status != TACT_OK) {
            tact_contact_list_destroy(made.list);
            return status;
        }
    }
    for (size_t i = 0; i < world->workers.count; i++)
        world->workers.items[i].elements.count = 0;
    return TACT_OK;
}

/* ---- One question ------------------------------------------------------------------------- */

/* A pair in question. */
typedef struct asked {
    const tacti_slot *slot[2];
    const tact_instance *a, *b;
    tact_options options;
    tact_cache cache;
    const tact_interest *interest;
} asked;

static void prepare(tact_world *world, const tacti_world_pair *pair, asked *q) {
    const tacti_slot *a = &world->slots.items[pair->slot[0]];
    const tacti_slot *b = &world->slots.items[pair->slot[1]];
    q->slot[0] = a;
    q->slot[1] = b;
    q->a = &a->object.instance;
    q->b = &b->object.instance;
    q->options = tact_options_default();
    q->options.context = world->context;
    q->interest = tacti_interest_at(world, pair->interest);
    q->cache = (tact_cache){NULL, 0};
    if (pair->cache_bytes != 0)
        q->cache =
            (tact_cache){tacti_cache_memory(tacti_pool_of(world, pair->cache_bytes), pair->cache),
                         pair->cache_bytes};
}

/* Whether the path of one of both counts. */
static bool is_continuous(const asked *q) {
    return q->slot[0]->is_swept || q->slot[1]->is_swept;
}

/* A lower bound of the distance, which is 0 unless the objects are apart. */
static tact_status measure(asked *q, double *clearance) {
    tact_options options = q->options;
    options.flags = TACT_OPTION_LOWER_BOUND;
    tact_distance_result found;
    tact_status status = tact_distance(q->a, q->b, &options, &q->cache, &found);
    if (status == TACT_OK)
        *clearance = found.outcome == TACT_OUTCOME_APART ? found.lower : 0;
    return status;
}

static tact_status ask_collide(asked *q, tacti_ask *ask, tact_collide_result *out) {
    tact_status status = tact_collide(q->a, q->b, &q->options, &q->cache, out);
    ask->is_active = status == TACT_OK && out->outcome != TACT_OUTCOME_APART;
    return status;
}

static tact_status ask_distance(asked *q, tacti_ask *ask, tact_distance_result *out) {
    q->options.limit = q->interest->radius;
    tact_status status = tact_distance(q->a, q->b, &q->options, &q->cache, out);
    ask->is_active = status == TACT_OK && out->within != TACT_OUTCOME_APART;
    return status;
}

static tact_status ask_depth(asked *q, tacti_ask *ask, tact_depth_result *out) {
    tact_status status = tact_depth(q->a, q->b, &q->options, &q->cache, out);
    ask->is_active = status == TACT_OK && out->outcome != TACT_OUTCOME_APART;
    return status;
}

static tact_status ask_manifold(asked *q, tacti_ask *ask, tact_manifold_result *out) {
    q->options.margin = q->interest->radius;
    tact_status status =
        tacti_manifold_ask(q->a, q->b, &q->options, &q->cache, &ask->clearance, out);
    ask->is_active = status == TACT_OK &&
                     (out->outcome != TACT_OUTCOME_APART || out->separation <= q->interest->radius);
    return status;
}

/* Copies the list of a pair to the buffer of its worker. */
static tact_status keep_elements(tacti_contact_worker *worker, tacti_ask *ask, uint32_t *count) {
    tact_contact_view view = tact_contact_list_view(worker->list);
    ask->first = worker->elements.count;
    *count = view.count;
    tact_element_pair *to = tacti_element_pairs_extend(&worker->elements, view.count);
    if (to == NULL)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < view.count; i++) {
        to[i] =
            (tact_element_pair){{0, view.pairs[2 * (size_t)i]}, {0, view.pairs[2 * (size_t)i + 1]}};
        if (view.contacts != NULL) {
            to[i].a.part = view.contacts[i].part_a;
            to[i].b.part = view.contacts[i].part_b;
        }
    }
    return TACT_OK;
}

static tact_status ask_contacts(asked *q, tacti_contact_worker *worker, tacti_ask *ask,
                                tact_event_contacts *out) {
    tact_contacts_result found;
    *out = (tact_event_contacts){TACT_OUTCOME_APART, 0, 0};
    tact_status status = tact_contacts(q->a, q->b, &q->options, worker->list, &found);
    if (status != TACT_OK)
        return status;
    out->outcome = found.outcome;
    ask->is_active = found.outcome != TACT_OUTCOME_APART;
    return keep_elements(worker, ask, &out->count);
}

/* Asks the question of the interest. */
static tact_status answer(tact_world *world, asked *q, uint32_t worker, tacti_ask *ask) {
    tacti_step_output *out = &world->next_output;
    switch (q->interest->question) {
    case TACT_QUESTION_COLLIDE:
        return ask_collide(q, ask, &out->collides.items[ask->result]);
    case TACT_QUESTION_DISTANCE:
        return ask_distance(q, ask, &out->distances.items[ask->result]);
    case TACT_QUESTION_DEPTH:
        return ask_depth(q, ask, &out->depths.items[ask->result]);
    case TACT_QUESTION_MANIFOLD:
        return ask_manifold(q, ask, &out->manifolds.items[ask->result]);
    default:
        ask->worker = worker;
        return ask_contacts(q, &world->workers.items[worker], ask,
                            &out->contacts.items[ask->result]);
    }
}

/* A pair that is apart: measures how far, if a deadline or a path asks for it. */
static tact_status look_further(asked *q, tacti_ask *ask) {
    bool has_deadline = (q->interest->flags & TACT_INTEREST_DEADLINE) != 0;
    if (ask->is_active || (!has_deadline && !is_continuous(q))) {
        ask->clearance = 0;
        return TACT_OK;
    }
    double clearance = ask->clearance; /* which some questions measure anyway */
    tact_status status = clearance > 0 ? TACT_OK : measure(q, &clearance);
    if (status != TACT_OK)
        return status;
    ask->clearance = has_deadline ? clearance : 0;
    /* The objects cannot have come nearer by more than the sum of their ways in this step. */
    if (is_continuous(q) &&
        !(clearance > tacti_add_up(q->slot[0]->step_way, q->slot[1]->step_way))) {
        ask->is_on_the_way = true;
        ask->is_active = true;
        ask->clearance = 0;
    }
    return TACT_OK;
}

/* The time of impact of an active pair, on the path from the last step to this one. */
static tact_status find_impact(const tact_world *world, const tacti_world_pair *pair, asked *q,
                               tacti_ask *ask) {
    ask->has_impact = false;
    ask->earliest = ask->latest = 0;
    bool is_asked = (q->interest->flags & TACT_INTEREST_IMPACT) != 0 && is_continuous(q);
    if (!is_asked || !ask->is_active)
        return TACT_OK;
    const tact_instance *placed[2] = {q->a, q->b};
    tact_moving moving[2];
    for (int i = 0; i < 2; i++) {
        tact_rigid_motion path;
        tact_status status =
            tacti_slot_path(&world->slots.items[pair->slot[i]], world->seconds, &path);
        if (status != TACT_OK)
            return status;
        moving[i] = tact_moving_make(placed[i]->model, &path);
        moving[i].flags = placed[i]->flags;
    }
    tact_rigid_options options = tact_rigid_options_default();
    options.budget = IMPACT_BUDGET;
    tact_rigid_result found;
    tact_status status = tact_first_contact(&moving[0], &moving[1], &options, NULL, &found);
    if (status != TACT_OK)
        return status;
    if (found.outcome == TACT_OUTCOME_APART) {
        ask->is_active = ask->is_active && !ask->is_on_the_way;
        ask->is_on_the_way = false;
        return TACT_OK;
    }
    ask->has_impact = found.outcome == TACT_OUTCOME_CONTACT;
    ask->earliest = found.lower;
    ask->latest = ask->has_impact ? found.upper : 0;
    return TACT_OK;
}

/* Fetches the part of a pair's cache that most questions need: its first two lines. */
static void fetch_cache(tact_world *world, const tacti_ask *ask) {
    const tacti_world_pair *pair = &world->next_pairs.items[ask->pair];
    if (pair->cache_bytes == 0)
        return;
    const char *memory = tacti_cache_memory(tacti_pool_of(world, pair->cache_bytes), pair->cache);
    TACTI_PREFETCH(memory);
    TACTI_PREFETCH(memory + TACTI_CACHE_LINE);
}

static void ask_range(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    tact_world *world = data;
    (void)chunk;
    for (size_t i = range.begin; i < range.end; i++) {
        tacti_ask *ask = &world->asks.items[i];
        asked q;
        const tacti_world_pair *pair = &world->next_pairs.items[ask->pair];
        if (i + AHEAD < range.end)
            fetch_cache(world, ask + AHEAD);
        prepare(world, pair, &q);
        ask->status = answer(world, &q, worker, ask);
        if (ask->status == TACT_OK)
            ask->status = look_further(&q, ask);
        if (ask->status == TACT_OK)
            ask->status = find_impact(world, pair, &q, ask);
    }
}

/* ---- All questions ------------------------------------------------------------------------ */

/* The first question that failed. A lack of memory goes before other reasons: the step may succeed
 * when it is tried again, or fail for a reason that lasts. */
static tact_status find_failure(const tact_world *world, tact_error *error) {
    for (size_t i = 0; i < world->asks.count; i++) {
        if (world->asks.items[i].status == TACT_OUT_OF_MEMORY)
            return TACT_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < world->asks.count; i++) {
        const tacti_ask *ask = &world->asks.items[i];
        if (ask->status == TACT_OK)
            continue;
        const tacti_world_pair *pair = &world->next_pairs.items[ask->pair];
        return tacti_error_set(
            error, ask->status, 0, TACT_NO_INDEX, "%s of the objects in slots %u and %u: %s",
            tact_question_name(tacti_interest_at(world, pair->interest)->question),
            (unsigned)pair->slot[0], (unsigned)pair->slot[1], tact_status_text(ask->status));
    }
    return TACT_OK;
}

/* Brings the contacts of all workers into the order of the questions. */
static tact_status gather_elements(tact_world *world) {
    tacti_step_output *out = &world->next_output;
    for (size_t i = 0; i < world->asks.count; i++) {
        const tacti_ask *ask = &world->asks.items[i];
        const tacti_world_pair *pair = &world->next_pairs.items[ask->pair];
        if (tacti_interest_at(world, pair->interest)->question != TACT_QUESTION_CONTACTS)
            continue;
        tact_event_contacts *contacts = &out->contacts.items[ask->result];
        contacts->first = out->elements.count;
        tact_element_pair *to = tacti_element_pairs_extend(&out->elements, contacts->count);
        if (to == NULL)
            return TACT_OUT_OF_MEMORY;
        const tact_element_pair *from = world->workers.items[ask->worker].elements.items;
        for (uint32_t k = 0; k < contacts->count; k++)
            to[k] = from[ask->first + k];
    }
    return TACT_OK;
}

tact_status tacti_step_ask(tact_world *world, tact_error *error) {
    tact_status status = make_places(world);
    if (status == TACT_OK)
        status = make_workers(world);
    if (status != TACT_OK)
        return status;
    tacti_parallel_for(world->context, world->asks.count, GRAIN, ask_range, world);
    world->info.asked_pairs = world->asks.count;
    status = find_failure(world, error);
    if (status == TACT_OK)
        status = gather_elements(world);
    return status;
}
