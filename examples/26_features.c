/* SPDX-License-Identifier: MIT */
/* Moving features: when a vertex meets a face, when two edges meet, and a step that is cut short
 * before the first contact. */
#include <stdio.h>
#include <tact/tact.h>

/* A sheet of two triangles that falls onto the edge between (-1, 0, 0) and (2, 0.25, 0). */
static const tact_vec3 start[6] = {{0, 0, 1}, {1, 0, 1},  {0, 1, 1},
                                   {1, 1, 2}, {-1, 0, 0}, {2, 0.25, 0}};
static const tact_vec3 end[6] = {{0, 0, -1}, {1, 0, -1}, {0, 1, -1},
                                 {1, 1, 0},  {-1, 0, 0}, {2, 0.25, 0}};

static void show(const char *what, const tact_impact_result *r) {
    if (r->outcome == TACT_OUTCOME_APART)
        printf("%s: apart\n", what);
    else
        printf("%s: %s between %.9f and %.9f, u %.3f, v %.3f\n", what,
               tact_outcome_name(r->outcome), r->lower, r->upper, r->u, r->v);
}

int main(void) {
    /* One question: the middle of the sheet's first triangle moves through a vertex. */
    tact_impact_motion motion = {{{0.25, 0.25, 0}, start[0], start[1], start[2]},
                                 {{0.25, 0.25, 0}, end[0], end[1], end[2]}};
    tact_impact_result result;
    if (tact_impact_vertex_face(&motion, NULL, &result) != TACT_OK)
        return 1;
    show("vertex and face", &result);

    /* Features count as touching at a distance of 0.125. */
    tact_impact_options options = tact_impact_options_default();
    options.separation = 0.125;
    if (tact_impact_vertex_face(&motion, &options, &result) != TACT_OK)
        return 1;
    show("with a separation", &result);

    /* Many questions: every edge of the sheet against the edge below. */
    static const uint32_t questions[5][4] = {
        {0, 1, 4, 5}, {1, 2, 4, 5}, {2, 0, 4, 5}, {1, 3, 4, 5}, {3, 2, 4, 5}};
    tact_impact_batch batch = {.start = start,
                               .end = end,
                               .vertices = questions,
                               .vertex_count = 6,
                               .count = 5,
                               .kind = TACT_IMPACT_EDGE_EDGE};
    tact_impact_result results[5];
    if (tact_impact_batch_run(NULL, &batch, results) != TACT_OK)
        return 1;
    double safe = 1;
    for (int i = 0; i < 5; i++) {
        show("edges", &results[i]);
        if (results[i].outcome != TACT_OUTCOME_APART && results[i].lower < safe)
            safe = results[i].lower;
    }
    printf("free until %.9f\n", safe);
    return 0;
}
