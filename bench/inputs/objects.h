/* SPDX-License-Identifier: MIT */
/* A convex shape and a mesh as inputs of benchmarks. */
#ifndef TACT_BENCH_OBJECTS_H
#define TACT_BENCH_OBJECTS_H

#include "bench.h"

#include <tact/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct object_input {
    const tact_mesh *mesh;
    tact_shape shape;
    tact_instance instance[2]; /* of the shape and of the mesh */
} object_input;

/* Families by kind of shape and by stance. The shape has about a fifth of the model's size. It is a
 * tenth of the size away, a thousandth away, or a twentieth inside. The model is the bunny with
 * 69,000 triangles, or a generated one if its file is not there. */
#define OBJECT_STANCES(kind)                                                                       \
    extern const bench_family object_##kind##_apart, object_##kind##_near, object_##kind##_deep;
OBJECT_STANCES(sphere)
OBJECT_STANCES(capsule)
OBJECT_STANCES(box)
OBJECT_STANCES(hull64)
OBJECT_STANCES(cylinder)
#undef OBJECT_STANCES

/* Destroys the models and the hulls that the families made. */
void object_inputs_release(void);

#ifdef __cplusplus
}
#endif

#endif
