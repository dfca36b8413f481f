/* SPDX-License-Identifier: MIT */
/* Volume, centre and inertia of a hull: sums over tetrahedra between a point inside and the
 * triangles of all faces. The sums are relative to the point inside, which avoids cancellation. */
#include "hull/hull.h"

#include "math/vec.h"

#include <math.h>

/* Integrals over a body: of 1, of the coordinates, and of their products xx, yy, zz, yz, zx, xy. */
typedef struct moments {
    double volume;
    tact_vec3 first;
    double second[6];
} moments;

/* Adds the tetrahedron of 0, a, b, c: with s = a + b + c and v six times its volume, the integral
 * of x is v s / 24, that of x y is v (s_x s_y + a_x a_y + b_x b_y + c_x c_y) / 120. */
static void add_tetrahedron(moments *m, tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    double v = tacti_vec3_dot(a, tacti_vec3_cross(b, c));
    tact_vec3 s = tacti_vec3_add(tacti_vec3_add(a, b), c);
    m->volume += v;
    m->first = tacti_vec3_add(m->first, tacti_vec3_scale(s, v));
    const tact_vec3 p[4] = {a, b, c, s};
    for (int i = 0; i < 4; i++) {
        m->second[0] += v * (p[i].x * p[i].x);
        m->second[1] += v * (p[i].y * p[i].y);
        m->second[2] += v * (p[i].z * p[i].z);
        m->second[3] += v * (p[i].y * p[i].z);
        m->second[4] += v * (p[i].z * p[i].x);
        m->second[5] += v * (p[i].x * p[i].y);
    }
}

static tact_vec3 corner_at(const tact_hull *hull, uint32_t vertex, tact_vec3 origin) {
    tact_vec3 p = {hull->column[0][vertex], hull->column[1][vertex], hull->column[2][vertex]};
    return tacti_vec3_sub(p, origin);
}

static moments sum_faces(const tact_hull *hull, tact_vec3 origin) {
    moments m = {0};
    for (uint32_t f = 0; f < hull->face_count; f++) {
        uint32_t count;
        const uint32_t *corners = tact_hull_face(hull, f, &count);
        TACTI_ASSERT(count >= 3);
        tact_vec3 first = corner_at(hull, corners[0], origin);
        tact_vec3 before = corner_at(hull, corners[1], origin);
        for (uint32_t i = 2; i < count; i++) {
            tact_vec3 now = corner_at(hull, corners[i], origin);
            add_tetrahedron(&m, first, before, now);
            before = now;
        }
    }
    m.volume /= 6;
    m.first = tacti_vec3_scale(m.first, 1.0 / 24);
    for (int i = 0; i < 6; i++)
        m.second[i] /= 120;
    return m;
}

static tact_mass flat_mass(const tact_hull *hull) {
    return (tact_mass){.volume = 0, .center = hull->interior};
}

tact_mass tact_hull_mass(const tact_hull *hull) {
    if (hull->dimension < 3)
        return flat_mass(hull);
    int scale = hull->scale;
    tact_vec3 origin = {ldexp(hull->interior.x, scale), ldexp(hull->interior.y, scale),
                        ldexp(hull->interior.z, scale)};
    moments m = sum_faces(hull, origin);
    if (!(m.volume > 0))
        return flat_mass(hull);
    tact_vec3 c = {m.first.x / m.volume, m.first.y / m.volume, m.first.z / m.volume};
    double xx = m.second[0] - m.first.x * c.x, yy = m.second[1] - m.first.y * c.y,
           zz = m.second[2] - m.first.z * c.z, yz = m.second[3] - m.first.y * c.z,
           zx = m.second[4] - m.first.z * c.x, xy = m.second[5] - m.first.x * c.y;
    tact_vec3 center = tacti_vec3_add(origin, c);
    tact_mass mass = {
        .volume = ldexp(m.volume, -3 * scale),
        .center = {ldexp(center.x, -scale), ldexp(center.y, -scale), ldexp(center.z, -scale)},
        .inertia = {{{yy + zz, -xy, -zx}, {-xy, zz + xx, -yz}, {-zx, -yz, xx + yy}}}};
    for (int i = 0; i < 9; i++)
        mass.inertia.m[i / 3][i % 3] = ldexp(mass.inertia.m[i / 3][i % 3], -5 * scale);
    return mass;
}
