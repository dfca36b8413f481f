/* SPDX-License-Identifier: MIT */
/* Axes and curves of plots, as SVG. */
#ifndef TACT_DRAW_CHART_H
#define TACT_DRAW_CHART_H

#include "buffer.h"
#include "scene.h"

/* The area of the curves, within a picture of 720 x 400. */
#define DRAW_CHART_TOP 48.0
#define DRAW_CHART_HEIGHT 290.0

/* The axes: from start to start + span, and from 0 to most. */
typedef struct draw_axes {
    double start, span, most;
    bool is_log; /* start and span are powers of ten */
} draw_axes;

/* Whether both axes can be drawn. */
bool draw_axes_are_good(const draw_axes *axes);
double draw_axes_column(const draw_axes *axes, double x);
double draw_axes_row(const draw_axes *axes, double y);

/* The beginning of the file, with the axes. */
void draw_chart_begin(draw_buffer *to, const draw_axes *axes, const char *title);
/* ends: x1, y1, x2, y2. */
void draw_chart_line(draw_buffer *to, const double ends[4], const char *style);
/* A curve through points whose numbers are finite. The numbers of the file are those of the points,
 * which a transform scales. Neither axis is logarithmic. */
void draw_chart_curve(draw_buffer *to, const draw_axes *axes, const double *x, const double *y,
                      uint32_t count);
/* The end of the file. */
void draw_chart_end(draw_buffer *to, const char *x_name, const char *y_name);

#endif
