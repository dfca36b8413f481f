/* SPDX-License-Identifier: MIT */
/* Names of features and kinds, for people. */
#include <tact/prim.h>

const char *tact_feature_name(tact_feature feature) {
    static const char *const vertices[] = {"vertex 0", "vertex 1", "vertex 2"};
    static const char *const edges[] = {"edge 0", "edge 1", "edge 2"};
    if ((unsigned)feature <= TACT_FEATURE_VERTEX_2)
        return vertices[feature];
    if (feature >= TACT_FEATURE_EDGE_0 && feature <= TACT_FEATURE_EDGE_2)
        return edges[feature - TACT_FEATURE_EDGE_0];
    return feature == TACT_FEATURE_FACE ? "face" : "unknown feature";
}

const char *tact_overlap_kind_name(tact_overlap_kind kind) {
    static const char *const names[] = {"none", "point", "segment", "polygon"};
    return (unsigned)kind <= TACT_OVERLAP_POLYGON ? names[kind] : "unknown kind";
}
