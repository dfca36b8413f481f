/* SPDX-License-Identifier: MIT */
/* Names of features and kinds, for people. */
#include <tact/prim.h>

const char *tact_feature_name(tact_feature feature) {
    static const char *const names[] = {"vertex 0", "vertex 1", "vertex 2", "edge 0",
                                        "edge 1",   "edge 2",   "face"};
    return (unsigned)feature <= TACT_FACE ? names[feature] : "unknown feature";
}

const char *tact_overlap_kind_name(tact_overlap_kind kind) {
    static const char *const names[] = {"none", "point", "segment", "polygon"};
    return (unsigned)kind <= TACT_OVERLAP_POLYGON ? names[kind] : "unknown kind";
}
