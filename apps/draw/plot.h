/* SPDX-License-Identifier: MIT */
/* Plots as SVG files. */
#ifndef TACT_DRAW_PLOT_H
#define TACT_DRAW_PLOT_H

#include "scene.h"

/* The plot of a scene, to be freed: its numbers if it has any, or its motion: the distance at each
 * frame, the time that is proved free, and the first contact. TACT_INVALID_ARGUMENT if there is
 * neither, or if numbers are too small or too large. */
tact_status draw_plot_make(const draw_scene *scene, uint8_t **out, size_t *bytes);

#endif
