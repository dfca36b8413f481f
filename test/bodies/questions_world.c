/* SPDX-License-Identifier: MIT */
/* The objects that questions.c asks about, and known answers. */
#include "questions.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <string.h>

#include "proofs.h"
#include "curve/curves.h"
#include "contacts/self_contacts.h"

/* ---- Worlds -------------------------------------------------------------------------------- */

static soup make_sphere(double radius) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, radius, 3, &mesh), TACT_OK);
    return soup_take(mesh);
}

static soup make_torus(void) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.25, 18, 8, &mesh), TACT_OK);
    return soup_take(mesh);
}

/* A box on a larger one: they share a part of a face, so the mesh touches itself. */
static soup make_tower(void) {
    tact_mesh *large, *small;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){4, 4, 2}, 1, &large), TACT_OK);
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 1, &small), TACT_OK);
    soup top = soup_take(small);
    soup_move(&top, 1, (tact_vec3){0, 0, 2});
    return soup_join(soup_take(large), top);
}

static void make_solids(test_rng *rng, int number, questions_world *w) {
    soup a, b;
    tact_pose there = pose_random(rng, 0.1);
    switch (number) {
    case 0:
        a = make_sphere(1);
        b = make_torus();
        break;
    case 1:
        a = make_sphere(0.25);
        b = make_sphere(1);
        break;
    case 2:
        a = make_torus();
        b = make_torus();
        there.m[3] = 2.5;
        break;
    case 3:
        a = make_tower();
        b = make_tower();
        there = pose_at(4, 0, 0);
        break;
    case 4:
        a = soup_random(rng, 60);
        b = soup_random(rng, 60);
        break;
    default:
        a = make_torus();
        b = make_sphere(1);
        there.m[3] = 1e4;
        break;
    }
    w->solid[0] = solid_make(NULL, a);
    w->solid[1] = solid_make(NULL, b);
    const tact_pose poses[2] = {tact_pose_identity(), there};
    for (int i = 0; i < 2; i++) {
        const tacti_interior *interior = w->solid[i].interior;
        w->placed[i] = (tacti_placed){w->solid[i].body.bvh, poses[i]};
        w->filled[i] = (tacti_filled){interior, poses[i]};
        w->mesh[i] =
            (tacti_object){.bvh = w->solid[i].body.bvh, .interior = interior, .pose = poses[i]};
    }
}

/* A shape that crosses, holds or touches the first mesh, or that lies inside it. */
static void make_shape(test_rng *rng, int number, questions_world *w) {
    const tact_triangle flat = {{{-2, -2, 0.01}, {2, -2, 0}, {0, 3, 0.02}}};
    w->shape = number == 0   ? tact_shape_box(0.5, 0.4, 0.3)
               : number == 1 ? tact_shape_sphere(0.01)
               : number == 2 ? tact_shape_box(3, 3, 3)
               : number == 3 ? tact_shape_box(1, 1, 1)
               : number == 4 ? tact_shape_sphere(0.5)
                             : tact_shape_triangle(flat);
    w->object = (tacti_object){.shape = &w->shape, .pose = pose_random(rng, 0.1)};
    if (number == 3)
        w->object.pose = pose_at(3, 0, 0);
}

/* ---- What is known ------------------------------------------------------------------------- */

static bool count_contact(void *user, uint32_t a, uint32_t b) {
    (void)a, (void)b;
    ++*(uint64_t *)user;
    return true;
}

static void find_by_brute_force(questions_world *w) {
    const tacti_placed *p = &w->placed[0];
    w->t = truth_find(&w->solid[0].soup, p->pose, &w->solid[1].soup, w->placed[1].pose);
    w->hit_t = w->nearest_lower = w->nearest_upper = HUGE_VAL;
    for (uint32_t i = 0; i < w->t.count_a; i++) {
        const tact_triangle *t = &w->t.a[i];
        tact_ray_hit hit = tact_triangle_intersect_ray(t, w->ray);
        if (hit.kind != TACT_OVERLAP_NONE) {
            w->hit_count++;
            w->hit_t = fmin(w->hit_t, hit.t_enter);
        }
        tact_gap gap = tact_triangle_distance_point(t, w->point);
        w->nearest_lower = fmin(w->nearest_lower, gap.lower);
        w->nearest_upper = fmin(w->nearest_upper, gap.upper);
    }
}

static void find_without_limits(questions_world *w) {
    tacti_query_desc desc = tacti_query_desc_default();
    tacti_contact_summary summary;
    tacti_mesh_distance_answer distance;
    bool served = tacti_winding_number(&w->filled[0], w->point, 0, NULL, &w->winding) == TACT_OK;
    served &=
        tacti_mesh_classify(NULL, &w->filled[0], &w->filled[1], NULL, &w->relation) == TACT_OK;
    served &= tacti_object_collide(&w->object, &w->mesh[0], NULL, &w->object_collision) == TACT_OK;
    served &= tacti_object_distance(&w->object, &w->mesh[0], NULL, &w->object_distance) == TACT_OK;
    served &=
        tacti_object_classify(NULL, &w->object, &w->mesh[0], NULL, &w->object_relation) == TACT_OK;
    served &= tacti_object_contacts(&w->object, &w->mesh[0], NULL, count_contact,
                                    &w->object_contact_count, &summary) == TACT_OK;
    served &= tacti_self_visit(w->placed[0].bvh, NULL, count_contact, &w->self_count, &summary) ==
              TACT_OK;
    desc.solid = true;
    served &= tacti_mesh_collide(&w->placed[0], &w->placed[1], &desc, NULL, &w->solid_collision) ==
              TACT_OK;
    desc.solid = false;
    desc.proof = w->proof;
    served &= tacti_mesh_distance(&w->placed[0], &w->placed[1], &desc, NULL, &distance) == TACT_OK;
    assert_true(served);
}

void questions_world_make(test_rng *rng, int number, questions_world *out) {
    memset(out, 0, sizeof *out);
    make_solids(rng, number, out);
    make_shape(rng, number, out);
    out->ray = (tact_ray){{-7, test_rng_between(rng, -0.2, 0.2), 0.1}, {1.5, 0.03, 0.02}};
    out->point = (tact_vec3){test_rng_between(rng, -1, 1), 0.3, test_rng_between(rng, -1, 1)};
    assert_int_equal(tact_proof_create(NULL, &out->proof), TACT_OK);
    assert_int_equal(tact_proof_create(NULL, &out->other), TACT_OK);
    assert_int_equal(tact_contact_list_create(NULL, &out->list), TACT_OK);
    assert_int_equal(tact_curve_set_create(NULL, &out->curves), TACT_OK);
    find_by_brute_force(out);
    find_without_limits(out);
}

void questions_world_free(questions_world *w) {
    tact_curve_set_destroy(w->curves);
    tact_contact_list_destroy(w->list);
    tact_proof_destroy(w->proof);
    tact_proof_destroy(w->other);
    truth_free(&w->t);
    solid_free(&w->solid[0]);
    solid_free(&w->solid[1]);
}
