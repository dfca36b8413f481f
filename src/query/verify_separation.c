/* SPDX-License-Identifier: MIT */
/* What the verifier decides exactly: whether a direction separates two sets of corners where plain
 * arithmetic cannot tell, and whether two triangles share a point. */
#include "query/verify.h"

#include <math.h>

typedef struct big3 {
    tacti_big c[3];
} big3;

static void set_point(tact_vec3 p, big3 *out) {
    tacti_big_set(p.x, &out->c[0]);
    tacti_big_set(p.y, &out->c[1]);
    tacti_big_set(p.z, &out->c[2]);
}

static void dot(const big3 *a, const big3 *b, tacti_big *out) {
    tacti_big term, sum;
    tacti_big_mul(&a->c[0], &b->c[0], &sum);
    tacti_big_mul(&a->c[1], &b->c[1], &term);
    tacti_big_add(&sum, &term, &sum);
    tacti_big_mul(&a->c[2], &b->c[2], &term);
    tacti_big_add(&sum, &term, out);
}

/* ---- Separation --------------------------------------------------------------------------- */

static void set_direction(const tacti_verify_direction *d, big3 *out) {
    for (uint32_t i = 0; i < 3; i++) {
        tacti_big_set(d->terms[i * d->term_count], &out->c[i]);
        for (uint32_t k = 1; k < d->term_count; k++) {
            tacti_big term;
            tacti_big_set(d->terms[i * d->term_count + k], &term);
            tacti_big_add(&out->c[i], &term, &out->c[i]);
        }
    }
}

static double along(const tacti_verify_scene *scene, const tacti_verify_direction *d, tact_vec3 p) {
    return (d->rounded.x * (p.x - scene->origin.x) + d->rounded.y * (p.y - scene->origin.y)) +
           d->rounded.z * (p.z - scene->origin.z);
}

/* The coordinate along a direction of the corner that is furthest forward (sign 1) or back (sign
 * -1), exactly. Only corners that may be it by plain arithmetic are computed. */
static void extreme(tacti_verify_scene *scene, const tacti_verify_direction *d, const big3 *exact,
                    const tacti_corner_list *list, tacti_positions at, tacti_big *out) {
    double sign = list == &scene->side[0] ? 1 : -1, most = -HUGE_VAL;
    const tact_vec3 *corners = list->corners;
    for (size_t i = (size_t)3 * at.begin; i < (size_t)3 * at.end; i++) {
        double t = sign * along(scene, d, corners[i]);
        most = most > t ? most : t;
    }
    double least = most - 2 * d->error;
    least -= fabs(least) * 0x1p-50;
    bool is_first = true;
    for (size_t i = (size_t)3 * at.begin; i < (size_t)3 * at.end; i++) {
        if (sign * along(scene, d, corners[i]) < least)
            continue;
        big3 point;
        tacti_big value, difference;
        set_point(corners[i], &point);
        if (out->is_lost)
            return;
        dot(exact, &point, &value);
        scene->exact++;
        tacti_big_sub(&value, out, &difference);
        if (is_first || difference.is_lost || (double)difference.sign * sign > 0)
            *out = value; /* what is lost stays lost */
        is_first = false;
    }
}

bool tacti_verify_exactly(tacti_verify_scene *scene, const tacti_verify_direction *direction,
                          tacti_positions a, tacti_positions b) {
    big3 d;
    tacti_big most = {0}, least = {0}, gap;
    set_direction(direction, &d);
    extreme(scene, direction, &d, &scene->side[0], a, &most);
    extreme(scene, direction, &d, &scene->side[1], b, &least);
    tacti_big_sub(&least, &most, &gap);
    if (gap.is_lost || gap.sign <= 0)
        return false; /* also where the direction is 0 */
    if (!scene->is_distance)
        return true;
    /* gap >= lower |d|, squared. */
    tacti_big lower, square, wanted, excess;
    tacti_big_set(scene->lower, &lower);
    tacti_big_mul(&lower, &lower, &lower);
    dot(&d, &d, &wanted);
    tacti_big_mul(&lower, &wanted, &wanted);
    tacti_big_mul(&gap, &gap, &square);
    tacti_big_sub(&square, &wanted, &excess);
    return !excess.is_lost && excess.sign >= 0;
}

