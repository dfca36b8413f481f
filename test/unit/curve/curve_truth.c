/* SPDX-License-Identifier: MIT */
/* Curves by brute force, and the checks that every set must pass. See curve_truth.h. */
#include "curve_truth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bvh/bvh.h"
#include "curve/curves.h"
#include "frame/placed.h"

/* ---- Brute force -------------------------------------------------------------------------- */

typedef struct pieces {
    tact_overlap *overlaps;
    uint32_t count, capacity;
} pieces;

static void keep(pieces *all, const tact_overlap *overlap) {
    if (all->count == all->capacity) {
        all->capacity = 2 * all->capacity + 64;
        all->overlaps = realloc(all->overlaps, all->capacity * sizeof *all->overlaps);
        assert_non_null(all->overlaps);
    }
    all->overlaps[all->count++] = *overlap;
}

static tact_triangle *place_all(const soup *s, tact_pose pose, tact_box **boxes) {
    tact_triangle *placed = calloc(s->triangle_count + 1, sizeof *placed);
    tact_box *made = calloc(s->triangle_count + 1, sizeof *made);
    assert_non_null(placed);
    assert_non_null(made);
    *boxes = made;
    for (uint32_t i = 0; i < s->triangle_count; i++) {
        for (int k = 0; k < 3; k++)
            placed[i].v[k] = tact_pose_place(pose, s->vertices[s->indices[3 * i + (uint32_t)k]]);
        tact_box *box = &made[i];
        *box = (tact_box){placed[i].v[0], placed[i].v[0]};
        for (int k = 1; k < 3; k++) {
            tact_vec3 v = placed[i].v[k];
            box->lo =
                tact_vec3_make(fmin(box->lo.x, v.x), fmin(box->lo.y, v.y), fmin(box->lo.z, v.z));
            box->hi =
                tact_vec3_make(fmax(box->hi.x, v.x), fmax(box->hi.y, v.y), fmax(box->hi.z, v.z));
        }
    }
    return placed;
}

static bool boxes_meet(const tact_box *a, const tact_box *b) {
    return a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y && b->lo.y <= a->hi.y &&
           a->lo.z <= b->hi.z && b->lo.z <= a->hi.z;
}

static pieces find_pieces(const soup *a, tact_pose pose_a, const soup *b, tact_pose pose_b) {
    tact_box *boxes_a, *boxes_b;
    tact_triangle *ta = place_all(a, pose_a, &boxes_a), *tb = place_all(b, pose_b, &boxes_b);
    pieces all = {0};
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        for (uint32_t j = 0; j < b->triangle_count; j++) {
            if (!boxes_meet(&boxes_a[i], &boxes_b[j]))
                continue;
            tact_overlap overlap = tact_triangle_intersect(&ta[i], &tb[j]);
            if (overlap.kind != TACT_OVERLAP_NONE)
                keep(&all, &overlap);
        }
    }
    free(ta);
    free(tb);
    free(boxes_a);
    free(boxes_b);
    return all;
}

static double distance(tact_vec3 p, tact_vec3 q) {
    return tact_vec3_length(tact_vec3_sub(p, q));
}

static double distance_to_segment(tact_vec3 p, const tact_vec3 end[2]) {
    tact_vec3 d = tact_vec3_sub(end[1], end[0]);
    double t = tact_vec3_dot(tact_vec3_sub(p, end[0]), d) / tact_vec3_dot(d, d);
    t = fmax(0, fmin(1, t));
    return distance(p, tact_vec3_add(end[0], tact_vec3_scale(d, t)));
}

