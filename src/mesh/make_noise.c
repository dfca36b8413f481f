/* SPDX-License-Identifier: MIT */
/* Value noise: random numbers at the points of a cubic lattice, blended in between by a polynomial
 * of degree 5 whose first two derivatives vanish at the lattice, and summed over octaves. The
 * numbers at the lattice are a hash of its coordinates and the seed (the finaliser of splitmix64),
 * so nothing is stored and every machine gets the same bits. */
#include "mesh/make.h"

#include <math.h>

static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* The number at a lattice point, in [-1, 1). */
static double lattice_value(int64_t x, int64_t y, int64_t z, uint64_t seed) {
    uint64_t key = seed + (uint64_t)x * 0x9E3779B97F4A7C15u + (uint64_t)y * 0xC2B2AE3D27D4EB4Fu +
                   (uint64_t)z * 0x165667B19E3779F9u;
    return (double)(mix(key) >> 11) * 0x1p-52 - 1;
}

static double fade(double t) {
    return t * t * t * (t * (t * 6 - 15) + 10);
}

static double blend(double a, double b, double t) {
    return a + (b - a) * t;
}

static double layer(tact_vec3 p, uint64_t seed) {
    tact_vec3 floors = {floor(p.x), floor(p.y), floor(p.z)};
    int64_t x = (int64_t)floors.x;
    int64_t y = (int64_t)floors.y;
    int64_t z = (int64_t)floors.z;
    double u = fade(p.x - floors.x);
    double v = fade(p.y - floors.y);
    double w = fade(p.z - floors.z);
    /* On a plane of the lattice the next plane has no weight. */
    int plane_count = w == 0 ? 1 : 2;
    double planes[2] = {0, 0};
    for (int i = 0; i < plane_count; i++) {
        double front =
            blend(lattice_value(x, y, z + i, seed), lattice_value(x + 1, y, z + i, seed), u);
        double back = blend(lattice_value(x, y + 1, z + i, seed),
                            lattice_value(x + 1, y + 1, z + i, seed), u);
        planes[i] = blend(front, back, v);
    }
    return w == 0 ? planes[0] : blend(planes[0], planes[1], w);
}

double tacti_noise(tact_vec3 point, uint32_t octaves, uint64_t seed) {
    double sum = 0;
    double weight = 1;
    double total = 0;
    /* Nearby seeds must not give lattices that are shifts of each other. */
    uint64_t octave_seed = mix(seed + 0x9E3779B97F4A7C15u);
    for (uint32_t i = 0; i < octaves; i++) {
        sum += weight * layer(point, octave_seed);
        total += weight;
        weight *= 0.5;
        octave_seed = mix(octave_seed + 0x9E3779B97F4A7C15u);
        point = (tact_vec3){2 * point.x, 2 * point.y, 2 * point.z};
    }
    double noise = sum / total;
    return noise > 1 ? 1 : noise < -1 ? -1 : noise;
}
