/* SPDX-License-Identifier: MIT */
/* tact.hpp: owners destroy once, a failure has a status and a text, nothing throws unless it is
 * asked to, and every question gives the same bits as the C function. Batches are in
 * test_batch.cpp. Both files are built with exceptions and without. */
#include "scene.hpp"

/* ---- What the types promise --------------------------------------------------------------- */

template <class T> constexpr bool is_move_only() {
    return !std::is_copy_constructible<T>::value && !std::is_copy_assignable<T>::value &&
           std::is_nothrow_move_constructible<T>::value &&
           std::is_nothrow_move_assignable<T>::value && std::is_default_constructible<T>::value;
}
static_assert(is_move_only<tact::context>(), "");
static_assert(is_move_only<tact::pool>(), "");
static_assert(is_move_only<tact::soup>(), "");
static_assert(is_move_only<tact::mesh>(), "");
static_assert(is_move_only<tact::topology>(), "");
static_assert(is_move_only<tact::hull>(), "");
static_assert(is_move_only<tact::contact_list>(), "");
static_assert(is_move_only<tact::curve_set>(), "");
static_assert(is_move_only<tact::proof>(), "");
static_assert(is_move_only<tact::proof_file>(), "");
static_assert(std::is_nothrow_copy_constructible<tact::model>::value, "one more reference");
static_assert(std::is_nothrow_move_constructible<tact::model>::value, "");
static_assert(sizeof(tact::mesh) == sizeof(void *), "an owner is a pointer");
static_assert(sizeof(tact::model) == sizeof(void *), "an owner is a pointer");
static_assert(sizeof(tact::cache) == TACT_CACHE_BYTES, "a cache is its memory");
static_assert(sizeof(tact::depth_cache) == TACT_CACHE_DEPTH_BYTES, "a cache is its memory");
static_assert(std::is_trivially_copyable<tact::cache>::value, "a cache is bytes");
static_assert(std::is_convertible<tact::mesh &, const tact_mesh *>::value, "for C functions");
static_assert(!std::is_convertible<tact::mesh, const tact_mesh *>::value, "it would dangle");
static_assert(!std::is_convertible<tact_mesh *, tact::mesh>::value, "owning is explicit");
static_assert(!std::is_constructible<bool, tact::result<tact::collide_result>>::value,
              "a result is not a verdict");
static_assert(std::is_convertible<tact::span<tact_vec3>, tact::span<const tact_vec3>>::value, "");
static_assert(!std::is_convertible<tact::span<const tact_vec3>, tact::span<tact_vec3>>::value, "");
static_assert(!std::is_convertible<tact::options (&)[2], tact::span<tact_options>>::value,
              "a view never walks over an array of larger elements");

/* ---- Ownership ---------------------------------------------------------------------------- */

/* A context whose allocations are counted. */
struct counted {
    test_allocator memory;
    tact::context context;
    uint64_t before;

    counted() : context(test_context_make(&memory)), before(memory.live) {
    }
    ~counted() {
        assert_int_equal(memory.live, before);
        context.reset();
        assert_int_equal(memory.live, 0);
    }
    counted(const counted &) = delete;
    counted &operator=(const counted &) = delete;
};

/* Checks an owner of something that make() creates. */
template <class Make> static void check_owner(counted &in, Make make) {
    using owner = decltype(make());
    uint64_t none = in.memory.live;
    {
        owner first = make();
        uint64_t one = in.memory.live;
        assert_true(one > none);
        auto *raw = first.get();
        assert_non_null(raw);
        owner second = std::move(first);
        assert_null(first.get());
        assert_ptr_equal(second.get(), raw);
        assert_int_equal(in.memory.live, one);
        first = make();
        assert_true(in.memory.live > one);
        first = std::move(second); /* destroys the newer one */
        assert_null(second.get());
        assert_ptr_equal(first.get(), raw);
        assert_int_equal(in.memory.live, one);
        owner &alias = first;
        first = std::move(alias); /* to itself: does nothing */
        assert_ptr_equal(first.get(), raw);
        assert_int_equal(in.memory.live, one);
        second = owner(first.release());
        assert_null(first.get());
        assert_ptr_equal(second.get(), raw);
        second.reset();
        assert_int_equal(in.memory.live, none);
        second = make();
    }
    assert_int_equal(in.memory.live, none);
}

