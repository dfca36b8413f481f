/* SPDX-License-Identifier: MIT */
/* Sequences of frames of all motions, with loose edges and points that move along: contacts within
 * the body are those of brute force, with culling and without. */
#include "brute.h"
#include "make_deform.h"

#include <stdlib.h>
#include <string.h>

#define LOOSE 6

/* A sheet, and loose edges and points at vertices of their own. */
typedef struct cast {
    scene_body sheet;
    scene_motion motion;
    tact_deform *deform;
    uint32_t edges[LOOSE][2], points[LOOSE];
    tact_vec3 loose[3 * LOOSE]; /* places relative to the sheet, as places at rest */
    double phase, pace;
} cast;

static void make_cast(test_rng *rng, uint32_t number, cast *c) {
    c->motion = (scene_motion)(number % SCENE_MOTIONS);
    c->sheet = scene_sheet(4 + (uint32_t)test_rng_below(rng, 4));
    c->phase = test_rng_between(rng, 0, 0.1);
    c->pace = test_rng_between(rng, 0.05, 0.12);
    uint32_t first = c->sheet.vertex_count;
    for (uint32_t i = 0; i < 3 * LOOSE; i++) {
        double x = test_rng_unit(rng), y = test_rng_unit(rng);
        c->loose[i] = (tact_vec3){x, y, test_rng_between(rng, -0.1, 0.1)};
    }
    for (uint32_t i = 0; i < LOOSE; i++) {
        c->edges[i][0] = first + 2 * i;
        /* Half of the edges hang on the sheet. */
        c->edges[i][1] = i % 2 == 0 ? first + 2 * i + 1 : (uint32_t)test_rng_below(rng, first);
        c->points[i] = first + 2 * LOOSE + i;
    }
    tact_deform_topology topology = {.vertex_count = first + 3 * LOOSE,
                                     .triangle_count = c->sheet.triangle_count,
                                     .edge_count = LOOSE,
                                     .point_count = LOOSE,
                                     .triangles = (const uint32_t(*)[3])c->sheet.triangles,
                                     .edges = (const uint32_t(*)[2])c->edges,
                                     .points = c->points};
    assert_int_equal(tact_deform_create(NULL, &topology, NULL, &c->deform), TACT_OK);
}

/* Loose vertices follow the place of the sheet below them, and fall through it in the end. */
static void place(const cast *c, double time, tact_vec3 *out) {
    uint32_t first = c->sheet.vertex_count;
    tact_vec3 below[3 * LOOSE];
    scene_body shadows = {.vertex_count = 3 * LOOSE, .rest = below};
    memcpy(below, c->loose, sizeof below);
    for (uint32_t i = 0; i < 3 * LOOSE; i++)
        below[i].z = 0;
    scene_positions(&c->sheet, c->motion, time, out);
    scene_positions(&shadows, c->motion, time, out + first);
    for (uint32_t i = 0; i < 3 * LOOSE; i++)
        out[first + i].z += c->loose[i].z * (1 - 1.6 * time);
}

static void check_frame(const cast *c, tact_deform_saved *saved, uint64_t *contacts) {
    tact_impact_options impact = tact_impact_options_default();
    contact_list expected = find_contacts(c->deform, NULL, &impact);
    for (uint32_t culling = 0; culling < 8; culling += 7) {
        contact_list found = {0};
        tact_deform_options options = tact_deform_options_default();
        options.culling = culling & ~TACT_DEFORM_CULL_AUTO;
        options.saved = saved;
        assert_int_equal(
            tact_deform_contacts(c->deform, NULL, &options, &impact, take_contacts, &found),
            TACT_OK);
        assert_same_contacts(&expected, &found);
        free(found.items);
    }
    *contacts += expected.count;
    free(expected.items);
}

static void test_sequences(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deform sequences");
    uint32_t sequences = (uint32_t)test_case_count(4, 50), frames = sequences < 50 ? 4 : 12;
    uint64_t contacts = 0, proven = 0;
    for (uint32_t i = 0; i < sequences; i++) {
        cast c;
        tact_deform_saved saved;
        make_cast(&rng, i, &c);
        size_t vertices = c.sheet.vertex_count + 3 * LOOSE;
        tact_vec3 *at[2] = {calloc(vertices, sizeof(tact_vec3)),
                            calloc(vertices, sizeof(tact_vec3))};
        double pace = c.pace * 12 / frames;
        for (uint32_t frame = 0; frame < frames; frame++) {
            place(&c, c.phase + pace * frame, at[0]);
            place(&c, c.phase + pace * (frame + 1), at[1]);
            assert_int_equal(tact_deform_move(c.deform, at[0], at[1], NULL), TACT_OK);
            check_frame(&c, &saved, &contacts);
            proven += saved.patches;
            /* The same at an instant. */
            assert_int_equal(tact_deform_move(c.deform, at[1], NULL, NULL), TACT_OK);
            check_frame(&c, &saved, &contacts);
        }
        tact_deform_destroy(c.deform);
        scene_body_destroy(&c.sheet);
        free(at[0]);
        free(at[1]);
    }
    assert_true(contacts > 0 && proven > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sequences)};
    return cmocka_run_group_tests_name("deform sequences", tests, NULL, NULL);
}
