/* SPDX-License-Identifier: MIT */
/* NULL for each pointer of each public function, while all others are valid. If the header allows
 * NULL, there is an answer, otherwise TACT_INVALID_ARGUMENT, and nothing crashes. Functions without
 * a status are called only if their header mentions NULL. */
#include "support.h"
#include "bvh/bvh.h"
#include "manifold/manifold.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "verify/verify.h"
#include "relation/classify.h"
#include "curve/curves.h"
#include "inside/interiors.h"
#include "surface/surface.h"
#include "contacts/contacts.h"
#include "object/object.h"
#include "probe/points.h"
#include "ray_hits.h"
#include "contacts/self_contacts.h"
#include "pair/pair_depth.h"
#include "pair/perceptron.h"

#define REFUSES(call) assert_int_equal(call, TACT_INVALID_ARGUMENT)
#define SERVES(call) assert_int_equal(call, TACT_OK)

typedef struct things {
    tact_mesh *mesh;
    tacti_bvh *bvh;
    tacti_interior *interior;
    tact_hull *hull;
    tact_proof *proof;
    tacti_pair_cache memory;
    tacti_pair_cache *cache;
    tact_contact_list *list;
    tact_curve_set *curves;
    tact_shape shape;
    tacti_placed placed;
    tacti_placed_mesh placed_mesh;
    tacti_placed_shape placed_shape;
    tacti_filled filled;
    tacti_object object;
} things;

static int make_things(void **state) {
    static things t;
    tact_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    tact_pose pose = tact_pose_identity();
    desc.solid = true;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){1, 1, 1}, 1, &t.mesh), TACT_OK);
    assert_int_equal(tacti_bvh_create(NULL, t.mesh, &desc, &t.bvh), TACT_OK);
    assert_int_equal(tacti_interior_create(NULL, t.bvh, &t.interior), TACT_OK);
    assert_int_equal(tact_hull_create(NULL, corners, 4, &t.hull), TACT_OK);
    assert_int_equal(tact_proof_create(NULL, &t.proof), TACT_OK);
    t.memory = tacti_pair_cache_empty();
    t.cache = &t.memory;
    assert_int_equal(tact_contact_list_create(NULL, &t.list), TACT_OK);
    assert_int_equal(tact_curve_set_create(NULL, &t.curves), TACT_OK);
    t.shape = tact_shape_hull(t.hull);
    t.placed = (tacti_placed){t.bvh, pose};
    t.placed_mesh = (tacti_placed_mesh){t.mesh, pose};
    t.placed_shape = (tacti_placed_shape){&t.shape, pose};
    t.filled = (tacti_filled){t.interior, pose};
    t.object = (tacti_object){.bvh = t.bvh, .pose = pose};
    *state = &t;
    return 0;
}

static int free_things(void **state) {
    things *t = *state;
    tact_curve_set_destroy(t->curves);
    tact_contact_list_destroy(t->list);
    tact_proof_destroy(t->proof);
    tact_hull_destroy(t->hull);
    tacti_interior_destroy(t->interior);
    tacti_bvh_destroy(t->bvh);
    tact_mesh_destroy(t->mesh);
    return 0;
}

static void test_destroying_nothing(void **state) {
    (void)state;
    tact_context_destroy(NULL);
    tact_pool_destroy(NULL);
    tacti_bvh_destroy(NULL);
    tact_hull_destroy(NULL);
    tact_soup_destroy(NULL);
    tact_mesh_destroy(NULL);
    tact_topology_destroy(NULL);
    tact_contact_list_destroy(NULL);
    tact_curve_set_destroy(NULL);
    tacti_interior_destroy(NULL);
    tact_proof_destroy(NULL);
}

static void count_call(void *data, uint32_t index, uint32_t worker) {
    (void)worker;
    *(uint32_t *)data += index + 1;
}

static void test_base_and_math(void **state) {
    (void)state;
    tact_context_desc desc = tact_context_desc_default();
    tact_context *context;
    REFUSES(tact_context_create(NULL, &context));
    REFUSES(tact_context_create(&desc, NULL));
    REFUSES(tact_pool_create(NULL, 1, NULL));
    uint32_t sum = 0;
    tact_context_run(NULL, 3, count_call, &sum);
    assert_int_equal(sum, 6);

    tact_vec3 z = {0, 0, 1};
    REFUSES(tact_quat_from_axis_angle(z, 1, NULL));
    REFUSES(tact_pose_from_quat((tact_quat){0, 0, 0, 1}, z, NULL));
    REFUSES(tact_pose_from_axis_angle(z, 1, z, NULL));
    SERVES(tact_pose_validate(tact_pose_identity(), NULL));
    tact_triangle triangle = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    assert_true(tact_triangle_contains(&triangle, (tact_vec3){0, 0, 0}, NULL));
}

