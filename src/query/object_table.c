/* SPDX-License-Identifier: MIT */
/* The table of pairs: which question about which kinds of objects is served, and how well. */
#include <tact/query_object.h>

tact_object_kind tact_object_kind_of(const tact_object *object) {
    return object->shape != NULL ? (tact_object_kind)object->shape->kind : TACT_OBJECT_MESH;
}

const char *tact_object_kind_name(tact_object_kind kind) {
    if ((unsigned)kind < TACT_SHAPE_KINDS)
        return tact_shape_kind_name((tact_shape_kind)kind);
    return kind == TACT_OBJECT_MESH ? "mesh" : "unknown kind";
}

/* Kinds whose verdicts on each other are always found: polytopes, half-spaces and meshes. */
static bool is_exact(tact_object_kind kind) {
    return kind == TACT_OBJECT_MESH || kind == TACT_OBJECT_HALF_SPACE ||
           (unsigned)kind <= TACT_SHAPE_HULL;
}

tact_pair_service tact_pair_serves(tact_question question, tact_object_kind a, tact_object_kind b) {
    if ((unsigned)a >= TACT_OBJECT_KINDS || (unsigned)b >= TACT_OBJECT_KINDS)
        return TACT_PAIR_UNSUPPORTED;
    bool has_mesh = a == TACT_OBJECT_MESH || b == TACT_OBJECT_MESH;
    bool are_meshes = a == TACT_OBJECT_MESH && b == TACT_OBJECT_MESH;
    switch (question) {
    case TACT_ASK_COLLIDE:
    case TACT_ASK_CONTACTS:
    case TACT_ASK_DISTANCE: /* its verdict */
        return is_exact(a) && is_exact(b) ? TACT_PAIR_EXACT : TACT_PAIR_BOUNDED;
    case TACT_ASK_DEPTH:
    case TACT_ASK_MANIFOLD:
        return has_mesh ? TACT_PAIR_UNSUPPORTED : TACT_PAIR_BOUNDED;
    case TACT_ASK_CLASSIFY:
        return are_meshes ? TACT_PAIR_EXACT : TACT_PAIR_BOUNDED;
    case TACT_QUESTIONS:
        break;
    }
    return TACT_PAIR_UNSUPPORTED;
}
