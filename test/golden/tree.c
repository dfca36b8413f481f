/* SPDX-License-Identifier: MIT */
/* Placed meshes and the pairs of triangles of one mesh whose boxes meet. Boxes are the exact ones
 * of the placed corners and are compared as they are, so no pair that shares a point is ever left
 * out. This search belongs to the tests alone and shares nothing with the library's own
 * hierarchies. */
#include "golden.h"

#include <stdlib.h>
#include <string.h>

uint64_t golden_pair_hash(uint32_t i, uint32_t j) {
    uint64_t x = ((uint64_t)i << 32 | j) + 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* ---- Placement ---------------------------------------------------------------------------- */

/* One row of the definition, repeated here. */
static double placed_row(const double *row, tact_vec3 v) {
    double x = row[0] * v.x, y = row[1] * v.y, z = row[2] * v.z;
    double sum = x + y;
    sum = sum + z;
    return sum + row[3];
}

static tact_vec3 place(golden_report *report, tact_pose pose, tact_vec3 v) {
    tact_vec3 placed = tact_pose_place(pose, v);
    tact_vec3 expected = {placed_row(pose.m, v), placed_row(pose.m + 4, v),
                          placed_row(pose.m + 8, v)};
    if (memcmp(&placed, &expected, sizeof placed) != 0)
        golden_fail(report, "vertex placed at (%a %a %a), expected (%a %a %a)", placed.x, placed.y,
                    placed.z, expected.x, expected.y, expected.z);
    return placed;
}

void golden_placement_judge(golden_report *report, const golden_mesh *mesh, tact_pose pose) {
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        place(report, pose, mesh->vertices[i]);
}

/* ---- Boxes -------------------------------------------------------------------------------- */

static double least(double a, double b) {
    return a < b ? a : b;
}

static double greatest(double a, double b) {
    return a > b ? a : b;
}

static tact_box join(tact_box a, tact_box b) {
    return (tact_box){
        {least(a.lo.x, b.lo.x), least(a.lo.y, b.lo.y), least(a.lo.z, b.lo.z)},
        {greatest(a.hi.x, b.hi.x), greatest(a.hi.y, b.hi.y), greatest(a.hi.z, b.hi.z)}};
}

static tact_box box_of(const tact_triangle *t) {
    tact_box a = {t->v[0], t->v[0]}, b = {t->v[1], t->v[1]}, c = {t->v[2], t->v[2]};
    return join(join(a, b), c);
}

static bool boxes_meet(const tact_box *a, const tact_box *b) {
    return a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y && b->lo.y <= a->hi.y &&
           a->lo.z <= b->hi.z && b->lo.z <= a->hi.z;
}

/* ---- Bodies ------------------------------------------------------------------------------- */

golden_body golden_body_make(golden_report *report, const golden_mesh *mesh, tact_pose pose) {
    golden_body body = {mesh, NULL, NULL, NULL};
    tact_vec3 *placed = golden_allocate(mesh->vertex_count, sizeof *placed);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        placed[i] = place(report, pose, mesh->vertices[i]);
    body.triangles = golden_allocate(mesh->face_count, sizeof *body.triangles);
    body.triangle_boxes = golden_allocate(mesh->face_count, sizeof *body.triangle_boxes);
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const uint32_t *face = mesh->faces[mesh->order[i]];
        for (int k = 0; k < 3; k++)
            body.triangles[i].v[k] = placed[face[k]];
        body.triangle_boxes[i] = box_of(&body.triangles[i]);
    }
    free(placed);
    body.node_boxes = golden_allocate(mesh->node_count, sizeof *body.node_boxes);
    for (uint32_t n = mesh->node_count; n-- > 0;) { /* children come after their parent */
        const golden_node *node = &mesh->nodes[n];
        if (node->right != 0) {
            body.node_boxes[n] = join(body.node_boxes[n + 1], body.node_boxes[node->right]);
            continue;
        }
        body.node_boxes[n] = body.triangle_boxes[node->first];
        for (uint32_t i = 1; i < node->count; i++)
            body.node_boxes[n] = join(body.node_boxes[n], body.triangle_boxes[node->first + i]);
    }
    return body;
}

void golden_body_free(golden_body *body) {
    free(body->triangles);
    free(body->triangle_boxes);
    free(body->node_boxes);
    *body = (golden_body){0};
}

/* ---- Search ------------------------------------------------------------------------------- */

/* The state of a search. */
typedef struct search {
    const golden_body *a, *b;
    golden_visit *visit;
    void *user;
} search;

static void visit_leaves(const search *s, const golden_node *a, const golden_node *b) {
    for (uint32_t i = a->first; i < a->first + a->count; i++)
        for (uint32_t j = b->first; j < b->first + b->count; j++)
            if (boxes_meet(&s->a->triangle_boxes[i], &s->b->triangle_boxes[j]))
                s->visit(s->user, s->a->mesh->order[i], s->b->mesh->order[j], &s->a->triangles[i],
                         &s->b->triangles[j]);
}

static void search_nodes(const search *s, uint32_t a, uint32_t b) {
    if (!boxes_meet(&s->a->node_boxes[a], &s->b->node_boxes[b]))
        return;
    const golden_node *node_a = &s->a->mesh->nodes[a], *node_b = &s->b->mesh->nodes[b];
    if (node_a->right == 0 && node_b->right == 0) {
        visit_leaves(s, node_a, node_b);
    } else if (node_b->right == 0 || (node_a->right != 0 && node_a->count >= node_b->count)) {
        search_nodes(s, a + 1, b);
        search_nodes(s, node_a->right, b);
    } else {
        search_nodes(s, a, b + 1);
        search_nodes(s, a, node_b->right);
    }
}

/* ---- One body with itself ----------------------------------------------------------------- */

/* Passes pairs on with the smaller number first. */
static void visit_sorted(void *user, uint32_t i, uint32_t j, const tact_triangle *a,
                         const tact_triangle *b) {
    const search *s = user;
    if (i < j)
        s->visit(s->user, i, j, a, b);
    else
        s->visit(s->user, j, i, b, a);
}

static void search_within(const search *sorted, uint32_t n) {
    const golden_body *body = sorted->a;
    const golden_node *node = &body->mesh->nodes[n];
    if (node->right != 0) {
        search_within(sorted, n + 1);
        search_within(sorted, node->right);
        search_nodes(sorted, n + 1, node->right);
        return;
    }
    for (uint32_t i = node->first; i < node->first + node->count; i++)
        for (uint32_t j = i + 1; j < node->first + node->count; j++)
            if (boxes_meet(&body->triangle_boxes[i], &body->triangle_boxes[j]))
                sorted->visit(sorted->user, body->mesh->order[i], body->mesh->order[j],
                              &body->triangles[i], &body->triangles[j]);
}

void golden_self_pairs_visit(const golden_body *a, golden_visit *visit, void *user) {
    search given = {a, a, visit, user};
    if (a->mesh->face_count > 0)
        search_within(&(search){a, a, visit_sorted, &given}, 0);
}
