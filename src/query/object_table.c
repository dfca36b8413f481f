/* SPDX-License-Identifier: MIT */
/* The table of pairs: which question about which kinds of objects is served, and how well. */
#include "query/objects.h"

tacti_object_kind tacti_object_kind_of(const tacti_object *object) {
    return object->shape != NULL ? (tacti_object_kind)object->shape->kind : TACTI_OBJECT_MESH;
}

const char *tacti_object_kind_name(tacti_object_kind kind) {
    if ((unsigned)kind < TACT_SHAPE_KINDS)
        return tact_shape_kind_name((tact_shape_kind)kind);
    return kind == TACTI_OBJECT_MESH ? "mesh" : "unknown kind";
}

/* Kinds whose verdicts on each other are always found: polytopes, half-spaces and meshes. */
static bool is_exact(tacti_object_kind kind) {
    return kind == TACTI_OBJECT_MESH || kind == TACTI_OBJECT_HALF_SPACE ||
           (unsigned)kind <= TACT_SHAPE_HULL;
}

tact_support tacti_pair_serves(tact_question question, tacti_object_kind a, tacti_object_kind b) {
    if ((unsigned)a >= TACTI_OBJECT_KINDS || (unsigned)b >= TACTI_OBJECT_KINDS)
        return TACT_SUPPORT_NONE;
    bool has_mesh = a == TACTI_OBJECT_MESH || b == TACTI_OBJECT_MESH;
    bool are_meshes = a == TACTI_OBJECT_MESH && b == TACTI_OBJECT_MESH;
    switch (question) {
    case TACT_QUESTION_COLLIDE:
    case TACT_QUESTION_CONTACTS:
    case TACT_QUESTION_DISTANCE: /* its verdict */
        return is_exact(a) && is_exact(b) ? TACT_SUPPORT_EXACT : TACT_SUPPORT_BOUNDED;
    case TACT_QUESTION_DEPTH:
    case TACT_QUESTION_MANIFOLD:
        return has_mesh ? TACT_SUPPORT_NONE : TACT_SUPPORT_BOUNDED;
    case TACT_QUESTION_CLASSIFY:
        return are_meshes ? TACT_SUPPORT_EXACT : TACT_SUPPORT_BOUNDED;
    case TACT_QUESTIONS:
        break;
    }
    return TACT_SUPPORT_NONE;
}
