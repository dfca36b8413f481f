/* SPDX-License-Identifier: MIT */
/* A ray against the convex hull of placed vertices, exactly.
 *
 * Seen along the ray, vertices are points of a plane and the ray is a point of it. The line of the
 * ray misses the hull if all vertices lie in an open half-plane on one side of the ray. One pass
 * keeps the two outermost directions to vertices so far. A vertex between the opposite directions
 * closes a triangle around the ray; if there is none, the line misses. From that triangle the
 * search goes to ever earlier ones (portal refinement, Snethen 2008): a vertex in front of the
 * triangle's plane makes three triangles with its edges, and the ray goes through one of them. A
 * triangle with no vertex in front is where the line enters. All signs are exact determinants of
 * vertices, origin and direction, so that no verdict depends on rounding.
 *
 * Ties. A ray through an edge or a corner counts as moved by an infinitesimal step into the first
 * triangle. So every step of the search leads to an earlier triangle for the moved ray. A hull that
 * is seen edge-on has no triangle of positive area around the ray. One or two points off its plane
 * or line are then added, which changes nothing on the plane or line. */
#include <math.h>
#include <tact/shape.h>

#include "base/assert.h"
#include "base/inline.h"
#include "ray/point.h"
#include "ray/ray_parts.h"
#include "decide/touch.h"
#include "exact/det.h"

/* Up to this many vertices are placed at once and examined one by one. */
#define FEW_VERTICES 32
/* Every step leads to another triangle. In practice there are at most some dozens. */
#define MOST_STEPS 1000

/* Rounded determinants give the parameter if its relative error is less than this. */
#define QUICK_ERROR 0x1p-45

#define NO_VERTEX UINT32_MAX

typedef struct core {
    const tacti_ray_task *task;
    const tacti_body *body;
    uint32_t count;
    tact_vec3 few[FEW_VERTICES]; /* all placed vertices if count is at most FEW_VERTICES */
    tact_vec3 extra[2];          /* points off the plane or line of the hull, numbered from count */
    uint32_t extra_count;
    uint32_t corner[3]; /* the triangle, counterclockwise seen against the ray */
    tact_vec3 v[3];     /* its places */
    tact_vec3 first[3]; /* places of the first triangle, into which the ray counts as moved */
} core;

static tact_vec3 place_of(const core *c, uint32_t i) {
    TACTI_ASSERT(i < c->count + c->extra_count);
    if (i >= c->count)
        return c->extra[i - c->count];
    return c->count <= FEW_VERTICES ? c->few[i] : tacti_body_vertex(c->body, i);
}

/* ---- Signs -------------------------------------------------------------------------------- */

static const tact_vec3 zero_vector = {0, 0, 0};

/* Whether p, q turn to the left (1) or right (-1) around the ray. */
static int side_of(const core *c, tact_vec3 p, tact_vec3 q) {
    tacti_diff3 d = {c->task->ray.direction, zero_vector};
    tacti_diff3 to_p = {p, c->task->ray.origin}, to_q = {q, c->task->ray.origin};
    return tacti_det3_sign(&d, &to_p, &to_q);
}

/* The same around the moved ray: with the origin at o + e (g - o), the determinant gains
 * e det(d, g - o, p - q). It moves toward one corner of the first triangle by e, toward the next by
 * e^2, toward the last by e^3. 0 only if p and q are seen at one point. */
static int moved_side_of(const core *c, tact_vec3 p, tact_vec3 q) {
    int side = side_of(c, p, q);
    tacti_diff3 d = {c->task->ray.direction, zero_vector}, between = {p, q};
    for (int i = 0; side == 0 && i < 3; i++) {
        tacti_diff3 to_corner = {c->first[i], c->task->ray.origin};
        side = tacti_det3_sign(&d, &to_corner, &between);
    }
    return side;
}

/* For p, q on one line through the ray: the sign of the product of their directions from it; 0 if
 * q is on the ray's line. p is not. */
static int same_way(const core *c, tact_vec3 p, tact_vec3 q) {
    tact_vec3 o = c->task->ray.origin, d = c->task->ray.direction;
    for (unsigned axis = 0; axis < 3; axis++) {
        tacti_diff2 along = {tacti_drop_axis(d, axis), {0, 0}};
        tacti_diff2 to_p = {tacti_drop_axis(p, axis), tacti_drop_axis(o, axis)};
        tacti_diff2 to_q = {tacti_drop_axis(q, axis), tacti_drop_axis(o, axis)};
        int of_p = tacti_det2_sign(&along, &to_p);
        if (of_p != 0)
            return of_p * tacti_det2_sign(&along, &to_q);
    }
    return 0;
}

