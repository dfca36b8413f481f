/* SPDX-License-Identifier: MIT */
/* Mesh files; see files.h. */
#include "files.h"

#include <stdio.h>
#include <string.h>

#include "clean.h"
#include "progress.h"

bool files_is_stream(const char *path) {
    return strcmp(path, "-") == 0;
}

tact_format files_format(const cli_args *args, const char *option) {
    const char *name = cli_value(args, option);
    return name != NULL ? tact_format_from_name(name) : TACT_FORMAT_AUTO;
}

tact_format files_input_format(const cli_args *args) {
    return files_format(args, cli_finds(args, "input-format") ? "input-format" : "from");
}

void files_complain(const char *path, tact_status status, const tact_error *error) {
    if (error != NULL && error->text[0] != '\0')
        cli_complain("%s", error->text);
    else
        cli_complain("%s: %s", path, tact_status_text(status));
}

/* An error text about a mesh does not name the file. */
static void complain_of_contents(const char *path, tact_status status, const tact_error *error) {
    cli_complain("%s: %s", path, error->text[0] != '\0' ? error->text : tact_status_text(status));
}

cli_exit files_read(const char *path, tact_format format, const cli_output *output,
                    tact_error *error, tact_soup **out) {
    progress step;
    *error = (tact_error){.index = TACT_NO_INDEX};
    progress_begin(&step, output, "reading", files_is_stream(path) ? "standard input" : path);
    tact_status status = tact_read_file(NULL, path, format, error, out);
    progress_end(&step);
    if (status == TACT_OK)
        return CLI_OK;
    files_complain(path, status, error);
    return CLI_IO;
}

bool files_wants_weld(const cli_args *args, const tact_soup *soup) {
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    bool has_choice = cli_finds(args, "no-weld");
    bool is_separate = arrays.indices == NULL && arrays.triangle_count > 0;
    return cli_optional(args, "weld") != NULL ||
           (has_choice && is_separate && cli_optional(args, "no-weld") == NULL);
}

cli_exit files_check_weld(const cli_args *args) {
    if (!cli_has(args, "weld") || !cli_has(args, "no-weld"))
        return CLI_OK;
    cli_complain("--weld and --no-weld exclude each other");
    return CLI_USAGE;
}

/* Replaces the mesh by one whose equal vertices are merged. */
static tact_status weld(const char *path, const cli_output *output, tact_mesh **mesh) {
    progress step;
    tact_mesh *welded = NULL;
    progress_begin(&step, output, "welding", path);
    tact_status status = tact_mesh_weld(NULL, *mesh, &welded);
    progress_end(&step);
    if (status == TACT_OK) {
        tact_mesh_destroy(*mesh);
        *mesh = welded;
    }
    return status;
}

cli_exit files_read_mesh(const cli_args *args, const char *path, const cli_output *output,
                         tact_mesh **out) {
    progress step;
    tact_soup *soup;
    tact_error error;
    tact_mesh *mesh = NULL;
    cli_exit read = files_read(path, files_input_format(args), output, &error, &soup);
    if (read != CLI_OK)
        return read;
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    bool wants_weld = files_wants_weld(args, soup);
    progress_begin(&step, output, "checking", path);
    tact_status status = tact_mesh_create(NULL, &arrays, &error, &mesh);
    progress_end(&step);
    tact_soup_destroy(soup);
    if (status == TACT_OK && wants_weld)
        status = weld(path, output, &mesh);
    if (status == TACT_OK) {
        *out = mesh;
        return CLI_OK;
    }
    tact_mesh_destroy(mesh);
    complain_of_contents(path, status, &error);
    return CLI_IO;
}

cli_exit files_read_model(const cli_args *args, const char *path, tact_interior_mode interior,
                          const cli_output *output, tact_model **out) {
    tact_soup *soup;
    tact_error error;
    cli_exit status = files_read(path, files_input_format(args), output, &error, &soup);
    if (status != CLI_OK)
        return status;
    status = files_make_model(NULL, soup, path, interior, output, out);
    tact_soup_destroy(soup);
    return status;
}

cli_exit files_make_model(const tact_context *context, const tact_soup *soup, const char *path,
                          tact_interior_mode interior, const cli_output *output, tact_model **out) {
    progress step;
    tact_error error = {.index = TACT_NO_INDEX};
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    tact_model_options options = tact_model_options_default();
    options.interior = interior;
    progress_begin(&step, output, "building the hierarchy of", path);
    tact_status status = tact_model_create_mesh(context, &arrays, &options, &error, out);
    progress_end(&step);
    if (status == TACT_OK)
        return CLI_OK;
    complain_of_contents(path, status, &error);
    return CLI_IO;
}

cli_exit files_write_desc(const cli_args *args, const char *path, tact_write_desc *out) {
    *out = tact_write_desc_default();
    out->format = files_format(args, "format");
    out->is_text = cli_has(args, "text");
    out->is_single = cli_has(args, "float");
    if (out->format == TACT_FORMAT_AUTO && files_is_stream(path)) {
        cli_complain("writing to standard output needs --format %s", FILES_FORMAT_CHOICES);
        return CLI_USAGE;
    }
    if (out->format == TACT_FORMAT_AUTO)
        out->format = tact_format_from_name(path);
    if (out->format == TACT_FORMAT_AUTO) {
        cli_complain("%s: the file name has no known extension; use --format %s", path,
                     FILES_FORMAT_CHOICES);
        return CLI_USAGE;
    }
    if (out->is_single && out->format != TACT_FORMAT_PLY && out->format != TACT_FORMAT_STL) {
        cli_complain("--float is for PLY; %s files store numbers as text, with all digits",
                     tact_format_name(out->format));
        return CLI_USAGE;
    }
    return CLI_OK;
}

cli_exit files_check_output(const char *path, const cli_output *output) {
    if (!files_is_stream(path) || !output->json)
        return CLI_OK;
    cli_complain("the mesh and --json cannot both go to standard output");
    return CLI_USAGE;
}

cli_exit files_write(const char *path, const tact_mesh_arrays *arrays, const tact_write_desc *desc,
                     const cli_output *output) {
    progress step;
    tact_error error = {.index = TACT_NO_INDEX};
    fflush(stdout); /* the library does not write through this stream */
    progress_begin(&step, output, "writing", files_is_stream(path) ? "standard output" : path);
    tact_status status = tact_write_file(NULL, path, arrays, desc, &error);
    progress_end(&step);
    if (status == TACT_OK)
        return CLI_OK;
    files_complain(path, status, &error);
    return CLI_IO;
}

void files_show_mesh(const char *path, const tact_mesh *mesh, cli_output *output) {
    char name[CLEAN_TEXT_SIZE];
    cli_print(output, "%s: %u vertices, %u triangles\n", clean_text(path, name),
              tact_mesh_vertex_count(mesh), tact_mesh_triangle_count(mesh));
}
