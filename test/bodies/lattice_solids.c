/* SPDX-License-Identifier: MIT */
/* Random solids that touch themselves, and their relation by samples; see lattice_solids.h. */
#include "lattice_solids.h"

#include <stdlib.h>
#include <string.h>

/* ---- Elements ----------------------------------------------------------------------------- */

#define MOST_TRIANGLES 4096
#define HALF (LATTICE_SIZE / 2)

typedef lattice_element element;

typedef struct plan {
    element elements[LATTICE_ELEMENTS];
    int count;
    bool is_fitting; /* elements share whole sides or no part of a side */
    tact_triangle triangles[MOST_TRIANGLES];
    uint32_t triangle_count;
} plan;

static element box_from(const int lo[3], const int hi[3], int weight) {
    element e = {.is_box = true, .weight = weight};
    memcpy(e.v[0], lo, sizeof e.v[0]);
    memcpy(e.v[1], hi, sizeof e.v[1]);
    return e;
}

static bool boxes_overlap(const element *a, const element *b) {
    for (int k = 0; k < 3; k++)
        if (a->v[1][k] <= b->v[0][k] || b->v[1][k] <= a->v[0][k])
            return false;
    return true;
}

static element random_box(test_rng *rng, int weight) {
    int lo[3], hi[3];
    for (int k = 0; k < 3; k++) {
        lo[k] = (int)test_rng_below(rng, LATTICE_SIZE);
        hi[k] = lo[k] + 1 + (int)test_rng_below(rng, (uint32_t)(LATTICE_SIZE - lo[k]));
    }
    return box_from(lo, hi, weight);
}

/* Adds boxes that do not overlap the elements from first on. */
static void add_boxes(test_rng *rng, plan *p, int tries, int weight) {
    int first = p->count;
    for (int i = 0; i < tries; i++) {
        element e = random_box(rng, weight);
        bool is_free = true;
        for (int j = first; j < p->count; j++)
            is_free &= !boxes_overlap(&e, &p->elements[j]);
        if (is_free)
            p->elements[p->count++] = e;
    }
}

static int random_weight(test_rng *rng, bool is_plain) {
    return is_plain || test_rng_below(rng, 3) > 0 ? 1 : 1 + (int)test_rng_below(rng, 2);
}

static void add_cells(test_rng *rng, plan *p, bool has_tetrahedra, uint32_t density) {
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    bool is_plain = test_rng_below(rng, 2) == 0;
    for (int cell = 0; cell < 8; cell++) {
        int lo[3], hi[3];
        for (int k = 0; k < 3; k++) {
            lo[k] = (cell >> k & 1) * HALF;
            hi[k] = lo[k] + HALF;
        }
        if (!has_tetrahedra) {
            if (test_rng_below(rng, 8) < density)
                p->elements[p->count++] = box_from(lo, hi, random_weight(rng, is_plain));
            continue;
        }
        /* The corners run from lo to hi along one axis after the other, in all six orders. */
        for (int o = 0; o < 6; o++) {
            if (test_rng_below(rng, 8) >= density)
                continue;
            element e = {.weight = random_weight(rng, is_plain)};
            memcpy(e.v[0], lo, sizeof lo);
            for (int i = 0; i < 3; i++) {
                memcpy(e.v[i + 1], e.v[i], sizeof lo);
                e.v[i + 1][orders[o][i]] += HALF;
            }
            p->elements[p->count++] = e;
        }
    }
}

/* A box, and boxes that are taken out of it or filled twice. These may touch its sides and each
 * other.
 */
static void add_nested(test_rng *rng, plan *p) {
    static const int lo[3] = {0, 0, 0}, hi[3] = {LATTICE_SIZE, LATTICE_SIZE, LATTICE_SIZE};
    add_boxes(rng, p, 6, test_rng_below(rng, 3) == 0 ? 1 : -1);
    p->elements[p->count++] = box_from(lo, hi, 1);
}

