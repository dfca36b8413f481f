// SPDX-License-Identifier: MIT
/* Converts shapes, poses and meshes of tact to the types of FCL. */
#ifndef TACT_BENCH_FCL_SHAPES_H
#define TACT_BENCH_FCL_SHAPES_H

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

#include <map>
#include <memory>
#include <vector>

#include <tact/shape.h>
#include <tact/mesh.h>

namespace fcl_shapes {

using Geometry = std::shared_ptr<fcl::CollisionGeometry<double>>;

/* All questions about a hull share one geometry, as they do in tact. */
using Hulls = std::map<const tact_hull *, Geometry>;

inline fcl::Transform3<double> convert(const tact_pose &pose) {
    fcl::Transform3<double> result;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            result(row, column) = pose.m[4 * row + column];
    result.makeAffine();
    return result;
}

inline Geometry convert_hull(const tact_hull *hull) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3<double>>>();
    auto faces = std::make_shared<std::vector<int>>();
    tact_hull_info info = tact_hull_inspect(hull);
    const tact_vec3 *v = tact_hull_vertices(hull);
    for (uint32_t i = 0; i < info.vertex_count; i++)
        vertices->emplace_back(v[i].x, v[i].y, v[i].z);
    for (uint32_t i = 0; i < info.face_count; i++) {
        uint32_t corners = 0;
        const uint32_t *at = tact_hull_face(hull, i, &corners);
        faces->push_back(static_cast<int>(corners));
        for (uint32_t k = 0; k < corners; k++)
            faces->push_back(static_cast<int>(at[k]));
    }
    return std::make_shared<fcl::Convex<double>>(vertices, static_cast<int>(info.face_count),
                                                 faces);
}

inline Geometry convert(Hulls *hulls, const tact_shape &shape) {
    tact_vec3 h = shape.core.half_extents;
    switch (shape.kind) {
    case TACT_SHAPE_SPHERE:
        return std::make_shared<fcl::Sphere<double>>(shape.radius);
    case TACT_SHAPE_SEGMENT:
        return std::make_shared<fcl::Capsule<double>>(shape.radius, 2 * shape.core.segment.b.z);
    case TACT_SHAPE_BOX:
        return std::make_shared<fcl::Box<double>>(2 * h.x, 2 * h.y, 2 * h.z);
    case TACT_SHAPE_CYLINDER:
        return std::make_shared<fcl::Cylinder<double>>(shape.core.round.radius,
                                                       2 * shape.core.round.half_height);
    case TACT_SHAPE_ELLIPSOID:
        return std::make_shared<fcl::Ellipsoid<double>>(h.x, h.y, h.z);
    default: {
        Geometry &made = (*hulls)[shape.core.hull];
        if (made == nullptr)
            made = convert_hull(shape.core.hull);
        return made;
    }
    }
}

/* Adds the triangles of a mesh to a model. endModel() then builds its hierarchy. */
template <typename Volume> void add_mesh(const tact_mesh *mesh, fcl::BVHModel<Volume> *model) {
    std::vector<fcl::Vector3<double>> points;
    std::vector<fcl::Triangle> triangles;
    const tact_vec3 *vertices = tact_mesh_vertices(mesh);
    const uint32_t *indices = tact_mesh_indices(mesh);
    for (uint32_t i = 0; i < tact_mesh_vertex_count(mesh); i++)
        points.emplace_back(vertices[i].x, vertices[i].y, vertices[i].z);
    for (uint32_t i = 0; i < tact_mesh_triangle_count(mesh); i++)
        triangles.emplace_back(indices[3 * i], indices[3 * i + 1], indices[3 * i + 2]);
    model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
    model->addSubModel(points, triangles);
}

} // namespace fcl_shapes

#endif
