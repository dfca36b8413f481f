/* SPDX-License-Identifier: MIT */
/* tact demo: runs the questions of demo_questions.c. */
#include "command.h"
#include "demo.h"

cli_exit command_demo(const cli_args *args, cli_output *output) {
    (void)args;
    demo_show show = demo_start(output);
    demo_ask_all(&show);
    return demo_finish(&show) ? CLI_OK : CLI_INTERNAL;
}
