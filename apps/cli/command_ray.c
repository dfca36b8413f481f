/* SPDX-License-Identifier: MIT */
/* tact ray: the first hit of a ray, or all hits. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "command_text.h"
#include "probing.h"
#include "show.h"
#include "values.h"

typedef struct ray_answer {
    tact_raycast_result first;
    size_t count; /* of all hits, with --all */
} ray_answer;

static const ray_answer *answer_at(const probing *p, size_t at) {
    return (const ray_answer *)p->answers + at;
}

static tact_ray ray_at(const probing *p, size_t at) {
    const double *n = p->numbers + 6 * at;
    return (tact_ray){{n[0], n[1], n[2]}, {n[3], n[4], n[5]}};
}

static tact_vec3 hit_point(const probing *p, size_t at, const tact_raycast_result *hit) {
    tact_ray ray = ray_at(p, at);
    return tact_vec3_add(ray.origin, tact_vec3_scale(ray.direction, hit->t));
}

/* ---- Asking ------------------------------------------------------------------------------- */

static tact_status ask_first(probing *p, size_t count) {
    enum { PART = 1024 };
    ray_answer *answers = p->answers;
    for (size_t done = 0; done < count; done += PART) {
        tact_ray rays[PART];
        tact_raycast_result hits[PART];
        size_t part = count - done < PART ? count - done : PART;
        for (size_t i = 0; i < part; i++)
            rays[i] = ray_at(p, done + i);
        tact_status status =
            tact_raycast_batch(p->models.context, &p->instance, rays, part, &p->options, hits);
        if (status != TACT_OK)
            return status;
        for (size_t i = 0; i < part; i++)
            answers[done + i].first = hits[i];
    }
    return TACT_OK;
}

static tact_status ask(probing *p, size_t count) {
    ray_answer *answers = p->answers;
    tact_status status = ask_first(p, count);
    for (size_t i = 0; i < count && status == TACT_OK && cli_has(p->args, "all"); i++) {
        tact_raycast_all_result all = {.count = 0};
        status = tact_raycast_all(&p->instance, ray_at(p, i), &p->options, NULL, 0, &all);
        answers[i].count = (size_t)all.count;
    }
    return status;
}

static tact_outcome verdict(const probing *p, size_t at) {
    return answer_at(p, at)->first.outcome;
}

/* All hits of a ray, to be freed; NULL if there is no memory. */
static tact_raycast_result *all_hits(const probing *p, size_t at, size_t *count) {
    *count = answer_at(p, at)->count;
    tact_raycast_result *hits = calloc(*count + 1, sizeof *hits);
    tact_raycast_all_result all;
    if (hits == NULL ||
        tact_raycast_all(&p->instance, ray_at(p, at), &p->options, hits, *count, &all) != TACT_OK)
        *count = 0;
    return hits;
}

/* ---- As text ------------------------------------------------------------------------------ */

static void show_hit(probing *p, size_t at, const tact_raycast_result *hit) {
    char line[SHOW_LINE_SIZE];
    cli_print(p->output, "t %s", show_number(hit->t, line));
    cli_print(p->output, " at %s", show_point(hit_point(p, at, hit), line));
    probing_show_site(p, ", ", &hit->site);
    cli_print(p->output, "\n");
}

/* What is said of a ray without a hit. */
static const char *miss_text(const ray_answer *from) {
    return from->first.outcome == TACT_OUTCOME_APART ? "nothing"
                                                     : "undecided, rounding hides the answer";
}

static void show_all(probing *p, size_t at) {
    size_t count;
    tact_raycast_result *hits = all_hits(p, at, &count);
    cli_print_title(p->output, "The ray hits %zu triangle%s.", count, count == 1 ? "" : "s");
    for (size_t i = 0; i < count; i++) {
        cli_print(p->output, "  ");
        show_hit(p, at, &hits[i]);
    }
    free(hits);
}

static void show(probing *p, size_t at) {
    const ray_answer *from = answer_at(p, at);
    bool is_mesh = models_mesh(&p->models.a) != NULL;
    if (from->first.outcome == TACT_OUTCOME_UNDECIDED) {
        cli_print_title(p->output, "Undecided: rounding hides whether the ray hits the shape.");
        return;
    }
    if (from->first.outcome == TACT_OUTCOME_APART) {
        cli_print_title(p->output, "The ray hits nothing.");
        return;
    }
    if (cli_has(p->args, "all") && is_mesh) {
        show_all(p, at);
        return;
    }
    cli_print_title(p->output, "The ray hits the %s.", probing_noun(p));
    cli_print(p->output, "first  ");
    show_hit(p, at, &from->first);
}

