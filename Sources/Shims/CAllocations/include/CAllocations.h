// SPDX-License-Identifier: GPL-3.0-or-later

// The allocator. It counts the allocations of a thread, for `vir bench` (a frame path that allocates sometimes waits), and gives large
// blocks back.
#pragma once
#include <stdint.h>

/// Returns the number of times that the calling thread has asked for memory since it started.
int64_t vir_allocations_of_this_thread(void);

/// Returns the bytes of all blocks that the program holds, with the allocator's own part of each.
int64_t vir_allocated_bytes(void);

/// From now on blocks of at least `mapped` bytes are mapped one by one, and go back to the kernel when they are freed; at the end of the
/// heap up to `kept` free bytes stay (mallopt(3), M_MMAP_THRESHOLD and M_TRIM_THRESHOLD). By itself glibc moves both limits up as large
/// blocks are freed.
void vir_limit_heap(int mapped, int kept);
