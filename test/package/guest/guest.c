/* SPDX-License-Identifier: MIT */
/* A program that is compiled and linked with -Ofast and -ffast-math. Such a program starts in a
 * mode that flushes subnormals to zero, in which tact gives neither models nor contexts. In the
 * default mode it answers exactly. */
#include <tact/tact.h>

#include <fenv.h>
#include <stdio.h>

#if !defined(__FAST_MATH__)
#error "this program has to be compiled with -ffast-math"
#endif

/* Whether two unit cubes, b moved by x, are in contact; -1 if the question fails. */
static int touch(const tact_model *cube, double x) {
    tact_instance a = tact_instance_make(cube), b = a;
    tact_collide_result hit;
    b.pose.m[3] = x;
    if (tact_collide(&a, &b, NULL, NULL, &hit) != TACT_OK)
        return -1;
    return hit.outcome == TACT_OUTCOME_CONTACT;
}

int main(void) {
    tact_shape box = tact_shape_box(0.5, 0.5, 0.5);
    tact_context_desc desc = tact_context_desc_default();
    tact_context *context = NULL;
    tact_model *cube = NULL;
    if (tact_model_create_shape(NULL, &box, &cube) != TACT_INVALID_FLOAT_MODE ||
        tact_context_create(&desc, &context) != TACT_INVALID_FLOAT_MODE) {
        printf("flushed subnormals were not noticed\n");
        return 1;
    }
    if (fesetenv(FE_DFL_ENV) != 0 || tact_model_create_shape(NULL, &box, &cube) != TACT_OK ||
        tact_context_create(&desc, &context) != TACT_OK) {
        printf("the default mode was not restored\n");
        return 1;
    }
    bool is_right = touch(cube, 1) == 1 && touch(cube, 1 + 0x1p-52) == 0;
    printf(is_right ? "a guest with -ffast-math: tact %s is exact\n" : "tact %s: wrong verdict\n",
           tact_version());
    tact_model_destroy(cube);
    tact_context_destroy(context);
    return is_right ? 0 : 1;
}
