// SPDX-License-Identifier: MIT
/* The adapter to FCL's queries on two shapes, with the solver built on libccd, which is FCL's
 * default, and with FCL's own. The tolerances are FCL's defaults, 1e-6. The depth is that of the
 * deepest contact: fcl::collide() finds one contact between most shapes, and several between
 * boxes. */
#include "fcl_convex.h"

#include "convex.h"
#include "fcl_shapes.h"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <vector>

namespace {

struct Object {
    fcl_shapes::Geometry geometry;
    fcl::Transform3<double> transform;
};

struct Pairs {
    std::vector<Object> objects;
    fcl_shapes::Hulls hulls;
};

void collide_all(const void *prepared, size_t count, bench_answers answers,
                 const fcl::CollisionRequest<double> &request) {
    auto *pairs = static_cast<const Pairs *>(prepared);
    fcl::CollisionResult<double> result;
    for (size_t i = 0; i < count; i++) {
        result.clear();
        const Object &a = pairs->objects[2 * i], &b = pairs->objects[2 * i + 1];
        fcl::collide(a.geometry.get(), a.transform, b.geometry.get(), b.transform, request, result);
        answers.verdict[i] = result.isCollision();
        if (!request.enable_contact)
            continue;
        double depth = 0;
        for (size_t k = 0; k < result.numContacts(); k++)
            depth = std::max(depth, std::abs(result.getContact(k).penetration_depth));
        answers.number[i] = depth;
    }
}

void distance_all(const void *prepared, size_t count, bench_answers answers,
                  fcl::GJKSolverType solver) {
    auto *pairs = static_cast<const Pairs *>(prepared);
    fcl::DistanceRequest<double> request(true);
    request.gjk_solver_type = solver;
    fcl::DistanceResult<double> result;
    for (size_t i = 0; i < count; i++) {
        result.clear();
        const Object &a = pairs->objects[2 * i], &b = pairs->objects[2 * i + 1];
        fcl::distance(a.geometry.get(), a.transform, b.geometry.get(), b.transform, request,
                      result);
        double distance = result.min_distance > 0 ? result.min_distance : 0;
        answers.verdict[i] = distance <= 0;
        answers.number[i] = distance;
    }
}

fcl::CollisionRequest<double> request_of(bool wants_depth, fcl::GJKSolverType solver) {
    fcl::CollisionRequest<double> request(1, wants_depth);
    request.gjk_solver_type = solver;
    return request;
}

} // namespace

void *peer_fcl_convex_prepare(const void *inputs, size_t count) {
    auto *pairs = new (std::nothrow) Pairs;
    auto *input = static_cast<const convex_input *>(inputs);
    for (size_t i = 0; pairs != nullptr && i < count; i++)
        for (int side = 0; side < 2; side++)
            pairs->objects.push_back({fcl_shapes::convert(&pairs->hulls, input[i].shape[side]),
                                      fcl_shapes::convert(input[i].instance[side].pose)});
    return pairs;
}

void peer_fcl_convex_release(void *prepared) {
    delete static_cast<Pairs *>(prepared);
}

void peer_fcl_convex_collide(const void *prepared, size_t count, bench_answers answers) {
    collide_all(prepared, count, answers, request_of(false, fcl::GST_LIBCCD));
}

void peer_fcl_convex_collide_indep(const void *prepared, size_t count, bench_answers answers) {
    collide_all(prepared, count, answers, request_of(false, fcl::GST_INDEP));
}

void peer_fcl_convex_distance(const void *prepared, size_t count, bench_answers answers) {
    distance_all(prepared, count, answers, fcl::GST_LIBCCD);
}

void peer_fcl_convex_distance_indep(const void *prepared, size_t count, bench_answers answers) {
    distance_all(prepared, count, answers, fcl::GST_INDEP);
}

void peer_fcl_convex_depth(const void *prepared, size_t count, bench_answers answers) {
    collide_all(prepared, count, answers, request_of(true, fcl::GST_LIBCCD));
}

void peer_fcl_convex_depth_indep(const void *prepared, size_t count, bench_answers answers) {
    collide_all(prepared, count, answers, request_of(true, fcl::GST_INDEP));
}
