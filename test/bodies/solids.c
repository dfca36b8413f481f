/* SPDX-License-Identifier: MIT */
/* Soups with their insides; see solids.h. */
#include "solids.h"
#include "bvh/bvh.h"
#include "inside/interiors.h"

solid solid_make(const tact_context *context, soup s) {
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.solid = true;
    solid made = {.soup = s, .body = body_make(context, &s, &desc)};
    assert_int_equal(tacti_interior_create(context, made.body.bvh, &made.interior), TACT_OK);
    return made;
}

solid solid_make_simple(soup s) {
    solid made = solid_make(NULL, s);
    tacti_interior_info info = tacti_interior_inspect(made.interior);
    assert_true(info.is_closed && info.is_simple);
    return made;
}

void solid_free(solid *s) {
    tacti_interior_destroy(s->interior);
    body_free(&s->body);
    soup_free(&s->soup);
}
