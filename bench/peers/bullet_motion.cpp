// SPDX-License-Identifier: MIT
/* The adapter to Bullet's casts (Debian's, in single precision). The first side is a convex shape
 * that moves; the second one is a mesh, as a btBvhTriangleMeshShape without margin in a world of
 * its own, or a convex shape. */
#include "bullet_motion.h"

#include "bullet_shapes.h"
#include "motions.h"

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <new>
#include <vector>

namespace {

using bullet_common::convert;

/* A mesh at a pose, alone in a world. */
struct Scene {
    btCollisionObject object;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btCollisionWorld world{&dispatcher, &broadphase, &configuration};
    ~Scene() {
        world.removeCollisionObject(&object);
    }
};

struct Question {
    std::shared_ptr<btConvexShape> a, b;
    btTransform from, to, still;
    std::unique_ptr<Scene> scene;
};

struct Mesh {
    std::vector<float> vertices;
    std::vector<int> indices;
    std::unique_ptr<btTriangleIndexVertexArray> arrays;
    std::unique_ptr<btBvhTriangleMeshShape> shape;
};

struct Questions {
    std::map<const tact_mesh *, Mesh> meshes;
    bullet_shapes::Hulls hulls;
    std::vector<Question> list;
};

btCollisionShape *find(Questions *questions, const tact_mesh *mesh) {
    Mesh &made = questions->meshes[mesh];
    if (made.shape != nullptr)
        return made.shape.get();
    const tact_vec3 *vertices = tact_mesh_vertices(mesh);
    uint32_t count = tact_mesh_vertex_count(mesh), triangles = tact_mesh_triangle_count(mesh);
    for (uint32_t i = 0; i < count; i++)
        for (double x : {vertices[i].x, vertices[i].y, vertices[i].z})
            made.vertices.push_back(static_cast<float>(x));
    for (uint32_t i = 0; i < 3 * triangles; i++)
        made.indices.push_back(static_cast<int>(tact_mesh_indices(mesh)[i]));
    made.arrays = std::make_unique<btTriangleIndexVertexArray>(
        static_cast<int>(triangles), made.indices.data(), static_cast<int>(3 * sizeof(int)),
        static_cast<int>(count), made.vertices.data(), static_cast<int>(3 * sizeof(float)));
    made.shape = std::make_unique<btBvhTriangleMeshShape>(made.arrays.get(), true);
    made.shape->setMargin(0);
    return made.shape.get();
}

void answer(bench_answers answers, size_t i, bool is_hit, btScalar fraction) {
    answers.verdict[i] = is_hit;
    answers.number[i] = is_hit ? static_cast<double>(fraction) : 1;
}

} // namespace

void *peer_bullet_motion_prepare(const void *inputs, size_t count) {
    auto *questions = new (std::nothrow) Questions;
    auto *input = static_cast<const motion_input *>(inputs);
    for (size_t i = 0; questions != nullptr && i < count; i++) {
        Question q;
        q.a = bullet_shapes::convert(&questions->hulls, input[i].shape[0]);
        q.from = convert(input[i].from);
        q.to = convert(input[i].to);
        q.still = convert(input[i].still);
        if (input[i].mesh[1] != nullptr) {
            q.scene = std::make_unique<Scene>();
            q.scene->object.setCollisionShape(find(questions, input[i].mesh[1]));
            q.scene->object.setWorldTransform(q.still);
            q.scene->world.addCollisionObject(&q.scene->object);
        } else {
            q.b = bullet_shapes::convert(&questions->hulls, input[i].shape[1]);
        }
        questions->list.push_back(std::move(q));
    }
    return questions;
}

void peer_bullet_motion_release(void *prepared) {
    delete static_cast<Questions *>(prepared);
}

void peer_bullet_convex_sweep(const void *prepared, size_t count, bench_answers answers) {
    auto *questions = static_cast<const Questions *>(prepared);
    for (size_t i = 0; i < count; i++) {
        const Question &q = questions->list[i];
        btCollisionWorld::ClosestConvexResultCallback found(q.from.getOrigin(), q.to.getOrigin());
        q.scene->world.convexSweepTest(q.a.get(), q.from, q.to, found);
        answer(answers, i, found.hasHit(), found.m_closestHitFraction);
    }
}

void peer_bullet_simplex_cast(const void *prepared, size_t count, bench_answers answers) {
    auto *questions = static_cast<const Questions *>(prepared);
    for (size_t i = 0; i < count; i++) {
        const Question &q = questions->list[i];
        btVoronoiSimplexSolver simplex;
        btSubsimplexConvexCast cast(q.a.get(), q.b.get(), &simplex);
        btConvexCast::CastResult result;
        bool is_hit = cast.calcTimeOfImpact(q.from, q.to, q.still, q.still, result);
        answer(answers, i, is_hit, result.m_fraction);
    }
}

void peer_bullet_continuous(const void *prepared, size_t count, bench_answers answers) {
    auto *questions = static_cast<const Questions *>(prepared);
    for (size_t i = 0; i < count; i++) {
        const Question &q = questions->list[i];
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver depth;
        btContinuousConvexCollision cast(q.a.get(), q.b.get(), &simplex, &depth);
        btConvexCast::CastResult result;
        bool is_hit = cast.calcTimeOfImpact(q.from, q.to, q.still, q.still, result);
        answer(answers, i, is_hit, result.m_fraction);
    }
}
