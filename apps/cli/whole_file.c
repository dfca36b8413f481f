/* SPDX-License-Identifier: MIT */
/* Text files that appear whole or not at all; see whole_file.h. */
#define _XOPEN_SOURCE 700 /* mkstemp, realpath */
#include "whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static cli_exit complain(const char *name, int reason) {
    cli_complain("%s: cannot be written: %s", name, strerror(reason));
    return CLI_IO;
}

/* The file behind links, which may not be there yet. Returns 0 or an errno. */
static int find_target(whole_file *file) {
    char *real = realpath(file->name, NULL);
    if (real == NULL && errno != ENOENT)
        return errno;
    const char *target = real != NULL ? real : file->name;
    bool fits = strlen(target) < sizeof file->target;
    if (fits)
        memcpy(file->target, target, strlen(target) + 1);
    free(real);
    return fits ? 0 : ENAMETOOLONG;
}

/* Opens a new file in the folder of the target. Returns its descriptor, or -1 with errno. */
static int open_temporary(whole_file *file, mode_t mode) {
    static const char pattern[] = ".tact-XXXXXX";
    const char *slash = strrchr(file->target, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - file->target) + 1;
    if (folder + sizeof pattern > sizeof file->temporary) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(file->temporary, file->target, folder);
    memcpy(file->temporary + folder, pattern, sizeof pattern);
    int descriptor = mkstemp(file->temporary);
    if (descriptor < 0)
        file->temporary[0] = '\0';
    else
        (void)fchmod(descriptor, mode); /* a file system without permissions may refuse */
    return descriptor;
}

/* The permissions of a new file. There is no other way to ask for the mask than to set it. */
static mode_t new_mode(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

cli_exit whole_file_open(whole_file *file, const char *name) {
    struct stat old;
    *file = (whole_file){.name = name};
    int failure = find_target(file);
    if (failure != 0)
        return complain(name, failure);
    bool exists = stat(file->target, &old) == 0;
    if (exists && !S_ISREG(old.st_mode)) {
        file->stream = fopen(file->target, "w");
        return file->stream != NULL ? CLI_OK : complain(name, errno);
    }
    /* A rename would replace a write-protected file without a word. */
    if (exists && access(file->target, W_OK) != 0)
        return complain(name, errno);
    int descriptor = open_temporary(file, exists ? old.st_mode & 0777 : new_mode());
    if (descriptor < 0)
        return complain(name, errno);
    file->stream = fdopen(descriptor, "w");
    if (file->stream != NULL)
        return CLI_OK;
    failure = errno;
    close(descriptor);
    unlink(file->temporary);
    return complain(name, failure);
}

cli_exit whole_file_close(whole_file *file) {
    int failure = 0;
    errno = 0;
    bool failed = fflush(file->stream) != 0 || ferror(file->stream) != 0;
    if (failed)
        failure = errno != 0 ? errno : EIO;
    if (fclose(file->stream) != 0 && failure == 0)
        failure = errno;
    bool is_replacing = file->temporary[0] != '\0';
    if (failure == 0 && is_replacing && rename(file->temporary, file->target) != 0)
        failure = errno;
    if (failure == 0)
        return CLI_OK;
    if (is_replacing)
        unlink(file->temporary);
    return complain(file->name, failure);
}
