// SPDX-License-Identifier: MIT
/* The adapter to Bullet (Debian's, in single precision). All margins are 0 except those that are
 * radii. Distances of btGjkEpaSolver2 ignore margins: balls and capsules are points and segments,
 * so their radii are subtracted here. Its depths include the margins. btGjkPairDetector with EPA
 * for the depth is what Bullet's own algorithm for convex pairs uses. */
#include "bullet_convex.h"

#include "bullet_common.h"
#include "convex.h"

#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <cmath>
#include <map>
#include <memory>
#include <new>
#include <vector>

namespace {

using bullet_common::convert;
using bullet_common::to_scalar;
using bullet_common::wrap;

struct Object {
    std::shared_ptr<btConvexShape> shape;
    btTransform transform;
    double radius;
};

/* Bullet has no ellipsoid. This is the class that its users would write. */
class Ellipsoid : public btConvexInternalShape {
  public:
    explicit Ellipsoid(const btVector3 &half_axes) : half(half_axes) {
        m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
        setMargin(0);
    }
    btVector3 localGetSupportingVertexWithoutMargin(const btVector3 &direction) const override {
        btVector3 scaled = half * direction;
        btScalar length = scaled.length();
        return length > 0 ? half * (scaled / length) : half;
    }
    void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3 *directions,
                                                           btVector3 *out,
                                                           int count) const override {
        for (int i = 0; i < count; i++)
            out[i] = localGetSupportingVertexWithoutMargin(directions[i]);
    }
    void getAabb(const btTransform &, btVector3 &lo, btVector3 &hi) const override {
        lo = -half;
        hi = half;
    }
    void calculateLocalInertia(btScalar, btVector3 &inertia) const override {
        inertia.setZero();
    }
    const char *getName() const override {
        return "ellipsoid";
    }

  private:
    btVector3 half;
};

/* All pairs with a hull share one shape, as they do in tact. */
struct Pairs {
    std::vector<Object> objects;
    std::map<const tact_hull *, std::shared_ptr<btConvexShape>> hulls;
};

std::shared_ptr<btConvexShape> convert_hull(const tact_hull *hull) {
    auto shape = std::make_shared<btConvexHullShape>();
    const tact_vec3 *v = tact_hull_vertices(hull);
    for (uint32_t i = 0; i < tact_hull_inspect(hull).vertex_count; i++)
        shape->addPoint(btVector3(to_scalar(v[i].x), to_scalar(v[i].y), to_scalar(v[i].z)), false);
    shape->recalcLocalAabb();
    shape->setMargin(0);
    return shape;
}

std::shared_ptr<btConvexShape> convert(Pairs *pairs, const tact_shape &shape) {
    tact_vec3 h = shape.core.half_extents;
    std::shared_ptr<btConvexShape> made;
    switch (shape.kind) {
    case TACT_SHAPE_SPHERE:
        return std::make_shared<btSphereShape>(to_scalar(shape.radius));
    case TACT_SHAPE_SEGMENT:
        return std::make_shared<btCapsuleShapeZ>(to_scalar(shape.radius),
                                                 to_scalar(2 * shape.core.segment.b.z));
    case TACT_SHAPE_BOX:
        made =
            std::make_shared<btBoxShape>(btVector3(to_scalar(h.x), to_scalar(h.y), to_scalar(h.z)));
        break;
    case TACT_SHAPE_CYLINDER:
        made = std::make_shared<btCylinderShapeZ>(
            btVector3(to_scalar(shape.core.round.radius), to_scalar(shape.core.round.radius),
                      to_scalar(shape.core.round.half_height)));
        break;
    case TACT_SHAPE_HULL: {
        auto &hull = pairs->hulls[shape.core.hull];
        if (hull == nullptr)
            hull = convert_hull(shape.core.hull);
        return hull;
    }
    default:
        return std::make_shared<Ellipsoid>(
            btVector3(to_scalar(h.x), to_scalar(h.y), to_scalar(h.z)));
    }
    made->setMargin(0);
    return made;
}

