/* SPDX-License-Identifier: MIT */
/* The distance over a motion; see plot.h. The curve has a point per frame, in units of the axes,
 * which a transform scales; so its numbers are those of the answer. */
#include "plot.h"

#include <math.h>
#include <stdlib.h>

#include "buffer.h"

/* The area of the curve, within a picture of 720 x 400. */
#define LEFT 80.0
#define TOP 48.0
#define WIDTH 600.0
#define HEIGHT 290.0

typedef struct plot {
    draw_buffer to;
    const draw_motion *motion;
    double start, span, most; /* the axes: from start to start + span, from 0 to most */
} plot;

static double column(const plot *p, double time) {
    return LEFT + WIDTH * ((time - p->start) / p->span);
}

static double row(const plot *p, double distance) {
    return TOP + HEIGHT * (1 - distance / p->most);
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

static void put_line(plot *p, const double ends[4], const char *style) {
    static const char *const names[4] = {"x1", "y1", "x2", "y2"};
    draw_buffer_text(&p->to, "<line");
    for (int i = 0; i < 4; i++) {
        draw_buffer_format(&p->to, " %s=\"", names[i]);
        draw_buffer_number(&p->to, ends[i]);
        draw_buffer_text(&p->to, "\"");
    }
    draw_buffer_format(&p->to, " %s/>\n", style);
}

static void put_label(plot *p, double x, double y, const char *anchor, double value) {
    draw_buffer_text(&p->to, "<text x=\"");
    draw_buffer_number(&p->to, x);
    draw_buffer_text(&p->to, "\" y=\"");
    draw_buffer_number(&p->to, y);
    draw_buffer_format(&p->to, "\" text-anchor=\"%s\">", anchor);
    draw_buffer_number(&p->to, value);
    draw_buffer_text(&p->to, "</text>\n");
}

/* The value of a tick, without the rounding error of its multiple. */
static double tick(double step, double count) {
    return step < 1 ? count / round(1 / step) : count * step;
}

static void put_axes(plot *p) {
    static const char grid[] = "stroke=\"#d5d9e0\"";
    double step = step_of(p->span), first = ceil(p->start / step);
    for (double i = first; tick(step, i) <= p->start + p->span * (1 + 1e-9); i++) {
        double x = column(p, tick(step, i));
        put_line(p, (const double[4]){x, TOP, x, TOP + HEIGHT}, grid);
        put_label(p, x, TOP + HEIGHT + 20, "middle", tick(step, i));
    }
    step = step_of(p->most);
    for (double i = 0; tick(step, i) <= p->most * (1 + 1e-9); i++) {
        double y = row(p, tick(step, i));
        put_line(p, (const double[4]){LEFT, y, LEFT + WIDTH, y}, grid);
        put_label(p, LEFT - 8, y + 4, "end", tick(step, i));
    }
}

/* The time that is proved free, and the first contact. */
static void put_proof(plot *p) {
    const draw_motion *m = p->motion;
    for (uint32_t i = 0; i < m->span_count; i++) {
        const draw_span *span = &m->spans[i];
        if (span->state != DRAW_STATE_FREE)
            continue;
        draw_buffer_text(&p->to,
                         "<rect class=\"free\" fill=\"#228454\" fill-opacity=\"0.14\" x=\"");
        draw_buffer_number(&p->to, column(p, span->from));
        draw_buffer_text(&p->to, "\" width=\"");
        draw_buffer_number(&p->to, column(p, span->to) - column(p, span->from));
        draw_buffer_format(&p->to, "\" y=\"%g\" height=\"%g\"><title>proved free</title></rect>\n",
                           TOP, HEIGHT);
    }
    if (!m->has_contact)
        return;
    double x = column(p, m->upper);
    draw_buffer_text(&p->to, "<g class=\"contact\" data-lower=\"");
    draw_buffer_number(&p->to, m->lower);
    draw_buffer_text(&p->to, "\" data-upper=\"");
    draw_buffer_number(&p->to, m->upper);
    draw_buffer_text(&p->to, "\">");
    put_line(p, (const double[4]){x, TOP, x, TOP + HEIGHT},
             "stroke=\"#d01c48\" stroke-width=\"2\" stroke-dasharray=\"5 4\"");
    draw_buffer_text(&p->to, "</g>\n");
}

static void put_curve(plot *p) {
    const draw_motion *m = p->motion;
    draw_buffer_text(&p->to, "<polyline fill=\"none\" stroke=\"#2f6db3\" stroke-width=\"2.5\" "
                             "vector-effect=\"non-scaling-stroke\" transform=\"translate(");
    draw_buffer_number(&p->to, column(p, 0));
    draw_buffer_text(&p->to, " ");
    draw_buffer_number(&p->to, row(p, 0));
    draw_buffer_text(&p->to, ") scale(");
    draw_buffer_number(&p->to, WIDTH / p->span);
    draw_buffer_text(&p->to, " ");
    draw_buffer_number(&p->to, -HEIGHT / p->most);
    draw_buffer_text(&p->to, ")\" points=\"");
    for (uint32_t i = 0; i < m->frame_count; i++) {
        if (!isfinite(m->distances[i]))
            continue;
        draw_buffer_number(&p->to, m->times[i]);
        draw_buffer_text(&p->to, ",");
        draw_buffer_number(&p->to, m->distances[i]);
        draw_buffer_text(&p->to, " ");
    }
    draw_buffer_text(&p->to, "\"/>\n");
}

static void put_all(plot *p, const char *title) {
    draw_buffer_text(&p->to, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 400\" "
                             "font-family=\"sans-serif\" font-size=\"13\" fill=\"#1c2430\">\n"
                             "<rect width=\"720\" height=\"400\" fill=\"#ffffff\"/>\n"
                             "<text x=\"80\" y=\"28\" font-size=\"16\">");
    draw_buffer_xml(&p->to, title);
    draw_buffer_text(&p->to, "</text>\n");
    put_axes(p);
    put_proof(p);
    put_curve(p);
    draw_buffer_text(&p->to, "<text x=\"380\" y=\"388\" text-anchor=\"middle\">time</text>\n"
                             "<text transform=\"translate(22 193) rotate(-90)\" "
                             "text-anchor=\"middle\">distance</text>\n</svg>\n");
}

tact_status draw_plot_make(const draw_scene *scene, uint8_t **out, size_t *bytes) {
    const draw_motion *m = &scene->motion;
    if (m->frame_count < 2)
        return TACT_INVALID_ARGUMENT;
    plot p = {.motion = m, .start = m->times[0]};
    p.span = m->times[m->frame_count - 1] - p.start;
    for (uint32_t i = 0; i < m->frame_count; i++)
        if (isfinite(m->distances[i]) && m->distances[i] > p.most)
            p.most = m->distances[i];
    p.most = p.most > 0 ? p.most : 1;
    if (!(p.span > 1e-290 && p.span < 1e290 && p.most > 1e-290 && p.most < 1e290))
        return TACT_INVALID_ARGUMENT;
    put_all(&p, scene->title != NULL ? scene->title : "");
    if (p.to.failed) {
        free(p.to.data);
        return TACT_OUT_OF_MEMORY;
    }
    *out = p.to.data;
    *bytes = p.to.bytes;
    return TACT_OK;
}
