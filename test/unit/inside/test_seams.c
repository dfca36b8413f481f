/* SPDX-License-Identifier: MIT */
/* What lies beside the triangles of nested cubes, by the winding numbers on both sides of their
 * faces. */
#include "bodies.h"

#include <tact/mesh.h>

#include "inside/seams.h"

static soup cube(double size, bool is_turned) {
    tact_mesh *mesh = NULL;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){size, size, size}, 1, &mesh), TACT_OK);
    soup s = soup_take(mesh);
    if (is_turned)
        soup_turn_inside_out(&s);
    return s;
}

/* What a face shows with these winding numbers on the side of its normal and behind it. */
static unsigned shown(int ahead, int behind) {
    return (ahead != 0 || behind != 0 ? TACTI_SHOWS_INSIDE : 0U) |
           (ahead == 0 || behind == 0 ? TACTI_SHOWS_OUTSIDE : 0U) |
           (ahead != 0 ? TACTI_SHOWS_INSIDE_AHEAD : 0U);
}

/* Two cubes, one inside the other, each as it is or turned inside out. */
static void test_nested_cubes(void **state) {
    (void)state;
    for (int turned = 0; turned < 4; turned++) {
        bool is_turned[2] = {(turned & 1) != 0, (turned & 2) != 0};
        soup both = soup_join(cube(4, is_turned[0]), cube(2, is_turned[1]));
        const tacti_bvh_desc desc = {.solid = true};
        body b = body_make(NULL, &both, &desc);
        tacti_seams *seams = NULL;
        assert_int_equal(tacti_seams_create(NULL, b.bvh, &seams), TACT_OK);
        assert_false(seams->is_crossing);
        assert_int_equal(seams->shell_count, 2);
        int between = is_turned[0] ? -1 : 1, middle = between + (is_turned[1] ? -1 : 1);
        for (uint32_t t = 0; t < both.triangle_count; t++) {
            bool is_outer = t < both.triangle_count / 2;
            int out = is_outer ? 0 : between, in = is_outer ? between : middle;
            bool is_in_ahead = is_turned[is_outer ? 0 : 1];
            assert_int_equal(seams->weights[t], 1);
            assert_false(tacti_seams_has_partners(seams, t));
            assert_int_equal(seams->shows[t], is_in_ahead ? shown(in, out) : shown(out, in));
            assert_int_equal(seams->shell_shows[seams->of[t]], seams->shows[t]);
        }
        tacti_seams_destroy(seams);
        body_free(&b);
        soup_free(&both);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nested_cubes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
