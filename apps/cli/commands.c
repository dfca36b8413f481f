/* SPDX-License-Identifier: MIT */
/* The table of commands, the only place that lists them all. The parser, the help, the manual page
 * and the completion use it. */
#include "command.h"

static const cli_command *const commands[] = {
    &command_demo,     &command_info,     &command_make,     &command_convert,  &command_hull,
    &command_collide,  &command_classify, &command_contacts, &command_distance, &command_depth,
    &command_sweep,    &command_ray,      &command_nearest,  &command_inside,   &command_deform,
    &command_sim,      &command_replay,   &command_minimise, &command_verify,   &command_view,
    &command_triangle, &command_help,
};

size_t cli_command_count(void) {
    return sizeof commands / sizeof commands[0];
}

const cli_command *cli_command_at(size_t index) {
    return commands[index];
}
