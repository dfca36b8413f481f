/* SPDX-License-Identifier: MIT */
/* Questions about moving features: the options, the order of the stages, and the answer in the
 * caller's numbering. */
#include "feature/impact.h"

#include <math.h>
#include <string.h>

#include "feature/stages.h"
#include "math/vec.h"

const char *tact_impact_kind_name(tact_impact_kind kind) {
    switch (kind) {
    case TACT_IMPACT_VERTEX_FACE:
        return "vertex-face";
    case TACT_IMPACT_EDGE_EDGE:
        return "edge-edge";
    }
    return "unknown kind";
}

const char *tact_impact_method_name(tact_impact_method method) {
    static const char *const names[] = {"exact", "inclusion", "cubic", "advance", "parity"};
    return (unsigned)method < sizeof names / sizeof names[0] ? names[method] : "unknown method";
}

const char *tact_impact_ending_name(tact_impact_ending ending) {
    static const char *const names[] = {"filter", "exact", "precision", "budget"};
    return (unsigned)ending < sizeof names / sizeof names[0] ? names[ending] : "unknown ending";
}

tact_status tacti_impact_options_read(const tact_impact_options *given, tact_impact_options *out) {
    tact_impact_options options = tact_impact_options_default();
    if (given != NULL) {
        if (given->size < 2 * sizeof(uint32_t) || given->size > sizeof options)
            return TACT_INVALID_ARGUMENT;
        memcpy(&options, given, given->size);
    }
    if (!tacti_is_finite(options.separation) || !tacti_is_finite(options.limit) ||
        !tacti_is_finite(options.tolerance))
        return TACT_NOT_FINITE;
    if ((unsigned)options.method > TACT_IMPACT_PARITY || options.separation < 0 ||
        !(options.limit >= 0 && options.limit <= 1) || options.tolerance < 0)
        return TACT_INVALID_ARGUMENT;
    if (options.separation > 0 && options.method != TACT_IMPACT_ADVANCE)
        options.method = TACT_IMPACT_INCLUSION;
    *out = options;
    return TACT_OK;
}

tacti_impact_first *tacti_impact_first_at(tact_simd_level level) {
    static tacti_impact_first *const table[] = TACTI_LEVEL_TABLE(tacti_impact_first);
    return table[tacti_simd_row(level)];
}

/* ---- The stages --------------------------------------------------------------------------- */

/* The times of a contact that the cubic proves are narrower than this, or the exact stage decides:
 * near a double root, rounded coefficients tell that there is a root, but not well where. */
#define WIDEST 0x1p-16

static tacti_impact_verdict decide_exactly(const tacti_impact_question *question,
                                           const tacti_impact_frame *frame) {
    tacti_impact_verdict verdict = tacti_impact_cubic(frame, question->options->limit);
    if (verdict.outcome == TACT_OUTCOME_APART ||
        (verdict.outcome == TACT_OUTCOME_CONTACT && verdict.upper - verdict.lower <= WIDEST))
        return verdict;
    tacti_impact_verdict exact = tacti_impact_exact(question, false);
    return exact.outcome == TACT_OUTCOME_UNDECIDED ? verdict : exact;
}

static tacti_impact_verdict decide(const tacti_impact_question *question,
                                   const tacti_impact_frame *frame, uint32_t *boxes) {
    const tact_impact_options *options = question->options;
    tacti_impact_verdict verdict = {.outcome = TACT_OUTCOME_UNDECIDED};
    double first = 0;
    switch (options->method) {
    case TACT_IMPACT_PARITY:
        verdict = tacti_impact_exact(question, true);
        break;
    case TACT_IMPACT_ADVANCE:
        verdict = tacti_impact_advance(question, frame);
        first = verdict.lower;
        break;
    case TACT_IMPACT_EXACT:
        verdict = decide_exactly(question, frame);
        break;
    case TACT_IMPACT_CUBIC:
        verdict = tacti_impact_cubic(frame, options->limit);
        break;
    case TACT_IMPACT_INCLUSION:
        break;
    }
    if (verdict.outcome == TACT_OUTCOME_UNDECIDED)
        verdict = tacti_impact_inclusion(frame, options, first, boxes);
    return verdict;
}

/* ---- The answer --------------------------------------------------------------------------- */

/* Rounded, so only a guess: how far along from a to b the point nearest to the origin is. */
static double position_between(const double a[3], const double b[3]) {
    double along = 0, square = 0;
    for (int k = 0; k < 3; k++) {
        double d = b[k] - a[k];
        along -= a[k] * d;
        square += d * d;
    }
    return square > 0 ? tacti_max(0, tacti_min(1, along / square)) : 0;
}

