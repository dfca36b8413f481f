/* SPDX-License-Identifier: MIT */
/* Questions about one instance, compared with all triangles: a mesh with itself, rays, nearest
 * points, the inside. */
#include <math.h>
#include <string.h>

#include "questions.h"

/* ---- A mesh with itself ------------------------------------------------------------------- */

/* The rule of docs/contacts.md, by the intersection itself. */
static bool is_self_pair(const tact_triangle *a, const tact_triangle *b) {
    tact_overlap overlap = tact_triangle_intersect(a, b);
    if (overlap.kind == TACT_OVERLAP_NONE)
        return false;
    if (tact_is_collinear(&a->v[0], &a->v[1], &a->v[2]) ||
        tact_is_collinear(&b->v[0], &b->v[1], &b->v[2]))
        return true;
    int shared = 0;
    for (int i = 0; i < 9; i++) {
        tact_vec3 p = a->v[i / 3], q = b->v[i % 3];
        shared += p.x == q.x && p.y == q.y && p.z == q.z;
    }
    if (shared == 1)
        return overlap.kind != TACT_OVERLAP_POINT;
    return shared != 2 || overlap.kind == TACT_OVERLAP_POLYGON;
}

void check_self(const pieces *a, const tact_options *options, const answer *got) {
    const tact_model *model = a->piece[0].at.model;
    const tact_mesh *mesh = tact_model_mesh(model);
    const tact_contacts_result *r = &got->result.contacts;
    tact_contact_view view = tact_contact_list_view(got->list);
    bool is_whole = r->outcome != TACT_OUTCOME_UNDECIDED;
    uint32_t at = 0, all = 0;
    REQUIRE(view.count == r->count && (is_whole || may_end_early(options)));
    for (uint32_t i = 0; i < tact_mesh_triangle_count(mesh); i++)
        for (uint32_t j = i + 1; j < tact_mesh_triangle_count(mesh); j++) {
            tact_triangle p = tact_mesh_triangle(mesh, i), q = tact_mesh_triangle(mesh, j);
            bool is_listed =
                at < view.count && view.pairs[2 * at] == i && view.pairs[2 * at + 1] == j;
            bool is_pair = is_self_pair(&p, &q);
            REQUIRE(is_pair || !is_listed);
            REQUIRE(is_listed || !is_pair || !is_whole);
            at += is_listed;
            all += is_pair;
        }
    REQUIRE(at == view.count);
    tact_model_info info = tact_model_inspect(model);
    if (info.has_interior && info.triangle_count > 0)
        REQUIRE(info.is_simple == (all == 0));
}

/* ---- Rays --------------------------------------------------------------------------------- */

typedef struct ray_truth {
    double t;
    uint32_t part, triangle;
    uint32_t count;  /* hits of meshes */
    bool has_shapes; /* whose hits are not known */
} ray_truth;

static ray_truth cast_at_all(const world *w, const pieces *a, double limit) {
    ray_truth r = {HUGE_VAL, 0, TACT_NO_TRIANGLE, 0, false};
    for (uint32_t i = 0; i < a->count; i++) {
        const piece *p = &a->piece[i];
        r.has_shapes = r.has_shapes || p->kind != TACT_KIND_MESH;
        for (uint32_t k = 0; p->kind == TACT_KIND_MESH && k < p->count; k++) {
            tact_ray_hit hit = tact_triangle_intersect_ray(&p->triangles[k], w->ray);
            if (hit.kind == TACT_OVERLAP_NONE || !(hit.t_enter <= limit))
                continue;
            r.count++;
            if (r.triangle == TACT_NO_TRIANGLE || hit.t_enter < r.t)
                r = (ray_truth){hit.t_enter, i, k, r.count, r.has_shapes};
        }
    }
    return r;
}

/* A polytope without a radius: its boundary consists of triangles over its vertices, so the ray
 * without end hits it if and only if it hits one of these, exactly. */
static bool cast_at_polytope(const piece *p, tact_ray ray, double *t) {
    bool is_hit = false;
    uint32_t n = p->point_count;
    *t = HUGE_VAL;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i; j < n; j++)
            for (uint32_t k = j; k < n; k++) {
                if (n > 2 && (i == j || j == k))
                    continue;
                tact_triangle triangle = {{p->points[i], p->points[j], p->points[k]}};
                tact_ray_hit hit = tact_triangle_intersect_ray(&triangle, ray);
                if (hit.kind == TACT_OVERLAP_NONE)
                    continue;
                is_hit = true;
                *t = fmin(*t, hit.t_enter);
            }
    return is_hit;
}

