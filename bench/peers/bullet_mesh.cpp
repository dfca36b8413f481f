// SPDX-License-Identifier: MIT
/* The adapter to Bullet's only query on two meshes, GImpact, which computes all contact points in
 * float. The margin is 0, so that the question is the same. A point counts if the surfaces meet. */
#include "bullet_mesh.h"

#include "bullet_common.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include <memory>
#include <new>
#include <vector>

namespace {

struct Model {
    std::vector<float> vertices;
    std::vector<int> indices;
    std::unique_ptr<btTriangleIndexVertexArray> arrays;
    std::unique_ptr<btGImpactMeshShape> shape;
};

struct Pair {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btCollisionObject a, b;
    btCollisionAlgorithm *algorithm = nullptr;
};

struct Found : public btManifoldResult {
    bool any = false;
    using btManifoldResult::btManifoldResult;
    void addContactPoint(const btVector3 &, const btVector3 &, btScalar distance) override {
        any = any || distance <= 0;
    }
};

void *create(const tact_mesh *mesh) {
    auto *model = new (std::nothrow) Model;
    if (model == nullptr)
        return nullptr;
    const tact_vec3 *vertices = tact_mesh_vertices(mesh);
    for (uint32_t i = 0; i < tact_mesh_vertex_count(mesh); i++) {
        model->vertices.push_back(static_cast<float>(vertices[i].x));
        model->vertices.push_back(static_cast<float>(vertices[i].y));
        model->vertices.push_back(static_cast<float>(vertices[i].z));
    }
    uint32_t triangles = tact_mesh_triangle_count(mesh);
    for (uint32_t i = 0; i < 3 * triangles; i++)
        model->indices.push_back(static_cast<int>(tact_mesh_indices(mesh)[i]));
    model->arrays = std::make_unique<btTriangleIndexVertexArray>(
        static_cast<int>(triangles), model->indices.data(), static_cast<int>(3 * sizeof(int)),
        static_cast<int>(tact_mesh_vertex_count(mesh)), model->vertices.data(),
        static_cast<int>(3 * sizeof(float)));
    return model;
}

bool build(void *object) {
    auto *model = static_cast<Model *>(object);
    model->shape = std::make_unique<btGImpactMeshShape>(model->arrays.get());
    model->shape->setMargin(0);
    model->shape->updateBound();
    return true;
}

void destroy(void *object) {
    delete static_cast<Model *>(object);
}

void *open_pair(void *a, void *b) {
    auto *pair = new (std::nothrow) Pair;
    if (pair == nullptr)
        return nullptr;
    btGImpactCollisionAlgorithm::registerAlgorithm(&pair->dispatcher);
    pair->a.setCollisionShape(static_cast<Model *>(a)->shape.get());
    pair->b.setCollisionShape(static_cast<Model *>(b)->shape.get());
    btCollisionObjectWrapper on_a = bullet_common::wrap(&pair->a);
    btCollisionObjectWrapper on_b = bullet_common::wrap(&pair->b);
    pair->algorithm =
        pair->dispatcher.findAlgorithm(&on_a, &on_b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    return pair;
}

void close_pair(void *object) {
    auto *pair = static_cast<Pair *>(object);
    pair->algorithm->~btCollisionAlgorithm();
    pair->dispatcher.freeCollisionAlgorithm(pair->algorithm);
    delete pair;
}

bool collide(void *object, const tact_pose *a, const tact_pose *b) {
    auto *pair = static_cast<Pair *>(object);
    pair->a.setWorldTransform(bullet_common::convert(*a));
    pair->b.setWorldTransform(bullet_common::convert(*b));
    btCollisionObjectWrapper on_a = bullet_common::wrap(&pair->a);
    btCollisionObjectWrapper on_b = bullet_common::wrap(&pair->b);
    btDispatcherInfo info;
    Found found(&on_a, &on_b);
    pair->algorithm->processCollision(&on_a, &on_b, info, &found);
    return found.any;
}

mesh_contender describe() {
    mesh_contender c = {};
    c.name = "bullet";
    c.about = "Bullet 3, GImpact against GImpact (float, all contact points)";
    c.create = create;
    c.build = build;
    c.destroy = destroy;
    c.open_pair = open_pair;
    c.close_pair = close_pair;
    c.collide = collide;
    c.seconds = 0.5;
    return c;
}

} // namespace

const mesh_contender peer_bullet = describe();
