/* SPDX-License-Identifier: MIT */
/* Ignores a result. The compiler must warn. */
#include <tact/tact.hpp>

int main() {
    tact::model_load("missing.obj");
    return 0;
}
