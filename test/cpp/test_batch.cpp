/* SPDX-License-Identifier: MIT */
/* Batches and views of tact.hpp: they give the same bits as single questions, and a view that is
 * too short is refused. */
#include "scene.hpp"

/* ---- Batches ------------------------------------------------------------------------------ */

/* A pool of three workers and a context that uses it. */
struct workers {
    tact::pool pool = must(tact::pool_create(3));
    tact::context context;

    workers() {
        tact_context_desc desc = tact_context_desc_default();
        desc.executor = tact_pool_executor(pool);
        context = must(tact::context_create(desc));
    }
};

static void test_poses(void **) {
    scene s;
    workers w;
    const tact::instance instances[] = {s.ring, s.block, s.box, s.ball};
    const uint32_t pairs[][2] = {{0, 1}, {3, 2}, {2, 0}};
    tact::pose poses[2][4];
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < 4; j++) {
            poses[k][j] = instances[j].pose;
            poses[k][j].m[3] += 0.25 * k * j;
        }
    tact::batch batch(instances, pairs);
    batch.at({poses[0], 8});
    assert_int_equal(batch.pair_count, 3);
    assert_int_equal(batch.pose_count, 2);
    tact::collide_result hits[6];
    must(tact::collide_batch(batch, hits, w.context));
    tact::distance_result gaps[6];
    must(tact::distance_batch(batch, gaps));
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < 3; i++) {
            tact::instance a = instances[pairs[i][0]], b = instances[pairs[i][1]];
            a.pose = poses[k][pairs[i][0]];
            b.pose = poses[k][pairs[i][1]];
            assert_same(hits[3 * k + i], must(tact::collide(a, b)));
            assert_same(gaps[3 * k + i], must(tact::distance(a, b)));
        }
}

static void test_shapes(void **) {
    scene s;
    workers w;
    const tact::instance shapes[] = {s.box, s.ball, s.ball, s.box};
    tact::batch of_shapes(shapes);
    assert_int_equal(of_shapes.pair_count, 2);
    tact::depth_result depths[2];
    must(tact::depth_batch(of_shapes, depths, w.context));
    assert_same(depths[1], must(tact::depth(s.ball, s.box)));
    tact::manifold_result manifolds[2];
    must(tact::manifold_batch(of_shapes, manifolds, w.context));
    assert_same(manifolds[0], must(tact::manifold(s.box, s.ball)));
    tact::gradient_result gradients[2];
    must(tact::gradient_batch(of_shapes, gradients, w.context));
    assert_same(gradients[1], must(tact::gradient(s.ball, s.box)));
}

static void test_meshes(void **) {
    scene s;
    workers w;
    const tact::instance solids[] = {s.ring, s.block};
    tact::batch of_meshes(solids);
    tact::classify_result relations[1];
    must(tact::classify_batch(of_meshes, relations, w.context));
    assert_same(relations[0], must(tact::classify(s.ring, s.block)));
    tact::contact_list list = must(tact::contact_list_create());
    tact_contact_list *lists[] = {list};
    tact::contacts_result contacts[2];
    must(tact::contacts_batch(of_meshes, lists, contacts, w.context));
    assert_int_equal(tact::contact_list_view(list).pairs.size(), contacts[0].count);
    assert_true(contacts[0].count > 0);
    tact::curve_set set = must(tact::curve_set_create());
    tact_curve_set *sets[] = {set};
    tact::curves_result curves[1];
    must(tact::curves_batch(of_meshes, sets, curves, w.context));
    assert_true(tact::curve_set_view(set).curves.size() > 0);

    const tact_model *models[] = {s.models[0], s.models[1]};
    must(tact::self_batch(models, {}, contacts, {}, w.context));
    assert_same(contacts[1], must(tact::self(s.models[1])));
    auto short_lists = tact::self_batch(models, lists, contacts);
    assert_int_equal(short_lists.status(), TACT_INVALID_ARGUMENT);
}

