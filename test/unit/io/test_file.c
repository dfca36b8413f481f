/* SPDX-License-Identifier: MIT */
/* Files: reading everything that can be opened, messages for everything else, and writing that
 * leaves either the old file or the whole new one. */
#define _GNU_SOURCE /* mount, O_TMPFILE */
#include "test_file_support.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/file.h"

static void assert_contents(const char *path, const void *data, size_t count) {
    tacti_contents contents;
    tact_error error;
    if (tacti_contents_read(NULL, path, &error, &contents) != TACT_OK)
        fail_msg("%s", error.text);
    assert_int_equal(contents.bytes, count);
    assert_memory_equal(contents.data, data, count);
    assert_int_equal(contents.data[count], 0);
    tacti_contents_release(NULL, &contents);
}

static void regular_files_of_all_sizes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("regular_files_of_all_sizes");
    static unsigned char data[300000];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)test_rng_next(&rng);
    static const size_t sizes[] = {0, 1, 2, 4095, 4096, 65535, 65536, 65537, 131072, 300000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const char *path = test_path("sizes");
        test_write_whole(path, data, sizes[i]);
        assert_contents(path, data, sizes[i]);
    }
}

/* Files whose size is 0 according to the system. */
static void files_without_a_size(void **state) {
    (void)state;
    tacti_contents contents;
    assert_int_equal(tacti_contents_read(NULL, "/proc/self/status", NULL, &contents), TACT_OK);
    assert_true(contents.bytes > 100);
    assert_int_equal(contents.data[contents.bytes], 0);
    tacti_contents_release(NULL, &contents);
    assert_contents("/dev/null", "", 0);
}

static void write_fully(int descriptor, const unsigned char *data, size_t count) {
    for (size_t i = 0; i < count;) {
        ssize_t written = write(descriptor, data + i, count - i);
        if (written <= 0)
            _exit(1);
        i += (size_t)written;
    }
}

/* Standard input from a pipe, in pieces, with and without blocking. */
static void standard_input_is_a_pipe(void **state) {
    (void)state;
    static unsigned char data[200000];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)(i * 7 % 251);
    for (int flags = 0; flags <= O_NONBLOCK; flags += O_NONBLOCK) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            close(ends[0]);
            write_fully(ends[1], data, 1000);
            usleep(20000);
            write_fully(ends[1], data + 1000, sizeof data - 1000);
            _exit(0);
        }
        close(ends[1]);
        assert_int_equal(fcntl(ends[0], F_SETFL, flags), 0);
        int saved = dup(STDIN_FILENO);
        dup2(ends[0], STDIN_FILENO);
        assert_contents("-", data, sizeof data);
        dup2(saved, STDIN_FILENO);
        close(saved);
        close(ends[0]);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

static void assert_read_fails(const char *path, const char *text) {
    tact_error error = {0};
    tact_soup *soup = NULL;
    assert_int_equal(tact_read_file(NULL, path, TACT_FORMAT_AUTO, &error, &soup), TACT_READ_FAILED);
    assert_int_equal(error.status, TACT_READ_FAILED);
    assert_string_equal(error.text, text);
    assert_null(soup);
    assert_int_equal(tact_read_file(NULL, path, TACT_FORMAT_AUTO, NULL, &soup), TACT_READ_FAILED);
}

static void unreadable_files(void **state) {
    (void)state;
    assert_read_fails("/", "/: cannot be read: Is a directory");
    assert_read_fails("/missing.ply", "/missing.ply: cannot be read: No such file or directory");
    assert_read_fails("", ": cannot be read: No such file or directory");
    assert_read_fails("/dev/null/part.ply",
                      "/dev/null/part.ply: cannot be read: A part of the path is not a directory");
    const char *path = test_path("loop.ply");
    assert_int_equal(symlink(path, path), 0);
    tact_error error;
    tact_soup *soup;
    assert_int_equal(tact_read_file(NULL, path, TACT_FORMAT_AUTO, &error, &soup), TACT_READ_FAILED);
    assert_non_null(strstr(error.text, "Too many levels of symbolic links"));
    assert_int_equal(unlink(path), 0);
    /* Memory that was never mapped: the read itself fails. */
    assert_read_fails("/proc/self/mem", "/proc/self/mem: cannot be read: Input/output error");
}

