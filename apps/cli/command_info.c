/* SPDX-License-Identifier: MIT */
/* tact info: reads files, examines their meshes and shows the findings. A file that cannot be read
 * does not stop the others. */
#include "command_text.h"
#include "drawing.h"
#include "findings.h"
#include "info.h"
#include "progress.h"
#include "values.h"

/* What is asked of every file. */
typedef struct info_question {
    const cli_args *args;
    bool has_budget;
    uint64_t budget;
} info_question;

static cli_exit read_budget(const cli_args *args, info_question *out) {
    *out = (info_question){.args = args};
    out->has_budget = cli_has(args, "budget");
    if (out->has_budget && !cli_has(args, "self")) {
        cli_complain("--budget needs --self");
        return CLI_USAGE;
    }
    return value_read_budget(cli_value(args, "budget"), &out->budget);
}

/* Merges equal vertices, then examines the mesh. Arrays with vertices that are not finite cannot be
 * welded: they are examined as they are, and is_welded stays false. */
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

/* A file with vertices that are not finite is not searched; the rest of the report is kept. */
static tact_status examine_self(const tact_mesh_arrays *arrays, const uint64_t *budget,
                                info_file *file) {
    tact_error error = {.text = ""};
    tact_status status = info_find_self(arrays, budget, &error, &file->self);
    if (status != TACT_NOT_FINITE)
        return status;
    cli_complain("%s is not checked for self-intersection: %s", file->path, error.text);
    return TACT_OK;
}

/* The same for the hierarchy. */
static tact_status examine_levels(const tact_mesh_arrays *arrays, info_file *file) {
    tact_error error = {.text = ""};
    tact_status status = info_find_levels(arrays, &error, &file->hierarchy);
    if (status != TACT_NOT_FINITE)
        return status;
    cli_complain("%s has no hierarchy: %s", file->path, error.text);
    return TACT_OK;
}

static tact_status examine(const tact_soup *soup, const info_question *question, info_file *file,
                           cli_output *output) {
    const cli_args *args = question->args;
    progress step;
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    progress_begin(&step, output, "examining", file->path);
    tact_status status = files_wants_weld(args, soup)
                             ? examine_welded(&arrays, file)
                             : tact_mesh_examine(NULL, &arrays, &file->report);
    if (status == TACT_OK && cli_has(args, "self"))
        status = examine_self(&arrays, question->has_budget ? &question->budget : NULL, file);
    if (status == TACT_OK && (cli_has(args, "levels") || cli_has(args, "svg")))
        status = examine_levels(&arrays, file);
    progress_end(&step);
    return status;
}

/* The cost of each level. */
static cli_exit plot_levels(const cli_args *args, const info_hierarchy *hierarchy,
                            const cli_output *output) {
    draw_scene scene = {.title = NULL};
    tact_status status = draw_scene_set_numbers(&scene, hierarchy->level_count);
    draw_numbers *numbers = &scene.numbers;
    numbers->x_name = "level of the hierarchy";
    numbers->y_name = "nodes that a random ray meets";
    for (uint32_t i = 0; i < numbers->count; i++) {
        numbers->x[i] = i;
        numbers->y[i] = hierarchy->levels[i].cost;
        numbers->lower[i] = numbers->upper[i] = numbers->y[i];
    }
    if (status == TACT_OK)
        status = drawing_describe(args, NULL, NULL, &scene);
    cli_exit drawn =
        status == TACT_OK ? drawing_write(args, &scene, NULL, output) : drawing_fail(status);
    draw_scene_clear(&scene);
    return drawn;
}

static cli_exit tell_error(const char *path, const tact_error *error, cli_output *output) {
    return !output->json || info_write_error(path, error, output) ? CLI_IO : CLI_INTERNAL;
}

