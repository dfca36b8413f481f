// SPDX-License-Identifier: MIT
/* Converts convex shapes of tact to those of Bullet. All margins are 0 except those that are radii.
 */
#ifndef TACT_BENCH_BULLET_SHAPES_H
#define TACT_BENCH_BULLET_SHAPES_H

#include "bullet_common.h"

#include <map>
#include <memory>

#include <tact/hull.h>
#include <tact/shape.h>

namespace bullet_shapes {

using bullet_common::to_scalar;

/* All pairs with a hull share one shape, as they do in tact. */
using Hulls = std::map<const tact_hull *, std::shared_ptr<btConvexShape>>;

/* Bullet has no ellipsoid. This is the class that its users would write. */
class Ellipsoid : public btConvexInternalShape {
  public:
    explicit Ellipsoid(const btVector3 &half_axes) : half(half_axes) {
        m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
        setMargin(0);
    }
    btVector3 localGetSupportingVertexWithoutMargin(const btVector3 &direction) const override {
        btVector3 scaled = half * direction;
        btScalar length = scaled.length();
        return length > 0 ? half * (scaled / length) : half;
    }
    void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3 *directions,
                                                           btVector3 *out,
                                                           int count) const override {
        for (int i = 0; i < count; i++)
            out[i] = localGetSupportingVertexWithoutMargin(directions[i]);
    }
    void getAabb(const btTransform &, btVector3 &lo, btVector3 &hi) const override {
        lo = -half;
        hi = half;
    }
    void calculateLocalInertia(btScalar, btVector3 &inertia) const override {
        inertia.setZero();
    }
    const char *getName() const override {
        return "ellipsoid";
    }

  private:
    btVector3 half;
};

inline std::shared_ptr<btConvexShape> convert_hull(const tact_hull *hull) {
    auto shape = std::make_shared<btConvexHullShape>();
    const tact_vec3 *v = tact_hull_vertices(hull);
    for (uint32_t i = 0; i < tact_hull_inspect(hull).vertex_count; i++)
        shape->addPoint(btVector3(to_scalar(v[i].x), to_scalar(v[i].y), to_scalar(v[i].z)), false);
    shape->recalcLocalAabb();
    shape->setMargin(0);
    return shape;
}

inline std::shared_ptr<btConvexShape> convert(Hulls *hulls, const tact_shape &shape) {
    tact_vec3 h = shape.core.half_extents;
    std::shared_ptr<btConvexShape> made;
    switch (shape.kind) {
    case TACT_SHAPE_SPHERE:
        return std::make_shared<btSphereShape>(to_scalar(shape.radius));
    case TACT_SHAPE_SEGMENT:
        return std::make_shared<btCapsuleShapeZ>(to_scalar(shape.radius),
                                                 to_scalar(2 * shape.core.segment.b.z));
    case TACT_SHAPE_BOX:
        made =
            std::make_shared<btBoxShape>(btVector3(to_scalar(h.x), to_scalar(h.y), to_scalar(h.z)));
        break;
    case TACT_SHAPE_CYLINDER:
        made = std::make_shared<btCylinderShapeZ>(
            btVector3(to_scalar(shape.core.round.radius), to_scalar(shape.core.round.radius),
                      to_scalar(shape.core.round.half_height)));
        break;
    case TACT_SHAPE_HULL: {
        auto &hull = (*hulls)[shape.core.hull];
        if (hull == nullptr)
            hull = convert_hull(shape.core.hull);
        return hull;
    }
    default:
        return std::make_shared<Ellipsoid>(
            btVector3(to_scalar(h.x), to_scalar(h.y), to_scalar(h.z)));
    }
    made->setMargin(0);
    return made;
}

} // namespace bullet_shapes

#endif
