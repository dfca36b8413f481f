// SPDX-License-Identifier: MIT
/* The adapter to Bullet (Debian's, in single precision). All margins are 0 except those that are
 * radii. Distances of btGjkEpaSolver2 ignore margins: balls and capsules are points and segments,
 * so their radii are subtracted here. Its depths include the margins. btGjkPairDetector with EPA
 * for the depth is what Bullet's own algorithm for convex pairs uses. */
#include "bullet_convex.h"

#include "bullet_shapes.h"
#include "convex.h"

#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <cmath>
#include <memory>
#include <new>
#include <vector>

namespace {

using bullet_common::convert;
using bullet_common::wrap;

struct Object {
    std::shared_ptr<btConvexShape> shape;
    btTransform transform;
    double radius;
};

struct Pairs {
    std::vector<Object> objects;
    bullet_shapes::Hulls hulls;
};

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
            object.shape = bullet_shapes::convert(&pairs->hulls, input[i].shape[side]);
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
