/* SPDX-License-Identifier: MIT */
/* ccd_queries.txt: moving features. The exact method must give the verdict of the file, and times
 * around the file's. The methods that may leave a question open must not miss a contact. */
#include "golden.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* kind id label check coplanar toi X[24] */
#define CCD_FIELDS 30

/* The most questions of each kind that are apart and that the boxes may leave open, for the sets
 * that are named here. */
#define OPEN_SET "erleben"
static const uint32_t most_open[] = {103, 131};

typedef struct ccd_line {
    tact_impact_kind kind;
    bool is_contact, is_counted;
    double time;
    tact_impact_motion motion;
} ccd_line;

static bool parse_line(const golden_lines *lines, ccd_line *out) {
    golden_cursor c = golden_cursor_at(lines, 0);
    const char *kind = golden_read_word(&c), *id = golden_read_word(&c);
    if (c.failed || (strcmp(kind, "vf") != 0 && strcmp(kind, "ee") != 0))
        return false;
    out->kind = kind[0] == 'v' ? TACT_IMPACT_VERTEX_FACE : TACT_IMPACT_EDGE_EDGE;
    out->is_counted = strncmp(id, OPEN_SET, strlen(OPEN_SET)) == 0;
    out->is_contact = golden_read_count(&c) != 0;
    golden_read_count(&c);
    golden_read_count(&c);
    out->time = golden_read_double(&c);
    for (int i = 0; i < 8; i++)
        *(i < 4 ? &out->motion.start[i] : &out->motion.end[i - 4]) = golden_read_vec3(&c);
    return !c.failed && lines->field_count == CCD_FIELDS;
}

bool golden_is_ccd(const char *name, const golden_lines *first) {
    ccd_line line;
    return strcmp(name, "ccd_queries.txt") == 0 && parse_line(first, &line);
}

static tact_impact_result ask(golden_report *report, const ccd_line *line,
                              tact_impact_method method) {
    tact_impact_options options = tact_impact_options_default();
    options.method = method;
    tact_impact_result result = {.outcome = TACT_OUTCOME_UNDECIDED};
    tact_status status = line->kind == TACT_IMPACT_VERTEX_FACE
                             ? tact_impact_vertex_face(&line->motion, &options, &result)
                             : tact_impact_edge_edge(&line->motion, &options, &result);
    if (status != TACT_OK)
        golden_fail(report, "%s: %s", tact_impact_method_name(method), tact_status_name(status));
    return result;
}

/* The file's time is the nearest double of the exact one. */
static void check_times(golden_report *report, const ccd_line *line,
                        const tact_impact_result *result, const char *method) {
    if (result->lower > nextafter(line->time, 2) || result->upper < nextafter(line->time, -1))
        golden_fail(report, "%s: time %.17g is not between %.17g and %.17g", method, line->time,
                    result->lower, result->upper);
}

static void judge_line(golden_report *report, const ccd_line *line, uint32_t open[2]) {
    tact_impact_result exact = ask(report, line, TACT_IMPACT_EXACT);
    tact_outcome expected = line->is_contact ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
    if (exact.outcome != expected)
        golden_fail(report, "exact: %s, expected %s", tact_outcome_name(exact.outcome),
                    tact_outcome_name(expected));
    else if (line->is_contact)
        check_times(report, line, &exact, "exact");
    static const tact_impact_method methods[] = {TACT_IMPACT_INCLUSION, TACT_IMPACT_CUBIC,
                                                 TACT_IMPACT_ADVANCE};
    for (int i = 0; i < 3; i++) {
        const char *name = tact_impact_method_name(methods[i]);
        tact_impact_result result = ask(report, line, methods[i]);
        if (line->is_contact) {
            if (result.outcome == TACT_OUTCOME_APART)
                golden_fail(report, "%s: misses a contact", name);
            else
                check_times(report, line, &result, name);
        } else if (result.outcome == TACT_OUTCOME_CONTACT) {
            golden_fail(report, "%s: contact, but they are apart", name);
        }
        if (i == 0 && !line->is_contact && line->is_counted)
            open[line->kind] += result.outcome != TACT_OUTCOME_APART;
    }
}

void golden_judge_ccd(golden_report *report, golden_lines *lines) {
    uint32_t open[2] = {0, 0};
    do {
        golden_case_begin(report, lines->fields[1]);
        ccd_line line;
        if (parse_line(lines, &line))
            judge_line(report, &line, open);
        else
            golden_fail(report, "line %" PRIu64 " cannot be read", lines->number);
        golden_case_end(report);
    } while (golden_lines_next(lines));
    for (int kind = 0; kind < 2; kind++) {
        golden_case_begin(report, tact_impact_kind_name((tact_impact_kind)kind));
        if (open[kind] > most_open[kind])
            golden_fail(report, "the boxes leave %u questions open that are apart, more than %u",
                        open[kind], most_open[kind]);
        golden_case_end(report);
    }
}
