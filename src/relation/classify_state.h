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

/* Facts that are proven; what is false may still turn out true while a search is under way. Index
 * 0 is a, 1 is b. */
typedef struct tacti_facts {
    bool is_inside[2];  /* a boundary point of this solid is inside the other one */
    bool is_outside[2]; /* a boundary point of this solid is outside the other one */
    bool is_flush;      /* faces overlap, with both solids on the same side */
    bool is_opposed;    /* faces overlap, with the solids on different sides */
    bool meets;         /* the boundaries have a point in common */
} tacti_facts;

/* One question under way. */
typedef struct tacti_classify_state {
    const tact_context *context;
    const tacti_interior *interior[2];
    tacti_placed placed[2];
    tacti_pair pair;
    tacti_meter meter;
    tacti_facts facts;            /* they mean nothing if the meter is stopped */
    bool is_unsure;               /* a winding number is not within the margin of a whole number */
    bool goes_through;            /* a triangle of an open mesh and one of the other go through each
                                     other */
    bool surfaces_meet;           /* any two triangles do */
    tacti_mesh_collision contact; /* a witness; APART while there is none */
} tacti_classify_state;

static inline bool tacti_facts_overlap(const tacti_facts *f) {
    return f->is_inside[0] || f->is_inside[1] || f->is_flush;
}

/* Whether a part of this solid is proven to be outside the other. */
static inline bool tacti_facts_sticks_out(const tacti_facts *f, int side) {
    return f->is_outside[side] || f->is_inside[1 - side] || f->is_opposed;
}

/* Whether nothing that is still to be found can change that they cross. */
static inline bool tacti_facts_cross(const tacti_facts *f) {
    return tacti_facts_overlap(f) && tacti_facts_sticks_out(f, 0) && tacti_facts_sticks_out(f, 1);
}

/* Why a question that was stopped is undecided. */
tact_reason tacti_reason_of(tacti_stop stop);

/* Takes a pair of touching triangles for the witness, unless there is one. */
void tacti_classify_note_contact(tacti_classify_state *r, uint32_t a, uint32_t b,
                                 const tact_overlap *overlap);

/* Takes a triangle of one side that lies inside the other, unless there is a witness. */
void tacti_classify_note_inside(tacti_classify_state *r, int side, uint32_t triangle);

/* The facts about two closed meshes that do not touch themselves: all of them, or as many as prove
 * that the solids cross. TACT_OUT_OF_MEMORY. */
tact_status tacti_relate_solids(tacti_classify_state *r);

/* The same for watertight meshes that do not cross themselves (see seams.h), although they may
 * touch themselves. */
tact_status tacti_relate_touching(tacti_classify_state *r);

/* The facts about other meshes, as far as winding numbers at some points show them. */
tact_status tacti_relate_samples(tacti_classify_state *r);

/* Whether both are made of the same placed triangles; corners may be listed from any of the three,
 * but in the same order around. pair becomes two triangles that are one. The pace is asked now and
 * then; *out is false if it is stopped. TACT_OUT_OF_MEMORY. */
tact_status tacti_is_identical(const tact_context *context, const tacti_placed placed[2],
                               tacti_pace *pace, bool *out, uint32_t pair[2]);

/* Whether that is to be expected: the first triangles are the same, and there are equally many. */
bool tacti_seems_identical(const tacti_placed placed[2]);

#endif
