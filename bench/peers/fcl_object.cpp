// SPDX-License-Identifier: MIT
/* The adapter to FCL's queries on a shape and a mesh. The bounding volumes are boxes with swept
 * rectangles (OBBRSS): only with these FCL supports distances to all shapes. */
#include "fcl_object.h"

#include "fcl_shapes.h"
#include "objects.h"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <new>
#include <vector>

namespace {

using Model = fcl::BVHModel<fcl::OBBRSS<double>>;
using fcl_shapes::Geometry;

struct Question {
    Geometry shape;
    fcl::Transform3<double> shape_pose, mesh_pose;
};

struct Questions {
    Model model;
    fcl_shapes::Hulls hulls;
    std::vector<Question> list;
};

} // namespace

void *peer_fcl_object_prepare(const void *inputs, size_t count) {
    auto *questions = new (std::nothrow) Questions;
    auto *input = static_cast<const object_input *>(inputs);
    if (questions == nullptr)
        return nullptr;
    fcl_shapes::add_mesh(input[0].mesh, &questions->model);
    questions->model.endModel();
    for (size_t i = 0; i < count; i++)
        questions->list.push_back({fcl_shapes::convert(&questions->hulls, input[i].shape),
                                   fcl_shapes::convert(input[i].instance[0].pose),
                                   fcl_shapes::convert(input[i].instance[1].pose)});
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