/* Drops root's rights, with which everything may be read and written. */
static void forbidden_files(void **state) {
    (void)state;
    const char *path = test_path("secret.stl");
    test_write_whole(path, "old", 3);
    assert_int_equal(chmod(path, 0), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(2);
        tact_error error = {0};
        tact_soup *soup;
        tact_mesh_arrays empty = {0};
        bool good =
            tact_read_file(NULL, path, TACT_FORMAT_AUTO, &error, &soup) == TACT_READ_FAILED &&
            strstr(error.text, "cannot be read: Permission denied") != NULL &&
            tact_write_file(NULL, path, &empty, NULL, &error) == TACT_WRITE_FAILED &&
            strstr(error.text, "cannot be written: Permission denied") != NULL;
        _exit(good ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(chmod(path, 0600), 0);
    assert_contents(path, "old", 3);
    assert_int_equal(unlink(path), 0);
}

static void reading_runs_out_of_memory(void **state) {
    (void)state;
    static unsigned char data[200000];
    int ends[2];
    test_allocator counter;
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = test_allocator_make(&counter);
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    uint64_t live = counter.live;
    for (uint64_t n = 1; n <= 4; n++) {
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            signal(SIGPIPE, SIG_IGN);
            write_fully(ends[1], data, sizeof data);
            _exit(0);
        }
        close(ends[1]);
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", ends[0]);
        counter.calls = 0;
        counter.fail_at = n;
        tacti_contents contents = {0};
        tact_error error;
        tact_status status = tacti_contents_read(context, path, &error, &contents);
        /* 64, 128 and 256 KiB: three blocks. */
        assert_int_equal(status, n <= 3 ? TACT_OUT_OF_MEMORY : TACT_OK);
        if (n <= 3)
            assert_non_null(strstr(error.text, "no memory"));
        else
            assert_int_equal(contents.bytes, sizeof data);
        tacti_contents_release(context, &contents);
        assert_int_equal(counter.live, live);
        close(ends[0]);
        waitpid(child, NULL, 0);
    }
    tact_context_destroy(context);
}

/* ---- Writing ------------------------------------------------------------------------------- */

static tacti_output *open_good(const char *path) {
    tact_error error;
    tacti_output *output;
    if (tacti_output_open(NULL, path, &error, &output) != TACT_OK)
        fail_msg("%s", error.text);
    return output;
}

/* The linker redirects this binary's calls of open() here, to simulate a file system without
 * unnamed files. */
static bool has_unnamed_files = true;

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);

int __wrap_open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    bool takes_mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    unsigned mode = takes_mode ? va_arg(rest, unsigned) : 0;
    va_end(rest);
    if (!has_unnamed_files && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return __real_open(path, flags, mode);
}

/* The old file exists until the commit, and the new one has a name only if it needs one. */
static void check_replacement(size_t names_while_writing) {
    const char *path = test_path("replaced");
    test_write_whole(path, "old", 3);
    size_t names = test_folder_count(test_path(""));
    static unsigned char data[200000];
    memset(data, 'x', sizeof data);
    tacti_output *output = open_good(path);
    tacti_sink_write(tacti_output_sink(output), data, sizeof data);
    tacti_sink_text(tacti_output_sink(output), "end");
    assert_int_equal(tacti_sink_flush(tacti_output_sink(output)), 0);
    assert_contents(path, "old", 3);
    assert_int_equal(test_folder_count(test_path("")), names + names_while_writing);
    assert_int_equal(tacti_output_commit(output, NULL), TACT_OK);
    assert_int_equal(test_folder_count(test_path("")), names);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_size, sizeof data + 3);

    test_write_whole(path, "old", 3);
    output = open_good(path);
    tacti_sink_text(tacti_output_sink(output), "new");
    tacti_output_abandon(output);
    assert_contents(path, "old", 3);
    assert_int_equal(test_folder_count(test_path("")), names);
    assert_int_equal(unlink(path), 0);
}

static void files_are_replaced_at_the_end(void **state) {
    (void)state;
    check_replacement(0);
    has_unnamed_files = false;
    check_replacement(1);
    has_unnamed_files = true;
}

