/* SPDX-License-Identifier: MIT */
/* Certificates and a linear program in rational numbers; see oracle_convex.h. */
#include "oracle_convex.h"

#include <stdlib.h>

#include "support.h"
#include "pair/pair.h"

typedef mpq_t vector[3];

static void vector_init(vector v) {
    for (int k = 0; k < 3; k++)
        mpq_init(v[k]);
}

static void vector_clear(vector v) {
    for (int k = 0; k < 3; k++)
        mpq_clear(v[k]);
}

static void vector_set(vector v, tact_vec3 p) {
    mpq_set_d(v[0], p.x);
    mpq_set_d(v[1], p.y);
    mpq_set_d(v[2], p.z);
}

static void vector_sub(vector out, vector u, vector v) {
    for (int k = 0; k < 3; k++)
        mpq_sub(out[k], u[k], v[k]);
}

static void vector_dot(mpq_t out, vector u, vector v) {
    mpq_t product, sum;
    mpq_inits(product, sum, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_mul(product, u[k], v[k]);
        mpq_add(sum, sum, product);
    }
    mpq_set(out, sum);
    mpq_clears(product, sum, NULL);
}

/* ---- Vertices ----------------------------------------------------------------------------- */

uint32_t oracle_vertices(const tacti_placed_shape *shape, tact_vec3 *out, uint32_t limit) {
    const tact_shape *s = shape->shape;
    tact_vec3 local[8] = {{0, 0, 0}};
    const tact_vec3 *from = local;
    uint32_t count = 1;
    if (s->kind == TACT_SHAPE_SEGMENT) {
        count = 2;
        local[0] = s->core.segment.a;
        local[1] = s->core.segment.b;
    } else if (s->kind == TACT_SHAPE_TRIANGLE) {
        count = 3;
        from = s->core.triangle.v;
    } else if (s->kind == TACT_SHAPE_BOX) {
        count = 8;
        for (uint32_t i = 0; i < 8; i++)
            local[i] = (tact_vec3){s->core.half_extents.x * (i & 1 ? 1 : -1),
                                   s->core.half_extents.y * (i & 2 ? 1 : -1),
                                   s->core.half_extents.z * (i & 4 ? 1 : -1)};
    } else if (s->kind == TACT_SHAPE_HULL) {
        count = tact_hull_inspect(s->core.hull).vertex_count;
        from = tact_hull_vertices(s->core.hull);
    }
    for (uint32_t i = 0; i < count && i < limit; i++)
        out[i] = tact_pose_place(shape->pose, from[i]);
    return count;
}

/* ---- Certificates ------------------------------------------------------------------------- */

/* Solves the linear equations rows[i][0..n-1] = rows[i][n]; false if they are singular. */
static bool solve(mpq_t rows[4][5], int n) {
    mpq_t factor, product;
    mpq_inits(factor, product, NULL);
    bool regular = true;
    for (int c = 0; c < n && regular; c++) {
        int pivot = c;
        while (pivot < n && mpq_sgn(rows[pivot][c]) == 0)
            pivot++;
        regular = pivot < n;
        for (int k = 0; regular && k <= n; k++)
            mpq_swap(rows[pivot][k], rows[c][k]);
        for (int r = 0; regular && r < n; r++) {
            if (r == c || mpq_sgn(rows[r][c]) == 0)
                continue;
            mpq_div(factor, rows[r][c], rows[c][c]);
            for (int k = c; k <= n; k++) {
                mpq_mul(product, factor, rows[c][k]);
                mpq_sub(rows[r][k], rows[r][k], product);
            }
        }
    }
    for (int c = 0; c < n && regular; c++)
        mpq_div(rows[c][n], rows[c][n], rows[c][c]);
    mpq_clears(factor, product, NULL);
    return regular;
}

/* The point of the affine hull of count points that is nearest to the origin, by its normal
 * equations: x . (w_i - w_0) = 0 and weights that sum to 1. False if the points are dependent.
 * inside says whether no weight is negative. */
