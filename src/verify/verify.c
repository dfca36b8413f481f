/* SPDX-License-Identifier: MIT */
/* The verifier of proofs. It shares no code with the search. It places the meshes, checks that the
 * orders hold every triangle once, divides the rectangle of all pairs as the proof says, and checks
 * each cell that a direction is claimed to separate. It trusts nothing that the proof says.
 *
 * A cell is checked in plain arithmetic first. Let d be the rounded direction, o the origin and p a
 * corner. |d_i| here stands for the sum of the magnitudes of the terms of d_i. The computed
 * d . (p - o) errs by at most 2^-47 times the sum of |d_i| reach_i: the difference errs by 2^-53 of
 * itself, products and sums by 3 more such units, and d_i, a sum of at most 16 terms, by 16 units
 * of |d_i|. Underflow adds less than 2^-1060. If plain arithmetic does not decide,
 * verify_separation.c does.
 *
 * A cover may be hostile. No cell of a record is claimed twice, so a record takes at most 8
 * projections of each corner of its rectangle. But records may cut one triangle off at a time, and
 * then all of them together take time quadratic in the size of the meshes. So work is counted, and
 * a budget proportional to meshes and cover limits it (tacti_proof_budget). */
#include "verify/verify.h"
#include "base/assert.h"
#include "verify/verify_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <tact/mesh.h>

/* The length of a direction is computed plainly only if its largest coordinate lies between these:
 * squares then neither overflow nor vanish. */
#define LEAST_DIRECTION 0x1p-400
#define MOST_DIRECTION 0x1p400

typedef struct rectangle {
    tacti_positions a, b;
} rectangle;

TACTI_ARRAY_DEFINE(rectangles, rectangle);

typedef struct verifier {
    const tact_proof *proof;
    tacti_verify_scene scene;
    rectangles stack;
    size_t at; /* word of the proof that is read next */
    tact_verification *out;
} verifier;

/* Sets the text that says why a proof is refused. Returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
refuse(verifier *v, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(v->out->text, sizeof v->out->text, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Orders ------------------------------------------------------------------------------- */

/* Whether an order names every triangle once. seen has one byte per triangle, all 0. */
static bool is_permutation(const uint32_t *order, uint32_t count, uint8_t *seen) {
    for (uint32_t i = 0; i < count; i++) {
        if (order[i] >= count || seen[order[i]] != 0)
            return false;
        seen[order[i]] = 1;
    }
    return true;
}

/* ---- Directions --------------------------------------------------------------------------- */

static bool is_simplex(const tacti_verify_scene *scene, const tacti_proof_simplex *simplex) {
    if (simplex->count < 1 || simplex->count > 3)
        return false;
    for (uint32_t i = 0; i < simplex->count; i++)
        if (simplex->a[i] >= scene->side[0].size || simplex->b[i] >= scene->side[1].size)
            return false;
    return true;
}

/* Reads a direction without terms: two edges of two triangles, or a simplex if a side is a shape.
 */
static bool read_special(const verifier *v, uint32_t place, tacti_verify_direction *out) {
    const tact_proof *proof = v->proof;
    *out = (tacti_verify_direction){
        .size = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, .error = HUGE_VAL, .length = HUGE_VAL};
    if (proof->kind == TACT_PROOF_OF_MESHES) {
        out->edge[0] = place / TACTI_PROOF_EDGES;
        out->edge[1] = place % TACTI_PROOF_EDGES;
        return place < TACTI_PROOF_EDGES * TACTI_PROOF_EDGES;
    }
    if (place >= proof->simplices.count)
        return false;
    out->simplex = &proof->simplices.items[place];
    return is_simplex(&v->scene, out->simplex);
}

