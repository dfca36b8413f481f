/* SPDX-License-Identifier: MIT */
/* Candidates are tested as soon as they are found: a chunk of leaves fills a block with pairs, asks
 * about them eight at a time, and fills it again. Rounds have a fixed number of chunks. The limit
 * shrinks to the first contact within a chunk and from round to round. So what is asked does not
 * depend on the number of threads. */
#include "deform/step.h"

#include "base/parallel.h"
#include "math/bits.h"

/* Blocks of leaves per chunk, and chunks per round. */
#define CHUNK 32
#define ROUND 32
/* Pairs that a chunk holds at a time. */
#define ROOM 2048

typedef struct slot {
    tacti_deform_found found;
    uint32_t pairs[ROOM][2];
} slot;

typedef struct round_of_chunks {
    const tacti_deform_step *step;
    const tacti_join *join;
    tacti_pair_walk_run *run;
    uint32_t first_chunk;
    double limit;
    slot *slots;
} round_of_chunks;

/* ---- Eight questions ---------------------------------------------------------------------- */

/* The deformables that the first and the second features of a join belong to. */
static const tact_deform *side_of(const tacti_deform_question *q, const tacti_join *join,
                                  bool is_second) {
    return is_second == join->swapped ? q->a : q->b;
}

static void write_row(const tacti_deform_question *q, const tacti_join *join,
                      const uint32_t pair[2], uint32_t row[4]) {
    const tact_deform *a = side_of(q, join, false), *b = side_of(q, join, true);
    if (join->kind == TACT_IMPACT_VERTEX_FACE) {
        row[0] = pair[0];
        memcpy(row + 1, b->triangles[pair[1]], 3 * sizeof *row);
    } else {
        memcpy(row, a->edges[pair[0]], 2 * sizeof *row);
        memcpy(row + 2, b->edges[pair[1]], 2 * sizeof *row);
    }
}

/* Copies of the vertices of eight questions about two deformables. */
typedef struct gathered {
    tact_vec3 start[4 * TACTI_IMPACT_LANES], end[4 * TACTI_IMPACT_LANES];
} gathered;

static void gather(const tacti_deform_question *q, const tacti_join *join, gathered *g,
                   uint32_t rows[TACTI_IMPACT_LANES][4]) {
    uint32_t of_first = join->kind == TACT_IMPACT_VERTEX_FACE ? 1 : 2;
    for (uint32_t i = 0; i < 4 * TACTI_IMPACT_LANES; i++) {
        const tact_deform *d = side_of(q, join, i % 4 >= of_first);
        g->start[i] = d->start[rows[i / 4][i % 4]];
        g->end[i] = d->end[rows[i / 4][i % 4]];
        rows[i / 4][i % 4] = i;
    }
}

/* ---- What is found ------------------------------------------------------------------------ */

static void note(const tacti_deform_step *step, tacti_deform_found *found,
                 const tact_deform_contact *contact) {
    tact_deform_first *first = &found->first;
    bool is_proven = contact->impact.outcome == TACT_OUTCOME_CONTACT;
    if (first->outcome == TACT_OUTCOME_APART || tacti_deform_is_before(contact, &first->contact))
        first->contact = *contact;
    if (first->outcome == TACT_OUTCOME_APART || is_proven)
        first->outcome = contact->impact.outcome;
    if (is_proven && contact->impact.upper < first->upper)
        first->upper = contact->impact.upper;
    if (step->keeps_all && tacti_deform_contacts_push(&found->contacts, *contact) != TACT_OK)
        found->lacks_memory = true;
}

/* Times of a contact that are farther apart than this are halved, at most so often. */
#define NARROW 0x1p-16
#define MOST_HALVINGS 24

typedef struct eight {
    uint32_t rows[TACTI_IMPACT_LANES][4];
    tact_impact_options options;
    gathered g;
} eight;

