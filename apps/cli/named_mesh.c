/* SPDX-License-Identifier: MIT */
/* Mesh files that a proof names; see named_mesh.h. The type and size are checked after the file is
 * opened, so it cannot be replaced in between. */
#define _POSIX_C_SOURCE 200809L
#include "named_mesh.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "progress.h"

#define LEAST_LIMIT (UINT64_C(16) << 20)
#define BYTES_PER_TRIANGLE UINT64_C(1024)
#define MOST_LIMIT (UINT64_C(4) << 30)

uint64_t named_mesh_limit(uint32_t triangles) {
    uint64_t limit = LEAST_LIMIT + BYTES_PER_TRIANGLE * triangles;
    return limit < MOST_LIMIT ? limit : MOST_LIMIT;
}

static void complain_of_errno(const char *path) {
    cli_complain("%s: cannot be read: %s", path, strerror(errno));
}

/* Opens a file that may be read; otherwise -1, with a line on stderr. O_NONBLOCK: opening a pipe or
 * a device must not wait. */
static int open_regular(const char *path, uint64_t limit) {
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0) {
        complain_of_errno(path);
        return -1;
    }
    if (fstat(descriptor, &status) != 0)
        complain_of_errno(path);
    else if (!S_ISREG(status.st_mode))
        cli_complain(
            "%s: the proof names this file, but it is not a regular file; to read it, name "
            "both meshes after the proof",
            path);
    else if (status.st_size < 0 || (uint64_t)status.st_size > limit)
        cli_complain("%s: the proof names this file, but it is larger than the limit of %" PRIu64
                     " bytes; to read it, name both meshes after the proof",
                     path, limit);
    else
        return descriptor;
    close(descriptor);
    return -1;
}

/* Reads all bytes of a file; false, with a line on stderr, on errors. The size must be checked here
 * too: files in /proc report size 0 but are not empty. */
static bool read_bytes(int descriptor, const char *path, uint64_t limit, char **data,
                       size_t *bytes) {
    size_t capacity = 0;
    *data = NULL;
    *bytes = 0;
    for (;;) {
        if (*bytes == capacity) {
            capacity = capacity == 0 ? (size_t)1 << 16 : 2 * capacity;
            char *larger = realloc(*data, capacity);
            if (larger == NULL) {
                cli_complain("%s: %s", path, tact_status_text(TACT_OUT_OF_MEMORY));
                return false;
            }
            *data = larger;
        }
        ssize_t count = read(descriptor, *data + *bytes, capacity - *bytes);
        if (count == 0)
            return true;
        if (count > 0)
            *bytes += (size_t)count;
        else if (errno != EINTR) {
            complain_of_errno(path);
            return false;
        }
        if (*bytes > limit) {
            cli_complain("%s: it is larger than the limit of %" PRIu64 " bytes", path, limit);
            return false;
        }
    }
}

cli_exit named_mesh_read(const char *path, tact_format format, uint64_t limit,
                         const cli_output *output, tact_soup **out) {
    progress step;
    tact_error error = {.index = TACT_NO_INDEX};
    char *data = NULL;
    size_t bytes = 0;
    int descriptor = open_regular(path, limit);
    if (descriptor < 0)
        return CLI_IO;
    progress_begin(&step, output, "reading", path);
    bool is_read = read_bytes(descriptor, path, limit, &data, &bytes);
    tact_status status =
        is_read ? tact_read_memory(NULL, data, bytes, format, path, &error, out) : TACT_READ_FAILED;
    progress_end(&step);
    close(descriptor);
    free(data);
    if (is_read && status != TACT_OK)
        files_complain(path, status, &error);
    return status == TACT_OK ? CLI_OK : CLI_IO;
}
