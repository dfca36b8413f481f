/* SPDX-License-Identifier: MIT */
/* Watertight solids that touch themselves; see touching_solids.h. */
#include "touching_solids.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CELLS TOUCHING_CELLS
#define TETRAHEDRA (CELLS * CELLS * CELLS * 6)
#define MOST_TRIANGLES 8192

/* ---- The subdivision ----------------------------------------------------------------------- */

/* The axes of a tetrahedron in the order of falling coordinates; the first three are even. */
static const int axes_of[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};

/* The tetrahedron that holds a point, given in units from the least corner of all cells; -1 outside
 * of the cells. */
static int tetrahedron_at(const double at[3]) {
    int cell[3];
    double in[3];
    for (int k = 0; k < 3; k++) {
        if (!(at[k] > 0 && at[k] < CELLS))
            return -1;
        cell[k] = (int)at[k];
        in[k] = at[k] - cell[k];
    }
    int which = 0;
    while (which < 5 && !(in[axes_of[which][0]] > in[axes_of[which][1]] &&
                          in[axes_of[which][1]] > in[axes_of[which][2]]))
        which++;
    return ((cell[0] * CELLS + cell[1]) * CELLS + cell[2]) * 6 + which;
}

static void cell_of(int tetrahedron, int cell[3]) {
    int c = tetrahedron / 6;
    cell[0] = c / (CELLS * CELLS);
    cell[1] = c / CELLS % CELLS;
    cell[2] = c % CELLS;
}

/* ---- Triangles ----------------------------------------------------------------------------- */

typedef struct maker {
    test_rng *rng;
    touching_solid *solid;
    bool is_free[TETRAHEDRA];
    int sign;        /* of all triangles */
    bool has_cavity; /* a block was taken from another */
} maker;

/* Corners in units from the least corner of all cells. */
static void add_triangle(maker *m, const double p[3][3], bool is_turned) {
    soup *s = &m->solid->soup;
    uint32_t first = 3 * s->triangle_count;
    assert_true(s->triangle_count < MOST_TRIANGLES);
    for (uint32_t k = 0; k < 3; k++) {
        const double *q = p[is_turned != (m->sign < 0) ? 2 - k : k];
        s->vertices[first + k] =
            (tact_vec3){q[0] - CELLS / 2.0, q[1] - CELLS / 2.0, q[2] - CELLS / 2.0};
        s->indices[first + k] = first + k;
    }
    s->vertex_count += 3;
    s->triangle_count++;
}

/* A rectangle across an axis at a height, between two corners of the other axes; the normal points
 * up the axis unless it is turned. Its diagonal is random. */
static void add_rectangle(maker *m, int axis, const int lo[3], const int hi[3], bool is_turned) {
    double q[4][3];
    int u = (axis + 1) % 3, w = (axis + 2) % 3;
    for (int i = 0; i < 4; i++) {
        q[i][axis] = lo[axis];
        q[i][u] = i == 1 || i == 2 ? hi[u] : lo[u];
        q[i][w] = i >= 2 ? hi[w] : lo[w];
    }
    int shift = (int)test_rng_below(m->rng, 2);
    for (int half = 0; half < 2; half++) {
        double p[3][3];
        for (int k = 0; k < 3; k++)
            memcpy(p[k], q[(shift + (k == 0 ? 0 : k + half)) % 4], sizeof p[k]);
        add_triangle(m, (const double(*)[3])p, is_turned);
    }
}

/* ---- Blocks: sets of tetrahedra with a surface each ---------------------------------------- */

typedef enum style { STYLE_BOX, STYLE_CELLS, STYLE_TETRAHEDRA, STYLES } style;

typedef struct block {
    style style;
    int lo[3], hi[3]; /* of a box */
    bool holds[TETRAHEDRA];
    uint32_t count;
} block;

static void add_box(maker *m, const block *b, bool is_turned) {
    for (int axis = 0; axis < 3; axis++) {
        int lo[3] = {b->lo[0], b->lo[1], b->lo[2]};
        add_rectangle(m, axis, lo, b->hi, !is_turned);
        lo[axis] = b->hi[axis];
        add_rectangle(m, axis, lo, b->hi, is_turned);
    }
}

/* One of this many inner faces exists in both directions. */
#define WALLS 6

