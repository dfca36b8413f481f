// SPDX-License-Identifier: MIT
/* The adapter to CGAL's Rigid_triangle_mesh_collision_detection: trees of boxes and exact
 * predicates on transformed coordinates. A face that CGAL's mesh rejects (an edge with three faces,
 * or a face with opposite orientation) gets its own vertices, which does not change the surface. */
#include "cgal_mesh.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>

#include <new>
#include <vector>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;
using Primitive = CGAL::AABB_face_graph_triangle_primitive<Mesh>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;
using Detection = CGAL::Rigid_triangle_mesh_collision_detection<Mesh, CGAL::Default, Kernel, Tree>;

struct Model {
    Mesh mesh;
    Tree tree;
};

struct Pair {
    Detection detection;
    std::size_t a, b;
};

void *create(const tact_mesh *mesh) {
    auto *model = new (std::nothrow) Model;
    if (model == nullptr)
        return nullptr;
    const tact_vec3 *vertices = tact_mesh_vertices(mesh);
    const uint32_t *indices = tact_mesh_indices(mesh);
    auto add_vertex = [&](uint32_t i) {
        return model->mesh.add_vertex(Kernel::Point_3(vertices[i].x, vertices[i].y, vertices[i].z));
    };
    std::vector<Mesh::Vertex_index> numbers;
    for (uint32_t i = 0; i < tact_mesh_vertex_count(mesh); i++)
        numbers.push_back(add_vertex(i));
    for (uint32_t i = 0; i < tact_mesh_triangle_count(mesh); i++) {
        const uint32_t *t = indices + 3 * i;
        auto face = model->mesh.add_face(numbers[t[0]], numbers[t[1]], numbers[t[2]]);
        if (face == Mesh::null_face())
            model->mesh.add_face(add_vertex(t[0]), add_vertex(t[1]), add_vertex(t[2]));
    }
    return model;
}

bool build(void *object) {
    auto *model = static_cast<Model *>(object);
    model->tree.insert(faces(model->mesh).first, faces(model->mesh).second, model->mesh);
    model->tree.build();
    return true;
}

void destroy(void *object) {
    delete static_cast<Model *>(object);
}

void *open_pair(void *a, void *b) {
    auto *pair = new (std::nothrow) Pair;
    if (pair == nullptr)
        return nullptr;
    auto *one = static_cast<Model *>(a), *other = static_cast<Model *>(b);
    pair->a = pair->detection.add_mesh(one->tree, one->mesh);
    pair->b = pair->detection.add_mesh(other->tree, other->mesh);
    return pair;
}

void close_pair(void *pair) {
    delete static_cast<Pair *>(pair);
}

CGAL::Aff_transformation_3<Kernel> convert(const tact_pose *pose) {
    const double *m = pose->m;
    return CGAL::Aff_transformation_3<Kernel>(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8],
                                              m[9], m[10], m[11]);
}

bool collide(void *object, const tact_pose *a, const tact_pose *b) {
    auto *pair = static_cast<Pair *>(object);
    pair->detection.set_transformation(pair->a, convert(a));
    pair->detection.set_transformation(pair->b, convert(b));
    return !pair->detection.get_all_intersections(pair->a).empty();
}

mesh_contender describe() {
    mesh_contender c = {};
    c.name = "cgal";
    c.about = "CGAL 5, Rigid_triangle_mesh_collision_detection, exact predicates";
    c.create = create;
    c.build = build;
    c.destroy = destroy;
    c.open_pair = open_pair;
    c.close_pair = close_pair;
    c.collide = collide;
    c.seconds = 0.5;
    return c;
}

} // namespace

const mesh_contender peer_cgal_mesh = describe();
