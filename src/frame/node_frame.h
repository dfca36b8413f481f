/* SPDX-License-Identifier: MIT */
/* Points and directions in the frame of a node, and its children's bounds in lanes: the lower
 * bounds of the eight children in lanes 0 to 7, the upper bounds in lanes 8 to 15.
 *
 * For files that are compiled once per SIMD level. */
#ifndef TACTI_FRAME_NODE_FRAME_H
#define TACTI_FRAME_NODE_FRAME_H

#include "base/vector.h"
#include "frame/boxes.h"

/* The rotation of a node as a quaternion: w, (x, y, z) and the squared length of all four. All of
 * them are whole numbers, so nothing is rounded. */
typedef struct tacti_node_turn {
    tacti_f4 axis;
    float w, square;
} tacti_node_turn;

TACTI_ALWAYS_INLINE tacti_f4 tacti_f4_next(tacti_f4 v) {
    return (tacti_f4){v[1], v[2], v[0], v[3]};
}

TACTI_ALWAYS_INLINE tacti_f4 tacti_f4_cross(tacti_f4 a, tacti_f4 b) {
    return tacti_f4_next(a * tacti_f4_next(b) - tacti_f4_next(a) * b);
}

TACTI_ALWAYS_INLINE tacti_node_turn tacti_node_turn_of(const tacti_node *node) {
    tacti_node_turn turn;
#if TACTI_VECTOR_BYTES >= 32
    int32_t word;
    memcpy(&word, node->rotation, sizeof word);
    tacti_f4 q = (tacti_f4)_mm_cvtepi32_ps(_mm_cvtepi8_epi32(_mm_cvtsi32_si128(word)));
    turn.axis = (tacti_f4){q[1], q[2], q[3], 0};
    turn.w = q[0];
#else
    turn.axis = (tacti_f4){node->rotation[1], node->rotation[2], node->rotation[3], 0};
    turn.w = node->rotation[0];
#endif
    turn.square = turn.w * turn.w + tacti_f4_sum(turn.axis * turn.axis);
    return turn;
}

/* Q v times the squared length of the quaternion: n v + 2 (w u x v + u x (u x v)). */
TACTI_ALWAYS_INLINE tacti_f4 tacti_node_turn_scaled(const tacti_node_turn *turn, tacti_f4 v) {
    tacti_f4 across = tacti_f4_cross(turn->axis, v);
    tacti_f4 more = tacti_f4_set(turn->w) * across + tacti_f4_cross(turn->axis, across);
    return tacti_f4_set(turn->square) * v + (more + more);
}

/* tacti_node_turn_scaled() of two vectors. */
TACTI_ALWAYS_INLINE void tacti_node_turn_two(const tacti_node_turn *turn, tacti_f4 *v,
                                             tacti_f4 *w) {
#if TACTI_VECTOR_BYTES >= 32
    enum { next = 0xc9 };
    __m256 axis = _mm256_set_m128((__m128)turn->axis, (__m128)turn->axis);
    __m256 axis_next = _mm256_permute_ps(axis, next);
    __m256 both = _mm256_set_m128((__m128)*w, (__m128)*v);
    __m256 across =
        _mm256_permute_ps(_mm256_sub_ps(_mm256_mul_ps(axis, _mm256_permute_ps(both, next)),
                                        _mm256_mul_ps(axis_next, both)),
                          next);
    __m256 twice =
        _mm256_permute_ps(_mm256_sub_ps(_mm256_mul_ps(axis, _mm256_permute_ps(across, next)),
                                        _mm256_mul_ps(axis_next, across)),
                          next);
    __m256 more = _mm256_add_ps(_mm256_mul_ps(_mm256_set1_ps(turn->w), across), twice);
    both =
        _mm256_add_ps(_mm256_mul_ps(_mm256_set1_ps(turn->square), both), _mm256_add_ps(more, more));
    *v = (tacti_f4)_mm256_castps256_ps128(both);
    *w = (tacti_f4)_mm256_extractf128_ps(both, 1);
#else
    *v = tacti_node_turn_scaled(turn, *v);
    *w = tacti_node_turn_scaled(turn, *w);
#endif
}

/* Bounds of the children along an axis, as bytes. */
TACTI_ALWAYS_INLINE tacti_f16 tacti_node_bytes(const tacti_node *node, int axis) {
    return tacti_f16_from_byte_halves(node->lo[axis], node->hi[axis]);
}

TACTI_ALWAYS_INLINE tacti_f4 tacti_node_origin(const tacti_node *node) {
#if TACTI_VECTOR_BYTES >= 32
    /* The fourth number read is the rotation, not a float. It becomes 0. */
    return (tacti_f4)_mm_blend_ps(_mm_loadu_ps(node->origin), _mm_setzero_ps(), 8);
#else
    return (tacti_f4){node->origin[0], node->origin[1], node->origin[2], 0};
#endif
}

/* 2^exponent for the three axes. The fourth number is any power of two. */
TACTI_ALWAYS_INLINE tacti_f4 tacti_node_steps(const tacti_node *node) {
#if TACTI_VECTOR_BYTES >= 32
    int32_t word;
    memcpy(&word, node->exponent, sizeof word);
    __m128i exponents = _mm_cvtepi8_epi32(_mm_cvtsi32_si128(word));
    return (tacti_f4)_mm_slli_epi32(_mm_add_epi32(exponents, _mm_set1_epi32(127)), 23);
#else
    return (tacti_f4){tacti_float_power_of_two(node->exponent[0]),
                      tacti_float_power_of_two(node->exponent[1]),
                      tacti_float_power_of_two(node->exponent[2]), 0};
#endif
}

/* ---- Stacks -------------------------------------------------------------------------------- */

/* A node of one hierarchy that is still to be opened. */
typedef struct tacti_node_entry {
    uint32_t node;
    float bound; /* the node does not matter if this exceeds what the walk looks for */
} tacti_node_entry;

/* Opening a node goes down one level and brings at most 8 nodes, so a walk in depth-first order
 * never holds more than this. */
#define TACTI_NODE_STACK_SIZE (TACTI_BVH_MAX_DEPTH * TACTI_BVH_WIDTH)

/* The least of a bound and those on a stack. */
TACTI_ALWAYS_INLINE float tacti_least_bound(float least, const tacti_node_entry *stack,
                                            uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        least = stack[i].bound < least ? stack[i].bound : least;
    return least;
}

/* ---- Order -------------------------------------------------------------------------------- */

/* Makes eight keys different from each other by putting their number into the lowest bits. Ranks of
 * distinct keys can be counted, so sorting needs no branches. */
TACTI_ALWAYS_INLINE void tacti_keys_make_distinct(float keys[16]) {
#if TACTI_VECTOR_BYTES >= 32
    const __m256i number = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i bits = _mm256_andnot_si256(_mm256_set1_epi32(7), _mm256_loadu_si256((__m256i *)keys));
    _mm256_storeu_si256((__m256i *)keys, _mm256_or_si256(bits, number));
#else
    for (int i = 0; i < 8; i++) {
        uint32_t bits;
        memcpy(&bits, &keys[i], sizeof bits);
        bits = (bits & ~7U) | (uint32_t)i;
        memcpy(&keys[i], &bits, sizeof bits);
    }
#endif
}

/* Counts the children in a mask with a greater key than this. That is the child's place on a stack
 * whose top has the least key. */
TACTI_ALWAYS_INLINE uint32_t tacti_key_rank(tacti_f16 keys, float key, uint32_t mask) {
    return (uint32_t)__builtin_popcount(tacti_f16_exceeds(keys, tacti_f16_set(key)) & mask);
}

#endif