static bool is_on_line(const core *c, tact_vec3 p) {
    tact_vec3 o = c->task->ray.origin, d = c->task->ray.direction;
    for (unsigned axis = 0; axis < 3; axis++) {
        tacti_diff2 along = {tacti_drop_axis(d, axis), {0, 0}};
        tacti_diff2 to_p = {tacti_drop_axis(p, axis), tacti_drop_axis(o, axis)};
        if (tacti_det2_sign(&along, &to_p) != 0)
            return false;
    }
    return true;
}

/* ---- The first triangle ------------------------------------------------------------------- */

/* Adds a point beside the ray, along an axis: off the ray's line if beside is the origin, else off
 * the plane of beside and the line. Returns its number. */
static uint32_t add_point(core *c, tact_vec3 beside) {
    tact_vec3 o = c->task->ray.origin;
    double far = tacti_max(2 * c->task->size, 0x1p-1000);
    bool is_first = tacti_vec3_is_equal(&beside, &o);
    for (unsigned axis = 0; axis < 3; axis++) {
        tact_vec3 p = o;
        tacti_vec3_set(&p, axis, tacti_vec3_get(o, axis) + far);
        if (is_first ? !is_on_line(c, p) : side_of(c, beside, p) != 0) {
            TACTI_ASSERT(c->extra_count < 2);
            c->extra[c->extra_count] = p;
            return c->count + c->extra_count++;
        }
    }
    return NO_VERTEX; /* does not happen: the three points and the ray do not share a plane */
}

/* A vertex that is not on the ray's line; NO_VERTEX if there is none. */
static uint32_t find_off_line(const core *c) {
    for (uint32_t i = 0; i < c->count; i++)
        if (!is_on_line(c, place_of(c, i)))
            return i;
    return NO_VERTEX;
}

/* A vertex that is not in one plane with the ray's line and p; NO_VERTEX if there is none. */
static uint32_t find_off_plane(const core *c, tact_vec3 p) {
    for (uint32_t i = 0; i < c->count; i++)
        if (side_of(c, p, place_of(c, i)) != 0)
            return i;
    return NO_VERTEX;
}

/* Takes a triangle, and turns it counterclockwise seen against the ray. Either the second and third
 * corner are not in one plane with the ray's line, or the first corner is in that plane. */
static void take_triangle(core *c, uint32_t a, uint32_t b, uint32_t e) {
    const uint32_t corner[3] = {a, b, e};
    for (int i = 0; i < 3; i++) {
        c->corner[i] = corner[i];
        c->v[i] = place_of(c, corner[i]);
    }
    tacti_diff3 d = {c->task->ray.direction, zero_vector};
    tacti_diff3 ab = {c->v[1], c->v[0]}, ae = {c->v[2], c->v[0]};
    if (tacti_det3_sign(&d, &ab, &ae) < 0) {
        uint32_t other = c->corner[1];
        tact_vec3 place = c->v[1];
        c->corner[1] = c->corner[2];
        c->v[1] = c->v[2];
        c->corner[2] = other;
        c->v[2] = place;
    }
    for (int i = 0; i < 3; i++)
        c->first[i] = c->v[i];
}

/* Vertex p is on the ray's line. */
static void take_around_vertex(core *c, uint32_t p) {
    uint32_t q = find_off_line(c);
    if (q == NO_VERTEX)
        q = add_point(c, c->task->ray.origin);
    uint32_t r = find_off_plane(c, place_of(c, q));
    if (r == NO_VERTEX)
        r = add_point(c, place_of(c, q));
    take_triangle(c, p, q, r);
}

/* The segment from p to q crosses the ray's line. */
static void take_around_edge(core *c, uint32_t p, uint32_t q) {
    uint32_t r = find_off_plane(c, place_of(c, p));
    if (r == NO_VERTEX)
        r = add_point(c, place_of(c, p));
    take_triangle(c, p, q, r);
}

/* The outermost directions from the ray's line to vertices. */
typedef struct fan {
    uint32_t left, right;
    tact_vec3 left_place, right_place;
} fan;

