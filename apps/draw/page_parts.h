/* SPDX-License-Identifier: MIT */
/* The page without its data, which ./dev page makes. A build without it has empty parts. */
#ifndef TACT_DRAW_PAGE_PARTS_H
#define TACT_DRAW_PAGE_PARTS_H

#include <stddef.h>
#include <stdint.h>

extern const uint8_t draw_page_head[];
extern const size_t draw_page_head_bytes;
extern const uint8_t draw_page_tail[];
extern const size_t draw_page_tail_bytes;

#endif