static void test_owners_destroy_once(void **) {
    counted in;
    tact::mesh cube = must(
        tact::call<tact::mesh>(tact_mesh_create_box, in.context.get(), tact_vec3{1, 1, 1}, 2u));
    tact::mesh_arrays arrays = tact_mesh_as_arrays(cube);
    check_owner(in, [&] { return must(tact::pool_create(2, in.context)); });
    check_owner(in, [&] {
        return must(tact::call<tact::soup>(tact_soup_create, in.context.get(), &arrays));
    });
    check_owner(in, [&] { return must(tact::mesh_create(arrays, in.context)); });
    check_owner(in, [&] {
        return must(tact::call<tact::topology>(tact_topology_create, in.context.get(), cube.get()));
    });
    check_owner(in, [&] { return must(tact::hull_create(tact::mesh_vertices(cube), in.context)); });
    check_owner(in, [&] { return must(tact::contact_list_create(in.context)); });
    check_owner(in, [&] { return must(tact::curve_set_create(in.context)); });
    check_owner(in, [&] { return must(tact::proof_create(in.context)); });
    check_owner(in, [&] { return model_of(cube, in.context); });
    check_owner(in,
                [&] { return must(tact::model_create_shape(tact_shape_sphere(1), in.context)); });
    check_owner(in, [&] {
        tact_context_desc desc = tact_context_desc_default();
        test_allocator unused; /* for the functions of the allocator, not for its count */
        desc.allocator = test_allocator_make(&unused);
        desc.allocator.user = &in.memory;
        return must(tact::context_create(desc));
    });
}

static void test_models_are_counted(void **) {
    counted in;
    uint64_t none = in.memory.live;
    tact::model kept;
    {
        tact::model made = must(tact::model_create_shape(tact_shape_box(1, 2, 3), in.context));
        uint64_t one = in.memory.live;
        tact::model copy = made;
        assert_ptr_equal(copy.get(), made.get());
        kept = copy;
        tact::model &alias = kept;
        kept = alias;
        assert_ptr_equal(kept.get(), made.get());
        assert_int_equal(in.memory.live, one);
        tact::model nothing;
        copy = nothing;
        assert_null(copy.get());
    }
    assert_true(in.memory.live > none);
    assert_int_equal(tact_model_inspect(kept).kind, TACT_KIND_BOX);
    {
        tact::instance parts[] = {tact::instance_make(kept), tact::instance_make(kept)};
        tact::model compound = must(tact::model_create_compound(parts, in.context));
        assert_int_equal(tact_model_inspect(compound).part_count, 2);
        kept.reset();
        assert_int_equal(tact_model_inspect(tact_model_part(compound, 1)->model).kind,
                         TACT_KIND_BOX);
    }
    assert_int_equal(in.memory.live, none);
}

/* Moving a result moves what it owns. */
static void test_results_own(void **) {
    counted in;
    uint64_t none = in.memory.live;
    {
        auto made = tact::model_create_shape(tact_shape_sphere(1), in.context);
        assert_true(made.ok());
        auto moved = std::move(made);
        assert_true(moved.ok());
        assert_non_null(moved.value().get());
        tact::model out = std::move(moved).value();
        assert_null(moved.value().get());
        assert_non_null(out.get());
        auto copied = tact::model_create_shape(tact_shape_sphere(2), in.context);
        auto copy = copied;
        assert_ptr_equal(copy.value().get(), copied.value().get());
    }
    assert_int_equal(in.memory.live, none);
}

