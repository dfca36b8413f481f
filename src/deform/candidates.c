/* SPDX-License-Identifier: MIT */
/* Candidates as a stream. The leaves of one side are cut into chunks of fixed size. A round gives
 * one chunk to each of a fixed number of slots, which the threads fill; then the slots go to the
 * visitor in order. A chunk with more pairs than a slot holds is continued on the calling thread.
 * So the sequence of pairs does not depend on the number of threads. */
#include "deform/candidates.h"

#include <math.h>

#include "base/parallel.h"
#include "math/bits.h"

/* Blocks of leaves per chunk. */
#define CHUNK 8
/* Slots per thread. */
#define SLOTS_PER_WORKER 16

const char *tact_deform_method_name(tact_deform_method method) {
    static const char *const names[] = {"hierarchy", "grid", "sweep"};
    return (unsigned)method < sizeof names / sizeof names[0] ? names[method] : "unknown method";
}

/* ---- The question ------------------------------------------------------------------------- */

tact_status tacti_deform_options_read(const tact_deform_options *given, tact_deform_options *out) {
    tact_deform_options options = tact_deform_options_default();
    if (given != NULL) {
        if (given->size < 2 * sizeof(uint32_t) || given->size > sizeof options)
            return TACT_INVALID_ARGUMENT;
        memcpy(&options, given, given->size);
    }
    if (!tacti_is_finite(options.thickness))
        return TACT_NOT_FINITE;
    if ((unsigned)options.method > TACT_DEFORM_SWEEP || options.thickness < 0 ||
        (options.kinds & ~(TACT_DEFORM_VERTEX_FACE | TACT_DEFORM_EDGE_EDGE)) != 0 ||
        (options.culling &
         ~(TACT_DEFORM_CULL_CONES | TACT_DEFORM_CULL_ENERGY | TACT_DEFORM_CULL_AUTO)) != 0)
        return TACT_INVALID_ARGUMENT;
    *out = options;
    return TACT_OK;
}

static void add_join(tacti_deform_question *q, tact_impact_kind kind, const tact_deform *a,
                     const tact_deform *b, bool swapped, float grow) {
    bool is_edges = kind == TACT_IMPACT_EDGE_EDGE, is_one = q->a == q->b;
    tacti_join *join = &q->joins[q->join_count++];
    *join = (tacti_join){.kind = kind,
                         .swapped = swapped,
                         .walk = {.a = &a->tree[is_edges ? TACTI_EDGES : TACTI_VERTICES],
                                  .b = &b->tree[is_edges ? TACTI_EDGES : TACTI_FACES],
                                  .is_self = is_edges && is_one,
                                  .is_one_body = is_one,
                                  .grow = grow}};
}

tact_status tacti_deform_question_make(const tact_deform *a, const tact_deform *b,
                                       const tact_deform_options *options, double separation,
                                       tacti_deform_question *out) {
    tact_deform_options o;
    if (a == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_deform_options_read(options, &o);
    if (status != TACT_OK)
        return status;
    *out = (tacti_deform_question){.a = a,
                                   .b = b != NULL ? b : a,
                                   .method = o.method,
                                   .context = a->context,
                                   .culling = o.culling,
                                   .saved = o.saved};
    double half = (o.thickness > separation ? o.thickness : separation) / 2;
    float grow = (float)half;
    if ((double)grow < half)
        grow = nextafterf(grow, INFINITY);
    if ((o.kinds & TACT_DEFORM_VERTEX_FACE) != 0) {
        add_join(out, TACT_IMPACT_VERTEX_FACE, out->a, out->b, false, grow);
        if (out->a != out->b)
            add_join(out, TACT_IMPACT_VERTEX_FACE, out->b, out->a, true, grow);
    }
    if ((o.kinds & TACT_DEFORM_EDGE_EDGE) != 0)
        add_join(out, TACT_IMPACT_EDGE_EDGE, out->a, out->b, false, grow);
    return TACT_OK;
}

/* ---- The stream --------------------------------------------------------------------------- */

typedef struct stream {
    const tact_context *context;
    tacti_pair_walk_run *run;
    tacti_pair_walk *slots;
    uint32_t slot_count;
    uint32_t (*pairs)[2]; /* TACTI_DEFORM_ROOM for each slot */
    const tacti_join *join;
    uint32_t first_chunk; /* of the round */
    tact_deform_visitor *visitor;
    void *user;
} stream;

static void fill_slots(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)chunk;
    (void)worker;
    stream *s = data;
    for (size_t i = range.begin; i < range.end; i++) {
        tacti_pair_walk *walk = &s->slots[i];
        uint32_t blocks = s->join->walk.a->room / TACTI_BLOCK;
        uint32_t first = (s->first_chunk + (uint32_t)i) * CHUNK;
        *walk = s->join->walk;
        walk->pairs = s->pairs + i * TACTI_DEFORM_ROOM;
        walk->room = TACTI_DEFORM_ROOM;
        tacti_pair_walk_begin(walk, first, blocks - first < CHUNK ? blocks : first + CHUNK);
        s->run(walk);
    }
}

