/* SPDX-License-Identifier: MIT */
/* Closed forms: the choice of the form, and the forms of points, segments and triangles, which are
 * computed from the placed vertices. A point against a solid is in closed_point.c. */
#include "closed/closed.h"

#include <math.h>

/* If the bounds of polytopes are wider than both of these fractions, of the pair's own size and of
 * the distance, the search takes over. That happens for nearly parallel segments and thin
 * triangles. */
#define WIDTH_OF_SIZE 0x40p-53
#define WIDTH_OF_DISTANCE 0x1p-40

/* Squares of shorter lengths underflow. */
#define LEAST_LENGTH 0x1p-400

void tacti_closed_finish(const tacti_bodies *bodies, double lower, double upper,
                         tacti_closed *out) {
    double radius = bodies->radius;
    TACTI_ASSERT(radius >= 0);
    if (radius > 0) {
        lower -= radius;
        upper -= radius;
        lower -= 0x1p-51 * (tacti_abs(lower) + radius);
        upper += 0x1p-51 * (tacti_abs(upper) + radius);
    }
    out->lower = lower;
    out->upper = upper;
}

/* ---- Few vertices ------------------------------------------------------------------------- */

/* The placed vertices of both bodies, relative to the first vertex of a. A coordinate errs by u of
 * itself. */
typedef struct few {
    tact_vec3 origin;
    tact_vec3 v[2][3];
    uint32_t count[2];
    double scale; /* bounds the sum of the magnitudes of every difference's coordinates */
} few;

static void set_few(const tacti_bodies *bodies, few *out) {
    out->origin = tacti_body_vertex(&bodies->body[0], 0);
    out->scale = 0;
    for (int side = 0; side < 2; side++) {
        const tacti_body *body = &bodies->body[side];
        TACTI_ASSERT(body->count >= 1 && body->count <= 3);
        out->count[side] = body->count;
        for (uint32_t i = 0; i < body->count; i++) {
            out->v[side][i] = tacti_vec3_sub(tacti_body_vertex(body, i), out->origin);
            out->scale = tacti_max(out->scale, tacti_sum_of(out->v[side][i]));
        }
    }
}

/* f(n) for a direction of length 1. It errs by 5 u for each of the two products, and by one
 * rounding for their difference: in all by less than 12 u scale. */
static double value_along(const few *f, tact_vec3 n, uint32_t extreme[2]) {
    double best[2];
    for (int side = 0; side < 2; side++) {
        tact_vec3 d = side == 0 ? n : (tact_vec3){-n.x, -n.y, -n.z};
        best[side] = tacti_vec3_dot(d, f->v[side][0]);
        extreme[side] = 0;
        for (uint32_t i = 1; i < f->count[side]; i++) {
            double value = tacti_vec3_dot(d, f->v[side][i]);
            extreme[side] = value > best[side] ? i : extreme[side];
            best[side] = tacti_max(value, best[side]);
        }
    }
    return -(best[0] + best[1]);
}

static double clamp(double t) {
    return t > 0 ? tacti_min(t, 1) : 0; /* NaN gives 0 */
}

static tact_vec3 along(tact_vec3 a, tact_vec3 v, double t) {
    return tacti_vec3_add(a, tacti_vec3_scale(v, t));
}

/* A vector at a right angle to v, which may be 0. */
static tact_vec3 perpendicular(tact_vec3 v) {
    tact_vec3 a = tacti_vec3_abs(v);
    tact_vec3 axis = {1, 0, 0};
    if (a.x > a.y || a.x > a.z)
        axis = a.y <= a.z ? (tact_vec3){0, 1, 0} : (tact_vec3){0, 0, 1};
    tact_vec3 n = tacti_vec3_cross(v, axis);
    return tacti_largest(n) > 0 ? n : (tact_vec3){1, 0, 0};
}

/* The nearest points s u and w + t v of two segments. One or both segments may be points. */
typedef struct near_pair {
    double s, t;
    tact_vec3 between; /* w + t v - s u */
    tact_vec3 normal;  /* at a right angle to both segments, of any length */
} near_pair;

static void find_near_pair(tact_vec3 u, tact_vec3 v, tact_vec3 w, near_pair *out) {
    double uu = tacti_vec3_dot(u, u), vv = tacti_vec3_dot(v, v), uv = tacti_vec3_dot(u, v);
    double uw = tacti_vec3_dot(u, w), vw = tacti_vec3_dot(v, w);
    tact_vec3 normal = tacti_vec3_cross(u, v);
    double det = tacti_vec3_dot(normal, normal);
    bool is_parallel = !(det > 0x1p-80 * (uu * vv));
    double s = is_parallel ? 0 : clamp((uw * vv - vw * uv) / det);
    double t = vv > 0 ? clamp((s * uv - vw) / vv) : 0;
    s = uu > 0 ? clamp((uw + t * uv) / uu) : 0;
    tact_vec3 between = tacti_vec3_sub(along(w, v, t), tacti_vec3_scale(u, s));
    /* One correction step, so that the angles of between to the segments are right even if between
     * is short. */
    double ur = tacti_vec3_dot(u, between), vr = tacti_vec3_dot(v, between);
    bool moves_s = s > 0 && s < 1;
    bool moves_t = t > 0 && t < 1;
    double ds = 0, dt = 0;
    if (moves_s && moves_t && !is_parallel) {
        ds = (ur * vv - vr * uv) / det;
        dt = (ur * uv - vr * uu) / det;
    } else if (moves_s) {
        ds = ur / uu;
    } else if (moves_t) {
        dt = -vr / vv;
    }
    out->s = clamp(s + ds);
    out->t = clamp(t + dt);
    out->between = tacti_vec3_sub(along(between, v, dt), tacti_vec3_scale(u, ds));
    out->normal = is_parallel ? perpendicular(uu > vv ? u : v) : normal;
}

