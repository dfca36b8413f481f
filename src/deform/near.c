/* SPDX-License-Identifier: MIT */
/* Pairs of features that are near each other at the start of a step, with what a barrier needs: the
 * parts that are closest, the squared distance, and its gradient. In doubles; the exact verdicts
 * are those of contacts.
 *
 * Let p and q be closest points with weights over the vertices of their features. The squared
 * distance is the least |p - q|^2 over all weights, so the weights contribute nothing to its
 * derivative (J. M. Danskin, 1967): the gradient at a vertex is 2 w (p - q), with the sign of its
 * side. */
#include "deform/candidates.h"
#include "math/bits.h"

const char *tact_deform_closest_name(tact_deform_closest closest) {
    static const char *const names[] = {"point-point", "point-edge", "point-face", "edge-edge"};
    return (unsigned)closest < sizeof names / sizeof names[0] ? names[closest] : "unknown parts";
}

/* The least found so far. */
typedef struct nearest {
    double squared;
    double weights[4];
    tact_deform_closest closest;
} nearest;

static void subtract(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = a[k] - b[k];
}

static double dot(const double a[3], const double b[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* The difference of the points with these weights: the first sides vertices minus the others. */
static void difference(const double x[4][3], const double weights[4], int first, double out[3]) {
    for (int k = 0; k < 3; k++) {
        double p = weights[0] * x[0][k], q = weights[3] * x[3][k];
        for (int i = 1; i < 3; i++) {
            p += i < first ? weights[i] * x[i][k] : 0;
            q += i < first ? 0 : weights[i] * x[i][k];
        }
        out[k] = p - q;
    }
}

static void take(const double x[4][3], int first, const double weights[4],
                 tact_deform_closest closest, nearest *best) {
    double d[3];
    difference(x, weights, first, d);
    double squared = dot(d, d);
    if (!(squared < best->squared))
        return;
    best->squared = squared;
    best->closest = closest;
    for (int i = 0; i < 4; i++)
        best->weights[i] = weights[i];
}

/* Vertex p against the edge of vertices a and b. */
static void take_point_edge(const double x[4][3], int first, int p, int a, int b, nearest *best) {
    double edge[3], to[3], weights[4] = {0, 0, 0, 0};
    subtract(x[b], x[a], edge);
    subtract(x[p], x[a], to);
    double length = dot(edge, edge), along = dot(to, edge);
    double t = along > 0 && length > 0 ? (along < length ? along / length : 1) : 0;
    weights[p] = 1;
    weights[a] = 1 - t;
    weights[b] = t;
    take(x, first, weights, t > 0 && t < 1 ? TACT_DEFORM_POINT_EDGE : TACT_DEFORM_POINT_POINT,
         best);
}

static void find_vertex_face(const double x[4][3], nearest *best) {
    double u[3], v[3], w[3], n[3], uw[3], wv[3];
    for (int i = 1; i < 4; i++)
        take_point_edge(x, 1, 0, i, i % 3 + 1, best);
    subtract(x[2], x[1], u);
    subtract(x[3], x[1], v);
    subtract(x[0], x[1], w);
    cross(u, v, n);
    cross(w, v, wv);
    cross(u, w, uw);
    double square = dot(n, n), b = dot(wv, n), c = dot(uw, n);
    if (square > 0 && b > 0 && c > 0 && b + c < square) {
        double weights[4] = {1, 1 - (b + c) / square, b / square, c / square};
        take(x, 1, weights, TACT_DEFORM_POINT_FACE, best);
    }
}

static void find_edge_edge(const double x[4][3], nearest *best) {
    double u[3], v[3], w[3], n[3], wv[3], wu[3];
    for (int i = 0; i < 2; i++) {
        take_point_edge(x, 2, i, 2, 3, best);
        take_point_edge(x, 2, 2 + i, 0, 1, best);
    }
    subtract(x[1], x[0], u);
    subtract(x[3], x[2], v);
    subtract(x[2], x[0], w);
    cross(u, v, n);
    cross(w, v, wv);
    cross(w, u, wu);
    double square = dot(n, n), s = dot(wv, n), t = dot(wu, n);
    if (square > 0 && s > 0 && s < square && t > 0 && t < square) {
        double weights[4] = {1 - s / square, s / square, 1 - t / square, t / square};
        take(x, 2, weights, TACT_DEFORM_EDGE_EDGE_INSIDE, best);
    }
}

/* ---- The question ------------------------------------------------------------------------- */

typedef struct search {
    const tact_deform *a, *b;
    double distance;
    tact_deform_near_visitor *visitor;
    void *user;
} search;

static void write_vertices(const tact_deform_block *block, uint32_t i, const tact_deform *first,
                           const tact_deform *second, tact_deform_near *out) {
    const uint32_t *pair = block->pairs[i];
    out->kind = block->kind;
    out->swapped = block->swapped;
    out->a = pair[0];
    out->b = pair[1];
    if (block->kind == TACT_IMPACT_VERTEX_FACE) {
        out->vertices[0] = pair[0];
        memcpy(out->vertices + 1, second->triangles[pair[1]], sizeof *second->triangles);
    } else {
        memcpy(out->vertices, first->edges[pair[0]], sizeof *first->edges);
        memcpy(out->vertices + 2, second->edges[pair[1]], sizeof *second->edges);
    }
}

/* False if the pair is too far away. */
static bool measure(const search *s, const tact_deform *first, const tact_deform *second,
                    tact_deform_near *near) {
    int sides = near->kind == TACT_IMPACT_VERTEX_FACE ? 1 : 2;
    double x[4][3], d[3];
    nearest best = {.squared = tacti_infinity()};
    for (int i = 0; i < 4; i++)
        memcpy(x[i], &(i < sides ? first : second)->start[near->vertices[i]], sizeof x[i]);
    if (sides == 1)
        find_vertex_face((const double(*)[3])x, &best);
    else
        find_edge_edge((const double(*)[3])x, &best);
    if (!(best.squared <= s->distance * s->distance))
        return false;
    difference((const double(*)[3])x, best.weights, sides, d);
    near->squared = best.squared;
    near->closest = best.closest;
    for (int i = 0; i < 4; i++) {
        double factor = (i < sides ? 2 : -2) * best.weights[i];
        near->weights[i] = best.weights[i];
        near->gradient[i] = (tact_vec3){factor * d[0], factor * d[1], factor * d[2]};
    }
    return true;
}

static bool take_block(void *user, const tact_deform_block *block) {
    const search *s = user;
    const tact_deform *first = block->swapped ? s->b : s->a;
    const tact_deform *second = block->swapped ? s->a : s->b;
    for (uint32_t i = 0; i < block->count; i++) {
        tact_deform_near near;
        write_vertices(block, i, first, second, &near);
        if (measure(s, first, second, &near) && !s->visitor(s->user, &near))
            return false;
    }
    return true;
}

tact_status tact_deform_near_pairs(const tact_deform *a, const tact_deform *b, double distance,
                                   const tact_deform_options *options,
                                   tact_deform_near_visitor *visitor, void *user) {
    tact_deform_options chosen = tact_deform_options_default();
    if (visitor == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_deform_options_read(options, &chosen);
    if (status != TACT_OK)
        return status;
    if (!tacti_is_finite(distance))
        return TACT_NOT_FINITE;
    if (distance < 0)
        return TACT_INVALID_ARGUMENT;
    search s = {a, b != NULL ? b : a, distance, visitor, user};
    chosen.thickness = distance;
    return tact_deform_candidates(a, b, &chosen, take_block, &s);
}