static void test_meshes(void **state) {
    const things *t = *state;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(t->mesh);
    tact_soup *soup;
    tact_mesh *mesh;
    tact_topology *topology;
    tact_mesh_report report;
    REFUSES(tact_soup_create(NULL, NULL, NULL, &soup));
    REFUSES(tact_soup_create(NULL, &arrays, NULL, NULL));
    REFUSES(tact_mesh_create(NULL, NULL, NULL, &mesh));
    REFUSES(tact_mesh_create(NULL, &arrays, NULL, NULL));
    REFUSES(tact_mesh_weld(NULL, NULL, &mesh));
    REFUSES(tact_mesh_weld(NULL, t->mesh, NULL));
    REFUSES(tact_topology_create(NULL, NULL, &topology));
    REFUSES(tact_topology_create(NULL, t->mesh, NULL));
    REFUSES(tact_mesh_examine(NULL, NULL, &report));
    REFUSES(tact_mesh_examine(NULL, &arrays, NULL));
}

static void test_generators(void **state) {
    (void)state;
    tact_vec3 size = {1, 1, 1};
    tact_mesh *mesh;
    tact_torus_knot_desc knot = tact_torus_knot_desc_default();
    tact_gear_desc gear = tact_gear_desc_default();
    tact_bolt_desc bolt = tact_bolt_desc_default();
    REFUSES(tact_mesh_create_icosphere(NULL, 1, 1, NULL));
    REFUSES(tact_mesh_create_uv_sphere(NULL, 1, 4, 4, NULL));
    REFUSES(tact_mesh_create_torus(NULL, 2, 1, 4, 4, NULL));
    REFUSES(tact_mesh_create_torus_knot(NULL, &knot, NULL));
    REFUSES(tact_mesh_create_torus_knot(NULL, NULL, &mesh));
    REFUSES(tact_mesh_create_box(NULL, size, 1, NULL));
    REFUSES(tact_mesh_create_cylinder(NULL, 1, 1, 4, 1, NULL));
    REFUSES(tact_mesh_create_tube(NULL, 2, 1, 1, 4, 1, NULL));
    REFUSES(tact_mesh_create_plate(NULL, size, 1, 1, 4, NULL));
    REFUSES(tact_mesh_create_gear(NULL, &gear, NULL));
    REFUSES(tact_mesh_create_gear(NULL, NULL, &mesh));
    REFUSES(tact_mesh_create_bolt(NULL, &bolt, NULL));
    REFUSES(tact_mesh_create_bolt(NULL, NULL, &mesh));
    REFUSES(tact_mesh_create_menger_sponge(NULL, 1, 1, NULL));
    REFUSES(tact_mesh_create_blob(NULL, 1, 0.1, 2, 1, NULL));
    REFUSES(tact_mesh_create_terrain(NULL, 1, 1, 2, 1, NULL));
    REFUSES(tact_mesh_create_cloth(NULL, 1, 1, 2, 2, NULL));
}

static void test_files(void **state) {
    const things *t = *state;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(t->mesh);
    tact_soup *soup;
    char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    REFUSES(tact_read_file(NULL, NULL, TACT_FORMAT_OBJ, NULL, &soup));
    REFUSES(tact_read_file(NULL, "none.obj", TACT_FORMAT_OBJ, NULL, NULL));
    REFUSES(tact_read_memory(NULL, NULL, 5, TACT_FORMAT_OBJ, "name", NULL, &soup));
    REFUSES(tact_read_memory(NULL, text, sizeof text - 1, TACT_FORMAT_OBJ, "name", NULL, NULL));
    SERVES(tact_read_memory(NULL, text, sizeof text - 1, TACT_FORMAT_OBJ, NULL, NULL, &soup));
    tact_soup_destroy(soup);
    REFUSES(tact_write_file(NULL, NULL, &arrays, NULL, NULL));
    REFUSES(tact_write_file(NULL, "none.obj", NULL, NULL, NULL));
    REFUSES(tact_write_bytes(NULL, NULL, "a", 1, NULL));
    REFUSES(tact_write_bytes(NULL, "none", NULL, 1, NULL));
}

