/* SPDX-License-Identifier: MIT */
/* The oracle of sampled.h. The distance of two convex sets is that of the origin from their
 * difference. The search keeps a simplex of support points and tries each of its subsets for the
 * nearest point. */
#include "sampled.h"

#include <math.h>

#define MOST_STEPS 300

/* ---- Vectors ------------------------------------------------------------------------------ */

static sampled_vec add(sampled_vec a, sampled_vec b) {
    return (sampled_vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static sampled_vec scale(sampled_vec a, long double f) {
    return (sampled_vec){a.x * f, a.y * f, a.z * f};
}

static sampled_vec sub(sampled_vec a, sampled_vec b) {
    return add(a, scale(b, -1));
}

static long double dot(sampled_vec a, sampled_vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static sampled_vec cross(sampled_vec a, sampled_vec b) {
    return (sampled_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static sampled_vec wide(tact_vec3 v) {
    return (sampled_vec){v.x, v.y, v.z};
}

/* ---- Places ------------------------------------------------------------------------------- */

/* An affine map: the columns of a matrix, and a translation. */
typedef struct sampled_map {
    sampled_vec column[3], shift;
} sampled_map;

static sampled_map map_of(const tact_pose *pose) {
    const double *m = pose->m;
    return (sampled_map){{{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}},
                         {m[3], m[7], m[11]}};
}

static sampled_vec turn(const sampled_map *map, sampled_vec v) {
    return add(add(scale(map->column[0], v.x), scale(map->column[1], v.y)),
               scale(map->column[2], v.z));
}

/* The formula of Rodrigues, for an axis of length 1. */
static sampled_vec rotate(sampled_vec axis, long double angle, sampled_vec v) {
    long double c = cosl(angle), s = sinl(angle);
    return add(add(scale(v, c), scale(cross(axis, v), s)), scale(axis, dot(axis, v) * (1 - c)));
}

static sampled_map place(const tact_rigid_motion *motion, const tact_pose *part, long double time) {
    sampled_map start = map_of(&motion->start), local = map_of(part), map;
    sampled_vec axis = wide(motion->axis), center = wide(motion->center);
    long double angle = motion->rate * time, length = sqrtl(dot(axis, axis));
    for (int i = 0; i < 3; i++)
        map.column[i] = turn(&start, local.column[i]);
    sampled_vec arm = sub(add(turn(&start, local.shift), start.shift), center);
    if (angle != 0) {
        axis = scale(axis, 1 / length);
        for (int i = 0; i < 3; i++)
            map.column[i] = rotate(axis, angle, map.column[i]);
        arm = rotate(axis, angle, arm);
    }
    map.shift = add(add(center, scale(wide(motion->velocity), time)), arm);
    return map;
}

/* ---- Support points ----------------------------------------------------------------------- */

static sampled_vec furthest(const tact_vec3 *points, uint32_t count, sampled_vec n) {
    sampled_vec best = wide(points[0]);
    for (uint32_t i = 1; i < count; i++)
        if (dot(wide(points[i]), n) > dot(best, n))
            best = wide(points[i]);
    return best;
}

static sampled_vec support_of_box(tact_vec3 half, sampled_vec n) {
    return (sampled_vec){n.x < 0 ? -half.x : half.x, n.y < 0 ? -half.y : half.y,
                         n.z < 0 ? -half.z : half.z};
}

static sampled_vec support_of_disk(double radius, double height, sampled_vec n) {
    long double length = sqrtl(n.x * n.x + n.y * n.y);
    long double f = length > 0 ? radius / length : 0;
    return (sampled_vec){n.x * f, n.y * f, height};
}

static sampled_vec support_of_ellipsoid(tact_vec3 h, sampled_vec n) {
    sampled_vec m = {n.x * h.x, n.y * h.y, n.z * h.z};
    long double length = sqrtl(dot(m, m));
    if (!(length > 0))
        return (sampled_vec){0, 0, 0};
    return (sampled_vec){h.x * m.x / length, h.y * m.y / length, h.z * m.z / length};
}

/* A furthest point of the core of a shape. */
static sampled_vec local_support(const tact_shape *shape, sampled_vec n) {
    double radius = shape->core.round.radius, half = shape->core.round.half_height;
    switch (shape->kind) {
    case TACT_SHAPE_SEGMENT:
        return furthest((tact_vec3[2]){shape->core.segment.a, shape->core.segment.b}, 2, n);
    case TACT_SHAPE_TRIANGLE:
        return furthest(shape->core.triangle.v, 3, n);
    case TACT_SHAPE_BOX:
        return support_of_box(shape->core.half_extents, n);
    case TACT_SHAPE_HULL:
        return furthest(tact_hull_vertices(shape->core.hull),
                        tact_hull_inspect(shape->core.hull).vertex_count, n);
    case TACT_SHAPE_CYLINDER:
        return support_of_disk(radius, n.z < 0 ? -half : half, n);
    case TACT_SHAPE_CONE: {
        sampled_vec base = support_of_disk(radius, -half, n), apex = {0, 0, half};
        return dot(apex, n) > dot(base, n) ? apex : base;
    }
    case TACT_SHAPE_ELLIPSOID:
        return support_of_ellipsoid(shape->core.half_extents, n);
    default:
        return (sampled_vec){0, 0, 0};
    }
}

typedef struct placed_piece {
    const tact_shape *shape;
    sampled_map map;
} placed_piece;

static sampled_vec support(const placed_piece *piece, sampled_vec n) {
    const sampled_map *m = &piece->map;
    sampled_vec local = {dot(m->column[0], n), dot(m->column[1], n), dot(m->column[2], n)};
    return add(turn(m, local_support(piece->shape, local)), m->shift);
}

/* ---- The nearest point of a simplex ------------------------------------------------------- */

typedef struct simplex {
    int count;
    sampled_vec point[4];
} simplex;

static long double determinant(sampled_vec a, sampled_vec b, sampled_vec c) {
    return dot(a, cross(b, c));
}

/* Solves the 3 x 3 system of a Gram matrix with these columns; false if it is nearly singular. */
static bool solve(const sampled_vec column[3], sampled_vec right, long double out[3]) {
    long double d = determinant(column[0], column[1], column[2]);
    if (!(d > 1e-16L * column[0].x * column[1].y * column[2].z))
        return false;
    out[0] = determinant(right, column[1], column[2]) / d;
    out[1] = determinant(column[0], right, column[2]) / d;
    out[2] = determinant(column[0], column[1], right) / d;
    return true;
}

/* The nearest point of the affine hull of up to four points, if it is a convex combination. Unused
 * rows of the equations of the multipliers are those of the identity. */
static bool nearest_inside(const simplex *s, sampled_vec *out) {
    long double g[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, r[3] = {0, 0, 0}, part[3];
    for (int i = 0; i + 1 < s->count; i++) {
        sampled_vec e = sub(s->point[i + 1], s->point[0]);
        r[i] = -dot(e, s->point[0]);
        for (int j = 0; j + 1 < s->count; j++)
            g[i][j] = dot(e, sub(s->point[j + 1], s->point[0]));
    }
    sampled_vec columns[3], right = {r[0], r[1], r[2]};
    for (int j = 0; j < 3; j++)
        columns[j] = (sampled_vec){g[0][j], g[1][j], g[2][j]};
    if (!solve(columns, right, part))
        return false;
    *out = s->point[0];
    for (int i = 0; i + 1 < s->count; i++)
        *out = add(*out, scale(sub(s->point[i + 1], s->point[0]), part[i]));
    return part[0] >= 0 && part[1] >= 0 && part[2] >= 0 && part[0] + part[1] + part[2] <= 1;
}

/* Reduces a simplex to the points that hold its nearest point to the origin. */
static sampled_vec reduce(simplex *s) {
    simplex best = {1, {s->point[s->count - 1]}};
    sampled_vec nearest = best.point[0];
    for (int mask = 1; mask < 1 << s->count; mask++) {
        simplex some = {0};
        for (int i = 0; i < s->count; i++)
            if (mask >> i & 1)
                some.point[some.count++] = s->point[i];
        sampled_vec point;
        if (nearest_inside(&some, &point) && dot(point, point) < dot(nearest, nearest)) {
            nearest = point;
            best = some;
        }
    }
    *s = best;
    return nearest;
}

/* ---- Gaps --------------------------------------------------------------------------------- */

static sampled_vec difference(const placed_piece *a, const placed_piece *b, sampled_vec n) {
    return sub(support(b, n), support(a, scale(n, -1)));
}

static sampled_gap gap_of_cores(const placed_piece *a, const placed_piece *b) {
    sampled_gap gap = {.lower = -HUGE_VALL};
    sampled_vec v = difference(a, b, (sampled_vec){1, 0, 0});
    simplex s = {1, {v}};
    for (int step = 0; step < MOST_STEPS; step++) {
        long double length = sqrtl(dot(v, v));
        if (!(length > 1e-17L)) {
            gap.is_contact = true;
            break;
        }
        sampled_vec w = difference(a, b, scale(v, -1));
        gap.lower = fmaxl(gap.lower, dot(v, w) / length);
        if (length - gap.lower <= 1e-13L * length)
            break;
        s.point[s.count++] = w;
        v = reduce(&s);
        if (s.count == 4) {
            gap.is_contact = true;
            break;
        }
    }
    gap.upper = gap.is_contact ? 0 : sqrtl(dot(v, v));
    return gap;
}

/* How far a shape is beyond a half-space. */
static sampled_gap gap_of_plane(const placed_piece *plane, const placed_piece *other) {
    sampled_vec n = wide(plane->shape->core.plane.normal);
    long double length = sqrtl(dot(n, n));
    n = scale(turn(&plane->map, n), 1 / length);
    long double offset = plane->shape->core.plane.offset / length + dot(n, plane->map.shift);
    long double beyond = dot(support(other, scale(n, -1)), n) - offset;
    return (sampled_gap){.lower = beyond, .upper = beyond};
}

static sampled_gap gap_of_pieces(const placed_piece *a, const placed_piece *b) {
    bool is_plane_a = a->shape->kind == TACT_SHAPE_HALF_SPACE;
    bool is_plane_b = b->shape->kind == TACT_SHAPE_HALF_SPACE;
    sampled_gap gap = is_plane_a   ? gap_of_plane(a, b)
                      : is_plane_b ? gap_of_plane(b, a)
                                   : gap_of_cores(a, b);
    long double radii = (long double)a->shape->radius + b->shape->radius;
    gap.lower -= radii;
    gap.upper -= radii;
    gap.is_contact = gap.is_contact || gap.upper < 0;
    return gap;
}

sampled_gap sampled_gap_at(const sampled_body *a, const sampled_body *b, long double time) {
    sampled_gap least = {false, HUGE_VALL, HUGE_VALL};
    placed_piece of_b[SAMPLED_PIECES];
    for (uint32_t j = 0; j < b->count; j++)
        of_b[j] = (placed_piece){&b->pieces[j].shape, place(&b->steady, &b->pieces[j].pose, time)};
    for (uint32_t i = 0; i < a->count; i++) {
        placed_piece of_a = {&a->pieces[i].shape, place(&a->steady, &a->pieces[i].pose, time)};
        for (uint32_t j = 0; j < b->count; j++) {
            sampled_gap gap = gap_of_pieces(&of_a, &of_b[j]);
            least.is_contact = least.is_contact || gap.is_contact;
            least.lower = fminl(least.lower, gap.lower);
            least.upper = fminl(least.upper, gap.upper);
        }
    }
    return least;
}

long double sampled_first_time(const sampled_body *a, const sampled_body *b, double speed,
                               double limit, double near) {
    for (long double time = 0; time <= limit;) {
        sampled_gap gap = sampled_gap_at(a, b, time);
        if (gap.is_contact || gap.lower <= near)
            return time;
        time += gap.lower / speed;
    }
    return HUGE_VALL;
}