/* Reads a direction. Returns false if it does not exist or is not finite. */
static bool read_direction(const verifier *v, uint32_t place, uint32_t term_count,
                           tacti_verify_direction *out) {
    const tact_proof *proof = v->proof;
    if (term_count == 0)
        return read_special(v, place, out);
    if (term_count > TACTI_PROOF_TERMS || place > proof->numbers.count ||
        3 * (size_t)term_count > proof->numbers.count - place)
        return false;
    const double *terms = proof->numbers.items + place;
    out->simplex = NULL;
    double sum[3], size[3];
    for (uint32_t i = 0; i < 3; i++) {
        sum[i] = size[i] = 0;
        for (uint32_t k = 0; k < term_count; k++) {
            double term = terms[i * term_count + k];
            if (!isfinite(term))
                return false;
            sum[i] += term;
            size[i] += fabs(term);
        }
    }
    out->terms = terms;
    out->term_count = term_count;
    out->rounded = (tact_vec3){sum[0], sum[1], sum[2]};
    out->size = (tact_vec3){size[0], size[1], size[2]};
    out->error = tacti_verify_error(out->size, v->scene.reach);
    double most = fmax(fmax(size[0], size[1]), size[2]);
    bool is_safe = most >= LEAST_DIRECTION && most <= MOST_DIRECTION;
    double square = (size[0] * size[0] + size[1] * size[1]) + size[2] * size[2];
    out->length = is_safe ? sqrt(square) * (1 + 0x1p-45) : HUGE_VAL;
    return true;
}

static double along(const tacti_verify_scene *scene, const tacti_verify_direction *d, tact_vec3 p) {
    return (d->rounded.x * (p.x - scene->origin.x) + d->rounded.y * (p.y - scene->origin.y)) +
           d->rounded.z * (p.z - scene->origin.z);
}

/* How far the corners at some positions reach along a direction: forward for side 0, backward for
 * side 1. Returns false if the budget runs out. */
static bool reach_along(tacti_verify_scene *scene, const tacti_verify_direction *d, int side,
                        tacti_positions at, double *out) {
    const tact_vec3 *corners = scene->side[side].corners;
    double most = -HUGE_VAL, sign = side == 0 ? 1 : -1;
    size_t size = scene->side[side].size, begin = size * at.begin, end = size * at.end;
    TACTI_ASSERT(at.begin < at.end && at.end <= scene->side[side].count);
    if (!tacti_verify_spend(scene, end - begin))
        return false;
    for (size_t i = begin; i < end; i++) {
        double t = sign * along(scene, d, corners[i]);
        /* A NaN must not get lost: only exact arithmetic can decide then. */
        most = most > t ? most : t;
        if (!(t < HUGE_VAL))
            most = HUGE_VAL;
    }
    scene->comparisons += end - begin;
    *out = most;
    return true;
}

/* ---- Records ------------------------------------------------------------------------------ */

/* The grid of a record: row i is positions row[i] to row[i + 1] - 1 of a. */
typedef struct grid {
    uint32_t rows, columns, directions;
    uint32_t row[TACTI_PROOF_GRID + 1], column[TACTI_PROOF_GRID + 1];
} grid;

/* Reads positions that cut a range into parts, 1 to TACTI_PROOF_GRID. Returns false if they do not
 * ascend within the range. */
static bool read_cuts(const uint32_t *words, uint32_t parts, tacti_positions range,
                      uint32_t cuts[TACTI_PROOF_GRID + 1]) {
    TACTI_ASSERT(parts >= 1 && parts <= TACTI_PROOF_GRID);
    cuts[0] = range.begin;
    for (uint32_t i = 1; i < parts; i++)
        cuts[i] = words[i - 1];
    cuts[parts] = range.end;
    for (uint32_t i = 0; i < parts; i++)
        if (cuts[i] >= cuts[i + 1])
            return false;
    return true;
}

