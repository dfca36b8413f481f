/* SPDX-License-Identifier: MIT */
/* The distance over a motion, as an SVG file. */
#ifndef TACT_DRAW_PLOT_H
#define TACT_DRAW_PLOT_H

#include "scene.h"

/* The plot of a scene's motion, to be freed: the distance at each frame, the time that is proved
 * free, and the first contact. TACT_INVALID_ARGUMENT if nothing moves. */
tact_status draw_plot_make(const draw_scene *scene, uint8_t **out, size_t *bytes);

#endif
