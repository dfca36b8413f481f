// SPDX-License-Identifier: MIT
/* The adapter to FCL's mesh queries. All contacts are asked for without contact points, which is
 * the cheapest form that still lists the pairs of triangles; the list is kept from query to query,
 * so that its memory is not allocated anew. */
#include "fcl_mesh.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <limits>
#include <new>
#include <vector>

namespace {

using Transform = fcl::Transform3<double>;

template <typename Volume> struct Pair {
    const fcl::BVHModel<Volume> *a, *b;
    fcl::CollisionRequest<double> one, all;
    fcl::CollisionResult<double> result;
    fcl::DistanceRequest<double> shortest;
};

Transform convert(const tact_pose *pose) {
    Transform result;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++)
            result(row, column) = pose->m[4 * row + column];
    }
    result.makeAffine();
    return result;
}

template <typename Volume> void *create(const tact_mesh *mesh) {
    std::vector<fcl::Vector3<double>> points;
    std::vector<fcl::Triangle> triangles;
    const tact_vec3 *vertices = tact_mesh_vertices(mesh);
    const uint32_t *indices = tact_mesh_indices(mesh);
    for (uint32_t i = 0; i < tact_mesh_vertex_count(mesh); i++)
        points.emplace_back(vertices[i].x, vertices[i].y, vertices[i].z);
    for (uint32_t i = 0; i < tact_mesh_triangle_count(mesh); i++)
        triangles.emplace_back(indices[3 * i], indices[3 * i + 1], indices[3 * i + 2]);
    auto *model = new (std::nothrow) fcl::BVHModel<Volume>;
    if (model == nullptr)
        return nullptr;
    model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
    model->addSubModel(points, triangles);
    return model;
}

template <typename Volume> bool build(void *model) {
    return static_cast<fcl::BVHModel<Volume> *>(model)->endModel() == fcl::BVH_OK;
}

template <typename Volume> void destroy(void *model) {
    delete static_cast<fcl::BVHModel<Volume> *>(model);
}

/* Nodes, and a number for each triangle. */
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
    return static_cast<double>(
        fcl::collide(pair->a, convert(a), pair->b, convert(b), request, pair->result));
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
    return fcl::distance(both->a, convert(a), both->b, convert(b), both->shortest, result);
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
