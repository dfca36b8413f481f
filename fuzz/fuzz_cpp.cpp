/* SPDX-License-Identifier: MIT */
/* Takes any bytes as a script over tact.hpp: owners are created, copied, moved and destroyed, with
 * an allocator that fails. Nothing leaks or is destroyed twice, a failure has a status and a text
 * and throws if it is asked to, and every answer has the bits of the C function. */
#include <tact/mesh_generators.h>
#include <tact/tact.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

void require(bool is_true) {
    if (!is_true)
        std::abort();
}

struct bytes {
    const std::uint8_t *data;
    std::size_t size;

    std::uint32_t below(std::uint32_t bound) {
        if (size == 0)
            return 0;
        size--;
        return *data++ % bound;
    }
    double number() {
        return (static_cast<int>(below(64)) - 24) / 8.0;
    }
    double length() {
        return (below(32) + 1) / 8.0;
    }
    tact::vec3 vec3() {
        double x = number(), y = number();
        return {x, y, number()};
    }
};

/* Counts blocks. Fails once, after some allocations. */
struct memory {
    std::uint64_t live = 0, failures = 0;
    std::uint32_t until_failure = 0; /* 0: none */

    static void *allocate(void *user, std::size_t count, std::size_t alignment) {
        memory *m = static_cast<memory *>(user);
        if (m->until_failure > 0 && --m->until_failure == 0) {
            m->failures++;
            return nullptr;
        }
        void *block = nullptr;
        require(posix_memalign(&block, alignment < 16 ? 16 : alignment, count) == 0);
        m->live++;
        return block;
    }
    static void release(void *user, void *block, std::size_t, std::size_t) {
        static_cast<memory *>(user)->live--;
        std::free(block);
    }
};

/* The same status and text from every accessor; the value, or an exception. */
template <class T> void check(const tact::result<T> &r) {
    require(r.ok() == (r.status() == TACT_OK) && r.error().status == r.status());
    require(r.ok() == (r.text()[0] == '\0'));
    if constexpr (std::is_copy_constructible<T>::value) {
        tact::result<T> copy(r);
        require(copy.status() == r.status() && std::strcmp(copy.text(), r.text()) == 0);
    }
    bool has_thrown = false;
    try {
        (void)r.value_or_throw();
    } catch (const std::runtime_error &error) {
        has_thrown = true;
        require(std::string(error.what()) == r.text());
    }
    require(has_thrown != r.ok());
}

/* The results that are compared have no padding. */
template <class T>
void check_same(const tact::result<T> &r, tact_status status, const T &expected) {
    check(r);
    require(r.status() == status);
    if (r.ok())
        require(std::memcmp(&r.value(), &expected, sizeof(T)) == 0);
}

struct script {
    bytes in;
    memory &store;
    tact::context context; /* destroyed last */
    tact::model models[4] = {};
    tact::contact_list list = {}, other_list = {};
    tact::proof proof = {};

    tact::model &slot() {
        return models[in.below(4)];
    }
    tact::instance place() {
        tact::pose at = tact_pose_identity();
        at.m[3] = in.number();
        return tact::instance_make(slot().get(), at, in.below(8) == 7 ? TACT_INSTANCE_FILLED : 0);
    }
    tact::options choose() {
        tact::options how;
        how.context = context;
        how.flags = in.below(64);
        if (in.below(4) == 3)
            how.budget = in.below(256);
        if (in.below(8) == 7)
            how.limit = in.number(); /* refused if it is negative */
        return how;
    }

    void make_model();
    void change_owner();
    void ask_pair();
    void ask_contacts();
    void ask_one();
    void ask_batch();
    void prove();
};