static void test_hierarchies(void **state) {
    const things *t = *state;
    tacti_bvh *bvh;
    tacti_interior *interior;
    tact_error error = {.text = ""};
    REFUSES(tacti_bvh_create(NULL, NULL, NULL, &bvh));
    REFUSES(tacti_bvh_create(NULL, t->mesh, NULL, NULL));
    SERVES(tacti_bvh_create(NULL, t->mesh, NULL, &bvh));
    SERVES(tacti_bvh_validate(bvh, NULL));
    tacti_bvh_destroy(bvh);
    REFUSES(tacti_bvh_validate(NULL, NULL));
    REFUSES(tacti_bvh_validate(NULL, &error));
    assert_string_equal(error.text, "there is no hierarchy");
    REFUSES(tacti_interior_create(NULL, NULL, &interior));
    REFUSES(tacti_interior_create(NULL, t->bvh, NULL));
}

static void test_hulls_and_texts(void **state) {
    const things *t = *state;
    tact_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    tact_hull *hull;
    tact_mesh *mesh;
    tact_shape_text parsed;
    REFUSES(tact_hull_create(NULL, NULL, 4, &hull));
    REFUSES(tact_hull_create(NULL, points, 4, NULL));
    REFUSES(tact_hull_create_from_mesh(NULL, NULL, &hull));
    REFUSES(tact_hull_create_from_mesh(NULL, t->mesh, NULL));
    REFUSES(tact_hull_to_mesh(NULL, NULL, &mesh));
    REFUSES(tact_hull_to_mesh(NULL, t->hull, NULL));
    REFUSES(tact_hull_move_vertices(NULL, points));
    REFUSES(tact_hull_move_vertices(t->hull, NULL));
    REFUSES(tact_hull_validate(NULL, NULL));
    SERVES(tact_hull_validate(t->hull, NULL));
    REFUSES(tact_shape_validate(NULL));
    REFUSES(tact_shape_parse(NULL, NULL, &parsed));
    REFUSES(tact_shape_parse("sphere:1", NULL, NULL));
    SERVES(tact_shape_parse("sphere:1", NULL, &parsed));
    /* "sphere:1" has eight characters, whatever the size of the buffer is. */
    char text[10] = "untouched";
    assert_int_equal(tact_shape_print(&parsed.shape, NULL, 10), 8);
    assert_int_equal(tact_shape_print(&parsed.shape, NULL, 0), 8);
    assert_int_equal(tact_shape_print(&parsed.shape, text, 0), 8);
    assert_string_equal(text, "untouched");
    assert_int_equal(tact_shape_print(NULL, NULL, 10), 0);
    assert_int_equal(tact_shape_print(NULL, text, 10), 0);
    assert_string_equal(text, "");
}

static void test_convex_pairs(void **state) {
    const things *t = *state;
    const tacti_placed_shape *a = &t->placed_shape;
    tacti_placed_shape no_shape = {NULL, tact_pose_identity()};
    tacti_convex_collision collision;
    tacti_convex_distance_answer separation;
    tacti_convex_depth_answer penetration;
    tacti_manifold manifold;
    tacti_convex_gradient_answer gradient;
    tact_perceptron_result perceptron;
    bool is_right;
    const tacti_placed_shape *bad[] = {NULL, &no_shape};
    SERVES(tacti_convex_collide(a, a, NULL, &collision));
    for (int i = 0; i < 2; i++) {
        REFUSES(tacti_convex_collide(bad[i], a, NULL, &collision));
        REFUSES(tacti_convex_collide(a, bad[i], NULL, &collision));
        REFUSES(tacti_convex_check(bad[i], a, &collision, &is_right));
        REFUSES(tacti_convex_check(a, bad[i], &collision, &is_right));
        REFUSES(tacti_convex_distance(bad[i], a, NULL, &separation));
        REFUSES(tacti_convex_distance(a, bad[i], NULL, &separation));
        REFUSES(tacti_convex_depth(bad[i], a, NULL, &penetration));
        REFUSES(tacti_convex_depth(a, bad[i], NULL, &penetration));
        REFUSES(tacti_convex_manifold(bad[i], a, 0, NULL, &manifold));
        REFUSES(tacti_convex_manifold(a, bad[i], 0, NULL, &manifold));
        REFUSES(tacti_convex_gradient(bad[i], a, NULL, &gradient));
        REFUSES(tacti_convex_gradient(a, bad[i], NULL, &gradient));
        REFUSES(tacti_convex_perceptron(bad[i], a, NULL, &perceptron));
        REFUSES(tacti_convex_perceptron(a, bad[i], NULL, &perceptron));
    }
    REFUSES(tacti_convex_collide(a, a, NULL, NULL));
    REFUSES(tacti_convex_check(a, a, NULL, &is_right));
    REFUSES(tacti_convex_check(a, a, &collision, NULL));
    REFUSES(tacti_convex_distance(a, a, NULL, NULL));
    REFUSES(tacti_convex_depth(a, a, NULL, NULL));
    REFUSES(tacti_convex_manifold(a, a, 0, NULL, NULL));
    REFUSES(tacti_convex_gradient(a, a, NULL, NULL));
    REFUSES(tacti_convex_perceptron(a, a, NULL, NULL));
}

