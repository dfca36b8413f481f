/* SPDX-License-Identifier: MIT */
/* Small meshes made by hand. */
#include "hand_made.h"

#include <stdlib.h>
#include <string.h>

hand_made *hand_made_create(void) {
    hand_made *mesh = calloc(1, sizeof *mesh);
    assert_non_null(mesh);
    return mesh;
}

tact_mesh_arrays hand_made_arrays(const hand_made *mesh) {
    return (tact_mesh_arrays){.positions = mesh->vertices,
                              .vertex_count = mesh->vertex_count,
                              .indices = &mesh->indices[0][0],
                              .triangle_count = mesh->triangle_count};
}

uint32_t hand_made_vertex(hand_made *mesh, double x, double y, double z) {
    assert_true(mesh->vertex_count < HAND_MADE_VERTICES);
    mesh->vertices[mesh->vertex_count] = (tact_vec3){x, y, z};
    return mesh->vertex_count++;
}

void hand_made_triangle(hand_made *mesh, uint32_t a, uint32_t b, uint32_t c) {
    assert_true(mesh->triangle_count < HAND_MADE_TRIANGLES);
    uint32_t *v = mesh->indices[mesh->triangle_count++];
    v[0] = a;
    v[1] = b;
    v[2] = c;
}

static void add_square(hand_made *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    hand_made_triangle(mesh, a, b, c);
    hand_made_triangle(mesh, a, c, d);
}

void hand_made_add_tetrahedron(hand_made *mesh, tact_vec3 p, double size) {
    uint32_t o = hand_made_vertex(mesh, p.x, p.y, p.z);
    uint32_t x = hand_made_vertex(mesh, p.x + size, p.y, p.z);
    uint32_t y = hand_made_vertex(mesh, p.x, p.y + size, p.z);
    uint32_t z = hand_made_vertex(mesh, p.x, p.y, p.z + size);
    hand_made_triangle(mesh, o, y, x);
    hand_made_triangle(mesh, o, x, z);
    hand_made_triangle(mesh, o, z, y);
    hand_made_triangle(mesh, x, y, z);
}

/* Corner number: x + 2 y + 4 z. */
void hand_made_add_box(hand_made *mesh, tact_vec3 lo, tact_vec3 size) {
    uint32_t c = mesh->vertex_count;
    for (unsigned i = 0; i < 8; i++)
        hand_made_vertex(mesh, lo.x + (i & 1) * size.x, lo.y + (i >> 1 & 1) * size.y,
                         lo.z + (i >> 2) * size.z);
    add_square(mesh, c, c + 2, c + 3, c + 1);
    add_square(mesh, c + 4, c + 5, c + 7, c + 6);
    add_square(mesh, c, c + 1, c + 5, c + 4);
    add_square(mesh, c + 2, c + 6, c + 7, c + 3);
    add_square(mesh, c, c + 4, c + 6, c + 2);
    add_square(mesh, c + 1, c + 3, c + 7, c + 5);
}

void hand_made_add_torus(hand_made *mesh, uint32_t columns, uint32_t rows) {
    const double turn = 6.283185307179586;
    uint32_t c = mesh->vertex_count;
    for (uint32_t i = 0; i < columns; i++)
        for (uint32_t j = 0; j < rows; j++) {
            double around = turn * i / columns, tube = turn * j / rows;
            double r = 3 + tact_cos(tube);
            hand_made_vertex(mesh, r * tact_cos(around), r * tact_sin(around), tact_sin(tube));
        }
    for (uint32_t i = 0; i < columns; i++)
        for (uint32_t j = 0; j < rows; j++) {
            uint32_t next_i = (i + 1) % columns, next_j = (j + 1) % rows;
            add_square(mesh, c + i * rows + j, c + next_i * rows + j, c + next_i * rows + next_j,
                       c + i * rows + next_j);
        }
}

void hand_made_add_bipyramid(hand_made *mesh, uint32_t sides) {
    const double turn = 6.283185307179586;
    uint32_t top = hand_made_vertex(mesh, 0, 0, 1), bottom = hand_made_vertex(mesh, 0, 0, -1);
    for (uint32_t i = 0; i < sides; i++)
        hand_made_vertex(mesh, tact_cos(turn * i / sides), tact_sin(turn * i / sides), 0);
    for (uint32_t i = 0; i < sides; i++) {
        uint32_t a = bottom + 1 + i, b = bottom + 1 + (i + 1) % sides;
        hand_made_triangle(mesh, top, a, b);
        hand_made_triangle(mesh, bottom, b, a);
    }
}

