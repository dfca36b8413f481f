/* SPDX-License-Identifier: MIT */
/* The walk that writes the cover of a proof: depth first over pairs of nodes. Each pair becomes a
 * record (proof/proof.h). Children that are far enough apart are dropped as in the other walks, but
 * each dropped pair needs a direction that separates it. A direction that drops one pair of
 * children often drops others too, so it is tried on all of them at once: with SIMD lanes that
 * costs about as much as trying one. The pairs that are left are opened further, down to the
 * triangles.
 *
 * Boxes count as separated if their gap exceeds the claim by twice the pair's inflation: once for
 * the boxes (frame/mesh_pair.c), once for the rounding of the direction, which the verifier takes
 * as it was written. If the gap is smaller, the pair is opened, and triangles are separated
 * exactly.
 *
 * A node's triangles are at consecutive positions from first_leaf, those of its children one after
 * the other. The children of a node are all nodes or all triangles. The builder of hierarchies
 * ensures both.
 *
 * Compiled once per SIMD level. */
#include "base/assert.h"
#include "bvh/bvh.h"
#include "math/vec.h"
#include "prim/batch_lanes.h"
#include "frame/node_pair.h"
#include "proof/proof.h"
#include "prove/prove_pair.h"
#include "prove/prove_walk.h"

/* The length of a direction differs from one by at most this. Gaps for a distance must be larger by
 * this fraction. */
#define LENGTH_ROUNDING 0x1p-18

typedef struct task {
    uint32_t node[2];
    uint32_t end[2]; /* the position after the node's last */
} task;

typedef struct state {
    tacti_proof_walk *walk;
    const tacti_pair *pair; /* if is_far, with b brought near */
    tact_proof *proof;
    float need;             /* the gap, in units, that drops boxes */
    bool is_far;            /* only gaps along the centres' direction count */
    float best[3];          /* direction of the nearest points, in the common frame */
    float recent[3];        /* direction that dropped boxes last, in the common frame */
    tact_vec3 recent_world; /* direction that separated triangles last, in the world */
    tact_vec3 best_world;   /* direction of the nearest points, in the world */
    size_t head;            /* word that begins the record */
    tacti_proof_end end;
    uint32_t stack_count;
    task stack[TACTI_WALK_STACK_SIZE];
} state;

/* ---- Records ------------------------------------------------------------------------------ */

/* Begins a record, with memory for the largest one. Returns false if there is no memory. */
static bool begin_record(state *s) {
    tact_proof *proof = s->proof;
    if (tacti_proof_words_reserve(&proof->words, proof->words.count + TACTI_PROOF_RECORD_WORDS) !=
            TACT_OK ||
        tacti_proof_numbers_reserve(&proof->numbers,
                                    proof->numbers.count + TACTI_PROOF_RECORD_NUMBERS) != TACT_OK ||
        proof->numbers.count > UINT32_MAX - TACTI_PROOF_RECORD_NUMBERS) {
        s->end = TACTI_PROOF_OUT_OF_MEMORY;
        return false;
    }
    s->head = proof->words.count;
    proof->words.items[proof->words.count++] = 0;
    return true;
}

/* Adds cells that a direction separates. Returns the place for its 3 term_count numbers. */
TACTI_ALWAYS_INLINE double *add_cells(state *s, uint32_t term_count, uint64_t mask) {
    tact_proof *proof = s->proof;
    TACTI_ASSERT(mask != 0 && proof->words.items[s->head] >> 16 < 64);
    TACTI_ASSERT(proof->words.count + 4 <= proof->words.capacity);
    TACTI_ASSERT(proof->numbers.count + (size_t)3 * term_count <= proof->numbers.capacity);
    uint32_t *words = proof->words.items + proof->words.count;
    words[0] = (uint32_t)proof->numbers.count;
    words[1] = term_count;
    words[2] = (uint32_t)mask;
    words[3] = (uint32_t)(mask >> 32);
    proof->words.count += 4;
    double *numbers = proof->numbers.items + proof->numbers.count;
    proof->numbers.count += (size_t)3 * term_count;
    proof->words.items[s->head] += 1U << 16;
    proof->directions++;
    proof->range_pairs += (uint32_t)__builtin_popcountll(mask);
    return numbers;
}

