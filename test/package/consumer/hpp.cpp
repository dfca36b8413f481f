/* SPDX-License-Identifier: MIT */
/* The outside program in C++17 with tact.hpp. */
#include <tact/tact.hpp>

#include <cstdio>

int main() {
    auto box = tact::model_create_shape(tact_shape_box(1, 1, 1));
    auto ball = tact::model_create_shape(tact_shape_sphere(1));
    if (!box.ok() || !ball.ok()) {
        std::printf("%s%s\n", box.text(), ball.text());
        return 1;
    }
    tact::instance a = tact::instance_make(box.value());
    tact::instance b = tact::instance_make(ball.value());
    b.pose.m[3] = 3;
    auto gap = tact::distance(a, b);
    if (!gap.ok() || !(gap->lower <= 1 && 1 <= gap->upper)) {
        std::printf("the distance is not 1: %s\n", gap.text());
        return 1;
    }
    if (tact::model_load("missing.obj").status() != TACT_READ_FAILED) {
        std::printf("a missing file was read\n");
        return 1;
    }
    tact::pool pool = tact::pool_create(2).value();
    std::printf("tact.hpp: tact %s works\n", tact_version());
    return 0;
}