static double ratio_along(const double a[3], const double b[3], const double n[3]) {
    double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    double square = (n[0] * n[0] + n[1] * n[1]) + n[2] * n[2];
    double part = (c[0] * n[0] + c[1] * n[1]) + c[2] * n[2];
    return square > 0 ? tacti_max(0, tacti_min(1, part / square)) : 0;
}

static void cross_differences(const double a[3], const double b[3], const double origin[3],
                              const double *other_origin, double out[3]) {
    double x[3], y[3];
    for (int k = 0; k < 3; k++) {
        x[k] = a[k] - origin[k];
        y[k] = b[k] - other_origin[k];
    }
    out[0] = x[1] * y[2] - x[2] * y[1];
    out[1] = x[2] * y[0] - x[0] * y[2];
    out[2] = x[0] * y[1] - x[1] * y[0];
}

/* Rounded ratios may be far off if the features are nearly in one line. Then a vertex of one is
 * near the other at the contact, and the nearest such pair takes their place. */
#define FAR_OFF 0x1p-20

static double length_of(const double a[3]) {
    return sqrt((a[0] * a[0] + a[1] * a[1]) + a[2] * a[2]);
}

/* How far p is from the edge from a to b, and where on it the nearest point is. */
static double to_edge(const double p[3], const double a[3], const double b[3], double *along) {
    double from[3], to[3], gap[3];
    for (int k = 0; k < 3; k++) {
        from[k] = a[k] - p[k];
        to[k] = b[k] - p[k];
    }
    *along = position_between(from, to);
    for (int k = 0; k < 3; k++)
        gap[k] = from[k] + *along * (to[k] - from[k]);
    return length_of(gap);
}

static void correct_face(double w[4][3], double weight[3]) {
    double gap[3], along;
    for (int k = 0; k < 3; k++)
        gap[k] = (weight[0] * w[1][k] + weight[1] * w[2][k]) + weight[2] * w[3][k];
    double least = length_of(gap);
    if (!(least > FAR_OFF))
        return;
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3;
        double here = to_edge(w[0], w[i + 1], w[next + 1], &along);
        if (here < least) {
            least = here;
            weight[i] = 1 - along;
            weight[next] = along;
            weight[(i + 2) % 3] = 0;
        }
    }
}

static void correct_edges(double w[4][3], double place[2]) {
    double gap[3], along;
    for (int k = 0; k < 3; k++)
        gap[k] = w[2][k] + place[1] * (w[3][k] - w[2][k]) - place[0] * w[1][k];
    double least = length_of(gap);
    if (!(least > FAR_OFF))
        return;
    for (int i = 0; i < 4; i++) {
        int mine = i / 2, other = 1 - mine;
        double here = to_edge(w[i], w[2 * other], w[2 * other + 1], &along);
        if (here < least) {
            least = here;
            place[mine] = i % 2;
            place[other] = along;
        }
    }
}

/* The weights of the corners, in the order of the question. */
static void place_in_face(const tacti_impact_verdict *verdict, double w[4][3], double weight[3]) {
    uint32_t number = tact_feature_number(verdict->b);
    weight[0] = weight[1] = weight[2] = 0;
    switch (tact_feature_kind_of(verdict->b)) {
    case TACT_FEATURE_KIND_VERTEX:
        weight[number] = 1;
        break;
    case TACT_FEATURE_KIND_EDGE: {
        uint32_t next = (number + 1) % 3;
        weight[next] = position_between(w[number + 1], w[next + 1]);
        weight[number] = 1 - weight[next];
        break;
    }
    case TACT_FEATURE_KIND_FACE: {
        double n[3];
        cross_differences(w[2], w[3], w[1], w[1], n);
        weight[1] = ratio_along(w[3], w[1], n);
        weight[2] = tacti_min(ratio_along(w[1], w[2], n), 1 - weight[1]);
        weight[0] = (1 - weight[1]) - weight[2];
        correct_face(w, weight);
        break;
    }
    }
}

/* The positions on the edges, in the order of the question. */
static void place_on_edges(const tacti_impact_verdict *verdict, double w[4][3], double place[2]) {
    bool is_end[2] = {tact_feature_kind_of(verdict->a) == TACT_FEATURE_KIND_VERTEX,
                      tact_feature_kind_of(verdict->b) == TACT_FEATURE_KIND_VERTEX};
    place[0] = is_end[0] ? tact_feature_number(verdict->a) : 0;
    place[1] = is_end[1] ? tact_feature_number(verdict->b) : 0;
    if (!is_end[0] && !is_end[1]) {
        double n[3], back[3] = {-w[1][0], -w[1][1], -w[1][2]};
        cross_differences(w[1], w[3], w[0], w[2], n);
        place[0] = ratio_along(w[2], w[3], n);
        place[1] = ratio_along(back, w[2], n);
        correct_edges(w, place);
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (is_end[i])
            continue;
        int other = 1 - i;
        const double *vertex = w[2 * other + (place[other] > 0.5)];
        double to[2][3];
        for (int end = 0; end < 2; end++)
            for (int k = 0; k < 3; k++)
                to[end][k] = w[2 * i + end][k] - vertex[k];
        place[i] = position_between(to[0], to[1]);
    }
}

