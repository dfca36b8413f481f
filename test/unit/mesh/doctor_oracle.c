/* SPDX-License-Identifier: MIT */
/* The expected report of tact_mesh_examine(), by nested loops. */
#include "doctor_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct case_study {
    uint32_t count;   /* remaining triangles */
    uint32_t (*v)[3]; /* their vertices */
    uint32_t *number; /* and their numbers */
    uint32_t *equal;  /* the first vertex equal to each */
} case_study;

static bool is_finite(tact_vec3 p) {
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

static void note(tact_finding *finding, uint32_t number) {
    finding->count++;
    if (number < finding->first)
        finding->first = number;
}

static void sort_triangle(const uint32_t *v, uint32_t *out) {
    memcpy(out, v, 3 * sizeof *v);
    for (int i = 0; i < 3; i++) {
        int k = i % 2;
        if (out[k] > out[k + 1]) {
            uint32_t kept = out[k];
            out[k] = out[k + 1];
            out[k + 1] = kept;
        }
    }
}

static tact_finding find_duplicates(const case_study *c) {
    tact_finding found = {0, UINT32_MAX};
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t j = 0; j < i; j++) {
            uint32_t a[3], b[3];
            sort_triangle(c->v[i], a);
            sort_triangle(c->v[j], b);
            if (memcmp(a, b, sizeof a) == 0) {
                note(&found, c->number[i]);
                break;
            }
        }
    return found;
}

/* The side's ends, the lesser first. */
static void edge_of(const case_study *c, uint32_t side, uint32_t *edge) {
    uint32_t a = c->v[side / 3][side % 3], b = c->v[side / 3][(side % 3 + 1) % 3];
    edge[0] = a < b ? a : b;
    edge[1] = a < b ? b : a;
}

static bool same_edge(const case_study *c, uint32_t s, uint32_t t) {
    uint32_t a[2], b[2];
    edge_of(c, s, a);
    edge_of(c, t, b);
    return a[0] == b[0] && a[1] == b[1];
}

static void look_at_edges(const case_study *c, tact_mesh_report *report) {
    for (uint32_t s = 0; s < 3 * c->count; s++) {
        uint32_t uses = 0, ups = 0, edge[2];
        bool is_first = true;
        edge_of(c, s, edge);
        for (uint32_t t = 0; t < 3 * c->count; t++) {
            if (!same_edge(c, s, t))
                continue;
            is_first = is_first && t >= s;
            uses++;
            ups += edge[0] != edge[1] && c->v[t / 3][t % 3] == edge[0];
        }
        if (!is_first)
            continue;
        report->edge_count++;
        if (uses == 1)
            note(&report->open_edges, c->number[s / 3]);
        else if (uses > 2)
            note(&report->nonmanifold_edges, c->number[s / 3]);
        else if (ups != 1)
            note(&report->misoriented_edges, c->number[s / 3]);
    }
    report->is_closed = c->count > 0 && report->open_edges.count == 0 &&
                        report->nonmanifold_edges.count == 0 &&
                        report->misoriented_edges.count == 0;
}

/* Whether the boundaries of all triangles cancel: for each pair of different vertices, as many
 * sides run from one to the other as back. */
static bool is_watertight(const case_study *c) {
    for (uint32_t s = 0; s < 3 * c->count; s++) {
        uint32_t a = c->v[s / 3][s % 3], b = c->v[s / 3][(s % 3 + 1) % 3];
        int64_t sum = 0;
        for (uint32_t t = 0; t < 3 * c->count && a != b; t++) {
            uint32_t p = c->v[t / 3][t % 3], q = c->v[t / 3][(t % 3 + 1) % 3];
            sum += p == a && q == b;
            sum -= p == b && q == a;
        }
        if (sum != 0)
            return false;
    }
    return c->count > 0;
}

/* ---- Pieces by spreading labels until nothing changes -------------------------------------- */

typedef bool is_linked(const case_study *c, uint32_t i, uint32_t j);