/* If a process is killed while it writes, the old file is left and nothing else. */
static void a_kill_leaves_the_old_file(void **state) {
    (void)state;
    const char *path = test_path("killed");
    test_write_whole(path, "old", 3);
    size_t names = test_folder_count(test_path(""));
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        tacti_output *output;
        if (tacti_output_open(NULL, path, NULL, &output) != TACT_OK)
            _exit(1);
        tacti_sink_text(tacti_output_sink(output), "half of the ");
        tacti_sink_flush(tacti_output_sink(output));
        raise(SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_contents(path, "old", 3);
    assert_int_equal(test_folder_count(test_path("")), names);
    assert_int_equal(unlink(path), 0);
}

static void permissions_stay(void **state) {
    (void)state;
    const char *path = test_path("mode");
    struct stat status;
    mode_t mask = umask(027);
    assert_int_equal(tacti_output_commit(open_good(path), NULL), TACT_OK);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
    static const mode_t modes[] = {0600, 0666, 0755};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(chmod(path, modes[i]), 0);
        assert_int_equal(tacti_output_commit(open_good(path), NULL), TACT_OK);
        assert_int_equal(stat(path, &status), 0);
        assert_int_equal(status.st_mode & 07777, modes[i]);
    }
    umask(mask);
    assert_int_equal(unlink(path), 0);
}

static void links_are_followed(void **state) {
    (void)state;
    const char *file = test_path("linked_file");
    const char *link_path = test_path("link");
    const char *second = test_path("second_link");
    test_write_whole(file, "old", 3);
    assert_int_equal(symlink("linked_file", link_path), 0); /* relative to its own folder */
    assert_int_equal(symlink(link_path, second), 0);
    for (int is_dangling = 0; is_dangling < 2; is_dangling++) {
        tacti_output *output = open_good(second);
        tacti_sink_text(tacti_output_sink(output), "new");
        assert_int_equal(tacti_output_commit(output, NULL), TACT_OK);
        struct stat status;
        assert_int_equal(lstat(second, &status), 0);
        assert_true(S_ISLNK(status.st_mode));
        assert_contents(file, "new", 3);
        assert_int_equal(unlink(file), 0);
    }
    assert_int_equal(unlink(link_path), 0);
    assert_int_equal(symlink(second, link_path), 0); /* a circle */
    tact_error error;
    tacti_output *output;
    assert_int_equal(tacti_output_open(NULL, second, &error, &output), TACT_WRITE_FAILED);
    assert_non_null(strstr(error.text, "Too many levels of symbolic links"));
    assert_int_equal(unlink(link_path), 0);
    assert_int_equal(unlink(second), 0);
}

/* Bytes are written like meshes: through links, also to a file that does not exist yet. */
static void bytes_are_written_whole(void **state) {
    (void)state;
    const char *file = test_path("bytes"), *link_path = test_path("bytes_link");
    struct stat status;
    tact_error error = {.text = ""};
    assert_int_equal(symlink("bytes", link_path), 0);
    for (int i = 0; i < 2; i++) { /* missing, then existing */
        assert_int_equal(tact_write_bytes(NULL, link_path, "a\0b", 3, NULL), TACT_OK);
        assert_contents(file, "a\0b", 3);
        assert_int_equal(lstat(link_path, &status), 0);
        assert_true(S_ISLNK(status.st_mode));
    }
    assert_int_equal(tact_write_bytes(NULL, file, NULL, 0, NULL), TACT_OK);
    assert_contents(file, "", 0);
    assert_int_equal(tact_write_bytes(NULL, NULL, "a", 1, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_write_bytes(NULL, file, NULL, 1, &error), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_write_bytes(NULL, "/dev/full", "a", 1, &error), TACT_WRITE_FAILED);
    assert_string_equal(error.text, "/dev/full: cannot be written: No space left on device");
    assert_int_equal(unlink(link_path), 0);
    assert_int_equal(unlink(file), 0);
}

/* A commit leaves the signal mask as it was. */
static void a_commit_restores_signals(void **state) {
    (void)state;
    const char *path = test_path("signals");
    sigset_t blocked, before, after;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    assert_int_equal(pthread_sigmask(SIG_BLOCK, &blocked, &before), 0);
    assert_int_equal(tacti_output_commit(open_good(path), NULL), TACT_OK);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, &before, &after), 0);
    assert_int_equal(sigismember(&after, SIGUSR1), 1);
    assert_int_equal(sigismember(&after, SIGTERM), 0);
    assert_int_equal(sigismember(&after, SIGINT), 0);
    assert_int_equal(unlink(path), 0);
}

