/* SPDX-License-Identifier: MIT */
/* See oracle_cover.h. A number x is stored as the integer x 2^1074, so sums need no common
 * exponent. A coordinate along a direction is then in units of 2^-2148 on both sides of every
 * comparison. */
#include "oracle_cover.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tact/mesh.h>

#include "mpz3.h"
#include "oracle_triangle.h"
#include "verify/verify.h"

#define LEAST_EXPONENT (-1074)

typedef struct cover {
    FILE *file;
    char word[512];
    bool has_word; /* a word was read and not yet used */
    const tacti_placed_mesh *mesh[2];
    uint32_t count[2];
    uint32_t *order[2];
    bool is_distance;
    mpz_t lower_square;
    mpz_t direction[3];
    uint32_t single[2]; /* positions of the triangles whose edges make a direction */
} cover;

/* ---- Words -------------------------------------------------------------------------------- */

/* The next word, without consuming it; NULL at the end. */
static const char *peek(cover *c) {
    if (!c->has_word)
        c->has_word = fscanf(c->file, "%511s", c->word) == 1;
    return c->has_word ? c->word : NULL;
}

static bool take(cover *c, const char *wanted) {
    const char *word = peek(c);
    if (word == NULL || strcmp(word, wanted) != 0)
        return false;
    c->has_word = false;
    return true;
}

static bool take_number(cover *c, double *out) {
    const char *word = peek(c);
    if (word == NULL)
        return false;
    char *end;
    *out = strtod(word, &end);
    c->has_word = false;
    return *end == '\0' && isfinite(*out);
}

static bool take_count(cover *c, uint32_t *out) {
    double value;
    if (!take_number(c, &value) || value < 0 || value > 4294967294.0 || value != floor(value))
        return false;
    *out = (uint32_t)value;
    return true;
}

/* Skips the rest of a line, such as a name. */
static void skip_line(cover *c) {
    c->has_word = false;
    for (int byte = fgetc(c->file); byte != '\n' && byte != EOF;)
        byte = fgetc(c->file);
}

/* ---- Corners ------------------------------------------------------------------------------ */

static tact_triangle placed_triangle(const cover *c, int side, uint32_t number) {
    tact_triangle t = tact_mesh_triangle(c->mesh[side]->mesh, number);
    for (int k = 0; k < 3; k++)
        t.v[k] = tact_pose_place(c->mesh[side]->pose, t.v[k]);
    return t;
}

/* The least (sign -1) or the greatest coordinate along the direction over positions begin to
 * end - 1. */
static void extreme(cover *c, int side, uint32_t begin, uint32_t end, int sign, mpz_t out) {
    mpz_t point[3], value;
    for (int k = 0; k < 3; k++)
        mpz_init(point[k]);
    mpz_init(value);
    for (uint32_t i = begin; i < end; i++) {
        tact_triangle t = placed_triangle(c, side, c->order[side][i]);
        for (int corner = 0; corner < 3; corner++) {
            const double x[3] = {t.v[corner].x, t.v[corner].y, t.v[corner].z};
            for (int k = 0; k < 3; k++)
                oracle_to_integer(point[k], x[k], LEAST_EXPONENT);
            mpz3_dot(value, c->direction, point);
            if ((i == begin && corner == 0) || sign * mpz_cmp(value, out) > 0)
                mpz_set(out, value);
        }
    }
    for (int k = 0; k < 3; k++)
        mpz_clear(point[k]);
    mpz_clear(value);
}

/* Whether the direction separates ranges a and b by the claimed distance. */
static bool is_separated(cover *c, const uint32_t a[2], const uint32_t b[2]) {
    mpz_t most, gap, wanted;
    mpz_inits(most, gap, wanted, NULL);
    extreme(c, 0, a[0], a[1], 1, most);
    extreme(c, 1, b[0], b[1], -1, gap);
    mpz_sub(gap, gap, most);
    bool holds = mpz_sgn(gap) > 0;
    if (holds && c->is_distance) {
        mpz3_dot(wanted, c->direction, c->direction);
        mpz_mul(wanted, wanted, c->lower_square);
        mpz_mul(gap, gap, gap);
        holds = mpz_cmp(gap, wanted) >= 0;
    }
    mpz_clears(most, gap, wanted, NULL);
    return holds;
}