static bool read_grid(verifier *v, const rectangle *r, grid *out) {
    const tacti_proof_words *words = &v->proof->words;
    if (v->at >= words->count)
        return refuse(v, "the cover ends before all pairs of triangles are separated");
    uint32_t head = words->items[v->at];
    out->rows = head & 0xff;
    out->columns = head >> 8 & 0xff;
    out->directions = head >> 16;
    if (out->rows < 1 || out->rows > TACTI_PROOF_GRID || out->columns < 1 ||
        out->columns > TACTI_PROOF_GRID || out->directions > 64)
        return refuse(v, "word %zu: a grid of %u x %u with %u directions", v->at, out->rows,
                      out->columns, out->directions);
    size_t length = (size_t)(out->rows - 1) + (out->columns - 1) + 4 * (size_t)out->directions;
    if (length > words->count - v->at - 1)
        return refuse(v, "word %zu: the record is cut off", v->at);
    const uint32_t *cuts = words->items + v->at + 1;
    if (!read_cuts(cuts, out->rows, r->a, out->row) ||
        !read_cuts(cuts + out->rows - 1, out->columns, r->b, out->column))
        return refuse(v, "word %zu: a cut outside of its range", v->at);
    v->at += 1 + (size_t)(out->rows - 1) + (out->columns - 1);
    return true;
}

/* Whether plain arithmetic shows what is claimed. */
static bool is_plain(const tacti_verify_scene *scene, const tacti_verify_direction *d,
                     double forward, double back) {
    /* back is minus the least coordinate of b. */
    double gap = -back - forward - 2 * d->error;
    gap -= fabs(gap) * 0x1p-50 + (fabs(back) + fabs(forward)) * 0x1p-50;
    double margin = (scene->radius[0] + scene->radius[1]) + scene->lower;
    if (margin == 0)
        return gap > 0;
    /* The sums of the margin and the product with the length are rounded, too. */
    return d->length < HUGE_VAL && gap > 0 && gap >= margin * d->length * (1 + 0x1p-49);
}

static bool is_single(tacti_positions a, tacti_positions b) {
    return a.end - a.begin == 1 && b.end - b.begin == 1;
}

/* Refuses a proof because of the first of some cells, at least one. */
static bool refuse_cell(verifier *v, const grid *g, uint64_t cells, const char *why) {
    TACTI_ASSERT(cells != 0);
    uint32_t bit = (uint32_t)__builtin_ctzll(cells);
    tacti_positions a = tacti_verify_part(g->row, bit / 8);
    tacti_positions b = tacti_verify_part(g->column, bit % 8);
    return refuse(v, "positions %u to %u of a and %u to %u of b: %s", a.begin, a.end - 1, b.begin,
                  b.end - 1, why);
}

/* Whether a direction without terms is used as it may be: for one cell of two single positions. The
 * cross product of two edges does not show a distance. */
static bool is_about_one_cell(const verifier *v, const grid *g, const tacti_verify_direction *d,
                              uint64_t mask) {
    uint32_t bit = mask != 0 ? (uint32_t)__builtin_ctzll(mask) : 0;
    bool shows_claim = d->simplex != NULL || !v->scene.is_distance;
    return shows_claim && mask == UINT64_C(1) << bit &&
           is_single(tacti_verify_part(g->row, bit / 8), tacti_verify_part(g->column, bit % 8));
}

/* Finds the cells that plain arithmetic does not show to be separated. Returns false if the budget
 * runs out. */
static bool find_doubtful(verifier *v, const grid *g, const tacti_verify_direction *d,
                          uint64_t mask, uint64_t *out) {
    double forward[TACTI_PROOF_GRID], back[TACTI_PROOF_GRID];
    *out = mask;
    for (uint32_t i = 0; i < g->rows; i++)
        if ((mask >> (8 * i) & 0xff) != 0 &&
            !reach_along(&v->scene, d, 0, tacti_verify_part(g->row, i), &forward[i]))
            return false;
    for (uint32_t j = 0; j < g->columns; j++)
        if ((mask >> j & UINT64_C(0x0101010101010101)) != 0 &&
            !reach_along(&v->scene, d, 1, tacti_verify_part(g->column, j), &back[j]))
            return false;
    for (uint64_t left = mask; left != 0; left &= left - 1) {
        uint32_t bit = (uint32_t)__builtin_ctzll(left);
        if (is_plain(&v->scene, d, forward[bit / 8], back[bit % 8]))
            *out &= ~(UINT64_C(1) << bit);
    }
    return true;
}

