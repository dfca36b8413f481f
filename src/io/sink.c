/* SPDX-License-Identifier: MIT */
/* Buffered writing to a file descriptor. Interrupted and partial writes are continued. If a
 * non-blocking descriptor is not ready, the sink waits. */
#define _POSIX_C_SOURCE 200809L
#include "io/sink.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/* Some systems refuse more than 2 GB in one call. */
#define LARGEST_WRITE ((size_t)1 << 30)

/* Returns 0 or an errno. */
static int write_all(int descriptor, const unsigned char *data, size_t bytes) {
    while (bytes > 0) {
        ssize_t written = write(descriptor, data, bytes < LARGEST_WRITE ? bytes : LARGEST_WRITE);
        if (written > 0) {
            data += written;
            bytes -= (size_t)written;
        } else if (written == 0) {
            return ENOSPC; /* no progress and no error: do not retry forever */
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd wait = {.fd = descriptor, .events = POLLOUT};
            if (poll(&wait, 1, -1) < 0 && errno != EINTR)
                return errno;
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

void tacti_sink_start(tacti_sink *sink, int descriptor) {
    sink->descriptor = descriptor;
    sink->failure = 0;
    sink->used = 0;
}

int tacti_sink_flush(tacti_sink *sink) {
    if (sink->failure == 0)
        sink->failure = write_all(sink->descriptor, sink->buffer, sink->used);
    sink->used = 0;
    return sink->failure;
}

void tacti_sink_write(tacti_sink *sink, const void *data, size_t bytes) {
    if (bytes == 0)
        return;
    if (bytes <= TACTI_SINK_BYTES) {
        memcpy(tacti_sink_room(sink, bytes), data, bytes);
        return;
    }
    if (tacti_sink_flush(sink) == 0)
        sink->failure = write_all(sink->descriptor, data, bytes);
}

void tacti_sink_text(tacti_sink *sink, const char *text) {
    tacti_sink_write(sink, text, strlen(text));
}