/* More vertices than any buffer holds. */
static tact_mesh_arrays many_vertices(void) {
    static double positions[30000];
    return (tact_mesh_arrays){.positions = positions, .vertex_count = 10000};
}

static void assert_write_fails(const char *path, tact_format format, const char *text) {
    tact_mesh_arrays arrays = many_vertices();
    tact_write_desc desc = {.format = format};
    tact_error error = {0};
    assert_int_equal(tact_write_file(NULL, path, &arrays, &desc, &error), TACT_WRITE_FAILED);
    assert_int_equal(error.status, TACT_WRITE_FAILED);
    assert_string_equal(error.text, text);
    assert_int_equal(tact_write_file(NULL, path, &arrays, &desc, NULL), TACT_WRITE_FAILED);
}

static void unwritable_files(void **state) {
    (void)state;
    assert_write_fails("/dev/full", TACT_FORMAT_PLY,
                       "/dev/full: cannot be written: No space left on device");
    assert_write_fails("/", TACT_FORMAT_PLY, "/: cannot be written: Is a directory");
    assert_write_fails("", TACT_FORMAT_PLY, ": cannot be written: No such file or directory");
    assert_write_fails("/missing/part.ply", TACT_FORMAT_AUTO,
                       "/missing/part.ply: cannot be written: No such file or directory");
    assert_write_fails(
        "/dev/null/part.ply", TACT_FORMAT_AUTO,
        "/dev/null/part.ply: cannot be written: A part of the path is not a directory");
    static char name[5000];
    memset(name, 'a', sizeof name - 1);
    tact_mesh_arrays arrays = many_vertices();
    tact_write_desc desc = {.format = TACT_FORMAT_PLY};
    assert_int_equal(tact_write_file(NULL, name, &arrays, &desc, NULL), TACT_WRITE_FAILED);
    name[300] = '\0';
    assert_int_equal(tact_write_file(NULL, name, &arrays, &desc, NULL), TACT_WRITE_FAILED);
}

/* Devices and pipes are written to, not replaced. */
static void special_files_stay(void **state) {
    (void)state;
    tact_mesh_arrays arrays = many_vertices();
    tact_write_desc desc = {.format = TACT_FORMAT_PLY};
    struct stat before, after;
    assert_int_equal(stat("/dev/null", &before), 0);
    assert_int_equal(tact_write_file(NULL, "/dev/null", &arrays, &desc, NULL), TACT_OK);
    assert_int_equal(stat("/dev/null", &after), 0);
    assert_true(S_ISCHR(after.st_mode) && before.st_ino == after.st_ino);

    const char *path = test_path("fifo.ply");
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(tact_write_file(NULL, path, &arrays, NULL, NULL) == TACT_OK ? 0 : 1);
    tact_soup *soup;
    assert_int_equal(tact_read_file(NULL, path, TACT_FORMAT_AUTO, NULL, &soup), TACT_OK);
    assert_int_equal(tact_soup_arrays(soup).vertex_count, arrays.vertex_count);
    tact_soup_destroy(soup);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(unlink(path), 0);
}

