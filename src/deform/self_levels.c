/* SPDX-License-Identifier: MIT */
/* Eight pairs of faces that share vertices, once per SIMD level: the filter for self pairs of a
 * mesh (contacts/self_batch.h). It tells shared corners by their places. Its answers hold if as
 * many corners are at the same places as vertices are shared: those are then the same. */
#include "contacts/self_batch.h"
#include "deform/self.h"

tacti_beyond TACTI_LEVELED(tacti_adjacent_filter)(const tacti_triangle_source *faces,
                                                  const tacti_adjacent *adjacent) {
    tacti_triangle_batch full;
    tacti_sharing sharing;
    tacti_m8 in_a[3], in_b[3];
    tacti_batch_fill(&adjacent->pairs, &full);
    tacti_t8 a = tacti_t8_load(faces, full.a), b = tacti_t8_load(faces, full.b);
    tacti_sharing_find(&a, &b, &sharing);
    for (int i = 0; i < 3; i++) {
        const tacti_m8(*e)[3] = sharing.equal;
        in_a[i] = tacti_m8_or3(e[i][0], e[i][1], e[i][2]);
        in_b[i] = tacti_m8_or3(e[0][i], e[1][i], e[2][i]);
    }
    tacti_counts of_a = tacti_count_of_three(in_a), of_b = tacti_count_of_three(in_b);
    tacti_verdicts verdicts = tacti_filter_neighbours(&a, &b);
    uint32_t used = (1u << adjacent->pairs.count) - 1;
    uint32_t holds = (adjacent->one & of_a.one & of_b.one) | (adjacent->two & of_a.two & of_b.two);
    return (tacti_beyond){verdicts.meets & holds & used, (verdicts.open | ~holds) & used,
                          verdicts.open & holds & used};
}