static void check_ray_at_polytope(const world *w, const piece *p, const tact_options *options,
                                  const tact_raycast_result *got) {
    tact_vec3 d = w->ray.direction;
    double t;
    if (p->radius != 0 || (d.x == 0 && d.y == 0 && d.z == 0))
        return;
    bool is_hit = cast_at_polytope(p, w->ray, &t);
    if (options->limit == HUGE_VAL)
        REQUIRE(got->outcome == (is_hit ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART));
    if (got->outcome == TACT_OUTCOME_CONTACT && t < HUGE_VAL) {
        REQUIRE(is_hit && got->lower <= t * (1 + 0x1p-40) + 0x1p-1060);
        REQUIRE(got->t == 0 || got->upper >= t * (1 - 0x1p-40) - 0x1p-1060);
    }
}

/* All hits of a mesh in order. */
static void check_all_hits(const world *w, const pieces *a, const ray_truth *right) {
    tact_raycast_result hits[MOST_TRIANGLES];
    tact_raycast_all_result all;
    tact_options options = tact_options_default();
    options.limit = w->effective.limit;
    memset(hits, 0, sizeof hits);
    REQUIRE(tact_raycast_all(&w->a, w->ray, &options, hits, MOST_TRIANGLES, &all) == TACT_OK);
    REQUIRE(all.outcome == (right->count > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART));
    REQUIRE(all.count == right->count && all.lower == HUGE_VAL);
    for (uint32_t i = 0; i < all.count && i < MOST_TRIANGLES; i++) {
        const tact_site *site = &hits[i].site;
        REQUIRE(site->part < a->count && site->element < a->piece[site->part].count);
        tact_ray_hit hit =
            tact_triangle_intersect_ray(&a->piece[site->part].triangles[site->element], w->ray);
        REQUIRE(hit.kind != TACT_OVERLAP_NONE && hit.t_enter == hits[i].t);
        if (i == 0)
            continue;
        const tact_raycast_result *before = &hits[i - 1];
        REQUIRE(before->t < hits[i].t ||
                (before->t == hits[i].t &&
                 (before->site.part < site->part ||
                  (before->site.part == site->part && before->site.element < site->element))));
    }
}

/* A hit of a compound or shape: the best of what its pieces say by themselves. */
static void check_ray_of_pieces(const world *w, const pieces *a, const tact_options *options,
                                const tact_raycast_result *got) {
    tact_options plain = tact_options_default();
    plain.limit = options->limit;
    bool is_hit = false, is_open = false;
    double lower = HUGE_VAL, upper = HUGE_VAL;
    for (uint32_t i = 0; i < a->count; i++) {
        tact_raycast_result one;
        if (tact_raycast(&a->piece[i].at, w->ray, &plain, &one) != TACT_OK)
            return;
        is_hit = is_hit || one.outcome == TACT_OUTCOME_CONTACT;
        is_open = is_open || one.outcome == TACT_OUTCOME_UNDECIDED;
        lower = fmin(lower, one.lower);
        if (one.outcome == TACT_OUTCOME_CONTACT)
            upper = fmin(upper, one.upper);
    }
    if (got->outcome != TACT_OUTCOME_UNDECIDED)
        REQUIRE(!(got->outcome == TACT_OUTCOME_CONTACT && !is_hit && !is_open) &&
                !(got->outcome == TACT_OUTCOME_APART && is_hit));
    if (!may_end_early(options) && !is_open)
        REQUIRE(got->outcome == (is_hit ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART));
    if ((options->flags & TACT_OPTION_ANY) == 0)
        REQUIRE(got->lower <= upper);
    if (got->outcome == TACT_OUTCOME_CONTACT)
        REQUIRE(got->upper >= lower);
}

