// SPDX-License-Identifier: MIT
/* The adapter to FCL's queries on two shapes, with the solver built on libccd, which is FCL's
 * default, and with its own. Tolerances are FCL's, 1e-6. The depth is that of the contact that is
 * deepest: fcl::collide() finds one between most shapes, and chooses among several of boxes. */
#include "fcl_convex.h"

#include "convex.h"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <new>
#include <vector>

namespace {

struct Object {
    std::shared_ptr<fcl::CollisionGeometry<double>> geometry;
    fcl::Transform3<double> transform;
};

/* A hull is one geometry for all pairs that it is in, as tact has it. */
struct Pairs {
    std::vector<Object> objects;
    std::map<const tact_hull *, std::shared_ptr<fcl::CollisionGeometry<double>>> hulls;
};

fcl::Transform3<double> convert(const tact_pose &pose) {
    fcl::Transform3<double> result;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            result(row, column) = pose.m[4 * row + column];
    result.makeAffine();
    return result;
}

std::shared_ptr<fcl::CollisionGeometry<double>> convert_hull(const tact_hull *hull) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3<double>>>();
    auto faces = std::make_shared<std::vector<int>>();
    tact_hull_info info = tact_hull_inspect(hull);
    const tact_vec3 *v = tact_hull_vertices(hull);
    for (uint32_t i = 0; i < info.vertex_count; i++)
        vertices->emplace_back(v[i].x, v[i].y, v[i].z);
    for (uint32_t i = 0; i < info.face_count; i++) {
        uint32_t corners = 0;
        const uint32_t *at = tact_hull_face(hull, i, &corners);
        faces->push_back(static_cast<int>(corners));
        for (uint32_t k = 0; k < corners; k++)
            faces->push_back(static_cast<int>(at[k]));
    }
    return std::make_shared<fcl::Convex<double>>(vertices, static_cast<int>(info.face_count),
                                                 faces);
}

std::shared_ptr<fcl::CollisionGeometry<double>> convert(Pairs *pairs, const tact_shape &shape) {
    tact_vec3 h = shape.core.half;
    switch (shape.kind) {
    case TACT_SHAPE_SPHERE:
        return std::make_shared<fcl::Sphere<double>>(shape.radius);
    case TACT_SHAPE_SEGMENT:
        return std::make_shared<fcl::Capsule<double>>(shape.radius, 2 * shape.core.segment.b.z);
    case TACT_SHAPE_BOX:
        return std::make_shared<fcl::Box<double>>(2 * h.x, 2 * h.y, 2 * h.z);
    case TACT_SHAPE_CYLINDER:
        return std::make_shared<fcl::Cylinder<double>>(shape.core.round.radius,
                                                       2 * shape.core.round.height);
    case TACT_SHAPE_ELLIPSOID:
        return std::make_shared<fcl::Ellipsoid<double>>(h.x, h.y, h.z);
    default: {
        auto &made = pairs->hulls[shape.core.hull];
        if (made == nullptr)
            made = convert_hull(shape.core.hull);
        return made;
    }
    }
}

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
            pairs->objects.push_back(
                {convert(pairs, input[i].shape[side]), convert(input[i].placed[side].pose)});
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