bool measure(const Pairs *pairs, size_t i, double *distance) {
    const Object &a = pairs->objects[2 * i], &b = pairs->objects[2 * i + 1];
    btGjkEpaSolver2::sResults results;
    bool apart =
        btGjkEpaSolver2::Distance(a.shape.get(), a.transform, b.shape.get(), b.transform,
                                  b.transform.getOrigin() - a.transform.getOrigin(), results);
    double rest = apart ? static_cast<double>(results.distance) - (a.radius + b.radius) : 0;
    *distance = rest > 0 ? rest : 0;
    return rest > 0;
}

/* The distance by btGjkPairDetector, negative if the shapes overlap. */
double measure_pair(const Pairs *pairs, size_t i) {
    const Object &a = pairs->objects[2 * i], &b = pairs->objects[2 * i + 1];
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btGjkPairDetector detector(a.shape.get(), b.shape.get(), &simplex, &depth);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = a.transform;
    input.m_transformB = b.transform;
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    return found.m_hasResult ? static_cast<double>(found.m_distance) : 0;
}

/* What Bullet needs to make manifolds: one algorithm per pair, chosen by its dispatcher. */
struct Manifolds {
    Pairs *pairs = nullptr;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDispatcherInfo info;
    std::vector<std::unique_ptr<btCollisionObject>> objects;
    std::vector<btCollisionAlgorithm *> algorithms;
};

} // namespace

void *peer_bullet_convex_prepare(const void *inputs, size_t count) {
    auto *pairs = new (std::nothrow) Pairs;
    auto *input = static_cast<const convex_input *>(inputs);
    for (size_t i = 0; pairs != nullptr && i < count; i++)
        for (int side = 0; side < 2; side++) {
            Object object;
            object.shape = convert(pairs, input[i].shape[side]);
            object.transform = convert(input[i].instance[side].pose);
            object.radius = input[i].shape[side].radius;
            pairs->objects.push_back(std::move(object));
        }
    return pairs;
}

void peer_bullet_convex_release(void *prepared) {
    delete static_cast<Pairs *>(prepared);
}

void peer_bullet_convex_collide(const void *prepared, size_t count, bench_answers answers) {
    double distance;
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = !measure(static_cast<const Pairs *>(prepared), i, &distance);
}

void peer_bullet_convex_distance(const void *prepared, size_t count, bench_answers answers) {
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = !measure(static_cast<const Pairs *>(prepared), i, &answers.number[i]);
}

void peer_bullet_convex_depth(const void *prepared, size_t count, bench_answers answers) {
    auto *pairs = static_cast<const Pairs *>(prepared);
    for (size_t i = 0; i < count; i++) {
        const Object &a = pairs->objects[2 * i], &b = pairs->objects[2 * i + 1];
        btGjkEpaSolver2::sResults results;
        bool found = btGjkEpaSolver2::Penetration(
            a.shape.get(), a.transform, b.shape.get(), b.transform,
            b.transform.getOrigin() - a.transform.getOrigin(), results);
        answers.verdict[i] = found;
        answers.number[i] = found ? -static_cast<double>(results.distance) : 0;
    }
}

void peer_bullet_pair_distance(const void *prepared, size_t count, bench_answers answers) {
    for (size_t i = 0; i < count; i++) {
        double distance = measure_pair(static_cast<const Pairs *>(prepared), i);
        answers.verdict[i] = distance <= 0;
        answers.number[i] = distance > 0 ? distance : 0;
    }
}

void peer_bullet_pair_depth(const void *prepared, size_t count, bench_answers answers) {
    for (size_t i = 0; i < count; i++) {
        double distance = measure_pair(static_cast<const Pairs *>(prepared), i);
        answers.verdict[i] = distance <= 0;
        answers.number[i] = distance < 0 ? -distance : 0;
    }
}

