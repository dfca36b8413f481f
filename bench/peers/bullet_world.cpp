/* SPDX-License-Identifier: MIT */
/* Bullet's worlds (Debian's, in single precision). All margins are 0, and bodies never sleep. */
#include "bullet_world.h"

#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace {

btScalar to_scalar(double x) {
    return static_cast<btScalar>(x);
}

btVector3 convert(const tact_vec3 &v) {
    return btVector3(to_scalar(v.x), to_scalar(v.y), to_scalar(v.z));
}

btTransform convert(const pile_pose &p) {
    return btTransform(btQuaternion(p.q[0], p.q[1], p.q[2], p.q[3]),
                       btVector3(p.t[0], p.t[1], p.t[2]));
}

/* The shapes of a pile, and what every world of Bullet needs. */
struct Parts {
    std::vector<std::unique_ptr<btConvexShape>> hulls, walls;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broad;

    explicit Parts(const pile *p) {
        for (tact_hull *hull : p->hulls) {
            auto shape = std::make_unique<btConvexHullShape>();
            const tact_vec3 *v = tact_hull_vertices(hull);
            for (uint32_t i = 0; i < tact_hull_inspect(hull).vertex_count; i++)
                shape->addPoint(convert(v[i]), false);
            shape->setMargin(0);
            shape->recalcLocalAabb();
            hulls.push_back(std::move(shape));
        }
        for (const tact_vec3 &half : p->wall_half) {
            auto shape = std::make_unique<btBoxShape>(convert(half));
            shape->setMargin(0);
            walls.push_back(std::move(shape));
        }
    }
};

btTransform wall_transform(const pile *p, size_t i) {
    return btTransform(btQuaternion::getIdentity(), convert(p->wall_center[i]));
}

/* ---- Simulation ----------------------------------------------------------------------------- */

struct Simulation {
    Parts parts;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world;
    std::vector<std::unique_ptr<btRigidBody>> bodies;

    explicit Simulation(const pile *p)
        : parts(p), world(&parts.dispatcher, &parts.broad, &solver, &parts.configuration) {
        world.setGravity(btVector3(0, 0, to_scalar(-9.81)));
        std::vector<pile_pose> start(p->count);
        pile_start(p, start.data());
        for (size_t i = 0; i < p->count; i++)
            add(1, parts.hulls[i % PILE_HULLS].get(), convert(start[i]));
        for (size_t i = 0; i < PILE_WALLS; i++)
            add(0, parts.walls[i].get(), wall_transform(p, i));
    }
    ~Simulation() {
        for (auto &body : bodies)
            world.removeRigidBody(body.get());
    }
    void add(btScalar mass, btConvexShape *shape, const btTransform &transform) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0)
            shape->calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
        info.m_startWorldTransform = transform;
        bodies.push_back(std::make_unique<btRigidBody>(info));
        bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(bodies.back().get());
    }
};

/* ---- Detection ------------------------------------------------------------------------------ */

struct Detection {
    Parts parts;
    btCollisionWorld world;
    std::vector<std::unique_ptr<btCollisionObject>> objects;

    explicit Detection(const pile *p)
        : parts(p), world(&parts.dispatcher, &parts.broad, &parts.configuration) {
        for (size_t i = 0; i < p->count; i++)
            add(parts.hulls[i % PILE_HULLS].get(), convert(p->frames[i]), false);
        for (size_t i = 0; i < PILE_WALLS; i++)
            add(parts.walls[i].get(), wall_transform(p, i), true);
    }
    ~Detection() {
        for (auto &object : objects)
            world.removeCollisionObject(object.get());
    }
    void add(btConvexShape *shape, const btTransform &transform, bool is_wall) {
        objects.push_back(std::make_unique<btCollisionObject>());
        btCollisionObject *object = objects.back().get();
        object->setCollisionShape(shape);
        object->setWorldTransform(transform);
        object->setUserIndex(int(objects.size() - 1));
        object->setActivationState(DISABLE_DEACTIVATION);
        if (is_wall)
            object->setCollisionFlags(btCollisionObject::CF_STATIC_OBJECT);
        world.addCollisionObject(object, is_wall ? 2 : 1, is_wall ? 1 : 3);
    }
};

} // namespace

extern "C" {

void peer_bullet_pile_simulate(pile *p, size_t steps) {
    auto run = std::make_unique<Simulation>(p);
    for (size_t i = 0; i < steps + p->frame_count; i++) {
        run->world.stepSimulation(to_scalar(1.0 / 60), 0);
        if (i < steps)
            continue;
        for (size_t k = 0; k < p->count; k++) {
            const btTransform &at = run->bodies[k]->getWorldTransform();
            btQuaternion q = at.getRotation();
            btVector3 t = at.getOrigin();
            p->frames[(i - steps) * p->count + k] = {{q.x(), q.y(), q.z(), q.w()},
                                                     {t.x(), t.y(), t.z()}};
        }
    }
}

void *peer_bullet_pile_create(const pile *p) {
    return new Detection(p);
}

void peer_bullet_pile_destroy(void *object) {
    delete static_cast<Detection *>(object);
}

void peer_bullet_pile_frame(void *object, const pile *p, size_t frame) {
    auto *d = static_cast<Detection *>(object);
    const pile_pose *poses = &p->frames[frame * p->count];
    for (size_t i = 0; i < p->count; i++)
        d->objects[i]->setWorldTransform(convert(poses[i]));
    d->world.performDiscreteCollisionDetection();
}

size_t peer_bullet_pile_box_pairs(void *object) {
    auto *d = static_cast<Detection *>(object);
    return size_t(d->parts.broad.getOverlappingPairCache()->getNumOverlappingPairs());
}

void peer_bullet_pile_contacts(void *object, pile_contacts *out) {
    auto *d = static_cast<Detection *>(object);
    for (int i = 0; i < d->parts.dispatcher.getNumManifolds(); i++) {
        const btPersistentManifold *m = d->parts.dispatcher.getManifoldByIndexInternal(i);
        if (m->getNumContacts() == 0)
            continue;
        auto a = uint32_t(m->getBody0()->getUserIndex());
        auto b = uint32_t(m->getBody1()->getUserIndex());
        pile_contact contact = {std::min(a, b), std::max(a, b), uint32_t(m->getNumContacts()),
                                m->getContactPoint(0).getDistance()};
        for (int k = 1; k < m->getNumContacts(); k++)
            contact.separation =
                std::min(contact.separation, double(m->getContactPoint(k).getDistance()));
        pile_contacts_add(out, contact);
    }
}
}
