/* SPDX-License-Identifier: MIT */
/* The records of a cover about a shape and a mesh, or about two shapes (proof/proof.h). Such a
 * record is one row or one column of cells, because the shape is never divided. */
#include "object/object_proof.h"

#include "base/assert.h"

/* The most words of a record, and the most directions. */
#define RECORD_WORDS (TACTI_PROOF_GRID + 4 * TACTI_PROOF_GRID)
#define RECORD_DIRECTIONS TACTI_PROOF_GRID

bool tacti_shape_record_begin(tact_proof *proof, bool is_swapped, uint32_t parts,
                              const uint32_t *cuts) {
    TACTI_ASSERT(parts >= 1 && parts <= TACTI_PROOF_GRID);
    if (tacti_proof_words_reserve(&proof->words, proof->words.count + RECORD_WORDS) != TACT_OK ||
        tacti_proof_numbers_reserve(&proof->numbers,
                                    proof->numbers.count + 3 * RECORD_DIRECTIONS) != TACT_OK ||
        tacti_proof_simplices_reserve(&proof->simplices,
                                      proof->simplices.count + RECORD_DIRECTIONS) != TACT_OK ||
        proof->numbers.count > UINT32_MAX - 3 * RECORD_DIRECTIONS)
        return false;
    uint32_t *words = proof->words.items + proof->words.count;
    words[0] = is_swapped ? parts | 1 << 8 : 1 | parts << 8;
    for (uint32_t i = 1; i < parts; i++)
        words[i] = cuts[i];
    proof->words.count += parts;
    return true;
}

void tacti_shape_record_add(tact_proof *proof, size_t head, bool is_swapped, uint32_t mask,
                            const tacti_cell_answer *found) {
    uint64_t cells = 0;
    for (uint32_t i = 0; i < TACTI_PROOF_GRID; i++) /* along a row, or down a column */
        cells |= (uint64_t)(mask >> i & 1) << (is_swapped ? 8 * i : i);
    bool is_simplex = found->simplex.count > 0;
    TACTI_ASSERT(mask != 0 && head < proof->words.count);
    TACTI_ASSERT(proof->words.items[head] >> 16 < RECORD_DIRECTIONS);
    TACTI_ASSERT(proof->words.count + 4 <= proof->words.capacity);
    uint32_t *words = proof->words.items + proof->words.count;
    words[0] = (uint32_t)(is_simplex ? proof->simplices.count : proof->numbers.count);
    words[1] = is_simplex ? 0 : 1;
    words[2] = (uint32_t)cells;
    words[3] = (uint32_t)(cells >> 32);
    proof->words.count += 4;
    proof->words.items[head] += 1U << 16;
    proof->directions++;
    proof->range_pairs += (uint32_t)__builtin_popcount(mask);
    if (is_simplex) {
        tacti_proof_simplex simplex = found->simplex;
        for (uint32_t i = 0; i < 3 && is_swapped; i++) {
            simplex.a[i] = found->simplex.b[i];
            simplex.b[i] = found->simplex.a[i];
        }
        TACTI_ASSERT(proof->simplices.count < proof->simplices.capacity);
        proof->simplices.items[proof->simplices.count++] = simplex;
        return;
    }
    double sign = is_swapped ? -1 : 1, *numbers = proof->numbers.items + proof->numbers.count;
    TACTI_ASSERT(proof->numbers.count + 3 <= proof->numbers.capacity);
    numbers[0] = sign * found->direction.x;
    numbers[1] = sign * found->direction.y;
    numbers[2] = sign * found->direction.z;
    proof->numbers.count += 3;
}