/* Takes vertex i into the fan. True if this gave a triangle around the ray. */
static bool widen(core *c, fan *f, uint32_t i) {
    tact_vec3 p = place_of(c, i);
    int to_left = side_of(c, f->left_place, p);
    if (f->left == f->right) {
        int way = to_left == 0 ? same_way(c, f->left_place, p) : 1;
        if (to_left == 0 && way <= 0) {
            if (way == 0)
                take_around_vertex(c, i);
            else
                take_around_edge(c, f->left, i);
            return true;
        }
        if (to_left > 0) {
            f->left = i;
            f->left_place = p;
        } else if (to_left < 0) {
            f->right = i;
            f->right_place = p;
        }
        return false;
    }
    int to_right = side_of(c, f->right_place, p);
    if (to_left == 0 && to_right == 0) {
        take_around_vertex(c, i);
        return true;
    }
    if (to_left >= 0 && to_right <= 0) {
        take_triangle(c, f->right, f->left, i);
        return true;
    }
    if (to_left > 0) {
        f->left = i;
        f->left_place = p;
    } else if (to_right < 0) {
        f->right = i;
        f->right_place = p;
    }
    return false;
}

/* One pass over all vertices; false if the ray's line misses the hull. */
static bool find_triangle(core *c) {
    tact_vec3 first = place_of(c, 0);
    if (is_on_line(c, first)) {
        take_around_vertex(c, 0);
        return true;
    }
    fan f = {0, 0, first, first};
    for (uint32_t i = 1; i < c->count; i++)
        if (widen(c, &f, i))
            return true;
    return false;
}

/* ---- Many vertices ------------------------------------------------------------------------ */

/* Whether the ray goes through the triangle of three vertices, not along its plane. */
static bool try_triangle(core *c, uint32_t a, uint32_t b, uint32_t e) {
    tact_vec3 p = place_of(c, a), q = place_of(c, b), r = place_of(c, e);
    int pq = side_of(c, p, q), qr = side_of(c, q, r), rp = side_of(c, r, p);
    bool is_left = pq >= 0 && qr >= 0 && rp >= 0, is_right = pq <= 0 && qr <= 0 && rp <= 0;
    if (!(is_left || is_right) || pq + qr + rp == 0)
        return false;
    take_triangle(c, a, b, e);
    return true;
}

/* The verdict of the search on two polytopes for the segment from the origin to a point beyond the
 * hull. Rounding of its end makes that a guess, which is checked. TACT_OUTCOME_UNDECIDED if the
 * check fails. */
static tact_outcome guess_triangle(core *c) {
    const tacti_ray_task *task = c->task;
    tact_vec3 o = task->ray.origin, end = tacti_vec3_scale(task->step, task->s_end);
    tact_shape line = tact_shape_segment((tact_vec3){0, 0, 0}, end, 0);
    tacti_placed_shape placed = tacti_place_point(&line, o);
    tacti_convex_collision answer;
    if (tacti_convex_collide(task->placed, &placed, NULL, &answer) != TACT_OK)
        return TACT_OUTCOME_UNDECIDED;
    double lower = 0;
    if (answer.outcome == TACT_OUTCOME_APART) {
        tact_vec3 n = tact_vec3_normalize(answer.proof.direction);
        return tacti_ray_advance(task, n, &lower) ? TACT_OUTCOME_UNDECIDED : TACT_OUTCOME_APART;
    }
    const uint32_t *a = answer.proof.a;
    TACTI_ASSERT(answer.proof.pair_count <= 4);
    for (uint32_t i = 0; i < answer.proof.pair_count; i++)
        for (uint32_t k = i + 1; k < answer.proof.pair_count; k++)
            for (uint32_t l = k + 1; l < answer.proof.pair_count; l++)
                if (try_triangle(c, a[i], a[k], a[l]))
                    return TACT_OUTCOME_CONTACT;
    return TACT_OUTCOME_UNDECIDED;
}

/* ---- The first face ----------------------------------------------------------------------- */

static bool is_in_front(const core *c, uint32_t i) {
    if (i == c->corner[0] || i == c->corner[1] || i == c->corner[2])
        return false;
    tact_vec3 p = place_of(c, i);
    return tacti_orient3d(&c->v[0], &c->v[1], &c->v[2], &p) < 0;
}

/* A vertex in front of the triangle's plane: the furthest by rounded products, or any. */
static uint32_t find_in_front(const core *c) {
    tact_vec3 n =
        tacti_vec3_cross(tacti_vec3_sub(c->v[1], c->v[0]), tacti_vec3_sub(c->v[2], c->v[0]));
    double least = 0;
    uint32_t found = NO_VERTEX, all = c->count + c->extra_count;
    for (uint32_t i = 0; i < all; i++) {
        double along = tacti_vec3_dot(n, tacti_vec3_sub(place_of(c, i), c->v[0]));
        if (along < least) {
            least = along;
            found = i;
        }
    }
    if (found != NO_VERTEX && is_in_front(c, found))
        return found;
    for (uint32_t i = 0; i < all; i++)
        if (is_in_front(c, i))
            return i;
    return NO_VERTEX;
}