static bool nearest_of_hull(vector *w, const int *at, int count, vector x, bool *inside) {
    mpq_t rows[4][5], product;
    vector edge;
    mpq_init(product);
    vector_init(edge);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            mpq_init(rows[i][j]);
    for (int j = 0; j <= count; j++)
        mpq_set_ui(rows[0][j], 1, 1);
    for (int i = 1; i < count; i++) {
        vector_sub(edge, w[at[i]], w[at[0]]);
        for (int j = 0; j < count; j++)
            vector_dot(rows[i][j], edge, w[at[j]]);
    }
    bool regular = solve(rows, count);
    *inside = regular;
    for (int k = 0; k < 3; k++)
        mpq_set_ui(x[k], 0, 1);
    for (int i = 0; i < count && regular; i++) {
        *inside = *inside && mpq_sgn(rows[i][count]) >= 0;
        for (int k = 0; k < 3; k++) {
            mpq_mul(product, rows[i][count], w[at[i]][k]);
            mpq_add(x[k], x[k], product);
        }
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            mpq_clear(rows[i][j]);
    vector_clear(edge);
    mpq_clear(product);
    return regular;
}

/* Whether the hull of the points comes within a squared distance of the origin. */
static bool comes_near(vector *w, int count, mpq_t limit) {
    bool near = false;
    vector x;
    mpq_t square;
    vector_init(x);
    mpq_init(square);
    for (unsigned subset = 1; subset < 1U << count && !near; subset++) {
        int at[4], size = 0;
        bool inside;
        for (int i = 0; i < count; i++)
            if (subset >> i & 1)
                at[size++] = i;
        if (!nearest_of_hull(w, at, size, x, &inside) || !inside)
            continue;
        vector_dot(square, x, x);
        near = mpq_cmp(square, limit) <= 0;
    }
    mpq_clear(square);
    vector_clear(x);
    return near;
}

/* gap = the least n . q over b minus the greatest n . p over a. */
static void gap_along(const tacti_placed_shape *const side[2], vector n, mpq_t gap) {
    mpq_t value, best[2];
    vector p;
    mpq_inits(value, best[0], best[1], NULL);
    vector_init(p);
    for (int s = 0; s < 2; s++) {
        uint32_t count = oracle_vertices(side[s], NULL, 0);
        tact_vec3 *vertices = malloc(count * sizeof *vertices);
        assert_non_null(vertices);
        oracle_vertices(side[s], vertices, count);
        for (uint32_t i = 0; i < count; i++) {
            vector_set(p, vertices[i]);
            vector_dot(value, n, p);
            int order = i == 0 ? 0 : mpq_cmp(value, best[s]);
            if (i == 0 || (s == 0 ? order > 0 : order < 0))
                mpq_set(best[s], value);
        }
        free(vertices);
    }
    mpq_sub(gap, best[1], best[0]);
    vector_clear(p);
    mpq_clears(value, best[0], best[1], NULL);
}

static bool apart_holds(const tacti_placed_shape *const side[2], const tacti_convex_proof *proof,
                        vector *w, mpq_t radius_square) {
    vector n;
    mpq_t gap, square;
    vector_init(n);
    mpq_inits(gap, square, NULL);
    bool holds = proof->pair_count <= 3;
    if (proof->pair_count == 0)
        vector_set(n, proof->direction);
    else if (holds) {
        const int at[3] = {0, 1, 2};
        bool inside;
        holds = nearest_of_hull(w, at, (int)proof->pair_count, n, &inside);
        for (int k = 0; k < 3; k++)
            mpq_neg(n[k], n[k]);
    }
    gap_along(side, n, gap);
    holds = holds && mpq_sgn(gap) > 0;
    mpq_mul(gap, gap, gap);
    vector_dot(square, n, n);
    mpq_mul(square, square, radius_square);
    holds = holds && mpq_cmp(gap, square) > 0;
    mpq_clears(gap, square, NULL);
    vector_clear(n);
    return holds;
}

bool oracle_proof_holds(const tacti_placed_shape *a, const tacti_placed_shape *b,
                        const tacti_convex_collision *collision) {
    const tacti_placed_shape *const side[2] = {a, b};
    const tacti_convex_proof *proof = &collision->proof;
    vector w[4], q;
    mpq_t radius, other;
    uint32_t count[2] = {oracle_vertices(a, NULL, 0), oracle_vertices(b, NULL, 0)};
    if (proof->pair_count > 4)
        return false;
    tact_vec3 *vertices[2];
    for (int s = 0; s < 2; s++) {
        vertices[s] = malloc(count[s] * sizeof *vertices[s]);
        assert_non_null(vertices[s]);
        oracle_vertices(side[s], vertices[s], count[s]);
    }
    vector_init(q);
    for (int i = 0; i < 4; i++)
        vector_init(w[i]);
    bool holds = true;
    for (uint32_t i = 0; i < proof->pair_count; i++) {
        if (proof->a[i] >= count[0] || proof->b[i] >= count[1]) {
            holds = false;
            break;
        }
        vector_set(w[i], vertices[0][proof->a[i]]);
        vector_set(q, vertices[1][proof->b[i]]);
        vector_sub(w[i], w[i], q);
    }
    mpq_inits(radius, other, NULL);
    mpq_set_d(radius, a->shape->radius);
    mpq_set_d(other, b->shape->radius);
    mpq_add(radius, radius, other);
    mpq_mul(radius, radius, radius);
    if (holds && collision->outcome == TACT_OUTCOME_APART)
        holds = apart_holds(side, proof, w, radius);
    else
        holds = holds && collision->outcome == TACT_OUTCOME_CONTACT &&
                comes_near(w, (int)proof->pair_count, radius);
    mpq_clears(radius, other, NULL);
    for (int i = 0; i < 4; i++)
        vector_clear(w[i]);
    vector_clear(q);
    for (int s = 0; s < 2; s++)
        free(vertices[s]);
    return holds;
}

/* ---- The linear program ------------------------------------------------------------------- */

/* Find lambda, mu >= 0 with sum lambda p - sum mu q = 0, sum lambda = 1, sum mu = 1: five rows. The
 * tableau has a column for each point, for each artificial variable, and for the right side. The
 * sum of the artificial variables is minimised; Bland's rule prevents cycling. */
#define ROWS 5
#define MOST_POINTS 64
#define MOST_COLUMNS (2 * MOST_POINTS + 1)

static mpq_t tableau[ROWS + 1][MOST_COLUMNS];

static void pivot_on(int row, int column, int columns) {
    mpq_t factor, product;
    mpq_inits(factor, product, NULL);
    mpq_inv(factor, tableau[row][column]);
    for (int k = 0; k < columns; k++)
        mpq_mul(tableau[row][k], tableau[row][k], factor);
    for (int r = 0; r <= ROWS; r++) {
        if (r == row || mpq_sgn(tableau[r][column]) == 0)
            continue;
        mpq_set(factor, tableau[r][column]);
        for (int k = 0; k < columns; k++) {
            mpq_mul(product, factor, tableau[row][k]);
            mpq_sub(tableau[r][k], tableau[r][k], product);
        }
    }
    mpq_clears(factor, product, NULL);
}

/* The row that leaves: the least ratio; among equal ratios, the least variable. */
static int leaving_row(int column, int last, const int *basis) {
    int best = -1;
    mpq_t ratio, least;
    mpq_inits(ratio, least, NULL);
    for (int r = 0; r < ROWS; r++) {
        if (mpq_sgn(tableau[r][column]) <= 0)
            continue;
        mpq_div(ratio, tableau[r][last], tableau[r][column]);
        int order = best < 0 ? -1 : mpq_cmp(ratio, least);
        if (order < 0 || (order == 0 && basis[r] < basis[best])) {
            best = r;
            mpq_set(least, ratio);
        }
    }
    mpq_clears(ratio, least, NULL);
    return best;
}

/* Initialises the numbers of the tableau, once. */
static void prepare_tableau(uint32_t a_count, uint32_t b_count) {
    static bool is_ready;
    assert_true(a_count <= MOST_POINTS && b_count <= MOST_POINTS);
    for (int r = 0; r <= ROWS && !is_ready; r++)
        for (int c = 0; c < MOST_COLUMNS; c++)
            mpq_init(tableau[r][c]);
    is_ready = true;
}

/* Sets everything else; the points of a and b are already in their columns. */
static void complete_tableau(uint32_t a_count, uint32_t b_count) {
    int last = (int)(a_count + b_count);
    for (int c = 0; c < last; c++) {
        bool is_a = c < (int)a_count;
        for (int k = 0; k < 3 && !is_a; k++)
            mpq_neg(tableau[k][c], tableau[k][c]);
        mpq_set_ui(tableau[3][c], is_a, 1);
        mpq_set_ui(tableau[4][c], !is_a, 1);
    }
    for (int r = 0; r < ROWS; r++)
        mpq_set_ui(tableau[r][last], r >= 3, 1);
    /* Costs: minus the sum of the rows, since every artificial variable costs 1. */
    for (int c = 0; c <= last; c++) {
        mpq_set_ui(tableau[ROWS][c], 0, 1);
        for (int r = 0; r < ROWS; r++)
            mpq_sub(tableau[ROWS][c], tableau[ROWS][c], tableau[r][c]);
    }
}

/* Whether the program that the tableau holds has a solution. */
static bool has_solution(uint32_t a_count, uint32_t b_count) {
    int last = (int)(a_count + b_count), basis[ROWS];
    complete_tableau(a_count, b_count);
    for (int r = 0; r < ROWS; r++)
        basis[r] = last + r;
    for (;;) {
        int column = 0;
        while (column < last && mpq_sgn(tableau[ROWS][column]) >= 0)
            column++;
        if (column == last)
            break;
        int row = leaving_row(column, last, basis);
        assert_true(row >= 0); /* the sum cannot fall below 0 */
        pivot_on(row, column, last + 1);
        basis[row] = column;
    }
    return mpq_sgn(tableau[ROWS][last]) == 0;
}

bool oracle_hulls_meet(const tact_vec3 *a, uint32_t a_count, const tact_vec3 *b, uint32_t b_count) {
    prepare_tableau(a_count, b_count);
    for (uint32_t c = 0; c < a_count + b_count; c++) {
        const tact_vec3 *p = c < a_count ? &a[c] : &b[c - a_count];
        for (int k = 0; k < 3; k++)
            mpq_set_d(tableau[k][c], (&p->x)[k]);
    }
    return has_solution(a_count, b_count);
}

bool oracle_rational_hulls_meet(mpq_t (*a)[3], uint32_t a_count, mpq_t (*b)[3], uint32_t b_count) {
    prepare_tableau(a_count, b_count);
    for (uint32_t c = 0; c < a_count + b_count; c++)
        for (int k = 0; k < 3; k++)
            mpq_set(tableau[k][c], c < a_count ? a[c][k] : b[c - a_count][k]);
    return has_solution(a_count, b_count);
}
