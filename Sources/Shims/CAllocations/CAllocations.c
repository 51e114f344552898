// SPDX-License-Identifier: GPL-3.0-or-later

// glibc's allocator under its own names, with a counter in front. Every program that links this counts; the price is
// one addition to a thread's own variable for each allocation.
#include "CAllocations.h"
#include <malloc.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

#ifndef __has_feature // GCC
#define __has_feature(name) 0
#endif

static __thread int64_t allocations;

int64_t vir_allocations_of_this_thread(void) { return allocations; }

// A sanitizer has an allocator of its own, and nothing is counted beside it.
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    allocations++;
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
    void *memory = memalign(alignment, size);
    if (!memory) return 12; // ENOMEM
    *out = memory;
    return 0;
}

#endif

int64_t vir_allocated_bytes(void) {
    struct mallinfo2 held = mallinfo2();
    return (int64_t)held.uordblks + (int64_t)held.hblkhd;
}

void vir_limit_heap(int mapped, int kept) {
    mallopt(M_MMAP_THRESHOLD, mapped);
    mallopt(M_TRIM_THRESHOLD, kept);
}
