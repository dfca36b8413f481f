/* SPDX-License-Identifier: MIT */
/* tact demo: the questions of demo_questions.c, the models of demo_models.c, and the collision of
 * demo_meeting.c. */
#include "command_text.h"
#include "demo.h"

static cli_exit run(const cli_args *args, cli_output *output) {
    (void)args;
    demo_show show = demo_start(output);
    demo_ask_all(&show);
    bool made = demo_make_models(&show) && demo_meet(&show);
    if (!demo_finish(&show))
        return CLI_INTERNAL;
    return made ? CLI_OK : CLI_IO;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char demo_details[] =
    "Shows the library's answers to questions on which plain floating-point arithmetic fails.\n"
    "Then makes two models of about 200,000 triangles in a temporary folder, reads them back and\n"
    "examines them. Then collides two models of about 100,000 triangles each. Every answer and\n"
    "every time is from this run. The folder is removed at the end.\n";

static const cli_example demo_examples[] = {
    {"tact demo", "the questions and tact's answers"},
    {"tact demo --color always | less -R", "page by page, in colour"},
};

const cli_command command_demo = {
    .name = "demo",
    .summary = "show what tact can do: hard questions, large models, a collision",
    .operands = "",
    .details = demo_details,
    .examples = ROWS(demo_examples),
    .run = run,
};
