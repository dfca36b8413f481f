// SPDX-License-Identifier: MIT
/* Converts poses of tact to transforms of Bullet, and wraps collision objects for its algorithms.
 */
#ifndef TACT_BENCH_BULLET_COMMON_H
#define TACT_BENCH_BULLET_COMMON_H

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <btBulletCollisionCommon.h>

#include <tact/math.h>

namespace bullet_common {

inline btScalar to_scalar(double x) {
    return static_cast<btScalar>(x);
}

inline btTransform convert(const tact_pose &pose) {
    const double *m = pose.m;
    return btTransform(btMatrix3x3(to_scalar(m[0]), to_scalar(m[1]), to_scalar(m[2]),
                                   to_scalar(m[4]), to_scalar(m[5]), to_scalar(m[6]),
                                   to_scalar(m[8]), to_scalar(m[9]), to_scalar(m[10])),
                       btVector3(to_scalar(m[3]), to_scalar(m[7]), to_scalar(m[11])));
}

inline btCollisionObjectWrapper wrap(const btCollisionObject *object) {
    return btCollisionObjectWrapper(nullptr, object->getCollisionShape(), object,
                                    object->getWorldTransform(), -1, -1);
}

} // namespace bullet_common

#endif
