/* SPDX-License-Identifier: MIT */
/* Random pairs with mixed exponents; see mixed_pairs.h. */
#include "mixed_pairs.h"

#include "oracle_convex.h"

#include <math.h>
#include <stdio.h>

/* Local coordinates stay below 2^LOCAL_TOP: 3.01 * 2^498 < 2^500. */
#define LOCAL_TOP 498

/* ---- Shapes ------------------------------------------------------------------------------- */

static double mixed_size(test_rng *rng, const mixed_palette *palette) {
    return fabs(mixed_number(rng, palette, LOCAL_TOP));
}

mixed_pool mixed_pool_make(test_rng *rng) {
    mixed_pool pool;
    for (int i = 0; i < MIXED_HULLS; i++) {
        tact_vec3 points[12];
        uint32_t count = 1 + test_rng_below(rng, 12);
        mixed_palette palette = mixed_palette_make(rng, LOCAL_TOP);
        for (uint32_t k = 0; k < count; k++)
            points[k] = mixed_point(rng, &palette, LOCAL_TOP);
        assert_int_equal(tact_hull_create(NULL, points, count, &pool.hull[i]), TACT_OK);
    }
    return pool;
}

void mixed_pool_free(mixed_pool *pool) {
    for (int i = 0; i < MIXED_HULLS; i++)
        tact_hull_destroy(pool->hull[i]);
}

static tact_shape polytope(test_rng *rng, const mixed_pool *pool, const mixed_palette *palette) {
    tact_vec3 v[3];
    for (int i = 0; i < 3; i++)
        v[i] = mixed_point(rng, palette, LOCAL_TOP);
    switch (test_rng_below(rng, 6)) {
    case 0:
        return tact_shape_sphere(0);
    case 1:
        return tact_shape_segment(v[0], v[1], 0);
    case 2:
    case 3:
        return tact_shape_triangle((tact_triangle){{v[0], v[1], v[2]}});
    case 4:
        return tact_shape_box(fabs(v[0].x), fabs(v[0].y), fabs(v[0].z));
    default:
        return tact_shape_hull(pool->hull[test_rng_below(rng, MIXED_HULLS)]);
    }
}

static tact_shape smooth(test_rng *rng, const mixed_palette *palette) {
    double x = mixed_size(rng, palette), y = mixed_size(rng, palette);
    tact_vec3 normal;
    switch (test_rng_below(rng, 4)) {
    case 0:
        return tact_shape_cylinder(x, y);
    case 1:
        return tact_shape_cone(x, y);
    case 2:
        return tact_shape_ellipsoid(x, y, mixed_size(rng, palette));
    default:
        do
            normal = mixed_point(rng, palette, LOCAL_TOP);
        while (normal.x == 0 && normal.y == 0 && normal.z == 0);
        return tact_shape_half_space(normal, mixed_number(rng, palette, LOCAL_TOP));
    }
}

/* ---- Poses -------------------------------------------------------------------------------- */

/* A rotation that maps axes to axes. */
static tact_pose axis_pose(test_rng *rng) {
    tact_pose pose = {{0}};
    uint32_t first = test_rng_below(rng, 3);
    double s = test_rng_below(rng, 2) ? 1 : -1, t = test_rng_below(rng, 2) ? 1 : -1;
    pose.m[first] = s;
    pose.m[4 + (first + 1) % 3] = t;
    pose.m[8 + (first + 2) % 3] = s * t;
    return pose;
}

static tact_pose any_rotation(test_rng *rng) {
    tact_pose pose;
    tact_vec3 axis;
    double square;
    do {
        axis = (tact_vec3){test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                           test_rng_between(rng, -1, 1)};
        square = tact_vec3_dot(axis, axis);
    } while (!(square > 0.01 && square < 1));
    assert_int_equal(tact_pose_from_axis_angle(tact_vec3_normalize(axis),
                                               test_rng_between(rng, -3.2, 3.2),
                                               (tact_vec3){0, 0, 0}, &pose),
                     TACT_OK);
    return pose;
}