/* The cross product of a sliver's rounded differences may be 0. */
TACTI_NEVER_INLINE tact_vec3 exact_normal(const core *c) {
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    tacti_dyadic3 a = tacti_dyadic3_from(&store, c->v[0]);
    tacti_dyadic3 p = tacti_dyadic3_sub(&store, tacti_dyadic3_from(&store, c->v[1]), a);
    tacti_dyadic3 q = tacti_dyadic3_sub(&store, tacti_dyadic3_from(&store, c->v[2]), a);
    return tact_vec3_normalize(tacti_dyadic3_rough(tacti_dyadic3_cross(&store, q, p)));
}

static tact_vec3 outward_normal(const core *c) {
    tact_vec3 p = tacti_hull_scale_direction(tacti_vec3_sub(c->v[1], c->v[0]));
    tact_vec3 q = tacti_hull_scale_direction(tacti_vec3_sub(c->v[2], c->v[0]));
    tact_vec3 n = tacti_vec3_cross(q, p);
    double least = 0x1p-40 * (tacti_largest(p) * tacti_largest(q));
    return tacti_largest(n) > least ? tact_vec3_normalize(n) : exact_normal(c);
}

/* The furthest vertex in front of the triangle's plane, up to rounding, for a hull with many
 * vertices. *from is where a climb begins. */
static uint32_t climb_in_front(const core *c, uint32_t *from) {
    const tact_hull *hull = c->body->hull;
    TACTI_ASSERT(hull != NULL);
    tact_vec3 m = tacti_turn_back(c->body->pose, outward_normal(c));
    *from =
        c->count <= TACTI_SCAN_MOST ? tacti_hull_scan(hull, m) : tact_hull_support(hull, m, *from);
    return is_in_front(c, *from) ? *from : NO_VERTEX;
}

/* Goes on to that triangle of the vertex and an edge of the old triangle through which the ray
 * goes. */
static void step_to(core *c, uint32_t vertex) {
    tact_vec3 p = place_of(c, vertex);
    int side[3];
    for (int i = 0; i < 3; i++)
        side[i] = moved_side_of(c, c->v[i], p);
    int replaced = 1;
    if (side[0] <= 0 && side[1] >= 0)
        replaced = 2;
    else if (side[1] <= 0 && side[2] >= 0)
        replaced = 0;
    c->corner[replaced] = vertex;
    c->v[replaced] = p;
}

/* The parameter of the triangle's plane. It errs by two values and a quotient: 2^-50 and half a
 * unit in the last place. */
static double parameter_of(const core *c) {
    const tact_ray *ray = &c->task->ray;
    const tacti_diff3 rows[2] = {{c->v[0], ray->origin}, {ray->direction, zero_vector}};
    tacti_diff3 b = {c->v[1], c->v[0]}, e = {c->v[2], c->v[0]};
    tacti_scaled value[2];
    tacti_det3_two_values(rows, &b, &e, value);
    value[0].exponent += c->task->power;
    return tacti_scaled_ratio(value[0], value[1]);
}

/* The same by rounded determinants. Their errors are those of the filters of det.h, and the
 * quotient errs by both of them and two roundings. False if the bounds are too wide. What the step
 * loses to underflow is far less. */
static bool set_quick_bounds(const core *c, tacti_ray_found *out) {
    tact_vec3 b = tacti_vec3_sub(c->v[1], c->v[0]), e = tacti_vec3_sub(c->v[2], c->v[0]);
    tact_vec3 w = tacti_vec3_sub(c->v[0], c->task->ray.origin), d = c->task->step;
    tact_vec3 n = tacti_vec3_cross(b, e);
    double be = tacti_sum_of(b) * tacti_sum_of(e);
    double above = tacti_vec3_dot(w, n), below = tacti_vec3_dot(d, n);
    double error = tacti_det3_bound(be, tacti_sum_of(w)) / above +
                   tacti_det3_bound(be, tacti_sum_of(d)) / below;
    if (!(above > 0 && below > 0 && error < QUICK_ERROR))
        return false;
    double s = above / below;
    error = 1.01 * error + 0x4p-53;
    out->s = s;
    out->lower = s - error * s;
    out->upper = s + error * s;
    return s > 0x1p-900 && s < 0x1p900;
}

static void set_bounds(const core *c, tacti_ray_found *out) {
    if (set_quick_bounds(c, out))
        return;
    double s = tacti_max(parameter_of(c), 0);
    out->s = s;
    out->upper = (s + 0x1p-48 * s) + 0x1p-1074;
    out->lower = tacti_max((s - 0x1p-48 * s) - 0x1p-1074, 0);
}

