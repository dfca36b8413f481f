/* SPDX-License-Identifier: MIT */
/* The truth about two placed soups by brute force, and the checks of every query against it. */
#include "bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "surface/surface.h"
#include "contacts/contacts.h"

/* ---- Brute force -------------------------------------------------------------------------- */

static tact_triangle *place_all(const soup *s, tact_pose pose) {
    tact_triangle *placed = calloc(s->triangle_count + 1, sizeof *placed);
    assert_non_null(placed);
    for (uint32_t i = 0; i < s->triangle_count; i++)
        for (uint32_t k = 0; k < 3; k++)
            placed[i].v[k] = tact_pose_place(pose, s->vertices[s->indices[3 * i + k]]);
    return placed;
}

static truth find(const soup *a, tact_pose pose_a, const soup *b, tact_pose pose_b,
                  bool with_distance) {
    truth t = {.count_a = a->triangle_count,
               .count_b = b->triangle_count,
               .a = place_all(a, pose_a),
               .b = place_all(b, pose_b),
               .touches = calloc((size_t)a->triangle_count * b->triangle_count + 1, sizeof(bool)),
               .nearest_a = TACT_NO_TRIANGLE,
               .nearest_b = TACT_NO_TRIANGLE};
    assert_non_null(t.touches);
    if (with_distance)
        t.distance = t.lower = t.upper = HUGE_VAL;
    for (uint32_t i = 0; i < t.count_a; i++)
        for (uint32_t j = 0; j < t.count_b; j++) {
            bool touches = tact_triangle_overlaps(&t.a[i], &t.b[j]);
            t.touches[(size_t)i * t.count_b + j] = touches;
            t.contact_count += touches;
            if (!with_distance)
                continue;
            tact_gap gap = tact_triangle_distance(&t.a[i], &t.b[j]);
            assert_int_equal(gap.distance == 0, touches);
            if (gap.distance < t.distance) {
                t.distance = gap.distance;
                t.nearest_a = i;
                t.nearest_b = j;
            }
            t.lower = gap.lower < t.lower ? gap.lower : t.lower;
            t.upper = gap.upper < t.upper ? gap.upper : t.upper;
        }
    return t;
}

truth truth_find(const soup *a, tact_pose pose_a, const soup *b, tact_pose pose_b) {
    return find(a, pose_a, b, pose_b, true);
}

truth truth_find_contacts(const soup *a, tact_pose pose_a, const soup *b, tact_pose pose_b) {
    return find(a, pose_a, b, pose_b, false);
}

void truth_free(truth *t) {
    free(t->a);
    free(t->b);
    free(t->touches);
}

static bool is_contact(const truth *t, uint32_t i, uint32_t j) {
    return i < t->count_a && j < t->count_b && t->touches[(size_t)i * t->count_b + j];
}

/* ---- Contacts ----------------------------------------------------------------------------- */

