/* SPDX-License-Identifier: MIT */
/* tact triangle: reads two triangles from the command line, prints their intersection and their
 * distance. */
#include <tact/tact.h>

#include "command_text.h"
#include "json.h"
#include "number.h"
#include "show.h"

#define COORDINATES 9

typedef struct pair_answer {
    tact_triangle a;
    tact_triangle b;
    tact_overlap overlap;
    tact_gap gap;
} pair_answer;

static cli_exit read_triangle(const char *text, char side, tact_triangle *out) {
    double numbers[COORDINATES] = {0};
    number_list list = number_read_list(text, numbers, COORDINATES);
    if (list.status != NUMBER_OK) {
        char fault[NUMBER_FAULT_SIZE];
        cli_complain("triangle %c: %s", side, number_list_fault(&list, fault));
        return list.status == NUMBER_NO_MEMORY ? CLI_INTERNAL : CLI_USAGE;
    }
    if (list.count != COORDINATES) {
        cli_complain("triangle %c: %zu number%s, but a triangle has 9: x y z of three corners",
                     side, list.count, list.count == 1 ? "" : "s");
        return CLI_USAGE;
    }
    for (int i = 0; i < 3; i++)
        out->v[i] = tact_vec3_make(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
    return CLI_OK;
}

/* ---- As text ------------------------------------------------------------------------------ */

static void print_answer(const pair_answer *answer, cli_output *output) {
    const tact_overlap *overlap = &answer->overlap;
    const tact_gap *gap = &answer->gap;
    char line[SHOW_LINE_SIZE];
    bool apart = overlap->kind == TACT_OVERLAP_NONE;

    cli_print_title(output, "The triangles %s.", apart ? "are apart" : "meet");
    cli_print(output, "common     %s\n", apart ? "nothing" : tact_overlap_kind_name(overlap->kind));
    int width = show_overlap_width(overlap);
    for (uint32_t i = 0; i < overlap->point_count; i++)
        cli_print(output, "  point %u  %s\n", i,
                  show_overlap_point(&overlap->points[i], width, line));
    cli_print(output, "distance   %s\n", show_number(gap->distance, line));
    if (!apart)
        return;
    cli_print(output, "  at least %s\n", show_number(gap->lower, line));
    cli_print(output, "  at most  %s\n", show_number(gap->upper, line));
    cli_print(output, "  from     %s", show_point(gap->point_a, line));
    cli_print(output, "  %s of A\n", tact_feature_name(gap->feature_a));
    cli_print(output, "  to       %s", show_point(gap->point_b, line));
    cli_print(output, "  %s of B\n", tact_feature_name(gap->feature_b));
}

/* ---- As JSON ------------------------------------------------------------------------------ */

static void write_triangle(json_writer *json, const char *name, const tact_triangle *triangle) {
    json_key(json, name);
    json_begin_row(json);
    for (int i = 0; i < 3; i++)
        show_write_point(json, triangle->v[i]);
    json_end_array(json);
}

static void write_overlap(json_writer *json, const tact_overlap *overlap) {
    json_key(json, "overlap");
    json_begin_object(json);
    json_add_text(json, "kind", tact_overlap_kind_name(overlap->kind));
    json_key(json, "points");
    show_write_overlap_points(json, overlap);
    json_end_object(json);
}

static void write_gap(json_writer *json, const tact_gap *gap) {
    json_key(json, "distance");
    json_begin_object(json);
    json_add_number(json, "value", gap->distance);
    json_add_number(json, "lower", gap->lower);
    json_add_number(json, "upper", gap->upper);
    show_add_point(json, "point_a", gap->point_a);
    show_add_point(json, "point_b", gap->point_b);
    json_add_text(json, "feature_a", tact_feature_name(gap->feature_a));
    json_add_text(json, "feature_b", tact_feature_name(gap->feature_b));
    json_end_object(json);
}

static bool write_answer(const pair_answer *answer, cli_output *output) {
    json_writer json = json_start(output->stream);
    json_begin_object(&json);
    write_triangle(&json, "a", &answer->a);
    write_triangle(&json, "b", &answer->b);
    json_add_bool(&json, "contact", answer->overlap.kind != TACT_OVERLAP_NONE);
    write_overlap(&json, &answer->overlap);
    write_gap(&json, &answer->gap);
    json_end_object(&json);
    return json_finish(&json);
}

static cli_exit run(const cli_args *args, cli_output *output) {
    pair_answer answer;
    cli_exit status = read_triangle(args->operands[0], 'A', &answer.a);
    if (status == CLI_OK)
        status = read_triangle(args->operands[1], 'B', &answer.b);
    if (status != CLI_OK)
        return status;
    answer.overlap = tact_triangle_intersect(&answer.a, &answer.b);
    answer.gap = tact_triangle_distance(&answer.a, &answer.b);
    if (!output->json)
        print_answer(&answer, output);
    else if (!write_answer(&answer, output))
        return CLI_INTERNAL;
    return answer.overlap.kind == TACT_OVERLAP_NONE ? CLI_OK : CLI_FOUND;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char triangle_details[] =
    "A and B are nine numbers each: x, y and z of three corners, separated by commas or blanks.\n"
    "Numbers are decimal or hexadecimal (1.5, 2e-3, 0x1.8p-4) and rounded to the nearest double.\n"
    "For these doubles the verdict, the kind of intersection and the features are exact. A\n"
    "triangle without area counts as a segment or a point. Touching is contact.\n"
    "\n"
    "The corners of a triangle are vertices 0, 1 and 2; edge i runs from vertex i to the next\n"
    "one; the face is the interior. Positions are rounded; the true distance lies between the two\n"
    "bounds.\n"
    "\n"
    "The exit status is 1 if the triangles have a point in common, and 0 if they are apart.\n";

static const cli_example triangle_examples[] = {
    {"tact triangle \"0,0,0 4,0,0 0,4,0\" \"1,1,-1 1,1,2 3,1,2\"", "they cross in a segment"},
    {"tact triangle \"0 0 0 4 0 0 0 4 0\" \"1 1 2 1 2 3 2 1 3\"", "they are 2 apart"},
    {"tact triangle --json \"0,0,0 4,0,0 0,4,0\" \"1,1,0x1p-1074 1,2,3 2,1,3\"",
     "apart by the smallest positive double"},
    {"tact triangle --quiet \"$A\" \"$B\" || echo contact", "in a script"},
};

const cli_command command_triangle = {
    .name = "triangle",
    .summary = "intersect two triangles, or measure how far apart they are",
    .operands = "A B",
    .least_operands = 2,
    .most_operands = 2,
    .details = triangle_details,
    .examples = ROWS(triangle_examples),
    .run = run,
};
