// SPDX-License-Identifier: MIT
/* The adapter to FCL's mesh queries. All contacts are requested without contact points, which is
 * the cheapest form that still lists the pairs of triangles. The list is kept from query to query,
 * so that its memory is not allocated again. */
#include "fcl_mesh.h"

#include "fcl_shapes.h"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <limits>
#include <new>

namespace {

template <typename Volume> struct Pair {
    const fcl::BVHModel<Volume> *a, *b;
    fcl::CollisionRequest<double> one, all;
    fcl::CollisionResult<double> result;
    fcl::DistanceRequest<double> shortest;
};

template <typename Volume> void *create(const tact_mesh *mesh) {
    auto *model = new (std::nothrow) fcl::BVHModel<Volume>;
    if (model != nullptr)
        fcl_shapes::add_mesh(mesh, model);
    return model;
}

template <typename Volume> bool build(void *model) {
    return static_cast<fcl::BVHModel<Volume> *>(model)->endModel() == fcl::BVH_OK;
}

template <typename Volume> void destroy(void *model) {
    delete static_cast<fcl::BVHModel<Volume> *>(model);
}

/* Nodes, and one index per triangle. */
template <typename Volume> double bytes(const void *model) {
    auto *tree = static_cast<const fcl::BVHModel<Volume> *>(model);
    return static_cast<double>(tree->getNumBVs()) * sizeof(fcl::BVNode<Volume>) +
           static_cast<double>(tree->num_tris) * sizeof(unsigned);
}

template <typename Volume> void *open_pair(void *a, void *b) {
    auto *pair = new (std::nothrow) Pair<Volume>;
    if (pair == nullptr)
        return nullptr;
    pair->a = static_cast<const fcl::BVHModel<Volume> *>(a);
    pair->b = static_cast<const fcl::BVHModel<Volume> *>(b);
    pair->one.num_max_contacts = 1;
    pair->all.num_max_contacts = std::numeric_limits<size_t>::max();
    pair->all.enable_contact = false;
    return pair;
}

template <typename Volume> void close_pair(void *pair) {
    delete static_cast<Pair<Volume> *>(pair);
}

template <typename Volume>
double run(Pair<Volume> *pair, const fcl::CollisionRequest<double> &request, const tact_pose *a,
           const tact_pose *b) {
    pair->result.clear();
    return static_cast<double>(fcl::collide(pair->a, fcl_shapes::convert(*a), pair->b,
                                            fcl_shapes::convert(*b), request, pair->result));
}

template <typename Volume> bool collide(void *pair, const tact_pose *a, const tact_pose *b) {
    auto *both = static_cast<Pair<Volume> *>(pair);
    return run(both, both->one, a, b) > 0;
}

template <typename Volume> double contacts(void *pair, const tact_pose *a, const tact_pose *b) {
    auto *both = static_cast<Pair<Volume> *>(pair);
    return run(both, both->all, a, b);
}

template <typename Volume> double distance(void *pair, const tact_pose *a, const tact_pose *b) {
    auto *both = static_cast<Pair<Volume> *>(pair);
    fcl::DistanceResult<double> result;
    return fcl::distance(both->a, fcl_shapes::convert(*a), both->b, fcl_shapes::convert(*b),
                         both->shortest, result);
}

template <typename Volume>
mesh_contender describe(const char *name, const char *about, double seconds) {
    mesh_contender c = {};
    c.name = name;
    c.about = about;
    c.create = create<Volume>;
    c.build = build<Volume>;
    c.destroy = destroy<Volume>;
    c.bytes = bytes<Volume>;
    c.open_pair = open_pair<Volume>;
    c.close_pair = close_pair<Volume>;
    c.collide = collide<Volume>;
    c.contacts = contacts<Volume>;
    c.seconds = seconds;
    return c;
}

mesh_contender describe_obbrss() {
    mesh_contender c = describe<fcl::OBBRSS<double>>("fcl-obbrss", "FCL 0.7, BVHModel<OBBRSS>", 2);
    c.distance = distance<fcl::OBBRSS<double>>;
    return c;
}

} // namespace

const mesh_contender peer_fcl_obb =
    describe<fcl::OBB<double>>("fcl-obb", "FCL 0.7, BVHModel<OBB>", 4);
const mesh_contender peer_fcl_obbrss = describe_obbrss();
