/* SPDX-License-Identifier: MIT */
/* The options that draw an answer; see drawing.h. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "drawing.h"

#include <draw/glb.h>
#include <draw/levels.h>
#include <draw/page.h>
#include <draw/picture.h>
#include <draw/plot.h>
#include <draw/ply.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "number.h"
#include "progress.h"
#include "values.h"

/* ---- Options ------------------------------------------------------------------------------ */

bool drawing_is_wanted(const cli_args *args) {
    return cli_optional(args, "png") != NULL || cli_optional(args, "html") != NULL ||
           cli_optional(args, "glb") != NULL || cli_optional(args, "svg") != NULL ||
           cli_optional(args, "ply") != NULL;
}

/* AZIMUTH,ELEVATION or AZIMUTH,ELEVATION,ZOOM. */
static cli_exit read_camera(const char *text, draw_view *view) {
    double numbers[3] = {0, 0, 1};
    number_list list = number_read_list(text, numbers, 3);
    if (list.status != NUMBER_OK) {
        char fault[NUMBER_FAULT_SIZE];
        cli_complain("--camera: %s", number_list_fault(&list, fault));
        return CLI_USAGE;
    }
    if (list.count != 2 && list.count != 3) {
        cli_complain("--camera: %zu number%s, but it has 2 or 3: azimuth, elevation and zoom",
                     list.count, list.count == 1 ? "" : "s");
        return CLI_USAGE;
    }
    if (!(fabs(numbers[0]) <= 1e6 && fabs(numbers[1]) <= 90))
        return value_fail("camera", "needs an elevation from -90 to 90", text);
    if (!(numbers[2] >= 1e-3 && numbers[2] <= 1e6))
        return value_fail("camera", "needs a zoom from 0.001 to 1000000", text);
    view->azimuth = numbers[0];
    view->elevation = numbers[1];
    view->zoom = numbers[2];
    return CLI_OK;
}

/* A whole number from 1 to 16384 at the start of a text; 0 if there is none. */
static uint32_t read_side(const char **text) {
    uint32_t value = 0;
    for (; **text >= '0' && **text <= '9' && value <= 16384; (*text)++)
        value = 10 * value + (uint32_t)(**text - '0');
    return value <= 16384 ? value : 0;
}

/* WIDTHxHEIGHT. */
static cli_exit read_size(const char *text, draw_picture_desc *desc) {
    const char *at = text;
    desc->width = read_side(&at);
    bool has_cross = *at == 'x';
    at += has_cross;
    desc->height = has_cross ? read_side(&at) : 0;
    bool is_good = *at == '\0' && desc->width > 0 && desc->height > 0;
    if (is_good && (uint64_t)desc->width * desc->height <= DRAW_MOST_PIXELS)
        return CLI_OK;
    return value_fail(
        "size", "needs WIDTHxHEIGHT, such as 1280x800, at most 16384 each and 64 million pixels",
        text);
}

/* The number of --level plus 1; 0 without it. */
static cli_exit read_level(const cli_args *args, uint32_t *level) {
    const char *text = cli_optional(args, "level");
    *level = 0;
    if (text == NULL)
        return CLI_OK;
    for (const char *at = text; *at >= '0' && *at <= '9' && *level < 100; at++)
        *level = 10 * *level + (uint32_t)(*at - '0');
    if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0' || *level > 32)
        return value_fail("level", "needs a whole number from 0 to 32", text);
    ++*level;
    return CLI_OK;
}

static cli_exit read_desc(const cli_args *args, draw_picture_desc *desc) {
    const char *camera = cli_optional(args, "camera"), *size = cli_optional(args, "size");
    *desc = draw_picture_desc_default();
    desc->is_transparent = cli_optional(args, "transparent") != NULL;
    desc->view.is_focused = cli_optional(args, "focus") != NULL;
    cli_exit status = camera != NULL ? read_camera(camera, &desc->view) : CLI_OK;
    if (status == CLI_OK && size != NULL)
        status = read_size(size, desc);
    return status;
}

/* Checks the name of one file. */
static cli_exit check_file(const cli_args *args, const char *option, const char *stream,
                           const cli_output *output) {
    const char *path = cli_optional(args, option);
    if (path == NULL)
        return CLI_OK;
    if (stream != NULL && cli_optional(args, stream) != NULL) {
        cli_complain("--%s draws one answer; it cannot be combined with --%s", option, stream);
        return CLI_USAGE;
    }
    if (files_is_stream(path) && output->stream != NULL) {
        cli_complain("--%s - writes to standard output; it needs --quiet", option);
        return CLI_USAGE;
    }
    return CLI_OK;
}

