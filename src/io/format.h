/* SPDX-License-Identifier: MIT */
/* What the readers and writers of the formats have in common: a whole file in memory on one side, a
 * buffered sink on the other. */
#ifndef TACT_IO_FORMAT_H
#define TACT_IO_FORMAT_H

#include <tact/io.h>

#include "mesh/soup.h"

/* A file in memory. data has one more byte, 0, after its end, so that scanners may look ahead. */
typedef struct tacti_source {
    const tact_context *context;
    const char *name; /* for messages */
    const unsigned char *data;
    size_t bytes;
} tacti_source;

/* Each reader fills a soup, or says in error what is wrong, with the line (text) or the byte in the
 * message (binary), starting with the source's name: "part.obj:123: face uses vertex 9, the file
 * has 8". */
tact_status tacti_obj_read(const tacti_source *source, tact_error *error, tact_soup **out);
tact_status tacti_off_read(const tacti_source *source, tact_error *error, tact_soup **out);
tact_status tacti_ply_read(const tacti_source *source, tact_error *error, tact_soup **out);
tact_status tacti_stl_read(const tacti_source *source, tact_error *error, tact_soup **out);

/* Whether the contents begin like the format. OBJ has no such mark and is what remains. */
bool tacti_off_is_likely(const tacti_source *source);
bool tacti_ply_is_likely(const tacti_source *source);
bool tacti_stl_is_likely(const tacti_source *source);

/* Where a writer puts bytes. Failures stick: after one, nothing more is written, and the end tells.
 */
typedef struct tacti_sink tacti_sink;
void tacti_sink_write(tacti_sink *sink, const void *data, size_t bytes);
void tacti_sink_text(tacti_sink *sink, const char *text);

/* The writers. The arrays have been checked: vertex numbers and part ranges are right. */
tact_status tacti_obj_write(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error);
tact_status tacti_off_write(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error);
tact_status tacti_ply_write(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error);
tact_status tacti_stl_write(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error);

#endif