/* Inspects one file; *shown counts the reports printed as text. */
static cli_exit inspect(const char *path, const info_question *question, cli_output *output,
                        size_t *shown) {
    const cli_args *args = question->args;
    tact_soup *soup;
    tact_error error;
    if (files_read(path, files_format(args, "from"), output, &error, &soup) != CLI_OK)
        return tell_error(path, &error, output);
    info_file file = {.path = path};
    tact_status status = examine(soup, question, &file, output);
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
    if (cli_has(args, "svg")) {
        cli_exit drawn = plot_levels(args, &file.hierarchy, output);
        if (drawn != CLI_OK)
            return drawn;
    }
    if (file.self.has_more)
        return CLI_UNDECIDED;
    const char *fail_on = cli_value(args, "fail-on");
    return fail_on != NULL && findings_match(&file.report, fail_on) ? CLI_FOUND : CLI_OK;
}

static cli_exit run(const cli_args *args, cli_output *output) {
    info_question question;
    cli_exit worst = read_budget(args, &question);
    if (worst == CLI_OK)
        worst = drawing_check(args, NULL, output);
    if (worst == CLI_OK && cli_has(args, "svg") && args->operand_count > 1) {
        cli_complain("--svg plots one file");
        worst = CLI_USAGE;
    }
    if (worst == CLI_OK)
        worst = files_check_weld(args);
    if (worst != CLI_OK)
        return worst;
    size_t shown = 0;
    for (size_t i = 0; i < args->operand_count; i++) {
        cli_exit status = inspect(args->operands[i], &question, output, &shown);
        if (status > worst)
            worst = status;
    }
    return worst;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char info_details[] =
    "Examines mesh files and reports what is wrong with them: how many flaws of each kind there\n"
    "are, and the number of the first. Counts are exact. Vertices and triangles are numbered from\n"
    "0; polygons are cut into triangles. The last lines explain what the findings mean. No file\n"
    "is changed. Only files that cannot be read are refused, such as one with a face that names a\n"
    "missing vertex.\n"
    "\n"
    "FILE is OBJ, STL, PLY or OFF; \"-\" is standard input. A file that cannot be read does not\n"
    "stop the others. The exit status is 0 whatever is found, 1 if --fail-on names a finding, 3\n"
    "if a file cannot be read, and 5 if the budget of --self ran out: the number of intersecting\n"
    "pairs is then incomplete. With several files it is the highest. The default budget is\n"
    "10,000,000 tests plus 1,000 per triangle.\n"
    "\n"
    "In an STL file every triangle has three vertices of its own. Equal ones are merged before\n"
    "anything is counted, unless --no-weld is given; --weld does the same for other formats.\n"
    "--json prints one line per file, with one object.\n";

static const cli_option info_options[] = {
    {"fail-on", 0, "LIST", FINDING_CHOICES, "exit with 1 if one of these is found"},
    {"self", 0, NULL, NULL, "also look for triangles that intersect each other"},
    {"budget", 0, "N", NULL, "stop --self after N box and triangle tests"},
    {"levels", 0, NULL, NULL, "also show the levels of the hierarchy of boxes, and their cost"},
    {"svg", 0, "FILE", NULL, "plot the cost of the levels"},
    WELD_OPTIONS,
    FROM_OPTION,
};

static const cli_example info_examples[] = {
    {"tact info part.stl", "is it closed?"},
    {"tact info --self part.ply", "does it intersect itself?"},
    {"tact info --fail-on nan,not-closed *.obj >report.txt", "as a check in a build"},
    {"tact info -q --fail-on any part.ply || echo look at it", "in a script"},
    {"tact info part.ply --levels --svg cost.svg", "how well its hierarchy divides it"},
    {"tact info --json *.ply | jq -c '[.file, .volume]'", "for other programs"},
    {"gunzip -c part.obj.gz | tact info -", "from a pipe"},
};

const cli_command command_info = {
    .name = "info",
    .summary = "describe mesh files and report what is wrong with them",
    .operands = "FILE...",
    .least_operands = 1,
    .most_operands = CLI_ANY_COUNT,
    .details = info_details,
    .options = ROWS(info_options),
    .examples = ROWS(info_examples),
    .run = run,
};
