/* SPDX-License-Identifier: MIT */
/* COUNTS.txt beside sets of boxes: how many pairs of each set share a point, and which. Every pair
 * is tested, which checks the comparison of two boxes; then every broad phase is asked. */
#include "golden.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* file n pairs hash note */
#define COUNT_FIELDS 5

#define MAX_BOXES 20000

typedef struct count_line {
    const char *file;
    uint64_t boxes, pairs, hash;
} count_line;

static bool parse_line(const golden_lines *lines, count_line *out) {
    golden_cursor c = golden_cursor_at(lines, 0);
    out->file = golden_read_word(&c);
    out->boxes = golden_read_count(&c);
    out->pairs = golden_read_count(&c);
    out->hash = golden_read_hash(&c);
    return !c.failed && lines->field_count == COUNT_FIELDS;
}

bool golden_is_boxes(const char *name, const golden_lines *first) {
    count_line line;
    return strcmp(name, "COUNTS.txt") == 0 && parse_line(first, &line);
}

/* A line with the number of boxes, then lox loy loz hix hiy hiz each. */
static bool read_boxes(golden_lines *lines, uint64_t count, tact_box *boxes) {
    if (!golden_lines_next(lines))
        return false;
    golden_cursor c = golden_cursor_at(lines, 0);
    if (golden_read_count(&c) != count || c.failed)
        return false;
    for (uint64_t i = 0; i < count; i++) {
        if (!golden_lines_next(lines))
            return false;
        c = golden_cursor_at(lines, 0);
        boxes[i].lo = golden_read_vec3(&c);
        boxes[i].hi = golden_read_vec3(&c);
        if (c.failed)
            return false;
    }
    return !golden_lines_next(lines);
}

static void count_pairs(golden_report *report, const count_line *line, const tact_box *boxes) {
    uint64_t pairs = 0, hash = 0;
    for (uint32_t i = 0; i < line->boxes; i++)
        for (uint32_t j = i + 1; j < line->boxes; j++)
            if (tact_box_overlaps(boxes[i], boxes[j])) {
                pairs++;
                hash += golden_pair_hash(i, j);
            }
    if (pairs != line->pairs)
        golden_fail(report, "pairs expected %" PRIu64 ", got %" PRIu64, line->pairs, pairs);
    if (hash != line->hash)
        golden_fail(report, "hash expected %016" PRIx64 ", got %016" PRIx64, line->hash, hash);
}

static void ask_method(golden_report *report, const count_line *line, const tact_box *boxes,
                       tact_broad_method method) {
    tact_broad_options options = tact_broad_options_default();
    options.method = method;
    tact_broad *broad = NULL;
    tact_pair_list *list = NULL;
    uint64_t hash = 0;
    if (tact_broad_create(NULL, &options, &broad) != TACT_OK ||
        tact_pair_list_create(NULL, &list) != TACT_OK ||
        tact_broad_add(broad, boxes, (uint32_t)line->boxes, NULL, NULL) != TACT_OK ||
        tact_broad_pairs(broad, list) != TACT_OK)
        golden_fail(report, "%s fails", tact_broad_method_name(method));
    tact_pair_view view = tact_pair_list_view(list);
    for (size_t k = 0; k < view.count; k++)
        hash += golden_pair_hash(view.pairs[k][0], view.pairs[k][1]);
    if (view.count != line->pairs || hash != line->hash)
        golden_fail(report, "%s found %zu pairs, hash %016" PRIx64, tact_broad_method_name(method),
                    view.count, hash);
    tact_pair_list_destroy(list);
    tact_broad_destroy(broad);
}

static void ask_methods(golden_report *report, const count_line *line, const tact_box *boxes) {
    for (int m = 0; strcmp(tact_broad_method_name((tact_broad_method)m), "unknown method") != 0;
         m++)
        ask_method(report, line, boxes, (tact_broad_method)m);
}

static void judge_line(golden_report *report, const count_line *line) {
    const char *slash = strrchr(report->path, '/');
    int folder_length = slash != NULL ? (int)(slash - report->path) : 0;
    size_t size = strlen(report->path) + strlen(line->file) + 2;
    char *path = golden_allocate(size, 1);
    snprintf(path, size, "%.*s/%s", folder_length, report->path, line->file);
    tact_box *boxes = golden_allocate((size_t)line->boxes, sizeof *boxes);
    golden_lines set;
    bool good = golden_lines_open(&set, report->root, path);
    if (good && read_boxes(&set, line->boxes, boxes)) {
        count_pairs(report, line, boxes);
        ask_methods(report, line, boxes);
    } else {
        golden_fail(report, "%s cannot be read", line->file);
    }
    if (good)
        golden_lines_close(&set);
    free(boxes);
    free(path);
}

void golden_judge_boxes(golden_report *report, golden_lines *lines) {
    do {
        golden_case_begin(report, lines->fields[0]);
        count_line line;
        bool good = parse_line(lines, &line);
        bool skip = good && line.boxes > MAX_BOXES;
        if (!good)
            golden_fail(report, "line %" PRIu64 " cannot be read", lines->number);
        else if (!skip)
            judge_line(report, &line);
        if (skip)
            golden_case_skip(report, "with too many boxes to ask every pair");
        else
            golden_case_end(report);
    } while (golden_lines_next(lines));
}
