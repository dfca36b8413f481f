/* SPDX-License-Identifier: MIT */
/* The steps to a manifold at the SIMD level of the bodies. */
#include "manifold/manifold_parts.h"

void tacti_contact_overlap_set(const tacti_bodies *bodies, const tacti_contact_measure *measure,
                               const tacti_contact_hint hint[2], bool strictly,
                               tacti_contact_overlap *out) {
    static tacti_contact_overlapper *const table[] = TACTI_LEVEL_TABLE(tacti_contact_overlap_set);
    table[tacti_simd_row(bodies->level)](bodies, measure, hint, strictly, out);
}

bool tacti_contact_recall(const tacti_bodies *bodies, const tacti_convex_cache *cache,
                          double margin, tacti_contact_measure *measure,
                          tacti_contact_overlap *overlap) {
    static tacti_contact_recaller *const table[] = TACTI_LEVEL_TABLE(tacti_contact_recall);
    return table[tacti_simd_row(bodies->level)](bodies, cache, margin, measure, overlap);
}

tacti_contact_filler *tacti_contact_fill_at(tact_simd_level level) {
    static tacti_contact_filler *const table[] = TACTI_LEVEL_TABLE(tacti_contact_fill);
    return table[tacti_simd_row(level)];
}