void check_raycast(const world *w, const pieces *a, const tact_options *options,
                   const tact_raycast_result *got) {
    REQUIRE(got->outcome <= TACT_OUTCOME_UNDECIDED && got->lower <= got->upper);
    REQUIRE(got->lower <= got->t && (got->t <= got->upper || got->upper == HUGE_VAL));
    if (got->outcome == TACT_OUTCOME_APART)
        REQUIRE(got->t == HUGE_VAL);
    ray_truth right = cast_at_all(w, a, options->limit);
    if (right.has_shapes) {
        if (a->count == 1 && is_polytope(a->piece[0].kind))
            check_ray_at_polytope(w, &a->piece[0], options, got);
        check_ray_of_pieces(w, a, options, got);
        return;
    }
    if ((options->flags & TACT_OPTION_ANY) == 0) /* any hit has bounds of its own */
        REQUIRE(got->lower <= right.t);
    if (got->outcome == TACT_OUTCOME_CONTACT || !may_end_early(options))
        REQUIRE(got->outcome == (right.count > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART));
    if (got->outcome == TACT_OUTCOME_CONTACT && (options->flags & TACT_OPTION_ANY) == 0)
        REQUIRE(got->t == right.t && got->site.part == right.part &&
                got->site.element == right.triangle);
    if (!may_end_early(options))
        check_all_hits(w, a, &right);
}

/* ---- Nearest points ----------------------------------------------------------------------- */

/* The distance of a point from a polytope without its radius, with the slack of rounded faces. */
static tact_outcome point_in_polytope(const piece *p, tact_vec3 point) {
    tact_lp_separating_result plane;
    REQUIRE(tact_lp_separating_plane(NULL, p->points, p->point_count, &point, 1, &plane) ==
            TACT_OK);
    return plane.outcome;
}

typedef struct point_truth {
    tact_outcome outcome;
    double distance; /* of meshes, to the bit */
    double lower, upper;
    uint32_t part, triangle;
    bool are_meshes;
} point_truth;

static void measure_point(const piece *p, tact_vec3 point, point_truth *out) {
    double size = fmax(p->size, fmax(fabs(point.x), fmax(fabs(point.y), fabs(point.z))));
    bool is_mesh = p->kind == TACT_KIND_MESH;
    double slack = is_mesh ? 0 : 0x1p-46 * size + 0x1p-1060 + p->radius;
    out->are_meshes = out->are_meshes && is_mesh;
    if (!is_mesh && !is_polytope(p->kind)) {
        out->lower = 0;
        out->outcome = TACT_OUTCOME_UNDECIDED;
        return;
    }
    for (uint32_t i = 0; i < p->count; i++) {
        tact_gap gap = tact_triangle_distance_point(&p->triangles[i], point);
        if (is_mesh && gap.distance < out->distance) {
            out->distance = gap.distance;
            out->part = p->part;
            out->triangle = i;
        }
        out->lower = fmin(out->lower, fmax(gap.lower - slack, 0));
        out->upper = fmin(out->upper, gap.upper + slack - p->radius * (1 - 0x1p-50));
        if (gap.distance == 0 && is_mesh)
            out->outcome = TACT_OUTCOME_CONTACT;
    }
    tact_outcome inside = is_mesh ? TACT_OUTCOME_APART : point_in_polytope(p, point);
    if (inside == TACT_OUTCOME_CONTACT)
        out->outcome = inside;
    else if (inside == TACT_OUTCOME_UNDECIDED || (!is_mesh && p->radius > 0))
        out->outcome = out->outcome == TACT_OUTCOME_APART ? TACT_OUTCOME_UNDECIDED : out->outcome;
    if (!is_mesh && inside != TACT_OUTCOME_APART)
        out->lower = 0;
    out->upper = out->outcome == TACT_OUTCOME_CONTACT ? 0 : fmax(out->upper, 0);
}