/* Turns a direction from the common frame to the world. */
TACTI_ALWAYS_INLINE void turn_to_world(const state *s, const float d[3], double out[3]) {
    const double *m = s->pair->source[0].pose->m;
    for (int i = 0; i < 3; i++)
        out[i] =
            (m[4 * i] * (double)d[0] + m[4 * i + 1] * (double)d[1]) + m[4 * i + 2] * (double)d[2];
}

/* Turns a direction from a's node frame to the common frame. */
TACTI_ALWAYS_INLINE void turn_to_common(const tacti_boxes *boxes, tacti_f4 in_a, float out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = tacti_f4_sum(boxes->frame_a[i] * in_a);
}

/* Adds cells of boxes. If the meshes are far apart, the direction must be exactly the one whose
 * length is known: the slightest rotation would matter more than the sizes of the meshes. */
TACTI_ALWAYS_INLINE void add_box_cells(state *s, const tacti_boxes *boxes, tacti_f4 in_a,
                                       uint64_t mask) {
    if (!s->is_far)
        turn_to_common(boxes, in_a, s->recent);
    turn_to_world(s, s->is_far ? s->best : s->recent, add_cells(s, 1, mask));
}

/* ---- Directions --------------------------------------------------------------------------- */

/* v scaled to length one; 0 if v is too short or too long. */
TACTI_ALWAYS_INLINE tacti_f4 unit_of(tacti_f4 v) {
    float square = tacti_f4_sum(v * v);
    float factor = square > 0x1p-80F && square < 0x1p80F ? 1 / sqrtf(square) : 0;
    return v * tacti_f4_set(factor);
}

/* One box as two frames see it: its own, and the other node's. */
typedef struct seen_box {
    tacti_f4 center, half, seen_center, seen_half;
} seen_box;

TACTI_ALWAYS_INLINE tacti_f4 signed_gap(tacti_f4 from, tacti_f4 to, tacti_f4 reach) {
    tacti_f4 between = to - from;
    tacti_f4 gap = tacti_f4_above_zero(tacti_f4_abs(between) - reach);
    return (tacti_f4)((tacti_i4)gap |
                      ((tacti_i4)between & (tacti_i4){INT32_MIN, INT32_MIN, INT32_MIN, 0}));
}

/* The direction along which two boxes are furthest apart by the gaps of one frame, in a's node
 * frame, and the square of how far: the vector of gaps from a to b. */
TACTI_ALWAYS_INLINE tacti_f4 gap_direction(const tacti_boxes *boxes, const seen_box *a,
                                           const seen_box *b, float *square) {
    tacti_f4 here = signed_gap(a->center, b->seen_center, a->half + b->seen_half);
    tacti_f4 there = signed_gap(a->seen_center, b->center, b->half + a->seen_half);
    float here_square = tacti_f4_sum(here * here), there_square = tacti_f4_sum(there * there);
    bool is_here = here_square > there_square;
    *square = is_here ? here_square : there_square;
    return unit_of(is_here ? here : tacti_f4_turn(boxes->turn[0], there));
}

/* The same along the cross products of axes of two children, as in tacti_row_edge_gap(). */
static tacti_f4 edge_direction(const tacti_boxes *boxes, int lane_a, int lane_b) {
    float t[3], best = -HUGE_VALF, sign = 1;
    int best_i = 0, best_j = 0;
    for (int i = 0; i < 3; i++)
        t[i] = boxes->seen_center[i][lane_b] - boxes->center[i][lane_a];
    for (int j = 0; j < 3; j++) {
        tacti_f4 m = boxes->turn[0][j];
        for (int i = 0; i < 3; i++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            float apart = t[i2] * m[i1] - t[i1] * m[i2];
            float reach = boxes->edge[i][j][lane_a] + boxes->edge[j][i][lane_b];
            float gap = fabsf(apart) - reach;
            if (gap > best) {
                best = gap;
                best_i = i;
                best_j = j;
                sign = apart < 0 ? -1.0F : 1.0F;
            }
        }
    }
    /* Axis i x axis j of b. */
    tacti_f4 m = boxes->turn[0][best_j], d = {0, 0, 0, 0};
    d[(best_i + 1) % 3] = -sign * m[(best_i + 2) % 3];
    d[(best_i + 2) % 3] = sign * m[(best_i + 1) % 3];
    return unit_of(d);
}

TACTI_ALWAYS_INLINE tacti_f4 child_value(const tacti_children values[3], int lane) {
    return (tacti_f4){values[0][lane], values[1][lane], values[2][lane], 0};
}