/* Checks the cells that one direction is claimed to separate. */
static bool check_direction(verifier *v, const grid *g, const tacti_verify_direction *d,
                            uint64_t mask) {
    uint64_t doubtful = mask;
    if (d->term_count == 0 && !is_about_one_cell(v, g, d, mask))
        return refuse(v, "word %zu: %s", v->at,
                      d->simplex != NULL ? "a simplex separates one triangle only"
                                         : "two edges show only that two triangles are apart");
    if (d->term_count > 0 && !find_doubtful(v, g, d, mask, &doubtful))
        return false;
    if (doubtful == 0)
        return true;
    const tacti_verify_cells cells = {g->row, g->column, doubtful};
    doubtful &= ~tacti_verify_exactly(&v->scene, d, &cells);
    return doubtful == 0 || refuse_cell(v, g, doubtful, "the direction does not separate them");
}

static uint64_t mask_of_grid(const grid *g) {
    uint64_t row = (UINT64_C(1) << g->columns) - 1, mask = 0;
    for (uint32_t i = 0; i < g->rows; i++)
        mask |= row << (8 * i);
    return mask;
}

/* Checks a record, and pushes the cells that no direction separates on the stack. */
static tact_status check_record(verifier *v, rectangle r, bool *is_sound) {
    grid g;
    *is_sound = false;
    if (!read_grid(v, &r, &g))
        return TACT_OK;
    uint64_t all = mask_of_grid(&g), open = all;
    for (uint32_t k = 0; k < g.directions; k++, v->at += 4) {
        TACTI_ASSERT(v->at + 4 <= v->proof->words.count);
        const uint32_t *words = v->proof->words.items + v->at;
        uint64_t mask = words[2] | (uint64_t)words[3] << 32;
        tacti_verify_direction d;
        if ((mask & ~open) != 0) {
            refuse(v, "word %zu: %s", v->at,
                   (mask & ~all) != 0 ? "cells outside of the grid" : "a cell is claimed twice");
            return TACT_OK;
        }
        if (!read_direction(v, words[0], words[1], &d)) {
            refuse(v, "word %zu: no such direction", v->at);
            return TACT_OK;
        }
        if (!check_direction(v, &g, &d, mask))
            return TACT_OK;
        open &= ~mask;
    }
    *is_sound = true;
    for (uint32_t bit = 64; bit-- > 0;)
        if ((open >> bit & 1) != 0) {
            rectangle next = {tacti_verify_part(g.row, bit / 8),
                              tacti_verify_part(g.column, bit % 8)};
            if (rectangles_push(&v->stack, next) != TACT_OK)
                return TACT_OUT_OF_MEMORY;
        }
    return TACT_OK;
}

/* Divides the rectangle of all pairs as the records say. */
static tact_status check_cover(verifier *v) {
    tacti_verify_scene *scene = &v->scene;
    if (scene->side[0].count > 0 && scene->side[1].count > 0) {
        if (scene->is_distance && !isfinite(scene->lower)) {
            refuse(v, "an infinite distance of sides that are not empty");
            return TACT_OK;
        }
        rectangle all = {{0, scene->side[0].count}, {0, scene->side[1].count}};
        if (rectangles_push(&v->stack, all) != TACT_OK)
            return TACT_OUT_OF_MEMORY;
    }
    while (v->stack.count > 0) {
        bool is_sound;
        tact_status status = check_record(v, v->stack.items[--v->stack.count], &is_sound);
        if (status != TACT_OK || !is_sound)
            return status;
    }
    if (v->at != v->proof->words.count)
        refuse(v, "the cover goes on after all pairs are separated");
    else
        v->out->is_proven = true;
    return TACT_OK;
}

/* ---- Whole proofs ------------------------------------------------------------------------- */