static void test_programs(void **state) {
    (void)state;
    double one = 1;
    tact_vec3 point = {0, 0, 0};
    tact_plane plane = {{0, 0, 1}, 0};
    tact_lp lp = {.variables = 1, .count = 1, .rows = &one, .limits = &one, .goal = &one, .box = 9};
    tact_lp_result result;
    tact_lp_deepest_result deepest;
    tact_lp_separating_result separation;
    REFUSES(tact_lp_solve(NULL, NULL, &result));
    REFUSES(tact_lp_solve(NULL, &lp, NULL));
    for (int i = 0; i < 3; i++) {
        tact_lp bad = lp;
        *(i == 0 ? &bad.rows : i == 1 ? &bad.limits : &bad.goal) = NULL;
        REFUSES(tact_lp_solve(NULL, &bad, &result));
    }
    REFUSES(tact_lp_deepest_point(NULL, NULL, 1, 1, &deepest));
    REFUSES(tact_lp_deepest_point(NULL, &plane, 1, 1, NULL));
    REFUSES(tact_lp_separating_plane(NULL, NULL, 1, &point, 1, &separation));
    REFUSES(tact_lp_separating_plane(NULL, &point, 1, NULL, 1, &separation));
    REFUSES(tact_lp_separating_plane(NULL, &point, 1, &point, 1, NULL));
}

static bool visit(void *user, uint32_t a, uint32_t b) {
    (void)user, (void)a, (void)b;
    return true;
}

static void test_pairs_of_meshes(void **state) {
    const things *t = *state;
    const tacti_placed *a = &t->placed;
    tacti_placed no_mesh = {NULL, tact_pose_identity()};
    tacti_mesh_collision collision;
    tacti_mesh_distance_answer separation;
    tacti_contact_summary summary;
    tact_curve_summary curves;
    tact_outcome outcome;
    const tacti_placed *bad[] = {NULL, &no_mesh};
    for (int i = 0; i < 4; i++) {
        const tacti_placed *x = i < 2 ? bad[i] : a, *y = i < 2 ? a : bad[i - 2];
        REFUSES(tacti_mesh_collide(x, y, NULL, t->cache, &collision));
        REFUSES(tacti_mesh_contacts_visit(x, y, NULL, visit, NULL, &summary));
        REFUSES(tacti_mesh_contacts_fill(x, y, NULL, TACT_CONTACT_PAIRS, t->list, &summary));
        REFUSES(tacti_mesh_distance(x, y, NULL, t->cache, &separation));
        REFUSES(tacti_mesh_within(x, y, 1, NULL, t->cache, &outcome, NULL));
        REFUSES(tacti_mesh_lower_bound(x, y, NULL, t->cache, &separation));
        REFUSES(tacti_curve_set_fill(x, y, NULL, t->curves, &curves));
    }
    REFUSES(tacti_mesh_collide(a, a, NULL, NULL, NULL));
    REFUSES(tacti_mesh_contacts_visit(a, a, NULL, NULL, NULL, &summary));
    REFUSES(tacti_mesh_contacts_visit(a, a, NULL, visit, NULL, NULL));
    REFUSES(tacti_mesh_contacts_fill(a, a, NULL, TACT_CONTACT_PAIRS, NULL, &summary));
    REFUSES(tacti_mesh_contacts_fill(a, a, NULL, TACT_CONTACT_PAIRS, t->list, NULL));
    REFUSES(tacti_mesh_distance(a, a, NULL, NULL, NULL));
    REFUSES(tacti_mesh_within(a, a, 1, NULL, NULL, NULL, NULL));
    SERVES(tacti_mesh_within(a, a, 1, NULL, NULL, &outcome, NULL));
    REFUSES(tacti_mesh_lower_bound(a, a, NULL, NULL, NULL));
    REFUSES(tacti_curve_set_fill(a, a, NULL, NULL, &curves));
    REFUSES(tacti_curve_set_fill(a, a, NULL, t->curves, NULL));
    REFUSES(tacti_self_visit(NULL, NULL, visit, NULL, &summary));
    REFUSES(tacti_self_visit(t->bvh, NULL, NULL, NULL, &summary));
    REFUSES(tacti_self_visit(t->bvh, NULL, visit, NULL, NULL));
    REFUSES(tacti_self_fill(NULL, NULL, TACT_CONTACT_PAIRS, t->list, &summary));
    REFUSES(tacti_self_fill(t->bvh, NULL, TACT_CONTACT_PAIRS, NULL, &summary));
    REFUSES(tacti_self_fill(t->bvh, NULL, TACT_CONTACT_PAIRS, t->list, NULL));
    REFUSES(tact_contact_list_create(NULL, NULL));
    REFUSES(tact_curve_set_create(NULL, NULL));
}