/* Adds a pair of vertices with its weight, unless the weight is 0. */
static void add_pair(tacti_closed *out, uint32_t a, uint32_t b, double weight) {
    if (!(weight > 0))
        return;
    TACTI_ASSERT(out->pair_count < 4);
    out->at[out->pair_count][0] = a;
    out->at[out->pair_count][1] = b;
    out->weight[out->pair_count++] = weight;
}

/* The direction of a difference of nearest points. If the difference is too short to have a
 * direction, it is the normal: the differences of the two bodies are then in one plane, whose
 * normal is as good as any. */
static tact_vec3 direction_of(tact_vec3 between, tact_vec3 normal, double scale) {
    double square = tacti_vec3_dot(between, between);
    if (square > 0x1p-90 * (scale * scale))
        return tacti_vec3_scale(between, 1 / sqrt(square));
    normal = tact_vec3_normalize(normal);
    return tacti_vec3_dot(normal, between) < 0 ? tacti_vec3_scale(normal, -1) : normal;
}

/* The answer from nearest points, relative to the origin of the vertices. The coordinates of the
 * points and of their difference err by a few u of the scale. */
static bool finish_few(const tacti_bodies *bodies, const few *f, const tact_vec3 nearest[2],
                       tacti_closed *out) {
    tact_vec3 between = tacti_vec3_sub(nearest[1], nearest[0]);
    double lower = value_along(f, out->direction, out->extreme) - 0x10p-53 * f->scale;
    double upper = sqrt(tacti_vec3_dot(between, between)) + 0x10p-53 * f->scale;
    if (!(upper - lower <= tacti_max(WIDTH_OF_SIZE * f->scale, WIDTH_OF_DISTANCE * lower)) ||
        !(f->scale > LEAST_LENGTH))
        return false;
    for (int side = 0; side < 2; side++)
        out->point[side] = out->core[side] = tacti_vec3_add(f->origin, nearest[side]);
    tacti_closed_finish(bodies, lower, upper, out);
    return true;
}

static bool measure_segments(const tacti_bodies *bodies, tacti_closed *out) {
    few f;
    set_few(bodies, &f);
    TACTI_ASSERT(f.count[0] <= 2 && f.count[1] <= 2);
    tact_vec3 zero = {0, 0, 0}, w = f.v[1][0];
    tact_vec3 u = f.count[0] == 2 ? f.v[0][1] : zero;
    tact_vec3 v = f.count[1] == 2 ? tacti_vec3_sub(f.v[1][1], w) : zero;
    near_pair near;
    find_near_pair(u, v, w, &near);
    out->direction = direction_of(near.between, near.normal, f.scale);
    /* The pairs form a staircase from the first vertices to the last. */
    double less = tacti_min(near.s, near.t), more = tacti_max(near.s, near.t);
    add_pair(out, 0, 0, 1 - more);
    add_pair(out, near.s > near.t, near.s < near.t, more - less);
    add_pair(out, 1, 1, less);
    tact_vec3 nearest[2] = {tacti_vec3_scale(u, near.s), along(w, v, near.t)};
    return finish_few(bodies, &f, nearest, out);
}

/* Two balls: the difference of their centres. */
static bool measure_points(const tacti_bodies *bodies, tacti_closed *out) {
    tact_vec3 a = tacti_body_vertex(&bodies->body[0], 0);
    tact_vec3 b = tacti_body_vertex(&bodies->body[1], 0);
    tact_vec3 between = tacti_vec3_sub(b, a);
    double distance = sqrt(tacti_vec3_dot(between, between)), error = 0x10p-53 * distance;
    out->direction = distance > 0 ? tacti_vec3_scale(between, 1 / distance) : (tact_vec3){1, 0, 0};
    out->point[0] = out->core[0] = a;
    out->point[1] = out->core[1] = b;
    out->at[0][0] = out->at[0][1] = 0;
    out->weight[0] = 1;
    out->pair_count = 1;
    out->extreme[0] = out->extreme[1] = 0;
    tacti_closed_finish(bodies, distance - error, distance + error, out);
    return distance > LEAST_LENGTH || tacti_largest(between) == 0;
}

/* ---- A point and a triangle --------------------------------------------------------------- */

