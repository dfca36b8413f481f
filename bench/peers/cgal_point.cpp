// SPDX-License-Identifier: MIT
/* The adapter to CGAL's AABB_tree over triangles with double coordinates. A second tree, of points,
 * gives each search a first guess. */
#include "cgal_point.h"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

#include <cmath>
#include <new>
#include <vector>

namespace {

using Kernel = CGAL::Simple_cartesian<double>;
using Triangles = std::vector<Kernel::Triangle_3>;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

struct Model {
    Triangles triangles;
    Tree tree;
};

Kernel::Point_3 convert(const tact_vec3 &v) {
    return {v.x, v.y, v.z};
}

void *create(const tact_mesh *mesh) {
    auto *model = new (std::nothrow) Model;
    if (model == nullptr)
        return nullptr;
    const tact_vec3 *vertices = tact_mesh_vertices(mesh);
    const uint32_t *indices = tact_mesh_indices(mesh);
    for (uint32_t i = 0; i < tact_mesh_triangle_count(mesh); i++) {
        Kernel::Triangle_3 t(convert(vertices[indices[3 * i]]),
                             convert(vertices[indices[3 * i + 1]]),
                             convert(vertices[indices[3 * i + 2]]));
        if (!t.is_degenerate()) // CGAL does not define the nearest point of a triangle without area
            model->triangles.push_back(t);
    }
    model->tree.insert(model->triangles.cbegin(), model->triangles.cend());
    model->tree.build();
    model->tree.accelerate_distance_queries();
    return model;
}

void destroy(void *object) {
    delete static_cast<Model *>(object);
}

void points(void *object, const tact_vec3 *from, std::size_t count, double *distances) {
    auto *model = static_cast<Model *>(object);
    for (std::size_t i = 0; i < count; i++) {
        Kernel::Point_3 p = convert(from[i]);
        distances[i] = std::sqrt(CGAL::squared_distance(p, model->tree.closest_point(p)));
    }
}

point_contender describe() {
    point_contender c = {};
    c.name = "cgal";
    c.about = "CGAL 5, AABB_tree of Simple_cartesian<double>, accelerate_distance_queries";
    c.create = create;
    c.destroy = destroy;
    c.points = points;
    return c;
}

} // namespace

const point_contender peer_cgal_point = describe();