static void test_batches_and_points(void **state) {
    const things *t = *state;
    tacti_placed no_mesh = {NULL, tact_pose_identity()};
    tacti_mesh_hit hit;
    tacti_nearest nearest;
    tact_ray ray = {{0, 0, 5}, {0, 0, -1}};
    tact_vec3 point = {0, 0, 5};
    ray_hits list = {.hits = &hit, .capacity = 1};
    const tacti_placed *bad[] = {NULL, &no_mesh};
    for (int i = 0; i < 2; i++) {
        REFUSES(tacti_ray_first(bad[i], ray, 9, NULL, &hit));
        REFUSES(tacti_ray_any(bad[i], ray, 9, NULL, &hit));
        REFUSES(ray_hits_collect(bad[i], ray, 9, NULL, &list));
        REFUSES(tacti_ray_first_many(bad[i], &ray, 1, 9, &hit));
        REFUSES(tacti_closest_point(bad[i], point, 9, NULL, &nearest));
        REFUSES(tacti_closest_point_many(bad[i], &point, 1, 9, &nearest));
    }
    const tacti_placed *mesh = &t->placed;
    REFUSES(tacti_ray_first(mesh, ray, 9, NULL, NULL));
    REFUSES(tacti_ray_any(mesh, ray, 9, NULL, NULL));
    REFUSES(tacti_ray_visit(mesh, ray, 9, NULL, NULL, NULL));
    SERVES(ray_hits_collect(mesh, ray, 9, NULL, &list));
    REFUSES(tacti_ray_first_many(mesh, NULL, 1, 9, &hit));
    REFUSES(tacti_ray_first_many(mesh, &ray, 1, 9, NULL));
    REFUSES(tacti_closest_point(mesh, point, 9, NULL, NULL));
    REFUSES(tacti_closest_point_many(mesh, NULL, 1, 9, &nearest));
    REFUSES(tacti_closest_point_many(mesh, &point, 1, 9, NULL));
}

static void test_solids(void **state) {
    const things *t = *state;
    tacti_filled no_solid = {NULL, tact_pose_identity()};
    tact_vec3 point = {0, 0, 0};
    tacti_winding winding;
    tacti_signed_nearest nearest;
    tacti_classification relation;
    const tacti_filled *mesh = &t->filled, *bad[] = {NULL, &no_solid};
    for (int i = 0; i < 2; i++) {
        REFUSES(tacti_winding_number(bad[i], point, 0, NULL, &winding));
        REFUSES(tacti_signed_distance(bad[i], point, NULL, &nearest));
        REFUSES(tacti_mesh_classify(NULL, bad[i], mesh, NULL, &relation));
        REFUSES(tacti_mesh_classify(NULL, mesh, bad[i], NULL, &relation));
    }
    REFUSES(tacti_winding_number(mesh, point, 0, NULL, NULL));
    REFUSES(tacti_signed_distance(mesh, point, NULL, NULL));
    REFUSES(tacti_mesh_classify(NULL, mesh, mesh, NULL, NULL));
    SERVES(tacti_mesh_classify(NULL, mesh, mesh, NULL, &relation));
}