/* Whether a point is roughly on the overlap. For a polygon: on one of the triangles of its fan. */
static bool is_on(tact_vec3 p, const tact_overlap *overlap, double tolerance) {
    if (overlap->kind == TACT_OVERLAP_SEGMENT) {
        tact_vec3 end[2] = {overlap->points[0].position, overlap->points[1].position};
        return distance_to_segment(p, end) <= tolerance;
    }
    tact_triangle point = {{p, p, p}};
    for (uint32_t i = 1; i + 1 < overlap->point_count; i++) {
        tact_triangle t = {{overlap->points[0].position, overlap->points[i].position,
                            overlap->points[i + 1].position}};
        if (tact_triangle_distance(&t, &point).distance <= tolerance)
            return true;
    }
    return false;
}

static bool is_on_polygon(const pieces *all, tact_vec3 p, double tolerance) {
    for (uint32_t i = 0; i < all->count; i++)
        if (all->overlaps[i].kind == TACT_OVERLAP_POLYGON && is_on(p, &all->overlaps[i], tolerance))
            return true;
    return false;
}

static bool is_same_segment(const tact_overlap *x, const tact_overlap *y, double tolerance) {
    for (int i = 0; i < 2; i++)
        if (distance(x->points[0].position, y->points[i].position) <= tolerance &&
            distance(x->points[1].position, y->points[1 - i].position) <= tolerance)
            return true;
    return false;
}

static void take_segment(const pieces *all, uint32_t number, double tolerance, curve_truth *out) {
    const tact_overlap *own = &all->overlaps[number];
    tact_vec3 p = own->points[0].position, q = own->points[1].position;
    tact_vec3 middle = tact_vec3_scale(tact_vec3_add(p, q), 0.5);
    for (uint32_t i = 0; i < number; i++)
        if (all->overlaps[i].kind == TACT_OVERLAP_SEGMENT &&
            is_same_segment(own, &all->overlaps[i], tolerance))
            return;
    if (is_on_polygon(all, middle, tolerance))
        return;
    out->segment_count++;
    out->length += distance(p, q);
}

static void take_point(const pieces *all, uint32_t number, double tolerance, curve_truth *out) {
    tact_vec3 p = all->overlaps[number].points[0].position;
    for (uint32_t i = 0; i < all->count; i++) {
        const tact_overlap *other = &all->overlaps[i];
        if (other->kind == TACT_OVERLAP_POINT) {
            if (i < number && distance(p, other->points[0].position) <= tolerance)
                return;
        } else if (is_on(p, other, tolerance)) {
            return;
        }
    }
    out->lone_count++;
}

static double polygon_area(const tact_overlap *overlap) {
    double area = 0;
    for (uint32_t i = 1; i + 1 < overlap->point_count; i++) {
        tact_vec3 e = tact_vec3_sub(overlap->points[i].position, overlap->points[0].position);
        tact_vec3 f = tact_vec3_sub(overlap->points[i + 1].position, overlap->points[0].position);
        area += tact_vec3_length(tact_vec3_cross(e, f)) / 2;
    }
    return area;
}

static bool is_general(const tact_overlap *overlap) {
    if (overlap->kind != TACT_OVERLAP_SEGMENT)
        return false;
    for (int i = 0; i < 2; i++) {
        tact_feature a = overlap->points[i].a, b = overlap->points[i].b;
        if (!(a == TACT_FEATURE_FACE && b >= TACT_FEATURE_EDGE_0) &&
            !(b == TACT_FEATURE_FACE && a >= TACT_FEATURE_EDGE_0))
            return false;
    }
    return true;
}

curve_truth curve_truth_find(const soup *a, tact_pose pose_a, const soup *b, tact_pose pose_b,
                             double tolerance) {
    pieces all = find_pieces(a, pose_a, b, pose_b);
    curve_truth out = {.contact_count = all.count, .is_general = true};
    for (uint32_t i = 0; i < all.count; i++) {
        const tact_overlap *overlap = &all.overlaps[i];
        out.is_general = out.is_general && is_general(overlap);
        if (overlap->kind == TACT_OVERLAP_POINT) {
            take_point(&all, i, tolerance, &out);
        } else if (overlap->kind == TACT_OVERLAP_SEGMENT) {
            take_segment(&all, i, tolerance, &out);
        } else {
            out.patch_count++;
            out.area += polygon_area(overlap);
        }
    }
    free(all.overlaps);
    return out;
}