/* ---- The file ----------------------------------------------------------------------------- */

static bool take_mesh(cover *c, const char *mesh, const char *pose, int side) {
    double number;
    bool is_good = take(c, mesh) && take_count(c, &c->count[side]) &&
                   c->count[side] == tact_mesh_triangle_count(c->mesh[side]->mesh);
    skip_line(c);
    is_good = is_good && take(c, pose);
    for (int i = 0; i < 12 && is_good; i++)
        is_good = take_number(c, &number) && number == c->mesh[side]->pose.m[i];
    return is_good;
}

static bool take_order(cover *c, const char *word, int side) {
    uint32_t count = c->count[side];
    bool *seen = calloc((size_t)count + 1, sizeof *seen);
    c->order[side] = calloc((size_t)count + 1, sizeof(uint32_t));
    bool is_good = seen != NULL && c->order[side] != NULL && take(c, word);
    for (uint32_t i = 0; i < count && is_good; i++) {
        uint32_t triangle = 0;
        is_good = take_count(c, &triangle) && triangle < count && !seen[triangle];
        if (is_good)
            seen[triangle] = true;
        c->order[side][i] = triangle;
    }
    free(seen);
    return is_good;
}

/* Corner k of edge e of two triangles, 0 to 2 of a and 3 to 5 of b, as integers. */
static void edge_corner(const cover *c, uint32_t e, uint32_t k, mpz_t out[3]) {
    int side = e < 3 ? 0 : 1;
    tact_triangle t = placed_triangle(c, side, c->order[side][c->single[side]]);
    const tact_vec3 p = t.v[(e + k) % 3];
    const double x[3] = {p.x, p.y, p.z};
    for (int i = 0; i < 3; i++)
        oracle_to_integer(out[i], x[i], LEAST_EXPONENT);
}

/* The cross product of two edges of the triangles at the positions of c->single. */
static void set_edges(cover *c, uint32_t first, uint32_t second) {
    const uint32_t edge[2] = {first, second};
    mpz_t u[2][3], from[3];
    for (int k = 0; k < 3; k++)
        mpz_inits(u[0][k], u[1][k], from[k], NULL);
    for (int i = 0; i < 2; i++) {
        edge_corner(c, edge[i], 0, from);
        edge_corner(c, edge[i], 1, u[i]);
        mpz3_subtract(u[i], u[i], from);
    }
    mpz3_cross(c->direction, u[0], u[1]);
    for (int k = 0; k < 3; k++)
        mpz_clears(u[0][k], u[1][k], from[k], NULL);
}

/* Reads a direction and the cells that it is claimed to separate; *is_edges is set if the direction
 * is the cross product of the edges in edge. */
static bool take_direction(cover *c, uint64_t *cells, bool *is_edges, uint32_t edge[2]) {
    uint32_t terms;
    mpz_t term;
    if (!take(c, "apart") || peek(c) == NULL)
        return false;
    *cells = strtoull(c->word, NULL, 16);
    c->has_word = false;
    bool is_good = take_count(c, &terms);
    *is_edges = is_good && terms == 0;
    if (*is_edges)
        return take_count(c, &edge[0]) && take_count(c, &edge[1]) && edge[0] < 6 && edge[1] < 6;
    mpz_init(term);
    for (int k = 0; k < 3; k++) {
        mpz_set_ui(c->direction[k], 0);
        for (uint32_t i = 0; i < terms && is_good; i++) {
            double number;
            is_good = take_number(c, &number);
            oracle_to_integer(term, is_good ? number : 0, LEAST_EXPONENT);
            mpz_add(c->direction[k], c->direction[k], term);
        }
    }
    mpz_clear(term);
    return is_good;
}

