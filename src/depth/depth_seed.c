/* SPDX-License-Identifier: MIT */
/* How the expanding polytope begins: support pairs, and the first tetrahedron. See depth.h. */
#include "depth/depth.h"

#include <math.h>

#include "base/assert.h"
#include "base/simd.h"
#include "exact/det.h"

#include <tact/exact.h>

/* Coordinates between these need no scaling. */
#define LEAST_PLAIN 0x1p-100
#define MOST_PLAIN 0x1p100

tacti_depth_expand *tacti_depth_expand_at(tact_simd_level level) {
    static tacti_depth_expand *const table[] = TACTI_LEVEL_TABLE(tacti_depth_expand);
    return table[tacti_simd_row(level)];
}

void tacti_depth_begin(const tacti_bodies *bodies, tacti_expansion *e) {
    e->bodies = bodies;
    e->support = tacti_gjk_support_at(bodies->level);
    e->scale = 1;
    e->slack = bodies->slack;
    if (!(bodies->size >= LEAST_PLAIN && bodies->size <= MOST_PLAIN) && bodies->size > 0) {
        /* tacti_depth_direction() then gives directions of length 1. Along these, a support value
         * and the coordinates of the point lose less than 2^-1066 by underflow. */
        e->scale = ldexp(1, -ilogb(bodies->size) < 1000 ? -ilogb(bodies->size) : 1000);
        e->slack = (bodies->slack + 0x1p-1064) * e->scale;
    }
    e->start[0] = e->start[1] = UINT32_MAX;
    e->is_certain = true;
    e->is_resumed = false;
    e->is_sound = true;
    e->steps = 0;
    e->most = 0;
    e->point_count = 0;
    e->upper = e->best_value = 0x1p1000; /* finite, and far from every lower bound */
    e->best_direction = (tact_vec3){0, 0, 0};
    e->best = (tacti_point_pair){.w = {0, 0, 0}};
}

/* ---- Support pairs ------------------------------------------------------------------------ */

/* Exact climbs to the furthest vertex: a rounded climb may have stopped below it. */
static void certify(const tacti_expansion *e, tact_vec3 n, tacti_point_pair *pair) {
    bool is_same = true;
    for (int side = 0; side < 2; side++) {
        const tacti_body *body = &e->bodies->body[side];
        if (body->hull == NULL || body->hull->seed_count == 0)
            continue;
        tact_vec3 m = tacti_turn_back(body->pose, n);
        m = tacti_hull_scale_direction(side == 0 ? m : (tact_vec3){-m.x, -m.y, -m.z});
        uint32_t at = tacti_hull_climb(body->hull, m, pair->at[side]);
        if (at == pair->at[side])
            continue;
        is_same = false;
        pair->at[side] = at;
        *(side == 0 ? &pair->a : &pair->b) = tacti_body_vertex(body, at);
    }
    if (!is_same)
        pair->w = tacti_vec3_scale(tacti_vec3_sub(pair->a, pair->b), e->scale);
}

void tacti_depth_probe(tacti_expansion *e, tact_vec3 n) {
    TACTI_ASSERT(e->point_count <= TACTI_DEPTH_POINTS);
    tacti_point_pair *pair = &e->point[e->point_count];
    double value;
    e->steps++;
    n = tacti_depth_direction(e, n);
    e->support(e->bodies, (tact_vec3){-n.x, -n.y, -n.z}, e->start, pair);
    pair->w = tacti_vec3_scale(pair->w, e->scale);
    certify(e, n, pair);
    double upper = tacti_depth_bound(e, n, pair->w, &value);
    if (upper < e->upper) {
        e->upper = upper;
        e->best_value = value;
        e->best_direction = n;
        e->best = *pair;
        e->is_certain = true;
    }
}

double tacti_depth_error(const tacti_expansion *e) {
    /* Scaled down, coordinates may underflow. */
    return 0x2p-53 * e->most + (e->bodies->is_exact ? 0 : 2 * e->slack) + 0x1p-1070;
}

/* Upper bound of how much further along n than the vertex from any other vertex is. Differences
 * round once and products three times. */
static double beyond(const tacti_expansion *e, int side, tact_vec3 n, tact_vec3 from) {
    const tacti_body *body = &e->bodies->body[side];
    double most = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        tact_vec3 d = tacti_vec3_sub(tacti_body_vertex(body, i), from);
        d = tacti_vec3_scale(d, side == 0 ? e->scale : -e->scale);
        double x = n.x * d.x, y = n.y * d.y, z = n.z * d.z;
        double error = 0x5p-53 * ((tacti_abs(x) + tacti_abs(y)) + tacti_abs(z));
        most = tacti_max((x + y) + z + error, most);
    }
    return most * (1 + 0x1p-50);
}