static double reach_of(const tact_shape *shape) {
    tact_vec3 v[3];
    const tact_vec3 *points = v;
    uint32_t count = 1;
    v[0] = (tact_vec3){0, 0, 0};
    if (shape->kind == TACT_SHAPE_SEGMENT) {
        count = 2;
        v[0] = shape->core.segment.a;
        v[1] = shape->core.segment.b;
    } else if (shape->kind == TACT_SHAPE_TRIANGLE) {
        count = 3;
        points = shape->core.triangle.v;
    } else if (shape->kind == TACT_SHAPE_BOX || shape->kind == TACT_SHAPE_ELLIPSOID) {
        v[0] = shape->core.half_extents;
    } else if (shape->kind == TACT_SHAPE_HULL) {
        count = tact_hull_inspect(shape->core.hull).vertex_count;
        points = tact_hull_vertices(shape->core.hull);
    } else if (shape->kind == TACT_SHAPE_CYLINDER || shape->kind == TACT_SHAPE_CONE) {
        v[0].x = shape->core.round.radius;
        v[0].y = shape->core.round.half_height;
    }
    double most = 0;
    for (uint32_t i = 0; i < count; i++)
        most = fmax(most, fmax(fabs(points[i].x), fmax(fabs(points[i].y), fabs(points[i].z))));
    return most;
}

/* Translations beyond the documented top become 0. */
static void clip_translation(tacti_placed_shape *placed) {
    double room = 0x1p500 - 3.02 * reach_of(placed->shape);
    for (int k = 3; k < 12; k += 4)
        if (!(fabs(placed->pose.m[k]) <= room))
            placed->pose.m[k] = 0;
}

static tact_pose mixed_pose(test_rng *rng, const mixed_palette *palette) {
    uint32_t choice = test_rng_below(rng, 10);
    tact_pose pose = tact_pose_identity();
    if (choice < 2)
        pose = axis_pose(rng);
    else if (choice < 5)
        pose = any_rotation(rng);
    else if (choice == 5) /* a rotation up to 2^-30 whose products underflow */
        pose.m[1 + test_rng_below(rng, 2)] = mixed_magnitude(rng, -30);
    if (test_rng_below(rng, 3) > 0)
        for (int k = 3; k < 12; k += 4)
            pose.m[k] = mixed_number(rng, palette, LOCAL_TOP);
    if (test_rng_below(rng, 40) == 0)
        pose.m[3] = 0x1p500;
    return pose;
}

/* ---- Pairs that touch or nearly so -------------------------------------------------------- */

/* A placed vertex, the middle of two, or the centre of a smooth shape. */
static tact_vec3 place_of(test_rng *rng, const tacti_placed_shape *placed) {
    tact_vec3 vertices[16];
    if (!tact_shape_is_polytope(placed->shape))
        return (tact_vec3){placed->pose.m[3], placed->pose.m[7], placed->pose.m[11]};
    uint32_t count = oracle_vertices(placed, vertices, 16);
    tact_vec3 p = vertices[test_rng_below(rng, count)];
    tact_vec3 q = test_rng_below(rng, 3) == 0 ? vertices[test_rng_below(rng, count)] : p;
    return (tact_vec3){0.5 * p.x + 0.5 * q.x, 0.5 * p.y + 0.5 * q.y, 0.5 * p.z + 0.5 * q.z};
}

/* Moves b so that a place of it meets one of a, or is the sum of the radii beyond it along an axis;
 * sometimes off by a unit in the last place. */
