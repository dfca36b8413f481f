/* SPDX-License-Identifier: MIT */
/* Reads the folder named by TACT_DATA, checks each file of a known format and prints a line for it.
 * Arguments select files whose path contains one of them. Exit status: 0 if all is right, 1 if
 * something is wrong (or there is nothing to check), 77 if there is no data. */
#define _POSIX_C_SOURCE 200809L
#include "golden.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define SKIPPED 77

typedef struct format {
    bool (*matches)(const char *name, const golden_lines *first);
    void (*judge)(golden_report *report, golden_lines *lines);
} format;

static const format formats[] = {
    {golden_is_meshes, golden_judge_meshes}, {golden_is_self, golden_judge_self},
    {golden_is_pairs, golden_judge_pairs},   {golden_is_convex, golden_judge_convex},
    {golden_is_poses, golden_judge_poses},   {golden_is_boxes, golden_judge_boxes},
    {golden_is_ccd, golden_judge_ccd},       {golden_is_deform, golden_judge_deform},
    {golden_is_rigid, golden_judge_rigid},
};

/* ---- The files below a folder ------------------------------------------------------------- */

typedef struct path_list {
    char **paths;
    size_t count, capacity;
} path_list;

static void add_path(path_list *list, char *path) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 64 : 2 * list->capacity;
        char **grown = golden_allocate(capacity, sizeof *grown);
        if (list->count > 0)
            memcpy(grown, list->paths, list->count * sizeof *grown);
        free(list->paths);
        list->paths = grown;
        list->capacity = capacity;
    }
    list->paths[list->count++] = path;
}

/* folder is relative to root, "" for root itself. */
static bool list_files(const char *root, const char *folder, path_list *list) {
    char *full_folder = golden_join(root, folder);
    DIR *directory = opendir(full_folder);
    free(full_folder);
    if (directory == NULL)
        return false;
    bool good = true;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        char *path = folder[0] == '\0' ? golden_join(".", entry->d_name)
                                       : golden_join(folder, entry->d_name);
        char *full = golden_join(root, path);
        struct stat status;
        if (stat(full, &status) != 0) {
            good = false;
            free(path);
        } else if (S_ISDIR(status.st_mode)) {
            good = list_files(root, path, list) && good;
            free(path);
        } else {
            add_path(list, path);
        }
        free(full);
    }
    closedir(directory);
    return good;
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void free_paths(path_list *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
}

/* ---- Judging ------------------------------------------------------------------------------ */

typedef struct totals {
    uint64_t passed, failed, not_judged, files;
} totals;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* False if the file has no known format. */
static bool judge_file(const char *root, const char *path, totals *sum) {
    golden_lines lines;
    bool may_be_known = ends_with(path, ".txt") || ends_with(path, ".ply");
    if (!may_be_known || !golden_lines_open(&lines, root, path))
        return false;
    bool known = false;
    if (golden_lines_next(&lines)) {
        for (size_t i = 0; i < sizeof formats / sizeof *formats && !known; i++) {
            if (!formats[i].matches(name_of(path), &lines))
                continue;
            known = true;
            golden_report report = {0};
            report.root = root;
            report.path = strncmp(path, "./", 2) == 0 ? path + 2 : path;
            double start = now();
            formats[i].judge(&report, &lines);
            golden_report_print(&report, now() - start);
            sum->passed += report.right;
            sum->failed += report.wrong;
            sum->not_judged += report.not_judged;
            sum->files++;
        }
    }
    golden_lines_close(&lines);
    return known;
}

static bool is_selected(const char *path, int count, char *const *parts) {
    for (int i = 0; i < count; i++)
        if (strstr(path, parts[i]) != NULL)
            return true;
    return count == 0;
}

/* Meshes and sets of boxes are read through the files that name them. Pages and checksums hold no
 * cases. Neither do the models and configurations of robots; their pairs have files of their
 * own. */
static bool holds_cases(const char *path) {
    static const char *const endings[] = {".ply",  ".md",        "SUMS",
                                          ".urdf", "_model.txt", "_configs.txt"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_with(path, endings[i]))
            return false;
    return strstr(path, "/boxes/") == NULL;
}

/* Queries about motion, and meshes that move. */
static bool is_motion(const char *path) {
    return strstr(name_of(path), "ccd") != NULL || strstr(path, "/cloth/") != NULL ||
           strncmp(path, "cloth/", 6) == 0;
}

static void print_paths(const char *title, const path_list *list, bool wants_motion) {
    bool is_first = true;
    for (size_t i = 0; i < list->count; i++) {
        const char *path = list->paths[i];
        if (is_motion(path) != wants_motion)
            continue;
        printf("%s %s", is_first ? title : "", strncmp(path, "./", 2) == 0 ? path + 2 : path);
        is_first = false;
    }
    if (!is_first)
        printf("\n");
}

static totals judge_all(const char *root, const path_list *list, int count, char *const *parts) {
    totals sum = {0};
    path_list unknown = {0};
    for (size_t i = 0; i < list->count; i++) {
        char *path = list->paths[i];
        if (!is_selected(path, count, parts))
            continue;
        if (!judge_file(root, path, &sum) && holds_cases(path))
            add_path(&unknown, path);
    }
    print_paths("not judged, motion:", &unknown, true);
    print_paths("not judged, unknown format:", &unknown, false);
    free(unknown.paths);
    return sum;
}

int main(int argc, char **argv) {
    const char *root = getenv("TACT_DATA");
    if (root == NULL || root[0] == '\0') {
        printf("golden tests skipped: TACT_DATA does not name a folder of ground truth\n");
        return SKIPPED;
    }
    path_list list = {0};
    if (!list_files(root, "", &list)) {
        printf("golden tests: cannot read the folder %s\n", root);
        free_paths(&list);
        return 1;
    }
    qsort(list.paths, list.count, sizeof *list.paths, compare_paths);
    totals sum = judge_all(root, &list, argc - 1, argv + 1);
    free_paths(&list);
    golden_meshes_release();
    if (sum.files == 0)
        printf("no file has a known format\n");
    if (sum.not_judged > 0)
        printf("%" PRIu64 " not judged\n", sum.not_judged);
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", sum.passed, sum.failed);
    return sum.failed > 0 || sum.files == 0;
}
