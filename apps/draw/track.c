/* SPDX-License-Identifier: MIT */
/* Numbers at many frames; see track.h. Second differences are small for whatever moves smoothly, so
 * that their upper bytes are packed to almost nothing. */
#include "track.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

draw_track draw_track_make(uint32_t frames, size_t count, uint32_t bytes, const double lo[3],
                           const double hi[3]) {
    draw_track track = {.frames = frames, .count = count, .bytes = bytes};
    double size = 0;
    for (int k = 0; k < 3; k++) {
        track.lo[k] = lo[k];
        size = hi[k] - lo[k] > size ? hi[k] - lo[k] : size;
    }
    track.step = size > 0 ? size / ((1u << (8 * bytes)) - 1) : 1;
    return track;
}

static uint32_t round_to(const draw_track *t, double value, size_t i) {
    uint32_t most = (1u << (8 * t->bytes)) - 1;
    double q = floor((value - t->lo[i % 3]) / t->step + 0.5);
    return q >= most ? most : q > 0 ? (uint32_t)q : 0;
}

/* The numbers of two frames before, per number. */
typedef struct before {
    uint32_t one, two;
} before;

static void put_frame(draw_buffer *to, const draw_track *t, uint32_t frame, before *last,
                      draw_track_number *number, const void *user) {
    uint32_t bits = 8 * t->bytes, mask = (1u << bits) - 1;
    uint8_t *planes = draw_buffer_extend(to, t->count * t->bytes);
    for (size_t i = 0; planes != NULL && i < t->count; i++) {
        uint32_t q = round_to(t, number(user, frame, i), i);
        uint32_t expected = frame == 0   ? 0
                            : frame == 1 ? last[i].one
                                         : 2 * last[i].one - last[i].two;
        uint32_t step = (q - expected) & mask;
        uint32_t word = (step << 1 ^ (0u - (step >> (bits - 1)))) & mask;
        for (uint32_t k = 0; k < t->bytes; k++)
            planes[k * t->count + i] = (uint8_t)(word >> (8 * k));
        last[i] = (before){.one = q, .two = last[i].one};
    }
}

void draw_track_put(draw_buffer *to, const draw_track *track, draw_track_number *number,
                    const void *user) {
    const double head[4] = {track->lo[0], track->lo[1], track->lo[2], track->step};
    before *last = calloc(track->count + 1, sizeof *last);
    if (last == NULL)
        to->failed = true;
    draw_buffer_doubles(to, head, 4);
    for (uint32_t frame = 0; frame < track->frames && last != NULL && !to->failed; frame++)
        put_frame(to, track, frame, last, number, user);
    free(last);
}
