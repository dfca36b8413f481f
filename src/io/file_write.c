/* SPDX-License-Identifier: MIT */
/* Files that appear whole or not at all. A new file is written without a name in the folder of the
 * file that it replaces. At the end it gets a temporary name, is closed without an error, and is
 * renamed. An unnamed file vanishes with the process, however that ends. Signals are blocked during
 * the last steps, if they can be. If the system or the file system does not support unnamed files,
 * the temporary name exists from the start, and a killed process leaves it behind.
 *
 * Symbolic links are followed first: the link stays, and its target is replaced. Other hard links
 * keep the old contents. There is no fsync: a kill or a full disk cannot damage the old file, but a
 * power cut can. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "base/assert.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "io/system.h"

#define PATH_BYTES 4096
#define MOST_LINKS 40
#define MOST_NAMES 100

struct tacti_output {
    const tact_context *context;
    const char *name;           /* the caller's path, for messages */
    bool is_owned;              /* we must close the descriptor */
    bool is_replacing;          /* the new file replaces target at the end */
    bool is_named;              /* the new file has its temporary name */
    char target[PATH_BYTES];    /* the file itself, links followed */
    char temporary[PATH_BYTES]; /* in the same folder */
    tacti_sink sink;
};

static tact_status write_failed(const char *name, int number, tact_error *error) {
    char buffer[32], room[TACTI_NAME_BYTES];
    return tacti_error_set(error, TACT_WRITE_FAILED, 0, TACT_NO_INDEX, "%s: cannot be written: %s",
                           tacti_short_name(name, room), tacti_reason(number, buffer));
}

/* Bytes of the path up to and including its last slash. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* Replaces the last component of path by name. Returns false if the result is too long. */
static bool replace_name(char path[PATH_BYTES], const char *name) {
    size_t folder = name[0] == '/' ? 0 : folder_length(path);
    size_t length = strlen(name);
    if (length >= PATH_BYTES - folder)
        return false;
    memcpy(path + folder, name, length + 1);
    return true;
}

/* Sets target to the file behind a chain of links, which need not exist. Returns 0 or an errno. */
static int follow_links(const char *path, char target[PATH_BYTES]) {
    if (strlen(path) >= PATH_BYTES)
        return ENAMETOOLONG;
    memcpy(target, path, strlen(path) + 1);
    for (int i = 0; i < MOST_LINKS; i++) {
        char next[PATH_BYTES];
        ssize_t length = readlink(target, next, sizeof next);
        if (length < 0) /* EINVAL: not a link; other errors appear when it is opened */
            return 0;
        if ((size_t)length >= sizeof next)
            return ENAMETOOLONG;
        next[length] = '\0';
        if (!replace_name(target, next))
            return ENAMETOOLONG;
    }
    return ELOOP;
}

/* A number that is hard to guess. A guess only costs more attempts, since an existing name is never
 * opened. */
static uint64_t unlikely_number(const void *somewhere) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t x = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ tacti_process_number() << 44 ^
                 (uint64_t)(uintptr_t)somewhere;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

/* Tries to give the new file its temporary name: by creating a file, or by linking an unnamed one.
 * Returns 0 or an errno, EEXIST if the name is taken. */
typedef int take_name(tacti_output *output, mode_t mode);

static int make_file(tacti_output *output, mode_t mode) {
    int descriptor =
        open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, mode);
    if (descriptor < 0)
        return errno;
    output->is_owned = output->is_replacing = true;
    tacti_sink_start(&output->sink, descriptor);
    return 0;
}

#define OPEN_FILE_BYTES 32

/* The path in /proc of an open file. */
static void name_open_file(int descriptor, char path[OPEN_FILE_BYTES]) {
    snprintf(path, OPEN_FILE_BYTES, "/proc/self/fd/%d", descriptor);
}

static int link_file(tacti_output *output, mode_t mode) {
    char path[OPEN_FILE_BYTES];
    (void)mode;
    name_open_file(output->sink.descriptor, path);
    if (linkat(AT_FDCWD, path, AT_FDCWD, output->temporary, AT_SYMLINK_FOLLOW) != 0)
        return errno;
    return 0;
}