static void show_line(probing *p, size_t at) {
    const ray_answer *from = answer_at(p, at);
    if (from->first.outcome != TACT_OUTCOME_CONTACT) {
        cli_print(p->output, "%s\n", miss_text(from));
        return;
    }
    if (cli_has(p->args, "all"))
        cli_print(p->output, "%zu hit%s, the first: ", from->count, from->count == 1 ? "" : "s");
    show_hit(p, at, &from->first);
}

/* ---- As JSON ------------------------------------------------------------------------------ */

static void write_hit(probing *p, size_t at, const tact_raycast_result *hit, json_writer *json) {
    bool is_hit = hit->outcome == TACT_OUTCOME_CONTACT;
    json_add_number(json, "t", is_hit ? hit->t : HUGE_VAL);
    probing_write_triangle(p, hit->site.element, (tact_feature)hit->site.feature, json);
    show_add_point_if(json, "point", is_hit, hit_point(p, at, hit));
}

static void write(probing *p, size_t at, json_writer *json) {
    const ray_answer *from = answer_at(p, at);
    json_key(json, "hit");
    if (from->first.outcome == TACT_OUTCOME_UNDECIDED)
        json_nothing(json);
    else
        json_bool(json, from->first.outcome == TACT_OUTCOME_CONTACT);
    write_hit(p, at, &from->first, json);
    if (!cli_has(p->args, "all"))
        return;
    size_t count;
    tact_raycast_result *hits = all_hits(p, at, &count);
    json_add_count(json, "count", count);
    json_key(json, "hits");
    json_begin_array(json);
    for (size_t i = 0; i < count; i++) {
        json_begin_line(json);
        write_hit(p, at, &hits[i], json);
        json_end_object(json);
    }
    json_end_array(json);
    free(hits);
}

/* ---- As a scene --------------------------------------------------------------------------- */

/* Where the drawn part of a ray ends: behind the last hit, or else behind the model. */
static tact_vec3 ray_end(const probing *p, const draw_scene *scene, double last) {
    tact_box box = draw_scene_bounds(scene);
    tact_ray ray = ray_at(p, 0);
    double size = tact_vec3_length(tact_vec3_sub(box.hi, box.lo));
    double away = tact_vec3_length(tact_vec3_sub(tact_box_center(box), ray.origin));
    double length = tact_vec3_length(ray.direction);
    double t = last < HUGE_VAL ? last + 0.1 * size / length : (away + 0.6 * size) / length;
    tact_vec3 end = tact_vec3_add(ray.origin, tact_vec3_scale(ray.direction, t));
    return tact_vec3_is_finite(end) ? end : ray.origin;
}

static tact_status add_hits(const probing *p, draw_scene *scene, const tact_raycast_result *hits,
                            size_t count) {
    tact_status status = TACT_OK;
    for (size_t i = 0; i < count && status == TACT_OK; i++) {
        tact_vec3 point = hit_point(p, 0, &hits[i]);
        status = draw_scene_add_path(scene, DRAW_ROLE_CONTACT, "hit", &point, 1, false);
        if (status == TACT_OK)
            status = draw_scene_mark(scene, 0, &hits[i].site.element, 1, 1);
        if (status == TACT_OK)
            status =
                draw_scene_add_finding(scene, "hit", hits[i].site.element, TACT_NO_TRIANGLE, point);
    }
    return status;
}

static tact_status draw(const probing *p, draw_scene *scene) {
    const ray_answer *from = answer_at(p, 0);
    bool is_hit = from->first.outcome == TACT_OUTCOME_CONTACT;
    size_t count = is_hit;
    tact_raycast_result *hits = cli_has(p->args, "all") ? all_hits(p, 0, &count) : NULL;
    const tact_raycast_result *list = hits != NULL ? hits : &from->first;
    double last = count > 0 ? list[count - 1].t : HUGE_VAL;
    const tact_vec3 ends[2] = {ray_at(p, 0).origin, ray_end(p, scene, last)};
    tact_status status = draw_scene_add_path(scene, DRAW_ROLE_RAY, "ray", ends, 2, false);
    if (status == TACT_OK)
        status = add_hits(p, scene, list, count);
    free(hits);
    return status;
}

/* ---- Options ------------------------------------------------------------------------------ */

