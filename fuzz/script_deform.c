/* SPDX-License-Identifier: MIT */
/* One action: a body that bends through a few steps. Candidates are compared with the exact boxes
 * of all pairs: none of those that meet may be missing, and none may come twice. */
#include "script.h"

#include <string.h>

#define MOST_PAIRS 1024

typedef struct bending {
    tact_deform *deform;
    tact_deform_info info;
    uint32_t triangles[MOST_TRIANGLES][3], edges[2][2], points[2];
    tact_vec3 at[2][MOST_VERTICES];
    uint32_t count, sums[2];
    bool is_found[2][MOST_PAIRS];
} bending;

static void make_topology(script *s, bending *b, tact_deform_topology *out) {
    out->vertex_count = script_below(s, MOST_VERTICES + 1);
    uint32_t limit = script_rarely(s) ? MOST_VERTICES : out->vertex_count;
    out->triangle_count = limit > 0 ? script_below(s, MOST_TRIANGLES / 2) : 0;
    out->edge_count = limit > 0 ? script_below(s, 3) : 0;
    out->point_count = limit > 0 ? script_below(s, 3) : 0;
    for (uint32_t i = 0; i < 3 * out->triangle_count; i++)
        b->triangles[i / 3][i % 3] = script_below(s, limit);
    for (uint32_t i = 0; i < 2 * out->edge_count; i++)
        b->edges[i / 2][i % 2] = script_below(s, limit);
    for (uint32_t i = 0; i < out->point_count; i++)
        b->points[i] = script_below(s, limit);
    out->triangles = (const uint32_t(*)[3])b->triangles;
    out->edges = (const uint32_t(*)[2])b->edges;
    out->points = b->points;
}

static tact_box box_of(const bending *b, const uint32_t *vertices, int count) {
    tact_box box = tact_box_empty();
    for (int i = 0; i < count; i++) {
        box = tact_box_add_point(box, b->info.start[vertices[i]]);
        box = tact_box_add_point(box, b->info.end[vertices[i]]);
    }
    return box;
}

static bool take_block(void *user, const tact_deform_block *block) {
    bending *b = user;
    bool is_edges = block->kind == TACT_IMPACT_EDGE_EDGE;
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t first = block->pairs[i][0], second = block->pairs[i][1];
        script_require(first < (is_edges ? b->info.edge_count : b->info.vertex_count));
        script_require(second < (is_edges ? b->info.edge_count : b->info.triangle_count));
        script_require(!is_edges || first < second);
        uint32_t at = first * 32 + second;
        script_require(at < MOST_PAIRS && !b->is_found[block->kind][at]);
        b->is_found[block->kind][at] = true;
    }
    return true;
}

/* Bodies here have at most 28 edges and 12 vertices, so that pairs have numbers below MOST_PAIRS.
 */
static void check_found(const bending *b) {
    const tact_deform_info *info = &b->info;
    for (uint32_t i = 0; i < info->edge_count; i++)
        for (uint32_t j = i + 1; j < info->edge_count; j++) {
            const uint32_t *x = info->edges[i], *y = info->edges[j];
            bool shares = x[0] == y[0] || x[0] == y[1] || x[1] == y[0] || x[1] == y[1];
            bool meets = tact_box_overlaps(box_of(b, x, 2), box_of(b, y, 2));
            script_require(!shares || !b->is_found[1][i * 32 + j]);
            script_require(shares || !meets || b->is_found[1][i * 32 + j]);
        }
}

static void take_contacts(void *user, const tact_deform_contact *contacts, size_t count) {
    const bending *b = user;
    for (size_t i = 0; i < count; i++) {
        bool is_edges = contacts[i].kind == TACT_IMPACT_EDGE_EDGE;
        script_require(contacts[i].b < (is_edges ? b->info.edge_count : b->info.triangle_count));
        script_require(contacts[i].impact.outcome != TACT_OUTCOME_APART);
        script_require(i == 0 || contacts[i - 1].impact.lower <= contacts[i].impact.lower);
    }
}

static bool take_near(void *user, const tact_deform_near *near) {
    const bending *b = user;
    script_require(strcmp(tact_deform_closest_name(near->closest), "unknown parts") != 0);
    for (int i = 0; i < 4; i++)
        script_require(near->vertices[i] < b->info.vertex_count && near->weights[i] >= 0);
    return near->squared >= 0;
}

static void ask_near(script *s, bending *b) {
    double distance = script_number(s);
    script_begin(s, NULL, 0);
    (void)script_end(s, tact_deform_near_pairs(b->deform, NULL, distance, NULL, take_near, b),
                     MAY_REFUSE | MAY(TACT_NOT_FINITE));
}

