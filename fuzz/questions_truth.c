/* SPDX-License-Identifier: MIT */
/* What is true about two instances, by brute force: all pairs of triangles with the functions on
 * triangles, all triangles as shapes by themselves, winding numbers by exact rays. Nothing here
 * uses a hierarchy. */
#include <math.h>

#include "questions.h"

/* ---- Winding numbers ---------------------------------------------------------------------- */

/* Crossings of a ray that meets no edge. Returns false if it meets one. */
static bool count_crossings(const tact_triangle *triangles, uint32_t count, tact_ray ray,
                            int *number) {
    *number = 0;
    for (uint32_t i = 0; i < count; i++) {
        const tact_triangle *t = &triangles[i];
        tact_ray_hit hit = tact_triangle_intersect_ray(t, ray);
        if (hit.kind == TACT_OVERLAP_NONE || tact_is_collinear(&t->v[0], &t->v[1], &t->v[2]))
            continue;
        if (hit.kind != TACT_OVERLAP_POINT || hit.enter != TACT_FEATURE_FACE)
            return false;
        *number -= tact_orient3d(&t->v[0], &t->v[1], &t->v[2], &ray.origin);
    }
    return true;
}

winding winding_find(const tact_triangle *triangles, uint32_t count, tact_vec3 point) {
    static const tact_vec3 directions[] = {{0.8125, 0.3125, 0.5},      {-0.28, 0.91, 0.17},
                                           {0.1, -0.37, 0.83},         {-0.71, -0.53, -0.29},
                                           {0.4142, -0.618, -0.57721}, {-0.9, 0.01, 0.3}};
    winding w = {.is_known = false};
    for (uint32_t i = 0; i < count; i++)
        w.is_on_surface = w.is_on_surface || tact_triangle_contains(&triangles[i], point, NULL);
    for (size_t i = 0; !w.is_known && i < sizeof directions / sizeof *directions; i++)
        w.is_known = count_crossings(triangles, count, (tact_ray){point, directions[i]}, &w.number);
    return w;
}

/* ---- Two pieces --------------------------------------------------------------------------- */

/* What is true about one pair of pieces. */
typedef struct verdict {
    tact_outcome outcome;
    double lower, upper;
} verdict;

static void add_pair(truth *t, const piece *a, uint32_t i, const piece *b, uint32_t j) {
    if (t->pair_count < MOST_PAIRS)
        t->pairs[t->pair_count++] = (element_pair){a->part, b->part, i, j};
}

/* The outcome of a union. */
static tact_outcome either(tact_outcome x, tact_outcome y) {
    if (x == TACT_OUTCOME_CONTACT || y == TACT_OUTCOME_CONTACT)
        return TACT_OUTCOME_CONTACT;
    return x == TACT_OUTCOME_APART ? y : x;
}

static void add_bounds(verdict *v, double lower, double upper) {
    v->lower = fmin(v->lower, lower);
    v->upper = fmin(v->upper, upper);
}

/* Whether a first corner of a triangle is inside a filled mesh. The surfaces do not meet. */
static tact_outcome look_inside(const tact_triangle *triangles, uint32_t count,
                                const piece *solid) {
    if (!solid->is_filled || solid->count == 0)
        return TACT_OUTCOME_APART;
    if (!solid->is_watertight)
        return TACT_OUTCOME_UNDECIDED;
    tact_outcome outcome = TACT_OUTCOME_APART;
    for (uint32_t i = 0; i < count; i++) {
        winding w = winding_find(solid->triangles, solid->count, triangles[i].v[0]);
        if (!w.is_known)
            outcome = TACT_OUTCOME_UNDECIDED;
        else if (w.number != 0)
            return TACT_OUTCOME_CONTACT;
    }
    return outcome;
}

/* Adds contact because one is inside the other. */
static void add_containment(truth *t, verdict *v, tact_outcome inside) {
    if (v->outcome == TACT_OUTCOME_CONTACT)
        return;
    v->outcome = either(v->outcome, inside);
    t->is_contained = t->is_contained || inside == TACT_OUTCOME_CONTACT;
    if (inside != TACT_OUTCOME_APART)
        v->lower = 0;
    if (inside == TACT_OUTCOME_CONTACT)
        v->upper = 0;
}

static bool is_open_solid(const piece *p) {
    return p->is_filled && !p->is_watertight && p->count > 0;
}

