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
    intptr_t last_a = -1, last_b = -1; /* the nearest triangles of the last seeded query */
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

/* The distance of two triangles at the relative pose of the models. */
template <typename Volume>
double pair_distance(const Pair<Volume> *pair, const fcl::Transform3<double> &between) {
    fcl::Vector3<double> corners[2][3], points[2];
    for (int k = 0; k < 3; k++) {
        corners[0][k] = pair->a->vertices[pair->a->tri_indices[pair->last_a][k]];
        corners[1][k] = pair->b->vertices[pair->b->tri_indices[pair->last_b][k]];
    }
    return fcl::detail::TriangleDistance<double>::triDistance(corners[0], corners[1], between,
                                                              points[0], points[1]);
}

/* The search skips boxes that are further apart than the least distance in the result, so a result
 * that already holds the triangles that were nearest in the last frame gives it a good bound. */
template <typename Volume>
double distance_seeded(void *pair, const tact_pose *a, const tact_pose *b) {
    auto *both = static_cast<Pair<Volume> *>(pair);
    fcl::Transform3<double> pose_a = fcl_shapes::convert(*a), pose_b = fcl_shapes::convert(*b);
    fcl::DistanceResult<double> result;
    if (both->last_a >= 0 && both->last_b >= 0)
        result.update(pair_distance(both, pose_a.inverse(Eigen::Isometry) * pose_b), both->a,
                      both->b, static_cast<int>(both->last_a), static_cast<int>(both->last_b));
    double found = fcl::distance(both->a, pose_a, both->b, pose_b, both->shortest, result);
    both->last_a = result.b1;
    both->last_b = result.b2;
    return found;
}

template <typename Volume> void reset(void *pair) {
    auto *both = static_cast<Pair<Volume> *>(pair);
    both->last_a = both->last_b = -1;
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

mesh_contender describe_seeded() {
    using Volume = fcl::OBBRSS<double>;
    mesh_contender c = describe<Volume>(
        "fcl-seeded", "FCL 0.7, OBBRSS, with the nearest triangles of last frame", 2);
    c.collide = nullptr;
    c.contacts = nullptr;
    c.distance = distance_seeded<Volume>;
    c.reset = reset<Volume>;
    return c;
}

} // namespace

const mesh_contender peer_fcl_obb =
    describe<fcl::OBB<double>>("fcl-obb", "FCL 0.7, BVHModel<OBB>", 4);
const mesh_contender peer_fcl_obbrss = describe_obbrss();
const mesh_contender peer_fcl_seeded = describe_seeded();
