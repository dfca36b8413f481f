/* SPDX-License-Identifier: MIT */
/* The verifier of proofs. It shares no code with the search: it places the meshes, checks that the
 * orders hold every triangle once, divides the rectangle of all pairs as the proof says, and checks
 * each cell that a direction is said to separate. Nothing that the proof says is believed.
 *
 * A cell is checked in plain arithmetic first. With d the rounded direction, o the origin and p a
 * corner, the computed d . (p - o) errs by at most 2^-47 times the sum of |d_i| reach_i: the
 * difference by 2^-53 of itself, products and sums by 3 more such units, and d, a sum of at most 16
 * terms, by 16 units of the sum of its terms' magnitudes, which are what |d_i| stands for here.
 * What underflows errs by less than 2^-1060. Where that does not decide, verify_separation.c
 * does. */
#include "query/verify.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <tact/mesh.h>

#define PLAIN_ERROR 0x1p-47
#define UNDERFLOW 0x1p-1060

/* Lengths of directions are computed plainly only where their largest coordinate lies between
 * these: squares then neither overflow nor vanish. */
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

/* Says why a proof is refused. */
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

/* ---- Meshes ------------------------------------------------------------------------------- */

static bool is_finite_point(tact_vec3 p) {
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

/* Checks that an order names every triangle once; seen has one byte a triangle, all 0. */
static bool is_permutation(const uint32_t *order, uint32_t count, uint8_t *seen) {
    for (uint32_t i = 0; i < count; i++) {
        if (order[i] >= count || seen[order[i]] != 0)
            return false;
        seen[order[i]] = 1;
    }
    return true;
}

/* Places the vertices of a mesh; false where one leaves the range of double. */
static bool place_vertices(const tact_placed_mesh *placed, tact_vec3 *out) {
    const tact_vec3 *vertices = tact_mesh_vertices(placed->mesh);
    uint32_t count = tact_mesh_vertex_count(placed->mesh);
    bool is_finite = true;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = tact_pose_place(placed->pose, vertices[i]);
        is_finite = is_finite && is_finite_point(out[i]);
    }
    return is_finite;
}

/* The placed corners of a mesh in the order of the proof. */
static tact_status place_corners(const tact_context *context, const tact_placed_mesh *placed,
                                 const uint32_t *order, tacti_corner_list *out) {
    uint32_t count = tact_mesh_triangle_count(placed->mesh);
    size_t vertices = tact_mesh_vertex_count(placed->mesh);
    out->count = count;
    out->corners =
        tacti_allocate(context, (size_t)3 * count, sizeof(tact_vec3), _Alignof(tact_vec3));
    tact_vec3 *points = tacti_allocate(context, vertices, sizeof(tact_vec3), _Alignof(tact_vec3));
    tact_status status = out->corners != NULL && points != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
    if (status == TACT_OK && !place_vertices(placed, points))
        status = TACT_INVALID_POSE;
    const uint32_t *indices = tact_mesh_indices(placed->mesh);
    for (uint32_t i = 0; i < count && status == TACT_OK; i++)
        for (size_t k = 0; k < 3; k++)
            out->corners[3 * (size_t)i + k] = points[indices[3 * (size_t)order[i] + k]];
    tacti_release(context, points, vertices, sizeof(tact_vec3), _Alignof(tact_vec3));
    return status;
}

static void grow_bounds(const tacti_corner_list *list, tact_vec3 *lo, tact_vec3 *hi) {
    for (size_t i = 0; i < (size_t)3 * list->count; i++) {
        tact_vec3 p = list->corners[i];
        lo->x = p.x < lo->x ? p.x : lo->x;
        lo->y = p.y < lo->y ? p.y : lo->y;
        lo->z = p.z < lo->z ? p.z : lo->z;
        hi->x = p.x > hi->x ? p.x : hi->x;
        hi->y = p.y > hi->y ? p.y : hi->y;
        hi->z = p.z > hi->z ? p.z : hi->z;
    }
}

static double reach_from(double origin, double lo, double hi) {
    double down = origin - lo, up = hi - origin;
    return (down > up ? down : up) * (1 + 0x1p-50);
}

static void find_origin(tacti_verify_scene *scene) {
    tact_vec3 lo = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, hi = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    grow_bounds(&scene->side[0], &lo, &hi);
    grow_bounds(&scene->side[1], &lo, &hi);
    scene->origin =
        (tact_vec3){0.5 * lo.x + 0.5 * hi.x, 0.5 * lo.y + 0.5 * hi.y, 0.5 * lo.z + 0.5 * hi.z};
    scene->reach = (tact_vec3){reach_from(scene->origin.x, lo.x, hi.x),
                               reach_from(scene->origin.y, lo.y, hi.y),
                               reach_from(scene->origin.z, lo.z, hi.z)};
}