/* The nearest point of a triangle to a point, all relative to the triangle's first corner. */
typedef struct near_triangle {
    double weight[3];
    tact_vec3 between; /* from the triangle to the point */
} near_triangle;

static void near_edges(const tact_vec3 v[3], tact_vec3 c, near_triangle *out) {
    double best = tacti_infinity();
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3;
        near_pair near;
        find_near_pair((tact_vec3){0, 0, 0}, tacti_vec3_sub(v[k], v[i]), tacti_vec3_sub(v[i], c),
                       &near);
        double square = tacti_vec3_dot(near.between, near.between);
        if (square < best) {
            best = square;
            out->weight[i] = 1 - near.t;
            out->weight[k] = near.t;
            out->weight[(i + 2) % 3] = 0;
            out->between = tacti_vec3_scale(near.between, -1);
        }
    }
}

static void find_near_triangle(const tact_vec3 v[3], tact_vec3 c, tact_vec3 normal,
                               near_triangle *out) {
    double square = tacti_vec3_dot(normal, normal);
    double y = tacti_vec3_dot(tacti_vec3_cross(c, v[2]), normal) / square;
    double z = tacti_vec3_dot(tacti_vec3_cross(v[1], c), normal) / square;
    if (y >= 0 && z >= 0 && y + z <= 1) {
        out->weight[0] = 1 - (y + z);
        out->weight[1] = y;
        out->weight[2] = z;
        out->between = tacti_vec3_scale(normal, tacti_vec3_dot(normal, c) / square);
        return;
    }
    near_edges(v, c, out);
}

static bool measure_triangle(const tacti_bodies *bodies, int side, tacti_closed *out) {
    few f;
    set_few(bodies, &f);
    TACTI_ASSERT(f.count[side] == 3 && f.count[1 - side] == 1);
    const tact_vec3 *corner = f.v[side];
    tact_vec3 v[3] = {
        {0, 0, 0}, tacti_vec3_sub(corner[1], corner[0]), tacti_vec3_sub(corner[2], corner[0])};
    tact_vec3 c = tacti_vec3_sub(f.v[1 - side][0], corner[0]);
    tact_vec3 normal = tacti_vec3_cross(v[1], v[2]);
    if (!(tacti_largest(normal) > 0)) /* the triangle is a segment or a point */
        normal = perpendicular(tacti_sum_of(v[1]) >= tacti_sum_of(v[2]) ? v[1] : v[2]);
    near_triangle near = {0};
    find_near_triangle(v, c, normal, &near);
    tact_vec3 n = direction_of(near.between, normal, f.scale);
    out->direction = side == 0 ? n : tacti_vec3_scale(n, -1);
    for (uint32_t i = 0; i < 3; i++)
        add_pair(out, side == 0 ? i : 0, side == 0 ? 0 : i, near.weight[i]);
    tact_vec3 nearest[2];
    nearest[side] = along(along(corner[0], v[1], near.weight[1]), v[2], near.weight[2]);
    nearest[1 - side] = f.v[1 - side][0];
    return finish_few(bodies, &f, nearest, out);
}

/* ---- Which form --------------------------------------------------------------------------- */

bool tacti_closed_find(const tacti_bodies *bodies, tacti_closed_aim aim, tacti_closed *out) {
    tact_shape_kind a = bodies->body[0].kind, b = bodies->body[1].kind;
    out->pair_count = 0;
    if (a == TACT_SHAPE_HALF_SPACE || b == TACT_SHAPE_HALF_SPACE) {
        tacti_closed_half_space(bodies, out);
        return true;
    }
    if (!bodies->is_in_float_range)
        return false;
    if (a == TACT_SHAPE_SPHERE || b == TACT_SHAPE_SPHERE) {
        int side = a == TACT_SHAPE_SPHERE ? 1 : 0; /* of the body that is not a ball */
        switch (side == 0 ? a : b) {
        case TACT_SHAPE_SPHERE:
            return measure_points(bodies, out);
        case TACT_SHAPE_SEGMENT:
            return measure_segments(bodies, out);
        case TACT_SHAPE_TRIANGLE:
            return measure_triangle(bodies, side, out);
        default:
            return tacti_closed_point(bodies, side, out);
        }
    }
    if (a == TACT_SHAPE_SEGMENT && b == TACT_SHAPE_SEGMENT)
        return measure_segments(bodies, out);
    if (a == TACT_SHAPE_ELLIPSOID && b == TACT_SHAPE_ELLIPSOID)
        return tacti_closed_ellipsoids(bodies, aim, out);
    return false;
}

/* The forms set points of the cores' surfaces; the radii move them outward. */
bool tacti_closed_measure(const tacti_bodies *bodies, tacti_closed *out) {
    if (!tacti_closed_find(bodies, TACTI_CLOSED_DEPTH, out))
        return false;
    tact_vec3 n = out->direction;
    out->point[0] = tacti_vec3_add(out->point[0], tacti_vec3_scale(n, bodies->body[0].radius));
    out->point[1] = tacti_vec3_sub(out->point[1], tacti_vec3_scale(n, bodies->body[1].radius));
    return true;
}