/* u and v of a contact that was found without them. */
static void place_contact(const tacti_impact_frame *frame, tacti_impact_verdict *verdict,
                          double weight[3]) {
    double t = verdict->lower + (verdict->upper - verdict->lower) / 2, w[4][3] = {{0}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            w[i + 1][k] = (1 - t) * frame->at[0][i][k] + t * frame->at[1][i][k];
    if (frame->kind == TACT_IMPACT_VERTEX_FACE)
        place_in_face(verdict, w, weight);
    else
        place_on_edges(verdict, w, weight);
}

/* A feature of the face with the caller's numbers. */
static tact_feature rename_in_face(const tacti_impact_question *q, tact_feature feature) {
    uint32_t number = tact_feature_number(feature);
    switch (tact_feature_kind_of(feature)) {
    case TACT_FEATURE_KIND_VERTEX:
        return (tact_feature)(q->order[number + 1] - 1);
    case TACT_FEATURE_KIND_EDGE: /* the edge opposite to corner i is that with number i + 1 */
        return (tact_feature)(TACT_FEATURE_EDGE_0 + (q->order[(number + 2) % 3 + 1]) % 3);
    case TACT_FEATURE_KIND_FACE:
        break;
    }
    return feature;
}

static tact_feature rename_on_edge(const tacti_impact_question *q, uint32_t first,
                                   tact_feature feature) {
    if (tact_feature_kind_of(feature) != TACT_FEATURE_KIND_VERTEX)
        return feature;
    return (tact_feature)(q->order[first + tact_feature_number(feature)] & 1);
}

/* The verdict in the caller's numbers. */
static void report(const tacti_impact_question *q, const tacti_impact_frame *frame,
                   tacti_impact_verdict *verdict, uint32_t boxes, tact_impact_result *out) {
    *out = (tact_impact_result){.outcome = verdict->outcome,
                                .ending = verdict->ending,
                                .lower = verdict->lower,
                                .upper = verdict->upper,
                                .boxes = boxes};
    if (verdict->outcome == TACT_OUTCOME_APART)
        return;
    double weight[3] = {(1 - verdict->u) - verdict->v, verdict->u, verdict->v};
    bool is_face = q->kind == TACT_IMPACT_VERTEX_FACE;
    if (!is_face) {
        weight[0] = verdict->u;
        weight[1] = verdict->v;
    }
    if (verdict->has_place) {
        verdict->a = is_face ? TACT_FEATURE_VERTEX_0 : TACT_FEATURE_EDGE_0;
        verdict->b = is_face ? TACT_FEATURE_FACE : TACT_FEATURE_EDGE_0;
    } else {
        place_contact(frame, verdict, weight);
    }
    if (is_face) {
        double by_corner[3];
        for (int i = 0; i < 3; i++)
            by_corner[q->order[i + 1] - 1] = weight[i];
        out->a = verdict->a;
        out->b = rename_in_face(q, verdict->b);
        out->u = by_corner[1];
        out->v = by_corner[2];
        return;
    }
    bool is_swapped = q->order[0] > 1;
    tact_feature feature[2] = {rename_on_edge(q, 0, verdict->a), rename_on_edge(q, 2, verdict->b)};
    for (int i = 0; i < 2; i++)
        if ((q->order[2 * i] & 1) != 0)
            weight[i] = 1 - weight[i];
    out->a = feature[is_swapped];
    out->b = feature[!is_swapped];
    out->u = weight[is_swapped];
    out->v = weight[!is_swapped];
}

static void answer_one(const tacti_impact_question *question, tact_impact_result *out) {
    tacti_impact_frame frame;
    tacti_impact_frame_make(question, &frame);
    uint32_t boxes = 0;
    tacti_impact_verdict verdict = decide(question, &frame, &boxes);
    report(question, &frame, &verdict, boxes, out);
}

static void report_apart(tact_impact_result *out) {
    *out = (tact_impact_result){.outcome = TACT_OUTCOME_APART,
                                .ending = TACT_IMPACT_ENDED_FILTER,
                                .lower = HUGE_VAL,
                                .upper = HUGE_VAL};
}

static tacti_impact_question make_question(tact_impact_kind kind, const tact_vec3 *start,
                                           const tact_vec3 *end, const uint32_t vertices[4],
                                           const tact_impact_options *options) {
    const tact_vec3 *s[4], *e[4];
    for (int i = 0; i < 4; i++) {
        s[i] = &start[vertices[i]];
        e[i] = &end[vertices[i]];
    }
    return tacti_impact_question_make(kind, s, e, options);
}

/* Whether the first stage proves any order of the vertices apart. It rounds differently in each, so
 * if the exact stage gives up, the caller's order could decide otherwise. */
static bool is_apart_in_any_order(tacti_impact_first *first, tact_impact_kind kind,
                                  const tact_vec3 *start, const tact_vec3 *end,
                                  const uint32_t vertices[4]) {
    static const uint8_t orders[2][TACTI_IMPACT_LANES][4] = {{{0, 1, 2, 3},
                                                              {0, 1, 3, 2},
                                                              {0, 2, 1, 3},
                                                              {0, 2, 3, 1},
                                                              {0, 3, 1, 2},
                                                              {0, 3, 2, 1},
                                                              {0, 1, 2, 3},
                                                              {0, 1, 2, 3}},
                                                             {{0, 1, 2, 3},
                                                              {0, 1, 3, 2},
                                                              {1, 0, 2, 3},
                                                              {1, 0, 3, 2},
                                                              {2, 3, 0, 1},
                                                              {2, 3, 1, 0},
                                                              {3, 2, 0, 1},
                                                              {3, 2, 1, 0}}};
    uint32_t ordered[TACTI_IMPACT_LANES][4];
    for (int i = 0; i < TACTI_IMPACT_LANES; i++)
        for (int k = 0; k < 4; k++)
            ordered[i][k] = vertices[orders[kind][i][k]];
    return first(kind, start, end, (const uint32_t(*)[4])ordered, 0) != 0;
}

/* A method that can leave a question open gets its vertices in order from the first stage on:
 * otherwise the order could decide which stage a question reaches. */
void tacti_impact_answer(tacti_impact_first *first, tact_impact_kind kind, const tact_vec3 *start,
                         const tact_vec3 *end, const uint32_t vertices[][4], uint32_t count,
                         const tact_impact_options *options, tact_impact_result *results) {
    tact_impact_method method = options->method;
    uint32_t ordered[TACTI_IMPACT_LANES][4], apart = 0;
    tacti_impact_question question;
    if (method == TACT_IMPACT_INCLUSION || method == TACT_IMPACT_CUBIC ||
        method == TACT_IMPACT_ADVANCE) {
        for (uint32_t i = 0; i < TACTI_IMPACT_LANES; i++) {
            question = make_question(kind, start, end, vertices[i], options);
            for (int k = 0; k < 4; k++)
                ordered[i][k] = vertices[i][question.order[k]];
        }
        apart = first(kind, start, end, (const uint32_t(*)[4])ordered, options->separation);
    } else if (method == TACT_IMPACT_EXACT) {
        apart = first(kind, start, end, vertices, 0);
    }
    for (uint32_t i = 0; i < count; i++) {
        if ((apart >> i & 1) != 0) {
            report_apart(&results[i]);
            continue;
        }
        question = make_question(kind, start, end, vertices[i], options);
        answer_one(&question, &results[i]);
        if (method == TACT_IMPACT_EXACT && results[i].outcome == TACT_OUTCOME_UNDECIDED &&
            is_apart_in_any_order(first, kind, start, end, vertices[i]))
            report_apart(&results[i]);
    }
}

static tact_status answer_single(tact_impact_kind kind, const tact_impact_motion *motion,
                                 const tact_impact_options *given, tact_impact_result *out) {
    tact_impact_options options;
    if (motion == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_impact_options_read(given, &options);
    if (status != TACT_OK)
        return status;
    for (int i = 0; i < 4; i++)
        if (!tacti_vec3_is_finite(motion->start[i]) || !tacti_vec3_is_finite(motion->end[i]))
            return TACT_NOT_FINITE;
    static const uint32_t vertices[TACTI_IMPACT_LANES][4] = {
        {0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3},
        {0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}};
    tact_impact_result result;
    tacti_impact_answer(tacti_impact_first_at(tacti_simd_level_now()), kind, motion->start,
                        motion->end, vertices, 1, &options, &result);
    *out = result;
    return TACT_OK;
}

tact_status tact_impact_vertex_face(const tact_impact_motion *motion,
                                    const tact_impact_options *options, tact_impact_result *out) {
    return answer_single(TACT_IMPACT_VERTEX_FACE, motion, options, out);
}

tact_status tact_impact_edge_edge(const tact_impact_motion *motion,
                                  const tact_impact_options *options, tact_impact_result *out) {
    return answer_single(TACT_IMPACT_EDGE_EDGE, motion, options, out);
}