void tacti_depth_sharpen(tacti_expansion *e) {
    tact_vec3 n = e->best_direction, w = e->best.w;
    double products = (tacti_abs(n.x * w.x) + tacti_abs(n.y * w.y)) + tacti_abs(n.z * w.z);
    double more = beyond(e, 0, n, e->best.a) + beyond(e, 1, n, e->best.b);
    double underflow = tacti_sum_of(n) * 0x1p-1070 * e->scale + 0x1p-1060;
    double along = tacti_vec3_dot(n, w) + (0x6p-53 * products + more + underflow);
    double upper = along / sqrt(tacti_vec3_dot(n, n));
    e->upper = tacti_min(e->upper, upper + tacti_abs(upper) * 0x1p-50);
}

/* ---- The first tetrahedron ---------------------------------------------------------------- */

/* Whether the next point adds a dimension to the points so far. */
static bool spans_more(const tacti_expansion *e, const tact_vec3 *w) {
    const tacti_point_pair *p = e->point;
    TACTI_ASSERT(e->point_count < 4);
    switch (e->point_count) {
    case 0:
        return true;
    case 1:
        return !tacti_vec3_is_equal(&p[0].w, w);
    case 2:
        return !tact_is_collinear(&p[0].w, &p[1].w, w);
    default:
        return tacti_orient3d(&p[0].w, &p[1].w, &p[2].w, w) != 0;
    }
}

/* The triangle's normal, scaled to a largest coordinate of about 1. */
static tact_vec3 normal_of(tacti_expansion *e) {
    tacti_expansion *faces = e;
    for (uint8_t i = 0; i < 3; i++)
        faces->corner[0][i] = i;
    tacti_depth_thin_face(faces, 0);
    return tacti_depth_normal(faces, 0);
}

/* Directions in which the missing dimension may be found. Returns their number. The caller tries
 * both signs of each. */
static int missing_directions(tacti_expansion *e, tact_vec3 out[3]) {
    if (e->point_count == 3) {
        out[0] = normal_of(e);
        return 1;
    }
    out[0] = (tact_vec3){1, 0, 0};
    out[1] = (tact_vec3){0, 1, 0};
    out[2] = (tact_vec3){0, 0, 1};
    if (e->point_count < 2)
        return 3;
    tact_vec3 d = tacti_vec3_sub(e->point[1].w, e->point[0].w), size = tacti_vec3_abs(d);
    d = tact_vec3_normalize(d); /* of any length */
    int axis = size.x <= size.y ? (size.x <= size.z ? 0 : 2) : (size.y <= size.z ? 1 : 2);
    out[0] = tacti_vec3_cross(d, out[axis]);
    out[1] = tacti_vec3_cross(d, out[0]);
    return 2;
}

/* Adds the point that is furthest along one of the directions. */
static bool add_dimension(tacti_expansion *e) {
    tact_vec3 direction[3];
    int count = missing_directions(e, direction);
    tacti_point_pair best;
    double most = -1;
    for (int i = 0; i < 2 * count; i++) {
        tact_vec3 n = direction[i / 2];
        if (i % 2 != 0)
            n = (tact_vec3){-n.x, -n.y, -n.z};
        tacti_depth_probe(e, n);
        const tacti_point_pair *next = &e->point[e->point_count];
        if (!spans_more(e, &next->w))
            continue;
        tact_vec3 first = e->point_count > 0 ? e->point[0].w : (tact_vec3){0, 0, 0};
        double along = tacti_vec3_dot(n, tacti_vec3_sub(next->w, first)) / tact_vec3_length(n);
        if (along > most) {
            most = along;
            best = *next;
        }
    }
    if (most < 0)
        return false;
    e->point[e->point_count++] = best;
    return true;
}

/* Every direction gives a bound. */
void tacti_depth_probe_axes(tacti_expansion *e) {
    for (int i = 0; i < 6; i++) {
        double sign = i < 3 ? 1 : -1;
        tacti_depth_probe(
            e, (tact_vec3){i % 3 == 0 ? sign : 0, i % 3 == 1 ? sign : 0, i % 3 == 2 ? sign : 0});
    }
}

bool tacti_depth_seed(tacti_expansion *e, const tacti_gjk *gjk) {
    TACTI_ASSERT(e->point_count == 0 && gjk->count <= 4);
    for (int i = 0; i < gjk->count; i++) {
        tacti_point_pair *next = &e->point[e->point_count];
        *next = gjk->pair[i];
        if (e->bodies->is_exact) { /* the search may have set the numbers only */
            next->a = tacti_body_vertex(&e->bodies->body[0], next->at[0]);
            next->b = tacti_body_vertex(&e->bodies->body[1], next->at[1]);
        }
        next->w = tacti_vec3_scale(tacti_vec3_sub(next->a, next->b), e->scale);
        e->point_count += spans_more(e, &next->w) ? 1U : 0U;
    }
    while (e->point_count < 4)
        if (!add_dimension(e))
            return false;
    if (tacti_orient3d(&e->point[0].w, &e->point[1].w, &e->point[2].w, &e->point[3].w) > 0) {
        tacti_point_pair swap = e->point[0];
        e->point[0] = e->point[1];
        e->point[1] = swap;
    }
    return true;
}
