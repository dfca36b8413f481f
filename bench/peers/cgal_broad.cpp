/* SPDX-License-Identifier: MIT */
/* CGAL's box_self_intersection_d, streamed segment trees over closed boxes of doubles. It keeps
 * nothing from frame to frame. */
#include "cgal_broad.h"

#include <CGAL/box_intersection_d.h>

#include <vector>

namespace {

using handle = const tact_box *;
using box = CGAL::Box_intersection_d::Box_with_handle_d<double, 3, handle,
                                                        CGAL::Box_intersection_d::ID_FROM_HANDLE>;

struct world {
    std::vector<box> boxes;
};

void *create(const tact_box *, size_t count) {
    world *w = new world;
    w->boxes.reserve(count);
    return w;
}

void destroy(void *object) {
    delete static_cast<world *>(object);
}

void frame(void *object, const tact_box *boxes, broad_pairs *out) {
    world *w = static_cast<world *>(object);
    size_t count = w->boxes.capacity();
    w->boxes.clear();
    for (size_t i = 0; i < count; i++) {
        double lo[3] = {boxes[i].lo.x, boxes[i].lo.y, boxes[i].lo.z};
        double hi[3] = {boxes[i].hi.x, boxes[i].hi.y, boxes[i].hi.z};
        w->boxes.emplace_back(lo, hi, boxes + i);
    }
    CGAL::box_self_intersection_d(
        w->boxes.begin(), w->boxes.end(), [boxes, out](const box &a, const box &b) {
            broad_pairs_add(out, uint32_t(a.handle() - boxes), uint32_t(b.handle() - boxes));
        });
}

} // namespace

extern "C" {
const broad_contender peer_cgal_broad = {
    "cgal boxes", "CGAL box_self_intersection_d", create, destroy, frame, false, 0};
}
