// SPDX-License-Identifier: GPL-3.0-or-later
// Tells ThreadSanitizer what Swift's `Mutex` does when it has to wait. Its quick ways are compiled into our own code, where the sanitizer
// sees them; the slow ways lie in libswiftSynchronization and end in the kernel (futex, with priority inheritance), which it can't see.
// Linked into the program, these three stand before the library's; each calls that and says which thread goes on after which.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdbool.h>
#include <stdint.h>

#define MUTEX "$s15Synchronization12_MutexHandleV"
#define SELF __attribute__((swift_context)) void *mutex
#define SWIFT __attribute__((swiftcall))

// A name that isn't in this version of the library is looked up once and ends the program here, not in a lock that doesn't hold.
static void *library(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) __builtin_trap();
    return found;
}

SWIFT void vir_lock(uint32_t thread, SELF) __asm__(MUTEX "9_lockSlowyys6UInt32VF");
SWIFT void vir_lock(uint32_t thread, SELF) {
    static SWIFT void (*wait)(uint32_t, SELF);
    if (!__atomic_load_n(&wait, __ATOMIC_RELAXED)) __atomic_store_n(&wait, library(MUTEX "9_lockSlowyys6UInt32VF"), __ATOMIC_RELAXED);
    wait(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT bool vir_try_lock(SELF) __asm__(MUTEX "12_tryLockSlowSbyF");
SWIFT bool vir_try_lock(SELF) {
    static SWIFT bool (*try)(SELF);
    if (!__atomic_load_n(&try, __ATOMIC_RELAXED)) __atomic_store_n(&try, library(MUTEX "12_tryLockSlowSbyF"), __ATOMIC_RELAXED);
    if (!try(mutex)) return false;
    __tsan_acquire(mutex);
    return true;
}

SWIFT void vir_unlock(SELF) __asm__(MUTEX "11_unlockSlowyyF");
SWIFT void vir_unlock(SELF) {
    static SWIFT void (*leave)(SELF);
    if (!__atomic_load_n(&leave, __ATOMIC_RELAXED)) __atomic_store_n(&leave, library(MUTEX "11_unlockSlowyyF"), __ATOMIC_RELAXED);
    __tsan_release(mutex);
    leave(mutex);
}