/* Tries names beside the target until one is free. Returns 0 or an errno. */
static int find_name(tacti_output *output, take_name *take, mode_t mode) {
    unsigned long long number = unlikely_number(output);
    memcpy(output->temporary, output->target, sizeof output->temporary);
    for (int i = 0; i < MOST_NAMES; i++) {
        char name[48];
        snprintf(name, sizeof name, ".tact-%016llx.tmp", number++);
        if (!replace_name(output->temporary, name))
            return ENAMETOOLONG;
        int failure = take(output, mode);
        output->is_named = failure == 0;
        if (failure != EEXIST && failure != EINTR)
            return failure;
    }
    return EEXIST;
}

/* Opens an unnamed file in the folder of the target, which can get a name later. Returns false if
 * this is not supported. */
static bool open_unnamed(tacti_output *output, mode_t mode) {
#if defined(O_TMPFILE)
    char folder[PATH_BYTES], path[OPEN_FILE_BYTES];
    size_t length = folder_length(output->target);
    TACTI_ASSERT(length < PATH_BYTES);
    memcpy(folder, output->target, length);
    memcpy(folder + length, length == 0 ? "." : "", length == 0 ? 2 : 1);
    int descriptor = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    if (descriptor < 0)
        return false;
    name_open_file(descriptor, path);
    if (access(path, F_OK) != 0) {
        close(descriptor);
        return false;
    }
    output->is_owned = output->is_replacing = true;
    tacti_sink_start(&output->sink, descriptor);
    return true;
#else
    (void)output, (void)mode;
    return false;
#endif
}

/* Opens a new file beside the target with these permissions. Returns 0 or an errno. */
static int open_new(tacti_output *output, mode_t mode) {
    return open_unnamed(output, mode) ? 0 : find_name(output, make_file, mode);
}

/* Opens a device or a pipe, which is not replaced. Returns 0 or an errno. */
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
        return errno == ENOENT ? open_new(output, 0666) : errno;
    if (S_ISDIR(old.st_mode))
        return EISDIR;
    if (!S_ISREG(old.st_mode))
        return open_directly(output);
    /* A rename would silently replace a write-protected file. */
    if (faccessat(AT_FDCWD, output->target, W_OK, AT_EACCESS) != 0)
        return errno;
    mode_t mode = old.st_mode & 0777;
    failure = open_new(output, mode);
    /* open() has applied the umask to the mode. A file system without permissions may refuse, which
     * is harmless. */
    if (failure == 0)
        tacti_set_permissions(output->sink.descriptor, mode);
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
    if (output == NULL) {
        char room[TACTI_NAME_BYTES];
        return tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX,
                               "%s: no memory for writing", tacti_short_name(name, room));
    }
    output->context = context;
    output->name = name;
    output->is_owned = output->is_replacing = output->is_named = false;
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

/* Closes the new file and replaces the old one. Returns 0 or an errno. */
static int finish(tacti_output *output) {
    int failure = tacti_sink_flush(&output->sink);
    if (failure == 0 && output->is_replacing && !output->is_named)
        failure = find_name(output, link_file, 0);
    if (output->is_owned && close(output->sink.descriptor) != 0 && failure == 0 && errno != EINTR)
        failure = errno;
    output->is_owned = false;
    if (failure == 0 && output->is_replacing) {
        if (rename(output->temporary, output->target) != 0)
            return errno;
        output->is_replacing = false;
    }
    return failure;
}

tact_status tacti_output_commit(tacti_output *output, tact_error *error) {
    /* Write buffered data first. Then block signals while the temporary name exists. */
    (void)tacti_sink_flush(&output->sink);
    tacti_signal_mask before;
    bool is_blocking = output->is_replacing && tacti_block_signals(&before);
    int failure = finish(output);
    tact_status status = failure == 0 ? TACT_OK : write_failed(output->name, failure, error);
    tacti_output_abandon(output);
    if (is_blocking)
        tacti_restore_signals(&before);
    return status;
}

void tacti_output_abandon(tacti_output *output) {
    if (output->is_owned)
        close(output->sink.descriptor);
    if (output->is_replacing && output->is_named)
        unlink(output->temporary);
    free_output(output);
}
