/* SPDX-License-Identifier: MIT */
/**
 * @file tact.hpp
 * tact for C++17: owners that destroy, views, and results that carry the reason of a failure. All
 * of it is inline and has no state. The C types are used as they are.
 *
 * - Names are those of C, with the namespace instead of the prefix: tact_collide() is
 *   tact::collide(). The C header documents what a function does.
 * - Questions, and functions that create something, return a result: the answer, or a status and a
 *   text. They take references and views instead of pointers. Options, cache and context come last
 *   and are optional.
 * - call() does the same for every other C function that returns a status. Functions that cannot
 *   fail are called as in C. An owner converts to the pointer that they take.
 * - Nothing throws, except value_or_throw() of a result that failed. The header compiles with
 *   -fno-exceptions and -fno-rtti. Without exceptions, value_or_throw() is not declared.
 * - An owner holds one pointer. It can be moved but not copied. Only a model can be copied: the
 *   copy adds a reference. A context must outlive what was created with it, and a pool its
 *   contexts.
 * - A question copies its options (96 bytes) to add a place for the reason of a failure. Nothing
 *   else is copied, and nothing is allocated.
 */
#ifndef TACT_TACT_HPP
#define TACT_TACT_HPP

#include <tact/tact.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#if defined(__cpp_exceptions)
#include <stdexcept>
#endif
#include <type_traits>
#include <utility>

namespace tact {

using box = ::tact_box;
using classify_result = ::tact_classify_result;
using collide_result = ::tact_collide_result;
using contacts_result = ::tact_contacts_result;
using curves_result = ::tact_curves_result;
using depth_result = ::tact_depth_result;
using distance_result = ::tact_distance_result;
using gradient_result = ::tact_gradient_result;
using inside_result = ::tact_inside_result;
using instance = ::tact_instance;
using manifold_result = ::tact_manifold_result;
using mesh_arrays = ::tact_mesh_arrays;
using nearest_result = ::tact_nearest_result;
using pose = ::tact_pose;
using ray = ::tact_ray;
using raycast_result = ::tact_raycast_result;
using raycast_all_result = ::tact_raycast_all_result;
using shape = ::tact_shape;
using triangle = ::tact_triangle;
using vec3 = ::tact_vec3;
using verification = ::tact_verification;

/** tact_model_options that start as the defaults. */
struct model_options : tact_model_options {
    model_options() noexcept : tact_model_options(tact_model_options_default()) {
    }
    model_options(const tact_model_options &other) noexcept : tact_model_options(other) {
    }
};

/** tact_options that start as the defaults. */
struct options : tact_options {
    options() noexcept : tact_options(tact_options_default()) {
    }
    options(const tact_options &other) noexcept : tact_options(other) {
    }
};

/* ---- Views -------------------------------------------------------------------------------- */

/** A pointer and a count. Owns nothing. */
template <class T> class span {
  public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t count) noexcept : data_(data), size_(count) {
    }
    /** All elements of an array, a vector, another view or anything else with data() and size(). */
    template <class C, class P = decltype(std::data(std::declval<C &>())),
              class = std::enable_if_t<std::is_convertible<P, T *>::value &&
                                       std::is_same<std::remove_cv_t<std::remove_pointer_t<P>>,
                                                    std::remove_cv_t<T>>::value>>
    constexpr span(C &&container) noexcept
        : data_(std::data(container)), size_(std::size(container)) {
    }
    constexpr T *data() const noexcept {
        return data_;
    }
    constexpr std::size_t size() const noexcept {
        return size_;
    }
    constexpr bool empty() const noexcept {
        return size_ == 0;
    }
    constexpr T *begin() const noexcept {
        return data_;
    }
    constexpr T *end() const noexcept {
        return data_ + size_;
    }
    constexpr T &operator[](std::size_t i) const noexcept {
        assert(i < size_);
        return data_[i];
    }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/* ---- Results ------------------------------------------------------------------------------ */

namespace detail {
struct caller;
}

/** How a call ended. */
class [[nodiscard]] result_base {
  public:
    /** Whether the call succeeded. There is no conversion to bool, because `if (collide(a, b))`
     * would not ask whether they collide. */
    bool ok() const noexcept {
        return error_.status == TACT_OK;
    }
    tact_status status() const noexcept {
        return error_.status;
    }
    /** What went wrong; "" if nothing did. */
    const char *text() const noexcept {
        return error_.text;
    }
    /** The status and the text, with the line and the index if the function sets them. */
    const tact_error &error() const noexcept {
        return error_;
    }
    result_base(const result_base &other) noexcept {
        copy(error_, other.error_);
    }
    result_base &operator=(const result_base &other) noexcept {
        if (this != &other)
            copy(error_, other.error_);
        return *this;
    }