TACTI_ALWAYS_INLINE seen_box child_box(const tacti_boxes *boxes, int lane) {
    return (seen_box){child_value(boxes->center, lane), child_value(boxes->half, lane),
                      child_value(boxes->seen_center, lane), child_value(boxes->seen_half, lane)};
}

/* ---- Cells -------------------------------------------------------------------------------- */

/* The pairs of children that are far enough apart along a direction of a's node frame. */
static uint64_t separated_by(const state *s, tacti_boxes *boxes, tacti_f4 in_a) {
    tacti_f4 in_b = tacti_f4_turn(boxes->turn[1], in_a);
    float offset = tacti_f4_sum(boxes->shift[0] * in_a);
    tacti_f16 center = tacti_f16_halves(0, offset), radius = tacti_f16_set(0);
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        tacti_f16 n = tacti_f16_halves(in_a[i], in_b[i]);
        center = tacti_f16_add(center, tacti_f16_mul(n, tacti_f16_load(boxes->center[i])));
        radius =
            tacti_f16_add(radius, tacti_f16_mul(tacti_f16_abs(n), tacti_f16_load(boxes->half[i])));
    }
    tacti_f16 reach = tacti_f16_add(center, tacti_f16_mul(tacti_f16_halves(1, -1), radius));
    tacti_f16_store(boxes->reach[0], reach);
    tacti_f16 back = tacti_f16_repeat(&boxes->reach[0][8]), need = tacti_f16_set(s->need);
    uint64_t mask = 0;
    TACTI_UNROLL
    for (int i = 0; i < 8; i += 2) {
        tacti_f16 forward = tacti_f16_halves(boxes->reach[0][i], boxes->reach[0][i + 1]);
        mask |= (uint64_t)tacti_f16_exceeds(tacti_f16_sub(back, forward), need) << (8 * i);
    }
    return mask;
}

/* Rows and columns of a mask in which there is a bit. */
TACTI_ALWAYS_INLINE uint32_t occupied_columns(uint64_t mask) {
    mask |= mask >> 32;
    mask |= mask >> 16;
    mask |= mask >> 8;
    return (uint32_t)mask & 0xff;
}

TACTI_ALWAYS_INLINE uint32_t occupied_rows(uint64_t mask) {
    return occupied_columns(tacti_transpose_bits(mask));
}

/* The pairs of children in a mask for which some direction is known to be enough. */
static uint64_t separable(const state *s, tacti_boxes *boxes, uint64_t open) {
    uint64_t found = 0;
    uint32_t rows = occupied_rows(open), columns = occupied_columns(open);
    int lane_side = tacti_lane_side(rows, columns);
    if (lane_side == 0)
        rows = columns;
    tacti_f16 need = tacti_f16_set(s->need), need_square = tacti_f16_set(s->need * s->need);
    bool has_edges = !s->walk->is_distance;
    if (has_edges)
        tacti_boxes_find_edges(boxes);
    while (rows != 0) {
        tacti_row row = tacti_next_row(lane_side, &rows);
        tacti_f16 here[3], there[3];
        tacti_row_face_gaps(boxes, &row, here, there);
        uint32_t far = tacti_f16_exceeds(tacti_gap_square(here, there), need_square);
        if (has_edges)
            far |= tacti_f16_exceeds(tacti_row_edge_gap(boxes, &row), need);
        found |= tacti_row_bits(&row, far);
    }
    return (lane_side == 1 ? found : tacti_transpose_bits(found)) & open;
}

/* Records the open cells that a direction separates, and returns those that stay open. */
TACTI_ALWAYS_INLINE uint64_t take_direction(state *s, tacti_boxes *boxes, tacti_f4 in_a,
                                            uint64_t open) {
    uint64_t mask = separated_by(s, boxes, in_a) & open;
    if (mask != 0)
        add_box_cells(s, boxes, in_a, mask);
    return open & ~mask;
}

