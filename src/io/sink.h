/* SPDX-License-Identifier: MIT */
/* The inside of a sink: a buffer in front of a file descriptor. The first failure sticks; what is
 * written after it goes nowhere, so that writers need not look after each number. */
#ifndef TACT_IO_SINK_H
#define TACT_IO_SINK_H

#include "io/format.h"

#define TACTI_SINK_BYTES 65536

struct tacti_sink {
    int descriptor;
    int failure; /* errno of the first write that failed; 0 while all is well */
    size_t used; /* bytes of the buffer that wait */
    unsigned char buffer[TACTI_SINK_BYTES];
};

/* Starts an empty sink on an open descriptor, which stays the caller's. */
void tacti_sink_start(tacti_sink *sink, int descriptor);

/* Writes out what waits; the errno of the first failure since the start, or 0. */
int tacti_sink_flush(tacti_sink *sink);

/* Room for bytes (at most TACTI_SINK_BYTES) in the buffer, which the caller fills before the next
 * call: cheaper than tacti_sink_write for small records. */
static inline unsigned char *tacti_sink_room(tacti_sink *sink, size_t bytes) {
    if (bytes > TACTI_SINK_BYTES - sink->used)
        tacti_sink_flush(sink);
    unsigned char *room = sink->buffer + sink->used;
    sink->used += bytes;
    return room;
}

#endif
