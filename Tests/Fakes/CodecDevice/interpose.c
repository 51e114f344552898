// SPDX-License-Identifier: GPL-3.0-or-later

// The C library's calls that reach a device. On other files than the stand-in's they go to the C library.
#include "device.h"
#define PUBLIC __attribute__((visibility("default")))
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// A forked child has no worker that could release the lock, so a fork must not happen while a worker holds it.
static void lock_for_fork(void) { pthread_mutex_lock(&device_lock); }
static void unlock_after_fork(void) { pthread_mutex_unlock(&device_lock); }

__attribute__((constructor)) static void begin(void) {
    options_read();
    pthread_atfork(lock_for_fork, unlock_after_fork, unlock_after_fork);
}

static int opened(int result) {
    if (result >= 0) return result;
    errno = -result;
    return -1;
}

static int real_open(int folder, const char *path, int flags, mode_t mode) { return (int)syscall(SYS_openat, folder, path, flags, mode); }

static int open_any(int folder, const char *path, int flags, mode_t mode) {
    int role = role_at(path);
    return role < 0 ? real_open(folder, path, flags, mode) : opened(context_open((enum role)role, flags));
}

static mode_t mode_of(int flags, va_list arguments) {
    return flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY)) ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(name)                                                                                                                         \
    PUBLIC int name(const char *path, int flags, ...) {                                                                                    \
        va_list arguments;                                                                                                                 \
        va_start(arguments, flags);                                                                                                        \
        mode_t mode = mode_of(flags, arguments);                                                                                           \
        va_end(arguments);                                                                                                                 \
        return open_any(AT_FDCWD, path, flags, mode);                                                                                      \
    }
#define OPENAT(name)                                                                                                                       \
    PUBLIC int name(int folder, const char *path, int flags, ...) {                                                                        \
        va_list arguments;                                                                                                                 \
        va_start(arguments, flags);                                                                                                        \
        mode_t mode = mode_of(flags, arguments);                                                                                           \
        va_end(arguments);                                                                                                                 \
        return open_any(folder, path, flags, mode);                                                                                        \
    }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
PUBLIC int __open_2(const char *path, int flags) { return open_any(AT_FDCWD, path, flags, 0); }
PUBLIC int __open64_2(const char *path, int flags) { return open_any(AT_FDCWD, path, flags, 0); }

static bool may_be(int file) {
    struct stat known;
    return file >= 0 && !fstat(file, &known) && S_ISSOCK(known.st_mode);
}

static bool is_device(int file) {
    if (!may_be(file)) return false;
    pthread_mutex_lock(&device_lock);
    bool result = context_of(file) != NULL;
    pthread_mutex_unlock(&device_lock);
    return result;
}

PUBLIC int close(int file) {
    bool is_ours = is_device(file);
    int result = (int)syscall(SYS_close, file);
    if (is_ours) contexts_reap();
    return result;
}

PUBLIC int ioctl(int file, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    int result = not_mine;
    if (may_be(file)) {
        pthread_mutex_lock(&device_lock);
        struct context *context = context_of(file);
        if (context) result = answer(context, file, request & 0xffffffff, argument);
        pthread_mutex_unlock(&device_lock);
    } else result = memory_synchronised(file, request & 0xffffffff, argument);
    return result == not_mine ? (int)syscall(SYS_ioctl, file, request, argument) : opened(result);
}

static void *map(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    int target = file;
    off_t start = offset;
    if (!(flags & MAP_ANONYMOUS) && may_be(file)) {
        int error = 0;
        pthread_mutex_lock(&device_lock);
        struct context *context = context_of(file);
        if (context) {
            target = memory_mapped(context, offset, length, protection, flags, &error);
            start = 0;
        }
        pthread_mutex_unlock(&device_lock);
        if (error) {
            errno = error;
            return MAP_FAILED;
        }
    }
    void *result = (void *)syscall(SYS_mmap, address, length, protection, flags, target, start);
    if (target != file && result != MAP_FAILED) prime_mapped(result, length, target);
    return result;
}
PUBLIC int munmap(void *address, size_t length) {
    prime_unmapped(address);
    return (int)syscall(SYS_munmap, address, length);
}
PUBLIC void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    return map(address, length, protection, flags, file, offset);
}
PUBLIC void *mmap64(void *address, size_t length, int protection, int flags, int file, off64_t offset) {
    return map(address, length, protection, flags, file, offset);
}