void hand_made_add_moebius(hand_made *mesh, uint32_t columns) {
    const double turn = 6.283185307179586;
    uint32_t c = mesh->vertex_count;
    for (uint32_t i = 0; i < columns; i++)
        for (int side = -1; side <= 1; side += 2) {
            double around = turn * i / columns, r = 3 + side * tact_cos(around / 2);
            hand_made_vertex(mesh, r * tact_cos(around), r * tact_sin(around),
                             side * tact_sin(around / 2));
        }
    for (uint32_t i = 0; i + 1 < columns; i++)
        add_square(mesh, c + 2 * i, c + 2 * i + 2, c + 2 * i + 3, c + 2 * i + 1);
    uint32_t last = c + 2 * (columns - 1);
    add_square(mesh, last, c + 1, c, last + 1);
}

void hand_made_add_sheet(hand_made *mesh, uint32_t columns, uint32_t rows) {
    uint32_t c = mesh->vertex_count, width = columns + 1;
    for (uint32_t j = 0; j <= rows; j++)
        for (uint32_t i = 0; i <= columns; i++)
            hand_made_vertex(mesh, i, j, 0);
    for (uint32_t j = 0; j < rows; j++)
        for (uint32_t i = 0; i < columns; i++) {
            uint32_t a = c + j * width + i;
            add_square(mesh, a, a + 1, a + width + 1, a + width);
        }
}

void hand_made_replace(hand_made *mesh, uint32_t a, uint32_t b) {
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            if (mesh->indices[i][k] == a)
                mesh->indices[i][k] = b;
}

void hand_made_flip(hand_made *mesh, uint32_t triangle) {
    uint32_t *v = mesh->indices[triangle], kept = v[1];
    v[1] = v[2];
    v[2] = kept;
}

void hand_made_take_apart(hand_made *mesh) {
    hand_made *whole = hand_made_create();
    *whole = *mesh;
    mesh->vertex_count = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            tact_vec3 p = whole->vertices[whole->indices[i][k]];
            mesh->indices[i][k] = hand_made_vertex(mesh, p.x, p.y, p.z);
        }
    free(whole);
}

void hand_made_shuffle(hand_made *mesh, test_rng *rng) {
    hand_made *old = hand_made_create();
    *old = *mesh;
    uint32_t places[HAND_MADE_VERTICES];
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t j = test_rng_below(rng, i + 1);
        places[i] = places[j];
        places[j] = i;
    }
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        mesh->vertices[places[i]] = old->vertices[i];
    uint32_t *v = &mesh->indices[0][0];
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
        v[i] = v[i] < mesh->vertex_count ? places[v[i]] : v[i];
    for (uint32_t i = mesh->triangle_count; i-- > 1;) {
        uint32_t j = test_rng_below(rng, i + 1), turn = test_rng_below(rng, 3);
        uint32_t kept[3];
        memcpy(kept, mesh->indices[i], sizeof kept);
        memcpy(mesh->indices[i], mesh->indices[j], sizeof kept);
        for (uint32_t k = 0; k < 3; k++)
            mesh->indices[j][k] = kept[(k + turn) % 3];
    }
    free(old);
}

double *hand_made_coordinate(hand_made *mesh, uint32_t vertex, int axis) {
    tact_vec3 *p = &mesh->vertices[vertex];
    return axis == 0 ? &p->x : axis == 1 ? &p->y : &p->z;
}

void hand_made_truncate(hand_made *mesh) {
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        for (int axis = 0; axis < 3; axis++) {
            double *x = hand_made_coordinate(mesh, i, axis);
            *x = (double)(int)*x;
        }
}

void hand_made_move(hand_made *mesh, tact_vec3 shift, double factor) {
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        mesh->vertices[i] = tact_vec3_add(tact_vec3_scale(mesh->vertices[i], factor), shift);
}

tact_mesh *hand_made_mesh(const hand_made *made) {
    tact_mesh_arrays arrays = hand_made_arrays(made);
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
    return mesh;
}

pool_context pool_context_create(uint32_t workers) {
    pool_context pooled;
    assert_int_equal(tact_pool_create(NULL, workers, &pooled.pool), TACT_OK);
    tact_context_desc desc = tact_context_desc_default();
    desc.executor = tact_pool_executor(pooled.pool);
    assert_int_equal(tact_context_create(&desc, &pooled.context), TACT_OK);
    return pooled;
}

void pool_context_destroy(pool_context pooled) {
    tact_context_destroy(pooled.context);
    tact_pool_destroy(pooled.pool);
}

uint64_t fail_each_allocation(make_and_destroy *call, const tact_mesh *mesh) {
    for (uint64_t fail_at = 1;; fail_at++) {
        test_allocator counter;
        tact_context *context = test_context_make(&counter);
        counter.fail_at = counter.calls + fail_at;
        bool is_made = false;
        tact_status status = call(context, mesh, &is_made);
        bool failed = status == TACT_OUT_OF_MEMORY;
        assert_true(failed || status == TACT_OK);
        assert_true(is_made != failed);
        assert_int_equal(counter.live, 1); /* the context */
        tact_context_destroy(context);
        if (!failed)
            return fail_at - 1;
    }
}
