/* SPDX-License-Identifier: MIT */
/* Chooses the spots of contact to keep: the deepest of equally named spots, and of more than four
 * those four that span the largest area and include a deepest one. Near ties go to the first spots
 * by name, so that the choice is stable when poses change a little. */
#include "base/lanes.h"
#include "base/simd.h"

#include "manifold/manifold_parts.h"

#include <math.h>

#include "base/assert.h"

/* If there are too many spots, those within this of the deepest, relative to the extent, count as
 * deepest. */
#define DEEP 2e-4
/* Areas of at least this part of the largest are as good. */
#define GOOD 0.99
/* Up to this many spots are compared in all combinations. */
#define MOST 14
/* TACTI_CONTACT_MOST, rounded up to whole vectors. */
#define PLACES 48
#define PAIRS (MOST * (MOST - 1) / 2)

/* ---- Order ---------------------------------------------------------------------------------- */

/* Sorts at most MOST spots by name and keeps the deepest of each name. Counts places instead of
 * comparing and swapping, because branches on names are hard to predict. */
static void sort_and_unite(tacti_contact_spots *spots) {
    uint32_t count = spots->count, kept = 0;
    TACTI_ASSERT(count <= MOST);
    uint64_t key[MOST];
    uint8_t order[MOST];
    for (uint32_t i = 0; i < count; i++)
        key[i] = (uint64_t)spots->spot[i].feature[0] << 32 | spots->spot[i].feature[1];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = 0;
        for (uint32_t k = 0; k < i; k++)
            place += key[k] <= key[i];
        for (uint32_t k = i + 1; k < count; k++)
            place += key[k] < key[i];
        order[place] = (uint8_t)i;
    }
    tacti_contact_spot sorted[MOST];
    for (uint32_t i = 0; i < count; i++) {
        const tacti_contact_spot *spot = &spots->spot[order[i]];
        if (i > 0 && key[order[i]] == key[order[i - 1]]) {
            if (spot->separation < sorted[kept - 1].separation)
                sorted[kept - 1] = *spot;
        } else
            sorted[kept++] = *spot;
    }
    for (uint32_t i = 0; i < kept; i++)
        spots->spot[i] = sorted[i];
    spots->count = kept;
}

/* ---- Many spots ----------------------------------------------------------------------------- */

/* Those beyond the number of spots are not set, or equal to the first. */
typedef struct places {
    double x[PLACES], y[PLACES];
} places;

/* Places relative to their mean, stretched to spread alike in all directions (by the Cholesky
 * factor of their second moments). */
static void spread_alike(const tacti_contact_spots *spots, places *out) {
    double count = spots->count, xx = 0, xy = 0, yy = 0;
    tact_vec2 mean = {0, 0};
    for (uint32_t k = 0; k < spots->count; k++) {
        mean.x += spots->spot[k].at.x / count;
        mean.y += spots->spot[k].at.y / count;
    }
    for (uint32_t k = 0; k < spots->count; k++) {
        tact_vec2 p = {spots->spot[k].at.x - mean.x, spots->spot[k].at.y - mean.y};
        xx += p.x * p.x;
        xy += p.x * p.y;
        yy += p.y * p.y;
        out->x[k] = p.x;
        out->y[k] = p.y;
    }
    double wide = sqrt(xx), lean = xx > 0 ? xy / wide : 0;
    double rest = yy - lean * lean;
    double high = rest > 0 ? sqrt(rest) : 0;
    for (uint32_t k = 0; k < spots->count; k++) {
        out->x[k] = wide > 0 ? out->x[k] / wide : 0;
        out->y[k] = high > 0 ? (out->y[k] - lean * out->x[k]) / high : 0;
    }
    for (uint32_t k = spots->count; k < PLACES; k++) {
        out->x[k] = out->x[0];
        out->y[k] = out->y[0];
    }
}

/* The first of the places that are furthest along a direction. */
static uint32_t furthest(const places *at, uint32_t count, double x, double y) {
    double along[PLACES], lane[8];
    const tacti_d8 dx = tacti_d8_set(x), dy = tacti_d8_set(y);
    tacti_d8 most = tacti_d8_set(-tacti_infinity());
    for (uint32_t k = 0; k < count; k += 8) {
        tacti_d8 here = tacti_d8_add(tacti_d8_mul(dx, tacti_d8_load(at->x + k)),
                                     tacti_d8_mul(dy, tacti_d8_load(at->y + k)));
        tacti_d8_store(along + k, here);
        most = tacti_d8_max(here, most);
    }
    tacti_d8_store(lane, most);
    double best = tacti_max(tacti_max(tacti_max(lane[0], lane[1]), tacti_max(lane[2], lane[3])),
                            tacti_max(tacti_max(lane[4], lane[5]), tacti_max(lane[6], lane[7])));
    for (uint32_t k = 0; k < count; k += 8) {
        uint32_t bits = tacti_m8_bits(tacti_d8_ge(tacti_d8_load(along + k), tacti_d8_set(best)));
        if (bits != 0)
            return k + (uint32_t)__builtin_ctz(bits);
    }
    return 0;
}