  protected:
    /* To save time, the bytes after the end of the text are neither written nor read. */
    result_base() noexcept {
        error_.status = TACT_OK;
        error_.line = 0;
        error_.index = TACT_NO_INDEX;
        error_.text[0] = 0;
    }
    ~result_base() = default;
#if defined(__cpp_exceptions)
    void check() const {
        if (!ok())
            throw std::runtime_error(error_.text);
    }
#endif

  private:
    friend struct detail::caller;
    static void copy(tact_error &to, const tact_error &from) noexcept {
        to.status = from.status;
        to.line = from.line;
        to.index = from.index;
        std::memcpy(to.text, from.text, std::strlen(from.text) + 1);
    }
    tact_error error_;
};

/** An answer, or the reason why there is none. The answer may be read only if ok(). */
template <class T> class [[nodiscard]] result : public result_base {
  public:
    const T &value() const &noexcept {
        assert(ok());
        return value_;
    }
    T &value() &noexcept {
        assert(ok());
        return value_;
    }
    /** Moves the answer out. */
    T value() &&noexcept {
        assert(ok());
        return std::move(value_);
    }
    const T *operator->() const noexcept {
        assert(ok());
        return &value_;
    }
#if defined(__cpp_exceptions)
    /** The answer. Throws std::runtime_error with the text if there is none. */
    const T &value_or_throw() const & {
        check();
        return value_;
    }
    T value_or_throw() && {
        check();
        return std::move(value_);
    }
#endif

  private:
    friend struct detail::caller;
    result() noexcept {
    }
    T value_;
};

template <> class [[nodiscard]] result<void> : public result_base {
#if defined(__cpp_exceptions)
  public:
    void value_or_throw() const {
        check();
    }
#endif

  private:
    friend struct detail::caller;
    result() noexcept = default;
};

/* ---- Owners ------------------------------------------------------------------------------- */

/** Holds a pointer from C, or null, and destroys the object. */
template <class T, void (*Destroy)(T *)> class owner {
  public:
    owner() noexcept = default;
    /** Takes over what a C function created. */
    explicit owner(T *pointer) noexcept : pointer_(pointer) {
    }
    owner(owner &&other) noexcept : pointer_(other.release()) {
    }
    owner &operator=(owner &&other) noexcept {
        reset(other.release());
        return *this;
    }
    ~owner() {
        Destroy(pointer_);
    }
    T *get() const noexcept {
        return pointer_;
    }
    /** For calls of C functions. Deleted for a temporary, whose pointer would dangle. */
    operator T *() const &noexcept {
        return pointer_;
    }
    operator T *() const && = delete;
    /** Returns the pointer and gives up ownership: the caller must destroy the object. */
    T *release() noexcept {
        return std::exchange(pointer_, nullptr);
    }
    void reset(T *pointer = nullptr) noexcept {
        Destroy(std::exchange(pointer_, pointer));
    }
    /** Destroys the object and returns the place for a new pointer from C. */
    T **out() noexcept {
        reset();
        return &pointer_;
    }

  private:
    T *pointer_ = nullptr;
};

using context = owner<tact_context, tact_context_destroy>;
using pool = owner<tact_pool, tact_pool_destroy>;
using soup = owner<tact_soup, tact_soup_destroy>;
using mesh = owner<tact_mesh, tact_mesh_destroy>;
using topology = owner<tact_topology, tact_topology_destroy>;
using hull = owner<tact_hull, tact_hull_destroy>;
using contact_list = owner<tact_contact_list, tact_contact_list_destroy>;
using curve_set = owner<tact_curve_set, tact_curve_set_destroy>;
using proof = owner<tact_proof, tact_proof_destroy>;

/** Holds one reference to a model. */
class model : public owner<tact_model, tact_model_destroy> {
  public:
    using owner::owner;
    model() noexcept = default;
    model(const model &other) noexcept : owner(tact_model_retain(other.get())) {
    }
    model(model &&) noexcept = default;
    model &operator=(const model &other) noexcept {
        return *this = model(other);
    }
    model &operator=(model &&) noexcept = default;
};

/** tact_proof_file that owns its proof. */
struct proof_file : tact_proof_file {
    proof_file() noexcept : tact_proof_file() {
    }
    proof_file(proof_file &&other) noexcept : tact_proof_file(other) {
        other.proof = nullptr;
    }
    proof_file &operator=(proof_file &&other) noexcept {
        std::swap<tact_proof_file>(*this, other);
        return *this;
    }
    ~proof_file() {
        tact_proof_destroy(proof);
    }
};

/** The memory of a tact_cache, initially empty. It may be copied and used for any pair. */
template <std::size_t Bytes> class basic_cache {
  public:
    operator tact_cache() &noexcept {
        return {words_, sizeof words_};
    }

  private:
    std::uint64_t words_[Bytes / sizeof(std::uint64_t)] = {};
};
using cache = basic_cache<TACT_CACHE_BYTES>;
using depth_cache = basic_cache<TACT_CACHE_DEPTH_BYTES>;

/** tact_batch from views of fewer than 2^32 elements. The other fields are set as in C. */
struct batch : tact_batch {
    /** The pairs 0 1, 2 3, 4 5, ... of instances at their own poses. */
    explicit batch(span<const tact_instance> all) noexcept : tact_batch() {
        instances = all.data();
        instance_count = static_cast<std::uint32_t>(all.size());
        pair_count = instance_count / 2;
        pose_count = 1;
    }
    /** Pairs given by the indices of their instances. */
    batch(span<const tact_instance> all, span<const std::uint32_t[2]> numbers) noexcept
        : batch(all) {
        pairs = numbers.data();
        pair_count = static_cast<std::uint32_t>(numbers.size());
    }
    /** The same pairs at other poses. The view holds one pose per instance for pose 0, then for
     * pose 1, and so on. */
    batch &at(span<const tact_pose> all) noexcept {
        poses = all.data();
        pose_count =
            static_cast<std::uint32_t>(instance_count > 0 ? all.size() / instance_count : 0);
        return *this;
    }
};

/* ---- Calls -------------------------------------------------------------------------------- */

namespace detail {
struct caller {
    /* Calls function(arguments..., error, out), without error or out if the function takes none. */
    template <class T, class F, class... A>
    static result<T> run(options *how, F function, A... arguments) {
        result<T> r;
        tact_error *theirs = how != nullptr ? std::exchange(how->error, &r.error_) : nullptr;
        tact_status ended;
        if constexpr (!std::is_void<T>::value) {
            auto *out = place(r.value_, 0);
            if constexpr (std::is_invocable<F, A..., tact_error *, decltype(out)>::value)
                ended = function(arguments..., &r.error_, out);
            else
                ended = function(arguments..., out);
        } else if constexpr (std::is_invocable<F, A..., tact_error *>::value) {
            ended = function(arguments..., &r.error_);
        } else {
            ended = function(arguments...);
        }
        if (ended == TACT_OK)
            return r;
        r.error_.status = ended;
        if constexpr (!std::is_void<T>::value)
            r.value_ = T();
        if (r.error_.text[0] == 0)
            std::strncat(r.error_.text, tact_status_text(ended), sizeof r.error_.text - 1);
        if (theirs != nullptr)
            result_base::copy(*theirs, r.error_);
        return r;
    }
    /* The same for many questions. Refused unless the views have room for all answers. */
    template <class F, class... A>
    static result<void> run_many(options &how, bool has_room, F function, A... arguments) {
        if (has_room)
            return run<void>(&how, function, arguments...);
        return run<void>(&how, [&how] {
            std::strcpy(how.error->text, "a view is too short, or the results are not packed");
            return TACT_INVALID_ARGUMENT;
        });
    }
    template <class T, class F, class... L>
    static result<void> run_batch(F function, const tact_batch &of, const tact_context *ctx,
                                  span<T> results, span<L>... lists) {
        options how = of.options != nullptr ? options(*of.options) : options();
        tact_batch asked = of;
        asked.options = &how;
        std::size_t count = std::size_t{of.pair_count} * of.pose_count;
        bool has_room = (of.result_stride == 0 || of.result_stride == sizeof(T)) &&
                        results.size() >= count && (true && ... && (lists.size() >= count));
        return run_many(how, has_room, function, ctx, &asked, lists.data()..., results.data());
    }