/* Separates pairs of children. Returns the pairs that are left. */
static uint64_t separate_children(state *s, tacti_boxes *boxes, const tacti_own_box own[2],
                                  uint64_t open) {
    tacti_f4 best = {s->best[0], s->best[1], s->best[2], 0};
    tacti_f4 recent = {s->recent[0], s->recent[1], s->recent[2], 0};
    if (s->walk->is_distance)
        open = take_direction(s, boxes, tacti_f4_turn(boxes->frame_a, best), open);
    if (s->is_far || open == 0)
        return open;
    open = take_direction(s, boxes, unit_of(own[1].seen_center - own[0].center), open);
    if (open == 0)
        return open;
    open = take_direction(s, boxes, tacti_f4_turn(boxes->frame_a, recent), open);
    if (open == 0)
        return open;
    uint64_t wanted = separable(s, boxes, open);
    while (wanted != 0) {
        int at = __builtin_ctzll(wanted);
        seen_box a = child_box(boxes, at >> 3), b = child_box(boxes, 8 + (at & 7));
        float square;
        tacti_f4 d = gap_direction(boxes, &a, &b, &square);
        if (!(square > s->need * s->need) && !s->walk->is_distance)
            d = edge_direction(boxes, at >> 3, 8 + (at & 7));
        open = take_direction(s, boxes, d, open);
        wanted &= open & ~(UINT64_C(1) << at);
    }
    return open;
}

/* ---- Triangles ---------------------------------------------------------------------------- */

/* The placed triangles of two nodes, in lanes. */
typedef struct leaves {
    tacti_t8 t[2];
    uint32_t number[2][TACTI_BATCH];
    tact_vec3 origin;
    double reach; /* the most of all corners from the origin, as a sum of coordinates */
} leaves;

static void load_leaves(const state *s, const tacti_node *const node[2], leaves *out) {
    tacti_d8 reach = tacti_d8_set(0);
    for (int side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < TACTI_BATCH; i++)
            out->number[side][i] = tacti_bvh_triangle_at(
                s->pair->bvh[side], node[side]->first_leaf + (i < node[side]->child_count ? i : 0));
        out->t[side] = tacti_t8_load(&s->pair->source[side], out->number[side]);
    }
    double x[8], y[8], z[8], most[8];
    tacti_d8_store(x, out->t[0].v[0].x);
    tacti_d8_store(y, out->t[0].v[0].y);
    tacti_d8_store(z, out->t[0].v[0].z);
    out->origin = (tact_vec3){x[0], y[0], z[0]};
    tacti_v8 origin = {tacti_d8_set(x[0]), tacti_d8_set(y[0]), tacti_d8_set(z[0])};
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 3; k++) {
            out->t[side].v[k] = tacti_v8_sub(out->t[side].v[k], origin);
            reach = tacti_d8_max(reach, tacti_v8_sum(out->t[side].v[k]));
        }
    tacti_d8_store(most, reach);
    out->reach = 0;
    for (int i = 0; i < 8; i++)
        out->reach = most[i] > out->reach ? most[i] : out->reach;
}

/* The pairs of triangles that a direction of about length one certainly separates. */
static uint64_t triangles_separated_by(const state *s, const leaves *l, tact_vec3 direction) {
    tacti_v8 d = {tacti_d8_set(direction.x), tacti_d8_set(direction.y), tacti_d8_set(direction.z)};
    tacti_d8 along[2][3];
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 3; k++)
            along[side][k] = tacti_v8_dot(d, l->t[side].v[k]);
    double forward[8];
    tacti_d8_store(forward, tacti_d8_max(tacti_d8_max(along[0][0], along[0][1]), along[0][2]));
    tacti_d8 back = tacti_d8_min(tacti_d8_min(along[1][0], along[1][1]), along[1][2]);
    double length = sqrt(tacti_vec3_dot(direction, direction));
    /* The last term is for products that underflow: each loses less than 2^-1074. */
    double need = (s->walk->is_distance ? s->walk->lower * length * (1 + 0x1p-48) : 0) +
                  0x1p-48 * l->reach * length + 0x1p-1060;
    tacti_d8 least = tacti_d8_set(need);
    uint64_t mask = 0;
    for (int i = 0; i < 8; i++) {
        tacti_d8 gap = tacti_d8_sub(back, tacti_d8_set(forward[i]));
        mask |= (uint64_t)tacti_m8_bits(tacti_d8_gt(gap, least)) << (8 * i);
    }
    return length > 0x1p-100 && length < 0x1p100 ? mask : 0;
}