static void bring_together(test_rng *rng, mixed_pair *pair) {
    tact_vec3 p = place_of(rng, &pair->placed[0]), q = place_of(rng, &pair->placed[1]);
    double shift[3] = {p.x - q.x, p.y - q.y, p.z - q.z};
    double between = pair->shape[0].radius + pair->shape[1].radius;
    uint32_t axis = test_rng_below(rng, 3);
    shift[axis] += test_rng_below(rng, 2) ? between : -between;
    for (int k = 0; k < 3; k++)
        pair->placed[1].pose.m[4 * k + 3] += shift[k];
    if (test_rng_below(rng, 2)) {
        double *x = &pair->placed[1].pose.m[4 * axis + 3];
        *x = nextafter(*x, test_rng_below(rng, 2) ? 0x1p499 : -0x1p499);
    }
}

/* Gives b the radius that reaches from a place of it to one of a along an axis. */
static void bridge_by_radius(test_rng *rng, mixed_pair *pair) {
    tact_vec3 p = place_of(rng, &pair->placed[0]), q = place_of(rng, &pair->placed[1]);
    tact_vec3 w = tact_vec3_sub(p, q);
    double length = fmax(fabs(w.x), fmax(fabs(w.y), fabs(w.z)));
    double radius = length - pair->shape[0].radius;
    pair->shape[1].radius = radius > 0 && radius <= 0x1p500 ? radius : 0;
}

void mixed_pair_make(test_rng *rng, const mixed_pool *pool, bool with_smooth, mixed_pair *out) {
    mixed_palette palette = mixed_palette_make(rng, LOCAL_TOP);
    for (int side = 0; side < 2; side++) {
        tact_shape *shape = &out->shape[side];
        bool is_smooth = with_smooth && test_rng_below(rng, 2) == 0;
        *shape = is_smooth ? smooth(rng, &palette) : polytope(rng, pool, &palette);
        if (test_rng_below(rng, 2))
            shape->radius = test_rng_below(rng, 20) ? mixed_size(rng, &palette) : 0x1p500;
    }
    if (test_rng_below(rng, 12) == 0)
        out->shape[1] = out->shape[0];
    for (int side = 0; side < 2; side++)
        out->placed[side] = (tacti_placed_shape){&out->shape[side], mixed_pose(rng, &palette)};
    uint32_t relation = test_rng_below(rng, 12);
    if (relation == 0)
        out->placed[1].pose = out->placed[0].pose;
    clip_translation(&out->placed[0]);
    clip_translation(&out->placed[1]);
    if (relation > 0 && relation < 4)
        bring_together(rng, out);
    else if (relation == 4)
        bridge_by_radius(rng, out);
    clip_translation(&out->placed[1]);
}

void mixed_pair_print(const mixed_pair *pair) {
    for (int side = 0; side < 2; side++) {
        const tact_shape *shape = &pair->shape[side];
        printf("%s, radius %a:", tact_shape_kind_name(shape->kind), shape->radius);
        if (shape->kind == TACT_SHAPE_HULL) {
            const tact_vec3 *v = tact_hull_vertices(shape->core.hull);
            for (uint32_t i = 0; i < tact_hull_inspect(shape->core.hull).vertex_count; i++)
                printf(" (%a %a %a)", v[i].x, v[i].y, v[i].z);
        } else {
            static const int counts[TACTI_SHAPE_KINDS] = {
                [TACT_SHAPE_SEGMENT] = 6,   [TACT_SHAPE_TRIANGLE] = 9, [TACT_SHAPE_BOX] = 3,
                [TACT_SHAPE_CYLINDER] = 2,  [TACT_SHAPE_CONE] = 2,     [TACT_SHAPE_ELLIPSOID] = 3,
                [TACT_SHAPE_HALF_SPACE] = 4};
            const double *numbers = (const double *)&shape->core;
            for (int i = 0; i < counts[shape->kind]; i++)
                printf(" %a", numbers[i]);
        }
        printf("\n  pose");
        for (int i = 0; i < 12; i++)
            printf(" %a", pair->placed[side].pose.m[i]);
        printf("\n");
    }
}
