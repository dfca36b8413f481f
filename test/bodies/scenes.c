/* SPDX-License-Identifier: MIT */
/* Random soups with poses that are hard for queries; see scenes.h. */
#include "scenes.h"

#include <tact/mesh_generators.h>

#include <math.h>

/* ---- One soup ----------------------------------------------------------------------------- */

scene scene_random(test_rng *rng, uint32_t most) {
    static const double factors[] = {1,    1,       1,        1,      0x1p-12,
                                     1000, 0x1p400, 0x1p-400, 0x1p90, 0x1p-120};
    scene s;
    s.soup = soup_random(rng, most);
    s.factor = factors[test_rng_below(rng, 10)];
    double offset = test_rng_below(rng, 4) == 0 ? exp2(test_rng_between(rng, 0, 30)) * s.factor : 0;
    soup_move(&s.soup, s.factor, (tact_vec3){offset, -offset, offset});
    switch (test_rng_below(rng, 5)) {
    case 0:
        s.pose = tact_pose_identity();
        break;
    case 1:
        s.pose = pose_signed_permutation(rng);
        break;
    case 2:
        s.pose = pose_skewed(rng, 5 * s.factor);
        break;
    case 3:
        s.pose = pose_random(rng, exp2(test_rng_between(rng, 0, 30)) * s.factor);
        break;
    default:
        s.pose = pose_random(rng, 5 * s.factor);
        break;
    }
    return s;
}

tact_triangle scene_triangle(const scene *s, uint32_t number) {
    tact_triangle t;
    for (uint32_t k = 0; k < 3; k++)
        t.v[k] = tact_pose_place(s->pose, s->soup.vertices[s->soup.indices[3 * number + k]]);
    return t;
}

/* ---- Two soups ---------------------------------------------------------------------------- */

uint32_t soup_vertex_in_use(test_rng *rng, const soup *s) {
    return s->indices[test_rng_below(rng, 3 * s->triangle_count)];
}

tact_vec3 vec3_random_in_cube(test_rng *rng, double size) {
    return (tact_vec3){test_rng_between(rng, -size, size), test_rng_between(rng, -size, size),
                       test_rng_between(rng, -size, size)};
}

tact_vec3 vec3_random_direction(test_rng *rng, double length) {
    return tact_vec3_scale(tact_vec3_normalize(vec3_random_in_cube(rng, 1)), length);
}

/* The vertex that lies furthest in a direction. */
static tact_vec3 extreme_vertex(const soup *s, tact_pose pose, tact_vec3 direction) {
    uint32_t best = 0;
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        double along = tact_vec3_dot(tact_pose_place(pose, s->vertices[i]), direction);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return s->vertices[best];
}

void soup_pair_free(soup_pair *pair) {
    soup_free(&pair->a);
    soup_free(&pair->b);
}

soup_tips soup_pair_tips(test_rng *rng, const soup_pair *pair) {
    tact_vec3 direction = vec3_random_direction(rng, 1);
    tact_vec3 a = extreme_vertex(&pair->a, pair->pose_a, direction);
    tact_vec3 b = extreme_vertex(&pair->b, pair->pose_b, tact_vec3_scale(direction, -1));
    return (soup_tips){direction, tact_pose_place(pair->pose_a, a), b};
}

bool soup_pair_touch(test_rng *rng, soup_pair *pair) {
    tact_vec3 from_a = pair->a.vertices[soup_vertex_in_use(rng, &pair->a)];
    tact_vec3 from_b = pair->b.vertices[soup_vertex_in_use(rng, &pair->b)];
    return pose_bring(&pair->pose_b, from_b, tact_pose_place(pair->pose_a, from_a));
}

/* Two random soups. The caller sets their poses. */
static soup_pair random_soups(test_rng *rng, uint32_t most) {
    soup_pair pair;
    pair.a = soup_random(rng, most);
    pair.b = soup_random(rng, most);
    return pair;
}

