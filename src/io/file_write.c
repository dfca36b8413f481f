/* SPDX-License-Identifier: MIT */
/* Files that appear whole or not at all: written under a temporary name in the folder of the file
 * that they replace, closed without an error, then renamed. Symbolic links are followed first, so
 * that the link stays and what it points to is replaced. Other hard links keep the old contents.
 * No fsync: a kill or a full disk cannot hurt the old file, a power cut may. */
#define _POSIX_C_SOURCE 200809L
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"

#define PATH_BYTES 4096
#define MOST_LINKS 40
#define MOST_NAMES 100

struct tacti_output {
    const tact_context *context;
    const char *name;           /* the caller's, for messages */
    bool is_owned;              /* the descriptor is ours to close */
    bool is_replacing;          /* temporary takes target's place at the end */
    char target[PATH_BYTES];    /* the file itself, links followed */
    char temporary[PATH_BYTES]; /* in the same folder */
    tacti_sink sink;
};

static tact_status write_failed(const char *name, int number, tact_error *error) {
    char buffer[32];
    return tacti_error_set(error, TACT_WRITE_FAILED, 0, TACT_NO_INDEX, "%s: cannot be written: %s",
                           name, tacti_reason(number, buffer));
}

/* Bytes of the path up to and with its last slash. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* Puts name into the folder of path, in place; false where it does not fit. */
static bool replace_name(char path[PATH_BYTES], const char *name) {
    size_t folder = name[0] == '/' ? 0 : folder_length(path);
    size_t length = strlen(name);
    if (length >= PATH_BYTES - folder)
        return false;
    memcpy(path + folder, name, length + 1);
    return true;
}

/* The file behind a chain of links, which need not exist. Returns 0 or an errno. */
static int follow_links(const char *path, char target[PATH_BYTES]) {
    if (strlen(path) >= PATH_BYTES)
        return ENAMETOOLONG;
    memcpy(target, path, strlen(path) + 1);
    for (int i = 0; i < MOST_LINKS; i++) {
        char next[PATH_BYTES];
        ssize_t length = readlink(target, next, sizeof next);
        if (length < 0) /* EINVAL: it is no link; anything else shows when it is opened */
            return 0;
        if ((size_t)length >= sizeof next)
            return ENAMETOOLONG;
        next[length] = '\0';
        if (!replace_name(target, next))
            return ENAMETOOLONG;
    }
    return ELOOP;
}

/* A number that others do not guess. Nothing depends on that but the number of attempts: an
 * existing name is never opened. */
static uint64_t unlikely_number(const void *somewhere) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t x = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid() << 44 ^
                 (uint64_t)(uintptr_t)somewhere;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

/* Opens a new file beside the target with these permissions. Returns 0 or an errno. */
static int open_temporary(tacti_output *output, mode_t mode) {
    unsigned long long number = unlikely_number(output);
    memcpy(output->temporary, output->target, sizeof output->temporary);
    for (int i = 0; i < MOST_NAMES; i++) {
        char name[48];
        snprintf(name, sizeof name, ".tact-%016llx.tmp", number++);
        if (!replace_name(output->temporary, name))
            return ENAMETOOLONG;
        int descriptor =
            open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, mode);
        if (descriptor >= 0) {
            output->is_owned = output->is_replacing = true;
            tacti_sink_start(&output->sink, descriptor);
            return 0;
        }
        if (errno != EEXIST && errno != EINTR)
            return errno;
    }
    return EEXIST;
}

/* A device or a pipe: nothing to replace. Returns 0 or an errno. */
static int open_directly(tacti_output *output) {
    int descriptor;
    do {
        descriptor = open(output->target, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0)
        return errno;
    output->is_owned = true;
    tacti_sink_start(&output->sink, descriptor);
    return 0;
}

/* Decides how to write, and opens. Returns 0 or an errno. */
static int open_output(tacti_output *output) {
    if (output->name[0] == '\0')
        return ENOENT;
    int failure = follow_links(output->name, output->target);
    if (failure != 0)
        return failure;
    struct stat old;
    if (stat(output->target, &old) != 0)
        return errno == ENOENT ? open_temporary(output, 0666) : errno;
    if (S_ISDIR(old.st_mode))
        return EISDIR;
    if (!S_ISREG(old.st_mode))
        return open_directly(output);
    /* A rename would replace a write-protected file without a word. */
    if (faccessat(AT_FDCWD, output->target, W_OK, AT_EACCESS) != 0)
        return errno;
    mode_t mode = old.st_mode & 0777;
    failure = open_temporary(output, mode);
    /* The umask was taken off. A file system without permissions may refuse; that is no harm. */
    if (failure == 0)
        (void)fchmod(output->sink.descriptor, mode);
    return failure;
}

static void free_output(tacti_output *output) {
    tacti_release(output->context, output, 1, sizeof *output, _Alignof(tacti_output));
}

tact_status tacti_output_open(const tact_context *context, const char *path, tact_error *error,
                              tacti_output **out) {
    bool is_standard_output = strcmp(path, "-") == 0;
    const char *name = is_standard_output ? "standard output" : path;
    tacti_output *output = tacti_allocate(context, 1, sizeof *output, _Alignof(tacti_output));
    if (output == NULL)
        return tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX,
                               "%s: no memory for writing", name);
    output->context = context;
    output->name = name;
    output->is_owned = output->is_replacing = false;
    int failure = 0;
    if (is_standard_output)
        tacti_sink_start(&output->sink, STDOUT_FILENO);
    else
        failure = open_output(output);
    if (failure != 0) {
        free_output(output);
        return write_failed(name, failure, error);
    }
    *out = output;
    return TACT_OK;
}

tacti_sink *tacti_output_sink(tacti_output *output) {
    return &output->sink;
}

tact_status tacti_output_commit(tacti_output *output, tact_error *error) {
    int failure = tacti_sink_flush(&output->sink);
    if (output->is_owned && close(output->sink.descriptor) != 0 && failure == 0 && errno != EINTR)
        failure = errno;
    output->is_owned = false;
    if (output->is_replacing && failure == 0 && rename(output->temporary, output->target) != 0)
        failure = errno;
    tact_status status = TACT_OK;
    if (failure == 0)
        output->is_replacing = false;
    else
        status = write_failed(output->name, failure, error);
    tacti_output_abandon(output);
    return status;
}

void tacti_output_abandon(tacti_output *output) {
    if (output->is_owned)
        close(output->sink.descriptor);
    if (output->is_replacing)
        unlink(output->temporary);
    free_output(output);
}
