/* SPDX-License-Identifier: MIT */
/* The part of growable arrays that does not depend on the type of their elements. */
#include "base/array.h"

#include <string.h>

/* The first block of an array: smaller ones would be outgrown at once. */
#define FIRST_BYTES 64

/* Doubled, or as many as needed if that is more or doubling does not fit. */
static size_t grown_capacity(const tacti_array_shape *shape, size_t needed) {
    size_t capacity = shape->capacity == 0 ? FIRST_BYTES / shape->element_size : shape->capacity;
    if (shape->capacity != 0 && !tacti_multiply(shape->capacity, 2, &capacity))
        return needed;
    return capacity > needed ? capacity : needed;
}

void *tacti_array_grow(const tact_context *context, void *items, tacti_array_shape *shape,
                       size_t needed) {
    TACTI_ASSERT(needed > shape->capacity && shape->count <= shape->capacity);
    size_t capacity = grown_capacity(shape, needed);
    TACTI_ASSERT(capacity >= needed);
    void *grown = tacti_allocate(context, capacity, shape->element_size, shape->alignment);
    if (grown == NULL)
        return NULL;
    if (shape->count > 0)
        memcpy(grown, items, shape->count * shape->element_size);
    tacti_release(context, items, shape->capacity, shape->element_size, shape->alignment);
    shape->capacity = capacity;
    return grown;
}
