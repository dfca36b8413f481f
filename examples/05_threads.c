/* SPDX-License-Identifier: MIT */
/* The same work with 1 and with 4 workers. A context with a pool runs the pieces of the work. The
 * results are the same to the last bit, because every piece writes to its own place and the pieces
 * are added in order. */
#include <stdio.h>
#include <string.h>

#include <tact/tact.h>

#define COUNT 400
#define PIECES 20

/* What the pieces share: the input, and one result per piece. */
typedef struct work {
    tact_triangle triangles[COUNT];
    uint32_t contacts[PIECES];
    double nearest[PIECES]; /* least distance of a pair that does not touch */
} work;

/* Pseudorandom numbers, the same on every machine. */
static double next_number(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 16) / 65536;
}

static void make_triangles(work *job) {
    uint32_t state = 1;
    for (int i = 0; i < COUNT; i++) {
        double x = 4 * next_number(&state);
        double y = 4 * next_number(&state);
        double z = 4 * next_number(&state);
        for (int k = 0; k < 3; k++) {
            /* One number per statement: C does not say in which order arguments are evaluated. */
            tact_vec3 *corner = &job->triangles[i].v[k];
            corner->x = x + next_number(&state);
            corner->y = y + next_number(&state);
            corner->z = z + next_number(&state);
        }
    }
}

/* Piece number index: a share of the triangles against all later ones. A piece must not touch what
 * another piece writes. worker is the number of the thread, for scratch memory. */
static void compare_share(void *data, uint32_t index, uint32_t worker) {
    (void)worker;
    work *job = data;
    job->contacts[index] = 0;
    job->nearest[index] = 1e300;
    for (uint32_t i = index * (COUNT / PIECES); i < (index + 1) * (COUNT / PIECES); i++)
        for (uint32_t j = i + 1; j < COUNT; j++) {
            tact_gap gap = tact_triangle_distance(&job->triangles[i], &job->triangles[j]);
            if (gap.distance == 0)
                job->contacts[index]++;
            else if (gap.distance < job->nearest[index])
                job->nearest[index] = gap.distance;
        }
}

/* Creates a pool and a context, runs the pieces, and destroys both. */
static tact_status run_with(uint32_t workers, work *job) {
    tact_pool *pool;
    tact_status status = tact_pool_create(NULL, workers, &pool);
    if (status != TACT_OK)
        return status;
    tact_context_desc desc = tact_context_desc_default();
    desc.executor = tact_pool_executor(pool);
    tact_context *context;
    status = tact_context_create(&desc, &context);
    if (status == TACT_OK) {
        tact_context_run(context, PIECES, compare_share, job);
        tact_context_destroy(context);
    }
    tact_pool_destroy(pool);
    return status;
}

int main(void) {
    static work alone, together;
    make_triangles(&alone);
    make_triangles(&together);
    tact_status status = run_with(1, &alone);
    if (status == TACT_OK)
        status = run_with(4, &together);
    if (status != TACT_OK) {
        fprintf(stderr, "failed: %s\n", tact_status_text(status));
        return 1;
    }

    uint32_t contacts = 0;
    double nearest = 1e300;
    for (int i = 0; i < PIECES; i++) {
        contacts += together.contacts[i];
        nearest = together.nearest[i] < nearest ? together.nearest[i] : nearest;
    }
    bool same = memcmp(&alone, &together, sizeof alone) == 0;
    printf("%d triangles, %d pairs: %u touch\n", COUNT, COUNT * (COUNT - 1) / 2, contacts);
    printf("the nearest of the others are %.17g apart\n", nearest);
    printf("1 and 4 workers: %s\n", same ? "the same bits" : "DIFFERENT");
    return same && contacts > 0 ? 0 : 1;
}
