/* SPDX-License-Identifier: MIT */
/* A build without the page. */
#include "page_parts.h"

const uint8_t draw_page_head[1] = {0};
const size_t draw_page_head_bytes = 0;
const uint8_t draw_page_tail[1] = {0};
const size_t draw_page_tail_bytes = 0;