cli_exit drawing_check(const cli_args *args, const char *stream, const cli_output *output) {
    static const char *const looks[] = {"camera", "size", "transparent", "focus"};
    draw_picture_desc desc;
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (cli_optional(args, looks[i]) != NULL && cli_optional(args, "png") == NULL) {
            cli_complain("--%s needs --png", looks[i]);
            return CLI_USAGE;
        }
    uint32_t level;
    if (read_level(args, &level) != CLI_OK)
        return CLI_USAGE;
    if (level > 0 && !drawing_is_wanted(args)) {
        cli_complain("--level needs --png, --html or --glb");
        return CLI_USAGE;
    }
    if (cli_optional(args, "html") != NULL && !draw_page_is_built()) {
        cli_complain("--html: this tool was built without the page; in a checkout of tact, "
                     "'./dev page' makes it and builds the tool again");
        return CLI_USAGE;
    }
    cli_exit status = check_file(args, "png", stream, output);
    if (status == CLI_OK)
        status = check_file(args, "html", stream, output);
    if (status == CLI_OK)
        status = check_file(args, "glb", stream, output);
    if (status == CLI_OK)
        status = check_file(args, "svg", stream, output);
    if (status == CLI_OK)
        status = check_file(args, "ply", stream, output);
    return status == CLI_OK ? read_desc(args, &desc) : status;
}

/* ---- Texts -------------------------------------------------------------------------------- */

/* A word as a shell reads it. */
static void put_word(FILE *to, const char *word) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,=+@%";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        fputs(word, to);
        return;
    }
    fputc('\'', to);
    for (; *word != '\0'; word++) {
        if (*word == '\'')
            fputs("'\\''", to);
        else
            fputc(*word, to);
    }
    fputc('\'', to);
}

/* Options that say how to show an answer, not what is asked. */
static bool is_about_showing(const char *name) {
    static const char *const names[] = {"png",   "html",    "camera", "size",  "transparent",
                                        "focus", "quiet",   "json",   "color", "glb",
                                        "svg",   "threads", "time",   "ply",   "level"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* The command line without the options that show the answer. */
static void put_command(const void *data, FILE *to) {
    const cli_args *args = data;
    fprintf(to, "tact %s", args->command->name);
    for (size_t i = 0; i < args->given_count; i++) {
        if (is_about_showing(args->given[i].option->name))
            continue;
        fprintf(to, " --%s ", args->given[i].option->name);
        put_word(to, args->given[i].value);
    }
    for (size_t i = 0; i < cli_option_count(args->command); i++) {
        const cli_option *option = cli_option_at(args->command, i);
        if (option->value == NULL && args->values[i] != NULL && !is_about_showing(option->name))
            fprintf(to, " --%s", option->name);
    }
    bool has_dash = false;
    for (size_t i = 0; i < args->operand_count; i++)
        has_dash = has_dash || args->operands[i][0] == '-';
    fputs(has_dash ? " --" : "", to);
    for (size_t i = 0; i < args->operand_count; i++) {
        fputc(' ', to);
        put_word(to, args->operands[i]);
    }
}

/* "collide a.ply b.ply"; of many files, the first and the last one. */
static void put_title(const void *data, FILE *to) {
    const cli_args *args = data;
    size_t count = args->operand_count;
    fputs(args->command->name, to);
    if (count > 4)
        fprintf(to, " %s ... %s (%zu files)", args->operands[0], args->operands[count - 1], count);
    for (size_t i = 0; i < count && count <= 4; i++)
        fprintf(to, " %s", args->operands[i]);
}

typedef struct answer_writer {
    void (*write)(const void *data, json_writer *json);
    const void *data;
} answer_writer;

static void put_answer(const void *data, FILE *to) {
    const answer_writer *writer = data;
    json_writer json = json_start(to);
    writer->write(writer->data, &json);
    (void)json_finish(&json);
}

/* Sets a text to what put writes. */
static tact_status set_text(char **to, void (*put)(const void *data, FILE *to), const void *data) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&text, &bytes);
    if (stream == NULL)
        return TACT_OUT_OF_MEMORY;
    put(data, stream);
    bool failed = ferror(stream) != 0;
    failed = fclose(stream) != 0 || failed;
    tact_status status = failed ? TACT_OUT_OF_MEMORY : draw_scene_set_text(to, text);
    free(text);
    return status;
}

