/* SPDX-License-Identifier: MIT */
/* tact info as text: flaws first, then counts and measures, then what they mean. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clean.h"
#include "findings.h"
#include "info.h"
#include "show.h"

#define LABEL_WIDTH 23
#define COUNT_WIDTH 10

static void show_problems(const tact_mesh_report *report, cli_output *output) {
    finding_row rows[FINDING_COUNT];
    findings_of(report, rows);
    for (size_t i = 0; i < FINDING_COUNT; i++) {
        if (rows[i].finding.count == 0)
            continue;
        cli_print(output, "%s! %-*s %*u%s  first: %s %u\n", cli_style_code(output, CLI_BAD),
                  LABEL_WIDTH, rows[i].label, COUNT_WIDTH, rows[i].finding.count,
                  cli_style_code(output, CLI_PLAIN), rows[i].element, rows[i].finding.first);
    }
}

static void show_self_problems(const info_self *self, cli_output *output) {
    if (self->count == 0)
        return;
    cli_print(output, "%s! %-*s %*" PRIu64 "%s  first: triangles", cli_style_code(output, CLI_BAD),
              LABEL_WIDTH, "intersecting pairs", COUNT_WIDTH, self->count,
              cli_style_code(output, CLI_PLAIN));
    for (size_t i = 0; i < self->kept; i++)
        cli_print(output, "%s %u and %u", i > 0 ? "," : "", self->first[i].a, self->first[i].b);
    cli_print(output, "\n");
}

static void say_budget(const info_self *self, cli_output *output) {
    if (self->has_more)
        cli_print(output,
                  "%s! the search for intersecting pairs stopped after its budget of %" PRIu64
                  " tests%s; there may be more, --budget N allows N tests\n",
                  cli_style_code(output, CLI_BAD), self->budget, cli_style_code(output, CLI_PLAIN));
}

static void show_count(cli_output *output, const char *label, int64_t count) {
    cli_print(output, "  %-*s %*" PRId64 "\n", LABEL_WIDTH, label, COUNT_WIDTH, count);
}

static void show_text(cli_output *output, const char *label, const char *text) {
    cli_print(output, "  %-*s %s\n", LABEL_WIDTH, label, text);
}

static void show_measures(const tact_mesh_report *report, cli_output *output) {
    char line[SHOW_LINE_SIZE];
    show_count(output, "vertices", report->vertex_count);
    show_count(output, "triangles", report->triangle_count);
    show_count(output, "edges", report->edge_count);
    show_count(output, "parts", report->part_count);
    show_count(output, "components", report->component_count);
    show_count(output, "Euler number", report->euler);
    if (report->is_closed)
        show_count(output, "genus", report->genus);
    show_text(output, "area", show_number(report->area, line));
    show_text(output, report->is_watertight ? "volume" : "volume (open mesh)",
              show_number(report->volume, line));
    if (tact_box_is_empty(report->bounds))
        return;
    show_text(output, "bounds min", show_point(report->bounds.lo, line));
    show_text(output, "bounds max", show_point(report->bounds.hi, line));
    show_text(output, "size",
              show_point(tact_vec3_sub(report->bounds.hi, report->bounds.lo), line));
}

static void say(cli_output *output, cli_style style, const char *text) {
    cli_print(output, "  %s%s%s\n", cli_style_code(output, style), text,
              cli_style_code(output, CLI_PLAIN));
}

/* Adds ": 3 open edges" or ", 1 edge with more than two triangles". */
static void add_edges(char line[SHOW_LINE_SIZE], const char *before, uint32_t count,
                      const char *after) {
    size_t length = strlen(line);
    if (count > 0)
        snprintf(line + length, SHOW_LINE_SIZE - length, "%s %u %sedge%s%s", length > 0 ? "," : ":",
                 count, before, count == 1 ? "" : "s", after);
}

static void say_not_closed(const tact_mesh_report *report, cli_output *output) {
    char reasons[SHOW_LINE_SIZE] = "";
    char line[SHOW_LINE_SIZE + 16];
    add_edges(reasons, "open ", report->open_edges.count, "");
    add_edges(reasons, "", report->nonmanifold_edges.count, " with more than two triangles");
    add_edges(reasons, "", report->misoriented_edges.count,
              " between triangles of opposite orientation");
    snprintf(line, sizeof line, "not closed%s",
             reasons[0] != '\0' ? reasons : ": some triangles use a vertex twice");
    say(output, CLI_BAD, line);
    if (report->is_closed_when_welded)
        say(output, CLI_PLAIN, "closed after equal vertices are merged: tact convert --weld");
    else if (report->is_watertight)
        say(output, CLI_PLAIN,
            "watertight: every edge has as many triangles in one direction as in the other, so "
            "the mesh has an inside");
    else
        say(output, CLI_PLAIN,
            "contact and distance are still exact, but the mesh has no inside and no volume");
}

static void say_closed(const tact_mesh_report *report, cli_output *output) {
    char line[SHOW_LINE_SIZE];
    int length =
        snprintf(line, sizeof line, "closed, consistently oriented, genus %" PRId64, report->genus);
    if (report->component_count > 1)
        snprintf(line + length, sizeof line - (size_t)length, ", %u components",
                 report->component_count);
    say(output, CLI_GOOD, line);
    if (report->volume < 0)
        say(output, CLI_BAD, "inside out: the normals point inward, the volume is negative");
}

/* What the findings mean for other commands. */
static void say_verdict(const tact_mesh_report *report, cli_output *output) {
    if (report->not_finite.count > 0 || report->out_of_range.count > 0)
        say(output, CLI_BAD, "broken: all commands except info refuse this file");
    if (report->triangle_count == 0)
        say(output, CLI_BAD, "empty: collide, classify, contacts and distance refuse this file");
    else if (report->is_closed)
        say_closed(report, output);
    else
        say_not_closed(report, output);
    if (report->zero_area.count > 0)
        say(output, CLI_PLAIN, "triangles without area count as segments and points");
}

static void show_hierarchy(const info_hierarchy *hierarchy, cli_output *output) {
    char line[SHOW_LINE_SIZE];
    if (!hierarchy->is_known)
        return;
    cli_print(output, "  %-*s %s\n", LABEL_WIDTH, "hierarchy, surface cost",
              show_number(hierarchy->stats.surface_cost, line));
    for (uint32_t i = 0; i < hierarchy->level_count; i++)
        cli_print(output, "    level %2" PRIu32 " %*" PRIu64 " nodes, cost %s\n", i, COUNT_WIDTH,
                  hierarchy->levels[i].nodes, show_number(hierarchy->levels[i].cost, line));
}

void info_show(const info_file *file, cli_output *output) {
    char path[CLEAN_TEXT_SIZE];
    cli_print(output, "%s%s%s%s\n", cli_style_code(output, CLI_TITLE), clean_text(file->path, path),
              cli_style_code(output, CLI_PLAIN), file->is_welded ? " (equal vertices merged)" : "");
    show_problems(&file->report, output);
    show_self_problems(&file->self, output);
    say_budget(&file->self, output);
    show_measures(&file->report, output);
    if (file->self.is_known && file->self.count == 0 && !file->self.has_more)
        show_count(output, "intersecting pairs", 0);
    show_hierarchy(&file->hierarchy, output);
    say_verdict(&file->report, output);
}
