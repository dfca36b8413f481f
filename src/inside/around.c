/* SPDX-License-Identifier: MIT */
/* The pieces of a segment, and the sectors around each.
 *
 * A triangle whose plane crosses the segment cuts the segment. A triangle in one plane with the
 * segment covers a span of the segment and cuts it at the ends of the span. Along the span the
 * triangle is two half-planes, or one if the span lies on an edge. Between two neighbouring cuts
 * the half-planes stay the same, and no other triangle comes near.
 *
 * In a turn around the segment, a winding number changes only at half-planes: by the weight of
 * their triangles, upward if the turn goes against the normal. One absolute number per mesh comes
 * from a ray. The ray starts infinitely near the beginning of the piece, in the first half-plane.
 * It gives the number on the side of that half-plane to which (1, e, e^2) points (see inside.c). */
#include "frame/placed.h"
#include "inside/around.h"

#include "base/alloc.h"
#include "base/assert.h"
#include "math/vec.h"
#include "inside/inside.h"
#include "inside/wedge.h"

/* The part of the segment that a triangle covers, and the triangle's half-planes there. begin and
 * end are numbers of cuts, and after rank_spans() ranks of cuts. */
typedef struct tacti_around_span {
    uint32_t begin, end;
    tact_vec3 apex[2]; /* a point of each half-plane */
    int delta[2];      /* change of the winding number in a counterclockwise turn through each */
    int half_count, side;
} tacti_around_span;

typedef struct tacti_around_half {
    tact_vec3 apex;
    int delta[2]; /* changes of both winding numbers */
} tacti_around_half;

/* The ends of spans that reach an end of the segment or lie beyond it. */
#define AT_START UINT32_C(0)
#define BEYOND_END UINT32_MAX

/* ---- Memory ------------------------------------------------------------------------------- */

/* Makes room for one more element; false if there is no memory. */
static bool grow(tacti_around *around, void **memory, uint32_t *capacity, uint32_t count,
                 const size_t size_and_alignment[2]) {
    if (count < *capacity)
        return true;
    uint32_t more = *capacity == 0 ? 32 : 2 * *capacity;
    size_t size = size_and_alignment[0], alignment = size_and_alignment[1];
    char *grown = tacti_allocate(around->context, more, size, alignment);
    if (grown == NULL) {
        around->is_out_of_memory = true;
        return false;
    }
    TACTI_ASSERT(more > count);
    const char *old = *memory;
    for (size_t i = 0; i < count * size; i++)
        grown[i] = old[i];
    tacti_release(around->context, *memory, *capacity, size, alignment);
    *memory = grown;
    *capacity = more;
    return true;
}

static const size_t face_size[2] = {sizeof(tacti_face), _Alignof(tacti_face)};
static const size_t cut_size[2] = {sizeof(tacti_cut), _Alignof(tacti_cut)};
static const size_t order_size[2] = {sizeof(uint32_t), _Alignof(uint32_t)};
static const size_t span_size[2] = {sizeof(tacti_around_span), _Alignof(tacti_around_span)};
static const size_t half_size[2] = {sizeof(tacti_around_half), _Alignof(tacti_around_half)};

tacti_around tacti_around_begin(const tact_context *context, const tacti_placed *first,
                                const tacti_placed *second) {
    return (tacti_around){.context = context, .placed = {first, second}};
}

static void give(tacti_around *around, void *memory, uint32_t capacity, const size_t size[2]) {
    tacti_release(around->context, memory, capacity, size[0], size[1]);
}

void tacti_around_end(tacti_around *around) {
    give(around, around->faces, around->face_capacity, face_size);
    give(around, around->cuts, around->cut_capacity, cut_size);
    give(around, around->order, around->order_capacity, order_size);
    give(around, around->spans, around->span_capacity, span_size);
    give(around, around->halves, around->half_capacity, half_size);
}

void tacti_around_add(tacti_around *around, const tacti_face *face) {
    void *memory = around->faces;
    if (face->weight == 0 ||
        !grow(around, &memory, &around->face_capacity, around->face_count, face_size))
        return;
    around->faces = memory;
    TACTI_ASSERT(around->face_count < around->face_capacity && (face->side & ~1) == 0);
    around->faces[around->face_count++] = *face;
}

void tacti_around_note(tacti_around *around, const int number[2]) {
    around->seen[number[0] != 0][number[1] != 0] = true;
}

