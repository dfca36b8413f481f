/* SPDX-License-Identifier: MIT */
/* Memory from a context: checked sizes, and malloc for contexts without an allocator of their
 * own. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#endif

#include "base/alloc.h"

#include <stdlib.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "base/services.h"

/* Linux maps memory in pages of 4 KiB, one interrupt each, which takes a tenth of the time to build
 * a large hierarchy. If asked, it also has pages of 2 MiB. */
#define HUGE_PAGE ((size_t)1 << 21)

bool tacti_multiply(size_t a, size_t b, size_t *product) {
    if (b != 0 && a > SIZE_MAX / b)
        return false;
    *product = a * b;
    return true;
}

bool tacti_add(size_t a, size_t b, size_t *sum) {
    if (a > SIZE_MAX - b)
        return false;
    *sum = a + b;
    return true;
}

/* Asks for huge pages where whole ones fit. A system that has none keeps the small ones. */
static void advise_huge_pages(void *memory, size_t bytes) {
#if defined(MADV_HUGEPAGE)
    if (memory != NULL)
        (void)madvise(memory, bytes & ~(HUGE_PAGE - 1), MADV_HUGEPAGE);
#else
    (void)memory;
    (void)bytes;
#endif
}

static void *default_allocate(void *user, size_t bytes, size_t alignment) {
    (void)user;
    if (bytes >= 2 * HUGE_PAGE && bytes <= PTRDIFF_MAX && alignment <= HUGE_PAGE) {
        void *memory = aligned_alloc(HUGE_PAGE, (bytes + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1));
        advise_huge_pages(memory, bytes);
        return memory;
    }
    if (alignment <= _Alignof(max_align_t))
        return malloc(bytes);
    /* Some C libraries still require a size that is a multiple of the alignment. */
    if (bytes > SIZE_MAX - (alignment - 1))
        return NULL;
    return aligned_alloc(alignment, (bytes + alignment - 1) & ~(alignment - 1));
}

static void default_release(void *user, void *memory, size_t bytes, size_t alignment) {
    (void)user;
    (void)bytes;
    (void)alignment;
    free(memory);
}

tact_allocator tacti_default_allocator(void) {
    return (tact_allocator){.allocate = default_allocate, .release = default_release};
}

static tact_allocator context_allocator(const tact_context *context) {
    return context == NULL ? tacti_default_allocator() : context->allocator;
}

void *tacti_allocate(const tact_context *context, size_t count, size_t element_size,
                     size_t alignment) {
    size_t bytes;
    /* Differences of pointers into one block have to fit in ptrdiff_t. */
    if (!tacti_multiply(count, element_size, &bytes) || bytes > PTRDIFF_MAX)
        return NULL;
    tact_allocator allocator = context_allocator(context);
    return allocator.allocate(allocator.user, bytes == 0 ? 1 : bytes, alignment);
}

void tacti_release(const tact_context *context, void *memory, size_t count, size_t element_size,
                   size_t alignment) {
    if (memory == NULL)
        return;
    size_t bytes = count * element_size;
    tact_allocator allocator = context_allocator(context);
    allocator.release(allocator.user, memory, bytes == 0 ? 1 : bytes, alignment);
}