  private:
    template <class T> static auto place(T &value, int) -> decltype(value.out()) {
        return value.out();
    }
    template <class T> static T *place(T &value, long) {
        return &value;
    }
};
} // namespace detail

/**
 * Calls any C function that returns a status, with all its arguments except error and out:
 * `call<mesh>(tact_mesh_create_torus, nullptr, 2, 0.5, 96u, 48u)`,
 * `call<pose>(tact_pose_from_axis_angle, axis, angle, translation)`,
 * `call<void>(tact_model_validate, model.get())`.
 */
template <class T, class F, class... A> result<T> call(F function, A... arguments) {
    return detail::caller::run<T>(nullptr, function, arguments...);
}

/* ---- Creating ----------------------------------------------------------------------------- */

inline result<context> context_create(const tact_context_desc &desc) {
    return call<context>(tact_context_create, &desc);
}
inline result<pool> pool_create(std::uint32_t worker_count = 0, const tact_context *ctx = nullptr) {
    return call<pool>(tact_pool_create, ctx, worker_count);
}
inline result<mesh> mesh_create(const mesh_arrays &arrays, const tact_context *ctx = nullptr) {
    return call<mesh>(tact_mesh_create, ctx, &arrays);
}
inline result<hull> hull_create(span<const vec3> points, const tact_context *ctx = nullptr) {
    return call<hull>(tact_hull_create, ctx, points.data(), points.size());
}
inline result<model> model_load(const char *path, const model_options &how = {},
                                const tact_context *ctx = nullptr) {
    return call<model>(tact_model_load, ctx, path, &how);
}
inline result<model> model_create_mesh(const mesh_arrays &arrays, const model_options &how = {},
                                       const tact_context *ctx = nullptr) {
    return call<model>(tact_model_create_mesh, ctx, &arrays, &how);
}
inline result<model> model_create_shape(const shape &of, const tact_context *ctx = nullptr) {
    return call<model>(tact_model_create_shape, ctx, &of);
}
inline result<model> model_create_compound(span<const instance> parts,
                                           const tact_context *ctx = nullptr) {
    /* A count that does not fit into 32 bits must not wrap. C refuses more than 2^24 parts. */
    std::size_t count = parts.size() < UINT32_MAX ? parts.size() : UINT32_MAX;
    return call<model>(tact_model_create_compound, ctx, parts.data(),
                       static_cast<std::uint32_t>(count));
}
inline result<contact_list> contact_list_create(const tact_context *ctx = nullptr) {
    return call<contact_list>(tact_contact_list_create, ctx);
}
inline result<curve_set> curve_set_create(const tact_context *ctx = nullptr) {
    return call<curve_set>(tact_curve_set_create, ctx);
}
inline result<proof> proof_create(const tact_context *ctx = nullptr) {
    return call<proof>(tact_proof_create, ctx);
}
inline result<proof_file> proof_load(const char *path, const tact_context *ctx = nullptr) {
    return call<proof_file>(tact_proof_load, ctx, path);
}

/** An instance at a pose. The model must outlive it. */
inline instance instance_make(const tact_model *of, const pose &at = tact_pose_identity(),
                              std::uint32_t flags = 0) {
    instance made = tact_instance_make(of);
    made.pose = at;
    made.flags = flags;
    return made;
}

/* ---- Viewing ------------------------------------------------------------------------------ */

/** Empty if the mesh stores floats: tact_mesh_vertex(). */
inline span<const vec3> mesh_vertices(const tact_mesh *of) {
    const vec3 *vertices = tact_mesh_vertices(of);
    return {vertices, vertices != nullptr ? tact_mesh_vertex_count(of) : 0};
}
/** Three vertex indices per triangle. Empty if the mesh packs them: tact_mesh_corners(). */
inline span<const std::uint32_t[3]> mesh_indices(const tact_mesh *of) {
    const std::uint32_t *indices = tact_mesh_indices(of);
    return {reinterpret_cast<const std::uint32_t(*)[3]>(indices),
            indices != nullptr ? tact_mesh_triangle_count(of) : 0};
}
inline span<const vec3> hull_vertices(const tact_hull *of) {
    return {tact_hull_vertices(of), tact_hull_inspect(of).vertex_count};
}

/** tact_contact_view with views. */
struct contact_view {
    span<const std::uint32_t[2]> pairs;    /**< An element of a, then an element of b. */
    span<const tact_contact> contacts;     /**< May be empty, see tact_contact_view. */
    span<const tact_overlap_point> points; /**< Empty without TACT_OPTION_GEOMETRY. */
};
/** What a list holds. Valid until the list changes. */
inline contact_view contact_list_view(const tact_contact_list *list) {
    tact_contact_view view = tact_contact_list_view(list);
    return {{reinterpret_cast<const std::uint32_t(*)[2]>(view.pairs), view.count},
            {view.contacts, view.contacts != nullptr ? view.count : 0},
            {view.points, view.point_count}};
}

/** tact_curve_view with views. */
struct curve_view {
    span<const tact_curve> curves;
    span<const tact_patch> patches;
    span<const std::uint32_t> indices;
    span<const vec3> points;
    span<const tact_curve_source> sources;
};
/** What a set holds. Valid until the set changes. */
inline curve_view curve_set_view(const tact_curve_set *set) {
    tact_curve_view view = tact_curve_set_view(set);
    return {{view.curves, view.curve_count},
            {view.patches, view.patch_count},
            {view.indices, view.index_count},
            {view.points, view.point_count},
            {view.sources, view.point_count}};
}

/* ---- Questions about two instances -------------------------------------------------------- */

inline result<collide_result> collide(const instance &a, const instance &b, options how = {},
                                      tact_cache memory = {}) {
    return detail::caller::run<collide_result>(&how, tact_collide, &a, &b, &how, &memory);
}
inline result<distance_result> distance(const instance &a, const instance &b, options how = {},
                                        tact_cache memory = {}) {
    return detail::caller::run<distance_result>(&how, tact_distance, &a, &b, &how, &memory);
}
inline result<depth_result> depth(const instance &a, const instance &b, options how = {},
                                  tact_cache memory = {}) {
    return detail::caller::run<depth_result>(&how, tact_depth, &a, &b, &how, &memory);
}
inline result<manifold_result> manifold(const instance &a, const instance &b, options how = {},
                                        tact_cache memory = {}) {
    return detail::caller::run<manifold_result>(&how, tact_manifold, &a, &b, &how, &memory);
}
inline result<gradient_result> gradient(const instance &a, const instance &b, options how = {},
                                        tact_cache memory = {}) {
    return detail::caller::run<gradient_result>(&how, tact_gradient, &a, &b, &how, &memory);
}
inline result<classify_result> classify(const instance &a, const instance &b, options how = {}) {
    return detail::caller::run<classify_result>(&how, tact_classify, &a, &b, &how);
}
inline result<contacts_result> contacts(const instance &a, const instance &b,
                                        tact_contact_list *list, options how = {}) {
    return detail::caller::run<contacts_result>(&how, tact_contacts, &a, &b, &how, list);
}
/** Calls visitor(tact_element, tact_element) for all pairs of elements that touch, until it returns
 * false. An exception that leaves the visitor terminates the program. */
template <class Visitor>
result<contacts_result> contacts_visit(const instance &a, const instance &b, Visitor visitor,
                                       options how = {}) {
    tact_contact_visitor *relay = [](void *user, tact_element of_a, tact_element of_b) noexcept {
        return static_cast<bool>((*static_cast<Visitor *>(user))(of_a, of_b));
    };
    return detail::caller::run<contacts_result>(&how, tact_contacts_visit, &a, &b, &how, relay,
                                                &visitor);
}
inline result<curves_result> curves(const instance &a, const instance &b, tact_curve_set *set,
                                    options how = {}) {
    return detail::caller::run<curves_result>(&how, tact_curves, &a, &b, &how, set);
}
inline result<verification> verify(const instance &a, const instance &b, const tact_proof *claim,
                                   options how = {}) {
    return detail::caller::run<verification>(&how, tact_verify, &a, &b, claim, &how);
}

/* ---- Questions about one instance --------------------------------------------------------- */

inline result<box> instance_bounds(const instance &of) {
    return call<box>(tact_instance_bounds, &of);
}
inline result<contacts_result> self(const tact_model *of, tact_contact_list *list = nullptr,
                                    options how = {}) {
    return detail::caller::run<contacts_result>(&how, tact_self, of, &how, list);
}
inline result<raycast_result> raycast(const instance &of, ray along, options how = {}) {
    return detail::caller::run<raycast_result>(&how, tact_raycast, &of, along, &how);
}
/** The view receives as many hits as fit. The result counts all hits. */
inline result<raycast_all_result> raycast_all(const instance &of, ray along,
                                              span<raycast_result> hits, options how = {}) {
    return detail::caller::run<raycast_all_result>(&how, tact_raycast_all, &of, along, &how,
                                                   hits.data(), hits.size());
}
inline result<nearest_result> nearest(const instance &of, vec3 point, options how = {}) {
    return detail::caller::run<nearest_result>(&how, tact_nearest, &of, point, &how);
}
inline result<inside_result> inside(const instance &of, vec3 point, options how = {}) {
    return detail::caller::run<inside_result>(&how, tact_inside, &of, point, &how);
}

/* ---- Many at once ------------------------------------------------------------------------- */

/* Results are packed. A view that is too short is refused. For results inside larger structs
 * (tact_batch::result_stride), call the C functions. */

inline result<void> collide_batch(const tact_batch &of, span<collide_result> results,
                                  const tact_context *ctx = nullptr) {
    return detail::caller::run_batch(tact_collide_batch, of, ctx, results);
}
inline result<void> distance_batch(const tact_batch &of, span<distance_result> results,
                                   const tact_context *ctx = nullptr) {
    return detail::caller::run_batch(tact_distance_batch, of, ctx, results);
}
inline result<void> depth_batch(const tact_batch &of, span<depth_result> results,
                                const tact_context *ctx = nullptr) {
    return detail::caller::run_batch(tact_depth_batch, of, ctx, results);
}
inline result<void> manifold_batch(const tact_batch &of, span<manifold_result> results,
                                   const tact_context *ctx = nullptr) {
    return detail::caller::run_batch(tact_manifold_batch, of, ctx, results);
}
inline result<void> gradient_batch(const tact_batch &of, span<gradient_result> results,
                                   const tact_context *ctx = nullptr) {
    return detail::caller::run_batch(tact_gradient_batch, of, ctx, results);
}
inline result<void> classify_batch(const tact_batch &of, span<classify_result> results,
                                   const tact_context *ctx = nullptr) {
    return detail::caller::run_batch(tact_classify_batch, of, ctx, results);
}
inline result<void> contacts_batch(const tact_batch &of, span<tact_contact_list *const> lists,
                                   span<contacts_result> results,
                                   const tact_context *ctx = nullptr) {
    return detail::caller::run_batch(tact_contacts_batch, of, ctx, results, lists);
}
inline result<void> curves_batch(const tact_batch &of, span<tact_curve_set *const> sets,
                                 span<curves_result> results, const tact_context *ctx = nullptr) {
    return detail::caller::run_batch(tact_curves_batch, of, ctx, results, sets);
}
/** Without lists, pairs are only counted. */
inline result<void> self_batch(span<const tact_model *const> of,
                               span<tact_contact_list *const> lists, span<contacts_result> results,
                               options how = {}, const tact_context *ctx = nullptr) {
    bool has_room =
        results.size() >= of.size() && (lists.data() == nullptr || lists.size() >= of.size());
    return detail::caller::run_many(how, has_room, tact_self_batch, ctx, of.data(), of.size(), &how,
                                    lists.data(), results.data());
}
inline result<void> raycast_batch(const instance &of, span<const ray> rays,
                                  span<raycast_result> results, options how = {},
                                  const tact_context *ctx = nullptr) {
    return detail::caller::run_many(how, results.size() >= rays.size(), tact_raycast_batch, ctx,
                                    &of, rays.data(), rays.size(), &how, results.data());
}
inline result<void> nearest_batch(const instance &of, span<const vec3> points,
                                  span<nearest_result> results, options how = {},
                                  const tact_context *ctx = nullptr) {
    return detail::caller::run_many(how, results.size() >= points.size(), tact_nearest_batch, ctx,
                                    &of, points.data(), points.size(), &how, results.data());
}
inline result<void> inside_batch(const instance &of, span<const vec3> points,
                                 span<inside_result> results, options how = {},
                                 const tact_context *ctx = nullptr) {
    return detail::caller::run_many(how, results.size() >= points.size(), tact_inside_batch, ctx,
                                    &of, points.data(), points.size(), &how, results.data());
}

} // namespace tact

#endif
