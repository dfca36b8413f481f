/* SPDX-License-Identifier: MIT */
/* Convex hulls: compute one from points, list faces and neighbours, find the furthest vertex,
 * compute the volume, move vertices, and convert a hull to a mesh. */
#include <inttypes.h>
#include <stdio.h>

#include <tact/tact.h>

/* A grid of 5 x 5 x 5 points at multiples of 0.1, which doubles do not hold exactly. All but the
 * eight corners lie inside, in faces or on edges, and the hull has exactly these eight vertices. */
enum { SIDE = 5, COUNT = SIDE * SIDE * SIDE };

static void make_grid(tact_vec3 points[COUNT]) {
    for (int i = 0; i < COUNT; i++)
        points[i] = (tact_vec3){i % SIDE * 0.1, i / SIDE % SIDE * 0.1, i / SIDE / SIDE * 0.1};
}

static void show(const tact_hull *hull) {
    tact_hull_info info = tact_hull_inspect(hull);
    printf("dimension %" PRIu32 ": %" PRIu32 " vertices, %" PRIu32 " edges, %" PRIu32 " faces\n",
           info.dimension, info.vertex_count, info.edge_count, info.face_count);
    for (uint32_t f = 0; f < info.face_count; f++) {
        uint32_t count;
        const uint32_t *corners = tact_hull_face(hull, f, &count);
        printf("  face %" PRIu32 ":", f);
        for (uint32_t i = 0; i < count; i++)
            printf(" %" PRIu32, corners[i]);
        printf("\n");
    }
    uint32_t degree;
    const uint32_t *to = tact_hull_neighbours(hull, 0, &degree);
    printf("  vertex 0 is point %" PRIu32 " of the input; its neighbours:",
           tact_hull_sources(hull)[0]);
    for (uint32_t i = 0; i < degree; i++)
        printf(" %" PRIu32, to[i]);
    printf("\n");
}

/* Squeezes the box. Then pushes one corner inside, which is refused. */
static bool deform(tact_hull *hull) {
    tact_vec3 at[8];
    for (uint32_t v = 0; v < 8; v++) {
        at[v] = tact_hull_vertices(hull)[v];
        at[v].z *= 0.5;
    }
    if (tact_hull_move_vertices(hull, at) != TACT_OK)
        return false;
    printf("squeezed, the volume is %g\n", tact_hull_mass(hull).volume);
    at[7] = (tact_vec3){0.1, 0.1, 0.1};
    tact_status status = tact_hull_move_vertices(hull, at);
    printf("a corner pushed inside: %s\n", tact_status_name(status));
    return status == TACT_INVALID_ARGUMENT && tact_hull_validate(hull, NULL) == TACT_OK;
}

int main(void) {
    tact_vec3 points[COUNT];
    make_grid(points);
    tact_hull *hull;
    if (tact_hull_create(NULL, points, COUNT, &hull) != TACT_OK)
        return 1;
    show(hull);

    tact_mass mass = tact_hull_mass(hull);
    printf("volume %g, center (%g, %g, %g)\n", mass.volume, mass.center.x, mass.center.y,
           mass.center.z);

    /* The result of the last query is a good start for a similar one. */
    uint32_t far = 0;
    for (int i = 0; i < 3; i++) {
        tact_vec3 direction = {1, 1 - i, -1};
        far = tact_hull_support(hull, direction, far);
        tact_vec3 p = tact_hull_vertices(hull)[far];
        printf("furthest along (1, %d, -1): vertex %" PRIu32 " at (%g, %g, %g)\n", 1 - i, far, p.x,
               p.y, p.z);
    }
    bool fine = deform(hull);

    tact_mesh *mesh;
    if (tact_hull_to_mesh(NULL, hull, &mesh) != TACT_OK)
        return 1;
    printf("as a mesh: %" PRIu32 " triangles\n", tact_mesh_triangle_count(mesh));
    tact_mesh_destroy(mesh);
    tact_hull_destroy(hull);

    /* Flat point sets have a hull too. */
    if (tact_hull_create(NULL, points, SIDE * SIDE, &hull) != TACT_OK)
        return 1;
    show(hull);
    tact_hull_destroy(hull);
    return fine ? 0 : 1;
}