void script::make_model() {
    tact::model_options how;
    how.interior = static_cast<tact_interior_mode>(in.below(4));
    switch (in.below(5)) {
    case 0: {
        auto r = tact::model_create_shape(tact_shape_sphere(in.length()), context);
        check(r);
        if (r.ok())
            slot() = std::move(r).value();
        break;
    }
    case 1: {
        tact::vec3 half = in.vec3(); /* may be negative, which is refused */
        auto r = tact::model_create_shape(tact_shape_box(half.x, half.y, half.z), context);
        check(r);
        if (r.ok())
            slot() = r.value(); /* one more reference for a moment */
        break;
    }
    case 2: {
        auto mesh = tact::call<tact::mesh>(tact_mesh_create_box, context.get(), in.vec3(), 1u);
        check(mesh);
        if (!mesh.ok())
            break;
        auto r = tact::model_create_mesh(tact_mesh_as_arrays(mesh.value()), how, context);
        check(r);
        if (r.ok())
            slot() = r.value_or_throw();
        break;
    }
    case 3: {
        tact::vec3 points[5];
        for (auto &point : points)
            point = in.vec3();
        auto hull = tact::hull_create(points, context);
        check(hull);
        if (hull.ok())
            slot() =
                tact::model_create_shape(tact_shape_hull(hull.value()), context).value_or_throw();
        break;
    }
    default: {
        tact::instance parts[2] = {place(), place()};
        auto r = tact::model_create_compound(parts, context);
        check(r);
        if (r.ok() && tact_model_inspect(r.value()).part_count < 20)
            slot() = std::move(r).value();
        break;
    }
    }
}

void script::change_owner() {
    tact::model &a = slot(), &b = slot();
    switch (in.below(7)) {
    case 0:
        a = b; /* a and b may be the same */
        break;
    case 1:
        a = std::move(b);
        break;
    case 2: {
        tact::model copy(a), moved(std::move(copy));
        require(copy.get() == nullptr && moved.get() == a.get());
        break;
    }
    case 3:
        std::swap(a, b);
        break;
    case 4:
        a.reset(b.release());
        break;
    case 5: {
        tact::model taken(a.release());
        require(a.get() == nullptr);
        break;
    }
    default: {
        auto r = tact::contact_list_create(context);
        check(r);
        if (r.ok()) {
            std::swap(list, other_list);
            list = std::move(r).value();
        }
        break;
    }
    }
}

void script::ask_pair() {
    tact::instance a = place(), b = place();
    tact::options how = choose();
    std::uint32_t question = in.below(6);
    switch (question) {
#define ASK(name)                                                                                  \
    {                                                                                              \
        tact::name##_result expected;                                                              \
        tact_status status = tact_##name(&a, &b, &how, nullptr, &expected);                        \
        check_same(tact::name(a, b, how), status, expected);                                       \
    }
    case 0:
        ASK(collide)
        break;
    case 1:
        ASK(distance)
        break;
    case 2:
        ASK(depth)
        break;
    case 3:
        ASK(manifold)
        break;
    case 4:
        ASK(gradient)
        break;
    default: {
        tact::box expected;
        tact_status status = tact_instance_bounds(&a, &expected);
        check_same(tact::instance_bounds(a), status, expected);
        break;
    }
    }
#undef ASK
}

/* Lists: a failure for lack of memory may come in either call, so none is armed here. */
void script::ask_contacts() {
    tact::instance a = place(), b = place();
    tact::options how = choose();
    store.until_failure = 0;
    if (list.get() == nullptr)
        list = tact::contact_list_create(context).value_or_throw();
    tact::contacts_result expected;
    tact_status status = tact_contacts(&a, &b, &how, list, &expected);
    check_same(tact::contacts(a, b, list, how), status, expected);
    if (status == TACT_OK)
        require(tact::contact_list_view(list).pairs.size() == expected.count);
    std::uint64_t count = 0;
    auto visited = tact::contacts_visit(
        a, b,
        [&count](tact_element, tact_element) {
            count++;
            return true;
        },
        how);
    check(visited);
    if (status == TACT_OK)
        require(visited.ok() && visited->count == count);
    status = tact_self(a.model, &how, list, &expected);
    check_same(tact::self(a.model, list, how), status, expected);
    tact::classify_result relation;
    if (in.below(8) == 7) { /* slow for smooth shapes */
        status = tact_classify(&a, &b, &how, &relation);
        check_same(tact::classify(a, b, how), status, relation);
    }
}