/* Whichever allocation fails, there is a status and a text, and nothing leaks. */
static void test_memory_that_ends(void **) {
    counted in;
    tact::mesh cube = must(
        tact::call<tact::mesh>(tact_mesh_create_box, in.context.get(), tact_vec3{1, 1, 1}, 2u));
    uint64_t none = in.memory.live;
    bool has_succeeded = false;
    for (uint64_t i = 1; !has_succeeded; i++) {
        in.memory.calls = 0;
        in.memory.fail_at = i;
        auto made = tact::model_create_mesh(tact_mesh_as_arrays(cube), {}, in.context);
        in.memory.fail_at = 0;
        has_succeeded = made.ok();
        if (!has_succeeded) {
            assert_int_equal(made.status(), TACT_OUT_OF_MEMORY);
            assert_true(made.text()[0] != 0);
            assert_int_equal(in.memory.live, none);
        }
    }
    assert_int_equal(in.memory.live, none);
}

/* ---- Failures ----------------------------------------------------------------------------- */

static void test_failures_say_why(void **) {
    auto missing = tact::model_load("no/such/file.obj");
    assert_false(missing.ok());
    assert_int_equal(missing.status(), TACT_READ_FAILED);
    tact_error error;
    tact_model *model = nullptr;
    assert_int_equal(tact_model_load(nullptr, "no/such/file.obj", nullptr, &error, &model),
                     TACT_READ_FAILED);
    assert_string_equal(missing.text(), error.text);
    assert_non_null(std::strstr(missing.text(), "no/such/file.obj"));
    auto copy = missing;
    assert_int_equal(copy.status(), TACT_READ_FAILED);
    assert_string_equal(copy.text(), error.text);

    const char bad[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n";
    auto soup = tact::call<tact::soup>(tact_read_memory, nullptr, bad, sizeof bad - 1,
                                       TACT_FORMAT_OBJ, "bad.obj");
    assert_int_equal(soup.status(), TACT_INVALID_FILE);
    assert_int_equal(soup.error().line, 4);
    assert_non_null(std::strstr(soup.text(), "bad.obj"));
    assert_int_equal(soup.error().status, TACT_INVALID_FILE);

    /* If a function gives no text, the text of its status is used. */
    auto hull = tact::hull_create({});
    assert_int_equal(hull.status(), TACT_INVALID_ARGUMENT);
    assert_string_equal(hull.text(), tact_status_text(TACT_INVALID_ARGUMENT));
    assert_int_equal(hull.error().index, TACT_NO_INDEX);
}

static void test_questions_say_why(void **) {
    scene s;
    auto unsupported = tact::depth(s.ring, s.block);
    assert_int_equal(unsupported.status(), TACT_UNSUPPORTED);
    tact_error error;
    tact_options how = tact_options_default();
    how.error = &error;
    tact_depth_result out;
    assert_int_equal(tact_depth(&s.ring, &s.block, &how, nullptr, &out), TACT_UNSUPPORTED);
    assert_string_equal(unsupported.text(), error.text);

    s.ball.pose.m[0] = 2;
    auto bent = tact::collide(s.box, s.ball);
    assert_int_equal(bent.status(), TACT_INVALID_POSE);
    assert_int_equal(bent.error().index, 1);

    /* The caller's own error is filled too, and unchanged if the call succeeds. */
    error = tact_error();
    tact::options own;
    own.error = &error;
    assert_true(tact::collide(s.ring, s.block, own).ok());
    assert_string_equal(error.text, "");
    auto again = tact::collide(s.box, s.ball, own);
    assert_string_equal(again.text(), bent.text());
    assert_string_equal(error.text, bent.text());
    assert_int_equal(error.status, TACT_INVALID_POSE);
    assert_int_equal(error.index, 1);
    assert_ptr_equal(own.error, &error);
}

#if defined(__cpp_exceptions)
static void test_throws_on_request(void **) {
    tact::model made = tact::model_create_shape(tact_shape_sphere(1)).value_or_throw();
    assert_non_null(made.get());
    auto missing = tact::model_load("no/such/file.obj"); /* does not throw */
    int thrown = 0;
    try {
        (void)missing.value_or_throw();
    } catch (const std::runtime_error &e) {
        assert_string_equal(e.what(), missing.text());
        thrown++;
    }
    try {
        tact::model never = tact::model_load("no/such/file.obj").value_or_throw();
        fail();
    } catch (const std::runtime_error &e) {
        assert_string_equal(e.what(), missing.text());
        thrown++;
    }
    tact_pose bent = tact_pose_identity();
    bent.m[0] = 2;
    try {
        tact::call<void>(tact_pose_validate, bent).value_or_throw();
    } catch (const std::runtime_error &) {
        thrown++;
    }
    assert_int_equal(thrown, 3);
    tact::call<void>(tact_pose_validate, tact_pose_identity()).value_or_throw();
    const auto kept = tact::instance_bounds(tact::instance_make(made));
    assert_true(kept.value_or_throw().hi.x >= 1);
}
#endif

/* ---- Questions ---------------------------------------------------------------------------- */

static void test_pair_questions(void **) {
    scene s;
    tact_collide_result collide;
    assert_int_equal(tact_collide(&s.ring, &s.block, nullptr, nullptr, &collide), TACT_OK);
    assert_same(must(tact::collide(s.ring, s.block)), collide);
    assert_int_equal(collide.outcome, TACT_OUTCOME_CONTACT);
    tact_distance_result distance;
    assert_int_equal(tact_distance(&s.ring, &s.box, nullptr, nullptr, &distance), TACT_OK);
    assert_same(must(tact::distance(s.ring, s.box)), distance);
    assert_true(distance.distance > 0);
    tact::options near;
    near.limit = 0.1;
    assert_int_equal(tact_distance(&s.ring, &s.box, &near, nullptr, &distance), TACT_OK);
    assert_same(must(tact::distance(s.ring, s.box, near)), distance);
    assert_int_equal(distance.within, TACT_OUTCOME_APART);
    tact_depth_result depth;
    assert_int_equal(tact_depth(&s.box, &s.ball, nullptr, nullptr, &depth), TACT_OK);
    assert_same(must(tact::depth(s.box, s.ball)), depth);
    assert_true(depth.depth > 0);
    tact_manifold_result manifold;
    assert_int_equal(tact_manifold(&s.box, &s.ball, nullptr, nullptr, &manifold), TACT_OK);
    assert_same(must(tact::manifold(s.box, s.ball)), manifold);
    assert_true(manifold.point_count > 0);
    tact_gradient_result gradient;
    assert_int_equal(tact_gradient(&s.box, &s.ball, nullptr, nullptr, &gradient), TACT_OK);
    assert_same(must(tact::gradient(s.box, s.ball)), gradient);
    tact_classify_result classify;
    assert_int_equal(tact_classify(&s.ring, &s.block, nullptr, &classify), TACT_OK);
    assert_same(must(tact::classify(s.ring, s.block)), classify);
    assert_int_equal(classify.relation, TACT_RELATION_CROSSING);
}

static void test_lists(void **) {
    scene s;
    tact::options how;
    how.flags = TACT_OPTION_GEOMETRY;
    tact::contact_list expected_list = must(tact::contact_list_create());
    tact::contact_list list = must(tact::contact_list_create());
    assert_true(tact::contact_list_view(list).pairs.empty());
    tact_contacts_result contacts;
    assert_int_equal(tact_contacts(&s.ring, &s.block, &how, expected_list, &contacts), TACT_OK);
    assert_same(must(tact::contacts(s.ring, s.block, list, how)), contacts);
    tact_contact_view expected = tact_contact_list_view(expected_list);
    tact::contact_view view = tact::contact_list_view(list);
    assert_true(expected.count > 0 && expected.point_count > 0);
    assert_int_equal(view.pairs.size(), expected.count);
    assert_int_equal(view.contacts.size(), expected.count);
    assert_int_equal(view.points.size(), expected.point_count);
    size_t i = 0;
    for (const uint32_t(&pair)[2] : view.pairs) {
        assert_int_equal(pair[0], expected.pairs[2 * i]);
        assert_int_equal(pair[1], expected.pairs[2 * i + 1]);
        assert_int_equal(view.contacts[i].first_point, expected.contacts[i].first_point);
        i++;
    }
    (void)must(tact::contacts(s.ring, s.block, list));
    view = tact::contact_list_view(list);
    assert_int_equal(view.pairs.size(), expected.count);
    assert_true(view.contacts.empty() && view.points.empty());

    /* The visitor gets the same pairs in another order. */
    uint64_t visited = 0, sum = 0, expected_sum = 0;
    auto visit = [&](tact_element a, tact_element b) {
        visited++;
        sum += (a.element + 1) * (b.element + 1);
        return true;
    };
    auto all = must(tact::contacts_visit(s.ring, s.block, visit));
    for (const uint32_t(&pair)[2] : view.pairs)
        expected_sum += (pair[0] + 1) * (pair[1] + 1);
    assert_int_equal(visited, contacts.count);
    assert_int_equal(all.count, contacts.count);
    assert_int_equal(sum, expected_sum);
    visited = 0;
    auto first = must(tact::contacts_visit(s.ring, s.block, [&](tact_element, tact_element) {
        visited++;
        return false;
    }));
    assert_int_equal(visited, 1);
    assert_int_equal(first.ending, TACT_ENDING_CANCELLED);

    tact_contacts_result self;
    assert_int_equal(tact_self(s.models[0], nullptr, nullptr, &self), TACT_OK);
    assert_same(must(tact::self(s.models[0])), self);
    assert_same(must(tact::self(s.models[0], list)), self);
    assert_true(tact::contact_list_view(list).pairs.empty());
}

static void test_curves(void **) {
    scene s;
    tact::curve_set expected_set = must(tact::curve_set_create());
    tact::curve_set set = must(tact::curve_set_create());
    tact_curves_result expected;
    assert_int_equal(tact_curves(&s.ring, &s.block, nullptr, expected_set, &expected), TACT_OK);
    tact_curves_result curves = must(tact::curves(s.ring, s.block, set));
    assert_int_equal(curves.ending, expected.ending);
    assert_int_equal(curves.summary.curve_count, expected.summary.curve_count);
    assert_int_equal(curves.summary.contact_count, expected.summary.contact_count);
    test_assert_same_bits(curves.summary.length, expected.summary.length);
    assert_true(curves.summary.curve_count > 0);
    tact_curve_view expected_view = tact_curve_set_view(expected_set);
    tact::curve_view view = tact::curve_set_view(set);
    assert_int_equal(view.curves.size(), expected_view.curve_count);
    assert_int_equal(view.patches.size(), expected_view.patch_count);
    assert_int_equal(view.indices.size(), expected_view.index_count);
    assert_int_equal(view.points.size(), expected_view.point_count);
    assert_int_equal(view.sources.size(), expected_view.point_count);
    for (size_t i = 0; i < view.points.size(); i++)
        assert_same(view.points[i], expected_view.points[i]);
    for (size_t i = 0; i < view.sources.size(); i++)
        assert_same(view.sources[i], expected_view.sources[i]);
}

static void test_single_questions(void **) {
    scene s;
    tact_box bounds;
    assert_int_equal(tact_instance_bounds(&s.block, &bounds), TACT_OK);
    assert_same(must(tact::instance_bounds(s.block)), bounds);
    tact_ray ray = {{-4, 0.1, 0.1}, {1, 0, 0}};
    tact_raycast_result hit;
    assert_int_equal(tact_raycast(&s.ring, ray, nullptr, &hit), TACT_OK);
    assert_same(must(tact::raycast(s.ring, ray)), hit);
    assert_int_equal(hit.outcome, TACT_OUTCOME_CONTACT);
    tact_raycast_result expected[8], hits[8];
    tact_raycast_all_result all;
    assert_int_equal(tact_raycast_all(&s.ring, ray, nullptr, expected, 8, &all), TACT_OK);
    assert_int_equal(all.count, 4);
    assert_same(must(tact::raycast_all(s.ring, ray, hits)), all);
    for (size_t i = 0; i < all.count; i++)
        assert_same(hits[i], expected[i]);
    assert_same(must(tact::raycast_all(s.ring, ray, {})), all);
    assert_same(must(tact::raycast_all(s.ring, ray, {hits, 2})), all);
    tact_vec3 point = {2, 0.1, 0};
    tact_nearest_result nearest;
    assert_int_equal(tact_nearest(&s.ring, point, nullptr, &nearest), TACT_OK);
    assert_same(must(tact::nearest(s.ring, point)), nearest);
    tact::options how;
    how.flags = TACT_OPTION_SIGNED;
    tact_inside_result inside;
    assert_int_equal(tact_inside(&s.ring, point, &how, &inside), TACT_OK);
    assert_same(must(tact::inside(s.ring, point, how)), inside);
    assert_true(inside.distance < 0);
}

static void test_proofs(void **) {
    scene s;
    counted in;
    tact::proof proof = must(tact::proof_create(in.context));
    tact::options how;
    how.proof = proof;
    auto gap = must(tact::distance(s.ring, s.block, how));
    assert_int_equal(gap.outcome, TACT_OUTCOME_CONTACT);
    assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_CONTACT);
    tact_verification expected;
    assert_int_equal(tact_verify(&s.ring, &s.block, proof, nullptr, &expected), TACT_OK);
    tact_verification found = must(tact::verify(s.ring, s.block, proof));
    assert_true(found.is_proven && expected.is_proven);
    assert_int_equal(found.work, expected.work);
    assert_int_equal(found.comparisons, expected.comparisons);

    const char *path = PROOF_PATH;
    const tact_proof_names names = {"ring.obj", "block.obj"};
    must(tact::call<void>(tact_proof_save, proof.get(), &s.ring, &s.block, &names, path));
    uint64_t live = in.memory.live;
    {
        tact::proof_file file = must(tact::proof_load(path, in.context));
        assert_true(in.memory.live > live);
        assert_string_equal(file.name_a, "ring.obj");
        assert_same(file.pose_b, s.block.pose);
        tact::proof_file moved = std::move(file);
        assert_null(file.proof);
        assert_true(must(tact::verify(s.ring, s.block, moved.proof)).is_proven);
        file = std::move(moved);
        assert_true(must(tact::verify(s.ring, s.block, file.proof)).is_proven);
    }
    assert_int_equal(in.memory.live, live);
    std::remove(path);
    auto missing = tact::proof_load(path);
    assert_int_equal(missing.status(), TACT_READ_FAILED);
    assert_non_null(std::strstr(missing.text(), path));
}

