/* SPDX-License-Identifier: MIT */
/* The words of an answer, with their names. */
#ifndef TACTI_RECORD_ANSWER_H
#define TACTI_RECORD_ANSWER_H

#include "record/record.h"

/* Each adds what a result says, but not the work. */
void tacti_answer_collide(tacti_answer *answer, const tact_collide_result *r);
void tacti_answer_distance(tacti_answer *answer, const tact_distance_result *r);
void tacti_answer_depth(tacti_answer *answer, const tact_depth_result *r);
void tacti_answer_manifold(tacti_answer *answer, const tact_manifold_result *r);
void tacti_answer_gradient(tacti_answer *answer, const tact_gradient_result *r);
void tacti_answer_classify(tacti_answer *answer, const tact_classify_result *r);
void tacti_answer_raycast(tacti_answer *answer, const tact_raycast_result *r);
void tacti_answer_nearest(tacti_answer *answer, const tact_nearest_result *r);
void tacti_answer_inside(tacti_answer *answer, const tact_inside_result *r);
/* These add a hash of the list or set, too. */
void tacti_answer_contacts(tacti_answer *answer, const tact_contacts_result *r,
                           const tact_contact_list *list);
void tacti_answer_curves(tacti_answer *answer, const tact_curves_result *r,
                         const tact_curve_set *set);

#endif