static bool triangles_share_vertex(const case_study *c, uint32_t i, uint32_t j) {
    for (int k = 0; k < 9; k++)
        if (c->v[i][k / 3] == c->v[j][k % 3])
            return true;
    return false;
}

static bool triangles_share_edge(const case_study *c, uint32_t i, uint32_t j) {
    for (uint32_t k = 0; k < 9; k++)
        if (same_edge(c, 3 * i + k / 3, 3 * j + k % 3))
            return true;
    return false;
}

/* Whether two corners are the same vertex and their triangles share an edge that ends there. */
static bool corners_share_fan(const case_study *c, uint32_t i, uint32_t j) {
    uint32_t v = c->v[i / 3][i % 3];
    if (c->v[j / 3][j % 3] != v)
        return false;
    for (uint32_t k = 0; k < 9; k++) {
        uint32_t s = i / 3 * 3 + k / 3, edge[2];
        edge_of(c, s, edge);
        if ((edge[0] == v || edge[1] == v) && same_edge(c, s, j / 3 * 3 + k % 3))
            return true;
    }
    return false;
}

static uint32_t count_pieces(const case_study *c, uint32_t count, is_linked *linked) {
    uint32_t *labels = malloc((count + 1) * sizeof *labels), pieces = 0;
    for (uint32_t i = 0; i < count; i++)
        labels[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t j = 0; j < count; j++)
                if (labels[j] > labels[i] && linked(c, i, j)) {
                    labels[j] = labels[i];
                    changed = true;
                }
    }
    for (uint32_t i = 0; i < count; i++)
        pieces += labels[i] == i;
    free(labels);
    return pieces;
}

static void look_at_pieces(const case_study *c, uint32_t used, tact_mesh_report *report) {
    report->component_count = count_pieces(c, c->count, triangles_share_vertex);
    report->euler = (int64_t)used - report->edge_count + c->count;
    report->genus = -1;
    if (!report->is_closed)
        return;
    int64_t fans = count_pieces(c, 3 * c->count, corners_share_fan);
    int64_t euler = fans - report->edge_count + c->count;
    assert_true(euler % 2 == 0);
    report->genus = count_pieces(c, c->count, triangles_share_edge) - euler / 2;
}

/* ---- Single triangles and vertices --------------------------------------------------------- */

static void sort_out(const hand_made *mesh, case_study *c, tact_mesh_report *report) {
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        bool missing = false, not_finite = false;
        for (int k = 0; k < 3; k++) {
            uint32_t v = mesh->indices[i][k];
            missing = missing || v >= mesh->vertex_count;
            not_finite = not_finite || (v < mesh->vertex_count && !is_finite(mesh->vertices[v]));
        }
        if (missing)
            note(&report->out_of_range, i);
        if (not_finite)
            note(&report->not_finite_triangles, i);
        if (missing || not_finite)
            continue;
        memcpy(c->v[c->count], mesh->indices[i], sizeof c->v[0]);
        c->number[c->count++] = i;
    }
}

static bool is_collinear(tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    double x1 = b.x - a.x, y1 = b.y - a.y, z1 = b.z - a.z;
    double x2 = c.x - a.x, y2 = c.y - a.y, z2 = c.z - a.z;
    return y1 * z2 == z1 * y2 && z1 * x2 == x1 * z2 && x1 * y2 == y1 * x2;
}

static uint32_t look_at_vertices(const hand_made *mesh, case_study *c, tact_mesh_report *report) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        tact_vec3 p = mesh->vertices[i];
        bool is_used = false;
        for (uint32_t k = 0; k < 3 * c->count; k++)
            is_used = is_used || c->v[k / 3][k % 3] == i;
        used += is_used;
        if (!is_used)
            note(&report->unused_vertices, i);
        else
            report->bounds = tact_box_add_point(report->bounds, p);
        if (!is_finite(p))
            note(&report->not_finite, i);
        c->equal[i] = i;
        for (uint32_t j = i; is_finite(p) && j-- > 0;) {
            tact_vec3 q = mesh->vertices[j];
            if (p.x == q.x && p.y == q.y && p.z == q.z)
                c->equal[i] = j;
        }
        if (c->equal[i] != i)
            note(&report->duplicate_vertices, i);
    }
    return used;
}