static void answer(const round_of_chunks *r, const eight *e, const uint32_t (*rows)[4],
                   uint32_t count, const tact_impact_options *options,
                   tact_impact_result *results) {
    const tact_deform *a = r->step->question->a;
    bool is_one = a == r->step->question->b;
    tacti_impact_answer(r->step->filter, r->join->kind, is_one ? a->start : e->g.start,
                        is_one ? a->end : e->g.end, rows, count, options, results);
}

/* Boxes prove that features come near, but not well when. A question with a limit that proves apart
 * moves the lower time up; one that does not moves the times together. */
static void narrow(const round_of_chunks *r, const eight *e, uint32_t which,
                   tact_impact_result *result) {
    tact_impact_options options = e->options;
    tact_impact_result results[TACTI_IMPACT_LANES];
    uint32_t rows[TACTI_IMPACT_LANES][4];
    double end = result->upper < options.limit ? result->upper : options.limit;
    for (uint32_t i = 0; i < TACTI_IMPACT_LANES; i++)
        memcpy(rows[i], e->rows[which], sizeof rows[i]);
    for (int i = 0; i < MOST_HALVINGS && end - result->lower > NARROW; i++) {
        double middle = 0.5 * (result->lower + end);
        options.limit = middle;
        answer(r, e, (const uint32_t(*)[4])rows, 1, &options, results);
        if (results[0].outcome == TACT_OUTCOME_APART) {
            result->lower = middle;
            continue;
        }
        end = middle;
        if (results[0].outcome == TACT_OUTCOME_CONTACT) {
            double lower = result->lower > results[0].lower ? result->lower : results[0].lower;
            *result = results[0];
            result->lower = lower;
            end = result->upper < end ? result->upper : end;
        }
    }
}

static void ask_eight(const round_of_chunks *r, const uint32_t (*pairs)[2], uint32_t count,
                      double *limit, tacti_deform_found *found) {
    const tacti_deform_question *q = r->step->question;
    tact_impact_result results[TACTI_IMPACT_LANES];
    eight e;
    e.options = r->step->options;
    e.options.limit = *limit;
    for (uint32_t i = 0; i < TACTI_IMPACT_LANES; i++)
        write_row(q, r->join, pairs[i < count ? i : 0], e.rows[i]);
    if (q->a != q->b)
        gather(q, r->join, &e.g, e.rows);
    answer(r, &e, (const uint32_t(*)[4])e.rows, count, &e.options, results);
    for (uint32_t i = 0; i < count; i++) {
        if (results[i].outcome == TACT_OUTCOME_APART)
            continue;
        if (!r->step->keeps_all)
            narrow(r, &e, i, &results[i]);
        tact_deform_contact contact = {r->join->kind, r->join->swapped, pairs[i][0], pairs[i][1],
                                       results[i]};
        note(r->step, found, &contact);
        if (!r->step->keeps_all && found->first.upper < *limit)
            *limit = found->first.upper;
    }
}

/* ---- Rounds ------------------------------------------------------------------------------- */

static void run_chunk(const round_of_chunks *r, uint32_t index) {
    slot *s = &r->slots[index];
    uint32_t blocks = r->join->walk.a->room / TACTI_BLOCK;
    uint32_t first = (r->first_chunk + index) * CHUNK;
    double limit = r->limit;
    tacti_pair_walk walk = r->join->walk;
    walk.pairs = s->pairs;
    walk.room = ROOM;
    tacti_pair_walk_begin(&walk, first, blocks - first < CHUNK ? blocks : first + CHUNK);
    do {
        walk.count = 0;
        r->run(&walk);
        s->found.first.candidates += walk.count;
        for (uint32_t i = 0; i < walk.count; i += TACTI_IMPACT_LANES) {
            uint32_t left = walk.count - i;
            ask_eight(r, (const uint32_t(*)[2])walk.pairs + i,
                      left < TACTI_IMPACT_LANES ? left : TACTI_IMPACT_LANES, &limit, &s->found);
        }
    } while (walk.block < walk.end && !s->found.lacks_memory);
    s->found.visits += walk.visits;
    s->found.culled += walk.culled;
}