void check_collide(const truth *t, const tacti_placed *a, const tacti_placed *b,
                   tacti_pair_cache *cache) {
    tacti_mesh_collision got;
    memset(&got, 0x5a, sizeof got);
    assert_int_equal(tacti_mesh_collide(a, b, NULL, cache, &got), TACT_OK);
    assert_int_equal(got.outcome, t->contact_count > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
    assert_false(got.is_contained);
    if (got.outcome == TACT_OUTCOME_APART) {
        assert_int_equal(got.a, TACT_NO_TRIANGLE);
        assert_int_equal(got.b, TACT_NO_TRIANGLE);
        return;
    }
    assert_true(is_contact(t, got.a, got.b));
    tact_overlap overlap = tact_triangle_intersect(&t->a[got.a], &t->b[got.b]);
    assert_int_equal(got.kind, overlap.kind);
    assert_memory_equal(&got.point, &overlap.points[0].position, sizeof got.point);
}

typedef struct visited {
    const truth *t;
    bool *seen;
    uint64_t count;
} visited;

static bool visit(void *user, uint32_t a, uint32_t b) {
    visited *v = user;
    assert_true(is_contact(v->t, a, b));
    bool *seen = &v->seen[(size_t)a * v->t->count_b + b];
    assert_false(*seen);
    *seen = true;
    v->count++;
    return true;
}

void check_visit(const truth *t, const tacti_placed *a, const tacti_placed *b) {
    visited v = {t, calloc((size_t)t->count_a * t->count_b + 1, sizeof(bool)), 0};
    assert_non_null(v.seen);
    tacti_contact_summary got;
    assert_int_equal(tacti_mesh_contacts_visit(a, b, NULL, visit, &v, &got), TACT_OK);
    free(v.seen);
    assert_int_equal(v.count, t->contact_count);
    assert_int_equal(got.pair_count, t->contact_count);
    assert_int_equal(got.outcome, t->contact_count > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
}

static void check_geometry(const truth *t, const tact_contact_list *list, uint32_t i,
                           uint32_t *next_point) {
    tact_contact contact = tact_contact_list_view(list).contacts[i];
    const uint32_t *pair = tact_contact_list_view(list).pairs + 2 * (size_t)i;
    assert_int_equal(contact.a, pair[0]);
    assert_int_equal(contact.b, pair[1]);
    tact_overlap overlap = tact_triangle_intersect(&t->a[contact.a], &t->b[contact.b]);
    assert_int_equal(contact.kind, overlap.kind);
    assert_int_equal(contact.point_count, overlap.point_count);
    assert_int_equal(contact.first_point, *next_point);
    for (uint32_t k = 0; k < overlap.point_count; k++) {
        tact_overlap_point point = tact_contact_list_view(list).points[*next_point + k];
        assert_memory_equal(&point.position, &overlap.points[k].position, sizeof point.position);
        assert_int_equal(point.a, overlap.points[k].a);
        assert_int_equal(point.b, overlap.points[k].b);
    }
    *next_point += overlap.point_count;
}

void check_list(const truth *t, const tacti_placed *a, const tacti_placed *b,
                tact_contact_list *list) {
    for (int detail = TACT_CONTACT_GEOMETRY; detail >= TACT_CONTACT_PAIRS; detail--) {
        tacti_contact_summary got;
        assert_int_equal(
            tacti_mesh_contacts_fill(a, b, NULL, (tact_contact_detail)detail, list, &got), TACT_OK);
        assert_int_equal(got.pair_count, t->contact_count);
        assert_int_equal(got.outcome,
                         t->contact_count > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
        assert_int_equal(tact_contact_list_view(list).count, t->contact_count);
        uint32_t at = 0, point = 0;
        for (uint32_t i = 0; i < t->count_a; i++)
            for (uint32_t j = 0; j < t->count_b; j++) {
                if (!is_contact(t, i, j))
                    continue;
                const uint32_t *pair = tact_contact_list_view(list).pairs + 2 * (size_t)at;
                assert_int_equal(pair[0], i);
                assert_int_equal(pair[1], j);
                if (detail == TACT_CONTACT_GEOMETRY)
                    check_geometry(t, list, at, &point);
                at++;
            }
        if (detail == TACT_CONTACT_PAIRS)
            assert_null(tact_contact_list_view(list).contacts);
    }
}

/* ---- Distance ----------------------------------------------------------------------------- */

/* The bounds of every query must include the true distance. */
static void check_bounds(const truth *t, const tacti_mesh_distance_answer *got) {
    if (!(got->lower <= t->upper && got->upper >= t->lower))
        fail_msg("bounds [%a, %a], the truth is in [%a, %a]", got->lower, got->upper, t->lower,
                 t->upper);
}

void check_distance(const truth *t, const tacti_placed *a, const tacti_placed *b,
                    tacti_pair_cache *cache) {
    tacti_mesh_distance_answer got;
    memset(&got, 0x5a, sizeof got);
    assert_int_equal(tacti_mesh_distance(a, b, NULL, cache, &got), TACT_OK);
    test_assert_same_bits(got.distance, t->distance);
    assert_true(got.is_complete);
    check_bounds(t, &got);
    assert_true(got.lower <= got.distance && got.distance <= got.upper);
    if (t->count_a == 0 || t->count_b == 0) {
        assert_int_equal(got.a, TACT_NO_TRIANGLE);
        assert_int_equal(got.b, TACT_NO_TRIANGLE);
        assert_true(got.lower == HUGE_VAL && got.upper == HUGE_VAL);
        return;
    }
    if (got.distance == 0) {
        assert_true(is_contact(t, got.a, got.b));
        assert_true(got.lower == 0 && got.upper == 0);
    } else {
        assert_int_equal(got.a, t->nearest_a);
        assert_int_equal(got.b, t->nearest_b);
    }
    tact_gap gap = tact_triangle_distance(&t->a[got.a], &t->b[got.b]);
    assert_memory_equal(&got.point_a, &gap.point_a, sizeof got.point_a);
    assert_memory_equal(&got.point_b, &gap.point_b, sizeof got.point_b);
}

/* The error of distances, for the sizes of both meshes and their distance. */
static double rounding(const truth *t) {
    tact_box box = tact_box_empty();
    for (uint32_t i = 0; i < t->count_a; i++)
        box = tact_box_union(box, tact_box_of_triangle(&t->a[i]));
    for (uint32_t i = 0; i < t->count_b; i++)
        box = tact_box_union(box, tact_box_of_triangle(&t->b[i]));
    tact_vec3 size = tact_vec3_sub(box.hi, box.lo);
    return 0x1p-42 * fmax(fmax(size.x, size.y), size.z);
}

static void check_radius(const truth *t, const tacti_placed *a, const tacti_placed *b,
                         double radius, tacti_pair_cache *cache) {
    tact_outcome outcome;
    tacti_mesh_distance_answer near;
    assert_int_equal(tacti_mesh_within(a, b, radius, NULL, cache, &outcome, &near), TACT_OK);
    check_bounds(t, &near);
    if (outcome == TACT_OUTCOME_CONTACT)
        assert_true(t->lower <= radius);
    else if (outcome == TACT_OUTCOME_APART)
        assert_true(t->upper > radius);
    double error = rounding(t);
    if (radius == 0)
        assert_int_equal(outcome, t->contact_count > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
    else if (radius > t->upper + error)
        assert_int_equal(outcome, TACT_OUTCOME_CONTACT);
    else if (radius < t->lower - error)
        assert_int_equal(outcome, TACT_OUTCOME_APART);
    if (outcome == TACT_OUTCOME_CONTACT) {
        assert_true(near.distance <= radius + error);
        tact_vec3 between = tact_vec3_sub(near.point_b, near.point_a), p = near.point_a;
        double rounded = 0x1p-48 * (fabs(p.x) + fabs(p.y) + fabs(p.z));
        assert_true(tact_vec3_length(between) <= radius + error + rounded);
    }
}

void check_within(const truth *t, const tacti_placed *a, const tacti_placed *b,
                  tacti_pair_cache *cache) {
    if (t->count_a == 0 || t->count_b == 0)
        return;
    double d = t->distance, error = rounding(t);
    const double radii[] = {0,
                            d / 2,
                            d - 2 * error,
                            nextafter(d, 0),
                            d,
                            nextafter(d, HUGE_VAL),
                            d + 2 * error,
                            2 * d + error,
                            HUGE_VAL};
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++)
        if (radii[i] >= 0)
            check_radius(t, a, b, radii[i], cache);
}

void check_greedy(const truth *t, const tacti_placed *a, const tacti_placed *b,
                  tacti_pair_cache *cache) {
    tacti_mesh_distance_answer got;
    assert_int_equal(tacti_mesh_lower_bound(a, b, NULL, cache, &got), TACT_OK);
    check_bounds(t, &got);
    assert_true(got.lower <= t->upper);
    assert_int_equal(got.lower == 0, t->contact_count > 0);
}
