/* SPDX-License-Identifier: MIT */
/* Which question is supported for which kinds of models, and how. docs/model.md shows the table.
 *
 * Answers about polytopes, half-spaces and meshes are exact. Cylinders, cones and ellipsoids have
 * bounds. */
#include "model/model.h"

const char *tact_kind_name(tact_kind kind) {
    switch (kind) {
#define NAME(name, value, text)                                                                    \
    case name:                                                                                     \
        return text;
        TACT_KIND_LIST(NAME)
#undef NAME
    }
    return "unknown kind";
}

const char *tact_question_name(tact_question question) {
    switch (question) {
#define NAME(name, value, text)                                                                    \
    case name:                                                                                     \
        return text;
        TACT_QUESTION_LIST(NAME)
#undef NAME
    }
    return "unknown question";
}

const char *tact_ending_name(tact_ending ending) {
    static const char *const names[] = {"complete", "cache",  "exact",    "precision",
                                        "limit",    "budget", "deadline", "cancelled"};
    return (unsigned)ending <= TACT_ENDING_CANCELLED ? names[ending] : "unknown ending";
}

/* ---- The table ---------------------------------------------------------------------------- */

static bool is_kind(tact_kind kind) {
    return (unsigned)kind < TACTI_SHAPE_KINDS || kind == TACT_KIND_MESH ||
           kind == TACT_KIND_COMPOUND;
}

static bool is_shape(tact_kind kind) {
    return (unsigned)kind < TACTI_SHAPE_KINDS;
}

static bool is_smooth(tact_kind kind) {
    return kind == TACT_KIND_CYLINDER || kind == TACT_KIND_CONE || kind == TACT_KIND_ELLIPSOID;
}

static bool is_polytope(tact_kind kind) {
    return is_shape(kind) && !is_smooth(kind) && kind != TACT_KIND_HALF_SPACE;
}

/* A compound is as good as its worst part, which may be smooth. */
static uint32_t quality(tact_kind a, tact_kind b) {
    bool is_bounded =
        is_smooth(a) || is_smooth(b) || a == TACT_KIND_COMPOUND || b == TACT_KIND_COMPOUND;
    return is_bounded ? TACT_SUPPORT_BOUNDED : TACT_SUPPORT_EXACT;
}

/* Collide and distance support all kinds. */
static uint32_t support_contact(tact_kind a, tact_kind b) {
    bool are_meshes = a == TACT_KIND_MESH && b == TACT_KIND_MESH;
    bool have_compound = a == TACT_KIND_COMPOUND || b == TACT_KIND_COMPOUND;
    uint32_t bits = quality(a, b);
    if (are_meshes || have_compound || (is_shape(a) && is_shape(b)))
        bits |= TACT_SUPPORT_CACHE;
    if ((is_polytope(a) || a == TACT_KIND_MESH) && (is_polytope(b) || b == TACT_KIND_MESH))
        bits |= TACT_SUPPORT_PROOF;
    return bits;
}

/* Depth, manifold and gradient support shapes. Their lengths have bounds for all kinds. */
static uint32_t support_depth(tact_kind a, tact_kind b) {
    return is_shape(a) && is_shape(b) ? TACT_SUPPORT_BOUNDED | TACT_SUPPORT_CACHE : 0;
}

static uint32_t support_classify(tact_kind a, tact_kind b) {
    if (a == TACT_KIND_COMPOUND || b == TACT_KIND_COMPOUND)
        return 0;
    bool are_meshes = a == TACT_KIND_MESH && b == TACT_KIND_MESH;
    return are_meshes ? TACT_SUPPORT_EXACT : TACT_SUPPORT_BOUNDED;
}

uint32_t tact_query_support(tact_question question, tact_kind a, tact_kind b) {
    bool is_one = question >= TACT_QUESTION_SELF;
    if (!is_kind(a) || (!is_one && !is_kind(b)))
        return 0;
    switch (question) {
    case TACT_QUESTION_COLLIDE:
    case TACT_QUESTION_DISTANCE:
        return support_contact(a, b);
    case TACT_QUESTION_DEPTH:
    case TACT_QUESTION_MANIFOLD:
    case TACT_QUESTION_GRADIENT:
        return support_depth(a, b);
    case TACT_QUESTION_CLASSIFY:
        return support_classify(a, b);
    case TACT_QUESTION_CONTACTS:
        return quality(a, b);
    case TACT_QUESTION_CURVES:
        return a == TACT_KIND_MESH && b == TACT_KIND_MESH ? TACT_SUPPORT_EXACT : 0;
    case TACT_QUESTION_SELF:
        return a == TACT_KIND_MESH ? TACT_SUPPORT_EXACT : 0;
    case TACT_QUESTION_RAYCAST:
    case TACT_QUESTION_NEAREST:
    case TACT_QUESTION_INSIDE:
        return quality(a, a);
    }
    return 0;
}
