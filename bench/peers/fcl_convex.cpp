// SPDX-License-Identifier: MIT
/* The adapter to FCL's queries on two shapes, by the solver that is FCL's default (libccd for
 * contact and distance). */
#include "fcl_convex.h"

#include "convex.h"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <memory>
#include <new>
#include <vector>

namespace {

struct Object {
    std::shared_ptr<fcl::CollisionGeometry<double>> geometry;
    fcl::Transform3<double> transform;
};

struct Pairs {
    std::vector<Object> objects;
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

std::shared_ptr<fcl::CollisionGeometry<double>> convert(const tact_shape &shape) {
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
    default:
        return convert_hull(shape.core.hull);
    }
}

} // namespace

void *peer_fcl_convex_prepare(const void *inputs, size_t count) {
    auto *pairs = new (std::nothrow) Pairs;
    auto *input = static_cast<const convex_input *>(inputs);
    for (size_t i = 0; pairs != nullptr && i < count; i++)
        for (int side = 0; side < 2; side++)
            pairs->objects.push_back({convert(input[i].shape[side]), convert(input[i].pose[side])});
    return pairs;
}

void peer_fcl_convex_release(void *prepared) {
    delete static_cast<Pairs *>(prepared);
}

void peer_fcl_convex_collide(const void *prepared, size_t count, bench_answers answers) {
    auto *pairs = static_cast<const Pairs *>(prepared);
    fcl::CollisionRequest<double> request(1, false);
    for (size_t i = 0; i < count; i++) {
        fcl::CollisionResult<double> result;
        const Object &a = pairs->objects[2 * i], &b = pairs->objects[2 * i + 1];
        fcl::collide(a.geometry.get(), a.transform, b.geometry.get(), b.transform, request, result);
        answers.verdict[i] = result.isCollision();
    }
}

void peer_fcl_convex_distance(const void *prepared, size_t count, bench_answers answers) {
    auto *pairs = static_cast<const Pairs *>(prepared);
    fcl::DistanceRequest<double> request(true);
    for (size_t i = 0; i < count; i++) {
        fcl::DistanceResult<double> result;
        const Object &a = pairs->objects[2 * i], &b = pairs->objects[2 * i + 1];
        fcl::distance(a.geometry.get(), a.transform, b.geometry.get(), b.transform, request,
                      result);
        double distance = result.min_distance > 0 ? result.min_distance : 0;
        answers.verdict[i] = distance <= 0;
        answers.number[i] = distance;
    }
}
