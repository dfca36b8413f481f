/* SPDX-License-Identifier: MIT */
/* Where a body intersects itself at an instant: pairs of faces, and of loose edges and points with
 * faces and with each other. Candidates come from the hierarchy of the faces and from one over the
 * loose features, which is made for the question. Pairs without a common vertex are tested eight at
 * a time by the exact batches of prim, neighbours by a filter and the rule of self_rule.c. */
#include "deform/self.h"

#include "base/array.h"
#include "base/assert.h"
#include "base/sort.h"
#include "deform/candidates.h"

const char *tact_deform_parts_name(tact_deform_parts parts) {
    static const char *const names[] = {"face-face", "loose-face", "loose-loose"};
    return (unsigned)parts < sizeof names / sizeof names[0] ? names[parts] : "unknown parts";
}

TACTI_ARRAY_DEFINE(meeting_keys, uint64_t);
TACTI_ARRAY_DEFINE(meeting_list, tact_deform_meeting);

enum { FACES, LOOSE, SIDES };
#define MOST_PARTS 3

typedef struct search {
    const tact_deform *deform;
    const tact_context *context;
    const tact_vec3 *at;
    tact_pose pose;
    /* The loose edges and points. */
    uint32_t loose_first, loose_count;
    uint32_t (*loose_rows)[3];
    tacti_bend_tree loose;
    /* Rows of each side. */
    const uint32_t (*rows[SIDES])[3];
    tacti_triangle_source source[SIDES];
    const tacti_batch_kernels *kernels;
    tacti_adjacent_filter *filter;
    /* The join in progress. */
    tact_deform_parts parts;
    int first, second; /* sides */
    tacti_triangle_batch others;
    tacti_adjacent adjacent;
    meeting_keys found[MOST_PARTS]; /* a, then b */
    bool lacks_memory;
} search;

static const tact_vec3 *positions_at(const tact_deform *deform, tact_deform_instant instant) {
    return instant == TACT_DEFORM_START ? deform->start : deform->end;
}

/* ---- Pairs -------------------------------------------------------------------------------- */

static void add(search *s, uint32_t a, uint32_t b) {
    if (meeting_keys_push(&s->found[s->parts], (uint64_t)a << 32 | b) != TACT_OK)
        s->lacks_memory = true;
}

static void test_others(search *s) {
    tacti_triangle_batch *batch = &s->others;
    uint64_t open_count = 0;
    if (batch->count == 0)
        return;
    uint32_t meets = s->kernels->overlaps(&s->source[s->first], &s->source[s->second], batch, false,
                                          &open_count);
    for (uint32_t i = 0; i < batch->count; i++)
        if ((meets >> i & 1) != 0)
            add(s, batch->a[i], batch->b[i]);
    batch->count = 0;
}

static void test_adjacent(search *s) {
    const tacti_triangle_batch *pairs = &s->adjacent.pairs;
    if (pairs->count == 0)
        return;
    tacti_beyond beyond = s->filter(&s->source[FACES], &s->adjacent);
    for (uint32_t i = 0; i < pairs->count; i++) {
        uint32_t a = pairs->a[i], b = pairs->b[i];
        bool meets = (beyond.meets >> i & 1) != 0;
        if ((beyond.plain >> i & 1) != 0)
            meets = tacti_plain_meets_beyond(s->at, s->rows[FACES][a], s->rows[FACES][b]);
        else if ((beyond.open >> i & 1) != 0)
            meets = tacti_meets_beyond(s->at, s->rows[FACES][a], s->rows[FACES][b]);
        if (meets)
            add(s, a, b);
    }
    s->adjacent = (tacti_adjacent){.one = 0};
}

static bool has_equal(const uint32_t row[3]) {
    return row[0] == row[1] || row[1] == row[2] || row[2] == row[0];
}

static void take_pair(search *s, uint32_t a, uint32_t b) {
    const uint32_t *row_a = s->rows[s->first][a], *row_b = s->rows[s->second][b];
    uint32_t shared = tacti_count_matches(row_a, row_b);
    if (shared == 0) {
        s->others.a[s->others.count] = a;
        s->others.b[s->others.count++] = b;
        if (s->others.count == TACTI_BATCH)
            test_others(s);
        return;
    }
    if (shared > 2 || has_equal(row_a) || has_equal(row_b)) {
        if (tacti_meets_beyond(s->at, row_a, row_b))
            add(s, a, b);
        return;
    }
    tacti_triangle_batch *pairs = &s->adjacent.pairs;
    *(shared == 1 ? &s->adjacent.one : &s->adjacent.two) |= 1u << pairs->count;
    pairs->a[pairs->count] = a;
    pairs->b[pairs->count++] = b;
    if (pairs->count == TACTI_BATCH)
        test_adjacent(s);
}

static bool take_block(void *user, const tact_deform_block *block) {
    search *s = user;
    for (uint32_t i = 0; i < block->count; i++)
        take_pair(s, block->pairs[i][0], block->pairs[i][1]);
    return !s->lacks_memory;
}