// MARK: poll. A device's own descriptor is never polled: a bell, which every change rings, takes its slot in the set.

static int kernel_poll(struct pollfd *files, nfds_t count, const struct timespec *limit, const sigset_t *signals) {
    struct timespec own = limit ? *limit : (struct timespec){0};
    return (int)syscall(SYS_ppoll, files, count, limit ? &own : NULL, signals, 8);
}

/// Fills in the devices' answers; returns the number of descriptors that have one.
static int look(struct pollfd *files, nfds_t count) {
    int ready = 0;
    for (nfds_t i = 0; i < count; i++) {
        struct context *context = context_of(files[i].fd);
        if (!context) continue;
        context_settle(context);
        files[i].revents = (short)context_poll(context, files[i].events);
        ready += files[i].revents != 0;
    }
    return ready;
}

static int poll_any(struct pollfd *files, nfds_t count, const struct timespec *limit, const sigset_t *signals) {
    bool has_device = false;
    for (nfds_t i = 0; i < count && !has_device; i++) has_device = is_device(files[i].fd);
    if (!has_device) return kernel_poll(files, count, limit, signals);
    int64_t until = limit ? now_nanoseconds() + limit->tv_sec * 1000000000LL + limit->tv_nsec : INT64_MAX;
    int bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), result = 0;
    struct pollfd *real = calloc(count, sizeof *real);
    if (bell < 0 || !real) {
        free(real);
        return opened(-ENOMEM);
    }
    pthread_mutex_lock(&device_lock);
    poll_watch(bell);
    for (;;) {
        int ready = look(files, count);
        for (nfds_t i = 0; i < count; i++) real[i] = context_of(files[i].fd) ? (struct pollfd){.fd = bell, .events = POLLIN} : files[i];
        pthread_mutex_unlock(&device_lock);
        int64_t left = ready ? 0 : until == INT64_MAX ? INT64_MAX : until - now_nanoseconds();
        if (left < 0) left = 0;
        struct timespec wait = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
        result = kernel_poll(real, count, left == INT64_MAX ? NULL : &wait, signals);
        uint64_t rung;
        bool has_rung = read(bell, &rung, sizeof rung) > 0;
        pthread_mutex_lock(&device_lock);
        if (result < 0) break;
        ready = look(files, count);
        for (nfds_t i = 0; i < count; i++) {
            if (context_of(files[i].fd)) continue;
            files[i].revents = real[i].revents;
            ready += real[i].revents != 0;
        }
        result = ready;
        if (ready || (!has_rung && now_nanoseconds() >= until)) break;
    }
    poll_unwatch(bell);
    pthread_mutex_unlock(&device_lock);
    syscall(SYS_close, bell);
    free(real);
    return result;
}

PUBLIC int poll(struct pollfd *files, nfds_t count, int milliseconds) {
    struct timespec limit = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
    return poll_any(files, count, milliseconds < 0 ? NULL : &limit, NULL);
}
PUBLIC int __poll_chk(struct pollfd *files, nfds_t count, int milliseconds, size_t size) {
    if (size / sizeof *files < count) abort();
    return poll(files, count, milliseconds);
}
PUBLIC int ppoll(struct pollfd *files, nfds_t count, const struct timespec *limit, const sigset_t *signals) {
    return poll_any(files, count, limit, signals);
}
PUBLIC int __ppoll_chk(struct pollfd *files, nfds_t count, const struct timespec *limit, const sigset_t *signals, size_t size) {
    if (size / sizeof *files < count) abort();
    return poll_any(files, count, limit, signals);
}