static void run_range(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)chunk;
    (void)worker;
    for (size_t i = range.begin; i < range.end; i++)
        run_chunk(data, (uint32_t)i);
}

static tacti_deform_found nothing(const tact_context *context) {
    tacti_deform_found found = {.contacts = tacti_deform_contacts_make(context)};
    found.first.outcome = TACT_OUTCOME_APART;
    found.first.lower = found.first.upper = tacti_infinity();
    return found;
}

/* Moves what a chunk found to what all have found. */
static void merge(tacti_deform_found *all, tacti_deform_found *part) {
    tact_deform_first *first = &all->first, *other = &part->first;
    first->candidates += other->candidates;
    all->lacks_memory |= part->lacks_memory;
    all->visits += part->visits;
    all->culled += part->culled;
    part->visits = part->culled = 0;
    if (other->outcome != TACT_OUTCOME_APART) {
        bool is_only = first->outcome == TACT_OUTCOME_APART;
        if (is_only || tacti_deform_is_before(&other->contact, &first->contact))
            first->contact = other->contact;
        if (is_only || other->outcome == TACT_OUTCOME_CONTACT)
            first->outcome = other->outcome;
        first->upper = other->upper < first->upper ? other->upper : first->upper;
    }
    if (part->contacts.count > 0) {
        tact_deform_contact *to =
            tacti_deform_contacts_extend(&all->contacts, part->contacts.count);
        if (to != NULL)
            memcpy(to, part->contacts.items, part->contacts.count * sizeof *to);
        else
            all->lacks_memory = true;
    }
    part->contacts.count = 0;
    part->first = nothing(NULL).first;
}

static void run_join(round_of_chunks *r, tacti_deform_found *all) {
    uint32_t blocks = r->join->walk.a->room / TACTI_BLOCK, chunks = (blocks + CHUNK - 1) / CHUNK;
    for (r->first_chunk = 0; r->first_chunk < chunks && !all->lacks_memory;
         r->first_chunk += ROUND) {
        uint32_t left = chunks - r->first_chunk, count = left < ROUND ? left : ROUND;
        tacti_parallel_for(r->step->question->context, count, 1, run_range, r);
        for (uint32_t i = 0; i < count; i++)
            merge(all, &r->slots[i].found);
        if (!r->step->keeps_all && all->first.upper < r->limit)
            r->limit = all->first.upper;
    }
}

tact_status tacti_deform_step_run(const tacti_deform_step *step, tacti_deform_found *found) {
    const tacti_deform_question *q = step->question;
    round_of_chunks r = {.step = step,
                         .run = tacti_pair_walk_at(tacti_simd_level(q->context)),
                         .limit = step->options.limit};
    *found = nothing(q->context);
    r.slots = tacti_allocate(q->context, ROUND, sizeof *r.slots, TACTI_CACHE_LINE);
    if (r.slots == NULL)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < ROUND; i++)
        r.slots[i].found = nothing(q->context);
    for (uint32_t i = 0; i < q->join_count; i++) {
        r.join = &q->joins[i];
        run_join(&r, found);
    }
    for (uint32_t i = 0; i < ROUND; i++)
        tacti_deform_contacts_release(&r.slots[i].found.contacts);
    tacti_release(q->context, r.slots, ROUND, sizeof *r.slots, TACTI_CACHE_LINE);
    tact_deform_first *first = &found->first;
    if (first->outcome != TACT_OUTCOME_APART)
        first->lower = first->contact.impact.lower;
    if (first->outcome == TACT_OUTCOME_UNDECIDED)
        first->upper = step->options.limit;
    if (!found->lacks_memory)
        return TACT_OK;
    tacti_deform_contacts_release(&found->contacts);
    return TACT_OUT_OF_MEMORY;
}
