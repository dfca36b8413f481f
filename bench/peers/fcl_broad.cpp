/* SPDX-License-Identifier: MIT */
/* FCL's broad phases: dynamic tree, both sweeps, spatial hash. Boxes are geometries at their
 * middle, so a pair that touches may be lost or found by rounding. */
#include "fcl_broad.h"

#include <fcl/fcl.h>

#include <memory>
#include <vector>

namespace {

struct world {
    std::unique_ptr<fcl::BroadPhaseCollisionManagerd> manager;
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
    std::vector<size_t> numbers;
};

fcl::Vector3d middle(const tact_box &b) {
    return fcl::Vector3d((b.lo.x + b.hi.x) / 2, (b.lo.y + b.hi.y) / 2, (b.lo.z + b.hi.z) / 2);
}

void *create(std::unique_ptr<fcl::BroadPhaseCollisionManagerd> manager, const tact_box *boxes,
             size_t count) {
    world *w = new world;
    w->manager = std::move(manager);
    w->numbers.resize(count);
    std::vector<fcl::CollisionObjectd *> all;
    for (size_t i = 0; i < count; i++) {
        const tact_box &b = boxes[i];
        auto box = std::make_shared<fcl::Boxd>(b.hi.x - b.lo.x, b.hi.y - b.lo.y, b.hi.z - b.lo.z);
        w->objects.emplace_back(
            new fcl::CollisionObjectd(box, fcl::Matrix3d::Identity(), middle(b)));
        w->objects[i]->computeAABB();
        w->numbers[i] = i;
        w->objects[i]->setUserData(&w->numbers[i]);
        all.push_back(w->objects[i].get());
    }
    w->manager->registerObjects(all);
    w->manager->setup();
    return w;
}

template <typename Manager> void *create_plain(const tact_box *boxes, size_t count) {
    return create(std::unique_ptr<fcl::BroadPhaseCollisionManagerd>(new Manager), boxes, count);
}

void *create_hash(const tact_box *boxes, size_t count) {
    fcl::AABBd all;
    double edges = 0;
    for (size_t i = 0; i < count; i++) {
        all += fcl::Vector3d(boxes[i].lo.x, boxes[i].lo.y, boxes[i].lo.z);
        all += fcl::Vector3d(boxes[i].hi.x, boxes[i].hi.y, boxes[i].hi.z);
        edges += boxes[i].hi.x - boxes[i].lo.x;
    }
    fcl::Vector3d room(10, 10, 10);
    using hash = fcl::SpatialHashingCollisionManagerd<>;
    return create(
        std::unique_ptr<fcl::BroadPhaseCollisionManagerd>(
            new hash(2 * edges / double(count), all.min_ - room, all.max_ + room, unsigned(count))),
        boxes, count);
}

bool take(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *out) {
    broad_pairs_add(static_cast<broad_pairs *>(out),
                    uint32_t(*static_cast<size_t *>(a->getUserData())),
                    uint32_t(*static_cast<size_t *>(b->getUserData())));
    return false;
}

void frame(void *object, const tact_box *boxes, broad_pairs *out) {
    world *w = static_cast<world *>(object);
    for (size_t i = 0; i < w->objects.size(); i++) {
        w->objects[i]->setTranslation(middle(boxes[i]));
        w->objects[i]->computeAABB();
    }
    w->manager->update();
    w->manager->collide(out, take);
}

void destroy(void *object) {
    delete static_cast<world *>(object);
}

} // namespace

extern "C" {
const broad_contender peer_fcl_tree = {"fcl tree",
                                       "FCL DynamicAABBTreeCollisionManager",
                                       create_plain<fcl::DynamicAABBTreeCollisionManagerd>,
                                       destroy,
                                       frame,
                                       true,
                                       0};
const broad_contender peer_fcl_sap = {"fcl sap",
                                      "FCL SaPCollisionManager",
                                      create_plain<fcl::SaPCollisionManagerd>,
                                      destroy,
                                      frame,
                                      true,
                                      2000};
const broad_contender peer_fcl_ssap = {"fcl ssap",
                                       "FCL SSaPCollisionManager",
                                       create_plain<fcl::SSaPCollisionManagerd>,
                                       destroy,
                                       frame,
                                       true,
                                       20000};
const broad_contender peer_fcl_hash = {
    "fcl hash", "FCL SpatialHashingCollisionManager", create_hash, destroy, frame, true, 20000};
}
