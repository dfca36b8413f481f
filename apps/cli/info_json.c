/* SPDX-License-Identifier: MIT */
/* tact info --json: one object per line. Keys are the field names of tact_mesh_report. */
#include "findings.h"
#include "info.h"
#include "json.h"
#include "show.h"

static void write_findings(json_writer *json, const tact_mesh_report *report) {
    finding_row rows[FINDING_COUNT];
    findings_of(report, rows);
    for (size_t i = 0; i < FINDING_COUNT; i++) {
        json_key(json, rows[i].key);
        json_begin_object(json);
        json_add_count(json, "count", rows[i].finding.count);
        json_add_count_if(json, "first", rows[i].finding.count > 0, rows[i].finding.first);
        json_end_object(json);
    }
}

static void write_names(json_writer *json, const tact_mesh_report *report) {
    const char *names[FINDING_NAME_COUNT];
    size_t count = findings_names(report, names);
    json_key(json, "findings");
    json_begin_row(json);
    for (size_t i = 0; i < count; i++)
        json_text(json, names[i]);
    json_end_array(json);
}

static void write_measures(json_writer *json, const tact_mesh_report *report) {
    json_add_count(json, "component_count", report->component_count);
    json_add_bool(json, "is_closed", report->is_closed);
    json_add_bool(json, "is_closed_when_welded", report->is_closed_when_welded);
    json_add_bool(json, "is_watertight", report->is_watertight);
    json_add_integer(json, "euler", report->euler);
    json_key(json, "genus");
    if (report->is_closed)
        json_whole(json, report->genus);
    else
        json_nothing(json);
    json_add_number(json, "area", report->area);
    json_add_number(json, "volume", report->volume);
    json_key(json, "bounds");
    json_begin_object(json);
    show_add_point(json, "lo", report->bounds.lo);
    show_add_point(json, "hi", report->bounds.hi);
    json_end_object(json);
}

static void write_self(json_writer *json, const info_self *self) {
    json_key(json, "self_intersections");
    if (!self->is_known) {
        json_nothing(json);
        return;
    }
    json_begin_object(json);
    json_add_count(json, "count", self->count);
    json_add_bool(json, "is_complete", !self->has_more);
    json_key(json, "first");
    json_begin_row(json);
    for (size_t i = 0; i < self->kept; i++) {
        json_begin_row(json);
        json_count(json, self->first[i].a);
        json_count(json, self->first[i].b);
        json_end_array(json);
    }
    json_end_array(json);
    json_end_object(json);
}

static void write_hierarchy(json_writer *json, const info_hierarchy *hierarchy) {
    json_key(json, "hierarchy");
    if (!hierarchy->is_known) {
        json_nothing(json);
        return;
    }
    json_begin_object(json);
    json_add_count(json, "node_count", hierarchy->stats.node_count);
    json_add_count(json, "depth", hierarchy->stats.depth);
    json_add_number(json, "surface_cost", hierarchy->stats.surface_cost);
    json_key(json, "levels");
    json_begin_array(json);
    for (uint32_t i = 0; i < hierarchy->level_count; i++) {
        json_begin_object(json);
        json_add_count(json, "level", i);
        json_add_count(json, "nodes", hierarchy->levels[i].nodes);
        json_add_number(json, "cost", hierarchy->levels[i].cost);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
}

bool info_write(const info_file *file, cli_output *output) {
    const tact_mesh_report *report = &file->report;
    json_writer json = json_start(output->stream);
    json_begin_line(&json);
    json_add_text(&json, "file", file->path);
    json_add_null(&json, "error");
    json_add_bool(&json, "welded", file->is_welded);
    write_names(&json, report);
    json_add_count(&json, "vertex_count", report->vertex_count);
    json_add_count(&json, "triangle_count", report->triangle_count);
    json_add_count(&json, "part_count", report->part_count);
    json_add_count(&json, "edge_count", report->edge_count);
    write_findings(&json, report);
    write_measures(&json, report);
    write_self(&json, &file->self);
    write_hierarchy(&json, &file->hierarchy);
    json_end_object(&json);
    return json_finish(&json);
}

bool info_write_error(const char *path, const tact_error *error, cli_output *output) {
    json_writer json = json_start(output->stream);
    json_begin_line(&json);
    json_add_text(&json, "file", path);
    json_key(&json, "error");
    json_begin_object(&json);
    json_add_text(&json, "status", tact_status_name(error->status));
    json_add_text(&json, "text", error->text);
    json_add_count_if(&json, "line", error->line > 0, error->line);
    json_add_count_if(&json, "index", error->index != TACT_NO_INDEX, error->index);
    json_end_object(&json);
    json_end_object(&json);
    return json_finish(&json);
}
