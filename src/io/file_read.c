/* SPDX-License-Identifier: MIT */
/* Reads a whole file into memory. The size from the system is only a hint for the first allocation:
 * files in /proc have size 0, and a file may grow or shrink while it is read. */
#define _POSIX_C_SOURCE 200809L
#include "base/assert.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"

/* The first block if the size is unknown, and the most bytes per read, since some systems refuse
 * more than 2 GB. */
#define FIRST_BYTES ((size_t)1 << 16)
#define LARGEST_READ ((size_t)1 << 30)

static tact_status read_failed(const char *path, int number, tact_error *error) {
    char buffer[32], name[TACTI_NAME_BYTES];
    return tacti_error_set(error, TACT_READ_FAILED, 0, TACT_NO_INDEX, "%s: cannot be read: %s",
                           tacti_short_name(path, name), tacti_reason(number, buffer));
}

/* Moves the contents to a block of this size, which must be larger. Returns false if out of memory.
 */
static bool grow(const tact_context *context, tacti_contents *contents, size_t capacity) {
    if (capacity <= contents->capacity)
        return false;
    unsigned char *data = tacti_allocate(context, capacity, 1, 1);
    if (data == NULL)
        return false;
    if (contents->bytes > 0)
        memcpy(data, contents->data, contents->bytes);
    tacti_release(context, contents->data, contents->capacity, 1, 1);
    contents->data = data;
    contents->capacity = capacity;
    return true;
}

/* The bytes that the file will probably need: one more than its size, for the read that finds the
 * end and for the final 0. */
static size_t first_capacity(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0 ||
        (uintmax_t)status.st_size >= SIZE_MAX)
        return FIRST_BYTES;
    return (size_t)status.st_size + 1;
}

/* Returns 0, an errno, or -1 if out of memory. */
static int read_all(const tact_context *context, int descriptor, tacti_contents *contents) {
    size_t next_capacity = first_capacity(descriptor);
    for (;;) {
        if (contents->bytes == contents->capacity) {
            if (!grow(context, contents, next_capacity))
                return -1;
            next_capacity = next_capacity <= SIZE_MAX / 2 ? next_capacity * 2 : 0;
        }
        size_t room = contents->capacity - contents->bytes;
        ssize_t count = read(descriptor, contents->data + contents->bytes,
                             room < LARGEST_READ ? room : LARGEST_READ);
        if (count == 0) {
            TACTI_ASSERT(contents->bytes < contents->capacity);
            contents->data[contents->bytes] = 0;
            return 0;
        }
        if (count > 0) {
            contents->bytes += (size_t)count;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd wait = {.fd = descriptor, .events = POLLIN};
            if (poll(&wait, 1, -1) < 0 && errno != EINTR)
                return errno;
        } else if (errno != EINTR) {
            return errno;
        }
    }
}

tact_status tacti_contents_read(const tact_context *context, const char *path, tact_error *error,
                                tacti_contents *out) {
    bool is_standard_input = strcmp(path, "-") == 0;
    const char *name = is_standard_input ? "standard input" : path;
    int descriptor = STDIN_FILENO;
    if (!is_standard_input) {
        do {
            descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
        } while (descriptor < 0 && errno == EINTR);
        if (descriptor < 0)
            return read_failed(name, errno, error);
    }

    tacti_contents contents = {0};
    int failure = read_all(context, descriptor, &contents);
    if (!is_standard_input)
        close(descriptor);
    if (failure == 0) {
        *out = contents;
        return TACT_OK;
    }
    tacti_contents_release(context, &contents);
    if (failure < 0) {
        char room[TACTI_NAME_BYTES];
        return tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX,
                               "%s: no memory for its contents", tacti_short_name(name, room));
    }
    return read_failed(name, failure, error);
}

void tacti_contents_release(const tact_context *context, tacti_contents *contents) {
    tacti_release(context, contents->data, contents->capacity, 1, 1);
    *contents = (tacti_contents){0};
}
