/* SPDX-License-Identifier: MIT */
/* Writes OFF as text: vertices with the shortest numbers that read back, and the original polygons.
 * The format has no parts, so they are left out. */
#include "io/format.h"
#include "io/text.h"

tact_status tacti_off_write(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error) {
    (void)desc;
    (void)error;
    uint32_t count = arrays->triangle_count;
    uint32_t face_count = 0;
    for (uint32_t t = 0; t < count; t += tacti_text_fan(arrays, t, count))
        face_count++;
    tacti_sink_text(sink, "OFF\n");
    tacti_text_integer(sink, arrays->vertex_count);
    tacti_sink_text(sink, " ");
    tacti_text_integer(sink, face_count);
    tacti_sink_text(sink, " 0\n");
    tacti_text_vertices(sink, arrays, "");
    for (uint32_t t = 0, fan; t < count; t += fan) {
        fan = tacti_text_fan(arrays, t, count);
        tacti_text_integer(sink, (uint64_t)fan + 2);
        tacti_text_corners(sink, arrays, t, fan, 0);
    }
    return TACT_OK;
}