/* ---- Sets --------------------------------------------------------------------------------- */

curve_case curve_case_make(const tact_context *context, const soup *a, tact_pose pose_a,
                           const soup *b, tact_pose pose_b) {
    curve_case c = {.a = body_make(context, a, NULL), .b = body_make(context, b, NULL)};
    c.placed_a = (tacti_placed){c.a.bvh, pose_a};
    c.placed_b = (tacti_placed){c.b.bvh, pose_b};
    assert_int_equal(tact_curve_set_create(context, &c.set), TACT_OK);
    assert_int_equal(tacti_curve_set_fill(&c.placed_a, &c.placed_b, NULL, c.set, &c.summary),
                     TACT_OK);
    curve_check(&c);
    return c;
}

void curve_case_free(curve_case *c) {
    tact_curve_set_destroy(c->set);
    body_free(&c->a);
    body_free(&c->b);
}

static void check_close(double actual, double expected) {
    if (!(fabs(actual - expected) <= 1e-12 * (fabs(expected) + 1e-300)))
        fail_msg("%.17g instead of %.17g", actual, expected);
}

/* Checks one side of a source: its vertices are in order, and the point lies on them. */
static void check_part(const tacti_placed *placed, const uint32_t v[3], tact_vec3 point) {
    const tact_mesh *mesh = tacti_bvh_mesh(placed->bvh);
    tact_vec3 at[3] = {{0, 0, 0}};
    int count = 0;
    for (; count < 3 && v[count] != TACT_NO_VERTEX; count++) {
        assert_true(v[count] < tact_mesh_vertex_count(mesh));
        assert_true(count == 0 || v[count - 1] < v[count]);
        at[count] = tact_pose_place(placed->pose, tact_mesh_vertices(mesh)[v[count]]);
    }
    assert_true(count > 0);
    for (int i = count; i < 3; i++) {
        assert_int_equal(v[i], TACT_NO_VERTEX);
        at[i] = at[0];
    }
    tact_triangle part = {{at[0], at[1], at[2]}}, p = {{point, point, point}};
    double size = 0;
    for (int i = 0; i < 3; i++)
        size = fmax(size, fmax(fabs(at[i].x), fmax(fabs(at[i].y), fabs(at[i].z))));
    if (count == 1)
        assert_true(point.x == at[0].x && point.y == at[0].y && point.z == at[0].z);
    assert_true(tact_triangle_distance(&part, &p).distance <= 1e-14 * size);
}

static int compare_sources(const void *x, const void *y) {
    return memcmp(x, y, sizeof(tact_curve_source));
}

static void check_points(const curve_case *c) {
    uint32_t count = tact_curve_set_view(c->set).point_count;
    const tact_curve_source *sources = tact_curve_set_view(c->set).sources;
    const tact_vec3 *points = tact_curve_set_view(c->set).points;
    tact_curve_source *sorted = calloc(count + 1, sizeof *sorted);
    assert_non_null(sorted);
    for (uint32_t i = 0; i < count; i++) {
        check_part(&c->placed_a, sources[i].a, points[i]);
        check_part(&c->placed_b, sources[i].b, points[i]);
        sorted[i] = sources[i];
    }
    qsort(sorted, count, sizeof *sorted, compare_sources);
    for (uint32_t i = 1; i < count; i++)
        assert_memory_not_equal(&sorted[i - 1], &sorted[i], sizeof *sorted);
    free(sorted);
}

static double curve_length(const curve_case *c, const tact_curve *curve) {
    const uint32_t *order = tact_curve_set_view(c->set).indices + curve->first;
    const tact_vec3 *points = tact_curve_set_view(c->set).points;
    double length = 0;
    for (uint32_t i = 0; i + 1 < curve->count; i++)
        length += distance(points[order[i]], points[order[i + 1]]);
    if (curve->is_closed)
        length += distance(points[order[curve->count - 1]], points[order[0]]);
    return length;
}

