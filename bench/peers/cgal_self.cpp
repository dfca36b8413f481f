// SPDX-License-Identifier: MIT
/* The adapter to CGAL's self_intersections() on a Surface_mesh with exact predicates. */
#include "cgal_self.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>

#include <iterator>
#include <utility>
#include <vector>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;
namespace processing = CGAL::Polygon_mesh_processing;

} // namespace

void *peer_cgal_self_open(const tact_vec3 *vertices, uint32_t vertex_count,
                          const uint32_t (*triangles)[3], uint32_t triangle_count) {
    auto *mesh = new Mesh;
    std::vector<Mesh::Vertex_index> numbers;
    for (uint32_t i = 0; i < vertex_count; i++)
        numbers.push_back(
            mesh->add_vertex(Kernel::Point_3(vertices[i].x, vertices[i].y, vertices[i].z)));
    for (uint32_t i = 0; i < triangle_count; i++) {
        const uint32_t *t = triangles[i];
        if (mesh->add_face(numbers[t[0]], numbers[t[1]], numbers[t[2]]) == Mesh::null_face()) {
            delete mesh;
            return nullptr;
        }
    }
    return mesh;
}

void peer_cgal_self_close(void *mesh) {
    delete static_cast<Mesh *>(mesh);
}

size_t peer_cgal_self_count(void *mesh) {
    std::vector<std::pair<Mesh::Face_index, Mesh::Face_index>> pairs;
    processing::self_intersections(*static_cast<Mesh *>(mesh), std::back_inserter(pairs));
    return pairs.size();
}

bool peer_cgal_self_does(void *mesh) {
    return processing::does_self_intersect(*static_cast<Mesh *>(mesh));
}
