/* SPDX-License-Identifier: MIT */
/* See oracle_shape_proof.h. */
#include "oracle_shape_proof.h"

#include <math.h>
#include <stdlib.h>

#include "oracle_convex.h"
#include "proof/proof.h"
#include "support.h"

typedef mpq_t vector[3];

typedef struct checker {
    const tacti_placed_side *side[2];
    const tact_proof *proof;
    uint32_t vertex_count[2]; /* of shapes */
    tact_vec3 *vertices[2];   /* of shapes, placed */
    uint32_t positions[2];
    size_t at; /* the word that is read next */
    mpq_t margin;
    vector n;
} checker;

/* ---- Corners ------------------------------------------------------------------------------ */

static uint32_t corners_of(const checker *c, int side) {
    return c->side[side]->shape != NULL ? c->vertex_count[side] : 3;
}

static tact_vec3 corner(const checker *c, int side, uint32_t position, uint32_t i) {
    const tacti_placed_side *s = c->side[side];
    if (s->shape != NULL)
        return c->vertices[side][i];
    tact_triangle t = tact_mesh_triangle(s->mesh, c->proof->order[side][position]);
    return tact_pose_place(s->pose, t.v[i]);
}

static void set_vector(vector out, tact_vec3 p) {
    mpq_set_d(out[0], p.x);
    mpq_set_d(out[1], p.y);
    mpq_set_d(out[2], p.z);
}

static void dot(mpq_t out, vector u, vector v) {
    mpq_t product, sum;
    mpq_inits(product, sum, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_mul(product, u[k], v[k]);
        mpq_add(sum, sum, product);
    }
    mpq_set(out, sum);
    mpq_clears(product, sum, NULL);
}

/* ---- Directions --------------------------------------------------------------------------- */

/* x minus its part along v; v is not 0. */
static void remove_part(vector x, vector v) {
    mpq_t part, square;
    mpq_inits(part, square, NULL);
    dot(part, x, v);
    dot(square, v, v);
    mpq_div(part, part, square);
    for (int k = 0; k < 3; k++) {
        mpq_mul(square, part, v[k]);
        mpq_sub(x[k], x[k], square);
    }
    mpq_clears(part, square, NULL);
}

static bool is_zero(vector v) {
    return mpq_sgn(v[0]) == 0 && mpq_sgn(v[1]) == 0 && mpq_sgn(v[2]) == 0;
}

/* n becomes minus the point nearest to the origin on the line or plane through the differences, by
 * removing the parts along the edges one after the other. False if they are dependent. */
static bool set_simplex(checker *c, const tacti_proof_simplex *s, const uint32_t position[2]) {
    vector w[3], q;
    bool is_good = s->count >= 1 && s->count <= 3;
    for (int k = 0; k < 3; k++)
        mpq_inits(w[0][k], w[1][k], w[2][k], q[k], NULL);
    for (uint32_t i = 0; i < s->count && is_good; i++) {
        is_good = s->a[i] < corners_of(c, 0) && s->b[i] < corners_of(c, 1);
        if (!is_good)
            break;
        set_vector(w[i], corner(c, 0, position[0], s->a[i]));
        set_vector(q, corner(c, 1, position[1], s->b[i]));
        for (int k = 0; k < 3; k++) {
            mpq_sub(w[i][k], w[i][k], q[k]);
            if (i > 0)
                mpq_sub(w[i][k], w[i][k], w[0][k]);
        }
    }
    if (is_good && s->count > 1)
        is_good = !is_zero(w[1]);
    if (is_good && s->count > 2) {
        remove_part(w[2], w[1]);
        is_good = !is_zero(w[2]);
    }
    for (uint32_t i = 1; i < s->count && is_good; i++)
        remove_part(w[0], w[i]);
    for (int k = 0; k < 3; k++) {
        mpq_neg(c->n[k], w[0][k]);
        mpq_clears(w[0][k], w[1][k], w[2][k], q[k], NULL);
    }
    return is_good;
}

static bool set_direction(checker *c, uint32_t place, uint32_t terms, const uint32_t position[2]) {
    const tact_proof *p = c->proof;
    if (terms == 0)
        return place < p->simplices.count && set_simplex(c, &p->simplices.items[place], position);
    if (terms > TACTI_PROOF_TERMS || (size_t)place + 3 * (size_t)terms > p->numbers.count)
        return false;
    for (uint32_t i = 0; i < 3 * terms; i++)
        if (!isfinite(p->numbers.items[place + i]))
            return false;
    mpq_t term;
    mpq_init(term);
    for (uint32_t k = 0; k < 3; k++) {
        mpq_set_ui(c->n[k], 0, 1);
        for (uint32_t i = 0; i < terms; i++) {
            mpq_set_d(term, p->numbers.items[place + k * terms + i]);
            mpq_add(c->n[k], c->n[k], term);
        }
    }
    mpq_clear(term);
    return true;
}

