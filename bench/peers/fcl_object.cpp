// SPDX-License-Identifier: MIT
/* The adapter to FCL's queries on a shape and a mesh, with boxes and swept spheres as its bounding
 * volumes: the only kind with which FCL has distances for all shapes. */
#include "fcl_object.h"

#include "objects.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <memory>
#include <new>
#include <vector>

namespace {

using Model = fcl::BVHModel<fcl::OBBRSS<double>>;
using Geometry = std::shared_ptr<fcl::CollisionGeometry<double>>;

struct Question {
    Geometry shape;
    fcl::Transform3<double> shape_pose, mesh_pose;
};

struct Questions {
    Model model;
    std::vector<Question> list;
};

fcl::Transform3<double> convert(const tact_pose &pose) {
    fcl::Transform3<double> result;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            result(row, column) = pose.m[4 * row + column];
    result.makeAffine();
    return result;
}

Geometry convert_hull(const tact_hull *hull) {
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

Geometry convert(const tact_shape &shape) {
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
    default:
        return convert_hull(shape.core.hull);
    }
}

void build(const tact_mesh *mesh, Model &model) {
    std::vector<fcl::Vector3<double>> points;
    std::vector<fcl::Triangle> triangles;
    const tact_vec3 *vertices = tact_mesh_vertices(mesh);
    const uint32_t *indices = tact_mesh_indices(mesh);
    for (uint32_t i = 0; i < tact_mesh_vertex_count(mesh); i++)
        points.emplace_back(vertices[i].x, vertices[i].y, vertices[i].z);
    for (uint32_t i = 0; i < tact_mesh_triangle_count(mesh); i++)
        triangles.emplace_back(indices[3 * i], indices[3 * i + 1], indices[3 * i + 2]);
    model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
    model.addSubModel(points, triangles);
    model.endModel();
}

} // namespace

void *peer_fcl_object_prepare(const void *inputs, size_t count) {
    auto *questions = new (std::nothrow) Questions;
    auto *input = static_cast<const object_input *>(inputs);
    if (questions == nullptr)
        return nullptr;
    build(input[0].mesh, questions->model);
    for (size_t i = 0; i < count; i++)
        questions->list.push_back(
            {convert(input[i].shape), convert(input[i].pose[0]), convert(input[i].pose[1])});
    return questions;
}

void peer_fcl_object_release(void *prepared) {
    delete static_cast<Questions *>(prepared);
}

void peer_fcl_object_collide(const void *prepared, size_t count, bench_answers answers) {
    auto *questions = static_cast<const Questions *>(prepared);
    fcl::CollisionRequest<double> request(1, false);
    for (size_t i = 0; i < count; i++) {
        fcl::CollisionResult<double> result;
        const Question &q = questions->list[i];
        fcl::collide(&questions->model, q.mesh_pose, q.shape.get(), q.shape_pose, request, result);
        answers.verdict[i] = result.isCollision();
    }
}

void peer_fcl_object_distance(const void *prepared, size_t count, bench_answers answers) {
    auto *questions = static_cast<const Questions *>(prepared);
    fcl::DistanceRequest<double> request(true);
    for (size_t i = 0; i < count; i++) {
        fcl::DistanceResult<double> result;
        const Question &q = questions->list[i];
        fcl::distance(&questions->model, q.mesh_pose, q.shape.get(), q.shape_pose, request, result);
        double distance = result.min_distance > 0 ? result.min_distance : 0;
        answers.verdict[i] = distance <= 0;
        answers.number[i] = distance;
    }
}