static bool check_order(verifier *v, int side, uint32_t count, uint8_t *seen) {
    const tact_proof *proof = v->proof;
    bool is_shape = tacti_proof_has_shape(proof->kind, side);
    if (proof->count[side] != count)
        return refuse(v, "the proof is about %u %s of %c, there are %u", proof->count[side],
                      is_shape ? "vertices" : "triangles", "ab"[side], count);
    if (is_shape)
        return true;
    memset(seen, 0, count);
    if (!is_permutation(proof->order[side], count, seen))
        return refuse(v, "the order of %c does not hold every triangle once", "ab"[side]);
    return true;
}

static tact_status check_orders(const tact_context *context, verifier *v, const uint32_t count[2],
                                bool *is_sound) {
    size_t most = count[0] > count[1] ? count[0] : count[1];
    uint8_t *seen = tacti_allocate(context, most, 1, 1);
    if (seen == NULL)
        return TACT_OUT_OF_MEMORY;
    *is_sound = check_order(v, 0, count[0], seen) && check_order(v, 1, count[1], seen);
    tacti_release(context, seen, most, 1, 1);
    return TACT_OK;
}

static tact_status verify_cover(const tact_context *context, const tacti_placed_side *a,
                                const tacti_placed_side *b, verifier *v) {
    const uint32_t count[2] = {tacti_verify_count(a), tacti_verify_count(b)};
    const tact_proof *proof = v->proof;
    bool is_sound;
    if (!(proof->lower >= 0) || (proof->claim == TACT_CLAIM_APART && proof->lower != 0)) {
        refuse(v, "the distance claimed is negative, not a number, or not 0 for apart");
        return TACT_OK;
    }
    tact_status status = check_orders(context, v, count, &is_sound);
    if (status != TACT_OK || !is_sound)
        return status;
    tacti_verify_scene *scene = &v->scene;
    scene->is_distance = proof->claim == TACT_CLAIM_DISTANCE;
    scene->lower = scene->is_distance ? proof->lower : 0;
    scene->radius[0] = a->shape != NULL ? a->shape->radius : 0;
    scene->radius[1] = b->shape != NULL ? b->shape->radius : 0;
    v->stack = rectangles_make(context);
    status = tacti_verify_place(context, a, proof->order[0], &scene->side[0]);
    if (status == TACT_OK)
        status = tacti_verify_place(context, b, proof->order[1], &scene->side[1]);
    if (status == TACT_OK) {
        tacti_verify_find_origins(scene);
        status = check_cover(v);
    }
    for (int side = 0; side < 2; side++)
        tacti_release(context, scene->side[side].corners, tacti_corner_count(&scene->side[side]),
                      sizeof(tact_vec3), _Alignof(tact_vec3));
    rectangles_release(&v->stack);
    return status;
}

static tact_status check_sides(const tacti_placed_side *a, const tacti_placed_side *b) {
    tact_status status = tacti_verify_check_side(a);
    return status == TACT_OK ? tacti_verify_check_side(b) : status;
}

/* Checks that two triangles of valid sides share a point. */
static tact_status verify_contact(const tacti_placed_side *a, const tacti_placed_side *b,
                                  uint32_t triangle_a, uint32_t triangle_b,
                                  tact_verification *out) {
    tact_verification found = {.exact = 1};
    if (triangle_a >= tact_mesh_triangle_count(a->mesh) ||
        triangle_b >= tact_mesh_triangle_count(b->mesh)) {
        snprintf(found.text, sizeof found.text, "there is no triangle %u of a or %u of b",
                 triangle_a, triangle_b);
        *out = found;
        return TACT_OK;
    }
    tact_triangle ta = tact_mesh_triangle(a->mesh, triangle_a);
    tact_triangle tb = tact_mesh_triangle(b->mesh, triangle_b);
    for (int i = 0; i < 3; i++) {
        ta.v[i] = tact_pose_place(a->pose, ta.v[i]);
        tb.v[i] = tact_pose_place(b->pose, tb.v[i]);
        if (!tacti_verify_is_finite(ta.v[i]) || !tacti_verify_is_finite(tb.v[i]))
            return TACT_INVALID_POSE;
    }
    found.is_proven = tacti_verify_overlap(ta.v, tb.v);
    if (!found.is_proven)
        snprintf(found.text, sizeof found.text, "triangle %u of a and %u of b share no point",
                 triangle_a, triangle_b);
    *out = found;
    return TACT_OK;
}

