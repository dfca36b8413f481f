/* SPDX-License-Identifier: MIT */
#include "oracle_motion.h"

#include <math.h>

static tact_vec3 random_vec(test_rng *rng, double size) {
    return (tact_vec3){test_rng_between(rng, -size, size), test_rng_between(rng, -size, size),
                       test_rng_between(rng, -size, size)};
}

/* ---- Bodies ------------------------------------------------------------------------------- */

static void set_shape(test_rng *rng, double size, oracle_body *body) {
    uint32_t kind = test_rng_below(rng, 3);
    body->hull = NULL;
    body->radius = 0;
    if (kind == 0) {
        body->vertex_count = 1;
        body->vertices[0] = (tact_vec3){0, 0, 0};
        body->radius = size * test_rng_between(rng, 0.05, 1);
        body->shape = tact_shape_sphere(body->radius);
    } else if (kind == 1) {
        double h[3];
        for (int i = 0; i < 3; i++)
            h[i] = size * (test_rng_below(rng, 4) == 0 ? 1e-3 : test_rng_between(rng, 0.05, 1));
        body->vertex_count = 8;
        for (int i = 0; i < 8; i++)
            body->vertices[i] =
                (tact_vec3){i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]};
        body->shape = tact_shape_box(h[0], h[1], h[2]);
    } else {
        body->vertex_count = 4;
        for (int i = 0; i < 4; i++)
            body->vertices[i] = random_vec(rng, size);
        assert_int_equal(tact_hull_create(NULL, body->vertices, 4, &body->hull), TACT_OK);
        body->shape = tact_shape_hull(body->hull);
    }
}

oracle_body oracle_body_random(test_rng *rng, double size) {
    oracle_body body;
    set_shape(rng, size, &body);
    tact_vec3 velocity = random_vec(rng, 4), none = {0, 0, 0};
    double meet = test_rng_unit(rng);
    tact_vec3 there = random_vec(rng, size);
    tact_vec3 place = tact_vec3_sub(there, tact_vec3_scale(velocity, meet));
    tact_pose pose;
    assert_int_equal(
        tact_pose_from_axis_angle(random_vec(rng, 1), test_rng_between(rng, -3, 3), place, &pose),
        TACT_OK);
    tact_vec3 spin = random_vec(rng, 1), center = place;
    double rate = pow(10, test_rng_between(rng, -2, 1.3));
    uint32_t kind = test_rng_below(rng, 4);
    if (kind == 0)
        rate = 0;
    if (kind == 1) /* about a point outside */
        center = tact_vec3_add(place, random_vec(rng, 2));
    if (kind == 2) /* a screw */
        spin = velocity;
    assert_int_equal(tact_rigid_steady(pose, velocity, none, center, &body.motion), TACT_OK);
    body.motion.axis = spin;
    body.motion.rate = rate;
    return body;
}

void oracle_body_free(oracle_body *body) {
    tact_hull_destroy(body->hull);
}

tact_vec3 oracle_place(const tact_rigid_motion *m, tact_vec3 local, double time) {
    tact_vec3 p = tact_pose_place(m->start, local);
    double angle = m->rate * time;
    tact_vec3 arm = tact_vec3_sub(p, m->center), turned = arm;
    if (angle != 0) {
        tact_vec3 k = tact_vec3_scale(m->axis, 1 / sqrt(tact_vec3_dot(m->axis, m->axis)));
        tact_vec3 side = tact_vec3_cross(k, arm);
        turned = tact_vec3_add(
            tact_vec3_add(tact_vec3_scale(arm, cos(angle)), tact_vec3_scale(side, sin(angle))),
            tact_vec3_scale(k, tact_vec3_dot(k, arm) * (1 - cos(angle))));
    }
    return tact_vec3_add(tact_vec3_add(m->center, tact_vec3_scale(m->velocity, time)), turned);
}

/* ---- Separation --------------------------------------------------------------------------- */

typedef struct placed_body {
    int count;
    tact_vec3 v[8];
    double radius;
    int normal_count, edge_count;
    tact_vec3 normals[8], edges[8];
} placed_body;

