/* SPDX-License-Identifier: MIT */
/* tact demo: the questions of demo_questions.c, the models of demo_models.c, and the collision of
 * demo_meeting.c. */
#include "command.h"
#include "demo.h"

cli_exit command_demo(const cli_args *args, cli_output *output) {
    (void)args;
    demo_show show = demo_start(output);
    demo_ask_all(&show);
    bool made = demo_make_models(&show) && demo_meet(&show);
    if (!demo_finish(&show))
        return CLI_INTERNAL;
    return made ? CLI_OK : CLI_IO;
}