void *peer_bullet_manifold_prepare(const void *inputs, size_t count) {
    auto *all = new (std::nothrow) Manifolds;
    if (all == nullptr)
        return nullptr;
    all->pairs = static_cast<Pairs *>(peer_bullet_convex_prepare(inputs, count));
    if (all->pairs == nullptr) {
        delete all;
        return nullptr;
    }
    /* Hulls with faces are clipped against each other. Without faces a call gives one point. */
    for (auto &hull : all->pairs->hulls)
        static_cast<btConvexHullShape *>(hull.second.get())->initializePolyhedralFeatures();
    for (const Object &object : all->pairs->objects) {
        all->objects.push_back(std::make_unique<btCollisionObject>());
        all->objects.back()->setCollisionShape(object.shape.get());
        all->objects.back()->setWorldTransform(object.transform);
    }
    for (size_t i = 0; i < count; i++) {
        btCollisionObjectWrapper a = wrap(all->objects[2 * i].get());
        btCollisionObjectWrapper b = wrap(all->objects[2 * i + 1].get());
        all->algorithms.push_back(
            all->dispatcher.findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS));
    }
    return all;
}

void peer_bullet_manifold_release(void *prepared) {
    auto *all = static_cast<Manifolds *>(prepared);
    for (btCollisionAlgorithm *algorithm : all->algorithms) {
        algorithm->~btCollisionAlgorithm();
        all->dispatcher.freeCollisionAlgorithm(algorithm);
    }
    delete all->pairs;
    delete all;
}

void peer_bullet_manifold(const void *prepared, size_t count, bench_answers answers) {
    auto *all = static_cast<const Manifolds *>(prepared);
    for (size_t i = 0; i < count; i++) {
        btCollisionObjectWrapper a = wrap(all->objects[2 * i].get());
        btCollisionObjectWrapper b = wrap(all->objects[2 * i + 1].get());
        btManifoldResult result(&a, &b);
        btManifoldArray manifolds;
        all->algorithms[i]->getAllContactManifolds(manifolds);
        for (int k = 0; k < manifolds.size(); k++)
            manifolds[k]->clearManifold();
        all->algorithms[i]->processCollision(&a, &b, all->info, &result);
        const btPersistentManifold *manifold = result.getPersistentManifold();
        answers.verdict[i] = manifold == nullptr ? 0 : manifold->getNumContacts();
    }
}

void peer_bullet_manifold_frames(const void *prepared, size_t pairs, size_t frames, bool is_warm,
                                 bench_answers answers) {
    auto *all = static_cast<const Manifolds *>(prepared);
    for (size_t i = pairs; i < pairs * frames; i++) {
        btCollisionAlgorithm *algorithm = all->algorithms[i % pairs];
        btCollisionObject *object[2] = {all->objects[2 * (i % pairs)].get(),
                                        all->objects[2 * (i % pairs) + 1].get()};
        for (size_t side = 0; side < 2; side++)
            object[side]->setWorldTransform(all->pairs->objects[2 * i + side].transform);
        btCollisionObjectWrapper a = wrap(object[0]), b = wrap(object[1]);
        btManifoldResult result(&a, &b);
        if (!is_warm) {
            btManifoldArray manifolds;
            algorithm->getAllContactManifolds(manifolds);
            for (int k = 0; k < manifolds.size(); k++)
                manifolds[k]->clearManifold();
        }
        algorithm->processCollision(&a, &b, all->info, &result);
        const btPersistentManifold *manifold = result.getPersistentManifold();
        answers.verdict[i] = manifold == nullptr ? 0 : manifold->getNumContacts();
        answers.number[i] = HUGE_VAL;
        for (int k = 0; k < answers.verdict[i]; k++)
            answers.number[i] = fmin(
                answers.number[i], static_cast<double>(manifold->getContactPoint(k).getDistance()));
    }
}