/* Reads the ray from --origin and --to or --direction. */
static cli_exit read_ray(const cli_args *args, double numbers[6]) {
    bool has_target = cli_has(args, "to");
    if (!cli_has(args, "origin") || has_target == cli_has(args, "direction")) {
        cli_complain("a ray needs --origin and either --to or --direction, or use --rays FILE");
        return CLI_USAGE;
    }
    const char *aim = has_target ? "to" : "direction";
    cli_exit status = value_read_numbers("origin", cli_value(args, "origin"), numbers, 3,
                                         "a point has 3: x, y and z");
    if (status == CLI_OK)
        status = value_read_numbers(aim, cli_value(args, aim), numbers + 3, 3,
                                    "there must be 3: x, y and z");
    for (int i = 0; i < 3 && has_target; i++) {
        numbers[3 + i] -= numbers[i];
        if (status == CLI_OK && !isfinite(numbers[3 + i])) {
            cli_complain("--to: its distance from the origin is beyond the range of double");
            status = CLI_USAGE;
        }
    }
    return status;
}

static cli_exit run(const cli_args *args, cli_output *output) {
    static const probing_verbs verbs = {.question = TACT_QUESTION_RAYCAST,
                                        .stream = "rays",
                                        .numbers = 6,
                                        .meaning = "the origin and the direction of a ray",
                                        .answer_bytes = sizeof(ray_answer),
                                        .ask = ask,
                                        .verdict = verdict,
                                        .show = show,
                                        .show_line = show_line,
                                        .write = write,
                                        .draw = draw};
    probing p = {.verbs = &verbs, .args = args, .output = output};
    p.options = tact_options_default();
    double numbers[6] = {0};
    bool is_stream = cli_has(args, "rays");
    if (is_stream &&
        (cli_has(args, "origin") || cli_has(args, "to") || cli_has(args, "direction"))) {
        cli_complain("--rays cannot be combined with --origin, --to or --direction");
        return CLI_USAGE;
    }
    cli_exit status = value_read_amount("max", cli_value(args, "max"), &p.options.limit);
    if (status == CLI_OK && !is_stream)
        status = read_ray(args, numbers);
    return status == CLI_OK ? probing_run(&p, is_stream ? NULL : numbers) : status;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char ray_details[] =
    "Finds the first triangle that a ray hits, or with --all every triangle. The points of the\n"
    "ray are origin + t * direction for t >= 0; --to aims it at a point, which is at t = 1.\n"
    "Whether a triangle is hit is exact for these numbers: no ray slips between triangles that\n"
    "share an edge. Touching is a hit. t is rounded.\n"
    "\n" MODEL_DETAILS "A ray that starts inside a shape hits it at t = 0.\n"
    "\n"
    "--rays asks one question per line of a file: 6 numbers, the origin and the "
    "direction.\n" LINE_DETAILS "\n"
    "The exit status is 1 if something is hit (with --rays: on any line), 0 if nothing is, and 5\n"
    "if rounding hides whether a cylinder, cone or ellipsoid is hit.\n";

static const cli_option ray_options[] = {
    {"origin", 0, "X,Y,Z", NULL, "where the ray starts"},
    {"to", 0, "X,Y,Z", NULL, "aim the ray at this point, t = 1"},
    {"direction", 'd', "X,Y,Z", NULL, "or give its direction, of any length"},
    {"max", 0, "T", NULL, "ignore hits beyond t = T"},
    {"all", 0, NULL, NULL, "find all hits, in order"},
    {"rays", 0, "FILE", NULL, "read rays from a file, 6 numbers per line; \"-\" is standard input"},
    RECORD_OPTION,
    DRAW_OPTIONS,
    THREAD_OPTIONS,
    FROM_OPTION,
};

static const cli_example ray_examples[] = {
    {"tact ray part.ply --origin 0,0,10 --direction 0,0,-1", "what lies below?"},
    {"tact ray wall.obj --origin 0,0,1 --to 5,2,1 --max 1 -q && echo in sight",
     "is anything between two points?"},
    {"tact ray part.stl --origin 0,0,9 -d 0,0,-1 --all", "every layer"},
    {"tact ray capsule:1,0.2 --origin 3,0,0 -d -1,0,0", "a shape instead of a file"},
    {"scanner | tact ray --json part.ply --rays - | jq .t", "a stream of rays"},
};

const cli_command command_ray = {
    .name = "ray",
    .summary = "find what a ray hits: the first hit, or all",
    .operands = MODEL_OPERAND,
    .least_operands = 1,
    .most_operands = 1,
    .details = ray_details,
    .options = ROWS(ray_options),
    .examples = ROWS(ray_examples),
    .run = run,
};
