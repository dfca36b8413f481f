/* SPDX-License-Identifier: MIT */
/* What the tests of tact.hpp share: a scene to ask about, and checks of results. */
#ifndef TACT_TEST_CPP_SCENE_HPP
#define TACT_TEST_CPP_SCENE_HPP

#include <tact/tact.hpp>

#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <utility>

extern "C" {
#include "support.h"
}

/* Returns the answer. Fails the test if the call failed. */
template <class T> inline T must(tact::result<T> &&result) {
    if (!result.ok())
        fail_msg("%s", result.text());
    return std::move(result).value();
}

inline void must(tact::result<void> &&result) {
    if (!result.ok())
        fail_msg("%s", result.text());
}

/* Compares all bytes, so T must have no padding. */
template <class T> inline void assert_same(const T &actual, const T &expected) {
    assert_memory_equal(&actual, &expected, sizeof(T));
}

inline tact::model model_of(const tact::mesh &mesh, const tact_context *context = nullptr) {
    tact::model_options how;
    how.interior = TACT_INTERIOR_REQUIRED;
    return must(tact::model_create_mesh(tact_mesh_as_arrays(mesh), how, context));
}

/* A torus and a cube through it, a box and a ball that overlaps it. */
struct scene {
    tact::model models[4];
    tact::instance ring, block, box, ball;

    scene() {
        models[0] = model_of(
            must(tact::call<tact::mesh>(tact_mesh_create_torus, nullptr, 2, 0.5, 48u, 24u)));
        models[1] = model_of(
            must(tact::call<tact::mesh>(tact_mesh_create_box, nullptr, tact_vec3{1, 1, 1}, 4u)));
        models[2] = must(tact::model_create_shape(tact_shape_box(0.5, 0.5, 0.5)));
        models[3] = must(tact::model_create_shape(tact_shape_sphere(0.75)));
        ring = tact::instance_make(models[0]);
        block = tact::instance_make(models[1]);
        box = tact::instance_make(models[2]);
        ball = tact::instance_make(models[3]);
        block.pose.m[3] = 1.75;
        ball.pose.m[3] = 1.125;
    }
};

#endif
