/* SPDX-License-Identifier: MIT */
/* A sheet that folds over itself: frame by frame, what may touch, what touches first, and how far
 * the sheet may go so that a gap stays. */
#include <stdio.h>
#include <tact/tact.h>

#define SIDE 20
#define ROW (SIDE + 1)
#define VERTICES (ROW * ROW)
#define TRIANGLES (2 * SIDE * SIDE)
#define FRAMES 8
#define GAP 0.002

static uint32_t triangles[TRIANGLES][3];
static tact_vec3 positions[2][VERTICES];

static void make_triangles(void) {
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t at = i / SIDE * ROW + i % SIDE;
        uint32_t *t = triangles[2 * i], *u = triangles[2 * i + 1];
        t[0] = at, t[1] = at + 1, t[2] = at + ROW;
        u[0] = at + 1, u[1] = at + ROW + 1, u[2] = at + ROW;
    }
}

/* One half of the sheet turns about the line x = 0.5 by an angle. The turning half is a little
 * rounded, so that it comes to lie on the other one bit by bit. */
static void place(double angle, tact_vec3 *out) {
    for (uint32_t i = 0; i < VERTICES; i++) {
        double x = (double)(i % ROW) / SIDE - 0.5, y = (double)(i / ROW) / SIDE;
        double turn = x > 0 ? angle * (0.8 + 0.4 * x) : 0;
        out[i] = (tact_vec3){0.5 + x * tact_cos(turn), y, (x > 0 ? x : 0) * tact_sin(turn)};
    }
}

static bool count(void *user, const tact_deform_block *block) {
    size_t *counts = user;
    counts[block->kind] += block->count;
    return true;
}

int main(void) {
    tact_deform_topology topology = {.vertex_count = VERTICES,
                                     .triangle_count = TRIANGLES,
                                     .triangles = (const uint32_t(*)[3])triangles};
    tact_deform *sheet = NULL;
    make_triangles();
    tact_status status = tact_deform_create(NULL, &topology, NULL, &sheet);
    bool has_touched = false;
    for (int frame = 0; frame < FRAMES && status == TACT_OK && !has_touched; frame++) {
        size_t counts[2] = {0, 0};
        tact_deform_first first;
        tact_impact_options gap = tact_impact_options_default();
        double safe = 0;
        gap.separation = GAP;
        place(3.2 * frame / FRAMES, positions[0]);
        place(3.2 * (frame + 1) / FRAMES, positions[1]);
        status = tact_deform_move(sheet, positions[0], positions[1], NULL);
        if (status == TACT_OK)
            status = tact_deform_candidates(sheet, NULL, NULL, count, counts);
        if (status == TACT_OK)
            status = tact_deform_first_contact(sheet, NULL, NULL, NULL, &first);
        if (status == TACT_OK)
            status = tact_deform_safe_fraction(sheet, NULL, NULL, &gap, &safe);
        if (status != TACT_OK)
            break;
        printf("step %d: %zu vertex-face, %zu edge-edge candidates; ", frame,
               counts[TACT_IMPACT_VERTEX_FACE], counts[TACT_IMPACT_EDGE_EDGE]);
        has_touched = first.outcome != TACT_OUTCOME_APART;
        if (has_touched)
            printf("%s contact at %.6f; ", tact_impact_kind_name(first.contact.kind), first.lower);
        printf("a gap of %g stays until %.6f\n", GAP, safe);
    }
    tact_deform_destroy(sheet);
    if (status != TACT_OK)
        fprintf(stderr, "%s\n", tact_status_text(status));
    return status == TACT_OK && has_touched ? 0 : 1;
}