/* ---- Joins -------------------------------------------------------------------------------- */

static tact_status run_join(search *s, tact_deform_parts parts) {
    const tacti_bend_tree *const trees[SIDES] = {&s->deform->tree[TACTI_FACES], &s->loose};
    s->parts = parts;
    s->first = parts == TACT_DEFORM_FACE_FACE ? FACES : LOOSE;
    s->second = parts == TACT_DEFORM_LOOSE_LOOSE ? LOOSE : FACES;
    tacti_deform_question question = {.a = s->deform, .b = s->deform, .context = s->context};
    question.join_count = 1;
    question.joins[0].walk = (tacti_pair_walk){
        .a = trees[s->first], .b = trees[s->second], .is_self = s->first == s->second};
    tact_status status = tacti_deform_stream(&question, take_block, s);
    test_others(s);
    test_adjacent(s);
    return status == TACT_OK && s->lacks_memory ? TACT_OUT_OF_MEMORY : status;
}

/* Sorts the hierarchy over loose features. */
static tact_status sort_loose(search *s) {
    uint32_t n = s->loose_count;
    tacti_bend_tree_scratch scratch = {
        .keys = tacti_allocate(s->context, n, sizeof(uint64_t), _Alignof(uint64_t)),
        .values = tacti_allocate(s->context, n, sizeof(uint32_t), _Alignof(uint32_t)),
        .copy = tacti_allocate(s->context, n, sizeof(uint32_t), _Alignof(uint32_t)),
        .sort = tacti_allocate(s->context, tacti_sort64_scratch_bytes(n), 1, TACTI_CACHE_LINE)};
    bool is_there = scratch.keys != NULL && scratch.values != NULL && scratch.copy != NULL &&
                    scratch.sort != NULL;
    if (is_there) {
        tacti_bend_tree_refit(&s->loose, s->deform->boxes);
        tacti_bend_tree_sort(&s->loose, s->deform->boxes, &scratch);
    }
    tacti_release(s->context, scratch.keys, n, sizeof(uint64_t), _Alignof(uint64_t));
    tacti_release(s->context, scratch.values, n, sizeof(uint32_t), _Alignof(uint32_t));
    tacti_release(s->context, scratch.copy, n, sizeof(uint32_t), _Alignof(uint32_t));
    tacti_release(s->context, scratch.sort, tacti_sort64_scratch_bytes(n), 1, TACTI_CACHE_LINE);
    return is_there ? TACT_OK : TACT_OUT_OF_MEMORY;
}

static tact_status begin_loose(search *s) {
    const uint32_t(*edges)[2] = s->deform->info.edges + s->loose_first;
    s->loose_rows =
        tacti_allocate(s->context, s->loose_count, sizeof *s->loose_rows, _Alignof(uint32_t));
    if (s->loose_rows == NULL)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < s->loose_count; i++) {
        s->loose_rows[i][0] = edges[i][0];
        s->loose_rows[i][1] = s->loose_rows[i][2] = edges[i][1];
    }
    s->rows[LOOSE] = (const uint32_t(*)[3])s->loose_rows;
    s->source[LOOSE].indices = &s->loose_rows[0][0];
    tact_status status =
        tacti_bend_tree_create(s->context, &edges[0][0], NULL, s->loose_count, 2, &s->loose);
    if (status != TACT_OK)
        return status;
    status = sort_loose(s);
    if (status != TACT_OK)
        tacti_bend_tree_destroy(&s->loose);
    return status;
}

static tact_status search_loose(search *s) {
    if (s->loose_count == 0)
        return TACT_OK;
    tact_status status = begin_loose(s);
    if (status == TACT_OK) {
        status = run_join(s, TACT_DEFORM_LOOSE_FACE);
        if (status == TACT_OK)
            status = run_join(s, TACT_DEFORM_LOOSE_LOOSE);
        tacti_bend_tree_destroy(&s->loose);
    }
    tacti_release(s->context, s->loose_rows, s->loose_count, sizeof *s->loose_rows,
                  _Alignof(uint32_t));
    return status;
}

/* ---- The question ------------------------------------------------------------------------- */

/* Sorts the keys of one kind. */
static tact_status sort_keys(const tact_context *context, meeting_keys *keys) {
    if (keys->count > UINT32_MAX)
        return TACT_TOO_LARGE;
    uint32_t n = (uint32_t)keys->count;
    uint32_t *values = tacti_allocate(context, n, sizeof *values, _Alignof(uint32_t));
    void *scratch = tacti_allocate(context, tacti_sort64_scratch_bytes(n), 1, TACTI_CACHE_LINE);
    bool is_there = values != NULL && scratch != NULL;
    if (is_there) {
        for (uint32_t i = 0; i < n; i++)
            values[i] = i;
        tacti_sort64(context, keys->items, values, n, scratch);
    }
    tacti_release(context, values, n, sizeof *values, _Alignof(uint32_t));
    tacti_release(context, scratch, tacti_sort64_scratch_bytes(n), 1, TACTI_CACHE_LINE);
    return is_there ? TACT_OK : TACT_OUT_OF_MEMORY;
}

