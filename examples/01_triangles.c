/* SPDX-License-Identifier: MIT */
/* Where do two triangles meet? Shows the three kinds of overlap, and the feature of each triangle
 * that contains each point of the overlap. Kinds and features are exact, so code can switch on
 * them; positions are rounded. */
#include <stdio.h>

#include <tact/tact.h>

static tact_overlap show(const char *title, const tact_triangle *a, const tact_triangle *b) {
    tact_overlap overlap = tact_triangle_intersect(a, b);
    printf("%s: %s\n", title, tact_overlap_kind_name(overlap.kind));
    for (uint32_t i = 0; i < overlap.point_count; i++) {
        const tact_overlap_point *point = &overlap.points[i];
        printf("    (%g, %g, %g)  %s of a, %s of b\n", point->position.x, point->position.y,
               point->position.z, tact_feature_name(point->a), tact_feature_name(point->b));
    }
    return overlap;
}

int main(void) {
    /* A triangle is three corners. Edge i runs from corner i to the next one. */
    const tact_triangle ground = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    const tact_triangle above = {{{1, 1, 1}, {1, 2, 3}, {2, 1, 3}}};
    const tact_triangle standing = {{{1, 1, 0}, {1, 2, 3}, {2, 1, 3}}};
    const tact_triangle crossing = {{{1, 1, -1}, {1, 1, 2}, {3, 1, 2}}};
    const tact_triangle lying = {{{1, 1, 0}, {5, 1, 0}, {1, 5, 0}}};

    tact_overlap none = show("above the ground", &ground, &above);
    tact_overlap point = show("standing on a corner", &ground, &standing);
    tact_overlap segment = show("crossing", &ground, &crossing);
    tact_overlap polygon = show("lying in the ground", &ground, &lying);

    /* If only yes or no is needed, this costs less. */
    bool meets = tact_triangle_overlaps(&ground, &standing);
    printf("do they meet? %s\n", meets ? "yes" : "no");

    bool expected = none.kind == TACT_OVERLAP_NONE && point.kind == TACT_OVERLAP_POINT &&
                    point.points[0].a == TACT_FEATURE_FACE &&
                    point.points[0].b == TACT_FEATURE_VERTEX_0 &&
                    segment.kind == TACT_OVERLAP_SEGMENT && polygon.kind == TACT_OVERLAP_POLYGON &&
                    polygon.point_count == 3 && meets;
    return expected ? 0 : 1;
}