/* ---- Triangles ---------------------------------------------------------------------------- */

static void subtract(const big3 *a, const big3 *b, big3 *out) {
    for (int i = 0; i < 3; i++)
        tacti_big_sub(&a->c[i], &b->c[i], &out->c[i]);
}

static void cross(const big3 *a, const big3 *b, big3 *out) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        tacti_big x, y;
        tacti_big_mul(&a->c[j], &b->c[k], &x);
        tacti_big_mul(&a->c[k], &b->c[j], &y);
        tacti_big_sub(&x, &y, &out->c[i]);
    }
}

static bool is_zero(const big3 *v) {
    return v->c[0].sign == 0 && v->c[1].sign == 0 && v->c[2].sign == 0 && !v->c[0].is_lost &&
           !v->c[1].is_lost && !v->c[2].is_lost;
}

/* Two triangles: the differences of their corners, and the edges of both. */
typedef struct two_triangles {
    big3 difference[9]; /* of corner k / 3 of a and corner k % 3 of b */
    big3 edge[6];
} two_triangles;

/* Whether all differences lie strictly on one side along a direction: then the triangles are apart.
 * What is lost counts as apart, since only contact is to be shown. */
static bool separates(const two_triangles *t, const big3 *d) {
    int sign = 0;
    for (int i = 0; i < 9; i++) {
        tacti_big value;
        dot(d, &t->difference[i], &value);
        if (value.is_lost)
            return true;
        if (value.sign == 0 || (i > 0 && value.sign != sign))
            return false;
        sign = value.sign;
    }
    return true;
}

/* The differences span a plane at most, of normal n, which is not 0: whether one of their hull's
 * edges separates them from 0 within it. */
static bool separates_in_plane(const two_triangles *t, const big3 *n) {
    for (int i = 0; i < 6; i++) {
        big3 d;
        cross(n, &t->edge[i], &d);
        if (!is_zero(&d) && separates(t, &d))
            return true;
    }
    return false;
}

/* All edges are parallel: the differences lie on a line, or are one point. */
static bool separates_on_line(const two_triangles *t) {
    const big3 *point = &t->difference[0], *edge = NULL;
    for (int i = 0; i < 6 && edge == NULL; i++)
        if (!is_zero(&t->edge[i]))
            edge = &t->edge[i];
    if (edge == NULL)
        return !is_zero(point);
    big3 normal;
    cross(edge, point, &normal);
    return !is_zero(&normal) || separates(t, edge);
}

/* The triangles share a point where 0 is in the convex hull of the differences, the edges of which
 * are parallel to those of the triangles. In space its faces are spanned by two of them; where it
 * lies in a plane, 0 is outside of the plane or beyond an edge; and so on down. */
bool tacti_verify_overlap(const tact_vec3 a[3], const tact_vec3 b[3]) {
    two_triangles t;
    big3 corner[6];
    for (int i = 0; i < 3; i++) {
        set_point(a[i], &corner[i]);
        set_point(b[i], &corner[3 + i]);
    }
    for (int i = 0; i < 3; i++) {
        subtract(&corner[(i + 1) % 3], &corner[i], &t.edge[i]);
        subtract(&corner[3 + (i + 1) % 3], &corner[3 + i], &t.edge[3 + i]);
        for (int j = 0; j < 3; j++)
            subtract(&corner[3 + j], &corner[i], &t.difference[3 * i + j]);
    }
    bool is_line = true;
    for (int i = 0; i < 6; i++)
        for (int j = i + 1; j < 6; j++) {
            big3 normal;
            cross(&t.edge[i], &t.edge[j], &normal);
            if (is_zero(&normal))
                continue;
            is_line = false;
            if (separates(&t, &normal) || separates_in_plane(&t, &normal))
                return false;
        }
    return is_line ? !separates_on_line(&t) : true;
}
