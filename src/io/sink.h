/* SPDX-License-Identifier: MIT */
/* A sink: a buffer in front of a file descriptor. After the first failure nothing more is written,
 * so writers need not check every call. */
#ifndef TACT_IO_SINK_H
#define TACT_IO_SINK_H

#include "base/assert.h"
#include "io/format.h"

#define TACTI_SINK_BYTES 65536

struct tacti_sink {
    int descriptor;
    int failure; /* errno of the first failed write; 0: none failed */
    size_t used; /* bytes in the buffer */
    unsigned char buffer[TACTI_SINK_BYTES];
};

/* Starts an empty sink on an open descriptor, which the caller still owns. */
void tacti_sink_start(tacti_sink *sink, int descriptor);

/* Writes out the buffer. Returns the errno of the first failure since the start, or 0. */
int tacti_sink_flush(tacti_sink *sink);

/* Reserves bytes (at most TACTI_SINK_BYTES) in the buffer. The caller fills them before the next
 * call. Cheaper than tacti_sink_write for small records. */
static inline unsigned char *tacti_sink_room(tacti_sink *sink, size_t bytes) {
    TACTI_ASSERT(bytes <= TACTI_SINK_BYTES && sink->used <= TACTI_SINK_BYTES);
    if (bytes > TACTI_SINK_BYTES - sink->used)
        tacti_sink_flush(sink);
    unsigned char *room = sink->buffer + sink->used;
    sink->used += bytes;
    TACTI_ASSERT(sink->used <= TACTI_SINK_BYTES);
    return room;
}

#endif
