/* SPDX-License-Identifier: MIT */
/* Takes any bytes as a script of calls over the whole public interface, with allocators that fail:
 * nothing crashes or leaks, statuses are the documented ones, and failed calls change no output.
 * See script.h. */
#include "script.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Longer scripts find no more, but take longer. */
#define MOST_STEPS 60

/* Questions stand twice: they need objects, and the more of them a script asks, the better. */
static script_action *const actions[] = {
    act_context,       act_context_destroy,
    act_pool,          act_pool_destroy,
    act_fail,          act_run,
    act_soup,          act_mesh,
    act_weld,          act_topology,
    act_examine,       act_hull,
    act_hull_change,   act_mesh_destroy,
    act_list,          act_set,
    act_generate,      act_model_mesh,
    act_model_shape,   act_model_compound,
    act_model_mesh,    act_model_shape,
    act_model_retain,  act_model_destroy,
    act_model_inspect, act_bounds,
    act_cache,         act_collide,
    act_distance,      act_depth,
    act_manifold,      act_gradient,
    act_classify,      act_contacts,
    act_visit,         act_curves,
    act_self,          act_raycast,
    act_raycast_all,   act_nearest,
    act_inside,        act_collide,
    act_distance,      act_depth,
    act_classify,      act_contacts,
    act_curves,        act_batch,
    act_points_batch,  act_self_batch,
    act_proof,         act_proof_destroy,
    act_verify,        act_proof_parse,
    act_read_memory,   act_files,
    act_numbers,       act_triangles,
    act_names,         act_shape_text,
    act_programs,      act_broad,
    act_world,         act_record,
    act_expand,        act_deform,
    act_motion,
};

/* By a plan of 128 or more, about half of all steps lack memory at one of their first allocations.
 */
static void arm(script *s, uint8_t plan, uint32_t step) {
    if (plan < 128)
        return;
    uint32_t mixed = (plan + 1u) * 2654435761u ^ (step + 1u) * 2246822519u;
    mixed ^= mixed >> 15;
    for (int i = 0; i < MOST_CONTEXTS; i++)
        s->memory[i].fail_at =
            s->memory[i].calls + (mixed & 1) * (1 + (mixed >> 8) % (1 + (plan & 63)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static script s; /* large */
    memset(&s, 0, sizeof s);
    s.data = data;
    s.size = size;
    uint8_t plan = script_byte(&s);
    act_context(&s);
    for (uint32_t step = 0; s.size > 0 && step < MOST_STEPS; step++) {
        arm(&s, plan, step);
        actions[script_below(&s, sizeof actions / sizeof *actions)](&s);
    }
    script_clean_up(&s);
    return 0;
}
