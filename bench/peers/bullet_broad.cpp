/* SPDX-License-Identifier: MIT */
/* Bullet's broad phases: the dynamic box tree and the axis sweep. The tree enlarges its boxes, the
 * sweep rounds them, so both report a few more pairs. */
#include "bullet_broad.h"

#include "bullet_common.h"

#include <btBulletCollisionCommon.h>

#include <vector>

namespace {

struct world {
    btBroadphaseInterface *broad;
    std::vector<btBroadphaseProxy *> proxies;
    std::vector<size_t> numbers;
};

btVector3 convert(const tact_vec3 &v) {
    return btVector3(btScalar(v.x), btScalar(v.y), btScalar(v.z));
}

void fill(world *w, const tact_box *boxes, size_t count) {
    w->numbers.resize(count);
    for (size_t i = 0; i < count; i++) {
        w->numbers[i] = i;
        w->proxies.push_back(w->broad->createProxy(
            convert(boxes[i].lo), convert(boxes[i].hi), BOX_SHAPE_PROXYTYPE, &w->numbers[i],
            btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::AllFilter, nullptr));
    }
}

void *create_tree(const tact_box *boxes, size_t count) {
    world *w = new world;
    w->broad = new btDbvtBroadphase;
    fill(w, boxes, count);
    return w;
}

void *create_sweep(const tact_box *boxes, size_t count) {
    world *w = new world;
    btVector3 lo = convert(boxes[0].lo), hi = convert(boxes[0].hi);
    for (size_t i = 0; i < count; i++) {
        lo.setMin(convert(boxes[i].lo));
        hi.setMax(convert(boxes[i].hi));
    }
    btVector3 room(10, 10, 10);
    w->broad = new bt32BitAxisSweep3(lo - room, hi + room, unsigned(count) + 2);
    fill(w, boxes, count);
    return w;
}

void destroy(void *object) {
    world *w = static_cast<world *>(object);
    for (btBroadphaseProxy *proxy : w->proxies)
        w->broad->destroyProxy(proxy, nullptr);
    delete w->broad;
    delete w;
}

void frame(void *object, const tact_box *boxes, broad_pairs *out) {
    world *w = static_cast<world *>(object);
    for (size_t i = 0; i < w->proxies.size(); i++)
        w->broad->setAabb(w->proxies[i], convert(boxes[i].lo), convert(boxes[i].hi), nullptr);
    w->broad->calculateOverlappingPairs(nullptr);
    btOverlappingPairCache *cache = w->broad->getOverlappingPairCache();
    const btBroadphasePair *pairs = cache->getOverlappingPairArrayPtr();
    for (int i = 0; i < cache->getNumOverlappingPairs(); i++)
        broad_pairs_add(out, uint32_t(*static_cast<size_t *>(pairs[i].m_pProxy0->m_clientObject)),
                        uint32_t(*static_cast<size_t *>(pairs[i].m_pProxy1->m_clientObject)));
}

} // namespace

extern "C" {
const broad_contender peer_bullet_tree = {
    "bullet dbvt", "Bullet btDbvtBroadphase", create_tree, destroy, frame, true, 0};
const broad_contender peer_bullet_sweep = {
    "bullet sweep", "Bullet bt32BitAxisSweep3", create_sweep, destroy, frame, true, 20000};
}
