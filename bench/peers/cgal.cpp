/* SPDX-License-Identifier: MIT */
/* The adapter to CGAL. Predicates use Exact_predicates_inexact_constructions_kernel, whose verdicts
 * are exact. squared_distance uses this kernel too, and rounds. Intersections use the kernel with
 * exact constructions: with rounded ones CGAL 5.5 divides by zero on triangles that share an edge.
 */
#include "cgal.h"
#include "inputs.h"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>
#include <CGAL/squared_distance_3.h>

#include <cmath>
#include <new>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point2 = Kernel::Point_2;
using Point3 = Kernel::Point_3;
using Triangle = Kernel::Triangle_3;
using Exact = CGAL::Exact_predicates_exact_constructions_kernel;

struct Three {
    Point2 p[3];
};

struct Four {
    Point3 p[4];
};

struct Pair {
    Triangle a, b;
};

struct ExactPair {
    Exact::Triangle_3 a, b;
};

struct WithRay {
    Triangle a;
    Kernel::Ray_3 ray;
};

struct WithBox {
    Triangle a;
    CGAL::Bbox_3 box;
};

Point2 convert(const tact_vec2 &v) {
    return Point2(v.x, v.y);
}

Point3 convert(const tact_vec3 &v) {
    return Point3(v.x, v.y, v.z);
}

Triangle convert(const tact_triangle &t) {
    return Triangle(convert(t.v[0]), convert(t.v[1]), convert(t.v[2]));
}

Three convert(const points2 &p) {
    return Three{{convert(p.a), convert(p.b), convert(p.c)}};
}

Four convert(const points3 &p) {
    return Four{{convert(p.a), convert(p.b), convert(p.c), convert(p.d)}};
}

Pair convert(const triangle_pair &p) {
    return Pair{convert(p.a), convert(p.b)};
}

WithRay convert(const triangle_ray &r) {
    Kernel::Vector_3 direction(r.ray.direction.x, r.ray.direction.y, r.ray.direction.z);
    return WithRay{convert(r.a), Kernel::Ray_3(convert(r.ray.origin), direction)};
}

WithBox convert(const triangle_box &b) {
    return WithBox{convert(b.a), CGAL::Bbox_3(b.box.lo.x, b.box.lo.y, b.box.lo.z, b.box.hi.x,
                                              b.box.hi.y, b.box.hi.z)};
}

/* Converts all inputs to CGAL's types. */
template <class From, class To> void *prepare(const void *inputs, size_t count) {
    const From *from = static_cast<const From *>(inputs);
    To *to = new (std::nothrow) To[count];
    for (size_t i = 0; to != nullptr && i < count; i++)
        to[i] = convert(from[i]);
    return to;
}

template <class To> void release(void *prepared) {
    delete[] static_cast<To *>(prepared);
}

Exact::Triangle_3 convert_exact(const tact_triangle &t) {
    Exact::Point_3 p[3];
    for (int i = 0; i < 3; i++)
        p[i] = Exact::Point_3(t.v[i].x, t.v[i].y, t.v[i].z);
    return Exact::Triangle_3(p[0], p[1], p[2]);
}

/* The kind of an intersection, with the values of tact: point 1, segment 2, polygon 3. */
struct KindOf {
    using result_type = int32_t;
    int32_t operator()(const Exact::Point_3 &) const {
        return 1;
    }
    int32_t operator()(const Exact::Segment_3 &) const {
        return 2;
    }
    template <class T> int32_t operator()(const T &) const {
        return 3;
    }
};

} // namespace

void *peer_cgal_points2_prepare(const void *inputs, size_t count) {
    return prepare<points2, Three>(inputs, count);
}

void peer_cgal_points2_release(void *prepared) {
    release<Three>(prepared);
}

void *peer_cgal_points3_prepare(const void *inputs, size_t count) {
    return prepare<points3, Four>(inputs, count);
}

void peer_cgal_points3_release(void *prepared) {
    release<Four>(prepared);
}

void *peer_cgal_pairs_prepare(const void *inputs, size_t count) {
    return prepare<triangle_pair, Pair>(inputs, count);
}

void peer_cgal_pairs_release(void *prepared) {
    release<Pair>(prepared);
}

void *peer_cgal_exact_pairs_prepare(const void *inputs, size_t count) {
    const triangle_pair *from = static_cast<const triangle_pair *>(inputs);
    ExactPair *to = new (std::nothrow) ExactPair[count];
    for (size_t i = 0; to != nullptr && i < count; i++)
        to[i] = ExactPair{convert_exact(from[i].a), convert_exact(from[i].b)};
    return to;
}

void peer_cgal_exact_pairs_release(void *prepared) {
    release<ExactPair>(prepared);
}

void *peer_cgal_rays_prepare(const void *inputs, size_t count) {
    return prepare<triangle_ray, WithRay>(inputs, count);
}

void peer_cgal_rays_release(void *prepared) {
    release<WithRay>(prepared);
}

void *peer_cgal_boxes_prepare(const void *inputs, size_t count) {
    return prepare<triangle_box, WithBox>(inputs, count);
}

void peer_cgal_boxes_release(void *prepared) {
    release<WithBox>(prepared);
}

void peer_cgal_orient2d(const void *inputs, size_t count, bench_answers answers) {
    const Three *points = static_cast<const Three *>(inputs);
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = CGAL::orientation(points[i].p[0], points[i].p[1], points[i].p[2]);
}

void peer_cgal_orient3d(const void *inputs, size_t count, bench_answers answers) {
    const Four *points = static_cast<const Four *>(inputs);
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] =
            CGAL::orientation(points[i].p[0], points[i].p[1], points[i].p[2], points[i].p[3]);
}

void peer_cgal_overlaps(const void *inputs, size_t count, bench_answers answers) {
    const Pair *pairs = static_cast<const Pair *>(inputs);
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = CGAL::do_intersect(pairs[i].a, pairs[i].b);
}

void peer_cgal_intersect(const void *inputs, size_t count, bench_answers answers) {
    const ExactPair *pairs = static_cast<const ExactPair *>(inputs);
    for (size_t i = 0; i < count; i++) {
        const auto common = CGAL::intersection(pairs[i].a, pairs[i].b);
        answers.verdict[i] = common ? boost::apply_visitor(KindOf(), *common) : 0;
    }
}

void peer_cgal_distance(const void *inputs, size_t count, bench_answers answers) {
    const Pair *pairs = static_cast<const Pair *>(inputs);
    for (size_t i = 0; i < count; i++) {
        double distance = std::sqrt(CGAL::squared_distance(pairs[i].a, pairs[i].b));
        answers.number[i] = distance;
        answers.verdict[i] = distance == 0;
    }
}

void peer_cgal_ray(const void *inputs, size_t count, bench_answers answers) {
    const WithRay *items = static_cast<const WithRay *>(inputs);
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = CGAL::do_intersect(items[i].a, items[i].ray);
}

void peer_cgal_box(const void *inputs, size_t count, bench_answers answers) {
    const WithBox *items = static_cast<const WithBox *>(inputs);
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = CGAL::do_intersect(items[i].a, items[i].box);
}