/* Keeps the spots that are furthest along directions all around, and the first deepest one. */
static void thin_out(tacti_contact_spots *spots) {
    const double cosine = 0.8854560256532099, sine = 0.4647231720437685; /* a 13th of a turn */
    places at;
    bool keep[TACTI_CONTACT_MOST] = {false};
    uint32_t deepest = 0, kept = 0;
    TACTI_ASSERT(spots->count <= TACTI_CONTACT_MOST);
    double x = 1, y = 0;
    spread_alike(spots, &at);
    for (int i = 0; i < MOST - 1; i++) {
        keep[furthest(&at, spots->count, x, y)] = true;
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

/* Twice the areas of the triangles of the first spot and any two others. Row i has those with spot
 * i, positive if the other is to the left. */
typedef struct spot_set {
    uint32_t count;
    bool are_all_deep;
    bool is_deep[MOST];
    double x[MOST], y[MOST]; /* relative to the first spot */
    double area[MOST][MOST];
} spot_set;

/* Twice the largest areas of triangles on both sides of a diagonal, with any spot or with a deep
 * one; -infinity if there is no deep one. */
typedef struct diagonal_sides {
    double all[2], deep[2];
} diagonal_sides;

static void make_set(const tacti_contact_spots *spots, double extent, spot_set *out) {
    double limit = tacti_infinity();
    TACTI_ASSERT(spots->count <= MOST);
    out->count = spots->count;
    for (uint32_t k = 0; k < spots->count; k++)
        limit = tacti_min(limit, spots->spot[k].separation);
    limit += DEEP * extent;
    out->are_all_deep = true;
    for (uint32_t k = 0; k < spots->count; k++) {
        out->is_deep[k] = spots->spot[k].separation <= limit;
        out->are_all_deep = out->are_all_deep && out->is_deep[k];
        out->x[k] = spots->spot[k].at.x - spots->spot[0].at.x;
        out->y[k] = spots->spot[k].at.y - spots->spot[0].at.y;
    }
    for (uint32_t i = 0; i < spots->count; i++)
        for (uint32_t k = 0; k < spots->count; k++)
            out->area[i][k] = out->x[i] * out->y[k] - out->y[i] * out->x[k];
}

/* Twice the area of a triangle, positive if k is to the left of the way from i to j. */
static double area_of(const spot_set *set, uint32_t i, uint32_t j, uint32_t k) {
    return (set->area[j][k] - set->area[i][k]) + set->area[i][j];
}

static diagonal_sides sides_of(const spot_set *set, uint32_t i, uint32_t j) {
    double none = -tacti_infinity();
    diagonal_sides sides = {{0, 0}, {none, none}};
    double most = 0, least = 0, whole = set->area[i][j];
    const double *to = set->area[j], *from = set->area[i];
    for (uint32_t k = 0; k < set->count; k++) {
        double area = (to[k] - from[k]) + whole;
        most = tacti_max(area, most);
        least = tacti_min(area, least);
    }
    sides.all[0] = most;
    sides.all[1] = -least;
    if (set->are_all_deep || set->is_deep[i] || set->is_deep[j])
        return sides;
    for (uint32_t k = 0; k < set->count; k++) {
        double area = (to[k] - from[k]) + whole;
        if (!set->is_deep[k])
            continue;
        if (area > 0)
            sides.deep[0] = tacti_max(area, sides.deep[0]);
        else
            sides.deep[1] = tacti_max(-area, sides.deep[1]);
    }
    return sides;
}

/* Twice the largest area of a quadrangle with this diagonal that includes a deep spot. */
static double largest_area(const spot_set *set, uint32_t i, uint32_t j) {
    diagonal_sides sides = sides_of(set, i, j);
    if (set->is_deep[i] || set->is_deep[j])
        return sides.all[0] + sides.all[1];
    return tacti_max(sides.deep[0] + sides.all[1], sides.all[0] + sides.deep[1]);
}

/* Keeps the first spot on a side that is as good as the best. If must_be_deep, only deep spots
 * count. */
static void pick(const spot_set *set, const uint32_t diagonal[2], int side, double most,
                 bool must_be_deep, bool *keep) {
    for (uint32_t k = 0; k < set->count; k++) {
        double area = area_of(set, diagonal[side], diagonal[1 - side], k);
        if (area > 0 && area >= GOOD * most && (set->is_deep[k] || !must_be_deep)) {
            keep[k] = true;
            return;
        }
    }
}

/* The squared length of every diagonal, in the order of pairs i < j. Returns the number of the
 * longest. */
static uint32_t measure_diagonals(const spot_set *set, double *square) {
    uint32_t at = 0, longest = 0;
    for (uint32_t i = 0; i < set->count; i++)
        for (uint32_t j = i + 1; j < set->count; j++, at++) {
            double x = set->x[j] - set->x[i], y = set->y[j] - set->y[i];
            square[at] = x * x + y * y;
            longest = square[at] > square[longest] ? at : longest;
        }
    return longest;
}

/* The first diagonal whose area is as good as the largest. Both triangles at a diagonal are
 * together no higher than the longest diagonal is long, so that short diagonals need no search. The
 * error of areas is less than 2^-48 of the squared longest diagonal, and 0.9798 < GOOD. */
static void choose_diagonal(const spot_set *set, uint32_t diagonal[2]) {
    double square[PAIRS], area[PAIRS], most = 0;
    const uint32_t longest = measure_diagonals(set, square);
    const double most_square = square[longest];
    uint32_t at = 0;
    for (uint32_t i = 0; i < set->count; i++)
        for (uint32_t j = i + 1; j < set->count; j++, at++)
            if (at == longest)
                most = area[at] = largest_area(set, i, j);
    const bool is_wide = most > 1e-9 * most_square;
    at = 0;
    for (uint32_t i = 0; i < set->count; i++)
        for (uint32_t j = i + 1; j < set->count; j++, at++) {
            if (at == longest)
                continue;
            bool is_short = is_wide && square[at] * most_square < 0.96 * most * most;
            area[at] = is_short ? -tacti_infinity() : largest_area(set, i, j);
            most = tacti_max(area[at], most);
        }
    at = 0;
    for (uint32_t i = 0; i < set->count; i++)
        for (uint32_t j = i + 1; j < set->count; j++)
            if (area[at++] >= GOOD * most) {
                diagonal[0] = i;
                diagonal[1] = j;
                return;
            }
}

static void keep_four(const spot_set *set, tacti_contact_spots *spots) {
    uint32_t diagonal[2] = {0, 1};
    choose_diagonal(set, diagonal);
    bool keep[MOST] = {false};
    keep[diagonal[0]] = keep[diagonal[1]] = true;
    diagonal_sides sides = sides_of(set, diagonal[0], diagonal[1]);
    int deep_side = -1; /* the side of the deep spot, if it must be on one */
    if (!set->is_deep[diagonal[0]] && !set->is_deep[diagonal[1]])
        deep_side = sides.deep[0] + sides.all[1] >= sides.all[0] + sides.deep[1] ? 0 : 1;
    for (int side = 0; side < 2; side++)
        pick(set, diagonal, side, side == deep_side ? sides.deep[side] : sides.all[side],
             side == deep_side, keep);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < spots->count; k++)
        if (keep[k])
            spots->spot[kept++] = spots->spot[k];
    spots->count = kept;
}

/* Names spots, unites those of the same names, and keeps at most four in the order of their names.
 */
static void reduce(const tacti_contact_feature feature[2], tacti_contact_spots *spots) {
    if (spots->count > MOST)
        thin_out(spots);
    TACTI_LEVELED(tacti_contact_name)(feature, spots);
    sort_and_unite(spots);
    if (spots->count <= 4)
        return;
    spot_set set;
    make_set(spots, tacti_contact_extent(feature), &set);
    keep_four(&set, spots);
    TACTI_ASSERT(spots->count <= 4);
}

/* ---- Points -------------------------------------------------------------------------------- */

static void set_point(const tacti_contact_frame *frame, const tacti_contact_spot *spot,
                      tacti_manifold_point *out) {
    tact_vec3 p = tacti_vec3_add(frame->origin, tacti_vec3_scale(frame->u, spot->at.x));
    p = tacti_vec3_add(p, tacti_vec3_scale(frame->v, spot->at.y));
    out->point_a = tacti_vec3_add(p, tacti_vec3_scale(frame->n, spot->height));
    out->point_b = tacti_vec3_add(p, tacti_vec3_scale(frame->n, spot->height + spot->separation));
    out->separation = spot->separation;
    out->feature_a = spot->feature[0];
    out->feature_b = spot->feature[1];
}

void TACTI_LEVELED(tacti_contact_fill)(tacti_contact_overlap *overlap, double margin,
                                       tacti_manifold *out) {
    const tacti_contact_frame *frame = &overlap->frame;
    tacti_contact_spots *spots = &overlap->spots;
    /* The deepest point stays even if rounding puts it beyond the margin. */
    double limit = tacti_max(margin, frame->separation + frame->rounding);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < spots->count; i++)
        if (spots->spot[i].separation <= limit)
            spots->spot[kept++] = spots->spot[i];
    spots->count = kept;
    reduce(overlap->feature, spots);
    TACTI_ASSERT(spots->count <= 4);
    out->point_count = spots->count;
    for (uint32_t i = 0; i < spots->count; i++)
        set_point(frame, &spots->spot[i], &out->points[i]);
}
