/* SPDX-License-Identifier: MIT */
/* The adapter to FCL: the functions that its mesh traversals call at the leaves. The intersection
 * test computes only the verdict, without contact points. */
#include "fcl.h"
#include "inputs.h"

#include <fcl/narrowphase/detail/primitive_shape_algorithm/triangle_distance.h>
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>

#include <new>

namespace {

using Vector = fcl::Vector3<double>;

struct Pair {
    Vector a[3], b[3];
};

Vector convert(const tact_vec3 &v) {
    return Vector(v.x, v.y, v.z);
}

} // namespace

void *peer_fcl_pairs_prepare(const void *inputs, size_t count) {
    const triangle_pair *pairs = static_cast<const triangle_pair *>(inputs);
    Pair *prepared = new (std::nothrow) Pair[count];
    for (size_t i = 0; prepared != nullptr && i < count; i++) {
        for (int j = 0; j < 3; j++) {
            prepared[i].a[j] = convert(pairs[i].a.v[j]);
            prepared[i].b[j] = convert(pairs[i].b.v[j]);
        }
    }
    return prepared;
}

void peer_fcl_pairs_release(void *prepared) {
    delete[] static_cast<Pair *>(prepared);
}

void peer_fcl_overlaps(const void *inputs, size_t count, bench_answers answers) {
    const Pair *pairs = static_cast<const Pair *>(inputs);
    for (size_t i = 0; i < count; i++) {
        const Pair &p = pairs[i];
        answers.verdict[i] = fcl::detail::Intersect<double>::intersect_Triangle(
            p.a[0], p.a[1], p.a[2], p.b[0], p.b[1], p.b[2]);
    }
}

void peer_fcl_distance(const void *inputs, size_t count, bench_answers answers) {
    const Pair *pairs = static_cast<const Pair *>(inputs);
    for (size_t i = 0; i < count; i++) {
        Vector on_a, on_b;
        double distance =
            fcl::detail::TriangleDistance<double>::triDistance(pairs[i].a, pairs[i].b, on_a, on_b);
        answers.number[i] = distance;
        answers.verdict[i] = distance == 0;
    }
}