static void find_meshes(truth *t, const piece *a, const piece *b, verdict *v) {
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++) {
            tact_gap gap = tact_triangle_distance(&a->triangles[i], &b->triangles[j]);
            bool touches = tact_triangle_overlaps(&a->triangles[i], &b->triangles[j]);
            REQUIRE(touches == (gap.distance == 0));
            REQUIRE(gap.lower <= gap.distance && gap.distance <= gap.upper);
            t->distance = fmin(t->distance, gap.distance);
            add_bounds(v, gap.lower, gap.upper);
            if (touches) {
                add_pair(t, a, i, b, j);
                v->outcome = TACT_OUTCOME_CONTACT;
                t->surfaces_meet = true;
            }
        }
    t->are_surfaces = t->are_surfaces && !a->is_filled && !b->is_filled;
    t->is_exact = t->is_exact && !is_open_solid(a) && !is_open_solid(b);
    if (v->outcome != TACT_OUTCOME_CONTACT)
        add_containment(
            t, v,
            either(look_inside(a->triangles, a->count, b), look_inside(b->triangles, b->count, a)));
}

/* The shape and one triangle as a shape of its own. */
static void find_triangle(truth *t, const piece *shape, const piece *mesh, uint32_t i,
                          bool is_swapped, verdict *v) {
    tact_shape triangle = tact_shape_triangle(mesh->triangles[i]);
    tact_model *model = NULL;
    REQUIRE(tact_model_create_shape(NULL, &triangle, &model) == TACT_OK);
    tact_instance at = tact_instance_make(model);
    tact_distance_result gap;
    tact_collide_result hit;
    REQUIRE(tact_distance(&shape->at, &at, NULL, NULL, &gap) == TACT_OK);
    REQUIRE(tact_collide(&shape->at, &at, NULL, NULL, &hit) == TACT_OK);
    REQUIRE(hit.outcome == gap.outcome || hit.outcome == TACT_OUTCOME_UNDECIDED ||
            gap.outcome == TACT_OUTCOME_UNDECIDED);
    tact_outcome outcome = hit.outcome == TACT_OUTCOME_UNDECIDED ? gap.outcome : hit.outcome;
    v->outcome = either(v->outcome, outcome);
    add_bounds(v, gap.lower, gap.upper);
    if (outcome == TACT_OUTCOME_CONTACT && is_swapped)
        add_pair(t, mesh, i, shape, TACT_NO_TRIANGLE);
    else if (outcome == TACT_OUTCOME_CONTACT)
        add_pair(t, shape, TACT_NO_TRIANGLE, mesh, i);
    t->unsure_count += outcome == TACT_OUTCOME_UNDECIDED;
    tact_model_destroy(model);
}

static void find_mixed(truth *t, const piece *shape, const piece *mesh, bool is_swapped,
                       verdict *v) {
    t->are_surfaces = false;
    t->is_exact = t->is_exact && !is_smooth(shape->kind) && !is_open_solid(mesh);
    for (uint32_t i = 0; i < mesh->count; i++)
        find_triangle(t, shape, mesh, i, is_swapped, v);
    t->surfaces_meet = t->surfaces_meet || v->outcome == TACT_OUTCOME_CONTACT;
    if (shape->kind == TACT_KIND_HALF_SPACE) /* reaches beyond every mesh */
        return;
    tact_vec3 p = shape->point_count > 0 ? shape->points[0]
                                         : tact_pose_place(shape->at.pose, (tact_vec3){0, 0, 0});
    tact_triangle point = {{p, p, p}};
    if (v->outcome != TACT_OUTCOME_CONTACT)
        add_containment(t, v, look_inside(&point, 1, mesh));
}

/* ---- Two shapes --------------------------------------------------------------------------- */

/* Bounds by support points along a direction: the planes through them, and their distance. */
static void bound_along(const piece *a, const piece *b, tact_vec3 d, verdict *v) {
    double slack = 0x1p-44 * fmax(a->size, b->size) + 0x1p-1060;
    tact_vec3 p = tact_shape_support(tact_model_shape(a->at.model), &a->at.pose, d);
    tact_vec3 q =
        tact_shape_support(tact_model_shape(b->at.model), &b->at.pose, tact_vec3_scale(d, -1));
    tact_vec3 between = tact_vec3_sub(q, p);
    if (!tact_vec3_is_finite(between))
        return;
    v->lower = fmax(v->lower, tact_vec3_dot(between, tact_vec3_normalize(d)) - slack);
    v->upper = fmin(v->upper, tact_vec3_length(between) + slack);
}

