/* SPDX-License-Identifier: MIT */
/* Plots; see plot.h. The numbers of the file are those of the answer; chart.c scales them. */
#include "plot.h"

#include <math.h>
#include <stdlib.h>

#include "chart.h"

/* ---- The distance over a motion ----------------------------------------------------------- */

/* The time that is proved free, and the first contact. */
static void put_proof(draw_buffer *to, const draw_axes *axes, const draw_motion *m) {
    for (uint32_t i = 0; i < m->span_count; i++) {
        const draw_span *span = &m->spans[i];
        if (span->state != DRAW_STATE_FREE)
            continue;
        draw_buffer_text(to, "<rect class=\"free\" fill=\"#228454\" fill-opacity=\"0.14\" x=\"");
        draw_buffer_number(to, draw_axes_column(axes, span->from));
        draw_buffer_text(to, "\" width=\"");
        draw_buffer_number(to,
                           draw_axes_column(axes, span->to) - draw_axes_column(axes, span->from));
        draw_buffer_format(to, "\" y=\"%g\" height=\"%g\"><title>proved free</title></rect>\n",
                           DRAW_CHART_TOP, DRAW_CHART_HEIGHT);
    }
    if (!m->has_contact)
        return;
    double x = draw_axes_column(axes, m->upper);
    draw_buffer_text(to, "<g class=\"contact\" data-lower=\"");
    draw_buffer_number(to, m->lower);
    draw_buffer_text(to, "\" data-upper=\"");
    draw_buffer_number(to, m->upper);
    draw_buffer_text(to, "\">");
    draw_chart_line(to, (const double[4]){x, DRAW_CHART_TOP, x, DRAW_CHART_TOP + DRAW_CHART_HEIGHT},
                    "stroke=\"#d01c48\" stroke-width=\"2\" stroke-dasharray=\"5 4\"");
    draw_buffer_text(to, "</g>\n");
}

static double greatest(const double *values, uint32_t count) {
    double most = 0;
    for (uint32_t i = 0; i < count; i++)
        if (isfinite(values[i]) && values[i] > most)
            most = values[i];
    return most > 0 ? most : 1;
}

static tact_status put_motion(draw_buffer *to, const draw_motion *m, const char *title) {
    if (m->frame_count < 2)
        return TACT_INVALID_ARGUMENT;
    draw_axes axes = {.start = m->times[0],
                      .span = m->times[m->frame_count - 1] - m->times[0],
                      .most = greatest(m->distances, m->frame_count)};
    if (!draw_axes_are_good(&axes))
        return TACT_INVALID_ARGUMENT;
    draw_chart_begin(to, &axes, title);
    put_proof(to, &axes, m);
    draw_chart_curve(to, &axes, m->times, m->distances, m->frame_count);
    draw_chart_end(to, "time", "distance");
    return TACT_OK;
}

/* ---- Numbers over numbers ----------------------------------------------------------------- */

static void put_attribute(draw_buffer *to, const char *name, double value) {
    draw_buffer_format(to, " %s=\"", name);
    draw_buffer_number(to, value);
    draw_buffer_text(to, "\"");
}

/* The points, with their numbers as attributes. */
static void put_dots(draw_buffer *to, const draw_axes *axes, const draw_numbers *numbers) {
    for (uint32_t i = 0; i < numbers->count; i++) {
        if (!isfinite(numbers->y[i]))
            continue;
        draw_buffer_text(to, "<circle r=\"4\" fill=\"#2f6db3\"");
        put_attribute(to, "cx", draw_axes_column(axes, numbers->x[i]));
        put_attribute(to, "cy", draw_axes_row(axes, numbers->y[i]));
        put_attribute(to, "data-x", numbers->x[i]);
        put_attribute(to, "data-y", numbers->y[i]);
        put_attribute(to, "data-lower", numbers->lower[i]);
        put_attribute(to, "data-upper", numbers->upper[i]);
        draw_buffer_text(to, "/>\n");
    }
}

/* The curve in pixels: a transform of numbers such as 1e-15 is too much for many programs. */
static void put_curve(draw_buffer *to, const draw_axes *axes, const draw_numbers *numbers) {
    draw_buffer_text(to,
                     "<polyline fill=\"none\" stroke=\"#2f6db3\" stroke-width=\"2.5\" points=\"");
    for (uint32_t i = 0; i < numbers->count; i++) {
        if (!isfinite(numbers->y[i]))
            continue;
        draw_buffer_number(to, draw_axes_column(axes, numbers->x[i]));
        draw_buffer_text(to, ",");
        draw_buffer_number(to, draw_axes_row(axes, numbers->y[i]));
        draw_buffer_text(to, " ");
    }
    draw_buffer_text(to, "\"/>\n");
}

static tact_status put_numbers(draw_buffer *to, const draw_numbers *numbers, const char *title) {
    double first = numbers->x[0], last = numbers->x[numbers->count - 1];
    draw_axes axes = {.is_log = numbers->is_log, .most = greatest(numbers->y, numbers->count)};
    axes.start = axes.is_log ? log10(first) : first;
    axes.span = (axes.is_log ? log10(last) : last) - axes.start;
    axes.span = axes.span > 0 ? axes.span : 1;
    if (!draw_axes_are_good(&axes))
        return TACT_INVALID_ARGUMENT;
    draw_chart_begin(to, &axes, title);
    put_curve(to, &axes, numbers);
    put_dots(to, &axes, numbers);
    draw_chart_end(to, numbers->x_name, numbers->y_name);
    return TACT_OK;
}

tact_status draw_plot_make(const draw_scene *scene, uint8_t **out, size_t *bytes) {
    draw_buffer to = {.data = NULL};
    const char *title = scene->title != NULL ? scene->title : "";
    tact_status status = scene->numbers.count > 0 ? put_numbers(&to, &scene->numbers, title)
                                                  : put_motion(&to, &scene->motion, title);
    if (status == TACT_OK && to.failed)
        status = TACT_OUT_OF_MEMORY;
    if (status != TACT_OK) {
        free(to.data);
        return status;
    }
    *out = to.data;
    *bytes = to.bytes;
    return TACT_OK;
}