static void test_objects(void **state) {
    const things *t = *state;
    tacti_object nothing = {.pose = tact_pose_identity()};
    tacti_object box = {.shape = &t->shape, .pose = tact_pose_identity()};
    tacti_object_collision collision;
    tacti_object_distance_answer separation;
    tacti_convex_depth_answer penetration;
    tacti_manifold manifold;
    tacti_contact_summary summary;
    tacti_object_relation relation;
    const tacti_object *a = &t->object, *bad[] = {NULL, &nothing};
    for (int i = 0; i < 4; i++) {
        const tacti_object *x = i < 2 ? bad[i] : &box, *y = i < 2 ? &box : bad[i - 2];
        REFUSES(tacti_object_collide(x, y, NULL, &collision));
        REFUSES(tacti_object_distance(x, y, NULL, &separation));
        REFUSES(tacti_object_depth(x, y, &penetration));
        REFUSES(tacti_object_manifold(x, y, 0, &manifold));
        REFUSES(tacti_object_contacts(x, y, NULL, visit, NULL, &summary));
        REFUSES(tacti_object_classify(NULL, x, y, NULL, &relation));
    }
    REFUSES(tacti_object_collide(a, &box, NULL, NULL));
    REFUSES(tacti_object_distance(a, &box, NULL, NULL));
    REFUSES(tacti_object_depth(&box, &box, NULL));
    REFUSES(tacti_object_manifold(&box, &box, 0, NULL));
    REFUSES(tacti_object_contacts(a, &box, NULL, NULL, NULL, &summary));
    REFUSES(tacti_object_contacts(a, &box, NULL, visit, NULL, NULL));
    REFUSES(tacti_object_classify(NULL, a, &box, NULL, NULL));
    SERVES(tacti_object_collide(a, &box, NULL, &collision));
}

static void test_proofs(void **state) {
    const things *t = *state;
    tacti_placed_mesh no_mesh = {NULL, tact_pose_identity()};
    tact_proof_names names = {"a", "b"}, no_names = {NULL, NULL};
    tact_verification verification;
    tact_proof_file file;
    const tacti_placed_mesh *a = &t->placed_mesh, *bad[] = {NULL, &no_mesh};
    for (int i = 0; i < 4; i++) {
        const tacti_placed_mesh *x = i < 2 ? bad[i] : a, *y = i < 2 ? a : bad[i - 2];
        REFUSES(tacti_verify_proof(NULL, x, y, t->proof, &verification));
        REFUSES(tacti_verify_contact(x, y, 0, 0, &verification));
        REFUSES(tacti_proof_save(t->proof, x, y, &names, "none.proof", NULL));
    }
    REFUSES(tact_proof_create(NULL, NULL));
    REFUSES(tacti_verify_proof(NULL, a, a, NULL, &verification));
    REFUSES(tacti_verify_proof(NULL, a, a, t->proof, NULL));
    REFUSES(tacti_verify_contact(a, a, 0, 0, NULL));
    REFUSES(tacti_proof_save(NULL, a, a, &names, "none.proof", NULL));
    REFUSES(tacti_proof_save(t->proof, a, a, NULL, "none.proof", NULL));
    REFUSES(tacti_proof_save(t->proof, a, a, &no_names, "none.proof", NULL));
    REFUSES(tacti_proof_save(t->proof, a, a, &names, NULL, NULL));
    REFUSES(tact_proof_load(NULL, NULL, NULL, &file));
    REFUSES(tact_proof_load(NULL, "none.proof", NULL, NULL));
    REFUSES(tact_proof_parse(NULL, NULL, 5, NULL, &file));
    REFUSES(tact_proof_parse(NULL, "tact", 4, NULL, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_destroying_nothing),
        cmocka_unit_test(test_base_and_math),
        cmocka_unit_test(test_meshes),
        cmocka_unit_test(test_generators),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_hierarchies),
        cmocka_unit_test(test_hulls_and_texts),
        cmocka_unit_test(test_convex_pairs),
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_pairs_of_meshes),
        cmocka_unit_test(test_batches_and_points),
        cmocka_unit_test(test_solids),
        cmocka_unit_test(test_objects),
        cmocka_unit_test(test_proofs),
    };
    return cmocka_run_group_tests(tests, make_things, free_things);
}