/* A mesh as a side of a proof. */
static tacti_placed_side side_of(const tacti_placed_mesh *placed) {
    return placed == NULL ? (tacti_placed_side){0}
                          : (tacti_placed_side){.mesh = placed->mesh, .pose = placed->pose};
}

tact_status tacti_verify_contact(const tacti_placed_mesh *a, const tacti_placed_mesh *b,
                                 uint32_t triangle_a, uint32_t triangle_b, tact_verification *out) {
    tacti_placed_side side[2] = {side_of(a), side_of(b)};
    tact_status status = out != NULL ? check_sides(&side[0], &side[1]) : TACT_INVALID_ARGUMENT;
    if (status != TACT_OK)
        return status;
    return verify_contact(&side[0], &side[1], triangle_a, triangle_b, out);
}

tact_status tacti_verify_proof(const tact_context *context, const tacti_placed_mesh *a,
                               const tacti_placed_mesh *b, const tact_proof *proof,
                               tact_verification *out) {
    if (proof == NULL)
        return TACT_INVALID_ARGUMENT;
    tacti_pace pace = tacti_pace_make(tacti_proof_budget(proof), NULL);
    return tacti_verify_proof_within(context, a, b, proof, &pace, out);
}

tact_status tacti_verify_proof_within(const tact_context *context, const tacti_placed_mesh *a,
                                      const tacti_placed_mesh *b, const tact_proof *proof,
                                      tacti_pace *pace, tact_verification *out) {
    tacti_placed_side side[2] = {side_of(a), side_of(b)};
    return tacti_verify_sides(context, &side[0], &side[1], proof, pace, out);
}

static tact_proof_kind kind_of(const tacti_placed_side *a, const tacti_placed_side *b) {
    if (a->shape != NULL)
        return b->shape != NULL ? TACT_PROOF_OF_SHAPES : TACT_PROOF_OF_SHAPE_AND_MESH;
    return b->shape != NULL ? TACT_PROOF_OF_MESH_AND_SHAPE : TACT_PROOF_OF_MESHES;
}

tact_status tacti_verify_sides(const tact_context *context, const tacti_placed_side *a,
                               const tacti_placed_side *b, const tact_proof *proof,
                               tacti_pace *pace, tact_verification *out) {
    if (proof == NULL || pace == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = check_sides(a, b);
    if (status != TACT_OK)
        return status;
    tact_verification found = {0};
    verifier v = {.proof = proof, .scene = {.pace = pace}, .out = &found};
    tact_proof_kind kind = kind_of(a, b);
    if (proof->claim == TACT_CLAIM_CONTACT && proof->kind == kind)
        return kind == TACT_PROOF_OF_MESHES ? verify_contact(a, b, proof->a, proof->b, out)
                                            : tacti_verify_shape_contact(a, b, proof, out);
    if (proof->kind != kind)
        refuse(&v, "the proof is about %s, not about %s", tact_proof_kind_name(proof->kind),
               tact_proof_kind_name(kind));
    else if (proof->claim == TACT_CLAIM_APART || proof->claim == TACT_CLAIM_DISTANCE)
        status = verify_cover(context, a, b, &v);
    else
        refuse(&v, "the proof claims nothing");
    if (status != TACT_OK)
        return status;
    found.comparisons = v.scene.comparisons;
    found.exact = v.scene.exact;
    found.work = v.scene.work;
    found.is_out_of_budget = pace->stop == TACTI_STOP_BUDGET;
    if (found.is_out_of_budget)
        refuse(&v, "the budget of %" PRIu64 " projections ended before all was checked",
               pace->budget);
    else if (pace->stop != TACTI_STOP_NONE)
        refuse(&v, "it was cancelled or its deadline passed before all was checked");
    *out = found;
    return TACT_OK;
}