tact_mesh_report doctor_oracle(const hand_made *mesh) {
    const tact_finding none = {0, UINT32_MAX};
    tact_mesh_report report = {mesh->vertex_count,
                               mesh->triangle_count,
                               0,
                               none,
                               none,
                               none,
                               none,
                               none,
                               none,
                               none,
                               none,
                               0,
                               none,
                               none,
                               none,
                               0,
                               false,
                               false,
                               false,
                               0,
                               -1,
                               0,
                               0,
                               tact_box_empty()};
    case_study c = {0, calloc(mesh->triangle_count + 1, sizeof *c.v),
                    calloc(mesh->triangle_count + 1, sizeof *c.number),
                    calloc(mesh->vertex_count + 1, sizeof *c.equal)};
    sort_out(mesh, &c, &report);
    uint32_t used = look_at_vertices(mesh, &c, &report);
    for (uint32_t i = 0; i < c.count; i++)
        if (is_collinear(mesh->vertices[c.v[i][0]], mesh->vertices[c.v[i][1]],
                         mesh->vertices[c.v[i][2]]))
            note(&report.zero_area, c.number[i]);
    report.duplicate_triangles = find_duplicates(&c);
    look_at_edges(&c, &report);
    look_at_pieces(&c, used, &report);
    for (uint32_t k = 0; k < 3 * c.count; k++)
        c.v[k / 3][k % 3] = c.equal[c.v[k / 3][k % 3]];
    report.coincident_triangles = find_duplicates(&c);
    tact_mesh_report welded = report;
    welded.open_edges = welded.nonmanifold_edges = welded.misoriented_edges = none;
    look_at_edges(&c, &welded);
    report.is_closed_when_welded = welded.is_closed;
    report.is_watertight = is_watertight(&c);
    free(c.v);
    free(c.number);
    free(c.equal);
    return report;
}

static void assert_same_finding(const char *name, tact_finding actual, tact_finding expected) {
    if (actual.count != expected.count || actual.first != expected.first)
        fail_msg("%s: %u, first %u; expected %u, first %u", name, actual.count, actual.first,
                 expected.count, expected.first);
}

void assert_same_findings(const tact_mesh_report *a, const tact_mesh_report *e) {
#define SAME(field) assert_same_finding(#field, a->field, e->field)
    SAME(not_finite);
    SAME(not_finite_triangles);
    SAME(out_of_range);
    SAME(zero_area);
    SAME(duplicate_triangles);
    SAME(coincident_triangles);
    SAME(duplicate_vertices);
    SAME(unused_vertices);
    SAME(open_edges);
    SAME(nonmanifold_edges);
    SAME(misoriented_edges);
#undef SAME
    assert_int_equal(a->vertex_count, e->vertex_count);
    assert_int_equal(a->triangle_count, e->triangle_count);
    assert_int_equal(a->part_count, e->part_count);
    assert_int_equal(a->edge_count, e->edge_count);
    assert_int_equal(a->component_count, e->component_count);
    assert_int_equal(a->is_closed, e->is_closed);
    assert_int_equal(a->is_closed_when_welded, e->is_closed_when_welded);
    assert_int_equal(a->is_watertight, e->is_watertight);
    assert_int_equal(a->euler, e->euler);
    assert_int_equal(a->genus, e->genus);
    tact_box p = a->bounds, q = e->bounds;
    assert_true(p.lo.x == q.lo.x && p.lo.y == q.lo.y && p.lo.z == q.lo.z);
    assert_true(p.hi.x == q.hi.x && p.hi.y == q.hi.y && p.hi.z == q.hi.z);
}
