// SPDX-License-Identifier: GPL-3.0-or-later

// Counts the allocations of a thread, for `vir bench`: a frame path that allocates is one that sometimes waits.
#pragma once
#include <stdint.h>

/// How often the calling thread has asked for memory since it started.
int64_t vir_allocations_of_this_thread(void);