TACTI_ALWAYS_INLINE uint64_t take_world_direction(state *s, const leaves *l, tact_vec3 d,
                                                  uint64_t open) {
    uint64_t mask = triangles_separated_by(s, l, d) & open;
    if (mask != 0) {
        double *numbers = add_cells(s, 1, mask);
        numbers[0] = d.x;
        numbers[1] = d.y;
        numbers[2] = d.z;
    }
    return open & ~mask;
}

/* Tries the normals of two triangles, which cost less than their nearest points. */
static uint64_t separate_by_normals(state *s, const leaves *l, const tact_triangle *a,
                                    const tact_triangle *b, uint64_t open) {
    const tact_triangle *const triangles[2] = {a, b};
    tact_vec3 between = tacti_vec3_sub(b->v[0], a->v[0]);
    for (int side = 0; side < 2; side++) {
        const tact_triangle *t = triangles[side];
        tact_vec3 n =
            tacti_vec3_cross(tacti_vec3_sub(t->v[1], t->v[0]), tacti_vec3_sub(t->v[2], t->v[0]));
        double length = sqrt(tacti_vec3_dot(n, n));
        if (!(length > 0x1p-400 && length < 0x1p400))
            continue;
        n = tacti_vec3_scale(n, (tacti_vec3_dot(n, between) < 0 ? -1 : 1) / length);
        uint64_t left = take_world_direction(s, l, n, open);
        if (left != open) {
            s->recent_world = n;
            return left;
        }
    }
    return open;
}

/* Separates the first open pair of triangles, and all other pairs that its direction separates. */
static uint64_t separate_pair(state *s, const leaves *l, uint64_t open) {
    TACTI_ASSERT(open != 0);
    int at = __builtin_ctzll(open);
    tact_triangle a = tacti_triangle_place(&s->pair->source[0], l->number[0][at >> 3]);
    tact_triangle b = tacti_triangle_place(&s->pair->source[1], l->number[1][at & 7]);
    uint64_t left = s->walk->is_distance ? open : separate_by_normals(s, l, &a, &b, open);
    if ((left >> at & 1) == 0)
        return left;
    tacti_separator found;
    tacti_separable end =
        tacti_separate_triangles(&a, &b, s->walk->is_distance, s->walk->lower, &found);
    s->walk->meter->work.exact_tests++;
    if (end != TACTI_SEPARATED) {
        s->walk->a = l->number[0][at >> 3];
        s->walk->b = l->number[1][at & 7];
        s->end = end == TACTI_TOUCHING ? TACTI_PROOF_TOUCHING : TACTI_PROOF_FAILED;
        return open;
    }
    open = left;
    uint64_t mask = UINT64_C(1) << at;
    if (found.term_count == 1) {
        tact_vec3 d = {found.terms[0], found.terms[1], found.terms[2]};
        double length = sqrt(tacti_vec3_dot(d, d));
        mask |= triangles_separated_by(s, l, d) & open;
        s->recent_world = length > 0 ? tacti_vec3_scale(d, 1 / length) : d;
    }
    double *numbers = add_cells(s, found.term_count, mask);
    if (found.term_count == 0)
        s->proof->words.items[s->proof->words.count - 4] =
            found.edge[0] * TACTI_PROOF_EDGES + found.edge[1];
    for (uint32_t i = 0; i < 3 * found.term_count; i++)
        numbers[i] = found.terms[i];
    return open & ~mask;
}

static void separate_triangles(state *s, const tacti_node *const node[2], uint64_t open) {
    leaves l;
    load_leaves(s, node, &l);
    s->walk->meter->work.triangle_tests += (uint32_t)__builtin_popcountll(open);
    if (s->walk->is_distance)
        open = take_world_direction(s, &l, s->best_world, open);
    if (open != 0)
        open = take_world_direction(s, &l, s->recent_world, open);
    while (open != 0 && s->end == TACTI_PROOF_COMPLETE)
        open = separate_pair(s, &l, open);
}

/* ---- Pairs of nodes ----------------------------------------------------------------------- */

/* Makes a node whose only child has the box of a node. */
static void make_single(const tacti_node *node, tacti_node *out) {
    *out = *node;
    out->child_count = 1;
    memset(out->lo, 0, sizeof out->lo);
    memset(out->hi, 0, sizeof out->hi);
    for (int k = 0; k < 3; k++)
        out->hi[k][0] = node->extent[k];
}

/* Sets the positions at which the children of a node begin. cuts[count] is where the last one ends.
 * A node that is not opened is its own only child. Returns the count. */
