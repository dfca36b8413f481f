/* SPDX-License-Identifier: MIT */
/* tact view: models without a question, as a page or a picture. */
#include "command_text.h"
#include "drawing.h"
#include "models.h"

/* Adds one model. Each of them has a colour of its own. */
static cli_exit add_model(const cli_args *args, const cli_output *output, size_t index,
                          draw_scene *scene) {
    const char *operand = args->operands[index];
    cli_args one = *args;
    model_pair models;
    one.operands = &operand;
    one.operand_count = 1;
    cli_exit status = models_open_one(&one, NULL, output, &models);
    if (status != CLI_OK)
        return status;
    tact_instance instance = tact_instance_make(models.a.model);
    tact_status added = draw_scene_add_instance(scene, &instance, operand, (uint32_t)index);
    models_close(&models);
    return added == TACT_OK ? CLI_OK : drawing_fail(added);
}

static cli_exit run(const cli_args *args, cli_output *output) {
    draw_scene scene = {.title = NULL};
    if (!drawing_is_wanted(args)) {
        cli_complain("view needs --html FILE, --png FILE or --glb FILE");
        return CLI_USAGE;
    }
    cli_exit status = drawing_check(args, NULL, output);
    for (size_t i = 0; i < args->operand_count && status == CLI_OK; i++)
        status = add_model(args, output, i, &scene);
    if (status == CLI_OK) {
        tact_status described = drawing_describe(args, NULL, NULL, &scene);
        status = described == TACT_OK ? drawing_write(args, &scene, NULL, output)
                                      : drawing_fail(described);
    }
    draw_scene_clear(&scene);
    return status;
}

static const char view_details[] =
    "Draws models as they are: as a page for a browser, which needs no network, or as a picture.\n"
    "Each model has a colour of its own. The commands that ask something have the same options\n"
    "and also draw what they found.\n"
    "\n"
    "MODEL is a mesh file or a shape, such as sphere:0.5, box:1,2,3 or hull:part.stl; 'tact help\n"
    "shapes' lists the shapes. hull:FILE shows the hull that questions about it use.\n";

static const cli_option view_options[] = {
    DRAW_OPTIONS,
    THREAD_OPTIONS,
    FROM_OPTION,
};

static const cli_example view_examples[] = {
    {"tact view part.stl --html part.html", "turn it, cut it, measure it"},
    {"tact view part.stl hull:part.stl --png both.png", "the part and its hull"},
    {"tact view gear.ply --png gear.png --camera 0,90", "from above"},
};

const cli_command command_view = {
    .name = "view",
    .summary = "show models in a browser or as a picture",
    .operands = "MODEL...",
    .least_operands = 1,
    .most_operands = CLI_ANY_COUNT,
    .details = view_details,
    .options = ROWS(view_options),
    .examples = ROWS(view_examples),
    .run = run,
};
