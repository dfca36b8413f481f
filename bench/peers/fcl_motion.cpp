// SPDX-License-Identifier: MIT
/* The adapter to FCL's continuousCollide() on two meshes. Its default is a translation at ten
 * samples; here the kind of motion is that of the input. Conservative advancement is supported for
 * boxes with swept rectangles (OBBRSS). It places the vertices and builds both hierarchies anew for
 * every question. With swept rectangles alone (RSS) the verdict at the start does so, too. */
#include "fcl_motion.h"

#include "fcl_shapes.h"
#include "motions.h"

#include <fcl/narrowphase/continuous_collision.h>

#include <map>
#include <memory>
#include <new>
#include <vector>

namespace {

using Model = fcl::BVHModel<fcl::OBBRSS<double>>;

struct Question {
    const Model *a, *b;
    fcl::Transform3<double> from, to, still;
    fcl::CCDMotionType way;
};

struct Questions {
    std::map<const tact_mesh *, std::unique_ptr<Model>> models;
    std::vector<Question> list;
};

const Model *find(Questions *questions, const tact_mesh *mesh) {
    std::unique_ptr<Model> &model = questions->models[mesh];
    if (model == nullptr) {
        model = std::make_unique<Model>();
        fcl_shapes::add_mesh(mesh, model.get());
        model->endModel();
    }
    return model.get();
}

void run(const void *prepared, size_t count, fcl::CCDSolverType solver, bench_answers answers) {
    auto *questions = static_cast<const Questions *>(prepared);
    for (size_t i = 0; i < count; i++) {
        const Question &q = questions->list[i];
        fcl::ContinuousCollisionRequest<double> request;
        fcl::ContinuousCollisionResult<double> result;
        request.ccd_motion_type = q.way;
        request.ccd_solver_type = solver;
        fcl::continuousCollide(q.a, q.from, q.to, q.b, q.still, q.still, request, result);
        answers.verdict[i] = result.is_collide;
        answers.number[i] = result.is_collide ? result.time_of_contact : 1;
    }
}

} // namespace

void *peer_fcl_motion_prepare(const void *inputs, size_t count) {
    auto *questions = new (std::nothrow) Questions;
    auto *input = static_cast<const motion_input *>(inputs);
    for (size_t i = 0; questions != nullptr && i < count; i++) {
        const motion_input &from = input[i];
        questions->list.push_back({find(questions, from.mesh[0]), find(questions, from.mesh[1]),
                                   fcl_shapes::convert(from.from), fcl_shapes::convert(from.to),
                                   fcl_shapes::convert(from.still),
                                   from.way == MOTION_LINE   ? fcl::CCDM_TRANS
                                   : from.way == MOTION_TURN ? fcl::CCDM_LINEAR
                                                             : fcl::CCDM_SCREW});
    }
    return questions;
}

void peer_fcl_motion_release(void *prepared) {
    delete static_cast<Questions *>(prepared);
}

void peer_fcl_motion_default(const void *prepared, size_t count, bench_answers answers) {
    run(prepared, count, fcl::CCDC_NAIVE, answers);
}

void peer_fcl_motion_advance(const void *prepared, size_t count, bench_answers answers) {
    run(prepared, count, fcl::CCDC_CONSERVATIVE_ADVANCEMENT, answers);
}