/* Standard output as a pipe that does not block, a full device, and closed. */
static void standard_output(void **state) {
    (void)state;
    tact_mesh_arrays arrays = many_vertices();
    tact_write_desc desc = {.format = TACT_FORMAT_PLY};
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        fcntl(ends[1], F_SETFL, O_NONBLOCK);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[1]);
        if (tact_write_file(NULL, "-", &arrays, &desc, NULL) != TACT_OK)
            _exit(1);
        int full = open("/dev/full", O_WRONLY);
        dup2(full, STDOUT_FILENO);
        tact_error error = {0};
        if (tact_write_file(NULL, "-", &arrays, &desc, &error) != TACT_WRITE_FAILED ||
            strcmp(error.text, "standard output: cannot be written: No space left on device") != 0)
            _exit(2);
        close(STDOUT_FILENO);
        if (tact_write_file(NULL, "-", &arrays, &desc, &error) != TACT_WRITE_FAILED)
            _exit(3);
        desc.format = TACT_FORMAT_AUTO;
        _exit(tact_write_file(NULL, "-", &arrays, &desc, &error) == TACT_INVALID_ARGUMENT ? 0 : 4);
    }
    close(ends[1]);
    usleep(20000); /* let it fill the pipe */
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", ends[0]);
    tact_soup *soup;
    assert_int_equal(tact_read_file(NULL, path, TACT_FORMAT_AUTO, NULL, &soup), TACT_OK);
    assert_int_equal(tact_soup_arrays(soup).vertex_count, arrays.vertex_count);
    tact_soup_destroy(soup);
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* A file of 240 KB does not fit on a disk of 64 KiB. Needs the right to mount. */
static void a_full_disk_leaves_the_old_file(void **state) {
    (void)state;
    const char *disk = test_path("disk");
    assert_int_equal(mkdir(disk, 0700), 0);
    if (mount("tact-test", disk, "tmpfs", 0, "size=64k") != 0) {
        print_message("mounting a small disk is not permitted here: %s\n", strerror(errno));
        assert_int_equal(rmdir(disk), 0);
        skip();
    }
    char path[512], old[4096];
    snprintf(path, sizeof path, "%s/part.ply", disk);
    memset(old, 'o', sizeof old);
    test_write_whole(path, old, sizeof old);
    tact_mesh_arrays arrays = many_vertices();
    tact_error error = {0};
    tact_status status = tact_write_file(NULL, path, &arrays, NULL, &error);
    tacti_contents contents = {0};
    tact_status read_status = tacti_contents_read(NULL, path, NULL, &contents);
    bool is_old = read_status == TACT_OK && contents.bytes == sizeof old &&
                  memcmp(contents.data, old, sizeof old) == 0;
    tacti_contents_release(NULL, &contents);
    size_t names = test_folder_count(disk);
    assert_int_equal(umount(disk), 0);
    assert_int_equal(rmdir(disk), 0);
    assert_int_equal(status, TACT_WRITE_FAILED);
    assert_non_null(strstr(error.text, "No space left on device"));
    assert_true(is_old);
    assert_int_equal(names, 1);
}

static void writing_runs_out_of_memory(void **state) {
    (void)state;
    test_allocator counter;
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = test_allocator_make(&counter);
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    uint64_t live = counter.live;
    const char *path = test_path("memory.ply");
    test_write_whole(path, "old", 3);
    tact_mesh_arrays arrays = many_vertices();
    tact_error error;
    counter.calls = 0;
    counter.fail_at = 1;
    assert_int_equal(tact_write_file(context, path, &arrays, NULL, &error), TACT_OUT_OF_MEMORY);
    assert_int_equal(error.status, TACT_OUT_OF_MEMORY);
    assert_int_equal(counter.live, live);
    assert_contents(path, "old", 3);
    counter.calls = 0;
    counter.fail_at = 2;
    assert_int_equal(tact_write_file(context, path, &arrays, NULL, &error), TACT_OK);
    assert_int_equal(counter.calls, 1);
    assert_int_equal(counter.live, live);
    tact_context_destroy(context);
    assert_int_equal(unlink(path), 0);
}

static void reasons_have_texts(void **state) {
    (void)state;
    char buffer[32];
    assert_string_equal(tacti_reason(ENOSPC, buffer), "No space left on device");
    assert_string_equal(tacti_reason(123456, buffer), "error 123456");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regular_files_of_all_sizes),
        cmocka_unit_test(files_without_a_size),
        cmocka_unit_test(standard_input_is_a_pipe),
        cmocka_unit_test(unreadable_files),
        cmocka_unit_test(forbidden_files),
        cmocka_unit_test(reading_runs_out_of_memory),
        cmocka_unit_test(files_are_replaced_at_the_end),
        cmocka_unit_test(a_kill_leaves_the_old_file),
        cmocka_unit_test(permissions_stay),
        cmocka_unit_test(links_are_followed),
        cmocka_unit_test(bytes_are_written_whole),
        cmocka_unit_test(a_commit_restores_signals),
        cmocka_unit_test(unwritable_files),
        cmocka_unit_test(special_files_stay),
        cmocka_unit_test(standard_output),
        cmocka_unit_test(a_full_disk_leaves_the_old_file),
        cmocka_unit_test(writing_runs_out_of_memory),
        cmocka_unit_test(reasons_have_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
