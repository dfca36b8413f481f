/* SPDX-License-Identifier: MIT */
/* The sections of bench_world, and what they share. */
#ifndef TACT_BENCH_WORLD_SECTIONS_H
#define TACT_BENCH_WORLD_SECTIONS_H

#include "report.h"
#include "times.h"

#include <tact/mesh_generators.h>
#include <tact/world.h>

typedef struct world_options {
    bool quick, check, turns;
    const char *only, *json, *markdown, *times, *filter, *poses;
    size_t frames, sizes;
} world_options;

typedef struct world_run {
    world_options options;
    bench_report *report;
    bench_times times;
} world_run;

#define WORLD_MOST_FRAMES 100

/* The median; sorts the values. */
double world_median(double *values, size_t count);
/* The shares of the stages of steps, in milliseconds per step. */
typedef struct world_stages {
    double place, pairs, ask, events;
} world_stages;
void world_stages_add(world_stages *sum, const tact_step_info *info, size_t steps);

/* Bullet's pile of hulls, with manifolds. */
void world_section_pile(world_run *run);
/* A thousand meshes that touch each other. */
void world_section_meshes(world_run *run);
/* What the interest matrix and deadlines leave out. */
void world_section_interest(world_run *run);
/* What continuous objects cost. */
void world_section_bullets(world_run *run);

#endif