/* ---- Cells -------------------------------------------------------------------------------- */

static void extreme(checker *c, int side, const uint32_t range[2], int sign, mpq_t out) {
    vector p;
    mpq_t value;
    mpq_init(value);
    for (int k = 0; k < 3; k++)
        mpq_init(p[k]);
    bool is_first = true;
    for (uint32_t i = range[0]; i < range[1]; i++)
        for (uint32_t j = 0; j < corners_of(c, side); j++) {
            set_vector(p, corner(c, side, i, j));
            dot(value, p, c->n);
            if (is_first || sign * mpq_cmp(value, out) > 0)
                mpq_set(out, value);
            is_first = false;
        }
    for (int k = 0; k < 3; k++)
        mpq_clear(p[k]);
    mpq_clear(value);
}

static bool is_separated(checker *c, const uint32_t a[2], const uint32_t b[2]) {
    mpq_t most, gap, wanted;
    mpq_inits(most, gap, wanted, NULL);
    extreme(c, 0, a, 1, most);
    extreme(c, 1, b, -1, gap);
    mpq_sub(gap, gap, most);
    bool holds = mpq_sgn(gap) > 0;
    mpq_mul(gap, gap, gap);
    dot(wanted, c->n, c->n);
    mpq_mul(wanted, wanted, c->margin);
    mpq_mul(wanted, wanted, c->margin);
    int excess = mpq_cmp(gap, wanted);
    mpq_clears(most, gap, wanted, NULL);
    return holds && excess >= (c->proof->claim == TACT_CLAIM_DISTANCE ? 0 : 1);
}

static bool read_word(checker *c, uint32_t *out) {
    if (c->at >= c->proof->words.count)
        return false;
    *out = c->proof->words.items[c->at++];
    return true;
}

static bool read_cuts(checker *c, const uint32_t range[2], uint32_t parts, uint32_t cuts[9]) {
    cuts[0] = range[0];
    for (uint32_t i = 1; i < parts; i++)
        if (!read_word(c, &cuts[i]) || cuts[i] <= cuts[i - 1])
            return false;
    cuts[parts] = range[1];
    return cuts[parts] > cuts[parts - 1];
}

/* The grid of a record: row i is positions row[i] to row[i + 1] - 1 of a. */
typedef struct grid {
    uint32_t rows, columns, row[9], column[9];
    bool is_done[8][8];
} grid;

static bool check_cells(checker *c, grid *g) {
    uint32_t place, terms, low, high;
    if (!read_word(c, &place) || !read_word(c, &terms) || !read_word(c, &low) ||
        !read_word(c, &high))
        return false;
    uint64_t mask = low | (uint64_t)high << 32;
    for (uint32_t bit = 0; bit < 64; bit++) {
        uint32_t i = bit / 8, j = bit % 8;
        if ((mask >> bit & 1) == 0)
            continue;
        if (i >= g->rows || j >= g->columns || g->is_done[i][j])
            return false;
        const uint32_t position[2] = {g->row[i], g->column[j]};
        if (terms == 0 && (g->row[i + 1] - g->row[i] != 1 || g->column[j + 1] - g->column[j] != 1))
            return false;
        if (!set_direction(c, place, terms, position) ||
            !is_separated(c, g->row + i, g->column + j))
            return false;
        g->is_done[i][j] = true;
    }
    /* A direction that separates nothing must still be a direction, and not a simplex. */
    return mask != 0 || (terms > 0 && set_direction(c, place, terms, (const uint32_t[2]){0, 0}));
}

static bool check_rectangle(checker *c, const uint32_t a[2], const uint32_t b[2]) {
    uint32_t head;
    if (!read_word(c, &head))
        return false;
    grid g = {.rows = head & 0xff, .columns = head >> 8 & 0xff};
    if (g.rows < 1 || g.rows > 8 || g.columns < 1 || g.columns > 8 ||
        !read_cuts(c, a, g.rows, g.row) || !read_cuts(c, b, g.columns, g.column))
        return false;
    for (uint32_t k = 0; k < head >> 16; k++)
        if (!check_cells(c, &g))
            return false;
    for (uint32_t i = 0; i < g.rows; i++)
        for (uint32_t j = 0; j < g.columns; j++)
            if (!g.is_done[i][j] && !check_rectangle(c, g.row + i, g.column + j))
                return false;
    return true;
}

