/* SPDX-License-Identifier: MIT */
/* Scenes as one page of HTML, which needs no network. Texts of the scene are part of its compressed
 * data and reach the browser as text only. */
#ifndef TACT_DRAW_PAGE_H
#define TACT_DRAW_PAGE_H

#include "scene.h"

/* Whether this build has the page (./dev page makes it). */
bool draw_page_is_built(void);

/* The page, to be freed. TACT_UNSUPPORTED if this build does not have it; TACT_INVALID_ARGUMENT if
 * the scene is empty or too large for the range of double. */
tact_status draw_page_make(const draw_scene *scene, uint8_t **out, size_t *bytes);

#endif