static void test_rays_and_points(void **) {
    scene s;
    workers w;
    const tact::ray rays[] = {{{-4, 0.1, 0.1}, {1, 0, 0}}, {{0, 0, 9}, {0, 0, -1}}};
    tact::raycast_result first[2];
    must(tact::raycast_batch(s.ring, rays, first, {}, w.context));
    assert_same(first[0], must(tact::raycast(s.ring, rays[0])));
    const tact::vec3 points[] = {{2, 0, 0}, {0, 0, 0}};
    tact::nearest_result nearest[2];
    must(tact::nearest_batch(s.ring, points, nearest, {}, w.context));
    assert_same(nearest[1], must(tact::nearest(s.ring, points[1])));
    tact::inside_result inside[2];
    must(tact::inside_batch(s.ring, points, inside, {}, w.context));
    assert_same(inside[0], must(tact::inside(s.ring, points[0])));
    assert_int_equal(tact::inside_batch(s.ring, points, {inside, 1}).status(),
                     TACT_INVALID_ARGUMENT);
}

/* Views that are too short, strides, failed questions. */
static void test_refused(void **) {
    scene s;
    const tact::instance instances[] = {s.box, s.ball, s.ring, s.block};
    tact::batch batch(instances);
    tact::depth_result depths[2] = {}, untouched[2] = {};
    auto refused = tact::depth_batch(batch, {depths, 1});
    assert_int_equal(refused.status(), TACT_INVALID_ARGUMENT);
    assert_non_null(std::strstr(refused.text(), "view"));
    assert_memory_equal(depths, untouched, sizeof depths);
    batch.result_stride = sizeof depths[0] + 8;
    assert_int_equal(tact::depth_batch(batch, depths).status(), TACT_INVALID_ARGUMENT);
    batch.result_stride = sizeof depths[0];

    tact_error error = tact_error();
    tact::options how;
    how.error = &error;
    batch.options = &how;
    auto failed = tact::depth_batch(batch, depths); /* meshes have no depth */
    assert_int_equal(failed.status(), TACT_UNSUPPORTED);
    assert_int_equal(failed.error().index, 1);
    assert_string_equal(error.text, failed.text());
    assert_ptr_equal(how.error, &error);

    uint8_t statuses[2];
    batch.statuses = statuses;
    must(tact::depth_batch(batch, depths));
    assert_int_equal(statuses[0], TACT_OK);
    assert_int_equal(statuses[1], TACT_UNSUPPORTED);
    assert_same(depths[0], must(tact::depth(s.box, s.ball)));

    tact::batch nothing{tact::span<const tact_instance>()};
    must(tact::depth_batch(nothing.at({}), {}));
}

/* ---- Views -------------------------------------------------------------------------------- */

static void test_views(void **) {
    tact::mesh cube =
        must(tact::call<tact::mesh>(tact_mesh_create_box, nullptr, tact_vec3{1, 1, 1}, 1u));
    tact::span<const tact_vec3> vertices = tact::mesh_vertices(cube);
    tact::span<const uint32_t[3]> triangles = tact::mesh_indices(cube);
    assert_ptr_equal(vertices.data(), tact_mesh_vertices(cube));
    assert_int_equal(vertices.size(), 8);
    assert_int_equal(triangles.size(), 12);
    uint32_t corners = 0;
    for (const uint32_t(&triangle)[3] : triangles)
        for (uint32_t corner : triangle) {
            assert_true(corner < vertices.size());
            assert_int_equal(corner, tact_mesh_indices(cube)[corners++]);
        }
    assert_int_equal(corners, 36);
    tact::hull hull = must(tact::hull_create(vertices));
    assert_int_equal(tact::hull_vertices(hull).size(), 8);
    assert_ptr_equal(tact::hull_vertices(hull).data(), tact_hull_vertices(hull));

    tact_vec3 array[3] = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
    tact::span<tact_vec3> of_array = array;
    of_array[2].z = 4;
    assert_true(array[2].z == 4);
    tact::span<const tact_vec3> constant = of_array;
    assert_int_equal(constant.end() - constant.begin(), 3);
    tact::span<const tact_vec3> empty;
    assert_true(empty.empty() && empty.begin() == empty.end());

    tact::model model = model_of(cube);
    assert_int_equal(tact::mesh_indices(tact_model_mesh(model)).size(), 12);
}

int main() {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_poses),   cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_meshes),  cmocka_unit_test(test_rays_and_points),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_views),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
