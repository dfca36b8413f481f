/* SPDX-License-Identifier: MIT */
/* The models of tact demo: made, written, read back and examined, with the times of this run. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "demo.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "kinds.h"
#include "seconds.h"
#include "show.h"

#define TRIANGLES 200000
#define PATH_SIZE 512

typedef struct model {
    const char *kind;
    const char *title;
    const char *why; /* what it teaches */
    char path[PATH_SIZE];
    tact_mesh *mesh;
    tact_soup *soup; /* what was read back */
    tact_mesh_report report;
    double made, written, read, examined; /* times in seconds */
} model;

static bool fail(const model *m, tact_status status) {
    files_complain(m->path, status, NULL);
    return false;
}

/* The four steps, each with its time. */
static bool run_steps(model *m, const cli_output *output) {
    kind_order order = kind_order_default(kind_find(m->kind));
    kind_choose_resolution(&order, TRIANGLES);
    double start = seconds_now();
    tact_status status = order.made->create(order.values, &m->mesh);
    m->made = seconds_now() - start;
    if (status != TACT_OK)
        return fail(m, status);

    tact_mesh_arrays arrays = tact_mesh_as_arrays(m->mesh);
    tact_write_desc desc = tact_write_desc_default();
    start = seconds_now();
    if (files_write(m->path, &arrays, &desc, output) != CLI_OK)
        return false;
    m->written = seconds_now() - start;

    tact_error error;
    start = seconds_now();
    if (files_read(m->path, TACT_FORMAT_AUTO, output, &error, &m->soup) != CLI_OK)
        return false;
    m->read = seconds_now() - start;

    tact_mesh_arrays back = tact_soup_arrays(m->soup);
    start = seconds_now();
    status = tact_mesh_examine(NULL, &back, &m->report);
    m->examined = seconds_now() - start;
    return status == TACT_OK || fail(m, status);
}

/* Whether every bit was read back. Soups and meshes store packed doubles. */
static bool is_same(const model *m) {
    tact_mesh_arrays a = tact_mesh_as_arrays(m->mesh);
    tact_mesh_arrays b = tact_soup_arrays(m->soup);
    return a.vertex_count == b.vertex_count && a.triangle_count == b.triangle_count &&
           memcmp(a.positions, b.positions, sizeof(tact_vec3) * a.vertex_count) == 0 &&
           memcmp(a.indices, b.indices, 3 * sizeof(uint32_t) * a.triangle_count) == 0;
}

static void show_model(demo_show *show, const model *m) {
    const tact_mesh_report *report = &m->report;
    demo_ask(show, m->title, "Made, written as PLY, read back and examined:");
    demo_answer(show, "made", "%7.1f ms  %" PRIu32 " vertices, %" PRIu32 " triangles",
                1e3 * m->made, report->vertex_count, report->triangle_count);
    demo_answer(show, "written", "%7.1f ms", 1e3 * m->written);
    demo_answer(show, "read back", "%7.1f ms  %s", 1e3 * m->read,
                is_same(m) ? "the same, bit for bit" : "NOT the same");
    if (report->is_closed)
        demo_answer(show, "examined", "%7.1f ms  closed, consistently oriented, genus %" PRId64,
                    1e3 * m->examined, report->genus);
    else
        demo_answer(show, "examined", "%7.1f ms  NOT closed", 1e3 * m->examined);
    char line[SHOW_LINE_SIZE];
    demo_answer(show, "volume", "%s", show_number(report->volume, line));
    demo_learn(show, m->why);
}

static bool make_model(demo_show *show, model *m, const char *folder) {
    snprintf(m->path, sizeof m->path, "%s/%s.ply", folder, m->kind);
    bool done = run_steps(m, show->output);
    if (done)
        show_model(show, m);
    tact_soup_destroy(m->soup);
    tact_mesh_destroy(m->mesh);
    remove(m->path);
    return done;
}

bool demo_make_models(demo_show *show) {
    const char *place = getenv("TMPDIR");
    char folder[PATH_SIZE / 2];
    int length = snprintf(folder, sizeof folder, "%s/tact-demo-XXXXXX",
                          place != NULL && place[0] != '\0' ? place : "/tmp");
    if (length < 0 || (size_t)length >= sizeof folder || mkdtemp(folder) == NULL) {
        cli_complain("%s: cannot make a temporary folder there", place != NULL ? place : "/tmp");
        return false;
    }
    model gear = {.kind = "gear",
                  .title = "A gear",
                  .why =
                      "A file is written under a temporary name and renamed when it is complete."};
    model knot = {.kind = "torus-knot",
                  .title = "A trefoil knot",
                  .why = "The findings rest on vertex numbers and exact signs, not on tolerances."};
    bool done = make_model(show, &gear, folder) && make_model(show, &knot, folder);
    rmdir(folder);
    return done;
}