/* Reads the cuts of a range, which must ascend. */
static bool take_cuts(cover *c, const uint32_t range[2], uint32_t parts, uint32_t cuts[9]) {
    cuts[0] = range[0];
    for (uint32_t i = 1; i < parts; i++)
        if (!take_count(c, &cuts[i]) || cuts[i] <= cuts[i - 1])
            return false;
    cuts[parts] = range[1];
    return cuts[parts] > cuts[parts - 1];
}

/* Reads the records of a rectangle and checks that they separate all of it. */
static bool check_rectangle(cover *c, const uint32_t a[2], const uint32_t b[2]) {
    uint32_t rows, columns, directions, row[9], column[9];
    bool is_done[8][8] = {{false}};
    if (!take(c, "grid") || !take_count(c, &rows) || !take_count(c, &columns) ||
        !take_count(c, &directions) || rows < 1 || rows > 8 || columns < 1 || columns > 8 ||
        !take_cuts(c, a, rows, row) || !take_cuts(c, b, columns, column))
        return false;
    for (uint32_t k = 0; k < directions; k++) {
        uint64_t cells;
        uint32_t edge[2];
        bool is_edges;
        if (!take_direction(c, &cells, &is_edges, edge))
            return false;
        for (uint32_t bit = 0; bit < 64; bit++) {
            uint32_t i = bit / 8, j = bit % 8;
            if ((cells >> bit & 1) == 0)
                continue;
            if (i >= rows || j >= columns || is_done[i][j])
                return false;
            c->single[0] = row[i];
            c->single[1] = column[j];
            if (is_edges &&
                (c->is_distance || row[i + 1] - row[i] != 1 || column[j + 1] - column[j] != 1))
                return false;
            if (is_edges)
                set_edges(c, edge[0], edge[1]);
            if (!is_separated(c, row + i, column + j))
                return false;
            is_done[i][j] = true;
        }
    }
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++)
            if (!is_done[i][j] && !check_rectangle(c, row + i, column + j))
                return false;
    return true;
}

static bool check_contact(cover *c) {
    uint32_t a, b;
    if (!take_count(c, &a) || !take_count(c, &b) || a >= c->count[0] || b >= c->count[1])
        return false;
    tact_triangle ta = placed_triangle(c, 0, a), tb = placed_triangle(c, 1, b);
    return oracle_triangle_intersect(&ta, &tb).dimension >= 0;
}

static bool check_file(cover *c) {
    if (!take(c, "tact-proof") || !take(c, "1") || !take_mesh(c, "mesh_a", "pose_a", 0) ||
        !take_mesh(c, "mesh_b", "pose_b", 1) || !take(c, "claim"))
        return false;
    if (take(c, "contact"))
        return check_contact(c) && take(c, "end");
    c->is_distance = take(c, "distance");
    double lower = 0;
    if (!(c->is_distance ? take_number(c, &lower) && lower >= 0 : take(c, "apart")))
        return false;
    oracle_to_integer(c->lower_square, lower, LEAST_EXPONENT);
    mpz_mul(c->lower_square, c->lower_square, c->lower_square);
    if (!take_order(c, "order_a", 0) || !take_order(c, "order_b", 1))
        return false;
    const uint32_t a[2] = {0, c->count[0]}, b[2] = {0, c->count[1]};
    bool is_empty = c->count[0] == 0 || c->count[1] == 0;
    return (is_empty || check_rectangle(c, a, b)) && take(c, "end");
}

bool oracle_cover_holds(const char *path, const tacti_placed_mesh *a, const tacti_placed_mesh *b) {
    cover c = {.file = fopen(path, "r"), .mesh = {a, b}};
    if (c.file == NULL)
        return false;
    mpz_init(c.lower_square);
    for (int k = 0; k < 3; k++)
        mpz_init(c.direction[k]);
    bool holds = check_file(&c);
    mpz_clear(c.lower_square);
    for (int k = 0; k < 3; k++)
        mpz_clear(c.direction[k]);
    free(c.order[0]);
    free(c.order[1]);
    fclose(c.file);
    return holds;
}