/* Two shapes of which one is smooth: bounds along the directions of a small lattice. */
static void find_smooth(truth *t, const piece *a, const piece *b, verdict *v) {
    *v = (verdict){TACT_OUTCOME_UNDECIDED, 0, HUGE_VAL};
    t->is_exact = t->is_exact && !is_smooth(a->kind) && !is_smooth(b->kind);
    bool has_half_space = a->kind == TACT_KIND_HALF_SPACE || b->kind == TACT_KIND_HALF_SPACE;
    bool is_moderate = a->size < 0x1p100 && b->size < 0x1p100;
    for (int i = 0; i < 27 && is_moderate && !has_half_space; i++)
        if (i != 13)
            bound_along(a, b, (tact_vec3){i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1}, v);
    if (v->lower > 0)
        v->outcome = TACT_OUTCOME_APART;
    t->unsure_count += v->outcome == TACT_OUTCOME_UNDECIDED;
}

/* Two polytopes: a plane between their vertices, and the least distance of triangles that cover
 * their surfaces. Placed vertices are rounded, so faces are flat up to rounding only. */
static void find_polytopes(truth *t, const piece *a, const piece *b, verdict *v) {
    double radius = a->radius + b->radius, slack = 0x1p-46 * fmax(a->size, b->size) + 0x1p-1060;
    tact_lp_separating_result plane;
    REQUIRE(tact_lp_separating_plane(NULL, a->points, a->point_count, b->points, b->point_count,
                                     &plane) == TACT_OK);
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++) {
            tact_gap gap = tact_triangle_distance(&a->triangles[i], &b->triangles[j]);
            add_bounds(v, gap.lower, gap.upper);
        }
    v->outcome = plane.outcome;
    if (plane.outcome != TACT_OUTCOME_APART) {
        v->lower = 0;
        v->upper = plane.outcome == TACT_OUTCOME_CONTACT ? 0 : v->upper;
    } else if (radius > 0) {
        v->outcome = v->upper + slack < radius   ? TACT_OUTCOME_CONTACT
                     : v->lower - slack > radius ? TACT_OUTCOME_APART
                                                 : TACT_OUTCOME_UNDECIDED;
    }
    v->lower = fmax(v->lower - slack - radius * (1 + 0x1p-50), 0);
    v->upper = fmax(v->upper + slack - radius * (1 - 0x1p-50), 0);
    t->unsure_count += v->outcome == TACT_OUTCOME_UNDECIDED;
    if (v->outcome == TACT_OUTCOME_CONTACT)
        add_pair(t, a, TACT_NO_TRIANGLE, b, TACT_NO_TRIANGLE);
}

static void find_shapes(truth *t, const piece *a, const piece *b, verdict *v) {
    t->are_surfaces = false;
    if (is_polytope(a->kind) && is_polytope(b->kind))
        find_polytopes(t, a, b, v);
    else
        find_smooth(t, a, b, v);
}

/* ---- All pieces --------------------------------------------------------------------------- */

static void find_pair(truth *t, const piece *a, const piece *b) {
    verdict v = {TACT_OUTCOME_APART, HUGE_VAL, HUGE_VAL};
    bool is_mesh[2] = {a->kind == TACT_KIND_MESH, b->kind == TACT_KIND_MESH};
    if (is_mesh[0] && is_mesh[1])
        find_meshes(t, a, b, &v);
    else if (is_mesh[0])
        find_mixed(t, b, a, true, &v);
    else if (is_mesh[1])
        find_mixed(t, a, b, false, &v);
    else
        find_shapes(t, a, b, &v);
    t->outcome = either(t->outcome, v.outcome);
    t->lower = fmin(t->lower, v.lower);
    t->upper = fmin(t->upper, v.upper);
}

void truth_find(const pieces *a, const pieces *b, truth *out) {
    out->outcome = TACT_OUTCOME_APART;
    out->is_exact = out->are_surfaces = true;
    out->is_contained = out->surfaces_meet = false;
    out->distance = out->lower = out->upper = HUGE_VAL;
    out->pair_count = out->unsure_count = 0;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            find_pair(out, &a->piece[i], &b->piece[j]);
    /* Distances of compounds are bounded, but not to the bit. */
    out->are_surfaces = out->are_surfaces && a->count == 1 && b->count == 1;
}

bool truth_has_pair(const truth *t, uint32_t part_a, uint32_t a, uint32_t part_b, uint32_t b) {
    for (uint32_t i = 0; i < t->pair_count; i++) {
        const element_pair *p = &t->pairs[i];
        if (p->part_a == part_a && p->a == a && p->part_b == part_b && p->b == b)
            return true;
    }
    return false;
}