/* ---- Caches ------------------------------------------------------------------------------- */

/* A pair in motion: the cache holds the bytes that C writes, and a copy works like the original. */
template <class Cache> static void check_cache(const scene &s) {
    Cache cache;
    uint64_t words[sizeof(Cache) / 8] = {};
    tact_cache expected_cache = {words, sizeof words};
    tact::instance moving = s.ball;
    for (int i = 0; i < 32; i++) {
        moving.pose.m[3] += 0.03125;
        tact_distance_result expected;
        assert_int_equal(tact_distance(&s.box, &moving, nullptr, &expected_cache, &expected),
                         TACT_OK);
        assert_same(must(tact::distance(s.box, moving, {}, cache)), expected);
        assert_memory_equal(&cache, words, sizeof words);
        Cache copy = cache;
        auto other = must(tact::depth(s.box, moving, {}, copy));
        assert_int_equal(other.outcome, expected.outcome);
        assert_memory_equal(&cache, words, sizeof words);
    }
    uint64_t zero[sizeof(Cache) / 8] = {};
    assert_memory_not_equal(words, zero, sizeof words);
}

static void test_caches(void **) {
    scene s;
    check_cache<tact::cache>(s);
    check_cache<tact::depth_cache>(s);
}

int main() {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_owners_destroy_once),
        cmocka_unit_test(test_models_are_counted),
        cmocka_unit_test(test_results_own),
        cmocka_unit_test(test_memory_that_ends),
        cmocka_unit_test(test_failures_say_why),
        cmocka_unit_test(test_questions_say_why),
#if defined(__cpp_exceptions)
        cmocka_unit_test(test_throws_on_request),
#endif
        cmocka_unit_test(test_pair_questions),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_single_questions),
        cmocka_unit_test(test_proofs),
        cmocka_unit_test(test_caches),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