static void set_box_axes(placed_body *p) {
    p->normal_count = p->edge_count = 3;
    for (int i = 0; i < 3; i++)
        p->normals[i] = p->edges[i] = tact_vec3_sub(p->v[1 << i], p->v[0]);
}

static void set_tetrahedron_axes(placed_body *p) {
    p->normal_count = p->edge_count = 0;
    for (int i = 0; i < 4; i++) {
        for (int j = i + 1; j < 4; j++)
            p->edges[p->edge_count++] = tact_vec3_sub(p->v[j], p->v[i]);
        tact_vec3 o = p->v[(i + 1) % 4];
        p->normals[p->normal_count++] = tact_vec3_cross(tact_vec3_sub(p->v[(i + 2) % 4], o),
                                                        tact_vec3_sub(p->v[(i + 3) % 4], o));
    }
}

static placed_body place_body(const oracle_body *body, double time) {
    placed_body p = {.count = body->vertex_count, .radius = body->radius};
    for (int i = 0; i < p.count; i++)
        p.v[i] = oracle_place(&body->motion, body->vertices[i], time);
    if (p.count == 8)
        set_box_axes(&p);
    else if (p.count == 4)
        set_tetrahedron_axes(&p);
    return p;
}

/* The gap along n and -n, whichever is larger; -infinity for n = 0. */
static double gap_along(const placed_body *a, const placed_body *b, tact_vec3 n) {
    double length = sqrt(tact_vec3_dot(n, n));
    if (!(length > 1e-12))
        return -HUGE_VAL;
    double lo[2] = {HUGE_VAL, HUGE_VAL}, hi[2] = {-HUGE_VAL, -HUGE_VAL};
    const placed_body *body[2] = {a, b};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < body[k]->count; i++) {
            double x = tact_vec3_dot(n, body[k]->v[i]) / length;
            lo[k] = fmin(lo[k], x - body[k]->radius);
            hi[k] = fmax(hi[k], x + body[k]->radius);
        }
    }
    return fmax(lo[1] - hi[0], lo[0] - hi[1]);
}

static double ball_gap(const placed_body *ball, const placed_body *body) {
    double best = -HUGE_VAL;
    tact_vec3 c = ball->v[0];
    for (int i = 0; i < body->count; i++) {
        best = fmax(best, gap_along(ball, body, tact_vec3_sub(body->v[i], c)));
        for (int j = 0; j < body->edge_count; j++) {
            tact_vec3 e = body->edges[j], d = tact_vec3_sub(body->v[i], c);
            double part = tact_vec3_dot(d, e) / tact_vec3_dot(e, e);
            best = fmax(best, gap_along(ball, body, tact_vec3_sub(d, tact_vec3_scale(e, part))));
        }
    }
    return best;
}

double oracle_separation(const oracle_body *a, const oracle_body *b, double time) {
    placed_body p = place_body(a, time), q = place_body(b, time);
    double best = -HUGE_VAL;
    for (int i = 0; i < p.normal_count; i++)
        best = fmax(best, gap_along(&p, &q, p.normals[i]));
    for (int i = 0; i < q.normal_count; i++)
        best = fmax(best, gap_along(&p, &q, q.normals[i]));
    for (int i = 0; i < p.edge_count; i++)
        for (int j = 0; j < q.edge_count; j++)
            best = fmax(best, gap_along(&p, &q, tact_vec3_cross(p.edges[i], q.edges[j])));
    if (p.count == 1)
        best = fmax(best, ball_gap(&p, &q));
    if (q.count == 1)
        best = fmax(best, ball_gap(&q, &p));
    return best;
}

tact_outcome verdict_at(const tact_moving *a, const tact_moving *b, double time) {
    tact_instance at[2] = {tact_instance_make(a->model), tact_instance_make(b->model)};
    assert_int_equal(tact_rigid_pose_at(&a->motion, time, &at[0].pose), TACT_OK);
    assert_int_equal(tact_rigid_pose_at(&b->motion, time, &at[1].pose), TACT_OK);
    tact_collide_result r;
    assert_int_equal(tact_collide(&at[0], &at[1], NULL, NULL, &r), TACT_OK);
    return r.outcome;
}