/* ---- Directions --------------------------------------------------------------------------- */

/* Reads a direction; false where it is not there or not finite. */
static bool read_direction(const verifier *v, uint32_t place, uint32_t term_count,
                           tacti_verify_direction *out) {
    const tact_proof *proof = v->proof;
    if (term_count == 0 || term_count > TACTI_PROOF_TERMS || place > proof->numbers.count ||
        3 * (size_t)term_count > proof->numbers.count - place)
        return false;
    const double *terms = proof->numbers.items + place;
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
    tact_vec3 reach = v->scene.reach;
    out->terms = terms;
    out->term_count = term_count;
    out->rounded = (tact_vec3){sum[0], sum[1], sum[2]};
    out->error =
        PLAIN_ERROR * ((size[0] * reach.x + size[1] * reach.y) + size[2] * reach.z) + UNDERFLOW;
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

/* How far the corners at some positions reach along a direction: forward, or back. */
static double reach_along(tacti_verify_scene *scene, const tacti_verify_direction *d, int side,
                          tacti_positions at) {
    const tact_vec3 *corners = scene->side[side].corners;
    double most = -HUGE_VAL, sign = side == 0 ? 1 : -1;
    for (size_t i = (size_t)3 * at.begin; i < (size_t)3 * at.end; i++) {
        double t = sign * along(scene, d, corners[i]);
        /* Not a number, which only the exact way can judge, must not get lost. */
        most = most > t ? most : t;
        if (!(t < HUGE_VAL))
            most = HUGE_VAL;
    }
    scene->comparisons += (uint64_t)3 * (at.end - at.begin);
    return most;
}

/* ---- Records ------------------------------------------------------------------------------ */

/* The grid of a record: row i is positions row[i] to row[i + 1] of a. */
typedef struct grid {
    uint32_t rows, columns, directions;
    uint32_t row[TACTI_PROOF_GRID + 1], column[TACTI_PROOF_GRID + 1];
} grid;

/* Reads positions that cut a range; false where they do not ascend within it. */
static bool read_cuts(const uint32_t *words, uint32_t parts, tacti_positions range,
                      uint32_t cuts[TACTI_PROOF_GRID + 1]) {
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

static tacti_positions part(const uint32_t *cuts, uint32_t i) {
    return (tacti_positions){cuts[i], cuts[i + 1]};
}

/* Whether plain arithmetic shows what is claimed. */
static bool is_plain(const tacti_verify_scene *scene, const tacti_verify_direction *d,
                     double forward, double back) {
    /* back is minus the least coordinate of b. */
    double gap = -back - forward - 2 * d->error;
    gap -= fabs(gap) * 0x1p-50 + (fabs(back) + fabs(forward)) * 0x1p-50;
    if (!scene->is_distance)
        return gap > 0;
    return d->length < HUGE_VAL && gap > 0 && gap >= scene->lower * d->length * (1 + 0x1p-50);
}

/* Checks the cells that one direction is said to separate. */
static bool check_direction(verifier *v, const grid *g, const tacti_verify_direction *d,
                            uint64_t mask) {
    double forward[TACTI_PROOF_GRID], back[TACTI_PROOF_GRID];
    for (uint32_t i = 0; i < g->rows; i++)
        if ((mask >> (8 * i) & 0xff) != 0)
            forward[i] = reach_along(&v->scene, d, 0, part(g->row, i));
    for (uint32_t j = 0; j < g->columns; j++)
        if ((mask >> j & UINT64_C(0x0101010101010101)) != 0)
            back[j] = reach_along(&v->scene, d, 1, part(g->column, j));
    for (uint32_t i = 0; i < g->rows; i++)
        for (uint32_t j = 0; j < g->columns; j++) {
            if ((mask >> (8 * i + j) & 1) == 0)
                continue;
            tacti_positions a = part(g->row, i), b = part(g->column, j);
            if (!is_plain(&v->scene, d, forward[i], back[j]) &&
                !tacti_verify_exactly(&v->scene, d, a, b))
                return refuse(v,
                              "positions %u to %u of a and %u to %u of b: the direction does not "
                              "separate them",
                              a.begin, a.end - 1, b.begin, b.end - 1);
        }
    return true;
}

static uint64_t mask_of_grid(const grid *g) {
    uint64_t row = (UINT64_C(1) << g->columns) - 1, mask = 0;
    for (uint32_t i = 0; i < g->rows; i++)
        mask |= row << (8 * i);
    return mask;
}

/* Checks a record; what it leaves open goes on the stack. */
static tact_status check_record(verifier *v, rectangle r, bool *is_sound) {
    grid g;
    *is_sound = false;
    if (!read_grid(v, &r, &g))
        return TACT_OK;
    uint64_t all = mask_of_grid(&g), open = all;
    for (uint32_t k = 0; k < g.directions; k++, v->at += 4) {
        const uint32_t *words = v->proof->words.items + v->at;
        uint64_t mask = words[2] | (uint64_t)words[3] << 32;
        tacti_verify_direction d;
        if ((mask & ~all) != 0) {
            refuse(v, "word %zu: cells outside of the grid", v->at);
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
            rectangle next = {part(g.row, bit / 8), part(g.column, bit % 8)};
            if (rectangles_push(&v->stack, next) != TACT_OK)
                return TACT_OUT_OF_MEMORY;
        }
    return TACT_OK;
}

/* Divides the rectangle of all pairs. */
static tact_status check_cover(verifier *v) {
    tacti_verify_scene *scene = &v->scene;
    if (scene->side[0].count > 0 && scene->side[1].count > 0) {
        if (scene->is_distance && !isfinite(scene->lower)) {
            refuse(v, "an infinite distance of meshes that are not empty");
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

static tact_status check_placed_mesh(const tact_placed_mesh *placed) {
    if (placed == NULL || placed->mesh == NULL)
        return TACT_INVALID_ARGUMENT;
    return tact_pose_validate(placed->pose, NULL);
}

static bool check_order(verifier *v, int side, uint32_t count, uint8_t *seen) {
    const tact_proof *proof = v->proof;
    if (proof->count[side] != count)
        return refuse(v, "the proof is about %u triangles of %c, the mesh has %u",
                      proof->count[side], "ab"[side], count);
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

static tact_status verify_cover(const tact_context *context, const tact_placed_mesh *a,
                                const tact_placed_mesh *b, verifier *v) {
    const uint32_t count[2] = {tact_mesh_triangle_count(a->mesh),
                               tact_mesh_triangle_count(b->mesh)};
    const tact_proof *proof = v->proof;
    bool is_sound;
    if (!(proof->lower >= 0)) {
        refuse(v, "the distance claimed is no distance");
        return TACT_OK;
    }
    tact_status status = check_orders(context, v, count, &is_sound);
    if (status != TACT_OK || !is_sound)
        return status;
    tacti_verify_scene *scene = &v->scene;
    scene->is_distance = proof->claim == TACT_CLAIM_DISTANCE;
    scene->lower = proof->lower;
    v->stack = rectangles_make(context);
    status = place_corners(context, a, proof->order[0], &scene->side[0]);
    if (status == TACT_OK)
        status = place_corners(context, b, proof->order[1], &scene->side[1]);
    if (status == TACT_OK) {
        find_origin(scene);
        status = check_cover(v);
    }
    for (int side = 0; side < 2; side++)
        tacti_release(context, scene->side[side].corners, (size_t)3 * count[side],
                      sizeof(tact_vec3), _Alignof(tact_vec3));
    rectangles_release(&v->stack);
    return status;
}

tact_status tact_verify_contact(const tact_placed_mesh *a, const tact_placed_mesh *b,
                                uint32_t triangle_a, uint32_t triangle_b, tact_verification *out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = check_placed_mesh(a);
    if (status == TACT_OK)
        status = check_placed_mesh(b);
    if (status != TACT_OK)
        return status;
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
        if (!is_finite_point(ta.v[i]) || !is_finite_point(tb.v[i]))
            return TACT_INVALID_POSE;
    }
    found.is_proven = tacti_verify_overlap(ta.v, tb.v);
    if (!found.is_proven)
        snprintf(found.text, sizeof found.text, "triangle %u of a and %u of b share no point",
                 triangle_a, triangle_b);
    *out = found;
    return TACT_OK;
}

tact_status tact_verify_proof(const tact_context *context, const tact_placed_mesh *a,
                              const tact_placed_mesh *b, const tact_proof *proof,
                              tact_verification *out) {
    if (proof == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    if (proof->claim == TACT_CLAIM_CONTACT)
        return tact_verify_contact(a, b, proof->a, proof->b, out);
    tact_status status = check_placed_mesh(a);
    if (status == TACT_OK)
        status = check_placed_mesh(b);
    if (status != TACT_OK)
        return status;
    tact_verification found = {0};
    verifier v = {.proof = proof, .out = &found};
    if (proof->claim == TACT_CLAIM_APART || proof->claim == TACT_CLAIM_DISTANCE)
        status = verify_cover(context, a, b, &v);
    else
        refuse(&v, "the proof claims nothing");
    if (status != TACT_OK)
        return status;
    found.comparisons = v.scene.comparisons;
    found.exact = v.scene.exact;
    *out = found;
    return TACT_OK;
}