/* ---- Cuts --------------------------------------------------------------------------------- */

/* Adds a cut in order along the segment, unless there is an equal one. Returns the number of the
 * cut or of the equal one. */
static uint32_t add_cut(tacti_around *around, const tacti_cut *cut) {
    uint32_t low = 0, high = around->order_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = tacti_cut_compare(&around->cuts[around->order[middle]], cut);
        if (order == 0)
            return around->order[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    void *cuts = around->cuts, *order = around->order;
    if (!grow(around, &cuts, &around->cut_capacity, around->cut_count, cut_size))
        return AT_START;
    around->cuts = cuts;
    if (!grow(around, &order, &around->order_capacity, around->order_count, order_size))
        return AT_START;
    around->order = order;
    TACTI_ASSERT(low <= around->order_count && around->order_count < around->order_capacity);
    TACTI_ASSERT(around->cut_count < around->cut_capacity);
    for (uint32_t i = around->order_count++; i > low; i--)
        around->order[i] = around->order[i - 1];
    around->order[low] = around->cut_count;
    around->cuts[around->cut_count] = *cut;
    return around->cut_count++;
}

/* ---- Spans -------------------------------------------------------------------------------- */

/* A triangle in one plane with the segment. */
typedef struct flat_face {
    const tacti_face *face;
    const tact_vec3 *end; /* of the segment */
    unsigned axis;        /* dropped in projections */
    int turn;             /* of the corners in the projection */
    int beside[3];        /* the corners' sides of the line there: left 1, right -1 */
} flat_face;

/* An axis along which the ends of the segment differ. */
static unsigned differing_axis(const tact_vec3 end[2]) {
    return end[0].x != end[1].x ? 0 : end[0].y != end[1].y ? 1 : 2;
}

/* The place of a corner on the line. */
static uint32_t place_corner(tacti_around *around, const flat_face *f, int corner) {
    const tact_vec3 *point = &f->face->triangle.v[corner];
    unsigned axis = differing_axis(f->end);
    double from = tacti_vec3_get(f->end[0], axis), to = tacti_vec3_get(f->end[1], axis);
    double at = tacti_vec3_get(*point, axis);
    if (from < to ? at <= from : at >= from)
        return AT_START;
    if (from < to ? at >= to : at <= to)
        return BEYOND_END;
    tacti_cut cut = tacti_cut_at(f->end, point, axis);
    return add_cut(around, &cut);
}

/* The place where the line crosses the edge between a corner on its left and one on its right. The
 * edge is directed from the left corner to the right one. The line comes from the edge's right
 * side, so the determinant grows along the line. */
static uint32_t place_crossing(tacti_around *around, const flat_face *f, int left, int right) {
    const tact_vec3 *v = f->face->triangle.v;
    const tact_vec3 by[2] = {v[left], v[right]};
    if (tacti_orient2d_dropped(&by[0], &by[1], &f->end[0], f->axis) >= 0)
        return AT_START;
    if (tacti_orient2d_dropped(&by[0], &by[1], &f->end[1], f->axis) <= 0)
        return BEYOND_END;
    tacti_cut cut = tacti_cut_by_line(f->end, by, f->axis);
    return add_cut(around, &cut);
}

/* The place where the line crosses the boundary of a triangle: between the corners i and i + 1, or
 * at corner i if it is on the line. */
static uint32_t place_at(tacti_around *around, const flat_face *f, int i) {
    int next = (i + 1) % 3;
    if (f->beside[i] == 0)
        return place_corner(around, f, i);
    return f->beside[i] > 0 ? place_crossing(around, f, i, next)
                            : place_crossing(around, f, next, i);
}

static void add_span(tacti_around *around, const flat_face *f, uint32_t begin, uint32_t end) {
    if (begin == BEYOND_END || end == AT_START)
        return;
    void *memory = around->spans;
    if (!grow(around, &memory, &around->span_capacity, around->span_count, span_size))
        return;
    around->spans = memory;
    TACTI_ASSERT(around->span_count < around->span_capacity);
    tacti_around_span *span = &around->spans[around->span_count++];
    *span = (tacti_around_span){.begin = begin, .end = end, .side = f->face->side};
    bool has[3] = {false, false, false};
    for (int i = 0; i < 3; i++) {
        if (f->beside[i] == 0 || has[f->beside[i] + 1])
            continue;
        has[f->beside[i] + 1] = true;
        TACTI_ASSERT(span->half_count < 2);
        /* The turn moves a half-plane on the left along the normal if the corners turn
         * counterclockwise, and one on the right if they turn clockwise. */
        bool is_along = f->beside[i] == f->turn;
        span->delta[span->half_count] = is_along ? -f->face->weight : f->face->weight;
        span->apex[span->half_count++] = f->face->triangle.v[i];
    }
}

/* Adds a triangle whose plane contains the segment. If the corners turn counterclockwise, the line
 * enters the triangle at the point at which the boundary goes to the right of the line, and leaves
 * it at the point at which the boundary goes back to the left. */
static void take_flat(tacti_around *around, const tacti_face *face, const tact_vec3 end[2],
                      const unsigned axis, int turn) {
    flat_face f = {.face = face, .end = end, .axis = axis, .turn = turn};
    int on_line = 0;
    for (int i = 0; i < 3; i++) {
        f.beside[i] = tacti_orient2d_dropped(&end[0], &end[1], &face->triangle.v[i], axis);
        on_line += f.beside[i] == 0;
    }
    uint32_t begin = BEYOND_END, finish = AT_START;
    for (int i = 0; i < 3; i++) {
        int here = f.beside[i] * turn, next = f.beside[(i + 1) % 3] * turn;
        int last = f.beside[(i + 2) % 3] * turn;
        if (here > 0 && next < 0)
            begin = place_at(around, &f, i);
        else if (here < 0 && next > 0)
            finish = place_at(around, &f, i);
        else if (here == 0 && on_line == 1 && last != next)
            *(last > next ? &begin : &finish) = place_at(around, &f, i);
        else if (here == 0 && on_line == 1)
            place_at(around, &f, i); /* a corner that touches the line */
        else if (here == 0 && next == 0) {
            /* The edge is on the line. With equal directions, the triangle is left of the line. */
            begin = place_corner(around, &f, last > 0 ? i : (i + 1) % 3);
            finish = place_corner(around, &f, last > 0 ? (i + 1) % 3 : i);
        }
    }
    add_span(around, &f, begin, finish);
}

static void take_face(tacti_around *around, const tacti_face *face, const tact_vec3 end[2]) {
    const tact_triangle *t = &face->triangle;
    tact_segment segment = {end[0], end[1]};
    if (tact_triangle_intersect_segment(t, segment).kind == TACT_OVERLAP_NONE)
        return;
    unsigned axis;
    int turn = tacti_find_turn(&t->v[0], &t->v[1], &t->v[2], &axis);
    if (turn == 0)
        return;
    int from = tacti_orient3d(&t->v[0], &t->v[1], &t->v[2], &end[0]);
    int to = tacti_orient3d(&t->v[0], &t->v[1], &t->v[2], &end[1]);
    if (from == 0 && to == 0) {
        take_flat(around, face, end, axis, turn);
    } else if (from * to < 0) {
        tacti_cut cut = tacti_cut_by_plane(end, t->v);
        add_cut(around, &cut);
    }
}

/* ---- Sectors ------------------------------------------------------------------------------ */

/* The direction of a half-plane in a turn from the first: 0 for the same, 2 for the opposite one,
 * 1 and 3 for those between. */
static int quarter_of(const tact_vec3 end[2], const tact_vec3 *first, const tact_vec3 *apex) {
    int side = tacti_orient3d(&end[0], &end[1], first, apex);
    if (side != 0)
        return side > 0 ? 1 : 3;
    unsigned axis;
    int turn = tacti_find_turn(&end[0], &end[1], first, &axis);
    return tacti_orient2d_dropped(&end[0], &end[1], apex, axis) == turn ? 0 : 2;
}

/* The order of two half-planes in a turn from the first: -1, 0 if they are the same, or 1. */
static int compare_halves(const tacti_around *around, const tact_vec3 end[2], const tact_vec3 *a,
                          const tact_vec3 *b) {
    const tact_vec3 *first = &around->halves[0].apex;
    int quarter_a = quarter_of(end, first, a), quarter_b = quarter_of(end, first, b);
    if (quarter_a != quarter_b)
        return quarter_a < quarter_b ? -1 : 1;
    return quarter_a == 0 || quarter_a == 2 ? 0 : -tacti_orient3d(&end[0], &end[1], a, b);
}

/* Inserts a half-plane in counterclockwise order from the first, or adds to an equal one. */
static void add_half(tacti_around *around, const tact_vec3 end[2], const tacti_around_half *half) {
    uint32_t at = around->half_count;
    for (; at > 0; at--) {
        tacti_around_half *before = &around->halves[at - 1];
        int order = compare_halves(around, end, &before->apex, &half->apex);
        if (order == 0) {
            before->delta[0] += half->delta[0];
            before->delta[1] += half->delta[1];
            return;
        }
        if (order < 0)
            break;
    }
    void *memory = around->halves;
    if (!grow(around, &memory, &around->half_capacity, around->half_count, half_size))
        return;
    around->halves = memory;
    TACTI_ASSERT(at <= around->half_count && around->half_count < around->half_capacity);
    for (uint32_t i = around->half_count++; i > at; i--)
        around->halves[i] = around->halves[i - 1];
    around->halves[at] = *half;
}

/* The half-planes of the piece that begins at the cut of a rank. */
static void collect_halves(tacti_around *around, const tact_vec3 end[2], uint32_t rank) {
    around->half_count = 0;
    for (uint32_t i = 0; i < around->span_count; i++) {
        const tacti_around_span *span = &around->spans[i];
        if (span->begin > rank || span->end <= rank)
            continue;
        for (int k = 0; k < span->half_count; k++) {
            tacti_around_half half = {.apex = span->apex[k]};
            half.delta[span->side] = span->delta[k];
            add_half(around, end, &half);
        }
    }
}

/* Both winding numbers in the sector that comes after the first half-plane. */
static void find_first_numbers(const tacti_around *around, const tacti_cut *begin, int number[2]) {
    const tacti_around_half *first = &around->halves[0];
    tacti_near near = {.at = {begin->end[0], begin->end[1], first->apex},
                       .cut = {begin},
                       .count = 3,
                       .except = TACT_NO_TRIANGLE};
    int ahead = 0; /* 1 if the turn leads to the side that the ray reports, otherwise -1 */
    for (unsigned axis = 0; axis < 3 && ahead == 0; axis++)
        ahead = tacti_orient2d_dropped(&begin->end[0], &begin->end[1], &first->apex, axis);
    for (int side = 0; side < 2; side++) {
        number[side] = 0;
        if (around->placed[side] == NULL)
            continue;
        number[side] = tacti_winding_near(around->placed[side], &near, around->meter).all;
        if (ahead < 0)
            number[side] += first->delta[side];
    }
}

static void look_at_piece(tacti_around *around, uint32_t rank) {
    TACTI_ASSERT(rank < around->order_count && around->order[rank] < around->cut_count);
    const tacti_cut *begin = &around->cuts[around->order[rank]];
    collect_halves(around, begin->end, rank);
    if (around->half_count == 0 || around->is_out_of_memory)
        return;
    int number[2];
    find_first_numbers(around, begin, number);
    if (tacti_around_is_stopped(around))
        return;
    tacti_around_note(around, number);
    for (uint32_t i = 1; i < around->half_count; i++) {
        for (int side = 0; side < 2; side++)
            number[side] += around->halves[i].delta[side];
        tacti_around_note(around, number);
    }
}

/* Replaces numbers of cuts by their ranks along the segment. */
static void rank_spans(tacti_around *around) {
    for (uint32_t i = 0; i < around->span_count; i++) {
        tacti_around_span *span = &around->spans[i];
        uint32_t begin = span->begin, end = span->end;
        for (uint32_t rank = 0; rank < around->order_count; rank++) {
            if (around->order[rank] == begin)
                span->begin = rank;
            if (around->order[rank] == end)
                span->end = rank;
        }
    }
}

void tacti_around_look(tacti_around *around, const tact_vec3 end[2]) {
    around->cut_count = around->order_count = around->span_count = 0;
    tacti_cut start = tacti_cut_start(&end[0], &end[1]);
    add_cut(around, &start); /* its number is AT_START */
    for (uint32_t i = 0; i < around->face_count && !around->is_out_of_memory; i++)
        take_face(around, &around->faces[i], end);
    around->face_count = 0;
    rank_spans(around);
    for (uint32_t rank = 0; rank < around->order_count; rank++) {
        if (around->is_out_of_memory || tacti_around_is_stopped(around) ||
            tacti_around_is_crossing(around))
            return;
        look_at_piece(around, rank);
    }
}