soup_pair soup_pair_nearly_touching(test_rng *rng, bool may_touch) {
    soup_pair pair = random_soups(rng, 60);
    double world = pow(10, test_rng_between(rng, 0, 15));
    pair.pose_a = pose_random(rng, world);
    pair.pose_b = pose_random(rng, world);
    soup_tips tips = soup_pair_tips(rng, &pair);
    int steps = may_touch && test_rng_below(rng, 4) == 0 ? 0 : 1 << test_rng_below(rng, 12);
    tact_vec3 to = tips.a;
    to.x += steps * 0x1p-52 * fabs(to.x) * tips.direction.x;
    to.y += steps * 0x1p-52 * fabs(to.y) * tips.direction.y;
    to.z += steps * 0x1p-52 * fabs(to.z) * tips.direction.z;
    pose_bring(&pair.pose_b, tips.b, to);
    return pair;
}

soup_pair soup_pair_sized(test_rng *rng, const int *exponents, uint32_t count, uint32_t apart_in) {
    soup_pair pair = random_soups(rng, 40);
    double size_a = ldexp(1, exponents[test_rng_below(rng, count)]);
    double size_b =
        test_rng_below(rng, 2) == 0 ? size_a : ldexp(1, exponents[test_rng_below(rng, count)]);
    soup_move(&pair.a, size_a, (tact_vec3){0, 0, 0});
    soup_move(&pair.b, size_b, (tact_vec3){0, 0, 0});
    double reach = fmax(size_a, size_b) * test_rng_below(rng, 3);
    pair.pose_a = pose_skewed(rng, reach);
    pair.pose_b = pose_random(rng, reach);
    if (test_rng_below(rng, apart_in) != 0)
        soup_pair_touch(rng, &pair);
    return pair;
}

soup_pair soup_pair_far_apart(test_rng *rng, uint32_t most, uint32_t least) {
    soup_pair pair = random_soups(rng, most);
    double away = ldexp(1, (int)test_rng_below(rng, 480));
    double size = ldexp(1, -(int)test_rng_below(rng, least));
    soup_move(&pair.a, size, (tact_vec3){0, 0, 0});
    soup_move(&pair.b, size, (tact_vec3){0, 0, 0});
    pair.pose_a = pose_random(rng, size);
    pair.pose_b = pose_skewed(rng, away);
    return pair;
}

soup_pair soup_pair_cloths(void) {
    soup_pair pair = {.pose_a = tact_pose_identity(), .pose_b = tact_pose_identity()};
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_cloth(NULL, 2, 2, 16, 16, &mesh), TACT_OK);
    pair.a = soup_take(mesh);
    assert_int_equal(tact_mesh_create_cloth(NULL, 3, 3, 12, 12, &mesh), TACT_OK);
    pair.b = soup_take(mesh);
    return pair;
}

/* ---- Two triangles ------------------------------------------------------------------------ */

void triangles_edge_on_face(test_rng *rng, tact_triangle t[2]) {
    tact_vec3 n = vec3_random_direction(rng, 1);
    double lift = test_rng_below(rng, 8) * 0x1p-54;
    for (int i = 0; i < 6; i++) {
        tact_vec3 p = vec3_random_in_cube(rng, 1);
        p = tact_vec3_sub(p, tact_vec3_scale(n, tact_vec3_dot(p, n)));
        double height = i < 3 ? 0 : i == 5 ? test_rng_unit(rng) : lift;
        t[i / 3].v[i % 3] = tact_vec3_add(p, tact_vec3_scale(n, height));
    }
}

void triangles_of_dust(test_rng *rng, tact_triangle t[2]) {
    for (int i = 0; i < 6; i++)
        t[i / 3].v[i % 3] =
            tact_vec3_scale((tact_vec3){test_rng_below(rng, 40), test_rng_below(rng, 40),
                                        (i < 3 ? 0 : 8) + (double)test_rng_below(rng, 12)},
                            0x1p-1074);
}
