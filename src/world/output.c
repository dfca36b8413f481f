/* SPDX-License-Identifier: MIT */
/* The answers and events of a step: memory, and the hash of what they say. */
#include <string.h>

#include "model/model.h"
#include "world/output.h"

tacti_step_output tacti_output_make(const tact_context *context) {
    return (tacti_step_output){.events = tacti_events_make(context),
                               .collides = tacti_collides_make(context),
                               .distances = tacti_distances_make(context),
                               .depths = tacti_depths_make(context),
                               .manifolds = tacti_manifolds_make(context),
                               .contacts = tacti_event_contacts_make(context),
                               .elements = tacti_element_pairs_make(context)};
}

void tacti_output_release(tacti_step_output *output) {
    tacti_events_release(&output->events);
    tacti_collides_release(&output->collides);
    tacti_distances_release(&output->distances);
    tacti_depths_release(&output->depths);
    tacti_manifolds_release(&output->manifolds);
    tacti_event_contacts_release(&output->contacts);
    tacti_element_pairs_release(&output->elements);
}

void tacti_output_clear(tacti_step_output *output) {
    output->events.count = 0;
    output->collides.count = 0;
    output->distances.count = 0;
    output->depths.count = 0;
    output->manifolds.count = 0;
    output->contacts.count = 0;
    output->elements.count = 0;
}

static uint64_t hash_number(uint64_t sum, uint64_t number) {
    return tacti_hash_words(sum, &number, 1);
}

static uint64_t hash_real(uint64_t sum, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return hash_number(sum, bits);
}

/* The numbers of an answer that a caller acts on. */
static uint64_t hash_answer(uint64_t sum, const tacti_step_output *output,
                            const tact_event *event) {
    size_t at = event->result;
    switch (event->question) {
    case TACT_QUESTION_COLLIDE:
        return hash_number(sum, (uint64_t)output->collides.items[at].outcome);
    case TACT_QUESTION_DISTANCE:
        return hash_real(sum, output->distances.items[at].distance);
    case TACT_QUESTION_DEPTH:
        return hash_real(sum, output->depths.items[at].depth);
    case TACT_QUESTION_MANIFOLD:
        sum = hash_number(sum, output->manifolds.items[at].point_count);
        return hash_real(sum, output->manifolds.items[at].separation);
    default:
        return hash_number(sum, output->contacts.items[at].count);
    }
}

uint64_t tacti_output_hash(uint64_t sum, const tacti_step_output *output) {
    for (size_t i = 0; i < output->events.count; i++) {
        const tact_event *event = &output->events.items[i];
        sum = hash_number(sum, (uint64_t)event->kind << 32 | event->flags);
        sum = hash_number(sum, (uint64_t)event->a.slot << 32 | event->a.generation);
        sum = hash_number(sum, (uint64_t)event->b.slot << 32 | event->b.generation);
        if (event->earliest > 0 || event->latest > 0)
            sum = hash_real(hash_real(sum, event->earliest), event->latest);
        if (event->result != TACT_NO_RESULT)
            sum = hash_answer(sum, output, event);
    }
    for (size_t i = 0; i < output->elements.count; i++) {
        const tact_element_pair *pair = &output->elements.items[i];
        sum = hash_number(sum, (uint64_t)pair->a.part << 32 | pair->a.element);
        sum = hash_number(sum, (uint64_t)pair->b.part << 32 | pair->b.element);
    }
    return sum;
}