static void set_face(const core *c, tacti_ray_found *out) {
    set_bounds(c, out);
    out->outcome = TACT_OUTCOME_CONTACT;
    out->normal = outward_normal(c);
    out->has_face = true;
    for (int i = 0; i < 3; i++)
        out->face[i] = c->v[i];
}

/* Steps by climbs. True if the resulting bounds suffice: the ray starts in front of the hull, and
 * its end does not lie between the bounds. */
static bool climb_to_face(core *c, tacti_ray_found *out) {
    const tacti_ray_task *task = c->task;
    uint32_t from = c->corner[0], next;
    for (int i = 0; i < MOST_STEPS && (next = climb_in_front(c, &from)) != NO_VERTEX; i++)
        step_to(c, next);
    double lower = 0;
    tact_vec3 n = outward_normal(c);
    set_bounds(c, out);
    if (!tacti_ray_advance(task, n, &lower) || !(lower > 0))
        return false;
    out->lower = tacti_min(lower, out->lower);
    out->outcome = TACT_OUTCOME_CONTACT;
    out->normal = n;
    return tacti_ray_t_up(task, out->upper) <= task->t_max ||
           tacti_ray_t_down(task, out->lower) > task->t_max;
}

void tacti_ray_core(const tacti_ray_task *task, tacti_ray_found *out) {
    core c;
    c.task = task;
    c.body = &task->bodies.body[0];
    TACTI_ASSERT(c.body->count > 0 && c.body->radius == 0);
    c.count = c.body->count;
    c.extra_count = 0;
    bool is_many = c.count > FEW_VERTICES;
    for (uint32_t i = 0; !is_many && i < c.count; i++)
        c.few[i] = tacti_body_vertex(c.body, i);
    tact_outcome guess = is_many ? guess_triangle(&c) : TACT_OUTCOME_UNDECIDED;
    if (guess == TACT_OUTCOME_APART || (guess == TACT_OUTCOME_UNDECIDED && !find_triangle(&c))) {
        out->outcome = TACT_OUTCOME_APART;
        return;
    }
    if (is_many && c.extra_count == 0 && climb_to_face(&c, out))
        return;
    out->outcome = TACT_OUTCOME_UNDECIDED;
    out->upper = tacti_infinity();
    out->lower = 0;
    uint32_t next = 0;
    for (int i = 0; i < MOST_STEPS && (next = find_in_front(&c)) != NO_VERTEX; i++)
        step_to(&c, next);
    int side = tacti_orient3d(&c.v[0], &c.v[1], &c.v[2], &task->ray.origin);
    if (side > 0)
        return;
    if (next != NO_VERTEX) { /* the limit: the triangle is in the hull, but may not be the first */
        set_bounds(&c, out);
        out->lower = 0;
        return;
    }
    set_face(&c, out);
    out->is_inside = side == 0;
}

/* ---- The end of the ray ------------------------------------------------------------------- */

/* The sign of N . (o + t d - a), for the normal N of the face, which points along the ray. Numbers
 * have at most 51 digits for a coordinate, 106 for one of N, 160 for N . (o - a), 70 + 106 for
 * N . d, 300 for that times t and for the sum: with all terms below 3000. */
tact_outcome tacti_ray_face_end(const tacti_ray_task *task, const tacti_ray_found *found) {
    TACTI_ASSERT(found->has_face);
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    tacti_dyadic3 a = tacti_dyadic3_from(&store, found->face[0]);
    tacti_dyadic3 b = tacti_dyadic3_from(&store, found->face[1]);
    tacti_dyadic3 e = tacti_dyadic3_from(&store, found->face[2]);
    tacti_dyadic3 n = tacti_dyadic3_cross(&store, tacti_dyadic3_sub(&store, b, a),
                                          tacti_dyadic3_sub(&store, e, a));
    tacti_dyadic3 o = tacti_dyadic3_from(&store, task->ray.origin);
    tacti_dyadic3 d = tacti_dyadic3_from(&store, task->ray.direction);
    tacti_dyadic before = tacti_dyadic3_dot(&store, n, tacti_dyadic3_sub(&store, o, a));
    tacti_dyadic along = tacti_dyadic_mul(&store, tacti_dyadic_from(&store, task->t_max),
                                          tacti_dyadic3_dot(&store, n, d));
    int sign = tacti_dyadic_add(&store, before, along).sign;
    if (store.is_full)
        return TACT_OUTCOME_UNDECIDED;
    return sign >= 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
}