/* ---- Whole proofs ------------------------------------------------------------------------- */

static bool check_order(const checker *c, int side) {
    uint32_t count = c->positions[side];
    if (c->side[side]->shape != NULL)
        return c->proof->count[side] == c->vertex_count[side];
    bool *seen = calloc((size_t)count + 1, sizeof *seen);
    assert_non_null(seen);
    bool is_good = c->proof->count[side] == count;
    for (uint32_t i = 0; i < count && is_good; i++) {
        uint32_t t = c->proof->order[side][i];
        is_good = t < count && !seen[t];
        if (is_good)
            seen[t] = true;
    }
    free(seen);
    return is_good;
}

static bool check_contact(const checker *c) {
    const uint32_t triangle[2] = {c->proof->a, c->proof->b};
    tact_shape local[2];
    tacti_placed_shape placed[2];
    for (int side = 0; side < 2; side++) {
        const tacti_placed_side *s = c->side[side];
        placed[side] = (tacti_placed_shape){s->shape, s->pose};
        if (s->shape != NULL)
            continue;
        if (triangle[side] >= c->positions[side])
            return false;
        local[side] = tact_shape_triangle(tact_mesh_triangle(s->mesh, triangle[side]));
        placed[side].shape = &local[side];
    }
    const tacti_convex_collision claim = {.outcome = TACT_OUTCOME_CONTACT,
                                          .proof = c->proof->contact};
    return oracle_proof_holds(&placed[0], &placed[1], &claim);
}

static bool check_cover(checker *c) {
    if (!(c->proof->lower >= 0) || (c->proof->claim == TACT_CLAIM_APART && c->proof->lower > 0))
        return false;
    mpq_t term;
    mpq_init(term);
    bool is_infinite = !isfinite(c->proof->lower);
    mpq_set_d(c->margin,
              c->proof->claim == TACT_CLAIM_DISTANCE && !is_infinite ? c->proof->lower : 0);
    for (int side = 0; side < 2; side++)
        if (c->side[side]->shape != NULL) {
            mpq_set_d(term, c->side[side]->shape->radius);
            mpq_add(c->margin, c->margin, term);
        }
    mpq_clear(term);
    const uint32_t a[2] = {0, c->positions[0]}, b[2] = {0, c->positions[1]};
    bool is_empty = a[1] == 0 || b[1] == 0;
    return check_order(c, 0) && check_order(c, 1) && (is_empty || !is_infinite) &&
           (is_empty || check_rectangle(c, a, b)) && c->at == c->proof->words.count;
}

bool oracle_shape_proof_holds(const tacti_placed_side *a, const tacti_placed_side *b,
                              const tact_proof *proof) {
    checker c = {.side = {a, b}, .proof = proof};
    if (proof->kind != (a->shape == NULL   ? TACT_PROOF_OF_MESH_AND_SHAPE
                        : b->shape == NULL ? TACT_PROOF_OF_SHAPE_AND_MESH
                                           : TACT_PROOF_OF_SHAPES))
        return false;
    for (int side = 0; side < 2; side++) {
        const tacti_placed_side *s = c.side[side];
        tacti_placed_shape placed = {s->shape, s->pose};
        c.positions[side] = s->shape != NULL ? 1 : tact_mesh_triangle_count(s->mesh);
        if (s->shape == NULL)
            continue;
        c.vertex_count[side] = oracle_vertices(&placed, NULL, 0);
        c.vertices[side] = malloc(c.vertex_count[side] * sizeof(tact_vec3));
        assert_non_null(c.vertices[side]);
        oracle_vertices(&placed, c.vertices[side], c.vertex_count[side]);
    }
    mpq_init(c.margin);
    for (int k = 0; k < 3; k++)
        mpq_init(c.n[k]);
    bool holds = proof->claim == TACT_CLAIM_CONTACT   ? check_contact(&c)
                 : proof->claim == TACT_CLAIM_NOTHING ? false
                                                      : check_cover(&c);
    mpq_clear(c.margin);
    for (int k = 0; k < 3; k++)
        mpq_clear(c.n[k]);
    for (int side = 0; side < 2; side++)
        free(c.vertices[side]);
    return holds;
}
