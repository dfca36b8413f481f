/* SPDX-License-Identifier: MIT */
/* Growable arrays with elements of one type. TACTI_ARRAY_DEFINE(points, tact_vec3) makes the type
 * `points` and the functions
 *
 *     points      points_make(context)              an empty array; context may be NULL
 *     void        points_release(&a)                gives the memory back; a is empty and usable
 *     tact_status points_reserve(&a, capacity)      room for so many elements in all
 *     tact_status points_push(&a, value)            one more element
 *     tact_vec3  *points_extend(&a, count)          count more, uninitialised; NULL for no memory
 *
 * The elements are a.items[0 .. a.count). Growing doubles the capacity, so n pushes cost O(n). It
 * may move the elements. On TACT_OUT_OF_MEMORY (or NULL) the array is as it was. Counts are size_t
 * here, because an array may also hold the bytes of a file or three corners per triangle. Code that
 * numbers elements with uint32_t has to check that bound. An array is used by one thread at a time.
 */
#ifndef TACT_BASE_ARRAY_H
#define TACT_BASE_ARRAY_H

#include "base/alloc.h"
#include "base/assert.h"

/* What the growing function needs to know about an array of any type. */
typedef struct tacti_array_shape {
    size_t count;
    size_t capacity;
    size_t element_size;
    size_t alignment;
} tacti_array_shape;

/* Moves the elements to a new block with room for at least needed elements and sets
 * shape->capacity. needed exceeds the capacity. NULL for no memory; nothing is changed then. */
void *tacti_array_grow(const tact_context *context, void *items, tacti_array_shape *shape,
                       size_t needed);

#if defined(__GNUC__)
#define TACTI_MAY_BE_UNUSED __attribute__((unused))
#else
#define TACTI_MAY_BE_UNUSED
#endif

#define TACTI_ARRAY_DEFINE(name, type)                                                             \
    typedef struct name {                                                                          \
        const tact_context *context;                                                               \
        type *items;                                                                               \
        size_t count;                                                                              \
        size_t capacity;                                                                           \
    } name;                                                                                        \
                                                                                                   \
    TACTI_MAY_BE_UNUSED static inline name name##_make(const tact_context *context) {              \
        return (name){context, NULL, 0, 0};                                                        \
    }                                                                                              \
                                                                                                   \
    TACTI_MAY_BE_UNUSED static inline void name##_release(name *array) {                           \
        tacti_release(array->context, array->items, array->capacity, sizeof(type),                 \
                      _Alignof(type));                                                             \
        *array = name##_make(array->context);                                                      \
    }                                                                                              \
                                                                                                   \
    TACTI_MAY_BE_UNUSED static inline tact_status name##_reserve(name *array, size_t capacity) {   \
        TACTI_ASSERT(array->count <= array->capacity);                                             \
        if (capacity <= array->capacity)                                                           \
            return TACT_OK;                                                                        \
        tacti_array_shape shape = {array->count, array->capacity, sizeof(type), _Alignof(type)};   \
        type *items = tacti_array_grow(array->context, array->items, &shape, capacity);            \
        if (items == NULL)                                                                         \
            return TACT_OUT_OF_MEMORY;                                                             \
        array->items = items;                                                                      \
        array->capacity = shape.capacity;                                                          \
        return TACT_OK;                                                                            \
    }                                                                                              \
                                                                                                   \
    TACTI_MAY_BE_UNUSED static inline type *name##_extend(name *array, size_t count) {             \
        size_t needed;                                                                             \
        if (!tacti_add(array->count, count, &needed) ||                                            \
            name##_reserve(array, needed > 0 ? needed : 1) != TACT_OK)                             \
            return NULL;                                                                           \
        TACTI_ASSERT(needed <= array->capacity);                                                   \
        type *added = array->items + array->count;                                                 \
        array->count = needed;                                                                     \
        return added;                                                                              \
    }                                                                                              \
                                                                                                   \
    TACTI_MAY_BE_UNUSED static inline tact_status name##_push(name *array, type value) {           \
        type *added = name##_extend(array, 1);                                                     \
        if (added == NULL)                                                                         \
            return TACT_OUT_OF_MEMORY;                                                             \
        *added = value;                                                                            \
        return TACT_OK;                                                                            \
    }                                                                                              \
                                                                                                   \
    /* Takes the semicolon that follows the macro. */                                              \
    typedef name name

#endif
