/* SPDX-License-Identifier: MIT */
/* Takes any bytes as a motion of four vertices: small integers, neighbours of them, or any doubles.
 * No two answers may contradict each other: those of all methods, of other orders of the vertices,
 * of an earlier limit, of batches, and of all SIMD levels. */
#include <tact/tact.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct bytes {
    const uint8_t *data;
    size_t size, at;
} bytes;

static void require(bool is_true) {
    if (!is_true)
        abort();
}

static uint8_t take(bytes *in) {
    return in->at < in->size ? in->data[in->at++] : 0;
}

static double take_number(bytes *in, unsigned scheme) {
    if (scheme == 3) {
        uint8_t raw[sizeof(double)];
        double number;
        for (size_t i = 0; i < sizeof raw; i++)
            raw[i] = take(in);
        memcpy(&number, raw, sizeof number);
        return number;
    }
    unsigned byte = take(in);
    double number = (double)(byte % 9) - 4;
    if (scheme == 1)
        for (unsigned i = 0; i < byte / 9 % 4; i++)
            number = nextafter(number, byte / 36 % 2 == 0 ? HUGE_VAL : -HUGE_VAL);
    if (scheme == 2)
        number = ldexp(number, (int)(byte / 9) * 20 - 280);
    return number;
}

static tact_impact_result ask(tact_impact_kind kind, const tact_impact_motion *m,
                              const tact_impact_options *options) {
    tact_impact_result r;
    require((kind == TACT_IMPACT_VERTEX_FACE ? tact_impact_vertex_face(m, options, &r)
                                             : tact_impact_edge_edge(m, options, &r)) == TACT_OK);
    return r;
}

static void check_answer(const tact_impact_options *options, const tact_impact_result *r) {
    if (r->outcome == TACT_OUTCOME_APART)
        require(isinf(r->lower) && isinf(r->upper));
    else
        require(r->lower >= 0 && r->lower <= r->upper && r->upper <= options->limit);
    require(r->boxes <= options->budget);
}

static tact_impact_motion reorder(const tact_impact_motion *m, tact_impact_kind kind,
                                  unsigned order) {
    static const uint8_t orders[2][5][4] = {
        {{0, 2, 1, 3}, {0, 1, 3, 2}, {0, 3, 1, 2}, {0, 2, 3, 1}, {0, 3, 2, 1}},
        {{1, 0, 2, 3}, {0, 1, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}, {2, 3, 1, 0}}};
    tact_impact_motion out;
    for (int i = 0; i < 4; i++) {
        out.start[i] = m->start[orders[kind][order % 5][i]];
        out.end[i] = m->end[orders[kind][order % 5][i]];
    }
    return out;
}

/* Two answers about the same features, the second perhaps with an earlier limit. */
static void check_pair(const tact_impact_result *a, const tact_impact_result *b) {
    bool b_meets = b->outcome == TACT_OUTCOME_CONTACT;
    require(!(a->outcome == TACT_OUTCOME_APART && b_meets));
    if (a->outcome == TACT_OUTCOME_CONTACT && b_meets)
        require(a->lower <= b->upper && b->lower <= a->upper);
}

static void check_batches(tact_impact_kind kind, const tact_impact_motion *m,
                          const tact_impact_options *options) {
    static const uint32_t vertices[9][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {0, 0, 1, 2},
                                            {3, 1, 2, 0}, {2, 2, 2, 2}, {0, 1, 2, 3},
                                            {1, 2, 3, 0}, {0, 2, 1, 3}, {3, 2, 1, 0}};
    tact_impact_batch batch = {m->start, m->end, vertices, 4, 9, kind, options};
    tact_impact_result results[9], others[9], single = ask(kind, m, options);
    for (int level = 0; level <= (int)tact_simd_level_best(); level++) {
        tact_context_desc desc = tact_context_desc_default();
        tact_context *context;
        desc.simd_level = (tact_simd_level)level;
        require(tact_context_create(&desc, &context) == TACT_OK);
        memset(others, 0, sizeof others);
        require(tact_impact_batch_run(context, &batch, level == 0 ? results : others) == TACT_OK);
        require(level == 0 || memcmp(results, others, sizeof results) == 0);
        tact_context_destroy(context);
    }
    require(memcmp(&single, &results[0], sizeof single) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes in = {data, size, 0};
    unsigned head = take(&in), second = take(&in);
    tact_impact_kind kind = (tact_impact_kind)(head & 1);
    tact_impact_options options = tact_impact_options_default();
    options.budget = 128;
    options.separation = (second & 1) != 0 ? fabs(take_number(&in, head >> 1 & 3)) : 0;
    options.limit = (second & 2) != 0 ? (second >> 2 & 15) / 15.0 : 1;
    tact_impact_motion m;
    double *x = &m.start[0].x, sum = options.separation;
    for (int i = 0; i < 24; i++) {
        x[i] = take_number(&in, head >> 1 & 3);
        sum += isfinite(x[i]) ? 0 : x[i];
    }
    tact_impact_result refused;
    if (!isfinite(sum)) {
        require(tact_impact_edge_edge(&m, &options, &refused) != TACT_OK);
        return 0;
    }
    tact_impact_result said[4];
    for (int method = 0; method < 4; method++) {
        options.method = (tact_impact_method)method;
        said[method] = ask(kind, &m, &options);
        check_answer(&options, &said[method]);
        tact_impact_motion other = reorder(&m, kind, head >> 3);
        tact_impact_result moved = ask(kind, &other, &options);
        require(moved.outcome == said[method].outcome);
        for (int i = 0; i < method; i++) {
            check_pair(&said[i], &said[method]);
            check_pair(&said[method], &said[i]);
        }
        tact_impact_options whole = options;
        whole.limit = 1;
        tact_impact_result all = ask(kind, &m, &whole);
        check_pair(&all, &said[method]);
        check_batches(kind, &m, &options);
    }
    return 0;
}
