/* SPDX-License-Identifier: MIT */
/* What the parts of tacti_mesh_classify() share: the facts about the two boundaries from which a
 * relation follows. */
#ifndef TACTI_RELATION_CLASSIFY_STATE_H
#define TACTI_RELATION_CLASSIFY_STATE_H

#include "inside/interiors.h"
#include "surface/surface.h"
#include "relation/classify.h"

#include "inside/interior.h"
#include "frame/meter.h"
#include "frame/mesh_pair.h"

/* Proven facts. During a search, a fact that is false may still become true. Index 0 is a, 1 is b.
 */
typedef struct tacti_facts {
    bool is_inside[2];  /* a boundary point of this solid is inside the other one */
    bool is_outside[2]; /* a boundary point of this solid is outside the other one */
    bool is_flush;      /* faces overlap, and both solids are on the same side */
    bool is_opposed;    /* faces overlap, and the solids are on different sides */
    bool meets;         /* the boundaries have a point in common */
} tacti_facts;

/* The state of one question. */
typedef struct tacti_classify_state {
    const tact_context *context;
    const tacti_interior *interior[2];
    tacti_placed placed[2];
    tacti_pair pair;
    tacti_meter meter;
    tacti_facts facts;            /* meaningless if the meter is stopped */
    bool is_unsure;               /* a winding number is not within the margin of a whole number */
    bool goes_through;            /* two triangles go through each other; open meshes only */
    bool surfaces_meet;           /* two triangles meet */
    tacti_mesh_collision contact; /* the witness; its outcome is APART until there is one */
} tacti_classify_state;

static inline bool tacti_facts_overlap(const tacti_facts *f) {
    return f->is_inside[0] || f->is_inside[1] || f->is_flush;
}

/* Whether a part of this solid is proven to be outside the other. */
static inline bool tacti_facts_sticks_out(const tacti_facts *f, int side) {
    return f->is_outside[side] || f->is_inside[1 - side] || f->is_opposed;
}

/* Whether the solids are proven to cross. No further fact can change that. */
static inline bool tacti_facts_cross(const tacti_facts *f) {
    return tacti_facts_overlap(f) && tacti_facts_sticks_out(f, 0) && tacti_facts_sticks_out(f, 1);
}

/* Why the relation is undecided after a stop. */
tact_reason tacti_reason_of(tacti_stop stop);

/* Makes a pair of touching triangles the witness, unless there is one. */
void tacti_classify_note_contact(tacti_classify_state *r, uint32_t a, uint32_t b,
                                 const tact_overlap *overlap);

/* Makes a triangle of one solid that lies inside the other the witness, unless there is one. */
void tacti_classify_note_inside(tacti_classify_state *r, int side, uint32_t triangle);

/* Finds the facts about two closed meshes that do not touch themselves: all facts, or enough to
 * prove that the solids cross. Returns TACT_OUT_OF_MEMORY if there is no memory. */
tact_status tacti_relate_solids(tacti_classify_state *r);

/* The same for watertight meshes that may touch themselves but do not cross themselves (see
 * inside/seams.h). */
tact_status tacti_relate_touching(tacti_classify_state *r);

/* Finds facts about other meshes, as far as winding numbers at some points show them. */
tact_status tacti_relate_samples(tacti_classify_state *r);

/* Whether both meshes are made of the same placed triangles. The corners of a triangle may start
 * anywhere, but must have the same cyclic order. pair receives two equal triangles. The pace is
 * polled now and then; *out is false if it is stopped. Returns TACT_OUT_OF_MEMORY if there is no
 * memory. */
tact_status tacti_is_identical(const tact_context *context, const tacti_placed placed[2],
                               tacti_pace *pace, bool *out, uint32_t pair[2]);

/* Whether the meshes are likely to be identical: they have equally many triangles, and the first
 * triangles are equal. */
bool tacti_seems_identical(const tacti_placed placed[2]);

#endif