void check_nearest(const world *w, const pieces *a, const tact_options *options,
                   const tact_nearest_result *got) {
    point_truth t = {TACT_OUTCOME_APART, HUGE_VAL, HUGE_VAL, HUGE_VAL, 0, TACT_NO_TRIANGLE, true};
    for (uint32_t i = 0; i < a->count; i++)
        measure_point(&a->piece[i], w->point, &t);
    REQUIRE(got->outcome <= TACT_OUTCOME_UNDECIDED);
    REQUIRE(got->lower >= 0 && got->lower <= got->upper);
    REQUIRE(got->lower <= t.upper);
    if (got->upper < HUGE_VAL)
        REQUIRE(got->upper >= t.lower);
    if (got->outcome == TACT_OUTCOME_CONTACT)
        REQUIRE(got->distance == 0 && t.outcome != TACT_OUTCOME_APART);
    if (got->outcome == TACT_OUTCOME_APART)
        REQUIRE(got->distance > 0 && t.outcome != TACT_OUTCOME_CONTACT);
    if (may_end_early(options) || !t.are_meshes)
        return;
    REQUIRE(got->outcome == t.outcome);
    if (options->limit == HUGE_VAL)
        REQUIRE(memcmp(&got->distance, &t.distance, sizeof t.distance) == 0);
    if (t.distance <= options->limit && t.distance < HUGE_VAL)
        REQUIRE(got->distance == t.distance && got->site.part == t.part &&
                got->site.element == t.triangle);
    else if (got->distance == HUGE_VAL)
        REQUIRE(got->lower >= options->limit || options->limit == HUGE_VAL);
}

/* ---- Inside ------------------------------------------------------------------------------- */

static void check_inside_mesh(const world *w, const piece *p, const tact_options *options,
                              const tact_inside_result *got) {
    winding right = winding_find(p->triangles, p->count, w->point);
    bool is_on = (got->flags & TACT_RESULT_ON_SURFACE) != 0;
    if (!may_end_early(options))
        REQUIRE(is_on == right.is_on_surface);
    if (!p->is_watertight && p->count > 0)
        return;
    if (!may_end_early(options))
        REQUIRE((got->flags & TACT_RESULT_EXACT) != 0 && got->outcome != TACT_OUTCOME_UNDECIDED);
    if (!right.is_known || right.is_on_surface)
        return;
    REQUIRE(got->winding_lower <= right.number && got->winding_upper >= right.number);
    if ((got->flags & TACT_RESULT_EXACT) != 0)
        REQUIRE(got->winding == right.number);
    if (got->outcome != TACT_OUTCOME_UNDECIDED)
        REQUIRE((got->outcome == TACT_OUTCOME_CONTACT) == (right.number != 0));
}

/* The signed distance is that of the surface, with the sign of the inside. */
static void check_signed(const world *w, const piece *p, const tact_options *options,
                         const tact_inside_result *got) {
    if ((options->flags & TACT_OPTION_SIGNED) == 0 || may_end_early(options))
        return;
    REQUIRE(got->distance_lower <= got->distance_upper);
    if (p->kind != TACT_KIND_MESH || !p->is_watertight || p->count == 0)
        return;
    point_truth t = {TACT_OUTCOME_APART, HUGE_VAL, HUGE_VAL, HUGE_VAL, 0, TACT_NO_TRIANGLE, true};
    measure_point(p, w->point, &t);
    bool is_inside = got->outcome == TACT_OUTCOME_CONTACT;
    REQUIRE(fabs(got->distance) == t.distance && (got->distance <= 0) == is_inside);
    double lower = is_inside ? -t.upper : t.lower, upper = is_inside ? -t.lower : t.upper;
    REQUIRE(got->distance_lower <= upper && got->distance_upper >= lower);
}

void check_inside(const world *w, const pieces *a, const tact_options *options,
                  const tact_inside_result *got) {
    REQUIRE(got->outcome <= TACT_OUTCOME_UNDECIDED);
    REQUIRE(got->winding_lower <= got->winding_upper);
    if (a->count != 1) {
        for (uint32_t i = 0; i < a->count; i++) {
            tact_inside_result one;
            if (tact_inside(&a->piece[i].at, w->point, NULL, &one) == TACT_OK &&
                one.outcome == TACT_OUTCOME_CONTACT)
                REQUIRE(got->outcome != TACT_OUTCOME_APART);
        }
        return;
    }
    const piece *p = &a->piece[0];
    if (p->kind == TACT_KIND_MESH) {
        check_inside_mesh(w, p, options, got);
    } else if (is_polytope(p->kind)) {
        tact_outcome inside = point_in_polytope(p, w->point);
        if (p->radius == 0 || inside == TACT_OUTCOME_CONTACT)
            REQUIRE(got->outcome == inside);
    }
    check_signed(w, p, options, got);
}