static uint32_t cut_node(const tacti_bvh *bvh, const tacti_node *node, bool is_opened, uint32_t end,
                         uint32_t cuts[TACTI_BVH_WIDTH + 1]) {
    uint32_t count = is_opened ? node->child_count : 1;
    TACTI_ASSERT(count >= 1 && count <= TACTI_BVH_WIDTH);
    cuts[0] = node->first_leaf;
    for (uint32_t i = 1; i < count; i++)
        cuts[i] = node->inner_count > 0 ? bvh->nodes[node->first_child + i].first_leaf
                                        : node->first_leaf + i;
    cuts[count] = end;
    TACTI_ASSERT(cuts[count - 1] < end && end <= bvh->triangle_count);
    return count;
}

/* Separates a whole pair of nodes by one direction. Returns false if none was found. */
TACTI_ALWAYS_INLINE bool separate_whole(state *s, const tacti_boxes *boxes,
                                        const tacti_own_box own[2]) {
    tacti_f4 d = {0, 0, 0, 0};
    bool is_separated = false;
    if (s->walk->is_distance) {
        tacti_f4 best = {s->best[0], s->best[1], s->best[2], 0};
        tacti_direction along =
            tacti_direction_make(boxes, own, tacti_f4_turn(boxes->frame_a, best));
        d = along.in_a;
        is_separated = along.reach[1] - along.reach[0] > s->need;
    }
    if (!is_separated && !s->is_far) {
        const seen_box a = {own[0].center, own[0].half, own[0].seen_center, own[0].seen_half};
        const seen_box b = {own[1].center, own[1].half, own[1].seen_center, own[1].seen_half};
        float square;
        d = gap_direction(boxes, &a, &b, &square);
        is_separated = square > s->need * s->need;
    }
    if (!is_separated)
        return false;
    s->proof->words.items[s->head] = 1 | 1 << 8;
    add_box_cells(s, boxes, d, 1);
    return true;
}

/* Separates two nodes of equal triangles: a direction for the first triangle of each separates all.
 * A direction without terms is for single triangles only. Returns false if nothing was recorded. */
static bool separate_repeated(state *s, const tacti_node *const node[2]) {
    tact_triangle t[2];
    for (int side = 0; side < 2; side++) {
        if (!tacti_node_is_repeated(node[side]))
            return false;
        t[side] =
            tacti_triangle_place(&s->pair->source[side],
                                 tacti_bvh_triangle_at(s->pair->bvh[side], node[side]->first_leaf));
    }
    tacti_separator found;
    s->walk->meter->work.exact_tests++;
    if (tacti_separate_triangles(&t[0], &t[1], s->walk->is_distance, s->walk->lower, &found) !=
            TACTI_SEPARATED ||
        found.term_count == 0)
        return false;
    s->proof->words.items[s->head] = 1 | 1 << 8;
    double *numbers = add_cells(s, found.term_count, 1);
    for (uint32_t i = 0; i < 3 * found.term_count; i++)
        numbers[i] = found.terms[i];
    return true;
}

static void push_children(state *s, const task *t, const tacti_node *const node[2],
                          const bool is_opened[2], const uint32_t cuts[2][TACTI_BVH_WIDTH + 1],
                          uint64_t open) {
    while (open != 0) { /* the first goes on top */
        int at = 63 - __builtin_clzll(open), child[2] = {at >> 3, at & 7};
        open &= ~(UINT64_C(1) << at);
        task next;
        for (int side = 0; side < 2; side++) {
            next.node[side] =
                is_opened[side] ? tacti_child_node(node[side], child[side]) : t->node[side];
            next.end[side] = cuts[side][child[side] + 1];
            tacti_node_prefetch(s->pair->bvh[side], next.node[side]);
        }
        TACTI_ASSERT(s->stack_count < TACTI_WALK_STACK_SIZE);
        s->stack[s->stack_count++] = next;
    }
}

