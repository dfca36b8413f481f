/* SPDX-License-Identifier: MIT */
/* The common interface of all formats: readers take a whole file in memory, writers a buffered
 * sink. */
#ifndef TACT_IO_FORMAT_H
#define TACT_IO_FORMAT_H

#include <tact/io.h>

#include "mesh/soup.h"

/* A file in memory. data[bytes] is 0, so that scanners may look ahead. */
typedef struct tacti_source {
    const tact_context *context;
    const char *name; /* for messages */
    const unsigned char *data;
    size_t bytes;
} tacti_source;

/* Each reader makes a soup or sets the error. A message starts with the source's name and the line
 * (text) or the byte (binary): "part.obj:123: face uses vertex 9, the file has 8". */
tact_status tacti_obj_read(const tacti_source *source, tact_error *error, tact_soup **out);
tact_status tacti_off_read(const tacti_source *source, tact_error *error, tact_soup **out);
tact_status tacti_ply_read(const tacti_source *source, tact_error *error, tact_soup **out);
tact_status tacti_stl_read(const tacti_source *source, tact_error *error, tact_soup **out);

/* Whether the contents begin like the format. OBJ has no such mark and is detected last. */
bool tacti_off_is_likely(const tacti_source *source);
bool tacti_ply_is_likely(const tacti_source *source);
bool tacti_stl_is_likely(const tacti_source *source);

/* The output of a writer. After the first failure nothing more is written. The end reports the
 * failure.
 *
 */
typedef struct tacti_sink tacti_sink;
void tacti_sink_write(tacti_sink *sink, const void *data, size_t bytes);
void tacti_sink_text(tacti_sink *sink, const char *text);

/* The writers. Vertex numbers and part ranges of the arrays must be valid. */
tact_status tacti_obj_write(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error);
tact_status tacti_off_write(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error);
tact_status tacti_ply_write(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error);
tact_status tacti_stl_write(tacti_sink *sink, const tact_mesh_arrays *arrays,
                            const tact_write_desc *desc, tact_error *error);

#endif
