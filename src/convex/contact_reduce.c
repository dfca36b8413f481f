/* SPDX-License-Identifier: MIT */
/* Which spots of contact to keep: of equally named ones the deepest, and of more than four those
 * that span the largest area and hold a deepest one. Near ties go to the spots that come first by
 * name, so that the choice stays when poses change a little. */
#include "convex/contact.h"

#include <math.h>

/* Spots that are deepest up to this, of the extent, count as deepest when there are too many. */
#define DEEP 1e-6
/* Areas and heights within this part of the largest are as good. */
#define GOOD 0.99
/* So many spots are compared in all combinations. */
#define MOST 16

/* ---- Order ---------------------------------------------------------------------------------- */

static bool is_before(const tacti_contact_spot *a, const tacti_contact_spot *b) {
    if (a->feature[0] != b->feature[0])
        return a->feature[0] < b->feature[0];
    if (a->feature[1] != b->feature[1])
        return a->feature[1] < b->feature[1];
    return a->separation < b->separation;
}

static void sort(tacti_contact_spots *spots) {
    for (uint32_t i = 1; i < spots->count; i++) {
        tacti_contact_spot spot = spots->spot[i];
        uint32_t at = i;
        for (; at > 0 && is_before(&spot, &spots->spot[at - 1]); at--)
            spots->spot[at] = spots->spot[at - 1];
        spots->spot[at] = spot;
    }
}

/* Spots are sorted, so that the deepest of a name comes first. */
static void unite(tacti_contact_spots *spots) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < spots->count; i++) {
        const tacti_contact_spot *spot = &spots->spot[i];
        if (kept > 0 && spots->spot[kept - 1].feature[0] == spot->feature[0] &&
            spots->spot[kept - 1].feature[1] == spot->feature[1])
            continue;
        spots->spot[kept++] = *spot;
    }
    spots->count = kept;
}

static double least_separation(const tacti_contact_spots *spots) {
    double least = tacti_infinity();
    for (uint32_t i = 0; i < spots->count; i++)
        least = tacti_min(least, spots->spot[i].separation);
    return least;
}

/* ---- Many spots ----------------------------------------------------------------------------- */

/* Keeps those that are furthest along directions all around, and the first deepest one. */
static void thin_out(tacti_contact_spots *spots) {
    const double cosine = 0.91354545764260087, sine = 0.40673664307580015; /* 24 degrees */
    bool keep[TACTI_CONTACT_MOST] = {false};
    uint32_t deepest = 0, kept = 0;
    double x = 1, y = 0;
    for (int i = 0; i < MOST - 1; i++) {
        uint32_t best = 0;
        double most = -tacti_infinity();
        for (uint32_t k = 0; k < spots->count; k++) {
            double along = x * spots->spot[k].at.x + y * spots->spot[k].at.y;
            if (along > most) {
                most = along;
                best = k;
            }
        }
        keep[best] = true;
        double turned = x * cosine - y * sine;
        y = x * sine + y * cosine;
        x = turned;
    }
    for (uint32_t k = 1; k < spots->count; k++)
        if (spots->spot[k].separation < spots->spot[deepest].separation)
            deepest = k;
    keep[deepest] = true;
    for (uint32_t k = 0; k < spots->count; k++)
        if (keep[k])
            spots->spot[kept++] = spots->spot[k];
    spots->count = kept;
}

/* ---- Four ----------------------------------------------------------------------------------- */

typedef struct diagonal {
    uint32_t from, to;
    /* Left and right of it: the greatest distance times its length, of all spots and of deep ones;
     * 0 for none. */
    double all[2], deep[2];
} diagonal;

static double side_of(const tacti_contact_spots *spots, const diagonal *diagonal, uint32_t k) {
    tact_vec2 p = spots->spot[diagonal->from].at, q = spots->spot[diagonal->to].at;
    tact_vec2 r = spots->spot[k].at;
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

/* Twice the largest area of a quadrangle with this diagonal that holds a deep spot; -1 for none. */
static double best_area(const tacti_contact_spots *spots, const bool *is_deep, diagonal *diagonal) {
    double none = -tacti_infinity();
    diagonal->all[0] = diagonal->all[1] = 0;
    diagonal->deep[0] = diagonal->deep[1] = none;
    bool has_deep = is_deep[diagonal->from] || is_deep[diagonal->to];
    for (uint32_t k = 0; k < spots->count; k++) {
        if (k == diagonal->from || k == diagonal->to)
            continue;
        double area = side_of(spots, diagonal, k);
        int right = area < 0;
        area = tacti_abs(area);
        diagonal->all[right] = tacti_max(diagonal->all[right], area);
        if (is_deep[k])
            diagonal->deep[right] = tacti_max(diagonal->deep[right], area);
    }
    if (has_deep)
        return diagonal->all[0] + diagonal->all[1];
    return tacti_max(diagonal->deep[0] + diagonal->all[1], diagonal->all[0] + diagonal->deep[1]);
}

/* The first spot on a side that is as good as the best. */
static void pick(const tacti_contact_spots *spots, const diagonal *diagonal, int right,
                 const bool *must, bool *keep) {
    double most = must != NULL ? diagonal->deep[right] : diagonal->all[right];
    for (uint32_t k = 0; k < spots->count; k++) {
        if (k == diagonal->from || k == diagonal->to || (must != NULL && !must[k]))
            continue;
        double area = side_of(spots, diagonal, k);
        if ((area < 0) == right && tacti_abs(area) > 0 && tacti_abs(area) >= GOOD * most) {
            keep[k] = true;
            return;
        }
    }
}

static void keep_four(tacti_contact_spots *spots, const bool *is_deep) {
    diagonal best = {0, 1, {0, 0}, {0, 0}}, next;
    double most = -1, area;
    for (int pass = 0; pass < 2; pass++) {
        bool is_found = false;
        for (next.from = 0; next.from + 1 < spots->count && !is_found; next.from++)
            for (next.to = next.from + 1; next.to < spots->count && !is_found; next.to++) {
                area = best_area(spots, is_deep, &next);
                if (pass == 0)
                    most = tacti_max(most, area);
                else if (area >= GOOD * most) {
                    best = next;
                    is_found = true;
                }
            }
    }
    bool keep[MOST] = {false};
    keep[best.from] = keep[best.to] = true;
    bool is_left_deep = false, is_right_deep = false;
    if (!is_deep[best.from] && !is_deep[best.to]) {
        is_left_deep = best.deep[0] + best.all[1] >= best.all[0] + best.deep[1];
        is_right_deep = !is_left_deep;
    }
    pick(spots, &best, 0, is_left_deep ? is_deep : NULL, keep);
    pick(spots, &best, 1, is_right_deep ? is_deep : NULL, keep);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < spots->count; k++)
        if (keep[k])
            spots->spot[kept++] = spots->spot[k];
    spots->count = kept;
}

void tacti_contact_reduce(tacti_contact_spots *spots, double extent) {
    sort(spots);
    unite(spots);
    if (spots->count <= 4)
        return;
    if (spots->count > MOST)
        thin_out(spots);
    bool is_deep[MOST];
    double limit = least_separation(spots) + DEEP * extent;
    for (uint32_t k = 0; k < spots->count; k++)
        is_deep[k] = spots->spot[k].separation <= limit;
    keep_four(spots, is_deep);
}