/* How often a point is an end or an inner point of a curve. */
static void check_curves(const curve_case *c, uint32_t *degree) {
    const tact_curve *curves = tact_curve_set_view(c->set).curves;
    tact_curve_summary sum = {0};
    for (uint32_t i = 0; i < tact_curve_set_view(c->set).curve_count; i++) {
        const tact_curve *curve = &curves[i];
        const uint32_t *order = tact_curve_set_view(c->set).indices + curve->first;
        assert_true(curve->count > 0 && (!curve->is_closed || curve->count > 2));
        assert_true(i == 0 || curves[i - 1].count > 1 || curve->count == 1);
        for (uint32_t k = 0; k < curve->count; k++) {
            assert_true(order[k] < tact_curve_set_view(c->set).point_count);
            bool is_end = k == 0 || k == curve->count - 1;
            degree[order[k]] += curve->count == 1 ? 0 : is_end && !curve->is_closed ? 1 : 2;
        }
        check_close(curve->length, curve_length(c, curve));
        sum.curve_count += curve->count > 1;
        sum.closed_count += curve->is_closed;
        sum.lone_count += curve->count == 1;
        sum.length += curve->length;
    }
    assert_int_equal(sum.curve_count, c->summary.curve_count);
    assert_int_equal(sum.closed_count, c->summary.closed_count);
    assert_int_equal(sum.lone_count, c->summary.lone_count);
    check_close(sum.length, c->summary.length);
    /* A curve never ends early: two segments at a point are inside one curve, or close it. */
    for (uint32_t i = 0; i < tact_curve_set_view(c->set).curve_count; i++) {
        const tact_curve *curve = &curves[i];
        const uint32_t *order = tact_curve_set_view(c->set).indices + curve->first;
        if (curve->is_closed || curve->count == 1)
            continue;
        assert_int_not_equal(degree[order[0]], 2);
        assert_int_not_equal(degree[order[curve->count - 1]], 2);
    }
}

static tact_vec3 normal_of(const tacti_placed *placed, uint32_t triangle) {
    tact_triangle t = tact_mesh_triangle(tacti_bvh_mesh(placed->bvh), triangle);
    t = tact_pose_place_triangle(placed->pose, &t);
    return tact_vec3_cross(tact_vec3_sub(t.v[1], t.v[0]), tact_vec3_sub(t.v[2], t.v[0]));
}

static void check_patches(const curve_case *c) {
    const tact_patch *patches = tact_curve_set_view(c->set).patches;
    const tact_vec3 *points = tact_curve_set_view(c->set).points;
    double area = 0;
    assert_int_equal(tact_curve_set_view(c->set).patch_count, c->summary.patch_count);
    for (uint32_t i = 0; i < c->summary.patch_count; i++) {
        const tact_patch *patch = &patches[i];
        const uint32_t *order = tact_curve_set_view(c->set).indices + patch->first;
        assert_true(i == 0 || patch[-1].a < patch->a ||
                    (patch[-1].a == patch->a && patch[-1].b < patch->b));
        assert_true(patch->count >= 3 && patch->count <= 6);
        tact_vec3 normal_a = normal_of(&c->placed_a, patch->a);
        tact_vec3 normal_b = normal_of(&c->placed_b, patch->b);
        assert_int_equal(patch->is_same_side, tact_vec3_dot(normal_a, normal_b) > 0);
        tact_vec3 sum = {0, 0, 0};
        for (uint32_t k = 1; k + 1 < patch->count; k++)
            sum = tact_vec3_add(
                sum, tact_vec3_cross(tact_vec3_sub(points[order[k]], points[order[0]]),
                                     tact_vec3_sub(points[order[k + 1]], points[order[0]])));
        assert_true(tact_vec3_dot(sum, normal_a) > 0);
        area += tact_vec3_length(sum) / 2;
    }
    check_close(area, c->summary.patch_area);
}

