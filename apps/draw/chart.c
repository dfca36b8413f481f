/* SPDX-License-Identifier: MIT */
/* Axes and curves of plots; see chart.h. */
#include "chart.h"

#include <math.h>

#define LEFT 80.0
#define TOP DRAW_CHART_TOP
#define WIDTH 600.0
#define HEIGHT DRAW_CHART_HEIGHT

bool draw_axes_are_good(const draw_axes *axes) {
    return axes->span > 1e-290 && axes->span < 1e290 && axes->most > 1e-290 && axes->most < 1e290;
}

double draw_axes_column(const draw_axes *axes, double x) {
    return LEFT + WIDTH * (((axes->is_log ? log10(x) : x) - axes->start) / axes->span);
}

double draw_axes_row(const draw_axes *axes, double y) {
    return TOP + HEIGHT * (1 - y / axes->most);
}

/* A step of 1, 2 or 5 times a power of ten that divides a range into four to ten parts. */
static double step_of(double range) {
    double step = 1;
    while (step * 10 <= range / 4)
        step *= 10;
    while (step > range / 4)
        step /= 10;
    return step * 5 <= range / 4 ? 5 * step : step * 2 <= range / 4 ? 2 * step : step;
}

void draw_chart_line(draw_buffer *to, const double ends[4], const char *style) {
    static const char *const names[4] = {"x1", "y1", "x2", "y2"};
    draw_buffer_text(to, "<line");
    for (int i = 0; i < 4; i++) {
        draw_buffer_format(to, " %s=\"", names[i]);
        draw_buffer_number(to, ends[i]);
        draw_buffer_text(to, "\"");
    }
    draw_buffer_format(to, " %s/>\n", style);
}

static void put_label(draw_buffer *to, double x, double y, const char *anchor, double value) {
    draw_buffer_text(to, "<text x=\"");
    draw_buffer_number(to, x);
    draw_buffer_text(to, "\" y=\"");
    draw_buffer_number(to, y);
    draw_buffer_format(to, "\" text-anchor=\"%s\">", anchor);
    draw_buffer_number(to, value);
    draw_buffer_text(to, "</text>\n");
}

/* The value of a tick, without the rounding error of its multiple. */
static double tick(double step, double count) {
    return step < 1 ? count / round(1 / step) : count * step;
}

/* A line across the axis at x, with its label. On a logarithmic axis x is an exponent of 10. */
static void put_column(draw_buffer *to, const draw_axes *axes, double x) {
    double at = LEFT + WIDTH * ((x - axes->start) / axes->span);
    draw_chart_line(to, (const double[4]){at, TOP, at, TOP + HEIGHT}, "stroke=\"#d5d9e0\"");
    if (axes->is_log)
        draw_buffer_format(to, "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\">1e%g</text>\n", at,
                           TOP + HEIGHT + 20, x);
    else
        put_label(to, at, TOP + HEIGHT + 20, "middle", x);
}

static void put_axes(draw_buffer *to, const draw_axes *axes) {
    double step = axes->is_log ? 2 : step_of(axes->span);
    for (double i = ceil(axes->start / step);
         tick(step, i) <= axes->start + axes->span * (1 + 1e-9); i++)
        put_column(to, axes, tick(step, i));
    step = step_of(axes->most);
    for (double i = 0; tick(step, i) <= axes->most * (1 + 1e-9); i++) {
        double y = draw_axes_row(axes, tick(step, i));
        draw_chart_line(to, (const double[4]){LEFT, y, LEFT + WIDTH, y}, "stroke=\"#d5d9e0\"");
        put_label(to, LEFT - 8, y + 4, "end", tick(step, i));
    }
}

void draw_chart_begin(draw_buffer *to, const draw_axes *axes, const char *title) {
    draw_buffer_text(to, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 400\" "
                         "font-family=\"sans-serif\" font-size=\"13\" fill=\"#1c2430\">\n"
                         "<rect width=\"720\" height=\"400\" fill=\"#ffffff\"/>\n"
                         "<text x=\"80\" y=\"28\" font-size=\"16\">");
    draw_buffer_xml(to, title);
    draw_buffer_text(to, "</text>\n");
    put_axes(to, axes);
}

void draw_chart_curve(draw_buffer *to, const draw_axes *axes, const double *x, const double *y,
                      uint32_t count) {
    draw_buffer_text(to, "<polyline fill=\"none\" stroke=\"#2f6db3\" stroke-width=\"2.5\" "
                         "vector-effect=\"non-scaling-stroke\" transform=\"translate(");
    draw_buffer_number(to, LEFT - WIDTH * (axes->start / axes->span));
    draw_buffer_text(to, " ");
    draw_buffer_number(to, draw_axes_row(axes, 0));
    draw_buffer_text(to, ") scale(");
    draw_buffer_number(to, WIDTH / axes->span);
    draw_buffer_text(to, " ");
    draw_buffer_number(to, -HEIGHT / axes->most);
    draw_buffer_text(to, ")\" points=\"");
    for (uint32_t i = 0; i < count; i++) {
        if (!isfinite(y[i]))
            continue;
        draw_buffer_number(to, x[i]);
        draw_buffer_text(to, ",");
        draw_buffer_number(to, y[i]);
        draw_buffer_text(to, " ");
    }
    draw_buffer_text(to, "\"/>\n");
}

void draw_chart_end(draw_buffer *to, const char *x_name, const char *y_name) {
    draw_buffer_format(to, "<text x=\"380\" y=\"388\" text-anchor=\"middle\">%s</text>\n", x_name);
    draw_buffer_format(to,
                       "<text transform=\"translate(16 193) rotate(-90)\" "
                       "text-anchor=\"middle\">%s</text>\n</svg>\n",
                       y_name);
}
