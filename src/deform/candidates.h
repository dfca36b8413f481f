/* SPDX-License-Identifier: MIT */
/* A question about one or two deformables, taken apart into joins of two hierarchies. */
#ifndef TACTI_DEFORM_CANDIDATES_H
#define TACTI_DEFORM_CANDIDATES_H

#include "deform/deform.h"
#include "deform/walk.h"

/* Two hierarchies. */
typedef struct tacti_join {
    tact_impact_kind kind;
    bool swapped;         /* of the block: vertices of the second deformable, faces of the first */
    tacti_pair_walk walk; /* all but its room */
} tacti_join;

#define TACTI_MOST_JOINS 3

/* What is asked. */
typedef struct tacti_deform_question {
    const tact_deform *a, *b; /* b may be a */
    tact_deform_method method;
    const tact_context *context;
    uint32_t culling; /* of the options, as saved */
    tact_deform_saved *saved;
    tacti_join joins[TACTI_MOST_JOINS];
    uint32_t join_count;
} tacti_deform_question;

/* Checks given options and fills in what an older caller does not know. */
tact_status tacti_deform_options_read(const tact_deform_options *given, tact_deform_options *out);

/* Checks the arguments and makes the joins. The thickness is at least the separation. */
tact_status tacti_deform_question_make(const tact_deform *a, const tact_deform *b,
                                       const tact_deform_options *options, double separation,
                                       tacti_deform_question *out);

/* The pairs of all joins by the hierarchies, in blocks. TACT_OUT_OF_MEMORY before the first. */
tact_status tacti_deform_stream(const tacti_deform_question *question, tact_deform_visitor *visitor,
                                void *user);

/* The pairs of a join by a method other than the hierarchy, in blocks. False in *goes_on if the
 * visitor ended it. */
tact_status tacti_deform_listed(const tacti_deform_question *question, const tacti_join *join,
                                tact_deform_visitor *visitor, void *user, bool *goes_on);

/* Pairs per block. */
#define TACTI_DEFORM_ROOM 8192

#endif