/* The row of a feature, by its number in the deformable. */
static void read_row(const tact_deform *deform, bool is_face, uint32_t number, uint32_t row[3]) {
    if (is_face) {
        memcpy(row, deform->triangles[number], 3 * sizeof *row);
        return;
    }
    row[0] = deform->edges[number][0];
    row[1] = row[2] = deform->edges[number][1];
}

static tact_overlap intersect(const tact_deform *deform, const tact_vec3 *at,
                              const tact_deform_meeting *meeting) {
    uint32_t a[3], b[3];
    read_row(deform, meeting->parts == TACT_DEFORM_FACE_FACE, meeting->a, a);
    read_row(deform, meeting->parts != TACT_DEFORM_LOOSE_LOOSE, meeting->b, b);
    tact_triangle first = tacti_row_triangle(at, a), second = tacti_row_triangle(at, b);
    return tact_triangle_intersect(&first, &second);
}

/* Appends the meetings of one kind. */
static tact_status list_meetings(search *s, tact_deform_parts parts, meeting_list *out) {
    meeting_keys *keys = &s->found[parts];
    tact_status status = sort_keys(s->context, keys);
    if (status != TACT_OK)
        return status;
    tact_deform_meeting *to = meeting_list_extend(out, keys->count);
    if (to == NULL && keys->count > 0)
        return TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < keys->count; i++) {
        uint32_t a = (uint32_t)(keys->items[i] >> 32), b = (uint32_t)keys->items[i];
        to[i] = (tact_deform_meeting){.parts = parts, .a = a, .b = b};
        to[i].a += parts == TACT_DEFORM_FACE_FACE ? 0 : s->loose_first;
        to[i].b += parts == TACT_DEFORM_LOOSE_LOOSE ? s->loose_first : 0;
        to[i].kind = intersect(s->deform, s->at, &to[i]).kind;
    }
    return TACT_OK;
}

static search search_make(const tact_deform *deform, tact_deform_instant instant) {
    static tacti_adjacent_filter *const filters[] = TACTI_LEVEL_TABLE(tacti_adjacent_filter);
    tact_simd_level level = tacti_simd_level(deform->context);
    search s = {.deform = deform,
                .context = deform->context,
                .at = positions_at(deform, instant),
                .pose = tact_pose_identity(),
                .loose_count = deform->info.loose_edge_count + deform->info.loose_point_count,
                .kernels = tacti_batch_kernels_at(level),
                .filter = filters[tacti_simd_row(level)]};
    s.loose_first = deform->info.edge_count - s.loose_count;
    s.rows[FACES] = (const uint32_t(*)[3])deform->triangles;
    for (int i = 0; i < MOST_PARTS; i++)
        s.found[i] = meeting_keys_make(s.context);
    return s;
}

tact_status tact_deform_self(const tact_deform *deform, tact_deform_instant instant,
                             tact_deform_meeting_visitor *visitor, void *user) {
    if (deform == NULL || visitor == NULL || (unsigned)instant > TACT_DEFORM_END)
        return TACT_INVALID_ARGUMENT;
    search s = search_make(deform, instant);
    meeting_list all = meeting_list_make(s.context);
    for (int i = 0; i < SIDES; i++)
        s.source[i] = (tacti_triangle_source){.vertices = s.at, .pose = &s.pose};
    s.source[FACES].indices = &deform->triangles[0][0];
    tact_status status = run_join(&s, TACT_DEFORM_FACE_FACE);
    if (status == TACT_OK)
        status = search_loose(&s);
    for (int i = 0; i < MOST_PARTS && status == TACT_OK; i++)
        status = list_meetings(&s, (tact_deform_parts)i, &all);
    if (status == TACT_OK)
        visitor(user, all.items, all.count);
    for (int i = 0; i < MOST_PARTS; i++)
        meeting_keys_release(&s.found[i]);
    meeting_list_release(&all);
    return status;
}

tact_status tact_deform_meeting_points(const tact_deform *deform, tact_deform_instant instant,
                                       const tact_deform_meeting *meeting, tact_overlap *out) {
    if (deform == NULL || meeting == NULL || out == NULL || (unsigned)instant > TACT_DEFORM_END ||
        (unsigned)meeting->parts > TACT_DEFORM_LOOSE_LOOSE)
        return TACT_INVALID_ARGUMENT;
    bool is_face_a = meeting->parts == TACT_DEFORM_FACE_FACE;
    bool is_face_b = meeting->parts != TACT_DEFORM_LOOSE_LOOSE;
    if (meeting->a >= (is_face_a ? deform->info.triangle_count : deform->info.edge_count) ||
        meeting->b >= (is_face_b ? deform->info.triangle_count : deform->info.edge_count))
        return TACT_INVALID_ARGUMENT;
    *out = intersect(deform, positions_at(deform, instant), meeting);
    return TACT_OK;
}
