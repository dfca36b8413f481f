/* SPDX-License-Identifier: MIT */
/* How the demo's questions are shown; see demo.h. */
#include "demo.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LABEL_WIDTH 16

demo_show demo_start(cli_output *output) {
    demo_show show = {.output = output, .json = json_start(output->stream)};
    if (output->json) {
        json_begin_object(&show.json);
        json_add_text(&show.json, "version", tact_version());
        json_key(&show.json, "questions");
        json_begin_array(&show.json);
    } else {
        cli_print(output, "tact %s: every answer below is computed in this run.\n", tact_version());
    }
    return show;
}

void demo_ask(demo_show *show, const char *title, const char *asked) {
    cli_output *output = show->output;
    show->count++;
    if (output->json) {
        json_begin_object(&show->json);
        json_add_text(&show->json, "title", title);
        json_add_text(&show->json, "asked", asked);
        json_key(&show->json, "answers");
        json_begin_array(&show->json);
        return;
    }
    cli_print(output, "\n%s%u. %s%s\n", cli_style_code(output, CLI_TITLE), show->count, title,
              cli_style_code(output, CLI_PLAIN));
    while (*asked != '\0') {
        size_t length = strcspn(asked, "\n");
        cli_print(output, "   %.*s\n", (int)length, asked);
        asked += length + (asked[length] == '\n');
    }
}

static void show_line(demo_show *show, cli_style style, const char *label, const char *text) {
    if (show->output->json) {
        json_begin_object(&show->json);
        json_add_text(&show->json, "label", label);
        json_add_text(&show->json, "text", text);
        json_end_object(&show->json);
        return;
    }
    cli_print(show->output, "     %-*s %s%s%s\n", LABEL_WIDTH, label,
              cli_style_code(show->output, style), text, cli_style_code(show->output, CLI_PLAIN));
}

void demo_answer(demo_show *show, const char *label, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    show_line(show, CLI_GOOD, label, text);
}

void demo_plain(demo_show *show, bool right, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length < sizeof text)
        snprintf(text + length, sizeof text - (size_t)length, " (%s)", right ? "right" : "wrong");
    show_line(show, right ? CLI_PLAIN : CLI_BAD, "plain doubles", text);
}

void demo_learn(demo_show *show, const char *why) {
    if (show->output->json) {
        json_end_array(&show->json);
        json_add_text(&show->json, "why", why);
        json_end_object(&show->json);
        return;
    }
    cli_print(show->output, "   %s%s%s\n", cli_style_code(show->output, CLI_FAINT), why,
              cli_style_code(show->output, CLI_PLAIN));
}

bool demo_finish(demo_show *show) {
    if (!show->output->json) {
        cli_print(show->output,
                  "\nTry your own files: tact info FILE, tact collide A B. More: tact help\n");
        return true;
    }
    json_end_array(&show->json);
    json_end_object(&show->json);
    return json_finish(&show->json);
}