static void open_task(state *s, task t) {
    tacti_boxes boxes;
    tacti_own_box own[2];
    if (!begin_record(s))
        return;
    tacti_boxes_open(s->pair, t.node, &boxes, own);
    s->walk->meter->work.node_pairs++;
    s->walk->meter->work.box_tests++;
    if (separate_whole(s, &boxes, own))
        return;
    const tacti_node *node[2] = {boxes.node[0], boxes.node[1]};
    if (separate_repeated(s, node))
        return;
    bool are_leaves = node[0]->inner_count == 0 && node[1]->inner_count == 0;
    tacti_opening opening =
        tacti_choose_opening(own, node[0]->inner_count, node[1]->inner_count, s->stack_count);
    const bool is_opened[2] = {opening != TACTI_OPEN_B, opening != TACTI_OPEN_A};
    tacti_node single;
    uint32_t cuts[2][TACTI_BVH_WIDTH + 1], count[2];
    for (int side = 0; side < 2; side++) {
        count[side] =
            cut_node(s->pair->bvh[side], node[side], is_opened[side], t.end[side], cuts[side]);
        if (!is_opened[side]) {
            make_single(node[side], &single);
            boxes.node[side] = &single;
        }
        for (uint32_t i = 1; i < count[side]; i++)
            s->proof->words.items[s->proof->words.count++] = cuts[side][i];
    }
    s->proof->words.items[s->head] = count[0] | count[1] << 8;
    tacti_boxes_decode(s->pair, own, &boxes);
    uint64_t open = UINT64_C(0x0101010101010101) * ((1U << count[1]) - 1);
    if (count[0] < 8)
        open &= (UINT64_C(1) << (8 * count[0])) - 1;
    s->walk->meter->work.box_tests += count[0] * count[1];
    open = separate_children(s, &boxes, own, open);
    if (open == 0)
        return;
    if (are_leaves)
        separate_triangles(s, node, open);
    else
        push_children(s, &t, node, is_opened, cuts, open);
}

/* ---- The walk ----------------------------------------------------------------------------- */

/* Sets the directions to that of the nearest points, or to 0 if these are not known. If the meshes
 * are far apart, boxes use the line between the centres. */
static void set_best(state *s) {
    tact_vec3 d = tact_vec3_normalize(s->walk->between);
    s->best_world = s->recent_world = d;
    const double *m = s->pair->source[0].pose->m;
    for (int i = 0; i < 3; i++) {
        float turned = (float)((m[i] * d.x + m[4 + i] * d.y) + m[8 + i] * d.z);
        s->best[i] = s->is_far ? s->pair->center_direction[i] : turned;
        s->recent[i] = s->best[i];
    }
}

/* Writes one record for all pairs: the bounding spheres are apart. */
static void separate_spheres(state *s) {
    const double *shift = s->walk->pair->placement.shift;
    tact_vec3 d = tact_vec3_normalize((tact_vec3){shift[0], shift[1], shift[2]});
    const float direction[3] = {(float)d.x, (float)d.y, (float)d.z};
    s->proof->words.items[s->head] = 1 | 1 << 8;
    turn_to_world(s, direction, add_cells(s, 1, 1));
}

tacti_proof_end TACTI_LEVELED(tacti_walk_proof)(tacti_proof_walk *walk) {
    const tacti_pair *pair = walk->pair;
    if (pair->bvh[0]->triangle_count == 0 || pair->bvh[1]->triangle_count == 0)
        return TACTI_PROOF_COMPLETE;
    state s;
    tacti_pair moved;
    double far_by;
    s.walk = walk;
    s.proof = walk->proof;
    s.is_far = tacti_pair_bring_near(pair, &moved, &far_by);
    s.pair = s.is_far ? &moved : pair;
    s.end = TACTI_PROOF_COMPLETE;
    double lower = walk->is_distance ? walk->lower : 0;
    double to_units = pair->slack / pair->unit * (s.is_far ? pair->center_length : 1);
    double need = lower * to_units * (1 + (s.is_far ? 0x1p-48 : LENGTH_ROUNDING)) - far_by;
    need += 2 * (double)s.pair->inflation;
    s.need = (float)(need + fabs(need) * 0x1p-20);
    set_best(&s);
    if (!walk->is_distance && pair->is_far) {
        if (begin_record(&s))
            separate_spheres(&s);
        return s.end;
    }
    s.stack_count = 1;
    s.stack[0] = (task){{0, 0}, {pair->bvh[0]->triangle_count, pair->bvh[1]->triangle_count}};
    while (s.stack_count > 0 && s.end == TACTI_PROOF_COMPLETE) {
        if (!tacti_meter_goes_on(walk->meter))
            return TACTI_PROOF_INTERRUPTED;
        open_task(&s, s.stack[--s.stack_count]);
    }
    return s.end;
}
