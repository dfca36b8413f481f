/* SPDX-License-Identifier: MIT */
/* Small meshes from bytes; see questions_mesh.h. */
#include "questions_mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_vertex(raw_mesh *m, tact_vec3 p) {
    if (m->vertex_count < MOST_VERTICES)
        m->vertices[m->vertex_count++] = p;
}

static void add_triangle(raw_mesh *m, uint32_t a, uint32_t b, uint32_t c) {
    if (m->triangle_count == MOST_TRIANGLES || a >= m->vertex_count || b >= m->vertex_count ||
        c >= m->vertex_count)
        return;
    uint32_t *at = m->indices + 3 * (size_t)m->triangle_count++;
    at[0] = a;
    at[1] = b;
    at[2] = c;
}

static void take_soup(raw_mesh *m, bytes *in) {
    uint32_t vertices = 1 + take_byte(in) % 16, triangles = 1 + take_byte(in) % 16;
    for (uint32_t i = 0; i < vertices; i++)
        add_vertex(m, take_vec3(in));
    for (uint32_t i = 0; i < triangles; i++) {
        uint32_t a = take_byte(in) % vertices, b = take_byte(in) % vertices;
        add_triangle(m, a, b, take_byte(in) % vertices);
    }
}

/* A closed box; inside out if sizes are negative. */
static void add_box(raw_mesh *m, tact_vec3 lo, tact_vec3 hi) {
    static const uint8_t corners[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                           {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                           {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    uint32_t first = m->vertex_count;
    if (m->triangle_count + 12 > MOST_TRIANGLES)
        return;
    for (int i = 0; i < 8; i++)
        add_vertex(m, (tact_vec3){i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z});
    for (int i = 0; i < 12; i++)
        add_triangle(m, first + corners[i][0], first + corners[i][1], first + corners[i][2]);
}

/* A flat sheet of squares. */
static void take_sheet(raw_mesh *m, bytes *in) {
    unsigned byte = take_byte(in);
    uint32_t nx = 1 + byte % 4, ny = 1 + byte / 4 % 4;
    tact_vec3 at = take_vec3(in), x = take_vec3(in), y = take_vec3(in);
    for (uint32_t j = 0; j <= ny; j++)
        for (uint32_t i = 0; i <= nx; i++)
            add_vertex(
                m, tact_vec3_add(at, tact_vec3_add(tact_vec3_scale(x, i), tact_vec3_scale(y, j))));
    for (uint32_t j = 0; j < ny; j++)
        for (uint32_t i = 0; i < nx; i++) {
            uint32_t v = j * (nx + 1) + i;
            add_triangle(m, v, v + 1, v + nx + 2);
            add_triangle(m, v, v + nx + 2, v + nx + 1);
        }
}

/* Up to three cells of a block of eight, each with all its walls. */
static void take_cells(raw_mesh *m, bytes *in) {
    unsigned cells = take_byte(in);
    tact_vec3 at = take_vec3(in);
    double size = ldexp(1, in->exponent);
    for (int i = 0; i < 8; i++) {
        tact_vec3 lo =
            tact_vec3_add(at, (tact_vec3){i & 1 ? size : 0, i & 2 ? size : 0, i & 4 ? size : 0});
        if ((cells >> i & 1) != 0)
            add_box(m, lo, tact_vec3_add(lo, (tact_vec3){size, size, size}));
    }
}

/* The surface of the hull of some points. */
static void take_hull_mesh(raw_mesh *m, bytes *in) {
    tact_vec3 points[8];
    uint32_t count = 4 + take_byte(in) % 5;
    for (uint32_t i = 0; i < count; i++)
        points[i] = take_vec3(in);
    tact_hull *hull = NULL;
    tact_mesh *mesh = NULL;
    if (tact_hull_create(NULL, points, count, &hull) != TACT_OK)
        return;
    REQUIRE(tact_hull_validate(hull, NULL) == TACT_OK);
    REQUIRE(tact_hull_to_mesh(NULL, hull, &mesh) == TACT_OK);
    for (uint32_t i = 0; i < tact_mesh_vertex_count(mesh); i++)
        add_vertex(m, tact_mesh_vertices(mesh)[i]);
    const uint32_t *at = tact_mesh_indices(mesh);
    for (uint32_t i = 0; i < tact_mesh_triangle_count(mesh); i++)
        add_triangle(m, at[3 * i], at[3 * i + 1], at[3 * i + 2]);
    tact_mesh_destroy(mesh);
    tact_hull_destroy(hull);
}

static void take_tetrahedron(raw_mesh *m, bytes *in) {
    for (int i = 0; i < 4; i++)
        add_vertex(m, take_vec3(in));
    add_triangle(m, 0, 2, 1);
    add_triangle(m, 0, 1, 3);
    add_triangle(m, 1, 2, 3);
    add_triangle(m, 2, 0, 3);
}

static void drop_triangle(raw_mesh *m, uint32_t i) {
    m->triangle_count--;
    memmove(m->indices + 3 * (size_t)i, m->indices + 3 * (size_t)i + 3,
            3 * (size_t)(m->triangle_count - i) * sizeof *m->indices);
}

/* One change of a mesh that is not empty. */
static void edit(raw_mesh *m, bytes *in) {
    unsigned what = take_byte(in);
    uint32_t i = take_byte(in) % m->triangle_count, *at = m->indices + 3 * (size_t)i;
    uint32_t a = at[0], b = at[1], c = at[2];
    switch (what % 7) {
    case 0:
        drop_triangle(m, i);
        break;
    case 1:
        add_triangle(m, a, b, c);
        break;
    case 2: /* turned over */
        at[1] = c;
        at[2] = b;
        break;
    case 3: /* a corner moves onto another */
        m->vertices[a] = m->vertices[b];
        break;
    case 4: /* a corner moves a little */
        m->vertices[a].x = nextafter(m->vertices[a].x, HUGE_VAL);
        break;
    case 5: /* not welded */
        if (m->vertex_count + 3 <= MOST_VERTICES)
            for (int k = 0; k < 3; k++) {
                add_vertex(m, m->vertices[at[k]]);
                at[k] = m->vertex_count - 1;
            }
        break;
    default: /* an inner wall with triangles in both directions */
        add_triangle(m, c, b, a);
        break;
    }
}

raw_mesh *raw_mesh_take(bytes *in) {
    raw_mesh *m = calloc(1, sizeof *m);
    REQUIRE(m != NULL);
    unsigned form = take_byte(in);
    switch (form % 8) {
    case 0:
        take_soup(m, in);
        break;
    case 1:
    case 2:
    case 3:
        for (unsigned i = 0; i < form % 8; i++) {
            tact_vec3 lo = take_vec3(in);
            add_box(m, lo, tact_vec3_add(lo, take_vec3(in)));
        }
        break;
    case 4:
        take_tetrahedron(m, in);
        break;
    case 5:
        take_hull_mesh(m, in);
        break;
    case 6:
        take_sheet(m, in);
        break;
    default:
        take_cells(m, in);
        break;
    }
    for (unsigned edits = form / 8 % 4; edits > 0 && m->triangle_count > 0; edits--)
        edit(m, in);
    return m;
}

tact_mesh_arrays raw_mesh_arrays(raw_mesh *mesh, bool as_floats) {
    tact_mesh_arrays arrays = {.positions = mesh->vertices,
                               .position_type = TACT_NUMBER_FLOAT64,
                               .vertex_count = mesh->vertex_count,
                               .indices = mesh->indices,
                               .triangle_count = mesh->triangle_count};
    for (uint32_t i = 0; as_floats && i < mesh->vertex_count; i++)
        for (int k = 0; k < 3; k++) {
            /* A double beyond the range of float would be undefined. */
            double x = (&mesh->vertices[i].x)[k];
            mesh->floats[3 * i + (uint32_t)k] = fabs(x) <= 0x1p127 ? (float)x : 1;
        }
    if (as_floats) {
        arrays.positions = mesh->floats;
        arrays.position_type = TACT_NUMBER_FLOAT32;
    }
    return arrays;
}