void curve_check(const curve_case *c) {
    uint32_t count = tact_curve_set_view(c->set).point_count;
    uint32_t *degree = calloc(count + 1, sizeof *degree);
    assert_non_null(degree);
    assert_int_equal(count > 0, c->summary.contact_count > 0);
    assert_int_equal(c->summary.outcome, count > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
    check_points(c);
    check_curves(c, degree);
    check_patches(c);
    free(degree);
}

/* ---- Comparisons -------------------------------------------------------------------------- */

void curve_check_truth(const curve_case *c, const curve_truth *right) {
    const tact_curve *curves = tact_curve_set_view(c->set).curves;
    uint32_t segments = 0;
    for (uint32_t i = 0; i < tact_curve_set_view(c->set).curve_count; i++)
        segments += curves[i].is_closed ? curves[i].count : curves[i].count - 1;
    assert_int_equal(c->summary.contact_count, right->contact_count);
    assert_int_equal(segments, right->segment_count);
    assert_int_equal(c->summary.lone_count, right->lone_count);
    assert_int_equal(c->summary.patch_count, right->patch_count);
    check_close(c->summary.length, right->length);
    check_close(c->summary.patch_area, right->area);
}

void curve_check_same_figures(const tact_curve_summary *x, const tact_curve_summary *y) {
    assert_int_equal(x->outcome, y->outcome);
    assert_int_equal(x->contact_count, y->contact_count);
    assert_int_equal(x->curve_count, y->curve_count);
    assert_int_equal(x->closed_count, y->closed_count);
    assert_int_equal(x->lone_count, y->lone_count);
    assert_int_equal(x->patch_count, y->patch_count);
    check_close(x->length, y->length);
    check_close(x->patch_area, y->patch_area);
}

void curve_check_same_bytes(const tact_curve_set *x, const tact_curve_set *y, bool with_sources) {
    uint32_t count = tact_curve_set_view(x).curve_count,
             patches = tact_curve_set_view(x).patch_count;
    uint32_t points = tact_curve_set_view(x).point_count;
    assert_int_equal(tact_curve_set_view(y).curve_count, count);
    assert_int_equal(tact_curve_set_view(y).patch_count, patches);
    assert_int_equal(tact_curve_set_view(y).point_count, points);
    for (uint32_t i = 0; i < count; i++) {
        const tact_curve *p = &tact_curve_set_view(x).curves[i],
                         *q = &tact_curve_set_view(y).curves[i];
        assert_int_equal(p->first, q->first);
        assert_int_equal(p->count, q->count);
        assert_int_equal(p->is_closed, q->is_closed);
        test_assert_same_bits(p->length, q->length);
        assert_memory_equal(tact_curve_set_view(x).indices + p->first,
                            tact_curve_set_view(y).indices + q->first, p->count * sizeof(uint32_t));
    }
    for (uint32_t i = 0; i < patches; i++) {
        const tact_patch *p = &tact_curve_set_view(x).patches[i],
                         *q = &tact_curve_set_view(y).patches[i];
        assert_int_equal(p->a, q->a);
        assert_int_equal(p->b, q->b);
        assert_int_equal(p->is_same_side, q->is_same_side);
        assert_int_equal(p->count, q->count);
        assert_memory_equal(tact_curve_set_view(x).indices + p->first,
                            tact_curve_set_view(y).indices + q->first, p->count * sizeof(uint32_t));
    }
    if (points > 0)
        assert_memory_equal(tact_curve_set_view(x).points, tact_curve_set_view(y).points,
                            points * sizeof(tact_vec3));
    if (points > 0 && with_sources)
        assert_memory_equal(tact_curve_set_view(x).sources, tact_curve_set_view(y).sources,
                            points * sizeof(tact_curve_source));
}