static bool is_cell_in(const block *b, const int c[3]) {
    for (int k = 0; k < 3; k++)
        if (c[k] < 0 || c[k] >= CELLS)
            return false;
    return b->holds[((c[0] * CELLS + c[1]) * CELLS + c[2]) * 6];
}

/* The faces of the cells between a block and the rest. */
static void add_cells(maker *m, const block *b, bool is_turned) {
    for (int i = 0; i < TETRAHEDRA; i += 6) {
        int c[3];
        cell_of(i, c);
        for (int axis = 0; axis < 3 && b->holds[i]; axis++)
            for (int up = 0; up < 2; up++) {
                int next[3] = {c[0], c[1], c[2]}, lo[3] = {c[0], c[1], c[2]};
                int hi[3] = {c[0] + 1, c[1] + 1, c[2] + 1};
                next[axis] += up == 1 ? 1 : -1;
                lo[axis] += up;
                if (!is_cell_in(b, next)) {
                    add_rectangle(m, axis, lo, hi, (up == 0) != is_turned);
                } else if (up == 1 && test_rng_below(m->rng, WALLS) == 0) {
                    add_rectangle(m, axis, lo, hi, false);
                    add_rectangle(m, axis, lo, hi, true);
                }
            }
    }
}

/* A face of a tetrahedron, outward, and the tetrahedron across it; -1 if there is none. */
static int face_of(int tetrahedron, int face, double p[3][3]) {
    static const int corners[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    static const int turned[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    int cell[3], which = tetrahedron % 6;
    double v[4][3], at[3];
    cell_of(tetrahedron, cell);
    for (int k = 0; k < 3; k++)
        v[0][k] = cell[k];
    for (int i = 1; i < 4; i++) {
        memcpy(v[i], v[i - 1], sizeof v[i]);
        v[i][axes_of[which][i - 1]] += 1;
    }
    for (int k = 0; k < 3; k++) {
        memcpy(p[k], v[(which < 3 ? corners : turned)[face][k]], sizeof p[k]);
        at[k] = 0;
    }
    /* From the middle of the tetrahedron through that of the face, and a little further. */
    for (int k = 0; k < 3; k++) {
        double middle = (v[0][k] + v[1][k] + v[2][k] + v[3][k]) / 4;
        double there = (p[0][k] + p[1][k] + p[2][k]) / 3;
        at[k] = there + 0.125 * (there - middle);
    }
    return tetrahedron_at(at);
}

static void add_tetrahedra(maker *m, const block *b, bool is_turned) {
    for (int i = 0; i < TETRAHEDRA; i++)
        for (int face = 0; face < 4 && b->holds[i]; face++) {
            double p[3][3];
            int across = face_of(i, face, p);
            if (across < 0 || !b->holds[across]) {
                add_triangle(m, (const double(*)[3])p, is_turned);
            } else if (across > i && test_rng_below(m->rng, WALLS) == 0) {
                add_triangle(m, (const double(*)[3])p, false);
                add_triangle(m, (const double(*)[3])p, true);
            }
        }
}

/* ---- Choosing blocks ----------------------------------------------------------------------- */

/* Whether all of a cell is in a set. */
static bool has_cell(const bool set[TETRAHEDRA], int cell) {
    for (int i = 0; i < 6; i++)
        if (!set[6 * cell + i])
            return false;
    return true;
}

static void put_cell(block *b, int cell) {
    for (int i = 0; i < 6; i++)
        b->holds[6 * cell + i] = true;
    b->count += 6;
}

/* A box of cells that are all in a set. Empty if some attempts fail. */
static void choose_box(test_rng *rng, const bool set[TETRAHEDRA], block *b) {
    for (int attempt = 0; attempt < 8 && b->count == 0; attempt++) {
        bool fits = true;
        for (int k = 0; k < 3; k++) {
            b->lo[k] = (int)test_rng_below(rng, CELLS);
            b->hi[k] = b->lo[k] + 1 + (int)test_rng_below(rng, (uint32_t)(CELLS - b->lo[k]));
        }
        for (int turn = 0; turn < 2 && fits; turn++)
            for (int i = 0; i < TETRAHEDRA; i += 6) {
                int c[3];
                bool is_in = true;
                cell_of(i, c);
                for (int k = 0; k < 3; k++)
                    is_in = is_in && c[k] >= b->lo[k] && c[k] < b->hi[k];
                if (turn == 0)
                    fits = fits && (!is_in || has_cell(set, i / 6));
                else if (is_in)
                    put_cell(b, i / 6);
            }
    }
}

/* A block of tetrahedra that are all in a set; may come out empty. */
static block choose_block(test_rng *rng, const bool set[TETRAHEDRA]) {
    block b = {.style = (style)test_rng_below(rng, STYLES)};
    uint32_t density = 1 + test_rng_below(rng, 9);
    if (b.style == STYLE_BOX)
        choose_box(rng, set, &b);
    for (int i = 0; i < TETRAHEDRA / 6 && b.style == STYLE_CELLS; i++)
        if (has_cell(set, i) && test_rng_below(rng, 10) < density)
            put_cell(&b, i);
    for (int i = 0; i < TETRAHEDRA && b.style == STYLE_TETRAHEDRA; i++)
        if (set[i] && test_rng_below(rng, 20) < density) {
            b.holds[i] = true;
            b.count++;
        }
    return b;
}

/* Adds a block's surface, and updates the winding numbers of the tetrahedra that it holds. */
static void add_block(maker *m, const block *b, int weight) {
    if (b->style == STYLE_BOX && b->count > 0)
        add_box(m, b, weight < 0);
    else if (b->style == STYLE_CELLS)
        add_cells(m, b, weight < 0);
    else if (b->style == STYLE_TETRAHEDRA)
        add_tetrahedra(m, b, weight < 0);
    int *winding = &m->solid->winding[0][0][0][0];
    for (int i = 0; i < TETRAHEDRA; i++)
        winding[i] += b->holds[i] ? weight * m->sign : 0;
}

static void add_some_block(maker *m) {
    block outer = choose_block(m->rng, m->is_free);
    add_block(m, &outer, 1);
    for (int i = 0; i < TETRAHEDRA; i++)
        m->is_free[i] = m->is_free[i] && !outer.holds[i];
    uint32_t more = test_rng_below(m->rng, 8);
    if (more == 0)
        add_block(m, &outer, 1);
    if (more != 1 && more != 2)
        return;
    block inner = choose_block(m->rng, outer.holds);
    if (inner.count == outer.count)
        return;
    add_block(m, &inner, more == 1 ? -1 : 1);
    m->has_cavity |= more == 1;
}

/* ---- What is known of the whole ------------------------------------------------------------ */

static tact_vec3 combine(const tact_triangle *t, double a, double b) {
    double c = 1 - a - b;
    return (tact_vec3){a * t->v[0].x + b * t->v[1].x + c * t->v[2].x,
                       a * t->v[0].y + b * t->v[1].y + c * t->v[2].y,
                       a * t->v[0].z + b * t->v[1].z + c * t->v[2].z};
}

static tact_triangle triangle_of(const soup *s, uint32_t i) {
    const tact_vec3 *v = s->vertices + (size_t)3 * i;
    return (tact_triangle){{v[0], v[1], v[2]}};
}

/* A triangle is sampled in PARTS^2 points. Every face of a tetrahedron on it has some of them. The
 * only plane of the subdivision that they lie in is the triangle's own. */
#define PARTS (4 * CELLS)

/* Whether the winding number is 0 on both sides of one of the points. */
static bool is_membrane(const touching_solid *s, const tact_triangle *t) {
    tact_vec3 u = tact_vec3_sub(t->v[1], t->v[0]), w = tact_vec3_sub(t->v[2], t->v[0]);
    tact_vec3 n = tact_vec3_scale(tact_vec3_normalize(tact_vec3_cross(u, w)), 0x1p-10);
    for (int i = 0; i < PARTS; i++)
        for (int j = 0; i + j < PARTS; j++)
            for (int up = 0; up < 2 && i + j + up < PARTS; up++) {
                double shift = up == 0 ? 0 : 0.34;
                tact_vec3 p = combine(t, (i + 0.31 + shift) / PARTS, (j + 0.35 + shift) / PARTS);
                if (touching_winding(s, tact_vec3_add(p, n)) == 0 &&
                    touching_winding(s, tact_vec3_sub(p, n)) == 0)
                    return true;
            }
    return false;
}

/* Marks the corners of small tetrahedra on a triangle. Their coordinates have so few bits that
 * nothing is rounded. */
static void mark_corners(touching_solid *s, const tact_triangle *t) {
    tact_vec3 u = tact_vec3_sub(t->v[1], t->v[0]), w = tact_vec3_sub(t->v[2], t->v[0]);
    tact_vec3 n = tact_vec3_cross(u, w);
    tact_box box = tact_box_empty();
    for (int k = 0; k < 3; k++)
        box = tact_box_add_point(box, t->v[k]);
    const double half = CELLS / 2.0;
    for (double x = box.lo.x; x <= box.hi.x; x += 0.5)
        for (double y = box.lo.y; y <= box.hi.y; y += 0.5)
            for (double z = box.lo.z; z <= box.hi.z; z += 0.5) {
                bool holds = true;
                for (int k = 0; k < 3 && holds; k++) {
                    tact_vec3 p = tact_vec3_sub((tact_vec3){x, y, z}, t->v[k]);
                    tact_vec3 edge = tact_vec3_sub(t->v[(k + 1) % 3], t->v[k]);
                    holds =
                        tact_vec3_dot(n, p) == 0 && tact_vec3_dot(n, tact_vec3_cross(edge, p)) >= 0;
                }
                if (holds)
                    s->is_on_surface[(int)(2 * (x + half))][(int)(2 * (y + half))]
                                    [(int)(2 * (z + half))] = true;
            }
}

static void inspect(touching_solid *s, bool has_cavity) {
    const int *winding = &s->winding[0][0][0][0];
    for (int i = 0; i < TETRAHEDRA; i++)
        s->has_inside |= winding[i] != 0;
    for (uint32_t i = 0; i < s->soup.triangle_count; i++) {
        tact_triangle t = triangle_of(&s->soup, i);
        mark_corners(s, &t);
        s->has_membrane = s->has_membrane || (has_cavity && is_membrane(s, &t));
    }
}

static void shuffle(test_rng *rng, soup *s) {
    uint32_t *order = malloc(s->triangle_count * sizeof *order);
    soup mixed = soup_shuffled(rng, s, order);
    free(order);
    soup_free(s);
    /* Vertices of triangle i are 3 i and on again. */
    *s = soup_make(3 * mixed.triangle_count, mixed.triangle_count);
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        s->vertices[i] = mixed.vertices[mixed.indices[i]];
        s->indices[i] = i;
    }
    soup_free(&mixed);
}

touching_solid touching_solid_make(test_rng *rng) {
    touching_solid s = {.soup = soup_make(3 * MOST_TRIANGLES, MOST_TRIANGLES)};
    maker m = {.rng = rng, .solid = &s, .sign = test_rng_below(rng, 4) == 0 ? -1 : 1};
    s.soup.vertex_count = s.soup.triangle_count = 0;
    for (int i = 0; i < TETRAHEDRA; i++)
        m.is_free[i] = true;
    uint32_t blocks = 1 + test_rng_below(rng, 4);
    for (uint32_t i = 0; i < blocks || s.soup.triangle_count == 0; i++)
        add_some_block(&m);
    shuffle(rng, &s.soup);
    inspect(&s, m.has_cavity);
    return s;
}

touching_solid touching_solid_make_regular(test_rng *rng) {
    for (;;) {
        touching_solid s = touching_solid_make(rng);
        if (s.has_inside && !s.has_membrane)
            return s;
        touching_solid_free(&s);
    }
}

void touching_solid_free(touching_solid *s) {
    soup_free(&s->soup);
}

int touching_winding(const touching_solid *s, tact_vec3 point) {
    const double half = CELLS / 2.0;
    const double at[3] = {point.x + half, point.y + half, point.z + half};
    int i = tetrahedron_at(at);
    return i < 0 ? 0 : (&s->winding[0][0][0][0])[i];
}

/* ---- Two placed solids --------------------------------------------------------------------- */

tact_pose touching_pose(test_rng *rng, int reach) {
    /* An exchange of two axes keeps the subdivision and turns into a rotation with all signs. */
    const int *axes = axes_of[test_rng_below(rng, 6)];
    double sign = axes[1] == (axes[0] + 1) % 3 ? 1 : -1;
    tact_pose pose = {{0}};
    for (int k = 0; k < 3; k++) {
        pose.m[4 * k + axes[k]] = sign;
        pose.m[4 * k + 3] = 0.5 * ((int)test_rng_below(rng, (uint32_t)(2 * reach + 1)) - reach);
    }
    return pose;
}

/* A point of the world in the coordinates of a placed solid. */
static tact_vec3 place_back(tact_pose pose, tact_vec3 p) {
    const double *m = pose.m;
    double d[3] = {p.x - m[3], p.y - m[7], p.z - m[11]};
    return (tact_vec3){m[0] * d[0] + m[4] * d[1] + m[8] * d[2],
                       m[1] * d[0] + m[5] * d[1] + m[9] * d[2],
                       m[2] * d[0] + m[6] * d[1] + m[10] * d[2]};
}

/* Whether the closure of the inside holds a corner of small tetrahedra: one of those around it is
 * inside. */
static bool closure_holds(const touching_solid *s, tact_vec3 p) {
    static const double steps[3] = {0x3p-5, 0x2p-5, 0x1p-5};
    for (int signs = 0; signs < 8; signs++)
        for (int which = 0; which < 6; which++) {
            double d[3];
            for (int k = 0; k < 3; k++)
                d[axes_of[which][k]] = (signs >> k & 1) != 0 ? -steps[k] : steps[k];
            if (touching_winding(s, (tact_vec3){p.x + d[0], p.y + d[1], p.z + d[2]}) != 0)
                return true;
        }
    return false;
}

static bool surface_holds(const touching_solid *s, tact_vec3 p) {
    const double at[3] = {p.x, p.y, p.z};
    int i[3];
    for (int k = 0; k < 3; k++) {
        i[k] = (int)(2 * at[k] + CELLS);
        if (!(fabs(at[k]) <= CELLS / 2.0))
            return false;
    }
    return s->is_on_surface[i[0]][i[1]][i[2]];
}

static void compare_corners(const touching_solid *a, tact_pose pose_a, const touching_solid *b,
                            tact_pose pose_b, touching_truth *out) {
    const double half = CELLS / 2.0;
    for (double x = -half; x <= half; x += 0.5)
        for (double y = -half; y <= half; y += 0.5)
            for (double z = -half; z <= half; z += 0.5) {
                tact_vec3 p = {x, y, z};
                tact_vec3 q = place_back(pose_b, tact_pose_place(pose_a, p));
                if (fabs(q.x) > half || fabs(q.y) > half || fabs(q.z) > half)
                    continue;
                bool in_a = closure_holds(a, p), in_b = closure_holds(b, q);
                out->closures_meet |= in_a && in_b;
                out->meets |= (in_a || surface_holds(a, p)) && (in_b || surface_holds(b, q));
            }
}

/* Looks at the small tetrahedra in the cells of s. */
static void compare_insides(const touching_solid *s, tact_pose pose, const touching_solid *other,
                            tact_pose pose_other, bool *is_common, bool *is_only) {
    const double half = CELLS / 2.0;
    for (int i = 0; i < 8 * TETRAHEDRA; i++) {
        int c = i / 6;
        double p[3] = {c / (4 * CELLS * CELLS) * 0.5 - half,
                       c / (2 * CELLS) % (2 * CELLS) * 0.5 - half, c % (2 * CELLS) * 0.5 - half};
        for (int k = 0; k < 3; k++)
            p[axes_of[i % 6][k]] += 0.125 * (3 - k);
        tact_vec3 middle = {p[0], p[1], p[2]};
        if (touching_winding(s, middle) == 0)
            continue;
        tact_vec3 there = place_back(pose_other, tact_pose_place(pose, middle));
        *(touching_winding(other, there) != 0 ? is_common : is_only) = true;
    }
}

touching_truth touching_truth_find(const touching_solid *a, tact_pose pose_a,
                                   const touching_solid *b, tact_pose pose_b) {
    touching_truth t = {false};
    compare_corners(a, pose_a, b, pose_b, &t);
    compare_insides(a, pose_a, b, pose_b, &t.has_common, &t.has_only_a);
    compare_insides(b, pose_b, a, pose_a, &t.has_common, &t.has_only_b);
    return t;
}

tact_relation touching_relation(const touching_truth *t) {
    if (!t->has_common)
        return t->closures_meet ? TACT_RELATION_TOUCHING : TACT_RELATION_APART;
    if (!t->has_only_a)
        return TACT_RELATION_A_IN_B;
    return t->has_only_b ? TACT_RELATION_CROSSING : TACT_RELATION_B_IN_A;
}