/* Keeps some elements, and parts of boxes. Returns false if elements may overlap. */
static bool make_part(test_rng *rng, const lattice_solid *whole, plan *p) {
    bool is_shrinking = test_rng_below(rng, 2) == 0;
    p->is_fitting = false;
    uint32_t kept = 1 + test_rng_below(rng, 4);
    p->count = 0;
    p->triangle_count = 0;
    for (int i = 0; i < whole->element_count; i++) {
        element e = whole->elements[i];
        for (int j = 0; j < i; j++)
            if (e.is_box && boxes_overlap(&e, &whole->elements[j]))
                return false;
        if (test_rng_below(rng, 4) >= kept)
            continue;
        e.weight = 1;
        for (int k = 0; k < 3 && e.is_box && is_shrinking; k++) {
            int size = e.v[1][k] - e.v[0][k];
            e.v[0][k] += (int)test_rng_below(rng, (uint32_t)size);
            e.v[1][k] -= (int)test_rng_below(rng, (uint32_t)(e.v[1][k] - e.v[0][k]));
        }
        p->elements[p->count++] = e;
    }
    return p->count > 0;
}

static void make_plan(test_rng *rng, plan *p) {
    uint32_t density = 1 + test_rng_below(rng, 8);
    p->count = 0;
    p->triangle_count = 0;
    uint32_t kind = test_rng_below(rng, 4);
    p->is_fitting = kind < 2;
    switch (kind) {
    case 0:
        add_cells(rng, p, false, density);
        break;
    case 1:
        add_cells(rng, p, true, density);
        break;
    case 2:
        add_boxes(rng, p, 1 + (int)test_rng_below(rng, 8), 1);
        break;
    default:
        add_nested(rng, p);
    }
    if (p->count == 0)
        p->elements[p->count++] = random_box(rng, 1);
}

/* ---- Their surfaces ----------------------------------------------------------------------- */

static tact_vec3 point_at(const int v[3]) {
    return (tact_vec3){v[0], v[1], v[2]};
}

static void add_triangle(plan *p, tact_triangle t, int weight) {
    if (weight < 0) {
        tact_vec3 swap = t.v[1];
        t.v[1] = t.v[2];
        t.v[2] = swap;
    }
    for (int i = 0; i < abs(weight); i++)
        p->triangles[p->triangle_count++] = t;
}

/* Normals point outward. shift says which diagonal divides a side. */
static void add_box_surface(test_rng *rng, plan *p, const element *e, bool is_random) {
    for (int axis = 0; axis < 3; axis++)
        for (int back = 0; back < 2; back++) {
            tact_vec3 q[4];
            for (int i = 0; i < 4; i++) {
                int v[3];
                v[axis] = e->v[1 - back][axis];
                v[(axis + 1) % 3] = e->v[i == 1 || i == 2][(axis + 1) % 3];
                v[(axis + 2) % 3] = e->v[i >= 2][(axis + 2) % 3];
                q[i] = point_at(v);
            }
            int shift = is_random ? (int)test_rng_below(rng, 2) : 0;
            for (int half = 0; half < 2; half++) {
                int first = shift + 2 * half;
                tact_triangle t = {{q[first % 4], q[(first + 1) % 4], q[(first + 2) % 4]}};
                add_triangle(p, t, back == 0 ? e->weight : -e->weight);
            }
        }
}

static int64_t volume(const int a[3], const int b[3], const int c[3], const int d[3]) {
    int64_t u[3], v[3], w[3];
    for (int k = 0; k < 3; k++) {
        u[k] = b[k] - a[k];
        v[k] = c[k] - a[k];
        w[k] = d[k] - a[k];
    }
    return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
           u[2] * (v[0] * w[1] - v[1] * w[0]);
}