/* Gives the pairs of a slot to the visitor, and those that did not fit. */
static bool deliver(const stream *s, tacti_pair_walk *walk) {
    for (;;) {
        tact_deform_block block = {.kind = s->join->kind,
                                   .swapped = s->join->swapped,
                                   .count = walk->count,
                                   .pairs = (const uint32_t(*)[2])walk->pairs};
        if (walk->count > 0 && !s->visitor(s->user, &block))
            return false;
        if (walk->block == walk->end)
            return true;
        walk->count = 0;
        s->run(walk);
    }
}

static bool stream_join(stream *s, const tacti_join *join) {
    uint32_t blocks = join->walk.a->room / TACTI_BLOCK, chunks = (blocks + CHUNK - 1) / CHUNK;
    s->join = join;
    for (s->first_chunk = 0; s->first_chunk < chunks; s->first_chunk += s->slot_count) {
        uint32_t left = chunks - s->first_chunk;
        uint32_t count = left < s->slot_count ? left : s->slot_count;
        tacti_parallel_for(s->context, count, 1, fill_slots, s);
        for (uint32_t i = 0; i < count; i++)
            if (!deliver(s, &s->slots[i]))
                return false;
    }
    return true;
}

tacti_pair_walk_run *tacti_pair_walk_at(tact_simd_level level) {
    static tacti_pair_walk_run *const table[] = TACTI_LEVEL_TABLE(tacti_pair_walk_run);
    return table[tacti_simd_row(level)];
}

tact_status tacti_deform_stream(const tacti_deform_question *q, tact_deform_visitor *visitor,
                                void *user) {
    uint32_t workers = tacti_worker_count(q->context);
    stream s = {.context = q->context,
                .run = tacti_pair_walk_at(tacti_simd_level(q->context)),
                .slot_count = workers > 1 ? SLOTS_PER_WORKER * workers : 1,
                .visitor = visitor,
                .user = user};
    size_t room = (size_t)s.slot_count * TACTI_DEFORM_ROOM;
    s.slots = tacti_allocate(q->context, s.slot_count, sizeof *s.slots, TACTI_CACHE_LINE);
    s.pairs = tacti_allocate(q->context, room, sizeof *s.pairs, TACTI_CACHE_LINE);
    bool is_there = s.slots != NULL && s.pairs != NULL, goes_on = is_there;
    for (uint32_t i = 0; i < q->join_count && goes_on; i++)
        goes_on = stream_join(&s, &q->joins[i]);
    tacti_release(q->context, s.slots, s.slot_count, sizeof *s.slots, TACTI_CACHE_LINE);
    tacti_release(q->context, s.pairs, room, sizeof *s.pairs, TACTI_CACHE_LINE);
    return is_there ? TACT_OK : TACT_OUT_OF_MEMORY;
}

tact_status tact_deform_candidates(const tact_deform *a, const tact_deform *b,
                                   const tact_deform_options *options, tact_deform_visitor *visitor,
                                   void *user) {
    tacti_deform_question question;
    if (visitor == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_deform_question_make(a, b, options, 0, &question);
    if (status != TACT_OK || question.method == TACT_DEFORM_HIERARCHY)
        return status == TACT_OK ? tacti_deform_stream(&question, visitor, user) : status;
    bool goes_on = true;
    for (uint32_t i = 0; i < question.join_count && status == TACT_OK && goes_on; i++)
        status = tacti_deform_listed(&question, &question.joins[i], visitor, user, &goes_on);
    return status;
}