static void ask_step(script *s, bending *b) {
    tact_impact_options impact = tact_impact_options_default();
    impact.separation = script_rarely(s) ? script_number(s) : 0;
    tact_deform_first first;
    double safe;
    script_begin(s, &first, sizeof first);
    bool has_first =
        script_end(s, tact_deform_first_contact(b->deform, NULL, NULL, &impact, &first),
                   MAY_REFUSE | MAY(TACT_NOT_FINITE));
    script_begin(s, &safe, sizeof safe);
    bool has_safe = script_end(s, tact_deform_safe_fraction(b->deform, NULL, NULL, &impact, &safe),
                               MAY_REFUSE | MAY(TACT_NOT_FINITE));
    if (has_first && has_safe)
        script_require(first.lower <= first.upper && safe >= 0 && safe <= 1 && safe <= first.lower);
    script_begin(s, NULL, 0);
    (void)script_end(s, tact_deform_contacts(b->deform, NULL, NULL, &impact, take_contacts, b),
                     MAY_REFUSE | MAY(TACT_NOT_FINITE));
}

static void ask(script *s, bending *b) {
    tact_deform_options options = tact_deform_options_default();
    options.method = (tact_deform_method)script_below(s, 4);
    options.thickness = script_rarely(s) ? script_number(s) : 0;
    script_require(tact_deform_method_name(options.method) != NULL);
    b->info = tact_deform_inspect(b->deform);
    tact_box boxes[8];
    uint32_t level_size = tact_deform_boxes(b->deform, script_below(s, 6), boxes, 8);
    script_require(level_size <= b->info.triangle_count);
    memset(b->is_found, 0, sizeof b->is_found);
    script_begin(s, NULL, 0);
    if (script_end(s, tact_deform_candidates(b->deform, NULL, &options, take_block, b),
                   MAY_REFUSE | MAY(TACT_NOT_FINITE)))
        check_found(b);
    ask_step(s, b);
    ask_near(s, b);
    script_begin(s, NULL, 0);
    (void)script_end(s, tact_deform_rebuild(b->deform), 0);
}

static void take_meetings(void *user, const tact_deform_meeting *meetings, size_t count) {
    const bending *b = user;
    for (size_t i = 0; i < count; i++) {
        tact_overlap overlap;
        const tact_deform_meeting *m = &meetings[i];
        script_require(strcmp(tact_deform_parts_name(m->parts), "unknown parts") != 0);
        script_require(m->kind != TACT_OVERLAP_NONE);
        tact_status status = tact_deform_meeting_points(b->deform, TACT_DEFORM_START, m, &overlap);
        script_require(status == TACT_OK && overlap.kind == m->kind);
    }
}

static void ask_self(script *s, bending *b) {
    script_begin(s, NULL, 0);
    (void)script_end(s, tact_deform_self(b->deform, TACT_DEFORM_START, take_meetings, b),
                     MAY_REFUSE);
}

/* The lent model of an end of the step is whole and has its positions. */
static void lend(script *s, bending *b) {
    tact_deform_instant instant = (tact_deform_instant)script_below(s, 3);
    const tact_model *model;
    script_require(tact_deform_instant_name(instant) != NULL);
    script_begin(s, &model, sizeof model);
    if (!script_end_error(s, tact_deform_lend(b->deform, instant, NULL, &s->error, &model),
                          MAY_REFUSE))
        return;
    const tact_mesh *mesh = tact_model_mesh(model);
    const tact_vec3 *at = instant == TACT_DEFORM_START ? b->info.start : b->info.end;
    script_require(tact_mesh_triangle_count(mesh) == b->info.triangle_count);
    for (uint32_t i = 0; i < b->info.vertex_count; i++) {
        tact_vec3 p = tact_mesh_vertex(mesh, i);
        script_require(p.x == at[i].x && p.y == at[i].y && p.z == at[i].z);
    }
    tact_status status = tact_model_validate(model, NULL);
    script_require(status == TACT_OK || status == TACT_OUT_OF_MEMORY);
}

void act_deform(script *s) {
    static bending b;
    tact_deform_topology topology = {0};
    memset(&b, 0, sizeof b);
    make_topology(s, &b, &topology);
    script_begin(s, &b.deform, sizeof b.deform);
    if (!script_end_error(s, tact_deform_create(script_context(s), &topology, &s->error, &b.deform),
                          MAY_REFUSE))
        return;
    for (int step = 0; step < 3; step++) {
        for (uint32_t i = 0; i < 2 * topology.vertex_count; i++)
            b.at[i / topology.vertex_count][i % topology.vertex_count] = script_vec3(s);
        script_begin(s, NULL, 0);
        (void)script_end_error(
            s, tact_deform_move(b.deform, b.at[0], script_rarely(s) ? NULL : b.at[1], &s->error),
            MAY(TACT_NOT_FINITE));
        ask(s, &b);
        ask_self(s, &b);
        if (script_rarely(s)) {
            script_begin(s, NULL, 0);
            (void)script_end_error(s, tact_deform_set_rest(b.deform, b.at[0], &s->error),
                                   MAY(TACT_NOT_FINITE));
        }
        lend(s, &b);
    }
    tact_deform_destroy(b.deform);
}