tact_status drawing_set_json(char **to, void (*write)(const void *data, json_writer *json),
                             const void *data) {
    const answer_writer writer = {write, data};
    return set_text(to, put_answer, &writer);
}

tact_status drawing_describe(const cli_args *args,
                             void (*write)(const void *data, json_writer *json), const void *data,
                             draw_scene *scene) {
    tact_status status = set_text(&scene->title, put_title, args);
    if (status == TACT_OK)
        status = set_text(&scene->command, put_command, args);
    return status == TACT_OK && write != NULL ? drawing_set_json(&scene->answer, write, data)
                                              : status;
}

/* ---- Files -------------------------------------------------------------------------------- */

cli_exit drawing_fail(tact_status status) {
    cli_complain("the answer cannot be drawn: %s",
                 status == TACT_INVALID_ARGUMENT ? "there is nothing to see, or it is too large"
                                                 : tact_status_text(status));
    return CLI_IO;
}

static cli_exit write_bytes(const char *path, const uint8_t *data, size_t bytes) {
    tact_error error = {.index = TACT_NO_INDEX};
    tact_status status = tact_write_bytes(NULL, path, data, bytes, &error);
    if (status == TACT_OK)
        return CLI_OK;
    files_complain(path, status, &error);
    return CLI_IO;
}

static cli_exit write_png(const cli_args *args, const draw_scene *scene, const tact_vec3 *focus,
                          const cli_output *output) {
    draw_picture_desc desc;
    draw_picture picture = {.pixels = NULL};
    uint8_t *data = NULL;
    size_t bytes = 0;
    progress step;
    if (read_desc(args, &desc) != CLI_OK)
        return CLI_USAGE;
    desc.view.is_focused = desc.view.is_focused && focus != NULL;
    if (focus != NULL)
        desc.view.focus = *focus;
    progress_begin(&step, output, "drawing", cli_value(args, "png"));
    tact_status status = draw_picture_make(scene, &desc, &picture);
    if (status == TACT_OK)
        status = draw_picture_to_png(&picture, &data, &bytes);
    progress_end(&step);
    cli_exit written =
        status == TACT_OK ? write_bytes(cli_value(args, "png"), data, bytes) : drawing_fail(status);
    draw_picture_clear(&picture);
    free(data);
    return written;
}

/* Writes what make makes of a scene to the file that the option names. */
static cli_exit write_made(const cli_args *args, const char *option,
                           tact_status (*make)(const draw_scene *scene, uint8_t **out,
                                               size_t *bytes),
                           const draw_scene *scene, const cli_output *output) {
    const char *path = cli_optional(args, option);
    uint8_t *data = NULL;
    size_t bytes = 0;
    progress step;
    if (path == NULL)
        return CLI_OK;
    progress_begin(&step, output, "writing", path);
    tact_status status = make(scene, &data, &bytes);
    progress_end(&step);
    cli_exit written = status == TACT_OK ? write_bytes(path, data, bytes) : drawing_fail(status);
    free(data);
    return written;
}

/* A page has all levels. In the other files the boxes of one level take the place of surfaces. */
cli_exit drawing_write(const cli_args *args, draw_scene *scene, const tact_vec3 *focus,
                       const cli_output *output) {
    cli_exit status = read_level(args, &scene->level);
    if (status == CLI_OK)
        status = write_made(args, "html", draw_page_make, scene, output);
    if (status == CLI_OK && scene->level > 0) {
        tact_status shown = draw_levels_show(scene, scene->level - 1);
        status = shown == TACT_OK ? CLI_OK : drawing_fail(shown);
    }
    if (status == CLI_OK && cli_optional(args, "png") != NULL)
        status = write_png(args, scene, focus, output);
    if (status == CLI_OK)
        status = write_made(args, "glb", draw_glb_make, scene, output);
    if (status == CLI_OK)
        status = write_made(args, "svg", draw_plot_make, scene, output);
    if (status == CLI_OK)
        status = write_made(args, "ply", draw_ply_make, scene, output);
    return status;
}