void script::ask_one() {
    tact::instance a = place();
    tact::options how = choose();
    tact::vec3 point = in.vec3();
    tact::ray along = {point, in.vec3()};
    tact::raycast_result hit, hits[3], more[3];
    tact::raycast_all_result all;
    tact::nearest_result nearest;
    tact::inside_result inside;
    tact_status status = tact_raycast(&a, along, &how, &hit);
    check_same(tact::raycast(a, along, how), status, hit);
    status = tact_raycast_all(&a, along, &how, hits, 3, &all);
    check_same(tact::raycast_all(a, along, more, how), status, all);
    status = tact_nearest(&a, point, &how, &nearest);
    check_same(tact::nearest(a, point, how), status, nearest);
    status = tact_inside(&a, point, &how, &inside);
    check_same(tact::inside(a, point, how), status, inside);
}

/* A batch gives the bits of single calls. A view that is too short is refused. */
void script::ask_batch() {
    tact::instance all[4] = {place(), place(), place(), place()};
    tact::options how = choose();
    tact::batch batch(all);
    batch.options = &how;
    tact::distance_result results[2];
    auto r = tact::distance_batch(batch, results, context);
    check(r);
    if (r.ok())
        for (int i = 0; i < 2; i++) {
            auto one = tact::distance(all[2 * i], all[2 * i + 1], how);
            require(one.ok() && std::memcmp(&one.value(), &results[i], sizeof results[i]) == 0);
        }
    auto refused = tact::distance_batch(batch, {results, 1}, context);
    check(refused);
    require(refused.status() == TACT_INVALID_ARGUMENT);
    tact::vec3 points[2] = {in.vec3(), in.vec3()};
    tact::nearest_result nearest[2];
    check(tact::nearest_batch(all[0], points, nearest, how, context));
}

void script::prove() {
    tact::instance a = place(), b = place();
    tact::options how = choose();
    auto made = tact::proof_create(context);
    check(made);
    if (made.ok())
        proof = std::move(made).value();
    how.proof = proof;
    auto r = tact::collide(a, b, how);
    check(r);
    if (r.ok() && how.proof != nullptr) {
        how.proof = nullptr;
        how.budget = UINT64_MAX;
        store.until_failure = 0;
        auto found = tact::verify(a, b, proof, how);
        check(found);
        require(found->is_proven == (tact_proof_inspect(proof).claim != TACT_CLAIM_NOTHING));
    }
    proof.reset(); /* it must not outlive the models */
}

/* Only value_or_throw() throws, and only if the allocator failed. */
void run_step(script &s) {
    std::uint64_t failures = s.store.failures;
    try {
        switch (s.in.below(10)) {
        case 0:
            s.store.until_failure = s.in.below(32);
            break;
        case 1:
        case 2:
            s.make_model();
            break;
        case 3:
            s.change_owner();
            break;
        case 4:
        case 5:
            s.ask_pair();
            break;
        case 6:
            s.ask_contacts();
            break;
        case 7:
            s.ask_one();
            break;
        case 8:
            s.ask_batch();
            break;
        default:
            s.prove();
            break;
        }
    } catch (const std::runtime_error &) {
        require(s.store.failures > failures);
    }
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    memory store;
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = {&store, memory::allocate, memory::release};
    {
        script s{{data, size}, store, tact::context_create(desc).value_or_throw()};
        for (int step = 0; s.in.size > 0 && step < 60; step++)
            run_step(s);
    }
    require(store.live == 0);
    return 0;
}
