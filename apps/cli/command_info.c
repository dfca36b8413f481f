/* SPDX-License-Identifier: MIT */
/* tact info: reads files, lets the library's doctor examine them, and shows what it found. A file
 * that cannot be read does not stop the others. */
#include "command.h"
#include "files.h"
#include "findings.h"
#include "info.h"
#include "progress.h"

/* Examines a mesh in which equal vertices are one. Where there are vertices that are not finite no
 * mesh can be made; the arrays are then examined as they are, and is_welded says so. */
static tact_status examine_welded(const tact_mesh_arrays *arrays, info_file *file) {
    tact_mesh *mesh = NULL;
    tact_mesh *welded = NULL;
    tact_error error = {.text = ""};
    tact_status status = tact_mesh_create(NULL, arrays, &error, &mesh);
    if (status == TACT_NOT_FINITE) {
        cli_complain("%s is not welded: %s", file->path, error.text);
        return tact_mesh_examine(NULL, arrays, &file->report);
    }
    if (status == TACT_OK)
        status = tact_mesh_weld(NULL, mesh, &welded);
    if (status == TACT_OK) {
        tact_mesh_arrays view = tact_mesh_as_arrays(welded);
        status = tact_mesh_examine(NULL, &view, &file->report);
        file->is_welded = status == TACT_OK;
    }
    tact_mesh_destroy(welded);
    tact_mesh_destroy(mesh);
    return status;
}

/* A file that no mesh can be made of has no answer, and the rest of the report stays. */
static tact_status examine_self(const tact_mesh_arrays *arrays, info_file *file) {
    tact_error error = {.text = ""};
    tact_status status = info_find_self(arrays, &error, &file->self);
    if (status != TACT_NOT_FINITE)
        return status;
    cli_complain("%s is not compared with itself: %s", file->path, error.text);
    return TACT_OK;
}

static tact_status examine(const tact_soup *soup, const cli_args *args, info_file *file,
                           cli_output *output) {
    progress step;
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    progress_begin(&step, output, "examining", file->path);
    tact_status status = cli_has(args, "weld") ? examine_welded(&arrays, file)
                                               : tact_mesh_examine(NULL, &arrays, &file->report);
    if (status == TACT_OK && cli_has(args, "self"))
        status = examine_self(&arrays, file);
    progress_end(&step);
    return status;
}

static cli_exit tell_error(const char *path, const tact_error *error, cli_output *output) {
    return !output->json || info_write_error(path, error, output) ? CLI_IO : CLI_INTERNAL;
}

/* Inspects one file; shown counts the reports that people see. */
static cli_exit inspect(const char *path, const cli_args *args, cli_output *output, size_t *shown) {
    tact_soup *soup;
    tact_error error;
    if (files_read(path, files_format(args, "from"), output, &error, &soup) != CLI_OK)
        return tell_error(path, &error, output);
    info_file file = {.path = path};
    tact_status status = examine(soup, args, &file, output);
    tact_soup_destroy(soup);
    if (status != TACT_OK) {
        error = (tact_error){.status = status, .index = TACT_NO_INDEX};
        files_complain(path, status, NULL);
        return tell_error(path, &error, output);
    }
    if (!output->json) {
        cli_print(output, "%s", (*shown)++ > 0 ? "\n" : "");
        info_show(&file, output);
    } else if (!info_write(&file, output)) {
        return CLI_INTERNAL;
    }
    const char *fail_on = cli_value(args, "fail-on");
    return fail_on != NULL && findings_match(&file.report, fail_on) ? CLI_FOUND : CLI_OK;
}

cli_exit command_info(const cli_args *args, cli_output *output) {
    cli_exit worst = CLI_OK;
    size_t shown = 0;
    for (size_t i = 0; i < args->operand_count; i++) {
        cli_exit status = inspect(args->operands[i], args, output, &shown);
        if (status > worst)
            worst = status;
    }
    return worst;
}