static void add_tetrahedron_surface(plan *p, const element *e) {
    static const int sides[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    bool is_turned = volume(e->v[0], e->v[1], e->v[2], e->v[3]) < 0;
    for (int i = 0; i < 4; i++) {
        tact_triangle t = {{point_at(e->v[sides[i][0]]), point_at(e->v[sides[i][1]]),
                            point_at(e->v[sides[i][2]])}};
        add_triangle(p, t, is_turned ? -e->weight : e->weight);
    }
}

/* Whether two triangles have the same corners in opposite orders. */
static bool are_opposite(const tact_triangle *s, const tact_triangle *t) {
    for (int i = 0; i < 3; i++)
        if (memcmp(&s->v[0], &t->v[i], sizeof s->v[0]) == 0)
            return memcmp(&s->v[1], &t->v[(i + 2) % 3], sizeof s->v[0]) == 0 &&
                   memcmp(&s->v[2], &t->v[(i + 1) % 3], sizeof s->v[0]) == 0;
    return false;
}

/* Removes pairs of opposite triangles. */
static void cancel_walls(plan *p) {
    for (uint32_t i = 0; i < p->triangle_count; i++)
        for (uint32_t j = i + 1; j < p->triangle_count; j++)
            if (are_opposite(&p->triangles[i], &p->triangles[j])) {
                p->triangles[j] = p->triangles[--p->triangle_count];
                p->triangles[i] = p->triangles[--p->triangle_count];
                i--;
                break;
            }
}

/* Divides sides of some triangles in the middle and closes the gaps by triangles without area. */
static void add_slivers(test_rng *rng, plan *p) {
    uint32_t count = p->triangle_count;
    for (uint32_t i = 0; i < count; i++) {
        if (test_rng_below(rng, 4) > 0)
            continue;
        tact_vec3 a = p->triangles[i].v[0], b = p->triangles[i].v[1], c = p->triangles[i].v[2];
        tact_vec3 m = {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
        p->triangles[i].v[1] = m;
        p->triangles[p->triangle_count++] = (tact_triangle){{m, b, c}};
        p->triangles[p->triangle_count++] = (tact_triangle){{a, b, m}};
    }
}

static soup soup_of(const plan *p, bool is_inverted) {
    soup s = soup_make(3 * p->triangle_count, p->triangle_count);
    for (uint32_t i = 0; i < 3 * p->triangle_count; i++) {
        s.vertices[i] = p->triangles[i / 3].v[i % 3];
        s.indices[i] = i;
    }
    if (is_inverted)
        soup_turn_inside_out(&s);
    return s;
}

/* ---- Samples ------------------------------------------------------------------------------ */

/* In eighths of a unit, from the middle of a cube: 3, 2 and 1 along the axes in any order, with any
 * signs. Each of the 24 tetrahedra holds two of them. */
static void sample_offset(int sample, int offset[3]) {
    static const int sizes[6][3] = {{3, 2, 1}, {3, 1, 2}, {2, 3, 1},
                                    {1, 3, 2}, {2, 1, 3}, {1, 2, 3}};
    for (int k = 0; k < 3; k++)
        offset[k] = (sample >> k & 1) != 0 ? sizes[sample >> 3][k] : -sizes[sample >> 3][k];
}

/* The number of a sample's offset among those from -3 to 3 along each axis. */
static int offset_number(const int offset[3]) {
    return (offset[0] + 3) + 7 * (offset[1] + 3) + 49 * (offset[2] + 3);
}

/* The position of a point, in eighths, relative to an element: 1 inside, 0 on it, -1 outside. */
static int locate(const element *e, const int point[3]) {
    int where = 1;
    if (e->is_box) {
        for (int k = 0; k < 3; k++) {
            if (point[k] < 8 * e->v[0][k] || point[k] > 8 * e->v[1][k])
                return -1;
            if (point[k] == 8 * e->v[0][k] || point[k] == 8 * e->v[1][k])
                where = 0;
        }
        return where;
    }
    /* Their corners run from the least to the greatest corner of a cell. */
    for (int k = 0; k < 3; k++)
        if (point[k] < 8 * e->v[0][k] || point[k] > 8 * e->v[3][k])
            return -1;
    int v[4][3];
    for (int i = 0; i < 12; i++)
        v[i / 3][i % 3] = 8 * e->v[i / 3][i % 3];
    int64_t whole = volume(v[0], v[1], v[2], v[3]);
    for (int i = 0; i < 4; i++) {
        const int *w[4] = {v[0], v[1], v[2], v[3]};
        w[i] = point;
        int64_t part = volume(w[0], w[1], w[2], w[3]);
        if ((part < 0) != (whole < 0) && part != 0)
            return -1;
        if (part == 0)
            where = 0;
    }
    return where;
}

static bool is_inside(const plan *p, const int point[3]) {
    int sum = 0;
    for (int i = 0; i < p->count; i++)
        if (locate(&p->elements[i], point) > 0)
            sum += p->elements[i].weight;
    return sum != 0;
}

/* The corners of the small tetrahedron that holds a sample: the middle of the cube, that of the
 * side to which it is nearest, and the ends of the edge of that side to which it is nearest. */
static void hold_corners(lattice_solid *out, const int cube[3], const int offset[3]) {
    for (int corner = 0; corner < 4; corner++) {
        int q[3];
        for (int k = 0; k < 3; k++) {
            int size = abs(offset[k]), sign = offset[k] > 0 ? 1 : -1, step = 0;
            if (corner >= 1 && size == 3)
                step = sign;
            if (corner >= 2 && size == 2)
                step = sign;
            if (corner >= 2 && size == 1)
                step = corner == 2 ? 1 : -1;
            q[k] = 2 * cube[k] + 1 + step;
        }
        out->is_held[q[0]][q[1]][q[2]] = true;
    }
}

static void take_samples(const plan *p, lattice_solid *out) {
    int c[3];
    for (c[0] = 0; c[0] < LATTICE_SIZE; c[0]++)
        for (c[1] = 0; c[1] < LATTICE_SIZE; c[1]++)
            for (c[2] = 0; c[2] < LATTICE_SIZE; c[2]++) {
                for (int sample = 0; sample < 48; sample++) {
                    int point[3], offset[3];
                    sample_offset(sample, offset);
                    for (int k = 0; k < 3; k++)
                        point[k] = 8 * c[k] + 4 + offset[k];
                    bool is = is_inside(p, point);
                    out->is_inside[c[0]][c[1]][c[2]][offset_number(offset)] = is;
                    if (is)
                        hold_corners(out, c, offset);
                }
            }
}

/* Marks the corners that lie on the mesh, which consists of whole surfaces of elements. */
static void hold_surfaces(const plan *p, lattice_solid *out) {
    int q[3];
    for (q[0] = 0; q[0] < LATTICE_CORNERS; q[0]++)
        for (q[1] = 0; q[1] < LATTICE_CORNERS; q[1]++)
            for (q[2] = 0; q[2] < LATTICE_CORNERS; q[2]++)
                for (int i = 0; i < p->count; i++) {
                    const int point[3] = {4 * q[0], 4 * q[1], 4 * q[2]};
                    if (locate(&p->elements[i], point) == 0)
                        out->is_held[q[0]][q[1]][q[2]] = true;
                }
}

void lattice_solid_make(test_rng *rng, const lattice_solid *whole, lattice_solid *out) {
    plan *p = malloc(sizeof *p);
    assert_non_null(p);
    if (whole == NULL || !make_part(rng, whole, p))
        make_plan(rng, p);
    memcpy(out->elements, p->elements, sizeof out->elements);
    out->element_count = p->count;
    bool has_walls = !p->is_fitting || test_rng_below(rng, 2) == 0;
    bool is_random = has_walls && test_rng_below(rng, 2) == 0; /* diagonals */
    for (int i = 0; i < p->count; i++)
        if (p->elements[i].is_box)
            add_box_surface(rng, p, &p->elements[i], is_random);
        else
            add_tetrahedron_surface(p, &p->elements[i]);
    memset(out->is_inside, 0, sizeof out->is_inside);
    memset(out->is_held, 0, sizeof out->is_held);
    take_samples(p, out);
    if (has_walls)
        hold_surfaces(p, out);
    else
        cancel_walls(p);
    if (test_rng_below(rng, 4) == 0)
        add_slivers(rng, p);
    out->soup = soup_of(p, test_rng_below(rng, 4) == 0);
    free(p);
}

/* ---- Relations ---------------------------------------------------------------------------- */

/* From one solid's coordinates to another's, both in units of 1 / scale. */
static void carry(tact_pose from, tact_pose to, int scale, const int p[3], int q[3]) {
    int world[3];
    for (int k = 0; k < 3; k++)
        world[k] =
            (int)(from.m[4 * k] * p[0] + from.m[4 * k + 1] * p[1] + from.m[4 * k + 2] * p[2] +
                  from.m[4 * k + 3] * scale - to.m[4 * k + 3] * scale);
    for (int k = 0; k < 3; k++)
        q[k] = (int)(to.m[k] * world[0] + to.m[4 + k] * world[1] + to.m[8 + k] * world[2]);
}

static bool has_sample(const lattice_solid *s, const int p[3]) {
    int offset[3], c[3];
    for (int k = 0; k < 3; k++) {
        if (p[k] < 0 || p[k] >= 8 * LATTICE_SIZE)
            return false;
        c[k] = p[k] / 8;
        offset[k] = p[k] % 8 - 4;
    }
    return s->is_inside[c[0]][c[1]][c[2]][offset_number(offset)];
}

/* Whether a has points inside b, and points outside b. */
static void compare(const lattice_solid *a, tact_pose pose_a, const lattice_solid *b,
                    tact_pose pose_b, bool has[2]) {
    int c[3];
    for (c[0] = 0; c[0] < LATTICE_SIZE; c[0]++)
        for (c[1] = 0; c[1] < LATTICE_SIZE; c[1]++)
            for (c[2] = 0; c[2] < LATTICE_SIZE; c[2]++) {
                for (int sample = 0; sample < 48; sample++) {
                    int p[3], q[3], offset[3];
                    sample_offset(sample, offset);
                    if (!a->is_inside[c[0]][c[1]][c[2]][offset_number(offset)])
                        continue;
                    for (int k = 0; k < 3; k++)
                        p[k] = 8 * c[k] + 4 + offset[k];
                    carry(pose_a, pose_b, 8, p, q);
                    has[has_sample(b, q)] = true;
                }
            }
}

static bool share_corner(const lattice_solid *a, tact_pose pose_a, const lattice_solid *b,
                         tact_pose pose_b) {
    int p[3];
    for (p[0] = 0; p[0] < LATTICE_CORNERS; p[0]++)
        for (p[1] = 0; p[1] < LATTICE_CORNERS; p[1]++)
            for (p[2] = 0; p[2] < LATTICE_CORNERS; p[2]++) {
                if (!a->is_held[p[0]][p[1]][p[2]])
                    continue;
                int q[3];
                bool is_near = true;
                carry(pose_a, pose_b, 2, p, q);
                for (int k = 0; k < 3; k++)
                    is_near &= q[k] >= 0 && q[k] < LATTICE_CORNERS;
                if (is_near && b->is_held[q[0]][q[1]][q[2]])
                    return true;
            }
    return false;
}

tact_relation lattice_relation(const lattice_solid *a, tact_pose pose_a, const lattice_solid *b,
                               tact_pose pose_b, bool *is_one_set) {
    bool of_a[2] = {false, false}, of_b[2] = {false, false}; /* outside the other, and inside */
    compare(a, pose_a, b, pose_b, of_a);
    compare(b, pose_b, a, pose_a, of_b);
    assert_int_equal(of_a[1], of_b[1]);
    *is_one_set = of_a[1] && !of_a[0] && !of_b[0];
    if (!of_a[1])
        return share_corner(a, pose_a, b, pose_b) ? TACT_RELATION_TOUCHING : TACT_RELATION_APART;
    if (!of_a[0])
        return TACT_RELATION_A_IN_B;
    return of_b[0] ? TACT_RELATION_CROSSING : TACT_RELATION_B_IN_A;
}
