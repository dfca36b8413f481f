/* SPDX-License-Identifier: MIT */
/* tact info --json: one object per line. Keys are the field names of tact_mesh_report. */
#include "findings.h"
#include "info.h"
#include "json.h"

static void write_count(json_writer *json, const char *key, uint64_t value) {
    json_key(json, key);
    json_count(json, value);
}

static void write_real(json_writer *json, const char *key, double value) {
    json_key(json, key);
    json_number(json, value);
}

static void write_flag(json_writer *json, const char *key, bool value) {
    json_key(json, key);
    json_bool(json, value);
}

static void write_point(json_writer *json, const char *key, tact_vec3 point) {
    json_key(json, key);
    json_begin_row(json);
    json_number(json, point.x);
    json_number(json, point.y);
    json_number(json, point.z);
    json_end_array(json);
}

static void write_findings(json_writer *json, const tact_mesh_report *report) {
    finding_row rows[FINDING_COUNT];
    findings_of(report, rows);
    for (size_t i = 0; i < FINDING_COUNT; i++) {
        json_key(json, rows[i].key);
        json_begin_object(json);
        write_count(json, "count", rows[i].finding.count);
        json_key(json, "first");
        if (rows[i].finding.count > 0)
            json_count(json, rows[i].finding.first);
        else
            json_null(json);
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
    write_count(json, "component_count", report->component_count);
    write_flag(json, "is_closed", report->is_closed);
    write_flag(json, "is_closed_when_welded", report->is_closed_when_welded);
    write_flag(json, "is_watertight", report->is_watertight);
    json_key(json, "euler");
    json_integer(json, report->euler);
    json_key(json, "genus");
    if (report->is_closed)
        json_integer(json, report->genus);
    else
        json_null(json);
    write_real(json, "area", report->area);
    write_real(json, "volume", report->volume);
    json_key(json, "bounds");
    json_begin_object(json);
    write_point(json, "lo", report->bounds.lo);
    write_point(json, "hi", report->bounds.hi);
    json_end_object(json);
}

static void write_self(json_writer *json, const info_self *self) {
    json_key(json, "self_intersections");
    if (!self->is_known) {
        json_null(json);
        return;
    }
    json_begin_object(json);
    write_count(json, "count", self->count);
    write_flag(json, "is_complete", !self->has_more);
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

bool info_write(const info_file *file, cli_output *output) {
    const tact_mesh_report *report = &file->report;
    json_writer json = json_start(output->stream);
    json_begin_line(&json);
    json_key(&json, "file");
    json_text(&json, file->path);
    json_key(&json, "error");
    json_null(&json);
    write_flag(&json, "welded", file->is_welded);
    write_names(&json, report);
    write_count(&json, "vertex_count", report->vertex_count);
    write_count(&json, "triangle_count", report->triangle_count);
    write_count(&json, "part_count", report->part_count);
    write_count(&json, "edge_count", report->edge_count);
    write_findings(&json, report);
    write_measures(&json, report);
    write_self(&json, &file->self);
    json_end_object(&json);
    return json_finish(&json);
}

bool info_write_error(const char *path, const tact_error *error, cli_output *output) {
    json_writer json = json_start(output->stream);
    json_begin_line(&json);
    json_key(&json, "file");
    json_text(&json, path);
    json_key(&json, "error");
    json_begin_object(&json);
    json_key(&json, "status");
    json_text(&json, tact_status_name(error->status));
    json_key(&json, "text");
    json_text(&json, error->text);
    json_key(&json, "line");
    if (error->line > 0)
        json_count(&json, error->line);
    else
        json_null(&json);
    json_key(&json, "index");
    if (error->index != TACT_NO_INDEX)
        json_count(&json, error->index);
    else
        json_null(&json);
    json_end_object(&json);
    json_end_object(&json);
    return json_finish(&json);
}
